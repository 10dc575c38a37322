"""Serves a site on the loopback address; its pages can be changed while it is served."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.loopback import Reply, answering

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.recipe_sites.kinds import RecipeSite


@dataclass
class SiteServer:
    """A site that is served, and its pages as they are now."""

    site: RecipeSite
    url: str = ""
    pages: dict[str, str] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)  # paths that answer 500

    def repair(self) -> None:
        """Put every page back as it was."""
        self.pages, self.broken = dict(self.site.pages), set()


@contextmanager
def serve_site(site: RecipeSite) -> Iterator[SiteServer]:
    """Serve a site on a free port of the loopback address until the block ends."""
    served = SiteServer(site)
    served.repair()

    def answer(path: str) -> Reply:
        page = served.pages.get(path)
        status = 500 if path in served.broken else 404 if page is None else 200
        body = (page or "").replace("charset=utf-8", f"charset={site.charset}")
        kind = "application/json" if "/data/" in path else "text/html"
        return Reply(body.encode(site.charset) if status == 200 else b"<p>failed</p>", status, kind)

    with answering(answer) as server:
        served.url = server.url
        yield served
