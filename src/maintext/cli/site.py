"""``maintext site``: commands for the pages of a site."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from maintext.cli.crawl import crawl_command
from maintext.cli.reading import write_file, writing
from maintext.cli.saved import CLUSTER_OPTIONS, cluster_options, folder_options, read_folder, shown_name
from maintext.cli.site_extract import extract_folder_command
from maintext.sites.template.cluster import ClusterOptions, cluster_pages
from maintext.sites.template.dendrogram import draw_dendrogram

if TYPE_CHECKING:
    from maintext.sites.template.cluster import Clustering

__all__ = ["site_group"]


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
site_group.add_command(extract_folder_command)


@site_group.command("cluster")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("-o", "--out", type=click.Path(), help="Write all clusters and their pages as JSON.")
@click.option("--picture", type=click.Path(), help="Draw the dendrogram, .svg or .png (extra `plot`).")
@cluster_options
@folder_options
def cluster_command(folder: Path, **given: Any) -> None:
    """Group the saved pages of a folder by their layout.

    Reads the HTML files in DIR and below. Prints for each cluster the number of its pages, their mean
    similarity, and the page most like the others. A page that cannot be read is named on stderr and left
    out.

    \b
    maintext site cluster saved/
    maintext site cluster saved/ --out clusters.json --picture clusters.svg
    """  # noqa: D301 - click's mark for "do not rewrap"
    pages = read_folder(folder, given)
    options = ClusterOptions(**{name: given[name] for name in CLUSTER_OPTIONS})
    clustering = cluster_pages(list(pages.values()), options)
    if given["out"]:
        write_file(given["out"], json.dumps(_record(clustering, list(pages)), ensure_ascii=False, indent=2))
    if given["picture"]:
        with writing(given["picture"]):
            draw_dendrogram(clustering, list(map(shown_name, pages)), given["picture"], cut=options.cut)
    click.echo(_table(clustering, list(pages)))


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
        f"{number:7}  {len(cluster.pages):5}  {cluster.similarity:10.3f}  "
        f"{shown_name(names[cluster.example])}"
        for number, cluster in enumerate(clustering.clusters, 1)
    ]
    return "\n".join([*lines, f"{len(names)} pages, {len(clustering.clusters)} clusters"])
