#!/usr/bin/env python3
"""Holds the estimates of work (src/build/work.rs) against what runs take.

usage: work.py --pliego PROGRAM FILE...

Each FILE is built as an EPUB and as a PDF. The program says its estimate when it is allowed
less. Times and memory are those of the whole process, as the system counts them; the larger
of an estimate and what was taken, by the other, is the error.
"""

import argparse
import os
import re
import subprocess
import tempfile

REFUSED = re.compile(r"estimated at (\d+) (seconds|MB)")
# What is smaller is no reason to refuse a book.
LEAST = {"seconds": 1, "MB": 100}
# More than any run takes.
MOST = {"--max-seconds": "9999", "--max-memory": "99999"}


def estimate(program, path, form, option, out):
    """The last of the estimates, each of which refuses what the one before it allows."""
    allowed = 1
    while True:
        command = [program, "build", "--quiet", "--formats", form, "--out", out]
        for one, most in MOST.items():
            command += [one, str(allowed) if one == option else most]
        command.append(path)
        said = subprocess.run(command, capture_output=True, text=True, errors="replace").stderr
        found = REFUSED.search(said)
        if not found:
            return allowed
        allowed = int(found.group(1))


def measure(program, path, form, out):
    command = [program, "build", "--quiet", "--formats", form, "--out", out]
    command += [word for pair in MOST.items() for word in pair] + [path]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    code = os.waitstatus_to_exitcode(status)
    return code, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 / 1e6


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pliego", required=True)
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as out:
        for path in arguments.files:
            for form in ("epub", "pdf"):
                code, seconds, megabytes = measure(arguments.pliego, path, form, out)
                if code == 2:
                    continue
                for unit, option, taken in (
                    ("seconds", "--max-seconds", seconds),
                    ("MB", "--max-memory", megabytes),
                ):
                    guessed = estimate(arguments.pliego, path, form, option, out)
                    if max(taken, guessed) > LEAST[unit]:
                        rows.append((guessed / taken, unit, guessed, taken, form, path))
    rows.sort()
    print("| estimate by taken | estimate | taken | format | file |")
    print("| --- | --- | --- | --- | --- |")
    for ratio, unit, guessed, taken, form, path in rows:
        print(f"| {ratio:.2f} | {guessed} {unit} | {taken:.1f} | {form} | {path} |")


if __name__ == "__main__":
    main()
