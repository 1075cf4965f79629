"""firn run and firn check: the same bits at any thread count, one run per folder, output that programs can read."""
import json
import os
import pty
import signal
import subprocess
import time

from firn_program import PROGRAM, SOURCE, FirnTest, main


class Running(FirnTest):
    def test_a_run_writes_every_frame_the_record_the_report_and_a_checkpoint(self):
        self.succeed("run", self.scene)
        frames = [f"snow.{frame:04d}.bgeo" for frame in range(1, 13)]
        self.assertEqual(sorted(os.listdir(self.path("out"))),
                         sorted(frames + ["run.json", "report.jsonl", "checkpoint.firn", "plot.html"]))
        with open(self.path("out", "report.jsonl")) as file:
            self.assertEqual([json.loads(line)["frame"] for line in file], list(range(1, 13)))
        with open(self.path("out", "run.json")) as file:
            record = json.load(file)
        self.assertEqual([entry["hash"] for entry in record["frames"]], self.hashes())
        sizes = [os.path.getsize(self.path("out", entry["file"])) for entry in record["frames"]]
        self.assertEqual([entry["bytes"] for entry in record["frames"]], sizes)

    def test_the_same_bits_for_any_number_of_threads(self):
        whole = [self.whole_run(None, f"threads{n}", "--threads", n) for n in (1, 2, 3, 8)]
        self.assertEqual(whole, [whole[0]] * 4)
        self.assertEqual(len(set(whole[0])), 12)

    def test_another_seed_gives_other_bits(self):
        self.assertNotEqual(self.whole_run()[-1], self.whole_run(None, "seed", "--set", "simulation.seed=2")[-1])

    def test_frames_can_be_negative_and_long(self):
        scene = self.write_scene({"simulation": {"start_frame": -2, "end_frame": 1}})
        self.whole_run(scene)
        self.assertIn("snow.-0002.bgeo", os.listdir(self.path("whole")))
        scene = self.write_scene({"simulation": {"start_frame": 99999, "end_frame": 100000}})
        self.assertEqual(len(self.whole_run(scene, "long")), 2)
        self.assertIn("snow.100000.bgeo", os.listdir(self.path("long")))

    def test_a_density_grid_goes_beside_each_frame(self):
        self.whole_run(None, "whole", "--set", "output.density=true", "--frames", "2")
        self.assertIn("snow_density.0002.vdb", os.listdir(self.path("whole")))
        os.remove(self.path("whole", "snow_density.0001.vdb"))
        self.refuse(5, ["snow_density.0001.vdb"], "hash", self.path("whole"))


class Shown(FirnTest):
    def test_plain_lines_have_one_per_frame_with_its_hash(self):
        lines = [line for line in self.succeed("run", self.scene).stdout.splitlines() if line.startswith("frame ")]
        self.assertEqual([line.split()[-1] for line in lines], self.hashes())
        self.assertTrue(lines[4].startswith("frame 5/12  3 steps  "), lines[4])

    def test_json_lines_all_parse_and_carry_the_hashes(self):
        events = [json.loads(line) for line in self.succeed("run", self.scene, "--json").stdout.splitlines()]
        self.assertEqual([e["hash"] for e in events if e["event"] == "frame"], self.hashes())
        self.assertEqual((events[0]["event"], events[-1]["event"]), ("start", "end"))
        self.assertEqual(events[-1]["status"], "complete")

    def test_particles_that_leave_the_bounds_are_told(self):
        narrow = ("--set", "simulation.bounds_max=10,1,10", "--overwrite")
        lines = self.succeed("run", self.scene, *narrow).stdout.splitlines()
        self.assertTrue(any(" left the bounds" in line for line in lines if line.startswith("frame 2/")), lines)
        events = [json.loads(line) for line in self.succeed("run", self.scene, "--json", *narrow).stdout.splitlines()]
        left = [event["left"] for event in events if event["event"] == "frame"]
        self.assertGreater(left[1], 0)
        often = self.succeed("run", self.scene, "--json", *narrow, "--set", "output.checkpoint_every=1e-7")
        events = [json.loads(line) for line in often.stdout.splitlines()]
        self.assertEqual([event["left"] for event in events if event["event"] == "frame"], left)

    def test_quiet_prints_nothing(self):
        result = self.succeed("run", self.scene, "--quiet")
        self.assertEqual(result.stdout + result.stderr, "")

    def test_a_terminal_gets_one_updating_line(self):
        parent, child = pty.openpty()
        process = subprocess.Popen([PROGRAM, "run", self.scene], stdout=child, stderr=child)
        os.close(child)
        text = b""
        try:
            while chunk := os.read(parent, 4096):
                text += chunk
        except OSError:  # the terminal is closed
            pass
        self.assertEqual(process.wait(), 0)
        self.assertIn(b"\rframe 12/12", text)
        self.assertLessEqual(text.count(b"\n"), 3)


