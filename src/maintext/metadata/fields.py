"""Compute the fields of a page: run each finder on demand, then merge the candidates."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise

from maintext.html import Page
from maintext.html.arrays import Bool
from maintext.html.blocks import caption_texts
from maintext.html.characters import WORDS, letters_of
from maintext.html.urls import bare_host, split_url
from maintext.metadata import word_lists
from maintext.metadata.authors import find_authors, find_named_media, labelled_people
from maintext.metadata.body_parts import Image, parse_pixels
from maintext.metadata.byline import is_medium
from maintext.metadata.byline_scan import SOURCE_FIELDS, BylineScan, scan_bylines
from maintext.metadata.candidate import AGENCIES, FIELDS, Candidate, Field, Person
from maintext.metadata.declared.collector import Collector
from maintext.metadata.declared.comments import Comment
from maintext.metadata.declared.head import find_licences, is_company, read_head
from maintext.metadata.declared.main_entity import read_nodes
from maintext.metadata.declared.meta import first_contents
from maintext.metadata.declared.site_owner import find_site_owner
from maintext.metadata.declared.structured_data import (
    as_values,
    read_json_ld,
    read_microdata,
    read_rdfa,
)
from maintext.metadata.language import SURE, detect_language, has_cjk, is_neighbour
from maintext.metadata.merge import (
    MIN_CONFIDENCE,
    chosen,
    confidence,
    is_account,
    is_most_exact,
    minutes_between,
    name_key,
    person_key,
    ranked,
)
from maintext.metadata.moment import Moment, parse_moment
from maintext.metadata.near_headline import Lines, find_byline_position, find_subtitle, is_of_entry
from maintext.metadata.page_dates import local_time
from maintext.metadata.posts import Post, find_comments, find_opening_post, find_posts, is_thread
from maintext.metadata.published import find_dates, find_url_date
from maintext.metadata.terms import find_breadcrumb, find_linked_terms, find_terms
from maintext.metadata.title import OWNED, cut_slogan, find_site_name, find_titles, first_heading

__all__ = ["FIELDS", "Fields"]

_VISIBLE = frozenset("author published modified source source_url original_title tag category".split())
# Confidence from which a declared value wins over any value on the visible page; a date must also be exact.
# A test in ``tests/unit/metadata`` compares these with the table of precedence.
_MIN_DECIDING = {
    "author": 0.91, "published": 0.94, "modified": 0.85, "category": 0.8, "subtitle": 0.8, "tag": 0.8,
}  # fmt: skip


_DATE_FIELDS = frozenset({"published", "modified"})
_MAY_REPEAT_TITLE = frozenset(("subtitle", "description", "tag", "category"))
_SEVERAL, _MANY = 3, 9  # keywords
_MAX_KEYWORDS = 24  # more are all words of the text, or all subjects of the site
_MIN_STATED = 0.4  # of many keywords: less are those of the site
_OF_HEAD = frozenset({"meta:keywords", "meta:tags"})
_MAX_STEM, _CJK = 5, "\u3040"
_MAX_CHANNELS, _TITLE_MARK = 2, re.compile(r"[-–—－|｜_·]+")
_OF_SITES = "网網报報"  # last characters of their names
_NO_TAG = frozenset(("新闻", "新聞", "新闻中心", "新聞中心", "ニュース", "速報", "記事", "뉴스"))
_NO_CATEGORY = frozenset(
    {"uncategorized", "uncategorised", "未分类", "未分類", "unkategorisiert", "nonclassé"}
)
# A URL or path, the id of a system, an unfilled template, a site; and in a breadcrumb a date of an archive.
_NO_NAME = re.compile(
    r"(?:https?:)?/.*|[\dA-Fa-f]{8}(?:-[\dA-Fa-f]{4}){3}-\w{12}|[a-z]+(?:_[a-z]+)+|.*[{}<>].*"
    r"|[\w.-]+\.(?:com|net|org)"
)
_DIGITS = re.compile(r"[\d/.-]+")
_ROOTS = ("新闻中心", "新聞中心", "首页更新", "首頁更新")  # of all news of a portal
_OF_EVENT = ("startDate", "endDate")
_OF_IMAGE = ("og:image:width", "og:image:height", "og:image:alt", "twitter:image:alt")
_TERM_FIELDS = frozenset({"tag", "category"})
_PEOPLE_FIELDS = frozenset({"author", "credit"})


class Fields:
    """The fields of a page by name, each computed on first access.

    - ``kept``: bool of shape (n_rows,): the text rows of the main content.
    - ``text``: function that returns the main text, for its language.
    - ``reference``: fetch time, if known: relative dates count from it, later dates are rejected.
    - ``script_values``: candidates from the same script as the main text, if that came from a script.
    """

    def __init__(
        self,
        page: Page,
        kept: Bool,
        text: Callable[[], str],
        reference: Moment | dt.datetime | None = None,
        script_values: Sequence[Candidate] = (),
    ) -> None:
        self._page, self._kept, self._text, self._reference = page, kept, text, reference
        self._script_values = script_values
        self._fields: dict[str, Field | None] = {}
        self._ranked: dict[str, list[Candidate]] = {}
        self._stated: dict[str, list[Candidate]] = {}

    def __getitem__(self, name: str) -> Field | None:
        """Return a field by its name in :data:`FIELDS`, None if the page does not state it."""
        if name not in self._fields:
            found = self._deciding_candidates("author" if name == "credit" else name)
            found = self._changed_later(found) if name == "modified" else found
            self._fields[name] = chosen(name, _of_role(name, found) if name in _PEOPLE_FIELDS else found)
        return self._fields[name]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of all fields, :data:`FIELDS`, stated or not."""
        return iter(FIELDS)

    def candidates(self, name: str) -> list[Candidate]:
        """Return all candidates of a field, the preferred one first."""
        found = self._all_candidates("author" if name == "credit" else name)
        return _of_role(name, found) if name in _PEOPLE_FIELDS else found

    def lead_images(self) -> list[Image]:
        """Return the declared images, the preferred first, with declared size and alt text."""
        found = self.candidates("image")
        if not found:
            return []
        sizes = first_contents(self._page, _OF_IMAGE)
        alt = sizes.get("og:image:alt") or sizes.get("twitter:image:alt", "")
        width, height = (parse_pixels(sizes.get(f"og:image:{side}", "")) for side in ("width", "height"))
        first = Image(str(found[0].value), alt, width=width, height=height)
        return [first, *(Image(str(one.value)) for one in found[1:])]

    def comments(self) -> list[Comment]:
        """Return comments, replies and forum posts in page order."""
        return find_comments(self._page, self.posts)

    @property
    def is_thread(self) -> bool:
        """True if the main text begins with the first of posts by several authors, with dates."""
        return is_thread(self._page, self._kept, self.posts)

    @cached_property
    def posts(self) -> list[Post]:
        """Visible comments, replies and forum posts with the rows of their texts; not to be changed."""
        return find_posts(self._page, self._local_reference, self._kept)

    def _all_candidates(self, name: str) -> list[Candidate]:
        if name not in self._ranked:
            self._ranked[name] = self._find_candidates(name)
        return self._ranked[name]

    def _deciding_candidates(self, name: str) -> list[Candidate]:
        """Return the candidates that decide a field; search the page only if it can win."""
        if name in self._ranked or name not in _MIN_DECIDING:
            return self._all_candidates(name)
        stated = ranked(self._stated_candidates(name))
        best = stated[0] if stated else None
        if best is None or confidence(best) < _MIN_DECIDING[name]:
            return self._all_candidates(name)
        if name == "author":  # with credits from bylines
            if any(map(self._is_house, stated)) or is_account(best):
                return self._all_candidates(name)
            scan = self._byline_scan
            return ranked([*stated, *(labelled_people(scan) if scan else ())])
        value = best.value
        is_date = name in _DATE_FIELDS
        is_exact = not is_date or (is_most_exact(value) and bool(value.minute))
        in_url = self._url_dates(name)
        if is_date and value.offset_minutes == 0:  # it may be shown in the zone of the page
            is_same_day = {one.value.date() for one in in_url} <= {value.date()}
            is_exact &= is_same_day and not self._page.cached(has_cjk)
        return [*stated, *in_url] if is_exact else self._all_candidates(name)

    def _find_candidates(self, name: str) -> list[Candidate]:
        if name == "title":
            return self._title_candidates
        found = self._stated_candidates(name)
        if name in _VISIBLE:
            found = self._with_visible_values(name, found)
        elif name == "site_name":
            found = self._without_channels(found)
        elif name == "licence" and not found:
            found += find_licences(self._page)
        elif name == "subtitle":
            described = dict.fromkeys(str(one.value) for one in self._stated_candidates("description"))
            shown = find_subtitle(self._page, self._headline_row, described)
            found += [one for one in self._without_title(shown) if self._is_lead(str(one.value))]
        elif name == "language":
            found += self._detect_language()
        if name == "author":
            found = self._without_sites(found) or self._blog_owner()
        found = self._of_main_text(name, found)
        found += self._of_opening_post(name, found)
        if name == "published":
            found = self._without_events(self._without_changes(found))
        elif name == "source_url":
            rows = {-1, source.row} if (source := self["source"]) else set()  # not that of another text
            own = {self._page.url, *(one.value for one in self._stated_candidates("canonical_url"))}
            found = [one for one in found if "." in split_url(one.value).netloc and one.value not in own]
            found = [one for one in found if not rows or one.row in rows]
        return ranked(found)

    def _with_visible_values(self, name: str, stated: list[Candidate]) -> list[Candidate]:
        """Return the stated candidates and those of the visible page and the URL."""
        scan = self._byline_scan
        found = [*stated, *(self._visible_candidates(name, scan) if scan else ()), *self._url_dates(name)]
        if name == "category":
            shown = find_breadcrumb(self._page, self._title_text, self._headline_row)
            found += self._without_title(shown)
        if scan and name in _TERM_FIELDS and not found:
            found = find_linked_terms(self._page, scan, self._kept, name)
        return (self._without_home(found) or self._channels_as_categories()) if name == "category" else found

    def _visible_candidates(self, name: str, scan: BylineScan) -> list[Candidate]:
        """Return the candidates of the visible page, the best first."""
        if name == "author":
            return find_authors(self._page, scan)
        found = scan.stated
        if name in _TERM_FIELDS:
            found = self._term_candidates
        elif name in _DATE_FIELDS:
            found = self._date_candidates
        chosen = [one for one in found if one.field == name]
        if name in SOURCE_FIELDS:  # that of a picture is none
            chosen = [one for one in chosen if not caption_texts(self._page)[one.row]]
        if name == "source" and not chosen and self._page.cached(has_cjk):
            return find_named_media(self._page, scan)
        return chosen

    @cached_property
    def _byline_scan(self) -> BylineScan | None:
        """The lines that may hold a byline; None for a page without text."""
        lines = Lines(self._page.columns)
        if len(lines) == 0:
            return None
        place = find_byline_position(self._page, lines, self._kept, self._headline_row)
        return scan_bylines(self._page, lines, place, self._local_reference, self._kept)

    @cached_property
    def _term_candidates(self) -> list[Candidate]:
        return find_terms(self._page, self._byline_scan, self._kept) if self._byline_scan else []

    @cached_property
    def _date_candidates(self) -> list[Candidate]:
        return find_dates(self._page, self._byline_scan) if self._byline_scan else []

    def _channels_as_categories(self) -> list[Candidate]:
        """Return the channels that the keywords of a page name, as its ``<title>`` does."""
        channels = self._title_channels(self._declared_candidates("tag"))
        no_channels = {*self._site_names, *_NO_TAG}
        named = (one for key, one in channels.items() if key not in no_channels and key[-1] not in _OF_SITES)
        return [replace(one, field="category", origin="title") for one in named]

    def _without_channels(self, stated: list[Candidate]) -> list[Candidate]:
        """Return the stated names of the site without channels (category and tag), else the title's."""
        terms = [{one.value for one in self._declared_candidates(field)} for field in _TERM_FIELDS]
        found = [one for one in stated if not all(one.value in some for some in terms)] or stated
        found = [replace(one, value=cut_slogan(self._page, one.value, self._title_text)) for one in found]
        if all(map(is_company, found)):  # the <title> has the name, perhaps next to a headline from elsewhere
            is_seen = bool(self._title_candidates) and self._title_candidates[0].origin != "title"
            found = find_site_name(self._page, self._title_text if is_seen else "") or found
        return found or find_site_owner(self._page)

    def _without_changes(self, found: list[Candidate]) -> list[Candidate]:
        """Drop shown times that the page declares as those of its last change, if it declares another one."""
        stated = self._stated_candidates("published")
        declared = _times_to_the_minute(one for one in stated if confidence(one) >= MIN_CONFIDENCE)
        changed = _times_to_the_minute(self._stated_candidates("modified")) - declared if declared else set()
        return [one for one in found if one.row < 0 or not _times_to_the_minute([one]) & changed]

    def _without_events(self, found: list[Candidate]) -> list[Candidate]:
        """Drop shown dates without a label and those of the URL that are the start or end of an event."""
        nodes = (node for read in (read_json_ld, read_microdata) for node in self._page.cached(read))
        stated = [one for node in nodes for key in _OF_EVENT if key in node for one in as_values(node[key])]
        days = {moment.date() for one in stated if isinstance(one, str) and (moment := parse_moment(one))}
        return [
            one
            for one in found
            if (one.row < 0 and not one.origin.startswith("url"))
            or one.origin == "byline:label"
            or one.value.date() not in days
        ]

    def _changed_later(self, found: list[Candidate]) -> list[Candidate]:
        """Return the candidates of the last change; none if it is before the publication.

        A change at or before that time yields to a later one that is declared.
        """
        field, published = chosen("modified", found), self["published"] if found else None
        if field is None or published is None:
            return found
        n_minutes = minutes_between(published.value, field.value)
        if n_minutes is None or n_minutes > 0:
            return found
        declared = [one for one in found if one.row < 0]
        gaps = [minutes_between(published.value, one.value) for one in declared]
        # What differs from these by whole half hours is the same time in another zone.
        early = {gap % 30 for gap in gaps if gap is not None and gap <= 0}
        later = [one for one, gap in zip(declared, gaps, strict=True) if gap and gap % 30 not in early]
        return later or (found if n_minutes == 0 else [])

    def _of_main_text(self, name: str, found: list[Candidate]) -> list[Candidate]:
        """Drop what stands in a comment, in a post after one of the main text, or in an entry of a list."""
        best = max(found, key=confidence, default=None) if name in _DATE_FIELDS | _OF_POSTS else None
        if best is None or best.row < 0:
            return found
        return [one for one in found if one.row < 0 or self._is_of_main_text(one)]

    def _is_of_main_text(self, shown: Candidate) -> bool:
        for post in reversed(self.posts):  # an inner one comes after the one around it
            end = int(self._page.end[post.row])
            if post.row <= shown.row < end:
                return post is self.posts[0] and bool(self._kept[post.row : end].any())
        return not is_of_entry(self._page, shown.row, self._headline_row, getattr(shown.value, "name", ""))

    def _of_opening_post(self, name: str, found: list[Candidate]) -> list[Candidate]:
        """Return author or date of the post that opens a thread, if no better place states them."""
        # What declares a date declares its author too, or is no thread.
        if name not in _OF_POSTS or self._stated_candidates("published"):
            return []
        is_stated = any(
            confidence(one) > _MAX_UNSIGNED and (name != "author" or one.names_writer) for one in found
        )
        post = None if is_stated else find_opening_post(self._page, self._kept, self.posts)
        if post is None or post.is_answer:  # who asks signs nothing then
            return []
        value = post.published if name == "published" else Person(post.author) if post.author else None
        return [Candidate(name, value, "post", post.row)] if value else []

    def _url_dates(self, name: str) -> list[Candidate]:
        if name != "published":
            return []
        found = find_url_date(self._page.url or "")
        if found or self._stated_candidates("published"):
            return found
        canonical = self._stated_candidates("canonical_url")[:1]
        dated = (one for url in canonical for one in find_url_date(str(url.value)))
        return [replace(one, origin="canonical") for one in dated]

    def _stated_headlines(self, head: Collector) -> Iterator[str]:
        """Yield the titles of the head, then of ``<title>`` and ``<h1>``; read lazily."""
        yield from (str(one.value) for one in head.candidates("title"))
        headings = self._page.is_tag(("title", "h1")).nonzero()[0][:5]
        yield from (self._page.row_text(row)[:500] for row in headings.tolist())

    @cached_property
    def _declared_values(self) -> list[Collector]:
        """Declared candidates by syntax."""
        page, head = self._page, read_head(self._page)
        read = {"json-ld": read_json_ld, "microdata": read_microdata, "rdfa": read_rdfa}
        stated = ((syntax, page.cached(reader)) for syntax, reader in read.items())
        found = [
            read_nodes(page, nodes, name, self._stated_headlines(head)) for name, nodes in stated if nodes
        ]
        return [head, *found]

    def _declared_candidates(self, name: str) -> list[Candidate]:
        return [one for collector in self._declared_values for one in collector.candidates(name)]

    def _stated_candidates(self, name: str) -> list[Candidate]:
        """Return the declared candidates of a field, then those from the script of the text."""
        if name not in self._stated:
            declared = self._declared_candidates(name)
            declared += [one for one in self._script_values if one.field == name]
            if name == "tag":
                declared = self._without_foreign_keywords(declared)
            elif name == "category":
                declared = self._without_home(declared)
            declared = self._without_title(declared) if name in _MAY_REPEAT_TITLE else declared
            if name == "description":
                texts = {str(one.value) for one in declared}
                told = {text: self._without_frame(text) for text in texts if self._tells_more(text)}
                declared = [replace(one, value=text) for one in declared if (text := told.get(one.value))]
            self._stated[name] = declared
        return [*self._stated[name]]

    def _without_title(self, found: list[Candidate]) -> list[Candidate]:
        """Drop what only repeats the title, as systems fill empty fields with it.

        A subtitle may not be its beginning either, as the words of an address are.
        """
        titles = {*self._title_keys} - {""}
        shortest = min(map(len, titles), default=0)  # shorter texts need no reading
        return [
            one
            for one in found
            if (len(text := str(one.value)) < shortest or letters_of(text) not in titles)
            and (one.field != "subtitle" or not any(title.startswith(letters_of(text)) for title in titles))
        ]

    def _is_lead(self, subtitle: str) -> bool:
        """Return True if a shown subtitle is not the whole text, nor the source or the site."""
        names = {str(field.value) for name in ("source", "site_name") if (field := self[name])}
        is_all = len(self._text()) < 2 * len(subtitle) and letters_of(self._text()) == letters_of(subtitle)
        return subtitle not in names and not is_all

    def _tells_more(self, text: str) -> bool:
        """Return True if a description is not the title with the name of the site or the keywords only."""
        title, letters = self._title_keys[0], letters_of(text)
        if title.startswith(letters):  # cut at a quotation mark
            return False
        if not title or not letters.startswith(title):
            return True
        known = [self._page_title, *(str(one.value) for one in self._stated_candidates("tag"))]
        return not set(WORDS.findall(text.lower())) <= set(WORDS.findall(" ".join(known).lower()))

    def _without_frame(self, stated: str) -> str:
        """Return a description without the title before it and the site after it."""
        text = stated
        for title in (self._page_title, self._title_text):
            if len(letters_of(title)) < _MIN_OPENING:
                continue
            if text.startswith(title):
                text = _cut_opening(text, title)
            elif text.endswith(title) and text.removesuffix(title)[-1:] in _BEFORE_TITLE:
                text = text.removesuffix(title)[:-1].rstrip()
        site = _SITE_CLOSING.match(text)
        return site[1] if site and self._is_site_part(site[2] or "") else text

    def _is_site_part(self, part: str) -> bool:
        """Return True if a part of a description is the site, or is around the title in ``<title>``."""
        key = name_key(part)
        is_of_title = key in self._title_ends and key not in name_key(self._title_text)
        return not key or is_of_title or key in {*self._site_names, bare_host(self._page.url or "")}

    def _without_home(self, found: list[Candidate]) -> list[Candidate]:
        """Drop the site as the first of several categories, that there is none, and what is no name."""
        site, host = self["site_name"], bare_host(self._page.url or "")
        names = {name_key(str(site.value)) if site else "", host, *_ROOTS}
        keys = [name_key(str(one.value)) for one in found]
        others = {one.origin for one, key in zip(found, keys, strict=True) if key not in names}
        return [
            one
            for one, key in zip(found, keys, strict=True)
            if key not in _NO_CATEGORY
            and (key not in names or one.origin not in others)
            and not _NO_NAME.fullmatch(str(one.value))
            and not ("breadcrumb" in one.origin.lower() and _DIGITS.fullmatch(str(one.value)))
        ]

    def _without_foreign_keywords(self, found: list[Candidate]) -> list[Candidate]:
        """Drop tags that are the site's name, codes or pieces of the title, and the keywords of the site."""
        site = self["site_name"] if found else None
        name = name_key(str(site.value)) if site else ""
        origins = dict.fromkeys(one.origin for one in found)
        groups = [[one for one in found if one.origin == origin] for origin in origins]
        own = [one for group in groups for one in self._own_keywords(group, found)]
        others = {name, *_NO_TAG, *self._title_channels(found)}
        return [one for one in own if name_key(str(one.value)) not in others]

    def _title_channels(self, keywords: list[Candidate]) -> dict[str, Candidate]:
        """Return one or two keywords that are parts of a CJK ``<title>`` after the headline.

        They are channels of the site: 标题-国内新闻-某网. More are the tags of the page, as are those that
        the text has.
        """
        if not keywords or not self._page.cached(has_cjk):
            return {}
        ends = set(_TITLE_MARK.split(self._title_ends))
        found = {key: one for one in keywords if (key := name_key(str(one.value))) in ends and key > _CJK}
        if len(found) > _MAX_CHANNELS:
            return {}
        text = self._text().lower() if found else ""
        return {key: one for key, one in found.items() if str(one.value).lower() not in text}

    def _own_keywords(self, terms: list[Candidate], found: list[Candidate]) -> list[Candidate]:
        """Return the keywords of one place that are of the page.

        Of several in the head it must state one again, of a long list many, or else only these count.
        """
        words = [str(one.value).lower() for one in terms]
        if letters_of("".join(words)) == self._title_keys[0]:
            return []
        if _overlap_in_title(words, self._title_text.lower()):
            return [
                one for one, word in zip(terms, words, strict=True) if word not in self._title_text.lower()
            ]
        if len(words) >= _MIN_RUN and (cut := _cut_from_title(words, self._title_text.lower())):
            return [one for one, word in zip(terms, words, strict=True) if word not in cut]
        is_long, origin = len(words) >= _MANY, terms[0].origin
        if is_long and sum(str(one.value).isupper() for one in terms) * 2 > len(words):
            return []  # codes of an agency
        if origin not in _OF_HEAD or len(words) < _SEVERAL or not self._text():
            return terms
        others = (str(one.value) for one in found if one.origin != origin)
        stated = "\n".join((self._title_text, self._text(), *others)).lower()
        own = [one for one, word in zip(terms, words, strict=True) if _begins_word(word, stated)]
        kept = own if len(own) < (_MIN_STATED * len(words) if is_long else 1) else terms
        return kept if len(kept) <= _MAX_KEYWORDS or origin != "meta:keywords" else []

    @property
    def _title_text(self) -> str:
        return str(self._title_candidates[0].value) if self._title_candidates else ""

    @cached_property
    def _title_keys(self) -> tuple[str, str]:
        """Letters of the title, and of the ``<title>``."""
        return letters_of(self._title_text), letters_of(self._page_title)

    @cached_property
    def _local_reference(self) -> Moment | dt.datetime | None:
        dates = [one for name in ("published", "modified") for one in self._stated_candidates(name)]
        return local_time(self._page, self._reference, dates)

    @cached_property
    def _title_candidates(self) -> list[Candidate]:
        in_state = [one for one in self._script_values if one.field == "title"]
        # The usual titles of the head are read by the finder itself.
        head, *others = self._declared_values
        stated = [one for collector in others for one in collector.candidates("title")]
        found = find_titles(self._page, stated)
        found = found or head.candidates("title") or first_heading(self._page, self._kept)
        is_shown = bool(found) and found[0].row >= 0 and found[0].origin != "title"
        return [*found, *in_state] if is_shown else [*in_state, *found]

    @property
    def _headline_row(self) -> int:
        return self._title_candidates[0].row if self._title_candidates else -1

    def _detect_language(self) -> list[Candidate]:
        found = detect_language(self._text())
        declared = ranked(self._stated_candidates("language"))[:1]
        if not found.tag or any(is_neighbour(str(one.value), found.tag) for one in declared):
            return []
        origin = "text" if found.confidence >= SURE else "guess"
        return [Candidate("language", found.tag, origin)]

    def _without_sites(self, found: list[Candidate]) -> list[Candidate]:
        """Drop authors that are only the name of a section, or of a house that does not sign alone."""
        sections = {name_key(str(one.value)) for one in self._stated_candidates("category")}
        editors = self._editors_only(found)
        software = name_key(first_contents(self._page, {"generator"}).get("generator", ""))
        found = [
            one
            for one in found
            if (name := person_key(one)) not in sections
            and not (name and software.startswith(name))
            and not self._is_portal(one)
            and not (one.origin.startswith("meta:") and name.endswith(editors))
        ]
        people = [one for one in found if one.names_writer and not self._is_house(one)]
        signing = {one.origin for one in people if confidence(one) >= _MIN_SIGNING}
        if not signing:
            return found
        return [one for one in found if not self._is_house(one, also=signing)]

    def _editors_only(self, found: list[Candidate]) -> tuple[str, ...]:
        """Return whom a page in Chinese, Japanese or Korean shows as an editor only."""
        shown = [one for one in found if one.row >= 0] if self._page.cached(has_cjk) else []
        writers = {person_key(one) for one in shown if one.names_writer}
        return tuple({person_key(one) for one in shown} - writers - {""})

    def _blog_owner(self) -> list[Candidate]:
        """Return the owner of a Chinese weblog by its name in the ``<title>``: 张三的博客."""
        title = self._page_title if self._page.cached(has_cjk) else ""
        found = OWNED.search(title) or _OWNER.search(title)
        return [Candidate("author", Person(found[1]), "owner")] if found else []

    def _is_portal(self, author: Candidate) -> bool:
        """Return True if the ``<meta>`` author of a page in a CJK language is a house or the system."""
        # The writer of a novel stands in its title: 第一章_书名_作者_某网.
        is_named_so = author.origin.startswith("meta:") and author.origin != "meta:og:novel:author"
        if not is_named_so or not self._page.cached(has_cjk):
            return False
        name: str = author.value.name
        if name.isascii() and name.islower() and name not in self._page.text.lower():
            return True
        source = self["source"]
        is_named = name_key(name) in self._title_ends or (source is not None and source.value == name)
        is_named |= len(name) > _MAX_NAME and name in self._title_text
        return is_medium(name) or self._is_house(author) or is_named

    def _is_house(self, author: Candidate, also: Collection[str] = ()) -> bool:
        """Return True if an author is the site, an agency or a desk: Redaktion, News Team.

        ``also``: origins of people; a desk named together with these signs too.
        """
        name: str = author.value.name
        is_desk = name.lower() in AGENCIES or _DESK.search(name) is not None
        return name_key(name) in self._site_names or (is_desk and author.origin not in also)

    @cached_property
    def _site_names(self) -> set[str]:
        hosts = split_url(self._page.url or "").netloc.lower().split(".")
        return {name_key(str(one.value)) for one in self.candidates("site_name")} | {*hosts[-3:-1]}

    @cached_property
    def _title_ends(self) -> str:
        """The ``<title>`` around the headline as a key: _某网 of 标题_某网."""
        title = self["title"]
        return name_key(self._page_title.replace(str(title.value), "|")) if title else ""

    @cached_property
    def _page_title(self) -> str:
        rows = self._page.is_tag(("title",)).nonzero()[0]
        return self._page.row_text(int(rows[0]))[:500] if len(rows) else ""


