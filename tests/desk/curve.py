#!/usr/bin/env python3
"""How near a text comes to the truth when a person settles its doubts at the desk.

    curve.py PROGRAM CASES TOOLS [NAME…]

CASES is a folder of cases (`case.txt` and `gold.md` each), TOOLS that of `score.py`, which
reads and scores them. The person is simulated: she knows the gold text, looks at the doubts
as the desk lists them, least sure first, and takes the reading that the gold text has; where
no reading has it, or the desk offers none, she goes on. Editions are built and scored after
shares of the decisions.
"""
import json
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

SHARES = (0.0, 0.25, 0.5, 1.0)
MEASURES = ("paragraphs", "headings", "quotes", "note_position", "note_link")
# A line belongs to a block of the gold text if more than half of its words are there.
MOST = 0.5


class Desk:
    """A desk for one text, and the requests of its page."""

    def __init__(self, program, path, language):
        command = [program, "desk", "--no-open", "--lang", language, str(path)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        self.origin = self.url[: self.url.index("/", len("http://"))]

    def ask(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Origin": self.origin}
        request = urllib.request.Request(self.url + path, data, headers)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def close(self):
        self.process.terminate()
        self.process.wait()


class Truth:
    """What the gold text says of each line of a source."""

    def __init__(self, score, gold, lines):
        gold = score.read_gold(gold)
        words, places = [], []
        for index, block in enumerate(gold.blocks):
            for at, token in enumerate(block.toks):
                words.append(token.text)
                places.append((index, at))
        tokens = [[token.text for token in score.tokenize(score.clean(text))] for text in lines]
        own = [(line, word) for line, found in enumerate(tokens) for word in found]
        self.of_line = []
        columns = score.align(words, [word for _, word in own])
        found = [[] for _ in lines]
        for a, b in columns:
            if a is not None and b is not None:
                found[own[b][0]].append(places[a])
        for of_line, places_of_line in zip(tokens, found):
            whole = of_line and len(places_of_line) > MOST * len(of_line)
            self.of_line.append(places_of_line[0] if whole else None)
        self.blocks = gold.blocks
        headings = [[token.text for token in one.toks] for one in gold.blocks if one.kind == "h"]
        self.is_heading = [found in headings for found in tokens]

    def readings(self, line):
        """The readings of a line that are right, best first."""
        place = self.of_line[line]
        if place is None:
            # Few words, such as "III", are aligned with their like elsewhere.
            return ["heading"] if self.is_heading[line] else ["left-out"]
        index, word = place
        block = self.blocks[index]
        if block.kind == "h":
            return ["heading"]
        if word > 0:
            return ["continued", "text"]
        return ["verse", "quotation"] if block.quote else ["paragraph", "text"]


def settle(desk, truth):
    """Settles the doubts. Yields the number of decisions after each one."""
    seen, taken = set(), 0
    state = desk.ask("api/documents/0")
    while True:
        doubt = next((one for one in state["doubts"] if one["id"] not in seen), None)
        if doubt is None:
            return
        seen.add(doubt["id"])
        if doubt["first"] is None:
            continue
        right = truth.readings(doubt["first"])
        ranked = [one for name in right for one in doubt["readings"] if one["is"] == name]
        if not ranked:
            continue
        body = {"revision": state["revision"], "decisions": [ranked[0]["decision"]]}
        try:
            state = desk.ask("api/documents/0/decide", body)
        except urllib.error.HTTPError:
            # Lines that no decision can name.
            continue
        taken += 1
        yield taken


def measure(program, score, folder, gold, language):
    out = folder / "out"
    subprocess.run(
        [program, "build", str(folder / "case.txt"), "--out", str(out), "--formats", "epub",
         "--lang", language, "--quiet"],
        check=True,
    )
    result = score.score(score.read_gold(gold), score.read_epub(out / "case.epub"))
    values = {"text": result["text"]["accuracy"]}
    for name in MEASURES:
        one = result[name]
        values[name] = one["f1"] if one.get("gold") or one.get("found") else None
    return values


def run_case(program, score, case):
    language = json.loads((case / "meta.json").read_text())["language"][:2]
    gold = case / "gold.md"
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        source = folder / "case.txt"
        shutil.copy(case / "case.txt", source)
        desk = Desk(program, source, language)
        try:
            lines = desk.ask("api/documents/0/text")["lines"]
            truth = Truth(score, gold, lines)
            decisions = folder / "case.decisions.toml"
            steps = [""]
            steps += [decisions.read_text() for _ in settle(desk, truth)]
        finally:
            desk.close()
        values = []
        for share in SHARES:
            decisions.write_text(steps[round(share * (len(steps) - 1))])
            values.append(measure(program, score, folder, gold, language))
        return len(lines), len(steps) - 1, values


def main():
    program, cases, tools, *names = sys.argv[1:]
    sys.path.insert(0, tools)
    import score

    sums = [{} for _ in SHARES]
    all_lines = all_steps = 0
    for case in sorted(Path(cases).iterdir()):
        if not (case / "gold.md").exists() or names and case.name not in names:
            continue
        lines, steps, values = run_case(program, score, case)
        all_lines, all_steps = all_lines + lines, all_steps + steps
        print(f"{case.name}: {steps} decisions, {lines} lines", flush=True)
        for total, value in zip(sums, values):
            for name, number in value.items():
                if number is not None:
                    total.setdefault(name, []).append(number)
    print(f"{all_steps} decisions on {all_lines} lines: {100 * all_steps / all_lines:.2f} per 100")
    for share, total in zip(SHARES, sums):
        means = (f"{name} {sum(found) / len(found):.4f}" for name, found in total.items())
        print(f"{share:4.0%}  {'  '.join(means)}")


if __name__ == "__main__":
    main()
