#!/usr/bin/env python3
"""Renders each example to docs/gallery/ and writes docs/gallery.md: gallery.py path/to/firn [example ...]."""
import json
import os
import subprocess
import sys
import time

import check_gallery
import tree

FOLDER = "docs/gallery"
FIGURES = os.path.join(FOLDER, "gallery.json")
SIZES = ("800x450", "640x360", "480x270")  # tried in turn until a picture is small enough


def examples(root):
    folder = os.path.join(root, "hip_examples")
    return sorted(name for name in os.listdir(folder) if os.path.exists(os.path.join(folder, name, "scene.json")))


def call(*words):
    print("gallery:", " ".join(words), flush=True)
    subprocess.run(words, check=True)


# The frame that shows an example best; else two thirds of the way, where most is going on.
FRAMES = {"snowball_drop": 24, "snowball_smash": 7, "double_smash": 9, "snowplow": 24, "rolling_snowball": 24,
          "letters_fall": 8, "castle_destruction": 20, "walking_character": 30, "character_digging": 20,
          "block_on_wedge": 12, "incline_friction": 101, "compression": 90, "tire": 45, "oven": 101,
          "single_flakes": 90, "snow_angel": 181, "city_plow": 290, "shovel": 90, "loose_and_dense": 25,
          "fall_density": 60, "car_snowing": 190}


def render_small(program, scene, run, frame, picture):
    """A 256-colour picture of at most the allowed size."""
    for size in SIZES:
        call(program, "render", scene, "--run", run, "--frames", str(frame), "--resolution", size, "--palette",
             "--output", picture)
        if os.path.getsize(picture) <= check_gallery.MAX_PICTURE:
            return
    sys.exit(f"gallery: {picture} is larger than {check_gallery.MAX_PICTURE} bytes at every size")


def make(program, root, name):
    """Simulates one example, renders it, and returns its figures."""
    scene = f"hip_examples/{name}/scene.json"
    run = os.path.join("build", "gallery", name)
    began = time.time()
    call(program, "run", scene, "--overwrite", "--output", run, "--quiet")
    seconds = time.time() - began
    with open(os.path.join(run, "run.json"), encoding="utf-8") as file:
        record = json.load(file)
    last = record["frames"][-1]
    frame = min(FRAMES.get(name, max(1, last["frame"] * 2 // 3)), last["frame"])
    render_small(program, scene, run, frame, f"{FOLDER}/{name}.png")
    return {"title": record["scene"].get("title", name), "command": f"firn run {scene}", "seconds": round(seconds),
            "particles": last["particles"], "frames": len(record["frames"]), "frame": frame}


def duration(seconds):
    return f"{seconds} s" if seconds < 120 else f"{seconds // 60} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


def page(figures):
    text = "# Gallery\n\nEvery example, simulated and rendered by `make gallery`. Times are of the machine that made "
    text += "the pictures; `firn render` made them, with no other program.\n"
    for name, figure in sorted(figures.items()):
        text += f"\n## {figure['title']}\n\n![{figure['title']}](gallery/{name}.png)\n\n"
        text += f"`{figure['command']}`: {figure['particles']:,} particles, {figure['frames']} frames in "
        text += f"{duration(figure['seconds'])}; frame {figure['frame']} is shown. "
        text += f"[The example](../hip_examples/{name}/README.md)\n"
    return text


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: gallery.py path/to/firn [example ...]")
    root = tree.project_root()
    program = os.path.abspath(sys.argv[1])
    os.chdir(root)
    names = sys.argv[2:] or examples(root)
    for name in names:
        if name not in examples(root):
            sys.exit(f"gallery: there is no example '{name}'; known: {', '.join(examples(root))}")
    os.makedirs(FOLDER, exist_ok=True)
    figures = {}
    if os.path.exists(FIGURES):
        with open(FIGURES, encoding="utf-8") as file:
            figures = json.load(file)
    for name in names:
        figures[name] = make(program, root, name)
        with open(FIGURES, "w", encoding="utf-8") as file:
            json.dump(figures, file, indent=2, sort_keys=True)
            file.write("\n")
        with open("docs/gallery.md", "w", encoding="utf-8") as file:
            file.write(page(figures))
    sys.exit(tree.report("gallery", *check_gallery.check(root)))


if __name__ == "__main__":
    main()
