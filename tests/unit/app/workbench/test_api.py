"""The REST API over a real socket."""

from __future__ import annotations

import base64
import errno
import json
import threading
import time
from contextlib import closing
from http.client import HTTPConnection
from importlib import resources
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest
import urllib3
from tests.browser.serving import page_at, serving
from tests.tiny import ARTICLE

import maintext
from maintext.app.given_page import PAGE_OPTIONS
from maintext.app.workbench import ServeOptions
from maintext.app.workbench.failure import FAILURES, RequestError, failure_of
from maintext.classify.methods.catalogue import METHODS
from maintext.errors import AddressRefusedError, FetchTimeoutError, HttpStatusError, PageTooLargeError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maintext.net import Response

HTTP = urllib3.PoolManager(retries=False)
URL = "https://valley.example/news"
TODAY = "https://valley.example/today"
RELATIVE = ARTICLE.replace("</h1>", "</h1><p class=date>3 hours ago</p>")


def fetch(url: str) -> Response:
    if url.endswith("/slow"):
        raise FetchTimeoutError("the server did not answer within 20 s", url=url, stage="fetch")
    if url.endswith("/missing"):
        raise HttpStatusError("the server answered 404", status=404, url=url)
    if url.endswith("/defect"):
        raise ZeroDivisionError
    if url.endswith("/gone"):
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", "/data/x")
    if url.endswith("/full"):
        raise OSError(errno.ENOSPC, "No space left on device")
    return page_at({URL: ARTICLE, TODAY: RELATIVE})(url)


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    with serving(ServeOptions(max_bytes=100_000, max_items=5), fetch) as address:
        yield address


def ask(address: str, body: Any = None, verb: str = "POST", **headers: str) -> tuple[int, Any]:
    answer = HTTP.request(
        verb,
        address,
        body=body if isinstance(body, bytes) or body is None else json.dumps(body).encode(),
        headers={"Content-Type": "application/json"} | {k.replace("_", "-"): v for k, v in headers.items()},
        timeout=60,
    )
    return answer.status, answer.json()


def wait(base: str, job: str) -> Any:
    for _ in range(600):
        _, state = ask(f"{base}/api/batch/{job}", verb="GET")
        if state["status"] == "done":
            return state
        time.sleep(0.05)
    raise AssertionError(state)


# -- extract ------------------------------------------------------------------------------------------


def test_extract_answers_what_the_library_gives(base: str) -> None:
    assert ask(f"{base}/api/extract", {"html": ARTICLE}) == (200, maintext.extract(ARTICLE).to_dict())


def test_a_file_in_another_encoding_is_read_as_the_library_does(base: str) -> None:
    page = "<title>茶馆</title><p>老街尽头的茶馆清晨五点半就亮起了灯，店主把铜壶放到灶上。</p>".encode("gbk")
    expected = maintext.extract(page).to_dict()
    assert "铜壶" in expected["text"]
    sent = {"file": base64.b64encode(page).decode()}
    assert ask(f"{base}/api/extract", sent) == (200, expected)
    assert ask(f"{base}/api/extract", page, Content_Type="text/html") == (200, expected)


def test_the_charset_of_a_sent_page_counts(base: str) -> None:
    page = "<p>Ünï, a word in an old encoding that says nothing of itself.</p>".encode("latin-1")
    status, found = ask(
        f"{base}/api/extract?method=all_text", page, Content_Type="text/html; charset=iso-8859-1"
    )
    assert (status, found["encoding_source"]) == (200, "http")
    assert found["text"].startswith("Ünï")


def test_an_address_is_fetched(base: str) -> None:
    _, found = ask(f"{base}/api/extract", {"url": URL})
    assert found == maintext.extract(ARTICLE.encode(), URL, http_charset="utf-8").to_dict()


