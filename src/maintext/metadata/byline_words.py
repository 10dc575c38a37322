"""Words that introduce a value in a byline, by kind, in many languages.

Kinds: the roles of :class:`~maintext.metadata.candidate.Person`, ``poster`` for the uploader of a text, the
fields ``source``, ``published``, ``modified``, ``original_title``, ``tag``, ``category``, and ``other`` for
words that only end a value.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from maintext._core.fields import find_words
from maintext._core.words import build_word_table

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "CONNECTORS", "DEGREES", "JOBS", "NO_NAMES", "ORGANISATION", "PREPOSITIONS", "find_labels",
    "is_label_word", "label_beginnings", "may_name_by",
]  # fmt: skip

# Chinese, Japanese and Korean labels end at a colon, a bar, a slash or white space; a writer may put
# spaces between the characters, as in "作　者：".
_HAN = {
    "author": """作者 文章作者 本文作者 原作者 执笔 撰文 撰稿 撰稿人 文 文字 文案 供稿 投稿
        作家 著者 筆者 執筆 글쓴이 작성자""",
    "poster": "发布者 发布人 發布者 發布人 转载者 轉載者",
    "reporter": """记者 記者 本报记者 本報記者 本网记者 通讯员 通訊員 特约记者 见习记者 实习记者
        实习生 特派记者 采写 采訪 采访 기자 取材""",
    "responsible_editor": """责任编辑 責任編輯 责编 責編 责任编校 主编 主編 值班编辑 值班主任 审核
        审校 终审 初审 二审 三审 复审 校对 监制""",
    "editor": """编辑 編輯 编審 编审 小编 编者 网络编辑 实习编辑 新媒体编辑 执行编辑 网编 編集""",
    "photographer": """摄影 攝影 图 图片 图文 摄 供图 图源 撮影 사진 摄影记者""",
    "translator": """翻译 翻譯 译者 譯者 编译 編譯 译 訳""",
    "source": """来源 來源 稿源 出处 出處 转载自 轉載自 转自 轉自 摘自 转载来源 新闻来源 文章来源
        信息来源 稿件来源 来源于 本文来源 内容来源 原文来源 文章出处 消息来源 新聞來源 文章來源
        資料來源 来自 來自 转载于 轉載於 原载 原載 原载于 原載於 媒体 发布机构 发布单位 来源网站 来源单位
        出典 提供 출처""",
    "published": """时间 時間 发布时间 發布時間 发表时间 發表時間 发布日期 發布日期 日期 发布于 發布於
        发表于 發表於 发布 发表 上传时间 添加时间 录入时间 创建时间 出版时间 刊登时间 公開日 投稿日
        掲載日 配信 公開 입력 등록 등록일 작성일 发文时间 发帖时间 成文日期 印发日期""",
    "modified": """更新时间 更新時間 更新日期 更新于 更新於 最后更新 最後更新 修改时间 修改日期
        最后修改 编辑于 更新 更新日 最終更新 最近更新 수정 최종수정 최종 更新日時""",
    "original_title": """原标题 原標題 原题 原文标题""",
    "tag": """标签 標籤 本文标签 文章标签 关键词 关键字 關鍵詞 關鍵字 タグ キーワード 태그""",
    "category": """分类 分類 栏目 欄目 所属栏目 所属分类 文章分类 个人分类 类别 類別 カテゴリ カテゴリー
        카테고리 분류""",
    "other": """点击 点击数 点击量 浏览 浏览量 浏览次数 阅读 阅读量
        阅读数 人气 评论 评论数 字号 字体 字体大小 大小 分享 分享到 收藏 打印 热度 查看 查看数 访问
        访问量 次数 次 我要评论 参与 点赞 转发 回复 文号 索引号 IP属地 版面 版次 地区""",
}

# Words of other scripts; those of the first line need no colon, those of the second do.
_WORDS = {
    "author": (
        """written by|posted by|published by|created by|submitted by|started by|asked by|authored by|
        story by|words by|text by|article by|reported by|reporting by|report by|review by|
        thread starter|original poster|γράφει ο|γράφει η|ein beitrag von|ein artikel von|
        geschrieben von|erstellt von|eingestellt von|gespeichert von|verfasst von|veröffentlicht von|text von|
        publié par|écrit par|rédigé par|posté par|escrito por|publicado por|postado por|redactado por|
        scritto da|pubblicato da|a cura di|geschreven door|geplaatst door|napisane przez|dodane przez|yazan|
        skrevet av|skriven av|av""",
        """by|von|par|por|author|authors|author name|contributor|contributors|writer|poster|words|autor|
        autorin|autoren|verfasser|verfasserin|auteur|auteurs|auteure|auteures|написано|autora|autores|autore|autori|tekst|text|texte|
        texto|testo|автор|авторы|текст|συντάκτης|συντάκτρια|επιμέλεια|κείμενο|yazar|oleh|penulis|
        tác giả|skribent|författare|forfatter|kirjoittaja|كتب|الكاتب""",
    ),
    "reporter": (
        """""",
        """reporter|reporters|reporting|correspondent|корреспондент|reportero|reporterin""",
    ),
    "editor": (
        """edited by|editing by|editado por|redigiert von""",
        """editor|editors|redaktion|redakteur|redakteurin|redakcja|oprac.|редактор|edición|éditeur|
        redattore|redactie""",
    ),
    "photographer": (
        """photo by|photos by|photograph by|photographs by|photography by|photo credit|image by|
        images by|illustration by|illustrations by|video by|foto von|fotos von|illustration von|
        photo par|photos par|foto de|fotos de|foto por|foto di""",
        """photo|photos|photography|photographer|image|images|image credit|illustration|illustrator|
        foto|fotos|fotograf|bild|bilder|фото|φωτογραφία|φωτογραφίες|zdjęcie|zdjęcia""",
    ),
    "translator": (
        """translated by|übersetzt von|traduit par|traducido por|traduzido por|tradotto da""",
        """translator|translation|übersetzung|traduction|traducción|перевод""",
    ),
    "source": (
        """originally published at|originally published on|originally published in|
        originally published by|originally appeared at|originally appeared on|originally appeared in|
        originally posted on|first appeared on|first appeared in|first published on|
        first published in|first published at|reposted from|republished from""",
        """source|sources|quelle|quellen|fuente|fonte|źródło|источник|πηγή|kaynak|bron|sumber|nguồn|
        källa|المصدر""",
    ),
    "published": (
        """originally published|first published|published on|published at|published in|published|
        posted on|posted at|posted|publish date|published date|publication date|date published|
        submitted on|created on|uploaded on|date posted|premiered|veröffentlicht am|
        veröffentlicht|erschienen am|erstellt am|erstellt|publiziert am|gepostet am|eingestellt am|
        publié le|publiée le|mis en ligne le|posté le|publicado el|publicado em|publicado|
        publicada el|pubblicato il|pubblicato|opublikowano|data publikacji|data dodania|dodano|
        опубликовано|дата публикации|размещено|δημοσιεύθηκε|δημοσιεύτηκε|δημοσίευση|yayınlanma tarihi|
        yayınlanma|yayın tarihi|gepubliceerd op|gepubliceerd|geplaatst op|publicerad|publisert|
        udgivet|julkaistu|diterbitkan|asked|started""",
        """date|datum|fecha|fecha de publicación|date de publication|data di pubblicazione|mise en ligne|
        mis en ligne|data|дата|ημερομηνία|tarih|created|release|released|issued|online seit|
        online|time""",
    ),
    "modified": (
        """last updated on|last updated|last modified on|last modified|last edited on|last edited|
        last reviewed|last review|updated on|updated at|updated|update|modified|edited on|reviewed on|
        medically reviewed on|date updated|date modified|zuletzt aktualisiert am|zuletzt aktualisiert|
        zuletzt geändert am|zuletzt geändert|zuletzt bearbeitet|aktualisiert am|aktualisiert|
        geändert am|letzte aktualisierung|letzte änderung|mis à jour le|mise à jour le|mis à jour|
        mise à jour|modifié le|dernière modification|última actualización|actualizado el|actualizado|
        actualizada|atualizado em|atualizado|última atualização|ultimo aggiornamento|aggiornato il|
        aggiornato|aktualizacja|ostatnia aktualizacja|zaktualizowano|обновлено|изменено|
        последнее обновление|τελευταία ενημέρωση|ενημερώθηκε|ενημέρωση|güncelleme tarihi|güncelleme|
        güncellendi|laatst bijgewerkt|bijgewerkt op|bijgewerkt|uppdaterad|oppdatert|opdateret|
        päivitetty|diperbarui""",
        """stand|as of""",
    ),
    "tag": (
        """tagged|tagged with|tagged as|tagged in|tagged under|verschlagwortet mit""",
        """tag|tags|topic|topics|keyword|keywords|post tags|article tags|schlagwörter|schlagworte|stichworte|
        mots-clés|mots clés|étiquettes|etiquetas|palabras clave|palavras-chave|etichette|
        parole chiave|tagi|słowa kluczowe|теги|метки|ключевые слова|ετικέτες|etiketler|trefwoorden""",
    ),
    "category": (
        """filed under|filed in|posted in|posted under|published in category|categorized as|
        categorized under|abgelegt unter|classé dans|archiviato in""",
        """category|categories|section|kategorie|kategorien|rubrik|rubriken|catégorie|catégories|rubrique|
        categoría|categorías|categoria|categorias|categorie|kategoria|категория|категории|рубрика|
        рубрики|κατηγορία|κατηγορίες|kategori|filed""",
    ),
    "other": (
        """medically reviewed by|fact checked by|fact-checked by|reviewed by|recommended by|
        release date|sponsored by|powered by|updated by|
        last updated by|kommentare|comments|leave a comment""",
        """views|lesezeit|reading time|read time|replies|likes|share|location|ort|phone|
        tel|email|e-mail|copyright|credit|via""",
    ),
}


_KIND_OF_HAN = {word: kind for kind, words in _HAN.items() for word in words.split()}
_BEGINNING = 5  # characters of a label that are searched first
_LONGEST_HAN = max(map(len, _KIND_OF_HAN))
_MARK = re.compile(r"[:：|｜丨/／=＝]|[\s\u3000]+|$")
_HAN_ONLY = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")  # every label has one
_HAN_CHARACTER = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]|IP")
# Words that are ordinary in sentences too: labels before a colon only.
_BEFORE_COLON = frozenset("来自 來自 转载于 轉載於 原载 原載 原载于 原載於".split())
_MAX_GAP = 4  # spaces allowed between two characters of a label, as in 作　　者：


def _compile_phrases() -> dict[str, list[tuple[re.Pattern[str], str]]]:
    """Compile the labels of other scripts with their kinds, by first word, the longest first."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for kind, lines in _WORDS.items():
        for line, ending in zip(lines, (r"(?:\s?[:：]|(?!\w))", r"\s?[:：]"), strict=True):
            for phrase in filter(None, map(str.strip, line.split("|"))):
                found.setdefault(phrase.split()[0], []).append((phrase, ending, kind))
    return {
        first: [
            (re.compile(re.escape(phrase).replace(r"\ ", r"\s+") + ending, re.IGNORECASE), kind)
            for phrase, ending, kind in sorted(entries, key=lambda entry: -len(entry[0]))
        ]
        for first, entries in found.items()
    }


