"""The keyboard, slow answers, and the sizes of screens."""

import re
from urllib.parse import urlencode

from explorer import LINE
from selenium.webdriver.common.keys import Keys


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
        "flip",
        "rotate",
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
