"""The notation of scenes: each is written once and becomes a web page and a CAML document.

A layer is a box in its superlayer, y down, with parts. Each part has two forms: CSS, and attributes or child elements
of the layer's markup.
"""
from xml.sax.saxutils import quoteattr


def num(x):
    text = ("%.6f" % x).rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def nums(*values):
    return " ".join(num(v) for v in values)


def rgb(color):
    """'#rrggbb' as three numbers of 0 to 1."""
    return tuple(int(color[i:i + 2], 16) / 255 for i in (1, 3, 5))


def css_color(color, alpha=1.0):
    if alpha == 1:
        return color
    return "rgb(%s / %s)" % (" ".join(str(round(c * 255)) for c in rgb(color)), num(alpha))


def caml_color(tag, color, alpha=1.0):
    opacity = "" if alpha == 1 else ' opacity="%s"' % num(alpha)
    return '<%s%s value="%s"/>' % (tag, opacity, nums(*rgb(color)))


class Part:
    """The contribution of one property to both forms."""

    def __init__(self, css=None, attributes=None, elements=(), tag=None, svg="", border=0, anchor=None,
                 rules="", animations=(), inner=None):
        self.css = css or {}
        self.attributes = attributes or {}
        self.elements = list(elements)
        self.tag, self.svg, self.border, self.anchor = tag, svg, border, anchor
        self.rules, self.animations, self.inner = rules, list(animations), inner


class Layer:
    def __init__(self, x, y, width, height, *parts, sub=()):
        self.x, self.y, self.width, self.height = x, y, width, height
        self.parts, self.sub = parts, list(sub)

    def html(self, indent, inset=0):
        css = {"left": num(self.x - inset) + "px", "top": num(self.y - inset) + "px",
               "width": num(self.width) + "px", "height": num(self.height) + "px"}
        for part in self.parts:
            for key, value in part.css.items():
                css[key] = css[key] + " " + value if key in ("filter", "transform") and key in css else value
        style = "; ".join("%s: %s" % pair for pair in css.items())
        inner = [p.inner for p in self.parts if p.inner]
        border = sum(p.border for p in self.parts)
        lines = ["  " * indent + "<div style=%s>" % quoteattr(style)]
        lines += ["  " * (indent + 1) + p.svg for p in self.parts if p.svg]
        depth = indent + 1
        for style in inner:
            lines.append("  " * depth + "<div style=%s>" % quoteattr(style))
            depth += 1
        for layer in self.sub:
            lines.append(layer.html(depth, border))
        lines += ["  " * (depth - 1 - i) + "</div>" for i in range(len(inner))]
        if len(lines) == 1:
            return lines[0] + "</div>"
        return "\n".join(lines + ["  " * indent + "</div>"])

    def rules(self):
        return [p.rules for p in self.parts if p.rules] + [r for layer in self.sub for r in layer.rules()]

    def caml(self, indent, name="CALayer", extra=""):
        attributes, elements, animations = {}, [], []
        anchor = (0.5, 0.5)
        tag = name
        for part in self.parts:
            tag = part.tag or tag
            anchor = part.anchor or anchor
            for key, value in part.attributes.items():
                attributes[key] = attributes[key] + " " + value if key == "transform" and key in attributes else value
            elements += part.elements
            animations += part.animations
        bounds = attributes.pop("bounds", nums(0, 0, self.width, self.height))
        head = {"bounds": bounds,
                "position": nums(self.x + anchor[0] * self.width, self.y + anchor[1] * self.height)}
        if anchor != (0.5, 0.5):
            head["anchorPoint"] = nums(*anchor)
        head.update(attributes)
        pad = "  " * indent
        # A mask stands in property position: its tag is the property, its class a type.
        opening = tag if name == "CALayer" else '%s type="%s"' % (name, tag if tag != name else "CALayer")
        start = pad + "<" + opening + extra + "".join(" %s=%s" % (k, quoteattr(v)) for k, v in head.items())
        body = [pad + "  " + line for element in elements for line in element.split("\n")]
        if self.sub:
            body.append(pad + "  <sublayers>")
            body += [layer.caml(indent + 2) for layer in self.sub]
            body.append(pad + "  </sublayers>")
        if animations:
            body.append(pad + "  <animations>")
            body += [pad + "    " + line for element in animations for line in element.split("\n")]
            body.append(pad + "  </animations>")
        if not body:
            return start + "/>"
        return "\n".join([start + ">"] + body + [pad + "</%s>" % (tag if name == "CALayer" else name)])


class Scene:
    """One picture. `at` is its time in seconds; the browser draws `detail` times larger and averages."""

    def __init__(self, name, about, *layers, size=(160, 120), at=0.0, detail=4, back="#ffffff"):
        self.name, self.about, self.layers = name, about, layers
        self.size, self.at, self.detail, self.back = size, at, detail, back

    def html(self):
        width, height = self.size
        rules = "\n".join(dict.fromkeys(r for layer in self.layers for r in layer.rules()))
        stage = "left: 0; top: 0; width: %dpx; height: %dpx; overflow: hidden; isolation: isolate; background: %s" % (
            width, height, self.back)
        return "\n".join([
            "<!DOCTYPE html>", '<meta charset="utf-8">', "<title>%s</title>" % self.about, "<style>",
            "body { margin: 0 }", "div, svg { position: absolute; box-sizing: border-box }",
            *([rules] if rules else []), "</style>", '<div style="%s">' % stage,
            *[layer.html(1) for layer in self.layers], "</div>", ""])

    def caml(self):
        width, height = self.size
        return "\n".join([
            '<?xml version="1.0" encoding="UTF-8"?>', "", "<!-- %s -->" % self.about,
            '<caml xmlns="http://www.apple.com/CoreAnimation/1.0">',
            '  <CALayer bounds="%s" position="%s" geometryFlipped="1" masksToBounds="1" backgroundColor="%s">' % (
                nums(0, 0, width, height), nums(width / 2, height / 2), nums(*rgb(self.back))),
            "    <sublayers>", *[layer.caml(3) for layer in self.layers], "    </sublayers>", "  </CALayer>",
            "</caml>", ""])
