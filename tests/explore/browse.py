"""Uses the page of `skep explore` in headless Chromium: a mouse, a keyboard, wide and narrow screens. The answers of the
API are the reference for the numbers on the page."""

import json
import re
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import urlopen

from browser import Page as AnyPage, browser
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

LINE = "wG1;bS1 -wG1;wQ wG1-;bQ /bS1"
SGF = Path("fixtures/boardspace/server-2024.sgf")


class Page(AnyPage):
    def ask(self, path, **parameters):
        with urlopen(f"{self.address}api/{path}?{urlencode(parameters)}") as answer:
            return json.load(answer)

    def go(self, fragment="", media=()):
        """Opens the page and waits for its board and its table."""
        self.open(fragment, media)
        self.settle()

    def settle(self):
        self.wait("the page is complete", lambda: self.js(
            """return document.querySelector('#board .above') !== null && document.getElementById('status').textContent !== ''
              && document.getElementById('moves').hasChildNodes() && !document.getElementById('continuations').hasAttribute('aria-busy')
              && document.getElementById('loading').hidden"""))

    def state(self):
        found = parse_qs(urlsplit(self.js("return location.href")).fragment)
        return {name: values[0] for name, values in found.items()}

    def played(self):
        return self.state().get("play", "")

    def ply(self):
        return int(re.search(r"ply (\d+)", self.at("status").text).group(1))

    def rows(self):
        return self.js("return [...document.querySelectorAll('.rows .row')].map((row) => row.dataset.row)")

    def text(self, name):
        return self.js("return document.getElementById(arguments[0]).textContent", name)

    def body(self):
        return self.driver.switch_to.active_element

    def click(self, element):
        """Clicks a part of the SVG or a button, wherever it is on the screen."""
        self.js("arguments[0].scrollIntoView({ block: 'center' })", element)
        webdriver.ActionChains(self.driver).move_to_element(element).click().perform()


def check_first_view(page):
    page.go()
    info = page.ask("info")
    most = max(info["variants"], key=lambda variant: variant["games"])
    assert page.state() == {} and page.js("return document.getElementById('variant').value") == most["name"]
    answer = page.ask("explorer", variant=most["name"])
    rows = page.js("return [...document.querySelectorAll('.rows .row')].map((row) => [...row.children].map((cell) => cell.textContent))")
    assert [row[0] for row in rows] == [move["turn"] for move in answer["moves"]], rows
    for row, move in zip(rows, answer["moves"]):
        assert row[1].split()[0] == f"{move['played']:,}" and row[4] == f"{move['reached']:,}", (row, move)
        if move["score"] is not None:
            low, high = (f"{100 * move[name]:.0f}" for name in ("low", "high"))
            assert re.fullmatch(rf"\d+\u202f% {low}–{high}", row[3]), (row, move)
    assert page.text("total") == f"{answer['games']} games" and page.text("games-title") == f"{answer['games']} games"
    # The parts of a bar are as wide as the results.
    first = answer["moves"][0]
    known = first["white"] + first["draws"] + first["black"]
    widths = page.js("""const bar = document.querySelector('.rows .bar .bar');
      return [...bar.children].map((part) => part.getBoundingClientRect().width / bar.clientWidth)""")
    wanted = [n / known for n in (first["white"], first["draws"], first["black"]) if n]
    assert len(widths) == len(wanted) and all(abs(a - b) < 0.02 for a, b in zip(widths, wanted)), (widths, wanted)


