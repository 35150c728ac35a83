#!/usr/bin/env python3
"""The same books set by pliego, LuaLaTeX and Typst, and what their pages measure.

    tests/bench/compare.py --pliego target/dist/pliego --quality pdfquality.py \\
        --peers PEERS --fonts FONTS --out OUT BOOK.md [BOOK.md@80 ...]

A BOOK is Markdown as `pliego recover` writes it: a metadata block, `#` chapters, paragraphs,
`<div class="verse">`, `[^n]` notes. `@80` sets it to a measure of 80 mm, and takes the paper in by
as much; without, the measure is 105 mm on A5. One table is printed for each book; all that is made
stays in OUT, `OUT/BOOK/lines-*.tsv` with a row for every line.

  --quality   pdfquality.py, which measures painted glyphs and knows none of the programs
  --peers     the sources of the comparison as its gen.py writes them (lualatex/book.tex and
              typst/book.typ): their preambles are the page, the type and the settings; only the
              text, its language, its title and the measure are put in here
  --fonts     the folder with the OpenType files of EB Garamond 12 for the peers
  --design    lines for [design] of book.toml: `--design 'tracking = 0'`

Three things in the figures are the measure's, alike for all programs: three paragraphs of one
line running are taken for a block set apart, so that dialogue has `overfull` lines and
`orphans` that nobody sees; and of verse only what pages are is told.

Each may also stand in the environment: PLIEGO, PDFQUALITY, PEERS, EBGARAMOND. LuaLaTeX is
taken if it is installed, Typst if its Python package or its program is; what is left out is
said. Times are of one run each: look at them as ratios.
"""
import argparse
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

# The natural word space of EB Garamond, in parts of the em.
SPACE = 0.2
# Millimetres: A5 and the measure of the preambles.
TRIM_WIDTH, MEASURE = 148, 105

# Rows of the tables: name, place in the report of pdfquality.py, decimals.
ROWS = [
    ("pages", ("pages",), 0),
    ("lines", ("body_lines",), 0),
    ("deviation of spaces, em", ("spacing", "sd_em"), 4),
    ("hyphens per 100 lines", ("hyphens", "per_100_lines"), 1),
    ("99th percentile, em", ("spacing", "p99_em"), 3),
    ("loose lines", ("defects", "loose"), 0),
    ("tight lines", ("defects", "tight"), 0),
    ("within .85-1.25, %", ("spacing", "within_0.85_1.25_pct"), 1),
    ("jump", ("spacing", "neighbour_jump_mean"), 3),
    ("stacks", ("defects", "stacks"), 0),
    ("ladders", ("defects", "ladders"), 0),
    ("runts", ("defects", "runts"), 0),
    ("overfull", ("defects", "overfull"), 0),
    ("underfull", ("defects", "underfull"), 0),
    ("rivers", ("defects", "rivers"), 0),
    ("widows", ("defects", "widows"), 0),
    ("orphans", ("defects", "orphans"), 0),
    ("page bottoms off", ("defects", "page_bottoms"), 0),
    ("facing pages unequal", ("page_bottoms", "facing_unequal"), 0),
    ("spreads off together", ("page_bottoms", "spreads_off_together"), 0),
    ("last pages under 5 lines", ("defects", "stub_pages"), 0),
    ("hyphens at page turns", ("defects", "hyphen_at_page_turn"), 0),
    ("letterspaced over 1 %", ("defects", "letterspace_over_1pct"), 0),
    ("scaled over 2 %", ("defects", "scaling_over_2pct"), 0),
    ("page defects per 1,000 lines", ("page_defects_per_1000_lines",), 1),
    ("defects per 1,000 lines", ("defects_per_1000_lines",), 1),
    ("seconds", ("seconds",), 2),
]

