"""The analysis board: variations, comments, marks, reviews and positions that are set up."""

import json
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from explorer import LINE
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

HIVEGAME = "fixtures/hivegame-analysis/tree.json"
CLOCKS = "fixtures/boardspace/server-2024.sgf"


def turns(page):
    """The turns of the list, with the depth of their variations."""
    return page.js(
        """const depth = (one) => { let n = 0; for (let up = one.closest('.variation'); up; up = up.parentElement.closest('.variation')) n++; return n; };
        return [...document.querySelectorAll('#line button')].map((one) => [depth(one), one.node.turn])"""
    )


def key(page, *keys):
    page.body().send_keys(*keys)


def type_turn(page, turn):
    page.at("turn").send_keys(turn, Keys.ENTER)
    page.wait(f"the turn {turn}", lambda: page.played().split(";")[-1] == turn or turn in page.state().get("line", ""))
    page.settle()
    page.at("turn").send_keys(Keys.ESCAPE)


def paste(page, text):
    page.at("open").click()
    page.js("document.getElementById('pasted').value = arguments[0]", text)
    page.driver.find_element(By.CSS_SELECTOR, "#open-form [type=submit]").click()
    page.wait("the game", lambda: page.at("game").is_displayed())
    page.settle()


def check_variations(page):
    """A turn that deviates keeps the rest. It is promoted, deleted, undone and left with keys."""
    page.go("#" + urlencode({"variant": "Base+MLP", "play": LINE, "ply": 2}))
    main = LINE.split(";")
    assert turns(page) == [[0, turn] for turn in main]
    type_turn(page, "wA1 wG1-")
    both = [*main[:2], main[2], "wA1 wG1-", main[3]]
    assert [turn for _, turn in turns(page)] == both and [depth for depth, _ in turns(page)] == [0, 0, 0, 1, 0]
    assert page.at("study-promote").get_attribute("hidden") is None
    key(page, "u")
    page.wait("the promoted variation", lambda: turns(page)[2] == [0, "wA1 wG1-"])
    assert turns(page)[3:] == [[1, main[2]], [1, main[3]]]
    key(page, Keys.CONTROL, "z", Keys.NULL)
    page.wait("the order before", lambda: [turn for _, turn in turns(page)] == both)
    # The other variation of the same turn, and back.
    key(page, "v")
    page.wait("the main line", lambda: page.js("return document.querySelector('#line [aria-current]').node.turn") == main[2])
    key(page, "v")
    page.wait("the variation", lambda: page.js("return document.querySelector('#line [aria-current]').node.turn") == "wA1 wG1-")
    key(page, Keys.DELETE)
    page.wait("the variation is gone", lambda: turns(page) == [[0, turn] for turn in main])
    assert page.ply() == 2
    page.at("study-undo").click()
    page.wait("the variation again", lambda: [turn for _, turn in turns(page)] == both)
    page.at("study-redo").click()
    page.wait("the deletion", lambda: turns(page) == [[0, turn] for turn in main])


def check_games_keep_trees(page):
    """A turn that deviates from a game leaves the game open. Closing the game keeps the variation for the next time."""
    row = page.ask("games", variant="Base+MLP", limit=1, order="rating")["games"][0]
    play = page.ask(f"game/{row['id']}")["play"]
    other = next(move["turn"] for move in page.ask("position", variant="Base+MLP")["moves"] if move["turn"] != play[0])
    page.go("#" + urlencode({"variant": "Base+MLP"}))
    link = f"a[href*='game={row['id']}']"
    page.click(page.driver.find_element(By.CSS_SELECTOR, f"#game-list {link}"))
    page.wait("the game", lambda: page.at("game").is_displayed())
    page.settle()
    page.at("first").click()
    page.wait("its start", lambda: page.ply() == 0)
    page.settle()
    type_turn(page, other)
    assert page.at("game").is_displayed() and page.state()["line"] == other
    assert [turn for depth, turn in turns(page) if depth == 0] == play
    # The links to other games do not have this line.
    links = page.js("return [...document.querySelectorAll('#game-list a')].map((one) => one.hash)")
    assert not any("line=" in one for one in links if row["id"] not in one), links
    page.at("game-close").click()
    page.wait("the position from before", lambda: not page.at("game").is_displayed())
    page.settle()
    assert turns(page) == []
    page.click(page.driver.find_element(By.CSS_SELECTOR, f"#game-list {link}"))
    page.wait("the game again", lambda: page.at("game").is_displayed())
    page.settle()
    assert [depth for depth, turn in turns(page) if turn == other] == [1]


