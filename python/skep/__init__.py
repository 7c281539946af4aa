"""Game records, positions, tables and tensors of Hive and Hex-It.

- Games: `open`, `read`, `check`, `convert`, `write`.
- Positions: `Position`.
- Tables for polars, pandas, DuckDB and pyarrow: `skep.tables`.
- Arrays for numpy: `tensors`, `Encoding`.
- Engines: `skep.engine`, `match`.
- Environments: `VecEnv` and `expand` for many games at once, `skep.gymnasium`, `skep.pettingzoo`.

Paths are files, folders, archives and indexes. Plies, lines and columns count from 1. Cells are axial coordinates: q
grows to the east, and r to the south-east. With ``threads=0``, all cores work. Other threads of Python run during a
scan, and Ctrl-C stops it.

Problems with games and files raise a `SkepError`, with the code, line and column of the finding: `IllegalMove`,
`InvalidGame`, `InvalidFilter`, `Unreadable` or `UnsupportedGame`. A path that does not exist raises `MissingPath`,
which is a ``FileNotFoundError`` too. Other wrong arguments raise ``ValueError``. With ``errors="ignore"``, paths and
files that cannot be read are not exceptions, but findings in ``faults``.

>>> import skep
>>> position = skep.Position("Base+MLP")
>>> position.play("wL")
>>> position.turn
'Black'
>>> len(position.legal_moves())
42
"""

from __future__ import annotations

from importlib.metadata import version as _version

from . import engine, tables
from ._skep import Finding, Game, Games, Moves, Position, open, read
from .checking import Report, check
from .converting import Converted, convert, write
from .encoding import Batch, Batches, Encoding, tensors
from .engine import match
from .errors import (
    IllegalMove,
    InvalidFilter,
    InvalidGame,
    MissingPath,
    SkepError,
    Unreadable,
    UnsupportedGame,
)
from .types import BLACK, WHITE, Placed, Players, Side
from .vec_env import Leaves, Legal, Step, VecEnv, expand

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
    "Leaves",
    "Legal",
    "MissingPath",
    "Moves",
    "Placed",
    "Players",
    "Position",
    "Report",
    "Side",
    "SkepError",
    "Step",
    "Unreadable",
    "UnsupportedGame",
    "VecEnv",
    "check",
    "convert",
    "engine",
    "expand",
    "match",
    "open",
    "read",
    "tables",
    "tensors",
    "write",
]

__version__ = _version("skep")
"""The version of the package. The program has the same version."""
