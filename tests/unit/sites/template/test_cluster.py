from __future__ import annotations

import time

import numpy as np
import pytest
from tests.tiny import markup
from tests.unit.sites.template.definition_template import joins

from maintext.errors import OptionError
from maintext.html import parse
from maintext.sites.template import ClusterOptions, cluster_pages
from maintext.sites.template.cluster import LINKAGES, MAX_PAGES, linkage

NEWS = "<div id=top></div><div class=story><p>{}</p></div><div id=end></div>"
SHOP = "<header></header><table><tr><td>{}</table>"


@pytest.mark.parametrize("method", LINKAGES)
@pytest.mark.parametrize("seed", range(5))
def test_heights_equal_the_definition(method: str, seed: int) -> None:
    points = np.random.default_rng(seed).random((17, 2))
    distance = np.linalg.norm(points[:, None] - points[None], axis=2)
    tree = linkage(distance, method)
    assert tree[:, 2] == pytest.approx(sorted(joins(distance, method)))
    assert tree[-1, 3] == 17
    assert sorted(tree[:, :2].ravel().tolist()) == list(range(32))


@pytest.mark.parametrize("method", LINKAGES)
def test_equal_distances_end(method: str) -> None:
    tree = linkage(np.ones((30, 30)) - np.eye(30), method)
    assert tree[:, 2] == pytest.approx(1)


def test_the_matrix_given_is_not_changed() -> None:
    distance = np.ones((3, 3)) - np.eye(3)
    before = distance.copy()
    linkage(distance)
    assert (distance == before).all()


def test_pages_of_one_layout_are_together() -> None:
    pages = [parse(html.format(i)) for i in range(3) for html in (NEWS, SHOP)] + [parse(NEWS)]
    found = cluster_pages(pages)
    assert [cluster.pages for cluster in found.clusters] == [(0, 2, 4, 6), (1, 3, 5)]
    assert found.of_page.tolist() == [0, 1, 0, 1, 0, 1, 0]
    assert found.clusters[0].similarity == pytest.approx(1)


def test_the_cut_decides() -> None:
    a, b = parse("<i></i><p></p><i></i>"), parse("<i></i><b></b><i></i>")  # .8 alike
    assert len(cluster_pages([a, b], ClusterOptions(cut=0.8)).clusters) == 1
    assert len(cluster_pages([a, b], ClusterOptions(cut=0.81)).clusters) == 2


def test_neighbours_are_the_most_alike_first() -> None:
    pages = [parse(f"<i></i>{middle}<i></i>") for middle in ("<p></p>", "<b></b>", "<p></p>")]
    assert cluster_pages(pages).neighbours(0) == [2, 1]


def test_the_example_is_most_like_the_others() -> None:
    pages = [parse(f"<i></i>{middle}<i></i>") for middle in ("<b></b>", "<p></p>", "<p></p>")]
    assert cluster_pages(pages).clusters[0].example == 1


@pytest.mark.parametrize("n", [0, 1])
def test_no_and_one_page(n: int) -> None:
    found = cluster_pages([parse("<p>a")] * n)
    assert len(found.clusters) == n
    assert found.tree.shape == (0, 4)


def test_too_many_pages_are_refused() -> None:
    with pytest.raises(OptionError, match="too many"):
        cluster_pages([parse("")] * (MAX_PAGES + 1))


def test_a_thousand_pages_take_seconds() -> None:
    pages = [parse(markup(i) + "<p>" * (i % 50)) for i in range(1000)]
    start = time.process_time()
    found = cluster_pages(pages)
    assert time.process_time() - start < 20
    assert len(found.of_page) == 1000
