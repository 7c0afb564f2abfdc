#!/usr/bin/env bash
# Everything that must hold before a change lands, what fails fastest first. Works on a bare machine after `npm ci`.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/node_modules/.bin:$PATH"

npm run -s prepare
biome check
tsc -p test
scripts/install-test-tools.sh
vitest run
node lib/cli/main.js check --max-warnings 0
# 2: there is no sandbox here, as the command has said.
node lib/cli/main.js verify --sample 12 || [ $? = 2 ]
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
node lib/cli/main.js build --out "$out/dist"
node lib/cli/main.js audit "$out/dist"
