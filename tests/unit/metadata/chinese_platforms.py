"""Pages in the structure of the platforms that Chinese readers use; every name and text is made up."""

from __future__ import annotations

from typing import Any

from tests.unit.metadata.platforms.form import Platform

__all__ = ["PLATFORMS"]

_LEAD = (
    "昨日上午，城东老街改造二期工程正式动工，预计明年秋天完成，涉及三百多户居民和四十余家商铺的搬迁与安置。"
)
_MIDDLE = (
    "居民告诉施工方，他们最关心的是回迁时间和商铺租金；街道办表示，方案会在月底前张榜公布，听取各方意见。"
)
_END = (
    "按照规划，老街将保留两侧的骑楼和古井，新增一处社区食堂与一座图书馆，停车位增加到二百个，工期十八个月。"
)
_PARAGRAPHS = f"<p>{_LEAD}</p><p>{_MIDDLE}</p><p>{_END}</p>"
_TITLE = "城东老街改造二期动工"
_MENU = "<ul class='nav'><li><a href='/'>首页</a></li><li><a href='/n'>新闻</a></li><li><a href='/f'>财经</a></li></ul>"
_FOOT = "<div class='footer'><a href='/about'>关于我们</a><a href='/law'>法律声明</a><p>版权所有 未经许可不得转载</p></div>"


def _platform(name: str, url: str, html: str, **wanted: Any) -> Platform:
    defaults = {"title": _TITLE, "has": (_LEAD[:20], _END[-20:]), "has_not": ("关于我们",)}
    return Platform(name, url, html, **{**defaults, **wanted})


def _page(body: str, head: str = "", title: str = _TITLE) -> str:
    return (
        f"<!DOCTYPE html><html lang='zh-CN'><head><meta charset='utf-8'><title>{title}</title>{head}</head>"
        f"<body>{_MENU}{body}{_FOOT}</body></html>"
    )