def _of_role(field: str, people: list[Candidate]) -> list[Candidate]:
    """Return the people of ``author`` or ``credit``; an agency signs where nobody else does."""
    writers = [one for one in people if one.names_writer]
    agencies = (one for one in people if one.value.role == "agency")
    writers = writers or [replace(one, value=Person(one.value.name)) for one in agencies]
    if field == "author":
        return writers
    signed = {person_key(one) for one in writers}
    return [
        replace(one, field=field) for one in people if not one.names_writer and person_key(one) not in signed
    ]


_OWNER = re.compile(r".[_-]([^_\s-]{2,16})[_-][^_\s-]{0,8}博客$")  # 标题_张三_某某博客
_MAX_NAME = 6  # Han characters; a longer part of the title is none
_MAX_UNSIGNED = 0.5  # of a place that gives way to the first post of a thread
_OF_POSTS = frozenset({"author", "published"})
_MIN_SIGNING = 0.6  # of a place that names who signs, not the author of another text
_DESK = re.compile(rf"\b(?:{'|'.join(word_lists('names')['desks'])})\b", re.IGNORECASE)


def _cut_opening(description: str, title: str) -> str:
    """Return the sentences after a title and a mark: Title - Text, 标题---文, 标题 文; else all."""
    is_cjk = title[-1:] >= _CJK
    mark = (_AFTER_CJK_TITLE if is_cjk else _AFTER_TITLE).match(description, len(title))
    rest = description[mark.end() :] if mark else ""
    is_headline = is_cjk or title.count(" ") >= _MIN_OPENING_SPACES
    return rest if is_headline and len(rest) >= _MIN_REST and not rest[0].islower() else description


