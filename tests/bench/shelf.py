#!/usr/bin/env python3
"""A shelf of many documents: time, cores and memory, beside the same documents one by one.

    tests/bench/shelf.py --pliego target/dist/pliego [--counts 100,300,1000] \\
        [--formats epub,pdf] [--alone] [TEXT ...]

The documents are pieces of 8,000 to 30,000 characters of the TEXTs, or else of the sample
corpus: the same each time. `cores` is the time of all cores divided by that on the wall.
Memory must not grow with the number of documents. `--alone` also makes the documents of the
largest shelf one by one, and says how many times longer that takes.
"""
import argparse
import codecs
import os
import random
import tempfile
import time
from pathlib import Path

LENGTHS = [8_000, 15_000, 20_000, 30_000]


def run(command):
    """Seconds on the wall, seconds of all cores, and the most memory in MB."""
    begun = time.monotonic()
    pid = os.posix_spawn(command[0], command, os.environ)
    _, status, used = os.wait4(pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"{' '.join(command)} failed")
    wall = time.monotonic() - begun
    return wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1000


def pieces(texts, count):
    """So many pieces of some texts."""
    chance = random.Random(7)
    for _ in range(count):
        text, length = chance.choice(texts), chance.choice(LENGTHS)
        start = text.find("\n", chance.randrange(max(1, len(text) - length))) + 1
        yield text[start : start + length] or text


def decoded(text):
    """A text of the sample corpus, one of which is in UTF-16."""
    is_wide = text[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    return text.decode("utf-16" if is_wide else "utf-8", errors="replace")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pliego", default="target/dist/pliego")
    parser.add_argument("--counts", default="100,300,1000")
    parser.add_argument("--formats", default="epub,pdf")
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("texts", nargs="*", type=Path)
    given = parser.parse_args()
    corpus = Path(__file__).resolve().parents[2] / "corpus"
    texts = given.texts or sorted(corpus.glob("*.txt"))
    texts = [decoded(Path(path).read_bytes()) for path in texts]
    counts = sorted(int(count) for count in given.counts.split(","))
    with tempfile.TemporaryDirectory() as folder:
        build = [str(Path(given.pliego).resolve()), "build", "--quiet"]
        build += ["--formats", given.formats, "--out", f"{folder}/editions"]
        shelf = Path(folder, "shelf")
        shelf.mkdir()
        made = enumerate(pieces(texts, counts[-1]))
        print("documents  seconds  cores  memory")
        for count in counts:
            while len(list(shelf.iterdir())) < count:
                number, text = next(made)
                (shelf / f"{number:05}.txt").write_text(text)
            wall, used, memory = run([*build, str(shelf)])
            print(f"{count:9}  {wall:7.2f}  {used / wall:5.2f}  {memory:4.0f} MB")
        if given.alone:
            alone = sum(run([*build, str(path)])[0] for path in sorted(shelf.iterdir()))
            print(f"one by one {alone:7.2f}  {alone / wall:.2f} times the shelf")


if __name__ == "__main__":
    main()
