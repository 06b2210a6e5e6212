"""Gradients, blending, filters, pictures."""
from notation import Layer, Part, Scene
from parts import (blend, border, ca_filter, clip, color_matrix, conic, fill, filters, image, linear, opacity,
                   picture, radial, radius, rotate)
from scenes_shapes import BLUE, GREEN, INK, RED, SAND, SKY

RAINBOW = ((0, "#ff2020"), (0.25, "#f0e020"), (0.5, "#20d060"), (0.75, "#2060f0"), (1, "#c020c0"))
DUSK = ((0, "#101840"), (0.5, "#c05080"), (1, "#ffe0a0"))


def gradient_scenes():
    yield Scene("gradient-right", "Five colours to the right", Layer(10, 15, 140, 90, linear("right", *RAINBOW)))
    yield Scene("gradient-down", "Three colours downwards in rounded bounds",
                Layer(20, 10, 120, 100, linear("bottom", *DUSK), radius(28)))
    yield Scene("gradient-left-up", "Reversed directions",
                Layer(10, 10, 65, 100, linear("left", *DUSK)), Layer(85, 10, 65, 100, linear("top", *RAINBOW)))
    yield Scene("gradient-hard", "Equal locations make a hard edge",
                Layer(10, 15, 140, 90, linear("right", (0, BLUE), (0.3, BLUE), (0.3, SAND), (0.65, RED), (0.65, GREEN),
                                              (1, INK))), detail=1)
    yield Scene("gradient-inner", "The first and last colours go on to the edges",
                Layer(10, 15, 140, 90, linear("right", (0.25, RED), (0.75, BLUE))))
    yield Scene("gradient-diagonal", "From corner to corner of a square",
                Layer(30, 10, 100, 100, linear("bottom right", *RAINBOW)))
    yield Scene("gradient-oblong", "From corner to corner of an oblong: the middle colour joins the other corners",
                Layer(10, 20, 140, 80, linear("bottom right", *RAINBOW)))
    yield Scene("gradient-clear", "One colour that becomes clear",
                Layer(10, 15, 140, 90, linear("right", (0, RED, 1), (1, RED, 0))), back="#c0e0ff")
    yield Scene("gradient-turned", "A turned gradient",
                Layer(35, 25, 90, 70, linear("right", *DUSK), radius(12), rotate(30)))
    yield Scene("radial-circle", "A circle in a square", Layer(30, 10, 100, 100, radial(
        (50, 50), (50, 50), (100, 100), *RAINBOW)))
    yield Scene("radial-ellipse", "An ellipse that fills an oblong",
                Layer(10, 20, 140, 80, radial((70, 40), (70, 40), (140, 80), *DUSK)))
    yield Scene("radial-aside", "Centre and half-axes away from the middle",
                Layer(10, 15, 140, 90, radial((40, 30), (80, 35), (140, 90), *RAINBOW), radius(18)))
    yield Scene("radial-stops", "Hard rings", Layer(30, 10, 100, 100, radial(
        (50, 50), (50, 50), (100, 100), (0.2, RED), (0.2, SAND), (0.6, SAND), (0.6, BLUE), (0.9, BLUE), (0.9, SKY))), detail=1)
    yield Scene("conic-top", "Around the middle from the top",
                Layer(30, 10, 100, 100, conic((0.5, 0), 0, *RAINBOW, (1, "#ff2020"))))
    yield Scene("conic-right", "From the right, clockwise, in a circle",
                Layer(30, 10, 100, 100, conic((1, 0.5), 90, *DUSK), radius(50)))
    yield Scene("conic-sectors", "Hard sectors from a corner",
                Layer(30, 10, 100, 100, conic((1, 1), 135, (0, RED), (0.25, RED), (0.25, SAND), (0.5, SAND),
                                              (0.5, GREEN), (0.8, GREEN), (0.8, BLUE), (1, BLUE))), detail=1)


MODES = {"multiply": "multiply", "screen": "screen", "overlay": "overlay", "darken": "darken", "lighten": "lighten",
         "color-dodge": "colorDodge", "color-burn": "colorBurn", "hard-light": "hardLight",
         "soft-light": "softLight", "difference": "difference", "exclusion": "exclusion", "hue": "hue",
         "saturation": "saturation", "color": "color", "luminosity": "luminosity"}


def blend_scenes():
    for css, caml in [(c, m + "BlendMode") for c, m in MODES.items()] + [("plus-lighter", "plusL")]:
        yield Scene("blend-" + css, "%s over colours, greys and a translucent source" % css,
                    Layer(0, 0, 160, 60, linear("right", *RAINBOW)),
                    Layer(0, 60, 160, 60, linear("right", (0, "#000000"), (1, "#ffffff"))),
                    Layer(10, 8, 60, 104, linear("bottom", *DUSK), blend(css, caml)),
                    Layer(80, 8, 30, 104, fill(GREEN), blend(css, caml)),
                    Layer(118, 8, 34, 104, fill("#e08040", 0.5), radius(17), blend(css, caml)), detail=2)
    yield Scene("blend-in-group", "A blend stays inside its translucent group",
                Layer(0, 0, 80, 120, fill(SAND)),
                Layer(20, 15, 120, 90, opacity(0.8), sub=[
                    Layer(0, 0, 80, 90, fill(SKY)), Layer(40, 20, 80, 50, fill(RED), blend(
                        "multiply", "multiplyBlendMode"))]))
    yield Scene("blend-of-group", "A whole group is blended at once",
                Layer(0, 0, 160, 120, linear("bottom", *RAINBOW)),
                Layer(20, 15, 120, 90, blend("screen", "screenBlendMode"), sub=[
                    Layer(0, 0, 80, 60, fill(BLUE)), Layer(40, 30, 80, 60, fill(RED), radius(20))]))


