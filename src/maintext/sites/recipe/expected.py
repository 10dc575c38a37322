"""What the run of a recipe is expected to find, and how a run departs from it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from posixpath import commonpath
from statistics import median_low
from urllib.parse import urlsplit

from maintext.options import CheckedOptions, option
from maintext.sites.error_title import is_error_title
from maintext.sites.listing import Item
from maintext.sites.wrapper.values import comparison_key, kind_of_value

__all__ = [
    "ENOUGH_RECORDS", "OWN_FIELDS", "ExpectedField", "ExpectedRun", "copies_drift", "expect_list",
    "is_same_title",
]  # fmt: skip

ENOUGH_RECORDS = 10
"""Records of a run that is learned from: what all of them have, later ones must have."""
OWN_FIELDS = ("title", "published")
"""Fields that a record takes from the list where its page has none."""
_CURRENCY = "currency"
_FORMS = ("number", "date", "url")
_KINDS = ("", *_FORMS, "text")
_DIGITS = re.compile(r"\d+")
_ENOUGH, _RUN = 3, 3  # records that tell something of all; of the end of a run
_MANY = 30  # values whose median length is told from that of others as many
_NEARLY_ALL = 0.9
_FEWER = 0.6  # of the entries that are expected: entries that stay on top make a first page longer
_SHOWN = 60  # characters of a value
_SAME_TITLE, _OTHER_TITLE = 0.8, 0.2  # share of the shorter title's runs of three characters in the other one


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedField(CheckedOptions):
    """What the values of a field look like over the records of a run."""

    share: float = option(0.0, "Share of the records that have a value.", minimum=0, maximum=1)
    different: float = option(0.0, "Share of the values that are different.", minimum=0, maximum=1)
    least_chars: int = option(0, "Length of the shortest value.", unit="characters", minimum=0)
    most_chars: int = option(0, "Length of the longest value.", unit="characters", minimum=0)
    median_chars: int = option(0, "Length of the middle value; 0 if unknown.", unit="characters", minimum=0)
    kind: str = option("", "Kind of the values; empty for several.", choices=_KINDS)
    value: str = option("", "The currency, if all records have the same.")
    single: bool = option(False, "A page has one value under the selector of the field.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedRun(CheckedOptions):
    """What a run finds on the site; learned with the recipe, and from the first runs."""

    n_records: int = option(0, "Records that the fields below are learned from.", minimum=0)
    entries: int = option(0, "Entries on a page of the list that has a next page.", minimum=0)
    all_entries: int = option(0, "Entries of all lists together; 0 if no run read all.", minimum=0)
    has_next: bool = option(False, "The first page of the list links to a next page.")
    listed: tuple[str, ...] = option((), "What nearly every entry shows besides its title.")
    url_prefix: str = option("", "How paths of entries begin; a 0 stands for any digits.")
    same_title: bool = option(False, "The page of an entry has the title that the list shows.")
    fields: Mapping[str, ExpectedField] = field(default_factory=dict)

    def is_other_list(self, items: Sequence[Item], *, is_found: bool = False) -> bool:
        """Return True if most entries lead elsewhere: what stands in the region is not the list.

        Entries that show what those of the list show are its own if they lead to another folder only below
        the first one (of the next month, of another section), or if earlier pages were (``is_found``).
        """
        first, listed = "/".join(self.url_prefix.split("/", 2)[:2]) + "/", set(self.listed)
        n_elsewhere = 0
        for item in items:
            path = _plain_path(item.url)
            is_like = bool(listed) and listed.issubset(_shown_values(item))
            is_near = is_like and (is_found or path.startswith(first))
            n_elsewhere += not (is_near or path.startswith(self.url_prefix))
        return len(items) >= _ENOUGH and 2 * n_elsewhere > len(items)

    def list_drift(self, items: Sequence[Item], *, has_next: bool) -> str:
        """Return how the entries of a list page differ from those expected, or ``""``."""
        shown = {name for item in items for name in _shown_values(item)}
        gone = [name for name in self.listed if name not in shown]
        if has_next and self.is_short_page(len(items)):
            return f"{len(items)} entries, though {self.entries} are expected"
        if len(items) >= _ENOUGH and gone:
            return f"no entry has {' or '.join(gone)}"
        return ""

    def title_drift(self, listed: str, shown: str) -> str:
        """Return how the title of a page differs from the one in the list, or ``""``.

        A page that was moved, asks for a login, or is that of another entry looks as usual but for its
        title. Where the list shows other titles than the pages, that of an error page tells.
        """
        may_tell = self.same_title or is_error_title(shown)
        is_other = may_tell and _title_overlap(listed, shown) < _OTHER_TITLE
        return f"another title than in the list: {shown[:_SHOWN]}" if is_other else ""

    def with_fields(self, values: Sequence[Mapping[str, str]], repeated: Iterable[str]) -> ExpectedRun:
        """Return an expectation with the fields of some records.

        ``values`` are those of each record by field; ``repeated`` names the fields with a second value under
        their selector on some page.
        """
        names, several = dict.fromkeys(name for one in values for name in one), set(repeated)
        found = {name: _expect_field(_values_of(name, values), name not in several) for name in names}
        currencies = {one[_CURRENCY] for one in values if one.get(_CURRENCY)}
        if len(currencies) == 1:
            found[_CURRENCY] = replace(found[_CURRENCY], value=currencies.pop())
        return replace(self, n_records=len(values), fields=found)

    def field_drift(self, values: Sequence[Mapping[str, str]]) -> list[str]:
        """Return how the fields of a run's records differ from those expected, as sentences."""
        if len(values) < _ENOUGH:
            return []
        found = {name: given for name in self.fields if (given := _values_of(name, values))}
        drift = {name: _field_drift(self.fields[name], found[name], self.n_records) for name in found}
        return [f"{name}: {reason}" for name, reason in drift.items() if reason]

    def value_drift(self, name: str, value: object) -> str:
        """Return how the value of a field on one page differs from those of ten records or more, or ``""``.

        A field that all of them have is there, and it is a number, date or URL if all of theirs are.
        """
        field = self.fields.get(name)
        if field is None or self.n_records < ENOUGH_RECORDS:
            return ""
        if not value:
            return "empty" if field.share == 1 else ""
        is_form = field.single and field.kind in _FORMS and isinstance(value, str)
        if is_form and kind_of_value(str(value)) != field.kind:
            return f"not a {field.kind}: {str(value)[:_SHOWN]}"
        return ""

    def count_drift(self, n_entries: int, most: int) -> str:
        """Return how the number of all entries differs from the one expected, or ``""``.

        ``most`` is the limit of the run.
        """
        n_expected = min(self.all_entries, most)
        is_less = n_entries < _FEWER * n_expected
        return f"the list: {n_entries} entries in all, though {n_expected} are expected" if is_less else ""

    def is_full_page(self, n_entries: int) -> bool:
        """Return True if a list page has about as many entries as one that has a next page."""
        return self.has_next and n_entries >= _NEARLY_ALL * self.entries

    def is_short_page(self, n_entries: int) -> bool:
        """Return True if a list page has far fewer entries than one that has a next page."""
        return n_entries < _FEWER * self.entries

    def early_ends(self, ends: Sequence[tuple[str, bool]], n_missing: int) -> list[str]:
        """Return which lists ended early, as sentences.

        Of those that lead back to an earlier page, it is said if any entry is missing, or if it is not known
        how many there are; of others, if half a page is missing. ``n_missing`` counts entries of all lists.
        """
        is_less = n_missing > 0 or not self.all_entries
        are_many = self.all_entries > 0 and 2 * n_missing >= self.entries
        return [said for said, is_back in ends if (is_less if is_back else are_many)]


