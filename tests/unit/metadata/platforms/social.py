"""Platforms whose users write: WeChat, Toutiao, Baijiahao, Zhihu, Weibo, Bilibili, Douban and the like."""

from __future__ import annotations

import json
from urllib.parse import quote

from tests.unit.metadata.platforms.form import ESSAY, NEWS, NEWS_TITLE, Platform, around, paragraphs

__all__ = ["SOCIAL"]

_ESSAY_TITLE = "山里听雨的第三年"
_BOTH = (ESSAY[0][:20], ESSAY[-1][-20:])
_NEWS_BOTH = (NEWS[0][:20], NEWS[-1][-20:])

_WECHAT_MODERN = Platform(
    "WeChat article of today",
    "https://mp.weixin.qq.com/s/Qq0AbCdEfGhIjKlMnOpQrS",
    around(
        '<div id="js_article" class="rich_media"><div id="js_top_ad_area" class="top_banner"></div><div class="rich_media_inner">'
        '<div id="page-content" class="rich_media_area_primary"><div class="rich_media_area_primary_inner"><div id="img-content" class="rich_media_wrp">'
        f'<h1 class="rich_media_title " id="activity-name"><span class="js_title_inner">{_ESSAY_TITLE}</span></h1>'
        '<div id="meta_content" class="rich_media_meta_list">'
        '<span id="copyright_logo" class="wx_tap_link js_wx_tap_highlight rich_media_meta icon_appmsg_tag appmsg_title_tag weui-wa-hotarea">原创</span>'
        '<span class="rich_media_meta rich_media_meta_text"><span role="link" id="js_author_name" class="wx_tap_link js_wx_tap_highlight rich_media_meta_link" datarewardsn="" datatimestamp="">沈竹溪</span></span>'
        '<span class="rich_media_meta rich_media_meta_nickname" id="profileBt"><a href="javascript:void(0);" class="wx_tap_link js_wx_tap_highlight weui-wa-hotarea" id="js_name">                      溪谷来信                    </a>'
        '<div id="js_profile_qrcode" aria-hidden="true" class="profile_container" style="display:none;"><div class="profile_inner"><strong class="profile_nickname">溪谷来信</strong>'
        '<img class="profile_avatar" id="js_profile_qrcode_img" src="" alt=""><p class="profile_meta"><label class="profile_meta_label">微信号</label><span class="profile_meta_value">xigulaixin</span></p>'
        '<p class="profile_meta"><label class="profile_meta_label">功能介绍</label><span class="profile_meta_value">写给住在远处的人。</span></p></div></div></span>'
        '<em id="publish_time" class="rich_media_meta rich_media_meta_text"></em>'
        '<em id="js_ip_wording_wrp" class="rich_media_meta rich_media_meta_text" role="option" style="display: none;"><span id="js_ip_wording"></span></em>'
        '<em id="js_article_tag_card__top"></em></div>'
        '<div class="rich_media_content js_underline_content autoTypeSetting24psection" id="js_content" style="visibility: hidden; opacity: 0; ">'
        f'<section style="line-height: 2em;"><span style="font-size: 15px;">{ESSAY[0]}</span></section>'
        '<section style="text-align: center;" nodeleaf=""><img class="rich_pages wxw-img" data-galleryid="" data-imgfileid="100001" data-ratio="0.66" data-s="300,640" data-src="https://mmbiz.qpic.cn/sz_mmbiz_jpg/aaa111/640?wx_fmt=jpeg&amp;from=appmsg" data-type="jpeg" data-w="1080" style=""></section>'
        f'<section><span leaf="">{ESSAY[1]}</span></section><section><span leaf="">{ESSAY[2]}</span></section>'
        '<section style="text-align: center;"><img class="rich_pages wxw-img" data-ratio="0.75" data-src="https://mmbiz.qpic.cn/sz_mmbiz_png/bbb222/640?wx_fmt=png" data-type="png" data-w="900"></section>'
        f'<section><span leaf="">{ESSAY[3]}</span></section><p style="display: none;"><mp-style-type data-value="3"></mp-style-type></p></div>'
        '<div class="rich_media_tool__wrp"><div class="rich_media_tool" id="js_tags_preview_toast">继续滑动看下一个</div></div>'
        '<div id="js_pc_qr_code" class="qr_code_pc_outer" style="display:none;"><p>微信扫一扫<br>关注该公众号</p></div></div></div></div></div></div>'
        '<script type="text/javascript" nonce="1">window.logs = {pagetime: {}}; var biz = "MzA1"||""; var ct = "1716772860"; var user_name = "gh_0001"; var nickname = htmlDecode("溪谷来信");'
        ' var msg_title = \'山里听雨的第三年\'.html(false); var msg_desc = htmlDecode("写给住在远处的人"); var msg_cdn_url = "https://mmbiz.qpic.cn/cover/0?wx_fmt=jpeg";'
        " var createTime = '2024-05-27 09:21'; var ori_head_img_url = \"http://wx.qlogo.cn/mmhead/x/132\";</script>",
        '<meta name="author" content="沈竹溪" /><meta property="og:title" content="山里听雨的第三年" /><meta property="og:url" content="http://mp.weixin.qq.com/s?__biz=MzA1&amp;mid=1" />'
        '<meta property="og:image" content="https://mmbiz.qpic.cn/cover/0?wx_fmt=jpeg" /><meta property="og:description" content="写给住在远处的人" />'
        '<meta property="og:site_name" content="微信公众平台" /><meta property="og:type" content="article" /><meta property="og:article:author" content="沈竹溪" />'
        '<meta property="twitter:card" content="summary" /><meta property="twitter:site" content="微信公众平台" /><meta property="twitter:creator" content="沈竹溪" />',
        title="",
    ),
    _ESSAY_TITLE,
    authors=("沈竹溪",),
    source="溪谷来信",
    published="2024-05-27T09:21",
    images=("aaa111/640?wx_fmt=jpeg&from=appmsg", "bbb222/640?wx_fmt=png"),
    has=_BOTH,
    has_not=("扫一扫", "继续滑动", "功能介绍", "原创"),
)
_WECHAT_OLD = Platform(
    "WeChat article of 2014",
    "http://mp.weixin.qq.com/s?__biz=MjM5MDE0Mjc4MA==&mid=200000001&idx=1&sn=0123",
    around(
        '<div class="rich_media"><div class="rich_media_inner"><div id="page-content"><div id="img-content" class="rich_media_area_primary">'
        f'<h2 class="rich_media_title" id="activity-name">{NEWS_TITLE}</h2>'
        '<div class="rich_media_meta_list"><em id="post-date" class="rich_media_meta text">2014-06-05</em> <em class="rich_media_meta text">钱小满</em>'
        '<a class="rich_media_meta link nickname" href="javascript:void(0);" id="post-user">渡口周报</a></div>'
        '<div class="rich_media_thumb_wrp" id="media"><img class="rich_media_thumb" onerror="this.parentNode.removeChild(this)" data-backsrc="http://mmbiz.qpic.cn/c/0" src="http://mmbiz.qpic.cn/mmbiz/cover1/640" /></div>'
        f'<div class="rich_media_content" id="js_content">{paragraphs(NEWS[:2])}<p><img data-src="http://mmbiz.qpic.cn/mmbiz/ccc333/640" data-ratio="0.6" data-w="" /></p>{paragraphs(NEWS[2:])}'
        "</div>"
        '<div class="rich_media_tool" id="js_toobar"><a class="media_tool_meta meta_primary" id="js_view_source" href="">阅读原文</a><div class="media_tool_meta">阅读 <span id="readNum">100000+</span></div><a href="#" id="js_report_article">举报</a></div>'
        "</div></div></div></div>",
        title=NEWS_TITLE,
    ),
    NEWS_TITLE,
    authors=("钱小满",),
    source="渡口周报",
    published="2014-06-05",
    images=("ccc333/640",),
    has=_NEWS_BOTH,
    has_not=("举报", "100000+"),
)
_SHARED = (
    "今天路过渡口，看见浮桥修好了。桥头的豆腐摊又摆了出来，热气腾腾的一锅，两块钱一碗。\n\n坐下来吃完才发现忘带零钱，阿婆摆摆手说下次一起给。\n"
    "这样的日子，不知道还能有多久，所以拍几张照片留在这里。"
)
_WECHAT_SHARED = Platform(
    "WeChat shared text",
    "https://mp.weixin.qq.com/s/ShArEdTeXt01",
    around(
        '<div id="js_article" class="rich_media share_content_page"><div class="rich_media_inner"><div id="js_text_content"></div></div></div>'
        '<script>var nickname = htmlDecode("桥头小记"); var ct = "1716772860"; window.cgiDataNew = {title: "", desc: ""};</script>',
        f'<meta property="og:title" content="{_SHARED.replace(chr(10), "&#92;x0a")[:40]}" /><meta property="og:description" content="{_SHARED.replace(chr(10), "&#92;x0a")}" />'
        '<meta property="og:site_name" content="微信公众平台" /><meta property="og:type" content="article" /><meta name="author" content="桥头小记" />',
        title="",
    ),
    "今天路过渡口，看见浮桥修好了。",
    authors=None,
    has=("两块钱一碗", "拍几张照片"),
    has_not=("x0a",),
)
_WECHAT_PICTURES = Platform(
    "WeChat picture message",
    "https://mp.weixin.qq.com/s/PiCtUrEs0001",
    around(
        '<div id="js_article" class="rich_media share_content_page"><div id="js_image_content" class="share_media"><div class="swiper_wrp"><div class="swiper_item_img"><img src="https://mmbiz.qpic.cn/mmbiz_jpg/p1/0" /></div>'
        '<div class="swiper_item_img"><img src="https://mmbiz.qpic.cn/mmbiz_jpg/p2/0" /></div></div>'
        f'<h1 class="rich_media_title" id="js_image_desc_title">{_ESSAY_TITLE}</h1><p id="js_image_desc" class="share_notice">{ESSAY[0]}{ESSAY[1]}</p></div></div>'
        '<script>var nickname = "溪谷来信"; var ct = "1716772860"; var createTime = "2024-05-27 09:21";</script>',
        f'<meta property="og:title" content="{_ESSAY_TITLE}" /><meta property="og:description" content="{ESSAY[0]}" /><meta property="og:image" content="https://mmbiz.qpic.cn/mmbiz_jpg/p1/0" />',
        title="",
    ),
    _ESSAY_TITLE,
    authors=None,
    published="2024-05-27",
    images=("p1/0", "p2/0"),
    has=(ESSAY[0][:20], ESSAY[1][-20:]),
)
_ARTICLE_HTML = f'<header><div class="tt-title">{NEWS_TITLE}</div></header><article>{paragraphs(NEWS)}<img src="http://p3.pstatp.com/large/pgc-image/t001"></article>'
_TOUTIAO_OLD = Platform(
    "Toutiao of 2019, text in BASE_DATA",
    "https://www.toutiao.com/a6700000000000000001/",
    around(
        '<div id="app"></div><script>var BASE_DATA = {"userInfo": {}, "headerInfo": {"id": 0}, "articleInfo": {"title": "'
        f'{NEWS_TITLE}", "content": {json.dumps(_ARTICLE_HTML, ensure_ascii=False)}, "groupId": "6700000000000000001", "itemId": "6700000000000000001",'
        '"subInfo": {"isOriginal": true, "source": "渡口小贺", "time": "2019-06-11 10:20:30"}, "tagInfo": {"tags": [{"name": "浮桥"}, {"name": "乡村"}]}}};</script>',
        f'<meta name="description" content="{NEWS[0][:60]}">',
        title=NEWS_TITLE,
    ),
    NEWS_TITLE,
    authors=None,
    published="2019-06-11",
    images=("pgc-image/t001",),
    has=_NEWS_BOTH,
)
_TOUTIAO_STATE = Platform(
    "Toutiao, text in RENDER_DATA",
    "https://www.toutiao.com/article/7100000000000000001/",
    around(
        '<div id="root"><div class="header"><a href="/">今日头条</a></div></div>'
        f'<script id="RENDER_DATA" type="application/json">{quote(json.dumps({"data": {"itemId": "7100000000000000001", "title": NEWS_TITLE, "content": _ARTICLE_HTML, "source": "渡口小贺", "publishTime": "2022-05-27 09:21", "mediaInfo": {"name": "渡口小贺"}, "abstract": NEWS[0][:40]}, "seoTDK": {"title": NEWS_TITLE, "keywords": "浮桥,乡村"}}, ensure_ascii=False))}</script>',
        title=f"{NEWS_TITLE}_今日头条",
    ),
    NEWS_TITLE,
    authors=None,
    published="2022-05-27T09:21",
    images=("pgc-image/t001",),
    has=_NEWS_BOTH,
)
_TOUTIAO_SHORT = Platform(
    "Toutiao micro-headline",
    "https://www.toutiao.com/w/1800000000000001/",
    around(
        '<div id="root"><div class="main-wrapper"><div class="main"><div class="wtt-article"><div class="author-info"><a class="user-avatar" href="/c/user/token/a/"><img src="//p3.toutiaoimg.com/avatar.png"></a>'
        '<div class="desc"><a class="name" href="/c/user/token/a/" title="渡口小贺">渡口小贺</a><span class="time">2024-05-27 09:21</span><span class="location">来自湖岸</span></div><button class="follow-btn">关注</button></div>'
        f'<div class="wtt-content" data-weitoutiao="true">{"<br>".join(NEWS[:3])}</div><div class="image-list"><img class="weitoutiao-img" src="https://p3-sign.toutiaoimg.com/w1.jpg"></div></div>'
        '<div class="detail-interact"><span>赞</span><span>12评论</span></div></div><div class="right-sidebar"><div class="hot-board"><h3>头条热榜</h3><ol>'
        + "".join(f"<li><a href='/trending/{i}'>山区气象站上线第{i}周</a></li>" for i in range(6))
        + "</ol></div></div></div></div>",
        title=f"{NEWS[0][:20]}... - 今日头条",
    ),
    NEWS[0][:20],
    authors=("渡口小贺",),
    published="2024-05-27T09:21",
    images=("w1.jpg",),
    has=(NEWS[0][:20], NEWS[2][-15:]),
    has_not=("头条热榜", "12评论"),
)
_BAIJIAHAO = Platform(
    "Baijiahao of today",
    "https://baijiahao.baidu.com/s?id=1800000000000000001&wfr=spider&for=pc",
    around(
        '<div id="ssr-content" class="app-module_articleWrapper_29kFe"><div class="app-module_leftSection_EaCvy"><div class="_2jN0Y EaCvy"><div id="header" class="_1tjpL"><div class="sKHSJ" '
        f'role="heading" aria-level="1" title="{NEWS_TITLE}">{NEWS_TITLE}</div><div class="_1_zWQ"><a target="_blank" rel="noopener noreferrer" href="https://author.baidu.com/home?from=bjh_article&app_id=1"><div class="_2gGWi"><img class="_1h7Q3" src="https://himg.bdimg.com/avatar.jpg"></div></a>'
        '<div class="eCLkU"><span class="_2gGWi"><p class="_7y5nA" data-testid="author-name"><a href="https://author.baidu.com/home?app_id=1">青禾融媒</a></p></span><div class="_10s4U"><span class="_2sjh9" data-testid="updatetime">2024-05-27 09:21</span><span class="_2Wctx" data-testid="address">湖岸</span><span>青禾镇融媒体中心官方账号</span></div></div><div class="_2BQ4c">关注</div></div></div>'
        f'<div class="_18p7x" data-testid="article"><div class="dpu8C _2kCxD "><p><span class="bjh-p">{NEWS[0]}</span></p></div><div class="dpu8C _1qRJl"><div><img class="_1g4Ex" src="https://pics1.baidu.com/feed/bjh1.jpeg@f_auto?token=1"><span class="bjh-image-caption">通车当天的浮桥</span></div></div>'
        f'<div class="dpu8C _2kCxD "><p><span class="bjh-p">{NEWS[1]}</span></p></div><div class="dpu8C _2kCxD "><p><span class="bjh-p">{NEWS[2]}</span></p></div><div class="dpu8C _2kCxD "><p><span class="bjh-p">{NEWS[3]}</span></p></div></div></div>'
        '<div class="_2Zphx">举报/反馈</div><div id="commentModule" class="_1DNjC"><div class="xcp-publish">发表评论</div></div></div><div class="app-module_rightSection_3W1ck"><div class="_1m6Nv"><h2>作者最新文章</h2><ul><li><a href="/s?id=2">山区新建三座气象站</a></li><li><a href="/s?id=3">旧书市集周末开张</a></li></ul><h2>相关推荐</h2><ul><li><a href="/s?id=4">河堤步道延长两公里</a></li></ul></div></div></div>',
        '<meta itemprop="dateUpdate" content="2024-05-27 09:21:08"><meta property="og:title" content="青禾镇渡口浮桥恢复通行">',
        title=NEWS_TITLE,
    ),
    NEWS_TITLE,
    authors=("青禾融媒",),
    published="2024-05-27T09:21",
    images=("bjh1.jpeg@f_auto?token=1",),
    no_images=("avatar.jpg",),
    has=_NEWS_BOTH,
    has_not=("举报/反馈", "相关推荐", "官方账号"),
)
_ZHIHU_STATE = {
    "initialState": {
        "entities": {
            "users": {"amu": {"urlToken": "amu", "name": "阿木听山", "headline": "种茶的人，写一点东西", "gender": 1}},
            "questions": {"300000002": {"type": "question", "id": "300000002", "title": "住在山里是什么体验？", "created": 1546398245, "detail": ""}},
            "answers": {
                "1700000002": {
                    "id": "1700000002", "type": "answer", "createdTime": 1716772860, "updatedTime": 1716859260, "voteupCount": 321,
                    "excerpt": ESSAY[0][:40], "content": paragraphs(ESSAY) + '<figure><img src="https://pic1.zhimg.com/v2-abc_720w.jpg" data-original="https://pic1.zhimg.com/v2-abc_r.jpg"></figure>',
                    "author": {"urlToken": "amu", "name": "阿木听山"},
                }
            },
        }
    }
}  # fmt: skip
_ZHIHU_ANSWER = Platform(
    "Zhihu answer as of today",
    "https://www.zhihu.com/question/300000002/answer/1700000002",
    around(
        '<div id="root"><div class="App"><div class="QuestionPage" itemscope itemtype="http://schema.org/Question"><meta itemprop="name" content="住在山里是什么体验？"><meta itemprop="url" content="https://www.zhihu.com/question/300000002"><meta itemprop="keywords" content="乡村生活,山居">'
        '<meta itemprop="answerCount" content="208"><meta itemprop="commentCount" content="3"><meta itemprop="dateCreated" content="2019-01-02T03:04:05.000Z"><meta itemprop="dateModified" content="2019-05-02T03:04:05.000Z"><meta itemprop="zhihu:visitsCount"><meta itemprop="zhihu:followerCount" content="900">'
        '<div class="QuestionHeader"><div class="QuestionHeader-main"><div class="QuestionHeader-tags"><div class="QuestionHeader-topics"><div class="Tag QuestionTopic"><a class="TopicLink" href="//www.zhihu.com/topic/1">乡村生活</a></div><div class="Tag QuestionTopic"><a class="TopicLink" href="//www.zhihu.com/topic/2">山居</a></div></div></div>'
        '<h1 class="QuestionHeader-title">住在山里是什么体验？</h1></div><div class="QuestionHeader-side"><strong class="NumberBoard-itemValue">900</strong> 关注者</div></div>'
        '<div class="Question-main"><div class="ListShortcut"><div class="Card ViewAll"><a class="QuestionMainAction ViewAll-QuestionMainAction" href="/question/300000002">查看全部 208 个回答</a></div>'
        '<div class="Card AnswerCard"><div class="QuestionAnswer-content"><div class="ContentItem AnswerItem" name="1700000002" itemprop="suggestedAnswer" itemtype="http://schema.org/Answer" itemscope>'
        '<div class="ContentItem-meta"><div class="AuthorInfo AnswerItem-authorInfo" itemprop="author" itemscope itemtype="http://schema.org/Person"><meta itemprop="name" content="阿木听山"><meta itemprop="image" content="https://pica.zhimg.com/avatar_l.jpg"><meta itemprop="url" content="https://www.zhihu.com/people/amu"><meta itemprop="zhihu:followerCount" content="12">'
        '<span class="AuthorInfo-avatarWrapper"><a href="//www.zhihu.com/people/amu"><img class="Avatar AuthorInfo-avatar" src="https://pica.zhimg.com/avatar_l.jpg" alt="阿木听山"></a></span><div class="AuthorInfo-content"><div class="AuthorInfo-head"><span class="UserLink AuthorInfo-name"><a class="UserLink-link" href="//www.zhihu.com/people/amu">阿木听山</a></span></div><div class="AuthorInfo-detail"><div class="ztext AuthorInfo-badgeText">种茶的人，写一点东西</div></div></div></div>'
        '<div class="LabelContainer-wrapper"></div><div class="css-h5al6d"><span class="Voters"><button>321 人赞同了该回答</button></span></div></div><meta itemprop="image"><meta itemprop="upvoteCount" content="321"><meta itemprop="url" content="https://www.zhihu.com/question/300000002/answer/1700000002"><meta itemprop="dateCreated" content="2024-05-27T01:21:00.000Z"><meta itemprop="dateModified" content="2024-05-28T01:21:00.000Z"><meta itemprop="commentCount" content="14">'
        f'<div class="RichContent RichContent--unescapable"><span class="RichText ztext CopyrightRichText-richText css-1g0fqss" itemprop="text">{paragraphs(ESSAY[:2])}'
        '<figure data-size="normal"><noscript><img src="https://pic1.zhimg.com/v2-abc_720w.jpg?source=1" data-rawwidth="1080" data-original="https://pic1.zhimg.com/v2-abc_r.jpg?source=1"/></noscript><img src="data:image/svg+xml;utf8,&lt;svg xmlns=&#39;http://www.w3.org/2000/svg&#39;&gt;&lt;/svg&gt;" data-rawwidth="1080" class="origin_image zh-lightbox-thumb lazy" data-original="https://pic1.zhimg.com/v2-abc_r.jpg?source=1" data-actualsrc="https://pic1.zhimg.com/v2-abc_720w.jpg?source=1"/></figure>'
        f'{paragraphs(ESSAY[2:])}</span><div class="ContentItem-time"><a href="//www.zhihu.com/question/300000002/answer/1700000002"><span data-tooltip="发布于 2024-05-27 09:21">编辑于 2024-05-28 09:21</span></a>・湖岸</div>'
        '<div class="ContentItem-actions"><button>赞同 321</button><button>14 条评论</button><button>分享</button><button>收藏</button></div></div></div></div></div>'
        '<div class="Card MoreAnswers"><h4 class="List-headerText">更多回答</h4><div class="ContentItem AnswerItem" itemprop="acceptedAnswer" itemscope itemtype="http://schema.org/Answer"><div class="AuthorInfo" itemprop="author" itemscope itemtype="http://schema.org/Person"><meta itemprop="name" content="蓝皮火车"></div><meta itemprop="dateCreated" content="2020-02-02T03:04:05.000Z"><div class="RichContent"><span class="RichText ztext" itemprop="text"><p>住过半年，虫子太多，信号太差，后来还是回了城里，只有周末才上山看看朋友。</p></span></div></div></div>'
        "</div></div></div></div></div>"
        f'<script id="js-initialData" type="text/json">{json.dumps(_ZHIHU_STATE, ensure_ascii=False)}</script>',
        title="住在山里是什么体验？ - 知乎",
    ),
    "住在山里是什么体验？",
    authors=("阿木听山",),
    published="2024-05-27",
    tags=("乡村生活", "山居"),
    images=("v2-abc_r.jpg?source=1",),
    no_images=("avatar_l.jpg",),
    has=_BOTH,
    has_not=("查看全部", "赞同 321", "人赞同"),
)
_ZHIHU_SHELL = Platform(
    "Zhihu answer in its state only",
    "https://www.zhihu.com/question/300000002/answer/1700000002",
    around(
        '<div id="root"></div>'
        f'<script id="js-initialData" type="text/json">{json.dumps(_ZHIHU_STATE, ensure_ascii=False)}</script>',
        title="住在山里是什么体验？ - 知乎",
    ),
    "住在山里是什么体验？",
    authors=("阿木听山",),
    published="2024-05-27",
    images=("v2-abc_r.jpg",),
    has=_BOTH,
    has_not=("种茶的人",),
)
_ZHIHU_COLUMN = Platform(
    "Zhihu column as of today",
    "https://zhuanlan.zhihu.com/p/700000001",
    around(
        '<div id="root"><div class="App"><main class="App-main"><div class="Post-content"><div class="ColumnPageHeader-Wrapper"><a href="/column/x">山居笔记</a><button>写文章</button></div>'
        '<div class="Post-Row-Content"><div class="Post-Row-Content-left"><article class="Post-Main Post-NormalMain" tabindex="-1"><header class="Post-Header">'
        f'<div class="css-78p1r9"><img class="TitleImage" src="https://pic1.zhimg.com/v2-title_1440w.jpg" alt="{_ESSAY_TITLE}"></div><h1 class="Post-Title">{_ESSAY_TITLE}</h1>'
        '<div class="Post-Author"><div class="AuthorInfo" itemprop="author" itemscope itemtype="http://schema.org/Person"><meta itemprop="name" content="了不起的茶树"><meta itemprop="image" content="https://pica.zhimg.com/av.jpg"><meta itemprop="url" content="https://www.zhihu.com/people/x"><span class="UserLink AuthorInfo-avatarWrapper"></span><div class="AuthorInfo-content"><div class="AuthorInfo-head"><span class="UserLink AuthorInfo-name"><div class="css-1gomreu"><a class="UserLink-link" href="//www.zhihu.com/people/x">了不起的茶树</a></div></span></div><div class="AuthorInfo-detail"><div class="AuthorInfo-badge"><div class="ztext AuthorInfo-badgeText">茶学硕士</div></div></div></div></div><button class="FollowButton">关注</button></div>'
        '<div class="LabelContainer-wrapper"></div><div class="css-1gomreu">收录于 · 山居笔记</div></header>'
        f'<div class="Post-RichTextContainer"><div class="css-376mun"><div class="RichText ztext Post-RichText css-1g0fqss">{paragraphs(ESSAY[:3], "<p data-pid=x>")}<figure><img src="https://pic2.zhimg.com/v2-def_720w.jpg" class="origin_image" data-original="https://pic2.zhimg.com/v2-def_r.jpg"></figure>{paragraphs(ESSAY[3:])}</div></div></div>'
        '<div class="ContentItem-time">编辑于 2024-05-27 09:21・湖岸</div><div class="Post-topicsAndReviewer"><div class="TopicList Post-Topics"><div class="Tag Topic"><span class="Tag-content"><a class="TopicLink" href="//www.zhihu.com/topic/1"><div class="Popover">乡村生活</div></a></span></div><div class="Tag Topic"><span class="Tag-content"><a class="TopicLink" href="//www.zhihu.com/topic/2"><div class="Popover">茶叶</div></a></span></div></div></div>'
        '<div class="RichContent-actions"><button>赞同 52</button><button>6 条评论</button></div></article></div></div><div class="Post-Sub Post-NormalSub"><div class="PostIndex-Contributions"><h3>文章被以下专栏收录</h3><a href="/column/x">山居笔记</a></div><div class="Recommendations-Main"><h3>推荐阅读</h3><ul><li><a href="/p/2">旧书市集周末开张，逛了一整天</a></li><li><a href="/p/3">灯会的前一夜</a></li></ul></div></div></div></main></div></div>',
        title=f"{_ESSAY_TITLE} - 知乎",
    ),
    _ESSAY_TITLE,
    authors=("了不起的茶树",),
    published="2024-05-27T09:21",
    tags=("乡村生活", "茶叶"),
    images=("v2-def_r.jpg",),
    has=_BOTH,
    has_not=("推荐阅读", "赞同 52", "编辑于", "收录于"),
)
_WEIBO_STATUS = Platform(
    "Weibo status",
    "https://weibo.com/1234567890/JxAbCdEfG",
    around(
        '<div class="WB_frame"><div class="WB_feed WB_feed_v3"><div class="WB_cardwrap WB_feed_type S_bg2" mid="4600000000000001"><div class="WB_feed_detail clearfix"><div class="WB_face W_fl"><a class="W_face_radius" href="//weibo.com/u/1234567890"><img src="//tvax1.sinaimg.cn/crop.0.0/avatar.jpg" alt="渡口小贺"></a></div>'
        '<div class="WB_detail"><div class="WB_info"><a class="W_f14 W_fb S_txt1" usercard="id=1234567890" href="//weibo.com/u/1234567890" nick-name="渡口小贺">渡口小贺</a></div><div class="WB_from S_txt2"><a class="S_txt2" title="2021-03-04 08:15" date="1614816900000" href="/1234567890/JxAbCdEfG">2021-3-4 08:15</a> 来自 <a class="S_txt2" href="#">微博 weibo.com</a></div>'
        f'<div class="WB_text W_f14" node-type="feed_list_content" nick-name="渡口小贺">{NEWS[0]}{NEWS[1]}</div><div class="WB_media_wrap clearfix"><ul class="WB_media_a"><li class="WB_pic"><img src="//wx1.sinaimg.cn/mw690/wb1.jpg"></li></ul></div></div></div>'
        '<div class="WB_feed_handle"><ul class="WB_row_line"><li><a href="#">收藏</a></li><li><a href="#">转发 3</a></li><li><a href="#">评论 2</a></li><li><a href="#">赞 9</a></li></ul></div>'
        '<div class="WB_feed_repeat"><div class="list_ul"><div class="list_li"><div class="WB_text"><a href="/u/2">蓝皮火车</a>：真好，明天就去走一走。</div><div class="WB_from">2021-3-4 09:00</div></div></div></div></div></div></div>',
        title="渡口小贺的微博_微博",
    ),
    "渡口小贺的微博",
    authors=("渡口小贺",),
    published="2021-03-04T08:15",
    images=("wb1.jpg",),
    has=(NEWS[0][:20], NEWS[1][-15:]),
    has_not=("转发 3",),
)
_WEIBO_MOBILE = Platform(
    "Weibo status of the mobile site",
    "https://m.weibo.cn/status/4600000000000001",
    around(
        '<div id="app"></div><script>var config = {env: "prod"}; var $render_data = [{"status": {"created_at": "Thu Mar 04 08:15:00 +0800 2021", "id": "4600000000000001", '
        f'"text": {json.dumps("".join(NEWS[:3]), ensure_ascii=False)}, "source": "渡口超话", "user": {{"id": 1, "screen_name": "渡口小贺"}}, "pics": [{{"url": "https://wx1.sinaimg.cn/orj360/wb2.jpg", "large": {{"url": "https://wx1.sinaimg.cn/large/wb2.jpg"}}}}], "status_title": "青禾镇渡口浮桥恢复通行", "page_title": "微博正文"}}, "call": 1}}][0] || {{}};</script>',
        title="微博正文 - 微博HTML5版",
    ),
    "青禾镇渡口浮桥恢复通行",
    authors=None,
    published="2021-03-04T08:15",
    has=(NEWS[0][:20], NEWS[2][-15:]),
)
_BILIBILI_OPUS = Platform(
    "Bilibili opus",
    "https://www.bilibili.com/opus/930000000000000001",
    around(
        '<div id="app"><div class="opus-detail"><div class="bili-opus-view"><div class="opus-module-title"><span class="opus-module-title__text">山里听雨的第三年</span></div>'
        '<div class="opus-module-author"><div class="opus-module-author__left"><div class="opus-module-author__avatar"><img src="//i0.hdslb.com/bfs/face/f.jpg"></div><div class="opus-module-author__center"><div class="opus-module-author__name"> 茶山阿木 </div><div class="opus-module-author__pub"><div class="opus-module-author__pub__text">编辑于 2024年05月27日 09:21</div></div></div></div><div class="opus-module-author__right"><div class="opus-module-author__action">关注</div></div></div>'
        f'<div class="opus-module-content">{paragraphs(ESSAY[:2], "<p><span>", "</span></p>")}<div class="opus-para-pic center"><div class="bili-dyn-pic"><div class="bili-dyn-pic__img"><picture><source srcset="//i0.hdslb.com/bfs/new_dyn/o1.jpg@1192w.avif" type="image/avif"><img src="//i0.hdslb.com/bfs/new_dyn/o1.jpg@1192w.webp" loading="lazy"></picture></div></div></div>{paragraphs(ESSAY[2:], "<p><span>", "</span></p>")}</div>'
        '<div class="opus-module-bottom"><div class="opus-module-bottom__share">分享至</div></div><div class="opus-module-copyright">本文为我原创</div></div><div class="bili-tabs"><div>评论 32</div><div>赞与转发 55</div></div><div class="right-sidebar-wrap">目录</div></div></div>',
        f'<meta name="description" content="{ESSAY[0]}">',
        title=f"{_ESSAY_TITLE} - 哔哩哔哩",
    ),
    _ESSAY_TITLE,
    authors=("茶山阿木",),
    published="2024-05-27T09:21",
    images=("o1.jpg@1192w.webp",),
    no_images=("f.jpg",),
    has=_BOTH,
    has_not=("评论 32", "分享至", "关注"),
)
_BILIBILI_READ = Platform(
    "Bilibili column of 2022",
    "https://www.bilibili.com/read/cv16000001?from=search",
    around(
        '<div id="app" class="page-container"><div class="article-detail"><div class="article-container"><div class="article-container__content"><div class="title-container"><h1 class="title">山里听雨的第三年</h1><div class="article-read-panel"><a class="article-label" href="//www.bilibili.com/read/life">日常</a><span class="publish-text">2022年05月27日 09:21</span>--浏览 · --喜欢 · --评论</div></div>'
        '<div class="article-up-info"><a class="up-avatar" href="//space.bilibili.com/2"><img class="bili-avatar-img" src="data:image/gif;base64,R0lGOD" data-src="//i0.hdslb.com/bfs/face/g.jpg"></a><div class="up-info__right"><div class="up-name-pannel"><a class="up-name" href="//space.bilibili.com/2">茶山阿木</a></div><div class="up-info__fans">粉丝：1024文章：12</div></div><button class="follow-btn">关注</button></div>'
        f'<div id="article-content" class="article-content"><div id="read-article-holder" class="normal-article-holder read-article-holder">{paragraphs(ESSAY[:2])}<figure class="img-box"><img data-src="//i0.hdslb.com/bfs/article/r1.jpg" width="1080" height="720" data-size="10"><figcaption class="caption">雨后的溪谷</figcaption></figure>{paragraphs(ESSAY[2:])}</div><p class="authority">本文禁止转载或摘编</p></div>'
        '<div class="article-footer-box"><div class="article-tags"><a class="tag-item" href="//search.bilibili.com/article?keyword=1">山居</a><a class="tag-item" href="//search.bilibili.com/article?keyword=2">乡村</a></div></div></div></div></div></div>',
        '<meta name="author" content="茶山阿木">',
        title=f"{_ESSAY_TITLE} - 哔哩哔哩",
    ),
    _ESSAY_TITLE,
    authors=("茶山阿木",),
    published="2022-05-27T09:21",
    tags=("山居", "乡村"),
    images=("article/r1.jpg",),
    no_images=("face/g.jpg",),
    has=_BOTH,
    has_not=("粉丝", "禁止转载"),
)
_DOUBAN_REVIEW = Platform(
    "Douban review",
    "https://movie.douban.com/review/14000001/",
    around(
        '<div id="wrapper"><div id="content"><div class="grid-16-8 clearfix"><div class="article"><h1><span property="v:summary">一条河的两种慢</span></h1>'
        '<div xmlns:v="http://rdf.data-vocabulary.org/#" typeof="v:Review"><div class="main" id="14000001"><a class="avatar author-avatar left" href="https://www.douban.com/people/amu/"><img width="48" src="https://img1.doubanio.com/icon/u1.jpg"></a>'
        '<header class="main-hd"><a property="v:reviewer" href="https://www.douban.com/people/amu/"><span>慢河</span></a> 评论 <a href="https://movie.douban.com/subject/1/">《浮桥》</a> <span property="v:rating" class="main-title-rating allstar40" title="推荐"></span><span class="main-meta" content="2024-05-27" property="v:dtreviewed">2024-05-27 09:21:08</span></header>'
        f'<div class="main-bd"><div id="link-report-14000001" data-url="x"><p class="spoiler-tip">这篇影评可能有剧透</p><div class="review-content clearfix" data-author="慢河" data-ad-ext="有用">{paragraphs(ESSAY[:2])}<div class="image-container image-float-center"><div class="image-wrapper"><img src="https://img9.doubanio.com/view/thing_review/l/public/d1.jpg" width="600"></div></div>{paragraphs(ESSAY[2:])}</div>'
        '<div class="copyright">© 本文版权归作者 <a href="https://www.douban.com/people/amu/">慢河</a> 所有，任何形式转载请联系作者。</div></div></div>'
        '<div class="main-ft"><div class="main-panel-useful"><button>有用 12</button><button>没用 1</button></div></div></div></div><div id="comments"><div class="comment-item"><div class="report-comment"></div><div class="author"><span>2024-05-28 10:00:00</span><a href="/people/b/">蓝皮火车</a></div><p class="comment-text">看完也想去河边坐坐。</p></div></div></div>'
        '<div class="aside"><div class="sidebar-info-wrapper"><div class="subject-title"><a href="https://movie.douban.com/subject/1/">&gt; 浮桥</a></div><ul class="subject-info"><li><span class="info-item-key">导演:</span> <span class="info-item-val">贺远山</span></li><li><span class="info-item-key">主演:</span> <span class="info-item-val">许晴川 / 白露</span></li></ul></div></div></div></div></div>',
        title="一条河的两种慢（浮桥）影评",
    ),
    "一条河的两种慢",
    authors=("慢河",),
    published="2024-05-27T09:21",
    images=("d1.jpg",),
    no_images=("u1.jpg",),
    has=_BOTH,
    has_not=("有用 12", "主演", "任何形式转载"),
)
_DOUBAN_GROUP = Platform(
    "Douban group topic",
    "https://www.douban.com/group/topic/250000001/",
    around(
        '<div id="wrapper"><div id="content"><div class="grid-16-8 clearfix"><div class="article"><h1> 求推荐适合一个人住的山村 </h1><div class="topic-content clearfix" id="topic-content"><div class="user-face"><a href="https://www.douban.com/people/x/"><img class="pil" src="https://img1.doubanio.com/icon/u2.jpg" alt="木木"></a></div>'
        '<div class="topic-doc"><h3><span class="from"><a href="https://www.douban.com/people/x/">木木</a>(想去看云)</span> <span class="create-time color-green">2024-05-27 09:21:08</span> <span class="create-ip">湖岸</span></h3>'
        f'<div id="link-report"><div class="topic-content"><div class="rich-content topic-richtext">{paragraphs(ESSAY[:3])}</div></div></div></div></div>'
        '<div class="sns-bar"><a href="#">赞</a><a href="#">收藏</a><a href="#">转发</a></div>'
        '<ul class="topic-reply" id="comments">'
        + "".join(
            f'<li class="clearfix comment-item reply-item" data-cid="{i}"><div class="user-face"><a href="/people/{i}/"><img class="pil" src="https://img1.doubanio.com/icon/u{i}.jpg"></a></div><div class="reply-doc content"><div class="bg-img-green"><h4><a href="/people/{i}/">{who}</a> <span class="pubtime">2024-05-2{8 + i % 2} 10:0{i}:00 湖岸</span></h4></div><p class="reply-content">{text}</p><div class="operation_div"><a href="#">回复</a></div></div></li>'
            for i, (who, text) in enumerate(
                [
                    ("蓝皮火车", "青禾镇对岸的几个村子都不错，冬天有点湿。"),
                    ("老蒋", "先住一个月试试，别急着签合同。"),
                    ("木木", "谢谢楼上，下个月就去看看。"),
                ]
            )
        )
        + '</ul></div><div class="aside"><div class="group-item"><div class="title"><a href="/group/1/">山居小组</a></div><div>12000 人聚集在这个小组</div></div><h2>最新讨论</h2><ul><li><a href="/group/topic/2/">竹椅哪里买</a></li></ul></div></div></div></div>',
        title="求推荐适合一个人住的山村",
    ),
    "求推荐适合一个人住的山村",
    authors=("木木",),
    published="2024-05-27T09:21",
    has=(ESSAY[0][:20], ESSAY[2][-15:]),
    has_not=("最新讨论", "人聚集在这个小组"),
)
_XIAOHONGSHU = Platform(
    "Xiaohongshu note",
    "https://www.xiaohongshu.com/explore/660000000000000000000001",
    around(
        '<div id="app"><div id="global"><div class="note-detail-mask"><div id="noteContainer" class="note-container"><div class="media-container"><div class="swiper-slide"><img class="note-slider-img" src="http://sns-webpic-qc.xhscdn.com/x1!nd_dft_wlteh_webp_3"></div></div>'
        '<div class="interaction-container"><div class="author-container"><div class="author-wrapper"><div class="info"><a class="name" href="/user/profile/1"><span class="username">竹子不出门</span></a></div><button class="follow-button">关注</button></div></div>'
        f'<div class="note-scroller"><div class="note-content"><div id="detail-title" class="title">{_ESSAY_TITLE}</div><div id="detail-desc" class="desc"><span class="note-text"><span>{ESSAY[0]}{ESSAY[1]}{ESSAY[2]}</span><a id="hash-tag" class="tag" href="/search_result?keyword=1">#山居</a><a id="hash-tag" class="tag" href="/search_result?keyword=2">#听雨</a></span></div><div class="bottom-container"><span class="date">2024-05-27 湖岸</span></div></div>'
        '<div class="comments-el"><div class="total">共 3 条评论</div><div class="parent-comment"><div class="author"><a class="name" href="/user/profile/2">蓝皮火车</a></div><div class="content">好想去啊。</div><div class="date">2024-05-28</div></div></div></div></div></div></div></div></div>',
        f'<meta name="og:title" content="{_ESSAY_TITLE} - 小红书"><meta name="keywords" content="山居, 听雨"><meta name="og:image" content="http://sns-webpic-qc.xhscdn.com/x1!nd_dft_wlteh_webp_3">',
        title=f"{_ESSAY_TITLE} - 小红书",
    ),
    _ESSAY_TITLE,
    authors=("竹子不出门",),
    published="2024-05-27",
    images=("x1!nd_dft_wlteh_webp_3",),
    has=(ESSAY[0][:20], ESSAY[2][:15]),
    has_not=("共 3 条评论",),
)

SOCIAL = (
    _WECHAT_MODERN, _WECHAT_OLD, _WECHAT_SHARED, _WECHAT_PICTURES, _TOUTIAO_OLD, _TOUTIAO_STATE, _TOUTIAO_SHORT, _BAIJIAHAO,
    _ZHIHU_ANSWER, _ZHIHU_SHELL, _ZHIHU_COLUMN, _WEIBO_STATUS, _WEIBO_MOBILE, _BILIBILI_OPUS, _BILIBILI_READ,
    _DOUBAN_REVIEW, _DOUBAN_GROUP, _XIAOHONGSHU,
)  # fmt: skip
"""Pages of platforms whose users write."""
