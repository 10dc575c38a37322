"""Constructs of real sites and generators, each with what its Markdown must and must not hold."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Construct"]

_BEFORE = (
    "The harbour was rebuilt between 1961 and 1968, after two winters in which the old pier had been "
    "closed for weeks at a time. What follows was written down by the people who did the work."
)
_AFTER = (
    "Since then the pier has been repaired four times, most recently in the spring, when the town council "
    "paid for new planks and for a lamp at its end. It is open to everyone, and nobody pays to walk on it."
)
_HEAD = "<head><meta charset=utf-8><title>The pier - Harbour Review</title></head>"
_MENU = "<nav><a href=/>Home</a> <a href=/news>News</a> <a href=/about>About us</a></nav>"
_FOOTER = "<footer><a href=/legal>Legal notice</a> <a href=/privacy>Privacy</a></footer>"


@dataclass(frozen=True)
class Construct:
    """A piece of HTML as a site or generator writes it, and what must come of it.

    Attributes
    ----------
    name
        The generator and the construct, as in "Pygments: line numbers in a table".
    html
        A piece of an article's body, or a whole page, which then begins with ``<!doctype`` or ``<html``.
    has, lacks
        Parts of the Markdown: those that must stand in it, and those that must not.
    flaw
        What is still wrong, if the construct is known to fail.
    """

    name: str
    html: str
    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    flaw: str = ""

    @property
    def page(self) -> str:
        """The page that holds the construct between two paragraphs of an article."""
        if self.html.lstrip()[:9].lower().startswith(("<!doctype", "<html")):
            return self.html
        return (
            f"<!doctype html><html lang=en>{_HEAD}<body>{_MENU}<main><article>"
            f"<h1>The pier</h1><p>{_BEFORE}</p>"
            f"{self.html}<p>{_AFTER}</p></article></main>{_FOOTER}</body></html>"
        )
