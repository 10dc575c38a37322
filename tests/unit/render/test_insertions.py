"""Headings with nothing under them."""

from __future__ import annotations

import pytest

from maintext.html import parse
from maintext.render.insertions import (
    find_announcements,
    find_contents,
    find_hollow_headings,
    find_interface_words,
    find_repeated_controls,
)

SECTION = "x" * 80


def left(markup: str, *, dropped: str = "") -> str:
    """Return the texts that stay of those without the letters ``dropped``, with a space between them."""
    page = parse(markup)
    texts = [row for row in page.is_text.nonzero()[0].tolist() if page.row_text(row).strip()]
    keep = page.is_text & False
    keep[[row for row in texts if page.row_text(row).strip() not in dropped.split()]] = True
    hollow = find_hollow_headings(page, keep)
    return " ".join(
        page.row_text(row) for row in texts if keep[row] and not (hollow is not None and hollow[row])
    )


@pytest.mark.parametrize(
    ("markup", "stays"),
    [
        ("<h2>a</h2><p>b</p><h2>c</h2><p>x</p><h2>d</h2><p>e</p>", "a b d e"),
        ("<h2>a</h2><p>b</p><h2>c</h2>", "a b"),
        ("<h2>a</h2><p>b</p><h2>c</h2><h3>d</h3><p>x</p>", "a b"),
        ("<h2>a</h2><h3>b</h3><p>c</p>", "a b c"),
        ("<p>b</p><h2>a</h2><h2>x</h2><p>c</p>", "b c"),
        ("<p>b</p><h2>a</h2><h3>x</h3><p>c</p>", "b a c"),
        ("<p>b</p><h2>a</h2><h2 hidden>x</h2><p>c</p>", "b a c"),
        ("<h1>a</h1><h2>d</h2><h2>x</h2><p>c</p>", "a d c"),
        ("<h3>a</h3><h2>b</h2><p>c</p>", "b c"),
        ("<h1>a</h1><h1>b</h1><p>c</p><h1>d</h1>", "a b c d"),
        ("<h2>a</h2><p>b</p><h2><a href=/>c</a></h2>", "a b c"),
        ("<h2>a</h2><p>b</p><h2>c</h2><img src=i.png><h2>d</h2><p>e</p>", "a b c d e"),
        ("<p>b</p><h2>a</h2><div><a href=/o><img src=i.png></a><p>x</p></div><h2>c</h2><p>e</p>", "b c e"),
        ("<p>b</p><h2>a</h2><ul><li><h2>c</h2><p>d</p></li></ul><h2>e</h2><p>f</p>", "b c d e f"),
        ("<p>b</p><h3>a</h3><h3>c</h3><h3>d</h3>", "b a c d"),
        ("<p>b</p><h3>a</h3><p>x</p><h3>c</h3><p>x</p><h3>d</h3><p>x</p>", "b a c d"),
        (
            f"<p>b</p>{''.join(f'<h3>{name}</h3><p>{SECTION}</p>' for name in 'acd')}<h2>e</h2><p>f</p>",
            "b e f",
        ),
        (f"<p>b</p><h3>{'long ' * 30}</h3>", f"b {'long ' * 30}"),
        ("<h2>a</h2><h2>b</h2>", "a b"),
        ("<p>b</p><h2>a</h2><h2>c</h2><p>d</p>", "b c d"),
        ("<p>b</p><div><h2>a</h2></div><div><h2>c</h2></div><p>d</p>", "b a c d"),
        ("<p>b</p><div><h2>a</h2><p>x</p></div><div><h2>c</h2></div><p>d</p>", "b c d"),
        ("<p>b</p><div><h2>a</h2></div><section><h2>c</h2></section><p>d</p>", "b c d"),
        ("<p>b</p><ul><li><h4>a</h4></li><li><h4>c</h4></li></ul><p>d</p>", "b a c d"),
        (
            "<p>b</p><table><tr><th>a</th><th><h3>c</h3></th><th><h3>d</h3></th></tr><tr><td>e</td></tr></table>",
            "b a c d e",
        ),
        ("<p>a</p>", "a"),
    ],
)
def test_a_heading_with_nothing_under_it_goes(markup: str, stays: str) -> None:
    assert left(markup, dropped=f"x {SECTION}").split() == stays.split()


