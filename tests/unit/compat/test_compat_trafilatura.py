from __future__ import annotations

import csv
import gzip
import json
import zlib
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from tests.unit.compat.pages import ARTICLE, LIST, NEWS_ZH, URL, serving

from maintext.compat import CompatWarning, trafilatura
from maintext.compat.trafilatura import (
    bare_extraction,
    baseline,
    extract,
    extract_metadata,
    extract_with_metadata,
    fetch_response,
    fetch_url,
    html2txt,
)
from maintext.compat.trafilatura.downloads import DownloadResponse
from maintext.compat.trafilatura.meta import reset_caches
from maintext.compat.trafilatura.output import body_element
from maintext.compat.trafilatura.settings import Document, Extractor, LRUCache, use_config
from maintext.compat.trafilatura.utils import decode_file, load_html
from maintext.compat.tree import decompress_page
from maintext.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable

PROSE = "Nobody had told us that the bridge was gone"
COMMENT = "I liked the soup"


def text_of(**given: object) -> str:
    found = extract(ARTICLE, URL, **given)  # type: ignore[arg-type]
    assert found is not None
    return found


def parsed(xml: str) -> ET.Element:
    return ET.fromstring(xml)  # noqa: S314 - our own output


def document_of(**given: object) -> Document:
    found = bare_extraction(ARTICLE, URL, **given)  # type: ignore[arg-type]
    assert isinstance(found, Document)
    return found


# -- what comes back ----------------------------------------------------------------------------------


@pytest.mark.parametrize("nothing", ["", "<p>", b"", "<html><body></body></html>", b"\x89PNG\r\n", None, 3])
def test_none_for_no_content_and_for_no_page(nothing: object) -> None:
    assert extract(nothing) is None
    assert bare_extraction(nothing) is None


def test_plain_text_has_no_marks_by_default() -> None:
    text = text_of()
    assert PROSE in text
    assert "It rained in" in text
    assert "Home" not in text


def test_comments_follow_the_text_unless_left_out() -> None:
    assert text_of().endswith("very much indeed.")
    assert COMMENT not in text_of(include_comments=False)


def test_tables_can_be_left_out() -> None:
    assert "Red Knoll" in text_of()
    without = text_of(include_tables=False)
    assert "Red Knoll" not in without
    assert "one boot was lost" in without


def test_links_images_and_formatting_are_asked_for() -> None:
    assert "(https://walker.example.org/village)" in text_of(include_links=True)
    assert "![The inn](https://walker.example.org/inn.jpg)" in text_of(include_images=True)
    assert "**rained**" in text_of(include_formatting=True)


def test_markdown_is_formatted_unless_that_is_refused() -> None:
    assert text_of(output_format="markdown").startswith("It **rained** in the hills all day")
    assert "**" not in text_of(output_format="markdown", include_formatting=False)


def test_favouring_recall_keeps_no_less_than_favouring_precision() -> None:
    page = ARTICLE + LIST
    precise, full = extract(page, favor_precision=True), extract(page, favor_recall=True)
    assert precise is not None
    assert full is not None
    assert len(full) > len(precise)


def test_header_of_text_with_metadata_is_yaml() -> None:
    lines = text_of(with_metadata=True, record_id="7").splitlines()
    end = lines.index("---", 1)
    header = dict(line.split(": ", 1) for line in lines[1:end])
    assert header["title"] == "A walk in the hills"
    assert header["date"] == '"2024-05-01"'
    assert header["id"] == '"7"'
    assert header["hostname"] == "walker.example.org"


def test_json_has_text_and_comments_and_the_fields_where_asked() -> None:
    assert set(json.loads(text_of(output_format="json"))) == {"text", "comments"}
    record = json.loads(text_of(output_format="json", with_metadata=True))
    assert record["source"] == URL
    assert record["source-hostname"] == "The Walker"
    assert record["excerpt"] == "Two days of rain."
    assert record["tags"] == "hills, rain"
    assert record["author"] == "Ann Lee"


