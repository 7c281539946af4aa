"""Engines: programs of the Universal Hive Protocol (UHP) that play Hive. `skep.match` plays games between them.

`Engine` starts a program and asks it for turns. `AsyncEngine` does the same with ``await``. An engine is ``skep``, or a
command line such as ``nokamute uhp``. Engines play only plain Hive, without Venom and packs.

No call waits without a limit. An engine that crashes, hangs, prints garbage or answers an illegal turn raises an
`EngineError`, whose ``code`` says which of these it was. Ctrl-C and a cancelled task end the engine. No process is left
behind.

>>> import skep
>>> with skep.engine.Engine.popen("skep") as engine:
...     result = engine.play(skep.Position("Base"), skep.engine.Limit(depth=1))
>>> result.move in skep.Position("Base").legal_moves()
True
"""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, TypeVar, Union

from ._errors import SkepError
from ._skep import EngineProcess, Position
from ._start import START
from ._types import Move

__all__ = ["AsyncEngine", "Candidate", "Engine", "EngineError", "Limit", "Option", "PlayResult"]

Command = Union[str, Sequence[str]]
"""An engine: ``skep``, a command line, or a program and its arguments."""

_T = TypeVar("_T")

GRACE = 10.0
"""How much longer than its time an engine may think, in seconds."""
PATIENCE = 600.0
"""How long an engine may think if the limit has no time, in seconds."""


class EngineError(SkepError):
    """Something is wrong with an engine.

    ``code`` is ``not-started``, ``no-greeting``, ``hang``, ``crash``, ``garbage``, ``too-much-output``, ``refusal``,
    ``illegal-move`` or ``no-move``. After a ``refusal``, ``illegal-move`` or ``no-move``, the engine still answers. If an
    illegal turn breaks a rule, ``rule`` names it.

    >>> import skep
    >>> try:
    ...     skep.engine.Engine.popen("no-such-engine")
    ... except skep.engine.EngineError as error:
    ...     print(error.code)
    not-started
    """


class Limit(NamedTuple):
    """How long an engine thinks: a time in seconds, a number of plies to look ahead, or a number of positions to look at.

    >>> import skep
    >>> skep.engine.Limit(time=0.5)
    Limit(time=0.5, depth=None, nodes=None)
    """

    time: Optional[float] = None
    """The time for a turn, in seconds."""
    depth: Optional[int] = None
    """The number of plies to look ahead."""
    nodes: Optional[int] = None
    """The number of positions to look at. ``skep`` has this limit, but few other engines do."""


class Option(NamedTuple):
    """An option of an engine.

    >>> import skep
    >>> with skep.engine.Engine.popen("skep") as engine:
    ...     option = engine.options["Opening"]
    >>> option.type, option.default in option.values
    ('enum', True)
    """

    name: str
    """Its name."""
    type: str
    """``bool``, ``int``, ``double`` or ``enum``."""
    value: str
    """Its value when the engine started."""
    default: str
    """Its default."""
    values: List[str]
    """The values of an ``enum``, or the least and the greatest number."""


class Candidate(NamedTuple):
    """A turn that an engine considers.

    >>> import skep
    >>> with skep.engine.Engine.popen("skep") as engine:
    ...     best, *others = engine.analyse(skep.Position("Base"), skep.engine.Limit(depth=1))
    >>> best.move in skep.Position("Base").legal_moves()
    True
    """

    move: str
    """The turn, as the engine spells it."""
    depth: Optional[int]
    """How many plies the engine looked ahead, if it says so."""
    score: Optional[float]
    """The score in the units of the engine, if it states one. Higher is better for the side to move."""
    pv: List[str]
    """The expected line of play, which begins with the turn. It can be empty."""


class PlayResult(NamedTuple):
    """The turn that an engine plays.

    >>> import skep
    >>> with skep.engine.Engine.popen("skep") as engine:
    ...     result = engine.play(skep.Position("Base"), skep.engine.Limit(depth=1))
    >>> result.time < 10
    True
    """

    move: Move
    """The turn, in skep's spelling."""
    depth: Optional[int]
    """How many plies the engine looked ahead, if it says so."""
    score: Optional[float]
    """The score in the units of the engine, if it states one. Higher is better for the side to move."""
    pv: List[str]
    """The expected line of play, which begins with the turn. It can be empty."""
    time: float
    """The time that the engine needed, in seconds."""


