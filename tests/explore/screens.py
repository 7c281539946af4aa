"""The keyboard, slow answers, and the sizes of screens."""

import re
from urllib.parse import urlencode

from explorer import LINE
from selenium.webdriver.common.keys import Keys
from windows import DESKTOP, WINDOWS, check_board, check_game


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
    wanted = {
        "variant",
        "search",
        "open",
        "theme",
        "help",
        "first",
        "back",
        "forth",
        "last",
        "turn",
        "order-rating",
        "order-newest",
    }
    reached = set()
    page.js("document.getElementById('home').focus()")
    for _ in range(150):
        page.body().send_keys(Keys.TAB)
        reached.add(page.focused())
        if wanted <= reached:
            break
    assert wanted <= reached, wanted - reached
    # Whatever can be used has a name.
    nameless = page.js(
        """return [...document.querySelectorAll("button, a[href], input, select, textarea, summary, [role=button]")].filter((one) =>
          one.checkVisibility() && !(one.getAttribute("aria-label") || one.textContent.trim() || one.labels?.length)).map((one) => one.outerHTML)"""
    )
    assert nameless == [], nameless


def check_fields(page):
    """Escape in a field leaves the field as it was, and nothing else; in a dialog, it closes the dialog."""
    game = page.ask("games", variant="Base+MLP", limit=1, order="longest")["games"][0]["id"]
    page.go("#" + urlencode({"game": game, "ply": 9}))
    page.js("document.getElementById('comment-edit').click()")
    page.wait("the field of the comment", lambda: page.at("comment-text").is_displayed())
    page.js("for (const one of document.querySelectorAll('details')) one.open = true")
    fields = page.js("return [...document.querySelectorAll('main :is(input, select, textarea), header :is(input, select)')].filter((one) => one.checkVisibility() && !one.disabled && one.type !== 'file').map((one) => one.id)")
    assert {"turn", "search", "where", "filter-player", "filter-result", "glyph", "comment-text"} <= set(fields), fields
    for name in fields:
        # A menu closes when the focus leaves it.
        page.js("const one = document.getElementById(arguments[0]); for (let up = one; up; up = up.parentElement) if (up.matches('details')) up.open = true; one.focus()", name)
        before = page.js("return document.activeElement.value")
        if page.js("return document.activeElement.tagName") != "SELECT":
            page.body().send_keys("x")
        # The first one may close a list of suggestions.
        page.body().send_keys(Keys.ESCAPE)
        if page.focused() == name:
            page.body().send_keys(Keys.ESCAPE)
        page.wait(f"{name} is left", lambda: page.focused() != name)
        # A comment is kept: Undo takes it back.
        if name != "comment-text":
            assert page.js("return document.getElementById(arguments[0]).value", name) == before, name
        assert page.state().get("game") == game and "where" not in page.state(), (name, page.state())
        assert page.at("game").is_displayed(), name
    page.js("for (const one of document.querySelectorAll('details')) one.open = false")
    for opener, dialog in (("open", "open-dialog"), ("download", "download-dialog"), ("edit", "editor-dialog"), ("help", "help-dialog")):
        fields = page.js("return [...document.querySelectorAll(`#${arguments[0]} :is(input:not([type=file]), select, textarea, button)`)].map((one) => one.id).filter(Boolean)", dialog)
        for name in fields:
            page.js("if (!document.getElementById(arguments[1]).open) document.getElementById(arguments[0]).click()", opener, dialog)
            page.wait(dialog, lambda: page.js("return document.getElementById(arguments[0]).open", dialog))
            page.js("document.getElementById(arguments[0]).focus()", name)
            if page.focused() != name:
                continue
            page.body().send_keys(Keys.ESCAPE)
            page.wait(f"{dialog} closes from {name}", lambda: not page.js("return document.getElementById(arguments[0]).open", dialog))
            assert page.state().get("game") == game, (dialog, name)
        page.js("document.getElementById(arguments[0]).close()", dialog)


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


def check_print(page):
    """A printed game has its board and all moves, and nothing to press. Forced colours tell White from Black."""
    game = page.ask("games", variant="Base+MLP", limit=1, order="longest")["games"][0]["id"]
    page.go("#" + urlencode({"game": game, "ply": 9}))
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print", "features": []})
    seen = page.js("return ['.top', '.controls', '#study', '#filtering', '#game-close', '#board', '#line', '#game-title'].filter((one) => document.querySelector(one).checkVisibility())")
    assert seen == ["#board", "#line", "#game-title"], seen
    cut = page.js("const one = document.getElementById('line'); return [one.scrollHeight, one.clientHeight]")
    assert cut[0] <= cut[1] + 1, cut
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
    page.go("#" + urlencode({"game": game, "ply": 9}), media=[("forced-colors", "active")])
    squares = page.js("return ['white', 'black'].map((side) => getComputedStyle(document.querySelector(`#game-title i.${side}`)).backgroundColor)")
    assert squares[0] != squares[1], squares
    outline = page.js("return getComputedStyle(document.querySelector('#line [aria-current=step]')).outlineStyle")
    assert outline == "solid", outline
    page.go()


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


