"""``maintext site extract``: the main text of saved pages of a site, read together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from maintext.classify.learned import LearnedOptions
from maintext.cli.extraction import kept_options
from maintext.cli.progress import ProgressLine
from maintext.cli.reading import write_output
from maintext.cli.saved import CLUSTER_OPTIONS, cluster_options, folder_options, read_folder, shown_name
from maintext.document import Document
from maintext.errors import OptionError
from maintext.options import DEFAULT_METHOD, Options, changed, read_changes
from maintext.render.rows import json_lines
from maintext.selection import Outcome
from maintext.sites.template import ClusterOptions, TemplateOptions, extract_pages, select_cluster

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from maintext.html import Page

__all__ = ["extract_folder_command"]

_TEMPLATE = "template"
_OPTIONS: dict[str, LearnedOptions | TemplateOptions] = {
    DEFAULT_METHOD: LearnedOptions(),
    _TEMPLATE: TemplateOptions(),
}
_NO_CONTENT = 6


def _records(pages: Iterable[tuple[str, Document]]) -> Iterator[str]:
    """A line of JSON a page; of a file's name what is no Unicode is shown as ``?``."""
    return json_lines(
        {"key": name.encode("utf-8", "replace").decode(), **doc.to_dict()} for name, doc in pages
    )


def _texts(pages: Iterable[tuple[str, Document]]) -> Iterator[str]:
    return (f"==> {shown_name(name)} <==\n{doc.text}\n\n" for name, doc in pages)


_FORMATS = {"jsonl": _records, "text": _texts}


@click.command("extract")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("-o", "--output", metavar="FILE", help="Write to a file, not to stdout.")
@click.option(
    "-f", "--format", "form", type=click.Choice(list(_FORMATS)), default="jsonl", show_default=True,
    help="JSON Lines, one record a page; or the texts, each below the name of its file.",
)  # fmt: skip
@click.option(
    "-m", "--method", type=click.Choice(list(_OPTIONS)), default=DEFAULT_METHOD, show_default=True,
    help="learned: the default method, corrected by what repeats. template: what pages of its layout do "
    "not have (DeleteSame).",
)  # fmt: skip
@click.option(
    "--set", "method_options", metavar="NAME=VALUE", multiple=True,
    help="Change an option of the method (docs/options.md); may be given several times.",
)  # fmt: skip
@cluster_options
@kept_options
@folder_options
def extract_folder_command(folder: Path, output: str | None, form: str, **given: Any) -> None:
    """Extract the saved pages of a folder, each with what the other pages of the site say.

    Reads the HTML files in DIR and below. A page that cannot be read is named on stderr and left out. The
    template method groups the pages by layout first, as --cut, --linkage and --attributes say, and keeps
    nothing of a page that is alone in its group. The exit code is 6 where no page has main content.

    \b
    maintext site extract saved/ -o pages.jsonl
    maintext site extract saved/ --method template --set place=position --set links=keep --format text
    """  # noqa: D301 - click's mark for "do not rewrap"
    options = _options(given)
    pages = read_folder(folder, given)
    documents = _documents(pages, options, given)
    write_output(output, "".join(_FORMATS[form](_with_progress(documents))))
    n_found = sum(doc.outcome is Outcome.FOUND for doc in documents.values())
    click.echo(f"{len(documents)} pages, {n_found} with main content{_alone(documents)}", err=True)
    if not n_found:
        click.get_current_context().exit(_NO_CONTENT)


def _options(given: dict[str, Any]) -> Options:
    """What a user has chosen, checked before anything is read."""
    context, method = click.get_current_context(), given["method"]
    named = [n for n in CLUSTER_OPTIONS if context.get_parameter_source(n) is ParameterSource.COMMANDLINE]
    if named and method != _TEMPLATE:
        raise OptionError(f"--{named[0]} goes with --method {_TEMPLATE}: {method} needs no groups")
    changes = read_changes(_OPTIONS[method], given["method_options"])
    changed(_OPTIONS[method], changes)
    kept = {name: given[name] for name in ("links", "images", "tables", "max_bytes")}
    return Options(method=method, method_options=changes, **kept)


def _documents(pages: Mapping[str, Page], options: Options, given: dict[str, Any]) -> dict[str, Document]:
    """A document of each page by its name."""
    together = list(pages.values())
    if options.method == _TEMPLATE:
        clustering = ClusterOptions(**{name: given[name] for name in CLUSTER_OPTIONS})
        selections = select_cluster(together, changed(TemplateOptions(), options.method_options), clustering)
        documents = [Document(*pair, options) for pair in zip(together, selections, strict=True)]
    else:
        documents = extract_pages(together, options)
    return dict(zip(pages, documents, strict=True))


def _with_progress(documents: Mapping[str, Document]) -> Iterator[tuple[str, Document]]:
    """Name and document of each page; progress goes to stderr."""
    progress = ProgressLine[int](lambda n: f"{n} of {len(documents)} pages written")
    for n_written, pair in enumerate(documents.items()):
        progress(n_written)
        yield pair
    progress.end()


def _alone(documents: Mapping[str, Document]) -> str:
    """How many pages the template method had nothing to compare with."""
    n_alone = sum(doc.selection.facts.get("n_neighbours") == 0 for doc in documents.values())
    return f", {n_alone} without another page of their layout" if n_alone else ""
