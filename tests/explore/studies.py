"""Studies that the browser keeps, and files with the marks of a review."""

import json
from urllib.parse import urlencode

from analysis import SITE, key, paste, turns, type_turn, written
from explorer import LINE
from selenium.webdriver.common.keys import Keys


def chapters(page):
    return page.js("return [...document.querySelectorAll('#studies-chapters li')].map((one) => one.querySelector('input')?.value ?? one.querySelector('button').textContent)")


def saved(page, id):
    """The text that a button saves."""
    return page.driver.execute_async_script(
        """const [id, done] = arguments;
        const make = URL.createObjectURL;
        URL.createObjectURL = (blob) => (blob.text().then(done), (URL.createObjectURL = make)(blob));
        document.getElementById(id).click();""",
        id,
    )


def check_studies(page):
    """A study has several chapters. They follow changes, and are there after a reload and in another tab."""
    page.go("#" + urlencode({"variant": "Base+MLP", "play": LINE}))
    page.at("studies-open").click()
    page.wait("the studies", lambda: page.at("studies").is_displayed())
    assert "No study" in page.text("studies-status") and not page.at("studies-save").is_displayed()
    page.at("studies-new").click()
    # The name is selected.
    page.body().send_keys("Openings of mine", Keys.TAB)
    page.at("studies-add").click()
    page.wait("a chapter", lambda: chapters(page) == ["Chapter 1"])
    page.body().send_keys(Keys.CONTROL, "a")
    page.body().send_keys("Grasshoppers", Keys.TAB)
    page.wait("its name", lambda: chapters(page) == ["Grasshoppers"])
    # A game is a chapter with its players.
    game = page.ask("games", variant="Base+MLP", limit=1, order="longest")["games"][0]
    page.go("#" + urlencode({"game": game["id"], "ply": 4}))
    key(page, "b")
    page.wait("the study", lambda: chapters(page) == ["Grasshoppers"])
    page.at("studies-add").click()
    players = f"{game['white']['name']} – {game['black']['name']}"
    page.wait("two chapters", lambda: chapters(page) == ["Grasshoppers", players])
    # After a reload, the game is still the chapter that follows.
    page.driver.refresh()
    page.settle()
    key(page, "b")
    page.wait("the second chapter", lambda: page.js("return document.querySelector('#studies-chapters [aria-current] input').value") == players)
    # The first chapter again: a variation belongs to it, also after a reload.
    page.js("document.querySelector('#studies-chapters li button').click()")
    page.wait("its start", lambda: [turn for _, turn in turns(page)] == LINE.split(";") and page.ply() == 0)
    page.settle()
    type_turn(page, "wA1")
    page.wait("the variation", lambda: "wA1" in [turn for _, turn in turns(page)])
    page.driver.refresh()
    page.settle()
    key(page, "c")
    page.at("comment-text").send_keys("after the reload", Keys.CONTROL, Keys.ENTER)
    page.wait("the comment", lambda: page.text("comment") == "after the reload")
    # Elsewhere, nothing changes the chapter.
    page.go("#" + urlencode({"variant": "Base", "play": "wS1"}))
    type_turn(page, "bS1 wS1-")
    key(page, "b")
    page.wait("both chapters", lambda: chapters(page) == ["Grasshoppers", players])
    pgn = saved(page, "studies-save")
    assert pgn.count('[StudyName "Openings of mine"]') == 2 and '[ChapterName "Grasshoppers"]' in pgn, pgn
    assert "after the reload" in pgn and "(1. wA1" in pgn and f'[White "{game["white"]["name"]}"]' in pgn, pgn
    page.js("document.querySelector('#studies-chapters li button').click()")
    page.wait("the comment is kept", lambda: any(turn == "wA1" for _, turn in turns(page)))
    # A chapter is removed, and the study with a second press.
    page.js("document.querySelectorAll('#studies-chapters li')[1].querySelector('[aria-label^=Remove]').click()")
    page.wait("one chapter", lambda: chapters(page) == ["Grasshoppers"])
    page.at("studies-delete").click()
    assert page.text("studies-delete") == "Press again to delete"
    page.at("studies-delete").click()
    page.wait("no study", lambda: "No study" in page.text("studies-status"))
    page.at("studies-close").click()
    # The games of a file are kept together.
    page.go("#" + urlencode({"variant": "Base+MLP"}))
    page.at("open").click()
    page.js("document.getElementById('pasted').value = arguments[0]", pgn)
    page.js("document.querySelector('#open-form [type=submit]').click()")
    page.wait("the games of the file", lambda: len(page.all("#open-list li")) == 2)
    page.at("open-keep").click()
    page.wait("the study of the file", lambda: len(chapters(page)) == 2)
    assert saved(page, "studies-save").count("[ChapterName ") == 2
    page.at("studies-delete").click()
    page.at("studies-delete").click()
    page.at("studies-close").click()


