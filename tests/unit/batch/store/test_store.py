from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed (extra crawl)")

from maintext.batch.store import frontier, open_store, schema
from maintext.batch.store.frontier import Fate, FrontierUrl
from maintext.batch.store.identity import ErrorPages
from maintext.errors import InputError, OptionError

if TYPE_CHECKING:
    from maintext.batch.store.database import Store

URL = "http://a.example/1"


def record(
    url: str = URL, *, at: str = "2026-01-01T00:00:00+00:00", fingerprint: int = 7, **more: Any
) -> dict[str, Any]:
    values = {"url": url, "canonical_url": url, "fetched": at, "outcome": "found", "title": "Hills 山"}
    return {**values, "fingerprint": f"{fingerprint:016x}", "fields": {"tags": ["雨"]}, "authors": [], **more}


def put(store: Store, *records: dict[str, Any], run: int = 1) -> dict[str, int]:
    with store.transaction() as connection:
        return store.put(connection, records, run)


def test_a_record_comes_back_as_it_was_put(store: Store) -> None:
    put(store, record(text="下雨了。🌧", n_words=3, published="2026-01-01"))
    found = store.record(URL)
    assert found is not None
    assert (found["text"], found["n_words"], found["fields"], found["near_group"]) == (
        "下雨了。🌧", 3, {"tags": ["雨"]}, found["key"]
    )  # fmt: skip


def test_a_second_run_does_not_double_a_record(store: Store) -> None:
    assert put(store, record())["new"] == 1
    assert put(store, record(), run=2)["unchanged"] == 1
    assert store.n_records() == 1


def test_another_fingerprint_is_a_change_with_its_time(store: Store) -> None:
    put(store, record())
    assert put(store, record(fingerprint=8, at="2026-02-02T00:00:00+00:00"), run=2)["changed"] == 1
    found = store.record(URL)
    assert found is not None
    assert (found["first_seen"][:10], found["last_changed"][:10], found["n_changes"]) == (
        "2026-01-01",
        "2026-02-02",
        1,
    )
    assert [change["what"] for change in store.changes()] == ["new", "changed"]
    assert store.changes(2)[0]["fingerprint_before"] == f"{7:016x}"


@pytest.mark.parametrize(
    ("before", "after", "n_changed"),
    [
        ({"price": "5.00"}, {"price": "6.00"}, 1),
        ({"price": "5.00", "availability": "InStock"}, {"price": "5.00", "availability": "OutOfStock"}, 1),
        ({"price": "5.00", "rating": "4.1"}, {"price": "5.00", "rating": "4.2"}, 0),
        ({}, {"price": "5.00"}, 0),
    ],
)
def test_another_price_is_a_change(
    store: Store, before: dict[str, str], after: dict[str, str], n_changed: int
) -> None:
    put(store, record(fields=before))
    assert put(store, record(fields=after), run=2)["changed"] == n_changed
    assert len(store.changes(2)) == n_changed


def test_a_record_that_did_not_change_keeps_its_time(store: Store) -> None:
    put(store, record())
    put(store, record(at="2026-02-02T00:00:00+00:00"), run=2)
    found = store.record(URL)
    assert found is not None
    assert (found["last_seen"][:10], found["last_changed"][:10]) == ("2026-02-02", "2026-01-01")


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_the_order_of_several_addresses_of_a_record_makes_no_difference(
    store: Store, order: tuple[int, ...]
) -> None:
    urls = [f"{URL}?from=b", f"{URL}?from=a", URL]
    for place in order:
        put(store, record(urls[place], canonical_url=URL))
    found = store.record(URL)
    assert found is not None
    assert (found["url"], store.n_records(), len(store.changes())) == (URL, 1, 1)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_another_article_with_the_same_canonical_url_keeps_its_own(
    store: Store, order: tuple[int, ...]
) -> None:
    given = [
        record(f"{URL}{n}", canonical_url=f"{URL}0", title=f"Hill {n}", fingerprint=0xFFFFFF << 20 * n)
        for n in range(3)
    ]
    for run in (1, 2):
        done = put(store, *(given[place] for place in order), run=run)
        assert done["shared"] == 2
        assert (done["new"], done["unchanged"]) == ((3, 0) if run == 1 else (0, 3))
    assert [(row["canonical_url"], row["title"]) for row in store.records()] == [
        (f"{URL}{n}", f"Hill {n}") for n in range(3)
    ]
    assert sorted(change["url"] for change in store.changes()) == [f"{URL}{n}" for n in range(3)]


