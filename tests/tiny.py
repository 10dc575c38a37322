"""A tiny corpus with a rule that is easy to learn: the paragraphs of the article are the gold text."""

from __future__ import annotations

from maintext.lab.evaluate import GoldPage

NOUNS = "bridge river council library ferry mayor garden school market station hill museum".split()


def paragraphs(i: int) -> list[str]:
    """Texts of the i-th article; no two are equal."""
    return [
        f"The {NOUNS[(i + k) % 12]} was seen by many people beside the {NOUNS[(i * 5 + k * 3 + 1) % 12]}"
        f" on day {i}, and part {k} of it was sold."
        for k in range(4 + i % 3)
    ]


def markup(i: int) -> str:
    """Menu, article and footer."""
    links = "".join(f"<li><a href=/{noun}>All about the {noun}</a></li>" for noun in NOUNS)
    article = "".join(f"<p>{text}</p>" for text in paragraphs(i))
    return f"<nav><ul>{links}</ul></nav><article>{article}</article><footer><a href=/>Contact us</a></footer>"


def gold_page(i: int) -> GoldPage:
    """The i-th page; pages 2n and 2n + 1 are of one site."""
    name, host = ("odd", "www") if i % 2 else ("even", "m")
    return GoldPage(
        id=f"p{i}", set=name, url=f"http://{host}.site{i // 2}.co.uk/{i}", lang="en",
        page_type="article", html=markup(i),
        gold_text="\n".join(paragraphs(i)), gold_kind="human", with_snippets=(),
        without_snippets=(), title=None, author=None, date=None, encoding=None,
    )  # fmt: skip


# A page with a title, a menu, a headline and one paragraph.
ARTICLE = (
    "<title>Bees</title><nav><a href=/>Home</a></nav>"
    "<article><h1>Bees</h1>"
    "<p>Bees carry pollen from one flower to the next, and trees bear fruit.</p></article>"
)
