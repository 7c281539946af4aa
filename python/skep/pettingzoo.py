"""A PettingZoo environment for Hive. Install it with ``pip install 'skep[rl]'``."""

from __future__ import annotations

from typing import Any, Optional, Union

import gymnasium
import numpy as np
import numpy.typing as npt
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._skep import Position
from ._encoding import Encoding, chosen_encoding
from .gymnasium import RENDER_MODES, chosen_start, known_render_mode, observation_space
from ._vec_env import expand
from ._types import Start

__all__ = ["HiveEnv", "env", "raw_env"]


class HiveEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """Hive for two agents, ``white`` and ``black``, in turns.

    An observation has ``observation``, the planes of the encoding for the agent that moves next, and ``action_mask``,
    the legal turns. The winner gets the reward 1 and the loser -1. A game is truncated when its position has
    ``max_plies`` plies, or does not fit in the window of the encoding. At the end, ``infos`` says why under
    ``ending``: ``board``, ``repetition``, ``max_plies`` or ``outside``. ``rules`` are those of `skep.Position`: with
    ``draw`` or ``hivegame``, the third occurrence of a position ends the game. The default window of 23 × 23 cells is
    larger than that of `Encoding`, because random games spread over the plane.

    >>> from skep.pettingzoo import raw_env
    >>> hive = raw_env("Base", encoding="openspiel")
    >>> hive.reset(seed=1)
    >>> hive.observe("white")["observation"].shape
    (23, 17, 17)
    >>> hive.step(hive.encoding.action(hive.position, "wS1"))
    >>> hive.agent_selection, hive.position.moves
    ('black', ['wS1'])
    """

    metadata: dict[str, Any] = {
        "name": "hive_v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
    }
    """The facts about the environment that PettingZoo expects."""

    def __init__(
        self,
        variant: Start = "Base+MLP",
        encoding: Union[str, Encoding] = Encoding(size=23),
        *,
        rules: str = "default",
        max_plies: int = 500,
        render_mode: Optional[str] = None,
    ) -> None:
        super().__init__()
        self.encoding = chosen_encoding(encoding)
        self.variant = variant
        self.rules = rules
        self.max_plies = max_plies
        self.render_mode = known_render_mode(render_mode)
        self.possible_agents = ["white", "black"]
        self.agents: list[str] = []
        # A game without an encoding is an error here, and not in a first step.
        self.position = self._begin(variant)
        space = observation_space(self.encoding)
        self._observation_spaces = {agent: space for agent in self.possible_agents}
        self._action_spaces = {
            agent: gymnasium.spaces.Discrete(self.encoding.actions)
            for agent in self.possible_agents
        }
        self._planes = np.zeros(self.encoding.shape, np.uint8)
        self._mask = np.zeros(self.encoding.actions, np.int8)

    def __repr__(self) -> str:
        return f"HiveEnv({self.variant!r}, {self.encoding!r}, max_plies={self.max_plies})"

    def _begin(self, start: Start) -> Position:
        """The position in which a game begins."""
        position = start if isinstance(start, Position) else Position(start, rules=self.rules)
        leaves = expand([position], None, self.encoding, rules=self.rules)
        if not leaves.fits[0]:
            raise ValueError("the position does not fit in the window of the encoding")
        position = leaves.positions[0]
        if position.is_game_over() or position.ply >= self.max_plies:
            raise ValueError(f"a game cannot begin after its end: ply {position.ply}, max_plies {self.max_plies}")
        return position

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The space of observations of an agent.

        >>> from skep.pettingzoo import raw_env
        >>> sorted(raw_env().observation_space("white"))
        ['action_mask', 'observation']
        """
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The space of actions of an agent.

        >>> from skep.pettingzoo import raw_env
        >>> raw_env(encoding="openspiel").action_space("white")
        Discrete(5489)
        """
        return self._action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        """Begin a game. ``options={"position": …}`` begins in a position: a `skep.Position`, or a text for one. Hive
        has no chance, so the seed does nothing.

        >>> from skep.pettingzoo import raw_env
        >>> hive = raw_env()
        >>> hive.reset(options={"position": "Base+MLP;wS1"})
        >>> hive.agent_selection
        'black'
        """
        given = dict(options or {})
        # PettingZoo's own test of environments passes this name.
        given.pop("options", None)
        start = chosen_start(given)
        self.position = self._begin(self.variant if start is None else start)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.position.turn.lower()
        self._encode()

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """What an agent sees. Only the agent that moves next has legal turns.

        >>> from skep.pettingzoo import raw_env
        >>> hive = raw_env("Base")
        >>> hive.reset()
        >>> [int(hive.observe(agent)["action_mask"].sum()) for agent in hive.agents]
        [4, 0]
        """
        moves = agent == self.agent_selection
        mask = self._mask if moves else np.zeros_like(self._mask)
        return {"observation": self._planes.copy(), "action_mask": mask.copy()}

    def step(self, action: Optional[int]) -> None:
        """Play the turn with a number for the agent that moves next.

        >>> from skep.pettingzoo import raw_env
        >>> hive = raw_env()
        >>> hive.reset()
        >>> hive.step(int(hive.observe("white")["action_mask"].argmax()))
        >>> hive.position.ply
        1
        """
        if not hasattr(self, "agent_selection"):
            raise gymnasium.error.ResetNeeded("call reset before step")
        if not self.agents:
            raise gymnasium.error.ResetNeeded("the game is over; call reset before the next step")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent that is still in the game must play")
        self.position.play(self.encoding.turn(self.position, int(action)))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        outcome = self.position.outcome
        if outcome is not None:
            if outcome != "Draw":
                won = outcome == "WhiteWins"
                self.rewards = {"white": 1.0 if won else -1.0, "black": -1.0 if won else 1.0}
            self.terminations = dict.fromkeys(self.agents, True)
            # The board alone does not show a draw by repetition.
            self._say("board" if Position(self.position.state).is_game_over() else "repetition")
        elif self.position.ply >= self.max_plies:
            self._truncate("max_plies")
        self.agent_selection = self.position.turn.lower()
        self._encode()
        self._accumulate_rewards()
        if self.render_mode is not None:
            self.render()

    def _truncate(self, why: str) -> None:
        self.truncations = dict.fromkeys(self.agents, True)
        self._say(why)

    def _say(self, ending: str) -> None:
        self.infos = {agent: {"ending": ending} for agent in self.agents}

    def _encode(self) -> None:
        leaves = expand([self.position], None, self.encoding)
        assert leaves.planes is not None and leaves.mask is not None
        if leaves.fits[0]:
            self._planes, self._mask = leaves.planes[0], leaves.mask[0].astype(np.int8)
            return
        self._planes = np.zeros_like(self._planes)
        self._mask = np.zeros_like(self._mask)
        if not any(self.terminations.values()):
            self._truncate("outside")

    def render(self) -> Optional[str]:
        """The position as text (``ansi``) or as a drawing (``svg``).

        >>> from skep.pettingzoo import raw_env
        >>> hive = raw_env(render_mode="svg")
        >>> hive.reset()
        >>> hive.render()[:4]
        '<svg'
        """
        if self.render_mode == "svg":
            return self.position.svg()
        return str(self.position)

    def close(self) -> None:
        """Do nothing; the environment holds no resources.

        >>> from skep.pettingzoo import raw_env
        >>> raw_env().close()
        """


raw_env = HiveEnv
"""The environment without wrappers."""


def env(
    variant: Start = "Base+MLP",
    encoding: Union[str, Encoding] = Encoding(size=23),
    *,
    rules: str = "default",
    max_plies: int = 500,
    render_mode: Optional[str] = None,
) -> Any:
    """The environment with the usual wrappers: an illegal turn loses, and calls out of order are errors.

    >>> import skep.pettingzoo
    >>> hive = skep.pettingzoo.env("Base+MLP")
    >>> hive.reset(seed=1)
    >>> observation, reward, termination, truncation, info = hive.last()
    >>> int(observation["action_mask"].sum())
    7
    """
    hive: Any = HiveEnv(variant, encoding, rules=rules, max_plies=max_plies, render_mode=render_mode)
    hive = wrappers.TerminateIllegalWrapper(hive, illegal_reward=-1)
    hive = wrappers.AssertOutOfBoundsWrapper(hive)
    return wrappers.OrderEnforcingWrapper(hive)
