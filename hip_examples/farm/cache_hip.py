"""hython cache_hip.py SCENE.hip [NODE]: simulates a scene's whole range in one process and writes its cache.
NODE is the ROP to render; /obj/result/cache, as build_hip.py makes it, when left out. Exit code 1 when a node failed."""
import sys

import hou


def cache(hip, path="/obj/result/cache"):
    hou.hipFile.load(hip, suppress_save_prompt=True, ignore_load_warnings=True)
    node = hou.node(path)
    if node is None:
        raise SystemExit(f"{hip} has no node {path}")
    try:
        node.render(verbose=True)
    except hou.OperationFailed as error:
        raise SystemExit(f"{hip}: {error}")
    errors = [f"{n.path()}: {text}" for n in [node, *node.inputAncestors()] for text in n.errors()]
    if errors:
        raise SystemExit("\n".join(errors))


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        raise SystemExit(__doc__)
    cache(*sys.argv[1:])
