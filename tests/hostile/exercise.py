"""What is done with a hostile input, and what must hold."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from tests.hostile.forms import DOCUMENT_FORMS, INPUT_FORMS, REFUSED, document_of
from tests.hostile.structures import LISTINGS

if TYPE_CHECKING:
    from tests.hostile.inputs import HostileInput

__all__ = ["ALL_FORMS", "exercise", "forms_of", "signature"]

ALL_FORMS = frozenset({*DOCUMENT_FORMS, *INPUT_FORMS})
"""What can be asked beyond the text, by name."""

# One input of so many is asked for a form: the costly ones are asked seldom.
_EVERY = {
    "markdown": 3, "html": 4, "json": 5, "tei": 7, "trace": 11, "offsets": 11, "items": 2, "posts": 2,
    "wrapper": 4, "listed": 5, "crawl": 13, "run": 17, "learn": 61, "rules": 31, "again": 19, "methods": 101,
    "gne": 29, "magic_html": 23, "newspaper": 23, "readability": 29, "trafilatura": 29,
}  # fmt: skip


def forms_of(given: HostileInput) -> frozenset[str]:
    """Return what to ask of an input: the costly forms of a share only, of its own kind each time."""
    own = {"listed"} if given.kind in LISTINGS else {"rules"} if given.kind == "rules" else set()
    return frozenset(own | {form for form, n in _EVERY.items() if given.number % n == 0})


def exercise(given: HostileInput, forms: frozenset[str] | None = None) -> None:
    """Extract an input and ask for some forms; an :class:`maintext.InputError` is a good answer.

    Raises
    ------
    Exception
        Anything else: a bug of the package, or an assertion of ``forms.py``.
    """
    forms = forms_of(given) if forms is None else forms
    for form in sorted(forms & INPUT_FORMS.keys()):
        try:
            INPUT_FORMS[form](given)
        except REFUSED:
            continue
    try:
        document = document_of(given)
    except REFUSED:
        return
    document.text.encode()
    for form in sorted(forms & DOCUMENT_FORMS.keys()):
        DOCUMENT_FORMS[form](given, document)


def signature(error: BaseException) -> str:
    """What makes two failures the same one: the type, and the last place of ours."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "maintext" in frame.filename] or frames
    return f"{type(error).__name__} at {Path(ours[-1].filename).name}:{ours[-1].lineno} {ours[-1].name}"
