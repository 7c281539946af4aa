"""`skep.convert`: write games in another notation."""

from __future__ import annotations

import builtins
import os
import pathlib
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO, Generator, Optional, Union

from ._skep import Finding, open as open_games
from .errors import InvalidGame
from .types import Paths

__all__ = ["Converted", "convert"]

_NOTATIONS = {".uhp": "uhp", ".sgf": "boardspace", ".pgn": "pgn", ".jsonl": "jsonl", ".hxt": "hxt"}


@dataclass
class Converted:
    """What `convert` did."""

    games: int = 0
    """The number of games written."""
    skipped: int = 0
    """The number of games that are invalid, or that the notation cannot hold."""
    errors: list[Finding] = field(default_factory=lambda: list[Finding]())
    """The errors of the skipped games, up to about 1,000."""
    faults: list[Finding] = field(default_factory=lambda: list[Finding]())
    """The findings about files that cannot be read or hold no game."""


def convert(
    paths: Paths,
    output: Union[str, "os.PathLike[str]", IO[str]],
    *,
    to: Optional[str] = None,
    where: Optional[str] = None,
    rules: str = "default",
    threads: int = 0,
    force: bool = False,
) -> Converted:
    """Write games in another notation to a file.

    ``to`` is ``uhp``, ``pgn``, ``boardspace``, ``jsonl`` or ``hxt``. Without it, the extension of the file sets the
    notation. The file appears only when it is complete. An existing file is replaced only with ``force=True``. Invalid
    games are skipped and counted. Files that cannot be read are in ``faults``.

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
    if not isinstance(paths, (str, os.PathLike)):
        paths = list(paths)
    if isinstance(output, (str, os.PathLike)):
        path = pathlib.Path(output)
        notation = to or _NOTATIONS.get(path.suffix)
        if notation is None:
            raise ValueError(f"{path}: unknown extension; choose a notation with to=")
        if path.exists() and not force:
            raise FileExistsError(f"{path} exists; to replace it, use force=True")
        if path.exists() and _is_input(path, paths):
            raise ValueError(f"{path} is an input and cannot be replaced")
        with _complete(path) as file:
            return _write(paths, file, notation, where, rules, threads)
    if to is None:
        raise ValueError("choose a notation with to=")
    return _write(paths, output, to, where, rules, threads)


def _write(
    paths: Paths, file: IO[str], to: str, where: Optional[str], rules: str, threads: int
) -> Converted:
    done = Converted()
    games = open_games(paths, where=where, rules=rules, threads=threads, errors="ignore")
    for game in games:
        try:
            text = game.to(to)
        except InvalidGame:
            done.skipped += 1
            if len(done.errors) < 1000:
                done.errors.extend(f for f in game.diagnostics if f.severity == "error")
        else:
            file.write(text)
            done.games += 1
    done.faults = games.faults
    return done


def _is_input(output: pathlib.Path, paths: Paths) -> bool:
    inputs = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    for path in inputs:
        if os.path.samefile(path, output) or pathlib.Path(path).resolve() in output.resolve().parents:
            return True
    return False


@contextmanager
def _complete(path: pathlib.Path) -> Generator[IO[str], None, None]:
    """A file that takes its place only when everything is written."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with builtins.open(part, "x", encoding="utf-8", newline="\n") as file:
            yield file
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
