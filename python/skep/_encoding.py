"""Positions as tensors: `Encoding` and `tensors`."""

from __future__ import annotations

import operator
from dataclasses import dataclass, fields
from functools import lru_cache
from types import TracebackType
from typing import Any, Callable, Iterator, Mapping, NoReturn, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from ._skep import Encoder, Finding, Position, Tensors
from ._types import File, Move, Paths, listed, names

__all__ = ["Batch", "Batches", "Encoding", "mix", "tensors"]


# The longest batch of `tensors`.
_MOST_ROWS = 1 << 20
# How many positions are shuffled together, if nobody says.
_SHUFFLED = 1_000_000


class Encoding:
    """How positions of Hive become arrays, and turns become numbers.

    The encoding ``skep`` is a square window of ``size`` × ``size`` cells, 17 by default, in axial coordinates,
    centred on the box around the hive: ``planes[plane, r, q]``.

    ======  =====================================================================================================
    plane   what
    ======  =====================================================================================================
    0–13    the pieces Q S1 S2 B1 B2 G1 G2 G3 A1 A2 A3 M L P of the side to move: on the cell of the piece, one
            more than the number of pieces below it; 0 on all other cells
    14–27   the same pieces of the other side
    28      1 on the cell of the piece that moved last
    ======  =====================================================================================================

    ``scalars`` are: 1 if Black is to move, the number of plies played, whether Mosquito, Ladybug and Pillbug are in
    play, and whether a queen may enter on a side's first turn. The number of a turn is
    ``plane * size * size + r * size + q``, with the plane of the piece that enters, moves or is thrown, and its
    target cell. The last number is the pass. `decode` returns the position.

    A position fits if all its pieces and all cells where they can go are in the window. With size 17, more than
    99.9 % of the positions of real games fit.

    Options change the encoding ``skep``:

    - ``identity="type"``: pieces of the same kind share a plane, because A1 and A2 are interchangeable. Then there are 8
      planes for each side: Q S B G A M L P. It needs ``actions="source"`` and has no `decode`.
    - ``actions="source"``: the number of a turn is ``source * size * size + target``. The source is the cell that the piece
      leaves, or ``size * size`` and the number of its kind if it enters.
    - ``extra`` adds planes in this order: ``pinned`` (two, of the side to move and of the other side), ``edge`` (the empty
      cells beside the hive), and ``distance`` (two: 1 more than the distance from the queen of the side to move and from
      the other queen, 0 if the queen is in hand).

    The encoding ``openspiel`` is the encoding of OpenSpiel's game ``hive``: 23 planes of 17 × 17 cells and 5,489 actions.
    With ``variant="Base+M"`` it has only the planes of these bugs, as OpenSpiel has with fewer expansions. Its board is
    not always centred on the hive, so the same position can look different in two games. Pieces of the same kind look
    alike. For both reasons it has no `decode`. While the white queen is in hand, OpenSpiel also lets Black split the
    hive; the mask leaves out these turns. Most turns have several actions; `classes` says which are the same turn.

    Both are encodings of Hive with the pieces of Base+MLP. Positions of Venom, packs and Hex-It raise
    `UnsupportedGame`. A turn of Venom can have several actions, and a release of Hex-It can have several cells, so a
    piece and a cell are not enough to number their turns. `Graph` has them as sequences of steps.

    >>> import skep
    >>> encoding = skep.Encoding("skep", size=13)
    >>> position = skep.Position("Base+MLP;wL;bP wL-")
    >>> planes, scalars, mask = encoding.encode(position)
    >>> planes.shape, int(mask.sum()), len(position.legal_moves())
    ((29, 13, 13), 21, 21)
    >>> encoding.decode(planes, scalars) == position
    True
    """

    name: str
    """``skep`` or ``openspiel``."""
    shape: tuple[int, int, int]
    """The number of planes, rows and columns."""
    actions: int
    """The number of actions, which is the length of a mask."""
    variant: Optional[str]
    """The variant of the encoding ``openspiel``."""
    encoder: Encoder
    """The compiled part."""

    def __init__(
        self,
        name: str = "skep",
        *,
        size: Optional[int] = None,
        variant: Optional[str] = None,
        identity: str = "piece",
        actions: Optional[str] = None,
        extra: Sequence[str] = (),
    ) -> None:
        numbers = actions or ("source" if identity == "type" else "cell")
        if name == "openspiel" and size is not None:
            raise ValueError("the encoding openspiel has 17 × 17 cells; size is for the encoding skep")
        self.encoder = Encoder(name, 17 if size is None else size, variant, identity, numbers, list(extra))
        self.name = name
        self.variant = self.encoder.variant
        self.shape = self.encoder.shape
        self.actions = self.encoder.actions

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Encoding) and self.encoder == other.encoder

    def __hash__(self) -> int:
        return hash((self.name, self.shape))

    def __repr__(self) -> str:
        option = f"size={self.shape[1]}" if self.variant is None else f"variant={self.variant!r}"
        identity, actions, extra = self.encoder.layout
        more = [
            f", identity={identity!r}" if identity != "piece" else "",
            f", actions={actions!r}" if actions != "cell" and identity != "type" else "",
            f", extra={extra!r}" if extra else "",
        ]
        return f"Encoding({self.name!r}, {option}{''.join(more)})"

    def permutations(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Where each cell of a plane and each action goes in each of the 12 symmetric copies: ``(12, rows * columns)`` and
        ``(12, actions)``.

        The copies turn around the middle of the window, so its size is odd. A cell that leaves the window has -1: most
        symmetries move corners of the square out of the window. With ``openspiel``, no cell of the board leaves it.

        >>> import skep
        >>> cells, actions = skep.Encoding("openspiel").permutations()
        >>> cells.shape, actions.shape, int(cells.min())
        ((12, 289), (12, 5489), 0)
        """
        if self.shape[1] % 2 == 0:
            raise ValueError("a window with an even size has no middle")
        return _permutations(self)

    def transform(self, array: npt.NDArray[Any], symmetry: int) -> npt.NDArray[Any]:
        """A symmetric copy of planes, masks or policies, or of numbers of actions: 0 to 11; 0 is the array itself.

        The last axes decide: rows and columns are planes, and the number of actions is a mask or a policy. An array of other
        integers holds actions. If a value that is not 0, or an action, leaves the window, this raises ``ValueError``.

        >>> import skep
        >>> encoding = skep.Encoding()
        >>> position = skep.Position("Base;wS1;bS1 wS1-")
        >>> planes, scalars, mask = encoding.encode(position)
        >>> encoding.decode(encoding.transform(planes, 7), scalars).canonical_key == position.canonical_key
        True
        """
        cells, actions = self.permutations()
        _require_array(array)
        if not 0 <= symmetry < len(cells):
            raise ValueError("symmetry must be from 0 to 11")
        size = self.shape[1]
        if array.ndim >= 2 and array.shape[-2:] == (size, size):
            flat = array.reshape(*array.shape[:-2], size * size)
            if self.name == "skep" and "distance" in self.encoder.layout[2]:
                raise ValueError("planes of distances have values on all cells, so they leave the window")
            return _scattered(flat, cells[symmetry]).reshape(array.shape)
        if array.ndim >= 1 and array.shape[-1] == self.actions:
            return _scattered(array, actions[symmetry])
        if array.dtype.kind not in "iu":
            raise ValueError("the array is neither planes, nor values for actions, nor numbers of actions")
        moved = actions[symmetry][array]
        if (moved < 0).any():
            raise ValueError("an action leaves the window")
        numbers: npt.NDArray[Any] = moved.astype(array.dtype)
        return numbers

    def encode(
        self, position: Position
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint16], npt.NDArray[np.bool_]]:
        """The planes and scalars of a position, and the mask of its legal turns.

        A position that does not fit in the window raises ``ValueError``.

        >>> import skep
        >>> planes, scalars, mask = skep.Encoding().encode(skep.Position("Base"))
        >>> int(planes.sum()), scalars.tolist(), int(mask.sum())
        (0, [0, 0, 0, 0, 0, 0], 4)
        """
        return self.encoder.encode(position)

    @property
    def most(self) -> npt.NDArray[np.uint8]:
        """The largest value of each plane, for a space of observations.

        >>> import skep
        >>> skep.Encoding(size=13, extra=["distance"]).most[-3:].tolist()
        [1, 25, 25]
        """
        return np.frombuffer(self.encoder.most(), np.uint8)

    def decode(self, planes: npt.NDArray[np.uint8], scalars: npt.NDArray[np.uint16]) -> Position:
        """The position that the planes and scalars encode.

        >>> import skep
        >>> encoding = skep.Encoding()
        >>> position = skep.Position("Base;wS1;bS1 wS1-")
        >>> encoding.decode(*encoding.encode(position)[:2]).pieces() == position.pieces()
        False
        >>> encoding.decode(*encoding.encode(position)[:2]) == position
        True
        """
        return self.encoder.decode(planes, scalars)

    def unpack(self, compact: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """The planes of the compact positions of `tensors`.

        A plane of the encoding ``skep`` has at most one cell that is not 0. ``compact[n, plane]`` is the column, the row
        and the value of this cell; the value is 0 for a plane without this cell.

        >>> import pathlib, skep, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "games.uhp")
        ...     _ = path.write_text("Base;wS1;bS1 wS1-\\n")
        ...     (batch,) = skep.tensors(path, arrays="compact")
        >>> batch.planes.shape, skep.Encoding().unpack(batch.planes).shape
        ((2, 29, 3), (2, 29, 17, 17))
        """
        if self.name != "skep" or self.encoder.layout[0] != "piece" or self.encoder.layout[2]:
            raise ValueError("only the encoding skep without other planes can be compact")
        _require_array(compact)
        if compact.dtype != np.uint8 or compact.ndim != 3 or compact.shape[1:] != (self.shape[0], 3):
            raise ValueError(f"compact positions are an array of uint8 with the shape (n, {self.shape[0]}, 3)")
        planes = np.zeros((len(compact), *self.shape), np.uint8)
        column, row, value = compact[..., 0], compact[..., 1], compact[..., 2]
        if compact.size and max(column.max(), row.max()) >= self.shape[1]:
            raise ValueError("the positions are of an encoding with another size")
        positions = np.arange(len(compact))[:, None]
        planes[positions, np.arange(self.shape[0]), row, column] = value
        return planes

    def masks(
        self, planes: npt.NDArray[np.uint8], scalars: npt.NDArray[np.uint16], *, threads: int = 1
    ) -> npt.NDArray[np.bool_]:
        """The legal turns of many positions, from their planes or their compact rows: ``(n, actions)``. It needs an
        encoding with `decode`, and takes about 50 µs for each position.

        >>> import skep
        >>> games = skep.read("Base;wS1;bS1 wS1-")
        >>> (dense,), (batch,) = skep.tensors(games), skep.tensors(games, arrays="compact")
        >>> bool((skep.Encoding().masks(batch.planes, batch.scalars) == dense.mask).all())
        True
        """
        # It imports this module.
        from ._vec_env import expand

        _require_array(planes)
        _require_array(scalars)
        if len(planes) != len(scalars):
            raise ValueError("planes and scalars must have a row for each position")
        whole = self.unpack(planes) if planes.ndim == 3 else planes
        positions = [self.decode(*row) for row in zip(whole, np.ascontiguousarray(scalars))]
        mask = expand(positions, None, self, planes=False, threads=threads).mask
        assert mask is not None
        return mask

    def action(self, position: Position, turn: str) -> int:
        """The number of a legal turn.

        >>> import skep
        >>> skep.Encoding("openspiel").action(skep.Position("Base+MLP"), "wA1")
        209
        """
        return self.encoder.action(position, turn)

    def classes(self, position: Position) -> npt.NDArray[np.int16]:
        """For each action, the index of its turn among the legal turns, or -1 if it is not legal.

        Actions with the same number are the same turn, so a loss should not tell them apart.

        >>> import skep
        >>> classes = skep.Encoding("openspiel").classes(skep.Position("Base"))
        >>> actions = [action for action, turn in enumerate(classes.tolist()) if turn == 3]
        >>> [skep.Encoding("openspiel").turn(skep.Position("Base"), action) for action in actions]
        ['wA1', 'wA2', 'wA3']
        """
        return self.encoder.classes(position)

    def turn(self, position: Position, action: int) -> Move:
        """The legal turn with a number.

        >>> import skep
        >>> skep.Encoding("openspiel").turn(skep.Position("Base+MLP"), 209)
        'wA1'
        """
        return self.encoder.turn(position, action)


@lru_cache(maxsize=8)
def chosen_encoding(encoding: Union[str, Encoding]) -> Encoding:
    """An encoding, or the encoding of a name with its usual size."""
    return encoding if isinstance(encoding, Encoding) else Encoding(encoding)


def _permutations(encoding: Encoding) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    cells, actions = encoding.encoder.permutations()
    for shared in (cells, actions):
        shared.flags.writeable = False
    return cells, actions


def _scattered(array: npt.NDArray[Any], to: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
    """The values of the last axis in other places."""
    inside = to >= 0
    if array[..., ~inside].any():
        raise ValueError("a piece or an action leaves the window")
    moved = np.zeros_like(array)
    moved[..., to[inside]] = array[..., inside]
    return moved


@dataclass(repr=False)
class Batch:
    """Encoded positions. The first axis of each array is the position.

    >>> import pathlib, skep, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "games.uhp")
    ...     _ = path.write_text("Base;WhiteWins;White[2];wS1;bS1 wS1-\\n")
    ...     (batch,) = skep.tensors(path)
    >>> len(batch), batch.outcome.tolist(), batch.ply.tolist()
    (2, [1.0, -1.0], [0, 1])
    """

    planes: npt.NDArray[np.uint8]
    """The planes: ``(n, *encoding.shape)``. With ``compact``: ``(n, 29, 3)``; see `Encoding.unpack`."""
    scalars: npt.NDArray[np.uint16]
    """The scalars; see `Encoding`."""
    mask: Optional[npt.NDArray[np.bool_]]
    """The legal turns: ``(n, encoding.actions)``; ``None`` without ``mask``."""
    classes: Optional[npt.NDArray[np.int16]]
    """The turn of each action, as in `Encoding.classes`; ``None`` without ``classes``."""
    action: npt.NDArray[np.int64]
    """The number of the turn that was played."""
    outcome: npt.NDArray[np.float32]
    """1 if the side to move won, -1 if it lost, 0 for a draw, NaN if the result is unknown."""
    game: npt.NDArray[np.uint64]
    """A number for the game, as `Game.id`. It is the same for any ``shard``, ``where`` and number of workers, so
    ``batch.game % 10 == 0`` is a split by game."""
    ply: npt.NDArray[np.uint32]
    """The number of plies before the position, as `Position.ply` counts them."""
    symmetry: npt.NDArray[np.uint8]
    """The number of the symmetric copy, from 0 to 11; 0 is the position itself."""
    outside: npt.NDArray[np.uint64]
    """The game and the ply of each position that was left out because it does not fit in the window: ``(m, 2)``."""
    path: list[str]
    """The file of each game. With ``entry`` and ``index``, the rows join with the columns of `skep.tables.games`."""
    entry: list[Optional[str]]
    """The path inside an archive."""
    index: npt.NDArray[np.uint64]
    """The number of the game in its file or entry, from 1."""
    plies_left: Optional[npt.NDArray[np.uint32]] = None
    """The number of turns from the position to the end of the record. This and the following arrays are ``None`` unless
    ``arrays`` names them."""
    escapes: Optional[npt.NDArray[np.uint8]] = None
    """The number of empty cells around the queen of the side to move, and around the other queen: ``(n, 2)``. 255 if the
    queen is in hand."""
    mobility: Optional[npt.NDArray[np.uint16]] = None
    """The number of legal turns, without a forced pass."""
    win: Optional[npt.NDArray[np.int8]] = None
    """The proved wins: ``n`` if the side to move can force a win in ``n`` own turns, ``-n`` if it loses in ``n`` turns of the
    other side whatever it plays, 0 if neither is proved."""
    policy: Optional[npt.NDArray[np.float32]] = None
    """The share of each action in the visits of the search in the record: ``(n, encoding.actions)``. Without a search, 1 for
    the turn that was played."""
    value: Optional[npt.NDArray[np.float32]] = None
    """The result that the search in the record expects for the side to move, from -1 to 1; NaN without a search."""
    source: Optional[npt.NDArray[np.uint8]] = None
    """The index of the source of each position, in the batches of `mix`."""

    def __len__(self) -> int:
        return len(self.action)

    def __repr__(self) -> str:
        arrays = {"planes": self.planes, "mask": self.mask, "classes": self.classes}
        shapes = [f"{name} {array.shape}" for name, array in arrays.items() if array is not None]
        return f"<Batch of {len(self)} positions: {', '.join(shapes)}>"


class Batches(Iterator[Batch]):
    """The batches of `tensors`. The end of a ``with`` block stops the reading.

    >>> import skep
    >>> with skep.tensors([]) as batches:
    ...     list(batches)
    []
    """

    def __init__(self, read: Callable[[int, int], Tensors], epochs: int, start: int) -> None:
        self._read = read
        self._epochs = iter(range(1, epochs))
        self._batches = read(0, start)

    def __next__(self) -> Batch:
        while True:
            try:
                arrays, places, targets = next(self._batches)
                return Batch(*arrays, *places, *targets)
            except StopIteration:
                # The end of the last epoch ends the batches.
                epoch = next(self._epochs)
                self._batches = self._read(epoch, self._batches.start)

    def __repr__(self) -> str:
        return f"<Batches of {self._batches.names}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("batches cannot be pickled, because they read files; call tensors in each process")

    @property
    def faults(self) -> list[Finding]:
        """The findings so far about files that cannot be read or hold no game.

        >>> import skep
        >>> skep.tensors([]).faults
        []
        """
        return self._batches.faults

    def close(self) -> None:
        """Stop reading.

        >>> import skep
        >>> batches = skep.tensors([])
        >>> batches.close()
        >>> list(batches)
        []
        """
        self._batches.close()
        self._epochs = iter(())

    def __enter__(self) -> Batches:
        return self

    def __exit__(
        self,
        _type: Optional[type[BaseException]],
        _value: Optional[BaseException],
        _traceback: Optional[TracebackType],
    ) -> None:
        self.close()


def tensors(
    paths: Paths,
    *,
    batch: int = 4096,
    encoding: Union[str, Encoding] = "skep",
    arrays: Union[str, Sequence[str]] = "mask",
    symmetries: str = "one",
    shuffle: Union[bool, int] = False,
    seed: int = 0,
    balance: Optional[str] = None,
    shard: tuple[int, int] = (0, 1),
    epochs: int = 1,
    start: int = 0,
    where: Optional[str] = None,
    errors: str = "raise",
    rules: str = "default",
    threads: int = 0,
) -> Batches:
    """The positions before each turn of all valid games of Hive, in batches.

    **What a batch holds.** Planes, scalars, the turn, the result and the place of each position, and those of
    ``arrays``, a list or a text with commas:

    - ``mask``: the legal turns; ``classes``: the turns of equal actions, as in `Encoding.classes`.
    - ``compact``: the planes take 87 bytes for each position of the encoding ``skep``; `Encoding.unpack` makes the planes.
    - ``plies_left``, ``escapes``, ``mobility``: see `skep.types.Batch`.
    - ``win``: proved wins in two own turns, in about a millisecond for each position. ``win1`` and ``win3`` look one
      and three turns ahead.
    - ``policy`` and ``value``: from the searches that records can hold, as in `Game.searches`.

    ``symmetries`` is ``one`` for the position as it is, ``random`` for one of its 12 symmetric copies, and ``all`` for
    all 12.

    **In which order.** With ``shuffle``, positions are drawn at random from a million positions, or from the number
    that ``shuffle`` is, in an order that depends only on the games and on ``seed``. This takes more time, because each
    batch replays its games from the start; in a large batch, positions of the same game share this.

    With ``balance="result"``, wins of White, wins of Black and draws give about equally many positions, and games with
    another result are left out. With ``balance="variant"``, so do the variants. Positions of frequent games are left out
    at random, as the counts so far say, so games that are sorted by result are not balanced well.

    ``shard=(i, n)`` reads the games of worker ``i`` of ``n``. A game is in one shard, which depends only on its path and
    its number in the file. ``epochs`` is how often the games are read; each epoch shuffles with the next seed. The order
    is the same for any number of threads, so ``start``, a number of positions to leave out, continues where a training
    stopped: the positions of the batches so far, with those in ``outside``, in all epochs.

    **Which games.** ``where``, ``errors``, ``rules`` and ``threads`` are those of `skep.open`.
    Invalid games, and games of Venom, packs and Hex-It, are left out. If all valid games are of these kinds, the
    iterator raises `UnsupportedGame`.

    A path that does not exist raises `MissingPath`, and a file that cannot be read raises `Unreadable`; after the
    exception, the iterator continues. With ``errors="ignore"``, both are only findings in `Batches.faults`.

    >>> import pathlib, skep, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "games.uhp")
    ...     _ = path.write_text("Base;WhiteWins;White[2];wS1;bS1 wS1-\\n")
    ...     (batch,) = skep.tensors(path)
    >>> batch.planes.shape, batch.mask.shape, batch.ply.tolist()
    ((2, 29, 17, 17), (2, 8093), [0, 1])
    """
    chosen = chosen_encoding(encoding)
    if epochs < 1:
        raise ValueError("epochs must be at least 1")
    # They are read again in each epoch.
    paths = listed(paths)
    if epochs > 1 and any(isinstance(path, File) for path in (paths if isinstance(paths, list) else [paths])):
        raise ValueError("an open file can be read only once; choose epochs=1")

    def read(epoch: int, start: int) -> Tensors:
        return Tensors(
            paths,
            chosen.encoder,
            batch=batch,
            where=where,
            errors=errors,
            rules=rules,
            threads=threads,
            buffer=_SHUFFLED if shuffle is True else operator.index(shuffle),
            seed=seed + epoch,
            symmetries=symmetries,
            arrays=names(arrays),
            balance=balance,
            shard=shard,
            start=start,
        )

    return Batches(read, epochs, start)


def _require_array(array: object) -> None:
    if not isinstance(array, np.ndarray):
        raise TypeError(f"expected an array of NumPy, got {type(array).__name__}")


def mix(
    sources: Sequence[Paths],
    weights: Optional[Sequence[float]] = None,
    *,
    each: Sequence[Mapping[str, Any]] = (),
    batch: int = 4096,
    **options: Any,
) -> Iterator[Batch]:
    """The positions of several sources in each batch, such as games of people and of self-play.

    ``weights`` are the shares of the sources; without them, the shares are equal. ``options`` are those of `tensors` for
    all sources, and ``each`` has more options for each source. The batches end with the first source that ends. To read a
    small source more often, give it more epochs: ``each=[{}, {"epochs": 10}]``.

    >>> import io, pathlib, skep, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     people, own = pathlib.Path(folder, "people.uhp"), pathlib.Path(folder, "own.uhp")
    ...     _ = people.write_text("Base;WhiteWins;White[2];wS1;bS1 wS1-\\n" * 10)
    ...     _ = own.write_text("Base;Draw;White[2];wG1;bG1 wG1-\\n" * 10)
    ...     batch = next(skep.mix([people, own], [3, 1], batch=8))
    >>> batch.source.tolist()
    [0, 0, 0, 0, 0, 0, 1, 1]
    """
    batch = operator.index(batch)
    if not 1 <= batch <= _MOST_ROWS:
        raise ValueError(f"batch must be from 1 to {_MOST_ROWS} positions")
    shares = [1.0] * len(sources) if weights is None else list(weights)
    for share in shares:
        if not isinstance(share, (int, float, np.number)):
            raise TypeError(f"expected a number as a weight, got {type(share).__name__}")
    if len(shares) != len(sources) or not sources or not all(0 < share < float("inf") for share in shares):
        raise ValueError("expected a weight above 0 for each source")
    own = list(each) or [{}] * len(sources)
    if len(own) != len(sources):
        raise ValueError("expected options for each source")
    streams = [
        tensors(source, batch=size, **{**options, **more})
        for source, size, more in zip(sources, _parts(batch, shares), own)
    ]

    def batches() -> Iterator[Batch]:
        try:
            while True:
                parts = [next(stream, None) for stream in streams]
                whole = [part for part in parts if part is not None]
                if len(whole) < len(parts):
                    return
                yield _joined(whole)
        finally:
            for stream in streams:
                stream.close()

    return batches()


def _parts(total: int, shares: Sequence[float]) -> list[int]:
    """The number of positions of each source in a batch: at least one, and all together ``total``."""
    if total < len(shares):
        raise ValueError("batch must have a position for each source")
    exact = [share * total / sum(shares) for share in shares]
    parts = [max(1, int(part)) for part in exact]
    while sum(parts) != total:
        step = 1 if sum(parts) < total else -1
        # The part that is furthest from its share.
        able = [index for index in range(len(parts)) if step > 0 or parts[index] > 1]
        parts[max(able, key=lambda index: step * (exact[index] - parts[index]))] += step
    return parts


def _joined(parts: Sequence[Batch]) -> Batch:
    """The rows of several batches, one after the other."""
    arrays: dict[str, Any] = {}
    for field in fields(Batch):
        of_parts = [getattr(part, field.name) for part in parts]
        if isinstance(of_parts[0], list):
            arrays[field.name] = [value for part in of_parts for value in part]
        elif all(array is not None for array in of_parts):
            arrays[field.name] = np.concatenate(of_parts)
        else:
            arrays[field.name] = None
    lengths = [len(part) for part in parts]
    arrays["source"] = np.repeat(np.arange(len(parts), dtype=np.uint8), lengths)
    return Batch(**arrays)
