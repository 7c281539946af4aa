"""Game records, positions, tables and tensors of Hive and Hex-It.

- Games: `open`, `read`, `check`, `convert`, `write`, `dedup`, `diff`, `index`, `random_games`.
- Positions: `Position`, `Move`, `puzzles`.
- Tables for polars, pandas, DuckDB and pyarrow: `skep.tables`.
- Arrays for numpy: `tensors`, `mix`, `Encoding`, `Graph`; for torch: `skep.torch`.
- Engines: `skep.engine`, `match`.
- Collections on several machines: `skep.spark`.
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
from ._skep import (
    Finding,
    Game,
    Games,
    Moves,
    Position,
    Puzzles,
    RandomGames,
    dedup,
    diff,
    index,
    open,
    puzzles,
    random_games,
    read,
)
from .checking import Report, check
from .converting import Converted, convert, write
from .encoding import Batch, Batches, Encoding, mix, tensors
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
from .graph import Graph
from .types import (
    BLACK,
    WHITE,
    Difference,
    Indexed,
    Move,
    Placed,
    Players,
    Puzzle,
    Search,
    Side,
    Solution,
    Variation,
)
from .vec_env import Leaves, Legal, Step, VecEnv, expand

__all__ = [
    "BLACK",
    "WHITE",
    "Batch",
    "Batches",
    "Converted",
    "Difference",
    "Encoding",
    "Finding",
    "Game",
    "Games",
    "Graph",
    "IllegalMove",
    "Indexed",
    "InvalidFilter",
    "InvalidGame",
    "Leaves",
    "Legal",
    "MissingPath",
    "Move",
    "Moves",
    "Placed",
    "Players",
    "Position",
    "Puzzle",
    "Puzzles",
    "RandomGames",
    "Report",
    "Search",
    "Side",
    "SkepError",
    "Solution",
    "Step",
    "Unreadable",
    "UnsupportedGame",
    "Variation",
    "VecEnv",
    "check",
    "convert",
    "dedup",
    "diff",
    "engine",
    "expand",
    "index",
    "match",
    "mix",
    "open",
    "puzzles",
    "random_games",
    "read",
    "tables",
    "tensors",
    "write",
]

__version__ = _version("skep")
"""The version of the package. The program has the same version."""
