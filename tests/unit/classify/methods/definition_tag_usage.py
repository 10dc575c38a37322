"""tag_usage by its steps, over a plain walk: slow and meant to be obviously right."""

from __future__ import annotations

from dataclasses import dataclass

from tests import naive
from tests.definitions import rows_of
from tests.unit.classify.methods.definition_text_density import ancestors

from maintext.classify.methods.tag_usage import SIDE, USES, TagUsageOptions

LINKED = {*USES["region"], *USES["text"], *USES["list"], "table"}


@dataclass
class TagUsage:
    richness: dict[int, int]  # of every region
    kept: list[int]


def tag_usage(markup: str, options: TagUsageOptions) -> TagUsage:
    rows = rows_of(markup)
    regions = [i for i, row in enumerate(rows) if row.name in USES["region"] or i == 0]
    noise = noise_elements(markup, options)
    texts = [i for i, row in enumerate(rows) if row.is_text and row.n_chars and not row.is_hidden]
    left = [i for i in texts if noise.isdisjoint(ancestors(rows, i))]
    region_of = {i: next(e for e in ancestors(rows, i) if e in regions) for i in texts}
    richness = dict.fromkeys(regions, 0)
    for i in left:
        richness[region_of[i]] += 0 if rows[i].is_link else rows[i].n_chars
    most = max(richness.values())
    rich = {i for i in regions if richness[i] > 0 and richness[i] >= options.min_richness * most}
    inside_rich = {i for i in regions if next((e for e in ancestors(rows, i) if e in regions), None) in rich}
    return TagUsage(richness, [i for i in left if region_of[i] in rich | inside_rich])


def noise_elements(markup: str, options: TagUsageOptions) -> set[int]:
    """Step 2."""
    rows = rows_of(markup)
    n_chars, n_linked = naive.text_chars(rows), naive.link_chars(rows)
    found = set()
    for i, row in enumerate(rows):
        if row.name in {*USES["form"], *SIDE} and n_chars[i] < options.max_noise_share * n_chars[0]:
            found.add(i)
        is_linked = n_linked[i] > options.max_link_density * n_chars[i]
        if row.name in LINKED and is_linked and n_chars[i] < options.max_link_share * n_chars[0]:
            found.add(i)
    return found
