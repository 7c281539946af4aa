"""Tables, as Arrow libraries take them."""

from __future__ import annotations

import pathlib
import signal
import subprocess
from typing import Any, Callable

import pytest

import skep
from conftest import SKEP

pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
polars = pytest.importorskip("polars", reason="polars is not installed")

OF_GAMES = [skep.tables.games, skep.tables.plies, skep.tables.positions, skep.tables.legal_moves]


def test_rows_are_those_of_the_games(fixtures: pathlib.Path) -> None:
    folder = fixtures / "games"
    games = list(skep.open(folder))
    table = polars.DataFrame(skep.tables.games(folder))
    assert table["plies"].to_list() == [game.plies for game in games]
    assert table["white"].cast(str).to_list() == [game.white for game in games]
    plies = polars.DataFrame(skep.tables.plies(folder, columns=["number", "ply", "state", "key"]))
    assert plies.height == sum(game.plies for game in games)
    assert plies.columns == ["number", "ply", "key", "state"] or set(plies.columns) == {"number", "ply", "state", "key"}
    legal = polars.DataFrame(skep.tables.legal_moves(folder))
    positions = polars.DataFrame(skep.tables.positions(folder))
    for number in (1, 20, 40):
        game = games[number - 1]
        listed = legal.filter(polars.col("number") == number)
        expected = sum(len(game.position(ply).legal_moves()) for ply in range(game.plies))
        assert listed.height == expected
        pieces = positions.filter(polars.col("number") == number)
        assert pieces.height == sum(len(position.pieces()) for position in game.positions())


def test_the_cells_of_venom_stay_when_the_hive_walks(tmp_path: pathlib.Path) -> None:
    """The tables and `Position` name the same cells, although the rules count them from another origin after each turn."""
    path = tmp_path / "venom.uhp"
    skep.write(skep.random_games(8, "Venom", seed=1, max_plies=60), path)
    games = list(skep.open(path))
    cells = [
        (number, ply, move.piece, move.from_, move.to)
        for number, game in enumerate(games, 1)
        for ply, move in enumerate(game.moves, 1)
    ]
    rows = pyarrow.table(skep.tables.plies(path)).to_pylist()
    assert len(rows) == len(cells) > 100

    def pair(row: dict[str, Any], end: str) -> tuple[int, int] | None:
        return None if row[f"{end}_q"] is None else (row[f"{end}_q"], row[f"{end}_r"])

    assert [(row["number"], row["ply"], row["piece"], pair(row, "from"), pair(row, "to")) for row in rows] == cells
    occupied = {(row["number"], row["ply"], row["q"], row["r"]) for row in pyarrow.table(skep.tables.positions(path)).to_pylist()}
    for row in pyarrow.table(skep.tables.legal_moves(path)).to_pylist():
        if row["from_q"] is not None:
            assert (row["number"], row["ply"] - 1, *pair(row, "from")) in occupied
    for number, game in enumerate(games, 1):
        end = game.position()
        assert {(number, end.ply, piece.q, piece.r) for piece in end.pieces()} <= occupied
        assert all(end.piece_at(*move.from_) for move in end.legal_moves() if move.from_)


@pytest.mark.parametrize("function", OF_GAMES)
def test_libraries_agree(function: Callable[..., skep.types.Table], league: pathlib.Path) -> None:
    table = function(league)
    from_pyarrow = pyarrow.table(table)
    assert from_pyarrow.column_names == table.columns == polars.DataFrame(table).columns
    assert from_pyarrow.num_rows == polars.DataFrame(table).height > 0
    assert pyarrow.schema(table) == from_pyarrow.schema
    # Batch by batch, in bounded memory.
    reader = pyarrow.RecordBatchReader.from_stream(table)
    assert sum(batch.num_rows for batch in reader) == from_pyarrow.num_rows


