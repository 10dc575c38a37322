"""Methods that find the main content, by id or as variants.

A variant is a method with some options changed. It is written ``METHOD:OPTION=VALUE:OPTION=VALUE``: no
character of it means anything to a shell, and several stand in a list with commas.

The file of a method has its source, symbols and formulas; ``docs/methods/notes`` has how we read the source,
where we deviate from it, and what was measured.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from maintext.classify import learned
from maintext.classify.method import Method
from maintext.errors import OptionError
from maintext.options import DEFAULT_METHOD, Changes, changed, read_changes

__all__ = ["Method", "Variant", "get_method", "read_variant", "with_changes"]

# Only before a name with "=", so that the path of a model may have colons.
_NEXT_OPTION = re.compile(r":(?=\w+=)")


def get_method(name: str) -> Method:
    """Return a registered method by its id.

    Raises
    ------
    OptionError
        The name is unknown; the message lists the known ones.
    """
    # The default needs none of the others.
    if name == DEFAULT_METHOD:
        return learned.METHOD
    from maintext.classify.methods.catalogue import METHODS  # noqa: PLC0415

    if name in METHODS:
        return METHODS[name]
    near = get_close_matches(name, METHODS, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise OptionError(f"unknown method {name!r}{hint} (known: {', '.join(METHODS)})")


@dataclass(frozen=True, slots=True)
class Variant:
    """A method, by its id, with some of its options changed.

    ``unregistered`` is the method itself if it is not in the catalogue, as vips, which needs a layout.

    Raises
    ------
    OptionError
        For an unknown method or option, or a value that is not allowed.
    """

    method: str
    options: Mapping[str, Any] = field(default_factory=Changes)
    unregistered: Method | None = None

    def __post_init__(self) -> None:
        changed(self.entry.defaults, self.options)
        object.__setattr__(self, "options", Changes(self.options))

    @property
    def entry(self) -> Method:
        """The method."""
        return self.unregistered or get_method(self.method)

    @property
    def name(self) -> str:
        """The variant as it is written: ``line_ratio:variant=mean``, or the id alone."""
        values = {
            name: str(value).lower() if isinstance(value, bool) else value
            for name, value in self.options.items()
        }
        return ":".join([self.method, *(f"{name}={value}" for name, value in values.items())])

    @property
    def learned_sets(self) -> frozenset[str]:
        """Names of the sets that the method's model learned from; :class:`ModelError` if it is broken."""
        method = self.entry
        card = {} if method.card is None else method.card(changed(method.defaults, self.options))
        return frozenset(card.get("pages", ()))


def read_variant(text: str) -> Variant:
    """Read a variant as it is written: ``line_ratio:variant=threshold:threshold=.4``.

    Raises
    ------
    OptionError
        For an unknown method or option, a value that is not allowed, or a part without ``=``.
    """
    name, _, rest = text.partition(":")
    method = get_method(name)
    return Variant(method.id, read_changes(method.defaults, _NEXT_OPTION.split(rest) if rest else ()))


def with_changes(variants: Sequence[Variant], words: Iterable[str]) -> list[Variant]:
    """Change options of all variants of a method, by words like ``line_ratio.variant=mean``.

    A variant's own options take precedence; the last word for an option wins.

    Raises
    ------
    OptionError
        For a malformed word, a method that is not among the variants, an unknown option, or a value that
        is not allowed.
    """
    by_method: dict[str, list[str]] = {}
    for word in words:
        method, dot, change = word.partition(".")
        if not dot or "=" in method:
            raise OptionError(f"{word!r} is no option of a method: write METHOD.OPTION=VALUE")
        by_method.setdefault(get_method(method).id, []).append(change)
    used = {variant.method for variant in variants}
    if idle := [method for method in by_method if method not in used]:
        raise OptionError(f"an option of {idle[0]} is given, but it does not run: name it among the methods")
    changes = {name: read_changes(get_method(name).defaults, its) for name, its in by_method.items()}
    return [Variant(one.method, {**changes.get(one.method, {}), **one.options}) for one in variants]
