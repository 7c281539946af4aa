"""The exceptions of skep. Each has the fields of a finding: what is wrong, and where."""

from __future__ import annotations

from typing import Optional

__all__ = ["IllegalMove", "InvalidFilter", "InvalidGame", "SkepError", "Unreadable", "UnsupportedGame"]


class SkepError(Exception):
    """Something is wrong with a game, a file or an argument.

    >>> import skep
    >>> try:
    ...     skep.Position("Base;wS1;bS1 wA1-")
    ... except skep.SkepError as error:
    ...     print(error.code, error.ply)
    unknown-reference 2
    """

    code: str
    """The kind of finding, such as ``illegal-move``; ``skep explain CODE`` describes it."""
    rule: Optional[str]
    """The rule that a move breaks, such as ``one-hive``; ``skep explain RULE`` describes it."""
    ply: Optional[int]
    """The number of the turn, from 1."""
    path: Optional[str]
    """The file."""
    entry: Optional[str]
    """The path inside an archive."""
    line: Optional[int]
    """The line in the file, from 1."""
    column: Optional[int]
    """The column in the line, in characters from 1."""
    help: Optional[str]
    """What to do about it."""

    def __init__(
        self,
        message: str,
        *,
        code: str = "error",
        rule: Optional[str] = None,
        ply: Optional[int] = None,
        path: Optional[str] = None,
        entry: Optional[str] = None,
        line: Optional[int] = None,
        column: Optional[int] = None,
        help: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.rule = rule
        self.ply = ply
        self.path = path
        self.entry = entry
        self.line = line
        self.column = column
        self.help = help

    def __str__(self) -> str:
        place = ""
        if self.path is not None:
            place = self.path if self.entry is None else f"{self.path}!{self.entry}"
            if self.line is not None and self.column is not None:
                place += f":{self.line}:{self.column}"
            place += ": "
        return place + self.message


class IllegalMove(SkepError, ValueError):
    """A turn is not legal in a position.

    >>> import skep
    >>> position = skep.Position("Base")
    >>> position.play("wQ")
    Traceback (most recent call last):
    skep.errors.IllegalMove: wQ cannot go there: no queen on a side's first turn ...
    """


class InvalidGame(SkepError, ValueError):
    """A text is not a valid game or position.

    >>> import skep
    >>> skep.Position("Chess")
    Traceback (most recent call last):
    skep.errors.InvalidGame: `Chess` is not a variant, ...
    """


class Unreadable(SkepError):
    """A file cannot be read, or holds no game.

    >>> import pathlib, skep, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "empty.pgn")
    ...     path.touch()
    ...     list(skep.open(path))
    Traceback (most recent call last):
    skep.errors.Unreadable: ...empty.pgn: the file is empty
    """


class InvalidFilter(SkepError, ValueError):
    """An expression of ``where`` is not valid.

    >>> import skep
    >>> skep.open([], where="player = ")
    Traceback (most recent call last):
    skep.errors.InvalidFilter: ...
    """


class UnsupportedGame(SkepError, ValueError):
    """A game has no encoding as tensors.

    Encodings support Hive with the pieces of Base+MLP: ``Base``, ``Base+M`` and so on. Venom, packs and Hex-It have no
    encoding.

    >>> import skep
    >>> skep.Encoding().encode(skep.Position("Venom"))
    Traceback (most recent call last):
    skep.errors.UnsupportedGame: Venom has no encoding: tensors support Hive with the pieces of Base+MLP
    """
