"""Dates and times: every form, what is rejected, and the round trip."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cost import cpu_s
from tests.each import each

from maintext.metadata.moment import Moment, find_moments, parse_moment

if TYPE_CHECKING:
    from maintext.metadata.moment import DateOrder

NOW = Moment(2024, 6, 15, 12, 0, 0, 480)

ABSOLUTE = {
    # -- ISO 8601
    "2024-05-01": "2024-05-01",
    "2024-05-01T10:20": "2024-05-01T10:20",
    "2024-05-01T10:20:30": "2024-05-01T10:20:30",
    "2024-05-01T10:20:30Z": "2024-05-01T10:20:30+00:00",
    "2024-05-01T10:20:30.123456-05:00": "2024-05-01T10:20:30-05:00",
    "2024-05-01 10:20:30+0800": "2024-05-01T10:20:30+08:00",
    "2024-05-01T10:20+02": "2024-05-01T10:20+02:00",
    "2024-05-01T10:20:30+05:30": "2024-05-01T10:20:30+05:30",
    "20240501": "2024-05-01",
    "20240501T102030Z": "2024-05-01T10:20:30+00:00",
    "20240501102030": "2024-05-01T10:20:30",
    "202405011020": "2024-05-01T10:20",
    "2024-05": "2024-05",
    "2024": "2024",
    "2024年": "2024",
    # -- since 1970
    "1714528800": "2024-05-01T02:00:00+00:00",
    "1714528800000": "2024-05-01T02:00:00+00:00",
    "1714528800.0": "2024-05-01T02:00:00+00:00",
    "1714528800.123456": "2024-05-01T02:00:00+00:00",
    # -- mail and programs
    "Wed, 01 May 2024 10:20:30 +0800": "2024-05-01T10:20:30+08:00",
    "Wed, 01 May 2024 10:20:30 GMT": "2024-05-01T10:20:30+00:00",
    "1 May 2024 10:20 EST": "2024-05-01T10:20-05:00",
    "Wed May 01 2024 10:20:30 GMT+0800 (CST)": "2024-05-01T10:20:30+08:00",
    "Wed May  1 10:20:30 +0000 2024": "2024-05-01T10:20:30+00:00",
    "Wed May 01 10:20:30 CST 2024": "2024-05-01T10:20:30-06:00",
    # -- Chinese
    "2024年5月1日": "2024-05-01",
    "2024年5月1日 10:20": "2024-05-01T10:20",
    "2024年05月01日10:20:30": "2024-05-01T10:20:30",
    "2024 年 5 月 1 日": "2024-05-01",
    "2024年5月1日10时20分": "2024-05-01T10:20",
    "2024年5月1日 10时20分30秒": "2024-05-01T10:20:30",
    "2024年5月1日 星期三 10:20": "2024-05-01T10:20",
    "2024年5月1日（星期三）下午3:20": "2024-05-01T15:20",
    "2024年5月1日 上午9:05": "2024-05-01T09:05",
    "下午11:55 · 2024年5月1日": "2024-05-01T23:55",
    "오후 3:20 · 2024년 5월 1일": "2024-05-01T15:20",
    "2024年5月1日 凌晨0:05": "2024-05-01T00:05",
    "2024年5月1日 中午12:05": "2024-05-01T12:05",
    "2024年5月1日 晚上8:05": "2024-05-01T20:05",
    "2024年5月1号": "2024-05-01",
    "2024年5月": "2024-05",
    "二〇二四年五月一日": "2024-05-01",
    "二零二三年十二月三十一日": "2023-12-31",
    "二○二三年十月二十日": "2023-10-20",
    "二〇二四年五月": "2024-05",
    "民國113年5月1日": "2024-05-01",
    "發佈日期：113-05-01": "2024-05-01",
    "5:14 p.m. ET May 1, 2024": "2024-05-01T17:14",
    "1/5/2024 alle ore 09:15": "2024-01-05T09:15",
    "民国113年5月1日 10:20": "2024-05-01T10:20",
    "中華民國一一三年五月一日": "2024-05-01",
    "民國一百一十三年五月一日": "2024-05-01",
    "民國一百零五年五月一日": "2016-05-01",
    "2024/05/01 (三) 10:20": "2024-05-01T10:20",
    "113年5月1日": "2024-05-01",
    "24年5月1日": "2024-05-01",
    "２０２４年５月１日　１０：２０": "2024-05-01T10:20",
    "2024-5-1": "2024-05-01",
    "2024/5/1 9:05": "2024-05-01T09:05",
    "2024.05.01 10:20": "2024-05-01T10:20",
    "24-05-01 10:20": "2024-05-01T10:20",
    "98-05-01": "1998-05-01",
    "北京时间2024年5月1日10时20分": "2024-05-01T10:20+08:00",
    "2024年5月1日 10:20（北京时间）": "2024-05-01T10:20+08:00",
    "2024年5月1日 10:20 CST": "2024-05-01T10:20+08:00",
    "2024年5月1日 10:20 +0800": "2024-05-01T10:20+08:00",
    "发布时间：2024-05-01 10:20 来源：河畔网": "2024-05-01T10:20",
    # -- Japanese, Korean
    "令和6年5月1日": "2024-05-01",
    "令和元年5月1日": "2019-05-01",
    "平成30年5月1日": "2018-05-01",
    "2024年5月1日(水) 10時20分": "2024-05-01T10:20",
    "2024年5月1日 午後3時20分": "2024-05-01T15:20",
    "2024年5月1日（水）午後３時５分": "2024-05-01T15:05",
    "2024年5月1日 15时5分": "2024-05-01T15:05",
    "2024년 5월 1일": "2024-05-01",
    "2024년 5월 1일 오후 3:20": "2024-05-01T15:20",
    "2024년 5월 1일 오전 12:20": "2024-05-01T00:20",
    "2024. 5. 1. 15:20": "2024-05-01T15:20",
    # -- English
    "May 1, 2024": "2024-05-01",
    "May 01 Wed 2024 10:20": "2024-05-01T10:20",
    "May 1st, 2024": "2024-05-01",
    "May 1 2024": "2024-05-01",
    "MAY 1, 2024": "2024-05-01",
    "Sept. 3, 2024": None,  # behind the reference
    "Sept. 3, 2023": "2023-09-03",
    "1 May 2024": "2024-05-01",
    "1st of May 2024": "2024-05-01",
    "1st May, 2024": "2024-05-01",
    "01-May-2024": "2024-05-01",
    "01-May-24": "2024-05-01",
    "May 2024": "2024-05",
    "2024 May 1": "2024-05-01",
    "May 1, 2024 at 3:20 pm": "2024-05-01T15:20",
    "May 1, 2024 3:20 PM EDT": "2024-05-01T15:20-04:00",
    "May 1, 2024 12:20 a.m.": "2024-05-01T00:20",
    "May 1, 2024 10:20am UTC+2": "2024-05-01T10:20+02:00",
    "10:20 AM, May 1, 2024": "2024-05-01T10:20",
    "10:20 AM EST, Wed May 1, 2024": "2024-05-01T10:20-05:00",
    "Published 12 Comments May 3rd, 2021": "2021-05-03",
    "05/13/2024": "2024-05-13",
    "13/05/2024": "2024-05-13",
    "05/04/2024": "2024-05-04",
    "05/13/24": "2024-05-13",
    # -- German
    "1. Mai 2024": "2024-05-01",
    "1. Mai 2024, 10:20 Uhr": "2024-05-01T10:20",
    "1. Mai 2024 um 10.20 Uhr": "2024-05-01T10:20",
    "01.05.2024": "2024-05-01",
    "01.05.24, 10:20": "2024-05-01T10:20",
    "am 1.5.24, 10:20": "2024-05-01T10:20",
    "3. März 2024": "2024-03-03",
    "Mittwoch, 1. Mai 2024 10:20 MESZ": "2024-05-01T10:20+02:00",
    "1. Jänner 2024": "2024-01-01",
    # -- French, Spanish, Italian, Portuguese, Romanian, Dutch
    "1er mai 2024": "2024-05-01",
    "1 mai 2024 à 10h20": "2024-05-01T10:20",
    "3 févr. 2024": "2024-02-03",
    "3 août 2023": "2023-08-03",
    "1 de mayo de 2024": "2024-05-01",
    "1 de mayo del 2024 a las 10:20": "2024-05-01T10:20",
    "3 de septiembre de 2023": "2023-09-03",
    "1º maggio 2024": "2024-05-01",
    "1 maggio 2024 alle 10:20": "2024-05-01T10:20",
    "1 de maio de 2024": "2024-05-01",
    "3 de março de 2024 às 10h20": "2024-03-03T10:20",
    "3 martie 2024": "2024-03-03",
    "1 mei 2024 om 10:20": "2024-05-01T10:20",
    # -- Polish, Czech, Russian, Ukrainian, Greek, Turkish, Hungarian
    "1 maja 2024": "2024-05-01",
    "1 maja 2024 r., godz. 10:20": "2024-05-01T10:20",
    "3 września 2023": "2023-09-03",
    "3. května 2024": "2024-05-03",
    "1 мая 2024": "2024-05-01",
    "1 мая 2024 г. 10:20": "2024-05-01T10:20",
    "1 мая 2024 г., 10:20 (MSK)": "2024-05-01T10:20+03:00",
    "3 травня 2024": "2024-05-03",
    "1 Μαΐου 2024": "2024-05-01",
    "1 ΜΑΙΟΥ 2024": "2024-05-01",
    "3 Σεπτεμβρίου 2023": "2023-09-03",
    "1 Mayıs 2024": "2024-05-01",
    "3 Ağustos 2023": "2023-08-03",
    "1. toukokuuta 2024 klo 10.20": "2024-05-01T10:20",
    "1 de maig de 2024": "2024-05-01",
    "1. svibnja 2024. 10:20": "2024-05-01T10:20",
    "1. avgusta 2023": "2023-08-01",
    "1. júla 2023": "2023-07-01",
    "1 юни 2023 г.": "2023-06-01",
    "2024. május 1.": "2024-05-01",
    # -- Arabic
    "1 مايو 2024": "2024-05-01",
    "٢٠٢٤/٠٥/٠١": "2024-05-01",
    # -- other languages
    "3 Agustus 2023": "2023-08-03",
    "3 desember 2023": "2023-12-03",
}

RELATIVE = {
    "今天": "2024-06-15",
    "今天 10:20": "2024-06-15T10:20",
    "昨天 18:30": "2024-06-14T18:30",
    "昨日": "2024-06-14",
    "前天 08:00": "2024-06-13T08:00",
    "3小时前": "2024-06-15T09+08:00",
    "3 小時前": "2024-06-15T09+08:00",
    "5分钟前": "2024-06-15T11:55+08:00",
    "30秒前": "2024-06-15T11:59:30+08:00",
    "2天前": "2024-06-13",
    "1周前": "2024-06-08",
    "2个月前": "2024-04",
    "1年前": "2023",
    "刚刚": "2024-06-15T12:00+08:00",
    "3時間前": "2024-06-15T09+08:00",
    "3시간 전": "2024-06-15T09+08:00",
    "3 hours ago": "2024-06-15T09+08:00",
    "an hour ago": "2024-06-15T11+08:00",
    "5 小时 41 分钟前": "2024-06-15T06:19+08:00",
    "1天3小时前": "2024-06-14T09+08:00",
    "2 hours, 5 minutes ago": "2024-06-15T09:55+08:00",
    "12 items 3 minutes ago": "2024-06-15T11:57+08:00",
    "yesterday at 18:30": "2024-06-14T18:30",
    "geſtern, 18:30 Uhr": "2024-06-14T18:30",
    "vor 3 Stunden": "2024-06-15T09+08:00",
    "vor einer Stunde": "2024-06-15T11+08:00",
    "gestern, 18:30 Uhr": "2024-06-14T18:30",
    "il y a 2 jours": "2024-06-13",
    "hace 3 horas": "2024-06-15T09+08:00",
    "há 2 dias": "2024-06-13",
    "2 giorni fa": "2024-06-13",
    "вчера, 18:30": "2024-06-14T18:30",
    "3 часа назад": "2024-06-15T09+08:00",
    "χθες": "2024-06-14",
    "三小时前": "2024-06-15T09+08:00",
    "半小时前": "2024-06-15T11:30+08:00",
    "十二天前": "2024-06-03",
    "两周前": "2024-06-01",
    "3個月前": "2024-03",
    "半年前": "2023-12",
    "2天前 10:20": "2024-06-13T10:20",
    "1h ago": "2024-06-15T11+08:00",
    "5m ago": "2024-06-15T11:55+08:00",
    "منذ 3 ساعات": "2024-06-15T09+08:00",
    "منذ ساعتين": "2024-06-15T10+08:00",
    "أمس 10:20": "2024-06-14T10:20",
    "۳ ساعت پیش": "2024-06-15T09+08:00",
    "دیروز ۱۰:۲۰": "2024-06-14T10:20",
    "לפני 3 שעות": "2024-06-15T09+08:00",
    "לפני יומיים": "2024-06-13",
    "3 घंटे पहले": "2024-06-15T09+08:00",
    "৩ ঘণ্টা আগে": "2024-06-15T09+08:00",
    "3 ชั่วโมงที่แล้ว": "2024-06-15T09+08:00",
    "3 giờ trước": "2024-06-15T09+08:00",
    "Hôm qua 10:20": "2024-06-14T10:20",
    "3 jam yang lalu": "2024-06-15T09+08:00",
    "för 3 timmar sedan": "2024-06-15T09+08:00",
    "i går kl. 10:20": "2024-06-14T10:20",
    "3 tuntia sitten": "2024-06-15T09+08:00",
    "před 3 hodinami": "2024-06-15T09+08:00",
    "3 órája": "2024-06-15T09+08:00",
    "acum 2 zile": "2024-06-13",
    "преди 3 часа": "2024-06-15T09+08:00",
    "вчора, 10:20": "2024-06-14T10:20",
    "prije 3 sata": "2024-06-15T09+08:00",
    "fa 3 hores": "2024-06-15T09+08:00",
}

NO_DATE = [
    "Telegram 1.5.24",
    "二零二四年十二月三十一日",
    "", " ", "no date", "0000-01-01", "1989-12-31", "9999-12-31", "2100-01-01", "2024-13-01", "2024-00-01",
    "2024-02-30", "2023-02-29", "31.04.2024", "2024年13月1日", "2024-05-32", "192.168.10.12", "1.2.24",
    "12:30", "v2.10.2024.1", "4/5", "0571-8505-1234", "12 Comments", "99999999", "20241301", "1234",
    "12345678901234567890", "May 32, 2024", "31 June 2024", "Mayor 1, 2024", "1 Maybe 2024", "2024 pages",
    "99 mai",
]  # fmt: skip


SCRIPTS = {
    "१ मई २०२४": "2024-05-01",
    "1 मई 2024, 10:20": "2024-05-01T10:20",
    "1 मे 2024": "2024-05-01",
    "১ মে ২০২৪, ১০:২০": "2024-05-01T10:20",
    "1 במאי 2024, 10:20": "2024-05-01T10:20",
    "1 مئی 2024": "2024-05-01",
    "1 พฤษภาคม 2567": "2024-05-01",
    "1 พ.ค. 2567 10:20 น.": "2024-05-01T10:20",
    "1 พ.ค. 67": "2024-05-01",
    "01/05/2567 10:20": "2024-01-05T10:20",
    "ngày 1 tháng 5 năm 2024, 10:20": "2024-05-01T10:20",
    "31 Tháng Mười Hai, 2023": "2023-12-31",
    "Tháng Năm 1, 2024": "2024-05-01",
    "الأربعاء 01/مايو/2024 - 04:40 م": "2024-05-01T16:40",
    "Rabu, 1 Mei 2024 10:20 WIB": "2024-05-01T10:20+07:00",
    "1 de mayo de 2024, 04:40 p. m.": "2024-05-01T16:40",
    "1 de mayo de 2024, 04:40 p. mayor": "2024-05-01T04:40",
    "2024 m. gegužės 1 d. 10:20": "2024-05-01T10:20",
    "2024. gada 1. maijs, 10:20": "2024-05-01T10:20",
    "2024 жылғы 1 мамыр, 10:20": "2024-05-01T10:20",
    "2024-yil 1-may": "2024-05-01",
    "2024ko maiatzaren 1a": "2024-05-01",
    "1. mai 2024, kell 10.20": "2024-05-01T10:20",
    "1. maja 2024 ob 10.20": "2024-05-01T10:20",
    "1. svibnja 2024. u 10:20": "2024-05-01T10:20",
    "1. маја 2024. у 10:20": "2024-05-01T10:20",
    "1 мая 2024 года, 10:20": "2024-05-01T10:20",
    "1 травня 2024 року о 10:20": "2024-05-01T10:20",
    "1 мая 2024, 10:20 (мск)": "2024-05-01T10:20+03:00",
    "1 траўня 2024, 10:20": "2024-05-01T10:20",
    "1 İyun 2023": "2023-06-01",
    "1 Mayıs 2024 Çarşamba, 10:20": "2024-05-01T10:20",
    "1.mai.2024 (quarta-feira) - 10h20": "2024-05-01T10:20",
    "2024年5月1日 水曜日 午後3:20": "2024-05-01T15:20",
    "10:20 ص - الأربعاء 1 مايو 2024": "2024-05-01T10:20",
    "الأربعاء، 1 مايو 2024، 10:20 ص": "2024-05-01T10:20",
    "1 مايو 2024 الساعة 10:20 بتوقيت غرينتش": "2024-05-01T10:20+00:00",
    "1 مايو/ أيار 2024": "2024-05-01",
    "٠١\u200f/٠٥\u200f/٢٠٢٤": "2024-01-05",
    "3 جويلية 2023": "2023-07-03",
    "3 غشت 2023": "2023-08-03",
    "3 آب 2023": "2023-08-03",
    "3 تشرين الأول 2023": "2023-10-03",
    "3 كانون الثاني 2024": "2024-01-03",
    "15 تشرين الثاني/نوفمبر 2023": "2023-11-15",
    "ngày 1 tháng Mười một, năm 2023": "2023-11-01",
    "01 مئی ، 2024": "2024-05-01",
    "۱ مه ۲۰۲۴": "2024-05-01",
    "۱۲ اردیبهشت ۱۴۰۳ در ۱۰:۲۰ ق.ظ": "2024-05-01T10:20",
    "٢٢ شوال ١٤٤٥هـ - ١ مايو ٢٠٢٤م - الساعة ١٠:٢٠ ص": "2024-05-01T10:20",
    "۱۲ اردیبهشت ۱۴۰۳ - ۱۰:۲۰": "2024-05-01T10:20",
    "چهارشنبه ۱۲ اردیبهشت ۱۴۰۳ ساعت ۳:۲۰ ب.ظ": "2024-05-01T15:20",
    "۳۰ اسفند ۱۳۹۹": "2021-03-20",
    "۱ فروردین ۱۴۰۰": "2021-03-21",
    "۳۱ مهر ۱۴۰۲": None,
    "۱۲ ثور ۱۴۰۳": "2024-05-01",
    "اردیبهشت ۱۴۰۳": None,
    "1 במאי 2024 בשעה 10:20": "2024-05-01T10:20",
    "০১ মে ২০২৪, ০৩:২০ পিএম": "2024-05-01T15:20",
    "மே 1, 2024": "2024-05-01",
    "ఏప్రిల్ 1, 2024": "2024-04-01",
    "ಮೇ 1, 2024": "2024-05-01",
    "1 മേയ് 2024": "2024-05-01",
    "જાન્યુઆરી 1, 2024": "2024-01-01",
    "1 ਮਈ 2024": "2024-05-01",
    "2024 මැයි 1": "2024-05-01",
    "1 მაისი, 2024 10:20": "2024-05-01T10:20",
    "1 մայիսի 2024, 10:20": "2024-05-01T10:20",
    "ថ្ងៃទី១ ខែឧសភា ឆ្នាំ២០២៤": "2024-05-01",
    "พุธ 1 พฤษภาคม พ.ศ. 2567 เวลา 10.20 น.": "2024-05-01T10:20",
    "1 พ.ค. 67 (10:20 น.)": "2024-05-01T10:20",
    "1 Mei 2024 pukul 10.20 WIB": "2024-05-01T10:20+07:00",
    "1 Mei 2024, 3:20 petang": "2024-05-01T15:20",
    "Hunyo 1, 2023": "2023-06-01",
    "1 Desemba 2023": "2023-12-01",
    "1 qershor 2023": "2023-06-01",
    "1 Gorffennaf 2023": "2023-07-01",
    "1 de xaneiro de 2024": "2024-01-01",
    "mayo 1 de 2024": "2024-05-01",
    "1 mai 2024 à 10 h 20 HAE": "2024-05-01T10:20-04:00",
    "1 May 2024 10:20 SAST": "2024-05-01T10:20+02:00",
    "1 May 2024 10:20 ACST": "2024-05-01T10:20+09:30",
}


@each("text, iso", SCRIPTS.items())
def test_months_digits_and_years_of_other_scripts(text: str, iso: str | None) -> None:
    assert str(parse_moment(text, reference=NOW)) == str(iso)


def test_numeric_days_of_the_persian_calendar() -> None:
    assert parse_moment("۱۴۰۳/۰۲/۱۲ - ۱۰:۲۰", order="ymd") == Moment(2024, 5, 1, 10, 20)
    assert parse_moment("1403-02-12") is None  # a year of the Middle Ages
    assert parse_moment("1403-07-31", order="ymd") is None
    assert parse_moment("1445-10-22", order="ymd") is None  # of the Hijri calendar


def test_there_are_enough_forms() -> None:
    assert len(ABSOLUTE) + len(RELATIVE) >= 100


@each("text, iso", [*ABSOLUTE.items(), *RELATIVE.items()])
def test_a_form(text: str, iso: str | None) -> None:
    moment = parse_moment(text, reference=NOW)
    assert (None if moment is None else moment.isoformat()) == iso


@pytest.mark.parametrize("text", NO_DATE)
def test_no_date(text: str) -> None:
    assert parse_moment(text, reference=NOW) is None


@pytest.mark.parametrize("text", RELATIVE)
def test_nothing_is_relative_to_nothing(text: str) -> None:
    assert parse_moment(text) is None


def test_the_future_is_rejected_a_day_behind_the_reference() -> None:
    assert parse_moment("2024-06-16", reference=NOW) == Moment(2024, 6, 16)
    assert parse_moment("2024-06-17", reference=NOW) is None
    assert parse_moment("2024-06-17") == Moment(2024, 6, 17)
    assert parse_moment("2024-06-17, 2024-06-01", reference=NOW) == Moment(2024, 6, 1)


def test_the_order_of_day_and_month() -> None:
    assert parse_moment("3/4/2024") == Moment(2024, 3, 4)
    assert parse_moment("3/4/2024", order="dmy") == Moment(2024, 4, 3)
    assert parse_moment("3.4.2024") == Moment(2024, 4, 3)
    assert parse_moment("3/4/24", order="dmy") == Moment(2024, 4, 3)
    assert parse_moment("2024/3/4", order="dmy") == Moment(2024, 3, 4)


@pytest.mark.parametrize(
    "text", ["23/12/23-10:00", "23/12/2023-10:00", "23.12.2023-10:00", "23-12-2023-10:00"]
)
def test_a_clock_behind_a_hyphen(text: str) -> None:
    assert parse_moment(text, order="dmy") == Moment(2023, 12, 23, 10, 0)
    assert parse_moment(text.partition(":")[0], order="dmy") is None


def test_years_come_last_where_days_come_first() -> None:
    assert parse_moment("17-09-11", order="dmy") == Moment(2011, 9, 17)
    assert parse_moment("17-09-11", order="mdy") == Moment(2017, 9, 11)


@pytest.mark.parametrize(
    ("text", "order", "date"),
    [
        ("日期：13/12/29", "mdy", "2013-12-29"),
        ("发布时间：14/01/07 14:38", "dmy", "2014-01-07T14:38"),
        ("登録日 14.01.07", "mdy", "2014-01-07"),
        ("14/01/07", "ymd", "2014-01-07"),
        ("14/01/07", "dmy", "2007-01-14"),
        ("01/14/07", "mdy", "2007-01-14"),
        ("日期：29/12/13", "ymd", "2013-12-29"),  # the year first would lie behind the reference
        ("13/12/29", "mdy", "2013-12-29"),  # and here the year last
        ("12/10/2024", "mdy", None),  # where the year leaves no doubt, an event is not moved into the past
    ],
)
def test_years_of_two_digits(text: str, order: DateOrder, date: str | None) -> None:
    moment = parse_moment(text, reference=NOW, order=order)
    assert (moment and str(moment)) == date


def test_a_local_time_stays_local() -> None:
    moment = parse_moment("2024-05-01 10:20", reference=NOW)
    assert moment is not None
    assert moment.offset_minutes is None
    assert moment.datetime().tzinfo is None


def test_an_impossible_time_leaves_the_day() -> None:
    assert parse_moment("2024-05-01 25:61") == Moment(2024, 5, 1)
    assert parse_moment("2024-05-01 10:20 +99:00") == Moment(2024, 5, 1, 10, 20)


def test_a_reference_may_be_a_datetime() -> None:
    fetched = dt.datetime(2024, 6, 15, 12, 0, tzinfo=dt.UTC)
    assert parse_moment("3小时前", reference=fetched) == Moment(2024, 6, 15, 9, offset_minutes=0)
    assert parse_moment("3小时前", reference=dt.datetime(1, 1, 1)) is None  # noqa: DTZ001 - a naive clock


def test_all_dates_of_a_line_with_their_places() -> None:
    line = "发布：2024-05-01 10:20 更新：2024-05-02"
    found = find_moments(line)
    assert [(line[start:end], str(moment)) for start, end, moment in found] == [
        ("2024-05-01 10:20", "2024-05-01T10:20"),
        ("2024-05-02", "2024-05-02"),
    ]


def test_only_the_front_of_a_long_text_is_read() -> None:
    assert parse_moment("x" * 180 + " 2024-05-01") == Moment(2024, 5, 1)
    assert parse_moment("x" * 300 + " 2024-05-01") is None


# -- the value ----------------------------------------------------------------------------------------


def test_precision() -> None:
    parts = (2024, 5, 1, 10, 20, 30)
    found = [Moment(*parts[:n]).precision for n in range(1, 7)]
    assert found == ["year", "month", "day", "hour", "minute", "second"]


def test_day_and_datetime() -> None:
    assert Moment(2024, 5, 1, 10).date() == dt.date(2024, 5, 1)
    assert Moment(2024, 5).date() is None
    zone = dt.timezone(dt.timedelta(hours=8))
    assert Moment(2024, 5, offset_minutes=480).datetime() == dt.datetime(2024, 5, 1, tzinfo=zone)


@st.composite
def moments(draw: st.DrawFn) -> Moment:
    """Any moment of the years that are read, as exact as may be; an hour stands with its minute."""
    when = draw(st.datetimes(dt.datetime(1990, 1, 1), dt.datetime(2099, 12, 31)))  # noqa: DTZ001 - only its parts
    year, month, day, hour, minute, second = when.timetuple()[:6]
    offset = draw(st.none() | st.integers(-14 * 60, 14 * 60))
    kinds = [
        Moment(year),
        Moment(year, month),
        Moment(year, month, day),
        Moment(year, month, day, hour, minute, None, offset),
        Moment(year, month, day, hour, minute, second, offset),
    ]
    return draw(st.sampled_from(kinds))


@given(moments())
def test_what_is_written_is_read_back(moment: Moment) -> None:
    assert parse_moment(moment.isoformat()) == moment


@given(moments())
def test_chinese_is_read_back(moment: Moment) -> None:
    if moment.day is not None:
        text = f"{moment.year}年{moment.month}月{moment.day}日"
        assert parse_moment(text) == Moment(moment.year, moment.month, moment.day)


PIECES = st.sampled_from(
    "2024 24 5 05 1 13 99 - / . : 年 月 日 May mai T Z +08 , 昨天 3小时前 二〇 ago hours 民國 (".split()
)


@given(st.text() | st.lists(PIECES, max_size=12).map("".join) | st.lists(PIECES, max_size=12).map(" ".join))
def test_any_text_is_read_without_error(text: str) -> None:
    for reference in (None, NOW):
        for start, end, moment in find_moments(text, reference=reference):
            assert 0 <= start < end <= len(text)
            assert 1990 <= moment.year <= 2099
        parse_moment(text, reference=reference)


@given(st.integers(0, 9999), st.integers(0, 99), st.integers(0, 99))
def test_only_days_of_the_calendar(year: int, month: int, day: int) -> None:
    moment = parse_moment(f"{year:04}-{month:02}-{day:02}")
    try:
        expected = dt.date(year, month, day)
    except ValueError:
        expected = None
    if expected is not None and not 1990 <= year <= 2099:
        expected = None
    assert (moment.date() if moment else None) == expected


@pytest.mark.parametrize(
    "piece",
    [
        "1 2 3 4 ",
        "1",
        "2024-",
        "2024 May ",
        "1.1.1.1.",
        "May 1 ",
        "二",
        " ",
        "昨天",
        "10:20 ",
        "1年1月",
        "1 a ",
    ],
)
def test_a_long_value_costs_little(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    assert cpu_s(lambda: parse_moment(text, reference=NOW)) < 0.2


@pytest.mark.parametrize(
    "piece", ["1 2 3 4 ", "2024-", "1.1.1.1.", "May 1 ", "10:20 ", "1年1月", "1 a ", "2024年"]
)
def test_cost_is_linear(piece: str) -> None:
    """Ten times the text costs about ten times as much, with a wide margin for a busy machine."""
    short, long = (piece * (n // len(piece)) for n in (2_000, 20_000))
    assert cpu_s(lambda: find_moments(long, reference=NOW)) < (
        40 * cpu_s(lambda: find_moments(short, reference=NOW)) + 0.02
    )


# -- ISO 8601, the short way and the long way ---------------------------------------------------------


@given(
    st.datetimes(dt.datetime(1985, 1, 1), dt.datetime(2105, 1, 1)),  # noqa: DTZ001
    st.sampled_from(["T", " "]),
    st.sampled_from(["%H:%M:%S", "%H:%M", "%H:%M:%S.%f", None]),
    st.sampled_from(["", "Z", "+08:00", "-0330", "+15:00"]),
)
def test_the_short_way_reads_as_the_long_way(
    value: dt.datetime, mark: str, clock: str | None, zone: str
) -> None:
    text = value.strftime("%Y-%m-%d") + (mark + value.strftime(clock) + zone if clock else "")
    # A full stop behind the text keeps it from the short way, and changes nothing for the long one.
    assert parse_moment(text) == parse_moment(f"{text}.") == next((m for *_, m in find_moments(text)), None)


@pytest.mark.parametrize(
    "text", ["2024-02-30", "2024-05-01T25:00", "2024-05-01T10:60:00Z", "2024-13-01T10:00:00Z"]
)
def test_impossible_iso_dates_are_read_as_the_long_way_reads_them(text: str) -> None:
    assert parse_moment(text) == next((m for *_, m in find_moments(text)), None)


def test_a_clock_belongs_to_one_date() -> None:
    found = find_moments("2024-05-03T10:20:00+02:00 May 1st, 2024")
    assert [str(moment) for _, _, moment in found] == ["2024-05-03T10:20:00+02:00", "2024-05-01"]
