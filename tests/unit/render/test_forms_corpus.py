"""On a sample of the corpus: Markdown, HTML and text are the same content."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.corpus_sample import first_pages, needs_corpus
from tests.unit.render.markdown_reader import elements_in, letters, text_of

import maintext
from maintext.html import parse

TAGS = {"headings": ("h1", "h2", "h3", "h4", "h5", "h6"), "code": ("pre",), "links": ("a",)}
# References to notes are links in HTML, titles of players in HTML are words that the page does not show.
LEAST = {"headings": 0.995, "code": 0.99, "links": 0.97, "words": 0.995}


def elements_of(markup: str) -> dict[str, Counter[str]]:
    """Letters and digits of the headings, blocks of code and links of HTML."""
    page = parse(markup)
    return {
        kind: Counter(letters(page.row_text(int(row))) for row in page.is_tag(tags).nonzero()[0])
        for kind, tags in TAGS.items()
    }


@pytest.mark.corpus
@needs_corpus
def test_markdown_read_back_is_the_html_of_a_corpus_page() -> None:
    both, either = Counter[str](), Counter[str]()
    for page in first_pages(6):
        document = maintext.extract(page.html, page.url)
        if not document.text:
            continue
        pairs = [(elements_in(document.markdown), elements_of(document.html))]
        pairs.append(({"words": _words(text_of(document.markdown))}, {"words": _words(document.text)}))
        for one, other in pairs:
            for kind in one:
                one[kind].pop("", None)
                other[kind].pop("", None)
                both[kind] += (one[kind] & other[kind]).total()
                either[kind] += (one[kind] | other[kind]).total()
    shares = {kind: both[kind] / either[kind] for kind in LEAST}
    assert {kind: share for kind, share in shares.items() if share < LEAST[kind]} == {}


def _words(text: str) -> Counter[str]:
    return Counter(filter(None, map(letters, text.split())))
