"""What stands above Markdown on request."""

from __future__ import annotations

import json

import maintext
from maintext.render.framing.front_matter import raise_title, write_front_matter, write_title

PAGE = """<html lang=en><head><title>A "walk": 1 * 2 - River News</title>
<meta property="og:title" content='A "walk": 1 * 2'><meta property="og:site_name" content="River News">
<meta name=author content="Ann Lee">
<meta property="article:published_time" content="2024-05-01T10:20:00+02:00">
</head><body><article><h1>A "walk": 1 * 2</h1><p>It rained in the hills all day, and the paths were full of
water when we came down to the village again.</p><p>We sat by the fire and talked about the old bridge.</p>
</article></body></html>"""
URL = "https://example.org/walk"


def test_front_matter_states_what_the_document_does() -> None:
    doc = maintext.extract(PAGE, URL, front_matter=True)
    begin, block, rest = doc.markdown.split("---\n", 2)
    assert begin == ""
    stated = {name: json.loads(value) for name, value in (line.split(": ", 1) for line in block.splitlines())}
    assert stated == {
        "title": 'A "walk": 1 * 2',
        "authors": ["Ann Lee"],
        "published": "2024-05-01T10:20:00+02:00",
        "url": URL,
        "site": "River News",
        "language": "en",
    }
    assert rest.strip() == maintext.extract(PAGE, URL).markdown.strip()
    assert write_front_matter(doc.to_dict()) == f"---\n{block}---\n\n"


def test_the_title_is_a_heading_and_stands_once() -> None:
    doc = maintext.extract(PAGE, URL, title=True)
    assert doc.markdown.startswith('# A "walk": 1 \\* 2\n\n')
    assert doc.markdown.count("walk") == 1
    assert write_title("A walk", "# A walk\n\nb") == "# A walk\n\nb"
    assert write_title("", "b") == "b"
    assert write_title("A walk", "## A *walk*\n\nb") == "# A walk\n\nb"
    assert write_title("A walk", "A walk!\n\nb") == "# A walk\n\nb"
    assert write_title("A walk", "[A walk](https://e.org/)\n\nb") == "# A walk\n\nb"
    assert write_title("A walk", "A walk  \nin May\n\nb") == "# A walk\n\nin May\n\nb"
    assert write_title("A walk", "**A walk  \nin May**\n\nb") == "# A walk\n\n**in May**\n\nb"
    assert write_title("A walk", "A walk!\n\n# A walk\n\nb") == "# A walk\n\nA walk!\n\nb"
    assert write_title("A walk", "By Ann\n\n# A walk\n\nb") == "# A walk\n\nBy Ann\n\nb"
    assert write_title("?", "---\n\nb") == "# ?\n\n---\n\nb"
    picture = '[![x (y)](/a_(1).png "z")](/b)\n\n'
    assert write_title("A walk", f"{picture}# A walk\n\nb") == f"# A walk\n\n{picture}b"
    assert write_title("A walk", f"{picture}A walk in May\n\nb") == f"# A walk\n\n{picture}A walk in May\n\nb"


def test_characters_that_yaml_refuses_are_escaped() -> None:
    title = "a\x7fb\x85\x86c\ufeffd\uffff\U0001f6a2"
    written = write_front_matter({"title": title, "url": None})
    assert written == '---\ntitle: "a\\u007fb\x85\\u0086c\\ufeffd\\uffff\U0001f6a2"\n---\n\n'
    assert json.loads(written[11:-6]) == title


def test_nothing_stated_gives_nothing() -> None:
    assert write_front_matter({"title": "", "authors": [], "url": None}) == ""


def test_text_and_html_are_as_without() -> None:
    plain, both = maintext.extract(PAGE, URL), maintext.extract(PAGE, URL, title=True, front_matter=True)
    assert (plain.text, plain.html) == (both.text, both.html)


def test_a_plain_first_line_that_is_the_title_is_a_heading() -> None:
    page = PAGE.replace("<h1>", "<p>").replace("</h1>", "</p>")
    assert maintext.extract(page, URL).markdown.startswith('# A "walk": 1 \\* 2\n\n')
    assert raise_title("![](a.jpg)\n\n**A walk**\n\nb", lambda: "A walk") == "# A walk\n\n![](a.jpg)\n\nb"
    assert raise_title("- A walk\n\nb", lambda: "A walk") == "# A walk\n\nb"
    for markdown in (
        "- A walk\n- b",
        "![](a.png) A walk",
        "A ride\n\nb",
        "## A walk\n\nb",
        "A walk\n\n# A walk\n\nb",
    ):
        assert raise_title(markdown, lambda: "A walk") == markdown