def check_play(page):
    """A piece in hand or on the board shows its targets, and a target plays."""
    page.go()
    position = page.ask("position", variant="Base+MLP")
    page.click(page.driver.find_element(By.CSS_SELECTOR, "[data-piece=wG]"))
    targets = page.all("#board .target")
    assert len(targets) == len([move for move in position["moves"] if move["piece"] == "wG1"]) == 1
    page.click(targets[0])
    page.wait("the first turn", lambda: page.played() == "wG1" and page.ply() == 1)
    page.settle()
    page.click(page.driver.find_element(By.CSS_SELECTOR, "[data-piece=bS]"))
    assert len(page.all("#board .target")) == 6
    page.click(next(one for one in page.all("#board .target") if "-wG1" in one.get_attribute("aria-label")))
    page.wait("the second turn", lambda: page.played() == "wG1;bS1 -wG1")
    page.go("#" + urlencode({"variant": "Base+MLP", "play": LINE}))
    # A piece on the board moves. The same click again ends the choice.
    position = page.ask("position", variant="Base+MLP", play=LINE)
    queen = next(move["from"] for move in position["moves"] if move["piece"] == "wQ")
    at = f"#board .movable[data-cell='{queen['q']},{queen['r']}']"
    page.click(page.driver.find_element(By.CSS_SELECTOR, at))
    moves = [move for move in position["moves"] if move["piece"] == "wQ"]
    assert len(page.all("#board .target")) == len(moves) > 0
    page.click(page.driver.find_element(By.CSS_SELECTOR, at))
    assert page.all("#board .target") == []
    page.click(page.driver.find_element(By.CSS_SELECTOR, at))
    target = page.all("#board .target")[0]
    turn = target.get_attribute("aria-label")
    page.click(target)
    page.wait("the queen moves", lambda: page.played() == f"{LINE};{turn}")
    page.settle()
    # The steps, and the history of the browser.
    for control, ply in [("back", 4), ("first", 0), ("forth", 1), ("last", 5)]:
        page.at(control).click()
        page.wait(control, lambda: page.ply() == ply)
    # The address is written after a short rest.
    page.wait("the address", lambda: page.played() == f"{LINE};{turn}" and "ply" not in page.state())
    page.driver.back()
    page.wait("the position before", lambda: page.played() == LINE and page.ply() == 4)
    page.driver.forward()
    page.wait("the position after", lambda: page.ply() == 5)
    # A row plays, and a typed turn does.
    page.go("#" + urlencode({"variant": "Base+MLP", "play": "wG1"}))
    row = page.rows()[0]
    page.click(page.driver.find_element(By.CSS_SELECTOR, ".rows .row .played"))
    page.wait("the turn of the row", lambda: page.played() == f"wG1;{row}")
    page.settle()
    page.at("turn").send_keys("wQ wG1-", Keys.ENTER)
    page.wait("the typed turn", lambda: page.played() == f"wG1;{row};wQ wG1-")
    page.settle()
    page.at("turn").send_keys("wA1 wA1", Keys.ENTER)
    page.wait("the error", lambda: page.at("notice").is_displayed())
    page.at("notice-action").click()
    page.wait("the last legal position", lambda: page.ply() == 3 and not page.at("notice").is_displayed())
    assert page.played() == f"wG1;{row};wQ wG1-"


def check_throws(page):
    """The Pillbug throws a piece of the other player: that piece is chosen, and its targets are those of the throw."""
    line = "wP;bP wP-;wQ -wP;bQ bP-;wA1 -wQ;bA1 bQ-;wA2 -wA1;bA1 wP\\;wA3 -wA2;bA2 bQ-"
    page.go("#" + urlencode({"variant": "Base+MLP", "play": line}))
    throws = [move for move in page.ask("position", variant="Base+MLP", play=line)["moves"] if move["piece"] == "bA1"]
    assert throws and all(move["thrown"] for move in throws), throws
    piece = throws[0]["from"]
    page.click(page.driver.find_element(By.CSS_SELECTOR, f"#board [data-cell='{piece['q']},{piece['r']}']"))
    cells = {target.get_attribute("data-cell") for target in page.all("#board .target")}
    assert cells == {f"{move['to']['q']},{move['to']['r']}" for move in throws}, cells
    page.click(page.all("#board .target")[0])
    page.wait("the throw", lambda: page.ply() == 11)
    assert page.played().split(";")[-1] in [move["turn"] for move in throws]


