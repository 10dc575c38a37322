"""Families of phrases that mark boilerplate, dates, prices and addresses, in any language.

General knowledge of the field, not read off any page. Looked for in short texts only.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maintext.page import characters as ch

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["BEGINS", "CJK_BITS", "FAMILIES", "PHRASES", "WORD_BITS", "places"]

# Words of boilerplate; CJK phrases are looked for as substrings.
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
BEGINS = r"[\d$€£¥￥₽₹@/]"
"""One of these characters, or "ww", stands in every text that a pattern matches."""

FAMILIES = (*PHRASES, *_PATTERNS)
"""Names of the families; the place of each is its bit."""

WORD_BITS: dict[str, int] = {}
CJK_BITS: dict[str, int] = {}
for _i, _phrases_of in enumerate(PHRASES.values()):
    for _phrase in _phrases_of.split():
        _bits = CJK_BITS if re.match(f"[{ch.CJK_PATTERN}]", _phrase) else WORD_BITS
        _bits[_phrase] = _bits.get(_phrase, 0) | 1 << _i
# A look-ahead, so that phrases that overlap are all found.
_CJK_PHRASE = re.compile(f"(?=({'|'.join(sorted(CJK_BITS, key=len, reverse=True))}))")


def places(joined: str, *, has_cjk: bool) -> Iterator[tuple[int, int]]:
    """Where CJK phrases and patterns begin in texts joined by line feeds, with the bits of their families."""
    if has_cjk:
        for match in _CJK_PHRASE.finditer(joined):
            yield match.start(), CJK_BITS[match[1]]
    for i, pattern in enumerate(_PATTERNS.values(), len(PHRASES)):
        for match in pattern.finditer(joined):
            yield match.start(), 1 << i
