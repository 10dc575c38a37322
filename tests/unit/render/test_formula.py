from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.generated import everything, keeping

import maintext
from maintext.html import parse
from maintext.render.formula import find_formulas, is_display, latex_of_image

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.html import Page


def latex(markup: str) -> str:
    page = parse(markup)
    return formulas(page, everything(page).keep)[0]


def formulas(page: Page, keep: NDArray[np.bool_]) -> list[str]:
    rows = np.flatnonzero(page.is_tag(("math",)))
    return [latex for _, latex in find_formulas(page, rows, keep)]


@pytest.mark.parametrize(
    ("mathml", "expected"),
    [
        ("<mi>x</mi><mo>+</mo><mn>1</mn>", "x+1"),
        ("<mfrac><mi>a</mi><mi>b</mi></mfrac>", r"\frac{a}{b}"),
        ("<msup><mi>x</mi><mn>10</mn></msup>", "x^{10}"),
        ("<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "x_i^2"),
        ("<msqrt><mi>x</mi><mo>+</mo><mi>y</mi></msqrt>", r"\sqrt{x+y}"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", r"\sqrt[3]{x}"),
        ("<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover>", r"\sum _i^n"),
        ("<mover><mi>x</mi><mo>¯</mo></mover>", r"\overline{x}"),
        ("<mi>sin</mi><mi>α</mi>", r"\sin \alpha"),
        ("<mi>Re</mi>", r"\mathrm{Re}"),
        ("<mtext>if it rains</mtext>", r"\text{if it rains}"),
        ("<mi>a</mi><mspace width='1em'/><mspace width='0.2em'/><mtext>\n for&nbsp;\n</mtext><mi>b</mi>",
         r"a\quad \text{for }b"),
        ("<mo>{</mo>", r"\{"),
        ("<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable>",
         r"\begin{matrix}a & b\end{matrix}"),
        ("<mtable><mlabeledtr><mtd><mtext>(3)</mtext></mtd><mtd><mi>a</mi></mtd></mlabeledtr></mtable>",
         r"a\quad\text{(3)}"),
        ("<mtable><mtr><mi>a</mi></mtr><mlabeledtr><mn>4</mn><mi>b</mi></mlabeledtr></mtable>",
         r"\begin{matrix}a \\ 4 & b\end{matrix}"),
        ("<mtable><mlabeledtr></mlabeledtr></mtable>", ""),
        ("<mtable></mtable>", ""),
        ("<mtable>x</mtable>", r"\begin{matrix}x\end{matrix}"),
        ("<mfrac><mi>a</mi></mfrac>", "a"),
        ("<mfenced open='[' close='}'><mi>a</mi><mi>b</mi></mfenced>", r"[a,b\}"),
        ("<mfenced separators=';'><mi>a</mi><mi>b</mi><mi>c</mi></mfenced>", "(a;b;c)"),
        ("<mfenced separators=''><mi>a</mi><mi>b</mi></mfenced>", "(ab)"),
        ("<mfenced></mfenced>", "()"),
        ("<mfrac linethickness='0pt'><mi>n</mi><mi>k</mi></mfrac>", r"{n \atop k}"),
        ("<mfrac linethickness='0.5pt'><mi>n</mi><mi>k</mi></mfrac>", r"\frac{n}{k}"),
        ("<mo>(</mo><mfrac linethickness=0><mi>n</mi><mi>k</mi></mfrac><mo>)</mo>", r"\binom{n}{k}"),
        ("<mfenced><mfrac linethickness='0.0em'><mi>n</mi><mi>k</mi></mfrac></mfenced>", r"\binom{n}{k}"),
        ("<mi>x</mi><mphantom><mi>z</mi></mphantom>", r"x\phantom{z}"),
        ("<mmultiscripts><mi>C</mi><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>", r"{}_6^{14}C"),
        ("<mmultiscripts><mi>T</mi><none/><mi>a</mi><mi>b</mi><none/></mmultiscripts>", r"T^a{}_b"),
        ("<mmultiscripts></mmultiscripts>", ""),
        ("<msup><msup><mi>x</mi><mn>2</mn></msup><mn>3</mn></msup>", "{x^2}^3"),
        ("<msub><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>1</mn></msub>", "{a+b}_1"),
        ("<msup><mrow><mo>(</mo><mi>a</mi><mo>)</mo></mrow><mn>2</mn></msup>", "(a)^2"),
        ("<msup><mn>10</mn><mi>α</mi></msup>", r"10^{\alpha}"),
        ("<msup><mi>f</mi><mo>′</mo></msup><mi>g</mi><mo>″</mo>", "f'g''"),
        ("<msubsup><mi>f</mi><mn>1</mn><mo>′</mo></msubsup>", "f_1'"),
        ("<mi mathvariant=bold>v</mi><mi mathvariant='double-struck'>R</mi>", r"\mathbf{v}\mathbb{R}"),
        ("<mi mathvariant=bold>Re</mi><mi mathvariant=bold>α</mi>", r"\mathbf{Re}\boldsymbol{\alpha}"),
        ("<mi mathvariant=normal>d</mi><mn mathvariant=normal>1</mn><mi mathvariant=normal>Γ</mi>",
         r"\mathrm{d}1\Gamma"),
        ("<mstyle mathvariant=fraktur><mi>g</mi></mstyle>", r"\mathfrak{g}"),
        ("<munder><mi>lim</mi><mi>n</mi></munder><munder><mi>A</mi><mi>n</mi></munder>",
         r"\lim _n\underset{n}{A}"),
        ("<mover><mo>→</mo><mi>f</mi></mover>", r"\overset{f}{\to}"),
        ("<mover><mi>v</mi><mo>→</mo></mover>", r"\vec{v}"),
        ("<munderover><mo>=</mo><mi>a</mi><mi>b</mi></munderover>", r"\underset{a}{\overset{b}{=}}"),
        ("<munder><mi>x</mi><mo>_</mo></munder><munder><mi>y</mi><mo>⏟</mo></munder>",
         r"\underline{x}\underbrace{y}"),
        ("<mover><mi>x</mi><mo>⏞</mo></mover>", r"\overbrace{x}"),
        ("<menclose notation='box'><mi>x</mi></menclose>", r"\boxed{x}"),
        ("<menclose notation='updiagonalstrike'><mi>x</mi></menclose>", r"\cancel{x}"),
        ("<menclose notation='left radical'><mi>x</mi></menclose>", r"\sqrt{x}"),
        ("<maction><mi>x</mi><mi>y</mi></maction>", "x"),
        ("<semantics><mi>x</mi><annotation-xml><apply><ci>y</ci></apply></annotation-xml></semantics>", "x"),
        ("<mlongdiv><mn>2</mn><mn>4</mn></mlongdiv>", r"\operatorname{mlongdiv}(2, 4)"),
        ("<apply><plus/><ci>a</ci></apply>",
         r"\operatorname{apply}(\operatorname{plus}, \operatorname{ci}(a))"),
        ("<mtext>50 % &amp; more_</mtext><mo>\\</mo>", r"\text{50 \% \& more\_}\backslash"),
        ("", ""),
    ],
)  # fmt: skip
def test_mathml_is_converted(mathml: str, expected: str) -> None:
    assert latex(f"<math>{mathml}</math>") == expected


@pytest.mark.parametrize(
    ("label", "expected"), [("(⋆)", r"a=b\tag{⋆}"), ("A_1", r"a=b\tag*{A\_1}"), ("", "a=b")]
)
def test_the_number_of_a_formula_on_a_line_of_its_own_is_its_tag(label: str, expected: str) -> None:
    cells = f"<mtd><mtext>{label}</mtext></mtd><mtd><mi>a</mi><mo>=</mo><mi>b</mi></mtd>"
    markup = f"<math display=block><mtable><mlabeledtr>{cells}</mlabeledtr></mtable></math>"
    assert latex(markup) == expected


def test_stated_latex_comes_first() -> None:
    note = "<annotation encoding='application/x-tex'>{\\displaystyle x^{2}}</annotation>"
    assert latex(f"<math alttext='y'><mi>x</mi>{note}</math>") == "x^{2}"
    assert latex("<math alttext='y'><mi>x</mi></math>") == "y"


def test_a_formula_of_which_a_part_is_dropped_is_none() -> None:
    page = parse("<math><mi>x</mi><mi>y</mi></math>")
    assert formulas(page, keeping(page, "x").keep) == []


def test_a_hidden_part_of_a_formula_is_none_of_it() -> None:
    page = parse("<math><mi>x</mi><mrow hidden><mi>y</mi></mrow></math><math hidden><mi>z</mi></math>")
    assert formulas(page, page.is_text) == ["x", "z"]


def test_of_formulas_in_each_other_the_outermost_whole_one_is_written() -> None:
    page = parse("<math><mi>x</mi><mtext>y<math><mi>z</mi></math></mtext></math>")
    assert formulas(page, everything(page).keep) == [r"x\text{yz}"]
    assert formulas(page, keeping(page, "z").keep) == ["z"]


def test_of_a_formula_its_latex_alone_may_be_kept() -> None:
    page = parse("<math><mi>x</mi><annotation encoding='application/x-tex'>x_1</annotation></math>")
    assert formulas(page, keeping(page, "x_1").keep) == ["x_1"]
    assert formulas(page, keeping(page, "x").keep) == ["x_1"]


def test_deep_formulas_are_read() -> None:
    assert "x" in latex(f"<math>{'<mrow>' * 300}<mi>x</mi>{'</mrow>' * 300}</math>")


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<math display=block></math>", True),
        ("<span class=katex-display><math></math></span>", True),
        ("<mjx-container display=true><math></math></mjx-container>", True),
        ("<p><math></math></p>", False),
    ],
)
def test_display(markup: str, expected: bool) -> None:
    page = parse(markup)
    assert is_display(page, int(np.flatnonzero(page.is_tag(("math",)))[0])) is expected


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ({"class": "mwe-math-fallback-image-inline", "alt": r"{\displaystyle x}"}, "x"),
        ({"src": "https://x.example/latex.php?a", "alt": "AB"}, "AB"),
        ({"class": "photo", "alt": "a_b"}, ""),
        ({"class": "math-teacher", "alt": "our teacher"}, ""),
        ({"class": "math"}, ""),
        ({"src": "https://x.example/equation?tex=a%2Bb&w=1"}, "a+b"),
        ({"src": "https://x.example/latex.php?latex=a_1+%3D+2&bg=ffffff"}, "a_1 = 2"),
        ({"src": r"https://latex.codecogs.com/svg.latex?\inline&space;\frac{a}{b}"}, r"\frac{a}{b}"),
        ({"src": "https://latex.codecogs.com/svg.latex?a_{data:b}"}, "a_{data:b}"),
        ({"src": "data:image/svg+xml,<g class='/math/'/>", "alt": "a_1"}, ""),
        ({"src": "https://[latex.codecogs.com/?a"}, ""),
        ({"src": "/latex/mass.png", "alt": "E equals mc squared"}, ""),
    ],
)
def test_pictures_of_formulas(attributes: dict[str, str], expected: str) -> None:
    assert latex_of_image(attributes) == expected