def scaling(r, g, b, bias=0.0):
    return color_matrix([(r, 0, 0, 0, bias), (0, g, 0, 0, bias), (0, 0, b, 0, bias), (0, 0, 0, 1, 0)])


def filter_scenes():
    def filtered(css, *elements):
        return Layer(15, 12, 130, 96, linear("right", *RAINBOW), radius(20), filters(css, *elements), sub=[
            Layer(20, 20, 50, 50, fill("#808080")), Layer(60, 40, 50, 40, fill("#f0f0ff"), radius(10)),
            Layer(30, 60, 60, 20, fill(INK, 0.5))])

    yield Scene("filter-saturate", "Less saturation", filtered("saturate(0.4)", ca_filter("colorSaturate", inputAmount=0.4)))
    yield Scene("filter-saturate-more", "More saturation", filtered(
        "saturate(1.8)", ca_filter("colorSaturate", inputAmount=1.8)))
    yield Scene("filter-grey", "No saturation", filtered("grayscale(1)", ca_filter("colorSaturate", inputAmount=0)))
    yield Scene("filter-contrast", "More contrast", filtered("contrast(1.6)", ca_filter("colorContrast", inputAmount=1.6)))
    yield Scene("filter-contrast-less", "Less contrast", filtered(
        "contrast(0.5)", ca_filter("colorContrast", inputAmount=0.5)))
    yield Scene("filter-hue", "Turned hues", filtered(
        "hue-rotate(110deg)", ca_filter("colorHueRotate", inputAngle=1.919862177)))
    yield Scene("filter-invert", "Inverted", filtered("invert(1)", ca_filter("colorInvert")))
    yield Scene("filter-darker", "Colours times a factor below 1", filtered(
        "brightness(0.6)", ca_filter("multiplyColor", inputColor="0.6 0.6 0.6")))
    yield Scene("filter-brighter", "Colours times a factor above 1", filtered(
        "brightness(1.5)", ca_filter("colorMatrix", inputColorMatrix=scaling(1.5, 1.5, 1.5))))
    yield Scene("filter-half-invert", "Partly inverted, by a colour matrix", filtered(
        "invert(0.7)", ca_filter("colorMatrix", inputColorMatrix=scaling(-0.4, -0.4, -0.4, 0.7))))
    yield Scene("filter-sepia", "Sepia", filtered(
        "sepia(1)", '<CIFilter filter="CISepiaTone" name="sepia"><inputIntensity type="real" value="1"/></CIFilter>'))
    yield Scene("filter-chain", "Filters act in order", filtered(
        "contrast(1.4) hue-rotate(60deg) invert(1)", ca_filter("colorContrast", inputAmount=1.4),
        ca_filter("colorHueRotate", inputAngle=1.047197551), ca_filter("colorInvert")))
    blurred = [Layer(20, 15, 40, 40, fill(RED)), Layer(50, 35, 50, 40, fill(BLUE), radius(12))]
    yield Scene("filter-blur", "A blurred group", Layer(20, 15, 120, 90, filters(
        "blur(4px)", ca_filter("gaussianBlur", inputRadius=4)), sub=blurred))
    yield Scene("filter-blur-wide", "A blur wider than the shapes", Layer(20, 15, 120, 90, filters(
        "blur(12px)", ca_filter("gaussianBlur", inputRadius=12)), sub=blurred))
    yield Scene("filter-blur-clipped", "A blur cut by the superlayer",
                Layer(25, 15, 110, 90, fill(SAND), radius(20), clip(), sub=[
                    Layer(-20, 20, 90, 50, fill(GREEN), filters("blur(5px)", ca_filter("gaussianBlur", inputRadius=5)))]))
    yield Scene("filter-opacity", "A filter acts before opacity", Layer(
        20, 15, 120, 90, opacity(0.5), filters("invert(1)", ca_filter("colorInvert")), fill(SAND), sub=[
            Layer(20, 20, 60, 50, fill(BLUE))]), back="#a0c0e0")
    backdrop = [Layer(0, 0, 160, 120, linear("right", *RAINBOW)), Layer(0, 70, 160, 20, fill(INK))]
    for name, css, element in (
            ("invert", "invert(1)", ca_filter("colorInvert")),
            ("hue", "hue-rotate(90deg)", ca_filter("colorHueRotate", inputAngle=1.570796327)),
            ("grey", "grayscale(1)", ca_filter("colorSaturate", inputAmount=0))):
        yield Scene("backdrop-" + name, "What lies behind a layer is filtered inside its bounds", *backdrop,
                    Layer(25, 20, 110, 80, fill("#ffffff", 0.2), radius(24), clip(),
                          filters(css, element, key="backgroundFilters", css_key="backdrop-filter")))


