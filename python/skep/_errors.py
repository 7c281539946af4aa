"""The exceptions of skep. Each has the fields of a finding: what is wrong, and where."""

from __future__ import annotations

import errno
import os
import warnings
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, Union

if TYPE_CHECKING:
    from ._skep import Finding

__all__ = [
    "IllegalMove",
    "InvalidFilter",
    "InvalidGame",
    "LossWarning",
    "MissingPath",
    "SkepError",
    "Unreadable",
    "UnsupportedGame",
]


class SkepError(Exception):
    """Something is wrong with a game, a file or an argument.

    >>> import skep
    >>> try:
    ...     skep.Position("Base;wS1;bS1 wA1-")
    ... except skep.SkepError as error:
    ...     print(error.code, error.ply)
    unknown-reference 2
    """

    message: str
    """What is wrong, in a sentence without a full stop."""

    code: str
    """The kind of finding, such as ``illegal-move``; ``skep help CODE`` describes it."""
    rule: Optional[str]
    """The rule that a move breaks, such as ``one-hive``; ``skep help RULE`` describes it."""
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
    finding: Optional[Finding]
    """All of these fields as a finding."""

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
        finding: Optional[Finding] = None,
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
        self.finding = finding

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

    If the turn breaks a rule, `code` is ``illegal-move``, ``unknown-piece`` or ``move-after-end``, and `rule` names the
    rule. A turn that names no place, or a place beside a piece that is not on the board, breaks no rule: `code` is
    ``bad-move`` or ``unknown-reference``, and `rule` is ``None``.

    >>> import skep
    >>> position = skep.Position("Base")
    >>> position.play("wQ")
    Traceback (most recent call last):
    skep.IllegalMove: wQ cannot go there: no queen on a side's first turn ...
    """


class InvalidGame(SkepError, ValueError):
    """A text is not a valid game or position.

    >>> import skep
    >>> skep.Position("Chess")
    Traceback (most recent call last):
    skep.InvalidGame: `Chess` is not a variant, ...
    >>> try:
    ...     skep.Position("Base;InProgress;White[2];wS1;bS1 wA1-")
    ... except skep.InvalidGame as error:
    ...     print(error.code, error.ply, error.line, error.column)
    unknown-reference 2 1 30
    """


class Unreadable(SkepError):
    """A file cannot be read, or holds no game.

    >>> import pathlib, skep, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "empty.pgn")
    ...     path.touch()
    ...     list(skep.open(path))
    Traceback (most recent call last):
    skep.Unreadable: ...empty.pgn: the file is empty
    """


class MissingPath(Unreadable, FileNotFoundError):
    """A path does not exist. It is a ``FileNotFoundError`` too.

    >>> import skep
    >>> try:
    ...     skep.open("no/such/file.pgn")
    ... except FileNotFoundError as error:
    ...     print(error.code, "|", error)
    unreadable | no/such/file.pgn: no such file or folder
    """

    def __init__(self, message: str, *, path: Optional[str] = None, **fields: Any) -> None:
        super().__init__(message, path=path, **fields)
        self.errno = errno.ENOENT
        self.strerror = os.strerror(errno.ENOENT)
        self.filename = path


class InvalidFilter(SkepError, ValueError):
    """An expression of ``where`` is not valid.

    >>> import skep
    >>> skep.open([], where="player = ")
    Traceback (most recent call last):
    skep.InvalidFilter: ...
    """


class UnsupportedGame(SkepError, ValueError):
    """A game has no encoding as tensors, or cannot be written in a notation.

    Encodings support Hive with the pieces of Base+MLP: ``Base``, ``Base+M`` and so on. Venom, packs and Hex-It have no
    encoding. A game of Hex-It can be written as ``hxt``, ``boardspace`` and ``jsonl``, but not as ``uhp`` or ``pgn``.

    >>> import skep
    >>> skep.Encoding().encode(skep.Position("Venom"))
    Traceback (most recent call last):
    skep.UnsupportedGame: Venom has no encoding: tensors support Hive with the pieces of Base+MLP
    """


class LossWarning(UserWarning):
    """A notation cannot hold something of the games that are written in it. ``warnings.simplefilter("ignore",
    skep.LossWarning)`` turns these warnings off, and ``"error"`` makes them exceptions.

    >>> import io, skep, warnings
    >>> game = skep.Game.from_moves(["wS1"], "Base", result="WhiteWins")
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     done = skep.write([game], io.StringIO(), to="uhp")
    >>> caught[0].category is skep.LossWarning, done.losses["results that the board does not show"]
    (True, 1)
    """


# What ``state="stated"`` keeps in GameStrings.
_RESULTS = "results that the board does not show"


def warn_of_losses(notation: str, losses: Union[Sequence[str], Mapping[str, int]], stacklevel: int) -> None:
    """Warn of what a notation cannot hold. With numbers of games, the warning has them."""
    if not losses:
        return
    counts = losses if isinstance(losses, Mapping) else {}

    def words(loss: str) -> str:
        games = counts.get(loss)
        return loss if games is None else f"{loss} ({games} {'game' if games == 1 else 'games'})"

    chosen = [loss for loss in losses if notation.lower() == "uhp" and loss == _RESULTS]
    lost = [words(loss) for loss in losses if loss not in chosen]
    parts = [f"{notation} cannot hold {', '.join(lost)}"] if lost else []
    parts += [f'left out {words(loss)}; state="stated" keeps them' for loss in chosen]
    warnings.warn("; ".join(parts), LossWarning, stacklevel=stacklevel)


# Their public name, which tracebacks print.
for _name in __all__:
    globals()[_name].__module__ = "skep"