def check_hover(page):
    page.go("#" + urlencode({"variant": "Base+MLP", "play": "wG1"}))
    row = page.driver.find_element(By.CSS_SELECTOR, ".rows .row .played")
    page.js("arguments[0].scrollIntoView({ block: 'center' })", row)
    webdriver.ActionChains(page.driver).move_to_element(row).perform()
    page.wait("the move on the board", lambda: len(page.all("#board .ghost")) > 0)
    webdriver.ActionChains(page.driver).move_to_element(page.at("about")).perform()
    page.wait("no move on the board", lambda: page.all("#board .ghost") == [])
    page.js("document.querySelector('.rows .row button').focus()")
    assert page.all("#board .ghost")
    # A stack shows what is in it.
    stacked = "wG1;bS1 -wG1;wQ wG1-;bQ -bS1;wB1 wG1\\;bA1 -bQ;wB1 wG1"
    page.go("#" + urlencode({"variant": "Base+MLP", "play": stacked}))
    cell = next(cell for cell in page.ask("position", variant="Base+MLP", play=stacked)["cells"] if len(cell["stack"]) > 1)
    assert cell["stack"] == ["wG1", "wB1"]
    place = page.driver.find_element(By.CSS_SELECTOR, f"#board [data-cell='{cell['q']},{cell['r']}']")
    webdriver.ActionChains(page.driver).move_to_element(place).perform()
    page.wait("the stack", lambda: page.at("stack").is_displayed())
    assert [item.text for item in page.all("#stack li")] == ["wB1", "wG1"]


def check_filters(page):
    page.go()
    page.js("document.getElementById('filters').open = true")
    name = page.ask("players", limit=1)["players"][0]["name"]
    page.at("filter-white").send_keys(name)
    assert page.js("return document.getElementById('where').value") == f"white = {name}"
    page.at("filter-white").send_keys(Keys.TAB)
    page.wait("the filter", lambda: page.state().get("where") == f"white = {name}")
    page.at("filter-least").send_keys("1500", Keys.TAB)
    where = f"white = {name} and white_elo >= 1500 and black_elo >= 1500"
    page.wait("both filters", lambda: page.state().get("where") == where)
    page.settle()
    answer = page.ask("explorer", variant="Base+MLP", where=where)
    assert 0 < answer["games"] and page.text("total") == (f"{answer['games']} games" if answer["games"] != 1 else "1 game")
    listed = page.js("return [...document.querySelectorAll('#game-list .player:first-child .name')].map((one) => one.textContent)")
    assert listed and set(listed) == {name}, listed
    # The link restores the fields. A part that no field shows stays.
    page.go("#" + urlencode({"variant": "Base+MLP", "where": f"{where} and plies < 200 and result = white"}))
    values = page.js("return ['white', 'least', 'result', 'black'].map((id) => document.getElementById(`filter-${id}`).value)")
    assert values == [name, "1500", "white", ""], values
    page.js("document.getElementById('filters').open = true")
    page.at("filter-least").clear()
    page.at("filter-least").send_keys(Keys.TAB)
    wanted = f"white = {name} and result = white and plies < 200"
    page.wait("a shorter expression", lambda: page.state().get("where") == wanted)
    # The message of the server is below the expression.
    where = page.at("where")
    where.clear()
    where.send_keys("whit = 3", Keys.ENTER)
    page.wait("the message", lambda: page.at("where-error").is_displayed())
    try:
        page.ask("explorer", where="whit = 3")
    except HTTPError as refused:
        message = json.load(refused)["error"]["message"]
    assert message in page.at("where-error").text and where.get_attribute("aria-invalid") == "true"
    where.clear()
    where.send_keys("player = nobody", Keys.ENTER)
    page.wait("no game", lambda: "No game" in page.text("moves"))
    assert not page.at("where-error").is_displayed()
    page.at("filter-clear").click()
    page.wait("no filter", lambda: "where" not in page.state())
    # Quotes of every kind come back, and `or` stays together.
    tests = page.driver.execute_async_script(
        """const [done] = [arguments[arguments.length - 1]];
        import("./static/filters.js").then(({ built, taken, conjuncts }) => {
          const names = ["Ann", "Ann Lee", 'Ann "the" Bee', "O'Hara", "and", `"'`];
          done([names.map((name) => taken(built({ white: name }, [])).values.white ?? built({ white: name }, [])),
            conjuncts('white = "a and b" and (black = c or black = d) && event ~ /x and y/'),
            built({ black: "Bob" }, taken("white = a or white = b").rest)]);
        })""")
    assert tests[0] == ["Ann", "Ann Lee", 'Ann "the" Bee', "O'Hara", "and", "white ~ /^\"'$/"], tests
    assert tests[1] == ['white = "a and b"', "(black = c or black = d)", "event ~ /x and y/"], tests
    assert tests[2] == "black = Bob and (white = a or white = b)", tests


