"""Colliders of a scene as DOP objects: ground planes, and static objects whose polygons are made and moved in SOPs."""
import math

import hou

from firn_motion import keyed_keys, steady_keys
from firn_scene import SceneError
from firn_wiring import make, put

WALL = 0.1  # of the radius: how thick the wall round snow that is kept inside is


def add_collider(keys, dop, scene, surface):
    """The DOP nodes of one collider. `scene` has fps, zero and seconds; `surface` is what its geometry says itself,
    as detail attributes."""
    name, shape = keys.take("name"), keys.take("shape", "sphere")
    friction = keys.take("friction", 0.5)
    if shape == "plane":
        return [ground_plane(keys, dop, name, friction)]
    centre = keys.take("centre", (0, 0, 0))
    if keys.take("inside", False):
        parts = inner_wall(keys, name, shape)
    else:
        parts = {name: lambda geo: solid(keys, geo, shape)}
    rotate, scale = keys.take("rotate", (0, 0, 0)), keys.take("scale", 1)
    pivot, motion = keys.take("pivot", centre), motion_of(keys, scene)
    nodes = []
    for part, shape_in in parts.items():
        geo = make(hou.node("/obj"), "geo", "collider_" + part)
        place = make(geo, "xform", "place", [shape_in(geo)])
        put(place, "t", centre)
        put(place, "r", rotate)
        put(place, "scale", scale)
        shaped = moved(geo, place, pivot, motion, scene) if motion else place
        out = make(geo, "null", "OUT", [with_surface(geo, shaped, surface) if surface else shaped])
        out.setDisplayFlag(True)
        geo.layoutChildren()
        node = make(dop, "staticobject", part)
        put(node, "object_name", part)
        put(node, "soppath", out.path())
        put(node, "friction", friction)
        put(node, "animategeo", bool(motion))
        nodes.append(node)
    return nodes


def with_surface(geo, shaped, surface):
    node = make(geo, "attribwrangle", "surface", [shaped])
    put(node, "class", "detail")
    put(node, "snippet", "\n".join(f"f@{name} = {float(value)};" for name, value in surface.items()))
    return node


def ground_plane(keys, dop, name, friction):
    node = make(dop, "groundplane", name)
    put(node, "objname", name)  # of a ground plane; other objects have object_name
    put(node, "t", keys.take("centre", (0, 0, 0)))
    x, y, z = keys.take("normal", (0, 1, 0))
    length = math.sqrt(x * x + y * y + z * z)
    # The rotation about x, then z, that turns y to the normal.
    rx = math.degrees(math.asin(max(-1.0, min(1.0, z / length))))
    put(node, "r", (rx, 0.0, math.degrees(math.atan2(-x, y)) if x or y else 0.0))
    put(node, "friction", friction)
    return node


def solid(keys, geo, shape):
    """A SOP with the shape's polygons, in the shape's own place."""
    if shape == "mesh":
        node = make(geo, "file", "shape")
        put(node, "file", "$HIP/" + keys.take("file"))
    elif shape == "box":
        node = make(geo, "box", "shape")
        put(node, "size", keys.take("size", (1, 1, 1)))
    elif shape == "cylinder":
        node = tube(geo, "shape", keys.take("radius", 0.5), keys.take("height", 1))
    elif shape in ("sphere", "capsule"):
        radius = keys.take("radius", 0.5)
        node = make(geo, "sphere", "shape")
        put(node, "type", "polymesh")
        put(node, "rad", (radius, radius, radius))
        put(node, "rows", 64)  # an even number: no row is on the equator, where a capsule is cut
        put(node, "cols", 96)
        if shape == "capsule":
            half = keys.take("height", 1) / 2
            node = make(geo, "attribwrangle", "stretch", [node])
            put(node, "snippet", f"@P.y += @P.y > 0 ? {half} : {-half};")
    else:
        raise SceneError(f"{keys.where}: 'shape' {shape!r} has no counterpart")
    return node


def tube(geo, name, radius, height, capped=True):
    node = make(geo, "tube", name)
    put(node, "type", "poly")
    put(node, "cap", capped)
    put(node, "rad", (radius, radius))
    put(node, "height", height)
    put(node, "rows", 2)
    put(node, "cols", 96)
    return node


def inner_wall(keys, name, shape):
    """Snow is kept in a cylinder by a wall, a floor and a lid: three bodies, as one would have no inside."""
    if shape != "cylinder":
        raise SceneError(f"{keys.where}: 'inside' has a counterpart for cylinders only")
    radius, height = keys.take("radius", 0.5), keys.take("height", 1)
    wall = WALL * radius

    def side(geo):
        node = make(geo, "polyextrude::2.0", "wall", [tube(geo, "shape", radius, height, False)])
        put(node, "dist", wall)
        put(node, "outputback", True)
        return node

    def end(at):
        def slab(geo):
            node = make(geo, "box", "shape")
            put(node, "size", (2 * (radius + wall), wall, 2 * (radius + wall)))
            put(node, "t", (0, at, 0))
            return node
        return slab
    return {name: side, name + "_floor": end(-(height + wall) / 2), name + "_lid": end((height + wall) / 2)}


def motion_of(keys, scene):
    """Keys (time, t, r) or nothing for a body at rest."""
    given, velocity, spin = keys.take("keys"), keys.take("velocity", (0, 0, 0)), keys.take("spin", (0, 0, 0))
    if given:
        return keyed_keys(given, 1 / scene.fps)
    if any(velocity) or any(spin):
        return steady_keys(velocity, spin, scene.seconds, 1 / scene.fps)
    return []


def moved(geo, place, pivot, motion, scene):
    """A Transform SOP with the motion's keys, straight lines between them."""
    node = make(geo, "xform", "motion", [place])
    put(node, "p", pivot)
    for token, column in (("t", 1), ("r", 2)):
        for k, parm in enumerate(node.parmTuple(token)):
            for key in motion:
                frame = hou.Keyframe()
                frame.setTime(scene.zero + key[0])
                frame.setValue(key[column][k])
                frame.setExpression("linear()", hou.exprLanguage.Hscript)
                parm.setKeyframe(frame)
    return node
