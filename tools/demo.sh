#!/usr/bin/env bash
# Runs the example scene, makes a picture of it and says where everything is: demo.sh path/to/firn path/to/scene.json
set -eu
firn=$1 scene=$2
if [ ! -f "$scene" ]; then
    echo "demo: $scene is not in the tree" >&2
    exit 1
fi
folder=$("$firn" check "$scene" --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["output"])')
echo "demo: $firn run $scene --overwrite --preview"
"$firn" run "$scene" --overwrite --preview
last=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["frames"][-1]["frame"])' "$folder/run.json")
echo "demo: $firn render $folder --frames $last --output $folder/still.png"
"$firn" render "$folder" --frames "$last" --output "$folder/still.png"
echo "demo: the result is in $folder:"
echo "demo:   still.png          the last frame, with light that went through the snow"
echo "demo:   contact_sheet.png  the run at a glance"
if [ -f "$folder/preview.mp4" ]; then
    echo "demo:   preview.mp4        the run as a film"
else
    echo "demo:   preview/           a picture per frame (install ffmpeg for a film)"
fi
echo "demo:   plot.html          energies, steps and times; open it in a browser"
echo "demo:   *.bgeo             $(find "$folder" -maxdepth 1 -name '*.bgeo' | wc -l) frames for a File SOP"
