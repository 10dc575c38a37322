"""Comments, replies and forum posts: from names, from microdata, from JSON-LD; and what is none."""

# ruff: noqa: E501 - markup and sentences, one a line

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import numpy as np
import pytest

import maintext
from maintext.html import parse
from maintext.metadata import post_words
from maintext.metadata.declared.comments import Comment
from maintext.metadata.posts import find_comments, find_posts

BLOG = """<article><h1>The walk</h1><p>It rained in the hills.</p></article>
<div id="comments" class="comments-area"><h2>3 comments</h2><ol class="comment-list">
<li id="comment-1" class="comment even depth-1"><article id="div-comment-1" class="comment-body">
<footer class="comment-meta"><div class="comment-author vcard"><img class="avatar" alt=""> <b class="fn">Ann Lee</b>
<span class="says">says:</span></div><time datetime="2024-05-01T10:20:00+02:00">May 1</time></footer>
<div class="comment-content"><p>A fine walk.</p><p>Where is <em>it</em>?</p></div><div class="reply"><a href="#r">Reply</a></div></article>
<ol class="children"><li id="comment-2" class="comment odd depth-2"><article class="comment-body">
<div class="comment-author vcard"><b class="fn">Bob Roe</b></div><time datetime="2024-05-02T08:00">May 2</time>
<div class="comment-content"><p>In the north.</p></div></article></li></ol></li>
<li id="comment-3" class="comment depth-1"><article class="comment-body"><div class="comment-author"><b class="fn">Cy Poe</b>
</div><time datetime="2024-05-03">x</time><div class="comment-content"><p>Thank you!</p></div></article></li></ol>
<div id="respond" class="comment-respond"><h3>Leave a comment</h3><form class="comment-form"><textarea></textarea></form></div></div>"""


def comments_of(markup: str, **options: Any) -> list[Comment]:
    page = parse(markup)
    return find_comments(page, find_posts(page, **options))


def told(markup: str, **options: Any) -> list[tuple[str | None, str | None, str, int]]:
    """Author, date, text and level of each comment of a page."""
    return [
        (one.author, one.published.isoformat() if one.published else None, one.text, one.level)
        for one in comments_of(markup, **options)
    ]


def test_comments_with_replies_in_nested_lists() -> None:
    assert told(BLOG) == [
        ("Ann Lee", "2024-05-01T10:20:00+02:00", "A fine walk.\nWhere is it?", 0),
        ("Bob Roe", "2024-05-02T08:00", "In the north.", 1),
        ("Cy Poe", "2024-05-03", "Thank you!", 0),
    ]


def test_the_number_of_a_post_is_no_part_of_its_authors_name() -> None:
    posts = "".join(
        f"<div class='plc cl' id=pid{n}><div class='display pi'><ul class=authi><li class=grey><em>{number}</em>"
        f"<b><a href='home.php?mod=space&uid={n}' class=blue>{name}</a></b></li><li>2024-5-1 1{n}:20</li></ul>"
        f"<div class=message>{text}</div></div></div>"
        for n, number, name, text in (
            (1, "楼主", "风里来", "骑车上班，手指冻得没有知觉。"),
            (2, "2#", "铁马", "买三指分开的手套，不影响捏刹车。"),
            (3, "沙发", "山里娃", "里面再套一层羊毛内胆。"),
        )
    )
    assert [name for name, *_ in told(f"<h2>手套怎么选</h2>{posts}")] == ["风里来", "铁马", "山里娃"]
    assert [post_words.author_name(name) for name in ("楼主", "7楼", "12345")] == ["楼主", "7楼", "12345"]


def test_the_document_has_them_and_gives_them_as_plain_values() -> None:
    doc = maintext.extract(BLOG)
    assert [one.author for one in doc.comments] == ["Ann Lee", "Bob Roe", "Cy Poe"]
    row = doc.comments[1].row
    assert doc.page.name(row) == "li"
    assert doc.to_dict()["comments"][1] == {
        "author": "Bob Roe", "published": "2024-05-02T08:00", "text": "In the north.", "level": 1,
        "origin": "visible", "row": row,
    }  # fmt: skip


def test_chinese_comments_without_elements_for_the_text() -> None:
    markup = """<div class="pinglun-list"><div class="comment-item"><span class="user-name">小明</span><p>写得很好。</p>
    <span class="time">2024-05-01 10:20</span><a href="#">回复</a><div class="reply-item"><span class="user-name">小红</span>
    <p>同意，谢谢。</p><span class="time">2024年5月2日</span></div></div></div>"""
    assert told(markup) == [
        ("小明", "2024-05-01T10:20", "写得很好。", 0),
        ("小红", "2024-05-02", "同意，谢谢。", 1),
    ]


def forum(n_posts: int, head: str = "") -> str:
    return "<h1>Wet boots</h1>" + "".join(
        f"""<div class="post" id="p{i}">{head.format(i=i)}<div class="postauthor"><a href="/u/{i}" class="username">Walker {i}</a></div>
        <div class="posthead"><span class="date">0{i}.05.2024, 10:00</span></div>
        <div class="post-content">Dry them, part {i}.<br>Slowly.</div></div>"""
        for i in range(1, n_posts + 1)
    )


def test_posts_of_a_thread() -> None:
    assert told(forum(3)) == [
        (f"Walker {i}", f"2024-05-0{i}T10:00", f"Dry them, part {i}.\nSlowly.", 0) for i in (1, 2, 3)
    ]


