#!/usr/bin/env bash
# Firn's snow step beside the same step written for Taichi, in one run: run.sh path/to/bench_mpm_step [millions] [steps]
# The two take turns, so that a busy machine disturbs both; each figure is the best of its turns.
set -eu
bench=$1 millions=${2:-1} steps=${3:-10}
here=$(cd "$(dirname "$0")" && pwd)
venv=build/peers

if [ ! -x "$venv/bin/python" ]; then
    echo "bench-peers: setting up $venv with Taichi from PyPI"
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check 'taichi==1.7.*' numpy
fi

best=
for turn in 1 2; do
    echo "bench-peers: turn $turn: firn"
    "$bench" "$millions" "$steps" | tee "build/peers/firn.$turn.txt"
    echo "bench-peers: turn $turn: taichi (compiling takes a minute)"
    ns=$("$venv/bin/python" "$here/taichi_snow.py" "$millions" "$steps" 2 | sed -n 's/^taichi //p')
    echo "bench-peers: taichi, 2 threads: $ns ns/particle"
    best=$(printf '%s\n%s\n' "${best:-$ns}" "$ns" | sort -g | head -n 1)
done
ours=$(awk '/^2 threads/ { two = 1 } two && /explicit quadratic/ { print $3 }' build/peers/firn.*.txt | sort -g | head -n 1)
awk -v ours="$ours" -v theirs="$best" 'BEGIN {
    printf "bench-peers: explicit quadratic snow step, 2 threads: firn %s, taichi %s ns/particle: firn is %.1f times as fast\n", ours, theirs, theirs / ours }'
