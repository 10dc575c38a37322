"""Runs over a real socket: started, followed, filtered, stopped, written to files."""

from __future__ import annotations

import base64
import csv
import io
import json
import lzma
import re
import sqlite3
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
import urllib3
from tests.browser.serving import canary, serving
from tests.browser.starting import write_finished_run
from tests.recipe_sites import RecipeSite, serve_site
from tests.site_server.content import Site
from tests.site_server.server import SiteServer
from tests.tiny import ARTICLE

import maintext
from maintext.app.workbench import ServeOptions, endpoints, shapes
from maintext.app.workbench.data import Data, Uploads
from maintext.app.workbench.failure import RequestError
from maintext.app.workbench.runs import records
from maintext.app.workbench.runs.extraction import RunReport
from maintext.app.workbench.runs.folder import without_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HTTP = urllib3.PoolManager(retries=False)
OVER = {"done", "limited", "cancelled", "failed"}


def ask(address: str, body: Any = None, verb: str = "", kind: str = "application/json") -> tuple[int, Any]:
    data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    answer = HTTP.request(
        verb or ("GET" if body is None else "POST"), address, body=data, headers={"Content-Type": kind},
        timeout=60,
    )  # fmt: skip
    is_json = answer.headers["Content-Type"] == "application/json"
    return answer.status, answer.json() if is_json else answer.data


def wait(base: str, number: str, seconds: float = 60) -> Any:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        _, state = ask(f"{base}/api/runs/{number}")
        if state["status"] in OVER:
            return state
        time.sleep(0.1)
    raise AssertionError(state)


def run(base: str, kind: str, **request: Any) -> Any:
    status, state = ask(f"{base}/api/run/{kind}", request)
    assert status == 202, state
    return wait(base, state["id"])


def upload(base: str, name: str, data: bytes) -> str:
    status, answer = ask(f"{base}/api/uploads?name={name}", data, kind="application/octet-stream")
    assert status == 201, answer
    return str(answer["id"])


@pytest.fixture(scope="module")
def site() -> Iterator[SiteServer]:
    with SiteServer(Site(25, traps=False)) as server:
        yield server


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("saved")
    (path / "one.html").write_text(ARTICLE, encoding="utf-8")
    (path / "below").mkdir()
    (path / "below" / "two.html").write_text(
        "<title>茶馆</title><p>老街尽头的茶馆清晨五点半就亮起了灯，店主把铜壶放到灶上。</p>"
    )
    (path / "bad.html").write_bytes(b"%PDF-1.7\n" + bytes(99))
    return path


@pytest.fixture(scope="module")
def base(folder: Path) -> Iterator[str]:
    with serving(ServeOptions(allow_private=True, folders=(str(folder),))) as address:
        yield address


@pytest.fixture(scope="module")
def batch(base: str) -> Any:
    return run(base, "batch", folder=0)


# -- batches ------------------------------------------------------------------------------------------


def test_a_folder_becomes_records(base: str, batch: Any) -> None:
    assert (batch["status"], batch["n_done"]) == ("done", 3)
    assert batch["counts"] == {"found": 2, "error": 1}
    assert batch["message"].startswith("1 of 3 records could not be read: this is a PDF")
    _, table = ask(f"{base}/api/runs/{batch['id']}/records")
    keys = [dict(zip(table["columns"], row["values"], strict=True))["key"] for row in table["rows"]]
    assert sorted(keys) == ["bad.html", "below/two.html", "one.html"]


def test_a_record_has_what_the_library_gives(base: str, batch: Any) -> None:
    _, table = ask(f"{base}/api/runs/{batch['id']}/records?text=one.html&sort=title")
    _, table = ask(f"{base}/api/runs/{batch['id']}/records?sort=key&order=down")
    _, found = ask(f"{base}/api/runs/{batch['id']}/records/{table['rows'][0]['n']}")
    assert found["record"]["key"] == "one.html"
    assert found["record"]["text"] == maintext.extract(ARTICLE.encode()).text


def test_uploaded_files_and_archives_become_records(base: str) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a/first.html", ARTICLE)
        archive.writestr("a/picture.png", b"\x89PNG")
    ids = [
        upload(base, "pages.zip", packed.getvalue()),
        upload(base, "..%2F..%2Fevil.html", ARTICLE.encode()),
        upload(base, "evil.html", ARTICLE.encode()),
    ]
    state = run(base, "batch", uploads=ids)
    assert (state["status"], state["counts"]) == ("done", {"found": 3})
    _, table = ask(f"{base}/api/runs/{state['id']}/records")
    keys = {row["values"][0] for row in table["rows"]}
    assert keys == {"pages.zip!a/first.html", "evil.html", "3-evil.html"}
    assert ask(f"{base}/api/run/batch", {"uploads": ids})[0] == 404


