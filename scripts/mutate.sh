#!/usr/bin/env bash
# Mutation test with Stryker: changes one place of the code after the other and runs the tests that reach it; a change that no
# test notices survives. npm run mutate -- src/content/guards.ts src/client/codes.ts:20-60 takes these files or lines; without
# any, all of pipeline, checks, client and content, for hours. MUTATED_BY names the test files, which have to run the code in
# their own process.
set -euo pipefail
cd "$(dirname "$0")/.."

# 124 packages that nothing else needs: `npm ci` is faster without them.
[ -e node_modules/.bin/stryker ] ||
  npm install --no-save --no-audit --no-fund --ignore-scripts @stryker-mutator/core@9.6.1 @stryker-mutator/vitest-runner@9.6.1
export MUTATED_BY=${MUTATED_BY:-'test/{checks,client,content,pipeline,attacks,model}/*.test.ts test/{addresses,cli,links,review}.test.ts'}
files=$(IFS=,; echo "$*")
npx stryker run ${files:+--mutate "$files"}
