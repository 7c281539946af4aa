"""The examples run."""

from __future__ import annotations

import os
import pathlib
import re
import runpy
import shutil
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import skep

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"


def run(name: str, *arguments: str) -> str:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    # The workers of Spark use the Python of the tests, and Spark would look for its own name of this machine otherwise.
    env = {**os.environ, "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    # In the folder of the sources, these workers would import the sources instead of the installed package.
    done = subprocess.run(command, cwd=EXAMPLES, capture_output=True, text=True, check=False, env=env)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_plot_of_openings(league: pathlib.Path, tmp_path: pathlib.Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    pytest.importorskip("polars", reason="polars is not installed")
    plot = tmp_path / "openings.png"
    printed = run("python/openings_plot.py", str(league), "-o", str(plot))
    assert "30 games, 30 of them valid" in printed and "wS1;bS1 -wS1" in printed
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_a_small_model(league: pathlib.Path) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    printed = run("python/train_model.py", str(league))
    right = re.search(r"right in (\d+)% of (\d+) positions", printed)
    assert "1261 positions" in printed and right is not None
    assert int(right[1]) > 50 and int(right[2]) > 100


def test_self_play(tmp_path: pathlib.Path) -> None:
    games = tmp_path / "games.uhp"
    printed = run("python/selfplay.py", "-o", str(games), "--games", "16", "--rounds", "2")
    counts = re.findall(r"round \d: (\d+) games, (\d+) valid", printed)
    losses = [float(loss) for loss in re.findall(r"loss (\S+)", printed)]
    assert len(counts) == len(losses) == 2 and all(int(played) == int(valid) > 16 for played, valid in counts)
    assert losses[1] < losses[0]
    assert skep.check(games)


def encoded_on_spark(folder: pathlib.Path, *arguments: str) -> list[dict[str, Any]]:
    """What the example writes, batch by batch."""
    printed = run("spark/tensors.py", "--master", "local[2]", "-o", str(folder), *arguments)
    read = runpy.run_path(str(EXAMPLES / "spark" / "tensors.py"))["read"]
    batches = [batch for path in sorted(folder.iterdir()) for batch in read(path)]
    count = sum(len(batch["action"]) for batch in batches)
    assert printed == f"{count} positions in {len(list(folder.iterdir()))} files\n"
    return batches


def test_tensors_on_spark(league: pathlib.Path, fixtures: pathlib.Path, tmp_path: pathlib.Path) -> None:
    pytest.importorskip("pyspark", reason="pyspark is not installed")
    if shutil.which("java") is None:
        pytest.skip("java is not installed")
    paths = [league, fixtures / "analysis" / "games.pgn"]
    names = [str(path) for path in paths]

    lists = tmp_path / "lists"
    found = encoded_on_spark(lists, "--tasks", "3", *names)
    assert len(list(lists.iterdir())) == 3
    # Every position once, but in another order: the games are numbered in each part.
    (all_positions,) = skep.tensors(paths, compact=True, mask=False)
    for name in ("planes", "scalars", "action", "outcome", "ply"):
        expected, parts = getattr(all_positions, name), [batch[name] for batch in found]
        assert {(part.dtype, part.shape[1:]) for part in parts} == {(expected.dtype, expected.shape[1:])}
        assert sorted(row.tobytes() for row in np.concatenate(parts)) == sorted(row.tobytes() for row in expected)
    accuracy = re.findall(r"right in (\d+)% of (\d+) positions", run("spark/train.py", str(lists)))
    assert len(accuracy) == 3 and int(accuracy[-1][0]) > 50 and int(accuracy[-1][1]) > 100

    (planes,) = encoded_on_spark(tmp_path / "planes", "--tasks", "1", "--planes", *names)
    arrays = {name: array for name, array in vars(next(skep.tensors(paths))).items() if array is not None}
    assert planes.keys() == arrays.keys() - {"outside"} and planes["mask"].dtype == bool
    for name, array in planes.items():
        assert np.array_equal(array, arrays[name], equal_nan=name == "outcome"), name


def test_tensors_on_spark_need_an_empty_folder(league: pathlib.Path, tmp_path: pathlib.Path) -> None:
    pytest.importorskip("pyspark", reason="pyspark is not installed")
    (tmp_path / "old").touch()
    with pytest.raises(AssertionError, match="is not empty"):
        run("spark/tensors.py", "-o", str(tmp_path), str(league))
