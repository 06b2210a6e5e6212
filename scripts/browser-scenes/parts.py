"""The properties that both forms can express."""
from notation import Layer, Part, caml_color, css_color, num, nums


def fill(color, alpha=1.0):
    return Part({"background-color": css_color(color, alpha)}, elements=[caml_color("backgroundColor", color, alpha)])


CORNERS = {"topLeft": 1, "topRight": 2, "bottomLeft": 4, "bottomRight": 8}


def radius(r, *corners):
    """Rounded corners: all, or those that are named."""
    chosen = corners or CORNERS
    order = ("topLeft", "topRight", "bottomRight", "bottomLeft")
    css = " ".join(num(r) + "px" if c in chosen else "0" for c in order)
    attributes = {"cornerRadius": num(r)}
    if corners:
        attributes["maskedCorners"] = str(sum(CORNERS[c] for c in corners))
    return Part({"border-radius": css}, attributes)


def border(width, color, alpha=1.0):
    return Part({"border": "%spx solid %s" % (num(width), css_color(color, alpha))}, {"borderWidth": num(width)},
                [caml_color("borderColor", color, alpha)], border=width)


def _shadow_attributes(dx, dy, sigma, alpha):
    return {"shadowOffset": nums(dx, dy), "shadowRadius": num(sigma), "shadowOpacity": num(alpha)}


def box_shadow(dx, dy, sigma, color="#000000", alpha=1.0):
    """A shadow of an opaque box; style sheets specify twice the standard deviation."""
    css = "%spx %spx %spx %s" % (num(dx), num(dy), num(2 * sigma), css_color(color, alpha))
    return Part({"box-shadow": css}, _shadow_attributes(dx, dy, sigma, alpha), [caml_color("shadowColor", color)])


def drop_shadow(dx, dy, sigma, color="#000000", alpha=1.0):
    """A shadow of the contents of the layer and its sublayers."""
    css = "drop-shadow(%spx %spx %spx %s)" % (num(dx), num(dy), num(sigma), css_color(color, alpha))
    return Part({"filter": css}, _shadow_attributes(dx, dy, sigma, alpha), [caml_color("shadowColor", color)])


def spread_shadow(width, height, spread, sigma, color, alpha):
    """A shadow of a larger rectangle, as a shadow path."""
    css = "0 0 %spx %spx %s" % (num(2 * sigma), num(spread), css_color(color, alpha))
    s = spread
    corners = ((-s, -s, "m"), (width + s, -s, "l"), (width + s, height + s, "l"), (-s, height + s, "l"))
    path = " ".join("%s %s" % (nums(x, y), verb) for x, y, verb in corners) + " h"
    return Part({"box-shadow": css}, {**_shadow_attributes(0, 0, sigma, alpha), "shadowPath": path},
                [caml_color("shadowColor", color)])


def opacity(alpha):
    return Part({"opacity": num(alpha)}, {"opacity": num(alpha)})


def clip():
    return Part({"overflow": "hidden"}, {"masksToBounds": "1"})


def z_order(z):
    return Part({"z-index": str(z)}, {"zPosition": str(z)})


def hidden():
    return Part({"visibility": "hidden"}, {"hidden": "1"})


def anchor(x, y):
    return Part({"transform-origin": "%s%% %s%%" % (num(100 * x), num(100 * y))}, anchor=(x, y))


# Transforms. The functions mean the same in both forms.

def translate(x, y, z=0):
    return Part({"transform": "translate3d(%spx, %spx, %spx)" % (num(x), num(y), num(z)) if z
                 else "translate(%spx, %spx)" % (num(x), num(y))},
                {"transform": "translate(%s, %s, %s)" % (num(x), num(y), num(z))})


def scale(x, y=None):
    y = x if y is None else y
    return Part({"transform": "scale(%s, %s)" % (num(x), num(y))},
                {"transform": "scale(%s, %s, 1)" % (num(x), num(y))})


def rotate(degrees, *axis):
    if not axis:
        return Part({"transform": "rotate(%sdeg)" % num(degrees)}, {"transform": "rotate(%sdeg)" % num(degrees)})
    text = ", ".join(num(a) for a in axis)
    return Part({"transform": "rotate3d(%s, %sdeg)" % (text, num(degrees))},
                {"transform": "rotate(%sdeg, %s)" % (num(degrees), text)})


def matrix(*m):
    text = ", ".join(num(v) for v in m)
    return Part({"transform": "matrix(%s)" % text}, {"transform": "matrix(%s)" % text})


def own_perspective(distance):
    return Part({"transform": "perspective(%spx)" % num(distance)},
                {"transform": "perspective(%s)" % num(distance)})


