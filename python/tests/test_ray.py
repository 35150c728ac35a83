"""A library on Ray: two nodes, an object store, workers that are killed."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading

import pytest

# Two nodes on one machine stay on loopback only so; Ray reads it when it is imported.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

ray = pytest.importorskip("ray", reason="pip install 'pliego[ray]'")

from ray.cluster_utils import Cluster

import pliego.ray
from pliego import shards
from pliego.shards import Options

DOCUMENTS = 60


def write_library(folder, count=DOCUMENTS):
    texts = folder / "texts"
    texts.mkdir(parents=True)
    lines = []
    for number in range(count):
        text = f"# Carta {number}\n\n" + f"El río {number} baja lleno.\n\n" * (number % 7 + 1)
        (texts / f"{number}.md").write_text(text)
        entry = {"id": f"carta-{number}", "path": f"texts/{number}.md", "language": "es"}
        lines.append(json.dumps(entry) + "\n")
    (folder / "library.jsonl").write_text("".join(lines))
    return folder / "library.jsonl"


def read_shards(out):
    """The digests of the editions by the ids, each of which is there once."""
    found = {}
    for path in sorted(out.glob("*.jsonl")):
        for line in map(json.loads, path.read_text().splitlines()):
            assert line["id"] not in found
            found[line["id"]] = [one["sha256"] for one in line["files"]]
    return found


def alone(manifest):
    """The same without Ray."""
    out = manifest.parent / "alone"
    options = Options(("epub",), lean=True)
    for shard in shards.divide(shards.read_manifest(manifest), 1):
        shards.make_shard(shard, str(manifest.parent), str(out), options)
    return read_shards(out)


def find_workers():
    """The processes that make shards."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                title = file.read()
        except OSError:
            continue
        if title.startswith(b"ray::") and b"ShardMaker" in title:
            found.append(int(name))
    return found


@pytest.fixture(scope="module")
def cluster():
    nodes = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
    )
    nodes.add_node(num_cpus=1)
    try:
        ray.init(address=nodes.address, log_to_driver=False)
        yield nodes
    finally:
        ray.shutdown()
        nodes.shutdown()


def test_two_nodes_make_what_one_machine_makes(cluster, tmp_path):
    manifest = write_library(tmp_path)
    out = tmp_path / "out"
    made = pliego.ray.build(manifest, out, shards=6, lean=True)
    assert (made.made, made.kept) == (6, 0)
    assert sum(made.documents.values()) == DOCUMENTS
    assert read_shards(out) == alone(manifest)
    again = pliego.ray.build(manifest, out, shards=6, lean=True)
    assert (again.made, again.kept, again.documents) == (0, 6, {})


def test_the_words_of_the_library_come_first(cluster, tmp_path):
    manifest = write_library(tmp_path)
    with manifest.open("a") as file:
        file.write(json.dumps({"id": "lost", "path": "texts/lost.md"}) + "\n")
    out = tmp_path / "out"
    made = pliego.ray.build(manifest, out, shards=6, lean=True, words=True)
    assert made.documents == {"made": DOCUMENTS, "failed": 1}
    table = (out / "words.tsv").read_text()
    assert table.startswith(f"# pliego-words 1 documents={DOCUMENTS} least=2 words=")
    assert f"\nes\tbaja\t{DOCUMENTS}\t" in table
    for words in (True, out / "words.tsv"):
        again = pliego.ray.build(manifest, out, shards=6, lean=True, words=words)
        assert (again.made, again.kept) == (0, 6)
    assert pliego.ray.build(manifest, out, shards=6, lean=True).made == 6


def test_killed_workers_lose_nothing(cluster, tmp_path):
    manifest = write_library(tmp_path, 240)
    out = tmp_path / "out"
    stop = threading.Event()
    killed = []

    def kill_workers():
        while len(killed) < 3 and not stop.wait(0.2):
            for process in find_workers()[:1]:
                try:
                    os.kill(process, signal.SIGKILL)
                    killed.append(process)
                except ProcessLookupError:
                    pass

    killer = threading.Thread(target=kill_workers)
    killer.start()
    try:
        pliego.ray.build(manifest, out, shards=24, lean=True)
    finally:
        stop.set()
        killer.join()
    assert killed
    assert read_shards(out) == alone(manifest)
    assert not list(out.glob("*partial*"))


def test_an_object_store_has_the_same(cluster, tmp_path):
    server = pytest.importorskip("moto.server", reason="pip install 'moto[server]'")
    boto3 = pytest.importorskip("boto3", reason="pip install boto3")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    started = server.ThreadedMotoServer(ip_address="127.0.0.1", port=port)
    started.start()
    try:
        manifest = write_library(tmp_path, 8)
        client = boto3.client(
            "s3",
            endpoint_url=f"http://127.0.0.1:{port}",
            aws_access_key_id="a",
            aws_secret_access_key="b",
            region_name="eu-west-1",
        )
        client.create_bucket(
            Bucket="library",
            CreateBucketConfiguration={"LocationConstraint": "eu-west-1"},
        )
        for path in [manifest, *(tmp_path / "texts").iterdir()]:
            name = str(path.relative_to(tmp_path))
            client.upload_file(str(path), "library", name)
        query = f"?endpoint_override=127.0.0.1:{port}&scheme=http&region=eu-west-1"
        address = f"s3://a:b@library/{{}}{query}"
        made = pliego.ray.build(
            address.format("library.jsonl"), address.format("shards"), shards=2, lean=True
        )
        assert made.documents == {"made": 8}
        names = [one["Key"] for one in client.list_objects(Bucket="library")["Contents"]]
        kept = [name for name in names if name.startswith("shards/")]
        assert len(kept) == 8
        out = tmp_path / "fetched"
        out.mkdir()
        for name in kept:
            client.download_file("library", name, str(out / name.rsplit("/")[-1]))
        assert read_shards(out) == alone(manifest)
    finally:
        started.stop()


def test_the_command_says_what_it_made(tmp_path):
    manifest = write_library(tmp_path, 3)
    command = [sys.executable, "-c", "import sys, pliego.ray; sys.exit(pliego.ray.main())"]
    asked = ["--manifest", str(manifest), "--out", str(tmp_path / "out"), "--shards", "2"]

    def run(*more):
        # On its own, not on the cluster of the tests above.
        alone = {**os.environ, "RAY_ADDRESS": "local"}
        return subprocess.run(
            [*command, *asked, *more], capture_output=True, text=True, env=alone
        )

    said = run("--lean")
    assert said.stdout == "2 shards made, 0 done before: 3 made\n", said.stderr
    said = run("--lean")
    assert said.stdout == "0 shards made, 2 done before: nothing new\n", said.stderr
    manifest.write_text('{"id": "a"}\n')
    said = run()
    assert said.returncode == 2 and "library.jsonl:1: " in said.stderr