@pytest.mark.parametrize("mark", [".", "|", "·", "、"])
def test_a_block_of_one_mark_goes(mark: str) -> None:
    page = parse(f"<p>one two</p><p>{mark}</p><p>three <b>{mark}</b> four</p><p>…</p>")
    found = find_interface_words(page, page.is_text & (page.n_chars > 0))
    assert found is not None
    assert [page.row_text(row) for row in found.nonzero()[0].tolist() if page.row_text(row).strip()] == [mark]


def test_buttons_next_to_a_heading_go() -> None:
    page = parse(
        "<h2>沿革</h2><div><span>播报</span><span>编辑</span></div><p>编辑部在桥边。</p><p>编辑 石明</p>"
    )
    found = find_interface_words(page, page.is_text & (page.n_chars > 0))
    assert found is not None
    assert [page.row_text(row) for row in found.nonzero()[0].tolist()] == ["播报", "编辑"]


@pytest.mark.parametrize(
    ("text", "goes"),
    [
        ("↑点击上方“<b>蓝字</b>”关注我们", True),
        ("点击蓝字，关注我们", True),
        ("点击“阅读原文”查看更多", True),
        ("返回江城，查看更多", True),
        ("打开江城APP阅读全文", True),
        ("本文约3200字，预计阅读时间8分钟", True),
        ("- END -", True),
        ("（完）", True),
        ("举报/反馈", True),
        ("点击左上角的蓝字以后，页面会打开一张桥的图纸", False),
        ("下载江城客户端", False),
        ("End", False),
        ("他把这本书读完", False),
    ],
)
def test_what_chinese_accounts_say_to_tap_goes(text: str, *, goes: bool) -> None:
    page = parse(f"<p>桥修好了。</p><p>{text}</p><p>人都来了。</p>")
    found = find_interface_words(page, page.is_text & (page.n_chars > 0))
    assert (found is not None) is goes


@pytest.mark.parametrize(
    ("markup", "goes"),
    [
        ("<p>◇上一篇文章：<a href=/1>桥</a></p><p>下一篇：没有了</p>", True),
        ("<td>上一条：<a href=/1>桥</a> 下一条：<a href=/2>船</a></td>", True),
        ("<p>上一篇：<a href=/1>桥</a></p><p>桥修好了。</p>" + "<p>人都来了。</p>" * 9, False),
        ("<p>上一篇文章里说过：桥修好了。</p>", False),
        ("<p>下篇：桥</p><p>桥修好了。</p>", False),
    ],
)
def test_links_to_the_texts_before_and_after_go_at_the_end(markup: str, *, goes: bool) -> None:
    page = parse(
        f"<table><tr><td><p>桥修好了。</p></td></tr><tr>{markup}</tr></table>" if "<td" in markup else markup
    )
    found = find_interface_words(page, page.is_text & (page.n_chars > 0))
    texts = [] if found is None else [page.row_text(row) for row in found.nonzero()[0].tolist()]
    assert ("桥" in "".join(texts) and "桥修好了。" not in texts) is goes


@pytest.mark.parametrize(
    ("markup", "goes"),
    [
        ("<p>往期推荐</p>", True),
        ("<p>▼ 更多精彩推荐 ▼</p>", True),
        ("<p>延伸閱讀</p>", True),
        ("<p>【関連記事】</p>", True),
        ("<p>관련기사</p>", True),
        ("<p>往期推荐</p><p>桥</p>", False),
        ("<p>往期推荐</p><img src=a.png>", False),
        ("<p>他推荐阅读</p>", False),
    ],
)
def test_a_heading_of_links_that_are_left_out_goes_at_the_end(markup: str, *, goes: bool) -> None:
    page = parse(f"<p>桥修好了。</p>{markup}")
    found = find_announcements(page, page.is_text & (page.n_chars > 0))
    assert (found is not None) is goes


