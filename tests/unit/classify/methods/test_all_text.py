from __future__ import annotations

from maintext.api import extract
from maintext.document import Document


def kept(markup: str) -> Document:
    return extract(markup, method="all_text")


def test_every_visible_text_is_kept() -> None:
    assert kept("<nav>menu</nav><p>one</p><footer>end</footer>").text == "menu\n\none\n\nend"


def test_hidden_text_is_not_kept() -> None:
    assert kept("<title>t</title><p>one<span hidden>two</span></p><noscript>three</noscript>").text == "one"


def test_the_reason_of_a_kept_text() -> None:
    assert [(row.text, row.reason) for row in kept("<p>one</p>").trace()] == [("one", "visible text")]


def test_the_reason_of_a_hidden_text() -> None:
    assert [row.reason for row in kept("<p hidden>one</p>").trace()] == ["hidden from readers"]
