"""Moves as objects: a text with its piece and its cells."""

from __future__ import annotations

import copy
import pathlib
import pickle

import pytest

import skep

PINNED = "Base+MLP;wS1;bS1 wS1-;wQ -wS1;bQ bS1-"


@pytest.mark.parametrize("variant", ["Base+MLP", "Venom+Predators", "Hex-It 29"])
def test_a_move_says_where_its_piece_goes(variant: str) -> None:
    position = skep.Position(variant)
    for ply in range(30):
        if position.is_game_over():
            break
        moves = position.legal_moves()
        move = moves[(7 * ply + 3) % len(moves)]
        assert move == moves[move.index] and move.index == (7 * ply + 3) % len(moves)
        before = {(one.q, one.r) for one in position.pieces()}
        position.play(move)
        after = {(one.q, one.r): one.piece for one in position.pieces()}
        assert move.from_ is None or move.from_ in before
        # Venom can move the piece on or take it.
        if move.piece is not None and variant == "Base+MLP":
            assert after[move.to] == move.piece
        played = position.peek()
        assert (played, played.piece, played.from_, played.to) == (move, move.piece, move.from_, move.to)
        assert played.index is None
        assert position.moves[-1].to == move.to


def test_a_move_is_a_text() -> None:
    move = skep.Position(PINNED).legal_moves()[0]
    assert isinstance(move, str) and isinstance(move, skep.types.Move)
    assert (f"{move}", repr(move), hash(move)) == (str(move), repr(str(move)), hash(str(move)))
    assert {str(move): 1}[move] == 1
    assert skep.Position(PINNED).is_legal(move)
    for other in (pickle.loads(pickle.dumps(move)), copy.copy(move), copy.deepcopy(move)):
        assert (other, other.piece, other.from_, other.to, other.index) == (
            move,
            move.piece,
            move.from_,
            move.to,
            move.index,
        )
    # The cells of a move do not change with the position.
    position = skep.Position(PINNED)
    move = position.legal_moves()[0]
    position.play(move)
    assert move.to == position.moves[-1].to


def test_moves_keep_the_numbers_that_players_gave() -> None:
    position = skep.Position("Base")
    position.play("wG2")
    position.play("bA3 wG2-")
    assert [move.piece for move in position.moves] == ["wG2", "bA3"]
    encoding = skep.Encoding("openspiel")
    action = encoding.action(skep.Position("Base"), "wA2")
    assert encoding.turn(skep.Position("Base"), action).piece == "wA2"


def test_a_copy_without_history_plays_on() -> None:
    position = skep.Position(PINNED)
    other = position.copy(history=False)
    assert other == position and other.moves == [] and other.gamestring is None
    assert other.pieces() == position.pieces() and other.legal_moves() == position.legal_moves()
    with pytest.raises(IndexError):
        other.undo()
    other.play("wA1 -wQ")
    assert other.undo() == "wA1 -wQ" and other == position
    assert pickle.loads(pickle.dumps(other)) == position


def test_a_solution_ends_the_game(fixtures: pathlib.Path) -> None:
    solved = 0
    for game in skep.open(fixtures / "games" / "league.zip", where="result in (WhiteWins, BlackWins)"):
        position = game.position(-2)
        solution = position.solve(2)
        if solution.win_in is None:
            continue
        solved += 1
        assert solution.first and solution.line[0] in solution.first
        for turn in solution.line:
            position.play(turn)
        assert position.outcome is not None
    assert solved > 5


def test_a_drawing_has_arrows_and_marks() -> None:
    position = skep.Position(PINNED)
    plain = position.svg()
    entering, moving = position.legal_moves()[0], position.legal_moves()[-1]
    with_arrow = position.svg(arrows=[moving])
    assert with_arrow.count("<path") > plain.count("<path")
    assert position.svg(arrows=[(moving.from_, moving.to)]) == with_arrow
    assert position.svg(arrows=[(moving.piece, moving.to)]) == with_arrow
    assert position.svg(arrows=[entering]) == position.svg(marks=[entering.to]) != plain
    # A set-up position has other coordinates.
    set_up = skep.Position(position.state)
    assert set_up.svg(marks=["bQ"]) == set_up.svg(marks=[set_up.pieces()[-1][1:3]]) != set_up.svg()
    game = skep.read(PINNED)[0]
    assert game._repr_svg_() == game.svg() == position._repr_svg_()
    assert game.svg(ply=2, marks=["wS1"]) == game.position(2).svg(marks=["wS1"])
    with pytest.raises(ValueError, match="not a piece on the board"):
        position.svg(marks=["wM"])
