"""Frozen option values, declared once for validation, the CLI and the docs.

:func:`option` declares a field with its help text, unit, source and allowed values. :func:`check_options`
validates a value, :func:`changed` applies keyword changes, :func:`read_changes` reads words like
``depth=3``. All raise :class:`~maintext.errors.OptionError` that lists what is allowed.
"""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypedDict, TypeVar, Unpack

from maintext.errors import OptionError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = [
    "DEFAULT_METHOD", "FOR_LLM", "RENDER", "Changes", "CheckedOptions", "NoOptions", "OptionChanges",
    "Options", "changed", "check_options", "option", "option_rows", "read_changes",
]  # fmt: skip

# Best of the registered methods on the development corpus (see README, results).
DEFAULT_METHOD = "learned"

RENDER = ("never", "auto", "always")
"""When to use a browser: never, if the plain page is a shell, always."""

T = TypeVar("T", bound="DataclassInstance")


def option(  # noqa: PLR0913 - one value each, mostly left out
    default: Any,
    help: str,  # noqa: A002 - the word users know from command lines
    *,
    unit: str = "",
    source: str = "",
    choices: tuple[Any, ...] = (),
    minimum: float | None = None,
    maximum: float | None = None,
) -> Any:
    """Declare one option field: its default, help text and allowed values (none given: any).

    ``help`` is one sentence: meaning, and the effect of larger or smaller values. ``unit`` is that of a
    number (``s``, ``bytes`` …), ``source`` where it comes from: a paper's section, or an experiment.
    """
    bounds = {"minimum": minimum, "maximum": maximum}
    metadata = {"help": help, "unit": unit, "source": source, "choices": choices, **bounds}
    return dataclasses.field(default=default, metadata=metadata)


