"""The environments of Gymnasium and PettingZoo, by the tests of these packages, for every encoding and option."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'skep[rl]'")

import gymnasium  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, parallel_api_test, seed_test  # noqa: E402
from pettingzoo.utils.conversions import turn_based_aec_to_parallel  # noqa: E402

import skep  # noqa: E402
import skep.gymnasium  # noqa: E402
import skep.pettingzoo  # noqa: E402

ENCODINGS: dict[str, Any] = {
    "skep": "skep",
    "small": skep.Encoding(size=9),
    "openspiel": "openspiel",
    "openspiel of Base+M": skep.Encoding("openspiel", variant="Base+M"),
    "type": skep.Encoding(identity="type", size=23),
    "source": skep.Encoding(actions="source", size=15),
    "distance": skep.Encoding(size=23, extra=["distance"]),
    "extra": skep.Encoding(identity="type", size=21, extra=["pinned", "edge", "distance"]),
}
OPTIONS: dict[str, dict[str, Any]] = {
    "default": {},
    "rules": {"rules": "hivegame+open"},
    "short": {"max_plies": 5},
    "position": {"variant": "Base;wS1;bS1 wS1-"},
    "text": {"render_mode": "ansi"},
    "drawing": {"render_mode": "svg"},
}
BOTH = [(encoding, "default") for encoding in ENCODINGS] + [("skep", options) for options in OPTIONS]


def arguments(encoding: str, options: str) -> dict[str, Any]:
    # The variant has only bugs of the encoding.
    variant = "Base+M" if "Base+M" in encoding else "Base+MLP"
    return {"variant": variant, "encoding": ENCODINGS[encoding], **OPTIONS[options]}


@pytest.mark.parametrize(("encoding", "options"), BOTH)
def test_the_checker_of_gymnasium(encoding: str, options: str) -> None:
    env = skep.gymnasium.HiveEnv(**arguments(encoding, options))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # It says that one-dimensional boxes are usual, which a board is not.
        warnings.filterwarnings("ignore", message=".*Box observation space.*|.*not an instance of.*")
        warnings.filterwarnings("ignore", category=UserWarning, module="gymnasium")
        check_env(env, skip_render_check=options not in ("text", "drawing"))


@pytest.mark.parametrize(("encoding", "options"), BOTH)
def test_the_tests_of_pettingzoo(encoding: str, options: str) -> None:
    def make() -> Any:
        return skep.pettingzoo.env(**arguments(encoding, options))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(make(), num_cycles=100, verbose_progress=False)
        seed_test(make, num_cycles=20)
        parallel_api_test(turn_based_aec_to_parallel(make()), num_cycles=30)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_observations_are_in_their_space(encoding: str) -> None:
    """Also the last ones of games that end."""
    given = arguments(encoding, "default")
    env = skep.gymnasium.HiveVectorEnv(4, given["variant"], given["encoding"], max_plies=60)
    observations, _ = env.reset(seed=1)
    most = np.zeros(env.games.encoding.shape[0], np.uint8)
    ended = 0
    for _ in range(150):
        assert env.observation_space.contains(observations)
        most = np.maximum(most, observations["observation"].max(axis=(0, 2, 3)))
        observations, _, terminated, truncated, infos = env.step(env.games.sample())
        over = terminated | truncated
        assert (infos["_final_obs"].tolist() if infos else [False] * 4) == over.tolist()
        for game in np.flatnonzero(over).tolist():
            assert env.single_observation_space.contains(infos["final_obs"][game])
            reason = infos["final_info"]["ending"][game]
            assert reason in (("board", "repetition") if terminated[game] else ("max_plies", "outside"))
            assert infos["final_obs"][game]["observation"].any() == (reason != "outside")
            ended += 1
    assert ended > 4 and (most <= env.games.encoding.most).all()


def test_the_last_observation_is_that_of_the_same_game_alone() -> None:
    encoding = skep.Encoding(size=15)
    env = skep.gymnasium.HiveVectorEnv(8, "Base", encoding, max_plies=80)
    env.reset(seed=3)
    alone = [skep.Position("Base") for _ in range(8)]
    seen = set()
    for _ in range(250):
        actions = env.games.sample()
        for position, action in zip(alone, actions.tolist()):
            position.play(encoding.turn(position, action))
        _, rewards, terminated, truncated, infos = env.step(actions)
        for game in np.flatnonzero(terminated | truncated).tolist():
            ending, last = infos["final_info"]["ending"][game], infos["final_obs"][game]
            seen.add(ending)
            if ending != "outside":
                planes, _, mask = encoding.encode(alone[game])
                assert np.array_equal(last["observation"], planes) and np.array_equal(last["action_mask"], mask)
            assert (alone[game].outcome is not None) == bool(terminated[game])
            alone[game] = skep.Position("Base")
    assert {"max_plies", "outside"} <= seen


def test_gymnasium_finds_the_environments() -> None:
    envs = gymnasium.make_vec("skep/Hive-v0", num_envs=3, variant="Base", rules="draw")
    assert isinstance(envs.unwrapped, skep.gymnasium.HiveVectorEnv) and envs.num_envs == 3
    assert envs.reset(seed=1)[0]["action_mask"].sum(axis=1).tolist() == [4] * 3
    env = gymnasium.make("skep.gymnasium:skep/Hive-v0", variant="Base", disable_env_checker=True)
    assert isinstance(env.unwrapped, skep.gymnasium.HiveEnv)
    many = gymnasium.make_vec("skep/Hive-v0", num_envs=2, vectorization_mode="sync", variant="Base")
    assert many.reset(seed=1)[0]["action_mask"].sum(axis=1).tolist() == [4] * 2


def test_an_illegal_action_loses_in_one_game_and_raises_in_many() -> None:
    env = skep.gymnasium.HiveEnv("Base")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    for action in (0, -1, 10**9):
        env.reset()
        assert env.step(action)[1:] == (-1.0, True, False, {"ending": "illegal"})
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step(0)
    with pytest.raises(ValueError, match="not a legal action of game 0"):
        skep.gymnasium.HiveVectorEnv(1).step([0])


@pytest.mark.parametrize("make", [skep.pettingzoo.raw_env, skep.gymnasium.HiveEnv])
def test_what_cannot_begin_is_refused(make: Any) -> None:
    finished = skep.Position("Base")
    chance = random.Random(2)
    while not finished.is_game_over() and finished.ply < 400:
        finished.play(chance.choice(finished.legal_moves()))
    assert finished.is_game_over()
    env = make("Base+MLP")
    for options, error, words in [
        ({"postion": "Base"}, ValueError, "unknown options: postion"),
        ({"position": finished}, ValueError, "after its end"),
        ({"position": finished.gamestring}, ValueError, "after its end"),
        ({"position": "Venom"}, skep.UnsupportedGame, "no encoding"),
        ({"position": "Hex-It 29"}, skep.UnsupportedGame, "no encoding"),
        ({"position": "Chess"}, skep.InvalidGame, "not a variant"),
    ]:
        with pytest.raises(error, match=words):
            env.reset(options=options)
    with pytest.raises(ValueError, match="after its end"):
        make("Base;wS1;bS1 wS1-", max_plies=2).reset()
    for mode in ("human", "rgb_array", "SVG"):
        with pytest.raises(ValueError, match="expected ansi or svg"):
            make(render_mode=mode)
    with pytest.raises(ValueError, match="unknown rule"):
        make(rules="chess")


def test_a_raw_environment_needs_a_reset() -> None:
    env = skep.pettingzoo.raw_env("Base", max_plies=1)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.reset()
    env.step(int(env.observe("white")["action_mask"].argmax()))
    assert env.infos == {agent: {"ending": "max_plies"} for agent in ("white", "black")}
    for _ in range(2):
        env.step(None)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(None)


def test_some_games_begin_again() -> None:
    env = skep.gymnasium.HiveVectorEnv(3, "Base")
    env.reset(seed=1)
    for _ in range(4):
        env.step(env.games.sample())
    env.reset(options={"reset_mask": np.array([True, False, True])})
    assert env.games.scalars[:, 1].tolist() == [0, 4, 0]
    with pytest.raises(ValueError, match="unknown options: mask"):
        env.reset(options={"mask": []})
    with pytest.raises(ValueError, match="reset_mask"):
        env.reset(options={"reset_mask": [1, 0, 1]})


def test_games_begin_in_a_book() -> None:
    book = ["Base;wS1;bS1 wS1-", skep.Position("Base;wG1;bG1 wG1-;wQ -wG1"), "Base"]
    env = skep.VecEnv(200, book=book, seed=1, max_plies=5, record=True)
    assert set(env.scalars[:, 1].tolist()) == {0, 2, 3}
    for _ in range(10):
        step = env.step(env.sample())
    games = [game for text in env.take_games() for game in skep.read(text)]
    assert {game.plies for game in games} == {5} and {str(game.moves[0]) for game in games} >= {"wS1", "wG1", "wA1"}
    assert step.final is not None
