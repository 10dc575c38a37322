"""Settings and results by trafilatura's names: extractor, configuration file, document."""

from __future__ import annotations

import logging
from configparser import ConfigParser
from dataclasses import dataclass, field, fields
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any
from xml.etree import ElementTree as ET  # writes only; nothing is parsed here

from maintext.compat import warn_once
from maintext.html.surrogates import join_surrogates

__all__ = [
    "CLEANED", "DEFAULT_CONFIG", "FORMATS", "MANUALLY_CLEANED", "SEEN_TEXTS", "Document", "Extractor",
    "LRUCache", "TrafilaturaDocument", "TrafilaturaExtractor", "use_config", "warn_about_options",
]  # fmt: skip

FORMATS = ("csv", "html", "json", "markdown", "python", "txt", "xml", "xmltei")
"""Output formats; ``python`` for ``bare_extraction`` only."""

CLEANED = """
    applet aside audio button canvas dialog embed footer form frame head iframe input link map math menu meta
    nav noscript object script select source style svg template textarea video
""".split()
"""Elements that hold no main text: scripts and the head, embedded content, controls, surroundings."""
MANUALLY_CLEANED = CLEANED.copy()
"""Names of elements that are left out; a program may add to it. What it removes from it has no effect."""

# Names and defaults of the original settings file; these are read, the others have no effect here.
_READ = {
    "DOWNLOAD_TIMEOUT": "30", "MAX_FILE_SIZE": "20000000", "MIN_FILE_SIZE": "10", "MAX_REDIRECTS": "2",
    "USER_AGENTS": "", "SSRF_PROTECTION": "on", "MIN_OUTPUT_SIZE": "1", "MIN_OUTPUT_COMM_SIZE": "1",
    "SLEEP_TIME": "5.0", "MAX_TREE_SIZE": "", "MIN_DUPLCHECK_SIZE": "100", "MAX_REPETITIONS": "2",
    "EXTENSIVE_DATE_SEARCH": "on",
}  # fmt: skip
_WITHOUT_EFFECT = {
    "COOKIE": "", "INSECURE_SSL_FALLBACK": "on", "MIN_EXTRACTED_SIZE": "250", "EXTRACTION_TIMEOUT": "30",
    "EXTERNAL_URLS": "off",
}  # fmt: skip
_ALL = _READ | _WITHOUT_EFFECT
_LOGGER = logging.getLogger(__name__)
_DATE_PARAMS = frozenset({"original_date", "extensive_search", "min_date", "max_date", "outputformat"})


def use_config(filename: str | None = None, config: ConfigParser | None = None) -> ConfigParser:
    """Return the given configuration, or that of a file, or the default one.

    Raises FileNotFoundError: there is no such file.
    """
    if config is not None:
        return config
    found = ConfigParser()
    found.read_dict({"DEFAULT": _ALL})
    if filename is not None:
        if not Path(filename).is_file():
            raise FileNotFoundError(f"there is no settings file {filename}")
        found.read(filename, encoding="utf-8")
    return found


DEFAULT_CONFIG = use_config()


class LRUCache:
    """Counts texts, and forgets the one not seen for longest where it holds ``maxsize`` of them."""

    def __init__(self, maxsize: int = 128) -> None:
        if maxsize <= 0:
            raise ValueError(f"maxsize must be at least 1, not {maxsize}")
        self.maxsize, self.cache, self._lock = maxsize, dict[str, int](), Lock()

    def increment(self, key: str) -> int:
        """Count a text, and return how often it was counted before; −1 for never."""
        with self._lock:
            before = self.cache.pop(key, 0)
            self.cache[key] = before + 1
            if len(self.cache) > self.maxsize:
                del self.cache[next(iter(self.cache))]
        return before or -1

    def clear(self) -> None:
        """Forget all texts."""
        self.cache.clear()


SEEN_TEXTS = LRUCache(maxsize=4096)


