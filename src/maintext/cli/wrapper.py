"""``maintext wrapper``: learn the rules of a site from a few pages, and apply them to others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from maintext.cli.reading import read_bytes, write_output
from maintext.errors import OptionError
from maintext.sites.wrapper import (
    ExamplePage,
    LearnOptions,
    apply_wrapper,
    learn_wrapper,
    plain_values,
    read_wrapper,
    to_toml,
)
from maintext.sites.wrapper.rules import RESTS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maintext.sites.wrapper import Wrapped

__all__ = ["wrapper_command"]

_ENCODING = click.option("--encoding", help="Character encoding of the pages; overrides what they declare.")
_FORMATS = ("text", "markdown", "html", "json")


@click.group("wrapper")
def wrapper_command() -> None:
    """Learn the rules of one site from a few saved pages, and apply them to others (包装器).

    \b
    maintext wrapper learn a.html b.html c.html --labels -o site.toml
    maintext wrapper apply site.toml d.html e.html
    """  # noqa: D301 - click's mark for "do not rewrap"


@wrapper_command.command("learn")
@click.argument("pages", metavar="FILE...", nargs=-1, required=True, type=click.Path())
@click.option(
    "-o", "--output-file", type=click.Path(), help="Write the wrapper here (.toml) instead of stdout."
)
@click.option(
    "--labels",
    is_flag=True,
    help="Read main text and field values from page.txt and page.json next to each page.",
)
@click.option(
    "--click", "clicks", metavar="FIELD=SELECTOR", multiple=True,
    help="Element of a field (body: main text), by a selector that maintext explain prints. Repeatable.",
)  # fmt: skip
@click.option("--site", default="", help="Name of the site, stored in the wrapper.")
@click.option("--rest", type=click.Choice(RESTS), help="What to do with text that no rule covers.")
@_ENCODING
def learn_command(pages: tuple[str, ...], **given: Any) -> None:
    """Learn a wrapper from one to five saved pages of a site.

    Without --labels and --click the default method provides the examples; check the resulting rules.
    """
    clicks = _parse_clicks(given["clicks"])
    examples = [_read_example(page, given["labels"], clicks, given["encoding"]) for page in pages]
    wrapper = learn_wrapper(examples, LearnOptions(site=given["site"], rest=given["rest"] or ""))
    write_output(given["output_file"], to_toml(wrapper))
    click.echo(f"{wrapper.n_examples} pages, word-F1 {wrapper.f1:.3f} on them", err=True)
    if wrapper.not_learned:
        fields = ", ".join(wrapper.not_learned)
        click.echo(f"no rule was found for: {fields}; choose the element that holds nothing else", err=True)


@wrapper_command.command("apply")
@click.argument("wrapper_file", metavar="WRAPPER", type=click.Path())
@click.argument("pages", metavar="FILE...", nargs=-1, required=True, type=click.Path())
@click.option("-f", "--format", "form", type=click.Choice(_FORMATS), default="text", show_default=True,
              help="Output format; json is one line per page.")  # fmt: skip
@_ENCODING
def apply_command(wrapper_file: str, pages: tuple[str, ...], form: str, encoding: str | None) -> None:
    """Apply a wrapper to saved pages.

    If a page does not fit, the default method is used, and a note on stderr says why.
    """
    wrapper = read_wrapper(wrapper_file)
    for page in pages:
        result = apply_wrapper(wrapper, read_bytes(page), encoding=encoding)
        if result.is_drifted:
            click.echo(f"{page}: {result.warning}", err=True)
        click.echo(_format_result(page, result, form))


def _format_result(page: str, result: Wrapped, form: str) -> str:
    if form != "json":
        return str(getattr(result.document, form))
    record = {
        "file": page, "drift": list(result.drift), "fields": plain_values(result.fields),
        **result.document.to_dict(),
    }  # fmt: skip
    return json.dumps(record, ensure_ascii=False)


def _parse_clicks(words: tuple[str, ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word in words:
        name, equals, path = word.partition("=")
        if not equals or not name or not path:
            raise OptionError(f"{word!r} is not a click: write field=selector, e.g. title=h1.head")
        found.setdefault(name, []).append(path)
    return found


def _read_example(
    page: str, has_labels: bool, clicks: Mapping[str, list[str]], encoding: str | None
) -> ExamplePage:
    text = _read_sibling(page, ".txt") if has_labels else None
    values = _read_values(page, _read_sibling(page, ".json")) if has_labels else {}
    return ExamplePage(html=read_bytes(page), text=text, values=values, clicks=clicks, encoding=encoding)


def _read_values(page: str, text: str | None) -> dict[str, str]:
    if text is None:
        return {}
    try:
        found = json.loads(text)
    except ValueError as error:
        raise OptionError(f"{Path(page).with_suffix('.json')} is not JSON: {error}") from error
    if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
        raise OptionError(f'{Path(page).with_suffix(".json")} must be an object of texts, as {{"title": …}}')
    return found


def _read_sibling(page: str, suffix: str) -> str | None:
    path = Path(page).with_suffix(suffix)
    try:
        return path.read_text(encoding="utf-8-sig") if path.exists() else None
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"cannot read {path}: {error}") from error