_PHRASES = _compile_phrases()
PREPOSITIONS = "by|von|par|por|di|da|door|af|av|przez|от|автор|του|της"
"""Prepositions before the name of an author: By Ann, von Anna."""
_LABEL, _PREPOSITION = 1, 2
_BITS = dict.fromkeys(_PHRASES, _LABEL) | dict.fromkeys(PREPOSITIONS.split("|"), _LABEL | _PREPOSITION)
_TABLE = build_word_table(_BITS)


def find_labels(text: str) -> list[tuple[int, int, str]]:
    """Return the labels of a line in order: start, end with the colon, kind of the value.

    Ranges do not overlap. Cost O(n_chars).
    """
    return list(_find_labels(text))


@lru_cache(maxsize=32)  # a line is read as a whole, then in parts
def _find_labels(text: str) -> tuple[tuple[int, int, str], ...]:
    found = [] if text.isascii() or _HAN_ONLY.search(text) is None else list(_han_labels(text))
    end = 0
    for start, word_end in _known_words(text)[0]:
        if start < end:
            continue
        for pattern, kind in _PHRASES.get(text[start:word_end].lower(), ()):
            if match := pattern.match(text, start):
                end = match.end()
                found.append((match.start(), end, kind))
                break
    return tuple(sorted(found))


