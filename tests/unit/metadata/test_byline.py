"""Bylines: Chinese and international lines, each with what it states."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cost import cpu_s
from tests.each import each

from maintext.metadata import byline_scan
from maintext.metadata.byline import LineLink, parse_byline, split_people
from maintext.metadata.byline_scan import DATE_LABELS
from maintext.metadata.byline_words import find_labels
from maintext.metadata.candidate import Candidate, Person
from maintext.metadata.moment import Moment

NOW = Moment(2024, 6, 15, 12, 0, 0, 480)
ROLES = {
    "author": "author", "reporter": "reporter", "editor": "editor", "responsible": "responsible_editor",
    "photo": "photographer", "translator": "translator", "illustrator": "illustrator",
}  # fmt: skip


def stated(line: str, **options: object) -> dict[str, str]:
    """What a line states, as short text: people joined by a comma under their role."""
    found: dict[str, list[str]] = {}
    for candidate in parse_byline(line, reference=NOW, **options):  # type: ignore[arg-type]
        value = candidate.value
        if isinstance(value, Person):
            short = next(name for name, role in ROLES.items() if role == value.role)
            found.setdefault(short, []).append(value.name)
        else:
            found.setdefault(candidate.field, []).append(str(value))
    return {field: ",".join(values) for field, values in found.items()}


def table(text: str) -> dict[str, dict[str, str]]:
    """Lines with what they state below them, indented; ⏎ is where an element ends, # begins a remark."""
    lines = [line for line in text.splitlines() if line and not line.startswith("# ")]
    found: dict[str, dict[str, str]] = {}
    for line, values in zip(lines[::2], lines[1::2], strict=True):
        parts = [] if values.strip() == "nothing" else values.strip().split("; ")
        found[line.replace("⏎", "\n")] = dict(part.split("=", 1) for part in parts)
    return found


