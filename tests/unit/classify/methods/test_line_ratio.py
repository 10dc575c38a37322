"""line_ratio: lines and bytes by a plain walk over the texts, variants by hand, whole pages."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from tests.definitions import SPACES, rows_of
from tests.each import each
from tests.generated import MARKUP
from tests.zoo import ZOO

from maintext.api import extract, select
from maintext.classify.methods.line_ratio import (
    N_ATTRIBUTES,
    VARIANTS,
    WINDOWS,
    find_lines,
    input_columns,
    line_inputs,
    load_weights,
    network_name,
)
from maintext.classify.model.networks import Network, Networks, save_networks
from maintext.document import Document
from maintext.errors import ModelError, OptionError
from maintext.html import Page, parse

# -- lines, slowly ------------------------------------------------------------------------------------


def lines_of(page: Page, markup: str) -> list[tuple[list[int], int, int]]:
    """Rows, HTML bytes and text bytes of each line: what stands between one line's end and the next's."""
    numbers: dict[int, list[int]] = {}
    for i, row in enumerate(rows_of(markup)):
        if row.is_text and not row.is_hidden and row.n_chars:
            numbers.setdefault(row.line, []).append(i)
    lines, consumed = [], 0
    for number, rows in numbers.items():
        end = int(page.byte_end[rows[-1]])
        lines.append((rows, end - consumed, len(shown(page, number).encode())))
        consumed = end
    return lines


def shown(page: Page, number: int) -> str:
    """Visible text of a line, white space collapsed."""
    rows = np.flatnonzero((page.line == number) & ~page.is_hidden).tolist()
    return " ".join(SPACES.sub(" ", "".join(page.row_text(row) for row in rows)).split())


def assert_lines_are_those_of_the_definition(markup: str) -> None:
    page = parse(markup)
    lines = find_lines(page)
    expected = lines_of(page, markup)
    assert lines.html_bytes.tolist() == [html for _, html, _ in expected]
    assert lines.text_bytes.tolist() == [text for _, _, text in expected]
    of_row = [-1] * len(page)
    for number, (rows, _, _) in enumerate(expected):
        for row in rows:
            of_row[row] = number
    assert lines.of_row.tolist() == of_row


@each("name", [name for name, markup in ZOO.items() if len(markup) < 20_000])
def test_lines_of_a_zoo_page(name: str) -> None:
    assert_lines_are_those_of_the_definition(ZOO[name])


@given(MARKUP)
def test_lines_of_generated_pages(markup: str) -> None:
    assert_lines_are_those_of_the_definition(markup)


@given(MARKUP)
def test_densities_are_shares(markup: str) -> None:
    lines = find_lines(parse(markup))
    assert ((lines.density > 0) & (lines.density <= 1)).all()
    assert lines.html_bytes.sum() <= len(parse(markup).data)


# -- by hand ------------------------------------------------------------------------------------------

#       <html><head/><body><p>    22 bytes, with "one  two" 30; the text is 7
#       <br/>three                10 bytes; 5
#       </p><p><a href="/">中文   4 + 3 + 12 + 6 = 25; 6
PAGE = '<p>one  two<br>three</p><p><a href="/">中文</a></p>'


def test_bytes_worked_by_hand() -> None:
    lines = find_lines(parse(PAGE))
    assert lines.html_bytes.tolist() == [30, 10, 25]
    assert lines.text_bytes.tolist() == [7, 5, 6]
    assert lines.density.tolist() == [7 / 30, 0.5, 6 / 25]


def test_a_chinese_character_has_three_bytes() -> None:
    assert find_lines(parse("<p>中文 a</p>")).text_bytes.tolist() == [8]


def test_space_between_texts_of_a_line_counts_once() -> None:
    assert find_lines(parse("<p> a <b> b </b> c\n</p>")).text_bytes.tolist() == [5]


def test_hidden_text_is_html_of_the_next_line() -> None:
    plain = find_lines(parse("<p>a</p><p>b</p>")).html_bytes
    hidden = find_lines(parse("<p>a</p><p hidden>xyz</p><p>b</p>")).html_bytes
    assert (hidden - plain).tolist() == [0, len('<p hidden="">xyz</p>')]


def test_inputs_are_density_and_bytes_of_line_before_and_behind() -> None:
    inputs = line_inputs(find_lines(parse(PAGE)))
    one, two, three = ([t / h, math.log(1 + h), math.log(1 + t)] for h, t in ((30, 7), (10, 5), (25, 6)))
    zero = [0.0] * 3
    expected = [one + zero + two, two + one + three, three + two + zero]
    np.testing.assert_allclose(inputs, expected, rtol=1e-6)


@pytest.mark.parametrize(
    ("n_attributes", "window", "columns"),
    [(1, 1, [0]), (1, 3, [0, 3, 6]), (2, 2, [0, 1, 3, 4]), (3, 1, [0, 1, 2]), (3, 3, list(range(9)))],
)
def test_columns_of_a_network(n_attributes: int, window: int, columns: list[int]) -> None:
    assert input_columns(n_attributes, window) == columns


# -- rules --------------------------------------------------------------------------------------------


def kept(markup: str, **options: Any) -> str:
    page = parse(markup)
    return Document(page, select(page, "line_ratio", options), extract("x").options).text


# Of equal tags and texts of 4, 8, 12 bytes: densities 4/11, 8/15, 12/19 behind the first line.
TEXTS = "<p>first</p><p>abcd</p><p>abcdefgh</p><p>abcdefghijkl</p>"


def test_the_threshold_of_one_half() -> None:
    assert kept(TEXTS, variant="threshold") == "abcdefgh\n\nabcdefghijkl"


def test_a_density_of_the_threshold_is_not_above_it() -> None:
    page = "<p>first</p><p>abcdefg</p>"  # 7 of 14 bytes
    assert kept(page, variant="threshold") == ""
    assert kept(page, variant="threshold", threshold=0.49) == "abcdefg"


def test_the_mean_of_the_page() -> None:
    # Densities: 5/27, 4/11, 8/15, 12/19; mean .4284.
    selection = select(parse(TEXTS), "line_ratio", {"variant": "mean"})
    assert selection.facts["cut"] == pytest.approx((5 / 27 + 4 / 11 + 8 / 15 + 12 / 19) / 4)
    assert selection.facts["n_kept"] == 2


def saved(path: Path, *names: str) -> str:
    """A file of networks whose output is the logistic function of ten times (density − 0.5)."""
    networks = {}
    for name in names:
        n = {"1": 1, "3": 3}[name[-2]] * int(name.split()[1][0])
        weights = np.zeros((n, 1))
        weights[0] = 10.0
        networks[name] = Network(np.full(n, 0.5), np.ones(n), (weights,), (np.zeros(1),))
    save_networks(Networks(networks, {}), path)
    return str(path)


def test_a_line_is_kept_when_the_output_is_above_one_half(tmp_path: Path) -> None:
    model = saved(tmp_path / "w.npz", "perceptron 1L 1A")
    options = {"variant": "perceptron", "window": 1, "n_attributes": 1, "model": model}
    assert kept(TEXTS, **options) == "abcdefgh\n\nabcdefghijkl"


@pytest.mark.parametrize(("cost", "n_kept"), [(0.1, 3), (1.0, 2), (2.0, 1), (9.0, 0)])
def test_costly_false_positives_keep_fewer_lines(tmp_path: Path, cost: float, n_kept: int) -> None:
    # p = 1 / (1 + e^(10·(.5 − density))): .03, .20, .58, .79; kept when p / (1 − p) > cost:
    # odds e^(10·(density − .5)) = .03, .26, 1.40, 3.73.
    model = saved(tmp_path / "w.npz", "mlp 3L 3A")
    page = parse(TEXTS)
    selection = select(page, "line_ratio", {"model": model, "false_positive_cost": cost})
    assert selection.facts["n_kept"] == n_kept
    assert selection.facts["cut"] == cost / (1 + cost)


def test_a_file_without_the_network_is_an_error(tmp_path: Path) -> None:
    model = saved(tmp_path / "w.npz", "perceptron 1L 1A")
    with pytest.raises(ModelError, match="no network 'mlp 3L 3A'"):
        kept(TEXTS, model=model)


def test_a_file_that_is_none_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "w.npz").write_bytes(b"PK no")
    with pytest.raises(ModelError, match="not a model file"):
        load_weights(str(tmp_path / "w.npz"))
    with pytest.raises(OptionError, match="cannot read the model"):
        load_weights(str(tmp_path / "none.npz"))


def test_every_network_is_shipped() -> None:
    names = {network_name(v, a, w) for v in VARIANTS[2:] for a in N_ATTRIBUTES for w in WINDOWS}
    networks = load_weights()
    assert set(networks.by_name) == names
    assert all(
        network.sizes[0] == int(name.split()[1][0]) * int(name.split()[2][0])
        for name, network in networks.by_name.items()
    )
    assert networks.card["n_pages"] > 1000


# -- pages --------------------------------------------------------------------------------------------

MENU = (
    "<ul>"
    + "".join(f'<li class="menu-item"><a href="/section/{i}">Section {i}</a></li>' for i in range(9))
    + "</ul>"
)
ONE = "The bridge was closed on Monday, and nobody knows for how long it will stay so, the council said."
TWO = "Residents have to drive eleven miles to the next one. A new bridge would cost about two million."
ARTICLE = f"{MENU}<div><p>{ONE}</p><p>{TWO}</p><p>{ONE}</p></div>{MENU}"


@pytest.mark.parametrize("variant", ["threshold", "perceptron", "mlp"])
def test_paragraphs_are_kept_and_menus_dropped(variant: str) -> None:
    assert kept(ARTICLE, variant=variant) == f"{ONE}\n\n{TWO}\n\n{ONE}"


@pytest.mark.parametrize("variant", VARIANTS[2:])
@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("n_attributes", N_ATTRIBUTES)
def test_every_shipped_network_tells_paragraphs_from_menus(
    variant: str, window: int, n_attributes: int
) -> None:
    text = kept(ARTICLE, variant=variant, window=window, n_attributes=n_attributes)
    assert TWO in text
    assert "Section 0" not in text
    assert "Section 8" not in text


def test_a_chinese_page() -> None:
    body = "昨日上午，市图书馆新馆对市民开放，首日接待读者一万余人次，创下建馆以来的最高纪录。"
    menu = "".join(f'<td><a href="/channel/{i}.html">国内</a></td>' for i in range(8))
    page = f"<table><tr>{menu}</tr></table><div>　　{body}<br><br>　　{body}<br><br>　　{body}</div>"
    assert kept(page) == f"{body}\n\n{body}\n\n{body}"


def test_scores_are_those_of_the_line() -> None:
    page = parse("<p>a <b>b</b></p><p>c</p>")
    selection = select(page, "line_ratio", {"variant": "threshold"})
    density = find_lines(page).density
    rows = np.flatnonzero(page.is_text)
    np.testing.assert_allclose(selection.score[rows], density[[0, 0, 1]], rtol=1e-6)
    assert np.isnan(selection.score[~page.is_text]).all()


def test_a_page_without_text_has_no_lines() -> None:
    assert len(find_lines(parse("<p hidden>x</p>"))) == 0
    assert kept("<p hidden>x</p>") == ""
