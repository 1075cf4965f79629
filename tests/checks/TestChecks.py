#!/usr/bin/env python3
"""Shows that each check of tools/ can fail: every test builds a small bad tree and expects the check to name it."""
import os
import shutil
import stat
import sys
import tempfile
import unittest

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(PROJECT, "tools"))
import check_docs
import check_format
import check_gallery
import check_layers
import check_text


class BadTree(unittest.TestCase):
    def setUp(self):
        self.root = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.root)
        for path in (".clang-format", "tools/layers.txt"):
            with open(os.path.join(PROJECT, path), encoding="utf-8") as file:
                self.write(path, file.read())

    def write(self, path, text):
        full = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8") as file:
            file.write(text)
        return full

    def expect(self, found, *parts):
        problems, _ = found
        self.assertEqual(len(problems), 1, problems)
        for part in parts:
            self.assertIn(part, problems[0])

    def expect_fine(self, found):
        self.assertEqual(found[0], [])


class Layers(BadTree):
    def test_a_folder_may_include_those_above(self):
        self.write("core/sim/A.cpp", '#include "base/B.h"\n#include "solver/C.h"\n#include <vector>\n')
        self.expect_fine(check_layers.check(self.root))

    def test_a_folder_must_not_include_those_below(self):
        self.write("core/base/A.cpp", '#include "base/B.h"\n#include "sim/C.h"\n')
        self.expect(check_layers.check(self.root), "core/base/A.cpp:2", "sim/C.h")

    def test_methods_know_nothing_of_each_other(self):
        self.write("core/mpm/Method.cpp", '#include "solver/Method.h"\n')
        self.write("core/sph/Method.cpp", '#include "mpm/Grid.h"\n')
        self.expect(check_layers.check(self.root), "core/sph/Method.cpp:1", "mpm/Grid.h")

    def test_the_solver_folder_knows_no_method(self):
        self.write("core/mpm/Method.cpp", "\n")
        self.write("core/solver/A.cpp", '#include "mpm/Grid.h"\n')
        self.expect(check_layers.check(self.root), "core/solver/A.cpp:1")

    def test_an_unknown_folder_is_named(self):
        self.write("core/stray/A.cpp", '#include "base/B.h"\n')
        self.expect(check_layers.check(self.root), "core/stray/", "layers.txt")

    def test_includes_are_paths_from_core(self):
        self.write("core/base/A.cpp", '#include "B.h"\n')
        self.expect(check_layers.check(self.root), "core/base/A.cpp:1", "path from core/")

    def test_tbb_stays_in_parallel(self):
        self.write("core/parallel/A.cpp", "#include <tbb/parallel_for.h>\n")
        self.write("core/grid/A.cpp", "#include <tbb/parallel_for.h>\n")
        self.expect(check_layers.check(self.root), "core/grid/A.cpp:1", "TBB")

    def test_openvdb_stays_out_of_headers(self):
        self.write("core/geometry/LevelSetGrid.h", "#include <openvdb/openvdb.h>\n")
        self.write("core/geometry/A.cpp", "#include <openvdb/openvdb.h>\n")
        self.write("core/io/VdbStream.h", "#include <openvdb/openvdb.h>\n")
        self.write("core/geometry/Mesh.h", "#include <openvdb/openvdb.h>\n")
        self.expect(check_layers.check(self.root), "core/geometry/Mesh.h:1", "OpenVDB")

    def test_json_stays_in_io_and_the_program(self):
        self.write("core/io/A.cpp", "#include <nlohmann/json.hpp>\n")
        self.write("cli/A.cpp", "#include <nlohmann/json.hpp>\n")
        self.write("core/sim/A.cpp", "#include <nlohmann/json.hpp>\n")
        self.expect(check_layers.check(self.root), "core/sim/A.cpp:1", "nlohmann")

    def test_the_hdk_stays_in_the_plugin(self):
        self.write("hdk_plugin/A.cpp", "#include <SIM/SIM_Data.h>\n")
        self.write("core/sim/A.cpp", "#include <SIM/SIM_Data.h>\n")
        self.expect(check_layers.check(self.root), "core/sim/A.cpp:1", "HDK")


