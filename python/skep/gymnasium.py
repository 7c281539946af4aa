"""A vector environment for Gymnasium. Install it with ``pip install 'skep[rl]'``."""

from __future__ import annotations

from typing import Any, Optional, Sequence, Union

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .encoding import Encoding
from .vec_env import Step, VecEnv

__all__ = ["HiveVectorEnv"]


class HiveVectorEnv(VectorEnv[Any, Any, Any]):
    """`skep.VecEnv` as a vector environment of Gymnasium, for self-play: one policy plays both sides.

    An observation has ``observation``, the planes for the player to move, and ``action_mask``, the legal turns. The reward
    is that of the player who just moved. A game that ends begins again in the same step, and ``infos`` has no last
    observation, because the reward is its value. The arguments are those of `skep.VecEnv`. With ``copy=False``, the next step
    overwrites the arrays.

    >>> from skep.gymnasium import HiveVectorEnv
    >>> env = HiveVectorEnv(4, "Base")
    >>> observations, infos = env.reset(seed=1)
    >>> observations, rewards, terminated, truncated, infos = env.step(env.games.sample())
    >>> observations["observation"].shape, rewards.tolist()
    ((4, 29, 23, 23), [0.0, 0.0, 0.0, 0.0])
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
    """The facts about the environment that Gymnasium expects."""
    games: VecEnv
    """The games."""

    def __init__(
        self,
        num_envs: int,
        variant: Union[str, Sequence[str]] = "Base+MLP",
        encoding: Union[str, Encoding] = Encoding(size=23),
        *,
        threads: int = 1,
        max_plies: int = 500,
        copy: bool = True,
    ) -> None:
        self.games = VecEnv(num_envs, variant, encoding, threads=threads, max_plies=max_plies)
        chosen = self.games.encoding
        self.num_envs = num_envs
        self.copy = copy
        observation = gymnasium.spaces.Box(0, 7, chosen.shape, np.uint8)
        mask = gymnasium.spaces.Box(0, 1, (chosen.actions,), np.int8)
        self.single_observation_space = gymnasium.spaces.Dict({"observation": observation, "action_mask": mask})
        self.single_action_space = gymnasium.spaces.Discrete(chosen.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _observations(self, step: Step) -> dict[str, npt.NDArray[Any]]:
        assert step.planes is not None and step.mask is not None
        observations = {"observation": step.planes, "action_mask": step.mask.view(np.int8)}
        return {name: array.copy() for name, array in observations.items()} if self.copy else observations

    def reset(
        self, *, seed: Optional[Union[int, list[Optional[int]]]] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[dict[str, npt.NDArray[Any]], dict[str, Any]]:
        """Begin all games again. The seed is for ``games.sample``.

        >>> from skep.gymnasium import HiveVectorEnv
        >>> observations, infos = HiveVectorEnv(2).reset()
        >>> observations["action_mask"].sum(axis=1).tolist()
        [7, 7]
        """
        first = seed[0] if isinstance(seed, list) else seed
        return self._observations(self.games.reset(first)), {}

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        dict[str, npt.NDArray[Any]], npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]
    ]:
        """Play an action in each game.

        >>> from skep.gymnasium import HiveVectorEnv
        >>> env = HiveVectorEnv(2)
        >>> observations, infos = env.reset()
        >>> env.step(observations["action_mask"].argmax(axis=1))[2].tolist()
        [False, False]
        """
        step = self.games.step(actions)
        rewards, terminated, truncated = step.reward, step.terminated, step.truncated
        if self.copy:
            rewards, terminated, truncated = rewards.copy(), terminated.copy(), truncated.copy()
        return self._observations(step), rewards, terminated, truncated, {}
