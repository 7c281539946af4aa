"""The program: the command ``skep``, or ``python -m skep``."""

from __future__ import annotations

import os
import signal
import sys

from ._skep import run_program
from ._start import START


def main() -> int:
    """Run the program with the arguments of the process, and return its exit code."""
    # Python would answer Ctrl-C only after the program has ended.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    # If a standard stream is closed, a file of the program could take its number.
    for stream in range(3):
        try:
            os.fstat(stream)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    return run_program(START, ["skep", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
