"""Decode bytes as browsers do: BOM, HTTP header, ``<meta>``, then detection.

Unlike browsers, a declaration that the bytes contradict is ignored:

- the bytes are valid UTF-8 although something else is declared, or
- decoding leaves broken characters that the detected encoding does not have, or
- it says Latin-1, which servers and libraries also say when they know nothing, and ``<meta>`` names another
  encoding of Latin letters that fits, or ``<meta>`` or detection reads words in another script.

Detection is the parser library's, with corrections for UTF-16 without BOM, slightly damaged UTF-8, a page
cut within a character, and English text whose only non-ASCII characters are signs (£ © » ’).
``scripts/measure_decoding.py`` measures the result.
"""

from __future__ import annotations

import codecs
import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from maintext._core.columns import has_wide
from maintext.errors import DecodeError, NotHtmlError
from maintext.html.arrays import Bool, Int
from maintext.html.parser import decode_label, detect_encoding
from maintext.html.saved_page import read_saved_page
from maintext.html.urls import split_url

__all__ = ["HEAD_BYTES", "Decoded", "decode", "is_json", "listing_of", "refuse_other_files", "undo_latin1"]

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16le"), (codecs.BOM_UTF16_BE, "utf-16be"),
)  # fmt: skip

# The standard looks at 1,024 bytes; browsers re-parse for a later declaration, and real pages put
# long scripts before it.
_PRESCAN_BYTES = 100_000
_META = re.compile(rb"<meta\b[^<>]*>", re.IGNORECASE)
_CHARSET = re.compile(rb"\bcharset\s*=[\s\"']*([\w.:+-]+)", re.IGNORECASE)
_META_OR_COMMENT = re.compile(rb"<(?:meta\b[^<>]*>|!--.*?-->)", re.IGNORECASE | re.DOTALL)
_XML_DECLARATION = re.compile(
    rb"(?>(?:\s+|<!--.*?-->)*)<\?xml\b[^>]*?\bencoding\s*=\s*[\"']([\w.:+-]+)", re.IGNORECASE | re.DOTALL
)

_MEANT = {"x-user-defined": "windows-1252"}  # WHATWG, prescan

# A shorter run of valid UTF-8 can be an accident of a double-byte encoding.
_MIN_UTF8_EVIDENCE = 6
# Text in another encoding hardly ever reads as characters of UTF-8: if no more than one in so many is
# broken, a few bytes are damaged.
_MIN_GOOD = 4

_MIN_RUN = 1.4  # bytes beyond ASCII next to each other, on average: Big5 with its ASCII halves has 1.5
_LETTER_BEYOND_ASCII = re.compile(r"[^\W\x00-\x7f]")
_FOREIGN_WORD = re.compile(r"[^\W\x00-\u024f]{2,}")
_BYTES = bytes(range(256))
_CONTROL = re.compile("[\x80-\x9f]")  # of no use in a page; bytes of UTF-8 read as Latin-1 make them

