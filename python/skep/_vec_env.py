"""Many games at once, for training: `VecEnv` and `expand`."""

from __future__ import annotations

import itertools
import operator
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Generator, NamedTuple, NoReturn, Optional, Sequence, Union, cast

import numpy as np
import numpy.typing as npt

from ._skep import Encoder, Envs, Position
from ._skep import expand as _expand
from ._encoding import Encoding, chosen_encoding
from ._types import Start

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

__all__ = ["Final", "Leaves", "Legal", "Step", "VecEnv", "expand"]


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
    final: Optional[Final] = None
    """The last positions of the games that ended; ``None`` if none ended."""


class Final(NamedTuple):
    """The last positions of the games that ended in a step: a row for each. The arrays are new in each step.

    >>> import skep
    >>> env = skep.VecEnv(2, "Base", max_plies=3)
    >>> for _ in range(3):
    ...     step = env.step(env.sample())
    >>> step.final.games.tolist(), step.final.endings, step.final.scalars[:, 1].tolist(), step.scalars[:, 1].tolist()
    ([0, 1], ['max_plies', 'max_plies'], [3, 3], [0, 0])
    """

    games: npt.NDArray[np.int64]
    """The numbers of the games."""
    endings: list[str]
    """Why each ended: ``board`` or ``repetition`` if it is terminated, ``max_plies`` or ``outside`` if it is
    truncated."""
    planes: Optional[npt.NDArray[np.uint8]]
    """The planes, as in `Step`. They are 0 if the position is outside the window."""
    scalars: npt.NDArray[np.uint16]
    """The scalars, as in `Step`."""
    mask: Optional[npt.NDArray[np.bool_]]
    """The legal actions, as in `Step`. A game that is over on the board has none."""


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
    legal: Legal
    """The legal actions of the positions, also without a mask."""


def _different(starts: Sequence[Start]) -> tuple[list[list[Start]], list[int]]:
    """The different starts, and the number of that of each game."""
    known: dict[Any, int] = {}
    books: list[list[Start]] = []
    numbers: list[int] = []
    for start in starts:
        key = start if isinstance(start, str) else id(start)
        if key not in known:
            known[key] = len(books)
            books.append([start])
        numbers.append(known[key])
    return books, numbers


def _wait(sent: Optional[Future[Step]]) -> None:
    """Wait for a step, but not for its result."""
    if sent is not None:
        from concurrent.futures import wait

        wait([sent])


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
    if not isinstance(given, np.ndarray) and not hasattr(given, "__dlpack__"):
        raise TypeError(f"out[{name!r}] must be an array, got {type(given).__name__}")
    array: npt.NDArray[Any] = cast(Any, given) if isinstance(given, np.ndarray) else np.from_dlpack(given)
    # Also aligned.
    is_plain = array.flags.carray
    if array.shape != shape or array.dtype != dtype or not is_plain:
        raise ValueError(f"out[{name!r}] must be a contiguous, writable array of {np.dtype(dtype)} with shape {shape}")
    return array


