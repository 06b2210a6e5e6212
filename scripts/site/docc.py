"""Articles of DocC catalogues as plain Markdown."""

import posixpath
import re


def plain(site, path, symbols):
    """An article whose links to symbols and articles are links of Markdown, as far as the site has their pages.

    `symbols` maps the lowercase paths of symbols, such as `quartzcore/calayer`, to pages.
    """
    module = path.split("/")[1].lower()
    articles = {posixpath.basename(other)[:-3]: other for other in site.articles if ".docc/" in other}

    def symbol(match):
        name = match[1]
        target = symbols.get(f"{module}/{name.lower()}") or symbols.get(name.lower())
        words = f"`{name.rpartition('/')[2]}`"
        return f"[{words}](<site:{target}>)" if target else words

    def article(match):
        other = articles.get(match[1])
        if not other:
            site.problems.append(f"{path}: doc:{match[1]}: no such article")
            return match[1]
        title = re.search(r"^# +(.*)$", site.read(other), re.M)[1].replace("`", "")
        return f"[{title}]({posixpath.relpath(other, posixpath.dirname(path))})"

    parts = re.split(r"(^```.*?^```$)", site.read(path), flags=re.S | re.M)
    for index in range(0, len(parts), 2):
        text = re.sub(r"^# +``(.*?)``$", r"# \1", parts[index], flags=re.M)
        text = re.sub(r"(?<!`)``([^`\s]+)``(?!`)", symbol, text)
        parts[index] = re.sub(r"<doc:([\w-]+)>", article, text)
    return "".join(parts)