def perspective(distance):
    """For the sublayers, with the layer's anchor as vanishing point."""
    return Part({"perspective": "%spx" % num(distance)}, {"sublayerTransform": "perspective(%s)" % num(distance)})


def depth():
    """A layer that keeps the depth of its sublayers."""
    return Part({"transform-style": "preserve-3d"}, tag="CATransformLayer")


def one_sided():
    return Part({"backface-visibility": "hidden"}, {"doubleSided": "0"})


def sublayers_placed(css, caml):
    """A transform of all sublayers about the middle of the layer."""
    return Part({}, {"sublayerTransform": caml}, inner="left: 0; top: 0; width: 100%; height: 100%; transform: " + css)


def scrolled(x, y, width, height):
    """The layer shows its space from (x, y)."""
    return Part({}, {"bounds": nums(x, y, width, height)},
                inner="left: %spx; top: %spx" % (num(-x), num(-y)))


# Gradients. Stops are (location, colour) or (location, colour, alpha).

def _stops(stops):
    stops = [(*s, 1.0)[:3] for s in stops]
    css = ", ".join("%s %s%%" % (css_color(c, a), num(100 * t)) for t, c, a in stops)
    colors = "\n".join("  " + caml_color("CGColor", c, a) for _, c, a in stops)
    locations = "\n".join('  <real value="%s"/>' % num(t) for t, _, _ in stops)
    return css, ["<colors>\n%s\n</colors>" % colors, "<locations>\n%s\n</locations>" % locations]


DIRECTIONS = {"right": ((0, 0.5), (1, 0.5)), "left": ((1, 0.5), (0, 0.5)), "bottom": ((0.5, 0), (0.5, 1)),
              "top": ((0.5, 1), (0.5, 0)), "bottom right": ((0, 0), (1, 1)), "top right": ((0, 1), (1, 0))}


def linear(direction, *stops, css_property="background-image"):
    css, elements = _stops(stops)
    start, end = DIRECTIONS[direction]
    return Part({css_property: "linear-gradient(to %s, %s)" % (direction, css)},
                {"startPoint": nums(*start), "endPoint": nums(*end)}, elements, tag="CAGradientLayer")


def radial(center, radii, size, *stops, css_property="background-image"):
    """An ellipse; center and radii in points of a layer of this size."""
    css, elements = _stops(stops)
    (w, h), (x, y), (rx, ry) = size, center, radii
    return Part({css_property: "radial-gradient(%spx %spx at %spx %spx, %s)" % (*map(num, (rx, ry, x, y)), css)},
                {"startPoint": nums(x / w, y / h), "endPoint": nums((x + rx) / w, (y + ry) / h)},
                ['<type value="radial"/>'] + elements, tag="CAGradientLayer")


def conic(toward, degrees, *stops, css_property="background-image"):
    """Around the middle of a square layer; `toward` is where 0 lies, `degrees` the same from the top."""
    css, elements = _stops(stops)
    return Part({css_property: "conic-gradient(from %sdeg, %s)" % (num(degrees), css)},
                {"startPoint": "0.5 0.5", "endPoint": nums(*toward)},
                ['<type value="conic"/>'] + elements, tag="CAGradientLayer")


# Masks

def mask(layer, css):
    """`layer` is in the masked layer's space; `css` is the equivalent for the page."""
    return Part(css, elements=[layer.caml(0, "mask")])


def gradient_mask(width, height, make, *arguments):
    part = make(*arguments, css_property="mask-image")
    return mask(Layer(0, 0, width, height, part), part.css)


# Paths: ("m", x, y), ("l", x, y), ("q", 4 numbers), ("c", 6 numbers), ("h",)

def svg_path(path):
    return " ".join({"h": "Z"}.get(verb, verb.upper()) + (" " + nums(*p) if p else "") for verb, *p in path)


def caml_path(path):
    return " ".join((nums(*p) + " " if p else "") + verb for verb, *p in path)


def ellipse(cx, cy, rx, ry):
    k = 0.5522847498
    return [("m", cx + rx, cy), ("c", cx + rx, cy + k * ry, cx + k * rx, cy + ry, cx, cy + ry),
            ("c", cx - k * rx, cy + ry, cx - rx, cy + k * ry, cx - rx, cy),
            ("c", cx - rx, cy - k * ry, cx - k * rx, cy - ry, cx, cy - ry),
            ("c", cx + k * rx, cy - ry, cx + rx, cy - k * ry, cx + rx, cy), ("h",)]


def polygon(*points):
    return [("m" if i == 0 else "l", *p) for i, p in enumerate(points)] + [("h",)]


