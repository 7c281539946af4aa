"""Collections on Apache Spark: `check`, `games`, `plies`, `positions`, `legal_moves`, `stats`, `players`, `openings`, `dedup`.

The functions have the names and arguments of those of the package. The first arguments are a Spark session and the
paths::

    from pyspark.sql import SparkSession
    import skep.spark

    spark = SparkSession.builder.getOrCreate()
    skep.spark.plies(spark, "s3://games/2024/").write.parquet("s3://tables/plies")
    table = skep.spark.openings(spark, "s3://games/", depth=12, min_games=20)

The result is the same as on one machine, for any number of workers: the same rows with the same numbers. Install
``skep[spark]`` on each worker.

Paths are files and folders that every worker finds under the same name, as on a shared file system, or addresses that
pyarrow opens, such as ``s3://``, ``gs://`` and ``hdfs://``. A relative path is that of the folder in which the driver
runs. Text files are cut between games into parts of ``part_bytes``. An archive is one part. If its path is an
address, the worker holds the whole archive in memory. A task needs at most about 22 times ``part_bytes`` of memory.
With ``errors="raise"``, a file that cannot be read ends the job; with ``"ignore"``, it is left out, and only `check`
names it. The driver checks paths and arguments before a job starts.

If a task fails, or its worker is lost, Spark runs the task again.
"""

# pyarrow has no types.
# pyright: basic

from __future__ import annotations

import inspect
import operator
import os
import pickle
from typing import Any, Callable, Iterable, Iterator, Optional, Sequence, Union
from urllib.parse import quote, urlsplit

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.fs as pafs
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sql
from pyspark.sql.pandas.types import from_arrow_schema

from . import _checking as checking
from . import tables
from ._skep import Part, Table, add_counts, count_games, counts_table, game_texts, number_of_games
from ._skep import dedup as _dedup
from ._skep import open as open_games
from ._checking import Report
from ._errors import MissingPath
from ._types import names

__all__ = ["check", "dedup", "games", "legal_moves", "openings", "players", "plies", "positions", "stats"]

_PART_BYTES = 8 << 20
# The largest number of files of a task, even if they are small.
_MOST_FILES = 4096
_Tasks = list[list[Part]]
_Where = Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]
_Columns = Optional[Union[str, Sequence[str]]]


def _of(function: Callable[..., Any], parameter: str) -> Any:
    """The default of a parameter of the function of the package, which is also that of the function here."""
    return inspect.signature(function).parameters[parameter].default


def check(
    spark: SparkSession,
    paths: _Where,
    *,
    where: Optional[str] = _of(checking.check, "where"),
    errors: str = _of(checking.check, "errors"),
    rules: str = _of(checking.check, "rules"),
    max_errors: int = _of(checking.check, "max_errors"),
    part_bytes: int = _PART_BYTES,
) -> Report:
    """Check every game by the rules, like `skep.check`.

    >>> import inspect, skep.spark
    >>> list(inspect.signature(skep.spark.check).parameters)[:2]
    ['spark', 'paths']
    """
    _checked(where, errors, rules)
    tasks = _tasks(spark, paths, part_bytes, errors)

    def work(parts: list[Part]) -> Report:
        return checking.check(
            _loaded(parts), where=where, errors="ignore", rules=rules, threads=1, max_errors=max_errors
        )

    report = Report()
    for part in _collected(spark, tasks, work):
        for name in ("games", "plies", "valid", "unreadable"):
            setattr(report, name, getattr(report, name) + getattr(part, name))
        report.status += part.status
        report.variants += part.variants
        report.codes += part.codes
        report.errors += part.errors[: max_errors - len(report.errors)]
    return report


def games(
    spark: SparkSession,
    paths: _Where,
    *,
    columns: _Columns = _of(tables.games, "columns"),
    where: Optional[str] = _of(tables.games, "where"),
    errors: str = _of(tables.games, "errors"),
    rules: str = _of(tables.games, "rules"),
    part_bytes: int = _PART_BYTES,
) -> DataFrame:
    """A row for each game, valid or not, like `skep.tables.games`.

    >>> import skep.spark
    >>> skep.spark.games.__name__
    'games'
    """
    options = {"columns": columns, "where": where, "errors": errors, "rules": rules}
    return _table(spark, tables.games, paths, part_bytes, options)


