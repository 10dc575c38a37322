"""The forms of trafilatura's output, written from a document of maintext."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from html import escape
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET  # writes only; nothing is parsed here

from maintext.compat.trafilatura.body import body_element, comments_element

if TYPE_CHECKING:
    import maintext
    from maintext.compat.trafilatura.settings import Document, Extractor

__all__ = ["main_text", "written"]

_HEADER = "title author url hostname description sitename date categories tags fingerprint id license".split()
_ATTRIBUTES = (
    "sitename title author date url hostname description categories tags license id fingerprint language"
).split()
_NOT_PLAIN = frozenset({"true", "false", "yes", "no", "on", "off", "y", "n", "null", "none", "~"})


def main_text(document: maintext.Document, options: Extractor, *, formatting: bool | None = None) -> str:
    """Return the main text, as Markdown where formatting, links or images are asked for."""
    formatting = options.formatting if formatting is None else formatting
    return document.markdown if formatting or options.links or options.images else document.text


def written(document: maintext.Document, found: Document, comments: list[str], options: Extractor) -> str:
    """Return a document in the form that the options name.

    Parameters
    ----------
    document
        Main content.
    found
        Its fields; they are written where the options ask for metadata.
    comments
        Texts of comments that are not in the main text.
    """
    if options.format == "csv":
        text = _csv(document, found, comments, options)
    elif options.format == "json":
        text = _json(document, found, comments, options)
    elif options.format == "html":
        text = _html(document, found, comments, with_metadata=options.with_metadata)
    elif options.format == "xml":
        text = _xml(document, found, comments, options)
    elif options.format == "xmltei":
        text = document.tei
    else:
        text = _plain(document, found, comments, options)
    return unicodedata.normalize("NFC", text)


def _plain(document: maintext.Document, found: Document, comments: list[str], options: Extractor) -> str:
    header = ""
    if options.with_metadata:
        values = ((name, getattr(found, name)) for name in _HEADER)
        header = "".join(f"{name}: {_scalar(value)}\n" for name, value in values if value)
        header = f"---\n{header}---\n"
    gap = "\n\n" if options.format == "markdown" else "\n"
    return header + gap.join([main_text(document, options), *comments]).strip()


def _scalar(value: Any) -> str:
    """A value of the header, in quotes where YAML would read it as something else."""
    if not isinstance(value, str):
        return str(value)
    is_plain = (
        value[0].isalpha() and value == value.strip() and value.isprintable() and not value.endswith(":")
        and ": " not in value and " #" not in value and value.lower() not in _NOT_PLAIN
    )  # fmt: skip
    return value if is_plain else json.dumps(value, ensure_ascii=False)


def _csv(document: maintext.Document, found: Document, comments: list[str], options: Extractor) -> str:
    text = main_text(document, options)
    line = io.StringIO()
    cells = (
        found.url, found.id, found.fingerprint, found.hostname, found.title, found.image, found.date,
        text, "\n".join(comments), found.license, found.pagetype,
    )  # fmt: skip
    csv.writer(line, delimiter="\t").writerow([cell or "null" for cell in cells])
    return line.getvalue()


def _json(document: maintext.Document, found: Document, comments: list[str], options: Extractor) -> str:
    text = main_text(document, options, formatting=False)
    record: dict[str, Any] = {}
    if options.with_metadata:
        record = found.as_dict()
        del record["body"], record["commentsbody"]
        record["source"], record["source-hostname"] = record.pop("url"), record.pop("sitename")
        record["excerpt"] = record.pop("description")
        for name in ("categories", "tags"):
            record[name] = ";".join(record[name] or [])
    record |= {"text": text, "comments": "\n".join(comments)}
    return json.dumps(record, ensure_ascii=False)


def _items(found: Document) -> list[tuple[str, str]]:
    values = ((name, getattr(found, name)) for name in _ATTRIBUTES)
    return [(name, value if isinstance(value, str) else ";".join(value)) for name, value in values if value]


def _html(document: maintext.Document, found: Document, comments: list[str], *, with_metadata: bool) -> str:
    metas = "".join(f'<meta name="{name}" content="{escape(value)}">' for name, value in _items(found))
    head = f"<head>{metas}</head>" if with_metadata else ""
    below = "".join(f"<p>{escape(text)}</p>" for text in comments)
    return f"<html>{head}<body>{document.html}{below}</body></html>"


def _xml(document: maintext.Document, found: Document, comments: list[str], options: Extractor) -> str:
    root = ET.Element("doc", dict(_items(found)))
    main = body_element(document.html, formatting=options.formatting)
    main.tag = "main"
    below = comments_element(comments)
    below.tag = "comments"
    root.extend((main, below))
    return ET.tostring(root, encoding="unicode")
