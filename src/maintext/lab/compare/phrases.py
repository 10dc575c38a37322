"""What the highlight pages say, in English and Chinese."""

from __future__ import annotations

from maintext.errors import OptionError

__all__ = ["LANGUAGES", "phrases"]

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
    """Return the phrases of a language by name.

    Raises
    ------
    OptionError
        A language we have no phrases in.
    """
    if lang not in _PHRASES:
        raise OptionError(f"there are no texts in {lang!r}: choose from {', '.join(LANGUAGES)}")
    return _PHRASES[lang]
