"""The kind of a page: what the model sees, by hand; and whole pages that leave no doubt."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import maintext
from maintext.classify.features.context import BlockContext
from maintext.classify.features.matrix import FEATURES, feature_matrix
from maintext.classify.model.kind import (
    INDEX_KINDS,
    KINDS,
    Kind,
    kind_facts,
    kind_from_facts,
    kind_inputs,
    kind_of,
    kind_of_page,
)
from maintext.html import parse

SENTENCE = (
    "The council said on Monday that the old bridge would stay closed until the autumn at the earliest. "
)
ARTICLE = f"""<title>Old bridge stays closed</title><meta property="og:type" content="article">
<nav><a href=/>Home</a> <a href=/news>News</a></nav><main><article><h1>Old bridge stays closed</h1>
<p class=byline>By Jane Doe, 3 May 2024</p>
{"".join(f"<p>{SENTENCE * 3}</p>" for _ in range(6))}</article></main><footer>© 2024 The Paper</footer>"""
FORUM = (Path(__file__).parents[3] / "golden/forum_thread/source.html").read_text("utf-8")


def slow_inputs(features: NDArray[np.float32], n_words: list[int], chosen: list[bool]) -> dict[str, float]:
    """What the model sees, in plain words, by name."""
    kept = sum(n for n, c in zip(n_words, chosen, strict=True) if c)
    runs = sum(c and not (i and chosen[i - 1]) for i, c in enumerate(chosen))
    seen = {name: float(features[0, i]) for i, name in enumerate(FEATURES) if name.startswith("page_")}
    seen["log words"] = float(np.log(1 + max(kept, 1)))
    seen["share of words"] = max(kept, 1) / max(sum(n_words), 1)
    seen["share of blocks"] = sum(chosen) / len(chosen)
    seen["runs per block"] = runs / max(sum(chosen), 1)
    seen["log words per block"] = float(np.log(1 + max(kept, 1) / max(sum(chosen), 1)))
    for i, name in enumerate(FEATURES):
        if not name.startswith("page_") and "[" not in name:
            total = sum(float(v) * n for v, n, c in zip(features[:, i], n_words, chosen, strict=True) if c)
            seen[name] = total / max(kept, 1)
    return seen


@pytest.mark.parametrize("choice", ["all", "none", "every other", "last"])
def test_inputs_are_as_defined(choice: str) -> None:
    scene = BlockContext(parse(ARTICLE))
    n = len(scene.blocks)
    chosen = np.array(
        {"all": [True] * n, "none": [False] * n, "every other": [i % 2 == 0 for i in range(n)],
         "last": [i == n - 1 for i in range(n)]}[choice]
    )  # fmt: skip
    features = feature_matrix(scene)
    slow = slow_inputs(features, scene.blocks.n_words.tolist(), chosen.tolist())
    assert kind_inputs(features, scene.blocks.n_words, chosen) == pytest.approx(list(slow.values()))


@pytest.mark.parametrize(("html", "name"), [(ARTICLE, "article"), (FORUM, "forum")])
def test_pages_that_leave_no_doubt(html: str, name: str) -> None:
    kind = maintext.extract(html).kind
    assert kind is not None
    assert kind.name == name
    assert kind.probability > 0.5
    assert kind.probability == max(kind.probabilities.values())
    assert tuple(kind.probabilities) == KINDS
    assert sum(kind.probabilities.values()) == pytest.approx(1)


def test_every_method_has_a_kind() -> None:
    kind = maintext.extract(ARTICLE, method="paragraphs").kind
    assert kind is not None
    assert kind.name == "article"


def test_a_page_without_text_has_no_kind() -> None:
    document = maintext.extract("<img src=a.png>")
    assert document.kind is None
    assert document.to_dict()["kind"] is None
    assert kind_of_page(document.page, document.selection.keep) is None


def test_facts_give_the_kind_back() -> None:
    scene = BlockContext(parse(FORUM))
    kind = kind_of(feature_matrix(scene), scene.blocks.n_words, np.ones(len(scene.blocks), dtype=np.bool_))
    assert kind_from_facts({"n_blocks": 3, **kind_facts(kind)}) == kind
    assert kind_from_facts({"n_blocks": 3}) is None


def test_index_pages_are_listings_and_collections() -> None:
    assert {name for name in KINDS if Kind(name, 1.0, {}).is_index} == INDEX_KINDS
