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

    # A game of the list is replayed.
    page.js("document.querySelector('#game-list button, #game-list a').click()")
    page.wait("a game is open", lambda: not page.js("return document.getElementById('game').hidden"))
    page.js("document.getElementById('last').click()")
    page.wait("its end is shown", lambda: settled(page) and "ply" in text(page, "status"))

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
