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


def test_a_position_has_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(skep.Position("Base"))


def test_sides_are_texts_with_a_truth() -> None:
    position = skep.Position("Base")
    assert position.turn is skep.WHITE and position.turn == "White" and position.turn
    position.play("wS1")
    assert position.turn is skep.BLACK and position.turn == "Black" and not position.turn
    assert position.turn.lower() == "black" and position.hand(position.turn)[0] == "bQ"
    assert pickle.loads(pickle.dumps(skep.BLACK)) == skep.BLACK and not copy.copy(skep.BLACK)


def test_equal_pieces_keep_the_numbers_that_they_enter_with() -> None:
    position = skep.Position("Base")
    position.play("wG3")
    position.play("bA2 wG3-")
    assert position.moves == ["wG3", "bA2 wG3-"] and position.gamestring == "Base;InProgress;White[2];wG1;bA1 wG1-"
    assert [piece.piece for piece in position.pieces()] == ["wG3", "bA2"]
    assert position.hand("White")[5:7] == ["wG1", "wG2"] and position.hand("Black")[-2:] == ["bA1", "bA3"]
    assert "wG1 -wG3" in position.legal_moves() and position.is_legal("wG2 -wG3")
    # As records read it.
    (game,) = skep.read("Base;InProgress;White[2];wG3;bA2 wG3-")
    assert position == game.position() == skep.Position(position.gamestring)
    for other in (position.copy(), pickle.loads(pickle.dumps(position)), copy.deepcopy(position)):
        assert other == position and other.moves == position.moves and other.hand("White") == position.hand("White")
    # The numbers are free again after undo.
    assert position.undo() == "bA2 wG3-" and position.undo() == "wG3"
    assert position.hand("White") == skep.Position("Base").hand("White")
    with pytest.raises(skep.IllegalMove):
        position.play("wG4")


def test_numbers_do_not_change_what_is_legal() -> None:
    for seed in range(10):
        chance = random.Random(seed)
        renamed, plain = skep.Position("Base+MLP"), skep.Position("Base+MLP")
        while renamed.ply < 60 and not renamed.is_game_over():
            turns, others = list(renamed.legal_moves()), list(plain.legal_moves())
            assert len(turns) == len(others)
            index = chance.randrange(len(turns))
            piece = turns[index].split()[0]
            equal = [name for name in renamed.hand(renamed.turn) if name[:2] == piece[:2]]
            # Any equal piece in hand can enter.
            turn = turns[index].replace(piece, chance.choice(equal), 1) if piece in equal else turns[index]
            assert renamed.legal_moves().index(turn) == index
            renamed.play(turn)
            plain.play(others[index])
            assert renamed.moves[-1] == turn and renamed == plain and renamed.key == plain.key
        for _ in range(20):
            undone = renamed.undo()
            plain.undo()
            assert renamed.is_legal(undone) and len(renamed.legal_moves()) == len(plain.legal_moves())
            assert sorted(renamed.hand("White")) == sorted(set(renamed.hand("White")))


def test_hop_is_read_and_written() -> None:
    position = random_game("Base+MLP", 20, 3)
    other = skep.Position(position.hop)
    assert other.hop == position.hop
    assert len(other.legal_moves()) == len(position.legal_moves())
    assert skep.Position("hex-it").hop is None
    with pytest.raises(skep.InvalidGame, match="BadChainRef"):
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
    for index in (len(moves), -len(moves) - 1, 2**64, -(2**64)):
        with pytest.raises(IndexError):
            moves[index]
    with pytest.raises(TypeError):
        moves["wL"]  # type: ignore[call-overload]
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


def test_pieces_are_found() -> None:
    for variant in ("Base+MLP", "Venom", "Hex-It 39"):
        position = random_game(variant, 30, 8)
        for piece in position.pieces():
            stack = [other for other in position.pieces() if (other.q, other.r) == (piece.q, piece.r)]
            assert position.piece_at(piece.q, piece.r) == stack[-1].piece
        assert position.piece_at(100, -100) is None
        assert position.peek() == position.moves[-1]
        assert position.peek() == position.copy().undo()
    with pytest.raises(IndexError):
        skep.Position("Base").peek()
    with pytest.raises(ValueError):
        position.piece_at(2**40, 0)


def test_pinned_pieces_have_no_moves() -> None:
    pinned = 0
    for seed in range(20):
        position = random_game("Base", 40, seed)
        for side in ("White", "Black"):
            names = position.pinned(side)
            on_board = {piece.piece for piece in position.pieces()}
            assert set(names) <= on_board and all(name[0] == side[0].lower() for name in names)
            if position.turn == side and not position.is_game_over():
                movers = {turn.split()[0] for turn in position.legal_moves()}
                assert not set(names) & movers
                pinned += len(names)
    assert pinned > 10
    position = skep.Position("Base")
    for turn in ("wG2", "bS1 wG2-", "wQ -wG2", "bQ bS1-"):
        position.play(turn)
    assert position.pinned("White") == ["wG2"]


def test_stacks_have_heights() -> None:
    position = skep.Position("Base;wB1;bS1 wB1-;wQ /wB1;bQ bS1-;wQ wB1\\;bQ bS1\\;wB1 bS1")
    stack = [piece for piece in position.pieces() if (piece.q, piece.r) == (1, 0)]
    assert [(piece.piece, piece.height) for piece in stack] == [("bS1", 0), ("wB1", 1)]
