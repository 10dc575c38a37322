"""Page templates: compare and cluster layouts, remove what pages share."""

from __future__ import annotations

from maintext.sites.template.cluster import (
    Cluster,
    Clustering,
    ClusterOptions,
    TemplateLayout,
    cluster_pages,
    find_layout,
    similarities,
    similarity,
)
from maintext.sites.template.prior import extract_pages, select_together
from maintext.sites.template.same import TemplateOptions, select_cluster, select_with

__all__ = [
    "Cluster", "ClusterOptions", "Clustering", "TemplateLayout", "TemplateOptions", "cluster_pages",
    "extract_pages", "find_layout", "select_cluster", "select_together", "select_with", "similarities",
    "similarity",
]  # fmt: skip
