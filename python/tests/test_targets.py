"""What a model learns to predict, balanced and mixed sources, and the data set for torch."""

from __future__ import annotations

import pathlib
import pickle
import sys
import types
from typing import Any

import numpy as np
import pytest

import skep
import skep.torch

ALL = ("plies_left", "escapes", "mobility", "win", "policy", "value")


def test_targets_are_those_of_the_position(league: pathlib.Path) -> None:
    games = {game.id: game for game in skep.open(league)}
    (batch,) = skep.tensors(league, arrays=ALL)
    for row in range(0, len(batch), 7):
        game = games[int(batch.game[row])]
        position = game.position(int(batch.ply[row]))
        assert batch.plies_left[row] == game.plies - position.ply
        moves = [move for move in position.legal_moves() if move != "pass"]
        assert batch.mobility[row] == len(moves)
        where = {one.piece: (one.q, one.r) for one in position.pieces()}
        cells = set(where.values())
        queens = ("wQ", "bQ") if position.turn == "White" else ("bQ", "wQ")
        for queen, escapes in zip(queens, batch.escapes[row].tolist()):
            if queen not in where:
                assert escapes == 255
                continue
            q, r = where[queen]
            around = [(q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1), (q + 1, r - 1)]
            assert escapes == sum(cell not in cells for cell in around)
        # Without a search, the policy is the turn that was played.
        assert batch.policy[row].argmax() == batch.action[row] and batch.policy[row].sum() == 1
        assert np.isnan(batch.value[row])


def test_wins_are_those_of_the_solver(league: pathlib.Path) -> None:
    games = {game.id: game for game, _ in zip(skep.open(league), range(6))}
    (batch,) = skep.tensors(league, threads=1, arrays="win1")
    found = 0
    for row in np.flatnonzero(np.isin(batch.game, list(games))).tolist():
        solution = games[int(batch.game[row])].position(int(batch.ply[row])).solve(1)
        assert batch.win[row] == (solution.win_in or -(solution.loses_in or 0))
        found += batch.win[row] != 0
    assert found > 5


@pytest.mark.parametrize("name", ["skep", "openspiel"])
def test_searches_are_soft_targets(name: str, tmp_path: pathlib.Path) -> None:
    encoding = skep.Encoding(name)
    turns = ["wS1", "bG1 wS1-", "wQ -wS1"]
    position = skep.Position("Base;wS1;bG1 wS1-")
    visits = {str(move): 10 * (move.index + 1) for move in position.legal_moves()[:3]}
    searches = {0: (0.25, {"wS1": 30, "wB1": 10}), 2: (-1.0, visits)}
    game = skep.Game.from_moves(turns, "Base", searches=searches)
    path = tmp_path / "games.jsonl"
    # Another program may have written an illegal turn: the queen may not enter first, so its visits do not count.
    path.write_text(game.to("jsonl").replace('"wB1":10', '"wB1":10,"wQ":50'))
    assert '"wQ":50' in path.read_text()
    for symmetries in ("one", "all"):
        (batch,) = skep.tensors(path, encoding=encoding, symmetries=symmetries, arrays="mask,policy,value")
        for row in range(len(batch)):
            policy, ply = batch.policy[row], int(batch.ply[row])
            assert policy.sum() == pytest.approx(1) and batch.mask[row][policy > 0].all()
            if ply == 0:
                assert sorted(policy[policy > 0].tolist()) == pytest.approx([0.25, 0.75])
                assert batch.value[row] == 0.25
            elif ply == 1:
                assert policy[batch.action[row]] == 1 and np.isnan(batch.value[row])
            else:
                assert sorted(policy[policy > 0].tolist()) == pytest.approx([1 / 6, 2 / 6, 3 / 6])
                assert batch.value[row] == -1
    (batch,) = skep.tensors(path, encoding=encoding, arrays="mask,policy")
    for move, count in visits.items():
        assert batch.policy[2][encoding.action(position, move)] == pytest.approx(count / 60)


