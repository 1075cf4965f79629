"""A small stand-in of Houdini's module `hou`, for tests of scripts that build networks. It knows the types and parameters
of Firn's nodes from the package's nodes.json, and of SideFX's nodes just those that our scripts use; everything else is
refused by name. install() makes it importable as `hou`."""
import json
import os
import re
import sys
import types

# SideFX's nodes: parameters and how many values they have ("" for a text, a list for a menu's words). Where each name
# was checked: docs/houdini.md, "SideFX's names".
HOUSE = {
    "obj": {
        "geo": {}, "dopnet": {"startframe": 1, "substep": 1},
        "cam": {"t": 3, "r": 3, "res": 2, "focal": 1, "aperture": 1},
    },
    "sop": {
        "file": {"file": ""}, "merge": {}, "null": {}, "output": {}, "object_merge": {"objpath1": ""},
        "xform": {"t": 3, "r": 3, "s": 3, "p": 3, "scale": 1}, "box": {"size": 3, "t": 3},
        "sphere": {"type": ["prim", "poly", "polymesh"], "rad": 3, "rows": 1, "cols": 1},
        "tube": {"type": ["prim", "poly", "polymesh"], "cap": 1, "rad": 2, "height": 1, "rows": 1, "cols": 1},
        "attribwrangle": {"snippet": "", "class": ["detail", "primitive", "point", "vertex", "number"]}, "polyextrude::2.0": {"dist": 1, "outputback": 1},
        "dopimport": {"doppath": "", "objpattern": ""}, "switch": {"input": 1}, "dopnet": {"startframe": 1, "substep": 1},
        "rop_geometry": {"sopoutput": "", "trange": ["off", "normal", "on"], "f": 3},
        "filecache::2.0": {"filemethod": ["constructed", "explicit"], "file": "", "loadfromdisk": 1}, "subnet": {},
    },
    "dop": {
        "popobject": {"object_name": "", "initial_geo": ""}, "merge": {}, "output": {}, "multisolver": {},
        "gravity": {"force": 3}, "groundplane": {"objname": "", "t": 3, "r": 3, "friction": 1},
        "staticobject": {"object_name": "", "soppath": "", "friction": 1, "animategeo": 1, "createframe": 1},
        "sopsolver::2.0": {},
    },
}
CHILDREN = {"geo": "sop", "dopnet": "dop", "sopsolver::2.0": "sop", "subnet": "sop"}
BORN_WITH = {"dopnet": [("output", "output")], "sopsolver::2.0": [("null", "dop_geometry"), ("null", "OUT")],
             "subnet": []}


class OperationFailed(Exception):
    pass


class Parm:
    """One value of a parameter."""

    def __init__(self, node, name, kind, value):
        self.node, self.name_, self.kind, self.value = node, name, kind, value
        self.keys, self.expression = [], None

    def name(self):
        return self.name_

    def path(self):
        return f"{self.node.path()}/{self.name_}"

    def set(self, value):
        if isinstance(self.kind, list):
            if value not in self.kind:
                raise OperationFailed(f"{self.path()}: the menu has no {value!r}, only {self.kind}")
        elif isinstance(value, bool) or isinstance(value, str) != (self.kind == ""):
            raise TypeError(f"{self.path()} cannot be {value!r}")
        elif not isinstance(value, (int, float, str)):
            raise TypeError(f"{self.path()} cannot be {value!r}")
        self.value = value
        self.node.changed_lists()

    def eval(self):
        return self.value

    def setExpression(self, text, language=None):
        self.expression = text

    def setKeyframe(self, key):
        if key.time is None or key.value is None:
            raise OperationFailed(f"{self.path()}: a key without a time or a value")
        self.keys.append((key.time, key.value, key.expression))


class ParmTuple(list):
    def set(self, values):
        if len(values) != len(self):
            raise OperationFailed(f"{self[0].path()}: {len(values)} values for {len(self)}")
        for parm, value in zip(self, values):
            parm.set(value)

    def eval(self):
        return tuple(parm.eval() for parm in self)


