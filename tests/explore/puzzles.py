"""Puzzles, and the marks of forced wins in a game."""

from urllib.parse import urlencode

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys


def click_turn(page, turn):
    """Plays a turn with the mouse."""
    play = page.js("return [...document.querySelectorAll('#line button')].map((one) => one.textContent)")
    position = page.ask("position", variant=page.variant, play=";".join(page.line))
    assert len(play) == len(page.line), (play, page.line)
    move = next(move for move in position["moves"] if move["turn"] == turn)
    if move["from"]:
        at = f"{move['from']['q']},{move['from']['r']}"
        page.click(page.driver.find_element(By.CSS_SELECTOR, f"#board [data-cell='{at}']"))
    else:
        page.click(page.driver.find_element(By.CSS_SELECTOR, f"[data-piece={move['piece'].rstrip('123')}]"))
    at = f"{move['to']['q']},{move['to']['r']}"
    page.click(page.driver.find_element(By.CSS_SELECTOR, f"#board .target[data-cell='{at}']"))
    buttons = [button for button in page.all("#actions button") if button.text == turn]
    if buttons:
        page.click(buttons[0])


def message(page, text):
    page.wait(f"the message {text!r}", lambda: text in page.text("puzzle-message"))


def check_solving(page):
    """A wrong turn is refuted, and the right turns solve the puzzle."""
    puzzle = page.ask("puzzles", moves=2, where="game = hive")["puzzle"]
    page.variant, page.line = puzzle["gamestring"].split(";")[0], puzzle["play"]
    page.go("#" + urlencode({"puzzle": puzzle["id"]}))
    side = puzzle["toMove"].capitalize()
    assert page.text("puzzle-title") == f"{side} to move, win in 2"
    assert not page.at("continuations").is_displayed() and not page.at("games").is_displayed()
    assert puzzle["solution"][0] not in page.text("puzzle")
    legal = page.ask("position", variant=page.variant, play=";".join(page.line))["moves"]
    wrong = next(move["turn"] for move in legal if move["turn"] not in puzzle["first"] and move["to"])
    click_turn(page, wrong)
    message(page, f"{wrong} is wrong.")
    answer = page.ask("solve", variant=page.variant, play=";".join([*page.line, wrong]), moves=1)
    assert (answer["escape"] or answer["line"][0]) in page.text("puzzle-message")
    assert page.text("puzzle-score") == "0 of 1 solved at the first try · streak 0"
    # The board steps back by itself.
    page.wait("the position", lambda: page.ply() == len(page.line))
    page.settle()
    click_turn(page, puzzle["first"][0])
    message(page, "Right. ")
    page.wait("the reply", lambda: page.ply() == len(page.line) + 2)
    page.settle()
    reply = page.ask("solve", variant=page.variant, play=";".join([*page.line, puzzle["first"][0]]), moves=1)["line"][0]
    page.line = [*page.line, puzzle["first"][0], reply]
    last = page.ask("solve", variant=page.variant, play=";".join(page.line), moves=1)["first"][0]
    click_turn(page, last)
    message(page, f"Solved, at try 2: {side} wins.")
    assert page.text("puzzle-score") == "0 of 1 solved at the first try · streak 0"
    # Now the puzzle shows its game.
    page.at("puzzle-game").find_element(By.TAG_NAME, "a").click()
    page.wait("the game", lambda: page.state().get("game") == puzzle["game"] and page.at("game").is_displayed())
    page.wait("its position", lambda: page.ply() == puzzle["ply"] - 1)


def check_typed(page):
    """A typed turn that is illegal changes nothing. After a legal one, the keys are commands."""
    puzzle = page.ask("puzzles", moves=2, where="game = hive")["puzzle"]
    variant, line = puzzle["gamestring"].split(";")[0], puzzle["play"]
    page.go("#" + urlencode({"puzzle": puzzle["id"]}))
    assert "win in 2" in page.text("status")
    # Escape in a field leaves the field, and the puzzle stays.
    page.at("turn").send_keys("w", Keys.ESCAPE)
    page.wait("the field is left", lambda: page.focused() != "turn")
    assert page.state()["puzzle"] == puzzle["id"] and page.at("puzzle").is_displayed()
    page.at("turn").clear()
    page.at("turn").send_keys("wQ wS9", Keys.ENTER)
    page.wait("the message", lambda: page.at("notice").is_displayed() and page.text("notice"))
    assert page.at("turn").get_attribute("value") == "wQ wS9" and page.ply() == len(line)
    legal = page.ask("position", variant=variant, play=";".join(line))["moves"]
    wrong = next(move["turn"] for move in legal if move["turn"] not in puzzle["first"] and move["to"])
    page.at("turn").clear()
    page.at("turn").send_keys(wrong, Keys.ENTER)
    message(page, f"{wrong} is wrong.")
    page.settle()
    assert "win in" not in page.text("status")
    # The board steps back by itself, what was wrong stays to be read, and the right turn is the second try.
    page.wait("the puzzle again", lambda: page.ply() == len(line) and "win in 2" in page.text("status"))
    assert f"{wrong} is wrong." in page.text("puzzle-message") and "Try again" in page.text("puzzle-message")
    page.settle()
    page.at("turn").send_keys(puzzle["solution"][0], Keys.ENTER)
    message(page, "Right.")


