#!/usr/bin/env python3
"""Texts of a few pieces, again and again up to a megabyte: what takes more than it should.

    tests/bench/scale.py --pliego target/dist/pliego [--seed 1] [--texts 100] [--bytes 1000000]

Each text is made of one to four PIECES: in a row, within each other, or with a number behind
each. It is built as Markdown or as raw lines, EPUB and PDF, on one core, at a quarter of the
size and whole; one line is printed for it, separated by tabs:

    number, kind, exit code, seconds, MB, growth, how it is made

Growth is the seconds of a byte of the whole to those of a byte of the quarter: about 1 for what
grows with the text, 4 for what grows with its square. At the end stand again those that were
stopped, that ended otherwise than a build may, or that grew; if there are any, it exits with 1.
A seed makes the same texts everywhere. Of one text, `--only NUMBER`, the file stays.

Seconds are the processor's. Beside other work they are up to twice as many: run a growth
again before you believe it.
"""
import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

# What means something in Markdown or in raw lines, and what a line breaker or a font looks at.
PIECES = [
    "a ", "a", "A", "B ", "1", "12", "é", "ñ", "\n", "\n\n", "\t", "    ", "\x0c", "\\", " \\\n", "  \n",
    "> ", "- ", "-\n", "-", "a-", "1. ", "# ", "## ", "***\n", "* * *\n", "---\n", ":::\n", "::: x\n",
    "*", "**", "_", "~~", "^", "$", "`", "``", "[", "](", "](x) ", "](http://a.b/c)", "http://a.b/c ",
    "![", "](a.png)", "[^1]", "\n[^1]: a\n", "[a]", "\n\n[a]: http://b.c\n", "{#a}",
    "|", "|-|", "\n| a | b |\n|-|-|\n| c | d |\n",
    "<", "<em>", "</em>", '<span lang="de">', "</span>", '<a href="http://x.y">', "</a>",
    "<div>", "</div>\n", "<br>", "<!-- ", "-->", "<!--a-->", "&amp;", "&#x41;",
    "“", "”", "“a” ", "«", "»", "—", "…", ".", ". ", "(1) ", "1) ", "I\n", "Capítulo 1\n",
    "\u0301", "\u00ad", "\u200d", "\u202e", "שלום ", "漢",
]  # fmt: skip
# A build that needs more is stopped.
MOST_SECONDS, MOST_BYTES = 60, 6 << 30
# Below this many seconds a growth says nothing.
SHORT = 1.0
# Runs on a quiet machine differ by a third at most; n log n grows by a tenth.
GROWN = 1.5


def recipe(seed, number):
    """Kind of file, way, pieces, and what closes them, of a text."""
    rng = random.Random(f"{seed}/{number}")
    kind = rng.choice(["md", "md", "txt"])
    way = rng.choice(["row", "row", "nest", "count"])
    pieces = rng.choices(PIECES, k=rng.choice([1, 1, 2, 2, 3, 4]))
    closing = rng.choices(PIECES, k=rng.choice([1, 2])) if way == "nest" else []
    behind = rng.choice(["", " ", "\n", "\n\n"]) if way == "count" else ""
    titled = kind == "md" and rng.random() < 0.7
    return kind, way, "".join(pieces), "".join(closing) + behind, titled


def text(way, piece, closing, titled, size):
    """A text of about so many bytes."""
    many = size // len((piece + closing).encode())
    if way == "nest":
        body = piece * many + "x" + closing * many
    elif way == "count":
        many = size // len((piece + "99999" + closing).encode())
        body = "".join(f"{piece}{n}{closing}" for n in range(1, many + 1))
    else:
        body = piece * many
    return ("# Uno\n\n" if titled else "") + body


def build(pliego, path, out):
    """Exit code, seconds and bytes of a build; the code of one that was stopped is below 0."""

    def limits():
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))

    command = [pliego, "build", "--no-cache", "--quiet", "--formats", "epub,pdf"]
    command += ["--lang", "es", "--out", out, path]
    process = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=limits,
        env=dict(os.environ, RAYON_NUM_THREADS="1"),
    )
    _, status, used = os.wait4(process.pid, 0)
    code = os.waitstatus_to_exitcode(status)
    return code, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--pliego", required=True, help="the program, of a build with `--profile dist`")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--texts", type=int, default=100)
    parser.add_argument("--bytes", type=int, default=1_000_000)
    parser.add_argument("--only", type=int, help="the number of one text, whose file stays")
    asked = parser.parse_args()

    numbers = [asked.only] if asked.only else range(1, asked.texts + 1)
    slow = []
    with tempfile.TemporaryDirectory() as folder:
        for number in numbers:
            kind, *how = recipe(asked.seed, number)
            ran = []
            for size in (asked.bytes // 4, asked.bytes):
                content = text(*how, size).encode()
                path = Path(f"scale-{asked.seed}-{number}.{kind}" if asked.only else f"{folder}/a.{kind}")
                path.write_bytes(content)
                ran.append((*build(asked.pliego, path, f"{folder}/out"), len(content)))
            (_, before, _, less), (code, seconds, memory, more) = ran
            growth = (seconds / more) / max(before / less, 1e-9)
            line = f"{number}\t{kind}\t{code}\t{seconds:.1f}\t{memory / 1e6:.0f}\t{growth:.2f}\t{how}"
            print(line, flush=True)
            if any(run[0] not in (0, 1, 2) for run in ran) or (seconds > SHORT and growth > GROWN):
                slow.append(line)
    print(f"\n{len(slow)} of {len(numbers)} were stopped or grew", *slow, sep="\n")
    sys.exit(1 if slow else 0)


if __name__ == "__main__":
    main()