def check_games(page):
    """A game opens from the list, is replayed, and closes."""
    page.go("#" + urlencode({"variant": "Base+MLP", "play": "wG1"}))
    page.at("order-newest").click()
    newest = page.ask("games", variant="Base+MLP", play="wG1", order="newest", limit=100)
    shown = len(page.all("#game-list li"))
    while page.at("more").is_displayed():
        page.at("more").click()
        page.wait("more games", lambda: len(page.all("#game-list li")) > shown)
        shown = len(page.all("#game-list li"))
    assert shown == newest["total"], (shown, newest["total"])
    dates = page.js("return [...document.querySelectorAll('#game-list .facts')].map((one) => one.textContent.split(' ')[0])")
    assert dates == [game["date"] for game in newest["games"]], dates
    game = newest["games"][1]
    page.click(page.all("#game-list a")[1])
    page.wait("the game", lambda: page.at("game").is_displayed())
    page.settle()
    assert page.state()["game"] == game["id"] and page.ply() == 1
    assert game["white"]["name"] in page.text("game-title")
    whole = page.ask(f"game/{game['id']}")
    assert len(page.all("#line li")) == len(whole["play"]) == game["plies"]
    page.at("last").click()
    page.wait("the end", lambda: page.ply() == game["plies"])
    assert page.js("return document.querySelector('#line [aria-current]').textContent").endswith(whole["play"][-1])
    page.at("first").click()
    page.wait("the start", lambda: page.ply() == 0)
    page.at("run").click()
    page.wait("the game plays by itself", lambda: page.ply() >= 2)
    page.at("run").click()
    page.settle()
    ply = page.ply()
    # The address restores the ply.
    page.wait("the address", lambda: page.state().get("ply") == str(ply))
    page.go(page.js("return location.hash"))
    assert page.ply() == ply and page.at("game").is_displayed()
    page.at("game-close").click()
    page.wait("the position from before", lambda: not page.at("game").is_displayed() and page.played() == "wG1")
    page.driver.back()
    page.wait("the game again", lambda: page.at("game").is_displayed())
    page.settle()
    page.driver.find_element(By.CSS_SELECTOR, "#game-actions button").click()
    page.wait("the position of the game", lambda: page.played() == ";".join(whole["play"][:ply]))


def check_open(page):
    """Pasted games are replayed, with their clocks and comments."""
    page.go()
    page.at("open").click()
    page.at("pasted").send_keys("no game at all")
    page.driver.find_element(By.CSS_SELECTOR, "#open-form [type=submit]").click()
    page.wait("the message", lambda: page.at("open-error").is_displayed() and page.at("open-error").text != "")
    page.js("document.getElementById('pasted').value = arguments[0]", SGF.read_text())
    page.driver.find_element(By.CSS_SELECTOR, "#open-form [type=submit]").click()
    page.wait("the game", lambda: page.at("game").is_displayed())
    page.settle()
    assert page.ply() == 0 and not page.js("return document.getElementById('open-dialog').open")
    clocks = page.all("#line .clock")
    assert clocks and re.fullmatch(r"\d+:\d\d", clocks[0].get_attribute("textContent")), len(clocks)
    page.at("forth").click()
    page.wait("the first turn", lambda: page.ply() == 1 and "in all" in page.at("status").text)
    # The hands of Swarm are a part of the variant.
    swarm = next(line for line in Path("fixtures/games/venom.uhp").read_text().splitlines() if "Swarm(" in line)
    page.go()
    page.body().send_keys("o")
    page.js("document.getElementById('pasted').value = arguments[0]", swarm)
    page.driver.find_element(By.CSS_SELECTOR, "#open-form [type=submit]").click()
    page.wait("the game of Swarm", lambda: page.state().get("variant") == swarm.split(";")[0])
    page.settle()
    page.body().send_keys(Keys.END)
    page.wait("its end", lambda: page.ply() == len(swarm.split(";")) - 3)
    # Several games are a list to choose from. A paste anywhere on the page opens them.
    games = "Base;InProgress;White[2];wS1;bS1 wS1-\nBase+M;InProgress;Black[1];wM"
    page.go()
    page.js("""const data = new DataTransfer();
      data.setData("text/plain", arguments[0]);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }))""", games)
    page.wait("the list of games", lambda: len(page.all("#open-list button")) == 2)
    page.all("#open-list button")[1].click()
    page.wait("the second game", lambda: page.state().get("variant") == "Base+M" and page.played() == "wM")
    page.settle()
    page.at("game-close").click()
    page.wait("the line stays", lambda: not page.at("game").is_displayed() and page.played() == "wM")


