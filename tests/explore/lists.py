"""The list of all games, downloads, and faults that were found once."""

from urllib.parse import urlencode


def loaded(page):
    page.wait("the list", lambda: page.js(
        "return document.getElementById('list-total').textContent !== '' && !document.getElementById('list').hasAttribute('aria-busy')"
    ))


def column(page, number):
    return page.js(
        "return [...document.querySelectorAll('#list-table tbody tr')].map((row) => row.cells[arguments[0]].textContent)", number
    )


def check_list(page):
    info = page.ask("info")
    # Similar games close when something else opens, which would be below them.
    for button in ("home", "puzzles", "every"):
        page.go("#" + urlencode({"variant": "Base+MLP", "play": "wL;bL wL-;wQ -wL;bQ bL-"}))
        page.at("similar-begin").click()
        page.wait("similar games", lambda: page.at("similar").is_displayed())
        page.at(button).click()
        page.wait(f"no similar games after {button}", lambda: not page.at("similar").is_displayed())
    # The menu counts what the table shows.
    page.go("#variant=Base%2BMLP")
    options = page.js("return [...document.getElementById('variant').options].map((option) => [option.value, option.text])")
    assert options[-1] == ["*", f"All games ({info['games']})"], options
    for name, text in options[:3]:
        total = page.ask("games", variant=name)["total"]
        assert text == f"{name} ({total})", (text, total)
    page.js("const menu = document.getElementById('variant'); menu.value = '*'; menu.dispatchEvent(new Event('change'))")
    loaded(page)
    assert page.text("list-total") == f"{info['games']} games"
    assert not page.at("table").is_displayed() and not page.at("continuations").is_displayed()
    # Games that no position shows are in it.
    variants = {variant["name"]: variant for variant in info["variants"]}
    scattered = [name for name, variant in variants.items() if variant["games"] and not variant["here"]]
    for name in scattered[:1]:
        page.js("const menu = document.getElementById('variant'); menu.value = arguments[0]; menu.dispatchEvent(new Event('change'))", name)
        page.wait("its games", lambda: page.text("list-total").split()[:1] == [str(variants[name]["games"])])
        page.js("document.querySelector('#filter-chips .chip').click()")
        page.wait("all games again", lambda: page.text("list-total") == f"{info['games']} games")
    page.js("document.querySelector('#list [data-key=longest]').click()")
    page.wait("the longest", lambda: page.js("return document.querySelector('#list [aria-sort]')?.textContent") == "Plies")
    plies = [int(text.replace(",", "")) for text in column(page, 6)]
    assert plies == sorted(plies, reverse=True) and plies[0] > plies[-1], plies
    page.js("document.querySelector('#list [data-key=longest]').click()")
    page.wait("the shortest", lambda: int(column(page, 6)[0].replace(",", "")) < plies[0])
    more = page.at("list-more")
    if more.is_displayed():
        before = len(column(page, 0))
        page.js("arguments[0].click()", more)
        page.wait("more", lambda: len(column(page, 0)) > before)
    page.js("document.querySelector('#list-table tbody a').click()")
    page.wait("a game", lambda: page.at("game").is_displayed() and page.at("table").is_displayed())
    page.driver.back()
    page.wait("the list again", lambda: page.at("list").is_displayed() and not page.at("table").is_displayed())
    # A chip adds a filter, and takes it out again. Chips are for fields that some game has.
    known = {field: page.ask("games", where=f"known({field})")["total"] for field in ("bot", "rated", "date")}
    assert known["date"] > 0 and known["rated"] == 0, known
    chips = "return [...document.querySelectorAll('#filter-chips .preset')].map((chip) => chip.textContent)"
    page.wait("the chips", lambda: "+ Since last year" in page.js(chips))
    assert "+ Rated" not in page.js(chips)
    chip = "return [...document.querySelectorAll('#filter-chips .chip')].find((chip) => chip.textContent.includes(arguments[0]))"
    page.js(f"({chip.replace('return ', '() => ').replace('arguments[0]', repr('Since last year'))})().click()")
    page.wait("the filter", lambda: page.state().get("where", "").startswith("date >= "))
    wanted = str(page.ask("games", where=page.state()["where"])["total"])
    page.wait("its games", lambda: page.text("list-total").split()[:1] == [wanted])
    unknown = page.ask("info")["games"] - known["date"]
    page.wait("what is unknown", lambda: f"{unknown} game" in page.text("filter-note") and "not say when" in page.text("filter-note"))
    page.js("document.querySelector('#filter-chips .chip').click()")
    page.wait("no filter", lambda: "where" not in page.state())


