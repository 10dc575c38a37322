"""Measure vips on corpus pages rendered here without network, compared with methods that read the DOM alone.

    .venv/bin/python scripts/measure_vips.py CORPUS [--per-set 56] [--snapshots DIR] [--javascript] [-v]

Pages are taken at even distances from four sets (gne has 32 pages, so 56 a set are 200 pages). Word-F1 is
the mean of pages by set. All methods run on the same HTML, as it came out of the browser. Render time is
wall-clock time with the snapshot, analysis is CPU time of ``vips.select`` on a snapshot already parsed.
With ``--snapshots`` what was rendered is kept in a folder and used again.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import maintext
from maintext.browser import Browser, RenderOptions, Snapshot, load_snapshot, save_snapshot, vips
from maintext.errors import MaintextError
from maintext.html.word_overlap import drop_title_line
from maintext.lab.evaluate import read_corpus, word_f1
from maintext.options import Options
from maintext.render import render_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maintext.lab.evaluate import GoldPage

SETS = ("wcxb_dev", "daniel", "gne", "scrapinghub")
METHODS = ("learned", "main_subtree", "text_density", "all_text")


def snapshots(
    pages: list[GoldPage], folder: Path | None, options: RenderOptions, times: dict[str, list[float]]
) -> Iterator[tuple[GoldPage, Snapshot]]:
    """Each page with its snapshot, rendered now or before; says which ones could not be rendered."""
    with Browser() as browser:
        for page in pages:
            file = None if folder is None else folder / (page.id.replace("/", "_") + ".json.gz")
            if file is not None and file.exists():
                yield page, load_snapshot(file)
                continue
            try:
                rendered = browser.render_saved(page.html, page.url, options)
            except MaintextError as error:
                print(f"not rendered: {page.id}: {error}", file=sys.stderr)
                continue
            assert rendered.snapshot is not None  # noqa: S101 - asked for
            times.setdefault("render", []).append(rendered.render_s)
            if file is not None:
                save_snapshot(rendered.snapshot, file)
            yield page, rendered.snapshot


def f1(text: str, page: GoldPage) -> float:
    """Word-F1 with the title line left out on both sides."""
    gold = drop_title_line(page.gold_text or "", page.title)
    return word_f1(drop_title_line(text, page.title), gold).f1


def measure(page: GoldPage, snapshot: Snapshot, times: dict[str, list[float]]) -> dict[str, float]:
    """Word-F1 of each method on one page."""
    columns = snapshot.page
    begin = time.process_time()
    selection = vips.select(snapshot)
    times.setdefault("analysis", []).append(time.process_time() - begin)
    scores = {"vips": f1(render_text(columns, selection), page)}
    for method in METHODS:
        document = maintext.extract(snapshot.html, page.url, options=Options(method=method))
        scores[method] = f1(document.text, page)
    return scores


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--per-set", type=int, default=56)
    parser.add_argument("--snapshots", type=Path)
    parser.add_argument("--javascript", action="store_true", help="run the scripts of the pages")
    parser.add_argument("--json", type=Path, help="write the figures of each page")
    parser.add_argument("-v", "--verbose", action="store_true")
    given = parser.parse_args()
    if given.snapshots:
        given.snapshots.mkdir(parents=True, exist_ok=True)
    pages = list(read_corpus(given.corpus, sets=SETS, limit_per_set=given.per_set))
    options = RenderOptions(layout=True, javascript=given.javascript)
    times: dict[str, list[float]] = {}
    rows = []
    for page, snapshot in snapshots(pages, given.snapshots, options, times):
        rows.append((page.set, page.id, measure(page, snapshot, times)))
        if given.verbose:
            print(rows[-1][1], {name: round(value, 3) for name, value in rows[-1][2].items()})
    print_table(len(pages), rows, times)
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1), encoding="utf-8")


def print_table(
    n_pages: int, rows: list[tuple[str, str, dict[str, float]]], times: dict[str, list[float]]
) -> None:
    """Word-F1 by set, then times."""
    print(f"{len(rows)} of {n_pages} pages")
    names = ("vips", *METHODS)
    print(f"{'set':12} {'pages':>5}", *(f"{name:>12}" for name in names))
    for name in (*SETS, "all"):
        chosen = [scores for set_name, _, scores in rows if name in {set_name, "all"}]
        if chosen:
            means = [statistics.fmean(scores[method] for scores in chosen) for method in names]
            print(f"{name:12} {len(chosen):5}", *(f"{mean:12.3f}" for mean in means))
    for name, values in times.items():
        spread = sorted(values)
        parts = {
            "mean": statistics.fmean(values),
            "median": statistics.median(values),
            "p95": spread[int(0.95 * len(spread))],
            "most": spread[-1],
        }
        shown = ", ".join(f"{what} {1000 * value:.1f} ms" for what, value in parts.items())
        print(f"{name}: {shown} of {len(values)} pages")


if __name__ == "__main__":
    main()
