"""The command `skep` that the package installs. It behaves as the program of the crate."""

from __future__ import annotations

import importlib.metadata
import os
import pathlib
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

from conftest import SKEP

GAME = "Base;InProgress;White[2];wS1;bG1 wS1-"
posix = pytest.mark.skipif(os.name != "posix", reason="posix: the signals are those of Unix")


def run(*arguments: Any, **options: Any) -> subprocess.CompletedProcess[str]:
    command = [SKEP, *arguments]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False, **options)


def test_exit_codes(fixtures: pathlib.Path) -> None:
    assert run("check", fixtures / "games").returncode == 0
    invalid = run("check", f"{GAME};wQ bG1-")
    assert (invalid.returncode, invalid.stderr) == (1, "")
    assert "wQ may not enter beside bG1" in invalid.stdout
    missing = run("check", fixtures / "missing")
    assert missing.returncode == 2
    assert "no such file or folder" in missing.stderr


def test_the_module_is_the_command(tmp_path: pathlib.Path) -> None:
    version = importlib.metadata.version("skep")
    for command in ([str(SKEP)], [sys.executable, "-m", "skep"]):
        done = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True, cwd=tmp_path)
        assert done.stdout == f"skep {version}\n"


def test_standard_input() -> None:
    assert run("count", input=f"{GAME}\n{GAME}\n").stdout == "2\n"


def test_tips_see_the_arguments_of_the_command(league: pathlib.Path) -> None:
    done = run("list", "-jsonl", league)
    assert done.returncode == 2
    assert "use --format jsonl" in done.stderr


@posix
def test_a_path_is_bytes(tmp_path: pathlib.Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff.uhp"
    pathlib.Path(os.fsdecode(path)).write_text(GAME)
    assert run("count", path).stdout == "1\n"


@posix
def test_a_closed_pipe_is_not_an_error(league: pathlib.Path) -> None:
    script = '"$0" convert --to jsonl "$@" | head -n 1 >/dev/null; echo "${PIPESTATUS[0]}"'
    paths = [str(league)] * 50
    done = subprocess.run(["bash", "-c", script, SKEP, *paths], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("0\n", "")


@posix
def test_a_closed_stream_is_not_a_file_of_the_program(tmp_path: pathlib.Path, league: pathlib.Path) -> None:
    output = tmp_path / "games.uhp"
    script = '"$0" convert --to uhp -o "$1" "$2" >&- 2>&-'
    done = subprocess.run(["bash", "-c", script, SKEP, output, league], check=False)
    assert done.returncode == 0
    assert len(output.read_text().splitlines()) == 30


@posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_the_program(number: signal.Signals) -> None:
    command = [str(SKEP), "perft", "--depth", "30", "Base+MLP"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        # The program counts now.
        assert process.stdout.readline()
        process.send_signal(number)
        assert process.wait(10) == -number


@posix
def test_a_signal_leaves_no_half_written_file(tmp_path: pathlib.Path) -> None:
    command = [str(SKEP), "random", "-n", "100000000", "-o", str(tmp_path / "games.uhp")]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + 20
        while not os.listdir(tmp_path):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
    assert os.listdir(tmp_path) == []
