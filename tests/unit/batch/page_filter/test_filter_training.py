from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from maintext.batch.page_filter import (
    FilterExample,
    LabelledPage,
    cross_validate,
    prepare,
    read_labelled,
    score,
    train_filter,
)
from maintext.errors import DatasetError, InputError

MONEY = "The bank raised its rates, and the stock market fell for the {}th day, traders said in report {}."
SPORT = "The team won the match by {} goals, and the coach praised the players after game {}."
PAGE = "<nav><a href=/>Home</a></nav><article><h1>{label}</h1><p>{text} It was a long day.</p></article>"


def examples(n_sites: int = 6) -> list[FilterExample]:
    return [
        FilterExample(text.format(i, site), label, f"site{site}")
        for site in range(n_sites)
        for label, text in (("money", MONEY), ("sport", SPORT))
        for i in range(3)
    ]


# -- figures ------------------------------------------------------------------------------------------


def test_figures_of_each_label() -> None:
    found = score(["a", "a", "a", "b"], ["a", "a", "b", "b"])
    assert found.accuracy == 0.75
    first, second = found.labels
    assert (first.label, first.n_pages) == ("a", 3)
    assert [first.precision, first.recall, first.f1] == pytest.approx([1, 2 / 3, 0.8])
    assert [second.precision, second.recall, second.f1] == pytest.approx([1 / 2, 1, 2 / 3])
    assert list(found.means) == pytest.approx([3 / 4, 5 / 6, (0.8 + 2 / 3) / 2])


def test_a_label_never_given_and_one_never_wanted_have_no_f() -> None:
    assert [one.f1 for one in score(["a"], ["b"]).labels] == [0, 0]
    assert score([], []).means == (0, 0, 0)


# -- labelled pages -----------------------------------------------------------------------------------


def test_a_folder_has_a_sub_folder_for_each_label(tmp_path: Path) -> None:
    for name in ("money/a.html", "money/deep/b.htm", "sport/c.html", "sport/notes.txt", "d.html"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(name.encode())
    found = [(page.label, page.key, page.html) for page in read_labelled(tmp_path)]
    assert found == [
        ("money", "money/a.html", b"money/a.html"), ("money", "money/deep/b.htm", b"money/deep/b.htm"),
        ("sport", "sport/c.html", b"sport/c.html"),
    ]  # fmt: skip


def test_a_folder_of_a_label_that_cannot_be_listed_is_an_error(
    tmp_path: Path, close: Callable[[Path], None]
) -> None:
    (closed := tmp_path / "money" / "closed").mkdir(parents=True)
    (tmp_path / "money" / "a.html").touch()
    close(closed)
    with pytest.raises(InputError, match=r"cannot read .*closed: Permission denied"):
        list(read_labelled(tmp_path))


def test_lines_have_the_page_or_its_path(tmp_path: Path) -> None:
    (tmp_path / "b.html").write_bytes(b"<p>b")
    lines = [{"label": "x", "html": "<p>a", "url": "http://a.example/"}, {"label": "y", "path": "b.html"}]
    file = tmp_path / "pages.jsonl"
    file.write_text("\n\n".join(map(json.dumps, lines)))
    assert list(read_labelled(file)) == [
        LabelledPage("x", "<p>a", "http://a.example/", "line 1"), LabelledPage("y", b"<p>b", None, "line 3"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{", "not JSON"), ("[]", "label"), ('{"html": "x"}', "label"), ('{"label": ""}', "label"),
        ('{"label": "x"}', "neither"), ('{"label": "x", "path": "none.html"}', "cannot read"),
    ],
)  # fmt: skip
def test_bad_lines_are_named(line: str, why: str, tmp_path: Path) -> None:
    file = tmp_path / "pages.jsonl"
    file.write_text(line)
    with pytest.raises(InputError, match=why):
        list(read_labelled(file))


def test_what_is_neither_folder_nor_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="neither a folder"):
        read_labelled(tmp_path / "none")


def test_pages_become_texts_with_extraction_and_without() -> None:
    pages = [
        LabelledPage("money", PAGE.format(label="Rates", text=MONEY), "http://www.a.example/1", "1"),
        LabelledPage("sport", '<link rel="canonical" href="http://b.example/2">'
                     + PAGE.format(label="Match", text=SPORT), None, "2"),
        LabelledPage("sport", PAGE.format(label="Match", text=SPORT), None, "3"),
        LabelledPage("sport", "", None, "4"), LabelledPage("sport", b"\x89PNG\r\n", None, "5"),
    ]  # fmt: skip
    found = prepare(pages)
    assert [one.group for one in found.extracted] == ["a.example", "b.example", "3"]
    assert [one.label for one in found.extracted] == [one.label for one in found.visible]
    assert "Home" in found.visible[0].text
    assert "Home" not in found.extracted[0].text
    assert [name for name, _ in found.left_out] == ["4", "5"]


# -- training -----------------------------------------------------------------------------------------


def test_a_filter_learns_what_its_labels_are_about() -> None:
    pytest.importorskip("sklearn")
    trained = train_filter(examples(), {"note": "tiny"})
    assert trained.labels == ("money", "sport")
    assert trained.card == {"n_pages": {"money": 18, "sport": 18}, "note": "tiny"}
    assert trained.verdict("Rates rise, says the bank, and the market falls").label == "money"
    assert trained.verdict("The players of the team lost the match").label == "sport"
    again = train_filter(examples(), {"note": "tiny"})
    assert (trained.weights == again.weights).all()


def test_two_labels_have_opposite_weights_and_three_have_their_own() -> None:
    pytest.importorskip("sklearn")
    two = train_filter(examples())
    assert (two.weights[0] == -two.weights[1]).all()
    third = [
        FilterExample(f"Bake the cake for {i} minutes with flour and eggs", "food", f"f{i}") for i in range(4)
    ]
    three = train_filter([*examples(), *third])
    assert three.weights.shape[0] == 3
    assert three.verdict("flour, eggs and a cake to bake").label == "food"


def test_cross_validation_measures_on_sites_not_learned_from() -> None:
    pytest.importorskip("sklearn")
    assert cross_validate(examples()).accuracy == 1
    # A site's own word gives its label away, on that site only: elsewhere it says nothing.
    told = [
        FilterExample(f"word{site}x " * 5, "ab"[site % 2], str(site)) for site in range(8) for _ in range(4)
    ]
    assert cross_validate(told).accuracy < 0.8


def test_too_few_pages_are_an_error() -> None:
    with pytest.raises(DatasetError, match="two labels"):
        train_filter([one for one in examples() if one.label == "money"])
    with pytest.raises(DatasetError, match="'food' has one page"):
        train_filter([*examples(), FilterExample("cake", "food", "f")])
    one_site = [
        FilterExample(one.text, one.label, "s") if one.label == "money" else one for one in examples()
    ]
    with pytest.raises(DatasetError, match="'money' are of one site"):
        cross_validate(one_site)
