"""Threads, encyclopedias and shops: Tieba, Discuz!, phpWind, V2EX, Baike, JD and Tmall."""

from __future__ import annotations

from tests.unit.metadata.platforms.form import ESSAY, NEWS, NEWS_TITLE, Platform, around, paragraphs

__all__ = ["FORUMS"]

_FIRST = "<br />\n".join(NEWS)
_REPLIES = (
    ("蓝皮火车", "太好了，明天就去走一走。"),
    ("老蒋", "顶"),
    ("木木", "桥面抬高以后，自行车推得上去吗？求解答。"),
)
_BOTH = (NEWS[0][:20], NEWS[-1][-20:])


def _discuz_post(n: int, who: str, when: str, message: str, floor: str, extra: str = "") -> str:
    return (
        f'<div id="post_{n}"><table id="pid{n}" class="plhin" summary="pid{n}" cellspacing="0" cellpadding="0"><tr><td class="pls" rowspan="2"><div id="favatar{n}" class="pls favatar"><div class="pi"><div class="authi"><a href="space-uid-{n}.html" target="_blank" class="xw1">{who}</a></div></div>'
        f'<div><div class="avatar"><a href="space-uid-{n}.html" class="avtm"><img src="http://bbs.example.com/uc_server/avatar.php?uid={n}&amp;size=middle" /></a></div></div><div class="tns xg2"><table><tr><th><p><a href="#" class="xi2">12</a></p>主题</th><th><p><a href="#">34</a></p>帖子</th><td><p>567</p>积分</td></tr></table></div><p><em><a href="#">中级会员</a></em></p></div></td>'
        f'<td class="plc"><div class="pi"><div id="fj" class="y"><label class="z">电梯直达</label></div><strong><a href="forum.php?mod=redirect&amp;goto=findpost&amp;ptid=1&amp;pid={n}" id="postnum{n}">{floor}</a></strong><div class="pti"><div class="pdbt"></div><div class="authi"><img class="authicn vm" id="authicon{n}" src="static/image/common/online_member.gif" /> <em id="authorposton{n}">发表于 {when}</em> <span class="pipe">|</span><a href="forum.php?mod=viewthread&amp;tid=1&amp;page=1&amp;authorid={n}" rel="nofollow">只看该作者</a></div></div></div>'
        f'<div class="pct"><div class="pcb"><div class="t_fsz"><table cellspacing="0" cellpadding="0"><tr><td class="t_f" id="postmessage_{n}">{message}</td></tr></table>{extra}</div></div></div></td></tr><tr><td class="plc plm"><div class="sign" style="max-height:100px;">签名：一蓑烟雨任平生</div></td></tr><tr><td class="pls"></td><td class="plc" style="overflow:visible;"><div class="po hin"><div class="pob cl"><em><a class="fastre" href="#">回复</a></em><p><a href="#">举报</a></p></div></div></td></tr></table></div>'
    )