@pytest.mark.parametrize("function", OF_GAMES)
def test_pandas_takes_tables(function: Callable[..., skep.types.Table], league: pathlib.Path) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    table = function(league)
    arrow = pyarrow.table(table)
    frame = pandas.DataFrame.from_arrow(table) if hasattr(pandas.DataFrame, "from_arrow") else arrow.to_pandas()
    assert list(frame.columns) == table.columns
    assert len(frame) == arrow.num_rows
    for name in {"number", "ply", "variant", "white", "piece", "to_q"} & set(table.columns):
        values = frame[name].astype(object)
        assert values.where(values.notna(), None).tolist() == arrow[name].to_pylist(), name
    if "variant" in frame:
        assert isinstance(frame["variant"].dtype, pandas.CategoricalDtype)


def test_duckdb_queries_tables(league: pathlib.Path) -> None:
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    games, plies = skep.tables.games(league), skep.tables.plies(league)
    arrow = pyarrow.table(plies)
    with duckdb.connect() as connection:
        for name, table in {"games": games, "plies": plies, "openings": skep.tables.openings(league)}.items():
            connection.register(name, table)
        # Each table is read again for each query.
        for _ in range(2):
            rows = connection.sql("select number, ply, piece, to_q, key from plies order by number, ply").fetchall()
            columns = [arrow[name].to_pylist() for name in ("number", "ply", "piece", "to_q", "key")]
            assert rows == list(zip(*columns))
        differ = connection.sql(
            "select count(*) from games join (select number, count(*) as n from plies group by number) using (number) "
            "where games.plies <> n"
        ).fetchall()
        assert differ == [(0,)]
        reached = connection.sql("select reached from openings where depth = 0").fetchall()
        assert sum(count for (count,) in reached) == 30


def test_forced_wins_are_columns_of_plies(league: pathlib.Path) -> None:
    wins = pyarrow.table(skep.tables.plies(league, columns=["number", "ply"], tactics=1))
    assert wins.column_names[2:5] == ["win_in", "win", "missed_line"]
    found = [row for row in wins.to_pylist() if row["win"] == "found"]
    assert found and all(row["win_in"] == 1 for row in found)
    # A turn that finds a win in one turn ends the game.
    lengths = [game.plies for game in skep.open(league)]
    assert all(row["ply"] == lengths[row["number"] - 1] for row in found)
    with pytest.raises(ValueError, match="from 1 to 3"):
        skep.tables.plies(league, tactics=4)


def test_where_has_the_columns_of_games(league: pathlib.Path) -> None:
    unknown = []
    for column in skep.tables.games([], columns=["all"]).columns:
        try:
            skep.open(league, where=f"{column} = x")
        except skep.InvalidFilter as error:
            if "unknown field" in str(error):
                unknown.append(column)
    motifs = [column for column in unknown if "_first_" in column]
    assert len(motifs) == 12 and unknown == ["number", "index", "date_text", *motifs]


@pytest.mark.parametrize("extension", ["arrow", "parquet"])
def test_files_of_export_are_read(extension: str, tmp_path: pathlib.Path) -> None:
    """Later rows have variants that the first rows do not have."""
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    games = tmp_path / "games"
    games.mkdir()
    variants = ["Base", "Base+M", "Base+MLP", "Venom"]
    for number, variant in enumerate(variants):
        made = [SKEP, "random", variant, "-n", "600", "--seed", "1", "--max-plies", "40"]
        text = subprocess.run(made, check=True, capture_output=True, cwd=tmp_path, text=True).stdout
        (games / f"{number}.uhp").write_text(text)
    path = tmp_path / f"plies.{extension}"
    subprocess.run([SKEP, "export", "-o", path, games], check=True, capture_output=True, cwd=tmp_path)
    if extension == "arrow":
        reader = pyarrow.ipc.open_file(path)
        assert reader.num_record_batches > 1
        arrow, frame = reader.read_all(), polars.read_ipc(path)
        (counted,) = duckdb.sql("select count(*), count(distinct variant) from arrow").fetchall()
    else:
        arrow, frame = pyarrow.parquet.read_table(path), polars.read_parquet(path)
        (counted,) = duckdb.sql(f"select count(*), count(distinct variant) from '{path}'").fetchall()
    plies = sum(game.plies for game in skep.open(games))
    assert counted == (plies, 4) and arrow.num_rows == frame.height == plies > 65_536
    for name in ("variant", "piece", "ply", "move"):
        assert frame[name].cast(str).to_list() == [str(value) for value in arrow[name].to_pylist()], name
    assert sorted(set(frame["variant"].to_list())) == variants


