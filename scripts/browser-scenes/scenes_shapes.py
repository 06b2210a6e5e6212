"""Corners, borders, clips, shadows, groups, order, masks, paths."""
from notation import Layer, Scene
from parts import (anchor, border, box_shadow, clip, drop_shadow, ellipse, fill, gradient_mask, hidden, linear,
                   mask, opacity, polygon, radial, radius, rotate, scale, scrolled, shape, spread_shadow,
                   sublayers_placed, translate, z_order)

BLUE, RED, GREEN, SAND, INK, SKY = "#2050c0", "#d03020", "#209050", "#f0d090", "#202830", "#a0d0f0"


def corner_scenes():
    yield Scene("corner-radius", "One radius on all corners", Layer(20, 15, 120, 90, fill(BLUE), radius(24)))
    yield Scene("corner-each", "Each corner alone",
                *[Layer(10 + 75 * (i % 2), 8 + 54 * (i // 2), 65, 46, fill(c), radius(18, corner)) for i, (corner, c) in
                  enumerate((("topLeft", BLUE), ("topRight", RED), ("bottomLeft", GREEN), ("bottomRight", INK)))])
    yield Scene("corner-pairs", "Two corners of a layer with a border",
                Layer(10, 12, 60, 96, fill(SAND), border(4, BLUE), radius(20, "topLeft", "topRight")),
                Layer(90, 12, 60, 96, fill(SKY), border(4, RED), radius(20, "topLeft", "bottomRight")))
    yield Scene("corner-limit", "A radius above half the shorter side",
                Layer(10, 10, 140, 36, fill(GREEN), radius(500)), Layer(50, 54, 58, 58, fill(RED), radius(29)))
    yield Scene("corner-tiny", "Radii of a few points",
                *[Layer(8 + 37 * i, 20, 32, 80, fill(INK), radius(r)) for i, r in enumerate((0.5, 1, 2, 4))])
    yield Scene("ellipse", "An ellipse as a path",
                Layer(15, 20, 130, 80, shape(ellipse(65, 40, 65, 40), BLUE)))
    yield Scene("border-square", "Borders inside square boxes",
                Layer(10, 10, 60, 100, fill(SAND), border(1, INK)), Layer(80, 10, 70, 45, fill(SKY), border(6, RED)),
                Layer(80, 65, 70, 45, border(3, GREEN)))
    yield Scene("border-rounded", "Inner radius: outer less width, never below 0",
                Layer(10, 10, 65, 100, fill(SAND), border(6, BLUE), radius(22)),
                Layer(85, 10, 65, 100, fill(SKY), border(14, RED), radius(9)))
    yield Scene("border-translucent", "A translucent border over the background",
                Layer(15, 15, 130, 90, fill(SAND), border(12, BLUE, 0.5), radius(26)))
    yield Scene("border-whole", "A border as wide as half the box",
                Layer(20, 20, 120, 80, fill(SAND), border(40, GREEN), radius(30)))
    yield Scene("fractional-edges", "Edges between pixels",
                Layer(10, 10, 60, 40, fill(BLUE), translate(0.25, 0.5)),
                Layer(85, 10, 60, 40, fill(RED), translate(0.5, 0.75)),
                Layer(10, 65, 60, 40, fill(GREEN), radius(8), translate(0.375, 0.125)),
                Layer(85, 65, 60, 40, fill(INK), border(3, SAND), translate(0.75, 0.25)))
    yield Scene("clip-rounded", "Sublayers cut by rounded bounds",
                Layer(20, 15, 120, 90, fill(SAND), radius(30), clip(), sub=[
                    Layer(-10, -10, 70, 60, fill(BLUE)), Layer(70, 50, 80, 70, fill(RED), radius(12))]))
    yield Scene("clip-nested", "A clip inside a turned clip",
                Layer(25, 15, 110, 90, fill(SKY), radius(20), clip(), rotate(12), sub=[
                    Layer(20, 30, 120, 80, fill(SAND), radius(24), clip(), rotate(-25), sub=[
                        Layer(-10, 20, 90, 90, fill(RED)), Layer(40, -10, 50, 60, fill(BLUE), radius(10))])]))
    yield Scene("clip-border", "The border lies above clipped sublayers",
                Layer(20, 15, 120, 90, fill(SAND), radius(24), border(8, INK), clip(), sub=[
                    Layer(8, 8, 60, 90, fill(GREEN)), Layer(60, 40, 80, 70, fill(RED))]))
    yield Scene("scrolled", "Bounds whose origin is not zero",
                Layer(20, 15, 120, 90, fill(SKY), clip(), scrolled(30, 20, 120, 90), sub=[
                    Layer(40, 30, 50, 40, fill(BLUE)), Layer(110, 70, 60, 60, fill(RED), radius(15)),
                    Layer(10, 10, 40, 30, fill(GREEN))]))


def shadow_scenes():
    yield Scene("shadow-soft", "A soft shadow", Layer(40, 30, 80, 60, fill(SAND), box_shadow(0, 0, 6)))
    yield Scene("shadow-offset", "A shadow to one side", Layer(35, 25, 80, 60, fill(SKY), box_shadow(8, 12, 4)))
    yield Scene("shadow-hard", "Radius 0 copies the shape",
                Layer(30, 20, 80, 60, fill(GREEN), radius(16), box_shadow(14, 18, 0, INK)))
    yield Scene("shadow-rounded", "The shadow of rounded corners",
                Layer(40, 28, 80, 60, fill(SAND), radius(24), box_shadow(0, 6, 7, "#000000", 0.7)))
    yield Scene("shadow-colour", "A coloured, weak shadow",
                Layer(40, 28, 80, 60, fill(INK), radius(10), box_shadow(4, 4, 5, RED, 0.45)), back="#e8f0f8")
    yield Scene("shadow-small", "Radii of one or two points",
                Layer(15, 25, 55, 70, fill(SKY), box_shadow(0, 1, 1)),
                Layer(90, 25, 55, 70, fill(SAND), radius(8), box_shadow(0, 2, 2)))
    yield Scene("shadow-wide", "A radius larger than the box", Layer(60, 45, 40, 30, fill(BLUE), box_shadow(0, 0, 14)))
    yield Scene("shadow-silhouette", "One shadow of a layer and what sticks out of it",
                Layer(30, 30, 60, 50, fill(SAND), drop_shadow(6, 8, 3), sub=[
                    Layer(40, -12, 50, 40, fill(GREEN), radius(14)), Layer(-14, 30, 30, 30, fill(RED), radius(15))]))
    yield Scene("shadow-contentless", "Sublayers of a layer that paints nothing cast a shadow",
                Layer(20, 20, 120, 80, drop_shadow(5, 5, 4, INK, 0.8), sub=[
                    Layer(0, 0, 50, 60, fill(RED), radius(10)), Layer(64, 20, 50, 50, fill(BLUE), radius(25))]))
    yield Scene("shadow-group-opacity", "A translucent group with its shadow",
                Layer(35, 25, 80, 60, fill(SAND), radius(12), box_shadow(8, 8, 5), opacity(0.5)), back="#d0e0f0")
    yield Scene("shadow-path", "A shadow path larger than the layer",
                Layer(50, 40, 60, 40, fill(SKY), spread_shadow(60, 40, 14, 5, BLUE, 0.8)))
    yield Scene("shadow-turned", "The shadow turns with its layer",
                Layer(40, 30, 80, 60, fill(SAND), box_shadow(10, 10, 4), rotate(30)))


def group_scenes():
    pair = [Layer(0, 0, 70, 60, fill(RED)), Layer(40, 25, 70, 60, fill(BLUE), radius(14))]
    yield Scene("opacity-group", "Overlapping sublayers fade as one", Layer(25, 18, 110, 85, opacity(0.5), sub=pair))
    yield Scene("opacity-each", "Overlapping layers fade alone",
                *[Layer(25 + p.x, 18 + p.y, 70, 60, *p.parts, opacity(0.5)) for p in pair])
    yield Scene("opacity-nested", "Nested factors multiply",
                Layer(15, 12, 130, 96, fill(SAND), opacity(0.8), sub=[
                    Layer(15, 12, 80, 70, fill(GREEN), opacity(0.5), sub=[
                        Layer(30, 20, 80, 60, fill(RED), opacity(0.5))])]))
    yield Scene("opacity-clip", "A translucent group under a rounded clip",
                Layer(20, 15, 120, 90, fill(SAND), radius(32), clip(), opacity(0.6), border(5, INK), sub=[
                    Layer(40, 30, 90, 70, fill(BLUE))]))
    yield Scene("translucent-colours", "Translucent colours over each other",
                Layer(15, 15, 80, 60, fill(RED, 0.5)), Layer(50, 35, 80, 60, fill(GREEN, 0.5)),
                Layer(35, 50, 80, 60, fill(BLUE, 0.25)))
    yield Scene("hidden", "Hidden layers, and a layer of opacity 0",
                Layer(15, 15, 60, 90, fill(SKY), sub=[Layer(10, 10, 30, 30, fill(RED), hidden())]),
                Layer(90, 15, 50, 40, fill(BLUE), opacity(0)), Layer(90, 65, 50, 40, fill(GREEN)))
    yield Scene("order", "Later siblings cover earlier ones, a higher z covers both",
                Layer(15, 15, 70, 60, fill(RED), z_order(2)), Layer(45, 35, 70, 60, fill(GREEN)),
                Layer(75, 20, 60, 80, fill(BLUE), z_order(1)), Layer(30, 80, 100, 25, fill(SAND)))
    yield Scene("order-negative", "A negative z lies above the superlayer's own background",
                Layer(15, 12, 130, 96, fill(SAND), z_order(0), sub=[
                    Layer(20, 20, 60, 50, fill(BLUE), z_order(1)), Layer(50, 10, 60, 50, fill(GREEN)),
                    Layer(10, 40, 110, 40, fill(RED), z_order(-1))]))


def plane_scenes():
    yield Scene("rotate", "A turned box", Layer(40, 35, 80, 50, fill(BLUE), rotate(30)))
    yield Scene("rotate-rounded", "A turned box with border and corners",
                Layer(35, 30, 90, 60, fill(SAND), border(7, RED), radius(18), rotate(-20)))
    yield Scene("scale", "Scaled corners and borders are scaled shapes",
                Layer(50, 45, 60, 30, fill(SKY), border(4, BLUE), radius(10), scale(2, 2.5)))
    yield Scene("transform-order", "The first function is the outermost",
                Layer(10, 10, 50, 30, fill(RED), translate(30, 10), rotate(40), scale(1.4, 0.8)),
                Layer(90, 60, 50, 30, fill(GREEN), scale(1.4, 0.8), rotate(40)))
    yield Scene("anchors", "Turned about other points",
                Layer(30, 20, 60, 30, fill(BLUE), anchor(0, 0), rotate(15)),
                Layer(80, 40, 60, 30, fill(RED), anchor(1, 1), rotate(-25)),
                Layer(20, 80, 60, 24, fill(GREEN), anchor(0, 0.5), rotate(-10)))
    yield Scene("mirror", "Negative scales",
                Layer(20, 15, 55, 90, fill(SKY), radius(24, "topLeft"), scale(-1, 1), sub=[
                    Layer(5, 50, 20, 30, fill(RED))]),
                Layer(88, 15, 55, 90, fill(SAND), radius(24, "topLeft"), scale(1, -1), sub=[
                    Layer(5, 50, 20, 30, fill(BLUE))]))
    yield Scene("nested-turns", "Turned layers inside turned layers",
                Layer(40, 25, 80, 70, fill(SAND), rotate(20), sub=[
                    Layer(15, 12, 50, 45, fill(BLUE), rotate(20), sub=[
                        Layer(10, 10, 30, 25, fill(RED), rotate(20), radius(6))])]))
    yield Scene("sublayer-transform", "All sublayers placed at once; the layer itself stays",
                Layer(30, 20, 100, 80, fill(SAND), border(2, INK), sublayers_placed(
                    "rotate(20deg) scale(0.7)", "rotate(20deg) scale(0.7, 0.7, 1)"), sub=[
                        Layer(0, 0, 60, 50, fill(BLUE)), Layer(50, 40, 50, 40, fill(RED), radius(10))]))
    yield Scene("border-fringe", "A light border around a dark, turned box",
                Layer(40, 30, 80, 60, fill(INK), border(5, "#ffffff"), rotate(25)))
    yield Scene("hairlines", "Thin turned boxes", *[
        Layer(20, 60, 120, 1, fill(INK), rotate(9 + 18 * i)) for i in range(10)])


def mask_scenes():
    def group(x, y, w, h, *parts):
        return Layer(x, y, w, h, fill(SAND), *parts, sub=[
            Layer(0, 0, w * 0.6, h * 0.6, fill(BLUE)), Layer(w * 0.4, h * 0.4, w * 0.6, h * 0.6, fill(RED))])

    fade = ((0, "#000000", 1), (1, "#000000", 0))
    yield Scene("mask-linear", "A mask that fades to the right",
                group(20, 15, 120, 90, gradient_mask(120, 90, linear, "right", *fade)))
    yield Scene("mask-radial", "A mask that fades outwards",
                group(20, 15, 120, 90, gradient_mask(
                    120, 90, radial, (60, 45), (60, 45), (120, 90), (0.3, "#000000", 1), (1, "#000000", 0))))
    yield Scene("mask-bars", "A mask of hard bars, part of it half clear",
                group(20, 15, 120, 90, gradient_mask(
                    120, 90, linear, "bottom", (0, "#000000"), (0.4, "#000000"), (0.4, "#000000", 0.5),
                    (0.7, "#000000", 0.5), (0.7, "#000000", 0), (1, "#000000", 0))))
    yield Scene("mask-rounded", "A rounded box as mask",
                group(20, 15, 120, 90, mask(Layer(12, 8, 96, 70, fill("#000000"), radius(22)),
                                            {"clip-path": "inset(8px 12px 12px 12px round 22px)"})))
    yield Scene("mask-polygon", "A path as mask",
                group(20, 15, 120, 90, mask(
                    Layer(0, 0, 120, 90, shape(polygon((60, 0), (120, 45), (85, 90), (20, 80), (0, 30)), "#000000")),
                    {"clip-path": "polygon(60px 0, 120px 45px, 85px 90px, 20px 80px, 0 30px)"})))
    yield Scene("mask-circle", "A circle as mask of a turned group",
                group(20, 15, 120, 90, rotate(20), mask(Layer(20, 5, 80, 80, fill("#000000"), radius(40)),
                                                        {"clip-path": "circle(40px at 60px 45px)"})))
    yield Scene("mask-shadow", "A masked group casts the shadow of what is left",
                Layer(0, 0, 160, 120, drop_shadow(6, 6, 3), sub=[
                    group(25, 18, 100, 80, mask(Layer(10, 5, 70, 70, fill("#000000"), radius(35)),
                                                {"clip-path": "circle(35px at 45px 40px)"}))]))
    yield Scene("mask-opacity", "A mask on a translucent group",
                group(20, 15, 120, 90, opacity(0.6), gradient_mask(120, 90, linear, "bottom right", *fade)))


def path_scenes():
    star = polygon(*[(60 + 46 * s, 46 + 44 * c) for s, c in (
        (0, -1), (0.588, 0.809), (-0.951, -0.309), (0.951, -0.309), (-0.588, 0.809))])
    bend = [("m", 10, 70), ("c", 30, -30, 70, 130, 130, 20)]
    yield Scene("path-non-zero", "A star, filled where lines wind", Layer(20, 12, 120, 96, shape(star, BLUE)))
    yield Scene("path-even-odd", "A star with an empty middle",
                Layer(20, 12, 120, 96, shape(star, RED, rule="even-odd")))
    yield Scene("path-joins", "Mitred, round and bevelled joins", *[
        Layer(5 + 50 * i, 15, 50, 90, shape([("m", 8, 80), ("l", 24, 15), ("l", 42, 80)], stroke=INK, width=12, join=j))
        for i, j in enumerate(("miter", "round", "bevel"))])
    yield Scene("path-miter-limit", "A mitre that is too long becomes a bevel",
                Layer(10, 15, 60, 90, shape([("m", 15, 80), ("l", 30, 20), ("l", 45, 80)], stroke=BLUE, width=10,
                                            join="miter", miter=10)),
                Layer(85, 15, 60, 90, shape([("m", 15, 80), ("l", 30, 20), ("l", 45, 80)], stroke=RED, width=10,
                                            join="miter", miter=2)))
    yield Scene("path-caps", "Butt, round and square ends", *[
        Layer(10, 20 + 35 * i, 140, 20, shape([("m", 20, 10), ("l", 120, 10)], stroke=GREEN, width=16, cap=c))
        for i, c in enumerate(("butt", "round", "square"))])
    yield Scene("path-dashes", "Dashes along a curve and around a box",
                Layer(10, 10, 140, 100, shape(bend, stroke=BLUE, width=5, dash=(14, 8))),
                Layer(10, 10, 140, 100, shape(polygon((30, 60), (110, 60), (110, 95), (30, 95)), stroke=RED, width=4,
                                              dash=(10, 6, 2, 6), phase=5)))
    yield Scene("path-dash-caps", "Every dash has caps",
                Layer(10, 10, 140, 100, shape(bend, stroke=INK, width=8, dash=(10, 16), cap="round")))
    yield Scene("path-trimmed", "Part of a stroke, by length",
                Layer(10, 15, 140, 40, shape([("m", 10, 20), ("l", 130, 20)], stroke=BLUE, width=8,
                                             trim=(0.25, 0.8, 120))),
                Layer(10, 60, 140, 50, shape(polygon((20, 5), (120, 5), (120, 45), (20, 45)), stroke=RED, width=5,
                                             trim=(0.1, 0.6, 280))))
    yield Scene("path-curves", "Quadratic and cubic curves, filled and stroked",
                Layer(10, 10, 140, 100, shape(
                    [("m", 10, 90), ("q", 30, -20, 70, 50), ("c", 90, 90, 120, 10, 130, 80), ("h",)], SAND, stroke=INK,
                    width=3, join="round")))
    yield Scene("path-translucent", "The stroke lies over its fill",
                Layer(20, 20, 120, 80, shape(ellipse(60, 40, 50, 32), BLUE, alpha=0.5, stroke=RED, width=12)))


def all_scenes():
    for make in (corner_scenes, shadow_scenes, group_scenes, plane_scenes, mask_scenes, path_scenes):
        yield from make()
