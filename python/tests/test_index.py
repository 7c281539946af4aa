"""An index of `skep index` is read like the files that it was made from."""

from __future__ import annotations

import pathlib
import shutil
from typing import Any, Callable

import pytest

import skep

FILTERS = [None, "player = Ada", "plies > 50", "variant = Venom", "player = Nobody"]


def moves(games: Any) -> list[list[str]]:
    return sorted(game.moves for game in games)


@pytest.mark.parametrize("where", FILTERS)
def test_games_are_those_of_the_files(index: pathlib.Path, fixtures: pathlib.Path, where: str) -> None:
    files = fixtures / "games"
    games = moves(skep.open(files, where=where))
    assert moves(skep.open(index, where=where)) == games
    # Other rules than those of the index.
    assert moves(skep.open(index, where=where, rules="open")) == games
    report = skep.check(index, where=where)
    assert (report.games, report.valid, bool(report)) == (len(games), len(games), len(games) > 0)


def test_tables_and_tensors_are_those_of_the_files(index: pathlib.Path, fixtures: pathlib.Path) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    files = fixtures / "games"
    for table in (skep.tables.games, skep.tables.plies, skep.tables.openings, skep.tables.stats, skep.tables.players):
        assert pyarrow.table(table(index)).num_rows == pyarrow.table(table(files)).num_rows > 0
    selected = skep.tables.games(index, where="player = Ada")
    assert pyarrow.table(selected).num_rows == 10
    assert sum(map(len, skep.tensors(index))) == sum(map(len, skep.tensors(files))) > 1000


def test_an_index_is_converted_and_never_replaced(index: pathlib.Path, tmp_path: pathlib.Path) -> None:
    output = tmp_path / "games.jsonl"
    assert skep.convert(index, output).games == 40
    assert moves(skep.open(output)) == moves(skep.open(index))
    inside = next(path for path in index.rglob("*") if path.is_file())
    before = inside.read_bytes()
    with pytest.raises(ValueError, match="is an input"):
        skep.convert(index, inside, to="jsonl", force=True)
    assert inside.read_bytes() == before


def test_an_index_in_a_folder_is_left_out(index: pathlib.Path, league: pathlib.Path, tmp_path: pathlib.Path) -> None:
    shutil.copy(league, tmp_path)
    shutil.copytree(index, tmp_path / "games.skepdb")
    assert len(list(skep.open(tmp_path))) == 30
    assert len(list(skep.open([tmp_path, tmp_path / "games.skepdb"]))) == 30 + 40


def test_a_damaged_index_is_an_error(index: pathlib.Path, tmp_path: pathlib.Path) -> None:
    damaged = tmp_path / "damaged.skepdb"
    shutil.copytree(index, damaged)
    for path in damaged.rglob("*"):
        if path.suffix == ".store":
            path.write_bytes(path.read_bytes()[:10])
    for function in (lambda: list(skep.open(damaged)), lambda: skep.tables.players(damaged)):
        with pytest.raises(skep.Unreadable) as caught:
            function()
        assert caught.value.path == str(damaged) and caught.value.code == "unreadable"
    games = skep.open(damaged, errors="ignore")
    list(games)
    assert games.faults


@pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="this system has no fork")
def test_an_index_can_be_read_after_a_fork(index: pathlib.Path, python: Callable[[str], str]) -> None:
    code = f"""
import multiprocessing, skep
def count(where):
    return len(list(skep.open({str(index)!r}, where=where)))
if __name__ == "__main__":
    assert count("player = Ada") == 10
    with multiprocessing.get_context("fork").Pool(2) as pool:
        print(pool.map(count, ["player = Ada", "plies > 0"]))
"""
    assert python(code) == "[10, 40]"
