"""flexible_nodes as its docstring states it, one node and one super-node after the other."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from tests.definitions import rows_of

from maintext.classify.methods.flexible_nodes import FlexibleNodesOptions


@dataclass(frozen=True)
class HTMLNode:
    """A node as the source prints it: HTMLNode(j) {tag, content, nodeWeight, isALink}."""

    row: int
    block: int
    tag: str
    content: str
    n_chars: int
    node_weight: float
    is_link: bool


def html_nodes(markup: str) -> list[HTMLNode]:
    rows = rows_of(markup)
    texts = [i for i, row in enumerate(rows) if row.n_chars and not row.is_hidden]
    most = max((rows[i].n_chars for i in texts), default=1)
    return [
        HTMLNode(
            i, rows[i].block, rows[rows[i].parent].name, rows[i].text.strip(),
            rows[i].n_chars, rows[i].n_chars / most, rows[i].is_link,
        )
        for i in texts
    ]  # fmt: skip


def super_nodes(nodes: list[HTMLNode]) -> list[list[HTMLNode]]:
    return [list(group) for _, group in groupby(nodes, key=lambda node: node.block)]


def total(nodes: list[HTMLNode]) -> int:
    return sum(node.n_chars for node in nodes)


def linked(nodes: list[HTMLNode]) -> int:
    return sum(node.n_chars for node in nodes if node.is_link)


def is_text(nodes: list[HTMLNode], options: FlexibleNodesOptions) -> bool:
    return linked(nodes) <= options.max_link_density * total(nodes)


def weight(nodes: list[HTMLNode], options: FlexibleNodesOptions) -> int:
    """Formula (4)."""
    if is_text(nodes, options):
        return total(nodes) - linked(nodes) - options.cost
    return -total(nodes) - options.cost


def kept_rows(markup: str, options: FlexibleNodesOptions) -> set[int]:
    supers = super_nodes(html_nodes(markup))
    possible = [
        (node.node_weight, -i)
        for i, group in enumerate(supers)
        for node in group
        if is_text(group, options) and not node.is_link
    ]
    if not possible:
        return set()
    at = -max(possible)[1]  # the first of equal ones
    weights = [weight(group, options) for group in supers]
    end = at + 1 + extension(weights[at + 1 :], options.max_fall)
    start = at - extension(weights[:at][::-1], options.max_fall)
    return {node.row for group in supers[start:end] if is_text(group, options) for node in group}


def extension(weights: list[int], max_fall: int) -> int:
    """Formula (5): go on, remember the best end, stop where the weight has fallen too far."""
    run = best = n = 0
    for k, value in enumerate(weights, 1):
        run += value
        if run < best - max_fall:
            break
        if run > best:
            best, n = run, k
    return n
