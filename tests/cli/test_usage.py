"""The command line: help, suggestions, and an exit code for each kind of trouble."""
import json
import os
import subprocess

from firn_program import PROGRAM, FirnTest, firn, main

COMMANDS = ["run", "check", "info", "hash", "convert", "params", "presets", "methods", "schema", "docs"]


class Help(FirnTest):
    def test_help_shows_every_command_two_examples_and_the_exit_codes(self):
        text = self.succeed("--help").stdout
        for command in COMMANDS:
            self.assertIn(f"\n  {command} ", text)
        self.assertEqual(text.count("\n  firn run "), 2)
        self.assertIn("7 folder in use", text)

    def test_every_command_has_help(self):
        for command in COMMANDS:
            self.assertIn("Usage:", self.succeed(command, "--help").stdout)

    def test_version_is_printed(self):
        self.assertRegex(self.succeed("--version").stdout, r"^firn \d+\.\d+\.\d+ ")


class Typos(FirnTest):
    def test_unknown_command_gets_a_suggestion(self):
        self.refuse(2, ["'rnu'", "'run'"], "rnu", "scene.json")

    def test_unknown_option_gets_a_suggestion(self):
        self.refuse(2, ["'--thraeds'", "'--threads'", "firn run --help"], "run", self.scene, "--thraeds=4")

    def test_unknown_key_in_a_setting_gets_a_suggestion(self):
        self.refuse(2, ["'end_fram'", "'end_frame'"], "run", self.scene, "--set", "simulation.end_fram=3")

    def test_unknown_variant_is_refused(self):
        self.refuse(2, ["variant", "'preview'"], "run", self.scene, "--variant", "preview")

    def test_unknown_table_gets_a_suggestion(self):
        self.refuse(2, ["'balistic'", "'ballistic'"], "params", "balistic")


