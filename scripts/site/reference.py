"""The API reference, as pages that open from disk.

The plugin of DocC writes an archive: a program for browsers, which needs a server, and the data that it shows, a JSON file
for each symbol. This module makes plain pages of that data. A module and a type have a page; members are sections of
their type's page, and what lies outside of types shares a page of its module.

The data's format is that of DocC's render nodes (RenderNode.spec.json of swift-docc).
"""

import html
import json
import os
import re
import subprocess
from urllib.parse import quote

import markup

FOLDER = "reference"
# Symbols with pages of their own; the others are sections.
PAGE_KINDS = {"module", "class", "struct", "enum", "protocol", "actor", "extension", "macro"}
TOKENS = {"keyword": "keyword", "attribute": "attribute", "number": "number", "string": "string", "typeIdentifier": "type"}
# Protocols that nearly every type conforms to, without a word in its source.
SILENT = {"Copyable", "Escapable"}
INLINE = {"emphasis": "em", "strong": "strong", "newTerm": "em", "inlineHead": "strong", "strikethrough": "s"}


# MARK: The archive


def modules(root):
    """The modules of the package's library products, and those of the package that they export."""
    package = json.loads(subprocess.run(["swift", "package", "dump-package"], cwd=root, check=True, stdout=subprocess.PIPE).stdout)
    products = [target for product in package["products"] if "library" in product["type"] for target in product["targets"]]
    exported, names = set(), {target["name"] for target in package["targets"]}
    for module in products:
        for place, _, files in os.walk(os.path.join(root, "Sources", module)):
            for file in files:
                if file.endswith(".swift"):
                    with open(os.path.join(place, file), encoding="utf-8") as source:
                        found = re.findall(r"^@_exported public import (?:\w+ )?(\w+)", source.read(), re.M)
                    exported |= names.intersection(found)
    return products + sorted(exported - set(products))


def archive(root):
    """Builds the documentation archive of all modules; returns its folder."""
    scratch = os.path.join(root, ".build", "documentation")
    output = os.path.join(scratch, "archive")
    os.makedirs(scratch, exist_ok=True)
    command = ["swift", "package", "--scratch-path", scratch, "--allow-writing-to-directory", scratch, "generate-documentation"]
    for module in modules(root):
        command += ["--target", module]
    command += ["--enable-experimental-combined-documentation", "--transform-for-static-hosting", "--output-path", output]
    subprocess.run(command, cwd=root, check=True, env={**os.environ, "STRATA_DOCUMENTATION": "1"})
    return output


# MARK: The pages


def write(site, archive):
    """Writes the reference; returns the pages of symbols by their paths in lowercase, such as `quartzcore/calayer`."""
    return Reference(site, archive).write()