def check_players(page):
    page.go()
    player = page.ask("players", limit=1)["players"][0]
    page.body().send_keys("/")
    assert page.focused() == "search"
    page.at("search").send_keys(player["name"][:2].lower())
    page.wait("suggestions", lambda: page.all("#suggestions [role=option]"))
    names = [option.text for option in page.all("#suggestions .name")]
    assert player["name"] in names and all(player["name"][:2].lower() in name.lower() for name in names), names
    for _ in range(names.index(player["name"]) + 1):
        page.at("search").send_keys(Keys.ARROW_DOWN)
    assert page.at("search").get_attribute("aria-activedescendant")
    page.at("search").send_keys(Keys.ENTER)
    page.wait("the player", lambda: page.at("player").is_displayed() and "Opponents" in page.text("player-facts"))
    whole = page.ask(f"player/{player['name']}")
    cells = page.js("return [...document.querySelectorAll('#player tbody tr')].map((row) => [...row.cells].slice(1, 5).map((cell) => Number(cell.textContent)))")
    assert cells == [[whole[side][name] for name in ("games", "wins", "draws", "losses")] for side in ("white", "black")], cells
    opponent = page.all("#player .opponents button")[0]
    name = opponent.text
    page.click(opponent)
    page.wait("the opponent", lambda: page.text("player-title") == name and page.state()["player"] == name)
    page.wait("the facts", lambda: page.all("#player .actions button"))
    page.click(page.all("#player .actions button")[1])
    page.wait("the games as Black", lambda: page.state().get("where") == f"black = {name}" and not page.at("player").is_displayed())


def check_hostile_tags(page):
    """HTML in tags and comments is text."""
    page.go("#" + urlencode({"where": "date = 2031"}))
    assert len(page.all("#game-list li")) == 1
    page.click(page.all("#game-list a")[0])
    page.wait("the game", lambda: page.at("game").is_displayed())
    page.settle()
    page.js("for (const one of document.querySelectorAll('details')) one.open = true")
    assert "<img src=x onerror=alert(2)>" in page.text("game-title") and "<script>alert(3)</script>" in page.text("game-title")
    assert "<svg onload=alert(1)>" in page.text("tags")
    page.at("first").click()
    page.at("forth").click()
    page.wait("the comment", lambda: page.text("comment") == "<b onmouseover=alert(4)>bold</b>")
    page.js("document.querySelector('#game-title button').click()")
    page.wait("the player", lambda: page.text("player-title") == "<img src=x onerror=alert(2)>")
    page.at("search").send_keys("<img")
    page.wait("the suggestion", lambda: page.all("#suggestions [role=option]"))
    assert page.js("return document.querySelectorAll('img, script:not([src]), b, [onload], [onerror], [onmouseover]').length") == \
        page.js("return document.querySelectorAll('.side b, #stack b').length")
    # Addresses are hostile too.
    page.go("#" + urlencode({"player": "</h2><img src=x onerror=alert(5)>"}))
    page.wait("no such player", lambda: page.all("#player .wrong"))
    page.open("#" + urlencode({"variant": "<img src=x onerror=alert(6)>", "play": "<svg onload=alert(7)>"}))
    page.wait("the message", lambda: page.at("notice").is_displayed())
    assert page.js("return document.querySelectorAll('img').length") == 0


