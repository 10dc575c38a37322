"""Every form and command that a hostile input is put through, by name; an assertion here is a finding."""

from __future__ import annotations

import datetime as dt
import json
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
from tests.hostile.structures import RECIPE, WRAPPER

import maintext
from maintext.compat import CompatWarning, gne, magic_html, newspaper, readability, trafilatura
from maintext.crawl.feeds import read_feed, read_robots
from maintext.crawl.read import Answer, read_page
from maintext.crawl.recipe_table import RecipeTable
from maintext.html import listing_of
from maintext.net import Response
from maintext.records.posts import find_microcontent, posts_csv, posts_jsonl, posts_table
from maintext.sites.listing import find_list, items_csv, items_jsonl, items_table, read_region
from maintext.sites.pagination import find_pagination, next_part
from maintext.sites.recipe import LearnedRecipe, learn_recipe, recipe_from_toml, recipe_to_toml, run_recipe
from maintext.sites.wrapper import (
    ExamplePage,
    Wrapped,
    apply_wrapper,
    from_toml,
    learn_wrapper,
    plain_values,
    rewrap,
    to_toml,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from tests.hostile.inputs import HostileInput

    from maintext.sites.recipe import RecipeVisit

__all__ = ["DOCUMENT_FORMS", "INPUT_FORMS", "REFUSED", "document_of"]

REFUSED = (maintext.InputError, maintext.OptionError, maintext.FetchError)
"""What an input may be answered with; all else is a bug."""

_MAX_BYTES = 10_000_000
_FETCHED = dt.datetime(2024, 5, 7, 8, 9, tzinfo=dt.UTC)
_WRAPPER, _RECIPE = from_toml(WRAPPER), recipe_from_toml(RECIPE)
_LIST_URL = _RECIPE.list.start[0]
_SITE = "https://www.example.org/"
_OUTPUTS = [form for form in trafilatura.settings.FORMATS if form != "python"]
_XPATHS = ("//h1/text()", "//a/@href", "//p", "//*[@class]", "//time/@datetime")


def document_of(given: HostileInput) -> maintext.Document:
    """Extract a page."""
    return maintext.extract(given.html, given.url, http_charset=given.http_charset, fetched=_FETCHED)


def _check_text(text: str) -> None:
    """Check that what is written can be written: UTF-8 has no lone surrogates."""
    assert isinstance(text, str)
    text.encode()


def _bytes_of(given: HostileInput) -> bytes:
    """The input as a server would send it."""
    return given.html if isinstance(given.html, bytes) else given.html.encode("utf-8", "surrogatepass")


# -- forms of a document --------------------------------------------------------------------------------


def _markdown(_: HostileInput, document: maintext.Document) -> None:
    _check_text(document.markdown)


def _html(_: HostileInput, document: maintext.Document) -> None:
    _check_text(document.html)


def _json(_: HostileInput, document: maintext.Document) -> None:
    written = document.to_json()
    _check_text(written)
    json.loads(written)


def _tei(_: HostileInput, document: maintext.Document) -> None:
    assert document.tei.startswith("<TEI")
    _check_text(document.tei)


def _trace(_: HostileInput, document: maintext.Document) -> None:
    assert len(document.trace()) == np.count_nonzero(document._main_text[0].n_chars > 0)


def _offsets(given: HostileInput, document: maintext.Document) -> None:
    document.offsets(given.html)


def _items(_: HostileInput, document: maintext.Document) -> None:
    """``maintext items`` on a page: the main list, the others, the next page, in every format."""
    found = find_list(document.page, kind=document.kind, reference=_FETCHED)
    for region in found.others[:2]:
        read_region(document.page, region, reference=_FETCHED)
    for write in (items_table, items_csv, items_jsonl):
        _check_text(write(found.items))
    find_pagination(document.page)
    next_part(document.page)


def _posts(_: HostileInput, document: maintext.Document) -> None:
    """``maintext posts``, in every format."""
    found = find_microcontent(document.page, reference=_FETCHED)
    for write in (posts_table, posts_csv, posts_jsonl):
        _check_text(write(found.posts))


def _check_wrapped(wrapped: Wrapped) -> None:
    _check_text(wrapped.document.text)
    _check_text(json.dumps(plain_values(wrapped.fields), ensure_ascii=False))
    wrapped.document.fields_to_dict()


def _wrapper(_: HostileInput, document: maintext.Document) -> None:
    """``maintext wrapper apply`` with rules that fit nearly every page."""
    _check_wrapped(rewrap(_WRAPPER, document))


DOCUMENT_FORMS: dict[str, Callable[[HostileInput, maintext.Document], None]] = {
    "markdown": _markdown,
    "html": _html,
    "json": _json,
    "tei": _tei,
    "trace": _trace,
    "offsets": _offsets,
    "items": _items,
    "posts": _posts,
    "wrapper": _wrapper,
}
"""What is made of a document that was extracted already."""


# -- forms of an input ----------------------------------------------------------------------------------


def _again(given: HostileInput) -> None:
    first, second = document_of(given), document_of(given)
    assert first.to_json() == second.to_json(), "another result the second time"


def _methods(given: HostileInput) -> None:
    document = document_of(given)
    for method in maintext.catalogue():
        assert maintext.select(document.page, method.id).keep.shape == (len(document.page),)


def _listed(given: HostileInput) -> None:
    """Feeds and sitemaps, as crawls and ``maintext items`` read them."""
    data = _bytes_of(given)
    listing_of(data)
    listed = read_feed(data, _MAX_BYTES)
    for write in (items_table, items_csv, items_jsonl):
        _check_text(write(listed.entries))
    for url in (*(url for url, _ in listed.pages), *listed.sitemaps):
        _check_text(url)


def _crawl(given: HostileInput) -> None:
    """What a worker of a crawl does with a page of two parts, and with a robots.txt."""
    data = _bytes_of(given)
    answers = (Answer(given.url, data, given.http_charset), Answer(f"{_SITE}2.html", data))
    options = maintext.Options()
    for robots, wrapper in ((True, None), (False, _WRAPPER)):
        reading = read_page(answers, _FETCHED, options, robots=robots, wrapper=wrapper)
        _check_text(json.dumps([reading.record, [link.url for link in reading.links]], ensure_ascii=False))
    robots_txt = read_robots(200, data, "maintext")
    for url in (_SITE, given.url):
        robots_txt.allows(url)


def _fetch(given: HostileInput) -> Callable[[RecipeVisit], Response]:
    """Every page of a site is the input; each fifth address cannot be had."""

    def fetch(visit: RecipeVisit) -> Response:
        if len(visit.url) % 5 == 0 and visit.url != _LIST_URL:
            raise maintext.FetchError("no answer", url=visit.url)
        return Response(
            url=visit.url, requested_url=visit.url, status=200, headers={}, body=_bytes_of(given),
            charset=given.http_charset, content_type="text/html",
        )  # fmt: skip

    return fetch


def _run(given: HostileInput) -> None:
    """``maintext run``: the input is the list and each of its entries."""
    table = RecipeTable.of(_RECIPE)
    for record in run_recipe(_RECIPE, _fetch(given), fetched=_FETCHED):
        _check_text(json.dumps(record.to_dict(), ensure_ascii=False))
        table.row(record.to_dict())


def _learn(given: HostileInput) -> None:
    """``maintext learn`` and ``maintext wrapper learn``, and what they learned applied to the same page."""
    learned = learn_wrapper([ExamplePage(html=given.html, url=given.url)])
    assert from_toml(to_toml(learned)) == learned
    _check_wrapped(apply_wrapper(learned, given.html, given.url))
    found: LearnedRecipe = learn_recipe([_LIST_URL], _fetch(given), n_examples=1)
    assert recipe_from_toml(recipe_to_toml(found.recipe)) == found.recipe


def _rules(given: HostileInput) -> None:
    """The input as the file of a wrapper and of a recipe; the rules are applied to a page."""
    text = given.html if isinstance(given.html, str) else given.html.decode("utf-8", "replace")
    for read, write in ((from_toml, to_toml), (recipe_from_toml, recipe_to_toml)):
        try:
            rules: Any = read(text)
        except maintext.OptionError:
            continue
        assert read(write(rules)) == rules, "the rules are not the same after writing and reading"
        wrapper = rules if read is from_toml else rules.detail.wrapper
        if wrapper is not None:
            _check_wrapped(apply_wrapper(wrapper, _PAGE, given.url))


_PAGE = (
    "<article class=text><h1>A walk</h1><time datetime=2024-05-06>Monday</time><p class=author>By Ann Lee"
    "<table><tr><td>Price<td>200</table><p>Some words of prose stand here.<p class=related>More</article>"
)


INPUT_FORMS: dict[str, Callable[[HostileInput], None]] = {
    "again": _again,
    "methods": _methods,
    "listed": _listed,
    "crawl": _crawl,
    "run": _run,
    "learn": _learn,
    "rules": _rules,
}
"""What is made of an input from its bytes on; the shims of :mod:`maintext.compat` are added below."""


# -- the shims ------------------------------------------------------------------------------------------


def _gne(given: HostileInput) -> None:
    extractor, lists = gne.GeneralNewsExtractor(), gne.ListPageExtractor()
    extractor.extract(given.html, host=given.url, normalize=True, with_body_html=True)
    extractor.extract(
        given.html, *_XPATHS[:2], body_xpath=_XPATHS[2], publish_time_xpath=_XPATHS[4],
        noise_node_list=[_XPATHS[3]],
    )  # fmt: skip
    lists.extract(given.html, "/html/body//a/text()")


def _magic_html(given: HostileInput) -> None:
    extractor = magic_html.GeneralExtractor()
    extractor.rule = {"www.example.org": {"content": {"value": _XPATHS[2]}, "clean": [_XPATHS[3]]}}
    for html_type in (None, "forum"):
        extractor.extract(given.html, base_url=given.url, html_type=html_type)


def _newspaper(given: HostileInput) -> None:
    article = newspaper.article(given.url, input_html=given.html)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CompatWarning)  # that it does less than the original
        article.nlp()
    json.loads(str(article.to_json()))
    newspaper.fulltext(given.html)


