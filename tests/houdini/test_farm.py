#!/usr/bin/env python3
"""The farm recipes fit the program: test_farm.py FIRN. Every `firn` command in the documents uses options that there
are, the exit codes are the program's, and the Slurm script survives preemption."""
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

FIRN = os.path.abspath(sys.argv.pop())
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
FARM = os.path.join(ROOT, "hip_examples", "farm")
PAGES = [os.path.join(ROOT, "docs", "farm.md"), os.path.join(FARM, "firn_array.sbatch"), os.path.join(FARM, "README.md")]
COMMAND = re.compile(r"\bfirn (run|check|hash|surface|info|convert|render|plot)\b([^\n`;&]*(?:`@\w+`[^\n`;&]*)*)")
QUOTED = re.compile(r'-arguments "(run|surface) ([^"]*)"')


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def firn(*words):
    return subprocess.run([FIRN, *words], capture_output=True, text=True, timeout=300)


class Recipes(unittest.TestCase):
    def test_options_exist(self):
        seen = 0
        for page in PAGES:
            text = read(page)
            for command, rest in COMMAND.findall(text) + QUOTED.findall(text):
                known = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", firn(command, "--help").stdout))
                for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", rest.split("#")[0]):
                    self.assertIn(option, known, f"{os.path.basename(page)}: firn {command}{rest}")
                    seen += 1
        self.assertGreater(seen, 15)

    def test_exit_codes_are_the_program_s(self):
        told = dict(re.findall(r"(?<![\w-])(\d) ([a-z][a-z, ]*?)(?=\s{2,}|\s*$)", firn("--help").stdout.split("Exit codes:")[1].split("\n\n")[0], re.MULTILINE))
        written = dict(re.findall(r"^\| (\d) \| ([^|]+?) \|", read(PAGES[0]), re.MULTILINE))
        self.assertEqual(len(told), 8)
        self.assertEqual(written, told)


SCENE = """{ "firn": 1, "simulation": { "end_frame": 80 }, "solver": { "method": "ballistic" },
  "sources": [ { "name": "flurry", "shape": "box", "size": [4, 0.1, 4], "centre": [0, 3, 0], "emit": "snowfall",
                 "flake_rate": 40, "velocity": [0, -1, 0] } ],
  "colliders": [ { "name": "ground", "shape": "plane" } ] }"""


class Slurm(unittest.TestCase):
    def start(self, folder, name):
        """The script as an array task, with a scontrol that writes down what it was asked."""
        bin_folder = os.path.join(folder, "bin")
        if not os.path.isdir(bin_folder):
            os.makedirs(bin_folder)
            os.symlink(FIRN, os.path.join(bin_folder, "firn"))
            with open(os.path.join(bin_folder, "scontrol"), "w", encoding="utf-8") as file:
                file.write(f'#!/bin/sh\necho "$@" >> {folder}/asked\n')
            os.chmod(os.path.join(bin_folder, "scontrol"), 0o755)
            with open(os.path.join(folder, "scene.json"), "w", encoding="utf-8") as file:
                file.write(SCENE)
        with open(os.path.join(folder, "list"), "w", encoding="utf-8") as file:
            file.write(f"first\n{folder}/scene.json --output {folder}/{name} --quiet\n")
        environment = {**os.environ, "PATH": bin_folder + os.pathsep + os.environ["PATH"], "SLURM_ARRAY_TASK_ID": "2",
                       "SLURM_ARRAY_JOB_ID": "77", "SLURM_CPUS_PER_TASK": "1"}
        return subprocess.Popen(["bash", os.path.join(FARM, "firn_array.sbatch"), os.path.join(folder, "list")],
                                env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def frames(self, folder, name):
        path = os.path.join(folder, name)
        return sorted(file for file in os.listdir(path) if file.endswith(".bgeo")) if os.path.isdir(path) else []

    def test_a_preempted_task_is_queued_again_and_goes_on(self):
        with tempfile.TemporaryDirectory() as folder:
            task = self.start(folder, "out")
            deadline = time.monotonic() + 60
            while len(self.frames(folder, "out")) < 3 and time.monotonic() < deadline:
                time.sleep(0.01)
            task.send_signal(signal.SIGTERM)
            text, _ = task.communicate(timeout=120)
            self.assertEqual(task.returncode, 0, text)
            self.assertEqual(read(os.path.join(folder, "asked")), "requeue 77_2\n", text)
            reached = len(self.frames(folder, "out"))
            self.assertLess(reached, 80, "the run was over before it was stopped")
            again = self.start(folder, "out")
            text, _ = again.communicate(timeout=300)
            self.assertEqual(again.returncode, 0, text)
            self.assertEqual(len(self.frames(folder, "out")), 80)
            self.assertEqual(read(os.path.join(folder, "asked")), "requeue 77_2\n", "only once")

    def test_a_bad_scene_is_not_tried_again(self):
        with tempfile.TemporaryDirectory() as folder:
            task = self.start(folder, "out --no-such-option")
            task.communicate(timeout=60)
            self.assertEqual(task.returncode, 2)
            self.assertFalse(os.path.exists(os.path.join(folder, "asked")))


if __name__ == "__main__":
    unittest.main()
