"""``maintext site``: group the saved pages of a site by layout, and extract them together."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from maintext.batch.source.base import PAGE_SUFFIXES, list_files
from maintext.classify.learned import LearnedOptions
from maintext.cli.crawl import crawl_command
from maintext.cli.options import (
    ENCODING,
    METHOD_SET,
    NamedChoice,
    add_options,
    declared_options,
    kept_changes,
    kept_options,
    output_option,
)
from maintext.cli.reading import checked_write, parse_page, write_file, write_output
from maintext.cli.terminal import NOTHING_FOUND, echo_lines, echo_note, with_progress
from maintext.document import Document
from maintext.errors import InputError, MaintextError, OptionError
from maintext.html import Page
from maintext.options import DEFAULT_METHOD, Options, changed, read_changes
from maintext.rows import json_lines
from maintext.selection import Outcome
from maintext.sites.template import TemplateOptions, extract_pages, select_cluster
from maintext.sites.template.cluster import ClusterOptions, cluster_pages, draw_dendrogram

__all__ = ["site_group"]

_TEMPLATE = "template"
_METHOD_DEFAULTS: dict[str, Any] = {DEFAULT_METHOD: LearnedOptions(), _TEMPLATE: TemplateOptions()}

_CLUSTER_FLAGS = {"cut": "--cut", "linkage": "--linkage", "attributes": "--attributes"}
_cluster_options = declared_options(ClusterOptions, _CLUSTER_FLAGS, kinds={"cut": click.FloatRange(0, 1)})
_max_bytes = declared_options(Options, {"max_bytes": "--max-bytes"})
_folder_options = add_options(ENCODING, _max_bytes)


class _SiteGroup(click.Group):
    """The group ``site``: a URL instead of a command is crawled."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and "://" in args[0]:
            args = ["crawl", *args]
        return super().parse_args(ctx, args)


@click.group("site", cls=_SiteGroup)
def site_group() -> None:
    """Read many pages of a site together.

    `maintext site URL` is `maintext crawl URL`.
    """


def _read_folder(folder: Path, given: dict[str, Any]) -> dict[str, Page]:
    """Parse the pages below a folder, by relative path in sorted order; unreadable ones are reported.

    Raises InputError: there is no such folder, one below cannot be listed, or there is no readable page.
    """
    if not folder.is_dir():
        raise InputError(f"{folder} is not a folder: name one with saved pages", stage="read")
    found = sorted(map(Path, list_files(str(folder))))
    if not (files := [path for path in found if path.suffix.lower() in PAGE_SUFFIXES and path.is_file()]):
        raise InputError(f"{folder} has no page: files must end in {', '.join(PAGE_SUFFIXES)}", stage="read")
    pages: dict[str, Page] = {}
    for path in with_progress(files, "read"):
        try:
            pages[path.relative_to(folder).as_posix()] = parse_page(str(path), None, given)
        except MaintextError as error:  # one bad page is no reason to stop
            echo_note(f"{path} is left out: {error}")
    if not pages:
        raise InputError(f"none of the {len(files)} files in {folder} could be read", stage="read")
    return pages


def _printable_name(name: str) -> str:
    """Replace control characters in a file name, which a terminal would obey."""
    return "".join("?" if unicodedata.category(char)[0] == "C" else char for char in name)


@site_group.command("cluster")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@output_option("Write all clusters and their pages as JSON.", "out")
@click.option("--picture", type=click.Path(), help="Draw the dendrogram, .svg or .png (extra `plot`).")
@_cluster_options
@_folder_options
def cluster_command(folder: Path, **given: Any) -> None:
    """Group the saved pages of a folder by their layout.

    Reads the HTML files in DIR and below. Prints for each cluster the number of its pages, their mean
    similarity, and its most typical page. An unreadable page is named on stderr and left out.

    \b
    maintext site cluster saved/
    maintext site cluster saved/ -o clusters.json --picture clusters.svg
    """  # noqa: D301 - click's mark for "do not rewrap"
    pages = _read_folder(folder, given)
    names = list(pages)
    options = ClusterOptions(**{name: given[name] for name in _CLUSTER_FLAGS})
    clustering = cluster_pages(list(pages.values()), options)
    if given["out"]:
        record: dict[str, Any] = {"n_pages": len(names), "clusters": []}
        for one in clustering.clusters:
            about = {"n_pages": len(one.pages), "similarity": round(one.similarity, 4)}
            shown = {"example": names[one.example], "pages": [names[page] for page in one.pages]}
            record["clusters"].append(about | shown)
        write_file(given["out"], json.dumps(record, ensure_ascii=False, indent=2))
    if given["picture"]:
        with checked_write(given["picture"]):
            draw_dendrogram(clustering, list(map(_printable_name, names)), given["picture"], cut=options.cut)
    click.echo("cluster  pages  similarity  example")
    for number, cluster in enumerate(clustering.clusters, 1):
        example = _printable_name(names[cluster.example])
        click.echo(f"{number:7}  {len(cluster.pages):5}  {cluster.similarity:10.3f}  {example}")
    click.echo(f"{len(names)} pages, {len(clustering.clusters)} clusters")