@pytest.mark.parametrize(
    "urls",
    [(f"{URL}?s=1", f"{URL}?s=2"), (f"{URL}/", URL), (f"{URL}/index.html", URL), (f"{URL}/En", f"{URL}/en")],
)
def test_the_same_text_under_another_query_or_slash_is_the_same_record(
    store: Store, urls: tuple[str, str]
) -> None:
    assert put(store, record(urls[0]))["new"] == 1
    done = put(store, record(urls[1]), record(urls[0]), record(f"{URL}2"), run=2)
    assert (done["unchanged"], done["new"], done["same"]) == (1, 1, 1)
    assert [row["canonical_url"] for row in store.records()] == sorted([urls[0], f"{URL}2"])
    put(store, record(urls[1]), record(urls[0], fingerprint=9), run=3)
    assert [change["what"] for change in store.changes(3)] == ["changed"]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_the_order_of_several_queries_makes_no_difference(store: Store, order: tuple[int, ...]) -> None:
    urls = [f"{URL}?from=b", f"{URL}?from=a", URL]
    put(store, *(record(urls[place]) for place in order))
    assert [row["canonical_url"] for row in store.records()] == [URL]
    assert [(change["what"], change["url"]) for change in store.changes()] == [("new", URL)]


def test_a_record_moves_with_its_redirect_if_the_article_is_there(store: Store) -> None:
    put(store, record(), record(f"{URL}/2", title="Rain", fingerprint=0))
    to = {f"{URL}/new": URL, f"{URL}/home": f"{URL}/2"}
    moved, home = record(f"{URL}/new"), record(f"{URL}/home", title="Home", fingerprint=0xFFFFFF)
    with store.transaction() as connection:
        done = store.put(connection, [moved, home], 2, to)
    assert (done["unchanged"], done["new"]) == (1, 1)
    assert [row["canonical_url"] for row in store.records()] == [f"{URL}/2", f"{URL}/home", f"{URL}/new"]


def put_pages(
    store: Store, run: int, texts: dict[str, tuple[str, int]], errors: ErrorPages
) -> dict[str, int]:
    """Put a record for each name, with its title and fingerprint, each in a transaction of its own."""
    done: Counter[str] = Counter()
    for name, (title, text) in texts.items():
        with store.transaction() as connection:
            frontier.finish(connection, [Fate(url=URL + name, state="done", result="record", etag="x")], run)
            one = record(URL + name, title=title, fingerprint=text, text=title)
            done.update(store.put(connection, [one], run, {}, errors))
    return {what: n for what, n in done.items() if n}


TOWNS = {"a": ("Hills", 0xFFFF), "b": ("Rain", 0xFFFF0000), "c": ("Fog", 0xFFFF << 32)}
DOWN = ("Down for maintenance", 0xFFFF << 48)


@pytest.mark.parametrize("order", [("home", "a", "b", "c", "list"), ("a", "home", "b", "list", "c")])
def test_one_page_in_place_of_many_replaces_no_record(store: Store, order: tuple[str, ...]) -> None:
    put_pages(store, 1, TOWNS, ErrorPages())
    before = list(store.records())
    down = dict.fromkeys(order, DOWN) | {"c": (DOWN[0], DOWN[1] | 1)}
    assert put_pages(store, 2, down, ErrorPages()) == {"copied": 5}
    assert list(store.records()) == before
    assert store.changes(2) == []
    with store.transaction() as connection:
        failed = list(frontier.failures(connection, 2))
        rows = {row.url: row for row in connection.execute(schema.frontier.select())}
    assert [(one["error"], one["url"]) for one in failed] == [
        ("error page", URL + name) for name in sorted(down)
    ]
    assert (rows[f"{URL}a"].etag, rows[f"{URL}a"].page_key) == (None, before[0]["key"])
    assert rows[f"{URL}home"].page_key is None
    assert put_pages(store, 3, TOWNS | {"list": ("Lists", 3)}, ErrorPages()) == {"unchanged": 3, "new": 1}


