"""Saved pages of a site in a folder, for the commands that read them together."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any

import click

from maintext.cli.declared import declared_option
from maintext.cli.progress import ProgressLine
from maintext.cli.reading import parsed_page
from maintext.errors import InputError, MaintextError
from maintext.options import Options
from maintext.sites.template.cluster import LINKAGES, ClusterOptions
from maintext.sites.template.keys import ATTRIBUTES

if TYPE_CHECKING:
    from pathlib import Path

    from maintext.cli.declared import Command
    from maintext.html import Page

__all__ = ["CLUSTER_OPTIONS", "cluster_options", "folder_options", "read_folder", "shown_name"]

_SUFFIXES = (".html", ".htm", ".xhtml", ".shtml")
_DEFAULT = ClusterOptions()
CLUSTER_OPTIONS = ("cut", "linkage", "attributes")
_CLUSTER = (
    click.option(
        "--cut", type=click.FloatRange(0, 1), default=_DEFAULT.cut, show_default=True,
        help="Least similarity of pages in a cluster; higher makes more clusters.",
    ),
    click.option(
        "--linkage", type=click.Choice(LINKAGES), default=_DEFAULT.linkage, show_default=True,
        help="Similarity of two groups: on average, of their least or their most alike.",
    ),
    click.option(
        "--attributes", type=click.Choice(ATTRIBUTES), default=_DEFAULT.attributes, show_default=True,
        help="Attributes that equal elements share: class and id, names, all, none.",
    ),
)  # fmt: skip
_FOLDER = (
    click.option("--encoding", help="Encoding of the pages, when you know better than they."),
    declared_option(Options, "max_bytes", "--max-bytes"),
)


def cluster_options(command: Command) -> Command:
    """Give a command the options of :class:`maintext.sites.template.ClusterOptions`."""
    for add in reversed(_CLUSTER):
        command = add(command)
    return command


def folder_options(command: Command) -> Command:
    """Give a command the options of :func:`read_folder`."""
    for add in reversed(_FOLDER):
        command = add(command)
    return command


def read_folder(folder: Path, given: dict[str, Any]) -> dict[str, Page]:
    """Parsed pages by their path below the folder, in the order of the paths; progress goes to stderr.

    A page that cannot be read is named on stderr and left out.

    Raises
    ------
    InputError
        There is no such folder, it has no page, or none that can be read.
    """
    if not folder.is_dir():
        raise InputError(f"{folder} is no folder: name one with saved pages", stage="read")
    files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in _SUFFIXES and path.is_file())
    if not files:
        raise InputError(f"{folder} has no page: files must end in {', '.join(_SUFFIXES)}", stage="read")
    pages: dict[str, Page] = {}
    progress = ProgressLine[int](lambda n: f"{n} of {len(files)} pages read")
    for n_read, path in enumerate(files):
        progress(n_read)
        try:
            pages[path.relative_to(folder).as_posix()] = parsed_page(str(path), None, given)
        except MaintextError as error:  # one bad page is no reason to stop
            click.echo(f"maintext: {path} is left out: {error}", err=True)
    progress.end()
    if not pages:
        raise InputError(f"none of the {len(files)} files in {folder} could be read", stage="read")
    return pages


def shown_name(name: str) -> str:
    """A file's name without what a terminal would obey."""
    return "".join("?" if unicodedata.category(char)[0] == "C" else char for char in name)
