"""Platforms for programmers and bloggers: CSDN, Juejin, Jianshu, cnblogs, SegmentFault, OSCHINA, Sina blog."""

from __future__ import annotations

import json

from tests.unit.metadata.platforms.form import ESSAY, Platform, around, listed, paragraphs

__all__ = ["TECH"]

_TITLE = "用水位数据画一张渡口日历"
_TEXT = (
    "渡口每天早晚各记一次水位，攒了十年，一直躺在表格里。这篇文章把它们读出来，画成一张可以挂在墙上的日历。",
    "数据的格式很简单，一行一天，第一列是日期，第二列是早晨的水位，第三列是傍晚的水位，单位都是厘米。",
    "读进来以后先处理缺失值：洪水那几天没有人记录，我用前后两天的平均值补上，并且在图上用虚线标出来。",
    "最后的日历一共十二页，每一格的颜色深浅代表水位高低，一眼就能看出哪一年的夏天水最大。",
)
_CODE = "import csv\nrows = list(csv.reader(open('level.csv')))\nprint(len(rows))"
_ENDS = (_TEXT[0][:20], _TEXT[-1][-20:])

_CSDN = Platform(
    "CSDN with highlight.js and a line-number gutter",
    "https://blog.csdn.net/shuiwei/article/details/130000001",
    around(
        '<div class="main_father clearfix d-flex justify-content-center"><div class="container clearfix" id="mainBox"><main><div class="blog-content-box"><div class="article-header-box"><div class="article-header"><div class="article-title-box"><h1 class="title-article" id="articleContentId">'
        f'{_TITLE}</h1></div><div class="article-info-box"><div class="article-bar-top"><img class="article-type-img" src="https://csdnimg.cn/release/original.png" alt=""><div class="bar-content"><img class="article-time-img article-heard-img" src="https://csdnimg.cn/release/newCurrentTime2.png" alt=""><span class="time blog-postTime" data-time="2023-05-27 09:21:08">最新推荐文章于&nbsp;2024-01-05 10:00:00&nbsp;发布</span>'
        '<a class="follow-nickName " href="https://blog.csdn.net/shuiwei" target="_blank" title="水位记录员">水位记录员</a><img class="article-read-img" src="https://csdnimg.cn/release/articleReadEyes2.png" alt=""><span class="read-count">阅读量2.1k</span><a class="un-collection"><span class="name">收藏</span><span class="get-collection">16</span></a><div class="read-count-box is-like"><span>点赞数</span>8</div></div></div>'
        '<div class="blog-tags-box"><div class="tags-box artic-tag-box"><span class="label">文章标签：</span><a rel="noopener" class="tag-link" href="https://so.csdn.net/so/search/s.do?q=python">python</a><a class="tag-link" href="https://so.csdn.net/so/search/s.do?q=2">可视化</a></div></div><div class="up-time"><span>于&nbsp;2023-05-27 09:21:08&nbsp;首次发布</span></div><div class="slide-content-box"><div class="article-copyright"><div class="creativecommons">版权声明：本文为博主原创文章，遵循<a href="http://creativecommons.org/licenses/by-sa/4.0/"> CC 4.0 BY-SA </a>版权协议，转载请附上原文出处链接和本声明。</div><div class="article-source-link">本文链接：<a href="https://blog.csdn.net/shuiwei/article/details/130000001">https://blog.csdn.net/shuiwei/article/details/130000001</a></div></div></div></div></div></div>'
        f'<article class="baidu_pl"><div id="article_content" class="article_content clearfix"><div id="content_views" class="markdown_views prism-atom-one-dark"><h2><a name="t0"></a>一、读数据</h2>{paragraphs(_TEXT[:2])}'
        '<pre data-index="0" class="set-code-show prettyprint"><code class="prism language-python has-numbering" onclick="mdcp.copyCode(event)" style="position: unset;"><span class="token keyword">import</span> csv\nrows <span class="token operator">=</span> <span class="token builtin">list</span>(csv.reader(open(\'level.csv\')))\n<span class="token keyword">print</span>(len(rows))\n<div class="hljs-button {2}" data-title="复制" onclick="hljs.copyCode(event)"></div></code><ul class="pre-numbering" style=""><li style="color: rgb(153, 153, 153);">1</li><li>2</li><li>3</li></ul></pre>'
        f'<p><img src="https://img-blog.csdnimg.cn/level1.png" alt="在这里插入图片描述"></p><h2>二、画日历</h2>{paragraphs(_TEXT[2:])}</div><div class="blog-extension-box"></div></div></article></div>'
        '<div class="more-toolbox-new" id="toolBarBox"><div class="left-toolbox"><span>关注</span><ul class="toolbox-list"><li class="tool-item">8 点赞</li><li class="tool-item">踩</li><li class="tool-item">16 收藏</li></ul></div></div><div class="recommend-box insert-baidu-box"><div class="recommend-item-box"><a href="https://blog.csdn.net/x/article/details/2"><div class="content-box"><div class="title">读取水文站的接口数据</div></div></a><div class="desc">水文站提供了公开的接口，这篇文章介绍如何申请钥匙并且按天下载。</div><span class="blog-time">06-01</span></div></div></main>'
        '<aside class="blog_container_aside"><div class="aside-box profile"><a href="https://blog.csdn.net/shuiwei"><span class="name" username="shuiwei">水位记录员</span></a><div class="data-info">原创 35 粉丝 1024</div></div><div id="asideHotArticle"><h3 class="aside-title">热门文章</h3><ul><li><a href="/2">把十年日记放进数据库</a></li></ul></div></aside></div></div>',
        '<meta name="keywords" content="水位 python"><meta name="description" content="文章浏览阅读2.1k次。渡口每天早晚各记一次水位。">',
        title=f"{_TITLE}_水位 python-CSDN博客",
    ),
    _TITLE,
    authors=("水位记录员",),
    published="2023-05-27T09:21",
    tags=("python", "可视化"),
    images=("level1.png",),
    no_images=("original.png", "newCurrentTime2.png"),
    has=(*_ENDS, "rows = list(csv.reader"),
    has_not=("热门文章", "阅读量", "\n1\n2", "点赞数"),
)
_CSDN_OLD = Platform(
    "CSDN of 2012",
    "http://blog.csdn.net/shuiwei/article/details/7600001",
    around(
        '<div id="container"><div id="header"><h2><a href="http://blog.csdn.net/shuiwei">水边的程序员</a></h2></div><div id="body"><div id="main"><div class="main"><div id="article_details" class="details"><div class="article_title"><span class="ico ico_type_Original"></span><h1><span class="link_title"><a href="/shuiwei/article/details/7600001">'
        f'{_TITLE}</a></span></h1></div><div class="article_manage"><span class="link_categories">分类：<a href="/shuiwei/article/category/1">数据</a></span><span class="link_postdate">2012-05-27 09:21</span><span class="link_view" title="阅读次数">1024人阅读</span><span class="link_comments"><a href="#comments">评论</a>(3)</span><span class="link_collect"><a href="#">收藏</a></span><span class="link_report"><a href="#report">举报</a></span></div>'
        '<div class="tag2box"><a href="http://www.csdn.net/tag/python">python</a><a href="http://www.csdn.net/tag/csv">csv</a></div>'
        f'<div id="article_content" class="article_content">{paragraphs(_TEXT[:2])}<textarea readonly="readonly" name="code" class="python">{_CODE}</textarea>{paragraphs(_TEXT[2:])}</div></div><div class="related_articles"><h4>相关文章</h4><ul>{listed(3)}</ul></div></div></div>'
        '<div id="side"><div id="panel_Profile"><ul class="panel_head"><span>个人资料</span></ul><div id="blog_userface"><span><a href="http://my.csdn.net/shuiwei" class="user_name">shuiwei</a></span></div></div></div></div></div>',
        title=f"{_TITLE} - 水边的程序员 - 博客频道 - CSDN.NET",
    ),
    _TITLE,
    authors=None,
    published="2012-05-27T09:21",
    has=_ENDS,
    has_not=("1024人阅读", "相关文章"),
)
_JUEJIN = Platform(
    "Juejin as of today",
    "https://juejin.cn/post/7200000000000000001",
    around(
        '<div id="__nuxt"><div id="__layout"><div id="juejin"><div class="view-container"><main class="container main-container"><div class="view column-view"><div class="main-area article-area"><article itemscope="itemscope" itemtype="http://schema.org/Article" data-entry-id="7200000000000000001" class="article">'
        f'<meta itemprop="url" content="https://juejin.cn/post/7200000000000000001"><meta itemprop="headline" content="{_TITLE}"><meta itemprop="keywords" content="Python,数据可视化"><meta itemprop="datePublished" content="2023-05-27T01:21:08.000Z"><meta itemprop="image" content="https://p1-jj.byteimg.com/avatar.png"><div itemprop="author" itemscope="itemscope" itemtype="http://schema.org/Person"><meta itemprop="name" content="不会水的鱼"><meta itemprop="url" content="https://juejin.cn/user/1"></div><div itemprop="publisher" itemscope itemtype="http://schema.org/Organization"><meta itemprop="name" content="掘金"></div>'
        f'<h1 class="article-title">{_TITLE}</h1><div class="author-info-block"><div class="author-info-box"><div class="author-name"><a href="/user/1/posts" class="jj-link username"><span class="name">不会水的鱼</span><span class="rank"><img src="//lf-web.juejin.cn/lv3.png" alt=""></span></a></div><div class="meta-box"><time datetime="2023-05-27T01:21:08.000Z" title="Sat May 27 2023" class="time">2023-05-27</time><span class="views-count">3,210</span><span class="read-time">阅读4分钟</span></div></div><button class="follow-btn">关注</button></div>'
        f'<div itemprop="articleBody" class="article-viewer markdown-body result"><h2 data-id="heading-0">读数据</h2>{paragraphs(_TEXT[:2])}<pre><div class="code-block-extension-header"><div class="code-block-extension-headerLeft"><div class="code-block-extension-foldBtn"></div><span class="code-block-extension-lang">python</span></div><div class="code-block-extension-headerRight"><span class="code-block-extension-lang">体验AI代码助手</span><div class="code-block-extension-copyCodeBtn">代码解读复制代码</div></div></div><code class="hljs language-python code-block-extension-codeShowNum" lang="python"><span class="code-block-extension-codeLine" data-line-num="1">import csv</span>\n<span class="code-block-extension-codeLine" data-line-num="2">rows = list(csv.reader(open(\'level.csv\')))</span>\n</code></pre>'
        f'<p><img src="https://p3-juejin.byteimg.com/jj1~tplv-k3u1fbpfcp-zoom-1.image" loading="lazy" class="medium-zoom-image"></p>{paragraphs(_TEXT[2:])}</div></article><div class="article-end"><div class="tag-list-box"><div class="tag-list"><div class="tag-list-title">标签：</div><div class="tag-list-container"><a href="/tag/Python" class="tag-item"><div class="tag-title">Python</div></a><a href="/tag/2" class="tag-item"><div class="tag-title">数据可视化</div></a></div></div></div></div>'
        '<div class="main-area recommended-area"><div class="recommended-entry-list-title">为你推荐</div><ul class="entry-list recommended-entry-list"><li class="item"><a href="/post/2">十分钟读懂日志格式</a><span>蓝皮火车 2年前 1.2k 阅读</span></li></ul></div></div></div></main></div></div></div></div>',
        '<meta data-n-head="ssr" name="keywords" content="Python,数据可视化中文技术社区,前端开发社区">',
        title=f"{_TITLE} - 掘金",
    ),
    _TITLE,
    authors=("不会水的鱼",),
    published="2023-05-27T",
    tags=("Python", "数据可视化"),
    images=("jj1~tplv-k3u1fbpfcp-zoom-1.image",),
    has=(*_ENDS, "rows = list(csv.reader"),
    has_not=("为你推荐", "复制代码", "3,210"),
)
_JIANSHU_STATE = {
    "props": {"initialState": {"note": {"data": {
        "public_title": _TITLE, "free_content": paragraphs(_TEXT), "user": {"nickname": "江边的老树", "id": 1, "intro": "写程序的人"},
        "first_shared_at": 1685150468, "last_updated_at": 1685236868, "wordage": 812, "views_count": 64,
    }}}}
}  # fmt: skip
_JIANSHU = Platform(
    "Jianshu of today",
    "https://www.jianshu.com/p/a1b2c3d4e5f6",
    around(
        f'<div id="__next"><header><nav><a href="/">首页</a><a href="/apps">下载APP</a></nav></header><div class="_21bLU4 _3kbg6I"><div class="_3VRLsv" role="main"><div class="_gp-ck"><section class="ouvJEz"><h1 class="_1RuRku" title="{_TITLE}">{_TITLE}</h1>'
        '<div class="rEsl9f"><div class="_2mYfmT"><a class="_1OhGeD" href="/u/1" target="_blank" rel="noopener noreferrer"><img class="_13D2Eh" src="https://upload.jianshu.io/users/upload_avatars/1/a.jpg" alt=""></a><div style="margin-left:8px"><div class="_3U4Smb"><span class="FxYr8x"><a class="_1OhGeD" href="/u/1">江边的老树</a></span><button type="button" class="_3kba3h">关注</button><span class="_3W59v6">IP属地: 湖岸</span></div><div class="s-dsoj"><span class="_2-rrh">1</span><time datetime="2023-05-27T01:21:08.000Z">2023.05.27 09:21:08</time><span>字数 812</span><span>阅读 1,064</span></div></div></div></div>'
        f'<article class="_2rhmJa">{paragraphs(_TEXT[:2])}<div class="image-package"><div class="image-container" style="max-width: 700px;"><div class="image-view" data-width="1080"><img data-original-src="//upload-images.jianshu.io/upload_images/1-js1.jpg" data-original-width="1080" data-original-format="image/jpeg"></div></div><div class="image-caption">渡口的水尺</div></div>{paragraphs(_TEXT[2:])}</article>'
        '<div class="_1kCBjS"><div class="_18vaTa"><span class="_2PTjpI">最后编辑于 ：<time datetime="2023-05-28T01:21:08.000Z">2023.05.28 09:21:08</time></span></div><div class="_3BUZPB">6人点赞</div></div><div class="d0hShY"><a class="_1OhGeD" href="/nb/1">随笔</a></div></section><div id="note-page-comment"><h3>评论0</h3></div></div>'
        '<section class="ouvJEz"><h3 class="QHRnq8">推荐阅读</h3><ul><li><a href="/p/2">更多精彩内容</a></li></ul></section></div><aside class="_2OwGUo"><div class="_3Z3nHf"><a href="/u/1">江边的老树</a>总资产6</div></aside></div></div>'
        f'<script id="__NEXT_DATA__" type="application/json">{json.dumps(_JIANSHU_STATE, ensure_ascii=False)}</script>',
        title=f"{_TITLE} - 简书",
    ),
    _TITLE,
    authors=("江边的老树",),
    published="2023-05-27T",
    images=("1-js1.jpg",),
    no_images=("a.jpg",),
    has=_ENDS,
    has_not=("推荐阅读", "字数 812", "人点赞"),
)
_JIANSHU_SHELL = Platform(
    "Jianshu in its state only",
    "https://www.jianshu.com/p/a1b2c3d4e5f6",
    around(
        f'<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{json.dumps(_JIANSHU_STATE, ensure_ascii=False)}</script>',
        title=f"{_TITLE} - 简书",
    ),
    _TITLE,
    authors=("江边的老树",),
    published="2023-05-27T",
    has=_ENDS,
)
_CNBLOGS = Platform(
    "cnblogs of today",
    "https://www.cnblogs.com/shuiwei/p/17000001.html",
    around(
        '<div id="home"><div id="header"><div id="blogTitle"><a id="lnkBlogLogo" href="https://www.cnblogs.com/shuiwei/"></a><h1><a id="Header1_HeaderTitle" class="headermaintitle HeaderMainTitle" href="https://www.cnblogs.com/shuiwei/">十年水位</a></h1><h2>记下来的都算数</h2></div><div id="navigator"><ul id="navList"><li><a href="https://www.cnblogs.com/">博客园</a></li><li><a href="/shuiwei/">首页</a></li><li><a href="https://i.cnblogs.com/EditPosts.aspx?opt=1">新随笔</a></li></ul><div class="blogStats">随笔 - 35&nbsp; 文章 - 0&nbsp; 评论 - 9</div></div></div>'
        f'<div id="main"><div id="mainContent"><div class="forFlow"><div id="post_detail"><div id="topics"><div class="post"><h1 class="postTitle"><a id="cb_post_title_url" class="postTitle2 vertical-middle" href="https://www.cnblogs.com/shuiwei/p/17000001.html"><span role="heading" aria-level="2">{_TITLE}</span></a></h1><div class="clear"></div><div class="postBody"><div id="cnblogs_post_body" class="blogpost-body cnblogs-markdown">{paragraphs(_TEXT[:2])}<pre><code class="language-python">{_CODE}\n</code></pre><p><img src="https://img2023.cnblogs.com/blog/1/cb1.png" alt="image" loading="lazy"></p>{paragraphs(_TEXT[2:])}</div><div class="clear"></div><div id="blog_post_info_block" role="contentinfo"><div id="blog_post_info"></div><div id="BlogPostCategory">分类: <a href="/shuiwei/category/1.html">数据</a></div><div id="EntryTag">标签: <a href="/shuiwei/tag/python/">python</a>, <a href="/shuiwei/tag/csv/">csv</a></div></div></div>'
        '<div class="postDesc">posted @ <span id="post-date" data-last-update-days="300.1" data-date-updated="BlogServer.Application.Dto.BlogPost.BlogPostDto" data-date-created="2023-05-27 09:21">2023-05-27 09:21</span>&nbsp; <a href="https://www.cnblogs.com/shuiwei">水位先生</a>&nbsp; 阅读(<span id="post_view_count">321</span>)&nbsp; 评论(<span id="post_comment_count">2</span>)&nbsp; &nbsp; <a href="#">收藏</a>&nbsp; <a href="#">举报</a></div></div></div></div>'
        '<div id="blog-comments-placeholder"></div></div></div><div id="sideBar"><div id="sideBarMain"><div class="newsItem"><h3 class="catListTitle">公告</h3><div id="profile_block">昵称：<a href="https://home.cnblogs.com/u/shuiwei/">水位先生</a><br>园龄：<a href="/u/shuiwei/">5年2个月</a></div></div></div></div></div></div>',
        '<meta property="og:description" content="渡口每天早晚各记一次水位"><meta name="keywords" content="python,csv">',
        title=f"{_TITLE} - 水位先生 - 博客园",
    ),
    _TITLE,
    authors=("水位先生",),
    published="2023-05-27T09:21",
    tags=("python", "csv"),
    images=("cb1.png",),
    has=(*_ENDS, "rows = list(csv.reader"),
    has_not=("园龄", "posted @"),
)
_SEGMENTFAULT = Platform(
    "SegmentFault article",
    "https://segmentfault.com/a/1190000040000001",
    around(
        f'<div id="__next"><div class="article-content"><div class="card"><div class="card-body"><h1 class="text-center mb-4 h1"><a class="text-body" href="/a/1190000040000001">{_TITLE}</a></h1><div class="d-flex flex-wrap"><a href="/u/shuiwei" class="d-flex align-items-center text-body"><picture><img class="rounded-circle" src="https://avatar-static.segmentfault.com/sf.jpg" alt="头像"></picture><strong class="align-self-center font-size-14">水位先生</strong></a><time class="text-secondary" datetime="2023-05-27T09:21:08+08:00">2023-05-27</time><span>湖岸</span><span>阅读 4 分钟</span></div>'
        f'<article class="article fmt article-content ">{paragraphs(_TEXT[:2])}<pre><code class="python">{_CODE}</code></pre><p><span class="img-wrap"><img referrerpolicy="no-referrer" src="/img/remote/1460000040000001" alt="level.png" title="level.png"></span></p>{paragraphs(_TEXT[2:])}</article><div class="d-flex"><a class="badge-tag" href="/t/python">python</a><a class="badge-tag" href="/t/csv">csv</a></div><div>阅读 2.1k<span>更新于 2024-01-05</span></div></div></div></div></div>',
        '<meta property="article:published_time" content="2023-05-27T01:21:08.000Z">',
        title=f"{_TITLE} - 十年水位 - SegmentFault 思否",
    ),
    _TITLE,
    authors=("水位先生",),
    published="2023-05-27T",
    images=("1460000040000001",),
    has=(*_ENDS, "rows = list(csv.reader"),
)
_SINA_BLOG = Platform(
    "Sina blog with real_src",
    "http://blog.sina.com.cn/s/blog_4b00000101000001.html",
    around(
        '<div class="sinablogbody"><div class="sinabloghead"><div class="blogtoparea"><h1 class="blogtitle"><a href="http://blog.sina.com.cn/shanju"><span id="blognamespan">溪谷来信的博客</span></a></h1></div><div class="blognav"><a href="#">首页</a><a href="#">博文目录</a><a href="#">关于我</a></div></div>'
        '<div class="sinablogb"><div id="column_1" class="SG_colW21"><div class="SG_conn"><div class="SG_connHead"><span class="title">个人资料</span></div><div class="info"><strong id="ownernick">溪谷来信</strong><ul><li>博客等级：12</li><li>博客访问：10,240</li></ul></div></div></div>'
        '<div id="column_2" class="SG_colW73"><div class="SG_conn"><div class="SG_connHead"><span class="title">正文</span><span class="edit">字体大小：大 中 小</span></div><div class="SG_connBody"><div id="articlebody" class="artical"><div class="articalTitle"><h2 id="t_4b00000101000001" class="titName SG_txta">山里听雨的第三年</h2><span class="img2"></span><span class="time SG_txtc">(2012-05-27 09:21:08)</span></div>'
        '<div class="articalTag" id="sina_keyword_ad_area"><table><tr><td class="blog_tag"><script></script><span class="SG_txtb">标签：</span><h3><a href="http://search.sina.com.cn/?c=blog&q=1">山居</a></h3><h3><a href="http://search.sina.com.cn/?c=blog&q=2">茶</a></h3></td><td class="blog_class"><span class="SG_txtb">分类：</span><a target="_blank" href="#">山里日记</a></td></tr></table></div>'
        f'<div id="sina_keyword_ad_area2" class="articalContent newfont_family">{"".join(f"<div>　　{one}</div>" for one in ESSAY[:2])}<div><a href="http://photo.blog.sina.com.cn/showpic.html#1"><img src="http://simg.sinajs.cn/blog7style/images/common/sg_trans.gif" real_src="http://s8.sinaimg.cn/middle/4b000001sb1&690" name="image_operate_1" alt="山里听雨" title="山里听雨"></a></div>{"".join(f"<div>　　{one}</div>" for one in ESSAY[2:])}</div>'
        '<div class="shareUp"><div class="share"><span>分享：</span></div></div><div class="articalInfo"><div><a href="#">阅读</a><span>(321)</span>┊<a href="#">评论</a>(2)┊<a href="#">收藏</a>┊<a href="#">转载</a>┊<a href="#">喜欢▼</a></div></div><div class="articalfrontback"><div><span class="SG_txtb">前一篇：</span><a href="#">竹椅修好了</a></div><div><span class="SG_txtb">后一篇：</span><a href="#">清明前后</a></div></div></div></div></div></div></div></div>',
        title="山里听雨的第三年_溪谷来信_新浪博客",
    ),
    "山里听雨的第三年",
    authors=None,
    published="2012-05-27T09:21",
    tags=("山居", "茶"),
    images=("4b000001sb1&690",),
    no_images=("sg_trans.gif",),
    has=(ESSAY[0][:20], ESSAY[-1][-20:]),
    has_not=("前一篇", "博客等级", "字体大小"),
)
_OSCHINA = Platform(
    "OSCHINA blog",
    "https://my.oschina.net/shuiwei/blog/5500001",
    around(
        f'<div class="article-box"><h1 class="article-box__title"><a href="https://my.oschina.net/shuiwei/blog/5500001" class="article-box__link">{_TITLE}</a></h1><div class="article-box__meta"><div class="item-list"><div class="item"><span class="item-label">原创</span></div><div class="item"><a href="https://my.oschina.net/shuiwei" class="__user"><span>不会水的鱼</span></a></div><div class="item">05/27 09:21</div><div class="item">阅读数 321</div></div></div>'
        f'<div class="article-box__content"><div class="detail-box"><div class="article-detail"><div class="content">{paragraphs(_TEXT[:2])}<p><img alt="" src="https://oscimg.oschina.net/oscnet/up-os1.png"></p>{paragraphs(_TEXT[2:])}</div></div></div></div><div class="article-box__tags"><div class="tags-box"><div class="tags-box__inner"><a class="tags-box__name" href="/tag/1">python</a></div></div></div></div>',
        '<meta property="og:release_date" content="2022-05-27T09:21:08+08:00"><meta property="bytedance:published_time" content="2022-05-27T09:21:08+08:00">',
        title=f"{_TITLE} - 不会水的鱼的个人空间 - OSCHINA - 中文开源技术交流社区",
    ),
    _TITLE,
    authors=("不会水的鱼",),
    published="2022-05-27T09:21",
    images=("up-os1.png",),
    has=_ENDS,
)

TECH = (
    _CSDN, _CSDN_OLD, _JUEJIN, _JIANSHU, _JIANSHU_SHELL, _CNBLOGS, _SEGMENTFAULT, _SINA_BLOG, _OSCHINA,
)  # fmt: skip
"""Pages of platforms for programmers, and of blogs."""
