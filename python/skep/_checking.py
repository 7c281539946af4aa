"""`skep.check`: which games are valid, and what is wrong with the others."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Optional

from ._skep import Finding, scan_findings
from ._types import Paths

__all__ = ["Report", "check"]


@dataclass(repr=False)
class Report:
    """What `check` found. It is true if there are games, all are valid, and every file was read.

    >>> import skep
    >>> report = skep.check([])
    >>> report.games, report.errors, bool(report)
    (0, [], False)
    """

    games: int = 0
    """The number of games."""
    plies: int = 0
    """The number of legal plies in them."""
    valid: int = 0
    """The number of valid games."""
    status: Counter[str] = field(default_factory=lambda: Counter[str]())
    """The number of games of each status, such as ``ok`` and ``illegal``."""
    variants: Counter[str] = field(default_factory=lambda: Counter[str]())
    """The number of games of each variant."""
    codes: Counter[str] = field(default_factory=lambda: Counter[str]())
    """The number of findings of each kind."""
    errors: list[Finding] = field(default_factory=lambda: list[Finding]())
    """The errors, in order, at most ``max_errors``."""
    unreadable: int = 0
    """The number of files that cannot be read or hold no game."""

    def __repr__(self) -> str:
        counted = f"{self.valid} of {self.games} {'game' if self.games == 1 else 'games'} valid"
        codes = [f"{code} {count}" for code, count in self.codes.most_common(5)]
        parts = [counted, *([f"{self.unreadable} unreadable"] if self.unreadable else []), *codes]
        return f"<Report: {', '.join(parts)}{', …' if len(self.codes) > 5 else ''}>"

    def __bool__(self) -> bool:
        """Whether there are games, all are valid, and every file was read."""
        return 0 < self.games == self.valid and self.unreadable == 0


def check(
    paths: Paths,
    *,
    where: Optional[str] = None,
    errors: str = "raise",
    rules: str = "default",
    threads: int = 0,
    max_errors: int = 1000,
) -> Report:
    """Check every game by the rules.

    ``rules`` is a set of rules, such as ``historical+open``, as in ``skep check --compare``. With ``threads=0``, all
    cores work.

    Problems with games and files are in the report; they are not exceptions. Only a path that does not exist raises
    `MissingPath`; with ``errors="ignore"``, it is in the report too. A report without games is false, because a
    check of nothing is usually a mistake. For an empty folder, the program `skep check` ends with 1.

    >>> import pathlib, skep, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "games.uhp")
    ...     _ = path.write_text("Base;wS1;bS1 wS1-\\nBase;wS1;bS1 wS1-;wA1 bS1-\\n")
    ...     report = skep.check(path)
    >>> report.games, report.valid, bool(report)
    (2, 1, False)
    >>> report.errors[0].rule, report.errors[0].line, report.errors[0].column
    ('placement-colour', 2, 19)
    """
    report = Report()
    for variant, plies, status, valid, findings in scan_findings(
        paths, where=where, errors=errors, rules=rules, threads=threads
    ):
        if variant is None:
            report.unreadable += 1
        else:
            report.games += 1
            report.plies += plies
            report.valid += valid
            report.status[status] += 1
            report.variants[variant] += 1
        for finding in findings:
            report.codes[finding.code] += 1
            if finding.severity == "error" and len(report.errors) < max_errors:
                report.errors.append(finding)
    return report
