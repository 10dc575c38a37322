"""Words of dates: month names, time zones, parts of the day and units of time, in many languages.

All keys are as :func:`key` makes them. Where two languages disagree (*listopad* is October in Croatian,
November in Czech and Polish), the one with more speakers stands.
"""

from __future__ import annotations

import unicodedata

__all__ = ["DAY_PARTS", "MONTHS", "UNITS", "ZONES", "key"]


def key(word: str) -> str:
    """Return a word without case and accents, as in capital letters accents are often left out."""
    if word.isascii():
        return word.lower()
    marked = unicodedata.normalize("NFD", word.casefold())
    return "".join(character for character in marked if not unicodedata.combining(character))


# One line a month: full names and inflected forms, then abbreviations. In order: English, German, French,
# Spanish, Italian, Portuguese, Dutch, Scandinavian, Polish, Czech, Russian, Ukrainian, Greek, Turkish,
# Romanian, Indonesian, Hungarian, Arabic (Gregorian names of both traditions).
_MONTHS = (
    """january januar jänner janvier enero gennaio janeiro januari styczeń stycznia leden ledna
    январь января січень січня ιανουάριος ιανουαρίου ocak ianuarie január يناير كانون
    jan jän janv ene gen sty led янв січ ιαν oca ian""",
    """february februar feber février febrero febbraio fevereiro februari luty lutego únor února
    февраль февраля лютий лютого φεβρουάριος φεβρουαρίου şubat februarie február فبراير شباط
    feb febr févr fév fev lut úno фев февр лют φεβ şub""",
    """march märz mars marzo março maart marts marzec marca březen března март марта березень березня
    μάρτιος μαρτίου mart martie maret március مارس آذار mar mär mrz mrt maa бер мар μαρ már""",
    """april avril abril aprile kwiecień kwietnia duben dubna апрель апреля квітень квітня απρίλιος απριλίου
    nisan aprilie április أبريل ابريل نيسان apr avr abr kwi dub апр кві απρ nis ápr""",
    """may mai mayo maggio maio mei maj maja květen května май мая травень травня μάιος μαΐου μαίου
    mayıs május مايو أيار mag kvě тра μάι μαΐ máj""",
    """june juni juin junio giugno junho czerwiec czerwca červen června июнь июня червень червня ιούνιος
    ιουνίου haziran iunie június يونيو حزيران jun giu cze čvn июн чер ιουν haz iun jún""",
    """july juli juillet julio luglio julho lipiec lipca červenec července июль июля липень липня ιούλιος
    ιουλίου temmuz iulie július يوليو تموز jul juil lug lip čvc июл лип ιουλ tem iul júl""",
    """august août aout agosto augustus augusti sierpień sierpnia srpen srpna август августа серпень серпня
    αύγουστος αυγούστου ağustos agustus augusztus أغسطس اغسطس آب aug ago ags sie srp авг сер αυγ ağu""",
    """september septembre septiembre setiembre settembre setembro wrzesień września září сентябрь сентября
    вересень вересня σεπτέμβριος σεπτεμβρίου eylül septembrie szeptember سبتمبر أيلول
    sep sept set wrz zář сен сент вер σεπ σεπτ eyl szept""",
    """october oktober octobre octubre ottobre outubro październik października říjen října октябрь октября
    жовтень жовтня οκτώβριος οκτωβρίου ekim octombrie október أكتوبر اكتوبر
    oct okt ott out paź říj окт жов οκτ eki""",
    """november novembre noviembre novembro listopad listopada ноябрь ноября листопада νοέμβριος
    νοεμβρίου kasım noiembrie نوفمبر nov lis ноя нояб νοε kas noi""",
    """december dezember décembre diciembre dicembre dezembro desember grudzień grudnia prosinec prosince
    декабрь декабря грудень грудня δεκέμβριος δεκεμβρίου aralık decembrie ديسمبر
    dec dez déc dic des gru pro дек гру δεκ ara""",
)
MONTHS = {key(name): month for month, line in enumerate(_MONTHS, 1) for name in line.split()}
"""Month number from 1 by name."""

_ZONES = {
    "z": 0, "utc": 0, "gmt": 0, "wet": 0, "bst": 60, "cet": 60, "mez": 60, "west": 60, "cest": 120,
    "mesz": 120, "eet": 120, "eest": 180, "msk": 180, "hkt": 480, "sgt": 480, "jst": 540, "kst": 540,
    "北京时间": 480, "北京時間": 480, "台北时间": 480, "台灣時間": 480, "香港時間": 480, "日本時間": 540,
    "aest": 600, "aedt": 660, "nzst": 720, "nzdt": 780,
    "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420, "mdt": -360, "pst": -480, "pdt": -420,
}  # fmt: skip
ZONES = {key(name): offset for name, offset in _ZONES.items()}
"""Minutes east of UTC by name. ``ET``, ``PT`` and ``IST`` stand for several and are left out."""

# Noon is 12: what an hour below it becomes in the afternoon. Evening words mean the afternoon half.
_DAY_PARTS = {
    0: "am a.m. a.m 上午 凌晨 早上 清晨 午前 오전 πμ π.μ.",
    12: "pm p.m. p.m 下午 晚上 傍晚 晚 中午 午後 오후 μμ μ.μ.",
}
DAY_PARTS = {key(word): hours for hours, words in _DAY_PARTS.items() for word in words.split()}
"""Hours to add to a clock of twelve hours, by the word at the time."""

_UNITS = {
    "second": """second seconds sec secs sekunde sekunden seconde secondes segundo segundos secondi sekund
        секунд секунды секунду 秒 秒钟 秒鐘 초 s ثانية ثواني ثوان""",
    "minute": """minute minutes min mins minuten minuto minutos minuti minut minuty minutę минут минуты
        минуту λεπτά λεπτό dakika 分 分钟 分鐘 분 m دقيقة دقائق دقيقتين""",
    "hour": """hour hours hr hrs h stunde stunden heure heures hora horas ora ore godzin godziny godzinę
        час часа часов ώρες ώρα saat uur uren 小时 小時 时 时间 時間 시간 std ساعة ساعات ساعتين""",
    "day": """day days d tag tage tagen jour jours día días dia dias giorno giorni dzień dni день дня дней
        ημέρες ημέρα gün dag dagen 天 日 일 يوم أيام ايام يومين""",
    "week": """week weeks woche wochen semaine semaines semana semanas settimana settimane tydzień tygodni
        tygodnie неделю недели недель εβδομάδες hafta weken 周 週 星期 週間 주 w أسبوع أسابيع أسبوعين""",
    "month": """month months monat monate monaten mois mes meses mese mesi miesiąc miesiące miesięcy месяц
        месяца месяцев μήνες ay maand maanden 月 个月 個月 か月 ヶ月 개월 mo شهر أشهر شهور شهرين""",
    "year": """year years jahr jahre jahren an ans año años ano anos anno anni rok lata lat год года лет
        χρόνια yıl jaar 年 년 y سنة سنوات سنتين عام أعوام""",
}
UNITS = {key(word): unit for unit, words in _UNITS.items() for word in words.split()}
"""``second``, ``minute``, ``hour``, ``day``, ``week``, ``month`` or ``year`` by word."""
