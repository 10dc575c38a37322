"""The link to the next page, and what only looks like one."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.each import each
from tests.generated import MARKUP
from tests.zoo import ZOO

from maintext.html import parse
from maintext.sites.pagination import Pagination, find_pagination
from maintext.sites.recipe.controls import find_unfollowed

URL = "https://site.example/news?page=2"


def found(html: str, url: str | None = URL) -> Pagination:
    return find_pagination(parse(html, url))


def next_of(html: str, url: str | None = URL) -> str:
    return found(html, url).next_url.removeprefix("https://site.example")


@each("name", ZOO)
def test_odd_pages_do_not_fail(name: str) -> None:
    assert found(ZOO[name]).reason


@given(MARKUP)
def test_random_pages_do_not_fail(html: str) -> None:
    assert found(html + "<a href='/p?page=3'>3</a> <b>2</b>").reason


def test_a_page_without_a_host_has_no_next_page_by_its_host() -> None:
    markup = "<p>Text of the page.<p><a href='https://site.example/b'>More</a>"
    assert not next_of(markup, "http://[")


@pytest.mark.parametrize(
    "word",
    ["下一页", "下页", "下一版", "后一页", "[下一页]", "下一頁 >", "Next", "next page", "Next »",
     "Older posts",
     "Weiter", "Nächste Seite",
     "Suivant", "Page suivante »", "Siguiente", "Próxima", "Successiva", "Следующая →", "次へ",
     "επόμενη ›", "다음",
     "Volgende", "Següent", "بعدی", "Next 20 results", "余下全文"],
)  # fmt: skip
def test_words_for_the_next_page(word: str) -> None:
    assert next_of(f"<a href='/news?page=1'>1</a> <a href='/news?page=3'>{word}</a>") == "/news?page=3"


@pytest.mark.parametrize(
    "word",
    [
        "下一篇：植树活动",
        "Next post: Bees",
        "Next article",
        "下一章",
        "上一页",
        "Previous",
        "末页",
        "Next steps for you",
    ],
)
def test_words_for_something_else(word: str) -> None:
    assert next_of(f"<a href='/bees'>{word}</a>") == ""


def test_the_label_and_the_picture_of_a_link_count() -> None:
    assert next_of("<a href='/news?page=3' aria-label='Next page'>❯</a>") == "/news?page=3"
    assert next_of("<a href='index3.htm'><img src=n.gif alt='Next page'></a>") == "/index3.htm"


@pytest.mark.parametrize(
    ("markup", "url", "following"),
    [
        ("<a href=?start=10>11–20</a> <a href=?start=20>21–25</a>", "https://site.example/", "/?start=10"),
        ("<a href=?start=20>[21-25]</a><a href=?start=0>[1-10]</a>", "https://site.example/cat?start=10",
         "/cat?start=20"),
        ("<a href=?start=0>1-10</a><a href=?start=10>11-20</a>", "https://site.example/cat",
         "/cat?start=10"),
        ("<a href=?start=20>3-2</a>", "https://site.example/other", "/other?start=20"),
        ("<a href=/cat?start=20>3-2</a>", "https://site.example/other", ""),
        ("<a class=arrow href=?page=2><i></i></a>", "https://site.example/news", "/news?page=2"),
        ("<a class=pager-right href=?pg=2><i></i></a>", "https://site.example/news", "/news?pg=2"),
        ("<a href=/?p=2><img src=a.jpg></a>", "https://site.example/", ""),
        ("<a href=/shop/6><img src=a.jpg></a>", "https://site.example/shop/5", ""),
        ("<noscript><a href='/news?page=3'>Next page</a></noscript>", URL, "/news?page=3"),
        ("<div data-next-url='/news?page=3'></div>", URL, "/news?page=3"),
        ("<button data-url='?page=3'>+</button>", URL, "/news?page=3"),
        ("<tr hx-get='/news/?page=2'></tr>", "https://site.example/news/", "/news/?page=2"),
        ("<turbo-frame src='?page=2'></turbo-frame>", "https://site.example/news", "/news?page=2"),
        ("<div data-next-url='/list_2.html'></div>", "https://site.example/list.html", "/list_2.html"),
        ("<div data-url='/news?page=2'></div>", URL, ""),
        ("<div data-next-url='/story/98'></div>", "https://site.example/story/97", ""),
        ("<div data-next-url='/story_98.html'></div>", "https://site.example/story_97.html", ""),
        ("<img src='/news?page=3'>", URL, ""),
        ("<div data-next='3'></div>", URL, ""),
    ],
)  # fmt: skip
def test_where_a_list_that_grows_goes_on(markup: str, url: str, following: str) -> None:
    assert next_of(f"<ul><li>One<table>{markup}</table>" if "<tr" in markup else markup, url) == following


def test_rel_next_on_a_link() -> None:
    assert next_of("<a rel=next href='/news?page=3'>More of it</a>") == "/news?page=3"


def test_rel_next_that_leads_to_another_article_is_none() -> None:
    assert next_of("<a rel=next href='/2024/bees'>Bees and trees</a>", "https://site.example/2024/mill") == ""


def test_rel_next_in_the_head() -> None:
    head = "<head><link rel=next href='{}'></head><p>Text"
    assert next_of(head.format("/news?page=3")) == "/news?page=3"
    assert next_of(head.format("/2024/bees"), "https://site.example/2024/mill") == ""


def test_the_number_after_the_unlinked_one() -> None:
    strip = "<div><a href='?page=1'>1</a> <b>2</b> <a href='?page=3'>3</a> <a href='?page=4'>4</a></div>"
    result = found(strip)
    assert (result.next_url, result.number) == ("https://site.example/news?page=3", 2)
    assert sorted(result.numbered) == [1, 3, 4]


def test_the_number_after_the_one_marked_as_current() -> None:
    strip = (
        "<p><a href='/l?page=1'>1</a> <a class=active href='/l?page=2'>2</a> <a href='/l?page=3'>3</a></p>"
    )
    assert next_of(strip, "https://site.example/other") == "/l?page=3"


def test_numbers_with_offsets() -> None:
    strip = "<p><a href='/s?start=0'>1</a> <b>2</b> <a href='/s?start=20'>3</a></p>"
    assert next_of(strip, "https://site.example/s?start=10") == "/s?start=20"


@pytest.mark.parametrize(
    ("here", "following"), [("?id=3&blatt=2", "/l?id=3&blatt=3"), ("?id=2&blatt=2", "/l?id=2&blatt=3")]
)
def test_numbers_in_a_parameter_that_nobody_knows(here: str, following: str) -> None:
    first = f"/l{here.removesuffix('2')}1"
    strip = f"<p><a href='{first}'>1</a> <b>2</b> <a href='{following}'>3</a></p>"
    assert next_of(strip, f"https://site.example/l{here}") == following


@pytest.mark.parametrize(
    ("board", "thread"),
    [("/forum-36-1.html", "/thread-80-{}-1.html"), ("/forums/a.2/", "/threads/t.77/page-{}"),
     ("/viewforum.php?f=3&start=25", "/viewtopic.php?t=80&start={}5"), ("/f", "/t/12?page={}")],
)  # fmt: skip
def test_pages_of_a_thread_are_no_pages_of_its_board(board: str, thread: str) -> None:
    bare = {"/threads/t.77/page-{}": "/threads/t.77/", "/t/12?page={}": "/t/12"}
    first = bare.get(thread, thread.format(1)).removesuffix("&start=15")
    links = "".join(f"<a href='{thread.format(n)}'>{n}</a>" for n in (2, 3))
    row = f"<td><a href='{first}'>A long thread on boats</a> <i>{links}</i></td><td>1</td>"
    assert next_of(f"<table><tr>{row}</tr></table>", f"https://site.example{board}") == ""


@pytest.mark.parametrize(
    ("call", "following"),
    [('(4, 0, "index", "html")', "/gg/index_1.html"), ("('4','2','index','shtml')", "/gg/index_3.shtml"),
     ('("pages", 4, 1, "index", "htm", 99)', "/gg/index_2.htm"), ('(4, 3, "index", "html")', ""),
     ("(nPageCount, nCurrIndex, sPageName, sPageExt)", "")],
)  # fmt: skip
def test_the_script_of_the_page_numbers(call: str, following: str) -> None:
    script = f"<title>公告</title><script>function createPageHTML(a, b) {{}}\ncreatePageHTML{call};</script>"
    assert next_of(script, "https://site.example/gg/") == following


def test_a_label_that_names_the_entries() -> None:
    assert next_of("<a rel=next href='/events/list/page/2/'>Next <b>Events</b></a>") == "/events/list/page/2/"
    assert next_of("<a href='/news/older-story'>Next story</a>") == ""


def test_an_attribute_with_an_offset() -> None:
    more = "<button data-next-url='/feed?offset={}'>More</button>"
    assert next_of(more.format(12), "https://site.example/feed") == "/feed?offset=12"
    assert next_of(more.format(24), "https://site.example/feed?offset=12") == "/feed?offset=24"
    assert next_of(more.format(0), "https://site.example/feed?offset=12") == ""


def test_an_arrow_in_the_series() -> None:
    assert next_of("<a href='/news?page=1'>‹</a> <a href='/news?page=3'>›</a>") == "/news?page=3"
    assert next_of("<a href='/gallery/3'>›</a>") == ""


def test_a_link_to_load_more() -> None:
    assert next_of("<a href='/news?page=3'>Load more</a>") == "/news?page=3"
    assert next_of("<a href='/news?page=3'>عرض المزيد</a>") == "/news?page=3"
    assert next_of("<a href='/shop'>View more</a>") == ""


@pytest.mark.parametrize(
    "link",
    ["<span>下一页</span>", "<a class=disabled href='/news?page=3'>Next</a>", "<a href='#'>下一页</a>",
     "<a href='javascript:;'>Next page</a>", "<li class=disabled><a href='/news?page=3'>Next</a></li>",
     "<a href='/news?page=2'>Next</a>", "<a aria-disabled=true href='/news?page=3'>Next</a>"],
)  # fmt: skip
def test_the_last_page_has_no_next_one(link: str) -> None:
    result = found(f"<a href='/news?page=1'>上一页</a> {link}")
    assert result.next_url == ""
    assert "last one" in result.reason


@pytest.mark.parametrize("label", ["Next month »", "下个月", "Nächster Monat"])
def test_the_next_month_of_a_calendar_is_the_next_page_where_nothing_else_is(label: str) -> None:
    month = f"<a href='/events?m=3'>{label}</a>"
    assert next_of(month) == "/events?m=3"
    assert next_of(f"{month} <a href='/news?page=3'>Next page</a>") == "/news?page=3"


def test_hidden_links_do_not_count() -> None:
    assert next_of("<div hidden><a href='/news?page=3'>Next page</a></div>") == ""


def test_without_an_address_of_the_page_links_stay_relative() -> None:
    assert found("<a href='list_2.html'>下一页</a>", None).next_url == "list_2.html"


def test_the_whole_article_on_one_page() -> None:
    assert found("<a href='/a?all=1'>Single page</a>").single_page_url == "https://site.example/a?all=1"
    assert (
        found("<a href='/a_all.html'>在本页阅读全文</a>").single_page_url == "https://site.example/a_all.html"
    )


def test_links_to_years_are_no_strip_of_pages() -> None:
    years = "".join(f"<td><a href=/wiki/{year}_Prizes>{year}</a></td>" for year in range(1990, 1996))
    page = parse(f"<table><tr><td>1989</td>{years}</tr></table>", "https://wiki.example/wiki/Prizes")
    assert find_pagination(page).next_url == ""


def test_numbers_with_words_for_readers_of_screens_are_numbers() -> None:
    strip = "<b>1</b> " + " ".join(f"<a href=?page={n}><i>Go to page</i> {n}</a>" for n in (2, 3))
    assert find_pagination(parse(strip, "https://shop.example/c")).next_url == "https://shop.example/c?page=2"


@pytest.mark.parametrize(
    "label",
    ["Show more jobs", "Load more results", "Show 24 more", "Load older posts", "查看更多新闻",
     "Weitere Artikel laden", "Voir plus d’offres", "Ver más noticias", "Pokaż więcej", "Show more (36)",
     "次の10件"],
)  # fmt: skip
@pytest.mark.parametrize("query", ["page=2", "after=c7f3a"])
def test_a_link_to_more_of_something_and_to_where_a_list_goes_on(label: str, query: str) -> None:
    page = parse(f"<p>Jobs</p><a href='/jobs?{query}'>{label}</a>", "https://jobs.example/jobs")
    assert find_pagination(page).next_url == f"https://jobs.example/jobs?{query}"


@pytest.mark.parametrize(
    ("label", "url"),
    [("Show more filters", "/jobs?page=2"), ("Show more", "/jobs?open=filters"), ("See more jobs", "/co"),
     ("Show more details", "/jobs?after=c7f3a")],
)  # fmt: skip
def test_a_link_to_more_that_is_no_page_of_the_list(label: str, url: str) -> None:
    page = parse(f"<p>Jobs</p><a href='{url}'>{label}</a>", "https://jobs.example/jobs")
    assert not find_pagination(page).next_url


@pytest.mark.parametrize("board", ["/forum/7", "/forum-7.html", "/forum?id=7"])
def test_the_pages_of_a_board_outweigh_those_of_its_threads(board: str) -> None:
    threads = "".join(
        f"<li><a href=/thread/{n}>Topic</a> <a href=/thread/{n}?page=2>2</a> <a href=/thread/{n}?page=3>3</a>"
        for n in range(4500, 4506)
    )
    following = f"{board}{'&' if '?' in board else '?'}page=2"
    page = parse(f"<ul>{threads}</ul><b>1</b> <a href={following}>2</a>", f"https://board.example{board}")
    assert find_pagination(page).next_url == f"https://board.example{following}"


@pytest.mark.parametrize(
    "other",
    [
        "<a href=#>More</a>",
        "<a href=# data-toggle=dropdown>More</a>",
        "<a href=#carousel data-slide=next>Next</a>",
    ],
)
def test_a_menu_and_a_row_of_pictures_do_not_end_a_list(other: str) -> None:
    numbers = "<b>1</b> <a href=?page=2>2</a> <a href=?page=3>3</a>"
    assert next_of(other + numbers, "https://site.example/news") == "/news?page=2"


def test_what_opens_a_menu_is_not_the_end_of_a_list() -> None:
    menu, arrow = "<a href=# data-toggle=dropdown>More</a>", "<a href=/news?page=3>›</a>"
    assert next_of(menu + arrow) == "/news?page=3"
    assert find_unfollowed(parse(menu), 0) == ""
    assert find_unfollowed(parse("<a href=#>More</a>"), 0) == "More"


def test_ten_pages_on_is_not_the_next_page() -> None:
    strip = "<a href=?page=1>1</a> <b>2</b> <a href=?page=3>3</a> <a href=?page=12>下10页</a>"
    assert next_of(strip) == "/news?page=3"
