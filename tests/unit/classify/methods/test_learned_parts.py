"""What the learned method adds to the best set of blocks."""

from __future__ import annotations

import numpy as np
import pytest

from maintext.classify.choice import (
    Judges,
    choose,
    complete_gaps,
    complete_headings,
    complete_labels,
    complete_likely_lists,
    complete_lists,
    complete_notes,
    complete_pairs,
    complete_partial_structures,
)
from maintext.classify.features.context import BlockContext
from maintext.classify.features.matrix import block_features
from maintext.html import parse


def added(markup: str, probability: dict[str, float]) -> list[str]:
    """Texts that are added when blocks are chosen from one half on; each is .9 but those named."""
    scene = BlockContext(parse(markup))
    values = np.array([probability.get(text, 0.9) for text in scene.texts])
    chosen = values >= 0.5
    parts = complete_partial_structures(scene, values, chosen) & ~chosen
    return [text for text, is_added in zip(scene.texts, parts, strict=True) if is_added]


LINES = "".join(f"<tr><td>name {i}</td><td>value {i}</td></tr>" for i in range(10))


def test_the_rest_of_a_table_that_is_chosen_in_nearly_all_lines() -> None:
    assert added(f"<p>a b</p><table>{LINES}</table>", {"value 9": 0.1, "name 9": 0.1}) == [
        "name 9",
        "value 9",
    ]


def test_not_of_a_table_chosen_in_half_of_its_lines() -> None:
    unlikely = {f"{what} {i}": 0.01 for what in ("name", "value") for i in range(5, 10)}
    assert added(f"<p>a b</p><table>{LINES}</table>", unlikely) == []


LIST = "<ul><li>one part<li>two parts<li>three parts<li>four parts<li><b>last</b> <p>part</p></ul>"


def listed(markup: str, left: set[str]) -> list[str]:
    """Texts that are added when all blocks but some are chosen."""
    scene = BlockContext(parse(markup))
    chosen = np.array([text not in left for text in scene.texts])
    return [
        text for text, is_added in zip(scene.texts, complete_lists(scene, chosen), strict=True) if is_added
    ]


def test_the_rest_of_a_list_of_which_most_is_chosen() -> None:
    assert listed(LIST, {"two parts"}) == ["two parts"]
    assert listed(f"<p>a b</p>{LIST}", {"a b", "two parts", "last", "part"}) == ["two parts", "last", "part"]
    assert listed("<dl><dt>a<dd>b<dt>c<dd>d</dl>", {"d"}) == ["d"]


@pytest.mark.parametrize(
    ("markup", "left"),
    [
        (LIST, {"one part", "two parts", "three parts"}),  # most is left out
        (LIST.replace("two parts", "<a href=/x>two parts</a>"), {"two parts"}),
        (LIST.replace("<li>two", "<li hidden>two"), {"two parts"}),
        ("<ul><li>one part<li>two parts</ul>", {"two parts"}),
    ],
)
def test_not_of_other_lists(markup: str, left: set[str]) -> None:
    assert listed(markup, left) == []


def test_all_of_a_short_list_right_after_its_announcement() -> None:
    page = f"<p>namely</p>{LIST}"
    left = {"one part", "two parts", "three parts"}
    assert listed(page, left) == ["one part", "two parts", "three parts"]
    assert listed(page, {*left, "four parts", "last", "part"}) == []  # no item is chosen
    assert listed(page, {*left, "namely"}) == []
    assert listed(page.replace("<ul>", "<div><ul>"), left) == []
    contents = page.replace("two parts", "<a href='#two'>two parts</a>")
    assert listed(contents, left) == []
    assert listed(page.replace("two parts", "two " * 40), {*left, ("two " * 40).strip()}) == []
    assert listed(page.replace("<li>four parts", "<li>more" * 9 + "<li>four parts"), {*left, "more"}) == []


FACTS = "<table><tr><td>name<td>value<tr><td>size<td>small<tr><td>part<td>end</table>"


def likely_listed(markup: str, chosen: str, **probability: float) -> list[str]:
    """Return what is added to blocks of one letter; those without a probability have 0.9."""
    scene = BlockContext(parse(markup))
    values = np.array([probability.get(text, 0.9) for text in scene.texts])
    parts = complete_likely_lists(scene, values, np.array([text in chosen for text in scene.texts]))
    return [text for text, is_added in zip(scene.texts, parts, strict=True) if is_added]