def expect_list(items: Sequence[Item], *, has_next: bool = False, start: Sequence[str] = ()) -> ExpectedRun:
    """Return what the first page of a list shows, for its other pages and later runs.

    ``start`` are the URLs of all lists. Those of other folders (/sports/, /tech/) have entries in theirs.
    """
    shown = Counter(name for item in items for name in _shown_values(item))
    listed = tuple(name for name, n in shown.items() if n >= _NEARLY_ALL * len(items))
    folders = [_plain_path(item.url).rpartition("/")[0] for item in items]
    prefix = commonpath(folders).rstrip("/") + "/" if len(items) >= _ENOUGH and all(folders) else ""
    own, *others = [_plain_path(url).rpartition("/")[0] + "/" for url in start] or [prefix]
    if prefix.startswith(own) and not all(one.startswith(own) for one in others):
        prefix = ""
    return ExpectedRun(
        entries=len(items), has_next=has_next, listed=listed, url_prefix=prefix.removeprefix("/") and prefix
    )


def is_same_title(listed: str, shown: str) -> bool:
    """Return True if the titles of an entry and its page are nearly the same, or one is cut off."""
    return bool(shown) and _title_overlap(listed, shown) >= _SAME_TITLE


def _title_overlap(listed: str, shown: str) -> float:
    """Return which share of the shorter title stands in the other, 0–1; 1 for titles too short to tell."""
    keys = (comparison_key(title) for title in (listed.rstrip(" .…"), shown))
    one, other = ({key[i : i + 3] for i in range(len(key) - 2)} for key in keys)
    return len(one & other) / min(len(one), len(other)) if one and other else 1.0


