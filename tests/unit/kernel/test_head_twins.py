"""What is read off the head, hidden rows, lines and kinds: the kernel gives what Python and numpy give."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.generated import MARKUP
from tests.twins import needs_kernel, numpy_twins
from tests.zoo import ZOO

from maintext.features.matrix import feature_matrix
from maintext.features.scene import Scene
from maintext.metadata import place
from maintext.metadata.byline_place import Lines, find_lines
from maintext.metadata.declared.meta import declared, meta_pairs
from maintext.model.kind import kind_inputs
from maintext.page import Page, parse

pytestmark = needs_kernel

HEADS = (
    '<meta property="og:title" content="A &amp; B"><meta name="Description" content="">',
    '<div property="og:type" content="article"></div><meta content=x><meta name=a content=b content=c>',
    '<meta http-equiv="Content-Language" content="zh"><meta charset="utf-8"><p content="x" itemprop="name">',
    '<link rel="Canonical" href="/a?b=1&amp;c=2"><link rel=stylesheet href=canonical><a rel=license href=x>',
    '<meta name="description" content="'
    + "word " * 5_000
    + '"><meta name="dc:title dcterms:x" content="甲">',
    '<meta xname="a" content="b"><meta name-content="a" property="p" content="q"><link rel="license">',
)
STYLES = (
    "display:none", "DISPLAY : None", "display:\tnone", "display&#9;:&#10;none", "display&#x;:none", "d:none",
    "x-display:none", "color:red;visibility:hidden", "Visibility: collapse ", "visibility:visible",
    "display:", "displayed:none", "display: block;display:none", "vdisplay: none", "display :&#; none",
    "visibility&#1", "visibility:\nhidden",
)  # fmt: skip
HIDDEN = (
    "<p hidden>a</p><p hidden=until-found>b<p hidden='Until-Found'>c<p hidden=''>d<p xhidden>e",
    "<p aria-hidden=true>a<p aria-hidden=True>b<p aria-hidden=false>c<p data-aria-hidden=true>d",
    "<dialog>a</dialog><dialog open>b<p hidden>c</p></dialog><template>d</template>",
    "<div><template shadowrootmode=open>a<noscript>b</noscript></template></div><template open>c</template>",
    "<noscript>a<dialog open>b</dialog></noscript><video>c</video><ruby>d<rp>(</rp></ruby><p open>e",
    *(f'<p>a<i style="{style}">b<b>c</b></i>d' for style in STYLES),
)


def hidden(page: Page) -> list[bool]:
    found: list[bool] = page.is_hidden.tolist()
    return found


def columns(lines: Lines) -> list[list[int]]:
    return [getattr(lines, name).tolist() for name in ("row", "last", "n_chars", "n_digits", "n_link_chars")]


def read(markup: str) -> tuple[object, ...]:
    page = parse(markup)
    names = frozenset({"description", "og:type", "p"})
    stated = [declared(page, attribute, names) for attribute in ("name", "property")]
    return hidden(page), meta_pairs(page), stated, columns(find_lines(page)), place._places(page.data, b"a<")


def assert_same(markup: str) -> None:
    found = read(markup)
    with numpy_twins():
        assert read(markup) == found


@pytest.mark.parametrize("name", ZOO)
def test_twins_read_the_same_on_zoo_pages(name: str) -> None:
    assert_same(ZOO[name])


@pytest.mark.parametrize("markup", [*HEADS, *HIDDEN])
def test_twins_read_the_same_on_odd_pages(markup: str) -> None:
    assert_same(markup)


@settings(deadline=None, max_examples=60)
@given(MARKUP)
def test_twins_read_the_same_on_generated_pages(markup: str) -> None:
    assert_same(markup)


@settings(deadline=None)
@given(st.text("disp lay:vbty;&#9one\tNhHcC", max_size=40))
def test_twins_read_the_same_off_styles(style: str) -> None:
    assert_same(f'<p style="display:{style}">a</p><p style="{style}visibility:{style}">b</p>')


@pytest.mark.parametrize("name", ["news", *list(ZOO)[:12]])
def test_twins_see_the_same_of_a_page_to_judge_its_kind(name: str) -> None:
    scene = Scene(parse(ZOO.get(name, "<h1>A</h1><p>Some words of a text.</p><p>And 12 more words.</p>")))
    n = len(scene.blocks)
    if n == 0:
        return
    features = feature_matrix(scene)
    for chosen in (np.zeros(n, np.bool_), np.ones(n, np.bool_), np.arange(n) % 3 == 0):
        found = kind_inputs(features, scene.blocks.n_words, chosen)
        with numpy_twins():
            twin = kind_inputs(features, scene.blocks.n_words, chosen)
        assert np.allclose(found, twin, rtol=1e-12, atol=1e-15)