def test_csv_is_one_row_with_null_for_what_is_not_known() -> None:
    (row,) = csv.reader([text_of(output_format="csv", with_metadata=True)], delimiter="\t")
    assert len(row) == 11
    assert row[0] == URL
    assert row[1] == "null"
    assert (
        PROSE in next(csv.reader(text_of(output_format="csv").splitlines(keepends=True), delimiter="\t"))[7]
    )


def test_html_has_fields_as_meta_elements() -> None:
    html = text_of(output_format="html", with_metadata=True)
    assert '<meta name="author" content="Ann Lee">' in html
    assert "<b>rained</b>" in html
    assert "<head>" not in text_of(output_format="html")


def test_xml_uses_their_vocabulary() -> None:
    page = ARTICLE.replace("<p>Nobody", "<h2>The bridge</h2><p>Nobody")
    markup = extract(page, url=URL, output_format="xml", with_metadata=True, include_links=True)
    assert markup is not None
    root = parsed(markup)
    assert root.get("author") == "Ann Lee"
    main, comments = root
    assert [main.tag, comments.tag] == ["main", "comments"]
    heading = main.find("head")
    assert heading is not None
    assert heading.get("rend") == "h2"
    assert [cell.text for cell in main.iter("cell")] == ["Hill", "Height", "Red Knoll", "312 m"]
    assert [item.text for item in main.iter("item")] == ["one boot was lost", "two socks were wet"]
    assert [link.get("target") for link in main.iter("ref")] == ["https://walker.example.org/village"]
    assert not list(main.iter("hi"))
    assert "".join(comments.itertext()).strip().startswith("I was there")


INTRO = f"<p>{PROSE}, so we stood at the river, and it went on raining for most of the afternoon.</p>"


@pytest.mark.parametrize(
    ("markup", "lines"),
    [
        (
            "<ul><li>bread<ul><li>rye</li></ul></li><li><p>milk</p></li></ul>",
            ["- bread", "  - rye", "- milk"],
        ),
        (
            "<table><tr><th>Hill</th><th>Height</th></tr><tr><td>Knoll<br>Red</td><td>3|2</td></tr></table>",
            ["| Hill | Height | ", "|---|---|", "| Knoll Red | 3\\|2 |"],
        ),
        (
            "<table><tr><td rowspan=2>a</td><td>b</td><td>c</td></tr><tr><td colspan=2>d</td></tr></table>",
            ["| a | b | c | ", "|  | d |  |"],
        ),
        ("<table><tr><td><div>a</div><div>b</div></td><td>c</td></tr></table>", ["| a b | c |"]),
        ("<pre><code>if wet:\n\n    stop()</code></pre>", ["if wet:", "    stop()"]),
        ("<p>one<br>two</p><blockquote><p>three</p></blockquote>", ["one", "two", "three"]),
    ],
)
def test_plain_text_has_a_line_a_paragraph_dashes_and_bars(markup: str, lines: list[str]) -> None:
    text = extract(f"<html><body><article>{INTRO}{markup}</article></body></html>")
    assert text is not None
    assert text.split("\n")[1:] == lines


def test_a_table_that_arranges_the_page_has_no_bars() -> None:
    cells = "".join(
        f"<td>{INTRO}{INTRO.replace('river', place)}<p>{place}</p></td>" for place in ("mill", "inn")
    )
    text = extract(f"<html><body><table><tr>{cells}</tr></table></body></html>")
    assert text is not None
    assert "|" not in text
    assert "stood at the inn" in text


