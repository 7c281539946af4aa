"""Calls every public name of `skep` and `skep.tables` with hostile values. `test_hostile.py` runs it in a process of its
own, with a limit of memory. It prints each fault on a line: a call that raises what is not documented, takes too long,
or is not covered. If the process dies, the last line of standard error is the call."""

from __future__ import annotations

import faulthandler
import inspect
import io
import itertools
import json
import pathlib
import signal
import sys
import traceback
import types
from typing import Any, Callable, Iterator

import numpy

import skep
from skep import tables

TEXT = "Base+MLP;wL;bP wL-"
GAMES = sys.argv[1]
PACKAGE = pathlib.Path(skep.__file__).parent
# Of the processor, so that other programs do not slow the calls down.
SECONDS = 20


class HostileError(Exception):
    """What the methods of a hostile object raise."""


class TooLongError(Exception):
    """The time of a call is over."""


class Hostile:
    """An object whose methods raise."""

    def fail(self, *_: object) -> Any:
        raise HostileError

    __index__ = __int__ = __float__ = __bool__ = __str__ = __fspath__ = __iter__ = __len__ = __getitem__ = fail
    __eq__ = __hash__ = __contains__ = __buffer__ = __array__ = write = read = flush = fail  # type: ignore[assignment]

    def __repr__(self) -> str:
        return "Hostile()"


def value_of(entry: dict[str, Any]) -> Any:
    """A value of the table that the test of the npm package has, too."""
    if "number" in entry:
        number = entry["number"]
        return int(number) if number.lstrip("-").isdigit() else float(number)
    if "text" not in entry:
        return entry["json"]
    text, times = entry["text"], entry.get("times", 1)
    return text + entry["then"] * times if "then" in entry else text * times


TABLE = json.loads((pathlib.Path(__file__).parents[2] / "tests/hostile/values.json").read_text("utf-8"))
OTHERS = [1j, b"x", bytearray(9), [2**64], ["x" * 1_000_000], (), {"planes": Hostile()}, {"scalars": numpy.zeros(0)}, range(3), object(), int, print, Hostile(), [Hostile()], io.BytesIO(),
          numpy.zeros(0), numpy.zeros((2, 2), dtype="complex128")]  # fmt: skip
VALUES: list[Any] = [*map(value_of, TABLE), *OTHERS]

# A good value for each parameter, by its name, so that the hostile value is the only one.
GOOD: dict[str, Callable[[], Any]] = {
    "paths": lambda: GAMES,
    "games": lambda: skep.read(TEXT),
    "moves": lambda: ["wL", "bP wL-"],
    "q": lambda: 0,
    "r": lambda: 0,
    "output": io.StringIO,
    "text": lambda: TEXT,
    "position": lambda: skep.Position(TEXT),
    "positions": lambda: [skep.Position()],
    "actions": lambda: [skep.Encoding().action(skep.Position(), "wA1")],
    "n": lambda: 1,
    "turn": lambda: "wA1 -wL",
    "field": lambda: "plies",
    "action": lambda: skep.Encoding().action(skep.Position(TEXT), "wA1 -wL"),
    "planes": lambda: skep.Encoding().encode(skep.Position(TEXT))[0],
    "scalars": lambda: skep.Encoding().encode(skep.Position(TEXT))[1],
    "compact": lambda: next(skep.tensors(GAMES, batch=2, threads=1, arrays="compact,mask")).planes,
    "side": lambda: "White",
    "notation": lambda: "uhp",
    "to": lambda: "uhp",
    "message": lambda: "message",
    "_memo": dict,
    "turns": list,
    "fields": tuple,
    "name": lambda: "skep",
    "index": lambda: 0,
    "key": lambda: 0,
    "item": lambda: "wA1 -wL",
    "value": lambda: "wA1 -wL",
    "depth": lambda: 1,
    "batch": lambda: 8,
    "threads": lambda: 1,
    "engines": lambda: ["skep", "skep"],
    "rounds": lambda: 1,
    "sources": lambda: [GAMES],
    "symmetry": lambda: 0,
    "array": lambda: skep.Encoding().encode(skep.Position(TEXT))[0],
    "steps": lambda: skep.Graph.of(skep.Position(TEXT)).turn(0),
}
"""A parameter with another name has its default."""
# Parameters of some functions that mean something else.
GOOD_OF: dict[str, Callable[[], Any]] = {
    "Encoding.actions": lambda: None,
    "VecEnv.reset.games": lambda: [0],
    "Position.solve.moves": lambda: 1,
    "Encoding.masks.planes": lambda: skep.Encoding().encode(skep.Position(TEXT))[0][None],
    "Encoding.masks.scalars": lambda: skep.Encoding().encode(skep.Position(TEXT))[1][None],
    "skep.dedup.key": lambda: "moves",
    "skep.diff.a": lambda: skep.read(TEXT)[0],
    "skep.diff.b": lambda: skep.read(TEXT)[0],
    "skep.index.output": lambda: "games.skepdb",
    "skep.puzzles.moves": lambda: 1,
}

