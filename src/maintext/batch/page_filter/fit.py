"""Labelled pages, and filters trained and evaluated on them; the only file that imports scikit-learn."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext.api import extract
from maintext.batch.item import host_of
from maintext.batch.page_filter import model
from maintext.batch.source.base import PAGE_SUFFIXES, list_files
from maintext.errors import DatasetError, InputError, needs_extra

__all__ = [
    "FilterExample", "FilterScore", "LabelScore", "LabelledPage", "PreparedPages", "cross_validate",
    "prepare", "read_labelled", "score", "train_filter",
]  # fmt: skip

_Counts = tuple[NDArray[np.int64], NDArray[np.int64]]


@dataclass(frozen=True, slots=True)
class FilterExample:
    """A text to learn from."""

    text: str  # `maintext.batch.page_filter.model.filter_text` of a page, or another text
    label: str
    group: str  # site of the text; a group is never split between training and test


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A page with the label a person gave it."""

    label: str
    html: bytes | str  # the page, bytes or text
    url: str | None  # its URL, `None` if unknown
    key: str  # its path or line number


def read_labelled(path: str | Path) -> Iterator[LabelledPage]:
    """Iterate over the pages of a folder or a JSON Lines file, in the order of paths or lines.

    A folder has a sub-folder of HTML files for each label. A file has JSON objects with ``label``, ``html``
    or ``path`` (relative to the file), and optionally ``url``.

    Raises InputError: the path is neither, or a line or file cannot be read; the message names it.
    """
    path = Path(path)
    if path.is_dir():
        return _read_folder(path)
    if path.is_file():
        return _read_json_lines(path)
    raise InputError(f"{path} is neither a folder nor a file of labelled pages", stage="read")


def _read_folder(root: Path) -> Iterator[LabelledPage]:
    for folder in sorted(one for one in root.iterdir() if one.is_dir()):
        files = sorted(map(Path, list_files(str(folder))))
        for file in (one for one in files if one.suffix.lower() in PAGE_SUFFIXES):
            yield LabelledPage(folder.name, _read_bytes(file), None, file.relative_to(root).as_posix())


def _read_json_lines(file: Path) -> Iterator[LabelledPage]:
    try:
        with file.open(encoding="utf-8") as stream:
            for number, line in enumerate(stream, 1):
                if line.strip():
                    yield _parse_line(line, file, number)
    except UnicodeDecodeError as error:
        raise InputError(f"{file} is not UTF-8", stage="read") from error


def _parse_line(line: str, file: Path, number: int) -> LabelledPage:
    where = f"{file}, line {number}"
    try:
        record: Any = json.loads(line)
    except ValueError as error:
        raise InputError(f"{where} is not JSON: {error}", stage="read") from error
    if not isinstance(record, dict) or not isinstance(record.get("label"), str) or not record["label"]:
        raise InputError(f'{where} has no "label"', stage="read")
    html = record.get("html")
    if not isinstance(html, str):
        if not isinstance(record.get("path"), str):
            raise InputError(f'{where} has neither "html" nor "path"', stage="read")
        html = _read_bytes(file.parent / record["path"])
    url = record.get("url")
    return LabelledPage(record["label"], html, url if isinstance(url, str) else None, f"line {number}")


def _read_bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {file}: {error.strerror}", stage="read") from error


@dataclass(slots=True)
class PreparedPages:
    """Labelled pages as texts."""

    # Title and main text of each page with main text
    extracted: list[FilterExample] = field(default_factory=list)
    # Title and all visible text of the same pages, in the same order
    visible: list[FilterExample] = field(default_factory=list)
    # Key of each page without main text or that cannot be read, with the reason
    left_out: list[tuple[str, str]] = field(default_factory=list)


def prepare(pages: Iterable[LabelledPage]) -> PreparedPages:
    """Extract labelled pages.

    The group of a page is the host of its URL, else of its canonical URL; else the page is its own group.
    """
    prepared = PreparedPages()
    for page in pages:
        try:
            document = extract(page.html, page.url)
        except InputError as error:
            prepared.left_out.append((page.key, error.message))
            continue
        if not document.text:
            prepared.left_out.append((page.key, "no main text"))
            continue
        group = host_of(page.url or document.canonical_url or "").removeprefix("www.") or page.key
        prepared.extracted.append(FilterExample(model.filter_text(document), page.label, group))
        prepared.visible.append(FilterExample(model.visible_text(document), page.label, group))
    return prepared


# -- training and evaluation ---------------------------------------------------------------------------

_MAX_FOLDS = 5
_MIN_PAGES = 2  # of a label: one to learn from, one to measure on
# Inverse strength of the penalty; how it was chosen stands in docs/page-filter.md.
_C = 3.0


def train_filter(examples: Sequence[FilterExample], card: dict[str, Any] | None = None) -> model.PageFilter:
    """Train a filter on all examples; each label has the same total weight.

    Logistic regression with an L2 penalty on (1 + ln count) · idf, scaled to unit length. Deterministic.
    ``card`` is stored in the filter, in addition to the number of pages per label.

    Raises DatasetError: there are fewer than two labels with two texts each. Raises MissingExtraError:
    scikit-learn is not installed.
    """
    _check_examples(examples)
    counts = [model.gram_counts(one.text) for one in examples]
    return _fit_filter(counts, [one.label for one in examples], card or {})


