"""How to start the program ``skep`` from Python."""

from __future__ import annotations

import sys

START = [sys.executable, "-c", "import sys; del sys.path[0]; from skep.__main__ import main; sys.exit(main())"]
"""The command. With ``-m``, Python would look for the package in the working folder first."""
