"""Many games at once, for training: `VecEnv` and `expand`."""

from __future__ import annotations

import itertools
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, NamedTuple, NoReturn, Optional, Sequence, Union, cast

import numpy as np
import numpy.typing as npt

from ._skep import Encoder, Envs, Position
from ._skep import expand as _expand
from .encoding import Encoding

__all__ = ["Leaves", "Legal", "Step", "VecEnv", "expand"]


class Step(NamedTuple):
    """What `VecEnv.step` returns. The arrays are those of the environment: the next step overwrites them.

    >>> import skep
    >>> env = skep.VecEnv(2)
    >>> env.step(env.sample()).reward.tolist()
    [0.0, 0.0]
    """

    planes: Optional[npt.NDArray[np.uint8]]
    """The planes for the player to move: ``(n, *encoding.shape)``."""
    scalars: npt.NDArray[np.uint16]
    """The scalars, as in `Encoding`: ``(n, 6)``."""
    mask: Optional[npt.NDArray[np.bool_]]
    """The legal actions: ``(n, encoding.actions)``."""
    reward: npt.NDArray[np.float32]
    """For the player who just moved: 1 for a won game, -1 for a lost one, otherwise 0."""
    terminated: npt.NDArray[np.bool_]
    """Whether the game ended on the board. The planes are the first position of the next game."""
    truncated: npt.NDArray[np.bool_]
    """Whether the game was stopped: too many turns, or a position that does not fit in the window."""


class Legal(NamedTuple):
    """The legal actions of all games: those of game ``i`` are ``actions[offsets[i]:offsets[i + 1]]``.

    >>> import skep
    >>> legal = skep.VecEnv(2, "Base").legal()
    >>> legal.offsets.tolist(), len(legal.actions)
    ([0, 4, 8], 8)
    """

    offsets: npt.NDArray[np.int64]
    """Where the actions of each game begin, and the end: ``(n + 1,)``."""
    actions: npt.NDArray[np.int64]
    """The actions of the first game, then those of the next."""


class Leaves(NamedTuple):
    """What `expand` returns.

    >>> import numpy, skep
    >>> position, encoding = skep.Position("Base"), skep.Encoding()
    >>> leaves = skep.expand([position] * 2, [encoding.action(position, turn) for turn in ("wS1", "wA1")], encoding)
    >>> [leaf.moves for leaf in leaves.positions]
    [['wS1'], ['wA1']]
    """

    positions: list[Position]
    """The position after each action."""
    planes: Optional[npt.NDArray[np.uint8]]
    """The planes: ``(n, *encoding.shape)``."""
    scalars: npt.NDArray[np.uint16]
    """The scalars, as in `Encoding`: ``(n, 6)``."""
    mask: Optional[npt.NDArray[np.bool_]]
    """The legal actions: ``(n, encoding.actions)``."""
    value: npt.NDArray[np.float32]
    """The result for the player to move, 1, 0 or -1; NaN if the game goes on."""
    fits: npt.NDArray[np.bool_]
    """Whether the position fits in the window. Otherwise its planes and mask mean nothing."""


def _encoding(encoding: Union[str, Encoding]) -> Encoding:
    return encoding if isinstance(encoding, Encoding) else Encoding(encoding)


