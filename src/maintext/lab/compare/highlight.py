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
from importlib import resources
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.errors import OptionError
from maintext.lab.compare.agreement import visible_chars
from maintext.lab.compare.explain import nearest_scores
from maintext.lab.compare.frame import framed_page, marked_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from maintext.html import Page
    from maintext.lab.compare.agreement import Comparison, MethodResult
    from maintext.lab.compare.explain import BlockDecision, Explanation
    from maintext.selection import Selection

__all__ = ["LANGUAGES", "comparison_html", "explanation_html", "phrases"]

_PHRASES = {
    "en": {
        "lang": "en",
        "compare": "Methods compared",
        "explain": "Why each text was kept or dropped",
        "show": "Show",
        "all": "how many methods keep it",
        "method": "method",
        "chars": "characters",
        "share": "share",
        "precision": "precision",
        "recall": "recall",
        "f1": "word-F1",
        "agreement": "Agreement: word-F1 of each pair of texts, in percent",
        "columns": "{n} columns, numbered as the rows; scroll sideways to see those that do not fit.",
        "kept_by": "kept by {n} of {all}",
        "kept": "kept",
        "dropped": "dropped",
        "none": "kept by none",
        "go": "Go to the first kept text",
        "hint": "The arrow keys ← → change the method.",
        "page": "The page, with scripts, styles and addresses taken out",
        "score": "score",
        "reason": "reason",
        "path": "path",
        "bytes": "bytes",
        "text": "text",
        "blocks": "Blocks",
        "facts": "Numbers the decision used",
        "visible": "visible characters",
        "rows": "rows",
    },
    "zh": {
        "lang": "zh-CN",
        "compare": "各方法对比",
        "explain": "每段文本保留或舍弃的理由",
        "show": "显示",
        "all": "有多少方法保留",
        "method": "方法",
        "chars": "字符数",
        "share": "占比",
        "precision": "精确率",
        "recall": "召回率",
        "f1": "词级 F1",
        "agreement": "一致程度：两两文本之间的词级 F1（百分数）",
        "columns": "共 {n} 列，编号与行相同；放不下的列可横向滚动查看。",
        "kept_by": "{all} 种方法中有 {n} 种保留",
        "kept": "保留",
        "dropped": "舍弃",
        "none": "没有方法保留",
        "go": "转到第一处保留的文本",
        "hint": "用方向键 ← → 切换方法。",
        "page": "网页（已去除脚本、样式和地址）",
        "score": "分数",
        "reason": "理由",
        "path": "路径",
        "bytes": "字节",
        "text": "文本",
        "blocks": "文本块",
        "facts": "依据数值",
        "visible": "个可见字符",
        "rows": "行",
    },
}

LANGUAGES = tuple(_PHRASES)
"""Languages of the pages."""


def phrases(lang: str) -> dict[str, str]:
    """Return the phrases of a language by name; ``OptionError`` for an unknown one."""
    if lang not in _PHRASES:
        raise OptionError(f"there are no texts in {lang!r}: choose from {', '.join(LANGUAGES)}")
    return _PHRASES[lang]


_SHADES = 5


def comparison_html(comparison: Comparison, *, lang: str = "en") -> str:
    """Return an HTML page with each method's selection on the original page.

    Parameters
    ----------
    comparison
        From :func:`~maintext.lab.compare.agreement.compare_methods`.
    lang
        Language of the labels, ``en`` or ``zh``.

    Raises
    ------
    OptionError
        The language is unknown.
    """
    words = phrases(lang)
    page, results = comparison.page, comparison.results
    rows = marked_rows(page)
    n_kept = sum((result.selection.keep[rows].astype(np.int64) for result in results), np.zeros(len(rows)))
    shades = np.ceil(n_kept / max(1, len(results)) * _SHADES).astype(int).tolist()
    frame = framed_page(page, [f"by{shade}" if shade else "off" for shade in shades])
    side = [
        _titled_section(
            words["show"],
            _method_table(results, words) + f'<p class="hint">{words["hint"]}</p>' + _go_button(words),
        ),
        _titled_section(words["agreement"], _agreement_matrix(comparison, words)),
    ]
    methods = [_method_data(page, result.selection) | {"id": result.name} for result in results]
    return _whole_document(page, words, title=words["compare"], side=side, frame=frame, methods=methods)


def explanation_html(explanation: Explanation, *, lang: str = "en") -> str:
    """Return an HTML page with one method's selection on the original page, reasons as tooltips.

    Language and errors as :func:`comparison_html`.
    """
    words = phrases(lang)
    page, selection = explanation.page, explanation.selection
    rows = marked_rows(page)
    scores = nearest_scores(page, selection.score)[rows].tolist()
    kept = selection.keep[rows].tolist()
    titles = [
        _tooltip_text(words, selection.why(row), is_kept=k, score=score)
        for row, k, score in zip(rows.tolist(), kept, scores, strict=True)
    ]
    frame = framed_page(page, ["kept" if k else "off" for k in kept], titles)
    facts = [(html.escape(name), f"{value:.6g}") for name, value in selection.facts.items()]
    side = [
        _go_button(words),
        _titled_section(words["facts"], _scrolling_table([], facts)) if facts else "",
        _titled_section(words["blocks"], _block_table(explanation.blocks, words)),
    ]
    data = _method_data(page, selection) | {"score": [_round_score(score) for score in scores]}
    title = f"{explanation.method.id}: {words['explain']}"
    return _whole_document(page, words, title=title, side=side, frame=frame, methods=[data])


