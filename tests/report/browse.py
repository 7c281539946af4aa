"""Uses the page of `skep report` in headless Chromium, from a file: a mouse, a keyboard, wide and narrow screens."""

import json
import re
import sys
from pathlib import Path

from browser import Page as AnyPage, browser
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from windows import WINDOWS, check_game


class Page(AnyPage):
    def ply(self):
        found = re.search(r"ply (\d+)", self.text("status"))
        return found and int(found.group(1))

    def text(self, name):
        return self.js("return document.getElementById(arguments[0]).textContent", name)

    def tiles(self):
        return self.js("return document.querySelectorAll('#board .cell').length")

    def open(self, fragment="", media=()):
        super().open(fragment, media)
        self.wait("the board", lambda: self.text("status") != "" and self.js("return document.querySelector('#board .above') !== null"))

    def at_ply(self, ply):
        self.wait(f"ply {ply}", lambda: self.ply() == ply)

    def rows(self):
        return self.all("#list-table tbody tr")

    def found(self):
        return int(self.text("list-total").split()[0].replace(",", ""))

    def search(self, words, number=None):
        find = self.at("find")
        self.js("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))", find, words)
        self.wait(f"the games of {words}", lambda: not self.js("return document.getElementById('list').hasAttribute('aria-busy')"))
        if number is not None:
            self.wait(f"{number} games of {words}", lambda: self.found() == number)


