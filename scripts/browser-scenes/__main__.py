"""Writes the scenes for which tests compare Strata's pictures with a browser's.

    python3 scripts/browser-scenes                          writes pages, documents and scenes.json
    python3 scripts/browser-scenes --draw PROGRAM [NAME…]   also draws their pictures in a browser

PROGRAM takes `page.html out.png --size WxH --at MILLISECONDS --supersample N` and draws a page with every animation
held at that moment.
"""
import argparse
import json
import os
import struct
import subprocess
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True

import scenes_colour
import scenes_depth
import scenes_shapes
import scenes_time

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Tests/StrataDocumentsTests/BrowserScenes")


def png(width, height, pixel):
    """A picture of 8-bit RGBA pixels."""
    rows = b"".join(b"\0" + b"".join(bytes(pixel(x, y)) for x in range(width)) for y in range(height))
    chunks = ((b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)), (b"sRGB", b"\0"),
              (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(d)) + t + d + struct.pack(">I", zlib.crc32(t + d)) for t, d in chunks)


def art(width, height):
    """Soft colours with a disc and a corner that shows which way is up."""
    def pixel(x, y):
        u, v = x / (width - 1), y / (height - 1)
        if u < 0.3 and v < 0.3:
            return 32, 40, 48, 255
        distance = ((x - width * 0.6) ** 2 + (y - height * 0.55) ** 2) ** 0.5 / min(width, height)
        edge = max(0.0, min(1.0, (0.3 - distance) * 12 + 0.5))
        ground = (60 + 150 * u, 120 + 90 * v, 200 - 120 * u)
        disc = (250, 220 - 100 * v, 60)
        return tuple(round(g + (d - g) * edge) for g, d in zip(ground, disc)) + (255,)
    return png(width, height, pixel)


def frame(x, y):
    """A rounded frame of 48 pixels: corners of 12, striped edges, a shaded centre."""
    dx, dy = max(12 - x, x - 35, 0), max(12 - y, y - 35, 0)
    if dx and dy and (dx * dx + dy * dy) > 132:
        return 0, 0, 0, 0
    if min(x, y, 47 - x, 47 - y) < 4:
        return 32, 80, 192, 255
    if min(x, y, 47 - x, 47 - y) < 12:
        return 240, 208, 144, 255
    return 200 - 2 * x, 150 + 2 * y, 120, 255


IMAGES = {
    "art.png": lambda: art(84, 64), "tall.png": lambda: art(30, 60), "small.png": lambda: art(16, 12),
    "frame.png": lambda: png(48, 48, frame),
}


def write(path, data):
    """Writes a file unless it has the same contents already."""
    data = data.encode() if isinstance(data, str) else data
    if not os.path.exists(path) or open(path, "rb").read() != data:
        with open(path, "wb") as file:
            file.write(data)


def draw(program, scene):
    path = os.path.join(FOLDER, scene.name)
    command = [program, path + ".html", path + ".png", "--size", "%dx%d" % scene.size, "--at",
               str(round(scene.at * 1000)), "--supersample", str(scene.detail)]
    done = subprocess.run(command, capture_output=True, text=True)
    return None if done.returncode == 0 else "%s: %s" % (scene.name, done.stderr.strip())


def main():
    parser = argparse.ArgumentParser(prog="browser-scenes", description=__doc__.split("\n")[0])
    parser.add_argument("--draw", metavar="PROGRAM", help="draw the pages with this program")
    parser.add_argument("names", nargs="*", help="only these scenes are drawn")
    options = parser.parse_args()
    scenes = [s for module in (scenes_shapes, scenes_depth, scenes_colour, scenes_time) for s in module.all_scenes()]
    assert len({s.name for s in scenes}) == len(scenes)
    os.makedirs(os.path.join(FOLDER, "images"), exist_ok=True)
    for name, make in IMAGES.items():
        write(os.path.join(FOLDER, "images", name), make())
    for scene in scenes:
        write(os.path.join(FOLDER, scene.name + ".html"), scene.html())
        write(os.path.join(FOLDER, scene.name + ".caml"), scene.caml())
    rows = ",\n".join("  " + json.dumps({"name": s.name, "time": s.at, "about": s.about}) for s in scenes)
    write(os.path.join(FOLDER, "scenes.json"), "[\n%s\n]\n" % rows)
    print("%d scenes written" % len(scenes))
    if options.draw:
        wanted = [s for s in scenes if not options.names or s.name in options.names]
        with ThreadPoolExecutor(2) as pool:
            failures = [f for f in pool.map(lambda s: draw(options.draw, s), wanted) if f]
        print("\n".join(["%d of %d drawn" % (len(wanted) - len(failures), len(wanted))] + failures))
        return 1 if failures else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
