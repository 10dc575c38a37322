"""Options that several commands share, and the values that a user gave for them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, partial, reduce
from pathlib import Path
from types import MappingProxyType
from typing import Any

import click

from maintext.classify.methods import Variant, read_variant, with_changes
from maintext.classify.methods.catalogue import METHODS
from maintext.cli.terminal import echo_note
from maintext.compression import COMPRESSED
from maintext.errors import OptionError
from maintext.options import FOR_LLM, RENDER, Options, option_rows, read_changes

__all__ = [
    "ENCODING", "LIST_PAGE_URL", "METHOD_SET", "VIPS", "NamedChoice", "add_options", "chosen_variants",
    "content_options", "declared_options", "declared_rows", "extraction_changes", "fetch_changes",
    "fetch_options", "form_of", "kept_changes", "kept_options", "method_changes", "method_options",
    "note_unused", "output_option", "page_options", "render_mode", "split_names", "variant_options",
]  # fmt: skip

Command = Callable[..., None]
Decorator = Callable[[Command], Command]

VIPS = "vips"
"""The method that needs the layout of a page."""

_KEPT = ("links", "images", "tables", "title", "front_matter", "posts", "compact")
_SHOWN_IN = {"markdown": (*_KEPT, "max_tokens"), "html": ("links", "images", "tables"), "text": ()}
_NO_KINDS: Mapping[str, Any] = MappingProxyType({})

METHOD_SET = click.option(
    "--set", "method_options", metavar="NAME=VALUE", multiple=True,
    help="Change an option of the method (docs/options.md). Repeatable.",
)  # fmt: skip
"""``--set`` for the options of one method."""


class NamedChoice(click.Choice[str]):
    """One of some names; the message about another one suggests the nearest."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        """Return click's message, and the nearest name."""
        near = get_close_matches(str(value), self.choices, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        return super().get_invalid_choice_message(value, ctx) + hint


LIST_PAGE_URL = click.option("-u", "--url", help="URL of a page from a file or stdin: makes links absolute.")
"""``--url`` for commands that list what a page links to."""


render_mode = click.option(
    "--render", type=NamedChoice(RENDER), default="never", show_default=True,
    help="When to render pages in Chromium; auto: if the plain HTML shows little.",
)  # fmt: skip
"""``--render`` for commands that visit many pages."""


@cache
def declared_rows(options: type) -> Mapping[str, Mapping[str, Any]]:
    """Return the rows of :func:`maintext.options.option_rows` by option name."""
    return {str(row["name"]): {"choices": ()} | row for row in option_rows(options)}


def _join_values(_context: click.Context, _: click.Parameter, values: tuple[str, ...]) -> str | None:
    """Return the values of a repeated flag as one list with commas; None for none."""
    return ",".join(values) or None


def declared_options(
    options: type, flags: Mapping[str, str], *, kinds: Mapping[str, Any] = _NO_KINDS, shown: bool = True
) -> Decorator:
    """Return the decorator that gives a command flags for several declared options.

    ``options`` is the dataclass that declares them; a tuple as the default makes a flag repeatable. ``flags``
    has the flags of each option by name, with ``--on/--off`` for a truth value, and after them the
    placeholder of the value, if any; with ``,...`` the flag may be repeated, and commas join its values.
    ``kinds`` has types of values, by default one of the declared choices, or the type of the default. If the
    default is not ``shown``, the value is ``None`` unless the user gives one, and help has it in parentheses.
    """
    rows = declared_rows(options)
    return add_options(*(
        _declared_option(rows[name], text.split(), kinds.get(name), shown=shown)
        for name, text in flags.items()
    ))  # fmt: skip


def _declared_option(row: Mapping[str, Any], words: Sequence[str], kind: Any, *, shown: bool) -> Decorator:
    default, choices = row["default"], [one for one in row["choices"] if one]
    flags = [word for word in words if word.startswith("-")]
    is_joined = words[-1].endswith(",...")
    is_repeatable = isinstance(default, tuple) or is_joined
    has_default = shown and not is_repeatable
    kind = kind or (NamedChoice(choices) if choices else type(default) if has_default else str)
    is_switch = has_default and default is False and "/" not in flags[-1]
    return click.option(
        *flags, row["name"], type=kind, metavar=words[-1] if words[-1] not in flags else None,
        multiple=is_repeatable, is_flag=is_switch or None, callback=_join_values if is_joined else None,
        default=default if has_default else None,
        show_default=default != "" if has_default else (isinstance(default, str) and default) or None,
        help=f"{row['help']}{' Repeatable.' if is_repeatable else ''}",
    )  # fmt: skip


def add_options(*options: Decorator) -> Decorator:
    """Return a decorator that gives a command several options, in this order."""

    def decorate(command: Command) -> Command:
        """Give a command the options."""
        return reduce(lambda made, option: option(made), reversed(options), command)

    return decorate


def output_option(
    help_text: str, name: str = "output", *, required: bool = False, is_toml: bool = False
) -> Decorator:
    """Return the decorator that gives a command ``--output``, and ``--overwrite`` for a file that exists.

    What is TOML is not written to the name of another format, and nothing to that of a compressed file.
    """
    check = partial(_check_output, is_toml=is_toml)
    return add_options(
        click.option(
            "-o", "--output", name, metavar="FILE", required=required, callback=check, help=help_text
        ),
        click.option(
            "--overwrite", is_flag=True, is_eager=True, expose_value=False,
            help="Replace the output file if it exists.",
            callback=lambda context, _, value: context.meta.update(overwrite=value),
        ),
    )  # fmt: skip


def _check_output(
    context: click.Context, _: click.Parameter, path: str | None, *, is_toml: bool
) -> str | None:
    """Return the path of an output; OptionError if it holds something that nobody said to replace."""
    if path and not context.meta["overwrite"] and Path(path).is_file() and Path(path).stat().st_size:
        raise OptionError(f"{path} exists: name another file, or give --overwrite")
    if path and (packing := Path(path).suffix.lower()) in COMPRESSED:
        raise OptionError(f"{path} would not be compressed: leave {packing} out, and compress it afterwards")
    if path and is_toml and path.lower().endswith((".json", ".yaml", ".yml")):
        raise OptionError(f"{path}: the rules are written as TOML: end the name in .toml")
    # Pages are fetched before rules are written.
    if path and is_toml and not (folder := Path(path).absolute().parent).is_dir():
        raise OptionError(f"cannot write {path}: there is no folder {folder}; make it first")
    return path


# What a file is by its name, of formats that programs would open by it.
_FORMS = {
    ".md": "markdown", ".markdown": "markdown", ".html": "html", ".htm": "html", ".json": "json",
    ".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv", ".xml": "tei", ".tei": "tei",
    **dict.fromkeys(".db .doc .docx .epub .odt .parquet .pdf .rtf .sqlite .tsv .xls .xlsx".split(), ""),
}  # fmt: skip


def form_of(output: str | None, forms: Collection[str], default: str) -> str:
    """Return which of some formats the name of an output says, ``default`` if it says none.

    Raises OptionError: the name is that of a format which is not written.
    """
    suffix = Path(output or "").suffix.lower()
    form = _FORMS.get(suffix, default)
    if form not in forms:
        known = ", ".join(name for name, found in _FORMS.items() if found in forms)
        raise OptionError(f"{suffix} files are not written: end the name in .txt, {known}, or give --format")
    return form


fetch_options = add_options(
    click.option("--timeout", "timeout_s", type=float, help="Seconds to wait for a server.  [default: 20]"),
    click.option(
        "--total-timeout", "total_timeout_s", type=float,
        help="Seconds for one page in all, with redirects and body.  [default: 60]",
    ),
    click.option("--user-agent", help="User-Agent header to send."),
    click.option(
        "--header", "headers", metavar="LINE", multiple=True,
        help='Header to send, as "Cookie: session=1"; not to other hosts it redirects to. Repeatable.',
    ),
    click.option(
        "--proxy", "proxies", metavar="URL|FILE", multiple=True,
        help="Proxy, as http://user:password@host:port, or a file with one on each line; each request takes"
        " one at random. Repeatable.",
    ),
    click.option("--allow-private", is_flag=True, help="Also fetch from private networks and this computer."),
)  # fmt: skip
"""Give a command the options of fetching a page; read them with :func:`fetch_changes`."""

ENCODING = click.option("--encoding", help="Character encoding of the pages; overrides what they declare.")
"""``--encoding`` for commands that read pages."""

page_options = add_options(ENCODING, declared_options(Options, {"max_bytes": "--max-bytes"}), fetch_options)
"""Give a command the options of :func:`maintext.cli.reading.read_page`."""

_SELECTORS, _ROWS = ("only", "keep", "drop"), declared_rows(Options)

content_options = add_options(
    *(
        click.option(
            f"--{name}-css", metavar="CSS,...", multiple=True, callback=_join_values,
            help=f"{_ROWS[name]['help']} Repeatable.",
        )
        for name in _SELECTORS
    ),
    declared_options(Options, {"focus": "--focus", "comments": "--comments"}, shown=False),
    click.option("--captions/--no-captions", default=True, help=_ROWS["captions"]["help"]),
)  # fmt: skip
"""Give a command the flags of what is main content; read them with :func:`extraction_changes`."""

kept_options = add_options(
    click.option(
        "--for", "reader", type=click.Choice(["llm"]),
        help="Markdown for a language model, unless another form is named: --no-links --no-images --title"
        " --posts --compact.",
    ),
    *(
        click.option(
            f"--{flag}/--no-{flag}", name, default=None, help=_ROWS[name]["help"],
            show_default=flag if _ROWS[name]["default"] else f"no-{flag}",
        )
        for name in _KEPT
        for flag in [name.replace("_", "-")]
    ),
    declared_options(Options, {"max_tokens": "--max-tokens"}, kinds={"max_tokens": int}, shown=False),
)  # fmt: skip
"""Give a command the flags of what Markdown and HTML show; read them with :func:`kept_changes`."""

variant_options = add_options(
    click.option(
        "-m", "--methods", metavar="LIST",
        help="Methods, separated by commas; with other options as METHOD:OPTION=VALUE:OPTION=VALUE."
        "  [default: all]",
    ),
    click.option(
        "--set", "changes", metavar="METHOD.OPTION=VALUE", multiple=True,
        help="Change an option of a method (docs/options.md) in all its columns. Repeatable.",
    ),
)  # fmt: skip
"""Give a command ``--methods`` and ``--set``; read them with :func:`chosen_variants`."""


def method_options(methods: Sequence[str] = tuple(METHODS)) -> Decorator:
    """Return the decorator that gives a command ``--method`` with these choices, and ``--set``."""
    kinds = {"method": NamedChoice(methods)}
    return add_options(declared_options(Options, {"method": "-m --method"}, kinds=kinds), METHOD_SET)


def fetch_changes(given: dict[str, Any]) -> dict[str, Any]:
    """Return the options of fetching that the user set."""
    names = ("timeout_s", "total_timeout_s", "max_bytes", "allow_private", "user_agent", "headers", "proxies")
    return {name: given[name] for name in names if given.get(name) not in {None, ()}}


def extraction_changes(given: dict[str, Any]) -> dict[str, Any]:
    """Return the options of :func:`maintext.extract` that the user set.

    Raises OptionError: the method has no such option.
    """
    names = ("method", "focus", "comments", "captions", "max_bytes")
    changes = {name: given[name] for name in names} | {name: given[f"{name}_css"] for name in _SELECTORS}
    changes = {name: value for name, value in changes.items() if value is not None}
    return kept_changes(given) | changes | {"method_options": method_changes(given)}


def kept_changes(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of what Markdown and HTML show that the user set, with those of ``--for``."""
    changes = {name: given[name] for name in (*_KEPT, "max_tokens") if given[name] is not None}
    return {**FOR_LLM, **changes} if given["reader"] else changes


def note_unused(given: Mapping[str, Any], form: str) -> None:
    """Print a note if the user asked for what a form of the text (text, markdown, html) does not show."""
    names = [name for name in (*_KEPT, "max_tokens") if given[name] and name not in _SHOWN_IN[form]]
    flags = [f"--{name.replace('_', '-')}" for name in names]
    flags += ["--for llm"] if given["reader"] and form == "text" else []
    if flags:
        called = "plain text" if form == "text" else form
        echo_note(f"no effect on {called}: {', '.join(flags)}; give --format markdown")


def method_changes(given: dict[str, Any]) -> dict[str, Any]:
    """Return the options of the chosen method that the user set.

    Raises OptionError: the method has no such option.
    """
    if given["method"] == VIPS:
        from maintext.browser.vips import VipsOptions  # noqa: PLC0415 - loads the browser

        return read_changes(VipsOptions(), given["method_options"])
    return read_changes(METHODS[given["method"]].defaults, given["method_options"])


def chosen_variants(methods: Iterable[str], changes: Iterable[str]) -> list[Variant]:
    """Return the method variants that the user named, each once.

    ``methods`` are the values of ``--methods``, ``changes`` those of ``--set``.

    Raises OptionError: a method or option is unknown, or a value is not allowed.
    """
    return list(dict.fromkeys(with_changes([read_variant(text) for text in methods], changes)))


def split_names(names: object) -> list[str] | None:
    """Split a comma-separated option into names; return ``None`` if it was not given."""
    return [name.strip() for name in str(names).split(",") if name.strip()] if names else None
