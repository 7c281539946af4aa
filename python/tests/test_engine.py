"""Engines and matches."""

from __future__ import annotations

import asyncio
import os
import pathlib
import sys
import time
from typing import Any, Callable, Dict, List, Sequence

import pytest

import skep
from conftest import SKEP
from skep.engine import AsyncEngine, Engine, EngineError, Limit

BAD_ENGINE = """
import os, sys, time
manner, path = sys.argv[1:]
with open(path, "a") as pids:
    pids.write(f"{os.getpid()}\\n")
print("id bad 1.0\\nMosquito;Ladybug;Pillbug\\nok", flush=True)
for line in sys.stdin:
    command = line.split()[0]
    if command == "options":
        if "Wrong" in line:
            print("err no such option")
        elif "set" not in line:
            print("ReportIntermediateBestMoves;bool;False;False\\nLevel;int;1;1;1;8")
    elif command == "newgame":
        print("Base;NotStarted;White[1]")
    elif command == "exit":
        break
    elif command == "bestmove":
        if manner == "hang":
            time.sleep(60)
        elif manner == "crash":
            sys.exit("out of ideas")
        elif manner == "illegal":
            print("wQ")
        elif manner == "thinks":
            print("wG1;1;-0.5;wG1\\nwS1;2;1.25;wS1;bS1 wS1-\\nwS1")
    print("ok", flush=True)
"""

Bad = Callable[[str], List[str]]


@pytest.fixture
def bad(tmp_path: pathlib.Path) -> Bad:
    """The command of an engine with this manner. It notes its processes in the file pids."""
    script = tmp_path / "bad.py"
    script.write_text(BAD_ENGINE)
    return lambda manner: [sys.executable, str(script), manner, str(tmp_path / "pids")]


def ends(folder: pathlib.Path) -> bool:
    """Whether each engine has ended soon."""
    pids = [int(pid) for pid in (folder / "pids").read_text().split()]
    assert pids
    until = time.monotonic() + 5
    while time.monotonic() < until:
        if not any(runs(pid) for pid in pids):
            return True
        time.sleep(0.02)
    return False


def runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


def test_an_engine_plays() -> None:
    position = skep.Position("Base+MLP")
    with Engine.popen("skep", options={"Opening": "tournament"}) as engine:
        for _ in range(6):
            result = engine.play(position, Limit(depth=1))
            position.play(result.move)
        assert position.ply == 6
        assert sorted(engine.legal_moves(position)) == sorted(map(str, position.legal_moves()))
        engine.play(position, Limit(nodes=100))
        result = engine.play(position, Limit(time=0.1))
        assert position.is_legal(result.move) and 0 < result.time < 10
        assert engine.send("undo 1")[0].startswith("Base+MLP;")
    assert not engine.is_alive
    with pytest.raises(EngineError) as caught:
        engine.play(position, Limit(depth=1))
    assert caught.value.code == "not-started"


def test_an_engine_plays_in_a_position_with_other_numbers() -> None:
    position = skep.Position("Base")
    for turn in ("wG2", "bG3 wG2-"):
        position.play(turn)
    with Engine.popen("skep") as engine:
        move = engine.play(position, Limit(depth=1)).move
    assert move in list(position.legal_moves())
    # It enters beside wG2, which is wG1 for the engine.
    assert "wG2" in move
    position.play(move)


def test_a_command_line_and_a_list_of_words() -> None:
    for command in (f'"{SKEP}" uhp', [str(SKEP), "uhp"]):
        with Engine.popen(command) as engine:
            assert engine.name.startswith("skep")


def test_scores_and_candidates(bad: Bad) -> None:
    with Engine.popen(bad("thinks")) as engine:
        result = engine.play(skep.Position("Base"), Limit(depth=2))
        assert (result.move, result.depth, result.score, result.pv) == ("wS1", 2, 1.25, ["wS1", "bS1 wS1-"])
        candidates = engine.analyse(skep.Position("Base"), Limit(depth=2))
        assert [(candidate.move, candidate.score) for candidate in candidates] == [("wS1", 1.25), ("wG1", -0.5)]
        assert engine.options["Level"].values == ["1", "8"]
        with pytest.raises(EngineError) as caught:
            engine.configure({"Wrong": 1})
        assert caught.value.code == "refusal" and engine.is_alive


@pytest.mark.parametrize(("manner", "code"), [("crash", "crash"), ("hang", "hang"), ("illegal", "illegal-move")])
def test_misbehaviour_has_a_code(bad: Bad, tmp_path: pathlib.Path, manner: str, code: str) -> None:
    with Engine.popen(bad(manner)) as engine:
        with pytest.raises(EngineError) as caught:
            engine.play(skep.Position("Base"), Limit(depth=1), timeout=0.5)
        assert caught.value.code == code
        assert engine.is_alive == (code == "illegal-move")
        if code == "illegal-move":
            assert caught.value.rule == "opening-queen"
    assert ends(tmp_path)


