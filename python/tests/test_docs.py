"""Every public function has an example that runs, and the types are those of the compiled part."""

from __future__ import annotations

import ast
import doctest
import importlib.util
import inspect
import pathlib
import pkgutil
import re
import subprocess
import sys
from typing import Any, Iterator, Optional

import pytest

import skep
from skep import _skep

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


MODULES = ["skep"] + sorted(
    f"skep.{module.name}" for module in pkgutil.iter_modules(skep.__path__) if module.name != "_skep"
)


def needs(name: str) -> Optional[str]:
    """The package that an adapter needs and that is not installed."""
    needed = {"gymnasium": "gymnasium", "pettingzoo": "pettingzoo", "spark": "pyspark", "parquet": "pyarrow"}
    package = needed.get(name.removeprefix("skep."))
    return package if package and importlib.util.find_spec(package) is None else None


def documented() -> Iterator[tuple[str, Any]]:
    """The public classes, methods, properties and functions of the compiled part."""
    named = {id(getattr(module, name)) for module in (skep, skep.types) for name in module.__all__}
    names = [name for name in dir(_skep) if id(getattr(_skep, name)) in named]
    assert len(names) > 10
    for name in names:
        value = getattr(_skep, name)
        yield name, value
        if inspect.isclass(value):
            yield from members(name, value)


def members(name: str, value: type) -> Iterator[tuple[str, Any]]:
    for member, inner in vars(value).items():
        inner = getattr(value, member) if isinstance(inner, staticmethod) else inner
        # The class has an example of the fields of a tuple.
        is_field = member in getattr(value, "_fields", ())
        if not (member.startswith("_") or is_field) and (callable(inner) or inspect.isdatadescriptor(inner)):
            yield f"{name}.{member}", inner


def public() -> Iterator[tuple[str, Any]]:
    """All public functions, classes, methods and properties."""
    yield from documented()
    for module_name in MODULES:
        if needs(module_name) is not None:
            continue
        module = importlib.import_module(module_name)
        for name in getattr(module, "__all__", []):
            value = getattr(module, name)
            if getattr(value, "__module__", "") != module_name or not callable(value):
                continue
            yield f"{module_name}.{name}", value
            if inspect.isclass(value):
                yield from members(f"{module_name}.{name}", value)


def undocumented_fields() -> Iterator[str]:
    """Public constants and fields in the Python sources without a text after them."""
    for path in sorted(pathlib.Path(skep.__path__[0]).glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        classes = [node for node in tree.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]
        for owner in [tree, *classes]:
            for field, following in zip(owner.body, [*owner.body[1:], None]):
                targets = field.targets if isinstance(field, ast.Assign) else [getattr(field, "target", None)]
                names = [target.id for target in targets if isinstance(target, ast.Name)]
                if not names or names[0].startswith("_") and names != ["__version__"]:
                    continue
                text = following.value if isinstance(following, ast.Expr) else None
                if not (isinstance(text, ast.Constant) and isinstance(text.value, str)):
                    yield f"{path.name}: {names[0]}"


def test_everything_public_has_a_text() -> None:
    missing = [name for name, value in public() if not inspect.getdoc(value)]
    assert missing + list(undocumented_fields()) == []


def test_everything_public_has_an_example() -> None:
    def needs_one(name: str) -> bool:
        # The fields of a finding are in the example of its class.
        return "Finding." not in name

    missing = [name for name, value in public() if needs_one(name) and ">>>" not in (inspect.getdoc(value) or "")]
    assert missing == []


@pytest.mark.parametrize(("name", "value"), list(documented()), ids=lambda part: str(part)[:40])
def test_examples_run(name: str, value: Any) -> None:
    doc = inspect.getdoc(value) or ""
    test = doctest.DocTestParser().get_doctest(doc, {}, name, None, None)
    failures = doctest.DocTestRunner(optionflags=FLAGS).run(test)
    assert failures.failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_modules_run(name: str) -> None:
    missing = needs(name)
    if missing is not None:
        pytest.skip(f"{missing} is not installed")
    module = importlib.import_module(name)
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


def test_each_public_object_has_one_name() -> None:
    places: dict[int, list[str]] = {}
    for module_name in MODULES:
        is_private = module_name.rpartition(".")[2].startswith("_")
        if is_private or needs(module_name) is not None:
            continue
        module = importlib.import_module(module_name)
        for name in getattr(module, "__all__", []):
            places.setdefault(id(getattr(module, name)), []).append(f"{module_name}.{name}")
    # The name that PettingZoo expects for an environment without wrappers.
    again = [names for names in places.values() if len(names) > 1 and "skep.pettingzoo.raw_env" not in names]
    assert again == []
