"""The pages of docs/ that are made from the code: methods, options, command line, errors.

    python scripts/make_docs.py            write them
    python scripts/make_docs.py --check    compare with the files; name the stale ones and end with 1
    python scripts/make_docs.py --plots    write them, and draw the pictures of the methods anew

Each text is kept once, next to the code that it describes: in docstrings, in the registry of methods,
in option declarations and in click's help texts. The page of a method also has what
scripts/measure_methods.py measured, and the paragraphs in docs/methods/how/<id>.md and notes/<id>.md. --check
only looks for pictures, since another version of matplotlib draws other bytes.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import re
import sys
import textwrap
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from maintext import cli, errors
from maintext.api import select
from maintext.browser.vips import vips_method
from maintext.classify.methods import Method
from maintext.classify.methods.catalogue import METHODS, read_figures
from maintext.html import parse
from maintext.lab.compare import draw_scores
from maintext.lab.train import TrainOptions
from maintext.lab.train.cpn import CpnTrainOptions
from maintext.lab.train.line_ratio import LineRatioTrainOptions
from maintext.net import FetchOptions
from maintext.options import DEFAULT_METHOD, Changes, Options, option_rows
from maintext.sites.template import ClusterOptions, TemplateOptions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
HOW = DOCS / "methods" / "how"
NOTES = DOCS / "methods" / "notes"
EXAMPLE = ROOT / "examples" / "town_news.html"
MARK = "<!-- Made by scripts/make_docs.py from the code. Edit the code, then run the script. -->"
HELP_WIDTH = 100
OPTIONS_INTRODUCTION = """\
Options are frozen dataclasses. Each option is declared once, with its help text; validation, the command
line and this page are derived from that declaration. An unknown name, a wrong type or a value out of range
raises `OptionError`, which lists what is allowed."""
USER_RULES = """\
`only`, `keep` and `drop` take any CSS selector, several joined by commas, and apply to every method:

    maintext.extract(html, url, only="article", drop=".share, figure > .credit", comments="exclude")

