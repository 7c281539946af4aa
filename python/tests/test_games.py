"""Games of files: open, read, check, convert."""

from __future__ import annotations

import io
import pathlib
import pickle
import signal
import threading
import time
from typing import Callable

import pytest

import skep


def test_games_of_an_archive(league: pathlib.Path) -> None:
    games = list(skep.open(league))
    assert len(games) == 30
    first = games[0]
    assert first.is_valid and first.status == "ok" and first.entry and first.index == 1
    assert first.players.white == first.white == first.tags["White"]
    positions = list(first.positions())
    assert [position.ply for position in positions] == list(range(first.plies + 1))
    assert positions[-1] == first.position() and positions[-1].moves == first.moves
    assert positions[3] == first.position(3)
    with pytest.raises(IndexError):
        first.position(first.plies + 1)


def test_threads_do_not_change_the_games(fixtures: pathlib.Path) -> None:
    def all_games(threads: int) -> list[str]:
        return [repr(game) for game in skep.open(fixtures / "games", threads=threads)]

    assert all_games(1) == all_games(2) == all_games(5)
    assert len(all_games(1)) == 40


def test_every_field_is_an_attribute(league: pathlib.Path) -> None:
    game = next(iter(skep.open(league)))
    assert (game.white, game.black) == game.player
    assert game.year == int((game.date or "")[:4]) and game.month == (game.date or "")[:7]
    assert game.elo == (game.white_elo, game.black_elo) and isinstance(game.motif, list)
    assert game.value("plies/10") == f"{game.plies // 10 * 10}..{game.plies // 10 * 10 + 9}"
    assert game.value("max(mobility)") >= (game.mobility or 0)
    assert game.value("tag(White)") == game.white and game.value("tag(Nonsense)") is None
    with pytest.raises(ValueError, match="unknown field"):
        game.value("whit")
    with pytest.raises(AttributeError):
        game.whit  # type: ignore[attr-defined]


def test_where(league: pathlib.Path) -> None:
    ann = list(skep.open(league, where="player = Ada and result = WhiteWins"))
    assert ann and all("Ada" in game.players for game in ann)
    with pytest.raises(skep.InvalidFilter) as caught:
        skep.open(league, where="player = Ada and and")
    assert caught.value.column is not None and caught.value.column > 10
    with pytest.warns(UserWarning):
        list(skep.open(league, where="tag(Nonsense) = 1"))


def test_every_notation_is_written_and_read(fixtures: pathlib.Path) -> None:
    for game in skep.open(fixtures / "games"):
        notations = ["jsonl"]
        notations += ["hxt"] if game.variant.startswith("Hex") else ["uhp", "pgn"]
        for notation in notations:
            (again,) = skep.read(game.to(notation))
            assert again.moves == game.moves
            # JSON Lines keeps the notation that the game came from.
            assert again.notation == (game.notation if notation == "jsonl" else notation)


def test_a_notation_without_such_games_is_named(fixtures: pathlib.Path) -> None:
    (game, *_) = skep.open(fixtures / "games" / "exxit.hxt")
    for notation, name in (("pgn", "Hive PGN"), ("uhp", "UHP")):
        with pytest.raises(skep.UnsupportedGame, match=f"cannot write games of Hex-It 29 as {name}"):
            game.to(notation)


def test_a_bad_game_is_a_finding(fixtures: pathlib.Path) -> None:
    (game,) = skep.open(fixtures / "venom" / "scorpion.uhp")
    assert game.status == "illegal" and not game.is_valid and game.plies == 4
    error = next(finding for finding in game.diagnostics if finding.severity == "error")
    assert (error.code, error.rule, error.ply) == ("illegal-move", "flip-scorpion", 5)
    assert (error.line, error.column) == (1, 58)
    for function in (game.raise_if_invalid, lambda: game.to("pgn")):
        with pytest.raises(skep.InvalidGame) as caught:
            function()
        assert (caught.value.code, caught.value.line, caught.value.column) == ("illegal-move", 1, 58)
        assert "scorpion.uhp:1:58: " in str(caught.value)


def test_paths_that_cannot_be_read(tmp_path: pathlib.Path, league: pathlib.Path) -> None:
    empty = tmp_path / "empty.pgn"
    empty.touch()
    games = skep.open([empty, league])
    with pytest.raises(skep.Unreadable) as caught:
        next(games)
    assert caught.value.code == "empty-file" and caught.value.path == str(empty)
    # The games after it still come.
    assert len(list(games)) == 30
    games = skep.open([empty, league], errors="ignore")
    assert len(list(games)) == 30
    assert [fault.code for fault in games.faults] == ["empty-file"]
    with pytest.raises(ValueError):
        skep.open(league, errors="maybe")
    with pytest.raises(TypeError):
        skep.open(3)  # type: ignore[arg-type]


def test_games_can_be_closed(league: pathlib.Path) -> None:
    with skep.open(league) as games:
        next(games)
    assert list(games) == []


