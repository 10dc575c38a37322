"""Names on a page that do not sign its text, and houses that do."""

# ruff: noqa: E501 - markup, one element a line

from __future__ import annotations

import json

import pytest

import maintext

_TEXT = "".join(
    f"<p>The footbridge over the {name} was closed for forty days after the flood, and farmers who bring"
    " their vegetables to the market had to walk for an hour and a half until it was opened again today.</p>"
    for name in ("lower river", "mill stream", "old canal")
)


def authors_of(body: str = "", head: str = "", after: str = "") -> list[str]:
    """Names of those who sign a page."""
    title = "The footbridge is open again after the flood"
    page = f"<title>{title} - Example</title>{head}<article><h1>{title}</h1>{body}{_TEXT}{after}</article>"
    return [person.name for person in maintext.extract(page, "https://www.example.com/a/1").authors]


def json_ld(author: object, kind: str = "NewsArticle") -> str:
    """A script that declares an author."""
    return f'<script type="application/ld+json">{json.dumps({"@type": kind, "author": author})}</script>'


@pytest.mark.parametrize(
    ("body", "head", "after"),
    [
        (
            "<figure><img src=a.jpg><figcaption><span class=author>Ann Lee</span></figcaption></figure>",
            "",
            "",
        ),
        ("<pre><span class=author>Ann Lee</span></pre>", "", ""),
        ("<div class=code-editor><i>Ann Lee</i></div>", "", ""),
        ("<blockquote>Good to walk on. <span class=author>Ann Lee</span></blockquote>", "", ""),
        ("<i class=byline>From the team</i>", "", ""),
        ("", "", "<div class=review><span class=author>Ann Lee</span><p>A good pump.</p></div>"),
        ("", "", "<b>Parts of the Bridge</b><br>- Planks: 40<br>- Nails: 900"),
        (
            "<div><h3><a href=/b>An audio about the bridge</a></h3><i class=byline>Ann Lee</i></div>",
            "",
            "",
        ),
        ("", "<meta name=author content='Webwerk GmbH'>", ""),
        ("", "<meta name=author content='example.com'>", ""),
        ("", "<meta name=author content='Forumware'><meta name=generator content='Forumware 3.4'>", ""),
        ("", "<meta name=author content='Ministerium für Wirtschaft und Klimaschutz'>", ""),
        ("", json_ld({"@type": "Organization", "name": "Example Shop"}, "BlogPosting"), ""),
    ],
    ids="caption code widget quotation team review heading teaser company domain software office publisher".split(),
)
def test_nobody_signs(body: str, head: str, after: str) -> None:
    assert authors_of(body, head, after) == []


@pytest.mark.parametrize(
    ("head", "body", "names"),
    [
        (json_ld({"@type": "Organization", "name": "Example News"}), "", ["Example News"]),
    ],
)
def test_a_house_signs(head: str, body: str, names: list[str]) -> None:
    assert authors_of(body, head) == names


def test_all_authors_of_a_paper_are_declared_for_citations() -> None:
    names = ["Saar, Liis", "Okoye, Daniel"]
    head = "".join(f'<meta name="citation_author" content="{name}">' for name in names)
    body = (
        "<div>by <span><div>Liis Saar</div><sup>1,*</sup>, </span><span><div>Daniel Okoye</div></span></div>"
    )
    assert authors_of(body, head) == ["Liis Saar", "Daniel Okoye"]


@pytest.mark.parametrize("rank", ["Full Member", "Newbie", "Posts: 212", "Super Moderator"])
def test_the_rank_of_a_user_does_not_sign(rank: str) -> None:
    poster = f'<div class="poster"><h4><a href="/u/1">Valve Vic</a></h4><ul><li>{rank}</li></ul></div>'
    assert authors_of(poster) == ["Valve Vic"]


