"""hython otls/build.py [FILE.hda]: builds the asset firn_configure in Houdini, with the Firn package loaded.

This is the way to get the asset: Houdini itself writes the file, so it is one that Houdini can read. The text under
otls/expanded of the package comes from the same description and is there to be read and compared; it has never been
loaded by a Houdini. Without FILE the asset goes to otls/firn_configure.hda of the package."""
import os
import sys

import hou

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from firn_asset import Asset  # noqa: E402


def template(parm):
    """A parameter of the asset's interface."""
    if parm.type == "toggle":
        return hou.ToggleParmTemplate(parm.token, parm.label, default_value=bool(parm.default), help=parm.help)
    if parm.type == "menu":
        return hou.MenuParmTemplate(parm.token, parm.label, parm.menu, menu_labels=[word.replace("_", " ").title() for word in parm.menu],
                                    default_value=parm.menu.index(parm.default), help=parm.help)
    if parm.type in ("string", "file"):
        kind = hou.stringParmType.FileReference if parm.type == "file" else hou.stringParmType.Regular
        return hou.StringParmTemplate(parm.token, parm.label, 1, default_value=(parm.default,), string_type=kind,
                                      menu_items=parm.words, menu_labels=parm.words, help=parm.help)
    if parm.type == "integer":
        return hou.IntParmTemplate(parm.token, parm.label, 1, default_value=(int(parm.default),), help=parm.help)
    if parm.type == "vector":
        return hou.FloatParmTemplate(parm.token, parm.label, 3, default_value=tuple(parm.default),
                                     naming_scheme=hou.parmNamingScheme.XYZW, help=parm.help)
    if isinstance(parm.default, str):  # an expression, such as $FPS
        return hou.FloatParmTemplate(parm.token, parm.label, 1, default_expression=(parm.default,), help=parm.help)
    return hou.FloatParmTemplate(parm.token, parm.label, 1, default_value=(parm.default,), help=parm.help)


def interface(asset):
    group = hou.ParmTemplateGroup()
    for number, (label, parms) in enumerate(asset.folders):
        group.append(hou.FolderParmTemplate(f"folder{number}", label, parm_templates=[template(parm) for parm in parms]))
    return group


def add_nodes(parent, nodes, outside):
    """The nodes of a network, wired; `outside` are the inputs of the asset."""
    made = {}
    for node in nodes:  # a DOP network is born with its output
        made[node.name] = parent.node(node.name) or parent.createNode(node.type, node.name)
    for node in nodes:
        this = made[node.name]
        for index, name in enumerate(node.inputs):
            this.setInput(index, outside[int(name[1:])] if name.startswith("@") else made[name])
        for token, value in node.parms.items():
            find(this, token).set(value)
        for token, words in node.expressions.items():
            find(this, token).setExpression(words, hou.exprLanguage.Hscript)
        add_nodes(this, node.children, [])
    if nodes:
        parent.layoutChildren()


def find(node, token):
    parm = node.parm(token)
    if parm is None:
        raise ValueError(f"{node.path()} ({node.type().name()}) has no parameter {token!r}")
    return parm


def build(path, package):
    asset = Asset(package)
    holder = hou.node("/obj").createNode("geo", "firn_asset")
    subnet = holder.createNode("subnet", asset.name)
    subnet.setParmTemplateGroup(interface(asset))
    add_nodes(subnet, asset.root.children, subnet.indirectInputs())
    made = subnet.createDigitalAsset(asset.name, path, asset.label, 0, len(asset.inputs), ignore_external_references=True)
    definition = made.type().definition()
    definition.setParmTemplateGroup(interface(asset))
    definition.setIcon("SOP_firn_source")
    definition.addSection("Help", f"= {asset.label} =\n\n\"\"\"{asset.summary}\"\"\"\n")
    definition.save(path, made)
    return made


if __name__ == "__main__":
    PACKAGE = hou.getenv("FIRN") or os.environ.get("FIRN")
    if not PACKAGE:
        sys.exit("the variable FIRN is not set: Houdini did not load the Firn package")
    FILE = sys.argv[1] if len(sys.argv) > 1 else os.path.join(PACKAGE, "otls", "firn_configure.hda")
    build(FILE, PACKAGE)
    print("wrote", FILE)
