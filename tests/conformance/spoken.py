#!/usr/bin/env python3
"""Reads a tagged PDF as a screen reader does, by poppler, and holds it against the EPUB of
the same book.

usage: spoken.py PDF EPUB
Every block of the EPUB has to be spoken, in its order; and nothing may be spoken more often
than the book says it, as running heads would be. What is not so is printed, and fails.
"""

import re
import subprocess
import sys
import unicodedata
import zipfile
from collections import Counter
from posixpath import dirname, join
from urllib.parse import unquote
from xml.etree import ElementTree

# Elements of the EPUB that are spoken in one breath, and what is none of the book's text.
HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
BLOCKS = HEADINGS | {"p", "figcaption", "td", "th"}
# Their likes in the PDF (ISO 32000-1 §14.8.4).
SPOKEN = {"P", "H1", "H2", "H3", "H4", "H5", "H6", "Caption", "TD", "TH", "LBody", "TOCI", "Lbl"}
# Files of an EPUB whose text stands elsewhere in the PDF, or says its pages there.
ELSEWHERE = re.compile(
    r"(cover|title-page|imprint|half-title|part-\d+|index|loi|notes(-\d+)?|.*-notes-\d+)\.xhtml$")
# What a section of an EPUB is.
TYPE = "{http://www.idpf.org/2007/ops}type"
# Title page, half title and contents say some words again.
SAID_AGAIN = 4
# Numbers and bullets of lists are no words of the EPUB.
SHORTEST = 3


def plain(text):
    """Text as it is compared: without white space and what is not seen.

    Ideographs and pictures, and so many of them, are all alike: they are in no font here, and of the words that
    stand for a glyph (ActualText) poppler takes no note.
    """
    like = lambda c: "\N{WHITE SQUARE}" if unicodedata.category(c) == "So" \
        or unicodedata.east_asian_width(c) in "WF" else unicodedata.normalize("NFKC", c)
    unseen = ("Cf", "Mn")
    text = unicodedata.normalize("NFC", text)
    seen = (c for c in text if not c.isspace() and unicodedata.category(c) not in unseen)
    text = "".join("".join(like(c).split()) for c in seen)
    return re.sub("\N{WHITE SQUARE}+", "\N{WHITE SQUARE}", text)


def spoken(path):
    """The blocks of a PDF in the order of its structure tree."""
    done = subprocess.run(["pdfinfo", "-struct-text", path], check=True, capture_output=True)
    blocks = []
    for line in done.stdout.decode("utf8").splitlines():
        line = line.strip()
        words = re.fullmatch(r'"(.*)"', line)
        if words:
            if not blocks:
                blocks.append("")
            blocks[-1] += words[1]
        elif line.split(" ")[0] in SPOKEN:
            blocks.append("")
    return [block for block in map(plain, blocks) if block]


def name(element):
    """The name of an element, in whatever namespace."""
    return element.tag.rpartition("}")[2]


def pieces(block):
    """The text of a block, parted where the PDF says something else: at a formula, which it
    says as TeX, and at a reference to a place, whose page it says."""
    parts = [block.text or ""]
    for child in block:
        is_reference = name(child) == "a" and child.get(TYPE) is None
        if name(child) == "math" or is_reference:
            parts.append("")
        else:
            first, *more = pieces(child)
            parts[-1] += first
            parts += more
        parts[-1] += child.tail or ""
    return parts


def written(path):
    """The blocks of an EPUB in reading order: the file, whether it is of the notes, the text."""
    book = zipfile.ZipFile(path)
    container = ElementTree.fromstring(book.read("META-INF/container.xml"))
    place = next(e for e in container.iter() if name(e) == "rootfile").get("full-path")
    package = ElementTree.fromstring(book.read(place))
    items = {e.get("id"): e for e in package.iter() if name(e) == "item"}
    for reference in (e for e in package.iter() if name(e) == "itemref"):
        item = items[reference.get("idref")]
        if "nav" in (item.get("properties") or "").split():
            continue
        file = join(dirname(place), unquote(item.get("href")))
        page = ElementTree.fromstring(book.read(file))
        inside = {e for block in page.iter() if name(block) in BLOCKS
                  for e in block.iter() if e is not block}
        notes = {e for section in page.iter() if "endnotes" in section.get(TYPE, "").split()
                 for e in section.iter()}
        for block in page.iter():
            over_notes = block in notes and name(block) in HEADINGS
            if name(block) in BLOCKS and block not in inside and not over_notes:
                for text in map(plain, pieces(block)):
                    if text:
                        yield file.rpartition("/")[2], block in notes, text


def main():
    pdf, epub = sys.argv[1:]
    blocks = spoken(pdf)
    whole = "".join(blocks)
    wrong = []
    wanted = list(written(epub))
    at = 0
    for file, is_note, text in wanted:
        # Only the text of chapters stands in the same order in both: notes stand where the
        # edition wants them, under a heading or none.
        if ELSEWHERE.match(file) or is_note:
            continue
        found = whole.find(text, at)
        if found < 0:
            spoken_at_all = "out of order" if text in whole else "not at all"
            wrong.append(f"spoken {spoken_at_all}: {file}: {text[:70]}")
        else:
            at = found
    # Its number is spoken by itself.
    for file, is_note, text in wanted:
        words = re.sub(r"^[\d\W]+", "", text)
        if is_note and words not in whole:
            wrong.append(f"note not spoken: {file}: {text[:70]}")
    all_written = "".join(text for *_, text in wanted)
    for block, times in Counter(blocks).items():
        if len(block) >= SHORTEST and times > all_written.count(block) + SAID_AGAIN:
            wrong.append(f"spoken {times} times: {block[:70]}")
    if not any(file.startswith("chapter") for file, *_ in wanted):
        wrong.append("the EPUB has no chapter")
    for line in wrong:
        print(line)
    sys.exit(1 if wrong else 0)


main()