def test_where_an_author_works_is_no_author() -> None:
    author = "<span class='ltx_creator ltx_role_author'><span class=ltx_personname>{}</span>{}</span>"
    notes = "<span class=ltx_author_notes><span class=ltx_contact>University of the Valley</span></span>"
    body = author.format("Ann Lee", notes) + author.format("Bob Roe<br><i>University of the Valley</i>", "")
    assert authors_of(body) == ["Ann Lee", "Bob Roe"]


@pytest.mark.parametrize(
    "line",
    ["كتب سالم النهري", "كتب - سالم النهري:", "كتبت سالم النهري", "بقلم سالم النهري", "بقلم: سالم النهري"],
)
def test_who_wrote_in_arabic(line: str) -> None:
    assert authors_of(f"<span class=x>{line}</span>") == ["سالم النهري"]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Kirjoittaja: Aino Lahtinen", ["Aino Lahtinen"]),
        ("от Мария Стоева", ["Мария Стоева"]),
        ("به قلم مریم کاظمی", ["مریم کاظمی"]),
        ("เขียนโดย วรรณา ศรีสุข", ["วรรณา ศรีสุข"]),
        ("<a href=/b><h4>Sources: Ann Lee</h4></a>", []),
    ],
    ids="finnish bulgarian persian thai headline".split(),
)
def test_who_signs_in_a_line_that_begins_like_a_byline(line: str, names: list[str]) -> None:
    assert authors_of(f"<span class=x>{line}</span>") == names


@pytest.mark.parametrize(("agency", "names"), [("ČTK", ["Petra Vlčková"]), ("TASS", ["Petra Vlčková"])])
def test_an_agency_next_to_a_name_does_not_sign(agency: str, names: list[str]) -> None:
    assert authors_of(f"<div class=author>Petra Vlčková, {agency}</div>") == names


@pytest.mark.parametrize(
    ("dateline", "names"),
    [
        ("РЕЧНОЙ, 4 янв - Мост-пресс, Анна Речная.", ["Анна Речная"]),
        ("РЕЧНОЙ, 4 янв - Мост-пресс.", []),
        ("Речной, 4 января — Мост, по словам Анны, открыт.", []),
    ],
)
def test_a_russian_dateline_names_its_reporter(dateline: str, names: list[str]) -> None:
    assert authors_of(f"<p><b>{dateline}</b> {'Мост снова открыт после наводнения. ' * 8}</p>") == names


def test_who_opens_a_thread_signs_not_who_answers() -> None:
    answers = "".join(f"<p>Line {i} of an answer.</p>" for i in range(60))
    body = "<span class=username>river_walker</span>"
    after = f"{answers}<div><a rel=author href=/u/2>late_reader</a></div>"
    assert authors_of(body, after=after) == ["river_walker"]


def test_a_web_page_declares_its_author() -> None:
    graph = {
        "@graph": [
            {"@type": "WebPage", "name": "x", "author": {"@id": "#ann"}},
            {"@type": "Person", "@id": "#ann", "name": "Ann Lee"},
        ]
    }
    assert authors_of(head=f'<script type="application/ld+json">{json.dumps(graph)}</script>') == ["Ann Lee"]


@pytest.mark.parametrize(
    ("author", "names"),
    [("青川网张三", ["王小川"]), ("qcnews", ["王小川"]), ("李青", ["李青"])],
    ids=["the editor with the house", "an account of the system", "somebody"],
)
def test_a_chinese_page_that_declares_who_did_not_write(author: str, names: list[str]) -> None:
    text = "<p>老街将保留骑楼，新增的步行桥也已开工，预计明年春天完工，附近居民说这是多年来的愿望。</p>" * 4
    page = (
        f"<title>老街将保留骑楼</title><meta name=author content='{author}'><h1>老街将保留骑楼</h1>"
        f"<p>2024-05-01 10:20</p>{text}<p>记者王小川</p><p>责任编辑：张三</p>"
    )
    assert [person.name for person in maintext.extract(page).authors] == names


