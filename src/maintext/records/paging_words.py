"""What pages call their next page, and what only sounds like it.

Texts are compared in lower case, without the marks, arrows and spaces around them.
"""

from __future__ import annotations

import re

__all__ = [
    "is_article_link",
    "is_load_more",
    "is_next",
    "is_paging",
    "is_previous",
    "is_single_page",
    "plain",
]

_MARKS = " \t\n\u00a0.…·|:：[]()（）【】<>‹›«»←→⇒►▶▸⟩〉》→_-–—+"


def _words(text: str) -> frozenset[str]:
    return frozenset(word.strip() for word in text.replace("\n", "|").split("|") if word.strip())


_NEXT = _words(
    """next|next page|next results|go to next page|go to the next page|older|older posts|older entries
    older articles|older stories|older news|more results|next part|continued on next page|to next page|more
    下一页|下页|后一页|後一頁|下一頁|下頁|次页|往后|向后|后页|余下全文|下一部分
    weiter|nächste|nächste seite|ältere beiträge|ältere einträge|vor|zur nächsten seite|folgende seite
    suivant|suivante|page suivante|suivants|articles plus anciens|articles précédents
    siguiente|página siguiente|siguientes|entradas antiguas|entradas anteriores|pág. siguiente
    seguinte|próxima|próxima página|próximo|página seguinte|postagens mais antigas
    successiva|successivo|pagina successiva|avanti|prossima|articoli meno recenti
    volgende|volgende pagina|oudere berichten|nästa|nästa sida|neste|neste side|næste|seuraava|seuraava sivu
    následující|další|další strana|ďalšia|następna|następna strona|dalej|starsze wpisy|következő
    következő oldal
    следующая|следующая страница|следующие|вперед|вперёд|далее|след|старые записи|наступна|вперед|следваща
    επόμενη|επόμενη σελίδα|επόμενο|επόμενες|επομενη|παλαιότερα|παλαιότερες αναρτήσεις
    sonraki|sonraki sayfa|ileri|următoarea|pagina următoare|înainte|sljedeća|naslednja|следећа
    次へ|次のページ|次のページへ|次|次ページ
    다음|다음 페이지|다음페이지|التالي|הבא|अगला|ถัดไป|tiếp|trang sau|sau
    selanjutnya|berikutnya"""
)
_PREVIOUS = _words(
    """previous|previous page|prev|newer|newer posts|newer entries|back|first|first page|last|last page
    home page
    上一页|上页|前一页|前一頁|上一頁|上頁|首页|首頁|第一页|尾页|尾頁|末页|末頁|最后一页|最後一頁
    zurück|vorherige|vorherige seite|erste|letzte|précédent|précédente|page précédente|première|dernière
    anterior|página anterior|primera|última|precedente|pagina precedente|vorige|föregående|edellinen
    предыдущая|предыдущая страница|назад|первая|последняя|προηγούμενη|προηγουμενη|poprzednia|předchozí|önceki
    前へ|前のページ|이전|前|最後|最初"""
)
_LOAD_MORE = _words(
    """load more|load more stories|load more articles|load more posts|show more|show more results|view more
    see more
    more articles|more posts|more stories|more news
    加载更多|点击加载更多|查看更多|載入更多|显示更多|更多内容|もっと見る|더보기
    mehr laden|mehr anzeigen|weitere laden|voir plus|afficher plus|charger plus|ver más|cargar más
    mostra altro
    carica altri|carregar mais|показать еще|показать ещё|загрузить еще|загрузить ещё|meer laden|daha fazla"""
)
_SINGLE = _words(
    """view all|single page|view as single page|view on one page|view as one page|one page|full article
    print all
    read on one page|show all pages|show full article|all pages|auf einer seite|auf einer seite lesen
    alles auf einer seite|artikel auf einer seite lesen|tout afficher|sur une seule page|ver todo
    en una sola página
    阅读全文|全文阅读|在本页阅读全文|单页阅读|单页显示|显示全文|在本页显示全文|查看全文|本页阅读全文
    閱讀全文|單頁閱讀|全文表示|全文を読む"""
)
_ARTICLE = re.compile(
    r"(?:next|previous|prev|newer|older)\s(?:post|article|story|chapter|entry|topic|thread|lesson|section"
    r"|question|video|photo|image|month|week|day|year|event|project|product)\b"
    r"|[上下前后後][一1]?[篇条條章则則题題节節张張集话話帖讲講图圖]"
    r"|nächster (?:artikel|beitrag)|article suivant|artículo siguiente|следующая (?:статья|запись|новость)"
    r"|次の記事|다음 글|επόμενο άρθρο",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"(?:page|seite|seiten|página|pagina|страница|σελίδα|第)?\s?\d{1,4}\s?(?:页|頁|ページ)?"
)
_COUNTED_NEXT = re.compile(r"(?:next|下)\s?(?:\d{1,3}|[一十几]?)\s?(?:results|items|entries|条|頁|页|件)?")


def plain(text: str) -> str:
    """Text in lower case without the marks around it."""
    return " ".join(text.lower().split()).strip(_MARKS)


def is_next(text: str) -> bool:
    """Whether a text is a word for the next page."""
    word = plain(text)
    return word in _NEXT or (bool(word) and _COUNTED_NEXT.fullmatch(word) is not None)


def is_previous(text: str) -> bool:
    """Whether a text leads to the page before, the first or the last one."""
    return plain(text) in _PREVIOUS


def is_load_more(text: str) -> bool:
    """Whether a text asks for more entries below the ones shown."""
    return plain(text) in _LOAD_MORE


def is_single_page(text: str) -> bool:
    """Whether a text leads to all parts of an article on one page."""
    return plain(text) in _SINGLE


def is_article_link(text: str) -> bool:
    """Whether a text leads to another article, chapter or item, not to another page of this one."""
    return _ARTICLE.match(plain(text)) is not None


def is_paging(text: str) -> bool:
    """Whether a text is about pages, to other articles too; no title of an item is."""
    word = plain(text)
    return (
        word in _NEXT or word in _PREVIOUS or word in _LOAD_MORE or word in _SINGLE
        or _NUMBERED.fullmatch(word) is not None or (is_article_link(word[:12]) and len(word) < 12)
    )  # fmt: skip