def plies(
    spark: SparkSession,
    paths: _Where,
    *,
    columns: _Columns = _of(tables.plies, "columns"),
    tactics: Optional[int] = _of(tables.plies, "tactics"),
    where: Optional[str] = _of(tables.plies, "where"),
    errors: str = _of(tables.plies, "errors"),
    rules: str = _of(tables.plies, "rules"),
    part_bytes: int = _PART_BYTES,
) -> DataFrame:
    """A row for each legal ply, like `skep.tables.plies`.

    >>> import skep.spark
    >>> skep.spark.plies.__name__
    'plies'
    """
    options = {"columns": columns, "where": where, "errors": errors, "rules": rules, "tactics": tactics}
    return _table(spark, tables.plies, paths, part_bytes, options)


def positions(
    spark: SparkSession,
    paths: _Where,
    *,
    columns: _Columns = _of(tables.positions, "columns"),
    where: Optional[str] = _of(tables.positions, "where"),
    errors: str = _of(tables.positions, "errors"),
    rules: str = _of(tables.positions, "rules"),
    part_bytes: int = _PART_BYTES,
) -> DataFrame:
    """A row for each piece in each position, like `skep.tables.positions`.

    >>> import skep.spark
    >>> skep.spark.positions.__name__
    'positions'
    """
    options = {"columns": columns, "where": where, "errors": errors, "rules": rules}
    return _table(spark, tables.positions, paths, part_bytes, options)


def legal_moves(
    spark: SparkSession,
    paths: _Where,
    *,
    columns: _Columns = _of(tables.legal_moves, "columns"),
    where: Optional[str] = _of(tables.legal_moves, "where"),
    errors: str = _of(tables.legal_moves, "errors"),
    rules: str = _of(tables.legal_moves, "rules"),
    part_bytes: int = _PART_BYTES,
) -> DataFrame:
    """A row for each legal turn before each ply, like `skep.tables.legal_moves`.

    >>> import skep.spark
    >>> skep.spark.legal_moves.__name__
    'legal_moves'
    """
    options = {"columns": columns, "where": where, "errors": errors, "rules": rules}
    return _table(spark, tables.legal_moves, paths, part_bytes, options)


def stats(
    spark: SparkSession,
    paths: _Where,
    *,
    by: Union[str, Sequence[str]] = _of(tables.stats, "by"),
    where: Optional[str] = _of(tables.stats, "where"),
    errors: str = _of(tables.stats, "errors"),
    rules: str = _of(tables.stats, "rules"),
    part_bytes: int = _PART_BYTES,
) -> Table:
    """Results and lengths in groups of games, like `skep.tables.stats`.

    >>> import skep.spark
    >>> skep.spark.stats.__name__
    'stats'
    """
    by = names(by)
    nothing = _nothing("stats", by=by, where=where, errors=errors, rules=rules)
    tasks = _tasks(spark, paths, part_bytes, errors)
    counts = _counts(spark, tasks, "stats", nothing, by=by, where=where, errors=errors, rules=rules)
    return counts_table(counts, by=by, depth=0, min_games=0, top=None)


def players(
    spark: SparkSession,
    paths: _Where,
    *,
    min_games: int = _of(tables.players, "min_games"),
    where: Optional[str] = _of(tables.players, "where"),
    errors: str = _of(tables.players, "errors"),
    rules: str = _of(tables.players, "rules"),
    part_bytes: int = _PART_BYTES,
) -> Table:
    """The results of each player, like `skep.tables.players`.

    >>> import skep.spark
    >>> skep.spark.players.__name__
    'players'
    """
    nothing = _nothing("players", where=where, errors=errors, rules=rules)
    counts_table(nothing, by=[], depth=0, min_games=min_games, top=None)
    tasks = _tasks(spark, paths, part_bytes, errors)
    counts = _counts(spark, tasks, "players", nothing, where=where, errors=errors, rules=rules)
    return counts_table(counts, by=[], depth=0, min_games=min_games, top=None)


