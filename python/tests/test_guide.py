"""The blocks of Python in the guide run, one after the other."""

from __future__ import annotations

import pathlib
import re
import shutil
from typing import Any

import pytest

import skep

ROOT = pathlib.Path(__file__).parents[2]
PAGES = [ROOT / "docs" / "src" / "python.md", ROOT / "python" / "README.md"]
# They need an engine of another project.
FOREIGN = "nokamute"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_blocks_of_a_page_run(
    page: pathlib.Path, tmp_path: pathlib.Path, league: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for needed in ("polars", "pandas", "duckdb", "gymnasium"):
        pytest.importorskip(needed, reason=f"{needed} is not installed")
    for name in ("league.zip", "games.zip", "people.zip"):
        shutil.copy(league, tmp_path / name)
    (tmp_path / "selfplay").mkdir()
    skep.write(skep.random_games(20, max_plies=20), tmp_path / "selfplay" / "games.jsonl")
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    blocks = list(re.finditer(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE))
    assert len(blocks) > 4
    names: dict[str, Any] = {}
    for block in blocks:
        if FOREIGN in block[1]:
            continue
        line = text.count("\n", 0, block.start()) + 1
        # An error shows the line of the page.
        exec(compile("\n" * line + block[1], str(page), "exec"), names)
