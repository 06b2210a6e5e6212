"""The pages of a site: their places, their frame, and the links between them.

A page stands where its source stands in the repository, with another ending: `Documentation/Views.md` becomes
`Documentation/Views.html`, a `README.md` the `index.html` of its folder, and a source file that a page links to becomes
`Tests/….swift.html`. So every relative link of the repository has its counterpart.
"""

import html
import os
import posixpath
import re
import shutil
from urllib.parse import quote, unquote, urlsplit

import markup

# A file that says that a folder is a site of ours, which may be emptied.
MARK = ".strata-site"
TEXT_LIMIT = 400_000


class Site:
    def __init__(self, root, folder):
        self.root, self.folder = root, folder
        # Pages of folders that have pages of their own kind, by the folder.
        self.places = {}
        # Markdown files that have pages.
        self.articles = set()
        self.sections = []
        # Files and folders that other pages link to: those still to be written, and all of them; pictures that are copied.
        self.wanted, self.shown, self.copied = [], set(), set()
        self.problems = []

    def begin(self):
        """Empties the folder, unless it holds something else than a site."""
        if os.path.isdir(self.folder) and os.listdir(self.folder):
            if not os.path.exists(os.path.join(self.folder, MARK)):
                raise SystemExit(f"site: {self.folder} is not empty and not a site; choose another folder")
            shutil.rmtree(self.folder)
        os.makedirs(self.folder, exist_ok=True)
        self.save(MARK, "")
        self.copy(os.path.join(os.path.dirname(os.path.abspath(__file__)), "style.css"), "style.css")

    # MARK: Files

    def read(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8") as file:
            return file.read()

    def save(self, page, text):
        path = os.path.join(self.folder, page)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def copy(self, source, page):
        path = os.path.join(self.folder, page)
        if page not in self.copied:
            self.copied.add(page)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            shutil.copyfile(os.path.join(self.root, source), path)

    # MARK: Places

    def page_of(self, path):
        """The page of a file or a folder of the repository."""
        if path in self.places:
            return self.places[path]
        if path in self.articles:
            folder, name = posixpath.split(path)
            return posixpath.join(folder, "index.html" if name == "README.md" else name[:-3] + ".html")
        full = os.path.join(self.root, path)
        if os.path.isdir(full):
            readme = posixpath.join(path, "README.md")
            if readme in self.articles:
                return self.page_of(readme)
            page = posixpath.join(path, "index.html")
        elif os.path.isfile(full):
            page = path + ".html"
        else:
            return None
        if path not in self.shown:
            self.shown.add(path)
            self.wanted.append(path)
        return page

    @staticmethod
    def relative(page, start):
        """The link from one page to another, `page` with its anchor."""
        path, _, anchor = page.partition("#")
        link = quote(posixpath.relpath(path, posixpath.dirname(start) or "."), safe="/")
        return link + ("#" + quote(anchor) if anchor else "")

    def relink(self, body, source, page):
        """The HTML of a page with its links and pictures pointing into the site."""

        def tag(match):
            return re.sub(r'\b(href|src)="([^"]*)"', lambda m: f'{m[1]}="{html.escape(target(m[1], html.unescape(m[2])))}"', match[0])

        def target(attribute, link):
            if link.startswith("site:"):
                return self.relative(link[5:], page)
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or not parts.path:
                return link
            path = posixpath.normpath(posixpath.join(posixpath.dirname(source), unquote(parts.path)))
            if attribute == "src":
                if not os.path.isfile(os.path.join(self.root, path)):
                    self.problems.append(f"{source}: {link}: no such picture in the repository")
                    return link
                self.copy(path, path)
                return self.relative(path, page)
            found = None if path.startswith("..") else self.page_of(path)
            if not found:
                self.problems.append(f"{source}: {link}: no such file in the repository")
                return link
            return self.relative(found + ("#" + parts.fragment if parts.fragment else ""), page)

        return re.sub(r"<(?:a|img)\b[^>]*>", tag, body)

    # MARK: The frame

    def write(self, page, title, body, wide=False):
        """Saves a page in the frame that all pages share."""
        links = []
        for name, target in self.sections:
            current = ' aria-current="page"' if target == page else ""
            links.append(f'<a href="{html.escape(self.relative(target, page))}"{current}>{name}</a>')
        name = title if title == "Strata" else f"{title} · Strata"
        self.save(
            page,
            f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{html.escape(name, quote=False)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{self.relative("style.css", page)}">
</head>
<body>
<a class="skip" href="#page-content">To the content</a>
<header><nav aria-label="Site">{" ".join(links)}</nav></header>
<main id="page-content"{' class="wide"' if wide else ""}>
{body}
</main>
</body>
</html>
""",
        )

    def article(self, source, text=None):
        """Writes the page of a Markdown file; returns its title and the HTML of its first paragraph."""
        body, headings = markup.rendered(self.read(source) if text is None else text)
        page = self.page_of(source)
        body = self.relink(body, source, page)
        title = next((markup.plain(text) for level, _, text in headings if level == 1), posixpath.basename(source))
        first = re.search(r"<p>(.*?)</p>", body, re.S)
        self.write(page, title, with_contents(body, headings))
        return title, markup.plain(first[1]) if first else ""

    # MARK: Sources and folders

    def write_wanted(self):
        """Writes a page for each file and folder that a page links to, and for those that these link to."""
        while self.wanted:
            path = self.wanted.pop()
            if os.path.isdir(os.path.join(self.root, path)):
                self.write_folder(path)
            else:
                self.write_source(path)

    def write_folder(self, path):
        page, rows = self.page_of(path), []
        for name in sorted(os.listdir(os.path.join(self.root, path))):
            inside = posixpath.join(path, name)
            if name.startswith("."):
                continue
            full = os.path.join(self.root, inside)
            label = html.escape(name + ("/" if os.path.isdir(full) else ""), quote=False)
            if os.path.isdir(full) or self.is_text(inside):
                label = f'<a href="{html.escape(self.relative(self.page_of(inside), page))}">{label}</a>'
            rows.append(f"<li>{label}</li>")
        self.write(page, path, f"<h1>{html.escape(path, quote=False)}</h1>\n<ul>\n" + "\n".join(rows) + "\n</ul>")

    def is_text(self, path):
        full = os.path.join(self.root, path)
        if os.path.getsize(full) > TEXT_LIMIT:
            return False
        try:
            with open(full, encoding="utf-8") as file:
                return "\0" not in file.read()
        except UnicodeDecodeError:
            return False

    def write_source(self, path):
        name = html.escape(path, quote=False)
        if self.is_text(path):
            text = self.read(path)
            code = markup.code_block(text, "swift" if path.endswith(".swift") else "")
        else:
            code = "<p>This file is not text, or too long for a page.</p>"
        self.write(self.page_of(path), path, f"<h1>{name}</h1>\n{code}", wide=True)


def with_contents(body, headings):
    """A long page with a list of its headings behind its title."""
    rows = [(level, anchor, text) for level, anchor, text in headings if level in (2, 3)]
    if len(rows) < 4:
        return body
    items = []
    for level, anchor, text in rows:
        text = re.sub(r"</?a\b[^>]*>", "", text)
        items.append(f'<li class="level{level}"><a href="#{quote(anchor)}">{text}</a></li>')
    contents = "<details class=\"contents\"><summary>On this page</summary>\n<ul>\n" + "\n".join(items) + "\n</ul></details>\n"
    end = body.find("</h1>")
    return contents + body if end < 0 else body[: end + 5] + "\n" + contents + body[end + 5 :]


def entry(site, path, title, first, start):
    """A row of a list of articles: the title, and the first sentence of the text."""
    sentence = re.split(r"(?<=\.)\s", first.replace("\n", " "), maxsplit=1)[0].rstrip(":")
    link = html.escape(site.relative(site.page_of(path), start))
    return f'<dt><a href="{link}">{html.escape(title, quote=False)}</a></dt><dd>{html.escape(sentence, quote=False)}</dd>'