def test_posts_with_a_heading_that_leads_to_themselves() -> None:
    assert len(told(forum(3, '<h3><a href="?t=1#p{i}">Re: Wet boots</a></h3>'))) == 3


@pytest.mark.parametrize(
    "markup",
    [
        pytest.param(forum(3, '<h2><a href="/walk/{i}">A walk</a></h2>'), id="teasers with headings"),
        pytest.param(forum(1), id="a single post may be an article"),
        pytest.param(
            "".join(
                f'<div class=post><a href="/{i}">A long title of a walk</a><b class=author>Al</b><time>2024-05-0{i}</time></div>'
                for i in (1, 2, 3)
            ),
            id="teasers of links",
        ),
        pytest.param(
            "<div class=comment>Nobody signs, on no day.</div><div class=comment>And nobody here.</div>",
            id="neither author nor date",
        ),
        pytest.param(
            '<div class="comment"><label class="author">Your name</label><form><textarea></textarea></form></div>',
            id="the form",
        ),
        pytest.param(
            '<div class="comment"><b class="author">4 comments</b><div contenteditable=true>Be kind.</div></div>',
            id="the editor",
        ),
        pytest.param(
            '<div class="comment" hidden><b class="author">Al</b><p>Out of sight.</p></div>', id="hidden"
        ),
        pytest.param('<div class="comment"><b class="author">Al</b></div>', id="no text"),
        pytest.param("<p>text</p>", id="nothing"),
        pytest.param("", id="empty"),
    ],
)
def test_what_is_no_comment(markup: str) -> None:
    assert comments_of(markup) == []


def test_author_and_date_in_one_line() -> None:
    markup = """<div class="comment"><p class="author">by <b>Ann Lee</b> » Tue Aug 27, 2019 4:08 am</p><p>It is wet.</p></div>
    <div class="comment"><p class="author">By Dietmar Roe</p><p>December 19, 2025 at 13:01</p><p>By day it dries.</p></div>"""
    assert told(markup) == [
        ("Ann Lee", "2019-08-27T04:08", "It is wet.", 0),
        ("Dietmar Roe", "2025-12-19T13:01", "By day it dries.", 0),
    ]


@pytest.mark.parametrize(
    ("date", "shown"),
    [
        (
            "1 May 2024, 10:20 (changed on 3 May 2024, 11:00, by Ann Lee, who wrote two lines more)",
            "2024-05-01T10:20",
        ),
        (
            "<a href=#c1><span title='2024-05-01 10:20:30Z, free to copy'>May 1 at 10:20</span></a>",
            "2024-05-01T10:20:30+00:00",
        ),
    ],
)
def test_date_with_a_change_or_with_its_year_in_the_title(date: str, shown: str) -> None:
    head = f'<div class="content"><b class="author">Ann Lee</b><p class="date">{date}</p></div>'
    found = told(f'<div class="comment">{head}<div class="body">It is wet.</div></div>')
    assert found == [("Ann Lee", shown, "It is wet.", 0)]


def test_author_whose_name_is_declared_too() -> None:
    author = '<div itemprop="author"><a href="/u/7">Ann Lee</a><meta itemprop="name" content="Ann Lee"></div>'
    markup = f'<div class="comment">{author}<p class="body">It is wet.</p></div>'
    assert told(markup) == [("Ann Lee", None, "It is wet.", 0)]


def test_code_keeps_its_lines_and_a_mark_is_no_text() -> None:
    mark = '<span class="mark-with-text">Discussion starter</span>'
    text = (
        "<div class=message-body>Try <b>this</b>:<pre><code><i>dry</i>\n  <i>boots</i>\n</code></pre></div>"
    )
    markup = f'<div class="comment"><b class="author">Ann Lee</b>{mark}{text}</div>'
    assert told(markup) == [("Ann Lee", None, "Try this:\ndry\n  boots", 0)]
    alone = f'<div class="comment"><b class="author">Ann Lee</b>{mark}</div>'
    assert [text for *_, text, _ in told(alone)] == ["Discussion starter"]


def test_levels_that_names_state() -> None:
    markup = "".join(
        f'<div class="comment depth-{depth}"><b class="author">Al {depth}</b><p>Text.</p></div>'
        for depth in (1, 2, 3, 1)
    )
    assert [level for *_, level in told(markup)] == [0, 1, 2, 0]


def test_microdata_answers() -> None:
    markup = """<div itemscope itemtype="https://schema.org/Answer"><div itemprop="text">Use two.</div>
    <span itemprop="author" itemscope itemtype="https://schema.org/Person"><span itemprop="name">Dee Ray</span></span>
    <time itemprop="dateCreated" datetime="2024-05-01T10:00:00Z">May 1</time></div>"""
    assert told(markup) == [("Dee Ray", "2024-05-01T10:00:00+00:00", "Use two.", 0)]


def test_relative_dates_need_the_time_of_the_fetch() -> None:
    markup = '<div class="comment"><b class="author">Al Roe</b><span class="time">3 hours ago</span><p>Wet.</p></div>'
    fetched = dt.datetime(2024, 5, 2, 8, 30)  # noqa: DTZ001 - the page's own clock
    assert told(markup, reference=fetched)[0][1] == "2024-05-02T05"
    assert told(markup) == [("Al Roe", None, "3 hours ago\nWet.", 0)]


def test_a_noscript_is_read_where_main_text_stands_in_it() -> None:
    page = parse(f"<body><noscript>{forum(2)}</noscript></body>")
    assert find_posts(page) == []
    assert len(find_posts(page, kept=page.is_text & (page.n_chars > 0))) == 2
    assert find_posts(page, kept=np.zeros(len(page), dtype=np.bool_)) == []