def _arrays(out: Optional[dict[str, Any]], wanted: dict[str, tuple[tuple[int, ...], Any]]) -> dict[str, Any]:
    """An array of each shape and type."""
    given = out or {}
    if not isinstance(given, dict):
        raise TypeError(f"out must be a dict of arrays, got {type(given).__name__}")
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

    ``variant`` is a variant or a position: a `Position`, or a text for one. A list has that of each game. With
    ``book``, a list of variants and positions, each new game begins in a random one of them. A game that ends begins
    again in the same step, and `Step.final` has its last position. A game is stopped when its position has
    ``max_plies`` plies, or leaves the window of the encoding. ``rules`` are those of `Position`: with ``draw`` or
    ``hivegame``, the third occurrence of a position ends a game. ``threads=0`` uses all cores, but a thread only for
    each 128 games; other threads of Python run during a step. ``seed`` is for `sample` and ``book``: Hive itself is
    not random. Only one thread of Python can use a `VecEnv` at a time; another one gets a ``RuntimeError``.

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
    """The variant or the position of each game, as a text; with ``book``, nothing."""
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
        variant: Union[Start, Sequence[Start]] = "Base+MLP",
        encoding: Union[str, Encoding] = Encoding(size=23),
        *,
        book: Sequence[Start] = (),
        rules: str = "default",
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
        self.encoding = chosen_encoding(encoding)
        if isinstance(book, (str, Position)):
            raise TypeError("book is a list of variants and positions")
        starts: list[Start] = [variant] * n if isinstance(variant, (str, Position)) else list(variant)
        if len(starts) != n:
            raise ValueError(f"expected {n} variants, one for each game")
        self._n = n
        books, numbers = ([list(book)], [0] * n) if book else _different(starts)
        self._envs = Envs(
            books,
            numbers,
            self.encoding.encoder,
            rules=rules,
            threads=threads,
            max_plies=max_plies,
            seed=seed,
            record=record,
        )
        self.variants = [] if book else [one if isinstance(one, str) else one.state for one in starts]
        self._lock = threading.Lock()
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
        return self._n

    def __repr__(self) -> str:
        return f"<VecEnv of {len(self)} games: {self.encoding!r}>"

    @contextmanager
    def _ready(self) -> Generator[Envs, None, None]:
        """The games, after a step in the background. No other thread can use them meanwhile."""
        _wait(self._sent)
        with self._alone():
            yield self._envs

    @contextmanager
    def _alone(self) -> Generator[None, None, None]:
        if not self._lock.acquire(blocking=False):
            raise RuntimeError("another thread uses this VecEnv; make one for each thread, or use send and recv")
        try:
            yield
        finally:
            self._lock.release()

    def _play(self, actions: npt.NDArray[np.int64]) -> Step:
        with self._alone():
            ended = self._envs.step(
                actions, self.planes, self.scalars, self.mask, self.reward, self.terminated, self.truncated
            )
        if ended is None:
            return self._step()
        games, endings, planes, scalars, mask = ended
        final = Final(np.array(games, np.int64), endings, planes, scalars, mask)
        return self._step()._replace(final=final)

    def _step(self) -> Step:
        return Step(self.planes, self.scalars, self.mask, self.reward, self.terminated, self.truncated)

    def reset(self, seed: Optional[int] = None, *, games: Optional[Sequence[int]] = None) -> Step:
        """Begin all games again, or those with the numbers in ``games``. A seed begins the random numbers again.

        >>> import skep
        >>> env = skep.VecEnv(2)
        >>> first = env.sample().tolist()
        >>> _ = env.reset(seed=0)
        >>> env.sample().tolist() == first
        True
        """
        chosen = None if games is None else [operator.index(game) for game in games]
        if chosen is not None and not all(0 <= game < len(self) for game in chosen):
            raise IndexError(f"the games have the numbers from 0 to {len(self) - 1}")
        with self._ready() as envs:
            # There is nothing left to receive.
            self._sent = None
            envs.reset(seed, chosen, self.planes, self.scalars, self.mask)
            for array in (self.reward, self.terminated, self.truncated):
                array[slice(None) if chosen is None else chosen] = 0
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
            # It takes time to load.
            from concurrent.futures import ThreadPoolExecutor

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
        _wait(self._sent)
        sent, self._sent = self._sent, None
        return sent.result()

    def legal(self) -> Legal:
        """The legal actions of all games, as a compressed sparse row.

        >>> import skep
        >>> env = skep.VecEnv(2, "Base", "openspiel", mask=False)
        >>> env.legal().offsets.tolist()
        [0, 10, 20]
        """
        with self._ready() as envs:
            return Legal(*envs.legal())

    def sample(self) -> npt.NDArray[np.int64]:
        """A random legal action of each game. Every legal turn is equally likely.

        >>> import skep
        >>> env = skep.VecEnv(2)
        >>> bool(env.mask[range(2), env.sample()].all())
        True
        """
        with self._ready() as envs:
            return envs.sample()

    def positions(self) -> list[Position]:
        """A copy of the position of each game.

        >>> import skep
        >>> [position.ply for position in skep.VecEnv(2).positions()]
        [0, 0]
        """
        with self._ready() as envs:
            return envs.positions()

    def take_games(self) -> list[str]:
        """The games that ended since the last call, as GameStrings; those that began in a position without the turns
        before it, as lines of JSON Lines.

        >>> import skep
        >>> env = skep.VecEnv(2, "Base", max_plies=3, record=True)
        >>> for _ in range(3):
        ...     _ = env.step(env.sample())
        >>> [game.plies for text in env.take_games() for game in skep.read(text)]
        [3, 3]
        """
        with self._ready() as envs:
            return envs.take_games()

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
        with self._ready() as envs:
            copied = envs.copy()
        other = object.__new__(VecEnv)
        other.__dict__.update(self.__dict__)
        for name in ("planes", "scalars", "mask", "reward", "terminated", "truncated"):
            array = getattr(self, name)
            setattr(other, name, None if array is None else array.copy())
        other._envs, other._lock = copied, threading.Lock()
        other._sent = other._pool = None
        return other

    def __copy__(self) -> VecEnv:
        return self.copy()

    def __deepcopy__(self, _memo: dict[int, Any]) -> VecEnv:
        return self.copy()


def expand(
    positions: Sequence[Position],
    actions: Optional[npt.ArrayLike],
    encoding: Union[str, Encoding] = "skep",
    *,
    rules: Optional[str] = None,
    threads: int = 1,
    planes: bool = True,
    mask: bool = True,
    out: Optional[dict[str, Any]] = None,
) -> Leaves:
    """Play an action in a copy of each position, and encode the results: the leaves of a tree search, in one call.

    ``actions=None`` encodes copies of the positions as they are, such as the roots of a search. The copies have the
    rules of the positions, or ``rules``. ``out`` can give the arrays, as in `VecEnv`. If an action is not legal,
    ``ValueError`` names the position.

    >>> import skep
    >>> position, encoding = skep.Position("Base+MLP;wL;bP wL-"), skep.Encoding()
    >>> actions = encoding.encode(position)[2].nonzero()[0]
    >>> leaves = skep.expand([position] * len(actions), actions, encoding)
    >>> leaves.planes.shape, position.ply, leaves.positions[0].ply
    ((21, 29, 17, 17), 2, 3)
    >>> roots = skep.expand([position], None, encoding, mask=False)
    >>> sorted(roots.legal.actions.tolist()) == actions.tolist()
    True
    """
    chosen = chosen_encoding(encoding)
    positions = list(positions)
    # Before arrays are made for them.
    if any(type(position) is not Position for position in positions):
        raise TypeError("positions must be of the type Position")
    n = len(positions)
    arrays = _arrays(out, _shapes(n, chosen, planes, mask))
    shown, scalars, legal = arrays.get("planes"), arrays["scalars"], arrays.get("mask")
    encoder: Encoder = chosen.encoder
    leaves, value, fits, sparse = _expand(
        positions,
        None if actions is None else _actions(actions),
        encoder,
        rules=rules,
        threads=threads,
        planes=shown,
        scalars=scalars,
        mask=legal,
    )
    return Leaves(leaves, shown, scalars, legal, value, fits, Legal(*sparse))
