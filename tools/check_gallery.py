#!/usr/bin/env python3
"""Checks that the gallery's pictures are small, and that its page shows each of them."""
import os
import sys

import tree

MAX_PICTURE = 300_000
MAX_ALL = 4_000_000
FOLDER = "docs/gallery/"
ENDINGS = (".png", ".jpg", ".jpeg")


def check(root):
    pictures = [path for path in tree.project_files(root) if path.startswith(FOLDER) and path.endswith(ENDINGS)]
    problems, total = [], 0
    page = ""
    if os.path.exists(os.path.join(root, "docs", "gallery.md")):
        page = tree.read_text(root, "docs/gallery.md") or ""
    for path in pictures:
        size = os.path.getsize(os.path.join(root, path))
        total += size
        if size > MAX_PICTURE:
            problems.append(f"{path}: {size} bytes; a picture of the gallery has at most {MAX_PICTURE}")
        if path[len("docs/"):] not in page:
            problems.append(f"{path}: docs/gallery.md does not show it; run make gallery")
    if total > MAX_ALL:
        problems.append(f"{FOLDER}: {total} bytes in all; at most {MAX_ALL}")
    return problems, len(pictures)


if __name__ == "__main__":
    sys.exit(tree.report("gallery", *check(sys.argv[1] if len(sys.argv) > 1 else tree.project_root())))