# What pdfquality.py counts as defects of pages.
PAGE_DEFECTS = ["widows", "orphans", "page_bottoms", "stub_pages", "hyphen_at_page_turn"]
# Those that pdfquality.py can see in verse, which has no paragraphs.
OF_VERSE_DEFECTS = ["page_bottoms", "stub_pages"]
# What can be said of verse: its lines end where the poet ends them, and it repeats words.
OF_VERSE = {"pages", "lines", "page bottoms off", "facing pages unequal", "spreads off together",
            "last pages under 5 lines", "page defects per 1,000 lines", "seconds"}

BABEL = {"es": "spanish,es-noindentfirst,es-noquoting", "de": "ngerman", "fr": "french",
         "en": "british", "it": "italian", "pt": "portuguese", "ru": "russian", "ca": "catalan"}


@dataclass
class Book:
    """A book to be set."""
    name: str
    path: Path
    measure: int
    title: str = ""
    language: str = "es"
    # ("heading" | "paragraph" | "stanza" | "pause", text with `[^n]`), in reading order
    blocks: list = field(default_factory=list)
    notes: dict = field(default_factory=dict)


def read(argument):
    """A book from `FILE.md` or `FILE.md@MEASURE`."""
    path, _, measure = argument.partition("@") if not Path(argument).exists() else (argument, "", "")
    book = Book(Path(path).stem, Path(path), int(measure or MEASURE))
    text = Path(path).read_text(encoding="utf8")
    head = re.match(r"---\n(.*?)\n---\n", text, re.S)
    for key, value in re.findall(r"(?m)^(\w+): (.*)$", head[1] if head else ""):
        if key == "title":
            book.title = value
        elif key == "language":
            book.language = value
    verse = False
    for block in re.split(r"\n\n+", text[head.end() if head else 0:].strip()):
        note = re.match(r"\[\^(\w+)\]: *", block)
        if note:
            for one in re.findall(r"(?ms)^\[\^(\w+)\]: *(.*?)(?=^\[\^\w+\]:|\Z)", block):
                book.notes[one[0]] = " ".join(one[1].split())
        elif block == '<div class="verse">':
            verse = True
        elif block == "</div>":
            verse = False
        elif verse:
            book.blocks.append(("stanza", block.replace("\\\n", "\n")))
        elif block.startswith("# "):
            book.blocks.append(("heading", block[2:]))
        elif re.fullmatch(r"\* ?\* ?\*", block):
            book.blocks.append(("pause", "* * *"))
        else:
            book.blocks.append(("paragraph", " ".join(block.split())))
    return book


def written(book, escape, note):
    """Text with its notes as a program wants them."""
    def of(text):
        parts = re.split(r"\[\^(\w+)\]", text)
        parts[0::2] = [escape(part) for part in parts[0::2]]
        parts[1::2] = [note % escape(book.notes.get(mark, "")) for mark in parts[1::2]]
        return "".join(parts)
    return of


def tex(book, preamble):
    """The source for LuaLaTeX."""
    special = {c: "\\" + c for c in "&%$#_{}"}
    special |= {"~": r"\char126{}", "^": r"\char94{}", "\\": r"\char92{}", '"': r"\char34{}"}
    of = written(book, lambda text: "".join(special.get(c, c) for c in text), r"\footnote{%s}")
    # Notes and verse of the size and the leading that pliego gives them.
    preamble += (
        "\\makeatletter\\renewcommand\\footnotesize{\\@setfontsize\\footnotesize{9.25bp}{11.67bp}}\\makeatother\n"
        "\\setlength\\footnotesep{8bp}\n")
    if "]{babel}" in preamble:
        babel = BABEL.get(book.language, "spanish")
        preamble = re.sub(r"\[[^]]*\]\{babel\}", "[%s]{babel}" % babel, preamble)
    narrower = MEASURE - book.measure
    preamble = preamble.replace("papersize={%dmm" % TRIM_WIDTH, "papersize={%dmm" % (TRIM_WIDTH - narrower))
    preamble = preamble.replace("textwidth=%dmm" % MEASURE, "textwidth=%dmm" % book.measure)
    out = []
    for kind, text in book.blocks:
        if kind == "heading":
            out.append(r"\capitulo{%s}" % of(text))
        elif kind == "stanza":
            lines = [of(line) for line in text.split("\n")]
            if out and out[-1].endswith(r"\end{verse}"):
                out[-1] = out[-1].removesuffix(r"\end{verse}") + "\n\n" + "\\\\\n".join(lines) + r"\end{verse}"
            else:
                out.append("\\begin{verse}\n" + "\\\\\n".join(lines) + r"\end{verse}")
        elif kind == "pause":
            out.append(r"\begin{center}* * *\end{center}")
        else:
            out.append(of(text))
    return preamble + "\\begin{document}\n" + "\n\n".join(out) + "\n\\end{document}\n"


