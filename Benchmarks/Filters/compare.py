"""Compares filters of Core Image with libvips and ImageMagick, over one picture of 1920 x 1080 pixels in memory.

    compare.py PROGRAM [ROUNDS]

PROGRAM is strata-bench-filters. Each round runs all three, one after the other, each with two threads; the table shows the
medians in milliseconds. libvips is asked through pyvips (PyPI), from bytes to bytes. ImageMagick is a command: its time is
that of two applications less that of none, over two. It has no box blur whose time does not grow with the box.
"""
import os
import statistics
import subprocess
import sys
import tempfile
import time

os.environ["VIPS_CONCURRENCY"] = "2"
os.environ["MAGICK_THREAD_LIMIT"] = "2"
WIDTH, HEIGHT, REPEATS = 1920, 1080, 2


def picture(seed):
    """The bytes of the picture that PROGRAM draws."""
    import array
    state, data = seed, array.array("B", bytes([255]) * (WIDTH * HEIGHT * 4))
    for i in range(WIDTH * HEIGHT):
        state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        x, y, noise = i % WIDTH, i // WIDTH, state >> 27
        data[i * 4] = (x // 8 + noise) % 256
        data[i * 4 + 1] = (y // 5 + noise) % 256
        data[i * 4 + 2] = ((x + y) // 12 + noise) % 256
    return data.tobytes()


def vips_operations(image, other):
    import pyvips
    ones = pyvips.Image.new_from_array([[1] * 21], scale=21)
    sepia = [[0.393, 0.769, 0.189, 0], [0.349, 0.686, 0.168, 0], [0.272, 0.534, 0.131, 0], [0, 0, 0, 1]]
    return {
        "gaussian": lambda: image.gaussblur(10),
        "box": lambda: image.convsep(ones),
        "median": lambda: image.median(3),
        "dilate": lambda: image.rank(5, 5, 24),
        "matrix": lambda: image.recomb(sepia).cast("uchar"),
        "invert": lambda: image.invert(),
        "unsharp": lambda: (image * 1.5 - image.gaussblur(2.5) * 0.5).cast("uchar"),
        "half": lambda: image.resize(0.5, kernel="lanczos3"),
        "turn": lambda: image.affine([0.866, -0.5, 0.5, 0.866], interpolate=pyvips.Interpolate.new("bilinear"),
                                     idx=-960, idy=-540, odx=960, ody=540, oarea=[0, 0, WIDTH, HEIGHT]),
        "multiply": lambda: other.composite2(image, "multiply").cast("uchar"),
    }


MAGICK = {
    "gaussian": ["-blur", "0x10"],
    "median": ["-statistic", "Median", "3x3"],
    "dilate": ["-morphology", "Dilate", "Rectangle:5x5"],
    "matrix": ["-color-matrix", "0.393 0.769 0.189 0.349 0.686 0.168 0.272 0.534 0.131"],
    "invert": ["-negate"],
    "unsharp": ["-unsharp", "0x2.5+0.5+0"],
    "half": ["-filter", "Lanczos", "-resize", "50%"],
    "turn": ["-virtual-pixel", "transparent", "-interpolate", "bilinear", "-filter", "point", "-distort", "SRT", "30"],
    "multiply": ["-clone", "1", "-compose", "Multiply", "-composite"],
}


def magick(folder, operation):
    """Milliseconds of one application of an operation."""
    def run(count):
        once = ["(", "-clone", "0"] + operation + ["+delete", ")"]
        command = ["convert", f"{folder}/a.mpc", f"{folder}/b.mpc"] + once * count + ["null:"]
        start = time.perf_counter()
        subprocess.run(command, check=True)
        return time.perf_counter() - start
    return (run(REPEATS) - run(0)) * 1000 / REPEATS


def main():
    program, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5
    import pyvips
    data = [picture(1), picture(2)]
    images = [pyvips.Image.new_from_memory(d, WIDTH, HEIGHT, 4, "uchar").copy(interpretation="srgb") for d in data]
    operations = vips_operations(*images)
    times = {name: {"strata": [], "libvips": [], "ImageMagick": []} for name in operations}
    with tempfile.TemporaryDirectory() as folder:
        for name, d in zip("ab", data):
            with open(f"{folder}/{name}.rgba", "wb") as file:
                file.write(d)
            subprocess.run(["convert", "-size", f"{WIDTH}x{HEIGHT}", "-depth", "8", f"rgba:{folder}/{name}.rgba",
                            f"{folder}/{name}.mpc"], check=True)
        for _ in range(rounds):
            lines = subprocess.run([program, "3"], check=True, capture_output=True, text=True).stdout.splitlines()
            for line in lines:
                name, *values = line.split("\t")
                times[name]["strata"] += [float(v) for v in values]
            for name, operation in operations.items():
                start = time.perf_counter()
                operation().write_to_memory()
                times[name]["libvips"].append((time.perf_counter() - start) * 1000)
            for name, operation in MAGICK.items():
                times[name]["ImageMagick"].append(magick(folder, operation))
    print("| filter | Strata | libvips | ImageMagick |\n|---|---|---|---|")
    for name, row in times.items():
        cells = [f"{statistics.median(v):.1f}" if v else "–" for v in row.values()]
        print(f"| {name} | " + " | ".join(cells) + " |")


main()
