#!/usr/bin/env bash
# Everything that must hold before a change lands. Works on a bare machine after `npm ci`.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/node_modules/.bin:$PATH"

scripts/install-test-tools.sh
npm run -s prepare
biome check
vitest run
node lib/cli/main.js check --max-warnings 0
# 2: no sandbox here, as it has said; the pages are run where there is one.
node lib/cli/main.js verify --sample 12 || [ $? = 2 ]
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
node lib/cli/main.js build --out "$out/dist"
node lib/cli/main.js audit "$out/dist"