def _words(command: Command) -> List[str]:
    """The program and its arguments."""
    if isinstance(command, str):
        if command.strip() == "skep":
            return [*START, "uhp"]
        return EngineProcess.split(command)
    # What a caller without type checks passes.
    words: List[Any] = list(command)
    if not all(isinstance(word, str) for word in words):
        raise TypeError("a command is a text, or a list of texts")
    return words


class Engine:
    """An engine. Start it with `popen`.

    As a context manager, it ends the engine. Outside a `with` block, call `quit`; an engine that is no
    longer used is killed. Only one thread can ask it at a time; another thread gets a ``RuntimeError``.

    >>> import skep
    >>> with skep.engine.Engine.popen("skep") as engine:
    ...     print(engine.name.split()[0], engine.is_alive)
    skep True
    >>> engine.is_alive
    False
    """

    def __init__(self, process: EngineProcess, timeout: float) -> None:
        self._process = process
        self._timeout = timeout
        self._options: Optional[Dict[str, Option]] = None

    @classmethod
    def popen(
        cls, command: Command, *, options: Optional[Mapping[str, object]] = None, timeout: float = 10.0
    ) -> Engine:
        """Start an engine, set ``options``, and return it.

        ``timeout`` is the time for its greeting and for each answer but those of `play` and `analyse`, in seconds.

        >>> import skep
        >>> engine = skep.engine.Engine.popen("skep", options={"Opening": "open"})
        >>> engine.quit()
        """
        engine = cls(EngineProcess.start(_words(command), timeout), timeout)
        try:
            engine.configure(options or {})
        except BaseException:
            engine.kill()
            raise
        return engine

    @property
    def name(self) -> str:
        """The name that the engine gives itself.

        >>> import skep
        >>> with skep.engine.Engine.popen("skep") as engine:
        ...     print(engine.name.split()[0])
        skep
        """
        return self._process.name

    @property
    def capabilities(self) -> List[str]:
        """What the engine says it can play.

        >>> import skep
        >>> with skep.engine.Engine.popen("skep") as engine:
        ...     print("Mosquito" in engine.capabilities)
        True
        """
        return self._process.capabilities

    @property
    def is_alive(self) -> bool:
        """Whether the engine answers.

        >>> import skep
        >>> with skep.engine.Engine.popen("skep") as engine:
        ...     engine.is_alive
        True
        """
        return self._process.is_alive

    @property
    def options(self) -> Mapping[str, Option]:
        """The options of the engine, by name. `configure` sets them.

        >>> import skep
        >>> with skep.engine.Engine.popen("skep") as engine:
        ...     "Opening" in engine.options
        True
        """
        if self._options is None:
            listed = (Option(*fields) for fields in self._process.options())
            self._options = {option.name: option for option in listed}
        return self._options

    def configure(self, options: Mapping[str, object]) -> None:
        """Set options. An option or value that the engine does not have raises an `EngineError`.

        >>> import skep
        >>> with skep.engine.Engine.popen("skep") as engine:
        ...     engine.configure({"Opening": "open"})
        """
        for name, value in options.items():
            self._process.set_option(name, str(value))

    def play(self, position: Position, limit: Limit, *, timeout: Optional[float] = None) -> PlayResult:
        """Return the turn that the engine plays. It is legal.

        ``timeout`` is the longest time for the answer, in seconds: by default, 10 s more than the time of the limit, or
        600 s if the limit has no time. The position is not changed.

        >>> import skep
        >>> position = skep.Position("Base;wS1;bS1 wS1-")
        >>> with skep.engine.Engine.popen("skep") as engine:
        ...     position.play(engine.play(position, skep.engine.Limit(depth=1)).move)
        >>> position.ply
        3
        """
        move, (best, *_), time = self._choose(position, limit, timeout)
        legal = position.legal_moves()
        return PlayResult(legal[legal.index(move)], best.depth, best.score, best.pv, time)

    def analyse(self, position: Position, limit: Limit, *, timeout: Optional[float] = None) -> List[Candidate]:
        """Return the turns that the engine considers, the best first. Many engines name only the best turn.

        >>> import skep
        >>> with skep.engine.Engine.popen("skep") as engine:
        ...     len(engine.analyse(skep.Position("Base"), skep.engine.Limit(depth=1))) > 0
        True
        """
        return self._choose(position, limit, timeout)[1]

    def _choose(
        self, position: Position, limit: Limit, timeout: Optional[float]
    ) -> Tuple[str, List[Candidate], float]:
        if timeout is None:
            timeout = PATIENCE if limit.time is None else limit.time + GRACE
        move, candidates, time = self._process.choose(position, limit.depth, limit.time, limit.nodes, timeout)
        return move, [Candidate(*fields) for fields in candidates], time

    def legal_moves(self, position: Position) -> List[str]:
        """Return the turns that the engine finds legal, as it spells them.

        >>> import skep
        >>> position = skep.Position("Base")
        >>> with skep.engine.Engine.popen("skep") as engine:
        ...     engine.legal_moves(position) == position.legal_moves()
        True
        """
        return self._process.valid_moves(position)

    def send(self, command: str) -> List[str]:
        """Send a command of the protocol, and return the lines of the answer without the final ``ok``.

        >>> import skep
        >>> with skep.engine.Engine.popen("skep") as engine:
        ...     engine.send("newgame Base")
        ['Base;NotStarted;White[1]']
        """
        return self._process.send(command, self._timeout)

    def quit(self) -> None:
        """Ask the engine to end, and kill it if it does not.

        >>> import skep
        >>> engine = skep.engine.Engine.popen("skep")
        >>> engine.quit()
        >>> engine.is_alive
        False
        """
        self._process.quit()

    def kill(self) -> None:
        """Kill the engine at once, also while another thread waits for it.

        >>> import skep
        >>> engine = skep.engine.Engine.popen("skep")
        >>> engine.kill()
        """
        self._process.kill()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.quit()

    def __repr__(self) -> str:
        return f"<Engine {self.name!r}>"


