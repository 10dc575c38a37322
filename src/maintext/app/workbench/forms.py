"""Search forms of a page: the fields to type in, and the URL that a browser would ask for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode, urljoin

from maintext.html import Page
from maintext.html.characters import collapse_whitespace

__all__ = ["find_forms", "form_url"]

_TYPED = frozenset({"text", "search", ""})
_UNSENT = frozenset({"image", "button", "reset", "file"})
_CHECKED = frozenset({"checkbox", "radio"})
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
    sent = [(name, filled.get(name, value)) for name, value in _read_controls(page, form)]
    own = page.attributes(form)
    base = urljoin(page.url or "", own.get("action", "")).partition("#")[0].partition("?")[0]
    charsets = own.get("accept-charset", page.encoding or "").split()
    try:
        return f"{base}?{urlencode(sent, encoding=(charsets or ['utf-8'])[0], errors='xmlcharrefreplace')}"
    except LookupError:  # no encoding of that name
        return f"{base}?{urlencode(sent)}"


def _read_controls(page: Page, form: int) -> Iterator[tuple[str, str]]:
    """Yield name and value of each control that is sent with a form, in page order."""
    has_button = False
    for row in range(form, int(page.end[form])):
        if (tag := page.name(row)) not in {"input", "select", "textarea", "button"}:
            continue
        own = page.attributes(row)
        kind = own.get("type", "submit" if tag == "button" else "").lower()
        is_other = (kind == "submit" and has_button) or (kind in _CHECKED and "checked" not in own)
        if is_other or kind in _UNSENT:
            continue
        has_button |= kind == "submit"
        if own.get("name") and "disabled" not in own:
            yield from ((own["name"], value) for value in _control_values(page, row, own))


def _control_values(page: Page, row: int, own: Mapping[str, str]) -> list[str]:
    """Return what a control sends; of a choice without a selected option the first one."""
    tag = page.name(row)
    if tag == "textarea":
        return [page.row_text(row)]
    if tag != "select":
        return [own.get("value", "on" if own.get("type", "").lower() in _CHECKED else "")]
    rows = [at for at in range(row, int(page.end[row])) if page.name(at) == "option"]
    options = [page.attributes(at) | {"text": collapse_whitespace(page.row_text(at))} for at in rows]
    chosen = [one for one in options if "selected" in one] or ([] if "multiple" in own else options[:1])
    return [one.get("value", one["text"]) for one in chosen]
