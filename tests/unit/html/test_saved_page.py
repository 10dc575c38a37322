"""Pages that browsers save, as one file or with a comment that has their URL."""

from __future__ import annotations

import base64
import pickle
import plistlib
import quopri

import pytest

import maintext
from maintext.errors import NotHtmlError
from maintext.html import decode, parse
from maintext.html.saved_page import read_saved_page

PAGE = "<title>老桥</title><h1>老桥修缮完工</h1><p>历时两年的修缮工程于昨日完工。</p><a href='/b'>另一页</a>"
URL = "https://news.example.org/a/1"


def saved(body: bytes, kind: str, coding: str, *, location: str = URL, line: str = "\r\n") -> bytes:
    """Write an MHTML file with a picture before the page."""
    head = ["From: <Saved by a browser>", "MIME-Version: 1.0", "Content-Type: multipart/related;",
            '\ttype="text/html"; boundary="--part"', ""]  # fmt: skip
    picture = ["----part", "Content-Type: image/png", "Content-Transfer-Encoding: base64", "", "iVBORw0KGgo="]
    page = ["----part", f"Content-Type: {kind}", f"Content-Transfer-Encoding: {coding}",
            f"Content-Location: {location}", "", body.decode("latin-1"), "----part--", ""]  # fmt: skip
    return line.join([*head, *picture, *page]).encode("latin-1")


@pytest.mark.parametrize("line", ["\r\n", "\n"])
@pytest.mark.parametrize(
    "data",
    [
        (quopri.encodestring(PAGE.encode()), "text/html", "quoted-printable"),
        (base64.encodebytes(PAGE.encode("gbk")), 'text/html; charset="gb2312"', "base64"),
        (PAGE.encode(), "text/html; charset=utf-8", "8bit"),
    ],
)
def test_the_page_in_it_is_read_with_its_encoding_and_url(data: tuple[bytes, str, str], line: str) -> None:
    document = maintext.extract(saved(*data, line=line))
    assert document.title == "老桥修缮完工"
    assert "历时两年的修缮工程于昨日完工。" in document.text
    assert document.page.url == URL
    assert decode(saved(*data, line=line)).text.startswith(PAGE)


def web_archive(**values: object) -> bytes:
    """Write a file as Safari does, with a script next to the page."""
    script = {"WebResourceData": b"write('<p>Buy now!</p>')", "WebResourceMIMEType": "text/javascript"}
    resources = {"WebMainResource": values, "WebSubresources": [script]}
    return plistlib.dumps(resources, fmt=plistlib.FMT_BINARY, sort_keys=False)


def test_a_web_archive_of_safari_has_its_page_with_encoding_and_url() -> None:
    data = web_archive(
        WebResourceData=PAGE.encode("gbk"), WebResourceTextEncodingName="GBK", WebResourceURL=URL,
        WebResourceMIMEType="text/html",
    )  # fmt: skip
    page = parse(data)
    assert (page.url, page.encoding) == (URL, "gbk")
    assert decode(data).text == PAGE


@pytest.mark.parametrize(
    "data", [web_archive(WebResourceURL=URL), b"bplist00" + bytes(99), b"bplist00<p>text"]
)
def test_a_property_list_without_a_page_is_refused(data: bytes) -> None:
    with pytest.raises(NotHtmlError, match="property list"):
        parse(data)


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_message_of_one_part_is_a_page(mark: bytes) -> None:
    lines = ["ARC-Seal: i=1; " + "s" * 20_000, "Content-Type: text/html; charset=utf-8",
             "Content-Transfer-Encoding: quoted-printable", "", ""]  # fmt: skip
    message = "\r\n".join(lines).encode() + quopri.encodestring(PAGE.encode())
    assert decode(mark + message).text.strip() == PAGE


@pytest.mark.parametrize("url", [None, "https://other.example.org/"])
def test_the_encoding_that_is_given_is_that_of_the_page_in_it(url: str | None) -> None:
    data = saved(base64.encodebytes(PAGE.encode("gbk")), "text/html; charset=big5", "base64")
    page = parse(data, url, encoding="gb18030")
    assert page.text == parse(PAGE).text
    assert (page.url, page.encoding, page.encoding_source) == (url or URL, "gb18030", "given")


def test_a_url_that_is_given_counts() -> None:
    page = parse(saved(PAGE.encode(), "text/html", "8bit"), "https://other.example.org/")
    assert page.url == "https://other.example.org/"
    assert "老桥" in page.text
    assert parse(saved(PAGE.encode(), "text/html", "8bit", location="file:///a.html")).url is None


@pytest.mark.parametrize(
    "data",
    [
        PAGE.encode(),
        b"Content-Type: text/html\r\n\r\n<p>a page saved with its head</p>",
        saved(b"a,b", "text/csv", "8bit"),
        b"Note: multipart/related is a type.\n\n<p>text</p>",
        b"",
    ],
)
def test_other_files_are_none(data: bytes) -> None:
    assert read_saved_page(data) is None


def test_a_file_in_it_that_is_no_page_is_an_error() -> None:
    with pytest.raises(NotHtmlError, match="PNG"):
        parse(saved(base64.encodebytes(b"\x89PNG\r\n\x1a\n"), "text/html", "base64"))


COMMENTS = {
    "browsers": f"<!-- saved from url=(0033){URL} -->",
    "SingleFile": f"<!--\n Page saved with SingleFile \n url: {URL} \n saved date: Sun Nov 29 2026\n-->",
    "monolith": f"<!-- Saved from {URL} at 2026-11-29T10:00:00Z using monolith v2.8.1 -->",
    "HTTrack": "<!-- Mirrored from news.example.org/a/1 by HTTrack Website Copier/3.x [XR&CO'2014] -->",
}


@pytest.mark.parametrize("comment", COMMENTS)
def test_the_url_in_a_comment_of_a_saved_page_is_read_and_links_stay_those_to_its_files(comment: str) -> None:
    picture = "<img src='./1_files/b.jpg' width=400 height=300>"
    html = f"<!DOCTYPE html>\n{COMMENTS[comment]}\n{PAGE}<p>Die Brücke. {picture}</p>"
    document = maintext.extract(html)
    assert document.url == URL
    assert [image["url"] for image in document.to_dict()["images"]] == ["./1_files/b.jpg"]
    assert pickle.loads(pickle.dumps(document.page)).is_saved  # noqa: S301 - made here
    assert maintext.extract(html, "").url == URL
    assert maintext.extract(html, "https://other.example.org/").url == "https://other.example.org/"


@pytest.mark.parametrize(
    "comment",
    ["<!-- saved from url=(0014)about:internet -->", "<!-- saved from url=(0018)file:///home/a.html -->",
     f"<p>The line saved from {URL} is text.</p>", f"<!-- Photos saved from the archive, see {URL} -->"],
)  # fmt: skip
def test_other_comments_state_no_url(comment: str) -> None:
    assert maintext.extract(f"{comment}{PAGE}").url is None
