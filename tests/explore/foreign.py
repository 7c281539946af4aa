"""A page of another site, in headless Chromium, tries to use the server of `skep explore`: with frames, pictures, scripts
and requests. It gets only refusals. Its link to the page works."""

import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from browser import Page, browser
from selenium.webdriver.common.by import By

PAGE = """<!doctype html><title>foreign</title>
<iframe src="{url}?in=iframe"></iframe>
<iframe src="{url}api/players"></iframe>
<object data="{url}?in=object"></object>
<embed src="{url}?in=embed">
<img src="{url}api/picture">
<script src="{url}static/api.js"></script>
<a id="data" href="{url}api/info">data</a>
<a id="page" href="{url}">page</a>
<script>fetch("{url}api/games", {{mode: "no-cors"}}).catch(() => 0)</script>
"""


class Foreign(BaseHTTPRequestHandler):
    def do_GET(self):
        content = PAGE.format(url=sys.argv[1]).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


def answers_of(page, url, *paths):
    """All answers, when these paths are among them. A busy browser logs them after the page is loaded."""
    answers = {}

    def has_all():
        answers.update(page.answers(url))
        return all(url + path in answers for path in paths)

    page.wait("the answers", has_all)
    return answers


def main():
    url = sys.argv[1]
    server = HTTPServer(("127.0.0.1", 0), Foreign)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with browser() as driver:
        # Another name is another site. The same name with another port is the same site, but another origin.
        for name in ("localhost", "127.0.0.1"):
            page = Page(driver, f"http://{name}:{server.server_port}/")
            page.open()
            frames = ("?in=iframe", "?in=object", "?in=embed", "api/players")
            answers = answers_of(page, url, *frames)
            # The page of the server, which was open before, may still be asking.
            assert {answers[url + path] for path in frames} == {403}, (name, answers)
            page.at("data").click()
            page.wait("the refusal", lambda: "bad-origin" in driver.find_element(By.TAG_NAME, "body").text)
            assert answers_of(page, url, "api/info")[url + "api/info"] == 403, name
            page.open()
            page.at("page").click()
            page.wait("the page", lambda: driver.current_url.startswith(url) and page.all("#variant option"))
            # Its parts and the API answer it.
            assert answers_of(page, url, "api/info")[url + "api/info"] == 200, name
    print("everything works")


main()