def test_an_address_beside_html_is_not_fetched(base: str) -> None:
    _, found = ask(f"{base}/api/extract", {"html": ARTICLE, "url": "https://valley.example/defect"})
    assert found["url"] == "https://valley.example/defect"


def test_forms_can_be_chosen(base: str) -> None:
    _, found = ask(f"{base}/api/extract", {"html": ARTICLE, "formats": ["text", "tei"]})
    assert found["tei"] == maintext.extract(ARTICLE).tei
    assert "text" in found
    assert "markdown" not in found
    assert "html" not in found


def test_options_reach_the_library(base: str) -> None:
    sent = {"html": ARTICLE, "method": "html2article", "method_options": {"depth": 3}, "links": False}
    expected = maintext.extract(ARTICLE, method="html2article", method_options={"depth": 3}, links=False)
    assert ask(f"{base}/api/extract", sent) == (200, expected.to_dict())


def test_a_client_that_sends_all_before_it_reads_is_told_what_is_too_large(base: str) -> None:
    with closing(HTTPConnection(base.removeprefix("http://"))) as connection:
        connection.request("POST", "/api/extract", bytes(30_000_000), {"Content-Type": "text/html"})
        answer = connection.getresponse()
        assert (answer.status, json.load(answer)["error"]) == (413, "too_large")


def test_json_with_a_byte_order_mark_is_read(base: str) -> None:
    sent = b"\xef\xbb\xbf" + json.dumps({"html": ARTICLE, "formats": []}).encode()
    assert ask(f"{base}/api/extract", sent)[0] == 200


def test_half_an_emoji_is_read_as_the_library_does(base: str) -> None:
    page = ARTICLE.replace("</h1>", " \ud83d</h1>")
    _, found = ask(f"{base}/api/extract", {"html": page})
    assert (found["title"], found["text"]) == ("Bees \ufffd", maintext.extract(page).text)


def test_base64_may_have_line_ends(base: str) -> None:
    file = base64.encodebytes(ARTICLE.encode()).decode()
    assert "\n" in file.strip()
    assert ask(f"{base}/api/extract", {"file": file})[0] == 200


def test_the_scheme_of_an_address_may_have_capitals(base: str) -> None:
    assert ask(f"{base}/api/extract", {"html": ARTICLE, "url": "HTTPS://valley.example/"})[0] == 200


@pytest.mark.parametrize(("sent", "headers", "status", "says"), [
    ({"html": ARTICLE, "encoding": "gbk"}, {}, 400, "encoding"),
    ({"file": "a"}, {}, 400, "file must be Base64"),
    ({"url": "valley.example"}, {}, 400, "url must be a URL with http:// or https://"),
    ({"html": ARTICLE}, {"Content_Encoding": "gzip"}, 415, "compressed (gzip)"),
])  # fmt: skip
def test_what_is_wrong_is_named(
    base: str, sent: dict[str, str], headers: dict[str, str], status: int, says: str
) -> None:
    found, failure = ask(f"{base}/api/extract", sent, **headers)
    assert found == status, failure
    assert says in failure["message"]


def test_every_option_of_a_page_is_taken(base: str) -> None:
    chosen: dict[str, Any] = {
        "focus": "recall", "only": "body", "keep": "h1", "drop": "nav", "comments": "include",
        "captions": False, "links": False, "images": False, "tables": False, "title": True,
        "front_matter": True, "posts": True, "compact": True, "max_tokens": 40,
    }  # fmt: skip
    assert chosen.keys() == PAGE_OPTIONS.keys()
    expected = maintext.extract(ARTICLE.encode(), **chosen).to_dict(["markdown"])
    sent = chosen | {"file": base64.b64encode(ARTICLE.encode()).decode(), "formats": ["markdown"]}
    assert ask(f"{base}/api/extract", sent) == (200, expected)
    query = urlencode({name: str(value).lower() for name, value in chosen.items()})
    found = ask(f"{base}/api/extract?{query}&formats=markdown", ARTICLE.encode(), Content_Type="text/html")
    assert found == (200, expected)
    status, failure = ask(f"{base}/api/extract", {"html": ARTICLE, "only": "p:("})
    assert (status, failure["error"]) == (400, "bad_request")


