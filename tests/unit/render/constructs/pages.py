"""Whole pages of today's generators and sites, each with a construct in its own surroundings."""

# ruff: noqa: E501, ISC004 - the lines are as long as generators write them

from __future__ import annotations

from tests.unit.render.constructs import Construct

__all__ = ["CONSTRUCTS"]

_MOOR = "def moor(ship):\n    return ship.rope"
_HANDBOOK = (
    "<p>A ship is moored with two ropes, one at the bow and one at the stern, and a third when the wind is above six. "
    "The library knows the piers of the whole coast, and computes which bollard is free.</p>",
    "<p>When the ship has left, its bollard is free again, and the next one in the queue is called by radio. "
    "Nothing has to be done by hand, except that somebody must throw the rope.</p>",
)
_STORY = (
    "<p>For two winters the pier had been closed for weeks at a time, and the fishermen landed their catch at the next "
    "village, where the harbour dues were higher and the road was worse.</p>",
    "<p>In spring the council voted for a new deck, by nine votes to four. Work began on a Monday in April, and the "
    "first planks were nailed down before the month was over, to the surprise of everybody who had bet against it.</p>",
)


def _mkdocs(body: str) -> str:
    """A page of MkDocs with the theme Material."""
    return (
        '<!doctype html><html lang="en" class="no-js"><head><meta charset="utf-8"><title>Mooring - Harbour Kit</title></head>'
        '<body dir="ltr"><a href="#mooring" class="md-skip">Skip to content</a><header class="md-header"><nav class="md-header__inner md-grid" aria-label="Header">'
        '<div class="md-header__title">Harbour Kit</div></nav></header><div class="md-container"><main class="md-main"><div class="md-main__inner md-grid">'
        '<div class="md-sidebar md-sidebar--primary"><nav class="md-nav md-nav--primary"><ul class="md-nav__list"><li class="md-nav__item"><a href="../install/" class="md-nav__link">Installation</a></li>'
        '<li class="md-nav__item md-nav__item--active"><a href="./" class="md-nav__link">Mooring</a></li></ul></nav></div>'
        '<div class="md-sidebar md-sidebar--secondary"><nav class="md-nav md-nav--secondary" aria-label="Table of contents"><label class="md-nav__title">Table of contents</label></nav></div>'
        f'<div class="md-content" data-md-component="content"><article class="md-content__inner md-typeset"><h1 id="mooring">Mooring<a class="headerlink" href="#mooring" title="Permanent link">&para;</a></h1>{_HANDBOOK[0]}{body}{_HANDBOOK[1]}'
        '</article></div></div></main><footer class="md-footer"><nav class="md-footer__inner"><a href="../install/" class="md-footer__link">Previous Installation</a></nav>'
        '<div class="md-footer-meta">Made with <a href="https://squidfunk.github.io/mkdocs-material/">Material for MkDocs</a></div></footer></div></body></html>'
    )


def _docusaurus(body: str) -> str:
    """A page of Docusaurus."""
    return (
        '<!doctype html><html lang="en" dir="ltr"><head><meta charset="UTF-8"><title>Mooring | Harbour Kit</title></head><body class="navigation-with-keyboard"><div id="__docusaurus">'
        '<div role="region" aria-label="Skip to main content"><a class="skipToContent_fXgn" href="#main">Skip to main content</a></div>'
        '<nav aria-label="Main" class="navbar navbar--fixed-top"><div class="navbar__inner"><a class="navbar__item navbar__link" href="/docs">Docs</a><a class="navbar__item" href="/blog">Blog</a></div></nav>'
        '<div class="main-wrapper"><aside class="theme-doc-sidebar-container"><nav aria-label="Docs sidebar" class="menu"><ul class="theme-doc-sidebar-menu menu__list"><li><a class="menu__link" href="/docs/install">Installation</a></li></ul></nav></aside>'
        '<main class="docMainContainer_TBSr"><div class="container"><div class="row"><div class="col docItemCol_VOVn"><article><nav class="theme-doc-breadcrumbs" aria-label="Breadcrumbs"><ul class="breadcrumbs"><li class="breadcrumbs__item"><span class="breadcrumbs__link">Guides</span></li></ul></nav>'
        f'<div class="theme-doc-markdown markdown"><header><h1>Mooring</h1></header>{_HANDBOOK[0]}{body}{_HANDBOOK[1]}</div>'
        '<footer class="theme-doc-footer"><a href="https://github.com/x/y/edit/main/moor.md" class="theme-edit-this-page">Edit this page</a></footer></article><nav class="pagination-nav" aria-label="Docs pages"><a class="pagination-nav__link" href="/docs/install"><div class="pagination-nav__sublabel">Previous</div></a></nav></div></div></div></main></div>'
        '<footer class="theme-layout-footer footer"><div class="footer__copyright">Copyright © 2025 Harbour Kit. Built with Docusaurus.</div></footer></div></body></html>'
    )


def _sphinx(body: str) -> str:
    """A page of Sphinx with the theme of Read the Docs."""
    return (
        '<!DOCTYPE html><html class="writer-html5" lang="en"><head><meta charset="utf-8"><title>Mooring &mdash; Harbour Kit 2.1 documentation</title></head><body class="wy-body-for-nav">'
        '<div class="wy-grid-for-nav"><nav data-toggle="wy-nav-shift" class="wy-nav-side"><div class="wy-side-scroll"><div class="wy-menu wy-menu-vertical"><ul><li class="toctree-l1"><a href="install.html">Installation</a></li></ul></div></div></nav>'
        '<section data-toggle="wy-nav-shift" class="wy-nav-content-wrap"><div class="wy-nav-content"><div class="rst-content"><div role="navigation" aria-label="Page navigation"><ul class="wy-breadcrumbs"><li class="breadcrumb-item active">Mooring</li><li class="wy-breadcrumbs-aside"><a href="_sources/moor.rst.txt" rel="nofollow"> View page source</a></li></ul><hr/></div>'
        f'<div role="main" class="document" itemscope="itemscope"><div itemprop="articleBody"><section id="mooring"><h1>Mooring<a class="headerlink" href="#mooring" title="Link to this heading">¶</a></h1>{_HANDBOOK[0]}{body}{_HANDBOOK[1]}</section></div></div>'
        '<footer><div class="rst-footer-buttons"><a href="install.html" class="btn btn-neutral float-left">Previous</a></div><hr/><div role="contentinfo"><p>&#169; Copyright 2025, Harbour.</p></div></footer></div></div></section></div></body></html>'
    )


def _docs(body: str) -> str:
    """A page of a documentation site that a company made itself, with a column of contents."""
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Mooring | Harbour Kit Docs</title></head><body><header class="site-header"><a href="/">Harbour Kit</a><button type="button">Search <kbd>⌘K</kbd></button></header>'
        '<div class="layout"><nav class="sidebar" aria-label="Main"><ul><li><a href="/install">Installation</a></li><li><a href="/moor">Mooring</a></li></ul></nav>'
        f'<main id="content"><h1>Mooring</h1>{_HANDBOOK[0]}{body}{_HANDBOOK[1]}</main><aside class="toc"><p>On this page</p><ul><li><a href="#a">Mooring</a></li></ul></aside></div>'
        "<footer><p>Was this page helpful?</p><button>Yes</button><button>No</button><p>© 2025 Harbour Kit, Inc.</p></footer></body></html>"
    )


def _wordpress(body: str) -> str:
    """A post of WordPress with a block theme and the usual plug-ins."""
    return (
        '<!DOCTYPE html><html lang="en-US"><head><meta charset="UTF-8"><title>A new deck &#8211; Notes from the Pier</title></head><body class="post-template-default single single-post"><div class="wp-site-blocks">'
        '<header class="wp-block-template-part"><p class="wp-block-site-title"><a href="/">Notes from the Pier</a></p><nav class="wp-block-navigation"><ul><li class="wp-block-pages-list__item"><a href="/about/">About</a></li></ul></nav></header>'
        f'<main class="wp-block-group"><h1 class="wp-block-post-title">A new deck</h1><div class="entry-content wp-block-post-content">{_STORY[0]}{body}{_STORY[1]}</div>'
        '<div class="sharedaddy sd-sharing-enabled"><h3 class="sd-title">Share this:</h3><ul><li><a href="?share=x">Click to share on X</a></li></ul></div>'
        '<nav class="post-navigation"><a href="/old/">Previous: The old deck</a></nav></main><aside class="widget-area"><h2>Recent Posts</h2><ul><li><a href="/old/">The old deck</a></li></ul></aside>'
        '<footer><p>Designed with <a href="https://wordpress.org">WordPress</a></p></footer></div></body></html>'
    )