def written(page, name):
    """The text of the tree as the page saves it."""
    return page.driver.execute_async_script(
        """const [name, done] = arguments;
        const make = URL.createObjectURL;
        URL.createObjectURL = (blob) => (blob.text().then(done), (URL.createObjectURL = make)(blob));
        document.getElementById(`write-${name}`).click();""",
        name,
    )


def check_annotations(page):
    """A file of hivegame.com opens with all its variations. Comments, glyphs and marks are saved and linked."""
    page.go()
    with open(HIVEGAME, encoding="utf-8") as file:
        paste(page, file.read())
    assert len(turns(page)) == 11 and max(depth for depth, _ in turns(page)) == 2
    page.at("last").click()
    page.wait("the end", lambda: page.ply() == 6)
    page.settle()
    key(page, "c")
    page.at("comment-text").send_keys("good {x}", Keys.CONTROL, Keys.ENTER)
    page.wait("the comment", lambda: page.text("comment") == "good {x}")
    page.js("const one = document.getElementById('glyph'); one.value = '!?'; one.dispatchEvent(new Event('change'))")
    assert "!?" in page.js("return document.querySelector('#line [aria-current]').textContent")
    # A mark and an arrow with the keyboard: cells are buttons while the user draws.
    key(page, "a")
    first = page.js("return document.activeElement.dataset.name")
    key(page, Keys.ENTER)
    key(page, Keys.ENTER)
    page.wait("the mark", lambda: page.text("marks-text") == f"Marks: {first}")
    key(page, Keys.ENTER)
    key(page, Keys.TAB)
    second = page.js("return document.activeElement.dataset.name")
    key(page, Keys.ENTER)
    page.wait("the arrow", lambda: page.text("marks-text") == f"Marks: {first}, {first} to {second}")
    key(page, Keys.ESCAPE)
    assert page.all(".drawing path") == [] and len(page.all(".mark-cell")) == len(page.all(".mark-arrow")) == 1
    # The right mouse button takes the mark back.
    place = page.js("const box = document.querySelector('.mark-cell').getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]")
    for kind in ("mousePressed", "mouseReleased"):
        event = {"type": kind, "x": place[0], "y": place[1], "button": "right", "buttons": 2, "clickCount": 1}
        page.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)
    page.wait("the arrow alone", lambda: page.text("marks-text") == f"Marks: {first} to {second}")
    saved = {}
    for name in ("pgn", "boardspace", "jsonl"):
        saved[name] = written(page, name)
        request = Request(f"{page.address}api/read", data=saved[name].encode(), method="POST")
        with urlopen(request) as answer:
            game = json.load(answer)["games"][0]
        assert len(game["variations"]) == 3, saved[name]
        last = game["plies"][5]
        assert (last["glyphs"], last["comment"]) == (["!?"], f"good {{x}} [%marks {first}:{second}]"), saved[name]
    # The link opens the same tree in another browser.
    link = page.driver.execute_async_script(
        """const done = arguments[0];
        navigator.clipboard.writeText = async (text) => done(text);
        document.getElementById('copy-link').click();"""
    )
    shown = turns(page)
    page.go("#" + link.split("#", 1)[1])
    assert turns(page) == shown and page.text("comment") == "good {x}"
    assert page.text("marks-text") == f"Marks: {first} to {second}"
    page.wait("an address without the tree", lambda: "tree" not in page.state())
    # The page remembers the tree when it is loaded again.
    type_turn(page, "wA2 -wA1")
    page.driver.refresh()
    page.settle()
    assert len(turns(page)) == len(shown) + 1


