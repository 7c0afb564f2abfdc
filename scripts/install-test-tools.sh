#!/usr/bin/env bash
# Installs the Debian packages that the tests need, if they are missing and this is root (or CI
# with sudo). Otherwise the tests that need them are skipped, and this says which.
set -uo pipefail
cd "$(dirname "$0")/.."

# One line per tool: a command that succeeds if it is installed | its Debian package | what is skipped without it
tools=(
  'jq --version | jq | the scripts of the workflows, run'
  'shellcheck --version | shellcheck | the shell check of the workflows'
  'bwrap --version | bubblewrap | the code of pages, run in a sandbox'
  'node --import tsx scripts/find-chromium.ts | chromium | tests in a browser'
)

missing() {
  local tool found package tests
  for tool in "${tools[@]}"; do
    IFS='|' read -r found package tests <<<"$tool"
    $found >/dev/null 2>&1 || echo "${package// /}|${tests# }"
  done
}

as_root=()
if [ "$(id -u)" != 0 ]; then
  as_root=(sudo -n)
  [ -n "${CI:-}" ] || as_root=(false)
fi

packages=$(missing | cut -d'|' -f1)
if [ -n "$packages" ] && command -v apt-get >/dev/null && "${as_root[@]}" true 2>/dev/null; then
  echo "Installing for the tests:" $packages
  "${as_root[@]}" apt-get update -qq
  # shellcheck disable=SC2086
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -qq -y --no-install-recommends $packages >/dev/null
fi
missing | while IFS='|' read -r package tests; do
  echo "WARNING: $package is missing, SKIPPED: $tests" >&2
done
