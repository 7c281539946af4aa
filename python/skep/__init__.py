"""Game records, positions, tables and tensors of Hive and Hex-It.

>>> import skep
>>> position = skep.Position("Base+MLP")
>>> position.play("wL")
>>> position.turn
'Black'
>>> len(position.legal_moves())
42
"""

from __future__ import annotations

from importlib.metadata import version

from . import tables
from ._skep import Finding, Game, Games, Moves, Position, open, read
from .checking import Report, check
from .converting import Converted, convert
from .encoding import Batch, Batches, Encoding, tensors
from .errors import (
    IllegalMove,
    InvalidFilter,
    InvalidGame,
    MissingPath,
    SkepError,
    Unreadable,
    UnsupportedGame,
)
from .types import Placed, Players

__all__ = [
    "BLACK",
    "WHITE",
    "Batch",
    "Batches",
    "Converted",
    "Encoding",
    "Finding",
    "Game",
    "Games",
    "IllegalMove",
    "InvalidFilter",
    "InvalidGame",
    "MissingPath",
    "Moves",
    "Placed",
    "Players",
    "Position",
    "Report",
    "SkepError",
    "Unreadable",
    "UnsupportedGame",
    "check",
    "convert",
    "open",
    "read",
    "tables",
    "tensors",
]

__version__ = version("skep")
"""The version of the package. The program has the same version."""
WHITE = "White"
"""The side that moves first, as in `Position.turn`."""
BLACK = "Black"
"""The other side."""