# The same game with what three engines say: hivegame.com, a program in its own unit, and glyphs with pawns of a person.
HEAD = '[GameType "Base+MLP"]\n[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n[Termination "resignation"]\n\n'
SITE = {
    "moves": [
        {"played": "wL", "best": "wL", "line": ["wL"], "before": 52.0, "after": 52.0, "sims": 64},
        {"played": "bL wL-", "best": "bG1 wL-", "line": ["bG1 wL-", "wQ -wL"], "before": 50.0, "after": 30.0, "sims": 64},
        {"played": "wQ -wL", "best": "wQ -wL", "line": ["wQ -wL"], "before": 70.0, "after": 69.0, "sims": 64},
        {"played": "bQ bL-", "best": "bA1 bL-", "line": [], "before": 31.0, "after": 25.0, "sims": 64},
    ]
}


def record(notes):
    moves = [{"text": turn} for turn in ("wL", "bL wL-", "wQ -wL", "bQ bL-")]
    stated = {"result": "WhiteWins", "termination": "resignation"}
    return json.dumps({"schema": "skep-record/1", "game": "hive", "variant": "Base+MLP", "tags": {}, "stated": stated, "moves": moves, "notes": notes})


def of_engine(after, points, **more):
    evaluation = {"score": {"points": points, "unit": "engine"}, "engine": "mzinga", **more}
    return {"after": after, "kind": "evaluation", "evaluation": evaluation}


def check_evaluations(page):
    """Evaluations of every engine look the same: the curve, the unit, the worst turn, the signs, and lines to play."""
    wins = {"score": {"win": "White", "plies": 5}, "before": {"points": -10, "unit": "engine"}, "best": "bA1 bL-", "line": ["bA1 bL-", "nonsense"], "engine": "mzinga"}
    other = record([
        of_engine(1, 10),
        of_engine(2, 40, best="bG1 wL-", line=["bG1 wL-", "wQ -wL"], depth=7),
        {"after": 2, "kind": "glyph", "glyph": "?"},
        {"after": 2, "kind": "glyph", "glyph": "$16"},
        {"after": 2, "kind": "mark", "mark": {"shape": "arrow", "cell": "0,0", "to": "1,0", "colour": "Red"}},
        of_engine(3, -20),
        {"after": 4, "kind": "evaluation", "evaluation": wins},
        {"after": 4, "kind": "glyph", "glyph": "??"},
    ])
    engines = [
        (json.dumps(SITE), "White's chance to win", ["?? ply 2", "?! ply 4"]),
        (other, "points of mzinga, as White sees it", ["? ply 2", "?? ply 4"]),
    ]
    for text, unit, signs in engines:
        page.go()
        paste(page, text)
        assert page.at("evaluations").is_displayed()
        assert page.text("evaluations-legend").startswith(unit), page.text("evaluations-legend")
        rows = page.js("return [...document.querySelectorAll('#evaluations-list button.link')].map((one) => one.textContent)")
        assert rows == signs, rows
        assert len(page.all("#evaluations-curve .dot")) == 2
        assert page.at("evaluations-top").text and page.at("evaluations-bottom").text
        # The signs stand at their turns, whether the record has them or not.
        for ply, sign in ((2, signs[0]), (4, signs[1])):
            assert sign.split()[0] in page.js("return document.querySelector(`#line [data-ply='${arguments[0]}']`).textContent", ply)
        # The line that was better is played as a variation.
        page.click(page.all("#evaluations-list .turn")[0])
        page.wait("the better turn", lambda: page.ply() == 2)
        page.settle()
        assert [1, "bG1 wL-"] in turns(page), turns(page)
        page.js("document.querySelector(`#line [data-ply='2']`).click()")
        page.wait("the game's own turn", lambda: "No score" not in page.text("evaluations-here"))
    # Marks of the record are drawn and told, and all is saved again. An illegal turn ends the line.
    assert page.text("marks-text").startswith("Marks: Red arrow "), page.text("marks-text")
    assert len(page.all(".shape-red")) == 1
    assert "±" in page.js("return document.querySelector(`#line [data-ply='2']`).textContent")
    saved = json.loads(written(page, "jsonl"))
    assert saved["notes"] == json.loads(other)["notes"], saved["notes"]
    last = page.all("#evaluations-list li")[-1]
    assert len(last.find_elements(By.CLASS_NAME, "turn")) == 1 and "White wins in 5 plies" in last.text, last.text
    # Black lost, and the page says where.
    assert page.text("evaluations-worst").startswith("Black lost most at ply 4"), page.text("evaluations-worst")
    # A game without evaluations has no card.
    page.go()
    paste(page, record([]))
    assert not page.at("evaluations").is_displayed()


