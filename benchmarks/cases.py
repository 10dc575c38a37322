"""What is timed: whole extractions, ours and others', and the stages of ours."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from typing import Any

import turbohtml

import maintext
from maintext.api import select
from maintext.classify.embedded import find_embedded_text
from maintext.classify.features.context import BlockContext
from maintext.classify.features.matrix import feature_matrix
from maintext.classify.learned import load_model
from maintext.html import decode
from maintext.html.columns import Page, tokenise
from maintext.html.parser import to_wellformed_bytes
from maintext.lab.evaluate.peers import PEERS
from maintext.options import Options

__all__ = [
    "BARE_PARSE",
    "EVERYTHING",
    "NO_LIMITS",
    "STAGES",
    "TO_TEXT",
    "WHOLE",
    "Case",
    "case_of",
    "installed_peers",
    "stages",
]

Case = Callable[[str, str | None], object]
"""Takes the markup and the address of a page."""

NO_LIMITS = Options(max_bytes=10**9, max_nodes=10**8)
WHOLE, EVERYTHING, BARE_PARSE = "maintext .text", "maintext to_dict()", "bare parse"
TO_TEXT = ("parse", "columns", "features", "trees", "decision", "embedded", "text")
"""The stages that make up an extraction from decoded markup to the main text."""

STAGES = ("decode", *TO_TEXT, "Markdown", "HTML", "fields", "rest")
"""All stages from bytes to everything that a document has."""

_PEER_MODULES = {
    "resiliparse": "resiliparse",
    "turbohtml-article": "turbohtml",
    "trafilatura-fast": "trafilatura",
    "trafilatura": "trafilatura",
    "readability-lxml": "readability",
}


def installed_peers() -> list[str]:
    """Return the names of the peers that can be imported here."""
    return [name for name, module in _PEER_MODULES.items() if find_spec(module)]


def case_of(name: str) -> Case:
    """Return a whole extraction, the bare parse or a peer by its name."""
    return _OURS.get(name) or _peer(name)


def _bare_parse(html: str, url: str | None) -> object:
    """Let the parser library build a tree, and no more."""
    del url
    return turbohtml.parse(html, positions=False)


def _text(html: str, url: str | None) -> str:
    return maintext.extract(html, url, options=NO_LIMITS).text


def _everything(html: str, url: str | None) -> dict[str, Any]:
    return maintext.extract(html, url, options=NO_LIMITS).to_dict()


_OURS: dict[str, Case] = {
    BARE_PARSE: _bare_parse,
    WHOLE: _text,
    EVERYTHING: _everything,
}


def _peer(name: str) -> Case:
    """The call that ``maintext evaluate --peers`` makes, on a page whose language is not known."""
    names: dict[str, Any] = {}
    exec(compile(PEERS[name].code, name, "exec"), names)  # noqa: S102 - our own program text
    return partial(names["extract"], lang="und")


class _Laps:
    """CPU milliseconds between the ends of stages."""

    def __init__(self) -> None:
        self.ms: dict[str, float] = {}
        self.start = time.process_time()

    def end_of(self, name: str) -> None:
        now = time.process_time()
        self.ms[name] = (now - self.start) * 1000
        self.start = time.process_time()


def stages(html: str, url: str | None) -> dict[str, float]:
    """Return the CPU milliseconds of each stage by name.

    ``decode`` is for bytes and not a part of an extraction from text. ``parse`` makes the tree and writes it
    as bytes. ``decision`` is what :func:`maintext.select` takes besides features and trees: the difference of
    two measurements, so noise can make it negative. ``rest`` is what ``to_dict()`` adds to text, Markdown,
    HTML and fields: the kind of page, the fingerprint.
    """
    data, trees = html.encode("utf-8", "replace"), load_model()
    laps = _Laps()
    decode(data, url=url)
    laps.end_of("decode")
    written, scripts, has_code = to_wellformed_bytes(html)
    laps.end_of("parse")
    columns = tokenise(written, max_nodes=NO_LIMITS.max_nodes)
    first, page = (Page(columns, url=url, scripts=scripts, source=html * has_code) for _ in range(2))
    laps.end_of("columns")
    scene = BlockContext(first)
    features = feature_matrix(scene) if len(scene.blocks) else None
    laps.end_of("features")
    if features is not None:
        trees.probability(features)
    laps.end_of("trees")
    selection = select(page)
    laps.end_of("decision")
    laps.ms["decision"] -= laps.ms["features"] + laps.ms["trees"]
    embedded = find_embedded_text(page, selection)
    laps.end_of("embedded")
    document = maintext.Document(page, selection, NO_LIMITS, embedded)
    _ = document.text
    laps.end_of("text")
    _ = document.markdown
    laps.end_of("Markdown")
    _ = document.html
    laps.end_of("HTML")
    document.fields_to_dict()
    laps.end_of("fields")
    document.to_dict()
    laps.end_of("rest")
    return laps.ms
