from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from maintext.errors import MissingExtraError, OptionError
from maintext.picture import check_suffix, saved_figure

if TYPE_CHECKING:
    from pathlib import Path


def drawn(path: Path, settings: dict[str, object] | None = None) -> bytes:
    with saved_figure(path, (2.0, 1.0), dpi=50, settings=settings or {}) as figure:
        figure.subplots().set_title("a title")
    return path.read_bytes()


@pytest.mark.parametrize("suffix", [".png", ".svg", ".SVG"])
def test_equal_contents_give_equal_bytes(suffix: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    assert drawn(tmp_path / f"a{suffix}") == drawn(tmp_path / f"b{suffix}")


def test_the_size_is_that_of_the_paper(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    header = drawn(tmp_path / "a.png")[16:24]
    assert (int.from_bytes(header[:4]), int.from_bytes(header[4:])) == (100, 50)


def test_settings_hold_while_the_file_is_written_and_not_after(tmp_path: Path) -> None:
    mpl = pytest.importorskip("matplotlib")
    before = mpl.rcParams["svg.fonttype"]
    assert b">a title</text>" in drawn(tmp_path / "a.svg", {"svg.fonttype": "none"})
    assert mpl.rcParams["svg.fonttype"] == before


def test_a_family_that_is_not_installed_is_passed_over(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pytest.importorskip("matplotlib")
    with saved_figure(tmp_path / "a.png", (1.0, 1.0), fonts=("No Such Font", "DejaVu Sans")) as figure:
        figure.subplots().set_title("a title")
    assert not caplog.records


def test_an_error_while_drawing_leaves_no_file(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    with pytest.raises(ZeroDivisionError), saved_figure(tmp_path / "a.png", (1.0, 1.0)):
        raise ZeroDivisionError
    assert not (tmp_path / "a.png").exists()


@pytest.mark.parametrize("name", ["chart.jpg", "chart", "png"])
def test_another_suffix_is_an_error_that_lists_the_allowed(name: str) -> None:
    with pytest.raises(OptionError, match=r"\.png or \.svg"):
        check_suffix(name)


def test_without_matplotlib_the_error_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with (
        pytest.raises(MissingExtraError, match=r"pip install 'maintext\[plot\]'"),
        saved_figure(tmp_path / "a.png", (1.0, 1.0)),
    ):
        pass
