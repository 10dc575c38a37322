"""Formulas and footnotes as scripts, converters, plug-ins and platforms write them."""

# ruff: noqa: E501 - the lines are as long as generators write them

from __future__ import annotations

from tests.unit.render.constructs import Construct

__all__ = ["CONSTRUCTS"]

_MATHML = '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></mrow><annotation encoding="application/x-tex">E=mc^2</annotation></semantics></math>'
_KATEX_HTML = '<span class="katex-html" aria-hidden="true"><span class="base"><span class="strut" style="height:0.6833em;"></span><span class="mord mathnormal">E</span><span class="mrel">=</span></span><span class="base"><span class="mord mathnormal">m</span><span class="mord"><span class="mord mathnormal">c</span><span class="msupsub"><span class="vlist-t"><span class="mord mtight">2</span></span></span></span></span></span>'
_ASSISTIVE = '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></math>'
_INLINE = ("says that $E=mc^2$ holds",)
_ONE = "Its rope was made in Leith[^1] and cost nine pounds.[^2] Nobody"
_NOTES = ("[^1]: By hand, in the old ropewalk.", "[^2]: About a month's wages then.")
_NO_MARKS = ("↩", "<sup>", "](#", "\n1. ", "\\[")

FORMULAS: tuple[Construct, ...] = (
    Construct(
        "MediaWiki: MathML for readers and a picture",
        '<p>The law says that <span class="mwe-math-element mwe-math-element-inline"><span class="mwe-math-mathml-inline mwe-math-mathml-a11y" style="display: none;"><math xmlns="http://www.w3.org/1998/Math/MathML" alttext="{\\displaystyle E=mc^{2}}"><semantics><mrow class="MJX-TeXAtom-ORD"><mstyle displaystyle="true" scriptlevel="0"><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></mstyle></mrow><annotation encoding="application/x-tex">{\\displaystyle E=mc^{2}}</annotation></semantics></math></span><img src="https://media.example.org/math/render/svg/9f73" class="mwe-math-fallback-image-inline mw-invert skin-invert" aria-hidden="true" style="vertical-align: -0.338ex; width:8.976ex; height:2.676ex;" alt="{\\displaystyle E=mc^{2}}"></span> holds in the harbour too.</p>',
        has=("says that $E=mc^{2}$ holds",),
        lacks=("![", "displaystyle"),
    ),
    Construct(
        "MediaWiki: a formula of its own line in a list",
        '<dl><dd><span class="mwe-math-element mwe-math-element-block"><span class="mwe-math-mathml-display mwe-math-mathml-a11y" style="display: none;"><math xmlns="http://www.w3.org/1998/Math/MathML" display="block" alttext="{\\displaystyle E=mc^{2}}"><semantics><mi>E</mi><annotation encoding="application/x-tex">{\\displaystyle E=mc^{2}}</annotation></semantics></math></span><img src="https://media.example.org/math/render/svg/9f73" class="mwe-math-fallback-image-display" aria-hidden="true" alt="{\\displaystyle E=mc^{2}}"></span></dd></dl>',
        has=("$$E=mc^{2}$$",),
        lacks=("![",),
    ),
    Construct(
        "MediaWiki: the picture alone",
        '<p>The law says that <img class="mwe-math-fallback-image-inline tex" alt="E=mc^2" src="//media.example.org/math/9/f/7/9f73.png"> holds in the harbour too.</p>',
        has=_INLINE,
    ),
    Construct(
        "KaTeX: MathML and drawn text",
        f'<p>The law says that <span class="katex"><span class="katex-mathml">{_MATHML}</span>{_KATEX_HTML}</span> holds in the harbour too.</p>',
        has=_INLINE,
        lacks=("mc2", "E=mc\n"),
    ),
    Construct(
        "KaTeX: display",
        f'<p><span class="katex-display"><span class="katex"><span class="katex-mathml">{_MATHML}</span>{_KATEX_HTML}</span></span></p>',
        has=("\n$$E=mc^2$$\n",),
        lacks=("mc2",),
    ),
    Construct(
        "MathJax 2: HTML-CSS with a preview, MathML and a script",
        '<p>The law says that <span class="MathJax_Preview" style="color: inherit; display: none;"></span><span class="MathJax" id="MathJax-Element-1-Frame" tabindex="0" role="presentation" style="position: relative;" data-mathml="&lt;math xmlns=&quot;http://www.w3.org/1998/Math/MathML&quot;&gt;&lt;mi&gt;E&lt;/mi&gt;&lt;/math&gt;"><nobr aria-hidden="true"><span class="math" id="MathJax-Span-1"><span><span class="mi">E</span><span class="mo">=</span><span class="mi">m</span><span class="msubsup"><span class="mi">c</span><span class="mn">2</span></span></span></span></nobr><span class="MJX_Assistive_MathML" role="presentation">'
        f'{_ASSISTIVE}</span></span><script type="math/tex" id="MathJax-Element-1">E=mc^2</script> holds in the harbour too.</p>',
        has=_INLINE,
        lacks=("mc2",),
    ),
    Construct(
        "MathJax 2: CommonHTML with MathML in an attribute alone",
        '<p>The law says that <span class="mjx-chtml MathJax_CHTML" tabindex="0" role="presentation" data-mathml="&lt;math xmlns=&quot;http://www.w3.org/1998/Math/MathML&quot;&gt;&lt;mi&gt;E&lt;/mi&gt;&lt;mo&gt;=&lt;/mo&gt;&lt;mi&gt;m&lt;/mi&gt;&lt;msup&gt;&lt;mi&gt;c&lt;/mi&gt;&lt;mn&gt;2&lt;/mn&gt;&lt;/msup&gt;&lt;/math&gt;"><span class="mjx-math" aria-hidden="true"><span class="mjx-mrow"><span class="mjx-mi"><span class="mjx-char">E</span></span><span class="mjx-mo"><span class="mjx-char">=</span></span><span class="mjx-mi"><span class="mjx-char">m</span></span><span class="mjx-msubsup"><span class="mjx-base"><span class="mjx-char">c</span></span><span class="mjx-sup"><span class="mjx-char">2</span></span></span></span></span></span><script type="math/tex">E=mc^2</script> holds in the harbour too.</p>',
        has=_INLINE,
    ),
    Construct(
        "MathJax 2: not drawn, a script of a display formula",
        '<p>The law says:</p><script type="math/tex; mode=display">E=mc^2</script><p>It holds in the harbour too, as everybody knows.</p>',
        has=("$$E=mc^2$$",),
    ),
    Construct(
        "MathJax 3: CHTML with assistive MathML",
        f'<p>The law says that <mjx-container class="MathJax CtxtMenu_Attached_0" jax="CHTML" tabindex="0" ctxtmenu_counter="0" style="font-size: 119.5%; position: relative;"><mjx-math class="MJX-TEX" aria-hidden="true"><mjx-mi class="mjx-i"><mjx-c class="mjx-c1D438 TEX-I"></mjx-c></mjx-mi></mjx-math><mjx-assistive-mml unselectable="on" display="inline">{_ASSISTIVE}</mjx-assistive-mml></mjx-container> holds in the harbour too.</p>',
        has=("says that $E=mc^2$ holds",),
    ),
    Construct(
        "MathJax 3: SVG with assistive MathML, display",
        '<mjx-container class="MathJax" jax="SVG" display="true"><svg xmlns="http://www.w3.org/2000/svg" width="10ex" height="2ex" role="img" focusable="false" viewBox="0 -883 4000 900" aria-hidden="true"><g stroke="currentColor"><g data-mml-node="math"><path d="M492 213"></path></g></g></svg><mjx-assistive-mml unselectable="on" display="block"><math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></math></mjx-assistive-mml></mjx-container>',
        has=("\n$$E=mc^2$$\n",),
    ),
    Construct(
        "MathJax 4: the LaTeX in an attribute",
        '<p>The law says that <mjx-container class="MathJax" jax="SVG" data-latex="E=mc^2"><svg role="img"><g data-latex="E=mc^2"><path d="M492 213"></path></g></svg></mjx-container> holds in the harbour too.</p>',
        has=_INLINE,
    ),
    Construct(
        "MathML: Core in a paragraph",
        f"<p>The law says that {_ASSISTIVE} holds in the harbour too.</p>",
        has=_INLINE,
    ),
    Construct(
        "LaTeXML: a numbered equation in a table",
        '<table id="S1.E1" class="ltx_equation ltx_eqn_table"><tbody><tr class="ltx_equation ltx_eqn_row ltx_align_baseline"><td class="ltx_eqn_cell ltx_eqn_center_padleft"></td><td class="ltx_eqn_cell ltx_align_center"><math id="S1.E1.m1.1" class="ltx_Math" alttext="E=mc^{2}" display="block"><semantics><mrow><mi>E</mi></mrow><annotation encoding="application/x-tex">E=mc^{2}</annotation><annotation encoding="application/x-llamapun">italic_E = italic_m</annotation></semantics></math></td><td class="ltx_eqn_cell ltx_eqn_center_padright"></td><td rowspan="1" class="ltx_eqn_cell ltx_eqn_eqno ltx_align_middle ltx_align_right"><span class="ltx_tag ltx_tag_equation ltx_align_right">(1)</span></td></tr></tbody></table>',
        has=("\n$$E=mc^{2}\\tag{1}$$\n",),
        lacks=("|", "italic"),
    ),
    Construct(
        "LaTeXML: an aligned group of equations",
        '<table id="A1.EGx1" class="ltx_equationgroup ltx_eqn_align ltx_eqn_table"><tbody id="A1.E2"><tr class="ltx_equation ltx_eqn_row ltx_align_baseline"><td class="ltx_eqn_cell ltx_eqn_center_padleft"></td><td class="ltx_td ltx_align_right ltx_eqn_cell"><math class="ltx_Math" alttext="\\displaystyle E" display="inline"><semantics><mi>E</mi><annotation encoding="application/x-tex">\\displaystyle E</annotation></semantics></math></td><td class="ltx_td ltx_align_left ltx_eqn_cell"><math class="ltx_Math" alttext="\\displaystyle=mc^{2}" display="inline"><semantics><mi>m</mi><annotation encoding="application/x-tex">\\displaystyle=mc^{2}</annotation></semantics></math></td><td class="ltx_eqn_cell ltx_eqn_center_padright"></td></tr></tbody><tbody id="A1.E3"><tr class="ltx_equation ltx_eqn_row ltx_align_baseline"><td class="ltx_eqn_cell ltx_eqn_center_padleft"></td><td class="ltx_td ltx_align_right ltx_eqn_cell"><math class="ltx_Math" alttext="\\displaystyle p" display="inline"><semantics><mi>p</mi><annotation encoding="application/x-tex">\\displaystyle p</annotation></semantics></math></td><td class="ltx_td ltx_align_left ltx_eqn_cell"><math class="ltx_Math" alttext="\\displaystyle=mv" display="inline"><semantics><mi>m</mi><annotation encoding="application/x-tex">\\displaystyle=mv</annotation></semantics></math></td><td class="ltx_eqn_cell ltx_eqn_center_padright"></td></tr></tbody></table>',
        has=("\n$$E =mc^{2}$$\n", "\n$$p =mv$$\n"),
        lacks=("|", "displaystyle"),
    ),
    Construct(
        "arXiv: a formula in a sentence, with a note of another kind",
        '<p class="ltx_p">The law says that <math id="S1.p1.1.m1.1" class="ltx_Math" alttext="E=mc^2" display="inline"><semantics id="S1.p1.1.m1.1a"><mi>E</mi><annotation-xml encoding="MathML-Content"><ci>E</ci></annotation-xml><annotation encoding="application/x-tex">E=mc^2</annotation><annotation encoding="application/x-llamapun">italic_E</annotation></semantics></math> holds in the harbour too.</p>',
        has=_INLINE,
        lacks=("italic",),
    ),
    Construct(
        "Zhihu: data-tex on a span",
        '<p>The law says that <span class="ztext-math" data-eeimg="1" data-tex="E=mc^2">E=mc^2</span> holds in the harbour too.</p>',
        has=_INLINE,
    ),
    Construct(
        "Zhihu: data-tex on a span that is drawn",
        '<p>The law says that <span class="ztext-math" data-eeimg="1" data-tex="E=mc^2"><span></span><span><span class="MathJax_Preview" style="color: inherit; display: none;"></span><span class="MathJax_SVG" id="MathJax-Element-1-Frame" tabindex="0" role="presentation"><svg xmlns="http://www.w3.org/2000/svg" width="8.9ex"><path d="M1 1"></path></svg></span><script type="math/tex;mode=inline">E=mc^2</script></span></span> holds in the harbour too.</p>',
        has=_INLINE,
    ),
    Construct(
        "Zhihu: a picture of a formula",
        '<p>The law says that <img src="https://www.example.com/equation?tex=E%3Dmc%5E2" alt="E=mc^2" class="ee_img tr_noresize" eeimg="1"> holds in the harbour too.</p>',
        has=_INLINE,
        lacks=("![",),
    ),
    Construct(
        "CSDN: KaTeX without its MathML tags",
        f'<p>The law says that <span class="katex--inline"><span class="katex"><span class="katex-mathml">\n     \n      \n       \n        E\n       \n       \n        =\n       \n       \n        m\n       \n       \n        c\n       \n       \n        2\n       \n      \n      \n       E=mc^2\n      \n     \n    </span>{_KATEX_HTML}</span></span> holds in the harbour too.</p>',
        has=_INLINE,
        lacks=("mc2",),
    ),
    Construct(
        "Juejin: KaTeX in a math span",
        f'<p>The law says that <span class="math math-inline"><span class="katex"><span class="katex-mathml">{_MATHML}</span>{_KATEX_HTML}</span></span> holds in the harbour too.</p>',
        has=_INLINE,
        lacks=("mc2",),
    ),
    Construct(
        "Juejin: an equation picture",
        '<p>The law says that <img class="equation" src="https://juejin.example.com/equation?tex=E%3Dmc%5E2" alt="E=mc^2"> holds in the harbour too.</p>',
        has=_INLINE,
    ),
    Construct(
        "WordPress: latex.php",
        '<p>The law says that <img src="https://s0.example.com/latex.php?latex=E%3Dmc%5E2&#038;bg=ffffff&#038;fg=000000&#038;s=0" srcset="https://s0.example.com/latex.php?latex=E%3Dmc%5E2&#038;zoom=4.5 4x" alt="E=mc^2" class="latex"> holds in the harbour too.</p>',
        has=_INLINE,
        lacks=("![",),
    ),
    Construct(
        "CodeCogs: a picture without alternative text",
        '<p>The law says that <img src="https://latex.codecogs.com/svg.image?E=mc^2" title="E=mc^2"> holds in the harbour too.</p>',
        has=_INLINE,
    ),
    Construct(
        "Sphinx: imgmath and a numbered block",
        '<p>The law says that <img class="math" src="_images/math/9f73.png" alt="E=mc^2" style="vertical-align: -4px"/> holds in the harbour too.</p><div class="math notranslate nohighlight" id="equation-law"><span class="eqno">(1)<a class="headerlink" href="#equation-law" title="Link to this equation">#</a></span>\\[p = mv\\]</div>',
        has=(*_INLINE, "$$p = mv$$", "(1)"),
        lacks=("#",),
    ),
    Construct(
        "Doxygen: a formula picture",
        '<p>The law says that <img class="formulaInl" alt="$E=mc^2$" src="form_0.png" width="61" height="12"/> holds in the harbour too.</p>',
        has=_INLINE,
        lacks=("![",),
    ),
    Construct(
        "Pandoc: MathJax delimiters in spans",
        '<p>The law says that <span class="math inline">\\(E=mc^2\\)</span> holds in the harbour too.</p><p><span class="math display">\\[p=mv\\]</span></p>',
        has=(*_INLINE, "$$p=mv$$"),
    ),
    Construct(
        "Pandoc: spans for KaTeX without delimiters",
        '<p>The law says that <span class="math inline">E=mc^2</span> holds in the harbour too.</p><p><span class="math display">p=\\frac{m}{v}</span></p>',
        has=(*_INLINE, "$$p=\\frac{m}{v}$$"),
    ),
    Construct(
        "Stack Exchange: dollars in a span",
        '<p>The law says that <span class="math-container">$E=mc^2$</span> holds in the harbour too.</p><p><span class="math-container">$$p_1 * v_1 = p_2 * v_2$$</span></p>',
        has=(*_INLINE, "$$p_1 * v_1 = p_2 * v_2$$"),
    ),
    Construct(
        "GitHub: math-renderer",
        '<p dir="auto">The law says that <math-renderer class="js-inline-math" style="display: inline-block" data-run-id="7c">$E=mc^2$</math-renderer> holds in the harbour too.</p><p dir="auto"><math-renderer class="js-display-math" style="display: block" data-run-id="7c">$$p=mv$$</math-renderer></p>',
        has=(*_INLINE, "$$p=mv$$"),
    ),
    Construct(
        "Distill: d-math",
        "<p>The law says that <d-math>E=mc^2</d-math> holds in the harbour too.</p><d-math block>p=mv</d-math>",
        has=(*_INLINE, "$$p=mv$$"),
    ),
    Construct(
        "Editors: data-latex, data-value and data-math",
        '<p>The law says that <span data-type="inline-math" data-latex="E=mc^2"></span> holds, <span class="ql-formula" data-value="p=mv">\ufeff<span contenteditable="false">p=mv</span>\ufeff</span> does, and so does <span class="math" data-math="F=ma">F=ma</span> in the harbour.</p>',
        has=("says that $E=mc^2$ holds, $p=mv$ does", "so does $F=ma$ in"),
    ),
    Construct(
        "Substack: a formula of its own line",
        '<div class="latex-rendered" data-attrs="{&quot;persistentExpression&quot;:&quot;E=mc^2&quot;,&quot;id&quot;:&quot;QWERTY&quot;}" data-component-name="LatexBlockToDOM"></div>',
        has=("$$E=mc^2$$",),
    ),
    Construct(
        "A picture in a lesson on mathematics",
        '<p>Here is what they drew.</p><figure><img class="math-lesson" src="/img/math-lesson.jpg" alt="Children = future, at the pier"></figure>',
        has=("![Children = future, at the pier]",),
        lacks=("$",),
    ),
    Construct(
        "Prices are no formulas",
        "<p>It costs $5 a day and $30 a week, or $100 with the boat.</p>",
        has=("$5 a day and $30 a week, or $100",),
    ),
)