class Changes(Mapping[str, Any]):
    """Immutable mapping of method options to change, by name.

    Hashable if its values are, so that :class:`Options` stays a plain value.
    """

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, Any] | None = None) -> None:
        self._values = dict(values or {})

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(frozenset(self._values.items()))

    def __repr__(self) -> str:
        return repr(self._values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Options of :func:`maintext.extract`.

    ``links``, ``images`` and ``tables`` choose the elements shown; they never change which main text is
    found. ``only``, ``keep`` and ``drop`` take a CSS selector, ``"nav, .share"`` for several elements, and
    apply to every method. What ``drop`` names also wins over ``only``, ``keep`` and ``comments``.

    Raises OptionError: a value has another type than its default, or is out of its bounds.
    """

    method: str = option(DEFAULT_METHOD, "Method that finds the main content; see `maintext methods`.")
    method_options: Mapping[str, Any] = option(
        Changes(), "Options of the method to change, value by name; the method checks them."
    )
    focus: str = option(
        "", "Which mistake is worse: keeping boilerplate (precision) or losing content (recall); of methods "
        "with that option. Empty for that of the method.",
        choices=("", "precision", "balanced", "recall"),
    )  # fmt: skip
    only: str = option("", "CSS selector: look for main content in these elements only.")
    keep: str = option("", "CSS selector: these elements are main content, whatever the method says.")
    drop: str = option(
        "", "CSS selector: read the page as if these elements were not there; also inside of `keep`."
    )
    comments: str = option(
        "apart", "Visible comments of readers: as the method decides (apart), in the main text (include), or "
        "not in it (exclude, except posts of a forum thread). They are always in the field `comments`.",
        choices=("apart", "include", "exclude"),
    )  # fmt: skip
    captions: bool = option(
        True, "Keep captions of pictures and tables as the method decides; otherwise leave them out."
    )
    links: bool = option(True, "Keep link targets in Markdown and HTML.")
    images: bool = option(True, "Keep images in Markdown and HTML.")
    tables: bool = option(True, "Keep tables as tables in Markdown and HTML; otherwise their text only.")
    title: bool = option(False, "Put the title above Markdown as a heading, unless it begins with it.")
    front_matter: bool = option(
        False, "Put title, authors, dates, URL, site, source, language, licence and tags above Markdown, as "
        "YAML.",
    )  # fmt: skip
    posts: bool = option(
        False, "Put who wrote each post and comment, when and in reply to whom above it in Markdown, as a "
        "heading; comments stand below an article, also where `comments` leaves them out of the main text."
    )  # fmt: skip
    compact: bool = option(False, "Write tables of Markdown without spaces around their bars: fewer tokens.")
    max_tokens: int = option(
        0, "End Markdown at the last block that fits, after which `[…]` stands; an estimate, see "
        "`maintext.render.framing.budget`. 0 for no limit.", unit="tokens", minimum=0,
        source="no limit: how much fits, the reader of the text says",
    )  # fmt: skip
    max_bytes: int = option(
        10_000_000, "Refuse a page with more bytes than this.", unit="bytes", minimum=1,
        source="twice the largest page of the development corpus (5.3 MB); keeps a page under 1 GB and 2 s",
    )  # fmt: skip
    max_nodes: int = option(
        250_000, "Refuse a page with more elements and text runs than this.", unit="nodes", minimum=1,
        source="keeps a page under 1 GB, and reads 100,000 paragraphs; the largest page of the development "
        "corpus has 53,837",
    )  # fmt: skip

    def __post_init__(self) -> None:
        check_options(self)
        object.__setattr__(self, "method_options", Changes(self.method_options))

    @classmethod
    def for_llm(cls, **changes: Unpack[OptionChanges]) -> Options:
        """Return the options for a language model: :data:`FOR_LLM`, then the given changes.

        >>> Options.for_llm(links=True, max_tokens=2000).images
        False

        Raises OptionError: an option is unknown, or its value is not allowed.
        """
        return changed(cls(), {**FOR_LLM, **changes})


class OptionChanges(TypedDict, total=False):
    """Keyword arguments of :func:`maintext.extract`: the fields of :class:`Options` by name."""

    method: str
    method_options: Mapping[str, Any]
    focus: Literal["", "precision", "balanced", "recall"]
    only: str
    keep: str
    drop: str
    comments: Literal["apart", "include", "exclude"]
    captions: bool
    links: bool
    images: bool
    tables: bool
    title: bool
    front_matter: bool
    posts: bool
    compact: bool
    max_tokens: int
    max_bytes: int
    max_nodes: int


FOR_LLM: OptionChanges = {"links": False, "images": False, "title": True, "posts": True, "compact": True}
"""What ``maintext extract --for llm`` and :meth:`Options.for_llm` set, unless asked otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedOptions:
    """Base of option classes whose declared bounds are the only checks.

    Raises OptionError: a value has another type than its default, or is out of its bounds.
    """

    def __post_init__(self) -> None:
        check_options(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoOptions:
    """Options of a method that has none."""


def changed(value: T, changes: Mapping[str, Any]) -> T:
    """Return a copy of an options value with some fields replaced.

    Raises OptionError: a name is unknown (the message suggests the nearest), or a value has the wrong type or
    is not allowed.
    """
    known, rules = [f.name for f in fields(value)], _rules_of(type(value))
    for name, new in changes.items():
        if name not in known:
            raise OptionError(_describe_unknown(name, known, type(value).__name__))
        if name in rules:
            _check_value(name, new, rules[name])
    return dataclasses.replace(value, **changes)


def check_options(value: DataclassInstance) -> None:
    """Validate every :func:`option` field of a value.

    Option classes call it first in ``__post_init__``.

    Raises OptionError: a value has another type than its default (an ``int`` passes as ``float``, a ``bool``
    not as a number), is not among its choices, or is out of bounds; NaN is always out of bounds.
    """
    for name, rule in _rules_of(type(value)).items():
        _check_value(name, getattr(value, name), rule)


def read_changes(value: DataclassInstance, words: Iterable[str]) -> dict[str, Any]:
    """Parse words like ``depth=3`` into changes for :func:`changed`; the last of a name wins, a tuple grows.

    Values are read as the type of the option's default. Booleans are ``true``, ``yes``, ``on`` and ``1`` or
    ``false``, ``no``, ``off`` and ``0``.

    Raises OptionError: a word has no ``=``, an unknown name, or a value of another type. :func:`changed`
    checks bounds.
    """
    defaults = {f.name: f.default for f in fields(value)}
    changes: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            raise OptionError(
                f"{word!r} is no option: write name=value (known: {', '.join(defaults) or 'none'})"
            )
        if name not in defaults:
            raise OptionError(_describe_unknown(name, list(defaults), type(value).__name__))
        wanted = type(defaults[name])
        is_list = wanted is tuple
        changes[name] = (*changes.get(name, ()), text) if is_list else _parse_value(name, text, wanted)
    return changes


def option_rows(value: DataclassInstance | type[DataclassInstance]) -> list[dict[str, Any]]:
    """Return one record per option: name, default, help, unit, source, choices, minimum, maximum.

    The command line, the docs and forms are generated from it.
    """
    return [{"name": f.name, "default": f.default, **f.metadata} for f in fields(value)]


def _describe_unknown(name: str, known: list[str], owner: str) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    allowed = ", ".join(known) or "none"
    return f"unknown option {name!r} for {owner}{hint} (known: {allowed})"


_TRUTH = dict.fromkeys(("true", "yes", "on", "1"), True) | dict.fromkeys(("false", "no", "off", "0"), False)


def _parse_value(name: str, text: str, wanted: type) -> Any:
    try:
        return _TRUTH[text.lower()] if wanted is bool else wanted(text)
    except (KeyError, TypeError, ValueError) as error:
        raise OptionError(f"{name} must be of type {wanted.__name__}, not {text!r}") from error


@cache
def _rules_of(kind: type[DataclassInstance]) -> dict[str, Mapping[str, Any]]:
    """Return allowed types, choices and bounds of each option, cached as every page asks for them."""
    declared = (f for f in fields(kind) if "help" in f.metadata)
    return {f.name: {"types": _allowed_types(f.default), **f.metadata} for f in declared}


def _allowed_types(default: object) -> tuple[type, ...]:
    if isinstance(default, Changes):
        return (Mapping,)
    return (int, float) if isinstance(default, float) else (type(default),)


def _check_value(name: str, new: object, rule: Mapping[str, Any]) -> None:
    types, choices, minimum, maximum = (rule[one] for one in ("types", "choices", "minimum", "maximum"))
    if not isinstance(new, types) or (isinstance(new, bool) and bool not in types):
        raise OptionError(f"{name} must be of type {types[-1].__name__}, not {new!r}")
    if choices and new not in choices:
        raise OptionError(f"{name} must be one of {', '.join(map(repr, choices))}, not {new!r}")
    if isinstance(new, int | float):
        if minimum is not None and not new >= minimum:
            raise OptionError(f"{name} must be at least {minimum}, not {new!r}")
        if maximum is not None and not new <= maximum:
            raise OptionError(f"{name} must be at most {maximum}, not {new!r}")
