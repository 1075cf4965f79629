#!/usr/bin/env python3
"""The check of docs/hdk_api.md can fail: on a symbol that is not listed, on a row without a page, on a missing table."""
import os
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import check_hdk_api  # noqa: E402

STANDIN = "class SIM_Data {\npublic:\n    int getObjectId() const { return 1; }\n    void lock();\n};\n"
ROW = "| `{}` | something | a page |\n"


def tree_of(files):
    folder = tempfile.TemporaryDirectory()
    for path, text in files.items():
        full = os.path.join(folder.name, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8") as file:
            file.write(text)
    return folder


def problems(source, rows):
    with tree_of({"hdk_plugin/A.cpp": source, "docs/hdk_api.md": rows, "tests/houdini/standin/SIM/SIM_Data.h": STANDIN}) as root:
        return check_hdk_api.check(root)[0]


class CheckCanFail(unittest.TestCase):
    def test_listed_symbols_pass(self):
        self.assertEqual(problems("SIM_Data* d;", ROW.format("SIM_Data")), [])

    def test_an_unlisted_class_is_found(self):
        self.assertIn("SIM_Engine", " ".join(problems("SIM_Data* d; SIM_Engine* e;", ROW.format("SIM_Data"))))

    def test_an_unlisted_member_is_found(self):
        self.assertIn("getObjectId", " ".join(problems("int f(SIM_Data* d) { return d->getObjectId(); }", ROW.format("SIM_Data"))))

    def test_an_unlisted_member_in_small_letters_is_found(self):
        source = "void f(SIM_Data* d) { d->lock(); }"
        self.assertIn("lock", " ".join(problems(source, ROW.format("SIM_Data"))))
        self.assertEqual(problems(source, "| `SIM_Data` | void lock() | a page |\n"), [])

    def test_an_unlisted_header_is_found(self):
        self.assertIn("SIM/SIM_Engine.h", " ".join(problems("#include <SIM/SIM_Engine.h>\n", ROW.format("SIM_Data"))))

    def test_comments_and_texts_do_not_count(self):
        self.assertEqual(problems('// SIM_Engine\nconst char* t = "SIM_Engine"; SIM_Data* d;', ROW.format("SIM_Data")), [])

    def test_a_page_without_a_table_is_found(self):
        self.assertTrue(problems("", "# nothing\n"))


if __name__ == "__main__":
    unittest.main()
