"""Rows that a reader does not see, by elements, attributes and styles: as defined, whatever is written."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.definitions import first_difference

from maintext.html import parse

STYLES = (
    "display:none", "DISPLAY : None", "display:\tnone", "display&#9;:&#10;none", "display&#x;:none", "d:none",
    "x-display:none", "color:red;visibility:hidden", "Visibility: collapse ", "visibility:visible",
    "display:", "displayed:none", "display: block;display:none", "vdisplay: none", "display :&#; none",
    "visibility&#1", "visibility:\nhidden",
)  # fmt: skip
PAGES = (
    "<p hidden>a</p><p hidden=until-found>b<p hidden='Until-Found'>c<p hidden=''>d<p xhidden>e",
    "<p aria-hidden=true>a<p aria-hidden=True>b<p aria-hidden=false>c<p data-aria-hidden=true>d",
    "<dialog>a</dialog><dialog open>b<p hidden>c</p></dialog><template>d</template>",
    "<div><template shadowrootmode=open>a<noscript>b</noscript></template></div><template open>c</template>",
    "<noscript>a<dialog open>b</dialog></noscript><video>c</video><ruby>d<rp>(</rp></ruby><p open>e",
    *(f'<p>a<i style="{style}">b<b>c</b></i>d' for style in STYLES),
)


@pytest.mark.parametrize("markup", PAGES)
def test_hidden_rows_are_as_defined(markup: str) -> None:
    assert first_difference(parse(markup), markup) is None


@settings(deadline=None)
@given(st.text("disp lay:vbty;&#9one\tNhHcC", max_size=40))
def test_styles_are_read_as_defined(style: str) -> None:
    markup = f'<p style="display:{style}">a</p><p style="{style}visibility:{style}">b</p>'
    assert first_difference(parse(markup), markup) is None
