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


# A person may lack strace; the build that guards the project may not.
@unittest.skipUnless(can_trace() or os.environ.get("CI") == "true",
                     "SKIPPED: strace is missing or this system does not permit tracing")
class WriteFailures(FirnTest):
    def setUp(self):
        super().setUp()
        self.assertTrue(can_trace(), "strace is missing or this system does not permit tracing")

        self.scene = self.write_scene({"simulation": {"end_frame": 2}})
        self.whole = self.whole_run()
        self.log, self.out = self.path("strace.log"), self.path("failing")

    def traced(self, *options):
        """A run under strace in an empty folder."""
        shutil.rmtree(self.out, ignore_errors=True)
        result = subprocess.run(
            ["strace", "-f", "-qq", "-o", self.log, *options,
             PROGRAM, "run", self.scene, "--output", self.out, "--quiet", "--threads", "1"],
            capture_output=True, text=True, timeout=60)
        with open(self.log) as file:
            return result, file.read()

    def fail_at(self, call, error, number):
        """The call of this number fails; false when the run makes fewer."""
        result, log = self.traced("-e", f"trace={call}", "-e", f"inject={call}:error={error}:when={number}")
        if "(INJECTED)" not in log:
            self.assertEqual(result.returncode, 0, result.stderr)
            return False
        with self.subTest(call=call, number=number):
            self.assertEqual(result.returncode, 5, result.stderr)
            self.assertRegex(result.stderr, r"firn: error: .*failing/\S+")
            self.assert_whole_files(self.out)
            self.assertEqual([name for name in os.listdir(self.out) if ".tmp-" in name], [])
            self.succeed("run", self.scene, "--resume", "--output", self.out, "--quiet")
            self.assertEqual(self.hashes(self.out), self.whole)
        return True

    def fail_each(self, call, error):
        for number in range(1, 200):
            if not self.fail_at(call, error, number):
                self.assertGreater(number, 1, f"the run makes no call of {call}")
                return
        self.fail(f"the run never got through its calls of {call}")

    def test_write_without_space(self):
        self.fail_each("write", "ENOSPC")

    def test_write_that_fails(self):
        self.fail_each("write", "EIO")

    def test_open_without_space(self):
        _, log = self.traced("-e", "trace=openat")
        calls = [line for line in log.splitlines() if line.split()[0] == log.split()[0] and "openat(" in line]
        making = [i + 1 for i, line in enumerate(calls) if "O_CREAT" in line]
        self.assertGreater(len(making), 8)  # lock, report twice, record twice, two frames, checkpoint twice
        for number in making:
            self.assertTrue(self.fail_at("openat", "ENOSPC", number))

    def test_pwrite_without_space(self):
        self.fail_each("pwrite64", "ENOSPC")

    def test_sync_that_fails(self):
        self.fail_each("fsync", "EIO")

    def test_rename_that_fails(self):
        self.fail_each("rename", "EIO")


if __name__ == "__main__":
    main()