def check_broken_games_are_not_saved(page):
    """The legal turns of a game with an error are never saved as the game."""
    page.go()
    for text in ("Base;WhiteWins;Black[2];wS1;bS1 wS1-;wA1 bS1-", HEAD + "1. wL\n2. bL wL-\n3. Nf3\n\n1-0\n"):
        paste(page, text)
        for name in ("pgn", "boardspace", "jsonl"):
            page.js("document.getElementById('toast').replaceChildren()")
            page.js("document.getElementById(`write-${arguments[0]}`).click()", name)
            page.wait("the refusal", lambda: "has an error" in page.text("toast"))
        page.at("studies-open").click()
        page.wait("the studies", lambda: page.at("studies").is_displayed())
        assert not page.at("studies-add").is_displayed()
        page.at("studies-close").click()
        # The legal line alone is the user's own.
        page.js("[...document.querySelectorAll('#game-actions button')].at(-1).click()")
        page.wait("the line", lambda: not page.at("game").is_displayed())
        page.settle()
        own = written(page, "pgn")
        assert "WhiteWins" not in own and "1-0" not in own and "Ann" not in own, own
        page.go()


def check_review(page):
    """A pasted game is reviewed. The review is stopped, continued, and its entries are visited."""
    puzzle = page.ask("puzzles", moves=1, where="game = hive")["puzzle"]
    game = page.ask(f"game/{puzzle['game']}", tactics=2)
    page.go()
    paste(page, game["gamestring"])
    slow = {"offline": False, "latency": 2000, "downloadThroughput": -1, "uploadThroughput": -1}
    page.driver.execute_cdp_cmd("Network.enable", {})
    page.driver.execute_cdp_cmd("Network.emulateNetworkConditions", slow)
    page.at("review-begin").click()
    page.wait("the review begins", lambda: page.at("review-stop").is_displayed())
    page.at("review-stop").click()
    page.wait("the review stops", lambda: "Stopped" in page.text("review-status"))
    page.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {**slow, "latency": 0})
    assert page.at("review-again").is_displayed() and not page.at("review-stop").is_displayed()
    page.at("review-again").click()
    page.wait("the review", lambda: not page.at("review-stop").is_displayed() and "Stopped" not in page.text("review-status"))
    marked = [ply["ply"] for ply in game["plies"] if "tactics" in ply and ply["tactics"]["words"]]
    assert len(page.all("#tactics li")) == len(marked) > 0
    assert page.all("#curve .white, #curve .black") and "after ply" in page.at("curve").get_attribute("aria-label")
    key(page, "]")
    page.wait("the first entry", lambda: page.ply() == marked[0])
    page.at("last").click()
    page.wait("the end", lambda: page.ply() == len(game["play"]))
    key(page, "[")
    page.wait("the last entry before", lambda: page.ply() == [ply for ply in marked if ply < len(game["play"])][-1])
    page.at("review-close").click()
    page.wait("the end of the review", lambda: not page.at("review").is_displayed() and page.all("#line .mark") == [])