CHINESE = table("""
# source, author, editor, time in any order, full-width colons
来源：新华网　作者：张三　2024年5月1日 10:20　责任编辑：李四
    source=新华网; author=张三; published=2024-05-01T10:20; responsible=李四
2024-05-01 10:20 来源：新华网 作者：张三 编辑：李四
    published=2024-05-01T10:20; source=新华网; author=张三; editor=李四
作者：张三 来源：新华网 时间：2024-05-01 10:20:30
    author=张三; source=新华网; published=2024-05-01T10:20:30
责任编辑：李四 作者：张三 2024/5/1 来源：人民网
    responsible=李四; author=张三; published=2024-05-01; source=人民网
时间：2024-05-01 作者：张三 来源：人民网 责编：李四
    published=2024-05-01; author=张三; source=人民网; responsible=李四
编辑：李四　来源：光明网　2024年05月01日10时20分
    editor=李四; source=光明网; published=2024-05-01T10:20
来源：中国新闻网 发布时间：2024年5月1日
    source=中国新闻网; published=2024-05-01
发布时间：2024-05-01 08:09:10 来源：河畔日报
    published=2024-05-01T08:09:10; source=河畔日报
日期：2024-05-01 稿源：河畔晚报
    published=2024-05-01; source=河畔晚报
2024年5月1日 来源：河畔网 字号：大 中 小
    published=2024-05-01; source=河畔网
# half-width colons
来源:新华网 作者:张三 编辑:李四
    source=新华网; author=张三; editor=李四
时间:2024-05-01 来源:河畔网 点击:1024
    published=2024-05-01; source=河畔网
作者: 张三 | 时间: 2024-5-1 9:05
    author=张三; published=2024-05-01T09:05
# no colons, only spaces
来源 新华网 作者 张三 时间 2024-05-01
    source=新华网; author=张三; published=2024-05-01
记者 张三 编辑 李四
    reporter=张三; editor=李四
作者 张三 李四
    author=张三,李四
# spaces within labels and names
作　者：张三　来　源：新华网
    author=张三; source=新华网
编 辑：王 五
    editor=王五
作者：张　三　　李　四
    author=张三,李四
责 编：王小五
    responsible=王小五
# nothing between one value and the next label
来源：新华网作者：张三
    source=新华网; author=张三
2024-05-01来源：新华网编辑：李四
    published=2024-05-01; source=新华网; editor=李四
时间：2024-05-01 10:20来源：新华网责任编辑：李四
    published=2024-05-01T10:20; source=新华网; responsible=李四
# who put the text on the site, and who wrote it
2014-1-7 14:38|发布者: 红黑魂|查看: 16722|评论: 4|原作者: StanZhai|来自: 博客园
    published=2014-01-07T14:38; author=StanZhai; source=博客园
发布者：红黑魂　2024-05-01
    author=红黑魂; published=2024-05-01
转载于：河畔网　作者：张三
    source=河畔网; author=张三
原载：《河畔日报》 作者：张三
    source=《河畔日报》; author=张三
# the same words without a colon are of a sentence
他们 来自 河畔 的 村庄
    nothing
# a word before a colon is no name
作者: 张三|楼层: 五楼
    author=张三
# separators
张三说｜来源：河畔网｜2024-05-01
    source=河畔网; published=2024-05-01
作者：张三 | 来源：河畔网 | 2024-05-01 10:20
    author=张三; source=河畔网; published=2024-05-01T10:20
作者：张三 / 来源：河畔网 / 2024.05.01
    author=张三; source=河畔网; published=2024-05-01
作者：张三 · 2024年5月1日 · 阅读 320
    author=张三; published=2024-05-01
（来源：河畔网 作者：张三）
    source=河畔网; author=张三
【来源：河畔日报】【作者：张三】【编辑：李四】
    source=河畔日报; author=张三; editor=李四
# several people
作者：张三、李四
    author=张三,李四
作者：张三，李四
    author=张三,李四
记者：张三 李四 王小五
    reporter=张三,李四,王小五
作者：张三和李四
    author=张三,李四
文/张三 图/李四
    author=张三; photo=李四
文｜张三 编辑｜李四
    author=张三; editor=李四
撰文：张三 摄影：李四 翻译：王五
    author=张三; photo=李四; translator=王五
记者 张三 通讯员 李四 摄影 王五
    reporter=张三,李四; photo=王五
作者：[英]约翰·史密斯 译者：张三
    author=约翰·史密斯; translator=张三
本报记者：张三 责任编辑：李四 审核：王五
    reporter=张三; responsible=李四,王五
作者：John Smith 编译：张三
    author=John Smith; translator=张三
# datelines
新华社北京5月1日电（记者 张三 李四）
    reporter=张三,李四
新华社北京5月1日电（记者张三、李四）
    reporter=张三,李四
（本报记者 张三）
    reporter=张三
（河畔日报记者 张三 通讯员 李四）
    source=河畔日报; reporter=张三,李四
河畔日报记者 张三
    source=河畔日报; reporter=张三
# in a sentence 昨日 tells when the bridge was opened
本报讯（记者 张三）昨日，河畔的桥通车。
    reporter=张三
# Taiwanese and Japanese datelines; the medium stands before its reporter
記者陳大文／台北報導　2024年5月1日
    reporter=陳大文; published=2024-05-01
記者陳大文、林美麗／綜合報導
    reporter=陳大文,林美麗
中央社 記者林美麗／台北報導
    source=中央社; reporter=林美麗
（中央社記者林美麗台北5日電）
    source=中央社; reporter=林美麗
記者・山田太郎
    reporter=山田太郎
共同通信 記者・山田太郎
    source=共同通信; reporter=山田太郎
新京报 · 记者 韩梅梅
    source=新京报; reporter=韩梅梅
# media among people; alone they are who wrote
作者：张三 河畔日报
    author=张三; source=河畔日报
作者：河畔日报
    source=河畔日报
# original title, reposts
原标题：河上的桥修好了 来源：河畔网
    original_title=河上的桥修好了; source=河畔网
转载自：河畔周刊 作者：张三
    source=河畔周刊; author=张三
本文转自：河畔科技报
    source=河畔科技报
文章来源：河畔大学新闻中心 发布日期：2024年5月1日
    source=河畔大学新闻中心; published=2024-05-01
信息来源：市水利局 发布时间：2024-05-01 浏览次数：98 次
    source=市水利局; published=2024-05-01
稿件来源：河畔网 | 作者：张三 | 责任编辑：李四
    source=河畔网; author=张三; responsible=李四
出处：河畔科技 作者：张三 编辑：张三 人气：5380 次 评论(18)
    source=河畔科技; author=张三; editor=张三
# published and changed
发布时间：2024-05-01 更新时间：2024-05-02 08:00
    published=2024-05-01; modified=2024-05-02T08:00
更新时间：2024-05-02 来源：河畔网
    modified=2024-05-02; source=河畔网
发表于 2024-05-01 10:20
    published=2024-05-01T10:20
最后修改：2024年5月2日
    modified=2024-05-02
2024-05-01 更新
    published=2024-05-01
# dates of other kinds
二〇二四年五月一日 来源：河畔网
    published=2024-05-01; source=河畔网
民國113年5月1日 記者：張三
    published=2024-05-01; reporter=張三
来源：河畔网 昨天 18:30
    source=河畔网; published=2024-06-14T18:30
作者：张三 3小时前
    author=张三; published=2024-06-15T09+08:00
24-05-01 10:20 作者：张三
    published=2024-05-01T10:20; author=张三
北京时间2024年5月1日 10:20 来源：河畔网
    published=2024-05-01T10:20+08:00; source=河畔网
# traditional characters
來源：河畔新聞 記者：張三 責任編輯：李四
    source=河畔新聞; reporter=張三; responsible=李四
作者：張三　發布時間：2024/05/01 10:20
    author=張三; published=2024-05-01T10:20
# no labels
河畔网 2024-05-01 10:20
    published=2024-05-01T10:20; source=河畔网
2024年05月01日 10:20 河畔日报
    published=2024-05-01T10:20; source=河畔日报
# elements end between the parts
来源：⏎河畔网⏎作者：⏎张三⏎2024-05-01
    source=河畔网; author=张三; published=2024-05-01
2024-05-01 10:20⏎来源：⏎河畔网⏎分享到：⏎微信
    published=2024-05-01T10:20; source=河畔网
作者：⏎张三⏎关注⏎2024-05-01
    author=张三; published=2024-05-01
# who reported, before a colon; after a medium it is a verb
报道：张三　摄影：李四
    reporter=张三; photo=李四
摄影：李四　报道：张三
    photo=李四; reporter=张三
采访／报道：张三
    reporter=张三
河畔社报道：张三 回来了
    nothing
新闻中心 > 独家报道 正文
    nothing
# an account that shares the text of another
以下文章来源于河畔融媒 ，作者张三
    source=河畔融媒; author=张三
以下文章来源于⏎河畔融媒⏎，作者：张三
    source=河畔融媒; author=张三
# where the source was, wide brackets, a sign at the end
来源：河畔社（北京） 2024-05-01
    source=河畔社; published=2024-05-01
［责任编辑 张三］
    responsible=张三
責任編輯：張三#
    responsible=張三
供稿单位：宣传部　供稿人：张三
    source=宣传部; author=张三
最終更新日 2024年05月02日 投稿日 2024年05月01日
    modified=2024-05-02; published=2024-05-01
# when a journal received and printed a text; money, figures and the network are no source
收稿日期：2024-01-05　修回日期：2024-03-05　出版日期：2024-05-01
    published=2024-05-01
资金来源：财政资金　数据来源：统计局　来源：河畔网
    source=河畔网
来源：网络 2024-05-01
    published=2024-05-01
编/张三 校/李四 文/王五
    editor=张三; responsible=李四; author=王五
审：现在开庭
    nothing
转载请注明出处：河畔网
    nothing
# a headline or channel before the date, and one day twice
关于选拔任用的公示 2024年5月6日
    published=2024-05-06
上市 2024-05-06
    published=2024-05-06
2024-05-06 - 2024-05-06 10:20
    published=2024-05-06,2024-05-06T10:20
May 2024 – June 2024
    nothing
公示时间：2024年5月6日至2024年5月10日
    nothing
展览时间：2024年5月6日至10日
    nothing
上映日期：2024-05-06
    nothing
发布日期：2024-05-01 发文日期：2024-04-28
    published=2024-05-01,2024-04-28
来源：原创 作者：张三
    author=张三
来  源：清河日报 作    者：张 三  时 间：2024-05-01
    source=清河日报; author=张三; published=2024-05-01
作 者：张 三
    author=张三
信息员：张晓东 2024-05-01
    reporter=张晓东; published=2024-05-01
採訪撰稿 王小明　攝影 李大同
    reporter=王小明; photo=李大同
生活中心／王小明報導
    reporter=王小明
政治中心／王小明、李美麗綜合報導
    reporter=王小明,李美麗
娛樂中心／綜合報導
    nothing
本办法自2024年6月1日起施行。
    nothing
活动时间：2024年6月1日　发布时间：2024年5月1日
    published=2024-05-01
施行日期：2024-06-01　公布日期：2024-05-01
    published=2024-05-01
裁判日期：2024-04-01　上传时间：2024-05-01
    published=2024-05-01
上傳日期：2024/05/01　最後異動日期：2024/05/02　公告單位：教務處
    published=2024-05-01; modified=2024-05-02; source=教務處
2024-05-01　單位：衛生局
    published=2024-05-01
作者：县文联 张三　配图：李四　监审：王五
    author=张三; photo=李四; responsible=王五; source=县文联
全媒体记者 张三
    reporter=张三
某网讯 记者近日获悉
    nothing
# states nothing
首页 > 新闻 > 国内
    nothing
责任编辑：
    nothing
来源：
    nothing
""")

