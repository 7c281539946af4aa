"""Every public function has an example that runs, and the types are those of the compiled part."""

from __future__ import annotations

import dataclasses
import doctest
import importlib
import inspect
import pathlib
import pkgutil
import re
import subprocess
import sys
from typing import Any, Iterator

import pytest

import skep
from skep import _skep

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def documented() -> Iterator[tuple[str, Any]]:
    """The public classes, methods, properties and functions of the compiled part."""
    for name in ("Finding", "Game", "Games", "Moves", "Position", "Table", "open", "read"):
        value = getattr(_skep, name)
        yield name, value
        if inspect.isclass(value):
            for member, inner in vars(value).items():
                # The fields of a finding are described with the exceptions.
                if not member.startswith("_") and name != "Finding":
                    yield f"{name}.{member}", inner


@pytest.mark.parametrize(("name", "value"), list(documented()), ids=lambda part: str(part)[:40])
def test_examples_run(name: str, value: Any) -> None:
    doc = inspect.getdoc(value) or ""
    assert ">>>" in doc, f"{name} has no example"
    test = doctest.DocTestParser().get_doctest(doc, {}, name, None, None)
    failures = doctest.DocTestRunner(optionflags=FLAGS).run(test)
    assert failures.failed == 0


@pytest.mark.parametrize("name", sorted(module.name for module in pkgutil.iter_modules(skep.__path__)) + ["__init__"])
def test_examples_of_modules_run(name: str) -> None:
    if name == "_skep":
        return
    if name == "pettingzoo":
        pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    module = skep if name == "__init__" else importlib.import_module(f"skep.{name}")
    for member in getattr(module, "__all__", []):
        value = getattr(module, member)
        if getattr(value, "__module__", "") == module.__name__ and callable(value):
            assert ">>>" in (inspect.getdoc(value) or "") or dataclasses.is_dataclass(value), f"{member} has no example"
    assert doctest.testmod(module, optionflags=FLAGS).failed == 0


def test_stubs_are_those_of_the_compiled_part(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy.stubtest", "skep._skep", "--ignore-missing-stub"]
    # In the folder of the sources, Python would take them for the installed package.
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_version_is_that_of_the_program() -> None:
    manifest = (pathlib.Path(__file__).parents[2] / "Cargo.toml").read_text()
    version = re.search(r'^version = "(.*)"', manifest, re.MULTILINE)
    assert version is not None and version[1] == skep.__version__


def test_all_names_exist() -> None:
    for name in skep.__all__:
        assert hasattr(skep, name)
