"""A library on Ray: two nodes, an object store, and workers, a node and a driver that die."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time

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

#: Documents of so many paragraphs, and seven times as many, keep workers busy.
LONG = 40


def write_library(folder, count=DOCUMENTS, length=1):
    texts = folder / "texts"
    texts.mkdir(parents=True)
    lines = []
    for number in range(count):
        paragraphs = length * (number % 7 + 1)
        text = f"# Carta {number}\n\n" + f"El río {number} baja lleno.\n\n" * paragraphs
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


def find_workers(node=None):
    """The processes that make shards: those of a node, or all."""
    raylet = node and str(node.all_processes["raylet"][0].process.pid)
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                title = file.read()
            with open(f"/proc/{name}/stat") as file:
                # Its state and its parent come after its name, which may have anything.
                parent = file.read().rsplit(")", 1)[1].split()[1]
        except OSError:
            continue
        if title.startswith(b"ray::") and b"ShardMaker" in title and raylet in (None, parent):
            found.append(int(name))
    return found


def wait_until(is_so, seconds=300):
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.02)


def count_done(out):
    return len(list(out.glob("*.done")))


def find_files(out):
    return sorted(path.name for path in out.iterdir())


def expect_files(count):
    """The files of a library that is made, and no other."""
    endings = ("tar", "jsonl", "parquet", "done")
    every = [one.name for one in shards.divide([], count)]
    return sorted(f"{name}.{ending}" for name in every for ending in endings)


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


#: With the wheel of a release each takes a quarter of a minute, with that of the gate longer.
losses = pytest.mark.skipif(
    "PLIEGO_RAY_LOSSES" not in os.environ, reason="PLIEGO_RAY_LOSSES=1 asks for it: it is slow"
)


@losses
def test_a_lost_node_loses_nothing(cluster, tmp_path):
    manifest = write_library(tmp_path, 300, LONG)
    out = tmp_path / "out"
    node = list(cluster.worker_nodes)[0]
    left = []
    ended = threading.Event()

    def lose_node():
        wait_until(lambda: ended.is_set() or (find_workers(node) and count_done(out) >= 5))
        if ended.is_set():
            return
        left.append(30 - count_done(out))
        cluster.remove_node(node, allow_graceful=False)

    loser = threading.Thread(target=lose_node)
    loser.start()
    try:
        made = pliego.ray.build(manifest, out, shards=30, lean=True)
    finally:
        ended.set()
        loser.join()
        if node not in cluster.worker_nodes:
            cluster.add_node(num_cpus=1)
    assert left and left[0] > 0
    assert (made.made, made.documents) == (30, {"made": 300})
    assert read_shards(out) == alone(manifest)
    assert find_files(out) == expect_files(30)


@losses
def test_a_killed_driver_loses_nothing(cluster, tmp_path):
    manifest = write_library(tmp_path, 300, LONG)
    out = tmp_path / "out"
    command = [sys.executable, "-c", "import sys, pliego.ray; sys.exit(pliego.ray.main())"]
    asked = ["--manifest", str(manifest), "--out", str(out), "--shards", "30", "--lean"]
    driver = subprocess.Popen(
        [*command, *asked, "--address", cluster.address],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_until(lambda: count_done(out) >= 5)
        workers = find_workers()
    finally:
        driver.kill()
        driver.wait()
    # Its workers die with it, and leave the cores to others.
    wait_until(lambda: not set(workers) & set(find_workers()))
    kept = count_done(out)
    assert workers and 5 <= kept < 30
    made = pliego.ray.build(manifest, out, shards=30, lean=True)
    assert (made.made, made.kept) == (30 - kept, kept)
    assert read_shards(out) == alone(manifest)
    assert find_files(out) == expect_files(30)


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