def check_solving(page):
    """A position that was set up is solved, and no turns are no verdict about it."""
    state = "Base+MLP/b12/1,-2bA1:0,-1wA1:1,-1bG1:2,-1bL:3,-1bB1:-1,0wL:1,0wQ.bM:2,0bS1:1,1bA2:-2,2wA2:-1,2bQ:0,2wA3:-4,3bA3:-3,3wB1:-2,3wP.wB2:-1,3wM:-2,4bP:-3,5bG2/SSGGG/SBG"
    page.go("#" + urlencode({"variant": state}))
    page.at("solve-begin").click()
    page.wait("the proof", lambda: page.text("solve-status") == "Black wins by force in 2 turns.")
    answer = page.ask("solve", variant=state, moves=2)
    first = page.all("#solve-lines .moves-line button")
    assert [one.text for one in first[: len(answer["line"])]] == answer["line"]
    first[0].click()
    page.wait("its turn", lambda: page.ply() == 1)
    page.settle()
    assert turns(page)[0] == [0, answer["line"][0]]
    # The answer was about the position before.
    assert not page.at("solve").is_displayed()
    page.go("#" + urlencode({"variant": state}))
    key(page, "w")
    page.wait("the review", lambda: "no turns to review" in page.text("review-none"))
    assert "forced" not in page.text("review-none") and "found" not in page.text("review-status")
    key(page, "x")
    page.wait("the proof again", lambda: "Black wins by force" in page.text("solve-status"))
    page.at("solve-close").click()
    # Nothing wins in the first moves.
    page.go("#" + urlencode({"variant": "Base+MLP", "play": LINE}))
    page.at("solve-begin").click()
    page.wait("no win", lambda: "White cannot force a win" in page.text("solve-status"))


def check_clocks(page):
    """A variation has no clocks of the game."""
    with open(CLOCKS, "rb") as file:
        text = file.read()
    with urlopen(Request(f"{page.address}api/read", data=text, method="POST")) as answer:
        found = json.load(answer)["games"][0]
    assert found["plies"][4]["clock"], "a game with clocks"
    page.go()
    paste(page, text.decode())
    page.js("document.querySelectorAll('#line button')[4].click()")
    page.wait("its turn", lambda: page.ply() == 5)
    page.settle()
    assert "in all" in page.text("status"), page.text("status")
    page.at("back").click()
    page.wait("the ply before", lambda: page.ply() == 4)
    page.settle()
    place = {"variant": found["start"] or found["gamestring"].split(";")[0], "play": ";".join(found["play"][:4])}
    other = next(move["turn"] for move in page.ask("position", **place)["moves"] if move["turn"] != found["play"][4])
    type_turn(page, other)
    page.wait("the variation", lambda: page.ply() == 5)
    page.settle()
    assert "in all" not in page.text("status"), page.text("status")


def check_why(page):
    """A lost game says why: the turn, the line that wins after it, and what would have held."""
    for row in page.ask("games", limit=100, where="winner = white or winner = black")["games"]:
        game = page.ask(f"game/{row['id']}", tactics=2)
        loser = "black" if game["result"] == "WhiteWins" else "white"
        side = 0 if loser == "white" else 1
        own = [ply for i, ply in enumerate(game["plies"]) if i % 2 == side and ply.get("tactics") and ply["tactics"]["defence"] in ("missed", "only-missed") and ply["tactics"]["line"]]
        if own and not game["start"] and own[-1]["tactics"]["chance"] is None:
            break
    else:
        raise AssertionError("a game in which a win was allowed")
    last = own[-1]
    page.go("#" + urlencode({"game": row["id"], "ply": 0}))
    assert page.at("review-begin").text == f"Why did {loser.capitalize()} lose?"
    page.at("review-begin").click()
    page.wait("the reason", lambda: page.at("verdict").is_displayed())
    told = page.text("verdict")
    assert f"ply {last['ply']}: {last['turn']} " in told and f"force a win in {last['tactics']['allowsIn']}" in told, told
    if last["tactics"]["only"]:
        assert f"The only defence was {last['tactics']['only']}" in told, told
    # The refutation is played out on the board, with an arrow for the turn that comes next.
    line = page.js("return [...document.querySelectorAll('#verdict .moves-line')][0].querySelectorAll('button').length")
    assert line == len(last["tactics"]["line"])
    page.js("document.querySelector('#verdict .moves-line button').click()")
    page.wait("the refutation", lambda: page.ply() == last["ply"] + 1)
    page.settle()
    if line > 1:
        page.wait("what comes next", lambda: page.all("#board .ghosts > *"))