def check_phone(page):
    """A tapped game opens with its board, the four arrows, the status and the last moves in sight, in every window."""
    for size in WINDOWS:
        width, height = size
        page.screen(width, height)
        page.go("#" + urlencode({"variant": "Base+MLP"}))
        header = page.js("return document.querySelector('.top').getBoundingClientRect().height")
        assert header < 60, (size, header)
        if height > 500:
            top = page.js("return document.querySelector('#moves .head').getBoundingClientRect().top")
            assert top < height, (size, top)
        if size == DESKTOP:
            check_board(page, size)
        game = page.all("#game-list a")[-1]
        page.js("arguments[0].scrollIntoView(); arguments[0].click()", game)
        page.wait("the game", lambda: page.at("game").is_displayed())
        page.settle()
        for _ in range(9):
            page.js("document.getElementById('forth').click()")
        page.wait("a later position", lambda: page.ply() == 9)
        page.settle()
        check_game(page, size)
        # A link opens in the same way.
        page.go("#" + urlencode({"game": page.state()["game"], "ply": 9}))
        check_game(page, size)
        # The list of games has no columns beyond the edge.
        page.open("#" + urlencode({"variant": "*"}))
        page.wait("the list", lambda: page.all("#list tbody tr"))
        scroll = page.js("const one = document.querySelector('#list .scroll'); return [one.scrollWidth, one.clientWidth]")
        assert scroll[0] <= scroll[1], (size, scroll)
    page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def check_menus(page):
    """Every menu opens within the window."""
    for width, height in ((320, 568), (390, 844), (1366, 768)):
        page.screen(width, height)
        page.go("#" + urlencode({"variant": "Base+MLP", "play": LINE}))
        if page.at("menu").is_displayed():
            page.at("menu").click()
        for name in page.js("return [...document.querySelectorAll('details.menu')].map((one) => one.id)"):
            page.js("const one = document.getElementById(arguments[0]); one.open = true", name)
            page.wait(name, lambda: page.js("return document.getElementById(arguments[0]).lastElementChild.getBoundingClientRect().width", name) > 0)
            edges = "const { left, right } = document.getElementById(arguments[0]).lastElementChild.getBoundingClientRect(); return [left, right, document.documentElement.clientWidth]"
            page.wait(f"{name} within {width} pixels", lambda: (lambda left, right, most: left >= -1 and right <= most + 1)(*page.js(edges, name)))
            page.js("document.getElementById(arguments[0]).open = false", name)
    page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def check_tools(page):
    """Before the first turn there are no tools for turns; each appears when it can do something."""
    page.go("#" + urlencode({"variant": "Base+MLP"}))
    shown = "return [...document.querySelectorAll('.controls button, #study button, #study summary')].filter((one) => one.checkVisibility()).length"
    assert page.js(shown) <= 3, page.js(shown)
    page.go("#" + urlencode({"variant": "Base+MLP", "play": LINE}))
    for name in ("first", "back", "review-begin", "solve-begin", "notes"):
        assert page.at(name).is_displayed(), name
    assert not page.at("study-undo").is_displayed()


def check_touch(page):
    """A stack shows what is in it when it is tapped, and pieces are dragged to their targets."""
    stack = "Base/w9/0,0bQ.wB1.bB1:1,0wQ/SSBGGGAAA/SSBGGGAAA"
    page.screen(390, 844)
    page.go("#" + urlencode({"variant": stack}))
    touch = lambda kind, *points: page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})
    middle = lambda selector: page.js("const { x, y, width, height } = document.querySelector(arguments[0]).getBoundingClientRect(); return [x + width / 2, y + height / 2]", selector)
    high = "#board .cell[data-cell='0,0']"
    if page.all(high):
        at = middle(high)
        touch("touchStart", at)
        touch("touchEnd")
        page.wait("the stack", lambda: page.at("stack").is_displayed() and page.js("return document.querySelectorAll('#stack li').length") == 3)
    page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    # From the hand to a cell, with the mouse.
    page.go("#" + urlencode({"variant": "Base+MLP", "play": "wL;bL wL-"}))
    mouse = lambda kind, at, buttons=1: page.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": kind, "x": at[0], "y": at[1], "button": "left", "buttons": buttons, "clickCount": 1})
    hand = middle("#hand-bottom button.piece")
    mouse("mousePressed", hand)
    mouse("mouseMoved", [hand[0] + 30, hand[1] - 30])
    page.wait("targets", lambda: page.all("#board .target"))
    target = middle("#board .target")
    mouse("mouseMoved", target)
    mouse("mouseReleased", target, 0)
    page.wait("the turn", lambda: page.ply() == 3)


