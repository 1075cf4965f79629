#!/usr/bin/env python3
"""Checks who includes whom: the order of core/ (tools/layers.txt) and which folders may use which library."""
import os
import re
import sys

import tree

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
METHODS = "<methods>"

# Library headers, and where they may be included. Paths are folders or file patterns of the project.
HDK_HEADER = re.compile(r"^([A-Z]{2,5})/\1_\w+\.h$")  # SIM/SIM_Data.h
LIBRARIES = [
    ("TBB", re.compile(r"^(one)?tbb/"), re.compile(r"^core/parallel/|^tests/"), "core/parallel/"),
    ("OpenVDB", re.compile(r"^openvdb/"), re.compile(r"\.cpp$|(Grid|Vdb[^/]*)\.h$|^tests/"), ".cpp files, *Grid.h and *Vdb*.h"),
    ("nlohmann-json", re.compile(r"^nlohmann/"), re.compile(r"^core/io/|^cli/|^tests/"), "core/io/ and cli/"),
    ("CLI11", re.compile(r"^CLI/"), re.compile(r"^cli/"), "cli/"),
    ("the HDK", HDK_HEADER, re.compile(r"^hdk_plugin/|^tests/houdini/"), "hdk_plugin/"),
]


def read_layers(root):
    with open(os.path.join(root, "tools", "layers.txt"), encoding="utf-8") as file:
        return [line.strip() for line in file if line.strip() and not line.startswith("#")]


def allowed_folders(layers, methods):
    """For each folder of core/, the folders it may include."""
    allowed, above = {}, []
    for layer in layers:
        if layer == METHODS:
            for method in methods:
                allowed[method] = set(above) | {method}
            above += methods
        else:
            above.append(layer)
            allowed[layer] = set(above)
    return allowed


def includes(text):
    """(line, quoted?, path) of every include."""
    for match in INCLUDE.finditer(text):
        yield text.count("\n", 0, match.start(2)) + 1, match.group(1) == '"', match.group(2)


def core_problem(folder, path, included, allowed):
    """What is wrong with a quoted include in core/, or None."""
    target = included.split("/")[0]
    if folder not in allowed:
        return f"core/{folder}/ is not in tools/layers.txt and has no Method.cpp"
    if "/" not in included or target not in allowed:
        return f'"{included}" is not a path from core/ ("particles/Particles.h")'
    if target not in allowed[folder]:
        return f'core/{folder}/ must not include "{included}": {target}/ is not above it in tools/layers.txt'
    return None


def check(root):
    files = tree.cpp_files(root)
    methods = sorted(path.split("/")[1] for path in files if re.match(r"^core/[^/]+/Method\.cpp$", path))
    allowed = allowed_folders(read_layers(root), methods)
    problems = []
    for path in files:
        for line, quoted, included in includes(tree.read_text(root, path) or ""):
            where = f"{path}:{line}"
            if path.startswith("core/") and quoted:
                problem = core_problem(path.split("/")[1], path, included, allowed)
                if problem:
                    problems.append(f"{where}: {problem}")
            for name, header, place, words in LIBRARIES:
                if header.search(included) and not place.search(path):
                    problems.append(f"{where}: headers of {name} belong in {words} only: {included}")
    return problems, len(files)


if __name__ == "__main__":
    sys.exit(tree.report("layers", *check(sys.argv[1] if len(sys.argv) > 1 else tree.project_root())))
