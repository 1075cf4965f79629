#!/usr/bin/env python3
"""Checks that the generated pages of docs/ are what the program writes today: check_docs.py path/to/firn [root]."""
import os
import subprocess
import sys
import tempfile

import tree

GENERATED = ["parameters.md", "attributes.md", "scene.schema.json"]


def read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def check(program, root):
    docs = os.path.join(root, "docs")
    with tempfile.TemporaryDirectory() as fresh:
        done = subprocess.run([program, "docs", fresh], capture_output=True, text=True)
        if done.returncode != 0:
            return [f"'firn docs' ended with {done.returncode}: {done.stderr.strip()}"], len(GENERATED)
        problems = []
        for name in GENERATED:
            now, kept = read(os.path.join(fresh, name)), read(os.path.join(docs, name))
            if now is None:
                problems.append(f"docs/{name}: 'firn docs' does not write it")
            elif kept is None:
                problems.append(f"docs/{name}: missing; run make docs")
            elif now != kept:
                problems.append(f"docs/{name}: not what the program writes now; run make docs")
        return problems, len(GENERATED)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: check_docs.py path/to/firn [root]")
    sys.exit(tree.report("docs", *check(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else tree.project_root())))
