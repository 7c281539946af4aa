"""The small types that skep returns."""

from __future__ import annotations

import os
from typing import Iterable, NamedTuple, Optional, Protocol, Union, runtime_checkable

__all__ = ["BLACK", "WHITE", "File", "Path", "Paths", "Placed", "Players", "Side"]


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
Paths = Union[Path, File, Iterable[Union[Path, File]]]
"""One or more paths of files, folders, archives or indexes of ``skep index``, or open files."""


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
