"""Main text found in scripts, before it is a page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from maintext.classify.embedded.markup import bare
from maintext.html.characters import WORDS

if TYPE_CHECKING:
    from maintext.classify.embedded.data import Text

__all__ = ["Embedded", "share_held", "words"]

# Words of a stretch that stands in another text by chance never, and what is looked at of long texts.
_STRETCH = 8
_MAX_STRETCHES = 50
_MAX_CHARS = 500_000


@dataclass(frozen=True)
class Embedded:
    """Main text found in scripts.

    Attributes
    ----------
    origin
        Kind of script and key of the text: ``json-ld:articleBody``, ``state:content``.
    parts
        Bodies, posts or paragraphs in order; the strings of one part follow one another without a break.
    is_summary
        It tells what an article is about and is not its text.
    """

    origin: str
    parts: tuple[tuple[Text, ...], ...]
    is_summary: bool = False

    @cached_property
    def plain(self) -> str:
        """The text without tags, a line for each part."""
        return "\n".join("".join(bare(piece.text) for piece in part) for part in self.parts)

    @cached_property
    def n_words(self) -> int:
        """Number of words; each CJK character is one."""
        return len(words(self.plain))


def words(text: str) -> list[str]:
    """Words of a text in lower case; each CJK character is one."""
    return WORDS.findall(text.lower())


def share_held(text: str, other: str) -> float:
    """Return which share of a text stands in another one as well, from 0 to 1; 0 for no words.

    Stretches of eight words are looked up, at most fifty, spread over the text, in the first 500,000
    characters of the other one. What stands between words does not count.
    """
    own, theirs = words(text), f" {' '.join(words(other[:_MAX_CHARS]))} "
    starts = range(0, max(len(own) - _STRETCH + 1, 1), _STRETCH)[: len(own)]
    chosen = starts[:: -(-len(starts) // _MAX_STRETCHES) or 1]
    held = [f" {' '.join(own[at : at + _STRETCH])} " in theirs for at in chosen]
    return sum(held) / max(len(held), 1)
