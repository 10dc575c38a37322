"""Wrappers: extraction rules of one site, learned from a few pages."""

from __future__ import annotations

from maintext.sites.wrapper.apply import Wrapped, WrappedDocument, apply_wrapper, plain_values, rewrap
from maintext.sites.wrapper.learn import ExamplePage, LearnOptions, learn_wrapper
from maintext.sites.wrapper.rules import (
    BodyRule,
    FieldRule,
    NodeLocator,
    Wrapper,
    WrapperLayout,
    from_toml,
    names_outside_table,
    parse_locator,
    read_wrapper,
    to_toml,
    write_wrapper,
)
from maintext.sites.wrapper.selectors import parse_path

__all__ = [
    "BodyRule", "ExamplePage", "FieldRule", "LearnOptions", "NodeLocator", "Wrapped", "WrappedDocument",
    "Wrapper", "WrapperLayout", "apply_wrapper", "from_toml", "learn_wrapper", "names_outside_table",
    "parse_locator", "parse_path", "plain_values", "read_wrapper", "rewrap", "to_toml", "write_wrapper",
]  # fmt: skip
