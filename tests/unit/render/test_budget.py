"""Markdown for a language model: compact tables and a budget of tokens."""

from __future__ import annotations

from click.testing import CliRunner
from tests.each import each

import maintext
from maintext.cli import main
from maintext.options import Options
from maintext.render.framing.budget import CUT_MARK, compact_tables, count_tokens, cut_markdown

TABLE = "| Fare | Price |\n| --- | ---: |\n| child \\| dog | 2 |\n|  | 3 |"
PAGE = """<html lang=en><head><title>Fares</title></head><body><article><h1>Fares of the ferry</h1>
<p>The <a href=/ferry>ferry</a> has had the same fares for nine years, and few people complain about them.</p>
<p><img src=/boat.jpg alt="The boat">They rise in June, as the council said after a long evening of talk.</p>
<table><tr><th>Fare<th>Price</tr><tr><td>Child<td>2</tr><tr><td>Dog<td>1</tr></table>
<h2>Winter</h2><p>In winter there is no ferry on Sundays, and the bus takes its passengers instead.</p>
</article></body></html>"""
URL = "https://example.org/fares"


def words(text: str) -> int:
    return len(text.split())


def test_tables_lose_spaces_and_code_none() -> None:
    code = "```\n| a | b |\n```"
    assert (
        compact_tables(f"{TABLE}\n\n{code}") == f"|Fare|Price|\n|---|---:|\n|child \\| dog|2|\n||3|\n\n{code}"
    )


@each("n_tokens", range(4, 40, 3))
def test_a_cut_fits_and_ends_at_a_block(n_tokens: int) -> None:
    markdown = (
        "# One\n\nTwo three four.\n\n- five six\n- seven\n  eight\n\n## Nine\n\nTen eleven twelve thirteen."
    )
    cut = cut_markdown(markdown, n_tokens, words)
    assert words(cut) <= n_tokens
    body = cut.removesuffix(CUT_MARK).rstrip()
    assert markdown.startswith(body)
    assert cut == markdown or (cut.endswith(CUT_MARK) and not body.endswith(("# One\n", "Nine", "seven")))


def test_what_fits_stays_as_it_is() -> None:
    assert cut_markdown(TABLE, 1000) == TABLE


def test_a_table_is_cut_between_its_rows_and_code_not_at_all() -> None:
    rows = "\n".join(f"| kind {at} | {at} |" for at in range(20))
    assert cut_markdown(f"{TABLE}\n{rows}", 25, words) == f"{TABLE}\n\n{CUT_MARK}"
    code = "```\nfirst\n\n- second\n```"
    assert cut_markdown(f"Text.\n\n{code}\n\nMore.", 6, words) == f"Text.\n\n{CUT_MARK}"


def test_footnotes_go_with_what_refers_to_them() -> None:
    markdown = "One[^1] two.\n\nThree[^2] four.\n\n[^1]: first note\n[^2]: second note"
    assert cut_markdown(markdown, 7, words) == f"One[^1] two.\n\n{CUT_MARK}\n\n[^1]: first note"


def test_a_first_block_that_is_too_long_is_cut_between_words() -> None:
    assert cut_markdown("one two three four", 3, words) == f"one two\n\n{CUT_MARK}"
    assert cut_markdown("```py\none two three four\n```", 5, words) == f"```py\none two\n```\n\n{CUT_MARK}"
    assert cut_markdown("渡轮票价" * 50, 10).startswith("渡轮")
    assert cut_markdown("one two", 0, words) == CUT_MARK


def test_tokens_are_counted_by_script() -> None:
    assert count_tokens("") == 0
    assert count_tokens("The ferry has the same fares.") == 7
    assert count_tokens("渡轮的票价六月上涨。") == 10
    assert count_tokens("12345678") == 3


def test_for_a_language_model_links_and_pictures_are_left_out_unless_asked_for() -> None:
    doc = maintext.extract(PAGE, URL, options=Options.for_llm())
    assert "](" not in doc.markdown
    assert "|Child|2|" in doc.markdown
    assert doc.text == maintext.extract(PAGE, URL).text
    linked = maintext.extract(PAGE, URL, options=Options.for_llm(links=True))
    assert "[ferry](https://example.org/ferry)" in linked.markdown


def test_the_budget_holds_for_all_that_is_written() -> None:
    doc = maintext.extract(PAGE, URL, max_tokens=60, front_matter=True)
    assert doc.markdown.startswith("---\n")
    assert doc.markdown.endswith(CUT_MARK)
    assert count_tokens(doc.markdown) <= 60


def test_the_command_has_the_same() -> None:
    run = CliRunner().invoke(main, ["extract", "-", "-u", URL, "--markdown", "--for", "llm"], input=PAGE)
    assert run.output.strip() == maintext.extract(PAGE, URL, options=Options.for_llm()).markdown
    asked = ["extract", "-", "-u", URL, "--markdown", "--for", "llm", "--images", "--max-tokens", "40"]
    run = CliRunner().invoke(main, asked, input=PAGE)
    expected = maintext.extract(PAGE, URL, options=Options.for_llm(images=True, max_tokens=40))
    assert run.output.strip() == expected.markdown


def test_headings_that_fit_stay_whole_before_a_block_that_is_cut() -> None:
    headings = "# Tide tables\n\n## Contents"
    markdown = f"{headings}\n\none two three four five six"
    assert cut_markdown(markdown, 9, words) == f"{headings}\n\none two three\n\n{CUT_MARK}"
    assert cut_markdown(f"{headings}\n\n## The long third part", 8, words) == f"{headings}\n\n{CUT_MARK}"
    assert cut_markdown("# One[^1]\n\ntwo three four\n\n[^1]: note", 7, words).startswith("# One[^1]\n\ntwo")


def test_what_is_cut_has_no_more_tokens_than_the_limit() -> None:
    for markdown in ("- one two three\n" * 300, "Ten words. " * 300, "```\n" + "a b c\n" * 300 + "```\n"):
        for limit in (20, 33, 50, 400):
            assert limit - 8 <= count_tokens(cut_markdown(markdown, limit)) <= limit


def test_no_line_of_a_quotation_without_words_is_last() -> None:
    quoted = "\n>\n".join(f"> the quoted line {n}" for n in range(9))
    assert cut_markdown(quoted, 16) == f"> the quoted line 0\n>\n> the quoted line 1\n\n{CUT_MARK}"
    assert cut_markdown("<https://example.org/a>\n\n" + quoted, 16).startswith("<https://example.org/a>\n\n[")
