"""Lines that close a main text and are not part of it, told by what they say."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import examples

from maintext.classify import choice
from maintext.classify.end_matter import (
    KINDS,
    ends_with_credit,
    find_end_matter,
    is_call,
    is_credit,
    is_notice,
)
from maintext.classify.end_matter_phrases import FOLLOW, NOTICES, Phrases
from maintext.classify.features.context import BlockContext
from maintext.classify.features.matrix import block_features
from maintext.classify.model.kind import Kind
from maintext.html import characters as ch
from maintext.html import parse

PROSE = " ".join(["word"] * 30)
CJK = re.compile(r"[\u3400-\u9fff]")
NOTICE = "未经本网书面授权，不得转载。"
CALL = "Follow us on Facebook and Twitter"


def n_words(text: str) -> int:
    return len(ch.WORDS.findall(text))


# -- what lines say -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "© 2031 The Daily Example. All rights reserved.",
        "This story may not be reproduced, republished or rewritten without permission of the publisher.",
        "Alle Rechte vorbehalten. Nachdruck nur mit Genehmigung des Verlags.",
        "Tous droits réservés. Toute reproduction est interdite sans autorisation préalable de l'éditeur.",
        "Prohibida la reproducción total o parcial sin autorización. Todos los derechos reservados.",
        "Wszelkie prawa zastrzeżone. Kopiowanie i rozpowszechnianie bez zgody wydawcy zabronione.",
        "Все права защищены. Перепечатка разрешена только с гиперссылкой на сайт.",
        "Απαγορεύεται η αναδημοσίευση και η αναπαραγωγή χωρίς άδεια.",
        "Tüm hakları saklıdır. İzinsiz kopyalanamaz, yayınlanamaz.",
        NOTICE,
        "部分图片来自网络，如有不妥请联系删除。",
        "免責聲明：以上內容僅供參考，不構成投資建議，本站概不負責。",
        "（投资者据此操作，风险自担。）",
        "网友评论仅供其表达个人看法，并不表明本站同意其观点或证实其描述。",
        "请记住本书首发域名：read.example。读书阁手机版阅读网址：m.read.example",
        "本章未完，点击下一页继续阅读",
        "手机用户请浏览阅读，更优质的阅读体验。",
        "無断転載・複製を禁じます。",
        "저작권자 ⓒ 보기신문, 무단전재 및 재배포 금지",
        "Alle rechten voorbehouden. Overname alleen met toestemming.",
        "Alla rättigheter förbehållna. Kopiering utan tillstånd är förbjuden.",
        "Alle rettigheter forbeholdt. Kopiering uten tillatelse er forbudt.",
        "Kaikki oikeudet pidätetään. Kopiointi ilman lupaa on kielletty.",
        "Minden jog fenntartva. Másolása csak engedéllyel lehetséges.",
        "Toate drepturile rezervate. Reproducerea fără acord este interzisă.",
        "Sva prava pridržana. Zabranjeno je kopiranje bez dopuštenja.",
        "Visos teisės saugomos. Kopijuoti be leidimo draudžiama.",
        "جميع الحقوق محفوظة. لا يجوز إعادة النشر دون إذن.",
        "تمامی حقوق محفوظ است. بازنشر بدون اجازه ممنوع است.",
        "כל הזכויות שמורות. אין להעתיק או לפרסם ללא רשות.",
    ],
)
def test_notices(text: str) -> None:
    assert is_notice(text.lower(), n_words(text))


@pytest.mark.parametrize(
    "text",
    [
        "all rights reserved",  # too short to be told from a heading
        "The court found that the singer was not liable for what her fans had posted on her page that night.",
        "作者说，他还没有授权任何出版社。",
        "Зрители поддержали решение редакции газеты.",
        "De raad gaf vorige week toestemming voor de bouw van een nieuwe brug over de rivier in het noorden.",
        "قال المدير إن الحقوق كلها للناس.",
    ],
)
def test_prose_with_a_word_of_them_is_no_notice(text: str) -> None:
    assert not is_notice(text.lower(), n_words(text))


def test_phrases_of_a_notice_stand_close_together() -> None:
    three = "copyright permission prohibited"
    assert is_notice(three + " word" * 87, 90)
    assert not is_notice(three + " word" * 88, 91)
    two = "copyright permission"
    assert is_notice(two + " word" * 16, 18)
    assert not is_notice(two + " word" * 17, 19)


def test_a_phrase_counts_once() -> None:
    assert not is_notice("reproduce, reproduced, reproducing it", 4)


@pytest.mark.parametrize(
    "text",
    [
        CALL,
        "Подписывайтесь на наш Телеграм-канал",
        "Dołącz do nas na Facebooku i Twitterze!",
        "Suivez toute l'actualité sur Facebook",
        "扫描二维码，关注我们的微信公众号",
        "分享到：微信 微博 QQ空间",
        "扫一扫在手机打开当前页",
        "Abonneer je gratis op onze nieuwsbrief",
        "Prenumerera på vårt nyhetsbrev redan i dag",
        "Tilmeld dig vores daglige nyhedsbrev",
        "Seuraa meitä myös Facebookissa",
        "Iratkozzon fel a napi hírlevelünkre",
        "Pretplatite se na naš newsletter",
        "Абонирайте се за нашия бюлетин",
        "ما را در تلگرام دنبال کنید",
        "हमें फेसबुक पर फॉलो करें",
        "ติดตามข่าวของเราได้ที่เฟซบุ๊ก",
        "עקבו אחרינו בפייסבוק ובאינסטגרם",
        "ہمیں فیس بک اور ٹوئٹر پر فالو کریں",
        "Sekite mus „Facebook“ ir „Instagram“",
    ],
)
def test_calls(text: str) -> None:
    assert is_call(text.lower(), n_words(text))


@pytest.mark.parametrize(
    "text",
    [
        "Follow the path along the river",
        "The agency won her twenty thousand followers on Instagram",
        "He bought Twitter in the autumn of that year",
        "他在微博上说，天气很好。",
    ],
)
def test_prose_is_no_call(text: str) -> None:
    assert not is_call(text.lower(), n_words(text))


@pytest.mark.parametrize(
    "text",
    [
        "Source: Example University",
        "Credit: somebody / Example Pictures",
        "Written by Jane Roe",
        "(fot. Jan Przykład)",
        "Źródło: PAP",
        "Источник: пресс-служба",
        "Πηγή: example.gr",
        "【责任编辑：李明】",
        "来源：示例日报",
        "文/记者 王小明",
        "三审：王小明",
        "三审三校：王小明",
        "统筹：王小明",
        "本文来源：示例日报",
        "投稿邮箱：a@b.example",
    ],
)
def test_credits(text: str) -> None:
    assert is_credit(text.lower(), n_words(text))


@pytest.mark.parametrize(
    "text",
    [
        "Sources:",
        "The source of the river is unknown",
        "Photos show the damage",
        "文章来源不明",
        "统筹城乡发展",
    ],
)
def test_prose_and_headings_are_no_credits(text: str) -> None:
    assert not is_credit(text.lower(), n_words(text))


def test_captions_that_end_with_a_credit() -> None:
    for text in (
        "The old mill at dawn. Photo: Jane Roe",
        "Am Ufer (Foto: Agentur)",
        "Image credit: Example/Two",
        "Вид. Фото: ТАСС",
    ):
        assert ends_with_credit(text.lower(), n_words(text)), text
    for text in (
        "Photo:",
        "He had one aim: a photo",
        "Photo: taken in 1901. It shows the mill",
        "credit where: due",
        "see http://a/b",
    ):
        assert not ends_with_credit(text.lower(), n_words(text)), text
    assert ends_with_credit("word " * 58 + "photo: roe", 60)
    assert not ends_with_credit("word " * 59 + "photo: roe", 61)


def test_what_is_looked_for_can_be_found() -> None:
    """Beginnings of words are at least as long as what they are looked up by, in lower case."""
    for word in NOTICES.words:
        assert len(word) >= 5
        assert word.rstrip("_") in {match.rstrip("_") for match in NOTICES.find(word.rstrip("_"))}, word
    for piece in NOTICES.pieces:
        assert piece
        assert piece in NOTICES.find(f"x {piece} x")


def plainly_found(phrases: Phrases, text: str) -> set[str]:
    """The definition of :meth:`Phrases.found`: of each word the first that it begins with, and pieces."""
    of_words = [
        next((beginning for beginning in phrases.words if f"{word}_".startswith(beginning)), None)
        for word in ch.WORDS.findall(text)
    ]
    return {found for found in of_words if found} | {piece for piece in phrases.pieces if piece in text}


PIECES = [*NOTICES.words, *NOTICES.pieces, *FOLLOW.words, "follow", "following", "word", "，", "x_"]


@given(st.lists(st.sampled_from(PIECES)).map(" ".join))
def test_phrases_are_found_as_defined(text: str) -> None:
    assert NOTICES.find(text) == plainly_found(NOTICES, text)
    assert FOLLOW.find(text) == plainly_found(FOLLOW, text)


# -- where they stand ---------------------------------------------------------------------------------

CAPTION = "The mill at dawn. Photo: Jane Roe"
LINES = (
    PROSE,
    NOTICE,
    CALL,
    CAPTION,
    "Written by Jane Roe",
    "声明：本文由入驻平台的作者撰写，观点仅代表作者本人，不代表本平台立场。",
    "更多精彩内容，请关注河畔新闻网微信公众号",
    "a line",
    "word " * 90,
    (FIGURED := "The old bridge from the south"),
)


def found(lines: list[str], probability: list[float]) -> list[str]:
    """Kinds of paragraphs, of which those from .4 on are chosen."""
    scene, values = BlockContext(parse("".join(map(marked_up, lines)))), np.array(probability)
    kinds = find_end_matter(scene, values, values >= 0.4)
    return [KINDS[kind] for kind in kinds.tolist()]


def marked_up(line: str) -> str:
    return figure(line, "<img src=a.png>") if line == FIGURED else f"<p>{line}</p>"


def figure(caption: str, of: str) -> str:
    return f"<figure>{of}<figcaption>{caption}</figcaption></figure>"


def defined(lines: list[str], probability: list[float]) -> list[str]:
    """The definition of :func:`find_end_matter`, block by block from the last one."""
    lines = [line.lower() for line in lines]
    words = [n_words(line) * (p >= 0.4) for line, p in zip(lines, probability, strict=True)]
    kinds = [""] * len(lines)
    for i in reversed(range(len(lines))):
        sure_after = [words[j] for j in range(i + 1, len(lines)) if probability[j] >= 0.9 and not kinds[j]]
        closes = sum(sure_after) <= 0.05 * sum(words)
        if words[i]:
            kinds[i] = kind_of_line(lines[i], closes, probability[i])
    n_words_of_end_matter = sum(n for n, kind in zip(words, kinds, strict=True) if kind)
    return [""] * len(lines) if 2 * n_words_of_end_matter >= sum(words) else kinds


def kind_of_line(text: str, closes: bool, probability: float) -> str:
    n = n_words(text)
    n_spoken = n - round(0.4 * len(CJK.findall(text)))
    kinds = {
        "credit": ends_with_credit(text, n),
        "caption": text == FIGURED.lower() and probability < 0.8,
        "notice": closes and is_notice(text, n_spoken),
        "credit ": closes and is_credit(text, n),
        "call": closes and is_call(text, n_spoken, is_sure=probability >= 0.95),
    }
    return next((kind.strip() for kind, is_so in kinds.items() if is_so), "")


PROBABILITIES = st.sampled_from([0.1, 0.39, 0.4, 0.6, 0.79, 0.8, 0.89, 0.9, 0.94, 0.95, 0.99])


@settings(max_examples=examples(500))
@given(st.lists(st.tuples(st.sampled_from(LINES), PROBABILITIES), min_size=1, max_size=12))
def test_end_matter_is_what_is_defined(page: list[tuple[str, float]]) -> None:
    lines, probability = [line for line, _ in page], [p for _, p in page]
    assert found(lines, probability) == defined(lines, probability)


def test_a_notice_at_the_end_is_dropped_and_one_within_stays() -> None:
    assert found([PROSE, NOTICE], [0.99, 0.6]) == ["", "notice"]
    assert found([PROSE, NOTICE, PROSE], [0.99, 0.6, 0.99]) == ["", "", ""]
    assert found([PROSE, NOTICE, "in the valley"], [0.99, 0.6, 0.99]) == ["", "", ""]  # three words after it
    assert found([PROSE, NOTICE, "valley"], [0.99, 0.6, 0.99]) == ["", "notice", ""]


def test_end_matter_is_no_text_after_other_end_matter() -> None:
    assert found([PROSE, NOTICE, "Source: Example"], [0.99, 0.99, 0.99]) == ["", "notice", "credit"]


def test_calls_are_dropped_where_they_close_the_text() -> None:
    long = f"{CALL} {'word ' * 10}"
    assert found([PROSE, CALL], [0.99, 0.99]) == ["", "call"]
    assert found([PROSE, long], [0.99, 0.94]) == ["", "call"]
    assert found([PROSE, long], [0.99, 0.95]) == ["", ""]
    assert found([PROSE * 2, f"{CALL} {'word ' * 40}"], [0.99, 0.94]) == ["", ""]
    assert found([PROSE, CALL, PROSE], [0.99, 0.99, 0.99]) == ["", "", ""]


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("声明：本文由入驻平台的作者撰写，除官方账号外，观点仅代表作者本人，不代表本平台立场。", "notice"),
        ("更多精彩内容，请关注河畔新闻网微信公众号", "call"),
        ("关注公众号", "call"),
        ("扫码关注我们", "call"),
        ("点个“在看”，分享给更多人", "call"),
        ("他每天在看这座桥", ""),
        ("點我加入LINE好友，掌握最新消息", "call"),
        ("立即訂閱電子報", "call"),
        ("本文獲授權轉載", "notice"),
        ("圖片來源：示例圖庫", "credit"),
        ("图片来源于网络，如有侵权请联系删除", "notice"),
        ("本文仅代表作者观点，不代表本站立场", "notice"),
        ("未经授权，不得转载", "notice"),
        ("未经许可，任何单位和个人不得设置户外广告。", ""),
        ("他在公众号里写道，乘客扫描车上的二维码就能看到下一班渡轮到站的时间和剩余的座位", ""),
    ],
)
def test_chinese_words_have_more_than_one_character(line: str, kind: str) -> None:
    assert found([PROSE * 10, line], [0.99, 0.99]) == ["", kind]


def test_credits_are_dropped_where_they_close_the_text() -> None:
    lines = [PROSE, "Written by Jane Roe"]
    assert found(lines, [0.99, 0.6]) == ["", "credit"]
    assert found([*lines, PROSE], [0.99, 0.6, 0.99]) == [""] * 3


def test_the_title_that_a_text_had_elsewhere_is_dropped_anywhere() -> None:
    line = "（原标题：某地举行大型活动，来自各地的许多人都参加了，现场十分热闹）"
    assert found([line, PROSE, PROSE], [0.99, 0.99, 0.99]) == ["credit", "", ""]
    assert found([f"他说：“原标题：太长。{line}”", PROSE, PROSE], [0.99, 0.99, 0.99]) == [""] * 3


def test_a_paragraph_that_ends_with_its_source_is_no_caption() -> None:
    line = "The defects had technical causes. No one is accused. The inquiry goes on. (Source: Example)"
    assert found([PROSE, line, PROSE], [0.99, 0.6, 0.99]) == [""] * 3


def test_captions_with_credits_are_dropped_anywhere() -> None:
    assert found([PROSE, CAPTION, PROSE], [0.99, 0.6, 0.99]) == ["", "credit", ""]


def of_figure(line: str, of: str) -> str:
    scene = BlockContext(parse(f"<p>{PROSE}</p>{figure(line, of)}<p>{PROSE}</p>"))
    place = scene.texts.index(" ".join(line.lower().split()))
    values = np.full(len(scene.texts), 0.99)
    values[place] = 0.6
    return KINDS[find_end_matter(scene, values, values >= 0.4)[place]]


def test_captions_of_pictures_with_a_low_score_are_dropped() -> None:
    assert found([PROSE, FIGURED, PROSE], [0.99, 0.6, 0.99]) == ["", "caption", ""]
    assert found([PROSE, FIGURED, PROSE], [0.99, 0.8, 0.99]) == [""] * 3
    assert of_figure("The bridge, seen from the tower", "<a href=/b><img src=b.png></a>") == "caption"


@pytest.mark.parametrize(
    ("line", "of"),
    [
        pytest.param("Costs of the bridge by year", "<table><tr><td>2024<td>5</table>", id="table"),
        pytest.param("How the load is read", "<pre>read(load)</pre>", id="code"),
        pytest.param("从南边看老桥,摄于昨天早晨", "<img src=b.png>", id="Chinese"),
        pytest.param("seen from there " * 21, "<img src=b.png>", id="63 words"),
    ],
)
def test_captions_that_are_a_part_of_the_text(line: str, of: str) -> None:
    assert of_figure(line, of) == ""


def test_a_page_of_notices_keeps_them() -> None:
    assert found([NOTICE, NOTICE, NOTICE], [0.6, 0.6, 0.6]) == ["", "", ""]
    assert found(["a title of five words", NOTICE, NOTICE], [0.99, 0.6, 0.6]) == ["", "", ""]


def test_no_block_is_end_matter_where_none_is_chosen() -> None:
    assert found([PROSE, NOTICE], [0.1, 0.1]) == ["", ""]


def test_end_matter_is_dropped_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    probabilities = {"article": 1.0, "forum": 0.0, "listing": 0.0, "collection": 0.0}
    monkeypatch.setattr(choice, "kind_of", lambda *_: Kind("article", 1.0, probabilities))
    lines = [PROSE, PROSE, PROSE, CAPTION, "Source: Example", NOTICE]
    values = np.array([0.99, 0.99, 0.99, 0.6, 0.6, 0.6])
    scene = BlockContext(parse("".join(f"<p>{line}</p>" for line in lines)))
    verdicts = {
        beta: choice.choose(scene, block_features(scene), values, beta, choice.Judges({})).verdict().tolist()
        for beta in (1.0, 2.0)
    }
    reasons = [choice.VERDICTS[number].reason for number in verdicts[1.0]]
    for i, word in enumerate(("credit", "credit", "notice"), 3):
        assert word in reasons[i]
    assert [choice.VERDICTS[number].keep for number in verdicts[1.0]] == [True] * 3 + [False] * 3
    assert all(choice.VERDICTS[number].keep for number in verdicts[2.0])
