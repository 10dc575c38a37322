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
        "WordPress classic: a picture beside the first word of its paragraph",
        '<p><img class="alignleft size-full" src="/i/deck.jpg" alt="The deck" width="300" height="200" />When the wind is from the east, the <em>deck</em> is wet.</p><p><a href="/i/lamp-full.jpg"><img class="alignright" src="/i/lamp.jpg" alt="The lamp" /></a><strong>May</strong>: the lamp is lit.</p>',
        has=(
            "![The deck](https://example.org/i/deck.jpg) When the wind",
            "(https://example.org/i/lamp-full.jpg) **May**: the",
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
        "Editors: items with nothing but a list beside others",
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
        "Reviews: lists of what is good and bad side by side",
        '<div class="pros"><ul><li>Wide</li><li>Dry</li></ul></div><div class="cons"><ul><li>Long</li><li>Dark</li></ul></div>',
        has=("- Wide\n- Dry\n* Long\n* Dark",),
    ),
)