def _json_records(pages: Iterable[tuple[str, Document]]) -> Iterator[str]:
    """Yield a line of JSON per page; undecodable parts of a file name become ``?``."""
    return json_lines(
        {"key": name.encode("utf-8", "replace").decode(), **doc.to_dict()} for name, doc in pages
    )


def _text_records(pages: Iterable[tuple[str, Document]]) -> Iterator[str]:
    return (f"==> {_printable_name(name)} <==\n{doc.text}\n\n" for name, doc in pages)


_FORMATS = {"jsonl": _json_records, "text": _text_records}


@site_group.command("extract")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@output_option("Write to a file instead of stdout.")
@click.option(
    "-f", "--format", "form", type=NamedChoice(list(_FORMATS)), default="jsonl", show_default=True,
    help="Output format: JSON Lines, one record per page; or the texts, each below its file name.",
)  # fmt: skip
@click.option(
    "-m", "--method", type=NamedChoice(list(_METHOD_DEFAULTS)), default=DEFAULT_METHOD, show_default=True,
    help="learned: the default method, corrected by what repeats. template: text that other pages of the "
    "same layout do not have (DeleteSame).",
)  # fmt: skip
@METHOD_SET
@_cluster_options
@kept_options
@_folder_options
def extract_folder_command(folder: Path, output: str | None, form: str, **given: Any) -> None:
    """Extract the saved pages of a folder, using what they have in common.

    Reads the HTML files in DIR and below. An unreadable page is named on stderr and left out. The template
    method first groups the pages by layout (--cut, --linkage, --attributes). It keeps nothing of a page that
    is alone in its group. The exit code is 6 if no page has main content.

    \b
    maintext site extract saved/ -o pages.jsonl
    maintext site extract saved/ --method template --set place=position --set links=keep --format text
    """  # noqa: D301 - click's mark for "do not rewrap"
    options = _extract_options(given)
    pages = _read_folder(folder, given)
    documents = dict(zip(pages, _extract_documents(list(pages.values()), options, given), strict=True))
    write_output(output, "".join(_FORMATS[form](with_progress(documents.items(), "written"))))
    n_found = sum(doc.outcome is Outcome.FOUND for doc in documents.values())
    n_alone = sum(doc.selection.facts.get("n_neighbours") == 0 for doc in documents.values())
    alone = f", {n_alone} without another page of their layout" if n_alone else ""
    echo_lines([f"{len(documents)} pages, {n_found} with main content{alone}"])
    if not n_found:
        click.get_current_context().exit(NOTHING_FOUND)


def _extract_options(given: dict[str, Any]) -> Options:
    """Return the user's options, checked before any page is read."""
    context, method = click.get_current_context(), given["method"]
    named = [n for n in _CLUSTER_FLAGS if context.get_parameter_source(n) is ParameterSource.COMMANDLINE]
    if named and method != _TEMPLATE:
        raise OptionError(f"--{named[0]} goes with --method {_TEMPLATE}: {method} needs no groups")
    changes = read_changes(_METHOD_DEFAULTS[method], given["method_options"])
    changed(_METHOD_DEFAULTS[method], changes)
    return Options(method=method, method_options=changes, max_bytes=given["max_bytes"], **kept_changes(given))


def _extract_documents(pages: list[Page], options: Options, given: dict[str, Any]) -> list[Document]:
    if options.method != _TEMPLATE:
        return extract_pages(pages, options)
    clustering = ClusterOptions(**{name: given[name] for name in _CLUSTER_FLAGS})
    selections = select_cluster(pages, changed(TemplateOptions(), options.method_options), clustering)
    return [Document(*pair, options) for pair in zip(pages, selections, strict=True)]


site_group.add_command(crawl_command)
