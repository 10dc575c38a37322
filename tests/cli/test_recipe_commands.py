"""``maintext learn`` and ``maintext run`` against a made-up site on the loopback address."""

from __future__ import annotations

import csv
import json
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result
from tests.loopback import Reply, answering
from tests.unit.sites.recipe.test_recipe import HOST, N_EACH, N_PAGES, START, Site
from tests.unit.sites.wrapper import news_site

from maintext.batch.journal import open_locked
from maintext.cli import main
from maintext.cli import recipe as recipe_commands
from maintext.sites.recipe import read_recipe

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


BROKEN = "broken"


@contextmanager
def serve(site: Site) -> Iterator[str]:
    """Give the URL of a list whose site a test may change meanwhile; pages that are ``BROKEN`` are 500."""

    def answer(path: str) -> Reply:
        markup = site.pages.get(HOST + path, "")
        return Reply(markup.encode("gbk"), 500 if markup == BROKEN else 200 if markup else 404, "text/html")

    with answering(answer) as server:
        yield START.replace(HOST, server.url)


@pytest.fixture(scope="module")
def start() -> Iterator[str]:
    with serve(Site(**{"/none.html": "<p>Nothing but a sentence stands here.</p>"})) as url:
        yield url


def run(*words: str) -> Result:
    return CliRunner().invoke(main, [*words, "--allow-private"])


@pytest.fixture(scope="module")
def recipe(start: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("recipe") / "news.toml"
    result = run("learn", start, "-o", str(path), "--delay", "0")
    assert result.exit_code == 0, result.output
    assert "next page" in result.stderr
    return path


def test_a_learned_recipe_gives_all_records(recipe: Path) -> None:
    result = run("run", str(recipe))
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 0
    assert [row["title"] for row in rows] == [news_site.title(i) for i in range(N_PAGES * N_EACH)]
    assert f"{N_PAGES * N_EACH} records: {N_PAGES * N_EACH} as expected" in result.stderr


def test_records_go_to_a_file_and_are_bounded(recipe: Path, tmp_path: Path) -> None:
    result = run("run", str(recipe), "-o", str(tmp_path / "rows.jsonl"), "--max-items", "2")
    assert result.exit_code == 0
    assert result.stdout == ""
    assert len((tmp_path / "rows.jsonl").read_text().splitlines()) == 2


def test_a_run_that_the_limit_of_its_recipe_ends_says_so(recipe: Path, tmp_path: Path) -> None:
    limited = tmp_path / "limited.toml"
    text = recipe.read_text()
    assert "max_items = 1000" in text
    limited.write_text(text.replace("max_items = 1000", "max_items = 2"))
    result = run("run", str(limited))
    assert "the run ended at max_items = 2; raise it if entries are missing" in result.stderr
    assert "max_items" not in run("run", str(limited), "--max-items", "2").stderr


def test_without_a_file_the_recipe_is_printed(start: str) -> None:
    result = run("learn", start, "--delay", "0")
    assert result.exit_code == 0
    assert "[detail.wrapper" in result.stdout


def test_a_missing_recipe_is_named(tmp_path: Path) -> None:
    result = run("run", str(tmp_path / "none.toml"))
    assert result.exit_code == 2
    assert "none.toml" in result.stderr


def test_a_page_without_a_list_is_an_error(start: str) -> None:
    result = run("learn", start.rpartition("/list")[0] + "/none.html")
    assert result.exit_code == 2
    assert "give a page with links to the entries" in result.stderr


def test_a_page_that_is_not_there_is_an_error(start: str) -> None:
    result = run("learn", start + "x")
    assert result.exit_code == 4
    assert "404" in result.stderr


def test_a_table_is_written_by_the_ending_of_its_name(recipe: Path, tmp_path: Path) -> None:
    result = run("run", str(recipe), "-o", str(tmp_path / "rows.csv"), "--max-items", "2")
    assert result.exit_code == 0, result.output
    with (tmp_path / "rows.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["title"] for row in rows] == [news_site.title(i) for i in range(2)]


def test_an_unknown_ending_is_refused_before_anything_is_fetched(recipe: Path, tmp_path: Path) -> None:
    result = run("run", str(recipe), "-o", str(tmp_path / "rows.docx"))
    assert result.exit_code == 2
    assert ".xlsx" in result.stderr
    assert not (tmp_path / "rows.docx").exists()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")  # noqa: PTH110
def test_kept_records_that_cannot_be_written_are_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)
    site, output, rules = Site(), tmp_path / "rows.jsonl", tmp_path / "news.toml"
    with serve(site) as start:
        assert run("learn", start, "-o", str(rules), "--delay", "0").exit_code == 0
        site.pages[f"{HOST}/a/{N_PAGES * N_EACH - 1}.html"] = BROKEN
        assert run("run", str(rules), "-o", str(output)).exit_code == 4
        output.unlink()
        output.symlink_to("/dev/full")
        result = run("run", str(rules), "-o", str(output), "--resume")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "No space left on device; make room" in result.stderr


def test_a_lost_list_page_is_told_and_the_next_run_completes_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)
    site, output, rules = Site(), tmp_path / "rows.csv", tmp_path / "news.toml"
    with serve(site) as start:
        assert run("learn", start, "-o", str(rules), "--overwrite", "--delay", "0").exit_code == 0
        lost, site.pages[f"{HOST}/list/index_2.html"] = site.pages[f"{HOST}/list/index_2.html"], BROKEN
        first = run("run", str(rules), "-o", str(output))
        assert first.exit_code == 4
        assert "index_2.html could not be read" in first.stderr
        last = first.stderr.splitlines()[-1]
        assert f"{N_EACH} records: {N_EACH} as expected; list pages lost: 1" in last
        assert "--resume" in last

        site.pages[f"{HOST}/list/index_2.html"] = lost
        del site.pages[f"{HOST}/a/0.html"]  # read before: not asked for again
        second = run("run", str(rules), "-o", str(output), "--resume")
        assert second.exit_code == 0, second.output
        with output.open(encoding="utf-8-sig", newline="") as file:
            urls = [row["url"].rpartition("/")[2] for row in csv.DictReader(file)]
        assert urls == [f"{i}.html" for i in range(N_PAGES * N_EACH)]
        assert not output.with_suffix(".csv.unfinished").exists()
        assert f"n_records = {N_PAGES * N_EACH}" in rules.read_text(encoding="utf-8")


