"""Turns texts into books: accessible EPUB 3 and typeset PDF.

>>> import pliego
>>> pliego.recover("Uno, dos y tres.\\n").markdown
'Uno, dos y tres.\\n'
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import Any, Iterable, Mapping, Sequence, Union

from . import _pliego
from ._pliego import PliegoError, WordTable, __version__

__all__ = [
    "Audit",
    "Editions",
    "Finding",
    "PliegoError",
    "Recovered",
    "WordTable",
    "__version__",
    "audit",
    "build",
    "recover",
]


#: The words of a library, or the path of their table.
Words = Union[WordTable, str, "os.PathLike[str]"]


@dataclass(frozen=True)
class Finding:
    """Something that was guessed, left out or is wrong, with its place in the source.

    ``code`` is explained by ``pliego explain CODE``; ``confidence`` runs from 0 to 1 and is
    ``None`` where the program is sure.
    """

    code: str
    severity: str
    message: str
    file: str | None = None
    line: int | None = None
    column: int | None = None
    confidence: float | None = None
    hints: tuple[str, ...] = ()
    #: The named editions that it is about; none where it is about the book.
    editions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Recovered:
    """A recovered document."""

    markdown: str
    #: The document as pandoc's JSON.
    document: Mapping[str, Any]
    #: Everything that was found, in the order of the steps.
    findings: tuple[Finding, ...]
    #: What became of the bytes of a raw text; ``None`` for a text that says what it is.
    ledger: Mapping[str, int] | None

    @property
    def doubts(self) -> tuple[Finding, ...]:
        """The findings to look at: warnings, errors and guesses."""
        return tuple(
            one
            for one in self.findings
            if one.severity != "note" or one.confidence is not None
        )


@dataclass(frozen=True)
class Editions:
    """The editions of a book.

    Where its ``book.toml`` has several by name, each file is called by both names:
    ``hardcover/print``.
    """

    #: The bytes of each edition, by the name of its format.
    files: Mapping[str, bytes]
    #: Title, language, counts, the names of the files, what was left out.
    report: Mapping[str, Any]
    findings: tuple[Finding, ...] = field(default=())

    def __getitem__(self, format: str) -> bytes:
        return self.files[format]

    def write(self, folder: str | os.PathLike[str]) -> list[str]:
        """Writes the editions into a folder, and returns their paths."""
        os.makedirs(folder, exist_ok=True)
        paths = []
        for name, data in self.files.items():
            path = os.path.join(folder, self.report["names"][name])
            with open(path, "wb") as file:
                file.write(data)
            paths.append(path)
        return paths


@dataclass(frozen=True)
class Audit:
    """The comparison of an edition with its source."""

    complete: bool
    characters: int
    notes: int
    findings: tuple[Finding, ...]


def recover(
    text: str | bytes,
    *,
    name: str | None = None,
    language: str | None = None,
    form: str | None = None,
    notes: str | None = None,
    words: Words | None = None,
    limits: tuple[int | None, int | None] | None = None,
) -> Recovered:
    """Recovers a raw text, a PDF or another file into Markdown.

    The ending of ``name`` says what it is (``.txt``, ``.pdf``, ``.docx``, ``.hocr`` …);
    without one, bytes that begin like a PDF are one, and all others raw text. ``words`` is a
    table that ``pliego words`` made, or its path; a table that is read once serves many calls.
    Raises ``ValueError`` if it is none. ``limits`` are the seconds of one core and the
    megabytes that the work may be estimated at, by default 60 and 1000.

    >>> recover("Juan vivía en el mo-\\nlino.\\n").markdown
    'Juan vivía en el molino.\\n'
    """
    data = _to_bytes(text)
    options = _options(language=language, form=form, notes=notes, limits=limits)
    table = _read_words(words)
    told = json.loads(_pliego.recover(data, name or _guess_name(data), options, table))
    return Recovered(
        markdown=told["markdown"],
        document=told["document"],
        findings=_findings(told["findings"]),
        ledger=told["ledger"],
    )


def build(
    path: str | os.PathLike[str] | None = None,
    *,
    text: str | bytes | None = None,
    name: str = "text.md",
    formats: Sequence[str] | None = None,
    editions: Iterable[str] = (),
    title: str | None = None,
    authors: Iterable[str] = (),
    language: str | None = None,
    form: str | None = None,
    notes: str | None = None,
    allow_paths: Iterable[str | os.PathLike[str]] = (),
    words: Words | None = None,
    limits: tuple[int | None, int | None] | None = None,
) -> Editions:
    """Makes the editions of a document, a ``book.toml`` or a folder with one, or of a text.

    A book uses the files of its own folder, and of ``allow_paths``. Without ``formats`` it
    is an EPUB and a PDF, and each named edition has its own formats; ``editions`` names those
    that are made, where not all are wanted. ``words`` and ``limits`` are those of
    :func:`recover`.

    >>> build(text="# Uno\\n\\nTexto.\\n", formats=["epub"], language="es")["epub"][:2]
    b'PK'
    """
    path, data = _source(path, text, name)
    options = _options(title, authors, language, form, notes, allow_paths, limits)
    wanted = None if formats is None else list(formats)
    files, rest = _pliego.build(
        path, data, wanted, options, list(editions), _read_words(words)
    )
    report = json.loads(rest)
    findings = _findings(report.pop("findings"))
    return Editions(files=files, report=report, findings=findings)


def audit(
    edition: bytes | str | os.PathLike[str],
    path: str | os.PathLike[str] | None = None,
    *,
    text: str | bytes | None = None,
    name: str = "text.md",
    title: str | None = None,
    authors: Iterable[str] = (),
    language: str | None = None,
    form: str | None = None,
    notes: str | None = None,
    allow_paths: Iterable[str | os.PathLike[str]] = (),
    words: Words | None = None,
    limits: tuple[int | None, int | None] | None = None,
) -> Audit:
    """Compares an EPUB or a PDF with its source, character by character.

    ``words`` and ``limits`` are those of :func:`recover`.
    """
    if not isinstance(edition, bytes):
        with open(edition, "rb") as file:
            edition = file.read()
    path, data = _source(path, text, name)
    options = _options(title, authors, language, form, notes, allow_paths, limits)
    rest = json.loads(_pliego.audit(edition, path, data, options, _read_words(words)))
    return Audit(
        complete=rest["complete"],
        characters=rest["characters"],
        notes=rest["notes"],
        findings=_findings(rest["findings"]),
    )


def _to_bytes(text: str | bytes) -> bytes:
    return text.encode("utf-8") if isinstance(text, str) else bytes(text)


def _read_words(words: Words | None) -> WordTable | None:
    if words is None or isinstance(words, WordTable):
        return words
    with open(words, "rb") as file:
        return WordTable(os.fspath(words), file.read())


def _guess_name(data: bytes) -> str:
    return "text.pdf" if data.startswith(b"%PDF") else "text.txt"


def _source(
    path: str | os.PathLike[str] | None, text: str | bytes | None, name: str
) -> tuple[str, bytes | None]:
    if (path is None) == (text is None):
        raise TypeError("give a path or a text, and not both")
    if text is None:
        return os.fspath(path), None  # type: ignore[arg-type]
    return name, _to_bytes(text)


def _options(
    title: str | None = None,
    authors: Iterable[str] = (),
    language: str | None = None,
    form: str | None = None,
    notes: str | None = None,
    allow_paths: Iterable[str | os.PathLike[str]] = (),
    limits: tuple[int | None, int | None] | None = None,
) -> dict[str, Any]:
    return {
        "title": title,
        "authors": list(authors),
        "language": language,
        "form": form,
        "notes": notes,
        "allow_paths": [os.fspath(folder) for folder in allow_paths],
        "limits": limits,
    }


def _findings(list_: list[dict[str, Any]]) -> tuple[Finding, ...]:
    lists = ("hints", "editions")
    return tuple(
        Finding(**{**one, **{key: tuple(one.get(key, ())) for key in lists}})
        for one in list_
    )