class ExitCodes(FirnTest):
    def test_no_command_is_2(self):
        self.refuse(2, ["no command", "--help"])

    def test_missing_argument_is_2(self):
        self.refuse(2, ["scene"], "run")

    def test_one_argument_too_many_is_2(self):
        self.refuse(2, ["'more'", "too many"], "run", self.scene, "more")

    def test_resume_and_overwrite_together_are_2(self):
        self.refuse(2, ["--resume"], "run", self.scene, "--resume", "--overwrite")

    def test_negative_threads_are_2(self):
        self.refuse(2, ["--threads"], "run", self.scene, "--threads", "-1")

    def test_setting_without_equals_is_2(self):
        self.refuse(2, ["key=value"], "run", self.scene, "--set", "simulation.seed")

    def test_bad_frames_are_2(self):
        self.refuse(2, ["--frames", "1-48"], "run", self.scene, "--frames", "1..5")

    def test_frames_that_begin_in_the_middle_are_2(self):
        self.refuse(2, ["start_frame is 1", "--frames 12"], "run", self.scene, "--frames", "10-12")

    def test_a_bad_value_is_blamed_on_the_option_that_gave_it(self):
        for option, value in (("--format", "abc"), ("--frames", "99999999")):
            result = self.refuse(2, [option + ": "], "check", self.scene, option, value)
            self.assertNotIn("--set", result.stderr)

    def test_bad_scene_is_2_and_names_line_and_key(self):
        scene = self.write_text("bad.json", '{"solver": {"method": "ballistic"},\n "simulaton": {}}')
        self.refuse(2, ["bad.json:2", "'simulaton'", "'simulation'"], "run", scene)

    def test_output_that_leaves_the_scene_is_2(self):
        scene = self.write_scene({"output": {"folder": "../elsewhere"}})
        self.refuse(2, ["folder", "--output"], "run", scene)

    def test_source_in_a_plane_is_2_and_named(self):
        scene = self.write_scene({"sources": [{"name": "floor", "shape": "plane"}]})
        self.refuse(2, ["floor", "plane"], "run", scene)

    def test_too_many_particles_are_2(self):
        self.refuse(2, ["ball", "50"], "run", self.scene, "--set", "simulation.max_particles=50")

    def test_check_refuses_what_the_run_would_refuse(self):
        self.refuse(2, ["ball", "50"], "check", self.scene, "--set", "simulation.max_particles=50")
        result = self.refuse(2, ["ball", "e+", "max_particles"], "check", self.scene,
                             "--set", "sources.ball.radius=1000", "--set", "sources.ball.separation=1e-4")
        self.assertNotIn(",", result.stderr.split("particles by")[0].split("about")[1])

    def test_missing_scene_is_5(self):
        self.refuse(5, ["nowhere.json", "No such file"], "run", self.path("nowhere.json"))

    def test_missing_mesh_is_5_and_names_the_collider(self):
        scene = self.write_scene({"colliders": [{"name": "tree", "shape": "mesh", "file": "tree.obj"}]})
        self.refuse(5, ["tree.obj", "No such file"], "run", scene)

    def test_output_under_a_file_is_5(self):
        self.refuse(5, ["scene.json"], "run", self.scene, "--output", self.path("scene.json", "out"))

    def test_damaged_cache_is_5(self):
        self.succeed("run", self.scene, "--frames", "1", "--quiet")
        frame = self.path("out", "snow.0001.bgeo")
        self.flip_bit(frame)
        self.refuse(5, ["snow.0001.bgeo"], "hash", frame)
        self.refuse(5, ["snow.0001.bgeo"], "info", frame)
        self.refuse(5, ["snow.0001.bgeo"], "hash", self.path("out"))

    def test_too_many_substeps_are_6_and_leave_the_last_good_frame(self):
        result = firn("run", self.scene, "--set", "simulation.max_step=1e-6", "--set", "simulation.max_substeps=10")
        self.assertEqual(result.returncode, 6, result.stderr)
        self.assertIn("max_substeps", result.stderr)
        self.assertEqual(len(self.hashes()), 1)

    def test_a_value_that_is_not_finite_is_6_and_names_particle_and_pass(self):
        result = firn("run", self.scene, "--set", "sources.ball.velocity=3e38,0,0")
        self.assertEqual(result.returncode, 6, result.stderr)
        for word in ("frame 2, step 1", "pass 'fly'", "particle id", "not finite", "Frames up to 1 are good"):
            self.assertIn(word, result.stderr)
        self.assertEqual(len(self.hashes()), 1)

    def test_full_standard_output_is_5(self):
        with open("/dev/full", "w") as full:
            result = subprocess.run([PROGRAM, "params"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(result.returncode, 5)
        self.assertIn("standard output", result.stderr)

    def test_reader_that_goes_away_is_no_error(self):
        shell = f"'{PROGRAM}' params | head -n 1; exit ${{PIPESTATUS[0]}}"
        result = subprocess.run(["bash", "-c", shell], capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_missing_processor_feature_is_4(self):
        result = firn("methods", env={**os.environ, "FIRN_TEST_CPU_MISSING": "avx2"})
        self.assertEqual(result.returncode, 4, result.stderr)


class Reference(FirnTest):
    def test_params_list_every_table_of_the_scene(self):
        tables = {entry["table"] for entry in json.loads(self.succeed("params", "--json").stdout)}
        self.assertLessEqual({"simulation", "ballistic", "source", "shape", "collider", "material", "output"}, tables)

    def test_params_of_a_method_name_unit_range_and_default(self):
        text = self.succeed("params", "ballistic").stdout
        self.assertIn("terminal_speed = 1 m/s", text)
        self.assertIn("from 0.001 to 1000", text)

    def test_presets_have_a_density(self):
        presets = json.loads(self.succeed("presets", "--json").stdout)
        self.assertGreater(len(presets), 3)
        for preset in presets:
            self.assertGreater(preset["material"]["density"], 0)
        self.assertIn("powder: ", self.succeed("presets").stdout)

    def test_methods_include_ballistic(self):
        self.assertIn("ballistic", self.succeed("methods").stdout)

    def test_docs_are_written_and_the_schema_is_json(self):
        self.succeed("docs", self.path("docs"))
        self.assertEqual(sorted(os.listdir(self.path("docs"))),
                         ["attributes.md", "parameters.md", "scene.schema.json"])
        with open(self.path("docs", "scene.schema.json")) as file:
            self.assertEqual(json.load(file), json.loads(self.succeed("schema").stdout))


if __name__ == "__main__":
    main()
