"""Options of the encodings, and their symmetries as index permutations."""

from __future__ import annotations

import pathlib
import pickle

import numpy as np
import pytest

import skep

DELTAS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]


@pytest.mark.parametrize(
    "encoding",
    [
        skep.Encoding("openspiel"),
        skep.Encoding("openspiel", variant="Base+MLP"),
    ],
)
def test_permutations_are_the_copies_of_tensors(encoding: skep.Encoding, league: pathlib.Path) -> None:
    batches = skep.tensors(league, encoding=encoding, symmetries="all", batch=12 * 20, threads=1)
    batch = next(batches)
    batches.close()
    for row in range(0, len(batch), 12):
        copies = [n for n in range(row, row + 12) if n < len(batch)]
        assert batch.symmetry[copies].tolist() == list(range(len(copies)))
        for copy in copies:
            symmetry = int(batch.symmetry[copy])
            assert (encoding.transform(batch.planes[row], symmetry) == batch.planes[copy]).all()
            assert (encoding.transform(batch.mask[row], symmetry) == batch.mask[copy]).all()
            turned = encoding.transform(batch.action[row : row + 1], symmetry)
            assert batch.mask[copy][turned].all()


@pytest.mark.parametrize("options", [{}, {"actions": "source"}, {"identity": "type"}, {"extra": ["pinned", "edge"]}])
def test_own_copies_are_symmetric_positions(options: dict[str, str], league: pathlib.Path) -> None:
    encoding = skep.Encoding(size=25, **options)
    plain = skep.Encoding(size=25)
    for game in list(skep.open(league))[:4]:
        position = game.position(min(game.plies, 21))
        planes, scalars, mask = encoding.encode(position)
        for symmetry in range(12):
            turned = encoding.transform(planes, symmetry)
            moved = encoding.transform(mask, symmetry)
            assert (turned.sum(axis=(1, 2)) == planes.sum(axis=(1, 2))).all() and moved.sum() == mask.sum()
            if options.get("identity") == "type" or options.get("extra"):
                continue
            copy = plain.decode(turned, scalars)
            assert copy.canonical_key == position.canonical_key
            if not options:
                # The copy is centred again, so its cells differ only by a shift.
                again, _, mask_again = plain.encode(copy)
                shift = [np.argwhere(of[0])[0] - np.argwhere(turned[0])[0] for of in (again,)][0]
                rolled = np.roll(moved[:-1].reshape(-1, 25, 25), shift, (1, 2)).reshape(-1)
                assert (rolled == mask_again[:-1]).all()


def test_what_leaves_the_window_is_an_error() -> None:
    encoding = skep.Encoding(size=5)
    cells, actions = encoding.permutations()
    assert (cells[0] == np.arange(25)).all() and (actions[0] == np.arange(encoding.actions)).all()
    assert (cells[1] < 0).any() and (actions[:, -1] == encoding.actions - 1).all()
    corner = np.zeros(encoding.shape, np.uint8)
    corner[0, 0, 0] = 1
    with pytest.raises(ValueError, match="leaves the window"):
        encoding.transform(corner, 1)
    with pytest.raises(ValueError, match="even size"):
        skep.Encoding(size=6).permutations()
    with pytest.raises(ValueError, match="from 0 to 11"):
        encoding.transform(corner, 12)
    with pytest.raises(ValueError, match="neither"):
        encoding.transform(np.zeros(3, np.float32), 1)


def test_planes_of_kinds_and_more_planes(league: pathlib.Path) -> None:
    every = skep.Encoding(size=21, identity="type", extra=["pinned", "edge", "distance"])
    assert every.shape == (8 + 8 + 1 + 2 + 1 + 2, 21, 21) and every.actions == (21 * 21 + 8) * 21 * 21 + 1
    assert pickle.loads(pickle.dumps(every)) == every != skep.Encoding(size=21, identity="type")
    assert "identity='type'" in repr(every)
    for game in list(skep.open(league))[:3]:
        for ply in range(0, game.plies, 9):
            position = game.position(ply)
            planes, _, mask = every.encode(position)
            placed = position.pieces()
            cells = {(one.q, one.r) for one in placed}
            if not placed:
                continue
            corner = [(min(values) + max(values)) // 2 - 10 for values in zip(*cells)]
            own, other = ("w", "b") if position.turn == "White" else ("b", "w")

            def at(cell: tuple[int, int]) -> tuple[int, int]:
                return cell[1] - corner[1], cell[0] - corner[0]

            expected = np.zeros_like(planes)
            for one in placed:
                plane = 8 * (one.piece[0] == other) + "QSBGAMLP".index(one.piece[1])
                cell = (plane, *at((one.q, one.r)))
                expected[cell] = max(expected[cell], one.height + 1)
                if position.moves and one.piece == position.peek().piece:
                    expected[16][at((one.q, one.r))] = 1
            where = {one.piece: (one.q, one.r) for one in placed}
            for plane, side in ((17, own), (18, other)):
                for piece in position.pinned("White" if side == "w" else "Black"):
                    expected[plane][at(where[piece])] = 1
            for q, r in cells:
                for dq, dr in DELTAS:
                    if (q + dq, r + dr) not in cells:
                        expected[19][at((q + dq, r + dr))] = 1
            for plane, side in ((20, own), (21, other)):
                if side + "Q" not in where:
                    continue
                row, column = at(where[side + "Q"])
                for r in range(21):
                    for q in range(21):
                        x, y = q - column, r - row
                        expected[plane, r, q] = max(abs(x), abs(y), abs(x + y)) + 1
            assert (planes == expected).all()
            # Each turn has a number of its own.
            moves = position.legal_moves()
            numbers = {every.action(position, move) for move in moves}
            assert len(numbers) == len(moves) == mask.sum() and mask[sorted(numbers)].all()
            for move in moves[::5]:
                assert every.turn(position, every.action(position, move)) == move


def test_wrong_options_are_errors() -> None:
    for wrong in (
        {"identity": "colour"},
        {"actions": "all"},
        {"extra": ["pins"]},
        {"identity": "type", "actions": "cell"},
    ):
        with pytest.raises(ValueError):
            skep.Encoding(**wrong)
    with pytest.raises(ValueError, match="for the encoding skep"):
        skep.Encoding("openspiel", extra=["edge"])
    with pytest.raises(ValueError, match="compact"):
        skep.tensors([], encoding=skep.Encoding(extra=["edge"]), arrays="compact,mask")


def test_environments_take_other_encodings() -> None:
    env = skep.VecEnv(4, "Base+MLP", skep.Encoding(size=23, identity="type", extra=["distance"]), seed=1)
    for _ in range(50):
        step = env.step(env.sample())
        assert step.planes.shape == (4, 19, 23, 23) and step.mask.any(axis=1).all()


@pytest.mark.parametrize("size", [17, 23, 30])
def test_the_mask_has_the_numbers_of_the_legal_turns(size: int) -> None:
    """The mask counts steps on the board of the engine, and `action` counts cells of the plane."""
    encoding = skep.Encoding(size=size)
    for game in skep.random_games(4, seed=size, max_plies=40):
        for position in list(game.positions())[::3]:
            try:
                mask = encoding.encode(position)[2]
            except ValueError:
                continue
            numbers = [encoding.action(position, move) for move in position.legal_moves()]
            assert sorted(numbers) == np.flatnonzero(mask).tolist()
