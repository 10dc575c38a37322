"""The file of a wrapper: written, read, edited by hand, refused where it is wrong."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.errors import OptionError
from maintext.sites.wrapper import (
    BodyRule,
    FieldRule,
    Wrapper,
    WrapperLayout,
    from_toml,
    parse_locator,
    parse_path,
    read_wrapper,
    to_toml,
    write_wrapper,
)
from maintext.sites.wrapper.rules import wrapper_from_table, wrapper_lines

if TYPE_CHECKING:
    from pathlib import Path

FULL = Wrapper(
    site="石岭新闻网",
    body=BodyRule((parse_path("div.text"), parse_path('[role="main"] > p')), (parse_path(".ad"),), "default"),
    fields=(
        FieldRule(
            "title", (parse_locator("h1"), parse_locator('meta[property="og:title"] @content')), required=True
        ),
        FieldRule("价格", (parse_locator("b.price"),), after='价"格：', before="元", within=True),
        FieldRule("tags", (parse_locator(".tags a"),), several=True),
    ),
    layout=WrapperLayout((parse_path("#top"),), 0.5, 10, 2000, 0.3, 0.2),
    n_examples=3,
    f1=0.98,
)


def test_a_wrapper_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    write_wrapper(FULL, tmp_path / "site.toml")
    assert read_wrapper(tmp_path / "site.toml") == FULL


@given(st.text(), st.text())
def test_any_text_survives(after: str, site: str) -> None:
    wrapper = Wrapper(site, BodyRule(rest="default"), (FieldRule("x", (parse_locator("p"),), after),))
    assert from_toml(to_toml(wrapper)) == wrapper


def test_a_wrapper_may_be_a_table_of_another_file() -> None:
    lines = ["name = 1", "", *wrapper_lines(FULL, "detail.wrapper")]
    table = tomllib.loads("\n".join(lines))["detail"]["wrapper"]
    assert wrapper_from_table(table) == FULL


def test_a_tag_is_lower_cased_as_html_does_it() -> None:
    assert parse_path("DIV.Text") == parse_path("div.Text")
    assert parse_path("dÎv").steps[0].tag == "dÎv"


def test_the_least_that_a_person_writes_is_enough() -> None:
    wrapper = from_toml('[body]\ninclude = ["article"]\n')
    assert wrapper == Wrapper("", BodyRule((parse_path("article"),)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[body", "no TOML"),
        ("x = " + "[" * 2000, "nested too deep"),
        ("format = 2\n[body]\ninclude=['p']", "format must be 1"),
        (
            "[body]\ninclude = ['p']\n[fields.a]\nselect = ['p']\npattern = '('",
            "pattern is not a regular expression",
        ),
        ("[body]\ninclude = ['p']\n[fields.a]\nselect = ['p']\nform = 'price'", "must be one of"),
        ("[body]\ninclude = 'p'", "include in body must be of type list"),
        ("[body]\ninclude = ['p:contains(1)']", "cannot read the selector"),
        ("[body]\ninclude = [1]", "include in body must be of type list of strings"),
        ("[body]\nincludes = ['p']", "unknown key 'includes' in body"),
        ("[body]\nrest = 'keep'", "rest must be one of drop, default"),
        ("site = 'x'", 'needs rest = "default"'),
        ("[body]\ninclude=['p']\n[fields.a]\nafter='b'", "fields.a needs select"),
        ("fields = 3\n[body]\ninclude=['p']", "fields must be a table"),
        ("[body]\ninclude=['p']\n[layout]\nleast_words = true", "least_words in layout must be of type int"),
    ],
)
def test_a_wrong_file_is_refused_with_the_key(text: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        from_toml(text)


def test_the_message_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("[body")
    with pytest.raises(OptionError, match=r"bad\.toml"):
        read_wrapper(tmp_path / "bad.toml")
    with pytest.raises(OptionError, match=r"none\.toml"):
        read_wrapper(tmp_path / "none.toml")
