#!/usr/bin/env python3
"""How long pliego and its peers take for the same work, and in how much memory.

    tests/bench/speed.py --pliego target/dist/pliego --peers PEERS --fonts FONTS \\
        [--text TEXT.txt] [--pdf PAGES.pdf] [--words 3000,30000,300000,3000000] [--runs 9] [--count] BOOK.md

Programs alternate within one run, each time a fresh process, and what is told are medians:
machines are noisy, a ratio of neighbours is not. Where other work takes the processors, what
the program has of them (user and system) is told beside what the clock says. BOOK is Markdown as compare.py takes it.

  book      EPUB and reader's PDF of BOOK, beside Typst's and LuaLaTeX's PDF of it
  text      EPUB from a raw text, beside calibre's ebook-convert and pandoc (--text)
  pdf       EPUB and reader's PDF from a PDF, beside what `pdftotext` alone takes to extract its
            text, and beside the same of that text (--pdf; given again, of files of other lengths)
  long      BOOK over and over up to 300,000 words, with a note in every hundred, in all
            formats, beside Typst's PDF; at the foot of the page in both
  growth    the same without notes in so many words (--words), more than a million of them in
            documents of so many: time and memory of each word
  edit      a book of 300,000 words in a hundred chapters: made the first time, and again after
            an edit in one of them, with what the first run left in the cache
  start     `pliego --help`
  --count   instructions of each format by callgrind, which no noise touches

  --peers   the sources of the comparison as its gen.py writes them (see compare.py)
  --fonts   the folder with the OpenType files of EB Garamond 12 for the peers
  --only    some of these, parted by commas

What is not installed is left out, and said. Peak memory is that of the process, as the
system tells it when it has ended; below the 20 MB or so of Python it is Python's.
"""
import argparse
import importlib.util
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import compare

# Formats that pliego makes by itself, and all of a book that is printed.
USUAL, ALL = "epub,pdf", "epub,pdf,print,cover"
# Words of the long book, and of each of its notes' stretches.
LONG, NOTED = 300_000, 100
# Chapters of a book that is edited.
CHAPTERS = 100
# Words of a document: it may have 16 MB at most.
MOST = 1_000_000
# A run that takes longer is not repeated.
LONG_RUN = 20


class Run:
    """One program on one piece of work."""

    def __init__(self, name, command, folder):
        self.name, self.folder = name, folder
        self.command = [str(part) for part in command]
        self.seconds, self.busy, self.kilobytes = [], [], []

    def once(self):
        """Runs it; it must succeed."""
        start = time.monotonic()
        with open(os.devnull, "wb") as nothing:
            process = subprocess.Popen(self.command, cwd=self.folder, stdin=nothing, stdout=nothing, stderr=nothing)
            _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise RuntimeError(f"{self.name} failed: {' '.join(self.command)}")
        self.seconds.append(time.monotonic() - start)
        self.busy.append(usage.ru_utime + usage.ru_stime)
        self.kilobytes.append(usage.ru_maxrss)

    def took(self):
        return statistics.median(self.seconds)

    def worked(self):
        return statistics.median(self.busy)

    def held(self):
        return statistics.median(self.kilobytes) / 1024


def measure(title, runs, times):
    """Runs programs in turn; a table of what they took, as ratios to the first."""
    for turn in range(times):
        for run in runs:
            if turn == 0 or run.took() < LONG_RUN:
                run.once()
    own = runs[0]
    print(f"\n| {title} | seconds | times as long | of the processors | times as much | MB |\n" + "| --- " * 6 + "|")
    for run in runs:
        longer, more = run.took() / own.took(), run.worked() / own.worked()
        print(f"| {run.name} | {run.took():.3f} | {longer:.2f} | {run.worked():.3f} | {more:.2f} | {run.held():.0f} |", flush=True)


def left_out(name, why):
    print(f"left out: {name}: {why}")


def typst(source, fonts):
    """The command that sets a source by Typst; none where it is not installed."""
    if shutil.which("typst"):
        return ["typst", "compile", "--ignore-system-fonts", "--font-path", fonts, source, "typst.pdf"]
    if importlib.util.find_spec("typst"):
        call = "import sys, typst; typst.compile(sys.argv[1], output='typst.pdf', font_paths=[sys.argv[2]], ignore_system_fonts=True)"
        return [sys.executable, "-c", call, source, fonts]
    return None