class Node:
    def __init__(self, world, parent, kind, name, context):
        self.world, self.parent_, self.kind, self.name_, self.context = world, parent, kind, name, context
        self.children_, self.inputs_, self.tuples, self.lists = {}, [], {}, {}
        self.display, self.notes, self.asset = False, [], None
        for token, size in world.parms_of(context, kind).items():
            self.add_parm(token, size)
        for folder in world.own.get((context, kind), {}).get("folders", []):
            if folder["repeat"]:
                self.add_parm(folder["repeat"], 1)
                self.lists[folder["repeat"]] = {parm["token"]: size_of(parm) for parm in folder["parms"]}
        for born, child in BORN_WITH.get(kind, []):
            self.children_[child] = Node(world, self, born, child, CHILDREN[kind])

    def add_parm(self, token, size, default=0):
        count = size if isinstance(size, int) else 1
        kind = size if isinstance(size, (list, str)) else 1
        names = [token] if count == 1 else [token + "xyzw"[k] for k in range(count)]
        start = size[0] if isinstance(size, list) else "" if size == "" else default
        self.tuples[token] = ParmTuple(Parm(self, name, kind, start) for name in names)

    def changed_lists(self):
        """A list's parameters are there as often as its count says."""
        for token, rows in self.lists.items():
            for number in range(1, int(self.tuples[token][0].value) + 1):
                for row, size in rows.items():
                    if row.replace("#", str(number)) not in self.tuples:
                        self.add_parm(row.replace("#", str(number)), size)

    def createNode(self, kind, name=None):
        context = "obj" if self.path() == "/obj" else CHILDREN.get(self.kind)
        if context is None:
            raise OperationFailed(f"{self.path()} cannot hold nodes")
        if not self.world.knows(context, kind):
            raise OperationFailed(f"there is no {context} node of type {kind!r}")
        name = name or kind
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.-]*", name):
            raise OperationFailed(f"{name!r} is no name for a node")
        while name in self.children_:
            name += "1"
        self.children_[name] = Node(self.world, self, kind, name, context)
        return self.children_[name]

    def path(self):
        return (self.parent_.path() if self.parent_ else "") + "/" + self.name_ if self.name_ else ""

    def node(self, path):
        found = self
        for part in path.split("/"):
            found = found.parent_ if part == ".." else found.children_.get(part) if found else None
        return found

    def children(self):
        return list(self.children_.values())

    def parm(self, name):
        for parms in self.tuples.values():
            for parm in parms:
                if parm.name() == name:
                    return parm
        return None

    def parmTuple(self, name):
        return self.tuples.get(name)

    def setInput(self, index, node, output=0):
        if not isinstance(node, (Node, Indirect)):
            raise TypeError(f"{self.path()}: input {index} is {node!r}")
        if isinstance(node, Node) and node.parent_ is not self.parent_:
            raise OperationFailed(f"{node.path()} is not beside {self.path()}")
        self.inputs_ += [None] * (index + 1 - len(self.inputs_))
        self.inputs_[index] = node

    def inputs(self):
        return tuple(self.inputs_)

    def name(self):
        return self.name_

    def parent(self):
        return self.parent_

    def type(self):
        return types.SimpleNamespace(name=lambda: self.kind, definition=lambda: self.asset)

    def setDisplayFlag(self, on):
        self.display = on

    setRenderFlag = setComment = layoutChildren = lambda self, *args: None

    def createStickyNote(self):
        return types.SimpleNamespace(setText=self.notes.append)

    # Assets.
    def indirectInputs(self):
        return [Indirect(self, index) for index in range(4)]

    def setParmTemplateGroup(self, group):
        for template in group.flat():
            if template.token in self.tuples:
                raise OperationFailed(f"{self.path()} has {template.token!r} twice")
            self.add_parm(template.token, template.size, template.default)

    def createDigitalAsset(self, name, hda_file_name, description, min_num_inputs=0, max_num_inputs=0, **options):
        self.kind, sections = name, {}
        self.asset = types.SimpleNamespace(
            name=name, file=hda_file_name, label=description, inputs=(min_num_inputs, max_num_inputs), sections=sections,
            addSection=sections.__setitem__, setIcon=lambda icon: None, setParmTemplateGroup=lambda group: None,
            setExtraInfo=lambda text: None, save=lambda file, node=None: self.world.saved.append(file))
        return self


