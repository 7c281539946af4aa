"""Motifs as columns of tables and as filters."""

from __future__ import annotations

import pathlib

import pytest

import skep

polars = pytest.importorskip("polars", reason="polars is not installed")

MOTIFS = ["gate", "ring", "elbow", "pin", "queen-pin", "cover"]


def test_columns_and_filters_agree(league: pathlib.Path) -> None:
    firsts = [f"{side}_first_{motif.replace('-', '_')}" for side in ("white", "black") for motif in MOTIFS]
    games = polars.DataFrame(skep.tables.games(league, columns=["number", *firsts]))
    plies = polars.DataFrame(skep.tables.plies(league, columns=["number", "ply", "side", "motifs"]))
    made = plies.with_columns(polars.col("motifs").str.split(" ")).explode("motifs")
    for side in ("White", "Black"):
        for motif in MOTIFS:
            column = f"{side.lower()}_first_{motif.replace('-', '_')}"
            first = dict(zip(games["number"], games[column]))
            own = made.filter((polars.col("motifs") == motif) & (polars.col("side").cast(str) == side))
            expected = dict(own.group_by("number").agg(polars.col("ply").min()).iter_rows())
            assert {number: ply for number, ply in first.items() if ply is not None} == expected
            matching = skep.tables.games(league, columns=["number"], where=f"{side.lower()}_motif = {motif}")
            assert polars.DataFrame(matching).height == len(expected) > 0


def test_first_is_the_earlier_side(league: pathlib.Path) -> None:
    games = polars.DataFrame(skep.tables.games(league, columns=["white_first_gate", "black_first_gate"]))
    early = games.filter(polars.min_horizontal("white_first_gate", "black_first_gate") <= 12)
    matching = polars.DataFrame(skep.tables.games(league, columns=["number"], where="first(gate) <= 12"))
    assert matching.height == early.height > 0


def test_motifs_are_columns_on_request(league: pathlib.Path) -> None:
    assert "motifs" not in skep.tables.plies(league).columns
    assert "white_first_gate" not in skep.tables.games(league).columns
