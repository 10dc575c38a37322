"""Constructs of site builders, boards, wikis, editors and documentation, as they are written in 2026."""

# ruff: noqa: E501 - the lines are as long as generators write them

from __future__ import annotations

from tests.unit.render.constructs import Construct

__all__ = ["CONSTRUCTS"]

CONSTRUCTS = (
    Construct(
        "Material: a title above line numbers in a table",
        '<div class="language-python highlight"><table class="highlighttable"><tr><th colspan="2" class="filename"><span class="filename">pier.py</span></th></tr><tr><td class="linenos"><div class="linenodiv"><pre><span></span><span class="normal">1</span>\n<span class="normal">2</span></pre></div></td><td class="code"><div><pre id="__code_2"><span></span><button class="md-clipboard"></button><code><span class="n">a</span> <span class="o">=</span> <span class="mi">1</span>\n<span class="n">b</span> <span class="o">=</span> <span class="mi">2</span>\n</code></pre></div></td></tr></table></div>',
        has=("```python\na = 1\nb = 2\n```", "pier.py"),
        lacks=("1\n2", "| "),
    ),
    Construct(
        "GitBook: lines, one of them empty",
        '<div class="group/codeblock grid grid-flow-col mx-auto w-full"><div class="flex items-center"><div class="inline-flex items-center text-xs">index.js</div></div><button class="opacity-0">Copy</button><pre class="overflow-auto hide-scroll"><code id="abc" class="min-w-full inline-grid"><span class="highlight-line"><span class="highlight-line-content"><span style="color:red">import</span> <span>pier</span>;</span></span><span class="highlight-line"><span class="highlight-line-content">\n</span></span><span class="highlight-line"><span class="highlight-line-content"><span>pier</span>.light();</span></span></code></pre></div>',
        has=("import pier;\n\npier.light();",),
        lacks=("Copy",),
    ),
    Construct(
        "phpBB: a box of code with its label",
        '<div class="codebox"><p>Code: <a href="#" onclick="selectCode(this); return false;">Select all</a></p><pre><code>light(lamp)\nsleep(8)</code></pre></div>',
        has=("```\nlight(lamp)\nsleep(8)\n```",),
        lacks=("Code", "Select all"),
    ),
    Construct(
        "vBulletin: the label of code",
        '<div class="bbcode_container"><div class="bbcode_description">Code:</div><pre class="bbcode_code"style="height:60px;">light(lamp)\nsleep(8)</pre></div>',
        has=("```\nlight(lamp)\nsleep(8)\n```",),
        lacks=("Code",),
    ),
    Construct(
        "XenForo: the language of code as a label",
        '<div class="bbCodeBlock bbCodeBlock--screenLimited bbCodeBlock--code"><div class="bbCodeBlock-title">PHP:</div><div class="bbCodeBlock-content" dir="ltr"><pre class="bbCodeCode" dir="ltr" data-xf-init="code-block" data-lang="php"><code>echo 1;\necho 2;</code></pre></div></div>',
        has=("```php\necho 1;\necho 2;\n```",),
        lacks=("PHP",),
    ),
    Construct(
        "MyBB: lines of code that break twice in the source",
        '<div class="codeblock"><div class="title">Code:</div><div class="body" dir="ltr"><code>light(lamp)<br />\nsleep(8)</code></div></div>',
        has=("```\nlight(lamp)\nsleep(8)\n```",),
    ),
    Construct(
        "Elementor: questions in boxes that are buttons",
        '<div class="elementor-widget-container"><ul class="elementor-icon-list-items"><li class="elementor-icon-list-item"><span class="elementor-icon-list-icon"><i aria-hidden="true" class="fas fa-check"></i></span><span class="elementor-icon-list-text">Oak planks</span></li><li class="elementor-icon-list-item"><span class="elementor-icon-list-icon"><i class="fas fa-check"></i></span><span class="elementor-icon-list-text">Iron rails</span></li></ul></div><div class="elementor-toggle"><div class="elementor-toggle-item"><div id="elementor-tab-title-1" class="elementor-tab-title" data-tab="1" role="button" aria-controls="elementor-tab-content-1" aria-expanded="false"><span class="elementor-toggle-icon elementor-toggle-icon-left" aria-hidden="true"><span class="elementor-toggle-icon-closed"><i class="fas fa-caret-right"></i></span></span><a class="elementor-toggle-title" tabindex="0">How long is it?</a></div><div id="elementor-tab-content-1" class="elementor-tab-content elementor-clearfix" data-tab="1" role="region" aria-labelledby="elementor-tab-title-1"><p>It is 112 metres long, from the wall to the lamp.</p></div></div></div>',
        has=("- Oak planks\n- Iron rails", "**How long is it?**\n\nIt is 112"),
    ),
    Construct(
        "Doxygen: a declaration in a table of one line",
        '<h2 class="memtitle"><span class="permalink"><a href="#a1">&#9670;&#160;</a></span>light()</h2><div class="memitem"><div class="memproto"><table class="memname"><tr><td class="memname">void light </td><td>(</td><td class="paramtype">int&#160;</td><td class="paramname"><em>hours</em></td><td>)</td><td></td></tr></table></div><div class="memdoc"><p>Lights the lamp for some hours of the evening.</p><dl class="params"><dt>Parameters</dt><dd><table class="params"><tr><td class="paramname">hours</td><td>How long it burns </td></tr></table></dd></dl><div class="fragment"><div class="line"><span class="keywordtype">int</span> a = 1;</div><div class="line">light(a);</div></div></div></div>',
        has=("void light ( int", "Lights the lamp", "```\nint a = 1;\nlight(a);\n```"),
        lacks=("| void",),
    ),
    Construct(
        "LaTeXML: a picture that only refers to its caption",
        '<figure class="ltx_figure" id="S1.F1"><img src="extracted/lamp.png" class="ltx_graphics ltx_centering ltx_img_landscape" id="S1.F1.g1" width="598" height="329" alt="Refer to caption"><figcaption class="ltx_caption ltx_centering"><span class="ltx_tag ltx_tag_figure"><span class="ltx_text" style="font-size:90%;">Figure 1</span>: </span><span class="ltx_text" style="font-size:90%;">The lamp at <math alttext="t=0" class="ltx_Math" display="inline"><semantics><mrow><mi>t</mi><mo>=</mo><mn>0</mn></mrow><annotation encoding="application/x-tex">t=0</annotation></semantics></math>.</span></figcaption></figure>',
        has=("![](https://example.org/pier/extracted/lamp.png", "Figure 1: The lamp at"),
        lacks=("Refer to caption",),
    ),
    Construct(
        "Bikeshed: a note whose kind is its first word",
        '<h3 class="heading settled" data-level="1.1" id="lamp"><span class="secno">1.1. </span><span class="content">Lamp</span><a class="self-link" href="#lamp"></a></h3><div class="example" id="example-1"><a class="self-link" href="#example-1"></a> This is how a lamp is lit: <pre class="highlight"><c- p>light</c->(<c- n>lamp</c->);</pre></div><p class="note" role="note"><span class="marker">Note:</span> Some lamps are electric.</p>',
        has=("### 1.1. Lamp", "```\nlight(lamp);\n```", "> [!NOTE]\n> Some lamps are electric."),
        lacks=("Note:",),
    ),
    Construct(
        "Google: notes, and the language of code as an attribute",
        '<aside class="note"><strong>Note:</strong><span> The lamp is off in summer.</span></aside><aside class="caution"><b>Caution:</b> The deck is wet.</aside><devsite-code><div class="devsite-code-buttons-container" role="group"><button type="button" class="gc-analytics-event material-icons devsite-icon-code-dark" aria-label="Dark code theme"></button></div><pre class="devsite-click-to-copy" translate="no" dir="ltr" is-upgraded="" syntax="Python"><code translate="no" dir="ltr"><span class="devsite-syntax-k">def</span> f():\n    pass</code></pre></devsite-code>',
        has=(
            "> [!NOTE]\n> The lamp is off",
            "> [!CAUTION]\n> The deck is wet",
            "```python\ndef f():\n    pass\n```",
        ),
    ),
    Construct(
        "Bootstrap 3: a heading that is a tab, with its panel",
        '<div class="panel-group" id="a" role="tablist"><div class="panel panel-default"><div class="panel-heading" role="tab" id="h1"><h4 class="panel-title"><a role="button" data-toggle="collapse" href="#c1" aria-expanded="true" aria-controls="c1">How long is it?</a></h4></div><div id="c1" class="panel-collapse collapse in" role="tabpanel" aria-labelledby="h1"><div class="panel-body">It is 112 metres long, from the wall to the lamp.</div></div></div></div>',
        has=("#### How long is it?\n\nIt is 112",),
    ),
    Construct(
        "Stack Exchange: a picture nobody described",
        '<p><a href="https://i.example.com/8.png"><img src="https://i.example.com/8.png" alt="enter image description here"></a></p>',
        has=("[![](https://i.example.com/8.png)](https://i.example.com/8.png)",),
        lacks=("enter",),
    ),
    Construct(
        "CSDN: a picture nobody described",
        '<p><img src="https://i.example.com/9.png" alt="在这里插入图片描述"></p>',
        has=("![](https://i.example.com/9.png)",),
    ),
    Construct(
        "Wikis: a quotation in a table, its mark in a cell of its own",
        '<table style="margin:auto"><tr><td style="font-size:35px">“</td><td>“Nobody pays to walk on it.<p>It is ours.”</p></td></tr></table>',
        has=("\n\n“ “Nobody pays to walk on it. It is ours.”\n\nSince",),
        lacks=("|",),
    ),
    Construct(
        "Old pages: items that are tables of one line",
        "<table><tr><td>•</td><td>Oak planks from the north</td></tr></table><table><tr><td>•</td><td>Iron nails from the south</td></tr></table>",
        has=("- Oak planks from the north\n- Iron nails from the south",),
        lacks=("|",),
    ),
    Construct(
        "Cards: lists of one item in boxes, with empty boxes between",
        "<div><div><ul><li>Oak planks from the north</li></ul></div></div><div><div><div></div></div><div><ul><li>Iron nails from the south</li></ul></div></div>",
        has=("- Oak planks from the north\n- Iron nails from the south",),
    ),
    Construct(
        "Definitions: two tables one after the other",
        "<dl><dt>Depths</dt><dd><table><tr><th>Place</th><th>Depth</th></tr><tr><td>Wall</td><td>2 m</td></tr></table><table><tr><th>Tide</th><th>Hours</th><th>Days</th></tr><tr><td>Ebb</td><td>6</td><td>7</td></tr></table></dd></dl>",
        has=("  | Wall | 2 m |\n\n  | Tide | Hours | Days |",),
    ),
    Construct(
        "Editors: code next to code in italics",
        "<p>The keeper types lamp<i><code>on</code></i><code>off</code> each evening.</p>",
        has=("`on` `off` each",),
    ),
    Construct(
        "Press: numbers that lead to a section of sources",
        '<p>The pier is the longest on this coast.<sup><a href="#Sources">1</a></sup> It is open to all.<sup><a href="#Sources">2</a></sup></p><div id="Sources"><h3>Sources</h3><ol><li>The paper of May 1968, kept in the town hall.</li><li>The harbour office, by letter, in 2024.</li></ol></div>',
        has=("### Sources\n\n1. The paper of May 1968",),
        lacks=("[^",),
    ),
    Construct(
        "Names and identifiers with underscores",
        "<p>The file bubble_sort.py sets snake_case and __init__ for :slight_smile: at once.</p>",
        has=("bubble_sort.py sets snake_case and \\_\\_init\\_\\_ for :slight_smile: at",),
    ),
    Construct(
        "Docusaurus 3: code block with title and line numbers",
        '<div class="language-js codeBlockContainer_Ckt0 theme-code-block" style="--prism-color:#393A34"><div class="codeBlockTitle_Ktv7">src/pier.js</div><div class="codeBlockContent_QJqH"><pre tabindex="0" class="prism-code language-js codeBlock_bY9V thin-scrollbar" style="color:#393A34"><code class="codeBlockLines_e6Vv codeBlockLinesWithNumbering_o6Pm" style="counter-reset:line-count 0"><span class="token-line codeLine_lJS_" style="color:#393A34"><span class="codeLineNumber_Tfdd"></span><span class="codeLineContent_feaV"><span class="token keyword">function</span><span class="token plain"> </span><span class="token function">pier</span><span class="token punctuation">(</span><span class="token punctuation">)</span><span class="token plain"> </span><span class="token punctuation">{</span></span><br></span><span class="token-line codeLine_lJS_" style="color:#393A34"><span class="codeLineNumber_Tfdd"></span><span class="codeLineContent_feaV"><span class="token plain">  </span><span class="token keyword">return</span><span class="token plain"> </span><span class="token number">1</span><span class="token punctuation">;</span></span><br></span><span class="token-line codeLine_lJS_" style="color:#393A34"><span class="codeLineNumber_Tfdd"></span><span class="codeLineContent_feaV"><span class="token plain" style="display:inline-block"></span></span><br></span><span class="token-line codeLine_lJS_" style="color:#393A34"><span class="codeLineNumber_Tfdd"></span><span class="codeLineContent_feaV"><span class="token punctuation">}</span></span><br></span></code></pre><div class="buttonGroup_M5ko"><button type="button" aria-label="Toggle word wrap" title="Toggle word wrap" class="clean-btn"><svg><path d="M4"></path></svg></button><button type="button" aria-label="Copy code to clipboard" title="Copy" class="clean-btn"><span class="copyButtonIcons_IEyt" aria-hidden="true"><svg><path d="M1"></path></svg></span></button></div></div></div>',
        has=("```js\nfunction pier() {\n  return 1;\n\n}\n```", "src/pier.js"),
        lacks=("Copy",),
    ),
    Construct(
        "Docusaurus 3: tabs",
        '<div class="theme-tabs-container tabs-container tabList__CuJ"><ul role="tablist" aria-orientation="horizontal" class="tabs"><li role="tab" tabindex="0" aria-selected="true" class="tabs__item tabItem_LNqP tabs__item--active">npm</li><li role="tab" tabindex="-1" aria-selected="false" class="tabs__item tabItem_LNqP">Yarn</li></ul><div class="margin-top--md"><div role="tabpanel" class="tabItem_Ymn6"><div class="language-bash codeBlockContainer_Ckt0"><div class="codeBlockContent_biex"><pre class="prism-code language-bash"><code class="codeBlockLines_e6Vv"><span class="token-line"><span class="token function">npm</span><span class="token plain"> </span><span class="token function">install</span><span class="token plain"> pier</span><br></span></code></pre></div></div></div><div role="tabpanel" class="tabItem_Ymn6" hidden=""><div class="language-bash codeBlockContainer_Ckt0"><div class="codeBlockContent_biex"><pre class="prism-code language-bash"><code class="codeBlockLines_e6Vv"><span class="token-line"><span class="token function">yarn</span><span class="token plain"> </span><span class="token function">add</span><span class="token plain"> pier</span><br></span></code></pre></div></div></div></div></div>',
        has=("npm\n", "npm install pier", "Yarn\n", "yarn add pier"),
        lacks=("- npm",),
    ),
    Construct(
        "Docusaurus 3: details",
        '<details class="details_lb9f alert alert--info details_b_Ee" data-collapsed="true"><summary>How long is it?</summary><div><div class="collapsibleContent_i85q"><p>It is 112 metres long, from the wall to the lamp at its end.</p></div></div></details>',
        has=("How long is it?", "It is 112 metres"),
    ),
    Construct(
        "Starlight: code with title and terminal frame",
        '<div class="expressive-code"><figure class="frame has-title"><figcaption class="header"><span class="title">astro.config.mjs</span></figcaption><pre data-language="js"><code><div class="ec-line"><div class="code"><span style="--0:#C792EA">import</span><span style="--0:#D6DEEB"> x </span><span>from</span> <span>\'pier\'</span></div></div><div class="ec-line"><div class="code">\n</div></div><div class="ec-line highlight mark"><div class="code"><span>run(x)</span></div></div></code></pre><div class="copy"><div aria-live="polite"></div><button title="Copy to clipboard" data-copied="Copied!" data-code="import"><div></div></button></div></figure></div>',
        has=("```js\nimport x from 'pier'\n\nrun(x)\n```", "astro.config.mjs"),
        lacks=("Copy",),
    ),
    Construct(
        "Starlight: file tree",
        '<starlight-file-tree class="not-content"><ul><li class="directory"><details open><summary><span class="tree-entry"><span class="highlight"><span class="sr-only">Directory</span><svg></svg>src</span></span></summary><ul><li class="file"><span class="tree-entry"><span><svg></svg>pier.ts</span> <span class="comment">the entry</span></span></li><li class="file"><span class="tree-entry">…</span></li></ul></details></li></ul></starlight-file-tree>',
        has=("src", "pier.ts the entry"),
        lacks=("Directorysrc",),
    ),
    Construct(
        "VitePress: code group",
        '<div class="vp-code-group vp-adaptive-theme"><div class="tabs"><input type="radio" name="group-1" id="tab-2" checked><label data-title="npm" for="tab-2">npm</label><input type="radio" name="group-1" id="tab-3"><label data-title="pnpm" for="tab-3">pnpm</label></div><div class="blocks"><div class="language-sh vp-adaptive-theme active"><button title="Copy Code" class="copy"></button><span class="lang">sh</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0" v-pre=""><code><span class="line"><span style="--shiki-light:#6F42C1">npm</span><span> add</span><span> -D</span><span> pier</span></span></code></pre></div><div class="language-sh vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">sh</span><pre class="shiki vp-code" tabindex="0" v-pre=""><code><span class="line"><span>pnpm</span><span> add</span><span> -D</span><span> pier</span></span></code></pre></div></div></div>',
        has=("npm\n\n```sh\nnpm add -D pier", "pnpm\n\n```sh\npnpm add -D pier"),
        lacks=("\nsh\n",),
    ),
    Construct(
        "VitePress: line numbers",
        '<div class="language-ts vp-adaptive-theme line-numbers-mode"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki vp-code"><code><span class="line"><span>export default {</span></span>\n<span class="line"></span>\n<span class="line highlighted"><span>  lamp: true</span></span>\n<span class="line"><span>}</span></span></code></pre><div class="line-numbers-wrapper" aria-hidden="true"><span class="line-number">1</span><br><span class="line-number">2</span><br><span class="line-number">3</span><br><span class="line-number">4</span><br></div></div>',
        has=("```ts\nexport default {\n\n  lamp: true\n}\n```",),
        lacks=("1\n",),
    ),
    Construct(
        "Material: content tabs",
        '<div class="tabbed-set tabbed-alternate" data-tabs="1:2"><input checked="checked" id="__tabbed_1_1" name="__tabbed_1" type="radio"><input id="__tabbed_1_2" name="__tabbed_1" type="radio"><div class="tabbed-labels"><label for="__tabbed_1_1">C</label><label for="__tabbed_1_2">C++</label></div><div class="tabbed-content"><div class="tabbed-block"><div class="language-c highlight"><pre><span></span><code><span class="cp">#include</span> <span class="cpf">&lt;stdio.h&gt;</span>\n</code></pre></div></div><div class="tabbed-block"><div class="language-c++ highlight"><pre><span></span><code><span class="cp">#include</span> <span class="cpf">&lt;iostream&gt;</span>\n</code></pre></div></div></div></div>',
        has=("C\n\n```c\n#include <stdio.h>", "C++\n\n```c++\n#include <iostream>"),
    ),
    Construct(
        "Material: grid cards",
        '<div class="grid cards"><ul><li><p><span class="twemoji lg middle"><svg></svg></span> <strong>Set up in 5 minutes</strong></p><hr><p>Install the lamp and get up and running in minutes</p><p><a href="#"><span class="twemoji"><svg></svg></span> Getting started</a></p></li><li><p><strong>It\'s just wood</strong></p><hr><p>Focus on your planks and generate a pier.</p></li></ul></div>',
        has=("- **Set up in 5 minutes**", "- **It's just wood**"),
    ),
    Construct(
        "Material: keys",
        '<p>Press <span class="keys"><kbd class="key-control">Ctrl</kbd><span>+</span><kbd class="key-alt">Alt</kbd><span>+</span><kbd class="key-delete">Del</kbd></span> to stop the lamp.</p>',
        has=("`Ctrl`+`Alt`+`Del`",),
    ),
    Construct(
        "Sphinx: versionadded and seealso",
        '<div class="versionadded"><p><span class="versionmodified added">Added in version 3.5: </span>The hours of the lamp may be a fraction.</p></div><div class="admonition seealso"><p class="admonition-title">See also</p><dl class="simple"><dt><a class="reference internal" href="lamp.html"><span class="doc">The lamp</span></a></dt><dd><p>How it was made.</p></dd></dl></div>',
        has=("Added in version 3.5: The hours", "[!NOTE]", "The lamp"),
    ),
    Construct(
        "Sphinx: glossary",
        '<dl class="simple glossary"><dt id="term-pier">pier<a class="headerlink" href="#term-pier" title="Link to this term">¶</a></dt><dt id="term-jetty">jetty<a class="headerlink" href="#term-jetty" title="Link to this term">¶</a></dt><dd><p>A way of wood into the sea.</p></dd><dt id="term-lamp">lamp</dt><dd><p>A light at its end.</p></dd></dl>',
        has=("pier", "jetty", "A way of wood"),
        lacks=("¶", "pierjetty"),
    ),
    Construct(
        "Sphinx: math numbered",
        '<div class="math notranslate nohighlight" id="equation-euler"><span class="eqno">(1)<a class="headerlink" href="#equation-euler" title="Link to this equation">¶</a></span>\\[e^{i\\pi} + 1 = 0\\]</div><p>Equation <a class="reference internal" href="#equation-euler">(1)</a> shows how <span class="math notranslate nohighlight">\\(a^2\\)</span> is done.</p>',
        has=("$$e^{i\\pi} + 1 = 0$$", "how $a^2$ is"),
        lacks=("¶",),
    ),
    Construct(
        "Sphinx-design: dropdown and cards",
        '<details class="sd-sphinx-override sd-dropdown sd-card sd-mb-3"><summary class="sd-summary-title sd-card-header"><span class="sd-summary-text">Dropdown title</span><span class="sd-summary-state-marker sd-summary-chevron-right"><svg></svg></span></summary><div class="sd-summary-content sd-card-body docutils"><p class="sd-card-text">Dropdown content about the lamp at the end of the pier.</p></div></details><div class="sd-tab-set docutils"><input checked="checked" id="sd-tab-item-0" name="sd-tab-set-0" type="radio"><label class="sd-tab-label" for="sd-tab-item-0">Label1</label><div class="sd-tab-content docutils"><p>Content of the first tab, on lamps.</p></div><input id="sd-tab-item-1" name="sd-tab-set-0" type="radio"><label class="sd-tab-label" for="sd-tab-item-1">Label2</label><div class="sd-tab-content docutils"><p>Content of the second tab, on planks.</p></div></div>',
        has=(
            "**Dropdown title**\n\nDropdown content",
            "Label1\n\nContent of the first",
            "Label2\n\nContent of the second",
        ),
    ),
    Construct(
        "Notion export: to-do and nested bullets",
        '<ul id="a" class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">Buy rope</span><div class="indented"></div></li></ul><ul id="b" class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span class="to-do-children-unchecked">Buy oil</span><div class="indented"></div></li></ul><ul id="c" class="bulleted-list"><li style="list-style-type:disc">Planks<ul id="d" class="bulleted-list"><li style="list-style-type:circle">Oak<ul id="e" class="bulleted-list"><li style="list-style-type:square">Old oak</li></ul></li></ul></li></ul>',
        has=("- [x] Buy rope\n- [ ] Buy oil", "- Planks\n  - Oak\n    - Old oak"),
    ),
    Construct(
        "Google Docs: headings, styles by class-less span",
        '<div id="contents"><style>.c1{font-weight:700}</style><div class="doc-content"><h2 class="c5" id="h.abc"><span class="c2">The lamp</span></h2><p class="c0"><span style="font-weight:700">It was lit</span><span style="font-weight:400"> first in 1968, </span><span style="font-style:italic">in the autumn</span><span style="font-weight:400">, by the mayor.</span></p><p class="c0 c6"><span class="c1"></span></p><p class="c0"><span>See </span><span class="c7"><a class="c8" href="https://www.google.com/url?q=https://paper.example.com/lamp&amp;sa=D&amp;source=editors&amp;ust=17&amp;usg=AO">the paper</a></span><span>.</span></p></div></div>',
        has=("## The lamp", "**It was lit** first in 1968, *in the autumn*, by", "[the paper]("),
    ),
    Construct(
        "Google Docs: footnote",
        '<p class="c0"><span>The lamp is the oldest on this coast.</span><sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup><span> It still burns.</span></p><hr class="c12"><div><p class="c13"><a href="#ftnt_ref1" id="ftnt1">[1]</a><span class="c14">&nbsp;See the paper of May 1968.</span></p></div>',
        has=("coast.[^1] It still", "[^1]: See the paper of May 1968."),
        lacks=("---",),
    ),
    Construct(
        "Word: MsoListParagraph bullets",
        "<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Oak planks from the north<o:p></o:p></p><p class=MsoListParagraphCxSpLast style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Iron nails from the south<o:p></o:p></p>",
        has=("- Oak planks from the north\n- Iron nails",),
        lacks=("<o:p", "·"),
    ),
    Construct(
        "Word: footnotes",
        '<p class=MsoNormal>The lamp is the oldest on this coast<a style=\'mso-footnote-id:ftn1\' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style=\'mso-special-character:footnote\'><![if !supportFootnotes]>[1]<![endif]></span></span></a>, and it burns.</p><div style=\'mso-element:footnote-list\'><br clear=all><hr align=left size=1 width="33%"><div style=\'mso-element:footnote\' id=ftn1><p class=MsoFootnoteText><a style=\'mso-footnote-id:ftn1\' href="#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference>[1]</span></a> See the paper of May 1968.</p></div></div>',
        has=("coast[^1], and", "[^1]: See the paper"),
    ),
    Construct(
        "Word: table with MsoNormal",
        "<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0><tr style='mso-yfti-irow:0'><td width=150 valign=top><p class=MsoNormal><b><span lang=EN-US>Place<o:p></o:p></span></b></p></td><td width=150 valign=top><p class=MsoNormal><b><span lang=EN-US>Depth<o:p></o:p></span></b></p></td></tr><tr><td><p class=MsoNormal>Wall<o:p></o:p></p></td><td><p class=MsoNormal><o:p>&nbsp;</o:p></p></td></tr><tr><td><p class=MsoNormal>Lamp</p></td><td><p class=MsoNormal>9 m</p></td></tr></table>",
        has=("| **Place** | **Depth** |", "| Wall |  |", "| Lamp | 9 m |"),
        lacks=("<o:p",),
    ),
    Construct(
        "Confluence: code macro new editor",
        '<div class="code-block css-1"><span style="display:flex"><code class="language-python" style="white-space:pre"><span data-ds--code--row=""><span class="linenumber" style="float:left">1</span><span style="color:red">def</span> f():\n</span><span data-ds--code--row=""><span class="linenumber">2</span>    <span>return</span> 1\n</span></code></span></div>',
        has=("```python\ndef f():\n    return 1\n```",),
    ),
    Construct(
        "Confluence: syntaxhighlighter-pre",
        '<div class="code panel pdl" style="border-width: 1px;"><div class="codeHeader panelHeader pdl" style="border-bottom-width: 1px;"><b>pier.py</b></div><div class="codeContent panelContent pdl"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: py; gutter: false; theme: Confluence" data-theme="Confluence">def f():\n    return 1</pre></div></div>',
        has=("```py\ndef f():\n    return 1\n```", "**pier.py**"),
    ),
    Construct(
        "XenForo: quote and spoiler",
        '<blockquote data-attributes="member: 7" data-quote="marsh" data-source="post: 3" class="bbCodeBlock bbCodeBlock--expandable bbCodeBlock--quote js-expandWatch"><div class="bbCodeBlock-title"><a href="/goto/post?id=3" class="bbCodeBlock-sourceJump" rel="nofollow">marsh said:</a></div><div class="bbCodeBlock-content"><div class="bbCodeBlock-expandContent js-expandContent ">The lamp is out again.</div><div class="bbCodeBlock-expandLink js-expandLink"><a role="button" tabindex="0">Click to expand...</a></div></div></blockquote><p>I lit it this morning, before the boats went out.</p>',
        has=("> [marsh said:](https://example.org/goto/post?id=3)\n>\n> The lamp is out again.",),
        lacks=("Click to expand",),
    ),
    Construct(
        "Discuz: post with locked and quote",
        '<div class="t_fsz"><table cellspacing="0" cellpadding="0"><tr><td class="t_f" id="postmessage_1"><div class="quote"><blockquote><font size="2"><a href="forum.php?mod=redirect&amp;goto=findpost&amp;pid=3" target="_blank"><font color="#999999">马什 发表于 2024-5-1 10:00</font></a></font><br />港口的灯又灭了，谁去看看？</blockquote></div><br />今天早上我已经点亮了，在船出海之前，大家可以放心。<br />另外灯油也快用完了，请管委会尽快买一些回来。</td></tr></table></div>',
        has=("> 港口的灯又灭了", "今天早上我已经点亮了"),
        lacks=("|",),
    ),
    Construct(
        "WordPress: footnotes block",
        '<p>The lamp is the oldest on this coast.<sup data-fn="ab12" class="fn"><a href="#ab12" id="ab12-link">1</a></sup> It burns.<sup data-fn="cd34" class="fn"><a href="#cd34" id="cd34-link">2</a></sup></p><ol class="wp-block-footnotes"><li id="ab12">See the <em>paper</em> of May 1968. <a href="#ab12-link" aria-label="Jump to footnote reference 1">↩︎</a></li><li id="cd34">At night only. <a href="#cd34-link" aria-label="Jump to footnote reference 2">↩︎</a></li></ol>',
        has=("coast.[^1] It burns.[^2]", "[^1]: See the *paper* of May 1968.", "[^2]: At night only."),
        lacks=("↩",),
    ),
    Construct(
        "WordPress: list block with nested ordered",
        '<ul class="wp-block-list"><li>Oak<ol class="wp-block-list"><li>from the north</li><li>from the south</li></ol></li><li>Iron</li></ul>',
        has=("- Oak\n  1. from the north\n  2. from the south\n- Iron",),
    ),
    Construct(
        "WordPress: columns and media-text",
        '<div class="wp-block-columns"><div class="wp-block-column"><p>The deck is of oak, laid by hand in the seventh summer.</p></div><div class="wp-block-column"><p>The rails are of iron, made in the town by two smiths.</p></div></div><div class="wp-block-media-text is-stacked-on-mobile"><figure class="wp-block-media-text__media"><img src="https://example.org/c.jpg" alt="" class="wp-image-3"/></figure><div class="wp-block-media-text__content"><p>The lamp stands at its end.</p></div></div>',
        has=("seventh summer.\n\nThe rails", "![](https://example.org/c.jpg)\n\nThe lamp"),
    ),
    Construct(
        "Substack: footnotes",
        '<p>The lamp is the oldest on this coast.<a class="footnote-anchor" data-component-name="FootnoteAnchorToDOM" id="footnote-anchor-1-14" href="#footnote-1-14" target="_self">1</a> It burns.</p><div class="footnote" data-component-name="FootnoteToDOM"><a id="footnote-1-14" href="#footnote-anchor-1-14" class="footnote-number" contenteditable="false" target="_self">1</a><div class="footnote-content"><p>See the paper of May 1968.</p></div></div>',
        has=("coast.[^1] It", "[^1]: See the paper"),
    ),
    Construct(
        "Medium: figure, drop cap, quote, code",
        '<p class="pw-post-body-paragraph graf--p graf-after--h3"><span class="l ng nh">T</span>he lamp was lit first in 1968 and it burns <em class="nm">still</em>.</p><blockquote class="nn no np"><p class="ki kj nm">Nobody pays to walk on it.</p></blockquote><pre class="nq nr ns nt nu nv nw nx bp ny bb bk"><span class="nz ml fr nw b bf oa ob l oc od" data-selectable-paragraph="">def f():<br>    return 1<br><br>f()</span></pre><figure class="mi mj oe"><div role="button" tabindex="0" class="of og"><div class="mi mj oh"><picture><source srcset="https://miro.medium.com/v2/resize:fit:640/format:webp/1*x.jpeg 640w, https://miro.medium.com/v2/resize:fit:1400/format:webp/1*x.jpeg 1400w" type="image/webp"><source data-testid="og" srcset="https://miro.medium.com/v2/resize:fit:640/1*x.jpeg 640w, https://miro.medium.com/v2/resize:fit:1400/1*x.jpeg 1400w"><img alt="" class="bh" width="700" height="467" loading="lazy" role="presentation"></picture></div></div><figcaption class="ok ff ol">Photo by A. Marsh</figcaption></figure>',
        has=(
            "The lamp was lit",
            "> Nobody pays",
            "def f():\n    return 1\n\nf()",
            "1*x.jpeg",
            "Photo by A. Marsh",
        ),
        lacks=("T he",),
    ),
    Construct(
        "Ghost: product card and code with caption",
        '<figure class="kg-card kg-code-card"><pre><code class="language-html">&lt;div class="x"&gt;\n&lt;/div&gt;</code></pre><figcaption><p><span style="white-space: pre-wrap;">A box of HTML</span></p></figcaption></figure>',
        has=('```html\n<div class="x">\n</div>\n```', "A box of HTML"),
    ),
    Construct(
        "Wix: rich content",
        '<div data-breakout="normal"><h2 id="viewer-a" dir="auto" class="x"><span>The lamp</span></h2></div><div data-breakout="normal"><p id="viewer-b" dir="auto" class="y"><span>It was <strong>lit</strong> first in 1968.</span></p></div><div data-hook="rcv-block1"></div><div class="empty-line"><p id="viewer-c"><span><br role="presentation"></span></p></div><ul class="z"><li dir="auto" aria-level="1" class="w"><p dir="auto" id="viewer-d"><span>Oak</span></p></li><li dir="auto" aria-level="1"><p dir="auto"><span>Iron</span></p></li></ul><figure data-hook="figure-IMAGE"><div data-hook="image-viewer-1" role="button" tabindex="0"><wow-image id="v" data-image-info="{}"><img fetchpriority="high" src="https://static.wixstatic.com/media/x~mv2.jpg/v1/fill/w_980,h_653/x~mv2.jpg" alt="The lamp"></wow-image></div></figure>',
        has=("## The lamp\n\nIt was **lit** first", "- Oak\n- Iron", "![The lamp]("),
    ),
    Construct(
        "Zhihu: figure, formula, link card, code",
        '<p data-pid="a">这是一个公式<img src="https://www.zhihu.com/equation?tex=E%3Dmc%5E2" alt="E=mc^2" eeimg="1"/>，它很有名，大家都知道。</p><figure data-size="normal"><noscript><img src="https://pic1.zhimg.com/v2-x_b.jpg" data-caption="港口的灯" data-size="normal" data-rawwidth="1080" class="origin_image" data-original="https://pic1.zhimg.com/v2-x_r.jpg"/></noscript><img src="data:image/svg+xml;utf8,&lt;svg&gt;&lt;/svg&gt;" data-caption="港口的灯" data-size="normal" class="origin_image lazy" data-original="https://pic1.zhimg.com/v2-x_r.jpg" data-actualsrc="https://pic1.zhimg.com/v2-x_b.jpg"/><figcaption>港口的灯</figcaption></figure><div class="highlight"><pre><code class="language-python"><span class="k">def</span> <span class="nf">f</span><span class="p">():</span>\n    <span class="k">pass</span></code></pre></div><p>参考<a href="https://link.zhihu.com/?target=https%3A//paper.example.com/lamp" class=" wrap external" target="_blank" rel="nofollow noreferrer">这篇报道</a>。</p>',
        has=("公式$E=mc^2$，它", "港口的灯", "```python\ndef f():\n    pass\n```", "[这篇报道]("),
        lacks=("svg+xml",),
    ),
    Construct(
        "Juejin: code with copy",
        '<pre><code class="hljs language-js code-block-extension-codeShowNum" lang="js"><span class="code-block-extension-codeLine" data-line-num="1"><span class="hljs-keyword">let</span> a = <span class="hljs-number">1</span></span>\n<span class="code-block-extension-codeLine" data-line-num="2"><span class="hljs-keyword">let</span> b = <span class="hljs-number">2</span></span>\n</code></pre><pre><div class="code-block-extension-header"><div class="code-block-extension-headerLeft"><div class="code-block-extension-foldBtn"><svg></svg></div></div><div class="code-block-extension-headerRight"><span class="code-block-extension-lang">js</span><div class="render-setting"></div><div class="code-block-extension-copyCodeBtn">复制代码</div></div></div><code class="hljs language-js" lang="js"><span class="hljs-keyword">let</span> c = <span class="hljs-number">3</span>\n</code></pre>',
        has=("```js\nlet a = 1\nlet b = 2\n```", "```js\nlet c = 3\n```"),
        lacks=("复制代码",),
    ),
    Construct(
        "CSDN: prism with numbering and buttons",
        '<pre data-index="0" class="prettyprint set-code-show" name="code"><code class="prism language-java has-numbering" onclick="mdcp.copyCode(event)" style="position: unset;"><span class="token keyword">int</span> a <span class="token operator">=</span> <span class="token number">1</span><span class="token punctuation">;</span>\n<span class="token keyword">int</span> b <span class="token operator">=</span> <span class="token number">2</span><span class="token punctuation">;</span>\n<div class="hljs-button {2}" data-title="复制"></div></code><ul class="pre-numbering" style=""><li style="color: rgb(153, 153, 153);">1</li><li style="color: rgb(153, 153, 153);">2</li></ul></pre>',
        has=("```java\nint a = 1;\nint b = 2;\n```",),
        lacks=("\n1\n", "复制"),
    ),
    Construct(
        "CSDN: hljs-ln table",
        '<pre><code class="language-python hljs"><ol class="hljs-ln" style="width:100%"><li><div class="hljs-ln-numbers"><div class="hljs-ln-line hljs-ln-n" data-line-number="1"></div></div><div class="hljs-ln-code"><div class="hljs-ln-line"><span class="hljs-keyword">def</span> f():</div></div></li><li><div class="hljs-ln-numbers"><div class="hljs-ln-line hljs-ln-n" data-line-number="2"></div></div><div class="hljs-ln-code"><div class="hljs-ln-line"> </div></div></li><li><div class="hljs-ln-numbers"><div class="hljs-ln-line hljs-ln-n" data-line-number="3"></div></div><div class="hljs-ln-code"><div class="hljs-ln-line">    <span class="hljs-keyword">pass</span></div></div></li></ol></code><div class="hljs-button signin active" data-title="登录复制"></div></pre>',
        has=("```python\ndef f():\n\n    pass\n```",),
        lacks=("登录复制",),
    ),
    Construct(
        "cnblogs: SyntaxHighlighter 2 in cnblogs_code",
        '<div class="cnblogs_code"><div class="cnblogs_code_toolbar"><span class="cnblogs_code_copy"><a href="javascript:void(0);" onclick="copyCnblogsCode(this)" title="复制代码"><img src="//common.cnblogs.com/images/copycode.gif" alt="复制代码"></a></span></div><pre><span style="color: #008080;"> 1</span> <span style="color: #0000ff;">def</span><span style="color: #000000;"> f():\n</span><span style="color: #008080;"> 2</span>     <span style="color: #0000ff;">return</span> 1<span style="color: #000000;">\n</span><span style="color: #008080;"> 3</span> f()</pre><div class="cnblogs_code_toolbar"></div></div>',
        has=("```\ndef f():\n    return 1\nf()\n```",),
        lacks=("复制代码", "copycode"),
    ),
    Construct(
        "Yuque: lake table and code",
        '<p id="u1" class="ne-p"><span class="ne-text">港口的灯于一九六八年秋天第一次点亮，由市长亲自点燃。</span></p><h2 id="x"><span class="ne-text">灯的历史</span></h2><ul class="ne-ul"><li id="u2" data-lake-index-type="0"><span class="ne-text">橡木来自北方的森林</span></li><li id="u3" data-lake-index-type="0"><span class="ne-text">铁钉来自南方的工厂</span></li></ul><blockquote class="ne-quote"><p class="ne-p"><span class="ne-text">没有人需要付钱。</span></p></blockquote><pre data-language="javascript" id="c" class="ne-codeblock language-javascript"><code>let a = 1\nlet b = 2</code></pre>',
        has=(
            "## 灯的历史",
            "- 橡木来自北方的森林\n- 铁钉",
            "> 没有人",
            "```javascript\nlet a = 1\nlet b = 2\n```",
        ),
    ),
    Construct(
        "Wikipedia Vector 2022: heading with edit section",
        '<div class="mw-heading mw-heading2"><h2 id="History">History</h2><span class="mw-editsection"><span class="mw-editsection-bracket">[</span><a href="/w/index.php?title=Pier&amp;action=edit&amp;section=1" title="Edit section: History"><span>edit</span></a><span class="mw-editsection-bracket">]</span></span></div><p>The pier was built in 1961.<sup id="cite_ref-1" class="reference"><a href="#cite_note-1"><span class="cite-bracket">&#91;</span>1<span class="cite-bracket">&#93;</span></a></sup> It is long.<sup id="cite_ref-2" class="reference"><a href="#cite_note-2">[2]</a></sup></p><div class="reflist"><div class="mw-references-wrap"><ol class="references"><li id="cite_note-1"><span class="mw-cite-backlink"><b><a href="#cite_ref-1" aria-label="Jump up" title="Jump up">^</a></b></span> <span class="reference-text"><cite class="citation news cs1">Marsh, A. (1968). <a rel="nofollow" class="external text" href="https://paper.example.com/lamp">"The lamp"</a>. <i>Paper</i>.</cite></span></li><li id="cite_note-2"><span class="mw-cite-backlink"><b><a href="#cite_ref-2">^</a></b></span> <span class="reference-text">Own measure.</span></li></ol></div></div>',
        has=(
            "## History\n\nThe pier was built in 1961.[^1] It is long.[^2]",
            '[^1]: Marsh, A. (1968). ["The lamp"](https://paper.example.com/lamp). *Paper*.',
            "[^2]: Own measure.",
        ),
        lacks=("edit", "^ "),
    ),
    Construct(
        "arXiv: itemize and theorem",
        '<ul class="ltx_itemize" id="S1.I1"><li class="ltx_item" id="S1.I1.i1" style="list-style-type:none;"><span class="ltx_tag ltx_tag_item">•</span><div class="ltx_para" id="S1.I1.i1.p1"><p class="ltx_p">Oak from the north.</p></div></li><li class="ltx_item" style="list-style-type:none;"><span class="ltx_tag ltx_tag_item">•</span><div class="ltx_para"><p class="ltx_p">Iron from the south.</p></div></li></ul><div class="ltx_theorem ltx_theorem_theorem" id="Thm1"><h6 class="ltx_title ltx_runin ltx_title_theorem"><span class="ltx_tag ltx_tag_theorem"><span class="ltx_text ltx_font_bold">Theorem 1</span></span><span class="ltx_text ltx_font_bold">.</span></h6><div class="ltx_para"><p class="ltx_p"><span class="ltx_text ltx_font_italic">Every pier ends in the sea.</span></p></div></div>',
        has=("- Oak from the north.\n- Iron", "Theorem 1.\n\n"),
        lacks=("•",),
    ),
    Construct(
        "nbconvert classic: in, out, stderr, html table",
        '<div class="cell border-box-sizing code_cell rendered"><div class="input"><div class="prompt input_prompt">In&nbsp;[1]:</div><div class="inner_cell"><div class="input_area"><div class=" highlight hl-ipython3"><pre><span></span><span class="kn">import</span> <span class="nn">pandas</span>\n<span class="n">df</span>\n</pre></div></div></div></div><div class="output_wrapper"><div class="output"><div class="output_area"><div class="prompt output_prompt">Out[1]:</div><div class="output_html rendered_html output_subarea output_execute_result"><div><style scoped>.dataframe{}</style><table border="1" class="dataframe"><thead><tr style="text-align: right;"><th></th><th>place</th><th>depth</th></tr></thead><tbody><tr><th>0</th><td>wall</td><td>2</td></tr><tr><th>1</th><td>lamp</td><td>9</td></tr></tbody></table></div></div></div></div></div></div>',
        has=("```python\nimport pandas\ndf\n```", "|  | place | depth |", "| 0 | wall | 2 |"),
        lacks=("In [1]", "Out[1]"),
    ),
    Construct(
        "Quarto: code fold and output",
        '<div class="cell" data-execution_count="1"><details open="" class="code-fold"><summary>Code</summary><div class="code-copy-outer-scaffold"><div class="sourceCode cell-code" id="cb1"><pre class="sourceCode python code-with-copy"><code class="sourceCode python"><span id="cb1-1"><a href="#cb1-1" aria-hidden="true" tabindex="-1"></a><span class="im">import</span> x</span>\n<span id="cb1-2"><a href="#cb1-2" aria-hidden="true" tabindex="-1"></a>x.run()</span></code><button title="Copy to Clipboard" class="code-copy-button"><i class="bi"></i></button></pre></div></div></details><div class="cell-output cell-output-stdout"><pre><code>done</code></pre></div></div>',
        has=("```python\nimport x\nx.run()\n```", "```\ndone\n```"),
        lacks=("Copy",),
    ),
    Construct(
        "R Markdown: tabset and figure",
        '<div class="section level2 tabset"><h2 class="tabset">Results</h2><ul class="nav nav-tabs" role="tablist"><li role="presentation" class="active"><a role="tab" data-toggle="tab" href="#plots" aria-controls="plots" aria-expanded="true">Plots</a></li><li role="presentation"><a role="tab" data-toggle="tab" href="#tables" aria-controls="tables">Tables</a></li></ul><div class="tab-content"><div id="plots" class="section level3 tab-pane active" role="tabpanel"><p>The plots of the depth are here, one for each year.</p></div><div id="tables" class="section level3 tab-pane" role="tabpanel"><p>The tables of the depth are here, one for each year.</p></div></div></div>',
        has=("Plots\n\nThe plots", "Tables\n\nThe tables"),
        lacks=("- Plots",),
    ),
    Construct(
        "pkgdown: usage, arguments, examples",
        '<div class="section level2"><h2 id="ref-usage">Usage<a class="anchor" aria-label="anchor" href="#ref-usage"></a></h2><div class="sourceCode"><pre class="sourceCode r"><code><span><span class="fu">light</span><span class="op">(</span><span class="va">lamp</span>, hours <span class="op">=</span> <span class="fl">8</span><span class="op">)</span></span></code></pre></div></div><div class="section level2"><h2 id="arguments">Arguments<a class="anchor" aria-label="anchor" href="#arguments"></a></h2><dl><dt id="arg-lamp">lamp<a class="anchor" aria-label="anchor" href="#arg-lamp"></a></dt><dd><p>A lamp of the pier.</p></dd><dt id="arg-hours">hours</dt><dd><p>How long it burns.</p></dd></dl></div><div class="section level2"><h2 id="ref-examples">Examples</h2><div class="sourceCode"><pre class="sourceCode r"><code><span class="r-in"><span><span class="fu">light</span><span class="op">(</span><span class="va">a</span><span class="op">)</span></span></span>\n<span class="r-out co"><span class="r-pr">#&gt;</span> [1] TRUE</span>\n</code></pre></div></div>',
        has=(
            "```r\nlight(lamp, hours = 8)\n```",
            "- **lamp**  \n  A lamp",
            "```r\nlight(a)\n#> [1] TRUE\n```",
        ),
    ),
    Construct(
        "mandoc: synopsis",
        '<section class="Sh"><h1 class="Sh" id="SYNOPSIS"><a class="permalink" href="#SYNOPSIS">SYNOPSIS</a></h1><table class="Nm"><tr><td><code class="Nm">light</code></td><td>[<code class="Fl">-n</code>] [<code class="Fl">-t</code> <var class="Ar">hours</var>] <var class="Ar">lamp</var></td></tr></table></section><section class="Sh"><h1 class="Sh" id="DESCRIPTION"><a class="permalink" href="#DESCRIPTION">DESCRIPTION</a></h1><p class="Pp">The <code class="Nm">light</code> utility lights a lamp for the evening.</p><dl class="Bl-tag"><dt id="n"><a class="permalink" href="#n"><code class="Fl">-n</code></a></dt><dd>Do not light it.</dd></dl></section>',
        has=("# SYNOPSIS", "# DESCRIPTION", "- **`-n`**  \n  Do not light it."),
        lacks=("permalink", "[SYN"),
    ),
    Construct(
        "ReSpec: section, note, dfn",
        '<section id="lamp"><div class="header-wrapper"><h3 id="x1-lamp"><bdi class="secno">1.1 </bdi>Lamp</h3><a class="self-link" href="#lamp" aria-label="Permalink for Section 1.1"></a></div><p>A <dfn class="export" id="dfn-lamp" tabindex="0" aria-haspopup="dialog" data-dfn-type="dfn">lamp</dfn> is what burns at the end of a pier. It <em class="rfc2119">MUST</em> burn all night.</p><div class="note" role="note" id="issue-container"><div role="heading" class="note-title marker" id="h-note" aria-level="4"><span>Note</span></div><p class="">Some lamps are electric.</p></div></section>',
        has=("### 1.1 Lamp", "A lamp is what", "*MUST*", "> [!NOTE]\n> Some lamps are electric."),
        lacks=("Permalink",),
    ),
    Construct(
        "AWS docs: note, code, procedure",
        '<div class="awsdocs-note awsdocs-important"><div class="awsdocs-note-title"><awsui-icon name="status-warning" variant="error"></awsui-icon><h6>Important</h6></div><div class="awsdocs-note-text"><p>Never light it wet.</p></div></div><div class="procedure"><h6>To light the lamp</h6><ol><li><p>Open the <b>glass</b>.</p></li><li><p>Run:</p><pre class="programlisting"><div class="code-btn-container"><div class="btn-copy-code" title="Copy"><awsui-icon name="copy"></awsui-icon></div></div><code class="nohighlight hljs">light <code class="replaceable">lamp</code> --all</code></pre></li></ol></div>',
        has=("> [!IMPORTANT]\n> Never light it wet.", "1. Open the **glass**.\n2. Run:", "light lamp --all"),
        lacks=("Copy",),
    ),
    Construct(
        "MS Learn: tip, code header, table",
        '<div class="TIP"><p>Tip</p><p>Clean the glass once a week.</p></div><div class="code-header"><span class="language">Azure CLI</span><button class="action" data-bi-name="copy"><span class="icon"></span><span>Copy</span><div class="successful-copy-alert is-hidden"></div></button></div><pre tabindex="0" class="has-inner-focus"><code class="lang-azurecli" data-author-content="az"><span><span class="hljs-keyword">az</span> lamp light</span></code></pre>',
        has=("> [!TIP]\n> Clean the glass", "```azurecli\naz lamp light\n```"),
        lacks=("Copy", "Azure CLI"),
    ),
    Construct(
        "Kubernetes: alert and code with filename",
        '<div class="alert alert-info" role="alert"><h4 class="alert-heading">Note:</h4>The lamp needs oil of the second kind.</div><div class="highlight code-sample"><div class="copy-code-icon"><a href="https://x/pier.yaml" download="pier.yaml"><code>pier.yaml</code></a><img src="/images/copycode.svg" class="icon-copycode" title="Copy pier.yaml to clipboard"></div><div class="includecode" id="pier-yaml"><div class="highlight"><pre tabindex="0"><code class="language-yaml" data-lang="yaml"><span style="display:flex;"><span><span style="color:red">kind</span>:<span style="color:#bbb"> </span>Pier<span>\n</span></span></span><span style="display:flex;"><span>spec:<span>\n</span></span></span><span style="display:flex;"><span>  lamp: on<span>\n</span></span></span></code></pre></div></div></div>',
        has=("> [!NOTE]\n> The lamp needs", "```yaml\nkind: Pier\nspec:\n  lamp: on\n```"),
        lacks=("copycode",),
    ),
    Construct(
        "Hugo: chroma table line numbers",
        '<div class="highlight"><div class="chroma"><table class="lntable"><tr><td class="lntd"><pre tabindex="0" class="chroma"><code><span class="lnt">1\n</span><span class="lnt">2\n</span></code></pre></td><td class="lntd"><pre tabindex="0" class="chroma"><code class="language-go" data-lang="go"><span class="line"><span class="cl"><span class="kd">func</span> <span class="nf">f</span><span class="p">()</span> <span class="p">{</span>\n</span></span><span class="line"><span class="cl"><span class="p">}</span>\n</span></span></code></pre></td></tr></table></div></div>',
        has=("```go\nfunc f() {\n}\n```",),
        lacks=("1\n2",),
    ),
    Construct(
        "Jekyll Rouge: linenos table",
        '<figure class="highlight"><pre><code class="language-ruby" data-lang="ruby"><table class="rouge-table"><tbody><tr><td class="gutter gl"><pre class="lineno">1\n2\n</pre></td><td class="code"><pre><span class="k">def</span> <span class="nf">f</span>\n<span class="k">end</span>\n</pre></td></tr></tbody></table></code></pre></figure>',
        has=("```ruby\ndef f\nend\n```",),
        lacks=("1\n2",),
    ),
    Construct(
        "GitHub README: highlight with clipboard, task list, alert",
        '<div class="markdown-heading" dir="auto"><h2 tabindex="-1" class="heading-element" dir="auto">Install</h2><a id="user-content-install" class="anchor" aria-label="Permalink: Install" href="#install"><svg class="octicon octicon-link"></svg></a></div><div class="highlight highlight-source-shell notranslate position-relative overflow-auto" dir="auto" data-snippet-clipboard-copy-content="npm i pier"><pre>npm i pier</pre><div class="zeroclipboard-container"><clipboard-copy aria-label="Copy" class="ClipboardButton btn" value="npm i pier"><svg></svg></clipboard-copy></div></div><div class="markdown-alert markdown-alert-warning" dir="auto"><p class="markdown-alert-title" dir="auto"><svg></svg>Warning</p><p dir="auto">Never light it wet.</p></div><ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" id="" disabled="" class="task-list-item-checkbox" checked=""> Rope</li><li class="task-list-item"><input type="checkbox" disabled="" class="task-list-item-checkbox"> Oil</li></ul>',
        has=(
            "## Install\n\n```shell\nnpm i pier\n```",
            "> [!WARNING]\n> Never light it wet.",
            "- [x] Rope\n- [ ] Oil",
        ),
        lacks=("Permalink",),
    ),
    Construct(
        "Stack Overflow: code, snippet, comment",
        '<div class="s-prose js-post-body" itemprop="text"><p>Use <code>light()</code>:</p><pre class="lang-py s-code-block"><code class="hljs language-python"><span class="hljs-keyword">def</span> f():\n    <span class="hljs-keyword">pass</span>\n</code></pre><div class="snippet" data-lang="js" data-hide="false"><div class="snippet-code"><pre class="snippet-code-js lang-js s-code-block"><code class="hljs language-javascript">f();</code></pre><div class="snippet-result"><div class="snippet-ctas"><button type="button">Run code snippet</button></div></div></div></div><blockquote class="spoiler" data-spoiler="Reveal spoiler"><p>It is the keeper.</p></blockquote></div>',
        has=(
            "Use `light()`:\n\n```python\ndef f():\n    pass\n```",
            "```javascript\nf();\n```",
            "> It is the keeper.",
        ),
        lacks=("Run code",),
    ),
    Construct(
        "KaTeX: display in span with htmlAndMathml",
        '<p>So <span class="katex-display"><span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></mrow><annotation encoding="application/x-tex">E = mc^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base"><span class="strut"></span><span class="mord mathnormal">E</span><span class="mrel">=</span></span><span class="base"><span class="mord">mc</span><span class="mord">2</span></span></span></span></span> holds.</p>',
        has=("$$E = mc^2$$",),
        lacks=("mc2",),
    ),
)
