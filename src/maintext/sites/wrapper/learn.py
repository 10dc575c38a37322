"""Learn a wrapper from examples: gold texts, clicks or default results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from maintext.api import extract
from maintext.errors import OptionError
from maintext.options import CheckedOptions, Options, option
from maintext.sites.wrapper.apply import agreement, count_words, link_share, select_body
from maintext.sites.wrapper.learn_body import WrapperExample, learn_body
from maintext.sites.wrapper.learn_field import learn_field
from maintext.sites.wrapper.rules import RESTS, Wrapper, WrapperLayout
from maintext.sites.wrapper.selectors import PageIndex, Path, describe_element, parse_path

if TYPE_CHECKING:
    from maintext.document import Document
    from maintext.sites.wrapper.rules import BodyRule

__all__ = ["ExamplePage", "LearnOptions", "learn_wrapper"]

_FIELDS = ("title", "author", "date", "source", "tags")
_N_LANDMARKS = 12
_MIN_LANDMARKS, _MIN_OF_ONE = 0.4, 0.2  # of one example, many landmarks are its own
# What a new page may differ in from the examples. Articles of one site differ in length more than in
# anything else.
_WORDS_FACTOR, _LINKS_MARGIN, _AGREEMENT_FACTOR = 12, 0.3, 0.4


Click = str | int
"""An element that a person pointed at: a selector, or a row of the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnOptions(CheckedOptions):
    """Options for learning a wrapper."""

    site: str = option("", "Name of the site, written into the file.")
    rest: str = option(
        "", "Text that no rule names: drop it, or leave it to the default method; empty to find out.",
        choices=("", *RESTS),
    )  # fmt: skip
    default_fields: bool = option(
        True, "Learn fields that no example gives from what is found without a wrapper."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ExamplePage:
    """A page to learn from, with its known values.

    Attributes
    ----------
    html, url
        The page, as for :func:`maintext.extract`.
    text
        Main text; ``None`` for the result of the default method.
    values
        Value by field: ``title``, ``author``, ``date``, ``source``, ``tags`` (with commas) or any other.
    clicks
        Elements by field: rows of the page or selectors as printed by ``maintext explain``; ``body`` for the
        main text, instead of ``text``.
    encoding
        Encoding of ``html`` if it is bytes.
    """

    html: bytes | str
    url: str | None = None
    text: str | None = None
    values: Mapping[str, str] = field(default_factory=dict)
    clicks: Mapping[str, Click | Sequence[Click]] = field(default_factory=dict)
    encoding: str | None = None


_DEFAULT = LearnOptions()


def learn_wrapper(
    pages: Sequence[ExamplePage], options: LearnOptions = _DEFAULT, *, extraction: Options | None = None
) -> Wrapper:
    """Learn the rules of a site from some pages, best from three to five.

    Parameters
    ----------
    pages
        At least one example, preferably of one layout.
    options
        Options for learning.
    extraction
        Options of :func:`maintext.extract`, for values that no example states.

    Returns
    -------
    Wrapper
        Save it with :func:`~maintext.sites.wrapper.rules.write_wrapper`. ``not_learned`` names the given
        fields without a rule.

    Raises
    ------
    OptionError
        No page, or a click that matches no element.
    InputError
        A page is not HTML.
    """
    if not pages:
        raise OptionError("a wrapper is learned from at least one page")
    documents = [
        extract(one.html, one.url, encoding=one.encoding, options=extraction or Options()) for one in pages
    ]
    examples = [_make_example(one, document, options) for one, document in zip(pages, documents, strict=True)]
    body, f1 = learn_body(examples, options.rest)
    names = dict.fromkeys(name for one in examples for name in (*one.values, *one.clicked) if name != "body")
    rules = [rule for name in names if (rule := learn_field(name, examples))]
    return Wrapper(
        site=options.site,
        body=body,
        fields=tuple(rules),
        layout=_learn_layout(examples, body),
        learned_from=_name_origin(pages),
        n_examples=len(pages),
        f1=round(f1, 4),
        not_learned=tuple(name for name in _given_names(pages) if name not in {rule.name for rule in rules}),
    )


def _given_names(pages: Sequence[ExamplePage]) -> dict[str, None]:
    """Return the names of the fields that examples state, in order."""
    return dict.fromkeys(name for one in pages for name in (*one.values, *one.clicks) if name != "body")


def _make_example(given: ExamplePage, document: Document, options: LearnOptions) -> WrapperExample:
    page = document.page
    index = PageIndex(page)
    clicked = {name: _clicked_rows(index, name, paths) for name, paths in given.clicks.items()}
    values = {name: value for name, value in given.values.items() if value.strip()}
    if options.default_fields:
        found = _default_values(document)
        values |= {name: found[name] for name in found if name not in values and name not in clicked}
    if "body" in clicked:
        gold = "\n".join(page.row_text(row) for row in clicked["body"])
    else:
        gold = document.text if given.text is None else given.text
    return WrapperExample(index, document.selection, gold, values, clicked)


def _clicked_rows(index: PageIndex, name: str, clicks: Click | Sequence[Click]) -> list[int]:
    rows: list[int] = []
    for click in [clicks] if isinstance(clicks, str | int) else clicks:
        if isinstance(click, str):
            found = index.rows(parse_path(click))
        else:
            found = [click] if 0 <= click < len(index.page) and not index.page.is_text[click] else []
        if not found:
            raise OptionError(
                f"the click {click!r} for {name} leads to no element; take a selector from maintext explain",
                url=index.page.url,
            )
        rows += found
    return rows


def _default_values(document: Document) -> dict[str, str]:
    found = {
        "title": document.title,
        "author": document.author,
        "date": document.published.isoformat() if document.published else None,
        "source": document.source,
        "tags": ", ".join(document.tags),
    }
    return {name: value for name in _FIELDS if (value := found[name])}


def _name_origin(pages: Sequence[ExamplePage]) -> str:
    if any("body" in one.clicks for one in pages):
        return "clicks"
    return "texts" if any(one.text is not None for one in pages) else "default"


def _learn_layout(examples: Sequence[WrapperExample], body: BodyRule) -> WrapperLayout:
    """Return what the examples share, with tolerances."""
    kept = [(one.page, select_body(one.index, body, one.default).keep, one.default.keep) for one in examples]
    words = [count_words(page, keep) for page, keep, _ in kept]
    links = [link_share(page, keep) for page, keep, _ in kept]
    alike = [agreement(page, keep, default) for page, keep, default in kept]
    return WrapperLayout(
        landmarks=_find_landmarks(examples),
        least_landmarks=_MIN_LANDMARKS if len(examples) > 1 else _MIN_OF_ONE,
        least_words=min(words) // _WORDS_FACTOR,
        most_words=max(words) * _WORDS_FACTOR,
        most_link_share=round(min(1.0, max(links) + _LINKS_MARGIN), 2),
        least_agreement=round(min(alike) * _AGREEMENT_FACTOR, 2),
    )


def _find_landmarks(examples: Sequence[WrapperExample]) -> tuple[Path, ...]:
    """Return named elements of every example, ids first, spread over the page."""
    first = examples[0]
    n_pages: Counter[Path] = Counter()
    named: list[Path] = []
    for one in examples:
        rows = sorted({*one.page.values("id"), *one.page.values("class")})
        steps = [step for row in rows for step in describe_element(one.index, row) if step.id or step.classes]
        paths = dict.fromkeys(Path((step,)) for step in steps)
        n_pages.update(paths.keys())
        named = list(paths) if one is first else named
    shared = [path for path in named if n_pages[path] == len(examples)]
    ids = [path for path in shared if path.steps[0].id]
    chosen = _spread_evenly(ids, _N_LANDMARKS)
    classes = [path for path in shared if not path.steps[0].id]
    return tuple(chosen + _spread_evenly(classes, _N_LANDMARKS - len(chosen)))


def _spread_evenly(paths: list[Path], n: int) -> list[Path]:
    """Return at most ``n`` paths at even distances."""
    return paths if len(paths) <= n else [paths[i * len(paths) // n] for i in range(n)]
