"""`skep.match`: games between engines."""

from __future__ import annotations

import itertools
import json
import operator
import os
import pathlib
import re
import signal
import subprocess
import tempfile
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

from ._errors import SkepError
from ._skep import Game, open as open_games
from ._start import START
from ._types import Path

__all__ = ["Match", "match"]


class Match(NamedTuple):
    """The result of a match.

    >>> import skep
    >>> result = skep.match(["a=skep", "b=skep"], rounds=1, depth=1)
    >>> [(row["player"], row["opponent"], row["games"]) for row in result.table]
    [('a', 'b', 2), ('b', 'a', 2)]
    >>> [game.white for game in result.games]
    ['a', 'b']
    """

    table: List[Dict[str, Any]]
    """The rows that ``skep match`` prints, by the names of their columns."""
    games: List[Game]
    """The games, with the clocks and scores of the engines."""


def match(
    engines: Sequence[str],
    *,
    rounds: int = 50,
    depth: Optional[int] = None,
    time: Optional[float] = None,
    clock: Optional[str] = None,
    nodes: Optional[int] = None,
    variant: str = "Base+MLP",
    openings: Optional[Path] = None,
    seed: int = 0,
    sprt: Optional[Tuple[float, float]] = None,
    options: Sequence[str] = (),
    threads: int = 1,
    save: Optional[Path] = None,
) -> Match:
    """Play games between engines, as ``skep match`` does, and return the result.

    An engine is ``skep``, a command line, or ``NAME=`` and one of them. Each pair of engines plays ``rounds`` openings,
    each twice, with the colours swapped the second time. The limit is ``depth``, ``time`` (per turn, in seconds),
    ``clock`` (such as ``60+0.5``) or ``nodes`` (positions per turn). ``openings`` is a file, folder, archive or book;
    without it, openings are random. ``sprt`` is two Elo differences, such as ``(0, 10)``: the match stops when the
    results decide between them. ``options`` are texts such as ``NumThreads=1`` or ``NAME:NumThreads=1``. ``save`` is a
    file that ends with ``.jsonl``: the match continues in it if it exists. Ctrl-C ends the match and its engines.

    >>> import skep
    >>> result = skep.match(["skep", "skep"], rounds=1, depth=1)
    >>> result.table[0]["games"], len(result.games)
    (2, 2)
    """
    # What callers without type checks pass.
    given_engines: List[Any] = [] if isinstance(engines, str) else list(engines)
    if not given_engines or not all(isinstance(engine, str) for engine in given_engines):
        raise TypeError("engines is a list of texts")
    if len(given_engines) < 2:
        raise ValueError("a match needs two engines or more")
    rounds, seed, threads = operator.index(rounds), operator.index(seed), operator.index(threads)
    if not 1 <= rounds < 1 << 31:
        raise ValueError("rounds must be at least 1")
    if not 0 <= seed < 1 << 64:
        raise ValueError("seed must be from 0 to 18446744073709551615")
    if not 0 <= threads < 1 << 31:
        raise ValueError("threads must be 0 or more")
    if [depth, time, clock, nodes].count(None) != 3:
        raise ValueError("a match has either a depth, a time, a clock or nodes")
    arguments = ["--games", str(2 * rounds), "--variant", variant, "--seed", str(seed), "--threads", str(threads)]
    given = {
        "depth": None if depth is None else str(depth),
        "time": None if time is None else str(time),
        "clock": clock,
        "nodes": None if nodes is None else str(nodes),
        "book": None if openings is None else os.fsdecode(openings),
        "sprt": None if sprt is None else f"{sprt[0]},{sprt[1]}",
    }
    for name, value in given.items():
        if value is not None:
            arguments.append(f"--{name}={value}")
    arguments += [f"--set={option}" for option in options]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "games.jsonl") if save is None else pathlib.Path(os.fsdecode(save))
        command = [*START, "match", *arguments, "--save", str(path), "--format", "json", "--"]
        table = _run([*command, *_named(given_engines)])
        return Match(json.loads(table), list(open_games(path)))


# An option of the program in a message, and the arguments that have another name.
_OPTION = re.compile(r"'?--([a-z]+)(?: <[^>]*>)?'?")
_ARGUMENTS = {"book": "openings", "games": "rounds", "set": "options"}


def _named(engines: List[str]) -> List[str]:
    """The engines with the name of ``skep``: its program is the interpreter, after which the match would name it."""
    taken = {engine.partition("=")[0] for engine in engines if "=" in engine}
    numbered = itertools.chain(["skep"], (f"skep-{n}" for n in itertools.count(2)))
    free = (name for name in numbered if name not in taken)
    return [f"{next(free)}=skep" if engine.strip() == "skep" else engine for engine in engines]


def _run(command: Sequence[str]) -> str:
    """What the program prints. The program ends its engines if this process is interrupted."""
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", errors="replace")
    try:
        output, messages = run.communicate()
    except BaseException:
        run.send_signal(signal.SIGTERM)
        run.wait()
        raise
    if run.returncode not in (0, 1):
        last = [line for line in messages.splitlines() if line.startswith("error: ")] or [messages.strip()]
        message = _OPTION.sub(lambda found: _ARGUMENTS.get(found[1], found[1]), last[-1].replace("error: ", "", 1))
        is_argument = message.startswith(("invalid value", "unexpected argument"))
        raise ValueError(message) if is_argument else SkepError(message)
    return output
