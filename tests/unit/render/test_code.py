from __future__ import annotations

import pytest
from tests.generated import everything

import maintext
from maintext.html import parse
from maintext.render.code import CodeBlock, find_code


def blocks(markup: str) -> list[CodeBlock]:
    page = parse(markup)
    return find_code(page, everything(page).keep)


def only(markup: str) -> CodeBlock:
    (block,) = blocks(markup)
    return block


@pytest.mark.parametrize(
    ("markup", "language"),
    [
        ("<pre><code class='language-js'>x</code></pre>", "js"),
        ("<pre class='lang-c++'>x</pre>", "c++"),
        ("<div class='highlight-python notranslate'><div class=highlight><pre>x</pre></div></div>", "python"),
        ("<div class='highlight highlight-source-shell'><pre>x</pre></div>", "shell"),
        ("<pre class='brush: java; gutter: false'>x</pre>", "java"),
        ("<div class=sourceCode><pre class='sourceCode haskell'><code>x</code></pre></div>", "haskell"),
        ("<pre><code class='hljs rust'>x</code></pre>", "rust"),
        ("<pre data-lang=Go>x</pre>", "go"),
        ("<pre class=language-none>x</pre>", ""),
        ("<pre><code class=language-undefined>x</code></pre>", ""),
        ("<pre class=wide>x</pre>", ""),
        ("<div class=highlight-wrapper><pre>x</pre></div>", ""),
        ("<div class='language-js'><pre>x</pre><pre>y</pre><pre>z</pre></div>", ""),
    ],
)
def test_the_language_is_what_the_page_names(markup: str, language: str) -> None:
    assert blocks(markup)[0].language == language


@pytest.mark.parametrize(
    "markup",
    [
        "<pre>a\n  b\n\nc</pre>",
        "<pre><code><span>a</span>\n  <b>b</b>\n\nc\n</code></pre>",
        "<pre><ol><li>a</li><li>  b</li><li></li><li>c</li></ol></pre>",
        "<pre><div>a\n</div><div>  b\n</div><div>\n</div><div>c</div></pre>",
        "<pre>a<br>  b<br><br>c</pre>",
        (
            "<table><tr><td>1<td><code>a</code><tr><td>2<td><code>  b</code>"
            "<tr><td>3<td><tr><td>4<td><code>c</table>"
        ),
    ],
)
def test_lines_and_white_space_are_exact(markup: str) -> None:
    assert only(markup).text == "a\n  b\n\nc"


def test_spans_that_are_lines_by_their_class_are_lines() -> None:
    assert only("<pre><span class=line>a</span><span class=line>b</span></pre>").text == "a\nb"
    assert only("<pre><span class=kw>a</span><span class=fn>b</span></pre>").text == "ab"


def test_line_numbers_are_found() -> None:
    block = only("<table><tr><td><pre>1\n2</pre><td><pre>a\nb</pre></table>")
    assert block.text == "a\nb"


@pytest.mark.parametrize(
    "markup",
    [
        "<p><code>x</code></p>",
        "<table><tr><td>1<td>one</table>",
        "<pre> \n </pre>",
        "<pre hidden>x</pre>",
        "",
    ],
)
def test_what_is_no_block_of_code(markup: str) -> None:
    assert blocks(markup) == []


def test_a_table_of_words_with_a_code_in_it_is_no_block_of_code() -> None:
    assert blocks("<table><tr><td><code>x</code><td>the letter</table>") == []


@pytest.mark.parametrize(
    "markup",
    [
        "<code class=wrap>\n<pre>a = 1\nb = 2</pre></code>",
        "<code><table><tr><td><pre>1\n2</pre></td><td><pre>a = 1\nb = 2</pre></td></tr></table></code>",
    ],
)
def test_code_around_a_block_of_code_makes_no_line_of_it(markup: str) -> None:
    markdown = maintext.extract(f"<p>Before the code.</p>{markup}", method="all_text").markdown
    assert "```\na = 1\nb = 2\n```" in markdown


@pytest.mark.parametrize(
    ("around", "line"),
    [
        (
            "<div class='CodeMirror'><div>{}</div></div>",
            "<div><pre class=CodeMirror-line><span>{}</span></pre></div>",
        ),
        ("<div class=cm-editor>{}</div>", "<div class=cm-line>{}</div>"),
        ("<pre data-language=js><code>{}</code></pre>", "<div class=ec-line><div class=code>{}</div></div>"),
    ],
)
def test_lines_of_a_brace_stay_with_the_rest_of_their_code(around: str, line: str) -> None:
    """CodeMirror 5 and 6, Expressive Code; a block of a brace alone is else left out."""
    lines = ["function f(a) {", "  if (a) {", "    return 1;", "  }", "}"]
    code = around.format("".join(line.format(text) for text in lines))
    words = "<p>The paragraph around the code says, in many words, what the function does and why.</p>" * 3
    found = maintext.extract(f"<article><h1>Code</h1>{words}{code}{words}</article>").markdown
    assert "\n".join(lines) in found