def typ(book, preamble):
    """The source for Typst."""
    of = written(book, lambda text: "".join("\\" + c if c in "#*_`$<>@~[]\\/" else c for c in text), "#footnote[%s]")
    narrower = MEASURE - book.measure
    preamble = preamble.replace("width: %dmm" % TRIM_WIDTH, "width: %dmm" % (TRIM_WIDTH - narrower))
    preamble = re.sub(r'lang: "\w+", region: "\w+"', 'lang: "%s"' % book.language, preamble)
    preamble += "#show footnote.entry: set text(9.25pt)\n#show footnote.entry: set par(leading: 11.67pt)\n"
    out = []
    for kind, text in book.blocks:
        lines = of(text).split("\n")
        if kind == "heading":
            out.append("= " + lines[0])
        elif kind == "stanza":
            verse = " \\\n".join(lines)
            out.append("#block(above: 28pt, below: 28pt, inset: (left: 2.5em), {set par(justify: false, first-line-indent: 0pt)\n[%s]})" % verse)
        elif kind == "pause":
            out.append("#align(center)[\\* \\* \\*]")
        else:
            # A sign at the start of a paragraph may be markup.
            out.append(re.sub(r"^([-+=])", r"\\\1", lines[0]))
    return preamble + "\n\n".join(out) + "\n"


def retitled(preamble, book):
    """A preamble for another book: its running heads say who and what."""
    return preamble.replace("Isaac Deutscher", book.title).replace("Un año en Alma Ata", book.title)


def by_pliego(book, options, folder):
    """Sets a book by pliego; gives its PDF."""
    shutil.copyfile(book.path, folder / "text.md")
    inner, outer = 19, 24
    lines = ["[book]", 'title = "%s"' % book.title, 'language = "%s"' % book.language,
             'slug = "book"', 'notes = "page"', 'chapters = ["text.md"]', "[design]"]
    if book.measure != MEASURE:
        width = inner + outer + book.measure
        lines += ['trim = "%dx210mm"' % width, 'font-size = "11pt"', 'leading = "14pt"',
                  'margins = { inner = "%dmm", outer = "%dmm", top = "19.75mm", bottom = "22.3mm" }' % (inner, outer)]
    lines += options.design
    (folder / "book.toml").write_text("\n".join(lines) + "\n", encoding="utf8")
    run([options.pliego, "build", folder / "book.toml", "--formats", "pdf", "--out", folder, "--quiet"], folder)
    return folder / "book.pdf"


def by_lualatex(book, options, folder):
    """Sets a book by LuaLaTeX with microtype; gives its PDF."""
    source = (options.peers / "lualatex" / "book.tex").read_text(encoding="utf8")
    preamble = retitled(source.split("\\begin{document}")[0], book)
    (folder / "lualatex.tex").write_text(tex(book, preamble), encoding="utf8")
    run(["lualatex", "-interaction=nonstopmode", "lualatex.tex"], folder, may_warn=True)
    return folder / "lualatex.pdf"


