"""Headings, lists, tables, quotations, emphasis, links and small forms."""

# ruff: noqa: E501 - the lines are as long as generators write them

from __future__ import annotations

from tests.unit.render.constructs import Construct

__all__ = ["CONSTRUCTS"]

_DECK = "<p>The deck is of oak, and each plank is four metres long and as wide as two hands.</p>"

_HEADINGS = (
    Construct(
        "Docusaurus: a heading with a link without width",
        f'<h2 class="anchor anchorWithStickyNavbar" id="deck">The deck<a href="#deck" class="hash-link" aria-label="Direct link to The deck" title="Direct link to The deck">\u200b</a></h2>{_DECK}',
        has=("## The deck\n\nThe deck is",),
        lacks=("](#", "\u200b", "Direct link"),
    ),
    Construct(
        "VitePress: a heading with a link without width",
        f'<h2 id="deck" tabindex="-1">The deck <a class="header-anchor" href="#deck" aria-label="Permalink to &quot;The deck&quot;">&ZeroWidthSpace;</a></h2>{_DECK}',
        has=("## The deck\n\nThe deck is",),
        lacks=("](#", "\u200b"),
    ),
    Construct(
        "GitHub: a heading next to its link",
        f'<div class="markdown-heading" dir="auto"><h2 tabindex="-1" class="heading-element" dir="auto">The deck</h2><a id="user-content-deck" class="anchor" aria-label="Permalink: The deck" href="#deck"><svg class="octicon octicon-link" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="m7.775"></path></svg></a></div>{_DECK}',
        has=("## The deck\n\nThe deck is",),
        lacks=("](#", "Permalink"),
    ),
    Construct(
        "Sphinx: a heading with its sign",
        f'<section id="deck"><h2>The deck<a class="headerlink" href="#deck" title="Link to this heading">¶</a></h2>{_DECK}</section>',
        has=("## The deck\n\nThe deck is",),
        lacks=("¶",),
    ),
    Construct(
        "rehype-autolink-headings: a heading that links to itself",
        f'<h2 id="deck"><a href="#deck">The deck</a></h2>{_DECK}',
        has=("## The deck\n\nThe deck is",),
        lacks=("](#", "/#deck"),
    ),
    Construct(
        "Astro: words for screen readers in the link of a heading",
        f'<div class="heading-wrapper"><h2 id="deck">The deck</h2><a class="anchor-link" href="#deck"><span aria-hidden="true" class="anchor-icon"><svg width="16"><path d="m1"/></svg></span><span class="sr-only">Section titled “The deck”</span></a></div>{_DECK}',
        has=("## The deck\n\nThe deck is",),
        lacks=("Section titled",),
    ),
    Construct(
        "MediaWiki: a heading with a link to edit",
        f'<div class="mw-heading mw-heading2"><h2 id="Deck">The deck</h2><span class="mw-editsection"><span class="mw-editsection-bracket">[</span><a href="/w/index.php?title=Pier&amp;action=edit&amp;section=1" title="Edit section: The deck"><span>edit</span></a><span class="mw-editsection-bracket">]</span></span></div>{_DECK}',
        has=("## The deck\n\nThe deck is",),
        lacks=("edit",),
    ),
    Construct(
        "A heading of two lines",
        f"<h2>The deck<br>and the hold</h2>{_DECK}",
        has=("## The deck and the hold\n",),
        lacks=("<br",),
    ),
    Construct(
        "Elementor: a heading in four boxes",
        f'<div class="elementor-element elementor-widget elementor-widget-heading" data-widget_type="heading.default"><div class="elementor-widget-container"><h2 class="elementor-heading-title elementor-size-default">The deck</h2></div></div><div class="elementor-widget-text-editor"><div class="elementor-widget-container">{_DECK}</div></div>',
        has=("## The deck\n\nThe deck is",),
    ),
    Construct(
        "A heading that a role makes",
        f'<div role="heading" aria-level="3" class="css-1x">The deck</div>{_DECK}',
        has=("### The deck\n\nThe deck is",),
    ),
)

