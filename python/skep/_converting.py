"""`skep.convert` and `skep.write`: write games in a notation."""

from __future__ import annotations

import builtins
import errno as errors_of_system
import os
import pathlib
import stat
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO, Callable, Generator, Iterable, Optional, Union

from ._skep import Finding, Game, input_files, open as open_games
from ._errors import InvalidGame, UnsupportedGame, warn_of_losses
from ._types import Path, Paths, listed

__all__ = ["Converted", "convert", "write"]

_NOTATIONS = {
    ".uhp": "uhp",
    ".sgf": "boardspace",
    ".pgn": "pgn",
    ".jsonl": "jsonl",
    ".hxt": "hxt",
    ".json": "analysis",
}


_PACKED = {".gz", ".zst", ".zip"}


@dataclass
class Converted:
    """What `convert` did. It is true if there are games, all were written, and every file was read.

    >>> import io, skep
    >>> done = skep.convert([], io.StringIO(), to="uhp")
    >>> done.games, done.skipped, bool(done)
    (0, 0, False)
    """

    games: int = 0
    """The number of games written."""
    skipped: int = 0
    """The number of games that are invalid, or that the notation cannot hold."""
    errors: list[Finding] = field(default_factory=lambda: list[Finding]())
    """The errors of the skipped games, up to about 1,000."""
    losses: Counter[str] = field(default_factory=lambda: Counter[str]())
    """What the notation cannot hold, such as ``comments``, with the number of games that lose it. `LossWarning` says
    it too."""
    faults: list[Finding] = field(default_factory=lambda: list[Finding]())
    """With ``errors="ignore"``: the findings about files that cannot be read or hold no game."""

    def __bool__(self) -> bool:
        """Whether there are games, all were written, and every file was read."""
        return self.games > 0 and self.skipped == 0 and not self.faults


def convert(
    paths: Paths,
    output: Union[Path, IO[str]],
    *,
    to: Optional[str] = None,
    where: Optional[str] = None,
    errors: str = "raise",
    rules: str = "default",
    threads: int = 0,
    force: bool = False,
    state: Optional[str] = None,
) -> Converted:
    """Write games in another notation to a file.

    ``to`` is ``uhp``, ``pgn``, ``boardspace``, ``jsonl``, ``hxt`` or ``analysis``. Without it, the extension of the
    file sets the notation. The file appears only when it is complete. An existing file is replaced only with
    ``force=True``, and a file that is an input is never replaced. If there is no game to write, no file is written, and
    an existing file stays. Invalid games are skipped and counted.

    A path that does not exist raises `MissingPath`, and a file that cannot be read raises `Unreadable`; then no file is
    written. With ``errors="ignore"``, the games of the other files are written.

    What the notation cannot hold is left out: a `LossWarning` names it, and `Converted.losses` counts it. GameStrings
    have the result on the board; ``state="stated"`` writes the stated result into them, and ``state="board"`` the
    result on the board even if the games are GameStrings that state another one.

    ``output`` can also be an open text file. Each game is written to it at once, so games before an exception stay in
    it.

    >>> import io, pathlib, skep, tempfile
    >>> text = io.StringIO()
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "games.pgn")
    ...     _ = path.write_text('[White "Ann"]\\n\\n1. wS1 2. bS1 wS1-\\n')
    ...     skep.convert(path, text, to="uhp").games
    1
    >>> text.getvalue()
    'Base;InProgress;White[2];wS1;bS1 wS1-\\n'
    """
    paths = listed(paths)
    done = Converted()

    def save(file: IO[str], notation: str) -> bool:
        with open_games(
            paths, where=where, errors=errors, rules=rules, threads=threads
        ) as games:
            _write_each(games, file, notation, state, done)
            done.faults = games.faults
        return done.games > 0

    notation = _save(output, to, paths, force, save)
    warn_of_losses(notation, done.losses, 3)
    return done


def write(
    games: Iterable[Game],
    output: Union[Path, IO[str]],
    *,
    to: Optional[str] = None,
    force: bool = False,
    state: Optional[str] = None,
) -> Converted:
    """Write games to a file. The arguments are those of `convert`.

    >>> import io, skep
    >>> text = io.StringIO()
    >>> skep.write([skep.Game.from_moves(["wS1", "bS1 wS1-"], "Base")], text, to="uhp").games
    1
    >>> text.getvalue()
    'Base;InProgress;White[2];wS1;bS1 wS1-\\n'
    """
    done = Converted()

    def save(file: IO[str], notation: str) -> bool:
        _write_each(games, file, notation, state, done)
        return done.games > 0

    notation = _save(output, to, (), force, save)
    warn_of_losses(notation, done.losses, 3)
    return done