def test_microdata_tell_more_than_names() -> None:
    """Author and date in ``<meta>``, avatars beside them, and a box inside that looks like a post."""
    post = """<li class="{name}" itemprop="comment" itemscope itemtype="http://schema.org/Comment">
    <meta itemprop="datePublished" content="2024-05-0{n}T10:00:00Z"><meta itemprop="name" content="Post #{n}">
    <div class="bg-body"><a href="/user/{n}"><span class="user-icon">A</span> Offline</a></div>
    <div class="post-container"><div class="post-header" itemprop="author" itemscope>
    <meta itemprop="name" content="{author}"><span class="user-icon">A</span><a>@ann</a></div>
    <div class="content text-break" itemprop="text">{text}</div></div></li>"""
    thread = (1, "owner-post", "Ann Lee", "How do I dry boots?"), (2, "pt-4", "Bob Roe", "Slowly.")
    assert told("".join(post.format(n=n, name=name, author=a, text=t) for n, name, a, t in thread)) == [
        ("Ann Lee", "2024-05-01T10:00:00+00:00", "How do I dry boots?", 0),
        ("Bob Roe", "2024-05-02T10:00:00+00:00", "Slowly.", 0),
    ]


def test_a_question_is_the_first_post() -> None:
    """It needs author and date, and that of its change is not it; a declared one may be of a company."""
    post = """<div class="{kind}"><div class="{kind}-body">{text}</div><div class="action-time">edited May 9, 2024</div>
    <div class="action-time">asked May 1, 2024</div><b class="author">{name}</b></div>"""
    thread = ("question", "Ann Lee", "How do I dry boots?"), ("answer", "Bob Roe", "Slowly.")
    found = told("".join(post.format(kind=kind, name=name, text=text) for kind, name, text in thread))
    assert found == [(name, "2024-05-01", text, 0) for _, name, text in thread]
    asked = '<div class="question"><h3 itemprop="name">Which boots?</h3><p>Dry ones.</p></div>'
    assert told(asked) == []
    item = f'<div itemscope itemtype="https://schema.org/Question">{asked}<b class="author">Ann</b></div>'
    assert told(item) == []


def test_a_page_that_begins_with_posts_of_several_authors_is_a_forum() -> None:
    text = (
        "The footbridge over the lower river was closed for forty days, and farmers had to walk for hours. "
        * 9
    )
    post = """<div class="answer"><div class="answer-body"><p>{text}</p><p>{text}</p></div>
    <b class="author">{name}</b><time datetime="2024-05-01">May 1</time></div>"""
    for names, kind in ((("Ann Lee", "Bob Roe"), "forum"), (("Ann Lee", "Ann Lee"), "article")):
        posts = "".join(post.format(text=text, name=name) for name in names)
        found = maintext.extract(f"<h1>The bridge</h1>{posts}").kind
        assert found is not None
        assert found.name == kind
        assert sum(found.probabilities.values()) == pytest.approx(1)


def test_names_beside_dates_and_of_users() -> None:
    """Names of texts with numbers, a name before the date of its line, and a user's page at ``/~``."""
    replies = "".join(
        f'<div><p>{name} · <span>0{n}/05/2024 19:49</span></p><div id="reply-body-{n}7"><p>{text}</p></div></div>'
        for n, name, text in ((1, "ann", "It is wet."), (2, "bob", "It dries."))
    )
    assert [(name, text) for name, _, text, _ in told(f"<div>{replies}</div>")] == [
        ("ann", "It is wet."),
        ("bob", "It dries."),
    ]
    markup = """<div class="comment"><div class="details">by <a href="//a.test/~ann">ann</a> on May 1, 2024
    <a class="user_homepage_display" href="/">Homepage</a></div><div class="commentBody">It is wet.</div></div>"""
    assert told(markup) == [("ann", "2024-05-01", "It is wet.", 0)]
    markup = '<div class="comment"><b class="author">&lt;span&gt;Ann&lt;/span&gt;</b><p>It is wet.</p></div>'
    assert told(markup) == [("Ann", None, "It is wet.", 0)]


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("<b>Ann Lee</b> at 10:20 May 1, 2024", "Ann Lee"),
        ("Posted by <span>Ann</span> on <a href=#1>May 1, 2024</a>", "Ann"),
        ("<a href=#1>#1</a> May 1, 2024 <strong>Ann</strong> [URL]", "Ann"),
        ("<b>Par Ann Lee,</b> le 1 mai 2024", "Ann Lee"),
        ("<h4>Ann</h4><p>May 1, 2024</p>", "Ann"),
        ("<cite><a href=/~>Ann Lee</a></cite> Says:<br>May 1, 2024", "Ann Lee"),
        ("<i>A</i><br><span>Ann</span><div><span>Nice</span> <time>May 1, 2024</time></div>", "Ann"),
        ("<p>A view of hills, and more</p><p>May 1, 2024</p>", None),
        ("<dl><dt>Date</dt><dd>May 1, 2024</dd></dl>", None),
        ("<span>Pingback von</span> May 1, 2024", None),
        ("<h4>Again (2)</h4><p>May 1, 2024</p>", None),
    ],
)
def test_who_writes_a_comment_is_a_short_text_at_its_date(head: str, name: str | None) -> None:
    [(author, date, text, _)] = told(f"<div class=comment><div>{head}</div><p>It is wet.</p></div>")
    assert (author, date and date[:10]) == (name, "2024-05-01")
    assert name is None or text.endswith("It is wet.")