_LISTS = (
    Construct(
        "HTML editor: a list of three",
        "<ul><li>planks</li><li>nails</li><li>a lamp</li></ul>",
        has=("- planks\n- nails\n- a lamp",),
        lacks=("\n- \n",),
    ),
    Construct(
        "An item of an icon alone",
        '<ul class="fa-ul"><li><i class="fa fa-check"></i></li><li><span class="fa-li"><i class="fa fa-check"></i></span>planks of oak</li><li><svg viewBox="0 0 8 8"><path d="M1"/></svg>nails of copper</li></ul>',
        has=("- planks of oak\n- nails of copper",),
        lacks=("- \n", "-\n"),
    ),
    Construct(
        "Notion: lists within lists",
        '<ul class="bulleted-list"><li style="list-style-type:disc">planks<ul class="bulleted-list"><li style="list-style-type:circle">of oak</li></ul></li></ul><ul class="bulleted-list"><li style="list-style-type:disc">nails</li></ul>',
        has=("- planks\n  - of oak\n", "- nails"),
    ),
    Construct(
        "Old editors: a list directly within a list",
        "<ul><li>planks</li><ul><li>of oak</li></ul><li>nails</li></ul>",
        has=("- planks", "  - of oak", "- nails"),
        lacks=("<ul",),
    ),
    Construct(
        "A list that goes on after a picture's place",
        '<ol><li>Drive the piles.</li></ol><p>Wait for the tide before the next step, or the piles will float.</p><ol start="2"><li>Lay the planks.</li></ol>',
        has=("1. Drive the piles.", "2. Lay the planks."),
    ),
    Construct(
        "GitHub: a list of tasks",
        '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" id="" disabled="" class="task-list-item-checkbox" checked=""> planks</li><li class="task-list-item"><input type="checkbox" id="" disabled="" class="task-list-item-checkbox"> nails</li></ul>',
        has=("- [x] planks\n- [ ] nails",),
    ),
    Construct(
        "Definitions: a dl",
        "<dl><dt>Pile</dt><dd>A beam that is driven into the ground.</dd><dt>Plank</dt><dd>A long flat piece of wood.</dd></dl>",
        has=("**Pile**", "A beam that", "**Plank**"),
        lacks=("PileA", "ground.Plank", "**Pile** A beam that is driven into the ground. **Plank**"),
    ),
    Construct(
        "Tailwind: a dl in boxes",
        '<dl class="divide-y"><div class="px-4 sm:grid"><dt class="text-sm">Length</dt><dd class="mt-1">112 metres</dd></div><div class="px-4 sm:grid"><dt class="text-sm">Width</dt><dd class="mt-1">4 metres</dd></div></dl>',
        has=("**Length**", "112 metres", "**Width**", "4 metres"),
        lacks=("Length112", "metresWidth"),
    ),
    Construct(
        "Spans of a label and a value",
        '<div class="info-row"><span class="label">Builder</span><span class="value">Marsh Brothers of Leith</span></div><div class="info-row"><span class="label">Wood</span><span class="value">Oak from the duke\'s forest</span></div>',
        has=("Builder", "Marsh Brothers", "Oak from"),
        lacks=("BuilderMarsh", "WoodOak", "LeithWood"),
    ),
    Construct(
        "Items with a bold label",
        "<ul><li><strong>Length:</strong>112 metres</li><li><strong>Width:</strong> 4 metres</li></ul>",
        has=("- **Length:** 112 metres\n- **Width:** 4 metres",),
    ),
    Construct(
        "Bullets typed by hand",
        "<p>The builder asked for:<br>• planks of oak<br>• nails of copper<br>• a lamp</p>",
        has=("for:\n\n- planks of oak\n- nails of copper\n- a lamp\n",),
        lacks=("•", "<br"),
    ),
    Construct(
        "Google Docs: items that are paragraphs of spans",
        '<ul><li dir="ltr" style="list-style-type:disc" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400">planks of oak</span></p></li><li dir="ltr" style="list-style-type:disc" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400">nails of copper</span></p></li></ul>',
        has=("- planks of oak", "- nails of copper"),
        lacks=("<p",),
    ),
    Construct(
        "A list with code and a paragraph in its items",
        "<ol><li><p>Make a rope:</p><pre><code>rope --long</code></pre></li><li><p>Throw it.</p></li></ol>",
        has=("1. Make a rope:", "   ```\n   rope --long\n   ```", "2. Throw it."),
    ),
)

