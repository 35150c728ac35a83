#!/usr/bin/env python3
"""Has calibre read an EPUB, make an AZW3 of it for a Kindle, and an EPUB of that again.

usage: calibre.py EPUB
What it complains of is printed, and what is not the same before and after: the title, the
authors, and the words in reading order. Any of it fails.
"""

import os
import re
import subprocess
import sys
import tempfile
import unicodedata
import zipfile
from posixpath import dirname, join, normpath
from urllib.parse import unquote
from xml.etree import ElementTree

COMPLAINT = re.compile(r"error|warn|fail|not found|not allowed|invalid|traceback", re.I)

# What calibre complains of without cause.
ALLOWED = (
    # It replaces the page of the cover by its own; the landmarks still lead to ours.
    "'text/text/cover.xhtml' not found",
)


def run(*command):
    """What a command of calibre's complains of."""
    # Its engine for PDF files, which is not used here, refuses to start as root.
    environment = os.environ | {
        "QT_QPA_PLATFORM": "offscreen",
        "QTWEBENGINE_CHROMIUM_FLAGS": "--no-sandbox",
    }
    done = subprocess.run(command, env=environment, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    # The lines that name chapters or files may say anything.
    own = [line for line in done.stdout.splitlines() if not line.startswith("\t")]
    complaints = [line for line in own if COMPLAINT.search(line) and not line.endswith(ALLOWED)]
    if done.returncode != 0:
        complaints.append(f"{command[0]} ends with {done.returncode}")
    return complaints


def elements(tree, name):
    """The elements of a name, in whatever namespace."""
    return (one for one in tree.iter() if one.tag.rpartition("}")[2] == name)


def read(path):
    """Title and authors of an EPUB, and its words in reading order.

    Contents that are no page of the book come last, where calibre puts them.
    """
    book = zipfile.ZipFile(path)
    container = ElementTree.fromstring(book.read("META-INF/container.xml"))
    place = next(elements(container, "rootfile")).get("full-path")
    package = ElementTree.fromstring(book.read(place))
    items = {item.get("id"): item for item in elements(package, "item")}
    order = [items[ref.get("idref")] for ref in elements(package, "itemref")]
    order += [item for item in items.values()
              if "nav" in (item.get("properties") or "") and item not in order]
    words = []
    for item in order:
        name = normpath(join(dirname(place), unquote(item.get("href"))))
        body = next(elements(ElementTree.fromstring(book.read(name)), "body"))
        words.extend(body.itertext())
    # Ligatures that the text has as characters are taken apart, soft hyphens taken out.
    plain = unicodedata.normalize("NFKC", "".join(words)).replace("\u00ad", "")
    title = next(elements(package, "title")).text
    # A Kindle parts authors by this sign; a book without an author gets an unknown one.
    authors = " & ".join(one.text for one in elements(package, "creator")) or "Unknown"
    return title, authors, "".join(plain.split())


def main(epub):
    with tempfile.TemporaryDirectory() as folder:
        azw3, again = join(folder, "book.azw3"), join(folder, "book.epub")
        found = []
        for command in (["ebook-meta", epub], ["ebook-convert", epub, azw3],
                        ["ebook-convert", azw3, again]):
            found += run(*command)
        if not os.path.exists(again):
            print(*found, sep="\n")
            return 1
        title, authors, words = read(epub)
        title_again, authors_again, words_again = read(again)
    # It adds the subtitle.
    if not title_again.startswith(title):
        found.append(f"the title {title!r} becomes {title_again!r}")
    if authors_again != authors:
        found.append(f"the authors {authors!r} become {authors_again!r}")
    if words != words_again:
        pairs = enumerate(zip(words, words_again))
        at = next((at for at, (one, other) in pairs if one != other),
                  min(len(words), len(words_again)))
        one, other = words[max(0, at - 30):at + 60], words_again[max(0, at - 30):at + 60]
        found.append(f"the words {one!r} become {other!r}")
    if found:
        print(*found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