@pytest.mark.parametrize(
    "title",
    ["Page not found", "Error 404 – Not Found", "Oops! That page can’t be found.", "您访问的页面不存在",
     "抱歉，您要查看的内容已被删除", "Sign in", "Just a moment…", "Article removed", "网站维护中"],
)  # fmt: skip
def test_one_page_that_changes_to_an_error_page_keeps_its_record(store: Store, title: str) -> None:
    put_pages(store, 1, TOWNS, ErrorPages())
    assert put_pages(store, 2, {"a": (title, DOWN[1])}, ErrorPages()) == {"copied": 1}
    assert [row["title"] for row in store.records()] == ["Hills", "Rain", "Fog"]
    with store.transaction() as connection:
        failed = [(one["url"], one["error"], one["reason"]) for one in frontier.failures(connection, 2)]
    assert failed == [(f"{URL}a", "error page", "has the title of an error page")]


@pytest.mark.parametrize(
    ("title", "n_words", "n_kept"), [("Sign in", 20, 0), ("404 Not Found", 300, 1), ("Fog", 20, 1)]
)
def test_the_target_of_a_redirect_with_the_title_of_an_error_page_is_no_record(
    store: Store, title: str, n_words: int, n_kept: int
) -> None:
    with store.transaction() as connection:
        one = record(f"{URL}login", title=title, n_words=n_words)
        frontier.add_urls(connection, [FrontierUrl(url=one["url"], n_redirects=1)], 1)
        done = store.put(connection, [one], 1, {one["url"]: f"{URL}a"}, ErrorPages())
        frontier.reset(connection, only_indexes=False)
        assert frontier.n_waiting(connection) == n_kept  # the next run asks for it only if a URL leads there
    assert (done["new"], done["copied"], store.n_records()) == (n_kept, 1 - n_kept, n_kept)


@pytest.mark.parametrize(
    ("title", "done"), [("Page not found", {"new": 3, "copied": 3}), ("Rainy days", {"new": 6})]
)
def test_new_pages_of_one_text_with_the_title_of_an_error_page_are_no_records(
    store: Store, title: str, done: dict[str, int]
) -> None:
    assert put_pages(store, 1, TOWNS | dict.fromkeys("xyz", (title, DOWN[1])), ErrorPages()) == done
    assert [row["title"] for row in store.records()][:3] == ["Hills", "Rain", "Fog"]


@pytest.mark.parametrize("title", ["Found after 404 days", "The page that was not there", "Rain", "登录月球"])
def test_a_page_with_a_new_title_is_a_change(store: Store, title: str) -> None:
    put_pages(store, 1, {"a": TOWNS["a"]}, ErrorPages())
    assert put_pages(store, 2, {"a": (title, DOWN[1])}, ErrorPages()) == {"changed": 1}


def test_a_record_with_a_part_that_cannot_be_read_keeps_its_text(store: Store) -> None:
    put(store, record(text="one two", n_parts=2, reason=None))
    cut = record(text="one", n_parts=1, fingerprint=8, reason="http://a.example/1_2: 503")
    assert put(store, cut, run=2)["unchanged"] == 1
    found = store.record(URL)
    assert found is not None
    assert (found["text"], found["n_parts"], found["reason"], found["run"]) == (
        "one two",
        2,
        cut["reason"],
        2,
    )
    assert put(store, record(text="one 2", n_parts=2, fingerprint=9, reason=None), run=3)["changed"] == 1


def test_a_page_that_becomes_another_record_keeps_its_own(store: Store) -> None:
    put_pages(store, 1, TOWNS | {"none": ("Not here", 0xFF << 40)}, ErrorPages())
    assert put_pages(store, 2, {"a": ("Not here", 0xFF << 40)}, ErrorPages()) == {"copied": 1}
    assert [row["title"] for row in store.records()] == ["Hills", "Rain", "Fog", "Not here"]


def test_two_addresses_of_one_page_change_together(store: Store) -> None:
    put_pages(store, 1, {"a": ("Hills", 0xFFFF), "print": ("Hills", 0xFFFE)}, ErrorPages())
    done = put_pages(store, 2, {"a": ("Rain", 0xFFFF0000), "print": ("Rain", 0xFFFF0000)}, ErrorPages())
    assert done == {"changed": 2}