def test_a_name_before_the_place_and_the_date_below_a_text_and_a_heading_with_a_link() -> None:
    signed = "<p class=comment-body>It is wet.</p><p>- Ann, Upper Hills, 1/5/2024 19:49</p>"
    linked = "<h3><a href=//a.test>Ann</a></h3><p>It is wet.</p><div><b>1. 5. 2024</b></div>"
    for inner in (signed, linked):
        assert [one[0] for one in told(f"<div class=comment>{inner}</div>")] == ["Ann"]
    alone = "<div class=comment><p>Well done</p><div>May 1, 2024</div></div>"
    assert told(alone) == [(None, "2024-05-01", "Well done", 0)]


@pytest.mark.parametrize(
    "post",
    [
        (
            '<div class="blockpost rowodd"><h2><a href="#p{i}">0{i}.05.2024 10:00</a></h2><div class="postleft"><dl><dt>'
            '<strong>Walker {i}</strong></dt><dd>Posts: 9</dd></dl></div><div class="postmsg"><p>Part {i}.</p></div></div>'
        ),
        (
            '<div class="message"><a href="/user/{i}-walker">Walker {i}</a><i title="2024-05-0{i} 10:00">2 days ago</i>'
            '<div>Replied by Walker {i}</div><div class="kmsg">Part {i}.</div></div>'
        ),
    ],
    ids=["FluxBB", "Kunena"],
)
def test_posts_of_boards_with_names_of_their_own(post: str) -> None:
    assert told("".join(post.format(i=i) for i in (1, 2))) == [
        (f"Walker {i}", f"2024-05-0{i}T10:00", f"Part {i}.", 0) for i in (1, 2)
    ]


def test_a_heading_with_an_author_and_more() -> None:
    head = '<h3><a class=username href="/u/{i}">Walker {i}</a> <em>Member</em></h3>'
    assert len(told(forum(3, head))) == 3


def test_dates_and_counts_around_a_text() -> None:
    post = """<div class="comment"><b class="author">{name}</b><time datetime="2024-05-01">May 1</time><div class="comment-text">
    <p>Posted May 1, 2024</p><p>{text}</p><p>Edited May 3, 2024 by {name}</p><p>{n}</p></div></div>"""
    posts = ("Ann", "It is wet.", "1 个赞"), ("Bob", "0", "0")
    assert [text for *_, text, _ in told("".join(post.format(name=a, text=t, n=n) for a, t, n in posts))] == [
        "It is wet.",
        "0",
    ]


# -- JSON-LD ------------------------------------------------------------------------------------------


def script(node: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(node)}</script>'


THREAD = {
    "@type": "DiscussionForumPosting", "headline": "Wet boots", "text": "How to <b>dry</b> them?<br>Quickly.",
    "author": {"@type": "Person", "name": "Ann Lee"}, "datePublished": "2024-05-01T10:20:00+08:00",
    "comment": [
        {"@type": "Comment", "text": "Slowly &amp; well.", "author": {"name": "Bob Roe"}, "dateCreated": "2024-05-02",
         "comment": {"@type": "Comment", "text": "Yes.", "author": "Cy Poe"}},
    ],
}  # fmt: skip


def test_declared_posts_with_their_replies() -> None:
    assert told(script(THREAD)) == [
        ("Ann Lee", "2024-05-01T10:20:00+08:00", "How to dry them?\nQuickly.", 0),
        ("Bob Roe", "2024-05-02", "Slowly & well.", 1),
        ("Cy Poe", None, "Yes.", 2),
    ]
    assert comments_of(script(THREAD))[0].origin == "json-ld"


def test_declared_comments_of_an_article_are_of_the_first_level() -> None:
    article = {
        "@type": "NewsArticle",
        "headline": "Rain",
        "articleBody": "It rains.",
        "author": {"name": "Ann"},
    }
    assert told(script(article)) == []
    assert told(script({**article, "comment": THREAD["comment"]})) == [
        ("Bob Roe", "2024-05-02", "Slowly & well.", 0),
        ("Cy Poe", None, "Yes.", 1),
    ]


def test_questions_and_answers() -> None:
    answer = {"@type": "Answer", "text": "Use two."}
    page = {"@type": "QAPage", "mainEntity": {"@type": "Question", "text": "How many?", "author": {"name": "Ann"},
            "acceptedAnswer": {**answer, "author": {"name": "Bob"}}}}  # fmt: skip
    assert told(script(page)) == [("Ann", None, "How many?", 0), ("Bob", None, "Use two.", 1)]
    frequent = {
        "@type": "FAQPage",
        "mainEntity": [{"@type": "Question", "name": "How many?", "acceptedAnswer": answer}],
    }
    assert told(script(frequent)) == []


def test_the_longer_of_both_lists_is_taken() -> None:
    assert comments_of(BLOG + script(THREAD))[0].origin == "visible"  # three of each
    assert comments_of(forum(2) + script(THREAD))[0].origin == "json-ld"


def test_bad_json_ld() -> None:
    for node in (
        {"@type": "Comment", "text": {"a": 1}, "author": [[1]], "dateCreated": [3]},
        {"@type": ["Comment", 3], "text": "Odd.", "author": 7, "comment": [None, "x", 5]},
        {"@type": "Comment", "text": "x", "author": {"name": None}},
    ):
        assert comments_of(script(node)) == []


def test_comments_nested_deeply() -> None:
    record = "<div class=comment><b class=author>Al</b><time datetime=2024-05-01>x</time><p>t</p>"
    found = comments_of(record * 300 + "</div>" * 300)
    assert [one.level for one in found[:4]] == [0, 1, 2, 3]
    assert all(isinstance(one, Comment) and one.text == "t" for one in found[:20])


