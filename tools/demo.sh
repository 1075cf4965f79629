#!/usr/bin/env bash
# Runs the example scene and says where the result is: demo.sh path/to/firn path/to/scene.json
set -eu
firn=$1 scene=$2
if [ ! -f "$scene" ]; then
    echo "demo: $scene is not in the tree" >&2
    exit 1
fi
folder=$(python3 -c '
import json, os, sys
scene = json.load(open(sys.argv[1], encoding="utf-8"))
print(os.path.normpath(os.path.join(os.path.dirname(sys.argv[1]), scene.get("output", {}).get("folder", "out"))))
' "$scene")
echo "demo: $firn run $scene"
"$firn" run "$scene"
echo "demo: the result is in $folder ($(find "$folder" -type f | wc -l) files)"
