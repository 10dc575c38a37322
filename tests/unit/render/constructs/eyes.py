"""What was wrong on pages read next to their picture, and in what editors and generators write."""

# ruff: noqa: E501 - the lines are as long as generators write them

from __future__ import annotations

from tests.unit.render.constructs import Construct

__all__ = ["CONSTRUCTS"]

CONSTRUCTS: tuple[Construct, ...] = (
    Construct(
        "Gatsby: highlighted lines, and no line breaks next to them",
        '<div class="gatsby-highlight has-highlighted-lines" data-language="jsx"><pre class="language-jsx"><code class="language-jsx"><span class="gatsby-highlight-code-line"><span class="token keyword">function</span> rope() {</span>  <span class="token keyword">const</span> a = 1;\n\n<span class="gatsby-highlight-code-line">  use(a);</span>}</code></pre></div>',
        has=("```jsx\nfunction rope() {\n  const a = 1;\n\n  use(a);\n}\n```",),
    ),
    Construct(
        "Rustdoc: a link that runs the code, before it",
        '<pre class="rust rust-example-rendered"><a class="test-arrow" target="_blank" href="https://play.example.org/?code=fn">Run</a><code>let plank = 1;\nnail(plank);</code></pre>',
        has=("```rust\nlet plank = 1;\nnail(plank);\n```",),
    ),
    Construct(
        "Sphinx: lists side by side in a table",
        '<table class="hlist"><tbody><tr><td><ul class="simple"><li><p>Rope</p></li><li><p>Nails</p></li></ul></td><td>\n<ul class="simple"><li><p>Tar</p></li></ul></td></tr></tbody></table>',
        has=("- Rope\n- Nails\n",),
        lacks=("|",),
    ),
    Construct(
        "Docutils: a verse, with lines that are indented",
        '<div class="line-block"><div class="line">Grey is the sea,</div><div class="line">grey is the pier.</div><div class="line-block"><div class="line">So it was.</div></div></div>',
        has=("Grey is the sea,  \ngrey is the pier.  \nSo it was.\n\nSince",),
    ),
    Construct(
        "arXiv: an abstract is no note",
        '<blockquote class="abstract mathjax"><span class="descriptor">Abstract:</span>We count the planks of the pier, and find that they are fewer every year.</blockquote>',
        has=("> Abstract: We count the planks",),
        lacks=("[!NOTE]",),
    ),
    Construct(
        "Documenter: the title of a note",
        '<div class="admonition is-info"><header class="admonition-header">Wet planks</header><div class="admonition-body"><p>Do not walk on them.</p></div></div>',
        has=("> [!NOTE]\n> **Wet planks**\n>\n> Do not walk on them.",),
    ),
    Construct(
        "LaTeXML: a numbered list with typed numbers",
        '<ol class="ltx_enumerate"><li class="ltx_item" style="list-style-type:none;"><span class="ltx_tag ltx_tag_item">1.</span><div class="ltx_para"><p class="ltx_p">Nail the planks.</p></div></li><li class="ltx_item" style="list-style-type:none;"><span class="ltx_tag ltx_tag_item">2.</span><div class="ltx_para"><p class="ltx_p">Tar them.</p></div></li></ol>',
        has=("1. Nail the planks.\n2. Tar them.",),
    ),
    Construct(
        "Laws: typed letters in a list that has numbers",
        '<ol style="list-style:none"><li><span class="label">(a)</span> Nail</li><li><span class="label">(b)</span> Tar</li></ol>',
        has=("- (a) Nail\n- (b) Tar",),
    ),
    Construct(
        "Jekyll, WordPress: line breaks in the LaTeX of a formula",
        "<p>\\[<br />\na = b + c<br />\n\\]</p><p>$$<br />\nE = mc^2<br />\n$$</p><p>\\begin{align}<br>\nx &amp;= y\\\\<br>\nz &amp;= 1<br>\n\\end{align}</p>",
        has=("$$a = b + c$$", "$$E = mc^2$$", "$$\\begin{align} x &= y\\\\ z &= 1 \\end{align}$$"),
    ),
    Construct(
        "Mathematics: letters that are raised",
        "<p>Let <i>A</i><sup>T</sup> be the transpose and <i>A</i><sup>H</sup> the adjoint, on the 10<sup>TH</sup> of May.</p>",
        has=("*A*ᵀ be", "*A*ᴴ the", "10TH of May"),
    ),
    Construct(
        "Statistics: a number in brackets that is raised",
        "<p>The step <i>x</i><sup>(k)</sup> leads to <i>x</i><sup>(k+1)</sup> by (k).</p>",
        has=("*x*⁽ᵏ⁾ leads", "by (k)."),
    ),
    Construct(
        "LaTeXML: the number of an equation on its left",
        '<table class="ltx_equation ltx_eqn_table"><tbody><tr class="ltx_equation ltx_eqn_row"><td class="ltx_eqn_cell ltx_eqn_eqno ltx_eqn_eqno_left"><span class="ltx_tag ltx_tag_equation">(1)</span></td><td class="ltx_eqn_cell ltx_align_center"><math class="ltx_Math" alttext="a=b" display="block"><semantics><mi>a</mi><annotation encoding="application/x-tex">a=b</annotation></semantics></math></td></tr></tbody></table>',
        has=("\n$$a=b\\tag{1}$$\n",),
    ),
    Construct(
        "LaTeXML: the lines of an algorithm",
        '<div class="ltx_listing ltx_listing"><div class="ltx_listingline"><span class="ltx_tag ltx_tag_listingline">1:</span> <span class="ltx_text ltx_font_bold">Input:</span> hour <math class="ltx_Math" alttext="h"><mi>h</mi></math></div><div class="ltx_listingline"><span class="ltx_tag ltx_tag_listingline">2:</span> open the pier</div></div>',
        has=("1: Input: hour $h$  \n2: open the pier\n\nSince",),
    ),
    Construct(
        "Feishu: numbered items, a list each, with kinds of their own",
        '<ol start="1" class="list-number1"><li class="ace-line" data-list="number"><div>换木板</div></li></ol><ol start="2" class="list-number1"><li class="ace-line" data-list="number"><div>涂焦油</div></li></ol>',
        has=("1. 换木板\n2. 涂焦油",),
    ),
    Construct(
        "Icon fonts: signs for private use",
        '<p><i class="iconfont">&#xe621;</i> The pier is open from nine to five, in summer until eight.</p><p><span class="fa">&#xf007;</span>Everybody may walk on it, and nobody pays for it.</p>',
        has=("\n\nThe pier is open", "\n\nEverybody may walk"),
        lacks=("\ue621", "\uf007"),
    ),
    Construct(
        "Old editors: a line break at the end of a link",
        '<p><a href="/rope">The rope<br></a>is of hemp, and <b><a href="/deck">the deck<br></a></b>of oak.</p>',
        has=(
            "[The rope](https://example.org/rope)  \nis of hemp",
            "**[the deck](https://example.org/deck)**  \nof",
        ),
    ),
    Construct(
        "Chinese press: a title across the columns of a table without heads",
        '<table border="1"><tr><td colspan="3" align="center"><strong>木板价目表</strong></td></tr><tr><td><p align="center">年</p></td><td>橡木</td><td>松木</td></tr><tr><td>1961</td><td>9</td><td>4</td></tr></table>',
        has=("**木板价目表**\n\n| 年 | 橡木 | 松木 |\n| --- | --- | --- |\n| 1961 | 9 | 4 |",),
    ),
    Construct(
        "Webflow: joiners without anything to join",
        "<p>\u200d</p><p>\u200d<strong>The deck</strong> is of oak.\u200d</p><p>They are 👨\u200d👩\u200d👧, who live on the pier.</p>",
        has=("\n\n**The deck** is of oak.\n\nThey are 👨\u200d👩\u200d👧, who",),
    ),
    Construct(
        "A title of a picture with a line break",
        '<p><img src="/deck.jpg" alt="A deck" title="The deck&#13;&#10;in winter"></p>',
        has=('"The deck in winter")',),
    ),
)
