from __future__ import annotations

from pathlib import Path

import pytest

from maintext.api import extract
from maintext.classify.methods.tag_filter import EXCLUDED, INCLUDED
from maintext.errors import OptionError


def kept(markup: str) -> str:
    return extract(markup, method="tag_filter").text


def test_a_part_named_as_content_is_kept() -> None:
    assert kept('<div class="menu">a</div><div id="content">b</div><div>c</div>') == "b"


@pytest.mark.parametrize("name", ["main-content", "mainContent", "MAIN_CONTENT", "content2"])
def test_whole_words_of_a_name_count(name: str) -> None:
    assert kept(f'<div>a</div><div class="{name}">b</div>') == "b"


def test_a_word_inside_another_word_does_not_count() -> None:
    assert kept('<div class="shadow">a</div><div class="discontented">b</div>') == "a\n\nb"


@pytest.mark.parametrize("tag", ["article", "main"])
def test_html5_elements_of_content_count_without_a_name(tag: str) -> None:
    assert kept(f"<div>a</div><{tag}>b</{tag}>") == "b"


@pytest.mark.parametrize("tag", ["nav", "footer", "aside", "header", "form"])
def test_html5_elements_of_boilerplate_count_without_a_name(tag: str) -> None:
    assert kept(f"<article>a<{tag}>b</{tag}></article>") == "a"


def test_the_innermost_name_decides() -> None:
    markup = '<div class="content">a<div class="share">b<p class="text">c</p></div>d</div>'
    assert kept(markup) == "a\n\nc\n\nd"


def test_a_part_with_both_kinds_of_names_is_excluded() -> None:
    assert kept('<div class="content sidebar">a</div><div class="content">b</div>') == "b"


def test_without_a_part_named_as_content_the_rest_is_kept() -> None:
    assert kept('<div class="nav">a</div><div class="x1">b</div><p>c</p>') == "b\n\nc"


def test_names_of_elements_that_are_no_containers_do_not_count() -> None:
    assert kept('<div><b class="content">a</b>b</div>') == "ab"


def test_chinese_names_in_latin_letters_count() -> None:
    assert kept('<div class="daohang">导航</div><div class="zhengwen">正文<br>第二行</div>') == "正文\n第二行"


def with_words(folder: Path, words: str, markup: str) -> str:
    file = folder / "words.toml"
    file.write_text(words, "utf-8")
    return extract(markup, method="tag_filter", method_options={"words": str(file)}).text


def test_other_words_are_a_file(tmp_path: Path) -> None:
    page = "<div class=artikel-Text>a</div><div class=body>b</div><div class=nav>c</div>"
    assert kept(page) == "a\n\nb"
    assert with_words(tmp_path, 'keep = ["Artikel"]', page) == "a"


def test_words_are_added_to_ours(tmp_path: Path) -> None:
    page = "<div class=werbung>a</div><div class=body>b<p class=werbung>c</div><div class=nav>d</div>"
    assert kept(page) == "b\n\nc"
    assert with_words(tmp_path, '[add]\ndrop = ["werbung"]', page) == "b"


@pytest.mark.parametrize("word", ["main-text", "text2", "正文", "two words"])
def test_a_word_that_no_name_can_have_is_an_error(tmp_path: Path, word: str) -> None:
    with pytest.raises(OptionError, match="is no word of a name"):
        with_words(tmp_path, f'keep = ["{word}"]', "<p>x")


def test_no_word_is_on_both_lists() -> None:
    assert INCLUDED.isdisjoint(EXCLUDED)


def test_the_reasons() -> None:
    rows = extract('<div class="content">a<p class="ad">b</p></div>c', method="tag_filter").trace()
    assert [row.reason for row in rows] == [
        "the nearest named part is content",
        "the nearest named part is boilerplate",
        "outside every named part",
    ]
