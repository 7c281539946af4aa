"""The small types that skep returns."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Iterable,
    NamedTuple,
    Optional,
    Protocol,
    Sequence,
    Union,
    cast,
    runtime_checkable,
)

if TYPE_CHECKING:
    from ._skep import Game, Position

__all__ = [
    "BLACK",
    "WHITE",
    "Difference",
    "File",
    "Indexed",
    "Move",
    "Path",
    "Paths",
    "Placed",
    "Players",
    "Puzzle",
    "Search",
    "Side",
    "Solution",
    "Start",
    "Variation",
]


@runtime_checkable
class File(Protocol):
    """An open file, of bytes or text. It is read to its end.

    >>> import io, skep
    >>> [game.plies for game in skep.open(io.StringIO("Base;wS1;bS1 wS1-\\n"))]
    [2]
    """

    def read(self) -> Union[bytes, str]:
        """The rest of the file.

        >>> import io
        >>> io.StringIO("Base;wS1").read()
        'Base;wS1'
        """
        ...


Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]
"""A path of any type that Python's ``open`` takes."""
Source = Union[Path, File, "Game"]
"""A path of a file, folder, archive or index of ``skep index``, an open file, or a game in memory."""
Paths = Union[Source, Iterable[Source]]
"""One or more paths, open files or games in memory."""
Start = Union[str, "Position"]
"""Where a game begins: a variant, a text of a position, or a position."""


def listed(paths: Paths) -> Paths:
    """The same sources, to be read several times: an iterator becomes a list."""
    if isinstance(paths, (str, bytes, os.PathLike, File)) or not isinstance(paths, Iterable):
        return paths
    return list(paths)


def names(given: Union[str, Sequence[str]]) -> list[str]:
    """Several names: a list, or a text with commas."""
    return [name.strip() for name in given.split(",")] if isinstance(given, str) else list(given)



class Side(str):
    """A player: the text ``White``, which is true, or ``Black``, which is false, as in python-chess.

    >>> import skep
    >>> skep.WHITE, bool(skep.WHITE), bool(skep.BLACK)
    ('White', True, False)
    """

    def __bool__(self) -> bool:
        return self == "White"


WHITE = Side("White")
"""The side that moves first, as in `Position.turn`."""
BLACK = Side("Black")
"""The other side."""


_Cells = tuple[Optional[str], Optional[tuple[int, int]], Optional[tuple[int, int]]]


class Move(str):
    """A turn. It is a `str` with the canonical spelling, and has the piece and the cells of the turn.

    skep makes moves. Every function that takes a turn takes a text too.

    >>> import skep
    >>> move = skep.Position("Base;wS1").legal_moves()[0]
    >>> move, move.piece, move.from_, move.to, move.index
    ('bS1 \\\\wS1', 'bS1', None, (0, -1), 0)
    >>> move == "bS1 \\\\wS1", skep.Position("Base;wS1").is_legal(move)
    (True, True)
    """

    __slots__ = ("_cells", "_index")

    _cells: Any
    _index: Optional[int]

    def _made(self) -> _Cells:
        if not isinstance(self._cells, tuple):
            # The legal moves, which make the cells when they are needed.
            self._cells = self._cells._cells(self._index)
        return cast(_Cells, self._cells)

    @property
    def text(self) -> str:
        """The text.

        >>> import skep
        >>> skep.Position("Base").legal_moves()[0].text
        'wS1'
        """
        return str(self)

    @property
    def piece(self) -> Optional[str]:
        """The piece that enters, moves or is thrown; ``None`` for a pass, and in Hex-It.

        >>> import skep
        >>> skep.Position("Base").legal_moves()[0].piece
        'wS1'
        """
        return self._made()[0]

    @property
    def from_(self) -> Optional[tuple[int, int]]:
        """The cell that the piece leaves, as in `Position.pieces`; ``None`` for a piece that enters and for a pass.

        >>> import skep
        >>> print(skep.Position("Base").legal_moves()[0].from_)
        None
        """
        return self._made()[1]

    @property
    def to(self) -> Optional[tuple[int, int]]:
        """The cell that the piece goes to; ``None`` for a pass, and for a release of prisoners in Hex-It.

        >>> import skep
        >>> skep.Position("Base").legal_moves()[0].to
        (0, 0)
        """
        return self._made()[2]

    @property
    def index(self) -> Optional[int]:  # type: ignore[override]  # pyright: ignore[reportIncompatibleMethodOverride]
        """The index among the legal moves; ``None`` for a turn that was played.

        >>> import skep
        >>> [move.index for move in skep.Position("Base").legal_moves()]
        [0, 1, 2, 3]
        """
        return self._index

    def __reduce__(self) -> tuple[Callable[..., Move], tuple[Any, ...]]:
        return _move, (str(self), self._made(), self._index)


def _move(text: str, cells: tuple[Any, ...], index: Optional[int]) -> Move:
    """A move that was pickled."""
    move = Move(text)
    move._cells = cells  # pyright: ignore[reportPrivateUsage]
    move._index = index  # pyright: ignore[reportPrivateUsage]
    return move