def test_the_likely_rest_of_a_list_with_a_chosen_block() -> None:
    inner = "<ul><li>a<ul><li>b<li>c</ul></ul>"
    assert likely_listed(inner, "a", b=0.36, c=0.5) == ["b", "c"]
    assert likely_listed(inner, "a", b=0.34, c=0.5) == []
    assert likely_listed(inner, "", b=0.36, c=0.5) == []
    assert likely_listed("<ul><li>a<li>b</ul><p>c</p>", "a", b=0.36, c=0.5) == ["b"]


def test_a_list_right_below_a_likely_heading() -> None:
    links = "<h2>h</h2><ul><li>a<li>b</ul>"
    assert likely_listed(links, "h", a=0.2, b=0.2) == ["a", "b"]
    assert likely_listed(links, "h", a=0.2, b=0.19) == []
    assert likely_listed(links, "h", h=0.4, a=0.2, b=0.2) == []
    assert likely_listed(links, "", a=0.2, b=0.2) == []
    assert likely_listed("<h2>h</h2><ul><li>a</ul>", "h", a=0.2) == []
    assert likely_listed(f"<h2>h</h2><ul>{'<li>a' * 13}</ul>", "h", a=0.2) == []
    assert likely_listed("<div><h2>h</h2></div><ul><li>a<li>b</ul>", "h", a=0.2, b=0.2) == []
    assert likely_listed("<p>h</p><ul><li>a<li>b</ul>", "h", a=0.2, b=0.2) == []


def test_the_rest_of_the_cells_of_lines_that_are_chosen() -> None:
    assert listed(FACTS, {"small"}) == ["small"]
    assert listed(FACTS, {"size", "small"}) == []  # a whole line
    assert listed(FACTS, {"value", "small"}) == ["value", "small"]
    assert listed(FACTS, {"value", "small", "end"}) == []
    assert listed(FACTS.replace("<td>end", f"<td>{'word ' * 70}"), {"small"}) == []


def test_a_label_of_a_chosen_value() -> None:
    def paired(markup: str, left: set[str]) -> list[str]:
        scene = BlockContext(parse(markup))
        chosen = np.array([text not in left for text in scene.texts])
        parts = complete_pairs(scene, chosen)
        return [text for text, is_added in zip(scene.texts, parts, strict=True) if is_added]

    terms = "<dl><dt><a href=#a>a</a><dd>b<dt>c<dd>d</dl>"
    assert paired(terms, {"a"}) == ["a"]
    assert paired(terms.replace("#a", "/a"), {"a"}) == []  # a headline
    assert paired(terms, {"a", "b"}) == []
    assert paired(terms, {"b"}) == []
    heads = "<table><tr><th>name<td>value<tr><th>size<td>small</table>"
    assert paired(heads, {"name", "size", "small"}) == ["name"]
    assert paired(heads.replace("name", "word " * 11), {"word " * 10 + "word", "size"}) == ["size"]
    assert paired(heads.replace("th>", "td>"), {"name"}) == []
    assert paired(heads.replace("<tr><th>size", "<tr hidden><th>size"), {"size"}) == ["size"]  # as in a tab
    assert paired(heads.replace("<th>size", "<th hidden>size"), {"size"}) == []
    assert paired(heads, {"value"}) == ["value"]
    assert paired(heads.replace("value", "word " * 11), {"word " * 10 + "word"}) == []
    assert paired(heads.replace("<td>value", "<td>value<td>more"), {"value"}) == []  # a bar of links


def test_notes_of_chosen_references_that_lead_back() -> None:
    def noted(markup: str) -> list[str]:
        scene = BlockContext(parse(markup))
        chosen = np.array([text.startswith("kept") for text in scene.texts])
        parts = complete_notes(scene, chosen)
        return [text for text, is_added in zip(scene.texts, parts, strict=True) if is_added]

    page = (
        "<p>kept<sup id=r><a href=#n>1</a></sup></p><p>kept</p><p>left out</p>"
        "<ol><li id=n>some words <a href=#r>up</a><li>other words</ol>"
    )
    assert noted(page) == ["some words up"]
    assert noted(page.replace("href=#r", "href=/r")) == []  # a list that the text points to
    assert noted(page.replace(">1<", ">Chapter one<")) == []
    assert noted(page.replace("<p>kept<sup", "<p>gone<sup")) == []
    headed = "<h5><a id=n href=#r>(1)</a></h5><p>some words</p>"
    assert noted(f"<p>kept <a id=r href=#n>1</a></p>{headed}") == ["some words"]


