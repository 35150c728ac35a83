"""Shards in Arrow file systems: what a document is, its line says."""

import hashlib
import io
import json
import pickle
import tarfile

import pytest

pytest.importorskip("pyarrow", reason="pip install 'pliego[ray]'")

import pyarrow.parquet as pq

from pliego import _pliego, shards
from pliego.shards import Options


@pytest.fixture
def library(tmp_path):
    """A good, a bad, an empty and a hostile document, and one that is not there."""
    texts = tmp_path / "texts"
    texts.mkdir()
    (texts / "good.md").write_text("# Uno\n\nTexto.[^1]\n\n[^1]: Nota.\n")
    (texts / "bad.pdf").write_bytes(b"%PDF-1.7\nnothing")
    (texts / "empty.txt").write_text("")
    (texts / "hostile.docx").write_bytes(b"PK\x03\x04" + bytes(range(256)) * 64)
    entries = [
        {"id": "good", "path": "texts/good.md", "language": "es"},
        {"id": "bad", "path": "texts/bad.pdf"},
        {"id": "empty", "path": "texts/empty.txt", "title": "Nada"},
        {"id": "hostile", "path": "texts/hostile.docx"},
        {"id": "lost", "path": "texts/lost.md"},
    ]
    manifest = tmp_path / "library.jsonl"
    manifest.write_text("".join(json.dumps(entry) + "\n" for entry in entries))
    return manifest


def make(library, out, of=1):
    options = Options(("epub",), lean=True)
    entries = shards.read_manifest(library)
    lines = []
    for shard in shards.divide(entries, of):
        lines += shards.make_shard(shard, str(library.parent), str(out), options)
    return lines


def test_every_document_is_a_line(library, tmp_path):
    lines = make(library, tmp_path / "out", of=3)
    status = {line["id"]: line["status"] for line in lines}
    assert sorted(status) == ["bad", "empty", "good", "hostile", "lost"]
    assert status["good"] == "made"
    assert status["bad"] == status["hostile"] == "rejected"
    assert status["lost"] == "failed"


def test_files_are_where_the_lines_say(library, tmp_path):
    out = tmp_path / "out"
    lines = make(library, out)
    archive = (out / "shard-1-of-1.tar").read_bytes()
    listed = [one for line in lines for one in line["files"]]
    members = tarfile.open(fileobj=io.BytesIO(archive)).getnames()
    assert members == [one["name"] for one in listed]
    for one in listed:
        content = archive[one["offset"] : one["offset"] + one["bytes"]]
        assert content.startswith(b"PK")
        assert hashlib.sha256(content).hexdigest() == one["sha256"]
    done = json.loads((out / "shard-1-of-1.done").read_text())
    assert done["archive"]["sha256"] == hashlib.sha256(archive).hexdigest()
    table = pq.read_table(out / "shard-1-of-1.parquet")
    assert table.column("id").to_pylist() == [line["id"] for line in lines]


def test_a_shard_that_is_done_stays(library, tmp_path):
    out = tmp_path / "out"
    first = make(library, out)
    stamps = {file: file.stat().st_mtime_ns for file in out.iterdir()}
    # What a killed run leaves is no file of the shard.
    assert make(library, out) == first
    assert {file: file.stat().st_mtime_ns for file in out.iterdir()} == stamps
    (out / "shard-1-of-1.done").unlink()
    (out / "shard-1-of-1.tar.partial-0").write_bytes(b"half")
    again = make(library, out)
    digests = lambda lines: [[one["sha256"] for one in line["files"]] for line in lines]
    assert digests(again) == digests(first)
    assert not list(out.glob("*partial*"))


def test_both_forms_of_a_manifest_say_the_same(tmp_path):
    table = tmp_path / "m.csv"
    table.write_text("id, path, title, authors\na, a.txt, , Ana; Eva\n")
    (entry,) = shards.read_manifest(table)
    assert json.loads(entry) == {"id": "a", "path": "a.txt", "authors": "Ana; Eva"}
    table.write_text("id,path\na,a.txt\na,b.txt\n")
    with pytest.raises(ValueError, match="m.csv:3: two documents have the id 'a'"):
        shards.read_manifest(table)
    table.write_text("id,file\na,a.txt\n")
    with pytest.raises(ValueError, match="m.csv:2: "):
        shards.read_manifest(table)


def test_words_of_shards_make_those_of_the_library(library, tmp_path):
    (tmp_path / "texts" / "other.md").write_text("# Dos\n\nOtro texto y otra nota.\n")
    with library.open("a") as file:
        file.write(json.dumps({"id": "other", "path": "texts/other.md"}) + "\n")
    entries = shards.read_manifest(library)
    tally = _pliego.WordTally()
    problems = []
    for shard in shards.divide(entries, 3):
        words, told = shards.count_words(shard, str(tmp_path))
        tally.merge("part", words)
        problems += told
    (whole,) = shards.divide(entries, 1)
    assert tally.write(1) == shards.count_words(whole, str(tmp_path))[0]
    told = sorted(one.split(":")[0] for one in problems)
    assert told == ["bad", "empty", "hostile", "lost"]
    with pytest.raises(ValueError, match="--least 1"):
        tally.merge("part", tally.write())


def test_a_shard_is_made_again_for_other_words(library, tmp_path):
    out = str(tmp_path / "out")
    head = "# pliego-words 1 documents=9 least=2 words=1\n"
    tables = [
        None,
        shards.write_words(f"{head}es\ttexto\t3\t3\n".encode(), out),
        _pliego.WordTable("other.tsv", f"{head}es\ttexto\t4\t4\n".encode()),
    ]
    (shard,) = shards.divide(shards.read_manifest(library), 1)
    for words in tables:
        options = Options(("epub",), lean=True, words=words)
        assert list(shards.select_open([shard], out, options)) == [shard]
        shards.make_shard(shard, str(library.parent), out, options)
        assert not list(shards.select_open([shard], out, options))
        # Another process gets the same table.
        again = pickle.loads(pickle.dumps(options))
        assert not list(shards.select_open([shard], out, again))
    assert shards.read_words(tmp_path / "out" / "words.tsv").documents == 9
    with pytest.raises(ValueError, match="other.tsv:1: "):
        _pliego.WordTable("other.tsv", b"texto\n")