class Text(BadTree):
    def test_unfinished_work_is_named(self):
        self.write("core/base/A.cpp", "int a; // TO" "DO later\n")
        self.expect(check_text.check(self.root), "core/base/A.cpp:1", "unfinished")

    def test_a_path_of_one_machine_is_named(self):
        self.write("README.md", "fine\nsee /ho" "me/somebody/file\n")
        self.expect(check_text.check(self.root), "README.md:2", "path of one machine")

    def test_an_address_is_not_a_path(self):
        self.write("README.md", "https://example.org/home/page and build/root/x\n")
        self.expect_fine(check_text.check(self.root))

    def test_a_long_file_is_named(self):
        self.write("core/base/A.cpp", "int a();\n" * (check_text.MAX_LINES + 1))
        self.expect(check_text.check(self.root), "core/base/A.cpp", "split it")

    def test_the_last_line_ends(self):
        self.write("core/base/A.cpp", "int a();")
        self.expect(check_text.check(self.root), "no newline")

    def test_blanks_at_the_end_are_named(self):
        self.write("core/base/A.cpp", "int a(); \n")
        self.expect(check_text.check(self.root), "core/base/A.cpp:1", "blanks")


class Format(BadTree):
    def test_a_formatted_file_is_fine(self):
        self.write("core/base/A.cpp", "int a() { return 1; }\n")
        self.expect_fine(check_format.check(self.root))

    def test_another_layout_is_named(self):
        self.write("core/base/A.cpp", "int  a( ){return 1 ;}\n")
        problems, _ = check_format.check(self.root)
        self.assertTrue(problems and problems[0].startswith("core/base/A.cpp:1:"), problems)

    def test_fix_repairs_it(self):
        self.write("core/base/A.cpp", "int  a( ){return 1 ;}\n")
        check_format.check(self.root, fix=True)
        self.expect_fine(check_format.check(self.root))


class Docs(BadTree):
    def program(self, body):
        path = self.write("firn", "#!/bin/sh\n" + body)
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
        return path

    def write_docs(self, text):
        for name in check_docs.GENERATED:
            self.write(f"docs/{name}", text)

    WRITES_ONE = "".join(f'printf one > "$2/{name}"\n' for name in check_docs.GENERATED)

    def test_the_same_pages_are_fine(self):
        self.write_docs("one")
        self.expect_fine(check_docs.check(self.program(self.WRITES_ONE), self.root))

    def test_a_stale_page_is_named(self):
        self.write_docs("one")
        self.write("docs/attributes.md", "two")
        self.expect(check_docs.check(self.program(self.WRITES_ONE), self.root), "docs/attributes.md", "make docs")

    def test_a_missing_page_is_named(self):
        self.write("docs/parameters.md", "one")
        self.write("docs/attributes.md", "one")
        self.expect(check_docs.check(self.program(self.WRITES_ONE), self.root), "docs/scene.schema.json", "missing")

    def test_a_tree_without_pages_is_no_excuse(self):
        problems, _ = check_docs.check(self.program(self.WRITES_ONE), self.root)
        self.assertEqual(len(problems), len(check_docs.GENERATED))
        self.assertIn("docs/parameters.md: missing", problems[0])

    def test_a_failing_program_is_named(self):
        self.write_docs("one")
        self.expect(check_docs.check(self.program("exit 3\n"), self.root), "ended with 3")


class Gallery(BadTree):
    def test_small_pictures_on_the_page_are_fine(self):
        self.write("docs/gallery/ball.png", "x")
        self.write("docs/gallery.md", "![ball](gallery/ball.png)\n")
        self.expect_fine(check_gallery.check(self.root))

    def test_a_large_picture_is_named(self):
        self.write("docs/gallery/ball.png", "x" * (check_gallery.MAX_PICTURE + 1))
        self.write("docs/gallery.md", "![ball](gallery/ball.png)\n")
        self.expect(check_gallery.check(self.root), "docs/gallery/ball.png", "at most")

    def test_many_pictures_are_too_much(self):
        names = [f"gallery/{n}.png" for n in range(14)]
        for name in names:
            self.write(f"docs/{name}", "x" * check_gallery.MAX_PICTURE)
        self.write("docs/gallery.md", " ".join(names))
        self.expect(check_gallery.check(self.root), "in all")

    def test_a_picture_that_nobody_sees_is_named(self):
        self.write("docs/gallery/ball.png", "x")
        self.expect(check_gallery.check(self.root), "docs/gallery/ball.png", "does not show it")


if __name__ == "__main__":
    unittest.main()
