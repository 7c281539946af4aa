"""A game has one number, whatever else is read, and rows join with tables; games in memory are read like files."""

from __future__ import annotations

import pathlib
from typing import Any

import pytest

import skep

polars = pytest.importorskip("polars", reason="polars is not installed")


def ids(paths: Any, **options: Any) -> set[int]:
    return {int(game) for batch in skep.tensors(paths, **options, arrays=[]) for game in batch.game}


def test_a_game_has_one_number(league: pathlib.Path) -> None:
    games = list(skep.open(league))
    everything = ids(league)
    assert everything == {game.id for game in games} and len(everything) == 30
    parts = [ids(league, shard=(part, 3), shuffle=True, seed=2) for part in range(3)]
    assert sorted(id for part in parts for id in part) == sorted(everything)
    some = ids(league, where="plies > 40")
    assert some == {game.id for game in games if game.plies > 40} and some < everything
    # Each remainder has about as many games.
    many = [game.id for game in skep.random_games(400, max_plies=4)]
    assert all(60 < sum(id % 5 == part for id in many) < 100 for part in range(5))
    assert max(many) < 2**63


def test_rows_join_with_the_table_of_games(league: pathlib.Path) -> None:
    (batch,) = skep.tensors(league, batch=10_000, where="plies > 40", arrays=[])
    rows = polars.DataFrame({"path": batch.path, "entry": batch.entry, "index": batch.index, "ply": batch.ply})
    games = polars.DataFrame(skep.tables.games(league, columns="path,entry,index,plies"))
    joined = rows.join(games, on=["path", "entry", "index"], nulls_equal=True)
    assert len(joined) == len(batch) and (joined["ply"] < joined["plies"]).all()


def test_games_in_memory(league: pathlib.Path) -> None:
    games = list(skep.open(league))
    assert [game.moves for game in skep.open(games)] == [game.moves for game in games]
    assert ids(games) == ids(league) == ids(iter(games))
    for table in ("games", "plies", "positions", "openings", "stats", "players"):
        of = getattr(skep.tables, table)
        assert polars.DataFrame(of(games)).equals(polars.DataFrame(of(league))), table
    assert skep.check(games) == skep.check(league) and skep.check(games[0]).games == 1
    assert len(list(skep.dedup(games + games))) == len(list(skep.dedup(league)))
    assert skep.check([league, *games, league]).games == 90


def test_a_replay_buffer(tmp_path: pathlib.Path) -> None:
    """Games of self-play never touch a file. Their numbers depend on their moves, so a split by game is stable."""
    buffer = list(skep.random_games(50, "Base", seed=1, max_plies=20))
    made = [skep.Game.from_moves(game.moves, "Base", result="Draw") for game in buffer]
    assert len({game.id for game in made}) == len({tuple(game.moves) for game in made})
    for batch in skep.tensors(made, batch=64, epochs=2, arrays="mask,policy", shuffle=True):
        assert ((batch.outcome == 0) | (batch.win != 0)).all() if batch.win is not None else len(batch) > 0
    # Also when they are read again.
    again = [game for one in made for game in skep.read(one.to("jsonl"))]
    kept = [game.replace(tags={}) for game in made]
    assert [game.id for game in again] == [game.id for game in kept]
    assert ids(made[10:]) == {game.id for game in made[10:]}
    skep.write(made, tmp_path / "games.jsonl")
    assert skep.check(tmp_path).games == 50


def test_what_is_no_source_is_refused() -> None:
    for source in (5, [5], skep.Position(), [None]):
        with pytest.raises(TypeError):
            skep.open(source)  # type: ignore[arg-type]
