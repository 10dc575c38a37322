"""A site made for tests, served on loopback: what it has is known, and what is asked of it is logged."""

from __future__ import annotations

from tests.site_server.content import Article, Site
from tests.site_server.server import SiteServer

__all__ = ["Article", "Site", "SiteServer"]