INTERNATIONAL = table("""
By Ann Example
    author=Ann Example
By Ann Example and Bob Sample
    author=Ann Example,Bob Sample
By Ann Example, Bob Sample and Cy O'Neill
    author=Ann Example,Bob Sample,Cy O'Neill
By Ann Example, Bob Sample, and Cy Test
    author=Ann Example,Bob Sample,Cy Test
Von Anna Beispiel, Berlin
    author=Anna Beispiel
Por Ana Prueba, do Rio
    author=Ana Prueba
By Ann Example, The River Times
    author=Ann Example
By Ann Example and annex99
    author=Ann Example,annex99
Kommentar von Anna Beispiel
    author=Anna Beispiel
Opinion by Ann Example
    author=Ann Example
Scritto da Anna Prova il 1 maggio 2024
    author=Anna Prova; published=2024-05-01
BY ANN EXAMPLE, BOB SAMPLE, AND CY TEST
    author=ANN EXAMPLE,BOB SAMPLE,CY TEST
By Ann Example & Bob Sample, ET Bureau
    author=Ann Example,Bob Sample,ET Bureau
By⏎Ann Example⏎and Bob Sample
    author=Ann Example,Bob Sample
Von⏎Anna Beispiel⏎und Bernd Muster
    author=Anna Beispiel,Bernd Muster
Por⏎Ana Prueba⏎, Juan Ejemplo⏎y Eva Muestra
    author=Ana Prueba,Juan Ejemplo,Eva Muestra
Story and photos by Ann Example
    author=Ann Example
Text und Fotos: Anna Beispiel
    author=Anna Beispiel
Interview: Anna Beispiel; Fotos: Bernd Muster
    author=Anna Beispiel; photo=Bernd Muster
Autor: Anna Przykład, fot. Jan Próba
    author=Anna Przykład; photo=Jan Próba
Ditulis oleh: Ani Contoh
    author=Ani Contoh
Oleh Ani Contoh
    author=Ani Contoh
Giriş Tarihi: 01.05.2024 10:20 Son Güncelleme: 03.05.2024 11:45
    published=2024-05-01T10:20; modified=2024-05-03T11:45
Data utworzenia: 1 maja 2024, 10:20. Data aktualizacji: 3 maja 2024, 11:45
    published=2024-05-01T10:20; modified=2024-05-03T11:45
Skrevet af Anna Prøve | 1. maj 2024 kl. 10:20 | Opdateret 3. maj 2024 kl. 11:45
    author=Anna Prøve; published=2024-05-01T10:20; modified=2024-05-03T11:45
Offentliggjort 01.05.2024 | Af: Anna Prøve, journalist
    published=2024-05-01; author=Anna Prøve
Julkaistu 1.5.2024 10:20 · Teksti: Anna Koe · Kuvat: Pekka Koe
    published=2024-05-01T10:20; author=Anna Koe; photo=Pekka Koe
Author⏎Ann Example⏎Published⏎05/08/2024, 09:31 AM
    author=Ann Example; published=2024-05-08T09:31
Foto: Anna Beispiel / dpa
    photo=Anna Beispiel,dpa
Scris de Ana Probă
    author=Ana Probă
Подготовила Анна Пример
    author=Анна Пример
מאת דוגמה כהן | פורסם: 01.05.24, 10:20 עודכן: 03.05.24, 11:45
    author=דוגמה כהן; published=2024-05-01T10:20; modified=2024-05-03T11:45
लेखक: उदाहरण मिश्रा
    author=उदाहरण मिश्रा
লেখা: উদাহরণ রায় | প্রকাশ: ১ মে ২০২৪
    author=উদাহরণ রায়; published=2024-05-01
โดย: ตัวอย่าง ใจดี
    author=ตัวอย่าง ใจดี
نویسنده: نمونه کریمی
    author=نمونه کریمی
By Ann Example, Staff Writer
    author=Ann Example
BY ANN EXAMPLE
    author=ANN EXAMPLE
by Ann Example | May 1, 2024
    author=Ann Example; published=2024-05-01
By⏎Ann⏎Example⏎,⏎Ph.D.
    author=Ann Example, Ph.D.
By⏎Ann Example⏎Published: Jan 29, 2024
    author=Ann Example; published=2024-01-29
Written by Dr. Ann Example
    author=Dr. Ann Example
Posted on May 1, 2024 by annex
    published=2024-05-01; author=annex
Posted by A. N. Example at 2:33 PM
    author=A. N. Example
Updated May 1, 2024 at 3:20 pm | By Ann Example
    modified=2024-05-01T15:20; author=Ann Example
Published 1 May 2024, last updated 3 May 2024
    published=2024-05-01; modified=2024-05-03
Thread starter⏎riverfan⏎Start date⏎May 1, 2024
    author=riverfan; published=2024-05-01
Ann Example / River Desk / Updated: May 1, 2024, 21:47 EST
    modified=2024-05-01T21:47-05:00
By Ann Example | Photos by Bob Sample | Edited by Cy Test
    author=Ann Example; photo=Bob Sample; editor=Cy Test
Translated by Ann Example
    translator=Ann Example
Source: River News | May 1, 2024
    source=River News; published=2024-05-01
Originally published at River Weekly
    source=River Weekly
Von Anna Beispiel, 01.05.2024, 10:20 Uhr
    author=Anna Beispiel; published=2024-05-01T10:20
Von Anna Beispiel und Bernd Muster
    author=Anna Beispiel,Bernd Muster
Veröffentlicht am 1. Mai 2024, aktualisiert am 3. Mai 2024
    published=2024-05-01; modified=2024-05-03
Text von Anna Beispiel Illustration von Bernd Muster
    author=Anna Beispiel; illustrator=Bernd Muster
Autorin: Anna Beispiel | Quelle: Flusspost
    author=Anna Beispiel; source=Flusspost
Stand: 01.05.2024 10:20 Uhr
    modified=2024-05-01T10:20
Par Jeanne Exemple et Marie Essai - Publié le 1 mai 2024 à 10h20
    author=Jeanne Exemple,Marie Essai; published=2024-05-01T10:20
Publié le 1er mai 2024, mis à jour le 3 mai 2024
    published=2024-05-01; modified=2024-05-03
Por Juana Ejemplo y Ana Prueba | Actualizado: 1 de mayo de 2024
    author=Juana Ejemplo,Ana Prueba; modified=2024-05-01
Di Anna Esempio - 1 maggio 2024 alle 10:20
    author=Anna Esempio; published=2024-05-01T10:20
Por João Exemplo, publicado em 1 de maio de 2024 às 10h20
    author=João Exemplo; published=2024-05-01T10:20
Door Jan Voorbeeld, 1 mei 2024 om 10:20
    author=Jan Voorbeeld; published=2024-05-01T10:20
Autor: Jan Przykład, 1 maja 2024, godz. 10:20
    author=Jan Przykład; published=2024-05-01T10:20
Автор: Иван Примеров, 1 мая 2024 г. 10:20
    author=Иван Примеров; published=2024-05-01T10:20
Опубликовано 1 мая 2024, обновлено 3 мая 2024
    published=2024-05-01; modified=2024-05-03
Συντάκτης: Άννα Παράδειγμα, 1 Μαΐου 2024
    author=Άννα Παράδειγμα; published=2024-05-01
Yazar: Ali Örnek | 1 Mayıs 2024
    author=Ali Örnek; published=2024-05-01
홍길동 기자 입력 2024.05.01 10:20
    published=2024-05-01T10:20; reporter=홍길동
2024年5月1日 10:20 公開　編集：山田太郎
    published=2024-05-01T10:20; editor=山田太郎
# languages of fewer pages
Autorė: Rūta Pavyzdė, atnaujinta 2024 m. gegužės 2 d. 08:05
    author=Rūta Pavyzdė; modified=2024-05-02T08:05
Piše: Jelena Primer | Objavljeno 1. maj 2024. | Poslednja izmena: 2. maj 2024. 08:05
    author=Jelena Primer; published=2024-05-01; modified=2024-05-02T08:05
Exhibition: 6 May 2024 – 10 June 2024
    nothing
Date: 6 May 2024 to 10 May 2024
    nothing
Founded: Dec 11, 2021
    nothing
Last post: 01/12/2023 at 6:49 pm
    nothing
Author(s): Ann Example; Bob Sample
    author=Ann Example,Bob Sample
Articolo di: Anna Esempio
    author=Anna Esempio
Redacción: Ana Ejemplo
    author=Ana Ejemplo
Autor článku: Jana Příkladová
    author=Jana Příkladová
Опубликовал: Иван Примеров
    author=Иван Примеров
Geplaatst op maandag 1 mei 2024 door Anna Voorbeeld
    published=2024-05-01; author=Anna Voorbeeld
Zdroj: ČTK
    source=ČTK
منبع: ایسنا
    source=ایسنا
By Ann Example, PhD, MPH
    author=Ann Example, PhD, MPH
By Ann Example, Head of Marketing and Community Development
    author=Ann Example
May 1, 2024 · 3 min · 650 words · Ann Example
    published=2024-05-01; author=Ann Example
Lunes, 1 de Mayo de 2024 | Ana Ejemplo
    published=2024-05-01; author=Ana Ejemplo
New York, May 1, 2024
    published=2024-05-01
Napisala: Marija Primjer, 1. svibnja 2024. u 10:20
    author=Marija Primjer; published=2024-05-01T10:20
Публикувано: 01.05.2024 | Последна промяна: 2 май 2024, 08:05
    published=2024-05-01; modified=2024-05-02T08:05
Авторка: Олена Зразок
    author=Олена Зразок
Автор статьи: Иван Примеров
    author=Иван Примеров
Journalist: Ingrid Eksempel
    reporter=Ingrid Eksempel
Journalist:innen demonstrieren
    nothing
Avaldatud: 1. mai 2024, uuendatud 2. mai 2024
    published=2024-05-01; modified=2024-05-02
Escrit per Núria Exemple, actualitzat el 2 de maig de 2024
    author=Núria Exemple; modified=2024-05-02
De notre correspondante Claire Exemple
    author=Claire Exemple
Nga Arben Shembull
    author=Arben Shembull
إعداد: ليلى مثال
    author=ليلى مثال
خبرنگار: مریم نمونه | آخرین به‌روزرسانی: ۱۳ اردیبهشت ۱۴۰۳ - ۰۸:۰۵
    reporter=مریم نمونه; modified=2024-05-02T08:05
تحریر: عائشہ مثال
    author=عائشہ مثال
โดย วรรณา ตัวอย่าง
    author=วรรณา ตัวอย่าง
Bài và ảnh: Lê Minh Ví
    author=Lê Minh Ví
প্রতিবেদক: সাদিয়া উদাহরণ
    reporter=সাদিয়া উদাহরণ
文・写真 山田太郎
    author=山田太郎
文・山田太郎 写真・佐藤花子
    author=山田太郎; photo=佐藤花子
著者：山田太郎　訳者：佐藤花子
    author=山田太郎; translator=佐藤花子
Texto: Ana Prueba Fotografía: Bruno Modelo
    author=Ana Prueba; photo=Bruno Modelo
Traduzione di Bruno Modello
    translator=Bruno Modello
مترجم: علی رضایی
    translator=علی رضایی
Diposting pada 6 Mei 2024 oleh Budi Santoso
    published=2024-05-06; author=Budi Santoso
Publicerad 6 maj 2024 av Anna Exempel
    published=2024-05-06; author=Anna Exempel
Written by Ann Lee. Edited by Bob Stone.
    author=Ann Lee; editor=Bob Stone
Von unserem Redakteur Bernd Muster
    author=Bernd Muster
By the River Team
    author=the River Team
By The River editors
    author=The River editors
Fundet 6. maj 2024 af politiet
    published=2024-05-06
The river rose again last night
    nothing
By the river we sat down
    nothing
Share⏎Print⏎Comments (12)
    nothing
""")


