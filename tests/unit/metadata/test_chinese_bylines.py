"""Chinese bylines: written forms with what must be found, and texts that name people and have no byline."""

from __future__ import annotations

import pytest
from tests.unit.metadata.chinese_bylines import FORMS, NO_BYLINES, Form, page_of
from tests.unit.metadata.platforms.bylines import MORE_FORMS

import maintext
from maintext.metadata.byline import LineLink, parse_byline, split_people
from maintext.metadata.candidate import Person
from maintext.metadata.dateline import closing_people, dateline_people, is_han_name, medium_of_dateline


def flaws(form: Form) -> list[str]:
    """What of a form was not found as it stands."""
    document = maintext.extract(page_of(form), url="http://news.example.com/a/1.html")
    writers = tuple(person.name for person in document.authors)
    others = {(person.role, person.name) for person in document.credits}
    return [
        *([] if writers == form.authors else [f"authors {writers}, not {form.authors}"]),
        *([] if document.source == form.source or not form.source else [f"source {document.source}"]),
        *(f"no {role} {name}" for role, name in form.others if (role, name) not in others),
    ]


def test_there_are_as_many_forms_as_the_docs_say() -> None:
    assert (len(FORMS), len(NO_BYLINES)) == (80, 40)


@pytest.mark.parametrize("form", [*FORMS, *MORE_FORMS], ids=lambda form: form.name)
def test_a_form_is_read(form: Form) -> None:
    assert flaws(form) == []


@pytest.mark.parametrize("form", NO_BYLINES, ids=lambda form: form.name)
def test_nobody_is_found_where_nobody_signs(form: Form) -> None:
    assert flaws(form) == []


@pytest.mark.parametrize("name", ["周明", "周明远", "欧阳一川", "諸葛青", "陳大明"])
def test_names(name: str) -> None:
    assert is_han_name(name)


@pytest.mark.parametrize(
    "text", ["江城", "石家庄", "高清图", "完", "周", "周明远告诉", "Ann", "成都日报", ""]
)
def test_no_names(text: str) -> None:
    assert not is_han_name(text)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("本报记者 周明远摄", []),
        ("（记者周明远摄）", []),
        ("图为施工现场（记者 周明远 摄）", []),
        ("记者 昨日 从街道办获悉", []),
        ("本报记者 昨日 从街道办获悉", []),
        ("晨江日报记者 昨天上午 来到现场", []),
        ("周明远向本报记者介绍，工期不变。", []),
        ("晨江日报记者 周明远 3月4日 江城报道", ["周明远"]),
        ("（记者周明远摄影报道）", ["周明远"]),
        ("홍길동 기자", ["홍길동"]),
        ("記者・山田太郎", ["山田太郎"]),
    ],
)
def test_datelines(text: str, names: list[str]) -> None:
    assert [person.name for person in dateline_people(text)] == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("老街将保留骑楼。（周明远）", ["周明远"]),
        ("老街将保留骑楼。（晨江网 周明远）", ["周明远"]),
        ("老街将保留骑楼。（李青）", ["李青"]),
        ("老街将保留骑楼（李青）", []),  # a place as likely
        ("老街将保留骑楼。（江城）", []),
        ("（張文祿報導）", ["張文祿"]),
        ("(周明远 发自江城)", ["周明远"]),
        ("（江城报道）", []),
        ("（综合报道）", []),
        ("老街将保留骑楼。（李青 王小川）", ["李青", "王小川"]),
        ("老街（周明远）将保留骑楼。", []),
        ("（晨江网 周明远 摄）", []),
        ("老街将保留骑楼。（记者 周明远 文/摄）", ["周明远"]),
        ("（石家庄）", []),
        ("老街将保留骑楼。本报记者周明远、王小川", ["周明远", "王小川"]),
        ("他问：“老街将保留骑楼？”文/周明远", ["周明远"]),
        ("他读的是一篇散文/周明远", []),
        ("他告诉本报记者周明远", []),
    ],
)
def test_closing_brackets(text: str, names: list[str]) -> None:
    assert [person.name for person in closing_people(text)] == names


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("(周明远 編輯)", [Person("周明远", "editor")]),
        ("老街将保留骑楼。(漩舟/编译)", [Person("漩舟", "translator")]),
        ("老街将保留骑楼。（综合/编译）", []),
        ("老街将保留骑楼。（编译）", []),
    ],
)
def test_who_edited_or_translated_stands_in_a_bracket_before_the_role(
    text: str, people: list[Person]
) -> None:
    assert closing_people(text) == people


def test_the_writer_signs_before_the_editor_in_the_last_bracket() -> None:
    text = "市议会经过一整晚的讨论，决定渡轮再开十年，两艘船和船员都不变，票价的收入用来付船的费用。" * 3
    page = f"<html lang=zh><h1>渡轮再开十年</h1><p>2024-05-01</p><p>{text}</p><p>{text}（周明远）</p>"
    document = maintext.extract(f"{page}<p>（李青 编辑）</p>")
    assert (document.author, document.credits) == ("周明远", (Person("李青", "editor"),))


