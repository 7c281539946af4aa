"""Tables as Arrow streams, for polars, pandas, DuckDB and pyarrow.

>>> import pathlib, polars, skep, tempfile
>>> folder = tempfile.TemporaryDirectory()
>>> path = pathlib.Path(folder.name, "games.uhp")
>>> _ = path.write_text("Base;WhiteWins;White[2];wS1;bS1 wS1-\\n")
>>> polars.DataFrame(skep.tables.games(path)).height
1
>>> folder.cleanup()

The columns of `games`, `plies`, `positions` and `legal_moves` are those of ``skep export``. Some are left out unless
``columns`` names them, as a list or a text with commas; ``columns=["all"]`` adds all of them except the columns for
forced wins. The columns of `openings`, `stats` and `players` are those of the commands with the same names. ``skep
help columns`` describes all columns. ``where`` selects games: the columns of `games` are also its fields, except
``number``, ``index``, ``date_text`` and the columns for motifs, such as ``white_first_gate``. ``first(gate)`` is the
earlier ply of both sides.

A path that does not exist raises `MissingPath`, and a file that cannot be read raises `Unreadable`. With
``errors="ignore"``, the table has the games of the other files, and `Table.faults` lists the files that were left out.

Each time a library reads a table, the games are read again. For many queries, keep ``pyarrow.table(table)``.
"""

from __future__ import annotations

from typing import Optional, Sequence, Union

from ._skep import Table, openings_table, players_table, stats_table, table
from ._types import Paths, names

__all__ = ["games", "legal_moves", "openings", "players", "plies", "positions", "stats"]


def _columns(given: Optional[Union[str, Sequence[str]]]) -> Optional[list[str]]:
    return None if given is None else names(given)


def games(
    paths: Paths,
    *,
    columns: Optional[Union[str, Sequence[str]]] = None,
    where: Optional[str] = None,
    errors: str = "raise",
    rules: str = "default",
    threads: int = 0,
) -> Table:
    """A row for each game, valid or not.

    >>> import skep
    >>> "white" in skep.tables.games([]).columns
    True
    """
    return table("games", paths, columns=_columns(columns), where=where, errors=errors, rules=rules, threads=threads)


def plies(
    paths: Paths,
    *,
    columns: Optional[Union[str, Sequence[str]]] = None,
    tactics: Optional[int] = None,
    where: Optional[str] = None,
    errors: str = "raise",
    rules: str = "default",
    threads: int = 0,
) -> Table:
    """A row for each legal ply.

    ``tactics`` adds the columns for forced wins within this number of own turns, from 1 to 3. They take much time.

    >>> import skep
    >>> skep.tables.plies([], columns=["ply", "state"]).columns
    ['ply', 'state']
    >>> skep.tables.plies([], columns=["ply"], tactics=2).columns[:3]
    ['ply', 'win_in', 'win']
    """
    return table(
        "plies",
        paths,
        columns=_columns(columns),
        where=where,
        errors=errors,
        rules=rules,
        threads=threads,
        tactics=tactics,
    )


def positions(
    paths: Paths,
    *,
    columns: Optional[Union[str, Sequence[str]]] = None,
    where: Optional[str] = None,
    errors: str = "raise",
    rules: str = "default",
    threads: int = 0,
) -> Table:
    """A row for each piece in each position.

    >>> import skep
    >>> {"piece", "q", "r", "height"} <= set(skep.tables.positions([]).columns)
    True
    """
    chosen = _columns(columns)
    return table("positions", paths, columns=chosen, where=where, errors=errors, rules=rules, threads=threads)


def legal_moves(
    paths: Paths,
    *,
    columns: Optional[Union[str, Sequence[str]]] = None,
    where: Optional[str] = None,
    errors: str = "raise",
    rules: str = "default",
    threads: int = 0,
) -> Table:
    """A row for each legal turn before each ply.

    >>> import skep
    >>> "piece" in skep.tables.legal_moves([]).columns
    True
    """
    chosen = _columns(columns)
    return table("legal_moves", paths, columns=chosen, where=where, errors=errors, rules=rules, threads=threads)


def openings(
    paths: Paths,
    *,
    depth: int = 4,
    min_games: int = 2,
    top: Optional[int] = None,
    where: Optional[str] = None,
    errors: str = "raise",
    rules: str = "default",
    threads: int = 0,
) -> Table:
    """The moves of the opening trees, with results: a tree for each variant of Hive, Venom, packs and Hex-It.

    ``depth`` is a number of moves up to 255. Memory is bounded. If there are more than 4 million positions, the games are read twice, and if there are still too
    many, a warning says which ``min_games`` was used. The counts are exact.

    >>> import skep
    >>> "white_score" in skep.tables.openings([]).columns
    True
    """
    return openings_table(
        paths, depth=depth, min_games=min_games, top=top, where=where, errors=errors, rules=rules, threads=threads
    )


def stats(
    paths: Paths,
    *,
    by: Union[str, Sequence[str]] = ("variant",),
    where: Optional[str] = None,
    errors: str = "raise",
    rules: str = "default",
    threads: int = 0,
) -> Table:
    """The results of games in groups: by ``variant``, ``year``, ``month``, ``white``, ``event``, ``opening`` and so on.

    Several fields are a list or a text with commas.

    >>> import skep
    >>> skep.tables.stats([], by=["year", "variant"]).columns[:3]
    ['year', 'variant', 'games']
    >>> skep.tables.stats([], by="month,variant").columns[:3]
    ['month', 'variant', 'games']
    """
    return stats_table(paths, by=names(by), where=where, errors=errors, rules=rules, threads=threads)


def players(
    paths: Paths,
    *,
    min_games: int = 1,
    where: Optional[str] = None,
    errors: str = "raise",
    rules: str = "default",
    threads: int = 0,
) -> Table:
    """The players with their results and ratings, those with most games first; names such as ``guest`` are not players.

    >>> import skep
    >>> skep.tables.players([]).columns[:2]
    ['player', 'games']
    """
    return players_table(paths, min_games=min_games, where=where, errors=errors, rules=rules, threads=threads)
