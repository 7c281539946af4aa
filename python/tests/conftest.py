"""What several tests share."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import sysconfig
from typing import Callable

import pytest

import skep

# The needs whose tests may be skipped although `CI` is set, as in the tests of the crates: openspiel,pandas.
MAY_SKIP = os.environ.get("SKEP_MAY_SKIP", "").lower().split(",")

ROOT = pathlib.Path(__file__).parents[2]
FIXTURES = ROOT / "fixtures"
# The command that the package installs.
SKEP = pathlib.Path(sysconfig.get_path("scripts")) / ("skep.exe" if os.name == "nt" else "skep")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """With `CI` set, a test that cannot run does not pass. Its reason begins with what it needs."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if not os.environ.get("CI") or reporter is None:
        return
    reasons = [str(report.longrepr[2]).removeprefix("Skipped: ") for report in reporter.stats.get("skipped", [])]
    unexpected = [reason for reason in reasons if reason.split()[0].lower() not in MAY_SKIP]
    if unexpected:
        reporter.write_line(f"\ntests that cannot run: {unexpected}; SKEP_MAY_SKIP can allow them", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture
def league() -> pathlib.Path:
    """An archive with 30 valid games."""
    return FIXTURES / "games" / "league.zip"


@pytest.fixture
def fixtures() -> pathlib.Path:
    return FIXTURES


@pytest.fixture
def truncated() -> pathlib.Path:
    """A damaged archive."""
    return FIXTURES / "archives" / "truncated.zip"


@pytest.fixture(scope="session")
def index(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """An index of the 40 games of the fixtures."""
    path = tmp_path_factory.mktemp("index") / "games.skepdb"
    subprocess.run([SKEP, "index", "-o", path, FIXTURES / "games"], check=True, capture_output=True)
    return path


@pytest.fixture
def python(tmp_path: pathlib.Path) -> Callable[[str], str]:
    """Runs code in a separate process, so that a test of Ctrl-C or of a fork cannot hang the other tests."""

    def run(code: str) -> str:
        command = [sys.executable, "-c", code]
        # In the folder of the sources, Python would import the sources instead of the installed package.
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.strip()

    return run
