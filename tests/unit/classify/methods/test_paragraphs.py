from __future__ import annotations

from maintext.api import extract


def kept(markup: str) -> str:
    return extract(markup, method="paragraphs").text


def test_the_text_of_all_p_elements_is_kept() -> None:
    assert kept("<h1>head</h1><p>one</p><div>two</div><p>three</p>") == "one\n\nthree"


def test_p_elements_with_attributes_count() -> None:
    assert kept('<p class="lead">one</p>') == "one"


def test_unclosed_p_elements_count() -> None:
    assert kept("<div>menu</div><p>one<p>two") == "one\n\ntwo"


def test_elements_inside_a_paragraph_are_kept() -> None:
    assert kept("<p>one <a href=/><b>two</b></a></p>") == "one two"


def test_hidden_paragraphs_are_not_kept() -> None:
    assert kept("<p>one</p><p style='display:none'>two</p>") == "one"


def test_a_chinese_page_with_line_breaks_for_paragraphs_has_none() -> None:
    assert kept("<div>　　新华网北京电<br><br>　　会议指出，改革开放。</div>") == ""


def test_the_reasons() -> None:
    rows = extract("<p>one</p><div>two</div>", method="paragraphs").trace()
    assert [row.reason for row in rows] == ["inside a <p>", "outside any <p>"]
