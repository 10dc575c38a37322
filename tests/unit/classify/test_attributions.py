"""Who is quoted, and captions of tables and code."""

from __future__ import annotations

import pytest

import maintext

TEXT = (
    "<p>The harbour was rebuilt in seven years, after two winters in which the old pier had been closed.</p>"
)
TABLE = (
    "<table><tr><th>Year</th><th>Piles</th></tr><tr><td>1961</td><td>40</td></tr>"
    "<tr><td>1962</td><td>44</td></tr></table>"
)
QUOTE = (
    "<blockquote><p>Tie it twice, she said, and never let it go until the tide has turned.</p></blockquote>"
)


def text_of(figure: str, **options: str | bool) -> str:
    other = TEXT.replace("two", "ten")
    page = f"<article><h1>The pier</h1>{TEXT * 3}<figure>{figure}</figure>{other * 3}</article>"
    return maintext.extract(page, **options).text  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "figure",
    [
        f"{TABLE}<figcaption>Piles of each year</figcaption>",
        f"<figcaption>Piles of each year</figcaption><div>{TABLE}</div>",
        "<pre>tie(ship)\ncut(rope)</pre><figcaption>Piles of each year</figcaption>",
    ],
)
def test_captions_stay_with_tables_and_code(figure: str) -> None:
    assert "Piles of each year" in text_of(figure)
    assert "Piles of each year" not in text_of(figure, captions=False)
    assert "Piles of each year" not in text_of(figure, drop="figcaption")


def test_who_is_quoted_stays_unless_it_is_dropped() -> None:
    figure = f"{QUOTE}<figcaption>Anna Marsh</figcaption>"
    assert "Anna Marsh" in text_of(figure)
    assert "Anna Marsh" not in text_of(figure, drop="figcaption")