@pytest.mark.parametrize("name", ["list.csv", "list.jsonl", "list.parquet", quote("【网址】.csv")])
def test_the_pages_of_a_table_that_has_urls_alone_are_fetched(base: str, site: SiteServer, name: str) -> None:
    rows = [["name", "url"], ["first", f"{site.url}/"], ["second", f"{site.url}/gone"]]
    records = [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]
    lines = [",".join(row) for row in rows]
    if name.endswith(".jsonl"):
        lines = list(map(json.dumps, records))
    data = "\n".join(lines).encode()
    if name.endswith(".parquet"):
        pyarrow, written = pytest.importorskip("pyarrow"), io.BytesIO()
        pytest.importorskip("pyarrow.parquet").write_table(pyarrow.Table.from_pylist(records), written)
        data = written.getvalue()
    state = run(base, "batch", uploads=[upload(base, name, data)])
    assert (state["n_done"], state["counts"]["error"]) == (2, 1)
    assert "the server answered 404" in state["message"]


def test_a_table_without_a_column_of_pages_says_how_to_call_it_in_any_encoding(base: str) -> None:
    data = "网址,备注\nhttps://a.example/,甲\n".encode("gbk")
    state = run(base, "batch", uploads=[upload(base, "list.csv", data)])
    assert "(there are: 网址, 备注); call the column of the pages html, or that of their" in state["message"]


def test_files_without_a_page_are_not_done_without_a_word(base: str) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("letter.docx", b"PK")
    ids = [upload(base, "letters.zip", packed.getvalue()), upload(base, "none.txt", b"")]
    state = run(base, "batch", uploads=ids)
    assert (state["n_done"], state["message"]) == (0, "the files hold no page")
    assert b"the files hold no page" in ask(f"{base}/api/runs/{state['id']}/report")[1]


def test_a_batch_ends_at_its_limit(base: str) -> None:
    state = run(base, "batch", folder=0, max_pages=1)
    assert (state["status"], state["n_done"]) == ("limited", 1)


def test_the_report_counts_and_escapes(base: str, batch: Any) -> None:
    status, page = ask(f"{base}/api/runs/{batch['id']}/report")
    assert status == 200
    assert b"bad.html" in page
    assert b"a PDF" in page


@pytest.mark.parametrize("kind", ["jsonl", "csv", "xlsx", "parquet"])
def test_records_are_written_to_each_kind_of_file(base: str, batch: Any, kind: str) -> None:
    pytest.importorskip({"xlsx": "openpyxl", "parquet": "pyarrow"}.get(kind, "json"))
    status, data = ask(f"{base}/api/runs/{batch['id']}/export?format={kind}")
    assert status == 200
    titles = _titles(kind, data)
    assert sorted(title for title in titles if title) == sorted(
        ["茶馆", str(maintext.extract(ARTICLE).title)]
    )
    assert len(titles) == 3


def _titles(kind: str, data: bytes) -> list[Any]:
    if kind == "jsonl":
        return [json.loads(line).get("title") for line in data.decode().splitlines()]
    if kind == "csv":
        return [row["title"] for row in csv.DictReader(io.StringIO(data.decode()))]
    if kind == "xlsx":
        import openpyxl  # noqa: PLC0415 - an extra

        head, *rows = openpyxl.load_workbook(io.BytesIO(data)).active.values
        return [row[head.index("title")] for row in rows]
    import pyarrow.parquet  # noqa: PLC0415 - an extra

    return list(pyarrow.parquet.read_table(io.BytesIO(data))["title"].to_pylist())


def test_a_kind_of_file_that_cannot_be_written_is_told_before(
    base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoints, "find_spec", lambda name: None if name == "openpyxl" else object())
    missing = ask(f"{base}/api/runs")[1]["missing_extras"]
    assert list(missing) == ["xlsx"]
    assert "pip install 'maintext[xlsx]'" in missing["xlsx"]