def test_a_region_is_no_medium() -> None:
    assert [one.field for one in parse_byline("晨江东部时间: 06:40 2013年04月10日")] == ["published"]
    assert [one.field for one in parse_byline("晨江商务部 2013年04月10日")] == ["published", "source"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("老街将保留骑楼。（漩舟）", ["漩舟"]),
        ("他说：“老街将保留骑楼。”(小蓝鱼)", ["小蓝鱼"]),
        ("老街将保留骑楼（漩舟）", []),
        ("老街将保留骑楼。（江城）", []),
        ("老街将保留骑楼。（下转二版）", []),
        *(
            (f"老街将保留骑楼。（{remark}）", [])
            for remark in "未完 待续 组图 附图 见表 转载 编译 原创".split()
        ),
    ],
)
def test_pen_names_sign_the_end_of_a_text_only(text: str, names: list[str]) -> None:
    assert [person.name for person in closing_people(text, is_last=True)] == names
    assert closing_people(text) == closing_people(text, is_last=True, is_japanese=True) == []


@pytest.mark.parametrize("name", ["周明远", "漩舟"])
def test_a_text_of_one_paragraph_may_be_signed_at_its_end(name: str) -> None:
    text = "市议会经过一整晚的讨论，决定渡轮再开十年，两艘船和船员都不变，票价的收入用来付船的费用。" * 3
    page = f"<html lang=zh><h1>渡轮再开十年</h1><p>2024-05-01 来源：晨江日报</p><p>{text}（{name}）</p>"
    assert maintext.extract(page).author == name


@pytest.mark.parametrize("text", ["3小时前", "11 小時前", "小時前", "刚刚", "昨天"])
def test_how_long_ago_is_no_name(text: str) -> None:
    assert split_people(text) == []


@pytest.mark.parametrize(
    ("line", "medium"),
    [
        ("晨江社北京1月9日电（记者 韩梅梅）市长说", "晨江社"),
        ("（晨江社台北9日電）市長說", "晨江社"),
        ("据晨江社电 市长说", "晨江社"),
        ("晨江台湾网1月12日消息 市长说", "晨江台湾网"),
        ("晨江日报讯（记者 韩梅梅）市长说", "晨江日报"),
        ("【晨江報專訊】市長說", "晨江報"),
        ("【晨江人2012年1月11日訊】市長說", "晨江人"),
        ("【晨江時報╱記者韓梅梅／台北報導】", "晨江時報"),
        ("【晨江网报道 记者 韩梅梅】市长说", "晨江网"),
        ("晨江科技讯 北京时间1月9日消息，市长说", "晨江科技"),
        ("本报讯（记者 韩梅梅）市长说", ""),
        ("（槟城9日讯）市长说", ""),
        ("（韓梅梅／台北報導）市長說", ""),
        ("北京时间1月9日消息，市长说", ""),
        ("社会各界1月9日表示，市长说", ""),
    ],
)
def test_the_medium_of_a_dateline(line: str, medium: str) -> None:
    assert medium_of_dateline(line) == medium


def test_a_dateline_is_the_source_of_a_text_that_states_no_other() -> None:
    text = "市议会经过一整晚的讨论，决定渡轮再开十年，两艘船和船员都不变，票价的收入用来付船的费用。" * 3
    page = (
        "<html lang=zh><body><h1>市议会决定渡轮再开十年</h1>{}<p>晨江社北京1月9日电 "
        f"{text}</p><p>{text}</p>"
    )
    assert maintext.extract(page.format("")).source == "晨江社"
    assert maintext.extract(page.format("<p>来源：晨江日报</p>")).source == "晨江日报"


def stated(line: str, links: tuple[LineLink, ...] = ()) -> list[str]:
    """What a line states, each as kind and value; dates are left out."""
    values = [(one.field, one.value) for one in parse_byline(line, links=links) if one.field != "published"]
    return [
        f"{value.role} {value.name}" if isinstance(value, Person) else f"{field} {value}"
        for field, value in values
    ]


