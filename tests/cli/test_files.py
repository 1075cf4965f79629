"""firn info, hash and convert: all formats tell the same about the same snow."""
import json
import os

from firn_program import FirnTest, main

FORMATS = ("bgeo", "geo", "vdb", "ply")


class Caches(FirnTest):
    def test_every_format_of_a_run_has_the_same_hashes(self):
        whole = [self.whole_run(None, form, "--format", form, "--frames", 3) for form in FORMATS]
        self.assertEqual(whole, [whole[0]] * 4)

    def test_converting_keeps_the_hash_frame_and_time(self):
        self.whole_run(None, "whole", "--frames", 3)
        first = self.path("whole", "snow.0003.bgeo")
        told = json.loads(self.succeed("info", first, "--json").stdout)
        self.assertTrue(told["verified"])
        self.assertEqual(told["frame"], 3)
        self.assertAlmostEqual(told["time"], 2 / 24)
        before = first
        for form in (*FORMATS, "bgeo"):
            after = self.path(f"copy_{form}.{form}")
            self.succeed("convert", before, after, "--overwrite")
            info = json.loads(self.succeed("info", after, "--json").stdout)
            for key in ("particles", "frame", "time", "hash", "verified", "bounds"):
                self.assertEqual(info[key], told[key], f"{form}: {key}")
            self.assertEqual({c["name"]: c["range"] for c in info["columns"]},
                             {c["name"]: c["range"] for c in told["columns"]})
            self.assertIn(told["hash"], self.succeed("hash", after).stdout)
            before = after

    def test_info_shows_counts_columns_and_hash(self):
        self.whole_run(None, "whole", "--frames", 1)
        text = self.succeed("info", self.path("whole", "snow.0001.bgeo")).stdout
        for word in ("particles", "P ", "3 x float32", "id ", "int64", "mass", "bounds", "verified"):
            self.assertIn(word, text)

    def test_convert_does_not_overwrite_unasked(self):
        self.whole_run(None, "whole", "--frames", 1)
        frame = self.path("whole", "snow.0001.bgeo")
        self.refuse(2, ["--overwrite"], "convert", frame, frame)

    def test_convert_to_an_unknown_format_is_refused(self):
        self.whole_run(None, "whole", "--frames", 1)
        self.refuse(2, ["abc"], "convert", self.path("whole", "snow.0001.bgeo"), self.path("x.abc"))

    def test_density_is_written_as_a_grid(self):
        self.whole_run(None, "whole", "--frames", 1)
        grid = self.path("density.vdb")
        self.succeed("convert", "--density", self.path("whole", "snow.0001.bgeo"), grid)
        self.assertGreater(os.path.getsize(grid), 0)


class OtherFiles(FirnTest):
    def test_info_of_a_mesh_counts_points_and_faces(self):
        mesh = self.write_text("pyramid.obj", "v 0 0 0\nv 1 0 0\nv 0 0 1\nv 0 2 0\nf 1 2 3\nf 1 4 2\nf 2 4 3\nf 3 4 1\n")
        info = json.loads(self.succeed("info", mesh, "--json").stdout)
        self.assertEqual((info["kind"], info["points"], info["faces"]), ("mesh", 4, 4))
        self.assertEqual(info["bounds"], [[0, 0, 0], [1, 2, 1]])
        self.assertIn("closed", self.succeed("info", mesh).stdout)

    def test_info_of_a_checkpoint_tells_frame_and_scene(self):
        self.succeed("run", self.scene, "--frames", 4, "--quiet")
        info = json.loads(self.succeed("info", self.path("out", "checkpoint.firn"), "--json").stdout)
        self.assertEqual((info["kind"], info["frame"], info["elapsed"]), ("checkpoint", 4, 0))
        self.assertEqual(info["hash"], self.hashes()[-1])

    def test_info_of_a_folder_sums_up_its_run(self):
        self.succeed("run", self.scene, "--frames", 4, "--quiet")
        info = json.loads(self.succeed("info", self.path("out"), "--json").stdout)
        self.assertEqual((info["kind"], info["method"], info["written"], info["complete"]),
                         ("run", "ballistic", 4, True))
        self.assertEqual((info["last_frame"], info["last_hash"]), (4, self.hashes()[-1]))
        self.assertIn("firn hash", self.succeed("info", self.path("out")).stdout)
        self.refuse(2, ["holds no run", "run.json"], "info", self.folder)

    def test_a_pipe_is_refused_at_once(self):
        pipe = self.path("pipe.bgeo")
        os.mkfifo(pipe)
        for command in ("info", "hash", "check", "run"):
            self.refuse(5, ["pipe.bgeo", "not a regular file"], command, pipe, timeout=10)
        scene = self.write_scene({"colliders": [{"name": "tree", "shape": "mesh", "file": "pipe.bgeo"}]})
        for command in ("check", "run"):
            self.refuse(5, ["pipe.bgeo"], command, scene, timeout=10)

    def test_info_of_a_stranger_is_refused(self):
        self.refuse(5, ["notes.bgeo"], "info", self.write_text("notes.bgeo", "hello"))
        self.refuse(2, ["notes.txt", ".bgeo"], "info", self.write_text("notes.txt", "hello"))


if __name__ == "__main__":
    main()