def test_an_export_may_take_longer_than_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def write_slowly(*given: Any) -> None:
        time.sleep(1)
        records.write_export(*given)

    monkeypatch.setattr("maintext.app.workbench.endpoints.write_export", write_slowly)
    write_finished_run(tmp_path, "pages", [{"title": "one", "url": "https://valley.example/"}])
    with serving(ServeOptions(data=str(tmp_path), timeout_s=0.5)) as base:
        status, answer = ask(f"{base}/api/runs/{'a' * 32}/export?format=csv")
    assert (status, b"valley" in answer) == (200, True)


def test_an_export_leaves_no_file_behind(base: str, batch: Any) -> None:
    for _ in range(2):
        assert ask(f"{base}/api/runs/{batch['id']}/export")[0] == 200


# -- sites --------------------------------------------------------------------------------------------


def test_a_crawl_becomes_records_with_a_report(base: str, site: SiteServer) -> None:
    pytest.importorskip("scrapy")
    state = run(base, "crawl", urls=[f"{site.url}/"], options={"delay_s": 0, "sitemaps": False}, max_pages=12)
    assert state["status"] == "limited", state
    assert state["counts"]["records"] > 3
    _, table = ask(f"{base}/api/runs/{state['id']}/records?sort=n_words&order=down&limit=2")
    words = [row["values"][table["columns"].index("n_words")] for row in table["rows"]]
    assert len(words) == 2
    assert words == sorted(words, reverse=True)
    assert table["n_found"] == table["n_records"] == state["counts"]["records"]
    assert b"Some records" in ask(f"{base}/api/runs/{state['id']}/report")[1]
    lines = ask(f"{base}/api/runs/{state['id']}/export?format=jsonl")[1].decode().splitlines()
    assert len(lines) == table["n_records"]


def test_a_crawl_that_goes_on_counts_the_pages_that_it_has(base: str, site: SiteServer) -> None:
    limits = {"options": {"delay_s": 0.0}, "max_pages": 5}
    state = run(base, "crawl", urls=[f"{site.url}/"], **limits)
    assert (state["status"], state["n_done"]) == ("limited", 5)
    counts = [state["counts"]["records"]]
    for most, status in ((8, "limited"), (1000, "done")):
        assert ask(f"{base}/api/runs/{state['id']}/continue", {"max_pages": most})[0] == 202
        state = wait(base, state["id"])
        assert state["status"] == status
        assert state["n_done"] == 8 or status == "done"
        counts.append(state["counts"]["records"])
    whole = run(base, "crawl", urls=[f"{site.url}/"], **limits | {"max_pages": 1000})
    assert (state["n_done"], state["counts"]) == (whole["n_done"], whole["counts"])
    assert counts == sorted(counts)


def test_a_crawl_most_of_whose_pages_are_gone_says_so_and_counts_them(base: str) -> None:
    pytest.importorskip("scrapy")
    links = "".join(f"<p><a href=/gone/{i}>Boat number {i} leaves the island</a></p>" for i in range(5))
    site = RecipeSite("boats", {"/": ARTICLE + links}, "/", (), {}, "")
    with serve_site(site) as served:
        state = run(base, "crawl", urls=[f"{served.url}/"], options={"delay_s": 0, "sitemaps": False})
    assert state["counts"]["errors"] == 5
    assert state["message"].startswith("5 of 6 pages could not be read")


def test_a_crawl_tells_of_start_pages_that_it_could_not_read(base: str, site: SiteServer) -> None:
    pytest.importorskip("scrapy")
    urls = [f"{site.url}/", f"{site.url}/gone"]
    state = run(base, "crawl", urls=urls, options={"delay_s": 0, "sitemaps": False}, max_pages=5)
    assert re.fullmatch(r"the server answered 404 [^\n]*/gone\]", state["message"])


def test_a_crawl_without_records_tells_why_most_pages_are_none(base: str, site: SiteServer) -> None:
    pytest.importorskip("scrapy")
    options = {"delay_s": 0, "sitemaps": False, "languages": ["fi"]}
    state = run(base, "crawl", urls=[f"{site.url}/"], options=options, max_pages=12)
    assert state["message"].startswith("no page is a record; most are left out: language ")


