"""Wrappers of a made-up site: what is learned, what it finds on other pages, when it refuses."""

from __future__ import annotations

import tracemalloc

import pytest
from tests.unit.sites.wrapper import news_site as site

from maintext.api import extract
from maintext.errors import OptionError
from maintext.html import parse
from maintext.lab.evaluate import word_f1
from maintext.metadata.candidate import Person
from maintext.options import Options
from maintext.selection import Outcome
from maintext.sites.wrapper import (
    BodyRule,
    ExamplePage,
    LearnOptions,
    Wrapper,
    apply_wrapper,
    from_toml,
    learn_wrapper,
    parse_path,
    to_toml,
)
from maintext.sites.wrapper.selectors import is_made_up

REST = range(3, 6)


def page(i: int) -> bytes:
    return site.markup(i).encode("gbk")


def learned(n: int = 3, rest: str = "drop") -> Wrapper:
    values = [
        {
            "title": site.title(i),
            "source": site.source(i),
            "date": f"2024-05-{i + 1:02}",
            "price": f"{i + 3}.50",
            "author": site.PEOPLE[i % 6],
            "tags": f"{site.PLACES[i % 6]}, {site.THINGS[i % 6]}",
        }
        for i in range(n)
    ]
    pages = [ExamplePage(html=page(i), text=site.gold(i), values=values[i]) for i in range(n)]
    return learn_wrapper(pages, LearnOptions(rest=rest, default_fields=False))


@pytest.mark.parametrize("n", [1, 2, 3])
def test_text_of_other_pages_is_found_from_few_gold_texts(n: int) -> None:
    wrapper = learned(n)
    for i in REST:
        assert word_f1(apply_wrapper(wrapper, page(i)).document.text, site.gold(i)).f1 == 1


def test_boxes_inside_the_text_are_excluded_by_name() -> None:
    assert [str(path) for path in learned().body.exclude] == ["div.related"]


def test_made_up_names_are_not_used() -> None:
    assert "12345" not in to_toml(learned())
    assert all(map(is_made_up, ("post-12345", "css-1a2b3c")))
    assert not any(map(is_made_up, ("h1title", "col-2", "article_body")))


def test_selectors_tolerate_boxes_put_beside() -> None:
    changed = site.markup(4).replace(
        "<div class=text>", "<div class=ad>买一送一</div><p>x</p><div class=text>"
    )
    assert word_f1(apply_wrapper(learned(), changed).document.text, site.gold(4)).f1 == 1


def test_a_date_beside_a_name_is_no_label() -> None:
    def markup(name: str, time: str) -> str:
        return f"<h1>Mill</h1><p class=info>{time} By {name}</p><div class=text><p>{site.gold(1)}</p></div>"

    shown = markup("Tom Reed", "2024-01-02 01:30")
    wrapper = learn_wrapper([ExamplePage(html=shown, text=site.gold(1), values={"author": "Tom Reed"})])
    document = apply_wrapper(wrapper, markup("Ada Marsh", "2024-01-06 05:45")).document
    assert document.authors == (Person("Ada Marsh"),)


def test_a_value_in_other_text_needs_its_label() -> None:
    def markup(by: str) -> str:
        return (
            f"<h1>Mill</h1><p class=info>2024-01-02 01:30 {by}</p><div class=text><p>{site.gold(1)}</p></div>"
        )

    wrapper = learn_wrapper(
        [ExamplePage(html=markup("By Tom Reed"), text=site.gold(1), values={"author": "Tom Reed"})]
    )
    rule = next(rule for rule in wrapper.fields if rule.name == "author")
    assert (rule.after, rule.within) == ("By ", True)
    assert "author" not in apply_wrapper(wrapper, markup("孙一帆")).fields
    assert apply_wrapper(wrapper, markup("By Ada Marsh")).document.authors == (Person("Ada Marsh"),)


