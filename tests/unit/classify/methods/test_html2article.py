"""html2article: the loop as the source has it, in C#, against ours; then what is around the loop."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from maintext.api import extract, select
from maintext.classify.methods.html2article import Html2ArticleOptions, source_lines, taken_lines
from maintext.html import parse

SMALL = {"depth": 2, "limit_count": 10, "head_empty_lines": 2, "end_limit_char_count": 3}


def loop_of_the_source(lines: list[str], o: Html2ArticleOptions) -> list[int]:
    """The C# loop, line by line; ``sb`` gets the numbers of lines, not their characters."""
    sb = []
    pre_text_len = 0
    start_pos = -1
    for i in range(len(lines) - o.depth):
        length = 0
        for j in range(o.depth):
            length += len(lines[i + j])
        if start_pos == -1:
            if pre_text_len > o.limit_count and length > 0:
                start_pos = start_of_the_source(lines, i, o)
                for j in range(start_pos, i + 1):
                    sb.append(j)  # noqa: PERF402 - as the source has it
        else:
            if length <= o.end_limit_char_count and pre_text_len < o.end_limit_char_count:
                if not o.append_mode:
                    break
                start_pos = -1
            sb.append(i)
        pre_text_len = length
    return sb


def start_of_the_source(lines: list[str], i: int, o: Html2ArticleOptions) -> int:
    empty_count = 0
    j = i - 1
    while j > 0:
        if lines[j] == "":
            empty_count += 1
        else:
            empty_count = 0
        if empty_count == o.head_empty_lines:
            return j + o.head_empty_lines
        j -= 1
    return i


# -- the loop -----------------------------------------------------------------------------------------

# Runs of equal lines, so that bodies begin and end.
RUN = st.tuples(st.sampled_from([0, 0, 0, 1, 4, 12, 19, 20, 21, 60, 200]), st.integers(1, 9))
LENGTHS = st.lists(RUN, max_size=10).map(lambda runs: [length for length, n in runs for _ in range(n)])
OPTIONS = st.builds(
    Html2ArticleOptions,
    depth=st.integers(1, 6),
    limit_count=st.sampled_from([0, 10, 100, 180]),
    head_empty_lines=st.integers(1, 3),
    end_limit_char_count=st.sampled_from([0, 1, 20, 40]),
)


def lines_of(lengths: list[int]) -> list[str]:
    return ["x" * length for length in lengths]


@given(LENGTHS)
def test_the_lines_are_those_of_the_source(lengths: list[int]) -> None:
    options = Html2ArticleOptions()
    assert taken_lines(lengths, options) == loop_of_the_source(lines_of(lengths), options)


@given(LENGTHS, OPTIONS)
def test_the_lines_are_those_of_the_source_for_any_constants(
    lengths: list[int], options: Html2ArticleOptions
) -> None:
    assert taken_lines(lengths, options) == loop_of_the_source(lines_of(lengths), options)


@given(LENGTHS)
def test_the_lines_are_those_of_the_source_in_append_mode(lengths: list[int]) -> None:
    options = Html2ArticleOptions(append_mode=True)
    assert taken_lines(lengths, options) == loop_of_the_source(lines_of(lengths), options)


def taken(lengths: list[int], **options: Any) -> list[int]:
    return taken_lines(lengths, Html2ArticleOptions(**(SMALL | options)))


def test_a_body_begins_below_the_blank_lines_above_it() -> None:
    #  sums of two lines: 4 0 5 11 13 15 8 0 0; line 4 follows a sum of 11 > 10, the end is at 8
    assert taken([4, 0, 0, 5, 6, 7, 8, 0, 0, 0]) == [3, 4, 5, 6, 7]


def test_a_single_blank_line_is_no_head() -> None:
    # Line 5 follows a sum of 11 > 10; above it stands one blank line only.
    assert taken([4, 4, 4, 0, 5, 6, 7, 8, 0, 0, 0])[0] == 5


def test_one_blank_line_is_enough_when_the_option_says_so() -> None:
    assert taken([4, 4, 4, 0, 5, 6, 7, 8, 0, 0, 0], head_empty_lines=1)[0] == 4


def test_line_0_is_not_looked_at_when_searching_upward() -> None:
    assert taken([0, 0, 5, 6, 7, 8, 0, 0, 0])[0] == 3


def test_a_sum_of_exactly_the_limit_does_not_begin_a_body() -> None:
    assert taken([5, 5, 5, 5, 5, 0, 0, 0]) == []
    assert taken([5, 6, 5, 5, 5, 0, 0, 0]) != []


def test_the_end_needs_two_short_sums() -> None:
    # Sums 12 12 6 0 6 12 6 0: the blank lines in the middle give one short sum only.
    assert taken([6, 6, 6, 0, 0, 6, 6, 0, 0, 0])[-1] == 7


def test_sums_at_the_end_limit_end_a_body() -> None:
    # Sums from line 3 on: 9 5 3 2 2. Line 5 has 3 ≤ 3 after 5, line 6 has 2 ≤ 3 after 3 which is not < 3.
    assert taken([6, 6, 6, 6, 3, 2, 1, 1, 1, 1])[-1] == 6


def test_the_last_lines_are_never_looked_at() -> None:
    assert taken([6] * 8) == [1, 2, 3, 4, 5]


def test_fewer_lines_than_the_depth_are_no_body() -> None:
    assert taken_lines([1000] * 5, Html2ArticleOptions()) == []


def test_without_append_mode_only_the_first_body_is_taken() -> None:
    body = [9, 9, 9, 9, 0, 0, 0, 0]
    assert max(taken(body * 2)) < len(body)


def test_append_mode_goes_on_after_the_first_body() -> None:
    body = [9, 9, 9, 9, 0, 0, 0, 0]
    assert max(taken(body * 2, append_mode=True)) > len(body)