def test_a_renamed_list_gives_no_record_and_an_exit_code(tmp_path: Path) -> None:
    site, rules = Site(), tmp_path / "news.toml"
    with serve(site) as start:
        assert run("learn", start, "-o", str(rules), "--overwrite", "--delay", "0").exit_code == 0
        site.pages[START] = site.pages[START].replace("class=news", "class=new")
        result = run("run", str(rules))
        assert result.exit_code == 8
        assert result.stdout == ""
        assert "the list is not there" in result.stderr


def test_entries_that_differ_are_named_with_the_reason(tmp_path: Path) -> None:
    site, rules = Site(), tmp_path / "news.toml"
    with serve(site) as start:
        assert run("learn", start, "-o", str(rules), "--delay", "0").exit_code == 0
        for i in range(5, 10):
            site.pages[f"{HOST}/a/{i}.html"] = "<title>Sign in</title><form><input name=user></form>"
        result = run("run", str(rules))
    *_, first, second, third, more, last = result.stderr.splitlines()
    assert [line.partition("/a/")[2] for line in (first, second, third)] == ["5.html]", "6.html]", "7.html]"]
    assert "landmarks" in first
    assert more == "maintext: 2 more records with an error or drift"
    assert "5 drifted" in last


def test_a_run_that_was_cut_short_teaches_nothing(start: str, tmp_path: Path) -> None:
    rules = tmp_path / "news.toml"
    assert run("learn", start, "-o", str(rules), "--delay", "0").exit_code == 0
    learned = rules.read_text(encoding="utf-8")
    assert run("run", str(rules), "--max-items", "12").exit_code == 0
    assert rules.read_text(encoding="utf-8") == learned
    assert run("run", str(rules), "--max-items", "1000").exit_code == 0
    assert f"all_entries = {N_PAGES * N_EACH}" in rules.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("left", "n_kept"), [("", 0), ("。", -2), ("\n", -1)], ids=["empty", "cut off", "whole"]
)
def test_a_run_that_was_killed_goes_on_with_the_whole_lines_of_what_it_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: str, n_kept: int
) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)
    site, output, rules = Site(), tmp_path / "rows.csv", tmp_path / "news.toml"
    with serve(site) as start:
        assert run("learn", start, "-o", str(rules), "--delay", "0").exit_code == 0
        lost, site.pages[f"{HOST}/a/3.html"] = site.pages[f"{HOST}/a/3.html"], BROKEN
        assert run("run", str(rules), "-o", str(output)).exit_code == 4
        site.pages[f"{HOST}/a/3.html"] = lost
        unfinished = tmp_path / "rows.csv.unfinished"
        kept = unfinished.read_bytes()
        # Cut off in the middle of a letter.
        unfinished.write_bytes(kept[: kept.rindex(left.encode()) + 1] if left else b"")
        second = run("run", str(rules), "-o", str(output), "--resume")
    n = N_PAGES * N_EACH
    assert second.exit_code == 0, second.output
    assert (f"{n} records: {n + n_kept} kept" in second.stderr) == bool(n_kept)
    with output.open(encoding="utf-8-sig", newline="") as file:
        assert [row["url"].rpartition("/")[2] for row in csv.DictReader(file)] == [
            f"{i}.html" for i in range(n)
        ]


