"""cpn: the patterns against their definition, the decision by hand, and whole pages."""

from __future__ import annotations

from functools import partial
from importlib import resources

import numpy as np
import pytest
from hypothesis import given
from tests import shown
from tests.each import each
from tests.generated import MARKUP
from tests.unit.classify.methods.definition_cpn import Patterns
from tests.zoo import ZOO

from maintext.classify.methods import cpn
from maintext.classify.methods.cpn import FEATURES, METHOD, VERSION, block_features, load_network
from maintext.classify.model.networks import CounterPropagation
from maintext.errors import ModelError
from maintext.html import parse
from maintext.html.blocks import find_blocks

FIRST = (
    "The old stone bridge over the river was closed to traffic on Monday after engineers found cracks in "
    "two of its arches. The council said that repairs would take until the autumn at the earliest."
)
SECOND = (
    "Residents on the eastern bank now have to drive eleven miles to reach the nearest shop. “It is a long "
    "way for a pint of milk,” said Margaret Hale, who has lived beside the river for forty years."
)
MENU = "".join(f"<li><a href='/{name}'>{name}</a></li>" for name in "Home News Sport Weather Travel".split())
ARTICLE = f"""<title>Old bridge closed</title><nav><ul>{MENU}</ul></nav>
<article><h1>Old bridge closed</h1><p>{FIRST}</p><p>{SECOND}</p></article>
<footer><a href="/privacy">Privacy policy</a> <a href="/contact">Contact us</a></footer>"""
ARTICLE_ZH = """<div><a href="/">首页</a> | <a href="/gn">国内</a> | <a href="/gj">国际</a></div>
<div><h1>城东老石桥下周封闭维修</h1><div>
　　本报讯（记者 李明）市政府昨天宣布，城东的老石桥将于下周一开始封闭维修，工期预计为六个月。<br><br>
　　据了解，这座石桥建于一九三五年，全长一百二十米，是连接河两岸居民区的主要通道，每天有上万人经过。<br><br>
　　市交通局负责人表示，维修期间将开通免费公交，每十五分钟一班，方便两岸居民出行，请市民合理安排时间。</div></div>
<div><a href="/about">关于我们</a> <a href="/contact">联系方式</a></div>"""


kept = partial(shown.kept, METHOD)


def features(markup: str) -> np.ndarray:
    page = parse(markup)
    return block_features(page, find_blocks(page))


# -- patterns -----------------------------------------------------------------------------------------


def assert_defined(markup: str) -> None:
    expected = [[pattern[name] for name in FEATURES] for pattern in Patterns(markup).features()]
    found = features(markup)
    assert found.shape == (len(expected), len(FEATURES))
    if expected:
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


# Many blocks, and the definition is cubic.
SLOW = {"prefixes of names", "every known tag", "flat", "deep and closed", "deep nesting"}


@each("name", sorted(set(ZOO) - SLOW))
def test_patterns_of_zoo_pages_are_as_defined(name: str) -> None:
    assert_defined(ZOO[name])


@given(MARKUP)
def test_patterns_of_generated_pages_are_as_defined(markup: str) -> None:
    assert_defined(markup)


def test_a_pattern_worked_by_hand() -> None:
    # Two blocks: 10 characters, and 30 of which 15 are linked: prose 10 · 10/80 = 1.25, 15 · 15/80 = 2.8125.
    markup = f"<h1>{'t' * 10}</h1><p>{'x' * 15}<a href=/>{'y' * 15}</a></p>"
    first, second = (dict(zip(FEATURES, row, strict=True)) for row in features(markup).tolist())
    assert (first["is_heading"], first["is_paragraph"]) == (1, 0)
    assert (second["is_heading"], second["is_paragraph"]) == (0, 1)
    assert second["link_density"] == 0.5
    assert second["before_link_density"] == 0
    assert second["after_link_density"] == 1
    assert second["before_prose"] == pytest.approx(np.log1p(1.25))
    assert second["place"] == pytest.approx((1.25 + 2.8125 / 2) / 4.0625)
    assert second["near_2_link_density"] == 15 / 40
    assert second["after_heading"] == first["after_heading"] == 1


# -- the decision -------------------------------------------------------------------------------------


@pytest.fixture
def by_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two hidden units: blocks of about 0 characters give 0.2, of about 50 give 0.9."""
    kohonen = np.zeros((2, len(FEATURES)), dtype=np.float32)
    kohonen[1, 0] = np.log1p(50)
    scale = np.full(len(FEATURES), 1e9, dtype=np.float32)  # so that only the length counts
    scale[0] = 1
    network = CounterPropagation(np.zeros_like(scale), scale, kohonen, np.array([0.2, 0.9], dtype=np.float32))
    monkeypatch.setattr(cpn, "load_network", lambda _="": network)


@pytest.mark.usefixtures("by_length")
def test_blocks_with_a_larger_output_are_kept() -> None:
    page = f"<p>{'x' * 50}</p><p>xx</p>"
    assert kept(page, n_winners=1) == "x" * 50
    assert kept(page, n_winners=1, min_output=0.1) == f"{'x' * 50}\n\nxx"
    assert kept(page, n_winners=1, min_output=0.95) == ""


@pytest.mark.usefixtures("by_length")
def test_the_score_of_a_text_is_the_output_for_its_block() -> None:
    score = METHOD.select(parse(f"<p>{'x' * 50}</p><p>x<b>x</b></p>"), {"n_winners": 1}).score
    assert score[~np.isnan(score)].tolist() == pytest.approx([0.9, 0.2, 0.2])


# -- the shipped network ------------------------------------------------------------------------------


def test_the_shipped_network_is_small() -> None:
    assert len((resources.files("maintext.classify.model") / "cpn.npz").read_bytes()) < 50_000


def test_the_shipped_network_is_for_these_features() -> None:
    network = load_network()
    assert network.card["features_version"] == VERSION
    assert network.kohonen.shape == (network.card["n_hidden"], len(FEATURES))
    assert 0 <= network.grossberg.min() < network.grossberg.max() <= 1


@pytest.mark.usefixtures("by_length")
def test_a_network_for_other_features_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpn, "VERSION", VERSION + 1)
    load_network.cache_clear()
    with pytest.raises(ModelError, match="other features"):
        load_network()


@pytest.mark.parametrize("text", [FIRST, SECOND])
@pytest.mark.parametrize("n_winners", [1, 2, 4])
def test_the_paragraphs_of_an_article_are_kept(text: str, n_winners: int) -> None:
    assert text in kept(ARTICLE, n_winners=n_winners)


@pytest.mark.parametrize("words", ["Weather", "Privacy policy"])
def test_what_stands_around_an_article_is_dropped(words: str) -> None:
    assert words not in kept(ARTICLE)


def test_a_chinese_article_is_kept_without_what_stands_around() -> None:
    text = kept(ARTICLE_ZH)
    assert "市政府昨天宣布" in text
    assert "请市民合理安排时间" in text
    assert "国内" not in text
    assert "联系方式" not in text


def test_a_page_without_text_keeps_nothing() -> None:
    assert kept(ZOO["white space only"]) == ""


def test_the_facts_count_the_blocks() -> None:
    facts = METHOD.select(parse(ARTICLE)).facts
    assert 2 <= facts["n_kept"] < facts["n_blocks"] == 9
