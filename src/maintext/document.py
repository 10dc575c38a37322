"""The result of an extraction, in every output form, with reasons."""

from __future__ import annotations

import json
import math
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from maintext.classify.embedded import EmbeddedPage
from maintext.classify.model.kind import Kind
from maintext.html import Page
from maintext.html.arrays import Bool
from maintext.html.tags import CUSTOM, NAMES, TEXT, UNKNOWN
from maintext.metadata.record import MetadataRecord
from maintext.options import Options
from maintext.render.artifacts import remove_artifacts
from maintext.render.duplicates import drop_duplicate_blocks
from maintext.render.insertions import INSERTIONS
from maintext.render.text import render_text
from maintext.selection import Outcome, Selection

if TYPE_CHECKING:  # imported on first use
    from maintext.metadata.fields import Fields
    from maintext.render.offsets import Offsets
    from maintext.render.regions import Regions
    from maintext.render.tei import Header

__all__ = ["Document", "TraceRow"]

# Elements around a text that a trace names: without a bound, a page of texts nested in each other would
# cost the square of its size.
_MAX_ANCESTORS = 100
_MAX_NAME_CHARS = 40  # of an element in a trace
_NAMED_BY_PAGE = frozenset((UNKNOWN, CUSTOM))


@dataclass(frozen=True, slots=True)
class TraceRow:
    """Reason why one text of the page was kept or dropped."""

    row: int  # of the text on the page
    kept: bool  # decision of the method
    reason: str
    score: float  # of the nearest scored ancestor, NaN for none
    # Names of the elements from the root to the text's parent; beyond 100 only the innermost, after `…`
    path: str
    text: str  # white space collapsed


class _MainText:
    """Function that returns the text of a selection, rendered once."""

    def __init__(self, page: Page, selection: Selection) -> None:
        self._shown = page, selection

    def __call__(self) -> str:
        return self._rendered_text

    @cached_property
    def _rendered_text(self) -> str:
        return render_text(*self._shown)