@pytest.mark.skipif(os.name == "nt", reason="files are not locked there")
def test_two_runs_at_once_do_not_write_one_file(tmp_path: Path) -> None:
    (rules := tmp_path / "r.toml").write_text('[list]\nstart = ["http://127.0.0.1:9/"]')
    (output := tmp_path / "rows.jsonl").write_text("of the first run")
    with open_locked(tmp_path / "rows.jsonl.unfinished", "busy"):
        second = run("run", str(rules), "-o", str(output))
    assert second.exit_code == 2
    assert f"another run writes {output}: wait for it, or name another file" in second.stderr
    assert output.read_text() == "of the first run"


def test_a_place_that_cannot_be_written_is_told_before_the_first_request(tmp_path: Path) -> None:
    (tmp_path / "r.toml").write_text('[list]\nstart = ["http://127.0.0.1:9/"]')
    (tmp_path / "folder.csv").mkdir()
    for name in ("none/x.csv", "folder.csv"):
        result = run("run", str(tmp_path / "r.toml"), "-o", str(tmp_path / name))
        assert result.exit_code == 2
        assert f"cannot write {tmp_path / name}" in result.stderr


def test_an_unfinished_run_needs_a_file(tmp_path: Path) -> None:
    (tmp_path / "r.toml").write_text('[list]\nstart = ["http://127.0.0.1:9/"]')
    result = run("run", str(tmp_path / "r.toml"), "--resume")
    assert result.exit_code == 2
    assert "-o FILE" in result.stderr


def test_fields_are_taught_on_the_command_line(start: str, tmp_path: Path) -> None:
    rules, labels = tmp_path / "news.toml", tmp_path / "labels.csv"
    host = start.rpartition("/list")[0]
    labels.write_text(f"url,price\n{host}/a/2.html,5.50元\n{host}/a/3.html,6.50元\n", encoding="utf-8")
    for options in (("--click", "price=3.50元"), ("--labels", str(labels))):
        assert run("learn", start, *options, "-o", str(rules), "--overwrite", "--delay", "0").exit_code == 0
        rows = [json.loads(line) for line in run("run", str(rules)).stdout.splitlines()]
        assert [row["fields"]["price"] for row in rows] == [f"{i + 3}.50元" for i in range(N_PAGES * N_EACH)]
    labels.write_text(f"url,价格\n{host}/a/2.html,5.50元\n", encoding="gbk")  # as Excel in China
    assert "价格: 5.50元" in run("learn", start, "--labels", str(labels), "--delay", "0").stderr
    for table, encoding in (
        (f"url;价格\r\n{host}/a/2.html;5.50元\r\n", "utf-8-sig"),
        (f"url\t价格\n{host}/a/2.html\t5.50元\n", "utf-16"),
    ):
        labels.write_bytes(table.encode(encoding))  # as Excel elsewhere, and its "Unicode text"
        assert "价格: 5.50元" in run("learn", start, "--labels", str(labels), "--delay", "0").stderr
    labels.write_text("name,price\nx,5.50元\n", encoding="utf-8")
    wrong = run("learn", start, "--labels", str(labels))
    assert wrong.exit_code == 2
    assert "with its url" in wrong.stderr


def test_a_click_without_a_rule_ends_with_a_code(start: str, tmp_path: Path) -> None:
    rules = tmp_path / "news.toml"
    # The end of one element and the beginning of the next.
    result = run("learn", start, "--click", "part=口日报记者：", "-o", str(rules), "--delay", "0")
    assert "no rule was found for part" in result.stderr
    assert (result.exit_code, rules.exists()) == (8, True)


def test_a_column_of_labels_without_a_rule_ends_with_the_same_code(start: str, tmp_path: Path) -> None:
    labels, host = tmp_path / "labels.csv", start.rpartition("/list")[0]
    row = f"{host}/a/0.html,3.50元,口日报记者：,,\n"  # a spreadsheet ends rows with empty cells
    labels.write_text(f"url,price,part,\n{row}", encoding="utf-8")
    result = run("learn", start, "--labels", str(labels), "--delay", "0")
    assert "price: 3.50元" in result.stderr
    assert "no rule was found for part" in result.stderr
    assert result.exit_code == 8
    row = f"{host}/a/0.html,1"  # one without the empty cells at its end, and one with more cells
    labels.write_text(f"url,price,\n{row}\n{row},299.00\n", encoding="utf-8")
    result = run("learn", start, "--labels", str(labels))
    assert "'299.00' is in no column with a name: put values with ',' in quotes" in result.stderr
    assert result.exit_code == 2


