"""Shards of a library, in any Arrow file system: what ``pliego shard`` writes to a disk.

A shard is an archive of editions, a line of JSON for every document, the same lines as
Parquet, and at last a ``.done`` with the digests of archive and lines. Documents are chosen
by a hash of their ids.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import posixpath
import tarfile
import tempfile
import time
import uuid
from collections import Counter
from dataclasses import dataclass
from typing import Any, Iterable, Iterator, Sequence
from urllib.parse import urlsplit, urlunsplit

import pyarrow as pa
import pyarrow.fs as fs
import pyarrow.parquet as pq

from . import _pliego

#: The size of a header of an archive, and of what content is filled up to (POSIX.1-1988).
_BLOCK = 512

#: A small object is written with one request, and not with the three of a large one.
_ONE_REQUEST = "allow_delayed_open=true"

#: What the name of a file has at its end while it is written to a disk.
_PARTIAL = ".partial-"

#: The columns of the lines as Parquet; counts by name stay JSON.
_SCHEMA = pa.schema(
    [
        ("id", pa.string()),
        ("status", pa.string()),
        ("code", pa.string()),
        ("message", pa.string()),
        ("title", pa.string()),
        ("words", pa.int64()),
        ("notes", pa.int64()),
        ("pages", pa.int64()),
        ("seconds", pa.float64()),
        ("doubts", pa.string()),
        ("ledger", pa.string()),
        ("files", pa.string()),
        ("shard", pa.string()),
    ]
)


@dataclass(frozen=True)
class Options:
    """What shards are made with."""

    formats: tuple[str, ...] = ("epub",)
    lean: bool = False
    #: The words of the library, which recovery asks.
    words: _pliego.WordTable | None = None
    #: The seconds and megabytes that the work on a document may be estimated at; by default,
    #: those of ``pliego shard``.
    limits: tuple[int | None, int | None] | None = None

    def digest(self, entries: Iterable[str]) -> str:
        """The digest of everything that a shard follows from, but for its documents."""
        return _pliego.digest_run(
            list(entries), list(self.formats), self.lean, self.words, self.limits
        )


@dataclass(frozen=True)
class Shard:
    """One of ``of`` parts of a library, with the lines of the manifest that are its own."""

    number: int
    of: int
    entries: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"shard-{self.number:0{len(str(self.of))}}-of-{self.of}"


def open_uri(uri: str | os.PathLike[str]) -> tuple[fs.FileSystem, str]:
    """The file system of an address or a path, and the path in it."""
    text = os.fspath(uri)
    if "://" in text:
        parts = urlsplit(text)
        if parts.scheme == "s3" and _ONE_REQUEST not in parts.query:
            query = "&".join(filter(None, [parts.query, _ONE_REQUEST]))
            text = urlunsplit(parts._replace(query=query))
        return fs.FileSystem.from_uri(text)
    return fs.LocalFileSystem(), os.path.abspath(text)


def read_manifest(uri: str | os.PathLike[str]) -> list[str]:
    """The lines of a manifest as JSON, each checked.

    Raises ``ValueError`` with the line that is wrong.
    """
    system, path = open_uri(uri)
    with system.open_input_stream(path) as stream:
        text = stream.read().decode("utf-8-sig")
    if path.lower().endswith(".csv"):
        rows = enumerate(csv.DictReader(io.StringIO(text), skipinitialspace=True), 2)
        lines = [(number, _strip_row(row)) for number, row in rows]
    else:
        parted = enumerate(text.splitlines(), 1)
        lines = [(number, line) for number, line in parted if line.strip()]
    seen: set[str] = set()
    for number, line in lines:
        try:
            _pliego.check_entry(line)
        except ValueError as error:
            raise ValueError(f"{path}:{number}: {error}") from None
        name = json.loads(line)["id"]
        if name in seen:
            raise ValueError(f"{path}:{number}: two documents have the id '{name}'")
        seen.add(name)
    return [line for _, line in lines]


def _strip_row(row: dict[str, Any]) -> str:
    known = {key.strip(): value for key, value in row.items() if key is not None}
    return json.dumps(
        {key: value.strip() for key, value in known.items() if value}, ensure_ascii=False
    )


def divide(entries: Sequence[str], of: int) -> list[Shard]:
    """The shards of a library, empty ones too."""
    parts: list[list[str]] = [[] for _ in range(of)]
    for entry in entries:
        parts[_pliego.find_shard(json.loads(entry)["id"], of) - 1].append(entry)
    return [Shard(number, of, tuple(part)) for number, part in enumerate(parts, 1)]


def _is_done(
    shard: Shard, system: fs.FileSystem, folder: str, options: Options
) -> bool:
    """Whether a shard was made to its end, from the same manifest by the same program."""
    try:
        with system.open_input_stream(posixpath.join(folder, shard.name + ".done")) as file:
            done = json.loads(file.read())
    except (FileNotFoundError, ValueError):
        return False
    return bool(done.get("run") == options.digest(shard.entries))


def make_shard(shard: Shard, root: str, out: str, options: Options) -> list[dict[str, Any]]:
    """Makes a shard, unless it is done, and returns its lines.

    ``root`` is the folder of the manifest. A document that cannot be made is a line; what
    raises an exception is the machine: a disk that is full, a server that does not answer.
    """
    place = open_uri(out)
    target = _Target(*place, shard.name)
    if _is_done(shard, *place, options):
        return target.read_lines()
    # Once: to open an object store costs more than to read a text from it.
    sources = open_uri(root)
    lines: list[dict[str, Any]] = []
    with tempfile.TemporaryFile() as archive:
        writer = _Archive(archive)
        for entry in shard.entries:
            lines.append(_make_line(entry, sources, options, writer))
        writer.close()
        text = "".join(
            json.dumps(line, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"
            for line in lines
        ).encode()
        archive.seek(0)
        target.write(".tar", iter(lambda: archive.read(1 << 20), b""))
        target.write(".jsonl", [text])
        target.write(".parquet", [_to_parquet(lines, shard.name)])
        done = {
            "schema": _pliego.SCHEMA,
            "program": f"pliego {_pliego.__version__}",
            "run": options.digest(shard.entries),
            "archive": {"sha256": writer.digest.hexdigest(), "bytes": writer.length},
            "lines": {"sha256": hashlib.sha256(text).hexdigest()},
            "documents": Counter(line["status"] for line in lines),
            "words": sum(line.get("words") or 0 for line in lines),
            "seconds": sum(line["seconds"] for line in lines),
        }
        # Nobody comes back to a shard that is done: what killed runs left goes before.
        target.remove_partial()
        # Last of all: with it the shard is done.
        target.write(".done", [(json.dumps(done, indent=2, sort_keys=True) + "\n").encode()])
    return lines


def count_words(shard: Shard, root: str) -> tuple[bytes, list[str]]:
    """The table of the words of a shard, to be merged, and why documents are not counted.

    ``root`` is the folder of the manifest.
    """
    sources = open_uri(root)
    tally = _pliego.WordTally()
    problems = []
    for entry in shard.entries:
        known = json.loads(entry)
        try:
            problem = tally.count(entry, _read_source(sources, known["path"]))
        except FileNotFoundError as error:
            problem = str(error)
        if problem:
            problems.append(f"{known['id']}: {problem}")
    return tally.write(1), problems


def read_words(uri: str | os.PathLike[str]) -> _pliego.WordTable:
    """A table of words. Raises ``ValueError`` if it is none."""
    system, path = open_uri(uri)
    with system.open_input_stream(path) as stream:
        return _pliego.WordTable(path, bytes(stream.read()))


def write_words(words: bytes, out: str) -> _pliego.WordTable:
    """Writes the table of the words of a library into the folder of its shards."""
    _Target(*open_uri(out), "words").write(".tsv", [words])
    return _pliego.WordTable("words.tsv", words)


def _make_line(
    entry: str, sources: tuple[fs.FileSystem, str], options: Options, archive: _Archive
) -> dict[str, Any]:
    known = json.loads(entry)
    begun = time.perf_counter()
    try:
        data = _read_source(sources, known["path"])
    except FileNotFoundError as error:
        # As the program says it of a file that may still come.
        line: dict[str, Any] = {
            "id": known["id"],
            "status": "failed",
            "code": "input",
            "message": str(error),
        }
        files: dict[str, bytes] = {}
    else:
        made = os.environ.get("SOURCE_DATE_EPOCH")
        text, files = _pliego.make_document(
            entry,
            data,
            list(options.formats),
            options.lean,
            int(made) if made else None,
            options.words,
            options.limits,
        )
        line = json.loads(text)
    line["files"] = [
        {
            "name": name,
            "bytes": len(bytes_),
            "sha256": hashlib.sha256(bytes_).hexdigest(),
            "offset": archive.add(name, bytes_),
        }
        for name, bytes_ in files.items()
    ]
    line["seconds"] = round(time.perf_counter() - begun, 3)
    return line


def _read_source(sources: tuple[fs.FileSystem, str], path: str) -> bytes:
    if "://" in path:
        system, path = open_uri(path)
    else:
        system, folder = sources
        path = path if os.path.isabs(path) else posixpath.normpath(posixpath.join(folder, path))
    with system.open_input_stream(path) as stream:
        return bytes(stream.read())


class _Archive:
    """An archive that knows where each file begins, and its own digest."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self.digest = hashlib.sha256()
        self.length = 0

    def add(self, name: str, data: bytes) -> int:
        header = tarfile.TarInfo(name)
        header.size = len(data)
        self._write(header.tobuf(tarfile.USTAR_FORMAT))
        offset = self.length
        self._write(data)
        self._write(bytes(-len(data) % _BLOCK))
        return offset

    def close(self) -> None:
        self._write(bytes(2 * _BLOCK))

    def _write(self, data: bytes) -> None:
        self._file.write(data)
        self.digest.update(data)
        self.length += len(data)


