"""asides: lines in or behind a main text that are none of it, told by what they say.

A notice of rights or liability, a call to follow or subscribe, who wrote a text or took its picture, the
label of an advertisement, other stories under a heading of their own, a line that announces what was not
kept: they stand near the text and read like its last sentences, so that densities and places hardly tell
them apart. With them goes what tells of a picture, by its element.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from maintext.methods.aside_phrases import (
    ADVERTISEMENT,
    CREDIT_OPENERS,
    CREDIT_WORDS,
    CREDITS,
    FOLLOW,
    NOTICES,
    OTHER_STORIES,
    PLACES,
)
from maintext.page.tags import tag_mask

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.features.scene import Scene

__all__ = [
    "ASIDES",
    "announcement",
    "asides",
    "ends_with_credit",
    "heads_other_stories",
    "is_call",
    "is_credit",
    "is_label",
    "is_notice",
]

_NOTICE, _CALL, _CREDIT, _LABEL, _STORY, _CAPTION = range(1, 7)
ASIDES = ("", "notice", "call", "credit", "label", "story", "caption")
"""What :func:`asides` says of a block, by number; of most nothing."""

# Below the first the model is not sure of a block. A line closes the text where chosen blocks behind it that
# are at least as likely as the second have at most a twentieth of the words.
_UNSURE, _SURE, _SHARE_BEHIND = 0.95, 0.9, 0.05
# Below this a caption is dropped: 257 that are no main text by the gold texts, 29 that are. With .95 these
# are some fifteen and four more, and sites whose gold texts have captions lose those the model learned.
_DOUBTFUL = 0.8
_MIN_WORDS = 4
_MAX_WORDS_OF_NOTICE, _MAX_WORDS_OF_CALL, _MAX_WORDS_OF_CREDIT, _MAX_WORDS_OF_LABEL = 400, 40, 15, 2
_MAX_WORDS_OF_HEADING, _MAX_WORDS_OF_SURE_CALL = 8, 15
_MAX_WORDS_OF_CAPTION, _MAX_CHARS_OF_NAME, _MAX_CHARS_OF_WORD = 60, 60, 20
_LAST_WORD = re.compile(r"\w+(?=\W*$)")
# Phrases of a notice, and words to each of them.
_FEW, _WORDS_OF_FEW = 2, 9
_MANY, _WORDS_OF_MANY = 3, 30
_CREDIT_LINE = re.compile(
    rf"[\s(\[（【*—–-]*(?:(?:{'|'.join(sorted(CREDITS, key=len, reverse=True))})\s*(?:[:：/]|\.\s)\W*\w"
    rf"|(?:{'|'.join(CREDIT_OPENERS)})\b)"
)
_SHARE_OF_BOX = 1 / 3  # of the words that are chosen
_NO_LETTERS = re.compile(r"[\W\d_]+")
_COLONS = frozenset(map(ord, ":："))
_ANNOUNCING_WORDS = 12
_MIN_BLOCKS = 4
_MEDIA = tag_mask(("img", "video", "audio", "iframe", "embed", "object"))
_FIGURE, _FIGCAPTION = tag_mask(("figure",)), tag_mask(("figcaption",))
_DATA = tag_mask(("table", "pre", "code", "math"))  # figures with these are part of the text


def is_notice(text: str, n_words: int, *, is_sure: bool = False) -> bool:
    """Whether a text says what notices of rights and liability say, in one of some thirty languages.

    It has three different phrases of them or more, and at most thirty words to each, or two, and at most nine
    words to each; 4 to 400 words.

    Parameters
    ----------
    text, n_words
        Of a block, in lower case; a CJK character is a word.
    is_sure
        Whether a model is sure that it is main content; then three phrases, and at most nine words to each.
    """
    if not _MIN_WORDS <= n_words <= _MAX_WORDS_OF_NOTICE:
        return False
    n_phrases = len(NOTICES.found(text))
    is_dense, are_many = n_phrases * _WORDS_OF_FEW >= n_words, n_phrases >= _MANY
    if is_sure:
        return is_dense and are_many
    return (is_dense and n_phrases >= _FEW) or (are_many and n_phrases * _WORDS_OF_MANY >= n_words)


def is_call(text: str, n_words: int, *, is_sure: bool = False) -> bool:
    """Whether a text in lower case calls to follow or subscribe, and says where.

    It has 4 to 40 words, or 15 where a model is sure that it is main content.
    """
    most_words = _MAX_WORDS_OF_SURE_CALL if is_sure else _MAX_WORDS_OF_CALL
    in_bounds = _MIN_WORDS <= n_words <= most_words
    return in_bounds and bool(FOLLOW.found(text)) and bool(PLACES.found(text))


def is_credit(text: str, n_words: int) -> bool:
    """Whether a text of up to fifteen words, in lower case, says who wrote, took or edited, or the source."""
    return n_words <= _MAX_WORDS_OF_CREDIT and _CREDIT_LINE.match(text) is not None


def ends_with_credit(text: str, n_words: int) -> bool:
    """Whether a text of up to sixty words, in lower case, ends with a picture's credit ("… Photo: name")."""
    if n_words > _MAX_WORDS_OF_CAPTION:
        return False
    before, colon, name = text.strip().rpartition(":")
    said = bool(colon) and 0 < len(name) <= _MAX_CHARS_OF_NAME and "." not in name
    return said and any(word in CREDIT_WORDS for word in _LAST_WORD.findall(before[-_MAX_CHARS_OF_WORD:]))