_TABLES = (
    Construct(
        "A table with a caption",
        "<table><caption>Piles by year</caption><thead><tr><th>Year</th><th>Piles</th></tr></thead><tbody><tr><td>1961</td><td>40</td></tr><tr><td>1962</td><td>38</td></tr></tbody></table>",
        has=("Piles by year", "| Year | Piles |", "| 1961 | 40 |"),
        lacks=("<table", "| Piles by year"),
    ),
    Construct(
        "WordPress: a table in a figure",
        '<figure class="wp-block-table is-style-stripes"><table class="has-fixed-layout"><tbody><tr><td><strong>Year</strong></td><td><strong>Piles</strong></td></tr><tr><td>1961</td><td>40</td></tr><tr><td>1962</td><td>38</td></tr></tbody></table><figcaption class="wp-element-caption">Piles by year, as the clerk wrote them down</figcaption></figure>',
        has=("| 1961 | 40 |", "| 1962 | 38 |"),
        lacks=("<table",),
    ),
    Construct(
        "Word: paragraphs in cells",
        "<table class=MsoTableGrid border=1><tr><td width=200 valign=top><p class=MsoNormal><b>Year<o:p></o:p></b></p></td><td width=200><p class=MsoNormal><b>Piles<o:p></o:p></b></p></td></tr><tr><td><p class=MsoNormal>1961<o:p></o:p></p></td><td><p class=MsoNormal>40<o:p></o:p></p></td></tr></table>",
        has=("| **Year** | **Piles** |", "| 1961 | 40 |"),
        lacks=("<o:p", "<p"),
    ),
    Construct(
        "A head over two columns and a cell over two lines",
        '<table><tr><th rowspan="2">Year</th><th colspan="2">Piles</th></tr><tr><th>oak</th><th>elm</th></tr><tr><td>1961</td><td>40</td><td>2</td></tr><tr><td>1962</td><td>38</td><td>4</td></tr></table>',
        has=("| 1961 | 40 | 2 |", "oak", "elm"),
        lacks=("colspan", "<t"),
    ),
    Construct(
        "A table of figures within a table that lays out",
        f'<table width="100%" cellpadding="0"><tr><td width="20"><img src="/spacer.gif" width="20" height="1"></td><td>{_DECK}<table border="1"><tr><th>Year</th><th>Piles</th></tr><tr><td>1961</td><td>40</td></tr></table></td></tr></table>',
        has=("\nThe deck is of oak", "| Year | Piles |", "| 1961 | 40 |"),
        lacks=("| The deck", "<table", "spacer"),
    ),
    Construct(
        "A table in a cell of a table of figures",
        "<table><tr><th>Year</th><th>Piles</th></tr><tr><td>1961</td><td><table><tr><td>oak</td><td>40</td></tr><tr><td>elm</td><td>2</td></tr></table></td></tr><tr><td>1962</td><td>38</td></tr></table>",
        has=("1961", "oak", "40", "elm", "1962", "38"),
        lacks=("<table", "<td", "oak40", "40elm"),
    ),
    Construct(
        "Lists and breaks in cells",
        "<table><tr><th>Year</th><th>Work</th></tr><tr><td>1961</td><td><ul><li>piles</li><li>planks</li></ul></td></tr><tr><td>1962</td><td>rails<br>a lamp</td></tr></table>",
        has=("| 1961 | • piles • planks |", "| 1962 | rails a lamp |"),
        lacks=("<ul", "<br", "pilesplanks", "railsa"),
    ),
    Construct(
        "A pipe in a cell",
        "<table><tr><th>Command</th><th>Work</th></tr><tr><td><code>ls | wc</code></td><td>counts a|b</td></tr></table>",
        has=("ls \\| wc", "a\\|b"),
    ),
    Construct(
        "Lines and columns of nothing",
        '<table><tr><td></td><td>Year</td><td>Piles</td></tr><tr><td colspan="3"></td></tr><tr><td></td><td>1961</td><td>40</td></tr><tr><td></td><td>1962</td><td>38</td></tr></table>',
        has=("| Year | Piles |", "| 1961 | 40 |"),
        lacks=("|  |", "| | "),
    ),
    Construct(
        "A table of facts: heads at the side",
        '<table class="infobox"><tr><th scope="row">Length</th><td>112 metres</td></tr><tr><th scope="row">Builder</th><td>Marsh Brothers</td></tr><tr><th scope="row">Opened</th><td>May 1968</td></tr></table>',
        has=("| Length | 112 metres |", "| Builder | Marsh Brothers |"),
    ),
    Construct(
        "DataTables: heads with buttons to sort",
        '<table class="dataTable"><thead><tr><th class="sorting sorting_asc" aria-label="Year: activate to sort column descending"><span>Year</span><span class="dt-column-order"></span></th><th class="sorting">Piles</th></tr></thead><tbody><tr class="odd"><td class="sorting_1">1961</td><td>40</td></tr><tr class="even"><td class="sorting_1">1962</td><td>38</td></tr></tbody></table>',
        has=("| Year | Piles |", "| 1961 | 40 |"),
        lacks=("activate",),
    ),
)

