"""Wrong arguments have messages in the words of the package, and exceptions that it documents."""

from __future__ import annotations

import pickle
import re
import threading
import time
from typing import Any, Callable

import pytest

import skep
import skep.engine

FOREIGN = re.compile(r"extract|borrow|PyString|PyDict|Vec|local object|_cells|--\w|<N>|ENGINE")
GAME = skep.Game.from_moves(["wS1", "bS1 wS1-"], "Base")
POSITION = skep.Position("Base;wS1;bS1 wS1-")


def made(**given: Any) -> Any:
    return skep.Game.from_moves(["wS1", "bS1 wS1-"], "Base", **given)


Call = Callable[[], Any]
WRONG: dict[str, tuple[Call, Any, str]] = {
    "turns as a text": (lambda: skep.Game.from_moves("wS1"), TypeError, "list of texts, not a text"),
    "turns as numbers": (lambda: skep.Game.from_moves([1]), TypeError, "list of texts"),
    "tags": (lambda: made(tags=["White"]), TypeError, "dictionary from names of tags"),
    "tags of numbers": (lambda: GAME.replace(tags={"Round": 3}), TypeError, "dictionary from names of tags"),
    "comments": (lambda: made(comments=["good"]), TypeError, "dictionary from numbers of turns"),
    "comments before the start": (lambda: made(comments={-1: "good"}), ValueError, "0 or more"),
    "clocks": (lambda: made(clocks="1:30"), TypeError, "list of seconds"),
    "visits": (lambda: made(searches={0: (0.1, {"wS1": -5})}), ValueError, "visits, 0 or more"),
    "many visits": (lambda: made(searches={0: (0.1, {"wS1": 2**40})}), ValueError, "visits, 0 or more"),
    "searches": (lambda: GAME.replace(searches={0: {"wS1": 5}}), TypeError, "pairs"),
    "variations": (lambda: GAME.replace(variations=["bG1 wS1-"]), TypeError, "skep.types.Variation"),
    "arrows": (lambda: POSITION.svg(arrows=["wS1"]), TypeError, "pairs of cells"),
    "arrows of a move without cells": (lambda: POSITION.svg(arrows=[skep.types.Move("wS1")]), TypeError, "pairs of cells"),
    "marks": (lambda: POSITION.svg(marks=[3]), TypeError, "names of pieces"),
    "own turns": (lambda: skep.puzzles([], moves="2"), TypeError, "number of own turns"),
    "negative own turns": (lambda: skep.puzzles([], moves=-1), ValueError, "own turns"),
    "shards": (lambda: skep.tensors([], shard=3), TypeError, "index, count"),
    "a column": (lambda: skep.tables.plies([], columns="plie"), ValueError, "plie"),
    "columns": (lambda: skep.tables.plies([], columns=[1]), TypeError, "list of texts"),
    "a target": (lambda: skep.tensors([], arrays="polic"), ValueError, "unknown array `polic`"),
    "batches in pickle": (lambda: pickle.dumps(skep.tensors([])), TypeError, "call tensors in each process"),
    "one engine": (lambda: skep.match(["skep"], depth=1), ValueError, "two engines"),
    "no rounds": (lambda: skep.match(["skep"] * 2, rounds=0, depth=1), ValueError, "rounds must be at least 1"),
    "fewer rounds": (lambda: skep.match(["skep"] * 2, rounds=-1, depth=1), ValueError, "rounds must be at least 1"),
    "a depth of a match": (lambda: skep.match(["skep"] * 2, rounds=1, depth=0), ValueError, "depth"),
    "a clock": (lambda: skep.match(["skep"] * 2, rounds=1, clock="x"), ValueError, "clock"),
    "an option": (lambda: skep.match(["skep"] * 2, rounds=1, depth=1, options=["x"]), ValueError, "options"),
    "an option of nobody": (lambda: skep.match(["skep"] * 2, rounds=1, depth=1, options=["x:A=1"]), skep.SkepError, "options"),
    "a test": (lambda: skep.match(["skep"] * 2, rounds=1, depth=1, sprt=(5, 1)), (ValueError, skep.SkepError), "sprt"),
    "openings": (lambda: skep.match(["skep"] * 2, rounds=1, depth=1, openings="no/such"), skep.SkepError, "no/such"),
    "a book": (lambda: skep.VecEnv(2, book="Base"), TypeError, "list"),
    "a start": (lambda: skep.VecEnv(1, [5]), TypeError, "Position"),
    "an encoding": (lambda: skep.Encoding("openspiel", size=20), ValueError, "size"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_argument_is_explained(name: str) -> None:
    call, kind, words = WRONG[name]
    with pytest.raises(kind) as caught:
        call()
    assert not isinstance(caught.value, OverflowError)
    assert words in str(caught.value) and not FOREIGN.search(str(caught.value)), str(caught.value)


@pytest.mark.parametrize("turn", ["wQ", "wG9", "bS1 wS1-", "hello", ""])
def test_a_search_visits_legal_turns(turn: str) -> None:
    visits = {0: (0.1, {turn: 5, "wS1": 5})}
    for call in (lambda: made(searches=visits), lambda: GAME.replace(searches=visits)):
        with pytest.raises(skep.IllegalMove) as caught:
            call()
        assert caught.value.ply == 1
    late = {2: (None, {"wA1 -wS1": 1})}
    assert made(searches=late).searches[2].visits == {"wA1 -wS1": 1}
    with pytest.raises(ValueError, match="fewer than 3 turns"):
        made(searches={3: (None, {})})


def test_visits_have_the_numbers_of_the_record() -> None:
    """A player may choose the number of a piece that enters. A record numbers pieces in the order in which they
    enter."""
    position = skep.Position("Base")
    position.play("wG2")
    position.play("bS1 wG2-")
    visits = {str(turn): 1 for turn in position.legal_moves()}
    game = skep.Game.from_moves(position.moves, "Base", searches={0: (None, {"wG2": 1, "wG1": 2}), 2: (None, visits)})
    assert game.searches[0].visits == {"wG1": 3}
    assert set(game.searches[2].visits) == {str(turn) for turn in game.position().legal_moves()}


def test_threads_share_what_they_can() -> None:
    """Two threads on a `VecEnv` are refused in the words of the package, and other objects can be shared."""
    env, games = skep.VecEnv(2048, "Base"), skep.random_games(300, max_plies=30)
    found: list[Any] = []
    errors: list[BaseException] = []

    def play() -> None:
        end = time.monotonic() + 1
        while time.monotonic() < end:
            try:
                env.step(env.sample())
            except ValueError:
                # The other thread played between the two calls.
                pass
            except RuntimeError as error:
                errors.append(error)

    def take() -> None:
        try:
            found.extend(games)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=target) for target in (play, play, take, take)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 300 and len({game.index for game in found}) == 300
    assert all("another thread uses this VecEnv" in str(error) for error in errors), errors[:1]


def test_the_players_of_a_match_have_the_names_of_the_engines() -> None:
    result = skep.match(["skep", "skep"], rounds=1, depth=1)
    assert {row["player"] for row in result.table} == {"skep", "skep-2"}
    assert {game.white for game in result.games} == {"skep", "skep-2"}
    result = skep.match(["skep=skep", " skep "], rounds=1, depth=1)
    assert {row["player"] for row in result.table} == {"skep", "skep-2"}


def test_the_move_of_an_engine_is_a_move() -> None:
    with skep.engine.Engine.popen("skep") as engine:
        move = engine.play(skep.Position("Base"), skep.engine.Limit(depth=1)).move
        for limit in (skep.engine.Limit(depth=-1), skep.engine.Limit(nodes=-1), skep.engine.Limit(depth=2**40)):
            with pytest.raises(ValueError):
                engine.play(skep.Position("Base"), limit)
    assert isinstance(move, skep.types.Move) and move.piece is not None and move.to == (0, 0)


def test_a_search_ends_in_time() -> None:
    position = skep.Position("Base+MLP;wL;bP wL-;wQ -wL;bQ bP-")
    start = time.monotonic()
    solution = position.solve(5, time=0.3)
    assert time.monotonic() - start < 2 and 1 <= solution.searched <= 5
    assert position.solve(2).searched == 2
    for wrong in (-1.0, float("nan")):
        with pytest.raises(ValueError):
            position.solve(2, time=wrong)