def test_results_are_balanced(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.uhp"
    lines = ["Base;WhiteWins;White[2];wS1;bS1 wS1-"] * 9 + ["Base;BlackWins;White[2];wS1;bS1 wS1-"]
    path.write_text("\n".join(lines * 100) + "\nBase;wS1;bS1 wS1-\n")

    def white_wins(**options: Any) -> tuple[int, int]:
        batches = list(skep.tensors(path, **options, arrays=[]))
        white = [batch.outcome * np.where(batch.ply % 2 == 0, 1, -1) for batch in batches]
        joined = np.concatenate(white)
        return int((joined == 1).sum()), int((joined == -1).sum())

    assert white_wins() == (1800, 200)
    white, black = white_wins(balance="result")
    assert black == 200 and 150 < white < 260
    assert white_wins(balance="result", threads=1) == (white, black)
    assert white_wins(balance="result", shuffle=True, seed=5) != (white, black)
    with pytest.raises(ValueError, match="balance"):
        skep.tensors(path, balance="colour")
    with pytest.raises(ValueError, match="unknown array `speed`"):
        skep.tensors(path, arrays="speed")
    with pytest.raises(ValueError, match="unknown array `win4`"):
        skep.tensors(path, arrays="win4")


def test_variants_are_balanced(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.uhp"
    path.write_text("\n".join((["Base;wS1;bS1 wS1-"] * 7 + ["Base+M;wS1;bS1 wS1-"]) * 50))
    (batch,) = skep.tensors(path, balance="variant", arrays=[])
    with_mosquito = int(batch.scalars[:, 2].sum())
    assert with_mosquito == 100 and abs(len(batch) - 2 * with_mosquito) < 60


def test_a_batch_of_several_sources_has_a_size() -> None:
    for batch in (0, -1, 2**20 + 1, 10**30):
        with pytest.raises(ValueError, match="batch must be from 1 to 1048576 positions"):
            skep.mix(["a", "b"], batch=batch)
    with pytest.raises(TypeError):
        skep.mix(["a", "b"], batch=1.5)  # type: ignore[arg-type]


def test_sources_are_mixed(tmp_path: pathlib.Path) -> None:
    people, own = tmp_path / "people.uhp", tmp_path / "own.uhp"
    people.write_text("Base;WhiteWins;White[2];wS1;bS1 wS1-\n" * 60)
    own.write_text("Base;Draw;White[2];wG1;bG1 wG1-\n" * 10)
    batches = list(skep.mix([people, own], [3, 1], batch=16, arrays="plies_left"))
    assert [len(batch) for batch in batches] == [16] * 5
    for batch in batches:
        assert np.bincount(batch.source).tolist() == [12, 4]
        assert (batch.outcome[batch.source == 1] == 0).all() and (batch.outcome[batch.source == 0] != 0).all()
        assert batch.plies_left.shape == (16,) and batch.mask is None
    more = list(skep.mix([people, own], [3, 1], each=[{}, {"epochs": 2}], batch=16, arrays=[]))
    assert len(more) == 10
    assert [len(b) for b in skep.mix([people, own], [1000, 1], batch=10, arrays=[])][:1] == [10]
    for wrong in ({"weights": [1]}, {"weights": [1, 0]}, {"batch": 1}, {"each": [{}]}):
        with pytest.raises(ValueError):
            skep.mix([people, own], **wrong)


def rows(batches: Any) -> list[tuple[int, int, float]]:
    return sorted((int(b["game"][i]), int(b["ply"][i]), int(b["action"][i])) for b in batches for i in range(len(b["ply"])))


def test_a_data_set_is_shared_among_workers(league: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = skep.torch.Positions(league, batch=64, arrays=[])
    whole = rows(data)
    assert len(whole) > 500
    assert rows(pickle.loads(pickle.dumps(data))) == whole
    shuffled = skep.torch.Positions(league, seed=3, arrays=[], shuffle=True)
    first = [batch["action"].tolist() for batch in shuffled]
    second = [batch["action"].tolist() for batch in shuffled]
    shuffled.set_epoch(0)
    assert [batch["action"].tolist() for batch in shuffled] == first != second
    # A stand-in for torch, which is large.
    fake, data_module = types.ModuleType("torch"), types.ModuleType("torch.utils.data")
    seen: list[str] = []

    def from_numpy(array: np.ndarray) -> np.ndarray:
        seen.append(str(array.dtype))
        return array

    fake.from_numpy = from_numpy
    fake.int64 = np.int64
    fake.zeros = lambda count, dtype: types.SimpleNamespace(share_memory_=lambda: np.zeros(count, dtype))
    monkeypatch.setitem(sys.modules, "torch", fake)
    monkeypatch.setitem(sys.modules, "torch.utils.data", data_module)
    parts = []
    for rank in range(2):
        for worker in range(3):
            info = types.SimpleNamespace(id=worker, num_workers=3)
            data_module.get_worker_info = lambda info=info: info
            part = skep.torch.Positions(league, shard=(rank, 2), arrays=[])
            parts.append([(int(b["ply"][i]), int(b["action"][i])) for b in part for i in range(len(b["ply"]))])
    assert sorted(row for part in parts for row in part) == sorted((ply, action) for _, ply, action in whole)
    assert all(len(part) < len(whole) for part in parts)
    assert not {"uint16", "uint32", "uint64"} & set(seen)