# -- from a page to lines -----------------------------------------------------------------------------

BODY = "\n".join(
    f"<p>Paragraph {i} of the article goes on for as long as paragraphs do.</p>" for i in range(6)
)
PAGE = f"<nav>\n<a href=/>Home</a>\n</nav>\n\n\n\n{BODY}\n\n\n\n\n\n\n\n\n<p>Imprint</p>\n\n\n\n\n\n"


def lines_and_places(markup: str) -> tuple[list[str], list[tuple[int, int]]]:
    return source_lines(parse(markup))


def test_lines_are_those_of_the_source_without_tags() -> None:
    lines, _ = lines_and_places("<p>one\n two </p>\n<p><b>th</b>ree</p>" + "\n" * 9)
    assert lines[:3] == ["one", "two", "three"]


def test_places_are_the_lines_that_a_text_touches() -> None:
    lines, places = lines_and_places("<p>one\n two </p>\n<p><b>th</b>ree</p>" + "\n" * 9)
    assert places == [(0, 2), (1, 3), (2, 3), (2, 3), (2, len(lines))]


def test_hidden_text_is_on_no_line() -> None:
    lines, _ = lines_and_places("<title>t</title>one<i hidden>x</i>\n<script>y</script>two" + "\n" * 9)
    assert lines[:2] == ["one", "two"]


def test_a_compressed_page_gets_a_break_after_every_closing_tag() -> None:
    # Closed before "one": head. Then </p>, </b>, </p></div>.
    lines, _ = lines_and_places("<div><p>one</p><p><b>two</b>three</p></div>four")
    assert lines == ["", "one", "two", "three", "", "four"]


def test_a_page_with_ten_line_breaks_is_not_compressed() -> None:
    assert lines_and_places("<p>one</p><p>two</p>" + "\n" * 10)[0][0] == "onetwo"
    assert lines_and_places("<p>one</p><p>two</p>" + "\n" * 9)[0][:3] == ["", "one", "two"]


def test_a_large_page_with_ten_line_breaks_is_compressed() -> None:
    assert lines_and_places("<p>one</p>" + "\n" * 10 + "<p>" + "x" * 20_000)[0][:2] == ["", "one"]


# -- the method ---------------------------------------------------------------------------------------


def kept(markup: str) -> str:
    return extract(markup, method="html2article").text


def test_the_run_of_long_lines_is_kept() -> None:
    assert kept(PAGE).count("Paragraph") == 6


def test_what_stands_far_from_the_long_lines_is_dropped() -> None:
    assert "Home" not in kept(PAGE)
    assert "Imprint" not in kept(PAGE)


def test_a_compressed_page_is_read_by_its_tags() -> None:
    body = BODY.replace("\n", "")
    footer = "<p></p>" * 7 + "<p>Imprint</p>" + "<p></p>" * 6
    text = kept(f"<nav><a href=/>Home</a></nav><i></i><i></i><i></i>{body}{footer}")
    assert text.startswith("Paragraph 0")
    assert text.endswith("as long as paragraphs do.")


def test_lines_too_short_for_a_body_leave_nothing() -> None:
    assert kept("\n".join(f"<li>item {i}</li>" for i in range(30))) == ""


def test_the_facts_count_lines_and_runs() -> None:
    facts = extract(PAGE, method="html2article").selection.facts
    assert facts["n_lines"] == PAGE.count("\n") + 1
    assert facts["n_runs"] == 1


def page_with_text(n_inside: int, n_far: int) -> str:
    """One text with a body of four long lines, and characters far below it."""
    body = "\n".join(["x" * (n_inside // 4)] * 4)
    return f"<p>{body}" + "\n" * 12 + "y" * n_far + "\n" * 6 + "</p>"


def test_a_text_is_kept_when_half_of_it_stands_in_taken_lines() -> None:
    # Line 0 is looked at but no body begins there: three of the four lines are taken, 600 characters.
    assert kept(page_with_text(800, 399)).startswith("x")


def test_a_text_is_dropped_when_less_than_half_of_it_stands_in_taken_lines() -> None:
    assert kept(page_with_text(800, 401)) == ""


# -- the last lines -----------------------------------------------------------------------------------

LAST = "The very last sentence of the story ends the page."
LINE = "<p>A long line of the story, which goes on and on and on.</p>"
ENDS_WITH_ITS_BODY = "\n".join([*[LINE] * 12, f"<p>{LAST}</p>"])


def test_the_last_lines_are_never_taken_and_the_reason_says_so() -> None:
    page = parse(ENDS_WITH_ITS_BODY)
    selection = select(page, "html2article")
    row = next(row for row in range(len(page)) if page.is_text[row] and page.row_text(row) == LAST)
    assert not selection.keep[row]
    assert selection.why(row) == "in the last lines of the page, which the method never takes"
    reasons = [selection.why(i) for i in range(len(page)) if page.n_chars[i] and page.is_text[i] and i != row]
    assert reasons[-4:] == ["in the last lines of the page, which the method never takes"] * 4
    assert reasons[-5] == "inside the run of long lines"


def test_with_the_end_padded_they_are_taken() -> None:
    assert LAST in extract(ENDS_WITH_ITS_BODY, method="html2article", method_options={"pad_end": True}).text
    assert LAST not in extract(ENDS_WITH_ITS_BODY, method="html2article").text


@given(LENGTHS, OPTIONS)
def test_a_padded_end_is_blank_lines_behind_the_page(
    lengths: list[int], options: Html2ArticleOptions
) -> None:
    padded = taken_lines(lengths, replace(options, pad_end=True))
    assert padded == taken_lines([*lengths, *[0] * options.depth], options)
    assert all(line < len(lengths) for line in padded)
