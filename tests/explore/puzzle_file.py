"""Uses the page of `skep explore` with a file of puzzles."""

import sys
from pathlib import Path

from browser import browser
from explorer import Page


def check_order(page, path):
    """The page begins with the first puzzle of the file, and goes on in the order of the file."""
    info = page.ask("info")
    assert info["sources"] == [path.name], info
    lines = path.read_text().splitlines()
    assert info["puzzles"] and len(lines) == info["games"] > 3
    page.open()
    for line in lines[:3]:
        page.wait("a puzzle", lambda: "-" in page.state().get("puzzle", ""))
        page.settle()
        puzzle = page.ask(f"puzzle/{page.state()['puzzle']}")
        assert line.startswith(puzzle["gamestring"] + " "), (line, puzzle)
        page.body().send_keys("n")
        page.wait("the next one", lambda: page.state().get("puzzle") not in (puzzle["id"], "next"))


def check_narrow(page):
    """On a small screen, the task and the board are on the first screen."""
    page.screen(320, 640)
    page.go()
    page.wait("the task", lambda: page.text("puzzle-message").startswith("Find the turn"))
    tops = [page.at(name).rect["y"] for name in ("puzzle-title", "puzzle-message", "board", "puzzle-next")]
    assert tops == sorted(tops) and tops[2] < 400, tops
    assert page.js("return document.documentElement.scrollWidth") <= 320


def main():
    with browser() as driver:
        page = Page(driver, sys.argv[1])
        check_order(page, Path(sys.argv[2]))
        check_narrow(page)
    print("everything works")


main()