def is_label(text: str, n_words: int) -> bool:
    """Whether a text in lower case says only that it is an advertisement."""
    return n_words <= _MAX_WORDS_OF_LABEL and text.strip(" \t\n\xa0.:：-–—*•[]()（）【】|") in ADVERTISEMENT


def heads_other_stories(text: str, n_words: int) -> bool:
    """Whether a text of up to eight words, in lower case, heads other stories, such as related ones."""
    return n_words <= _MAX_WORDS_OF_HEADING and _NO_LETTERS.sub(" ", text).strip() in OTHER_STORIES


def asides(
    scene: Scene, probability: NDArray[np.float64], chosen: NDArray[np.bool_], *, is_article: bool
) -> NDArray[np.uint8]:
    """Return which chosen blocks are asides, and of which kind.

    Labels of advertisements stand anywhere, and on articles captions that end with a credit. Notices, and
    on articles credits and calls, close the text: chosen blocks of .9 or more behind them that are no
    asides have at most a twentieth of the words that are chosen. One that the model is sure of (.95 or
    more) has to say it more clearly, and is no notice where the text before it says two phrases of
    notices as well.

    On articles a heading of other stories is over the element that begins with it, if it closes the text,
    or stands right before a chosen block that the model is not sure of (below .95) and the element has at
    most a third of these words; where it closes the text and begins no element, over all behind it. Of
    captions and other stories only blocks that the model is not sure of are asides. Where asides are half
    of the words that are chosen, the page is about such things, and none is one.

    Parameters
    ----------
    scene, probability
        The page, and the probability of each of its blocks.
    chosen
        Blocks that are kept so far, bool of shape (n_blocks,).
    is_article
        Whether the page is an article.

    Returns
    -------
    NDArray
        uint8 of shape (n_blocks,): places in :data:`ASIDES`.
    """
    n_words = scene.blocks.n_words
    found = np.zeros(len(chosen), dtype=np.uint8)
    words, unsure = n_words * chosen, chosen & (probability < _UNSURE)
    may_be = chosen & (n_words <= _MAX_WORDS_OF_LABEL)
    if is_article:
        may_be |= unsure & (n_words <= _MAX_WORDS_OF_CAPTION)
    for i in may_be.nonzero()[0].tolist():
        found[i] = _anywhere(_text(scene, i), int(n_words[i]), is_article=is_article and bool(unsure[i]))
    if is_article:
        found[_captions(scene) & chosen & (probability < _DOUBTFUL) & (found == 0)] = _CAPTION
    closing = _closing(scene, probability, words, found, is_article=is_article)
    if is_article:
        found[_other_stories(scene, words, unsure, closing) & (found == 0)] = _STORY
    if 2 * words[found > 0].sum() >= words.sum():
        found[:] = 0
    return found


def _anywhere(text: str, n_words: int, *, is_article: bool) -> int:
    """Place in :data:`ASIDES` of what a text says, wherever it stands."""
    if is_label(text, n_words):
        return _LABEL
    return _CREDIT if is_article and ends_with_credit(text, n_words) else 0


def _captions(scene: Scene) -> NDArray[np.bool_]:
    """Which blocks are captions of pictures, of up to sixty words that are not mostly CJK characters."""
    page, blocks = scene.page, scene.blocks
    is_caption = _FIGCAPTION[page.tag]
    if not is_caption.any():
        return np.zeros(len(blocks), dtype=np.bool_)
    is_data = _FIGURE[page.tag] & (page.subtree_sum(_DATA[page.tag]) > 0)
    of_picture = (page.inside(is_caption) & ~page.inside(is_data))[blocks.row]
    found: NDArray[np.bool_] = (
        of_picture & (blocks.n_words <= _MAX_WORDS_OF_CAPTION) & (2 * blocks.n_cjk < blocks.n_words)
    )
    return found