_MAGIC = tuple(
    (re.compile(pattern, re.DOTALL), kind)
    for pattern, kind in (
        (rb"\x89PNG", "a PNG image"), (rb"\xff\xd8\xff", "a JPEG image"), (rb"GIF8[79]a", "a GIF image"),
        (rb"\s*%PDF-", "a PDF"), (rb"PK\x03\x04.{26}mimetypeapplication/epub", "an EPUB book"),
        (rb"PK\x03\x04.{26}(\[Content_Types\]|_rels/|docProps/|.{20}vnd\.oasis)", "an office document"),
        (rb"PK\x03\x04", "a ZIP archive"), (rb"\{\\rtf", "an RTF document"),
        (rb"PAR1", "a Parquet file, which maintext batch reads"), (rb"ARROW1", "an Arrow file"),
        (rb"bplist00", "a property list"),
        (rb"%!PS", "a PostScript file"),
        (rb"\x1f\x8b", "a gzip file"), (rb"RIFF.{4}(WEBP|WAVE|AVI )", "a WebP, WAV or AVI file"),
        (rb"BZh[1-9]1AY", "a bzip2 file"), (rb"\xfd7zXZ", "an xz file"), (rb"\x28\xb5/\xfd", "a zstd file"),
        (rb"\x7fELF", "a program"), (rb"OggS\x00", "an Ogg file"), (rb"\x00\x00\x01\x00", "an icon"),
        (rb"ID3[\x02-\x04]", "an MP3 file"), (rb"wOF[F2]", "a web font"), (rb".{4}ftyp", "an MP4 file"),
        (rb"\xd0\xcf\x11\xe0", "an old office document"), (rb"SQLite format 3\x00", "an SQLite database"),
        (rb"WARC/\d\.\d\r?\n", "a WARC file, which maintext batch reads"), (rb"filedesc://", "an ARC file"),
        (rb"[^<]{257}ustar", "a TAR archive"), (rb"7z\xbc\xaf\x27\x1c", "a 7z archive"),
        (rb"Rar!\x1a\x07", "a RAR archive"),
    )
)  # fmt: skip
_UNPACK, _CONVERT = "; decompress it first", "; convert it to HTML first"
_ARCHIVE = "; maintext batch reads the pages in an archive"
_REMEDIES = {
    "a PDF": _CONVERT, "an old office document": _CONVERT, "an office document": _CONVERT,
    "an RTF document": _CONVERT, "a PostScript file": _CONVERT, "a gzip file": _UNPACK,
    "a bzip2 file": _UNPACK, "an xz file": _UNPACK, "a zstd file": _UNPACK,
    "an ARC file": "; convert it to WARC first",
    "a ZIP archive": _ARCHIVE, "a TAR archive": _ARCHIVE, "a 7z archive": _UNPACK, "a RAR archive": _UNPACK,
    "an EPUB book": "; maintext batch --from zip reads its chapters",
}  # fmt: skip
_CONTROLS = bytes([*range(9), *range(14, 27), *range(28, 32)])
_TAG = re.compile(rb"<(?:!--|!doctype\b|/?[a-z][a-z0-9]*[\s/>])", re.IGNORECASE)
HEAD_BYTES = 4096  # where binary data and UTF-16 show themselves


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text of a page with the origin of its encoding.

    - ``text``: the decoded text, without byte-order mark.
    - ``encoding``: label in the WHATWG standard, lower case.
    - ``how``: ``bom``, ``http``, ``meta``, ``xml``, ``detected``, ``given`` or, if the bytes contradict the
      declaration, ``contradicted``.
    """

    text: str
    encoding: str
    how: str


def undo_latin1(text: str) -> str:
    """Return a text as its author wrote it, if its bytes were read as Latin-1.

    HTTP clients do so for pages whose header names no encoding: in UTF-8, or as ``<meta>`` says (GBK, Big5,
    windows-1251).
    """
    if text.isascii() or has_wide(text):
        return text
    try:
        data = text.encode("latin-1")
    except UnicodeError:  # the other signs of windows-1252: nothing that a client does
        return text
    try:
        written = data.decode()
    except UnicodeError:
        label, _ = next(_iter_declarations(data, None), ("utf-8", ""))
        found = None if label == "utf-8" else _decode_letters_of_meta(data)
        return found.text if found else text
    return written if _CONTROL.search(text) else text


def decode(data: bytes, *, http_charset: str | None = None, url: str | None = None) -> Decoded:
    """Decode the bytes of a page.

    - ``data``: the uncompressed body, or an MHTML file or web archive with the page.
    - ``http_charset``: ``charset`` of the Content-Type header, if any.
    - ``url``: URL of the page, for errors; its top-level domain helps detection.

    Raises
    ------
    NotHtmlError
        The bytes are another kind of file (by signature), or binary.
    DecodeError
        No encoding can decode the bytes.
    """
    if saved := read_saved_page(data):
        data, http_charset = saved.html, saved.charset
    for mark, label in _BOMS:
        if data.startswith(mark):
            return Decoded(_decode_as(data[len(mark) :], label, url), label, "bom")
    utf16 = _detect_bare_utf16(data)
    refuse_other_files(data, url, is_utf16=utf16 is not None)
    if utf16:
        return Decoded(_decode_as(data, utf16, url), utf16, "detected")
    declared = _decode_declared(data, http_charset)
    if declared and _is_latin1(declared.encoding):
        declared = _decode_other_letters(data, url) or declared
    return _check_declaration(data, declared, url) if declared else _decode_detected(data, url)


def _detect_bare_utf16(data: bytes) -> str | None:
    """Detect UTF-16 without BOM: every other byte of its many ASCII letters is NUL.

    So is that of some signs in the other order of bytes (一 is U+4E00, the wide space U+3000), but of fewer.
    """
    head = data[: min(HEAD_BYTES, len(data) // 2 * 2)]
    if b"\0" not in head:
        return None
    units = np.frombuffer(head, dtype=np.uint8).reshape(-1, 2)
    printable = (units > 0x1F) | (units == 0x0A) | (units == 0x0D) | (units == 0x09)
    n_le, n_be = (np.count_nonzero((units[:, 1 - i] == 0) & printable[:, i]) for i in (0, 1))
    n_ascii, n_null = max(n_le, n_be), np.count_nonzero(~units.any(axis=1))
    if n_ascii * 10 > len(units) and min(n_le, n_be) * 2 < n_ascii and n_null * 50 < n_ascii:
        return "utf-16le" if n_le > n_be else "utf-16be"
    return None


def refuse_other_files(data: bytes, url: str | None, *, is_utf16: bool = False) -> None:
    """Raise NotHtmlError for a file that begins as another kind does, or is no text."""
    for magic, kind in _MAGIC if data[:1] != b"<" else ():
        if magic.match(data):
            remedy = _REMEDIES.get(kind, "")
            raise NotHtmlError(f"this is {kind}, not a web page{remedy}", url=url, stage="decode")
    head = data[:HEAD_BYTES]
    # NULs between tags happen; a twentieth of control bytes does not happen in text.
    is_page = is_utf16 or _TAG.search(head, 0, 1024)
    if not is_page and len(head.translate(None, _CONTROLS)) * 20 < len(head) * 19:
        raise NotHtmlError("this is binary data, not a web page", url=url, stage="decode")


def _decode_declared(data: bytes, http_charset: str | None) -> Decoded | None:
    """Decode by the first declaration of a known encoding, or return None."""
    for label, how in _iter_declarations(data, http_charset):
        # Bytes in UTF-16 do not come here: whoever declares it is wrong (WHATWG, prescan).
        name = "utf-8" if label.startswith("utf-16") else label
        if found := decode_label(data, _MEANT.get(name, name)):
            return Decoded(*found, how)
    return None


def _decode_other_letters(data: bytes, url: str | None) -> Decoded | None:
    """Decode bytes in other letters, although they are said to be Latin-1, or return None.

    Detection alone has to find more words of another script: lists of signs and accents are no words. It does
    not find other Latin letters. Cheap for Latin-1, whose accented letters stand alone.
    """
    if found := _decode_letters_of_meta(data):
        return found
    if _stands_alone(data):
        return None
    found = _decode_detected(data, url)
    is_sure = _has_foreign_words(found.text, 3, 8)
    return Decoded(found.text, found.encoding, "contradicted") if is_sure else None


def _decode_letters_of_meta(data: bytes) -> Decoded | None:
    """Decode bytes as ``<meta>`` says, or return None if that is Latin-1 or does not fit."""
    meta = _decode_declared(data, None)
    if not meta or _is_latin1(meta.encoding):
        return None
    letters = _read_single_byte(meta.encoding)
    is_latin = letters is not None and bool(letters.is_latin[letters.is_letter].all())
    is_fit = is_latin and not _fits_better(data, _FALLBACK, meta.encoding)
    return meta if is_fit or _has_foreign_words(meta.text, 1, 2) else None


def _stands_alone(data: bytes) -> bool:
    """Return True if few bytes beyond ASCII are next to each other."""
    is_high = np.frombuffer(data, dtype=np.uint8) >= 0x80
    n_runs = np.count_nonzero(is_high[1:] & ~is_high[:-1]) + bool(is_high[:1].any())
    return bool(np.count_nonzero(is_high) <= _MIN_RUN * n_runs)


def _has_foreign_words(text: str, min_words: int, min_letters: int) -> bool:
    """Return True if a text has so many different words and letters in other scripts than Latin.

    Two in three letters beyond ASCII are in them: accented letters of Latin-1, read otherwise, stand alone.
    """
    if not _is_sound(text):
        return False
    words = _FOREIGN_WORD.findall(text)
    is_most = sum(map(len, words)) * 3 > len(_LETTER_BEYOND_ASCII.findall(text)) * 2
    return is_most and len(set(words)) >= min_words and len(set().union(*words)) >= min_letters


@cache
def _is_latin1(label: str) -> bool:
    """Return True if browsers read a label as windows-1252, as they do Latin-1 and ASCII."""
    found, latin1 = decode_label(_BYTES, label), decode_label(_BYTES, _FALLBACK)
    return found is not None and latin1 is not None and found[0] == latin1[0]


def _iter_declarations(data: bytes, http_charset: str | None) -> Iterator[tuple[str, str]]:
    """Yield declared labels, lower case, and their origin."""
    if http_charset:
        yield http_charset.strip().lower(), "http"
    head = data[:_PRESCAN_BYTES]
    last = head.rfind(b"-->")  # what opens after this is no comment, or cost would be quadratic
    found = chain(_META_OR_COMMENT.finditer(head, 0, last + 3), _META.finditer(head, max(last, 0)))
    for meta in (one[0] for one in found if not one[0].startswith(b"<!--")):
        charset = _CHARSET.search(meta)
        # "charset=" in the content of another meta, such as a description, declares nothing.
        if charset and (b"http-equiv" in meta.lower() or b"content" not in meta[: charset.start()].lower()):
            yield charset[1].decode("ascii", "replace").lower(), "meta"
    if match := _XML_DECLARATION.match(head):
        yield match[1].decode("ascii", "replace").lower(), "xml"


def _check_declaration(data: bytes, declared: Decoded, url: str | None) -> Decoded:
    if declared.encoding not in {"utf-8", "utf8"} and (text := _decode_utf8(data)) is not None:
        return Decoded(text, "utf-8", "contradicted")
    if _is_sound(declared.text) or (declared.encoding == "utf-8" and _is_sound(declared.text, _MIN_GOOD)):
        return declared
    n_broken = declared.text.count("\ufffd")
    found = _decode_detected(data, url)
    if found.text.count("\ufffd") * 10 < n_broken:
        return Decoded(found.text, found.encoding, "contradicted")
    return declared


def _is_sound(text: str, least: int = 200) -> bool:
    """Return True if at most one in ``least`` non-ASCII characters is broken, the last one aside."""
    text = text.removesuffix("\ufffd")
    return "\ufffd" not in text or text.count("\ufffd") * least <= _count_non_ascii(text)


def _count_non_ascii(text: str) -> int:
    return len(text) - len(text.encode("ascii", "ignore"))


def _decode_utf8(data: bytes, least: int = 200) -> str | None:
    """Decode UTF-8 of which at most one character in ``least`` is broken; ``None`` for other bytes."""
    try:
        text, is_sound = data.decode("utf-8"), True
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
        is_sound = _is_sound(text, least)
    return text if is_sound and _count_non_ascii(text) >= _MIN_UTF8_EVIDENCE else None


# -- detection ----------------------------------------------------------------------------------------


def _decode_detected(data: bytes, url: str | None) -> Decoded:
    if (text := _decode_utf8(data, _MIN_GOOD)) is not None:
        return Decoded(text, "utf-8", "detected")
    # The detector would believe a declaration; here there is none, or none to believe.
    undeclared = (
        _META.sub(lambda meta: _CHARSET.sub(b"", meta[0]), data[:_PRESCAN_BYTES]) + data[_PRESCAN_BYTES:]
    )
    label, _ = detect_encoding(_drop_last_word(undeclared), top_level_domain=_top_level_domain(url))
    if label in _DOUBLE_BYTE and _stands_alone(data):  # such as one no-break space in a page in English
        label = _FALLBACK
    for rival in (_SIBLINGS.get(label), _FALLBACK):
        if rival and _fits_better(data, rival, label):
            label = rival
    return Decoded(_decode_as(data, label, url), label, "detected")


def _drop_last_word(data: bytes) -> bytes:
    """Cut at the last space or tag: a character cut at the end would rule out its encoding."""
    last = max(data.rfind(byte) for byte in (b" ", b"\n", b">"))
    return data[: last + 1] if last * 2 > len(data) else data


_FALLBACK = "windows-1252"  # what browsers fall back to
_SIBLINGS = {
    "windows-1250": "iso-8859-2", "iso-8859-2": "windows-1250",
    "windows-1253": "iso-8859-7", "iso-8859-7": "windows-1253",
}  # fmt: skip
_DOUBLE_BYTE = frozenset({"big5", "euc-jp", "euc-kr", "shift_jis"})  # gb18030 has digits between bytes
_SINGLE_BYTE = ("windows-", "iso-8859-", "koi8-", "ibm", "macintosh", "x-mac-")
_APOSTROPHES = "’‘\xad·–—"  # characters that join letters in sound text
_OTHER, _SPACE, _JOINER, _LETTER, _CAPITAL, _NEVER = range(6)


@dataclass(frozen=True, slots=True)
class _SingleByte:
    """Character classes of the 256 bytes of a single-byte encoding; arrays of shape (256,)."""

    point: NDArray[np.uint32]
    kind: NDArray[np.uint8]  # _OTHER … _NEVER; lower-case letters are _LETTER
    is_latin: Bool

    @property
    def is_letter(self) -> Bool:
        return np.isin(self.kind, (_LETTER, _CAPITAL))


@cache
def _read_single_byte(label: str) -> _SingleByte | None:
    found = decode_label(bytes(range(256)), label) if label.startswith(_SINGLE_BYTE) else None
    if found is None:
        return None
    names = [unicodedata.name(c, "") for c in found[0]]
    return _SingleByte(
        np.array([ord(c) for c in found[0]], dtype=np.uint32),
        np.array([_classify_character(c) for c in found[0]], dtype=np.uint8),
        np.array([name.startswith("LATIN ") for name in names]),
    )


def _classify_character(char: str) -> int:
    category = unicodedata.category(char)
    if category == "Lu":
        return _CAPITAL
    if category in {"Ll", "Lo", "Mn", "Mc"} and char not in "ªºµ":
        return _LETTER
    if char in "\ufffd¤" or "\x80" <= char <= "\x9f":  # the general currency sign is nobody's
        return _NEVER
    return _JOINER if char in _APOSTROPHES else _SPACE if char.isspace() else _OTHER


def _fits_better(data: bytes, rival: str, label: str) -> bool:
    """Return True if a rival single-byte encoding fits the bytes better.

    Only bytes that the two decode differently count. The rival also wins if the first encoding fits none.
    """
    first, second = _read_single_byte(label), _read_single_byte(rival)
    if first is None or second is None:
        return False
    padded = np.frombuffer(b" " + data + b" ", dtype=np.uint8)
    at = np.flatnonzero((first.point != second.point)[padded])
    fit = _count_fits(padded, at, first)
    return len(at) > 0 and (fit == 0 or _count_fits(padded, at, second) > fit)


def _count_fits(padded: NDArray[np.uint8], at: Int, encoding: _SingleByte) -> int:
    """Score how well characters suit their neighbours, 0 to 2 for each.

    Letters suit letters of their script, capitals not after small letters; signs suit anything but letters.
    """
    left, here = (encoding.kind[padded[at + step]] for step in (-1, 0))
    after_letter, is_letter, before_letter = (encoding.is_letter[padded[at + step]] for step in (-1, 0, 1))
    latin = encoding.is_latin[padded]
    same = (after_letter & (latin[at - 1] == latin[at])) | (before_letter & (latin[at + 1] == latin[at]))
    other = (after_letter & (latin[at - 1] != latin[at])) | (before_letter & (latin[at + 1] != latin[at]))
    letter_fit = 2 * (same & ~other & ~((here == _CAPITAL) & (left == _LETTER)))
    sign_fit = 2 - after_letter.astype(np.int64) - before_letter
    sign_fit = np.maximum(sign_fit, here == _JOINER)
    sign_fit[here == _SPACE] = 2
    sign_fit[here == _NEVER] = 0
    return int(np.where(is_letter, letter_fit, sign_fit).sum())


def _decode_as(data: bytes, label: str, url: str | None) -> str:
    found = decode_label(data, label)
    if found is None:
        message = f"cannot decode {len(data)} bytes as {label}; pass encoding= if you know it"
        raise DecodeError(message, url=url, stage="decode")
    return found[0]


def _top_level_domain(url: str | None) -> str | None:
    host = split_url(url or "").hostname or ""
    return host.rsplit(".", 1)[-1].lower() if "." in host else None


# -- feeds and sitemaps --------------------------------------------------------------------------------

_LISTING_HEAD = 4096  # the root element begins within so many characters or bytes
_BEFORE_ROOT = re.compile(
    r"[\ufeff\s]*(?:<\?.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^>\[]*>\s*)*", re.DOTALL | re.IGNORECASE
)
_ROOT = re.compile(r"<(?:[\w-]+:)?(rss|rdf|feed|urlset|sitemapindex)\b([^>]*)>", re.IGNORECASE)
# What an element of that name has in a feed or a sitemap, and no element of a page.
_ROOT_CUES = {
    "rss": ("feed", ""), "rdf": ("feed", "purl.org/rss/"), "feed": ("feed", "w3.org/2005/atom"),
    "urlset": ("sitemap", "xmlns"), "sitemapindex": ("sitemap", "xmlns"),
}  # fmt: skip


_JSON_FEED = re.compile(r'[\ufeff\s]*\{[^<]*?"version"\s*:\s*"https?:\\?/\\?/(?:www\.)?jsonfeed\.org')
_JSON_START = re.compile(r"\s*+[{\[]")


def is_json(text: str) -> bool:
    """Return True if a text is a JSON object or array, or begins with one object before another."""
    start = _JSON_START.match(text)
    if not start:
        return False
    try:
        _, end = json.JSONDecoder().raw_decode(text, start.end() - 1)
    except (ValueError, RecursionError):
        return False
    rest = text[end:].lstrip()
    return not rest or text[start.end() - 1] == rest[0] == "{"


def listing_of(document: bytes | str) -> str:
    """Return ``feed`` for RSS, Atom and JSON Feed, ``sitemap`` for a sitemap or its index, else ``""``.

    Reads the root element, or the version of a JSON Feed, within the first 4,096 bytes or characters.
    """
    head = document[:_LISTING_HEAD]
    text = head.decode("utf-8", "replace") if isinstance(head, bytes) else head
    if _JSON_FEED.match(text):
        return "feed"
    before = _BEFORE_ROOT.match(text)
    root = _ROOT.match(text, before.end() if before else 0)
    kind, cue = _ROOT_CUES[root[1].lower()] if root else ("", "")
    return kind if root and cue in root[2].lower() else ""