def test_the_tables_are_as_long_as_they_should_be() -> None:
    assert len(CHINESE) >= 60
    assert len(INTERNATIONAL) >= 30


@each("line, values", CHINESE.items())
def test_a_chinese_line(line: str, values: dict[str, str]) -> None:
    assert stated(line) == values


@pytest.mark.parametrize(("line", "values"), INTERNATIONAL.items())
def test_an_international_line(line: str, values: dict[str, str]) -> None:
    assert stated(line) == values


def test_a_link_gives_the_address_of_the_source() -> None:
    line = "来源：河畔网 作者：张三"
    links = [LineLink(3, 6, "https://river.example/a"), LineLink(10, 12, "https://river.example/zhang")]
    assert stated(line, links=links) == {
        "source": "河畔网",
        "source_url": "https://river.example/a",
        "author": "张三",
    }


def test_origins_say_whether_a_label_stood_there() -> None:
    origins = {c.field: c.origin for c in parse_byline("作者：张三 2024-05-01", reference=NOW)}
    assert origins == {"author": "byline:label", "published": "byline:place"}
    assert parse_byline("昨天 18:30", reference=NOW)[0].origin == "byline:relative"


def test_the_row_is_noted() -> None:
    assert parse_byline("By Ann Example", row=7) == [
        Candidate("author", Person("Ann Example"), "byline:label", 7)
    ]