def test_where_and_threads(league: pathlib.Path) -> None:
    def table(threads: int) -> Any:
        return pyarrow.table(skep.tables.plies(league, where="player = Ada", threads=threads))

    assert table(1).equals(table(3))
    assert 0 < table(1).num_rows < 1261
    with pytest.raises(skep.InvalidFilter):
        skep.tables.plies(league, where="player")
    with pytest.raises(ValueError):
        skep.tables.plies(league, columns=["colour"])


def test_openings(league: pathlib.Path) -> None:
    table = polars.DataFrame(skep.tables.openings(league, depth=2, min_games=5))
    rows = table.select("moves", "played", "reached").rows()
    # As in the README.
    assert rows[1:3] == [("wS1", 11, 11), ("wS1;bS1 -wS1", 6, 6)]
    assert polars.DataFrame(skep.tables.openings(league, depth=2, top=1)).height == 3


def test_openings_of_every_game() -> None:
    games = pathlib.Path(__file__).parents[2] / "fixtures" / "games"
    table = polars.DataFrame(skep.tables.openings(games / "exxit.hxt", depth=1))
    assert table.select("variant", "moves", "reached").rows() == [("Hex-It 29", "", 2), ("Hex-It 29", "M13", 2)]
    assert table.schema["key"] == polars.UInt64
    assert table.schema["last_played"] == polars.Date
    venom = polars.DataFrame(skep.tables.openings(games / "venom.uhp", depth=1, min_games=1))
    assert venom.filter(polars.col("depth") == 0).height == 4


def test_stats_and_players(league: pathlib.Path) -> None:
    stats = polars.DataFrame(skep.tables.stats(league, by=["month", "variant"]))
    assert stats["games"].sum() == 30 and stats.columns[:2] == ["month", "variant"]
    players = polars.DataFrame(skep.tables.players(league))
    ada = players.row(by_predicate=polars.col("player") == "Ada", named=True)
    assert (ada["games"], ada["won"], ada["drawn"], ada["lost"], ada["score"]) == (10, 7, 1, 2, 0.75)
    assert ada["rating"] == pytest.approx(1646.77, abs=0.01)
    with pytest.raises(ValueError):
        skep.tables.stats(league, by=["colour"])
    for by in ("variant", ["variant"], ("variant",)):
        assert skep.tables.stats(league, by=by).columns[:2] == ["variant", "games"]
    assert skep.tables.stats(league, by="month,variant").columns == stats.columns


def test_files_without_games_are_faults(league: pathlib.Path, tmp_path: pathlib.Path) -> None:
    empty = tmp_path / "empty.pgn"
    empty.touch()
    for function in (skep.tables.games, skep.tables.players):
        table = function([empty, league], errors="ignore")
        assert pyarrow.table(table).num_rows > 0
        assert [fault.code for fault in table.faults] == ["empty-file"]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers")
@pytest.mark.parametrize("function", [skep.tables.plies, skep.tables.openings])
def test_a_signal_stops_a_table(function: Callable[..., skep.types.Table], tmp_path: pathlib.Path) -> None:
    path = tmp_path / "many.uhp"
    path.write_text("Base;wS1;bS1 wS1-\n" * 2_000_000)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    # A table passes the signal on as SIGINT, which may be ignored where the tests run, such as in the background.
    interrupted = signal.signal(signal.SIGINT, signal.default_int_handler)
    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            try:
                pyarrow.table(function(path))
            except pyarrow.ArrowException:
                # The exception of the signal comes next.
                for _ in range(1000):
                    pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        signal.signal(signal.SIGINT, interrupted)
