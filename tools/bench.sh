#!/usr/bin/env bash
# Runs every benchmark of a folder: bench.sh build/release/bench
set -eu
found=0
for program in "$1"/bench_*; do
    [ -x "$program" ] && [ -f "$program" ] || continue
    found=1
    echo "bench: $(basename "$program")"
    "$program"
done
[ "$found" = 1 ] || echo "bench: there are no benchmarks yet"