# What the documentation names. A missing attribute and a broken pickle are Python's own.
DOCUMENTED = (TypeError, ValueError, LookupError, OSError, AttributeError, StopIteration, skep.SkepError, HostileError)
# A count of all lines of play takes as long as it takes, and Ctrl-C stops it.
LONG = {"Position.perft"}
# They start programs, which takes a second, so they get only some of the values.
PROGRAMS = {"skep.match"}
# They fail if a step was sent, or none was.
IN_ORDER = {"VecEnv.recv", "VecEnv.send", "VecEnv.step"}
calls, covered = 0, set[str]()


def fault(what: str, why: object) -> None:
    print(f"{what}: {why}", flush=True)


def late(*_: object) -> None:
    raise TooLongError


def call(name: str, what: str, function: Callable[..., Any], arguments: list[Any], named: dict[str, Any]) -> bool:
    """Whether the call succeeds."""
    global calls
    calls += 1
    print(what, file=sys.stderr, flush=True)
    # A call that waits, or that no signal stops, ends the process.
    faulthandler.dump_traceback_later(6 * SECONDS, exit=True)
    signal.setitimer(signal.ITIMER_PROF, 0.2 if name in LONG else SECONDS)
    try:
        found = function(*arguments, **named)
        # What is made lazily.
        if hasattr(found, "__next__"):
            for _ in itertools.islice(found, 3):
                pass
        elif hasattr(found, "__arrow_c_stream__"):
            found.__arrow_c_stream__()
        return True
    except TooLongError:
        if name not in LONG:
            fault(what, f"takes longer than {SECONDS} s of the processor")
    except AttributeError as error:
        # An object that has not what skep expects of it. Its own attributes are Python's matter.
        place = traceback.extract_tb(error.__traceback__)[-1]
        if PACKAGE in pathlib.Path(place.filename).parents and place.name != "__getattr__":
            fault(what, f"{type(error).__name__}: {error!s:.200}")
    except DOCUMENTED:
        pass
    except BaseException as error:  # noqa: BLE001
        fault(what, f"{type(error).__name__}: {error!s:.200}")
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        faulthandler.cancel_dump_traceback_later()
    return False


