#!/usr/bin/env bash
# Lighthouse on a page of each kind, as a phone and as a desk sees it: the scores, and what keeps one from 100.
# Installs it into a temporary folder. `scripts/lighthouse.sh [ADDRESS…]`; exit code 1 when a score is below 100.
set -euo pipefail
cd "$(dirname "$0")/.."

version=12.8.2 # the newest that runs on Node 20
port=${PORT:-4399}
pages=("$@")
if [ ${#pages[@]} = 0 ]; then
  pages=("" /solutions/auth /solutions/container/bwrap-no-permissions-to-create-new-namespace
    /solutions/auth/openai-api-key-client-option-must-be-set /guide/auth-errors /code/http-429 "/search?q=429" /rules)
fi

folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
chrome=$(node --import tsx scripts/find-chromium.ts) || { echo "lighthouse.sh: no Chromium, see scripts/install-test-tools.sh" >&2; exit 2; }
npm install --silent --no-save --no-audit --no-fund --ignore-scripts --prefix "$folder" "lighthouse@$version"

# Canonical addresses have to be those that are looked at.
node lib/cli/main.js build --base-url "http://127.0.0.1:$port" --out "$folder/dist" >/dev/null
# Lighthouse fetches robots.txt from inside of the page, which the pages' policy refuses (its issue 4386) and which it
# then takes for a broken robots.txt. The copy that is looked at differs from the published site in this alone.
find "$folder/dist" -name '*.html' -exec sed -i "/connect-src/!s/; style-src 'self'/; connect-src 'self'&/" {} +
node lib/cli/main.js serve --out "$folder/dist" --port "$port" >/dev/null &
server=$!
node lib/cli/main.js --version >/dev/null # gives it time to listen

status=0
for page in "${pages[@]}"; do
  for form in mobile desktop; do
    [ $form = desktop ] && preset=(--preset=desktop) || preset=()
    CHROME_PATH=$chrome "$folder/node_modules/.bin/lighthouse" "http://127.0.0.1:$port/fixdex$page" \
      --quiet --output=json --output-path="$folder/report.json" --only-categories=performance,accessibility,best-practices,seo \
      --chrome-flags="--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync --no-first-run" \
      ${preset[@]+"${preset[@]}"}
    node --import tsx scripts/lighthouse-scores.ts "$folder/report.json" "$form ${page:-/}" || status=1
  done
done
exit $status
