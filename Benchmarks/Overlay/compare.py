#!/usr/bin/env python3
"""Compares `strata overlay` with ffmpeg: the same film, the same encoder settings, in alternation.

    Benchmarks/Overlay/compare.py [--strata .build/release/strata] [--seconds 10] [--rounds 3]

Three ways to the same film of 1920x1080 at 30 frames a second:
  encode    ffmpeg decodes and encodes, without an overlay
  strata    strata overlay draws a document of ten layers over it
  png       ffmpeg puts the same pictures over it, PNG files that were rendered before, with its filter `overlay`

The table gives medians of wall-clock seconds and of the seconds of all processors, and their ratios to `encode`.
"""
import argparse, pathlib, resource, statistics, subprocess, sys, tempfile, time


def document(seconds):
    layers = []
    for i in range(10):
        hue = f"{i / 9:.3f} {0.3 + i / 20:.3f} {1 - i / 9:.3f}"
        x, y = 200 + i * 160, 120 + (i % 5) * 190
        layers.append(f"""
      <CALayer bounds="0 0 220 110" position="{x} {y}" cornerRadius="18" backgroundColor="{hue} 1" opacity="0.9">
        <animations><animation type="CABasicAnimation" keyPath="position.x" fromValue="{x}" toValue="{x - 120 + i * 24}"
          duration="{1.2 + i * 0.15}" autoreverses="1" repeatCount="1000"/></animations>
      </CALayer>""")
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<caml xmlns="http://www.apple.com/CoreAnimation/1.0">
  <CALayer bounds="0 0 1920 1080" position="960 540" geometryFlipped="1">
    <sublayers>{''.join(layers)}
    </sublayers>
  </CALayer>
</caml>
"""


def run(words):
    """The seconds that a program and its children take, and those of all processors."""
    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime
    start, before = time.perf_counter(), used()
    subprocess.run([str(w) for w in words], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start, used() - before


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--strata", default=".build/release/strata", help="the tool")
    parser.add_argument("--seconds", type=float, default=10, help="the length of the film")
    parser.add_argument("--rounds", type=int, default=3, help="how often each way is measured")
    arguments = parser.parse_args()
    strata = pathlib.Path(arguments.strata).resolve()
    if not strata.is_file():
        sys.exit(f"{strata}: there is no such program; build it with: swift build -c release --product strata")
    encoder = ["-c:v", "libx264", "-preset", "faster", "-crf", "18", "-pix_fmt", "yuv420p"]
    ffmpeg = ["ffmpeg", "-v", "error", "-nostdin", "-y"]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        film, card = folder / "film.mp4", folder / "Ten.caml"
        card.write_text(document(arguments.seconds))
        source = f"testsrc2=size=1920x1080:rate=30:duration={arguments.seconds},noise=alls=12:allf=t"
        run(ffmpeg + ["-f", "lavfi", "-i", source] + encoder + [film])
        frames = subprocess.Popen(
            [str(strata), "render", str(card), "-q", "-o", "-", "--fps", "30", "--duration", str(arguments.seconds)],
            stdout=subprocess.PIPE)
        subprocess.run(
            ffmpeg[:3] + ["-y", "-f", "rawvideo", "-pix_fmt", "rgba", "-s", "1920x1080", "-r", "30", "-i", "pipe:0",
                          "-compression_level", "1", "-start_number", "0", str(folder / "p%05d.png")],
            stdin=frames.stdout, check=True)
        frames.wait()
        ways = {
            "encode": ffmpeg + ["-i", film] + encoder + [folder / "encode.mp4"],
            "strata": [strata, "overlay", film, card, "-q", "-o", folder / "strata.mp4"],
            "png": ffmpeg + ["-i", film, "-framerate", "30", "-start_number", "0", "-i", folder / "p%05d.png",
                             "-filter_complex", "overlay=eof_action=pass"] + encoder + [folder / "png.mp4"],
        }
        times = {name: [] for name in ways}
        for _ in range(arguments.rounds):
            for name, words in ways.items():
                times[name].append(run(words))
        medians = {name: [statistics.median(column) for column in zip(*list_)] for name, list_ in times.items()}
        (base, base_used) = medians["encode"]
        print("| way | seconds | ratio | of processors | ratio |\n|---|---|---|---|---|")
        for name, (seconds, used) in medians.items():
            print(f"| {name} | {seconds:.2f} | {seconds / base:.2f} | {used:.2f} | {used / base_used:.2f} |")


if __name__ == "__main__":
    main()
