"""What users give by mistake or on purpose: kinds of paths, odd files, threads, forks."""

from __future__ import annotations

import io
import os
import pathlib
import threading
import time
from collections import Counter
from typing import Callable

import pytest

import skep


def test_kinds_of_paths(league: pathlib.Path) -> None:
    text = str(league)
    for paths in (league, text, text.encode(), [league], (text,), {text}, (path for path in [text.encode()])):
        assert len(list(skep.open(paths))) == 30
    assert list(skep.open([])) == []
    for wrong in (3, None, [3], object()):
        with pytest.raises(TypeError):
            skep.open(wrong)  # type: ignore[arg-type]


def test_open_files(league: pathlib.Path, tmp_path: pathlib.Path) -> None:
    text = "Base;wS1;bS1 wS1-\n"
    path = tmp_path / "games.uhp"
    path.write_text(text)
    with open(path) as file:
        (game,) = skep.open(file)
        assert game.path == str(path) and game.plies == 2
    with open(league, "rb") as archive:
        assert len(list(skep.open(archive))) == 30
    (game,) = skep.open(io.StringIO(text))
    assert game.path == "file"
    assert skep.check([io.BytesIO(text.encode()), league, io.StringIO(text)]).games == 32
    assert skep.convert(io.StringIO(text), tmp_path / "games.pgn").games == 1
    assert skep.convert([io.StringIO(text), path], tmp_path / "both.pgn").games == 2
    assert sum(map(len, skep.tensors(io.StringIO(text)))) == 2
    for wrong in (io.StringIO(""), io.BytesIO()):
        with pytest.raises(skep.Unreadable):
            list(skep.open(wrong))
    with open(path) as file:
        file.close()
        with pytest.raises(ValueError, match="closed"):
            skep.open(file)


def test_texts_about_objects(league: pathlib.Path) -> None:
    assert repr(skep.open(league)) == f"<Games of {league}>"
    assert repr(skep.open([league, league, league])) == f"<Games of {league} and 2 more>"
    assert repr(skep.tensors([])) == "<Batches of no files>"
    assert repr(skep.Encoding(size=23)) == "Encoding('skep', size=23)"
    assert repr(skep.VecEnv(2)) == "<VecEnv of 2 games: Encoding('skep', size=23)>"


def test_odd_files(tmp_path: pathlib.Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "notes.bin").write_bytes(b"\0\1\2")
    # A folder without games has no games and no faults.
    games = skep.open(folder)
    assert list(games) == [] and games.faults == []
    assert not skep.check(folder)
    file = tmp_path / "games.pgn"
    tag = "x" * 1_000_000
    file.write_bytes(f'[White "Ann"]\r\n[Note "{tag}"]\r\n\r\n1. wS1 2. bS1 wS1-\r\n'.encode())
    (game,) = skep.open(file)
    assert game.white == "Ann" and game.moves == ["wS1", "bS1 wS1-"] and game.tags["Note"] == tag
    (again,) = skep.read(game.to("pgn"))
    assert again.tags == game.tags
    (game,) = skep.read("Base;InProgress;White[2];wS1;bS1 wS1-\r\n")
    assert game.is_valid
    with pytest.raises(skep.Unreadable) as caught:
        skep.read("")
    assert caught.value.code == "empty-file"


def test_threads_share_an_iterator(league: pathlib.Path) -> None:
    games, seen, errors = skep.open([league] * 20), Counter[int](), list[BaseException]()

    def take() -> None:
        try:
            for game in games:
                seen[game.index] += 1
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == [] and sum(seen.values()) == 600


def test_a_position_can_be_used_during_perft() -> None:
    position = skep.Position("Base+MLP")
    counted = list[int]()
    thread = threading.Thread(target=lambda: counted.append(position.perft(4)))
    thread.start()
    while thread.is_alive():
        position.play("wS1")
        position.undo()
        time.sleep(0.001)
    thread.join()
    assert counted == [151_686]


@pytest.mark.skipif(not pathlib.Path("/proc/self/task").exists(), reason="this system has no /proc")
def test_threads_end_with_the_iterator(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "many.uhp"
    path.write_text("Base;wS1;bS1 wS1-\n" * 100_000)

    def tasks() -> int:
        return len(os.listdir("/proc/self/task"))

    before = tasks()
    for _ in range(3):
        games = skep.open(path, threads=4)
        next(games)
        del games
        batches = skep.tensors(path, threads=4, batch=10, arrays=[])
        next(batches)
        batches.close()
    for _ in range(600):
        if tasks() <= before:
            break
        time.sleep(0.05)
    assert tasks() <= before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_fork_reads_games_of_its_own(league: pathlib.Path, python: Callable[[str], str]) -> None:
    code = f"""
import os, skep
path = {str(league)!r}
games = skep.open([path] * 1000)
next(games)
child = os.fork()
if child == 0:
    assert len(list(skep.open(path))) == 30 and sum(map(len, skep.tensors(path))) == 1261
    try:
        list(games)
    except RuntimeError as error:
        os._exit(0 if "fork" in str(error) else 1)
    os._exit(2)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    assert python(code) == "0"
