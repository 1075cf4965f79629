"""Every example has what a reader needs, and every variant of it can run. Python's standard library only."""
import functools
import json
import os
import re
import subprocess
import unittest

PROGRAM = os.environ["FIRN_PROGRAM"]
EXAMPLES = os.path.join(os.environ["FIRN_SOURCE"], "hip_examples")

# [Stomakhin2013] Table 3. The paper gives no count for block_on_wedge (Figure 8).
PAPER_PARTICLES = {
    "snowball_drop": 3.0e5,
    "snowball_smash": 3.0e5,
    "double_smash": 6.0e5,
    "snowplow": 3.9e6,
    "rolling_snowball": 7.2e6,
    "letters_fall": 7.5e5,
    "castle_destruction": 1.6e6,
    "walking_character": 3.0e6,
    "character_digging": 3.1e6,
    # [Gissler2020] Table 1
    "incline_friction": 1.22e5,
    "compression": 1.10e5,
    "tire": 5.5e6,
    "oven": 8.78e5,
    "single_flakes": 2028,
    "snow_angel": 9.42e6,
    "city_plow": 5.07e6,
    "shovel": 5.37e6,
    "loose_and_dense": 1350,
    "fall_density": 1171,
    "car_snowing": 5.04e6,
}
COUNT_TOLERANCE = 0.03  # the table has two digits
LEAST_SHARE_OF_PAPER_STEP = 0.9  # the first step of a paper variant, of the step that the paper gives
MOST_PREVIEW_PARTICLES = 6e4  # so that a preview takes less than two minutes on two cores
MOST_MESH_BYTES = 200000


def examples():
    return sorted(name for name in os.listdir(EXAMPLES) if os.path.exists(os.path.join(EXAMPLES, name, "scene.json")))


def scene(example):
    with open(os.path.join(EXAMPLES, example, "scene.json"), encoding="utf-8") as file:
        # Our scenes have whole-line and trailing comments, and no string with two slashes.
        return json.loads(re.sub(r"//.*", "", file.read()))


def variants(example):
    return list(scene(example)["variants"])


@functools.lru_cache(maxsize=None)
def check(example, variant=None):
    """What `firn check` finds in a scene; fails where it does."""
    command = [PROGRAM, "check", os.path.join(EXAMPLES, example, "scene.json"), "--json"]
    if variant:
        command += ["--variant", variant]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if result.returncode:
        raise AssertionError(f"{example}, variant {variant}: {result.stderr}")
    return json.loads(result.stdout)


def particles(found):
    return found["particles_first_frame"] + found["particles_expected_more"]


class Examples(unittest.TestCase):
    def test_every_variant_can_run(self):
        for example in examples():
            for variant in [None] + [name for name in variants(example) if not name.startswith("paper")]:
                with self.subTest(example=example, variant=variant):
                    check(example, variant)

    def test_previews_are_small(self):
        for example in examples():
            with self.subTest(example=example):
                self.assertLessEqual(particles(check(example, "preview")), MOST_PREVIEW_PARTICLES)

    def test_every_example_has_a_readme_that_names_its_variants(self):
        for example in examples():
            with open(os.path.join(EXAMPLES, example, "README.md"), encoding="utf-8") as file:
                text = file.read()
            for variant in variants(example):
                with self.subTest(example=example, variant=variant):
                    self.assertIn(f"`{variant}`", text)

    def test_meshes_are_small(self):
        for folder, _, files in os.walk(EXAMPLES):
            for name in files:
                if name.endswith((".obj", ".ply")):
                    with self.subTest(mesh=name):
                        self.assertLess(os.path.getsize(os.path.join(folder, name)), MOST_MESH_BYTES)


class PaperCounts(unittest.TestCase):
    """Millions of particles are counted, not simulated: a minute or so."""

    def test_paper_variants_have_the_papers_particle_count(self):
        for example, count in PAPER_PARTICLES.items():
            for variant in [name for name in variants(example) if name.startswith("paper")]:
                with self.subTest(example=example, variant=variant):
                    self.assertAlmostEqual(particles(check(example, variant)) / count, 1, delta=COUNT_TOLERANCE)

    def test_paper_variants_of_sph_take_the_papers_steps(self):
        """The paper's step is the longest allowed; no other limit may cut it short from the start."""
        tried = 0
        for example in examples():
            if scene(example)["solver"]["method"] != "sph":
                continue
            for variant, changes in scene(example)["variants"].items():
                longest = changes.get("solver.longest_step")
                if not variant.startswith("paper") or longest is None or changes.get("solver.method", "sph") != "sph":
                    continue
                with self.subTest(example=example, variant=variant):
                    step = check(example, variant)["first_step"]
                    if step is None:
                        self.skipTest("this machine has too little memory to build the first frame")
                    self.assertGreaterEqual(step, LEAST_SHARE_OF_PAPER_STEP * longest)
                    tried += 1
        self.assertGreater(tried, 0)


if __name__ == "__main__":
    unittest.main()
