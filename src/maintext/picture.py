"""Pictures as files: matplotlib set up so that equal contents give equal bytes; needs the extra ``plot``."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from maintext.errors import MissingExtraError, OptionError

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping, Sequence

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
    """Refuse the name of a file that is no picture.

    Raises
    ------
    OptionError
        It ends in none of those, in letters of either case.
    """
    if _suffix(path) not in allowed:
        raise OptionError(f"cannot draw to {path}: its name must end in {' or '.join(allowed)}")


@contextmanager
def saved_figure(
    path: str | os.PathLike[str],
    size: tuple[float, float],
    *,
    dpi: int = 120,
    layout: Literal["constrained"] | None = "constrained",
    fonts: Sequence[str] = _FONTS,
    settings: Mapping[str, Any] = MappingProxyType({}),
) -> Iterator[Any]:
    """Give an empty figure of matplotlib to draw on, and write it when that ends without an error.

    Parameters
    ----------
    path
        File to write, as :func:`check_suffix` lets pass; an existing one is replaced. The directory must
        exist.
    size
        Width and height in inches.
    dpi
        Dots per inch of a ``.png`` or ``.jpg``.
    layout
        Whether matplotlib makes room for titles and labels; ``None`` leaves axes where they are put.
    fonts
        Families to write with, the first choice first; those that are not installed are passed over.
    settings
        Settings of matplotlib to change while it is drawn and written, as ``{"font.size": 7}``.

    Raises
    ------
    MissingExtraError
        matplotlib is not installed.
    OSError
        The file cannot be written.
    """
    try:
        import matplotlib as mpl  # noqa: PLC0415 - an extra, and slow to import
        from matplotlib import font_manager  # noqa: PLC0415
        from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError as error:
        raise MissingExtraError("matplotlib", "plot") from error
    installed = set(font_manager.get_font_names())
    families = [name for name in fonts if name in installed]
    changes: dict[Any, Any] = {**_SETTINGS, "font.family": families, **settings}
    with mpl.rc_context(changes):
        figure = Figure(figsize=size, layout=layout)
        FigureCanvasAgg(figure)
        yield figure
        suffix = _suffix(path)
        figure.savefig(path, format=suffix[1:], dpi=dpi, metadata=_METADATA[suffix])


def _suffix(path: str | os.PathLike[str]) -> str:
    return Path(path).suffix.lower()
