"""Links without an end tag: where they end, and what stays as it is."""

from __future__ import annotations

import time

import pytest
from tests.hostile.machine import slowness

from maintext import extract
from maintext.html import Page, parse
from maintext.html.open_links import end_links

BODY = "<p>The bridge was closed at noon.<p>It opens again on Monday."


def linked(markup: str) -> list[str]:
    """Return the texts in links, each with the address of its link."""
    page: Page = parse(markup)
    return [page.row_text(row).strip() for row in (page.is_link & (page.n_chars > 0)).nonzero()[0].tolist()]


@pytest.mark.parametrize(
    ("menu", "texts"),
    [
        ("<ul><li><a href=/1>One</a></li><li><a href=/2>Two</li></ul>", ["One", "Two"]),
        ("<ul><li><a href=/1>One</li><li><a href=/2>Two</a></li></ul>", ["One", "Two"]),
        ("<div><a href=/1>One<div>and more</div></div>", ["One"]),
        ("<a href=/1>One <b>and two</b><br>", ["One", "and two"]),
        ("<div><a href=/1><img src=x alt=''></div><a href=/2>Two</div>", ["Two"]),
        ("<td><a href=/1><div>A card</div><div>its text</div></td>", ["A card"]),
        ("<A HREF='/1' title='a > b'>One</LI>", ["One"]),
        ("<div><a href=/1>One</div><!-- </a> --><script>'</a>'</script>", ["One"]),
    ],
)
def test_a_link_without_an_end_tag_ends_at_the_block_after_its_text(menu: str, texts: list[str]) -> None:
    assert linked(menu + BODY) == texts


@pytest.mark.parametrize(
    "markup",
    [
        "<a href=/1><div><h3>A card</h3><p>its text</p></div></a>",
        "<a href=/1><div>A card <a href=/2>with a tag</a></div></a>",
        "<ul><li><a href=/1>One</a></li></ul></a>",
        "<a name=top>" + BODY,
        "<script>x = '<a href=/1><p>'</script><!-- <a href=/1> -->",
        "<a href=/1>One <a href=/2>Two</a>",
    ],
)
def test_other_markup_stays_as_it_is(markup: str) -> None:
    assert end_links(markup) == markup


@pytest.mark.parametrize(
    "markup",
    [
        "<a href=x>" * 50_000,
        "<a href=x><p>" * 50_000,
        "<a href=x>" + "<p>" * 50_000,
        "<a href=x><p " + ">" * 100_000,
        "<a href=x><p>" + " " * 200_000,
        "<a " * 50_000 + '"',
        "<a href=x>" + "<p '\"" * 50_000,
        "<a href=x>" + "<!--" * 50_000,
        "<a href=x>" + "<script " * 50_000,
        "<a href=x>" + "<textarea " * 50_000,
    ],
)
def test_the_time_is_linear(markup: str) -> None:
    started = time.process_time()
    end_links(markup)
    # .2 s on a quiet core; what grows with the square takes minutes.
    assert time.process_time() - started < slowness()


XHTML = "<?xml version='1.0'?>\n<!DOCTYPE html><html lang='en' xmlns='http://www.w3.org/1999/xhtml'>"
EMPTY = "<head><title/><script src='a>b.js' /><style/></head><body><iframe src=\"https://a.example/x\"/>"


@pytest.mark.parametrize("head", [XHTML, XHTML.partition("\n")[2], XHTML.rpartition("html>")[2]])
def test_empty_elements_of_xhtml_end(head: str) -> None:
    page = parse(f"{head}{EMPTY}{BODY}")
    assert page.text == BODY.replace("<p>", "")


def test_a_frame_that_ends_in_itself_takes_no_more_than_the_noscript_around_it() -> None:
    source = f'<body><noscript><iframe src="/ns?id=1" height="0" style="display: none" /></noscript>{BODY}'
    assert parse(source).text == BODY.replace("<p>", "")
    found = extract(source, method="all_text").offsets(source)
    ends = zip(found.source_start, found.source_end, strict=True)
    assert [source[start:end] for start, end in ends] == BODY.split("<p>")[1:]
    assert parse(source.replace("noscript", "div")).text.startswith("</div>")  # as in a browser


def test_text_after_empty_elements_of_xhtml_is_found_in_the_source() -> None:
    source = f"{XHTML}{EMPTY}{BODY}"
    found = extract(source, method="all_text").offsets(source)
    ends = zip(found.source_start, found.source_end, strict=True)
    assert [source[start:end] for start, end in ends] == BODY.split("<p>")[1:]


@pytest.mark.parametrize("before", ["", "<!doctype html><html>", "<?xml version='1.0'?><html>"])
def test_empty_elements_of_html_are_start_tags(before: str) -> None:
    assert parse(f"{before}<script src='a.js' />{BODY}").text == ""