def test_an_element_of_its_own_wins_over_a_part_of_a_line() -> None:
    def markup(by: str) -> str:
        text = f"<div class=text><p>{site.gold(1)}</p></div>"
        return f"<h1>Mill</h1><p class=info>2024-01-02 01:30 <span class=by>{by}</span></p>{text}"

    example = ExamplePage(html=markup("By Tom Reed"), text=site.gold(1), values={"author": "Tom Reed"})
    wrapper = learn_wrapper([example])
    rule = next(rule for rule in wrapper.fields if rule.name == "author")
    assert str(rule.select[0]) == "span.by"
    assert not rule.within
    assert apply_wrapper(wrapper, markup("Ada Marsh")).document.authors == (Person("Ada Marsh"),)


def test_fields_of_other_pages_are_found() -> None:
    document = apply_wrapper(learned(), page(4)).document
    assert document.title == site.title(4)
    assert document.source == "河口日报"
    assert str(document.published)[:10] == "2024-05-05"
    assert document.authors == (Person("周文"),)
    assert document.tags == (site.PLACES[4], site.THINGS[4])


def test_custom_fields_are_cut_out_of_their_element() -> None:
    result = apply_wrapper(learned(), page(5))
    assert result.fields["price"].value == "8.50"
    assert result.fields["price"].origin.startswith("wrapper:")


def test_labels_beside_a_value_are_left_out() -> None:
    rule = next(rule for rule in learned().fields if rule.name == "source")
    assert rule.after == "来源："


def test_fields_that_no_example_gives_are_learned_from_the_default() -> None:
    pages = [ExamplePage(html=page(i), text=site.gold(i)) for i in range(3)]
    assert "title" in {rule.name for rule in learn_wrapper(pages).fields}
    assert not learn_wrapper(pages, LearnOptions(default_fields=False)).fields


def test_without_gold_texts_it_does_as_the_default_method() -> None:
    wrapper = learn_wrapper([ExamplePage(html=page(i)) for i in range(3)], LearnOptions(rest="drop"))
    assert wrapper.learned_from == "default"
    scores = [word_f1(apply_wrapper(wrapper, page(i)).document.text, extract(page(i)).text).f1 for i in REST]
    assert sum(scores) / len(scores) > 0.95


def test_clicked_elements_teach_body_and_fields() -> None:
    clicks = {"body": ["h1", "div.text > p"], "title": "h1", "price": "div.price"}
    pages = [ExamplePage(html=page(i), clicks=clicks) for i in range(2)]
    wrapper = learn_wrapper(pages, LearnOptions(default_fields=False))
    result = apply_wrapper(wrapper, page(4))
    assert wrapper.learned_from == "clicks"
    assert word_f1(result.document.text, site.gold(4)).f1 == 1
    assert result.fields["price"].value == "7.50元"


def test_a_click_on_nothing_says_so() -> None:
    for click in ("article", 9999, -1):
        with pytest.raises(OptionError, match="leads to no element"):
            learn_wrapper([ExamplePage(html=page(0), clicks={"body": click})])


def test_a_click_may_be_a_row_of_the_page() -> None:
    rows = [parse(page(i)).is_tag(("h1",)).argmax() for i in range(2)]
    pages = [ExamplePage(html=page(i), clicks={"head": int(rows[i])}) for i in range(2)]
    assert apply_wrapper(learn_wrapper(pages), page(4)).fields["head"].value == site.title(4)


def test_a_date_that_cannot_be_read_is_missing() -> None:
    html = site.markup(4).replace("2024年5月5日 10:24", "昨天下午的时候")
    assert "date" not in apply_wrapper(learned(), html).fields


def test_landmarks_are_not_numbered() -> None:
    posts = "".join(f"<div id=p{i}>{site.paragraphs(i)[0]}</div>" for i in range(3))
    pages = [
        ExamplePage(html=site.markup(i).replace("<div class=tags>", posts + "<div class=tags>"))
        for i in range(3)
    ]
    landmarks = " ".join(map(str, learn_wrapper(pages).layout.landmarks))
    assert "div#side" in landmarks
    assert "#p" not in landmarks


