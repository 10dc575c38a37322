"""Options: declared once, checked, explained. The same for every options value of the package."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, fields
from typing import Any

import pytest
from tests.each import each

from maintext.classify.methods.catalogue import METHODS
from maintext.errors import MaintextError, OptionError
from maintext.net import FetchOptions
from maintext.options import NoOptions, OptionChanges, Options, changed, option, option_rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One field of every kind."""

    depth: int = option(5, "How deep.", unit="lines", source="a paper", minimum=1)
    share: float = option(0.5, "Which part.", unit="share", source="a paper", minimum=0)
    focus: str = option("balanced", "What matters.", choices=("balanced", "recall"))
    strict: bool = option(False, "Whether to be strict.")


# -- changed ------------------------------------------------------------------------------------------


def test_changed_gives_a_new_value() -> None:
    old = Sample()
    new = changed(old, {"depth": 3, "focus": "recall"})
    assert new == Sample(depth=3, focus="recall")
    assert old == Sample()


def test_no_change_gives_an_equal_value() -> None:
    assert changed(Sample(depth=2), {}) == Sample(depth=2)


def test_options_cannot_be_assigned() -> None:
    with pytest.raises(FrozenInstanceError):
        Sample().depth = 1  # type: ignore[misc]


def message(**changes: Any) -> str:
    with pytest.raises(OptionError) as caught:
        changed(Sample(), changes)
    return str(caught.value)


def test_an_unknown_name_is_an_error_that_lists_the_known_ones() -> None:
    assert message(nothing=1) == "unknown option 'nothing' for Sample (known: depth, share, focus, strict)"


def test_an_unknown_name_is_an_error_with_the_nearest_one() -> None:
    assert "did you mean 'depth'?" in message(dept=1)


def test_a_value_without_options_knows_none() -> None:
    with pytest.raises(OptionError, match=r"known: none"):
        changed(NoOptions(), {"depth": 1})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("depth", "3"),
        ("depth", 3.0),
        ("depth", True),
        ("depth", None),
        ("share", "0.5"),
        ("share", True),
        ("focus", 1),
        ("focus", b"recall"),
        ("strict", 1),
        ("strict", "yes"),
    ],
)
def test_a_wrong_type_is_an_error_that_names_the_right_one(name: str, value: Any) -> None:
    right = {"depth": "int", "share": "float", "focus": "str", "strict": "bool"}[name]
    assert message(**{name: value}) == f"{name} must be of type {right}, not {value!r}"


def test_a_whole_number_is_allowed_for_a_fraction() -> None:
    assert changed(Sample(), {"share": 1}).share == 1


def test_a_value_that_is_no_choice_is_an_error_that_lists_them() -> None:
    assert message(focus="precision") == "focus must be one of 'balanced', 'recall', not 'precision'"


@pytest.mark.parametrize(("name", "value"), [("depth", 0), ("share", -0.1), ("share", float("nan"))])
def test_a_number_below_the_minimum_is_an_error(name: str, value: float) -> None:
    assert f"{name} must be at least" in message(**{name: value})


@pytest.mark.parametrize(("name", "value"), [("depth", 1), ("share", 0.0), ("share", float("inf"))])
def test_the_minimum_itself_is_allowed(name: str, value: float) -> None:
    assert getattr(changed(Sample(), {name: value}), name) == value


def test_an_option_error_is_a_value_error_and_ours() -> None:
    assert issubclass(OptionError, ValueError)
    assert issubclass(OptionError, MaintextError)


# -- option_rows --------------------------------------------------------------------------------------


def test_rows_are_what_was_declared() -> None:
    assert option_rows(Sample)[0] == {
        "name": "depth",
        "default": 5,
        "help": "How deep.",
        "unit": "lines",
        "source": "a paper",
        "choices": (),
        "minimum": 1,
        "maximum": None,
    }


def test_rows_come_in_the_order_of_the_fields() -> None:
    assert [row["name"] for row in option_rows(Sample)] == ["depth", "share", "focus", "strict"]


def test_a_value_has_the_rows_of_its_class() -> None:
    assert option_rows(Sample(depth=1)) == option_rows(Sample)


# -- all options of the package -----------------------------------------------------------------------

ALL: dict[str, Any] = {"Options": Options(), "FetchOptions": FetchOptions()} | {
    name: method.defaults for name, method in METHODS.items()
}
ROWS = [(value, row) for value in ALL.values() for row in option_rows(value)]
NAMES = [f"{name}.{row['name']}" for name, value in ALL.items() for row in option_rows(value)]


@pytest.mark.parametrize("value", ALL.values(), ids=ALL)
def test_options_cannot_be_changed_in_place(value: Any) -> None:
    with pytest.raises((FrozenInstanceError, TypeError)):
        value.no_such_field = 1


@pytest.mark.parametrize("value", ALL.values(), ids=ALL)
def test_every_field_is_declared_as_an_option(value: Any) -> None:
    assert all(
        {"help", "unit", "source", "choices", "minimum"} <= set(field.metadata) for field in fields(value)
    )


@each("value, row", ROWS, ids=NAMES)
def test_every_option_has_a_help_sentence(value: Any, row: dict[str, Any]) -> None:
    assert row["help"][:1].isupper(), value
    assert row["help"].endswith(".")


@each("value, row", ROWS, ids=NAMES)
def test_every_default_is_allowed(value: Any, row: dict[str, Any]) -> None:
    default = row["default"]
    if default is not None:
        assert getattr(changed(value, {row["name"]: default}), row["name"]) == default


@pytest.mark.parametrize("row", option_rows(Options), ids=lambda row: row["name"])
def test_every_number_says_where_it_comes_from(row: dict[str, Any]) -> None:
    is_number = isinstance(row["default"], int | float) and not isinstance(row["default"], bool)
    assert row["source"] or not is_number


@each("value, row", ROWS, ids=NAMES)
def test_no_option_takes_any_kind_of_value(value: Any, row: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=row["name"]):
        changed(value, {row["name"]: object()})


def test_the_keyword_arguments_of_extract_are_the_options() -> None:
    assert list(OptionChanges.__annotations__) == [one.name for one in fields(Options)]