@pytest.mark.parametrize("word", sorted(post_words._ELEMENTS["comment"] | post_words._ELEMENTS["post"]))
def test_every_word_of_records_is_looked_for(word: str) -> None:
    for name in (word, word.upper(), f"my-{word}", f"x{word.title()}-12"):
        assert post_words.SIGNS.found_in(name)
    assert post_words.record_of_name(f"my-{word}".encode()) == (
        word in post_words._ELEMENTS["post"], f"my-{word}".encode(), -1,
    )  # fmt: skip


def test_buttons_below_a_text_are_none_of_it() -> None:
    def one(name: str, text: str, inner: str = "") -> str:
        return (
            f"<div class=comment-item><b class=name>{name}</b><i class=time>2024-05-02 11:00</i>"
            f"<p class=txt>{text}</p><a>回复</a><a>赞(0)</a>{inner}</div>"
        )

    markup = one("甲", "水真的很大。", one("乙", "顶", one("丙", "Thanks")))
    assert [text for _, _, text, _ in told(markup)] == ["水真的很大。", "顶", "Thanks"]


def test_posts_whose_number_of_an_address_is_no_author() -> None:
    thread = "".join(
        f'<div id="msg{n}" class="windowbg"><div class="post_wrapper"><div class="poster"><h4><a href="/u{n}">{name}</a></h4>'
        f'<ul class="user_info"><li class="postgroup">Full Member</li><li class="poster_ip">Logged</li></ul></div>'
        f'<div class="postarea"><a href="/m{n}" class="smalltext">June 0{n}, 2024, 11:23:55 AM</a>'
        f'<div class="post"><div class="inner">{text}</div></div><div class="under_message"><ul><li>1 person likes this.</li></ul></div></div></div></div>'
        for n, name, text in ((4, "Ann Lee", "Is the deck of oak?"), (9, "Bob Roe", "It is of pine."))
    )
    assert told(thread) == [
        ("Ann Lee", "2024-06-04T11:23:55", "Is the deck of oak?", 0),
        ("Bob Roe", "2024-06-09T11:23:55", "It is of pine.", 0),
    ]


def test_posts_dated_in_the_element_before_them() -> None:
    post = (
        '<li><div id="post-{n}" class="reply-header"><span class="post-date">2021-05-2{n} at 3:49 pm</span> <a href="#post-{n}">#{n}</a></div>'
        '<div class="post-{n} reply hentry post"><div class="reply-author"><a class="author-link">{name}</a></div><div class="reply-content"><p>{text}</p></div></div></li>'
    )
    posts = (1, "Ann Lee", "Is the deck of oak?"), (4, "Bob Roe", "It is of pine.")
    items = "".join(post.format(n=n, name=name, text=text) for n, name, text in posts)
    head = 'by <a class="author-link">Bob Roe</a><div class="reply-content">Posts</div>'
    assert told(f'<div class="topic post">{head}<ul>{items}</ul></div>') == [
        ("Ann Lee", "2021-05-21T15:49", "Is the deck of oak?", 0),
        ("Bob Roe", "2021-05-24T15:49", "It is of pine.", 0),
    ]


_REPLY = """<div id="r_{n}" class="cell"><table><tr><td><img class="avatar" alt=""></td><td><b><a href="/member/{name}">{name}</a></b>
<span class="ago" title="2024-05-2{n} 10:01:00 +08:00">5{n} 天前</span><div class="reply_content">{text} <a href="/member/ann">@ann</a></div></td></tr></table></div>"""


def test_comments_named_by_their_texts_alone() -> None:
    replies = "".join(
        _REPLY.format(n=n, name=name, text=text)
        for n, name, text in ((7, "lan", "冬天冷吗？"), (8, "jiang", "还好。"))
    )
    page = f'<div class="topic_content"><p>搬到山里的第三年。</p></div><div class="box">{replies}</div>'
    assert told(page) == [
        ("lan", "2024-05-27T10:01:00+08:00", "冬天冷吗？ @ann", 0),
        ("jiang", "2024-05-28T10:01:00+08:00", "还好。 @ann", 0),
    ]


def test_a_single_text_named_after_a_comment_is_no_comment() -> None:
    assert told(_REPLY.format(n=7, name="lan", text="冬天冷吗？")) == []


def test_declared_comments_come_before_those_named_by_their_texts() -> None:
    declared = {"@type": "Comment", "author": {"name": "Ann Lee"}, "text": "Is it cold?"}
    replies = "".join(_REPLY.format(n=n, name="lan", text="冬天冷吗？") for n in (7, 8))
    page = f'<script type="application/ld+json">{json.dumps(declared)}</script>{replies}'
    assert [one.text for one in comments_of(page)] == ["Is it cold?"]


def test_the_day_of_a_registration_is_not_that_of_a_post() -> None:
    post = (
        '<div class="post"><div class="user"><b class="author">{name}</b><dl><dt>注册时间</dt><dd>2005-3-1</dd></dl></div>'
        '<div>发表于 2008-5-2{n} 09:21 <a href="#">只看该作者</a></div><div class="postmessage">{text}</div></div>'
    )
    posts = (7, "江边老周", "浮桥昨天恢复通行。"), (8, "蓝皮火车", "太好了。")
    assert told("".join(post.format(n=n, name=name, text=text) for n, name, text in posts)) == [
        ("江边老周", "2008-05-27T09:21", "浮桥昨天恢复通行。", 0),
        ("蓝皮火车", "2008-05-28T09:21", "太好了。", 0),
    ]


