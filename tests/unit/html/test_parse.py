"""From input to page: what is kept, and that no input is too bad."""

from __future__ import annotations

import contextlib
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext.errors import NotHtmlError, OptionError, PageTooLargeError
from maintext.html import DataScript, parse
from maintext.options import Options

PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01"

HOSTILE = {
    "nested divs": "<div>" * 50_000 + "text",
    "nested inline": "<b>" * 50_000 + "text",
    "nested formatting": "<p>" + "<a href=x><b><i><font>" * 500 + "<p>text" * 20,
    "nested tables": "<table><tr><td>" * 2000 + "text",
    "attributes": "<p " + " ".join(f"a{i}=x" for i in range(50_000)) + ">text",
    "long line": "text " * 200_000,
    "long word": "<p>" + "t" * 1_000_000 + "<p>text",
    "long attribute": f"<p title='{'x' * 1_000_000}'>text",
    "long tag name": f"<{'x' * 500_000}>text",
    "many line breaks": "<br>" * 50_000 + "text",
    "many entities": "text" + "&amp;&#13;" * 50_000,
    "many comments": "<!-- -->" * 50_000 + "text",
    "open angle brackets": "text" + "<" * 100_000,
    "end tags": "</p>" * 50_000 + "text",
    "quotes": "text <a b=" + "\"'" * 50_000,
    "comment openers": "text" + "<!--" * 50_000,
    "NULs": "<p>" + "\x00" * 50_000 + "text",
    "lone surrogates": "\ud800\udfff" * 50_000 + "text",
    "a formula in an element of no name": "<a\ud800><script type=math/tex>x</script></a\ud800>text",
}


@pytest.mark.parametrize("markup", ["<p>text", "<p>caf\u00e9 text", "<p>\u4e2d text", "<p>\ud800 text"])
def test_text_of_a_subclass_is_read_as_text(markup: str) -> None:
    class Markup(str):
        """As lxml, NumPy and Jinja have."""

        __slots__ = ()

    assert parse(Markup(markup)).text == parse(markup).text