class Reference:
    def __init__(self, site, archive):
        self.site = site
        self.nodes, self.targets = {}, {}
        # The identifiers of each page's own symbols, in the order of the pages.
        self.pages, self.globals = [], {}
        data = os.path.join(archive, "data", "documentation")
        if not os.path.isdir(data):
            raise SystemExit(f"site: {archive} is not a documentation archive")
        for place, _, files in os.walk(data):
            for file in sorted(files):
                if file.endswith(".json"):
                    with open(os.path.join(place, file), encoding="utf-8") as text:
                        node = json.load(text)
                    self.nodes[node["identifier"]["url"]] = node
        self.modules = sorted(
            (name for name, node in self.nodes.items() if kind(node) == "module"), key=lambda name: name.rpartition("/")[2].lower()
        )
        self.articles = {os.path.basename(path)[:-3]: path for path in site.articles if ".docc/" in path}

    def write(self):
        for module in self.modules:
            self.globals[module] = []
            self.place(module, module, None)
        for module in self.modules:
            self.write_globals(module)
        for name in self.pages:
            self.write_page(name)
        self.write_index()
        return {path(name).lower(): page for name, page in self.targets.items()}

    def place(self, name, module, owner):
        """Gives a symbol and all that its topics list their pages."""
        node = self.nodes.get(name)
        if not node or name in self.targets or node["kind"] != "symbol":
            return
        if kind(node) in PAGE_KINDS:
            parts = [re.sub(r"[^\w.\-]", "_", part) for part in path(name).split("/")]
            self.targets[name] = "/".join([FOLDER, *parts]) + ".html"
            self.pages.append(name)
            owner = name
        elif owner == module:
            self.targets[name] = f"{FOLDER}/{path(module)}-globals.html#{anchor(name)}"
            self.globals[module].append(name)
        else:
            self.targets[name] = f"{self.targets[owner]}#{anchor(name)}"
        for topic in node.get("topicSections", []):
            for member in topic["identifiers"]:
                self.place(member, module, owner)

    # MARK: Whole pages

    def write_index(self):
        page = f"{FOLDER}/index.html"
        rows = "".join(self.row(name, self.nodes[name]["metadata"]["title"], self.nodes[name], page) for name in self.modules)
        self.site.write(page, "API reference", f'<h1>API reference</h1>\n<p>The modules of the package.</p>\n<dl class="list">{rows}</dl>')

    def write_page(self, name):
        node, page = self.nodes[name], self.targets[name]
        title = node["metadata"]["title"]
        role = "Module" if kind(node) == "module" else node["metadata"].get("roleHeading", "")
        parts = [self.crumbs(node, page), f'<p class="quiet">{escape(role)}</p>', f"<h1>{escape(title)}</h1>"]
        parts.append(self.describe(node, page, with_declaration=kind(node) not in ("module", "extension")))
        parts.append(self.relationships(node, page))
        topics = [part for topic in node.get("topicSections", []) for part in self.topic(name, topic, node, page)]
        headings = re.findall(r'<h([23]) id="([^"]+)">(.*?)</h[23]>', "".join(topics))
        if len(headings) > 6:
            items = "".join(f'<li class="level{level}"><a href="#{quote(html.unescape(at))}">{text}</a></li>' for level, at, text in headings)
            parts.append(f'<details class="contents"><summary>On this page</summary><ul>{items}</ul></details>')
        self.site.write(page, title, "\n".join(parts + topics))

    def write_globals(self, module):
        names = self.globals[module]
        if not names:
            return
        page = f"{FOLDER}/{path(module)}-globals.html"
        title = f"Functions, constants and type aliases of {self.nodes[module]['metadata']['title']}"
        parts = [self.crumbs(None, page, [module]), f"<h1>{escape(title)}</h1>"]
        parts += [self.member(name, page) for name in names]
        self.site.write(page, title, "\n".join(parts))

    def crumbs(self, node, page, names=None):
        if names is None:
            names = (node["hierarchy"]["paths"] or [[]])[0]
        links = [f'<a href="{self.site.relative(FOLDER + "/index.html", page)}">Reference</a>']
        links += [self.link(name, escape(self.nodes[name]["metadata"]["title"]), page) for name in names if name in self.targets]
        return f'<nav class="quiet" aria-label="Path">{" / ".join(links)}</nav>'

    # MARK: Parts of pages

    def topic(self, owner, topic, node, page):
        """A heading of a page with its symbols: links to those with pages, sections for the others."""
        rows, members = [], []
        for name in topic["identifiers"]:
            target = self.resolve(name)
            if not target:
                continue
            if self.targets.get(name, "").partition("#")[0] == page and "#" in self.targets[name]:
                members.append(self.member(name, page))
            else:
                reference = node["references"].get(name, {})
                rows.append(self.row(name, reference.get("title", ""), self.nodes.get(name, node), page, reference))
        if not rows and not members:
            return []
        heading = f'<h2 id="topic-{markup.slug(topic["anchor"])}">{escape(topic["title"])}</h2>'
        return [heading, f'<dl class="list">{"".join(rows)}</dl>' if rows else "", *members]

    def row(self, name, title, node, page, reference=None):
        abstract = (reference or node).get("abstract", [])
        code = title if self.nodes.get(name, {}).get("kind") != "symbol" else f"<code>{escape(title)}</code>"
        return f"<dt>{self.link(name, code, page)}</dt><dd>{self.inline(abstract, node, page)}</dd>\n"

    def member(self, name, page):
        node = self.nodes[name]
        title = escape(node["metadata"]["title"])
        heading = f'<h3 id="{html.escape(anchor(name))}"><code>{title}</code></h3>'
        return f'<section class="member">{heading}\n{self.describe(node, page)}</section>'

    def describe(self, node, page, with_declaration=True):
        """The summary, the declaration, the parameters and the discussion of a symbol."""
        parts = [f"<p>{self.inline(node.get('abstract', []), node, page)}</p>"] if node.get("abstract") else []
        for section in node.get("primaryContentSections", []):
            if section["kind"] == "declarations" and with_declaration:
                parts += [self.declaration(declaration, page) for declaration in section["declarations"]]
            elif section["kind"] == "parameters":
                rows = [
                    f"<dt><code>{escape(item['name'])}</code></dt><dd>{self.blocks(item['content'], node, page)}</dd>"
                    for item in section["parameters"]
                ]
                parts.append(f'<h4>Parameters</h4><dl class="list">{"".join(rows)}</dl>')
            elif section["kind"] == "content":
                content = section["content"]
                if content and content[0].get("text") in ("Overview", "Discussion"):
                    content = content[1:]
                parts.append(self.blocks(content, node, page))
        return "\n".join(parts)

    def declaration(self, declaration, page):
        parts = []
        for token in declaration["tokens"]:
            text = escape(token["text"])
            style = TOKENS.get(token["kind"])
            if style:
                text = f'<span class="{style}">{text}</span>'
            parts.append(self.link(token.get("identifier"), text, page))
        return f'<pre class="declaration"><code>{"".join(parts)}</code></pre>'

    def relationships(self, node, page):
        rows = []
        for section in node.get("relationshipsSections", []):
            names = []
            for name in section["identifiers"]:
                title = node["references"].get(name, {}).get("title", "").rpartition(".")[2]
                if title and title not in SILENT:
                    names.append(self.link(name, f"<code>{escape(title)}</code>", page))
            if names:
                rows.append(f"<dt>{escape(section['title'].capitalize())}</dt><dd>{', '.join(names)}</dd>")
        return f'<dl class="list">{"".join(rows)}</dl>' if rows else ""

    # MARK: Text

    def blocks(self, blocks, node, page):
        return "\n".join(self.block(block, node, page) for block in blocks)

    def block(self, block, node, page):
        kind = block["type"]
        if kind == "paragraph":
            return f"<p>{self.inline(block['inlineContent'], node, page)}</p>"
        if kind == "heading":
            level = min(max(block["level"] + 1, 3), 6)
            return f"<h{level}>{escape(block['text'])}</h{level}>"
        if kind == "codeListing":
            return markup.code_block("\n".join(block["code"]), block.get("syntax") or "")
        if kind in ("unorderedList", "orderedList"):
            tag = "ul" if kind == "unorderedList" else "ol"
            items = "".join(f"<li>{self.blocks(item['content'], node, page)}</li>" for item in block["items"])
            return f"<{tag}>{items}</{tag}>"
        if kind == "termList":
            items = "".join(
                f"<dt>{self.inline(item['term']['inlineContent'], node, page)}</dt>"
                f"<dd>{self.blocks(item['definition']['content'], node, page)}</dd>"
                for item in block["items"]
            )
            return f"<dl>{items}</dl>"
        if kind == "aside":
            name = block.get("name") or block["style"].capitalize()
            return f'<div class="note"><p><b>{escape(name)}</b></p>{self.blocks(block["content"], node, page)}</div>'
        if kind == "table":
            return self.table(block, node, page)
        if kind == "thematicBreak":
            return "<hr>"
        raise SystemExit(f"site: {node['identifier']['url']}: the reference has no form for a block of type {kind}")

    def table(self, block, node, page):
        rows = []
        for index, row in enumerate(block["rows"]):
            tag = "th" if index == 0 and block.get("header") in ("row", "both") else "td"
            rows.append("<tr>" + "".join(f"<{tag}>{self.blocks(cell, node, page)}</{tag}>" for cell in row) + "</tr>")
        return f'<div class="table" tabindex="0"><table>{"".join(rows)}</table></div>'

    def inline(self, content, node, page):
        parts = []
        for part in content:
            kind = part["type"]
            if kind == "text":
                parts.append(escape(part["text"]))
            elif kind == "codeVoice":
                parts.append(f"<code>{escape(part['code'])}</code>")
            elif kind == "reference":
                reference = node["references"].get(part["identifier"], {})
                title = escape(part.get("overridingTitle") or reference.get("title") or part["identifier"])
                if reference.get("type") == "link":
                    parts.append(f'<a href="{html.escape(reference["url"])}">{title}</a>')
                else:
                    code = f"<code>{title}</code>" if reference.get("kind") == "symbol" else title
                    parts.append(self.link(part["identifier"], code, page))
            elif kind in INLINE:
                parts.append(f"<{INLINE[kind]}>{self.inline(part['inlineContent'], node, page)}</{INLINE[kind]}>")
            else:
                raise SystemExit(f"site: {node['identifier']['url']}: the reference has no form for text of type {kind}")
        return "".join(parts)

    # MARK: Links

    def resolve(self, name):
        """The page of an identifier: of a symbol, or of an article."""
        if name in self.targets:
            return self.targets[name]
        if not name or self.nodes.get(name, {}).get("kind", "article") != "article":
            return None
        article = self.articles.get(anchor(name))
        return self.site.page_of(article) if article else None

    def link(self, name, text, page):
        target = self.resolve(name)
        return f'<a href="{html.escape(self.site.relative(target, page))}">{text}</a>' if target else text


def kind(node):
    return node["metadata"].get("symbolKind")


def path(name):
    """The path of a symbol behind its module: `doc://QuartzCore/documentation/QuartzCore/CALayer`."""
    return name.partition("/documentation/")[2]


def anchor(name):
    return name.rpartition("/")[2]


def escape(text):
    return html.escape(text, quote=False)