def test_examples_of_two_templates_tell_foreign_pages() -> None:
    def other(number: int) -> str:
        text = "".join(f"<p>{one}</p>" for one in site.paragraphs(number))
        return f"<div class=kopf>Menu</div><div class=inhalt><h2>{site.title(number)}</h2>{text}</div>"

    pages = [(site.markup(0), 0), (other(1), 1), (site.markup(2), 2), (other(3), 3)]
    wrapper = learn_wrapper([ExamplePage(html=html, text=site.gold(number)) for html, number in pages])
    assert not any("landmarks" in apply_wrapper(wrapper, html).warning for html in (site.markup(4), other(5)))
    foreign = "<div class=sheet><div class=prose>" + "<p>The mill stands at the bend of the river.</p>" * 9
    assert "0% of the landmarks" in apply_wrapper(wrapper, foreign).warning


def test_one_common_name_is_no_template_of_two_examples() -> None:
    clear = "<div class=clear></div>"

    def other(number: int) -> str:
        text = "".join(f"<p>{one}</p>" for one in site.paragraphs(number))
        return (
            f"<div class=kopf>Menu<b class=suche>Go</b></div><div class=seite>"
            f"<h2 class=titel>{site.title(number)}</h2><div class=inhalt>{text}</div>{clear}</div>"
            f"<div class=fuss>All rights reserved</div>"
        )

    pages = [(site.markup(0) + clear, 0), (other(1), 1)]
    examples = [ExamplePage(html=html, text=site.gold(number)) for html, number in pages]
    wrapper = learn_wrapper(examples, LearnOptions(rest="default", default_fields=False))
    assert [apply_wrapper(wrapper, html).drift for html in (site.markup(4) + clear, other(5))] == [(), ()]
    foreign = "<div class=prose>" + "<p>The mill stands at the bend of the river.</p>" * 9 + clear
    assert "of the landmarks are there" in apply_wrapper(wrapper, foreign).warning


def test_no_pages_is_refused() -> None:
    with pytest.raises(OptionError, match="at least one page"):
        learn_wrapper([])


# -- drift --------------------------------------------------------------------------------------------


def test_pages_of_the_layout_are_not_refused() -> None:
    wrapper = learned()
    assert [apply_wrapper(wrapper, page(i)).drift for i in REST] == [(), (), ()]


def test_a_new_layout_is_noticed_and_left_to_the_default_method() -> None:
    html = site.new_layout(4).encode("gbk")
    result = apply_wrapper(learned(), html)
    assert result.is_drifted
    assert any(reason.startswith("structure changed") for reason in result.drift)
    assert "the default method was used" in result.warning
    assert result.document.text == extract(html).text
    assert result.document.method == "learned"
    assert result.fields == {}


def test_another_site_is_noticed() -> None:
    assert apply_wrapper(learned(), site.other_site()).is_drifted
    assert apply_wrapper(learned(rest="default"), site.other_site()).is_drifted


def test_a_missing_required_field_is_noticed() -> None:
    html = site.markup(4).replace("<h1 class=headline>", "<h4>").replace("</h1>", "</h4>")
    assert "required field missing: title" in apply_wrapper(learned(), html).drift


LIMITS = """
format = 1
[body]
include = ["{place}"]
rest = "drop"
[layout]
most_words = 20
most_link_share = 0.3
"""


def test_a_text_that_is_too_long_or_all_links_is_noticed_if_the_default_method_has_another() -> None:
    drift = apply_wrapper(from_toml(LIMITS.format(place="#side")), site.markup(4)).drift
    assert any("words, not" in reason for reason in drift)
    assert any("of the text is links" in reason for reason in drift)
    # The default method takes the text of the page too, however long it is.
    assert apply_wrapper(from_toml(LIMITS.format(place="div.text")), site.markup(4)).drift == ()


def test_a_title_that_no_example_gave_is_left_to_the_default_method() -> None:
    wrapper = learn_wrapper([ExamplePage(html=page(i), text=site.gold(i)) for i in range(3)])
    html = site.markup(4).replace("<h1 class=headline>", "<h1>")
    result = apply_wrapper(wrapper, html)
    assert result.drift == ()
    assert result.document.title == site.title(4)


