"""Draw picture files with matplotlib, reproducibly; needs the extra ``plot``."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from maintext.errors import OptionError, needs_extra

__all__ = ["PICTURES", "check_suffix", "saved_figure"]

PICTURES = (".png", ".svg")
"""Suffixes of the files that are drawn, unless more are allowed."""

# Nothing of the day or the installed version, so that equal contents give equal files.
_METADATA: dict[str, dict[str, str | None] | None] = {
    ".png": {"Software": None},
    ".svg": {"Creator": "maintext", "Date": None},
    ".jpg": None,  # has no place for it
}
_FONTS = ("DejaVu Sans",)  # comes with matplotlib
_SETTINGS = {"svg.hashsalt": "maintext", "font.size": 9}


def check_suffix(path: str | os.PathLike[str], allowed: Sequence[str] = PICTURES) -> None:
    """Check that a file name has the suffix of a picture, in either case.

    Raises OptionError: the suffix is not among ``allowed``.
    """
    if _file_suffix(path) not in allowed:
        raise OptionError(f"cannot draw to {path}: its name must end in {' or '.join(allowed)}")


@contextmanager
def saved_figure(
    path: str | os.PathLike[str], size: tuple[float, float], *, dpi: int = 120,
    layout: Literal["constrained"] | None = "constrained", fonts: Sequence[str] = _FONTS,
    settings: Mapping[str, Any] = MappingProxyType({}),
) -> Iterator[Any]:  # fmt: skip
    """Give an empty matplotlib figure, and save it if the block ends without error.

    ``path`` is checked by :func:`check_suffix`; an existing file is replaced. ``size`` is width and height in
    inches, ``dpi`` the dots per inch of a ``.png`` or ``.jpg``. The layout ``constrained`` makes room for
    titles and labels. Missing ``fonts`` are skipped. ``settings`` are those of matplotlib while drawing and
    saving, like ``{"font.size": 7}``.

    Raises MissingExtraError: matplotlib is not installed; OSError: the file cannot be written.
    """
    with needs_extra("matplotlib", "plot"):
        import matplotlib as mpl  # noqa: PLC0415 - an extra, and slow to import
        from matplotlib import font_manager  # noqa: PLC0415
        from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
        from matplotlib.figure import Figure  # noqa: PLC0415
    installed = set(font_manager.get_font_names())
    families = [name for name in fonts if name in installed]
    changes: dict[Any, Any] = {**_SETTINGS, "font.family": families, **settings}
    with mpl.rc_context(changes):
        figure = Figure(figsize=size, layout=layout)
        FigureCanvasAgg(figure)
        yield figure
        suffix = _file_suffix(path)
        figure.savefig(path, format=suffix[1:], dpi=dpi, metadata=_METADATA[suffix])


def _file_suffix(path: str | os.PathLike[str]) -> str:
    return Path(path).suffix.lower()