def check_replay(page, games):
    """Every control moves the game that is shown, and the board with it."""
    longest = max(range(len(games)), key=lambda i: len(games[i]["moves"]) if games[i]["status"] == "ok" else 0)
    page.open(f"#game={longest + 1}")
    last = len(games[longest]["moves"])
    page.at_ply(0)
    assert page.js("return location.protocol") == "file:"
    start = page.tiles()
    entries = page.js("return history.length")
    page.at("last").click()
    page.at_ply(last)
    page.wait("the last board", lambda: page.tiles() > start)
    for control, ply in [("back", last - 1), ("forth", last), ("first", 0), ("forth", 1)]:
        page.at(control).click()
        page.at_ply(ply)
    # The address follows after a short rest, and the history does not grow.
    page.wait("the address", lambda: f"game={longest + 1}&ply=1" in page.js("return location.hash").replace("variant=*&", ""))
    assert page.js("return history.length") == entries
    turns = page.at("line").find_elements(By.TAG_NAME, "button")
    assert len(turns) == last
    turns[2].click()
    page.at_ply(3)
    assert turns[2].get_attribute("aria-current") == "step" and games[longest]["moves"][2] in turns[2].text
    page.at("first").click()
    page.at("run").click()
    page.wait("the game plays by itself", lambda: page.ply() >= 2)
    page.at("run").click()
    stands = page.ply()
    assert page.at("run").get_attribute("aria-label") == "Play the game" and page.ply() == stands
    # The board is drawn within its frame, whatever the turn and the orientation.
    for ply in (1, last // 2, last):
        page.js("document.querySelector(`#line [data-ply='${arguments[0]}']`).click()", ply)
        page.at_ply(ply)
        for turn in (None, "rotate", "flip"):
            if turn:
                page.unfold("view")
                page.at(turn).click()
            inside = page.js(
                """const frame = document.getElementById("board").getBoundingClientRect();
                return [...document.querySelectorAll("#board use")].every((tile) => {
                  const box = tile.getBoundingClientRect();
                  return box.width > 0 && box.left >= frame.left - 1 && box.right <= frame.right + 1
                    && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
                })"""
            )
            assert inside, (ply, turn)


def check_evaluations(page, games):
    """The scores of an engine are a curve, and a click or Enter goes to a turn. Other games have no curve."""
    found = [[one for _, marks in game.get("marks", []) for one in marks.get("evaluations", [])] for game in games]
    scored = [i for i, evaluations in enumerate(found) if any("before" in one for one in evaluations)]
    assert len(scored) == 1, scored
    page.open("#game=1")
    assert scored != [0] and not page.at("evaluations").is_displayed()
    page.open(f"#game={scored[0] + 1}")
    game = games[scored[0]]
    plies = len(game["moves"])
    page.wait("the curve", lambda: page.at("evaluations").is_displayed())
    label = page.at("evaluations-curve").get_attribute("aria-label")
    last = re.search(r"after ply (\d+)\.", label)
    assert label.startswith("skep, White's chance to win: ") and int(last[1]) in (plies - 1, plies), label
    # A point for each position that has a score.
    points = page.js("return document.querySelector('#evaluations-curve polyline').getAttribute('points')").split()
    assert len(points) in (plies, plies + 1), (len(points), plies)
    marked = [ply for ply, marks in game["marks"] if {"??", "?!", "?", "!"} & set(marks.get("glyphs", []))]
    rows = page.js("return [...document.querySelectorAll('#evaluations-list button')].map((one) => one.textContent)")
    assert [int(row.split()[-1]) for row in rows] == marked, rows
    dots = page.all("#evaluations-curve .dot")
    assert len(dots) == len(marked) > 1
    page.js("arguments[0].focus()", dots[1])
    dots[1].send_keys(Keys.ENTER)
    page.at_ply(marked[1])
    page.js(
        """const curve = document.getElementById("evaluations-curve"), { left, top, width } = curve.getBoundingClientRect();
        curve.dispatchEvent(new MouseEvent("click", { clientX: left + width / 2, clientY: top + 1 }));"""
    )
    page.at_ply(round(plies / 2))


def across(line):
    """The width of all positions of a line, in cells."""
    places = [frame[at : at + 2] for frame in line["frames"] for at in range(3, len(frame), 3)]
    columns = [q + r / 2 for q, r in places] or [0]
    return max(columns) - min(columns) + 1


def check_every_game(page, games, width):
    """All games open and can be gone through to their ends."""
    page.open()
    lines = [line for game in games for line in [game, *(variation[2] for variation in game.get("variations", []))]]
    needed = {round(width * across(line), 1) for line in lines}
    for i, game in enumerate(games):
        last = len(game["moves"])
        page.js("location.hash = arguments[0]", f"#game={i + 1}&ply={last}")
        page.wait(
            f"game {i + 1} is shown",
            lambda: len(page.all("#line > li:not(.variation)")) == last and page.ply() == last,
        )
        has_tiles = any(frame[3:] for frame in game["frames"])
        page.wait(f"the board of game {i + 1}", lambda: (page.js("return document.querySelectorAll('#board use').length") > 0) == has_tiles)
        assert page.text("game-title").startswith(game["white"]), (i, page.text("game-title"))
        # The board is as large as the first line that has the position, wherever the game is on the plane.
        box = "return Number(document.getElementById('board').getAttribute('viewBox').split(' ')[2])"
        page.wait(f"the box of game {i + 1}", lambda: any(abs(page.js(box) - one) < 1 for one in needed))


def check_list(page, games):
    page.open()
    assert page.found() == len(games)
    name = next(game["white"] for game in games if len(game["white"]) > 2 and " " not in game["white"])
    wanted = [g for g in games if name.lower() in str([g["white"], g["black"], g["tags"], g["place"]]).lower()]
    page.search(name)
    page.wait("fewer games", lambda: 0 < page.found() < len(games))
    assert page.found() <= len(wanted)
    rows = page.rows()
    page.js("arguments[0].querySelector('a').click()", rows[0])
    page.wait("the game", lambda: page.js("return document.querySelector('#list [aria-current]') !== null"))
    assert name.lower() in page.text("game").lower()
    opening = page.driver.find_element(By.CSS_SELECTOR, ".tree .opening").get_attribute("textContent")
    for words in ["draw", "½", opening.lower()]:
        page.search(words)
        page.wait(words, lambda: page.found() > 0)
    page.search("no game has these words", 0)
    # Several words must all match, in any order; a result matches as a whole.
    for result in ("1-0", "0-1"):
        told = result.replace("-", "–")
        page.search(f"{result} {name.lower()}")
        page.wait(result, lambda: page.rows() and all(row.find_elements(By.TAG_NAME, "td")[1].text == told for row in page.rows()))
    page.search("", len(games))
    # Every heading sorts, and empty values stay last.
    page.js("document.querySelector('#list [data-key=longest]').click()")
    plies = lambda: [int(row.find_elements(By.TAG_NAME, "td")[-1].text.replace(",", "")) for row in page.rows()]
    most = sorted((len(game["moves"]) for game in games), reverse=True)
    page.wait("the longest games", lambda: plies() == most[: len(plies())])
    page.js("document.querySelector('#list [data-key=newest]').click()")
    page.wait("the newest", lambda: page.js("return document.querySelector('#list [aria-sort]').textContent") == "Date")
    more = page.at("list-more")
    before = len(page.rows())
    if more.is_displayed():
        page.js("arguments[0].click()", more)
        page.wait("more games", lambda: len(page.rows()) > before)
    dates = [row.find_elements(By.TAG_NAME, "td")[2].text for row in page.rows()]
    known = [date for date in dates if date != "–"]
    assert dates[: len(known)] == known and known == sorted(known, reverse=True), dates
    page.driver.get("about:blank")
    page.driver.get(page.address + "#game=999&ply=30")
    page.wait("the missing game", lambda: "no game 999" in page.text("notice"))
    page.at("notice-action").click()
    page.at_ply(0)


def check_games_open_alike(page, games):
    """On load, from the list and from a link, a game opens before its first turn, or at the ply of the link."""
    page.open()
    assert page.ply() == 0 and page.js("return location.hash") == ""
    page.js("document.querySelectorAll('#list-table tbody a')[1].click()")
    page.wait("the second game", lambda: "game=2" in page.js("return location.hash"))
    page.at_ply(0)
    page.open("#game=2&ply=3")
    page.at_ply(min(3, len(games[1]["moves"])))
    assert page.text("game-title").startswith(games[1]["white"])
    page.open("#nonsense=1")
    assert page.ply() == 0 and page.text("game-title").startswith(games[0]["white"]), "a wrong address opens the first game"


def check_links(page, games):
    """Players and openings link to their games."""
    page.open()
    link = page.driver.find_element(By.CSS_SELECTOR, "#players tbody th a")
    name = link.get_attribute("textContent")
    number = int(page.js("return arguments[0].closest('tr').cells[1].textContent", link))
    page.js("arguments[0].click()", link)
    page.wait("the player", lambda: page.text("player-title") == name and "Opponents" in page.text("player-facts"))
    assert page.text("player-facts").startswith(f"{number} game"), (number, page.text("player-facts"))
    link = page.driver.find_element(By.CSS_SELECTOR, "#opening-1 > .body > .facts a[href^='#where=opening']")
    number = int(re.search(r"(\d+) games?$", link.get_attribute("textContent")).group(1))
    page.js("arguments[0].click()", link)
    page.wait("the games of an opening", lambda: page.found() == number)
    reached = json.loads(page.js("return document.getElementById('data').textContent"))["openings"]
    assert sum(1 in rows for rows in reached) == number
    page.driver.back()
    page.wait("the player again", lambda: page.at("player").is_displayed())
    # A heading is a section of the page, not an address of a game.
    page.open("#game=2&ply=1")
    page.driver.find_element(By.CSS_SELECTOR, "nav a[href='#players']").click()
    page.wait("the section", lambda: page.js("return document.getElementById('players').getBoundingClientRect().top") < 200)
    page.at_ply(1)
    page.open("#problems")
    page.wait("the section of the address", lambda: page.js("return document.getElementById('problems').getBoundingClientRect().top < innerHeight"))


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
    page.open()
    body = page.driver.switch_to.active_element
    last = len(games[0]["moves"])
    for key, ply in [(Keys.ARROW_RIGHT, 1), (Keys.END, last), (Keys.ARROW_LEFT, last - 1), (Keys.HOME, 0)]:
        body.send_keys(key)
        page.at_ply(ply)
    body.send_keys(Keys.SPACE)
    assert page.at("run").get_attribute("aria-label") == "Pause"
    body.send_keys(Keys.SPACE)
    # Keys of the explorer that need rules do nothing.
    for key in "optmng":
        body.send_keys(key)
    page.wait("the address of the game", lambda: page.js("return location.hash").count("game=1") == 1)
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
    # From the list to the next game.
    page.js("document.querySelector('#list-table tbody a').focus()")
    page.driver.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    page.wait("the second game", lambda: "game=2" in page.js("return location.hash"))
    reached = set()
    page.js("document.getElementById('search').focus()")
    for _ in range(60):
        page.driver.switch_to.active_element.send_keys(Keys.TAB)
        reached.add(page.focused())
        # Enter opens a menu, and the next key goes into it.
        if page.js("return document.activeElement.matches('.menu:not([open]) > summary')"):
            page.driver.switch_to.active_element.send_keys(Keys.ENTER)
        if "find" in reached:
            break
    assert {"theme", "help", "first", "back", "forth", "last", "run", "flip", "rotate", "find"} <= reached, reached


def check_problems(page):
    page.open("#problems")
    link = page.driver.find_element(By.CSS_SELECTOR, ".problems a")
    game, ply = re.search(r"#game=(\d+)(?:&ply=(\d+))?$", link.get_attribute("href")).groups()
    page.js("arguments[0].click()", link)
    page.wait("the game of the problem", lambda: f"game={game}" in page.js("return location.hash") and page.text("findings") != "")
    page.at_ply(int(ply or 0))


def check_screens(page, games):
    """Nothing is wider than the screen, nothing lies over something else, in both colours."""
    for width, height in ((320, 640), (375, 740), (800, 600), (1400, 900)):
        page.screen(width, height)
        for colours in ("light", "dark"):
            page.open("#game=1&ply=3", media=[("prefers-color-scheme", colours)])
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


def check_windows(page, games):
    """A game of the list opens with its board, the four arrows, the status and the last moves in sight, in every window."""
    long = next(i for i, game in enumerate(games) if len(game["moves"]) > 9 and game["status"] == "ok")
    for size in WINDOWS:
        page.screen(*size)
        page.open("#game=1")
        page.js("const row = document.querySelector(arguments[0]); row.scrollIntoView(); row.click()", f"#list tr[data-game='{long + 1}'] a")
        page.wait("the game", lambda: f"game={long + 1}" in page.js("return location.hash"))
        page.at_ply(0)
        for _ in range(9):
            page.js("document.getElementById('forth').click()")
        page.at_ply(9)
        check_game(page, size)
    page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def check_print(page):
    """On A4, the tables are whole, and the board and the list of games are left out."""
    page.open("#game=1&ply=1")
    page.screen(688, 900)
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print", "features": []})
    seen = page.js("return ['#board', '#line', '#list', '.top', '.report nav', '.report h1', '.report table'].filter((one) => document.querySelector(one)?.checkVisibility())")
    assert seen == [".report h1", ".report table"], seen
    wide = page.js("return [...document.querySelectorAll('.report table')].filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.caption?.textContent)")
    assert wide == [], wide
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
    page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def main():
    file = Path(sys.argv[1]).resolve()
    with browser() as driver:
        page = Page(driver, file.as_uri())
        page.open()
        data = json.loads(page.js("return document.getElementById('data').textContent"))
        games = data["games"]
        check_replay(page, games)
        check_every_game(page, games, data["width"])
        check_evaluations(page, games)
        check_list(page, games)
        check_keyboard(page, games)
        check_games_open_alike(page, games)
        check_links(page, games)
        check_tables(page)
        check_problems(page)
        check_screens(page, games)
        check_windows(page, games)
        check_print(page)
        complaints = page.complaints()
        assert not complaints, complaints
        outside = page.requests()
        assert outside == [file.as_uri()], outside
    print("everything works")


main()
