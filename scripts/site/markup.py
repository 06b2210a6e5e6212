"""Markdown and source text as HTML."""

import html
import re
import unicodedata

import markdown
from markdown.extensions.toc import TocExtension

KEYWORDS = set(
    "actor any as associatedtype async await break case catch class continue convenience default defer deinit do else enum "
    "extension fallthrough false fileprivate final for func get guard if import in indirect init inout internal is lazy let "
    "mutating nil nonisolated open operator override package precedencegroup private protocol public repeat required "
    "rethrows return self Self set some static struct subscript super switch throw throws true try typealias unowned var "
    "weak where while".split()
)

TOKEN = re.compile(
    r'(?P<comment>//[^\n]*|/\*.*?\*/)'
    r'|(?P<string>"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*")'
    r"|(?P<attribute>[@#][A-Za-z_]\w*)"
    r"|(?P<number>\b(?:0x[0-9A-Fa-f_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)\b)"
    r"|(?P<word>(?<![\w.])[A-Za-z_]\w*)",
    re.S,
)


def highlighted(code):
    """Swift code with its comments, strings, keywords, numbers and types in spans."""
    parts, at = [], 0
    for token in TOKEN.finditer(code):
        kind, text = token.lastgroup, token.group()
        if kind == "word":
            kind = "keyword" if text in KEYWORDS else "type" if text[0].isupper() else None
        if kind:
            parts.append(html.escape(code[at : token.start()], quote=False))
            parts.append(f'<span class="{kind}">{html.escape(text, quote=False)}</span>')
            at = token.end()
    return "".join(parts) + html.escape(code[at:], quote=False)


def code_block(code, language=""):
    """A box of code, which scrolls and can be reached by the keyboard."""
    text = highlighted(code) if language == "swift" else html.escape(code, quote=False)
    return f'<pre tabindex="0"><code>{text}</code></pre>'


def plain(text):
    """The words of a piece of HTML."""
    return html.unescape(re.sub(r"<[^>]+>", "", text)).strip()


def slug(text, separator="-"):
    """The anchor that GitHub gives a heading."""
    text = unicodedata.normalize("NFC", text).strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", separator)


def rendered(text):
    """The HTML of a Markdown page, and its headings as (level, anchor, HTML)."""
    reader = markdown.Markdown(
        extensions=["tables", "fenced_code", "sane_lists", TocExtension(slugify=slug)], output_format="html"
    )
    body = reader.convert(text)
    body = re.sub(
        r'<pre><code(?: class="language-(\w+)")?>(.*?)</code></pre>',
        lambda m: code_block(html.unescape(m[2]), m[1] or ""),
        body,
        flags=re.S,
    )
    # Tables scroll by themselves on narrow screens; a row of empty titles is how Markdown says that there are none.
    body = re.sub(r"<thead>\s*<tr>(\s*<th[^>]*></th>)*\s*</tr>\s*</thead>\s*", "", body)
    body = body.replace("<table>", '<div class="table" tabindex="0"><table>').replace("</table>", "</table></div>")
    body = body.replace("<img ", '<img loading="lazy" ')
    headings = [(int(m[1]), m[2], m[3]) for m in re.finditer(r'<h([1-6]) id="([^"]*)">(.*?)</h\1>', body, re.S)]
    return body, headings
