"""Uses the page of `skep report` in headless Chromium, from a file: a mouse, a keyboard, wide and narrow screens."""

import json
import re
import sys
from pathlib import Path

from browser import Page as AnyPage, browser
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys


class Page(AnyPage):
    def ply(self):
        found = re.match(r"Ply (\d+) of|Before the first of", self.at("position").text)
        return int(found.group(1) or 0)

    def tiles(self):
        return self.js("return document.querySelectorAll('#board use').length")

    def focused(self):
        return self.js("return document.activeElement.id || document.activeElement.className")


def check_replay(page, games):
    """Every control moves the game that is shown, and the board with it."""
    longest = max(range(len(games)), key=lambda i: len(games[i]["moves"]) if games[i]["status"] == "ok" else 0)
    page.open(f"#g{longest + 1}")
    last = len(games[longest]["moves"])
    assert page.ply() == 0, page.at("position").text
    assert page.js("return location.protocol") == "file:"
    start = page.tiles()
    entries = page.js("return history.length")
    page.at("last").click()
    assert page.ply() == last and page.tiles() > start
    for control, ply in [("back", last - 1), ("forth", last), ("first", 0), ("forth", 1)]:
        page.at(control).click()
        assert page.ply() == ply, (control, page.ply())
    assert page.at("slider").get_attribute("max") == str(last)
    page.js("arguments[0].value = 5; arguments[0].dispatchEvent(new Event('input'))", page.at("slider"))
    assert page.ply() == 5
    # The address follows after a short rest, and the history does not grow.
    page.wait("the address", lambda: page.js("return location.hash") == f"#g{longest + 1}p5")
    assert page.js("return history.length") == entries
    moves = page.at("moves").find_elements(By.TAG_NAME, "button")
    assert len(moves) == last
    moves[2].click()
    assert page.ply() == 3 and moves[2].get_attribute("aria-current") == "step"
    assert games[longest]["moves"][2] in page.at("position").text
    page.at("first").click()
    page.at("play").click()
    page.wait("the game plays by itself", lambda: page.ply() >= 2)
    page.at("play").click()
    stands = page.ply()
    assert page.at("play").text == "Play" and page.ply() == stands
    # The board is drawn within its frame, whatever the turn.
    for ply in (1, last // 2, last):
        page.js("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))", page.at("slider"), ply)
        inside = page.js(
            """const frame = document.getElementById("board").getBoundingClientRect();
            return [...document.querySelectorAll("#board use")].every((tile) => {
              const box = tile.getBoundingClientRect();
              return box.width > 0 && box.left >= frame.left - 1 && box.right <= frame.right + 1
                && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
            })"""
        )
        assert inside, ply


def check_every_game(page, games):
    """All games open and can be gone through to their ends."""
    page.open()
    for i, game in enumerate(games):
        last = len(game["moves"])
        page.js("location.hash = arguments[0]", f"#g{i + 1}p{last}")
        page.wait(
            f"game {i + 1} is shown",
            lambda: page.at("slider").get_attribute("max") == str(last) and page.ply() == last,
        )
        tiles = page.tiles()
        assert (tiles > 0) == any(frame[3:] for frame in game["frames"]), (i, tiles)


def check_list(page, games):
    page.open()
    name = next(game["white"] for game in games if len(game["white"]) > 2 and " " not in game["white"])
    find = page.at("find")
    find.send_keys(name)
    hits = page.at("list").find_elements(By.TAG_NAME, "a")
    texts = [hit.get_attribute("textContent").lower() for hit in hits]
    assert 0 < len(hits) < len(games) and all(name.lower() in text for text in texts), (name, texts)
    assert page.at("found").text == ("1 game" if len(hits) == 1 else f"{len(hits)} games")
    hits[0].click()
    assert name in page.at("game-title").text
    opening = page.driver.find_element(By.CSS_SELECTOR, ".tree .opening").get_attribute("textContent")
    for words in ["draw", "½", opening.lower()]:
        find.clear()
        find.send_keys(words)
        assert page.at("list").find_elements(By.TAG_NAME, "a"), words
    page.open("#g999p30")
    page.wait("the missing game", lambda: "no game 999" in page.at("found").text)
    page.open()
    find = page.at("find")
    find.clear()
    find.send_keys("no game has these words")
    assert page.at("found").text == "0 games"
    # Several words must all match, in any order; a result matches as a whole.
    for result in ("1-0", "0-1"):
        find.clear()
        find.send_keys(f"{result} {name.lower()}")
        hits = page.at("list").find_elements(By.TAG_NAME, "a")
        texts = [hit.get_attribute("textContent") for hit in hits]
        told = result.replace("-", "–")
        wanted = [g for g in games if g["result"] == told and name.lower() in str(g).lower()]
        assert hits and len(hits) <= len(wanted) and all(told in text for text in texts), (result, texts)
    find.clear()


def check_games_open_alike(page, games):
    """On load, from the list and from a link, a game opens before its first turn, or at the ply of the link."""
    page.open()
    assert page.ply() == 0 and page.js("return location.hash") == ""
    page.at("list").find_elements(By.TAG_NAME, "a")[1].click()
    page.wait("the second game", lambda: page.js("return location.hash") == "#g2")
    assert page.ply() == 0
    page.open("#g2p3")
    assert page.ply() == min(3, len(games[1]["moves"])) and page.at("game-title").text.startswith(games[1]["white"])
    page.open("#g999999p1")
    assert page.ply() == 0, "a wrong address opens the first game"


def check_links(page, games):
    """Players and openings link to their games."""
    page.open()
    link = page.driver.find_element(By.CSS_SELECTOR, "#players tbody th a")
    name = link.get_attribute("textContent")
    number = int(page.js("return arguments[0].closest('tr').cells[1].textContent", link))
    page.js("arguments[0].click()", link)
    page.wait("the games of a player", lambda: page.at("scope").is_displayed())
    shown = page.at("list").find_elements(By.TAG_NAME, "a")
    assert len(shown) == number and name in page.at("scope").text, (name, number, len(shown))
    assert all(name in one.get_attribute("textContent") for one in shown)
    page.at("all").click()
    assert page.at("found").text == f"{len(games)} games" and not page.at("scope").is_displayed()
    link = page.driver.find_element(By.CSS_SELECTOR, "#opening-1 > .body > .facts a[href^='#opening=']")
    number = int(re.search(r"(\d+) games?$", link.get_attribute("textContent")).group(1))
    page.js("arguments[0].click()", link)
    page.wait("the games of an opening", lambda: page.at("found").text == f"{number} games")
    reached = json.loads(page.js("return document.getElementById('data').textContent"))["openings"]
    assert sum(1 in rows for rows in reached) == number
    page.driver.back()
    page.wait("the games of the player again", lambda: name in page.at("scope").text)


def check_tables(page):
    """Headings sort, with a mouse and with a keyboard, and explain themselves on hover and focus."""
    page.open()
    values = "return [...document.querySelector('#players table').tBodies[0].rows].map((row) => row.cells[arguments[0]].textContent)"
    table = page.driver.find_element(By.CSS_SELECTOR, "#players table")
    head = lambda i: table.find_elements(By.CSS_SELECTOR, "thead th")[i]
    rows = len(page.js(values, 0))
    head(0).find_element(By.TAG_NAME, "button").click()
    names = page.js(values, 0)
    assert head(0).get_attribute("aria-sort") == "ascending" and len(names) == rows
    # Letters with accents stand beside their plain letters, which Python does not do.
    simple = [name.lower() for name in names if name.isascii() and name.isalnum()]
    assert len(simple) > 5 and simple == sorted(simple), names
    button = head(1).find_element(By.TAG_NAME, "button")
    page.js("arguments[0].focus()", button)
    for order in ("descending", "ascending"):
        button.send_keys(Keys.ENTER)
        numbers = [int(n) for n in page.js(values, 1)]
        assert head(1).get_attribute("aria-sort") == order and head(0).get_attribute("aria-sort") is None
        assert numbers == sorted(numbers, reverse=order == "descending"), numbers
    # Ratings have gaps, which stay last.
    headings = table.find_elements(By.CSS_SELECTOR, "thead th")
    titles = [page.js("return arguments[0].textContent", heading) for heading in headings]
    rating = next(i for i, title in enumerate(titles) if title == "rating")
    button = head(rating).find_element(By.TAG_NAME, "button")
    for _ in range(2):
        button.send_keys(Keys.SPACE)
        known = [value == "–" for value in page.js(values, rating)]
        assert known == sorted(known), known
    tip = page.at("tip")
    page.js("arguments[0].blur(); arguments[0].focus({ preventScroll: true })", button)
    assert tip.is_displayed() and "rating" in tip.text, tip.text
    button.send_keys(Keys.ESCAPE)
    assert not tip.is_displayed()
    term = page.driver.find_element(By.CSS_SELECTOR, ".cards .term")

    def hovered():
        # A scroll that ends late hides the explanation.
        webdriver.ActionChains(page.driver).move_to_element(page.at("summary-title")).move_to_element(term).perform()
        return tip.is_displayed() and len(tip.text) > 20

    page.wait("an explanation on hover", hovered)
    assert page.driver.find_elements(By.CSS_SELECTOR, "[title]") == []
    assert page.driver.find_elements(By.CSS_SELECTOR, "tfoot th")[0].text == "all"


def check_keyboard(page, games):
    """Everything can be reached and used without a mouse, and where one is can be seen."""
    # The keys work on load, and as soon as a game is chosen.
    page.open()
    body = page.driver.switch_to.active_element
    last = len(games[0]["moves"])
    for key, ply in [(Keys.ARROW_RIGHT, 1), (Keys.END, last), (Keys.ARROW_LEFT, last - 1), (Keys.HOME, 0)]:
        body.send_keys(key)
        assert page.ply() == ply, (key, page.ply())
    body.send_keys(Keys.SPACE)
    assert page.at("play").text == "Pause"
    page.at("list").find_elements(By.TAG_NAME, "a")[1].click()
    page.wait("the second game", lambda: page.js("return location.hash") == "#g2")
    page.driver.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
    assert page.ply() == 1 and page.at("play").text == "Play"
    page.open()
    body = page.driver.switch_to.active_element
    body.send_keys(Keys.TAB)
    assert page.js("return document.activeElement.tagName") == "A"
    outline = page.js("return getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none", outline
    # The first tree of openings is open; its moves open with Enter.
    page.js("document.querySelector('#opening-1 > summary').focus()")
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    assert page.at("opening-1").get_attribute("open") is not None
    board = page.js("return document.querySelector('#opening-1 .board svg').getBoundingClientRect().width")
    assert board > 20, board
    page.driver.switch_to.active_element.send_keys(Keys.SPACE)
    assert page.at("opening-1").get_attribute("open") is None
    # From the list to the next game, then to the replay.
    page.js("document.querySelector('#list a').focus()")
    page.driver.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    page.wait("the second game", lambda: page.js("return location.hash") == "#g2")
    page.js("document.getElementById('game-title').focus()")
    last = len(games[1]["moves"])
    for key, ply in [(Keys.END, last), (Keys.ARROW_LEFT, last - 1), (Keys.HOME, 0), (Keys.ARROW_RIGHT, 1)]:
        page.driver.switch_to.active_element.send_keys(key)
        assert page.ply() == ply, (key, page.ply())
    page.at("slider").send_keys(Keys.ARROW_RIGHT)
    assert page.ply() == 2, "the slider goes by one"
    reached = set()
    page.js("document.getElementById('find').focus()")
    # Tab goes around the whole page: the replay comes before the search.
    for _ in range(1500):
        page.driver.switch_to.active_element.send_keys(Keys.TAB)
        reached.add(page.focused())
        if "play" in reached:
            break
    assert {"first", "back", "slider", "forth", "last", "play"} <= reached, reached


def check_problems(page):
    page.open("#problems")
    link = page.driver.find_element(By.CSS_SELECTOR, ".problems a")
    game, ply = re.search(r"#g(\d+)(?:p(\d+))?$", link.get_attribute("href")).groups()
    link.click()
    page.wait("the game of the problem", lambda: page.js("return document.activeElement.id") == "game-title")
    assert page.at("findings").text != ""
    if ply:
        assert page.ply() == int(ply), (game, ply, page.ply())


def check_screens(page, games):
    """Nothing is wider than the screen, nothing lies over something else, in both colours."""
    for width, height in ((320, 640), (375, 740), (800, 600), (1400, 900)):
        page.screen(width, height)
        for colours in ("light", "dark"):
            page.open("#g1p3", media=[("prefers-color-scheme", colours)])
            page.js("for (const one of document.querySelectorAll('details')) one.open = true")
            wide, inner = page.js("return [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
            assert 0 < wide <= inner <= width, (width, wide, inner)
            back, ink = page.js("const style = getComputedStyle(document.body); return [style.backgroundColor, style.color]")
            bright = lambda colour: sum(int(n) for n in re.findall(r"\d+", colour)[:3])
            assert (bright(back) > bright(ink)) == (colours == "light"), (colours, back, ink)
            # The text of a move of the first levels is beside its mark, not below it.
            broken = page.js(
                """return [...document.querySelectorAll("#opening-0 > .row .move, #opening-1 > .row .move")].filter((move) =>
                  move.getBoundingClientRect().height > 1.9 * parseFloat(getComputedStyle(move).lineHeight)
                ).map((move) => move.textContent)"""
            )
            assert broken == [], (width, broken)
            mark = page.js("return getComputedStyle(document.querySelector('#board g [stroke]')).stroke")
            assert mark.startswith("rgb("), mark
        board = page.js("return document.getElementById('board').getBoundingClientRect().width")
        assert board >= min(width - 40, 300), (width, board)
        # The names of the rows stay when a wide table is scrolled.
        name = page.js(
            """const table = document.querySelector("#results .scroll");
            table.scrollLeft = 1000;
            return table.querySelector("tbody th").getBoundingClientRect().left - table.getBoundingClientRect().left"""
        )
        assert width > 700 or -1 <= name <= 1, (width, name)
    page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def main():
    file = Path(sys.argv[1]).resolve()
    with browser() as driver:
        page = Page(driver, file.as_uri())
        page.open()
        games = json.loads(page.js("return document.getElementById('data').textContent"))["games"]
        check_replay(page, games)
        check_every_game(page, games)
        check_list(page, games)
        check_keyboard(page, games)
        check_games_open_alike(page, games)
        check_links(page, games)
        check_tables(page)
        check_problems(page)
        check_screens(page, games)
        complaints = page.complaints()
        assert not complaints, complaints
        outside = page.requests()
        assert outside == [file.as_uri()], outside
    print("everything works")


main()