_QUOTES = (
    Construct(
        "WordPress: a quotation with its source",
        '<blockquote class="wp-block-quote"><p>We never saw the sea so high.</p><cite>Anna Marsh, keeper</cite></blockquote>',
        has=("> We never saw the sea so high.", "Anna Marsh, keeper"),
        lacks=("high.Anna", "high. Anna", "<cite"),
    ),
    Construct(
        "A quotation with a footer",
        "<blockquote><p>We never saw the sea so high.</p><footer>— <cite>Anna Marsh, keeper</cite></footer></blockquote>",
        has=("> We never saw the sea so high.", "> — Anna Marsh, keeper"),
    ),
    Construct(
        "A quotation in a figure",
        "<figure><blockquote><p>We never saw the sea so high.</p></blockquote><figcaption>Anna Marsh, keeper</figcaption></figure>",
        has=("> We never saw the sea so high.", "Anna Marsh, keeper"),
    ),
    Construct(
        "WordPress: a pull quote of a sentence of the text",
        '<p>The keeper was asked often. We never saw the sea so high as in that winter, she said.</p><figure class="wp-block-pullquote"><blockquote><p>We never saw the sea so high as in that winter</p></blockquote></figure>',
        has=("asked often. We never saw the sea so high",),
        lacks=("> We never",),
    ),
    Construct(
        "A pull quote in a cell that floats",
        '<table align="right"><tr><td class="pullquote">We never saw the sea so high as in that winter</td></tr></table><p>The keeper was asked often. We never saw the sea so high as in that winter, she said.</p>',
        has=("asked often. We never saw the sea so high",),
        lacks=("\nWe never", "| We never"),
    ),
    Construct(
        "A pull quote in an aside",
        '<aside class="pullquote"><p>We never saw the sea so high as in that winter</p></aside><p>The keeper was asked often. We never saw the sea so high as in that winter, she said.</p>',
        has=("asked often. We never saw the sea so high",),
        lacks=("\nWe never", "> We never"),
    ),
    Construct(
        "Mail: a quotation within a quotation",
        '<blockquote type="cite"><p>Is the lamp lit?</p><blockquote type="cite"><p>When does the ferry come?</p></blockquote></blockquote>',
        has=("> Is the lamp lit?", "> > When does the ferry come?"),
    ),
    Construct(
        "phpBB: a quotation with the name of who wrote it",
        "<blockquote><div><cite>anna wrote:</cite>The lamp is lit at nine, and not before, whatever the ferry wants.</div></blockquote>",
        has=("> anna wrote:", "The lamp is lit at nine"),
        lacks=("wrote:The",),
    ),
    Construct(
        "Discourse: a quotation with a title",
        '<aside class="quote no-group" data-username="anna" data-post="3" data-topic="71"><div class="title"><div class="quote-controls"></div><img alt="" width="24" height="24" src="/user_avatar/anna/48/2.png" class="avatar"> anna:</div><blockquote><p>The lamp is lit at nine, and not before, whatever the ferry wants.</p></blockquote></aside>',
        has=("anna:", "> The lamp is lit at nine"),
        lacks=("avatar",),
    ),
    Construct(
        "Material: an admonition",
        '<div class="admonition warning"><p class="admonition-title">Warning</p><p>Do not walk on the planks in a storm, however calm the harbour looks.</p></div>',
        has=("> [!WARNING]\n> Do not walk",),
    ),
    Construct(
        "A quotation of a picture that was left out",
        '<blockquote class="instagram-media" style="background:#FFF"><div><div style="width:40px"></div></div></blockquote><p>The picture was taken in May, when the lamp was new and the paint still wet.</p>',
        has=("The picture was taken",),
        lacks=("\n>", "> \n"),
    ),
)

