"""The HTML output runs nothing: vectors by kind, generated markup, and the rules for values."""

from __future__ import annotations

import re

import pytest
from tests.each import each
from tests.generated import everything
from tests.xss import VECTORS, dangers, generated_fragment

from maintext.html import parse
from maintext.html.parser import sanitised
from maintext.options import Options
from maintext.render import render_html
from maintext.render.html import ATTRIBUTES, TAGS, _attribute_writer, _build_policy, _check_url, chosen_value
from maintext.render.markup import minify_markup

LIST = [vector for vectors in VECTORS.values() for vector in vectors]
NAMED = re.compile(r" (?:id|class|rel|headers)=")
PIXEL = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="


def sanitised_alone(markup: str) -> str:
    """Sanitised as a fragment, with nothing chosen before."""
    return sanitised(markup, tags=TAGS, attributes=ATTRIBUTES, choose=_check_url)


def clean(markup: str) -> str:
    """All in the body of a page as output, with nothing cut out before."""
    page, policy = parse(markup), _build_policy(TAGS)
    bodies = page.is_tag(("body",)).nonzero()[0]
    at = slice(page.inner_start[bodies[0]], page.inner_end[bodies[0]]) if len(bodies) else slice(0)
    written = page.data[at].decode()
    make_attribute = _attribute_writer(page, written, policy)
    return sanitised_alone(minify_markup(written, page, policy, make_attribute, resolves_places=False)[0])


def html_of(markup: str, url: str | None = None) -> str:
    page = parse(markup, url)
    return render_html(page, everything(page), Options())


# -- attacks ------------------------------------------------------------------------------------------


def test_the_list_has_at_least_a_hundred_vectors() -> None:
    assert len(set(LIST)) == len(LIST) >= 100


def test_the_check_sees_what_runs() -> None:
    for kind in ("scripts", "handlers", "addresses that run", "elements that load or send", "styles"):
        assert sum(bool(dangers(vector)) for vector in VECTORS[kind]) > len(VECTORS[kind]) * 0.7
    assert not dangers(
        '<p title="RAN()">one <a href="http://a.test/javascript:x">two</a> <img src="i.png"></p>'
    )


@each("vector", LIST)
def test_nothing_runs_in_a_fragment(vector: str) -> None:
    assert dangers(clean(vector)) == []


@each("vector", LIST)
def test_the_parser_alone_lets_nothing_run(vector: str) -> None:
    """Names of elements and classes are chosen before; what runs is dropped without that."""
    assert [found for found in dangers(sanitised_alone(vector)) if not NAMED.search(found)] == []


@pytest.mark.parametrize("around", ["<p>before</p>{}<p>after</p>", "<table><tr><td>a{}b</table>", "{}"])
@each("vector", LIST)
def test_nothing_runs_in_a_page(vector: str, around: str) -> None:
    for url in (None, "https://site.test/a/b"):
        assert dangers(html_of(around.format(vector), url)) == []


@each("vector", LIST)
def test_reading_the_output_again_changes_nothing(vector: str) -> None:
    once = sanitised_alone(vector)
    assert sanitised_alone(once) == once


@pytest.mark.parametrize("start", range(0, 10_000, 1000))
def test_nothing_runs_in_generated_markup(start: int) -> None:
    for seed in range(start, start + 1000):
        fragment = generated_fragment(seed)
        found = dangers(clean(fragment)) + dangers(html_of(f"a{fragment}b"))
        assert found == [], (seed, fragment)


# -- values -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tag", "name", "value", "expected"),
    [
        ("a", "href", "mailto:a@b.test", "mailto:a@b.test"),
        ("a", "href", "/x:y", "/x:y"),
        ("a", "href", "blob:x", None),
        ("a", "href", PIXEL, None),
        ("a", "rel", "nofollow opener stylesheet", "nofollow"),
        ("a", "rel", "opener", None),
        ("img", "src", PIXEL, PIXEL),
        ("img", "src", "data:image/svg+xml;base64,PHN2Zz4=", None),
        ("img", "src", "mailto:x", None),
        ("video", "poster", PIXEL, None),
        ("img", "srcset", "a.png 1x, javascript:x 2x, b.png 2x", "a.png 1x, b.png 2x"),
        ("img", "srcset", "a,b.png 640w", "a,b.png 640w"),
        ("img", "srcset", "a.png onerror=x", None),
        ("img", "width", "100%", None),
        ("td", "colspan", "9007199254740991", None),
        ("td", "colspan", "1000", "1000"),
        ("td", "rowspan", "-1", None),
        ("td", "headers", "a b", "user-content-a user-content-b"),
        ("ol", "type", "a", "a"),
        ("ol", "type", "text/html", None),
        ("source", "type", "video/mp4; codecs=avc1", "video/mp4; codecs=avc1"),
        ("code", "class", "hljs language-c++ fixed inset-0", "language-c++"),
        ("pre", "class", "overlay", None),
        ("p", "dir", "RTL", "RTL"),
        ("p", "lang", "zh-Hans", "zh-Hans"),
        ("p", "lang", "a b", None),
        ("p", "title", "anything <at> all", "anything <at> all"),
        ("math", "xmlns", "http://www.w3.org/1999/xhtml", None),
    ],
)  # fmt: skip
def test_values_that_attributes_may_have(tag: str, name: str, value: str, expected: str | None) -> None:
    assert chosen_value(tag, name, value) == expected


@each("tag", sorted(TAGS))
def test_every_allowed_element_comes_out(tag: str) -> None:
    assert f"<{tag}" in clean(_in_its_place(tag))


def _in_its_place(tag: str) -> str:
    in_table = {"caption", "colgroup", "tbody", "tfoot", "thead"}
    if tag in in_table:
        return f"<table><{tag}></{tag}></table>"
    if tag == "col":
        return "<table><colgroup><col></colgroup></table>"
    if tag == "tr":
        return "<table><tr></tr></table>"
    if tag in {"td", "th"}:
        return f"<table><tr><{tag}>x</{tag}></table>"
    if tag.startswith("m") and tag not in {"main", "mark"}:
        return f"<math><{tag}>x</{tag}></math>"
    return f"<math><{tag}>x</math>" if tag in {"semantics", "annotation"} else f"<{tag}>x</{tag}>"


# -- places within the page ---------------------------------------------------------------------------


def test_links_to_what_is_kept_stay_within_the_output() -> None:
    html = html_of("<p>a<a href=#n1>1</a></p><p id=n1>note</p>", "https://site.test/x")
    assert html == '<p>a<a href="#user-content-n1">1</a></p><p id="user-content-n1">note</p>'


def test_links_to_what_is_not_kept_lead_to_the_page() -> None:
    html = html_of("<p>a<a href=#top>up</a></p>", "https://site.test/x")
    assert html == '<p>a<a href="https://site.test/x#top">up</a></p>'


def test_links_are_resolved_on_the_base_of_the_page() -> None:
    html = html_of("<base href=/deep/er/><p><a href=x>a</a></p>", "https://site.test/")
    assert html == '<p><a href="https://site.test/deep/er/x">a</a></p>'
