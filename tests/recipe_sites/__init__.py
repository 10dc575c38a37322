"""Six served sites to make recipes of, and the faults that a run of a recipe must tell."""

from __future__ import annotations

from tests.recipe_sites.faults import FAULTS, Fault
from tests.recipe_sites.kinds import SITES, RecipeSite, two_templates
from tests.recipe_sites.server import SiteServer, serve_site

__all__ = ["FAULTS", "SITES", "Fault", "RecipeSite", "SiteServer", "serve_site", "two_templates"]
