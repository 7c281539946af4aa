"""Compares skep.spark on a cluster of two workers with the same functions on one machine."""

from __future__ import annotations

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
import time
from typing import Any, Iterator

import pytest

import skep

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pyspark = pytest.importorskip("pyspark", reason="pyspark is not installed")
if shutil.which("java") is None:
    pytest.skip("java is not installed", allow_module_level=True)

import skep.spark  # noqa: E402

# Smaller than most test files, so that they are cut.
SMALL = 8000


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    """A cluster of two worker processes on this machine."""
    from pyspark.sql import SparkSession

    # The workers use the Python of the tests. With this address, Spark does not look up the name of the machine.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    os.environ["SPARK_HOME"] = str(pathlib.Path(pyspark.__file__).parent)
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("skep")
    session = (
        builder.config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.sql.adaptive.enabled", "false")
        .getOrCreate()
    )
    yield session
    session.stop()


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """Games in several notations, an archive, duplicates, faults, and files that are not records."""
    fixtures = pathlib.Path(__file__).parents[2] / "fixtures"
    folder = tmp_path_factory.mktemp("collection")
    shutil.copytree(fixtures / "games", folder / "games")
    shutil.copy(fixtures / "cli" / "faults.uhp", folder / "faults.uhp")
    shutil.copytree(fixtures / "jsonl", folder / "jsonl")
    (folder / "README").write_text("no record")
    (folder / ".hidden.uhp").write_text("Base;wS1\n")
    with open(folder / "random.uhp", "w") as out:
        for seed in (1, 2, 2):
            for game in skep.random_games(60, seed=seed, max_plies=40):
                out.write(game.to("uhp") + "\n")
    return folder


def rows(table: Any) -> list[dict[str, Any]]:
    """The rows, with durations in milliseconds."""
    table = pa.table(table)
    for at, field in enumerate(table.schema):
        if pa.types.is_duration(field.type):
            table = table.set_column(at, field.name, table.column(at).cast(pa.int64()))
    return table.to_pylist()


def test_check(spark: Any, collection: pathlib.Path) -> None:
    expected = skep.check(collection, errors="ignore")
    assert len(expected.errors) > 3
    for part_bytes in (SMALL, 1 << 30):
        assert skep.spark.check(spark, collection, errors="ignore", part_bytes=part_bytes) == expected
    few = skep.spark.check(spark, [collection], errors="ignore", part_bytes=SMALL, max_errors=2)
    assert few.errors == expected.errors[:2]


@pytest.mark.parametrize("name", ["games", "plies", "positions", "legal_moves"])
def test_tables(spark: Any, collection: pathlib.Path, name: str) -> None:
    options = {"where": "variant = Base+MLP"} if name in ("positions", "legal_moves") else {"columns": ["all"]}
    expected = pa.table(getattr(skep.tables, name)(collection, errors="ignore", **options))
    found = getattr(skep.spark, name)(spark, collection, errors="ignore", part_bytes=SMALL, **options)
    assert found.columns == expected.column_names
    # Spark keeps the order of the parts.
    kept = [row.asDict() for row in found.collect()]
    assert len(kept) == len(expected) > 100
    assert kept == rows(expected)


def test_a_table_as_parquet(spark: Any, collection: pathlib.Path, tmp_path: pathlib.Path) -> None:
    import pyarrow.parquet as pq

    skep.spark.plies(spark, collection, errors="ignore", part_bytes=SMALL).write.parquet(
        str(tmp_path / "plies"), compression="zstd"
    )
    found = pq.read_table(tmp_path / "plies").sort_by([("number", "ascending"), ("ply", "ascending")])
    assert found.to_pylist() == rows(skep.tables.plies(collection, errors="ignore"))


def test_counts(spark: Any, collection: pathlib.Path) -> None:
    options: dict[str, Any] = {"errors": "ignore", "part_bytes": SMALL}
    one = rows(skep.tables.stats(collection, by=["variant", "month"], errors="ignore"))
    assert rows(skep.spark.stats(spark, collection, by=["variant", "month"], **options)) == one
    assert rows(skep.spark.stats(spark, collection, by="variant", **options)) == rows(
        skep.tables.stats(collection, by="variant", errors="ignore")
    )
    assert rows(skep.spark.players(spark, collection, min_games=2, **options)) == rows(
        skep.tables.players(collection, min_games=2, errors="ignore")
    )
    for depth, min_games in [(12, 1), (12, 2), (6, 3), (4, 20)]:
        expected = rows(skep.tables.openings(collection, depth=depth, min_games=min_games, errors="ignore"))
        found = skep.spark.openings(spark, collection, depth=depth, min_games=min_games, **options)
        assert rows(found) == expected, (depth, min_games)


