from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.each import each
from tests.generated import MARKUP
from tests.tiny import NOUNS, paragraphs
from tests.zoo import ZOO

import maintext
from maintext.classify.features.context import BlockContext
from maintext.classify.model.decision import shift_log_odds
from maintext.errors import OptionError
from maintext.html import Page, parse
from maintext.options import Options
from maintext.sites.template import extract_pages, select_together
from maintext.sites.template.prior import MAX_COUNTED, STRENGTH, n_titles_with, prior_of

NOTICE = (
    "Our museum by the river was built by the people of this town, and it is open on every day of the year. "
    "Come and see what they made, and stay for a cup of tea in the garden."
)


def page(i: int, *, title: str | None = None) -> Page:
    links = "".join(f"<li><a href=/{noun}>All about the {noun}</a></li>" for noun in NOUNS)
    story = "".join(f"<p>{text}</p>" for text in paragraphs(i))
    return parse(
        f"<title>{title or f'Day {i}'}</title><ul>{links}</ul><h1>Day {i}</h1>"
        f"<div class=text>{story}<p class=us>{NOTICE}</p></div>"
    )


def definition(scenes: list[BlockContext], i: int, block: int) -> int:
    """How many other titles have a block: every page, every block."""

    def told(scene: BlockContext, b: int) -> object:
        names, at = [], int(scene.blocks.element[b])
        while at >= 0:
            attributes = scene.page.attributes(at)
            named = {
                key: "".join(char for char in attributes[key] if char not in "0123456789")
                for key in ("class", "id")
                if key in attributes
            }
            names.append((scene.page.name(at), named))
            at = int(scene.page.parent[at])
        return names, scene.texts[b]

    def title(k: int) -> object:
        rows = np.flatnonzero(scenes[k].page.is_tag(("title",))).tolist()
        text = " ".join(scenes[k].page.row_text(rows[0]).split()) if rows else ""
        return text or k

    wanted = told(scenes[i], block)
    having = {
        title(k)
        for k, scene in enumerate(scenes)
        if any(told(scene, b) == wanted for b in range(len(scene.blocks)))
    }
    return len(having - {title(i)})


@given(st.lists(MARKUP, min_size=2, max_size=3))
def test_counts_equal_the_definition_on_generated_pages(parts: list[str]) -> None:
    htmls = [*parts, "".join(parts), "<title>t</title>" + parts[0], "<title> t </title>" + "".join(parts)]
    scenes = [BlockContext(parse(html)) for html in htmls]
    for i, counts in enumerate(n_titles_with(scenes)):
        assert counts.tolist() == [definition(scenes, i, b) for b in range(len(counts))]


@given(st.floats(0, 1), st.integers(0, 50), st.floats(0, 8))
def test_the_correction_equals_its_formula(p: float, count: int, strength: float) -> None:
    bounded = min(max(p, 1e-6), 1 - 1e-6)
    log_odds = math.log(bounded / (1 - bounded)) - strength * math.log2(1 + min(count, MAX_COUNTED))
    found = shift_log_odds(np.array([p]), prior_of(np.array([count]), strength))
    assert found[0] == pytest.approx(1 / (1 + math.exp(-log_odds)))


def test_a_block_of_no_other_page_keeps_its_probability() -> None:
    p = np.array([0.1, 0.5, 0.9])
    assert shift_log_odds(p, prior_of(np.zeros(3, dtype=np.int64))) == pytest.approx(p)
    assert STRENGTH > 0


def test_a_notice_that_reads_like_prose_is_dropped_when_other_pages_have_it() -> None:
    pages = [page(i) for i in range(4)]
    assert NOTICE in maintext.extract(page(0).data).text
    for i, document in enumerate(extract_pages(pages)):
        assert NOTICE not in document.text
        assert all(text in document.text for text in paragraphs(i))


def test_the_reason_names_the_other_pages() -> None:
    pages = [page(i) for i in range(4)]
    row = next(r for r in np.flatnonzero(pages[0].n_chars > 0).tolist() if pages[0].row_text(r) == NOTICE)
    selection = select_together(pages)[0]
    assert selection.why(row) == "reads like main content, but other pages of the site have it"
    assert selection.facts["n_repeated"] == len(NOUNS) + 1


def test_the_same_story_twice_keeps_its_text() -> None:
    text = extract_pages([page(1), page(1), page(2)])[0].text
    assert all(paragraph in text for paragraph in paragraphs(1))


def test_pages_of_one_title_say_nothing_of_one_another() -> None:
    pages = [page(i, title="Town news") for i in range(3)]
    assert [NOTICE in document.text for document in extract_pages(pages)] == [True] * 3


@each("name", [name for name in ZOO if len(ZOO[name]) < 3000])
def test_one_page_is_the_learned_method(name: str) -> None:
    alone = parse(ZOO[name])
    expected, found = maintext.select(alone), select_together([alone])[0]
    assert (found.keep == expected.keep).all()
    assert found.method == expected.method
    np.testing.assert_allclose(found.score, expected.score, atol=2e-6)


def test_the_focus_is_used() -> None:
    pages = [page(i) for i in range(3)]
    kept = [
        sum(len(d.text) for d in extract_pages(pages, Options(method_options={"focus": focus})))
        for focus in ("precision", "recall")
    ]
    assert kept[0] <= kept[1]
    with pytest.raises(OptionError):
        extract_pages(pages, Options(method_options={"focus": "nonsense"}))


def test_another_method_is_refused() -> None:
    with pytest.raises(OptionError, match="learned"):
        extract_pages([page(0)], Options(method="text_density"))


def test_no_pages_are_no_documents() -> None:
    assert extract_pages([]) == []
