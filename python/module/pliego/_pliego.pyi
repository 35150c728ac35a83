from typing import Any

__version__: str

#: The version of the form of the lines of a shard.
SCHEMA: int

class PliegoError(Exception):
    #: The kind of failure; `None` where an edition cannot be read.
    code: str | None
    #: The file at fault, where it is known.
    file: str | None
    #: The line in it, from 1, where it is known.
    line: int | None

class WordTable:
    """The words of a library, as ``pliego words`` counts them."""

    def __new__(cls, name: str, data: bytes) -> WordTable: ...
    @property
    def documents(self) -> int: ...

class WordTally:
    def __new__(cls) -> WordTally: ...
    def count(self, entry: str, data: bytes) -> str | None: ...
    def merge(self, name: str, data: bytes) -> None: ...
    def write(self, least: int | None = ...) -> bytes: ...

def recover(
    data: bytes,
    name: str | None = ...,
    options: dict[str, Any] | None = ...,
    words: WordTable | None = ...,
) -> str: ...
def build(
    path: str,
    data: bytes | None = ...,
    formats: list[str] | None = ...,
    options: dict[str, Any] | None = ...,
    editions: list[str] = ...,
    words: WordTable | None = ...,
) -> tuple[dict[str, bytes], str]: ...
def audit(
    edition: bytes,
    path: str,
    data: bytes | None = ...,
    options: dict[str, Any] | None = ...,
    words: WordTable | None = ...,
) -> str: ...
def make_document(
    entry: str,
    data: bytes,
    formats: list[str],
    lean: bool = ...,
    made: int | None = ...,
    words: WordTable | None = ...,
    limits: tuple[int | None, int | None] | None = ...,
) -> tuple[str, dict[str, bytes]]: ...
def check_entry(entry: str) -> None: ...
def digest_run(
    entries: list[str],
    formats: list[str],
    lean: bool,
    words: WordTable | None = ...,
    limits: tuple[int | None, int | None] | None = ...,
) -> str: ...
def find_shard(id: str, of: int) -> int: ...
