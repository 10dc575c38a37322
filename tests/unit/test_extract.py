from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from maintext.api import extract, select
from maintext.classify.methods import Method
from maintext.classify.methods.catalogue import METHODS
from maintext.document import Document
from maintext.errors import InputError, MethodError, NotHtmlError, OptionError, PageTooLargeError
from maintext.html import Page, parse
from maintext.options import DEFAULT_METHOD, NoOptions, Options
from maintext.selection import Selection

PAGE = "<nav><a href=/>Home</a></nav><p>One sentence of text, and another one.</p>"


# -- input --------------------------------------------------------------------------------------------


def test_text_is_read() -> None:
    assert extract("<p>中文</p>", method="all_text").text == "中文"


def test_bytes_are_decoded() -> None:
    assert extract("<meta charset=big5><p>中文</p>".encode("big5"), method="all_text").text == "中文"


def test_the_encoding_can_be_given() -> None:
    assert extract("<p>中文</p>".encode("gbk"), encoding="gbk", method="all_text").text == "中文"


def test_the_charset_of_the_header_counts() -> None:
    doc = extract("<p>中文</p>".encode("gbk"), http_charset="gbk", method="all_text")
    assert (doc.text, doc.page.encoding_source) == ("中文", "http")


def test_an_encoding_for_text_is_an_error() -> None:
    with pytest.raises(OptionError, match="encoding is for bytes"):
        extract("<p>text</p>", encoding="gbk")


@pytest.mark.parametrize("value", [None, 1, ["<p>"], bytearray(b"<p>"), Path("page.html")])
def test_input_of_another_type_is_an_error_that_says_what_to_pass(value: Any) -> None:
    with pytest.raises(OptionError, match=r"html must be bytes or str, not .*; pass .*read_bytes"):
        extract(value)


def test_another_kind_of_file_is_an_error_with_the_url() -> None:
    with pytest.raises(NotHtmlError, match="PDF") as caught:
        extract(b"%PDF-1.7 ...", "http://example.org/x.pdf")
    assert caught.value.url == "http://example.org/x.pdf"


def test_a_page_that_is_too_large_is_an_error() -> None:
    with pytest.raises(PageTooLargeError, match="max_bytes"):
        extract(PAGE, max_bytes=10)


@pytest.mark.parametrize("markup", ["", "\x00", "<", "</", "<!", "&#", "<p", "\ud800", b"\xff\xfe", b"\x80"])
def test_bad_html_is_no_error(markup: bytes | str) -> None:
    assert isinstance(extract(markup), Document)


# -- options ------------------------------------------------------------------------------------------


def test_the_default_method() -> None:
    assert extract(PAGE).method == DEFAULT_METHOD


def test_options_by_name() -> None:
    doc = extract(PAGE, method="paragraphs", links=False)
    assert doc.options == Options(method="paragraphs", links=False)


def test_options_as_a_value() -> None:
    options = Options(method="all_text", tables=False)
    assert extract(PAGE, options=options).options is options


def test_options_by_name_change_the_value() -> None:
    doc = extract(PAGE, options=Options(method="all_text", tables=False), method="paragraphs")
    assert doc.options == Options(method="paragraphs", tables=False)


def test_options_as_a_dict_are_told_their_place() -> None:
    with pytest.raises(OptionError, match=r"options must be Options, not dict: .*Options\(\*\*values\)"):
        extract(PAGE, options={"links": False})  # type: ignore[arg-type]


@pytest.mark.parametrize("path", ["../a/page.html", "页面.HTM\n", r"C:\pages\a.mhtml"])
def test_the_path_of_a_file_is_no_page(path: str) -> None:
    with pytest.raises(InputError, match="the path of a file, not a page"):
        extract(path)
    assert extract(f"see {path.strip()}", method="all_text").text == f"see {path.strip()}"


def test_an_unknown_option_is_an_error_with_the_nearest_name() -> None:
    with pytest.raises(OptionError, match=r"unknown option 'link' for Options; did you mean 'links'\?"):
        extract(PAGE, link=False)  # type: ignore[call-arg]


