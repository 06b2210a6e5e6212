"""Perspective, depth, replicators."""
from notation import Layer, Part, Scene, num
from parts import (anchor, border, clip, depth, fill, linear, matrix, one_sided, opacity, own_perspective,
                   perspective, radius, rotate, scale, translate)
from scenes_shapes import BLUE, GREEN, INK, RED, SAND, SKY


def depth_scenes():
    yield Scene("perspective-y", "Planes turned about the upright axis share a vanishing point",
                Layer(0, 0, 160, 120, perspective(220), sub=[
                    Layer(15, 25, 55, 70, fill(BLUE), border(4, INK), rotate(50, 0, 1, 0)),
                    Layer(90, 25, 55, 70, fill(RED), radius(16), rotate(-50, 0, 1, 0))]))
    yield Scene("perspective-x", "A plane that leans back, with sublayers on it",
                Layer(0, 0, 160, 120, perspective(180), sub=[
                    Layer(30, 15, 100, 90, fill(SAND), radius(12), rotate(55, 1, 0, 0), sub=[
                        Layer(10, 10, 35, 30, fill(BLUE)), Layer(55, 45, 35, 35, fill(RED), radius(17.5))])]))
    yield Scene("perspective-own", "Perspective in a layer's own transform vanishes at its anchor",
                Layer(10, 20, 60, 80, fill(GREEN), own_perspective(150), rotate(45, 0, 1, 0)),
                Layer(90, 20, 60, 80, fill(SAND), border(5, BLUE), anchor(0, 0.5), own_perspective(150),
                      rotate(-45, 0, 1, 0)))
    yield Scene("perspective-height", "Nearer layers look larger",
                Layer(0, 0, 160, 120, perspective(200), sub=[
                    Layer(15, 40, 40, 40, fill(BLUE), translate(0, 0, -80)),
                    Layer(60, 40, 40, 40, fill(GREEN)), Layer(105, 40, 40, 40, fill(RED), translate(0, 0, 60))]))
    yield Scene("perspective-gradient", "A gradient and corners in perspective",
                Layer(0, 0, 160, 120, perspective(160), sub=[
                    Layer(25, 15, 110, 90, linear("right", (0, RED), (0.5, SAND), (1, BLUE)), radius(24),
                          rotate(40, 1, 1, 0))]))
    yield Scene("perspective-clip", "A clip on a plane in perspective",
                Layer(0, 0, 160, 120, perspective(200), sub=[
                    Layer(30, 15, 100, 90, fill(SKY), radius(26), clip(), rotate(45, 0, 1, 0), sub=[
                        Layer(-10, 10, 60, 60, fill(RED)), Layer(50, 50, 70, 60, fill(BLUE), radius(12))])]))
    yield Scene("perspective-opacity", "A translucent plane in perspective",
                Layer(20, 50, 120, 20, fill(INK)),
                Layer(0, 0, 160, 120, perspective(200), sub=[
                    Layer(30, 15, 100, 90, fill(SAND), opacity(0.6), rotate(40, 1, 0, 0), sub=[
                        Layer(20, 20, 60, 50, fill(GREEN))])]))
    yield Scene("flattened", "Without a transform layer a plane's sublayers lie flat on it",
                Layer(0, 0, 160, 120, perspective(200), sub=[
                    Layer(30, 20, 100, 80, fill(SAND), rotate(50, 0, 1, 0), sub=[
                        Layer(20, 15, 60, 50, fill(BLUE), rotate(-50, 0, 1, 0), translate(0, 0, 40))])]))
    faces = [(BLUE, []), (RED, [rotate(90, 0, 1, 0)]), (GREEN, [rotate(-90, 0, 1, 0)]), (SAND, [rotate(90, 1, 0, 0)]),
             (SKY, [rotate(-90, 1, 0, 0)]), (INK, [rotate(180, 0, 1, 0)])]
    yield Scene("cube", "Six faces keep their depth in a transform layer",
                Layer(0, 0, 160, 120, perspective(260), sub=[
                    Layer(50, 30, 60, 60, depth(), rotate(-25, 1, 0, 0), rotate(35, 0, 1, 0), sub=[
                        Layer(0, 0, 60, 60, fill(color), *turns, translate(0, 0, 30))
                        for color, turns in faces])]))
    yield Scene("crossing", "Planes that cut each other",
                Layer(0, 0, 160, 120, perspective(300), sub=[
                    Layer(40, 20, 80, 80, depth(), rotate(-20, 1, 0, 0), sub=[
                        Layer(0, 0, 80, 80, fill(BLUE), rotate(40, 0, 1, 0)),
                        Layer(0, 0, 80, 80, fill(RED), rotate(-40, 0, 1, 0))])]))
    yield Scene("crossing-three", "Three planes at right angles",
                Layer(0, 0, 160, 120, perspective(300), sub=[
                    Layer(40, 20, 80, 80, depth(), rotate(-30, 1, 0, 0), rotate(30, 0, 1, 0), sub=[
                        Layer(0, 0, 80, 80, fill(BLUE)), Layer(0, 0, 80, 80, fill(RED), rotate(90, 0, 1, 0)),
                        Layer(0, 0, 80, 80, fill(SAND), rotate(90, 1, 0, 0))])]))
    yield Scene("nested-depth", "Transform layers in transform layers share one space",
                Layer(0, 0, 160, 120, perspective(260), sub=[
                    Layer(30, 20, 100, 80, depth(), rotate(35, 0, 1, 0), sub=[
                        Layer(0, 0, 100, 80, fill(SAND)),
                        Layer(20, 10, 60, 60, depth(), translate(0, 0, 20), rotate(-60, 0, 1, 0), sub=[
                            Layer(0, 0, 60, 60, fill(BLUE)),
                            Layer(10, 10, 40, 40, fill(RED), translate(0, 0, 15))])])]))
    yield Scene("back-sides", "Single-sided layers vanish when they turn away",
                Layer(0, 0, 160, 120, perspective(240), sub=[
                    Layer(10, 20, 40, 80, fill(BLUE), one_sided(), rotate(60, 0, 1, 0)),
                    Layer(60, 20, 40, 80, fill(RED), one_sided(), rotate(120, 0, 1, 0)),
                    Layer(110, 20, 40, 80, fill(GREEN), one_sided(), rotate(180))]))
    yield Scene("card", "Front and back of a turning card",
                Layer(0, 0, 160, 120, perspective(240), sub=[
                    Layer(50, 15, 60, 90, depth(), rotate(145, 0, 1, 0), sub=[
                        Layer(0, 0, 60, 90, fill(BLUE), radius(10), one_sided()),
                        Layer(0, 0, 60, 90, fill(SAND), radius(10), one_sided(), rotate(180, 0, 1, 0), sub=[
                            Layer(8, 8, 20, 30, fill(RED))])])]))
    yield Scene("plane-behind", "A floor that reaches behind the viewer is cut",
                Layer(0, 0, 160, 120, perspective(120), sub=[
                    Layer(20, -90, 120, 300, linear("bottom", (0, RED), (0.5, SAND), (1, BLUE)), rotate(70, 1, 0, 0))]))
    yield Scene("matrix-plane", "A matrix of six numbers", Layer(
        40, 30, 60, 50, fill(GREEN), border(4, INK), matrix(1.2, 0.3, -0.4, 0.9, 10, 5)))