_JAMMER = '<font class="jammer">3 x! k% q8 P</font><br />\r\n<span style="display:none">. A$ z7 N# w</span>'
_DISCUZ_QUOTE = (
    '<div class="quote"><blockquote><font size="2"><a href="forum.php?mod=redirect&amp;goto=findpost&amp;pid=2&amp;ptid=1" target="_blank"><font color="#999999">蓝皮火车 发表于 2024-5-27 09:40</font></a></font><br />太好了，明天就去走一走。</blockquote></div><br />'
    "明天有雾，开到六点半才放行，别去太早。"
)
_DISCUZ = Platform(
    "Discuz! X3 thread with quotes and attached pictures",
    "http://bbs.example.com/thread-10001-1-1.html",
    around(
        '<div id="hd"><div class="wp"><div id="nv"><ul><li><a href="forum.php">论坛</a></li><li><a href="home.php">家园</a></li></ul></div></div></div><div id="wp" class="wp"><div id="pt" class="bm cl"><div class="z"><a href="./" class="nvhm" title="首页">湖岸社区</a> <em>&raquo;</em> <a href="forum.php">论坛</a> <em>&rsaquo;</em> <a href="forum-2-1.html">青禾话题</a> <em>&rsaquo;</em> <a href="thread-10001-1-1.html">'
        f'{NEWS_TITLE}</a></div></div><div id="ct" class="wp cl"><div id="pgt" class="pgs mbm cl"><a id="newspecial" href="#"><img src="static/image/common/pn_post.png" alt="发新帖" /></a></div><div id="postlist" class="pl bm"><table cellspacing="0" cellpadding="0"><tr><td class="pls ptn pbn"><div class="hm ptn"><span class="xg1">查看:</span> <span class="xi1">321</span><span class="pipe">|</span><span class="xg1">回复:</span> <span class="xi1">3</span></div></td><td class="plc ptm pbn vwthd"><h1 class="ts"><a href="forum.php?mod=forumdisplay&amp;fid=2&amp;filter=typeid&amp;typeid=1">[渡口]</a> <span id="thread_subject">{NEWS_TITLE}</span></h1><span class="xg1"><a href="#" onclick="return copyThreadUrl(this)">[复制链接]</a></span></td></tr></table>'
        + _discuz_post(
            1,
            "江边老周",
            '<span title="2024-5-27 09:21:08">2024-5-27 09:21</span>',
            f'<i class="pstatus"> 本帖最后由 江边老周 于 2024-5-27 10:00 编辑 </i><br /><br />{_FIRST}<br />{_JAMMER}',
            "楼主",
            '<div class="pattl"><ignore_js_op><dl class="tattl attm"><dd><p class="mbn"><a href="#" class="xw1">IMG_1.jpg</a> <em class="xg1">(321 KB, 下载次数: 2)</em></p><div class="mbn savephotop"><img id="aimg_11" aid="11" src="static/image/common/none.gif" zoomfile="http://bbs.example.com/data/attachment/forum/202405/27/dz1.jpg" file="http://bbs.example.com/data/attachment/forum/202405/27/dz1.jpg" class="zoom" width="600" /></div></dd></dl></ignore_js_op></div>',
        )
        + _discuz_post(2, "蓝皮火车", "2024-5-27 09:40", "太好了，明天就去走一走。" + _JAMMER, "沙发")
        + _discuz_post(3, "老蒋", "2024-5-27 09:55", _DISCUZ_QUOTE, "板凳")
        + _discuz_post(4, "木木", "2024-5-27 11:20", "顶一下", "地板")
        + '</div><div id="f_pst" class="pl bm bmw"><form><table><tr><td class="plc"><div class="pt hm">您需要登录后才可以回帖 <a href="#">登录</a> | <a href="#">立即注册</a></div></td></tr></table></form></div></div></div><div id="ft"><p>Powered by <a href="http://www.discuz.net">Discuz!</a> X3.4</p></div>',
        '<style>.jammer{font-size:10px;color:#FFF}</style><meta name="author" content="Discuz! Team and Comsenz UI Team" /><meta name="keywords" content="青禾镇渡口浮桥恢复通行" /><meta name="generator" content="Discuz! X3.4" />',
        title=f"{NEWS_TITLE} - 青禾话题 - 湖岸社区 -  Powered by Discuz!",
    ),
    NEWS_TITLE,
    authors=("江边老周",),
    published="2024-05-27T09:21",
    images=("dz1.jpg",),
    no_images=("none.gif", "size=middle"),
    has=(*_BOTH, "明天就去走一走", "六点半才放行", "顶一下"),
    has_not=("x! k%", "z7 N#", "积分", "只看该作者", "烟雨任平生", "登录后才可以回帖"),
)
_DISCUZ_OLD = Platform(
    "Discuz! 6 thread",
    "http://bbs.example.com/viewthread.php?tid=20001",
    around(
        f'<div class="wrap"><div id="nav"><a href="index.php">湖岸社区</a> &raquo; <a href="forumdisplay.php?fid=2">青禾话题</a> &raquo; {NEWS_TITLE}</div><form method="post" name="modactions">'
        + "".join(
            f'<div class="mainbox viewthread"><span class="headactions"><a href="#">收藏</a></span>{f"<h1>{NEWS_TITLE}</h1>" if i == 1 else ""}<table id="pid{i}" cellspacing="0"><tr><td class="postauthor"><cite><a href="space.php?uid={i}" id="userinfo{i}">{who}</a></cite><p><em>中级会员</em></p><dl class="profile"><dt>UID</dt><dd>{i}&nbsp;</dd><dt>帖子</dt><dd>34</dd><dt>注册时间</dt><dd>2005-3-1</dd></dl></td><td class="postcontent"><div class="postinfo"><strong title="复制帖子链接" id="postnum_{i}">{i}<sup>#</sup></strong>发表于 2008-5-{26 + i} 09:21&nbsp; <a href="#">只看该作者</a></div><div class="postmessage defaultpost"><div id="postmessage_{i}" class="t_msgfont">{text}</div></div></td></tr></table></div>'
            for i, (who, text) in enumerate([("江边老周", _FIRST), *_REPLIES], 1)
        )
        + "</form></div><p>Powered by Discuz! 6.1.0</p>",
        title=f"{NEWS_TITLE} - 青禾话题 - 湖岸社区 - powered by Discuz!",
    ),
    NEWS_TITLE,
    authors=("江边老周",),
    published="2008-05-27T09:21",
    has=(*_BOTH, "自行车推得上去吗", "明天就去走一走"),
    has_not=("注册时间", "只看该作者"),
)
_PHPWIND = Platform(
    "phpWind thread",
    "http://bbs.example.com/read-htm-tid-30001.html",
    around(
        f'<div id="breadCrumb"><a href="/">湖岸社区</a><em>&gt;</em><a href="thread-htm-fid-2.html">青禾话题</a><em>&gt;</em>{NEWS_TITLE}</div><div class="readTop"><h1 id="subject_tpc" class="read_h1">{NEWS_TITLE}</h1><a href="#">[复制链接]</a></div>'
        + "".join(
            f'<div class="read_t" id="readfloor_{i}"><table width="100%"><tr><td class="floot_left"><div class="readName b"><a href="u.php?uid={i}" class="mr5">{who}</a></div><ul><li>级别：侠客</li><li>发帖：34</li></ul></td><td class="floot_right"><div class="tipTop s6"><span class="fr"><a class="s2 b cp">{"楼主" if i == 1 else f"{i - 1}楼"}</a></span><span title="2011-05-27 09:2{i}">发表于: 2011-05-27</span> <a href="#">只看楼主</a></div><div class="readContent"><div id="read_{"tpc" if i == 1 else i}" class="tpc_content"><div class="f14 mb10">{text}</div></div></div></td></tr></table></div>'
            for i, (who, text) in enumerate([("江边老周", _FIRST), *_REPLIES], 1)
        )
        + '<div id="footer">Powered by <a href="http://www.phpwind.net">phpwind v8.7</a></div>',
        title=f"{NEWS_TITLE}|青禾话题 - 湖岸社区 - phpwind",
    ),
    NEWS_TITLE,
    authors=("江边老周",),
    published="2011-05-27",
    has=(*_BOTH, "自行车推得上去吗", "明天就去走一走"),
    has_not=("级别", "只看楼主"),
)
_TIEBA = Platform(
    "Tieba thread of today",
    "https://tieba.baidu.com/p/8000000001",
    around(
        '<div class="wrap1"><div class="wrap2"><div id="container" class="l_container"><div class="content clearfix"><div class="card_top_wrap clearfix"><div class="card_title"><a class="card_title_fname" href="/f?kw=x">青禾吧</a></div><span class="card_menNum">10,240</span></div><div id="pb_content" class="pb_content clearfix"><div class="left_section"><div class="core_title_wrap_bright clearfix" id="j_core_title_wrap">'
        f'<h3 class="core_title_txt pull-left text-overflow" title="{NEWS_TITLE}" style="width: 396px">{NEWS_TITLE}</h3><ul class="core_title_btns pull-right"><li><a id="lzonly_cntn" class="l_lzonly">只看楼主</a></li><li>收藏</li><li>回复</li></ul></div><div class="p_postlist" id="j_p_postlist">'
        + "".join(
            f'<div class="l_post l_post_bright j_l_post clearfix"><div class="d_author"><ul class="p_author"><li class="icon"><div class="icon_relative j_user_card"><a class="p_author_face" href="/home/main?un={i}"><img username="{who}" src="//tb1.bdstatic.com/tb/cms/head{i}.jpg"></a></div></li><li class="d_name"><a class="p_author_name j_user_card" href="/home/main?un={i}">{who}</a></li><li class="l_badge"><div class="p_badge"><a href="#"><div class="d_badge_title">铁杆会员</div><div class="d_badge_lv">8</div></a></div></li></ul></div>'
            f'<div class="d_post_content_main"><div class="p_content"><cc><div class="d_post_content_wrap"></div><div id="post_content_{i}" class="d_post_content j_d_post_content">            {text}</div><br></cc><div class="core_reply j_lzl_wrapper"><div class="core_reply_tail clearfix"><div class="j_lzl_r p_reply"><a href="#" class="lzl_link_unfold">回复</a></div><div class="post-tail-wrap"><span class="tail-info">来自<a href="#">Android客户端</a></span><span class="tail-info">{i}楼</span><span class="tail-info">2024-05-27 09:2{i}</span></div></div></div></div></div></div>'
            for i, (who, text) in enumerate(
                [
                    (
                        "江边老周",
                        f'{_FIRST}<br><img class="BDE_Image" src="https://tiebapic.baidu.com/forum/w%3D580/sign=x/tb1.jpg" size="300000" width="560">',
                    ),
                    *_REPLIES,
                ],
                1,
            )
        )
        + '</div></div><div class="right_section"><div class="region_bright"><h4 class="region_header">贴吧热议榜</h4><ul><li><a href="#">旧书市集周末开张</a></li></ul></div></div></div></div></div></div></div>',
        title=f"{NEWS_TITLE}【青禾吧】_百度贴吧",
    ),
    NEWS_TITLE,
    authors=("江边老周",),
    published="2024-05-27T09:21",
    images=("tb1.jpg",),
    no_images=("head1.jpg",),
    has=(*_BOTH, "自行车推得上去吗", "明天就去走一走"),
    has_not=("贴吧热议榜", "铁杆会员", "只看楼主"),
)
_V2EX = Platform(
    "V2EX topic",
    "https://www.v2ex.com/t/1040001",
    around(
        '<div id="Wrapper"><div class="content"><div id="Main"><div class="box"><div class="header"><div class="fr"><a href="/member/shuiwei"><img src="https://cdn.v2ex.com/avatar/a.png" class="avatar" alt="shuiwei"></a></div><a href="/">V2EX</a> <span class="chevron">&nbsp;›&nbsp;</span> <a href="/go/life">生活</a><div class="sep10"></div>'
        '<h1>搬到山里三年，说说远程工作的得失</h1><div id="topic_1040001_votes" class="votes"></div><small class="gray"><a href="/member/shuiwei">shuiwei</a> · <span title="2024-05-27 09:21:08 +08:00">53 天前</span> · 3210 次点击</small></div>'
        f'<div class="cell"><div class="topic_content"><div class="markdown_body">{paragraphs(ESSAY)}</div></div></div></div><div class="box"><div class="cell"><div class="fr"><a href="/tag/山居" class="tag"><li class="fa fa-tag"></li> 山居</a></div><span class="gray">2 条回复 &nbsp;<strong class="snow">•</strong> &nbsp;2024-05-28 10:00:00 +08:00</span></div>'
        + "".join(
            f'<div id="r_{i}" class="cell"><table><tr><td width="48"><img src="https://cdn.v2ex.com/avatar/{i}.png" class="avatar"></td><td><div class="fr"><span class="no">{i}</span></div><strong><a href="/member/{who}" class="dark">{who}</a></strong> &nbsp;<span class="ago" title="2024-05-27 10:0{i}:00 +08:00">53 天前</span><div class="reply_content">{text}</div></td></tr></table></div>'
            for i, (who, text) in enumerate(
                [
                    ("bluetrain", "网速怎么样？开会卡不卡？"),
                    ("laojiang", "冬天取暖是最大的问题，装了壁炉以后好多了。"),
                ],
                1,
            )
        )
        + '</div></div><div id="Rightbar"><div class="box"><div class="cell"><strong>现在注册</strong></div></div></div></div></div>',
        '<meta property="article:published_time" content="2024-05-27T01:21:08Z"><meta property="article:author" content="shuiwei"><meta property="og:title" content="搬到山里三年，说说远程工作的得失 - V2EX">',
        title="搬到山里三年，说说远程工作的得失 - V2EX",
    ),
    "搬到山里三年，说说远程工作的得失",
    authors=("shuiwei",),
    published="2024-05-27",
    has=(ESSAY[0][:20], ESSAY[-1][-20:]),
    comments=("开会卡不卡", "装了壁炉"),
    has_not=("次点击", "现在注册"),
)
_BAIKE = Platform(
    "Baidu Baike of today",
    "https://baike.baidu.com/item/%E9%9D%92%E7%A6%BE%E6%B5%AE%E6%A1%A5/60000001",
    around(
        '<div class="header-wrapper"><a href="/">首页</a><a href="/calendar/">历史上的今天</a></div><div class="body-wrapper"><div class="content-wrapper"><div class="content"><div class="mainContent_z8VLj"><div class="lemmaTitleWrapper"><div class="lemmaTitleBox_dk8s"><h1 class="lemmaTitle_qmNnR J-lemma-title">青禾浮桥</h1><div class="lemmaDescText">湖岸市青禾镇境内浮桥</div></div><div class="btnList"><a>播报</a><a>编辑</a><a>讨论</a><a>收藏</a></div></div>'
        f'<div class="lemmaSummary_M04mg J-summary"><div class="para_fT72O summary_nfAdr MARK_MODULE" data-tag="paragraph"><span class="text_wRvkv" data-text="true">{ESSAY[0][:10]}青禾浮桥位于青禾镇渡口，由二十八节桥身以铁链相连，全长一百六十米，是连接两岸的唯一通道。</span><sup class="supWrap" data-tag="ref"><em id="sup-1">[1]</em></sup></div></div>'
        '<div class="basicInfo_KgqqD J-basic-info"><dl class="basicInfoBlock_qMuFf left"><div class="itemWrapper_sNUNJ"><dt class="basicInfoItem_LYXAo itemName_LS0Jv">中文名</dt><dd class="basicInfoItem_LYXAo itemValue_AYbkR"><span>青禾浮桥</span></dd></div><div class="itemWrapper_sNUNJ"><dt class="itemName_LS0Jv">全　长</dt><dd class="itemValue_AYbkR"><span>160 m</span></dd></div></dl></div>'
        '<div class="J-lemma-content"><div class="paraTitle_WslP_ level-1" data-level="1"><h2 name="1">历史沿革</h2><div><span>播报</span><span>编辑</span></div></div>'
        + paragraphs(
            NEWS[:2],
            '<div class="para_fT72O content_cFweI MARK_MODULE"><span class="text_wRvkv">',
            "</span></div>",
        )
        + '<div class="paraTitle_WslP_ level-1" data-level="1"><h2 name="2">建筑结构</h2><div><span>播报</span><span>编辑</span></div></div>'
        + paragraphs(
            NEWS[3:],
            '<div class="para_fT72O content_cFweI MARK_MODULE"><span class="text_wRvkv">',
            "</span></div>",
        )
        + '</div><div class="reference_F7gVu"><div class="title">参考资料</div><ul><li><span>1 </span><a href="#">青禾浮桥的前世今生</a><span>．湖岸日报</span><span>[引用日期2024-05-27]</span></li></ul></div></div><div class="sideContent"><div class="sideBox"><div>词条统计</div><dl><dd>浏览次数：<span>10240</span>次</dd><dd>编辑次数：12次<a>历史版本</a></dd><dd>最近更新：<a>阿木听山</a>（2024-05-27）</dd></dl></div></div></div></div></div>',
        '<meta name="description" content="青禾浮桥位于青禾镇渡口"><meta name="keywords" content="青禾浮桥, 青禾浮桥历史">',
        title="青禾浮桥_百度百科",
    ),
    "青禾浮桥",
    authors=(),
    has=("由二十八节桥身", NEWS[1][:20], "建筑结构"),
    has_not=("编辑次数", "播报", "历史上的今天"),
)
_JD = Platform(
    "a product page of JD's form",
    "https://item.example.com/100000000001.html",
    around(
        '<div id="shortcut"><ul><li>你好，请登录</li><li>免费注册</li></ul></div><div class="crumb-wrap"><div class="crumb fl clearfix"><div class="item first"><a href="#">家用电器</a></div><div class="sep">&gt;</div><div class="item"><a href="#">电水壶</a></div><div class="sep">&gt;</div><div class="item ellipsis">山泉 SQ-1700</div></div></div>'
        '<div class="w"><div class="product-intro clearfix"><div class="preview-wrap"><div id="spec-n1" class="jqzoom main-img"><img id="spec-img" width="450" data-origin="//img10.example.com/n1/jd1.jpg" src="//img10.example.com/n1/jd1.jpg" alt="山泉电水壶"></div><div id="spec-list"><ul class="lh"><li><img src="//img10.example.com/n5/jd2.jpg" width="54"></li></ul></div></div>'
        '<div class="itemInfo-wrap"><div class="sku-name">山泉（SHANQUAN）电水壶 304不锈钢 1.7升 自动断电 SQ-1700 竹青</div><div class="news"><div id="p-ad">双层防烫壶身，五分钟烧开一壶水</div></div><div class="summary summary-first"><div class="summary-price"><div class="dt">京 东 价</div><div class="dd"><span class="p-price"><span>￥</span><span class="price J-p-1">129.00</span></span></div></div></div><div class="choose-btns"><a class="btn-special1">加入购物车</a></div></div></div></div>'
        '<div class="w"><div class="detail"><div class="ETab" id="detail"><div class="tab-main large"><ul><li class="current">商品介绍</li><li>规格与包装</li><li>售后保障</li><li>商品评价(5000+)</li></ul></div><div class="tab-con"><div><div class="p-parameter"><ul class="parameter2 p-parameter-list"><li title="山泉SQ-1700">商品名称：山泉SQ-1700</li><li title="100000000001">商品编号：100000000001</li><li title="1.2kg">商品毛重：1.2kg</li><li title="304不锈钢">内胆材质：304不锈钢</li></ul></div><div class="detail-content"><p>壶身采用双层结构，外壁不烫手；底部的加热盘功率为一千八百瓦，五分钟可以烧开一壶水。</p><p>水开以后自动断电，干烧时也会自动断电，家里有老人和孩子也可以放心使用。</p></div></div>'
        '<div class="Ptable"><div class="Ptable-item"><h3>主体</h3><dl><dl class="clearfix"><dt>品牌</dt><dd>山泉</dd></dl><dl class="clearfix"><dt>容量</dt><dd>1.7升</dd></dl></dl></div><div class="Ptable-item"><h3>功能</h3><dl><dl class="clearfix"><dt>额定功率</dt><dd>1800W</dd></dl><dl class="clearfix"><dt>保温</dt><dd>不支持</dd></dl></dl></div></div></div></div></div></div><div id="footer"><p>Copyright 关于我们 联系我们</p></div>',
        '<meta name="keywords" content="SHANQUANSQ-1700,山泉SQ-1700">',
        title="【山泉SQ-1700】山泉（SHANQUAN）电水壶 304不锈钢 1.7升 自动断电 SQ-1700 竹青【行情 报价 价格 评测】",
    ),
    "山泉（SHANQUAN）电水壶 304不锈钢 1.7升 自动断电 SQ-1700 竹青",
    authors=(),
    images=("jd1.jpg",),
    has=("双层结构", "额定功率", "1800W", "304不锈钢"),
    has_not=("免费注册", "联系我们"),
)
_NUMBERED = Platform(
    "an article that ends with numbered items",
    "https://www.example.cn/guide/12001.html",
    around(
        '<div class="nav"><a href="/">首页</a><a href="/guide">指南</a></div><div class="article"><h1>第一次坐浮桥要注意什么</h1><div class="info">2024-05-27 09:21 作者：陶小曼</div>'
        f'<div class="content">{paragraphs(NEWS[:2])}<p>过桥之前，请先记住下面几点：</p><p>1、关注桥头的公告牌，大风天不要上桥。</p><p>2、扫码登记后再排队，扶好护栏慢慢走。</p><p>3、关注微信公众号“渡口”。</p></div></div><div class="follow"><p>扫码关注我们的公众号</p></div>',
        title="第一次坐浮桥要注意什么-湖岸指南网",
    ),
    "第一次坐浮桥要注意什么",
    authors=("陶小曼",),
    published="2024-05-27T09:21",
    has=("过桥之前", "1、关注桥头的公告牌", "2、扫码登记后再排队", "3、关注微信公众号"),
    has_not=("扫码关注我们",),
)

FORUMS = (_DISCUZ, _DISCUZ_OLD, _PHPWIND, _TIEBA, _V2EX, _BAIKE, _JD, _NUMBERED)
"""Threads, an encyclopedia, a shop, and a guide."""
