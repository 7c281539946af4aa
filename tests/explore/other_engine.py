"""The page of skep explore --engine asks that engine, and skep's own."""

import sys
from urllib.parse import urlencode

from browser import browser
from explorer import LINE, Page

with browser() as driver:
    page = Page(driver, sys.argv[1])
    name = page.ask("info")["engine"]
    assert name
    page.go("#" + urlencode({"variant": "Base+MLP", "play": LINE}))
    page.at("engine-begin").click()
    page.wait("the lines of the engine", lambda: page.all("#engine-lines li"))
    chosen = page.js("const one = document.getElementById('engine-which'); return [one.checkVisibility(), one.value, one.selectedOptions[0].textContent]")
    assert chosen == [True, "other", name], chosen
    assert "in the unit of the engine" in page.text("engine-unit")
    assert page.text("engine-status").startswith("A guess"), page.text("engine-status")
    # A turn of a line is shown on the board, and the engine follows.
    first = page.js("return document.querySelector('#engine-lines button').textContent")
    page.js("document.querySelector('#engine-lines button').click()")
    page.wait("the turn", lambda: page.ply() == 5)
    assert page.played().split(";")[-1] == first or first in page.played(), (first, page.played())
    page.wait("its lines", lambda: page.js("return document.querySelector('#engine-lines button')?.textContent.startsWith('b')"))
    page.js("const one = document.getElementById('engine-which'); one.value = 'skep'; one.dispatchEvent(new Event('change'))")
    page.wait("skep's own lines", lambda: len(page.all("#engine-lines li")) == 3 and "chances to win" in page.text("engine-unit"))
    page.at("engine-close").click()
    assert not page.at("engine").is_displayed()
print("everything works")