def typst_of(book, options, folder):
    """Typst on a book; none where it cannot be."""
    if options.peers is None or options.fonts is None:
        return left_out("Typst", "give --peers and --fonts")
    source = (options.peers / "typst" / "book.typ").read_text(encoding="utf8")
    preamble = compare.retitled(source[:source.index("\n= ") + 1], book)
    (folder / "book.typ").write_text(compare.typ(book, preamble), encoding="utf8")
    command = typst("book.typ", options.fonts.resolve())
    return Run("Typst, PDF", command, folder) if command else left_out("Typst", "it is not installed")


def lualatex_of(book, options, folder):
    """LuaLaTeX with microtype on a book; none where it cannot be."""
    if options.peers is None:
        return left_out("LuaLaTeX", "give --peers")
    if not shutil.which("lualatex"):
        return left_out("LuaLaTeX", "it is not installed")
    source = (options.peers / "lualatex" / "book.tex").read_text(encoding="utf8")
    preamble = compare.retitled(source.split("\\begin{document}")[0], book)
    (folder / "book.tex").write_text(compare.tex(book, preamble), encoding="utf8")
    return Run("LuaLaTeX with microtype, PDF", ["lualatex", "-interaction=batchmode", "book.tex"], folder)


def pliego_of(options, source, formats, folder):
    command = [options.pliego, "build", source, "--formats", formats, "--out", "made", "--quiet", "--no-cache"]
    return Run(f"pliego, {formats}", command, folder)


def of_book(options, folder):
    book = compare.read(str(options.book))
    shutil.copyfile(options.book, folder / "book.md")
    runs = [pliego_of(options, "book.md", USUAL, folder)]
    runs += filter(None, [typst_of(book, options, folder), lualatex_of(book, options, folder)])
    runs += [pliego_of(options, "book.md", one, folder) for one in USUAL.split(",")]
    measure(f"{words_of(options.book):,} words", runs, options.runs)


def of_text(options, folder):
    if options.text is None:
        return left_out("text", "give --text")
    shutil.copyfile(options.text, folder / "text.txt")
    runs = [pliego_of(options, "text.txt", "epub", folder)]
    for name, command in [("calibre's ebook-convert", ["ebook-convert", "text.txt", "calibre.epub"]),
                          ("pandoc", ["pandoc", "-f", "markdown", "text.txt", "-o", "pandoc.epub"])]:
        if shutil.which(command[0]):
            runs.append(Run(name, command, folder))
        else:
            left_out(name, "it is not installed")
    measure("EPUB from a raw text", runs, options.runs)


def of_pdf(options, folder):
    if not options.pdf:
        return left_out("pdf", "give --pdf")
    if not shutil.which("pdftotext"):
        return left_out("pdf", "pdftotext is not installed")
    for path in options.pdf:
        shutil.copyfile(path, folder / "pages.pdf")
        # A text of its own name: the editions of both are in one folder.
        subprocess.run(["pdftotext", "-layout", "pages.pdf", "words.txt"], cwd=folder, check=True)
        of_pages, of_words = (pliego_of(options, source, USUAL, folder) for source in ("pages.pdf", "words.txt"))
        of_words.name += ", from the text"
        alone = Run("pdftotext", ["pdftotext", "pages.pdf", "alone.txt"], folder)
        measure(path.name, [of_pages, alone, of_words], options.runs)


def words_of(path):
    return len(Path(path).read_text(encoding="utf8").split())


def repeated(source, words, noted):
    """A text over and over until it has so many words, its chapters as they come; a note in
    every so many words, if any."""
    text = source.read_text(encoding="utf8")
    head = re.match(r"---\n.*?\n---\n", text, re.S)
    blocks = re.split(r"\n\n+", text[head.end() if head else 0:].strip())
    out, count, notes = [head[0].strip()] if head else [], 0, []
    while count < words:
        for block in blocks:
            parts = block.split(" ")
            for place in range(len(parts) if noted and not block.startswith("#") else 0):
                if (count + place) // noted > len(notes):
                    mark = len(notes) + 1
                    parts[place] += f"[^{mark}]"
                    notes.append(f"[^{mark}]: {' '.join(blocks[1].split()[:12])}, p. {mark}.")
            count += len(parts)
            out.append(" ".join(parts))
            if count >= words:
                break
    return "\n\n".join(out + notes) + "\n"


def write_project(folder, names, keys=""):
    """The book that the documents of these names are."""
    listed = ", ".join(f'"{name}"' for name in names)
    (folder / "book.toml").write_text(
        f'[book]\ntitle = "Long"\nlanguage = "es"\nslug = "long"\n{keys}chapters = [{listed}]\n', encoding="utf8")


