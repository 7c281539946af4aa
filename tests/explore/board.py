"""Play on the board, and the table of continuations."""

import re
from urllib.parse import urlencode

from explorer import LINE
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys


def check_first_view(page):
    page.go()
    info = page.ask("info")
    most = max(info["variants"], key=lambda variant: variant["games"])
    assert page.state() == {} and page.js("return document.getElementById('variant').value") == most["name"]
    answer = page.ask("explorer", variant=most["name"])
    rows = page.js(
        "return [...document.querySelectorAll('.rows .row')].map((row) => [...row.querySelectorAll('[role=cell], [role=rowheader]')].map((cell) => cell.textContent))"
    )
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
    # A turn that is refused stays in its field, and the line stays.
    for wrong in ("wA1 wA1", "xyz"):
        page.at("turn").send_keys(Keys.CONTROL, "a")
        page.at("turn").send_keys(wrong, Keys.ENTER)
        page.wait("the error", lambda: wrong[:3] in page.text("notice"))
        assert page.at("turn").get_attribute("value") == wrong
        assert page.played() == f"wG1;{row};wQ wG1-" and page.ply() == 3
    page.open("#" + urlencode({"variant": "Base+MLP", "play": f"wG1;{row};wQ wG1-;wA1 wA1"}))
    page.wait("the error", lambda: page.at("notice-action").is_displayed())
    assert page.all("#board [role=button]") == [], "there are no moves in an illegal position"
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


def check_pass(page):
    """A player who can only pass has a button for it."""
    line = (
        "wS1;bB1 /wS1;wQ wS1-;bG1 bB1\\;wA1 \\wS1;bQ bG1-;wA1 bQ\\;bG2 -bB1;wG1 wQ/;bS1 \\bG2;wG1 wS1\\;bG1 wQ/;"
        "wB1 /wA1;bS2 bG1/;wB2 wA1-;bS2 \\wS1;wA2 wB2/;bB2 bG2\\;wA2 wQ\\;bG3 bB2\\;wB1 /bQ;bG3 wB2-;wA3 wA2-;"
        "bA1 /bB2;wG2 wA3/;bA1 wG2/;wB1 bB1\\;bB1 wG1;wG3 wG2\\;bA2 /bS1;wG3 /wS1;bB2 wB1;wS2 wA1\\;bA2 /wS2"
    )
    page.go("#" + urlencode({"variant": "Base", "play": line}))
    assert [move["turn"] for move in page.ask("position", variant="Base", play=line)["moves"]] == ["pass"]
    assert page.all("#board .target, #board .movable") == []
    assert [button.text for button in page.all("#actions button")] == ["Pass"]
    page.click(page.all("#actions button")[0])
    page.wait("the pass", lambda: page.played() == f"{line};pass" and page.ply() == 35)
    page.settle()
    assert page.all("#board .movable") or page.all("#hand-top button, #hand-bottom button"), "the other player moves"


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
    cell = next(
        cell for cell in page.ask("position", variant="Base+MLP", play=stacked)["cells"] if len(cell["stack"]) > 1
    )
    assert cell["stack"] == ["wG1", "wB1"]
    place = page.driver.find_element(By.CSS_SELECTOR, f"#board [data-cell='{cell['q']},{cell['r']}']")
    webdriver.ActionChains(page.driver).move_to_element(place).perform()
    page.wait("the stack", lambda: page.at("stack").is_displayed())
    assert [item.text for item in page.all("#stack li")] == ["wB1", "wG1"]


def check_variants(page):
    """Venom and Hex-It are played with their own moves."""
    for variant in page.ask("info")["variants"]:
        page.go("#" + urlencode({"variant": variant["name"]}))
        line = []
        for _ in range(4):
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
        assert len(line) == (0 if "Swarm" in variant["name"] else 4), (variant, line)
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
    page.wait(
        "a turned board",
        lambda: page.js("return document.querySelector('#board .cell').getAttribute('transform')") != before,
    )
    page.wait("the address", lambda: page.state().get("rotate") == "1")
    page.js("document.getElementById('flip').click()")
    page.wait("the address", lambda: page.state().get("flip") == "1")
    assert page.at("flip").get_attribute("aria-pressed") == "true"
    page.settle()
    turned = page.js("return document.querySelector('#board .cell').getAttribute('transform')")
    page.go(page.js("return location.hash"))
    assert page.js("return document.querySelector('#board .cell').getAttribute('transform')") == turned
    # Copies of the position, and of its link.
    origin = page.address.rstrip("/")
    page.driver.execute_cdp_cmd(
        "Browser.grantPermissions", {"origin": origin, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    )
    clip = "const done = arguments[arguments.length - 1]; navigator.clipboard.readText().then(done, (error) => done(String(error)))"
    position = page.ask("position", variant="Base+MLP", play=LINE)
    for name, wanted in [
        ("link", page.js("return location.href")),
        ("gamestring", position["gamestring"]),
        ("hop", position["hop"]),
    ]:
        page.driver.find_element(By.CSS_SELECTOR, "#share summary").click()
        page.at(f"copy-{name}").click()
        page.wait("the toast", lambda: page.text("toast").startswith("Copied"))
        assert page.driver.execute_async_script(clip).startswith(wanted), name
        page.js("document.getElementById('toast').textContent = ''")
    page.driver.find_element(By.CSS_SELECTOR, "#share summary").click()
    page.body().send_keys(Keys.ESCAPE)
    assert not page.js("return document.getElementById('share').open")