def test_a_recipe_has_any_name_that_a_file_can_have(base: str) -> None:
    recipe = '[list]\nstart = ["https://other.example/"]'
    for name in ("价格表（2026）", "a+b, 50% #1 – “new” €", "🚢 boats"):
        assert name in [
            one["name"] for one in ask(f"{base}/api/recipes", {"name": name, "recipe": recipe})[1]["recipes"]
        ]
        path = f"{base}/api/recipes/{quote(name)}"
        assert ask(path)[1]["versions"][0]["recipe"] == recipe
        assert ask(path, verb="DELETE")[0] == 200
    for name in ("a/b", "..", ".hidden", " a", "a\\b", "a:b", "a\nb", "", "船" * 61):
        assert ask(f"{base}/api/recipes", {"name": name, "recipe": recipe})[0] == 400


def test_reasons_that_differ_in_their_value_are_counted_as_one() -> None:
    report = RunReport()
    for i in range(3):
        report.add({"drift": [f"rel: not one number or date: {i} days ago", "it leads back to the list"]})
    assert report.record_problems() == [
        "3 of 3 records do not fit: rel: not one number or date: 0 days ago",
        "3 of 3 records do not fit: it leads back to the list",
    ]


def test_a_column_of_several_values_may_be_called_as_one_of_the_page() -> None:
    report = RunReport(("title", "text"))
    report.add({"title": ["red", "blue"], "text": ["long", "short"], "url": "https://a.example/"})
    assert "<h3>red; blue</h3>" in report.page("things")
    assert "<p>long; short</p>" in report.page("things")


def test_each_reason_of_pages_that_could_not_be_read_is_told_with_one_address() -> None:
    report = RunReport()
    report.add({"url": "https://a.example/ok", "text": "x"})
    for i, status in enumerate((500, 404, 404)):
        report.add({"error": f"the server answered {status}; wait [fetch, https://a.example/{i}]"})
    assert report.record_problems() == [
        "2 of 4 records could not be read: the server answered 404; wait [fetch, https://a.example/1]",
        "1 of 4 records could not be read: the server answered 500; wait [fetch, https://a.example/0]",
    ]


def test_a_recipe_is_learned_tried_saved_and_run(base: str, site: SiteServer) -> None:
    start = f"{site.url}/list/0/1"
    status, learned = ask(f"{base}/api/sheet", {"url": start})
    assert status == 200, learned
    assert learned["list"]["n_items"] >= 3
    assert all(any(one["values"]) and not one["error"] for one in learned["rows"])
    learned["recipe"] = re.sub(r"delay_s = [\d.]+", "delay_s = 0", learned["recipe"])
    saved = ask(f"{base}/api/recipes", {"name": "谷 news", "recipe": learned["recipe"]})[1]["recipes"]
    assert [one["name"] for one in saved] == ["谷 news"]
    other = {"name": "谷 news", "recipe": '[list]\nstart = ["https://other.example/"]'}
    status, failure = ask(f"{base}/api/recipes", other)
    assert (status, failure["error"]) == (409, "name_taken")
    assert ask(f"{base}/api/recipes")[1]["recipes"] == saved
    assert ask(f"{base}/api/recipes", other | {"overwrite": True})[1]["recipes"] == [other]
    assert ask(f"{base}/api/recipes", {"name": "谷 news", "recipe": saved[0]["recipe"], "overwrite": True})
    state = run(base, "recipe", recipe=saved[0]["recipe"], max_pages=3)
    assert (state["status"], state["n_done"]) == ("limited", 3)
    of_run = ask(f"{base}/api/runs/{state['id']}/recipe")[1]["recipes"]
    assert [one["recipe"] for one in of_run] == [saved[0]["recipe"]]
    _, table = ask(f"{base}/api/runs/{state['id']}/records")
    assert table["columns"] == [*(one["name"] for one in learned["columns"]), "drift", "error"]
    articles = {article.title for article in map(site.site.article, range(25))}
    assert {row["values"][0] for row in table["rows"]} <= articles
    assert ask(f"{base}/api/recipes/谷%20news", verb="DELETE")[1]["recipes"] == []
    assert ask(f"{base}/api/recipes/谷%20news", verb="DELETE")[0] == 404


def test_a_list_that_cannot_be_fetched_is_a_run_that_failed(base: str, site: SiteServer) -> None:
    recipe = f'[list]\nstart = ["{site.url}/missing-list"]'
    state = run(base, "recipe", recipe=recipe)
    assert state["status"] == "failed"
    assert "404" in state["message"]