def check_variants(page):
    """Venom and Hex-It are played with their own moves."""
    for variant in page.ask("info")["variants"]:
        page.go("#" + urlencode({"variant": variant["name"]}))
        line = []
        for _ in range(8):
            answer = page.ask("explorer", variant=variant["name"], play=";".join(line))
            if not answer["moves"]:
                # The hands of Swarm differ from game to game.
                assert "Swarm" in variant["name"] and "hands" in page.text("moves")
                break
            assert page.rows()[0] == answer["moves"][0]["turn"]
            page.js("document.querySelector('.rows .row button').click()")
            line = answer["play"] + [answer["moves"][0]["turn"]]
            page.wait("the turn", lambda: page.played() == ";".join(line))
            page.settle()
        assert len(line) == (0 if "Swarm" in variant["name"] else 8), (variant, line)
    hexit = next(variant["name"] for variant in page.ask("info")["variants"] if variant["name"].startswith("Hex-It"))
    page.go("#" + urlencode({"variant": hexit}))
    moves = page.ask("position", variant=hexit)["moves"]
    targets = page.all("#board .target")
    assert len(targets) == len(moves) == 4
    turn = targets[0].get_attribute("aria-label").split(",")[0]
    page.click(targets[0])
    page.wait("a placement", lambda: page.played() == turn)
    page.driver.find_element(By.ID, "variant").send_keys("Base+M")
    page.js("""const select = document.getElementById('variant'); select.value = 'Base+MLP';
      select.dispatchEvent(new Event('change'))""")
    page.wait("another variant", lambda: page.state() == {"variant": "Base+MLP"})


