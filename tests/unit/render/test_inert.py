"""Formulas in Markdown: nothing in them is a link, a picture, HTML or code, and TeX reads the same."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from tests.examples import examples
from tests.xss import FORMULAS, pages_with_formula

import maintext
from maintext.render.formula import escape_latex_for_markdown

MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
MARKDOWN.validateLink = lambda url: True  # type: ignore[method-assign] # noqa: ARG005 - as a renderer without a filter
# What GitHub and linkify-it make links of, beyond the standard; a first sign that decides is enough.
ADDRESS = re.compile(
    r"(?:https?|ftp):\/\/[\w.]|(?<![:/])\/\/\w+\.\w|\bwww\.\w|[\w.+-]@[\w-]|\w\.[a-z]{2,}\b(?<!\.RAN)",
    re.IGNORECASE,
)
PIECES = st.sampled_from(
    [*FORMULAS, *"[]()<>!`$\\{}^_|: @./x\n", "ab", "](", "![", "javascript:RAN()", r"\text{", "}", r"\sqrt["]
)  # fmt: skip


def read(markdown: str) -> tuple[list[str], list[str]]:
    """Kinds of tokens that act, and the texts of code."""
    tokens = MARKDOWN.parse(markdown)
    tokens += [child for token in tokens for child in token.children or []]
    acting = {"link_open", "image", "html_inline", "html_block"}
    return (
        [token.type for token in tokens if token.type in acting],
        [token.content for token in tokens if token.type == "code_inline"],
    )


def check(latex: str) -> None:
    for way, page in pages_with_formula(latex).items():
        found = maintext.extract(page, method="all_text").markdown
        assert read(found) == ([], ["[q](javascript:RAN())"]), (way, latex, found)


def test_the_check_sees_what_a_formula_could_be() -> None:
    """Written as they are, most of the vectors are something else; code that a backtick opens too."""
    seen = [read(f"$`[q](javascript:RAN())` {latex}$ `[q](javascript:RAN())`") for latex in FORMULAS]
    plain = read("$x$ `[q](javascript:RAN())` [q](javascript:RAN())")
    assert plain == (["link_open"], ["[q](javascript:RAN())"])
    assert sum(bool(acting) or len(code) != 2 for acting, code in seen) > 12
    assert sum(bool(ADDRESS.search(latex)) for latex in FORMULAS) > 10


@pytest.mark.parametrize("latex", FORMULAS)
def test_a_formula_is_only_text_to_markdown(latex: str) -> None:
    check(latex)


@pytest.mark.parametrize("latex", FORMULAS)
def test_a_formula_has_no_address_to_link(latex: str) -> None:
    assert not ADDRESS.search(escape_latex_for_markdown(latex))


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(PIECES, max_size=12).map("".join))
def test_generated_formulas_are_only_text_to_markdown(latex: str) -> None:
    check(latex)


@settings(max_examples=examples(500), deadline=None)
@given(st.lists(PIECES, max_size=12).map(lambda pieces: " ".join("".join(pieces).split())))
def test_generated_latex_forms_nothing(latex: str) -> None:
    found = escape_latex_for_markdown(latex)
    assert read(f"[a ${found}$ b](x) `c`")[0] in ([], ["link_open"])
    assert not re.search(r"\]\s*\(|<[a-zA-Z/!?]|!\[|\[\^|(?<!\\)`", found.replace("\\\\", "")), found
    assert not ADDRESS.search(found)


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\left[ a \right](x)", r"\left[ a \right]{}(x)"),
        ("f[i](x)", "f[i]{}(x)"),
        (r"\sqrt[3](x)", r"\sqrt[3]{(}x)"),
        ("a < b", "a < b"),
        ("a<b", "a< b"),
        ("a<1", "a< 1"),
        ("<", r"\lt"),
        (r"<\<", r"<\<"),
        (r"\\<", r"\\\lt"),
        (r"n![x] a\![x]", r"n! [x] a\! [x]"),
        ("0.5 < 1.x", "0.5 < 1.x"),
        ("AB//CD", "AB//CD"),
        ("[0,1] [x]_1^2", "[0,1] [x]_1^2"),
        ("[[1,2],[3,4]]", "[ [1,2],[3,4]]"),
        ("[^2", "[ ^2"),
        (r"\text{if a.e. } x_1 \\[2pt] n!", r"\text{if a.e. } x_1 \\[2pt] n!"),
        (r"\text{[a](b)}", r"{\text{[a]}\text{(b)}}"),
        (r"\text{if $f[x](y)$}", r"\text{if $f[x]{}(y)$}"),
        (r"\\text{x}", r"\\text{x}"),
        (r"x_\text{np.dot}", r"x_{\text{np.}\text{dot}}"),
        (r"\mathrm{np.dot}", r"\mathrm{np.{}dot}"),
        (r"\text{$a.bc$}", r"\text{$a.{}bc$}"),
        (r"\hspace{1.cm} \hskip 2.em", r"\hspace{1.0cm} \hskip 2.0em"),
        (r"\text{``a'', voil\`a}", r"\text{““a'', voil\`a}".replace("““", "“")),
        (r"\begin{CD} A @>a>> B \\ @VVV @VVV", r"\begin{CD} A @>a>> B \\ @VVV @VVV"),
        (r"\left.xy\right|", r"\left.{}xy\right|"),
        ("x\\", "x"),
        ("x\\\\", "x\\\\"),
    ],
)
def test_tex_reads_the_same(latex: str, expected: str) -> None:
    assert escape_latex_for_markdown(latex) == expected


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\href{javascript:RAN()}{x}", "{x}"),
        (r"x^\href {http://evil.test}{y}", "x^ {y}"),
        (r"\hr\href{}ef{javascript:RAN()}{x}", r"\hr ef{javascript:RAN()}{x}"),
        (r"\let\x=\href \x{javascript:RAN()}{y}", r"\let\x=  \x{javascript:RAN()}{y}"),
        (r"\\href", r"\\href"),
        (r"\url{a}", r"\texttt{a}"),
        (r"\style{background:url(x)}{y} \cssId{a}{b} \class{c}{d}", "{y}  {b}  {d}"),
        (r"\htmlData{a=b}{c} \includegraphics[height=1em]{x}", "{c}"),
        (r"\mmlToken{mi}[href='javascript:RAN()']{x}", "{x}"),
        (
            r"\bbox[border:2px solid red]{x} \bbox[background:url(x)]{y}",
            r"\bbox[border:2px solid red]{x}  {y}",
        ),
        (r"\hrefs \classes", r"\hrefs \classes"),
    ],
)
def test_commands_that_link_or_load_are_left_out(latex: str, expected: str) -> None:
    assert escape_latex_for_markdown(latex) == expected


@pytest.mark.parametrize(
    "command",
    "href url class cssId style data htmlClass htmlId htmlData csname includegraphics mmlToken".split(),
)
def test_each_command_that_acts_is_seen_alone(command: str) -> None:
    assert command not in escape_latex_for_markdown(rf"x \{command}{{y}}{{z}}")


def test_a_formula_of_a_link_alone_is_not_written() -> None:
    page = r'<p>One <math alttext="\href{x}"><mi>x</mi></math> two.</p>'
    assert maintext.extract(page, method="all_text").markdown == "One two."


@pytest.mark.parametrize(
    "piece",
    ["](", "<", "[", "//", "a.", "`", r"\text{", r"\text{a](b)}", "a@", r"\sqrt[", r"\href{", "\\"],
)  # fmt: skip
def test_the_cost_grows_with_the_length(piece: str) -> None:
    start = time.process_time()
    escape_latex_for_markdown(piece * (300_000 // len(piece)))
    assert time.process_time() - start < 3
