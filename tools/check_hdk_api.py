#!/usr/bin/env python3
"""Checks that every HDK symbol that hdk_plugin/ uses is listed in docs/hdk_api.md with a signature and a page."""
import os
import re
import sys

import tree

PAGE = "docs/hdk_api.md"
INCLUDE = re.compile(r"^\s*#\s*include\s*<(([A-Z]{2,4})/\2_\w+\.h)>", re.MULTILINE)
# Names of the HDK: a library's prefix in capitals, then an underscore (SIM_Data) or a lower-case word (SIMgetX, UTgetX).
NAME = re.compile(r"\b(?:(?:SYS|UT|PRM|OP|SOP|GA|GEO|GU|SIM|GAS|RBD|CH)_[A-Za-z]\w*|(?:UT|SIM)get[A-Z]\w*"
                  r"|(?:GETSET|GET|DECLARE|IMPLEMENT)_[A-Z0-9_]+)\b")
PLAIN_TYPES = re.compile(r"\b(?:fpreal32|fpreal64|fpreal|int32|int64|exint)\b")
MEMBER = re.compile(r"(?:\.|->)\s*([a-z]\w*)\s*\(")
CALL = re.compile(r"(?:(?<![\w.>:])|(?<=::))([a-z]\w*)\s*\(")
ROW = re.compile(r"^\| `([^`]+)` \| (.+?) \| (.+?) \|\s*$", re.MULTILINE)
OWN_CLASS = re.compile(r"^class ((?:GAS|SIM|SOP)_Firn\w*)", re.MULTILINE)
# A member call is looked up when a class of the stand-in has a member of that name. These are also words of C++, of the
# standard library or of our own classes; without types they cannot be told apart, and are left out.
SHARED = set("""at clear copy create data emplace_back empty erase find for icon if insert int known make move name number
push_back read remove resize size templates type void words write""".split())
SIGNATURE_CALL = re.compile(r"\b([a-z]\w*)\(")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"')


def listed_symbols(root):
    """Symbol -> (signature, page) of the tables in docs/hdk_api.md."""
    rows = {}
    for symbol, signature, page in ROW.findall(tree.read_text(root, PAGE) or ""):
        rows[symbol] = (signature, page)
    return rows


def used_symbols(text, members):
    """Names of the HDK in one source file: headers, classes, macros, functions, and calls of known members."""
    for header, _ in INCLUDE.findall(text):
        yield header
    code = TEXT.sub('""', COMMENT.sub("", text))
    code = re.sub(r"^\s*#\s*include[^\n]*", "", code, flags=re.MULTILINE)
    for pattern in (NAME, PLAIN_TYPES):
        yield from pattern.findall(code)
    for name in MEMBER.findall(code) + CALL.findall(code):
        if name in members:
            yield name


def standin_members(root):
    """The names of the functions that the stand-in declares under SideFX's class names."""
    members = set()
    for path in tree.project_files(root):
        match = re.match(r"^tests/houdini/standin/[A-Z]{2,4}/\w+\.h$", path)
        if not match:
            continue
        code = COMMENT.sub("", tree.read_text(root, path))
        members |= set(re.findall(r"\b([a-z]\w*)\s*\([^;{]*\)\s*(?:const)?\s*(?:override)?\s*[;{=]", code))
    return {name for name in members if not name.startswith("standin")} - SHARED


def check(root):
    rows = listed_symbols(root)
    problems = [] if rows else [f"{PAGE}: no table of symbols"]
    members = standin_members(root)
    files = [path for path in tree.cpp_files(root) if re.match(r"^hdk_plugin/[^/]+$", path)]
    own = set()
    for path in files:
        own |= set(OWN_CLASS.findall(tree.read_text(root, path)))
    own |= set(re.findall(r"\b((?:GAS|SIM|SOP)_Firn\w*)", " ".join(tree.read_text(root, p) for p in files)))
    listed = set(rows) | {call for signature, _ in rows.values() for call in SIGNATURE_CALL.findall(signature)}
    missing = {}
    for path in files:
        for symbol in used_symbols(tree.read_text(root, path), members):
            if symbol not in listed and symbol not in own:
                missing.setdefault(symbol, path)
    problems += [f"{path}: uses {symbol}, which {PAGE} does not list" for symbol, path in sorted(missing.items())]
    for symbol, (signature, page) in sorted(rows.items()):
        if not signature.strip() or not page.strip():
            problems.append(f"{PAGE}: {symbol} has no signature or no page")
    return problems, len(files)


if __name__ == "__main__":
    sys.exit(tree.report("hdk api", *check(sys.argv[1] if len(sys.argv) > 1 else tree.project_root())))
