"""What an option class declares is checked wherever a value of it is made."""

from __future__ import annotations

import ast
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import maintext
from maintext.app.mcp import McpOptions
from maintext.app.workbench.settings import ServeOptions
from maintext.batch import BatchOptions
from maintext.browser.model import RenderOptions
from maintext.browser.vips import VipsOptions
from maintext.classify.methods.html2article import Html2ArticleOptions
from maintext.crawl.options import CrawlOptions
from maintext.errors import OptionError
from maintext.net import FetchOptions
from maintext.options import Options, check_options
from maintext.sites.recipe import DetailRule, Limits, ListRule
from maintext.sites.template.cluster import ClusterOptions

ROOT = Path(maintext.__file__).parent


@pytest.mark.parametrize(
    ("kind", "name", "value", "says"),
    [
        (Options, "max_nodes", -5, "at least 1"),
        (Options, "max_bytes", 1e6, "of type int"),
        (Options, "links", 1, "of type bool"),
        (BatchOptions, "shard_pages", 0, "at least 1"),
        (BatchOptions, "shard_pages", 1_000_001, "at most 1000000"),
        (BatchOptions, "form", "pdf", "one of '', 'text', 'markdown', 'html'"),
        (FetchOptions, "max_bytes", "x", "of type int"),
        (FetchOptions, "timeout_s", 86_401, "at most 86400"),
        (FetchOptions, "timeout_s", float("nan"), "at least 0.01"),
        (RenderOptions, "settle_s", 3601, "at most 3600"),
        (RenderOptions, "max_clicks", True, "of type int"),
        (CrawlOptions, "scope", "world", "one of 'host'"),
        (CrawlOptions, "include", "news", "of type tuple"),
        (ServeOptions, "port", 65_536, "at most 65535"),
        (McpOptions, "transport", "smoke", "one of 'stdio', 'http'"),
        (Limits, "delay_s", -5.0, "at least 0"),
        (Limits, "max_items", "x", "of type int"),
        (ListRule, "render", "maybe", "one of"),
        (DetailRule, "max_parts", 0, "at least 1"),
        (ClusterOptions, "linkage", "none", "one of"),
        (VipsOptions, "permitted", 0, "at least 1"),
        (Html2ArticleOptions, "depth", 0, "at least 1"),
    ],
)
def test_a_value_that_is_not_allowed_is_refused_however_it_comes(
    kind: type[Any], name: str, value: object, says: str
) -> None:
    for make in (kind, partial(replace, kind())):
        with pytest.raises(OptionError, match=f"{name} must be .*{says}"):
            make(**{name: value})


def test_a_whole_number_is_a_time_too() -> None:
    assert FetchOptions(timeout_s=5).timeout_s == 5


def test_fields_that_are_no_options_are_not_for_check_options() -> None:
    check_options(DetailRule(wrapper=None))


def option_classes() -> dict[str, ast.ClassDef]:
    """Classes with a field that ``option`` declares, by file and name."""
    return {
        f"{path.relative_to(ROOT)}:{node.name}": node
        for path in ROOT.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and any(" = option(" in ast.unparse(line) for line in node.body)
    }


def test_every_option_class_checks_itself() -> None:
    classes = option_classes()
    assert "options.py:Options" in classes
    # A class below another one is checked as that is.
    bases = {"CheckedOptions", *(node.name for node in classes.values())}
    unchecked = [
        name
        for name, node in classes.items()
        if bases.isdisjoint(map(ast.unparse, node.bases)) and "check_options(self)" not in ast.unparse(node)
    ]
    assert unchecked == []
