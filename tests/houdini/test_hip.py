#!/usr/bin/env python3
"""The scripts that build .hip files, against a stand-in of hou: test_hip.py PACKAGE. Every example builds, with the values
of its scene on the right nodes; what cannot be had is an error with its name."""
import glob
import math
import os
import re
import runpy
import sys
import unittest

PACKAGE = os.path.abspath(sys.argv.pop())
HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.normpath(os.path.join(HERE, "..", "..", "hip_examples"))
sys.path[:0] = [HERE, EXAMPLES]
sys.dont_write_bytecode = True

import hou_standin  # noqa: E402

WORLD = hou_standin.install(PACKAGE)

import firn_hip  # noqa: E402
import firn_motion  # noqa: E402
from firn_scene import SceneError, read_scene  # noqa: E402

hou = sys.modules["hou"]
SCRIPTS = sorted(glob.glob(os.path.join(EXAMPLES, "*", "build_hip.py")))
TIGHT = 1e-9  # angles go through sines and back


def scene_of(script):
    return read_scene(os.path.join(os.path.dirname(script), "scene.json"))


def small(**changes):
    """A scene that can be had, changed."""
    scene = {"simulation": {}, "solver": {"method": "mpm"}, "sources": [{"name": "ball"}],
             "colliders": [{"name": "ground", "shape": "plane"}]}
    scene.update(changes)
    return scene


def at(keys, time):
    """A channel's value: straight lines between keys."""
    keys = sorted(keys)
    for (t0, v0, _), (t1, v1, _) in zip(keys, keys[1:]):
        if t0 - 1e-12 <= time <= t1:
            return v0 + (v1 - v0) * max(0.0, time - t0) / (t1 - t0)
    return keys[0][1] if time < keys[0][0] else keys[-1][1]