The method reads the page as if what `drop` names, and what lies outside of `only`, were not there. Then
comments and captions are placed, what `keep` names is added, and what `drop` names is taken out: the last
wins. Fields (title, authors, comments …) and offsets are those of the whole page, and `doc.trace()` names the
option that decided. A selector that fits nothing is no error, as pages of a site differ: `maintext extract`
says so, and with such an `only` the outcome is `no_content`. An option that shows something (`links`,
`images`, `tables`, `title`, `front_matter`) changes no word of the text. `await maintext.aextract(html, …)`
takes the same options and works in a thread, next to an event loop: all forms and fields are read there."""

METHOD_OPTIONS_INTRODUCTION = """\
For `maintext.select(page, method, {name: value})`, for
`maintext.extract(html, method=…, method_options={name: value})`, and on the command line for
`maintext extract page.html --method … --set name=value` (and `maintext explain`). `--set` may be given
several times."""
VIPS = vips_method()
VIPS_NOTE = """\
`vips` needs the layout of the page: a snapshot saved by `maintext render`, or a browser. `extract`,
`compare` and `explain` accept it on the command line. It is not registered in the library and was measured
separately: its figures are on its page."""
VIPS_INTRODUCTION = """\
Needs a [snapshot](browser.md#snapshots) or a browser. On the command line for `maintext extract` and
`maintext explain`, as above; in code `VipsOptions`."""
TRAINING = {
    DEFAULT_METHOD: TrainOptions(),
    "line_ratio": LineRatioTrainOptions(),
    "cpn": CpnTrainOptions(),
}
TRAINING_INTRODUCTION = """\
For `maintext train CORPUS --method … --set name=value`, and in code for `maintext.lab.train.fit(examples,
TrainOptions(…))`; of the others as keywords of `fit_networks` and `train_cpn`. `--trees`, `--seed` and
`--processes` are flags for `n_trees`, `seed` and `n_threads`."""
SITE_OPTIONS_INTRODUCTION = """\
Pass them to `maintext.sites.template.select_cluster(pages, TemplateOptions(…), ClusterOptions(…))`. On the
command line, `maintext site extract FOLDER --method template` takes template options by `--set name=value`
and has a flag for each option of the groups."""
METHODS_INTRODUCTION = f"""\
A method reads a parsed page and returns a selection: which text is main content, with a reason for every
text. The default is `{DEFAULT_METHOD}`. `maintext methods` prints this list, `maintext compare` runs all
methods on one page, and `maintext explain` shows what one method decides about each block."""
FIGURES_NOTE = """\
Mean word-F1 ([definition](../evaluation.md#word-f1)) and mean CPU time per page in milliseconds, parsing not
included."""
TRAINED_NOTE = """\
\\* This method was trained on these pages, so its scores here are too high. For the scores of the default
method on unseen sites see the [model card](../model-card.md)."""
TOOL_NOTE = """\
[tool]: the gold text is the output of another extractor; excluded from all other means."""

_ROLE = re.compile(r":\w+:`(~?)([\w.]+)`")
_CODE = re.compile(r"(`[^`]*`)")
_LIST_ITEM = re.compile(r"(?:\d+\.|-) ")
_TABLE_RULE = re.compile(r"=+(?: +=+)+")


# -- Markdown -----------------------------------------------------------------------------------------


def inline(text: str) -> str:
    """Turn the inline marks of a docstring into Markdown, and keep ``<`` from beginning a tag."""
    text = _ROLE.sub(lambda role: f"`{role[2].rpartition('.')[2] if role[1] else role[2]}`", text)
    text = text.replace("``", "`")
    pieces = _CODE.split(text)
    pieces[0::2] = [piece.replace("<", "&lt;") for piece in pieces[0::2]]
    return "".join(pieces)


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table; cells may hold inline marks of docstrings."""
    cells = [[inline(str(cell)).replace("|", "\\|") for cell in row] for row in (header, *rows)]
    lines = [f"| {' | '.join(row)} |" for row in cells]
    return "\n".join([lines[0], "|".join(["", *["---"] * len(header), ""]), *lines[1:]])


def code(text: str, language: str = "text") -> str:
    """Return a fenced block."""
    return f"```{language}\n{text.rstrip()}\n```"


def page(*parts: str) -> str:
    """Return a whole generated page from its title and further parts."""
    return "\n\n".join([MARK, *parts]) + "\n"


# -- docstrings to Markdown ---------------------------------------------------------------------------


def docstring_markdown(docstring: str) -> str:
    """Turn a cleaned docstring into Markdown: sections, paragraphs, lists, tables, literal blocks."""
    parts: list[str] = []
    for title, body in _sections(docstring.splitlines()):
        if title:
            parts.append(f"## {title}")
        parts += _blocks(body)
    return "\n\n".join(parts)


def _sections(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Give (title, dedented text): a title is a line with an indented one right below it."""
    title, body = "", list[str]()
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        if line[:1].strip() and below.startswith("    "):
            yield title, "\n".join(body)
            title, body = line, []
        else:
            body.append(line.removeprefix("    ") if title else line)
    yield title, "\n".join(body)


def _blocks(text: str) -> Iterator[str]:
    """Give the Markdown of each group of lines; an empty line ends a group."""
    is_literal = False
    for group in filter(None, re.split(r"\n\s*\n", text.strip("\n"))):
        lines = group.splitlines()
        if group == "::":
            is_literal = True
        elif is_literal:
            is_literal = False
            yield code(textwrap.dedent(group))
        elif _TABLE_RULE.fullmatch(lines[0]):
            yield table(("symbol", "meaning"), table_rows(lines))
        else:
            yield "\n".join(map(inline, unwrapped(lines)))


def unwrapped(lines: Iterable[str]) -> list[str]:
    """Return the lines of a paragraph joined to one, and those of each list item."""
    joined: list[str] = []
    for line in lines:
        if not joined or _LIST_ITEM.match(line):
            joined.append(line.strip())
        else:
            joined[-1] += " " + line.strip()
    return joined


def table_rows(lines: Sequence[str]) -> list[list[str]]:
    """Return the cells of a simple table without header; rows with an empty first cell go on."""
    starts = [rule.start() for rule in re.finditer("=+", lines[0])]
    bounds = list(zip(starts, [*starts[1:], None], strict=True))
    rows: list[list[str]] = []
    for line in lines[1:-1]:
        cells = [line[start:end].strip() for start, end in bounds]
        if cells[0]:
            rows.append(cells)
        else:
            rows[-1] = [f"{above} {more}".strip() for above, more in zip(rows[-1], cells, strict=True)]
    return rows


def docstring_of(thing: object) -> str:
    """Return a docstring, cleaned; a thing without one is an error."""
    text = inspect.getdoc(thing)
    if not text:
        raise ValueError(f"{thing!r} has no docstring")
    return text


# -- options ------------------------------------------------------------------------------------------


def options_table(value: Any) -> str:
    """Return the table of an options value, ``None.`` where it has no field."""
    rows = [
        (f"`{row['name']}`", f"`{getattr(value, row['name'])!r}`", row["unit"], _allowed(row), row["help"],
         row["source"])
        for row in option_rows(value)
    ]  # fmt: skip
    return table(("option", "default", "unit", "allowed", "meaning", "source"), rows) if rows else "None."


def _allowed(row: dict[str, Any]) -> str:
    """Type and bounds, as :func:`maintext.options.changed` checks them."""
    if isinstance(row["default"], Changes):
        return "mapping"
    if row["choices"]:
        return ", ".join(f"`{choice!r}`" for choice in row["choices"])
    least = "" if row["minimum"] is None else f" ≥ {row['minimum']}"
    return type(row["default"]).__name__ + least


def options_page() -> str:
    """Return docs/options.md."""
    parts = [
        "# Options",
        OPTIONS_INTRODUCTION,
        "## `maintext.Options`",
        "For `maintext.extract(html, url, method=…, links=…)`, or as one value: `options=Options(…)`.",
        options_table(Options()),
        USER_RULES,
        "## `maintext.net.FetchOptions`",
        "For `maintext.net.fetch(url, FetchOptions(…))`.",
        options_table(FetchOptions()),
        "## Options of methods",
        METHOD_OPTIONS_INTRODUCTION,
    ]
    for method in METHODS.values():
        parts += [f"### [`{method.id}`](methods/{method.id}.md)", options_table(method.defaults)]
    parts += [f"### [`{VIPS.id}`](methods/{VIPS.id}.md)", VIPS_INTRODUCTION, options_table(VIPS.defaults)]
    parts += ["## Training", TRAINING_INTRODUCTION]
    for name, options in TRAINING.items():
        parts += [f"### Training of `{name}`", options_table(options)]
    parts += [
        "## Several pages of a site",
        SITE_OPTIONS_INTRODUCTION,
        "### [`template`](sites-template.md)",
        options_table(TemplateOptions()),
        "### Groups of pages",
        options_table(ClusterOptions()),
    ]
    return page(*parts)


# -- methods ------------------------------------------------------------------------------------------


def method_page(method: Method) -> str:
    """Return docs/methods/<id>.md."""
    module = method.function.__module__
    path = f"src/{module.replace('.', '/')}.py"
    summary, _, rest = docstring_of(sys.modules[module]).partition("\n\n")
    says = inline(" ".join(summary.removeprefix(f"{method.id}: ").split()))
    return page(
        f"# {method.title} · {method.title_zh}",
        says[:1].upper() + says[1:],
        table(
            ("id", "source", "code"),
            [(f"`{method.id}`", method.source, f"[{path}](../../{path})")],
        ),
        code(f"maintext extract page.html --method {method.id}", "sh"),
        *_how_it_works(method),
        *_reached(method),
        "## Options",
        options_table(method.defaults),
        docstring_markdown(rest),
        *_notes_on(method),
    )


def _how_it_works(method: Method) -> list[str]:
    """The paragraphs somebody wrote for readers, and the picture."""
    how = HOW / f"{method.id}.md"
    words = [how.read_text("utf-8").strip()] if how.is_file() else []
    example = EXAMPLE.relative_to(ROOT).as_posix()
    command = f"maintext explain {example} --method {method.id} --plot {method.id}.svg"
    return [
        "## How it works",
        *words,
        f"![What {method.id} sees along the example page]({method.id}.svg)",
        f"[{example}](../../{example}), drawn by `{command}`.",
    ]


def _notes_on(method: Method) -> list[str]:
    """Return what the source leaves open, and measurements."""
    notes = NOTES / f"{method.id}.md"
    return [notes.read_text("utf-8").strip()] if notes.is_file() else []


def _reached(method: Method) -> list[str]:
    """The method's rows of the tables in the index; nothing for a method that was not measured."""
    if method.id not in read_figures().methods:
        return []
    notes = [TRAINED_NOTE] if read_figures().methods[method.id].trained_here else []
    return ["## Figures", FIGURES_NOTE, *_figure_tables([method.id]), *notes, TOOL_NOTE]


def _figure_tables(methods: Sequence[str]) -> list[str]:
    """Word-F1 by language with the time, and word-F1 by set."""
    figures = read_figures()
    by_lang = [f"{lang} ({n})" for lang, n in figures.languages.items()]
    by_set = [f"{s}{' [tool]' if s in figures.alarm_sets else ''} ({n})" for s, n in figures.sets.items()]
    first, second = [], []
    for name in methods:
        own = figures.methods[name]
        label = f"[`{name}`]({name}.md)" + (" \\*" if own.trained_here else "")
        first.append((label, _digits(own.overall), *map(_digits, own.languages.values()), f"{own.ms:.2f}"))
        second.append((label, *map(_digits, own.sets.values())))
    return [
        table(("method", f"all ({figures.overall})", *by_lang, "ms"), first),
        table(("method", *by_set), second),
    ]


def _digits(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def methods_index() -> str:
    """Return docs/methods/README.md."""
    measured = [name for name in METHODS if name in read_figures().methods]
    rows = [
        (f"[`{method.id}`]({method.id}.md)", method.title, method.title_zh, method.source, method.idea)
        for method in (*METHODS.values(), VIPS)
    ]
    return page(
        "# Methods",
        METHODS_INTRODUCTION,
        table(("id", "title", "中文", "source", "idea"), rows),
        VIPS_NOTE,
        "## Figures",
        f"{FIGURES_NOTE} The number of pages stands in brackets. Made by "
        "`python scripts/measure_methods.py CORPUS` and `python scripts/make_docs.py`.",
        *_figure_tables(measured),
        TRAINED_NOTE,
        TOOL_NOTE,
    )


def plots() -> list[str]:
    """Return the paths in docs/ of the pictures that the pages of methods show."""
    return [f"methods/{method}.svg" for method in METHODS]


def draw_plots(docs: Path) -> None:
    """Draw the pictures anew."""
    example = parse(EXAMPLE.read_bytes())
    for method in METHODS:
        draw_scores(example, select(example, method), docs / "methods" / f"{method}.svg")


# -- command line -------------------------------------------------------------------------------------


def context_of(command: click.Command, parent: click.Context | None = None) -> click.Context:
    """Return what click needs to print a command's help at a fixed width."""
    return click.Context(
        command,
        info_name=command.name if parent else "maintext",
        parent=parent,
        terminal_width=HELP_WIDTH,
        max_content_width=HELP_WIDTH,
        help_option_names=command.context_settings.get("help_option_names"),
    )


def exit_codes() -> dict[int, str]:
    """Return the meaning of every exit code, from the docstring of the command line."""
    lines = docstring_of(cli).splitlines()
    first, last = (i for i, line in enumerate(lines) if _TABLE_RULE.fullmatch(line))
    return {int(number): meaning for number, meaning in table_rows(lines[first : last + 1])}


def _exit_code_rows() -> list[tuple[str, str, str]]:
    names: dict[int, list[str]] = {}
    for error in error_tree():
        names.setdefault(error.exit_code, []).append(f"`{error.__name__}`")
    return [(str(n), meaning, ", ".join(names.get(n, []))) for n, meaning in exit_codes().items()]


def cli_page() -> str:
    """Return docs/cli.md."""
    group = cli.main
    parent = context_of(group)
    parts = [
        "# Command line",
        "Results go to stdout, everything else to stderr. `python -m maintext` is the same command.",
        code(group.get_help(parent)),
    ]
    for name, command in group.commands.items():
        context = context_of(command, parent)
        parts += [f"## maintext {name}", code(command.get_help(context))]
        for child in getattr(command, "commands", {}).values():
            if child not in group.commands.values():
                help_text = child.get_help(context_of(child, context))
                parts += [f"### maintext {name} {child.name}", code(help_text)]
    parts += ["## Exit codes", table(("code", "meaning", "errors"), _exit_code_rows())]
    return page(*parts)


# -- errors -------------------------------------------------------------------------------------------

_ERROR_MODULES = (
    "maintext.browser.model",
    "maintext.compat.gne",
    "maintext.compat.newspaper.article",
    "maintext.lab.evaluate.run",
    "maintext.app.workbench.failure",
)
"""Modules with errors of their own."""


def error_tree(
    top: type[errors.MaintextError] = errors.MaintextError,
) -> Iterator[type[errors.MaintextError]]:
    """Give the error classes of the package, each before its children.

    Those of ``maintext.errors`` stand in its order, then those of other modules by name: in which order
    these are loaded is chance.
    """
    for module in _ERROR_MODULES:
        importlib.import_module(module)
    yield top
    ours = [child for child in top.__subclasses__() if child.__module__.startswith("maintext.")]
    for child in sorted(ours, key=lambda one: "" if one.__module__ == errors.__name__ else one.__name__):
        yield from error_tree(child)


def errors_page() -> str:
    """Return docs/errors.md."""
    summary, _, rest = docstring_of(errors).partition("\n\n")
    rows = [
        (
            f"`{error.__name__}`",
            ", ".join(f"`{base.__name__}`" for base in error.__bases__),
            f"`{error.__module__}`",
            error.exit_code,
            " ".join(docstring_of(error).partition("\n\n")[0].split()),
        )
        for error in error_tree()
    ]
    return page(
        "# Errors",
        summary,
        docstring_markdown(rest),
        "## Classes",
        table(("class", "is a", "module", "exit code", "meaning"), rows),
    )


# -- all ----------------------------------------------------------------------------------------------


def pages() -> dict[str, str]:
    """Return every generated page by its path in docs/."""
    methods = {f"methods/{method.id}.md": method_page(method) for method in METHODS.values()}
    return {
        "cli.md": cli_page(),
        "errors.md": errors_page(),
        "methods/README.md": methods_index(),
        **methods,
        "options.md": options_page(),
    }


def left_over(docs: Path) -> list[str]:
    """Return the generated files that nothing makes any more."""
    found = {path.relative_to(docs).as_posix(): path for path in sorted(docs.rglob("*.md"))}
    made = pages()
    drawn = [path.relative_to(docs).as_posix() for path in sorted(docs.glob("methods/*.svg"))]
    return [
        name for name, path in found.items() if name not in made and path.read_text("utf-8").startswith(MARK)
    ] + [name for name in drawn if name not in plots()]


def stale(docs: Path) -> list[str]:
    """Return the files that are missing, out of date or left over."""
    differing = [
        name
        for name, text in pages().items()
        if not (docs / name).is_file() or (docs / name).read_text("utf-8") != text
    ]
    missing = [name for name in plots() if not (docs / name).is_file()]
    return differing + missing + left_over(docs)


def write(docs: Path) -> None:
    """Write all pages, and remove those that nothing makes any more."""
    for name in left_over(docs):
        (docs / name).unlink()
    for name, text in pages().items():
        (docs / name).parent.mkdir(parents=True, exist_ok=True)
        (docs / name).write_text(text, "utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; name the stale files")
    parser.add_argument("--plots", action="store_true", help="draw the pictures too (needs matplotlib)")
    parser.add_argument("--docs", type=Path, default=DOCS, help="folder of the pages")
    given = parser.parse_args(arguments)
    if not given.check:
        write(given.docs)
        if given.plots:
            draw_plots(given.docs)
        return 0
    names = stale(given.docs)
    made = pages() if names else {}
    for name in names:
        print(f"stale: docs/{name}; run  python scripts/make_docs.py --plots", file=sys.stderr)
        if name in made and (file := given.docs / name).exists():
            lines = (file.read_text("utf-8").splitlines(), made[name].splitlines())
            print(*unified_diff(*lines, name, "made anew", lineterm="", n=0), sep="\n", file=sys.stderr)
    return 1 if names else 0


if __name__ == "__main__":
    sys.exit(main())