def test_wrong_arguments() -> None:
    with Engine.popen("skep") as engine:
        position = skep.Position("Base")
        limits = [Limit(), Limit(1.0, 1), Limit(depth=0), Limit(depth=256), Limit(-1.0), Limit(float("nan"))]
        limits += [Limit(nodes=0), Limit(depth=1, nodes=1)]
        for limit in limits:
            with pytest.raises(ValueError):
                engine.play(position, limit)
        with pytest.raises(ValueError, match="one line"):
            engine.send("validmoves\nexit")
        with pytest.raises(skep.UnsupportedGame):
            engine.play(skep.Position("Venom"), Limit(depth=1))
    with pytest.raises(ValueError):
        Engine.popen("")
    with pytest.raises(TypeError):
        Engine.popen([1])  # type: ignore[list-item]
    with pytest.raises(EngineError) as caught:
        Engine.popen("skep", options={"Wrong": 1})
    assert caught.value.code == "refusal"


def test_one_thread_asks_at_a_time(bad: Bad, tmp_path: pathlib.Path) -> None:
    import threading

    engine = Engine.popen(bad("hang"))
    caught: List[EngineError] = []

    def think() -> None:
        try:
            engine.play(skep.Position("Base"), Limit(depth=1))
        except EngineError as error:
            caught.append(error)

    thread = threading.Thread(target=think)
    thread.start()
    time.sleep(0.3)
    with pytest.raises(RuntimeError, match="another thread"):
        engine.legal_moves(skep.Position("Base"))
    engine.kill()
    thread.join(10)
    assert [error.code for error in caught] == ["crash"]
    assert ends(tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="windows: there are no signals")
def test_ctrl_c_ends_the_engine(bad: Bad, tmp_path: pathlib.Path, python: Callable[[str], str]) -> None:
    code = f"""
import os, signal, skep, threading, time
engine = skep.engine.Engine.popen({bad("hang")!r})
threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
begin = time.monotonic()
try:
    engine.play(skep.Position("Base"), skep.engine.Limit(depth=1))
except KeyboardInterrupt:
    print(time.monotonic() - begin < 10, engine.is_alive)
"""
    assert python(code) == "True False"
    assert ends(tmp_path)


def test_tasks_wait_for_each_other() -> None:
    async def main() -> Sequence[Any]:
        async with await AsyncEngine.popen("skep") as engine:
            plays = [engine.play(skep.Position("Base"), Limit(depth=1)) for _ in range(3)]
            return await asyncio.gather(*plays)

    results = asyncio.run(main())
    assert len({result.move for result in results}) == 1


def test_a_cancelled_task_leaves_no_process(bad: Bad, tmp_path: pathlib.Path) -> None:
    async def main() -> bool:
        engine = await AsyncEngine.popen(bad("hang"))
        play = engine.play(skep.Position("Base"), Limit(depth=1))
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(play, 0.3)
        return engine.is_alive

    begin = time.monotonic()
    assert not asyncio.run(main())
    assert time.monotonic() - begin < 20
    assert ends(tmp_path)


def test_a_match(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.jsonl"
    named: Dict[str, Any] = {"depth": 1, "seed": 3, "save": path, "sprt": (0, 5)}
    result = skep.match(["a=skep", "b=skep"], rounds=2, **named)
    assert len(result.games) == 4 and all(game.status == "ok" for game in result.games)
    first, second = result.table
    for row in (first, second):
        assert row["games"] == row["won"] + row["drawn"] + row["lost"] == 4
    assert (first["won"], first["lost"]) == (second["lost"], second["won"])
    assert "llr" in first
    # It continues in its file.
    again = skep.match(["a=skep", "b=skep"], rounds=3, **named)
    assert [game.moves for game in again.games[:4]] == [game.moves for game in result.games]
    assert len(again.games) == 6


def test_a_match_that_cannot_be_played(bad: Bad, tmp_path: pathlib.Path) -> None:
    with pytest.raises(skep.SkepError, match="no-such-engine"):
        skep.match(["skep", "no-such-engine"], rounds=1, depth=1)
    with pytest.raises(TypeError):
        skep.match("skep", rounds=1, depth=1)
    for limits in ({}, {"depth": 1, "time": 1.0}):
        with pytest.raises(ValueError, match="either"):
            skep.match(["skep", "skep"], rounds=1, **limits)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="Chess.* for variant"):
        skep.match(["skep", "skep"], rounds=1, variant="Chess", depth=1)
    # An engine that fails loses.
    command = " ".join(f'"{word}"' for word in bad("crash"))
    result = skep.match(["skep", f"bad={command}"], rounds=1, depth=1)
    assert result.table[0]["engine_failures"] == 0 and result.table[0]["won"] == 2
    assert ends(tmp_path)
