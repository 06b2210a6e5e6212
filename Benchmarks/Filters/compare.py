"""Compares filters of Core Image with libvips and ImageMagick, over one picture of 1920 x 1080 pixels in memory.

    compare.py PROGRAM [ROUNDS]

PROGRAM is strata-bench-filters. Each round runs all three, one after the other, with one processor and then with two; the table
shows the medians in milliseconds. libvips is asked through pyvips (PyPI), from bytes to bytes. ImageMagick is a command: its
time is that of an application less that of none. It has no box blur whose time does not grow with the box.
"""
import os
import statistics
import subprocess
import sys
import tempfile
import time

WIDTH, HEIGHT, REPEATS = 1920, 1080, 3


def picture(seed):
    """The bytes of the picture that PROGRAM draws."""
    state, data = seed, bytearray(b"\xff") * (WIDTH * HEIGHT * 4)
    for i in range(WIDTH * HEIGHT):
        state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        x, y, noise = i % WIDTH, i // WIDTH, state >> 27
        data[i * 4] = (x // 8 + noise) % 256
        data[i * 4 + 1] = (y // 5 + noise) % 256
        data[i * 4 + 2] = ((x + y) // 12 + noise) % 256
    return bytes(data)


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


def vips(folder):
    """Prints the milliseconds of each operation of libvips, in the form of PROGRAM."""
    import pyvips
    images = []
    for name in "ab":
        with open(f"{folder}/{name}.rgba", "rb") as file:
            image = pyvips.Image.new_from_memory(file.read(), WIDTH, HEIGHT, 4, "uchar")
        images.append(image.copy(interpretation="srgb"))
    for name, operation in vips_operations(*images).items():
        times = []
        for _ in range(REPEATS + 1):
            start = time.perf_counter()
            operation().write_to_memory()
            times.append((time.perf_counter() - start) * 1000)
        # The first one fills caches.
        print("\t".join([name] + [f"{t:.2f}" for t in times[1:]]))


def magick(folder, prefix, environment):
    """The milliseconds of each operation of ImageMagick, once."""
    def run(operation):
        once = ["(", "-clone", "0"] + operation + ["+delete", ")"] if operation else []
        command = prefix + ["convert", f"{folder}/a.mpc", f"{folder}/b.mpc"] + once + ["null:"]
        start = time.perf_counter()
        subprocess.run(command, check=True, env=environment)
        return (time.perf_counter() - start) * 1000
    nothing = run([])
    return {name: [max(run(operation) - nothing, 0)] for name, operation in MAGICK.items()}


def lines(command, environment):
    """The milliseconds by name that a program prints."""
    text = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
    rows = [line.split("\t") for line in text.splitlines()]
    return {row[0]: [float(value) for value in row[1:]] for row in rows}


def main():
    program, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3
    times = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, seed in (("a", 1), ("b", 2)):
            with open(f"{folder}/{name}.rgba", "wb") as file:
                file.write(picture(seed))
            subprocess.run(["convert", "-size", f"{WIDTH}x{HEIGHT}", "-depth", "8", f"rgba:{folder}/{name}.rgba",
                            f"{folder}/{name}.mpc"], check=True)
        for _ in range(rounds):
            for count, processors in ((1, "0"), (2, "0,1")):
                prefix = ["taskset", "-c", processors]
                environment = dict(os.environ, VIPS_CONCURRENCY=str(count), MAGICK_THREAD_LIMIT=str(count))
                results = [
                    lines(prefix + [program, str(REPEATS)], environment),
                    lines(prefix + [sys.executable, __file__, "--vips", folder], environment),
                    magick(folder, prefix, environment),
                ]
                for i, result in enumerate(results):
                    for name, values in result.items():
                        times.setdefault(name, {}).setdefault((count, i), []).extend(values)
    print("| filter | Strata, 1 | libvips, 1 | ImageMagick, 1 | Strata, 2 | libvips, 2 | ImageMagick, 2 |")
    print("|---|---|---|---|---|---|---|")
    for name, row in times.items():
        values = [row.get((count, i)) for count in (1, 2) for i in range(3)]
        cells = [f"{statistics.median(v):.1f}" if v else "–" for v in values]
        print(f"| {name} | " + " | ".join(cells) + " |")


if sys.argv[1] == "--vips":
    vips(sys.argv[2])
else:
    main()
