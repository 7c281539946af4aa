"""What several tests share."""

from __future__ import annotations

import pathlib

import pytest

FIXTURES = pathlib.Path(__file__).parents[2] / "fixtures"


@pytest.fixture
def league() -> pathlib.Path:
    """An archive with 30 valid games."""
    return FIXTURES / "games" / "league.zip"


@pytest.fixture
def fixtures() -> pathlib.Path:
    return FIXTURES