def _fit_filter(counts: list[_Counts], given: list[str], card: dict[str, Any]) -> model.PageFilter:
    labels = sorted(set(given))
    idf = _idf_weights(counts)
    fitted = _with_sklearn().linear_model.LogisticRegression(C=_C, class_weight="balanced", max_iter=500)
    fitted.fit(_feature_matrix(counts, idf), np.array([labels.index(label) for label in given]))
    weights, bias = fitted.coef_, fitted.intercept_
    if len(labels) == 2:  # one vector for the second label; half of it against the first is the same
        weights, bias = np.vstack((-weights, weights)) / 2, np.concatenate((-bias, bias)) / 2
    card = {"n_pages": dict(sorted(Counter(given).items())), **card}
    return model.PageFilter(tuple(labels), weights.astype(np.float32), bias.astype(np.float32), idf, card)


def cross_validate(
    examples: Sequence[FilterExample], n_folds: int = _MAX_FOLDS, seed: int = 0
) -> FilterScore:
    """Score filters on texts of groups that they were not trained on; fewer folds for fewer groups.

    Raises DatasetError: there are too few examples, or all examples of a label are in one group.
    """
    _check_examples(examples)
    wanted = [one.label for one in examples]
    n_groups = Counter(label for label, _ in {(one.label, one.group) for one in examples})
    if few := sorted(label for label, n in n_groups.items() if n < 2):
        raise DatasetError(f"all pages of {few[0]!r} are of one site: give pages of two or more")
    counts = [model.gram_counts(one.text) for one in examples]
    folds = _with_sklearn().model_selection.StratifiedGroupKFold(
        n_splits=min(n_folds, *n_groups.values()), shuffle=True, random_state=seed
    )
    given = [""] * len(examples)
    for train, test in folds.split(wanted, wanted, [one.group for one in examples]):
        chosen = train.tolist()
        fitted = _fit_filter([counts[i] for i in chosen], [wanted[i] for i in chosen], {})
        for i in test.tolist():
            given[i] = fitted.verdict_of_counts(*counts[i]).label
    return score(wanted, given)


def _check_examples(examples: Sequence[FilterExample]) -> None:
    counts = Counter(one.label for one in examples)
    few = [label for label, n_pages in sorted(counts.items()) if n_pages < _MIN_PAGES]
    if len(counts) < 2:
        raise DatasetError("a filter needs pages of two labels or more")
    if few:
        raise DatasetError(f"the label {few[0]!r} has one page: give {_MIN_PAGES} or more of each label")


def _idf_weights(counts: list[_Counts]) -> NDArray[np.float32]:
    """Return 1 + ln((1 + n) / (1 + document frequency)); 0 for grams of a single text."""
    n_with = np.zeros(2**model.BITS)
    for buckets, _ in counts:
        n_with[buckets] += 1
    idf = 1 + np.log((1 + len(counts)) / (1 + n_with))
    return np.where(n_with > 1, idf, 0).astype(np.float32)


def _feature_matrix(counts: list[_Counts], idf: NDArray[np.float32]) -> Any:
    from scipy.sparse import csr_matrix  # noqa: PLC0415 - comes with scikit-learn

    ends = np.cumsum([0, *(len(buckets) for buckets, _ in counts)])
    values = np.concatenate([model.weigh_grams(*one, idf) for one in counts])
    buckets = np.concatenate([buckets for buckets, _ in counts])
    return csr_matrix((values, buckets, ends), shape=(len(counts), len(idf)))


def _with_sklearn() -> Any:
    with needs_extra("scikit-learn", "filter"):
        import sklearn.linear_model  # noqa: PLC0415 - an extra
        import sklearn.model_selection  # noqa: PLC0415
    return sklearn


@dataclass(frozen=True, slots=True)
class LabelScore:
    """Scores of one label, from 0 to 1; 0 instead of a division by zero."""

    label: str
    n_pages: int  # number of pages with the label
    precision: float  # precision, recall and their harmonic mean
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class FilterScore:
    """Scores of all labels."""

    accuracy: float  # share of pages with the right label
    labels: tuple[LabelScore, ...]  # scores of each label, in alphabetical order

    @property
    def means(self) -> tuple[float, float, float]:
        """Macro averages of precision, recall and F1."""
        figures = [(one.precision, one.recall, one.f1) for one in self.labels] or [(0.0, 0.0, 0.0)]
        precision, recall, f1 = (sum(values) / len(figures) for values in zip(*figures, strict=True))
        return precision, recall, f1


def score(wanted: Sequence[str], given: Sequence[str]) -> FilterScore:
    """Compare the given labels with the wanted ones, page by page."""
    n_wanted, n_given = Counter(wanted), Counter(given)
    n_right = Counter(one for one, other in zip(wanted, given, strict=True) if one == other)
    labels = []
    for label in sorted(n_wanted | n_given):
        n, all_wanted, all_given = n_right[label], n_wanted[label], n_given[label]
        precision, recall = n / max(all_given, 1), n / max(all_wanted, 1)
        labels.append(LabelScore(label, all_wanted, precision, recall, 2 * n / (all_wanted + all_given)))
    return FilterScore(n_right.total() / max(len(wanted), 1), tuple(labels))
