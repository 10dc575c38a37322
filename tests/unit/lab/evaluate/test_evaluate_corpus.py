from __future__ import annotations

import gzip
import json
import lzma
from pathlib import Path
from typing import Any

import pytest

from maintext.errors import DatasetError, OptionError
from maintext.lab.evaluate.corpus import GoldPage, corpus_sets, read_corpus

CORPUS = Path(__file__).parents[5] / "shared" / "corpus"


def record(page_id: str = "p", **changes: Any) -> dict[str, Any]:
    return {"id": page_id, "html": "<p>x", "gold_kind": "human", "gold_text": "x", "lang": "en"} | changes


def write(file: Path, records: list[Any]) -> Path:
    data = "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in records).encode()
    if file.suffix == ".xz":
        data = lzma.compress(data)
    elif file.suffix == ".gz":
        data = gzip.compress(data)
    file.write_bytes(data)
    return file


def read_one(tmp_path: Path, **changes: Any) -> GoldPage:
    return next(read_corpus(write(tmp_path / "s.jsonl", [record(**changes)])))


def ids(pages: Any) -> list[str]:
    return [page.id for page in pages]


def test_all_fields_are_read(tmp_path: Path) -> None:
    known = {
        "url": "https://a.example/b",
        "title": "T",
        "author": "A",
        "date": "2024-01-02",
        "encoding": "gbk",
    }
    page = read_one(tmp_path, page_type="forum", **known, **{"with": ["x"], "without": ["y", "z"]})

    assert page == GoldPage(
        id="p", set="s", lang="en", page_type="forum", html="<p>x", gold_text="x", gold_kind="human",
        with_snippets=("x",), without_snippets=("y", "z"), **known,
    )  # fmt: skip


def test_unknown_fields_are_none(tmp_path: Path) -> None:
    page = read_one(tmp_path, lang=None)

    assert (page.url, page.page_type, page.title, page.with_snippets, page.lang) == (
        None,
        None,
        None,
        (),
        "und",
    )


def test_directory_is_read_in_the_order_of_file_names(tmp_path: Path) -> None:
    write(tmp_path / "b.jsonl.xz", [record("b1"), record("b2")])
    write(tmp_path / "a.jsonl.xz", [record("a1")])

    assert [(page.set, page.id) for page in read_corpus(tmp_path)] == [("a", "a1"), ("b", "b1"), ("b", "b2")]


def test_directory_is_read_in_every_format(tmp_path: Path) -> None:
    for name in ("c.jsonl", "a.jsonl.gz", "b.jsonl.xz"):
        write(tmp_path / name, [record(name)])
    (tmp_path / "index.json").write_text("{}", encoding="utf-8")

    assert ids(read_corpus(tmp_path)) == ["a.jsonl.gz", "b.jsonl.xz", "c.jsonl"]
    assert corpus_sets(tmp_path) == ["a", "b", "c"]


def test_two_files_of_one_set_are_an_error(tmp_path: Path) -> None:
    write(tmp_path / "s.jsonl", [record()])
    write(tmp_path / "s.jsonl.xz", [record()])

    with pytest.raises(DatasetError, match="are of one set"):
        read_corpus(tmp_path)


@pytest.mark.parametrize("name", ["s.jsonl", "s.jsonl.xz", "s.jsonl.gz", "my.s.jsonl"])
def test_one_file_is_read_in_every_format(tmp_path: Path, name: str) -> None:
    pages = list(read_corpus(write(tmp_path / name, [record("一")])))

    assert [(page.set, page.id) for page in pages] == [(name.partition(".jsonl")[0], "一")]


def test_sets_are_chosen_by_name(tmp_path: Path) -> None:
    for name in "abc":
        write(tmp_path / f"{name}.jsonl.xz", [record(name)])

    assert ids(read_corpus(tmp_path, sets={"c", "a"})) == ["a", "c"]


