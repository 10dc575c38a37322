"""What is done with a hostile page, and what must hold."""

from __future__ import annotations

import json
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from tests.twins import numpy_twins

import maintext
from maintext.kernel import in_use

if TYPE_CHECKING:
    from tests.hostile.inputs import HostileInput

__all__ = ["ALL_FORMS", "exercise", "signature"]

ALL_FORMS = frozenset({"markdown", "json", "more", "twins", "again", "methods"})
"""What can be asked beyond the text: Markdown and HTML; all fields; TEI, offsets and trace; the same from the
numpy twins; the same a second time; every method."""

_URL = "https://www.example.org/a/2024-05-06/story.html"


def forms_of(number: int) -> frozenset[str]:
    """What to ask of the input with a number: the dear forms of a share only."""
    every = {"markdown": 4, "json": 8, "twins": 11, "more": 17, "again": 19, "methods": 101}
    return frozenset(form for form, n in every.items() if number % n == 0)


def exercise(given: HostileInput, forms: frozenset[str] | None = None) -> None:
    """Extract a page in some forms.

    Raises
    ------
    Exception
        Anything but an :class:`maintext.InputError`: a bug of the package, or an assertion of this file.
    """
    forms = forms_of(given.number) if forms is None else forms
    try:
        document = maintext.extract(given.html, _URL, http_charset=given.http_charset)
    except maintext.InputError:
        return
    assert isinstance(document.text, str)
    if "markdown" in forms:
        assert isinstance(document.markdown, str)
        assert isinstance(document.html, str)
    if "json" in forms:
        json.loads(document.to_json())
    if "more" in forms:
        _more(document, given)
    if "twins" in forms and in_use() == "compiled":
        _twins(document, given)
    if "again" in forms:
        again = maintext.extract(given.html, _URL, http_charset=given.http_charset)
        assert again.to_json() == document.to_json(), "another result the second time"
    if "methods" in forms:
        for method in maintext.catalogue():
            assert maintext.select(document.page, method.id).keep.shape == (len(document.page),)


def _more(document: maintext.Document, given: HostileInput) -> None:
    assert document.tei.startswith("<TEI")
    assert len(document.trace()) == np.count_nonzero(document._main[0].n_chars > 0)
    if isinstance(given.html, str):
        document.offsets(given.html)


def _twins(document: maintext.Document, given: HostileInput) -> None:
    with numpy_twins():
        twin = maintext.extract(given.html, _URL, http_charset=given.http_charset)
        assert len(twin.page) == len(document.page), "the twins disagree on the rows"
        assert twin.page.text == document.page.text, "the twins disagree on the text"
        assert np.array_equal(twin.selection.keep, document.selection.keep), (
            "the twins disagree on the selection"
        )


def signature(error: BaseException) -> str:
    """What makes two failures the same one: the type, and the last place of ours."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "maintext" in frame.filename] or frames
    return f"{type(error).__name__} at {Path(ours[-1].filename).name}:{ours[-1].lineno} {ours[-1].name}"
