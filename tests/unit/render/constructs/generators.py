"""Constructs of documentation generators, site builders and content systems."""

# ruff: noqa: E501 - the lines are as long as generators write them

from __future__ import annotations

from tests.unit.render.constructs import Construct

__all__ = ["CONSTRUCTS"]

_CODE = (
    Construct(
        "Doxygen: lines with their numbers",
        '<div class="fragment"><div class="line"><a id="l00001" name="l00001"></a><span class="lineno">    1</span><span class="keyword">class </span>Ship {</div>\n<div class="line"><a id="l00002" name="l00002"></a><span class="lineno">    2</span>  <span class="keywordtype">int</span> rope;</div>\n<div class="line"><a id="l00003" name="l00003"></a><span class="lineno">    3</span>};</div>\n</div><!-- fragment -->',
        has=("```\nclass Ship {\n  int rope;\n};\n```",),
        lacks=("1class",),
    ),
    Construct(
        "Doxygen: lines, one of them empty",
        '<div class="fragment"><div class="line"><span class="keyword">class </span>Ship {</div>\n<div class="line">  <span class="keywordtype">int</span> rope;</div>\n<div class="line"> </div>\n<div class="line">};</div>\n</div><!-- fragment -->',
        has=("class Ship {\n  int rope;\n\n};\n```",),
    ),
    Construct(
        "LaTeXML: a listing with numbers",
        '<div id="LST1" class="ltx_listing ltx_lst_numbers_left ltx_lst_language_Python ltx_lstlisting"><div class="ltx_listing_data"><a href="data:text/plain;base64,ZGVmIG1vb3I=" download="">⬇</a></div><div id="lstnumberx1" class="ltx_listingline"><span class="ltx_tag ltx_tag_listingline">1</span><span class="ltx_text ltx_lst_keyword ltx_font_bold">def</span><span class="ltx_text ltx_lst_space"> </span><span class="ltx_text ltx_lst_identifier">moor</span>(<span class="ltx_text ltx_lst_identifier">ship</span>):</div><div id="lstnumberx2" class="ltx_listingline"><span class="ltx_tag ltx_tag_listingline">2</span><span class="ltx_text ltx_lst_space">    </span><span class="ltx_text ltx_lst_keyword ltx_font_bold">return</span><span class="ltx_text ltx_lst_space"> </span>ship.rope</div></div>',
        has=("```python\ndef moor(ship):\n    return ship.rope\n```",),
        lacks=("1def", "⬇"),
    ),
    Construct(
        "Quill 2: a line a box",
        '<div class="ql-code-block-container" spellcheck="false"><div class="ql-code-block" data-language="python">def moor(ship):</div><div class="ql-code-block" data-language="python">    return ship.rope</div></div>',
        has=("```python\ndef moor(ship):\n    return ship.rope\n```",),
    ),
    Construct(
        "W3Schools: code without pre",
        '<div class="w3-example"><h3>Example</h3><div class="w3-code notranslate pythonHigh"><span class="pythoncolor" style="color:black"><span class="pythonkeywordcolor" style="color:mediumblue">def</span> moor(ship):<br>&nbsp; <span class="pythonkeywordcolor" style="color:mediumblue">return</span> ship.rope <span class="pythonnumbercolor"></span></span></div><a target="_blank" href="trypython.asp?filename=demo" class="w3-btn w3-margin-bottom">Try it Yourself »</a></div>',
        has=("### Example\n\n```\ndef moor(ship):\n  return ship.rope\n```",),
        lacks=("ship):  ",),
    ),
    Construct(
        "WeChat: a code element a line",
        '<section class="code-snippet__fix code-snippet__js"><ul class="code-snippet__line-index code-snippet__js"><li></li><li></li></ul><pre class="code-snippet__js" data-lang="python"><code><span class="code-snippet_outer"><span class="code-snippet__keyword">def</span> moor(ship):</span></code><code><span class="code-snippet_outer">    <span class="code-snippet__keyword">return</span> ship.rope</span></code></pre></section>',
        has=("```python\ndef moor(ship):\n    return ship.rope\n```",),
    ),
    Construct(
        "WeChat: an empty line of code",
        '<pre class="code-snippet__js" data-lang="python"><code><span class="code-snippet_outer">a = 1</span></code><code><span class="code-snippet_outer"><br></span></code><code><span class="code-snippet_outer">b = 2</span></code></pre>',
        has=("```python\na = 1\n\nb = 2\n```",),
    ),
    Construct(
        "Code Block Pro: a hidden copy in the button",
        '<div class="wp-block-kevinbatdorf-code-block-pro" data-code-block-pro-font-family="Code-Pro-JetBrains-Mono" style="font-size:.875rem"><span style="display:block;padding:16px 0 0 16px;"><svg width="54" height="14"><circle cx="6" cy="6" r="6"></circle></svg></span><span role="button" tabindex="0" style="color:#d8dee9ff;display:none" aria-label="Copy" class="code-block-pro-copy-button"><pre class="code-block-pro-copy-button-pre" aria-hidden="true"><textarea class="code-block-pro-copy-button-textarea" tabindex="-1" aria-hidden="true" readonly>def moor(ship):\n    return ship.rope</textarea></pre><svg style="width:24px"></svg></span><pre class="shiki nord" style="background-color: #2e3440ff" tabindex="0"><code><span class="line"><span style="color: #81A1C1">def</span><span style="color: #D8DEE9FF"> moor(ship):</span></span>\n<span class="line"><span style="color: #D8DEE9FF">    return ship.rope</span></span></code></pre></div>',
        has=("\n```\ndef moor(ship):\n    return ship.rope\n```\n\nSince",),
        lacks=("def moor(ship):\n    return ship.rope\n```\n\n```",),
    ),
    Construct(
        "Microsoft Learn: a bar with the language right before the code",
        '<div class="codeHeader" id="code-try-0" data-bi-name="code-header"><span class="language">Python</span><button type="button" class="action position-relative display-none-print" data-bi-name="copy"><span class="icon margin-right-xxs" aria-hidden="true"><span class="docon docon-edit-copy"></span></span><span>Copy</span><div class="successful-copy-alert position-absolute" aria-hidden="true"><span class="icon font-size-lg"></span></div></button></div><pre tabindex="0" class="has-inner-focus"><code class="lang-python" data-author-content="x"><span><span class="k">def</span> <span class="nf">moor</span><span class="p">(</span><span class="n">ship</span><span class="p">):</span>\n    <span class="k">return</span> <span class="n">ship</span><span class="o">.</span><span class="n">rope</span>\n</span></code></pre>',
        has=("```python\ndef moor(ship):\n    return ship.rope\n```",),
        lacks=("Copy", "\nPython\n"),
    ),
    Construct(
        "Gitea: rows of code that end their line",
        '<div class="file-view code-view"><table><tbody><tr><td id="L1" class="lines-num"><span id="L1" data-line-number="1"></span></td><td rel="L1" class="lines-code chroma"><code class="code-inner"><span class="k">def</span> moor(ship):\n</code></td></tr><tr><td id="L2" class="lines-num"><span id="L2" data-line-number="2"></span></td><td rel="L2" class="lines-code chroma"><code class="code-inner">    <span class="k">return</span> ship.rope\n</code></td></tr></tbody></table></div>',
        has=("def moor(ship):\n    return ship.rope\n```",),
        lacks=("|",),
    ),
    Construct(
        "Zola: rows of code that end their line",
        '<pre data-linenos data-lang="python" style="background-color:#2b303b" class="language-python "><code class="language-python" data-lang="python"><table><tbody><tr><td>1</td><td><span style="color:#b48ead">def </span><span>moor(ship):\n</span></td></tr><tr><td>2</td><td><span>    return ship.rope\n</span></td></tr></tbody></table></code></pre>',
        has=("```python\ndef moor(ship):\n    return ship.rope\n```",),
        lacks=("|",),
    ),
    Construct(
        "Shiki: types that Twoslash shows",
        '<pre class="shiki twoslash lsp"><code><span class="line"><span style="color:#D73A49">const</span><span> </span><span style="color:#005CC5"><span class="twoslash-hover"><span class="twoslash-popup-container"><code class="twoslash-popup-code"><span class="line"><span>const rope: string</span></span></code></span>rope</span></span><span style="color:#D73A49"> =</span><span> moor(ship)</span></span>\n<span class="line"></span>\n<span class="line"><span>rope.tie()</span></span></code></pre>',
        has=("const rope = moor(ship)\n\nrope.tie()\n```",),
        lacks=("rope: string",),
    ),
    Construct(
        "Org mode: a listing with its label",
        '<div class="org-src-container">\n<label class="org-src-name"><span class="listing-number">Listing 1: </span>Mooring</label><pre class="src src-python" id="org1"><span style="color: #a020f0;">def</span> moor(ship):\n    <span style="color: #a020f0;">return</span> ship.rope\n</pre>\n</div>',
        has=("```python\ndef moor(ship):\n    return ship.rope\n```", "Listing 1: Mooring"),
    ),
    Construct(
        "cnblogs: code that opens by a click",
        '<div class="cnblogs_code" onclick="cnblogs_code_show(\'ab\')"><img id="code_img_closed_ab" class="code_img_closed" src="https://images.cnblogs.com/OutliningIndicators/ContractedBlock.gif" alt=""><img id="code_img_opened_ab" class="code_img_opened" style="display: none;" src="https://images.cnblogs.com/OutliningIndicators/ExpandedBlockStart.gif" alt=""><div id="cnblogs_code_open_ab" class="cnblogs_code_hide"><pre><span style="color:#0000ff">def</span> moor(ship):\n    <span style="color:#0000ff">return</span> ship.rope</pre></div><span class="cnblogs_code_collapse">View Code</span></div>',
        has=("```\ndef moor(ship):\n    return ship.rope\n```",),
        lacks=("View Code", "OutliningIndicators"),
    ),
    Construct(
        "TypeScript: words of code in custom elements",
        '<pre class="shiki light-plus twoslash lsp"><div class="language-id">ts</div><div class="code-container"><code><div class="line"><span>const</span><span> </span><span><data-lsp lsp="const rope: string">rope</data-lsp></span><span> = moor(ship)</span></div><div class="line"><span>rope.tie()</span></div></code></div></pre>',
        has=("```\nconst rope = moor(ship)\nrope.tie()\n```",),
    ),
)

