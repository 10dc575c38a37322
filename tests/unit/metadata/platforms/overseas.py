"""Platforms in traditional Chinese, Japanese and Korean."""

from __future__ import annotations

import json

from tests.unit.metadata.platforms.form import OLD_NEWS, Platform, around, paragraphs

__all__ = ["OVERSEAS"]

_TITLE = "青禾鎮渡口浮橋恢復通行"
_BOTH = (OLD_NEWS[0][:20], OLD_NEWS[-1][-20:])

_UDN = Platform(
    "udn",
    "https://udn.com/news/story/7320/7990001",
    around(
        '<header><nav><a href="/news/index">首頁</a><a href="/news/cate/2/6641">生活</a></nav></header><main class="l-wrapper"><section class="wrapper-left"><article class="article-content"><nav class="article-content__breadcrumb"><a class="breadcrumb-items" href="/">udn</a><a class="breadcrumb-items" href="/news/cate/2">地方</a></nav>'
        f'<h1 class="article-content__title">{_TITLE}</h1><div class="article-content__subinfo"><section class="authors"><time class="article-content__time">2024-05-27 09:21</time><span class="article-content__author">湖岸報 記者<a href="/author/articles/1">陶曉曼</a>／青禾即時報導</span></section><section class="article-content__tools"><span>讚</span></section></div>'
        f'<section class="article-content__wrapper"><section class="article-content__editor"><figure class="article-content__cover"><picture><source srcset="https://pgw.udn.com.tw/gw/photo.php?u=ud1.jpg&amp;w=1050"><img src="https://pgw.udn.com.tw/gw/photo.php?u=ud1.jpg" alt="浮橋恢復通行。" title="浮橋恢復通行。記者陶曉曼／攝影"></picture><figcaption>浮橋恢復通行。記者陶曉曼／攝影</figcaption></figure>{paragraphs(OLD_NEWS[:2])}<div class="inline-ads"><p>廣告</p></div>{paragraphs(OLD_NEWS[2:])}</section><section class="keywords"><a class="tag" href="/search/tagging/2/浮橋">浮橋</a><a class="tag" href="/search/tagging/2/渡口">渡口</a></section></section></article>'
        '<section class="article-more"><h2>延伸閱讀</h2><a href="/news/story/2">舊書市集周末開張</a></section></section><aside><h2>熱門新聞</h2><a href="/news/story/3">燈會定於元宵舉行</a></aside></main>',
        f'<meta name="author" content="陶曉曼"><meta property="og:title" content="{_TITLE} | 地方 | 湖岸新聞網"><meta property="article:published_time" content="2024-05-27T09:21:08+08:00"><meta name="news_keywords" content="浮橋,渡口">',
        title=f"{_TITLE} | 大家談 | 地方 | 湖岸新聞網", lang="zh-Hant-TW",
    ),
    _TITLE, authors=("陶曉曼",), published="2024-05-27T09:21", tags=("浮橋", "渡口"), images=("ud1.jpg",), has=_BOTH,
    has_not=("延伸閱讀", "熱門新聞"),
)  # fmt: skip
_LTN = Platform(
    "ltn",
    "https://news.ltn.com.tw/news/life/breakingnews/4680001",
    around(
        f'<div class="content"><section class="wrap"><div class="breadcrumbs boxTitle"><a href="/">首頁</a> &gt; <a href="/list">生活</a></div><div itemprop="articleBody" class="whitecon articlebody"><h1>{_TITLE}</h1><div class="function boxTitle"></div><div class="text boxTitle boxText" data-desc="內文"><span class="time">2024/05/27 09:21</span>'
        f'<div class="photo boxTitle"><a class="image-popup-vertical-fit" href="#"><img class="lazy_imgs_ltn" src="https://img.ltn.com.tw/assets/images/default.png" data-src="https://img.ltn.com.tw/Upload/news/600/lt1.jpg" alt="浮橋恢復通行。（記者陶曉曼攝）" title="浮橋恢復通行。（記者陶曉曼攝）"></a><p>浮橋恢復通行。（記者陶曉曼攝）</p></div>'
        f'<p>〔記者陶曉曼／青禾報導〕{OLD_NEWS[0]}</p>{paragraphs(OLD_NEWS[1:])}<p class="appE1121">不用抽 不用搶 現在用APP看新聞 保證天天中獎　<a href="#">點我下載APP</a></p></div><div class="keyword boxTitle boxText"><i>關鍵字</i><a href="#">浮橋</a></div></div></section></div>',
        '<meta property="article:published_time" content="2024-05-27T09:21:00+08:00"><meta property="og:site_name" content="自由時報電子報">',
        title=f"{_TITLE} - 生活 - 自由時報電子報", lang="zh-Hant",
    ),
    _TITLE, authors=("陶曉曼",), published="2024-05-27T09:21", images=("lt1.jpg",), has=_BOTH, has_not=("點我下載APP",),
)  # fmt: skip
_CNA = Platform(
    "CNA",
    "https://www.cna.com.tw/news/aloc/202405270001.aspx",
    around(
        f'<div class="container"><div class="breadcrumb"><a href="/">首頁</a><a href="/list/aloc.aspx">地方</a></div><article class="article"><div class="centralContent"><h1><span>{_TITLE}</span></h1><div class="timeBox"><div class="updatetime"><span>2024/5/27 09:21</span><span>（5/27 10:05 更新）</span></div></div>'
        f'<div class="fullPic"><div class="floatImg center"><div class="wrap"><picture><source srcset="https://imgcdn.cna.com.tw/www/WebPhotos/1024/ca1.jpg"><img src="https://imgcdn.cna.com.tw/www/WebPhotos/800/ca1.jpg"></picture></div><div class="picinfo">浮橋恢復通行。（民眾提供）中央社記者陶曉曼傳真　113年5月27日</div></div></div><div class="paragraph"><p>（中央社記者陶曉曼青禾27日電）{OLD_NEWS[0]}</p>{paragraphs(OLD_NEWS[1:])}<p>（編輯：程一）1130527</p></div><div class="paragraph bottomBox"><div class="SubscriptionInner"><p>本網站之文字、圖片及影音，非經授權，不得轉載、公開播送或公開傳輸及利用。</p></div></div></div></article></div>',
        '<meta itemprop="author" content="中央通訊社"><meta itemprop="datePublished" content="2024/05/27 09:21"><meta property="og:title" content="青禾鎮渡口浮橋恢復通行 | 地方">',
        title=f"{_TITLE} | 地方 | 中央社 CNA", lang="zh-Hant",
    ),
    _TITLE, authors=("陶曉曼",), published="2024-05-27T09:21", has=_BOTH, has_not=("非經授權",),
)  # fmt: skip
_ETTODAY = Platform(
    "ETtoday",
    "https://www.ettoday.net/news/20240527/2740001.htm",
    around(
        f'<div class="wrapper"><div class="subject_article"><article><header><h1 class="title" itemprop="headline">{_TITLE}</h1></header><div class="subject_news"><div class="social"></div><time class="date" itemprop="datePublished" datetime="2024-05-27T09:21:00+08:00">2024年05月27日 09:21</time></div><div class="story" itemprop="articleBody"><p><img src="https://cdn2.ettoday.net/images/7500/et1.jpg" alt="▲浮橋"></p><p><strong>▲浮橋恢復通行。（圖／民眾提供）</strong></p><p>記者陶曉曼／青禾報導</p>{paragraphs(OLD_NEWS)}<p><a href="#">►►►更多新聞：舊書市集周末開張</a></p></div></article><div class="part_keyword"><strong>關鍵字：</strong><a href="#">浮橋</a><a href="#">渡口</a></div></div></div>',
        '<meta name="author" content="ETtoday新聞雲"><meta property="article:author" content="https://www.facebook.com/ETtoday"><meta name="section" content="生活">',
        title=f"{_TITLE} | ETtoday生活新聞 | ETtoday新聞雲", lang="zh-Hant",
    ),
    _TITLE, authors=("陶曉曼",), published="2024-05-27T09:21", tags=("浮橋", "渡口"), images=("et1.jpg",), has=_BOTH,
)  # fmt: skip
_PTT = Platform(
    "PTT web",
    "https://www.ptt.cc/bbs/Qinghe/M.1716772860.A.0A1.html",
    around(
        '<div id="topbar-container"><div id="topbar" class="bbs-content"><a id="logo" href="/bbs/">批踢踢實業坊</a><a class="board" href="/bbs/Qinghe/index.html">看板 Qinghe</a></div></div><div id="main-container"><div id="main-content" class="bbs-screen bbs-content"><div class="article-metaline"><span class="article-meta-tag">作者</span><span class="article-meta-value">laojiang (老蔣)</span></div><div class="article-metaline-right"><span class="article-meta-tag">看板</span><span class="article-meta-value">Qinghe</span></div>'
        f'<div class="article-metaline"><span class="article-meta-tag">標題</span><span class="article-meta-value">[閒聊] {_TITLE}</span></div><div class="article-metaline"><span class="article-meta-tag">時間</span><span class="article-meta-value">Mon May 27 09:21:08 2024</span></div>\n{chr(10).join(OLD_NEWS)}\n\n--\n<span class="f2">※ 發信站: 批踢踢實業坊(ptt.cc), 來自: 203.0.113.5 (臺灣)\n</span><span class="f2">※ 文章網址: <a href="https://www.ptt.cc/bbs/Qinghe/M.1716772860.A.0A1.html">https://www.ptt.cc/bbs/Qinghe/M.1716772860.A.0A1.html</a>\n</span>'
        '<div class="push"><span class="hl push-tag">推 </span><span class="f3 hl push-userid">bluetrain</span><span class="f3 push-content">: 明天就去走一走</span><span class="push-ipdatetime"> 05/27 09:40\n</span></div><div class="push"><span class="f1 hl push-tag">→ </span><span class="f3 hl push-userid">mumu</span><span class="f3 push-content">: 腳踏車可以過嗎</span><span class="push-ipdatetime"> 05/27 09:55\n</span></div></div></div>',
        f'<meta property="og:title" content="[閒聊] {_TITLE}"><meta property="og:site_name" content="Ptt 批踢踢實業坊">',
        title=f"[閒聊] {_TITLE} - 看板 Qinghe - 批踢踢實業坊", lang="zh-Hant",
    ),
    f"[閒聊] {_TITLE}", authors=None, published="2024-05-27T09:21", has=_BOTH,
)  # fmt: skip
_DCARD_STATE = {
    "props": {"pageProps": {"post": {"id": 255000001, "title": "搬到山裡三年的心得", "content": "\n\n".join(OLD_NEWS), "createdAt": "2024-05-27T01:21:08.000Z", "school": "湖岸大學", "topics": ["山居", "渡口"], "forumName": "心情"}}}
}  # fmt: skip
_DCARD = Platform(
    "Dcard in its state only",
    "https://www.dcard.tw/f/mood/p/255000001",
    around(
        f'<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{json.dumps(_DCARD_STATE, ensure_ascii=False)}</script>',
        title="搬到山裡三年的心得 - 心情板 | Dcard", lang="zh-Hant",
    ),
    "搬到山裡三年的心得", authors=None, published="2024-05-27", has=_BOTH,
)  # fmt: skip
_HK01 = Platform(
    "HK01",
    "https://www.hk01.com/社會新聞/1020001/青禾鎮渡口浮橋恢復通行",
    around(
        f'<div id="__next"><div id="article-page"><section id="article-header"><h1 id="articleTitle" data-testid="article-title">{_TITLE}</h1><div data-testid="article-breadcrumb-byline"><div class="flex"><span>撰文：</span><span><a href="/reporter/1">陶曉曼</a></span></div><div data-testid="article-breadcrumb-dates"><div><span data-testid="article-breadcrumb-publish-text">出版：</span><time datetime="2024-05-27T09:21:00.000+08:00" data-testid="article-breadcrumb-publish-date">2024-05-27 09:21</time></div><div><span>更新：</span><time datetime="2024-05-27T10:05:00.000+08:00">2024-05-27 10:05</time></div></div></div></section>'
        f'<div class="lg:mb-6"><img src="https://cdn.hk01.com/di/media/images/hk1.jpg/w1280" alt="浮橋"></div><article id="article-content-section"><div class="article-grid__content-section">{paragraphs(OLD_NEWS)}</div></article><div data-testid="article-tag-group"><a href="/tag/1">浮橋</a><a href="/tag/2">渡口</a></div><p>01深圳：下載APP，睇更多獨家</p></div></div>',
        f'<meta property="og:title" content="{_TITLE}"><meta name="author" content="陶曉曼"><script type="application/ld+json">{{"@context":"http://schema.org","@type":"NewsArticle","headline":"{_TITLE}","datePublished":"2024-05-27T09:21:00+08:00","dateModified":"2024-05-27T10:05:00+08:00","author":{{"@type":"Person","name":"陶曉曼"}},"keywords":["浮橋","渡口"],"publisher":{{"@type":"Organization","name":"香港01"}}}}</script>',
        title=f"{_TITLE}｜香港01｜社會新聞", lang="zh-HK",
    ),
    _TITLE, authors=("陶曉曼",), published="2024-05-27T09:21", tags=("浮橋", "渡口"), images=("hk1.jpg/w1280",), has=_BOTH,
)  # fmt: skip
_NOTE_TEXT = (
    "渡し場の浮橋が四十日ぶりに通れるようになりました。朝市へ向かう人たちが、まだ暗いうちから列を作っていました。",
    "夏の洪水で橋の一部が流され、修理には長い時間がかかりました。新しい手すりと照明もついて、夜も歩きやすくなっています。",
    "豆腐を売るおばあさんは、これでやっと朝三時に起きなくて済むと笑っていました。来年の春には、上流に新しい橋の工事が始まるそうです。",
)
_NOTE = Platform(
    "note",
    "https://note.com/mizube/n/n0123456789ab",
    around(
        '<div id="__nuxt"><main class="p-article"><article class="p-article__articleWrapper"><figure class="o-noteEyecatch"><img src="https://assets.st-note.com/production/uploads/images/no1.png?width=1280" alt="見出し画像"></figure><header class="p-article__header"><h1 class="o-noteContentHeader__title">浮橋がもどった朝</h1><div class="o-noteContentHeader__status"><div class="o-noteContentHeader__likes">12</div></div><div class="o-noteContentHeader__creatorInfo"><a class="o-noteContentHeader__avatar" href="/mizube"><img src="https://assets.st-note.com/profile.png" alt="水辺はるか"></a><div class="o-noteContentHeader__info"><div class="o-noteContentHeader__name"><a class="a-link" href="/mizube"> 水辺はるか </a></div><div class="o-noteContentHeader__date"><time datetime="2024-05-27T09:21:08.000+09:00">2024年5月27日 09:21</time></div></div></div></header>'
        f'<div class="p-article__content"><div data-v-x class="note-common-styles__textnote-body">{paragraphs(_NOTE_TEXT)}</div></div></article><div class="p-article__action"><ul class="m-tagList"><li><a href="/hashtag/浮橋">#浮橋</a></li><li><a href="/hashtag/朝市">#朝市</a></li></ul><p>いいなと思ったら応援しよう！</p></div></main></div>',
        '<meta property="og:title" content="浮橋がもどった朝｜水辺はるか"><meta property="og:site_name" content="note（ノート）"><script type="application/ld+json">{"@context":"http://schema.org","@type":"BlogPosting","headline":"浮橋がもどった朝","datePublished":"2024-05-27T09:21:08+09:00","author":{"@type":"Person","name":"水辺はるか","url":"https://note.com/mizube"},"publisher":{"@type":"Organization","name":"note"}}</script>',
        title="浮橋がもどった朝｜水辺はるか", lang="ja",
    ),
    "浮橋がもどった朝", authors=("水辺はるか",), published="2024-05-27T09:21", images=("no1.png?width=1280",),
    has=(_NOTE_TEXT[0][:15], _NOTE_TEXT[-1][-15:]), has_not=("応援しよう",),
)  # fmt: skip
_AMEBA = Platform(
    "Ameba blog",
    "https://ameblo.jp/mizube/entry-12850000001.html",
    around(
        '<div id="skin-body"><header class="skin-bgHeader"><h1 class="skin-blogTitle"><a class="skin-titleLink" href="/mizube/">水辺の暮らし日記</a></h1></header><main><article class="skin-entry" data-unique-entry-id="12850000001"><div class="skin-entryInner"><div class="skin-entryHead"><div class="skin-entryPubdate"><p class="skin-textQuiet"><time datetime="2024-05-27">2024年05月27日(月) 09時21分08秒</time></p></div><h2 class="skin-entryTitle"><a class="skinArticleTitle" href="/mizube/entry-12850000001.html" rel="bookmark">浮橋がもどった朝</a></h2><div class="skin-entryThemes"><dl><dt>テーマ：</dt><dd><a href="/mizube/theme-1.html" rel="tag">日常</a></dd></dl></div></div>'
        f'<div class="skin-entryBody" id="entryBody">{paragraphs(_NOTE_TEXT)}<p><img class="PhotoSwipeImage" src="https://stat.ameba.jp/user_images/20240527/09/mizube/am1.jpg?caw=800" width="420"></p></div></div><div class="skin-entryFooter"><p>いいね！した人</p></div></article></main><aside><div class="skin-widget"><h2>プロフィール</h2><dl><dt>ニックネーム：</dt><dd>水辺はるか</dd></dl></div></aside></div>',
        '<meta property="og:title" content="『浮橋がもどった朝』"><meta property="og:site_name" content="水辺の暮らし日記"><script type="application/ld+json">{"@context":"https://schema.org","@type":"BlogPosting","headline":"浮橋がもどった朝","datePublished":"2024-05-27T09:21:08.000+09:00","author":{"@type":"Person","name":"水辺はるか"}}</script>',
        title="『浮橋がもどった朝』 | 水辺の暮らし日記", lang="ja",
    ),
    "浮橋がもどった朝", authors=("水辺はるか",), published="2024-05-27T09:21", images=("am1.jpg?caw=800",),
    has=(_NOTE_TEXT[0][:15], _NOTE_TEXT[-1][-15:]), has_not=("いいね！した人",),
)  # fmt: skip
_KOREAN = (
    "나루터의 뜬다리가 사십 일 만에 다시 열렸다. 새벽 시장으로 가는 농부들과 학교에 가는 아이들이 가장 먼저 다리를 건넜다.",
    "군청은 여름 홍수로 다리 열한 칸이 밀려났으며, 복구팀이 닻줄 육백여 미터를 새로 바꾸고 다리를 삼십 센티미터 높였다고 밝혔다.",
    "나루터에서 이십 년째 두부를 파는 허 할머니는 이제 새벽 세 시에 일어나지 않아도 된다며 웃었다. 내년 봄에는 상류에 새 다리가 착공된다.",
)
_NAVER = Platform(
    "Naver news",
    "https://n.news.naver.com/mnews/article/001/0014700001",
    around(
        '<div class="end_container"><div id="ct" role="main"><div class="media_end_head go_trans"><div class="media_end_head_top"><a href="#" class="media_end_head_top_logo"><img src="https://mimgnews.pstatic.net/logo.png" alt="호반일보"></a></div><div class="media_end_head_title"><h2 id="title_area" class="media_end_head_headline"><span>나루터 뜬다리, 사십 일 만에 다시 열려</span></h2></div><div class="media_end_head_info"><div class="media_end_head_info_datestamp"><div class="media_end_head_info_datestamp_bunch">입력<span class="media_end_head_info_datestamp_time _ARTICLE_DATE_TIME" data-date-time="2024-05-27 09:21:08">2024.05.27. 오전 9:21</span></div><div class="media_end_head_info_datestamp_bunch">수정<span class="media_end_head_info_datestamp_time _ARTICLE_MODIFY_DATE_TIME" data-modify-date-time="2024-05-27 10:05:00">2024.05.27. 오전 10:05</span></div></div></div><div class="media_end_head_journalist"><a href="#" class="media_end_head_journalist_box"><em class="media_end_head_journalist_name">도소만 기자</em></a></div></div>'
        f'<div id="contents" class="newsct_body"><div id="newsct_article"><article id="dic_area" class="go_trans _article_content"><span class="end_photo_org"><div class="nbd_im_w"><img id="img1" data-src="https://imgnews.pstatic.net/image/001/nv1.jpg?type=w860" class="_LAZY_LOADING"></div><em class="img_desc">다시 열린 뜬다리</em></span>{"<br><br>".join(_KOREAN)}<br><br>도소만 기자 soman@example.com</article></div><div class="byline"><p class="byline_p"><span class="byline_s">도소만 기자 (soman@example.com)</span></p></div><div class="copyright"><p class="c_text">Copyright ⓒ 호반일보. All rights reserved. 무단 전재 및 재배포 금지.</p></div></div></div></div>',
        '<meta property="og:title" content="나루터 뜬다리, 사십 일 만에 다시 열려"><meta property="og:article:author" content="호반일보 | 네이버"><meta name="twitter:creator" content="호반일보">',
        title="나루터 뜬다리, 사십 일 만에 다시 열려", lang="ko",
    ),
    "나루터 뜬다리, 사십 일 만에 다시 열려", authors=("도소만",), published="2024-05-27T09:21", images=("nv1.jpg?type=w860",),
    has=(_KOREAN[0][:15], _KOREAN[-1][-15:]), has_not=("무단 전재",),
)  # fmt: skip
_YAHOO = Platform(
    "Yahoo! Japan news",
    "https://news.yahoo.co.jp/articles/0123456789abcdef0123456789abcdef01234567",
    around(
        '<div id="contents"><main id="contentsWrap"><article id="uamods"><header><h1 class="sc-gjTGSA">渡し場の浮橋、四十日ぶりに開通</h1><div class="sc-x"><p class="sc-y"><time>5/27(月) 9:21</time>配信</p></div></header><div class="article_body highLightSearchTarget"><div><div class="sc-image"><a href="#"><picture><img src="https://newsatcl-pctr.c.yimg.jp/t/yj1.jpg?exp=10800" alt="開通した浮橋"></picture></a><p>開通した浮橋</p></div><p class="sc-54nboa-0 highLightSearchTarget">'
        f'{"<br><br>".join(_NOTE_TEXT)}（湖岸 遥）</p></div></div><footer><a href="https://example.jp/">湖岸新聞</a><p>最終更新：<time>5/27(月) 10:05</time></p></footer></article><section><h2>関連記事</h2><ul><li><a href="#">古本市が週末に開催</a></li></ul></section></main></div>',
        '<script type="application/ld+json">{"@context":"http://schema.org","@type":"NewsArticle","headline":"渡し場の浮橋、四十日ぶりに開通（湖岸新聞）","datePublished":"2024-05-27T00:21:08.000Z","author":{"@type":"Organization","name":"湖岸新聞"},"publisher":{"@type":"Organization","name":"Yahoo!ニュース"}}</script>',
        title="渡し場の浮橋、四十日ぶりに開通（湖岸新聞） - Yahoo!ニュース", lang="ja",
    ),
    "渡し場の浮橋、四十日ぶりに開通", authors=None, published="2024-05-27T", images=("yj1.jpg?exp=10800",),
    has=(_NOTE_TEXT[0][:15], _NOTE_TEXT[-1][-15:]), has_not=("関連記事", "古本市"),
)  # fmt: skip
_MATTERS = Platform(
    "Matters in its state",
    "https://matters.town/a/abcdefghijkl",
    around(
        f'<div id="__next"><main><article><section><h1>山裡聽雨的第三年</h1><section><a href="/@amu"><span>阿木聽山</span></a><time datetime="2024-05-27T01:21:08.000Z">2024 年 5 月 27 日</time></section></section><div class="u-content">{paragraphs(OLD_NEWS)}<figure class="image"><img src="https://imagedelivery.net/x/ma1/public"></figure></div><section><a href="/tags/1"><span>山居</span></a></section></article></main></div>',
        '<meta property="og:title" content="山裡聽雨的第三年 - 阿木聽山"><script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"山裡聽雨的第三年","datePublished":"2024-05-27T01:21:08.000Z","author":{"name":"阿木聽山 (@amu)","url":"https://matters.town/@amu"},"keywords":"山居"}</script>',
        title="山裡聽雨的第三年 - Matters", lang="zh-Hant",
    ),
    "山裡聽雨的第三年", authors=("阿木聽山",), published="2024-05-27T", images=("ma1/public",), has=_BOTH,
)  # fmt: skip

OVERSEAS = (_UDN, _LTN, _CNA, _ETTODAY, _PTT, _DCARD, _HK01, _NOTE, _AMEBA, _NAVER, _YAHOO, _MATTERS)
"""Pages in traditional Chinese, Japanese and Korean."""
