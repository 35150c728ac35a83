"""A library on Ray: every shard is made by an actor with one core.

    pip install "pliego[ray]"
    pliego-ray --manifest s3://library/manifest.csv --out s3://library/shards --shards 1000

Manifest, sources and shards may be in any file system of Arrow. A run that was killed goes
on where it was: shards that are done stay.
"""

from __future__ import annotations

import argparse
import json
import os
import posixpath
import sys
from collections import Counter
from dataclasses import dataclass
from typing import Any, Iterable, Iterator, Sequence
from urllib.parse import urlsplit, urlunsplit

import ray

from . import _pliego
from .shards import (
    Options,
    Shard,
    count_words,
    divide,
    make_shard,
    read_manifest,
    read_words,
    select_open,
    write_words,
)

#: A machine that fails is not the end: its shard is tried again, by another actor if need
#: be. Which of these settings Ray has depends on its version.
_SETTINGS = {
    "enable_progress_bars": False,
    "max_consecutive_actor_init_deaths": 10,
    "retried_map_errors": True,
    "max_map_retries": 3,
}


@dataclass(frozen=True)
class Summary:
    """What became of a library."""

    #: The shards that were made now, and those that were done already.
    made: int
    kept: int
    #: The documents of the shards made now, by status.
    documents: Counter[str]


class _ShardMaker:
    """Makes one shard after the other, in a process of its own."""

    def __init__(self, root: str, out: str, options: ray.ObjectRef) -> None:
        # A table of words is sent once to each machine, and not to each actor.
        self._root, self._out, self._options = root, out, ray.get(options)

    def __call__(self, batch: dict[str, Any]) -> dict[str, Any]:
        documents: Counter[str] = Counter()
        for text in batch["shard"]:
            lines = make_shard(_parse_shard(text), self._root, self._out, self._options)
            documents.update(line["status"] for line in lines)
        return {"documents": [json.dumps(documents)]}


class _WordCounter:
    """Counts the words of one shard after the other."""

    def __init__(self, root: str) -> None:
        self._root = root

    def __call__(self, batch: dict[str, Any]) -> dict[str, Any]:
        counted = [count_words(_parse_shard(text), self._root) for text in batch["shard"]]
        return {
            "words": [words for words, _ in counted],
            "problems": [json.dumps(problems) for _, problems in counted],
        }


def _parse_shard(text: str) -> Shard:
    number, of, entries = json.loads(text)
    return Shard(number, of, tuple(entries))


def build(
    manifest: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    shards: int,
    formats: Sequence[str] = ("epub",),
    lean: bool = False,
    words: str | os.PathLike[str] | bool | None = None,
    limits: tuple[int | None, int | None] | None = None,
    actors: int | None = None,
) -> Summary:
    """Makes the shards of a library that are not done yet.

    Recovery asks ``words``, a table that ``pliego words`` made; if it is ``True``, the words
    of the library are counted first, into ``words.tsv`` in ``out``. Shards that were made with
    other words are made again. ``limits`` are seconds and megabytes: a document whose work is
    estimated at more is rejected.

    Ray is started if it is not running. At most ``actors`` work at once; by default, one for
    each core. Raises ``ValueError`` if a line of the manifest, or the table, is wrong.
    """
    manifest, out = os.fspath(manifest), os.fspath(out)
    every = divide(read_manifest(manifest), shards)
    table = None
    if words is True:
        counter = _WordCounter, (_folder_of(manifest),)
        table = write_words(_merge(_run(every, *counter, actors)), out)
    elif words:
        table = read_words(words)
    options = Options(tuple(formats), lean, table, limits)
    todo = list(select_open(every, out, options))
    summary = Summary(len(todo), len(every) - len(todo), Counter())
    if not todo:
        return summary
    _start()
    maker = _ShardMaker, (_folder_of(manifest), out, ray.put(options))
    for row in _run(todo, *maker, actors):
        summary.documents.update(json.loads(row["documents"]))
    return summary