_OTHERS = (
    Construct(
        "Confluence: an information macro",
        '<div class="confluence-information-macro confluence-information-macro-warning conf-macro output-block" data-macro-name="warning"><p class="title">Wet rope</p><span class="aui-icon aui-icon-small aui-iconfont-error confluence-information-macro-icon"></span><div class="confluence-information-macro-body"><p>The rope is wet and must be dried before it is tied.</p></div></div>',
        has=("> [!WARNING]\n> **Wet rope**\n>\n> The rope is wet and must be dried before it is tied.",),
    ),
    Construct(
        "AsciiDoctor: a note in a table with its icon",
        '<div class="admonitionblock note"><table><tr><td class="icon"><i class="fa icon-note" title="Note"></i></td><td class="content"><div class="paragraph"><p>The rope is wet and must be dried before it is tied.</p></div></td></tr></table></div>',
        has=("> [!NOTE]\n> The rope is wet and must be dried before it is tied.",),
        lacks=("|",),
    ),
    Construct(
        "AsciiDoctor: a note with its kind as a text and a title",
        '<div class="admonitionblock warning"><table><tr><td class="icon"><div class="title">Warning</div></td><td class="content"><div class="title">Wet rope</div>The rope is wet and must be dried before it is tied.</td></tr></table></div>',
        has=("> [!WARNING]\n> **Wet rope**", "The rope is wet and must be dried before it is tied."),
        lacks=("|", "> Warning"),
    ),
    Construct(
        "GitBook: a hint of another kind",
        '<div class="hint hint-warning"><div class="hint-icon"><svg></svg></div><div class="hint-content"><p>The rope is wet and must be dried before it is tied.</p></div></div>',
        has=("> [!WARNING]\n> The rope is wet and must be dried before it is tied.",),
    ),
    Construct(
        "Mintlify: a callout with its kind in an attribute",
        '<div class="callout my-4 px-5 py-4 overflow-hidden rounded-2xl flex gap-3 border border-sky-500/20" data-callout-type="info"><div class="mt-0.5 w-4" data-component-part="callout-icon"><svg aria-label="Info"></svg></div><div class="text-sm prose" data-component-part="callout-content"><span data-as="p">The rope is wet and must be dried before it is tied.</span></div></div>',
        has=("> [!NOTE]\n> The rope is wet and must be dried before it is tied.",),
    ),
    Construct(
        "Microsoft Learn: a note whose first paragraph is its kind",
        '<div class="NOTE"><p>Note</p><p>The rope is wet and must be dried before it is tied.</p></div>',
        has=("> [!NOTE]\n> The rope is wet and must be dried before it is tied.",),
        lacks=("> Note",),
    ),
    Construct(
        "RFC: a heading whose number and title lead to its place",
        '<section id="section-1"><h2 id="name-deck"><a href="#section-1" class="section-number selfRef">1. </a><a href="#name-deck" class="section-name selfRef">The deck</a></h2><p id="section-1-1">The deck is of oak and each plank is as wide as two hands [<a href="#RFC2119" class="cite xref">RFC2119</a>].<a href="#section-1-1" class="pilcrow">¶</a></p></section>',
        has=("## 1. The deck\n\nThe deck",),
    ),
    Construct(
        "mandoc: terms that lead to themselves",
        '<section class="Sh"><h1 class="Sh" id="SYNOPSIS"><a class="permalink" href="#SYNOPSIS">SYNOPSIS</a></h1><table class="Nm"><tr><td><code class="Nm">moor</code></td><td>[<code class="Fl">-abc</code>] [<code class="Fl">-n</code> <var class="Ar">rope</var>] [<var class="Ar">ship ...</var>]</td></tr></table></section><section class="Sh"><h1 class="Sh" id="DESCRIPTION"><a class="permalink" href="#DESCRIPTION">DESCRIPTION</a></h1><p class="Pp">The <code class="Nm">moor</code> utility ties ships to the pier.</p><dl class="Bl-tag"><dt id="a"><a class="permalink" href="#a"><code class="Fl">-a</code></a></dt><dd>Ties all ships.</dd><dt id="n"><a class="permalink" href="#n"><code class="Fl">-n</code></a> <var class="Ar">rope</var></dt><dd>Uses the rope of this name.</dd></dl></section>',
        has=("- **`-a`**", "- **`-n` rope**", "Ties all ships."),
        lacks=("](",),
    ),
    Construct(
        "A table whose first line is its title",
        '<table><tr><th colspan="3">Piles of the new pier</th></tr><tr><th>Year</th><th>Oak</th><th>Elm</th></tr><tr><td>1961</td><td>40</td><td>2</td></tr></table>',
        has=("Piles of the new pier\n\n| Year | Oak | Elm |\n| --- | --- | --- |\n| 1961 | 40 | 2 |",),
        lacks=("| Piles",),
    ),
    Construct(
        "Word: items of a list that are paragraphs",
        "<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span><![endif]>planks of oak</p><p class=MsoListParagraphCxSpLast style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>nails of copper</p>",
        has=("- planks of oak\n- nails of copper",),
        lacks=("·",),
    ),
    Construct(
        "WP Recipe Maker: a box for those who print",
        '<ul class="wprm-recipe-ingredients"><li class="wprm-recipe-ingredient" data-uid="0"><span class="wprm-checkbox-container"><input type="checkbox" id="c0" class="wprm-checkbox" aria-label="2 cups flour"><label for="c0" class="wprm-checkbox-label"><span class="sr-only screen-reader-text wprm-screen-reader-text">▢ </span></label></span><span class="wprm-recipe-ingredient-amount">2</span> <span class="wprm-recipe-ingredient-unit">cups</span> <span class="wprm-recipe-ingredient-name">flour</span></li><li class="wprm-recipe-ingredient"><span class="wprm-checkbox-container"><input type="checkbox" id="c1" class="wprm-checkbox"><label for="c1"><span class="sr-only screen-reader-text">▢ </span></label></span><span>1</span> <span>tsp</span> <span>salt</span> <span class="wprm-recipe-ingredient-notes">(coarse)</span></li></ul>',
        has=("- [ ] 2 cups flour\n- [ ] 1 tsp salt (coarse)",),
        lacks=("▢",),
    ),
    Construct(
        "A question in a button with a sign",
        '<div class="accordion"><h3><button aria-expanded="false" aria-controls="p1"><span>How long is the pier?</span><span class="icon">+</span></button></h3><div id="p1" hidden><p>It is a hundred and twelve metres long, measured along the rail.</p></div></div>',
        has=("### How long is the pier?\n\nIt is a",),
        lacks=("+",),
    ),
    Construct(
        "Shopify: a picture whose width a script puts in",
        '<p><img class="lazyload" src="//cdn.example.com/rope_1x1.jpg" data-src="//cdn.example.com/rope_{width}x.jpg" data-widths="[180,360,720,1080]" data-sizes="auto" alt="A rope"></p>',
        has=("![A rope](https://cdn.example.com/rope_1080x.jpg)",),
    ),
    Construct(
        "Google: a map in a frame",
        '<iframe src="https://www.google.com/maps/embed?pb=!1m18" width="600" height="450" style="border:0;" allowfullscreen="" loading="lazy"></iframe>',
        has=(),
        lacks=("maps/embed",),
    ),
    Construct(
        "Canvas: a picture of a formula",
        '<p>The energy <img class="equation_image" title="E=mc^2" src="https://canvas.example.edu/equation_images/E%253Dmc%255E2?scale=1" alt="LaTeX: E=mc^2" data-equation-content="E=mc^2" data-ignore-a11y-check=""> holds.</p>',
        has=("$E=mc^2$ holds",),
        lacks=("equation_images",),
    ),
    Construct(
        "Codeforces: formulas between three dollars",
        "<p>You are given $$$n$$$ ships and $$$m$$$ ropes ($$$1 \\le n, m \\le 10^5$$$). The sum of $$$a_i$$$ and $$$b_i$$$ is bounded.</p>",
        has=("given $n$ ships and $m$ ropes ($1 \\le n, m \\le 10^5$). The sum of $a_i$ and",),
        lacks=("$$",),
    ),
    Construct(
        "PubMed Central: a numbered formula in a table",
        '<p>The energy is <span class="formula"><math xmlns="http://www.w3.org/1998/Math/MathML" id="M1"><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></math></span> here.</p><table class="disp-formula p" id="FD1"><tr><td class="formula"><math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><mi>a</mi><mo>=</mo><mi>b</mi></math></td><td class="label">(1)</td></tr></table>',
        has=("is $E=mc^2$ here.", "$$a=b\\tag{1}$$"),
        lacks=("|",),
    ),
    Construct(
        "CSDN: KaTeX that is drawn for all",
        '<p>能量是<span class="katex--inline"><span class="katex"><span class="katex-mathml">\n     <math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>E</mi></mrow><annotation encoding="application/x-tex">\n       E=mc^2\n      </annotation></semantics></math></span><span class="katex-html"><span class="base"><span class="mord mathnormal">E</span></span></span></span></span>，成立。</p>',
        has=("能量是 $E=mc^2$，成立",),
    ),
    Construct(
        "Javadoc: code around a link",
        '<p>Moors to a <code><a href="/api/Rope.html" title="class in pier">Rope</a></code>, or waits.</p>',
        has=("to a [`Rope`](https://example.org/api/Rope.html), or",),
    ),
    Construct(
        "Guides: how dear restaurants are",
        "<p>The Blue Crab is in the middle ($$ - $$$), the Red Eel ($$) is cheaper than the Green Cod ($$$).</p>",
        has=("($$ - $$$), the Red Eel ($$) is cheaper than the Green Cod ($$$).",),
    ),
    Construct(
        "MediaWiki: links with titles in a table",
        '<table class="wikitable"><tr><th>Country</th><th>Ships</th></tr><tr><td><a href="/wiki/Norway" title="Norway">Norway</a></td><td>12</td></tr><tr><td><a href="/wiki/Denmark" title="Denmark">Denmark</a></td><td>7</td></tr></table>',
        has=("| [Norway](https://example.org/wiki/Norway) | 12 |",),
    ),
    Construct(
        "MediaWiki: a fraction with a sign for screen readers",
        '<p>Take <span class="frac">5<span class="sr-only">+</span><span class="num">1</span>&frasl;<span class="den">2</span></span> ropes and <span class="sfrac">\u2060<span class="tion"><span class="num">1</span><span class="sr-only">/</span><span class="den">2</span></span>\u2060</span> of a lamp.</p>',
        has=("5+1⁄2 ropes and 1/2 of a lamp.",),
    ),
    Construct(
        "PyPI: code whose language is that of its element",
        '<pre lang="python"><span class="k">def</span> <span class="nf">moor</span><span class="p">(</span><span class="n">ship</span><span class="p">):</span>\n    <span class="k">return</span> <span class="n">ship</span><span class="o">.</span><span class="n">rope</span>\n</pre>',
        has=("```python\ndef moor(ship):\n    return ship.rope\n```",),
    ),
    Construct(
        "Mintlify: code whose language is an attribute",
        '<div class="code-block"><pre class="shiki"><code language="javascript" numberoflines="1"><span class="line">moor(ship)</span>\n</code></pre></div>',
        has=("```javascript\nmoor(ship)\n```",),
    ),
    Construct(
        "Docusaurus: tabs and panels without names",
        '<div class="tabs-container"><ul role="tablist" aria-orientation="horizontal" class="tabs"><li role="tab" tabindex="0" aria-selected="true" class="tabs__item tabs__item--active">macOS</li><li role="tab" tabindex="-1" aria-selected="false" class="tabs__item">Windows</li></ul><div class="margin-top--md"><div role="tabpanel" class="tabItem"><p>Open the Terminal and type the name of the ship that is to be moored.</p></div><div role="tabpanel" class="tabItem" hidden=""><p>Open the PowerShell and type the name of the ship that is to be moored.</p></div></div></div>',
        has=("\n\nmacOS\n\nOpen the Terminal", "\n\nWindows\n\nOpen the PowerShell"),
        lacks=("- macOS",),
    ),
    Construct(
        "Microsoft Learn: tabs that name their panels, and have no name",
        '<div class="tabGroup" id="tabgroup_1"><ul role="tablist"><li role="presentation"><a href="#tabpanel_1_mac" role="tab" aria-controls="tabpanel_1_mac" data-tab="mac" aria-selected="true">macOS</a></li><li role="presentation"><a href="#tabpanel_1_win" role="tab" aria-controls="tabpanel_1_win" data-tab="win" tabindex="-1">Windows</a></li></ul><section id="tabpanel_1_mac" role="tabpanel" data-tab="mac"><p>Open the Terminal and type the name of the ship that is to be moored.</p></section><section id="tabpanel_1_win" role="tabpanel" data-tab="win" aria-hidden="true" hidden="hidden"><p>Open the PowerShell and type the name of the ship that is to be moored.</p></section></div>',
        has=("\n\nmacOS\n\nOpen the Terminal", "\n\nWindows\n\nOpen the PowerShell"),
        lacks=("tabpanel",),
    ),
    Construct(
        "AsciiDoctor: tabs whose roles a script adds",
        '<div class="openblock tabs is-sync is-loading"><div class="content"><div class="ulist tablist"><ul><li id="_t1_mac" class="tab"><p>macOS</p></li><li id="_t1_win" class="tab"><p>Windows</p></li></ul></div><div id="_t1_mac--panel" class="tabpanel" aria-labelledby="_t1_mac"><div class="paragraph"><p>Open the Terminal and type the name of the ship that is to be moored.</p></div></div><div id="_t1_win--panel" class="tabpanel" aria-labelledby="_t1_win"><div class="paragraph"><p>Open the PowerShell and type the name of the ship that is to be moored.</p></div></div></div></div>',
        has=("\n\nmacOS\n\nOpen the Terminal", "\n\nWindows\n\nOpen the PowerShell"),
        lacks=("- macOS",),
    ),
    Construct(
        "Accordion: headings that are tabs, each before its panel",
        '<div role="tablist"><h3 role="tab" aria-expanded="true">The deck</h3><div role="tabpanel"><p>The deck is of oak, and each plank is four metres long.</p></div><h3 role="tab">The lamp</h3><div role="tabpanel"><p>The lamp is lit at dusk, and burns until the sun is up again.</p></div></div>',
        has=("### The deck\n\nThe deck is", "### The lamp\n\nThe lamp is"),
    ),
    Construct(
        "Springer: references whose paragraph is named, and one that only a range has",
        '<p>The deck is of oak<sup><a data-track="click" href="#ref-CR1" id="ref-link-1">1</a>,<a href="#ref-CR3">3</a></sup>.</p><section aria-labelledby="Bib1"><h2 id="Bib1">References</h2><ol class="c-article-references"><li class="c-article-references__item" data-counter="1."><p class="c-article-references__text" id="ref-CR1">Marsh, A. Oak in sea water. <i>J. Piers</i> <b>1</b>, 2 (1961).</p><p class="c-article-references__links"><a href="https://doi.org/10.1/oak">Article</a></p></li><li data-counter="2."><p id="ref-CR2">Reid, B. Planks and nails of old piers (1968).</p></li><li data-counter="3."><p id="ref-CR3">Moor, C. Lamps on piers of the north (1972).</p></li></ol></section>',
        has=(
            "oak[^1],[^3].",
            "\n\n[^1]: Marsh, A. Oak in sea water. *J. Piers* **1**, 2 (1961).\n\n    [Article](https://doi.org/10.1/oak)",
            "\n\n2. Reid, B. Planks and nails of old piers (1968).\n\n[^3]: Moor, C.",
        ),
    ),
    Construct(
        "Sphinx: notes in the description of a function",
        '<dl class="py function"><dt class="sig sig-object py" id="pier.moor"><span class="sig-name descname"><span class="pre">moor</span></span><span class="sig-paren">(</span><em class="sig-param"><span class="n"><span class="pre">ship</span></span></em><span class="sig-paren">)</span></dt><dd><p>Moors a ship with two ropes<a class="footnote-reference brackets" href="#id2" id="id1" role="doc-noteref"><span class="fn-bracket">[</span>1<span class="fn-bracket">]</span></a>, as is the custom.</p><p class="rubric">References</p><aside class="footnote-list brackets"><aside class="footnote brackets" id="id2" role="doc-footnote"><span class="label"><span class="fn-bracket">[</span><a role="doc-backlink" href="#id1">1</a><span class="fn-bracket">]</span></span><p>Marsh, A. Ropes and how they are tied. 1961.</p></aside></aside></dd></dl>',
        has=("ropes[^1], as", "\n\n  [^1]: Marsh, A. Ropes"),
    ),
    Construct(
        "Rustdoc: the line that folds a description",
        '<details class="toggle top-doc" open><summary class="hideme"><span>Expand description</span></summary><div class="docblock"><p>A rope holds a ship at the pier until it is let go, or until it breaks.</p></div></details>',
        has=("\n\nA rope holds",),
        lacks=("Expand",),
    ),
    Construct(
        "Sphinx: a link to the code of a class",
        '<dl class="py class"><dt class="sig sig-object py" id="pier.Rope"><em class="property"><span class="pre">class</span><span class="w"> </span></em><span class="sig-name descname"><span class="pre">Rope</span></span><a class="reference internal" href="_modules/pier.html#Rope"><span class="viewcode-link"><span class="pre">[source]</span></span></a><a class="headerlink" href="#pier.Rope">¶</a></dt><dd><p>A rope holds a ship at the pier until it is let go, or until it breaks.</p></dd></dl>',
        has=("***class* Rope**",),
        lacks=("source",),
    ),
    Construct(
        "Substack: a poem with the label of its editor",
        '<div class="preformatted-block" data-component-name="PreformattedTextBlockToDOM"><label class="hide-text" contenteditable="false">Text within this block will maintain its original spacing when published</label><pre class="text">The rope\n   is wet</pre></div>',
        has=("```\nThe rope\n   is wet\n```",),
        lacks=("Text within",),
    ),
    Construct(
        "DataTables: how many lines to show, and which are shown",
        '<div class="dataTables_wrapper"><div class="dataTables_length"><label>Show <select><option>10</option><option>25</option></select> entries</label></div><table class="dataTable"><thead><tr><th>Year</th><th>Piles</th></tr></thead><tbody><tr><td>1961</td><td>40</td></tr><tr><td>1962</td><td>44</td></tr></tbody></table><div class="dataTables_info" role="status">Showing 1 to 2 of 2 entries</div><div class="dataTables_paginate"><a class="paginate_button">Previous</a></div></div>',
        has=("| 1961 | 40 |\n| 1962 | 44 |",),
        lacks=("entries", "Previous"),
    ),
    Construct(
        "UEditor: the icon of a file",
        '<p>Of oak.</p><p style="line-height: 16px;"><img style="vertical-align: middle; margin-right: 2px;" src="/ueditor/dialogs/attachment/fileTypeImages/icon_doc.gif"/><a style="font-size:12px; color:#0066cc;" href="/ueditor/upload/1.doc" title="The deck.doc">The deck.doc</a></p>',
        has=("\n\n[The deck.doc](https://example.org/ueditor/upload/1.doc",),
        lacks=("![",),
    ),
    Construct(
        "GitHub: a heading of footnotes for screen readers",
        '<p>It is long.<sup><a href="#user-content-fn-1" id="user-content-fnref-1" data-footnote-ref="" aria-describedby="footnote-label">1</a></sup></p><section data-footnotes="" class="footnotes"><h2 id="footnote-label" class="sr-only">Footnotes</h2><ol><li id="user-content-fn-1"><p>Measured in 1961. <a href="#user-content-fnref-1" data-footnote-backref="" aria-label="Back to reference 1">↩</a></p></li></ol></section>',
        has=("It is long.[^1]", "\n\n[^1]: Measured in 1961."),
        lacks=("Footnotes",),
    ),
    Construct(
        "VuePress: a hint that warns, and one that folds",
        '<div class="hint-container warning"><p class="hint-container-title">Warning</p><p>The rope is wet and must be dried before it is tied.</p></div><details class="hint-container details"><summary>More</summary><p>It dries in two hours.</p></details>',
        has=("> [!WARNING]\n> The rope is wet", "\n\n**More**\n\nIt dries"),
    ),
    Construct(
        "Chirpy, Hugo Book: quotations that are hints",
        '<blockquote class="prompt-danger"><p>The rope is wet and must be dried before it is tied.</p></blockquote><blockquote class="book-hint info">Tar is sticky, so that gloves are of use.</blockquote>',
        has=("> [!CAUTION]\n> The rope is wet", "> [!NOTE]\n> Tar is sticky"),
    ),
    Construct(
        "Quarto: a callout whose kind is said to readers alone",
        '<div class="callout callout-style-default callout-tip callout-titled"><div class="callout-header d-flex align-content-center"><div class="callout-icon-container"><i class="callout-icon"></i></div><div class="callout-title-container flex-fill">\n<span class="screen-reader-only">Tip</span>Wet ropes\n</div></div><div class="callout-body-container callout-body"><p>The rope is wet and must be dried before it is tied.</p></div></div>',
        has=("> [!TIP]\n> **Wet ropes**\n>\n> The rope is wet",),
    ),
    Construct(
        "TypeDoc: an example is no hint",
        '<div class="tsd-tag-example"><h4 id="example">Example<a href="#example" aria-label="Permalink" class="tsd-anchor-icon"></a></h4><pre><code class="ts"><span class="hl-0">moor</span><span class="hl-1">(</span><span class="hl-4">ship</span><span class="hl-1">);</span></code><button type="button">Copy</button></pre></div>',
        has=("\n\n#### Example\n\n```ts\nmoor(ship);\n```",),
    ),
    Construct(
        "numpydoc: parameters and their types",
        '<dl><dt><strong>ship</strong><span class="classifier">Ship, optional</span></dt><dd><p>The ship to moor.</p></dd><dt><strong>deadline</strong><span class="classifier">float, default 5.0</span></dt><dd><p>How long to wait.</p></dd></dl>',
        has=("- **ship** Ship, optional  \n  The ship to moor.\n- **deadline** float, default 5.0",),
    ),
    Construct(
        "Discourse: a picture that links to its large copy, with its file and size",
        '<p><div class="lightbox-wrapper"><a class="lightbox" href="https://cdn.example/original/deck.png" data-download-href="/uploads/deck" title="deck"><img src="https://cdn.example/optimized/deck_690x388.png" alt="deck" width="690" height="388"><div class="meta"><svg class="fa d-icon d-icon-far-image svg-icon" aria-hidden="true"><use href="#far-image"></use></svg><span class="filename">deck</span><span class="informations">1920×1080 215 KB</span></div></a></div></p>',
        has=(
            "[![deck](https://cdn.example/optimized/deck_690x388.png)](https://cdn.example/original/deck.png)",
        ),
        lacks=("215 KB",),
    ),
    Construct(
        "Notion: a list for each item, and tasks whose boxes are drawn",
        '<ol type="1" id="6" class="numbered-list" start="1"><li>Drive piles</li></ol><ol type="1" id="7" class="numbered-list" start="2"><li>Lay the deck</li></ol><p>Done:</p><ul id="8" class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">Oak</span><div class="indented"></div></li></ul><ul id="9" class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span class="to-do-children-unchecked">Tar</span><div class="indented"></div></li></ul>',
        has=("1. Drive piles\n2. Lay the deck\n", "- [x] Oak\n- [ ] Tar\n"),
    ),
    Construct(
        "Quill 2: lists that are all numbered by their tag, with depths and boxes",
        '<ol><li data-list="bullet"><span class="ql-ui" contenteditable="false"></span>Oak</li><li data-list="bullet" class="ql-indent-1"><span class="ql-ui" contenteditable="false"></span>seasoned</li><li data-list="ordered" class="ql-indent-2">for a year</li><li data-list="bullet"><span class="ql-ui"></span>Pine</li></ol><p>Done:</p><ol><li data-list="checked"><span class="ql-ui"></span>Drive piles</li><li data-list="unchecked"><span class="ql-ui"></span>Lay the deck</li></ol><p>Then:</p><ol><li data-list="ordered">One</li><li data-list="bullet">a</li></ol>',
        has=(
            "- Oak\n  - seasoned\n    1. for a year\n- Pine\n",
            "- [x] Drive piles\n- [ ] Lay the deck\n",
            "1. One\n- a\n",
        ),
    ),
    Construct(
        "Quill 1: depths of items as classes",
        '<ul><li class="ql-indent-1">Oak</li><li class="ql-indent-2">seasoned</li><li class="ql-indent-1">dry</li><li>Pine</li></ul>',
        has=("- Oak\n  - seasoned\n- dry\n- Pine\n",),
    ),
    Construct(
        "Javadoc: members in boxes that are set out as a table, sections in lists",
        '<section class="summary"><ul class="summary-list"><li><section class="method-summary" id="method-summary"><h2>Method Summary</h2><div class="summary-table three-column-summary"><div class="table-header col-first">Modifier and Type</div><div class="table-header col-second">Method</div><div class="table-header col-last">Description</div><div class="col-first even-row-color"><code>boolean</code></div><div class="col-second even-row-color"><code><a href="#moor(Ship)" class="member-name-link">moor</a><wbr>(<a href="Ship.html">Ship</a> ship)</code></div><div class="col-last even-row-color"><div class="block">Moors a ship to the bollard that is next to its bow.</div></div><div class="col-first odd-row-color"><code>void</code></div><div class="col-second odd-row-color"><code>close()</code></div><div class="col-last odd-row-color">&nbsp;</div></div></section></li></ul></section><section class="details"><ul class="details-list"><li><section class="method-details"><h2>Method Details</h2><ul class="member-list"><li><section class="detail" id="moor(Ship)"><h3>moor</h3><div class="block">Moors a ship with two ropes, one at the bow and one at the stern.</div></section></li></ul></section></li></ul></section>',
        has=(
            "## Method Summary\n\n| Modifier and Type | Method | Description |\n| --- | --- | --- |\n| `boolean` | `moor(Ship ship)` | Moors a ship to the bollard that is next to its bow. |\n| `void` | `close()` |  |\n\n## Method Details\n\n### moor\n\nMoors a ship with",
        ),
    ),
    Construct(
        "DocC: the language of a listing",
        '<div class="code-listing" data-syntax="swift"><div class="container-general"><pre class=""><code><span class="code-line-container"><span class="code-line"><span class="syntax-keyword">let</span> rope = moor(ship)</span></span>\n<span class="code-line-container"><span class="code-line">rope.tie()</span></span></code></pre></div></div>',
        has=("```swift\nlet rope = moor(ship)\nrope.tie()\n```",),
    ),
    Construct(
        "Distill: citations that are empty elements within a sentence",
        '<p>It was shown<d-cite key="marsh1961"></d-cite> that ropes hang in a <my-tip></my-tip>curve.</p>',
        has=("\n\nIt was shown that ropes hang in a curve.",),
    ),
)

