"""The records of a crawl with a wrapper, compared with what its earlier runs found."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from maintext.options import changed
from maintext.sites.recipe.expected import ENOUGH_RECORDS, ExpectedField, ExpectedRun
from maintext.sites.wrapper import Wrapper
from maintext.sites.wrapper.rules import DOCUMENT_FIELD

__all__ = ["WrappedRecords"]

_MAX_KEPT = 10_000  # records whose values are compared, the latest
_MORE_OTHERS = 0.05  # share of the records, above the one of earlier runs
_PLAIN = {"author": "authors", "tag": "tags", "category": "categories"}


class WrappedRecords:
    """Counts of records that a wrapper fits, and the values of its fields.

    ``earlier`` are the runs of the store as plain values, oldest first. What is expected is learned from the
    last one with the same fields that had ten records and no drift.
    """

    def __init__(self, wrapper: Wrapper, earlier: Sequence[Mapping[str, Any]]) -> None:
        self._names = tuple(rule.name for rule in wrapper.fields)
        self._values: deque[dict[str, str]] = deque(maxlen=_MAX_KEPT)
        self._repeated: dict[str, int] = dict.fromkeys(self._names, 0)
        self._n_others = self._n_last_others = self._n_no_longer = 0
        of_runs = (one["counts"].get("expected") for one in earlier)
        known = [one for one in of_runs if one and list(one["fields"]) == sorted(self._names)]
        self._others = float(known[-1]["others"]) if known else 1.0
        # A field that examples gave and no record has is gone, also in the first run.
        fields = dict.fromkeys(self._names, ExpectedField(share=0.01, most_chars=sys.maxsize))
        if known:
            fields = {name: changed(ExpectedField(), one) for name, one in known[-1]["fields"].items()}
        self._expected = ExpectedRun(n_records=ENOUGH_RECORDS if known else 0, fields=fields)

    def add(
        self, record: Mapping[str, Any], repeated: Sequence[str], before: Mapping[str, Any] | None
    ) -> None:
        """Take a record, the fields with a second value on its page, and the record of an earlier run."""
        if "drift" in record["fields"]:
            self._n_others += 1
            self._n_last_others += 1
            self._n_no_longer += before is not None and "drift" not in before["fields"]
            return
        self._n_last_others = 0
        self._values.append({name: _value_of(record, name) for name in self._names})
        for name in repeated:
            self._repeated[name] += 1

    @property
    def drift(self) -> list[str]:
        """How the records differ from what the wrapper and earlier runs let expect, as sentences."""
        n_all, found = len(self._values) + self._n_others, []
        if 2 * self._n_others >= n_all > 0:
            found.append(f"{self._n_others:,} of {n_all:,} records do not fit the wrapper")
        elif n_all >= ENOUGH_RECORDS and self._n_others > (self._others + _MORE_OTHERS) * n_all:
            found.append(
                f"{self._n_others:,} of {n_all:,} records do not fit the wrapper; in an earlier run"
                f" {self._others:.0%} did not"
            )
        elif self._n_last_others >= ENOUGH_RECORDS <= len(self._values):
            found.append(f"none of the last {self._n_last_others:,} records fits the wrapper")
        if self._n_no_longer:
            found.append(f"{self._n_no_longer:,} records that fitted the wrapper do not any more")
        single = [name for name, one in self._expected.fields.items() if one.single]
        found += [
            f"{name}: several values under its selector on {n:,} records"
            for name in single
            if (n := self._repeated[name])
        ]
        return found + self._expected.field_drift(list(self._values))

    @property
    def expected(self) -> dict[str, Any]:
        """What later runs are compared with, as plain values; empty after drift or too few records."""
        n_read = len(self._values)
        if n_read < ENOUGH_RECORDS or self.drift:
            return {}
        repeated = [name for name, n in self._repeated.items() if n]
        seen = ExpectedRun().with_fields(list(self._values), repeated).fields
        others = round(self._n_others / (n_read + self._n_others), 3)
        return {"others": others, "fields": {name: asdict(seen[name]) for name in sorted(seen)}}


def _value_of(record: Mapping[str, Any], name: str) -> str:
    """Return a field of the wrapper as the record has it."""
    own = DOCUMENT_FIELD.get(name, name)
    found = record["fields"]
    value = found.get(name) or record.get(own) or found.get(own) or found.get(_PLAIN.get(own, own)) or ""
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