def check_editor(page):
    """Pieces are put on the board, hands follow, and the HOP is that of the position."""
    page.go()
    key(page, "e")
    page.wait("the editor", lambda: page.js("return document.getElementById('editor-dialog').open"))
    page.at("editor-clear").click()

    def put(piece, cell):
        page.js("document.querySelector(`#editor-dialog [data-piece=${arguments[0]}]`).click()", piece)
        page.js("arguments[0].dispatchEvent(new MouseEvent('click'))", page.driver.find_element(By.CSS_SELECTOR, f"#editor-board [data-cell='{cell}']"))

    put("wQ", "13,-13")
    put("bQ", "14,-13")
    put("bB", "13,-13")
    page.wait("the position", lambda: page.at("editor-state").get_attribute("value") == "Base+MLP/w3/0,0wQ.bB1:1,0bQ/SSBBGGGAAAMLP/SSBGGGAAAMLP")
    assert page.at("editor-hop").get_attribute("value") != ""
    assert not page.driver.find_element(By.CSS_SELECTOR, "#editor-white [data-piece=wQ]").is_enabled()
    # A piece that touches no other piece makes the position impossible.
    put("wA", "15,-13")
    page.wait("the position", lambda: "wA1" in page.at("editor-state").get_attribute("value"))
    page.js("document.querySelector(`#editor-board [data-cell='14,-13']`).dispatchEvent(new MouseEvent('click'))")
    page.js("document.querySelector(`#editor-board [data-cell='14,-13']`).dispatchEvent(new MouseEvent('click'))")
    page.wait("the error", lambda: page.at("editor-error").is_displayed())
    assert not page.at("editor-use").is_enabled()
    put("bQ", "14,-13")
    page.wait("the position again", lambda: page.at("editor-use").is_enabled())
    page.at("editor-use").click()
    page.wait("it is shown", lambda: "from a position" in page.js("return document.title"))
    page.settle()
    assert page.ply() == 0 and len(page.all("#board .cell")) >= 3
    # Boardspace SGF cannot hold a tree that begins there.
    start = page.js("return new URLSearchParams(location.hash.slice(1)).get('variant')")
    first, other = [turn["turn"] for turn in page.ask("position", variant=start)["moves"][:2]]
    type_turn(page, first)
    page.at("back").click()
    type_turn(page, other)
    key(page, "c")
    page.at("comment-text").send_keys("set up", Keys.CONTROL, Keys.ENTER)
    page.wait("the comment", lambda: page.text("comment") == "set up")
    page.js("document.getElementById('write-boardspace').click()")
    page.wait("the refusal", lambda: "cannot hold the position in which the game begins; JSON Lines and PGN can" in page.text("toast"))
    saved = written(page, "jsonl")
    shown = turns(page)
    assert [turn for _, turn in shown] == [first, other]
    page.go()
    paste(page, saved)
    assert turns(page) == shown
    page.wait("its position", lambda: "from a position" in page.js("return document.title"))
    visit = "[...document.querySelectorAll('#line button')].find((one) => one.textContent.includes(arguments[0])).click()"
    page.js(visit, other)
    page.wait("the comment again", lambda: page.text("comment") == "set up")
    # A record may have variations without turns of its own.
    record = json.loads(saved)
    record["variations"] = [{"path": "1", "after": 0, "moves": record.pop("moves")}]
    page.go()
    paste(page, json.dumps({**record, "moves": []}))
    page.wait("the variation", lambda: [turn for _, turn in turns(page)] == [first])


