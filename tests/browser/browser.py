"""A page in headless Chromium."""

import json
import shutil
import sys
import tempfile
from contextlib import contextmanager

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

PATIENCE = 120
# The exit code if the browser does not start. The page may still be right.
CANNOT_START = 77


def start(profile):
    options = webdriver.ChromeOptions()
    for argument in (
        "headless=new",
        "no-sandbox",
        "disable-gpu",
        "disable-dev-shm-usage",
        "disable-quic",
        "window-size=1280,900",
        "no-first-run",
        "disable-background-networking",
        "disable-component-update",
        "disable-sync",
        f"user-data-dir={profile}",
    ):
        options.add_argument(f"--{argument}")
    options.binary_location = shutil.which("chromium")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))


@contextmanager
def browser():
    """A browser that ends with the block."""
    with tempfile.TemporaryDirectory() as profile:
        try:
            driver = start(profile)
        except WebDriverException as reason:
            print(reason, file=sys.stderr)
            sys.exit(CANNOT_START)
        try:
            yield driver
        finally:
            driver.quit()


class Page:
    def __init__(self, driver, address):
        self.driver = driver
        self.address = address

    def at(self, name):
        return self.driver.find_element(By.ID, name)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def unfold(self, menu):
        """Opens a menu as a user does."""
        if not self.js("return arguments[0].open", self.at(menu)):
            self.at(menu).find_element(By.TAG_NAME, "summary").click()

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def open(self, fragment="", media=()):
        # A page of the same address would only be scrolled.
        self.driver.get("about:blank")
        features = [{"name": name, "value": value} for name, value in media]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        self.driver.get(self.address + fragment)

    def screen(self, width, height):
        # A narrow screen needs its own size: windows have a least width.
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)

    def wait(self, what, condition):
        return WebDriverWait(self.driver, PATIENCE, 0.05).until(lambda _: condition(), what)

    def complaints(self):
        """What the browser complained about since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def focused(self):
        return self.js("return document.activeElement.id || document.activeElement.className")

    def answers(self, start):
        """The addresses that begin with a text and were answered since the last call, with the status of each."""
        answered = {}
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.responseReceived":
                response = message["params"]["response"]
                if response["url"].startswith(start):
                    answered[response["url"]] = response["status"]
        return answered

    def requests(self):
        """The addresses that were requested since the last call. The browser's own first page also requests
        addresses within the browser."""
        asked = set()
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                asked.add(message["params"]["request"]["url"].split("#")[0])
        return sorted(url for url in asked if url.split(":")[0] in ("http", "https", "ws", "wss", "file"))
