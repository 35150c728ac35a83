#!/usr/bin/env python3
"""The catalogue of hostile books, given to other programs that make books.

    PLIEGO_HOSTILE_OUT=INPUTS cargo test --test it hostile::    # the inputs, in full size
    peers.py INPUTS --pliego PROGRAM [--pandoc PROGRAM] [--only calibre,typst] [--to FOLDER]

Of the catalogue the entries are taken that are a document, with pictures or a font where
these are what is hostile, and the archives and PDFs that are read. Each program is given
them as its users would:

- calibre: `ebook-convert` makes an EPUB of the text, the Markdown, the EPUB or the PDF. A
  font comes with an HTML page that names it, and is subsetted.
- pandoc: an EPUB of the Markdown, or of an EPUB. It has no reader for plain text: a raw
  text is read as Markdown. A font is embedded by `--epub-embed-font`.
- Typst: a PDF. A raw text is shown by `read()`, paragraph by paragraph; Markdown comes by
  way of pandoc, which writes Typst's own language (where pandoc makes nothing of it, Typst
  is not asked); fonts by `font_paths`; a PDF is placed as an image.
- pliego: the first command that the entry itself has.

Every run has a folder of its own, 20 seconds of the processor, 120 by the clock, and 1 GB:
the resident memory of the program and what it started, asked for 20 times a second. Outcomes:

- made: it ended well, and there is a file;
- refused: it ended otherwise, with a message;
- trace: what a programming language shows of an error that nobody caught, and an end;
- crashed: a signal;
- hung: out of time;
- memory: out of memory;
- nothing: it ended well, with no file.

Of an EPUB that was made, the XHTML is read with expat: `no XML` where it cannot be. Of a
raw text that is UTF-8, the letters are counted in both: `lost` where there are fewer than
there were. `results.tsv` has every run and `said/` what it said; what stands there already
is not run again. What is printed are tables for `README.md`.

Typst is the Python module (`pip install typst`); nothing else is needed.
"""

import argparse
import collections
import html.parser
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unicodedata
import xml.parsers.expat
import zipfile

PROCESSOR_SECONDS = 20
CLOCK_SECONDS = 120
MEMORY_KB = 1_000_000
# Written by a runaway: more than any edition of the catalogue has.
FILE_BYTES = 500_000_000
# What a program writes of itself when an error was not foreseen.
TRACES = (
    "Traceback (most recent call last)",
    "panicked at",
    "CallStack (from HasCallStack)",
    "internal error",
    "stack overflow",
    "Stack space overflow",
    "PanicException",
    "core dumped",
)
# The pages of the catalogue that others can be given: configuration and paths are pliego's.
KINDS = ("encodings", "characters", "markdown", "metadata", "notes", "fonts", "archives")
OUTCOMES = ("made", "refused", "trace", "crashed", "hung", "memory", "nothing")
PAGE = os.sysconf("SC_PAGE_SIZE") // 1024
TICKS = os.sysconf("SC_CLK_TCK")

TYPST = """
import sys, typst
try:
    typst.compile(sys.argv[1], output=sys.argv[2], font_paths=sys.argv[3:])
except typst.TypstError as why:
    print(f"error: {why}", file=sys.stderr)
    sys.exit(1)
"""
RAW = """#set text(lang: "es")
#let text = read("{name}").replace("\\r\\n", "\\n")
#for part in text.split("\\n\\n") [#part #parbreak()]
"""
FONT_PAGE = """<!DOCTYPE html>
<html lang="es"><head><meta charset="utf-8"><title>Uno</title>
<style>@font-face {{ font-family: "Set"; src: url({font}) }} body {{ font-family: "Set" }}</style>
</head><body><h1>Dos</h1><p>El molino está parado.</p></body></html>
"""


class Run:
    """What came of a run."""

    def __init__(self, outcome, seconds, memory, said):
        self.outcome, self.seconds, self.memory, self.said = outcome, seconds, memory, said
        self.fault = ""


def group(leader):
    """The resident kilobytes and the ticks of the processor of a group of processes."""
    memory = ticks = 0
    for one in pathlib.Path("/proc").iterdir():
        if not one.name.isdigit():
            continue
        try:
            fields = (one / "stat").read_text(errors="replace").rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[2]) == leader:
            ticks += sum(int(field) for field in fields[11:15])
            memory += int(fields[21]) * PAGE
    return memory, ticks


