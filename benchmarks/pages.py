"""Made pages of any size: what stands on real pages, in about their proportions.

The proportions are those of real pages as we measured them (medians and means of 275 pages): four
tenths of the source are scripts and styles, 12 rows and 5 texts a kilobyte, 1.7 attributes an
element, more than a quarter of the visible text in links, half of it main content, 14 elements deep.
Every part grows with the page. The words are made up: syllables, few words often and many seldom;
a sixth of the paragraphs is in Chinese characters.
"""

from __future__ import annotations

from itertools import accumulate
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["SMALLEST", "made_page"]

SMALLEST = 8_000
"""Bytes of the smallest page that holds all parts."""

_N_WORDS = 3000
_COMMON = """the of and to a in is that for it was on are as with they at be this have from or had by but
what were we when your can said there use an each which she do how their if will up other about""".split()
_LETTERS = "bdfglmnprstv", "aeiou", ("", "", "n", "r", "s", "l")
_HAN = [chr(point) for point in range(0x4E00, 0x4E00 + 1500)]
# Shares of the bytes behind the head; the rest is scripts.
_SHARES = {"menu": 0.12, "article": 0.06, "cards": 0.23, "comments": 0.04, "table": 0.01, "footer": 0.05}


class _Writer:
    """Makes words, sentences and pieces of markup, always the same for one seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)  # noqa: S311 - no secrets here
        shapes = Random(1)  # noqa: S311 - the vocabulary is the same on all pages
        made = {self._syllables(shapes) for _ in range(2 * _N_WORDS)} - set(_COMMON)
        self.words = [*_COMMON, *sorted(made)[:_N_WORDS]]
        self.weights = list(accumulate(1 / (rank + 3) for rank in range(len(self.words))))
        self.han_weights = list(accumulate(1 / (rank + 10) for rank in range(len(_HAN))))

    @staticmethod
    def _syllables(random: Random) -> str:
        n_syllables = random.choice((1, 2, 2, 3, 3, 4))
        return "".join(random.choice(letters) for _ in range(n_syllables) for letters in _LETTERS)

    def some(self, least: int, most: int) -> list[str]:
        n_words = self.random.randint(least, most)
        return self.random.choices(self.words, cum_weights=self.weights, k=n_words)

    def sentence(self, *, chinese: bool = False) -> str:
        if chinese:
            signs = self.random.choices(_HAN, cum_weights=self.han_weights, k=self.random.randint(12, 40))
            signs.insert(len(signs) // 2, "，")
            return "".join(signs) + "。"
        words = self.some(8, 24)
        words[len(words) // 2] += ","
        return " ".join(words).capitalize() + ". "

    def address(self) -> str:
        return f"/{'/'.join(self.some(1, 2))}/{'-'.join(self.some(3, 7))}-{self.random.randrange(10**6)}"

    def link(self, text: str) -> str:
        name = self.some(1, 1)[0]
        return f'<a href="{self.address()}" class="link link--{name}" data-track="click">{text}</a>'

    def title(self) -> str:
        return " ".join(self.some(3, 8)).capitalize()

    # -- parts of a page --------------------------------------------------------------------------

    def menu(self) -> str:
        name = " ".join(self.some(1, 2)).title()
        number = self.random.randrange(10**5)
        return (
            f'<li id="menu-item-{number}" class="menu-item menu-item-type-post menu-item-{number}">'
            f"{self.link(name)}</li>\n"
        )

    def article(self) -> str:
        chinese = self.random.random() < 1 / 6
        sentences = [self.sentence(chinese=chinese) for _ in range(self.random.randint(2, 5))]
        sentences.insert(1, self.link(" ".join(self.some(1, 3))))
        sentences.insert(3, f"<strong>{' '.join(self.some(1, 3))}</strong> ")
        heading = f'<h2 class="article__heading">{self.title()}</h2>\n' if self.random.random() < 0.2 else ""
        return f'{heading}<p class="article__paragraph">{"".join(sentences)}</p>\n'

    def cards(self) -> str:
        picture = self.address()
        widths = ", ".join(f"https://img.example.org{picture}-{width}.jpg {width}w" for width in (320, 640))
        return (
            f'<div class="card card--small col-md-4" data-id="{self.random.randrange(10**8)}">'
            f'<div class="card__inner" data-kind="story"><a href="{self.address()}" aria-hidden="false">'
            f'<img src="{picture}.jpg" srcset="{widths}" alt="" loading="lazy"></a>'
            f'<div class="card__body" data-slot="body"><h3 class="card__title">{self.link(self.title())}</h3>'
            f'<span class="card__date"><i class="icon"></i>{self.random.randint(1, 28)} May 2024</span>'
            f'<span class="tag">{self.link(self.some(1, 1)[0])}</span></div></div></div>\n'
        )

    def comments(self) -> str:
        name = self.some(1, 1)[0].capitalize()
        return (
            f'<li class="comment depth-1" id="comment-{self.random.randrange(10**6)}">'
            '<div class="comment-body">'
            f'<div class="comment-author vcard"><cite class="fn">{name}</cite> '
            f'<span class="says">says:</span></div><div class="comment-text"><p>{self.sentence()}</p></div>'
            f'<div class="reply"><a rel="nofollow" href="#respond">Reply</a></div></div></li>\n'
        )

    def table(self) -> str:
        cells = "".join(f"<td>{self.random.randrange(10**4)}</td>" for _ in range(4))
        return f'<tr class="row"><th scope="row">{self.some(1, 1)[0]}</th>{cells}</tr>\n'

    def footer(self) -> str:
        link = self.link(" ".join(self.some(1, 3)))
        return f'<div class="footer__column col-sm-3"><p class="small" data-row="1">{link}</p></div>\n'

    def script(self) -> str:
        names = self.some(6, 12)
        body = "".join(
            f'window.{name}=window.{name}||[];{name}.push({{"id":"{name}","on":1}});' for name in names
        )
        return f'<script type="text/javascript">{body}</script>\n'

    def filled(self, piece: Callable[[], str], n_bytes: float) -> str:
        """At least one piece, and more until there are so many bytes."""
        pieces: list[str] = []
        length = 0
        while not pieces or length < n_bytes:
            pieces.append(piece())
            length += len(pieces[-1].encode())
        return "".join(pieces)


def made_page(size_bytes: int, seed: int = 0) -> str:
    """Return a page of a size, within a kilobyte; the same for the same size and seed.

    Parameters
    ----------
    size_bytes
        Length in UTF-8, at least :data:`SMALLEST`.
    seed
        Another one makes another page.

    Raises
    ------
    ValueError
        For a smaller size.
    """
    if size_bytes < SMALLEST:
        raise ValueError(f"a page of {size_bytes} bytes cannot hold all parts: at least {SMALLEST}")
    writer = _Writer(seed)
    part = {name: writer.filled(getattr(writer, name), share * size_bytes) for name, share in _SHARES.items()}
    title = writer.title()
    head = (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title} | Example</title>\n'
        f'<meta name="description" content="{writer.sentence()}">'
        f'<meta property="og:title" content="{title}">\n'
    )
    start = (
        '</head><body class="post single"><div id="page"><header class="site-header"><nav class="menu">'
        f'<ul class="menu__list">\n{part["menu"]}</ul></nav></header>\n'
        '<div class="wrap"><div class="row"><main id="main"><div class="container"><div class="content">'
        f'<article class="article"><h1 class="article__title">{title}</h1>\n'
        '<div class="article__meta"><span class="author">By Ada Example</span> '
        '<time datetime="2024-05-03">3 May 2024</time></div>\n'
    )
    body = (
        f'<div class="article__body">{part["article"]}'
        f'<table class="data"><tbody>{part["table"]}</tbody></table></div></article>\n'
        f'<section id="comments"><ol class="comment-list">{part["comments"]}</ol></section>'
        f'</div></div></main>\n<aside class="sidebar"><div class="related">{part["cards"]}</div></aside>'
        '</div></div>\n<footer class="site-footer">'
        f'<div class="footer__row">{part["footer"]}</div></footer></div>\n'
    )
    end = "</body></html>\n"
    left = size_bytes - sum(len(text.encode()) for text in (head, start, body, end))
    scripts = writer.filled(writer.script, left - 300)
    # Half of the scripts stand in the head, at the end of a piece.
    middle = scripts.rfind("</script>\n", 0, len(scripts) // 2) + len("</script>\n")
    middle = middle if middle >= len("</script>\n") else 0
    return f"{head}{scripts[:middle]}{start}{body}{scripts[middle:]}{end}"