def test_nothing_reaches_a_server_on_this_computer_from_a_run() -> None:
    pytest.importorskip("scrapy")
    with canary() as (address, asked), serving(ServeOptions()) as base:
        states = [
            run(base, "recipe", recipe=f'[list]\nstart = ["{address}/list"]'),
            run(base, "crawl", urls=[f"{address}/site"], options={"delay_s": 0}),
            run(base, "batch", uploads=[upload(base, "list.txt", f"{address}/page\n".encode())]),
        ]
        assert ask(f"{base}/api/sheet", {"url": address})[0] == 403
    assert asked == []
    assert states[0]["status"] == "failed"
    assert "private" in states[0]["message"]
    assert states[1]["counts"]["records"] == 0
    assert states[1]["message"]
    assert states[2]["counts"] == {"error": 1}


# -- evaluations and trainings ------------------------------------------------------------------------


def valid(name: str, answer: Any) -> Any:
    jsonschema = pytest.importorskip("jsonschema")
    schema = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": shapes.components([])}}
    jsonschema.Draft202012Validator(schema).validate(answer)
    return answer


def test_a_marked_page_is_kept_in_the_encoding_that_was_given(tmp_path: Path) -> None:
    text = "Read wrongly, a summer is Ã©tÃ©, and a size GrÃ¶ÃŸe. " * 3
    page = f"<p>{text}</p>".encode("cp1252")  # these bytes are UTF-8, too
    with serving(ServeOptions(data=str(tmp_path))) as base:
        gold = {"file": base64.b64encode(page).decode(), "encoding": "cp1252", "set": "mine", "gold": text}
        ask(f"{base}/api/gold", gold)
    (kept,) = lzma.decompress((tmp_path / "corpus" / "mine.jsonl.xz").read_bytes()).splitlines()
    assert text in json.loads(kept)["html"]


def test_methods_and_a_trained_model_are_evaluated_on_marked_pages() -> None:
    pytest.importorskip("lightgbm")
    with serving(ServeOptions()) as base:
        gold = {"html": ARTICLE, "url": "https://valley.example/", "set": "mine", "gold": "Bees and more"}
        assert valid("Marked", ask(f"{base}/api/gold", gold)[1])["n_pages"] == 1
        assert valid("Corpora", ask(f"{base}/api/corpora")[1])["corpora"][0]["sets"] == ["mine"]
        trained = valid("Run", run(base, "train", corpus="marked", n_trees=2))
        assert (trained["status"], trained["has_model"]) == ("done", True), trained
        scored = run(
            base, "evaluate", corpus="marked", methods=["all_text", "learned"], models=[trained["id"]]
        )
        assert (scored["status"], scored["n_done"], scored["counts"]) == ("done", 1, {"crashes": 0}), scored
        address = f"{base}/api/runs/{scored['id']}"
        systems = {group["system"] for group in valid("Board", ask(f"{address}/board")[1])["groups"]}
        assert len(systems) == 3
        table = valid("Table", ask(f"{address}/records?system=learned")[1])
        assert (table["n_records"], table["n_found"]) == (3, 1)
        page = valid("Scored", ask(f"{address}/pages/{table['rows'][0]['n']}")[1])
        assert (page["system"], page["gold"]) == ("learned", "Bees and more")
        assert page["text"] == maintext.extract(ARTICLE, gold["url"]).text
        assert {kind for kind, _ in page["difference"]} <= {"same", "gold", "found"}
        looked = valid("Looked", ask(f"{base}/api/look", {"html": ARTICLE, "model": trained["id"]})[1])
        assert looked["document"]["method"] == "learned"
        asked = {"html": ARTICLE, "methods": ["all_text"], "models": [trained["id"]], "view": True}
        compared = valid("Comparison", ask(f"{base}/api/compare", asked)[1])
        assert [one["method"] for one in compared["methods"]] == ["all_text", f"model:{trained['id']}"]
        assert ask(f"{base}/api/look", {"html": ARTICLE, "model": scored["id"]})[0] == 404
        files = [upload(base, "one.html", ARTICLE.encode())]
        batch = run(base, "batch", uploads=files, model=trained["id"])
        assert (batch["status"], batch["n_done"]) == ("done", 1)
        unknown = {"corpus": "marked", "methods": ["learned"], "sets": ["other"]}
        assert ask(f"{base}/api/run/evaluate", unknown)[0] == 400


# -- filters ------------------------------------------------------------------------------------------


def test_records_are_filtered_by_text_and_value(base: str, batch: Any) -> None:
    def found(query: str) -> list[Any]:
        _, table = ask(f"{base}/api/runs/{batch['id']}/records?{query}")
        return [row["values"][0] for row in table["rows"]]

    assert found("text=铜壶") == ["below/two.html"]
    assert found("text=100%25") == []
    assert found("outcome=error") == ["bad.html"]
    assert found("sort=title&order=down&limit=1&start=1&outcome=found") != []
    assert found("start=99") == []


