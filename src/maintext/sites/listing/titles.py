"""Titles of list records and the links to follow."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from maintext.html.characters import collapse_whitespace
from maintext.metadata import pattern_lists, phrase_lists, word_sets
from maintext.metadata.moment import find_moments
from maintext.records.anchors import is_read_more, link_labels
from maintext.records.elements import split_words
from maintext.sites.listing.dates import MAX_DATED, is_date_alone
from maintext.sites.listing.record import HEADINGS, ListRecord, RecordLine, Reference

__all__ = ["Title", "read_titles"]

_MIN_TITLE = 6
_MANY_TIMES = 3  # a heading that so many records have names none of them
_MIN_ALIKE = 0.5  # share of the titles in one place from which on all are looked for there
_MAX_LINE, _SENTENCE, _OF_SENTENCE = 40, 36, 5  # what a line of a card counts; a sentence is no title
_TITLE_NAMES = word_sets("list_names")["title"]
_OTHER_NAMES = word_sets("list_names")["other"]
# Ratings, numbers of reviews and prices, one or several: 4.5 out of 5 stars (12), 4.6分 35条评价, ¥8.50 – ¥9.
_FACT = re.compile(
    rf"""(?:[\s()（）★☆·|,，+€£$¥￥\-–—~]|[(（]\d[\d.,]*[)）]|(?:[a-z]{{1,3}}\.?)?[€£$¥￥₩₹₽]\s*\d[\d.,]*|
    (?:\d[\d.,]*\s*(?:(?:/|out\ of|of|von|sur|de|из)\s*\d+\s*)?
    (?:{pattern_lists("site_patterns")["counted"]})))+|
    (?:[€£$¥￥]\s*)?\d+[.,]\d{{1,2}}(?:\s*[€£$元円])?""",
    re.IGNORECASE | re.VERBOSE,
)
_BADGES, _BADGE_MARKS = frozenset(phrase_lists("links")["badge"]), " \t\n\u00a0[]()（）【】!！·|:："
_ANSWER = re.compile(r"(?:re|aw|sv|回复|回覆|返信|답글)\s?[:：]", re.IGNORECASE)
_LETTER, _BULLET = re.compile(r"[^\W\d_]"), re.compile(r"^[\s·•▪■▸►▶]+|^[›»→]\s+")
_CUT_OFF = re.compile(r"(?:…|\.{2,}|。{2,})\s*$")
_DAY_ALONE = re.compile(r"\s*\d{1,2}\s*")
_ENDS_SENTENCE = re.compile(r"[.!?。！？…]['\"”’」』)）]*$")


@dataclass(frozen=True, slots=True)
class Title:
    """Title of a record."""

    text: str
    rows: frozenset[int]
    anchor: int  # index of the link to follow


def read_titles(records: Sequence[ListRecord], known: Sequence[str] = ()) -> list[Title | None]:
    """Return the title of each record, or None if no link names it.

    The title is the heading of the record, else the link with most text, else a part of that link.
    ``known`` are labels of the list, which are no titles.
    """
    anchors = _title_anchors(records)
    named = zip(records, anchors, strict=True)
    headings = [_plain_heading(record, i) if i >= 0 else -1 for record, i in named]
    texts = [record.collapsed(row) if row >= 0 else "" for record, row in zip(records, headings, strict=True)]
    n_times = Counter(texts)
    found = list[Title | None]()
    for k, (record, anchor, text) in enumerate(zip(records, anchors, texts, strict=True)):
        if anchor < 0:
            found.append(None)
        elif text and n_times[text] < _MANY_TIMES:  # what many records say names none of them
            rows = frozenset(range(headings[k], int(record.page.end[headings[k]])))
            # An unlinked heading: "read more" leads on, or a link over the card.
            more = (i for i in record.own if is_read_more(record.anchors.text[i]) or _is_over_card(record, i))
            found.append(Title(text, rows, next(more, anchor)))
        else:
            found.append(_title_from_link(record, anchor))
    return _replace_labels(records, found, known)


def _title_anchors(records: Sequence[ListRecord]) -> list[int]:
    """Return the index of the link that names each record, or −1.

    If most titles are in elements of the same tags and classes, the others are looked up there.
    """
    chosen = [_title_anchor(record) for record in records]
    pairs = list(zip(records, chosen, strict=True))
    paths = [record.path_names(int(record.anchors.row[i])) if i >= 0 else () for record, i in pairs]
    usual, n_times = Counter(paths).most_common(1)[0] if paths else ((), 0)
    if usual and n_times > len(records) * _MIN_ALIKE:
        for k, record in enumerate(records):
            rows = {i: int(record.anchors.row[i]) for i in record.own} if paths[k] != usual else {}
            same = [i for i, row in rows.items() if record.path_names(row) == usual]
            if len(same) == 1:
                chosen[k] = same[0]
    return chosen


def _title_anchor(record: ListRecord) -> int:
    page, anchors, own = record.page, record.anchors, record.own  # one at least: a record is found by a link
    n_times = Counter(anchors.number[i] for i in own)
    scored = [(_score_anchor(record, i, n_times[anchors.number[i]], is_first=i == own[0]), i) for i in own]
    best = max(score for score, _ in scored)
    equal = [i for score, i in scored if score == best > 0]
    if not equal:
        return -1
    # Of links in one heading the last one names the item: "owner / name", "topic: title".
    in_heading = any(HEADINGS[page.tag[at]] for at in record.up(int(anchors.row[equal[0]])))
    return equal[-1] if in_heading else equal[0]


def _plain_heading(record: ListRecord, chosen: int) -> int:
    """Return the row of an unlinked heading of the record, or −1."""
    page, anchor = record.page, int(record.anchors.row[chosen])
    for row in record.with_tag(HEADINGS):
        inside = slice(row, int(page.end[row]))
        if anchor < row < page.end[anchor] or page.is_link[inside].any() or page.is_hidden[row]:
            return -1
        if record.weight_of(row) >= _MIN_TITLE and not _is_date(
            record.collapsed(row), record.shared.reference
        ):
            return row
    return -1


def _score_anchor(record: ListRecord, i: int, n_same: int, *, is_first: bool) -> float:
    page, row, text = record.page, int(record.anchors.row[i]), record.anchors.text[i]
    if _LETTER.search(text) is None:
        return 0.1 * _is_over_card(record, i)
    names = record.names(row)
    around = next((at for at in record.up(row) if HEADINGS[page.tag[at]]), -1)
    is_heading = around >= 0 or bool(HEADINGS[page.tag[row : page.end[row]]].any())
    is_heading = is_heading and not (around >= 0 and page.name(around) > record.top_heading)
    # Links of one heading count alike, each as the whole.
    score = float(min(record.weight_of(around if around >= 0 else row), 60))
    score += 10 * (n_same > 1 or is_heading) + 40 * is_heading + 5 * (is_first or is_heading)
    score += 15 * (not _TITLE_NAMES.isdisjoint(names)) - 30 * (not _OTHER_NAMES.isdisjoint(names))
    if not (record.anchors.may_title[i] or is_heading):  # its text stands in many links, or says nothing
        score -= 20 if record.anchors.has_name[i] else 60
    is_short = record.weight_of(row) <= MAX_DATED
    if is_short and (_is_fact(text) or _is_date(text, record.shared.reference)):
        score -= 60
    return max(score, 0.1)


def _is_over_card(record: ListRecord, i: int) -> bool:
    return not record.anchors.text[i] and bool(record.anchors.may_title[i])


def _is_fact(text: str) -> bool:
    return len(text) <= MAX_DATED and _FACT.fullmatch(text) is not None


def _is_date(text: str, reference: Reference) -> bool:
    found = find_moments(text, reference=reference)
    return bool(found) and found[0][1] - found[0][0] > len(text) / 2


def _replace_labels(
    records: Sequence[ListRecord], titles: Sequence[Title | None], known: Sequence[str]
) -> list[Title | None]:
    """Return the titles with lines in place of those that only lead on, or are one label for most records.

    The lines are those of the column with most text that differs and is no sentence. A label that says
    nothing of its own ("Tickets") stands below them; jobs of one name stand above what differs. A thread
    ("Re: The old mill") and what is twice as long as the lines are titles.
    """
    n_times, least = Counter(one.text for one in titles if one), max(_MANY_TIMES, len(records) / 2)
    said = (text for text, n in n_times.items() if is_read_more(text) or n >= least or text in known)
    labels = {text for text in said if not _ANSWER.match(text)}
    labelled = {k: one for k, one in enumerate(titles) if one and one.text in labels}
    columns = defaultdict[str, dict[int, RecordLine]](dict)
    for k, title in labelled.items():
        for line in filter(_value_line, _lines_next_to(records[k], title)):
            columns[records[k].column(line.rows[0])].setdefault(k, line)
    worth = {
        name: sum(map(_value_line, own.values())) * (1 if _TITLE_NAMES.isdisjoint(split_words(name)) else 2)
        for name, own in columns.items()
        if len({line.text for line in own.values()}) >= min(2, len(labelled))
        and sum(2 * len(line.text) - len(labelled[k].text) for k, line in own.items()) >= 0
    }
    found, best = [*titles], columns[max(worth, key=lambda name: worth[name], default="")]
    for k, title in labelled.items():
        if k in best:
            found[k] = _make_title(records[k], best[k].rows, title.anchor)
    return found


def _lines_next_to(record: ListRecord, title: Title) -> Iterator[RecordLine]:
    """Yield the lines that may name a record besides its title: of no link, or of one to the same page.

    Of a line with another link, each text is one.
    """
    page, anchors, first = record.page, record.anchors, min(title.rows)
    if is_read_more(title.text):
        first = record.end
    elif any(HEADINGS[page.tag[at]] for at in record.up(first)):
        return
    same = (i for i in record.own if anchors.number[i] == anchors.number[title.anchor])
    may = {row for i in same for row in record.inside(int(anchors.row[i]))} - title.rows
    for line in record.lines:
        rows = [row for row in line.rows if row < first and (row in may or not page.is_link[row])]
        yield from [line] if len(rows) == len(line.rows) else (record.line_of([row]) for row in rows)


def _title_from_link(record: ListRecord, chosen: int) -> Title | None:
    """Return the title in a link or in a part of it."""
    row = int(record.anchors.row[chosen])
    title = _make_title(record, record.inside(_find_title_element(record, row, chosen)), chosen)
    declared = collapse_whitespace(record.page.values("title").get(row, ""))
    stem = _CUT_OFF.sub("", title.text)
    if stem != title.text and declared.startswith(stem.strip()) and len(declared) > len(stem):
        title = replace(title, text=declared)
    return title if title.text else None


def _make_title(record: ListRecord, rows: Sequence[int], anchor: int) -> Title:
    """Return a title of text rows, without dates and badges ("New") of their own before and after it."""
    texts = (record.page.row_text(row).strip(_BADGE_MARKS).lower() for row in rows)
    said = [i for i, text in enumerate(texts) if text not in _BADGES and not is_date_alone(record, rows[i])]
    rows = rows[said[0] : said[-1] + 1] if said else rows
    return Title(_BULLET.sub("", record.joined([*rows])), frozenset(rows), anchor)


def _find_title_element(record: ListRecord, row: int, chosen: int) -> int:
    """Return the element of a card that holds the title, else the link itself.

    Tried in order: the text also used as label of the picture or link, a heading, an element named as title,
    the line with most text that is no sentence.
    """
    page, rows = record.page, record.inside(row)
    in_heading = any(HEADINGS[page.tag[at]] for at in record.up(row))
    if not in_heading and (labelled := _labelled_element(record, rows, chosen)) >= 0:
        return labelled
    if len(rows) < 2:
        return row
    for heading in record.with_tag(HEADINGS, row, int(page.end[row])):
        # A day above its month is often set as a heading.
        if record.weight_of(heading) > 0 and not _DAY_ALONE.fullmatch(page.row_text(heading)):
            return heading
    if (named := _named_element(record, row)) >= 0:
        return named
    plain = [at for at in rows if not _is_fact(collapse_whitespace(page.row_text(at)))]
    if len(plain) == 1:
        return int(page.parent[plain[0]])
    lines = record.lines_of(rows)
    best = max(lines, key=_value_line)
    return int(page.parent[best.rows[0]]) if len(best.rows) == 1 < len(lines) else row


def _labelled_element(record: ListRecord, rows: list[int], chosen: int) -> int:
    """Return the row of the element whose text also labels the entry, or −1.

    Labels are the alternative text of pictures and the labels of links to the same URL.
    """
    anchors, alts = record.anchors, {collapse_whitespace(image.alt) for image in record.images} - {""}
    same = [int(anchors.row[i]) for i in record.own if anchors.number[i] == anchors.number[chosen]]
    labels = {label for row in same for label in link_labels(record.page, row)}
    if anchors.text[chosen] in alts | labels:
        return -1
    for known, lines in ((alts, record.lines_of(rows)), (labels, record.lines)):
        for line in lines if known else ():
            if line.weight >= _MIN_TITLE and line.text in known and len(line.rows) == 1:
                return int(record.page.parent[line.rows[0]])
    return -1


def _named_element(record: ListRecord, row: int) -> int:
    """Return the row of an element in a link that is named as title, or −1."""
    page, classes = record.page, record.page.values("class")
    for at in range(row + 1, int(page.end[row])):
        if at in classes and not page.is_hidden[at] and record.weight_of(at) > 0:
            words = split_words(classes[at])
            if not _TITLE_NAMES.isdisjoint(words) and _OTHER_NAMES.isdisjoint(words):
                return at
    return -1


def _value_line(line: RecordLine) -> int:
    if line.weight > _SENTENCE and (_ENDS_SENTENCE.search(line.text) or line.weight > 4 * _SENTENCE):
        return _OF_SENTENCE
    return 0 if _is_fact(line.text) or _is_date(line.text, None) else min(line.weight, _MAX_LINE)