@pytest.mark.parametrize(
    ("markup", "xml"),
    [
        ("<ul><li><p>a</p><p>b</p></li><li><div>c</div><div>d</div></li></ul>",
         '<list rend="ul"><item><p>a</p><p>b</p></item><item>c<p>d</p></item></list>'),
        ("<table><tr><td colspan=2>a</td><td>b</td></tr><tr><td>c</td><td></td><td>d</td></tr></table>",
         ("<table><row><cell>a</cell><cell /><cell>b</cell></row>"
         "<row><cell>c</cell><cell /><cell>d</cell></row></table>")),
        ("<p>a<br>\n<b>b</b><br></p>", '<p>a<lb /><hi rend="#b">b</hi></p>'),
        ("<dl><dt>a</dt><dd>b</dd><dt>c</dt><dd>d</dd></dl>",
         ('<list rend="dl"><item rend="dt-1">a</item><item rend="dd-1">b</item>'
         '<item rend="dt-2">c</item><item rend="dd-2">d</item></list>')),
    ],
)  # fmt: skip
def test_blocks_in_cells_and_items_stay_apart_in_the_xml(markup: str, xml: str) -> None:
    page = f"<html><body><article>{INTRO}{markup}</article></body></html>"
    text = extract(page, output_format="xml", include_formatting=True)
    assert text is not None
    main = parsed("".join(line.strip() for line in text.split("\n")))[0]
    assert "".join(ET.tostring(one, encoding="unicode") for one in main[1:]) == xml


def test_words_next_to_elements_stay_where_the_xml_is_indented() -> None:
    page = f"<html><body><article>{INTRO}<p> <code>go</code> up the hill</p></article></body></html>"
    main = parsed(extract(page, output_format="xml") or "")[0]
    assert "go up the hill" in " ".join("".join(main.itertext()).split())


def test_many_rows_below_a_wide_cell_are_not_all_filled() -> None:
    rows = "<tr><td colspan=1000>a</td><td>b</td></tr>" + "<tr><td>c</td></tr>" * 2000
    body = body_element(f"<table>{rows}</table>")
    assert len(list(body.iter("cell"))) < 10_000


def test_repeated_texts_are_left_out_where_asked_from_the_fourth_time() -> None:
    reset_caches()
    ending = "and we went home again, all of us, by the long way around the hill, as we had before"
    pages = [
        f"<article>{INTRO}<p>{PROSE} in the year {year}, {ending}.</p></article>"
        for year in range(1990, 1996)
    ]
    texts = [extract(page, deduplicate=True) or "" for page in pages]
    assert ["stood at the river" in text for text in texts] == [True, True, True, False, False, False]
    assert all(f"in the year {year}" in text for year, text in zip(range(1990, 1996), texts, strict=True))
    assert "stood at the river" in (extract(pages[0], deduplicate=LRUCache(maxsize=8)) or "")
    assert "stood at the river" in (extract(pages[0]) or "")
    assert "stood at the river" not in (extract(pages[0], deduplicate=True) or "")
    assert extract(pages[0], deduplicate=True) is not None
    assert extract(pages[0], deduplicate=True) is None
    reset_caches()
    assert extract(pages[0], deduplicate=True) is not None


def test_a_cache_of_texts_forgets_the_one_not_seen_for_longest() -> None:
    cache = LRUCache(maxsize=2)
    assert [cache.increment(text) for text in "aabacb"] == [-1, 1, -1, 2, -1, -1]
    with pytest.raises(ValueError, match="at least 1, not 0"):
        LRUCache(maxsize=0)


def test_words_outside_of_all_blocks_stand_in_a_paragraph_of_the_xml() -> None:
    root = parsed(text_of(output_format="xml", include_formatting=True))
    assert any((p.text or "").startswith("Bring a coat") for p in root.iter("p"))
    assert [word.get("rend") for word in root.iter("hi")] == ["#b"]


def test_xmltei_has_the_header_and_the_elements_of_the_original() -> None:
    root = parsed(text_of(output_format="xmltei", record_id="7", include_images=True))
    assert root.tag == "{http://www.tei-c.org/ns/1.0}TEI"
    text = ET.tostring(root, encoding="unicode").replace("ns0:", "")
    for part in (
        '<title type="main">A walk in the hills</title>', '<note type="id">7</note>',
        "<publisher>The Walker (walker.example.org)</publisher>", f'<ptr type="URL" target="{URL}" />',
        '<bibl type="sigle">The Walker, 2024-05-01</bibl>', '<term type="tags">hills, rain</term>',
        '<div type="entry">', '<cell role="head">Hill</cell>', '<div type="comments">',
        '<graphic url="https://walker.example.org/inn.jpg" />',
    ):  # fmt: skip
        assert part in text
    page = ARTICLE.replace("<p>Nobody", "<h2>Over <i>there</i><p>on</p></h2><pre>go</pre><p>Nobody")
    text = extract(page, output_format="xmltei") or ""
    assert '<ab rend="h2" type="header">Over there<lb/>on</ab>' in text.replace("\n", "")
    assert "<code>go</code>\n        </p>" in text


