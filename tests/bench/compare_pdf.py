#!/usr/bin/env python3
"""How well pliego and its peers make books of PDFs whose text is known, in one run.

    tests/bench/compare_pdf.py --pliego target/dist/pliego --score score.py CASES

CASES is a folder with one folder for each text: `case.pdf`, and `gold.md` with the text as it
has to be. SCORE compares an EPUB with it and prints JSON. Where a peer writes Markdown, pandoc
makes an EPUB from it. A figure is the mean over the texts that have the thing; a text that
a program fails on counts as 0.

  calibre        ebook-convert case.pdf
  pymupdf4llm    its Markdown (pip install pymupdf4llm)
  opendataloader its Markdown (pip install opendataloader-pdf, and Java)
  pdftotext      pliego, from what `pdftotext -layout` extracts
  pliego         from the PDF

What is not installed is left out, and the run says so.
"""
import argparse
import importlib.util
import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FIGURES = {
    "text": lambda scored: scored["text"]["accuracy"],
    **{
        name: lambda scored, key=key: f1(scored[key])
        for name, key in [
            ("starts", "paragraphs"),
            ("headings", "headings"),
            ("quotations", "quotes"),
            ("marks", "note_position"),
            ("notes", "note_link"),
        ]
    },
}


def f1(scored):
    """The F1 of a kind of thing; none where neither text has one."""
    return scored["f1"] if scored.get("gold") or scored.get("found") else None


def run(*command):
    subprocess.run(command, check=True, capture_output=True, timeout=600)


def convert_markdown(markdown, epub):
    run("pandoc", "-f", "markdown", "-t", "epub3", "--metadata", "title=-", "-o", epub, markdown)


def convert_with_calibre(pdf, folder):
    run("ebook-convert", pdf, folder / "calibre.epub")
    return folder / "calibre.epub"


def convert_with_pymupdf4llm(pdf, folder):
    import pymupdf4llm

    (folder / "text.md").write_text(pymupdf4llm.to_markdown(str(pdf), show_progress=False))
    convert_markdown(folder / "text.md", folder / "text.epub")
    return folder / "text.epub"


def convert_with_opendataloader(pdf, folder):
    import opendataloader_pdf

    opendataloader_pdf.convert(
        input_path=[str(pdf)], output_dir=str(folder), format="markdown", quiet=True
    )
    convert_markdown(folder / "case.md", folder / "case.epub")
    return folder / "case.epub"


def make_converters(pliego):
    def build(document, folder):
        run(pliego, "build", document, "--formats", "epub", "--out", folder)
        return next(folder.glob("*.epub"))

    def extract(pdf, folder):
        run("pdftotext", "-layout", pdf, folder / "case.txt")
        return build(folder / "case.txt", folder)

    return {
        "calibre": convert_with_calibre,
        "pymupdf4llm": convert_with_pymupdf4llm,
        "opendataloader": convert_with_opendataloader,
        "pdftotext": extract,
        "pliego": build,
    }


def is_installed(name):
    programs = {"calibre": "ebook-convert", "pdftotext": "pdftotext"}
    modules = {"pymupdf4llm": "pymupdf4llm", "opendataloader": "opendataloader_pdf"}
    if name in modules:
        return importlib.util.find_spec(modules[name]) and shutil.which("pandoc")
    return name == "pliego" or shutil.which(programs[name])


def measure(convert, score, cases):
    """The means of the figures, and the seconds that all conversions take."""
    values = {name: [] for name in FIGURES}
    seconds = 0.0
    for case in cases:
        with tempfile.TemporaryDirectory() as folder:
            begun = time.monotonic()
            try:
                epub = convert(case / "case.pdf", Path(folder))
            except Exception as error:
                print(f"{case.name}: {error}", file=sys.stderr)
                epub = None
            seconds += time.monotonic() - begun
            scored = epub and json.loads(
                subprocess.run(
                    [sys.executable, score, case / "gold.md", epub, "--json"],
                    check=True,
                    capture_output=True,
                ).stdout
            )
        for name, figure in FIGURES.items():
            value = figure(scored) if scored else 0.0
            values[name].extend([] if value is None else [value])
    means = [sum(each) / len(each) for each in values.values() if each]
    return means, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pliego", required=True, type=Path)
    parser.add_argument("--score", required=True, type=Path)
    parser.add_argument("--only", help="some of the programs, separated by commas")
    parser.add_argument("cases", type=Path)
    arguments = parser.parse_args()
    cases = sorted(file.parent for file in arguments.cases.glob("*/case.pdf"))
    wanted = arguments.only.split(",") if arguments.only else None
    print("| program | " + " | ".join(FIGURES) + " | seconds |")
    print("| --- |" + " --: |" * (len(FIGURES) + 1))
    for name, convert in make_converters(arguments.pliego.resolve()).items():
        if wanted and name not in wanted:
            continue
        if not is_installed(name):
            print(f"{name} is not installed", file=sys.stderr)
            continue
        means, seconds = measure(convert, arguments.score, cases)
        figures = " | ".join(f"{mean:.4f}" for mean in means)
        print(f"| {name} | {figures} | {seconds:.0f} |", flush=True)


if __name__ == "__main__":
    main()
