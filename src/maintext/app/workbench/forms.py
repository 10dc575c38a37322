"""Search forms of a page: the fields to type in, and the URL that a browser would ask for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode, urljoin

from maintext.html import Page
from maintext.html.characters import collapse_whitespace
from maintext.html.parser import form_values

__all__ = ["find_forms", "form_url"]

_TYPED = frozenset({"text", "search", ""})
_TYPES = {"button": "submit", "input": "text"}  # of controls that state none
_LABEL_CHARACTERS = 40


def find_forms(page: Page) -> list[dict[str, Any]]:
    """Return the forms of a page with fields to type in: their names and labels."""
    types, names = page.values("type"), page.values("name")
    found = []
    for form in [row for row in range(len(page)) if page.name(row) == "form"]:
        own = [row for row in range(form, int(page.end[form])) if page.name(row) == "input"]
        kinds = {row: types.get(row, "").lower() for row in own}
        typed = [row for row in own if kinds[row] in _TYPED and names.get(row)]
        if typed and "password" not in kinds.values():
            attributes, action = page.attributes(form), page.attributes(form).get("action", "")
            is_plain = attributes.get("method", "get").lower() == "get" and "onsubmit" not in attributes
            fields = [{"name": names[row], "label": _label_of(page, row)} for row in typed]
            found.append({"row": form, "fields": fields, "action": action, "is_plain": is_plain})
    return found


def _label_of(page: Page, row: int) -> str:
    """Return what a field is called: in it, by its label, or by a text that is shown for a pointer."""
    own, parent = page.attributes(row), int(page.parent[row])
    labels = [at for at, of in page.values("for").items() if of == own.get("id")]
    labels += [parent] if page.name(parent) == "label" else []
    texts = (own.get("placeholder"), own.get("aria-label"), *map(page.row_text, labels), own.get("title"))
    return next((said for text in texts if (said := collapse_whitespace(text or "")[:_LABEL_CHARACTERS])), "")


def form_url(page: Page, form: int, filled: Mapping[str, str]) -> str:
    """Return the URL of a form in a row, sent by Enter with some fields filled in.

    As in browsers, all controls are sent (hidden ones, choices, the first button), in the page's encoding.
    """
    controls = form_values(page.data[page.byte_start[form] : page.byte_end[form]])
    sent = [(name, filled.get(name, value)) for name, value in controls] + _pressed_button(page, form)
    own = page.attributes(form)
    base = urljoin(page.url or "", own.get("action", "")).partition("#")[0].partition("?")[0]
    charsets = own.get("accept-charset", page.encoding or "").split()
    try:
        return f"{base}?{urlencode(sent, encoding=(charsets or ['utf-8'])[0], errors='xmlcharrefreplace')}"
    except LookupError:  # no encoding of that name
        return f"{base}?{urlencode(sent)}"


def _pressed_button(page: Page, form: int) -> list[tuple[str, str]]:
    """Return name and value of the submit button that Enter presses: the first one."""
    for row in range(form, int(page.end[form])):
        own, tag = page.attributes(row), page.name(row)
        if tag in _TYPES and own.get("type", _TYPES[tag]).lower() == "submit":
            is_sent = own.get("name") and "disabled" not in own
            return [(own["name"], own.get("value", ""))] if is_sent else []
    return []