def _blog(body: str) -> str:
    """A post of a static blog, as Hugo and Eleventy make them."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A new deck</title></head><body><a class="skip-link" href="#main">Skip to main content</a><header><a href="/" class="logo">anna.example</a><nav><ul><li><a href="/posts/">Posts</a></li><li><a href="/tags/">Tags</a></li><li><a href="/index.xml">RSS</a></li></ul></nav></header>'
        f'<main id="main"><article class="post-single"><header class="post-header"><h1 class="post-title">A new deck</h1><div class="post-meta"><span title="2025-05-03">May 3, 2025</span>&nbsp;·&nbsp;4 min</div></header><div class="post-content">{_STORY[0]}{body}{_STORY[1]}</div>'
        '<footer class="post-footer"><ul class="post-tags"><li><a href="/tags/pier/">Pier</a></li></ul><nav class="paginav"><a class="prev" href="/old/"><span class="title">« Prev</span></a></nav></footer></article></main>'
        '<footer class="footer"><span>&copy; 2025 Anna Marsh</span><span>Powered by <a href="https://gohugo.io/">Hugo</a></span></footer></body></html>'
    )


def _news(body: str) -> str:
    """An article of a newspaper."""
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Council votes for a new deck | Harbour Times</title></head><body><header><nav aria-label="Sections"><ul><li><a href="/news">News</a></li><li><a href="/sport">Sport</a></li><li><a href="/opinion">Opinion</a></li></ul></nav><a href="/subscribe">Subscribe</a></header>'
        '<main id="maincontent"><article><header><h1>Council votes for a new deck</h1><p class="standfirst">Nine councillors were for it, and four against</p><address class="byline">By <a rel="author" href="/profile/anna">Anna Marsh</a></address><time datetime="2025-05-03">3 May 2025</time></header>'
        f'<div class="article-body">{_STORY[0]}{body}{_STORY[1]}</div></article></main><aside><h2>Most viewed</h2><ol><li><a href="/1">Ferry late again</a></li><li><a href="/2">A seal in the harbour office</a></li></ol></aside>'
        '<footer><a href="/help">Help</a><a href="/privacy">Privacy policy</a><p>© 2025 Harbour Times Media Limited. All rights reserved.</p></footer></body></html>'
    )


def _ghost(body: str) -> str:
    """A post of Ghost."""
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A new deck</title></head><body class="post-template"><div class="gh-viewport"><header id="gh-navigation" class="gh-navigation"><a class="gh-navigation-logo" href="/">Pier Letters</a><a class="gh-button" href="#/portal/signup" data-portal="signup">Subscribe</a></header>'
        f'<main class="gh-main"><article class="gh-article post"><header class="gh-article-header"><h1 class="gh-article-title">A new deck</h1></header><section class="gh-content gh-canvas">{_STORY[0]}{body}{_STORY[1]}</section></article></main>'
        '<section class="gh-container"><h2 class="gh-container-title">Read more</h2><div class="gh-feed"><a href="/old/"><h3>The old deck</h3></a></div></section><footer class="gh-footer"><div>Powered by Ghost</div><form data-members-form><input type="email" placeholder="jamie@example.com"><button type="submit">Subscribe</button></form></footer></div></body></html>'
    )


def _substack(body: str) -> str:
    """A post of Substack."""
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A new deck - by Anna Marsh</title></head><body><div id="entry"><div id="main" class="main typography use-theme-bg"><div class="main-menu"><a href="/">Pier Letters</a><button>Subscribe</button><button>Sign in</button></div>'
        '<div class="single-post-container"><article class="typography newsletter-post post"><div class="post-header"><h1 class="post-title published">A new deck</h1><h3 class="subtitle">Nine votes to four</h3></div>'
        f'<div class="available-content"><div dir="auto" class="body markup">{_STORY[0]}{body}<p class="button-wrapper" data-component-name="ButtonCreateButton"><a class="button primary" href="/subscribe"><span>Subscribe now</span></a></p>{_STORY[1]}</div></div></article></div>'
        '<div class="footer-wrap"><div>© 2025 Anna Marsh</div><a href="https://substack.com/privacy">Privacy</a></div></div></div></body></html>'
    )


def _wiki(body: str) -> str:
    """An article of Wikipedia (Vector 2022)."""
    return (
        '<!DOCTYPE html><html class="client-nojs" lang="en" dir="ltr"><head><meta charset="UTF-8"><title>Leith pier - Wikipedia</title></head><body class="skin-vector-2022 mediawiki ltr ns-0"><a class="mw-jump-link" href="#bodyContent">Jump to content</a><div class="vector-header-container"><header class="vector-header mw-header"><nav class="vector-main-menu-landmark" aria-label="Site"><ul class="vector-menu-content-list"><li><a href="/wiki/Main_Page">Main page</a></li></ul></nav></header></div>'
        '<div class="mw-page-container"><div class="vector-column-start"><nav id="mw-panel-toc" aria-label="Contents" class="mw-table-of-contents-container"><h2>Contents</h2><ul><li><a href="#History">1 History</a></li></ul></nav></div>'
        f'<main id="content" class="mw-body"><header class="mw-body-header"><h1 id="firstHeading" class="firstHeading mw-first-heading"><span class="mw-page-title-main">Leith pier</span></h1></header><div id="bodyContent" class="vector-body"><div id="siteSub" class="noprint">From Wikipedia, the free encyclopedia</div><div id="mw-content-text" class="mw-body-content"><div class="mw-content-ltr mw-parser-output" lang="en" dir="ltr">{_STORY[0]}{body}</div></div>'
        '<div id="catlinks" class="catlinks"><a href="/wiki/Help:Category">Categories</a>: <ul><li><a href="/wiki/Category:Piers">Piers</a></li></ul></div></div></main></div><div class="mw-footer-container"><footer id="footer" class="mw-footer"><ul id="footer-info"><li>This page was last edited on 3 May 2025, at 21:01.</li></ul></footer></div></body></html>'
    )


def _zh_press(body: str, after: str = "") -> str:
    """An article of a Chinese newspaper."""
    return (
        '<!DOCTYPE html><html lang="zh-CN"><head><meta charset="utf-8"><title>老码头换新桥面--港湾新闻网</title></head><body><div class="top"><a href="/">首页</a> <a href="/news">新闻</a> <a href="/sports">体育</a> <a href="/video">视频</a></div><div class="path">当前位置：<a href="/">首页</a> &gt; <a href="/news">新闻</a> &gt; 正文</div>'
        '<div class="main"><div class="left"><h1>老码头换新桥面</h1><div class="info"><span class="time">2025年05月03日 09:12</span> <span class="source">来源：<a href="/">港湾日报</a></span> <span class="fs">字号：<a href="javascript:;">大</a> <a href="javascript:;">中</a> <a href="javascript:;">小</a></span></div>'
        f'<div class="content" id="content"><p>　　连续两个冬天，老码头因风浪封闭数周，渔民只好绕道邻村卸货，那里收费更高，道路也更难走。</p>{body}<p>　　今年春天，镇议会以九票对四票通过了更换桥面的方案，四月的一个星期一正式开工，月底前第一批木板已经铺好。</p></div>{after}'
        '</div><div class="right"><h3>热门推荐</h3><ul><li><a href="/1">渡船又晚点了</a></li><li><a href="/2">海豹闯进港务办公室</a></li></ul></div></div><div class="footer"><a href="/about">关于我们</a> | <a href="/ad">广告服务</a> 版权所有 港湾新闻网 京ICP备00000000号</div></body></html>'
    )


def _arxiv(body: str) -> str:
    """A paper that LaTeXML made."""
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>On ropes</title></head><body><header class="desktop_header"><a href="https://arxiv.org/">arXiv</a><button>Report issue</button></header><nav class="ltx_TOC"><ol class="ltx_toclist"><li class="ltx_tocentry ltx_tocentry_section"><a href="#S1" class="ltx_ref"><span class="ltx_text ltx_ref_title">1 Introduction</span></a></li></ol></nav>'
        '<div class="ltx_page_main"><div class="ltx_page_content"><article class="ltx_document ltx_authors_1line"><h1 class="ltx_title ltx_title_document">On ropes</h1><section id="S1" class="ltx_section"><h2 class="ltx_title ltx_title_section"><span class="ltx_tag ltx_tag_section">1 </span>Introduction</h2>'
        '<div id="S1.p1" class="ltx_para"><p id="S1.p1.1" class="ltx_p">A rope that holds a ship is under a load that grows with the square of the wind. We study for how long it holds, and compare the result with what harbour masters have written down.</p></div>'
        f'{body}<div id="S1.p9" class="ltx_para"><p class="ltx_p">The proof is in the appendix. It is short, and uses nothing but the fact that a rope does not become stronger with time.</p></div></section></article></div>'
        '<footer class="ltx_page_footer"><div class="ltx_page_logo">Generated on Sat May 3 2025 by <a href="http://dlmf.nist.gov/LaTeXML/" class="ltx_LaTeXML_logo">LaTeXML</a></div></footer></div></body></html>'
    )


_CODE = (
    Construct(
        "nbconvert: a notebook with a table as output",
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"/><title>ships</title></head><body class="jp-Notebook" data-jp-theme-light="true"><main>'
        f'<div class="jp-Cell jp-MarkdownCell jp-Notebook-cell"><div class="jp-Cell-inputWrapper" tabindex="0"><div class="jp-Collapser jp-InputCollapser jp-Cell-inputCollapser"></div><div class="jp-InputArea jp-Cell-inputArea"><div class="jp-InputPrompt jp-InputArea-prompt"></div><div class="jp-RenderedHTMLCommon jp-RenderedMarkdown jp-MarkdownOutput" data-mime-type="text/markdown"><h1 id="Ships">Ships<a class="anchor-link" href="#Ships">¶</a></h1>{_HANDBOOK[0]}</div></div></div></div>'
        '<div class="jp-Cell jp-CodeCell jp-Notebook-cell"><div class="jp-Cell-inputWrapper" tabindex="0"><div class="jp-Collapser jp-InputCollapser jp-Cell-inputCollapser"></div><div class="jp-InputArea jp-Cell-inputArea"><div class="jp-InputPrompt jp-InputArea-prompt">In\xa0[3]:</div><div class="jp-CodeMirrorEditor jp-Editor jp-InputArea-editor" data-type="inline"><div class="cm-editor cm-s-jupyter"><div class="highlight hl-ipython3"><pre><span></span><span class="kn">import</span><span class="w"> </span><span class="nn">pandas</span><span class="w"> </span><span class="k">as</span><span class="w"> </span><span class="nn">pd</span>\n<span class="n">pd</span><span class="o">.</span><span class="n">read_csv</span><span class="p">(</span><span class="s2">"ships.csv"</span><span class="p">)</span>\n</pre></div></div></div></div></div>'
        '<div class="jp-Cell-outputWrapper"><div class="jp-Collapser jp-OutputCollapser jp-Cell-outputCollapser"></div><div class="jp-OutputArea jp-Cell-outputArea"><div class="jp-OutputArea-child jp-OutputArea-executeResult"><div class="jp-OutputPrompt jp-OutputArea-prompt">Out[3]:</div><div class="jp-RenderedHTMLCommon jp-RenderedHTML jp-OutputArea-output jp-OutputArea-executeResult" data-mime-type="text/html" tabindex="0"><div><style scoped>.dataframe tbody tr th { vertical-align: top; }</style><table border="1" class="dataframe"><thead><tr style="text-align: right;"><th></th><th>ship</th><th>ropes</th></tr></thead><tbody><tr><th>0</th><td>Martha</td><td>3</td></tr><tr><th>1</th><td>Agnes</td><td>2</td></tr></tbody></table></div></div></div></div></div></div>'
        f'<div class="jp-Cell jp-MarkdownCell jp-Notebook-cell"><div class="jp-InputArea jp-Cell-inputArea"><div class="jp-InputPrompt jp-InputArea-prompt"></div><div class="jp-RenderedHTMLCommon jp-RenderedMarkdown jp-MarkdownOutput" data-mime-type="text/markdown">{_HANDBOOK[1]}</div></div></div></main></body></html>',
        has=(
            '```python\nimport pandas as pd\npd.read_csv("ships.csv")\n```',
            "|  | ship | ropes |",
            "| 0 | Martha | 3 |",
        ),
        lacks=("In [", "In\xa0[", "Out[", "¶", "vertical-align"),
    ),
    Construct(
        "sphinx-design: tabs with a label before each panel",
        _sphinx(
            '<div class="sd-tab-set docutils"><input checked="checked" id="sd-tab-item-0" name="sd-tab-set-0" type="radio"><label class="sd-tab-label" data-sync-id="pip" for="sd-tab-item-0">pip</label><div class="sd-tab-content docutils"><div class="highlight-bash notranslate"><div class="highlight"><pre><span></span>pip<span class="w"> </span>install<span class="w"> </span>harbour\n</pre></div></div></div>'
            '<input id="sd-tab-item-1" name="sd-tab-set-0" type="radio"><label class="sd-tab-label" data-sync-id="conda" for="sd-tab-item-1">conda</label><div class="sd-tab-content docutils"><div class="highlight-bash notranslate"><div class="highlight"><pre><span></span>conda<span class="w"> </span>install<span class="w"> </span>harbour\n</pre></div></div></div></div>'
        ),
        has=(
            "```bash\npip install harbour\n```",
            "```bash\nconda install harbour\n```",
            "\n\npip\n\n",
            "\n\nconda\n\n",
        ),
        lacks=("¶",),
    ),
    Construct(
        "sphinx-tabs: buttons and hidden panels",
        _sphinx(
            '<div class="sphinx-tabs docutils container"><div aria-label="Tabbed content" class="closeable" role="tablist"><button aria-controls="panel-0-0-0" aria-selected="true" class="sphinx-tabs-tab" id="tab-0-0-0" name="0-0" role="tab" tabindex="0">Linux</button><button aria-controls="panel-0-0-1" aria-selected="false" class="sphinx-tabs-tab" id="tab-0-0-1" name="0-1" role="tab" tabindex="-1">Windows</button></div>'
            '<div aria-labelledby="tab-0-0-0" class="sphinx-tabs-panel" id="panel-0-0-0" name="0-0" role="tabpanel" tabindex="0"><p>Open a terminal and start the radio with this command.</p><div class="highlight-console notranslate"><div class="highlight"><pre><span></span><span class="gp">$ </span>harbour<span class="w"> </span>listen\n</pre></div></div></div>'
            '<div aria-labelledby="tab-0-0-1" class="sphinx-tabs-panel" hidden="true" id="panel-0-0-1" name="0-1" role="tabpanel" tabindex="0"><p>Start the radio from the menu, or with this command.</p><div class="highlight-bat notranslate"><div class="highlight"><pre><span></span>harbour.exe listen\n</pre></div></div></div></div>'
        ),
        has=(
            "Linux\n",
            "Windows\n",
            "Open a terminal",
            "Start the radio from the menu",
            "harbour.exe listen\n```",
        ),
        lacks=("LinuxWindows",),
    ),
    Construct(
        "mkdocs-material: code with numbered annotations",
        _mkdocs(
            '<div class="yaml annotate highlight"><pre><span></span><code><a id="__codelineno-0-1" name="__codelineno-0-1" href="#__codelineno-0-1"></a><span class="nt">pier</span><span class="p">:</span>\n<a id="__codelineno-0-2" name="__codelineno-0-2" href="#__codelineno-0-2"></a><span class="w">  </span><span class="nt">lamp</span><span class="p">:</span><span class="w"> </span><span class="l l-Scalar l-Scalar-Plain">true</span><span class="w"> </span><span class="c1"># (1)!</span>\n</code></pre></div>'
            "<ol><li>The lamp is lit at nine, and not before, whatever the ferry wants.</li></ol>"
        ),
        has=("```yaml\npier:\n  lamp: true # (1)!\n```", "The lamp is lit at nine"),
        lacks=("](#", "¶"),
    ),
    Construct(
        "Chroma: a table of numbers whose styles are inline",
        _blog(
            '<div class="highlight"><div style="color:#f8f8f2;background-color:#272822;-moz-tab-size:4;-o-tab-size:4;tab-size:4;">\n<table style="border-spacing:0;padding:0;margin:0;border:0;"><tr><td style="vertical-align:top;padding:0;margin:0;border:0;">\n<pre tabindex="0" style="color:#f8f8f2;background-color:#272822;"><code><span style="white-space:pre;-webkit-user-select:none;user-select:none;margin-right:0.4em;padding:0 0.4em 0 0.4em;color:#7f7f7f">1\n</span><span style="background-color:#3c3d38"><span style="white-space:pre;-webkit-user-select:none;user-select:none;margin-right:0.4em;padding:0 0.4em 0 0.4em;color:#7f7f7f">2\n</span></span></code></pre></td>\n'
            '<td style="vertical-align:top;padding:0;margin:0;border:0;;width:100%">\n<pre tabindex="0" style="color:#f8f8f2;background-color:#272822;"><code class="language-python" data-lang="python"><span style="display:flex;"><span><span style="color:#66d9ef">def</span> <span style="color:#a6e22e">moor</span>(ship):\n</span></span><span style="display:flex; background-color:#3c3d38"><span>    <span style="color:#66d9ef">return</span> ship<span style="color:#f92672">.</span>rope\n</span></span></code></pre></td></tr></table>\n</div>\n</div>'
        ),
        has=(f"```python\n{_MOOR}\n```",),
        lacks=("|", "```\n1", "\n1\n"),
    ),
    Construct(
        "Torchlight: a box a line with its number",
        _docs(
            '<pre><code data-theme="olaolu-palenight" data-lang="php" class=\'torchlight\' style=\'background-color: #292D3E; --theme-selection-background: #7580B850;\'><!-- Syntax highlighted by torchlight.dev --><div class=\'line\'><span style="color:#4c5374; text-align: right; -webkit-user-select: none; user-select: none;" class="line-number">1</span><span style="color: #89DDFF;">if</span> (<span style="color: #BEC5D4;">$moored</span>) {</div><div class=\'line\'><span style="color:#4c5374; text-align: right; -webkit-user-select: none; user-select: none;" class="line-number">2</span>    <span style="color: #BEC5D4;">$rope</span><span>-&gt;</span><span>tie</span>();</div><div class=\'line\'><span style="color:#4c5374; text-align: right; -webkit-user-select: none; user-select: none;" class="line-number">3</span>}</div></code></pre>'
        ),
        has=("```php\nif ($moored) {\n    $rope->tie();\n}\n```",),
        lacks=("torchlight",),
    ),
    Construct(
        "Rustdoc: the declaration of an item with links in it",
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Ship in harbour - Rust</title></head><body class="rustdoc struct"><nav class="sidebar"><div class="sidebar-crate"><h2><a href="../harbour/index.html">harbour</a></h2></div><h3><a href="#fields">Fields</a></h3></nav><main><div class="width-limiter"><section id="main-content" class="content"><div class="main-heading"><h1>Struct <span class="struct">Ship</span><button id="copy-path" title="Copy item path to clipboard">Copy item path</button></h1><rustdoc-toolbar></rustdoc-toolbar><span class="sub-heading"><a class="src" href="../src/harbour/ship.rs.html#7-12">Source</a></span></div>'
        '<pre class="rust item-decl"><code>pub struct Ship {\n    pub name: <a class="struct" href="https://doc.rust-lang.org/std/string/struct.String.html" title="struct alloc::string::String">String</a>,\n    pub ropes: <a class="primitive" href="https://doc.rust-lang.org/std/primitive.u8.html">u8</a>,\n}</code></pre>'
        f'<details class="toggle top-doc" open><summary class="hideme"><span>Expand description</span></summary><div class="docblock">{_HANDBOOK[0]}{_HANDBOOK[1]}</div></details></section></div></main></body></html>',
        has=(
            "```rust\npub struct Ship {\n    pub name: String,\n    pub ropes: u8,\n}\n```",
            "A ship is moored",
        ),
        lacks=("Copy item path", "Expand description"),
        flaw="the code is left out of the text: it stands before the first kept paragraph",
    ),
    Construct(
        "Sphinx: a function with its parameters",
        _sphinx(
            '<dl class="py function"><dt class="sig sig-object py" id="harbour.moor"><span class="sig-prename descclassname"><span class="pre">harbour.</span></span><span class="sig-name descname"><span class="pre">moor</span></span><span class="sig-paren">(</span><em class="sig-param"><span class="n"><span class="pre">ship</span></span></em><span class="sig-paren">)</span><a class="reference internal" href="_modules/harbour.html#moor"><span class="viewcode-link"><span class="pre">[source]</span></span></a><a class="headerlink" href="#harbour.moor" title="Link to this definition">¶</a></dt>'
            '<dd><p>Moor a ship at the first free bollard of the pier.</p><dl class="field-list simple"><dt class="field-odd">Parameters<span class="colon">:</span></dt><dd class="field-odd"><p><strong>ship</strong> (<em>Ship</em>) – The ship, which must be alongside.</p></dd><dt class="field-even">Returns<span class="colon">:</span></dt><dd class="field-even"><p>The number of the bollard.</p></dd></dl></dd></dl>'
        ),
        has=(
            "harbour.moor(",
            "Moor a ship at the first",
            "Parameters:",
            "**ship** (*Ship*) – The ship",
            "Returns:",
            "The number of the bollard.",
        ),
        lacks=("¶", "[source]", "Parameters::"),
    ),
    Construct(
        "GitHub: a gist embedded in a post",
        _wordpress(
            '<div id="gist71171" class="gist"><div class="gist-file" translate="no" data-color-mode="light"><div class="gist-data"><div class="js-gist-file-update-container js-task-list-container"><div id="file-moor-py" class="file my-2"><div itemprop="text" class="Box-body p-0 blob-wrapper data type-python" style="overflow: auto" tabindex="0" role="region" aria-label="moor.py content, created by anna on 09:01PM on May 03."><div class="js-check-hidden-unicode js-blob-code-container blob-code-content"><template class="js-file-alert-template"><div class="flash flash-warn"><span>This file contains hidden or bidirectional Unicode text. <a class="Link--inTextBlock" href="https://github.co/hiddenchars">Learn more</a></span></div></template>'
            '<table data-hpc class="highlight tab-size js-file-line-container" data-tab-size="4" data-paste-markdown-skip><tr><td id="file-moor-py-L1" class="blob-num js-line-number js-blob-rnum" data-line-number="1"></td><td id="file-moor-py-LC1" class="blob-code blob-code-inner js-file-line"><span class="pl-k">def</span> <span class="pl-en">moor</span>(<span class="pl-s1">ship</span>):</td></tr><tr><td id="file-moor-py-L2" class="blob-num js-line-number js-blob-rnum" data-line-number="2"></td><td id="file-moor-py-LC2" class="blob-code blob-code-inner js-file-line">    <span class="pl-k">return</span> <span class="pl-s1">ship</span>.<span class="pl-c1">rope</span></td></tr></table></div></div></div></div></div>'
            '<div class="gist-meta"><a href="https://gist.github.com/anna/71/raw/moor.py" style="float:right" class="Link--inTextBlock">view raw</a> <a href="https://gist.github.com/anna/71#file-moor-py" class="Link--inTextBlock"> moor.py </a> hosted with &#10084; by <a class="Link--inTextBlock" href="https://github.com">GitHub</a></div></div></div>'
        ),
        has=(f"\n{_MOOR}\n```",),
        lacks=("view raw", "hosted with", "hidden or bidirectional", "|"),
    ),
    Construct(
        "GitHub: a file in the page of today",
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>harbour/moor.py at main · anna/harbour · GitHub</title></head><body class="logged-out"><a href="#start-of-content" class="js-skip-to-content">Skip to content</a><header class="HeaderMktg" role="banner"><a href="/features">Product</a><a href="/login">Sign in</a></header><main id="js-repo-pjax-container"><div id="repository-container-header"><strong><a href="/anna/harbour">harbour</a></strong><span>Public</span></div><div><div class="react-code-view-header">72 lines (60 loc) · 2 KB <button>Raw</button><button>Copy raw file</button></div>'
        '<section aria-labelledby="file-name-id-wide file-name-id-mobile"><div id="highlighted-line-menu-positioner"><div class="CodeBlob-module__codeBlobWrapper"><textarea id="read-only-cursor-text-area" data-testid="read-only-cursor-text-area" aria-label="file content" aria-readonly="true" inputmode="none" tabindex="0" aria-multiline="true" spellcheck="false" class="react-blob-textarea react-blob-print-hide">def moor(ship):\n    return ship.rope\n</textarea><div class="react-code-file-contents" role="presentation" aria-hidden="true" data-tab-size="8"><div class="react-line-numbers" style="pointer-events:auto"><div data-line-number="1" class="react-line-number react-code-text">1</div><div data-line-number="2" class="react-line-number react-code-text">2</div></div>'
        '<div class="react-code-lines"><div class="react-code-text react-code-line-contents" style="min-height:auto"><div><div id="LC1" class="react-file-line html-div" data-testid="code-cell" data-line-number="1" style="position:relative"><span class="pl-k">def</span> <span class="pl-en">moor</span>(<span class="pl-s1">ship</span>):</div></div></div><div class="react-code-text react-code-line-contents" style="min-height:auto"><div><div id="LC2" class="react-file-line html-div" data-testid="code-cell" data-line-number="2" style="position:relative">    <span class="pl-k">return</span> <span class="pl-s1">ship</span>.<span class="pl-c1">rope</span></div></div></div></div></div></div></div></section></div></main><footer class="footer"><h2 class="sr-only">Footer</h2>© 2025 GitHub, Inc.</footer></body></html>',
        has=(f"{_MOOR}\n```",),
        lacks=("Copy raw file", "\n1\n", "Sign in"),
        flaw="the text field, the numbers and the lines are three copies; buttons next to them are kept",
    ),
    Construct(
        "react-syntax-highlighter: numbers in front of the lines",
        _docs(
            '<div class="code-block"><span data-ds--code--code-block="" class="prismjs"><code class="language-python" style="white-space:pre"><span class=""><span class="comment linenumber react-syntax-highlighter-line-number" style="display:inline-block;min-width:2.25em;padding-right:1em;text-align:right;user-select:none">1</span><span class="token keyword">def</span><span> </span><span class="token function">moor</span><span class="token">(</span><span>ship</span><span class="token">)</span><span class="token">:</span><span>\n</span></span><span class=""><span class="comment linenumber react-syntax-highlighter-line-number" style="display:inline-block;min-width:2.25em;padding-right:1em;text-align:right;user-select:none">2</span><span>    </span><span class="token keyword">return</span><span> ship</span><span class="token">.</span><span>rope</span></span></code></span></div>'
        ),
        has=(f"```python\n{_MOOR}\n```",),
    ),
    Construct(
        "ReadMe: code in tabs of languages",
        _docs(
            '<div class="CodeTabs CodeTabs_initial theme-light"><div class="CodeTabs-toolbar"><button type="button" value="shell">cURL</button><button type="button" value="python">Python</button></div><div class="CodeTabs-inner"><pre><button aria-label="Copy Code" class="rdmd-code-copy fa" type="button"></button><code class="rdmd-code lang-shell theme-light" data-lang="shell" name="cURL" tabindex="0"><span class="cm-s-neo" data-testid="SyntaxHighlighter"><span class="cm-builtin">curl</span> https://api.example.org/ships</span></code></pre><pre><button aria-label="Copy Code" class="rdmd-code-copy fa" type="button"></button><code class="rdmd-code lang-python theme-light" data-lang="python" name="Python" tabindex="0"><span class="cm-s-neo" data-testid="SyntaxHighlighter">harbour.<span class="cm-property">ships</span>()</span></code></pre></div></div>'
        ),
        has=("```shell\ncurl https://api.example.org/ships\n```", "```python\nharbour.ships()\n```"),
        lacks=("Copy Code", "cURLPython"),
    ),
    Construct(
        "Starlight: tabs of links over frames of code",
        _docs(
            '<starlight-tabs data-sync-key="pkg"><div class="tablist-wrapper not-content"><ul role="tablist"><li role="presentation" class="tab"><a role="tab" href="#tab-panel-0" id="tab-0" aria-selected="true" tabindex="0">npm</a></li><li role="presentation" class="tab"><a role="tab" href="#tab-panel-1" id="tab-1" aria-selected="false" tabindex="-1">Yarn</a></li></ul></div>'
            '<div id="tab-panel-0" aria-labelledby="tab-0" role="tabpanel"><div class="expressive-code"><figure class="frame is-terminal not-content"><figcaption class="header"><span class="title"></span><span class="sr-only">Terminal window</span></figcaption><pre data-language="sh"><code><div class="ec-line"><div class="code"><span style="--0:#82AAFF">npm</span><span> </span><span>create</span><span> </span><span>harbour</span></div></div></code></pre><div class="copy"><div aria-live="polite"></div><button title="Copy to clipboard" data-copied="Copied!" data-code="npm create harbour"><div></div></button></div></figure></div></div>'
            '<div id="tab-panel-1" aria-labelledby="tab-1" role="tabpanel" hidden><div class="expressive-code"><figure class="frame is-terminal not-content"><figcaption class="header"><span class="title"></span><span class="sr-only">Terminal window</span></figcaption><pre data-language="sh"><code><div class="ec-line"><div class="code"><span style="--0:#82AAFF">yarn</span><span> </span><span>create</span><span> </span><span>harbour</span></div></div></code></pre></figure></div></div></starlight-tabs>'
        ),
        has=(
            "```sh\nnpm create harbour\n```",
            "```sh\nyarn create harbour\n```",
            "npm\n\n```",
            "Yarn\n\n```",
        ),
        lacks=("Terminal window", "](#", "- npm", "[npm]"),
    ),
    Construct(
        "Prism: lines taken away and added",
        _blog(
            '<div class="gatsby-highlight" data-language="diff"><pre class="language-diff-javascript diff-highlight"><code class="language-diff-javascript diff-highlight"><span class="token unchanged language-javascript"><span class="token prefix unchanged"> </span><span class="token line"><span class="token keyword">function</span> <span class="token function">moor</span><span class="token punctuation">(</span><span class="token punctuation">)</span> <span class="token punctuation">{</span>\n</span></span><span class="token deleted-sign deleted language-javascript"><span class="token prefix deleted">-</span><span class="token line">  <span class="token keyword">return</span> <span class="token number">1</span>\n</span></span><span class="token inserted-sign inserted language-javascript"><span class="token prefix inserted">+</span><span class="token line">  <span class="token keyword">return</span> <span class="token number">2</span>\n</span></span><span class="token unchanged language-javascript"><span class="token prefix unchanged"> </span><span class="token line"><span class="token punctuation">}</span></span></span></code></pre></div>'
        ),
        has=("\n function moor() {\n-  return 1\n+  return 2\n }\n```",),
    ),
    Construct(
        "AsciiDoctor: a listing with callouts",
        _docs(
            '<div class="listingblock"><div class="title">moor.rb</div><div class="content"><pre class="rouge highlight"><code data-lang="ruby"><span class="nb">require</span> <span class="s1">\'harbour\'</span> <b class="conum">(1)</b>\n\n<span class="no">Harbour</span><span class="p">.</span><span class="nf">moor</span> <b class="conum">(2)</b></code></pre></div></div><div class="colist arabic"><ol><li><p>The library is loaded.</p></li><li><p>Every ship that waits is moored.</p></li></ol></div>'
        ),
        has=(
            "moor.rb\n",
            "```ruby\nrequire 'harbour' (1)\n\nHarbour.moor (2)\n```",
            "1. The library is loaded.\n2. Every ship that waits is moored.",
        ),
    ),
    Construct(
        "Prism: a command line with prompts",
        _blog(
            '<div class="code-toolbar"><pre class="command-line language-bash" data-user="anna" data-host="pier" tabindex="0"><code class="language-bash"><span aria-hidden="true" class="command-line-prompt"><span data-user="anna" data-host="pier"></span><span data-user="anna" data-host="pier"></span></span><span class="token function">mkdir</span> ships\n<span class="token builtin class-name">cd</span> ships</code></pre><div class="toolbar"><div class="toolbar-item"><button class="copy-to-clipboard-button" type="button" data-copy-state="copy"><span>Copy</span></button></div></div></div>'
        ),
        has=("```bash\nmkdir ships\ncd ships\n```",),
        lacks=("Copy",),
    ),
)


def _katex(tex: str, mathml: str, drawn: str, block: str = "") -> str:
    """A formula that KaTeX drew."""
    return (
        f'<span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"{block}><semantics><mrow>{mathml}</mrow><annotation encoding="application/x-tex">{tex}</annotation></semantics></math></span>'
        f'<span class="katex-html" aria-hidden="true"><span class="base"><span class="strut" style="height:0.6833em;"></span>{drawn}</span></span></span>'
    )


_MATH = (
    Construct(
        "LaTeXML: a lemma with a heading that runs in",
        _arxiv(
            '<div id="Thmlemma1" class="ltx_theorem ltx_theorem_lemma"><h6 class="ltx_title ltx_runin ltx_title_theorem"><span class="ltx_tag ltx_tag_theorem"><span class="ltx_text ltx_font_bold">Lemma 1</span></span><span class="ltx_text ltx_font_bold">.</span></h6><div class="ltx_para"><p class="ltx_p"><span class="ltx_text ltx_font_italic">A rope of age <math id="m1" class="ltx_Math" alttext="t>0" display="inline"><semantics><mrow><mi>t</mi><mo>&gt;</mo><mn>0</mn></mrow><annotation encoding="application/x-tex">t&gt;0</annotation></semantics></math> holds a load of at most <math id="m2" class="ltx_Math" alttext="e^{-t}" display="inline"><semantics><msup><mi>e</mi><mrow><mo>-</mo><mi>t</mi></mrow></msup><annotation encoding="application/x-tex">e^{-t}</annotation></semantics></math>.</span></p></div></div>'
        ),
        has=("Lemma 1", "A rope of age $t>0$ holds a load of at most $e^{-t}$."),
        lacks=("t>0t", "<math", "LaTeXML"),
    ),
    Construct(
        "LaTeXML: items with their bullets as text",
        _arxiv(
            '<div class="ltx_para"><ul id="S1.I1" class="ltx_itemize"><li id="S1.I1.i1" class="ltx_item" style="list-style-type:none;"><span class="ltx_tag ltx_tag_item">•</span><div class="ltx_para"><p class="ltx_p">We give a bound for the age of a rope.</p></div></li><li id="S1.I1.i2" class="ltx_item" style="list-style-type:none;"><span class="ltx_tag ltx_tag_item">•</span><div class="ltx_para"><p class="ltx_p">We show that the bound is sharp.</p></div></li></ul></div>'
        ),
        has=("- We give a bound for the age of a rope.", "- We show that the bound is sharp."),
        lacks=("•",),
    ),
    Construct(
        "MathML: fractions, roots and cases without LaTeX",
        _blog(
            '<p>The load is at its highest when the wind comes from the side:</p><math display="block"><mrow><mi>F</mi><mo>=</mo><mfrac><mrow><mi>a</mi><msup><mi>v</mi><mn>2</mn></msup></mrow><mn>2</mn></mfrac><mo>+</mo><msqrt><mi>b</mi></msqrt></mrow></math><p>where <math><msub><mi>v</mi><mi>i</mi></msub></math> is the speed of the wind.</p>'
        ),
        has=("$$", "\\frac{", "\\sqrt{b}", "where $v_"),
        lacks=("<m", "F=av22"),
    ),
    Construct(
        "Notion: an equation of an export",
        '<!DOCTYPE html><html><head><meta charset="utf-8"><title>A new deck</title><style>body { line-height: 1.5; }</style></head><body><article id="71" class="page sans"><header><h1 class="page-title">A new deck</h1><p class="page-description"></p></header><div class="page-body">'
        f"{_STORY[0]}"
        '<figure id="72" class="equation"><style>@import url(\'https://cdnjs.cloudflare.com/ajax/libs/KaTeX/0.16.9/katex.min.css\')</style><div class="equation-container"><span class="katex-display">'
        + _katex(
            "F = kx",
            "<mi>F</mi><mo>=</mo><mi>k</mi><mi>x</mi>",
            '<span class="mord mathnormal">F</span><span class="mrel">=</span><span class="mord mathnormal">k</span><span class="mord mathnormal">x</span>',
            ' display="block"',
        )
        + '</span></div></figure><ul id="73" class="toggle"><li><details open=""><summary>How long is a plank?</summary><p id="74">Four metres, and as wide as two hands.</p></details></li></ul><ul id="75" class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">buy the planks</span><div class="indented"></div></li></ul>'
        f"{_STORY[1]}</div></article></body></html>",
        has=("$$F = kx$$", "How long is a plank?", "Four metres", "buy the planks"),
        lacks=("@import", "FkxF", "kxF"),
    ),
    Construct(
        "MediaWiki: a numbered block of a formula",
        _wiki(
            '<table role="presentation" style="border-collapse:collapse; margin:0 0 0 1.6em; border:none; width:98%"><tbody><tr><td style="vertical-align:middle; border:none; padding:0.08em" class="nowrap"><p><span class="mwe-math-element mwe-math-element-inline"><span class="mwe-math-mathml-inline mwe-math-mathml-a11y" style="display: none;"><math xmlns="http://www.w3.org/1998/Math/MathML" alttext="{\\displaystyle F=kx}"><semantics><mrow class="MJX-TeXAtom-ORD"><mstyle displaystyle="true" scriptlevel="0"><mi>F</mi><mo>=</mo><mi>k</mi><mi>x</mi></mstyle></mrow><annotation encoding="application/x-tex">{\\displaystyle F=kx}</annotation></semantics></math></span><img src="https://wikimedia.org/api/rest_v1/media/math/render/svg/71" class="mwe-math-fallback-image-inline mw-invert skin-invert" aria-hidden="true" style="vertical-align: -0.3ex; width:7ex; height:2ex;" alt="{\\displaystyle F=kx}"></span></p></td><td style="vertical-align:middle; width:99%; border:none; padding:0.08em"><p style="margin:0pt; font-size:4pt; border-bottom:0 none;">\xa0</p></td><td style="vertical-align:middle; border:none; padding:0.08em" class="nowrap"><p style="margin:0pt;"><b>(<span id="math_1" class="reference nourlexpansion" style="font-weight:bold;">1</span>)</b></p></td></tr></tbody></table>'
            f"<p>where k depends on the rope. {_STORY[1][3:]}"
        ),
        has=("F=kx", "where k depends"),
        lacks=("|", "![", "displaystyle F=kx}$ $"),
    ),
    Construct(
        "AMP: a formula in an attribute",
        '<!doctype html><html amp lang="en"><head><meta charset="utf-8"><title>A new deck</title></head><body><header class="amp-wp-header"><a href="/">Pier Letters</a></header><amp-sidebar id="menu" layout="nodisplay"><ul><li><a href="/about">About</a></li></ul></amp-sidebar><article class="amp-wp-article"><h1 class="amp-wp-title">A new deck</h1><div class="amp-wp-article-content">'
        f'{_STORY[0]}<amp-mathml layout="container" data-formula="\\[x = {{-b \\pm \\sqrt{{b^2-4ac}} \\over 2a}}.\\]"></amp-mathml><p>Here <amp-mathml layout="container" inline data-formula="\\(a\\)"></amp-mathml> is the age of the rope in years.</p>{_STORY[1]}'
        '</div></article><footer class="amp-wp-footer"><a href="#top">Back to top</a></footer></body></html>',
        has=("x = {-b \\pm \\sqrt{b^2-4ac} \\over 2a}.", "Here $a$ is the age"),
        lacks=("<amp",),
    ),
    Construct(
        "KaTeX: formulas in the cells of a table",
        _docusaurus(
            "<table><thead><tr><th>Sign</th><th>Meaning</th></tr></thead><tbody><tr><td>"
            + _katex(
                "|v|",
                '<mi mathvariant="normal">∣</mi><mi>v</mi><mi mathvariant="normal">∣</mi>',
                '<span class="mord">∣</span><span class="mord mathnormal">v</span><span class="mord">∣</span>',
            )
            + "</td><td>speed of the wind</td></tr></tbody></table>"
        ),
        has=("| Sign | Meaning |", "speed of the wind |"),
        lacks=("∣v", "| $|v|$", "<math"),
    ),
)

_PICTURES = (
    Construct(
        "Substack: a picture with a link, sources and buttons over it",
        _substack(
            '<div class="captioned-image-container"><figure><a class="image-link image2 is-viewable-img" target="_blank" href="https://substackcdn.com/image/fetch/$s_!x!,f_auto,q_auto:good/https%3A%2F%2Fbucket.example%2Fdeck_1200x800.jpeg" data-component-name="Image2ToDOM"><div class="image2-inset"><picture><source type="image/webp" srcset="https://substackcdn.com/image/fetch/w_424/deck.jpeg 424w, https://substackcdn.com/image/fetch/w_1456/deck.jpeg 1456w" sizes="100vw"><img src="https://substackcdn.com/image/fetch/w_1456/deck.jpeg" width="1200" height="800" class="sizing-normal" alt="The new deck" srcset="https://substackcdn.com/image/fetch/w_424/deck.jpeg 424w, https://substackcdn.com/image/fetch/w_1456/deck.jpeg 1456w" sizes="100vw" fetchpriority="high"></picture><div class="image-link-expand"><div class="pencraft"><button tabindex="0" type="button" class="pencraft restack-image"><svg role="img" width="20" height="20"><path d="M2"></path></svg></button><button tabindex="0" type="button" class="pencraft view-image"><svg width="20"><path d="M3"></path></svg></button></div></div></div></a><figcaption class="image-caption">The new deck on its first morning</figcaption></figure></div>'
        ),
        has=(
            "![The new deck](https://substackcdn.com/image/fetch/w_1456/deck.jpeg",
            "The new deck on its first morning",
        ),
        lacks=("w_424", "<button", "Subscribe now", "![]("),
    ),
    Construct(
        "Guardian: sources by width and a button in the caption",
        _news(
            '<figure id="71" data-spacefinder-role="inline" data-spacefinder-type="model.ImageBlockElement" class="dcr-173mewl"><div id="img-1" class="dcr-1t8m8f2"><picture class="dcr-evn1e9"><source srcSet="https://i.guim.example/img/media/71/deck.jpg?width=620&amp;dpr=2&amp;s=none" media="(min-width: 660px) and (-webkit-min-device-pixel-ratio: 1.25), (min-width: 660px) and (min-resolution: 120dpi)"/><source srcSet="https://i.guim.example/img/media/71/deck.jpg?width=620&amp;dpr=1&amp;s=none" media="(min-width: 660px)"/><source srcSet="https://i.guim.example/img/media/71/deck.jpg?width=445&amp;dpr=1&amp;s=none" media="(min-width: 320px)"/><img alt="The new deck" src="https://i.guim.example/img/media/71/deck.jpg?width=445&amp;dpr=1&amp;s=none" width="445" height="267" loading="lazy" class="dcr-evn1e9"/></picture></div><button type="button" class="dcr-open"><span>View image in fullscreen</span></button><figcaption data-spacefinder-role="inline" class="dcr-fd61eq"><span class="dcr-1qvd3m6"><svg width="18" height="13" viewBox="0 0 18 13"><path d="M18"></path></svg></span><span class="dcr-caption">The new deck on its first morning.</span> Photograph: Ben Marsh/The Guardian</figcaption></figure>'
        ),
        has=(
            "![The new deck](https://i.guim.example/img/media/71/deck.jpg?width=",
            "The new deck on its first morning. Photograph: Ben Marsh/The Guardian",
        ),
        lacks=("View image",),
    ),
    Construct(
        "Ghost: a gallery with a caption",
        _ghost(
            '<figure class="kg-card kg-gallery-card kg-width-wide kg-card-hascaption"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="https://pier.example/content/images/2025/05/deck.jpg" width="2000" height="1333" loading="lazy" alt="The deck" srcset="https://pier.example/content/images/size/w600/2025/05/deck.jpg 600w, https://pier.example/content/images/2025/05/deck.jpg 2000w" sizes="(min-width: 720px) 720px"></div><div class="kg-gallery-image"><img src="https://pier.example/content/images/2025/05/lamp.jpg" width="2000" height="1333" loading="lazy" alt="The lamp"></div></div></div><figcaption><p><span style="white-space: pre-wrap;">Both on the first morning</span></p></figcaption></figure>'
        ),
        has=(
            "![The deck](https://pier.example/content/images/2025/05/deck.jpg",
            "![The lamp](https://pier.example/content/images/2025/05/lamp.jpg",
            "Both on the first morning",
        ),
        lacks=("w600",),
    ),
    Construct(
        "Ghost: a bookmark card",
        _ghost(
            '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://council.example/minutes/71"><div class="kg-bookmark-content"><div class="kg-bookmark-title">Minutes of the council</div><div class="kg-bookmark-description">What was said and decided about the deck of the pier.</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="https://council.example/favicon.ico" alt=""><span class="kg-bookmark-author">Leith Council</span><span class="kg-bookmark-publisher">Clerk</span></div></div><div class="kg-bookmark-thumbnail"><img src="https://council.example/hall.jpg" alt=""></div></a></figure>'
        ),
        has=("Minutes of the council", "(https://council.example/minutes/71)"),
        lacks=("councilWhat", "pier.Leith", "CouncilClerk", "favicon", "\n[]("),
        flaw="the title of the card is left out of the text",
    ),
    Construct(
        "New York Times: labels for readers in a figure",
        _news(
            '<div data-testid="ImageBlock-1"><figure class="img-sz-large css-hxpw2c e1g7ppur0" aria-label="media" role="group"><div class="css-1xb94ky" data-testid="photoviewer-children-figure"><span class="css-1ly73wi e1tej78p0">Image</span><div data-testid="photoviewer-children-ImageBlock-1"><picture class="css-1j5kxti"><source media="(max-width: 599px) and (min-device-pixel-ratio: 3)" srcset="https://static01.nyt.example/71/deck-mobileMasterAt3x.jpg?quality=75&amp;auto=webp&amp;width=600"/><img alt="A deck of new planks." class="css-rq4mmj" src="https://static01.nyt.example/71/deck-articleLarge.jpg?quality=75&amp;auto=webp" srcset="https://static01.nyt.example/71/deck-articleLarge.jpg?quality=75&amp;auto=webp 600w, https://static01.nyt.example/71/deck-superJumbo.jpg?quality=75&amp;auto=webp 2048w" width="600" height="400"/></picture></div></div><figcaption data-testid="photoviewer-children-caption" class="css-1dtzzsj"><span class="css-jevhma e13ogyst0">The new deck on its first morning.</span><span class="css-14fe1uy e1z0qqy90"><span class="css-1ly73wi e1tej78p0">Credit...</span><span><span aria-hidden="false">Ben Marsh for The New York Times</span></span></span></figcaption></figure></div>'
        ),
        has=(
            "![A deck of new planks.](https://static01.nyt.example/71/deck-",
            "The new deck on its first morning.",
            "Ben Marsh for",
        ),
        lacks=("\nImage\n", "morning.Credit", "Credit...Ben"),
    ),
    Construct(
        "BBC: source and caption announced for readers",
        _news(
            '<figure class="ssrcss-wpgbih-StyledFigure"><div class="ssrcss-ab5fd8-StyledFigureContainer"><span class="ssrcss-11kpz0x-Placeholder"><img alt="A deck of new planks" src="https://ichef.bbci.example/ace/standard/976/cpsprodpb/71/deck.jpg" srcset="https://ichef.bbci.example/ace/standard/240/cpsprodpb/71/deck.jpg 240w, https://ichef.bbci.example/ace/standard/976/cpsprodpb/71/deck.jpg 976w" width="976" height="549" class="ssrcss-evoj7m-Image"></span><span role="text" class="ssrcss-1ill60j-Copyright"><span class="visually-hidden ssrcss-1f39n02-VisuallyHidden">Image source, </span>Harbour Pictures</span></div><div class="ssrcss-y7krbn-Stack"><figcaption class="ssrcss-de7gzt-StyledFigureCaption"><span class="visually-hidden ssrcss-1f39n02-VisuallyHidden">Image caption, </span><p class="ssrcss-qe1ptw-Paragraph">The new deck on its first morning</p></figcaption></div></figure>'
        ),
        has=(
            "![A deck of new planks](https://ichef.bbci.example/ace/standard/976/",
            "The new deck on its first morning",
        ),
        lacks=("Image source,", "Image caption,", "/240/", "PicturesThe"),
    ),
    Construct(
        "MediaWiki: a thumbnail that Parsoid writes",
        _wiki(
            f'<figure class="mw-default-size mw-halign-right" typeof="mw:File/Thumb"><a href="/wiki/File:Deck.jpg" class="mw-file-description"><img src="//upload.wikimedia.example/thumb/7/71/Deck.jpg/250px-Deck.jpg" decoding="async" width="250" height="167" class="mw-file-element" srcset="//upload.wikimedia.example/thumb/7/71/Deck.jpg/330px-Deck.jpg 1.5x, //upload.wikimedia.example/thumb/7/71/Deck.jpg/500px-Deck.jpg 2x" data-file-width="4000" data-file-height="2667" /></a><figcaption>The new deck on its first morning</figcaption></figure>{_STORY[1]}'
        ),
        has=(
            "https://upload.wikimedia.example/thumb/7/71/Deck.jpg/500px-Deck.jpg",
            "The new deck on its first morning",
            "by nine votes",
        ),
        lacks=("250px", "morningIn"),
    ),
    Construct(
        "Sphinx: a numbered figure",
        _sphinx(
            '<figure class="align-default" id="id1"><a class="reference internal image-reference" href="_images/bollard.png"><img alt="A bollard" src="_images/bollard.png" style="width: 400px;" /></a><figcaption><p><span class="caption-number">Fig. 1 </span><span class="caption-text">A free bollard</span><a class="headerlink" href="#id1" title="Link to this image">¶</a></p></figcaption></figure>'
        ),
        has=("![A bollard](https://example.org/pier/_images/bollard.png", "Fig. 1 A free bollard"),
        lacks=("¶",),
    ),
    Construct(
        "Slick: a carousel with copies of its slides",
        _blog(
            '<div class="slider slick-initialized slick-slider"><button class="slick-prev slick-arrow" aria-label="Previous" type="button">Previous</button><div class="slick-list draggable"><div class="slick-track" style="opacity: 1; width: 4000px;"><div class="slick-slide slick-cloned" data-slick-index="-1" aria-hidden="true" tabindex="-1"><img src="/i/lamp.jpg" alt="The lamp"></div><div class="slick-slide slick-current slick-active" data-slick-index="0" aria-hidden="false"><img src="/i/deck.jpg" alt="The deck"></div><div class="slick-slide" data-slick-index="1" aria-hidden="true" tabindex="-1"><img src="/i/lamp.jpg" alt="The lamp"></div><div class="slick-slide slick-cloned" data-slick-index="2" aria-hidden="true" tabindex="-1"><img src="/i/deck.jpg" alt="The deck"></div></div></div><button class="slick-next slick-arrow" aria-label="Next" type="button">Next</button><ul class="slick-dots" role="tablist"><li class="slick-active" role="presentation"><button type="button" role="tab">1</button></li><li role="presentation"><button type="button" role="tab">2</button></li></ul></div>'
        ),
        has=(
            "![The deck](https://example.org/i/deck.jpg)\n\n![The lamp](https://example.org/i/lamp.jpg)\n\nIn spring",
        ),
        lacks=("Previous", "lamp.jpg)\n\n![The deck]"),
        flaw="a slide that is not shown has aria-hidden, as what is no content",
    ),
    Construct(
        "Chinese press: a picture with its words below, and the editor's line",
        _zh_press(
            '<p style="text-align:center"><img src="/pic/2025-05/03/71.jpg" alt="" title="" width="800"></p><p style="text-align:center"><span style="font-family:楷体;font-size:14px;">工人在铺设新桥面。港湾日报记者 李四 摄</span></p>',
            '<div class="editor">（责任编辑：王五、赵六）</div><div class="share">分享到：<a href="javascript:;">微信</a> <a href="javascript:;">微博</a></div><div class="statement">免责声明：本网转载文章目的在于传递更多信息，并不代表本网赞同其观点。</div>',
        ),
        has=(
            "](https://example.org/pic/2025-05/03/71.jpg",
            "\n工人在铺设新桥面。港湾日报记者 李四 摄\n",
            "连续两个冬天",
            "第一批木板已经铺好",
        ),
        lacks=("责任编辑", "分享到", "免责声明", "\u3000"),
    ),
    Construct(
        "Chinese portal: a picture in a box with its description",
        _zh_press(
            '<div class="img_wrapper"><img src="//n.example.cn/news/71.jpg" alt="工人在铺设新桥面" data-link=""><span class="img_descr">工人在铺设新桥面。</span></div><p>　　“木板用的是橡木，”监理<strong>张三</strong>说，“每块长四米。”</p>',
            '<p class="article-editor">责任编辑：王五 </p><div class="wap_special" data-sudaclick="content_tag"><span>文章关键词：</span><a href="/t/1">码头</a> <a href="/t/2">桥面</a></div><div class="report"><a href="/jubao">我要反馈</a></div>',
        ),
        has=(
            "![](https://n.example.cn/news/71.jpg",
            "“木板用的是橡木，”监理**张三**说，“每块长四米。”",
        ),
        lacks=("责任编辑", "文章关键词", "我要反馈", "桥面。“木板"),
    ),
)

_EMBEDS = (
    Construct(
        "Mastodon: an embedded post",
        _wordpress(
            '<blockquote class="mastodon-embed" data-embed-url="https://mastodon.example/@keeper/71/embed" style="background: #FCF8FF; border-radius: 8px; border: 1px solid #C9C4DA; margin: 0; max-width: 540px; min-width: 270px; overflow: hidden; padding: 0;"> <a href="https://mastodon.example/@keeper/71" target="_blank" style="align-items: center; color: #1C1A25; display: flex; flex-direction: column;"> <svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 79 75"><path d="M63"/></svg> <div style="color: #787588; margin-top: 16px;">Post by @keeper@mastodon.example</div> <div style="font-weight: 500;">View on Mastodon</div> </a> </blockquote> <script data-allowed-prefixes="https://mastodon.example/" async src="https://mastodon.example/embed.js"></script>'
        ),
        has=("Post by @keeper@mastodon.example", "(https://mastodon.example/@keeper/71)"),
        lacks=("exampleView", "<div"),
    ),
    Construct(
        "Bluesky: an embedded post",
        _wordpress(
            '<blockquote class="bluesky-embed" data-bluesky-uri="at://did:plc:abc/app.bsky.feed.post/71" data-bluesky-cid="bafy" data-bluesky-embed-color-mode="system"><p lang="en">The lamp is lit again, after two winters of dark.<br><br><a href="https://bsky.app/profile/did:plc:abc/post/71?ref_src=embed">[image or embed]</a></p>&mdash; Anna Marsh (<a href="https://bsky.app/profile/did:plc:abc?ref_src=embed">@keeper.bsky.social</a>) <a href="https://bsky.app/profile/did:plc:abc/post/71?ref_src=embed">May 3, 2025 at 9:01 PM</a></blockquote><script async src="https://embed.bsky.app/static/embed.js" charset="utf-8"></script>'
        ),
        has=(
            "> The lamp is lit again, after two winters of dark.",
            "— Anna Marsh ([@keeper.bsky.social](https://bsky.app/profile/did:plc:abc",
            "[May 3, 2025 at 9:01 PM](",
        ),
    ),
    Construct(
        "TikTok: an embedded video",
        _news(
            '<blockquote class="tiktok-embed" cite="https://www.tiktok.com/@keeper/video/71" data-video-id="71" style="max-width: 605px;min-width: 325px;" > <section> <a target="_blank" title="@keeper" href="https://www.tiktok.com/@keeper?refer=embed">@keeper</a> The lamp is lit again <a title="pier" target="_blank" href="https://www.tiktok.com/tag/pier?refer=embed">#pier</a> <a target="_blank" title="♬ original sound - Keeper" href="https://www.tiktok.com/music/original-sound-71?refer=embed">♬ original sound - Keeper</a> </section> </blockquote> <script async src="https://www.tiktok.com/embed.js"></script>'
        ),
        has=("> [@keeper](https://www.tiktok.com/@keeper?refer=embed", "The lamp is lit again"),
        lacks=("<section",),
    ),
    Construct(
        "WP Rocket: a video that is loaded late",
        _wordpress(
            '<figure class="wp-block-embed is-type-video is-provider-youtube wp-block-embed-youtube wp-embed-aspect-16-9"><div class="wp-block-embed__wrapper"><div class="rll-youtube-player" data-src="https://www.youtube.com/embed/abc123" data-id="abc123" data-query="feature=oembed" data-alt="The lamp is lit"></div><noscript><iframe title="The lamp is lit" width="500" height="281" src="https://www.youtube.com/embed/abc123?feature=oembed" frameborder="0" allow="accelerometer; autoplay" allowfullscreen></iframe></noscript></div></figure>'
        ),
        has=("[The lamp is lit](https://www.youtube.com/embed/abc123",),
        lacks=("<iframe", "oembed)\n\n[", "abc123)\n\n["),
    ),
    Construct(
        "SoundCloud: a frame and the links below it",
        _blog(
            '<iframe width="100%" height="166" scrolling="no" frameborder="no" allow="autoplay" src="https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/71&color=%23ff5500"></iframe><div style="font-size: 10px; color: #cccccc;line-break: anywhere;word-break: normal;overflow: hidden;white-space: nowrap;text-overflow: ellipsis;"><a href="https://soundcloud.com/keeper" title="Keeper" target="_blank" style="color: #cccccc;">Keeper</a> · <a href="https://soundcloud.com/keeper/winter" title="That winter" target="_blank" style="color: #cccccc;">That winter</a></div>'
        ),
        has=("https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/71",),
        lacks=("<iframe",),
    ),
    Construct(
        "WeChat: a video of Tencent whose frame a script fills",
        '<!DOCTYPE html><html><head><meta charset="utf-8"><title>老码头换新桥面</title></head><body id="activity-detail" class="zh_CN wx_wap_page"><div id="js_article" class="rich_media"><div class="rich_media_area_primary_inner"><div id="page-content"><div id="img-content" class="rich_media_wrp"><h1 class="rich_media_title " id="activity-name">老码头换新桥面</h1><div id="meta_content" class="rich_media_meta_list"><span class="rich_media_meta rich_media_meta_nickname" id="profileBt"><a href="javascript:void(0);" id="js_name">港湾日报</a></span><em id="publish_time" class="rich_media_meta rich_media_meta_text"></em></div>'
        '<div class="rich_media_content js_underline_content autoTypeSetting24psection" id="js_content" style="visibility: hidden; opacity: 0; "><p><span>连续两个冬天，老码头因风浪封闭数周，渔民只好绕道邻村卸货，那里收费更高，道路也更难走。</span></p><section><iframe class="video_iframe rich_pages" data-vidtype="1" data-src="https://v.qq.com/iframe/preview.html?width=500&amp;height=375&amp;auto=0&amp;vid=x0712abcdef" allowfullscreen="" frameborder="0" data-ratio="1.7647058823529411" data-w="864"></iframe></section><p><span>今年春天，镇议会以九票对四票通过了更换桥面的方案，四月的一个星期一正式开工。</span></p><p style="display: none;"><mp-style-type data-value="3"></mp-style-type></p></div></div></div></div></div><div id="js_pc_qr_code" class="qr_code_pc_outer" style="display:none;"><p class="qr_code_pc">微信扫一扫关注该公众号</p></div></body></html>',
        has=("https://v.qq.com/iframe/preview.html?", "vid=x0712abcdef", "连续两个冬天", "正式开工"),
        lacks=("微信扫一扫",),
    ),
)

_TABLES = (
    Construct(
        "Tablesaw: the head repeated in every cell",
        _docs(
            '<table class="tablesaw tablesaw-stack" data-tablesaw-mode="stack" id="tablesaw-71"><thead><tr><th scope="col" data-tablesaw-priority="persist">Year</th><th scope="col">Piles</th></tr></thead><tbody><tr><td><b class="tablesaw-cell-label">Year</b><span class="tablesaw-cell-content">1961</span></td><td><b class="tablesaw-cell-label">Piles</b><span class="tablesaw-cell-content">40</span></td></tr><tr><td><b class="tablesaw-cell-label">Year</b><span class="tablesaw-cell-content">1962</span></td><td><b class="tablesaw-cell-label">Piles</b><span class="tablesaw-cell-content">38</span></td></tr></tbody></table>'
        ),
        has=("| Year | Piles |", "| 1961 | 40 |", "| 1962 | 38 |"),
        lacks=("Year1961", "**Year**"),
    ),
    Construct(
        "DataTables: a head that stands apart to scroll",
        _docs(
            '<div id="t_wrapper" class="dataTables_wrapper no-footer"><div class="dataTables_length" id="t_length"><label>Show <select name="t_length"><option value="10">10</option></select> entries</label></div><div id="t_filter" class="dataTables_filter"><label>Search:<input type="search" aria-controls="t"></label></div><div class="dataTables_scroll"><div class="dataTables_scrollHead" style="overflow: hidden;"><div class="dataTables_scrollHeadInner"><table class="display dataTable no-footer" role="grid"><thead><tr role="row"><th class="sorting_asc">Year</th><th class="sorting">Piles</th></tr></thead></table></div></div>'
            '<div class="dataTables_scrollBody" style="position: relative; overflow: auto; max-height: 200px;"><table id="t" class="display dataTable no-footer" role="grid" aria-describedby="t_info"><thead><tr role="row" style="height: 0px;"><th class="sorting_asc" style="padding-top: 0px; height: 0px;"><div class="dataTables_sizing" style="height: 0px; overflow: hidden;">Year</div></th><th class="sorting" style="height: 0px;"><div class="dataTables_sizing" style="height: 0px; overflow: hidden;">Piles</div></th></tr></thead><tbody><tr role="row" class="odd"><td class="sorting_1">1961</td><td>40</td></tr><tr role="row" class="even"><td class="sorting_1">1962</td><td>38</td></tr></tbody></table></div></div><div class="dataTables_info" id="t_info" role="status" aria-live="polite">Showing 1 to 2 of 2 entries</div><div class="dataTables_paginate paging_simple_numbers"><a class="paginate_button previous disabled">Previous</a><a class="paginate_button next disabled">Next</a></div></div>'
        ),
        has=("| Year | Piles |\n| --- | --- |\n| 1961 | 40 |\n| 1962 | 38 |",),
        lacks=("| --- | --- |\n\n", "entries", "Search:"),
        flaw="the head is in a table of its own; labels of the controls are kept",
    ),
    Construct(
        "MediaWiki: keys to sort by and notes in cells",
        _wiki(
            f'<table class="wikitable sortable"><caption>Piles by year<sup id="cite_ref-1" class="reference"><a href="#cite_note-1"><span class="cite-bracket">&#91;</span>1<span class="cite-bracket">&#93;</span></a></sup></caption><tbody><tr><th>Year</th><th>Piles</th></tr><tr><td><span data-sort-value="000000001961-05-03-0000" style="white-space:nowrap">3 May 1961</span></td><td><span style="display:none" class="sortkey">040</span>40</td></tr><tr><td><span data-sort-value="000000001962-04-01-0000" style="white-space:nowrap">1 April 1962</span></td><td><span style="display:none" class="sortkey">038</span>38</td></tr></tbody></table>{_STORY[1]}<h2 id="References">References</h2><div class="mw-references-wrap"><ol class="references"><li id="cite_note-1"><span class="mw-cite-backlink"><b><a href="#cite_ref-1">^</a></b></span> <span class="reference-text">Marsh (1968), p. 71.</span></li></ol></div>'
        ),
        has=("| Year | Piles |", "| 3 May 1961 | 40 |", "| 1 April 1962 | 38 |", "Piles by year"),
        lacks=("040", "sortkey", "0000"),
    ),
    Construct(
        "Prices: marks with words for readers in cells",
        _docs(
            '<div class="table-responsive"><table class="table table-striped"><thead><tr><th></th><th>Berth</th><th>Buoy</th></tr></thead><tbody><tr><th scope="row">Water</th><td><i class="fa fa-check" aria-hidden="true"></i><span class="sr-only">Yes</span></td><td><i class="fa fa-times" aria-hidden="true"></i><span class="sr-only">No</span></td></tr><tr><th scope="row">Price a night</th><td>£20</td><td>£12</td></tr></tbody></table></div>'
        ),
        has=("|  | Berth | Buoy |", "| Water | Yes | No |", "| Price a night | £20 | £12 |"),
    ),
    Construct(
        "ARIA: a table of boxes",
        _docs(
            '<div role="table" aria-label="Piles by year" class="ds-table"><div role="rowgroup"><div role="row" class="ds-row"><span role="columnheader">Year</span><span role="columnheader">Piles</span></div></div><div role="rowgroup"><div role="row" class="ds-row"><span role="cell">1961</span><span role="cell">40</span></div><div role="row" class="ds-row"><span role="cell">1962</span><span role="cell">38</span></div></div></div>'
        ),
        has=("1961", "38"),
        lacks=("YearPiles", "196140", "196238"),
    ),
    Construct(
        "Amazon: details of a product with marks of direction",
        '<!doctype html><html lang="en-us"><head><meta charset="utf-8"><title>Amazon.example: Marsh Mooring Rope</title></head><body class="a-aui_72554-c"><div id="nav-belt"><a href="/">amazon</a><a href="/cart">Cart</a></div><div id="dp" class="a-container"><div id="centerCol" class="centerColAlign"><h1 id="title" class="a-size-large"><span id="productTitle">Marsh Mooring Rope, 20 metres, three strands</span></h1><div id="feature-bullets" class="a-section"><h2 class="a-size-base-plus a-text-bold"> About this item </h2><ul class="a-unordered-list a-vertical a-spacing-mini"><li class="a-spacing-mini"><span class="a-list-item"> Made by hand in Leith from long fibres, and tarred twice before it leaves the ropewalk. </span></li><li class="a-spacing-mini"><span class="a-list-item"> Holds a fishing boat of twelve metres in a wind of force eight. </span></li></ul></div></div>'
        '<div id="prodDetails" class="a-section"><h2>Product information</h2><table id="productDetails_techSpec_section_1" class="a-keyvalue prodDetTable" role="presentation"><tbody><tr><th class="a-color-secondary a-size-base prodDetSectionEntry"> Brand </th><td class="a-size-base prodDetAttrValue"> &lrm;Marsh </td></tr><tr><th class="a-color-secondary a-size-base prodDetSectionEntry"> Item Weight </th><td class="a-size-base prodDetAttrValue"> &lrm;4 Kilograms </td></tr></tbody></table></div>'
        '<div id="customerReviews"><h2>Customer reviews</h2><div class="a-section review" data-hook="review"><div class="a-profile-content"><span class="a-profile-name">Agnes</span></div><i data-hook="review-star-rating" class="a-icon a-icon-star a-star-5"><span class="a-icon-alt">5.0 out of 5 stars</span></i><span data-hook="review-body"><span>It has held our boat for two winters now, and I would buy it again without a second thought.</span></span><div class="review-comments"><span data-hook="helpful-vote-statement">3 people found this helpful</span><a href="#">Helpful</a><a href="#">Report</a></div></div></div></div><div id="navFooter"><a href="/careers">Careers</a></div></body></html>',
        has=(
            "- Made by hand in Leith from long fibres",
            "| Brand | Marsh |",
            "| Item Weight | 4 Kilograms |",
        ),
        lacks=("\u200e", "Report\n"),
    ),
    Construct(
        "WooCommerce: attributes and reviews in tabs",
        '<!DOCTYPE html><html lang="en-US"><head><meta charset="UTF-8"><title>Mooring rope &#8211; Ropewalk</title></head><body class="single-product woocommerce woocommerce-page"><header id="masthead"><nav><ul><li><a href="/shop/">Shop</a></li><li><a href="/cart/">Cart</a></li></ul></nav></header><main id="main"><nav class="woocommerce-breadcrumb"><a href="/">Home</a> / Mooring rope</nav><div id="product-71" class="product type-product"><div class="summary entry-summary"><h1 class="product_title entry-title">Mooring rope</h1><p class="price"><span class="woocommerce-Price-amount amount"><bdi><span class="woocommerce-Price-currencySymbol">&pound;</span>40.00</bdi></span></p><div class="woocommerce-product-details__short-description"><p>Three strands, twenty metres, made by hand in Leith from long fibres and tarred twice.</p></div><form class="cart"><button type="submit" class="single_add_to_cart_button button alt">Add to cart</button></form></div>'
        '<div class="woocommerce-tabs wc-tabs-wrapper"><ul class="tabs wc-tabs" role="tablist"><li class="description_tab" id="tab-title-description" role="tab"><a href="#tab-description">Description</a></li><li class="additional_information_tab" id="tab-title-additional_information" role="tab"><a href="#tab-additional_information">Additional information</a></li></ul><div class="woocommerce-Tabs-panel woocommerce-Tabs-panel--description panel entry-content wc-tab" id="tab-description" role="tabpanel" aria-labelledby="tab-title-description"><h2>Description</h2><p>It holds a fishing boat of twelve metres in a wind of force eight, and has done so in our own harbour for thirty years. Wash it in fresh water once a year.</p></div>'
        '<div class="woocommerce-Tabs-panel woocommerce-Tabs-panel--additional_information panel entry-content wc-tab" id="tab-additional_information" role="tabpanel" aria-labelledby="tab-title-additional_information"><h2>Additional information</h2><table class="woocommerce-product-attributes shop_attributes" aria-label="Product Details"><tr class="woocommerce-product-attributes-item woocommerce-product-attributes-item--weight"><th class="woocommerce-product-attributes-item__label" scope="row">Weight</th><td class="woocommerce-product-attributes-item__value">4 kg</td></tr><tr class="woocommerce-product-attributes-item"><th class="woocommerce-product-attributes-item__label" scope="row">Length</th><td class="woocommerce-product-attributes-item__value"><p>20 m</p></td></tr></table></div></div><section class="related products"><h2>Related products</h2><ul class="products"><li class="product"><a href="/net"><h2 class="woocommerce-loop-product__title">Net</h2></a><a href="?add-to-cart=72" class="button">Add to cart</a></li></ul></section></div></main><footer id="colophon">&copy; Ropewalk 2025</footer></body></html>',
        has=("It holds a fishing boat", "| Weight | 4 kg |", "| Length | 20 m |"),
        lacks=("Add to cart", "Related products", "](#tab"),
        flaw="a row of the table is left out of the text",
    ),
)

_SENTENCE = "<p>Its rope was made in Leith{0} and cost nine pounds.{1} Nobody asked.</p>"
_ONE = "Leith[^1] and cost nine pounds.[^2] Nobody"
_NOTES = ("[^1]: By hand, in the old ropewalk.", "[^2]: About a month's wages then.")
_NO_MARKS = ("↩", "^ By", "](#", "\n1. By", "\\[1\\]")

_FOOTNOTES = (
    Construct(
        "Bigfoot: buttons next to references for print",
        _blog(
            _SENTENCE.format(
                *(
                    f'<sup id="fnref:{n}" class="footnote-print-only"><a href="#fn:{n}" rel="footnote">{n}</a></sup><div class="bigfoot-footnote__container"> <button class="bigfoot-footnote__button" id="" data-footnote-number="{n}" data-footnote-identifier="{n}" alt="See Footnote {n}" rel="footnote" data-bigfoot-footnote="&lt;p&gt;{note}&lt;/p&gt;"> <svg class="bigfoot-footnote__button__circle" viewbox="0 0 6 6" preserveAspectRatio="xMinYMin"><circle r="3" cx="3" cy="3" fill="white"></circle></svg> </button></div>'
                    for n, note in ((1, "By hand, in the old ropewalk."), (2, "About a month's wages then."))
                )
            )
            + '<div class="footnotes footnote-print-only"><ol><li class="footnote-processed footnote-print-only" id="fn:1"><p>By hand, in the old ropewalk.&#160;<a href="#fnref:1" rev="footnote">&#8617;</a></p></li><li class="footnote-processed footnote-print-only" id="fn:2"><p>About a month\'s wages then.&#160;<a href="#fnref:2" rev="footnote">&#8617;</a></p></li></ol></div>'
        ),
        has=("Leith[^1]", "and cost nine pounds.[^2]", *_NOTES),
        lacks=_NO_MARKS,
    ),
    Construct(
        "Footnotes Made Easy: notes in brackets to jump back",
        _wordpress(
            _SENTENCE.format(
                '<sup><a href="https://example.org/pier/#footnote_1_71" id="identifier_1_71" class="footnote-link footnote-identifier-link" title="By hand, in the old ropewalk.">1</a></sup>',
                '<sup><a href="https://example.org/pier/#footnote_2_71" id="identifier_2_71" class="footnote-link footnote-identifier-link" title="About a month&#039;s wages then.">2</a></sup>',
            )
            + '<ol class="footnotes"><li id="footnote_1_71" class="footnote">By hand, in the old ropewalk.<span class="footnote-back-link-wrapper"> [<a href="https://example.org/pier/#identifier_1_71" class="footnote-link footnote-back-link">&#8617;</a>]</span></li><li id="footnote_2_71" class="footnote">About a month\'s wages then.<span class="footnote-back-link-wrapper"> [<a href="https://example.org/pier/#identifier_2_71" class="footnote-link footnote-back-link">&#8617;</a>]</span></li></ol>'
        ),
        has=(_ONE, *_NOTES),
        lacks=(*_NO_MARKS, "[]", "\\[\\]"),
    ),
    Construct(
        "Quarto: footnotes in the margin",
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A new deck</title></head><body class="nav-fixed"><header id="quarto-header"><nav class="navbar"><a class="navbar-brand" href="./index.html">Pier Letters</a></nav></header><div id="quarto-content" class="quarto-container page-columns"><div id="quarto-margin-sidebar" class="sidebar margin-sidebar"><nav id="TOC" role="doc-toc"><h2 id="toc-title">On this page</h2><ul><li><a href="#deck" class="nav-link">The deck</a></li></ul></nav></div><main class="content page-columns page-full" id="quarto-document-content"><header id="title-block-header" class="quarto-title-block"><h1 class="title">A new deck</h1></header>'
        f"{_STORY[0]}"
        '<div class="page-columns page-full"><p>Its rope was made in Leith<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a> and cost nine pounds.<a href="#fn2" class="footnote-ref" id="fnref2" role="doc-noteref"><sup>2</sup></a> Nobody asked.</p><div class="no-row-height column-margin column-container"><div id="fn1"><p><sup>1</sup>&nbsp;By hand, in the old ropewalk.</p></div><div id="fn2"><p><sup>2</sup>&nbsp;About a month\'s wages then.</p></div></div></div>'
        f"{_STORY[1]}</main></div></body></html>",
        has=(_ONE, *_NOTES),
        lacks=_NO_MARKS,
    ),
    Construct(
        "MediaWiki: notes of two groups",
        _wiki(
            '<p>Its rope was made in Leith<sup id="cite_ref-2" class="reference"><a href="#cite_note-2"><span class="cite-bracket">&#91;</span>a<span class="cite-bracket">&#93;</span></a></sup> and cost nine pounds.<sup id="cite_ref-Marsh_1-0" class="reference"><a href="#cite_note-Marsh-1"><span class="cite-bracket">&#91;</span>1<span class="cite-bracket">&#93;</span></a></sup> Nobody asked.<sup id="cite_ref-Marsh_1-1" class="reference"><a href="#cite_note-Marsh-1"><span class="cite-bracket">&#91;</span>1<span class="cite-bracket">&#93;</span></a></sup></p>'
            f'{_STORY[1]}<div class="mw-heading mw-heading2"><h2 id="Notes">Notes</h2><span class="mw-editsection"><span class="mw-editsection-bracket">[</span><a href="/w/index.php?title=Pier&amp;action=edit"><span>edit</span></a><span class="mw-editsection-bracket">]</span></span></div><div class="reflist reflist-lower-alpha"><div class="mw-references-wrap"><ol class="references" data-mw-group="lower-alpha"><li id="cite_note-2"><span class="mw-cite-backlink"><b><a href="#cite_ref-2">^</a></b></span> <span class="reference-text">By hand, in the old ropewalk.</span></li></ol></div></div><div class="mw-heading mw-heading2"><h2 id="References">References</h2></div><div class="reflist"><div class="mw-references-wrap"><ol class="references"><li id="cite_note-Marsh-1"><span class="mw-cite-backlink">^ <a href="#cite_ref-Marsh_1-0"><sup><i><b>a</b></i></sup></a> <a href="#cite_ref-Marsh_1-1"><sup><i><b>b</b></i></sup></a></span> <span class="reference-text">Marsh (1968), p. 71.</span></li></ol></div></div>'
        ),
        has=("Leith[^", "nine pounds.[^", "]: By hand, in the old ropewalk.", "]: Marsh (1968), p. 71."),
        lacks=("^ ", "\\[a\\]", "edit", "](#"),
    ),
    Construct(
        "LessWrong: notes with their link back in front",
        _blog(
            _SENTENCE.format(
                '<span class="footnote-reference" data-footnote-reference="" data-footnote-index="1" data-footnote-id="abc" role="doc-noteref" id="fnrefabc"><sup><a href="#fnabc">[1]</a></sup></span>',
                '<span class="footnote-reference" data-footnote-reference="" data-footnote-index="2" data-footnote-id="def" role="doc-noteref" id="fnrefdef"><sup><a href="#fndef">[2]</a></sup></span>',
            )
            + '<ol class="footnote-section footnotes" data-footnote-section="" role="doc-endnotes"><li class="footnote-item" data-footnote-item="" data-footnote-index="1" data-footnote-id="abc" role="doc-endnote" id="fnabc"><span class="footnote-back-link" data-footnote-back-link="" data-footnote-id="abc"><sup><strong><a href="#fnrefabc">^</a></strong></sup></span><div class="footnote-content" data-footnote-content=""><p>By hand, in the old ropewalk.</p></div></li><li class="footnote-item" data-footnote-item="" data-footnote-index="2" data-footnote-id="def" role="doc-endnote" id="fndef"><span class="footnote-back-link" data-footnote-back-link="" data-footnote-id="def"><sup><strong><a href="#fnrefdef">^</a></strong></sup></span><div class="footnote-content" data-footnote-content=""><p>About a month\'s wages then.</p></div></li></ol>'
        ),
        has=(_ONE, *_NOTES),
        lacks=(*_NO_MARKS, "^**"),
    ),
    Construct(
        "Typst: endnotes of its HTML export",
        _blog(
            _SENTENCE.format(
                '<sup id="loc-1" role="doc-noteref"><a href="#loc-3">1</a></sup>',
                '<sup id="loc-2" role="doc-noteref"><a href="#loc-4">2</a></sup>',
            )
            + '<section role="doc-endnotes"><ol style="list-style-type: none"><li id="loc-3"><sup role="doc-backlink"><a href="#loc-1">1</a></sup> By hand, in the old ropewalk.</li><li id="loc-4"><sup role="doc-backlink"><a href="#loc-2">2</a></sup> About a month\'s wages then.</li></ol></section>'
        ),
        has=(_ONE, *_NOTES),
        lacks=_NO_MARKS,
    ),
)

_ASK = "Our boat is nine metres long and lies at the end of the pier. When the wind is from the east, the rope rubs against the wall, and after a month it is half as thick as before. What can I do?"
_TELL = "Put a piece of old hose around it where it touches the wall, and move it by a hand's breadth every week. We have done so for thirty years, and have not lost a rope since."

_THREADS = (
    Construct(
        "Discuz!: code in a post, and a mark that it was edited",
        '<!DOCTYPE html><html><head><meta charset="utf-8"><title>缆绳磨损怎么办 - 港湾论坛</title></head><body id="nv_forum" class="pg_viewthread"><div id="hd"><a href="./">港湾论坛</a><div id="nv"><ul><li><a href="forum.php">论坛</a></li></ul></div></div><div id="wp" class="wp"><div id="pt" class="bm cl"><div class="z"><a href="./">港湾论坛</a> › <a href="forum-2-1.html">技术交流</a></div></div><div id="ct" class="wp cl"><div id="postlist" class="pl bm"><table cellspacing="0" cellpadding="0"><tr><td class="pls ptn pbn"><div class="hm ptn"><span class="xg1">查看:</span> <span class="xi1">712</span><span class="pipe">|</span><span class="xg1">回复:</span> <span class="xi1">1</span></div></td><td class="plc ptm pbn vwthd"><h1 class="ts"><span id="thread_subject">缆绳磨损怎么办</span></h1></td></tr></table>'
        '<div id="post_71"><table id="pid71" class="plhin" cellspacing="0" cellpadding="0"><tr><td class="pls" rowspan="2"><div class="pi"><div class="authi"><a href="space-uid-7.html" class="xw1">老船工</a></div></div><dl class="pil cl"><dt>积分</dt><dd>120</dd></dl></td><td class="plc"><div class="pi"><strong><a href="#">楼主</a></strong><div class="pti"><div class="authi"><em id="authorposton71">发表于 2025-5-3 09:12</em> | <a href="#" rel="nofollow">只看该作者</a></div></div></div><div class="pct"><div class="pcb"><div class="t_fsz"><table cellspacing="0" cellpadding="0"><tr><td class="t_f" id="postmessage_71"><i class="pstatus"> 本帖最后由 老船工 于 2025-5-3 10:00 编辑 </i><br /><br />我们的船停在码头尽头，东风一起，缆绳就蹭着墙，一个月就磨掉一半。我写了个脚本算张力：<br /><div class="blockcode"><div id="code_abc"><ol><li>def moor(ship):<br /><li>&nbsp; &nbsp; return ship.rope</ol></div><em onclick="copycode($(\'code_abc\'));">复制代码</em></div><br />大家有什么办法吗？</td></tr></table></div></div></div></td></tr><tr><td class="plc plm"><div id="p_btn" class="mtw mbm hm cl"><a href="#" id="k_favorite">收藏</a></div></td></tr><tr><td class="pls"></td><td class="plc"><div class="po hin"><div class="pob cl"><em><a class="fastre" href="#">回复</a></em><p><a href="#">使用道具</a> <a href="#">举报</a></p></div></div></td></tr></table></div>'
        '<div id="post_72"><table id="pid72" class="plhin" cellspacing="0" cellpadding="0"><tr><td class="pls" rowspan="2"><div class="pi"><div class="authi"><a href="space-uid-8.html" class="xw1">安娜</a></div></div></td><td class="plc"><div class="pi"><strong><a href="#">沙发</a></strong><div class="pti"><div class="authi"><em id="authorposton72">发表于 2025-5-3 11:30</em></div></div></div><div class="pct"><div class="pcb"><div class="t_fsz"><table cellspacing="0" cellpadding="0"><tr><td class="t_f" id="postmessage_72">在缆绳和墙接触的地方套一段旧水管，每星期挪一掌宽，我们三十年来就是这么做的，从没断过。</td></tr></table></div></div></div></td></tr></table></div></div></div></div><div id="ft">Powered by Discuz! X3.5</div></body></html>',
        has=(
            "我们的船停在码头尽头",
            "```\ndef moor(ship):\n    return ship.rope\n```",
            "大家有什么办法吗？",
            "在缆绳和墙接触的地方",
        ),
        lacks=("复制代码", "使用道具", "举报", "只看该作者"),
    ),
    Construct(
        "phpBB: code with a link to select it all",
        '<!DOCTYPE html><html dir="ltr" lang="en-gb"><head><meta charset="utf-8" /><title>Worn ropes - Pier board</title></head><body id="phpbb" class="nojs notouch section-viewtopic ltr"><div id="wrap" class="wrap"><div id="page-header"><div class="headerbar" role="banner"><p class="skiplink"><a href="#start_here">Skip to content</a></p></div><div class="navbar" role="navigation"><ul id="nav-breadcrumbs"><li><a href="./index.php">Board index</a></li></ul></div></div><div id="page-body" class="page-body" role="main"><h2 class="topic-title"><a href="./viewtopic.php?t=71">Worn ropes</a></h2><div class="action-bar bar-top"><a href="./posting.php?mode=reply" class="button">Post Reply</a><div class="pagination">2 posts • Page 1 of 1</div></div>'
        '<div id="p71" class="post has-profile bg2"><div class="inner"><dl class="postprofile" id="profile71"><dt class="has-profile-rank no-avatar"><a href="./memberlist.php?u=7" class="username">agnes</a></dt><dd class="profile-posts"><strong>Posts:</strong> 12</dd></dl><div class="postbody"><div id="post_content71"><h3 class="first"><a href="#p71">Worn ropes</a></h3><ul class="post-buttons"><li><a href="./posting.php?mode=quote&amp;p=71" title="Reply with quote" class="button button-icon-only"><span class="sr-only">Quote</span></a></li></ul><p class="author"><a class="unread" href="./viewtopic.php?p=71#p71" title="Post"><span class="sr-only">Post</span></a><span class="responsive-hide">by <strong><a href="./memberlist.php?u=7" class="username">agnes</a></strong> &raquo; </span><time datetime="2025-05-03T09:12:00+00:00">Sat May 03, 2025 9:12 am</time></p>'
        f'<div class="content">{_ASK}<br><div class="codebox"><p>Code: <a href="#" onclick="selectCode(this); return false;">Select all</a></p><pre><code>def moor(ship):\n    return ship.rope</code></pre></div></div><div id="sig71" class="signature">Fair winds</div></div></div></div></div>'
        f'<div id="p72" class="post has-profile bg1"><div class="inner"><dl class="postprofile" id="profile72"><dt><a href="./memberlist.php?u=8" class="username">ben</a></dt></dl><div class="postbody"><div id="post_content72"><h3><a href="#p72">Re: Worn ropes</a></h3><p class="author"><span class="responsive-hide">by <strong><a href="./memberlist.php?u=8" class="username">ben</a></strong> &raquo; </span><time datetime="2025-05-03T11:30:00+00:00">Sat May 03, 2025 11:30 am</time></p><div class="content">{_TELL}</div></div></div></div></div></div><div id="page-footer" class="page-footer"><div class="copyright">Powered by phpBB</div></div></div></body></html>',
        has=("When the wind is from the east", f"```\n{_MOOR}\n```", "Put a piece of old hose"),
        lacks=("Select all", "Post Reply", "Powered by"),
    ),
    Construct(
        "Hacker News: paragraphs without end and code",
        '<html lang="en" op="item"><head><title>How to keep a rope from wearing | Hacker News</title></head><body><center><table id="hnmain" border="0" cellpadding="0" cellspacing="0" width="85%" bgcolor="#f6f6ef"><tr><td bgcolor="#ff6600"><table border="0" style="padding:2px"><tr><td><span class="pagetop"><b class="hnname"><a href="news">Hacker News</a></b><a href="newest">new</a> | <a href="front">past</a></span></td><td style="text-align:right"><span class="pagetop"><a href="login">login</a></span></td></tr></table></td></tr><tr id="bigbox"><td><table class="fatitem" border="0"><tr class="athing submission" id="71"><td align="right" class="title"></td><td class="votelinks"><center><a id="up_71" href="vote?id=71"><div class="votearrow" title="upvote"></div></a></center></td><td class="title"><span class="titleline"><a href="https://pier.example/ropes">How to keep a rope from wearing</a><span class="sitebit comhead"> (<a href="from?site=pier.example"><span class="sitestr">pier.example</span></a>)</span></span></td></tr><tr><td colspan="2"></td><td class="subtext"><span class="subline"><span class="score" id="score_71">71 points</span> by <a href="user?id=agnes" class="hnuser">agnes</a> <span class="age"><a href="item?id=71">3 hours ago</a></span> | <a href="hide?id=71">hide</a> | <a href="item?id=71">2&nbsp;comments</a></span></td></tr></table><br><table border="0" class="comment-tree">'
        '<tr class="athing comtr" id="72"><td><table border="0"><tr><td class="ind" indent="0"><img src="s.gif" height="1" width="0"></td><td valign="top" class="votelinks"><center><a id="up_72" href="vote?id=72"><div class="votearrow" title="upvote"></div></a></center></td><td class="default"><div style="margin-top:2px; margin-bottom:-10px;"><span class="comhead"><a href="user?id=ben" class="hnuser">ben</a> <span class="age"><a href="item?id=72">2 hours ago</a></span> <span class="navs"> | <a href="#73" class="clicky">next</a> <a class="togg clicky" id="72" n="2" href="javascript:void(0)">[&ndash;]</a></span></span></div><br><div class="comment"><div class="commtext c00">Put a piece of old hose around it where it touches the wall, and move it by a hand&#x27;s breadth every week.<p>We have done so for thirty years, and computed the load with this:<p><pre><code>  def moor(ship):\n      return ship.rope\n</code></pre></div><div class="reply"><p><font size="1"><u><a href="reply?id=72">reply</a></u></font></div></div></td></tr></table></td></tr>'
        '<tr class="athing comtr" id="73"><td><table border="0"><tr><td class="ind" indent="1"><img src="s.gif" height="1" width="40"></td><td valign="top" class="votelinks"></td><td class="default"><div><span class="comhead"><a href="user?id=cora" class="hnuser">cora</a> <span class="age"><a href="item?id=73">1 hour ago</a></span></span></div><br><div class="comment"><div class="commtext c00">Hose works, but leather lasts longer in salt water, and the rope can still breathe under it when the sun is out.</div><div class="reply"><p><font size="1"><u><a href="reply?id=73">reply</a></u></font></div></div></td></tr></table></td></tr></table></td></tr></table></center></body></html>',
        has=(
            "hand's breadth every week.\n\nWe have done so",
            "def moor(ship):\n",
            "\n      return ship.rope\n",
            "leather lasts longer",
        ),
        lacks=("\nreply", "[–]", "login", "| ---"),
    ),
    Construct(
        "XenForo: a quotation that can be expanded",
        '<!DOCTYPE html><html id="XF" lang="en-US" dir="LTR" data-template="thread_view"><head><meta charset="utf-8" /><title>Worn ropes | Pier forum</title></head><body data-template="thread_view"><div class="p-pageWrapper"><header class="p-header"><a href="/">Pier forum</a></header><nav class="p-nav"><a href="/login/">Log in</a></nav><div class="p-body"><div class="p-body-header"><h1 class="p-title-value">Worn ropes</h1></div><div class="p-body-main"><div class="p-body-content"><div class="block block--messages"><div class="block-body js-replyNewMessageContainer">'
        f'<article class="message message--post js-post" data-author="agnes" data-content="post-71" id="js-post-71"><div class="message-inner"><div class="message-cell message-cell--user"><section class="message-user"><h4 class="message-name"><a href="/members/agnes.7/" class="username">agnes</a></h4><h5 class="userTitle message-userTitle">Member</h5></section></div><div class="message-cell message-cell--main"><header class="message-attribution message-attribution--split"><a href="/threads/worn.71/post-71" class="u-concealed"><time class="u-dt" datetime="2025-05-03T09:12:00+0000">May 3, 2025</time></a><ul class="message-attribution-opposite"><li><a href="/threads/worn.71/post-71">#1</a></li></ul></header><div class="message-content js-messageContent"><article class="message-body js-selectToQuote"><div class="bbWrapper">{_ASK}</div></article></div><footer class="message-footer"><div class="message-actionBar actionBar"><a href="#" class="actionBar-action actionBar-action--reply">Reply</a></div></footer></div></div></article>'
        f'<article class="message message--post js-post" data-author="ben" data-content="post-72" id="js-post-72"><div class="message-inner"><div class="message-cell message-cell--user"><h4 class="message-name"><a href="/members/ben.8/" class="username">ben</a></h4></div><div class="message-cell message-cell--main"><div class="message-content js-messageContent"><article class="message-body js-selectToQuote"><div class="bbWrapper"><blockquote data-attributes="member: 7" data-quote="agnes" data-source="post: 71" class="bbCodeBlock bbCodeBlock--expandable bbCodeBlock--quote js-expandWatch"><div class="bbCodeBlock-title"><a href="/goto/post?id=71" class="bbCodeBlock-sourceJump" rel="nofollow" data-xf-click="attribution">agnes said:</a></div><div class="bbCodeBlock-content"><div class="bbCodeBlock-expandContent js-expandContent ">the rope rubs against the wall</div><div class="bbCodeBlock-expandLink js-expandLink"><a role="button" tabindex="0">Click to expand...</a></div></div></blockquote>{_TELL}</div></article></div></div></div></article>'
        '</div></div></div></div></div><footer class="p-footer"><a href="/help/terms/">Terms and rules</a></footer></div></body></html>',
        has=("When the wind is from the east", "> the rope rubs against the wall", "Put a piece of old hose"),
        lacks=("Click to expand", "said:the", "wallPut", "Log in"),
    ),
    Construct(
        "GitHub: an issue with a quotation and folded lines",
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Ropes wear at the wall · Issue #71 · anna/harbour · GitHub</title></head><body class="logged-out"><a href="#start-of-content" class="js-skip-to-content">Skip to content</a><header role="banner"><a href="/login">Sign in</a></header><main><div class="gh-header"><h1><bdi class="js-issue-title markdown-title">Ropes wear at the wall</bdi> <span class="f1-light">#71</span></h1><span class="State State--open">Open</span></div><div class="js-discussion">'
        f'<div class="timeline-comment"><div class="timeline-comment-header"><h3><a class="author" href="/agnes">agnes</a> commented <relative-time datetime="2025-05-03T09:12:00Z">May 3, 2025</relative-time></h3></div><div class="edit-comment-hide"><table class="d-block user-select-contain"><tbody class="d-block"><tr class="d-block"><td class="d-block comment-body markdown-body js-comment-body"><p dir="auto">{_ASK}</p><details><summary>Log of the winch</summary><div class="highlight highlight-source-shell notranslate position-relative overflow-auto" dir="auto"><pre>winch --slow\n<span class="pl-c1">load</span> 71</pre><div class="zeroclipboard-container"><clipboard-copy aria-label="Copy" class="ClipboardButton btn" value="winch --slow"><svg class="octicon octicon-copy"><path d="M0"></path></svg></clipboard-copy></div></div></details></td></tr></tbody></table><div class="comment-reactions"><button aria-label="react with thumbs up">👍 3</button></div></div></div>'
        f'<div class="timeline-comment"><div class="timeline-comment-header"><h3><a class="author" href="/ben">ben</a> commented <relative-time datetime="2025-05-03T11:30:00Z">May 3, 2025</relative-time></h3></div><div class="edit-comment-hide"><table class="d-block user-select-contain"><tbody class="d-block"><tr class="d-block"><td class="d-block comment-body markdown-body js-comment-body"><blockquote><p dir="auto">the rope rubs against the wall</p></blockquote><p dir="auto">{_TELL}</p></td></tr></tbody></table></div></div></div>'
        '<div class="discussion-sidebar"><div class="discussion-sidebar-heading">Assignees</div><p>No one assigned</p><div>Labels</div><p>None yet</p></div></main><footer class="footer">© 2025 GitHub, Inc.</footer></body></html>',
        has=(
            "When the wind is from the east",
            "Log of the winch",
            "```shell\nwinch --slow\nload 71\n```",
            "> the rope rubs against the wall\n\nPut a piece",
        ),
        lacks=("No one assigned", "👍 3", "Copy", "| ---"),
    ),
    Construct(
        "Stack Exchange: a question, an answer and its comment",
        '<!DOCTYPE html><html itemscope itemtype="https://schema.org/QAPage" class="html__responsive" lang="en"><head><meta charset="utf-8"><title>ropes - How do I keep a rope from wearing? - Seamanship Stack Exchange</title></head><body class="question-page unified-theme"><header class="s-topbar"><a href="https://stackexchange.com">Stack Exchange</a><a href="/users/login">Log in</a></header><div class="container"><div id="left-sidebar"><nav><ol class="nav-links"><li><a href="/questions">Questions</a></li><li><a href="/tags">Tags</a></li></ol></nav></div><div id="content" class="snippet-hidden"><div itemprop="mainEntity" itemscope itemtype="https://schema.org/Question"><div id="question-header"><h1 itemprop="name"><a href="/questions/71" class="question-hyperlink">How do I keep a rope from wearing?</a></h1><a href="/questions/ask" class="s-btn">Ask Question</a></div><div class="d-flex"><div title="2025-05-03 09:12:00Z"><span class="fc-black-400">Asked</span> today</div><div><span>Viewed</span> 712 times</div></div>'
        f'<div id="mainbar" role="main"><div class="question js-question" data-questionid="71" id="question"><div class="post-layout"><div class="votecell post-layout--left"><div class="js-voting-container"><button class="js-vote-up-btn" aria-label="Up vote"><svg></svg></button><div class="js-vote-count" itemprop="upvoteCount" data-value="7">7</div><button class="js-vote-down-btn" aria-label="Down vote"><svg></svg></button></div></div><div class="postcell post-layout--right"><div class="s-prose js-post-body" itemprop="text"><p>{_ASK}</p></div><div class="mt24"><ul class="ml0 list-ls-none js-post-tag-list-wrapper"><li><a href="/questions/tagged/ropes" class="s-tag post-tag" rel="tag">ropes</a></li></ul></div><div class="post-signature owner"><div class="user-info"><div class="user-action-time">asked <span class="relativetime">May 3 at 9:12</span></div><div class="user-details"><a href="/users/7/agnes">agnes</a><div class="-flair"><span class="reputation-score">712</span></div></div></div></div><div class="js-post-menu"><a href="/q/71" class="js-share-link">Share</a><button class="js-follow-post">Follow</button></div></div></div></div>'
        f'<div id="answers"><div id="answers-header"><h2 class="mb0" data-answercount="1">1 Answer 1</h2><div>Sorted by: <select><option>Highest score (default)</option></select></div></div><div id="answer-72" class="answer js-answer accepted-answer" data-answerid="72" itemprop="acceptedAnswer"><div class="post-layout"><div class="votecell post-layout--left"><div class="js-vote-count" data-value="12">12</div></div><div class="answercell post-layout--right"><div class="s-prose js-post-body" itemprop="text"><p>{_TELL}</p><pre class="lang-py s-code-block"><code class="hljs language-python"><span class="hljs-keyword">def</span> <span class="hljs-title function_">moor</span>(<span class="hljs-params">ship</span>):\n    <span class="hljs-keyword">return</span> ship.rope\n</code></pre></div><div class="js-post-menu"><a href="/a/72" class="js-share-link">Share</a><button class="js-follow-post">Follow</button></div></div><div class="post-layout--right js-post-comments-component"><ul class="comments-list js-comments-list"><li id="comment-73" class="comment js-comment"><div class="comment-text js-comment-text-and-form"><div class="comment-body js-comment-edit-hide"><span class="comment-copy">Leather lasts longer in salt water.</span><div class="d-inline-flex">&nbsp;– <a href="/users/9/cora" class="comment-user">cora</a></div><span class="comment-date"><span class="relativetime-clean">May 3 at 12:00</span></span></div></div></li></ul><a class="js-add-link comments-link" href="#">Add a comment</a></div></div></div></div></div></div></div></div><footer id="footer" class="site-footer"><p>Site design / logo © 2025 Stack Exchange Inc</p></footer></body></html>',
        has=("When the wind is from the east", "Put a piece of old hose", f"```python\n{_MOOR}\n```"),
        lacks=("Add a comment", "Share", "Follow", "Sorted by", "Log in"),
    ),
    Construct(
        "Discourse: what a reader without scripts gets",
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Worn ropes - Pier talk</title></head><body class="crawler"><header><a href="/">Pier talk</a></header><div id="main-outlet" class="wrap" role="main"><div id="topic-title"><h1><a href="/t/worn-ropes/71">Worn ropes</a></h1><div class="topic-category" itemscope itemtype="http://schema.org/BreadcrumbList"><span itemprop="itemListElement"><a href="/c/ropes/7" class="badge-wrapper bullet" itemprop="item"><span class=\'category-name\' itemprop=\'name\'>Ropes</span></a></span></div></div><div itemscope itemtype=\'http://schema.org/DiscussionForumPosting\'>'
        f"<div id='post_1' class='topic-body crawler-post'><div class='crawler-post-meta'><span class=\"creator\" itemprop=\"author\"><a itemprop=\"url\" rel='nofollow' href='/u/agnes'><span itemprop='name'>agnes</span></a></span><span class=\"crawler-post-infos\"><time datetime='2025-05-03T09:12:00Z' class='post-time'>May 3, 2025, 9:12am</time><span itemprop='position'>1</span></span></div><div class='post' itemprop='text'><p>{_ASK}</p><ul><li class=\"chcklst-item\"><span class=\"chcklst-box checked fa fa-square-check-o fa-fw\"></span> bought a new rope</li></ul></div><div itemprop=\"interactionStatistic\"><meta itemprop=\"userInteractionCount\" content=\"3\" /><span class='post-likes'>3 Likes</span></div></div>"
        f'<div id=\'post_2\' itemprop=\'comment\' class=\'topic-body crawler-post\'><div class=\'crawler-post-meta\'><span class="creator" itemprop="author"><a itemprop="url" rel=\'nofollow\' href=\'/u/ben\'><span itemprop=\'name\'>ben</span></a></span><span class="crawler-post-infos"><time class=\'post-time\'>May 3, 2025, 11:30am</time><span itemprop=\'position\'>2</span></span></div><div class=\'post\' itemprop=\'text\'><p>{_TELL}</p><p><div class="lightbox-wrapper"><a class="lightbox" href="/uploads/hose.jpeg" data-download-href="/uploads/hose" title="hose"><img src="/uploads/hose_2_690x460.jpeg" alt="hose" width="690" height="460" srcset="/uploads/hose_2_690x460.jpeg, /uploads/hose_2_1380x920.jpeg 2x"><div class="meta"><svg class="fa d-icon d-icon-far-image svg-icon" aria-hidden="true"><use href="#far-image"></use></svg><span class="filename">hose</span><span class="informations">1920×1280 312 KB</span></div></a></div></p></div></div>'
        '</div></div><footer class="container wrap"><nav class="crawler-nav"><ul><li itemprop="hasPart"><a href="/">Home</a></li><li><a href="/tos">Terms of Service</a></li></ul></nav><p class="powered-by-link">Powered by <a href="https://www.discourse.org">Discourse</a></p></footer></body></html>',
        has=(
            "When the wind is from the east",
            "- [x] bought a new rope",
            "Put a piece of old hose",
            "![hose](https://example.org/uploads/hose_2_",
        ),
        lacks=("312 KB", "Terms of Service", "Powered by"),
    ),
)

_BLOCKS = (
    Construct(
        "Docusaurus: an admonition",
        _docusaurus(
            '<div class="theme-admonition theme-admonition-tip admonition_xJq3 alert alert--success"><div class="admonitionHeading_Gvgb"><span class="admonitionIcon_Rf37"><svg viewBox="0 0 12 16"><path fill-rule="evenodd" d="M6.5 0"></path></svg></span>tip</div><div class="admonitionContent_BuS1"><p>Throw the rope with the wind, not against it.</p></div></div>'
        ),
        has=("> [!TIP]\n> Throw the rope with the wind, not against it.",),
        lacks=("\ntip\n", "> tip"),
    ),
    Construct(
        "VitePress: a container with a title",
        _docs(
            '<div class="warning custom-block"><p class="custom-block-title">WARNING</p><p>Do not stand in the bight of a rope that is under load.</p></div><div class="details custom-block"><summary>Why is that so?</summary><p>It can break, and then it flies back faster than you can jump aside.</p></div>'
        ),
        has=("> [!WARNING]\n> Do not stand in the bight", "Why is that so?", "It can break"),
        lacks=("> WARNING",),
    ),
    Construct(
        "Obsidian: a callout with a title and a fold",
        _blog(
            '<div data-callout-metadata="" data-callout-fold="+" data-callout="warning" class="callout is-collapsible"><div class="callout-title" dir="auto"><div class="callout-icon"><svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" class="svg-icon lucide-alert-triangle"><path d="m21"></path></svg></div><div class="callout-title-inner">Mind the bight</div><div class="callout-fold"><svg class="svg-icon lucide-chevron-down"><path d="m6"></path></svg></div></div><div class="callout-content"><p dir="auto">A rope under load can break, and then it flies back.</p></div></div>'
        ),
        has=("> [!WARNING]", "Mind the bight", "> A rope under load can break"),
        lacks=("<svg", "bightA"),
    ),
    Construct(
        "GitHub: an alert in a README",
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>GitHub - anna/harbour: Moors ships</title></head><body class="logged-out"><a href="#start-of-content">Skip to content</a><header role="banner"><a href="/login">Sign in</a></header><main><div id="repository-container-header"><a href="/anna">anna</a> / <strong><a href="/anna/harbour">harbour</a></strong></div><table aria-labelledby="folders-and-files"><tbody><tr><td><a href="/anna/harbour/blob/main/moor.py">moor.py</a></td><td><a href="/anna/harbour/commit/71">Tie twice</a></td><td>last week</td></tr></tbody></table><article class="markdown-body entry-content container-lg" itemprop="text"><div class="markdown-heading" dir="auto"><h1 tabindex="-1" class="heading-element" dir="auto">Harbour</h1><a id="user-content-harbour" class="anchor" aria-label="Permalink: Harbour" href="#harbour"><svg class="octicon octicon-link"><path d="m7"></path></svg></a></div>'
        f'{_HANDBOOK[0]}<div class="markdown-alert markdown-alert-important" dir="auto"><p class="markdown-alert-title" dir="auto"><svg class="octicon octicon-report mr-2" viewBox="0 0 16 16"><path d="M0"></path></svg>Important</p><p dir="auto">Moor the ship before you go ashore.</p></div>{_HANDBOOK[1]}'
        '</article></main><footer class="footer">© 2025 GitHub, Inc.</footer></body></html>',
        has=("> [!IMPORTANT]\n> Moor the ship before you go ashore.",),
        lacks=("> Important", "\nImportant\n"),
    ),
    Construct(
        "Quarto: a callout with its title",
        _blog(
            '<div class="callout callout-style-default callout-note callout-titled"><div class="callout-header d-flex align-content-center"><div class="callout-icon-container"><i class="callout-icon"></i></div><div class="callout-title-container flex-fill"><span class="screen-reader-only">Note</span>On the wind</div></div><div class="callout-body-container callout-body"><p>From force six on, a third rope is needed at the stern.</p></div></div>'
        ),
        has=("> [!NOTE]", "On the wind", "> From force six on"),
        lacks=("NoteOn", "windFrom"),
    ),
    Construct(
        "MDN: definitions with links to themselves",
        '<!doctype html><html lang="en-US"><head><meta charset="utf-8"><title>moor() - Harbour APIs | MDN</title></head><body><ul class="nav-access"><li><a href="#content">Skip to main content</a></li></ul><nav class="top-navigation"><a href="/docs/Web">References</a></nav><aside class="sidebar"><details open><summary>Methods</summary><ul><li><a href="/cast">cast()</a></li></ul></details></aside><main id="content" class="main-content"><article class="main-page-content" lang="en-US"><header><h1>moor()</h1><details class="baseline-indicator high"><summary><span class="indicator"></span><div class="status-title">Baseline <span class="not-bold">Widely available</span></div></summary></header>'
        f'<div class="section-content">{_HANDBOOK[0]}</div><section aria-labelledby="parameters"><h3 id="parameters"><a href="#parameters">Parameters</a></h3><div class="section-content"><dl><dt id="ship"><a href="#ship"><code>ship</code></a></dt><dd><p>The ship, which must be alongside.</p></dd><dt id="rope"><a href="#rope"><code>rope</code></a> <span class="badge inline optional">Optional</span></dt><dd><p>How long the rope is, in metres.</p></dd></dl></div></section><section><h2 id="notes"><a href="#notes">Notes</a></h2><div class="section-content">{_HANDBOOK[1]}</div></section></article></main><footer id="nav-footer">© MDN contributors</footer></body></html>',
        has=(
            "### Parameters",
            "`ship`",
            "The ship, which must be alongside.",
            "`rope`",
            "How long the rope is",
        ),
        lacks=("](#", "`ship`The", "OptionalHow"),
    ),
    Construct(
        "Yoast: questions and answers",
        _wordpress(
            '<div class="schema-faq wp-block-yoast-faq-block"><div class="schema-faq-section" id="faq-question-71"><strong class="schema-faq-question">How long is a plank?</strong> <p class="schema-faq-answer">Four metres, and as wide as two hands.</p> </div> <div class="schema-faq-section" id="faq-question-72"><strong class="schema-faq-question">Who paid for it?</strong> <p class="schema-faq-answer">The town, with a loan from the bank.</p> </div> </div>'
        ),
        has=("**How long is a plank?**\n\nFour metres", "**Who paid for it?**\n\nThe town"),
        lacks=("Share this",),
    ),
    Construct(
        "Easy Table of Contents: contents in the text, and headings with spans",
        _wordpress(
            '<div id="ez-toc-container" class="ez-toc-v2_0_71 counter-hierarchy ez-toc-counter ez-toc-grey ez-toc-container-direction"><div class="ez-toc-title-container"><p class="ez-toc-title" style="cursor:inherit">Table of Contents</p><span class="ez-toc-title-toggle"><a href="#" class="ez-toc-pull-right ez-toc-btn ez-toc-toggle" aria-label="Toggle Table of Content"><span>Toggle</span></a></span></div><nav><ul class="ez-toc-list ez-toc-list-level-1"><li class="ez-toc-page-1"><a class="ez-toc-link ez-toc-heading-1" href="#The_planks" title="The planks">The planks</a></li><li class="ez-toc-page-1"><a class="ez-toc-link ez-toc-heading-2" href="#The_nails" title="The nails">The nails</a></li></ul></nav></div>'
            '<h2><span class="ez-toc-section" id="The_planks"></span>The planks<span class="ez-toc-section-end"></span></h2><p>They are of oak, and each is four metres long and as wide as two hands, with a groove on one side.</p><h2><span class="ez-toc-section" id="The_nails"></span>The nails<span class="ez-toc-section-end"></span></h2><p>They are of copper, which does not rust, and cost more than the planks that they hold in their place.</p>'
        ),
        has=("## The planks\n\nThey are of oak", "## The nails\n\nThey are of copper"),
        lacks=("Toggle", "](#", "Table of Contents"),
    ),
)

CONSTRUCTS = _CODE + _MATH + _PICTURES + _EMBEDS + _TABLES + _FOOTNOTES + _THREADS + _BLOCKS