@pytest.mark.parametrize(
    ("text", "n"),
    [("москва", 2), ("МОСКВА", 2), ("ñandú", 1), ("ｂｏａｔ", 1), ("BOAT", 1), ("１００％", 1), ("船_", 0)],
)
def test_texts_are_found_in_any_case_and_width(text: str, n: int, tmp_path: Path) -> None:
    columns = ("title", *(f"c{i}" for i in range(150)))
    with records.RecordWriter(tmp_path / "r.sqlite", columns) as writer:
        for title in ("Москва зимой", "в МОСКВА", "Ñandú 100%", "Boat", "船，水"):
            writer.add({"title": title})
    query = {"start": 0, "limit": 9, "order": "up", "text": text}
    assert records.query_records(tmp_path / "r.sqlite", query)["n_found"] == n


@pytest.mark.parametrize(
    "query", ["sort=nothing", "sort=record", "system=x", "limit=0", "order=x", "start=-1"]
)
def test_a_wrong_question_is_a_bad_request(base: str, batch: Any, query: str) -> None:
    assert ask(f"{base}/api/runs/{batch['id']}/records?{query}")[0] == 400


# -- life of a run ------------------------------------------------------------------------------------


def test_a_run_can_be_stopped_and_keeps_what_it_has(base: str, site: SiteServer) -> None:
    recipe = f'[list]\nstart = ["{site.url}/list/0/1"]\n[limits]\ndelay_s = 0.4'
    _, state = ask(f"{base}/api/run/recipe", {"recipe": recipe})
    while ask(f"{base}/api/runs/{state['id']}")[1]["n_done"] < 1:
        time.sleep(0.05)
    status, stopped = ask(f"{base}/api/runs/{state['id']}/stop", {})
    assert (status, stopped["status"] in {"cancelled", "stopping"}) == (200, True)
    assert wait(base, state["id"])["status"] == "cancelled"
    _, table = ask(f"{base}/api/runs/{state['id']}/records")
    assert table["n_records"] >= 1
    assert ask(f"{base}/api/runs/{state['id']}", verb="DELETE")[0] == 200
    assert ask(f"{base}/api/runs/{state['id']}")[0] == 404


def test_a_run_ends_when_its_time_is_over(base: str, site: SiteServer) -> None:
    recipe = f'[list]\nstart = ["{site.url}/list/0/1"]\n[limits]\ndelay_s = 30.0'
    state = run(base, "recipe", recipe=recipe, max_minutes=0.02)
    assert state["status"] == "limited"


def test_runs_beyond_those_at_once_wait_and_can_be_stopped(site: SiteServer) -> None:
    recipe = f'[list]\nstart = ["{site.url}/list/0/1"]\n[limits]\ndelay_s = 1.0'
    with serving(ServeOptions(allow_private=True, n_runs=1, max_runs=2)) as base:
        first, second = (ask(f"{base}/api/run/recipe", {"recipe": recipe})[1]["id"] for _ in range(2))
        assert ask(f"{base}/api/run/recipe", {"recipe": recipe})[1]["error"] == "too_many_jobs"
        assert ask(f"{base}/api/runs/{second}")[1]["status"] == "waiting"
        assert ask(f"{base}/api/runs/{second}/stop", {})[1]["status"] == "cancelled"
        ask(f"{base}/api/runs/{first}/stop", {})
        assert wait(base, first)["status"] == "cancelled"


def test_runs_of_an_earlier_server_are_there(folder: Path, tmp_path: Path) -> None:
    options = ServeOptions(data=str(tmp_path / "data"), folders=(str(folder),))
    with serving(options) as base:
        before = run(base, "batch", folder=0, title="kept")
    with serving(options) as base:
        _, found = ask(f"{base}/api/runs")
        assert [one["title"] for one in found["runs"]] == ["kept"]
        assert ask(f"{base}/api/runs/{before['id']}/records")[1]["n_records"] == 3


