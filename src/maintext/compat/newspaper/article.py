"""Articles by newspaper's names, and what builds them."""

from __future__ import annotations

import copy
import datetime as dt
import json
import re
from enum import Enum
from operator import attrgetter
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import unquote

import maintext
from maintext.compat import warn_once
from maintext.compat.newspaper.configuration import Configuration
from maintext.compat.tree import text_of
from maintext.errors import InputError, MaintextError
from maintext.html import Page
from maintext.html.surrogates import join_surrogates
from maintext.html.urls import split_url
from maintext.metadata.declared.meta import meta_pairs
from maintext.options import changed

__all__ = [
    "Article", "ArticleDownloadState", "ArticleException", "article", "build_article", "fetch_html",
    "fulltext",
]  # fmt: skip

_SENTENCE = re.compile(r"[^\s。！？][^。！？\n]*?(?:[。！？]+[”’」』]?|[.!?]+[\"'”’)]?(?=\s|$)|(?=\n)|$)")
_JSON_FIELDS = (
    "url read_more_link language title top_image meta_img images movies keywords meta_keywords tags authors "
    "publish_date summary meta_description meta_lang meta_favicon meta_site_name canonical_link text"
).split()
_TREES = frozenset({"doc", "clean_doc", "top_node", "clean_top_node", "extractor"})


class ArticleException(MaintextError):  # noqa: N818 - their name
    """An article was used too early, or could not be downloaded or read."""


class ArticleDownloadState(Enum):
    """State of the download of an article."""

    NOT_STARTED = 0
    FAILED_RESPONSE = 1
    SUCCESS = 2


class Article:
    """An article, whose fields are available after download and parsing.

    ``url`` may be ``file://`` and a path, and empty for a page that is given; ``source_url`` is its host by
    default. Parsing replaces ``title``. ``read_more_link`` has no effect, and warns once. ``kwargs`` change
    the settings by name.
    """

    def __init__(
        self, url: str, title: str = "", source_url: str = "", read_more_link: str = "",
        config: Configuration | None = None, **kwargs: Any,
    ) -> None:  # fmt: skip
        if read_more_link:
            warn_once("newspaper", "read_more_link", "has no effect: fetch the whole article's own address")
        self.config = copy.copy(config) if config else Configuration()
        self.config.update(**{name: value for name, value in kwargs.items() if value is not None})
        url = join_surrogates(url)
        parts = split_url(url if "//" in url or "." not in url else f"http://{url}")
        self.source_url = join_surrogates(source_url) or f"{parts.scheme}://{parts.netloc}"
        self.url = self.original_url = url
        self.read_more_link = read_more_link
        self.title = title
        self.text = self.article_html = self._html = self.summary = ""
        self.top_image = self.meta_img = self.meta_favicon = ""
        self.meta_description = self.meta_lang = self.meta_site_name = ""
        self.canonical_link: str | None = ""
        self.images: list[str] = []
        self.movies: list[str] = []
        self.authors: list[str] = []
        self.keywords: list[str] = []
        self.meta_keywords: list[str] = []
        self.history: list[str] = []
        self.keyword_scores: dict[str, float] = {}
        self.tags: set[str] = set()
        self.meta_data: dict[str, Any] = {}
        self.publish_date: dt.datetime | None = None
        self.is_parsed = False
        self.download_state = ArticleDownloadState.NOT_STARTED
        self.download_exception_msg: str | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Article) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(self.url)

    def __getattr__(self, name: str) -> NoReturn:
        if name in _TREES:
            raise AttributeError(f"{name} is a tree of lxml, which maintext does not build: use article_html")
        raise AttributeError(f"an article has no attribute {name!r}")

    def download(
        self,
        input_html: str | bytes | None = None,
        title: str | None = None,
        recursion_counter: int = 0,  # noqa: ARG002 - their signature
        ignore_read_more: bool = False,  # noqa: ARG002
    ) -> Article:
        """Fetch the page, or take ``input_html``; :meth:`parse` raises the error of a failed download."""
        try:
            if input_html is None:
                input_html, url = fetch_html(self.url, self.config)
                self.history = [self.url] if url != self.url else []
            self.html = input_html
        except MaintextError as error:
            self.download_state = ArticleDownloadState.FAILED_RESPONSE
            self.download_exception_msg = str(error)
            return self
        if title is not None:
            self.title = title
        return self

    def set_html(self, html: str | bytes) -> None:
        """Take a page as downloaded, as newspaper3k does."""
        self.html = html

    def parse(self) -> Article:
        """Fill the fields from the page.

        Raises ArticleException: it was not downloaded, or the download failed.
        """
        self._check_downloaded()
        try:
            document = maintext.extract(self.html, self.url)
        except InputError as error:
            raise ArticleException(error.message, url=self.url, stage="parse") from error
        self._read_text(document)
        self._read_meta(document)
        self.is_parsed = True
        return self

    def nlp(self) -> None:
        """Fill ``keywords`` and ``summary`` from the declarations of the page.

        The keywords are the declared ones. The summary is the declared description, or else the first
        sentences of the text without its title. Unlike the original, no words are counted.

        Raises ArticleException: it was not downloaded and parsed.
        """
        self._check_downloaded()
        self._check_parsed()
        warn_once("newspaper", "nlp()", "gives declared keywords, and the description or first sentences")
        self.keywords = [one for one in self.meta_keywords if one][: self.config.max_keywords]
        self.keyword_scores = dict.fromkeys(self.keywords, 1.0)
        sentences = [found[0].strip() for found in _SENTENCE.finditer(self.text)]
        first = [sentence for sentence in sentences if sentence != self.title][: self.config.max_summary_sent]
        self.summary = (self.meta_description or "\n".join(first))[: self.config.max_summary]

    def build(self) -> None:
        """Download, parse, and fill keywords and summary."""
        self.download()
        self.parse()
        self.nlp()

    def is_valid_url(self) -> bool:
        """Return True if the URL can be fetched."""
        return split_url(self.url).scheme in {"http", "https"}

    def is_valid_body(self) -> bool:
        """Return True if there is a text."""
        self._check_parsed()
        return bool(self.text)

    def to_json(self, as_string: bool | None = True) -> str | dict[str, Any]:
        """Return the fields as JSON, or as a dictionary."""
        self._check_parsed()
        record = {name: getattr(self, name) for name in _JSON_FIELDS if name != "language"}
        record |= {"language": self.config.language, "tags": sorted(self.tags)}
        record["publish_date"] = self.publish_date.isoformat() if self.publish_date else None
        return json.dumps(record, indent=4, ensure_ascii=False) if as_string else record

    @property
    def html(self) -> str:
        """The page; setting it counts as a download."""
        return self._html

    @html.setter
    def html(self, page: str | bytes) -> None:
        self._html = text_of(page)
        self.download_state = ArticleDownloadState.SUCCESS

    imgs = property(attrgetter("images"), doc="Another name of ``images``.")
    top_img = property(attrgetter("top_image"), doc="Another name of ``top_image``.")
    text_cleaned = property(attrgetter("text"), doc="Another name of ``text``.")

    # -- how -------------------------------------------------------------------------------------------

    def _check_downloaded(self) -> None:
        if self.download_state is ArticleDownloadState.NOT_STARTED:
            raise ArticleException("You must `download()` an article first!", url=self.url)
        if self.download_state is ArticleDownloadState.FAILED_RESPONSE:
            raise ArticleException(f"Article `download()` failed with {self.download_exception_msg}")

    def _check_parsed(self) -> None:
        if not self.is_parsed:
            raise ArticleException("You must `parse()` an article first!", url=self.url)

    def _read_text(self, document: maintext.Document) -> None:
        config = self.config
        self.title = (document.title or "")[: config.max_title]
        self.text = document.text[: config.max_text]
        self.article_html = document.html
        self.authors = [one.name for one in document.authors][: config.max_authors]
        self.publish_date = document.published.datetime() if document.published else None
        lead = document.fields.lead_images()
        self.meta_img = lead[0].url if lead else ""
        self.images = [image.url for image in document.images]
        self.top_image = self.meta_img or next(iter(self.images), "")
        self.movies = [media.url for media in document.media if media.kind != "audio"]

    def _read_meta(self, document: maintext.Document) -> None:
        self.meta_data = _nest_pairs(meta_pairs(document.page))
        self.meta_keywords = list(document.tags)
        self.tags = set(document.tags)
        self.meta_description = document.description or ""
        self.meta_site_name = document.site_name or ""
        self.meta_lang = (document.language or "").partition("-")[0]
        if self.config.use_meta_language and len(self.meta_lang) == 2:
            self.config.language = self.meta_lang
        self.canonical_link = document.canonical_url
        self.meta_favicon = _find_favicon(document.page)