_EMPHASIS = (
    Construct("Bold around italics", "<p>It was <strong><em>never</em></strong> closed again in all those years.</p>", has=("It was **_never_** closed",), lacks=("<",)),
    Construct("Italics around bold", "<p>It was <em><strong>never</strong></em> closed again in all those years.</p>", has=("It was ***never*** closed",), lacks=("<",)),
    Construct("Bold with italics at its end", "<p>They <strong>closed it <em>never</em></strong> again in all those years.</p>", has=("They **closed it *never*** again",), lacks=("<",)),
    Construct("Italics with bold at the begin", "<p>They <em><strong>never</strong> closed it</em> again in all those years.</p>", has=("They ***never** closed it* again",), lacks=("<",)),
    Construct("The same twice", "<p>It was <b><strong>never</strong></b> closed again in all those years.</p>", has=("It was **never** closed",)),
    Construct("A space at the inner edge", "<p><strong>Length: </strong>112 metres from the wall to the lamp.</p>", has=("**Length:** 112 metres",)),
    Construct("A break at the inner edge", "<p><strong>Length<br></strong>112 metres from the wall to the lamp.</p>", has=("**Length**", "\n112 metres"), lacks=("<", "Length112")),
    Construct("A part of a word", "<p>The pier was re<em>built</em> by people from the town.</p>", has=("re*built* by",)),
    Construct("Nothing in bold", "<p>The pier <strong> </strong>was<b></b> rebuilt by people from the town.</p>", has=("The pier was rebuilt",), lacks=("**",)),
    Construct("Two paragraphs in bold", "<div><b>It was closed for weeks.<br><br>Nobody asked why.</b></div>", has=("**It was closed for weeks.**\n\n**Nobody asked why.**",), lacks=("<",)),
    Construct("Chinese: quotation marks in bold", "<p>港口的看守人说<strong>“老规矩。”</strong>然后他点亮了灯，关上了门，回家去了。</p>", has=("“**老规矩**。”",), lacks=("<strong",)),
    Construct("Keys, marks and changes", "<p>Press <kbd>Ctrl</kbd>+<kbd>L</kbd>, <mark>twice</mark>, for the <del>red</del> <ins>white</ins> lamp at the end.</p>", has=("Ctrl", "twice", "~~red~~ white"), lacks=("<", "redwhite")),
    Construct("Powers, indices and ordinals", "<p>On the 21<sup>st</sup> they found 30 m<sup>2</sup> of rust, 10<sup>−6</sup> g of CO<sub>2</sub> and a sign of the Pier<sup>®</sup> company.</p>", has=("21st", "30 m²", "10⁻⁶ g", "CO₂", "Pier®"), lacks=("<su",)),
    Construct("An initial", '<p><span class="dropcap">O</span>nly the lamp was left of it when the people came back in spring.</p>', has=("Only the lamp",)),
    Construct("Soft hyphens and places to break", "<p>The Har&shy;bour&shy;mas&shy;ter wrote to post@<wbr>example.org<wbr>/pier about it, in a long letter.</p>", has=("The Harbourmaster wrote to post@example.org/pier",), lacks=("\u00ad",)),
)  # fmt: skip

_BREAKS = (
    Construct("Breaks for paragraphs", "<div>It was closed for weeks, as the clerk wrote.<br><br>Nobody asked him why, and he never said.<br>He left in May.</div>", has=("wrote.\n\nNobody asked", "said."), lacks=("<br", "said.He")),
    Construct("CKEditor: paragraphs of a space", "<p>It was closed for weeks, as the clerk wrote.</p><p>&nbsp;</p><p><br></p><p>Nobody asked him why, and he never said.</p>", has=("wrote.\n\nNobody asked",)),
    Construct("Chinese: wide spaces before paragraphs", "<p>　　港口于一九六一年重建，历时七年，用了八百根木桩。</p><p>　　<br>　　没有人问过原因，他也从来不说。</p>", has=("\n港口于一九六一年", "\n没有人问过原因"), lacks=("\u3000", "<br")),
    Construct("A line across", "<p>It was closed for weeks, as the clerk wrote.</p><hr><p>Nobody asked him why, and he never said.</p>", has=("wrote.\n\n---\n\nNobody",)),
    Construct("An address of lines", "<address>Harbour Office<br>1 Pier Road<br>Leith</address>", has=("Harbour Office", "1 Pier Road"), lacks=("<br", "Office1", "RoadLeith", "Office 1 Pier")),
    Construct("A poem", '<pre class="wp-block-verse">The sea was high,\n    the lamp was dim,\nand nobody came by.</pre>', has=("The sea was high,\n", "the lamp was dim,\n"), lacks=("high, the", "<pre")),
)  # fmt: skip