@pytest.mark.parametrize("key", ["moves", "canonical"])
def test_dedup(spark: Any, collection: pathlib.Path, key: str) -> None:
    expected = [(game.path, game.entry, game.index) for game in skep.dedup(collection, key=key, errors="ignore")]
    found = skep.spark.dedup(spark, collection, key=key, errors="ignore", part_bytes=SMALL)
    assert [(row.path, row.entry, row["index"]) for row in found.collect()] == expected
    # The third block of random games is left out.
    assert len(expected) < pa.table(skep.tables.games(collection, errors="ignore")).num_rows - 50
    text = next(row.text for row in found.collect() if row.path.endswith("random.uhp"))
    assert skep.read(text)[0].plies > 1


def test_addresses_are_read_like_paths(spark: Any, collection: pathlib.Path) -> None:
    """pyarrow opens the address of a file as it opens those of object stores."""
    address = collection.as_uri()
    options: dict[str, Any] = {"errors": "ignore", "part_bytes": SMALL}
    found = skep.spark.check(spark, address, **options)
    expected = skep.check(collection, errors="ignore")
    assert (found.games, found.codes, found.valid) == (expected.games, expected.codes, expected.valid)
    assert [error.path for error in found.errors] == [f"file://{error.path}" for error in expected.errors]
    one = collection / "random.uhp"
    tables = [skep.spark.games(spark, path, **options).drop("path") for path in (one.as_uri(), str(one))]
    assert tables[0].collect() == tables[1].collect()


def test_files_that_cannot_be_read(spark: Any, collection: pathlib.Path, tmp_path: pathlib.Path) -> None:
    with pytest.raises(skep.MissingPath, match="nothing.uhp"):
        skep.spark.check(spark, tmp_path / "nothing.uhp")
    assert skep.spark.check(spark, tmp_path / "nothing.uhp", errors="ignore").unreadable == 1
    damaged = tmp_path / "damaged.uhp"
    damaged.write_text("no record")
    with pytest.raises(Exception, match="Unreadable"):
        skep.spark.games(spark, damaged).collect()
    assert skep.spark.games(spark, damaged, errors="ignore").collect() == []
    assert rows(skep.spark.stats(spark, [])) == rows(skep.tables.stats([]))
    assert rows(skep.spark.openings(spark, [])) == rows(skep.tables.openings([]))


def workers() -> list[int]:
    """The worker processes of the cluster."""
    listed = subprocess.run(["ps", "-ww", "-eo", "pid,args"], capture_output=True, text=True, check=True).stdout.splitlines()
    return [int(line.split()[0]) for line in listed if "CoarseGrainedExecutorBackend" in line]


