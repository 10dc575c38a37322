"""Portals, press and government: Sohu, NetEase, Sina, Tencent, ifeng, People's Daily, Xinhua and the like."""

from __future__ import annotations

import json

from tests.unit.metadata.platforms.form import NEWS, NEWS_TITLE, Platform, around, listed, paragraphs

__all__ = ["PORTALS"]

_BOTH = (NEWS[0][:20], NEWS[-1][-20:])
_INDENTED = tuple(f"　　{one}" for one in NEWS)

_SOHU = Platform(
    "Sohu of today",
    "https://www.sohu.com/a/781000001_121000001?scm=1",
    around(
        '<div class="area" id="article-container"><div class="column left"><div class="user-info" id="user-info"><div class="user-pic"><a href="https://mp.sohu.com/profile?xpt=1"><img src="//sucimg.itc.cn/avatar.jpg" alt=""></a></div><h4><a href="https://mp.sohu.com/profile?xpt=1" target="_blank">湖岸都市报</a></h4><dl class="user-num"><dd><span class="value" data-value="10240">1.0万</span>文章</dd><dd>3.2亿总阅读</dd></dl></div></div>'
        f'<div class="left main"><div data-spm="content"><div class="text"><div class="text-title"><h1>{NEWS_TITLE}</h1><div class="article-info"><span class="time" id="news-time" data-val="1716772860000">2024-05-27 09:21</span><span class="area"><span>发布于：</span><span>湖岸市</span></span></div></div>'
        f'<article class="article" id="mp-editor"><!-- 政务处理 -->{paragraphs(_INDENTED[:2])}<p class="ql-align-center"><img data-src="encrypted==" src="data:image/png;base64,iVBORw0KGgo=" max-width="600"></p><p class="ql-align-center"><img max-width="600" src="https://p8.itc.cn/q_70/images03/20240527/sh1.jpeg"></p>{paragraphs(_INDENTED[2:])}<p>　　<strong>（湖岸都市报·禾田视频记者 陶小曼 费一诺）</strong> <a href="//www.sohu.com/?strategyid=00001" target="_blank" title="点击进入搜狐首页" id="backsohucom" style="white-space: nowrap;"><span class="backword"><i class="backsohu"></i>返回搜狐，查看更多</span></a></p><!-- 政务账号添加来源标示处理 --><p data-role="editor-name">责任编辑：<span></span></p></article>'
        '</div><div id="articleTransfer"></div><div class="statement">平台声明：该文观点仅代表作者本人，搜狐号系信息发布平台，搜狐仅提供信息存储空间服务。</div><div class="bottom-relate-wrap"><span class="read-wrap">阅读 (<em class="read-num"></em>)</span></div></div></div>'
        f'<div class="column right"><div class="hot-news"><h3>大家都在看</h3><ul>{listed()}</ul></div></div></div>',
        '<meta itemprop="image" content="//p8.itc.cn/cover.jpeg"><meta itemprop="datePublished" content="2024-05-27 09:21"><meta name="mediaid" content="湖岸都市报"><meta property="og:type" content="news"><meta property="og:release_date" content="2024-05-27 09:21">',
        title=f"{NEWS_TITLE}_渡口_浮桥_护栏",
    ),
    NEWS_TITLE,
    authors=("陶小曼", "费一诺"),
    published="2024-05-27T09:21",
    images=("sh1.jpeg",),
    no_images=("avatar.jpg",),
    has=_BOTH,
    has_not=("返回搜狐", "仅代表作者本人", "总阅读"),
)
_NETEASE = Platform(
    "NetEase 163 article",
    "https://www.163.com/dy/article/J3ABCDEF05140001.html",
    around(
        f'<div class="wrapper clearfix" id="container" data-wemediaid="W1" data-ptime="2024-05-27 09:21:08"><div class="post_main"><h1 class="post_title">{NEWS_TITLE}</h1><div class="post_info">2024-05-27 09:21:08　来源: <a href="https://www.163.com/dy/media/T1.html" target="_blank">湖岸都市报</a>湖岸 <a href="https://www.163.com/special/jubao/" class="post_jubao" target="_blank">举报</a></div>'
        '<div class="post_top_tie"><div class="post_tie_top" title="快速发贴" id="js-tiejoincount">0</div><div class="post_top_share">分享至</div></div>'
        f'<div class="post_content" id="content"><div class="post_top"><div class="post_top_share"><p>用微信扫码二维码</p><p>分享至好友和朋友圈</p></div></div><div class="post_body"><p class="otitle">（原标题：浮桥通了，渡口热闹了）</p>{paragraphs(NEWS[:2], "<p id=x>")}<p class="f_center"><img src="https://nimg.ws.126.net/?url=http%3A%2F%2Fdingyue.ws.126.net%2Fne1.jpg&amp;thumbnail=660x2147483647&amp;quality=80&amp;type=jpg"></p>{paragraphs(NEWS[2:])}<p>湖岸都市报记者 陶小曼 通讯员 费一诺</p></div>'
        '<div class="post_statement">特别声明：以上内容(如有图片或视频亦包括在内)为自媒体平台“网易号”用户上传并发布，本平台仅提供信息存储服务。</div><div class="post_author"><a href="https://news.163.com/"><img src="https://static.ws.126.net/cnews/css13/img/end_news.png" alt="程一" width="13" height="12" class="icon"></a>责任编辑：程一_NB1234</div></div></div>'
        f'<div class="post_side"><h2>热点推荐</h2><ul>{listed()}</ul></div></div>',
        f'<meta name="keywords" content="渡口,浮桥"><meta property="og:title" content="{NEWS_TITLE}"><meta property="article:author" content="湖岸都市报"><meta property="article:published_time" content="2024-05-27T09:21:08+08:00">',
        title=f"{NEWS_TITLE}_网易订阅",
    ),
    NEWS_TITLE,
    authors=("陶小曼", "费一诺"),
    source="湖岸都市报",
    published="2024-05-27T09:21",
    images=("type=jpg",),
    no_images=("end_news.png",),
    has=_BOTH,
    has_not=("特别声明", "扫码", "热点推荐"),
)
_NETEASE_OLD = Platform(
    "NetEase of 2010",
    "http://news.163.com/10/0527/09/6T0ABCDE00014AED.html",
    around(
        f'<div class="endArea"><div class="endLeft"><div class="endContent"><h1 id="h1title">{NEWS_TITLE}</h1><span class="info">2010-05-27 09:21:08　来源: <a href="http://www.huan.example.com/">湖岸晚报</a>(湖岸)　<a href="#" class="cRed">跟贴 <span id="endpageUrl1">12</span> 条</a> <a href="#">手机看新闻</a></span><p class="summary"><strong>核心提示：</strong>停运四十天的浮桥恢复通行。</p>'
        f'<div id="endText">{paragraphs(_INDENTED)}<p>　　(本报记者 陶小曼)</p></div><div class="endContent"><span>(本文来源：湖岸晚报 )<span class="ep-editor">责任编辑：NN001</span></span></div></div></div></div>',
        title=f"{NEWS_TITLE}_网易新闻中心",
    ),
    NEWS_TITLE,
    authors=("陶小曼",),
    source="湖岸晚报",
    published="2010-05-27T09:21",
    has=_BOTH,
    has_not=("手机看新闻",),
)
_SINA = Platform(
    "Sina of today",
    "https://news.sina.com.cn/s/2024-05-27/doc-inawqrst0000001.shtml",
    around(
        '<div class="main-content w1240"><div class="path-search"><div class="path"><div class="channel-path"><a href="http://news.sina.com.cn/society/">社会新闻</a>&nbsp;&gt;&nbsp;正文</div></div></div>'
        f'<h1 class="main-title">{NEWS_TITLE}</h1><div class="top-bar-wrap"><div class="top-bar"><div class="date-source"><span class="date">2024年05月27日 09:21</span><a href="http://www.huan.example.com" target="_blank" class="source ent-source" rel="nofollow">湖岸都市报</a><span class="media"></span></div><div class="page-tools"><span class="tool-icon">缩小字体</span><span>放大字体</span><span>收藏</span><span>微博</span><span>微信</span><span>分享</span></div></div></div>'
        f'<div class="article-content clearfix"><div class="article-content-left"><div class="article" id="article">{paragraphs(_INDENTED[:2], "<p cms-style=font-L>")}<div class="img_wrapper"><img id="0" style="max-width: 640px;" src="https://n.sinaimg.cn/sinakd/sn1.jpg" alt=""><span class="img_descr">通行首日的浮桥</span></div>{paragraphs(_INDENTED[2:], "<p cms-style=font-L>")}<p>　　湖岸都市报记者 陶小曼</p><div class="wap_special" data-sudaclick="content_relativetopics_p"></div><p class="article-editor">责任编辑：程一 </p></div>'
        '<div class="article-bottom clearfix"><div class="keywords" id="keywords" data-wbkey="浮桥"><a href="http://tags.news.sina.com.cn/1">浮桥</a><a href="http://tags.news.sina.com.cn/2">渡口</a></div><div class="bottom-bar"><a href="#">我要反馈</a></div></div></div>'
        f'<div class="article-content-right"><div class="blk"><h2>新闻排行</h2><ul>{listed()}</ul></div></div></div></div>',
        f'<meta name="keywords" content="浮桥,渡口"><meta name="tags" content="浮桥,渡口"><meta property="og:title" content="{NEWS_TITLE}"><meta name="mediaid" content="湖岸都市报"><meta property="article:published_time" content="2024-05-27T09:21:08+08:00"><meta property="article:author" content="湖岸都市报">',
        title=f"{NEWS_TITLE}|浮桥|渡口_新浪新闻",
    ),
    NEWS_TITLE,
    authors=("陶小曼",),
    source="湖岸都市报",
    published="2024-05-27T09:21",
    tags=("浮桥", "渡口"),
    images=("sn1.jpg",),
    has=_BOTH,
    has_not=("新闻排行", "缩小字体", "我要反馈"),
)
_SINA_OLD = Platform(
    "Sina of 2006",
    "http://news.sina.com.cn/c/2006-05-27/09219050001s.shtml",
    around(
        f'<table width="750"><tr><td><a href="http://news.sina.com.cn">新闻中心</a> &gt; 国内新闻 &gt; 正文</td></tr></table><table><tr><td id="artibodyTitle"><table><tr><th class="f24"><font color="#05006C"><h1>{NEWS_TITLE}</h1></font></th></tr><tr><td height="20" align="center">http://www.sina.com.cn 2006年05月27日09:21 <font color="#A20010"><a href="http://www.huan.example.com">湖岸晚报</a></font></td></tr></table>'
        f'<font id="zoom" class="f14">{paragraphs(_INDENTED)}<p>　　(本报记者 陶小曼)</p></font><p>【<a href="#">发表评论</a>】【<a href="#">收藏此页</a>】【<a href="#">大</a> <a href="#">中</a> <a href="#">小</a>】【<a href="#">关闭</a>】</p></td></tr></table>',
        title=f"{NEWS_TITLE}_新闻中心_新浪网",
    ),
    NEWS_TITLE,
    authors=("陶小曼",),
    published="2006-05-27T09:21",
    source="湖岸晚报",
    has=_BOTH,
    has_not=("收藏此页",),
)
_TENCENT_STATE = {
    "title": NEWS_TITLE, "media": "湖岸都市报", "media_id": "1", "pubtime": "2024-05-27 09:21:08", "tags": "浮桥,渡口", "article_id": "20240527A01ABC00",
    "originContent": {"text": "<!--HPOS-->" + "".join(f'<p class="qnt-p">{one}</p>' for one in NEWS) + '<p class="qnt-img"><img src="https://inews.gtimg.com/om_bt/tx1/641"></p>'},
}  # fmt: skip
_TENCENT = Platform(
    "Tencent rain page",
    "https://new.qq.com/rain/a/20240527A01ABC00",
    around(
        '<div id="dc-layout-root"><div class="normal-article-page"><div class="page-content"><div class="left-content"><div class="article-aside"></div>'
        f'<div id="article-column" class="normal-article"><h1 class="article-title">{NEWS_TITLE}</h1><div class="media-info"><a href="https://new.qq.com/omn/author/1" class="media-avatar"><img src="https://inews.gtimg.com/avatar/1" alt="avatar"></a><div class="media-meta"><div class="media-name"><a href="https://new.qq.com/omn/author/1">湖岸都市报</a></div><p class="media-desc"><span>2024-05-27 09:21</span><span>发布于湖岸</span><span>湖岸都市报官方账号</span></p></div><div class="media-follow">关注</div></div>'
        f'<div class="article-main"><div class="content-article article-content-wrap"><div class="rich_media_content"><div id="ArticleContent"><div class="rich_media_content">{paragraphs(NEWS[:2], "<p class=qnt-p>")}<p class="qnt-img"><span class="qnt-img-loaded"><img src="https://inews.gtimg.com/om_bt/tx1/641" class="qnt-img-img"></span></p>{paragraphs(NEWS[2:], "<p class=qnt-p>")}<p class="qnt-p">记者 陶小曼 编辑 程一</p></div></div></div></div></div></div>'
        '<div class="article-bottom"><span>免责声明：本内容来自腾讯平台创作者，不代表腾讯新闻或腾讯网的观点和立场。</span><div>举报</div></div></div><div class="right-content"><h3>热门资讯</h3><ul><li><a href="/rain/a/2">旧书市集周末开张</a></li></ul></div></div></div></div>'
        f"<script>window.DATA = {json.dumps(_TENCENT_STATE, ensure_ascii=False)};</script>",
        f'<meta name="keywords" content="浮桥,渡口,腾讯新闻"><meta name="apub:time" content="2024-05-27 09:21"><meta property="og:title" content="{NEWS_TITLE}"><meta name="author" content="">',
        title=f"{NEWS_TITLE}_腾讯新闻",
    ),
    NEWS_TITLE,
    authors=("陶小曼",),
    published="2024-05-27T09:21",
    images=("tx1/641",),
    no_images=("avatar/1",),
    has=_BOTH,
    has_not=("免责声明", "热门资讯", "官方账号"),
)
_TENCENT_SHELL = Platform(
    "Tencent in window.DATA only",
    "https://new.qq.com/omn/20240527/20240527A01ABC00.html",
    around(
        '<div class="qq_conent"><div class="LEFT"><h1></h1><div class="content clearfix"></div></div></div>'
        f"<script>window.DATA = {json.dumps(_TENCENT_STATE, ensure_ascii=False)};</script>",
        title=f"{NEWS_TITLE}_腾讯新闻",
    ),
    NEWS_TITLE,
    authors=None,
    source="湖岸都市报",
    published="2024-05-27T09:21",
    images=("tx1/641",),
    has=_BOTH,
)
_IFENG_STATE = {
    "docData": {"title": NEWS_TITLE, "newsTime": "2024-05-27 09:21:08", "source": "湖岸都市报", "author": "", "keywords": "浮桥,渡口",
                "contentData": {"contentList": [{"data": paragraphs(NEWS) + '<p class="detailPic"><img src="https://x0.ifengimg.com/ucms/if1.jpg"></p>', "type": "text"}]}}
}  # fmt: skip
_IFENG = Platform(
    "ifeng of today",
    "https://news.ifeng.com/c/8ZabcdEFGHI",
    around(
        '<div id="root"><div class="index_articleBox_6mRZj"><div class="index_leftContent_ZVMpi"><div class="index_artical_6NYrc" id="articleTitle"><div class="index_titleLine_cE9Hz">'
        f'<h1 class="index_title_B8mhI">{NEWS_TITLE}</h1><div class="index_info_UI19F"><a class="index_sourceName_RSsmY" href="https://ishare.ifeng.com/mediaShare/home/1/media">湖岸都市报</a><div class="index_timeBref_20hU_"><a>2024年05月27日 09:21:08</a> <span>来自湖岸</span></div></div></div>'
        f'<div class="index_main_content_r6kCv"><div class="index_text_D0U1y">{paragraphs(NEWS[:2])}<p class="detailPic"><img class="index_img" src="https://x0.ifengimg.com/ucms/if1.jpg" alt=""></p><p class="picIntro">浮桥上的行人</p>{paragraphs(NEWS[2:])}</div></div>'
        '<div class="index_tips">“特别声明：以上作品内容(包括在内的视频、图片或音频)为凤凰网旗下自媒体平台“大风号”用户上传并发布，本平台仅提供信息存储空间服务。</div></div></div><div class="index_rightContent"><h3>热门</h3><a href="/c/2">旧书市集周末开张</a></div></div></div>'
        f"<script>var allData = {json.dumps(_IFENG_STATE, ensure_ascii=False)};</script>",
        '<meta name="og:time" content="2024-05-27 09:21:08"><meta property="og:title" content="青禾镇渡口浮桥恢复通行"><meta property="og:category" content="凤凰资讯"><meta name="keywords" content="浮桥 渡口">',
        title=f"{NEWS_TITLE}_凤凰网资讯_凤凰网",
    ),
    NEWS_TITLE,
    authors=(),
    source="湖岸都市报",
    published="2024-05-27T09:21",
    images=("if1.jpg",),
    has=_BOTH,
    has_not=("特别声明",),
)
_IFENG_SHELL = Platform(
    "ifeng in allData only",
    "https://news.ifeng.com/c/8ZabcdEFGHI",
    around(
        f'<div id="root"></div><script>var allData = {json.dumps(_IFENG_STATE, ensure_ascii=False)};</script>',
        title=f"{NEWS_TITLE}_凤凰网资讯_凤凰网",
    ),
    NEWS_TITLE,
    authors=(),
    source="湖岸都市报",
    published="2024-05-27T09:21",
    images=("if1.jpg",),
    has=_BOTH,
)
_PAPER_STATE = {
    "props": {"pageProps": {"detailData": {"contType": 0, "contentDetail": {
        "contId": 27500001, "name": NEWS_TITLE, "summary": NEWS[0][:40], "author": "禾田新闻记者 陶小曼", "source": "禾田新闻", "pubTime": "2024-05-27 09:21", "content": paragraphs(NEWS) + '<img src="https://imgpai.thepaper.cn/newpai/tp1.jpg">',
        "responEditor": "程一", "tags": "浮桥", "nodeInfo": {"name": "湖岸", "desc": "来自湖岸的报道。"},
    }}}}
}  # fmt: skip
_PAPER = Platform(
    "The Paper in its state only",
    "https://www.thepaper.cn/newsDetail_forward_27500001",
    around(
        f'<div id="__next"><div class="index_wrapper"></div></div><script id="__NEXT_DATA__" type="application/json">{json.dumps(_PAPER_STATE, ensure_ascii=False)}</script>',
        title=f"{NEWS_TITLE}_湖岸_禾田新闻-The Paper",
    ),
    NEWS_TITLE,
    authors=("陶小曼",),
    source="禾田新闻",
    published="2024-05-27T09:21",
    images=("tp1.jpg",),
    has=_BOTH,
)
_RMRB = Platform(
    "People's Daily e-paper",
    "http://paper.people.com.cn/rmrb/html/2024-05/27/nw.D110000renmrb_20240527_3-05.htm",
    around(
        '<div class="main w1000"><div class="left paper-box"><div class="paper-bot"><p class="left ban">第05版：评论</p><p class="right btn"><a href="nbs.D110000renmrb_04.htm">上一版</a><a href="nbs.D110000renmrb_06.htm">下一版</a></p></div></div>'
        '<div class="right right-main"><div class="date-box"><p class="left date">2024年05月27日 星期一</p><p class="right"><a href="#">返回目录</a><a href="#">放大</a><a href="#">缩小</a><a href="#">全文复制</a></p></div><div class="article-box"><div class="article">'
        f'<h3>渡口新事</h3><h1>{NEWS_TITLE}</h1><h2>——来自青禾镇的调查</h2><p class="sec">本报记者　陶小曼　费一诺<span class="date">《某某日报》（ 2024年05月27日   第 05 版）</span></p><div class="attachment"><img src="../../../images/rm1.jpg"></div><div id="ozoom"><founder-content>{paragraphs(_INDENTED)}</founder-content></div></div><div class="art-btn"><a href="#">上一篇</a><a href="#">下一篇</a></div></div></div></div>',
        title=f"{NEWS_TITLE}",
    ),
    NEWS_TITLE,
    authors=("陶小曼", "费一诺"),
    published="2024-05-27",
    images=("rm1.jpg",),
    has=_BOTH,
    has_not=("上一版", "全文复制"),
)
_FOUNDER = Platform(
    "an e-paper of 2012",
    "http://epaper.example.com/hawb/html/2012-05/27/content_150001.htm",
    around(
        '<table><tr><td>湖岸晚报 2012年05月27日 星期日</td><td><a href="node_1.htm">返回首页</a> | <a href="node_2.htm">版面导航</a></td></tr></table><table><tr><td><table id="pagenav"><tr><td>第A05版：社区新闻 <a href="node_4.htm">上一版3</a> <a href="node_6.htm">4下一版</a></td></tr></table></td><td>'
        f'<table><tr><td class="font02"><founder-pretitle></founder-pretitle></td></tr><tr><td class="font01"><founder-title><p>{NEWS_TITLE}</p></founder-title></td></tr><tr><td class="font02"><founder-author>□记者 陶小曼 文/图</founder-author></td></tr></table><table><tr><td><img src="../../../res/1/20120527/ep1.jpg"><p>浮桥昨日通行。</p></td></tr></table><div id="ozoom" style="zoom:100%"><founder-content>{paragraphs(_INDENTED)}</founder-content></div><table><tr><td>&lt;&lt; <a href="content_150000.htm">上一篇</a></td><td><a href="content_150002.htm">下一篇</a> &gt;&gt;</td></tr></table></td></tr></table>',
        title=f"湖岸晚报-{NEWS_TITLE}",
    ),
    NEWS_TITLE,
    authors=("陶小曼",),
    published="2012-05-27",
    images=("ep1.jpg",),
    has=_BOTH,
    has_not=("版面导航", "下一版"),
)
_PEOPLE = Platform(
    "people.com.cn of today",
    "http://society.people.com.cn/n1/2024/0527/c1008-40240001.html",
    around(
        f'<div class="layout rm_txt cf" data-shareImg=""><div class="col col-1 fl"><h4 class="pre"></h4><h1>{NEWS_TITLE}</h1><h5 class="sub"></h5><div class="author cf">陶小曼</div><div class="channel cf"><div class="col-1-1 fl">2024年05月27日09:21 | 来源：<a href="http://paper.people.com.cn/rmrb/html/2024-05/27/nw.htm">人民网－《湖岸日报》</a></div><div class="col-1-2 fr"><span>小字号</span></div></div>'
        f'<div class="bza"><div></div></div><div class="rm_txt_con cf"><div class="box_pic"><img src="/NMediaFile/2024/0527/MAINpp1.jpg"></div>{paragraphs(_INDENTED)}<p class="paper_num">《 人民日报 》（ 2024年05月27日 07 版）</p><div class="zdfy clearfix"></div><div class="edit cf">(责编：程一、岳小川)</div></div><div class="rm_relevant cf"><h3>相关新闻</h3><ul>{listed(3)}</ul></div></div>'
        '<div class="col col-2 fr"><h3>热门排行</h3><ul><li><a href="/n1/2.html">旧书市集周末开张</a></li></ul></div></div>',
        '<meta name="keywords" content="浮桥,渡口"><meta name="publishdate" content="2024-05-27"><meta name="source" content="来源：人民网－《湖岸日报》"><meta name="contentid" content="1008-40240001"><meta name="author" content="104833">',
        title=f"{NEWS_TITLE}--社会·法治--人民网",
    ),
    NEWS_TITLE,
    authors=("陶小曼",),
    published="2024-05-27T09:21",
    images=("MAINpp1.jpg",),
    has=_BOTH,
    has_not=("相关新闻", "责编", "热门排行"),
)
_XINHUA = Platform(
    "Xinhua of 2015",
    "http://news.xinhuanet.com/local/2015-05/27/c_1115400001.htm",
    around(
        f'<div id="article"><div class="article_title"><h1 id="title">{NEWS_TITLE}</h1><div class="info"><span class="time">2015年05月27日 09:21:08</span> <span class="source">来源： <em id="source">新华社</em></span><span class="share">【字号 大 小】【留言】【打印】【关闭】</span></div></div>'
        f'<div class="article"><p>　　新华社湖岸5月27日电（记者陶小曼、费一诺）{NEWS[0]}</p><p style="text-align:center"><img id="1" src="1115400001_1432700000001n.jpg"></p>{paragraphs(_INDENTED[1:])}<p>　　（完）</p><div class="zan-wap"></div></div><div class="bianji">[责任编辑：程一]</div></div>',
        title=f"{NEWS_TITLE}-新华网",
    ),
    NEWS_TITLE,
    authors=("陶小曼", "费一诺"),
    source="新华社",
    published="2015-05-27T09:21",
    images=("1432700000001n.jpg",),
    has=_BOTH,
    has_not=("责任编辑", "字号"),
)
_CCTV = Platform(
    "CCTV article",
    "https://news.cctv.com/2024/05/27/ARTIabcdefghijklmno240527.shtml",
    around(
        f'<div class="content_18313"><div class="col_w660"><div class="title_area" id="title_area"><h1>{NEWS_TITLE}</h1><div class="info"><span><i></i>来源：央视网</span><span>2024年05月27日 09:21</span></div><div class="info1">央视网 | 2024年05月27日 09:21:08</div></div><div class="content_area" id="content_area"><p>　　<strong>央视网消息：</strong>{NEWS[0]}</p><p style="text-align: center;"><img src="//p1.img.cctvpic.com/photoworkspace/contentimg/cc1.jpg" alt="" width="500"></p>{paragraphs(_INDENTED[1:])}</div><div class="zebian"><span>编辑：程一</span> <span>责任编辑：岳小川</span></div><div class="dianzan">点击收起全文</div><div class="share">扫一扫 分享到微信</div></div></div>',
        f'<meta name="source" content="央视网"><meta name="author" content="程一"><meta name="contentid" content="ARTI1"><meta property="og:title" content="{NEWS_TITLE}">',
        title=f"{NEWS_TITLE}_新闻频道_央视网(cctv.com)",
    ),
    NEWS_TITLE,
    authors=None,
    source="央视网",
    published="2024-05-27T09:21",
    images=("cc1.jpg",),
    has=_BOTH,
    has_not=("扫一扫", "责任编辑"),
)
_CHINANEWS = Platform(
    "China News",
    "https://www.chinanews.com.cn/sh/2024/05-27/10220001.shtml",
    around(
        f'<div class="con_left"><div id="cont_1_1_2"><div class="content_maincontent_more"><h1 class="content_left_title">{NEWS_TITLE}</h1><div class="content_left_time">2024年05月27日 09:21　来源：<a href="http://www.chinanews.com.cn/" class="source">中国新闻网</a><div class="leftbtn"><a>大字体</a><a>小字体</a></div></div></div>'
        f'<div class="content_maincontent_content"><div class="left_zw"><p>　　中新网湖岸5月27日电 (记者 陶小曼){NEWS[0]}</p>{paragraphs(_INDENTED[1:])}<p style="text-align:center"><img src="//image.chinanews.com.cn/cspimp/2024/05-27/cn1.jpg"></p><p>　　(完)</p></div></div><div class="adEditor"><div class="left_name">【编辑:程一】</div></div><div class="content_left_more">更多精彩内容请进入社会频道</div></div></div><div class="con_right"><h3>社会新闻精选：</h3><ul>{listed()}</ul></div>',
        title=f"{NEWS_TITLE}-中新网",
    ),
    NEWS_TITLE,
    authors=("陶小曼",),
    source="中国新闻网",
    published="2024-05-27T09:21",
    images=("cn1.jpg",),
    has=_BOTH,
    has_not=("更多精彩内容", "社会新闻精选"),
)
_GUANGMING = Platform(
    "Guangming Daily e-paper text on gmw",
    "https://news.gmw.cn/2024-05/27/content_37350001.htm",
    around(
        f'<div class="g-main"><div class="g-mainX"><div class="m-title-box"><h1 class="u-title">{NEWS_TITLE}</h1><div class="m-contentMsg"><div class="m_tips"><span class="m-con-time">2024-05-27 09:21</span><span class="m-con-source">来源：<a href="https://epaper.gmw.cn/1.htm">光明网-《湖岸日报》</a></span><span class="m-con-pl"></span></div></div></div><div class="u-mainText"><p>　　<strong>本报记者　陶小曼　本报通讯员　费一诺</strong></p>{paragraphs(_INDENTED)}<p>　　《湖岸日报》（2024年05月27日 04版）</p><div class="m-zbTool liability">[ 责编：程一 ]</div></div><div class="m-share">阅读剩余全文（）</div></div></div>',
        '<meta name="author" content="光明网"><meta name="publishdate" content="2024-05-27"><meta name="source" content="光明网-《湖岸日报》">',
        title=f"{NEWS_TITLE} _光明网",
    ),
    NEWS_TITLE,
    authors=("陶小曼", "费一诺"),
    published="2024-05-27T09:21",
    has=_BOTH,
    has_not=("阅读剩余全文",),
)
_CAIXIN = Platform(
    "Caixin of today",
    "https://www.caixin.com/2024-05-27/102200001.html",
    around(
        f'<div class="comMain"><div class="bread"><a href="#">首页</a> &gt; <a href="#">经济频道</a> &gt; 正文</div><div class="conlf"><div class="lanmu_textend" id="lanmu_textend"><div id="conTit"><h1>{NEWS_TITLE}<em class="icon_key" title="收费文章"></em></h1><div class="bd_block" id="artInfo">文｜<span>湖岸周刊</span> 陶小曼（发自青禾镇）<div class="artInfo" id="artInfo">2024年05月27日 09:21 来源于 <a href="#">湖岸网</a></div></div></div><div class="tit_aside"></div><div class="content" id="the_content"><div id="subhead" class="subhead">明年春天将开建公路桥</div><div id="Main_Content_Val" class="text">{paragraphs(_INDENTED, "<p>　　")}<div class="media pip_none"><dl class="media_pic"><dt><img src="https://img.caixin.com/2024-05-27/cx1.jpg"></dt><dd>浮桥。图：陶小曼</dd></dl></div></div><div class="content-tag">话题：<a href="#">#桥梁</a><a href="#">#乡村</a></div></div>'
        '<div class="author-info">责任编辑：程一 | 版面编辑：岳小川</div><div class="pay-layer" id="chargeWall"><p>[《财新通》会员可阅全文]，订阅请点击。</p></div></div></div></div>',
        f'<meta name="author" content="陶小曼"><meta property="og:title" content="{NEWS_TITLE}">',
        title=f"{NEWS_TITLE}_财新网",
    ),
    NEWS_TITLE,
    authors=("陶小曼",),
    source="湖岸网",
    published="2024-05-27T09:21",
    images=("cx1.jpg",),
    has=_BOTH,
    has_not=("版面编辑",),
)
_GOVERNMENT = Platform(
    "a government notice with attachments",
    "http://www.example.gov.cn/zfxxgk/fdzdgknr/202405/t20240527_900001.html",
    around(
        '<div class="header"><a href="/">首页</a><a href="/zwgk">政务公开</a></div><div class="position">您当前位置：<a href="/">首页</a> &gt; <a href="/zfxxgk">政府信息公开</a> &gt; 通知公告</div>'
        '<div class="xxgk_detail_head"><table class="xxgk_table"><tbody><tr><td class="td1">索引号：</td><td>11421000MB1234567/2024-12345</td><td class="td1">公开方式：</td><td>主动公开</td></tr><tr><td class="td1">文号：</td><td>青政办发〔2024〕12号</td><td class="td1">成文日期：</td><td>2024-05-20</td></tr><tr><td class="td1">发布机构：</td><td>青禾镇人民政府办公室</td><td class="td1">发布日期：</td><td>2024-05-27</td></tr><tr><td class="td1">有效性：</td><td>有效</td><td class="td1">主题词：</td><td>渡口；安全</td></tr></tbody></table></div>'
        '<div class="article"><h1>关于恢复青禾镇渡口浮桥通行的通告</h1><div class="article_info"><span>发布时间：2024-05-27 09:21</span><span>来源：青禾镇人民政府办公室</span><span>浏览次数：<em>321</em></span><span>【字体：<a>大</a> <a>中</a> <a>小</a>】</span></div>'
        '<div class="view TRS_UEDITOR trs_paper_default"><p>各村（社区）、各有关单位：</p><p>　　青禾镇渡口浮桥经抢修和检测，已具备通行条件。经研究，决定自2024年5月28日6时起恢复通行，现将有关事项通告如下：</p><p>　　一、通行时间为每日6时至22时，遇大风、大雾等恶劣天气临时关闭。</p><p>　　二、禁止机动车辆、畜力车通行，自行车、电动自行车须下车推行。</p><p>　　三、请过往行人服从现场管理人员指挥，不得在桥面停留、钓鱼、摆摊。</p><p>　　特此通告。</p><p>　　附件：1.<a href="./P020240527001.docx">浮桥通行须知.docx</a></p><p>　　　　　2.<a href="./P020240527002.pdf">渡口平面图.pdf</a></p><p style="text-align: right;">青禾镇人民政府办公室</p><p style="text-align: right;">2024年5月20日</p></div>'
        '<div class="share">分享到：</div><div class="print"><a>打印</a><a>关闭</a></div></div><div class="footer"><p>主办单位：青禾镇人民政府 网站标识码：4210000001</p></div>',
        '<meta name="SiteName" content="青禾镇人民政府"><meta name="ColumnName" content="通知公告"><meta name="ArticleTitle" content="关于恢复青禾镇渡口浮桥通行的通告"><meta name="PubDate" content="2024-05-27 09:21"><meta name="ContentSource" content="青禾镇人民政府办公室">',
        title="关于恢复青禾镇渡口浮桥通行的通告_青禾镇人民政府",
    ),
    "关于恢复青禾镇渡口浮桥通行的通告",
    authors=(),
    source="青禾镇人民政府办公室",
    published="2024-05-27T09:21",
    has=("各村（社区）", "三、请过往行人", "浮桥通行须知", "渡口平面图", "特此通告"),
    has_not=("网站标识码", "浏览次数", "分享到"),
)
_STATE_COUNCIL = Platform(
    "a document of the State Council's form",
    "https://www.gov.cn/zhengce/content/202405/content_6950001.htm",
    around(
        '<div class="content"><div class="policyLibraryOverview_header"><table><tbody><tr><td>标　　题：</td><td colspan="3">关于推进乡村渡口改造的意见</td></tr><tr><td>发文机关：</td><td>青禾县人民政府办公室</td><td>发文字号：</td><td>青政办发〔2024〕27号</td></tr><tr><td>来　　源：</td><td>青禾县政府网</td><td>主题分类：</td><td>工业、交通\\水运</td></tr><tr><td>公文种类：</td><td>意见</td><td>成文日期：</td><td>2024年05月20日</td></tr><tr><td>发布日期：</td><td>2024年05月27日</td><td></td><td></td></tr></tbody></table></div>'
        '<div class="share">【字体：大 中 小】 打印 分享</div><div class="pages_content" id="UCAP-CONTENT"><div class="trs_editor_view TRS_UEDITOR trs_paper_default trs_web"><p style="text-align: center;"><strong>青禾县人民政府办公室<br>关于推进乡村渡口改造的意见</strong></p><p style="text-align: center;">青政办发〔2024〕27号</p><p>各乡镇人民政府，县直各部门：</p><p>　　为保障两岸群众出行安全，改善渡口设施，经县政府同意，现就推进乡村渡口改造提出以下意见。</p><p>　　<strong>一、总体要求</strong></p><p>　　坚持安全第一、因地制宜、分类推进，到2027年全面完成全县三十六处渡口的改造任务。</p><p>　　<strong>二、主要任务</strong></p><p>　　（一）完善渡口基础设施，码头、候船亭、护栏和照明设施按标准配置。</p><p>　　（二）更新渡船，逐步淘汰木质渡船，推广标准化钢质渡船。</p><p style="text-align: right;">青禾县人民政府办公室　　<br>2024年5月20日　　</p><p>　　（此件公开发布）</p></div></div></div>',
        '<meta name="firstpublishedtime" content="2024-05-27-16:20:00"><meta name="lastmodifiedtime" content="2024-05-27-16:20:30"><meta name="manuscriptId" content="6950001"><meta name="author" content="">',
        title="青禾县人民政府办公室关于推进乡村渡口改造的意见_交通_青禾县政府网",
    ),
    "青禾县人民政府办公室关于推进乡村渡口改造的意见",
    authors=(),
    source="青禾县政府网",
    published="2024-05-27",
    has=("总体要求", "（一）完善渡口", "（此件公开发布）"),
    has_not=("打印 分享",),
)

PORTALS = (
    _SOHU, _NETEASE, _NETEASE_OLD, _SINA, _SINA_OLD, _TENCENT, _TENCENT_SHELL, _IFENG, _IFENG_SHELL, _PAPER, _RMRB, _FOUNDER,
    _PEOPLE, _XINHUA, _CCTV, _CHINANEWS, _GUANGMING, _CAIXIN, _GOVERNMENT, _STATE_COUNCIL,
)  # fmt: skip
"""Pages of portals, the press and governments."""