def test_relative_dates_are_counted_from_the_fetch(base: str) -> None:
    fetched = "2024-05-02T15:00:00+08:00"
    _, found = ask(f"{base}/api/extract", {"html": RELATIVE, "fetched": fetched})
    assert found["published"] == "2024-05-02T12+08:00"
    query = urlencode({"fetched": fetched})
    _, found = ask(f"{base}/api/extract?{query}", RELATIVE.encode(), Content_Type="text/html")
    assert found["published"] == "2024-05-02T12+08:00"
    assert ask(f"{base}/api/extract", {"html": RELATIVE})[1]["published"] is None
    assert ask(f"{base}/api/extract", {"url": TODAY})[1]["published"]
    status, failure = ask(f"{base}/api/extract", {"html": RELATIVE, "fetched": "yesterday"})
    assert (status, failure["error"]) == (400, "bad_request")
    assert failure["message"].startswith("fetched must be a time such as ")


def test_repeated_names_of_a_query_all_count(base: str) -> None:
    def ask_with(query: str) -> tuple[int, Any]:
        return ask(f"{base}/api/extract?{query}", ARTICLE.encode(), Content_Type="text/html")

    expected = maintext.extract(ARTICLE.encode(), drop="nav,h1").to_dict(["text", "markdown"])
    assert ask_with("drop=nav&drop=h1&formats=text&formats=markdown") == (200, expected)
    assert ask_with("links=true&links=false")[0] == 400


@pytest.mark.parametrize("method", ["learned", "cpn", "line_ratio"])
def test_no_file_of_the_server_can_be_named(base: str, method: str) -> None:
    sent = {"html": ARTICLE, "method": method, "method_options": {"model": "/etc/passwd"}}
    status, failure = ask(f"{base}/api/extract", sent)
    assert (status, failure["error"]) == (400, "bad_request")
    assert "model names a file" in failure["message"]


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({}, 400, "bad_request"),
        ([], 400, "bad_request"),
        ({"html": "x", "method": "learned", "method_options": {"focsu": "recall"}}, 400, "bad_request"),
        ({"file": base64.b64encode(b"%PDF-1.7\n" + bytes(99)).decode()}, 422, "not_html"),
        ({"html": "x" * 100_001}, 413, "too_large"),
        ({"html": "x" * 300_000}, 413, "too_large"),
        ({"url": "https://valley.example/slow"}, 424, "fetch_timeout"),
        ({"url": "https://valley.example/missing"}, 424, "http_status"),
        ({"url": "https://valley.example/defect"}, 500, "internal"),
        ({"url": "https://valley.example/full"}, 507, "disk_full"),
        ({"url": "https://valley.example/gone"}, 507, "file_failed"),
    ],
)  # fmt: skip
def test_failures_have_code_message_and_hint(base: str, sent: Any, status: int, code: str) -> None:
    got, failure = ask(f"{base}/api/extract", sent)
    assert (got, failure["error"]) == (status, code)
    assert set(failure) == {"error", "message", "hint"}
    assert all(failure.values())
    assert "ZeroDivision" not in failure["message"]
    assert "/data" not in failure["message"]


@pytest.mark.parametrize(
    "kind", ["text/plain", "multipart/form-data", "application/x-www-form-urlencoded", ""]
)
def test_what_a_form_of_another_site_could_send_is_refused(base: str, kind: str) -> None:
    assert ask(f"{base}/api/extract", b'{"html":"x"}', Content_Type=kind)[0] == 415


