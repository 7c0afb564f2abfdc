#!/usr/bin/env bash
# Everything that must hold before a change lands, what fails fastest first. Works on a bare machine after `npm ci`.
# FULL=1 takes all real pages and random inputs instead of samples.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/node_modules/.bin:$PATH"

npm run -s prepare
out=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$out"' EXIT
# Runs commands at the same time; fails when one of them does.
together() {
  local command job jobs=()
  for command in "$@"; do
    bash -ec "$command" &
    jobs+=($!)
  done
  for job in "${jobs[@]}"; do wait "$job"; done
}
catalog="node lib/cli/main.js check --max-warnings 0 --cache-dir $out/cache
node lib/cli/main.js build --out $out/dist --cache-dir $out/cache
node lib/cli/main.js audit $out/dist"
together 'biome check; tsc -p test' "$catalog"
scripts/install-test-tools.sh
# 2: there is no sandbox here, as the command has said. The timeout only ends what hangs: a busy machine is slow.
together "DIST=$out/dist vitest run" 'node lib/cli/main.js verify --sample 12 --timeout 900 || [ $? = 2 ]'
