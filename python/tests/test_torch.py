"""The data set for torch: workers, epochs, and a training that continues."""

from __future__ import annotations

import pathlib
import pickle
from typing import Any

import numpy as np
import pytest

import skep

torch = pytest.importorskip("torch", reason="torch is not installed")

import skep.torch  # noqa: E402


def places(loader: Any) -> list[tuple[int, int]]:
    return [(game, ply) for batch in loader for game, ply in zip(batch["game"].tolist(), batch["ply"].tolist())]


def loader(data: skep.torch.Positions, workers: int) -> Any:
    return torch.utils.data.DataLoader(data, batch_size=None, num_workers=workers)


@pytest.mark.parametrize("workers", [0, 1, 2, 3])
@pytest.mark.parametrize("start", [1, 64, 192, 500, 2000])
def test_a_training_continues(league: pathlib.Path, workers: int, start: int) -> None:
    options: dict[str, Any] = {"batch": 64, "mask": False, "shuffle": True, "seed": 5}
    everything = places(loader(skep.torch.Positions(league, **options), workers))
    assert len(everything) == len(set(everything)) == 1261
    rest = places(loader(skep.torch.Positions(league, start=start, **options), workers))
    assert len(rest) == max(len(everything) - start, 0) or workers > 1 and start > 1000
    if start % 64 == 0 and start < 500:
        assert sorted(rest) == sorted(everything[start:])


@pytest.mark.parametrize("workers", [0, 2])
def test_each_epoch_has_its_own_order(league: pathlib.Path, workers: int) -> None:
    data = skep.torch.Positions(league, epochs=2, batch=32, arrays=[], shuffle=True)
    many = loader(data, workers)
    orders = []
    for _ in range(3):
        both = places(many)
        assert len(both) == 2 * 1261
        orders += [tuple(both[:1261]), tuple(both[1261:])] if workers == 0 else [tuple(both)]
    assert len(set(orders)) == len(orders)
    data.set_epoch(0)
    assert tuple(places(many))[: len(orders[0])] == orders[0]
    other = pickle.loads(pickle.dumps(skep.torch.Positions(league, epochs=2, batch=32, arrays=[], shuffle=True)))
    assert tuple(places(loader(other, workers)))[: len(orders[0])] == orders[0]


def test_batches_are_tensors(league: pathlib.Path) -> None:
    batch = next(iter(loader(skep.torch.Positions(league, batch=16), 2)))
    assert batch["planes"].dtype == torch.uint8 and batch["game"].dtype == torch.int64
    ids = {game.id for game in skep.open(league)}
    assert set(batch["game"].tolist()) <= ids and np.asarray(batch["index"]).min() >= 1
