"""Know what highlighters and editors write around code: its language, line numbers, words to copy it."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import islice

import numpy as np

from maintext.html import Page
from maintext.html.arrays import Bool, ancestors
from maintext.html.tags import tag_mask
from maintext.render.regions import class_rows

__all__ = [
    "BUTTON_WORDS", "EDITOR", "LanguageReader", "find_code_frames", "find_editors", "find_rest_of_code",
    "is_frame_class", "is_number_class",
]  # fmt: skip

_EDITORS, _MATH = tag_mask(("div", "table")), tag_mask(("math",))
EDITOR = re.compile(
    r"(?:^|\s)(?:CodeMirror|cm-editor|monaco-editor|ace_editor|syntaxhighlighter|crayon-syntax"
    r"|js-file-line-container|blockcode|ql-code-block-container|w3-code|ltx_lstlisting)(?:\s|$)|^fragment$"
)
"""Classes of editors and highlighters that write lines of code without ``pre``."""
_NUMBERS = re.compile(
    r"(?:^|[\s_-])(?:line-?num(?:ber)?s?|linenos?|gutter|hljs-ln-(?:n|numbers)|(?<!hljs-)lnt?|(?:crayon|blob)-nums?)"
    r"(?:[\s_-]|$)",
    re.IGNORECASE,
)
_MAX_STEPS = 6  # from a <pre> up to what names its language
_PRE, _CODE = tag_mask(("pre", "listing", "xmp")), tag_mask(("pre", "code"))
# How highlighters name the language in a class: language-x and lang-x (HTML standard, Prism),
# highlight-x (Sphinx), highlight-source-x (GitHub), mw-highlight-lang-x (MediaWiki), brush: x
# (SyntaxHighlighter), lang:x (Crayon), ltx_lst_language_X (LaTeXML), src src-x (Org mode).
_LANGUAGE = re.compile(
    r"(?:^|\s)(?:(?:mw-highlight-)?lang-|(?:language|highlight-source|highlight-text-html|highlight-text"
    r"|highlight|hl)-|brush:\s*|lang:|ltx_lst_language_|src src-)([A-Za-z][\w+#.-]*)"
)
_STATED = (
    "data-lang data-language data-code-language data-enlighter-language data-syntax language syntax".split()
)
# Every tag that names a language contains one of these.
_LANGUAGE_WORDS = (
    b"lang", b"highlight", b"brush", b"sourceCode", b"hljs", b"prettyprint", b"shiki", b"src-", b"<pre",
    b"<code", b"data-syntax",
)  # fmt: skip
# Next to one of these a class is the language itself, as it is in a tag of code.
_MARKERS = frozenset("sourcecode hljs prettyprint shiki highlight syntaxhighlighter".split())
_NO_LANGUAGE = frozenset(
    """
        none null undefined plain text plaintext plain-text default nohighlight no-highlight notranslate
        wrap wrapper container box block
    """.split()
)
_ALIASES = {"ipython2": "python", "ipython3": "python", "ipython": "python"}
_LANGUAGES = frozenset(
    """
        actionscript ada apache applescript arduino asm assembly astro awk bash bat batch c c# c++ clojure
        cmake cobol coffeescript console cpp crystal cs csharp css csv cuda cython dart delphi diff django
        docker dockerfile elisp elixir elm erlang f# fish fortran fsharp glsl go golang gradle graphql
        groovy haml handlebars haskell hcl hlsl html http ini java javascript jinja jinja2 js json json5
        jsonc jsx julia kotlin latex lean less lisp llvm lua makefile markdown mathematica matlab md mdx
        mermaid mysql nasm nginx nim nix objc objective-c objectivec ocaml pascal perl pgsql php plsql
        postgresql powershell prisma prolog properties protobuf pug puppet py pycon python python3 qml r
        racket rb rs rst ruby rust sass scala scheme scss sh shell shell-session solidity sparql sql svelte
        swift tcl terraform tex toml ts tsx twig typescript vb vb.net vbnet verilog vhdl vim vue wasm xaml
        xml xslt yaml yml zig zsh
    """.split()
)
# Words of buttons, and of readers for whom nothing is drawn, next to code.
BUTTON_WORDS = frozenset(
    {
        "copy", "copied", "copied!", "copy code", "copy to clipboard", "terminal window", "view code",
        "code", "code: select all", "select all",
        "kopieren", "code kopieren", "copier", "copier le code", "copiar", "copiar código", "copia",
        "copia codice", "kopiëren", "kopiuj", "копировать", "копировать код", "скопировать",
        "αντιγραφή", "kopyala", "نسخ", "コピー", "コードをコピー", "복사", "코드 복사",
        "复制", "复制代码", "複製", "複製程式碼", "拷贝",
    }
)  # fmt: skip
_BUTTON_CLASS = re.compile(
    r"copy|clipboard|toolbar|line-?numbers|listing_data|sr-only|visually-?hidden", re.IGNORECASE
)
_WORDS_STAY = tag_mask("p h1 h2 h3 h4 h5 h6 li dt dd td th strong b label summary a".split())
_LABEL = tag_mask(("p", "a"))
_NO_FRAME = tag_mask("body main article section li td th dd blockquote details".split())
_BUTTON, _HEADER = tag_mask(("button",)), tag_mask("div button ul header nav".split())
_MAX_FRAME_CHARS = 60
_MAX_FRAME_DEPTH = 4
_MAX_BLOCKS = 500


def is_number_class(names: str) -> bool:
    """Return True for the class of an element that holds line numbers."""
    return bool(_NUMBERS.search(names))


def is_frame_class(names: str) -> bool:
    """Return True for the class of a toolbar or of a button that copies code."""
    return bool(_BUTTON_CLASS.search(names))


def find_editors(page: Page) -> list[int]:
    """Return the editors, and what highlighters write without ``pre``, in page order.

    Those of LaTeXML may hold formulas, which are no code.
    """
    rows = [row for row in class_rows(page, EDITOR.search) if _EDITORS[page.tag[row]]]
    return [row for row in rows if not _MATH[page.tag[row : page.end[row]]].any() and _holds_code(page, row)]


def _holds_code(page: Page, row: int) -> bool:
    """Return False for a ``fragment`` without the lines that Doxygen writes: slides have others."""
    first = row + 1 + int(page.is_text[min(row + 1, len(page) - 1)])
    is_line = first < page.end[row] and page.value(first, "class") == "line"
    return page.value(row, "class") != "fragment" or is_line


def find_code_frames(page: Page, keep: Bool) -> Bool:
    """Find kept texts that frame code: its language, words to copy it, line numbers next to it."""
    found = np.zeros(len(page), dtype=np.bool_)
    has_text = keep & page.is_text & (page.n_chars > 0)
    n_chars = page.subtree_sum(np.where(has_text, page.n_chars, 0))
    n_pre = page.subtree_sum(page.tagged(_PRE) & (n_chars > 0))
    is_code = page.tagged(_CODE) & (n_chars > 0)
    is_code[[row for row in page.cached(find_editors) if n_chars[row]]] = True
    for pre in (page.tagged(_PRE) & (n_chars > 0)).nonzero()[0][:_MAX_BLOCKS].tolist():
        code = pre + is_code[pre : page.end[pre]].nonzero()[0]
        texts = pre + has_text[pre : page.end[pre]].nonzero()[0]
        found[[row for row in texts[[0, -1]].tolist() if _is_copy_button(page, row, pre)]] = True
        if len(code) == 2 and 0 < n_chars[pre] - n_chars[code[1]] <= _MAX_FRAME_CHARS:
            _find_headers(page, pre, int(code[1]), found)
        around = pre
        for outer in islice(ancestors(page.parent, pre), _MAX_FRAME_DEPTH):
            is_wide = n_chars[outer] - n_chars[pre] > _MAX_FRAME_CHARS
            if n_pre[outer] > 1 or is_wide or _NO_FRAME[page.tag[outer]]:
                break
            around = outer
        if n_chars[around] > n_chars[pre]:
            for row in (around + has_text[around : page.end[around]].nonzero()[0]).tolist():
                if not pre <= row < page.end[pre] and _frames_code(page, row, around):
                    found[row] = True
        else:
            found[_find_bar_before(page, around, has_text)] = True
        if page.is_hidden[pre] and is_frame_class(page.value(pre, "class") or ""):  # what a button copies
            found[pre : page.end[pre]] = True
    return found & has_text


def find_rest_of_code(page: Page, keep: Bool) -> Bool | None:
    """Find the texts left out of code that is kept for the most part, such as the line of a brace."""
    editors = page.cached(find_editors)
    if not editors and not page.has_tag(_PRE):
        return None
    solid = page.is_text & (page.n_chars > 0)
    n_kept, n_all = (page.subtree_sum(np.where(rows, page.n_chars, 0)) for rows in (solid & keep, solid))
    is_code = page.tagged(_PRE)
    is_code[editors] = True
    is_whole = is_code & (n_kept < n_all) & (2 * n_kept >= n_all)
    hidden = page.is_hidden & ~page.inside(is_whole & page.is_hidden)
    return page.inside(is_whole) & solid & ~keep & ~hidden


def _find_bar_before(page: Page, around: int, has_text: Bool) -> list[int]:
    """Return the texts of the element right before code if they name one language, and buttons."""
    parent, bar = int(page.parent[around]), around - 1
    bar -= int(page.is_text[bar] and page.n_chars[bar] == 0)
    while page.parent[bar] > parent:
        bar = int(page.parent[bar])
    if bar <= parent or page.n_chars[bar:around] @ has_text[bar:around] > _MAX_FRAME_CHARS:
        return []
    rows: list[int] = (bar + has_text[bar:around].nonzero()[0]).tolist()
    n_names = sum(page.row_text(row).strip().casefold() not in BUTTON_WORDS for row in rows)
    return rows if n_names == 1 and all(_frames_code(page, row, parent) for row in rows) else []


def _is_copy_button(page: Page, row: int, pre: int) -> bool:
    """Return True for a text in code that is all of a button to copy it."""
    at = int(page.parent[row])
    return f"{page.name(at)}.{page.value(at, 'class')}" in {"a.run", "a.test-arrow"} or (  # of Rustdoc
        page.row_text(row).strip().casefold() in BUTTON_WORDS
        and any(is_frame_class(page.value(at, "class") or "") for at in ancestors(page.parent, row, pre))
    )


def _find_headers(page: Page, pre: int, code: int, found: Bool) -> None:
    """Mark what stands within ``pre``, in a block of its own before or after its ``code``."""
    row = pre + 1
    while row < page.end[pre]:
        if row <= code < page.end[row]:
            row = int(page.end[row]) if row == code else row + 1
            continue
        if _HEADER[page.tag[row]]:
            found[row : page.end[row]] = True
        row = int(page.end[row])


def _frames_code(page: Page, row: int, around: int) -> bool:
    """Return True for a text next to code that only says its language, or what a button does."""
    text = _read_label(page, row)
    is_word = text in BUTTON_WORDS or text in _LANGUAGES
    for at in ancestors(page.parent, row, around):
        if _WORDS_STAY[page.tag[at]] and not (_LABEL[page.tag[at]] and _read_label(page, at) in BUTTON_WORDS):
            return False
        is_word = is_word or bool(_BUTTON[page.tag[at]])
        names = page.value(at, "class") or ""
        if is_frame_class(names) or "language" in names.split():
            return True
    return is_word


def _read_label(page: Page, row: int) -> str:
    return " ".join(page.row_text(row).casefold().split()).strip(" :")


class LanguageReader:
    """Read the languages that elements name; blocks share many ancestors, so results are kept."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pres: list[int] = page.tagged(_PRE).nonzero()[0].tolist()
        self.seen: dict[int, tuple[str, int, int]] = {}

    def language_of(self, area: int) -> str:
        """Return the language that the code, its block or a near ancestor names."""
        page = self.page
        inside = area + _CODE[page.tag[area : page.end[area]]].nonzero()[0]
        n_own = max(_count_between(self.pres, area, int(page.end[area])), 1)
        at = int(inside[-1]) if len(inside) else int(page.parent[page.end[area] - 1])
        for _ in range(_MAX_STEPS + int(page.depth[at] - page.depth[area])):
            name, parent, _ = self._read_element(at)
            if name:
                return name
            at = parent
            if at < 0 or self._read_element(at)[2] > n_own:
                break
        return ""

    def _read_element(self, at: int) -> tuple[str, int, int]:
        """Return the language an element names, its parent, and the number of ``<pre>`` inside."""
        found = self.seen.get(at)
        if found is None:
            page = self.page
            tag = page.data[page.byte_start[at] : page.inner_start[at]]
            attributes = page.attributes(at) if any(map(tag.__contains__, _LANGUAGE_WORDS)) else {}
            name = _stated_language(attributes, is_code=bool(_CODE[page.tag[at]]))
            found = name, int(page.parent[at]), _count_between(self.pres, at, int(page.end[at]))
            self.seen[at] = found
        return found


def _count_between(rows: list[int], start: int, end: int) -> int:
    return bisect_left(rows, end) - bisect_left(rows, start)


def _stated_language(attributes: dict[str, str], *, is_code: bool) -> str:
    for name in _STATED:
        if attributes.get(name, "").replace("-", "").isalnum():
            return _normalise_language(attributes[name])
    names = attributes.get("class", "")
    stated = attributes.get("data-syntaxhighlighter-params", names)
    if found := _LANGUAGE.search(stated):
        return _normalise_language(found[1])
    # As GitHub and PyPI write it; cs is Czech.
    if is_code and (own := attributes.get("lang", "").lower()) in _LANGUAGES and own != "cs":
        return _normalise_language(own)
    words = names.lower().split()
    if not is_code and _MARKERS.isdisjoint(words):
        return ""
    return next((word for word in words if word in _LANGUAGES), "")


def _normalise_language(name: str) -> str:
    name = _ALIASES.get(name := name.lower().strip(".-"), "diff" if name.startswith("diff-") else name)
    return "" if name in _NO_LANGUAGE else name