def test_an_empty_page_is_no_error() -> None:
    result = apply_wrapper(learned(), "")
    assert result.is_drifted
    assert result.document.outcome is Outcome.NO_TEXT


# -- applying -----------------------------------------------------------------------------------------


def test_every_form_of_output_works() -> None:
    document = apply_wrapper(learned(), page(4), url="https://example.org/4.html").document
    assert document.method == "wrapper"
    assert document.markdown.startswith(f"# {site.title(4)}")
    assert "相关新闻" not in document.html
    assert document.to_dict()["provenance"]["title"]["origin"] == "wrapper:h1.headline"
    assert {row.reason for row in document.trace() if row.kept} == {"in an element that the wrapper includes"}


def test_a_wrapper_written_by_hand_needs_no_examples() -> None:
    wrapper = from_toml('[body]\ninclude = ["div.text"]\nexclude = [".related"]\n')
    assert apply_wrapper(wrapper, page(3)).document.text == "\n\n".join(site.paragraphs(3))


def test_hidden_text_in_an_included_element_stays_out() -> None:
    wrapper = Wrapper("", BodyRule((parse_path("div"),)))
    html = "<div>shown text<p hidden>not shown</p></div>"
    options = Options(method="all_text")  # which does not read hidden text, as the default method may
    assert apply_wrapper(wrapper, html, options=options).document.text == "shown text"


def test_a_rule_beside_the_default_method_only_corrects_it() -> None:
    wrapper = Wrapper("", BodyRule((), (parse_path("h1"),), "default"))
    text = apply_wrapper(wrapper, site.other_site()).document.text
    assert text == extract(site.other_site()).text.removeprefix("Ferry\n\n")


def test_learning_takes_no_memory_of_the_square_of_a_page() -> None:
    words = [f"w{i}" for i in range(8_000)]
    example = ExamplePage(html="".join(f"<p>{word}</p>" for word in words), text="\n".join(words))
    tracemalloc.start()
    learn_wrapper([example], LearnOptions(default_fields=False))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 60e6  # a matrix of rows and words has 256 MB


@pytest.mark.parametrize("clicked", ["a", "ul"])
@pytest.mark.parametrize("form", ["<li><a>{}</a></li>", "<a>{}</a>", "<a>{}</a>, "])
def test_tags_are_learned_from_a_click_on_one_or_on_all(form: str, clicked: str) -> None:
    text = (
        "<p>The chair is made by hand in a small workshop near the river, from <a>wood</a> of the hills.</p>"
    )

    def markup(*tags: str) -> str:
        return (
            f"<main><h1>Of chairs</h1><ul class=tags>{''.join(map(form.format, tags))}</ul>{4 * text}</main>"
        )

    page = parse(markup("oak", "seat", "sale"))
    row = next(row for row in range(len(page)) if page.name(row) == clicked)
    wrapper = learn_wrapper([ExamplePage(html=markup("oak", "seat", "sale"), clicks={"tags": [row]})])
    assert apply_wrapper(wrapper, markup("elm", "ash")).document.tags == ("elm", "ash")


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [
        ("2026年11月4日 08:13 来源：青河晚报 记者 {} 编辑：陈默", "author", "林晓"),
        ("发布时间：2026-04-13 10:33 来源：{} 作者：李小禾", "source", "青河晚报"),
        ("{}", "author", "林晓"),
    ],
)
def test_a_click_on_a_line_of_several_values_takes_the_one_of_the_field(
    line: str, name: str, value: str
) -> None:
    def markup(said: str) -> str:
        text = "河岸步道全长三公里，沿途设有休息亭和观景台，市民可以免费进入，管理处提醒雨天路滑。"
        title = "<title>河岸步道今日开放</title><h1>河岸步道今日开放</h1>"
        return f"{title}<p class=info>{line.format(said)}</p><div class=body>{f'<p>{text}</p>' * 4}</div>"

    wrapper = learn_wrapper([ExamplePage(html=markup(value), clicks={name: "p.info"})])
    other = {"author": "王小禾", "source": "白山日报"}[name]
    result = apply_wrapper(wrapper, markup(other)).document
    assert getattr(result, name) == other
