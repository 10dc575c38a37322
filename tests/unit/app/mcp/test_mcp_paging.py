from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.app.mcp.tasks import list_piece, text_piece
from maintext.errors import OptionError


@given(st.text(alphabet="ab\n正", max_size=200), st.integers(1, 60))
def test_the_pieces_are_together_the_text(text: str, max_chars: int) -> None:
    pieces, start = [], 0
    while start is not None:
        piece = text_piece(text, start, max_chars)
        assert len(piece["text"]) <= max_chars
        assert (piece["start"], piece["n_chars"]) == (start, len(text))
        pieces.append(piece["text"])
        start = piece["next_start"]
    assert "".join(pieces) == text


def test_a_piece_ends_with_a_line_where_one_ends_near_its_end() -> None:
    assert text_piece("abcdefgh\nij", 0, 10)["text"] == "abcdefgh\n"
    assert text_piece("ab\ncdefghijkl", 0, 10)["text"] == "ab\ncdefghi"


def test_an_empty_text_is_one_piece() -> None:
    assert text_piece("", 0, 10) == {"text": "", "start": 0, "n_chars": 0, "next_start": None}


def test_a_list_comes_in_pieces_too() -> None:
    assert list_piece("items", "abc", 1, 1) == {"items": ["b"], "start": 1, "n_items": 3, "next_start": 2}
    assert list_piece("items", "abc", 2, 9)["next_start"] is None


@pytest.mark.parametrize("start", [-1, 4])
def test_a_start_outside_is_refused(start: int) -> None:
    with pytest.raises(OptionError, match="from 0 to 3"):
        text_piece("abc", start, 10)
    with pytest.raises(OptionError, match="from 0 to 3"):
        list_piece("items", "abc", start, 10)


def test_a_piece_without_an_entry_is_refused() -> None:
    with pytest.raises(OptionError, match="max_items must be at least 1, not -5"):
        list_piece("items", "abc", 0, -5)
