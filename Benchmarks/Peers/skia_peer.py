"""The scenes drawn with Skia on the processor, through skia-python.

Frames are recorded before, so that a measured frame is one call that plays a recording into a raster surface: nothing of
Python is measured. Skia's native order of colours is used, which is its faster one.
"""

import math
import sys
import time

import numpy
import skia

WIDTH, HEIGHT = 1920, 1080
WORD = 0xFFFFFFFF
READY_FRAMES, PICTURE_FRAME, SECONDS = 24, 10, 1.0
LINEAR = skia.SamplingOptions(skia.FilterMode.kLinear)
SMOOTH = skia.Paint(AntiAlias=True)
KEPT = []  # Bytes that images point at.


def scene_hash(i, k):
    x = (i * 2654435761 + k * 2246822519) & WORD
    x ^= x >> 15
    x = (x * 2246822519) & WORD
    return x ^ x >> 13


def left(i, frame, w):
    room = WIDTH - w
    return (scene_hash(i, 1) % room + frame * (1 + i % 3)) % room


def top(i, frame, h):
    room = HEIGHT - h
    return (scene_hash(i, 2) % room + frame * (1 + i % 2)) % room


def paint(color, alpha=1.0, **options):
    return skia.Paint(AntiAlias=True, Color=int(alpha * 255 + 0.5) << 24 | color, **options)


def scene_paint(i, alpha=1.0):
    return paint(scene_hash(i, 3) & 0xFFFFFF, alpha)


def opacity(i, frame):
    return 0.3 + 0.7 * ((scene_hash(i, 4) + frame * 3) % 256) / 255


