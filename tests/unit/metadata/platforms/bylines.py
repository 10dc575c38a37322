"""Chinese bylines of 2003 to 2022 that were written before the rules that read them."""

from __future__ import annotations

from tests.unit.metadata.chinese_bylines import Form

__all__ = ["MORE_FORMS"]

_DATE = "2012-09-18 07:42"
MORE_FORMS = (
    Form(
        "year month day hour, 来源 with bookmarks",
        "<div class=t>2012年09月18日07:42　来源：<a href=#>《渔港早报》</a></div>",
        source="《渔港早报》",
    ),
    Form(
        "来源 title marks, no link",
        f"<div>时间：{_DATE} 来源：《财经岸线》杂志 作者：邵文博</div>",
        authors=("邵文博",),
    ),
    Form(
        "来源 with author in bracket after",
        f"<p>{_DATE} 来源：渔港晚报（记者 邵文博）</p>",
        authors=("邵文博",),
        source="渔港晚报",
    ),
    Form(
        "来源 字号 编辑",
        f"<p>{_DATE}　来源：渔港网　字号：大 中 小　编辑：段晓蓉</p>",
        others=(("editor", "段晓蓉"),),
        source="渔港网",
    ),
    Form(
        "编辑 with spaces in name", f"<p>{_DATE} 来源：渔港网 编辑：段 颖</p>", others=(("editor", "段颖"),)
    ),
    Form(
        "责任编辑 with code in brackets",
        f"<p>{_DATE} 来源：渔港网</p>",
        closing="<p>(责任编辑：段晓蓉 UN612)</p>",
        others=(("responsible_editor", "段晓蓉"),),
    ),
    Form(
        "责任编辑 old portal style HN",
        f"<p>{_DATE} 来源：渔港网</p>",
        closing="<p>【责任编辑:段晓蓉 HN025】</p>",
        others=(("responsible_editor", "段晓蓉"),),
    ),
    Form("editor code only", f"<p>{_DATE} 来源：渔港网</p>", closing="<p>责任编辑：NF041</p>", authors=()),
    Form("本报记者 under headline", f"<p>本报记者 邵文博</p><p>{_DATE}</p>", authors=("邵文博",)),
    Form("本报记者 glued", "<p>本报记者邵文博</p>", authors=("邵文博",)),
    Form("本报首席记者", "<p>本报首席记者 邵文博</p>", authors=("邵文博",)),
    Form("■本报记者", "<p>■本报记者 邵文博 段晓蓉</p>", authors=("邵文博", "段晓蓉")),
    Form("□记者 通讯员", "<p>□记者 邵文博 通讯员 段晓蓉 丁力</p>", authors=("邵文博", "段晓蓉", "丁力")),
    Form("◎ only names", "<p>◎邵文博 段晓蓉</p>", authors=("邵文博", "段晓蓉")),
    Form(
        "●文/记者",
        "<p>●文/本报记者 邵文博 图/本报记者 段晓蓉</p>",
        authors=("邵文博",),
        others=(("photographer", "段晓蓉"),),
    ),
    Form(
        "文/记者 图",
        "<p>文/记者邵文博　图/记者段晓蓉</p>",
        authors=("邵文博",),
        others=(("photographer", "段晓蓉"),),
    ),
    Form("文图/", "<p>文图/邵文博</p>", authors=("邵文博",)),
    Form("文/图", "<p>文/图 本报记者 邵文博</p>", authors=("邵文博",)),
    Form(
        "采写：",
        "<p>采写：本报记者 邵文博</p><p>摄影：段晓蓉</p>",
        authors=("邵文博",),
        others=(("photographer", "段晓蓉"),),
    ),
    Form(
        "采写/摄影 bottom",
        closing="<p>采写/渔港晚报记者 邵文博</p><p>摄影/渔港晚报记者 段晓蓉</p>",
        authors=("邵文博",),
        others=(("photographer", "段晓蓉"),),
    ),
    Form("dateline 讯", opening="渔港晚报讯（记者 邵文博）", authors=("邵文博",)),
    Form("dateline 讯 glued", opening="渔港网讯 (记者邵文博 通讯员段晓蓉)", authors=("邵文博", "段晓蓉")),
    Form("dateline 某网某月电", opening="渔港网9月18日电（记者 邵文博）", authors=("邵文博",)),
    Form(
        "dateline 本报渔港9月18日讯 记者报道", opening="本报渔港9月18日讯（记者邵文博）", authors=("邵文博",)
    ),
    Form("dateline 记者 报道：", opening="本报讯 记者邵文博报道：", authors=("邵文博",)),
    Form(
        "dateline 记者 报道 2",
        opening="渔港晚报讯 记者 邵文博 实习生 段晓蓉 报道：",
        authors=("邵文博", "段晓蓉"),
    ),
    Form("dateline 中新网 style", opening="中岸网渔港9月18日电 (记者 邵文博)", authors=("邵文博",)),
    Form(
        "dateline names only and 题",
        opening="中岸社渔港9月18日电 题：海边的早市<br>记者 邵文博<br>",
        authors=("邵文博",),
    ),
    Form("dateline 据某报报道", opening="据《渔港早报》报道，", authors=()),
    Form("end bracket inline no space", inline="（邵文博）", authors=("邵文博",)),
    Form("end bracket two names 顿号", inline="（邵文博、段晓蓉）", authors=("邵文博", "段晓蓉")),
    Form("end bracket two/three mix spaces", inline="（邵文博 丁力）", authors=("邵文博", "丁力")),
    Form("end bracket 记者", inline="（记者邵文博、丁力）", authors=("邵文博", "丁力")),
    Form("end bracket 本报记者", inline="（本报记者 邵文博）", authors=("邵文博",)),
    Form("end bracket half-width spaced", inline=" (邵文博)", authors=("邵文博",)),
    Form("end own paragraph bracket", closing="<p>（邵文博）</p>", authors=("邵文博",)),
    Form("end own paragraph 来源+name", closing="<p>（渔港日报 记者邵文博）</p>", authors=("邵文博",)),
    Form(
        "end paragraph office reporter",
        closing="<p>渔港广播电视台记者 邵文博 段晓蓉</p>",
        authors=("邵文博", "段晓蓉"),
    ),
    Form(
        "end paragraph full colon list",
        closing="<p>记者 | 邵文博</p><p>编辑 | 段晓蓉</p><p>审核 | 丁力</p>",
        authors=("邵文博",),
        others=(("editor", "段晓蓉"), ("responsible_editor", "丁力")),
    ),
    Form(
        "end 来源 记者 编辑 丨",
        closing="<p>来源丨渔港发布</p><p>记者丨邵文博</p><p>责编丨段晓蓉</p>",
        authors=("邵文博",),
        source="渔港发布",
        others=(("responsible_editor", "段晓蓉"),),
    ),
    Form(
        "end 一审二审三审",
        f"<p>{_DATE} 来源：渔港日报 作者：邵文博</p>",
        closing="<p>一审：段晓蓉 二审：丁力 三审：柏森</p>",
        authors=("邵文博",),
        others=(
            ("responsible_editor", "段晓蓉"),
            ("responsible_editor", "丁力"),
            ("responsible_editor", "柏森"),
        ),
    ),
    Form(
        "end 值班主编 编辑",
        f"<p>{_DATE} 作者：邵文博</p>",
        closing="<p>值班主任：丁力　编辑：段晓蓉</p>",
        authors=("邵文博",),
        others=(("editor", "段晓蓉"),),
    ),
    Form(
        "date in square brackets & source",
        "<div>[2012-09-18 07:42] 来源：渔港日报 [邵文博]</div>",
        authors=("邵文博",),
        source="渔港日报",
    ),
    Form(
        "source then name with space, no label",
        f"<div>{_DATE} 渔港日报 邵文博</div>",
        source="渔港日报",
        authors=("邵文博",),
    ),
    Form(
        "old portal http://www. date source",
        "<div>http://www.example.com　2005年09月18日07:42　渔港晨报</div>",
        source="渔港晨报",
    ),
    Form("投稿人 ", f"<p>作者：邵文博 | 点击：312 | {_DATE}</p>", authors=("邵文博",)),
    Form("发布人", f"<p>发布人：段晓蓉　发布时间：{_DATE}　浏览：123次</p>", authors=("段晓蓉",)),
    Form(
        "供稿 撰稿",
        f"<p>供稿：宣传部　撰稿：邵文博　审核：丁力　{_DATE}</p>",
        authors=("邵文博",),
        others=(("responsible_editor", "丁力"),),
    ),
    Form("trad division slash", "<p>記者陳大明∕台北報導</p>", authors=("陳大明",), is_traditional=True),
    Form("trad fraction slash", "<p>記者陳大明⁄綜合報導</p>", authors=("陳大明",), is_traditional=True),
    Form("trad city", opening="【記者陳大明台中報導】", authors=("陳大明",), is_traditional=True),
    Form(
        "trad medium 報導 in bracket",
        opening="(漁港社記者陳大明高雄18日電)",
        authors=("陳大明",),
        is_traditional=True,
    ),
    Form("trad 文：", "<p>文：陳大明</p><p>攝：林小慧</p>", authors=("陳大明",), is_traditional=True),
    Form(
        "trad 撰文",
        "<p>撰文：陳大明　責任編輯：林小慧</p>",
        authors=("陳大明",),
        others=(("responsible_editor", "林小慧"),),
        is_traditional=True,
    ),
    Form("trad HK 記者", inline="記者 陳大明", authors=("陳大明",), is_traditional=True),
    Form("trad 特約記者", "<p>特約記者陳大明／專題報導</p>", authors=("陳大明",), is_traditional=True),
    Form("compound surname with two", inline="（欧阳晓蓉 邵文博）", authors=("欧阳晓蓉", "邵文博")),
    Form(
        "pen name 作者 with 的",
        f"<div>作者：<a href=/u/3>雨中的渡船</a> {_DATE}</div>",
        authors=("雨中的渡船",),
    ),
    Form(
        "pen name rel author 了",
        f"<div><a rel=author href=/u/3>天亮了就走</a> {_DATE}</div>",
        authors=("天亮了就走",),
    ),
    Form("转自", f"<p>{_DATE} 转自：渔港论坛</p>", source="渔港论坛"),
    Form("photo caption no byline", closing="<p>图为工程现场。邵文博 摄</p>", authors=()),
    Form(
        "img caption /摄 with reporter /文",
        "<p>渔港晚报记者邵文博/文</p>",
        closing="<p>段晓蓉/摄</p>",
        authors=("邵文博",),
    ),
    Form(
        "实习编辑",
        f"<p>{_DATE} 来源：渔港网</p>",
        closing="<p>（实习编辑：段晓蓉）</p>",
        others=(("editor", "段晓蓉"),),
    ),
    Form("编辑：space brackets", closing="<p>（编辑 段晓蓉）</p>", others=(("editor", "段晓蓉"),)),
    Form("稿源", "<p>稿源：渔港日报　作者：邵文博　编辑：段晓蓉</p>", authors=("邵文博",), source="渔港日报"),
    Form("信息来源", "<p>信息来源：市渔业局　发布日期：2012-09-18</p>", source="市渔业局"),
)
"""Forms with a byline, or with a name and none: 66."""