@pytest.mark.parametrize("markup", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_markup_keeps_its_text(markup: str) -> None:
    started = time.process_time()
    assert "text" in parse(markup).text
    assert time.process_time() - started < 5


@pytest.mark.parametrize("markup", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_markup_can_be_asked_everything(markup: str) -> None:
    page = parse(markup)
    assert not len(page.attribute("\ud800").row)
    row = len(page) // 2
    assert len(page.is_hidden) == len(page.is_link) == len(page)
    assert page.attributes(row) is not None
    assert isinstance(page.name(row) + page.row_text(row), str)


@pytest.mark.parametrize(
    "markup",
    [
        "<",
        "<p",
        "<p a",
        "<p a=",
        "<p a='",
        "</",
        "</p",
        "<!",
        "<!-",
        "<!--",
        "<?",
        "&",
        "&#",
        "&#x",
        "<![CDATA[",
    ],
)
def test_truncated_markup_gives_a_page(markup: str) -> None:
    assert parse("text" + markup).text.startswith("text")


@pytest.mark.parametrize("markup", ["", b"", " ", b"\xef\xbb\xbf", "\ufeff"])
def test_nothing_gives_a_page(markup: str | bytes) -> None:
    assert parse(markup).n_chars.sum() == 0


@settings(max_examples=60)
@given(st.binary(max_size=200))
def test_any_bytes_give_a_page_or_are_refused(data: bytes) -> None:
    with contextlib.suppress(NotHtmlError):
        assert len(parse(data)) >= 3


# -- where a page comes from --------------------------------------------------------------------------


def test_text_has_no_encoding() -> None:
    page = parse("<p>a", "http://a.example/")
    assert (page.url, page.encoding, page.encoding_source) == ("http://a.example/", None, None)


def test_bytes_have_the_encoding_that_was_found() -> None:
    page = parse("<meta charset=gbk><p>你好".encode("gbk"))
    assert (page.text, page.encoding, page.encoding_source) == ("你好", "gbk", "meta")


def test_the_header_of_the_response_counts() -> None:
    page = parse("<p>你好".encode("gbk"), http_charset="gb2312")
    assert (page.text, page.encoding, page.encoding_source) == ("你好", "gb2312", "http")


def test_a_given_encoding_wins() -> None:
    page = parse("<meta charset=big5><p>你好".encode("gbk"), encoding="GBK", http_charset="utf-8")
    assert (page.text, page.encoding, page.encoding_source) == ("你好", "gbk", "given")


@pytest.mark.parametrize("encoding", ["cp936", "hz", "utf-16-le", "UTF16"])
def test_a_given_encoding_may_have_the_name_that_python_and_windows_know(encoding: str) -> None:
    mark = "\ufeff" if encoding == "utf-16-le" else ""
    page = parse(f"{mark}<p>你好".encode(encoding), encoding=encoding)
    assert (page.text, page.encoding, page.encoding_source) == ("你好", encoding.lower(), "given")


@pytest.mark.parametrize("encoding", ["", "nonsense", "a\0b", "rot13"])
@pytest.mark.parametrize("html", [b"<p>a", b""])
def test_an_unknown_encoding_is_an_error(encoding: str, html: bytes) -> None:
    with pytest.raises(OptionError, match="gb18030"):
        parse(html, encoding=encoding)


@pytest.mark.parametrize("html", [None, 1, ["<p>"], bytearray(b"<p>")])
def test_other_types_are_an_error(html: Any) -> None:
    with pytest.raises(OptionError, match=type(html).__name__):
        parse(html)


def test_another_file_is_an_error() -> None:
    with pytest.raises(NotHtmlError, match="PNG"):
        parse(PNG)


def test_more_bytes_than_the_limit_is_an_error() -> None:
    with pytest.raises(PageTooLargeError, match="max_bytes"):
        parse(b"x" * 11, "http://a.example/", options=Options(max_bytes=10))


def test_as_many_bytes_as_the_limit_is_fine() -> None:
    assert parse("x" * 10, options=Options(max_bytes=10)).text == "x" * 10


# -- scripts ------------------------------------------------------------------------------------------


def test_scripts_with_data_are_kept() -> None:
    page = parse(
        '<script type=\'application/LD+JSON\'>{"a": "<p>&amp;"}</script><script id=__NEXT_DATA__>{}</script>'
        "<body><script type=application/json id=x>[1]</script>"
    )
    assert page.scripts == (
        DataScript("application/ld+json", "", '{"a": "<p>&amp;"}'),
        DataScript("", "__NEXT_DATA__", "{}"),
        DataScript("application/json", "x", "[1]"),
    )


def test_scripts_with_code_are_not() -> None:
    assert parse("<script>var json;</script><script type=module src=a.js></script>").scripts == ()


def test_records_of_a_list_in_xml_are_shown() -> None:
    records = "".join(
        f"<record><![CDATA[<li><a href=/{i}>雨{i}</a><style>x</style></li>]]></record>" for i in range(3)
    )
    more = "<nextgroup><![CDATA[<a href=/more></a>]]></nextgroup>"
    page = parse(f"<ul><script type=text/xml><datastore>{more}{records}</datastore></script></ul>")
    assert page.data.count(b"<ul><li><a href=") == 1
    assert (page.text, page.is_tag(("li",)).sum()) == ("雨0雨1雨2", 3)
    assert page.json_scripts == (DataScript("", "", '"<a href=/more></a>"', "nextgroup"),)
    assert parse(f"<script type=text/xml>{'<record><![CDATA[<p>a' * 50_000}</script>b").text == "b"
    assert parse("<p>a<script type=text/xml><nextgroup><![CDATA[]]></script>").json_scripts == ()


def test_scripts_styles_and_drawings_are_no_text() -> None:
    page = parse("a<script>b</script><style>c</style><svg><text>d</text></svg>e")
    assert page.text == "ae"


def test_addresses_hidden_from_robots_are_shown() -> None:
    code = "42" + "".join(f"{byte ^ 0x42:02x}" for byte in b"ann@example.org")
    hidden = f'<span class="__cf_email__" data-cfemail="{code}">[email&#160;protected]</span>'
    link = '<a href="/cdn-cgi/l/email-protection{}">{}</a>'
    page = parse(f"<p>{hidden}, {link.format('', hidden)}, {link.format(f'#{code}', 'Ann')}</p>")
    assert page.text == "ann@example.org, ann@example.org, Ann"
    assert page.data.count(b'href="mailto:ann@example.org"') == 2
    assert parse(f"<p>{hidden}</p>").text == "ann@example.org"
    broken = hidden.replace(code, "42zz")
    assert parse(f"{link.format('', broken)}").text == "[email\xa0protected]"


def test_an_article_that_waits_for_its_script_is_shown() -> None:
    page = parse("<div id=js_content style='visibility: hidden; opacity: 0'><p>a<p hidden>b</div>")
    assert page.is_hidden[page.is_text].tolist() == [False, True]


def test_comments_and_instructions_are_no_text() -> None:
    page = parse("<!doctype html><!-- a --><?b?>c<!-- <p> -->d")
    assert (page.text, b"<!" in page.data, b"<?" in page.data) == ("cd", False, False)


def test_an_element_with_a_comment_alone_is_written_as_one_without_content() -> None:
    assert parse("<p><!-- a --><p><!-- b -->c<!-- d --></p>").data.endswith(b"<p/><p>c</p></body></html>")