def picture(w, h, n, opaque):
    y, x = numpy.mgrid[0:h, 0:w].astype(numpy.uint32)
    a = numpy.full_like(x, 255) if opaque else 96 + ((x * 7 + y * 3 + n * 11) & 127)
    channels = [((x ^ y) * 4) & 255, (y * 5) & 255, (x * 5 + n * 16) & 255]
    pixels = numpy.stack([(c * a + 127) // 255 for c in channels] + [a], -1).astype(numpy.uint8)
    KEPT.append(pixels.tobytes())
    kind = skia.kOpaque_AlphaType if opaque else skia.kPremul_AlphaType
    info = skia.ImageInfo.Make(w, h, skia.kBGRA_8888_ColorType, kind)
    return skia.Image.MakeRasterData(info, skia.Data.MakeWithoutCopy(KEPT[-1]), w * 4)


SMALL = [picture(48, 48, i, i % 2 == 0) for i in range(32)]
LARGE = [picture(WIDTH, HEIGHT, i, False) for i in range(8)]
TURNED, MOVED, BLURRED = picture(256, 256, 3, False), picture(64, 64, 3, False), picture(400, 300, 5, True)
FONT = skia.Font(skia.Typeface("DejaVu Sans"), 14)
FONT.setHinting(skia.FontHinting.kNone)  # Neither outlines nor advances are rounded to pixels.
FONT.setSubpixel(True)
FONT.setLinearMetrics(True)


def card(x, y, w, h, radius):
    return skia.RRect.MakeRectXY(skia.Rect.MakeXYWH(x, y, w, h), radius, radius)


def s1(canvas, frame):
    for i in range(200):
        shape = card(left(i, frame, 121) + 0.37, top(i, frame, 81) + 0.37, 120, 80, 12)
        canvas.drawRRect(shape, scene_paint(i, opacity(i, frame)))


def s2(canvas, frame):
    for i in range(2000):
        canvas.drawImage(SMALL[i % 32], left(i, frame, 49), top(i, frame, 49))


def s2f(canvas, frame):
    for i in range(2000):
        canvas.drawImage(SMALL[i % 32], left(i, frame, 49) + 0.37, top(i, frame, 49) + 0.37, LINEAR, SMOOTH)


def s3(canvas, frame):
    blur = skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, 12)
    shadow = paint(0, 0.5, MaskFilter=blur)
    for i in range(200):
        x, y = left(i, frame, 161), top(i, frame, 101)
        canvas.drawRRect(card(x, y + 4, 160, 100, 10), shadow)
        canvas.drawRRect(card(x, y, 160, 100, 10), scene_paint(i))


def s4(canvas, frame):
    for i in range(10000):
        canvas.drawRect(skia.Rect.MakeXYWH(left(i, frame, 8), top(i, frame, 8), 8, 8), scene_paint(i))


def s5(canvas, frame):
    for i in range(8):
        canvas.drawImage(LARGE[i], (frame + i) % 8, 0)


def s6full(canvas, frame):
    for i in range(2000):
        canvas.drawImage(SMALL[i % 32], left(i, 0, 49), top(i, 0, 49))
    canvas.drawImage(MOVED, frame * 3 % (WIDTH - 256), 500)


def s6(canvas, frame):
    """Draws only what changed since the frame before."""
    old, new = max(frame - 1, 0) * 3 % (WIDTH - 256), frame * 3 % (WIDTH - 256)
    canvas.clipRect(skia.Rect.MakeLTRB(min(old, new), 500, max(old, new) + 64, 564))
    canvas.clear(WORD)
    s6full(canvas, frame)


def star(p, frame):
    def point(j):
        t = 2 * math.pi * (j % 200) / 200
        r = 100 * (1 + 0.25 * math.sin(8 * t + frame * 0.1 + p))
        return 96 + 192 * (p % 10) + r * math.cos(t), 90 + 180 * (p // 10) + r * math.sin(t)

    points = [point(j) for j in range(200)]
    path = skia.Path()
    path.moveTo(*points[0])
    for j in range(200):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = (points[(j + k) % 200] for k in (-1, 0, 1, 2))
        path.cubicTo(bx + (cx - ax) / 6, by + (cy - ay) / 6, cx - (dx - bx) / 6, cy - (dy - by) / 6, cx, cy)
    path.close()
    return path


def s7fill(canvas, frame):
    for p in range(60):
        canvas.drawPath(star(p, frame), scene_paint(p, 0.8))


def s7(canvas, frame):
    line = paint(0, Style=skia.Paint.kStroke_Style, StrokeWidth=3)
    for p in range(60):
        path = star(p, frame)
        canvas.drawPath(path, scene_paint(p, 0.8))
        canvas.drawPath(path, line)


def s8(canvas, frame):
    """Pictures turned about their vertical axes, seen from a distance of 800; planes are not cut where they cross."""
    for i in range(100):
        angle = frame * 0.03 + i * 0.3
        c, s = math.cos(angle), math.sin(angle) / 800
        cx, cy = 96 + 192 * (i % 10), 54 + 108 * (i // 10)
        matrix = skia.Matrix()
        rest = 1 - 128 * s
        matrix.setAll(cx * s + c, 0, cx * rest - 128 * c, cy * s, 1, cy * rest - 128, s, 0, rest)
        canvas.save()
        canvas.concat(matrix)
        canvas.drawImage(TURNED, 0, 0, LINEAR, SMOOTH)
        canvas.restore()


def s9(canvas, frame):
    blur = skia.Paint(ImageFilter=skia.ImageFilters.Blur(20, 20))
    for i in range(20):
        x, y = left(i, frame, 401), top(i, frame, 301)
        canvas.saveLayer(skia.Rect.MakeXYWH(x, y, 400, 300), blur)
        canvas.drawImage(BLURRED, x, y)
        canvas.restore()


def place(i):
    return 10 + 180 * (i % 10), 23 + 21 * (i // 10)


def page():
    """The labels as outlines, since Skia makes shown glyphs bolder."""
    surface = skia.Surface.MakeRasterN32Premul(WIDTH, HEIGHT)
    with surface as canvas:
        canvas.clear(0)
        for i in range(500):
            (x, y), glyphs = place(i), FONT.textToGlyphs(f"Label number {i}")
            for glyph, offset in zip(glyphs, FONT.getXPos(glyphs)):
                path = FONT.getPath(glyph)
                path.offset(x + offset, y)
                canvas.drawPath(path, paint(0))
    return surface.makeImageSnapshot()


PAGE = page()


def s10(canvas, frame):
    """All labels on one prepared picture that moves."""
    canvas.drawImage(PAGE, frame % 100, 0)


def s10glyphs(canvas, frame):
    for i in range(500):
        canvas.drawString(f"Label {i} in {frame}", *place(i), FONT, paint(0))


SCENES = {
    "S1": s1, "S2": s2, "S2f": s2f, "S3": s3, "S4": s4, "S5": s5, "S6": s6, "S6full": s6full, "S7fill": s7fill,
    "S7": s7, "S8": s8, "S9": s9, "S10": s10, "S10glyphs": s10glyphs,
}


def recorded(draw, frame):
    recorder = skia.PictureRecorder()
    canvas = recorder.beginRecording(skia.Rect.MakeWH(WIDTH, HEIGHT))
    if draw is not s6:
        canvas.clear(WORD)
    draw(canvas, frame)
    return recorder.finishRecordingAsPicture()


def measure(name, folder):
    pixels = numpy.zeros((HEIGHT, WIDTH, 4), numpy.uint8)
    info = skia.ImageInfo.Make(WIDTH, HEIGHT, skia.kBGRA_8888_ColorType, skia.kPremul_AlphaType)
    surface = skia.Surface.MakeRasterDirect(info, pixels)
    canvas = surface.getCanvas()
    canvas.clear(WORD)
    frames = [recorded(SCENES[name], frame) for frame in range(READY_FRAMES)]
    for frame in frames[:4]:
        canvas.drawPicture(frame)
    times, begin, number = [], time.perf_counter(), 4
    while len(times) < 8 or time.perf_counter() - begin < SECONDS:
        start = time.perf_counter()
        canvas.drawPicture(frames[number % READY_FRAMES])
        times.append((time.perf_counter() - start) * 1e3)
        number += 1
    times.sort()
    count = len(times)
    figures = (times[count // 2], times[0], times[count // 10], times[count * 9 // 10])
    print(name, "skia", *(f"{figure:.4f}" for figure in figures), flush=True)
    if folder:
        if name == "S6":
            canvas.drawPicture(recorded(s6full, PICTURE_FRAME - 1))
        canvas.drawPicture(frames[PICTURE_FRAME])
        with open(f"{folder}/skia-{name}.ppm", "wb") as file:
            file.write(b"P6\n%d %d\n255\n" % (WIDTH, HEIGHT))
            file.write(pixels[:, :, 2::-1].tobytes())


def main(arguments):
    folder = None
    if arguments == ["--version"]:
        return print("skia", skia.__version__)
    if len(arguments) > 1 and arguments[0] == "--pictures":
        folder, arguments = arguments[1], arguments[2:]
    for name in SCENES:
        if not arguments or name in arguments:
            measure(name, folder)


main(sys.argv[1:])