# A title of a few words may be the subject of the sentence: AirPods Pro 3 — The world's best.
_MIN_OPENING, _MIN_OPENING_SPACES, _MIN_REST = 8, 3, 15
_AFTER_TITLE = re.compile(r"[!?”\"»)]*(?:\s*-{2,}|\s+[-–—|:]+\s|:\s)\s*")
_AFTER_CJK_TITLE = re.compile(r"[！？!?”」』》）)】]*(?:\s*[-–—－|｜]+|\s|,(?=[\u3400-\u9fff]))[\s.]*")
_BEFORE_TITLE = frozenset(",，")  # 文,标题
_SITE_CLOSING = re.compile(r"(.{39,}\S)(?:\s+[-–—|·]+(?:\s+([^|]{1,60}))?|\s*[|｜])$")


def _overlap_in_title(words: list[str], title: str) -> bool:
    """Return True if several keywords in a row are cut out of a CJK title, each over the one before."""
    if max(title, default="") < _CJK:
        return False
    places = [(at, at + len(word)) for word in words if (at := title.find(word)) >= 0]
    return sum(one[0] < other[0] < one[1] < other[1] for one, other in pairwise(places)) >= _MIN_OVERLAPS


_MIN_OVERLAPS = 2  # 網癮, 癮傷, 傷害


def _cut_from_title(words: list[str], title: str) -> set[str]:
    """Return the keywords that are the words of a title, one by one in its order, at least four in a row."""
    whole = "\n".join(("", *WORDS.findall(title), ""))
    runs = (words[i : i + _MIN_RUN] for i in range(len(words) - _MIN_RUN + 1))
    return {word for run in runs if "\n".join(("", *run, "")) in whole for word in run}


_MIN_RUN = 4


def _begins_word(term: str, text: str) -> bool:
    """Return True if a term without its ending begins a word of a text; Chinese has no words apart."""
    if term >= _CJK:
        return term in text
    stem = term[:-2] if len(term) > _MAX_STEM else term
    at = text.find(stem)
    while at > 0 and text[at - 1].isalnum():
        at = text.find(stem, at + 1)
    return at >= 0


def _times_to_the_minute(candidates: Iterable[Candidate]) -> set[Moment]:
    """Return the times of candidates to the minute, without zone; dates without a time are left out."""
    return {
        replace(one.value, second=None, offset_minutes=None)
        for one in candidates
        if one.value.minute is not None
    }
