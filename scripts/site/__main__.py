"""Writes the site: front page, gallery, examples, articles and API reference, as pages that open from disk.

  python3 scripts/site [--out FOLDER] [--no-reference] [--archive FOLDER] [--no-install]

Pages are HTML with one style sheet; nothing is fetched from another host. The script fails if a link of the site does
not resolve. It needs the library Markdown (Debian: python3-markdown); if Python has none, it is installed into .venv.
"""

import argparse
import os
import subprocess
import sys

sys.dont_write_bytecode = True
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
VENV = os.path.join(ROOT, ".venv")


def with_markdown(install):
    """Runs this script again in .venv if this Python has no Markdown library."""
    try:
        import markdown  # noqa: F401

        return
    except ImportError:
        pass
    python = os.path.join(VENV, "bin", "python3")
    if os.path.realpath(sys.prefix) == os.path.realpath(VENV) or not install:
        sys.exit("site: this Python has no Markdown library; install python3-markdown, or run make site")
    if not os.path.exists(python):
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
    quiet = ["--quiet", "--disable-pip-version-check"]
    subprocess.run([python, "-m", "pip", "install", *quiet, "Markdown>=3.4,<4"], check=True)
    os.execv(python, [python, *sys.argv])


def articles(site):
    """The Markdown files that have pages, by the heading that lists them."""

    def inside(folder, ending=".md"):
        full = os.path.join(ROOT, folder)
        return [f"{folder}/{name}" for name in sorted(os.listdir(full)) if name.endswith(ending)]

    guides, modules = [], []
    for module in sorted(os.listdir(os.path.join(ROOT, "Sources"))):
        catalogue = f"Sources/{module}/{module}.docc"
        if os.path.isdir(os.path.join(ROOT, catalogue)):
            for path in inside(catalogue):
                (modules if path.endswith(f"/{module}.md") else guides).append(path)
    return {
        "Guides": guides,
        "Modules": modules,
        "Documentation": inside("Documentation"),
        "Rules": inside("Documentation/Rules"),
        "Statements": inside("Documentation/Statements"),
        "Project": ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"],
    }


def main():
    parser = argparse.ArgumentParser(prog="site", description=__doc__.split("\n")[0])
    parser.add_argument("--out", default=os.path.join(ROOT, ".build", "site"), help="the folder to write")
    parser.add_argument("--no-reference", action="store_true", help="leave the API reference out")
    parser.add_argument("--archive", help="a documentation archive that is made already, for the API reference")
    parser.add_argument("--no-install", action="store_true", help="fail instead of installing the Markdown library")
    options = parser.parse_args()
    with_markdown(not options.no_install)

    import docc
    import examples
    import links
    import pages
    import reference

    site = pages.Site(ROOT, os.path.abspath(options.out))
    listed = articles(site)
    site.articles = {path for group in listed.values() for path in group}
    site.sections = [
        ("Strata", "index.html"),
        ("Gallery", "Documentation/Gallery.html"),
        ("Examples", "Examples/index.html"),
        ("Articles", "articles.html"),
    ]
    archive = None
    if not options.no_reference:
        archive = options.archive or reference.archive(ROOT)
        site.sections.append(("Reference", "reference/index.html"))
    site.sections.append(("Changelog", "CHANGELOG.html"))
    site.begin()

    symbols = reference.write(site, archive) if archive else {}
    examples.write(site)
    index = ["<h1>Articles</h1>"]
    for heading, group in listed.items():
        index.append(f"<h2>{heading}</h2>\n<dl class=\"list\">")
        for path in group:
            text = docc.plain(site, path, symbols) if ".docc/" in path else None
            title, first = site.article(path, text)
            if path != "README.md":
                index.append(pages.entry(site, path, title, first, "articles.html"))
        index.append("</dl>")
    site.write("articles.html", "Articles", "\n".join(index))
    site.write_wanted()

    wrong = site.problems + links.problems(site.folder)
    for line in wrong:
        print(f"site: {line}", file=sys.stderr)
    if wrong:
        sys.exit(f"site: {len(wrong)} problems")
    count = sum(name.endswith(".html") for _, _, files in os.walk(site.folder) for name in files)
    print(f"site: {count} pages, every link resolves: {os.path.join(site.folder, 'index.html')}")


main()
