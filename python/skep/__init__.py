"""Game records, positions, tables and tensors of Hive and Hex-It.

- Games: `open`, `read`, `check`, `convert`, `write`, `dedup`, `diff`, `index`, `random_games`.
- Positions: `Position`, `puzzles`.
- Tables for polars, pandas, DuckDB and pyarrow: `skep.tables`.
- Arrays for numpy: `tensors`, `mix`, `Encoding`, `Graph`; for torch: `skep.torch`; as files: `skep.parquet`.
- Engines: `skep.engine`, `match`.
- Collections on several machines: `skep.spark`.
- Environments: `VecEnv` and `expand` for many games at once, `skep.gymnasium`, `skep.pettingzoo`.
- What these return: `skep.types`.

Paths are files, folders, archives and indexes; games in memory are read like those of files. Plies, lines and columns
count from 1. Cells are axial coordinates: q grows to the east, and r to the south-east. With ``threads=0``, all cores
work. Other threads of Python run during a scan, and Ctrl-C stops it.

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

import importlib
from typing import TYPE_CHECKING, Any

from . import tables
from ._checking import check
from ._converting import convert, write
from ._encoding import Encoding, mix, tensors
from ._errors import (
    IllegalMove,
    InvalidFilter,
    InvalidGame,
    LossWarning,
    MissingPath,
    SkepError,
    Unreadable,
    UnsupportedGame,
)
from ._graph import Graph
from ._skep import Game, Position, dedup, diff, index, open, puzzles, random_games, read
from ._types import BLACK, WHITE
from ._vec_env import VecEnv, expand

if TYPE_CHECKING:
    from . import engine, gymnasium, parquet, pettingzoo, spark, torch, types
    from ._matching import match

__all__ = [
    "BLACK",
    "Encoding",
    "Game",
    "Graph",
    "IllegalMove",
    "InvalidFilter",
    "InvalidGame",
    "LossWarning",
    "MissingPath",
    "Position",
    "SkepError",
    "Unreadable",
    "UnsupportedGame",
    "VecEnv",
    "WHITE",
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
    "types",
    "write",
]

# Modules that take time to load, or need other packages: they are loaded when they are used.
_LATER = ("engine", "gymnasium", "parquet", "pettingzoo", "spark", "torch", "types")


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return importlib.import_module(f"skep.{name}")
    if name == "match":
        found: Any = importlib.import_module("skep._matching").match
    elif name == "__version__":
        found = importlib.import_module("importlib.metadata").version("skep")
    else:
        raise AttributeError(f"module 'skep' has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER, "match", "__version__"})


if TYPE_CHECKING:
    __version__: str
    """The version of the package. The program has the same version."""