def test_unknown_form_is_an_error_as_in_the_original() -> None:
    with pytest.raises(AttributeError, match="must be one of"):
        extract(ARTICLE, output_format="pdf")
    with pytest.raises(ValueError, match="bare_extraction"):
        extract(ARTICLE, output_format="python")


# -- what is wanted -----------------------------------------------------------------------------------


def test_other_languages_are_left_out() -> None:
    assert extract(NEWS_ZH, target_language="en") is None
    found = bare_extraction(NEWS_ZH, target_language="zh")
    assert isinstance(found, Document)
    assert found.language == "zh"


def test_pages_without_a_date_or_address_are_left_out_where_asked() -> None:
    assert extract(ARTICLE, only_with_metadata=True) is None  # no address
    assert extract(ARTICLE, URL, only_with_metadata=True) is not None


def test_addresses_and_authors_can_be_refused() -> None:
    assert extract(ARTICLE, URL, url_blacklist={URL}) is None
    assert document_of(author_blacklist={"ann lee"}).author is None


def test_dates_follow_their_parameters() -> None:
    assert (
        document_of(with_metadata=True, date_extraction_params={"outputformat": "%d.%m.%Y"}).date
        == "01.05.2024"
    )
    late = {"max_date": datetime(2020, 1, 1, tzinfo=UTC)}
    assert document_of(with_metadata=True, date_extraction_params=late).date is None


def test_xpath_takes_parts_out() -> None:
    pytest.importorskip("lxml")
    assert "Bring a coat" in text_of()
    assert "Bring a coat" not in text_of(prune_xpath="//div[@class='advice']")
    assert PROSE not in text_of(prune_xpath=["//nav", "//p[2]"])
    with pytest.raises(OptionError, match="XPath"):
        extract(ARTICLE, prune_xpath="//p[")


# -- documents ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        ('<meta property="og:type" content="video">', "video"),
        ('<script type="application/ld+json">{"@type": ["Thing", "NewsArticle"]}</script>', "newsarticle"),
        (
            '<script type="application/ld+json">[{"@type": "Person"}, {"@type": "WebPage"}]</script>',
            "webpage",
        ),
        ('<script type="application/ld+json">{"@type": "Person", "name": "A"}</script>', None),
    ],
)
def test_the_kind_of_a_page_is_what_it_declares(head: str, kind: str | None) -> None:
    assert extract_metadata(f"<html><head>{head}</head><body><p>{PROSE}</p></body></html>").pagetype == kind


def test_a_document_has_no_fields_unless_they_are_asked_for() -> None:
    bare, full = document_of(), document_of(with_metadata=True)
    assert (bare.title, bare.date, bare.tags) == (None, None, None)
    assert (full.title, full.author, full.date) == ("A walk in the hills", "Ann Lee", "2024-05-01")
    assert (full.tags, full.categories, full.pagetype) == (["hills, rain"], [], "article")
    assert full.image == "https://walker.example.org/lead.jpg"
    assert bare.text is not None
    assert PROSE in bare.text


def test_the_body_of_a_document_is_a_tree() -> None:
    document = document_of()
    assert PROSE in "".join(document.body.itertext())
    assert COMMENT in "".join(document.commentsbody.itertext())


def test_a_document_becomes_a_dictionary() -> None:
    with pytest.warns(DeprecationWarning, match="as_dict"):
        found = bare_extraction(ARTICLE, URL, as_dict=True, with_metadata=True)
    assert isinstance(found, dict)
    assert found["author"] == "Ann Lee"
    assert Document.from_dict(found).author == "Ann Lee"


def test_extract_with_metadata_has_the_text_in_the_form_asked_for() -> None:
    found = extract_with_metadata(ARTICLE, URL, output_format="json")
    assert found is not None
    assert found.title == "A walk in the hills"
    assert PROSE in json.loads(found.text or "")["text"]


