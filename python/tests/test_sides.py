"""Games that begin in a position: sides, plies and results are those of the position."""

from __future__ import annotations

import io
import random
from typing import Any

import numpy as np
import pytest

import skep

STATE = "Base/b2/-1,0wQ:0,0wS1:1,0bS1/SBBGGGAAA/QSBBGGGAAA/rests=wQ"


def continued(before: int, count: int) -> list[skep.Game]:
    """Games that begin after so many random turns, with a stated result."""
    chance = random.Random(before)
    games = []
    for _ in range(count):
        position = skep.Position("Base")
        for _ in range(before):
            position.play(chance.choice(position.legal_moves()))
        state, moves = position.state, []
        for _ in range(chance.randrange(5, 20)):
            if position.is_game_over():
                break
            moves.append(chance.choice(position.legal_moves()))
            position.play(moves[-1])
        games.append(skep.Game.from_moves(moves, state, result=chance.choice(["WhiteWins", "BlackWins", "Draw"])))
    return games


def test_the_outcome_is_that_of_the_side_to_move() -> None:
    file = io.StringIO()
    skep.write([skep.Game.from_moves(["bQ bS1/"], STATE, result="BlackWins")], file, to="jsonl")
    file.seek(0)
    batch = next(skep.tensors(file))
    assert (batch.outcome.tolist(), batch.ply.tolist(), batch.scalars[0, :2].tolist()) == ([1.0], [3], [1, 3])


@pytest.mark.parametrize("before", [0, 1, 7, 8])
def test_outcomes_agree_with_the_positions(before: int) -> None:
    games = continued(before, 20)
    results = {game.id: game.result for game in games}
    plies = 0
    for batch in skep.tensors(games, seed=1, arrays="mask,value,plies_left", shuffle=True):
        assert batch.ply.tolist() == batch.scalars[:, 1].tolist()
        for row, black in enumerate(batch.scalars[:, 0].tolist()):
            result = results[int(batch.game[row])]
            winner = {"WhiteWins": 0, "BlackWins": 1}.get(result)
            assert batch.outcome[row] == (0 if winner is None else 1 if winner == black else -1)
        plies += len(batch)
    assert plies == sum(game.plies for game in games)


def test_words_among_the_turns_are_those_of_the_side_to_move() -> None:
    """A resignation in a game that begins with Black."""
    game = skep.Game.from_moves(["bQ bS1/"], STATE)
    # White is to move after the turn of Black.
    resigned = skep.read(game.to("pgn").rstrip() + " resign")[0]
    assert (resigned.result, resigned.termination) == ("BlackWins", "resignation")


def test_a_position_counts_its_own_plies() -> None:
    game = skep.Game.from_moves(["bQ bS1/"], STATE)
    assert [position.ply for position in game.positions()] == [3, 4]
    env = skep.VecEnv(2, STATE, max_plies=6)
    assert env.scalars[:, :2].tolist() == [[1, 3]] * 2
    steps: list[Any] = [env.step(env.sample()) for _ in range(3)]
    assert steps[-1].final.scalars[:, 1].tolist() == [6, 6] and np.array_equal(env.scalars[:, 1], [3, 3])