def test_unknown_set_is_an_error_that_lists_the_sets(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl.xz", [record()])

    with pytest.raises(OptionError, match=r"no set b .*choose from a"):
        read_corpus(tmp_path, sets=["b"])


def test_languages_are_filtered(tmp_path: Path) -> None:
    file = write(tmp_path / "s.jsonl", [record("1", lang="zh"), record("2"), record("3", lang="zh")])

    assert ids(read_corpus(file, langs=["zh"])) == ["1", "3"]


def test_limit_spreads_over_the_set(tmp_path: Path) -> None:
    file = write(tmp_path / "s.jsonl", [record(str(i)) for i in range(10)])

    assert ids(read_corpus(file, limit_per_set=4)) == ["0", "2", "5", "7"]


def test_limit_above_the_number_of_pages_gives_all(tmp_path: Path) -> None:
    file = write(tmp_path / "s.jsonl", [record("1"), record("2")])

    assert ids(read_corpus(file, limit_per_set=3)) == ["1", "2"]


def test_limit_counts_the_chosen_languages_only(tmp_path: Path) -> None:
    file = write(tmp_path / "s.jsonl", [record(str(i), lang="zh" if i > 6 else "en") for i in range(10)])

    assert ids(read_corpus(file, langs=["zh"], limit_per_set=2)) == ["7", "8"]


def test_limit_must_be_positive(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="at least 1"):
        read_corpus(tmp_path, limit_per_set=0)


def test_pages_before_a_malformed_line_are_given(tmp_path: Path) -> None:
    pages = read_corpus(write(tmp_path / "s.jsonl", [record("1"), []]))

    assert next(pages).id == "1"


def test_blank_lines_are_skipped_but_counted(tmp_path: Path) -> None:
    file = tmp_path / "s.jsonl"
    file.write_text("\n" + json.dumps(record()) + "\n \n{", encoding="utf-8")

    with pytest.raises(DatasetError, match=r"s\.jsonl, line 4: .*correct the line or remove it"):
        list(read_corpus(file))


@pytest.mark.parametrize(
    ("item", "complaint"),
    [
        (["list"], "a JSON object is expected, not list"),
        (record(id=None), "field 'id' is missing"),
        (record(html=None), "field 'html' is missing"),
        (record(gold_text=None), "field 'gold_text' is missing"),
        (record(gold_kind="guess"), "gold_kind is 'guess', allowed are human"),
        (record(title=1), "field 'title' must be a string, not int"),
        (record(**{"with": "text"}), "field 'with' must be a list of strings"),
    ],
)
def test_malformed_record_is_named(tmp_path: Path, item: Any, complaint: str) -> None:
    file = write(tmp_path / "s.jsonl", [record("first"), item])

    with pytest.raises(DatasetError, match=f"line 2: {complaint}"):
        list(read_corpus(file))


def test_line_that_is_not_utf8_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "s.jsonl"
    file.write_bytes(b'{"id": "\xff"}\n')

    with pytest.raises(DatasetError, match="line 1"):
        list(read_corpus(file))


@pytest.mark.parametrize("name", ["s.jsonl.xz", "s.jsonl.gz"])
def test_cut_archive_is_an_error(tmp_path: Path, name: str) -> None:
    file = write(tmp_path / name, [record()])
    file.write_bytes(file.read_bytes()[:-20])

    with pytest.raises(DatasetError, match="is damaged"):
        list(read_corpus(file))


def test_file_that_is_no_archive_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "s.jsonl.xz"
    file.write_text("{}", encoding="utf-8")

    with pytest.raises(DatasetError, match="after line 0: the file is damaged"):
        list(read_corpus(file))


def test_missing_path_is_an_error_at_the_call(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="does not exist"):
        read_corpus(tmp_path / "nowhere")


def test_directory_without_corpus_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="give the directory"):
        read_corpus(tmp_path)


def test_file_of_another_kind_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "pages.csv"
    file.touch()

    with pytest.raises(DatasetError, match=r"must end in \.jsonl"):
        read_corpus(file)


def test_snippets_need_no_gold_text(tmp_path: Path) -> None:
    assert read_one(tmp_path, gold_kind="snippets", gold_text=None).gold_text is None


@pytest.mark.parametrize(
    ("kind", "ranked"), [("human", True), ("annotated", True), ("tool", False), ("snippets", False)]
)
def test_people_s_gold_is_ranked(tmp_path: Path, kind: str, ranked: bool) -> None:
    assert read_one(tmp_path, gold_kind=kind).ranked is ranked


