"""An article on several pages as one text."""

from __future__ import annotations

import pytest

import maintext
from maintext.document import Document
from maintext.errors import FetchError, OptionError
from maintext.sites.pagination import next_part, stitch
from maintext.sites.pagination.stitch import REPEATED

SITE = "https://site.example"
TEXTS = [
    [
        f"Paragraph {k} of part {part} tells what happened to the old mill in that year, and who paid for it."
        for k in range(4)
    ]
    for part in range(1, 5)
]
ALL = [text for texts in TEXTS[:3] for text in texts]
EDITOR = "Edited by Ida Marsh"


def part(number: int, last: int = 3, link: str = "下一页") -> str:
    body = "".join(f"<p>{text}</p>" for text in TEXTS[number - 1])
    onward = (
        f"<p><a href='90_{number + 1}.html'>{link}</a></p>"
        if number < last
        else f"<p><span>{link}</span></p>"
    )
    return (
        f"<html><body><article><h1>The story of the old mill by the river</h1>{body}"
        f"<p>{EDITOR}</p>{onward}</article></body></html>"
    )


class Site:
    """Pages by address; remembers what was asked for."""

    def __init__(self, pages: dict[str, str]) -> None:
        self.pages, self.asked = pages, []

    def fetch(self, url: str) -> Document:
        self.asked.append(url)
        if url not in self.pages:
            raise FetchError("not found", url=url)
        return maintext.extract(self.pages[url], url, method="paragraphs")

    asked: list[str]


def site(**more: str) -> Site:
    pages = {f"{SITE}/a/90.html": part(1), f"{SITE}/a/90_2.html": part(2), f"{SITE}/a/90_3.html": part(3)}
    return Site(pages | {f"{SITE}/a/{name}.html": html for name, html in more.items()})


def first(of: Site) -> Document:
    return maintext.extract(of.pages[f"{SITE}/a/90.html"], f"{SITE}/a/90.html", method="paragraphs")


def test_all_parts_are_joined_in_order() -> None:
    pages = site()
    whole = stitch(first(pages), pages.fetch)
    assert pages.asked == [f"{SITE}/a/90_2.html", f"{SITE}/a/90_3.html"]
    assert [line for line in whole.text.split("\n\n") if line.startswith("Paragraph")] == [
        text for texts in TEXTS[:3] for text in texts
    ]
    assert "last one" in whole.ended


def test_what_parts_repeat_is_kept_once_in_every_form() -> None:
    pages = site()
    whole = stitch(first(pages), pages.fetch)
    assert whole.n_repeated >= 2
    for form in (whole.text, whole.markdown, whole.html):
        assert form.count(EDITOR) == 1
        assert form.count("Paragraph 2 of part 3") == 1


def test_the_reason_is_in_the_trace() -> None:
    pages = site()
    rows = stitch(first(pages), pages.fetch).parts[1].trace()
    assert [row.reason for row in rows if row.text == EDITOR] == [REPEATED]


def test_words_for_the_next_part_are_no_text() -> None:
    pages = site()
    assert "下一页" not in stitch(first(pages), pages.fetch).text


def test_a_short_line_within_a_part_stays() -> None:
    html = part(2).replace(f"<p>{TEXTS[1][1]}</p>", f"<p>{TEXTS[1][1]}</p><p>{EDITOR}</p>")
    pages = site(**{"90_2": html})
    assert stitch(first(pages), pages.fetch).text.count(EDITOR) == 2


def test_an_article_in_one_part_stays_as_it_is() -> None:
    document = maintext.extract(part(1, last=1), f"{SITE}/a/90.html")
    whole = stitch(document, site().fetch)
    assert whole.parts == (document,)
    assert whole.text == document.text


def test_the_next_article_is_no_part() -> None:
    page = maintext.parse("<p>Text</p><a href='91.html'>下一页</a>", f"{SITE}/a/90.html")
    url, reason = next_part(page)
    assert url == ""
    assert "not a part" in reason


@pytest.mark.parametrize("numbers", [(1, 2, 3), ()])
def test_numbers_below_the_first_part_are_parts(numbers: tuple[int, ...]) -> None:
    urls = [f"{SITE}/story/", f"{SITE}/story/2/", f"{SITE}/story/3/"]
    strip = "".join(f"<a href='{urls[n - 1]}'>{n}</a> " for n in numbers)
    pages = Site({
        url: part(n).replace(f"90_{n + 1}.html", f"/story/{n + 1}/") + strip for n, url in enumerate(urls, 1)
    })  # fmt: skip
    whole = stitch(maintext.extract(pages.pages[urls[0]], urls[0], method="paragraphs"), pages.fetch)
    assert whole.urls == tuple(urls)
    alone = next_part(maintext.parse(pages.pages[urls[1]], urls[1]))[0]
    assert alone == (urls[2] if numbers else "")


def test_a_page_with_another_title_is_no_part() -> None:
    pages = site(**{"90_2": part(2).replace("The story of the old mill", "The story of the new bridge")})
    whole = stitch(first(pages), pages.fetch)
    assert len(whole.parts) == 1
    assert "another article" in whole.ended


def test_the_number_of_the_part_in_a_title_is_no_other_title() -> None:
    numbered = part(2).replace("by the river</h1>", "by the river（2）</h1>")
    pages = site(**{"90_2": numbered})
    assert len(stitch(first(pages), pages.fetch).parts) == 3


def test_a_limit_ends_the_parts() -> None:
    pages = site()
    whole = stitch(first(pages), pages.fetch, max_parts=2)
    assert len(whole.parts) == 2
    assert "limit" in whole.ended


def test_a_loop_ends_the_parts() -> None:
    pages = site(**{"90_2": part(2).replace("90_3.html", "90.html")})
    whole = stitch(first(pages), pages.fetch)
    assert len(whole.parts) == 2
    assert "seen before" in whole.ended


def test_a_page_that_comes_again_under_another_address_ends_the_parts() -> None:
    pages = site(**{"90_3": part(2).replace("90_3.html", "90_4.html"), "90_4": part(2)})
    whole = stitch(first(pages), pages.fetch)
    assert len(whole.parts) == 2
    assert "text of an earlier part" in whole.ended


def test_a_part_that_is_not_there_ends_the_parts() -> None:
    pages = site(**{"90_3": part(3, last=4)})
    whole = stitch(first(pages), pages.fetch)
    assert len(whole.parts) == 3
    assert "could not be fetched" in whole.ended


def test_other_hosts_are_not_followed() -> None:
    html = part(1).replace("90_2.html", "https://other.example/a/90_2.html")
    pages = Site({f"{SITE}/a/90.html": html})
    assert stitch(first(pages), pages.fetch).urls == (f"{SITE}/a/90.html",)
    assert pages.asked == []


def test_the_page_with_the_whole_article_is_taken() -> None:
    whole_page = "<article>" + "".join(f"<p>{text}</p>" for text in ALL) + "</article>"
    pages = site(**{"90": part(1) + "<a href='90_all.html'>View all</a>", "90_all": whole_page})
    whole = stitch(first(pages), pages.fetch)
    assert whole.urls == (f"{SITE}/a/90_all.html",)
    assert len(stitch(first(pages), pages.fetch, prefer_single_page=False).parts) == 3


def test_unknown_options_are_refused() -> None:
    with pytest.raises(OptionError, match="max_parts"):
        stitch(maintext.extract(part(1)), site().fetch, max_part=3)