_FORMS = (
    Construct("Ruby with parentheses", "<p>駅は<ruby>柘植<rp>（</rp><rt>つげ</rt><rp>）</rp></ruby>にあり、港から歩いて十分ほどかかります。</p>", has=("柘植（つげ）にあり",)),
    Construct("Ruby without parentheses", "<p>駅は<ruby>柘植<rt>つげ</rt></ruby>にあり、港から歩いて十分ほどかかります。</p>", has=("柘植(つげ)にあり",), lacks=("柘植つげ",)),
    Construct("Ruby with a base element", "<p>駅は<ruby><rb>柘植</rb><rt>つげ</rt></ruby>にあり、港から歩いて十分ほどかかります。</p>", has=("柘植(つげ)にあり",)),
    Construct("Details with a summary", "<details><summary>How long is the pier?</summary><p>It is 112 metres long, from the wall to the lamp at its end.</p></details>", has=("**How long is the pier?**\n\nIt is 112",)),
    Construct("Questions that open their answers", "<h4><button aria-expanded='false'>How long is the pier?</button></h4><div hidden><p>It is 112 metres long, from the wall to the lamp at its end.</p></div><button aria-expanded='false'><span>How deep is the water?</span></button><div hidden><p>Nine metres at low tide, at the lamp.</p></div>", has=("#### How long is the pier?\n\nIt is 112", "**How deep is the water?**\n\nNine")),
    Construct(
        "Bootstrap: an accordion",
        '<div class="accordion" id="a"><div class="accordion-item"><h2 class="accordion-header"><button class="accordion-button" type="button" data-bs-toggle="collapse" aria-expanded="true">How long is the pier?</button></h2><div class="accordion-collapse collapse show"><div class="accordion-body">It is 112 metres long, from the wall to the lamp at its end.</div></div></div><div class="accordion-item"><h2 class="accordion-header"><button class="accordion-button collapsed" type="button" aria-expanded="false">Who pays for it?</button></h2><div class="accordion-collapse collapse"><div class="accordion-body">The town pays for the planks, and the duke for the lamp.</div></div></div></div>',
        has=("## How long is the pier?\n\nIt is 112", "## Who pays for it?\n\nThe town pays"),
    ),
    Construct(
        "Bootstrap: tabs of text",
        '<ul class="nav nav-tabs" role="tablist"><li class="nav-item" role="presentation"><button class="nav-link active" id="t1" data-bs-toggle="tab" role="tab" aria-controls="p1">In summer</button></li><li class="nav-item" role="presentation"><button class="nav-link" id="t2" role="tab" aria-controls="p2">In winter</button></li></ul><div class="tab-content"><div class="tab-pane active" id="p1" role="tabpanel" aria-labelledby="t1"><p>The pier is open from six in the morning to ten at night, every day.</p></div><div class="tab-pane" id="p2" role="tabpanel" aria-labelledby="t2"><p>The pier is open while there is light, unless the wind is strong.</p></div></div>',
        has=("In summer\n", "In winter\n", "from six in the morning", "while there is light"),
        lacks=("summerIn",),
    ),
    Construct("Marks that a widget leaves", f"{_DECK}<p>.</p><div><span>|</span></div>{_DECK}", has=("The deck is",), lacks=("\n.\n", "|")),
    Construct("A button to copy the link", f'<div class="share-tools"><button type="button" class="copy-link">Copy link</button><a href="https://social.example.com/share?u=pier">Share</a><a href="mailto:?subject=pier">Email</a></div>{_DECK}', has=("The deck is",), lacks=("Copy link", "Share")),
    Construct("A player that reads aloud", f'<div class="audio-player" data-src="/tts/71.mp3"><button aria-label="Play"><svg></svg></button><span>Listen to this article</span><span class="time">5 min</span></div>{_DECK}', has=("The deck is",), lacks=("Listen to", "5 min")),
    Construct("A mark of advertisements", f'{_DECK}<div class="ad-slot" id="div-gpt-ad-71"><span class="ad-label">Advertisement</span></div><p>The hold below is dry, and has been since the pumps were put in.</p>', has=("hands.\n\nThe hold",), lacks=("Advertisement",)),
    Construct("A mark of advertisements in Turkish and Swedish", f"{_DECK}<div>Reklam</div><div>– Annons –</div><p>The hold below is dry, and has been since the pumps were put in.</p>", has=("hands.\n\nThe hold",), lacks=("Reklam", "Annons")),
    Construct("Sponsored content", f'<div class="sponsor-label"><span>Sponsored content</span></div>{_DECK}', has=("The deck is",), lacks=("Sponsored",)),
    Construct("Read more, without its link", f'{_DECK}<p><strong>Read more:</strong> <a href="/lamp">How the lamp was lit</a></p><p>The hold below is dry, and has been since the pumps were put in.</p>', has=("The hold",), lacks=("Read more:**\n", "Read more:\n")),
    Construct("Related articles in the text", f'{_DECK}<div class="related-inline"><h4>Related</h4><ul><li><a href="/lamp">How the lamp was lit</a></li><li><a href="/ferry">When the ferry sank</a></li></ul></div><p>The hold below is dry, and has been since the pumps were put in.</p>', has=("The hold",), lacks=("Related",)),
    Construct("A box to subscribe", f'{_DECK}<div class="newsletter-signup"><h3>Sign up for our newsletter</h3><p>Get the best stories in your inbox.</p><form><input type="email" placeholder="Email"><button>Subscribe</button></form></div><p>The hold below is dry, and has been since the pumps were put in.</p>', has=("The hold",), lacks=("Sign up", "Subscribe", "inbox")),
    Construct(
        "A link that opens a new tab, clipped",
        '<p>The clerk wrote about it in <a href="https://paper.example.com/pier">the evening paper<span style="clip:rect(0 0 0 0);position:absolute;width:1px">, opens new tab</span></a> that week.</p>',
        has=("[the evening paper](https://paper.example.com/pier) that week",),
        lacks=("opens new",),
    ),
    Construct("A link that opens a new tab", '<p>The clerk wrote about it in <a href="https://paper.example.com/pier" target="_blank" rel="noopener">the evening paper<span class="screen-reader-text"> (opens in a new tab)</span></a> that week.</p>', has=("[the evening paper](https://paper.example.com/pier) that week",), lacks=("opens in",)),
)  # fmt: skip

