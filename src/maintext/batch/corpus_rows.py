"""Rows in the formats of text corpora: conversion records as in WET files, documents of Dolma and datatrove.

Pages without main text are no rows; the report counts them. WET: https://commoncrawl.org/get-started; Dolma:
https://github.com/allenai/dolma/blob/main/docs/data-format.md.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from maintext.batch.item import payload_digest
from maintext.compression import open_writer

__all__ = ["document_line", "wet_info", "wet_record"]

_NO_DATE = "1970-01-01T00:00:00Z"
_ELSEWHERE = frozenset({"key", "error", "reason", "text", "markdown", "html"})


def document_line(form: str, record: Mapping[str, Any]) -> bytes:
    """Return a record as the line of a document: ``id``, ``text``, ``source``, times and ``metadata``."""
    text = record.get(form)
    if not text:
        return b""
    times = {"added": record["input"].get("fetched"), "created": record.get("published")}
    document = {
        "id": record["key"],
        "text": text,
        "source": "maintext",
        **{name: value for name, value in times.items() if value},
        "metadata": {name: value for name, value in record.items() if name not in _ELSEWHERE and value},
    }
    return json.dumps(document, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"


def wet_record(suffix: str, form: str, record: Mapping[str, Any]) -> bytes:
    """Return the main text as a conversion record, compressed alone by a suffix; the title is its first line.

    Its id depends on the key of the record only, and its date is the fetch time, the epoch if unknown.
    """
    text, title = record.get(form), record.get("title")
    if not text:
        return b""
    lines = text if not title or text.startswith(title) else f"{title}\n{text}"
    origin, data = record["input"], lines.encode("utf-8", "backslashreplace") + b"\n"
    return _pack_record(
        suffix,
        {
            "WARC-Type": "conversion",
            "WARC-Target-URI": record["url"],
            "WARC-Date": origin.get("fetched") or _NO_DATE,
            "WARC-Record-ID": f"<{uuid5(NAMESPACE_URL, record['key']).urn}>",
            "WARC-Refers-To": origin.get("record_id"),
            "WARC-Block-Digest": payload_digest(data),
            "Content-Type": "text/plain",
        },
        data,
    )


def wet_info(suffix: str, about: Mapping[str, str]) -> bytes:
    """Return the record that begins a file: how it was made."""
    data = "".join(f"{name}: {value}\r\n" for name, value in about.items()).encode()
    fields = {
        "WARC-Type": "warcinfo",
        "WARC-Date": _NO_DATE,
        "WARC-Record-ID": f"<{uuid5(NAMESPACE_URL, data.decode()).urn}>",
        "Content-Type": "application/warc-fields",
    }
    return _pack_record(suffix, fields, data)


def _pack_record(suffix: str, fields: Mapping[str, str | None], data: bytes) -> bytes:
    values = {name: "".join(value.split()) for name, value in fields.items() if value}  # no line breaks
    head = "".join(f"{name}: {value}\r\n" for name, value in {**values, "Content-Length": len(data)}.items())
    packed = io.BytesIO()
    with open_writer(packed, suffix) as stream:
        stream.write(f"WARC/1.0\r\n{head}\r\n".encode() + data + b"\r\n\r\n")
    return packed.getvalue()