FOOTNOTES: tuple[Construct, ...] = (
    Construct(
        "MediaWiki: references",
        '<p>Its rope was made in Leith<sup id="cite_ref-1" class="reference"><a href="#cite_note-1"><span class="cite-bracket">&#91;</span>1<span class="cite-bracket">&#93;</span></a></sup> and cost nine pounds.<sup id="cite_ref-p_2-0" class="reference"><a href="#cite_note-p-2"><span class="cite-bracket">&#91;</span>2<span class="cite-bracket">&#93;</span></a></sup> Nobody asked.</p><h2>Notes</h2><div class="reflist"><div class="mw-references-wrap"><ol class="references"><li id="cite_note-1"><span class="mw-cite-backlink"><b><a href="#cite_ref-1">^</a></b></span> <span class="reference-text">By hand, in the old ropewalk.</span></li><li id="cite_note-p-2"><span class="mw-cite-backlink">^ <a href="#cite_ref-p_2-0"><sup><i><b>a</b></i></sup></a> <a href="#cite_ref-p_2-1"><sup><i><b>b</b></i></sup></a></span> <span class="reference-text">About a month\'s wages then.</span></li></ol></div></div>',
        has=(_ONE, *_NOTES),
        lacks=("^]", *_NO_MARKS),
    ),
    Construct(
        "MediaWiki: references with labels for screen readers",
        '<p>Its rope was made in Leith<sup id="cite_ref-1"><a href="#cite_note-1">[1]</a></sup> and cost nine pounds.<sup id="cite_ref-2-0"><a href="#cite_note-2">[2]</a></sup> Nobody asked.</p><ol><li id="cite_note-1"><b><a href="#cite_ref-1">^</a></b> By hand, in the old ropewalk.</li><li id="cite_note-2">^ <a href="#cite_ref-2-0"><span>Jump up to: </span><sup>2.0</sup></a> <a href="#cite_ref-2-1"><sup>2.1</sup></a> About a month\'s wages then.</li></ol>',
        has=(_ONE, *_NOTES),
        lacks=("Jump up to", *_NO_MARKS),
    ),
    Construct(
        "Pandoc",
        '<p>Its rope was made in Leith<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a> and cost nine pounds.<a href="#fn2" class="footnote-ref" id="fnref2" role="doc-noteref"><sup>2</sup></a> Nobody asked.</p><section id="footnotes" class="footnotes footnotes-end-of-document" role="doc-endnotes"><hr/><ol><li id="fn1"><p>By hand, in the old ropewalk.<a href="#fnref1" class="footnote-back" role="doc-backlink">↩︎</a></p></li><li id="fn2"><p>About a month\'s wages then.<a href="#fnref2" class="footnote-back" role="doc-backlink">↩︎</a></p></li></ol></section>',
        has=(_ONE, *_NOTES),
        lacks=_NO_MARKS,
    ),
    Construct(
        "WordPress: a block of footnotes",
        '<p>Its rope was made in Leith<sup data-fn="7f-1" class="fn"><a id="7f-1-link" href="#7f-1">1</a></sup> and cost nine pounds.<sup data-fn="7f-2" class="fn"><a id="7f-2-link" href="#7f-2">2</a></sup> Nobody asked.</p><ol class="wp-block-footnotes"><li id="7f-1">By hand, in the old ropewalk. <a href="#7f-1-link" aria-label="Jump to footnote reference 1">↩︎</a></li><li id="7f-2">About a month\'s wages then. <a href="#7f-2-link" aria-label="Jump to footnote reference 2">↩︎</a></li></ol>',
        has=(_ONE, *_NOTES),
        lacks=_NO_MARKS,
    ),
    Construct(
        "Easy Footnotes",
        '<p>Its rope was made in Leith<span id="easy-footnote-1-71" class="easy-footnote-margin-adjust"></span><span class="easy-footnote"><a href="#easy-footnote-bottom-1-71" title="By hand, in the old ropewalk."><sup>1</sup></a></span> and cost nine pounds.<span id="easy-footnote-2-71" class="easy-footnote-margin-adjust"></span><span class="easy-footnote"><a href="#easy-footnote-bottom-2-71" title="About a month\'s wages then."><sup>2</sup></a></span> Nobody asked.</p><div class="easy-footnote-title"><h4>Notes</h4></div><ol class="easy-footnotes-wrapper"><li class="easy-footnote-single"><span id="easy-footnote-bottom-1-71" class="easy-footnote-margin-adjust"></span>By hand, in the old ropewalk.<a class="easy-footnote-to-top" href="#easy-footnote-1-71"></a></li><li class="easy-footnote-single"><span id="easy-footnote-bottom-2-71" class="easy-footnote-margin-adjust"></span>About a month\'s wages then.<a class="easy-footnote-to-top" href="#easy-footnote-2-71"></a></li></ol>',
        has=(_ONE, *_NOTES),
        lacks=_NO_MARKS,
    ),
    Construct(
        "Modern Footnotes",
        '<p>Its rope was made in Leith<sup class="modern-footnotes-footnote " data-mfn="1" data-mfn-post-scope="71"><a href="javascript:void(0)" role="button" aria-pressed="false" aria-describedby="mfn-content-71-1">1</a></sup><span id="mfn-content-71-1" role="tooltip" class="modern-footnotes-footnote__note" tabindex="0" data-mfn="1">By hand, in the old ropewalk.</span> and cost nine pounds.<sup class="modern-footnotes-footnote " data-mfn="2" data-mfn-post-scope="71"><a href="javascript:void(0)" role="button" aria-pressed="false" aria-describedby="mfn-content-71-2">2</a></sup><span id="mfn-content-71-2" role="tooltip" class="modern-footnotes-footnote__note" tabindex="0" data-mfn="2">About a month\'s wages then.</span> Nobody asked.</p>',
        has=(_ONE, *_NOTES),
        lacks=_NO_MARKS,
    ),
    Construct(
        "Footnotes (plug-in): tooltips",
        '<p>Its rope was made in Leith<span class="footnote_referrer"><a role="button" tabindex="0" onclick="footnote_moveToReference_71_1(\'footnote_plugin_reference_71_1_1\');"><sup id="footnote_plugin_tooltip_71_1_1" class="footnote_plugin_tooltip_text">1</sup></a><span id="footnote_plugin_tooltip_text_71_1_1" class="footnote_tooltip">By hand, in the old ropewalk.</span></span> and cost nine pounds.<span class="footnote_referrer"><a role="button" tabindex="0"><sup id="footnote_plugin_tooltip_71_1_2" class="footnote_plugin_tooltip_text">2</sup></a><span id="footnote_plugin_tooltip_text_71_1_2" class="footnote_tooltip">About a month\'s wages then.</span></span> Nobody asked.</p>',
        has=(_ONE, *_NOTES),
        lacks=_NO_MARKS,
    ),
    Construct(
        "Substack",
        '<p><span>Its rope was made in Leith</span><a class="footnote-anchor" data-component-name="FootnoteAnchorToDOM" id="footnote-anchor-1-71" href="#footnote-1-71" target="_self">1</a><span> and cost nine pounds.</span><a class="footnote-anchor" data-component-name="FootnoteAnchorToDOM" id="footnote-anchor-2-71" href="#footnote-2-71" target="_self">2</a><span> Nobody asked.</span></p><div class="footnote" data-component-name="FootnoteToDOM"><a id="footnote-1-71" href="#footnote-anchor-1-71" class="footnote-number" contenteditable="false" target="_self">1</a><div class="footnote-content"><p>By hand, in the old ropewalk.</p></div></div><div class="footnote" data-component-name="FootnoteToDOM"><a id="footnote-2-71" href="#footnote-anchor-2-71" class="footnote-number" contenteditable="false" target="_self">2</a><div class="footnote-content"><p>About a month\'s wages then.</p></div></div>',
        has=(_ONE, *_NOTES),
        lacks=_NO_MARKS,
    ),
    Construct(
        "LaTeXML: notes in the text",
        '<p class="ltx_p">Its rope was made in Leith<span id="footnote1" class="ltx_note ltx_role_footnote"><sup class="ltx_note_mark">1</sup><span class="ltx_note_outer"><span class="ltx_note_content"><sup class="ltx_note_mark">1</sup><span class="ltx_tag ltx_tag_note">1</span>By hand, in the old ropewalk.</span></span></span> and cost nine pounds.<span id="footnote2" class="ltx_note ltx_role_footnote"><sup class="ltx_note_mark">2</sup><span class="ltx_note_outer"><span class="ltx_note_content"><sup class="ltx_note_mark">2</sup><span class="ltx_tag ltx_tag_note">2</span>About a month\'s wages then.</span></span></span> Nobody asked.</p>',
        has=(_ONE, *_NOTES),
        lacks=_NO_MARKS,
    ),
    Construct(
        "Goldmark: Hugo",
        '<p>Its rope was made in Leith<sup id="fnref:1"><a href="#fn:1" class="footnote-ref" role="doc-noteref">1</a></sup> and cost nine pounds.<sup id="fnref:2"><a href="#fn:2" class="footnote-ref" role="doc-noteref">2</a></sup> Nobody asked.</p><div class="footnotes" role="doc-endnotes"><hr><ol><li id="fn:1"><p>By hand, in the old ropewalk.&#160;<a href="#fnref:1" class="footnote-backref" role="doc-backlink">&#x21a9;&#xfe0e;</a></p></li><li id="fn:2"><p>About a month\'s wages then.&#160;<a href="#fnref:2" class="footnote-backref" role="doc-backlink">&#x21a9;&#xfe0e;</a></p></li></ol></div>',
        has=(_ONE, *_NOTES),
        lacks=_NO_MARKS,
    ),
    Construct(
        "kramdown: Jekyll",
        '<p>Its rope was made in Leith<sup id="fnref:rope" role="doc-noteref"><a href="#fn:rope" class="footnote" rel="footnote">1</a></sup> and cost nine pounds.<sup id="fnref:cost" role="doc-noteref"><a href="#fn:cost" class="footnote" rel="footnote">2</a></sup> Nobody asked.</p><div class="footnotes" role="doc-endnotes"><ol><li id="fn:rope" role="doc-endnote"><p>By hand, in the old ropewalk. <a href="#fnref:rope" class="reversefootnote" role="doc-backlink">&#8617;</a></p></li><li id="fn:cost" role="doc-endnote"><p>About a month\'s wages then. <a href="#fnref:cost" class="reversefootnote" role="doc-backlink">&#8617;</a> <a href="#fnref:cost:1" class="reversefootnote" role="doc-backlink">&#8617;<sup>2</sup></a></p></li></ol></div>',
        has=(_ONE, *_NOTES),
        lacks=_NO_MARKS,
    ),
    Construct(
        "GitHub: a README",
        '<p dir="auto">Its rope was made in Leith<sup><a href="#user-content-fn-1-7f" id="user-content-fnref-1-7f" data-footnote-ref="" aria-describedby="footnote-label">1</a></sup> and cost nine pounds.<sup><a href="#user-content-fn-2-7f" id="user-content-fnref-2-7f" data-footnote-ref="" aria-describedby="footnote-label">2</a></sup> Nobody asked.</p><section data-footnotes="" class="footnotes"><h2 id="footnote-label" class="sr-only" dir="auto">Footnotes</h2><ol dir="auto"><li id="user-content-fn-1-7f"><p dir="auto">By hand, in the old ropewalk. <a href="#user-content-fnref-1-7f" data-footnote-backref="" aria-label="Back to reference 1" class="data-footnote-backref"><g-emoji class="g-emoji" alias="leftwards_arrow_with_hook">↩</g-emoji></a></p></li><li id="user-content-fn-2-7f"><p dir="auto">About a month\'s wages then. <a href="#user-content-fnref-2-7f" data-footnote-backref="" aria-label="Back to reference 2" class="data-footnote-backref"><g-emoji class="g-emoji" alias="leftwards_arrow_with_hook">↩</g-emoji></a></p></li></ol></section>',
        has=(_ONE, *_NOTES),
        lacks=_NO_MARKS,
    ),
    Construct(
        "Tufte CSS: numbered sidenotes",
        '<p>Its rope was made in Leith<label for="sn-rope" class="margin-toggle sidenote-number"></label><input type="checkbox" id="sn-rope" class="margin-toggle"/><span class="sidenote">By hand, in the old ropewalk.</span> and cost nine pounds.<label for="sn-cost" class="margin-toggle sidenote-number"></label><input type="checkbox" id="sn-cost" class="margin-toggle"/><span class="sidenote">About a month\'s wages then.</span> Nobody asked.</p>',
        has=(_ONE, *_NOTES),
        lacks=_NO_MARKS,
    ),
    Construct(
        "Tufte CSS: a margin note",
        '<p>Its rope was made in Leith<label for="mn-rope" class="margin-toggle">&#8853;</label><input type="checkbox" id="mn-rope" class="margin-toggle"/><span class="marginnote">By hand, in the old ropewalk.</span> and cost nine pounds.</p>',
        has=("Leith[^1] and cost nine pounds.", "[^1]: By hand, in the old ropewalk."),
        lacks=("⊕",),
    ),
    Construct(
        "Word: a web page",
        '<p class=MsoNormal>Its rope was made in Leith<a style=\'mso-footnote-id:ftn1\' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style=\'mso-special-character:footnote\'><![if !supportFootnotes]><span class=MsoFootnoteReference><span style="font-size:12.0pt">[1]</span></span><![endif]></span></span></a> and cost nine pounds.<a style=\'mso-footnote-id:ftn2\' href="#_ftn2" name="_ftnref2" title=""><span class=MsoFootnoteReference>[2]</span></a> Nobody asked.</p><div style=\'mso-element:footnote-list\'><br clear=all><hr align=left size=1 width="33%"><div style=\'mso-element:footnote\' id=ftn1><p class=MsoFootnoteText><a style=\'mso-footnote-id:ftn1\' href="#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference>[1]</span></a> By hand, in the old ropewalk.</p></div><div style=\'mso-element:footnote\' id=ftn2><p class=MsoFootnoteText><a style=\'mso-footnote-id:ftn2\' href="#_ftnref2" name="_ftn2" title=""><span class=MsoFootnoteReference>[2]</span></a> About a month\'s wages then.</p></div></div>',
        has=(_ONE, *_NOTES),
        lacks=_NO_MARKS,
    ),
    Construct(
        "Docutils: a table a note",
        '<p>Its rope was made in Leith<a class="footnote-reference" href="#id3" id="id1">[1]</a> and cost nine pounds.<a class="footnote-reference" href="#id4" id="id2">[2]</a> Nobody asked.</p><table class="docutils footnote" frame="void" id="id3" rules="none"><colgroup><col class="label" /><col /></colgroup><tbody valign="top"><tr><td class="label"><a class="fn-backref" href="#id1">[1]</a></td><td>By hand, in the old ropewalk.</td></tr></tbody></table><table class="docutils footnote" frame="void" id="id4" rules="none"><colgroup><col class="label" /><col /></colgroup><tbody valign="top"><tr><td class="label"><a class="fn-backref" href="#id2">[2]</a></td><td>About a month\'s wages then.</td></tr></tbody></table>',
        has=(_ONE, *_NOTES),
        lacks=("|", *_NO_MARKS),
    ),
    Construct(
        "Docutils: asides of today",
        '<p>Its rope was made in Leith<a class="footnote-reference brackets" href="#id3" id="id1" role="doc-noteref"><span class="fn-bracket">[</span>1<span class="fn-bracket">]</span></a> and cost nine pounds.<a class="footnote-reference brackets" href="#id4" id="id2" role="doc-noteref"><span class="fn-bracket">[</span>2<span class="fn-bracket">]</span></a> Nobody asked.</p><aside class="footnote-list brackets"><aside class="footnote brackets" id="id3" role="doc-footnote"><span class="label"><span class="fn-bracket">[</span><a role="doc-backlink" href="#id1">1</a><span class="fn-bracket">]</span></span><p>By hand, in the old ropewalk.</p></aside><aside class="footnote brackets" id="id4" role="doc-footnote"><span class="label"><span class="fn-bracket">[</span><a role="doc-backlink" href="#id2">2</a><span class="fn-bracket">]</span></span><p>About a month\'s wages then.</p></aside></aside>',
        has=(_ONE, *_NOTES),
        lacks=_NO_MARKS,
    ),
    Construct(
        "DocBook",
        '<p>Its rope was made in Leith<a href="#ftn.rope" class="footnote" name="rope"><sup class="footnote">[1]</sup></a> and cost nine pounds.<a href="#ftn.cost" class="footnote" name="cost"><sup class="footnote">[2]</sup></a> Nobody asked.</p><div class="footnotes"><br><hr style="width:100; text-align:left;"><div id="ftn.rope" class="footnote"><p><a href="#rope" class="para"><sup class="para">[1] </sup></a>By hand, in the old ropewalk.</p></div><div id="ftn.cost" class="footnote"><p><a href="#cost" class="para"><sup class="para">[2] </sup></a>About a month\'s wages then.</p></div></div>',
        has=(_ONE, *_NOTES),
        lacks=_NO_MARKS,
    ),
    Construct(
        "markdown-it: Ghost, VitePress, Eleventy",
        '<p>Its rope was made in Leith<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup> and cost nine pounds.<sup class="footnote-ref"><a href="#fn2" id="fnref2">[2]</a></sup> Nobody asked.</p><hr class="footnotes-sep"><section class="footnotes"><ol class="footnotes-list"><li id="fn1" class="footnote-item"><p>By hand, in the old ropewalk. <a href="#fnref1" class="footnote-backref">↩︎</a></p></li><li id="fn2" class="footnote-item"><p>About a month\'s wages then. <a href="#fnref2" class="footnote-backref">↩︎</a></p></li></ol></section>',
        has=(_ONE, *_NOTES),
        lacks=_NO_MARKS,
    ),
    Construct(
        "AsciiDoctor",
        '<p>Its rope was made in Leith<sup class="footnote">[<a id="_footnoteref_1" class="footnote" href="#_footnotedef_1" title="View footnote.">1</a>]</sup> and cost nine pounds.<sup class="footnote">[<a id="_footnoteref_2" class="footnote" href="#_footnotedef_2" title="View footnote.">2</a>]</sup> Nobody asked.</p><div id="footnotes"><hr><div class="footnote" id="_footnotedef_1"><a href="#_footnoteref_1">1</a>. By hand, in the old ropewalk.</div><div class="footnote" id="_footnotedef_2"><a href="#_footnoteref_2">2</a>. About a month\'s wages then.</div></div>',
        has=(_ONE, *_NOTES),
        lacks=_NO_MARKS,
    ),
    Construct(
        "Org mode",
        '<p>Its rope was made in Leith<sup><a id="fnr.1" class="footref" href="#fn.1" role="doc-backlink">1</a></sup> and cost nine pounds.<sup><a id="fnr.2" class="footref" href="#fn.2" role="doc-backlink">2</a></sup> Nobody asked.</p><div id="footnotes"><h2 class="footnotes">Footnotes: </h2><div id="text-footnotes"><div class="footdef"><sup><a id="fn.1" class="footnum" href="#fnr.1" role="doc-backlink">1</a></sup> <div class="footpara" role="doc-footnote"><p class="footpara">By hand, in the old ropewalk.</p></div></div><div class="footdef"><sup><a id="fn.2" class="footnum" href="#fnr.2" role="doc-backlink">2</a></sup> <div class="footpara" role="doc-footnote"><p class="footpara">About a month\'s wages then.</p></div></div></div></div>',
        has=(_ONE, *_NOTES),
        lacks=_NO_MARKS,
    ),
    Construct(
        "Google Docs: published",
        '<p class="c0"><span>Its rope was made in Leith</span><sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup><span> and cost nine pounds.</span><sup><a href="#ftnt2" id="ftnt_ref2">[2]</a></sup><span> Nobody asked.</span></p><hr class="c5"><div><p class="c3"><a href="#ftnt_ref1" id="ftnt1">[1]</a><span class="c2">&nbsp;By hand, in the old ropewalk.</span></p></div><div><p class="c3"><a href="#ftnt_ref2" id="ftnt2">[2]</a><span class="c2">&nbsp;About a month\'s wages then.</span></p></div>',
        has=(_ONE, *_NOTES),
        lacks=_NO_MARKS,
    ),
    Construct(
        "By hand: numbers are text of the notes",
        '<p>Its rope was made in Leith<sup><a href="#note01">1</a></sup> and cost nine pounds.<sup><a href="#note02">2</a></sup> Nobody asked.</p><div class="note"><p class="notetitle">Notes</p><p id="note01">1. By hand, in the old ropewalk.</p><p id="note02">[2] About a month\'s wages then.</p></div>',
        has=(_ONE, *_NOTES),
        lacks=_NO_MARKS,
    ),
    Construct(
        "Texinfo: notes under headings",
        '<p>Its rope was made in Leith<a class="footnote" id="DOCF1" href="#FOOT1"><sup>1</sup></a> and cost nine pounds.<a class="footnote" id="DOCF2" href="#FOOT2"><sup>2</sup></a> Nobody asked.</p><div class="footnotes-segment"><hr><h4 class="footnotes-heading">Footnotes</h4><h5 class="footnote-body-heading"><a id="FOOT1" href="#DOCF1">(1)</a></h5><p>By hand, in the old ropewalk.</p><h5 class="footnote-body-heading"><a id="FOOT2" href="#DOCF2">(2)</a></h5><p>About a month\'s wages then.</p></div>',
        has=(_ONE, *_NOTES),
        lacks=_NO_MARKS,
    ),
    Construct(
        "By hand: superscripts and a rule",
        "<p>Its rope was made in Leith<sup>1</sup> and cost nine pounds.<sup>2</sup> Nobody asked.</p><hr><p><sup>1</sup> By hand, in the old ropewalk.</p><p><sup>2</sup> About a month's wages then.</p>",
        has=(_ONE, *_NOTES),
        lacks=_NO_MARKS,
    ),
    Construct(
        "By hand: named anchors",
        '<p>Its rope was made in Leith<a href="#one"><sup>1</sup></a> and cost nine pounds.<a href="#two"><sup>2</sup></a> Nobody asked.</p><p><a name="one"></a><sup>1</sup> By hand, in the old ropewalk.</p><p><a name="two"></a><sup>2</sup> About a month\'s wages then.</p>',
        has=(_ONE, *_NOTES),
        lacks=_NO_MARKS,
    ),
    Construct(
        "By hand: a list under a heading",
        '<p>Its rope was made in Leith<sup>1</sup> and cost nine pounds.<sup>2</sup> Nobody asked.</p><div class="article-footnotes"><h4>Footnotes</h4><ol><li>By hand, in the old ropewalk.</li><li>About a month\'s wages then.</li></ol></div>',
        has=(_ONE, *_NOTES),
        lacks=_NO_MARKS,
    ),
    Construct(
        "By hand: bold numbers after a rule",
        "<p>Its rope was made in Leith<sup>1</sup> and cost nine pounds.<sup>2</sup> Nobody asked.</p><hr><p><strong>1</strong> By hand, in the old ropewalk.</p><p><b>2</b> About a month's wages then.</p>",
        has=(_ONE, *_NOTES),
        lacks=_NO_MARKS,
    ),
    Construct(
        "By hand: notes in one paragraph, with breaks and arrows",
        """<p>Its rope was made in Leith<a href="#one"><sup>1</sup></a> and cost nine pounds.<a href="#two"><sup>2</sup></a> Nobody asked.</p><hr><p><a name="one"><sup>1</sup></a> By hand, in the old ropewalk. <a href="#" onclick="history.back(); return false;">↩</a><br><br><a name="two"><sup>2</sup></a> About a month's wages then. <a href="#" onclick="history.back(); return false;">↩</a></p>""",
        has=(_ONE, *_NOTES),
        lacks=_NO_MARKS,
    ),
    Construct(
        "By hand: references in brackets to items of a list",
        """<p>Its rope was made in Leith <a href="#r1">[1]</a> and cost nine pounds <a href="#r2">[2]</a>. Nobody asked.</p><ol><li><a id="r1"></a>By hand, in the old ropewalk.</li><li><a id="r2"></a>About a month's wages then.</li></ol>""",
        has=("Leith [^1] and cost nine pounds [^2]. Nobody", *_NOTES),
        lacks=("](#", "\n1. ", "\\["),
    ),
    Construct(
        "Notes in a span after the number, hidden until a click",
        """<p>Its rope was made in Leith<span class="inline-footnote">1<span class="footnoteContent" style="display:none;">By hand, in the old ropewalk.</span></span> and cost nine pounds.<span class="inline-footnote">2<span class="footnoteContent" style="display:none;">About a month's wages then.</span></span> Nobody asked.</p>""",
        has=(_ONE, *_NOTES),
        lacks=_NO_MARKS,
    ),
    Construct(
        "Powers are no notes",
        "<p>A deck of 30 m<sup>2</sup> and a hold of 90 m<sup>3</sup> came with it.</p><ol><li>The deck was oak.</li><li>The hold was dry.</li><li>Nobody asked.</li></ol>",
        has=("30 m²", "1. The deck was oak.\n2. The hold was dry."),
        lacks=("[^",),
    ),
)
CONSTRUCTS = FORMULAS + FOOTNOTES