def check_saved_marks(page):
    """Saved files have the marks of a review, and a file that is opened again has them as glyphs and comments."""
    for row in page.ask("games", limit=100, where="winner = white or winner = black")["games"]:
        game = page.ask(f"game/{row['id']}", tactics=2)
        bad = [ply for ply in game["plies"] if ply.get("tactics") and (ply["tactics"]["chance"] == "missed" or ply["tactics"]["defence"] in ("missed", "only-missed"))]
        if bad and not game["start"]:
            break
    else:
        raise AssertionError("a game with a blunder")
    page.go("#" + urlencode({"game": row["id"], "ply": 0}))
    page.at("review-begin").click()
    page.wait("the review", lambda: " turns" in page.text("review-status") and "of" not in page.text("review-status").split("turns")[0])
    record = json.loads(written(page, "jsonl"))
    words = {note["text"] for note in record["notes"] if note["kind"] == "comment"} | {move.get("comment", "") for move in record["moves"]}
    glyphs = [(note["after"], note["glyph"]) for note in record["notes"] if note["kind"] == "glyph"]
    for ply in game["plies"]:
        for word in (ply.get("tactics") or {}).get("words", []):
            assert any(word in one for one in words), word
    assert all((ply["ply"], "??") in glyphs for ply in bad), (glyphs, bad)
    assert any(note["kind"] == "evaluation" for note in record["notes"])
    pgn, sgf = written(page, "pgn"), written(page, "boardspace")
    for word in bad[0]["tactics"]["words"]:
        assert word.split(":")[0] in pgn and word.split(":")[0] in sgf, word
    assert "$4" in pgn or "??" in pgn, pgn
    again = page.js("return fetch('api/read', { method: 'POST', body: arguments[0] }).then((answer) => answer.json())", pgn)["games"][0]
    assert "??" in again["plies"][bad[0]["ply"] - 1]["glyphs"], again["plies"][bad[0]["ply"] - 1]
    page.at("review-close").click()


def check_chapters_keep_evaluations(page):
    """Glyphs, scores and lines of a record stay with its chapter: on the page, after a reload, and in saved files."""
    page.go()
    # The scores of hivegame.com, and a record with glyphs of its own.
    paste(page, json.dumps(SITE))
    page.at("studies-open").click()
    page.at("studies-add").click()
    page.wait("a chapter", lambda: len(chapters(page)) == 1)
    page.at("studies-close").click()

    def card():
        if not page.at("evaluations").is_displayed():
            return None
        rows = page.js("return [...document.querySelectorAll('#evaluations-list li')].map((one) => one.textContent)")
        return page.text("evaluations-title"), page.text("evaluations-legend"), rows

    first = card()
    assert first and len(first[2]) == 2, first
    page.go("#" + urlencode({"variant": "Base", "play": "wS1"}))
    assert card() is None
    key(page, "b")
    page.js("document.querySelector('#studies-chapters li button').click()")
    page.wait("the chapter", lambda: len(turns(page)) == 4)
    page.wait("its evaluations", lambda: card() == first)
    page.driver.refresh()
    page.settle()
    assert card() == first, card()
    assert "??" in page.js("return document.querySelector(`#line [data-ply='2']`).textContent")
    # A change of the chapter keeps them.
    page.js("document.querySelector(`#line [data-ply='2']`).click()")
    page.wait("the second turn", lambda: page.ply() == 2)
    key(page, "c")
    page.at("comment-text").send_keys("why", Keys.CONTROL, Keys.ENTER)
    page.wait("the comment", lambda: page.text("comment") == "why")
    assert card() == first, card()
    key(page, "b")
    pgn = saved(page, "studies-save")
    for evaluation in ("[%score 70 win%] [%before 50 win%]", "[%line bG1 wL-;wQ -wL]", "why"):
        assert evaluation in pgn, (evaluation, pgn)
    page.at("studies-delete").click()
    page.at("studies-delete").click()
    page.at("studies-close").click()