def label_beginnings(*kinds: str) -> tuple[str, ...]:
    """Return the first five characters of all labels of some kinds, also capitalised."""
    found: set[str] = set()
    for kind in kinds:
        found.update(word[:_BEGINNING] for word in _HAN.get(kind, "").split())
        for phrase in "|".join(_WORDS.get(kind, ())).split("|"):
            short = phrase.strip()[:_BEGINNING]
            found.update((short, short.capitalize()) if short else ())
    # What begins with another of them needs no look of its own.
    return tuple(sorted(word for word in found if not any(word[:n] in found for n in range(1, len(word)))))


def may_name_by(text: str) -> bool:
    """Return True if a line has a preposition that may introduce a name: by, von."""
    return bool(_known_words(text)[1] & _PREPOSITION)


@lru_cache(maxsize=32)
def _known_words(text: str) -> tuple[list[tuple[int, int]], int]:
    """Return the ranges of words that may begin a label, and the bits of their kinds."""
    found: tuple[list[tuple[int, int]], int] = find_words(text, _TABLE)
    return found


_NO_NAME_WORDS = frozenset(
    """offline online staff dr prof team hi hello values default en de fr es benutzername name user
    username gast redaktion photo visit april may june august oktober januar februar märz mai juni juli
    september october november december january february march july monday tuesday wednesday thursday
    friday saturday sunday mon tue wed thu fri sat sun sponsored today
    yesterday video news blog text der die das the and wellness prevention
    member moderator verified expert subscriber editors article artikel und et vom vor ca""".split()
)


