"""Checks the links of a folder of HTML pages: files and anchors must exist.

usage: links.py FOLDER
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The anchors of a page, and the addresses it links to."""

    def __init__(self, path):
        super().__init__()
        self.anchors = set()
        self.links = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.anchors.add(value)
            elif name in ("href", "src") and value:
                self.links.append(value)


def main():
    folder = Path(sys.argv[1]).resolve()
    pages = {path: Page(path) for path in sorted(folder.rglob("*.html"))}
    # Its links start from the address at which the manual is published.
    pages.pop(folder / "404.html", None)
    checked, broken = 0, []
    for path, page in pages.items():
        for link in page.links:
            address = urlsplit(link)
            if address.scheme or address.netloc:
                continue
            checked += 1
            target = path
            if address.path:
                target = (path.parent / unquote(address.path)).resolve()
            if target.is_dir():
                target /= "index.html"
            anchor = unquote(address.fragment)
            missing = not target.exists()
            if target in pages and anchor and anchor not in pages[target].anchors:
                missing = True
            if missing:
                broken.append(f"{path.relative_to(folder)}: {link}")
    print(f"{len(pages)} pages, {checked} links, {len(broken)} broken")
    if not pages or broken:
        sys.exit("\n".join(broken) or "there are no pages")


if __name__ == "__main__":
    main()
