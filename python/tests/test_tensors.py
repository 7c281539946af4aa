"""skep's own encoding and the batches of `tensors`."""

from __future__ import annotations

import pathlib
import random
import timeit
from typing import Any, Iterable

import numpy as np
import pytest

import skep
from test_position import random_game


@pytest.mark.parametrize("variant", ["Base", "Base+M", "Base+LP", "Base+MLP"])
def test_positions_come_back(variant: str) -> None:
    encoding = skep.Encoding("skep", size=25)
    for seed in range(20):
        position = random_game(variant, seed * 5, seed)
        planes, scalars, mask = encoding.encode(position)
        again = encoding.decode(planes, scalars)
        assert again == position
        assert mask.sum() == len(position.legal_moves())
        assert sorted(again.legal_moves()) == sorted(position.legal_moves())


def test_turns_have_numbers() -> None:
    for encoding in (skep.Encoding(size=25), skep.Encoding("openspiel")):
        position = random_game("Base+MLP", 24, 2)
        mask = encoding.encode(position)[2]
        for turn in position.legal_moves():
            number = encoding.action(position, turn)
            assert mask[number]
            assert encoding.turn(position, number) == turn
        with pytest.raises(ValueError):
            encoding.turn(position, int(np.flatnonzero(~mask)[0]))
        with pytest.raises(skep.IllegalMove):
            encoding.action(position, "wQ")


def test_a_position_can_fall_outside() -> None:
    small = skep.Encoding(size=5)
    outside = 0
    for seed in range(10):
        position = random_game("Base", 30, seed)
        try:
            planes, scalars, _ = small.encode(position)
        except ValueError:
            outside += 1
        else:
            assert small.decode(planes, scalars) == position
    assert outside > 0


def test_only_plain_hive_is_encoded() -> None:
    for variant in ("Venom", "Hex-It 29"):
        for encoding in ("skep", "openspiel"):
            with pytest.raises(skep.UnsupportedGame, match=f"{variant} has no encoding.*Base\\+MLP") as caught:
                skep.Encoding(encoding).encode(skep.Position(variant))
            assert caught.value.code == "unsupported-variant"
    with pytest.raises(ValueError):
        skep.Encoding("chess")


def test_games_without_an_encoding_are_left_out(tmp_path: pathlib.Path) -> None:
    venom, hive = "Venom;wQ;bQ wQ-\n", "Base;WhiteWins;White[2];wS1;bS1 wS1-\n"
    path = tmp_path / "games.uhp"
    path.write_text(venom + hive)
    assert sum(len(batch) for batch in skep.tensors(path)) == 2
    path.write_text(venom * 2)
    with pytest.raises(skep.UnsupportedGame, match="all 2 valid games have no encoding"):
        list(skep.tensors(path))
    with pytest.raises(ValueError):
        skep.Encoding(size=2)
    with pytest.raises(ValueError):
        skep.Encoding().decode(np.zeros((2, 17, 17), np.uint8), np.zeros(6, np.uint16))


@pytest.mark.parametrize("name", ["skep", "openspiel"])
def test_batches_hold_the_games(league: pathlib.Path, name: str) -> None:
    encoding = skep.Encoding(name)
    games = {game.id: game for game in skep.open(league)}
    batches = list(skep.tensors(league, batch=100, encoding=name))
    assert all(len(batch) <= 100 for batch in batches)
    rows = 0
    for batch in batches:
        assert batch.mask is not None and len(batch.outside) == 0
        for row in range(0, len(batch), 7):
            game = games[int(batch.game[row])]
            ply = int(batch.ply[row])
            position = game.position(ply)
            planes, scalars, mask = encoding.encode(position)
            assert (batch.planes[row] == planes).all()
            assert (batch.scalars[row] == scalars).all()
            assert (batch.mask[row] == mask).all()
            assert batch.action[row] == encoding.action(position, game.moves[ply])
            white = {"WhiteWins": 1, "BlackWins": -1, "Draw": 0}[game.result]
            assert batch.outcome[row] == white * (1 if position.turn == "White" else -1)
        rows += len(batch)
    assert rows == sum(game.plies for game in games.values())


def test_threads_and_batches_do_not_change_the_order(league: pathlib.Path) -> None:
    def everything(batch: int, threads: int) -> tuple[list[int], list[int], list[int]]:
        batches = list(
            skep.tensors(league, batch=batch, threads=threads, seed=5, arrays=[], shuffle=300)
        )
        assert all(batch.mask is None for batch in batches)
        parts = [np.concatenate([getattr(b, name) for b in batches]).tolist() for name in ("game", "ply", "action")]
        return parts[0], parts[1], parts[2]

    first = everything(64, 1)
    assert first == everything(1000, 3)
    ordered = list(zip(first[0], first[1]))
    assert sorted(ordered) != ordered and len(set(ordered)) == len(ordered)
    other = next(skep.tensors(league, seed=6, arrays=[], shuffle=True))
    assert list(zip(other.game.tolist(), other.ply.tolist())) != ordered[: len(other)]


