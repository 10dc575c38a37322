"""Variants: a method with some of its options changed, as comparisons set them side by side.

A variant is written ``METHOD:OPTION=VALUE:OPTION=VALUE``, so that no character of it means anything to a
shell, and several stand in a list with commas.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from maintext.classify.methods import get_method
from maintext.errors import OptionError
from maintext.options import Changes, changed, read_changes

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from maintext.classify.methods.base import Method

__all__ = ["Variant", "read_variant", "with_changes"]

# Only before a name with "=", so that the path of a model may have colons.
_NEXT_OPTION = re.compile(r":(?=\w+=)")


@dataclass(frozen=True, slots=True)
class Variant:
    """A method with some of its options changed.

    Attributes
    ----------
    method
        Id of a method.
    options
        The options to change, value by name; none by default.
    unregistered
        The method itself where it is none of the registered ones, as vips, which needs a layout.

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
        """How the variant is written: ``line_ratio:variant=mean``; the id alone where nothing is changed."""
        words = (f"{name}={_written(value)}" for name, value in self.options.items())
        return ":".join([self.method, *words])

    @property
    def learned_sets(self) -> frozenset[str]:
        """Names of the sets that the method's model learned from, as its card has them; empty for no model.

        Raises
        ------
        OptionError, ModelError
            A file that the options name cannot be read, or is no model.
        """
        method = self.entry
        card = {} if method.card is None else method.card(changed(method.defaults, self.options))
        return frozenset(card.get("pages", ()))


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


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
    """Change options of all variants of a method, but those that a variant changes itself.

    Parameters
    ----------
    variants
        Variants, in any number of each method.
    words
        Words like ``line_ratio.variant=mean``; the last one of an option wins.

    Raises
    ------
    OptionError
        A word of another form, a method that is not among the variants, an unknown option, or a value that
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
