"""Posts and comments in Markdown: who, when, in reply to whom."""

from __future__ import annotations

import json

from tests.each import each

import maintext

STORY = (
    "<p>The council of the town has decided after a long evening of talk that the ferry goes on for another "
    "ten years, with two boats and the same crew.</p><p>Nobody in the hall was against it, and the mayor "
    "said that the boats are paid from the fares of the summer, which have risen every year.</p>"
)
COMMENTS = """<div id=comments><h3>2 replies</h3><ul class=comment-list>
<li class=comment><span class=comment-author>Ann *Lee*</span> <time datetime=2024-05-01T10:20>May 1</time>
<div class=comment-text><p>I take it every day, and it is <b>never</b> late.</p></div><a href=#r>Reply</a>
<ul><li class=comment><span class=comment-author>Bo</span> <time datetime=2024-05-02T09:00>May 2</time>
<div class=comment-text><p>Except on Sundays in winter.</p></div><a href=#r>Reply</a></li></ul></li></ul>
</div>"""
POSTS = {
    "div": "<div class=post>{}<div class=post-body>{}</div></div>",
    "table": "<table class=post><tr><td>{}</td><td><div class=post-body>{}</div></td></tr></table>",
    "item": "<ol><li class=post>{}<div class=post-body>{}</div></li></ol>",
}


def article(body: str) -> str:
    return f"<html lang=en><body><article><h1>The ferry stays</h1>{STORY}</article>{body}</body></html>"


def thread(form: str, lang: str = "en") -> str:
    said = [
        ("Ann", "2024-05-01", "Does anybody know when the last ferry leaves the island on Sunday evening?"),
        ("Bo", "2024-05-02", "At half past nine, but only from June on; before that it leaves at eight."),
        ("Cy", "2024-05-03", "The captain waits for those who call him, his number is at the pier."),
    ]
    posts = (
        POSTS[form].format(
            f"<b class=post-author>{who}</b> <time datetime={day}>{day}</time>", f"<p>{text}</p>"
        )
        for who, day, text in said
    )
    title = "<h1>The last ferry</h1>"
    return f"<html lang={lang}><body><main>{title}{''.join(posts)}</main></body></html>"


def test_comments_stand_below_an_article() -> None:
    doc = maintext.extract(article(COMMENTS), posts=True)
    assert doc.markdown.endswith(
        "\n\n## Comments\n\n### Ann \\*Lee\\*, 2024-05-01 10:20\n\n"
        "I take it every day, and it is **never** late."
        "\n\n### Bo, 2024-05-02 09:00, in reply to Ann \\*Lee\\*\n\nExcept on Sundays in winter."
    )
    assert doc.text == maintext.extract(article(COMMENTS)).text


def test_comments_that_are_excluded_stay_out() -> None:
    doc = maintext.extract(article(COMMENTS), posts=True, comments="exclude")
    assert doc.markdown.endswith("risen every year.")


@each("form", sorted(POSTS))
def test_posts_are_the_same_in_every_thread(form: str) -> None:
    markdown = maintext.extract(thread(form), posts=True, keep=".post").markdown
    first = "Does anybody know when the last ferry leaves the island on Sunday evening?"
    assert f"## Ann, 2024-05-01\n\n{first}\n\n## Bo, 2024-05-02\n\nAt half past nine" in markdown
    assert markdown.count("2024") == 3
    assert "|" not in markdown


def test_words_are_those_of_the_language() -> None:
    story = (
        "<p>镇议会经过一整晚的讨论，决定渡轮再开十年，两艘船和船员都不变，票价的收入用来付船的费用。</p>" * 6
    )
    page = f"<html lang=zh-CN><body><article><h1>渡轮留下</h1>{story}</article>{COMMENTS}</body></html>"
    markdown = maintext.extract(page, posts=True).markdown
    assert "## 评论\n\n" in markdown
    assert ", 回复 Ann" in markdown


def test_comments_that_are_only_declared_are_written_too() -> None:
    comment = {"@type": "Comment", "author": {"name": "Di"}, "text": "Good <b>news</b>"}
    declared = {"@type": "Article", "comment": [{**comment, "dateCreated": "2024-05-03"}]}
    page = article(f'<script type="application/ld+json">{json.dumps(declared)}</script>')
    assert maintext.extract(page, posts=True).markdown.endswith(
        "## Comments\n\n### Di, 2024-05-03\n\nGood news"
    )


def test_a_comment_with_a_link_is_written_once() -> None:
    comments = COMMENTS.replace("</p>", " See <a href='https://example.com/a?b=c'>the minutes</a> of it.</p>")
    markdown = maintext.extract(article(comments), posts=True).markdown
    assert markdown.count("the minutes") == comments.count("the minutes")