def controls(control: str, n_cards: int = 5) -> set[str]:
    """Return the texts that go of cards with a control each; ``#`` in it is another letter in each."""
    cards = "".join(f"<div><p>lamp {x}</p>{control.replace('#', x)}</div>" for x in "abcde"[:n_cards])
    page = parse(cards)
    found = find_repeated_controls(page, page.is_text & (page.n_chars > 0))
    return set() if found is None else {page.row_text(row).strip() for row in found.nonzero()[0].tolist()}


def test_a_control_of_every_card_goes() -> None:
    assert controls("<button>Put on my list</button>") == {"Put on my list"}
    assert controls("<label><input type=checkbox>Weigh up</label>") == {"Weigh up"}
    assert len(controls("<button><span>Keep this lamp: lamp #</span></button>")) == 5
    assert controls("<button>Have a look <i>- lamp #</i></button>") >= {"Have a look", "- lamp a", "- lamp e"}


def test_what_a_control_says_of_its_card_stays() -> None:
    for control in (
        "<button>Oil for lamp #</button>", "<button>5 colours</button>", "<h3><button>In brass</button></h3>",
        "<button><h3>In brass</h3></button>", "<button>Is it bright?</button>", "<p>In brass</p>",
        "<p>It can be had <label>in brass</label></p>", f"<label>{'In brass and tin ' * 10}</label>",
    ):  # fmt: skip
        assert controls(control) == set(), control
    assert controls("<button>Put on my list</button>", n_cards=4) == set()


@pytest.mark.parametrize(
    ("markup", "hollow"),
    [
        ("<p>one</p><p>声明：</p>", ["声明："]),
        ("<p>one</p><p>Watch:</p><iframe src=/v></iframe>", []),
        ("<p>one</p><ul><li>two:</ul>", []),
        ("<p>one:</p>", []),
    ],
)
def test_what_announces_nothing_goes(markup: str, hollow: list[str]) -> None:
    page = parse(markup)
    found = find_announcements(page, page.is_text & (page.n_chars > 0))
    assert [page.row_text(row) for row in ([] if found is None else found.nonzero()[0].tolist())] == hollow


CONTENTS = "<ul><li><a href=#1>1 Hills</a><ul><li><a href=#2>1.1 Rain</a></ul><li><a href=#3>2 Sun</a></ul>"
SECTIONS = "<h2>Hills</h2><p>a</p><h3>Rain</h3><p>b</p><h2>{}</h2><p>c</p>"


@pytest.mark.parametrize(
    ("markup", "n_texts"),
    [
        (CONTENTS + SECTIONS.format("Sun"), 3),
        (CONTENTS + SECTIONS.format("Wind"), 3),  # two of three
        (CONTENTS + SECTIONS.format("Sun").replace("Rain", "Wind"), 3),
        (CONTENTS + "<h2>Hills</h2><p>a</p>", 0),
        (SECTIONS.format("Sun") + CONTENTS, 0),  # of what came before
        (f"<p>You will see:</p>{CONTENTS}{SECTIONS.format('Sun')}", 0),
        (f"<p>You will see:</p><ol><li><a href=#0>Walks</a>{CONTENTS}</ol>{SECTIONS.format('Sun')}", 0),
        (CONTENTS.replace("</a>", "</a>: wet") + SECTIONS.format("Sun"), 0),
        (CONTENTS.replace("#2", "/rain") + SECTIONS.format("Sun"), 0),
        ("<ul><li>a<li>b<li>c</ul>", 0),
        ("<p>a</p>", 0),
    ],
)
def test_a_table_of_contents_is_a_list_of_links_to_headings_that_follow(markup: str, n_texts: int) -> None:
    page = parse(markup)
    found = find_contents(page, page.is_text & (page.n_chars > 0))
    assert (0 if found is None else int(found.sum())) == n_texts