class Indirect:
    """An input of the node that a network is within."""

    def __init__(self, owner, index):
        self.owner, self.index = owner, index


class Template:
    def __init__(self, token, label, size, default=0, children=()):
        self.token, self.label, self.size, self.default, self.children = token, label, size, default, list(children)


class Keyframe:
    time = value = expression = None

    def setTime(self, time):
        self.time = time

    def setValue(self, value):
        self.value = value

    def setExpression(self, text, language=None):
        self.expression = text


class World:
    """One session: the tables, the tree of nodes, what was saved."""

    def __init__(self, nodes_json):
        self.variables = {}
        with open(nodes_json, encoding="utf-8") as file:
            self.own = {(node["context"], node["name"]): node for node in json.load(file)}
        self.saved = []
        self.clear()

    def clear(self, suppress_save_prompt=False):
        self.root = Node(self, None, "", "", "root")
        self.root.children_["obj"] = Node(self, self.root, "", "obj", "root")
        self.fps, self.frames, self.hip = 24, None, None

    def knows(self, context, kind):
        return kind in HOUSE[context] or (context, kind) in self.own

    def parms_of(self, context, kind):
        if (context, kind) not in self.own:
            return dict(HOUSE.get(context, {}).get(kind, {}))
        return {parm["token"]: size_of(parm) for folder in self.own[context, kind]["folders"]
                for parm in folder["parms"] if not folder["repeat"]}

    def module(self):
        hou = types.ModuleType("hou")
        hou.standin = self
        hou.OperationFailed = OperationFailed
        hou.getenv = self.variables.get
        hou.node = lambda path: self.root.node(path.strip("/")) if path.strip("/") else self.root
        hou.hipFile = types.SimpleNamespace(clear=self.clear, save=self.saved.append,
                                            setName=lambda name: setattr(self, "hip", name))
        hou.playbar = types.SimpleNamespace(setFrameRange=lambda a, b: setattr(self, "frames", (a, b)),
                                            setPlaybackRange=lambda a, b: None)
        hou.setFps = lambda fps: setattr(self, "fps", fps)
        hou.setFrame = lambda frame: None
        hou.Keyframe = Keyframe
        hou.exprLanguage = types.SimpleNamespace(Hscript="hscript", Python="python")
        hou.parmNamingScheme = types.SimpleNamespace(XYZW="xyzw")
        hou.stringParmType = types.SimpleNamespace(Regular="regular", FileReference="file")
        hou.FloatParmTemplate = lambda token, label, count, default_value=(0,), **more: Template(token, label, count, default_value[0])
        hou.IntParmTemplate = hou.FloatParmTemplate
        hou.ToggleParmTemplate = lambda token, label, default_value=False, **more: Template(token, label, 1, int(default_value))
        hou.StringParmTemplate = lambda token, label, count, **more: Template(token, label, "")
        hou.MenuParmTemplate = lambda token, label, items, menu_labels=(), **more: Template(token, label, list(items))
        hou.FolderParmTemplate = lambda token, label, parm_templates=(), **more: Template(token, label, 0, 0, parm_templates)
        hou.ParmTemplateGroup = Group
        return hou


class Group:
    def __init__(self, templates=()):
        self.templates = list(templates)

    def append(self, template):
        self.templates.append(template)

    def flat(self):
        stack = list(self.templates)
        while stack:
            template = stack.pop(0)
            if template.children:
                stack = template.children + stack
            else:
                yield template


def size_of(parm):
    return {"vector": 3, "string": "", "menu": parm.get("menu")}.get(parm["type"], 1)


def install(package):
    """Makes the stand-in importable as `hou`; `package` is the plug-in's folder."""
    world = World(os.path.join(package, "nodes.json"))
    world.variables["FIRN"] = package  # of the host: Python's environment does not have it
    sys.modules["hou"] = world.module()
    return world
