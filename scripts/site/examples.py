"""The programs of Examples/, each film beside its code."""

import html
import os
import posixpath
import re

import markup

PICTURES = "Documentation/pictures"


def film(site, name):
    """The picture of an example: its film, or that of the demo document."""
    for path in (f"{PICTURES}/{name}.gif", f"{PICTURES}/{name.lower()}.png"):
        if os.path.isfile(os.path.join(site.root, path)):
            return path
    return None


def summary(code):
    """The first sentence of the documentation of a scene."""
    comment = re.search(r"^((?:/// ?.*\n)+)(?:@MainActor\s+)?(?:public |final )*(?:func makeScene|class|struct|enum)", code, re.M)
    if not comment:
        return ""
    lines = [line[3:].strip() for line in comment[1].splitlines()]
    return " ".join(lines[: lines.index("")] if "" in lines else lines)


def title(site, name):
    """What the front page calls an example; else the words of its name."""
    label = re.search(r"\[([^\]]+)\]\(Examples/" + re.escape(name) + r"(?:/Scene\.swift)?\)", site.read("README.md"))
    if label:
        return label[1]
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.split(".")[0])
    return words[0] + words[1:].lower()


def sources(site, name):
    """The files of an example, the scene first and the program last."""
    folder = os.path.join(site.root, "Examples", name)
    files = []
    for place, _, inside in os.walk(folder):
        files += [posixpath.relpath(os.path.join(place, file), site.root) for file in inside]
    files = [file for file in files if site.is_text(file)]
    return sorted(files, key=lambda file: (not file.endswith("Scene.swift"), file.endswith("main.swift"), file))


def write(site):
    """Writes a page for each example, and the page that shows them all."""
    folder = os.path.join(site.root, "Examples")
    names = [name for name in sorted(os.listdir(folder)) if os.path.isdir(os.path.join(folder, name))]
    site.places["Examples"] = "Examples/index.html"
    for name in names:
        site.places[f"Examples/{name}"] = f"Examples/{name}/index.html"
    cards = [write_example(site, name) for name in names]
    body = (
        "<h1>Examples</h1>\n<p>Programs and a document, each with the film that it renders. "
        "<code>make examples</code> renders them all.</p>\n"
        f'<div class="cards">\n{"".join(cards)}</div>'
    )
    site.write("Examples/index.html", "Examples", body, wide=True)


def write_example(site, name):
    """Writes the page of an example; returns its card."""
    page, files = site.places[f"Examples/{name}"], sources(site, name)
    picture = film(site, name.removesuffix(".ca"))
    texts = {file: site.read(file) for file in files}
    says = next((text for text in (summary(text) for text in texts.values()) if text), "")
    if name == "Gallery":
        picture = f"{PICTURES}/gallery/caemitterlayer.png"
        says = "Draws the pictures of the gallery and writes its page."
    if name.endswith(".ca"):
        says = "A Core Animation document, which strata render draws."
    blocks = []
    for file in files:
        label = html.escape(posixpath.relpath(file, f"Examples/{name}"), quote=False)
        code = markup.code_block(texts[file].rstrip("\n"), "swift" if file.endswith(".swift") else "")
        blocks.append(f"<h2>{label}</h2>\n{code}")
    says = html.escape(says.replace("`", ""), quote=False)
    image = ""
    if picture:
        site.copy(picture, picture)
        image = f'<img src="{site.relative(picture, page)}" alt="{html.escape(title(site, name))}">'
    more = ""
    if name == "Gallery":
        more = f'<p><a href="{site.relative(site.page_of("Documentation/Gallery.md"), page)}">The gallery</a></p>'
    body = (
        f"<h1>{title(site, name)}</h1>\n<p>{says}</p>\n{more}"
        f'<div class="beside"><div class="film">{image}</div>\n<div class="code">{"".join(blocks)}</div></div>'
    )
    site.write(page, title(site, name), body, wide=True)
    start = "Examples/index.html"
    small = f'<img src="{site.relative(picture, start)}" alt="" loading="lazy">' if picture else ""
    return f'<a class="card" href="{site.relative(page, start)}">{small}<b>{title(site, name)}</b><span>{says}</span></a>\n'
