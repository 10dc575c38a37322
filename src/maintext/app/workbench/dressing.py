"""Style sheets and pictures of a page, as text and data, for its copy in a frame that reaches no network.

The server fetches them under the same limits as pages: public addresses only, bounded in number, bytes and
time. What a style sheet would load is left out; the policy of the frame would refuse it anyway.
"""

from __future__ import annotations

import base64
import re
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

from maintext.app.workbench.pages import KeptPages, drawn
from maintext.errors import MaintextError
from maintext.html import Page
from maintext.html.urls import absolute_url, base_url
from maintext.net import Response
from maintext.sites.recipe import RecipeVisit

__all__ = ["dress_page"]

_MAX_SHEETS, _MAX_SHEET_BYTES = 12, 800_000
_MAX_IMAGES, _MAX_IMAGE_BYTES, _MAX_BYTES = 48, 600_000, 5_000_000
_AT_ONCE, _PATIENCE_S = 6, 6.0
_LOADS = re.compile(
    r"@import\b[^;]*;?|(?:url|src|image-set)\((?:[^()\"']|\"[^\"]*\"|'[^']*')*\)", re.IGNORECASE
)
# A page keeps no text of its style elements.
_OWN = re.compile(r"<style\b([^>]*)>(.*?)</style", re.IGNORECASE | re.DOTALL)
_PRINT = re.compile(r"\bmedia\s*=\s*[\"']?\s*print\s*(?:[\"'\s]|$)", re.IGNORECASE)
_SOURCES = ("src", "data-src", "data-original", "data-lazy-src")
# Not SVG, which is a document of its own.
_IMAGES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp"})


def dress_page(request: Mapping[str, Any], pages: KeptPages) -> dict[str, Any]:
    """Return the style sheets of a page as one text, and pictures as data URLs by row."""
    url = request["url"]
    kept = pages.get(drawn(url) if request.get("draw") else RecipeVisit(url=url))
    page = kept.document.page
    sheets, images = _sheet_urls(page), _image_urls(page)
    wanted = list(dict.fromkeys([*sheets, *images.values()]))
    got = _fetch_all(wanted, pages.fetch)
    texts = [_text_of(got[one]) for one in sheets if one in got and len(got[one].body) <= _MAX_SHEET_BYTES]
    own = [css for said, css in _OWN.findall(_text_of(kept.response)) if not _PRINT.search(said)]
    shown, n_bytes = {}, 0
    for row, one in images.items():
        response = got.get(one)
        if response is None or response.content_type not in _IMAGES:
            continue
        if not 0 < len(response.body) <= _MAX_IMAGE_BYTES:
            continue
        n_bytes += len(response.body)
        if n_bytes > _MAX_BYTES:
            break
        data = base64.b64encode(response.body).decode()
        shown[str(row)] = f"data:{response.content_type};base64,{data}"
    return {"css": "\n".join(_LOADS.sub("none", css) for css in (*texts, *own)), "images": shown}


def _sheet_urls(page: Page) -> list[str]:
    base, hrefs = base_url(page), page.values("href")
    rels = {row: rel.lower().split() for row, rel in page.values("rel").items() if row in hrefs}
    media, loads = page.values("media"), page.values("onload")
    rows = [
        row for row, words in rels.items()
        if "stylesheet" in words and "alternate" not in words
        # A sheet for print that its own script turns into one for all is meant for the screen.
        and (media.get(row, "").strip().lower() != "print" or row in loads)
    ]  # fmt: skip
    return [url for row in rows if (url := absolute_url(base, hrefs[row]))][:_MAX_SHEETS]


def _image_urls(page: Page) -> dict[int, str]:
    base, found = base_url(page), dict[int, str]()
    for name in reversed(_SOURCES):
        for row, link in page.values(name).items():
            if page.name(row) == "img" and (url := absolute_url(base, link)):
                found[row] = url
    return dict(sorted(found.items())[:_MAX_IMAGES])


def _fetch_all(urls: list[str], fetch: Callable[[str], Response]) -> dict[str, Response]:
    """Fetch some URLs at once; leave out what fails or takes too long."""
    end = time.monotonic() + _PATIENCE_S

    def get(url: str) -> Response | None:
        if time.monotonic() > end:
            return None
        try:
            return fetch(url)
        except (MaintextError, KeyError):  # a picture is no reason to show no page
            return None

    pool = ThreadPoolExecutor(_AT_ONCE, "maintext-dress")
    try:
        tasks = {url: pool.submit(get, url) for url in urls}
        wait(tasks.values(), timeout=_PATIENCE_S)
        return {url: found for url, one in tasks.items() if one.done() and (found := one.result())}
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _text_of(response: Response) -> str:
    try:
        return response.body.decode(response.charset or "utf-8", "replace")
    except LookupError:
        return response.body.decode("utf-8", "replace")
