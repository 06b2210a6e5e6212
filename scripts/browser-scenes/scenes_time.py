"""Animations, each at one time."""
import math

from notation import Layer, Part, Scene, num, nums, rgb
from parts import (animation, basic, border, fill, keyframe, opacity, perspective, radius, rotate, scale, shape,
                   slots, translate)
from scenes_shapes import BLUE, GREEN, INK, RED, SAND, SKY

CURVES = {"linear": ("linear", "linear"), "ease": ("ease", "default"), "ease-in": ("ease-in", "easeIn"),
          "ease-out": ("ease-out", "easeOut"), "ease-in-out": ("ease-in-out", "easeInEaseOut"),
          "overshoot": ("cubic-bezier(0.3, -0.6, 0.7, 1.6)", "0.3 -0.6 0.7 1.6")}


def moving(name, y, color, css, caml_timing, distance=120, duration=1, rest="both", **more):
    """A box that moves to the right."""
    return Layer(5, y, 30, 14, fill(color), animation(
        name, [(0, "transform: translate(0px)", None), (100, "transform: translate(%dpx)" % distance, None)],
        "%ss %s %s" % (num(duration), css, rest),
        basic("position", "CGPoint", nums(20, y + 7), nums(20 + distance, y + 7), duration,
              timingFunction=caml_timing, **more)))


def curve_scenes():
    for at in (0.2, 0.5, 0.85):
        yield Scene("time-curves-%d" % round(at * 100), "Six timing curves at %s s" % num(at), *[
            moving("m%d" % i, 6 + 19 * i, (BLUE, RED)[i % 2], css, caml) for i, (css, caml) in enumerate(CURVES.values())],
            at=at)
    yield Scene("time-repeat", "Repeated, there and back, backwards", at=1.3, *[
        moving("r1", 10, BLUE, "linear", "linear", repeatCount="3", rest="3 both"),
        moving("r2", 35, RED, "linear", "linear", repeatCount="2", autoreverses="1", rest="4 alternate both"),
        moving("r3", 60, GREEN, "ease-in", "easeIn", repeatCount="2", autoreverses="1", duration=0.8,
               rest="4 alternate both"),
        moving("r4", 85, INK, "linear", "linear", repeatCount="inf", duration=0.37, rest="infinite both")])
    yield Scene("time-delay", "Before, during and after: what is held", at=0.6, *[
        moving("d1", 10, BLUE, "linear", "linear", rest="0.8s both", beginTime="0.8"),
        moving("d2", 35, RED, "linear", "linear", rest="0.2s both", beginTime="0.2"),
        moving("d3", 60, GREEN, "linear", "linear", duration=0.3, rest="0.1s both", beginTime="0.1"),
        moving("d4", 85, INK, "linear", "linear", duration=0.3, rest="0.1s backwards", beginTime="0.1",
               fillMode="backwards")])
    def sliding(name, y, color, css, duration, **more):
        return Layer(5, y, 30, 14, fill(color), animation(
            name, [(0, "transform: translate(0px)", None), (100, "transform: translate(120px)", None)], css,
            basic("position", "CGPoint", nums(20, y + 7), nums(140, y + 7), duration, **more)))

    yield Scene("time-speed", "Double and half speed, an offset into the animation",
                sliding("s1", 15, BLUE, "1s linear both", 2, speed="2"),
                sliding("s2", 50, RED, "2s linear both", 1, speed="0.5"),
                sliding("s3", 85, GREEN, "1s linear -0.3s both", 1, timeOffset="0.3"), at=0.4)


def keyframe_scenes():
    positions = slots("values", "CGPoint", "25 25", "135 25", "135 95", "25 95")
    frames = ("translate(0px, 0px)", "translate(110px, 0px)", "translate(110px, 70px)", "translate(0px, 70px)")
    box = (10, 10, 30, 30)
    yield Scene("keys-even", "Four positions at equal distances in time", Layer(*box, fill(BLUE), animation(
        "k", [(100 * i / 3, "transform: " + f, None) for i, f in enumerate(frames)], "1s linear both",
        keyframe("position", positions, duration=1))), at=0.45)
    times = (0, 0.1, 0.7, 1)
    yield Scene("keys-times", "Given key times", Layer(*box, fill(RED), animation(
        "k", [(100 * t, "transform: " + f, None) for t, f in zip(times, frames)], "1s linear both",
        keyframe("position", positions, slots("keyTimes", "real", *map(num, times)), duration=1))), at=0.45)
    functions = "  <timingFunctions>\n%s\n  </timingFunctions>" % "\n".join(
        '    <CAMediaTimingFunction value="%s"/>' % v for v in ("0.42 0 1 1", "0 0 0.58 1", "0.3 -0.6 0.7 1.6"))
    yield Scene("keys-curves", "A timing curve for each part", Layer(*box, fill(GREEN), animation(
        "k", [(100 * t, "transform: " + f, c) for t, f, c in zip(times, frames, (
            "ease-in", "ease-out", "cubic-bezier(0.3, -0.6, 0.7, 1.6)", None))], "1s linear both",
        keyframe("position", positions, slots("keyTimes", "real", *map(num, times)), functions, duration=1))), at=0.8)
    yield Scene("keys-discrete", "Values that jump", Layer(*box, fill(INK), animation(
        "k", [(25 * i, "transform: " + f, "step-end") for i, f in enumerate(frames)] + [
            (100, "transform: " + frames[-1], None)], "1s linear both",
        keyframe("position", positions, slots("keyTimes", "real", "0", "0.25", "0.5", "0.75", "1"), duration=1,
                 calculationMode="discrete"))), at=0.6)
    curve = "M 25 95 C 45 -40 115 170 135 25"
    for name, css, mode in (("turning", "auto", "auto"), ("upright", "0deg", None)):
        yield Scene("keys-path-" + name, "Along a path at constant speed, %s" % name, Layer(
            10, 10, 34, 16, fill(BLUE), Part({
                "left": "0", "top": "0", "offset-path": "path('%s')" % curve, "offset-rotate": css,
                "offset-anchor": "center"}), animation(
                    "k", [(0, "offset-distance: 0%", None), (100, "offset-distance: 100%", None)], "1s linear both",
                    keyframe("position", duration=1, calculationMode="paced",
                             path="25 95 m 45 -40 115 170 135 25 c", **({"rotationMode": mode} if mode else {})))),
            at=0.35)