def test_an_option_of_a_wrong_type_is_an_error() -> None:
    with pytest.raises(OptionError, match="links must be of type bool, not 'no'"):
        extract(PAGE, links="no")  # type: ignore[arg-type]


def test_an_unknown_method_is_an_error() -> None:
    with pytest.raises(OptionError, match="unknown method 'paragraf'; did you mean 'paragraphs'"):
        extract(PAGE, method="paragraf")


# -- select -------------------------------------------------------------------------------------------


def test_select_runs_one_method() -> None:
    selection = select(parse(PAGE), "paragraphs")
    assert (selection.method, int(selection.keep.sum())) == ("paragraphs", 1)


def test_select_runs_the_default_method_when_none_is_named() -> None:
    assert select(parse(PAGE)).method == DEFAULT_METHOD


def test_options_of_the_method_can_be_changed() -> None:
    page = parse("\n".join(["<p>A line of text</p>"] * 30))
    assert not select(page, "html2article").keep.any()
    assert select(page, "html2article", {"limit_count": 50}).keep.any()


def test_an_unknown_option_of_the_method_is_an_error() -> None:
    with pytest.raises(OptionError, match=r"unknown option 'dept' .* did you mean 'depth'"):
        select(parse(PAGE), "html2article", {"dept": 1})


# -- methods that break their contract ----------------------------------------------------------------


def with_keep(page: Page, keep: np.ndarray) -> Selection:
    return Selection(
        method="broken",
        keep=keep,
        score=np.full(len(page), np.nan, dtype=np.float32),
        reason=np.full(len(page), -1, dtype=np.int16),
        reasons=(),
    )


def register(monkeypatch: pytest.MonkeyPatch, keep: Any, *, reads_hidden: bool = False) -> None:
    """Register a method that keeps what ``keep(page)`` says."""

    def function(page: Page, _: NoOptions) -> Selection:
        return with_keep(page, keep(page))

    words = "Broken."
    method = Method(
        id="broken",
        title=words,
        title_zh=words,
        source=words,
        idea=words,
        function=function,
        reads_hidden=reads_hidden,
    )
    monkeypatch.setitem(METHODS, "broken", method)


def test_a_method_that_keeps_hidden_text_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, lambda page: page.is_text)
    with pytest.raises(MethodError, match="'broken' kept rows that are not visible text") as caught:
        extract("<p hidden>one</p>", "http://example.org/", method="broken")
    assert (caught.value.url, caught.value.stage) == ("http://example.org/", "select")


def test_a_method_that_says_so_may_keep_hidden_text(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, lambda page: page.is_text, reads_hidden=True)
    doc = extract("<p hidden>one <b>two</b></p>", method="broken")
    assert (doc.text, doc.markdown, doc.html) == ("one two", "one **two**", "<p>one <b>two</b></p>")


def test_a_method_that_keeps_elements_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, lambda page: ~page.is_text)
    with pytest.raises(MethodError, match="broken"):
        extract("<p>one</p>", method="broken")


def test_a_selection_of_the_wrong_length_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, lambda page: page.is_text[:-1])
    with pytest.raises(MethodError, match="broken"):
        extract("<p>one</p>", method="broken")


def test_a_method_that_keeps_visible_text_is_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, lambda page: page.is_text & ~page.is_hidden)
    assert extract("<p>one</p><p hidden>two</p>", method="broken").text == "one"


# -- what is no page, and what is no time ----------------------------------------------------------------


@pytest.mark.parametrize("address", ["https://example.org/", " HTTP://example.org/a?b=c\n"])
def test_an_address_is_no_page(address: str) -> None:
    with pytest.raises(InputError, match=r"maintext\.net\.fetch"):
        extract(address)


def test_a_page_may_consist_of_an_address_and_words() -> None:
    assert extract("see https://example.org/").text == "see https://example.org/"


def test_a_time_of_fetching_that_is_none_is_an_error() -> None:
    with pytest.raises(OptionError, match="datetime"):
        extract("<p>3 hours ago</p>", fetched="2024-05-01")  # type: ignore[arg-type]


def test_an_address_that_is_no_text_is_an_error() -> None:
    with pytest.raises(OptionError, match="url must be str"):
        extract("<p>text</p>", b"http://example.org/")  # type: ignore[arg-type]
