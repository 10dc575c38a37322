"""Which pages become records."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from maintext.batch.page_filter import load_filter
from maintext.classify.model.kind import INDEX_KINDS

if TYPE_CHECKING:
    from maintext.crawl.options import CrawlOptions
    from maintext.crawl.read import Reading

__all__ = ["why_left_out"]

_filter = cache(load_filter)


def why_left_out(options: CrawlOptions, reading: Reading) -> str:
    """Return why what was read on a page is no record, ``""`` where it is one.

    What a page does not say leaves it in: a page without a date is in every range of dates.
    """
    record = reading.record or {}
    kind, language = record.get("kind"), record.get("language")
    if options.kinds and kind not in options.kinds:
        return f"kind {kind}"
    if not options.kinds and (reading.result == "index" or kind in INDEX_KINDS):
        return "an index"
    if options.languages and language and not _is_one_of(language, options.languages):
        return f"language {language}"
    day = (record.get("published") or "")[:10]
    # "2026-05" is in the range when a part of the month may be.
    if options.since and day and day < options.since[: len(day)]:
        return "published before the first day"
    if options.until and day and day > options.until[: len(day)]:
        return "published after the last day"
    return _why_by_label(options, record)


def _why_by_label(options: CrawlOptions, record: dict[str, Any]) -> str:
    """Write the filter's label into the record's fields; say why it is left out, ``""`` where it is not."""
    verdict = _filter(options.filter_file).judge_record(record) if options.filter_file else None
    if verdict is None:
        return ""
    record["fields"] |= {"label": verdict.label, "label_probability": round(verdict.probability, 4)}
    return f"label {verdict.label}" if options.keep and verdict.label not in options.keep else ""


def _is_one_of(language: str, wanted: tuple[str, ...]) -> bool:
    name = language.lower()
    return any(name == one.lower() or name.startswith(one.lower() + "-") for one in wanted)
