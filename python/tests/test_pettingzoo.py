"""The environment, by PettingZoo's own tests."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'skep[rl]'")

from pettingzoo.test import api_test, seed_test  # noqa: E402

import skep  # noqa: E402
import skep.pettingzoo  # noqa: E402


@pytest.mark.parametrize("encoding", ["skep", "openspiel"])
def test_the_interface(encoding: str) -> None:
    api_test(skep.pettingzoo.env("Base+MLP", encoding=encoding), num_cycles=300, verbose_progress=False)


def test_seeds() -> None:
    seed_test(lambda: skep.pettingzoo.env("Base+MLP", encoding="openspiel"), num_cycles=50)


def test_games_end_with_rewards() -> None:
    ended = 0
    for seed in range(8):
        env = skep.pettingzoo.env("Base", max_plies=300)
        env.reset(seed=seed)
        chance = random.Random(seed)
        total = {"white": 0.0, "black": 0.0}
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, info = env.last()
            total[agent] += reward
            if terminated or truncated:
                env.step(None)
                assert info["ending"] in (("max_plies", "outside") if truncated else ("board",))
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(chance.choice(legal.tolist())))
        position = env.unwrapped.position
        if position.is_game_over() and position.outcome != "Draw":
            ended += 1
            won = "white" if position.outcome == "WhiteWins" else "black"
            assert total[won] == 1.0 and sum(total.values()) == 0.0
        else:
            assert total == {"white": 0.0, "black": 0.0}
    assert ended > 0


def test_only_plain_hive_has_an_environment() -> None:
    with pytest.raises(skep.UnsupportedGame):
        skep.pettingzoo.env("Venom")


def test_an_illegal_turn_loses() -> None:
    env = skep.pettingzoo.env("Base+MLP")
    env.reset()
    observation = env.last()[0]
    env.step(int((observation["action_mask"] == 0).argmax()))
    assert env.unwrapped.position.ply == 0
    assert env.rewards["white"] == -1
