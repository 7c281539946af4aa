"""The page without a server: games are dropped on it, and it answers from them."""

import json
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from browser import Page, browser

SITE, *GAMES = [Path(path).resolve() for path in sys.argv[1:]]


class Files(SimpleHTTPRequestHandler):
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".wasm": "application/wasm", ".webmanifest": "application/manifest+json"}
    # The HTML of another page.
    other = ""

    def do_GET(self):
        if self.path != "/other.html":
            return super().do_GET()
        page = f"<!doctype html><title>Other</title><link rel=icon href=data:,>{self.other}".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=SITE))
threading.Thread(target=server.serve_forever, daemon=True).start()
address = f"http://127.0.0.1:{server.server_address[1]}/"


def text(page, name):
    return page.js("return document.getElementById(arguments[0]).textContent", name)


def settled(page):
    return page.js(
        """return document.querySelector('#board .above') !== null
        && document.getElementById('status').textContent !== ''
        && !document.getElementById('continuations').hasAttribute('aria-busy')
        && document.getElementById('loading').hidden"""
    )


with browser() as driver:
    page = Page(driver, address)
    driver.get(address)
    page.wait("the empty page has a board", lambda: settled(page))
    assert not page.js("return document.getElementById('files').hidden")
    assert "0 games" in text(page, "about")

    # Files and an archive, as a person chooses them.
    page.at("files-input").send_keys("\n".join(map(str, GAMES)))
    page.wait("the games are read", lambda: "valid" in text(page, "files-status") and "reading" not in text(page, "files-status"))
    page.wait("the page shows them", lambda: settled(page) and " 0 games" not in f" {text(page, 'about')}")
    status = text(page, "files-status")
    assert "with errors" in status, status
    rows = page.js("return document.querySelectorAll('#moves .rows > *').length")
    assert rows > 0
    # The first bad game is named with its place and its rule.
    bad = page.js("return [...document.querySelectorAll('#files-bad li')].map((one) => one.textContent)")
    assert any(":" in one and "game " in one for one in bad), bad
    # The error is underlined in its line.
    wrong = page.js("return [...document.querySelectorAll('#files-bad mark')].map((one) => one.textContent)")
    assert wrong and all(wrong), wrong

    # The table of all games has the invalid games too.
    page.at("every").click()
    page.wait("all games", lambda: not page.js("return document.getElementById('list').hidden") and "games" in text(page, "list-total"))
    page.wait("an invalid game", lambda: "syntax" in text(page, "list-table"))
    driver.back()
    page.wait("the first moves again", lambda: settled(page) and page.js("return document.querySelector('#game-list button, #game-list a') !== null"))

    # A game of the list is replayed.
    page.js("document.querySelector('#game-list button, #game-list a').click()")
    page.wait("a game is open", lambda: not page.js("return document.getElementById('game').hidden"))
    page.js("document.getElementById('last').click()")
    page.wait("its end is shown", lambda: settled(page) and "ply" in text(page, "status"))

    # The game is reviewed in the worker. A turn that deviates begins a variation, and the tree is saved.
    page.at("review-begin").click()
    page.wait("the review", lambda: " turns" in text(page, "review-status") and not page.at("review-stop").is_displayed())
    page.js("document.getElementById('first').click()")
    page.wait("the start", lambda: settled(page) and "ply 0" in text(page, "status"))
    before = page.js("return document.querySelectorAll('#line button').length")
    legal = page.js("return [...document.querySelectorAll('#turns option')].map((one) => one.value)")
    first = page.js("return document.querySelector('#line button').node.turn")
    page.at("turn").send_keys(next(turn for turn in legal if turn != first), "\n")
    page.wait("the variation", lambda: len(page.all("#line .variation")) == 1)
    assert page.js("return document.querySelectorAll('#line button').length") == before + 1
    page.wait("its position", lambda: settled(page) and "ply 1" in text(page, "status"))
    saved = driver.execute_async_script(
        """const done = arguments[0];
        const make = URL.createObjectURL;
        URL.createObjectURL = (blob) => (blob.text().then(done), (URL.createObjectURL = make)(blob));
        document.getElementById('write-jsonl').click();"""
    )
    assert len(json.loads(saved)["variations"]) == 1, saved

    # The HTML for another page shows the game there.
    page.unfold("share")
    Files.other = driver.execute_async_script(
        """const done = arguments[0];
        navigator.clipboard.writeText = async (text) => done(text);
        document.getElementById('copy-element').click();"""
    )
    before = driver.current_window_handle
    driver.switch_to.new_window("tab")
    driver.get(f"{address}other.html")
    element = "document.querySelector('skep-board').shadowRoot"
    page.wait("the board of another page", lambda: page.js(f"return {element}?.querySelector('svg') != null"))
    assert page.js(f"return {element}.querySelectorAll('button').length") >= 4
    driver.close()
    driver.switch_to.window(before)

    # A picture is made in the page.
    size = driver.execute_async_script(
        """const done = arguments[0];
        import('./static/transport.js').then(async ({ picture }) => {
          const blob = await picture('api/picture?variant=Base&play=wS1&format=png&size=96');
          done([blob.type, blob.size]);
        }).catch((error) => done(String(error)));"""
    )
    assert size[0] == "image/png" and size[1] > 500, size

    # It works without a network: the server stops, and the page opens again.
    page.wait("the files are kept", lambda: driver.execute_async_script(
        "const done = arguments[0]; navigator.serviceWorker.ready.then((ready) => done(Boolean(ready.active)))"
    ))
    page.wait("the page is kept", lambda: page.js("return navigator.serviceWorker.controller !== null") or (driver.refresh() or False))
    server.shutdown()
    server.server_close()
    driver.get(address)
    page.wait("the page opens without a network", lambda: settled(page))

    errors = [entry for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]
    assert not errors, json.dumps(errors, indent=1)

print("everything works")