_LINKS = (
    Construct("A relative link", '<p>The clerk wrote about it in <a href="../paper?a=1&amp;b=2">the evening paper</a> that week.</p>', has=("[the evening paper](https://example.org/paper?a=1&b=2) that",)),
    Construct("A link that runs a script", '<p>The clerk wrote about it in <a href="javascript:void(0)" onclick="open()">the evening paper</a> that week.</p>', has=("in the evening paper that",), lacks=("javascript",)),
    Construct("A link of an icon", '<p>The clerk wrote about it <a href="/share"><i class="icon icon-share"></i></a>in the evening paper that week.</p>', has=("about it in the evening",), lacks=("[](", "/share")),
    Construct("A link with brackets and parentheses", '<p>The clerk wrote about it in <a href="/wiki/Paper_(evening)">the paper [evening]</a> that week.</p>', has=("[the paper \\[evening\\]](",), lacks=("[the paper [evening]]",)),
    Construct("A link around a block", '<a href="/lamp"><div><h3>The lamp</h3><p>It was lit for the first time in May, when the paint was still wet and the keeper new.</p></div></a>', has=("### [The lamp](https://example.org/lamp)", "It was lit"), lacks=("[\n", "\n](")),
    Construct("An anchor to jump to", '<p><a name="deck"></a><a id="hold"></a>The deck is of oak, and each plank is as long as four men.</p>', has=("\nThe deck is of oak",), lacks=("[]",)),
    Construct("Entities in words", "<p>Marsh &amp; Sons built &lt;the pier&gt; for &pound;900 &#8212; caf&eacute; and all &hellip; &copy; 1968.</p>", has=("Marsh & Sons", "£900 — café and all … © 1968"), lacks=("&amp;", "&#")),
    Construct("Signs that Markdown would read", "<p>1968. was a good year, and * marks it; _so_ it was # one of ten.</p>", has=("1968", "it was # one"), lacks=("\n1968. was",)),
)  # fmt: skip

CONSTRUCTS = _HEADINGS + _LISTS + _TABLES + _QUOTES + _EMPHASIS + _BREAKS + _FORMS + _LINKS
