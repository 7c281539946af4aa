"""The examples run."""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys

import pytest

import skep

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples" / "python"


def run(name: str, *arguments: str) -> str:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_plot_of_openings(league: pathlib.Path, tmp_path: pathlib.Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    pytest.importorskip("polars", reason="polars is not installed")
    plot = tmp_path / "openings.png"
    printed = run("openings_plot.py", str(league), "-o", str(plot))
    assert "30 games, 30 of them valid" in printed and "wS1;bS1 -wS1" in printed
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_a_small_model(league: pathlib.Path) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    printed = run("train_model.py", str(league))
    right = re.search(r"right in (\d+)% of (\d+) positions", printed)
    assert "1261 positions" in printed and right is not None
    assert int(right[1]) > 50 and int(right[2]) > 100


def test_self_play(tmp_path: pathlib.Path) -> None:
    games = tmp_path / "games.uhp"
    printed = run("selfplay.py", "-o", str(games), "--games", "16", "--rounds", "2")
    counts = re.findall(r"round \d: (\d+) games, (\d+) valid", printed)
    losses = [float(loss) for loss in re.findall(r"loss (\S+)", printed)]
    assert len(counts) == len(losses) == 2 and all(int(played) == int(valid) > 16 for played, valid in counts)
    assert losses[1] < losses[0]
    assert skep.check(games)