def check_screens(page):
    """Nothing is wider than the screen, and all text can be read, in both colours."""
    places = [
        urlencode({"variant": "Base+MLP", "play": LINE}),
        urlencode({"variant": "Base+MLP", "where": "date = 2031"}),
        urlencode({"variant": "Base+MLP", "player": page.ask("players", limit=1)["players"][0]["name"]}),
        urlencode({"game": page.ask("games", variant="Base+MLP", limit=1)["games"][0]["id"], "ply": 3, "tactics": 1}),
        urlencode({"puzzle": page.ask("puzzles", moves=2)["puzzle"]["id"]}),
    ]
    for width, height in ((320, 640), (360, 740), (768, 1024), (1280, 800), (1920, 1080)):
        page.screen(width, height)
        for i, place in enumerate(places):
            colours = ("light", "dark")[(i + width) % 2] if width not in (360, 1280) else None
            for scheme in [colours] if colours else ("light", "dark"):
                page.go(f"#{place}", media=[("prefers-color-scheme", scheme)])
                page.js("for (const one of document.querySelectorAll('details:not(.menu)')) one.open = true")
                wide, inner = page.js(
                    "return [document.documentElement.scrollWidth, document.documentElement.clientWidth]"
                )
                assert 0 < wide <= inner <= width, (width, place, wide, inner)
                poor = page.js(CONTRAST)
                assert poor == [], (width, scheme, place, poor)
                bright = lambda colour: sum(int(n) for n in re.findall(r"\d+", colour)[:3])
                back, ink = page.js(
                    "const style = getComputedStyle(document.body); return [style.backgroundColor, style.color]"
                )
                assert (bright(back) > bright(ink)) == (scheme == "light"), (scheme, back, ink)
                # Numbers do not break, and do not lie over one another.
                overlaps = page.js("""return [...document.querySelectorAll(".rows .row")].flatMap((row) => {
                      const boxes = [...row.querySelectorAll("[role=cell], [role=rowheader]")].map((cell) => {
                        const range = document.createRange();
                        range.selectNodeContents(cell);
                        return [cell.className, cell.className === "bar" ? cell.getBoundingClientRect() : range.getBoundingClientRect()];
                      }).filter(([, box]) => box.width);
                      return boxes.flatMap(([a, one], i) => boxes.slice(i + 1).filter(([, two]) => one.left < two.right - 1 && two.left < one.right - 1
                        && one.top < two.bottom - 1 && two.top < one.bottom - 1).map(([b]) => `${row.textContent}: ${a} and ${b}`));
                    })""")
                assert overlaps == [], (width, overlaps)
                # The whole board is within its frame.
                outside = page.js("""const frame = document.getElementById("board").getBoundingClientRect();
                    return [...document.querySelectorAll("#board .cell")].filter((tile) => {
                      const box = tile.getBoundingClientRect();
                      return box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
                    }).length""")
                assert outside == 0, (width, place)
    # On a narrow screen, the board is far from the list of games. The page scrolls to it.
    page.screen(360, 740)
    page.go("#" + urlencode({"variant": "Base+MLP"}))
    game = page.all("#game-list a")[-1]
    page.js("arguments[0].scrollIntoView(); arguments[0].click()", game)
    page.wait("the game", lambda: page.at("game").is_displayed())
    page.settle()
    box = page.js(
        "const box = document.getElementById('board').getBoundingClientRect(); return [box.top, box.bottom, innerHeight]"
    )
    assert box[1] > 0 and box[0] < box[2], box
    page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    # The switch of the colours is remembered.
    page.go(media=[("prefers-color-scheme", "light")])
    for wanted in ("light", "dark"):
        page.at("theme").click()
        assert page.js("return document.documentElement.dataset.theme") == wanted
    page.go()
    assert page.js("return document.documentElement.dataset.theme") == "dark"
    page.at("theme").click()
