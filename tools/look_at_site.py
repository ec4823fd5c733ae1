"""Look at the built site with a real browser, as wide as a desk and as narrow as a telephone.

    python tools/look_at_site.py SITE [--browser /usr/bin/chromium] [--pictures FOLDER]

Needs playwright, and a Chromium. Ends with status 1, and says why, if a link leads nowhere, the
console has an error, a page is wider than the window, text is cut off, or a picture has no words.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urldefrag, urljoin, urlsplit

from playwright.sync_api import sync_playwright

WIDTHS = (1280, 390)  # pixels
HEIGHT = 900

LINKS = "Array.from(document.querySelectorAll('a[href], img[src]'), e => e.href || e.src)"
ANCHORS = "Array.from(document.querySelectorAll('[id]'), e => e.id)"
# Text that is cut off: the page is wider than the window; a box hides what does not fit; a label of
# a picture reaches beyond its frame. Boxes that scroll hide nothing.
CUT_OFF = """() => {
  const found = [];
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth + 1)
    found.push(`the page is ${page.scrollWidth} wide`);
  for (const e of document.querySelectorAll('article *')) {
    const style = getComputedStyle(e);
    if (style.overflowX === 'hidden' && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 1
        && !(e instanceof SVGElement))
      found.push(`hidden: ${e.tagName} ${e.textContent.trim().slice(0, 40)}`);
  }
  for (const e of document.querySelectorAll('article img'))
    if (!e.alt) found.push(`no words for the image ${e.src}`);
  for (const svg of document.querySelectorAll('article figure svg')) {
    if (!svg.querySelector('title')) found.push('no title of a picture');
    const frame = svg.getBoundingClientRect();
    if (!frame.width) continue;
    for (const text of svg.querySelectorAll('text')) {
      const box = text.getBoundingClientRect();
      if (box.width && (box.left < frame.left - 1 || box.right > frame.right + 1
          || box.top < frame.top - 1 || box.bottom > frame.bottom + 1))
        found.push(`a label beyond its picture: ${text.textContent.trim().slice(0, 40)}`);
    }
  }
  return found;
}"""


class _Quiet(SimpleHTTPRequestHandler):
    def do_GET(self) -> None:
        """Answer; a browser asks for an icon that the site does not have."""
        if self.path == "/favicon.ico":
            self.send_response(204)
            self.end_headers()
        else:
            super().do_GET()

    def log_request(self, code: Any = "-", size: Any = "-") -> None:
        """Say nothing about a request that is answered."""


def serve(site: Path) -> str:
    """Serve a folder from a thread, and return its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}/"


def listen(page: Any) -> list[str]:
    """Return a list that gets the errors of pages as they load."""
    wrong: list[str] = []
    page.on("console", lambda m: wrong.append(f"console: {m.text}") if m.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(f"script: {error}"))
    page.on("requestfailed", lambda request: wrong.append(f"not loaded: {request.url}"))
    return wrong


def look(page: Any, address: str, pictures: Path | None, name: str) -> tuple[list[str], Any, Any]:
    """Return what is cut off from a page at all widths, its links, and its anchors."""
    wrong: list[str] = []
    page.goto(address, wait_until="load")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        wrong += [f"{width} pixels: {what}" for what in page.evaluate(CUT_OFF)]
        if pictures is not None:
            place = pictures / f"{name.replace('/', '-')}-{width}.png"
            page.screenshot(path=str(place), full_page=True)
    return wrong, page.evaluate(LINKS), page.evaluate(ANCHORS)


def broken(home: str, links: dict[str, list[str]], anchors: dict[str, set[str]], site: Path) -> Any:
    """Yield each link within the site that leads nowhere, with its page."""
    for page, targets in links.items():
        for target in sorted(set(targets)):
            url, anchor = urldefrag(urljoin(home + page, target))
            if not url.startswith(home):
                continue
            name = urlsplit(url).path.lstrip("/") or "index.html"
            if not (site / name).is_file():
                yield page, f"link to {name}, which is not there"
            elif anchor and name in anchors and anchor not in anchors[name]:
                yield page, f"link to {name}#{anchor}, which is not there"


def main() -> int:
    """Look at all pages; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("--browser", default="/usr/bin/chromium")
    parser.add_argument("--pictures", type=Path, help="a folder for a picture of each page")
    options = parser.parse_args()
    if options.pictures is not None:
        options.pictures.mkdir(parents=True, exist_ok=True)
    pages = sorted(options.site.rglob("*.html"))
    names = [page for page in pages if page.relative_to(options.site).parts[0] != "_static"]
    home = serve(options.site)
    found: list[tuple[str, str]] = []
    links: dict[str, list[str]] = {}
    anchors: dict[str, set[str]] = {}
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=options.browser, args=["--no-sandbox"])
        page = browser.new_page()
        errors = listen(page)
        for path in names:
            name = path.relative_to(options.site).as_posix()
            wrong, links[name], ids = look(page, home + name, options.pictures, name)
            anchors[name] = set(ids)
            found += [(name, what) for what in dict.fromkeys((*errors, *wrong))]
            errors.clear()
        browser.close()
    found += broken(home, links, anchors, options.site)
    for name, what in found:
        print(f"{name}: {what}")
    print(f"{len(names)} pages at {' and '.join(map(str, WIDTHS))} pixels: {len(found)} faults")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