def test_a_server_without_a_folder_leaves_nothing(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with serving(ServeOptions(folders=(str(folder),))) as base:
        run(base, "batch", folder=0)
        assert list(tmp_path.iterdir())
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("kind", "request_"),
    [
        ("recipe", {"recipe": "x"}),
        ("recipe", {"recipe": "[list]\nstart = []"}),
        ("crawl", {"urls": ["https://valley.example/"], "options": {"include": ["("]}}),
        ("crawl", {"urls": ["https://valley.example/"], "options": {"cache_dir": "/tmp"}}),  # noqa: S108
        ("crawl", {"urls": ["https://valley.example/"], "wrapper": "x"}),
        ("crawl", {"urls": ["ftp://valley.example/"]}),
        ("batch", {"folder": 0, "method": "learned", "method_options": {"model": "/etc/passwd"}}),
        ("crawl", {"urls": ["http://v³)\u2100/"]}),
        ("recipe", {"recipe": '[list]\nstart = ["http://[::1"]'}),
        ("batch", {}),
        ("batch", {"folder": 0, "max_pages": 0}),
    ],
)
def test_what_cannot_be_run_is_refused_at_once(base: str, kind: str, request_: Any) -> None:
    assert ask(f"{base}/api/run/{kind}", request_)[0] == 400


def test_a_run_counts_the_empty_cells_of_its_columns(base: str) -> None:
    said = "The warden wrote the names of all boats into the long book before the evening ferry left."
    pages = {
        f"/d/{i}": f"<title>Boat {i}</title><main><h1>Boat {i}</h1><p>{said} {i}</p></main>" for i in range(4)
    }
    rows = "".join(
        f"<li><a href=/d/{i}>Boat number {i} leaves</a> <i class=berth>{i * 'B'}</i></li>" for i in range(4)
    )
    own = RecipeSite("own", {**pages, "/all": f"<title>All</title><ul>{rows}</ul>"}, "/all", (), {}, "")
    with serve_site(own) as served:
        columns = '["title", "berth = listed.berth", "Crew = listed.crew", "url"]'
        recipe = f'[list]\nstart = ["{served.url}/all"]\n[limits]\ndelay_s = 0\n[table]\ncolumns = {columns}'
        state = run(base, "recipe", recipe=recipe)
    assert state["message"] == "Crew: empty on all 4 records"
    assert state["empty"] == {"Crew": 4, "berth": 1}


def test_a_recipe_that_cannot_be_read_says_what_to_do(base: str) -> None:
    for path in ("sheet", "run/recipe", "recipes"):
        given = {"recipe": "[list", **({"name": "x"} if path == "recipes" else {})}
        status, failure = ask(f"{base}/api/{path}", given)
        assert (status, failure["error"]) == (400, "bad_recipe")


@pytest.mark.parametrize("number", ["x", "0" * 32, "..", "%2e%2e"])
def test_an_unknown_run_is_not_found(base: str, number: str) -> None:
    for path in ("", "/records", "/records/1", "/report", "/export", "/model", "/board", "/pages/1"):
        assert ask(f"{base}/api/runs/{number}{path}")[0] == 404
    assert ask(f"{base}/api/run/batch", {"folder": 7})[0] == 404


def test_uploads_are_bounded() -> None:
    with serving(ServeOptions(max_upload_bytes=1000)) as base:
        assert ask(f"{base}/api/uploads?name=a.html", bytes(2000), kind="application/octet-stream")[0] == 413
        assert upload(base, "a.html", bytes(600))
        assert ask(f"{base}/api/uploads?name=b.html", bytes(600), kind="application/octet-stream")[0] == 413
        assert upload(base, "b.html", bytes(400))
        status, failure = ask(f"{base}/api/uploads?name=c.html", b"x", kind="application/octet-stream")
        assert (status, failure["error"]) == (413, "no_room")
        assert "max-bytes" not in failure["hint"]  # which is about pages


def test_uploads_at_once_stay_within_the_limit() -> None:
    with serving(ServeOptions(max_upload_bytes=1_000_000)) as base, ThreadPoolExecutor(10) as threads:

        def send(number: int) -> int:
            address = f"{base}/api/uploads?name={number}.html"
            return ask(address, bytes(900_000), kind="application/octet-stream")[0]

        statuses = list(threads.map(send, range(10)))
        assert set(statuses) <= {201, 413}
        assert statuses.count(201) == 1
        assert upload(base, "rest.html", bytes(100_000))


