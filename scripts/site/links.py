"""Checks that a site is whole: every relative link resolves, and nothing is fetched from another host."""

import os
import re
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

# Attributes that a browser follows by itself; the others wait for a click.
FETCHED = {("img", "src"), ("script", "src"), ("link", "href"), ("source", "src"), ("video", "src"), ("iframe", "src")}


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.anchors, self.links, self.twice = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or (tag == "a" and name == "name"):
                if value in self.anchors:
                    self.twice.append(value)
                self.anchors.add(value)
            elif name in ("href", "src") and value is not None:
                self.links.append((tag, name, value))

    handle_startendtag = handle_starttag


def problems(folder):
    """What is wrong with the site in a folder, each with the page and the link."""
    folder = os.path.realpath(folder)
    pages = {}
    for place, _, files in os.walk(folder):
        for file in files:
            path = os.path.join(place, file)
            if file.endswith(".html"):
                with open(path, encoding="utf-8") as text:
                    pages[path] = Page(text.read())
    found = []
    for path, page in sorted(pages.items()):
        name = os.path.relpath(path, folder)
        found += [f"{name}: the anchor {anchor} is there twice" for anchor in page.twice]
        for tag, attribute, link in page.links:
            reason = problem(folder, path, pages, tag, attribute, link)
            if reason:
                found.append(f"{name}: {link}: {reason}")
    for place, _, files in os.walk(folder):
        for file in files:
            if file.endswith(".css"):
                with open(os.path.join(place, file), encoding="utf-8") as text:
                    if re.search(r"url\(|@import", text.read()):
                        found.append(f"{file}: a style sheet fetches something")
    return found


def problem(folder, path, pages, tag, attribute, link):
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        fetched = (tag, attribute) in FETCHED and parts.scheme != "data"
        return "fetched from another host" if fetched else None
    if parts.path.startswith("/"):
        return "not relative"
    target = os.path.normpath(os.path.join(os.path.dirname(path), unquote(parts.path))) if parts.path else path
    if os.path.commonpath([folder, target]) != folder:
        return "outside of the site"
    if not os.path.isfile(target):
        return "no such file"
    if parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
        return "no such anchor"
    return None