def test_unknown_addresses_and_verbs_are_failures_too(base: str) -> None:
    assert ask(f"{base}/nothing", verb="GET")[1]["error"] == "not_found"
    assert ask(f"{base}/static/../app.py", verb="GET")[1]["error"] == "not_found"
    assert ask(f"{base}/api/extract", verb="GET")[1]["error"] == "method_not_allowed"
    assert ask(f"{base}/api/methods?x=1", verb="GET")[1]["error"] == "bad_request"


def test_every_answer_forbids_framing_and_guessing_of_types(base: str) -> None:
    for path in ("/", "/main.js", "/health", "/nothing"):
        headers = HTTP.request("GET", base + path).headers
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "'none'" in headers["Content-Security-Policy"]


# -- the others ---------------------------------------------------------------------------------------


def test_compare_answers_what_the_library_gives(base: str) -> None:
    status, found = ask(
        f"{base}/api/compare", {"html": ARTICLE, "methods": ["all_text", "learned"], "gold": "Bees"}
    )
    assert status == 200
    assert [method["method"] for method in found["methods"]] == ["all_text", "learned"]
    assert found["methods"][1]["text"] == maintext.extract(ARTICLE).text
    assert found["methods"][1]["recall"] == 1
    assert found["agreement"][0][1] == found["agreement"][1][0]
    assert "view" not in found


def test_a_view_has_a_value_for_each_mark(base: str) -> None:
    _, found = ask(f"{base}/api/compare", {"html": ARTICLE, "view": True})
    view = found["view"]
    assert view["frame"].count("<mark data-k") == view["n_marks"] > 1
    for method in view["methods"]:
        assert len(method["kept"]) == len(method["why"]) == len(method["score"]) == view["n_marks"]
        curve = method["curve"]
        assert len(curve["edges"]) == len(curve["height"]) + 1 == len(curve["kept"]) + 1
        marks = [k for k in curve["mark"] or [] if k >= 0]
        assert marks == sorted(set(marks))


def test_look_marks_what_the_text_holds(base: str) -> None:
    _, found = ask(f"{base}/api/look", {"html": ARTICLE})
    view, document = found["view"], found["document"]
    assert document == maintext.extract(ARTICLE).to_dict()
    for k, block in enumerate(view["block_of"]):
        if view["kept"][k]:
            assert view["blocks"][block]["text"] in " ".join(document["text"].split())
    assert 0 < sum(view["kept"]) < view["n_marks"]
    assert {view["end"][0]} == {len(view["parent"])}


def test_a_page_without_text_can_be_looked_at(base: str) -> None:
    for path in ("look", "compare"):
        status, found = ask(
            f"{base}/api/{path}", {"html": "", **({"view": True} if path == "compare" else {})}
        )
        assert (status, found["view"]["n_marks"]) == (200, 0)


def test_methods_are_listed_without_options_that_name_files(base: str) -> None:
    _, found = ask(f"{base}/api/methods", verb="GET")
    assert [method["id"] for method in found["methods"]] == list(METHODS)
    assert "model" not in [option["name"] for method in found["methods"] for option in method["options"]]


def test_health_says_the_version(base: str) -> None:
    assert ask(f"{base}/health", verb="GET")[1]["version"] == maintext.__version__


# -- batches ------------------------------------------------------------------------------------------


def test_a_batch_has_progress_and_records_in_order(base: str) -> None:
    items = [{"html": ARTICLE, "key": "a"}, {"url": "https://valley.example/slow"}, {"html": ""}]
    status, job = ask(f"{base}/api/batch", {"items": items, "method": "main_subtree", "formats": ["text"]})
    assert status == 202
    state = wait(base, job["id"])
    assert (state["n_items"], state["n_done"]) == (3, 3)
    assert state["outcomes"] == {"found": 1, "error": 1, "no_text": 1}
    _, found = ask(f"{base}/api/batch/{job['id']}/records", verb="GET")
    records = found["records"]
    assert [record["index"] for record in records] == [0, 1, 2]
    assert records[0]["key"] == "a"
    assert records[0]["document"]["text"] == maintext.extract(ARTICLE, method="main_subtree").text
    assert records[1]["error"]["error"] == "fetch_timeout"
    _, part = ask(f"{base}/api/batch/{job['id']}/records?start=1&limit=1", verb="GET")
    assert part["records"] == records[1:2]


