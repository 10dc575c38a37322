"""Parts of self-contained HTML reports."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

__all__ = [
    "MAX_ROWS", "N_SAMPLES", "SAMPLE_CHARACTERS", "counted", "failed", "html_page", "sample", "samples",
    "table",
]  # fmt: skip

MAX_ROWS = 40
"""Rows of a table of counts."""

N_SAMPLES = 12
"""Records that are shown."""

SAMPLE_CHARACTERS = 400
"""Characters of the text of one."""

_STYLE = """:root{color-scheme:light dark;--soft:#666;--line:#ccc;--bar:#4a7ebb}
@media (prefers-color-scheme:dark){:root{--soft:#a3a099;--line:#4a4c50;--bar:#6f9fd8}}
body{font:15px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}h3{font-size:1rem;margin:0}
table{border-collapse:collapse}
td,th{padding:.15rem .7rem .15rem 0;text-align:left;vertical-align:top;overflow-wrap:anywhere}
td.n{text-align:right;font-variant-numeric:tabular-nums}
.bar{display:inline-block;height:.7em;background:var(--bar)}.grid{display:flex;flex-wrap:wrap;gap:0 3rem}
article{border-left:3px solid var(--line);padding-left:1rem;margin:1rem 0}
small,.u{color:var(--soft);overflow-wrap:anywhere}"""
_BAR_EM = 12


def html_page(title: str, parts: Iterable[str]) -> str:
    """Return a page with a title above its parts, which are HTML."""
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>'
        f"<body><h1>{escape(title)}</h1>{''.join(parts)}</body></html>\n"
    )


def counted(name: str, rows: Sequence[tuple[str, int]], *, bars: bool = False) -> str:
    """Return a section of counts by name, at most :data:`MAX_ROWS`; ``""`` if there are none.

    ``bars`` also draws each count as a share of the largest.
    """
    if not rows:
        return ""
    largest = max(n for _, n in rows) or 1
    bar = '<td><span class="bar" style="width:{:.2f}em"></span></td>' if bars else ""
    body = "".join(
        f'<tr><td>{escape(what or "(unknown)")}</td><td class="n">{n:,}</td>'
        f"{bar.format(_BAR_EM * (n / largest))}</tr>"
        for what, n in rows[:MAX_ROWS]
    )
    more = f"<small>and {len(rows) - MAX_ROWS:,} more</small>" if len(rows) > MAX_ROWS else ""
    return f"<section><h2>{escape(name)}</h2><table>{body}</table>{more}</section>"


def table(rows: Iterable[Sequence[Any]], head: Sequence[str] = ()) -> str:
    """Return a table of text cells."""
    names = f"<tr>{''.join(f'<th>{escape(name)}</th>' for name in head)}</tr>" if head else ""
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table>{names}{body}</table>"


def failed(
    name: str, rows: Sequence[Sequence[Any]], head: Sequence[str], *, maximum: int, n_failed: int
) -> str:
    """Return a table of at most ``maximum`` of ``n_failed`` failures; ``""`` if there are none."""
    if not rows:
        return ""
    more = f"<small>only the first {maximum} are shown</small>" if n_failed > maximum else ""
    return f"<h2>{escape(name)}</h2>{table(rows[:maximum], head)}{more}"


def samples(shown: Iterable[str]) -> str:
    """Return some records, each from :func:`sample`; ``""`` for none."""
    body = "".join(shown)
    return f"<h2>Some records</h2>{body}" if body else ""


def sample(title: str | None, facts: Iterable[Any], text: str | None, place: str) -> str:
    """Return one record: title, known facts, start of its text, and URL."""
    known = " · ".join(str(fact) for fact in facts if fact)
    return (
        f"<article><h3>{escape(title or '(no title)')}</h3><small>{escape(known)}</small>"
        f'<p>{escape((text or "")[:SAMPLE_CHARACTERS])}</p><p class="u">{escape(place)}</p></article>'
    )