def test_near_duplicates_get_the_least_key_of_their_group(store: Store) -> None:
    put(store, record(), record(f"{URL}/copy", fingerprint=5), record(f"{URL}/other", fingerprint=0xFFFF0000))
    assert store.group_near_duplicates() == 1
    rows = list(store.records())
    by_group = {row["near_group"] for row in rows}
    assert len(by_group) == 2
    assert min(row["key"] for row in rows if int(row["fingerprint"], 16) < 8) in by_group


def test_what_failed_in_a_transaction_is_not_there(store: Store) -> None:
    def fail() -> None:
        with store.transaction() as connection:
            store.put(connection, [record()], 1)
            frontier.add_urls(connection, [FrontierUrl(url=URL)], 1)
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    with store.transaction() as connection:
        assert (store.n_records(), frontier.n_waiting(connection)) == (0, 0)


def test_records_come_in_the_order_of_their_addresses(store: Store) -> None:
    put(store, *(record(f"{URL}{number:04}", fingerprint=number << 20) for number in range(1100, 0, -1)))
    urls = [row["canonical_url"] for row in store.records()]
    assert urls == sorted(urls)
    assert len(urls) == 1100


def test_counts_of_a_column(store: Store) -> None:
    put(store, record(kind="article"), record(f"{URL}/2", kind="article"), record(f"{URL}/3"))
    assert store.counts("kind") == {"article": 2, "": 1}


# -- the frontier -------------------------------------------------------------------------------------


def test_urgent_addresses_come_first_and_equal_ones_in_order(store: Store) -> None:
    addresses = [FrontierUrl(url=f"{URL}/{n}", priority=n % 2) for n in range(6)]
    with store.transaction() as connection:
        assert frontier.add_urls(connection, addresses, 1) == 6
        found = [address.url[-1] for address in frontier.waiting(connection, 10)]
    assert found == ["0", "2", "4", "1", "3", "5"]


def test_known_addresses_are_not_added_again(store: Store) -> None:
    with store.transaction() as connection:
        frontier.add_urls(connection, [FrontierUrl(url=URL, depth=1)], 1)
        assert frontier.add_urls(connection, [FrontierUrl(url=URL, depth=5), FrontierUrl(url=URL)], 1) == 0
        assert [address.depth for address in frontier.waiting(connection, 5)] == [1]


def test_taken_addresses_are_left_out(store: Store) -> None:
    with store.transaction() as connection:
        frontier.add_urls(connection, [FrontierUrl(url=f"{URL}/{n}") for n in range(5)], 1)
        taken = {address.id for address in frontier.waiting(connection, 3)}
        assert [address.url[-1] for address in frontier.waiting(connection, 3, taken)] == ["3", "4"]


def test_a_fate_ends_the_waiting(store: Store) -> None:
    with store.transaction() as connection:
        frontier.add_urls(connection, [FrontierUrl(url=URL), FrontierUrl(url=f"{URL}/2")], 1)
        fates = [
            Fate(url=URL, state="failed", error="http 404", status=404),
            Fate(url=f"{URL}/part", state="done"),
        ]
        frontier.finish(connection, fates, 1)
        states = connection.execute(schema.sa.select(schema.frontier.c.state)).scalars()
        assert sorted(states) == ["done", "failed", "waiting"]
        failed = [(one["url"], one["error"]) for one in frontier.failures(connection, 1)]
        assert failed == [(URL, "http 404")]


# -- runs ---------------------------------------------------------------------------------------------


def test_a_run_that_was_killed_goes_on(store: Store) -> None:
    first = store.begin_run([FrontierUrl(url=URL)], {})
    with store.transaction() as connection:
        store.note_run(connection, first, {"n_pages": 3}, 2.0)
    again = store.begin_run([FrontierUrl(url=URL)], {})
    assert (again.id, again.n_starts, again.seconds, again.counts) == (first.id, 2, 2.0, {"n_pages": 3})


def test_after_a_finished_run_all_addresses_wait_again(store: Store) -> None:
    first = store.begin_run([FrontierUrl(url=URL)], {})
    with store.transaction() as connection:
        frontier.finish(connection, [Fate(url=URL, state="done", result="record", etag='"1"')], first.id)
    store.end_run(first, "finished")
    second = store.begin_run([FrontierUrl(url=URL)], {})
    with store.transaction() as connection:
        waiting = frontier.waiting(connection, 5)
    assert (second.id, [address.etag for address in waiting]) == (first.id + 1, ['"1"'])