def shape(path, color=None, alpha=1.0, rule=None, stroke=None, width=1, cap=None, join=None, miter=None, dash=None,
          phase=0, trim=None, rules="", animations=(), css_id=None):
    svg = {"d": svg_path(path), "fill": css_color(color, alpha) if color else "none"}
    attributes, elements = {"path": caml_path(path)}, []
    elements.append(caml_color("fillColor", color, alpha) if color else '<fillColor opacity="0" value="0 0 0"/>')
    if rule:
        svg["fill-rule"], attributes["fillRule"] = {"even-odd": "evenodd", "non-zero": "nonzero"}[rule], rule
    if stroke:
        svg["stroke"], svg["stroke-width"] = stroke, num(width)
        attributes["lineWidth"] = num(width)
        elements.append(caml_color("strokeColor", stroke))
        svg["stroke-miterlimit"] = attributes["miterLimit"] = num(miter or 10)
        if cap:
            svg["stroke-linecap"] = attributes["lineCap"] = cap
        if join:
            svg["stroke-linejoin"] = attributes["lineJoin"] = join
        if dash:
            svg["stroke-dasharray"] = nums(*dash)
            elements.append("<lineDashPattern>\n%s\n</lineDashPattern>" % "\n".join(
                '  <real value="%s"/>' % num(d) for d in dash))
            if phase:
                svg["stroke-dashoffset"] = attributes["lineDashPhase"] = num(phase)
        if trim:
            # The part of the stroke from one fraction of its length to another: one dash.
            start, end, length = trim
            svg["stroke-dasharray"] = nums((end - start) * length, 2 * length)
            svg["stroke-dashoffset"] = num(-start * length)
            attributes["strokeStart"], attributes["strokeEnd"] = num(start), num(end)
    if css_id:
        svg["id"] = css_id
    text = "<svg style=\"left: 0; top: 0; overflow: visible\"><path %s/></svg>" % " ".join(
        '%s="%s"' % pair for pair in svg.items())
    return Part({}, attributes, elements, tag="CAShapeLayer", svg=text, rules=rules, animations=animations)


# Blending and filters

def blend(css, caml):
    return Part({"mix-blend-mode": css}, elements=['<compositingFilter type="string" value="%s"/>' % caml])


def color_matrix(rows):
    return "matrix(%s)" % " ".join(nums(*row) for row in rows)


def filters(css, *elements, key="filters", css_key="filter"):
    body = "\n".join("  " + element for element in elements)
    return Part({css_key: css}, elements=["<%s>\n%s\n</%s>" % (key, body, key)])


def ca_filter(kind, **inputs):
    rest = "".join(' %s="%s"' % (key, value if isinstance(value, str) else num(value)) for key, value in inputs.items())
    return '<CAFilter filter="%s" name="%s"%s/>' % (kind, kind, rest)


# Pictures

def picture(file, gravity, css, attributes=None):
    return Part(css, {"contentsGravity": gravity, **(attributes or {})},
                ['<contents type="CGImage" src="images/%s"/>' % file])


def image(file, size, gravity, place, sampling="auto", **attributes):
    """A picture as the box's background: `size` and `place` as style sheets name them."""
    css = {"background-image": "url(images/%s)" % file, "background-size": size, "background-position": place,
           "background-repeat": "no-repeat", "image-rendering": sampling}
    return picture(file, gravity, css, attributes)


# Time

def animation(name, frames, timing, caml):
    """`frames` are (percent, declarations, timing or None), `timing` the rest of the animation property."""
    lines = []
    for percent, declarations, curve in frames:
        extra = "; animation-timing-function: " + curve if curve else ""
        lines.append("  %s%% { %s%s }" % (num(percent), declarations, extra))
    rules = "@keyframes %s {\n%s\n}" % (name, "\n".join(lines))
    return Part({"animation": name + " " + timing}, rules=rules, animations=[caml])


def slots(tag, kind, *values):
    return "  <%s>\n%s\n  </%s>" % (tag, "\n".join('    <%s value="%s"/>' % (kind, v) for v in values), tag)


def basic(key_path, kind, start, end, duration, **more):
    return '<a-%s type="CABasicAnimation" keyPath="%s" %s>\n  <fromValue type="%s" value="%s"/>\n' \
        '  <toValue type="%s" value="%s"/>\n</a-%s>' % (
            key_path.replace(".", "-"), key_path, timing_attributes(duration, more), kind, start, kind, end,
            key_path.replace(".", "-"))


def keyframe(key_path, *children, duration, **more):
    tag = "a-" + key_path.replace(".", "-")
    return '<%s type="CAKeyframeAnimation" keyPath="%s" %s>\n%s\n</%s>' % (
        tag, key_path, timing_attributes(duration, more), "\n".join(children), tag)


def timing_attributes(duration, more):
    values = {"beginTime": "1e-100", "duration": num(duration), "fillMode": "both", "removedOnCompletion": "0", **more}
    return " ".join('%s="%s"' % pair for pair in values.items())
