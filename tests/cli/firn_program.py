"""Runs the program `firn` for the tests of this folder. Python's standard library only."""
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["FIRN_PROGRAM"]
SOURCE = os.environ["FIRN_SOURCE"]

# A small scene with everything that a run has: two sources, moving and sticky colliders, several steps per frame.
SCENE = {
    "firn": 1,
    "title": "small",
    "simulation": {"fps": 24, "start_frame": 1, "end_frame": 12, "wind": [1, 0, 0], "min_substeps": 3},
    "solver": {"method": "ballistic"},
    "sources": [
        {"name": "ball", "shape": "sphere", "centre": [0, 1, 0], "radius": 0.2, "separation": 0.04,
         "velocity": [1, 0, 0], "material": "packing"},
        {"name": "sky", "shape": "box", "centre": [0, 2, 0], "size": [2, 0.2, 2], "emit": "snowfall",
         "flake_rate": 100, "velocity": [0, -1, 0], "velocity_spread": 0.2, "material": "powder"},
    ],
    "colliders": [
        {"name": "ground", "shape": "plane", "sticky": True},
        {"name": "post", "shape": "capsule", "centre": [0.5, 0.5, 0], "radius": 0.2, "velocity": [0.1, 0, 0]},
    ],
    "output": {"folder": "out", "name": "snow", "checkpoint_every": 0},
}


def firn(*arguments, timeout=60, **more):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=timeout, **more)


class FirnTest(unittest.TestCase):
    """A folder of its own with the small scene in it."""

    maxDiff = None

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="firn-test-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.scene = self.write_scene({})

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def write_scene(self, changes, name="scene.json"):
        """The small scene with whole sections' keys replaced."""
        scene = json.loads(json.dumps(SCENE))
        for section, values in changes.items():
            if isinstance(values, dict):
                scene.setdefault(section, {}).update(values)
            else:
                scene[section] = values
        with open(self.path(name), "w") as file:
            json.dump(scene, file)
        return self.path(name)

    def write_text(self, name, text):
        with open(self.path(name), "w") as file:
            file.write(text)
        return self.path(name)

    def flip_bit(self, path):
        """Damages one bit in the middle of a file."""
        with open(path, "r+b") as file:
            file.seek(os.path.getsize(path) // 2)
            byte = file.read(1)[0] ^ 1
            file.seek(-1, os.SEEK_CUR)
            file.write(bytes([byte]))

    def succeed(self, *arguments, **more):
        result = firn(*arguments, **more)
        self.assertEqual(result.returncode, 0, f"{arguments}: {result.stdout}\n{result.stderr}")
        return result

    def refuse(self, code, words, *arguments, **more):
        """The command fails with this code and says all these words in one error."""
        result = firn(*arguments, **more)
        self.assertEqual(result.returncode, code, f"{arguments}: {result.stdout}\n{result.stderr}")
        self.assertTrue(result.stderr.startswith("firn: error: "), result.stderr)
        for word in words:
            self.assertIn(word, result.stderr)
        return result

    def hashes(self, folder="out"):
        """The recomputed state hash of every frame, in order; each must verify."""
        result = self.succeed("hash", self.path(folder))
        lines = result.stdout.splitlines()
        for line in lines:
            self.assertRegex(line, r"^[0-9a-f]{16}  \S+  verified$")
        return [line.split()[0] for line in lines]

    def whole_run(self, scene=None, folder="whole", *more):
        """The hashes of a run in one go."""
        self.succeed("run", scene or self.scene, "--output", self.path(folder), "--quiet", *more)
        return self.hashes(folder)

    def assert_whole_files(self, folder):
        """No torn file under a final name: every file there is read back."""
        for name in sorted(os.listdir(folder)):
            path = os.path.join(folder, name)
            if re.fullmatch(r".*\.(bgeo|geo|vdb|ply)", name):
                self.succeed("hash", path)
            elif name == "checkpoint.firn":
                self.succeed("info", path)
            elif name == "run.json":
                with open(path) as file:
                    json.load(file)


def main():
    unittest.main(verbosity=2)