def test_the_box_of_an_author_is_no_post() -> None:
    post = '<div class="post"><a href="/users/{name}">{name}</a> <time datetime="2024-05-0{n}">x</time><p>Senior member</p></div><p>{text}</p>'
    posts = (6, "ann", "Is the deck of oak?"), (7, "bob", "It is of pine.")
    assert told("".join(post.format(n=n, name=name, text=text) for n, name, text in posts)) == []


def test_posts_whose_texts_have_ids_alone() -> None:
    """Without the lines that a board adds, and without signatures."""
    post = """<div class="post"><a href="/members/{name}.html">{name}</a><div>0{n}-05-2024, 10:20</div>
    <div id="post_message_{n}">{text}<div>Last edited: 6 May 2024 by {name}</div>
    <aside class="message-signature">Two boats and a dog</aside></div></div>"""
    posts = (6, "ann", "Is the deck of oak?"), (7, "bob", "It is of pine.<div>Click to expand…</div>")
    assert [
        (name, text)
        for name, _, text, _ in told(
            "".join(post.format(n=n, name=name, text=text) for n, name, text in posts)
        )
    ] == [("ann", "Is the deck of oak?"), ("bob", "It is of pine.")]


def test_the_date_of_a_title_and_the_link_to_a_profile() -> None:
    """A comment that shows how long ago it was written, by a user whose element has no name."""
    markup = """<div class="comment"><div><a href="/profile/7-ann?from=feed">Ann Lee</a>
    <a href="/c/3" title="Dec 17, 2025, 2:38 AM">4d</a></div><div class="comment-body">It is wet.</div></div>"""
    assert told(markup) == [("Ann Lee", "2025-12-17T02:38", "It is wet.", 0)]
    assert told(markup.replace("4d</a>", "Journal</a>")) == []  # of a signature


def test_what_a_date_follows_in_the_box_of_an_author_is_no_name() -> None:
    post = """<div class="reply"><a class="uname" href="/u/{n}">{name}</a>
    <div class="authi"><em>发表于 2024-05-2{n} 11:01</em></div><div class="msg">{text}</div></div>"""
    posts = (1, "蓝皮火车", "浮桥几点开放？"), (3, "江边老周", "早上六点。")
    assert [
        name for name, *_ in told("".join(post.format(n=n, name=name, text=text) for n, name, text in posts))
    ] == [
        "蓝皮火车",
        "江边老周",
    ]


def test_a_name_of_digits_and_a_date_of_days_ago() -> None:
    post = """<div class="post"><div class="authi"><a href="/u/{n}">{name}</a></div>
    <em>发表于 <span title="2024-5-2{n} 11:01:32">{n} 天前</span></em><div class="postmessage">{text}</div></div>"""
    posts = (1, "1657811359", "浮桥几点开放？"), (3, "江边老周", "早上六点。")
    assert told("".join(post.format(n=n, name=name, text=text) for n, name, text in posts)) == [
        ("1657811359", "2024-05-21T11:01:32", "浮桥几点开放？", 0),
        ("江边老周", "2024-05-23T11:01:32", "早上六点。", 0),
    ]


def test_the_text_of_a_quoted_comment_is_not_that_of_its_answer() -> None:
    quote = '<div class="quote"><div><a>蓝皮火车</a><div class="comment-txt">浮桥几点开放？</div></div></div>'
    user = '<a class="user-nick" href="/u/1">江边老周</a>'
    markup = (
        f'<div class="comment-item">{user}{quote}<div class="comment-txt">早上六点。</div><i>举报</i></div>'
    )
    assert told(markup) == [("江边老周", None, "早上六点。", 0)]


def test_a_box_around_a_text_is_not_the_text() -> None:
    """The author of a box called a body, buttons in one called content, and a date that only robots read."""
    boxed = """<div class="comment-item"><div class="comment-item-body"><a href="/people/7">Ann Lee</a>
    <time datetime="2024-05-01">May 1</time><div class="comment-content">It is wet.</div></div></div>"""
    assert told(boxed) == [("Ann Lee", "2024-05-01", "It is wet.", 0)]
    answer = """<div class="answer"><b class="author">Ann Lee</b><meta itemprop="dateCreated" content="2024-05-01T02:37:54Z">
    <div class="RichContent"><p>Dry them slowly.</p><button>Read more</button><div><button>Agree 41</button></div></div></div>"""
    assert told(answer) == [("Ann Lee", "2024-05-01T02:37:54+00:00", "Dry them slowly.", 0)]


def test_a_piece_that_a_paper_calls_a_comment() -> None:
    piece = """<li class="teaser comment"><time datetime="2024-05-01">May 1</time><h3><a href="/opinion/7">
    The footbridge must not be closed again this year</a></h3><div class="author-name">Ann Lee</div></li>"""
    assert told(piece) == []


@pytest.mark.parametrize(
    ("head", "author"),
    [
        ('<i class="author-name">A</i><b class="author">Ann Lee</b>', "Ann Lee"),
        ('<blockquote><cite class="author">Ben</cite> So it is.</blockquote>', None),
        ('<a class="author">Upvote</a>', None),
        ('<b class="author">1009</b>', "1009"),
    ],
)
def test_a_quotation_an_initial_and_a_button_sign_nothing(head: str, author: str | None) -> None:
    comment = (
        f'<div class="comment">{head}<time datetime="2024-05-01">1 May</time><p>Not as I see it.</p></div>'
    )
    assert told(comment)[0][0] == author