def test_symmetric_copies(league: pathlib.Path) -> None:
    (all_copies,) = skep.tensors(league, batch=100_000, symmetries="all", where="plies < 40")
    (one,) = skep.tensors(league, batch=100_000, where="plies < 40")
    assert len(all_copies) == 12 * len(one)
    assert all_copies.symmetry[:12].tolist() == list(range(12))
    encoding = skep.Encoding()
    chance = random.Random(1)
    assert all_copies.mask is not None and one.mask is not None
    for row in chance.sample(range(len(one)), 20):
        original = encoding.decode(one.planes[row], one.scalars[row])
        for copy in range(12):
            at = 12 * row + copy
            position = encoding.decode(all_copies.planes[at], all_copies.scalars[at])
            assert position.canonical_key == original.canonical_key
            assert all_copies.mask[at].sum() == one.mask[row].sum()
            position.play(encoding.turn(position, int(all_copies.action[at])))
            played = original.copy()
            played.play(encoding.turn(original, int(one.action[row])))
            assert position.canonical_key == played.canonical_key
    (mixed,) = skep.tensors(league, batch=100_000, symmetries="random", seed=3, where="plies < 40")
    assert len(mixed) == len(one) and set(mixed.symmetry.tolist()) == set(range(12))


def test_what_falls_outside_is_listed(league: pathlib.Path) -> None:
    small = skep.Encoding(size=7)
    batches = list(skep.tensors(league, encoding=small))
    left_out = sum(len(batch.outside) for batch in batches)
    kept = sum(len(batch) for batch in batches)
    assert left_out > 0
    assert left_out + kept == sum(game.plies for game in skep.open(league))
    games = {game.id: game for game in skep.open(league)}
    game, ply = batches[0].outside[0].tolist()
    with pytest.raises(ValueError):
        small.encode(games[game].position(ply))
    # The rows after one that is left out keep their own values.
    options = {"encoding": small, "shuffle": True, "arrays": "mask,classes,plies_left,policy", "threads": 3}
    (batch,) = skep.tensors(league, batch=10_000, **options)
    assert len(batch) == kept and len(batch.outside) == left_out
    for row in range(0, kept, 17):
        game, ply = int(batch.game[row]), int(batch.ply[row])
        position = games[game].position(ply)
        planes, scalars, mask = small.encode(position)
        assert (batch.planes[row] == planes).all() and (batch.scalars[row] == scalars).all()
        assert (batch.mask[row] == mask).all() and ((batch.classes[row] >= 0) == mask).all()
        assert batch.plies_left[row] == games[game].plies - ply
        assert batch.action[row] == small.action(position, games[game].moves[ply]) == batch.policy[row].argmax()


@pytest.mark.parametrize("name", ["skep", "openspiel"])
def test_classes_are_the_turns_of_the_mask(league: pathlib.Path, name: str) -> None:
    encoding = skep.Encoding(name)
    games = {game.id: game for game in skep.open(league)}
    (batch,) = skep.tensors(league, batch=100_000, encoding=encoding, arrays="mask,classes")
    assert batch.mask is not None and batch.classes is not None and batch.classes.dtype == np.int16
    assert ((batch.classes >= 0) == batch.mask).all()
    for row in range(0, len(batch), 50):
        position = games[int(batch.game[row])].position(int(batch.ply[row]))
        assert (batch.classes[row] == encoding.classes(position)).all()
        played = games[int(batch.game[row])].moves[int(batch.ply[row])]
        assert batch.classes[row][batch.action[row]] == position.legal_moves().index(played)
    (without,) = skep.tensors(league, batch=100_000, encoding=encoding, arrays="classes")
    assert without.mask is None and (without.classes == batch.classes).all()
    (neither,) = skep.tensors(league, batch=100_000, encoding=encoding)
    assert neither.classes is None
    assert repr(batch).startswith(f"<Batch of {len(batch)} positions: planes (") and "classes" in repr(batch)


def test_a_position_is_encoded_in_the_same_time_at_every_ply() -> None:
    """The position keeps its place on the plane: nothing is replayed."""
    position = skep.Position("Base+MLP")
    chance = random.Random(3)
    times = {}
    encoding = skep.Encoding(size=64)
    while position.ply < 800 and not position.is_game_over():
        if position.ply in (40, 800 - 1):
            times[position.ply] = min(timeit.repeat(lambda: encoding.action(position, position.legal_moves()[0]), number=20))
        position.play(chance.choice(position.legal_moves()))
    assert len(times) < 2 or times[799] < 4 * times[40]


def places(batches: Iterable[skep.types.Batch]) -> list[tuple[int, int, int]]:
    return [row for batch in batches for row in zip(batch.action.tolist(), batch.ply.tolist(), batch.game.tolist())]