def headed(line: str, probability: float, after: str = "<p>c d</p>", around: float = 0.9) -> list[str]:
    scene = BlockContext(parse(f"<div><p>a b</p>{line}{after}</div>"))
    chosen = np.array([text in {"a b", "c d"} for text in scene.texts])
    parts = complete_headings(scene, np.where(chosen, around, probability), chosen, is_article=True)
    return [text for text, is_added in zip(scene.texts, parts, strict=True) if is_added]


def test_headings_before_a_chosen_block() -> None:
    assert headed("<h2>Part two</h2>", 0.3, around=0.4) == ["part two"]
    assert headed("<h2>Part <i>two</i> <a href=#two>¶</a></h2>", 0.3) == ["part two ¶"]
    assert headed("<a href=/2><h2>Part two</h2></a>", 0.3) == ["part two"]
    assert headed("<p>Share</p><h1>Part two</h1>", 0.3) == ["part two"]
    assert headed("<h2 hidden>Part two</h2>", 0.3) == []
    assert headed("<h2>Part two</h2><h3>A</h3>", 0.3) == ["part two", "a"]
    assert headed("<h2>Part two</h2>", 0.05) == []
    assert headed("<h2>Part two</h2>", 0.3, after="") == []


def test_a_likely_list_between_a_text_and_a_heading_that_is_added() -> None:
    text = "<p>The wool of this winter is said to be good for these things:</p>"
    markup = f"<title>Wool</title>{text}<ul><li>hats<li>socks</ul><h2>Prices</h2>{text}<nav>Home</nav>"
    scene = BlockContext(parse(markup))
    probability = np.array([0.99, 0.3, 0.3, 0.25, 0.99, 0.01])
    kept = choose(scene, block_features(scene), probability, 1.0, Judges({})).kept
    assert kept.tolist() == [True] * 5 + [False]


def headed_first(markup: str, is_article: bool = False) -> list[str]:
    """Return what is added above the first chosen block: all that is longer than a heading is chosen."""
    scene = BlockContext(parse(f"<title>Wool and its winter</title><article>{markup}"))
    chosen = np.array([len(text) > 20 for text in scene.texts])
    parts = complete_headings(scene, np.where(chosen, 0.9, 0.22), chosen, is_article=is_article)
    return [text for text, is_added in zip(scene.texts, parts, strict=True) if is_added]


def test_the_heading_right_before_the_first_chosen_block_unless_it_is_the_title() -> None:
    text = "<p>All of the text of this section.</p>"
    assert headed_first(f"<h2>Abstract</h2>{text}") == ["abstract"]
    assert headed_first(f"<h1>Wool</h1><p>Share</p><h3>Abstract</h3>{text}") == ["abstract"]
    assert headed_first(f"<h2>Winter wool</h2>{text}") == []
    assert headed_first(f"<h2>Abstract</h2><p>Share</p>{text}") == []
    assert headed_first(f"<h2 hidden>Abstract</h2>{text}") == []
    assert headed_first(f"<p>Abstract</p>{text}") == []


def test_on_articles_it_is_short_or_has_a_chosen_heading_of_its_level_next_to_it() -> None:
    text, other = "<p>All of the text of this section.</p>", "<h2>The second of all the sections</h2>"
    assert headed_first(f"<h2>Story highlights</h2>{text}", is_article=True) == ["story highlights"]
    assert headed_first(f"<h2>Sheep and lambs</h2>{text}", is_article=True) == []
    assert headed_first(f"<h2>Sheep and lambs</h2>{text}{other}", is_article=True) == ["sheep and lambs"]
    assert headed_first(f"<h3>Sheep and lambs</h3>{text}{other}", is_article=True) == []
    assert headed_first(f"<h2>Sheep and lambs</h2>{text}<div>{other}</div>", is_article=True) == []


def test_headings_right_before_the_likely_text_of_their_section() -> None:
    assert headed("<h2>Part two</h2>", 0.2, around=0.5) == ["part two"]
    assert headed("<h2>Part two</h2>", 0.1, around=0.5) == ["part two"]
    assert headed("<p>Share</p><h2>Part two</h2>", 0.2, around=0.5) == ["part two"]
    assert headed("<p>Share</p><h2>Part two</h2>", 0.15) == []
    assert headed("<h2>Part two</h2>", 0.2, around=0.4) == []
    assert headed("<h2>§</h2>", 0.2) == []
    assert headed("<h2><a href=/2>Part two</a></h2>", 0.2) == ["part two"]
    assert headed("<h2>Part two <a href=#two>¶</a></h2>", 0.2) == ["part two ¶"]
    assert headed("<h2><a href=/2>Part</a> two</h2>", 0.2) == []
    assert headed("<h1>Part two</h1>", 0.2) == []
    assert headed("<section><h2>Part two</h2></section>", 0.2) == []


