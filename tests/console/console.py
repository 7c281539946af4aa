"""Runs skep in a console of Windows, which wine shows in a pseudo-terminal. The other tests have no console.

    console.py RUNNER PROGRAM TESTS FOLDER      RUNNER: wine; TESTS: the tests of the program; FOLDER: for files
"""

import os
import pty
import select
import sys
import time
from pathlib import Path

RUNNER, PROGRAM, TESTS, FOLDER = *sys.argv[1:4], Path(sys.argv[4])
HIVE = "fixtures/games/hive.uhp"
FAULTS = "fixtures/cli/faults.uhp"
CTRL_C = b"\x03"
# What a run may take, in seconds.
PATIENCE = 120


class Console:
    """A run of a program in a console."""

    def __init__(self, *args, program=PROGRAM):
        self.args = args
        self.shown = b""
        self.code = None
        self.process, self.screen = pty.fork()
        if self.process == 0:
            os.environ.update(TERM="xterm-256color", NO_PAGER="1", PAGER="")
            os.environ.pop("NO_COLOR", None)
            os.execv(RUNNER, [RUNNER, program, *args])

    def read(self, seconds):
        """Reads what is shown for some time. Returns whether the program runs."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if not select.select([self.screen], [], [], left)[0]:
                return True
            try:
                data = os.read(self.screen, 1 << 16)
            except OSError:
                data = b""
            if not data:
                self.code = os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])
                return False
            self.shown += data
        return True

    def press(self, key):
        os.write(self.screen, key)

    def wait(self):
        """Waits for the end, and returns what was shown."""
        expect(self.args, "does not end", self.read(PATIENCE), False)
        return self.shown.decode(errors="replace")


def expect(args, what, found, expected):
    if found != expected:
        sys.exit(f"skep {' '.join(args)}: {what}: {found!r}, expected {expected!r}")


def the_console_is_told_of_styles():
    """wine shows styles whether they are allowed or not, so a test of the program reads the mode of the console."""
    run = Console("--exact", "output::terminal::tests::a_console_is_told_that_text_has_styles", program=TESTS)
    shown = run.wait()
    expect(run.args, f"the exit code ({shown})", run.code, 0)
    expect(run.args, f"tests that passed ({shown})", "1 passed" in shown and "skipped" not in shown, True)


def text_has_styles():
    for args in (("--help",), ("check", "--help"), ("check", FAULTS), ("show", HIVE), ("chekc",)):
        run = Console(*args)
        expect(args, "has styles", "\x1b[1m" in run.wait() or b"\x1b[3" in run.shown, True)


def until(run, is_ready, what):
    """Waits until the run is at work."""
    deadline = time.monotonic() + PATIENCE
    while not is_ready():
        runs = run.read(0.2)
        expect(run.args, f"ended before {what}: {run.shown!r}", runs, True)
        expect(run.args, f"no {what}", time.monotonic() < deadline, True)


def ctrl_c_in_a_match_keeps_the_games():
    saved = FOLDER / "games.jsonl"
    saved.unlink(missing_ok=True)
    run = Console("match", "skep", "skep", "--depth", "1", "-g", "2000", "--save", str(saved))
    until(run, lambda: saved.exists() and saved.stat().st_size > 5000, "saved game")
    run.press(CTRL_C)
    shown = run.wait()
    text = saved.read_text(encoding="utf-8")
    expect(run.args, "the exit code", run.code, 130)
    expect(run.args, "games", 0 < len(text.splitlines()) < 2000, True)
    # An engine that Ctrl-C reaches ends, and would lose its game.
    expect(run.args, "games that are lost", [game for game in text.splitlines() if "the engine" in game], [])
    expect(run.args, f"errors: {shown}", "error" in shown, False)
    check = Console("check", "-q", str(saved))
    check.wait()
    expect(check.args, "the exit code", check.code, 0)


def ctrl_c_leaves_no_file_and_no_error():
    """In commands that ask engines."""
    out = FOLDER / "annotated.pgn"
    out.unlink(missing_ok=True)
    for args in (
        ("annotate", "--engine", "skep", "--depth", "100", "-o", str(out), HIVE),
        ("uhp", "--test", "skep", "--positions", "10000000"),
    ):
        run = Console(*args)
        # Both begin to ask their engine at once.
        until(run, lambda begin=time.monotonic(): time.monotonic() - begin > 5, "work")
        run.press(CTRL_C)
        shown = run.wait()
        expect(args, f"the exit code ({shown})", run.code, 130)
        for word in ("error", "panicked", "ended", "crash"):
            expect(args, f"says {word}: {shown}", word in shown, False)
        left = [path.name for path in FOLDER.iterdir() if path.name.startswith((".skep-", "annotated"))]
        expect(args, "leaves", left, [])


FOLDER.mkdir(parents=True, exist_ok=True)
for test in (
    the_console_is_told_of_styles,
    text_has_styles,
    ctrl_c_in_a_match_keeps_the_games,
    ctrl_c_leaves_no_file_and_no_error,
):
    start = time.monotonic()
    test()
    print(f"{test.__name__}: {time.monotonic() - start:.0f} s")
