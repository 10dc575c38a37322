"""A site of short articles, one for each day, shared by the tests that break a crawl."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tests.loopback import Reply, answering

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

N_GOOD = 5
TEXT = (
    "<p>On day {} the river rose by a metre in a single night, and the people of the lower town carried their"
    " furniture to the upper floors. The mayor opened the school as a shelter, and by noon the fire brigade"
    " had filled two thousand bags with sand.</p>"
)
QUICK: dict[str, Any] = {"allow_private": True, "delay_s": 0.0, "sitemaps": False, "robots": False}


def article(name: str, *, head: str = "") -> str:
    return f"<title>Day {name}</title>{head}<article><h1>Day {name}</h1>{TEXT.format(name) * 3}</article>"


def front_page(odd: Iterable[str]) -> str:
    """Return a page that links to the odd pages and the good ones."""
    names = [*odd, *map(str, range(N_GOOD))]
    return "<title>Days</title>" + "".join(f"<li><a href=/{name}>Day {name}</a>" for name in names)


@contextmanager
def serve(
    page: Callable[[str], str] = article, headers: Mapping[str, Mapping[str, str]] | None = None
) -> Iterator[str]:
    """Give the URL of a server that answers with a page, and perhaps with headers, of the name in a path."""

    def answer(path: str) -> Reply:
        name = path.strip("/")
        body, more = page(name), (headers or {}).get(name, {})
        kind = "application/rss+xml" if body.startswith("<rss") else "text/html"
        return Reply(body, 301 if "Location" in more else 200, kind, more)

    with answering(answer) as server:
        yield server.url
