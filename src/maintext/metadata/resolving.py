"""Many addresses of one page made absolute: the common ones without the standard library."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from maintext._core.elements import address_kind
from maintext.metadata.address import absolute_url

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Prefixes", "absolute_on", "prefixes", "resolving"]

_ABSOLUTE_KIND = 1  # of address_kind; 2 for what the origin stands before
_MAX_CHARS = 5_000  # of an address, as absolute_url has it
_ORIGIN = re.compile(r"https?://[^/?#\s]+")
# What urljoin leaves as it is: no dots to resolve, no empty part to drop. It takes 6 µs a link, these 0.5.
_REST = r"[^\s?#;\[\]\\]*(?:\?[^\s#;\[\]\\]+)?(?:#[^\s;\[\]\\]+)?\Z"
_ABSOLUTE = re.compile(rf"https?://[\w.-]+(?::\d+)?(?:/{_REST}|\Z)", re.ASCII)
_FROM_ROOT = re.compile(rf"/(?![/.])(?![^?#]*/\.){_REST}")
_BESIDE = re.compile(rf"[^\W_](?![^?#]*(?:/[/.]|:)){_REST}")
_PLACE = re.compile(r"#[^\s\x00-\x1f]+\Z")
_ABOVE = re.compile(rf"((?:\.\./)+)([^\W_](?![^?#]*(?:/[/.]|:)){_REST})")
_PLAIN = re.compile(r"https?://[\w.-]+(?::\d+)?(?:/(?![/.])[\w.~%=&+-]*)*\Z", re.ASCII)
_N_OF_ORIGIN = 2  # slashes
_ORDINARY = re.compile(r"https?://[\w.-]+(?::\d+)?(?:/[\w./~%=&?+-]*)?\Z", re.ASCII)


@dataclass(frozen=True, slots=True)
class Prefixes:
    """What ``urljoin`` writes before the common kinds of addresses; ``""`` where it does more than that.

    Attributes
    ----------
    origin
        Before an address that begins with one slash.
    beside, place
        Before the name of a page beside the base, and before ``#`` and a place in it.
    """

    origin: str
    beside: str
    place: str


@lru_cache(maxsize=64)
def prefixes(base: str) -> Prefixes:
    """Return what stands before addresses that are resolved on a base."""
    origin = _ORIGIN.match(base)
    beside = place = ""
    if _PLAIN.match(base):
        beside, place = base[: base.rindex("/") + 1] if base.count("/") > _N_OF_ORIGIN else f"{base}/", base
    elif _ORDINARY.match(base):
        beside, place = (urljoin(base, f"{mark}x").removesuffix(f"{mark}x") for mark in ("", "#"))
    return Prefixes(origin[0] if origin else "", beside, place)


def resolving(base: str) -> Callable[[str], str]:
    """Return what resolves addresses on a base as ``urllib.parse.urljoin`` does; ``""`` changes none.

    What it returns raises ``ValueError`` for an unclosed bracket in the host.
    """
    if not base:
        return str
    before = prefixes(base)

    def resolved(link: str) -> str:
        if _ABSOLUTE.match(link):
            return link
        if before.origin and _FROM_ROOT.match(link):
            return before.origin + link
        if before.place and (link == "#" or _PLACE.match(link)):
            return before.place + (link if len(link) > 1 else "")
        if before.beside and _BESIDE.match(link):
            return before.beside + link
        return _from_above(before.beside, link) or urljoin(base, link)

    return resolved


def _from_above(beside: str, link: str) -> str:
    """An address that begins with ``../``, resolved; ``""`` for others and what leads above the root."""
    found = _ABOVE.match(link) if link.startswith("../") else None
    n_up = len(found[1]) // len("../") if found else 0
    if found is None or beside.count("/") <= _N_OF_ORIGIN + n_up:
        return ""
    return f"{beside.rsplit('/', n_up + 1)[0]}/{found[2]}"


def absolute_on(base: str) -> Callable[[str], str]:
    """Return what makes addresses absolute as :func:`maintext.metadata.address.absolute_url` does."""
    before = prefixes(base)
    # Of an ordinary base the origin is a host that nothing is to be doubted of.
    origin = before.origin if before.place else ""

    def absolute(link: str) -> str:
        link = link.strip()
        if len(link) > _MAX_CHARS:
            return ""
        kind = address_kind(link)
        if kind == _ABSOLUTE_KIND:
            return link
        if kind and origin:
            return origin + link
        if origin and before.beside and _BESIDE.match(link):
            return before.beside + link
        return (_from_above(before.beside, link) if origin else "") or absolute_url(base, link)

    return absolute
