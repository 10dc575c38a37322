"""HTML pages that show on the original page what methods keep; they work without a network.

A page is one file. Its frame holds a safe copy of the page (:mod:`maintext.lab.compare.frame`) in a
sandbox without scripts. Around it stand a list of methods, which colours the marks in the frame, the
figures, and the reasons. The policy admits one script, by its hash.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import math
import tomllib
from collections.abc import Callable, Iterable, Sequence
from importlib import resources
from itertools import groupby
from string import Template
from typing import Any

import numpy as np

from maintext.errors import OptionError
from maintext.html import Page
from maintext.lab.compare.agreement import Comparison, MethodResult, visible_chars
from maintext.lab.compare.explain import BlockDecision, Explanation, nearest_scores
from maintext.lab.compare.frame import framed_page, marked_rows
from maintext.lab.compare.tables import result_cells
from maintext.selection import Selection

__all__ = ["LANGUAGES", "comparison_html", "explanation_html", "phrases", "round_score"]

LANGUAGES = ("en", "zh")
"""Languages of the pages."""


def phrases(lang: str) -> dict[str, str]:
    """Return the phrases of a language by name; ``OptionError`` for an unknown one."""
    if lang not in LANGUAGES:
        raise OptionError(f"there are no texts in {lang!r}: choose from {', '.join(LANGUAGES)}")
    texts: dict[str, str] = tomllib.loads(_read_file("highlight.toml"))[lang]
    return texts


def _read_file(name: str) -> str:
    return (resources.files("maintext.lab.compare") / name).read_text("utf-8")


_SHADES = 5


def comparison_html(
    comparison: Comparison, *, lang: str = "en", translate: Callable[[str], str] = str
) -> str:
    """Return an HTML page with each method's selection on the original page.

    ``lang``, one of :data:`LANGUAGES`, is the language of the labels; :class:`OptionError` for another.
    ``translate`` gives a reason in it.
    """
    words = phrases(lang)
    page, results = comparison.page, comparison.results
    rows = marked_rows(page)
    n_kept = sum((result.selection.keep[rows].astype(np.int64) for result in results), np.zeros(len(rows)))
    shades = np.ceil(n_kept / max(1, len(results)) * _SHADES).astype(int).tolist()
    frame = framed_page(page, [f"by{shade}" if shade else "off" for shade in shades])
    show = _method_table(results, words) + f'<p class="hint">{words["hint"]}</p>' + _go_button(words)
    agreement = _agreement_matrix(comparison, words)
    side = [_titled_section(words["show"], show), _titled_section(words["agreement"], agreement)]
    methods = [_method_data(page, result.selection, translate) | {"id": result.name} for result in results]
    return _whole_document(page, words, title=words["compare"], side=side, frame=frame, methods=methods)


def explanation_html(
    explanation: Explanation, *, lang: str = "en", translate: Callable[[str], str] = str
) -> str:
    """Return an HTML page with one method's selection and reasons; languages as :func:`comparison_html`."""
    words = phrases(lang)
    page, selection = explanation.page, explanation.selection
    rows = marked_rows(page)
    scores = [round_score(score) for score in nearest_scores(page, selection.score)[rows].tolist()]
    kept = selection.keep[rows].tolist()
    titles = [
        f"{words['kept' if is_kept else 'dropped']}: {translate(selection.why(row))}"
        + ("" if score is None else f" ({words['score']} {score})")
        for row, is_kept, score in zip(rows.tolist(), kept, scores, strict=True)
    ]
    frame = framed_page(page, ["kept" if k else "off" for k in kept], titles)
    facts = [("", (html.escape(name), f"{value:.6g}")) for name, value in selection.facts.items()]
    side = [
        _go_button(words),
        _titled_section(words["facts"], _scrolling_table([], facts)) if facts else "",
        _titled_section(words["blocks"], _block_table(explanation.blocks, words, translate)),
    ]
    data = _method_data(page, selection, translate) | {"score": scores}
    title = f"{explanation.method.id}: {words['explain']}"
    return _whole_document(page, words, title=title, side=side, frame=frame, methods=[data])


def round_score(score: float | None) -> float | None:
    """Return a score with four digits, ``None`` for a missing or infinite one."""
    return float(f"{score:.4g}") if score is not None and math.isfinite(score) else None


# -- data for the script ------------------------------------------------------------------------------


