"""Numbers that no argument can have are ordinary exceptions."""

from __future__ import annotations

import pathlib

import pytest

import skep


def test_bounds_are_value_errors() -> None:
    cases = [
        lambda n: skep.tensors([], batch=n),
        lambda n: skep.tensors([], seed=n),
        lambda n: skep.tensors([], buffer=n, shuffle=True),
        lambda n: skep.tensors([], threads=n),
        lambda n: skep.open([], threads=n),
        lambda n: skep.check([], threads=n),
        lambda n: skep.tables.plies([], tactics=n),
        lambda n: skep.tables.openings([], depth=n),
        lambda n: skep.tables.openings([], top=n),
        lambda n: skep.tables.players([], min_games=n),
        lambda n: skep.Encoding(size=n),
        lambda n: skep.Position().perft(n),
        lambda n: skep.Position().svg(size=n),
        lambda n: skep.Encoding().turn(skep.Position(), n),
        lambda n: skep.read("Base;wS1")[0].position(n),
    ]
    for case in cases:
        for n in (2**64, 10**30, -(10**30)):
            with pytest.raises(ValueError):
                case(n)
    for n in (-1, 0, 2**63, 10**12):
        with pytest.raises(ValueError, match="expected a number|batch is from 1 to 1048576"):
            skep.tensors([], batch=n)


def test_a_batch_needs_only_the_memory_of_its_positions(league: pathlib.Path) -> None:
    """A batch of the largest size, of a small archive."""
    (batch,) = skep.tensors(league, batch=2**20, mask=False)
    assert len(batch.ply) < 10_000
