"""What the text of a block says about it, in any language.

Counts by character class, shares, first and last character, repeated texts, and a few phrases that
mark boilerplate in many languages.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.page import characters as ch
from maintext.page.tags import tag_mask

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from maintext.features.scene import Scene

    Columns = dict[str, NDArray[Any]]

__all__ = ["DEFINITIONS", "PHRASES", "text_features"]

_MARKS = {
    "comma": ",，、،;；",
    "separator": "|»›•·/→>＞｜",
    "code": "{}()=<>_[]#$\\",
    "money": "$€£¥￥₽₹₩元",
    "question": "?？",
    "quote": '"“”„«»「」『』',
}  # fmt: skip

# Families of words that mark boilerplate, in several languages; looked for in short blocks only.
# General knowledge of the field, not read off any page. CJK phrases are looked for as substrings.
PHRASES = {
    "copyright": "© copyright rights reserved rechte droits réservés prawa zastrzeżone права защищены δικαιώματα direitos"
    " derechos reservados 版权 版權 著作权 備案 备案",
    "comment": "comment comments reply replies kommentar kommentare commentaire commentaires komentarz komentarze"
    " комментарий комментарии ответить σχόλια σχόλιο comentarios comentários 评论 評論 回复 回覆 跟帖 留言 发帖 コメント 댓글",
    "related": "related recommended recommend trending popular latest also more headlines ähnliche weitere mehr aussi lire"
    " podobne czytaj zobacz więcej найти читайте также похожие ещё популярное σχετικά διαβάστε περισσότερα relacionadas"
    " leia más mais 相关 相關 推荐 推薦 热门 熱門 更多 精彩 排行 猜你 热点 关联 関連",
    "share": "share tweet facebook twitter whatsapp teilen partager udostępnij поделиться κοινοποίηση compartir compartilhar"
    " 分享 微博 微信 转发 轉寄 转载到",
    "account": "login log sign signup register subscribe newsletter password anmelden registrieren connexion zaloguj"
    " zarejestruj войти регистрация подписаться σύνδεση εγγραφή iniciar entrar 登录 登錄 登入 注册 註冊 订阅 訂閱",
    "cookie": "cookie cookies consent gdpr privacy datenschutz prywatności конфиденциальности απορρήτου privacidad 隐私 隱私",
    "editor": "editor editors reporter редактор redaktor źródło источник πηγή 编辑 編輯 责编 責編 记者 記者 来源 來源 稿源 作者",
    "paging": "next prev previous weiter zurück suivant précédent następna poprzednia следующая предыдущая επόμενη siguiente"
    " 上一 下一 首页 首頁 尾页 末页 前一 后一",
    "shop": "cart basket checkout buy shipping stock delivery returns warenkorb panier koszyk корзину carrito 购物车 購物車 立即购买",
    "review": "review reviews rating ratings stars bewertung bewertungen avis opinie recenzje отзыв отзывы αξιολογήσεις"
    " reseñas avaliações 评价 評價 点评 晒单",
    "detail": "description details features specifications overview specification specs beschreibung produktdetails"
    " caractéristiques opis описание характеристики περιγραφή descripción descrição 介绍 介紹 描述 规格 規格 参数 詳情 详情",
    "question": "faq faqs questions answers qa fragen foire pytania вопросы ερωτήσεις preguntas perguntas 常见问题 问答",
}  # fmt: skip
# Each begins with a set of characters, for which the search is several times faster.
_PATTERNS = {
    "date": re.compile(
        r"\d(?:\d{3}[ ]?[-/.年][ ]?\d{1,2}[ ]?[-/.月]|\d?[./-]\d{1,2}[./-]\d{2,4}|\d?:\d{2}| [^\W\n]+ ago)"
    ),
    "price": re.compile(r"[$€£¥￥₽₹\d](?:(?<!\d)[ ]?\d|(?<=\d)[ ]?(?:€|zł|元|руб|usd|eur))"),
    "address": re.compile(r"[@hw](?:(?<=\w@)[\w-]+\.\w|(?<=h)ttps?://|(?<=w)ww\.)"),
}
_FAMILIES = (*PHRASES, *_PATTERNS)
_PHRASE_CHARS = 160
_BOLD = tag_mask(("b", "strong", "h1", "h2", "h3", "h4", "h5", "h6", "th"))
_IMAGE = tag_mask(("img",))
_INPUT = tag_mask(("input", "button", "select"))
_WORD_BITS: dict[str, int] = {}
_CJK_BITS: dict[str, int] = {}
for _i, _phrases_of in enumerate(PHRASES.values()):
    for _phrase in _phrases_of.split():
        _bits = _CJK_BITS if re.match(f"[{ch.CJK_PATTERN}]", _phrase) else _WORD_BITS
        _bits[_phrase] = _bits.get(_phrase, 0) | 1 << _i
_ALL_WORDS = frozenset(_WORD_BITS)
# A look-ahead, so that phrases that overlap are all found.
_CJK_PHRASE = re.compile(f"(?=({'|'.join(sorted(_CJK_BITS, key=len, reverse=True))}))")
_ENDS = {**dict.fromkeys(("", *'.!?。！？…"”’」』．'), 1.0), ":": 0.5, "：": 0.5}

DEFINITIONS = {
    "log_chars": "log(1 + characters)",
    "log_words": "log(1 + words); a CJK character is a word",
    "chars_per_word": "characters / words",
    "link_density": "characters in links / characters",
    "cjk_share": "CJK characters / characters",
    "digit_share": "digits / characters",
    "punctuation_density": "punctuation marks / words",
    "n_sentences": "log(1 + sentence ends)",
    "sentence_density": "sentence ends / words",
    "bold_share": "characters in b, strong, headings inside the block / characters",
    "n_links": "log(1 + links that begin since the block before)",
    "n_images": "images since the block before",
    "n_inputs": "form controls since the block before",
    "n_runs": "log(1 + text rows)",
    "ends_sentence": "1 when the last character ends a sentence or quotation, 0.5 for a colon",
    "starts_word": "1 when the first character is a letter or digit",
    "starts_link": "1 when the first text is in a link",
    "n_same": "blocks of the page with the same text",
    "nth_same": "how many of them stand before",
    **{f"{name}_density": f"characters of {marks!r} / words" for name, marks in _MARKS.items()},
    **{f"says_{name}": f"1 when a short block matches the phrases of {name}" for name in _FAMILIES},
}


@cache
def _mark_table() -> NDArray[np.uint8]:
    """Bit i is set for the characters of the i-th family of marks."""
    table = np.zeros(65536, dtype=np.uint8)
    for i, marks in enumerate(_MARKS.values()):
        for mark in marks:
            table[ord(mark)] |= 1 << i
    return table


def text_features(scene: Scene) -> Columns:
    """Return the features of :data:`DEFINITIONS` for every block."""
    blocks = scene.blocks
    words = np.maximum(blocks.n_words, 1).astype(np.float32)
    chars = np.maximum(blocks.n_chars, 1).astype(np.float32)
    columns: Columns = {
        "log_chars": np.log1p(blocks.n_chars),
        "log_words": np.log1p(blocks.n_words),
        "chars_per_word": chars / words,
        "link_density": blocks.n_link_chars / chars,
        "cjk_share": blocks.n_cjk / chars,
        "digit_share": blocks.n_digits / chars,
        "punctuation_density": blocks.n_punctuation / words,
        "n_sentences": np.log1p(scene.n_sentences),
        "sentence_density": scene.n_sentences / words,
    }
    columns |= _inside(scene, chars)
    columns |= _edges(scene)
    columns |= _same(scene)
    columns |= _marks(scene, words)
    columns |= _phrases(scene)
    return columns


def _inside(scene: Scene, chars: NDArray[np.floating]) -> Columns:
    """Counts of what stands in, or just before, each block."""
    page, blocks = scene.page, scene.blocks
    bold = page.inside(_BOLD[page.tag])
    total_bold = np.concatenate(([0], np.cumsum(page.n_chars * bold)))
    texts = np.cumsum(page.is_text & (page.n_chars > 0))
    before = np.concatenate(([-1], blocks.last[:-1]))
    in_bold = total_bold[blocks.last + 1] - total_bold[blocks.row]
    return {
        "bold_share": np.minimum(in_bold / chars, 1),
        "n_links": np.log1p(_since(page.is_anchor, before, blocks.last)),
        "n_images": np.minimum(_since(_IMAGE[page.tag], before, blocks.last), 10),
        "n_inputs": np.minimum(_since(_INPUT[page.tag], before, blocks.last), 10),
        "n_runs": np.log1p(texts[blocks.last] - texts[blocks.row] + 1),
    }


def _since(
    chosen: NDArray[np.bool_], before: NDArray[np.int64], last: NDArray[np.int64]
) -> NDArray[np.int64]:
    total = np.concatenate(([0], np.cumsum(chosen)))
    counts: NDArray[np.int64] = total[last + 1] - total[before + 1]
    return counts


def _edges(scene: Scene) -> Columns:
    return {
        "ends_sentence": np.array([_ENDS.get(text[-1:], 0.0) for text in scene.texts]),
        "starts_word": np.array([text[:1].isalnum() for text in scene.texts], dtype=np.float32),
        "starts_link": scene.page.is_link[scene.blocks.row].astype(np.float32),
    }


def _same(scene: Scene) -> Columns:
    count, seen = Counter(scene.texts), dict[str, int]()
    n_same = [count[text] for text in scene.texts]
    nth = [0] * len(n_same)
    for i in [i for i, n in enumerate(n_same) if n > 1]:
        nth[i] = seen.get(scene.texts[i], 0)
        seen[scene.texts[i]] = nth[i] + 1
    return {
        "n_same": np.minimum(n_same, 20),
        "nth_same": np.minimum(nth, 20),
    }


def _marks(scene: Scene, words: NDArray[np.floating]) -> Columns:
    flags = _mark_table().take(scene.points, mode="clip")
    columns: Columns = {}
    for i, name in enumerate(_MARKS):
        columns[f"{name}_density"] = scene.count((flags & (1 << i)) != 0) / words
    return columns


def _phrases(scene: Scene) -> Columns:
    """Families of phrases in short blocks: words by lookup, CJK phrases and patterns in one search."""
    short = [i for i, text in enumerate(scene.texts) if len(text) <= _PHRASE_CHARS]
    found = [0] * len(scene.texts)
    for i in short:
        for word in scene.words[i] & _ALL_WORDS:
            found[i] |= _WORD_BITS[word]
        if "©" in scene.texts[i]:
            found[i] |= _WORD_BITS["©"]
    joined = "\n".join([scene.texts[i] for i in short])
    starts = list(accumulate([len(scene.texts[i]) + 1 for i in short], initial=0))
    for at, bits in _places(joined, has_cjk=bool(scene.blocks.n_cjk.any())):
        found[short[bisect_right(starts, at) - 1]] |= bits
    said = (np.array(found, dtype=np.int64) >> np.arange(len(_FAMILIES))[:, None]) & 1
    return {f"says_{name}": row for name, row in zip(_FAMILIES, said, strict=True)}


def _places(joined: str, *, has_cjk: bool) -> Iterator[tuple[int, int]]:
    """Where phrases begin in the joined short texts, with their family bits."""
    if has_cjk:
        for match in _CJK_PHRASE.finditer(joined):
            yield match.start(), _CJK_BITS[match[1]]
    for i, pattern in enumerate(_PATTERNS.values(), len(PHRASES)):
        for match in pattern.finditer(joined):
            yield match.start(), 1 << i