def _shown_values(item: Item) -> list[str]:
    own = {"date": item.date_text, "summary": item.summary, "image": item.image_url}
    return [name for name, value in own.items() if value]


def _plain_path(url: str) -> str:
    return _DIGITS.sub("0", urlsplit(url).path)


def _values_of(name: str, values: Sequence[Mapping[str, str]]) -> list[str]:
    """Return the values of a field; of kept records, title and date are left out where unknown."""
    return [one.get(name, "") for one in values if name in one or name not in OWN_FIELDS]


def _expect_field(values: Sequence[str], single: bool) -> ExpectedField:
    given = [value for value in values if value]
    kinds = {kind_of_value(value) for value in given}
    lengths = [len(value) for value in given] or [0]
    return ExpectedField(
        share=round(len(given) / len(values), 2),
        different=round(len(set(given)) / max(len(given), 1), 2),
        least_chars=min(lengths),
        most_chars=max(lengths),
        median_chars=median_low(lengths),
        kind=kinds.pop() if len(kinds) == 1 else "",
        single=single,
    )


def _field_drift(expected: ExpectedField, values: Sequence[str], n_records: int) -> str:
    given = [value for value in values if value]
    if not given:
        return f"empty on all {len(values)} records" if expected.share else ""
    if 2 * len(given) <= expected.share * len(values):
        return f"on {len(given)} of {len(values)} records; {expected.share:.0%} are expected"
    n_last = next(i for i, value in enumerate(reversed(values)) if value)
    if n_last >= _RUN and len(given) == len(values) - n_last >= _RUN:
        return f"empty from record {len(given) + 1} on"
    return _form_drift(expected, given, n_records) if expected.share and len(given) >= _ENOUGH else ""


def copies_drift(listed: Iterable[str], values: Sequence[Mapping[str, str]]) -> list[str]:
    """Return that all pages are one page, though their ``listed`` titles differ; numbers count as equal.

    The site asks for a login, or answers with an error page; a recipe may have been learned from such pages.
    """
    pages = {_DIGITS.sub("0", f"{one.get('title', '')}\n{one['text']}") for one in values}
    are_different = len({_DIGITS.sub("0", title) for title in listed}) > 1
    if len(values) < _ENOUGH or len(pages) > 1 or not are_different or not values[0]["text"]:
        return []
    return [f"text: the same on all records that have it: {values[0]['text'][:_SHOWN]}"]


def _form_drift(expected: ExpectedField, given: Sequence[str], n_records: int) -> str:
    others = [value for value in given if kind_of_value(value) != expected.kind]
    length = median_low(map(len, given))
    is_text = expected.kind in {"", "text"}
    are_many = min(n_records, len(given)) >= _MANY and expected.median_chars > 0
    ratio = 2 if n_records >= ENOUGH_RECORDS else 5  # a few examples say little of how long others are
    if expected.value and expected.value not in given:
        return f"{given[0]} in place of {expected.value} on all records that have it"
    if expected.different > 0.5 and len(set(given)) == 1:
        return f"the same on all records that have it: {given[0][:_SHOWN]}"
    if expected.kind and 2 * len(others) > len(given):
        return f"{len(others)} of {len(given)} values are not a {expected.kind}: {others[0][:_SHOWN]}"
    if is_text and not expected.least_chars <= ratio * length <= ratio**2 * expected.most_chars:
        return f"median {length} characters; {expected.least_chars} to {expected.most_chars} are expected"
    if is_text and are_many and not expected.median_chars <= 2 * length <= 4 * expected.median_chars:
        return f"median {length} characters; {expected.median_chars} are expected"
    return ""