def _method_data(page: Page, selection: Selection, translate: Callable[[str], str]) -> dict[str, Any]:
    """Return the marks a method keeps as ranges, and their reasons as runs of numbers."""
    rows = marked_rows(page)
    bounds = np.flatnonzero(np.diff(np.concatenate(([False], selection.keep[rows], [False])).astype(np.int8)))
    why = [[number, sum(1 for _ in run)] for number, run in groupby(selection.reason[rows].tolist())]
    return {
        "id": selection.method, "kept": bounds.tolist(), "why": [number for pair in why for number in pair],
        "reasons": list(map(translate, selection.reasons)), "score": None,
    }  # fmt: skip


# -- parts --------------------------------------------------------------------------------------------


def _whole_document(
    page: Page, words: dict[str, str], *, title: str, side: Sequence[str], frame: str,
    methods: list[dict[str, Any]],
) -> str:  # fmt: skip
    script = _read_file("highlight.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; "
        "base-uri 'none'; form-action 'none'"
    )
    texts = {name: words[name] for name in ("kept", "dropped", "kept_by", "none", "score")}
    data = {"n": len(marked_rows(page)), "methods": methods, "texts": texts}
    # "<" as an escape, so that no text can end the script element.
    json_text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    about = f"{visible_chars(page):,} {words['visible']}, {len(page):,} {words['rows']}"
    return Template(_read_file("highlight.html")).substitute(
        lang=words["lang"], policy=policy, title=html.escape(title), style=_read_file("highlight.css"),
        url=html.escape(page.url or ""), about=about, side="".join(side), frame_title=words["page"],
        frame=html.escape(frame), data=json_text, script=script,
    )  # fmt: skip


def _titled_section(title: str, content: str) -> str:
    return f"<section><h2>{html.escape(title)}</h2>{content}</section>"


def _go_button(words: dict[str, str]) -> str:
    return f'<button type="button" id="go">{words["go"]}</button>'


def _scrolling_table(header: Sequence[str], rows: Iterable[tuple[str, Sequence[str]]], kind: str = "") -> str:
    """Return a table that scrolls on narrow screens; rows are classes and cells, cells are markup."""
    head = f"<thead><tr>{''.join(f'<th>{cell}</th>' for cell in header)}</tr></thead>" if header else ""
    lines = ((name, "".join(f"<td>{cell}</td>" for cell in cells)) for name, cells in rows)
    body = "".join(f'<tr class="{name}">{cells}</tr>' for name, cells in lines)
    return f'<div class="scroll"><table class="{kind}">{head}<tbody>{body}</tbody></table></div>'


def _radio_button(number: int, label: str, checked: str = "") -> str:
    return f'<label><input type="radio" name="shown" value="{number}"{checked}>{label}</label>'


def _method_table(results: Sequence[MethodResult], words: dict[str, str]) -> str:
    has_gold = any(result.score is not None for result in results)
    header = [words["method"], words["chars"], words["share"], "ms"]
    header += [words[name] for name in ("precision", "recall", "f1") if has_gold]
    rows = [("", [_radio_button(-1, words["all"], " checked"), *[""] * (len(header) - 1)])]
    for number, result in enumerate(results):
        name, *figures = result_cells(result)
        rows.append(("", [_radio_button(number, f"{number + 1} {html.escape(name)}"), *figures]))
    return _scrolling_table(header, rows)


def _agreement_matrix(comparison: Comparison, words: dict[str, str]) -> str:
    ids = [html.escape(result.name) for result in comparison.results]
    head = "".join(f'<th title="{name}">{i}</th>' for i, name in enumerate(ids, 1))
    body = ""
    for i, name in enumerate(ids):
        cells = "".join(
            f'<td style="--f1:{f1:.2f}" title="{name}, {ids[j]}">{math.floor(100 * f1)}</td>'
            for j, f1 in enumerate(comparison.agreement[i].tolist())
        )
        body += f"<tr><th>{i + 1} {name}</th>{cells}</tr>"
    return (
        f'<p class="hint">{words["columns"].format(n=len(ids))}</p>'
        f'<div class="scroll" tabindex="0"><table class="matrix"><thead><tr><th></th>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _block_table(
    blocks: Sequence[BlockDecision], words: dict[str, str], translate: Callable[[str], str]
) -> str:
    rows = []
    for block in blocks:
        score = round_score(block.score)
        start = block.text if len(block.text) <= 80 else block.text[:79] + "…"
        cells = [start, "" if score is None else str(score), translate(block.reason), block.path]
        place = f"{block.byte_start}–{block.byte_end}"
        rows.append(("kept" if block.kept else "dropped", [*map(html.escape, cells), place]))
    header = [words[name] for name in ("text", "score", "reason", "path", "bytes")]
    return _scrolling_table(header, rows, "words")
