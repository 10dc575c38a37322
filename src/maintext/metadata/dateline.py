"""Read the people whom the Chinese, Japanese and Korean press names in a dateline or a bracket.

    本报讯（记者 张三 通讯员 李四）, 某社北京5月1日电 (张三 李四), 某报·某端记者 张三, □ 本报记者 张三
    記者陳大文／台北報導, 記者林美麗台北5日電, 記者・山田太郎, （カイロ＝山田太郎）, 홍길동 기자

A name after the word 记者 needs no proof. A name without such a word counts only in a bracket at the end of
the text or of a line, or after a mark, and only if it begins with a surname.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from maintext.metadata import word_lists
from maintext.metadata.candidate import Person

__all__ = [
    "MARKS", "VERBS", "agency_reporter", "bare_names", "closing_medium", "closing_people",
    "dateline_people", "is_han_name", "japanese_names", "join_japanese_names", "join_spaced_name",
    "medium_before_reporter", "medium_of_dateline", "split_work",
]  # fmt: skip

_HAN = r"\u3400-\u9fff"
_KANA = r"\u3040-\u309f\u30a0-\u30fa々ー"
_SLASH, _SPACE = r"[／/∕⁄╱]", " \xa0\u2002\u2003\u3000"  # Big5 has several slashes
_OPEN, _CLOSE = r"（(【〔\[", r"）)】〕\]"
MARKS = "□■◎●○◆◇▲△★☆▇▎"
"""Marks that papers put before the name of a writer."""

# Common surnames; those that begin many other words (国, 全, 区) are left out.
_CHINESE_NAMES = word_lists("chinese_names")
_SURNAMES = frozenset("".join(_CHINESE_NAMES["surnames"]))
_COMPOUND_SURNAMES = tuple(_CHINESE_NAMES["compound_surnames"])
# What ends like a place, an office or a remark is no name: （石家庄）, （江城）, （成都日报）.
_PLACE = (
    "市省县縣区區镇鎮乡鄉村州城报報网網社站台臺院部局厅廳庄口岛島"
    "图圖表注完略者港京津团團队隊组組会會馆館路街桥橋"
)
_PLACE_END, _NO_PART = re.compile(f"[{_PLACE}]$"), re.compile(f"^.·|[闻聞端号號体體讯訊{_PLACE}](?:·|$)")
_NOT_NAMES = frozenset(_CHINESE_NAMES["no_names"])
_NAME = re.compile(rf"[{_HAN}]{{1,6}}(?:[·•・][{_HAN}]{{1,8}}){{1,2}}|[{_HAN}]{{2,4}}")
_SEPARATOR = re.compile(r"(?:\s*[、，,＆&；;]\s*|[\s\u3000]+)")
_SPACED = re.compile(
    rf"(?<![{_HAN}])([{_HAN}])([{_SPACE}]+)([{_HAN}])"
    rf"(?:\2((?![摄攝])[{_HAN}])(?!\s+(?![摄攝]|[文图圖]\s?[/／])[{_HAN}](?![{_HAN}])))?"
    rf"(?=[摄攝]|[^{_HAN}]|$)"
)
_ROLE = re.compile(
    r"(?:(?:特派|特约|特約|首席|高级|实习|實習|见习|見習|驻[\u3400-\u9fff]{2,4}|(?<=[社报報网網台刊])[全融]媒[体體])*"
    r"(?:记者|記者|特派员|特派員|通讯员|通訊員|评论员|評論員)|实习生|實習生|撰稿人?|综合报道|綜合報導)"
)
_REPORTS = re.compile(
    rf"([{_HAN}\d\s·]{{0,24}}[讯訊电電社报報网網台]\s*{_ROLE.pattern}[{_HAN}\s、]{{2,24}}?(?:报道|报导|報導|報道))"
    rf"(?:\s?[：:，,]|[{_SPACE}])"
)
_OFFICE = re.compile(rf"[{_HAN}A-Za-z0-9·・•+＋—\-｜|／/《》“”\s]{{0,26}}")
VERBS = re.compile(
    r"告诉|告訴|获悉|獲悉|看到|了解|从|從|有[一位名]|对记|向|的|与记|让|問|受访|接受|《.*节》|和记"
)
# What may stand between the last name and the end: 文/图, 摄影报道, 台北報導, 台北5日電, 发自北京.
_SUFFIX = re.compile(
    rf"\s*(?:{_SLASH}\s*)?(?:(?:文|图|圖|摄|攝|摄影|攝影|图片|视频|影像|剪辑|整理|编译|报道|报导|報導|報道|撰文|撰稿|采写|制图|供稿)"
    rf"(?:\s*[{_HAN}]?{_SLASH}?\s*(?:文|图|圖|摄|攝|摄影|攝影|报道|报导|報導|報道|视频))?|发自.{{0,8}}"
    rf"|[{_HAN}]{{0,8}}(?:报导|報導|报道|報道|专电|專電|专访)|[{_HAN}]{{2,3}}\d{{1,2}}日[电電])?\s*(?:\d{{1,4}}[年月日/.-].*)?"
)
_BRACKET = re.compile(rf"[{_OPEN}]([^{_OPEN}{_CLOSE}]{{2,60}})[{_CLOSE}]")
_DATELINE_END = re.compile(r"(?:电|電|讯|訊|消息)\s*$")
_TAIWANESE = re.compile(
    # 生活中心／陳大文報導, 生活中心／陳大文、林美麗綜合報導
    rf"^[\s{_OPEN}]*[{_HAN}]{{2,4}}中心\s?{_SLASH}\s?(?P<desk>[{_HAN}]{{2,4}}?(?:[、\s][{_HAN}]{{2,4}}?){{0,3}})"
    r"(?:綜合|台北)?(?:報導|报导|報道|报道)"
    # 記者陳大文／台北報導, 陳大文、林美麗／綜合報導
    rf"|(?:(?P<role>記者|记者|特派員|特派员)\s?|^[\s{_OPEN}]*)(?P<names>[{_HAN}]{{2,4}}(?:[、\s][{_HAN}]{{2,4}}){{0,3}})\s?{_SLASH}\s?"
    rf"(?:[{_HAN}]{{1,8}}(?:報導|报导|報道|报道)|整理|編譯|编译)"
    # 記者林美麗台北5日電, 記者林美麗台東縣5日電
    rf"|(?:記者|记者)(?P<agency>[{_HAN}]{{2,3}})[{_HAN}]{{2,3}}(?:\d{{1,2}}日[電电]|(?:報導|報道|报道)[】）〕\]])"
)
_JAPANESE = re.compile(
    rf"(?:^|[\s（(【\[])(?:記者|取材|執筆|文)\s?・\s?(?!写真)(?P<names>[{_HAN}{_KANA}]{{2,8}}(?:、[{_HAN}{_KANA}]{{2,8}}){{0,3}})"
    r"(?=$|[\s）)】\]])"
    rf"|(?:^|[（(【\[])[{_HAN}{_KANA}]{{2,10}}＝(?P<abroad>[{_HAN}{_KANA}]{{3,6}})(?=$|[\s）)】\]])"
)
_KOREAN = re.compile(
    r"(?<![가-힣])([가-힣]{2,4}(?:[·,]\s?[가-힣]{2,4}){0,3})\s?(?:(?:인턴|수습|선임|전문|객원)\s?)?(?:기자|특파원)(?![가-힣])"
    # Who is no reporter signs with an address: 홍길동 칼럼니스트 hong@…, 칼럼니스트 홍길동 hong@…
    r"|(?<![가-힣])(?:([가-힣]{2,4})\s칼럼니스트|칼럼니스트\s([가-힣]{2,4}))\s+[\w.-]{2,30}@"
)
_WRITER_IS = re.compile(rf"作者[：:\s]?([{_HAN}]{{2,4}}?)(?:系|为|為|是|，|,)")
_SLASHED = re.compile(
    rf"(?:^|[\s。，]|{_ROLE.pattern})([{_HAN}]{{2,4}}(?:[、\s]+[{_HAN}]{{2,4}})*)\s?{_SLASH}\s?(?:采写|文)(?![{_HAN}])"
)
_MEDIUM = re.compile(
    rf"(?:^|[\s（(【\[丨／/])(?P<medium>(?:(?!丨)[{_HAN}]){{2,12}}?)(?:[\s·・｜|]*|(?<=[报報社网網台刊闻聞])\s?{_SLASH}\s?)(?={_ROLE.pattern})"
)
# One character is found fast: what each of these patterns needs.
_ROLE_SIGN, _REPORTED, _HANGUL_END, _SLASH_SIGN = map(
    re.compile, ("[者员員生稿综綜]", "[导導道电電理譯译]", "[자원@]", _SLASH)
)
# （某报 张三）, （文学院 张三）
_OFFICE_NAME = re.compile(
    rf"^[{_HAN}]{{1,12}}(?:[报報网網社台部处處局委办辦院厅廳系所馆館校室科会會]|中心)[\s\u3000]+"
)


_REPORT = r"(?:[综綜]合)?(?:外[电電])?(?:[专專]?[电電讯訊]|消息|[报報][道导導])"
_DAY = r"(?:\d{1,2}月)?\d{1,2}日"
# How the names of media end; 某网时刻, 某报客户端 are of one name.
_PRESS = (
    r"(?:(?:[社网網报報刊]|台(?![湾灣北中南]))(?:时刻|(?:新闻)?客户端)?|(?:新闻)?客户端|融媒(?:体(?:中心)?)?)"
)
_LETTER = r"[^\W\d_a-zA-Z]"  # compiled in a twentieth of the time of a range of Han
_OPENING_MEDIUM = re.compile(
    # 某社北京1月9日电, 某網2012年1月9日訊, 据某社电, 某報訊（記者…）
    rf"[\s（(【〔\[]*[据據]?(?:(?P<agency>{_LETTER}{{1,7}}?{_PRESS})"
    rf"(?:(?:{_LETTER}|[·\s]){{0,8}}(?:(?:\d{{4}}年)?{_DAY}\s?{_REPORT}|[电電])|(?:[专專]?[讯訊]|消息(?=[：:（(]))(?=[\s：:（(】〕]))"
    # 【某某2012年1月9日訊】; with the day alone it is a place
    rf"|(?<=[【〔\[（(])(?P<bracket>{_LETTER}{{1,8}}?)\d{{4}}年{_DAY}\s?[讯訊][】〕\]）)]"
    # 【某報專訊】, 【某報╱…】, 【某報综合报道】
    rf"|(?<=[【〔\[（(据據])(?P<press>{_LETTER}{{1,7}}?{_PRESS})"
    rf"(?:{_SLASH}|(?:[专專]?[讯訊]|(?:综合|綜合)?[报報][道導导])[】〕\]）)\s])"
    # 某某科技讯 1月9日消息
    rf"|(?P<desk>{_LETTER}{{2,7}})[讯訊][\s，,：:]{{1,3}}(?:北京时间|香港時間|香港时间)?\s?{_DAY})"
)
_OWN_MEDIUM = re.compile("^(?:[本我][报報社台网網站刊]|记者|記者|综合|編譯|编译)")


def medium_of_dateline(text: str) -> str:
    """Return the medium that the beginning of a text names as its source; ``""`` for none.

    Forms: 某社北京1月9日电, 【某報╱記者…】, 【某報訊】, 某某科技讯 1月9日消息.
    """
    match = _OPENING_MEDIUM.match(text)
    found = next(filter(None, match.groups()), "") if match else ""
    return "" if _OWN_MEDIUM.match(found) else found


def medium_before_reporter(text: str) -> str:
    """Return what stands right before the word for a reporter (新京报 · 记者 韩梅梅); ``""`` for nothing."""
    match = _MEDIUM.search(text) if _ROLE_SIGN.search(text) else None
    return match["medium"] if match and not _CLAUSE.search(match["medium"]) else ""


_CLAUSE = re.compile("[由均的了从從向]")  # 文中图片均由某报记者 张三 摄


_CITED = re.compile(
    rf"[{_OPEN}](?:[据據]\s?|(?P<label>来源|來源|稿源|供稿)\s?[：:]\s?)(《[^《》]{{2,14}}》|[^{_OPEN}{_CLOSE}：:]{{3,30}})[{_CLOSE}]。?$"
)


def closing_medium(text: str) -> str:
    """Return the medium that the last bracket of a text cites or is of the reporter in it; ``""`` for none.

    Forms: （据某社北京1月9日电）, （据《某报》）, （某报记者 张三）.
    """
    if cited := _CITED.search(text):
        is_named = cited["label"] or cited[2][0] == "《"
        return cited[2].strip() if is_named else medium_of_dateline(cited[0])
    brackets = list(_BRACKET.finditer(text))
    is_last = bool(brackets) and len(text) - brackets[-1].end() <= 1
    return medium_before_reporter(brackets[-1][0]) if is_last else ""


def dateline_people(text: str, pieces: Iterable[str] = ()) -> list[Person]:
    """Return the reporters that a line or the beginning of a text names, in order, each once.

    Parameters
    ----------
    pieces
        The parts of the text without its dates and labelled values; the text itself by default.
    """
    if text.isascii():
        return []
    if signed := _people_with_work(text[max(map(text.rfind, "（(【")) + 1 :].strip(f"）)】{_SPACE}")):
        return signed
    names: list[str] = []
    for match in _TAIWANESE.finditer(text) if _REPORTED.search(text) else ():
        people = re.split(r"[、\s]", match["names"] or match["desk"] or match["agency"])
        names += people if match["role"] or match["agency"] or all(map(is_han_name, people)) else []
    for match in _JAPANESE.finditer(text) if "・" in text or "＝" in text else ():
        names += match["names"].split("、") if match["names"] else _JAPANESE_NAME.findall(match["abroad"])
    for match in _KOREAN.finditer(text[:80]) if _HANGUL_END.search(text) else ():
        names += re.split(r"[·,]\s?", next(filter(None, match.groups())))
    for piece in pieces or (text,):
        names += [] if names else list(_bracketed_names(piece)) or _line_names(piece)
    return [Person(name, "reporter") for name in dict.fromkeys(names)]


# МОСКВА, 4 янв - РИА Новости, Анна Петрова.
_AGENCY_DATELINE = re.compile(
    r"[А-ЯЁІЇЄ][А-ЯЁІЇЄа-яёіїє -]{2,30}, \d{1,2} [а-яёіїє]{3,9}\.?\s?[-–—]\s?[^,.]{2,30},\s"
    r"(?P<name>[А-ЯЁІЇЄ][а-яёіїє]+ [А-ЯЁІЇЄ][а-яёіїє-]+)\."
)


def agency_reporter(text: str) -> list[Person]:
    """Return the reporter whom a Russian dateline names after its agency, if any."""
    match = _AGENCY_DATELINE.match(text)
    return [Person(match["name"], "reporter")] if match else []


def _bracketed_names(text: str) -> Iterator[str]:
    for bracket in _BRACKET.finditer(text):
        names = _names_by_role(bracket[1])
        if not names and _DATELINE_END.search(text, 0, bracket.start()):
            names = bare_names(bracket[1])
        yield from names


def _line_names(text: str) -> list[str]:
    """Return the names of a line that is an office, 记者 and names, or a mark and names."""
    text = text.strip()
    has_role = _ROLE_SIGN.search(text) is not None
    if has_role and (opening := _OPENING_REPORT.match(text)):  # 某网讯 记者张三 通讯员李四 昨日
        return list(_names_after_roles(text[opening.end() :]))
    if has_role and (match := _REPORTS.match(text)):  # 本报讯 记者张三报道：
        text = match[1]
    marked = text.lstrip(MARKS + _SPACE)
    if marked != text and (names := _names_by_role(marked) or bare_names(marked)):
        return names
    if match := _SLASHED.search(text) if _SLASH_SIGN.search(text) else None:  # 某报记者张三/文
        return bare_names(match[1])
    role = _ROLE.search(marked) if has_role else None
    names = _names_by_role(marked) if role else []
    # Without an office the next word may be anything: 记者 昨天.
    names = names if role and (role.start() > 1 or all(map(is_han_name, names))) else []
    return names or (_reporting_names(text) if _WROTE.search(text) else [])


_WROTE = re.compile(r"(?:[报報][道导導]|撰文|采写|[发發]自.{2,6})$")  # 张三 报道, 张三 发自北京


_OPENING_REPORT = re.compile(rf"[^。，、（(：:]{{1,30}}[讯訊电電][】{_SPACE}]+(?={_ROLE.pattern}[{_HAN}])")


def _names_after_roles(text: str) -> Iterator[str]:
    """Yield the names after each role that a text begins with."""
    while role := _ROLE.match(text):
        names, rest = _leading_names(text[role.end() :])
        yield from filter(is_han_name, names)
        text = rest.lstrip(_SPACE) if names else ""


def _names_by_role(text: str) -> list[str]:
    """Return the names after each 记者, 通讯员 and the like; ``[]`` unless the text is nothing else."""
    roles = list(_ROLE.finditer(text)) if _ROLE_SIGN.search(text) else []
    if not roles:
        return []
    office = text[: roles[0].start()]
    found = bare_names(office.rstrip("、，, "))  # 张三、实习生李四
    if not found and not _OFFICE.fullmatch(office):
        return []
    ends = [role.start() for role in roles[1:]] + [len(text)]
    for role, end in zip(roles, ends, strict=True):
        names, rest = _leading_names(text[role.end() : end].lstrip(f"：:/／\n{_SPACE}"))
        if not (_SUFFIX if end == len(text) else _OFFICE).fullmatch(rest):
            return found
        if not _PHOTOGRAPHER.fullmatch(rest):
            found += names
    return found


_PHOTOGRAPHER = re.compile(rf"\s*{_SLASH}?\s*[摄攝][影]?\s*")


def join_spaced_name(text: str) -> str:
    """Join the characters of a name that is written with spaces: 张 三 丰."""
    return _SPACED.sub(lambda found: f"{found[1]}{found[3]}{found[4] or ''}", text)


# A name right before what its owner did: 周明远摄影报道.
_GLUED = re.compile(
    rf"[{_HAN}]{{2,3}}(?=(?:摄影|攝影|综合|文图|图文)?(?:报道|報導|報道|报导)|撰文|整理|发自|摄影|攝影)"
)


def _leading_names(text: str) -> tuple[list[str], str]:
    """Return the names that a text begins with, and the rest."""
    text = join_spaced_name(text)
    names: list[str] = []
    at = 0
    while match := _GLUED.match(text, at) or _NAME.match(text, at):
        name, end = match[0], match.end()
        if names and not is_han_name(name):
            break
        if name[-1] in "摄攝" and is_han_name(name[:-1]):
            name, end = name[:-1], end - 1  # 张三丰摄, 张三摄
        names.append(name)
        at = end
        if (separator := _SEPARATOR.match(text, at)) is None:
            break
        at = separator.end()
    return names, text[at:]


_NAMES = rf"(?:{_LETTER}|·){{2,12}}(?:[\s、]+(?:{_LETTER}|·){{2,12}}){{0,3}}"
_TOOK_PICTURES = r"(?:[图圖]片?|[摄攝]影?|供[图圖])"
# 张三 文/图; 张三 文 李四 摄, 张三 李四/文 王五/图, 张三文 李四图, 李四 制图
_WORK_AFTER = re.compile(
    rf"(?P<both>{_NAMES}?)[\s／/]+[文著](?:[\s／/、并並]*{_TOOK_PICTURES})?"
    rf"|(?:(?P<writers>{_NAMES}?)[\s／/]*[文著][\s、，,；;／/]+)?(?P<others>{_NAMES}?)[\s／/]*"
    rf"(?:{_TOOK_PICTURES}|(?P<drew>[编編绘繪][制製]|[制製][图圖]))"
)
_MAX_WORKED = 50  # characters
_WORK_ENDS = tuple("文著图圖片摄攝影制製")  # last characters of these


def split_work(text: str) -> tuple[str, str, str] | None:
    """Return the writers, the others and their role, of names before what each did: 张三 文 李四 摄."""
    may_match = len(text) <= _MAX_WORKED and text.rstrip().endswith(_WORK_ENDS)
    match = _WORK_AFTER.fullmatch(join_spaced_name(text.strip())) if may_match else None
    if match is None:
        return None
    role = "illustrator" if match["drew"] else "photographer"
    return match["both"] or match["writers"] or "", match["others"] or "", role


def _people_with_work(text: str) -> list[Person]:
    names, others, role = split_work(text) or ("", "", "")
    writers, helpers = (bare_names(some) if some else [] for some in (names, others))
    if not writers or (others and not helpers):
        return []
    return [Person(one, "reporter") for one in writers] + [Person(one, role) for one in helpers]


def bare_names(text: str) -> list[str]:
    """Return the names in a text that is nothing but names with a known surname; else ``[]``."""
    pieces = [piece for piece in _SEPARATOR.split(join_spaced_name(text.strip())) if piece]
    if not pieces or len(pieces) > 6 or not all(map(is_han_name, pieces)):
        return []
    return pieces


def is_han_name(text: str) -> bool:
    """Return True if a text is a surname and one or two characters that are no place or remark.

    Foreign and Uyghur names have a dot.
    """
    if text.startswith(_COMPOUND_SURNAMES) and 3 <= len(text) <= 4:
        return not _PLACE_END.search(text)  # 东方网
    if "·" in text:  # 古丽娜尔·艾山, but 某日报·某端
        return _NAME.fullmatch(text) is not None and not _NO_PART.search(text)
    is_name = 2 <= len(text) <= 3 and text[0] in _SURNAMES and _NAME.fullmatch(text) is not None
    return is_name and text not in _NOT_NAMES and not _PLACE_END.search(text)


# The second character of most Japanese surnames of two; with one of these a bracket holds a name.
_JAPANESE_NAME = re.compile(
    rf"(?:[{_HAN}][藤木橋中辺邊本村林田口井上野原川崎﨑山下谷沢澤内島岡水部浦松尾倉津宮地坂場塚石池見瀬家屋葉賀城根森海"
    rf"永戸東西南北江瀨条間平関堀杉浜澄巻波宅泉柳畑竹桑垣渕淵]|佐々木)[{_HAN}{_KANA}]{{1,3}}"
)


_JAPANESE_REMARK = re.compile("(?:県|新聞|経済|政治|社会|総合|地方|地域|大学|高校|支局|通信|速報)$")


def japanese_names(text: str) -> list[str]:
    """Return the names in a text that is nothing but Japanese names; else ``[]``."""
    names = text.replace("\u3000", "").strip("【】 ").split("、")
    is_all = all(
        _JAPANESE_NAME.fullmatch(one) and not _PLACE_END.search(one) and not _JAPANESE_REMARK.search(one)
        for one in names
    )
    return names if is_all else []


def join_japanese_names(text: str) -> str:
    """Join the two parts of a Japanese name that is written with a space: 佐野 弘樹."""
    return _JAPANESE_SPACED.sub(_join_if_japanese, text)


def _join_if_japanese(match: re.Match[str]) -> str:
    joined = f"{match[1]}{match[2]}"  # 张林 王海 are two people
    return joined if _JAPANESE_NAME.fullmatch(joined) and not is_han_name(match[1]) else match[0]


_JAPANESE_SPACED = re.compile(
    rf"(?<![{_HAN}{_KANA}])([{_HAN}]{{2}})[{_SPACE}]([{_HAN}{_KANA}]{{1,3}})(?![{_HAN}{_KANA}])"
)


# 。记者祝勇, ”文/祝勇: a name right after the last sentence
_SIGNED = re.compile(
    rf"[。！？”]\s?(?:(?:[本我][报報刊])?{_ROLE.pattern}\s?|撰?文{_SLASH}\s?)"
    rf"([{_HAN}]{{2,3}}(?:、[{_HAN}]{{2,3}}){{0,3}})$"
)


# 。（川柏）: two or three characters right after the last sentence may be any name but a remark.
_PEN_NAME = re.compile(rf"[。！？”][{_OPEN}]([{_HAN}]{{2,3}})[{_CLOSE}]$")
_REMARK = re.compile(
    "^[附组組待未下上有详詳见見原综綜本来來据據责責接转轉]|[续續载載译譯编編辑輯摘节節选選片文字页頁闻聞视視华華终終]$"
)


# 周明远 编辑, 川柏/编译: a name before its role
_ROLE_AFTER = re.compile(rf"([{_HAN}]{{2,3}})(?:[{_SPACE}]|\s?{_SLASH}\s?)(编辑|編輯|编译|編譯|翻译|翻譯)")
_ROLES = dict.fromkeys("译譯", "translator") | dict.fromkeys("辑輯", "editor")


def _person_with_role(bracket: str) -> list[Person]:
    """Return the person of a bracket that tells what he did, as an author, editor or translator."""
    if match := _WRITER_IS.match(bracket):
        return [Person(match[1], "author")]
    match = _ROLE_AFTER.fullmatch(bracket)
    return [Person(match[1], _ROLES[match[2][-1]])] if match and _may_be_pen_name(match[1]) else []


def _reporting_names(text: str) -> list[str]:
    """Return the names before what their owners did: 張三報導, 张三 发自上海."""
    names, rest = _leading_names(text)
    is_signed = rest != "" and _SUFFIX.fullmatch(rest) is not None and all(map(is_han_name, names))
    return names if is_signed else []


_TOOK_ONLY = re.compile(r"(?<!文[/／])(?<!文)[摄攝]影?$")


def _may_be_pen_name(text: str) -> bool:
    return not _PLACE_END.search(text) and not _REMARK.search(text)


def closing_people(text: str, *, is_japanese: bool = False, is_last: bool = False) -> list[Person]:
    """Return the people in the bracket that ends a text, or in a bracket that is the whole line.

    They are its writers, or who edited or translated it if the bracket says so.
    ``is_last``: the text is the end of the main text; it may be signed with a pen name.
    """
    brackets = list(_BRACKET.finditer(text))
    if not brackets or len(text) - brackets[-1].end() > 1:
        names = match[1].split("、") if (match := _SIGNED.search(text)) else []
        return [Person(name, "reporter") for name in names if is_han_name(name)]
    bracket = brackets[-1]
    if _TOOK_ONLY.search(bracket[1]):
        return []
    if is_japanese and (names := japanese_names(bracket[1])):
        return [Person(name, "reporter") for name in names]
    if people := _people_with_work(bracket[1]) or _person_with_role(bracket[1].strip()):
        return people
    bare = _OFFICE_NAME.sub("", bracket[1].strip())
    names = _names_by_role(bracket[1]) or bare_names(bare) or _reporting_names(bare)
    if not names and is_last and not is_japanese and (match := _PEN_NAME.search(text)):
        names = [match[1]] if _may_be_pen_name(match[1]) else []
    is_signed = text[: bracket.start()].rstrip().endswith(("。", "！", "？", "”"))
    if len(names) == 1 and len(names[0]) == 2 and not is_signed:
        return []  # （江北）: a place as likely as a name
    return [Person(name, "reporter") for name in names]