def _actions(actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Actions as whole numbers of one type."""
    given = np.asarray(actions)
    if given.ndim != 1:
        raise ValueError("actions must have one dimension")
    if given.size == 0:
        return np.zeros(0, np.int64)
    try:
        return np.ascontiguousarray(given.astype(np.int64, casting="same_kind"))
    except (OverflowError, TypeError):
        raise ValueError("actions must be whole numbers of 64 bits") from None


def _array(given: Any, name: str, shape: tuple[int, ...], dtype: Any) -> Any:
    """The array of the caller, or a new one."""
    if given is None:
        return np.zeros(shape, dtype)
    array: npt.NDArray[Any] = cast(Any, given) if isinstance(given, np.ndarray) else np.from_dlpack(given)
    # Also aligned.
    is_plain = array.flags.carray
    if array.shape != shape or array.dtype != dtype or not is_plain:
        raise ValueError(f"out[{name!r}] must be a contiguous, writable array of {np.dtype(dtype)} with shape {shape}")
    return array


def _arrays(out: Optional[dict[str, Any]], wanted: dict[str, tuple[tuple[int, ...], Any]]) -> dict[str, Any]:
    """An array of each shape and type."""
    given = out or {}
    if unknown := set(given) - set(wanted):
        raise ValueError(f"out has arrays that are not used: {', '.join(sorted(map(str, unknown)))}")
    arrays = {name: _array(given.get(name), name, *of) for name, of in wanted.items()}
    # Threads write them at the same time.
    if any(np.may_share_memory(one, other) for one, other in itertools.combinations(arrays.values(), 2)):
        raise ValueError("the arrays of out must not share memory")
    return arrays


def _shapes(n: int, encoding: Encoding, planes: bool, mask: bool) -> dict[str, tuple[tuple[int, ...], Any]]:
    """The arrays of encoded positions."""
    shapes: dict[str, tuple[tuple[int, ...], Any]] = {"scalars": ((n, 6), np.uint16)}
    if planes:
        shapes["planes"] = ((n, *encoding.shape), np.uint8)
    if mask:
        shapes["mask"] = ((n, encoding.actions), np.bool_)
    return shapes


class VecEnv:
    """``n`` games of Hive at once, for training: each step plays one action in each game.

    ``variant`` is a variant, or a list with the variant of each game. A game that ends begins again in the same step. A
    game is stopped after ``max_plies`` turns, or when it leaves the window of the encoding. ``threads=0`` uses all
    cores; other threads of Python run during a step. ``seed`` is for `sample`: Hive itself is not random.

    The arrays are made once and written in each step. ``out`` can give some of them: numpy arrays, or tensors that share
    their memory by DLPack, such as those of torch. Old versions of torch, and numpy before 2.1, share them read-only: give
    ``tensor.numpy()``. ``planes=False`` and ``mask=False`` leave out an array; `legal` lists the legal actions without a
    mask. With ``record=True``, `take_games` returns the games that ended.

    >>> import skep
    >>> env = skep.VecEnv(3, ["Base", "Base+M", "Base+MLP"], seed=1)
    >>> for _ in range(10):
    ...     step = env.step(env.sample())
    >>> step.planes.shape, step.scalars[:, 1].tolist()
    ((3, 29, 23, 23), [10, 10, 10])
    """

    encoding: Encoding
    """The encoding."""
    variants: list[str]
    """The variant of each game."""
    planes: Optional[npt.NDArray[np.uint8]]
    """As in `Step`."""
    scalars: npt.NDArray[np.uint16]
    """As in `Step`."""
    mask: Optional[npt.NDArray[np.bool_]]
    """As in `Step`."""
    reward: npt.NDArray[np.float32]
    """As in `Step`."""
    terminated: npt.NDArray[np.bool_]
    """As in `Step`."""
    truncated: npt.NDArray[np.bool_]
    """As in `Step`."""

    def __init__(
        self,
        n: int,
        variant: Union[str, Sequence[str]] = "Base+MLP",
        encoding: Union[str, Encoding] = Encoding(size=23),
        *,
        threads: int = 1,
        max_plies: int = 500,
        seed: int = 0,
        planes: bool = True,
        mask: bool = True,
        record: bool = False,
        out: Optional[dict[str, Any]] = None,
    ) -> None:
        if not 1 <= n <= 1 << 20:
            raise ValueError("n must be from 1 to 1048576 games")
        self.encoding = _encoding(encoding)
        self.variants = [variant] * n if isinstance(variant, str) else list(variant)
        if len(self.variants) != n:
            raise ValueError(f"expected {n} variants, one for each game")
        self._options = {"threads": threads, "max_plies": max_plies, "seed": seed, "record": record}
        self._envs = Envs(self.variants, self.encoding.encoder, **cast(Any, self._options))
        types = {"reward": np.float32, "terminated": np.bool_, "truncated": np.bool_}
        shapes = {**_shapes(n, self.encoding, planes, mask), **{name: ((n,), of) for name, of in types.items()}}
        arrays = _arrays(out, shapes)
        self.planes, self.mask = arrays.get("planes"), arrays.get("mask")
        self.scalars, self.reward = arrays["scalars"], arrays["reward"]
        self.terminated, self.truncated = arrays["terminated"], arrays["truncated"]
        self._sent: Optional[Future[Step]] = None
        self._pool: Optional[ThreadPoolExecutor] = None
        self.reset()

    def __len__(self) -> int:
        return len(self.variants)

    def __repr__(self) -> str:
        return f"<VecEnv of {len(self)} games: {self.encoding!r}>"

    def _ready(self) -> Envs:
        """The games, after a step in the background."""
        if self._sent is not None:
            wait([self._sent])
        return self._envs

    def _play(self, actions: npt.NDArray[np.int64]) -> Step:
        self._envs.step(
            actions, self.planes, self.scalars, self.mask, self.reward, self.terminated, self.truncated
        )
        return self._step()

    def _step(self) -> Step:
        return Step(self.planes, self.scalars, self.mask, self.reward, self.terminated, self.truncated)

    def reset(self, seed: Optional[int] = None) -> Step:
        """Begin all games again. A seed begins the random numbers of `sample` again.

        >>> import skep
        >>> env = skep.VecEnv(2)
        >>> first = env.sample().tolist()
        >>> _ = env.reset(seed=0)
        >>> env.sample().tolist() == first
        True
        """
        envs = self._ready()
        # There is nothing left to receive.
        self._sent = None
        envs.reset(seed, self.planes, self.scalars, self.mask)
        for array in (self.reward, self.terminated, self.truncated):
            array.fill(0)
        return self._step()

    def step(self, actions: npt.ArrayLike) -> Step:
        """Play an action in each game. If an action is not legal, ``ValueError`` names the game, and nothing is played.

        >>> import skep
        >>> env = skep.VecEnv(2, "Base")
        >>> env.step(env.legal().actions[[0, 4]]).scalars[:, 1].tolist()
        [1, 1]
        """
        if self._sent is not None:
            raise ValueError("recv the step that was sent first")
        return self._play(_actions(actions))

    def send(self, actions: npt.ArrayLike) -> None:
        """Begin a step in the background, as in EnvPool. `recv` waits for it. Until then, the arrays change.

        >>> import skep
        >>> env = skep.VecEnv(2)
        >>> env.send(env.sample())
        >>> env.recv().scalars[:, 1].tolist()
        [1, 1]
        """
        if self._sent is not None:
            raise ValueError("recv the step that was sent first")
        if self._pool is None:
            self._pool = ThreadPoolExecutor(1)
        self._sent = self._pool.submit(self._play, _actions(actions))

    def recv(self) -> Step:
        """Wait for the step of `send`.

        >>> import skep
        >>> env = skep.VecEnv(1)
        >>> env.send(env.sample())
        >>> env.recv().mask.shape
        (1, 14813)
        """
        if self._sent is None:
            raise ValueError("send actions before recv")
        # Ctrl-C can end the waiting, but not the step.
        self._ready()
        sent, self._sent = self._sent, None
        return sent.result()

    def legal(self) -> Legal:
        """The legal actions of all games, as a compressed sparse row.

        >>> import skep
        >>> env = skep.VecEnv(2, "Base", "openspiel", mask=False)
        >>> env.legal().offsets.tolist()
        [0, 10, 20]
        """
        return Legal(*self._ready().legal())

    def sample(self) -> npt.NDArray[np.int64]:
        """A random legal action of each game. Every legal turn is equally likely.

        >>> import skep
        >>> env = skep.VecEnv(2)
        >>> bool(env.mask[range(2), env.sample()].all())
        True
        """
        return self._ready().sample()

    def positions(self) -> list[Position]:
        """A copy of the position of each game.

        >>> import skep
        >>> [position.ply for position in skep.VecEnv(2).positions()]
        [0, 0]
        """
        return self._ready().positions()

    def take_games(self) -> list[str]:
        """The games that ended since the last call, as GameStrings.

        >>> import skep
        >>> env = skep.VecEnv(2, "Base", max_plies=3, record=True)
        >>> for _ in range(3):
        ...     _ = env.step(env.sample())
        >>> [game.plies for text in env.take_games() for game in skep.read(text)]
        [3, 3]
        """
        return self._ready().take_games()

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a VecEnv cannot be pickled: it writes into arrays that other objects share, and its threads belong to this"
            " process. Make a VecEnv in each process, each with a seed of its own; copy() is a copy in this process"
        )

    def copy(self) -> VecEnv:
        """A copy with arrays of its own. Both then play on independently.

        >>> import skep
        >>> env = skep.VecEnv(2)
        >>> other = env.copy()
        >>> _ = other.step(other.sample())
        >>> [one.positions()[0].ply for one in (env, other)]
        [0, 1]
        """
        envs = self._ready()
        other = object.__new__(VecEnv)
        other.__dict__.update(self.__dict__)
        for name in ("planes", "scalars", "mask", "reward", "terminated", "truncated"):
            array = getattr(self, name)
            setattr(other, name, None if array is None else array.copy())
        other._envs = envs.copy()
        other._sent = other._pool = None
        return other

    def __copy__(self) -> VecEnv:
        return self.copy()

    def __deepcopy__(self, _memo: dict[int, Any]) -> VecEnv:
        return self.copy()


def expand(
    positions: Sequence[Position],
    actions: npt.ArrayLike,
    encoding: Union[str, Encoding] = "skep",
    *,
    threads: int = 1,
    planes: bool = True,
    mask: bool = True,
    out: Optional[dict[str, Any]] = None,
) -> Leaves:
    """Play an action in a copy of each position, and encode the results: the leaves of a tree search, in one call.

    ``out`` can give the arrays, as in `VecEnv`. If an action is not legal, ``ValueError`` names the position.

    >>> import skep
    >>> position, encoding = skep.Position("Base+MLP;wL;bP wL-"), skep.Encoding()
    >>> actions = encoding.encode(position)[2].nonzero()[0]
    >>> leaves = skep.expand([position] * len(actions), actions, encoding)
    >>> leaves.planes.shape, position.ply, leaves.positions[0].ply
    ((21, 29, 17, 17), 2, 3)
    """
    chosen = _encoding(encoding)
    positions = list(positions)
    # Before arrays are made for them.
    if any(type(position) is not Position for position in positions):
        raise TypeError("positions must be of the type Position")
    n = len(positions)
    arrays = _arrays(out, _shapes(n, chosen, planes, mask))
    shown, scalars, legal = arrays.get("planes"), arrays["scalars"], arrays.get("mask")
    encoder: Encoder = chosen.encoder
    leaves, value, fits = _expand(
        positions,
        _actions(actions),
        encoder,
        threads=threads,
        planes=shown,
        scalars=scalars,
        mask=legal,
    )
    return Leaves(leaves, shown, scalars, legal, value, fits)
