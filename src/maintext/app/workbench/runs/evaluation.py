"""Runs that evaluate methods on a corpus, or train a model on it."""

from __future__ import annotations

import json
import sqlite3
import time
import zlib
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maintext.app.workbench.runs.folder import RunFolder, RunProgress, replace_text
from maintext.app.workbench.runs.records import RecordWriter
from maintext.batch.record import warm_up
from maintext.classify.methods import Variant
from maintext.errors import MaintextError
from maintext.lab.compare.agreement import MethodSystem, method_system
from maintext.lab.evaluate import GoldPage, PageResult, evaluate, read_corpus, summarise
from maintext.options import DEFAULT_METHOD, Options

if TYPE_CHECKING:  # imported on first use
    from maintext.lab.train import Example

__all__ = ["evaluate_methods", "gold_page", "train_model"]

_COLUMNS = tuple("page_id set lang page_type system f1 precision recall n_chars cpu_ms error".split())
_BOARD_S = 2.0  # minimum time between two leaderboards


def evaluate_methods(folder: RunFolder, request: dict[str, Any], progress: RunProgress) -> bool:
    """Score methods page by page, and keep their texts. Return False."""
    variants = {
        **{name: Variant(name) for name in request["methods"]},
        **{name: Variant(DEFAULT_METHOD, {"model": path}) for name, path in request["models"].items()},
    }
    texts: dict[str, str] = {}  # of one page, by system
    systems = deque(
        (name, _RecordedSystem(name, method_system(variant), texts)) for name, variant in variants.items()
    )
    for variant in variants.values():  # else the first page pays for loading
        with suppress(MaintextError):  # each page will report it
            warm_up(Options(method=variant.method, method_options=variant.options))
    progress.begin("counting")
    progress.n_total = sum(1 for _ in _read_pages(request))
    board = _Leaderboard(folder)
    gold = sqlite3.connect(folder.records, timeout=30)
    with RecordWriter(folder.records, _COLUMNS) as writer, closing(gold):
        gold.execute("CREATE TABLE gold (page INTEGER PRIMARY KEY, about TEXT, html BLOB, texts BLOB)")
        for number, page in enumerate(_read_pages(request)):
            texts.clear()
            for result in evaluate(dict(systems), [page]):
                writer.add(asdict(result) | {"page": number})
                board.results.append(result)
                progress.counts["crashes"] += result.error is not None
            writer.commit()
            _add_gold(gold, number, page, texts)
            progress.advance(f"{page.set}: {page.id}")
            board.write()
            systems.rotate(-1)  # another one comes first on the next page
    board.write(at_once=True)
    return False


class _RecordedSystem:
    """Call a system, and record its texts."""

    def __init__(self, name: str, system: MethodSystem, texts: dict[str, str]) -> None:
        self.learned_sets = system.learned_sets
        self._name, self._system, self._texts = name, system, texts

    def __call__(self, page: GoldPage) -> str:
        self._texts[self._name] = text = self._system(page)
        return text


class _Leaderboard:
    """Write the means so far, from time to time."""

    def __init__(self, folder: RunFolder) -> None:
        self._folder, self.results, self._next = folder, list[PageResult](), 0.0

    def write(self, *, at_once: bool = False) -> None:
        start = time.monotonic()
        if start >= self._next or at_once:
            groups = [asdict(score) for score in summarise(self.results)]
            replace_text(self._folder.board, json.dumps({"groups": groups}, ensure_ascii=False))
            self._next = time.monotonic() + max(_BOARD_S, 10 * (time.monotonic() - start))


def _add_gold(database: sqlite3.Connection, number: int, page: GoldPage, texts: Mapping[str, str]) -> None:
    """Store a page, its gold text and the texts of systems next to the records."""
    about = {"url": page.url, "title": page.title, "gold": page.gold_text,
             "with": page.with_snippets, "without": page.without_snippets}  # fmt: skip
    html = zlib.compress(page.html.encode("utf-8", "backslashreplace"), 6)
    given = zlib.compress(json.dumps(texts).encode(), 6)
    with database:
        database.execute("INSERT INTO gold VALUES (?, ?, ?, ?)", [number, json.dumps(about), html, given])


def gold_page(path: Path, number: int) -> dict[str, Any] | None:
    """Return a page of an evaluation: ``url``, ``gold``, ``html``, ``texts``."""
    with closing(sqlite3.connect(path, timeout=10)) as database:
        row = database.execute("SELECT about, html, texts FROM gold WHERE page = ?", [number]).fetchone()
    if row is None:
        return None
    about, html, texts = row
    found: dict[str, Any] = json.loads(about)
    return found | {"html": zlib.decompress(html).decode(), "texts": json.loads(zlib.decompress(texts))}


def train_model(folder: RunFolder, request: dict[str, Any], progress: RunProgress) -> bool:
    """Train the default method's model, and cross-validate it. Return False."""
    from maintext.classify.model.trees import save_trees  # noqa: PLC0415 - what only this kind needs
    from maintext.lab.train import TrainOptions, cross_validate, fit  # noqa: PLC0415
    from maintext.lab.train.dataset import site_of  # noqa: PLC0415

    options = TrainOptions(n_trees=request["n_trees"], n_threads=1)
    examples = _make_examples(request, progress)
    scores: dict[str, Any] = {}
    if len({site_of(example) for example in examples if example.is_ranked}) >= options.n_folds:
        progress.begin("cross-validation")
        scored = cross_validate(examples, options)
        scores["cross_validated_f1"] = round(sum(one.f1 for one in scored) / len(scored), 4)
    progress.begin("training")
    save_trees(fit(examples, options, scores), folder.model)
    with RecordWriter(folder.records, ("page_id", "set", "lang", "page_type", "n_words")) as writer:
        for example in examples:
            writer.add({"page_id": example.id, "set": example.set, "lang": example.lang,
                        "page_type": example.page_type, "n_words": int(example.n_words.sum())})  # fmt: skip
    progress.counts["sites"] = len({site_of(example) for example in examples})
    if scores:
        progress.counts["cross-validated F1 in percent"] = round(scores["cross_validated_f1"] * 100)
    return False


def _make_examples(request: dict[str, Any], progress: RunProgress) -> list[Example]:
    """Return the training examples of the pages with a full gold text."""
    from maintext.lab.train import make_example  # noqa: PLC0415 - as above

    pages = [page for page in _read_pages(request) if page.gold_text]
    progress.n_total = len(pages)
    examples = []
    for page in pages:
        examples.append(make_example(page))
        progress.counts["blocks"] += len(examples[-1].label)
        progress.advance(page.id)
    return examples


def _read_pages(request: dict[str, Any]) -> Iterator[GoldPage]:
    limit = request["limit"] or None
    return read_corpus(request["corpus"], sets=request["sets"] or None, limit_per_set=limit)
