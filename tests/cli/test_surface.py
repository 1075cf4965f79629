"""firn surface, firn plot and firn run --preview: what artists look at."""
import json
import os
import stat

from firn_program import FirnTest, firn, main


class Surface(FirnTest):
    def setUp(self):
        super().setUp()
        self.succeed("run", self.scene, "--frames", 3, "--quiet")

    def frame(self, number=1):
        return self.path("out", f"snow.{number:04d}.bgeo")

    def test_a_folder_gives_a_grid_for_every_frame(self):
        self.succeed("surface", self.path("out"))
        self.assertEqual(sorted(os.listdir(self.path("out", "surface"))),
                         [f"snow_surface.{n:04d}.vdb" for n in (1, 2, 3)])

    def test_the_level_set_is_read_back(self):
        self.succeed("surface", self.frame(), "--output", self.path("ball.vdb"))
        info = json.loads(self.succeed("info", self.path("ball.vdb"), "--json").stdout)
        self.assertEqual(info["kind"], "level set")

    def test_meshes_are_closed(self):
        for form in ("obj", "ply"):
            mesh = self.path(f"ball.{form}")
            self.succeed("surface", self.frame(), "--output", mesh)
            self.assertIn("closed", self.succeed("info", mesh).stdout)

    def test_several_formats_at_once(self):
        self.succeed("surface", self.path("out"), "--frames", 2, "--format", "ply", "--format", "vdb", "--output",
                     self.path("here"))
        self.assertEqual(sorted(os.listdir(self.path("here"))), ["snow_surface.0002.ply", "snow_surface.0002.vdb"])

    def test_the_same_bytes_for_any_number_of_threads(self):
        seen = set()
        for threads in (1, 2, 3, 8):
            for form in ("vdb", "ply"):
                target = self.path(f"t{threads}.{form}")
                self.succeed("surface", self.frame(), "--output", target, "--threads", threads)
                with open(target, "rb") as file:
                    seen.add((form, file.read()))
        self.assertEqual(len(seen), 2)

    def test_what_cannot_be_is_refused(self):
        target = self.path("x.vdb")
        self.refuse(2, ["anisotropic"], "surface", self.frame(), "--output", target, "--method", "anisotropc")
        self.refuse(2, ["voxel_size"], "surface", self.frame(), "--output", target, "--voxel-size", "-1")
        self.refuse(2, ["density"], "surface", self.frame(), "--output", self.path("x.obj"), "--density-only")
        self.assertFalse(os.path.exists(target))
        self.succeed("surface", self.frame(), "--output", target)
        self.refuse(2, ["--overwrite"], "surface", self.frame(), "--output", target)


class Plot(FirnTest):
    def test_a_run_writes_its_page(self):
        self.succeed("run", self.scene, "--quiet")
        with open(self.path("out", "plot.html")) as file:
            page = file.read()
        for word in ("Energy", "Largest speed", "Substeps", "Particles", "Time per frame", "complete"):
            self.assertIn(word, page)

    def test_a_run_that_stops_says_why_on_its_page(self):
        scene = self.write_scene({"simulation": {"max_particles": 650}})
        result = firn("run", scene, "--quiet")
        self.assertEqual(result.returncode, 2, result.stderr)
        with open(self.path("out", "plot.html")) as file:
            page = file.read()
        self.assertIn("stopped", page)
        self.assertIn("max_particles", page)

    def test_the_page_of_a_resumed_run_forgets_the_trouble(self):
        scene = self.write_scene({"simulation": {"max_particles": 650}})
        firn("run", scene, "--quiet")
        self.succeed("run", scene, "--resume", "--quiet", "--set", "simulation.max_particles=100000")
        with open(self.path("out", "plot.html")) as file:
            self.assertNotIn("max_particles", file.read())

    def test_several_runs_share_a_page(self):
        self.whole_run(None, "one", "--frames", 3)
        self.whole_run(None, "two", "--frames", 4)
        page = self.path("both.html")
        self.succeed("plot", self.path("one"), self.path("two"), "--output", page)
        with open(page) as file:
            text = file.read()
        self.assertIn("kinetic one", text)
        self.assertIn("kinetic two", text)

    def test_a_folder_without_a_run_is_refused(self):
        self.refuse(5, ["run.json"], "plot", self.folder)


class Preview(FirnTest):
    SMALL = ("--set", "render.width=64", "--set", "render.height=36")

    def run_preview(self, *more, path=None):
        environment = dict(os.environ, PATH=path if path is not None else self.path("nowhere"))
        return self.succeed("run", self.scene, "--preview", *self.SMALL, *more, env=environment)

    def test_a_picture_per_frame_and_a_contact_sheet(self):
        result = self.run_preview("--frames", 4)
        self.assertEqual(sorted(os.listdir(self.path("out", "preview"))), [f"snow.{n:04d}.png" for n in range(1, 5)])
        self.assertTrue(os.path.exists(self.path("out", "contact_sheet.png")))
        self.assertIn("ffmpeg is not installed", result.stdout)

    def test_a_resumed_run_has_the_same_pictures(self):
        self.run_preview("--output", self.path("whole"))
        self.run_preview("--frames", 5)
        self.run_preview("--resume")
        for name in sorted(os.listdir(self.path("whole", "preview"))):
            with open(self.path("whole", "preview", name), "rb") as one, open(self.path("out", "preview", name), "rb") as two:
                self.assertEqual(one.read(), two.read(), name)

    def test_the_film_is_made_by_ffmpeg_from_every_picture(self):
        os.mkdir(self.path("bin"))
        fake = self.write_text("bin/ffmpeg", "#!/bin/sh\nfor last; do :; done\n"
                               "while [ \"$1\" != -i ]; do shift; done\n/bin/grep -c ^file \"$2\" > \"$last\"\n")
        os.chmod(fake, os.stat(fake).st_mode | stat.S_IXUSR)
        result = self.run_preview("--frames", 4, path=self.path("bin"))
        with open(self.path("out", "preview.mp4")) as file:
            self.assertEqual(file.read().strip(), "4")
        self.assertIn("preview.mp4", result.stdout)


if __name__ == "__main__":
    main()