def test_a_long_text_is_no_byline() -> None:
    assert parse_byline("By Ann Example " * 40) == []


PEOPLE = {
    "Ann Example": "Ann Example",
    "By Ann Example, Bob Sample and Cy Test": "Ann Example,Bob Sample,Cy Test",
    "Anna Beispiel und Bernd Muster": "Anna Beispiel,Bernd Muster",
    "Ann Example; Bob Sample": "Ann Example,Bob Sample",
    "Ann Example & Bob Sample": "Ann Example,Bob Sample",
    "Dr. Ann Example (photo: Bob Sample)": "Dr. Ann Example",
    "Ann Example, M.D., RD and Bob Sample": "Ann Example, M.D., RD,Bob Sample",
    "Mrs. Ann Do": "Ann Do",
    "Ann Do The Associated Press": "Ann Do,The Associated Press",
    "Ann Example/AP": "Ann Example,AP",
    "Ana Prueba / Santander": "Ana Prueba",
    "Ana Prueba | Corresponsal": "Ana Prueba",
    "Иван Примеров, корреспондент": "Иван Примеров",
    "Jelena Primer, novinarka": "Jelena Primer",
    "بقلم ليلى مثال": "ليلى مثال",
    "Redazione": "Redazione",
    "Ann Example in New York and Bob Sample in Rome": "Ann Example,Bob Sample",
    "Ann Example, Alle Artikel": "Ann Example",
    "CC BY": "",
    "Karin Beispiel CC BY": "Karin Beispiel CC BY",
    "Ann van der Example": "Ann van der Example",
    "River Editorial Team": "River Editorial Team",
    "annex99": "annex99",
    "张三 李四": "张三,李四",
    "作者：张三、李四": "张三,李四",
    "记者张三": "张三",
    "冯志文、贺文 记者陈晓文": "冯志文,贺文,陈晓文",
    "欧阳晓文": "欧阳晓文",
    "张三文 李四图": "张三,李四",
    "张三文/图": "张三",
    "王小明文": "王小明",
    "骨科 刘畅": "刘畅",
    "https://river.example/ann": "",
    "ann@river.example": "",
    "Ann Example ann@river.example": "Ann Example",
    "@annex": "",
    "Ann Example Ann Example, Ann Example": "Ann Example Ann Example,Ann Example",
    "admin": "",
    "5 min read": "",
    "": "",
    "x": "",
    "x" * 500: "",
}


