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
from collections import Counter
from dataclasses import dataclass
from typing import Any, Sequence
from urllib.parse import urlsplit, urlunsplit

import ray

from .shards import Options, Shard, divide, make_shard, read_manifest, select_open

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

    def __init__(self, root: str, out: str, options: Options) -> None:
        self._root, self._out, self._options = root, out, options

    def __call__(self, batch: dict[str, Any]) -> dict[str, Any]:
        documents: Counter[str] = Counter()
        for text in batch["shard"]:
            number, of, entries = json.loads(text)
            shard = Shard(number, of, tuple(entries))
            lines = make_shard(shard, self._root, self._out, self._options)
            documents.update(line["status"] for line in lines)
        return {"documents": [json.dumps(documents)]}


def build(
    manifest: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    shards: int,
    formats: Sequence[str] = ("epub",),
    lean: bool = False,
    actors: int | None = None,
) -> Summary:
    """Makes the shards of a library that are not done yet.

    Ray is started if it is not running. At most ``actors`` work at once; by default, one for
    each core. Raises ``ValueError`` if a line of the manifest is wrong.
    """
    manifest, out = os.fspath(manifest), os.fspath(out)
    options = Options(tuple(formats), lean)
    every = divide(read_manifest(manifest), shards)
    todo = list(select_open(every, out, options))
    summary = Summary(len(todo), len(every) - len(todo), Counter())
    if not todo:
        return summary
    if not ray.is_initialized():
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        ray.init(include_dashboard=False, log_to_driver=False)
    context = ray.data.DataContext.get_current()
    known = {name: value for name, value in _SETTINGS.items() if hasattr(context, name)}
    before = {name: getattr(context, name) for name in known}
    try:
        _set(context, known)
        for row in _make(todo, manifest, out, options, actors).iter_rows():
            summary.documents.update(json.loads(row["documents"]))
    finally:
        # The settings belong to the whole program.
        _set(context, before)
    return summary


def _set(context: Any, values: dict[str, Any]) -> None:
    for name, value in values.items():
        setattr(context, name, value)


def _make(
    todo: Sequence[Shard], manifest: str, out: str, options: Options, actors: int | None
) -> ray.data.Dataset:
    """What makes the shards when its rows are read."""
    items = [{"shard": json.dumps([one.number, one.of, one.entries])} for one in todo]
    cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
    return ray.data.from_items(items, override_num_blocks=len(items)).map_batches(
        _ShardMaker,
        fn_constructor_args=(_folder_of(manifest), out, options),
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
