"""Detect the language of a text by its script and function words; Chinese by its characters.

Source: N. Ingle, "A language identification table", The Incorporated Linguist 15(4), 1976, for the idea of
function words. The word lists are maintext's own.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from maintext._core.fields import count_scripts, count_votes
from maintext._core.words import build_word_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.html import Page

__all__ = ["Language", "detect_language", "has_cjk"]


class Language(NamedTuple):
    """A language and its confidence.

    Attributes
    ----------
    tag
        Language tag: ``en``, ``de``, ``zh-Hans``, ``zh-Hant`` …; ``""`` for unknown.
    confidence
        From 0 to 1: for word votes, the lead of the best language over the second.
    """

    tag: str
    confidence: float


_MAX_CHARS = 1_500
_MAX_WORDS = 200
_MIN_LETTERS = 8  # fewer letters are no text
_MIN_HAN = 20
_MARKS = "’“”‘–—…\xa0•·©"  # without these most English text is ASCII

# First code point of each Unicode range, with its script; "" for no script.
_RANGES = (
    (0x0000, ""), (0x0041, "latin"), (0x005B, ""), (0x0061, "latin"), (0x007B, ""), (0x00C0, "latin"),
    (0x0250, ""), (0x0370, "greek"), (0x0400, "cyrillic"), (0x0530, "armenian"), (0x0590, "hebrew"),
    (0x0600, "arabic"), (0x0700, ""), (0x0900, "devanagari"),
    (0x0980, "bengali"), (0x0A00, ""), (0x0B80, "tamil"), (0x0C00, ""),
    (0x0E00, "thai"), (0x0E80, ""), (0x1000, "burmese"), (0x10A0, "georgian"), (0x1100, "hangul"),
    (0x1200, ""), (0x1780, "khmer"), (0x1800, ""),
    (0x1E00, "latin"), (0x1F00, "greek"), (0x2000, ""), (0x3041, "kana"),
    (0x3100, ""), (0x3400, "han"), (0xA000, ""), (0xAC00, "hangul"), (0xD7B0, ""),
)  # fmt: skip
_NAMES = sorted({script for _, script in _RANGES})  # "" is the first
_ONLY = {
    "hangul": "ko", "greek": "el", "hebrew": "he", "thai": "th", "devanagari": "hi", "bengali": "bn",
    "tamil": "ta", "georgian": "ka", "armenian": "hy", "burmese": "my", "khmer": "km",
}  # fmt: skip
# A Chinese character carries more than a Latin letter.
_WEIGHT = {"han": 3, "kana": 3, "hangul": 3}

# Letters that only one of the two ways to write Chinese has, of the commonest ones.
_SIMPLIFIED = frozenset(
    "这们国个来时为会说对过发经现还实动进没关长开问题间见车东电学应该当种样从两头气无与业产"
    "话语请让认识许设计讨论证评译试诗诚详误调谈谢记讲读课谁资质费贵购贸赛赞达运远连选边远递适难"
    "银钱铁错钟钢铜镇镜队阳阴阶际陆险难页顶项顺须顾顿预领频颜额风飞饭饮馆马驾验鱼鸟鸡鸭麦黄龙龟齐齿"
    "万乐习书买亚亲亿仅价众优传伤伟伦侧债倾储儿党兰兴养减决况净准凤凭击创别则刚剧劳劲势区医华协单卖卫厂厅历压县参双变"
    "号听员响团园围图圆坏块坚坛垫场处备复够夺奖妇孙宁宝宾审宫宽导层岁岛币师带帮广庄庆库庙张弹强归录忆"
    "态怀总恶惊惯愿战户扩扫扬护报担拥择挂挤挥损换据击败数断旧显晓机杀杂权条杨极构标栋树桥检楼欢欧毕汇汉"
    "汤沟泽洁浅测济浓润涨渐湾满灭灯灵灾炉点热爱爷独狮献环疗盖盘监矿码确础礼祸离积稳穷窃竞笔筑签简粮级纪约红纯纸线"
    "练组细织终结给络绝统继续维绿编缘缩罗罢职联聪肃肠胜胶脑脸节艺苏药获营虑虽补装观规视览觉觅触订"
)
_TRADITIONAL = frozenset(
    "這們國個來時為會說對過發經現還實動進沒關長開問題間見車東電學應該當種樣從兩頭氣無與業產"
    "話語請讓認識許設計討論證評譯試詩誠詳誤調談謝記講讀課誰資質費貴購貿賽讚達運遠連選邊遞適難"
    "銀錢鐵錯鐘鋼銅鎮鏡隊陽陰階際陸險頁頂項順須顧頓預領頻顏額風飛飯飲館馬駕驗魚鳥雞鴨麥黃龍龜齊齒"
    "萬樂習書買亞親億僅價眾優傳傷偉倫側債傾儲兒黨蘭興養減決況淨準鳳憑擊創別則剛劇勞勁勢區醫華協單賣衛廠廳歷壓縣參雙變"
    "號聽員響團園圍圖圓壞塊堅壇墊場處備復夠奪獎婦孫寧寶賓審宮寬導層歲島幣師帶幫廣莊慶庫廟張彈強歸錄憶"
    "態懷總惡驚慣願戰戶擴掃揚護報擔擁擇掛擠揮損換據敗數斷舊顯曉機殺雜權條楊極構標棟樹橋檢樓歡歐畢匯漢"
    "湯溝澤潔淺測濟濃潤漲漸灣滿滅燈靈災爐點熱愛爺獨獅獻環療蓋盤監礦碼確礎禮禍離積穩窮竊競筆築簽簡糧級紀約紅純紙線"
    "練組細織終結給絡絕統繼續維綠編緣縮羅罷職聯聰肅腸勝膠腦臉節藝蘇藥獲營慮雖補裝觀規視覽覺覓觸訂"
)
_HANS = re.compile(f"[{''.join(sorted(_SIMPLIFIED - _TRADITIONAL))}]")
_HANT = re.compile(f"[{''.join(sorted(_TRADITIONAL - _SIMPLIFIED))}]")

_LATIN_WORDS = {
    "en": """the of and to in is that for it with as was are be this have from or by not you which at on we
        they his her their has but can will what would there an if more who do been when so your our all
        about one""",
    "de": """der die und das ist nicht ein eine zu den mit von für auf im sich dem des auch es an als wie
        wird sind bei aus nach um war noch oder einen einer über so zum hat nur werden dass durch wir sie
        ich vor haben mehr am zur kann aber man""",
    "fr": """le la les de des et un une est en que dans pour du qui sur pas par au il plus ce ne avec sont
        elle se mais ou cette aux nous vous ont son ses leur être fait comme tout y été même deux ces sa""",
    "es": """el la los las de que y en un una es por con para del se no su lo como más al ha pero sus le ya
        o este sí porque esta entre cuando muy sin sobre también me hasta hay donde quien desde todo nos
        durante fue son era está""",
    "it": """il la di che è e un una per in del con non si le dei della sono da più al ha come nel lo gli
        anche i alla ma se delle questo essere nella dal su cui stato o ci ad suo sua tra dopo ancora
        hanno""",
    "pt": """o a os as de que e do da em um uma para é com não se na no por mais dos como mas ao foi das à
        seu sua ou ser quando muito há nos já está eu também só pelo pela até isso ela entre era depois são
        às você""",
    "nl": """de het een en van in is dat op te zijn met voor niet aan er die om ook als maar bij nog naar
        uit door wordt heeft over dan worden je hij ze wat of deze kan meer was hebben zich al geen wel""",
    "sv": """och att det i en som på är av för med den till inte har de ett om var jag så vi från men kan
        när eller nu hade sig efter mot skulle också vara han hon bara alla""",
    "da": """og at det i en som på er af for med den til ikke har de et om var jeg så vi fra men kan når
        eller nu havde sig efter mod skulle også være han hun bare alle blev hvor efter kun meget""",
    "no": """og at det i en som på er av for med den til ikke har de et om var jeg så vi fra men kan når
        eller nå hadde seg etter mot skulle også være han hun bare alle ble hvor kun mye eit ikkje""",
    "fi": """ja on ei se että oli hän mutta ovat joka kun niin myös ole mitä tai sen olla jos kuin nyt vain
        sekä voi jo minä mukaan ne tämä hänen sitä kuitenkin ollut jotka noin vielä""",
    "pl": """i w na z się nie do że jest to jak o po od za dla przez co ale są tak był ma jego już być by
        oraz może tylko które tym lub który także było jej ich czy ze przy pod która można ten""",
    "cs": """a se na v je že to s z do o ve jsem ale po jako pro byl si jsou tak i jeho od už které by nebo
        jen za při jak který být také k není let bylo až ze podle mezi aby co ne když kde tam více proto
        mnoho""",
    "sk": """a sa na v je že to s z do o vo som ale po ako pre bol si sú tak aj jeho od už ktoré by alebo
        len za pri ktorý byť tiež k nie rokov bolo až zo podľa medzi aby čo nie keď kde tam viac preto""",
    "hu": """a az és hogy nem is egy van meg volt de ez már csak el ki ha azt mint még be lesz vagy nagyon
        ezt után így minden kell lehet mert pedig akkor szerint volna""",
    "ro": """și de în la a cu nu că este pe un o din care pentru mai să se au fost ce sau dar după al ale
        sunt prin această fi până sa lui cel cea acest unei această""",
    "tr": """ve bir bu da de için ile ne çok olarak daha olan gibi var en kadar ama sonra o ise mi her
        olduğu ben oldu değil yeni şu ya göre ki tarafından bunu ancak""",
    "id": """yang dan di dengan untuk pada dari ini itu adalah tidak dalam ke akan oleh juga karena ada
        sebagai bisa atau saya kami tersebut telah lebih mereka dapat sudah anda menjadi""",
    "vi": """và của là có cho không được trong một các người với những này để đã khi từ tại cũng như về đến
        ra vào nhiều trên tôi sẽ lại phải bị làm năm""",
    "hr": """i je u na se da za su od s a o kako koji što iz bi nije ili će bio samo kao do više te po koja
        koje smo ali njegov ovo sve sam jer prema godine""",
    "sl": """in je v na se da za so od s pa o kako ki kaj iz bi ni ali bo bil samo kot do več po ko še tudi
        lahko tem bilo pri smo če""",
    "et": """ja on ei see et oli ta aga kui ka mis või oma ning siis nii mida kes ma veel välja selle seda
        juba olla nagu ole ainult enam pole""",
    "lv": """un ir ka ar no par uz bet arī tas kas vai to kā lai tiek ne pēc tā nav bija savu jau gan pie šo
        līdz""",
    "lt": """ir yra kad su iš į tai bet ar ne apie kaip nuo jo už dar jau buvo iki po tik taip savo šis prie
        yra būti""",
    "ca": """el la els les de que i en un una és per amb del no es al ha però més com dels aquest aquesta
        són seva també molt sobre han ser entre seu fins tot""",
    "la": """et in est non ad ut cum qui quod ex de sed quae per ab esse si hoc aut quam etiam enim sunt nec
        atque a se eius""",
    "eu": """eta da ez du bat dira zen izan baina den ere dute egin hau dela bere nire edo egiten beste duen
        ditu gure""",
    "sq": """dhe të në e për me një që është nga i së si nuk më por do ka kjo janë ishte duke u ai kur
        edhe""",
}
_CYRILLIC_WORDS = {
    "ru": """и в не на что с по как это из для у но за его от о к так же все он то были есть было или при
        был только если ещё еще мы они она который также может ее уже чтобы бы когда со году""",
    "uk": """і в не на що з у та як це до за від для але його про й із є по він було або які так також ще
        якщо вони вона був може тільки щоб коли ми який року""",
    "bg": """и на да се за от в е не с че по са като но това за ще си към или бе до той беше при след може
        както които още само един ако има""",
    "sr": """и је у на се да за су од са а о како који што из би није или ће био само као до више по која
        које али ово све јер према""",
    "be": """і ў не на што з у як гэта да за ад для але яго пра па ён было або якія так таксама яшчэ калі
        яны яна быў можа толькі каб мы які""",
    "mk": """и на да се за од во е не со дека по како но ова ќе си или до тој беше при може кои само ако има
        сите""",
}
_ARABIC_WORDS = {
    "ar": """في من على إلى أن التي عن مع هذا ما لا هذه كان الذي أو بعد كل بين قد ذلك لم كما هو و ان هي منذ
        عند حيث أنه غير كانت حتى""",
    "fa": """در به از که این را با است برای آن یک خود تا کرد بر هم نیز می شود شده او ما ها باید اما یا کند
        گفت وی بود دارد های""",
    "ur": """کے میں کی ہے اور سے کا کو اس نے پر یہ کہ ہیں کر بھی ایک نہیں تھا گیا ان جو وہ تک لیے ہو
        اپنے""",
}


class _Votes(NamedTuple):
    """Common words of the languages of one script, with their votes.

    A word shared by several languages splits its vote evenly among them.
    """

    languages: tuple[str, ...]
    votes: NDArray[np.float64]
    table: Any


def _build_votes(words: dict[str, str]) -> _Votes:
    numbers: dict[str, int] = {}
    for text in words.values():
        for word in text.split():
            numbers.setdefault(word, len(numbers))
    votes = np.zeros((len(numbers), len(words)))
    for i, text in enumerate(words.values()):
        votes[[numbers[word] for word in text.split()], i] = 1
    table = build_word_table({word: i + 1 for word, i in numbers.items()})
    return _Votes(tuple(words), votes / votes.sum(axis=1, keepdims=True), table)


_VOTES = {
    "latin": _build_votes(_LATIN_WORDS),
    "cyrillic": _build_votes(_CYRILLIC_WORDS),
    "arabic": _build_votes(_ARABIC_WORDS),
}
_FALLBACK = {"latin": "", "cyrillic": "ru", "arabic": "ar"}
_ENOUGH = 0.06  # least share of words that are commonest ones; lists of names have less


def detect_language(text: str) -> Language:
    """Return the language of a text; tag ``""`` if it is too short or unknown.

    Only the first 1,500 characters are read.
    """
    text = text[:_MAX_CHARS]
    if not text.isascii():
        for mark in _MARKS:
            text = text.replace(mark, " ")
    if text.isascii():
        return _by_words(text, "latin") if len(text) >= _MIN_LETTERS else Language("", 0.0)
    counts = dict(zip(_NAMES[1:], count_scripts(text, _script_of(), len(_NAMES))[1:], strict=True))
    if sum(counts.values()) < _MIN_LETTERS:
        return Language("", 0.0)
    script = max(counts, key=lambda name: counts[name] * _WEIGHT.get(name, 1))
    # Some kana among Chinese letters is Japanese: particles and endings.
    if script in {"han", "kana"}:
        is_japanese = counts["kana"] * 20 > counts["han"]
        return Language("ja", 0.98) if is_japanese else _chinese_variant(text)
    if script in _ONLY:
        return Language(_ONLY[script], counts[script] / sum(counts.values()))
    found = _by_words(text, script)
    # Code among Chinese text: more Latin letters than others, but not words of a language.
    return _chinese_variant(text) if not found.tag and counts["han"] >= _MIN_HAN else found


@cache
def _script_of() -> NDArray[np.uint8]:
    """Return the index in ``_NAMES`` of each character's script, up to U+D7B0."""
    starts = [start for start, _ in _RANGES]
    lengths = [*(end - start for start, end in pairwise(starts)), 1]
    return np.repeat(np.array([_NAMES.index(script) for _, script in _RANGES], dtype=np.uint8), lengths)


def _chinese_variant(text: str) -> Language:
    """Return simplified or traditional Chinese, by characters that only one of them has."""
    n_hans, n_hant = len(_HANS.findall(text)), len(_HANT.findall(text))
    if n_hans == n_hant:
        return Language("zh", 0.9)
    tag = "zh-Hans" if n_hans > n_hant else "zh-Hant"
    return Language(tag, max(n_hans, n_hant) / (n_hans + n_hant))


def _by_words(text: str, script: str) -> Language:
    known = _VOTES[script]
    n_words, n_votes, best, first, second = count_votes(text.lower(), _MAX_WORDS, known.table, known.votes)
    if n_votes == 0 or first < max(2.0, _ENOUGH * n_words):
        return Language(_FALLBACK[script], 0.3 if _FALLBACK[script] else 0.0)
    return Language(known.languages[best], (first - second) / first)


def has_cjk(page: Page) -> bool:
    """Return True if a page has Chinese, Japanese or Korean characters."""
    return not page.text.isascii() and bool(page.n_cjk.any())
