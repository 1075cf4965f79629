#!/usr/bin/env bash
# Installs the Debian packages of tools/packages.txt that are missing. Needs no network when none is.
set -eu
cd "$(dirname "$0")/.."

if ! command -v dpkg-query >/dev/null; then
    echo "setup: not a Debian system; install the equivalents of tools/packages.txt yourself"
    exit 0
fi

missing=()
while read -r package _; do
    case "$package" in "" | \#*) continue ;; esac
    status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing+=("$package")
done <tools/packages.txt

if [ ${#missing[@]} -eq 0 ]; then
    echo "setup: every package is there"
    exit 0
fi

run=()
[ "$(id -u)" = 0 ] || run=(sudo)
echo "setup: installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { "${run[@]}" apt-get update -qq &&
    "${run[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    echo "setup: could not install ${missing[*]}" >&2
    exit 1
fi
echo "setup: done"
