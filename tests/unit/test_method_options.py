"""Options of a method through ``extract``: as a mapping, and as words of a command line."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from typing import Any

import pytest

import maintext
from maintext.errors import OptionError
from maintext.options import Changes, Options, changed, option, read_changes

LINES = "<p>" + "A line of prose that goes on.\n" * 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One field of every kind."""

    depth: int = option(5, "How deep.", source="a paper", minimum=1)
    share: float = option(0.5, "Which part.", source="a paper", minimum=0)
    focus: str = option("balanced", "What matters.", choices=("balanced", "recall"))
    strict: bool = option(False, "Whether to be strict.")
    steps: tuple[str, ...] = option((), "What to do.")


def test_extract_runs_the_method_with_them() -> None:
    none = maintext.extract(LINES, method="html2article", method_options={"limit_count": 100_000})
    some = maintext.extract(LINES, method="html2article", method_options={"limit_count": 10})
    assert none.text == ""
    assert "goes on" in some.text


def test_they_are_kept_in_the_options_of_the_document() -> None:
    doc = maintext.extract(LINES, method="html2article", method_options={"depth": 3})
    assert doc.options.method_options == {"depth": 3}
    again = maintext.extract(LINES, options=doc.options)
    assert (again.method, again.text) == (doc.method, doc.text)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"dept": 3}, "did you mean 'depth'"),
        ({"depth": "3"}, "must be of type int"),
        ({"depth": 0}, "at least 1"),
    ],
)
def test_the_method_checks_them(options: dict[str, Any], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        maintext.extract(LINES, method="html2article", method_options=options)


@pytest.mark.parametrize("value", ["depth=3", 3, None, ["depth"]])
def test_anything_but_a_mapping_is_an_error(value: object) -> None:
    with pytest.raises(OptionError, match="method_options must be of type Mapping"):
        maintext.extract(LINES, method_options=value)  # type: ignore[arg-type]


# -- a value that cannot be changed -------------------------------------------------------------------


def test_options_stay_a_plain_value() -> None:
    given = {"depth": 3}
    options = Options(method_options=given)
    given["depth"] = 4
    assert options.method_options == {"depth": 3}
    assert hash(options) == hash(Options(method_options={"depth": 3}))
    assert options == changed(Options(), {"method_options": {"depth": 3}})
    assert options != Options()
    assert pickle.loads(pickle.dumps(options)) == options  # noqa: S301 - our own value
    assert "'depth': 3" in repr(options)


def test_changes_cannot_be_assigned() -> None:
    with pytest.raises(TypeError):
        Changes({"depth": 3})["depth"] = 4  # type: ignore[index]


def test_changes_are_a_mapping() -> None:
    assert dict(Changes({"a": 1, "b": 2})) == {"a": 1, "b": 2}
    assert len(Changes()) == 0
    assert Changes({"a": 1}) == Changes({"a": 1})
    assert Changes({"a": 1}) != Changes({"a": 2})


# -- words --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "changes"),
    [
        ([], {}),
        (["depth=3"], {"depth": 3}),
        (["share=.25", "share=1"], {"share": 1.0}),
        (["focus=recall"], {"focus": "recall"}),
        (["focus=a=b"], {"focus": "a=b"}),
        (["strict=yes"], {"strict": True}),
        (["strict=FALSE"], {"strict": False}),
        (["steps=click a", "steps=wait 2"], {"steps": ("click a", "wait 2")}),
    ],
)
def test_words_are_read_as_the_type_of_the_default(words: list[str], changes: dict[str, Any]) -> None:
    read = read_changes(Sample(), words)
    assert read == changes
    assert [type(value) for value in read.values()] == [type(value) for value in changes.values()]


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("depth", "write name=value"),
        ("=3", "unknown option ''"),
        ("dept=3", "did you mean 'depth'"),
        ("depth=x", "depth must be of type int, not 'x'"),
        ("share=", "share must be of type float"),
        ("strict=maybe", "strict must be of type bool"),
    ],
)
def test_a_wrong_word_says_what_is_right(word: str, says: str) -> None:
    with pytest.raises(OptionError, match=says):
        read_changes(Sample(), [word])
