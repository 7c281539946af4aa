"""What the program does with collections, Python does too."""

from __future__ import annotations

import csv
import io
import json
import pathlib
import subprocess

import pytest
from conftest import SKEP

import skep


def program(*arguments: object) -> str:
    done = subprocess.run([SKEP, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


@pytest.mark.parametrize("variant", ["Base+MLP", "Venom", "Hex-It 19"])
def test_random_games_are_those_of_the_program(variant: str) -> None:
    made = list(skep.random_games(3, variant, seed=7, max_plies=40))
    text = program("random", "-n", 3, variant, "--seed", 7, "--max-plies", 40)
    assert [game.moves for game in made] == [game.moves for game in skep.read(text)]
    assert all(game.is_valid for game in made) and [game.index for game in made] == [1, 2, 3]
    with pytest.raises(ValueError):
        skep.random_games(1, "Chess")


def test_random_games_end_by_the_rules() -> None:
    assert {game.termination for game in skep.random_games(8, "Base", rules="draw")} == {"board"}
    with pytest.raises(ValueError):
        skep.random_games(1, "Base", rules="nonsense")


def test_duplicates_are_those_of_the_program(fixtures: pathlib.Path, tmp_path: pathlib.Path) -> None:
    paths = [fixtures / "games", fixtures / "games" / "league.zip"]
    for key in ("players+moves", "moves", "canonical"):
        games = skep.dedup(paths, key=key)
        kept = list(games)
        assert games.duplicates >= 30
        text = program("dedup", "--key", key, "--to", "jsonl", *paths)
        assert [game.moves for game in kept] == [game.moves for game in skep.read(text)]
    with pytest.raises(ValueError):
        skep.dedup(paths, key="names")


def test_puzzles_are_those_of_the_program(league: pathlib.Path) -> None:
    for options, arguments in (
        ({"moves": 2}, ["--moves", "2"]),
        ({"moves": (2, 2), "allow_many": True}, ["--moves", "2..2", "--allow-many"]),
        ({"moves": 1, "where": "win = missed"}, ["--moves", "1", "--where", "win = missed"]),
    ):
        found = list(skep.puzzles(league, **options))
        rows = list(csv.DictReader(io.StringIO(program("puzzles", "--format", "csv", *arguments, league))))
        assert [(one.entry, one.ply, ";".join(one.solution), one.win) for one in found] == [
            (row["entry"] or None, int(row["ply"]), row["solution"], row["win"] or None) for row in rows
        ]
    with skep.puzzles(league) as some:
        next(some)
    assert list(some) == []
    with pytest.raises(ValueError):
        skep.puzzles(league, moves=4)
    with pytest.raises(skep.InvalidFilter):
        skep.puzzles(league, where="win = maybe")


def test_an_index_is_made_and_changed(league: pathlib.Path, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.skepdb"
    assert skep.index(path, [], errors="ignore").games == 0 and not path.exists()
    done = skep.index(path, league)
    assert (done.added, done.games) == (30, 30)
    assert skep.index(path, league).known == 30
    assert len(list(skep.open(path))) == 30
    removed = skep.index(path, league, where="result = Draw", remove=True)
    assert removed.removed == 30 - removed.games > 0
    with pytest.raises(ValueError):
        skep.index(path, path)
    with pytest.raises(OSError):
        skep.index(tmp_path / "none.skepdb", league, remove=True)
    (tmp_path / "taken").write_text("x")
    with pytest.raises(OSError):
        skep.index(tmp_path / "taken", league)


def test_a_difference_is_that_of_the_program(league: pathlib.Path, tmp_path: pathlib.Path) -> None:
    first, second = list(skep.open(league))[:2]
    for a, b in ((first, second), (first, first), (first, first.replace(tags={"White": "Zoe"}))):
        names = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
        for name, game in zip(names, (a, b)):
            name.write_text(game.to("jsonl"))
        told = json.loads(program("diff", "--format", "json", *names))
        found = skep.diff(a, b)
        assert found.same_plies == told["same_plies"]
        assert set(found.tags) == {tag["name"] for tag in told["tags"]}
        differs = told["divergence"] or {"a": None, "b": None}
        for ours, theirs in ((found.a, differs["a"]), (found.b, differs["b"])):
            assert ours == (theirs and theirs["text"])
