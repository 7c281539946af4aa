"""Positions: turns, errors, copies."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

import skep

VARIANTS = ["Base", "Base+MLP", "Venom", "Venom+Predators+Guardians+Honeycombo", "Hex-It 39", "Hex-It 19"]


def random_game(variant: str, plies: int, seed: int) -> skep.Position:
    chance = random.Random(seed)
    position = skep.Position(variant)
    while position.ply < plies and not position.is_game_over():
        position.play(chance.choice(position.legal_moves()))
    return position


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_legal_move_can_be_played_and_undone(variant: str) -> None:
    position = random_game(variant, 30, 1)
    before = (position.key, position.gamestring, position.pieces(), position.state)
    for turn in position.legal_moves():
        assert position.is_legal(turn)
        position.play(turn)
        assert position.moves[-1] == turn
        assert position.undo() == turn
    assert (position.key, position.gamestring, position.pieces(), position.state) == before


@pytest.mark.parametrize("variant", VARIANTS)
def test_texts_and_copies_give_the_position_back(variant: str) -> None:
    for plies in (0, 1, 7, 40):
        position = random_game(variant, plies, plies)
        copies = [
            position.copy(),
            copy.copy(position),
            copy.deepcopy(position),
            pickle.loads(pickle.dumps(position)),
            skep.Position(position.state),
        ]
        if plies > 0:
            copies.append(skep.Position(position.gamestring))
        for other in copies:
            assert other == position
            assert hash(other) == hash(position)
            assert other.state == position.state
            assert sorted(other.legal_moves()) == sorted(position.legal_moves())
        other = copies[0]
        if not other.is_game_over():
            other.play(other.legal_moves()[0])
            assert other != position


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_position_from_a_state_has_no_gamestring(variant: str) -> None:
    """A GameString has all turns since the start, and a state does not know them."""
    start = skep.Position(random_game(variant, 12, 5).state)
    for position in (start, random_game(start.state, 15, 6), pickle.loads(pickle.dumps(start)), start.copy()):
        assert position.gamestring is None
        assert repr(position) == f'Position("{position.state}")'
        assert len(position.moves) == position.ply - 12
        assert position._repr_svg_().startswith("<svg") and str(position)
        assert position == skep.Position(position.state)
    assert random_game(variant, 12, 5).gamestring is not None


def test_hop_is_read_and_written() -> None:
    position = random_game("Base+MLP", 20, 3)
    other = skep.Position(position.hop)
    assert other.hop == position.hop
    assert len(other.legal_moves()) == len(position.legal_moves())
    assert skep.Position("hex-it").hop is None
    with pytest.raises(skep.InvalidGameError, match="BadChainRef"):
        skep.Position("QA3=b,w")


def test_a_position_from_a_state_keeps_its_turns() -> None:
    position = skep.Position(random_game("Base+MLP", 20, 3).state)
    start = position.state
    position.play(position.legal_moves()[0])
    other = pickle.loads(pickle.dumps(position))
    assert other == position and len(other.moves) == 1
    other.undo()
    assert other.state == start
    with pytest.raises(IndexError):
        other.undo()


@pytest.mark.parametrize(
    ("text", "turn", "rule", "code"),
    [
        ("Base", "wQ", "opening-queen", "illegal-move"),
        ("Base;wS1;bS1 wS1-", "wA1 bS1-", "placement-colour", "illegal-move"),
        ("Base;wS1;bS1 wS1-", "wS1 bS1-", "queen-first", "illegal-move"),
        ("Base;wS1", "bM wS1-", "not-in-game", "unknown-piece"),
        ("Base;wS1", "bS1 wA1-", None, "unknown-reference"),
        ("Base;wS1", "bS1", None, "bad-move"),
        ("Base;wS1", "castle", None, "bad-move"),
        ("Venom;wS1;bSc1 wS1-;wQ -wS1;bQ bSc1-", "wS1 ~", "flip-scorpion", "illegal-move"),
        ("Hex-It 29", "M13 M14 M15", None, "bad-move"),
    ],
)
def test_an_illegal_move_names_the_rule(text: str, turn: str, rule: str | None, code: str) -> None:
    position = skep.Position(text)
    before = position.state
    with pytest.raises(skep.IllegalMove) as caught:
        position.play(turn)
    assert (caught.value.rule, caught.value.code) == (rule, code)
    assert caught.value.ply == position.ply + 1
    assert str(caught.value)
    assert position.state == before
    assert turn not in position.legal_moves()
    assert isinstance(caught.value, ValueError)


def test_texts_that_are_not_positions() -> None:
    with pytest.raises(skep.InvalidGame):
        skep.Position("Chess")
    with pytest.raises(skep.InvalidGame):
        skep.Position("")
    with pytest.raises(skep.IllegalMove) as caught:
        skep.Position("Base;wS1;bS1 wS1-;wA1 bS1-")
    assert (caught.value.ply, caught.value.line, caught.value.column) == (3, 1, 19)
    with pytest.raises(skep.InvalidGame):
        skep.Position("Base/w1/0,0wQ.bQ/-/-")
    with pytest.raises(ValueError):
        skep.Position("Base", rules="chess")
    with pytest.raises(ValueError):
        skep.Position("Base").hand("green")


def test_rules_are_chosen() -> None:
    assert len(skep.Position("Base", rules="open").legal_moves()) == 5
    locked = skep.Position("Venom", rules="flip=locked")
    assert pickle.loads(pickle.dumps(locked)).legal_moves() == locked.legal_moves()


@pytest.mark.parametrize(("variant", "depth", "leaves"), [("Base", 4, 21_600), ("Base+MLP", 4, 151_686)])
def test_perft(variant: str, depth: int, leaves: int) -> None:
    assert skep.Position(variant).perft(depth) == leaves


def test_perft_has_a_limit() -> None:
    assert skep.Position("Base").perft(0) == 1
    with pytest.raises(ValueError, match="at most 100"):
        skep.Position("Base").perft(101)


def test_moves_are_a_sequence() -> None:
    from collections.abc import Sequence

    moves = skep.Position("Base+MLP;wL;bP wL-").legal_moves()
    assert isinstance(moves, Sequence)
    listed = list(moves)
    assert len(moves) == len(listed) and moves == listed
    assert moves == skep.Position("Base+MLP;wL;bP wL-").legal_moves() and moves == tuple(listed)
    assert moves != skep.Position("Base+MLP;wL;bP -wL").legal_moves() and moves != listed[1:] and moves != 7
    assert moves[0] == listed[0] and moves[-1] == listed[-1] and moves[1:3] == listed[1:3]
    assert list(reversed(moves)) == listed[::-1]
    with pytest.raises(IndexError):
        moves[len(moves)]
    with pytest.raises(ValueError):
        moves.index("wQ bP")
    assert 7 not in moves


def test_the_end_of_a_game(league: object) -> None:
    ended = [game for game in skep.open(league) if game.board_result == "WhiteWins"]  # type: ignore[arg-type]
    position = ended[0].position()
    assert position.is_game_over() and position.outcome == "WhiteWins"
    assert len(position.legal_moves()) == 0
    with pytest.raises(skep.IllegalMove) as caught:
        position.play("pass")
    assert caught.value.code == "move-after-end"


def test_pictures() -> None:
    position = skep.Position("Base+MLP;wL;bP wL-")
    assert position._repr_svg_().startswith("<svg")
    assert position.svg(theme="dark") != position.svg()
    assert "wL" in str(position)
    with pytest.raises(ValueError):
        position.svg(theme="pink")
    with pytest.raises(ValueError):
        position.svg(size=0)


def test_stacks_have_heights() -> None:
    position = skep.Position("Base;wB1;bS1 wB1-;wQ /wB1;bQ bS1-;wQ wB1\\;bQ bS1\\;wB1 bS1")
    stack = [piece for piece in position.pieces() if (piece.q, piece.r) == (1, 0)]
    assert [(piece.piece, piece.height) for piece in stack] == [("bS1", 0), ("wB1", 1)]