def test_headings_apart_from_their_text() -> None:
    credit = "<p>Photo: A. Miller</p>"
    for line in ("<h2>Part two</h2>", "<header><h2>Part <a href=/2>two</a></h2></header>"):
        assert headed(line + credit, 0.3) == ["part two"]
        assert headed(line + 3 * credit, 0.3) == ["part two"]
        assert headed(line + 4 * credit, 0.3) == []
        assert headed(line + credit, 0.2) == []
        assert headed(f"<div>{line}{credit}</div>", 0.3) == []  # the heading of a box
    assert headed(f"<h1>Part two</h1>{credit}", 0.3) == []
    assert headed(f"<h2 hidden>Part two</h2>{credit}", 0.3) == []
    assert headed(f"<h2>Part two</h2>{credit}<h2>Part three</h2>", 0.3) == ["part three"]


def test_lines_in_bold_between_likely_blocks() -> None:
    bold = "<p><strong> Part <i>two</i></strong><br></p>"
    assert headed(bold, 0.4) == ["part two"]
    assert headed("<b>Part two</b><br>", 0.4) == ["part two"]
    assert headed(bold, 0.25) == headed(bold, 0.25, around=0.6) == ["part two"]
    assert headed(bold, 0.2) == []
    assert headed(bold, 0.4, around=0.55) == []
    assert headed(bold, 0.4, after="") == []
    for other in ("<p><b>Part</b> two</p>", "<p><b><a href=/2>Part two</a></b></p>"):
        assert headed(other, 0.4) == []


def labelled(line: str, probability: float = 0.25) -> list[str]:
    scene = BlockContext(parse(f"<div>{line}</div>"))
    chosen = np.array([text in {"a b", "c d"} for text in scene.texts])
    parts = complete_labels(scene, np.where(chosen, 0.9, probability), chosen)
    return [text for text, is_added in zip(scene.texts, parts, strict=True) if is_added]


def test_labels_of_tabs_and_folds_with_a_chosen_text() -> None:
    fold = "<p>a b<h3><a aria-expanded=false aria-controls=x>Care</a></h3><div id=x hidden>c d</div>"
    tab = "<ul><li><a role=tab aria-controls=x href=#x>Care</a></ul><div id=x><p>c d</p></div>"
    assert labelled(fold) == labelled(tab) == ["care"]
    assert labelled(fold, 0.15) == []
    for other in (
        fold.replace("id=x", "id=y"), fold.replace("aria-expanded=false ", ""), fold.replace("c d", "gone"),
        fold.replace("Care", "C d"), fold.replace("</h3>", "</h3><p>gone</p>"), tab.replace("tab", "button"),
        fold.replace("Care", ""), f"<div>c d</div><div id=x></div>{fold.replace('id=x', '')}",
    ):  # fmt: skip
        assert labelled(other) == []


def test_labels_of_details() -> None:
    fold = "<p>a b<details><summary>Care</summary><p>c d</details>"
    assert labelled(fold, 0.35) == ["care"]
    assert labelled(fold) == []
    assert labelled(fold.replace("<p>c d</details>", "</details><p>c d"), 0.35) == []


def test_short_blocks_between_chosen_ones() -> None:
    def filled(line: str, probability: float = 0.47) -> list[str]:
        scene = BlockContext(parse(f"<p>a b</p>{line}<p>c d</p>"))
        chosen = np.array([text in {"a b", "c d", "e"} for text in scene.texts])
        parts = complete_gaps(scene, np.where(chosen, 0.9, probability), chosen)
        return [text for text, is_added in zip(scene.texts, parts, strict=True) if is_added]

    assert filled("<p>Pros:</p>") == ["pros:"]
    assert filled("<p>Pros:</p>", 0.45) == []
    for other in (
        "<p>one two three four five six seven</p>", "<p><a href=/x>Pros</a></p>", "<p>One</p><p>Two</p>",
        "<p>—</p>",
    ):  # fmt: skip
        assert filled(other) == []