def check_view(page):
    """The board flips and rotates, and the link says so."""
    place = urlencode({"variant": "Base+MLP", "play": LINE})
    page.go(f"#{place}")
    before = page.js("return document.querySelector('#board .cell').getAttribute('transform')")
    page.body().send_keys("r")
    page.wait("a turned board", lambda: page.js("return document.querySelector('#board .cell').getAttribute('transform')") != before)
    page.wait("the address", lambda: page.state().get("rotate") == "1")
    page.at("flip").click()
    page.wait("the address", lambda: page.state().get("flip") == "1")
    assert page.at("flip").get_attribute("aria-pressed") == "true"
    page.settle()
    turned = page.js("return document.querySelector('#board .cell').getAttribute('transform')")
    page.go(page.js("return location.hash"))
    assert page.js("return document.querySelector('#board .cell').getAttribute('transform')") == turned
    # Copies of the position, and of its link.
    origin = page.address.rstrip("/")
    page.driver.execute_cdp_cmd("Browser.grantPermissions", {"origin": origin, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
    clip = "const done = arguments[arguments.length - 1]; navigator.clipboard.readText().then(done, (error) => done(String(error)))"
    position = page.ask("position", variant="Base+MLP", play=LINE)
    for name, wanted in [("link", page.js("return location.href")), ("gamestring", position["gamestring"]), ("svg", "<svg")]:
        page.driver.find_element(By.CSS_SELECTOR, "#share summary").click()
        page.at(f"copy-{name}").click()
        page.wait("the toast", lambda: page.text("toast").startswith("Copied"))
        assert page.driver.execute_async_script(clip).startswith(wanted), name
        page.js("document.getElementById('toast').textContent = ''")
    page.driver.find_element(By.CSS_SELECTOR, "#share summary").click()
    for name, start in [("svg", b"<svg"), ("png", b"\x89PNG")]:
        with urlopen(page.at(f"save-{name}").get_attribute("href")) as picture:
            assert picture.read().startswith(start), name
    page.body().send_keys(Keys.ESCAPE)
    assert not page.js("return document.getElementById('share').open")


def check_keyboard(page):
    """Everything is reached and used without a mouse, and the focus is seen."""
    page.go("#" + urlencode({"variant": "Base+MLP", "play": LINE}))
    for key, ply in [(Keys.ARROW_LEFT, 3), (Keys.HOME, 0), (Keys.ARROW_RIGHT, 1), (Keys.END, 4)]:
        page.body().send_keys(key)
        page.wait("the key", lambda: page.ply() == ply)
    page.body().send_keys("?")
    page.wait("the help", lambda: page.js("return document.getElementById('help-dialog').open"))
    page.body().send_keys(Keys.ESCAPE)
    page.go()
    page.body().send_keys("m")
    page.body().send_keys(Keys.ARROW_DOWN)
    row = page.rows()[1]
    assert page.js("return document.activeElement.dataset.turn") == row
    assert page.js("return getComputedStyle(document.activeElement).outlineStyle") != "none"
    page.body().send_keys(Keys.ENTER)
    page.wait("the turn of the row", lambda: page.played() == row)
    page.settle()
    # The next table has the focus, so that the next Enter plays on.
    assert page.js("return document.activeElement.dataset.turn") == page.rows()[0]
    # A piece in hand, then a target.
    page.js("document.querySelector('#hand-top button').focus()")
    page.body().send_keys(Keys.ENTER)
    page.js("document.querySelector('#board .target').focus()")
    page.body().send_keys(Keys.ENTER)
    page.wait("the turn", lambda: page.ply() == 2)
    page.settle()
    assert page.js("return document.getElementById('board').contains(document.activeElement)")
    reached = set()
    page.js("document.getElementById('home').focus()")
    for _ in range(120):
        page.body().send_keys(Keys.TAB)
        reached.add(page.focused())
    wanted = {"variant", "search", "open", "theme", "help", "first", "back", "forth", "last", "turn", "flip", "rotate", "order-rating", "order-newest"}
    assert wanted <= reached, wanted - reached
    # Whatever can be used has a name.
    nameless = page.js(
        """return [...document.querySelectorAll("button, a[href], input, select, textarea, summary, [role=button]")].filter((one) =>
          one.checkVisibility() && !(one.getAttribute("aria-label") || one.textContent.trim() || one.labels?.length)).map((one) => one.outerHTML)""")
    assert nameless == [], nameless


def check_late_answers(page):
    """An answer that comes late does not replace a newer one."""
    page.go("#" + urlencode({"variant": "Base+MLP", "play": LINE}))
    slow = {"offline": False, "latency": 150, "downloadThroughput": -1, "uploadThroughput": -1}
    page.driver.execute_cdp_cmd("Network.enable", {})
    page.driver.execute_cdp_cmd("Network.emulateNetworkConditions", slow)
    for key in (Keys.HOME, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT):
        page.body().send_keys(key)
    page.wait("the last of the keys", lambda: page.ply() == 1)
    page.settle()
    answer = page.ask("explorer", variant="Base+MLP", play="wG1")
    assert page.rows() == [move["turn"] for move in answer["moves"]] and page.ply() == 1
    assert page.js("return document.querySelectorAll('#board .cell').length") == 1
    # Without a server, the page says so, and goes on after it is back.
    page.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {**slow, "offline": True})
    page.at("turn").send_keys("bG1 -wG1", Keys.ENTER)
    page.wait("the message", lambda: "does not answer" in page.text("notice"))
    page.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {**slow, "latency": 0})
    page.at("notice-action").click()
    page.wait("the position", lambda: page.ply() == 2 and not page.at("notice").is_displayed())
    page.settle()


# Texts whose contrast is below 4.5 to 1, or 3 to 1 for large text.
CONTRAST = """
const parse = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
const light = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const ground = (element) => {
  for (let one = element; one; one = one.parentElement) {
    const [r, g, b, a = 1] = parse(getComputedStyle(one).backgroundColor);
    if (a === 1) return [r, g, b];
  }
  return [255, 255, 255];
};
const faded = (element) => {
  for (let one = element; one; one = one.parentElement) if (getComputedStyle(one).opacity < 1) return true;
  return false;
};
return [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility() && !one.closest("svg, .hidden-text, .skip") && !faded(one)
  && [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())).map((one) => {
    const style = getComputedStyle(one);
    const [a, b] = [light(parse(style.color)), light(ground(one))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const size = parseFloat(style.fontSize);
    const least = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
    return [ratio, least, one.className, one.textContent.slice(0, 30)];
  }).filter(([ratio, least]) => ratio < least);
"""


