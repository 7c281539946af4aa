"""Positions as graphs, and turns as steps between nodes."""

from __future__ import annotations

import random

import numpy as np
import pytest

import skep

BUGS, STEPS = skep.Graph.BUGS, skep.Graph.STEPS

ALL_PACKS = "Venom+Predators+Guardians+Honeycombo+Swarm"


def played(variant: str, seed: int, plies: int) -> skep.Position:
    rng, position = random.Random(seed), skep.Position(variant)
    for _ in range(plies):
        moves = position.legal_moves()
        if not moves:
            break
        position.play(rng.choice(moves))
    return position


def positions(variant: str) -> list[skep.Position]:
    return [played(variant, seed, plies) for seed in range(4) for plies in (0, 1, 2, 7, 36, 61, 90)]


@pytest.mark.parametrize("variant", ["Base", "Base+M", "Base+MLP"])
def test_a_graph_of_plain_hive_holds_the_position(variant: str) -> None:
    for position in positions(variant):
        decoded = skep.Graph.of(position).position()
        assert decoded == position
        assert list(decoded.legal_moves()) == list(position.legal_moves())


@pytest.mark.parametrize("variant", ["Base+MLP", "Venom", ALL_PACKS, "Hex-It 29"])
def test_different_turns_have_different_steps(variant: str) -> None:
    acts: set[str] = set()
    for position in positions(variant):
        graph, moves = skep.Graph.of(position), position.legal_moves()
        assert len(graph) == len(moves)
        turns = [tuple(map(tuple, graph.turn(index).tolist())) for index in range(len(graph))]
        assert len(set(turns)) == len(turns)
        assert all(graph.find(turns[index]) == index for index in range(0, len(turns), 40))
        acts.update(STEPS[act] for act in graph.steps[:, 2])
        assert graph.steps[:, :2].max(initial=0) < len(graph.nodes)
    assert {"enter", "move"} <= acts
    if variant == "Venom":
        assert {"control", "sting"} <= acts
    if variant == ALL_PACKS:
        assert {"flip", "draw", "throw", "exchange", "remove"} <= acts


def test_the_steps_of_plain_hive_name_the_piece_and_the_target() -> None:
    for position in positions("Base+MLP"):
        graph = skep.Graph.of(position)
        for index, move in enumerate(position.legal_moves()):
            ((source, target, act),) = graph.turn(index).tolist()
            if move.piece is None:
                assert (source, target, STEPS[act]) == (-1, -1, "pass")
                continue
            kind, side, bug, number, *_ = graph.nodes[source].tolist()
            turn = str(position.turn)[0].lower()
            assert (side, turn) == (0, move.piece[0]) or move.piece[0] != turn
            assert BUGS[bug] == move.piece[1] and move.piece.endswith(str(number or ""))
            assert (kind == 2) == (STEPS[act] == "enter") == (move.from_ is None)
            assert (graph.nodes[target, 0] == 1) == (position.piece_at(*move.to) is None)  # type: ignore[misc]


def test_a_release_of_hexit_has_a_step_for_each_prisoner() -> None:
    released = [
        (move, graph.turn(index))
        for seed in range(12)
        for position in [played("Hex-It 29", seed, 40)]
        for graph in [skep.Graph.of(position)]
        for index, move in enumerate(position.legal_moves())
        if STEPS[graph.turn(index)[0, 2]] == "release"
    ]
    assert released
    assert all((turn[:, 1] == -1).all() for _, turn in released)


def test_a_turned_position_has_the_same_graph_with_other_kinds_of_edges() -> None:
    east, north_east = (skep.Graph.of(skep.Position(f"Base;wS1;bG1 {place}")) for place in ("wS1-", "wS1/"))
    kinds = [np.bincount(graph.kinds, minlength=8).tolist() for graph in (east, north_east)]
    # Most edges go along the axis of the two pieces: east and west, north-east and south-west.
    assert kinds == [[6, 6, 7, 6, 6, 7, 0, 0], [6, 7, 6, 6, 7, 6, 0, 0]]
    assert east.edges.shape == north_east.edges.shape
    stack = skep.Graph.of(skep.Position("Base/w9/0,0wQ:1,0bQ.wB1/SSBGGGAAA/SSBBGGGAAA"))
    ((source, target),) = stack.edges[:, stack.kinds == 6].T.tolist()
    assert [BUGS[stack.nodes[node, 2]] for node in (source, target)] == ["Q", "B"]
    assert stack.nodes[source, 5] == 0 and stack.nodes[target, 4] == 1


def test_graphs_of_other_games_have_no_position() -> None:
    with pytest.raises(ValueError, match="Venom does not hold the whole position"):
        skep.Graph.of(skep.Position("Venom")).position()
    with pytest.raises(ValueError, match="no legal turn"):
        skep.Graph.of(skep.Position("Base")).find([[0, 0, 0]])
    with pytest.raises(IndexError):
        skep.Graph.of(skep.Position("Base")).turn(99)
