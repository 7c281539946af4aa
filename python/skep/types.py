"""The small types that skep returns."""

from __future__ import annotations

import os
from typing import Iterable, NamedTuple, Optional, Union

__all__ = ["Path", "Paths", "Placed", "Players"]

Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]
"""A path of any type that Python's ``open`` takes."""
Paths = Union[Path, Iterable[Path]]
"""One or more paths of files, folders, archives or indexes of ``skep index``."""


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