def check_screens(page):
    """Nothing is wider than the screen, and all text can be read, in both colours."""
    places = [
        urlencode({"variant": "Base+MLP", "play": LINE}),
        urlencode({"variant": "Base+MLP", "where": "date = 2031"}),
        urlencode({"variant": "Base+MLP", "player": page.ask("players", limit=1)["players"][0]["name"]}),
        urlencode({"game": page.ask("games", variant="Base+MLP", limit=1)["games"][0]["id"], "ply": 3}),
    ]
    for width, height in ((320, 640), (360, 740), (768, 1024), (1280, 800), (1920, 1080)):
        page.screen(width, height)
        for i, place in enumerate(places):
            colours = ("light", "dark")[(i + width) % 2] if width not in (360, 1280) else None
            for scheme in [colours] if colours else ("light", "dark"):
                page.go(f"#{place}", media=[("prefers-color-scheme", scheme)])
                page.js("for (const one of document.querySelectorAll('details:not(.menu)')) one.open = true")
                wide, inner = page.js("return [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
                assert 0 < wide <= inner <= width, (width, place, wide, inner)
                poor = page.js(CONTRAST)
                assert poor == [], (width, scheme, place, poor)
                bright = lambda colour: sum(int(n) for n in re.findall(r"\d+", colour)[:3])
                back, ink = page.js("const style = getComputedStyle(document.body); return [style.backgroundColor, style.color]")
                assert (bright(back) > bright(ink)) == (scheme == "light"), (scheme, back, ink)
                # Numbers do not break, and do not lie over one another.
                overlaps = page.js(
                    """return [...document.querySelectorAll(".rows .row")].flatMap((row) => {
                      const boxes = [...row.children].map((cell) => {
                        const range = document.createRange();
                        range.selectNodeContents(cell);
                        return [cell.className, cell.className === "bar" ? cell.getBoundingClientRect() : range.getBoundingClientRect()];
                      }).filter(([, box]) => box.width);
                      return boxes.flatMap(([a, one], i) => boxes.slice(i + 1).filter(([, two]) => one.left < two.right - 1 && two.left < one.right - 1
                        && one.top < two.bottom - 1 && two.top < one.bottom - 1).map(([b]) => `${row.textContent}: ${a} and ${b}`));
                    })""")
                assert overlaps == [], (width, overlaps)
                # The whole board is within its frame.
                outside = page.js(
                    """const frame = document.getElementById("board").getBoundingClientRect();
                    return [...document.querySelectorAll("#board .cell")].filter((tile) => {
                      const box = tile.getBoundingClientRect();
                      return box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
                    }).length""")
                assert outside == 0, (width, place)
    page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    # The switch of the colours is remembered.
    page.go(media=[("prefers-color-scheme", "light")])
    for wanted in ("light", "dark"):
        page.at("theme").click()
        assert page.js("return document.documentElement.dataset.theme") == wanted
    page.go()
    assert page.js("return document.documentElement.dataset.theme") == "dark"
    page.at("theme").click()


def main():
    with browser() as driver:
        page = Page(driver, sys.argv[1])
        check_first_view(page)
        check_play(page)
        check_throws(page)
        check_hover(page)
        check_filters(page)
        check_games(page)
        check_open(page)
        check_players(page)
        check_hostile_tags(page)
        check_variants(page)
        check_view(page)
        check_keyboard(page)
        check_late_answers(page)
        check_screens(page)
        # The browser reports refused requests, which some checks make on purpose.
        refused = re.compile(r"/api/\S* - Failed to load resource: (the server responded with a status of 40[04]|net::ERR_INTERNET_DISCONNECTED)")
        complaints = [said for said in page.complaints() if not refused.search(said)]
        assert not complaints, complaints
        outside = [url for url in page.requests() if not url.startswith(page.address)]
        assert not outside, outside
    print("everything works")


main()
