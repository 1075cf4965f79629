"""hython hip_examples/snowfall/build_hip.py: builds snowfall.hip from scene.json (docs/houdini.md)."""
import os, sys; sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from firn_hip import build; build(__file__)