class Document(MetadataRecord):
    """Main content and fields of one page; immutable, each form is computed on first use.

    Attributes
    ----------
    page, options
        The input.
    selection
        The main content with reasons, without layout artifacts and duplicate blocks. All forms, fields and
        :meth:`trace` follow it.
    embedded
        Text of a script that replaces the selected text; ``None`` for most pages, which show their text.
    fetched
        Fetch time: the reference of relative dates (3 hours ago, 昨天); later dates are refused. ``None`` if
        unknown.
    """

    def __init__(
        self, page: Page, selection: Selection, options: Options, embedded: EmbeddedPage | None = None,
        *, fetched: datetime | None = None,
    ) -> None:  # fmt: skip
        self.page, self.options, self.fetched = page, options, fetched
        self.selection = _final_selection(page, selection)
        self.embedded = embedded and replace(
            embedded, selection=_final_selection(embedded.page, embedded.selection)
        )

    @property
    def _main_text(self) -> tuple[Page, Selection]:
        """Return the page with the main text, and its selection."""
        shown = self.embedded or self
        return shown.page, shown.selection

    @cached_property
    def _main_regions(self) -> Regions:
        """Return the regions that Markdown and HTML share."""
        from maintext.render.regions import regions_of

        return regions_of(*self._main_text)

    @property
    def _main_pictures(self) -> tuple[Bool, list[int]]:
        from maintext.render.pictures import left_out_of

        return self._main_regions.in_main, self._main_regions.cached(left_out_of)

    def _main_content(self) -> tuple[Page, Bool]:
        page, selection = self._main_text
        return page, selection.keep

    def __repr__(self) -> str:
        return f"<Document {self.title!r} {len(self.text)} characters, {self.outcome.value}>"

    @cached_property
    def text(self) -> str:
        """Main text; ``""`` when there is none."""
        return self._read_text()

    @cached_property
    def _read_text(self) -> _MainText:
        """The text for the fields; holding no document, they let it be freed when it is out of use."""
        return _MainText(*self._main_text)

    @cached_property
    def markdown(self) -> str:
        """Main content as GitHub-flavoured Markdown."""
        from maintext.metadata.title import find_titles
        from maintext.render.framing.front_matter import STATED, raise_title, write_front_matter, write_title
        from maintext.render.markdown import render_markdown

        options = self.options
        if options.posts:
            markdown = self._markdown_with_posts()
        else:
            markdown = render_markdown(*self._main_text, options, self._main_regions)
        if options.title and markdown:
            markdown = write_title(self.title or "", markdown)
        else:
            markdown = raise_title(
                markdown, lambda: "".join(str(one.value) for one in find_titles(self.page)[:1])
            )
        front = ""
        if options.front_matter:
            front = write_front_matter({"url": self.url, **self.fields_to_dict(STATED)})
        if options.compact or options.max_tokens:
            from maintext.render.framing.budget import compact_tables, count_tokens, cut_markdown

            markdown = compact_tables(markdown) if options.compact else markdown
            if options.max_tokens:
                markdown = cut_markdown(markdown, options.max_tokens - count_tokens(front))
        return front + markdown

    def _markdown_with_posts(self) -> str:
        """Return Markdown with a heading above each post and comment, comments after an article."""
        from maintext.render.framing.posts import edit_posts, select_posts, write_comments
        from maintext.render.markdown import render_markdown

        language, adds = self.language or "", self.options.comments != "exclude"
        (page, selection), posts = self._main_text, [] if self.embedded else self.fields.posts
        selection, posts = select_posts(page, selection, posts, adds=adds)
        add_heads = partial(edit_posts, page, selection.keep, posts, language)
        markdown = render_markdown(page, selection, self.options, edit_more=add_heads)
        others = write_comments(self.comments, posts, markdown, language) if adds else ""
        return "\n\n".join(part for part in (markdown, others) if part)

    @cached_property
    def html(self) -> str:
        """Main content as safe HTML with its tags kept."""
        from maintext.render.html import render_html

        return render_html(*self._main_text, self.options, self._main_regions)

    @cached_property
    def tei(self) -> str:
        """Main content and fields as one TEI document (XML), without declaration."""
        from maintext.render.tei import render_tei

        return render_tei(self.html, self.tei_header)

    @property
    def tei_header(self) -> Header:
        """Fields of the TEI header."""
        from maintext.render.tei import Header

        # By name, as the package imports this module; metadata of a distribution may be missing.
        version = import_module("maintext").__version__
        texts = ("title", "url", "site_name", "source", "source_url", "description", "language", "licence")
        said: dict[str, Any] = {name: getattr(self, name) or "" for name in texts}
        said |= {name: str(getattr(self, name) or "") for name in ("published", "modified")}
        authors = tuple(person.name for person in self.authors)
        credited = tuple((person.role, person.name) for person in self.credits)
        program = ("maintext", version)
        return Header(**said, authors=authors, credits=credited, keywords=self.tags, program=program)

    @cached_property
    def fingerprint(self) -> int:
        """64-bit near-duplicate fingerprint of the main text; 0 for no words.

        See :func:`maintext.render.fingerprint.distance`.
        """
        from maintext.render.fingerprint import fingerprint

        return fingerprint(self.text)

    def offsets(self, source: bytes | str) -> Offsets:
        """Return the position of each piece of :attr:`text` in the source.

        The source is the bytes or text that the page was extracted from; a document does not keep it. There
        are no offsets for text from a script; see :attr:`text_origin`.

        Raises OptionError: the page was not parsed from this source.
        """
        from maintext.render.offsets import find_offsets, no_offsets

        if self.embedded:
            return no_offsets(self.text)
        return find_offsets(self.page, self._main_text[1].keep, self.text, source)

    @cached_property
    def fields(self) -> Fields:
        """Fields of the page by name, each with its origin and confidence."""
        from maintext.metadata.fields import Fields

        embedded_fields = self.embedded.fields if self.embedded else ()
        return Fields(self.page, self.selection.keep, self._read_text, self.fetched, embedded_fields)

    @property
    def url(self) -> str | None:
        """URL of the page, as given."""
        return self.page.url

    @property
    def method(self) -> str:
        """Id of the method that chose the text."""
        return self.selection.method

    @property
    def text_origin(self) -> str:
        """Origin of the main text: ``visible`` for the page itself, else the kind of script.

        Examples: ``json-ld:articleBody`` for JSON-LD, ``state:content`` for a key of an application's state.
        The reasons in :meth:`trace` name the script and all keys.
        """
        return self.embedded.origin if self.embedded else "visible"

    @cached_property
    def outcome(self) -> Outcome:
        """Outcome: main content was found, or the reason why not."""
        page, selection = self._main_text
        return selection.outcome(page)

    @cached_property
    def kind(self) -> Kind | None:
        """Kind of the page with a probability; ``None`` for a page without text.

        A nearly empty page is judged by its text from a script. A page whose text begins with the first of
        several posts by different authors is a forum. Free with the learned method; other methods and such
        text cost one run of it.
        """
        from maintext.classify.model.kind import as_forum, kind_from_facts, kind_of_page

        if self.embedded and self.embedded.is_page:
            return kind_of_page(self.embedded.page, self.embedded.selection.keep)
        found = kind_from_facts(self.selection.facts) or kind_of_page(self.page, self.selection.keep)
        return as_forum(found) if found and self.fields.is_thread else found

    def trace(self) -> list[TraceRow]:
        """Return why each text of the page was kept or dropped, in page order.

        Text from a script has the rows of ``embedded.page``.
        """
        return list(_trace_rows(*self._main_text))

    def to_dict(
        self, forms: Iterable[str] = ("text", "markdown", "html"), *, names: Container[str] | None = None
    ) -> dict[str, Any]:
        """Return everything found as plain values: url, fields, text, Markdown, HTML, outcome …

        Keys and types follow ``docs/document.schema.json``. ``forms`` are the forms of the main text to
        include. With ``names``, only fields, ``kind`` and ``fingerprint`` among them are computed.
        """
        found = {"url": self.url, **self.fields_to_dict(names)}
        found |= {form: getattr(self, form) for form in forms}
        found["text_origin"] = self.text_origin
        if names is None or "kind" in names or "kind_probability" in names:
            found["kind"] = self.kind.name if self.kind else None
            found["kind_probability"] = round(self.kind.probability, 3) if self.kind else None
        if names is None or "fingerprint" in names:
            found["fingerprint"] = f"{self.fingerprint:016x}"
        found |= {"outcome": self.outcome.value, "method": self.method}
        return found | {"encoding": self.page.encoding, "encoding_source": self.page.encoding_source}

    def to_json(self, *, indent: int | None = None) -> str:
        """Return :meth:`to_dict` as JSON, non-ASCII letters unescaped."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent)


def _trace_rows(page: Page, selection: Selection) -> Iterator[TraceRow]:
    """Yield the trace of each text; ancestors' names and scores are kept by depth."""
    tags, depths = page.tag.tolist(), page.depth.tolist()
    starts, ends = page.text_start.tolist(), page.text_end.tolist()
    scores, kept, reasons = selection.score.tolist(), selection.keep.tolist(), selection.reason.tolist()
    has_text = (page.n_chars > 0).tolist()
    deepest = max(depths, default=0) + 1
    names, nearest = [""] * deepest, [math.nan] * deepest
    path, around = "", -1
    for row, (tag, depth, score) in enumerate(zip(tags, depths, scores, strict=True)):
        nearest[depth] = score if score == score or not depth else nearest[depth - 1]  # noqa: PLR0124 - NaN
        if tag != TEXT:
            names[depth] = page.name(row)[:_MAX_NAME_CHARS] if tag in _NAMED_BY_PAGE else NAMES[tag]
            around = -1
        elif has_text[row]:
            if depth != around:
                first = max(0, depth - _MAX_ANCESTORS)
                path, around = ("… > " if first else "") + " > ".join(names[first:depth]), depth
            reason = selection.reasons[reasons[row]] if reasons[row] >= 0 else ""
            text = " ".join(page.text[starts[row] : ends[row]].split())
            yield TraceRow(row, kept[row], reason, nearest[depth], path, text)


def _final_selection(page: Page, selection: Selection) -> Selection:
    """Remove artifacts; what the rules of the default method find too, if the selection asks for that."""
    selection = remove_artifacts(page, selection)
    if not selection.drops_copies:
        return selection
    selection = drop_duplicate_blocks(page, selection)
    for find, reason in INSERTIONS:
        selection = selection.with_rule(find(page, selection.keep), reason, is_kept=False)
    return selection
