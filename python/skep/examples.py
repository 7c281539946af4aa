"""Writes the examples of the guide to a folder:

    python -m skep.examples FOLDER
"""

from __future__ import annotations

import pathlib
import shutil
import sys

__all__ = ["write"]

_SITE = "https://skep-hive.github.io/skep/examples.zip"


def write(folder: str | pathlib.Path) -> pathlib.Path:
    """Write the examples to a new folder, and return its path.

    >>> import pathlib, skep.examples, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     skep.examples.write(pathlib.Path(folder, "examples")).name
    'examples'

    Raises ``FileExistsError`` if the folder exists, and ``FileNotFoundError`` if the package was built without them.
    """
    source = pathlib.Path(__file__).with_name("_examples")
    if not source.is_dir():
        raise FileNotFoundError(f"this package was built without the examples; download {_SITE}")
    return pathlib.Path(shutil.copytree(source, folder))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m skep.examples FOLDER")
    try:
        print(write(sys.argv[1]))
    except OSError as error:
        sys.exit(f"error: {error}")
