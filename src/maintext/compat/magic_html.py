"""magic-html's ``GeneralExtractor``, answered by maintext.

``from maintext.compat.magic_html import GeneralExtractor``
"""

from __future__ import annotations

import html as references
import json
from pathlib import Path
from typing import Any

import maintext
from maintext.compat import warn_once
from maintext.compat.tree import Tree, comments_apart, text_of
from maintext.errors import InputError, OptionError
from maintext.html.surrogates import join_surrogates
from maintext.html.urls import split_url

__all__ = ["GeneralExtractor"]


class GeneralExtractor:
    """Finds the main content of a page as HTML.

    ``config_path`` is a JSON file of rules by host: ``clean`` (XPath expressions of elements to remove),
    ``title`` and ``content``, each with ``mode`` ``xpath`` and a ``value``. Needs lxml.

    Raises OptionError: the file cannot be read. The original continues without rules.
    """

    def __init__(self, config_path: str = "") -> None:
        self.rule: dict[str, Any] = _read_rules(config_path) if config_path else {}

    def extract(self, html: str | bytes = "", **kwargs: Any) -> dict[str, Any]:
        """Return ``html`` (main content in a ``<body>``), ``title``, ``base_url``, ``xp_num``, ``drop_list``.

        ``base_url`` makes links absolute, and selects the rule of the host. ``html_type`` ``forum`` adds the
        comments after the text; other values are ignored, as the kind of the page is detected.

        Raises ValueError: the page has no element or text, or is not a web page.
        """
        base_url = join_surrogates(kwargs.pop("base_url", "") or "")
        html_type = kwargs.pop("html_type", None)
        for name in kwargs:
            warn_once("magic_html", name, "is not known here and has no effect")
        rule = None if html_type else self.rule.get(split_url(base_url).netloc)
        try:
            text = text_of(html)
            if not text.strip():
                raise ValueError("the page is empty")
            if rule and (found := _apply_rule(text, rule, base_url)):
                return found
            document = maintext.extract(text, base_url or None)
        except InputError as error:
            raise ValueError(str(error)) from error
        comments = map(references.escape, comments_apart(document) if html_type == "forum" else ())
        below = "".join(f"<div><p>{text}</p></div>" for text in comments)
        return _make_record(document, document.html + below, document.title, base_url)


def _make_record(document: maintext.Document, html: str, title: str | None, base_url: str) -> dict[str, Any]:
    shown = ~document.page.is_hidden & (document.page.n_chars > 0)
    return {
        # In the original the number of the matching rule; there are no such rules here.
        "xp_num": "others",
        "drop_list": bool((shown & ~document.selection.keep).any()),
        "html": f"<body>{html}</body>",
        "title": title,
        "base_url": base_url,
    }


def _apply_rule(html: str, rule: dict[str, Any], base_url: str) -> dict[str, Any] | None:
    """Extract by the rule of a host; ``None`` if its content is not on the page."""
    tree = Tree(html)
    titles = _rule_xpath(rule.get("title"))
    title = "".join(tree.strings(titles)).strip() if titles else ""
    tree.remove(rule.get("clean") or ())
    expression = _rule_xpath(rule.get("content"))
    content = tree.first(expression) if expression else None
    if content is None:
        return None
    document = maintext.extract(content, base_url or None, method="all_text")
    return _make_record(document, document.html, title or maintext.extract(html).title, base_url)


def _rule_xpath(part: Any) -> str:
    """Return the expression in a part of a rule; ``""`` if there is none."""
    if not isinstance(part, dict):
        return ""
    if part.get("mode", "xpath") != "xpath":
        raise OptionError(f"the mode {part['mode']!r} of a rule is not known; use xpath")
    return str(part.get("value") or "")


def _read_rules(path: str) -> dict[str, Any]:
    try:
        rules = json.loads(Path(path).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise OptionError(f"cannot read the rules {path}: {error}") from error
    if not isinstance(rules, dict):
        raise OptionError(f"the rules {path} must be an object with a rule by host")
    return rules