def test_metadata_alone() -> None:
    assert extract_metadata(ARTICLE, default_url=URL).sitename == "The Walker"
    assert extract_metadata("").title is None
    with pytest.raises(TypeError, match="a page is"):
        extract_metadata(None)


def test_baseline_has_tree_text_and_length() -> None:
    body, text, length = baseline(ARTICLE)
    assert PROSE in "".join(body.itertext())
    assert len(text) == length
    assert baseline(b"\x89PNG\r\n")[1:] == ("", 0)


@pytest.mark.parametrize(
    "data",
    [
        {"@type": "Recipe", "recipeInstructions": [{"@type": "HowToStep", "text": INTRO}, "Boil the rice"]},
        {"@type": "HowTo", "step": {"itemListElement": [{"text": INTRO}, {"text": "Boil the rice"}]}},
        {"@type": "Product", "description": f"{INTRO}<p>Boil the rice</p>"},
        [{"articleBody": f"{INTRO}<p>Boil the rice</p>", "description": "no", "comment": {"text": "no"}}] * 2,
    ],
)
def test_baseline_reads_texts_in_json_ld(data: object) -> None:
    page = f"<script type=application/ld+json>{json.dumps(data)}</script><body><div>short</div>"
    lines = baseline(page)[1].split("\n\n")
    assert [line[:20] for line in lines] == ["Nobody had told us t", "Boil the rice"]


def test_the_publisher_that_is_no_address_names_the_site() -> None:
    page = "<meta property=article:publisher content={}><p>Some text.</p>"
    assert extract_metadata(page.format("gazette")).sitename == "Gazette"
    assert extract_metadata(page.format("https://social.example/gazette")).sitename is None


def test_pages_of_too_many_blocks_are_none_by_the_settings() -> None:
    config = use_config()
    config.set("DEFAULT", "MAX_TREE_SIZE", "3")
    assert extract(f"<article>{INTRO * 3}</article>", config=config) is not None
    assert extract(f"<article>{INTRO * 4}</article>", config=config) is None


def test_all_text_on_one_line() -> None:
    assert html2txt("<p>rain<br>hills</p><p>a<b>b</b></p>") == "rain hills ab"
    text = html2txt(ARTICLE)
    assert text.startswith("Home About us A walk in the hills It rained in")
    assert "© 2024" not in text
    assert html2txt(ARTICLE, clean=False).endswith("© 2024 The Walker")
    assert html2txt(b"\x89PNG\r\n") == ""


def test_trees_and_responses_are_read_as_pages() -> None:
    html = pytest.importorskip("lxml.html")
    assert PROSE in (extract(html.fromstring(ARTICLE)) or "")
    assert PROSE in (extract(SimpleNamespace(data=ARTICLE.encode())) or "")


# -- options and settings -----------------------------------------------------------------------------


def test_an_extractor_is_used_in_the_place_of_all_else() -> None:
    options = Extractor(output_format="markdown", comments=False, url=URL)
    assert extract(ARTICLE, output_format="json", options=options) == text_of(
        output_format="markdown", include_comments=False
    )


def test_an_extractor_of_another_library_is_read_by_its_attributes() -> None:
    other = SimpleNamespace(**vars(Extractor(output_format="json")))
    assert "text" in json.loads(extract(ARTICLE, options=other) or "")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="Extractor"):
        extract(ARTICLE, options={"format": "json"})  # type: ignore[arg-type]


def test_settings_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "settings.cfg"
    file.write_text("[DEFAULT]\nMIN_OUTPUT_SIZE = 100000\nMIN_OUTPUT_COMM_SIZE = 100000\n")
    assert extract(ARTICLE, settingsfile=str(file)) is None
    with pytest.raises(FileNotFoundError):
        extract(ARTICLE, settingsfile=str(tmp_path / "none.cfg"))


def test_pages_above_the_size_of_the_settings_are_none() -> None:
    config = use_config()
    config.set("DEFAULT", "MAX_FILE_SIZE", "100")
    assert extract(ARTICLE, config=config) is None