_A = "The rope is wet and must be dried before it is tied."
_CALLOUTS = tuple(
    Construct(name, markup, has=(f"> [!{kind}]\n> {_A}",), lacks=(f"> {kind.title()}",))
    for name, kind, markup in (
        ("bookdown: a note", "NOTE", f'<div class="rmdnote"><p>{_A}</p></div>'),
        ("bookdown: a warning", "WARNING", f'<div class="rmdwarning"><p>{_A}</p></div>'),
        ("AWS: an important note with its kind as a heading", "IMPORTANT", f'<div class="awsdocs-note awsdocs-important"><div class="awsdocs-note-title"><awsui-icon name="status-warning"></awsui-icon><h6>Important</h6></div><div class="awsdocs-note-text"><p>{_A}</p></div></div>'),
        ("DITA: a note that is a warning", "WARNING", f'<div class="note warning note_warning"><span class="note__title">Warning:</span> {_A}</div>'),
        ("Qiita: a note that warns", "WARNING", f'<div class="note warn"><span class="fa fa-fw fa-exclamation-circle"></span><div><p>{_A}</p></div></div>'),
        ("Confluence: a panel of the new editor", "CAUTION", f'<div class="ak-editor-panel" data-panel-type="error"><div class="ak-editor-panel__icon"><span role="img" aria-label="Panel error"></span></div><div class="ak-editor-panel__content"><p>{_A}</p></div></div>'),
    )
)  # fmt: skip

