"""The asset firn_configure as data: firn_configure.json together with the tables of the package (nodes.json,
presets.json), so that no parameter of a Firn node is declared twice. Python's standard library only."""
import json
import os

HERE = os.path.dirname(os.path.abspath(__file__))


class Parm:
    """A parameter of the asset. `type` is toggle, integer, float, vector, string, file or menu."""

    def __init__(self, token, label, kind, default, menu=(), words=(), help_text=""):
        self.token, self.label, self.type, self.default = token, label, kind, default
        self.menu, self.words, self.help = list(menu), list(words), help_text
        if kind == "menu" and not isinstance(default, str):
            self.default = self.menu[default]


class Node:
    """A node inside the asset: constant parameters, and expressions by the name of a single value (wind -> windx)."""

    def __init__(self, name, kind, inputs, parms, expressions, children, depth):
        self.name, self.type, self.inputs, self.parms = name, kind, inputs, parms
        self.expressions, self.children, self.depth = expressions, children, depth

    def node(self, path):
        first, _, rest = path.partition("/")
        for child in self.children:
            if child.name == first:
                return child.node(rest) if rest else child
        raise KeyError(path)


def named(text, method):
    return text.replace("{method}", method)


class Asset:
    def __init__(self, package, description=os.path.join(HERE, "firn_configure.json")):
        with open(description, encoding="utf-8") as file:
            self.description = json.load(file)
        with open(os.path.join(package, "nodes.json"), encoding="utf-8") as file:
            self.tables = {node["name"]: node for node in json.load(file)}
        with open(os.path.join(package, "presets.json"), encoding="utf-8") as file:
            self.presets = json.load(file)
        self.methods = [name[len("firn_"):] for name, node in self.tables.items() if node["context"] == "dop"]
        self.name, self.label = self.description["name"], self.description["label"]
        self.summary, self.inputs = self.description["summary"], self.description["inputs"]
        self.folders = [("Setup", [self.own_parm(entry) for entry in self.description["own"]])]
        self.types = {parm.token: parm.type for parm in self.folders[0][1]}
        self.root = Node("", "", [], {}, {}, self.nodes(self.description["nodes"], 1), 0)
        for entry in self.description["promote"]:
            for method in self.methods if "{method}" in entry["node"] else [""]:
                self.promote({key: named(value, method) if isinstance(value, str) else value for key, value in entry.items()})

    def own_parm(self, entry):
        menu = self.methods if entry.get("menu") == "methods" else entry.get("menu", [])
        return Parm(entry["token"], entry["label"], entry["type"], entry.get("default", 0), menu, help_text=entry["help"])

    def nodes(self, entries, depth):
        made = []
        for entry in entries:
            for method in self.methods if "{method}" in entry["name"] else [""]:
                made.append(self.one_node(entry, method, depth))
        return made

    def one_node(self, entry, method, depth):
        text = json.dumps(entry)
        entry = json.loads(named(text, method)) if method else entry
        inputs = []
        for name in entry.get("inputs", []):
            inputs += [name.replace("{methods}", each) for each in self.methods] if "{methods}" in name else [name]
        up = "../" * depth
        expressions = {token: words.replace("{up}", up) for token, words in entry.get("expressions", {}).items()}
        for token, target in entry.get("links", {}).items():
            expressions.update(self.reference(token, target, self.types[target], up))
        children = self.nodes(entry.get("nodes", []), depth + 1)
        return Node(entry["name"], entry["type"], inputs, dict(entry.get("parms", {})), expressions, children, depth)

    @staticmethod
    def reference(token, target, kind, up):
        """Expressions that take a parameter's values from the asset's."""
        if kind == "vector":
            return {token + axis: f'ch("{up}{target}{axis}")' for axis in "xyz"}
        return {token: f'{"chs" if kind in ("string", "file") else "ch"}("{up}{target}")'}

    @staticmethod
    def place_of(row, number, idle):
        """A row of a list, as it is at one of its places; `idle` are values with which the place does nothing."""
        token = row["token"].replace("#", str(number))
        return {**row, "token": token, "label": f'{row["label"]} {number}', "default": idle.get(row["token"], row["default"])}

    def promote(self, entry):
        """Every parameter of a Firn node becomes one of the asset's. A list that repeats gets a fixed number of places: a
        node inside cannot follow a list that grows."""
        node = self.root.node(entry["node"])
        label = self.tables["firn_" + entry["label"]]["label"] if entry["label"] in self.methods else entry["label"]
        for folder in self.tables[node.type]["folders"]:
            rows = folder["parms"]
            if folder["repeat"]:
                places = range(1, entry["places"] + 1)
                node.parms[folder["repeat"]] = len(places)
                rows = [self.place_of(row, number, entry["idle"]) for number in places for row in rows]
            parms = []
            for row in rows:
                token = entry["prefix"] + row["token"]
                if token in self.types:
                    raise ValueError(f"{self.name}: the parameter {token} comes twice; give {entry['node']} a prefix")
                words = [preset["name"] for preset in self.presets] if row["token"] == "material" else []
                parms.append(Parm(token, row["label"], row["type"], row["default"], row.get("menu", ()), words))
                self.types[token] = row["type"]
                node.expressions.update(self.reference(row["token"], token, row["type"], "../" * node.depth))
            self.folders.append((label if folder["label"] == label else f"{label}: {folder['label']}", parms))
