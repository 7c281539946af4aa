"""Every view of a page is accessible, as far as axe can tell: on narrow and wide screens, light and dark.

    axe.py AXE PAGE [GAMES…]     AXE is axe.min.js; PAGE is a report, the address of skep explore, or the folder of the
                                 page without a server, on which the games are dropped
"""

import json
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from browser import Page, browser

AXE, PAGE, *GAMES = sys.argv[1:]
IS_SERVER = PAGE.startswith("http")
SCREENS = [(320, 640), (390, 844), (1280, 900)]
# A view is an address and what is opened there.
OF_REPORT = {
    "the report": ("#game=1&ply=3", ""),
    "a player": ("#player=Ann", ""),
    "details": ("#game=1", "for (const one of document.querySelectorAll('details')) one.open = true"),
    "help": ("#game=1", "document.getElementById('help').click()"),
}
OF_SITE = {
    "the first moves": ("#variant=Base%2BMLP", ""),
    "a position": ("#variant=Base%2BMLP&play=wL;bL wL-", "document.querySelector('#board .movable, .piece[aria-pressed]')?.dispatchEvent(new MouseEvent('click', { bubbles: true }))"),
    "the filters": ("#variant=Base%2BMLP", "document.getElementById('filters').open = true"),
    "a wrong filter": ("#variant=Base%2BMLP&where=plies >", ""),
    "all games": ("#variant=*", ""),
    "the menu": ("#variant=Base%2BMLP", "document.getElementById('share').open = true"),
    "a game": (None, "document.querySelector('#list-table tbody a').click()"),
    "a player": ("#variant=Base%2BMLP&player=Ada", ""),
    "two players": ("#variant=Base%2BMLP&player=Ada", "document.querySelector('.opponents button:not(.link)')?.click()"),
    "a puzzle": ("#variant=Base%2BMLP&puzzle=next", ""),
    "a dialog": ("#variant=Base%2BMLP", "document.getElementById('open').click()"),
    "the editor": ("#variant=Base%2BMLP&play=wL;bL wL-;wQ -wL;bQ bL-", "document.getElementById('edit').click()"),
    "the editor with Venom": ("#variant=Venom/w2/0,0wQ:1,0bQ", "document.getElementById('edit').click()"),
    "the editor with Hex-It": ("#variant=hex-it/w1/13,-13Wbw:14,-13B:15,-13Xw", "document.getElementById('edit').click()"),
    "a wrong field": ("#variant=Base%2BMLP&where=date >= 2024-13", ""),
    "similar games": ("#variant=Base%2BMLP&play=wL;bL wL-;wQ -wL;bQ bL-", "document.getElementById('similar-begin').click()"),
    "studies": ("#variant=Base%2BMLP&play=wL", "document.getElementById('studies-new').click(); document.getElementById('studies-add').click(); document.getElementById('studies').hidden = false"),
    "the engine": ("#variant=Base%2BMLP&play=wL;bL wL-", "document.getElementById('engine-begin').click()"),
    "a comment": ("#variant=Base%2BMLP&play=wL", "document.getElementById('comment-edit').click()"),
    "a review": ("#variant=Base%2BMLP&play=wL;bL wL-;wQ -wL;bQ bL-", "document.getElementById('review-begin').click()"),
    "downloads": ("#variant=Base%2BMLP&play=wL;bL wL-", "document.getElementById('download').click()"),
    "help": ("#variant=Base%2BMLP", "document.getElementById('help').click()"),
    "files": ("#variant=Base%2BMLP", "document.getElementById('files-report').open = true"),
}


class Files(SimpleHTTPRequestHandler):
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".wasm": "application/wasm"}

    def log_message(self, *_):
        pass


def address():
    if IS_SERVER:
        return PAGE
    if Path(PAGE).is_file():
        return Path(PAGE).resolve().as_uri()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=PAGE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}/"


def is_settled(page):
    return page.js(
        """return document.querySelector('#board .above') !== null && document.getElementById('loading').hidden
        && document.querySelector('[aria-busy]') === null && !document.getElementById('puzzle-message')?.classList.contains('look')"""
    )


def findings(page):
    page.driver.execute_script(Path(AXE).read_text())
    found = page.driver.execute_async_script(
        """const done = arguments[0];
        axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => done(violations.map(
          ({ id, help, nodes }) => [id, help, nodes.slice(0, 4).map(({ html, failureSummary }) => [html.slice(0, 200), failureSummary])])));"""
    )
    return found


bad = {}
with browser() as driver:
    page = Page(driver, address())
    # The page allows no foreign script. Axe comes by the driver, which is not asked.
    driver.get(page.address)
    page.wait("the page", lambda: is_settled(page))
    if GAMES:
        page.at("files-input").send_keys("\n".join(str(Path(game).resolve()) for game in GAMES))
        page.wait("the games", lambda: "valid" in page.at("files-status").text and "reading" not in page.at("files-status").text)
    checked = 0
    for width, height in SCREENS:
        page.screen(width, height)
        for colours in ("light", "dark"):
            features = [{"name": "prefers-color-scheme", "value": colours}, {"name": "prefers-reduced-motion", "value": "reduce"}]
            driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
            for name, (fragment, act) in (OF_SITE if GAMES or IS_SERVER else OF_REPORT).items():
                page.js("for (const one of document.querySelectorAll('dialog, details')) { one.close?.(); one.open = false; }")
                if fragment:
                    page.js("location.hash = arguments[0]", fragment)
                page.wait(name, lambda: is_settled(page))
                page.js(act)
                page.wait(name, lambda: is_settled(page))
                checked += 1
                wide = page.js("return [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
                if wide[0] > wide[1]:
                    bad.setdefault(f"wider than the screen: {wide}", []).append(f"{name}, {width}, {colours}")
                for id, help, nodes in findings(page):
                    key = f"{id}: {help}\n    " + "\n    ".join(" ".join(" ".join(node).split()) for node in nodes)
                    bad.setdefault(key, []).append(f"{name}, {width}, {colours}")
    assert checked >= 24, checked

assert not bad, "\n".join(f"{key}\n  in {'; '.join(where)}" for key, where in bad.items())
print(f"{checked} views")
print("everything works")
