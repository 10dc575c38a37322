"""The highlight pages: one safe file with what a reader needs."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from typing import Any

import numpy as np
import pytest
import turbohtml
from tests.unit.lab.compare.test_frame import HOSTILE
from tests.zoo import ARTICLE_ZH, ZOO

from maintext.classify.methods.catalogue import METHODS
from maintext.errors import OptionError
from maintext.html import parse
from maintext.lab.compare import compare_methods, comparison_html, explain, explanation_html
from maintext.lab.compare.frame import marked_rows
from maintext.lab.compare.highlight import LANGUAGES, phrases

BOTH = ("comparison", "explanation")


def made(kind: str, html: str, lang: str = "en", url: str | None = None) -> str:
    page = parse(html, url)
    if kind == "comparison":
        return comparison_html(compare_methods(page), lang=lang)
    return explanation_html(explain(page), lang=lang)


def select(html: str, selector: str) -> list[turbohtml.Element]:
    return list(turbohtml.parse(html).select(selector))


def frame_of(html: str) -> str:
    (frame,) = select(html, "iframe")
    return str(frame.attrs["srcdoc"])


def data_of(html: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', html, re.DOTALL)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def unpacked(ranges: list[int], n: int) -> list[bool]:
    """Flags from [first, end, first, end, …]."""
    flags = [False] * n
    for first, end in zip(ranges[::2], ranges[1::2], strict=True):
        flags[first:end] = [True] * (end - first)
    return flags


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_page_stays_in_its_frame(kind: str, name: str) -> None:
    html = made(kind, HOSTILE[name], url='http://x.test/"><script>alert(2)</script>')
    scripts = select(html, "script")
    assert [s.attrs.get("type") for s in scripts] == ["application/json", None]
    assert len(select(html, "iframe")) == 1
    assert "alert(2)" not in "".join(s.text for s in scripts)
    assert not select(html, "link, base, object, embed, form, img")
    assert len(select(html, "meta")) == 4
    assert not select(frame_of(html), "script, link, base, iframe, object, embed")


@pytest.mark.parametrize("kind", BOTH)
def test_the_frame_is_a_sandbox_without_scripts(kind: str) -> None:
    (frame,) = select(made(kind, ARTICLE_ZH), "iframe")
    sandbox = frame.attrs["sandbox"]
    assert sandbox in ("allow-same-origin", ["allow-same-origin"])
    assert "src" not in frame.attrs


@pytest.mark.parametrize("kind", BOTH)
def test_only_our_script_may_run_and_nothing_is_loaded(kind: str) -> None:
    html = made(kind, ARTICLE_ZH)
    policy = str(select(html, "meta[http-equiv]")[0].attrs["content"])
    script = select(html, "script")[1].text
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert policy.startswith(f"default-src 'none'; script-src 'sha256-{digest}'; ")
    assert not re.search(r"https?:|//[a-z]", re.sub(r"// .*", "", script))
    assert not re.search(r"""\s(?:src|href)=["']""", html.replace(frame_of(html), ""))


def test_each_method_has_its_choice_and_its_marks() -> None:
    page = parse(ARTICLE_ZH)
    comparison = compare_methods(page)
    html = comparison_html(comparison)
    values = [int(str(i.attrs["value"])) for i in select(html, "input[type=radio]")]
    assert values == [-1, *range(len(METHODS))]
    data, rows = data_of(html), marked_rows(page)
    assert [method["id"] for method in data["methods"]] == list(METHODS)
    for method, result in zip(data["methods"], comparison.results, strict=True):
        assert unpacked(method["kept"], data["n"]) == result.selection.keep[rows].tolist()
        assert sum(method["why"][1::2]) == data["n"]
        first = method["reasons"][method["why"][0]]
        assert first == result.selection.why(int(rows[0]))


def test_without_the_script_shades_say_how_many_keep_a_text() -> None:
    page = parse(ARTICLE_ZH)
    comparison = compare_methods(page, ["all_text", "paragraphs"])
    classes = [
        str(m.attrs["class"]).strip("[]'") for m in select(frame_of(comparison_html(comparison)), "mark")
    ]
    n_kept = np.sum([result.selection.keep[marked_rows(page)] for result in comparison.results], axis=0)
    assert classes == [{0: "off", 1: "by3", 2: "by5"}[n] for n in n_kept.tolist()]


def test_without_the_script_an_explanation_has_its_tooltips() -> None:
    page = parse("<title>t</title><nav><a href=/>Home</a></nav><p>One.")
    marks = select(frame_of(explanation_html(explain(page, "paragraphs"))), "mark")
    assert [m.attrs["title"] for m in marks] == ["dropped: outside any <p>", "kept: inside a <p>"]


def test_an_explanation_lists_every_block() -> None:
    explanation = explain(parse(ARTICLE_ZH))
    assert len(select(explanation_html(explanation), ".words tbody tr")) == len(explanation.blocks)


def test_the_matrix_has_a_cell_for_each_pair() -> None:
    html = made("comparison", ARTICLE_ZH)
    assert len(select(html, ".matrix td")) == len(METHODS) ** 2
    assert f"{len(METHODS)} columns" in html  # a narrow side shows some of them: it says that it scrolls
    assert select(html, ".scroll[tabindex='0'] .matrix")


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize(
    ("lang", "word", "html_lang"), [("en", "the first kept text", "en"), ("zh", "第一处", "zh-CN")]
)
def test_the_page_speaks_the_language_asked_for(kind: str, lang: str, word: str, html_lang: str) -> None:
    html = made(kind, ARTICLE_ZH, lang)
    assert word in html
    assert select(html, "html")[0].attrs["lang"] == html_lang


def test_another_language_is_an_error() -> None:
    with pytest.raises(OptionError, match="en, zh"):
        made("comparison", "<p>x", "fr")


def test_all_languages_say_the_same_things() -> None:
    keys = {lang: list(phrases(lang)) for lang in LANGUAGES}
    assert keys["zh"] == keys["en"]
    for name, text in phrases("en").items():
        assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", phrases("zh")[name]))


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("name", ["empty", "head only", "frameset", "flat", "deep nesting"])
def test_odd_pages_are_shown(kind: str, name: str) -> None:
    assert data_of(made(kind, ZOO[name]))["n"] == len(marked_rows(parse(ZOO[name])))
