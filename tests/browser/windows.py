"""The windows in which a page is tried, and what is seen in them."""

# Phones upright and on their side, a tablet, laptops, and windows at 200 % zoom: of 1366 × 768, and of 1280 × 800.
WINDOWS = [(320, 568), (360, 740), (390, 844), (768, 1024), (844, 390), (683, 384), (640, 400), (1366, 768)]
DESKTOP = (1366, 768)

# What a player needs beside the board: the four arrows, whose turn it is, and the last moves.
NEEDED = ("#board", "#first", "#back", "#forth", "#last", "#status", "#line [aria-current=step]")

# Whether the middle of an element is seen, and not another element above it.
SEEN = """const [selector] = arguments;
const one = document.querySelector(selector);
const { left, top, width, height, bottom } = one.getBoundingClientRect();
const found = document.elementFromPoint(left + width / 2, top + height / 2);
return Boolean(found) && (one.contains(found) || found.contains(one)) && top >= 0 && bottom <= innerHeight + 1;"""


def check_game(page, size):
    """The board of an open game, its controls, the status and the last moves are seen together."""
    hidden = [selector for selector in NEEDED if not page.js(SEEN, selector)]
    assert not hidden, (size, hidden)
    wide, inner = page.js("return [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide <= inner, (size, wide)
    if size == DESKTOP:
        check_board(page, size)


def check_board(page, size):
    """The board has most of the height of a laptop, and the moves are at its right side."""
    share = page.js("return document.getElementById('board').getBoundingClientRect().height / innerHeight")
    assert share >= 0.75, (size, share)
    left, right = page.js("return ['board', 'turns-card'].map((id) => document.getElementById(id).getBoundingClientRect().left)")
    assert right > left + 400, (size, left, right)
