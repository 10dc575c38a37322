"""Inputs and functions for the tests of batches; the functions run in other processes."""

from __future__ import annotations

import gzip
import json
import os
import signal
import time
from typing import TYPE_CHECKING

from maintext.batch import BatchItem
from maintext.html.word_overlap import count_words

if TYPE_CHECKING:
    from pathlib import Path

CHINESE = "<title>春雨</title><p>三月的雨下了整整一夜，早晨河水涨了起来，桥边的柳树发出新芽。</p>"


def page(number: int) -> str:
    return (
        f"<title>Walk {number}</title><nav><a href=/>Home</a></nav><article><h1>Walk {number}</h1>"
        f"<p>On day {number} we walked along the river, past the mill, and came home when it was dark.</p>"
        "</article>"
    )


def json_lines(n_pages: int, first: int = 0) -> str:
    records = [
        {"id": f"p{i}", "url": f"https://site.test/{i}", "html": page(i)}
        for i in range(first, first + n_pages)
    ]
    return "".join(json.dumps(record) + "\n" for record in records)


def folder_of(path: Path, n_pages: int) -> Path:
    path.mkdir()
    for i in range(n_pages):
        (path / f"{i:03}.html").write_text(page(i), encoding="utf-8")
    return path


def warc_record(
    number: int, body: bytes, head: str = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
) -> bytes:
    content = head.encode() + b"\r\n" + body
    fields = (
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: 2024-05-06T07:08:09Z\r\n"
        f"WARC-Record-ID: <urn:uuid:{number:032x}>\r\nWARC-Target-URI: https://site.test/{number}\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(content)}\r\n\r\n"
    )
    return fields.encode() + content + b"\r\n\r\n"


def warc(n_pages: int, *, compressed: bool = False) -> bytes:
    records = [warc_record(i, page(i).encode()) for i in range(n_pages)]
    return b"".join(map(gzip.compress, records)) if compressed else b"".join(records)


def items(n_pages: int) -> list[BatchItem]:
    return [BatchItem(key=f"p{i}", html=page(i)) for i in range(n_pages)]


# -- called in other processes ------------------------------------------------------------------------


def double(number: int) -> int:
    return 2 * number


def awkward(word: str) -> str:
    """Do what the word says: hang, die, leave, raise, work a little, or nothing."""
    if word == "hang":
        time.sleep(600)
    elif word == "spin":
        while True:
            pass
    elif word == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    elif word == "leave":
        os._exit(3)
    elif word == "raise":
        raise ValueError("a bad page")
    elif word.startswith("work"):
        time.sleep(0.05)
    return word


def no_start() -> None:
    os._exit(1)


def n_words(text: str) -> int:
    return count_words(text).total()