def openings(
    spark: SparkSession,
    paths: _Where,
    *,
    depth: int = _of(tables.openings, "depth"),
    min_games: int = _of(tables.openings, "min_games"),
    top: Optional[int] = _of(tables.openings, "top"),
    where: Optional[str] = _of(tables.openings, "where"),
    errors: str = _of(tables.openings, "errors"),
    rules: str = _of(tables.openings, "rules"),
    part_bytes: int = _PART_BYTES,
) -> Table:
    """The moves of the opening trees, like `skep.tables.openings`.

    Each worker adds up the positions in some ranges of keys, so no worker holds all positions. A range has about as
    many positions as a part of ``part_bytes``. The driver gets only positions that at least ``min_games`` games
    reached.

    >>> import skep.spark
    >>> skep.spark.openings.__name__
    'openings'
    """
    nothing = _nothing("openings", depth=depth, where=where, errors=errors, rules=rules)
    counts_table(nothing, by=[], depth=depth, min_games=min_games, top=top)
    tasks = _tasks(spark, paths, part_bytes, errors)
    counts = _counts(
        spark, tasks, "openings", nothing, depth=depth, min_games=min_games, where=where, errors=errors, rules=rules
    )
    return counts_table(counts, by=[], depth=depth, min_games=min_games, top=top)


def dedup(
    spark: SparkSession,
    paths: _Where,
    *,
    key: str = _of(_dedup, "key"),
    where: Optional[str] = _of(_dedup, "where"),
    errors: str = _of(_dedup, "errors"),
    rules: str = _of(_dedup, "rules"),
    part_bytes: int = _PART_BYTES,
) -> DataFrame:
    """The games without duplicates, as `skep.dedup` gives them: the first game of each key, in order.

    A row has the path, the entry of the archive, the index and the text of a game. Workers exchange only the keys, so
    the games are read twice.

    >>> import skep.spark
    >>> skep.spark.dedup.__name__
    'dedup'
    """
    game_texts([], key=key, where=where, errors=errors, rules=rules)
    tasks = _tasks(spark, paths, part_bytes, errors)

    def rows(only: Optional[str]) -> Callable[[int, list[Part]], Iterator[pa.RecordBatch]]:
        def make(task: int, parts: list[Part]) -> Iterator[pa.RecordBatch]:
            found = pa.table(game_texts(_loaded(parts), key=only, where=where, errors=errors, rules=rules))
            # Places are in the order of the games: by task, then by row.
            place = pa.array(range(task << 32, (task << 32) + len(found)), pa.int64())
            target = _spark_schema(found.schema.insert(0, pa.field("place", pa.int64())))
            yield from found.add_column(0, "place", place).cast(target).to_batches()

        return make

    keys = _mapped(spark, tasks, rows(key), "place long, key binary")
    first = keys.where("key is not null").groupBy("key").agg(sql.min("place").alias("place"))
    later = keys.where("key is not null").select("place").exceptAll(first.select("place"))
    all_games = _mapped(spark, tasks, rows(None), "place long, path string, entry string, index long, text string")
    kept = all_games.join(later, "place", "left_anti").orderBy("place")
    return kept.drop("place")


def _table(
    spark: SparkSession,
    read: Callable[..., Table],
    paths: _Where,
    part_bytes: int,
    options: dict[str, Any],
) -> DataFrame:
    """A table of the package, with a task for each part."""
    # It checks the arguments, before a job starts.
    empty = pa.schema(read([], **options))
    target = _spark_schema(empty)
    tasks = _tasks(spark, paths, part_bytes, options["errors"])
    before = [0]
    if "number" in empty.names:
        # The number of games before each task.
        numbers = _collected(
            spark, tasks, lambda parts: number_of_games(_loaded(parts), where=options["where"], rules=options["rules"])
        )
        for found in numbers:
            before.append(before[-1] + found)

    def make(task: int, parts: list[Part]) -> Iterator[pa.RecordBatch]:
        table = read(_loaded(parts), threads=1, **options)
        for batch in pa.RecordBatchReader.from_stream(table):
            batch = pa.RecordBatch.from_arrays([_plain(column) for column in batch.columns], names=batch.schema.names)
            if "number" in target.names:
                at = target.get_field_index("number")
                number = pc.call_function("add", [batch.column(at), pa.scalar(before[task], pa.uint64())])
                batch = batch.set_column(at, batch.schema.field(at), number)
            yield batch.cast(target)

    return _mapped(spark, tasks, make, from_arrow_schema(target))