def by_typst(book, options, folder):
    """Sets a book by Typst; gives its PDF."""
    source = (options.peers / "typst" / "book.typ").read_text(encoding="utf8")
    # The preamble ends with its last rule; what follows begins with the first heading.
    preamble = retitled(source[:source.index("\n= ") + 1], book)
    (folder / "typst.typ").write_text(typ(book, preamble), encoding="utf8")
    if shutil.which("typst"):
        run(["typst", "compile", "--font-path", options.fonts, "typst.typ"], folder)
    else:
        call = "import sys, typst; typst.compile('typst.typ', output='typst.pdf', font_paths=[sys.argv[1]], ignore_system_fonts=True)"
        run([sys.executable, "-c", call, options.fonts], folder)
    return folder / "typst.pdf"


def run(command, folder, may_warn=False):
    """Runs a program; its last words if it fails."""
    done = subprocess.run([str(part) for part in command], cwd=folder, capture_output=True, text=True, errors="replace")
    if done.returncode and not may_warn:
        raise RuntimeError((done.stderr or done.stdout).strip()[-600:])


def installed(options):
    """The programs that are there, and why the others are left out."""
    programs, missing = {"pliego": by_pliego}, []
    if options.only == "pliego":
        return programs, ["the others: --only pliego"]
    has_typst = shutil.which("typst") or importlib.util.find_spec("typst")
    for name, call, there in [("LuaLaTeX", by_lualatex, shutil.which("lualatex")), ("Typst", by_typst, has_typst)]:
        if options.peers is None or options.fonts is None:
            missing.append(f"{name}: give --peers and --fonts")
        elif not there:
            missing.append(f"{name}: it is not installed")
        else:
            programs[name] = call
    return programs, missing


def at(report, place):
    """A figure of a report."""
    for key in place:
        report = report[key]
    return report


def table(title, reports, verse):
    """The figures of programs side by side."""
    print(f"\n| {title} | " + " | ".join(reports) + " |")
    print("| --- " * (len(reports) + 1) + "|")
    for name, place, decimals in ROWS:
        cells = [at(report, place) for report in reports.values()]
        if any(cell is None for cell in cells) or verse and name not in OF_VERSE:
            continue
        print(f"| {name} | " + " | ".join(f"{cell:.{decimals}f}" for cell in cells) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    say = lambda name: os.environ.get(name)
    parser.add_argument("books", nargs="+", metavar="BOOK")
    parser.add_argument("--pliego", default=say("PLIEGO") or "pliego")
    parser.add_argument("--quality", type=Path, default=say("PDFQUALITY"))
    parser.add_argument("--peers", type=Path, default=say("PEERS"))
    parser.add_argument("--fonts", type=Path, default=say("EBGARAMOND"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--design", action="append", default=[])
    parser.add_argument("--only", choices=["pliego"])
    options = parser.parse_args()
    if options.quality is None:
        parser.error("give --quality, the path of pdfquality.py")
    options.pliego = shutil.which(options.pliego) or options.pliego
    options.pliego = str(Path(options.pliego).resolve())
    spec = importlib.util.spec_from_file_location("pdfquality", options.quality)
    quality = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(quality)
    programs, missing = installed(options)
    for reason in missing:
        print(f"left out: {reason}")
    for argument in options.books:
        book, reports = read(argument), {}
        verse = all(kind in ("heading", "stanza") for kind, _ in book.blocks)
        counted = OF_VERSE_DEFECTS if verse else PAGE_DEFECTS
        folder = (options.out / book.name).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        for name, call in programs.items():
            start = time.monotonic()
            try:
                pdf = call(book, options, folder)
            except RuntimeError as error:
                print(f"left out: {name} on {book.name}: {error}")
                continue
            seconds = time.monotonic() - start
            dump = folder / f"lines-{name.lower()}.tsv"
            report = quality.measure(str(pdf), SPACE, dump=str(dump))
            pages = sum(report["defects"][name] for name in counted)
            report["page_defects_per_1000_lines"] = 1000 * pages / report["body_lines"]
            reports[name] = report | {"seconds": seconds}
        if reports:
            table(f"{book.name}, {book.language}, {book.measure} mm", reports, verse)


if __name__ == "__main__":
    main()
