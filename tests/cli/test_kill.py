"""kill -9 at fifty instants: each leaves a folder that --resume brings to the same bits as a run in one go."""
import os
import random
import shutil
import subprocess
import time

from firn_program import PROGRAM, FirnTest, firn, main

KILLS = 50
OVERWRITES = 10


class Killing(FirnTest):
    def setUp(self):
        super().setUp()
        # A checkpoint after each frame, so that all of the writing is under fire.
        self.scene = self.write_scene({"simulation": {"end_frame": 8}})
        begun = time.time()
        self.whole = self.whole_run()
        self.length = time.time() - begun
        self.random = random.Random(1)
        self.killed = 0

    def kill_run(self, out, *more):
        process = subprocess.Popen([PROGRAM, "run", self.scene, "--output", out, "--quiet", *more])
        time.sleep(self.length * self.random.random())
        process.kill()
        self.killed += process.wait() == -9

    def test_every_kill_leaves_a_resumable_folder(self):
        for kill in range(KILLS):
            out = self.path("killed")
            shutil.rmtree(out, ignore_errors=True)
            self.kill_run(out)
            if kill % 5 == 0:
                self.kill_run(out, "--resume")  # killed again while it goes on
            if os.path.exists(os.path.join(out, "run.json")):
                self.hashes(out)  # every recorded frame is whole
            self.succeed("run", self.scene, "--resume", "--output", out, "--quiet")
            self.assertEqual(self.hashes(out), self.whole, f"kill {kill}")
            self.assertEqual([name for name in os.listdir(out) if ".tmp-" in name], [])
        self.assertGreater(self.killed, KILLS // 2, "most runs ended before they were killed")

    def test_a_kill_while_overwriting_never_mixes_two_scenes(self):
        for _ in range(OVERWRITES):
            out = self.path("replaced")
            shutil.rmtree(out, ignore_errors=True)
            self.succeed("run", self.scene, "--output", out, "--quiet", "--set", "simulation.seed=2")
            self.kill_run(out, "--overwrite")
            result = firn("run", self.scene, "--resume", "--output", out, "--quiet")
            if result.returncode != 0:  # killed before the old run was gone
                self.assertIn("scene has changed", result.stderr)
                self.succeed("run", self.scene, "--overwrite", "--output", out, "--quiet")
            self.assertEqual(self.hashes(out), self.whole)


if __name__ == "__main__":
    main()