def test_who_answers_does_not_sign_where_the_first_post_names_nobody_near_the_headline() -> None:
    post = '<div class="post"><b class="{name}">{who}</b><i class="date">2024-05-0{n}</i><div class="postmessage">{text}</div></div>'
    posts = post.format(n=1, name="member", who="river walker", text=_TEXT)
    posts += post.format(n=2, name="author", who="Late Reader", text="Yes.")
    doc = maintext.extract(f"<title>The footbridge</title><h1>The footbridge</h1>{posts}")
    assert [one.author for one in doc.comments] == ["river walker", "Late Reader"]
    assert (doc.author, str(doc.published)) == ("river walker", "2024-05-01")


def test_who_opens_a_thread_signs_where_the_head_names_the_software() -> None:
    post = '<div class="post"><div class="authi"><a href="/u/{n}">{name}</a></div><i class="date">2024-05-0{n}</i><div class="postmessage">{text}</div></div>'
    posts = post.format(n=1, name="1657811359", text=_TEXT) + post.format(
        n=2, name="late_reader", text="Yes."
    )
    head = "<meta name=generator content='Forumware 3.4'><meta name=author content='Forumware'>"
    doc = maintext.extract(f"<title>The footbridge</title>{head}<h1>The footbridge</h1>{posts}")
    assert (doc.author, str(doc.published)) == ("1657811359", "2024-05-01")


ENTRY = (
    "<div class=entry><p><a href=/{n}>A walk across the footbridge {n}</a>, <span class=date>{n} May 2024</span>"
    " <span class=author>Ann {name}</span></p><p>How the bridge was built, in a few words for those who pass.</p></div>"
)


def test_an_entry_of_a_list_neither_signs_nor_dates_the_page() -> None:
    def page(*names: str) -> maintext.Document:
        entries = "".join(ENTRY.format(n=i, name=name) for i, name in enumerate(names, 1))
        return maintext.extract(f"<title>The Bridge Blog</title><h1>The Bridge Blog</h1><div>{entries}</div>")

    several = page("Lee", "Roe", "Poe", "Lee")
    assert (several.author, several.published) == (None, None)
    assert page("Lee").author == page("Lee", "Lee", "Lee", "Lee").author == "Ann Lee"


ARTICLE = (
    "<article class=item><figure><img src=a.jpg><figcaption>Photo by a walker of the lower town</figcaption></figure>"
    "<h2><a href=/{n}>A walk across the footbridge {n}</a></h2><p>How the bridge was built, in a few words.</p>{by}</article>"
)


def test_entries_of_a_list_are_known_where_one_of_them_is_signed() -> None:
    signed = "<div class=author>By <a href=/people/ann>Annabella Leeuwenhoek</a></div>"
    entries = "".join(ARTICLE.format(n=n, by=signed if n == 1 else "") for n in range(1, 5))
    doc = maintext.extract(f"<title>All walks</title><h1>All walks</h1><div>{entries}</div>")
    assert doc.author is None


BOOK = (
    "<div class=books><h3>新书推荐</h3><div><h3><a href=/b>河上的老桥与四季</a></h3><div class=author>作者：周明远</div>"
    "<p>一座桥，几代人。</p></div></div>"
)


def test_the_author_of_a_book_far_below_a_chinese_text_does_not_sign() -> None:
    text = (
        "<p>昨日上午，城东老街改造二期工程正式动工，预计明年秋天完成，项目涉及三百多户居民和四十余家商铺。</p>"
        * 4
    )
    links = "".join(f"<p><a href=/{n}>老街的第{n}个故事和它的人</a></p>" for n in range(12))
    page = (
        f"<title>老街改造二期动工</title><article><h1>老街改造二期动工</h1><p>2024-05-01</p>{text}</article>"
    )
    assert maintext.extract(f"{page}{links}{BOOK}").authors == ()
    assert maintext.extract(f"{page}<p>作者：李晓白</p>{links}{BOOK}").author == "李晓白"