def test_max_tree_size_is_refused_as_in_the_original() -> None:
    with pytest.raises(ValueError, match="max_tree_size"):
        extract(ARTICLE, max_tree_size=100)


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"tei_validation": True, "output_format": "xmltei"}, "tei_validation"),
        ({"date_extraction_params": {"verbose": True}}, "verbose"),
    ],
)
def test_what_has_no_effect_is_said_once_at_the_caller(given: dict[str, object], name: str) -> None:
    with pytest.warns(CompatWarning, match=name) as said:
        extract(ARTICLE, **given)  # type: ignore[arg-type]
    assert said[0].filename == __file__
    extract(ARTICLE, **given)  # type: ignore[arg-type] # a second warning would be an error


def test_no_fallback_is_deprecated_as_in_the_original() -> None:
    with pytest.warns(DeprecationWarning, match="no_fallback") as said:
        extract(ARTICLE, no_fallback=True)
    assert said[0].filename == __file__


def test_sizes_of_the_settings_are_attributes_of_the_extractor(caplog: pytest.LogCaptureFixture) -> None:
    config = use_config()
    config.set("DEFAULT", "MIN_FILE_SIZE", "77")
    options = Extractor(config=config, precision=True, recall=True)
    assert (options.min_file_size, options.max_repetitions, options.focus) == (77, 2, "recall")
    assert "mutually exclusive" in caplog.text


def test_a_response_decodes_its_body_and_keeps_its_headers() -> None:
    response = DownloadResponse(gzip.compress(ARTICLE.encode()), 200, URL)
    response.store_headers({"X-Name": "value"})
    response.decode_data(True)
    assert (response.headers, response.html, str(response)) == ({"x-name": "value"}, ARTICLE, ARTICLE)


@pytest.mark.parametrize("compress", [gzip.compress, zlib.compress, lambda data: gzip.compress(data) * 2])
def test_compressed_pages_are_read_up_to_a_size(compress: Callable[[bytes], bytes]) -> None:
    packed = compress(b"<p>some text</p>")
    assert decode_file(packed).startswith("<p>some text</p>")
    assert decompress_page(packed, 10) == packed
    assert decompress_page(packed[:-9]) == packed[:-9]


def test_the_licence_is_named_by_its_link() -> None:
    assert (
        extract_metadata("<a rel=license href=/terms>Our terms</a><p>Some text.</p>").license == "Our terms"
    )


def test_settings_without_an_effect_are_announced() -> None:
    config = use_config()
    config.set("DEFAULT", "MIN_EXTRACTED_SIZE", "10")
    with pytest.warns(CompatWarning, match="MIN_EXTRACTED_SIZE"):
        extract(ARTICLE, config=config)


# -- fetching -----------------------------------------------------------------------------------------


def test_private_addresses_are_fetched_only_where_the_settings_allow_it() -> None:
    config = use_config()
    config.set("DEFAULT", "SSRF_PROTECTION", "off")
    with serving() as site:
        assert fetch_url(f"{site}/hills") is None
        assert fetch_url(f"{site}/hills", config=config) == ARTICLE
        assert fetch_url(f"{site}/gone", config=config) is None
        response = fetch_response(f"{site}/hills", decode=True, config=config)
    assert response
    assert response.as_dict()["status"] == 200
    assert response.html == ARTICLE


def test_certificates_are_checked_whatever_is_asked() -> None:
    with pytest.warns(CompatWarning, match="no_ssl"):
        assert fetch_url("http://127.0.0.1:9/", no_ssl=True) is None


# -- names of its modules -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("module", "names"),
    [
        ("core", "extract bare_extraction extract_with_metadata Extractor Document"),
        ("metadata", "extract_metadata Document"),
        ("utils", "load_html decode_file trim"),
        ("cli", "main parse_args"),
    ],
)
def test_names_of_modules_are_importable(module: str, names: str) -> None:
    found = import_module(f"maintext.compat.trafilatura.{module}")
    assert all(hasattr(found, name) for name in names.split())


