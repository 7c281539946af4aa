"""Uses the page of `skep explore` in headless Chromium: a mouse, a keyboard, wide and narrow screens. The answers of the
API are the reference for the numbers on the page."""

import re
import sys

import analysis
import board
import games
import lists
import puzzles
import screens
import studies
from browser import browser
from explorer import Page

CHECKS = [
    board.check_first_view,
    board.check_play,
    board.check_throws,
    board.check_pass,
    board.check_hover,
    games.check_filters,
    games.check_games,
    games.check_open,
    games.check_players,
    puzzles.check_solving,
    puzzles.check_next,
    puzzles.check_typed,
    puzzles.check_variant,
    puzzles.check_marks,
    analysis.check_variations,
    analysis.check_games_keep_trees,
    analysis.check_annotations,
    analysis.check_evaluations,
    analysis.check_broken_games_are_not_saved,
    studies.check_studies,
    studies.check_saved_marks,
    studies.check_chapters_keep_evaluations,
    analysis.check_review,
    analysis.check_editor,
    analysis.check_other_games_in_the_editor,
    analysis.check_sight,
    analysis.check_orientation,
    lists.check_list,
    lists.check_download,
    lists.check_faults,
    games.check_hostile_tags,
    board.check_variants,
    board.check_view,
    analysis.check_solving,
    analysis.check_clocks,
    analysis.check_why,
    screens.check_tools,
    screens.check_menus,
    screens.check_touch,
    screens.check_phone,
    screens.check_print,
    screens.check_keyboard,
    screens.check_fields,
    screens.check_late_answers,
    screens.check_screens,
]


def main():
    with browser() as driver:
        page = Page(driver, sys.argv[1])
        for check in CHECKS:
            check(page)
        # The browser reports refused requests, which some checks make on purpose.
        refused = re.compile(
            r"/api/\S* - Failed to load resource: (the server responded with a status of 40[04]|net::ERR_INTERNET_DISCONNECTED)"
        )
        complaints = [said for said in page.complaints() if not refused.search(said)]
        assert not complaints, complaints
        outside = [url for url in page.requests() if not url.startswith(page.address)]
        assert not outside, outside
    print("everything works")


main()