class _Target:
    """The files of a shard in the folder of all shards."""

    def __init__(self, system: fs.FileSystem, folder: str, name: str) -> None:
        self._system, self._folder, self._name = system, folder, name
        if isinstance(self._system, fs.LocalFileSystem):
            self._system.create_dir(self._folder, recursive=True)

    def write(self, ending: str, chunks: Iterable[bytes]) -> None:
        """Writes a file that is there whole or not at all.

        An object store shows an object when it is complete; on a disk the file gets its
        name then.
        """
        path = posixpath.join(self._folder, self._name + ending)
        is_disk = isinstance(self._system, fs.LocalFileSystem)
        written = f"{path}{_PARTIAL}{uuid.uuid4().hex}" if is_disk else path
        with self._system.open_output_stream(written) as stream:
            for chunk in chunks:
                stream.write(chunk)
        if is_disk:
            self._system.move(written, path)

    def read_lines(self) -> list[dict[str, Any]]:
        path = posixpath.join(self._folder, self._name + ".jsonl")
        with self._system.open_input_stream(path) as stream:
            return [json.loads(line) for line in stream.read().decode().splitlines()]

    def remove_partial(self) -> None:
        """Removes what a killed run of this shard has left."""
        if not isinstance(self._system, fs.LocalFileSystem):
            return
        for name in os.listdir(self._folder):
            if name.startswith(self._name + ".") and _PARTIAL in name:
                os.unlink(os.path.join(self._folder, name))


def _to_parquet(lines: Sequence[dict[str, Any]], shard: str) -> bytes:
    def to_row(line: dict[str, Any]) -> dict[str, Any]:
        counted = {
            key: json.dumps(line.get(key), sort_keys=True)
            for key in ("doubts", "ledger", "files")
        }
        return {**line, **counted, "shard": shard}

    table = pa.Table.from_pylist([to_row(line) for line in lines], schema=_SCHEMA)
    sink = io.BytesIO()
    pq.write_table(table, sink)
    return sink.getvalue()


def select_open(shards: Sequence[Shard], out: str, options: Options) -> Iterator[Shard]:
    """The shards that are not done."""
    system, folder = open_uri(out)
    found = system.get_file_info(fs.FileSelector(folder, allow_not_found=True))
    sealed = {one.base_name for one in found}
    for shard in shards:
        is_sealed = shard.name + ".done" in sealed
        if not (is_sealed and _is_done(shard, system, folder, options)):
            yield shard