class AsyncEngine:
    """An engine for ``asyncio``, with the methods of `Engine`. Start it with `popen`.

    Tasks that ask at the same time wait for each other. If a task is cancelled while the engine thinks for it, the engine
    is killed.

    >>> import asyncio, skep
    >>> async def main():
    ...     async with await skep.engine.AsyncEngine.popen("skep") as engine:
    ...         return await engine.play(skep.Position("Base"), skep.engine.Limit(depth=1))
    >>> asyncio.run(main()).move in skep.Position("Base").legal_moves()
    True
    """

    def __init__(self, engine: Engine) -> None:
        if not isinstance(engine, Engine):
            raise TypeError(f"expected skep.engine.Engine, got {type(engine).__name__}")
        self._engine = engine
        # Before Python 3.10, a lock belongs to the loop in which it is made.
        self._lock: Optional[asyncio.Lock] = None

    @classmethod
    async def popen(
        cls, command: Command, *, options: Optional[Mapping[str, object]] = None, timeout: float = 10.0
    ) -> AsyncEngine:
        """Start an engine, as `Engine.popen` does.

        >>> import asyncio, skep
        >>> async def main():
        ...     engine = await skep.engine.AsyncEngine.popen("skep")
        ...     await engine.quit()
        >>> asyncio.run(main())
        """
        start = asyncio.ensure_future(asyncio.to_thread(Engine.popen, command, options=options, timeout=timeout))
        try:
            return cls(await asyncio.shield(start))
        except asyncio.CancelledError:
            # The thread cannot be stopped, so its engine is killed as soon as it has started.
            start.add_done_callback(lambda done: None if done.cancelled() or done.exception() else done.result().kill())
            raise

    async def _ask(self, ask: Callable[..., _T], *arguments: Any, **named: Any) -> _T:
        self._lock = self._lock or asyncio.Lock()
        async with self._lock:
            asked = asyncio.ensure_future(asyncio.to_thread(ask, *arguments, **named))
            try:
                return await asyncio.shield(asked)
            except asyncio.CancelledError:
                self._engine.kill()
                # The killed engine ends the wait of the thread.
                await asyncio.wait([asked])
                asked.exception()
                raise

    @property
    def name(self) -> str:
        """The name that the engine gives itself.

        >>> import asyncio, skep
        >>> async def main():
        ...     async with await skep.engine.AsyncEngine.popen("skep") as engine:
        ...         return engine.name.split()[0]
        >>> asyncio.run(main())
        'skep'
        """
        return self._engine.name

    @property
    def is_alive(self) -> bool:
        """Whether the engine answers.

        >>> import asyncio, skep
        >>> async def main():
        ...     async with await skep.engine.AsyncEngine.popen("skep") as engine:
        ...         return engine.is_alive
        >>> asyncio.run(main())
        True
        """
        return self._engine.is_alive

    async def options(self) -> Mapping[str, Option]:
        """Return the options of the engine, by name.

        >>> import asyncio, skep
        >>> async def main():
        ...     async with await skep.engine.AsyncEngine.popen("skep") as engine:
        ...         return await engine.options()
        >>> "Opening" in asyncio.run(main())
        True
        """
        return await self._ask(lambda: self._engine.options)

    async def configure(self, options: Mapping[str, object]) -> None:
        """Set options.

        >>> import asyncio, skep
        >>> async def main():
        ...     async with await skep.engine.AsyncEngine.popen("skep") as engine:
        ...         await engine.configure({"Opening": "open"})
        >>> asyncio.run(main())
        """
        await self._ask(self._engine.configure, options)

    async def play(self, position: Position, limit: Limit, *, timeout: Optional[float] = None) -> PlayResult:
        """Return the turn that the engine plays, as `Engine.play` does.

        >>> import asyncio, skep
        >>> async def main():
        ...     async with await skep.engine.AsyncEngine.popen("skep") as engine:
        ...         return await engine.play(skep.Position("Base"), skep.engine.Limit(depth=1))
        >>> asyncio.run(main()).move in skep.Position("Base").legal_moves()
        True
        """
        return await self._ask(self._engine.play, position.copy(), limit, timeout=timeout)

    async def analyse(self, position: Position, limit: Limit, *, timeout: Optional[float] = None) -> List[Candidate]:
        """Return the turns that the engine considers, as `Engine.analyse` does.

        >>> import asyncio, skep
        >>> async def main():
        ...     async with await skep.engine.AsyncEngine.popen("skep") as engine:
        ...         return await engine.analyse(skep.Position("Base"), skep.engine.Limit(depth=1))
        >>> len(asyncio.run(main())) > 0
        True
        """
        return await self._ask(self._engine.analyse, position.copy(), limit, timeout=timeout)

    async def legal_moves(self, position: Position) -> List[str]:
        """Return the turns that the engine finds legal, as it spells them.

        >>> import asyncio, skep
        >>> async def main():
        ...     async with await skep.engine.AsyncEngine.popen("skep") as engine:
        ...         return await engine.legal_moves(skep.Position("Base"))
        >>> asyncio.run(main())
        ['wS1', 'wB1', 'wG1', 'wA1']
        """
        return await self._ask(self._engine.legal_moves, position.copy())

    async def send(self, command: str) -> List[str]:
        """Send a command of the protocol, and return the lines of the answer.

        >>> import asyncio, skep
        >>> async def main():
        ...     async with await skep.engine.AsyncEngine.popen("skep") as engine:
        ...         return await engine.send("newgame Base")
        >>> asyncio.run(main())
        ['Base;NotStarted;White[1]']
        """
        return await self._ask(self._engine.send, command)

    async def quit(self) -> None:
        """Ask the engine to end, and kill it if it does not.

        >>> import asyncio, skep
        >>> async def main():
        ...     engine = await skep.engine.AsyncEngine.popen("skep")
        ...     await engine.quit()
        ...     return engine.is_alive
        >>> asyncio.run(main())
        False
        """
        await asyncio.to_thread(self._engine.quit)

    def kill(self) -> None:
        """Kill the engine at once. A task that waits for it gets an `EngineError`.

        >>> import asyncio, skep
        >>> async def main():
        ...     engine = await skep.engine.AsyncEngine.popen("skep")
        ...     engine.kill()
        >>> asyncio.run(main())
        """
        self._engine.kill()

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.quit()

    def __repr__(self) -> str:
        return f"<AsyncEngine {self.name!r}>"