@pytest.mark.parametrize(
    ("kind", "expected"),
    [("math/tex", "The mean $x_1 < y$ is known."), ("math/tex; mode=display", "$$x_1 < y$$")],
)
def test_formulas_that_mathjax_has_not_drawn(kind: str, expected: str) -> None:
    page = f"<p>The mean <script type='{kind}'>x_1 < y</script> is known.</p>"
    assert expected in maintext.extract(page, method="all_text").markdown


_ASSISTIVE = "<span class=MJX_Assistive_MathML><math><mi>q</mi></math></span>"


@pytest.mark.parametrize(
    "drawn",
    [
        "",
        "<span class=MathJax_Preview>q</span>",
        "<span class=MathJax_Preview></span><span class='MathJax x'><nobr>q</nobr></span>\n",
        "<span class=MathJax_SVG><svg><path/></svg></span>",
        f"<span class='mjx-chtml MathJax_CHTML'>q{_ASSISTIVE}</span>",
    ],
)
def test_formulas_that_mathjax_has_drawn_come_once_as_their_latex(drawn: str) -> None:
    page = (
        "<style>.MathJax_Display{x:y}</style><p>The mean <span class=MathJax_Preview></span> of "
        f"{drawn}<script type='math/tex'>\\mathbf{{q}}_1</script> is known.</p>"
    )
    found = maintext.extract(page, method="all_text")
    assert found.markdown == r"The mean of $\mathbf{q}_1$ is known."
    assert found.text == r"The mean of \mathbf{q}_1 is known."


