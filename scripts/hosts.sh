#!/usr/bin/env bash
# Serves the site on all eight static servers: installs those that npm does not bring (Debian, as root), then runs the tests.
set -euo pipefail
cd "$(dirname "$0")/.."

apt-get update -qq
# The servers are started by the tests; Debian is not to start them too.
printf '#!/bin/sh\nexit 101\n' > /usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d
trap 'rm -f /usr/sbin/policy-rc.d' EXIT
DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends nginx-light apache2-bin media-types caddy lighttpd python3 perl > /dev/null

npm run -s prepare
npx vitest run test/serve/hosts.test.ts test/serve/publishing.test.ts --reporter=verbose
