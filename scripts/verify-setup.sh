#!/usr/bin/env bash
# Installs what `fixdex verify --all` needs on Debian or Ubuntu: the sandbox, and the programs that pages run.
set -euo pipefail

# The command that is there with it | Debian package
tools=(
  'bwrap|bubblewrap'
  'redis-server|redis-server'
  'psql|postgresql'
  'python3|python3'
  'pip3|python3-pip'
  'git|git'
  'curl|curl'
  'jq|jq'
  'openssl|openssl'
  'sqlite3|sqlite3'
)

as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)

packages=()
for tool in "${tools[@]}"; do
  command -v "${tool%|*}" >/dev/null || packages+=("${tool#*|}")
done
# psql comes alone too; the server is what pages need.
[ -n "$(find /usr/lib/postgresql -name initdb 2>/dev/null)" ] || packages+=(postgresql)
if [ "${#packages[@]}" -gt 0 ]; then
  echo "Installing ${packages[*]}"
  # Pages make a cluster of their own: none is to be made, or started, for this machine.
  "${as_root[@]}" mkdir -p /etc/postgresql-common
  [ -e /etc/postgresql-common/createcluster.conf ] ||
    echo 'create_main_cluster = false' | "${as_root[@]}" tee /etc/postgresql-common/createcluster.conf >/dev/null
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -qq -y --no-install-recommends "${packages[@]}" >/dev/null
fi

if ! bwrap --unshare-all --ro-bind / / true 2>/dev/null; then
  echo 'bubblewrap can make no user namespace as this user.' >&2
  # Ubuntu 24.04 keeps them from programs without a profile. A machine of CI is thrown away afterwards.
  if [ -n "${CI:-}" ] && [ -e /proc/sys/kernel/apparmor_restrict_unprivileged_userns ]; then
    "${as_root[@]}" sysctl -w kernel.apparmor_restrict_unprivileged_userns=0
  else
    echo 'On Ubuntu 24.04: sysctl kernel.apparmor_restrict_unprivileged_userns=0, or a profile for bwrap.' >&2
    exit 1
  fi
fi
