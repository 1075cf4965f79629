"""Stopping and going on: a run in pieces has the same bits as one in one go."""
import json
import os
import shutil
import signal
import subprocess
import time

from firn_program import PROGRAM, FirnTest, main


# Snow that falls on a floor and packs there: SPH starts each pressure solve from the last step's.
SPH_SNOW = {
    "solver": {"method": "sph"},
    "sources": [{"name": "lump", "shape": "box", "centre": [0, 0.06, 0], "size": [0.1, 0.1, 0.1], "separation": 0.02,
                 "velocity": [0.2, -1, 0], "material": "packing"}],
    "colliders": [{"name": "floor", "shape": "plane"}],
}

CUBE = ("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
        "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n")


class Resuming(FirnTest):
    def test_split_by_frames_at_three_points_gives_the_same_bits(self):
        whole = self.whole_run()
        for split in (1, 5, 11):
            out = self.path(f"split{split}")
            self.succeed("run", self.scene, "--frames", split, "--output", out, "--quiet")
            self.succeed("run", self.scene, "--resume", "--output", out, "--quiet", "--threads", 1 + split % 3)
            self.assertEqual(self.hashes(out), whole)

    def stop_and_resume(self, scene):
        """Stops a run of many short steps per frame by a signal, early and late; resumed, it must have the same bits."""
        whole = self.whole_run(scene)
        stops, within = 0, 0
        for wait in (0.2, 0.35, 0.5, 0.65):
            out = self.path(f"stop{wait}")
            process = subprocess.Popen([PROGRAM, "run", scene, "--output", out, "--quiet"])
            time.sleep(wait)
            process.send_signal(signal.SIGTERM)
            code = process.wait(timeout=10)
            self.assertIn(code, (0, 3))
            if code == 3 and os.path.exists(os.path.join(out, "checkpoint.firn")):
                stops += 1
                info = json.loads(self.succeed("info", os.path.join(out, "checkpoint.firn"), "--json").stdout)
                within += info["elapsed"] > 0
            self.succeed("run", scene, "--resume", "--output", out, "--quiet")
            self.assertEqual(self.hashes(out), whole)
        self.assertGreater(stops, 0, "no signal came in time: the scene is too small for this machine")
        self.assertGreater(within, 0, "no signal landed within a frame")

    def test_stopped_between_two_steps_gives_the_same_bits(self):
        self.stop_and_resume(self.write_scene({"simulation": {"min_substeps": 2000, "end_frame": 4},
                                               "output": {"checkpoint_every": 1000}}))

    def test_sph_stopped_between_two_steps_gives_the_same_bits(self):
        self.stop_and_resume(self.write_scene({"simulation": {"min_substeps": 600, "end_frame": 4},
                                               "output": {"checkpoint_every": 1000}, **SPH_SNOW}))

    def test_sph_split_by_frames_gives_the_same_bits(self):
        scene = self.write_scene(SPH_SNOW)
        result = self.succeed("run", scene, "--json", "--output", self.path("whole"))
        events = [json.loads(line) for line in result.stdout.splitlines()]
        substeps = [event["substeps"] for event in events if event["event"] == "frame"]
        self.assertGreater(min(substeps[1:]), 3, "several steps in each frame")
        whole = self.hashes("whole")
        for split in (2, 7):
            out = self.path(f"split{split}")
            self.succeed("run", scene, "--frames", split, "--output", out, "--quiet")
            self.succeed("run", scene, "--resume", "--output", out, "--quiet", "--threads", 1 + split % 2)
            self.assertEqual(self.hashes(out), whole)

    def test_checkpoints_within_a_frame_change_nothing(self):
        scene = self.write_scene({"simulation": {"min_substeps": 2000, "end_frame": 3}})
        whole = self.whole_run(scene)
        result = self.succeed("run", scene, "--json", "--set", "output.checkpoint_every=0.02")
        events = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertGreater(sum(event["event"] == "checkpoint" for event in events), 3)
        self.assertEqual([event["substeps"] for event in events if event["event"] == "frame"], [0, 2000, 2000])
        self.assertEqual(self.hashes(), whole)

    def test_the_shortest_time_between_checkpoints_still_ends(self):
        scene = self.write_scene({"simulation": {"end_frame": 3}})
        whole = self.whole_run(scene)
        self.succeed("run", scene, "--quiet", "--set", "output.checkpoint_every=1e-7", timeout=20)
        self.assertEqual(self.hashes(), whole)

    def test_an_edit_in_the_middle_of_a_long_file_is_noticed(self):
        # 8 MiB, with the edit in what three pieces of 1 MiB would skip.
        comments = "# snow\n" * (8 * 2**20 // 7)
        scene = self.write_scene({"simulation": {"end_frame": 2},
                                  "colliders": [{"name": "cube", "shape": "mesh", "file": "cube.obj",
                                                 "voxel_size": 0.1}]})
        path = self.write_text("cube.obj", CUBE + comments)
        self.succeed("run", scene, "--frames", 1, "--quiet")
        with open(path, "r+b") as file:
            file.seek(2 * 2**20)
            file.write(b"#")
        self.refuse(2, ["cube.obj", "changed"], "run", scene, "--resume")

    def test_a_run_killed_before_its_record_is_written_knows_its_frames(self):
        whole = self.whole_run()
        shutil.copytree(self.path("whole"), self.path("out"))
        with open(self.path("out", "run.json")) as file:
            record = json.load(file)
        record["frames"] = record["frames"][:2]  # as when a run that went on at frame 2 was killed
        with open(self.path("out", "run.json"), "w") as file:
            json.dump(record, file)
        self.assertEqual(self.hashes(), whole)
        self.assertIn("nothing to do", self.succeed("run", self.scene, "--resume").stdout)
        with open(self.path("out", "run.json")) as file:
            self.assertEqual(len(json.load(file)["frames"]), 12)

    def test_resuming_from_another_folder_finds_the_same_files(self):
        self.write_text("cube.obj", CUBE)
        scene = self.write_scene({"colliders": [{"name": "cube", "shape": "mesh", "file": "cube.obj",
                                                 "voxel_size": 0.1}]})
        self.succeed("run", "scene.json", "--frames", 3, "--quiet", cwd=self.folder)
        self.succeed("run", scene, "--resume", "--quiet", cwd="/")
        self.assertEqual(self.hashes(), self.whole_run(scene))

    def test_a_limit_that_stopped_a_run_can_be_raised(self):
        scene = self.write_scene({"output": {"checkpoint_every": 0}})
        self.refuse(2, ["max_particles" , "sky"], "run", scene, "--set", "simulation.max_particles=650")
        self.succeed("run", scene, "--resume", "--quiet")
        self.assertEqual(self.hashes(), self.whole_run(scene))

    def test_the_report_has_each_frame_once_after_resuming(self):
        self.succeed("run", self.scene, "--frames", 5, "--quiet")
        with open(self.path("out", "report.jsonl"), "a") as file:
            file.write('{"frame": 6, "torn')
        self.succeed("run", self.scene, "--resume", "--quiet")
        with open(self.path("out", "report.jsonl")) as file:
            self.assertEqual([json.loads(line)["frame"] for line in file], list(range(1, 13)))

    def test_resume_in_an_empty_folder_starts(self):
        self.succeed("run", self.scene, "--resume", "--quiet")
        self.assertEqual(self.hashes(), self.whole_run())

    def test_a_complete_run_verifies_and_is_done(self):
        self.succeed("run", self.scene, "--quiet")
        before = os.stat(self.path("out", "snow.0012.bgeo")).st_mtime_ns
        self.assertIn("nothing to do", self.succeed("run", self.scene, "--resume").stdout)
        self.assertEqual(os.stat(self.path("out", "snow.0012.bgeo")).st_mtime_ns, before)

    def test_frames_after_the_checkpoint_are_written_again(self):
        whole = self.whole_run()
        shutil.copytree(self.path("whole"), self.path("out"))
        self.succeed("run", self.scene, "--frames", 3, "--overwrite", "--quiet")
        self.write_text("out/snow.0004.bgeo", "junk")
        self.succeed("run", self.scene, "--resume", "--quiet")
        self.assertEqual(self.hashes(), whole)


class Refusing(FirnTest):
    def setUp(self):
        super().setUp()
        self.succeed("run", self.scene, "--frames", 5, "--quiet")

    def test_a_changed_scene_is_refused_and_named(self):
        self.refuse(2, ["changed", "simulation.seed was 1, is now 9", "--overwrite"], "run", self.scene, "--resume",
                    "--set", "simulation.seed=9")

    def test_another_format_is_refused(self):
        self.refuse(2, ["output.format"], "run", self.scene, "--resume", "--format", "ply")

    def test_a_missing_frame_is_refused_and_named(self):
        os.remove(self.path("out", "snow.0003.bgeo"))
        self.refuse(5, ["snow.0003.bgeo"], "run", self.scene, "--resume")

    def test_a_damaged_frame_is_refused_and_named(self):
        frame = self.path("out", "snow.0002.bgeo")
        self.flip_bit(frame)
        self.refuse(5, ["snow.0002.bgeo"], "run", self.scene, "--resume")

    def test_an_exchanged_frame_is_refused(self):
        shutil.copy(self.path("out", "snow.0001.bgeo"), self.path("out", "snow.0002.bgeo"))
        self.refuse(5, ["snow.0002.bgeo", "frame 1"], "run", self.scene, "--resume")

    def test_a_damaged_checkpoint_is_refused(self):
        checkpoint = self.path("out", "checkpoint.firn")
        os.truncate(checkpoint, os.path.getsize(checkpoint) - 1)
        self.refuse(5, ["checkpoint.firn"], "run", self.scene, "--resume")

    def test_a_checkpoint_of_another_scene_is_refused(self):
        self.succeed("run", self.scene, "--set", "simulation.seed=9", "--output", self.path("other"), "--quiet")
        shutil.copy(self.path("other", "checkpoint.firn"), self.path("out", "checkpoint.firn"))
        self.refuse(5, ["checkpoint.firn", "another scene"], "run", self.scene, "--resume")

    def test_a_torn_record_is_refused(self):
        record = self.path("out", "run.json")
        os.truncate(record, os.path.getsize(record) // 2)
        self.refuse(5, ["run.json", "--overwrite"], "run", self.scene, "--resume")

    def test_a_record_that_points_out_of_the_folder_is_refused(self):
        record = self.path("out", "run.json")
        with open(record) as file:
            text = file.read().replace('"snow.0002.bgeo"', '"../scene.json"')
        with open(record, "w") as file:
            file.write(text)
        self.refuse(5, ["run.json"], "run", self.scene, "--resume")

    def test_frames_without_a_record_are_refused(self):
        os.remove(self.path("out", "run.json"))
        self.refuse(2, ["run.json", "--overwrite"], "run", self.scene, "--resume")


class ChangedInputs(FirnTest):
    def test_a_changed_mesh_is_refused_and_named(self):
        self.write_text("cube.obj", CUBE)
        scene = self.write_scene({"colliders": [{"name": "cube", "shape": "mesh", "file": "cube.obj",
                                                 "voxel_size": 0.1}]})
        self.succeed("run", scene, "--frames", 3)
        self.write_text("cube.obj", CUBE.replace("v 1 1 1", "v 1 1.2 1"))
        self.refuse(2, ["cube.obj", "changed"], "run", scene, "--resume")


class Stopping(FirnTest):
    def stop(self, number):
        scene = self.write_scene({"simulation": {"end_frame": 1000000}, "output": {"checkpoint_every": 1000}})
        process = subprocess.Popen([PROGRAM, "run", scene], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for line in process.stdout:
            if line.startswith("frame 3/"):
                break
        sent = time.time()
        process.send_signal(number)
        out, err = process.communicate(timeout=10)
        self.assertEqual(process.returncode, 3, out + err)
        self.assertLess(time.time() - sent, 10)
        self.assertIn("--resume", out)
        self.assertTrue(os.path.exists(self.path("out", "checkpoint.firn")))
        last = json.loads(self.succeed("info", self.path("out", "checkpoint.firn"), "--json").stdout)["frame"]
        self.succeed("run", scene, "--resume", "--frames", last + 2, "--quiet")

    def test_sigterm_leaves_a_checkpoint_and_code_3(self):
        self.stop(signal.SIGTERM)

    def test_ctrl_c_leaves_a_checkpoint_and_code_3(self):
        self.stop(signal.SIGINT)

    def test_sighup_leaves_a_checkpoint_and_code_3(self):
        self.stop(signal.SIGHUP)


if __name__ == "__main__":
    main()
