"""Evaluate systems on gold corpora: word-F1, significance, tables and a chart.

A system is any callable from a page to a text.
"""

from maintext.html.word_overlap import (
    Score,
    count_words,
    drop_title_line,
    lcs_f1,
    score_counts,
    snippet_rate,
    word_f1,
)
from maintext.lab.evaluate.chart import draw_comparison
from maintext.lab.evaluate.corpus import GOLD_KINDS, RANKED_KINDS, GoldPage, corpus_sets, read_corpus
from maintext.lab.evaluate.groups import METRICS, GroupScore, shown_groups, summarise
from maintext.lab.evaluate.paired import PairedDifference, paired_differences
from maintext.lab.evaluate.report import difference_table, report_table, to_json
from maintext.lab.evaluate.run import PageResult, evaluate

__all__ = [
    "GOLD_KINDS", "METRICS", "RANKED_KINDS", "GoldPage", "GroupScore", "PageResult", "PairedDifference",
    "Score", "corpus_sets", "count_words", "difference_table", "draw_comparison", "drop_title_line",
    "evaluate", "lcs_f1", "paired_differences", "read_corpus", "report_table", "score_counts",
    "shown_groups", "snippet_rate", "summarise", "to_json", "word_f1",
]  # fmt: skip