def _tooltip_text(words: dict[str, str], why: str, *, is_kept: bool, score: float) -> str:
    rounded = _round_score(score)
    suffix = "" if rounded is None else f" ({words['score']} {rounded})"
    return f"{words['kept' if is_kept else 'dropped']}: {why}{suffix}"


def _round_score(score: float) -> float | None:
    return float(f"{score:.4g}") if math.isfinite(score) else None


# -- data for the script ------------------------------------------------------------------------------


def _method_data(page: Page, selection: Selection) -> dict[str, Any]:
    """Return the marks a method keeps as ranges, and their reasons as runs of numbers."""
    rows = marked_rows(page)
    bounds = np.flatnonzero(np.diff(np.concatenate(([False], selection.keep[rows], [False])).astype(np.int8)))
    why = [[number, sum(1 for _ in run)] for number, run in groupby(selection.reason[rows].tolist())]
    return {
        "id": selection.method,
        "kept": bounds.tolist(),
        "why": [number for pair in why for number in pair],
        "reasons": list(selection.reasons),
        "score": None,
    }


def _script_data(value: object) -> str:
    """Return JSON that cannot end a script element."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


# -- parts --------------------------------------------------------------------------------------------


def _whole_document(
    page: Page, words: dict[str, str], *, title: str, side: Sequence[str], frame: str,
    methods: list[dict[str, Any]],
) -> str:  # fmt: skip
    folder = resources.files("maintext.lab.compare")
    script, style = ((folder / f"highlight.{kind}").read_text("utf-8") for kind in ("js", "css"))
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; "
        "base-uri 'none'; form-action 'none'"
    )
    texts = {name: words[name] for name in ("kept", "dropped", "kept_by", "none", "score")}
    data = {"n": len(marked_rows(page)), "methods": methods, "texts": texts}
    about = f"{visible_chars(page):,} {words['visible']}, {len(page):,} {words['rows']}"
    return f"""<!DOCTYPE html>
<html lang="{words["lang"]}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{html.escape(title)}</title>
<style>{style}</style>
</head>
<body>
<header><h1>{html.escape(title)}</h1><p>{html.escape(page.url or "")} {about}</p></header>
<main>
<div class="side">{"".join(side)}</div>
<div class="frame"><iframe title="{words["page"]}" sandbox="allow-same-origin" srcdoc="{html.escape(frame)}">\
</iframe></div>
</main>
<script type="application/json" id="data">{_script_data(data)}</script>
<script>{script}</script>
</body>
</html>
"""


def _titled_section(title: str, content: str) -> str:
    return f"<section><h2>{html.escape(title)}</h2>{content}</section>"


def _go_button(words: dict[str, str]) -> str:
    return f'<button type="button" id="go">{words["go"]}</button>'


def _scrolling_table(header: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "") -> str:
    """Return a table that scrolls on narrow screens; cells are markup."""
    head = f"<thead><tr>{''.join(f'<th>{cell}</th>' for cell in header)}</tr></thead>" if header else ""
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="scroll"><table class="{kind}">{head}<tbody>{body}</tbody></table></div>'


def _radio_button(number: int, label: str, *, is_first: bool = False) -> str:
    checked = " checked" if is_first else ""
    return f'<label><input type="radio" name="shown" value="{number}"{checked}>{label}</label>'


def _method_table(results: Sequence[MethodResult], words: dict[str, str]) -> str:
    has_gold = any(result.score is not None for result in results)
    names = ["method", "chars", "share", *(["precision", "recall", "f1"] if has_gold else [])]
    header = [words[name] for name in names]
    header.insert(3, "ms")
    rows = [[_radio_button(-1, words["all"], is_first=True), *[""] * (len(header) - 1)]]
    for number, result in enumerate(results):
        score = result.score
        scores = [f"{x:.3f}" for x in (score.precision, score.recall, score.f1)] if score else []
        label = f"{number + 1} {html.escape(result.name)}"
        figures = [f"{result.n_chars:,}", f"{result.share:.0%}", f"{result.cpu_ms:.2f}"]
        rows.append([_radio_button(number, label), *figures, *scores])
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


def _block_table(blocks: Sequence[BlockDecision], words: dict[str, str]) -> str:
    header = [words[name] for name in ("text", "score", "reason", "path", "bytes")]
    head = "".join(f"<th>{cell}</th>" for cell in header)
    body = ""
    for block in blocks:
        score = _round_score(block.score)
        start = block.text if len(block.text) <= 80 else block.text[:79] + "…"
        cells = ["" if score is None else str(score), block.reason, block.path]
        shown = "".join(f"<td>{html.escape(cell)}</td>" for cell in cells)
        body += (
            f'<tr class="{"kept" if block.kept else "dropped"}"><td class="text">'
            f"{html.escape(start)}</td>{shown}<td>{block.byte_start}–{block.byte_end}</td></tr>"
        )
    return (
        f'<div class="scroll"><table class="words"><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )
