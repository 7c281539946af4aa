"""Environments for Gymnasium. Install them with ``pip install 'skep[rl]'``.

The import registers ``skep/Hive-v0``. `HiveEnv` is one game, and `HiveVectorEnv` many games at once::

    import gymnasium
    import skep.gymnasium

    env = gymnasium.make("skep/Hive-v0", variant="Base")
    envs = gymnasium.make_vec("skep/Hive-v0", num_envs=256, rules="hivegame")

The name ``skep.gymnasium:skep/Hive-v0`` imports the module itself. In all of them, one policy plays both sides.
"""

from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence, Union

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ._encoding import Encoding, chosen_encoding
from ._vec_env import Final, Step, VecEnv
from ._types import Start

__all__ = ["HiveEnv", "HiveVectorEnv"]

_Observation = dict[str, npt.NDArray[Any]]


def observation_space(encoding: Encoding) -> gymnasium.spaces.Dict:
    """The space of an observation: planes and the mask of the legal turns."""
    most = np.broadcast_to(encoding.most[:, None, None], encoding.shape)
    planes = gymnasium.spaces.Box(np.zeros(encoding.shape, np.uint8), most, encoding.shape, np.uint8)
    mask = gymnasium.spaces.Box(0, 1, (encoding.actions,), np.int8)
    return gymnasium.spaces.Dict({"observation": planes, "action_mask": mask})


RENDER_MODES = ["ansi", "svg"]
"""How an environment can be drawn: as a text, or as a drawing."""


def known_render_mode(mode: Optional[str]) -> Optional[str]:
    """The mode. Unknown modes raise ``ValueError``."""
    if mode not in (None, *RENDER_MODES):
        raise ValueError(f"unknown render_mode {mode!r}: expected {' or '.join(RENDER_MODES)}")
    return mode


def chosen_start(options: Optional[Mapping[str, Any]]) -> Optional[Start]:
    """The position in the options of ``reset``. Other options raise ``ValueError``."""
    given = dict(options or {})
    start: Optional[Start] = given.pop("position", None)
    if given:
        raise ValueError(f"unknown options: {', '.join(sorted(map(str, given)))}; expected position")
    return start


def _observations(planes: Any, mask: Any, copy: bool) -> _Observation:
    seen = {"observation": planes, "action_mask": mask.view(np.int8)}
    return {name: array.copy() for name, array in seen.items()} if copy else seen