def replicator(count, transform, *sub, **attributes):
    """A replicator of the whole picture; what its copies are is written out for the browser."""
    copies = []
    for k in range(count):
        copies.append('<div style="left: 0; top: 0; width: 160px; height: 120px; transform: %s; opacity: %s">%s</div>' % (
            " ".join([transform[0]] * k) or "none", num(1 + k * attributes.get("instanceAlphaOffset", 0)),
            "".join(layer.html(0).replace("\n", "") for layer in sub)))
    elements = ["<sublayers>\n%s\n</sublayers>" % "\n".join(layer.caml(1) for layer in sub)]
    return Layer(0, 0, 160, 120, Part(
        {}, {"instanceCount": str(count), "instanceTransform": transform[1], **{
            k: num(v) for k, v in attributes.items()}}, elements, tag="CAReplicatorLayer", svg="".join(copies)))


def replicator_scenes():
    yield Scene("copies-around", "Copies turned about the middle", replicator(
        12, ("rotate(30deg)", "rotate(30deg)"), Layer(76, 10, 8, 24, fill(BLUE), radius(4))))
    yield Scene("copies-fading", "Copies that fade", replicator(
        5, ("translate(28px, 8px)", "translate(28, 8)"), Layer(8, 20, 30, 40, fill(RED), radius(8)),
        instanceAlphaOffset=-0.2))
    yield Scene("copies-shrinking", "Copies that shrink towards the middle", replicator(
        6, ("rotate(15deg) scale(0.8)", "rotate(15deg) scale(0.8, 0.8, 1)"),
        Layer(30, 10, 100, 100, border(4, GREEN))))


def all_scenes():
    yield from depth_scenes()
    yield from replicator_scenes()