def limits():
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_BYTES, FILE_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(command, folder, environment):
    """Runs a command within the limits; the outcome `made` means that it ended well."""
    said = tempfile.TemporaryFile()
    begun = time.monotonic()
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=said,
        stderr=said, start_new_session=True, preexec_fn=limits,
    )
    outcome, most, seconds = None, 0, 0.0
    while process.poll() is None:
        memory, ticks = group(process.pid)
        most, seconds = max(most, memory), max(seconds, ticks / TICKS)
        if memory > MEMORY_KB:
            outcome = "memory"
        elif seconds > PROCESSOR_SECONDS or time.monotonic() - begun > CLOCK_SECONDS:
            outcome = "hung"
        if outcome:
            break
        time.sleep(0.05)
    try:
        # What it started and left behind, too.
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    code = process.wait()
    said.seek(0)
    words = said.read(2_000_000).decode(errors="replace")
    if outcome is None:
        traced = any(trace in words for trace in TRACES)
        if code == 0:
            outcome = "made"
        elif code < 0 or code > 128:
            outcome = "crashed"
        elif traced:
            outcome = "trace"
        else:
            outcome = "refused"
        # GHC's runtime ends by itself when there is no more room.
        if outcome != "made" and ("heap overflow" in words or "out of memory" in words):
            outcome = "memory"
    return Run(outcome, seconds, most, words)


class Words(html.parser.HTMLParser):
    """The text of a page, without its head."""

    def __init__(self):
        super().__init__()
        self.text, self.left_out = [], 0

    def handle_starttag(self, tag, attributes):
        self.left_out += tag in ("head", "style", "script")

    def handle_endtag(self, tag):
        self.left_out -= tag in ("head", "style", "script")

    def handle_data(self, data):
        if not self.left_out:
            self.text.append(data)


def letters(text):
    # Of letters alone: Python puts a million accents running in order one by one.
    text = "".join(c for c in text if unicodedata.category(c)[0] == "L")
    text = unicodedata.normalize("NFKD", text)
    return collections.Counter(c for c in text if unicodedata.category(c)[0] == "L")


def faults(made, source):
    """What is wrong with a file that was made."""
    if made.suffix != ".epub":
        return ""
    found, text = [], []
    try:
        with zipfile.ZipFile(made) as archive:
            for name in archive.namelist():
                if not name.endswith((".xhtml", ".html", ".htm", ".opf", ".ncx")):
                    continue
                page = archive.read(name)
                try:
                    xml.parsers.expat.ParserCreate().Parse(page, True)
                except xml.parsers.expat.ExpatError as why:
                    found.append(f"no XML: {name}: {why}")
                if name.endswith(("html", "htm")):
                    words = Words()
                    words.feed(page.decode(errors="replace"))
                    text.extend(words.text)
    except (zipfile.BadZipFile, OSError) as why:
        return f"no EPUB: {why}"
    if source is not None and source.suffix == ".txt":
        try:
            lost = letters(source.read_bytes().decode()) - letters("".join(text))
        except UnicodeDecodeError:
            lost = {}
        if lost:
            most = "".join(letter for letter, _ in lost.most_common(5))
            found.append(f"lost: {lost.total()} letters ({most})")
    return "; ".join(found[:3])


class Entry:
    def __init__(self, place, kind, name, line):
        self.place, self.kind, self.name, self.line = place, kind, name, line
        files = [one for one in self.place.rglob("*") if one.is_file()]
        by_end = collections.defaultdict(list)
        for one in files:
            by_end[one.suffix].append(one)
        command, *rest = line.split(" ")
        self.font = next(iter(by_end[".ttf"]), None)
        self.source = None
        if command in ("build", "audit", "preflight"):
            named = self.place / rest[0] if rest else None
            if named is not None and named.suffix in (".md", ".txt", ".epub", ".pdf"):
                self.source = named
            elif named is not None and named.name == "book.toml" and len(by_end[".md"]) == 1:
                self.source = by_end[".md"][0]
        if self.source is not None and not self.source.is_file():
            self.source = None


class Peers:
    def __init__(self, options, scratch):
        self.options, self.scratch = options, scratch
        home = scratch / "home"
        home.mkdir()
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8",
            "QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(home),
        }

    def ask(self, peer, entry):
        """What a peer makes of an entry: nothing where it is no input of its."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.scratch))
        book = folder / "book"
        shutil.copytree(entry.place, book)
        source = entry.source.relative_to(entry.place)
        self.environment["TMPDIR"] = str(folder)
        try:
            asked = getattr(self, peer)(entry, book, source)
            if asked is None:
                return None
            result, made = asked
            if result.outcome == "made":
                if not made or not made.exists() or made.stat().st_size == 0:
                    result.outcome = "nothing"
                else:
                    result.fault = faults(made, entry.source)
            return result
        finally:
            shutil.rmtree(folder)

    def run(self, command, book):
        return run(command, book, self.environment)

    def calibre(self, entry, book, source):
        made = book / "made.epub"
        more = []
        if entry.font:
            page = FONT_PAGE.format(font=entry.font.relative_to(entry.place))
            (book / "page.html").write_text(page)
            source, more = "page.html", ["--subset-embedded-fonts"]
        return self.run(["ebook-convert", str(source), str(made), *more], book), made

    def pandoc(self, entry, book, source):
        if source.suffix == ".pdf":
            return None
        made = book / "made.epub"
        reader = "epub" if source.suffix == ".epub" else "markdown"
        command = [self.options.pandoc, "-f", reader, str(source), "-o", str(made)]
        if entry.font:
            command.append(f"--epub-embed-font={entry.font.relative_to(entry.place)}")
        return self.run(command, book), made

    def typst(self, entry, book, source):
        if source.suffix == ".epub":
            return None
        page, made = book / "made.typ", book / "made.pdf"
        if source.suffix == ".pdf":
            page.write_text(f'#image("{source}")\n')
        elif source.suffix == ".txt":
            page.write_text(RAW.replace("{name}", str(source)))
        else:
            command = [self.options.pandoc, "-f", "markdown", "-t", "typst", "--standalone", "--wrap=none"]
            before = self.run([*command, str(source), "-o", str(page)], book)
            if before.outcome != "made":
                return None
        fonts = []
        if entry.font:
            page.write_text('#set text(font: "Source Sans 3", fallback: true)\n' + page.read_text())
            fonts = [str(entry.font.relative_to(entry.place).parent)]
        command = [sys.executable, "-c", TYPST, page.name, made.name, *fonts]
        return self.run(command, book), made

    def pliego(self, entry, book, source):
        result = self.run([self.options.pliego, *entry.line.split(" ")], book)
        made = next((book / "editions").glob("*.epub"), None)
        if source.suffix in (".epub", ".pdf"):
            # It was looked over, and what was found was said.
            made = book / source
            if result.outcome == "refused":
                result.fault = "findings" if "error: '" not in result.said else ""
        return result, made


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("inputs", type=pathlib.Path)
    parser.add_argument("--pliego", required=True)
    parser.add_argument("--pandoc", default="pandoc")
    parser.add_argument("--only", default="pliego,calibre,pandoc,typst")
    parser.add_argument("--entries", default="", help="the beginning of their folders' names")
    parser.add_argument("--to", type=pathlib.Path, default=pathlib.Path("peers"))
    options = parser.parse_args()
    options.pliego = str(pathlib.Path(options.pliego).resolve())
    peers = options.only.split(",")
    said = options.to / "said"
    said.mkdir(parents=True, exist_ok=True)

    rows, seen, entries = [], set(), []
    for line in (options.inputs / "list.tsv").read_text().splitlines():
        place, kind, name, command = line.split("\t")
        if kind in KINDS and place not in seen and place.startswith(options.entries):
            seen.add(place)
            entries.append(Entry(options.inputs.resolve() / place, kind, name, command))
    entries = [entry for entry in entries if entry.source is not None]
    results, known = options.to / "results.tsv", {}
    if results.exists():
        for line in results.read_text().splitlines():
            _, kind, name, peer, outcome, seconds, memory, fault = line.split("\t")
            known[kind, name, peer] = Run(outcome, float(seconds), int(memory), "")
            known[kind, name, peer].fault = fault
    with tempfile.TemporaryDirectory() as scratch, open(results, "a") as out:
        ways = Peers(options, pathlib.Path(scratch))
        for entry in entries:
            for peer in peers:
                if (entry.kind, entry.name, peer) in known:
                    rows.append((entry, peer, known[entry.kind, entry.name, peer]))
                    continue
                result = ways.ask(peer, entry)
                if result is None:
                    continue
                (said / f"{entry.place.name}.{peer}").write_text(result.said)
                row = (entry.place.name, entry.kind, entry.name, peer, result.outcome,
                       f"{result.seconds:.1f}", str(result.memory // 1000), result.fault)
                print("\t".join(row), file=out, flush=True)
                rows.append((entry, peer, result))
    tables(rows, peers)


def tables(rows, peers):
    kinds = list(dict.fromkeys(entry.kind for entry, _, _ in rows))
    print("| inputs | program | given | made | refused | trace | crashed | hung | memory | nothing | no XML | letters lost |")
    print("|" + " --- |" * 12)
    for kind in [*kinds, "all"]:
        for peer in peers:
            some = [one for entry, who, one in rows if who == peer and kind in (entry.kind, "all")]
            if not some:
                continue
            counts = collections.Counter(one.outcome for one in some)
            cells = [kind, peer, len(some), *(counts[outcome] for outcome in OUTCOMES)]
            cells += [sum(word in one.fault for one in some) for word in ("no XML", "lost")]
            print("| " + " | ".join(map(str, cells)) + " |")
    print()
    for peer in peers:
        for outcome in ("trace", "crashed", "hung", "memory", "nothing"):
            names = [f"{entry.name} ({entry.kind})" for entry, who, one in rows
                     if who == peer and one.outcome == outcome]
            if names:
                print(f"{peer}, {outcome}: {'; '.join(names)}\n")


if __name__ == "__main__":
    main()