def test_only_what_leads_to_other_pages_is_asked_again_when_wanted(store: Store) -> None:
    first = store.begin_run([FrontierUrl(url=URL)], {})
    with store.transaction() as connection:
        lost = {"busy": 503, "timeout": None, "gone": 404}
        pages = [FrontierUrl(url=f"{URL}/{name}", depth=1) for name in ("article", "list", *lost)]
        frontier.add_urls(connection, pages, 1)
        results = {URL: "index", f"{URL}/article": "record", f"{URL}/list": "index"}
        fates = [Fate(url=url, state="done", result=what) for url, what in results.items()]
        fates += [Fate(url=f"{URL}/{name}", state="failed", status=status) for name, status in lost.items()]
        frontier.finish(connection, fates, 1)
    store.end_run(first, "finished")
    store.begin_run([], {}, refetch="index")
    with store.transaction() as connection:
        asked = {address.url for address in frontier.waiting(connection, 5)}
    assert asked == {URL, f"{URL}/list", f"{URL}/busy", f"{URL}/timeout"}


def test_a_limited_run_leaves_the_rest_to_the_next(store: Store) -> None:
    first = store.begin_run([FrontierUrl(url=URL), FrontierUrl(url=f"{URL}/2")], {})
    with store.transaction() as connection:
        frontier.finish(connection, [Fate(url=URL, state="done")], first.id)
    store.end_run(first, "limited")
    store.begin_run([FrontierUrl(url=URL)], {})
    with store.transaction() as connection:
        assert [address.url for address in frontier.waiting(connection, 5)] == [f"{URL}/2"]


def test_a_page_that_is_gone_is_noted_once_and_kept(store: Store) -> None:
    run = store.begin_run([FrontierUrl(url=URL)], {})
    put(store, record())
    with store.transaction() as connection:
        frontier.finish(connection, [Fate(url=URL, state="done", page_key=FrontierUrl(url=URL).key)], run.id)
        assert store.gone(connection, URL, 2)
        assert not store.gone(connection, URL, 3)
        assert not store.gone(connection, f"{URL}/unknown", 3)
    assert (store.n_records(), [one["what"] for one in store.changes()]) == (1, ["new", "gone"])


# -- opening ------------------------------------------------------------------------------------------


def test_an_unknown_kind_of_database_is_an_option_error() -> None:
    with pytest.raises(OptionError, match="no known form"):
        open_store("nonsense://x")


@pytest.mark.parametrize("address", ["postgresql://me:secret@host:port/x", "postgresql://me:secret@[::1/x"])
def test_an_address_that_cannot_be_taken_apart_is_an_option_error(address: str) -> None:
    with pytest.raises(OptionError, match="no known form") as caught:
        open_store(address)
    assert "secret" not in str(caught.value)
    assert caught.value.__suppress_context__


def test_a_file_that_cannot_be_opened_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be opened"):
        open_store(str(tmp_path / "missing" / "records.sqlite"))


@pytest.mark.parametrize("table", ["pages", "runs", "changes", "frontier"])
def test_a_database_of_something_else_is_refused_and_left_as_it_was(tmp_path: Path, table: str) -> None:
    path = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(path)) as other:
        other.execute(f"create table {table} (a)")
    before = path.read_bytes()
    with pytest.raises(InputError, match="is not a store of maintext; choose another file"):
        open_store(str(path))
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_is_no_database_is_refused_and_left_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "index.html"
    path.write_text("<p>A page, and no database at all.</p>" * 100)
    before = path.read_bytes()
    with pytest.raises(InputError, match="is not a store of maintext; choose another file"):
        open_store(str(path))
    assert path.read_bytes() == before


def test_a_store_is_opened_again(place: str) -> None:
    with open_store(place) as store:
        put(store, record())
    with open_store(place) as store:
        assert store.n_records() == 1


def test_tables_with_other_names_may_stand_beside_those_of_a_store(tmp_path: Path) -> None:
    path = tmp_path / "own.sqlite"
    with closing(sqlite3.connect(path)) as own:
        own.execute("create table notes (a)")
    with open_store(str(path)) as store:
        assert put(store, record())["new"] == 1


def test_a_password_stands_in_no_message() -> None:
    with pytest.raises(OptionError) as caught:
        open_store("nonsense://me:secret@host/x")
    assert "secret" not in str(caught.value)
