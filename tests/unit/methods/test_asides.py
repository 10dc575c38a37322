"""Lines in or behind a main text that are none of it, told by what they say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext.features.matrix import feature_matrix
from maintext.features.scene import Scene
from maintext.methods import choice
from maintext.methods.aside_phrases import FOLLOW, NOTICES, OTHER_STORIES, PLACES, Phrases
from maintext.methods.asides import (
    ASIDES,
    announcement,
    asides,
    ends_with_credit,
    heads_other_stories,
    is_call,
    is_credit,
    is_label,
    is_notice,
)
from maintext.model.kind import Kind
from maintext.page import characters as ch
from maintext.page import parse

PROSE = " ".join(["word"] * 30)
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
        "免責聲明：以上內容僅供參考，不構成投資建議，本站概不負責。",
        "無断転載・複製を禁じます。",
        "저작권자 ⓒ 보기신문, 무단전재 및 재배포 금지",
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
    ],
)
def test_credits(text: str) -> None:
    assert is_credit(text.lower(), n_words(text))


@pytest.mark.parametrize(
    "text", ["Sources:", "The source of the river is unknown", "Photos show the damage", "文章来源不明"]
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


def test_labels_of_advertisements() -> None:
    for text in ("Advertisement", "- ADVERTISEMENT -", "Реклама", "[广告]"):
        assert is_label(text.lower(), n_words(text)), text
    for text in ("The advertisement", "reklama w internecie", ""):
        assert not is_label(text.lower(), n_words(text)), text


def test_headings_of_other_stories() -> None:
    for text in (
        "Related articles",
        "You may also like…",
        "Czytaj także:",
        "相关阅读",
        "▎延伸阅读",
        "Don't miss",
    ):
        assert heads_other_stories(text.lower(), n_words(text)), text
    for text in ("Related articles of the treaty", "Read more", ""):
        assert not heads_other_stories(text.lower(), n_words(text)), text


def test_what_is_looked_for_can_be_found() -> None:
    """Beginnings of words are at least as long as what they are looked up by, in lower case."""
    for phrases in (NOTICES, FOLLOW, PLACES):
        for word in phrases.words:
            assert len(word) >= 5
            assert word.rstrip("_") in {match.rstrip("_") for match in phrases.found(word.rstrip("_"))}, word
        for piece in phrases.pieces:
            assert piece
            assert piece in phrases.found(f"x {piece} x")
    assert all(line == line.lower().strip() and line for line in OTHER_STORIES)


def plainly_found(phrases: Phrases, text: str) -> set[str]:
    """The definition of :meth:`Phrases.found`: of each word the first that it begins with, and pieces."""
    of_words = [
        next((beginning for beginning in phrases.words if f"{word}_".startswith(beginning)), None)
        for word in ch.WORDS.findall(text)
    ]
    return {found for found in of_words if found} | {piece for piece in phrases.pieces if piece in text}


@given(
    st.lists(
        st.sampled_from(
            [*NOTICES.words, *NOTICES.pieces, *FOLLOW.words, "follow", "following", "word", "，", "x_"]
        )
    ).map(" ".join)
)
def test_phrases_are_found_as_defined(text: str) -> None:
    assert NOTICES.found(text) == plainly_found(NOTICES, text)
    assert FOLLOW.found(text) == plainly_found(FOLLOW, text)


# -- where they stand ---------------------------------------------------------------------------------

CAPTION = "The mill at dawn. Photo: Jane Roe"
LINES = (
    PROSE,
    NOTICE,
    CALL,
    CAPTION,
    "Written by Jane Roe",
    "Advertisement",
    "Related stories",
    "a line",
    "word " * 90,
    (FIGURED := "The old bridge from the south"),
)


def found(lines: list[str], probability: list[float], *, is_article: bool = True) -> list[str]:
    """What is said of paragraphs that are chosen from .4 on."""
    return found_in([lines], probability, is_article=is_article)


def found_in(boxes: list[list[str]], probability: list[float], *, is_article: bool = True) -> list[str]:
    """What is said of the paragraphs of some boxes, which are chosen from .4 on."""
    markup = "".join(f"<div>{''.join(map(marked_up, box))}</div>" for box in boxes)
    scene, values = Scene(parse(markup)), np.array(probability)
    return [ASIDES[kind] for kind in asides(scene, values, values >= 0.4, is_article=is_article).tolist()]


def marked_up(line: str) -> str:
    return figure(line, "<img src=a.png>") if line == FIGURED else f"<p>{line}</p>"


def figure(caption: str, of: str) -> str:
    return f"<figure>{of}<figcaption>{caption}</figcaption></figure>"


def defined(boxes: list[list[str]], probability: list[float], is_article: bool) -> list[str]:
    """The definition of :func:`asides`, block by block from the last one."""
    lines = [line.lower() for box in boxes for line in box]
    words = [n_words(line) * (p >= 0.4) for line, p in zip(lines, probability, strict=True)]
    said, closes = [""] * len(lines), [False] * len(lines)
    for i in reversed(range(len(lines))):
        sure_behind = [words[j] for j in range(i + 1, len(lines)) if probability[j] >= 0.9 and not said[j]]
        closes[i] = sum(sure_behind) <= 0.05 * sum(words)
        if words[i]:
            before = " ".join(line for line, n in zip(lines[:i], words[:i], strict=True) if n)
            said[i] = said_of(lines[i], closes[i], is_article, probability[i], before)
    if is_article:
        for i in under_headings(boxes, probability, words, closes):
            said[i] = said[i] or "story" * (0.4 <= probability[i] < 0.95)
    n_said = sum(n for n, what in zip(words, said, strict=True) if what)
    return [""] * len(lines) if 2 * n_said >= sum(words) else said


def said_of(text: str, closes: bool, is_article: bool, probability: float, before: str) -> str:
    is_sure = probability >= 0.95
    n, is_of_rights = n_words(text), is_sure and len(NOTICES.found(before)) >= 2
    is_caption = ends_with_credit(text, n) and not is_sure
    kinds = {
        "label": is_label(text, n),
        "credit": is_article and is_caption,
        "caption": is_article and text == FIGURED.lower() and probability < 0.8,
        "notice": closes and is_notice(text, n, is_sure=is_sure) and not is_of_rights,
        "credit ": closes and is_article and is_credit(text, n),
        "call": closes and is_article and is_call(text, n, is_sure=is_sure),
    }
    return next((kind.strip() for kind, is_so in kinds.items() if is_so), "")


def under_headings(
    boxes: list[list[str]], probability: list[float], words: list[int], closes: list[bool]
) -> set[int]:
    """Blocks that a heading of other stories is over."""
    stories: set[int] = set()
    for i, line in enumerate(line for box in boxes for line in box):
        if probability[i] >= 0.95 or not heads_other_stories(line.lower(), n_words(line)):
            continue
        end = end_of_box(boxes, i)
        if closes[i]:
            stories.update(range(i, end or len(words)))
        elif end and 0.4 <= probability[i + 1] < 0.95 and 3 * sum(words[i:end]) <= sum(words):
            stories.update(range(i, end))
    return stories


def end_of_box(boxes: list[list[str]], heading: int) -> int:
    """Where the box ends that begins with a heading and has another line, or the page; 0 where none does."""
    start = 0
    for box in boxes:
        if heading == start and len(box) > 1:
            return start + len(box)
        start += len(box)
    return start if heading == 0 and start > 1 else 0


PROBABILITIES = st.sampled_from([0.1, 0.39, 0.4, 0.6, 0.79, 0.8, 0.89, 0.9, 0.94, 0.95, 0.99])


@settings(max_examples=500)
@given(
    st.lists(
        st.lists(st.tuples(st.sampled_from(LINES), PROBABILITIES), min_size=1, max_size=5),
        min_size=1,
        max_size=4,
    ),
    st.booleans(),
)
def test_asides_are_what_is_defined(page: list[list[tuple[str, float]]], is_article: bool) -> None:
    boxes, probability = [[line for line, _ in box] for box in page], [p for box in page for _, p in box]
    assert found_in(boxes, probability, is_article=is_article) == defined(boxes, probability, is_article)


def test_a_notice_at_the_end_is_dropped_and_one_within_stays() -> None:
    assert found([PROSE, NOTICE], [0.99, 0.6]) == ["", "notice"]
    assert found([PROSE, NOTICE, PROSE], [0.99, 0.6, 0.99]) == ["", "", ""]
    assert found([PROSE, NOTICE, "Advertisement", "in the valley"], [0.99, 0.6, 0.99, 0.99]) == [
        *("", "", "label", "")  # three words of sure text behind it
    ]


def test_what_the_model_is_sure_of_has_to_say_it_more_clearly() -> None:
    dense, two = (
        "© 2031 Example. Not to be reproduced without permission.",
        "He is not liable for copyright claims.",
    )
    assert found([PROSE, dense], [0.99, 0.99]) == ["", "notice"]
    assert found([PROSE, two], [0.99, 0.94]) == ["", "notice"]
    assert found([PROSE, two], [0.99, 0.95]) == ["", ""]
    long = f"{CALL} {'word ' * 10}"
    assert found([PROSE, CALL], [0.99, 0.99]) == ["", "call"]
    assert found([PROSE, long], [0.99, 0.94]) == ["", "call"]
    assert found([PROSE, long], [0.99, 0.95]) == ["", ""]


def test_the_last_sentence_of_a_text_about_rights_is_no_notice() -> None:
    before = f"The museum had reproduced her pictures without permission. {PROSE}"
    last = "Holders of a copyright may prohibit that it is reproduced, the judge said."
    assert found([before, last], [0.99, 0.99]) == ["", ""]
    assert found([PROSE, last], [0.99, 0.99]) == ["", "notice"]
    assert found([before, last], [0.99, 0.6]) == ["", "notice"]  # the model is not sure of it either


def test_an_aside_is_no_text_behind_another() -> None:
    assert found([PROSE, NOTICE, CALL], [0.99, 0.99, 0.99]) == ["", "notice", "call"]


def test_calls_and_credits_are_dropped_on_articles_only() -> None:
    lines = [PROSE, CALL, "Written by Jane Roe"]
    assert found(lines, [0.99, 0.6, 0.6]) == ["", "call", "credit"]
    assert found(lines, [0.99, 0.6, 0.6], is_article=False) == ["", "", ""]
    assert found([*lines, PROSE], [0.99, 0.6, 0.6, 0.99]) == [""] * 4  # they do not close it


def test_captions_with_credits_are_dropped_anywhere_in_an_article() -> None:
    assert found([PROSE, CAPTION, PROSE], [0.99, 0.6, 0.99]) == ["", "credit", ""]
    assert found([PROSE, CAPTION, PROSE], [0.99, 0.6, 0.99], is_article=False) == ["", "", ""]


def of_figure(line: str, of: str, *, is_article: bool = True) -> str:
    scene = Scene(parse(f"<p>{PROSE}</p>{figure(line, of)}<p>{PROSE}</p>"))
    place = scene.texts.index(" ".join(line.lower().split()))
    values = np.full(len(scene.texts), 0.99)
    values[place] = 0.6
    return ASIDES[asides(scene, values, values >= 0.4, is_article=is_article)[place]]


def test_doubtful_captions_of_pictures_are_dropped_on_articles() -> None:
    assert found([PROSE, FIGURED, PROSE], [0.99, 0.6, 0.99]) == ["", "caption", ""]
    assert found([PROSE, FIGURED, PROSE], [0.99, 0.8, 0.99]) == [""] * 3
    assert of_figure("The bridge, seen from the tower", "<a href=/b><img src=b.png></a>") == "caption"
    assert of_figure("The bridge, seen from the tower", "<img src=b.png>", is_article=False) == ""


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


def test_labels_are_dropped_anywhere() -> None:
    assert found([PROSE, "Advertisement", PROSE], [0.99, 0.6, 0.99], is_article=False) == ["", "label", ""]


def test_a_heading_of_other_stories_that_closes_the_text_is_over_all_behind_it() -> None:
    page = [[PROSE, PROSE], ["Related stories"], ["a line", PROSE]]
    assert found_in(page, [0.99, 0.99, 0.1, 0.5, 0.5]) == ["", "", "", "story", "story"]
    assert found_in(page, [0.99, 0.99, 0.5, 0.5, 0.5]) == ["", "", "story", "story", "story"]
    assert found_in(page, [0.99, 0.99, 0.99, 0.5, 0.5]) == [""] * 5  # the model is sure of the heading
    assert found_in([*page, [PROSE]], [0.99, 0.99, 0.1, 0.5, 0.5, 0.99]) == [""] * 6  # sure text behind it
    assert found_in(page, [0.99, 0.99, 0.1, 0.5, 0.5], is_article=False) == [""] * 5


def test_a_box_of_other_stories_within_the_text_ends_with_its_element() -> None:
    page = [[PROSE], ["Related stories", "a line"], [PROSE]]
    assert found_in(page, [0.99, 0.1, 0.5, 0.8]) == ["", "", "story", ""]
    assert found_in(page, [0.99, 0.1, 0.5, 0.99]) == ["", "", "story", ""]
    assert found_in([[PROSE], ["Related stories", PROSE], [PROSE]], [0.99, 0.1, 0.5, 0.99]) == [
        "",
        "",
        "story",
        "",
    ]
    large = [[PROSE], ["Related stories", PROSE, "a line"], [PROSE]]  # more than a third of the text
    assert found_in(large, [0.99, 0.1, 0.5, 0.5, 0.99]) == [""] * 5


def test_a_page_of_notices_keeps_them() -> None:
    assert found([NOTICE, NOTICE, NOTICE], [0.6, 0.6, 0.6]) == ["", "", ""]
    assert found(["a title of five words", NOTICE, NOTICE], [0.99, 0.6, 0.6]) == ["", "", ""]


def test_no_block_is_an_aside_where_none_is_chosen() -> None:
    assert found([PROSE, NOTICE], [0.1, 0.1]) == ["", ""]


def test_asides_are_dropped_with_their_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "kind_of", lambda *_: Kind("article", 1.0, {"article": 1.0, "forum": 0.0}))
    lines = [
        PROSE,
        PROSE,
        PROSE,
        CALL,
        "Source: Example",
        "Advertisement",
        NOTICE,
        "Related stories",
        "a line",
    ]
    values = np.array([0.99, 0.99, 0.99, 0.6, 0.6, 0.6, 0.6, 0.1, 0.7])
    scene = Scene(parse("".join(f"<p>{line}</p>" for line in lines)))
    said = {
        beta: choice.choose(scene, feature_matrix(scene), values, beta).verdict().tolist()
        for beta in (1.0, 2.0)
    }
    reasons = [choice.VERDICTS[number].reason for number in said[1.0]]
    for i, word in enumerate(("call", "source", "advertisement", "notice"), 3):
        assert word in reasons[i]
    assert "other stories" in reasons[-1]
    assert [choice.VERDICTS[number].keep for number in said[1.0]] == [True] * 3 + [False] * 6
    assert [choice.VERDICTS[number].keep for number in said[2.0]] == [True] * 7 + [False, True]


# -- announcements ------------------------------------------------------------------------------------


def announced(*texts: str) -> str:
    """The text that announces what is not chosen, where all but the last of some paragraphs are chosen."""
    scene = Scene(parse("".join(f"<p>{text}</p>" for text in texts)))
    chosen = np.ones(len(scene.blocks), dtype=np.bool_)
    chosen[-1] = False
    place = announcement(scene, chosen)
    return scene.texts[place] if place >= 0 else ""


@pytest.mark.parametrize("line", ["read more:", "mehr zum thema: ", "相关阅读："])
def test_a_short_last_line_with_a_colon_announces(line: str) -> None:
    assert announced("one", "two", "three", line, "a list of links") == line.strip()


def test_no_line_announces_without_a_colon_or_in_prose() -> None:
    assert announced("one", "two", "three", "read more", "a list of links") == ""
    assert announced("one", "two", "three:", "four", "a list of links") == ""
    assert announced("one", "two", "three", " ".join(["word"] * 13) + ":", "a list of links") == ""


def test_no_line_announces_a_picture_or_player() -> None:
    assert announced("one", "two", "three", "see:<img src=a.png>", "a list of links") == ""
    assert announced("one", "two", "three", "watch:<iframe src=/player></iframe>", "a list of links") == ""
    linked = "read more:<a href=/b><img src=a.png></a>"
    assert announced("one", "two", "three", linked, "a list of links") == "read more:"


def test_of_three_blocks_none_announces() -> None:
    assert announced("one", "two", "three:", "a list of links") == ""
