"""What to do on a page in the browser before it is read, as lines of text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from maintext.errors import OptionError

__all__ = ["STEP_FORMS", "PageStep", "parse_steps"]

STEP_FORMS = {
    "click": "click SELECTOR",
    "dismiss": "dismiss SELECTOR",
    "hover": "hover SELECTOR",
    "fill": "fill SELECTOR = TEXT",
    "choose": "choose SELECTOR = OPTION",
    "press": "press KEY",
    "wait": "wait SELECTOR, or wait SECONDS",
    "scroll": "scroll TIMES",
}
"""Form of each step. ``dismiss`` clicks an element if it is there; every other step needs its element."""

_VALUED = frozenset({"fill", "choose"})
_SECONDS = re.compile(r"\d{1,4}(?:\.\d{1,3})?")


@dataclass(frozen=True, slots=True)
class PageStep:
    """One step: what is done, to which element, with which value."""

    action: str  # a key of STEP_FORMS
    target: str  # selector, key, or number
    value: str = ""  # text to fill in, or option to choose

    @property
    def seconds(self) -> float | None:
        """Seconds of a wait for nothing else; ``None`` for other steps."""
        return float(self.target) if self.action == "wait" and _SECONDS.fullmatch(self.target) else None

    def __str__(self) -> str:
        return f"{self.action} {self.target} = {self.value}" if self.value else f"{self.action} {self.target}"


def parse_steps(lines: tuple[str, ...]) -> tuple[PageStep, ...]:
    """Parse steps such as ``fill #q = chairs``.

    Raises OptionError: a line is no step; the message lists the forms.
    """
    return tuple(map(_parse_step, lines))


def _parse_step(line: str) -> PageStep:
    action, _, rest = line.strip().partition(" ")
    target, equals, value = rest.strip(), "", ""
    if action in _VALUED:
        # A selector may hold an equals sign in brackets; that of the step has spaces around it.
        target, equals, value = (part.strip() for part in target.partition(" = "))
    is_number = action != "scroll" or target.isdecimal()
    if action not in STEP_FORMS or not target or (action in _VALUED and not equals) or not is_number:
        raise OptionError(f"{line!r} is not a step; write one of: {'; '.join(STEP_FORMS.values())}")
    return PageStep(action, target, value)