def test_a_wrong_value_in_a_recipe_is_named_as_there(tmp_path: Path) -> None:
    (tmp_path / "r.toml").write_text('[list]\nstart = ["http://127.0.0.1:9/"]\n[limits]\nmax_items = 0')
    assert "r.toml: max_items must be at least 1" in run("run", str(tmp_path / "r.toml")).stderr
    (tmp_path / "r.toml").write_text('[list]\nstart = ["http://127.0.0.1:9/"]\n[fetch]\nuser_agent = "a\\n"')
    assert "r.toml: fetch.user_agent must be printable" in run("run", str(tmp_path / "r.toml")).stderr


@pytest.mark.parametrize("command", [["learn", "http://127.0.0.1:9/list"], ["wrapper", "learn", "a.html"]])
def test_rules_are_not_written_to_the_name_of_another_format(command: list[str], tmp_path: Path) -> None:
    output = tmp_path / "rules.yaml"
    result = CliRunner().invoke(main, [*command, "-o", str(output)])
    assert (result.exit_code, output.exists()) == (2, False)
    assert "end the name in .toml" in result.stderr


@pytest.mark.parametrize("name", ["rows.csv", "rows.jsonl"])
def test_a_run_without_a_record_leaves_an_older_file_as_it_is(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)
    site, output, rules = Site(), tmp_path / name, tmp_path / "news.toml"
    with serve(site) as start:
        assert run("learn", start, "-o", str(rules), "--delay", "0").exit_code == 0
        assert run("run", str(rules), "-o", str(output), "--max-items", "2").exit_code == 0
        older, listed = output.read_bytes(), site.pages[START]
        for now, code in ((BROKEN, 4), (listed.replace("class=news", "class=new"), 8)):
            site.pages[START] = now
            assert run("run", str(rules), "-o", str(output)).exit_code == code
            assert output.read_bytes() == older
        two = f'start = ["{start}", "{start}?2"]'
        rules.write_text(rules.read_text().replace(f'start = ["{start}"]', two))
        site.pages[START] = BROKEN
        lost = run("run", str(rules))
    assert lost.exit_code == 4
    assert "maintext: 0 records: list pages lost: 2, " in lost.stderr


def test_records_of_another_version_are_read_again(recipe: Path, tmp_path: Path) -> None:
    (tmp_path / "rows.csv.unfinished").write_text(json.dumps({"rules": "other"}) + "\n")
    first = run("run", str(recipe), "-o", str(tmp_path / "rows.csv"), "--max-items", "2")
    assert first.exit_code == 0
    rules = json.dumps(
        {"rules": recipe_commands._UnfinishedRun(read_recipe(recipe), "-", resume=False)._rules}
    )
    for record in ("[1]", "{}", '{"error": "", "drift": []}'):
        (tmp_path / "rows.csv.unfinished").write_text(f"{rules}\n{record}\n")
        again = run("run", str(recipe), "-o", str(tmp_path / "rows.csv"), "--max-items", "2", "--resume")
        assert (again.exit_code, "2 as expected" in again.stderr) == (0, True)


def test_a_column_that_no_record_has_is_told(recipe: Path, tmp_path: Path) -> None:
    rules, output = tmp_path / "r.toml", tmp_path / "rows.csv"
    columns = '[table]\ncolumns = ["title", "prise", "cost = price", "error"]\n\n[expected]'
    rules.write_text(recipe.read_text().replace("[expected]", columns, 1))
    said = run("run", str(rules), "-o", str(output), "--max-items", "2").stderr
    assert "the column prise is empty: no record has prise; see columns in the recipe" in said
    assert "the column cost is empty: no record has price" in said
    assert "column error" not in said


@pytest.mark.parametrize("text", [None, "", "[]", "{broken"])
def test_a_state_that_cannot_be_read_is_told_as_such(start: str, text: str | None, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / "state.json").write_text(text)
    result = run("learn", start, "--state", str(tmp_path / "state.json"), "--delay", "0")
    assert result.exit_code == 2
    assert str(tmp_path / "state.json") in result.stderr


def test_labels_in_another_form_are_refused_with_what_to_do(start: str, tmp_path: Path) -> None:
    (labels := tmp_path / "labels.xlsx").write_bytes(b"PK")
    result = run("learn", start, "--labels", str(labels))
    assert (result.exit_code, "save the labels as .csv, .jsonl or .json" in result.stderr) == (2, True)
    (labels := tmp_path / "labels.json").write_text('{"url": 5}')
    assert f"{labels} must have a row for each entry" in run("learn", start, "--labels", str(labels)).stderr


def test_a_folder_that_is_not_there_is_told_before_anything_is_fetched(tmp_path: Path) -> None:
    result = run("learn", "http://127.0.0.1:9/list", "-o", str(tmp_path / "none" / "r.toml"))
    assert result.exit_code == 2
    assert f"there is no folder {tmp_path / 'none'}; make it first" in result.stderr
