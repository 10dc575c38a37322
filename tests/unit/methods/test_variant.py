from __future__ import annotations

import pickle

import pytest

from maintext.errors import OptionError
from maintext.methods.variant import Variant, read_variant, with_changes

MEAN = Variant("line_ratio", {"variant": "mean"})


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("line_ratio", {}),
        ("line_ratio:variant=mean", {"variant": "mean"}),
        ("line_ratio:variant=threshold:threshold=.4", {"variant": "threshold", "threshold": 0.4}),
        ("line_ratio:model=C:\\weights.npz:window=1", {"model": "C:\\weights.npz", "window": 1}),
        ("html2article:append_mode=yes", {"append_mode": True}),
    ],
)
def test_a_variant_is_read_as_it_is_written(text: str, options: dict[str, object]) -> None:
    variant = read_variant(text)
    assert (variant.method, dict(variant.options)) == (text.partition(":")[0], options)
    assert read_variant(variant.name) == variant


def test_the_name_says_what_is_changed() -> None:
    assert read_variant("line_ratio").name == "line_ratio"
    assert read_variant("line_ratio:threshold=.40:variant=mean").name == (
        "line_ratio:threshold=0.4:variant=mean"
    )
    assert read_variant("html2article:append_mode=1").name == "html2article:append_mode=true"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("line_ration", "did you mean 'line_ratio'"),
        ("line_ratio:mean", "write name=value"),
        ("line_ratio:varian=mean", "did you mean 'variant'"),
        ("line_ratio:variant=median", "must be one of"),
        ("line_ratio:threshold=much", "of type float"),
    ],
)
def test_a_wrong_variant_is_told(text: str, says: str) -> None:
    with pytest.raises(OptionError, match=says):
        read_variant(text)


def test_a_variant_is_checked_when_it_is_made() -> None:
    with pytest.raises(OptionError, match="must be one of"):
        Variant("line_ratio", {"variant": "median"})


def test_a_variant_is_a_value() -> None:
    assert len({MEAN, Variant("line_ratio", {"variant": "mean"}), Variant("line_ratio")}) == 2
    assert pickle.loads(pickle.dumps(MEAN)) == MEAN  # noqa: S301 - our own bytes


def test_words_change_what_a_variant_leaves_open() -> None:
    variants = [MEAN, Variant("line_ratio"), Variant("paragraphs")]
    words = ["line_ratio.variant=mlp", "line_ratio.threshold=.3", "line_ratio.variant=threshold"]
    assert with_changes(variants, words) == [
        Variant("line_ratio", {"variant": "mean", "threshold": 0.3}),
        Variant("line_ratio", {"variant": "threshold", "threshold": 0.3}),
        Variant("paragraphs"),
    ]


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("variant=mean", "METHOD.OPTION=VALUE"),
        ("threshold=.5", "METHOD.OPTION=VALUE"),
        ("html2article.depth=3", "does not run"),
        ("nonsense.depth=3", "unknown method"),
        ("line_ratio.depth=3", "unknown option"),
        ("line_ratio.variant", "write name=value"),
    ],
)
def test_a_wrong_word_is_told(word: str, says: str) -> None:
    with pytest.raises(OptionError, match=says):
        with_changes([MEAN], [word])
