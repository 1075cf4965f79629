"""expand.py PACKAGE: writes the asset firn_configure as text, in the layout of `hotl -t`, to PACKAGE/otls/expanded.

To be read, compared and checked. It has never been loaded by a Houdini, and the layout is known from public assets only:
the asset to use is the one that build.py makes with hython. It is in a folder of its own, where Houdini does not look."""
import os
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from firn_asset import Asset  # noqa: E402

BOUNDARY = "HOUDINIMIMEBOUNDARY0xD3ADD339-0x00000F49-0x56B122C9-0x00000001HOUDINIMIMEBOUNDARY"
KINDS = {"toggle": "toggle", "integer": "integer", "float": "float", "vector": "vector", "string": "string", "file": "file",
         "menu": "ordinal"}


def quoted(text):
    return '"' + str(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


def dialog_parm(parm, pad):
    size = ["    size    3"] if parm.type == "vector" else []
    values = parm.default if parm.type == "vector" else [int(parm.default) if parm.type == "toggle" else parm.default]
    lines = [f"name    {quoted(parm.token)}", f"label   {quoted(parm.label)}", f"type    {KINDS[parm.type]}"]
    lines += [line.strip() for line in size]
    lines.append("default { " + " ".join(quoted(value) for value in values) + " }")
    if parm.help:
        lines.append(f"help    {quoted(parm.help)}")
    if parm.menu or parm.words:
        kind = "menu" if parm.menu else "menureplace"
        lines.append(kind + " {")
        lines += [f"    {quoted(word)} {quoted(word.replace('_', ' ').title())}" for word in parm.menu or parm.words]
        lines.append("}")
    inner = "".join(f"{pad}    {line}\n" for line in lines)
    return f"{pad}parm {{\n{inner}{pad}}}\n"


def dialog_script(asset):
    text = f"{{\n    name    {asset.name}\n    script  {asset.name}\n    label   {quoted(asset.label)}\n\n"
    text += "    help {\n        \"\"\n    }\n\n"
    for number, label in enumerate(asset.inputs, 1):
        text += f"    inputlabel  {number} {quoted(label)}\n"
    for number, (label, parms) in enumerate(asset.folders):
        text += f"\n    group {{\n        name    \"folder{number}\"\n        label   {quoted(label)}\n\n"
        text += "".join(dialog_parm(parm, " " * 8) for parm in parms) + "    }\n"
    return text + "}\n"


def value_text(value):
    return quoted(value) if isinstance(value, str) else repr(value)


def node_parts(node, path, siblings):
    """The parts of one node in Contents.mime: what it is, how it is wired, its parameters; then its children's."""
    yield f"{path}.init", f"type = {node.type}\nmatchesdef = 0\n"
    wires = "".join(f"{index} \t{quoted(name)} 0\n" for index, name in enumerate(node.inputs))
    yield f"{path}.def", f"comment \"\"\ninputsNamed3\n{{\n{wires}}}\nexprlanguage hscript\nend\n"
    rows = "".join(f"{token}\t[ 0\tlocks=0 ]\t(\t{value_text(value)}\t)\n" for token, value in node.parms.items())
    rows += "".join(f"{token}\t[ 0\tlocks=0 ]\t(\t[ {token}\t0 ]\t)\n" for token in node.expressions)
    yield f"{path}.parm", f"{{\nversion 0.8\n{rows}}}\n"
    if node.expressions:
        channels = "".join(f"    channel {token} {{\n      segment {{ length = 0 expr = {quoted(words)} }}\n    }}\n"
                           for token, words in node.expressions.items())
        yield f"{path}.chn", f"{{\n{channels}}}\n"
    yield from network_parts(node, path)


def network_parts(node, path):
    if not node.children:
        return
    for child in node.children:
        yield from node_parts(child, f"{path}/{child.name}", node.children)
    yield f"{path}.order", f"{len(node.children)}\n" + "".join(child.name + "\n" for child in node.children)
    yield f"{path}.net", "1\n"


def contents_mime(asset):
    parts = [("node_type", "Sop\n"), ("hdaroot.init", "type = subnet\nmatchesdef = 0\n")]
    parts += network_parts(asset.root, "hdaroot")
    text = f"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"{BOUNDARY}\"\n\n"
    for name, body in parts:
        text += f"--{BOUNDARY}\nContent-Disposition: attachment; filename=\"{name}\"\nContent-Type: text/plain\n\n{body}\n"
    return text + f"--{BOUNDARY}--\n"


def index_section(asset, path):
    return (f"Operator:     {asset.name}\nLabel:        {asset.label}\nPath:         oplib:/{path}?{path}\n"
            f"Icon:         SOP_firn_source\nTable:        Sop\nLicense:      \nExtra:        \nUser:         \n"
            f"Inputs:       0 to {len(asset.inputs)}\nOutputs:      1\nSubnet:       true\nPython:       false\n"
            "Empty:        false\nModified:     Thu Jan  1 00:00:00 1970\n\n")


def files(asset):
    """Relative path -> text of everything that the expanded asset has."""
    path = f"Sop/{asset.name}"
    folder = path.replace("_", "__").replace("/", "_1")
    options = "".join(f"{key} := {value};\n" for key, value in (
        ("CheckExternal", 1), ("ContentsCompressionType", 1), ("ForbidOutsideParms", 1), ("GzipContents", 1),
        ("LockContents", 1), ("MakeDefault", 1), ("ParmsFromVfl", 0), ("PrefixDroppedParmLabel", 0),
        ("PrefixDroppedParmName", 0), ("SaveCachedCode", 0), ("SaveIcon", 1), ("SaveSpareParms", 0),
        ("UnlockOnCreate", 0), ("UseDSParms", 1)))
    sections = {
        "DialogScript": dialog_script(asset),
        "CreateScript": f"# {asset.name}\nopexprlanguage -s hscript $arg1\nopuserdata -n '___Version___' -v '' $arg1\n",
        "TypePropertiesOptions": options,
        "ExtraFileOptions": "{\n}\n",
        "InternalFileOptions": "{\n}\n",
        "Help": f"= {asset.label} =\n\n\"\"\"{asset.summary}\"\"\"\n",
    }
    out = {"houdini.hdalibrary": "", "INDEX__SECTION": index_section(asset, path)}
    out["Sections.list"] = f'""\nINDEX__SECTION\tINDEX_SECTION\nhoudini.hdalibrary\thoudini.hdalibrary\n{folder}\t{path}\n'
    for name, text in sections.items():
        out[f"{folder}/{name}"] = text
    out[f"{folder}/Sections.list"] = '""\n' + "".join(f"{name}\t{name}\n" for name in sections) + "Contents.dir\tContents.gz\n"
    out[f"{folder}/Contents.dir/Contents.mime"] = contents_mime(asset)
    out[f"{folder}/Contents.dir/Sections.list"] = '""\nContents.mime\tContents.mime\n'
    return out


def expand(package):
    asset = Asset(package)
    target = os.path.join(package, "otls", "expanded", asset.name + ".hda")
    shutil.rmtree(target, ignore_errors=True)
    for path, text in files(asset).items():
        full = os.path.join(target, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    return target


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: expand.py PACKAGE")
    expand(sys.argv[1])
