#!/usr/bin/env bash
# Everything that must hold before a change lands, what fails fastest first. Works on a bare machine after `npm ci`.
# FULL=1 takes all real pages and random inputs instead of samples.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/node_modules/.bin:$PATH"

npm run -s prepare
biome check
tsc -p test
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
node lib/cli/main.js check --max-warnings 0
node lib/cli/main.js build --out "$out/dist"
node lib/cli/main.js audit "$out/dist"
scripts/install-test-tools.sh
DIST=$out/dist vitest run
# 2: there is no sandbox here, as the command has said.
node lib/cli/main.js verify --sample 12 || [ $? = 2 ]
