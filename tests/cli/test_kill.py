"""kill -9 at fifty instants: each leaves a folder that --resume brings to the same bits as a run in one go."""
import os
import random
import shutil
import subprocess
import time

from firn_program import PROGRAM, FirnTest, main

KILLS = 50


class Killing(FirnTest):
    def test_every_kill_leaves_a_resumable_folder(self):
        # A checkpoint after each frame, so that all of the writing is under fire.
        scene = self.write_scene({"simulation": {"end_frame": 8}})
        begun = time.time()
        whole = self.whole_run(scene)
        length = time.time() - begun
        instants = random.Random(1).random
        killed = 0
        for kill in range(KILLS):
            out = self.path("killed")
            shutil.rmtree(out, ignore_errors=True)
            process = subprocess.Popen([PROGRAM, "run", scene, "--output", out, "--quiet"])
            time.sleep(length * instants())
            process.kill()
            killed += process.wait() == -9
            if os.path.exists(os.path.join(out, "run.json")):
                self.hashes(out)  # every recorded frame is whole
            self.succeed("run", scene, "--resume", "--output", out, "--quiet")
            self.assertEqual(self.hashes(out), whole, f"kill {kill}")
            self.assertEqual([name for name in os.listdir(out) if ".tmp-" in name], [])
        self.assertGreater(killed, KILLS // 2, "most runs ended before they were killed")


if __name__ == "__main__":
    main()
