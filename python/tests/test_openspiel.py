"""OpenSpiel's encoding against OpenSpiel itself."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import skep

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")
if "hive" not in pyspiel.registered_names():
    pytest.skip("OpenSpiel of this version has no game hive", allow_module_level=True)


def compare(mask: Any, state: Any, position: skep.Position) -> None:
    """The legal turns are the same."""
    ours, theirs = set(np.flatnonzero(mask).tolist()), set(state.legal_actions())
    if "wQ" in position.hand("White"):
        # OpenSpiel finds no pinned pieces without a white queen: Black may then split the hive.
        assert ours <= theirs, position.gamestring
    else:
        assert ours == theirs, position.gamestring


def test_random_games_look_the_same() -> None:
    game = pyspiel.load_game("hive")
    encoding = skep.Encoding("openspiel")
    assert tuple(game.observation_tensor_shape()) == encoding.shape
    assert game.num_distinct_actions() == encoding.actions
    compared = outside = 0
    for seed in range(12):
        chance = random.Random(seed)
        state = game.new_initial_state()
        position = skep.Position("Base+MLP")
        while not state.is_terminal() and position.ply < 150:
            planes, _, mask = encoding.encode(position)
            theirs = np.array(state.observation_tensor(state.current_player())).reshape(encoding.shape)
            assert (planes == theirs).all(), position.gamestring
            compare(mask, state, position)
            # Games spread over the plane if pieces move away from the middle.
            turn = chance.choice(position.legal_moves())
            action = encoding.action(position, turn)
            assert state.action_to_string(action) == turn
            assert encoding.turn(position, action) == turn
            position.play(turn)
            state.apply_action(action)
            compared += 1
        if state.is_terminal() and not position.is_game_over():
            # OpenSpiel ends a game that leaves its board.
            with pytest.raises(ValueError):
                encoding.encode(position)
            outside += 1
        elif state.is_terminal():
            won = {"WhiteWins": [1.0, -1.0], "BlackWins": [-1.0, 1.0], "Draw": [0.0, 0.0]}
            assert state.returns() == won[str(position.outcome)]
    assert compared > 500


def test_long_hives_are_centred_in_the_same_way() -> None:
    """A chain that grows to one side leaves the board, and is centred again."""
    game = pyspiel.load_game("hive")
    encoding = skep.Encoding("openspiel")
    for seed in range(6):
        chance = random.Random(seed)
        state = game.new_initial_state()
        position = skep.Position("Base+MLP")
        q_sign, r_sign = chance.choice([(1, 0), (-1, 0), (0, 1), (1, -1), (-1, 1), (0, -1)])
        while not state.is_terminal() and position.ply < 60:
            planes, _, mask = encoding.encode(position)
            theirs = np.array(state.observation_tensor(state.current_player())).reshape(encoding.shape)
            assert (planes == theirs).all(), position.gamestring
            compare(mask, state, position)

            def reach(turn: str) -> int:
                position.play(turn)
                far = max(q_sign * piece.q + r_sign * piece.r for piece in position.pieces())
                position.undo()
                return far

            turns = chance.sample(list(position.legal_moves()), min(12, len(position.legal_moves())))
            turn = max(turns, key=reach)
            state.apply_action(encoding.action(position, turn))
            position.play(turn)


@pytest.mark.parametrize("variant", ["Base", "Base+M", "Base+LP", "Base+MLP"])
def test_games_of_openspiel_stay_in_step(variant: str) -> None:
    """OpenSpiel chooses the turns, with any number for equal pieces. The classes are the turns that are the same."""
    bugs = {"M": "mosquito", "L": "ladybug", "P": "pillbug"}
    expansions = variant.partition("+")[2]
    options = ",".join(f"uses_{bug}={str(letter in expansions).lower()}" for letter, bug in bugs.items())
    game = pyspiel.load_game(f"hive({options})")
    encoding = skep.Encoding("openspiel", variant=variant)
    assert tuple(game.observation_tensor_shape()) == encoding.shape
    assert game.num_distinct_actions() == encoding.actions
    numbered = 0
    for seed in range(6):
        chance = random.Random(seed)
        state, position = game.new_initial_state(), skep.Position(variant)
        while not state.is_terminal() and position.ply < 100:
            planes, _, mask = encoding.encode(position)
            theirs = np.array(state.observation_tensor(state.current_player())).reshape(encoding.shape)
            assert (planes == theirs).all(), position.moves
            compare(mask, state, position)
            classes = encoding.classes(position)
            assert ((classes >= 0) == mask).all()
            turns = position.legal_moves()
            assert sorted(set(classes[mask].tolist())) == list(range(len(turns)))
            action = chance.choice(np.flatnonzero(mask).tolist())
            turn = encoding.turn(position, action)
            # The same piece, with the number that OpenSpiel gives.
            assert state.action_to_string(action).split()[0] == turn.split()[0]
            assert turns.index(turn) == classes[action]
            position.play(turn)
            state.apply_action(action)
            numbered += position.gamestring is not None and not position.gamestring.endswith(";".join(position.moves))
    assert numbered > 100


def test_a_start_that_does_not_fit_on_the_board_has_no_numbers() -> None:
    """A state can be wider than OpenSpiel's board, on which no game has led to it."""
    encoding = skep.Encoding("openspiel")
    bugs = ["Q", "S1", "S2", "B1", "B2", "G1", "G2", "G3"]
    names = [f"{side}{bug}" for bug in bugs for side in "wb"]
    for width in (8, 9, 10, 16):
        row = names[:width]
        hands = {side: "QSSBBGGGAAA" for side in "wb"}
        for side, bug, *_ in row:
            hands[side] = hands[side].replace(bug, "", 1)
        cells = ":".join(f"{q},0{name}" for q, name in enumerate(row))
        turn = f"{'wb'[width % 2]}{width // 2 + 1}"
        position = skep.Position(f"Base/{turn}/{cells}/{hands['w']}/{hands['b']}")
        if width <= 9:
            assert encoding.classes(position).max() + 1 == len(position.legal_moves())
            continue
        for call in (encoding.encode, encoding.classes):
            with pytest.raises(ValueError, match="does not fit"):
                call(position)
        with pytest.raises(ValueError):
            encoding.turn(position, 0)


def test_an_encoding_has_planes_only_for_its_bugs() -> None:
    encoding = skep.Encoding("openspiel", variant="Base+M")
    assert encoding.shape == (19, 17, 17) and repr(encoding) == "Encoding('openspiel', variant='Base+M')"
    encoding.encode(skep.Position("Base"))
    with pytest.raises(ValueError):
        encoding.encode(skep.Position("Base+MLP"))
    for variant in ("Venom", "Chess", "Hex-It 29"):
        with pytest.raises(ValueError, match="not a variant of Hive"):
            skep.Encoding("openspiel", variant=variant)
    with pytest.raises(ValueError):
        skep.Encoding("skep", variant="Base")