class EveryExample(unittest.TestCase):
    def each(self):
        for script in SCRIPTS:
            with self.subTest(example=os.path.basename(os.path.dirname(script))):
                WORLD.saved.clear()
                runpy.run_path(script, run_name="__main__")
                yield script, scene_of(script)

    def test_has_a_script(self):
        self.assertEqual(len(SCRIPTS), len(glob.glob(os.path.join(EXAMPLES, "*", "scene.json"))))
        for script in SCRIPTS:
            with open(script, encoding="utf-8") as file:
                self.assertLessEqual(len(file.readlines()), 4, script)

    def test_is_saved_beside_its_scene(self):
        for script, _ in self.each():
            self.assertEqual([os.path.dirname(script)], [os.path.dirname(path) for path in WORLD.saved])

    def test_time_is_the_scene_s(self):
        for _, scene in self.each():
            simulation = scene["simulation"]
            self.assertEqual(WORLD.fps, simulation["fps"])
            self.assertEqual(WORLD.frames, (simulation["start_frame"], simulation["end_frame"]))

    def expect(self, node, token, value):
        found = node.parmTuple(token)
        self.assertIsNotNone(found, f"{node.path()} {token}")
        found = found.eval() if isinstance(value, list) else found[0].eval()
        self.assertEqual(list(found) if isinstance(value, list) else found, int(value) if value is True else value, token)

    def test_sources_have_every_value(self):
        presets = firn_hip.presets()
        for _, scene in self.each():
            for source in scene["sources"]:
                node = hou.node("/obj/snow/" + source["name"])
                mesh = source.get("shape") == "mesh"
                for key, value in source.items():
                    if key == "variations":
                        for number, variation in enumerate(value, 1):
                            for name, part in variation.items():
                                self.expect(node, f"variation_{name}{number}", part)
                    elif key == "material" and value in scene.get("materials", {}):
                        own = dict(scene["materials"][value])
                        wanted = {**presets[own.pop("preset")], **own}
                        for name, part in wanted.items():
                            self.expect(node, "material_" + name, part)
                    elif mesh and key in ("centre", "rotate", "scale"):
                        self.expect(node.inputs()[0], {"centre": "t", "rotate": "r"}.get(key, key), value)
                    elif mesh and key == "file":
                        self.assertEqual(node.inputs()[0].inputs()[0].parm("file").eval(), "$HIP/" + value)
                    elif not (mesh and key == "shape"):
                        self.expect(node, key, value)

    def test_solver_has_every_value(self):
        for _, scene in self.each():
            node = hou.node("/obj/sim/solver")
            self.assertEqual(node.type().name(), "firn_" + scene["solver"].pop("method"))
            for key, value in scene["solver"].items():
                self.expect(node, key, value)
            for key in ("wind", "bounds_min", "bounds_max"):
                if key in scene["simulation"]:
                    self.expect(node, key, scene["simulation"][key])

    def test_colliders_are_there_and_affect_the_snow(self):
        for _, scene in self.each():
            merged = [node.name() for node in hou.node("/obj/sim/affectors").inputs()]
            self.assertEqual(merged[-1], "solvers")
            for collider in scene["colliders"]:
                self.assertIn(collider["name"], merged)
                self.expect(hou.node("/obj/sim/" + collider["name"]), "friction", collider.get("friction", 0.5))

    def test_motions_pass_through_their_keys(self):
        moving = 0
        for _, scene in self.each():
            for collider in scene["colliders"]:
                node = hou.node(f"/obj/collider_{collider['name']}/motion") if collider["shape"] != "plane" else None
                wanted = [(k["time"], k.get("translate", [0] * 3), k.get("rotate", [0] * 3)) for k in collider.get("keys", [])]
                if not wanted and ("velocity" in collider or "spin" in collider):
                    wanted = [(1.0, collider.get("velocity", [0] * 3), [math.degrees(w) for w in collider.get("spin", [0] * 3)])]
                self.assertEqual(node is not None, bool(wanted), collider["name"])
                for time, translate, rotate in wanted:
                    moving += 1
                    found = [at(parm.keys, time) for parm in node.parmTuple("t")]
                    self.assertLess(max(abs(a - b) for a, b in zip(found, translate)), TIGHT)
                    angles = [at(parm.keys, time) for parm in node.parmTuple("r")]
                    difference = [abs(a - b) for p, q in zip(firn_motion.matrix_of(angles), firn_motion.matrix_of(rotate))
                                  for a, b in zip(p, q)]
                    self.assertLess(max(difference), TIGHT, (collider["name"], time, angles, rotate))
                if node is not None:
                    self.assertEqual(hou.node("/obj/sim/" + collider["name"]).parm("animategeo").eval(), 1)
                    self.assertEqual(list(node.parmTuple("p").eval()), list(collider.get("pivot", collider.get("centre", [0] * 3))))
        self.assertGreater(moving, 100, "the examples' keys were not looked at")

    def test_planes_face_where_the_scene_says(self):
        for _, scene in self.each():
            for collider in scene["colliders"]:
                if collider["shape"] != "plane":
                    continue
                node = hou.node("/obj/sim/" + collider["name"])
                self.assertEqual(node.type().name(), "groundplane")
                up = [row[1] for row in firn_motion.matrix_of(node.parmTuple("r").eval())]
                normal = collider.get("normal", [0, 1, 0])
                length = math.hypot(*normal)
                self.assertLess(max(abs(a - b / length) for a, b in zip(up, normal)), TIGHT, collider["name"])

    def test_camera_looks_where_the_scene_says(self):
        for _, scene in self.each():
            camera = hou.node("/obj/cam")
            self.assertEqual(camera is not None, "render" in scene)
            if camera is None:
                continue
            render = scene["render"]
            turn = firn_motion.matrix_of(camera.parmTuple("r").eval())
            ahead = [-row[2] for row in turn]
            length = math.dist(render["eye"], render["target"])
            end = [e + length * a for e, a in zip(render["eye"], ahead)]
            self.assertLess(math.dist(end, render["target"]), 1e-9)

    def test_what_is_left_out_is_said(self):
        for script, _ in self.each():
            with open(script, encoding="utf-8") as file:
                left = re.findall(r'"([a-z_.]+)"', "".join(re.findall(r"without=\[(.*?)\]", file.read())))
            text = "\n".join(hou.node("/obj").notes)
            for path in left:
                self.assertIn(f"Left out of this network: {path}.", text, script)
            self.assertEqual(text.count("Left out"), len(left))
            self.assertLessEqual(len(left), 1, "an example that leaves out more is no example")


