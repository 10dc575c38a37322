"""The results tables of docs/evaluation.md and their picture, from figures that the commands wrote.

    python scripts/make_results.py figures.json …    merge figures into docs/results.json, write the tables
    python scripts/make_results.py                   write the tables and draw the picture again
    python scripts/make_results.py --check           end with 1 when the page is stale

Figures are the files of `maintext evaluate CORPUS --json` (methods, peers) and of `scripts/measure_choice.py
CORPUS --json` (the learned method on sites it has not seen).
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from maintext.picture import saved_figure

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "docs" / "results.json"
PAGE = ROOT / "docs" / "evaluation.md"
PICTURE = ROOT / "docs" / "comparison.svg"

# Columns of the two tables: what it is called in the figures, and in the table.
METHODS = {
    "cross-validated": "learned",
    "tag_usage": "tag_usage",
    "main_subtree": "main_subtree",
    "hyperlink_analysis": "hyperlink_analysis",
    "feature_density": "feature_density",
    "text_distribution": "text_distribution",
    "symbol_density": "symbol_density",
    "html2article": "html2article",
    "all_text": "all_text",
}
PEERS = {
    "cross-validated": "learned",
    "trafilatura": "trafilatura 2.3.1",
    "readability-lxml": "readability-lxml 0.9",
    "resiliparse": "Resiliparse 2.0.1",
    "newspaper4k": "newspaper4k 0.9.6",
    "goose3": "goose3 3.1.22",
    "justext": "jusText 3.0.2",
    "gne": "GNE 0.4.3",
    "boilerpy3": "boilerpy3 1.0.7",
}
GROUPS = (
    *("overall", "daniel · zh", "daniel · en", "daniel · el", "daniel · pl", "daniel · ru", "gne"),
    *("magic_html", "scrapinghub", "wcxb_dev", "wcxb_dev · article", "wcxb_dev · documentation"),
    *("wcxb_dev · service", "wcxb_dev · forum", "wcxb_dev · listing", "wcxb_dev · collection"),
    "wcxb_dev · product",
)
# Colours that people tell apart who see red and green alike (Okabe and Ito 2008), and marks.
LOOKS = tuple(
    zip(
        ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#777777", "#f0e442", "#000000"),
        "Dos^vPX<>",
        strict=True,
    )
)
TABLES = {"methods": (METHODS, GROUPS), "peers": (PEERS, tuple(g for g in GROUPS if g != "overall"))}


def merged(known: dict[str, Any], figures: dict[str, Any]) -> dict[str, Any]:
    """Word-F1 by group and system, of the most pages that a group was measured on; a sample is left out."""
    for score in figures["groups"]:
        if score["f1"] is None:
            continue
        group = known.setdefault(score["group"], {"n_pages": 0, "f1": {}})
        if score["n_scored"] > group["n_pages"]:
            group.update(n_pages=score["n_scored"], f1={}, interval={})
        if score["n_scored"] == group["n_pages"]:
            group["f1"][score["system"]] = round(score["f1"], 3)
            if "interval" in score:
                group.setdefault("interval", {})[score["system"]] = [round(x, 3) for x in score["interval"]]
    return known


def table(results: dict[str, Any], columns: dict[str, str], groups: tuple[str, ...]) -> str:
    """One table as Markdown, the best of a line in bold; – for what was not measured on the whole group."""
    lines = [
        f"| group | pages | {' | '.join(columns.values())} |",
        "|---|---:" + "|---:" * len(columns) + "|",
    ]
    for group in groups:
        if group not in results:
            continue
        f1 = [results[group]["f1"].get(system) for system in columns]
        best = max(value for value in f1 if value is not None)
        cells = ["–" if value is None else f"{value:.3f}" for value in f1]
        cells = [f"**{cell}**" if value == best else cell for cell, value in zip(cells, f1, strict=True)]
        if interval := results[group].get("interval", {}).get("cross-validated"):
            cells[0] += " [{:.3f},\u00a0{:.3f}]".format(*interval)
        lines.append(f"| {group} | {results[group]['n_pages']} | {' | '.join(cells)} |")
    return "\n".join(lines)


def written(text: str, results: dict[str, Any]) -> str:
    """The page with its tables made anew, between their marks."""
    for name, (columns, groups) in TABLES.items():
        start, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        before, _, rest = text.partition(start)
        _, _, after = rest.partition(end)
        text = f"{before}{start}\n{table(results, columns, groups)}\n{end}{after}"
    return text


def draw(results: dict[str, Any], path: Path) -> None:
    """Draw the peers' table: a line for each group, a dot for each system."""
    groups = [group for group in TABLES["peers"][1] if group in results]
    with saved_figure(path, (8, 0.24 * len(groups) + 1)) as figure:
        axes = figure.subplots()
        for place, (system, name) in reversed(list(enumerate(PEERS.items()))):
            f1 = [results[group]["f1"].get(system) for group in groups]
            rows = [row for row, value in enumerate(f1) if value is not None]
            colour, marker = LOOKS[place]
            axes.scatter(
                [f1[row] for row in rows], rows, s=80 if place == 0 else 30,
                color=colour, marker=marker, label=name, zorder=3 - (place > 0),
            )  # fmt: skip
        axes.set_yticks(range(len(groups)), [f"{group} ({results[group]['n_pages']})" for group in groups])
        axes.invert_yaxis()
        axes.grid(color="#dddddd", linewidth=0.6)
        axes.set_xlabel("word-F1, mean over pages (1 is best)")
        axes.spines[["top", "right"]].set_visible(False)
        handles, labels = axes.get_legend_handles_labels()
        figure.legend(handles[::-1], labels[::-1], loc="outside upper center", ncols=4, frameon=False)


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("figures", nargs="*", type=Path)
    parser.add_argument(
        "--check", action="store_true", help="write nothing; end with 1 when a table is stale"
    )
    given = parser.parse_args()
    results = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    for path in given.figures:
        results = merged(results, json.loads(path.read_text(encoding="utf-8")))
    text = PAGE.read_text(encoding="utf-8")
    if given.check:
        is_stale = text != written(text, results)
        print("stale: docs/evaluation.md" if is_stale else "the tables are current")
        return is_stale
    RESULTS.write_text(json.dumps(results, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(written(text, results), encoding="utf-8")
    draw(results, PICTURE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