PLATFORMS = (
    _platform(
        "WeChat article",
        "https://mp.weixin.qq.com/s/AbCdEfGh",
        _page(
            f"<div id='js_article' class='rich_media'><h1 class='rich_media_title' id='activity-name'>{_TITLE}</h1>"
            "<div id='meta_content' class='rich_media_meta_list'><span class='rich_media_meta rich_media_meta_text'>周明远</span>"
            "<span class='rich_media_meta rich_media_meta_nickname' id='profileBt'><a href='javascript:void(0);' id='js_name'>晨江观察</a></span>"
            "<em id='publish_time' class='rich_media_meta rich_media_meta_text'></em></div>"
            "<div class='rich_media_content' id='js_content' style='visibility: hidden; opacity: 0;'>"
            f"<section><p><span>{_LEAD}</span></p><p><img data-src='https://mmbiz.qpic.cn/a/640?wx_fmt=jpeg' data-type='jpeg'></p>"
            f"<p><span>{_MIDDLE}</span></p><p><span>{_END}</span></p></section></div></div>"
            "<script>var nickname = htmlDecode('晨江观察'); var ct = '1614816900'; var msg_title = '城东老街改造二期动工';"
            " var createTime = '2021-03-04 08:15';</script>",
            "<meta property='og:title' content='城东老街改造二期动工'><meta property='og:site_name' content='微信公众平台'>"
            "<meta property='og:article:author' content='周明远'><meta name='author' content='周明远'>",
            "",
        ),
        authors=("周明远",),
        source="晨江观察",
        published="2021-03-04",
        images=("a/640?wx_fmt=jpeg",),
    ),
    _platform(
        "WeChat article without an author",
        "https://mp.weixin.qq.com/s/AbCdEfGi",
        _page(
            f"<div id='js_article' class='rich_media'><h1 class='rich_media_title' id='activity-name'>{_TITLE}</h1>"
            "<div id='meta_content' class='rich_media_meta_list'>"
            "<span class='rich_media_meta rich_media_meta_nickname' id='profileBt'><a href='javascript:void(0);' id='js_name'>晨江观察</a></span>"
            "<em id='publish_time' class='rich_media_meta rich_media_meta_text'></em></div>"
            f"<div class='rich_media_content' id='js_content' style='visibility: hidden;'>{_PARAGRAPHS}</div></div>"
            '<script>var ct = "1614816900";</script>',
            "<meta property='og:title' content='城东老街改造二期动工'>",
            "",
        ),
        authors=(),
        source="晨江观察",
        published="2021-03-04",
    ),
    _platform(
        "Toutiao",
        "https://www.toutiao.com/article/7000000000000000001/",
        _page(
            f"<div class='article-content'><h1>{_TITLE}</h1><div class='article-meta'><span class='original-tag'>原创</span>"
            "<span>2021-03-04 08:15</span><span>·</span><span class='name'><a href='/c/user/token/x/'>晨江老周</a></span></div>"
            f"<article class='syl-article-base tt-article-content'>{_PARAGRAPHS}<div class='pgc-img'><img src='https://p3.toutiaoimg.com/b.jpg'></div></article></div>"
        ),
        authors=("晨江老周",),
        published="2021-03-04T08:15",
        images=("b.jpg",),
    ),
    _platform(
        "Baijiahao",
        "https://baijiahao.baidu.com/s?id=1693000000000000001",
        _page(
            f"<div id='header'><div class='_28fPT'>{_TITLE}</div><div class='_1dIj0'><div class='_2Wctx'><p class='_7y5nA'>"
            "<a href='https://author.baidu.com/home/1'>晨江在线</a></p><div class='_10s4U'><span class='_2sjh9'>发布时间：2021-03-04 08:15</span>"
            "<span class='_2Wctx'>晨江在线官方帐号</span></div></div></div></div>"
            f"<div class='_18p7x'>{''.join(f'<div class=_3hMwG><span class=bjh-p>{t}</span></div>' for t in (_LEAD, _MIDDLE, _END))}</div>",
            "<meta itemprop='dateUpdate' content='2021-03-04 08:15:00'>",
        ),
        authors=("晨江在线",),
        published="2021-03-04T08:15",
    ),
    _platform(
        "Zhihu column",
        "https://zhuanlan.zhihu.com/p/350000001",
        _page(
            f"<article class='Post-Main'><header class='Post-Header'><h1 class='Post-Title'>{_TITLE}</h1>"
            "<div class='Post-Author'><div class='AuthorInfo' itemprop='author' itemscope itemtype='http://schema.org/Person'>"
            "<meta itemprop='name' content='我是阿木'><meta itemprop='url' content='https://www.zhihu.com/people/amu'>"
            "<div class='AuthorInfo-content'><a class='UserLink-link' href='//www.zhihu.com/people/amu'>我是阿木</a>"
            "<div class='AuthorInfo-detail'>城市规划师</div></div></div></div></header>"
            f"<div class='Post-RichTextContainer'><div class='RichText ztext Post-RichText'>{_PARAGRAPHS}</div></div>"
            "<div class='ContentItem-time'>编辑于 2021-03-06 10:00</div>"
            "<div class='Post-topicsAndReviewer'><div class='TopicList Post-Topics'><a class='TopicLink' href='/topic/1'>城市更新</a>"
            "<a class='TopicLink' href='/topic/2'>老街</a></div></div></article>"
            '<script id=\'js-initialData\' type=\'text/json\'>{"initialState":{"entities":{"articles":{"350000001":{"created":1614816900,"updated":1614996000}}}}}</script>',
        ),
        authors=("我是阿木",),
        published=None,
        has_not=("关于我们", "编辑于"),
    ),
    _platform(
        "Zhihu answer",
        "https://www.zhihu.com/question/300000001/answer/1700000001",
        _page(
            "<div class='QuestionPage' itemscope itemtype='http://schema.org/Question'><meta itemprop='name' content='如何看待城东老街改造？'>"
            "<meta itemprop='dateCreated' content='2019-01-02T03:04:05.000Z'><h1 class='QuestionHeader-title'>如何看待城东老街改造？</h1>"
            "<div class='AnswerCard'><div class='ContentItem AnswerItem' itemprop='suggestedAnswer' itemscope itemtype='http://schema.org/Answer'>"
            "<div class='AuthorInfo' itemprop='author' itemscope itemtype='http://schema.org/Person'><meta itemprop='name' content='周明远'>"
            "<a class='UserLink-link' href='/people/zmy'>周明远</a></div><meta itemprop='upvoteCount' content='120'><meta itemprop='url' content='https://www.zhihu.com/question/300000001/answer/1700000001'>"
            "<meta itemprop='dateCreated' content='2021-03-04T00:15:00.000Z'><div class='RichContent'>"
            f"<span class='RichText ztext' itemprop='text'>{_PARAGRAPHS}</span></div><div class='ContentItem-time'>发布于 2021-03-04 08:15</div></div></div></div>",
            "",
            "如何看待城东老街改造？ - 知乎",
        ),
        title="如何看待城东老街改造？",
        authors=("周明远",),
        published="2021-03-04",
    ),
    _platform(
        "Bilibili column",
        "https://www.bilibili.com/read/cv10000001",
        _page(
            f"<div class='article-container'><div class='title-container'><h1 class='title'>{_TITLE}</h1>"
            "<div class='article-read-info'><span class='publish-text'>2021年03月04日 08:15</span><span>1234阅读</span></div></div>"
            "<div class='up-info'><a class='up-name' href='//space.bilibili.com/1'>老街漫步者</a></div>"
            f"<div id='read-article-holder' class='normal-article-holder read-article-holder'>{_PARAGRAPHS}</div></div>",
            "<meta name='author' content='老街漫步者'>",
            f"{_TITLE} - 哔哩哔哩",
        ),
        authors=("老街漫步者",),
        published="2021-03-04",
    ),
    _platform(
        "Douban note",
        "https://www.douban.com/note/800000001/",
        _page(
            f"<div class='note-container'><div class='note-header'><h1>{_TITLE}</h1><div class='note-author-info'>"
            "<a href='https://www.douban.com/people/zmy/' class='note-author'>周明远</a><span class='pub-date'>2021-03-04 08:15:00</span></div></div>"
            f"<div class='note' id='link-report'>{_PARAGRAPHS}</div></div>"
        ),
        authors=("周明远",),
        published="2021-03-04T08:15",
    ),
    _platform(
        "CSDN",
        "https://blog.csdn.net/zmy/article/details/114000001",
        _page(
            "<div class='blog-content-box'><div class='article-title-box'><h1 class='title-article' id='articleContentId'>用 Python 读老街数据</h1></div>"
            "<div class='article-info-box'><div class='bar-content'><span class='article-type-text original'>原创</span>"
            "<a class='follow-nickName' href='https://blog.csdn.net/zmy'>青石板2008</a><span class='time'>于 2021-03-04 08:15:00 发布</span>"
            "<span class='read-count'>阅读量1.2k</span><div class='tags-box'><span class='label'>文章标签：</span>"
            "<a class='tag-link' href='/t/1'>python</a><a class='tag-link' href='/t/2'>数据分析</a></div></div></div>"
            f"<article class='baidu_pl'><div id='article_content'><div id='content_views' class='markdown_views'><p>{_LEAD}</p>"
            "<pre><code class='prism language-python'>import csv\nprint(csv.reader)\n</code><ul class='pre-numbering'><li>1</li><li>2</li></ul></pre>"
            f"<p>{_MIDDLE}</p><p>{_END}</p></div></div></article></div>",
            "",
            "用 Python 读老街数据_青石板2008的博客-CSDN博客",
        ),
        title="用 Python 读老街数据",
        authors=("青石板2008",),
        published="2021-03-04T08:15",
        tags=("python", "数据分析"),
        has=("import csv", _END[-20:]),
        has_not=("阅读量", "\n1\n2"),
    ),
    _platform(
        "Juejin",
        "https://juejin.cn/post/6930000000000000001",
        _page(
            f"<article itemscope itemtype='http://schema.org/Article' class='article'><meta itemprop='headline' content='{_TITLE}'>"
            "<meta itemprop='keywords' content='前端,城市'><meta itemprop='datePublished' content='2021-03-04T00:15:00.000Z'>"
            "<div itemprop='author' itemscope itemtype='http://schema.org/Person'><meta itemprop='name' content='了不起的阿明'>"
            f"<meta itemprop='url' content='https://juejin.cn/user/1'></div><h1 class='article-title'>{_TITLE}</h1>"
            "<div class='author-info-block'><a class='username' href='/user/1'><span class='name'>了不起的阿明</span></a>"
            "<div class='meta-box'><time datetime='2021-03-04T00:15:00.000Z' class='time'>2021-03-04</time><span class='views-count'>852</span></div></div>"
            f"<div itemprop='articleBody' class='article-content'><div class='markdown-body'>{_PARAGRAPHS}</div></div></article>",
            "",
            f"{_TITLE} - 掘金",
        ),
        authors=("了不起的阿明",),
        published="2021-03-04",
    ),
    _platform(
        "Jianshu",
        "https://www.jianshu.com/p/abcdef123456",
        _page(
            f"<section class='ouvJEz'><h1 class='_1RuRku'>{_TITLE}</h1><div class='rEsl9f'><div class='_1JdmHz'><a class='_1OhGeD' href='/u/1'>江边的老树</a></div>"
            "<div class='s-dsoj'><time datetime='2021-03-04T00:15:00.000Z'>2021.03.04 08:15:00</time><span>字数 812</span><span>阅读 64</span></div></div>"
            f"<article class='_2rhmJa'>{_PARAGRAPHS}</article></section>",
            "",
            f"{_TITLE} - 简书",
        ),
        authors=("江边的老树",),
        published="2021-03-04",
    ),
    _platform(
        "cnblogs",
        "https://www.cnblogs.com/zmy/p/14000001.html",
        _page(
            f"<div id='topics'><div class='post'><h1 class='postTitle'><a id='cb_post_title_url' class='postTitle2' href='#'><span role='heading'>{_TITLE}</span></a></h1>"
            f"<div id='cnblogs_post_body' class='blogpost-body'>{_PARAGRAPHS}</div>"
            "<div class='postDesc'>posted @ <span id='post-date'>2021-03-04 08:15</span>&nbsp; <a href='https://www.cnblogs.com/zmy/'>周明远</a>&nbsp; 阅读(<span>12</span>)&nbsp; 评论(<span>0</span>)</div>"
            "</div></div>",
            "",
            f"{_TITLE} - 周明远 - 博客园",
        ),
        authors=("周明远",),
        published="2021-03-04T08:15",
    ),
    _platform(
        "Sohu",
        "https://www.sohu.com/a/450000001_100001",
        _page(
            f"<div class='text'><div class='text-title'><h1>{_TITLE} <span class='article-tag'></span></h1><div class='article-info'>"
            "<span class='time' id='news-time' data-val='1614816900000'>2021-03-04 08:15</span><span class='tag'>来源: <a href='/m'>晨江晚报</a></span></div></div>"
            f"<article class='article' id='mp-editor'><p data-role='original-title'>原标题：老街二期开工</p>{_PARAGRAPHS}"
            "<p>（晨江晚报记者 周明远）<a href='//www.sohu.com'><i class='backsohu'>返回搜狐，查看更多</i></a></p><p data-role='editor-name'>责任编辑：<span>李青</span></p></article></div>",
            "<meta itemprop='datePublished' content='2021-03-04 08:15'><meta name='mediaid' content='晨江晚报'>",
            f"{_TITLE}_搜狐网",
        ),
        authors=("周明远",),
        source="晨江晚报",
        published="2021-03-04T08:15",
        has_not=("返回搜狐", "关于我们"),
    ),
    _platform(
        "NetEase",
        "https://www.163.com/news/article/G4ABCDEF0001.html",
        _page(
            f"<div class='post_main'><h1 class='post_title'>{_TITLE}</h1><div class='post_info'>2021-03-04 08:15:00　来源: <a href='#'>晨江日报</a><a href='#' class='post_jubao'>举报</a></div>"
            f"<div class='post_content'><div class='post_body'>{_PARAGRAPHS}</div><div class='post_author'><a href='#'></a>周明远 本文来源：晨江日报 责任编辑： 李青_NB1234</div></div></div>",
            "",
            f"{_TITLE}|老街_网易新闻",
        ),
        authors=None,
        source="晨江日报",
        published="2021-03-04T08:15",
        has_not=("举报", "关于我们"),
    ),
    _platform(
        "Sina",
        "https://news.sina.com.cn/c/2021-03-04/doc-ikftssap0000001.shtml",
        _page(
            f"<div class='main-content'><h1 class='main-title'>{_TITLE}</h1><div class='top-bar-wrap'><div class='date-source'><span class='date'>2021年03月04日 08:15</span>"
            "<a href='#' class='source'>晨江日报</a></div></div>"
            f"<div class='article' id='article'><p>　　原标题：老街二期开工</p>{_PARAGRAPHS}<p>　　（晨江日报记者 周明远）</p><p class='article-editor'>责任编辑：李青 SN123</p></div>"
            "<div class='keywords' id='keywords'><span class='tit'>文章关键词：</span><a href='#'>老街</a><a href='#'>改造</a></div></div>",
            "<meta property='article:published_time' content='2021-03-04T08:15:00+08:00'>",
            f"{_TITLE}|老街_新浪新闻",
        ),
        authors=("周明远",),
        source="晨江日报",
        published="2021-03-04T08:15",
    ),
    _platform(
        "The Paper",
        "https://www.thepaper.cn/newsDetail_forward_11500001",
        _page(
            f"<div class='index_wrapper'><h1 class='index_title__x1'>{_TITLE}</h1><div class='index_headerContent__x2'><div><div>晨江新闻记者 周明远</div>"
            "<div class='ant-space'><span>2021-03-04 08:15</span><div class='index_source__x3'>来源：<span>晨江新闻</span></div></div></div></div>"
            f"<div class='index_cententWrap__x4'>{_PARAGRAPHS}</div><div>责任编辑：李青</div><div>校对：王小川</div></div>",
            "",
            f"{_TITLE}_晨江新闻",
        ),
        authors=("周明远",),
        source="晨江新闻",
        published="2021-03-04T08:15",
        has_not=("责任编辑", "关于我们"),
    ),
    _platform(
        "People's Daily online",
        "http://politics.people.com.cn/n1/2021/0304/c1001-32000001.html",
        _page(
            f"<div class='col col-1 fl'><h1>{_TITLE}</h1><div class='author cf'>周明远</div><div class='channel cf'><div class='col-1-1 fl'>2021年03月04日08:15 | 来源：<a href='#'>晨江网</a></div></div>"
            f"<div class='rm_txt_con cf'>{_PARAGRAPHS}</div><div class='edit cf'>(责编：李青、王小川)</div></div>",
            "",
            f"{_TITLE}--时政--人民网",
        ),
        authors=("周明远",),
        source="晨江网",
        published="2021-03-04T08:15",
        has_not=("责编", "关于我们"),
    ),
    _platform(
        "Xinhua",
        "http://www.xinhuanet.com/local/2021-03/04/c_1127000001.htm",
        _page(
            "<div class='header domPC'><div class='header-cont'><div class='header-time'><span class='year'><em>2021</em></span><span class='day'><em>03</em>/<em>04</em></span>"
            "<span class='time'>08:15:20</span></div><div class='source'>来源：晨江网</div></div>"
            f"<div class='head-line'><h1><span class='title'>{_TITLE}</span></h1></div></div>"
            f"<div class='main'><div id='detail'><p>　　晨江社江城3月4日电（记者周明远、李青）{_LEAD}</p><p>{_MIDDLE}</p><p>{_END}</p></div><div class='editor'>【责任编辑:王小川】</div></div>",
            "<meta name='publishdate' content='2021-03-04'><meta name='author' content='wxc'>",
            f"{_TITLE}-新华网",
        ),
        authors=("周明远", "李青"),
        source="晨江网",
        published="2021-03-04",
        has_not=("责任编辑", "关于我们"),
    ),
    _platform(
        "Guangming",
        "https://politics.gmw.cn/2021-03/04/content_34600001.htm",
        _page(
            f"<div class='g-mainX'><h1 class='u-title'>{_TITLE}</h1><div class='m-contentMsg'><span class='m-con-time'>2021-03-04 08:15</span><span class='m-con-source'>来源：<a href='#'>晨江网-《晨江日报》</a></span></div>"
            f"<div class='u-mainText'><p>　　作者：周明远</p>{_PARAGRAPHS}<div class='m-zbTool liability'>[ 责编：李青 ]</div></div></div>",
            "",
            f"{_TITLE}_光明网",
        ),
        authors=("周明远",),
        published="2021-03-04T08:15",
    ),
    _platform(
        "Caixin",
        "https://china.caixin.com/2021-03-04/101600001.html",
        _page(
            f"<div class='article'><h1>{_TITLE}</h1><div id='artInfo' class='artInfo'>2021年03月04日 08:15 来源于 <a href='#'>晨江周刊</a></div>"
            f"<div id='Main_Content_Val' class='text'><p>【晨江网】（记者 周明远）{_LEAD}</p><p>{_MIDDLE}</p><p>{_END}</p></div></div>"
        ),
        authors=("周明远",),
        source="晨江周刊",
        published="2021-03-04T08:15",
    ),
    _platform(
        "an e-paper",
        "http://paper.example.cn/html/2021-03/04/content_20001.htm",
        _page(
            "<div class='paper'><div class='lai'>2021年03月04日 第 05 版：要闻 <a href='#'>上一版</a> <a href='#'>下一版</a></div>"
            f"<founder-title><p>老街新生</p></founder-title><h1>{_TITLE}</h1><h4>本报记者 周明远</h4><div id='ozoom'>{_PARAGRAPHS}</div></div>"
        ),
        authors=("周明远",),
        published="2021-03-04",
    ),
    _platform(
        "Discuz! thread",
        "http://bbs.example.com/thread-1001-1-1.html",
        _page(
            f"<div id='ct'><h1 class='ts'><a href='forum.php?id=2'>[城市话题]</a><span id='thread_subject'>{_TITLE}</span></h1><div id='postlist'>"
            + "".join(
                f"<div id='post_{i}'><table class='plhin'><tr><td class='pls'><div class='pi'><div class='authi'><a href='space-{i}.html' class='xw1'>{who}</a></div></div></td>"
                f"<td class='plc'><div class='pi'><div class='authi'><em id='authorposton{i}'>发表于 2021-3-{4 + i} 08:15</em></div></div><div class='pct'><div class='t_fsz'><table><tr><td class='t_f' id='postmessage_{i}'>"
                f"{text}<font class='jammer'>{jam}</font><br></td></tr></table></div></div></td></tr></table></div>"
                for i, (who, text, jam) in enumerate(
                    [
                        ("江边老周", f"{_LEAD}<br>{_MIDDLE}<br>{_END}", "x3 q7 k"),
                        ("阿木", "支持改造，老房子漏水太久了，希望早点动工，也希望租金不要涨太多。", "z8 p1"),
                        ("小川", "骑楼一定要保留，那是几代人的记忆，拆了就再也没有了。", "m2 w5"),
                    ]
                )
            )
            + "</div></div>",
            "<style>.jammer{font-size:10px;color:#fff}.jammer{display:none}</style>",
            f"{_TITLE} - 城市话题 - 晨江论坛 - Powered by Discuz!",
        ),
        authors=("江边老周",),
        published="2021-03-04",
        has=(_LEAD[:20], "骑楼一定要保留"),
    ),
    _platform(
        "Tieba thread",
        "https://tieba.baidu.com/p/7200000001",
        _page(
            f"<div class='left_section'><h3 class='core_title_txt' title='{_TITLE}'>{_TITLE}</h3><div class='p_postlist'>"
            + "".join(
                f"<div class='l_post l_post_bright'><div class='d_author'><ul class='p_author'><li class='d_name'><a class='p_author_name' href='/home/main?un={i}'>{who}</a></li></ul></div>"
                f"<div class='d_post_content_main'><div class='d_post_content j_d_post_content'>{text}</div><div class='post-tail-wrap'><span class='tail-info'>{i + 1}楼</span><span class='tail-info'>2021-03-0{4 + i} 08:15</span></div></div></div>"
                for i, (who, text) in enumerate(
                    [
                        ("江边老周", f"{_LEAD}<br>{_MIDDLE}<br>{_END}"),
                        ("阿木", "支持改造，老房子漏水太久了，希望早点动工，也希望租金不要涨太多。"),
                    ]
                )
            )
            + "</div></div>",
            "",
            f"{_TITLE}【江城吧】_百度贴吧",
        ),
        authors=("江边老周",),
        published="2021-03-04",
    ),
    _platform(
        "a government notice",
        "http://www.example.gov.cn/zwgk/202103/t20210304_1001.html",
        _page(
            "<div class='xxgk'><table class='bd1'><tr><td>索 引 号：</td><td>000014349/2021-00021</td><td>主题分类：</td><td>城乡建设</td></tr>"
            "<tr><td>发文机关：</td><td>江城市人民政府</td><td>成文日期：</td><td>2021年03月01日</td></tr>"
            "<tr><td>发文字号：</td><td>江政发〔2021〕5号</td><td>发布日期：</td><td>2021年03月04日</td></tr></table>"
            f"<h1>江城市人民政府关于老街改造的通知</h1><div class='TRS_Editor'><p>各区人民政府，市直各部门：</p>{_PARAGRAPHS}<p>附件：1.<a href='a.pdf'>改造范围图</a></p>"
            "<p align='right'>江城市人民政府</p><p align='right'>2021年3月1日</p></div></div>",
            "",
            "江城市人民政府关于老街改造的通知_江城市人民政府门户网站",
        ),
        title="江城市人民政府关于老街改造的通知",
        authors=(),
        published="2021-03-04",
        has=(_LEAD[:20], "附件"),
    ),
    _platform(
        "a government news page with TRS_Editor",
        "http://www.example.gov.cn/yw/202103/t20210304_1002.html",
        _page(
            f"<div class='content'><h1>{_TITLE}</h1><div class='info'><span>发布时间：2021-03-04 08:15</span><span>来源：江城日报</span><span>字体：[大 中 小]</span></div>"
            f"<div class='view TRS_UEDITOR trs_paper_default'><div class='Custom_UnionStyle TRS_Editor'>{_PARAGRAPHS}</div></div></div>"
        ),
        authors=(),
        source="江城日报",
        published="2021-03-04T08:15",
    ),
    _platform(
        "Weibo article",
        "https://weibo.com/ttarticle/p/show?id=2309404600000000001",
        _page(
            f"<div class='WB_artical'><div class='main_editor' node-type='articleContent'><div class='title' node-type='articleTitle'>{_TITLE}</div>"
            "<div class='authorinfo'><div class='W_autocut'><span class='author2'>作者：<a class='S_txt2' href='/u/1'><em class='W_autocut'>老街漫步者</em></a></span></div><span class='time'>03-04 08:15</span></div>"
            f"<div class='WB_editor_iframe_new'>{_PARAGRAPHS}</div></div></div>"
        ),
        authors=("老街漫步者",),
    ),
    _platform(
        "36kr",
        "https://36kr.com/p/1100000001",
        _page(
            f"<div class='article-detail-wrapper'><h1 class='article-title margin-bottom-20 common-width'>{_TITLE}</h1><div class='article-title-icon common-width'>"
            "<a class='title-icon-item item-a' href='/user/1'>晨江商业</a><span class='title-icon-item item-time'><i>·</i>2021-03-04 08:15</span></div>"
            f"<div class='common-width content articleDetailContent kr-rich-text-wrapper'><p>文｜周明远</p><p>编辑｜李青</p>{_PARAGRAPHS}<p>本文来自微信公众号“晨江商业”，作者：周明远，经授权发布。</p></div></div>"
        ),
        authors=("周明远",),
        published="2021-03-04T08:15",
    ),
    _platform(
        "a Taiwanese daily",
        "https://www.example.com.tw/news/story/1/500001",
        _page(
            "<main><h1 class='article-content__title'>城東老街改造二期動工</h1><section class='authors'><time class='article-content__time'>2021-03-04 08:15</time>"
            "<div class='article-content__author'>晨江報 記者<a href='/author/1'>陳大明</a>／台北即時報導</div></section>"
            "<section class='article-content__editor'><p>昨日上午，城東老街改造二期工程正式動工，預計明年秋天完成，涉及三百多戶居民和四十餘家商鋪的搬遷與安置。</p>"
            "<p>按照規劃，老街將保留兩側的騎樓和古井，新增一處社區食堂與一座圖書館，停車位增加到二百個，工期十八個月。</p></section></main>",
            "",
            "城東老街改造二期動工 | 地方 | 晨江新聞網",
        ),
        title="城東老街改造二期動工",
        authors=("陳大明",),
        published="2021-03-04T08:15",
        has=("昨日上午，城東老街",),
    ),
    _platform(
        "a Sina blog",
        "http://blog.sina.com.cn/s/blog_4a000001.html",
        _page(
            f"<div class='articalTitle'><h2 class='titName SG_txta'>{_TITLE}</h2><span class='time SG_txtc'>(2011-03-04 08:15:00)</span></div>"
            "<div class='articalTag'><table><tr><td class='blog_tag'><span class='SG_txtb'>标签：</span><h3><a href='#'>老街</a></h3><h3><a href='#'>杂谈</a></h3></td><td class='blog_class'><span class='SG_txtb'>分类：</span><a href='#'>随笔</a></td></tr></table></div>"
            f"<div id='sina_keyword_ad_area2' class='articalContent'>{_PARAGRAPHS}</div>",
            "",
            f"{_TITLE}_江边老周_新浪博客",
        ),
        authors=None,
        published="2011-03-04T08:15",
        tags=("老街", "杂谈"),
    ),
    _platform(
        "Baike",
        "https://baike.baidu.com/item/城东老街/1001",
        _page(
            "<div class='main-content'><dl class='lemmaWgt-lemmaTitle'><dd class='lemmaWgt-lemmaTitle-title'><h1>城东老街</h1></dd></dl>"
            f"<div class='lemma-summary'><div class='para'>{_LEAD}</div></div><div class='para-title'><h2>历史沿革</h2></div><div class='para'>{_MIDDLE}</div><div class='para'>{_END}</div></div>"
            "<div class='side-content'><dl><dt>词条统计</dt><dd>浏览次数：1234次</dd><dd>最近更新：<span>阿木</span>（2021-03-04）</dd></dl></div>",
            "",
            "城东老街_百度百科",
        ),
        title="城东老街",
        authors=(),
        has_not=("关于我们", "浏览次数"),
    ),
)
"""Platforms with one page each."""