class WhatCannotBeHad(unittest.TestCase):
    def refused(self, word, scene, **options):
        WORLD.clear()
        with self.assertRaises(SceneError) as caught:
            firn_hip.Builder(scene, **options).build()
        self.assertIn(word, str(caught.exception))

    def test_the_small_scene_itself_is_fine(self):
        WORLD.clear()
        firn_hip.Builder(small()).build()

    def test_unknown_keys_are_named(self):
        self.refused("'glitter'", small(glitter={}))
        self.refused("'seperation'", small(sources=[{"name": "ball", "seperation": 1}]))
        self.refused("'bouncy'", small(colliders=[{"name": "ground", "shape": "plane", "bouncy": 1}]))
        self.refused("'tempo'", small(simulation={"tempo": 2}))
        self.refused("'stiffness_of_mind'", small(solver={"method": "mpm", "stiffness_of_mind": 2}))
        self.refused("'samples'", small(render={"samples": 9}))
        self.refused("'amont'", small(sources=[{"name": "ball", "variations": [{"amont": 1}]}]))

    def test_what_only_the_terminal_has_is_named(self):
        self.refused("'wind'", small(wind={"field": "flow"}))
        self.refused("'format'", small(output={"format": "ply"}))
        self.refused("'inside'", small(colliders=[{"name": "room", "shape": "box", "inside": True}]))
        self.refused("'start'", small(sources=[{"name": "ball", "start": 1}]))
        self.refused("'sequence'", small(colliders=[{"name": "walker", "shape": "sphere", "sequence": True}]))
        self.refused("sticky", small(colliders=[{"name": "a", "shape": "plane", "sticky": True}, {"name": "b", "shape": "plane"}]))
        self.refused("thickness", small(colliders=[{"name": "a", "thickness": 0.1}, {"name": "b"}]))

    def test_colliders_whose_surface_is_not_the_plane_s_say_so_themselves(self):
        WORLD.clear()
        firn_hip.Builder(small(colliders=[{"name": "ground", "shape": "plane", "sticky": True},
                                          {"name": "ball", "adhesion": 20}, {"name": "crate", "sticky": True}])).build()
        solver = hou.node("/obj/sim/solver")
        self.assertEqual((solver.parm("collider_sticky").eval(), solver.parm("collider_adhesion").eval()), (1, 0))
        said = hou.node("/obj/collider_ball/surface")
        self.assertEqual((said.parm("class").eval(), said.parm("snippet").eval()), ("detail", "f@sticky = 0.0;\nf@adhesion = 20.0;"))
        self.assertIs(hou.node("/obj/collider_ball/OUT").inputs()[0], said)
        self.assertIsNone(hou.node("/obj/collider_crate/surface"), "it is as the solver says")

    def test_leaving_out_needs_something_to_leave_out(self):
        self.refused("'wind'", small(), without=["wind"])
        self.refused("'colliders.ground.sticky'", small(), without=["colliders.ground.sticky"])

    def test_a_method_without_a_node_is_refused(self):
        WORLD.clear()
        with self.assertRaisesRegex(hou.OperationFailed, "firn_magic"):
            firn_hip.Builder(small(solver={"method": "magic"})).build()

    def test_the_stand_in_refuses_unknown_types_parameters_and_words(self):
        WORLD.clear()
        geo = hou.node("/obj").createNode("geo", "g")
        with self.assertRaisesRegex(hou.OperationFailed, "spehre"):
            geo.createNode("spehre")
        source = geo.createNode("firn_source", "s")
        self.assertIsNone(source.parm("seperation"))
        with self.assertRaisesRegex(hou.OperationFailed, "sometimes"):
            source.parm("emit").set("sometimes")
        with self.assertRaises(TypeError):
            source.parm("separation").set("0.1")


class Variants(unittest.TestCase):
    def test_changes_reach_the_nodes(self):
        WORLD.clear()
        plow = os.path.join(EXAMPLES, "snowplow", "build_hip.py")
        firn_hip.build(plow, variant="fast")
        keys = hou.node("/obj/collider_blade/motion").parm("tx").keys
        self.assertAlmostEqual(at(keys, 0.2), 1.0)
        with self.assertRaisesRegex(SceneError, "slow"):
            firn_hip.build(plow, variant="slow")

    def test_turning_about_several_axes_takes_the_short_way(self):
        keys = firn_motion.keyed_keys([{"time": 0}, {"time": 1, "rotate": [90, 90, 0]}], 1 / 24)
        self.assertEqual(len(keys), 25)
        whole = firn_motion.vector_of(firn_motion.matrix_of((90, 90, 0)))
        for time, _, angles in keys:
            part = firn_motion.vector_of(firn_motion.matrix_of(angles))
            self.assertLess(max(abs(a - time * b) for a, b in zip(part, whole)), 1e-9)


if __name__ == "__main__":
    unittest.main()