@pytest.mark.parametrize(
    ("changes", "site"),
    [
        ({"url": "https://user@News.Example.com:8080/a_b?c"}, "news.example.com"),
        ({"page_id": "daniel/20120106_www.tovima.gr_8cb36110"}, "www.tovima.gr"),
        ({"page_id": "daniel/20120106_my_blog.Example.com_8cb36110"}, "my_blog.example.com"),
        ({"page_id": "gne/a_b_c"}, ""),
        ({"url": "http://[broken"}, ""),
        ({"url": "not a url"}, ""),
    ],
)
def test_site_is_the_host(tmp_path: Path, changes: dict[str, Any], site: str) -> None:
    assert read_one(tmp_path, **changes).site == site


# -- pairs of files ---------------------------------------------------------------------------------


def write_pair(folder: Path, name: str, html: bytes, gold: str = "正文") -> Path:
    folder.mkdir(exist_ok=True)
    page = folder / f"{name}.html"
    page.write_bytes(html)
    page.with_suffix(".txt").write_text(gold, encoding="utf-8-sig")
    return page


def test_pairs_of_files_are_a_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "mine"
    gbk = '<meta charset="gbk"><p>正文</p>'
    write_pair(folder, "b", gbk.encode("gbk"))
    write_pair(folder, "a", "<p>正文</p>".encode())
    (folder / "README.txt").write_text("about", encoding="utf-8")

    pages = list(read_corpus(folder))

    assert [(page.set, page.id, page.gold_text, page.gold_kind) for page in pages] == [
        ("mine", "a", "正文", "human"),
        ("mine", "b", "正文", "human"),
    ]
    assert [page.html for page in pages] == ["<p>正文</p>", gbk]
    assert (pages[1].encoding, pages[1].url, pages[1].lang, pages[1].site) == ("gbk", None, "und", "")
    assert ids(read_corpus(folder, limit_per_set=1)) == ["a"]
    monkeypatch.chdir(folder)
    assert corpus_sets(".") == ["mine"]


def test_corpus_files_go_before_pairs(tmp_path: Path) -> None:
    write_pair(tmp_path, "report", b"<p>x")
    write(tmp_path / "s.jsonl", [record("1")])

    assert ids(read_corpus(tmp_path)) == ["1"]


def test_page_without_a_text_is_an_error_at_the_call(tmp_path: Path) -> None:
    write_pair(tmp_path, "a", b"<p>x")
    (tmp_path / "b.htm").write_bytes(b"<p>y")

    with pytest.raises(DatasetError, match=r"1 of 2 pages have no \.txt .*\(b\.htm\)"):
        read_corpus(tmp_path)


def test_two_pages_of_one_text_are_an_error(tmp_path: Path) -> None:
    write_pair(tmp_path, "a", b"<p>x")
    (tmp_path / "a.htm").write_bytes(b"<p>y")

    with pytest.raises(DatasetError, match="rename one"):
        read_corpus(tmp_path)


@pytest.mark.parametrize(("html", "gold"), [(b"%PDF-1.4", b"x"), (b"<p>x", "正文".encode("gbk"))])
def test_file_that_is_not_what_its_name_says_is_named(tmp_path: Path, html: bytes, gold: bytes) -> None:
    write_pair(tmp_path, "a", html).with_suffix(".txt").write_bytes(gold)

    with pytest.raises(DatasetError, match=r"a\.(html cannot be read|txt is not UTF-8)"):
        list(read_corpus(tmp_path))


@pytest.mark.corpus
def test_two_pages_of_each_set_of_the_development_corpus() -> None:
    if not CORPUS.is_dir():
        pytest.skip(f"the development corpus is not at {CORPUS}")
    files = {file.name.partition(".")[0] for file in CORPUS.glob("*.jsonl.xz")}

    pages = {
        name: [page for _, page in zip(range(2), read_corpus(CORPUS, sets=[name]), strict=False)]
        for name in files
    }

    assert {name for name, two in pages.items() if len(two) == 2 and all(page.html for page in two)} == files
