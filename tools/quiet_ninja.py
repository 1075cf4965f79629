#!/usr/bin/env python3
"""Passes on what the compiler says and drops ninja's line per file, but for one now and then."""
import re
import sys
import time

SECONDS_BETWEEN_LINES = 20
PROGRESS = re.compile(r"^\[\d+/\d+\] ")

last = time.monotonic()
for line in sys.stdin:
    progress = PROGRESS.match(line) is not None
    if not progress and not line.startswith(("ninja: Entering", "ninja: no work")):
        sys.stdout.write(line)
    elif progress and time.monotonic() - last > SECONDS_BETWEEN_LINES:
        sys.stdout.write(line)
        last = time.monotonic()
    sys.stdout.flush()