def _closing(
    scene: Scene,
    probability: NDArray[np.float64],
    words: NDArray[np.int64],
    found: NDArray[np.uint8],
    *,
    is_article: bool,
) -> int:
    """Return the first block of those that close the text, and fill in what these say."""
    most, behind = _SHARE_BEHIND * words.sum(), 0
    places = words.nonzero()[0].tolist()
    for n_before, i in reversed(list(enumerate(places))):
        is_sure = bool(probability[i] >= _UNSURE)
        found[i] = found[i] or _at_the_end(
            _text(scene, i), int(words[i]), is_sure=is_sure, is_article=is_article
        )
        if found[i] == _NOTICE and is_sure and _are_of_rights(scene, places[:n_before]):
            found[i] = 0
        if not found[i] and probability[i] >= _SURE:
            behind += int(words[i])
        if behind > most:
            return int(i)
    return 0


def _are_of_rights(scene: Scene, blocks: list[int]) -> bool:
    """Whether blocks are about rights or liability: they say two phrases of notices."""
    return len(NOTICES.found(" ".join(_text(scene, block) for block in blocks))) >= _FEW


def _at_the_end(text: str, n_words: int, *, is_sure: bool, is_article: bool) -> int:
    """Place in :data:`ASIDES` of what a text says that closes the text."""
    if is_notice(text, n_words, is_sure=is_sure):
        return _NOTICE
    if is_article and is_credit(text, n_words):
        return _CREDIT
    return _CALL if is_article and is_call(text, n_words, is_sure=is_sure) else 0


def _text(scene: Scene, block: int) -> str:
    """The text of a block in lower case."""
    page, blocks = scene.page, scene.blocks
    return page.text[page.text_start[blocks.row[block]] : page.text_end[blocks.last[block]]].lower()


def _other_stories(
    scene: Scene, words: NDArray[np.int64], unsure: NDArray[np.bool_], closing: int
) -> NDArray[np.bool_]:
    """The unsure blocks under headings of other stories.

    Such a heading closes the text or stands right before an unsure block. It is over the element that begins
    with it, or else, where it closes the text, over all behind it.
    """
    n_blocks, last = len(unsure), int(unsure.nonzero()[0].max(initial=0))
    stories = np.zeros(n_blocks, dtype=np.bool_)
    may_head = (scene.blocks.n_words <= _MAX_WORDS_OF_HEADING) & ((words == 0) | unsure)
    may_head[: min(closing, n_blocks - 1)] &= unsure[1 : closing + 1]
    for i in may_head[: last + 1].nonzero()[0].tolist():
        if not heads_other_stories(_text(scene, i), int(scene.blocks.n_words[i])):
            continue
        end = _end_of_box(scene, i)
        if end == i and i >= closing:
            end = n_blocks
        if i >= closing or words[i:end].sum() <= _SHARE_OF_BOX * words.sum():
            stories[i:end] = unsure[i:end]
    return stories


def _end_of_box(scene: Scene, heading: int) -> int:
    """The end of the element that begins with a heading and holds the next block; the heading for none."""
    page, row = scene.page, scene.blocks.row
    if heading + 1 == len(row):
        return heading
    element = int(scene.blocks.element[heading])
    while page.end[element] <= row[heading + 1]:
        element = int(page.parent[element])
    begins_before = heading > 0 and row[heading - 1] >= element
    return heading if begins_before else int(np.searchsorted(row, page.end[element]))


def announcement(scene: Scene, chosen: NDArray[np.bool_]) -> int:
    """Return the last chosen block where it announces what is not chosen, −1 where it does not.

    It is a line of at most twelve words that ends in a colon, but for one right before a picture or player
    that is no link; of fewer than four blocks none is. On the development corpus dropping it made 20 of 28
    pages better.
    """
    page, blocks, places = scene.page, scene.blocks, chosen.nonzero()[0]
    if len(places) < _MIN_BLOCKS:
        return -1
    last = int(places[-1])
    if blocks.n_words[last] > _ANNOUNCING_WORDS or int(scene.wording.last[last]) not in _COLONS:
        return -1
    behind = slice(int(blocks.last[last]), int(blocks.row[last + 1]) if last + 1 < len(blocks) else None)
    return -1 if (_MEDIA[page.tag[behind]] & ~page.is_link[behind]).any() else last
