"""Every regular expression of the package, and strings made to slow each one down.

An attack is a prefix, a piece repeated, and an end that does not match; the pieces are characters and words
that the expression itself names. What takes four times as long for a string twice as long is suspected.
"""

from __future__ import annotations

import pkgutil
import random
import re
import re._constants as sre  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
import time
from importlib import import_module
from itertools import product
from typing import TYPE_CHECKING, Any

import maintext

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["attacks", "patterns", "slowest"]

_CATEGORIES = {
    sre.CATEGORY_DIGIT: "1",
    sre.CATEGORY_NOT_DIGIT: "a",
    sre.CATEGORY_SPACE: " ",
    sre.CATEGORY_NOT_SPACE: "a",
    sre.CATEGORY_WORD: "a",
    sre.CATEGORY_NOT_WORD: "-",
}
_ENDS = ("", "!", "\x00", "\n")
_MAX_ATTACKS = 150


def patterns() -> dict[str, re.Pattern[Any]]:
    """Expressions that the modules hold, by ``module.NAME``; those in tuples, lists and mappings too."""
    found: dict[str, re.Pattern[Any]] = {}
    for info in pkgutil.walk_packages(maintext.__path__, "maintext."):
        if info.name.endswith("__main__") or info.name.startswith("maintext.lab.train"):
            continue
        try:
            module = import_module(info.name)
        except ImportError:  # an extra that is not installed
            continue
        for name, value in vars(module).items():
            for place, pattern in _patterns_in(value):
                found.setdefault(f"{info.name.removeprefix('maintext.')}.{name}{place}", pattern)
    unique: dict[tuple[Any, int], str] = {}
    for name, pattern in found.items():
        unique.setdefault((pattern.pattern, pattern.flags), name)
    return {name: found[name] for name in unique.values()}


def _patterns_in(value: object) -> Iterator[tuple[str, re.Pattern[Any]]]:
    if isinstance(value, re.Pattern):
        yield "", value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from ((f"[{key!r}]{place}", p) for place, p in _patterns_in(inner))
    elif isinstance(value, tuple | list):
        for number, inner in enumerate(value):
            yield from ((f"[{number}]{place}", p) for place, p in _patterns_in(inner))


def _pieces(tree: Any) -> Iterator[str]:
    """Characters and runs of literals of an expression, repeated parts as a whole."""
    run = ""
    for op, argument in tree:
        if op is sre.LITERAL:
            run += chr(argument)
            continue
        if run:
            yield run
            run = ""
        yield from _pieces_of(op, argument)
    if run:
        yield run


def _pieces_of(op: Any, argument: Any) -> Iterator[str]:
    if op is sre.IN:
        yield _member(argument)
    elif op in {sre.NOT_LITERAL, sre.ANY}:
        yield "a"
    elif op is sre.BRANCH:
        for branch in argument[1]:
            yield from _pieces(branch)
    elif op in {sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT}:
        inner = list(_pieces(argument[2]))
        yield from inner
        if len(inner) > 1:
            yield "".join(inner)
    elif op is sre.SUBPATTERN:
        yield from _pieces(argument[3])
    elif op in {sre.ASSERT, sre.ASSERT_NOT}:
        yield from _pieces(argument[1])
    elif op is sre.ATOMIC_GROUP:
        yield from _pieces(argument)


def _member(members: list[tuple[Any, Any]]) -> str:
    """A character of a set."""
    negated = members[0][0] is sre.NEGATE
    for op, argument in members[1:] if negated else members:
        if op is sre.CATEGORY:
            member = _CATEGORIES.get(argument, "a")
            return {"a": "-", "1": "a", " ": "a", "-": "a"}[member] if negated else member
        if not negated:
            return chr(argument if op is sre.LITERAL else argument[0])
    return "a"


def attacks(pattern: re.Pattern[Any]) -> list[tuple[str, str, str]]:
    """Prefix, piece to repeat and end of the strings to try on a pattern."""
    raw = pattern.pattern.decode("latin-1") if isinstance(pattern.pattern, bytes) else pattern.pattern
    # re.LOCALE and the like aside, flags that stand in the pattern are parsed with it.
    pieces = list(dict.fromkeys(_pieces(parser.parse(raw, pattern.flags & ~re.UNICODE))))
    rng = random.Random(len(raw))  # noqa: S311 - the same attacks every time
    some = pieces if len(pieces) <= 12 else rng.sample(pieces, 12)
    repeated = [
        *dict.fromkeys([*some, " ", "\n", "a", "1", *(a + b for a, b in product(some[:6], repeat=2))])
    ]
    every = list(product(("", *some[:5]), repeated, _ENDS))
    return every if len(every) <= _MAX_ATTACKS else rng.sample(every, _MAX_ATTACKS)


def _spent_s(pattern: re.Pattern[Any], attack: tuple[str, str, str], n_chars: int) -> float:
    prefix, piece, end = attack
    text: Any = prefix + piece * (n_chars // len(piece)) + end
    if isinstance(pattern.pattern, bytes):
        text = text.encode("latin-1", "replace")
    started = time.process_time()
    for _ in pattern.finditer(text):
        if time.process_time() - started > 1:
            break
    return time.process_time() - started


def slowest(pattern: re.Pattern[Any], n_chars: int) -> tuple[float, float, tuple[str, str, str]]:
    """Find the attack that grows worst: seconds for ``n_chars``, times as long for twice as many, the attack.

    Attacks that take under a microsecond for a character are not looked at twice.
    """
    worst = (0.0, 0.0, ("", "", ""))
    for attack in attacks(pattern):
        spent_s = _spent_s(pattern, attack, n_chars)
        if spent_s < n_chars * 1e-6:
            continue
        spent_s = min(spent_s, _spent_s(pattern, attack, n_chars))
        growth = _spent_s(pattern, attack, 2 * n_chars) / max(spent_s, 1e-9)
        if growth > 3 and spent_s > worst[0]:
            worst = (spent_s, growth, attack)
    return worst
