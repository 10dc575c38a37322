"""Convert gold pages to training examples: features, labels and words of every block."""

from __future__ import annotations

import hashlib
import zlib
from collections import Counter
from collections.abc import Collection, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext.classify.features.context import BlockContext
from maintext.classify.features.matrix import feature_matrix, find_headline
from maintext.classify.model.kind import KINDS
from maintext.classify.model.trees import HEADLINE
from maintext.html import characters as ch
from maintext.html import parse
from maintext.html.arrays import Bool, Int
from maintext.html.word_overlap import make_score
from maintext.lab.evaluate import RANKED_KINDS, GoldPage
from maintext.lab.train.labels import label_blocks

__all__ = [
    "Example", "build_examples", "example_of", "examples_of_families", "fold_of", "learned_pages",
    "make_example", "registered_domain", "sets_of_families", "sets_with_kinds", "site_of",
]  # fmt: skip

# Second-level labels under which sites register one level lower.
_SECOND_LEVEL = frozenset({"ac", "co", "com", "edu", "gov", "net", "org"})
_MIN_KINDS = 3
_MIN_HEADLINES = 50
_PAGES_AT_ONCE = 256  # sent to the processes; map would read the whole corpus


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """One gold page, to train on and to score against; ``site`` is its id if the site is unknown."""

    id: str
    set: str
    lang: str
    page_type: str | None
    site: str
    features: NDArray[np.float32]  # of shape (n_blocks, n_features)
    label: NDArray[np.float32]  # share of each block in the gold text
    n_words: Int  # of each block
    word: NDArray[np.int32]
    """Ids of the words of all blocks in order; words missing in the gold text have the id ``len(gold)``."""
    gold: Int  # count of each word in the gold text
    gold_kind: str = "human"  # one of maintext.lab.evaluate.GOLD_KINDS

    @property
    def is_ranked(self) -> bool:
        """True if the gold text is by a person, so that the page can be scored."""
        return self.gold_kind in RANKED_KINDS

    def score(self, chosen: Bool) -> tuple[float, float, float]:
        """Return precision, recall and word-F1 of a choice of blocks."""
        kept = np.repeat(chosen, self.n_words)
        counts = np.bincount(self.word[kept], minlength=len(self.gold) + 1)[: len(self.gold)]
        n_shared = int(np.minimum(counts, self.gold).sum())
        score = make_score(n_shared, int(kept.sum()), int(self.gold.sum()))
        return score.precision, score.recall, score.f1


def make_example(page: GoldPage) -> Example:
    """Parse, compute features and align one gold page."""
    scene = BlockContext(parse(page.html, page.url))
    return example_of(page, feature_matrix(scene), [ch.WORDS.findall(text) for text in scene.texts])


def example_of(page: GoldPage, features: NDArray[np.float32], pieces: list[list[str]]) -> Example:
    """Align the pieces of a gold page, as lower-case words, with its gold text."""
    gold = ch.WORDS.findall(page.gold_text.lower() if page.gold_text else "")
    number = {word: i for i, word in enumerate(dict.fromkeys(gold))}
    return Example(
        id=page.id,
        set=page.set,
        lang=page.lang,
        page_type=page.page_type,
        site=page.site or page.id,
        features=features,
        label=np.array(label_blocks(pieces, gold), dtype=np.float32),
        n_words=np.array([len(words) for words in pieces], dtype=np.int64),
        word=np.array([number.get(word, len(number)) for words in pieces for word in words], dtype=np.int32),
        gold=np.bincount([number[word] for word in gold], minlength=len(number)),
        gold_kind=page.gold_kind,
    )


def build_examples(pages: Iterable[GoldPage], *, n_jobs: int = 1) -> list[Example]:
    """Make examples of all pages with a full gold text of any kind, in order."""
    usable = (page for page in pages if page.gold_text)
    if n_jobs == 1:
        return [make_example(page) for page in usable]
    with ProcessPoolExecutor(n_jobs) as pool:
        examples: list[Example] = []
        while batch := list(islice(usable, _PAGES_AT_ONCE)):
            examples += pool.map(make_example, batch, chunksize=16)
        return examples


def learned_pages(pages: Collection[tuple[str, str]]) -> dict[str, Any]:
    """Return the fields of a model's card about its training pages, given by set and id.

    ``n_pages``; ``pages`` by set; and ``pages_digest``, independent of the order.
    """
    ids = sorted(page_id for _, page_id in pages)
    return {
        "n_pages": len(pages),
        "pages": dict(sorted(Counter(name for name, _ in pages).items())),
        "pages_digest": hashlib.sha256("".join(ids).encode()).hexdigest()[:16],
    }


def sets_with_kinds(examples: Iterable[Example]) -> frozenset[str]:
    """Return the sets with ranked pages of at least three kinds: they discriminate kinds."""
    kinds: dict[str, set[str | None]] = {}
    for e in examples:
        if e.is_ranked and e.page_type in KINDS:
            kinds.setdefault(e.set, set()).add(e.page_type)
    return frozenset(name for name, found in kinds.items() if len(found) >= _MIN_KINDS)


def sets_of_families(examples: Collection[Example]) -> dict[str, frozenset[str]]:
    """Return the training sets of the trees for each family.

    ``other``: the sets with pages of at least three kinds. ``article``: all sets except these and those with
    pages of unknown kind. No family learns from made-up sets. A family without sets, or with all of them,
    has no trees.
    """
    sets = frozenset(e.set for e in examples if e.gold_kind != "written")
    ranked = {e.set for e in examples if e.is_ranked}
    many = sets_with_kinds(examples)
    mixed = {e.set for e in examples if e.is_ranked and e.page_type is None}
    of_family = {"article": sets - many - mixed, "other": many}
    return {family: its for family, its in of_family.items() if its != sets and its & ranked}


def examples_of_families(examples: Collection[Example]) -> dict[str, list[Example]]:
    """Return the training examples of the trees for each family.

    A family of kinds has the pages of its sets (:func:`sets_of_families`). ``headline`` has the block with
    the title of every page that was not made up, if fifty are main content and fifty are not.
    """
    sets = sets_of_families(examples)
    found = {family: [e for e in examples if e.set in its] for family, its in sets.items()}
    headlines = [
        _with_block(e, at)
        for e in examples
        if e.gold_kind != "written" and len(e.label) and (at := find_headline(e.features)) >= 0
    ]
    n_kept = sum(bool(e.label[0] >= 0.5) for e in headlines)
    if min(n_kept, len(headlines) - n_kept) >= _MIN_HEADLINES:
        found[HEADLINE] = headlines
    return found


def _with_block(e: Example, at: int) -> Example:
    """Return the page reduced to one block."""
    one, start = slice(at, at + 1), int(e.n_words[:at].sum())
    return replace(
        e,
        features=e.features[one],
        label=e.label[one],
        n_words=e.n_words[one],
        word=e.word[start : start + int(e.n_words[at])],
    )


def fold_of(example: Example, n_folds: int) -> int:
    """Return the fold of a page, from 0; pages of a site share one."""
    return zlib.crc32(site_of(example).encode()) % n_folds


def site_of(example: Example) -> str:
    """Return the registered domain of a page's host."""
    return registered_domain(example.site)


def registered_domain(host: str) -> str:
    """Return the registered part of a host name, by a rule without a list.

    >>> registered_domain("news.example.co.uk")
    'example.co.uk'
    """
    labels = host.split(".")
    n = 3 if len(labels) > 2 and labels[-2] in _SECOND_LEVEL else 2
    return ".".join(labels[-n:])
