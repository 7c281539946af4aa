"""The examples run."""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import numpy as np
import pytest

import skep
import skep.parquet

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"


def run(name: str, *arguments: str) -> str:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    # The workers of Spark use the Python of the tests, and Spark would look for its own name of this machine otherwise.
    env = {**os.environ, "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    # In the folder of the sources, these workers would import the sources instead of the installed package.
    done = subprocess.run(command, cwd=EXAMPLES, capture_output=True, text=True, check=False, env=env)
    assert done.returncode == 0, done.stderr
    return done.stdout


def placed(*files: pathlib.Path) -> list[str]:
    """Copies at paths that are the same for every checkout. Which games are for the test depends on the path."""
    folder = pathlib.Path(tempfile.gettempdir(), "skep-examples")
    folder.mkdir(exist_ok=True)
    return [str(shutil.copyfile(file, folder / file.name)) for file in files]


def test_a_plot_of_openings(league: pathlib.Path, tmp_path: pathlib.Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    pytest.importorskip("polars", reason="polars is not installed")
    plot = tmp_path / "openings.png"
    printed = run("python/openings_plot.py", str(league), "-o", str(plot))
    assert "30 games, 30 of them valid" in printed and "wS1;bS1 -wS1" in printed
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_a_small_model(league: pathlib.Path) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    printed = run("python/train_model.py", *placed(league))
    right = re.search(r"right in (\d+)% of (\d+) positions", printed)
    assert "1261 positions" in printed and right is not None
    assert int(right[1]) > 50 and int(right[2]) > 100


def test_a_small_alphazero(tmp_path: pathlib.Path) -> None:
    """The loop learns, and continues after it was killed in the middle of a round."""
    folder = str(tmp_path / "run")
    arguments = ["python/alphazero.py", "-o", folder, "--games", "8", "--simulations", "4", "--plies", "24"]
    command = [sys.executable, "-u", str(EXAMPLES / arguments[0]), *arguments[1:], "--rounds", "1000"]
    with subprocess.Popen(command, cwd=EXAMPLES, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        printed = "".join(running.stdout.readline() for _ in range(3))
        running.kill()
    rounds = re.findall(r"round (\d+): (\d+) games in the buffer, loss (\S+), loss of other games (\S+)", printed)
    assert [int(number) for number, *_ in rounds] == [1, 2, 3] and int(rounds[2][1]) == 24
    # A round of 8 games may have none for the test, or no other.
    assert all(loss == "unknown" or float(loss) > 0 for _, _, *losses in rounds for loss in losses)
    assert all(losses != ["unknown", "unknown"] for _, _, *losses in rounds)
    again = run(*arguments, "--rounds", "6")
    done = re.search(r"continues after round (\d+), with (\d+) games", again)
    assert done is not None and 2 <= int(done[1]) < 6 and int(done[2]) >= 16
    assert [int(number) for number in re.findall(r"round (\d+):", again)] == list(range(int(done[1]) + 1, 7))
    games = [game for game in skep.open(tmp_path / "run" / "games.jsonl") if game.is_valid]
    assert len(games) >= 48 and all(game.searches for game in games)


def test_self_play(tmp_path: pathlib.Path) -> None:
    games = tmp_path / "games.uhp"
    printed = run("python/selfplay.py", "-o", str(games), "--games", "16", "--rounds", "2")
    counts = re.findall(r"round \d: (\d+) games, (\d+) valid", printed)
    losses = [float(loss) for loss in re.findall(r"loss (\S+)", printed)]
    assert len(counts) == len(losses) == 2 and all(int(played) == int(valid) > 16 for played, valid in counts)
    assert losses[1] < losses[0]
    assert skep.check(games)


def encoded_on_spark(folder: pathlib.Path, *arguments: str) -> list[skep.types.Batch]:
    """What the example writes, batch by batch."""
    printed = run("spark/tensors.py", "--master", "local[2]", "-o", str(folder), *arguments)
    batches = [batch for path in sorted(folder.iterdir()) for batch in skep.parquet.read(path)]
    count = sum(map(len, batches))
    assert printed == f"{count} positions in {len(list(folder.iterdir()))} files\n"
    return batches


def test_tensors_on_spark(league: pathlib.Path, fixtures: pathlib.Path, tmp_path: pathlib.Path) -> None:
    pytest.importorskip("pyspark", reason="pyspark is not installed")
    if shutil.which("java") is None:
        pytest.skip("java is not installed")
    names = placed(league, fixtures / "analysis" / "games.pgn")

    lists = tmp_path / "lists"
    found = encoded_on_spark(lists, "--tasks", "3", *names)
    assert len(list(lists.iterdir())) == 3
    # Every position once, but in another order.
    (all_positions,) = skep.tensors(names, arrays="compact")
    for name in ("planes", "scalars", "action", "outcome", "ply", "game"):
        expected, parts = getattr(all_positions, name), [getattr(batch, name) for batch in found]
        assert {(part.dtype, part.shape[1:]) for part in parts} == {(expected.dtype, expected.shape[1:])}
        assert sorted(row.tobytes() for row in np.concatenate(parts)) == sorted(row.tobytes() for row in expected)
    accuracy = re.findall(r"right in (\d+)% of (\d+) positions", run("spark/train.py", str(lists)))
    assert len(accuracy) == 3 and int(accuracy[-1][0]) > 50 and int(accuracy[-1][1]) > 100

    (planes,) = encoded_on_spark(tmp_path / "planes", "--tasks", "1", "--planes", *names)
    assert planes.mask is not None and planes.mask.dtype == bool
    for name, array in vars(next(skep.tensors(names))).items():
        same = getattr(planes, name)
        if array is None or isinstance(array, list):
            assert same == array, name
        else:
            assert np.array_equal(same, array, equal_nan=name == "outcome"), name


def test_tensors_on_spark_need_an_empty_folder(league: pathlib.Path, tmp_path: pathlib.Path) -> None:
    pytest.importorskip("pyspark", reason="pyspark is not installed")
    (tmp_path / "old").touch()
    with pytest.raises(AssertionError, match="is not empty"):
        run("spark/tensors.py", "-o", str(tmp_path), str(league))