def check_download(page):
    page.go("#" + urlencode({"variant": "Base+MLP", "play": "wL;bL wL-"}))
    total = page.ask("games", variant="Base+MLP", play="wL;bL wL-")["total"]
    page.body().send_keys("d")
    page.wait("the dialog", lambda: page.at("download-dialog").is_displayed())
    assert f"{total} game" in page.text("download-what")
    # What is saved, without a file on the disk.
    page.js(
        """window.saved = []; const make = URL.createObjectURL.bind(URL);
        URL.createObjectURL = (blob) => (window.saved.push(blob), make(blob));
        HTMLAnchorElement.prototype.click = () => {};"""
    )
    page.js("const format = document.getElementById('download-format'); format.value = 'uhp'")
    page.at("download-save").click()
    page.wait("the games are saved", lambda: page.text("toast") == "Saved games.uhp")
    text = page.driver.execute_async_script("saved.at(-1).text().then(arguments[0])")
    assert len(text.splitlines()) == total and text.startswith("Base+MLP;"), text[:80]
    page.body().send_keys("d")
    page.js("const what = document.getElementById('download-what'); what.value = 'position'; what.dispatchEvent(new Event('change'))")
    page.wait("a preview", lambda: page.js("return document.querySelector('#download-preview img')?.naturalWidth > 50"))
    plain = page.driver.execute_async_script("saved.at(-1).text().then(arguments[0])")
    page.at("download-labels").click()
    page.at("download-caption").click()
    page.wait("another preview", lambda: page.driver.execute_async_script("saved.at(-1).text().then(arguments[0])") != plain)
    page.wait("the caption", lambda: "White to move" in page.driver.execute_async_script("saved.at(-1).text().then(arguments[0])"))
    formats = page.js("return [...document.getElementById('download-format').options].map((option) => option.value)")
    for name in formats[1:]:
        page.js("const format = document.getElementById('download-format'); format.value = arguments[0]; format.dispatchEvent(new Event('change'))", name)
        page.wait(name, lambda: page.js("return document.querySelector('#download-preview img')?.naturalWidth > 50") or page.at("download-error").is_displayed())
        page.wait(f"the type of {name}", lambda: {"png": "image/png", "gif": "image/gif"}.get(name, "image/svg+xml") == page.js("return saved.at(-1).type"))
    page.at("download-cancel").click()


def check_faults(page):
    # The two dates, ratings and lengths of the form are in one row each, on every screen.
    for width in (320, 390, 800, 1280):
        page.screen(width, 900)
        page.go("#variant=Base%2BMLP")
        page.js("document.getElementById('filters').open = true")
        for one, other in (("since", "until"), ("least", "most"), ("shortest", "longest")):
            tops = page.js(
                "return arguments[0].map((id) => document.getElementById(`filter-${id}`).getBoundingClientRect().bottom)", [one, other]
            )
            assert tops[0] == tops[1], (width, one, tops)
    page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    # What is pressed is true or false.
    page.go("#" + urlencode({"variant": "Base+MLP", "play": "wL;bL wL-;wQ -wL;bQ bL-"}))
    pressed = page.js("return [...document.querySelectorAll('[aria-pressed]')].map((one) => one.getAttribute('aria-pressed'))")
    assert len(pressed) > 5 and set(pressed) <= {"true", "false"}, pressed
    # No two parts of a board have one name.
    variant = next((one["name"] for one in page.ask("info")["variants"] if one["name"].startswith("Hex-It")), None)
    if variant:
        game = page.ask("games", variant=variant)["games"][0]["id"]
        play = page.ask(f"game/{game}")["play"]

        def targets(ply):
            moves = page.ask("position", variant=variant, play=";".join(play[:ply]))["moves"]
            return len({(move["to"]["q"], move["to"]["r"]) for move in moves if move["to"]})

        ply = max(range(1, min(21, len(play))), key=targets)
        page.go("#" + urlencode({"game": game, "ply": ply}))
        page.wait("its board", lambda: page.ply() == ply)
        names = page.js("return [...document.querySelectorAll('#board [role=button]')].map((one) => one.getAttribute('aria-label'))")
        assert len(names) >= targets(ply) > 1 and len(set(names)) == len(names), names
    # The message about a filter goes with the filter.
    page.go("#" + urlencode({"variant": "Base+MLP", "where": "plies >"}))
    page.wait("the message", lambda: page.at("where-error").is_displayed())
    # A filter of a link was not typed, so the page also shows its error above the board.
    assert "The filter has a fault" in page.text("notice-text")
    page.at("notice-action").click()
    assert page.body().get_attribute("id") == "where"
    page.js("location.hash = '#variant=Base%2BMLP&where=plies > 3'")
    page.wait("no message", lambda: not page.at("where-error").is_displayed() and not page.at("notice").is_displayed())
    # A filter that takes time says how far it is, and can be stopped.
    page.go("#variant=Base%2BMLP")
    page.js(
        """const real = window.fetch;
        window.slow = 0;
        window.fetch = (path, options) => {
          if (!String(path).includes('mobility')) return real(path, options);
          const error = { code: 'late', message: 'late', progress: { tested: 1000 * ++window.slow, games: 500000 } };
          return new Promise((yes, no) => {
            options.signal.addEventListener('abort', () => no(new DOMException('', 'AbortError')));
            setTimeout(() => yes(new Response(JSON.stringify({ error }), { status: 503 })), 300);
          });
        };
        location.hash = '#variant=Base%2BMLP&where=mobility > 4'"""
    )
    page.wait("the progress", lambda: "of 500,000 games tested" in page.text("notice-progress"))
    page.at("notice-action").click()
    page.wait("no filter", lambda: page.state().get("where") is None and not page.at("notice").is_displayed())
    page.settle()
    # No folder of this machine is named.
    sources = page.ask("info")["sources"]
    assert sources and not any(source.startswith("/") for source in sources), sources
