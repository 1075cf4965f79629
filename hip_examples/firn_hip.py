"""Builds a Houdini scene from a Firn scene file: hython, with the Firn package loaded.

    from firn_hip import build; build(__file__)

turns scene.json beside the script into sources, colliders with their motion, a DOP network with the Firn solver, the
way back to SOPs, and a camera, and saves it as <folder>.hip. A key that has no counterpart is an error with its name,
never left out in silence; `without` names sections and keys (paths with dots) that a script leaves out
knowingly, and the network says so.
"""
import json
import math
import os

import hou

from firn_colliders import add_collider
from firn_scene import Keys, SceneError, leave_out, read_scene
from firn_wiring import fill, make, put

SURFACE_KEYS = ("sticky", "adhesion")
SOLVER_KEYS = ("wind", "min_substeps", "max_substeps", "max_step", "bounds_min", "bounds_max")
PICTURE_KEYS = ("sun_direction", "colour_by", "colour_min", "colour_max")


def presets():
    """The kinds of snow, as the package lists them."""
    folder = hou.getenv("FIRN") or os.environ.get("FIRN")
    if not folder:
        raise SceneError("the variable FIRN is not set: Houdini did not load the Firn package")
    with open(os.path.join(folder, "presets.json"), encoding="utf-8") as file:
        return {preset["name"]: preset["values"] for preset in json.load(file)}


def build(script, variant=None, without=(), hip=None):
    """Builds the scene beside the script and saves it; returns the path of the .hip file."""
    folder = os.path.dirname(os.path.abspath(script))
    name = os.path.basename(folder)
    scene = read_scene(os.path.join(folder, "scene.json"), variant)
    hou.hipFile.clear(suppress_save_prompt=True)
    hip = hip or os.path.join(folder, f"{name}.hip")
    hou.hipFile.setName(hip)  # $HIP is the example's folder from here on
    Builder(scene, without).build()
    hou.hipFile.save(hip)
    return hip


