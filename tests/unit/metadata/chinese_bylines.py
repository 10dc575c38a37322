"""Chinese bylines as papers, portals and blogs have written them since 2000, and what each states.

Every name, medium and text is made up.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["FORMS", "NO_BYLINES", "Form", "page_of"]

_SIMPLIFIED = (
    "昨日上午，城东老街改造二期工程正式动工，预计明年秋天完成。项目涉及三百多户居民和四十余家商铺。",
    "居民告诉施工方，他们最关心的是回迁时间和商铺租金。街道办表示，方案会在月底前张榜公布，听取各方意见。",
    "按照规划，老街将保留两侧的骑楼和古井，新增一处社区食堂与一座图书馆，停车位增加到二百个。",
)
_TRADITIONAL = (
    "昨日上午，城東老街改造二期工程正式動工，預計明年秋天完成。項目涉及三百多戶居民和四十餘家商鋪。",
    "居民告訴施工方，他們最關心的是回遷時間和商鋪租金。區公所表示，方案會在月底前張榜公布，聽取各方意見。",
    "按照規劃，老街將保留兩側的騎樓和古井，新增一處社區食堂與一座圖書館，停車位增加到二百個。",
)


@dataclass(frozen=True)
class Form:
    """One written form.

    Attributes
    ----------
    name
        What it shows.
    info
        HTML between headline and text.
    opening, closing
        Put before the first paragraph's text, and HTML after the last paragraph.
    authors
        Names of those who wrote the text, in order.
    source
        The medium that it comes from, ``""`` for none that is stated.
    others
        People in other roles, as (role, name).
    is_traditional
        Written in traditional characters.
    inline
        Put after the last sentence, in its paragraph.
    """

    name: str
    info: str = ""
    opening: str = ""
    closing: str = ""
    authors: tuple[str, ...] = ()
    source: str = ""
    others: tuple[tuple[str, str], ...] = ()
    is_traditional: bool = False
    inline: str = ""


def page_of(form: Form) -> str:
    """Return the HTML page of a form."""
    first, second, third = _TRADITIONAL if form.is_traditional else _SIMPLIFIED
    title = "城東老街改造二期動工" if form.is_traditional else "城东老街改造二期动工"
    return (
        f"<!DOCTYPE html><html><head><meta charset='utf-8'><title>{title}</title></head><body>"
        "<div class='nav'><a href='/'>首页</a><a href='/a'>国内</a><a href='/b'>国际</a></div>"
        f"<div class='article'><h1>{title}</h1>{form.info}<div class='content'>"
        f"<p>{form.opening}{first}</p><p>{second}</p><p>{third}{form.inline}</p>{form.closing}</div></div>"
        "<div class='foot'><a href='/about'>关于我们</a><a href='/ad'>广告服务</a>"
        "<p>版权所有 未经书面授权禁止使用</p></div></body></html>"
    )


_DATE = "2021-03-04 08:15"

FORMS = (
    # -- the line under the headline ---------------------------------------------------------------
    Form(
        "source, date, author with colons",
        f"<div>来源：晨江日报　{_DATE}　作者：周明远</div>",
        authors=("周明远",),
        source="晨江日报",
    ),
    Form(
        "date first, half-width colons",
        f"<p>{_DATE} 来源:晨江晚报 作者:周明远 李青</p>",
        authors=("周明远", "李青"),
        source="晨江晚报",
    ),
    Form(
        "names joined by a pause mark",
        f"<p>作者：周明远、李青、欧阳一川 | {_DATE}</p>",
        authors=("周明远", "李青", "欧阳一川"),
    ),
    Form(
        "a linked author",
        f"<div>作者：<a href='/u/1'>周明远</a> <span>{_DATE}</span></div>",
        authors=("周明远",),
    ),
    Form(
        "spans of a portal",
        f"<div class='info'><span>{_DATE}</span><span>来源：<a href='http://e.org'>晨江在线</a></span>"
        "<span>作者：周明远</span><span>编辑：李青</span></div>",
        authors=("周明远",),
        source="晨江在线",
        others=(("editor", "李青"),),
    ),
    Form(
        "责任编辑 in the line",
        f"<div>{_DATE}　来源：晨江网　责任编辑：李青</div>",
        source="晨江网",
        others=(("responsible_editor", "李青"),),
    ),
    Form(
        "brackets in the line of date and source",
        f"<div>{_DATE} 来源：晨江日报 [周明远]</div>",
        authors=("周明远",),
        source="晨江日报",
    ),
    Form(
        "square brackets with two names",
        f"<div>来源：晨江晚报 {_DATE} [周明远 李青]</div>",
        authors=("周明远", "李青"),
        source="晨江晚报",
    ),
    Form(
        "记者 with a space",
        f"<div>晨江日报 记者 周明远 {_DATE}</div>",
        authors=("周明远",),
        source="晨江日报",
    ),
    Form(
        "medium and 记者 in one",
        f"<div>晨江日报记者 周明远 李青 {_DATE}</div>",
        authors=("周明远", "李青"),
        source="晨江日报",
    ),
    Form(
        "medium, dot, app, reporter",
        f"<p>晨江日报·晨江新闻客户端记者 周明远</p><p>{_DATE}</p>",
        authors=("周明远",),
    ),
    Form(
        "medium, dot, app, three characters",
        f"<p>晨江晚报·上游江讯记者周明远 {_DATE}</p>",
        authors=("周明远",),
    ),
    Form(
        "实习生 after the reporter",
        f"<p>晨江都市报记者 周明远 实习生 李青</p><p>{_DATE}</p>",
        authors=("周明远", "李青"),
    ),
    Form(
        "通讯员 after the reporter",
        f"<p>本报记者 周明远 通讯员 李青 王小川</p><p>{_DATE}</p>",
        authors=("周明远", "李青", "王小川"),
    ),
    Form("□ before 本报记者", "<p>□ 本报记者 周明远</p>", authors=("周明远",)),
    Form("■ before a reporter", "<p>■本报记者 周明远 李青</p>", authors=("周明远", "李青")),
    Form("◎ of an essay", "<p>◎周明远</p>", authors=("周明远",)),
    Form("● with the office", "<p>●晨江日报评论员 周明远</p>", authors=("周明远",)),
    Form("文/ a name", f"<p>文/周明远</p><p>{_DATE}</p>", authors=("周明远",)),
    Form("文丨 a name", f"<p>文丨周明远</p><p>{_DATE}</p>", authors=("周明远",)),
    Form(
        "文 | a name, editor after it",
        "<p>文 | 周明远</p><p>编辑 | 李青</p>",
        authors=("周明远",),
        others=(("editor", "李青"),),
    ),
    Form(
        "撰文 colon",
        f"<p>撰文：周明远　摄影：李青</p><p>{_DATE}</p>",
        authors=("周明远",),
        others=(("photographer", "李青"),),
    ),
    Form("采写 with the medium", f"<p>采写：晨江都市报记者 周明远</p><p>{_DATE}</p>", authors=("周明远",)),
    Form(
        "采写/ 新京风格",
        f"<p>{_DATE} 晨江新报 记者 周明远 编辑 李青 校对 王小川</p>",
        authors=("周明远",),
        others=(("editor", "李青"), ("responsible_editor", "王小川")),
    ),
    Form("本报讯", opening="本报讯（记者 周明远）", authors=("周明远",)),
    Form("本报讯 with two reporters", opening="本报讯（记者周明远、李青）", authors=("周明远", "李青")),
    Form(
        "本报讯 with reporter and correspondent",
        opening="本报讯（记者周明远 通讯员李青）",
        authors=("周明远", "李青"),
    ),
    Form("本报讯 in half-width brackets", opening="本报讯 (记者 周明远) ", authors=("周明远",)),
    Form("a dateline of an agency", opening="晨江社江城3月4日电（记者周明远）", authors=("周明远",)),
    Form(
        "a dateline of an agency with two",
        opening="晨江社江城3月4日电（记者周明远、李青）",
        authors=("周明远", "李青"),
    ),
    Form("a dateline with a space", opening="中晨网江城3月4日电 (记者 周明远) ", authors=("周明远",)),
    Form(
        "a dateline with the name alone",
        opening="中晨社江城3月4日电 (周明远 李青)",
        authors=("周明远", "李青"),
    ),
    Form(
        "a dateline with 题",
        opening="晨江社江城3月4日电 题：老街新生<br>晨江社记者周明远<br>",
        authors=("周明远",),
    ),
    Form("央广 and place before the date", opening="晨广网江城3月4日消息（记者周明远）", authors=("周明远",)),
    Form("据 and the medium's reporter", opening="【晨江时报驻江城特派记者 周明远】", authors=("周明远",)),
    Form(
        "report by two offices",
        opening="【晨江时报记者 周明远 晨江时报驻江城特约记者 李青】",
        authors=("周明远", "李青"),
    ),
    Form("综合 report", opening="（晨江时报综合报道 周明远）", authors=("周明远",)),
    # -- after the text ------------------------------------------------------------------------------
    Form("（names） as a paragraph", closing="<p>（周明远 李青）</p>", authors=("周明远", "李青")),
    Form("（name） inline", inline="（周明远）", authors=("周明远",)),
    Form("（记者 names） inline", inline="（记者周明远、李青）", authors=("周明远", "李青")),
    Form("(记者 name) as a paragraph", closing="<p>(记者 周明远)</p>", authors=("周明远",)),
    Form("（本报记者） inline", inline="（本报记者 周明远）", authors=("周明远",)),
    Form("（medium's reporter） inline", inline="（晨江日报记者 周明远 李青）", authors=("周明远", "李青")),
    Form("（作者：…） after the text", closing="<p>（作者：周明远）</p>", authors=("周明远",)),
    Form("（作者系…） with the office", closing="<p>（作者周明远系晨江大学教授）</p>", authors=("周明远",)),
    Form("（文/…） inline", inline="（文/周明远）", authors=("周明远",)),
    Form(
        "（完） and the reporters",
        closing="<p>（完）</p><p>（记者：周明远、李青）</p>",
        authors=("周明远", "李青"),
    ),
    Form(
        "责任编辑 in brackets",
        f"<p>{_DATE} 来源：晨江网</p>",
        closing="<p>(责任编辑：李青)</p>",
        source="晨江网",
        others=(("responsible_editor", "李青"),),
    ),
    Form(
        "责任编辑 with an underscore",
        f"<p>{_DATE} 来源：晨江网 作者：周明远</p>",
        closing="<p>责任编辑：李青_NC2</p>",
        authors=("周明远",),
        source="晨江网",
    ),
    Form(
        "责编 and 审核",
        f"<p>{_DATE} 来源：晨江发布</p>",
        closing="<p>责编：李青　审核：王小川</p>",
        source="晨江发布",
        others=(("responsible_editor", "李青"), ("responsible_editor", "王小川")),
    ),
    Form(
        "编辑 校对 审核 on lines",
        f"<p>{_DATE}</p>",
        closing="<p>记者：周明远</p><p>编辑：李青</p><p>校对：王小川</p>",
        authors=("周明远",),
        others=(("editor", "李青"), ("responsible_editor", "王小川")),
    ),
    Form(
        "文字 图片 编辑 on one line",
        closing="<p>文字：周明远　图片：李青　编辑：王小川</p>",
        authors=("周明远",),
        others=(("photographer", "李青"), ("editor", "王小川")),
    ),
    Form(
        "medium's reporter / 文 and caption",
        closing="<p>晨江新闻记者周明远/文 李青/摄</p>",
        authors=("周明远",),
    ),
    Form("本报记者 name 文/图", closing="<p>本报记者 周明远 文/图</p>", authors=("周明远",)),
    Form(
        "medium at the end",
        closing="<p>（来源：晨江日报 记者：周明远）</p>",
        authors=("周明远",),
        source="晨江日报",
    ),
    Form(
        "来源 after the text",
        closing="<p>来源：晨江日报</p><p>记者：周明远</p>",
        authors=("周明远",),
        source="晨江日报",
    ),
    Form("供稿 after the text", closing="<p>供稿：周明远</p>", authors=("周明远",)),
    Form("撰稿 and 审核 of a university", closing="<p>（撰稿：周明远 审核：李青）</p>", authors=("周明远",)),
    Form(
        "medium with the app at the end",
        closing="<p>晨江日报·晨端记者 周明远 李青 欧阳一川</p>",
        authors=("周明远", "李青", "欧阳一川"),
    ),
    # -- traditional ---------------------------------------------------------------------------------
    Form("記者／報導", "<p>記者陳大明／台北報導</p>", authors=("陳大明",), is_traditional=True),
    Form(
        "記者/報導 with a plain slash", "<p>記者陳大明/綜合報導</p>", authors=("陳大明",), is_traditional=True
    ),
    Form("記者∕報導 of Big5", "<p>記者陳大明∕台北報導</p>", authors=("陳大明",), is_traditional=True),
    Form(
        "medium before 記者", "<p>晨江時報記者陳大明／台中報導</p>", authors=("陳大明",), is_traditional=True
    ),
    Form(
        "【記者】 opens the text",
        opening="【記者陳大明／高雄報導】",
        authors=("陳大明",),
        is_traditional=True,
    ),
    Form(
        "〔記者〕 opens the text",
        opening="〔記者陳大明／花蓮報導〕",
        authors=("陳大明",),
        is_traditional=True,
    ),
    Form(
        "two 記者", "<p>記者陳大明、林小慧／台北報導</p>", authors=("陳大明", "林小慧"), is_traditional=True
    ),
    Form(
        "（中晨社記者…電）", opening="（晨江社記者陳大明台北4日電）", authors=("陳大明",), is_traditional=True
    ),
    Form(
        "文／ and 攝影／",
        "<p>文／陳大明　攝影／林小慧</p>",
        authors=("陳大明",),
        others=(("photographer", "林小慧"),),
        is_traditional=True,
    ),
    Form("撰文 with a bar", "<p>撰文｜陳大明</p>", authors=("陳大明",), is_traditional=True),
    Form(
        "作者 and date",
        f"<div><span>作者：陳大明</span> <time>{_DATE}</time></div>",
        authors=("陳大明",),
        is_traditional=True,
    ),
    Form(
        "（責任編輯）",
        f"<p>記者陳大明 {_DATE}</p>",
        closing="<p>（責任編輯：林小慧）</p>",
        authors=("陳大明",),
        others=(("responsible_editor", "林小慧"),),
        is_traditional=True,
    ),
    Form(
        "即時報導 with a place",
        f"<p>{_DATE} 晨江報 記者陳大明／即時報導</p>",
        authors=("陳大明",),
        is_traditional=True,
    ),
    # -- blogs, platforms, pen names -------------------------------------------------------------------
    Form("a pen name", f"<div>作者：江边的老树　{_DATE}</div>", authors=("江边的老树",)),
    Form(
        "a pen name with digits",
        f"<div>作者：<a href='/u/9'>青石板2008</a> 发布于 {_DATE}</div>",
        authors=("青石板2008",),
    ),
    Form(
        "a pen name in an author element",
        f"<div><a class='author' href='/u/7'>我是阿木</a> <span>{_DATE}</span></div>",
        authors=("我是阿木",),
    ),
    Form("a pen name of one Latin word", f"<div>作者：walkman {_DATE}</div>", authors=("walkman",)),
    Form(
        "a source in title marks",
        f"<div>来源：《晨江周刊》 作者：周明远 {_DATE}</div>",
        authors=("周明远",),
        source="《晨江周刊》",
    ),
    Form(
        "a foreign name with a dot",
        f"<div>作者：约翰·史密森　译者：李青　{_DATE}</div>",
        authors=("约翰·史密森",),
        others=(("translator", "李青"),),
    ),
    Form("spaced characters", f"<p>作　者：周 明 远　　{_DATE}</p>", authors=("周明远",)),
    Form("a name of two characters with a space", f"<p>本报记者 李　青</p><p>{_DATE}</p>", authors=("李青",)),
)
"""Forms with a byline: 80."""

NO_BYLINES = (
    Form("a mayor speaks", inline="市长周明远在会上说，工程不会停。"),
    Form("told reporters", inline="周明远告诉记者，他在这里住了四十年。"),
    Form("the reporter saw", inline="记者在现场看到，围挡已经立起来。"),
    Form("the reporter learnt from", inline="记者从街道办获悉，方案月底公布。"),
    Form("reporters asked", inline="有记者问到资金来源，发言人没有回答。"),
    Form("a museum's author", inline="《老街记》的作者王小川也来到现场。"),
    Form("an editor in the text", inline="曾任编辑的李青说，老街是她的童年。"),
    Form("brackets with an age", inline="（周明远 六十二岁）住在三号院。"),
    Form("brackets that explain", inline="居民（包括租户）都可以报名。"),
    Form("brackets at the end that explain", inline="施工单位已经确定（见下图）"),
    Form("brackets: a pseudonym note", inline="（文中周明远为化名）"),
    Form("brackets: all pseudonyms", closing="<p>（应受访者要求，文中人物均为化名）</p>"),
    Form("brackets: unfinished", closing="<p>（未完待续）</p>"),
    Form("brackets: end", closing="<p>（完）</p>"),
    Form("brackets: a place", closing="<p>（江城）</p>"),
    Form("source only", f"<p>来源：晨江日报 {_DATE}</p>", source="晨江日报"),
    Form("source and clicks", f"<p>来源：晨江网　{_DATE}　点击：1024</p>", source="晨江网"),
    Form("font sizes", f"<p>{_DATE} 字号：大 中 小 打印 关闭</p>"),
    Form("empty author", f"<p>作者：　来源：晨江网 {_DATE}</p>", source="晨江网"),
    Form("unknown author", f"<p>作者：佚名 来源：网络 {_DATE}</p>"),
    Form("site as the author", f"<p>作者：本站 {_DATE}</p>"),
    Form("department notice", closing="<p>江城街道办事处</p><p>2021年3月4日</p>"),
    Form("share line", f"<p>{_DATE} 分享到 微信 微博 空间</p>"),
    Form("comments line", f"<p>{_DATE} 评论（12） 阅读（345）</p>"),
    Form("section line", f"<p>首页 &gt; 新闻 &gt; 国内 {_DATE}</p>"),
    Form("a rights notice", closing="<p>版权声明：凡注明来源为晨江网的稿件，转载请注明出处。</p>"),
    Form("a report hotline", closing="<p>新闻热线：1234567 投稿邮箱：a@e.org</p>"),
    Form("related", closing="<p>相关阅读：周明远谈老街</p>"),
    Form("a photographer alone", closing="<p>李青 摄</p>"),
    Form("a caption with a photographer", opening="<img src='a.jpg'>图为施工现场。李青 摄</p><p>"),
    Form("editors alone", closing="<p>责任编辑：李青</p>"),
    Form("a related teaser with a reporter", closing="<p>延伸：记者节特别报道</p>"),
    Form("a poem's author in the text", inline="正如诗人王小川写的：江水流过老街。"),
    Form("a teacher's words", inline="江城大学教授周明远认为，更新应当循序渐进。"),
    Form("an interview's guest", info="<p>嘉宾：周明远 江城大学教授</p>"),
    Form("a link to reporters", closing="<p><a href='/j'>记者专栏</a></p>"),
    Form("a subscription", closing="<p>关注我们的公众号 获取更多资讯</p>"),
    Form("a headline of another text", closing="<div class='more'><a href='/x'>记者手记：老街的夜</a></div>"),
    Form("told the paper's reporter", inline="周明远向本报记者介绍，工期为十八个月。"),
    Form("traditional: told reporters", inline="陳大明告訴記者，工程不會停。", is_traditional=True),
)
"""Texts that name people and have no byline: 40."""
