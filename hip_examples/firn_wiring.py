"""Nodes and parameters, so that a wrong name is an error with the node's path in it."""
import re

from firn_scene import SceneError


def make(parent, kind, name, inputs=()):
    """A node of that type, wired."""
    node = parent.createNode(kind, re.sub(r"\W", "_", name))
    for index, upstream in enumerate(inputs):
        node.setInput(index, upstream)
    return node


def put(node, token, value):
    """Sets a parameter: a number, a word of a menu, a text, or a vector."""
    if isinstance(value, (list, tuple)):
        parm = node.parmTuple(token)
        if parm is None or len(parm) != len(value):
            raise SceneError(f"{node.path()} ({node.type().name()}) has no parameter {token!r} of {len(value)} values")
        parm.set(tuple(value))
        return
    parm = node.parm(token)
    if parm is None:
        raise SceneError(f"{node.path()} ({node.type().name()}) has no parameter {token!r}")
    parm.set(int(value) if isinstance(value, bool) else value)


def fill(node, keys, prefix="", suffix=""):
    """Every key that is left becomes the parameter of its name."""
    for key, value in keys.rest().items():
        token = prefix + key + suffix
        if node.parm(token) is None and node.parmTuple(token) is None:
            raise SceneError(f"{keys.where}: {node.type().name()} has no parameter for {key!r}")
        put(node, token, value)
