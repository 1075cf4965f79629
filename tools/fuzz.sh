#!/usr/bin/env bash
# Runs every fuzzer of a folder for some seconds from its kept inputs: fuzz.sh FOLDER SECONDS JOBS
# New inputs stay in the build tree; one that breaks a reader is named and kept in tests/fuzz/corpus by hand.
set -eu
cd "$(dirname "$0")/.."
folder=$1 seconds=$2 jobs=$3

fuzzers=()
for source in tests/fuzz/fuzz_*.cpp; do
    [ -f "$source" ] && fuzzers+=("$(basename "$source" .cpp)")
done
if [ ${#fuzzers[@]} -eq 0 ]; then
    echo "fuzz: there are no fuzzers yet"
    exit 0
fi

# A reader that believes a false size asks for too much memory, one that loops takes too long: both are failures.
run_one() {
    local name=$1 work=$folder/work/$1 kept=tests/fuzz/corpus/${1#fuzz_}
    mkdir -p "$work/new" "$work/found"
    if [ ! -d "$kept" ]; then
        echo "fuzz: $name has no kept inputs in $kept" >&2
        return 1
    fi
    # Points from other programs stop at the checksum. A fuzzer that watches the comparison forges it, and then tests
    # OpenVDB's parser instead of Firn's refusal (SECURITY.md says what a forged file may do).
    local watch=1
    [ "$name" = fuzz_vdbpoints ] && watch=0
    if "$folder/$name" -use_cmp=$watch -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -malloc_limit_mb=1024 \
        -print_final_stats=1 -artifact_prefix="$work/found/" "$work/new" "$kept" >"$work/log" 2>&1 </dev/null; then
        echo "fuzz: $name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$work/log") inputs, nothing broke"
    else
        tail -n 60 "$work/log" >&2
        echo "fuzz: $name FAILED; the input is in $work/found, the log is $work/log" >&2
        return 1
    fi
}
export -f run_one
export folder seconds

echo "fuzz: ${#fuzzers[@]} fuzzers, $seconds s each, $jobs at a time"
printf '%s\n' "${fuzzers[@]}" | xargs -P "$jobs" -I{} bash -c 'run_one {}' ||
    { echo "fuzz: a fuzzer failed" >&2; exit 1; }