def test_what_stands_before_another_formula_stays() -> None:
    page = "<p><span class=MathJax>p</span> and <script type='math/tex'>q</script><i class=x>r</i>"
    assert maintext.extract(page, method="all_text").text == "p and qr"


def test_latex_in_a_frame_for_readers_of_xml() -> None:
    page = "<p>So <script type='math/tex'>% <![CDATA[\na < b %]]></script> holds.</p>"
    found = maintext.extract(page, method="all_text")
    assert (found.text, found.markdown) == ("So a < b holds.", "So $a < b$ holds.")
    places = {found.text[a:b]: page[c:d] for a, b, c, d, _, _ in found.offsets(page)}
    assert places == {"So": "So", "a < b": "a < b", "holds.": "holds."}


def test_formulas_that_show_nothing_are_none() -> None:
    page = "<p><script type='math/tex'>\\begingroup</script>One <script type='math/tex'> </script>two.</p>"
    assert maintext.extract(page, method="all_text").markdown == "One two."


def test_comments_in_latex_end_with_their_line() -> None:
    note = "<annotation encoding='application/x-tex'>a% the first\n+ 5\\% b</annotation>"
    assert latex(f"<math><mi>x</mi>{note}</math>") == r"a + 5\% b"


def test_a_picture_is_a_formula_when_its_text_has_a_command_with_an_argument() -> None:
    assert latex_of_image({"alt": r"\frac{a}{b} + 1", "src": "/figure-3.svg"}) == r"\frac{a}{b} + 1"
    assert latex_of_image({"alt": r"C:\Programs (folder)", "src": "/figure-3.svg"}) == ""


def test_a_formula_that_is_told_by_its_text_is_written_as_one() -> None:
    page = r'<p>All of it comes from <img src="/eq.svg" alt="\exp(x) - \operatorname{fn}(y)"> alone.</p>'
    found = maintext.extract(page, method="all_text").markdown
    assert found == r"All of it comes from $\exp(x) - \operatorname{fn}(y)$ alone."


@pytest.mark.parametrize(
    "piece",
    ["<math>x", "<math><mi>x</mi><nav>y</nav>", "<math><mtext>x", "<math alttext=x><mi>y</mi>",
     "<math><annotation encoding=tex>x</annotation>"],
)  # fmt: skip
def test_formulas_in_each_other_cost_no_more_than_others(piece: str) -> None:
    found = maintext.extract("<p>A text.</p>" + piece * 20_000, method="all_text")
    start = time.process_time()
    assert found.markdown
    assert time.process_time() - start < 2


def test_a_long_class_around_many_formulas_is_read_once() -> None:
    page = f"<p class='{'a b ' * 20_000}'>" + "<math><mi>x</mi></math> " * 10_000
    found = maintext.extract(page, method="all_text")
    start = time.process_time()
    assert found.markdown.count("$x$") == 10_000
    assert time.process_time() - start < 5