@pytest.mark.parametrize(("text", "names"), PEOPLE.items())
def test_people(text: str, names: str) -> None:
    assert ",".join(person.name for person in split_people(text)) == names


@pytest.mark.parametrize(
    ("line", "people"),
    [
        ("本报记者 罗 青摄", [("photographer", "罗青")]),
        ("本报记者 罗青摄", [("photographer", "罗青")]),
        ("本报记者 张 三 丰 摄", [("photographer", "张三丰")]),
        ("记者 王 小 明 文/图", [("reporter", "王小明")]),
        ("文/欧立文　图/李四", [("author", "欧立文"), ("photographer", "李四")]),
        ("责任编辑：蒋子文图片编辑：李四", [("responsible_editor", "蒋子文"), ("editor", "李四")]),
        ("云州日报记者 陈文/文 李图/摄", [("reporter", "陈文"), ("photographer", "李图")]),
        ("（云州日报全媒体记者 陈翰 通讯员 白雪）", [("reporter", "陈翰"), ("reporter", "白雪")]),
        ("本报讯（首席记者 王舒 通讯员 朱丽）", [("reporter", "王舒"), ("reporter", "朱丽")]),
        ("作者 | 秦朗 编辑 | 许文 题图 | 视觉中国", [("author", "秦朗"), ("editor", "许文")]),
        ("口述：老郑　整理：秦朗", [("author", "秦朗")]),
        ("投稿人：秦朗　发布时间：2024/6/3", [("author", "秦朗")]),
        ("（记者 王舒）火星之旅，他们是如何度过的？", [("reporter", "王舒")]),
    ],
)
def test_who_took_a_picture_and_who_wrote(line: str, people: list[tuple[str, str]]) -> None:
    found = [one.value for one in parse_byline(line) if isinstance(one.value, Person)]
    assert [(one.role, one.name) for one in found] == people


