"""Pages of a small site, for the browser tests."""

# ruff: noqa: E501 - pages

from __future__ import annotations

__all__ = ["PAGES", "article"]


def article(title: str, author: str, day: str, *paragraphs: str) -> str:
    """Return a page of the site."""
    text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    return f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title} | Valley News</title></head>
<body><div class="menu"><a href="/">Home</a> <a href="/farm">Farm</a> <a href="/school">School</a></div>
<div class="story"><h1 class="headline">{title}</h1><p class="who">{author}</p><p class="day">{day}</p>
<div class="words">{text}</div></div>
<div class="rail"><a href="/1">The mill pond is low</a> <a href="/2">New bus to town</a></div>
<div class="foot">Valley News, all rights kept. <a href="/terms">Terms</a></div></body></html>"""


PAGES = {
    "https://valley.example/bridge": article(
        "The bridge is open again", "Tove Lind", "2024-05-02",
        "After two years of work the stone bridge over the brook is open again. The first to cross was a "
        "shepherd with forty sheep, who had waited since dawn and had no patience for speeches.",
        "The masons found a coin from the year the bridge was built below the middle arch. It now lies in the "
        "school, where the children have written a history of every flood that the bridge has seen.",
        "Lorries must still take the road by the mill. The parish says that it will not change before the "
        "arches have stood through a winter of high water.",
    ),
    "https://valley.example/school": article(
        "School bakes its own bread", "Per Aas", "2024-06-11",
        "Every morning at six a class of nine fires the oven behind the school. By the first break there is "
        "bread for all, and the smell of it has made the arithmetic lesson the best attended of the week.",
        "The oven was a gift of the village bakery when it closed. The children learn to weigh, to wait and "
        "to clean up, which the head teacher thinks are the three sciences that matter most.",
        "Next year the older classes want to grow the wheat themselves on the field below the church.",
    ),
}  # fmt: skip
