"""hython hip_examples/car_snowing/build_hip.py: builds car_snowing.hip from scene.json (docs/houdini.md)."""
import os, sys; sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from firn_hip import build; build(__file__, without=["wind"])