def check_variant(page):
    """The puzzles are of the chosen variant."""
    page.go("#" + urlencode({"variant": "Venom"}))
    page.body().send_keys("p")
    page.wait("the answer", lambda: "No puzzle of Venom" in page.text("puzzle-message") or "-" in page.state().get("puzzle", ""))
    assert page.state()["variant"] == "Venom"
    found = page.state()["puzzle"]
    assert found == "next" or page.ask(f"puzzle/{found}")["variant"] == "Venom"
    # Of a position without moves, it is the variant.
    page.go("#" + urlencode({"variant": "base,QA-a!1+q,w"}))
    shown = "return document.getElementById('variant').selectedOptions[0].text"
    page.wait("the position", lambda: page.js(shown) == "Base, from a position")
    page.body().send_keys("p")
    page.wait("its variant", lambda: page.js("return document.getElementById('variant').value") == "Base")
    assert not page.at("notice").is_displayed(), page.text("notice")


def check_next(page):
    """The keys find puzzles, show the solution, and go on; the address names the puzzle."""
    page.go()
    page.body().send_keys("p")
    page.wait("a puzzle", lambda: "-" in page.state().get("puzzle", ""))
    page.settle()
    first = page.state()["puzzle"]
    puzzle = page.ask(f"puzzle/{first}")
    page.body().send_keys("s")
    message(page, f"Solution: {'; '.join(puzzle['solution'])}.")
    page.wait("the first turn", lambda: page.ply() == len(puzzle["play"]) + 1)
    page.settle()
    assert "win in" not in page.text("status")
    page.body().send_keys(Keys.END)
    page.wait("the end", lambda: page.ply() == len(puzzle["play"]) + len(puzzle["solution"]))
    page.js("document.activeElement.blur()")
    page.body().send_keys(Keys.ENTER)
    page.wait("the puzzle again", lambda: page.ply() == len(puzzle["play"]))
    page.body().send_keys("n")
    page.wait("another puzzle", lambda: page.state().get("puzzle") not in (first, "next"))
    page.settle()
    page.js("const one = document.getElementById('puzzle-moves'); one.value = '1'; one.dispatchEvent(new Event('change'))")
    page.wait("a win in 1", lambda: page.text("puzzle-title").endswith("win in 1"))
    assert page.state()["moves"] == "1"
    page.body().send_keys(Keys.ESCAPE)
    page.wait("the explorer", lambda: "puzzle" not in page.state() and page.at("continuations").is_displayed())
    page.open("#" + urlencode({"puzzle": "0123456789abcdef-7"}))
    page.wait("the message", lambda: "is not in the index" in page.text("notice"))


def check_marks(page):
    """The button marks the wins that were found and missed in a game."""
    puzzle = page.ask("puzzles", moves=1, where="game = hive")["puzzle"]
    page.go("#" + urlencode({"game": puzzle["game"], "ply": 0}))
    assert page.all("#line .mark") == []
    page.at("review-begin").click()
    page.wait("the marks", lambda: page.all("#line .mark") and not page.at("review-stop").is_displayed())
    game = page.ask(f"game/{puzzle['game']}", tactics=2)
    marked = [ply for ply in game["plies"] if "tactics" in ply]
    assert len(page.all("#line .mark")) == len(marked) > 0
    assert page.state()["tactics"] == "1"
    told = [item.text for item in page.all("#tactics li")]
    words = [ply for ply in marked if ply["tactics"]["words"]]
    assert len(told) == len(words), (told, words)
    for ply, text in zip(words, told):
        tactics = ply["tactics"]
        wanted = {"found": "win found", "delayed": "win delayed", "missed": "win missed"}.get(tactics["chance"], "")
        assert wanted in text and all(turn in text for turn in tactics["line"]), (tactics, text)
    # A line of the proof is played out on the board, and its turns are a variation.
    proof = page.all("#tactics .moves-line button")
    if proof:
        turn = proof[0].text
        page.click(proof[0])
        page.wait("the turn of the proof", lambda: page.js("return document.querySelector('#line [aria-current=step]')?.node.turn") == turn)
    page.all("#tactics button")[0].click()
    page.wait("its ply", lambda: page.ply() == words[0]["ply"])