def _plain(column: pa.Array) -> pa.Array:
    return column.dictionary_decode() if pa.types.is_dictionary(column.type) else column


def _spark_schema(schema: pa.Schema) -> pa.Schema:
    """The types of Spark that hold the values of a table.

    Spark has no unsigned numbers. Keys of positions use all 64 bits, so they become decimal numbers. Spark would write
    durations to Parquet as microseconds, so they become numbers of milliseconds, as the names of the columns say.
    """

    def type_of(field: pa.Field) -> pa.DataType:
        kind = field.type
        if pa.types.is_dictionary(kind):
            return kind.value_type
        if pa.types.is_duration(kind):
            return pa.int64()
        if pa.types.is_uint64(kind):
            return pa.int64() if field.name in ("number", "index") else pa.decimal128(20, 0)
        return {pa.uint8(): pa.int16(), pa.uint16(): pa.int32(), pa.uint32(): pa.int64()}.get(kind, kind)

    return pa.schema([pa.field(field.name, type_of(field), field.nullable) for field in schema])


def _counts(
    spark: SparkSession,
    tasks: _Tasks,
    table: str,
    nothing: bytes,
    *,
    by: Sequence[str] = (),
    depth: int = 0,
    min_games: int = 0,
    **options: Any,
) -> bytes:
    """The counts of all parts, added up in ranges of keys."""
    # A range has about as many positions as a part.
    ranges = max(len(tasks), 1) if table == "openings" else 1

    def count(_: int, parts: list[Part]) -> Iterator[pa.RecordBatch]:
        found = count_games(table, _loaded(parts), by=list(by), depth=depth, ranges=ranges, threads=1, **options)
        yield pa.RecordBatch.from_pydict(
            {"range": pa.array([n for n, _ in found], pa.int64()), "counts": pa.array([c for _, c in found], pa.binary())}
        )

    def total(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        waiting: dict[int, list[bytes]] = {}
        for batch in batches:
            for number, counts in zip(batch.column(0).to_pylist(), batch.column(1).to_pylist()):
                waiting.setdefault(number, []).append(counts)
        for parts in waiting.values():
            yield pa.RecordBatch.from_pydict({"counts": pa.array([add_counts(parts, min_games)], pa.binary())})

    counted = _mapped(spark, tasks, count, "range long, counts binary")
    sums = counted.repartition(ranges, "range").mapInArrow(total, "counts binary")
    # If there are no tasks, the empty count determines the table.
    return add_counts([nothing] + [bytes(row[0]) for row in sums.collect()], 0)


def _nothing(table: str, *, by: Sequence[str] = (), depth: int = 0, **options: Any) -> bytes:
    """The counts of no game. It checks the arguments, before a job starts."""
    ((_, counts),) = count_games(table, [], by=list(by), depth=depth, ranges=1, threads=1, **options)
    return counts


def _checked(where: Optional[str], errors: str, rules: str) -> None:
    """Check the arguments of a scan, before a job starts."""
    open_games([], where=where, errors=errors, rules=rules, threads=1).close()


def _tasks(spark: SparkSession, paths: _Where, part_bytes: int, errors: str) -> _Tasks:
    """The parts of files that each task reads, in order. Workers cut large files."""
    if not callable(getattr(spark, "range", None)):
        raise TypeError(f"expected a SparkSession, got {type(spark).__name__}")
    part_bytes = operator.index(part_bytes)
    if not 1 <= part_bytes < 1 << 62:
        raise ValueError("part_bytes must be a number of bytes, 1 or more")
    files = list(_files(paths, errors))
    large = [part for part, size in files if size > part_bytes]
    cuts = _collected(spark, [[part] for part in large], lambda parts: _cut(parts[0], part_bytes))
    tasks: _Tasks = []
    weight = 0
    for part, size in files:
        for piece in next(cuts) if size > part_bytes else [part]:
            bytes_of = piece.range[1] - piece.range[0] if piece.range else size
            if not tasks or weight + bytes_of > part_bytes or len(tasks[-1]) >= _MOST_FILES:
                tasks.append([])
                weight = 0
            tasks[-1].append(piece)
            weight += bytes_of
    return tasks


def _files(paths: _Where, errors: str) -> Iterator[tuple[Part, int]]:
    """The files at paths and addresses, with their sizes."""
    given = [paths] if isinstance(paths, (str, os.PathLike)) or hasattr(paths, "read") else paths
    for path in given:
        # What a caller without type checks passes.
        if not isinstance(path, (str, os.PathLike)):
            kind = type(path).__name__
            raise TypeError(f"expected paths and addresses, not {kind}: workers read the files themselves")
        name = os.fspath(path)
        is_local = "://" not in name
        if is_local:
            # Workers run in other folders.
            inside = os.path.abspath(name)
            if not os.path.exists(inside) and errors == "raise":
                raise MissingPath(f"{name}: no such file or folder", path=name)
            yield from Part.files(name, inside)
            continue
        system, inside = pafs.FileSystem.from_uri(name)
        about = system.get_file_info(inside)
        if about.type == pafs.FileType.NotFound and errors == "raise":
            raise MissingPath(f"{name}: no such file or folder", path=name)
        if about.type != pafs.FileType.Directory or _is_index(system, inside):
            yield Part(name, True, None, None), about.size or 0
            continue
        for inner in _walk(system, inside):
            yield Part(_address(name, inside, inner.path), False, None, None), inner.size or 0


def _address(folder: str, inside: str, path: str) -> str:
    """The address of a file in a folder, whose path in its file system is `inside`."""
    url = urlsplit(folder)
    # On S3, the path of an object begins with its bucket. On HDFS, the path of a file does not begin with its host.
    host = "" if inside.startswith(url.netloc) else url.netloc
    return f"{url.scheme}://{host}{quote(path)}" + (f"?{url.query}" if url.query else "")


def _walk(system: pafs.FileSystem, folder: str) -> Iterator[pafs.FileInfo]:
    """The files in a folder at an address, in the order of a scan: sorted by the bytes of the names, without hidden names and indexes."""
    inside = system.get_file_info(pafs.FileSelector(folder))
    for about in sorted(inside, key=lambda about: os.fsencode(about.base_name)):
        if about.base_name.startswith("."):
            continue
        if about.type == pafs.FileType.Directory:
            if not _is_index(system, about.path):
                yield from _walk(system, about.path)
        elif about.type == pafs.FileType.File:
            yield about


def _is_index(system: pafs.FileSystem, folder: str) -> bool:
    about = system.get_file_info(folder.rstrip("/") + "/skepdb")
    return bool(about.type == pafs.FileType.File)


def _open(part: Part) -> Any:
    system, path = pafs.FileSystem.from_uri(part.name)
    return system.open_input_file(path)


def _cut(part: Part, part_bytes: int) -> list[Part]:
    if part.is_local:
        return part.cut(part_bytes, None)
    with _open(part) as file:
        return part.cut(part_bytes, file)


def _loaded(parts: list[Part]) -> list[Any]:
    """The parts. Those that are not on this machine get their bytes."""
    return [part if part.is_local else _fetched(part) for part in parts]


def _fetched(part: Part) -> Part:
    with _open(part) as file:
        start, end = part.range or (0, file.size())
        return part.with_bytes(file.read_at(end - start, start))


def _mapped(
    spark: SparkSession, tasks: _Tasks, make: Callable[[int, list[Part]], Iterator[pa.RecordBatch]], schema: Any
) -> DataFrame:
    """The rows that a function makes from the parts of each task. Each is a task of Spark."""

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for task in batch.column(0).to_pylist():
                yield from make(task, tasks[task])

    return spark.range(0, len(tasks), 1, max(len(tasks), 1)).mapInArrow(run, schema)


def _collected(spark: SparkSession, tasks: _Tasks, work: Callable[[list[Part]], Any]) -> Iterator[Any]:
    """The values that a function makes from the parts of each task, in order."""

    def make(task: int, parts: list[Part]) -> Iterator[pa.RecordBatch]:
        result = pickle.dumps(work(parts))
        yield pa.RecordBatch.from_pydict({"task": [task], "result": pa.array([result], pa.binary())})

    rows = _mapped(spark, tasks, make, "task long, result binary").collect() if tasks else []
    for row in sorted(rows, key=lambda row: row.task):
        yield pickle.loads(row.result)