class OneRunPerFolder(FirnTest):
    def test_a_second_run_is_refused_and_told_what_to_do(self):
        self.succeed("run", self.scene, "--quiet")
        before = self.hashes()
        self.refuse(2, ["frames 1 to 12", "--resume", "--overwrite"], "run", self.scene)
        self.assertEqual(self.hashes(), before)

    def test_overwrite_replaces_frames_and_leaves_strangers_alone(self):
        self.succeed("run", self.scene, "--quiet")
        self.write_text("out/notes.0001.txt", "mine")
        self.succeed("run", self.scene, "--overwrite", "--frames", "4", "--quiet", "--format", "ply")
        frames = [f"snow.{frame:04d}.ply" for frame in range(1, 5)]
        self.assertEqual(sorted(os.listdir(self.path("out"))),
                         sorted(frames + ["run.json", "report.jsonl", "checkpoint.firn", "plot.html", "notes.0001.txt"]))

    def test_overwrite_with_a_bad_scene_keeps_the_old_frames(self):
        self.succeed("run", self.scene, "--quiet")
        before = self.hashes()
        scene = self.write_scene({"sources": [{"name": "floor", "shape": "plane"}]}, "bad.json")
        self.refuse(2, ["floor"], "run", scene, "--overwrite")
        self.assertEqual(self.hashes(), before)

    def test_a_run_beside_a_running_one_is_refused_with_code_7_and_its_process(self):
        long_scene = self.write_scene({"simulation": {"end_frame": 1000000}}, "long.json")
        first = subprocess.Popen([PROGRAM, "run", long_scene, "--quiet"])
        try:
            lock = self.path("out", "firn.lock")
            deadline = time.time() + 20
            while not (os.path.exists(lock) and os.path.getsize(lock) > 0) and time.time() < deadline:
                time.sleep(0.01)
            for mode in ("--resume", "--overwrite"):
                self.refuse(7, [f"process {first.pid}", "--output"], "run", self.scene, mode)
        finally:
            first.send_signal(signal.SIGKILL)
            first.wait()
        self.assertTrue(os.path.exists(lock))
        self.succeed("run", self.scene, "--overwrite", "--quiet")  # the dead run's lock is no obstacle
        self.assertFalse(os.path.exists(lock))

    def test_leftovers_of_a_killed_run_are_removed(self):
        os.mkdir(self.path("out"))
        for name in ("snow.0003.bgeo.tmp-123-0", "run.json.tmp-123-0", "other.tmp-123-0"):
            self.write_text("out/" + name, "half")
        self.succeed("run", self.scene, "--quiet")
        self.assertEqual([name for name in os.listdir(self.path("out")) if ".tmp-" in name], ["other.tmp-123-0"])


class Checking(FirnTest):
    def test_check_counts_what_the_run_then_emits(self):
        found = json.loads(self.succeed("check", self.scene, "--json").stdout)
        self.succeed("run", self.scene, "--quiet")
        with open(self.path("out", "report.jsonl")) as file:
            emitted = [json.loads(line)["emitted"] for line in file]
        self.assertEqual(found["particles_first_frame"], emitted[0])
        self.assertAlmostEqual(found["particles_expected_more"], sum(emitted[1:]), delta=2)
        self.assertAlmostEqual(found["first_step"], 1 / 24 / 3, places=9)

    def test_check_says_about_how_much_memory_a_run_takes(self):
        tolerance = 0.25  # what else the machine does moves the figures of a run by a few per cent
        for method in ("mpm", "sph"):
            scene = self.write_scene({
                "simulation": {"fps": 2000, "end_frame": 2}, "solver": {"method": method},
                "sources": [{"name": "block", "shape": "box", "centre": [0, 0.2, 0], "size": [0.4, 0.4, 0.4],
                             "separation": 0.01, "material": "packing"}],
                "colliders": [{"name": "floor", "shape": "plane"}]})
            expected = json.loads(self.succeed("check", scene, "--json").stdout)["memory"]
            result = self.succeed("run", scene, "--json", "--output", self.path(method))
            events = [json.loads(line) for line in result.stdout.splitlines()]
            memory = max(event["memory"] for event in events if event["event"] == "frame")
            self.assertAlmostEqual(expected / memory, 1, delta=tolerance, msg=method)

    def test_check_text_names_sources_colliders_and_memory(self):
        text = self.succeed("check", self.scene).stdout
        for word in ("ball: sphere", "sky: box, snowfall", "ground: plane", "post: capsule", "memory", "first step"):
            self.assertIn(word, text)

    def test_check_notes_sources_outside_the_bounds(self):
        text = self.succeed("check", self.scene, "--set", "simulation.bounds_max=10,1.5,10").stdout
        self.assertIn("source 'sky' is wholly outside the bounds", text)
        self.assertNotIn("source 'ball' is wholly", text)

    def test_check_notes_sources_that_do_less_than_they_say(self):
        text = self.succeed("check", self.scene, "--set", "sources.ball.start=99", "--set",
                            "sources.sky.velocity=0,0,0").stdout
        self.assertIn('sources[0] "ball": never emits before the last frame', text)
        self.assertIn('sources[1] "sky": snowfall without velocity', text)
        text = self.succeed("check", self.scene, "--set", "sources.ball.emit=continuous", "--set",
                            "sources.ball.velocity=0,0,0").stdout
        self.assertIn("emits once", text)

    def test_check_writes_nothing(self):
        self.succeed("check", self.scene)
        self.assertEqual(os.listdir(self.folder), ["scene.json"])

    def test_the_demo_scene_passes_with_every_variant(self):
        demo = os.path.join(SOURCE, "hip_examples", "snowfall", "scene.json")
        for variant in ([], ["--variant", "preview"], ["--variant", "paper"]):
            self.succeed("check", demo, *variant)


if __name__ == "__main__":
    main()