class TrafilaturaExtractor:
    """Options of an extraction, with the names, defaults and attributes of trafilatura.

    Raises AttributeError: the output format is unknown.
    """

    min_file_size: int
    max_file_size: int
    min_extracted_size: int
    min_output_size: int
    min_output_comm_size: int
    min_duplcheck_size: int
    max_repetitions: int

    def __init__(  # noqa: PLR0913 - the signature is theirs
        self, *, config: ConfigParser | None = None, output_format: str = "txt", fast: bool = False,
        precision: bool = False, recall: bool = False, comments: bool = True, formatting: bool | None = None,
        links: bool = False, images: bool = False, tables: bool = True, dedup: Any = False,
        lang: str | None = None, url: str | None = None, source: str | None = None,
        with_metadata: bool = False, only_with_metadata: bool = False, tei_validation: bool = False,
        author_blacklist: set[str] | None = None, url_blacklist: set[str] | None = None,
        date_params: dict[str, Any] | None = None,
    ) -> None:  # fmt: skip
        if output_format not in FORMATS:
            raise AttributeError(f"Cannot set format, must be one of: {', '.join(FORMATS)}")
        if precision and recall:
            _LOGGER.warning("'precision' and 'recall' are mutually exclusive: 'recall' counts")
        if tei_validation and output_format != "xmltei":
            _LOGGER.warning("'tei_validation' is of use to the format 'xmltei' only")
        if formatting and output_format == "json":
            _LOGGER.warning("'formatting' has no effect on JSON, whose text is plain")
        self.config, self.format, self.fast = config or DEFAULT_CONFIG, output_format, fast
        for name in TrafilaturaExtractor.__annotations__:  # settings of the same names, in capitals
            size = self.config.getint("DEFAULT", name, fallback=int(_ALL[name.upper()]))
            setattr(self, name, size)
        most = self.config.get("DEFAULT", "MAX_TREE_SIZE", fallback="")
        self.max_tree_size = int(most) if most else None
        self.focus = "recall" if recall else "precision" if precision else "balanced"
        self.comments = comments
        self.formatting = (output_format == "markdown") if formatting is None else formatting
        self.links, self.images, self.tables, self.dedup, self.lang = links, images, tables, dedup, lang
        self.url = url and join_surrogates(url)
        self.source = self.url or (source and source.encode("utf-8", "replace").decode())
        self.only_with_metadata = only_with_metadata
        self.tei_validation = tei_validation
        self.author_blacklist, self.url_blacklist = author_blacklist or set(), url_blacklist or set()
        self.with_metadata = bool(
            with_metadata or only_with_metadata or url_blacklist or author_blacklist
            or output_format == "xmltei"
        )  # fmt: skip
        self.date_params = date_params or {}
        warn_about_options(self)


def warn_about_options(options: TrafilaturaExtractor) -> None:
    """Warn about options without effect, also for trafilatura's own extractor."""
    for name, usual in _WITHOUT_EFFECT.items():
        if options.config.get("DEFAULT", name, fallback=usual).strip() != usual:
            warn_once("trafilatura", f"the setting {name}", "has no effect")
    if options.tei_validation:
        warn_once("trafilatura", "tei_validation", "has no effect: the TEI written is not validated again")
    for name in sorted(set(options.date_params) - _DATE_PARAMS):
        warn_once("trafilatura", f"date_extraction_params[{name!r}]", "has no effect")


@dataclass(slots=True, kw_only=True)
class TrafilaturaDocument:
    """Content and metadata of a page by trafilatura's names; ``None`` if not requested or not found.

    ``body`` and ``commentsbody`` are trees of lxml if it is installed, else of the standard library.
    """

    title: str | None = None
    author: str | None = None
    url: str | None = None
    hostname: str | None = None
    description: str | None = None
    sitename: str | None = None
    date: str | None = None
    categories: list[str] | None = None
    tags: list[str] | None = None
    fingerprint: str | None = None
    id: str | None = None
    license: str | None = None
    body: Any = field(default_factory=partial(ET.Element, "body"))
    comments: str | None = None
    commentsbody: Any = field(default_factory=partial(ET.Element, "body"))
    raw_text: str | None = None
    text: str | None = None
    language: str | None = None
    image: str | None = None
    pagetype: str | None = None
    filedate: str | None = None

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> TrafilaturaDocument:
        """Return a document with these values."""
        return cls(**data)

    def as_dict(self) -> dict[str, Any]:
        """Return all values by name."""
        return {one.name: getattr(self, one.name) for one in fields(self)}


Document = TrafilaturaDocument
Extractor = TrafilaturaExtractor
