"""Every system call that writes fails once: a clear error, no torn file, and a folder that can go on."""
import os
import shutil
import subprocess
import unittest

from firn_program import PROGRAM, FirnTest, main


def can_trace():
    if not shutil.which("strace"):
        return False
    return subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True).returncode == 0


@unittest.skipUnless(can_trace(), "SKIPPED: strace is missing or this system does not permit tracing")
class WriteFailures(FirnTest):
    def fail_each(self, call, error):
        scene = self.write_scene({"simulation": {"end_frame": 2}})
        whole = self.whole_run(scene)
        log, out = self.path("strace.log"), self.path("failing")
        failed = 0
        for number in range(1, 200):
            shutil.rmtree(out, ignore_errors=True)
            result = subprocess.run(
                ["strace", "-f", "-qq", "-o", log, "-e", f"trace={call}",
                 "-e", f"inject={call}:error={error}:when={number}",
                 PROGRAM, "run", scene, "--output", out, "--quiet", "--threads", "1"],
                capture_output=True, text=True, timeout=60)
            with open(log) as file:
                injected = "(INJECTED)" in file.read()
            if not injected:
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertGreater(failed, 0, f"the run makes no call of {call}")
                return
            failed += 1
            with self.subTest(call=call, number=number):
                self.assertEqual(result.returncode, 5, result.stderr)
                self.assertRegex(result.stderr, r"firn: error: .*failing/\S+")
                self.assert_whole_files(out)
                self.assertEqual([name for name in os.listdir(out) if ".tmp-" in name], [])
                self.succeed("run", scene, "--resume", "--output", out, "--quiet")
                self.assertEqual(self.hashes(out), whole)
        self.fail(f"the run never got through its calls of {call}")

    def test_write_without_space(self):
        self.fail_each("write", "ENOSPC")

    def test_pwrite_without_space(self):
        self.fail_each("pwrite64", "ENOSPC")

    def test_sync_that_fails(self):
        self.fail_each("fsync", "EIO")

    def test_rename_that_fails(self):
        self.fail_each("rename", "EIO")


if __name__ == "__main__":
    main()