_TASKS = tuple(
    Construct(name, markup, has=("- [x] Tie the ship\n- [ ] Go home\n",))
    for name, markup in (
        ("Confluence: a list of tasks", '<ul class="inline-task-list" data-inline-tasks-content-id="1"><li class="checked" data-inline-task-id="1"><span>Tie the ship</span></li><li data-inline-task-id="2"><span>Go home</span></li></ul>'),
        ("AsciiDoctor: tasks whose boxes are typed", '<div class="ulist checklist"><ul class="checklist"><li><p>&#10003; Tie the ship</p></li><li><p>&#10063; Go home</p></li></ul></div>'),
        ("Org mode: tasks whose boxes are code", '<ul class="org-ul"><li class="on"><code>[X]</code> Tie the ship</li><li class="off"><code>[&#xa0;]</code> Go home</li></ul>'),
        ("Forums: tasks whose boxes are brackets", "<ul><li>[x] Tie the ship</li><li>[ ] Go home</li></ul>"),
    )
)  # fmt: skip

_LAST = (
    Construct(
        "Mintlify: paragraphs that are spans",
        '<span data-as="p">The rope is of hemp, and as long as the pier.</span><span data-as="p">It is dried in the loft before it is tied again.</span>',
        has=("as long as the pier.\n\nIt is dried",),
    ),
    Construct(
        "wikiHow: a step whose number is a heading by its role",
        '<ol><li><div class="step_num" aria-label="Step 1" role="heading">1</div><div class="step"><b class="whb">Tie the ship.</b> Take the long rope and tie it to the second bollard.</div></li></ol>',
        has=("**Tie the ship.** Take",),
        lacks=("## 1",),
    ),
    Construct(
        "W3Schools: a text that is shown over a word",
        '<p>The bollard is old, as is <span class="tooltip">the rope<span class="tooltiptext">A thing that ties</span></span> on it.</p>',
        has=("as is the rope on it.",),
    ),
    Construct(
        "markdown-it: a rule before the notes",
        '<p>The pier is long<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup>.</p><hr class="footnotes-sep"><section class="footnotes"><ol class="footnotes-list"><li id="fn1" class="footnote-item"><p>It is 120 m long and was built in 1961. <a href="#fnref1" class="footnote-backref">↩︎</a></p></li></ol></section>',
        has=("is long[^1].\n\n[^1]: It is 120 m long",),
        lacks=("---",),
    ),
    Construct(
        "MediaWiki: links back from a note whose number has three digits",
        '<p>The pier is long<sup id="cite_ref-a_126-0" class="reference"><a href="#cite_note-a-126">[126]</a></sup> and old<sup id="cite_ref-a_126-1" class="reference"><a href="#cite_note-a-126">[126]</a></sup>.</p><ol class="references"><li id="cite_note-a-126"><span class="mw-cite-backlink">^ <a href="#cite_ref-a_126-0"><sup><b>126.0</b></sup></a> <a href="#cite_ref-a_126-1"><sup><b>126.1</b></sup></a></span> <span class="reference-text">It is 120 m long and was built in 1961.</span></li></ol>',
        has=("is long[^126] and old[^126].", "[^126]: It is 120 m long"),
    ),
    Construct(
        "Sphinx: a term with a link to itself",
        '<dl class="glossary"><dt id="term-rope">rope<a class="headerlink" href="#term-rope" title="Link to this term">¶</a></dt><dd><p>What ships are tied with at the pier.</p></dd></dl>',
        has=("- **rope**  \n  What ships",),
    ),
    Construct(
        "Bible: numbers of verses with a space",
        '<p><sup class="versenum">1 </sup>In the beginning was the pier. <sup class="versenum">2 </sup>And the pier was without a lamp.</p>',
        has=("¹ In the beginning was the pier. ² And",),
    ),
)

CONSTRUCTS = (*_CODE, *_OTHERS, *_CALLOUTS, *_TASKS, *_LAST)