def test_pages_of_gzip_are_decompressed() -> None:
    packed = gzip.compress(ARTICLE.encode())
    assert extract(packed) == extract(ARTICLE)
    assert decode_file(packed) == ARTICLE
    assert extract(packed[:40]) is None
    assert extract(packed[:3] + b"damaged") is None


def test_what_cannot_be_fetched_is_none_with_the_reason(caplog: pytest.LogCaptureFixture) -> None:
    assert fetch_url(None) is None  # type: ignore[arg-type]
    assert fetch_url("http://127.0.0.1:9/") is None
    assert "not public" in caplog.text
    assert caplog.text.rstrip().endswith("the setting is SSRF_PROTECTION = off")


def test_a_page_that_is_too_large_to_fetch_is_none_with_the_name_of_the_setting(
    caplog: pytest.LogCaptureFixture,
) -> None:
    config = use_config()
    config.set("DEFAULT", "SSRF_PROTECTION", "off")
    config.set("DEFAULT", "MAX_FILE_SIZE", "100")
    with serving() as site:
        assert fetch_url(f"{site}/hills", config=config) is None
    assert caplog.text.rstrip().endswith("the setting is MAX_FILE_SIZE")


def test_load_html_gives_a_tree_that_extract_takes() -> None:
    assert trafilatura.load_html is load_html
    tree = load_html(ARTICLE.encode())
    assert load_html(tree) is tree
    assert extract(tree) == extract(ARTICLE)
    assert load_html(" ") is None
    with pytest.raises(TypeError):
        load_html(3)


def test_baseline_reads_the_body_in_json_ld_where_paragraphs_say_little() -> None:
    data = json.dumps({"@type": "Article", "articleBody": f"{PROSE} " * 9})
    page = f'<script type="application/ld+json">{data}</script><p>Loading'
    assert baseline(page)[1].count(PROSE) == 9


def test_licences_of_creative_commons_have_their_short_name() -> None:
    link = '<a rel="license" href="https://creativecommons.org/licenses/by-sa/4.0/deed.en">here</a>'
    assert extract_metadata(f"<p>{PROSE}</p><footer>{link}</footer>").license == "CC BY-SA 4.0"


@pytest.mark.parametrize(
    "page", ["123", "Access to that address is denied to your network: 3 < 5.", "", b"no page", " "]
)
def test_what_has_no_tag_is_no_page(page: str | bytes) -> None:
    assert (extract(page), bare_extraction(page), load_html(page)) == (None, None, None)
    assert (html2txt(page), baseline(page)[1:]) == ("", ("", 0))
    assert (extract_metadata(page).filedate, extract_metadata(page).tags) == (None, None)


@pytest.mark.parametrize("codec", ["utf-8", "utf-16"])
def test_a_page_of_tags_in_any_encoding_is_one(codec: str) -> None:
    assert PROSE in (extract(f"<p>{PROSE}, and so we waited for a day.</p>".encode(codec)) or "")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"precision": True, "recall": True}, "mutually exclusive"),
        ({"tei_validation": True}, "tei_validation"),
        ({"formatting": True, "output_format": "json"}, "JSON"),
        ({"tei_validation": True, "output_format": "xmltei"}, ""),
        ({"formatting": True, "output_format": "markdown"}, ""),
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_options_that_do_not_go_together_are_said(
    given: dict[str, object], said: str, caplog: pytest.LogCaptureFixture
) -> None:
    Extractor(**given)  # type: ignore[arg-type]
    assert said in caplog.text if said else not caplog.text


def test_the_source_can_be_written() -> None:
    assert Extractor(source="page\udcc3.html").source == "page?.html"


@pytest.mark.parametrize("code", ["<pre> \n </pre>", "<p>see <code>\n <br></code> below</p>"])
@pytest.mark.parametrize("formatting", [False, True])
def test_code_without_any_sign_is_left_out(code: str, formatting: bool) -> None:
    text = "A paragraph that is long enough to be the text of this page, with some more words in it."
    page = f"<html><body><article><p>{text}</p>{code}<p>{text}</p></article></body></html>"
    found = extract(page, include_formatting=formatting)
    assert found is not None
    assert found.count(text) == 2
    assert "`" not in found
