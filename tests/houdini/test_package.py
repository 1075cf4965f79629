#!/usr/bin/env python3
"""The plug-in's folder is complete: test_package.py FOLDER. Each node has a help card with all its parameters, an icon
and a shelf tool; the package file is JSON that finds the folder."""
import json
import os
import sys
import unittest
import xml.etree.ElementTree as xml

FOLDER = sys.argv.pop()


def read(*path):
    with open(os.path.join(FOLDER, *path), encoding="utf-8") as file:
        return file.read()


class Package(unittest.TestCase):
    nodes = json.loads(read("nodes.json"))

    def test_it_has_every_folder(self):
        for name in ("dso/firn.so", "otls", "help/nodes", "config/Icons", "toolbar", "packages/firn.json"):
            self.assertTrue(os.path.exists(os.path.join(FOLDER, name)), name)

    def test_each_node_has_a_card_with_every_parameter(self):
        for node in self.nodes:
            card = read("help", "nodes", node["context"], node["name"] + ".txt")
            self.assertIn("#internal: " + node["name"], card)
            for folder in node["folders"]:
                for parm in folder["parms"]:
                    self.assertIn(f"{parm['label']}:\n    #id: {parm['token']}\n", card)

    def test_a_solver_s_card_has_the_attributes(self):
        card = read("help", "nodes", "dop", "firn_mpm.txt")
        for name in ("pscale", "mass", "Jp", "F", "critical_stretch", "force"):
            self.assertIn(f"\n{name}:\n", card)

    def test_each_node_has_an_icon_that_is_svg(self):
        for node in self.nodes:
            icon = node["context"].upper() + "_" + node["name"] + ".svg"
            self.assertTrue(xml.fromstring(read("config", "Icons", icon)).tag.endswith("svg"), icon)

    def test_the_shelf_has_every_node(self):
        tools = {tool.get("name") for tool in xml.fromstring(read("toolbar", "firn.shelf").encode()).iter("tool")}
        self.assertEqual(tools, {node["context"] + "_" + node["name"] for node in self.nodes})

    def test_the_package_file_finds_the_folder(self):
        package = json.loads(read("packages", "firn.json"))
        self.assertEqual(package["hpath"], "$FIRN")
        self.assertEqual(package["env"][0]["FIRN"], "$HOUDINI_PACKAGE_PATH/..")
        stand_in = os.path.exists(os.path.join(FOLDER, "NOT_FOR_HOUDINI.txt"))
        self.assertEqual(package["enable"] is False, stand_in, "a stand-in build must not be loaded by a Houdini")


if __name__ == "__main__":
    unittest.main()
