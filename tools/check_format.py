#!/usr/bin/env python3
"""Checks that clang-format (of the version the project uses) would change no C++ file; with --fix, lets it."""
import os
import re
import shutil
import subprocess
import sys

import tree

VERSION = "14"  # other versions lay out some lines differently


def find_clang_format():
    """The program, or an explanation of why there is none."""
    for name in (f"clang-format-{VERSION}", "clang-format"):
        program = shutil.which(name)
        if program:
            said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
            if re.search(rf"version {VERSION}\.", said):
                return program, None
    return None, f"needs clang-format {VERSION}: make setup"


def check(root, fix=False):
    files = tree.cpp_files(root)
    program, missing = find_clang_format()
    if missing:
        return [missing], len(files)
    if not files:
        return [], 0
    action = ["-i"] if fix else ["--dry-run", "-Werror", "--ferror-limit=1"]
    done = subprocess.run([program, "--style=file", *action, *files], cwd=root, capture_output=True, text=True)
    problems = [line for line in done.stderr.splitlines() if re.match(r"^\S+:\d+:\d+: ", line)]
    if done.returncode != 0 and not problems:
        problems = [done.stderr.strip() or f"clang-format ended with {done.returncode}"]
    return problems, len(files)


if __name__ == "__main__":
    arguments = [a for a in sys.argv[1:] if a != "--fix"]
    sys.exit(tree.report("format", *check(arguments[0] if arguments else tree.project_root(), "--fix" in sys.argv)))
