"""Rules with history: the third occurrence of a position ends a game."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import skep

RULES = ["draw", "hivegame", "hivegame-2024"]
# Both queens go to and fro; the position after the fourth turn occurs again after each fourth.
START = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"]
ROUND = ["wQ /wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"]
MOVES = START + 2 * ROUND


def position(rules: str) -> skep.Position:
    made = skep.Position("Base", rules=rules)
    for turn in MOVES:
        assert not made.is_game_over()
        made.play(turn)
    return made


def is_over(of: skep.Position) -> bool:
    facts = [of.is_game_over(), of.outcome == "Draw", len(of.legal_moves()) == 0,
             not of.is_legal(skep.Position(of.state).legal_moves()[0]),
             len(skep.Graph.of(of)) == 0, of.perft(1) == 0, not skep.Encoding().encode(of)[2].any()]  # fmt: skip
    assert len(set(facts)) == 1, facts
    return facts[0]


@pytest.mark.parametrize("rules", RULES)
def test_the_third_occurrence_ends_the_game(rules: str) -> None:
    drawn = position(rules)
    assert is_over(drawn)
    with pytest.raises(skep.IllegalMove) as caught:
        drawn.play(ROUND[0])
    assert caught.value.code == "move-after-end"
    assert drawn.undo() == MOVES[-1] and not is_over(drawn)
    drawn.play(MOVES[-1])
    assert is_over(drawn) and drawn.gamestring is not None and ";Draw;" in drawn.gamestring
    # By the default rules, the game goes on.
    assert not is_over(position("default"))


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("undone", [0, 1, 3])
def test_copies_know_the_history(rules: str, undone: int) -> None:
    one = position(rules)
    for _ in range(undone):
        one.undo()
    copies = [one.copy(), one.copy(history=False), copy.deepcopy(one), pickle.loads(pickle.dumps(one))]
    copies += [pickle.loads(pickle.dumps(copies[1])), copies[1].copy(history=False)]
    for other in copies:
        for turn in MOVES[len(MOVES) - undone :]:
            assert not is_over(other)
            other.play(turn)
        assert is_over(other) and other == position(rules)


@pytest.mark.parametrize("rules", RULES)
def test_a_text_and_a_game_end_too(rules: str) -> None:
    text = ";".join(["Base", "InProgress", "White[7]", *MOVES])
    assert is_over(skep.Position(text, rules=rules)) and not is_over(skep.Position(text))
    game = skep.Game.from_moves(MOVES, "Base", rules=rules)
    assert game.board_result == "Draw" and is_over(game.position()) and not is_over(game.position(-2))
    assert [is_over(one) for one in game.positions()] == [False] * len(MOVES) + [True]


@pytest.mark.parametrize("rules", RULES)
def test_a_set_up_position_counts(rules: str) -> None:
    start = skep.Position("Base")
    for turn in START:
        start.play(turn)
    one = skep.Position(start.state, rules=rules)
    for turn in 2 * ROUND:
        assert not one.is_game_over()
        one.play(turn)
    assert is_over(one) and is_over(pickle.loads(pickle.dumps(one)))


def actions(encoding: skep.Encoding, of: list[skep.Position], turn: str) -> list[int]:
    return [encoding.action(one, turn) for one in of]


@pytest.mark.parametrize("rules", [*RULES, "default"])
def test_games_at_once(rules: str) -> None:
    encoding = skep.Encoding(size=23)
    env = skep.VecEnv(3, "Base", encoding, rules=rules, record=True)
    step: Any = None
    for turn in MOVES:
        assert step is None or step.final is None
        step = env.step(actions(encoding, env.positions(), turn))
    if rules == "default":
        assert step.final is None and not step.terminated.any()
        return
    assert step.terminated.all() and step.final.endings == ["repetition"] * 3 and not step.final.mask.any()
    assert step.reward.tolist() == [0.0] * 3 and step.scalars[:, 1].tolist() == [0] * 3
    (game, *_) = [game for text in env.take_games() for game in skep.read(text, rules=rules)]
    assert (game.result, game.plies, game.is_valid) == ("Draw", len(MOVES), True)


@pytest.mark.parametrize("rules", RULES)
def test_leaves_of_a_search(rules: str) -> None:
    encoding = skep.Encoding()
    before = position("default")
    before.undo()
    action = [encoding.action(before, MOVES[-1])]
    assert np.isnan(skep.expand([before], action, encoding).value[0])
    leaves = skep.expand([before], action, encoding, rules=rules)
    assert leaves.value.tolist() == [0.0] and len(leaves.legal.actions) == 0
    assert leaves.mask is not None and not leaves.mask.any()
    assert is_over(leaves.positions[0])
    with pytest.raises(ValueError, match="not a legal action of position 0"):
        skep.expand(leaves.positions, action, encoding)
