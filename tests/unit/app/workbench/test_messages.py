"""Whatever the workbench and the command line can say has Chinese words in the catalogue."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import maintext
from maintext.classify.methods.catalogue import METHODS
from maintext.cli.terminal import translate
from maintext.html import parse
from maintext.lab.compare import explain

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(maintext.__file__).parent
LANGUAGES = ROOT / "app" / "workbench" / "static" / "lang"
# Rooms whose errors reach people; the others are read by programs.
ROOMS = """api.py app/workbench batch browser classify cli crawl document.py html lab net options.py
picture.py render selection.py sites""".split()
# Where texts are kept or dropped, with the reason.
DECIDING = "classify document.py render/artifacts.py render/duplicates.py selection.py".split()
DECISIONS = {"Verdict", "Selector", "BlockSelector", "keep", "drop", "with_rule"}
# Errors of Python that are caught before anyone reads them.
INNER = {"ConnectionError", "AttributeError", "TimeoutError", "KeyError", "TypeError"}


def sources(rooms: list[str]) -> Iterator[ast.AST]:
    for room in rooms:
        path = ROOT / room
        for file in [path] if path.suffix else sorted(path.rglob("*.py")):
            yield from ast.walk(ast.parse(file.read_text("utf-8")))


def template(node: ast.AST) -> str:
    """Return a text with {} for each value, ``""`` for another expression."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    parts = node.values if isinstance(node, ast.JoinedStr) else ()
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)


def texts_of_calls(rooms: list[str], names: set[str] | None = None) -> set[str]:
    """Return the sentences that are given to errors, or to functions of these names."""
    found = set()
    for node in sources(rooms):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in names if names else name.endswith("Error") and name not in INNER:
                found |= {template(one) for one in node.args}
    return {text for text in found if " " in text}


def test_the_name_of_a_field_is_not_the_beginning_of_a_sentence() -> None:
    said = "2 of 10 records do not fit: rel: not one number or date: 5 minutes ago"
    assert translate(said) == "10 条记录中有 2 条不符合：“rel”不是一个数字或日期：5 minutes ago"


def test_what_is_put_together_of_several_sentences_is_chinese_throughout() -> None:
    said = {
        "https://a.example/: robots.txt cannot be read: a.example refused the connection": (
            "https://a.example/：无法读取 robots.txt：a.example 拒绝连接"
        ),
        "unknown option 'maxpages' for ListRule; did you mean 'max_pages'? (known: start)": (
            "ListRule 没有选项 'maxpages'；是不是 'max_pages'？（可用：start）"
        ),
        "this is a gzip file, not a web page; decompress it first": "这是 gzip 文件，不是网页；请先解压",
        "cannot be read: File is not a zip file": "无法读取：不是 ZIP 文件",
    }
    assert {one: translate(one) for one in said} == said


def decisions() -> set[str]:
    found = texts_of_calls(DECIDING, DECISIONS)
    for node in sources(DECIDING):
        # Tables of rules, and names of reasons.
        names = [getattr(one, "id", "") for one in getattr(node, "targets", [getattr(node, "target", None)])]
        if (
            isinstance(node, ast.Assign | ast.AnnAssign)
            and names
            and names[0] in {"_RULES", "_HIDDEN", "INSERTIONS"}
        ):
            found |= {template(one) for one in ast.walk(node.value or node)}
    page = parse("<title>Hay</title><h1>Hay is late</h1><p>The miller has seen many summers.</p><p>News</p>")
    for name in METHODS:
        found |= set(explain(page, name).selection.reasons)
    return {text for text in found if " " in text}


def untranslated(texts: set[str]) -> list[str]:
    """Return the texts of which a clause stays English; a clause of values alone is in none."""
    said = {text: translate(text.replace("{}", "7")).split("；") for text in texts}
    return sorted(
        text
        for text, clauses in said.items()
        if any(re.search("[A-Za-z]", one) and not re.search("[\u4e00-\u9fff]", one) for one in clauses)
    )


def test_every_decision_has_chinese_words() -> None:
    found = decisions()
    assert len(found) > 60
    assert untranslated(found) == []


def test_every_error_and_note_has_chinese_words() -> None:
    found = texts_of_calls(ROOMS) | texts_of_calls(["cli"], {"echo_note"})
    found |= texts_of_calls(["batch"], {"_bad_item"})
    found |= texts_of_calls(["sites/recipe/learn.py"], {"append"})  # its notes
    found |= texts_of_calls(["crawl"], {"fail", "refuse", "not_resolved_message"}) - {"http {}"}
    assert len(found) > 150
    assert untranslated(found) == []


def test_a_new_message_without_chinese_is_found() -> None:
    assert untranslated({"the moon is full; wait {} days"}) == ["the moon is full; wait {} days"]


def test_translations_keep_the_values() -> None:
    known = json.loads((ROOT / "chinese.json").read_text("utf-8"))
    for english, chinese in known.items():
        gaps = sorted(re.findall(r"\{\d?\}", chinese))
        n = len(re.findall(r"\{n?\}", english))
        assert gaps in (["{}"] * n, [f"{{{i}}}" for i in range(n)]), english


def test_both_languages_have_the_same_words_with_the_same_values() -> None:
    english, chinese = (json.loads((LANGUAGES / f"{name}.json").read_text("utf-8")) for name in ("en", "zh"))
    assert list(english) == list(chinese)
    for key, words in english.items():
        assert set(re.findall(r"\{\w+\}", words)) == set(re.findall(r"\{\w+\}", chinese[key])), key
