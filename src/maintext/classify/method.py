"""A method: a catalogue entry, its options, and one function from page to selection."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from maintext.html import Page
from maintext.options import NoOptions, changed, option
from maintext.selection import Selection

__all__ = ["Method", "swept"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """A named method of the literature.

    Attributes
    ----------
    id
        Its name in code, on the command line and in tables; also its file name.
    title, title_zh
        Its title in English and in Chinese.
    source
        The publication: authors, title, year.
    idea
        One sentence.
    function
        ``function(page, options) -> Selection``; pure and deterministic.
    defaults
        Its options with their defaults, a frozen dataclass.
    reads_hidden
        True if it may keep text that readers do not see before a script or a click.
    reads_scripts
        True if ``extract`` also looks for the main text in the data of the page's scripts.
    card
        ``card(options)`` returns the card of the model used with these options, with ``pages`` by set;
        ``None`` for a method without a model.
    """

    id: str
    title: str
    title_zh: str
    source: str
    idea: str
    function: Callable[[Page, Any], Selection]
    defaults: Any = field(default_factory=NoOptions)
    reads_hidden: bool = False
    reads_scripts: bool = False
    card: Callable[[Any], Mapping[str, Any]] | None = None

    def select(self, page: Page, options: Mapping[str, Any] | None = None) -> Selection:
        """Run the method with some of its options changed.

        Raises
        ------
        OptionError
            For an option the method does not have, or a value that is not allowed.
        """
        return self.function(page, changed(self.defaults, options) if options else self.defaults)


def swept(default: Any, text: str, unit: str = "share", *, minimum: float = 0) -> Any:
    """Declare an option, ``text`` being its help, whose default was swept on the development corpus."""
    return option(default, text, unit=unit, source="swept on the development corpus", minimum=minimum)
