"""What a DataLoader, a pool of processes and a subprocess environment send: pickles, copies, equal objects."""

from __future__ import annotations

import copy
import multiprocessing
import pathlib
import pickle
from typing import Any

import pytest

import skep


def samples(league: pathlib.Path) -> list[Any]:
    position = skep.Position("Base+MLP;wL;bP wL-")
    renamed = skep.Position("Base")
    for turn in ("wG2", "bA3 wG2-"):
        renamed.play(turn)
    (invalid,) = skep.read("Base;wS1;bS1 wS1-;wA1 bS1-", rules="historical")
    games = list(skep.open(league))
    encodings = [skep.Encoding(), skep.Encoding(size=9), skep.Encoding("openspiel", variant="Base+M")]
    return [position, renamed, *games, invalid, invalid.diagnostics[0], *encodings, skep.WHITE, skep.BLACK,
            games[0].players, position.pieces()[0], skep.check(league)]  # fmt: skip


def test_everything_is_pickled_and_copied(league: pathlib.Path) -> None:
    for one in samples(league):
        for other in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):
            assert other == one and type(other) is type(one)
            assert repr(other) == repr(one)


def test_a_game_is_the_same_after_pickle(league: pathlib.Path) -> None:
    (invalid,) = skep.read("Base;wS1;bS1 wS1-;wA1 bS1-")
    for game in [*skep.open(league, where="plies < 20"), invalid]:
        other = pickle.loads(pickle.dumps(game))
        assert hash(other) == hash(game)
        fields = ("path", "entry", "index", "line", "tags", "players", "result", "status", "moves", "diagnostics")
        for field in fields:
            assert getattr(other, field) == getattr(game, field), field
        assert other.position() == game.position()
    first, second = list(skep.open(league))[:2]
    assert first != second and first != 1 and len({first, second, pickle.loads(pickle.dumps(first))}) == 2


def test_moves_are_pickled_as_a_list() -> None:
    moves = skep.Position("Base+MLP;wL;bP wL-").legal_moves()
    assert pickle.loads(pickle.dumps(moves)) == moves
    assert copy.copy(moves) is moves and copy.deepcopy([moves])[0] is moves


def test_encodings_are_equal() -> None:
    assert skep.Encoding() == skep.Encoding("skep", size=17) != skep.Encoding(size=19)
    assert skep.Encoding("openspiel") == skep.Encoding("openspiel", variant="Base+MLP")
    assert skep.Encoding("openspiel") != skep.Encoding("openspiel", variant="Base")
    assert len({skep.Encoding(), skep.Encoding(), skep.Encoding("openspiel")}) == 2
    assert skep.Encoding() != "skep"


def test_an_environment_is_pickled_and_copied() -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'skep[rl]'")
    import skep.pettingzoo

    env = skep.pettingzoo.env("Base")
    env.reset(seed=1)
    for _ in range(5):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    for other in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        assert other.unwrapped.position == env.unwrapped.position
        assert (other.last()[0]["action_mask"] == env.last()[0]["action_mask"]).all()
        other.step(int(other.last()[0]["action_mask"].argmax()))
        assert other.unwrapped.position != env.unwrapped.position


def lengths(work: tuple[skep.Encoding, skep.Game, skep.Position]) -> tuple[int, int, int]:
    encoding, game, position = work
    return encoding.actions, game.plies, int(encoding.encode(position)[2].sum())


def test_a_spawned_pool_takes_them(league: pathlib.Path) -> None:
    games = list(skep.open(league))[:4]
    work = [(skep.Encoding(size=25), game, game.position(game.plies // 2)) for game in games]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(lengths, work) == [lengths(one) for one in work]


def test_many_games_are_copied_and_say_why_they_are_not_pickled() -> None:
    env = skep.VecEnv(3, seed=1)
    env.step(env.sample())
    for other in (copy.copy(env), copy.deepcopy(env)):
        other.step(other.sample())
        assert [one.ply for one in other.positions()] == [2, 2, 2]
    assert [one.ply for one in env.positions()] == [1, 1, 1]
    with pytest.raises(TypeError, match="Make a VecEnv in each process"):
        pickle.dumps(env)