def _write_each(
    games: Iterable[Game], file: IO[str], notation: str, state: Optional[str], done: Converted
) -> None:
    for game in games:
        if not isinstance(game, Game):
            raise TypeError(f"expected games of skep.Game, got {type(game).__name__}")
        try:
            text, losses = game._written(notation, state)  # pyright: ignore[reportPrivateUsage]
        except (InvalidGame, UnsupportedGame) as error:
            done.skipped += 1
            if len(done.errors) < 1000:
                found = [f for f in game.diagnostics if f.severity == "error"]
                done.errors.extend(found or filter(None, [error.finding]))
        else:
            file.write(text)
            done.games += 1
            done.losses.update(losses)


def _save(
    output: Union[Path, IO[str]], to: Optional[str], paths: Paths, force: bool, save: Callable[[IO[str], str], bool]
) -> str:
    """Write to an open file, or to a file that appears if ``save`` returns true. Return the notation."""
    if not isinstance(output, (str, bytes, os.PathLike)):
        if not callable(getattr(output, "write", None)):
            raise TypeError(f"expected a path or an open file, got {type(output).__name__}")
        if to is None:
            raise ValueError("choose a notation with to=")
        save(output, to)
        return to
    path = pathlib.Path(os.fsdecode(output))
    if path.suffix in _PACKED:
        raise ValueError(f"{path}: cannot write compressed files; leave out {path.suffix}")
    notation = to or _NOTATIONS.get(path.suffix)
    if notation is None:
        raise ValueError(f"{path}: unknown extension; choose a notation with to=")
    _check_output(path, paths, force)
    with _complete(path, force) as part:
        part.keep = save(part.file, notation)
    return notation


def _check_output(path: pathlib.Path, paths: Paths, force: bool) -> None:
    """Refuse an output that is an input or exists."""
    if path.is_dir():
        number = errors_of_system.EISDIR
        raise IsADirectoryError(number, os.strerror(number), str(path))
    if not path.is_file():
        return
    status = path.stat()
    for name in input_files(paths):
        try:
            same = os.path.samestat(os.stat(name), status)
        except OSError:
            continue
        if same:
            raise ValueError(f"{path} is an input and cannot be replaced")
    if not force:
        raise FileExistsError(f"{path} exists; to replace it, use force=True")


@dataclass
class _Part:
    file: IO[str]
    keep: bool = False


@contextmanager
def _complete(path: pathlib.Path, force: bool) -> Generator[_Part, None, None]:
    """A file that is written under another name. At the end, it becomes ``path`` if `_Part.keep` is set."""
    # If the path is a link, its target is replaced.
    target = pathlib.Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        # A device or a pipe.
        with builtins.open(target, "w", encoding="utf-8", newline="\n") as file:
            yield _Part(file)
        return
    # Readers of folders skip hidden files.
    part = target.with_name(f".{target.name}.{os.urandom(4).hex()}.part")
    try:
        file = builtins.open(part, "x", encoding="utf-8", newline="\n")
    except OSError as error:
        error.filename = str(path)
        raise
    try:
        with file:
            written = _Part(file)
            yield written
        if written.keep:
            if target.exists():
                os.chmod(part, stat.S_IMODE(target.stat().st_mode))
            if force:
                os.replace(part, target)
            else:
                _place(part, target, path)
    finally:
        part.unlink(missing_ok=True)


def _place(part: pathlib.Path, target: pathlib.Path, path: pathlib.Path) -> None:
    """Move a complete file to its place, where nothing may be: another program can make a file meanwhile."""
    try:
        os.link(part, target)
    except FileExistsError:
        raise FileExistsError(f"{path} was made by another program meanwhile; to replace it, use force=True") from None
    except OSError:
        # Some file systems have no links. There, this is the best check.
        if os.path.lexists(target):
            raise FileExistsError(f"{path} exists; to replace it, use force=True") from None
        os.replace(part, target)