def test_room_is_charged_before_bytes_are_written_and_given_back(tmp_path: Path) -> None:
    uploads = Uploads(lambda: tmp_path, 100)
    first, second = uploads.new("a.html"), uploads.new("a.html")
    uploads.charge(first, 60)
    with pytest.raises(RequestError, match="more than 100 bytes"):
        uploads.charge(second, 41)
    uploads.charge(second, 40)
    with pytest.raises(RequestError, match="100 bytes already"):
        uploads.new("b.html")
    uploads.drop(first)
    second.write_bytes(bytes(40))
    with pytest.raises(RequestError, match="not there"):
        uploads.take([first.parent.name, second.parent.name])
    assert [path.name for path in uploads.take([second.parent.name]).iterdir()] == ["a.html"]
    uploads.charge(uploads.new("b.html"), 100)


def test_uploads_that_no_run_may_take_are_dropped(tmp_path: Path) -> None:
    with serving(ServeOptions(data=str(tmp_path), max_runs=1)) as base:
        run(base, "batch", uploads=[upload(base, "a.html", ARTICLE.encode())])
        ids = [upload(base, "b.html", ARTICLE.encode())]
        assert ask(f"{base}/api/run/batch", {"uploads": ids})[0] == 429
        assert list((tmp_path / "uploads").iterdir()) == []


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("《红楼梦》.html", "《红楼梦》.html"), ("list, new!.txt", "list, new!.txt"),
        ("what?.csv", "what_.csv"),
        ("a/b\\c.zip", "c.zip"), ("a\x00b.zip", "a_b.zip"), ("..", "page.html"), (". .html", "html"),
    ],
)  # fmt: skip
def test_the_name_of_an_upload_is_one_of_a_file_in_its_folder(tmp_path: Path, name: str, kept: str) -> None:
    path = Uploads(lambda: tmp_path, 10).new(name)
    assert (path.name, path.parent.parent) == (kept, tmp_path)


@pytest.mark.parametrize("suffix", [".html", ".jsonl.gz"])
def test_a_long_chinese_name_keeps_its_suffix(base: str, suffix: str) -> None:
    ids = [upload(base, "%E6%96%B0" * 95 + suffix, b"") for _ in range(2)]
    state = run(base, "batch", uploads=ids)
    assert state["title"].startswith("2-新新新")
    assert state["title"].endswith(f"新{suffix} … (2)")


def test_nobody_is_told_where_files_are(base: str, tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(pyarrow.table({"words": ["one"]}), tmp_path / "c.parquet")
    state = run(base, "batch", uploads=[upload(base, "c.parquet", (tmp_path / "c.parquet").read_bytes())])
    _, table = ask(f"{base}/api/runs/{state['id']}/records")
    _, found = ask(f"{base}/api/runs/{state['id']}/records/{table['rows'][0]['n']}")
    assert "there is no column 'html'" in found["record"]["error"]
    for path in ("", "/records", "/records/1", "/report"):
        assert "/input" not in str(ask(f"{base}/api/runs/{state['id']}{path}")[1])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("/data/in/a.html is no page", "a.html is no page"),
        ("cannot read /data/in", "cannot read in"),
        ("/data/other is another", "/data/other is another"),
    ],
)
def test_names_are_below_the_folder(text: str, told: str) -> None:
    assert without_folder(text, "/data/in/") == told
    assert without_folder(text, "") == text


def test_pages_marked_at_once_are_all_kept(tmp_path: Path) -> None:
    pages = [{"url": f"https://a.example/{n}", "html": "<p>x", "gold_text": "x"} for n in range(30)]
    with closing(Data(ServeOptions(data=str(tmp_path)))) as data, ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda page: data.save_gold("mine", page), pages))
    with lzma.open(tmp_path / "corpus" / "mine.jsonl.xz", "rt") as file:
        assert len(file.readlines()) == 30


@pytest.mark.parametrize("kind", ["text/plain", "multipart/form-data", "application/x-www-form-urlencoded"])
def test_a_form_of_another_site_cannot_upload(base: str, kind: str) -> None:
    assert ask(f"{base}/api/uploads?name=a.html", b"x", kind=kind)[0] == 415
    assert ask(f"{base}/api/uploads", b"x", kind="application/octet-stream")[0] == 400


def test_a_store_that_is_being_made_has_no_records_yet(tmp_path: Path) -> None:
    path = tmp_path / "records.sqlite"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE pages (title TEXT, url TEXT, text TEXT)")
    assert records.query_records(path, {"start": 0, "limit": 100, "order": "up"})["n_records"] == 0
    with pytest.raises(RequestError):
        records.read_record(path, 1)
