"""Filters, games, players, and what is pasted."""

import json
import re
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

SGF = Path("fixtures/boardspace/server-2024.sgf")


def check_filters(page):
    page.go()
    page.js("document.getElementById('filters').open = true")
    name = page.ask("players", limit=1)["players"][0]["name"]
    page.at("filter-white").send_keys(name)
    assert page.js("return document.getElementById('where').value") == f"white = {name}"
    names = "return [...document.querySelectorAll('#filter-players option')].map((option) => option.value)"
    page.wait("suggestions", lambda: name in page.js(names))
    page.at("filter-white").send_keys(Keys.TAB)
    page.wait("the filter", lambda: page.state().get("where") == f"white = {name}")
    page.at("filter-least").send_keys("1500", Keys.TAB)
    where = f"white = {name} and white_elo >= 1500 and black_elo >= 1500"
    page.wait("both filters", lambda: page.state().get("where") == where)
    page.settle()
    answer = page.ask("explorer", variant="Base+MLP", where=where)
    assert 0 < answer["games"] and page.text("total") == (
        f"{answer['games']} games" if answer["games"] != 1 else "1 game"
    )
    listed = page.js(
        "return [...document.querySelectorAll('#game-list .player:first-child .name')].map((one) => one.textContent)"
    )
    assert listed and set(listed) == {name}, listed
    # The link restores the fields. A part that no field shows stays.
    page.go("#" + urlencode({"variant": "Base+MLP", "where": f"{where} and plies < 200 and result = white"}))
    values = page.js(
        "return ['white', 'least', 'result', 'black'].map((id) => document.getElementById(`filter-${id}`).value)"
    )
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
    assert not page.at("notice").is_displayed()
    # The error of a field is shown beside the field.
    since = page.at("filter-since")
    where.clear()
    where.send_keys("player = Ann", Keys.ENTER)
    page.wait("no message", lambda: not page.at("where-error").is_displayed())
    since.send_keys("2024-13", Keys.TAB)
    page.wait("the message", lambda: page.at("where-error").is_displayed())
    assert since.get_attribute("aria-invalid") == "true" and since.get_attribute("aria-describedby") == "where-error"
    field, error = (one.rect for one in (since, page.at("where-error")))
    assert 0 < error["y"] - field["y"] - field["height"] < 40, (field, error)
    since.clear()
    since.send_keys(Keys.TAB)
    page.wait("no message", lambda: not page.at("where-error").is_displayed())
    assert since.get_attribute("aria-invalid") is None
    where.clear()
    where.send_keys("player = nobody", Keys.ENTER)
    page.wait("no game", lambda: "No game" in page.text("moves"))
    assert not page.at("where-error").is_displayed()
    page.at("filter-clear").click()
    page.wait("no filter", lambda: "where" not in page.state())
    # Quotes of every kind come back, and `or` stays together.
    tests = page.driver.execute_async_script("""const [done] = [arguments[arguments.length - 1]];
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
    facts = page.js("return [...document.querySelectorAll('#game-list .facts')].map((one) => one.textContent.split(' · '))")
    wanted = [[one for one in (game["next"], game["date"]) if one] for game in newest["games"]]
    assert [row[: len(head)] for row, head in zip(facts, wanted, strict=True)] == wanted, facts
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
    # A position without the moves before it can be continued, and its address opens it again.
    page.js("document.getElementById('pasted').value = 'base,QA-a!1+q,w'")
    page.driver.find_element(By.CSS_SELECTOR, "#open-form [type=submit]").click()
    page.wait("the position", lambda: "from a position" in page.js("return document.title"))
    page.settle()
    assert not page.js("return document.getElementById('game').checkVisibility()")
    page.at("turn").send_keys("wS1 -wQ", Keys.ENTER)
    page.wait("the turn", lambda: page.ply() == 1 and "Black to move" in page.at("status").text)
    page.driver.refresh()
    page.wait("the turn again", lambda: page.ply() == 1 and "Black to move" in page.at("status").text)
    page.at("share").find_element(By.TAG_NAME, "summary").click()
    page.wait("the menu", lambda: page.at("copy-hop").is_displayed())
    for absent in ["copy-gamestring", "open-hivegame"]:
        assert not page.at(absent).is_displayed(), absent
    page.go()
    page.at("share").find_element(By.TAG_NAME, "summary").click()
    page.wait("the link", lambda: page.at("open-hivegame").is_displayed())
    link = page.at("open-hivegame").get_attribute("href")
    assert link.startswith("https://hivegame.com/analysis?uhp=Base"), link
    page.at("share").find_element(By.TAG_NAME, "summary").click()
    page.at("open").click()
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
    page.js(
        """const data = new DataTransfer();
      data.setData("text/plain", arguments[0]);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }))""",
        games,
    )
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
    names = [option.text for option in page.all("#suggestions .name")][:-1]
    assert player["name"] in names and all(player["name"][:2].lower() in name.lower() for name in names), names
    for _ in range(names.index(player["name"]) + 1):
        page.at("search").send_keys(Keys.ARROW_DOWN)
    assert page.at("search").get_attribute("aria-activedescendant")
    page.at("search").send_keys(Keys.ENTER)
    page.wait("the player", lambda: page.at("player").is_displayed() and "Opponents" in page.text("player-facts"))
    whole = page.ask(f"player/{player['name']}")
    cells = page.js(
        "return [...document.querySelectorAll('#player tbody tr')].map((row) => [...row.cells].slice(1, 5).map((cell) => Number(cell.textContent)))"
    )
    assert cells == [
        [whole[side][name] for name in ("games", "wins", "draws", "losses")] for side in ("white", "black")
    ], cells
    # Each number is a link to its games.
    losses = page.all("#player td:nth-child(5) a")[0]
    number = losses.text
    address = page.js("return location.hash")
    page.click(losses)
    page.wait("the lost games", lambda: page.at("list").is_displayed() and page.text("list-total").split()[:1] == [number])
    page.js("location.hash = arguments[0]", address)
    page.wait("the player again", lambda: page.all("#player .opponents button"))
    opponent = page.all("#player .opponents button")[0]
    name = opponent.text
    # Two players against each other.
    page.click(page.all("#player .opponents button")[1])
    page.wait("the meeting", lambda: page.at("meeting").is_displayed() and " won, " in page.text("meeting-facts"))
    games = page.ask("games", where=f"player = {player['name']} and player = {name}")["total"]
    assert f" of {games} game" in page.text("meeting-facts"), page.text("meeting-facts")
    page.at("meeting-close").click()
    page.click(opponent)
    page.wait("the opponent", lambda: page.text("player-title") == name and page.state()["player"] == name)
    page.wait("the facts", lambda: page.all("#player .actions button"))
    page.click(page.all("#player .actions button")[1])
    page.wait(
        "the games as Black",
        lambda: page.state().get("where") == f"black = {name}" and not page.at("player").is_displayed(),
    )


def check_hostile_tags(page):
    """HTML in tags and comments is text."""
    page.go("#" + urlencode({"where": "date = 2031"}))
    assert len(page.all("#game-list li")) == 1
    page.click(page.all("#game-list a")[0])
    page.wait("the game", lambda: page.at("game").is_displayed())
    page.settle()
    page.js("for (const one of document.querySelectorAll('details')) one.open = true")
    assert "<img src=x onerror=alert(2)>" in page.text("game-title") and "<script>alert(3)</script>" in page.text(
        "game-title"
    )
    assert "<svg onload=alert(1)>" in page.text("tags")
    page.at("first").click()
    page.at("forth").click()
    shown = "\ufffd[2J\ufffd\ufffd\ufffd"
    page.wait("the comment", lambda: page.text("comment") == f"<b onmouseover=alert(4)>bold</b>{shown}")
    # Controls and marks of direction are shown as replacements, in the page and in its title.
    for text in (page.text("game-title"), page.text("tags"), page.js("return document.title")):
        assert shown in text, text
    everything = page.js("return document.documentElement.outerHTML + document.title")
    assert not re.search("[\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff]", everything)
    page.js("document.querySelector('#game-title button').click()")
    page.wait("the player", lambda: page.text("player-title") == "<img src=x onerror=alert(2)>")
    page.at("search").send_keys("<img")
    page.wait("the suggestion", lambda: page.all("#suggestions [role=option]"))
    assert page.js(
        "return document.querySelectorAll('img, script:not([src]), b, [onload], [onerror], [onmouseover]').length"
    ) == page.js("return document.querySelectorAll('.side b, #stack b').length")
    # Addresses are hostile too.
    page.go("#" + urlencode({"player": "</h2><img src=x onerror=alert(5)>"}))
    page.wait("no such player", lambda: page.all("#player .wrong"))
    page.open("#" + urlencode({"variant": "<img src=x onerror=alert(6)>", "play": "<svg onload=alert(7)>"}))
    page.wait("the message", lambda: page.at("notice").is_displayed())
    assert page.js("return document.querySelectorAll('img').length") == 0