def test_a_worker_that_is_killed_changes_nothing(spark: Any, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "many.uhp"
    with open(path, "w") as out:
        for game in skep.random_games(3000, seed=5, max_plies=70):
            out.write(game.to("uhp") + "\n")
    part_bytes = path.stat().st_size // 40
    expected = rows(skep.tables.openings(path, depth=8, min_games=2))
    before = workers()
    assert len(before) == 2
    killed: list[int] = []

    def kill() -> None:
        # In the middle of the job: some tasks are done, and others are running.
        status = spark.sparkContext.statusTracker()
        end = time.monotonic() + 120
        while time.monotonic() < end:
            for stage in status.getActiveStageIds():
                about = status.getStageInfo(stage)
                if about is not None and about.numTasks > 20 and about.numCompletedTasks >= 5:
                    os.kill(before[0], signal.SIGKILL)
                    killed.append(about.numCompletedTasks)
                    return
            time.sleep(0.01)

    killer = threading.Thread(target=kill)
    killer.start()
    found = rows(skep.spark.openings(spark, path, depth=8, min_games=2, part_bytes=part_bytes))
    killer.join()
    assert killed and killed[0] < 40
    assert found == expected
    # The cluster has started another worker.
    assert before[0] not in workers()


def test_the_default_key_is_that_of_one_machine(spark: Any, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "pl.pgn"
    moves = "1. wS1 2. bS1 wS1- *\n\n"
    path.write_text(f'[White "Ann"]\n[Black "Bob"]\n\n{moves}[White "Cid"]\n[Black "Dan"]\n\n{moves}')
    assert len(list(skep.dedup(path))) == skep.spark.dedup(spark, path).count() == 2
    assert len(list(skep.dedup(path, key="moves"))) == skep.spark.dedup(spark, path, key="moves").count() == 1
    by = rows(skep.tables.stats(path, by="variant,month"))
    assert rows(skep.spark.stats(spark, path, by="variant,month")) == by


def test_a_relative_path_is_that_of_the_driver(
    spark: Any, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "games.uhp").write_text("Base;wS1;bS1 wS1-\n")
    monkeypatch.chdir(tmp_path)
    for path in ("inside", "inside/games.uhp", pathlib.Path("inside"), "./inside/../inside"):
        assert skep.spark.check(spark, path).games == 1
        found = [row.path for row in skep.spark.games(spark, path, columns="path").collect()]
        assert found == [row["path"] for row in rows(skep.tables.games(path, columns="path"))]


def test_a_folder_is_walked_as_on_one_machine(spark: Any, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Links that lead back, hidden names, names that are not UTF-8, and names that look like addresses."""
    folder = tmp_path / "games"
    (folder / "inside").mkdir(parents=True)
    game = "Base;wS1;bS1 wS1-\n"
    for name in ("b.uhp", "inside/a.uhp", ".hidden.uhp", "s3:x.uhp", "hdfs:y.uhp"):
        (folder / name).write_text(game * 3)
    (folder / "inside" / "above").symlink_to(folder, target_is_directory=True)
    (folder / "link.uhp").symlink_to("b.uhp")
    with open(os.fsencode(folder) + b"/z\xff.uhp", "w") as out:
        out.write(game)
    monkeypatch.chdir(folder)
    for path in (folder, ".", "s3:x.uhp", "hdfs:y.uhp", "inside"):
        found = skep.spark.check(spark, path, errors="ignore")
        expected = skep.check(path, errors="ignore")
        assert (found.games, found.unreadable) == (expected.games, expected.unreadable)
        paths = [row.path for row in skep.spark.games(spark, path, columns="path", errors="ignore").collect()]
        assert paths == [row["path"] for row in rows(skep.tables.games(path, columns="path", errors="ignore"))]
    assert skep.spark.check(spark, folder, errors="ignore").games == 16


FUNCTIONS = ["check", "dedup", "games", "legal_moves", "openings", "players", "plies", "positions", "stats"]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_arguments_are_checked_on_the_driver(spark: Any, collection: pathlib.Path, name: str) -> None:
    """A wrong argument is the same exception as on one machine, and no job starts."""
    function = getattr(skep.spark, name)
    status = spark.sparkContext.statusTracker()
    spark.sparkContext.setJobGroup(name, name)
    wrong: list[tuple[dict[str, Any], Any]] = [
        ({"where": "foo = 1"}, skep.InvalidFilter),
        ({"where": "plies >"}, skep.InvalidFilter),
        ({"rules": "chess"}, ValueError),
        ({"errors": "maybe"}, ValueError),
        ({"part_bytes": -5}, ValueError),
        ({"part_bytes": 0}, ValueError),
        ({"part_bytes": "1"}, TypeError),
    ]
    wrong += [({"columns": ["foo"]}, ValueError)] if name in ("games", "plies", "positions", "legal_moves") else []
    wrong += {
        "plies": [({"tactics": 9}, ValueError)],
        "openings": [({"depth": -1}, ValueError), ({"depth": 999}, ValueError), ({"min_games": -1}, ValueError)],
        "players": [({"min_games": -1}, ValueError)],
        "stats": [({"by": "foo"}, ValueError)],
        "dedup": [({"key": "foo"}, ValueError)],
    }.get(name, [])
    for options, kind in wrong:
        with pytest.raises(kind):
            function(spark, collection, **options)
    with pytest.raises(skep.MissingPath):
        function(spark, "no/such/file.uhp")
    with open(collection / "random.uhp") as file, pytest.raises(TypeError, match="workers read the files"):
        function(spark, file)
    assert list(status.getJobIdsForGroup(name)) == []
