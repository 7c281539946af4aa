"""Numbers that no argument can have are ordinary exceptions."""

from __future__ import annotations

import pathlib
import subprocess
import sys

import pytest

import skep


CALLS = pathlib.Path(__file__).with_name("hostile_calls.py")
MEMORY = 8 << 30


@pytest.mark.skipif(sys.platform != "linux", reason="linux: the limits of memory and time are those of Linux")
def test_no_argument_ends_the_interpreter(tmp_path: pathlib.Path, league: pathlib.Path) -> None:
    """No call raises what is not documented, takes too much memory or too long; and no public name is left out."""
    import resource

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    command = [sys.executable, str(CALLS), str(league)]
    # Some calls write files.
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False, timeout=900, preexec_fn=limit)
    calls = done.stderr.decode(errors="replace").splitlines()
    assert done.returncode == 0, calls[-20:]
    faults = done.stdout.decode(errors="replace").splitlines()
    assert not faults, faults[:50]
    # "15000 calls of 150 names"
    count, names = calls[-1].split()[::3]
    assert int(count) > 10_000, calls[-1]
    assert int(names) > 100, calls[-1]


def test_bounds_are_value_errors() -> None:
    cases = [
        lambda n: skep.tensors([], batch=n),
        lambda n: skep.tensors([], seed=n),
        lambda n: skep.tensors([], shuffle=n),
        lambda n: skep.tensors([], threads=n),
        lambda n: skep.open([], threads=n),
        lambda n: skep.check([], threads=n),
        lambda n: skep.tables.plies([], tactics=n),
        lambda n: skep.tables.openings([], depth=n),
        lambda n: skep.tables.openings([], top=n),
        lambda n: skep.tables.players([], min_games=n),
        lambda n: skep.Encoding(size=n),
        lambda n: skep.Position().perft(n),
        lambda n: skep.Position().svg(size=n),
        lambda n: skep.Encoding().turn(skep.Position(), n),
        lambda n: skep.read("Base;wS1")[0].position(n),
    ]
    for case in cases:
        for n in (2**64, 10**30, -(10**30)):
            with pytest.raises(ValueError):
                case(n)
    for n in (-1, 0, 2**63, 10**12):
        with pytest.raises(ValueError, match="expected a number|batch must be from 1 to 1048576"):
            skep.tensors([], batch=n)


def test_openings_go_as_deep_as_in_the_program(league: pathlib.Path) -> None:
    assert skep.tables.openings(league, depth=255).columns
    with pytest.raises(ValueError, match="depth must be a number of moves from 0 to 255"):
        skep.tables.openings(league, depth=256)


def test_a_batch_needs_only_the_memory_of_its_positions(league: pathlib.Path) -> None:
    """A batch of the largest size, of a small archive."""
    (batch,) = skep.tensors(league, batch=2**20, arrays=[])
    assert len(batch.ply) < 10_000
