"""The texts beside a value that a rule may rely on: labels, and no values of the examples."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["label_edges"]

_DIGIT = re.compile(r"\d")
_COLON = re.compile(r"[:：]")
# From the white space or mark before the last label of a text, to its end.
_LAST_LABEL = re.compile(r"[^\s,;，；、|/·()（）\[\]【】:：]*\s*[:：]\s*$")


def label_edges(before: Sequence[str], behind: Sequence[str]) -> tuple[str, str]:
    """Return what stands directly before and behind a value on all examples, cut to labels.

    ``before`` and ``behind`` are the texts beside the value, one of each example. What they share may hold
    values that the examples share: 来源：新华网 before 作者：, and 李 behind it.
    Digits are a date or a count. So the first text begins with the last label, and the second one ends with
    the first label or, without a colon, with a whole word.
    """
    lead = _DIGIT.split(_common([text[::-1] for text in before])[::-1])[-1]
    tail = _DIGIT.split(_common(behind))[0]
    return _last_label(lead), _first_label(tail, behind)


def _last_label(lead: str) -> str:
    if label := _LAST_LABEL.search(lead):
        return label[0]
    # Behind a colon stands a value of another label.
    *labels, rest = _COLON.split(lead)
    return rest.lstrip().partition(" ")[2] if labels else rest


def _first_label(tail: str, behind: Sequence[str]) -> str:
    if colon := _COLON.search(tail):
        return tail[: colon.end()]
    is_whole = all(text == tail or not text[len(tail)].isalnum() for text in behind)
    return tail if is_whole else tail[: len(tail) - len(re.split(r"\W", tail)[-1])]


def _common(texts: Sequence[str]) -> str:
    """Common beginning of some texts."""
    low, high = min(texts), max(texts)
    n = next((i for i, letter in enumerate(low) if letter != high[i]), len(low))
    return low[:n]