@pytest.mark.parametrize(
    "line",
    [
        "免责声明：凡本网注明“来源：晨江网（非青川网）”的作品，均转载自其它媒体",
        '凡本网注明"稿件来源：晨江日报"的所有文字、图片和音视频稿件',
        "人们看到她深夜发出来的文字：“陪我加班，给我送吃的”",
        "人們看到她深夜發出來的文字：「陪我加班」",
    ],
)
def test_a_label_in_prose_or_quoted_in_a_notice_is_none(line: str) -> None:
    assert stated(line) == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("（圖：骑楼以及古井夜景外观）", []),
        ("图表：老街游客人数 晨江社记者 周明远 编制", ["illustrator 周明远", "source 晨江社"]),
        ("图表：老街游客人数 晨江社记者 周明远 制图", ["illustrator 周明远", "source 晨江社"]),
        ("2024-05-01 09:46 作者: 手机版", []),
        ("老街示意图 制图/周明远", ["illustrator 周明远"]),
        ("作者︱春柏", ["author 春柏"]),
        ("【晨江晚報╱記者周明遠／整理】", ["reporter 周明遠", "source 晨江晚報"]),
        ("（原标题：“骑楼”留下来了 老街明年开工）", ["original_title “骑楼”留下来了 老街明年开工"]),
        ("（原标题：“骑楼留下来了”）", ["original_title “骑楼留下来了”"]),
        ("原标题：老街要留住“骑楼”", ["original_title 老街要留住“骑楼”"]),
        ("原标题：“”", []),
        ("记者\n日前从街道办获悉，老街动工以来，各地区、各部门都来参观", []),
        ("晚报记者 周明远", ["reporter 周明远"]),
        ("明报记者 周明远", ["reporter 周明远", "source 明报"]),
    ],
)
def test_what_is_no_name_and_what_is_no_text(line: str, found: list[str]) -> None:
    assert stated(line) == found


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("晨江新聞╱晨江新聞 2024-05-01 16:04", ["source 晨江新聞"]),
        ("晨江健康資訊網╱青川新聞中心林又青 2024-05-01 10:50", ["source 晨江健康資訊網"]),
    ],
)
def test_a_medium_before_a_slash_is_the_source(line: str, found: list[str]) -> None:
    assert stated(line) == found


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("김하늘 인턴 기자", ["reporter 김하늘"]),
        ("김하늘 선임기자", ["reporter 김하늘"]),
        ("김하늘 칼럼니스트 sky@example.com", ["reporter 김하늘"]),
        ("칼럼니스트 김하늘 sky@example.com", ["reporter 김하늘"]),
        ("음식 칼럼니스트 김하늘은 다리를 건넜다", []),
        ("사진 확대", []),
        ("다리를 건너는 시민들. 사진=한강시 제공", ["photographer 한강시"]),
    ],
)
def test_korean_lines(line: str, found: list[str]) -> None:
    assert stated(line) == found


def test_two_buttons_are_no_role_and_name() -> None:
    links = LineLink(0, 2, "javascript:;"), LineLink(3, 5, "javascript:;")
    assert stated("编辑 锁定", links) == []
    assert stated("编辑 王小川", (LineLink(3, 6, "/u/1"),)) == ["editor 王小川"]


def page_with(head: str = "", info: str = "") -> str:
    text = "市议会经过一整晚的讨论，决定渡轮再开十年，两艘船和船员都不变，票价的收入用来付船的费用。" * 3
    title = "冬天渡轮怎样平安过河 船长来教你"
    return f"<html lang=zh><title>{title}</title>{head}<h1>{title}</h1>{info}<p>{text}</p>"


def test_how_many_comment_is_no_author() -> None:
    talk = (
        "<div class=author>{} <a href=/c>2</a> 人评论 <a href=#c>我来说两句</a></div><p>2024-05-01 18:52</p>"
    )
    assert maintext.extract(page_with(info=talk.format("正有"))).author is None
    assert maintext.extract(page_with(info=talk.format("王小川"))).author == "王小川"


@pytest.mark.parametrize(
    "line",
    [
        "小鹿 發表在 晨江邦 留言(2) 人氣(311)",
        "<a href=/u>小鹿</a> 發表在 <a href=/>晨江邦</a> <a href=#c>留言</a>(2)",
        "<a href=/u>小鹿</a><a href=#f>加关注</a>",
    ],
)
def test_links_after_a_name_are_no_names(line: str) -> None:
    page = page_with(info=f"<div class=author-name>{line}</div><p>2024-05-01 18:52</p>")
    assert [one.name for one in maintext.extract(page).authors] == ["小鹿"]


def test_a_novel_states_its_writer_who_stands_in_the_title() -> None:
    head = "<meta property=og:novel:author content=春柏>"
    page = page_with(head).replace("</title>", "_渡轮_春柏_晨江书库</title>")
    assert maintext.extract(page).author == "春柏"


@pytest.mark.parametrize(
    "line",
    [
        "<span>山口太郎</span><time>2024年5月1日 10時20分</time>",
        "<span>2024年5月1日</span> 【山口太郎、鈴木花子】",
        "<i>北海新聞</i> 2024年5月1日",
    ],
)
def test_a_japanese_name_next_to_the_date(line: str) -> None:
    text = "渡し船の運航が十年続くことになり、二隻の船と船員はそのままで、運賃の収入で費用をまかなう。" * 4
    title = "渡し船は十年続く"
    page = f"<html lang=ja><title>{title}</title><h1>{title}</h1><div>{line}</div><p>{text}</p>"
    names = [one.name for one in maintext.extract(page).authors]
    assert names == [name for name in ("山口太郎", "鈴木花子") if name in line]


def test_a_long_part_of_the_title_is_no_author() -> None:
    assert (
        maintext.extract(page_with("<meta name=author content='冬天渡轮怎样平安过河 船长来教你'>")).author
        is None
    )
    assert maintext.extract(page_with("<meta name=author content='王小川'>")).author == "王小川"
