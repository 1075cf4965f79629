#!/usr/bin/env python3
"""Checks every text file: no notes of unfinished work, no paths of one machine, no file too long to read."""
import re
import sys

import tree

MAX_LINES = 450
CODE = (".h", ".cpp", ".py", ".sh", ".cmake", ".txt", ".in")
UNFINISHED = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b")
MACHINE_PATH = re.compile(r"(?<![\w.$}~-])/(?:work|root|home|Users|tmp|mnt)/[\w.]")


def problems_of(path, text):
    for number, line in enumerate(text.splitlines(), 1):
        if UNFINISHED.search(line):
            yield f"{path}:{number}: a note of unfinished work: {line.strip()}"
        if MACHINE_PATH.search(line):
            yield f"{path}:{number}: a path of one machine: {line.strip()}"
        if line != line.rstrip() and not path.endswith(".md"):
            yield f"{path}:{number}: blanks at the end of the line"
    lines = text.count("\n")
    if path.endswith(CODE) and lines > MAX_LINES:
        yield f"{path}: {lines} lines; split it (at most {MAX_LINES})"
    if text and not text.endswith("\n"):
        yield f"{path}: no newline at the end"


def is_data(path):
    """Inputs for tests are bytes, not text that people wrote."""
    return "/corpus/" in path or "/data/" in path


def check(root):
    problems, checked = [], 0
    for path in tree.project_files(root):
        text = None if is_data(path) else tree.read_text(root, path)
        if text is not None:
            checked += 1
            problems += problems_of(path, text)
    return problems, checked


if __name__ == "__main__":
    sys.exit(tree.report("text", *check(sys.argv[1] if len(sys.argv) > 1 else tree.project_root())))
