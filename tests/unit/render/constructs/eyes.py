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
        '<ol class="ltx_enumerate"><li class="ltx_item" style="list-style-type:none;"><span class="ltx_tag ltx_tag_item">1.</span><div class="ltx_para"><p class="ltx_p">Nail the planks.</p></div></li><li class="ltx_item" style="list-style-type:none;"><span class="ltx_tag ltx_tag_item">2.</span><div class="ltx_para"><p class="ltx_p">Tar them.</p></div></li><li>Wait.</li></ol>',
        has=("1. Nail the planks.\n2. Tar them.\n3. Wait.",),
    ),
    Construct(
        "Laws: typed letters in a list that has numbers",
        '<ol style="list-style:none"><li><span class="label">(a)</span> Nail</li><li><span class="label">(b)</span> Tar</li></ol>',
        has=("- (a) Nail\n- (b) Tar",),
    ),
    Construct(
        "Lists right after each other, each with one typed letter",
        '<ol><li><span>(a)</span> Rope</li></ol><ol start="2"><li><span>(b)</span> Tar</li></ol>',
        has=("\n\n- (a) Rope\n- (b) Tar\n\nSince",),
    ),
    Construct(
        "Numbered lists: one item begins with a letter; years; parts of speech",
        "<ol><li>Rope is of hemp.</li><li><i>x.</i> Nails are of iron.</li></ol><p>Then:</p><ol><li><b>1914.</b> War.</li><li><b>1918.</b> Peace.</li></ol><p>Pier:</p><ol><li><i>n.</i> A bridge into the sea.</li><li><i>v.</i> To build one.</li></ol>",
        has=(
            "1. Rope is of hemp.\n2. *x.* Nails",
            "1. **1914.** War.\n2. **1918.** Peace.",
            "1. *n.* A bridge",
        ),
    ),
    Construct(
        "A numbered list with one number of its own, and one whose numbers are links",
        '<ol><li><b>1.</b> FC Riga won.</li><li>Leith lost.</li></ol><p>Then:</p><ol><li><a href="/r">1.</a> Rope</li></ol>',
        has=("1. **1.** FC Riga won.\n2. Leith lost.", "[1.](https://example.org/r) Rope"),
    ),
    Construct(
        "Doxygen: links in code, with a name that is also a word of a button",
        '<pre class="fragment"><a class="code" href="a.html">run</a>(plank);\npier.<a class="code" href="b.html">run</a></pre>',
        has=("run(plank);\npier.run\n",),
    ),
    Construct(
        "Code: a prompt whose class says line",
        '<pre><code><span class="line-prompt">$</span> ls\n<span class="line-prompt">$</span> cd pier</code></pre><p>And:</p><pre><span class="run">cargo test</span>\n</pre>',
        has=(
            "\n$ ls\n$ cd pier\n",
            "\ncargo test\n",
        ),
    ),
    Construct(
        "A sign of an icon font after a line break in a cell, in a list",
        '<ul><li><p>Prices:</p><table><tr><th>Deck</th><th>Price</th></tr><tr><td>oak</td><td>nine<br><i class="icon">\ue001</i> a plank</td></tr></table></li></ul>',
        has=("| oak | nine a plank |",),
    ),
    Construct(
        "Characters for private use in code, and as a rare letter of a name",
        "<p>The mason 李<span>\ue863</span>明 types <code>\ue0b0</code> and <code><span class=s>\ue0b1</span></code>.</p>",
        has=("李\ue863明 types `\ue0b0` and `\ue0b1`.",),
    ),
    Construct(
        "Names and values below a title have no heads",
        "<table><tr><td colspan=2>Deck</td></tr><tr><td>Material</td><td>oak</td></tr><tr><td>Length</td><td>40</td></tr></table>",
        has=("| Deck |  |\n| --- | --- |\n| Material | oak |",),
    ),
    Construct(
        "Levels of prices, and brackets of an expression, on lines of their own",
        "<p>Joe’s grill: $$<br>Moe’s bar: $$<br>Al’s: $$$</p><p>Cheap to dear, as in the guide of the town, is written<br>$$<br>$$<br>$$$</p><p>Write \\[ for a bracket<br>and \\] for its end.</p>",
        has=(
            "Joe’s grill: $$  \nMoe’s bar: $$  \nAl’s: $$$",
            "written  \n$$  \n$$  \n$$$",
            "for a bracket  \nand",
        ),
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