class Builder:
    def __init__(self, scene, without=()):
        for path in without:
            leave_out(scene, path)
        self.without = list(without)
        self.scene = Keys("the scene", scene)
        self.simulation = Keys("simulation", self.scene.take("simulation", {}))
        self.materials = self.scene.take("materials", {})
        self.notes = []

    def build(self):
        self.scene.take("$schema")
        if self.scene.take("firn", 1) != 1:
            raise SceneError("this script knows version 1 of scene files")
        title = self.scene.take("title", "Snow")
        self.set_time()
        self.add_sources()
        self.add_dop_network()
        self.add_result()
        self.add_camera()
        self.simulation.done()
        self.scene.done()
        self.notes += [f"Left out of this network: {section}." for section in self.without]
        note = hou.node("/obj").createStickyNote()
        note.setText("\n".join([title, "Made from scene.json by build_hip.py."] + self.notes))
        for path in ("/obj", "/obj/snow", "/obj/sim", "/obj/result"):
            hou.node(path).layoutChildren()

    def set_time(self):
        self.fps = self.simulation.take("fps", 24)
        self.start, self.end = self.simulation.take("start_frame", 1), self.simulation.take("end_frame", 48)
        hou.setFps(self.fps)
        hou.playbar.setFrameRange(self.start, self.end)
        hou.playbar.setPlaybackRange(self.start, self.end)
        hou.setFrame(self.start)
        self.zero = (self.start - 1) / self.fps  # s, Houdini's time at the start frame
        self.seconds = (self.end - self.start) / self.fps

    def add_sources(self):
        """One Firn Source each; all of them are the snow at the start, those that stream also later."""
        geo = make(hou.node("/obj"), "geo", "snow")
        seed, limit = self.simulation.take("seed", 1), self.simulation.take("max_particles")
        everything, self.streams = [], []
        for values in self.scene.take("sources", []):
            keys = Keys(f"source {values['name']!r}", values)
            node = self.add_source(geo, keys)
            put(node, "scene_seed", seed)
            put(node, "start_time", self.zero)
            if limit is not None:
                put(node, "max_particles", limit)
            everything.append(node)
            if values.get("emit", "once") != "once":
                self.streams.append(node)
            elif values.get("start"):
                raise SceneError(f"{keys.where}: 'start' of a source that emits once has no counterpart: an object's "
                                 "points are those of its first frame; let it emit continuously")
        make(geo, "merge", "all_sources", everything)
        out = make(geo, "null", "OUT", [geo.node("all_sources")])
        out.setDisplayFlag(True)
        out.setRenderFlag(True)
        if self.streams:
            make(geo, "merge", "streams", self.streams)

    def add_source(self, geo, keys):
        node = make(geo, "firn_source", keys.left["name"])
        if keys.left.get("shape") in ("mesh", "vdb"):
            name = keys.left["name"]
            file = make(geo, "file", name + "_file")
            put(file, "file", "$HIP/" + keys.take("file"))
            place = make(geo, "xform", name + "_place", [file])
            put(place, "t", keys.take("centre", (0, 0, 0)))
            put(place, "r", keys.take("rotate", (0, 0, 0)))
            put(place, "scale", keys.take("scale", 1))
            keys.take("shape")  # what is wired in says it
            node.setInput(0, place)
        variations = keys.take("variations", [])
        put(node, "variations", len(variations))
        for number, variation in enumerate(variations, 1):
            fill(node, Keys(f"{keys.where}, variation {number}", variation), "variation_", str(number))
        material = keys.left.get("material")
        if material in self.materials:
            self.set_material(node, keys.take("material"))
        fill(node, keys)
        return node

    def set_material(self, node, name):
        """The preset's values, and over them the scene's."""
        values = dict(self.materials[name])
        known = presets()
        preset = values.pop("preset", name if name in known else "packing")
        if preset not in known:
            raise SceneError(f"material {name!r}: there is no preset {preset!r}")
        put(node, "own_material", True)
        fill(node, Keys(f"material {name!r}", {**known[preset], **values}), "material_")

    def add_dop_network(self):
        obj = hou.node("/obj")
        dop = make(obj, "dopnet", "sim")
        put(dop, "startframe", self.start)
        snow = make(dop, "popobject", "snow")
        put(snow, "object_name", "snow")
        put(snow, "initial_geo", "/obj/snow/OUT")
        solver_keys = Keys("solver", self.scene.take("solver", {}))
        solver = make(dop, "firn_" + solver_keys.take("method"), "solver")
        fill(solver, solver_keys)
        for key in SOLVER_KEYS:
            if key in self.simulation.left:
                put(solver, key, self.simulation.take(key))
        solvers = [solver]
        if self.streams:
            solvers.insert(0, self.add_emitter(dop))
        stepped = make(dop, "multisolver", "solvers", [snow] + solvers)

        colliders, given = [], self.scene.take("colliders", [])
        common = self.set_surfaces(solver, given)
        for values in given:
            keys = Keys(f"collider {values['name']!r}", values)
            surface = {token: float(keys.take(token, 0)) for token in SURFACE_KEYS}
            keys.take("voxel_size")
            keys.take("thickness")
            own = {token: value for token, value in surface.items() if value != common[token]}
            colliders += add_collider(keys, dop, self, own)
            keys.done()
        merge = make(dop, "merge", "affectors", colliders + [stepped])  # colliders affect what comes after them
        gravity = make(dop, "gravity", "gravity", [merge])
        put(gravity, "force", self.simulation.take("gravity", (0, -9.81, 0)))
        dop.node("output").setInput(0, gravity)

    def set_surfaces(self, solver, colliders):
        """What the solver has once for all colliders. The geometry of a collider may say otherwise of its surface, but a
        plane's cannot: they must agree, as all must in thickness. Of the voxels the finest win. Returns the surface."""
        planes = [collider for collider in colliders if collider.get("shape") == "plane"]
        common = {}
        for token in SURFACE_KEYS + ("thickness",):
            bound = colliders if token == "thickness" else planes
            values = sorted({float(collider.get(token, 0)) for collider in bound})
            if len(values) > 1:
                raise SceneError(f"collider {bound[0]['name']!r} and others: {token!r} is {values}; the solver has one for all")
            common[token] = values[0] if values else 0.0
            if common[token]:
                put(solver, "collider_" + token, int(common[token]) if token == "sticky" else common[token])
        voxels = sorted({collider["voxel_size"] for collider in colliders if collider.get("voxel_size")})
        if voxels:
            put(solver, "collider_voxel_size", voxels[0])
        if len(voxels) > 1:
            self.notes.append(f"All meshes get the finest of the scene's voxel sizes, {voxels[0]} m.")
        return common

    def add_emitter(self, dop):
        """A SOP solver that adds what the streaming sources emit in each frame."""
        node = make(dop, "sopsolver::2.0", "emit")
        before, out = node.node("dop_geometry"), node.node("OUT")
        if before is None or out is None:
            raise SceneError("this Houdini's SOP solver has no dop_geometry and OUT inside: wire 'streams' in by hand")
        new = make(node, "object_merge", "new_snow")
        put(new, "objpath1", "/obj/snow/streams")
        out.setInput(0, make(node, "merge", "with_new", [before, new]))
        return node

    def add_result(self):
        """Snow back in SOPs: a cache of the points, and their surface."""
        geo = make(hou.node("/obj"), "geo", "result")
        points = make(geo, "dopimport", "points")
        put(points, "doppath", "/obj/sim")
        put(points, "objpattern", "snow")
        output = Keys("output", self.scene.take("output", {}))
        if output.take("format", "bgeo") != "bgeo":
            raise SceneError("output: 'format' must be bgeo in Houdini")
        folder, name = output.take("folder", "out"), output.take("name", "snow")
        output.done()
        cache = make(geo, "rop_geometry", "cache", [points])
        put(cache, "sopoutput", f"$HIP/{folder}/{name}.$F4.bgeo.sc")
        put(cache, "trange", "normal")
        put(cache, "f", (self.start, self.end, 1))
        surface = make(geo, "firn_surface", "surface", [points])
        surface.setDisplayFlag(True)
        surface.setRenderFlag(True)

    def add_camera(self):
        render = Keys("render", self.scene.take("render", {}))
        if not render.left:
            return
        eye, target = render.take("eye", (0, 0, 0)), render.take("target", (0, 0, 0))
        across = [b - a for a, b in zip(eye, target)]
        length = math.sqrt(sum(x * x for x in across))
        camera = make(hou.node("/obj"), "cam", "cam")
        put(camera, "t", eye)
        if length > 0:
            x, y, z = (a / length for a in across)
            put(camera, "r", (math.degrees(math.asin(y)), math.degrees(math.atan2(-x, -z)), 0.0))
        width, height = render.take("width", 960), render.take("height", 540)
        put(camera, "res", (width, height))
        focal = 50.0
        put(camera, "focal", focal)  # the aperture is across, the scene's angle is upright
        put(camera, "aperture", 2 * focal * math.tan(math.radians(render.take("fov", 30)) / 2) * width / height)
        for key in PICTURE_KEYS:  # of firn's own pictures; in Houdini lights and materials are the artist's
            render.take(key, None)
        render.done()