@pytest.mark.parametrize("source", ["微信公众号“云州发布”", "“云州发布”微信公众号", "光明网-《光明日报》"])
def test_marks_within_a_source_stay(source: str) -> None:
    assert [one.value for one in parse_byline(f"来源：{source} 2024-06-03") if one.field == "source"] == [
        source
    ]


def test_a_source_may_end_like_a_label_of_dates() -> None:
    found = {one.field: one.value for one in parse_byline("稿源：云州发布 | 编辑：朱可馨 | 2024-06-03")}
    assert found["source"] == "云州发布"


def test_people_have_the_role_they_are_given() -> None:
    assert split_people("Ann Example", "editor") == [Person("Ann Example", "editor")]


PIECES = st.sampled_from(
    "作者：张三 来源： 新华网 | By von Ann Example , and 2024-05-01 昨天 ( （ 记者 ） 更新 Updated \n "
    "\u3000 文/ 责 编 : Posted by".split(" ")
)


@given(st.lists(PIECES, max_size=30).map(" ".join) | st.text(max_size=450))
def test_any_text_is_read_without_error(text: str) -> None:
    for candidate in parse_byline(text, reference=NOW):
        assert candidate.value
        if isinstance(candidate.value, Person):
            assert candidate.value.name == candidate.value.name.strip()
    split_people(text)


@pytest.mark.parametrize(
    "text", ["作 " * 190, "By " * 130, "：" * 400, "(" * 400, "张三、" * 130, "A B " * 100, "by A, " * 66]
)
def test_a_bad_line_costs_little(text: str) -> None:
    assert cpu_s(lambda: (parse_byline(text, reference=NOW), split_people(text))) < 0.2


def test_words_that_lead_to_a_byline_are_labels_of_bylines() -> None:
    """The lists of byline_scan pick lines; what they pick is read by the one list of byline_words."""
    people = {"author", "reporter", "editor", "responsible_editor"}
    for word in byline_scan._ALONE - DATE_LABELS:
        kinds = {kind for _, _, kind in find_labels(f"{word}:")}
        assert kinds & (people | {"source"}), word
    for word in set(byline_scan._SIGNATURE_BEGINNINGS) - {"Autor(in):"}:  # brackets are no part of a label
        assert "author" in {kind for _, _, kind in find_labels(word)}, word