class HiveEnv(gymnasium.Env[Any, Any]):
    """One game of Hive as an environment of Gymnasium.

    An observation has ``observation``, the planes for the player to move, and ``action_mask``, the legal turns. The
    reward is that of the player who just moved. An action that is not legal loses: the reward is -1, and the game is
    terminated. At the end, ``info["ending"]`` says why: ``board``, ``repetition``, ``illegal``, ``max_plies`` or
    ``outside``. The arguments are those of `skep.VecEnv`. ``render_mode`` is ``ansi`` for a text, or ``svg`` for a
    drawing.

    >>> from skep.gymnasium import HiveEnv
    >>> env = HiveEnv("Base", max_plies=1)
    >>> observation, info = env.reset()
    >>> observation, reward, terminated, truncated, info = env.step(observation["action_mask"].argmax())
    >>> reward, terminated, truncated, info
    (0.0, False, True, {'ending': 'max_plies'})
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES}
    """The facts about the environment that Gymnasium expects."""
    games: Optional[VecEnv]
    """The game; ``None`` before the first `reset`."""

    def __init__(
        self,
        variant: Start = "Base+MLP",
        encoding: Union[str, Encoding] = Encoding(size=23),
        *,
        rules: str = "default",
        max_plies: int = 500,
        render_mode: Optional[str] = None,
    ) -> None:
        self.encoding = chosen_encoding(encoding)
        self.render_mode = known_render_mode(render_mode)
        self.observation_space = observation_space(self.encoding)
        self.action_space = gymnasium.spaces.Discrete(self.encoding.actions)
        self._variant, self._rules, self._max_plies = variant, rules, max_plies
        # A game that cannot be played is an error here, and not in the first step.
        self._begin(variant)
        self.games = None
        self._is_over = False

    def _begin(self, start: Start) -> VecEnv:
        return VecEnv(1, start, self.encoding, rules=self._rules, max_plies=self._max_plies)

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[_Observation, dict[str, Any]]:
        """Begin a game. ``options={"position": …}`` begins in a position: a `Position`, or a text for one. Hive has
        no chance, so the seed is only for ``np_random``.

        >>> from skep.gymnasium import HiveEnv
        >>> observation, info = HiveEnv().reset(options={"position": "Base+MLP;wS1"})
        >>> int(observation["action_mask"].sum())
        42
        """
        super().reset(seed=seed)
        start = chosen_start(options)
        self.games = self._begin(self._variant if start is None else start)
        self._is_over = False
        return self._observation(self.games), {}

    def _observation(self, games: VecEnv) -> _Observation:
        assert games.planes is not None and games.mask is not None
        return _observations(games.planes[0], games.mask[0], copy=True)

    def step(self, action: Any) -> tuple[_Observation, float, bool, bool, dict[str, Any]]:
        """Play an action.

        >>> from skep.gymnasium import HiveEnv
        >>> env = HiveEnv("Base")
        >>> observation, info = env.reset()
        >>> env.step(0)[1:]
        (-1.0, True, False, {'ending': 'illegal'})
        """
        games = self.games
        if games is None or self._is_over:
            raise gymnasium.error.ResetNeeded("call reset before step")
        assert games.mask is not None
        number = int(action)
        if not (0 <= number < self.encoding.actions and games.mask[0, number]):
            self._is_over = True
            return self._observation(games), -1.0, True, False, {"ending": "illegal"}
        step = games.step([number])
        reward, terminated, truncated = float(step.reward[0]), bool(step.terminated[0]), bool(step.truncated[0])
        if step.final is None:
            return self._observation(games), reward, terminated, truncated, {}
        self._is_over = True
        last = _last(step.final, 0)
        return last, reward, terminated, truncated, {"ending": step.final.endings[0]}

    def render(self) -> Optional[str]:
        """The position as a text (``ansi``) or as a drawing (``svg``). After the end, this is the start of the next
        game.

        >>> from skep.gymnasium import HiveEnv
        >>> env = HiveEnv(render_mode="svg")
        >>> _ = env.reset()
        >>> env.render()[:4]
        '<svg'
        """
        if self.render_mode is None or self.games is None:
            return None
        position = self.games.positions()[0]
        return position.svg() if self.render_mode == "svg" else str(position)


class HiveVectorEnv(VectorEnv[Any, Any, Any]):
    """`skep.VecEnv` as a vector environment of Gymnasium, for self-play: one policy plays both sides.

    An observation has ``observation``, the planes for the player to move, and ``action_mask``, the legal turns. The
    reward is that of the player who just moved. An action that is not legal raises ``ValueError``. A game that ends
    begins again in the same step: ``infos["final_obs"]`` has its last observation, ``infos["final_info"]["ending"]``
    says why it ended, as `skep.types.Final` does, and ``infos["_final_obs"]`` says which games ended. The arguments are
    those of `skep.VecEnv`. With ``copy=False``, the next step overwrites the arrays.

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
        variant: Union[Start, Sequence[Start]] = "Base+MLP",
        encoding: Union[str, Encoding] = Encoding(size=23),
        *,
        book: Sequence[Start] = (),
        rules: str = "default",
        threads: int = 1,
        max_plies: int = 500,
        copy: bool = True,
        render_mode: Optional[str] = None,
    ) -> None:
        if render_mode is not None:
            raise ValueError("many games at once have no picture; choose render_mode=None")
        self.games = VecEnv(
            num_envs, variant, encoding, book=book, rules=rules, threads=threads, max_plies=max_plies
        )
        chosen = self.games.encoding
        self.num_envs = num_envs
        self.copy = copy
        self.single_observation_space = observation_space(chosen)
        self.single_action_space = gymnasium.spaces.Discrete(chosen.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _seen(self, step: Step) -> _Observation:
        return _observations(step.planes, step.mask, self.copy)

    def reset(
        self, *, seed: Optional[Union[int, list[Optional[int]]]] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[_Observation, dict[str, Any]]:
        """Begin all games again. The seed is for ``games.sample`` and ``book``. ``options={"reset_mask": mask}``
        begins only the games of the mask again.

        >>> from skep.gymnasium import HiveVectorEnv
        >>> observations, infos = HiveVectorEnv(2).reset()
        >>> observations["action_mask"].sum(axis=1).tolist()
        [7, 7]
        """
        given = dict(options or {})
        mask = given.pop("reset_mask", None)
        if given:
            raise ValueError(f"unknown options: {', '.join(sorted(map(str, given)))}; expected reset_mask")
        if mask is not None and (np.shape(mask) != (self.num_envs,) or np.asarray(mask).dtype != np.bool_):
            raise ValueError(f"reset_mask must be {self.num_envs} values that are true or false")
        chosen = None if mask is None else np.flatnonzero(mask).tolist()
        first = seed[0] if isinstance(seed, list) else seed
        return self._seen(self.games.reset(first, games=chosen)), {}

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[_Observation, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        """Play an action in each game.

        >>> from skep.gymnasium import HiveVectorEnv
        >>> env = HiveVectorEnv(2, max_plies=1)
        >>> observations, infos = env.reset()
        >>> *_, truncated, infos = env.step(observations["action_mask"].argmax(axis=1))
        >>> truncated.tolist(), infos["_final_obs"].tolist(), infos["final_info"]["ending"].tolist()
        ([True, True], [True, True], ['max_plies', 'max_plies'])
        """
        step = self.games.step(actions)
        rewards, terminated, truncated = step.reward, step.terminated, step.truncated
        if self.copy:
            rewards, terminated, truncated = rewards.copy(), terminated.copy(), truncated.copy()
        infos: dict[str, Any] = {}
        if step.final is not None:
            for row, game in enumerate(step.final.games.tolist()):
                info = {"ending": step.final.endings[row]}
                infos = self._add_info(infos, {"final_obs": _last(step.final, row), "final_info": info}, game)
        return self._seen(step), rewards, terminated, truncated, infos


def _last(final: Final, row: int) -> _Observation:
    """The last observation of a game."""
    assert final.planes is not None and final.mask is not None
    return _observations(final.planes[row], final.mask[row], copy=True)


gymnasium.register(
    id="skep/Hive-v0",
    entry_point="skep.gymnasium:HiveEnv",
    vector_entry_point="skep.gymnasium:HiveVectorEnv",
)