def test_the_name_of_a_question_is_its_heading() -> None:
    post = """<div class="{kind}"><h2 itemprop="name">Is the deck of oak?</h2><div class="{kind}-body">{text}</div>
    <a itemprop="author" itemscope href="/u/1"><span itemprop="name">{name}</span></a> <time datetime="2024-05-01">x</time></div>"""
    thread = ("question", "Ann Lee", "I saw it today."), ("answer", "Bob Roe", "It is of pine.")
    found = told("".join(post.format(kind=kind, name=name, text=text) for kind, name, text in thread))
    assert [(name, text) for name, _, text, _ in found] == [(name, text) for _, name, text in thread]


def test_comments_of_boards_in_chinese() -> None:
    """``push`` of PTT is a comment, the class of a column is none; phpBB signs with 由 and 發表於."""
    push = """<div class="push"><span class="push-tag">推 </span><span class="f3 hl push-userid">{name}</span>
    <span class="f3 push-content">: {text}</span><span class="push-ipdatetime"> 05/06 10:20</span></div>"""
    said = ("river", "浮橋幾點開放？"), ("train", "早上六點。")
    pushes = "".join(push.format(name=name, text=text) for name, text in said)
    assert [(name, text) for name, _, text, _ in told(pushes)] == [*said]
    assert told(pushes.replace('class="push"', 'class="col-push-3"')) == []
    for form in ("由 <b>{}</b> » 2024年5月6日 10:20", "由 <b>{}</b> 發表於 2024年5月6日 10:20"):
        posts = "".join(
            f'<div class="post"><p class="author">{form.format(name)}</p><div class="content">{text}</div></div>'
            for name, text in said
        )
        assert told(posts) == [(name, "2024-05-06T10:20", text, 0) for name, text in said]


def test_comments_named_by_an_abbreviation() -> None:
    item = '<li class="{0}-item"><span class="{0}-user">江边老周</span><p class="{0}-con">早上六点。</p><i>2024-05-06 10:20</i></li>'
    for name in ("pl", "cmt"):
        assert told(item.format(name)) == [("江边老周", "2024-05-06T10:20", "早上六点。", 0)]


def test_who_likes_a_comment_is_not_its_text() -> None:
    markup = """<li class="comment"><cite class="fn">Ann Lee</cite><time datetime="2024-05-01">x</time><div class="comment-content">
    <p>It is wet.</p><p class="comment-likes"><a>Like</a><span>Liked by <a>1 person</a></span></p></div></li>"""
    assert told(markup) == [("Ann Lee", "2024-05-01", "It is wet.", 0)]


def test_who_answers_first_does_not_sign_the_question() -> None:
    text = (
        "<p>The deck of the bridge was laid in spring, and it is of the larch that grows in the valley.</p>"
    )
    post = (
        '<div class="{0}"><a class="user" href="/u/{1}">{1}</a> <time datetime="2024-05-01">x</time>{2}</div>'
    )

    def author(kind: str) -> str | None:
        posts = "".join(post.format(kind, name, text * 3) for name in ("ann", "bob"))
        return maintext.extract(f"<h1>Which wood is it?</h1>{posts}").author

    assert [author(kind) for kind in ("post", "answer", "comtr")] == ["ann", None, None]


def test_the_rows_of_a_board_are_posts() -> None:
    row = """<tr class="postrow row1"><td><a class="author b" href="u">{}</a><div>注册: 12-03-03</div></td>
    <td><span>2024-05-0{} 10:20</span><span class="postcontent">{}</span></td></tr>"""
    posts = ("江边老周", 6, "浮桥几点开放？"), ("蓝皮火车", 7, "早上六点。")
    assert told(f"<table>{''.join(row.format(*one) for one in posts)}</table>") == [
        (name, f"2024-05-0{n}T10:20", text, 0) for name, n, text in posts
    ]


# -- as the softwares of threads write them -----------------------------------------------------------


def comments_in_rows(cell: str) -> str:
    said = (0, "ann", "The deck is of larch."), (1, "bo", "Of oak, I heard."), (2, "ann", "No, of larch.")
    rows = "".join(
        f'<tr class="athing comtr"><td><table><tr>{cell.format(level=level, width=40 * level)}<td><a href="user?id={who}" '
        f'class="hnuser">{who}</a> <span class="age" title="2024-05-0{n}T10:00:00">{n} hours ago</span>'
        f'<div class="commtext">{text}</div></td></tr></table></td></tr>'
        for n, (level, who, text) in enumerate(said, start=1)
    )
    return f"<table>{rows}</table>"


@pytest.mark.parametrize(
    "cell",
    [
        '<td class="ind" indent="{level}"></td>',
        '<td class="ind"><img src="s.gif" height="1" width="{width}"></td>',
        '<td class="ind"><img src="s.gif" height="1" width="{width}"><img src="t.gif" height="1" width="1"></td>',
    ],
)
def test_levels_that_a_cell_or_a_spacer_states(cell: str) -> None:
    assert [level for *_, level in told(comments_in_rows(cell))] == [0, 1, 2]


def test_what_is_too_large_for_a_level_states_none() -> None:
    cell = '<td class="ind" indent="{level}' + "0" * 5_000 + '"></td>'
    assert [level for *_, level in told(comments_in_rows(cell))] == [0, 0, 0]


