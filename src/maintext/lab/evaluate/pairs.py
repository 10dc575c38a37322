"""Gold pages as pairs of files: ``NAME.html`` as it was fetched, and ``NAME.txt`` with its main text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from maintext.errors import DatasetError, InputError
from maintext.html.decode import decode

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["html_files", "pair_record"]

_HTML = (".html", ".htm")
_SHOWN = 3  # names in an error


def html_files(folder: Path) -> list[Path]:
    """Return the pages of a folder in the order of their names; those of folders in it are not taken.

    Raises
    ------
    DatasetError
        A page has no text of the same name beside it, or two pages have the same name.
    """
    pages = sorted(path for path in folder.iterdir() if path.suffix.lower() in _HTML and path.is_file())
    if alone := [path.name for path in pages if not path.with_suffix(".txt").is_file()]:
        raise DatasetError(
            f"{folder}: {len(alone)} of {len(pages)} pages have no .txt of the same name beside them "
            f"({', '.join(alone[:_SHOWN])}{' …' if len(alone) > _SHOWN else ''}); add it or remove them"
        )
    if len({path.stem for path in pages}) < len(pages):
        raise DatasetError(f"{folder} has pages as .html and .htm with one name: rename one of them")
    return pages


def pair_record(page: Path) -> dict[str, Any]:
    """Return a page and its text as a line of a corpus file has them.

    The page is decoded as :func:`maintext.parse` would decode it; the text is UTF-8. The gold counts as that
    of people. Address, language and page type are not known.

    Raises
    ------
    DatasetError
        A file cannot be read, or is not what its name says.
    """
    try:
        decoded = decode(page.read_bytes())
        gold = page.with_suffix(".txt").read_text(encoding="utf-8-sig")
    except (OSError, InputError) as error:
        raise DatasetError(f"{page} cannot be read ({error}): correct it or remove it") from error
    except UnicodeDecodeError as error:
        raise DatasetError(f"{page.with_suffix('.txt')} is not UTF-8: convert it") from error
    return {
        "id": page.stem,
        "html": decoded.text,
        "gold_kind": "human",
        "gold_text": gold,
        "encoding": decoded.encoding,
    }