def check_other_games_in_the_editor(page):
    """Tiles of Venom have two faces, and Hex-It has tiles, pieces and prisoners."""
    page.go()
    key(page, "e")
    page.wait("the editor", lambda: page.js("return document.getElementById('editor-dialog').open"))

    def variant(name):
        page.js("const one = document.getElementById('editor-variant'); one.value = arguments[0]; one.dispatchEvent(new Event('change'))", name)

    def choose(piece):
        page.js("document.querySelector(`#editor-dialog [data-piece=${arguments[0]}]`).click()", piece)

    def press(cell):
        page.js("arguments[0].dispatchEvent(new MouseEvent('click'))", page.driver.find_element(By.CSS_SELECTOR, f"#editor-board [data-cell='{cell}']"))

    def is_state(text):
        page.wait(text, lambda: page.at("editor-state").get_attribute("value").startswith(text) and page.at("editor-use").is_enabled())

    variant("Venom+Honeycombo")
    page.at("editor-clear").click()
    assert not page.at("editor-hop").is_displayed() and not page.at("editor-over").is_enabled()
    choose("wA")
    page.at("editor-over").click()
    assert page.driver.find_element(By.CSS_SELECTOR, "#editor-white [data-piece=wA]").get_attribute("aria-label").startswith("White fly")
    press("14,-13")
    choose("bQ")
    press("12,-13")
    is_state("Venom+Honeycombo/w2/-1,0bQ:0,0Hc:1,0wFl1/")
    press("13,-13")
    page.at("editor-over").click()
    page.wait("the other colour", lambda: page.at("editor-state").get_attribute("value").endswith("/honeycombo=w"))
    page.at("editor-use").click()
    page.wait("it is shown", lambda: "from a position" in page.js("return document.title"))
    page.settle()
    key(page, "e")
    is_state("Venom+Honeycombo/w2/-1,0bQ:0,0Hc:1,0wFl1/")
    variant("Hex-It 29")
    for piece, cell in (("wt", "13,-13"), ("bt", "14,-13"), ("b", "13,-13"), ("w", "13,-13"), ("w", "15,-13")):
        choose(piece)
        press(cell)
    is_state("hex-it-blitz/w1/13,-13Wbw:14,-13B:15,-13Xw")
    assert "27 in hand" in page.driver.find_element(By.CSS_SELECTOR, "#editor-black [data-piece=bt]").get_attribute("aria-label")
    page.at("editor-use").click()
    page.wait("it is shown", lambda: "Hex-It 29, from a position" in page.js("return document.title"))
    page.settle()
    # Play goes on, and the tree is saved.
    start = page.js("return new URLSearchParams(location.hash.slice(1)).get('variant')")
    first = page.ask("position", variant=start)["moves"][0]["turn"]
    type_turn(page, first)
    saved = json.loads(written(page, "jsonl"))
    assert (saved["start"], saved["moves"][0]["text"]) == (start, first)