def fetch_html(url: str, config: Configuration) -> tuple[str, str]:
    """Fetch a page, or read it from a ``file://`` URL; return its text, and the URL after redirects.

    Raises MaintextError: it cannot be fetched, read or decoded.
    """
    from maintext.html import decode  # noqa: PLC0415
    from maintext.net import FetchOptions, fetch  # noqa: PLC0415 - urllib3 is loaded only to fetch

    parts = split_url(url)
    if parts.scheme == "file":
        try:
            return decode(Path(unquote(parts.path)).read_bytes()).text, url
        except OSError as error:
            raise InputError(f"cannot read {parts.path}: {error.strerror}", stage="read") from error
    response = fetch(url, changed(FetchOptions(), config.fetch_changes(parts.scheme)))
    return decode(response.body, http_charset=response.charset, url=response.url).text, response.url


def article(url: str, language: str | None = None, **kwargs: Any) -> Article:
    """Return an article, downloaded and parsed; ``input_html=…`` gives a page instead of fetching it.

    Raises ArticleException: it could not be downloaded or read.
    """
    input_html = kwargs.pop("input_html", None)
    return Article(url, language=language, **kwargs).download(input_html=input_html).parse()


def build_article(url: str = "", config: Configuration | None = None, **kwargs: Any) -> Article:
    """Return an article, not yet downloaded."""
    return Article(url, config=config, **kwargs)


def fulltext(html: str | bytes, language: str = "en") -> str:  # noqa: ARG001 - their signature
    """Return the main text of a page; ``""`` if there is none."""
    return maintext.extract(html).text


def _nest_pairs(pairs: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    """Nest declarations by the parts of their names: ``og:title`` becomes ``data["og"]["title"]``."""
    data: dict[str, Any] = {}
    for name, text in pairs:
        *heads, last = name.split(":")
        at = data
        for head in heads:
            below = at.get(head, {})
            at[head] = below if isinstance(below, dict) else {head: below}
            at = at[head]
        value = int(text) if text.isascii() and text.isdigit() and len(text) < 100 else text
        if isinstance(at.get(last), dict):
            at[last][last] = value
        else:
            at[last] = value
    return data


def _find_favicon(page: Page) -> str:
    """Return the URL of the page's icon as written; ``""`` if there is none."""
    rels, hrefs = page.values("rel"), page.values("href")
    icons = (row for row, rel in rels.items() if "icon" in rel.lower().split() and page.name(row) == "link")
    return hrefs.get(next(icons, -1), "")
