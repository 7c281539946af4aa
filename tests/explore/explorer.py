"""The page of `skep explore`."""

import json
import re
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import urlopen

from browser import Page as AnyPage
from selenium import webdriver

LINE = "wG1;bS1 -wG1;wQ wG1-;bQ /bS1"


class Page(AnyPage):
    def ask(self, path, **parameters):
        with urlopen(f"{self.address}api/{path}?{urlencode(parameters)}") as answer:
            return json.load(answer)

    def go(self, fragment="", media=()):
        """Opens the page and waits for its board and its table."""
        self.open(fragment, media)
        self.settle()

    def settle(self):
        self.wait(
            "the page is complete",
            lambda: self.js(
                """return document.querySelector('#board .above') !== null && document.getElementById('status').textContent !== ''
              && (document.getElementById('moves').hasChildNodes() || !document.getElementById('puzzle').hidden) && !document.getElementById('continuations').hasAttribute('aria-busy')
              && document.getElementById('loading').hidden"""
            ),
        )

    def state(self):
        found = parse_qs(urlsplit(self.js("return location.href")).fragment)
        return {name: values[0] for name, values in found.items()}

    def played(self):
        return self.state().get("play", "")

    def ply(self):
        found = re.search(r"ply (\d+)", self.at("status").text)
        return found and int(found.group(1))

    def rows(self):
        return self.js("return [...document.querySelectorAll('.rows .row')].map((row) => row.dataset.row)")

    def text(self, name):
        return self.js("return document.getElementById(arguments[0]).textContent", name)

    def body(self):
        return self.driver.switch_to.active_element

    def click(self, element):
        """Clicks a part of the SVG or a button, wherever it is on the screen."""
        self.js("arguments[0].scrollIntoView({ block: 'center' })", element)
        webdriver.ActionChains(self.driver).move_to_element(element).click().perform()