def is_label_word(text: str) -> bool:
    """Return True if a text is a label without a value, or a word that is never a name."""
    word = text.lower()
    if word in _NO_NAME_WORDS:
        return True
    return any(pattern.fullmatch(f"{word}:") for pattern, _ in _PHRASES.get(word.split()[0], ()))


_MEDIUM_END = frozenset("报報社网網台刊讯")


def _han_labels(text: str) -> Iterator[tuple[int, int, str]]:
    end = 0
    for mark in _MARK.finditer(text):
        is_space, is_colon = not mark[0].strip(), mark[0] in {":", "："}
        places = _places_before(text, mark.start(), end, 0 if is_space else _MAX_GAP)
        for n in range(len(places), 0, -1):
            word = "".join(text[place] for place in places[-n:])
            kind = None if word in _BEFORE_COLON and not is_colon else _KIND_OF_HAN.get(word)
            start = places[-n]
            follows = start > end and _HAN_CHARACTER.match(text[start - 1]) is not None
            if follows and kind == "reporter" and text[start - 1] in _MEDIUM_END:
                follows = False  # 河畔日报记者 张三
            if kind is None or (follows and (is_space or n == 1)) or (is_space and n == 1):
                continue
            end = mark.end()
            yield start, end, kind
            break


def _places_before(text: str, position: int, start: int, most_gap: int) -> list[int]:
    """Return the positions of the label characters before a mark, white space skipped."""
    places: list[int] = []
    gap = 0
    while position > start and len(places) < _LONGEST_HAN and gap <= most_gap:
        position -= 1
        if text[position] in " \u3000\t\n":
            gap += 1
        elif _HAN_CHARACTER.match(text[position]) or text[position] in "IP":
            places.append(position)
            gap = 0
        else:
            break
    return places[::-1]


CONNECTORS = re.compile(
    r"\s*(?:[,;，;；、&＆/|｜\n•·]|\s(?:and|und|et|y|e|i|и|και|en|och|og|ve|with|mit|con|avec)(?=\s)|[和与與及])\s*",
    re.IGNORECASE,
)
"""Separators between two names."""

ORGANISATION = re.compile(
    r"(?:网|網|报|報|社|新闻|新聞|在线|電視|电视|电视台|電台|客户端|杂志|雜誌|周刊|週刊|早报|晚报|日报|网站|频道|传媒|媒体|论坛|部|局|委|办|院|厅|中心|公司"
    r"|协会|學會|学会|委员会|政府|平台|财经|资讯)$"
)
"""Endings of names of Chinese media and offices."""

JOBS = re.compile(
    r"(?<!\w)(?:writer|editor|correspondent|reporter|staff|contributor|contributing|journalist|columnist"
    r"|producer|analyst|director|manager|founder|co-founder|president|professor|ceo|cto|coo|cfo|cmo|chief|officer"
    r"|specialist|consultant|intern|author|head of|reviewer|expert|freelance|senior|redakteur(?:in)?"
    r"|chefredakteur(?:in)?|rechtsanw(?:alt|ältin)|korrespondent(?:in)?|journaliste?|redactor(?:a)?|reporterin)(?!\w)",
    re.IGNORECASE,
)
"""Job titles, which follow a name but are not part of it."""

_DEGREE = (
    r"(?:ph\.?d|m\.?d|mba|msc|m\.?s|b\.?s|b\.?a|m\.?a|rdn?|ldn|rn|dds|dvm|d\.?o|cfa|cpa|cfp|esq|jr|sr|faclm|fand"
    r"|e-ryt \d+|cpt|facp|lcsw|pharmd|ii|iii|iv)\.?"
)
DEGREES = re.compile(rf"{_DEGREE}(?:\s{_DEGREE})*", re.IGNORECASE)
"""Degrees, certificates and the like that belong to the name before them: Ann Example, M.D."""

NO_NAMES = re.compile(
    r"(?:https?:|www\.|@|\.(?:com|org|net|cn|de)\b|©|\b(?:admin(?:istrator)?|guest|anonymous|unknown"
    r"|webmaster|login|log in|sign in|subscribe"
    r"|share|follow|comments?|min(?:ute)?s? read|read more|reply|views?|home|contact|advert\w*|all "
    r"rights|newsletter|about|menu|search"
    r"|store|shop|visit|wrote|facebook|twitter|linkedin|print|email|updated|published|posted|more from"
    r"|see all|view all|this|these|those|what|how|why|when"
    r"|your|you|we|our|us|is|are|was|were|has|have|(?!(?-i:Will\s[A-Z]))will|can|here)\b)",
    re.IGNORECASE,
)
"""Patterns that exclude a text from being a name."""
