#!/usr/bin/env python3
"""The asset firn_configure: test_asset.py PACKAGE. What the package has as text is parsed here, by code that shares
nothing with its writer: sections, dialog script, node types, wires, parameters, against the tables. And hython's script
builds the same asset in the stand-in of hou."""
import json
import os
import re
import shutil
import sys
import tempfile
import unittest

PACKAGE = os.path.abspath(sys.argv.pop())
HERE = os.path.dirname(os.path.abspath(__file__))
OTLS = os.path.join(HERE, "..", "..", "otls")
sys.path[:0] = [HERE, OTLS]
sys.dont_write_bytecode = True

import hou_standin  # noqa: E402

WORLD = hou_standin.install(PACKAGE)
ROOT = os.path.join(PACKAGE, "otls", "expanded", "firn_configure.hda")


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


TABLES = {node["name"]: node for node in json.loads(read(PACKAGE, "nodes.json"))}
PRESETS = [preset["name"] for preset in json.loads(read(PACKAGE, "presets.json"))]
METHODS = [name[5:] for name, node in TABLES.items() if node["context"] == "dop"]


def rows_of(kind):
    return [row for folder in TABLES[kind]["folders"] if not folder["repeat"] for row in folder["parms"]]


class Broken(Exception):
    pass


def parse_dialog(text):
    """A dialog script as nested lists: words, texts, and lists for what is in braces."""
    stack = [[]]
    for match in re.finditer(r'"((?:\\.|[^"\\])*)"|([{}])|([^\s{}"]+)', text):
        words, brace, word = match.groups()
        if brace == "{":
            stack.append([])
        elif brace == "}":
            if len(stack) == 1:
                raise Broken("a } too many")
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(re.sub(r"\\(.)", r"\1", words) if words is not None else word)
    if len(stack) != 1:
        raise Broken(f"{len(stack) - 1} braces are not closed")
    return stack[0]


def value_after(block, word):
    return block[block.index(word) + 1]


def parms_of(block):
    """Every parm block within, in order."""
    for index, entry in enumerate(block):
        if isinstance(entry, list):
            if index and block[index - 1] == "parm":
                yield entry
            else:
                yield from parms_of(entry)


def sections(folder):
    """File -> section of a Sections.list; every file it names is there."""
    first, *lines = read(folder, "Sections.list").splitlines()
    if first != '""':
        raise Broken(f"{folder}: Sections.list does not begin with an empty name")
    found = dict(line.split("\t") for line in lines)
    for name in found:
        if not os.path.exists(os.path.join(folder, name)):
            raise Broken(f"{folder}: {name} is listed and not there")
    for name in os.listdir(folder):
        if name != "Sections.list" and name not in found:
            raise Broken(f"{folder}: {name} is there and not listed")
    return found


def mime_parts(text):
    boundary = re.search(r'boundary="([^"]+)"', text).group(1)
    head, *parts, tail = text.split("--" + boundary)
    if tail.strip() != "--":
        raise Broken("Contents.mime has no end")
    out = {}
    for part in parts:
        header, body = part.split("\n\n", 1)
        out[re.search(r'filename="([^"]+)"', header).group(1)] = body
    return out


