"""firn render: caches, folders and scenes become pictures that other programs can read."""
import os
import struct
import zlib

from firn_program import FirnTest, main

SMALL = ("--resolution", "64x36", "--samples", "2")


def decode(path):
    """Width, height and the pixels of a PNG file as rows of (r, g, b). Checks every chunk."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", path
    chunks, at = {}, 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        assert zlib.crc32(kind + body) == struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0], kind
        chunks[kind] = chunks.get(kind, b"") + body
        at += 12 + length
    width, height, bits, colour, *rest = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert (bits, rest) == (8, [0, 0, 0]) and b"IEND" in chunks
    step = {2: 3, 3: 1}[colour]
    raw, rows, above = zlib.decompress(chunks[b"IDAT"]), [], bytes(width * step)
    for y in range(height):
        line = raw[y * (width * step + 1):(y + 1) * (width * step + 1)]
        row = bytearray(line[1:])
        for i, value in enumerate(row):
            left, up, corner = (row[i - step] if i >= step else 0), above[i], (above[i - step] if i >= step else 0)
            if line[0] == 1:
                value += left
            elif line[0] == 2:
                value += up
            elif line[0] == 3:
                value += (left + up) // 2
            elif line[0] == 4:
                value += min((left, up, corner), key=lambda c: abs(left + up - corner - c))
            row[i] = value & 255
        above = bytes(row)
        if colour == 3:
            row = b"".join(chunks[b"PLTE"][3 * i:3 * i + 3] for i in row)
        rows.append([tuple(row[i:i + 3]) for i in range(0, len(row), 3)])
    return width, height, rows


def brightness(rows):
    return [sum(pixel) / 3 for row in rows for pixel in row]


class Render(FirnTest):
    def setUp(self):
        super().setUp()
        self.succeed("run", self.scene, "--frames", 3, "--quiet")

    def test_a_scene_gives_one_picture_per_frame(self):
        result = self.succeed("render", self.scene, *SMALL)
        for frame in (1, 2, 3):
            width, height, rows = decode(self.path("out", "render", f"snow.{frame:04d}.png"))
            self.assertEqual((width, height, len(rows)), (64, 36, 36))
            self.assertGreater(max(brightness(rows)) - min(brightness(rows)), 40)
        self.assertEqual(len(result.stdout.splitlines()), 3)

    def test_the_same_picture_from_scene_folder_and_cache(self):
        # One framing serves a run, so the camera is named here.
        camera = ("--set", "render.eye=1,1.5,3", "--set", "render.target=0,1,0", *SMALL)
        pictures = []
        for name, source in (("a", self.scene), ("b", self.path("out")), ("c", self.path("out", "snow.0002.bgeo"))):
            path = self.path(name + ".png")
            frames = () if name == "c" else ("--frames", 2)
            self.succeed("render", source, *camera, *frames, "--output", path)
            with open(path, "rb") as file:
                pictures.append(file.read())
        self.assertEqual(pictures, [pictures[0]] * 3)

    def test_threads_do_not_change_a_byte(self):
        pictures = []
        for threads in (1, 2, 3, 8):
            path = self.path(f"t{threads}.png")
            self.succeed("render", self.scene, "--frames", 3, *SMALL, "--threads", threads, "--output", path)
            with open(path, "rb") as file:
                pictures.append(file.read())
        self.assertEqual(pictures, [pictures[0]] * 4)

    def test_256_colours_look_the_same_and_take_less_room(self):
        size = ("--resolution", "320x180", "--mode", "preview", "--frames", 3)
        self.succeed("render", self.scene, *size, "--output", self.path("full.png"))
        self.succeed("render", self.scene, *size, "--palette", "--output", self.path("small.png"))
        full, small = (brightness(decode(self.path(name))[2]) for name in ("full.png", "small.png"))
        self.assertLess(max(abs(a - b) for a, b in zip(full, small)), 24)
        self.assertLess(sum(abs(a - b) for a, b in zip(full, small)) / len(full), 2)
        self.assertLess(os.path.getsize(self.path("small.png")), 0.75 * os.path.getsize(self.path("full.png")))

    def test_a_preview_shows_an_attribute(self):
        plain, coloured = self.path("plain.png"), self.path("coloured.png")
        size = ("--resolution", "320x180", "--frames", 2)
        self.succeed("render", self.scene, "--mode", "preview", *size, "--output", plain)
        self.succeed("render", self.scene, "--color-by", "v", *size, "--output", coloured)
        self.assertNotEqual(decode(plain)[2], decode(coloured)[2])

    def test_an_unknown_attribute_is_refused_with_the_nearest_one(self):
        self.refuse(2, ["'mas'", "did you mean 'mass'"], "render", self.scene, "--color-by", "mas", *SMALL)

    def test_every_format_can_be_drawn(self):
        pictures = []
        for form in ("bgeo", "vdb", "ply"):
            cache, path = self.path("copy." + form), self.path(form + ".png")
            self.succeed("convert", self.path("out", "snow.0003.bgeo"), cache)
            self.succeed("render", cache, *SMALL, "--output", path)
            pictures.append(decode(path))
        self.assertEqual(pictures, [pictures[0]] * 3)

    def test_a_sheet_holds_all_frames(self):
        self.succeed("render", self.scene, *SMALL, "--sheet", self.path("sheet.png"))
        width, height, _ = decode(self.path("sheet.png"))
        self.assertGreater(width, 2 * 320)
        self.assertGreater(height, 2 * 180)

    def test_how_pictures_are_made_is_no_part_of_a_run(self):
        other = self.write_scene({"render": {"exposure": 1}}, "other.json")
        self.succeed("run", other, "--frames", 4, "--resume", "--quiet")

    def test_what_makes_no_sense_is_refused(self):
        self.refuse(2, ["--resolution", "64"], "render", self.scene, "--resolution", "64")
        self.refuse(2, ["--frames", "1-24:4"], "render", self.scene, "--frames", "x")
        self.refuse(2, ["no frames"], "render", self.scene, "--frames", "7-9")
        self.refuse(2, ["samples", "0"], "render", self.scene, "--samples", 0)
        self.refuse(2, ["3 frames"], "render", self.scene, "--output", self.path("one.png"), *SMALL)
        self.refuse(2, ["firn run"], "render", self.write_scene({"output": {"folder": "none"}}, "new.json"))
        self.refuse(5, ["no such"], "render", self.path("nothing.bgeo"))
        self.refuse(2, ["preview"], "render", self.scene, "--mode", "path", "--color-by", "v", *SMALL)


if __name__ == "__main__":
    main()
