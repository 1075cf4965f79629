"""Scene files for scripts: comments, variants, and keys that cannot be overlooked. Python's standard library only."""
import json
import re

COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)


class SceneError(Exception):
    """Says which key of a scene cannot be had, and why."""


class Keys:
    """A section of a scene whose keys are taken one by one; what nobody took is an error."""

    def __init__(self, where, values):
        self.where, self.left = where, dict(values)

    def take(self, key, default=None):
        return self.left.pop(key, default)

    def rest(self):
        """All keys that are left, taken."""
        left, self.left = self.left, {}
        return left

    def done(self):
        if self.left:
            raise SceneError(f"{self.where}: no node has a counterpart of {', '.join(map(repr, sorted(self.left)))}")


def read_scene(path, variant=None):
    """The scene as a dictionary, with the variant's changes made. Mistakes in it are `firn check`'s business."""
    with open(path, encoding="utf-8") as file:
        scene = json.loads(COMMENT.sub(lambda match: match.group(1) or "", file.read()))
    variants = scene.pop("variants", {})
    if variant:
        if variant not in variants:
            raise SceneError(f"there is no variant {variant!r}; there are {', '.join(sorted(variants)) or 'none'}")
        merge(scene, variants[variant])
    for kind in ("source", "collider"):
        for number, entry in enumerate(scene.get(kind + "s", []), 1):
            entry.setdefault("name", f"{kind}{number}")
    return scene


def merge(into, changes):
    """Objects merge, everything else replaces; a key may be a path with dots."""
    for path, value in changes.items():
        *folders, last = path.split(".")
        place = into
        for folder in folders:
            place = child(place, folder)
        if isinstance(value, dict) and has(place, last):
            merge(child(place, last), value)
        elif isinstance(place, list):
            place[index_of(place, last)] = value
        else:
            place[last] = value


def index_of(entries, word):
    """Where a list has the entry of that name, or of that number."""
    for index, entry in enumerate(entries):
        if entry.get("name") == word:
            return index
    if word.isdigit() and int(word) < len(entries):
        return int(word)
    raise SceneError(f"there is no {word!r} among {', '.join(str(entry.get('name')) for entry in entries)}")


def has(place, word):
    return isinstance(place, list) or word in place


def child(place, word):
    return place[index_of(place, word)] if isinstance(place, list) else place.setdefault(word, {})


def leave_out(scene, path):
    """Takes away what a path with dots leads to; there must be something."""
    *folders, last = path.split(".")
    place = scene
    for folder in folders:
        if not has(place, folder):
            raise SceneError(f"the scene has no {path!r} to leave out")
        place = child(place, folder)
    if last not in place:
        raise SceneError(f"the scene has no {path!r} to leave out")
    del place[last]
