"""Files of word lists: what they change, and what they may not be."""

from __future__ import annotations

from pathlib import Path

import pytest

from maintext.classify.methods.word_lists import changed_lists
from maintext.errors import OptionError

LISTS = {"keep": ("main", "text"), "drop": ("nav",)}


def changed(folder: Path, text: str) -> dict[str, tuple[str, ...]]:
    file = folder / "words.toml"
    file.write_text(text, "utf-8")
    return changed_lists(LISTS, str(file))


def test_without_a_file_nothing_changes() -> None:
    assert changed_lists(LISTS, "") == LISTS


def test_a_list_takes_the_place_of_ours(tmp_path: Path) -> None:
    assert changed(tmp_path, 'keep = ["Inhalt", "inhalt", " Text "]') == {
        "keep": ("inhalt", "text"),
        "drop": ("nav",),
    }


def test_added_words_go_behind(tmp_path: Path) -> None:
    words = changed(tmp_path, '[add]\nkeep = ["正文", "main"]\n')
    assert words["keep"] == ("main", "text", "正文")


def test_our_lists_stay_as_they_are(tmp_path: Path) -> None:
    changed(tmp_path, "keep = []")
    assert LISTS == {"keep": ("main", "text"), "drop": ("nav",)}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("keep = 3", "keep must be a list of words"),
        ('keep = "main"', "keep must be a list of words"),
        ('keep = ["main", 3]', "keep must be a list of words"),
        ('keep = ["main", " "]', "keep must be a list of words"),
        ('kept = ["main"]', "unknown word list 'kept' \\(known: keep, drop\\)"),
        ('[add]\nkept = ["main"]', "unknown word list 'add.kept'"),
        ("add = 3", "add must be a table"),
        ("keep = [", "is no file of word lists"),
    ],
)
def test_a_wrong_file_says_what_is_right(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(OptionError, match=says):
        changed(tmp_path, text)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="cannot read the word lists"):
        changed_lists(LISTS, str(tmp_path / "none.toml"))


def test_another_encoding_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "words.toml"
    file.write_bytes('keep = ["正文"]'.encode("gb18030"))
    with pytest.raises(OptionError, match="is no file of word lists"):
        changed_lists(LISTS, str(file))