def of_long(options, folder):
    (folder / "long.md").write_text(repeated(options.book, LONG, NOTED), encoding="utf8")
    write_project(folder, ["long.md"], 'notes = "page"\n')
    book = compare.read(str(folder / "long.md"))
    runs = [pliego_of(options, "book.toml", ALL, folder), pliego_of(options, "book.toml", USUAL, folder)]
    runs += filter(None, [typst_of(book, options, folder)])
    measure(f"{LONG:,} words, {len(book.notes):,} notes", runs, min(options.runs, 3))


def of_growth(options, folder):
    print("\n| words | seconds | microseconds a word | MB | bytes a word |\n| --- | --- | --- | --- | --- |")
    for words in map(int, options.words.split(",")):
        sizes = [min(MOST, words - begin) for begin in range(0, words, MOST)]
        names = [f"{number}.md" for number in range(len(sizes))]
        for name, size in zip(names, sizes):
            (folder / name).write_text(repeated(options.book, size, 0), encoding="utf8")
        write_project(folder, names)
        run = pliego_of(options, "book.toml", USUAL, folder)
        for _ in range(options.runs if words < LONG else 1):
            run.once()
        each = 1e6 * run.took() / words
        print(f"| {words:,} | {run.took():.3f} | {each:.1f} | {run.held():.0f} | {1024 * 1024 * run.held() / words:.0f} |", flush=True)


def of_edit(options, folder):
    """Times the same book without a cache, with an empty one, and after an edit. A run with a
    cache has to make the same bytes as one without."""
    text = repeated(options.book, LONG, 0)
    paragraphs = [block for block in text.split("\n\n") if block[0] not in "#-"]
    each = -(-len(paragraphs) // CHAPTERS)
    names = [f"{number:03}.md" for number in range(CHAPTERS)]
    for number, name in enumerate(names):
        body = "\n\n".join(paragraphs[number * each:(number + 1) * each])
        (folder / name).write_text(f"# {number + 1}\n\n{body}\n", encoding="utf8")
    write_project(folder, names)
    os.environ["XDG_CACHE_HOME"] = str(folder / "caches")
    command = [options.pliego, "build", "book.toml", "--formats", USUAL, "--quiet", "--out"]
    without = Run("without a cache", [*command, "plain", "--no-cache"], folder)
    first = Run("the first time", [*command, "made"], folder)
    again = Run("after an edit in a chapter", [*command, "made"], folder)
    edited = folder / names[CHAPTERS // 2]
    for turn in range(options.runs):
        shutil.rmtree(folder / "caches", ignore_errors=True)
        first.once()
        title, body = edited.read_text(encoding="utf8").split("\n\n", 1)
        edited.write_text(f"{title}\n\n{body.replace(' ', ' no ', 1)}", encoding="utf8")
        again.once()
        without.once()
        for format in USUAL.split(","):
            if (folder / f"made/long.{format}").read_bytes() != (folder / f"plain/long.{format}").read_bytes():
                raise RuntimeError(f"the cache made another {format}")
    measure(f"{LONG:,} words, an edit", [again, first, without], 0)


def of_start(options, folder):
    measure("start", [Run("pliego --help", [options.pliego, "--help"], folder)], options.runs)


def count(options, folder):
    """Instructions by callgrind."""
    if not shutil.which("valgrind"):
        return left_out("count", "valgrind is not installed")
    shutil.copyfile(options.book, folder / "book.md")
    print("\n| format | millions of instructions |\n| --- | --- |")
    for formats in [USUAL, *USUAL.split(",")]:
        command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *pliego_of(options, "book.md", formats, folder).command]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        counted = re.search(r"Collected : (\d+)", done.stderr)
        print(f"| {formats} | {int(counted[1]) / 1e6:.0f} |", flush=True)


WORK = {"book": of_book, "text": of_text, "pdf": of_pdf, "long": of_long, "growth": of_growth, "edit": of_edit, "start": of_start}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    say = os.environ.get
    parser.add_argument("book", metavar="BOOK", type=Path)
    parser.add_argument("--pliego", default=say("PLIEGO") or "pliego")
    parser.add_argument("--peers", type=Path, default=say("PEERS"))
    parser.add_argument("--fonts", type=Path, default=say("EBGARAMOND"))
    parser.add_argument("--text", type=Path)
    parser.add_argument("--pdf", type=Path, action="append")
    parser.add_argument("--words", default="3000,30000,300000")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--only", default=",".join(WORK))
    parser.add_argument("--count", action="store_true")
    options = parser.parse_args()
    found = shutil.which(options.pliego) or options.pliego
    options.pliego = str(Path(found).resolve())
    for name in options.only.split(","):
        with tempfile.TemporaryDirectory() as folder:
            WORK[name](options, Path(folder))
    if options.count:
        with tempfile.TemporaryDirectory() as folder:
            count(options, Path(folder))


if __name__ == "__main__":
    main()