def _readability(given: HostileInput) -> None:
    document = readability.Document(given.html, url=given.url)
    for text in (document.title(), document.short_title(), document.author(), document.content()):
        _check_text(text)
    _check_text(document.summary())


def _trafilatura(given: HostileInput) -> None:
    form = _OUTPUTS[given.number % len(_OUTPUTS)]
    written = trafilatura.extract(
        given.html, given.url, output_format=form, with_metadata=True, include_links=True,
        include_images=True, include_formatting=True,
    )  # fmt: skip
    _check_text(written or "")
    trafilatura.bare_extraction(given.html, given.url, prune_xpath=_XPATHS[3])
    trafilatura.extract_metadata(given.html)
    trafilatura.baseline(given.html)
    trafilatura.html2txt(given.html)


def _as_refused(shim: Callable[[HostileInput], None], refusals: tuple[type[Exception], ...]) -> Any:
    """A shim whose own exceptions, those of its original, are refusals of the input."""

    def ask(given: HostileInput) -> None:
        try:
            shim(given)
        except refusals as error:
            # A UnicodeEncodeError or a ValueError of urlsplit is no refusal of ours.
            if type(error) is ValueError and not _is_said_by(error, magic_html):
                raise

    return ask


def _is_said_by(error: Exception, module: ModuleType) -> bool:
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    return frame is not None and frame.tb_frame.f_code.co_filename == module.__file__


INPUT_FORMS |= {
    "gne": _as_refused(_gne, (gne.NoContentException,)),
    "magic_html": _as_refused(_magic_html, (ValueError,)),
    "newspaper": _as_refused(_newspaper, (newspaper.ArticleException,)),
    "readability": _as_refused(_readability, (readability.Unparseable,)),
    "trafilatura": _trafilatura,
}