def attack(name: str, function: Callable[..., Any], is_public: bool = True) -> None:
    """Calls a function with every hostile value for each parameter, and good values for the others."""
    covered.add(name)
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        for value in VALUES:
            call(name, f"{name}({value!r:.40})", function, [value], {})
        return
    parameters = [p for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    for target in [None, *parameters]:
        for value in VALUES[:: 9 if name in PROGRAMS else 1] if target else [None]:
            arguments, named = [], {}
            for parameter in parameters:
                if parameter is target:
                    given = value
                elif f"{name}.{parameter.name}" in GOOD_OF:
                    given = GOOD_OF[f"{name}.{parameter.name}"]()
                # A switch can have the name of an array.
                elif parameter.name in GOOD and not isinstance(parameter.default, bool):
                    given = GOOD[parameter.name]()
                elif parameter.default is not parameter.empty:
                    given = parameter.default
                elif is_public:
                    return fault(name, f"GOOD has no value for {parameter.name}")
                else:
                    given = None
                if parameter.kind is parameter.KEYWORD_ONLY:
                    named[parameter.name] = given
                else:
                    arguments.append(given)
            what = f"{name}({target.name}={value!r:.40})" if target else f"{name} with good values"
            succeeded = call(name, what, function, arguments, named)
            if not target and not succeeded and is_public:
                fault(what, "failed")


def objects() -> Iterator[Any]:
    """An object of each public class."""
    game = next(iter(skep.open(GAMES, threads=1)))
    batches = skep.tensors(GAMES, batch=8, threads=1)
    yield from (game, skep.Position(TEXT), skep.Position(TEXT).legal_moves(), skep.open(GAMES), skep.Encoding())
    yield from (skep.read("Base;wS1;bS1 wS1-;wA1 bS1-")[0].diagnostics[0], next(iter(batches)), batches)
    yield from (skep.check(GAMES), skep.convert([], io.StringIO(), to="uhp"), game.players, skep.Position(TEXT).pieces()[0])
    env = skep.VecEnv(1, encoding="skep", max_plies=1)
    yield from (tables.games(GAMES), skep.WHITE, env, env.reset(), env.legal(), env.step(env.sample()).final)
    yield skep.LossWarning("message")
    yield skep.expand(GOOD["positions"](), GOOD["actions"]())
    yield from (skep.Graph.of(skep.Position(TEXT)), skep.Position(TEXT).legal_moves()[0], skep.Position(TEXT).solve(1))
    yield from (skep.types.Variation(1, ["bP wL-"]), skep.types.Search(0.5, {"wL": 1}), skep.types.Indexed(1, 0, 0, 0, 1), skep.random_games(1))
    yield from (skep.puzzles(GAMES), next(skep.puzzles(GAMES)), skep.diff(game, game))
    for error in (skep.IllegalMove, skep.InvalidFilter, skep.InvalidGame, skep.MissingPath, skep.SkepError,
                  skep.Unreadable, skep.UnsupportedGame):  # fmt: skip
        yield error("message")


signal.signal(signal.SIGPROF, late)
sys.unraisablehook = lambda info: fault("an exception that nobody sees", info.exc_value)
classes = {type(one): one for one in objects()}
for module in (skep, tables):
    # What the module defines is public too if its name does not begin with `_`.
    own = {name for name, value in vars(module).items() if getattr(value, "__module__", None) == module.__name__}
    for short in sorted({*module.__all__, *(name for name in own if not name.startswith("_"))}):
        value, name = getattr(module, short), f"{module.__name__}.{short}"
        if isinstance(value, type) and value.__module__.startswith("skep"):
            if value not in classes:
                fault(name, "objects() has none")
            # Most classes are made by skep only.
            attack(short, value, is_public=short in {"Position", "Encoding", "VecEnv"})
        elif callable(value) and getattr(value, "__module__", "").startswith("skep"):
            attack(name, value)
        elif short in module.__all__ and not isinstance(value, (str, types.ModuleType)):
            fault(name, "is a name of an unknown kind")
for kind, one in classes.items():
    # What a class inherits from Python says nothing about skep. `__init__` was called with the class.
    own = {name for base in kind.__mro__ if base.__module__.startswith("skep") for name in vars(base)}
    for short in sorted(own - {"__init__"}):
        name = f"{kind.__name__}.{short}"
        if callable(getattr(kind, short, None)):
            # Positional parameters of Python's own methods have no names that mean something.
            is_public = not short.startswith("_") and name not in IN_ORDER and not issubclass(kind, (tuple, Exception))
            attack(name, getattr(one, short), is_public=is_public)
        else:
            call(name, name, getattr, [one, short], {})
            # What begins with `_` is nobody's to set.
            for value in VALUES[: 0 if short.startswith("_") else 3]:
                call(name, f"{name} = {value!r:.40}", setattr, [one, short, value], {})
print(f"{calls} calls of {len(covered)} names", file=sys.stderr)