class Search(NamedTuple):
    """What a program found about a position.

    >>> import skep
    >>> skep.types.Search(0.25, {"wS1": 90, "wB1": 10}).value
    0.25
    """

    value: Optional[float]
    """The expected result for the player to move: 1 is a win, and -1 a loss."""
    visits: dict[str, int]
    """How often the program visited each turn."""


class Variation(NamedTuple):
    """A line of play beside the game.

    >>> import skep
    >>> skep.types.Variation(after=1, moves=["bG1 wS1-"])
    Variation(after=1, moves=['bG1 wS1-'], variations=())
    """

    after: int
    """The number of turns before it, from the start of the game."""
    moves: Sequence[str]
    """Its turns."""
    variations: Sequence[Variation] = ()
    """The variations that leave it."""


class Solution(NamedTuple):
    """What `Position.solve` proves.

    >>> import skep
    >>> skep.Position("Base").solve(moves=1).first
    []
    """

    win_in: Optional[int]
    """The smallest number of own turns within which the player to move can force a win."""
    first: list[str]
    """All turns that win within this number of own turns."""
    loses_in: Optional[int]
    """The smallest number of the other player's turns within which every turn loses. 0 if the game is lost."""
    line: list[str]
    """The line of the win: the replies that resist longest, and the fastest answers."""
    escape: Optional[str]
    """If no player can force a win: a turn after which the other player cannot force a win either."""
    searched: int
    """The number of own turns for which the search is complete. With ``time``, it can be smaller than ``moves``."""


@dataclass(frozen=True)
class Puzzle:
    """A position of a game with a forced win, as `skep.puzzles` finds it. ``skep help columns`` describes the fields.

    >>> import io, skep
    >>> [puzzle.position for puzzle in skep.puzzles(io.StringIO("Base;wS1"), moves=1)]
    []
    """

    path: str
    """The file."""
    entry: Optional[str]
    """The path inside an archive."""
    index: int
    """The number of the game in its file or entry, from 1."""
    white: Optional[str]
    """The name of White."""
    black: Optional[str]
    """The name of Black."""
    ply: int
    """The ply of the first turn of the solution, from 1."""
    side: str
    """The player to move: ``White`` or ``Black``."""
    win_in: int
    """The smallest number of own turns in which the win is forced."""
    position: str
    """The game up to the position as a GameString, or the state of the position in Hex-It."""
    solution: list[str]
    """A line that wins: the replies that resist longest, and the fastest answers."""
    first: list[str]
    """All turns that win within this number of own turns."""
    played: Optional[str]
    """The turn that was played; ``None`` if the record ends here."""
    win: Optional[str]
    """What the player did with the win: ``found``, ``delayed`` or ``missed``."""
    themes: list[str]
    """What happens in the solution, as in ``skep help themes``."""
    legal_moves: int
    """The number of legal turns."""
    alike: int
    """The number of other legal turns that look like the right one."""
    difficulty: float
    """How hard the puzzle is."""


class Indexed(NamedTuple):
    """What `skep.index` did.

    >>> import skep
    >>> skep.types.Indexed(added=2, sources=0, known=0, removed=0, games=2).games
    2
    """

    added: int
    """The number of new games."""
    sources: int
    """The number of games that were in the index, and got another source."""
    known: int
    """The number of games that were in the index with this source."""
    removed: int
    """The number of games that were removed."""
    games: int
    """The number of games in the index."""


class Difference(NamedTuple):
    """Where two games differ, as `skep.diff` compares them.

    >>> import skep
    >>> game = skep.Game.from_moves(["wS1"], "Base")
    >>> skep.diff(game, game.replace(tags={"White": "Ann"})).tags
    {'White': (None, 'Ann')}
    """

    same_plies: int
    """The number of equal plies at the start."""
    a: Optional[Move]
    """The first turn of the first game that differs; ``None`` if it has no more turns."""
    b: Optional[Move]
    """The first turn of the second game that differs; ``None`` if it has no more turns."""
    mirrored: bool
    """Whether the board of the second game is mirrored left to right, before the rotation."""
    rotation: int
    """How the board of the second game is rotated, seen from the first, in degrees clockwise."""
    tags: dict[str, tuple[Optional[str], Optional[str]]]
    """The tags that differ, with their values in both games."""


class Placed(NamedTuple):
    """A piece on the board.

    >>> import skep
    >>> skep.Position("Base;wS1;bS1 wS1-").pieces()
    [Placed(piece='wS1', q=0, r=0, height=0), Placed(piece='bS1', q=1, r=0, height=0)]
    """

    piece: str
    """The name of the piece. In Hex-It, ``wT`` and ``bT`` are tiles, and ``w`` and ``b`` are pieces."""
    q: int
    """The column of the cell. It grows to the east."""
    r: int
    """The row of the cell. It grows to the south-east."""
    height: int
    """The number of pieces below it."""


class Players(NamedTuple):
    """The names of the players; ``None`` if unknown.

    >>> import skep
    >>> game = skep.read('[White "Ann"]\\n[Black "Bob"]\\n\\n1. wS1 2. bS1 wS1-\\n')[0]
    >>> game.players
    Players(white='Ann', black='Bob')
    """

    white: Optional[str]
    """The name of White."""
    black: Optional[str]
    """The name of Black."""
