from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click
import pytest
from click.testing import CliRunner

from maintext.cli.options import declared_options, declared_rows
from maintext.options import option


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    n_pages: int = option(3, "Pages at most.", minimum=1)
    place: str = option("", "Where.")
    words: tuple[str, ...] = option((), "Words to keep.")
    is_loud: bool = option(True, "Whether to shout.")


def run(words: list[str], *names: str, **more: Any) -> tuple[dict[str, Any], str]:
    """What a command with these options is given, and its help."""
    given: dict[str, Any] = {}

    def command(**values: Any) -> None:
        given.update(values)

    for name in names:
        command = declared_options(Choices, {name.split()[0]: f"--{name}"}, **more)(command)
    whole = click.command()(command)
    assert CliRunner().invoke(whole, words).exit_code == 0
    return given, CliRunner().invoke(whole, ["--help"]).output


def test_the_default_and_its_type_are_those_of_the_declaration() -> None:
    assert run([], "n_pages")[0] == {"n_pages": 3}
    assert run(["--n_pages", "5"], "n_pages")[0] == {"n_pages": 5}


def test_help_and_default_are_shown_but_no_empty_default() -> None:
    said = run([], "n_pages")[1]
    assert declared_rows(Choices)["n_pages"]["help"] in said
    assert "[default: 3]" in said
    assert "default" not in run([], "place")[1]


def test_an_option_with_several_values_may_be_repeated() -> None:
    assert run(["--words", "a", "--words", "b"], "words")[0] == {"words": ("a", "b")}
    assert run([], "words")[0] == {"words": ()}


def test_values_of_a_repeated_flag_are_joined() -> None:
    assert run(["--place", "a,b", "--place", "c"], "place NAME,...")[0] == {"place": "a,b,c"}
    assert run([], "place NAME,...")[0] == {"place": None}
    said = run([], "place NAME,...")[1]
    assert "--place NAME,..." in said
    assert "Where. Repeatable." in said


def test_a_default_that_is_not_shown_is_not_given_either() -> None:
    given, said = run([], "n_pages", shown=False)
    assert given == {"n_pages": None}
    assert "default" not in said


def test_a_truth_value_may_have_two_flags() -> None:
    given: dict[str, Any] = {}
    flags = {"is_loud": "--loud/--quiet"}
    command = declared_options(Choices, flags)(lambda **values: given.update(values))
    CliRunner().invoke(click.command()(command), ["--quiet"])
    assert given == {"is_loud": False}


def test_an_unknown_option_is_an_error() -> None:
    with pytest.raises(KeyError):
        declared_options(Choices, {"n_sites": "--sites"})