def _merge(rows: Iterable[dict[str, Any]]) -> bytes:
    """The table of a library from those of its shards."""
    tally = _pliego.WordTally()
    for row in rows:
        tally.merge("the table of a shard", row["words"])
        for problem in json.loads(row["problems"]):
            print(f"not counted: {problem}", file=sys.stderr)
    return tally.write()


def _start() -> None:
    if not ray.is_initialized():
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        ray.init(include_dashboard=False, log_to_driver=False)


def _run(
    shards: Sequence[Shard], worker: type, arguments: tuple[Any, ...], actors: int | None
) -> Iterator[dict[str, Any]]:
    """What actors make of shards."""
    _start()
    context = ray.data.DataContext.get_current()
    known = {name: value for name, value in _SETTINGS.items() if hasattr(context, name)}
    before = {name: getattr(context, name) for name in known}
    try:
        _set(context, known)
        yield from _make(shards, worker, arguments, actors).iter_rows()
    finally:
        # The settings belong to the whole program.
        _set(context, before)


def _set(context: Any, values: dict[str, Any]) -> None:
    for name, value in values.items():
        setattr(context, name, value)


def _make(
    todo: Sequence[Shard], worker: type, arguments: tuple[Any, ...], actors: int | None
) -> ray.data.Dataset:
    """What works on the shards when its rows are read."""
    items = [{"shard": json.dumps([one.number, one.of, one.entries])} for one in todo]
    cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
    return ray.data.from_items(items, override_num_blocks=len(items)).map_batches(
        worker,
        fn_constructor_args=arguments,
        batch_size=1,
        compute=ray.data.ActorPoolStrategy(min_size=1, max_size=min(actors or cores, len(items))),
        # An actor that dies is replaced, and its shard is made by another.
        num_cpus=1,
        # One core means one thread.
        runtime_env={"env_vars": {"RAYON_NUM_THREADS": "1"}},
    )


def _folder_of(manifest: str) -> str:
    """The folder of a manifest; an address keeps its options."""
    if "://" not in manifest:
        return os.path.dirname(manifest) or "."
    parts = urlsplit(manifest)
    return urlunsplit(parts._replace(path=posixpath.dirname(parts.path)))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command ``pliego-ray``."""
    parser = argparse.ArgumentParser(
        prog="pliego-ray", description="Makes the shards of a library on a Ray cluster."
    )
    parser.add_argument("--manifest", required=True, help="CSV or JSON lines, a path or an address")
    parser.add_argument("--out", required=True, help="folder for the shards, a path or an address")
    parser.add_argument("--shards", type=int, required=True, help="how many shards there are")
    parser.add_argument("--formats", default="epub", help="with commas between them")
    parser.add_argument("--lean", action="store_true", help="no cover picture, no fonts")
    parser.add_argument(
        "--words", help="table of 'pliego words' that recovery asks, a path or an address"
    )
    parser.add_argument(
        "--max-seconds", type=int, help="seconds that a document may take, as of pliego shard"
    )
    parser.add_argument(
        "--max-memory", type=int, help="megabytes that a document may take, as of pliego shard"
    )
    parser.add_argument(
        "--count-words", action="store_true", help="count the words of the library first, for it"
    )
    parser.add_argument("--actors", type=int, help="how many work at once, at most")
    parser.add_argument("--address", help="the address of the cluster; without it, this machine")
    said = parser.parse_args(arguments)
    if said.address:
        ray.init(address=said.address, log_to_driver=False)
    try:
        summary = build(
            said.manifest,
            said.out,
            shards=said.shards,
            formats=said.formats.split(","),
            lean=said.lean,
            words=said.count_words or said.words,
            limits=(said.max_seconds, said.max_memory),
            actors=said.actors,
        )
    except (ValueError, FileNotFoundError) as error:
        parser.exit(2, f"pliego-ray: {error}\n")
    finally:
        if ray.is_initialized():
            ray.shutdown()
    documents = ", ".join(f"{count} {name}" for name, count in sorted(summary.documents.items()))
    print(f"{summary.made} shards made, {summary.kept} done before: {documents or 'nothing new'}")
    return 0
