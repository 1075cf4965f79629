#!/usr/bin/env bash
# Runs the example scene and says where the result is: demo.sh path/to/firn path/to/scene.json
set -eu
firn=$1 scene=$2
if [ ! -f "$scene" ]; then
    echo "demo: $scene is not in the tree" >&2
    exit 1
fi
folder=$("$firn" check "$scene" --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["output"])')
echo "demo: $firn run $scene --overwrite"
"$firn" run "$scene" --overwrite
echo "demo: the result is in $folder ($(find "$folder" -type f | wc -l) files)"
