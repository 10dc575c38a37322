"""What a recipe says: where the list is, how far its pages go, what to do with each entry.

The flow of the collection tools (八爪鱼 and its kin): loop over the pages of a list by "next", loop over the
entries, open each, wait for what a script loads, take the fields.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from maintext.errors import OptionError
from maintext.options import CheckedOptions, option

if TYPE_CHECKING:
    from maintext.sites.wrapper import Wrapper

__all__ = ["RENDER", "DetailRule", "Limits", "ListRule", "Recipe", "Visit"]

RENDER = ("never", "auto", "always")
"""When a page goes through a browser: never, where the plain page is a shell, always."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """One page that a recipe wants.

    Attributes
    ----------
    url
        Its address.
    render
        One of :data:`RENDER`.
    wait_for
        Selector of an element that must be there before a browser's page is taken; ``""`` for none.
    wait_s
        The longest wait for it, or the time to wait where no selector is given; seconds.
    """

    url: str
    render: str = "never"
    wait_for: str = ""
    wait_s: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRule(CheckedOptions):
    """The pages that list the entries."""

    start: tuple[str, ...] = option((), "Addresses of the first pages of lists.")
    region: str = option(
        "", "Place of the list on its page, as `maintext items -v` names it; empty for the main list."
    )
    max_pages: int = option(20, "Pages of one list at most.", unit="pages", minimum=1)
    render: str = option("never", "When a browser draws the page.", choices=RENDER)
    wait_for: str = option("", "Selector of an element to wait for in the browser.")
    wait_s: float = option(10.0, "The longest wait for it.", unit="s", minimum=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class DetailRule(CheckedOptions):
    """The pages that the entries lead to; the default method reads them where no wrapper is given."""

    wrapper: Wrapper | None = None
    max_parts: int = option(10, "Parts of an article that are joined; 1 for none but the first.", minimum=1)
    render: str = option("never", "When a browser draws the page.", choices=RENDER)
    wait_for: str = option("", "Selector of an element to wait for in the browser.")
    wait_s: float = option(10.0, "The longest wait for it.", unit="s", minimum=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits(CheckedOptions):
    """How much a run may do."""

    max_items: int = option(1_000, "Entries at most, over all lists.", minimum=1)
    delay_s: float = option(1.0, "Time between two requests.", unit="s", minimum=0)
    same_host: bool = option(True, "Leave out entries and next pages on other hosts.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """A whole site's extraction; immutable.

    Attributes
    ----------
    list, detail, limits
        The three parts.
    site
        Name of the site, for readers.

    Raises
    ------
    OptionError
        A recipe without a start address.
    """

    list: ListRule
    detail: DetailRule = field(default_factory=DetailRule)
    limits: Limits = field(default_factory=Limits)
    site: str = ""

    def __post_init__(self) -> None:
        if not self.list.start:
            raise OptionError('a recipe needs start = ["https://…"], the first page of its list')

    def list_visit(self, url: str) -> Visit:
        """Visit of a page of the list."""
        return _visit(url, self.list)

    def detail_visit(self, url: str) -> Visit:
        """Visit of an entry's page."""
        return _visit(url, self.detail)


def _visit(url: str, rule: ListRule | DetailRule) -> Visit:
    return Visit(url=url, render=rule.render, wait_for=rule.wait_for, wait_s=rule.wait_s)