def property_scenes():
    box = (40, 30, 80, 60)

    def one(name, about, css_from, css_to, path, kind, start, end, *parts, at=0.4, sub=()):
        return Scene(name, about, Layer(*box, *parts, animation(
            "p", [(0, css_from, None), (100, css_to, None)], "1s ease-in-out both",
            basic(path, kind, start, end, 1, timingFunction="easeInEaseOut")), sub=sub), at=at)

    yield one("animate-opacity", "A group fades", "opacity: 1", "opacity: 0", "opacity", "real", "1", "0", fill(RED),
              sub=[Layer(20, 20, 80, 60, fill(BLUE))])
    yield one("animate-background", "One colour becomes another", "background-color: " + RED, "background-color: " + BLUE,
              "backgroundColor", "CGColor", nums(*rgb(RED)), nums(*rgb(BLUE)), fill(RED))
    yield one("animate-radius", "Corners become round", "border-radius: 0px", "border-radius: 30px", "cornerRadius", "real",
              "0", "30", fill(GREEN))
    yield one("animate-border", "A border grows", "border-width: 0px", "border-width: 20px", "borderWidth", "real", "0",
              "20", fill(SAND), border(0, INK), at=0.5)
    yield one("animate-rotation", "Three quarters of a turn by key path", "transform: rotate(0deg)",
              "transform: rotate(270deg)", "transform.rotation.z", "real", "0", num(1.5 * math.pi), fill(BLUE))
    yield one("animate-scale", "Growing", "transform: scale(0.2)", "transform: scale(1.5)", "transform.scale", "real",
              "0.2", "1.5", fill(RED), radius(14))
    yield one("animate-matrix", "A matrix becomes another: the shorter way round",
              "transform: matrix3d(1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1)",
              "transform: matrix3d(0,1.5,0,0, -0.5,0,0,0, 0,0,1,0, 20,10,0,1)",
              "transform", "CATransform3D", "", "matrix(0, 1.5, 0, 0, -0.5, 0, 0, 0, 0, 0, 1, 0, 20, 10, 0, 1)",
              fill(GREEN))
    yield Scene("animate-flip", "A turn in perspective", Layer(0, 0, 160, 120, perspective(200), sub=[
        Layer(*box, fill(SKY), border(5, BLUE), animation(
            "p", [(0, "transform: rotateY(0deg)", None), (100, "transform: rotateY(180deg)", None)], "1s linear both",
            basic("transform.rotation.y", "real", "0", num(math.pi), 1)))]), at=0.3)
    yield one("animate-shadow", "A shadow moves and softens", "box-shadow: 0px 0px 0px #000", "box-shadow: 20px 0px 0px #000",
              "shadowOffset", "CGSize", "0 0", "20 0", fill(SAND), Part({}, {"shadowOpacity": "1", "shadowRadius": "0"}))
    line = [("m", 5, 30), ("l", 75, 30)]
    yield Scene("animate-stroke", "A stroke draws itself", Layer(*box, shape(
        line, stroke=RED, width=10, cap="round", css_id="line",
        rules="#line { stroke-dasharray: 70 200; animation: p 1s linear both }\n"
              "@keyframes p { from { stroke-dashoffset: 70 } to { stroke-dashoffset: 0 } }",
        animations=[basic("strokeEnd", "real", "0", "1", 1)])), at=0.6)
    yield Scene("animate-spring", "A damped spring", *[
        spring(y, color, mass, stiffness, damping) for y, color, mass, stiffness, damping in (
            (15, BLUE, 1, 100, 10), (50, RED, 2, 200, 4), (85, GREEN, 1, 80, 30))], at=0.3)


def spring(y, color, mass, stiffness, damping):
    """The closed form of the spring as a list of points, which style sheets interpolate linearly."""
    omega, decay = math.sqrt(stiffness / mass), damping / (2 * mass)
    points = []
    for i in range(201):
        t = i / 100
        if decay < omega:
            w = math.sqrt(omega * omega - decay * decay)
            x = 1 - math.exp(-decay * t) * (math.cos(w * t) + decay / w * math.sin(w * t))
        else:
            w = math.sqrt(decay * decay - omega * omega)
            x = 1 - math.exp(-decay * t) * (math.cosh(w * t) + decay / w * math.sinh(w * t))
        points.append(num(round(x, 5)))
    return Layer(5, y, 30, 20, fill(color), animation(
        "spring%d" % y, [(0, "transform: translate(0px)", None), (100, "transform: translate(80px)", None)],
        "2s linear(%s) both" % ", ".join(points),
        '<spring type="CASpringAnimation" keyPath="position.x" mass="%s" stiffness="%s" damping="%s" allowsOverdamping="1" '
        'beginTime="1e-100" duration="2" fillMode="both" removedOnCompletion="0">\n  <fromValue type="real" '
        'value="20"/>\n  <toValue type="real" value="100"/>\n</spring>' % (mass, stiffness, damping)))


def all_scenes():
    for make in (curve_scenes, keyframe_scenes, property_scenes):
        yield from make()
