"""Bytes to text, in the order browsers use: BOM, HTTP header, ``<meta>``, then detection.

One departure from the browsers, because a record in the wrong letters is worth nothing: a
declaration that the bytes contradict is not believed. It is contradicted when the bytes are valid
UTF-8 although something else is declared, or when decoding by it leaves broken characters that the
detected encoding does not.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from maintext.errors import DecodeError, NotHtmlError
from maintext.page.parser import decode_label, detect_encoding

__all__ = ["Decoded", "decode"]

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16le"), (codecs.BOM_UTF16_BE, "utf-16be"))

# The standard looks at 1,024 bytes; browsers re-parse for a later declaration, and real pages put
# long scripts before it.
_PRESCAN_BYTES = 100_000
_META = re.compile(rb"<meta\b[^>]*?\bcharset\s*=\s*[\"']?\s*([\w.:+-]+)", re.IGNORECASE)
_XML_DECLARATION = re.compile(rb"\s*<\?xml\b[^>]*?\bencoding\s*=\s*[\"']([\w.:+-]+)", re.IGNORECASE)
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)

# A shorter run of valid UTF-8 can be an accident of a double-byte encoding.
_MIN_UTF8_EVIDENCE = 6

_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG", "a PNG image"), (b"\xff\xd8\xff", "a JPEG image"), (b"GIF8", "a GIF image"),
    (b"%PDF", "a PDF"), (b"PK\x03\x04", "a ZIP archive or office document"), (b"\x1f\x8b", "a gzip file"),
    (b"RIFF", "a RIFF file (WebP, WAV, AVI)"), (b"BZh", "a bzip2 file"), (b"\xfd7zXZ", "an xz file"),
    (b"\x28\xb5\x2f\xfd", "a zstd file"), (b"\x7fELF", "a program"), (b"OggS", "an Ogg file"),
    (b"\x00\x00\x01\x00", "an icon"), (b"ID3", "an MP3 file"), (b"wOF", "a web font"),
    (b"\xd0\xcf\x11\xe0", "an old office document"), (b"SQLite format 3", "an SQLite database"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text of a page with where its encoding came from.

    Attributes
    ----------
    text
        The decoded text, without byte-order mark.
    encoding
        Label in the WHATWG standard, lower case.
    how
        ``bom``, ``http``, ``meta``, ``xml``, ``detected``, ``given`` or, for a declaration that the
        bytes contradict, ``contradicted``.
    """

    text: str
    encoding: str
    how: str


def decode(data: bytes, *, http_charset: str | None = None, url: str | None = None) -> Decoded:
    """Decode the bytes of a page.

    Parameters
    ----------
    data
        The body as it came, uncompressed.
    http_charset
        ``charset`` of the Content-Type header, when there was one.
    url
        Address of the page: its top-level domain helps detection, and errors name it.

    Raises
    ------
    NotHtmlError
        The bytes are another kind of file (by signature), or binary.
    DecodeError
        No encoding was found that reads the bytes.
    """
    for mark, label in _BOMS:
        if data.startswith(mark):
            return Decoded(_decoded(data[len(mark) :], label, url), label, "bom")
    _refuse_binary(data, url)
    declared = _declared(data, http_charset)
    if declared is None:
        return _by_detection(data, url)
    return _unless_contradicted(data, declared, url)


def _refuse_binary(data: bytes, url: str | None) -> None:
    for magic, kind in _MAGIC:
        if data.startswith(magic):
            raise NotHtmlError(f"this is {kind}, not a web page", url=url, stage="decode")
    head = data[:4096]
    n_control = len(head) - len(head.translate(None, bytes([*range(9), *range(14, 27), *range(28, 32)])))
    looks_utf16 = head.count(0) * 3 > len(head)
    # NULs between tags happen; a tenth of control bytes does not happen in text.
    if n_control * 10 > len(head) and not looks_utf16 and b"<" not in head[:1024]:
        raise NotHtmlError("this is binary data, not a web page", url=url, stage="decode")


def _declared(data: bytes, http_charset: str | None) -> Decoded | None:
    """Decode by the first declaration that names a known encoding, or return None."""
    if http_charset and (found := decode_label(data, http_charset)):
        return Decoded(*found, "http")
    head = _COMMENT.sub(b"", data[:_PRESCAN_BYTES])
    for pattern, how in ((_META, "meta"), (_XML_DECLARATION, "xml")):
        for match in pattern.finditer(head):
            label = match[1].decode("ascii", "replace").lower()
            # The declaration was readable as ASCII, so UTF-16 cannot be true (WHATWG, prescan).
            label = "utf-8" if label.startswith("utf-16") else label
            if found := decode_label(data, label):
                return Decoded(*found, how)
    return None


def _by_detection(data: bytes, url: str | None) -> Decoded:
    label, _ = detect_encoding(data, top_level_domain=_top_level_domain(url))
    return Decoded(_decoded(data, label, url), label, "detected")


def _unless_contradicted(data: bytes, declared: Decoded, url: str | None) -> Decoded:
    if declared.encoding not in {"utf-8", "utf8"} and _is_utf8(data):
        return Decoded(data.decode("utf-8"), "utf-8", "contradicted")
    n_broken = declared.text.count("\ufffd")
    # Half a percent of the letters: a cut-off or stray byte is no contradiction.
    if n_broken == 0 or n_broken * 200 <= len(declared.text) - _n_ascii(declared.text):
        return declared
    label, _ = detect_encoding(_META.sub(b"<meta ", data), top_level_domain=_top_level_domain(url))
    found = decode_label(data, label)
    if found and found[0].count("\ufffd") * 10 < n_broken:
        return Decoded(*found, "contradicted")
    return declared


def _n_ascii(text: str) -> int:
    return len(text.encode("ascii", "ignore"))


def _is_utf8(data: bytes) -> bool:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return len(text) - _n_ascii(text) >= _MIN_UTF8_EVIDENCE


def _decoded(data: bytes, label: str, url: str | None) -> str:
    found = decode_label(data, label)
    if found is None:
        raise DecodeError(
            f"cannot decode {len(data)} bytes as {label}; pass encoding= if you know it",
            url=url,
            stage="decode",
        )
    return found[0]


def _top_level_domain(url: str | None) -> str | None:
    if not url:
        return None
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return None
    return host.rsplit(".", 1)[-1].lower() if "." in host else None
