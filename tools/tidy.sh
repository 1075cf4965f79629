#!/usr/bin/env bash
# Runs clang-tidy on the C++ files changed since main, or on all: tidy.sh BUILD [all | FILE…]
set -eu
cd "$(dirname "$0")/.."
build=$1
shift

case "${1:-}" in
"") files=$(git diff --name-only --diff-filter=d "$(git merge-base HEAD main 2>/dev/null || echo HEAD~1)" -- '*.cpp') ;;
all) files=$(git ls-files '*.cpp') ;;
*) files="$*" ;;
esac

# Only files that this build compiles have flags to check them with.
known=$(python3 -c '
import json, os, sys
for entry in json.load(open(sys.argv[1])): print(os.path.relpath(entry["file"]))
' "$build/compile_commands.json" | sort -u)
files=$(comm -12 <(sort -u <<<"$files") - <<<"$known")
if [ -z "$files" ]; then
    echo "tidy: no C++ file to look at"
    exit 0
fi
echo "tidy: clang-tidy on $(wc -l <<<"$files") files"
xargs -P "$(nproc)" -n 1 clang-tidy -p "$build" --quiet --warnings-as-errors='*' <<<"$files" 2>/dev/null
