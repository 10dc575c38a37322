"""Details between and in blocks: pictures of buttons, players, numbers, rules, titles of callouts."""

# ruff: noqa: E501 - the lines are as long as generators write them

from __future__ import annotations

from tests.unit.render.constructs import Construct

__all__ = ["CONSTRUCTS"]

CONSTRUCTS: tuple[Construct, ...] = (
    Construct(
        "Press: pictures of buttons to share, mail and print",
        '<div class="tools"><a href="javascript:share()"><img src="/images/icon_facebook.gif" alt="Share on Facebook"></a> <a href="/send?id=71"><img src="/images/btn_email.gif" border="0"></a> <img id="print" src="/images/print-button-gray.png" title="Print this"></div><p>The deck is oak.</p>',
        has=("The deck is oak.",),
        lacks=("icon_facebook", "btn_email", "print-button", "/send?id"),
    ),
    Construct(
        "Press: numbered pictures of a subject that buttons have too",
        '<p>Write the mail first.</p><p><img src="/i/Email01.png" alt=""></p><p>Then send it.</p><p><img src="/i/Email02.png" alt=""></p>',
        has=("/i/Email01.png)", "/i/Email02.png)"),
    ),
    Construct(
        "Hugo: a picture that copies the code, with the name of its file",
        '<div class="highlight code-sample"><div class="copy-code-icon"><img src="/images/copycode.svg" class="icon-copycode" onclick="copyCode(\'moor\')" title="Copy moor.yaml to clipboard"></div><div class="includecode" id="moor"><div class="highlight"><pre tabindex="0"><code class="language-yaml" data-lang="yaml">rope: 20\nship: Alba\n</code></pre></div></div></div>',
        has=("```yaml\nrope: 20\nship: Alba\n```",),
        lacks=("copycode", "to clipboard"),
    ),
    Construct(
        "Slider Revolution: pictures in place of those that a script loads",
        '<p>The deck was laid twice.</p><rs-slide><img src="//example.org/wp-content/plugins/revslider/sr6/assets/assets/dummy.png" alt="Slide" title="The pier" class="rev-slidebg tp-rs-img rs-lazyload" data-lazyload="//example.org/wp-content/plugins/revslider/sr6/assets/assets/transparent.png" data-no-retina><rs-layer><img src="//example.org/wp-content/plugins/revslider/sr6/assets/assets/dummy.png" alt="" class="tp-rs-img rs-lazyload" width="672" height="240" data-lazyload="//example.org/i/deck.png" data-no-retina></rs-layer></rs-slide>',
        has=("![](https://example.org/i/deck.png)",),
        lacks=("dummy.png", "transparent.png"),
    ),
    Construct(
        "WordPress classic: a picture next to the first word of its paragraph",
        '<p><img class="alignleft size-full" src="/i/deck.jpg" alt="The deck" width="300" height="200" />When the wind is from the east, the <em>deck</em> is wet.</p><p><a href="/i/lamp-full.jpg"><img class="alignright" src="/i/lamp.jpg" alt="The lamp" /></a><strong>May</strong>: the lamp is lit.</p>',
        has=(
            "![The deck](https://example.org/i/deck.jpg)\n\nWhen the wind",
            "(https://example.org/i/lamp-full.jpg)\n\n**May**: the",
        ),
    ),
    Construct(
        "Newsletter: a drop cap that is a picture",
        '<p><img src="/i/w.gif" alt="W">hen the wind is from the east, the deck is wet.</p>',
        has=("/i/w.gif)hen the wind",),
    ),
    Construct(
        "TinyMCE: a picture in bold",
        '<p>It is wide.</p><p style="text-align: center;"><strong><img src="/i/deck.jpg" alt="The deck" width="740" height="740"></strong></p><p><em><a href="/deck"><img src="/i/planks.jpg" alt="Planks"></a></em></p>',
        has=(
            "\n\n![The deck](https://example.org/i/deck.jpg)\n\n",
            "\n\n[![Planks](https://example.org/i/planks.jpg)](https://example.org/deck)\n\n",
        ),
        lacks=("**", "*["),
    ),
    Construct(
        "Press: markup in the alternative text of a picture",
        '<p><img src="/i/deck.jpg" alt="&lt;p&gt;The &lt;em&gt;new&lt;/em&gt; deck, &lt;a class=&quot;link&quot; href=&quot;/oak&quot;&gt;of oak&lt;/a&gt;, width &lt; 3 m&lt;/p&gt;"></p>',
        has=("![The new deck, of oak, width < 3 m](",),
    ),
    Construct(
        "Lazy: a frame that plays, and its copy in noscript",
        '<div class="embed-responsive"><iframe loading="lazy" src="https://www.youtube-nocookie.com/embed/71" allowfullscreen></iframe></div><noscript><div class="embed-responsive"><iframe src="https://www.youtube-nocookie.com/embed/71"></iframe></div></noscript><p>Watch the deck.</p>',
        has=("embed/71>\n\nWatch the deck.",),
        lacks=("embed/71>\n\n<https",),
    ),
    Construct(
        "Marquee: the same films twice for an endless band",
        "<ul>"
        + 2
        * "".join(f'<li><video src="/v/{n}.mp4" autoplay muted loop></video></li>' for n in ("tar", "rope"))
        + "</ul><p>Watch the deck.</p>",
        has=("- <https://example.org/v/tar.mp4>\n- <https://example.org/v/rope.mp4>\n\nWatch",),
    ),
    Construct(
        "WordPress: numbers with a point that begin a line",
        "<ul><li>3.5-inch nails</li><li>2.4 m of rope</li></ul><p>28.11.2011 16:08</p><p>1961. A winter to remember.</p>",
        has=("- 3.5-inch nails\n- 2.4 m of rope", "28.11.2011 16:08", "1961\\. A winter"),
        lacks=("3\\.5", "28\\.11"),
    ),
    Construct(
        "Cards: a rule between the text and the heading of an item",
        "<ul><li><p>The deck, a committee for oak.</p><hr><h3><a href=/oak>Oak or pine</a></h3></li><li><p>The lamp, a committee for light.</p><hr><h3><a href=/light>Gas or oil</a></h3></li></ul>",
        has=("for oak.\n\n  ---\n", "for light.\n\n  ---\n", "### [Oak or pine]"),
    ),
    Construct(
        "Bootstrap: an alert that begins with its kind in bold",
        '<div class="alert alert-warning" role="alert"><strong><i class="fa fa-bolt"></i> Warning</strong><br>The deck is wet.</div><div class="alert alert-info"><strong>Note:</strong> The lamp is <strong>off</strong>.</div><div class="alert alert-danger"><strong>Read this</strong> before you walk.</div><div class="alert alert-info"><strong>Note</strong>: tides.</div>',
        has=(
            "> [!WARNING]\n> The deck is wet.",
            "> [!NOTE]\n> The lamp is **off**.",
            "> [!CAUTION]\n> **Read this** before",
            "> [!NOTE]\n> **Note**: tides.",
        ),
    ),
    Construct(
        "MediaWiki: a display formula in blocks, with its picture",
        '<p>The rope hangs in a curve,</p><div class="mwe-math-element"><div class="mwe-math-mathml-display mwe-math-mathml-a11y" style="display: none;"><math display="block" xmlns="http://www.w3.org/1998/Math/MathML" alttext="{\\displaystyle y=a\\cosh x}"><semantics><mrow><mstyle displaystyle="true"><mi>y</mi><mo>=</mo><mi>a</mi><mi>cosh</mi><mi>x</mi></mstyle></mrow><annotation encoding="application/x-tex">{\\displaystyle y=a\\cosh x}</annotation></semantics></math></div><img src="https://wikimedia.example/render/svg/7" class="mwe-math-fallback-image-display" aria-hidden="true" alt="{\\displaystyle y=a\\cosh x}"></div><p>as it should.</p>',
        has=("in a curve,\n\n$$y=a\\cosh x$$\n\nas it should.",),
    ),
    Construct(
        "WordPress: headings that are all in bold, and one that is so in part",
        '<h2><strong>The deck</strong></h2><p>It is of oak.</p><h3><a id="lamp"></a><b>The <em>lamp</em></b></h3><p>It is lit.</p><h3>The <strong>old</strong> ropes</h3><p>They are wet.</p>',
        has=("## The deck\n", "### The *lamp*\n", "### The **old** ropes\n"),
        lacks=("**The",),
    ),
    Construct(
        "Press: a heading in bold",
        "<strong><h2>The deck</h2></strong><p>The deck is of oak, and each plank is four metres long.</p>",
        has=("## The deck\n",),
    ),
    Construct(
        "NodeBB: a thread that is a list",
        '<ul component="topic"><li component="post" itemprop="comment" itemtype="http://schema.org/Comment" itemscope=""><p>Post 0. The old ropewalk in Leith sold it by the fathom, and a fathom of the best hemp cost as much as nine pounds then.</p><ul><li>Tar</li><li>Oak</li></ul></li><li component="post" itemprop="comment" itemtype="http://schema.org/Comment" itemscope=""><p>Post 1. The old ropewalk in Leith sold it by the fathom, and a fathom of the best hemp cost as much as nine pounds then.</p><ul><li>Tar</li><li>Oak</li></ul></li><li component="post" itemprop="comment" itemtype="http://schema.org/Comment" itemscope=""><p>Post 2. The old ropewalk in Leith sold it by the fathom, and a fathom of the best hemp cost as much as nine pounds then.</p><ul><li>Tar</li><li>Oak</li></ul></li><li component="post" itemprop="comment" itemtype="http://schema.org/Comment" itemscope=""><p>Post 3. The old ropewalk in Leith sold it by the fathom, and a fathom of the best hemp cost as much as nine pounds then.</p><ul><li>Tar</li><li>Oak</li></ul></li></ul>',
        has=(
            "\n\nPost 1. The old ropewalk in Leith sold it by the fathom, and a fathom of the best hemp cost as much as nine pounds then.\n\n- Tar\n- Oak\n\nPost 2. The old ropewalk in Leith sold it by the fathom, and a fathom of the best hemp cost as much as nine pounds then.\n\n- Tar",
        ),
    ),
    Construct(
        "WordPress: a thread of comments in comments",
        '<ol class="comment-list"><li class="comment" id="comment-1"><p>Post 1. The old ropewalk in Leith sold it by the fathom, and a fathom of the best hemp cost as much as nine pounds then.</p><ul class="children"><li class="comment" id="comment-2"><p>Post 2. The old ropewalk in Leith sold it by the fathom, and a fathom of the best hemp cost as much as nine pounds then.</p></li></ul></li></ol>',
        has=(
            "1. Post 1. The old ropewalk in Leith sold it by the fathom, and a fathom of the best hemp cost as much as nine pounds then.\n   - Post 2. The old ropewalk in Leith sold it by the fathom, and a fathom of the best hemp cost as much as nine pounds then.",
        ),
    ),
    Construct(
        "Press: bullets that are typed",
        "<p>For sale:<br>• 4 ropes<br>• <b>oak</b> planks</p><p>The rest:</p><p>● Tar</p><p>● Hemp</p><p>• a lone line</p><pre>• one\n• two</pre>",
        has=(
            "For sale:\n\n- 4 ropes\n- **oak** planks\n\nThe rest:\n\n- Tar\n- Hemp\n\n• a lone line\n\n```\n• one\n• two\n```",
        ),
    ),
    Construct(
        "phpBB: who is quoted, in the first line",
        '<blockquote cite="./p12"><div><cite><a href="/u7">agnes</a> wrote:</cite>the rope rubs against the wall</div></blockquote><blockquote><p>The rope rubs.</p><cite>agnes</cite></blockquote>',
        has=("wrote:  \n> the rope rubs against the wall", "> The rope rubs.\n>\n> agnes"),
    ),
    Construct(
        "Docutils: quotations that indent, definitions that are an item",
        '<ul class="simple"><li><p>Ropes</p><blockquote><div><ul><li><p>Hemp</p></li><li><p>Manila</p></li></ul></div></blockquote></li><li><dl class="simple"><dt>Tar</dt><dd><p>of pine</p></dd><dt>Oak</dt><dd><p>of the moor</p></dd></dl></li></ul><blockquote><div><p>Quoted.</p></div></blockquote>',
        has=(
            "- Ropes\n  - Hemp\n  - Manila\n",
            "- **Tar**  \n  of pine\n",
            "- **Oak**  \n  of the moor\n",
            "> Quoted.",
        ),
        lacks=("> - ", "- \n"),
    ),
    Construct(
        "Shop: a line above a heading that is written as one of a lower rank",
        "".join(
            f"<div><h6>Part {n}</h6><h2>The deck</h2><h3>Wood</h3><p>It is of oak.</p></div>"
            for n in range(3)
        ),
        has=("Part 0\n\n## The deck\n\n### Wood\n\nIt is of oak.\n\nPart 1\n\n##",),
        lacks=("# Part",),
    ),
    Construct(
        "MadCap Flare: words in bold and italic by their own style",
        '<p>On the <span style="font-weight: bold;">Deck</span> menu, click <span style="font-style: italic;">Oak</span>, then <span style="font-weight:700;font-style:italic">Lay</span>.</p><p>The <span style="font-weight: normal;">plain</span> ones <b style="font-weight:normal;" id="docs-internal-guid-7">stay so</b>, <b style="mso-bidi-font-weight:normal">bold</b> is.</p><h3><span style="font-weight: 600">The lamp</span></h3><p>It is lit.</p>',
        has=(
            "the **Deck** menu, click *Oak*, then **_Lay_**.",
            "The plain ones stay so, **bold** is.",
            "### The lamp\n",
        ),
    ),
    Construct(
        "Press: rules around buttons that are left out",
        '<p>The deck is oak.</p><hr><ul class="share-buttons" aria-hidden="true"><li><a href="/share"></a></li></ul><hr><div><hr></div><p>The lamp is lit.</p>',
        has=("oak.\n\n---\n\nThe lamp",),
    ),
    Construct(
        "Stack Exchange: headings that lead to their own page",
        '<h2><a href="/pier/">Which lamp is lit?</a></h2><p>The third one.</p><h3><a href="https://example.org/pier/#oak">Of oak</a></h3><p>The deck is.</p><h3><a href="/pier/lamps">Lamps</a></h3><p>There are five.</p>',
        has=("## Which lamp is lit?\n", "### Of oak\n", "### [Lamps](https://example.org/pier/lamps)"),
    ),
    Construct(
        "Shiki: lines without line breaks, one of them empty",
        '<pre class="shiki"><code><span class="line"><span>import</span> rope</span><span class="line"></span><span class="line">rope.moor()</span></code></pre>',
        has=("import rope\n\nrope.moor()",),
    ),
    Construct(
        "Sphinx: numbers that a session writes are no line numbers",
        '<div class="highlight-python3 notranslate"><div class="highlight"><pre><span></span><span class="gp">&gt;&gt;&gt; </span><span class="nb">len</span><span class="p">(</span><span class="n">ropes</span><span class="p">)</span>\n<span class="go">1</span>\n<span class="gp">&gt;&gt;&gt; </span><span class="nb">len</span><span class="p">(</span><span class="n">lamps</span><span class="p">)</span>\n<span class="go">2</span>\n<span class="gp">&gt;&gt;&gt; </span><span class="n">lamps</span>\n<span class="go">(3, 4)</span>\n</pre></div></div>'
        '<div class="highlight"><pre><span></span><span class="gp">&gt;&gt;&gt; </span><span class="k">for</span> <span class="n">rope</span> <span class="ow">in</span> <span class="nb">range</span><span class="p">(</span><span class="mi">3</span><span class="p">):</span> <span class="nb">print</span><span class="p">(</span><span class="n">rope</span><span class="p">)</span>\n<span class="go">0</span>\n<span class="go">1</span>\n<span class="go">2</span>\n</pre></div>',
        has=(">>> len(ropes)\n1\n>>> len(lamps)\n2\n>>> lamps\n(3, 4)", "print(rope)\n0\n1\n2"),
    ),
    Construct(
        "WordPress: formulas that are pictures, alone in their paragraph",
        '<p>The rope hangs as</p><p><img class="aligncenter" src="/i/curve.svg" alt="\\operatorname{hang}(x) = a\\cosh(x/a)" width="224" height="18"></p><p>and <img src="/i/a.svg" class="latex" alt="a"> grows:</p><p><img src="/i/steps.svg" alt="\\begin{align*} a &amp;= 1 \\\\ b &amp;= 2 \\end{align*}"></p>',
        has=("\n\n$$\\operatorname{hang}(x) = a\\cosh(x/a)$$\n\nand $a$ grows:\n\n$$\\begin{align*}",),
    ),
    Construct(
        "MediaWiki: a word that begins with a formula",
        '<p>It hangs in an <span class="mwe-math-element"><span class="mwe-math-mathml-inline mwe-math-mathml-a11y" style="display: none;"><math xmlns="http://www.w3.org/1998/Math/MathML" alttext="{\\displaystyle n}"><semantics><mrow><mi>n</mi></mrow><annotation encoding="application/x-tex">{\\displaystyle n}</annotation></semantics></math></span><img src="https://wikimedia.example/render/svg/8" class="mwe-math-fallback-image-inline" aria-hidden="true" alt="n"></span>-dimensional space.</p>',
        has=("an $n$-dimensional space",),
    ),
    Construct(
        "Chinese press: line breaks with an empty line of spans between them",
        '<p><span style="color: rgb(51, 51, 51)">&nbsp; &nbsp;</span><strong>栈桥的木板</strong><br style="color: rgb(51, 51, 51)"><span style="color: rgb(51, 51, 51)">&nbsp;</span><br style="color: rgb(51, 51, 51)"><span style="color: rgb(51, 51, 51)">栈桥上的木板每年春天都要重新铺设，费用由镇议会支付。</span><br><span>灯也换了新的。</span></p>',
        has=("**栈桥的木板**\n\n栈桥上的木板", "支付。  \n灯也换了"),
        lacks=("\n\\\n",),
    ),
    Construct(
        "DigitalOcean: pictures from a host whose name holds a word of placeholders",
        '<p>The deck is oak.</p><p><img src="https://docks.objectspaces.example/2025/17-dec/Image_1.png" alt="image"></p><p>The lamp is lit.</p><p><img src="https://cdn.example/spacer/image_2.png" alt=""></p>',
        has=("(https://docks.objectspaces.example/2025/17-dec/Image_1.png)",),
        lacks=("image_2",),
    ),
    Construct(
        "a picture at the start of emphasis right after a word",
        '<p>The harbour seen from<strong><img src="/tower.png" alt="the tower"> the tower</strong> at noon.</p>',
        has=("from![](https://example.org/tower.png) the tower at noon.",),
    ),
    Construct(
        "TinyMCE: line breaks in emphasis that holds nothing else",
        "<p>The deck is open in:<strong><br />\n </strong><br />\n<strong>Spring: </strong>from six<br /><strong>Winter: </strong>from nine</p>",
        has=("open in:\n\n**Spring:** from six  \n**Winter:** from nine",),
        lacks=("\\\n",),
    ),
    Construct(
        "Shop: a list whose items stand in a list without items of its own",
        '<div><ul>\n<strong>At least:</strong><br><ul class="bb_ul"><li><strong>Wood:</strong> oak or pine<br></li><li><strong>Rope:</strong> 20 m</li></ul></ul></div><p>Of hemp.</p><div><ul><ul class="bb_ul"><li><strong>Lamp:</strong> gas</li><li><strong>Nails:</strong> 400</li></ul></ul></div>',
        has=(
            "**At least:**\n\n- **Wood:** oak or pine\n- **Rope:** 20 m\n\nOf hemp.\n\n- **Lamp:** gas\n- **Nails",
        ),
    ),
    Construct(
        "bbPress: posts in lists within items of a list",
        '<ul class="forums"><li class="bbp-body"><ul><li><div class="topic">What the deck is made of was asked twice in the winter.<ol><li>Of <strong>oak</strong>, from the moor.</li><li>Of pine, from the dale.</li></ol></div></li></ul></li></ul>',
        has=("\n\n- What the deck", "  1. Of **oak**"),
        lacks=("- \n", "- -"),
    ),
    Construct(
        "Editors: items with nothing but a list next to others",
        "<ul><li><ul><li>Tar</li><li>Nails</li></ul></li><li><strong>Wood</strong>:</li><li><ul><li>Oak of the moor</li><li>Pine of the dale</li></ul></li><li>Hemp</li></ul>",
        has=("- Tar\n- Nails\n- **Wood**:\n  - Oak of the moor\n  - Pine of the dale\n- Hemp",),
    ),
    Construct(
        "Shop: a definition list for each pair, its parts in boxes",
        '<div class="row">'
        + "".join(
            f'<div class="col"><dl class="labels-values"><dt><div class="labels"><div><span>{label}</span></div></div></dt><dd><div class="values"><div><span>{value}</span></div></div></dd></dl></div>'
            for label, value in (("Wood", "Oak"), ("Rope", "Hemp"), ("Lamp", "Gas"))
        )
        + "</div>",
        has=("- **Wood**  \n  Oak\n- **Rope**  \n  Hemp\n- **Lamp**  \n  Gas",),
        lacks=("\n* ",),
    ),
    Construct(
        "React: a figure and what it counts in boxes of a line",
        '<div class="stat"><span class="value">Up to 80%</span><span class="label">Oak in the deck</span></div><div class="stat"><b>45K+</b><i>Users of the pier</i></div><p>Of 100%<b>oak</b>.</p>',
        has=("Up to 80% Oak in the deck", "**45K+** *Users of the pier*", "100%**oak**"),
    ),
    Construct(
        "Bootstrap: words for screen readers after words that all read",
        '<p>See the <a href="/deck">new deck<span class="sr-only">of oak</span></a> or <b>pay<span class="visually-hidden">by card</span></b>.</p>',
        has=("[new deck of oak](", "**pay by card**."),
    ),
    Construct(
        "Offers: rules around a text that is dropped",
        "<p>The deck is oak.</p><hr><p><button>Share this</button></p><hr><hr><p>The lamp is gas.</p><ul><li><p>Rope</p><hr><hr><p>Tar</p></li></ul><pre>---\n\n---</pre>",
        has=("oak.\n\n---\n\nThe lamp", "- Rope\n\n  ---\n\n  Tar", "```\n---\n\n---\n```"),
    ),
    Construct(
        "Letters: a rule after the last line",
        "<!doctype html><title>The pier</title><article><p>The deck of the pier is oak, as the clerk wrote to the council.</p><hr><hr></article>",
        has=("council.",),
        lacks=("---",),
    ),
    Construct(
        "Old pages: a picture, and a line break in the bold text after it",
        "<p>Oak.</p><p align=center> <img src=a.png alt=deck> <strong><font><br> How it was laid</font></strong><br>by Ann.</p>",
        has=("a.png)\n\n**How it was laid**  \nby Ann.",),
    ),
    Construct(
        "Reviews: lists of what is good and bad side by side",
        '<div class="pros"><ul><li>Wide</li><li>Dry</li></ul></div><div class="cons"><ul><li>Long</li><li>Dark</li></ul></div>',
        has=("- Wide\n- Dry\n* Long\n* Dark",),
    ),
    Construct(
        "Editors: neighbours that are struck out, one in another",
        "<p>Of <s>tar</s><s>red oak</s> and <del>old <strike>iron</strike></del>.</p>",
        has=("Of ~~tarred oak~~ and ~~old iron~~.",),
    ),
    Construct(
        "Editors: emphasis that cannot be marked begins a line with a sign",
        "<p><b>- “</b>Oak” it said.</p><p><b>1. (</b>Oak) it said.</p><p>Word<b><i>(oak)</i></b> and word<b><i>tar.</i></b>red.</p>",
        has=("\n\\- “Oak” it", "\n1\\. (Oak) it", "Word(oak) and word***tar***.red."),
    ),
    Construct(
        "Editors: a sign of less in emphasis",
        "<p>It is <b>1 < 2:</b>always.</p>",
        has=("It is **1 < 2**:always.",),
    ),
    Construct(
        "Starlight: a word for screen readers right before another",
        '<ul><li><details open><summary><span><span class="sr-only">Directory</span><svg></svg>src</span></summary><ul><li>deck.ts</li></ul></details></li></ul>',
        has=("**Directory src**",),
    ),
    Construct(
        "Shop: a rating with words for screen readers, and a number after it",
        '<p>The deck has <b>4</b> <span class="screen-reader-text">of 5 stars</span><span>(91)</span> from readers.</p>',
        has=("has **4** of 5 stars (91) from",),
    ),
    Construct(
        "Cells: a numbered list with a start, and one in an item",
        "<table><tr><th>Part</th><th>Work</th></tr><tr><td>Deck</td><td><ol start=4><li>Saw</li><li>Nail<ol><li>Tar</li></ol></li></ol></td></tr></table>",
        has=("| Deck | 4. Saw 5. Nail 1. Tar |",),
    ),
    Construct(
        "Google News: a picture in a long link at the end of a line",
        f'<p>The deck. <a href="/{"deck" * 90}"><img src="deck.jpg" alt="The deck in winter"></a></p>',
        has=("The deck.\n\n[![The deck in winter](",),
    ),
    Construct(
        "Lexical: code in a code element between paragraphs",
        '<p dir="ltr"><span>The plan:</span></p><code spellcheck="false" data-language="javascript" data-gutter="1\n2"><span>const</span><span> deck </span><span>=</span><span> 1</span><br><span>tar(deck)</span></code><p>So it was.</p>',
        has=("```javascript\nconst deck = 1\ntar(deck)\n```",),
    ),
    Construct(
        "GitLab: formulas that a script would draw",
        '<p>It is <code data-math-style="inline" class="code math js-render-math">a^2+b^2</code> long.</p><pre data-math-style="display" class="code math js-render-math"><code>\\int_0^1 x</code></pre>',
        has=("It is $a^2+b^2$ long.", "\n$$\\int_0^1 x$$\n"),
    ),
    Construct(
        "GOV.UK: a note whose mark says that it is one",
        '<p>The deck is oak<sup id="fnref:1"><a href="#fn:1" rel="footnote">[Footnote 1]</a></sup>.</p><div class="footnotes" role="doc-endnotes"><ol><li id="fn:1"><p>Of the town\'s own wood. <a href="#fnref:1" role="doc-backlink">↩</a></p></li></ol></div>',
        has=("The deck is oak[^1].", "[^1]: Of the town's own wood."),
    ),
    Construct(
        "Hugo: a caption of several blocks",
        '<figure><img src="/deck.jpg" alt="A deck"><figcaption>The deck <em>before</em> the storm<p>Photo by <a href="https://example.com/ann">Ann</a></p></figcaption></figure>',
        has=("before the storm Photo by Ann",),
    ),
    Construct(
        "WordPress: another post in a frame, next to a link to it",
        '<figure class="wp-block-embed"><blockquote class="wp-embedded-content" data-secret="abc"><a href="https://oak.example/how/">How decks are made</a></blockquote><iframe class="wp-embedded-content" sandbox="allow-scripts" style="position: absolute; visibility: hidden;" title="&#8220;How decks are made&#8221;" src="https://oak.example/how/embed/#?secret=abc" width="500" height="282"></iframe></figure>',
        has=("[How decks are made](https://oak.example/how/)",),
        lacks=("secret",),
    ),
    Construct(
        "Medium: a word on each picture",
        '<figure><div role="button" tabindex="0"><span>Press enter or click to view image in full size</span><div><picture><img alt="" width="700" height="400" src="https://miro.medium.com/v2/resize:fit:1400/1*a.png"></picture></div></div><figcaption>The deck</figcaption></figure>',
        has=("1*a.png",),
        lacks=("Press enter",),
    ),
    Construct(
        "Live blogs: times that begin the items of a numbered list",
        "<ol><li><time>10.00</time><p>The storm has reached the pier.</p></li><li><time>9.30</time><p>The sea is calm.</p></li></ol>",
        has=("1. 10.00\n", "2. 9.30\n"),
    ),
    Construct(
        "AoPS: a formula that is a picture with lines of its own",
        '<p>Let <img src="//latex.example.com/a.png" class="latexcenter" alt="\\[x^2 + y^2 = z^2\\]" width="100"> hold.</p>',
        has=("Let\n\n$$x^2 + y^2 = z^2$$\n\nhold.",),
    ),
    Construct(
        "EUR-Lex: paragraphs whose number stands in a cell before them",
        "<table><tr><td><p>(1)</p></td><td><p>The protection of piers is a duty of the towns, which see to it that nobody comes to harm on them.</p></td></tr></table><table><tr><td>Deck</td><td>oak</td></tr></table>",
        has=("(1)\n\nThe protection of piers is", "| Deck | oak |"),
    ),
    Construct(
        "Editors: code next to code, with an element without text between",
        "<p>It is <code>oak</code><i></i><code>tar</code> alike.</p>",
        has=("It is `oak` `tar` alike.",),
    ),
    Construct(
        "MathJax 4: a formula that is drawn, and once more in MathML",
        '<p>Let <mjx-container class="MathJax" jax="CHTML"><mjx-math data-latex="x^2" aria-hidden="true"><mjx-mi data-latex="x"><mjx-c>𝑥</mjx-c></mjx-mi></mjx-math><mjx-assistive-mml unselectable="on" display="inline"><math data-latex="x^2"><msup data-latex="x^2"><mi data-latex="x">x</mi><mn data-latex="2">2</mn></msup></math></mjx-assistive-mml></mjx-container> hold.</p>',
        has=("Let $x^2$ hold.",),
    ),
    Construct(
        "A caption with a line break",
        '<figure><img src="/deck.jpg" alt="A deck"><figcaption>The deck<br>in winter</figcaption></figure>',
        has=("The deck in winter",),
    ),
    Construct(
        "Tufte: fields between a note and its mark, more than functions may call each other",
        f'<p>The deck is oak<label class="margin-toggle sidenote-number"><sup>1</sup></label>{"<input>" * 2_000}<span class="sidenote">Of the wood that the town has of its own.</span> to this day.</p>',
        has=("The deck is oak[^1] to this day.", "[^1]: Of the wood"),
    ),
)