def test_other_threads_run_during_a_scan(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "many.uhp"
    path.write_text("Base;wS1;bS1 wS1-\n" * 200_000)
    ticks = 0
    done = threading.Event()

    def count() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    # No game matches, so the whole scan is one call.
    assert list(skep.open(path, where="plies > 5")) == []
    done.set()
    thread.join()
    assert ticks > 1


SCANS: dict[str, Callable[[pathlib.Path], object]] = {
    "open": lambda path: list(skep.open(path, where="plies > 5")),
    "open all": lambda path: list(skep.open(path)),
    "check": skep.check,
    "convert": lambda path: skep.convert(path, io.StringIO(), to="pgn"),
    "stats": skep.tables.stats,
    "tensors": lambda path: [len(batch) for batch in skep.tensors(path, shuffle=True)],
}


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers")
@pytest.mark.parametrize("name", SCANS)
def test_a_signal_stops_a_scan(name: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "many.uhp"
    path.write_text("Base;wS1;bS1 wS1-\n" * 1_000_000)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    try:
        with pytest.raises(KeyboardInterrupt):
            SCANS[name](path)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_check(fixtures: pathlib.Path) -> None:
    good = skep.check(fixtures / "games")
    assert good and (good.games, good.plies, good.valid) == (40, 1714, 40)
    assert good.variants["Base+MLP"] == 31
    bad = skep.check(fixtures / "venom" / "scorpion.uhp")
    assert not bad and bad.status == {"illegal": 1} and bad.codes["illegal-move"] == 1
    assert len(skep.check([fixtures], max_errors=3).errors) == 3


def test_convert(league: pathlib.Path, tmp_path: pathlib.Path, fixtures: pathlib.Path) -> None:
    output = tmp_path / "games.pgn"
    assert skep.convert(league, output).games == 30
    assert len(list(skep.open(output))) == 30
    with pytest.raises(FileExistsError):
        skep.convert(league, output)
    with pytest.raises(ValueError):
        skep.convert(output, output, force=True)
    with pytest.raises(ValueError):
        skep.convert(league, tmp_path / "games.xyz")
    assert skep.convert(league, output, where="plies > 40", force=True).games < 30
    text = io.StringIO()
    done = skep.convert([fixtures / "venom" / "scorpion.uhp", league], text, to="uhp")
    assert (done.games, done.skipped) == (30, 1) and done.errors[0].rule == "flip-scorpion"
    # Hex-It has no GameStrings.
    assert skep.convert(fixtures / "hexit" / "games", text, to="uhp").games == 0
    # A file that cannot be read does not stop the others.
    empty = tmp_path / "empty.pgn"
    empty.touch()
    done = skep.convert([empty, league], text, to="uhp", errors="ignore")
    assert done.games == 30 and [fault.code for fault in done.faults] == ["empty-file"]
    empty.unlink()
    # Nothing is left behind by a failure.
    with pytest.raises(skep.InvalidFilter):
        skep.convert(league, tmp_path / "other.pgn", where="nonsense")
    assert [path.name for path in tmp_path.iterdir()] == ["games.pgn"]


def test_games_of_moves(tmp_path: pathlib.Path) -> None:
    tags = {"White": "Ann", "Date": "2024.03.02", "Note": "x\"y"}
    game = skep.Game.from_moves(["wG2", "bS1 wG2-"], "Base+M", tags=tags, result="BlackWins")
    assert game.is_valid and game.tags == tags and game.date == "2024-03-02" and game.variant == "Base+M"
    assert game.moves == ["wG1", "bS1 wG1-"] and game.result == game.stated_result == "BlackWins"
    assert pickle.loads(pickle.dumps(game)) == game
    for notation in ("uhp", "pgn", "jsonl"):
        (again,) = skep.read(game.to(notation))
        # A GameString has no result that the board does not show.
        assert again.moves == game.moves and again.result == ("InProgress" if notation == "uhp" else "BlackWins")
    for variant, moves in [("Venom", ["wS1", "bSc1 wS1-"]), ("Hex-It 29", ["M13"])]:
        other = skep.Game.from_moves(moves, variant)
        assert other.moves == moves and other.variant == variant and other.tags == {}
    with pytest.raises(skep.IllegalMove) as caught:
        skep.Game.from_moves(["wS1", "bS1 wS1-", "wA1 bS1-"])
    assert (caught.value.ply, caught.value.rule) == (3, "placement-colour")
    assert skep.Game.from_moves(["wQ"], rules="open").moves == ["wQ"]
    for wrong in ({"variant": "Chess"}, {"result": "Loss"}, {"rules": "chess"}):
        with pytest.raises(ValueError):
            skep.Game.from_moves([], **wrong)


def test_games_are_written(league: pathlib.Path, tmp_path: pathlib.Path) -> None:
    output = tmp_path / "games.pgn"
    games = list(skep.open(league))
    made = skep.Game.from_moves(["wS1"], "Base", tags={"White": "Ann"})
    done = skep.write([*games, made], output)
    assert done and done.games == 31
    assert [game.moves for game in skep.open(output)] == [game.moves for game in [*games, made]]
    with pytest.raises(FileExistsError):
        skep.write(games, output)
    (bad,) = skep.read("Base;wS1;bS1 wS1-;wA1 bS1-")
    done = skep.write((game for game in [bad, made]), output, force=True)
    assert (done.games, done.skipped, bool(done)) == (1, 1, False) and done.errors[0].rule == "placement-colour"
    assert not skep.write([], tmp_path / "none.pgn") and not (tmp_path / "none.pgn").exists()


def test_games_that_are_played_are_kept(league: pathlib.Path) -> None:
    """The moves of a position are a game."""
    game = next(iter(skep.open(league)))
    position = game.position()
    again = skep.Game.from_moves(position.moves, position.variant, tags=game.tags)
    assert again.moves == game.moves and again.tags == game.tags and again.position() == position
