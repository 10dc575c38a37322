"""``maintext site``: commands for the pages of a site."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from maintext.cli.crawl import crawl_command
from maintext.cli.declared import declared_option
from maintext.cli.reading import parsed_page, write_file, writing
from maintext.errors import InputError, MaintextError
from maintext.options import Options
from maintext.site.template.cluster import LINKAGES, ClusterOptions, cluster_pages
from maintext.site.template.dendrogram import draw_dendrogram
from maintext.site.template.tree import ATTRIBUTES

if TYPE_CHECKING:
    from maintext.page import Page
    from maintext.site.template.cluster import Clustering

__all__ = ["site_group"]

_SUFFIXES = (".html", ".htm", ".xhtml", ".shtml")
_DEFAULT = ClusterOptions()


class _SiteGroup(click.Group):
    """The group ``site``: an address in the place of a command is crawled."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and "://" in args[0]:
            args = ["crawl", *args]
        return super().parse_args(ctx, args)


@click.group("site", cls=_SiteGroup)
def site_group() -> None:
    """Read many pages of a site together.

    `maintext site URL` is `maintext crawl URL`.
    """


site_group.add_command(crawl_command)


@site_group.command("cluster")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("-o", "--out", type=click.Path(), help="Write all clusters and their pages as JSON.")
@click.option("--picture", type=click.Path(), help="Draw the dendrogram, .svg or .png (extra `plot`).")
@click.option(
    "--cut",
    type=click.FloatRange(0, 1),
    default=_DEFAULT.cut,
    show_default=True,
    help="Least similarity of pages in a cluster; higher makes more clusters.",
)
@click.option("--linkage", type=click.Choice(LINKAGES), default=_DEFAULT.linkage, show_default=True,
              help="Similarity of two groups: on average, of their least or their most alike.")  # fmt: skip
@click.option("--attributes", type=click.Choice(ATTRIBUTES), default=_DEFAULT.attributes, show_default=True,
              help="Attributes that equal elements share: class and id, names, all, none.")  # fmt: skip
@click.option("--encoding", help="Encoding of the pages, when you know better than they.")
@declared_option(Options, "max_bytes", "--max-bytes")
def cluster_command(folder: Path, **given: Any) -> None:
    """Group the saved pages of a folder by their layout.

    Reads the HTML files in DIR and below. Prints for each cluster the number of its pages, their mean
    similarity, and the page most like the others. A page that cannot be read is named on stderr and left
    out.

    \b
    maintext site cluster saved/
    maintext site cluster saved/ --out clusters.json --picture clusters.svg
    """  # noqa: D301 - click's mark for "do not rewrap"
    pages = _read_folder(folder, given)
    options = ClusterOptions(**{name: given[name] for name in ("cut", "linkage", "attributes")})
    clustering = cluster_pages(list(pages.values()), options)
    if given["out"]:
        write_file(given["out"], json.dumps(_record(clustering, list(pages)), ensure_ascii=False, indent=2))
    if given["picture"]:
        with writing(given["picture"]):
            draw_dendrogram(clustering, list(map(_shown, pages)), given["picture"], cut=options.cut)
    click.echo(_table(clustering, list(pages)))


def _read_folder(folder: Path, given: dict[str, Any]) -> dict[str, Page]:
    """Parsed pages by their path below the folder, in the order of the paths."""
    if not folder.is_dir():
        raise InputError(f"{folder} is no folder: name one with saved pages", stage="read")
    files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in _SUFFIXES and path.is_file())
    if not files:
        raise InputError(f"{folder} has no page: files must end in {', '.join(_SUFFIXES)}", stage="read")
    pages: dict[str, Page] = {}
    for path in files:
        try:
            pages[path.relative_to(folder).as_posix()] = parsed_page(str(path), None, given)
        except MaintextError as error:  # one bad page is no reason to stop
            click.echo(f"maintext: {path} is left out: {error}", err=True)
    if not pages:
        raise InputError(f"none of the {len(files)} files in {folder} could be read", stage="read")
    return pages


def _record(clustering: Clustering, names: list[str]) -> dict[str, Any]:
    """What ``--out`` writes."""
    return {
        "n_pages": len(names),
        "clusters": [
            {
                "n_pages": len(cluster.pages),
                "similarity": round(cluster.similarity, 4),
                "example": names[cluster.example],
                "pages": [names[page] for page in cluster.pages],
            }
            for cluster in clustering.clusters
        ],
    }


def _table(clustering: Clustering, names: list[str]) -> str:
    lines = ["cluster  pages  similarity  example"]
    lines += [
        f"{number:7}  {len(cluster.pages):5}  {cluster.similarity:10.3f}  {_shown(names[cluster.example])}"
        for number, cluster in enumerate(clustering.clusters, 1)
    ]
    return "\n".join([*lines, f"{len(names)} pages, {len(clustering.clusters)} clusters"])


def _shown(name: str) -> str:
    """A file's name without what a terminal would obey."""
    return "".join("?" if unicodedata.category(char)[0] == "C" else char for char in name)
