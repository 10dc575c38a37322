"""Reports of many records: what is shown, and that what a site says stays text."""

from __future__ import annotations

from maintext.report import counted, failed, html_page, sample, samples, table


def test_what_a_site_says_is_text() -> None:
    evil = "<script>alert(1)</script>"
    page = html_page(evil, [
        table([(evil, 1)], (evil,)),
        counted(evil, [(evil, 2)], bars=True),
        failed(evil, [(evil,)], (evil,), maximum=5, n_failed=1),
        samples([sample(evil, [evil], evil, evil)]),
    ])  # fmt: skip
    assert "<script" not in page
    assert page.count("&lt;script&gt;") == 13


def test_counts_have_bars_and_an_end() -> None:
    section = counted("By day", [(str(day), 1000 * (50 - day)) for day in range(50)], bars=True)
    assert section.count('class="bar"') == section.count("<tr>") == 40
    assert "50,000" in section
    assert "width:12.00em" in section
    assert "and 10 more" in section
    assert "bar" not in counted("By kind", [("", 1)])
    assert "(unknown)" in counted("By kind", [("", 1)])


def test_where_there_is_nothing_nothing_is_shown() -> None:
    assert counted("Errors", []) == failed("Failed", [], ("why",), maximum=1, n_failed=0) == samples([]) == ""


def test_failures_say_that_there_are_more() -> None:
    shown = failed("Failed", [("a",), ("b",)], ("page",), maximum=1, n_failed=2)
    assert "only the first 1 are shown" in shown
    assert "<td>b" not in shown
    assert "only" not in failed("Failed", [("a",)], ("page",), maximum=1, n_failed=1)


def test_a_sample_shows_what_is_known() -> None:
    shown = sample(None, ["张三", None, "", "zh"], "文" * 500, "https://a.example/")
    assert "(no title)" in shown
    assert "张三 · zh" in shown
    assert shown.count("文") == 400


def test_counts_that_are_all_zero_have_empty_bars() -> None:
    assert "width:0.00em" in counted("Facts", [("records", 0)], bars=True)
