"""The datatrove extractor in datatrove's own pipeline and processes."""

from __future__ import annotations

import json
import os
import signal
import time
from typing import TYPE_CHECKING, Any, Self

import pytest

pytest.importorskip("datatrove", reason="needs maintext[datatrove]")

from datatrove.data import Document
from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.readers import JsonlReader
from datatrove.pipeline.writers import JsonlWriter
from tests.unit.batch.made import CHINESE, page

from maintext import extract
from maintext.batch import BatchItem
from maintext.errors import OptionError, PageTooLargeError
from maintext.integrations.datatrove import MaintextExtractor

if TYPE_CHECKING:
    from pathlib import Path

# datatrove forks its sandbox from a process that may have threads, and leaves closing pipes to the collector.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
LARGE = page(1) + "<p>word</p>" * 200


class Kept:
    """Stands where a writer of datatrove does."""

    def __init__(self) -> None:
        self.documents: list[Document] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def write(self, document: Document, rank: int = 0) -> None:
        assert rank == 3
        self.documents.append(document)


def documents(*texts: str) -> list[Document]:
    return [
        Document(text=text, id=str(i), metadata={"url": f"https://site.test/{i}"})
        for i, text in enumerate(texts)
    ]


def awkward(item: BatchItem) -> dict[str, Any]:
    """Hang, die or raise on some words; what maintext says on others."""
    if item.html == "hang":
        time.sleep(600)
    if item.html == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if item.html == "raise":
        raise ValueError("a bad page")
    return {"outcome": "found", "error": None, "reason": None, "text": "kept"}


def test_the_text_is_that_of_extract_and_fields_are_metadata() -> None:
    (done,) = MaintextExtractor().run(documents(page(1)))
    assert done.text == extract(page(1)).text
    assert (done.metadata["title"], done.metadata["language"]) == ("Walk 1", "en")


def test_relative_dates_are_counted_from_the_date_of_the_warc_reader() -> None:
    (document,) = documents(page(1).replace("</h1>", "</h1><p class=date>3 hours ago</p>"))
    document.metadata["date"] = "2024-05-02T15:00:00Z"
    (done,) = MaintextExtractor().run([document])
    assert done.metadata["published"] == "2024-05-02T12+00:00"


def test_metadata_that_is_there_stays() -> None:
    (document,) = documents(page(1))
    document.metadata["title"] = "Mine"
    (done,) = MaintextExtractor().run([document])
    assert (done.metadata["title"], done.metadata["url"]) == ("Mine", "https://site.test/0")


def test_the_address_makes_links_absolute() -> None:
    html = page(1).replace("the mill", "<a href=/mill>the mill</a>")
    (done,) = MaintextExtractor(form="markdown").run(documents(html))
    assert "https://site.test/mill" in done.text


def test_documents_keep_their_order_and_ids() -> None:
    done = [*MaintextExtractor().run(documents(*map(page, range(20))))]
    assert [document.id for document in done] == [str(i) for i in range(20)]


def test_what_is_dropped_says_why() -> None:
    kept = Kept()
    done = MaintextExtractor(max_bytes=1000, exclusion_writer=kept).run(
        documents(LARGE, "<p></p>", CHINESE), rank=3
    )
    assert [document.id for document in done] == ["2"]
    outcomes = [document.metadata["maintext_outcome"] for document in kept.documents]
    assert outcomes == ["error", "no_text"]
    assert kept.documents[0].metadata["maintext_error"] == "PageTooLargeError"
    assert kept.documents[0].text == LARGE


def test_a_page_that_hangs_dies_or_raises_is_dropped_and_the_others_go_on() -> None:
    kept = Kept()
    step = MaintextExtractor(timeout=5.0, exclusion_writer=kept)
    step._reader._extractor = awkward  # type: ignore[assignment]
    words = ("good", "hang", "good", "die", "raise", "good")
    done = [document.id for document in step.run(documents(*words), rank=3)]
    assert done == ["0", "2", "5"]
    errors = [document.metadata["maintext_error"] for document in kept.documents]
    assert errors == ["PageTimeout", "WorkerDied", "ValueError"]


def test_extract_gives_text_or_raises() -> None:
    step = MaintextExtractor(max_bytes=1000)
    assert step.extract(page(2)) == extract(page(2)).text
    assert step.extract("<p></p>") == ""
    with pytest.raises(PageTooLargeError):
        step.extract(LARGE)


def test_wrong_arguments_are_said_at_once() -> None:
    with pytest.raises(OptionError, match="form"):
        MaintextExtractor(form="pdf")
    with pytest.raises(OptionError, match="no field"):
        MaintextExtractor(metadata=("colour",))
    with pytest.raises(OptionError):
        MaintextExtractor(method="nothing")


def test_the_local_executor_runs_it_in_its_processes(tmp_path: Path) -> None:
    source = tmp_path / "in"
    source.mkdir()
    for part in range(2):
        lines = (json.dumps({"id": f"{part}-{i}", "text": page(i)}) + "\n" for i in range(3))
        (source / f"{part}.jsonl").write_text("".join(lines))
    steps = [
        JsonlReader(str(source)),
        MaintextExtractor(),
        JsonlWriter(str(tmp_path / "out"), compression=None),
    ]
    LocalPipelineExecutor(steps, tasks=2, workers=1, logging_dir=str(tmp_path / "logs")).run()
    written = "".join(path.read_text() for path in (tmp_path / "out").iterdir())
    rows = {row["id"]: row["text"] for row in map(json.loads, written.splitlines())}
    assert rows == {f"{part}-{i}": extract(page(i)).text for part in range(2) for i in range(3)}
