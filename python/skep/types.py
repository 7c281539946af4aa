"""What the functions of skep return, and the types of their arguments. skep makes these objects; programs name them in
annotations."""

from ._checking import Report
from ._converting import Converted
from ._encoding import Batch, Batches
from ._matching import Match
from ._skep import Finding, Games, Moves, Puzzles, RandomGames, Table
from ._types import (
    Difference,
    File,
    Indexed,
    Move,
    Path,
    Paths,
    Placed,
    Players,
    Puzzle,
    Search,
    Side,
    Solution,
    Start,
    Variation,
)
from ._vec_env import Final, Leaves, Legal, Step

__all__ = [
    "Batch",
    "Batches",
    "Converted",
    "Difference",
    "File",
    "Final",
    "Finding",
    "Games",
    "Indexed",
    "Leaves",
    "Legal",
    "Match",
    "Move",
    "Moves",
    "Path",
    "Paths",
    "Placed",
    "Players",
    "Puzzle",
    "Puzzles",
    "RandomGames",
    "Report",
    "Search",
    "Side",
    "Solution",
    "Start",
    "Step",
    "Table",
    "Variation",
]