@pytest.mark.parametrize("wrong", [
    {"method_options": {"focos": "recall"}}, {"method": "cpn", "focus": "recall"}, {"drop": "p:("},
])  # fmt: skip
def test_a_batch_with_wrong_options_is_not_begun(base: str, wrong: dict[str, Any]) -> None:
    status, failure = ask(f"{base}/api/batch", {"items": [{"html": "<p>x"}]} | wrong)
    assert (status, failure["error"]) == (400, "bad_request")


def test_a_deleted_batch_is_gone(base: str) -> None:
    _, job = ask(f"{base}/api/batch", {"items": [{"html": ARTICLE}]})
    wait(base, job["id"])
    assert ask(f"{base}/api/batch/{job['id']}", verb="DELETE")[0] == 200
    assert ask(f"{base}/api/batch/{job['id']}", verb="GET")[0] == 404


def test_a_running_batch_can_be_stopped_and_their_number_is_bounded() -> None:
    go = threading.Event()

    def held(url: str) -> Response:
        go.wait(20)
        return page_at({URL: ARTICLE, TODAY: RELATIVE})(url)

    with serving(ServeOptions(max_jobs=2), held) as base:
        sent = {"items": [{"url": URL}] * 9}
        jobs = [ask(f"{base}/api/batch", sent)[1]["id"] for _ in range(2)]
        assert ask(f"{base}/api/batch", sent)[1]["error"] == "too_many_jobs"
        assert ask(f"{base}/api/batch/{jobs[1]}", verb="GET")[1]["status"] == "waiting"
        status, stopped = ask(f"{base}/api/batch/{jobs[0]}", verb="DELETE")
        assert (status, stopped["status"]) == (200, "cancelled")
        go.set()
        assert wait(base, jobs[1])["n_done"] == 9


def test_results_beyond_the_room_are_errors() -> None:
    with serving(ServeOptions(max_result_bytes=3000)) as base:
        _, job = ask(f"{base}/api/batch", {"items": [{"html": ARTICLE}] * 4})
        state = wait(base, job["id"])
        assert state["outcomes"]["error"] >= 1
        assert sum(state["outcomes"].values()) == 4


@pytest.mark.parametrize("job", ["x", "0" * 32, "../health"])
def test_an_unknown_batch_is_not_found(base: str, job: str) -> None:
    assert ask(f"{base}/api/batch/{job}", verb="GET")[0] == 404


# -- limits -------------------------------------------------------------------------------------------


def test_a_slow_page_is_answered_in_time_and_the_server_goes_on() -> None:
    go = threading.Event()

    def held(url: str) -> Response:
        go.wait(20)
        return page_at({URL: ARTICLE, TODAY: RELATIVE})(url)

    with serving(ServeOptions(timeout_s=0.3), held) as base:
        start = time.monotonic()
        status, failure = ask(f"{base}/api/extract", {"url": URL})
        assert (status, failure["error"]) == (504, "page_timeout")
        assert "--timeout" in failure["hint"]
        assert time.monotonic() - start < 10
        assert ask(f"{base}/health", verb="GET")[0] == 200
        go.set()


def test_no_more_requests_wait_than_may() -> None:
    go = threading.Event()

    def held(url: str) -> Response:
        go.wait(20)
        return page_at({URL: ARTICLE, TODAY: RELATIVE})(url)

    with serving(ServeOptions(max_waiting=2), held) as base:
        threads = [threading.Thread(target=ask, args=(f"{base}/api/extract", {"url": URL})) for _ in range(2)]
        for thread in threads:
            thread.start()
        deadline = time.monotonic() + 20
        while ask(f"{base}/health", verb="GET")[1]["n_open"] < 2:
            assert time.monotonic() < deadline
        status, failure = ask(f"{base}/api/extract", {"html": "x"})
        assert (status, failure["error"]) == (503, "busy")
        go.set()
        for thread in threads:
            thread.join(20)