def test_comments_that_are_custom_elements() -> None:
    comment = (
        '<forum-comment depth="{n}"><a href="/user/{name}">{name}</a> <time datetime="2024-05-0{n}T10:00:00Z">{n}h ago</time>'
        '<div class="md">{text}</div><button>Reply</button>{inner}</forum-comment>'
    )
    inner = comment.format(n=2, name="bo", text="It is of oak.", inner="")
    assert told(comment.format(n=1, name="ann", text="Is the deck of oak?", inner=inner)) == [
        ("ann", "2024-05-01T10:00:00+00:00", "Is the deck of oak?", 0),
        ("bo", "2024-05-02T10:00:00+00:00", "It is of oak.", 1),
    ]


def test_the_time_that_another_element_than_time_states() -> None:
    markup = """<div class="comment"><strong class="author">Ann</strong> commented
    <relative-time datetime="2024-05-01T10:20:00Z">on May 1, 2024</relative-time><div class="comment-body">It is wet.</div></div>"""
    assert told(markup) == [("Ann", "2024-05-01T10:20:00+00:00", "It is wet.", 0)]


def test_the_time_of_a_change_in_a_text_is_not_that_of_the_comment() -> None:
    markup = """<div class="comment"><strong class="author">Ann</strong> <span class="date">May 1, 2024</span>
    <div class="comment-body">It is wet. <ins datetime="2025-01-01">Not now.</ins></div></div>"""
    assert told(markup) == [("Ann", "2024-05-01", "It is wet. Not now.", 0)]


def test_an_author_in_a_line_with_other_links() -> None:
    markup = """<div class="comment"><div class="byline"><a href="/~ann"><img src="/a.png"></a> <a href="/~ann">Ann</a>
    <a href="/c/1"><time datetime="2024-05-01">1 hour ago</time></a> | <a href="/s/1">link</a></div>
    <div class="comment_text">It is wet.</div></div>"""
    assert told(markup) == [("Ann", "2024-05-01", "It is wet.", 0)]


def test_a_date_that_only_shows_under_the_mouse() -> None:
    markup = """<div class="comment"><a href="/u/ann">Ann</a> <span class="when" data-tippy-content="Wednesday, May 1, 2024 at 10:20">2
    hours ago</span><div class="comment-content">It is wet.</div></div>"""
    assert told(markup) == [("Ann", "2024-05-01T10:20", "It is wet.", 0)]


def posts_of(form: str, *texts: str, **options: Any) -> list[str]:
    """Texts of the posts of a thread."""
    posts = (
        form.format(n=n, name=("Ann Lee", "Bo")[n % 2], text=text) for n, text in enumerate(texts, start=1)
    )
    return [text for _, _, text, _ in told("".join(posts), **options)]


HEAD = '<b class="author">{name}</b> <time datetime="2024-05-0{n}">{n} May</time>'


def test_lines_that_a_board_adds_to_a_post() -> None:
    form = f"""<div class="post">{HEAD}<div class="post-body"><h2>Re: The deck</h2><p>#{{n}}</p><p>{{text}}</p>
    <div class="codebox"><p>Code: <a href="#">Select all</a></p><pre>a = 1</pre></div>
    <a class="lightbox" href="/1.png"><img src="/1s.png"><span>deck 1920×1280 312 KB</span></a>
    <div>Best answer</div><div>本主题由 Cy 于 2024-5-6 20:46 审核通过</div></div></div>"""
    assert posts_of(form, "It is of larch.", "It is of oak.") == [
        "It is of larch.\na = 1",
        "It is of oak.\na = 1",
    ]


def test_a_post_that_is_no_more_than_such_a_line_stays() -> None:
    form = f'<div class="post">{HEAD}<div class="post-body">{{text}}</div></div>'
    assert posts_of(form, "It is of larch.", "Best answer") == ["It is of larch.", "Best answer"]


def test_short_posts_with_links_around_them() -> None:
    form = """<div class="post"><h4><a class="poster" href="/u/{n}">{name}</a></h4><a href="/m/{n}">Re: The timetable of the ferry</a>
    <a href="/m/{n}"><time datetime="2024-05-0{n}">May {n}</time></a><div class="post-body">{text}</div><a href="#q">Quote</a></div>"""
    assert posts_of(form, "Great news!", "Yes, of larch.") == ["Great news!", "Yes, of larch."]


def test_a_short_post_around_its_replies() -> None:
    form = f'<li class="post">{HEAD}<div class="post-message">{{text}}</div>'
    texts = "Is the deck of oak?", "No, of larch.", "Thanks, Bo"
    posts = [form.format(n=n, name=("Ann", "Bo")[n % 2], text=text) for n, text in enumerate(texts, start=1)]
    assert [
        text for _, _, text, _ in told(f"<ul>{posts[0]}</li>{posts[1]}<ul>{posts[2]}</li></ul></li></ul>")
    ] == list(texts)


def test_the_box_of_a_post_that_also_holds_its_time() -> None:
    form = """<article class="post"><b class="author">{name}</b><time datetime="2024-05-0{n}">May {n}</time><div class="post-content"><ul><li>Share</li></ul>
    <p>Posted <time datetime="2024-05-0{n}">May {n}</time> (edited)</p><div class="rich-text"><p>{text}</p></div></div>
    </article>"""
    assert posts_of(form, "It is of larch.", "It is of oak.") == ["It is of larch.", "It is of oak."]


def test_a_quoted_reply_is_not_the_text() -> None:
    form = f'<li class="comment">{HEAD}<div class="reply-quote-content">It is of oak.</div><p class="reply-content">{{text}}</p></li>'
    assert posts_of(form, "It is of larch.", "It is not.") == ["It is of larch.", "It is not."]
