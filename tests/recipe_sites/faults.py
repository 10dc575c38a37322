"""What happens to sites between two runs, and what a run of a recipe then says."""

# ruff: noqa: E501 - pages and their patterns are long lines

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.recipe_sites.server import SiteServer

LOSS, DRIFT = 4, 8  # exit codes


@dataclass(frozen=True)
class Fault:
    """A change of a site, and the exit code of a run after it."""

    change: Callable[[SiteServer], None]
    exit_code: int
    sites: tuple[str, ...]  # where it makes sense


def _change_entries(served: SiteServer, pattern: str, text: str, *, first: int = 0) -> None:
    paths = list(served.site.entries)[first:]
    n_changed = 0
    for path in paths:
        page, n = re.subn(pattern, text, served.pages[path], flags=re.DOTALL)
        served.pages[path], n_changed = page, n_changed + n
    assert n_changed >= len(paths), "the fault changes every page"


def _break_list_page(served: SiteServer) -> None:
    of_list = [
        path
        for path in served.pages
        if path.split("?")[0] not in served.site.entries and path != served.site.start
    ]
    served.broken.add(next(path for path in of_list if served.site.region in served.pages[path]))


def _list_pages(served: SiteServer) -> list[str]:
    is_entry = served.site.entries.__contains__
    return [path for path, page in served.pages.items() if served.site.region in page and not is_entry(path)]


def _repeat_first_page(served: SiteServer) -> None:
    first, second = _list_pages(served)[:2]
    served.pages[second] = served.pages[first]


def _cut_pagination(served: SiteServer) -> None:
    first, *others = _list_pages(served)
    for path in others:
        page = served.pages[first]
        served.pages[first] = re.sub(rf'<a [^>]*href="?{re.escape(path)}"?[\s>].*?</a>', "", page)
    assert served.pages[first] != served.site.pages[first]


def _lead_back(served: SiteServer) -> None:
    """Let the second page of the list lead back to the first; no page names the third."""
    first, second, third = _list_pages(served)
    for path, to in ((first, "/nowhere"), (second, first)):
        served.pages[path] = re.sub(
            rf'href="?{re.escape(third)}"?(?=[\s>])', f'href="{to}"', served.pages[path]
        )
    served.pages[first] = re.sub(r'<a [^>]*href="/nowhere">.*?</a>', "", served.pages[first])


def _cut_last_page(served: SiteServer) -> None:
    *others, last = _list_pages(served)
    for path in others:
        pattern = rf'<a [^>]*href="?{re.escape(last)}"?[\s>].*?</a>'
        served.pages[path] = re.sub(pattern, "", served.pages[path])


def _ask_for_login(served: SiteServer) -> None:
    served.pages[_list_pages(served)[1]] = (
        "<!doctype html><title>Sign in</title><div class=login><h2>Sign in to go on</h2><form><input name=user>"
        "<button>Sign in</button></form><ul><li><a href=/join>Join</a></li><li><a href=/help>Help</a></li></ul></div>"
    )


def _break_entry(served: SiteServer) -> None:
    served.broken.add(list(served.site.entries)[len(served.site.entries) // 2])


def _rename_region(served: SiteServer) -> None:
    region = served.site.region
    for path, page in served.pages.items():
        served.pages[path] = page.replace(f"class={region}", "class=renamed-block").replace(
            f".{region}", ".renamed-block"
        )


def _empty_region(served: SiteServer) -> None:
    pattern = rf"(<(\w+) class={served.site.region}>).*?(</\2>)"
    for path, page in served.pages.items():
        served.pages[path] = re.sub(pattern, r"\1\3", page, flags=re.DOTALL)


def _change_template(served: SiteServer) -> None:
    """Give entries after the nineteenth another layout."""
    paths = list(served.site.entries)[19:]
    for path in paths:
        body = re.sub(
            r"<(/?)(?:div|article|main|h1|table|tr|td|th|span|b|i)\b[^>]*>",
            r"<\1section>",
            served.pages[path],
        )
        served.pages[path] = body


def _put_in_other_site(served: SiteServer) -> None:
    """Answer with pages of another site, as a domain that was sold does."""
    for number, path in enumerate(list(served.site.entries)[5:]):
        served.pages[path] = (
            "<!doctype html><title>Buy this domain</title><div id=offer><h2>This domain is for sale</h2>"
            f"<p>Offer number {number}: the owner sells it with all rights, payable by instalments, today.</p></div>"
        )


def _serve_another_entry(served: SiteServer) -> None:
    """Answer for one entry with the page of another one, as a broken cache does."""
    paths = list(served.site.entries)
    served.pages[paths[7]] = served.pages[paths[3]]


def _challenge(served: SiteServer) -> None:
    """Answer with the page of a guard against robots from the tenth entry on."""
    for path in list(served.site.entries)[9:]:
        served.pages[path] = (
            "<!doctype html><title>Just a moment…</title><div id=guard><h1>Checking your browser</h1>"
            "<p>This takes a few seconds. Switch scripts on and reload the page to go on to the site.</p></div>"
        )


FAULTS = {
    "a page of the list fails": Fault(_break_list_page, LOSS, ("news", "forum", "shop")),
    "a page of the list repeats the first": Fault(_repeat_first_page, DRIFT, ("news", "forum", "shop")),
    "the link to the next page is gone": Fault(_cut_pagination, DRIFT, ("news", "forum", "shop")),
    "the next page is an earlier one": Fault(_lead_back, DRIFT, ("news", "shop")),
    "the link to the last page is gone": Fault(_cut_last_page, DRIFT, ("news", "shop")),
    "a page of the list asks for a login": Fault(_ask_for_login, DRIFT, ("news", "forum", "shop")),
    "an entry fails": Fault(_break_entry, LOSS, ("news", "forum", "shop", "script", "board")),
    "the list is renamed": Fault(_rename_region, DRIFT, ("news", "forum", "shop", "script", "board")),
    "the list is empty": Fault(_empty_region, DRIFT, ("news", "forum")),
    "another template after the nineteenth entry": Fault(_change_template, DRIFT, ("news", "forum", "shop", "script")),
    "two prices": Fault(
        lambda served: _change_entries(
            served, r"<div class=buy><span class=cost>€([\d.]+)</span>",
            r"<div class=buy><span class=cost>€\g<1>9</span> <span class=cost>€\1</span>",
        ), DRIFT, ("shop",),
    ),
    "a label is gone": Fault(
        lambda served: _change_entries(served, r"<tr><th>Weight</th>.*?</tr>|编辑：<span>.*?</span>|Views: <b class=views>\d+</b>", ""),
        DRIFT, ("news", "forum", "shop"),
    ),
    "the page of another entry": Fault(_serve_another_entry, DRIFT, ("news", "forum", "shop")),
    "a guard against robots": Fault(_challenge, DRIFT, ("news", "forum", "shop")),
    "pages of another site": Fault(_put_in_other_site, DRIFT, ("news", "forum", "shop", "search")),
}  # fmt: skip