def test_no_more_bytes_are_held_than_may() -> None:
    with serving(ServeOptions(max_waiting_bytes=1000)) as base:
        assert ask(f"{base}/api/extract", {"html": "x" * 2000})[1]["error"] == "busy"
        assert ask(f"{base}/api/extract", {"html": "x" * 500})[0] == 200


def test_a_token_is_asked_for_and_taken() -> None:
    with serving(ServeOptions(token="secret")) as base:  # noqa: S106 - the case
        assert ask(f"{base}/api/methods", verb="GET")[0] == 401
        assert ask(f"{base}/api/methods", verb="GET", Authorization="Bearer secret")[0] == 200
        assert HTTP.request("GET", base).status == 200


# -- teach --------------------------------------------------------------------------------------------


def test_what_is_taught_can_be_applied(base: str) -> None:
    pages = [{"html": ARTICLE, "clicks": {"title": ["h1"]}}]
    status, taught = ask(f"{base}/api/teach", {"pages": pages, "site": "bees"})
    assert status == 200
    assert 'site = "bees"' in taught["wrapper"]
    status, wrapped = ask(f"{base}/api/apply", {"html": ARTICLE, "wrapper": taught["wrapper"]})
    assert (status, wrapped) == (200, taught["results"][0])
    assert taught["not_learned"] == []


def test_a_clicked_field_without_a_rule_is_named(base: str) -> None:
    html = "<h1>Bees</h1>" + "".join(f"<p>Paragraph {n} of the page on bees.</p>" for n in range(4))
    pages = [{"html": html, "clicks": {"title": ["h1"], "third": ["p:nth-of-type(3)"]}}]
    status, taught = ask(f"{base}/api/teach", {"pages": pages})
    assert (status, taught.get("not_learned")) == (200, ["third"]), taught


@pytest.mark.parametrize("wrapper", ["", "x", "format = 99", "format = 1\nsite = 3"])
def test_a_broken_wrapper_is_a_bad_request(base: str, wrapper: str) -> None:
    assert ask(f"{base}/api/apply", {"html": ARTICLE, "wrapper": wrapper})[0] in {400, 422}


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (FetchTimeoutError("not in 3 s; raise timeout_s or try later"), "fetch_timeout", "not in 3 s"),
        (PageTooLargeError("the page has 9, the limit is 8; raise max_bytes"), "too_large",
         "the page has 9, the limit is 8"),
        (AddressRefusedError("10.0.0.1 is not public; set allow_private to fetch"), "address_refused",
         "10.0.0.1 is not public"),
        (AddressRefusedError("'http://a b/' is not a valid URL; check its host"), "bad_address",
         "'http://a b/' is not a valid URL; check its host"),
        (RequestError("no_list", "a list has no links; give another, or --render always"), "no_list",
         "a list has no links"),
    ],
)  # fmt: skip
def test_a_client_is_not_told_of_options_that_it_does_not_have(
    error: Exception, code: str, message: str
) -> None:
    failure = failure_of(error)
    assert (failure.error, failure.message) == (code, message)
    assert code == "address_refused" or "allow-private" not in failure.hint


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_page_has_its_own_words_for_each_failure(language: str) -> None:
    words = json.loads(
        (resources.files("maintext.app.workbench") / "static" / "lang" / f"{language}.json").read_text(
            "utf-8"
        )
    )
    assert not [code for code in FAILURES if not {f"failure_{code}", f"hint_{code}"} <= words.keys()]
    assert not [word for name, word in words.items() if "openapi" in word and name.startswith("hint_")]
