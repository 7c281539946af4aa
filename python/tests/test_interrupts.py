"""Ctrl-C ends long work."""

from __future__ import annotations

import pathlib
import signal
from typing import Callable

import pytest

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers")

START = """
import signal, skep
def interrupt(*_):
    raise KeyboardInterrupt
signal.signal(signal.SIGALRM, interrupt)
signal.setitimer(signal.ITIMER_REAL, 0.2)
"""


@pytest.mark.parametrize("variant", ["Base+MLP", "Venom", "Hex-It 29"])
def test_perft(variant: str, python: Callable[[str], str]) -> None:
    code = f"""{START}
try:
    skep.Position({variant!r}).perft(30)
except KeyboardInterrupt:
    print("stopped")
"""
    assert python(code) == "stopped"


def test_forced_wins(league: pathlib.Path, python: Callable[[str], str]) -> None:
    code = f"""import polars
{START}
try:
    polars.DataFrame(skep.tables.plies([{str(league)!r}] * 100, tactics=3))
except KeyboardInterrupt:
    print("stopped")
"""
    assert python(code) == "stopped"


def test_a_scan_without_results(tmp_path: pathlib.Path, python: Callable[[str], str]) -> None:
    """The scan skips every game, and Ctrl-C still stops it."""
    path = tmp_path / "venom.uhp"
    path.write_text("Venom;wS1;bS1 wS1-\n" * 100_000)
    code = f"""{START}
try:
    list(skep.tensors([{str(path)!r}] * 1000))
except KeyboardInterrupt:
    print("stopped")
"""
    assert python(code) == "stopped"


def test_numpy_is_loaded_with_the_package(league: pathlib.Path, python: Callable[[str], str]) -> None:
    """The first array does not load numpy, so a signal cannot interrupt the loading."""
    code = f"""
import sys, skep
for name in list(sys.modules):
    if name.startswith(("numpy.core", "numpy._core")):
        sys.modules[name] = None
print(sum(map(len, skep.tensors({str(league)!r}, arrays=[]))))
"""
    assert python(code) == "1261"
