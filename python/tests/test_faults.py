"""Files that cannot be read: exceptions by default, findings with errors="ignore"."""

from __future__ import annotations

import pathlib
import pickle
from typing import Any, Callable

import pytest

import skep

pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
polars = pytest.importorskip("polars", reason="polars is not installed")

READERS: dict[str, Callable[..., Any]] = {
    "open": lambda *paths, **options: list(skep.open(*paths, **options)),
    "tensors": lambda *paths, **options: list(skep.tensors(*paths, **options)),
    "polars games": lambda *paths, **options: polars.DataFrame(skep.tables.games(*paths, **options)),
    "pyarrow plies": lambda *paths, **options: pyarrow.table(skep.tables.plies(*paths, **options)),
    "openings": skep.tables.openings,
    "stats": skep.tables.stats,
    "players": skep.tables.players,
}


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
def test_a_damaged_file_is_an_exception(reader: Callable[..., Any], truncated: pathlib.Path) -> None:
    with pytest.raises(skep.Unreadable) as caught:
        reader(truncated)
    assert (caught.value.code, caught.value.path) == ("damaged-archive", str(truncated))
    assert caught.value.finding is not None and caught.value.finding.code == "damaged-archive"
    reader(truncated, errors="ignore")
    with pytest.raises(ValueError, match="expected raise or ignore"):
        reader(truncated, errors="maybe")


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
def test_a_missing_path_is_an_exception(reader: Callable[..., Any], tmp_path: pathlib.Path) -> None:
    missing = tmp_path / "missing.pgn"
    for error in (FileNotFoundError, skep.MissingPath, skep.Unreadable):
        with pytest.raises(error) as caught:
            reader([missing])
    assert isinstance(caught.value, skep.MissingPath)
    assert (caught.value.code, caught.value.path, caught.value.filename) == ("unreadable", str(missing), str(missing))
    assert caught.value.errno == 2 and "no such file" in str(caught.value)
    reader([missing], errors="ignore")


def test_faults_are_collected(truncated: pathlib.Path, league: pathlib.Path, tmp_path: pathlib.Path) -> None:
    paths = [tmp_path / "missing.pgn", truncated, league]
    codes = ["unreadable", "damaged-archive"]
    games = skep.open(paths, errors="ignore")
    assert len(list(games)) == 30
    batches = skep.tensors(paths, errors="ignore", arrays=[])
    assert sum(map(len, batches)) == 1261
    table = skep.tables.games(paths, errors="ignore")
    assert pyarrow.table(table).num_rows == 30
    players = skep.tables.players(paths, errors="ignore")
    for faults in (games.faults, batches.faults, table.faults, table.faults, players.faults):
        assert [fault.code for fault in faults] == codes
    report = skep.check(paths, errors="ignore")
    assert (report.games, report.unreadable, bool(report)) == (30, 2, False)
    with pytest.raises(skep.MissingPath):
        skep.check(paths)
    report = skep.check([truncated, league])
    assert (report.games, report.unreadable) == (30, 1) and report.codes["damaged-archive"] == 1


def test_a_fault_after_the_first_rows(truncated: pathlib.Path, tmp_path: pathlib.Path) -> None:
    many = tmp_path / "many.uhp"
    many.write_text("Base;wS1;bS1 wS1-\n" * 100_000)
    table = skep.tables.plies([many, truncated])
    with pytest.raises((skep.Unreadable, pyarrow.ArrowException, OSError), match="truncated.zip.*directory at the end"):
        pyarrow.table(table)
    assert [fault.code for fault in table.faults] == ["damaged-archive"]


def test_tensors_go_on_after_an_exception(truncated: pathlib.Path, league: pathlib.Path) -> None:
    batches = skep.tensors([league, truncated, league], batch=100_000, threads=1, arrays=[])
    with pytest.raises(skep.Unreadable):
        next(batches)
    assert [len(batch) for batch in batches] == [2 * 1261]


def test_errors_of_texts_have_a_place() -> None:
    for text, kind, code, line, column in [
        ("Base;InProgress;White[2];wS1;bS1 wA1-", skep.InvalidGame, "unknown-reference", 1, 30),
        ("Base;wS1;bS1 wS1-;wA1 bS1-", skep.IllegalMove, "illegal-move", 1, 19),
        ('[White "Ann"]\n\n1. wS1 2. bS1 wS1- 3. wA1 bS1-\n', skep.IllegalMove, "illegal-move", 3, 23),
        ("Base/w3/0,0wQ:1,0bX:2,-1bB1", skep.InvalidGame, "bad-header", 1, 18),
        ("Base/w3/0,0wQ:1,0bQ/hands=1", skep.InvalidGame, "bad-header", 1, 21),
        ("Base/w3/0,0wQ:1,0bQ:1,0bB1", skep.InvalidGame, "bad-header", 1, 21),
        # The position as a whole.
        ("Base/w3/0,0wQ:5,0bQ", skep.InvalidGame, "bad-header", 1, 1),
        ("Chess", skep.InvalidGame, "not-a-record", 1, 1),
    ]:
        with pytest.raises(kind) as caught:
            skep.Position(text)
        error = caught.value
        assert (error.code, error.line, error.column) == (code, line, column), text


def test_errors_can_be_pickled(tmp_path: pathlib.Path) -> None:
    with pytest.raises(skep.MissingPath) as missing:
        skep.open(tmp_path / "none")
    with pytest.raises(skep.IllegalMove) as illegal:
        skep.Position("Base").play("wQ")
    for error in (missing.value, illegal.value):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), again.code, again.rule, again.path) == (type(error), error.code, error.rule, error.path)
        assert str(again) == str(error)
