"""Functions that exist twice have the same parameters and defaults."""

from __future__ import annotations

import inspect
from typing import Any, Callable

import pytest

import skep
import skep.engine

EMPTY = inspect.Parameter.empty


def defaults(function: Callable[..., Any], without: tuple[str, ...]) -> dict[str, Any]:
    parameters = inspect.signature(function).parameters
    return {name: one.default for name, one in parameters.items() if name not in ("self", "cls", *without)}


SPARK = ["check", "dedup", "games", "legal_moves", "openings", "players", "plies", "positions", "stats"]


@pytest.mark.parametrize("name", SPARK)
def test_the_functions_of_spark(name: str) -> None:
    spark = pytest.importorskip("skep.spark", reason="pyspark is not installed")
    assert sorted(spark.__all__) == SPARK
    one = getattr(skep, name, None) or getattr(skep.tables, name)
    # Spark has tasks in place of threads.
    assert defaults(getattr(spark, name), ("spark", "part_bytes")) == defaults(one, ("threads",))


def test_the_environments() -> None:
    pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")
    from skep import gymnasium, pettingzoo

    games = defaults(skep.VecEnv, ("n", "seed", "planes", "mask", "record", "out"))
    vector = defaults(gymnasium.HiveVectorEnv, ("num_envs", "copy", "render_mode"))
    assert vector == games
    one = defaults(gymnasium.HiveEnv, ("render_mode",))
    assert one == {name: value for name, value in games.items() if name not in ("threads", "book")}
    assert defaults(pettingzoo.HiveEnv, ()) == defaults(pettingzoo.env, ()) == {**one, "render_mode": None}


def test_the_engines() -> None:
    for name in ("popen", "play", "analyse", "legal_moves", "send", "configure"):
        twins = [getattr(kind, name, None) for kind in (skep.engine.Engine, skep.engine.AsyncEngine)]
        if all(twins):
            first, second = (defaults(twin, ()) for twin in twins)
            assert first == second, name


def test_functions_that_read_games_have_the_same_defaults() -> None:
    """`where`, `errors`, `rules` and `threads` mean the same everywhere."""
    functions = [skep.check, skep.convert, skep.dedup, skep.open, skep.puzzles, skep.tensors]
    functions += [getattr(skep.tables, name) for name in skep.tables.__all__]
    for function in functions:
        found = defaults(function, ())
        expected = {"where": None, "errors": "raise", "rules": "default", "threads": 0}
        assert {name: found[name] for name in expected} == expected, function


@pytest.mark.parametrize("name", ["write", "convert"])
def test_what_is_written_has_the_same_options(name: str) -> None:
    found = defaults(getattr(skep, name), ())
    assert (found["to"], found["force"], found["state"]) == (None, False, None)


def test_lists_of_names_are_also_texts(league: Any) -> None:
    assert skep.tables.games(league, columns="number, white").columns == ["number", "white"]
    by = skep.tables.stats(league, by="variant,month").columns
    assert by == skep.tables.stats(league, by=["variant", "month"]).columns
    (batch,) = skep.tensors(league, batch=10_000, arrays="mask,mobility,policy")
    assert batch.mobility is not None and batch.policy is not None and batch.escapes is None
