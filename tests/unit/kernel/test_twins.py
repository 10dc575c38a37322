"""The compiled kernel gives what numpy gives, on every page."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import fields
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.generated import MARKUP
from tests.twins import needs_kernel, numpy_twins
from tests.zoo import ZOO

import maintext
from maintext.errors import InputError, PageTooLargeError
from maintext.features.groups import numbered
from maintext.features.matrix import FEATURES, feature_matrix
from maintext.features.scene import Scene
from maintext.features.words import rows_named
from maintext.kernel import MODULES, compiled, in_use
from maintext.model.decision import expected_f
from maintext.page import parse, parser
from maintext.page.parser import well_formed
from maintext.page.tokenise import Columns, tokenise
from maintext.render.text import render_text
from maintext.selection import Selector

if TYPE_CHECKING:
    from numpy.typing import NDArray

every_page = pytest.mark.parametrize("name", ZOO)
ODD = (
    "<p>&#x1f600; 𠮷 𐐷 ① ² ٣ İstanbul ΟΔΟΣ ΟΔΟΣ. ﬁ ß</p>",
    "<p>&amp;&lt;&gt;&#13;\x0c&copy; © 2024</p>" + f"<p>{'字' * 300}</p><p>{'wort ' * 80}</p>",
    "<div class='HTMLPage XMLHttpRequest post-12 aB1Cd'><p>a b</p></div><div class=post-7><p>a b</p></div>",
    "a<br><br>b<br> <br><br>c<br><i> </i><br>d<br><hr><br>e",
    "<p>www.example.org, a@b.de 12 € €12 2024年5月1日 3 hours ago 11:30 //x</p>",
    "<b>" * 60 + "deep" + "<p>deeper" * 30,
    "<pre>\n\n  a\u200b \n b<br>c  \n\n</pre> <pre> \n </pre><p>d\u2060\ufeff e\u3000f\xa0g</p>\x85\x1f",
    "<table><tr><td>a<p>b</p> </td><td> </td><td>c<ul><li>d<li> <li>e</ul></td></tr><tr><th>f</table>g",
    "<pre>a<span>1</span>\n<span>2</span>b</pre><textarea>\n\n x </textarea><p><br>a<br> <b> </b>b <i>c</i>",
)


def first_difference(left: Columns, right: Columns) -> str | None:
    for field in fields(Columns):
        a, b = getattr(left, field.name), getattr(right, field.name)
        if field.name == "text":
            same = a == b
        elif field.name == "attributes":
            same = all(np.array_equal(getattr(a, f.name), getattr(b, f.name)) for f in fields(a))
        else:
            same = np.array_equal(a, b) and a.dtype == b.dtype
        if not same:
            return field.name
    return None


def assert_same(markup: str) -> None:
    data, _ = well_formed(markup)
    page = parse(markup)
    found = tokenise(data, max_nodes=10**6), matrix_of(page), keep_of(markup), texts_of(page)
    with numpy_twins() as users:
        assert len(users) >= len(MODULES)
        twin = tokenise(data, max_nodes=10**6), matrix_of(page), keep_of(markup), texts_of(page)
    assert first_difference(found[0], twin[0]) is None
    wrong = np.flatnonzero((found[1] != twin[1]).any(axis=0)).tolist()
    assert [FEATURES[i] for i in wrong] == []
    assert np.array_equal(found[2], twin[2])
    assert found[3] == twin[3]


def texts_of(page: maintext.Page) -> list[str]:
    """Everything on the page, and what stands on every second row."""
    rows = np.ones(len(page), dtype=np.bool_), np.arange(len(page)) % 2 == 0
    selections = [Selector(page, "", also_hidden=True).keep(chosen, "").done("all") for chosen in rows]
    return [render_text(page, selection) for selection in selections]


def matrix_of(page: maintext.Page) -> NDArray[np.float32]:
    scene = Scene(page)
    return feature_matrix(scene) if len(scene.blocks) else np.zeros((0, len(FEATURES)), dtype=np.float32)


def keep_of(markup: str) -> NDArray[np.bool_]:
    return maintext.select(parse(markup)).keep


@needs_kernel
@every_page
def test_twins_agree_on_zoo_pages(name: str) -> None:
    assert_same(ZOO[name])


@needs_kernel
@pytest.mark.parametrize("markup", ODD)
def test_twins_agree_on_odd_pages(markup: str) -> None:
    assert_same(markup)


@needs_kernel
@settings(deadline=None, max_examples=60)
@given(MARKUP)
def test_twins_agree_on_generated_pages(markup: str) -> None:
    assert_same(markup)


@needs_kernel
@settings(deadline=None)
@given(
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 300)), min_size=1, max_size=30),
    st.sampled_from([0.5, 1.0, 2.0]),
)
def test_twins_expect_the_same_f(blocks: list[tuple[float, int]], beta: float) -> None:
    blocks.sort(reverse=True)
    probability, n_words = np.array([p for p, _ in blocks]), np.array([n for _, n in blocks], dtype=np.int64)
    found = expected_f(probability, n_words, beta=beta)
    with numpy_twins():
        assert np.allclose(expected_f(probability, n_words, beta=beta), found, rtol=1e-12, atol=1e-15)


@needs_kernel
@every_page
def test_twins_find_the_same_attributes(name: str) -> None:
    names = ("class", "id", "href", "aria-hidden", "s", "a-very-long-attribute-name")
    page, twin = parse(ZOO[name]), parse(ZOO[name])
    found = [page.attribute(attribute).row.tolist() for attribute in names]
    named = rows_named(page, ["nav", "main"]).tolist()
    with numpy_twins():
        assert [twin.attribute(attribute).row.tolist() for attribute in names] == found
        assert rows_named(twin, ["nav", "main"]).tolist() == named


COMMENTS = (
    b"", b"<", b"<p/>", b"a<!--b-->c", b"<!-->", b"<!--->", b"<!---->x", b"<!--a-->b<!--c-- >d-->e",
    b"<!--open", b"<??>x", b"<?a?b?>c", b"<?>?>x", b"<?open>", b"<!--a-->", b"<?a?><p><!--b-->c</p>",
    b"<!-- <?a?> -->b",
)  # fmt: skip


@needs_kernel
@pytest.mark.parametrize("data", COMMENTS)
def test_twins_drop_the_same_comments(data: bytes) -> None:
    found = parser._only_elements(data)
    with numpy_twins():
        assert parser._only_elements(data) == found


@pytest.mark.parametrize("values", [[], [5], [3, -1, 3, 2**62, -1, 3], list(range(200)) * 2])
def test_groups_of_equal_values_are_numbered(values: list[int]) -> None:
    group, n_groups = numbered(np.array(values, dtype=np.int64))
    assert n_groups == len(set(values))
    assert set(group.tolist()) == set(range(n_groups))
    assert len(set(zip(values, group.tolist(), strict=True))) == n_groups


def test_both_twins_keep_the_limit_of_nodes() -> None:
    data, _ = well_formed("<p>a</p>" * 20)
    with pytest.raises(PageTooLargeError, match="43 nodes"):
        tokenise(data, max_nodes=10)
    with numpy_twins(), pytest.raises(PageTooLargeError, match="43 nodes"):
        tokenise(data, max_nodes=10)


@pytest.mark.parametrize("data", [b"</p>", b"<p>a</p></p>b", b"<p>", b"<p/></i></b>"])
def test_both_twins_refuse_bytes_that_are_not_balanced(data: bytes) -> None:
    with pytest.raises(InputError, match="not all closed"):
        tokenise(data, max_nodes=10)
    with numpy_twins(), pytest.raises(InputError, match="not all closed"):
        tokenise(data, max_nodes=10)


def test_the_environment_chooses_numpy() -> None:
    code = "from maintext.kernel import in_use; print(in_use())"
    environment = {**os.environ, "MAINTEXT_KERNEL": "numpy"}
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "numpy"


def test_what_is_in_use_is_named() -> None:
    assert in_use() in {"compiled", "numpy"}
    assert all((compiled(module) is not None) == (in_use() == "compiled") for module in MODULES)


def test_a_module_that_does_not_exist_is_not_compiled() -> None:
    assert compiled("nothing") is None