def test_shards_are_parts_of_the_games(league: pathlib.Path, fixtures: pathlib.Path) -> None:
    paths = [fixtures / "games", fixtures / "analysis"]

    def moves(shard: tuple[int, int], threads: int = 0) -> list[tuple[int, int]]:
        return [row[:2] for row in places(skep.tensors(paths, shard=shard, threads=threads, arrays=[]))]

    everything = moves((0, 1))
    for count in (2, 5):
        shards = [moves((index, count)) for index in range(count)]
        assert sorted(row for shard in shards for row in shard) == sorted(everything)
        assert all(shards) and all(shard == moves((index, count), 1) for index, shard in enumerate(shards))
    for wrong in [(1, 1), (0, 0), (-1, 2), (0, 2**70), (2, 1)]:
        with pytest.raises(ValueError):
            skep.tensors(league, shard=wrong)


def test_epochs_read_the_games_again(league: pathlib.Path) -> None:
    def read(**options: Any) -> list[tuple[int, int, int]]:
        return places(skep.tensors(league, batch=500, **options, arrays=[], shuffle=True))

    twice = read(epochs=2, seed=3)
    assert twice == read(seed=3) + read(seed=4)
    assert sorted(twice[:1261]) == sorted(twice[1261:]) and twice[:1261] != twice[1261:]
    with pytest.raises(ValueError):
        skep.tensors(league, epochs=0)
    with league.open("rb") as file, pytest.raises(ValueError, match="only once"):
        skep.tensors(file, epochs=2)
    batches = skep.tensors(league, epochs=3, arrays=[])
    next(batches)
    batches.close()
    assert list(batches) == []


def test_a_start_continues_a_training(league: pathlib.Path) -> None:
    def read(start: int, threads: int, epochs: int = 1) -> list[tuple[int, int, int]]:
        options: dict[str, Any] = {"shuffle": 300, "seed": 5, "arrays": [], "batch": 100}
        return places(skep.tensors(league, start=start, threads=threads, epochs=epochs, **options))

    everything = read(0, 1)
    for start in (1, 100, 777, 1261, 10**6):
        assert read(start, 3) == everything[start:]
    twice = read(0, 1, epochs=2)
    assert twice[: len(everything)] == everything and len(twice) == 2 * len(everything)
    for start in (1000, 1261, 1300, 2000):
        assert read(start, 2, epochs=2) == twice[start:]


def test_a_start_is_kept_over_an_exception(league: pathlib.Path, truncated: pathlib.Path) -> None:
    """What is left out does not depend on the files that cannot be read."""

    def read(start: int, batch: int, errors: str) -> list[tuple[int, int, int]]:
        batches = skep.tensors(
            [league, truncated, league], batch=batch, errors=errors, start=start, shuffle=True, seed=2, arrays=[]
        )
        found: list[tuple[int, int, int]] = []
        faults = 0
        while True:
            try:
                found.extend(places([next(batches)]))
            except skep.Unreadable:
                faults += 1
            except StopIteration:
                assert faults == (errors == "raise")
                return found

    everything = read(0, 100, "ignore")
    for start in (0, 500, 1300, 2000):
        for batch in (64, 4096):
            assert read(start, batch, "raise") == everything[start:]


@pytest.mark.parametrize("symmetries", ["one", "all"])
def test_compact_positions_are_the_planes(league: pathlib.Path, symmetries: str) -> None:
    encoding = skep.Encoding(size=19)
    options: dict[str, Any] = {"batch": 100_000, "encoding": encoding, "symmetries": symmetries, "where": "plies < 40"}
    (full,) = skep.tensors(league, **options)
    (compact,) = skep.tensors(league, **options, arrays="compact,mask")
    assert compact.planes.shape == (len(full), 29, 3) and compact.planes.nbytes == 87 * len(full)
    assert (encoding.unpack(compact.planes) == full.planes).all()
    for name in ("scalars", "mask", "action", "outcome", "ply"):
        assert np.array_equal(getattr(compact, name), getattr(full, name)), name
    with pytest.raises(ValueError, match="only the encoding skep"):
        skep.tensors(league, encoding="openspiel", arrays="compact,mask")
    for wrong in (skep.Encoding("openspiel"), skep.Encoding(size=5)):
        with pytest.raises(ValueError):
            wrong.unpack(compact.planes)
    with pytest.raises(ValueError):
        encoding.unpack(full.planes)


def test_masks_of_compact_rows(league: pathlib.Path) -> None:
    for options in ({}, {"symmetries": "random", "seed": 3}):
        (dense,) = skep.tensors(league, batch=10_000, where="plies < 40", **options)
        (compact,) = skep.tensors(league, batch=10_000, where="plies < 40", **options, arrays="compact")
        encoding = skep.Encoding()
        assert dense.mask is not None
        assert (encoding.masks(compact.planes, compact.scalars, threads=2) == dense.mask).all()
        assert (encoding.masks(dense.planes[:20], dense.scalars[:20]) == dense.mask[:20]).all()
    with pytest.raises(ValueError, match="a row for each"):
        encoding.masks(compact.planes[1:], compact.scalars)
    assert encoding.masks(compact.planes[:0], compact.scalars[:0]).shape == (0, encoding.actions)
