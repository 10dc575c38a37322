"""The report of a crawl as one HTML page that needs nothing else."""

from __future__ import annotations

from html import escape
from itertools import islice
from typing import TYPE_CHECKING, Any

from maintext.pace import duration
from maintext.store import frontier

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from maintext.crawl.counts import CrawlReport
    from maintext.store.database import Store

__all__ = ["report_page"]

_MOST_ROWS, _MOST_FAILURES, _N_SAMPLES, _SAMPLE_CHARACTERS = 40, 500, 12, 400
_STYLE = """body{font:15px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}table{border-collapse:collapse}
td,th{padding:.15rem .7rem .15rem 0;text-align:left;vertical-align:top}
td.n{text-align:right;font-variant-numeric:tabular-nums}
.bar{display:inline-block;height:.7em;background:#4a7ebb}.grid{display:flex;flex-wrap:wrap;gap:0 3rem}
article{border-left:3px solid #ccc;padding-left:1rem;margin:1rem 0}
small,.u{color:#666;overflow-wrap:anywhere}"""
_BAR_EM = 12


def report_page(store: Store, report: CrawlReport) -> str:
    """Return the report: counts by day, source, language and kind, failures with reasons, some records."""
    run = next(run for run in store.runs() if run["id"] == report.run)
    title = f"Crawl of {', '.join(run['seeds'][:1])}"
    counts = report.counts
    facts = {
        "state": report.state, "began": run["started"], "ended": run["ended"], "starts": report.n_starts,
        "time": duration(run["seconds"] or report.seconds), "requests": f"{counts.n_requests:,}",
        "pages read": f"{counts.n_pages:,}", "records in the store": f"{report.n_records:,}",
        "new": counts.records["new"], "changed": counts.records["changed"],
        "unchanged": counts.records["unchanged"], "gone": counts.records["gone"],
        "near-duplicates": report.n_near_duplicates, "addresses that wait": report.n_waiting,
    }  # fmt: skip
    tables = [
        ("Records by day", _days(store)),
        ("by source", store.counts("source")),
        ("by language", store.counts("language")),
        ("by kind", store.counts("kind")),
        ("Pages", counts.results),
        ("Left out", counts.left_out),
        ("Errors", counts.errors),
        ("Links not followed", counts.not_followed),
    ]
    parts = [
        f"<h1>{escape(title)}</h1>",
        _table(((name, value) for name, value in facts.items()), ""),
        f'<div class="grid">{"".join(_counted(name, values) for name, values in tables if values)}</div>',
        _failures(store, report.run),
        _samples(store),
    ]
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>'
        f"<body>{''.join(parts)}</body></html>\n"
    )


def _days(store: Store) -> dict[str, int]:
    """Records by the day of publication, the last days first."""
    by_day: dict[str, int] = {}
    for moment, n in store.counts("published").items():
        by_day[moment[:10]] = by_day.get(moment[:10], 0) + n
    return dict(sorted(by_day.items(), reverse=True))


def _counted(name: str, values: Mapping[str, int]) -> str:
    rows = (
        list(values.items()) if name == "Records by day" else sorted(values.items(), key=lambda row: -row[1])
    )
    most = max(values.values())
    cells = [
        (
            value or "(unknown)",
            f"{n:,}",
            f'<span class="bar" style="width:{_BAR_EM * n / most:.2f}em"></span>',
        )
        for value, n in rows[:_MOST_ROWS]
    ]
    body = "".join(
        f'<tr><td>{escape(value)}</td><td class="n">{n}</td><td>{bar}</td></tr>' for value, n, bar in cells
    )
    more = f"<small>and {len(rows) - _MOST_ROWS:,} more</small>" if len(rows) > _MOST_ROWS else ""
    return f"<section><h2>{escape(name)}</h2><table>{body}</table>{more}</section>"


def _table(rows: Iterable[tuple[Any, ...]], head: str) -> str:
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table>{head}{body}</table>"


def _failures(store: Store, run: int) -> str:
    with store.transaction() as connection:
        found = list(islice(frontier.failures(connection, run), _MOST_FAILURES + 1))
    if not found:
        return ""
    rows = [(one["error"], one["url"], one["reason"] or "", one["discovered_from"] or "") for one in found]
    head = "<tr><th>what</th><th>address</th><th>why</th><th>found on</th></tr>"
    more = f"<small>only the first {_MOST_FAILURES} are shown</small>" if len(found) > _MOST_FAILURES else ""
    return f"<h2>Failed or refused</h2>{_table(rows[:_MOST_FAILURES], head)}{more}"


def _samples(store: Store) -> str:
    """Records spread over the whole table."""
    step = max(store.n_records() // _N_SAMPLES, 1)
    shown = list(islice(store.records(), 0, step * _N_SAMPLES, step))
    return "<h2>Some records</h2>" + "".join(map(_sample, shown)) if shown else ""


def _sample(record: Mapping[str, Any]) -> str:
    facts = [record[name] for name in ("author", "published", "source", "language", "kind") if record[name]]
    text = (record["text"] or "")[:_SAMPLE_CHARACTERS]
    return (
        f"<article><h3>{escape(record['title'] or '(no title)')}</h3>"
        f"<small>{escape(' · '.join(facts))}</small>"
        f'<p>{escape(text)}</p><p class="u">{escape(record["url"])}</p></article>'
    )