def check_sight(page):
    """Names of cells, a larger picture, and the score of the player to move."""
    page.go("#" + urlencode({"variant": "Base+MLP", "play": "wG1"}))
    assert page.all(".names text") == []
    key(page, "k")
    page.wait("the names", lambda: "N13" in page.js("return [...document.querySelectorAll('.names text')].map((one) => one.textContent)"))
    assert page.at("names-shown").get_attribute("aria-pressed") == "true"
    key(page, "k")
    box = lambda: page.js("return document.getElementById('board').getAttribute('viewBox')")
    whole = box()
    page.js("document.getElementById('zoom-in').click()")
    assert float(box().split()[2]) < float(whole.split()[2]), (box(), whole)
    key(page, "0")
    assert box() == whole
    # Two fingers zoom, one finger moves the larger board, and neither plays a turn.
    page.go("#" + urlencode({"variant": "Base+MLP", "play": LINE}))
    whole = box()
    x, y = page.js("const { x, y, width, height } = document.getElementById('board').getBoundingClientRect(); return [x + width / 2, y + height / 2]")

    def touch(kind, *points):
        points = [{"x": x + dx, "y": y + dy, "id": i} for i, (dx, dy) in enumerate(points)]
        page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", (-20, 0), (20, 0))
    for apart in (30, 40, 60):
        touch("touchMove", (-apart, 0), (apart, 0))
    touch("touchEnd")
    page.wait("a larger board", lambda: float(box().split()[2]) < 0.6 * float(whole.split()[2]))
    larger = box().split()
    touch("touchStart", (0, 0))
    for dx in (15, 30, 45):
        touch("touchMove", (dx, 0))
    touch("touchEnd")
    page.wait("another part of it", lambda: float(box().split()[0]) < float(larger[0]) and box().split()[2] == larger[2])
    assert page.played() == LINE and page.ply() == 4
    wheel = {"type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": 100, "modifiers": 2}
    for _ in range(8):
        page.driver.execute_cdp_cmd("Input.dispatchMouseEvent", wheel)
    page.wait("the whole board", lambda: box() == whole)
    # Hex-It names its cells.
    name = next((one["name"] for one in page.ask("info")["variants"] if one["name"].startswith("Hex-It")), None)
    if name:
        page.go("#" + urlencode({"variant": name}))
        assert page.all(".names text")
    page.go("#" + urlencode({"variant": "Base+MLP", "play": "wG1"}))
    answer = page.ask("explorer", variant="Base+MLP", play="wG1")
    score = lambda: page.js("return [...document.querySelectorAll('.rows .score')].map((one) => parseInt(one.textContent))")
    white = [round(100 * move["score"]) for move in answer["moves"] if move["score"] is not None]
    assert score()[: len(white)] == white, (score(), white)
    page.at("own-score").click()
    black = [round(100 * (1 - move["score"])) for move in answer["moves"] if move["score"] is not None]
    assert all(abs(a - b) <= 1 for a, b in zip(score(), black)), (score(), black)
    page.at("own-score").click()
    tips = page.js("return [...document.querySelectorAll('.rows .turn button')].map((one) => one.dataset.tip)")
    assert all(tip.startswith("Black ") for tip in tips), tips


def check_orientation(page):
    """A game that reached the position in another orientation is turned, so that the pieces stay."""
    page.go("#" + urlencode({"variant": "Base+MLP", "play": "wG1;bS1 wG1-"}))
    games = page.ask("games", variant="Base+MLP", play="wG1;bS1 wG1-", limit=20)["games"]
    turned = 0
    for game in games:
        play = page.ask(f"game/{game['id']}")["play"][:2]
        if play == ["wG1", "bS1 wG1-"]:
            continue
        page.go("#" + urlencode({"variant": "Base+MLP", "play": "wG1;bS1 wG1-"}))
        page.js(f"location.hash = location.hash + '&game={game['id']}&ply=2'")
        page.wait("the game", lambda: page.at("game").is_displayed() and ("rotate" in page.state() or "flip" in page.state()))
        page.settle()
        turned += 1
        # Black's piece is still to the right of White's.
        places = page.js("return [...document.querySelectorAll('#board .cell')].map((one) => [one.dataset.cell, one.getBoundingClientRect().x])")
        answer = page.ask("position", variant="Base+MLP", play=";".join(play))
        black = next(cell for cell in answer["cells"] if cell["stack"][0].startswith("b"))
        at = dict(places)
        assert at[f"{black['q']},{black['r']}"] == max(at.values()), places
        break
    assert turned == 1, [game["id"] for game in games]