def picture_scenes():
    def frame(x, y, w, h, *parts):
        return Layer(x, y, w, h, fill(SKY), clip(), *parts)

    art, tall = "art.png", "tall.png"
    yield Scene("picture-resize", "resize fills the box on both axes",
                frame(10, 10, 140, 40, image(art, "100% 100%", "resize", "0 0")),
                frame(10, 60, 50, 50, image(art, "100% 100%", "resize", "0 0")), detail=1)
    yield Scene("picture-aspect", "resizeAspect shows the whole picture",
                frame(10, 10, 140, 48, image(art, "contain", "resizeAspect", "center")),
                frame(10, 64, 48, 48, image(art, "contain", "resizeAspect", "center")),
                frame(70, 64, 80, 48, image(tall, "contain", "resizeAspect", "center")), detail=1)
    yield Scene("picture-fill", "resizeAspectFill covers the box",
                frame(10, 10, 140, 48, image(art, "cover", "resizeAspectFill", "center")),
                frame(10, 64, 48, 48, image(art, "cover", "resizeAspectFill", "center")),
                frame(70, 64, 80, 48, image(tall, "cover", "resizeAspectFill", "center")), detail=1)
    places = (("topLeft", "left bottom"), ("top", "center bottom"), ("topRight", "right bottom"), ("left", "left center"),
              ("center", "center center"), ("right", "right center"), ("bottomLeft", "left top"),
              ("bottom", "center top"), ("bottomRight", "right top"))
    yield Scene("picture-places", "Gravities that do not scale; top is where y is largest", *[
        frame(5 + 51 * (i % 3), 4 + 39 * (i // 3), 48, 36, image("small.png", "auto", gravity, place))
        for i, (gravity, place) in enumerate(places)], detail=1)
    yield Scene("picture-overflow", "A picture larger than its box overflows it",
                Layer(50, 40, 60, 40, border(2, INK), picture(
                    art, "center", {}), Part(svg='<img src="images/art.png" style="position: absolute; left: -14px; '
                                             'top: -14px; z-index: -1">')), detail=1)
    yield Scene("picture-nearest", "Pixels of a picture as squares",
                Layer(16, 12, 128, 96, image("small.png", "100% 100%", "resize", "0 0", "pixelated",
                                             magnificationFilter="nearest")), detail=1)
    yield Scene("picture-magnified", "A small picture, enlarged smoothly",
                Layer(16, 12, 128, 96, image("small.png", "100% 100%", "resize", "0 0")), detail=1)
    yield Scene("picture-reduced", "A picture at half its size",
                Layer(16, 12, 42, 32, image(art, "100% 100%", "resize", "0 0")),
                Layer(80, 12, 42, 32, image(art, "100% 100%", "resize", "0 0", minificationFilter="trilinear")), detail=1)
    yield Scene("picture-part", "A part of the picture",
                Layer(10, 20, 60, 45, Part({
                    "background": "url(images/art.png) 0 0 / 200% 200% no-repeat"}), picture(
                        art, "resize", {}, {"contentsRect": "0 0 0.5 0.5"})),
                Layer(90, 20, 60, 45, Part({
                    "background": "url(images/art.png) 100% 100% / 200% 200% no-repeat"}), picture(
                        art, "resize", {}, {"contentsRect": "0.5 0.5 0.5 0.5"})), detail=1)
    for name, size in (("wide", (140, 60)), ("tall", (60, 100)), ("large", (144, 108))):
        w, h = size
        yield Scene("nine-part-" + name, "Corners keep their size, edges and the centre stretch",
                    Layer((160 - w) / 2, (120 - h) / 2, w, h, picture(
                        "frame.png", "resize", {"border": "12px solid transparent", "border-image":
                                                "url(images/frame.png) 12 fill stretch"},
                        {"contentsCenter": "0.25 0.25 0.5 0.5"})), detail=1)
    yield Scene("nine-part-scaled", "Nine parts of a picture of two pixels to the point",
                Layer(10, 20, 140, 80, picture(
                    "frame.png", "resize", {"border": "6px solid transparent", "border-image":
                                            "url(images/frame.png) 12 fill stretch"},
                    {"contentsCenter": "0.25 0.25 0.5 0.5", "contentsScale": "2"})), detail=1)
    yield Scene("picture-rounded", "Rounded bounds cut the picture, the border lies above",
                frame(20, 15, 120, 90, radius(28), border(5, INK), Part({"background-origin": "border-box"}),
                      image(art, "cover", "resizeAspectFill", "center")), detail=1)
    yield Scene("picture-turned", "A turned picture",
                Layer(38, 28, 84, 64, image(art, "100% 100%", "resize", "0 0"), rotate(25)), detail=1)


def all_scenes():
    for make in (gradient_scenes, blend_scenes, filter_scenes, picture_scenes):
        yield from make()
