#!/usr/bin/env python3
"""Makes the meshes of hip_examples/ anew. Python's standard library only.

make_meshes.py            writes them into the example folders
make_meshes.py --check    writes nothing; says which files are missing or differ, and fails then
"""
import os
import sys

from letters import word
from props import boot, castle, pick, plough_blade, wedge
from winter import car, hare, mouldboard, shovel, street, truck, tyre, wiper

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "hip_examples")
MESHES = {
    "letters_fall/word.obj": lambda: word("SIGGRAPH", height=0.36, depth=0.1),
    "castle_destruction/castle.obj": castle,
    "snowplow/blade.obj": plough_blade,
    "walking_character/boot.obj": boot,
    "character_digging/pick.obj": pick,
    "block_on_wedge/wedge.obj": wedge,
    "tire/tire.obj": tyre,
    "oven/hare.obj": hare,
    "city_plow/street.obj": street,
    "city_plow/truck.obj": truck,
    "city_plow/plow.obj": mouldboard,
    "shovel/shovel.obj": shovel,
    "car_snowing/car.obj": car,
    "car_snowing/wiper.obj": wiper,
}


def main(check):
    stale = 0
    for name, make in MESHES.items():
        path = os.path.normpath(os.path.join(EXAMPLES, name))
        text = make().text()
        if check:
            current = open(path, encoding="ascii").read() if os.path.exists(path) else None
            if current != text:
                stale += 1
                print(f"{name} is {'missing' if current is None else 'not current'}; run tools/meshes/make_meshes.py")
        else:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="ascii") as file:
                file.write(text)
            print(f"{name}: {len(text)} bytes")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