def test_an_article_that_is_named_as_a_post_stays_whole() -> None:
    page = f"""<html lang=en><body><div class=comment><span class=author>Ann Lee</span>
    <time datetime=2024-05-01>May 1</time><h1>The ferry stays</h1>
    <p class=comment-text>In short: it stays.</p>{STORY}</div></body></html>"""
    markdown = maintext.extract(page, posts=True).markdown
    assert "Nobody in the hall" in markdown
    assert "for another ten years" in markdown


def test_a_page_without_posts_is_as_without_the_option() -> None:
    assert maintext.extract(article(""), posts=True).markdown == maintext.extract(article("")).markdown


QUOTED = (
    "<aside class=quote><div>Ann:</div>"
    "<blockquote><p>Does anybody know when it leaves?</p></blockquote></aside>"
)


def test_a_post_is_whole_and_is_written_once() -> None:
    """With its quotation, which is no main text, and with its picture."""
    page = thread("div").replace("<p>At half", f"{QUOTED}<p><img src=/s.png alt=:smile:></p><p>At half")
    markdown = maintext.extract(page, posts=True, keep="p", drop="").markdown
    assert "## Bo, 2024-05-02\n\nAnn:\n\n> Does anybody know when it leaves?\n\n" in markdown
    assert markdown.count("At half past nine") == 1
    assert "## Comments" not in markdown


def test_headings_of_a_post_stand_below_its_own() -> None:
    page = thread("div").replace("<p>At half", "<h1>In short</h1><p>Late.</p><h3>Why</h3><p>At half")
    markdown = maintext.extract(page, posts=True, keep=".post").markdown
    assert "### In short\n\nLate.\n\n##### Why\n\nAt half" in markdown


@each(
    "mark, answered",
    [
        ("<p>@Ann At half", "Ann"),
        ("<p>回复 Ann：At half", "Ann"),
        ("<p><a href=/u/lee>@lee</a> At half", "Ann"),  # by the end of the link to her
        ("<p>回复 1# Ann 的帖子：At half", "Ann"),
        ("<a class=parent><i></i> @Ann</a><p>At half", "Ann"),
        ("<p>I asked @Ann. At half", ""),
        ("<p>@Anna At half", ""),
        ("<p>@Annä At half", ""),
        ("<p>@Cy At half", ""),  # who writes later
        ("<p>@Bo At half", ""),
    ],
)
def test_whom_a_post_names_first_is_answered(mark: str, answered: str) -> None:
    page = thread("div").replace("<b class=post-author>Ann</b>", "<a class=post-author href=/u/lee>Ann</a>")
    markdown = maintext.extract(page.replace("<p>At half", mark), posts=True, keep=".post").markdown
    assert f"## Bo, 2024-05-02{answered and ', in reply to Ann'}\n" in markdown


def test_headings_that_are_left_out_lower_no_other() -> None:
    page = thread("div").replace("<b class=post-author>Bo</b>", "<h1><b class=post-author>Bo</b></h1>")
    markdown = maintext.extract(
        page.replace("<p>At half", "<h3>Why</h3><p>At half"), posts=True, keep=".post-body"
    ).markdown
    assert "\n\n### Why\n\nAt half" in markdown


def test_a_table_in_a_post_that_is_a_table_stays_one() -> None:
    inner = "<table><tr><th>Day<th>Boat</tr><tr><td>Sunday<td>The old one</tr></table><p>At half"
    markdown = maintext.extract(
        thread("table").replace("<p>At half", inner), posts=True, keep=".post-body"
    ).markdown
    assert "| Sunday | The old one |" in markdown


@each("form", ["<div class='post quote'>", "<div class=quote><div class=post>"])
def test_a_post_is_no_quotation(form: str) -> None:
    page = thread("div").replace("<div class=post>", form)
    assert ">" not in maintext.extract(page, posts=True, keep=".post").markdown


def test_a_word_of_a_post_that_is_named_a_quotation_stays_in_its_line() -> None:
    page = thread("div").replace("<p>At half", "<p>He says <span class=quote>so</span>. At half")
    assert "He says so. At half" in maintext.extract(page, posts=True, keep=".post").markdown


def test_whom_a_tab_above_a_post_names_is_answered() -> None:
    tab = "<a class=reply-to-tab><span>Bo</span></a> <b class=post-author>Cy</b>"
    page = thread("div").replace("<b class=post-author>Cy</b>", tab)
    markdown = maintext.extract(page, posts=True, keep=".post").markdown
    assert "## Cy, 2024-05-03, in reply to Bo\n" in markdown


@each("name", ["quote", "bbcode_quote", "quotecontent"])
def test_what_a_board_names_a_quotation_is_written_as_one(name: str) -> None:
    sign = "<a href=/p/1><img src=/buttons/viewpost.png alt='View Post'></a>"
    quoted = f"<div class='{name}'>Ann wrote: {sign}<br>When does it leave?</div><p>At half"
    page = thread("div").replace("<p>At half", quoted)
    markdown = maintext.extract(page, posts=True, keep=".post").markdown
    assert "> Ann wrote:  \n> When does it leave?\n\nAt half past nine" in markdown