class Expanded(unittest.TestCase):
    def setUp(self):
        library = sections(ROOT)
        self.folder = os.path.join(ROOT, next(name for name, section in library.items() if section == "Sop/firn_configure"))
        self.parts = mime_parts(read(self.folder, "Contents.dir", "Contents.mime"))
        self.types = {path[:-5]: re.match(r"type = (\S+)\n", body).group(1)
                      for path, body in self.parts.items() if path.endswith(".init")}
        self.parms = list(parms_of(parse_dialog(read(self.folder, "DialogScript"))))
        self.tokens = [value_after(parm, "name") for parm in self.parms]

    def test_sections_are_those_of_an_operator(self):
        self.assertEqual(os.path.basename(self.folder), "Sop_1firn__configure")
        names = set(sections(self.folder).values())
        self.assertLessEqual({"DialogScript", "CreateScript", "TypePropertiesOptions", "Help", "Contents.gz"}, names)
        sections(os.path.join(self.folder, "Contents.dir"))
        self.assertRegex(read(ROOT, "INDEX__SECTION"), r"Operator:\s+firn_configure\n(.*\n)*Table:\s+Sop\n")

    def test_dialog_names_are_unique(self):
        self.assertEqual(len(self.tokens), len(set(self.tokens)))
        self.assertGreater(len(self.tokens), 60)

    def test_dialog_has_every_row_of_the_tables(self):
        for kind, prefix in [("firn_source", ""), ("firn_surface", "surface_")] + [(f"firn_{m}", m + "_") for m in METHODS]:
            for row in rows_of(kind):
                parm = self.parms[self.tokens.index(prefix + row["token"])]
                self.assertEqual(value_after(parm, "label"), row["label"])
                default = row["menu"][row["default"]] if row["type"] == "menu" else row["default"]
                wanted = default if row["type"] == "vector" else [default]
                found = value_after(parm, "default")
                if row["type"] in ("float", "integer", "vector") and not isinstance(default, str):
                    self.assertEqual([float(x) for x in found], [float(x) for x in wanted], row["token"])
                else:
                    self.assertEqual(found, [str(int(x)) if isinstance(x, bool) else x for x in wanted], row["token"])
                if row["type"] == "menu":
                    self.assertEqual(value_after(parm, "menu")[::2], row["menu"])

    def test_variations_have_places_that_do_nothing_by_themselves(self):
        rows = next(folder["parms"] for folder in TABLES["firn_source"]["folders"] if folder["repeat"])
        self.assertIn("variation_amount#", [row["token"] for row in rows])
        for number in "1234":
            for row in rows:
                parm = self.parms[self.tokens.index(row["token"].replace("#", number))]
                self.assertEqual(value_after(parm, "label"), f'{row["label"]} {number}')
            amount = self.parms[self.tokens.index("variation_amount" + number)]
            self.assertEqual(float(value_after(amount, "default")[0]), 0)
        self.assertNotIn("variation_amount5", self.tokens)

    def test_each_kind_of_snow_is_a_preset(self):
        material = self.parms[self.tokens.index("material")]
        self.assertEqual(value_after(material, "menureplace")[::2], PRESETS)
        self.assertEqual(value_after(self.parms[self.tokens.index("method")], "menu")[::2], METHODS)

    def context_of(self, path):
        parent = path.rsplit("/", 1)[0]
        return "dop" if self.types.get(parent) == "dopnet" else "sop"

    def single_names(self, path):
        """The names of the node's single values."""
        node = hou_standin.Node(WORLD, None, self.types[path], "n", self.context_of(path))
        for token in list(node.lists):
            count = re.search(rf"^{token}\t\[ 0\tlocks=0 \]\t\(\t(\d+)\t\)", self.parts[path + ".parm"], re.MULTILINE)
            node.parm(token).set(int(count.group(1)))
        return {parm.name() for parms in node.tuples.values() for parm in parms}

    def test_node_types_are_known(self):
        for path, kind in self.types.items():
            if path != "hdaroot":
                self.assertTrue(WORLD.knows(self.context_of(path), kind), f"{path}: {kind}")
        inside = set(self.types.values())
        self.assertLessEqual({"firn_source", "firn_surface", "dopnet", "filecache::2.0"} | {"firn_" + m for m in METHODS}, inside)

    def test_wires_lead_to_neighbours_or_inputs(self):
        for path in self.types:
            for name in re.findall(r'^\d+ \t"([^"]+)" 0$', self.parts.get(path + ".def", ""), re.MULTILINE):
                if name.startswith("@"):
                    self.assertIn(name, ("@0", "@1"))
                else:
                    self.assertIn(path.rsplit("/", 1)[0] + "/" + name, self.types, path)

    def test_parameters_inside_are_known(self):
        for path in self.types:
            if path == "hdaroot":
                continue
            for token in re.findall(r"^(\w+)\t\[ 0", self.parts[path + ".parm"], re.MULTILINE):
                self.assertIn(token, self.single_names(path), path)

    def test_expressions_refer_to_parameters_of_the_asset(self):
        single = {token + axis for parm, token in zip(self.parms, self.tokens) if value_after(parm, "type") == "vector"
                  for axis in "xyz"} | {t for p, t in zip(self.parms, self.tokens) if value_after(p, "type") != "vector"}
        count = 0
        for path in self.types:
            depth = path.count("/")
            for up, token in re.findall(r'chs?\(\\"((?:\.\./)+)(\w+)\\"\)', self.parts.get(path + ".chn", "")):
                self.assertEqual(len(up) // 3, depth, f"{path}: {token}")
                self.assertIn(token, single, path)
                count += 1
        self.assertGreater(count, 60)

    def test_every_parameter_is_used(self):
        used = set(re.findall(r'chs?\(\\"(?:\.\./)+(\w+)\\"\)', "".join(self.parts.values())))
        for parm, token in zip(self.parms, self.tokens):
            self.assertIn(token + ("x" if value_after(parm, "type") == "vector" else ""), used)


class Damage(unittest.TestCase):
    """The checks above can fail."""

    def test_an_open_brace_is_found(self):
        with self.assertRaises(Broken):
            parse_dialog('{ parm { name "a" }')

    def test_a_missing_section_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = os.path.join(folder, "copy.hda")
            shutil.copytree(ROOT, copy)
            os.remove(os.path.join(copy, "Sop_1firn__configure", "Help"))
            with self.assertRaisesRegex(Broken, "Help"):
                sections(os.path.join(copy, "Sop_1firn__configure"))


class BuiltByHython(unittest.TestCase):
    def test_the_script_builds_the_asset(self):
        import build
        made = build.build("firn_configure.hda", PACKAGE)
        asset = made.type().definition()
        self.assertEqual((asset.name, asset.inputs), ("firn_configure", (0, 2)))
        self.assertEqual(WORLD.saved[-1], "firn_configure.hda")
        self.assertIsNotNone(made.parm("mpm_windx"))
        for method in METHODS:
            solver = made.node(f"sim_{method}/solver")
            self.assertEqual(solver.type().name(), "firn_" + method)
            self.assertEqual(solver.parm("windx").expression, f'ch("../../{method}_windx")')
        self.assertEqual(made.node("source").parm("material").expression, 'chs("../material")')
        self.assertEqual(made.node("source").parm("variations").eval(), 4)
        self.assertEqual(made.node("source").parm("variation_amount4").expression, 'ch("../variation_amount4")')
        self.assertEqual([node.name() for node in made.node("chosen").inputs()], ["points_" + m for m in METHODS])

    def test_a_parameter_that_a_node_lost_stops_it(self):
        import build
        from firn_asset import Asset
        asset = Asset(PACKAGE)
        asset.root.node("source").parms["seperation"] = 1
        holder = WORLD.root.node("obj").createNode("geo", "g").createNode("subnet", "s")
        with self.assertRaisesRegex(ValueError, "seperation"):
            build.add_nodes(holder, asset.root.children, holder.indirectInputs())


if __name__ == "__main__":
    unittest.main()
