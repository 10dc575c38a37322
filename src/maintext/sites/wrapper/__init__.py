"""Wrappers: the rules of one site, learned from a few of its pages, kept in a file, applied to the rest."""

from __future__ import annotations

from maintext.sites.wrapper.apply import Wrapped, WrappedDocument, apply_wrapper, plain_values, rewrap
from maintext.sites.wrapper.file import from_toml, read_wrapper, to_toml, write_wrapper
from maintext.sites.wrapper.learn import ExamplePage, LearnOptions, learn_wrapper
from maintext.sites.wrapper.path import parse_path
from maintext.sites.wrapper.rules import (
    BodyRule,
    FieldRule,
    Layout,
    Place,
    Wrapper,
    names_beside,
    parse_place,
)

__all__ = [
    "BodyRule",
    "ExamplePage",
    "FieldRule",
    "Layout",
    "LearnOptions",
    "Place",
    "Wrapped",
    "WrappedDocument",
    "Wrapper",
    "apply_wrapper",
    "from_toml",
    "learn_wrapper",
    "names_beside",
    "parse_path",
    "parse_place",
    "plain_values",
    "read_wrapper",
    "rewrap",
    "to_toml",
    "write_wrapper",
]
