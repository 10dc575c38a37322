"""Further versions of the platforms, written before the rules that read them, and a notice of a county."""

from __future__ import annotations

import json
from typing import Any

from tests.unit.metadata.platforms.form import ESSAY, NEWS, NEWS_TITLE, Platform, around, listed, paragraphs

__all__ = ["VERSIONS"]

_BOTH = (NEWS[0][:20], NEWS[-1][-20:])
_WHOLE_ESSAY = (ESSAY[0][:20], ESSAY[-1][-20:])
_PAGES: list[Platform] = []


def _add(name: str, url: str, body: str, title: str, **wanted: Any) -> None:
    head, shown, lang = wanted.pop("head", ""), wanted.pop("page_title", title), wanted.pop("lang", "zh-CN")
    _PAGES.append(Platform(name, url, around(body, head, title=shown, lang=lang), title, **wanted))


_add(
    "Discuz! X touch template",
    "http://bbs.example.com/forum.php?mod=viewthread&tid=40001&mobile=2",
    f'<div class="header cl"><div class="mz"><a href="javascript:;" onclick="history.go(-1)"><i class="dm-c-left"></i></a></div><h2><a href="forum.php?mod=forumdisplay&fid=2">青禾话题</a></h2></div><div class="viewthread"><div class="view_tit"><em>[渡口]</em> {NEWS_TITLE} </div>'
    + "".join(
        f'<div class="plc cl" id="pid{i}"><div class="avatar"><img src="http://bbs.example.com/uc_server/avatar.php?uid={i}&size=small" /></div><div class="display pi pione" href="#replybtn_{i}"><ul class="authi"><li class="mtit"><span class="y"><i class="dm-eye"></i><em>321</em></span><span class="z"><a href="home.php?mod=space&uid={i}&mobile=2">{who}</a> <em>{"楼主" if i == 1 else "沙发"}</em></span></li><li class="mtime"><span class="y">来自手机</span> <em>{when}</em></li></ul><div class="message">{text}</div></div></div>'
        for i, (who, when, text) in enumerate(
            [
                ("河埠头", "2023-5-27 09:21", "<br />".join(NEWS)),
                ("阿蓝", "2023-5-27 10:02", "修好了就好，周末带孩子去看看，顺便买两块豆腐回来。"),
            ],
            1,
        )
    )
    + '</div><div class="foot"><a href="forum.php">标准版</a></div>',
    NEWS_TITLE,
    page_title=f"{NEWS_TITLE} - 青禾话题 -  湖岸社区 -  手机版 - Powered by Discuz!",
    authors=("河埠头",),
    published="2023-05-27T09:21",
    has=_BOTH,
)
_add(
    "Discuz! X portal article",
    "http://www.example.com/portal.php?mod=view&aid=5001",
    f'<div id="pt" class="bm cl"><div class="z"><a href="./" class="nvhm" title="首页">湖岸网</a><em>›</em><a href="portal.php">门户</a><em>›</em><a href="portal.php?mod=list&catid=1">本地</a><em>›</em>查看内容</div></div><div id="ct" class="ct2 wp cl"><div class="mn"><div class="bm vw"><div class="h hm"><h1 class="ph">{NEWS_TITLE} </h1><p class="xg1">2022-5-27 09:21<span class="pipe">|</span>发布者: <a href="home.php?mod=space&uid=7">编辑小宋</a><span class="pipe">|</span>查看: <em id="_viewnum">1024</em><span class="pipe">|</span>评论: 0<span class="pipe">|</span>原作者: 柏青|来自: 湖岸晚报</p></div><div class="s"><div><strong>摘要</strong>: 停运四十天的浮桥恢复通行。</div></div><div class="d"><table cellpadding="0" cellspacing="0" class="vwtb"><tr><td id="article_content">{paragraphs(NEWS)}<p><img src="data/attachment/portal/202205/27/092101a.jpg" width="600"></p></td></tr></table><div id="click_div">鲜花 握手 雷人 路过 鸡蛋</div></div><div class="o cl bm_u bbda"><a href="#">收藏</a><a href="#">分享</a><a href="#">邀请</a></div><div class="pren pbm cl"><em>上一篇：<a href="#">旧书市集周末开张</a></em><em>下一篇：<a href="#">村小迎来新校车</a></em></div></div></div></div>',
    NEWS_TITLE,
    page_title=f"{NEWS_TITLE} - 本地 - 湖岸网 - Powered by Discuz!",
    authors=("柏青",),
    source="湖岸晚报",
    published="2022-05-27T09:21",
    images=("092101a.jpg",),
    has=_BOTH,
    has_not=("旧书市集",),
)
_add(
    "Toutiao article of 2023",
    "https://www.toutiao.com/article/7237000000000000001/",
    f'<div id="root"><div class="article-detail-container"><div class="main"><div class="left-sidebar"><div class="detail-side-interaction"><button>12 赞</button><button>评论</button></div></div><div class="expand-container"><div class="article-content"><h1>{NEWS_TITLE}</h1><div class="article-meta mt-4"><span class="original-tag">原创</span><span>2023-05-27 09:21</span><span class="dot">·</span><span class="name"><a href="/c/user/token/MS4w/?source=tuwen_detail" target="_blank" rel="noopener nofollow">湖岸观察</a></span></div><article class="syl-article-base syl-page-article tt-article-content"><div class="pgc-img"><img src="https://p3-sign.toutiaoimg.com/tos-cn-i/tt1~noop.image?x=1" img_width="1080" img_height="720" alt=""><p class="pgc-img-caption">浮桥</p></div>{paragraphs(NEWS)}</article><div class="detail-end-tag">举报/反馈</div></div></div></div><div class="right-sidebar"><div class="user-card-name"><a class="name" href="#">湖岸观察</a></div><div class="card-title">头条热榜</div><ol><li><a href="#">旧书市集周末开张</a></li></ol></div></div></div>',
    NEWS_TITLE,
    page_title=f"{NEWS_TITLE}-今日头条",
    authors=("湖岸观察",),
    published="2023-05-27T09:21",
    images=("tt1~noop.image?x=1",),
    has=_BOTH,
    has_not=("头条热榜",),
)
_add(
    "Baijiahao of today",
    "https://baijiahao.baidu.com/s?id=1766000000000000001",
    f'<div id="app"><div class="EaCvy"><div id="ssr-content"><div class="_28fPT"><div id="header" class="_3tNyU"><div class="sKHSJ">{NEWS_TITLE}</div><div class="_3qfvJ"><div class="_2B7m0"><div class="_2-3Kc"><a href="https://author.baidu.com/home?from=bjh_article&app_id=1" target="_blank" class="_2sFmr"><img src="https://avatar.bdstatic.com/a.jpeg"></a></div><div class="_2gGWi"><span data-testid="author-name" class="_7y5nA"><a href="https://author.baidu.com/home?from=bjh_article&app_id=1">湖岸融媒</a></span><div class="_1gbQv"><span data-testid="updatetime" class="_10s4U">2023-05-27 09:21</span><span class="_2Wctx">湖岸</span><span>湖岸融媒官方账号</span></div></div></div><button>关注</button></div></div><div data-testid="article" class="_18p7x"><div class="dpu8C _2kCxD"><p><span class="bjh-p">{"</span></p></div><div class=dpu8C><p><span class=bjh-p>".join(NEWS)}</span></p></div><div class="dpu8C"><img src="https://pics1.baidu.com/feed/bj1.jpeg@f_auto" width="640"></div></div><div>举报/反馈</div></div><div class="_1XuvN"><h3>相关推荐</h3><a href="#">旧书市集周末开张</a></div></div></div></div>',
    NEWS_TITLE,
    authors=("湖岸融媒",),
    published="2023-05-27T09:21",
    images=("bj1.jpeg@f_auto",),
    has=_BOTH,
    has_not=("旧书市集",),
    head='<script type="application/ld+json">{"@context":"https://zhanzhang.baidu.com/contexts/cambrian.jsonld","@id":"https://baijiahao.baidu.com/s?id=1766000000000000001","title":"'
    + NEWS_TITLE
    + '","pubDate":"2023-05-27T09:21:33"}</script>',
)
_add(
    "Zhihu answer with the question's dates",
    "https://www.zhihu.com/question/600000001/answer/3000000001",
    f'<div id="root"><div class="QuestionPage" itemscope itemtype="http://schema.org/Question"><meta itemprop="name" content="一个人搬到山里生活是什么体验？"><meta itemprop="url" content="https://www.zhihu.com/question/600000001"><meta itemprop="keywords" content="山居,乡村生活"><meta itemprop="answerCount" content="88"><meta itemprop="dateCreated" content="2019-01-02T03:04:05.000Z"><meta itemprop="dateModified" content="2021-02-03T04:05:06.000Z"><div class="QuestionHeader"><div class="QuestionHeader-topics"><div class="Tag QuestionTopic"><a class="TopicLink" href="//www.zhihu.com/topic/1">山居</a></div></div><h1 class="QuestionHeader-title">一个人搬到山里生活是什么体验？</h1><button>关注问题</button></div><div class="Question-main"><div class="AnswerCard"><div class="ContentItem AnswerItem" itemprop="acceptedAnswer" itemtype="http://schema.org/Answer" itemscope><div class="ContentItem-meta"><div class="AuthorInfo AnswerItem-authorInfo" itemprop="author" itemscope itemtype="http://schema.org/Person"><meta itemprop="name" content="听竹"><meta itemprop="url" content="https://www.zhihu.com/people/tingzhu"><div class="AuthorInfo-content"><span class="UserLink AuthorInfo-name"><a class="UserLink-link" href="//www.zhihu.com/people/tingzhu">听竹</a></span><div class="AuthorInfo-badge">会烧窑的木匠</div></div></div><div><span><button>335 人赞同了该回答</button></span></div></div><meta itemprop="upvoteCount" content="335"><meta itemprop="url" content="https://www.zhihu.com/question/600000001/answer/3000000001"><meta itemprop="dateCreated" content="2023-05-27T01:21:08.000Z"><meta itemprop="dateModified" content="2023-05-28T01:21:08.000Z"><div class="RichContent RichContent--unescapable"><div class="RichContent-inner"><span class="RichText ztext CopyrightRichText-richText" itemprop="text">{paragraphs(ESSAY)}</span></div><div class="ContentItem-time"><a href="//www.zhihu.com/question/600000001/answer/3000000001"><span data-tooltip="发布于 2023-05-27 09:21">编辑于 2023-05-28 09:21</span></a></div><div class="ContentItem-actions"><button>赞同 335</button><button>7 条评论</button></div></div></div></div></div></div></div>',
    "一个人搬到山里生活是什么体验？",
    page_title="一个人搬到山里生活是什么体验？ - 听竹 的回答 - 知乎",
    authors=("听竹",),
    published="2023-05-27",
    has=_WHOLE_ESSAY,
)
_add(
    "Bilibili read of 2020",
    "https://www.bilibili.com/read/cv6000001",
    f'<div class="page-container"><div class="head-container"><div class="banner-img-holder"></div><div class="bangumi-rating-container"></div><div class="title-container"><h1 class="title">山里听雨的第三年</h1><div class="info"><a class="category-link" href="//www.bilibili.com/read/life#rid=30">日常</a><span class="create-time" data-ts="1590542468">2020-05-27 09:21:08</span><span class="article-data"><span>1024阅读</span><span> · 88喜欢</span><span> · 12评论</span></span></div></div><div class="up-info-holder"><div class="fixed-box"><div class="up-info-block"><a class="up-face-holder" href="//space.bilibili.com/1001"><img class="up-face-image" src="//i0.hdslb.com/bfs/face/f.jpg"></a><div class="up-info-right-block"><div class="row"><a class="up-name" href="//space.bilibili.com/1001" target="_blank">茶山阿木</a><div class="level">LV6</div></div><div class="row-2"><span class="fans-num">粉丝：3201</span><span class="view">文章：22</span></div></div></div></div></div></div><div class="article-holder">{paragraphs(ESSAY)}<figure class="img-box"><img data-src="//i0.hdslb.com/bfs/article/br1.jpg" width="800" height="600"><figcaption class="caption">屋檐</figcaption></figure></div><p class="original">本文为我原创</p><ul class="tag-container"><li class="tag-item"><span class="tag-border"><span class="tag-border-inner"><span class="tag-content">山居</span></span></span></li><li class="tag-item"><span class="tag-content">乡村</span></li></ul></div>',
    "山里听雨的第三年",
    page_title="山里听雨的第三年 - 哔哩哔哩",
    authors=("茶山阿木",),
    published="2020-05-27T09:21",
    images=("br1.jpg",),
    has=_WHOLE_ESSAY,
    has_not=("粉丝",),
    head='<meta name="author" content="茶山阿木"><meta name="keywords" content="山里听雨的第三年,日常,专栏,哔哩哔哩"><meta property="og:title" content="山里听雨的第三年">',
)
_add(
    "CSDN of 2012",
    "http://blog.csdn.net/shuiwei/article/details/7600001",
    f'<div id="container"><div id="header"><div class="header"><div id="blog_title"><h1><a href="http://blog.csdn.net/shuiwei">水位的专栏</a></h1><h2></h2></div></div></div><div id="body"><div id="main"><div class="main"><div id="article_details" class="details"><div class="article_title"><span class="ico ico_type_Original"></span><h3><span class="link_title"><a href="/shuiwei/article/details/7600001">用 Python 读水位计的数据</a></span></h3></div><div class="article_manage"><span class="link_categories">分类：<a href="/shuiwei/article/category/1">python</a><a href="/shuiwei/article/category/2">串口</a></span><span class="link_postdate">2012-05-27 09:21</span><span class="link_view" title="阅读次数">1024人阅读</span><span class="link_comments" title="评论次数">(<a href="#comments">3</a>)</span><span class="link_collect"><a href="#">收藏</a></span><span class="link_report"><a href="#">举报</a></span></div><div class="tag2box"><a href="http://www.csdn.net/tag/serial">serial</a><a href="http://www.csdn.net/tag/python">python</a></div><div id="article_content" class="article_content">{paragraphs(ESSAY)}<pre name="code" class="python">import serial\nport = serial.Serial("/dev/ttyS0")</pre></div><div id="digg"><dl><dt>顶</dt><dd>1</dd></dl></div><ul class="article_next_prev"><li class="prev_article"><span>上一篇：</span><a href="#">旧书市集周末开张</a></li></ul></div></div></div><div id="side"><ul class="panel"><li class="panel_head">个人资料</li><li><a href="http://my.csdn.net/shuiwei" class="user_name">shuiwei</a></li><li>访问：10240次</li></ul></div></div></div>',
    "用 Python 读水位计的数据",
    page_title="用 Python 读水位计的数据 - 水位的专栏 - 博客频道 - CSDN.NET",
    authors=None,
    published="2012-05-27T09:21",
    has=(*_WHOLE_ESSAY, "serial.Serial"),
    has_not=("旧书市集", "10240次"),
)
_add(
    "CSDN of 2023",
    "https://blog.csdn.net/qq_40000001/article/details/130000001",
    f'<div class="main_father clearfix"><div class="container clearfix" id="mainBox"><main><div class="blog-content-box"><div class="article-header-box"><div class="article-header"><div class="article-title-box"><h1 class="title-article" id="articleContentId">用 Python 读水位计的数据</h1></div><div class="article-info-box"><div class="article-bar-top"><img class="article-type-img" src="https://csdnimg.cn/original.png"><div class="bar-content"><a class="follow-nickName " href="https://blog.csdn.net/qq_40000001" target="_blank" rel="noopener" title="水位计老李">水位计老李</a><img class="article-time-img article-heard-img" src="https://csdnimg.cn/t.png"><span class="time blog-postTime" data-time="2023-05-27 09:21:08">已于 2023-06-02 10:00:00 修改</span><div class="read-count-box"><span class="read-count">阅读量1k</span><a id="blog_detail_zk_collection" class="un-collection"><span class="name">收藏</span><span class="get-collection">12</span></a></div></div></div><div class="up-time">于 2023-05-27 09:21:08 首次发布</div><div class="blog-tags-box"><div class="tags-box artic-tag-box"><span class="label">分类专栏：</span><a class="tag-link" href="https://blog.csdn.net/qq_40000001/category_1.html">传感器</a><span class="label">文章标签：</span><a data-report-query="x" class="tag-link" href="https://so.csdn.net/so/search/s.do?q=python">python</a><a class="tag-link" href="https://so.csdn.net/so/search/s.do?q=serial">串口</a></div></div><div class="slide-content-box"><div class="article-copyright"><div class="creativecommons">版权声明：本文为博主原创文章，遵循<a href="http://creativecommons.org/licenses/by-sa/4.0/" target="_blank" rel="noopener"> CC 4.0 BY-SA </a>版权协议，转载请附上原文出处链接和本声明。</div></div></div></div></div></div><article class="baidu_pl"><div id="article_content" class="article_content clearfix"><div id="content_views" class="markdown_views prism-atom-one-dark">{paragraphs(ESSAY)}<pre class="prettyprint"><code class="prism language-python has-numbering">import serial\nport = serial.Serial("/dev/ttyS0")<div class="hljs-button signin" data-title="登录后复制"></div></code><ul class="pre-numbering"><li>1</li><li>2</li></ul></pre></div></div></article></div><div class="recommend-box"><div class="recommend-item-box"><a href="#">旧书市集周末开张</a></div></div></main><aside class="blog_container_aside"><div class="profile-intro-name-boxTop"><a class="profile-name" href="#">水位计老李</a></div></aside></div></div>',
    "用 Python 读水位计的数据",
    page_title="用 Python 读水位计的数据_水位计 python-CSDN博客",
    authors=("水位计老李",),
    published="2023-05-27T09:21",
    tags=("python", "串口"),
    has=(*_WHOLE_ESSAY, "serial.Serial"),
    has_not=("旧书市集", "版权协议"),
    head='<meta name="keywords" content="水位计 python"><script type="application/ld+json">{"@context":"https://ziyuan.baidu.com/contexts/cambrian.jsonld","@id":"https://blog.csdn.net/qq_40000001/article/details/130000001","appid":"1","pubDate":"2023-05-27T09:21:08","title":"用 Python 读水位计的数据_水位计 python-CSDN博客","upDate":"2023-06-02T10:00:00"}</script>',
)
_add(
    "a county notice with a table of facts and attachments",
    "http://www.example.gov.cn/zwgk/zfxxgkml/202305/t20230527_500001.html",
    f'<div class="wz"><span>当前位置：</span><a href="/">首页</a>&gt;<a href="/zwgk">政务公开</a>&gt;<a href="#">通知公告</a></div><div class="gk_box"><table class="gk_table" width="100%"><tbody><tr><th>索 引 号</th><td>11000000MB0001/2023-00031</td><th>信息分类</th><td>交通运输 / 通知</td></tr><tr><th>发布机构</th><td>青禾县交通运输局</td><th>生成日期</th><td>2023-05-20</td></tr><tr><th>文 号</th><td>青交〔2023〕12号</td><th>关键词</th><td>浮桥；通行</td></tr></tbody></table></div><div class="article"><div class="title">关于青禾镇渡口浮桥恢复通行的通告</div><div class="info"><span>发布时间：2023-05-27 09:21</span><span>信息来源：青禾县交通运输局</span><span>浏览次数：<script>x()</script></span><span>【字体：<a>大</a> <a>中</a> <a>小</a>】</span></div><div class="con" id="zoom"><div class="trs_editor_view TRS_UEDITOR trs_paper_default">{paragraphs(NEWS)}<p>特此通告。</p><p>附件：<a href="./W020230527.docx">浮桥限行时段表.docx</a></p><p style="text-align:right">青禾县交通运输局</p><p style="text-align:right">2023年5月20日</p></div></div><div class="gk_foot"><a>【打印】</a><a>【关闭】</a></div></div>',
    "关于青禾镇渡口浮桥恢复通行的通告",
    page_title="关于青禾镇渡口浮桥恢复通行的通告-青禾县人民政府",
    authors=(),
    source="青禾县交通运输局",
    published="2023-05-27",
    has=(*_BOTH, "浮桥限行时段表"),
    has_not=("当前位置", "浏览次数"),
    head='<meta name="SiteName" content="青禾县人民政府"><meta name="ArticleTitle" content="关于青禾镇渡口浮桥恢复通行的通告"><meta name="PubDate" content="2023-05-27 09:21"><meta name="ContentSource" content="青禾县交通运输局"><meta name="ColumnName" content="通知公告">',
)
_add(
    "a provincial page with government meta names",
    "https://www.example.gov.cn/art/2023/5/27/art_100_1.html",
    f'<div class="main"><h1 id="ti">{NEWS_TITLE}</h1><div class="ly"><span>来源：<!--<$[信息来源]>begin-->湖岸日报<!--<$[信息来源]>end--></span> <span>时间：2023-05-27 09:21</span> <span>浏览量：<i>1024</i></span></div><div id="zoom"><!--ZJEG_RSS.content.begin-->{paragraphs(NEWS)}<!--ZJEG_RSS.content.end--></div><p class="bj">责任编辑：宋清</p><p class="ff">打印本页</p></div>',
    NEWS_TITLE,
    page_title=f"湖岸省人民政府 本地要闻 {NEWS_TITLE}",
    authors=(),
    source="湖岸日报",
    published="2023-05-27",
    has=_BOTH,
    head=f'<meta name="ArticleTitle" content="{NEWS_TITLE}"><meta name="PubDate" content="2023-05-27 09:21"><meta name="Author" content=""><meta name="Keywords" content="浮桥,渡口">',
)
_add(
    "a Founder e-paper page",
    "http://epaper.example.com/hbrb/html/2023-05/27/content_100001.htm",
    f'<table><tr><td><table width="100%"><tr><td>第03版：民生</td><td><a href="node_4.htm">下一版</a></td></tr></table></td><td><table width="520"><tr><td class="font01" align="center"></td></tr><tr><td class="font02" align="center" style="font-size:25px"><founder-title><p>{NEWS_TITLE}</p></founder-title></td></tr><tr><td class="font02" align="center">首批过桥的是菜农和学生</td></tr><tr><td align="center" class="font03">□ 本报记者 陶小曼 通讯员 费一诺</td></tr></table><table><tr><td><div id="ozoom" style="zoom:100%"><founder-content>{paragraphs(NEWS)}</founder-content></div></td></tr></table><table><tr><td><a href="content_1.htm">上一篇</a> <a href="content_2.htm">下一篇</a></td></tr></table></td></tr></table>',
    NEWS_TITLE,
    page_title=f"湖岸日报数字报-{NEWS_TITLE}",
    authors=("陶小曼", "费一诺"),
    published="2023-05-27",
    has=_BOTH,
    has_not=("下一版", "上一篇"),
)
_add(
    "a local news site on TRS",
    "http://news.example.cn/2019/0527/100001.shtml",
    f'<div class="path">您当前的位置：<a href="/">湖岸网</a> &gt; <a href="#">新闻中心</a> &gt; 正文</div><div class="w1000"><div class="left"><h1>{NEWS_TITLE}</h1><div class="sub_h">2019-05-27 09:21&nbsp;&nbsp;来源：<a href="#">湖岸日报</a>&nbsp;&nbsp;作者：记者 陶小曼&nbsp;&nbsp;编辑：宋清&nbsp;&nbsp;<a href="#cmt">我要评论(0)</a></div><div class="content TRS_Editor">{paragraphs(NEWS)}<p align="center"><img src="./W0201905271.jpg" oldsrc="W0201905271.jpg"></p></div><div class="fenye"></div><div class="zrbj">[责任编辑：柏青]</div><div class="xgxw"><h3>相关新闻</h3><ul>{listed(4)}</ul></div></div></div>',
    NEWS_TITLE,
    page_title=f"{NEWS_TITLE}_湖岸网_湖岸新闻门户",
    authors=("陶小曼",),
    source="湖岸日报",
    published="2019-05-27T09:21",
    images=("W0201905271.jpg",),
    has=_BOTH,
    has_not=("相关新闻", "我要评论"),
)
_add(
    "a university's news page",
    "https://news.example.edu.cn/info/1002/50001.htm",
    f'<div class="winstyle"><a href="../../index.htm">首页</a>&gt;&gt;<a href="#">校园要闻</a>&gt;&gt;正文</div><form name="_newscontent_fromname"><div class="v_news"><div align="center" class="arti_title">我校学生团队为渡口浮桥加装水位计</div><div class="arti_metas" align="center">发布时间：2021-05-27 09:21 作者：文/陶小曼 图/费一诺 来源：水利学院 点击量：[<span id="dynclicks">102</span>]</div><div id="vsb_content"><div class="v_news_content">{paragraphs(NEWS)}<p class="vsbcontent_img"><img src="/__local/A/B/uni1.jpg" width="600" vsbhref="vurl"></p></div></div><div>（审核：柏青 编辑：宋清）</div><div align="center">【<a href="#">关闭窗口</a>】</div><p>上一条：<a href="#">旧书市集周末开张</a></p><p>下一条：<a href="#">村小迎来新校车</a></p></div></form>',
    "我校学生团队为渡口浮桥加装水位计",
    page_title="我校学生团队为渡口浮桥加装水位计-湖岸大学新闻网",
    authors=("陶小曼",),
    source="水利学院",
    published="2021-05-27T09:21",
    images=("uni1.jpg",),
    has=_BOTH,
    has_not=("旧书市集", "点击量"),
)
_add(
    "Xinhua of 2008",
    "http://news.example.com/local/2008-05/27/content_8000001.htm",
    f'<table><tr><td><a href="/">首页</a>&gt; <a href="#">地方</a></td></tr><tr><td align="center"><span id="title" class="hei22">{NEWS_TITLE}</span></td></tr><tr><td class="hui12" align="center"><span id="pubtime">2008年05月27日 09:21:08</span>　<span>来源：<span id="source">湖岸日报</span></span>　【字号 <a>大</a> <a>中</a> <a>小</a>】【<a>留言</a>】【<a>打印</a>】【<a>关闭</a>】</td></tr><tr><td class="p1"><div id="content"><p>　　湖岸通讯社青禾5月27日电（记者陶小曼、费一诺）{NEWS[0]}</p>{paragraphs(NEWS[1:])}</div></td></tr><tr><td align="right">(责任编辑：<span id="editor">宋清</span>)</td></tr><tr><td>相关链接<ul>{listed(3, day="02-1")}</ul></td></tr></table>',
    NEWS_TITLE,
    page_title=f"{NEWS_TITLE}_湖岸网",
    authors=("陶小曼", "费一诺"),
    source="湖岸日报",
    published="2008-05-27T09:21",
    has=_BOTH,
    has_not=("留言",),
)
_add(
    "phpWind 9 thread",
    "http://bbs.example.com/read.php?tid=60001&fid=2",
    f'<div class="bread_crumb"><a href="#" class="home">首页</a><em>&gt;</em><a href="#">青禾话题</a><em>&gt;</em><a href="#">{NEWS_TITLE}</a></div><div class="read_page_wrap"><div id="J_posts_list">'
    + "".join(
        f'<div class="read_page J_read_floor" id="read_{i}"><table width="100%"><tr><td class="floor_info"><div class="face"><a href="space.php?uid={i}" class="J_user_card_show"><img src="/windid/avatar/{i}.jpg" width="48" height="48"></a></div><div class="name"><a href="space.php?uid={i}" class="J_user_card_show mr5" data-uid="{i}">{who}</a></div><ul class="cc"><li>发帖：34</li><li>粉丝：8</li></ul></td><td class="floor_reply">'
        + (
            f'<div class="floor_title"><span class="red">[渡口]</span><h1 id="J_post_title">{NEWS_TITLE}</h1><a class="a_link" href="#">[复制链接]</a></div>'
            if i == 1
            else ""
        )
        + f'<div class="c"></div><div class="floor_top_tips cf"><span class="lou J_floor_copy">{i - 1}<sup>#</sup></span> <span class="fl">发布于：2013-05-27 09:2{i}</span> <a href="#">只看楼主</a> <a href="#">倒序阅读</a></div><div id="J_read_main"><div class="editor_content">{text}</div></div></td></tr></table></div>'
        for i, (who, text) in enumerate(
            [("江湾老贺", "<br>".join(NEWS)), ("小满", "明早就去走一趟，顺便买豆腐，大家有一起拼车的吗？")], 1
        )
    )
    + '</div></div><div class="footer">Powered by phpwind v9.0</div>',
    NEWS_TITLE,
    page_title=f"{NEWS_TITLE}-青禾话题-湖岸社区 - Powered by phpwind",
    authors=("江湾老贺",),
    published="2013-05-27T09:21",
    has=(*_BOTH, "一起拼车"),
    has_not=("粉丝",),
)
_add(
    "People's Daily of 2022",
    "http://society.example.com.cn/n1/2022/0527/c1008-32430001.html",
    f'<div class="rm_txt cf"><div class="col col-1 fl"><div class="path"><a href="#">湖民网</a>&gt;&gt;<a href="#">社会</a></div><h3 class="pre"></h3><h1>{NEWS_TITLE}</h1><h4 class="sub"></h4><div class="author cf"></div><div class="channel cf"><div class="col-1-1 fl">2022年05月27日09:21 | 来源：<a href="http://www.example.cn" target="_blank">湖民网－湖民日报</a></div><div class="col-1-2 fr"><span>小字号</span></div></div><div class="rm_txt_con cf">{paragraphs(NEWS, "<p style=text-indent:2em>")}<p class="paper_num">《 湖民日报 》（ 2022年05月27日 13 版）</p><div class="edit cf">(责编：宋清、柏青)</div><div class="share"><p>分享让更多人看到</p></div></div></div><div class="col-2 fr"><h2>热门排行</h2><ul>{listed(5)}</ul></div></div>',
    NEWS_TITLE,
    page_title=f"{NEWS_TITLE}--社会--湖民网",
    authors=(),
    source="湖民网－湖民日报",
    published="2022-05-27T09:21",
    has=_BOTH,
    has_not=("热门排行", "分享让更多人"),
)
_add(
    "Xiaohongshu-like note in its state",
    "https://www.example.com/explore/6470000000000000000001",
    '<div id="app"></div><script>window.__INITIAL_STATE__={"note":{"noteDetailMap":{"6470000000000000000001":{"note":{"noteId":"6470000000000000000001","title":"山里听雨的第三年","desc":'
    + json.dumps("\n".join(ESSAY), ensure_ascii=False)
    + ',"time":1685150468000,"user":{"userId":"1","nickname":"竹里阿青"},"tagList":[{"id":"1","name":"山居"}],"imageList":[]}}}}}</script>',
    "山里听雨的第三年",
    page_title="山里听雨的第三年 - 小红书",
    authors=("竹里阿青",),
    published="2023-05-27",
    has=_WHOLE_ESSAY,
)
_add(
    "NetEase article of 2021",
    "https://www.163.com/dy/article/GB000001.html",
    f'<div class="post_wrap" id="container"><div class="post_content"><div class="post_main"><h1 class="post_title">{NEWS_TITLE}</h1><div class="post_info">2021-05-27 09:21:08　来源: <a href="https://www.163.com/dy/media/T1.html" target="_blank">湖岸晚报</a>&nbsp;湖岸&nbsp; <a href="#" class="post_jubao">举报</a></div><div class="post_side"><div>0</div><a>分享至</a></div><div class="post_body" id="content">{paragraphs(NEWS)}<p class="f_center"><img src="https://nimg.ws.126.net/?url=http://dingyue.ws.126.net/2021/ne1.jpg&thumbnail=650x2147483647"><br></p><p>记者 陶小曼 编辑 宋清</p></div><div class="post_statement"><p>特别声明：以上内容(如有图片或视频亦包括在内)为自媒体平台“网易号”用户上传并发布，本平台仅提供信息存储服务。</p></div></div></div></div>',
    NEWS_TITLE,
    page_title=f"{NEWS_TITLE}|浮桥|渡口_网易订阅",
    authors=("陶小曼",),
    source="湖岸晚报",
    published="2021-05-27T09:21",
    has=_BOTH,
    has_not=("特别声明",),
    head='<meta name="keywords" content="浮桥,渡口"><meta name="author" content="网易"><meta property="article:author" content="网易"><meta property="article:published_time" content="2021-05-27T09:21:08+08:00"><meta property="og:title" content="'
    + NEWS_TITLE
    + '">',
)

VERSIONS = tuple(_PAGES)
"""Pages of the same platforms in other years and templates."""
