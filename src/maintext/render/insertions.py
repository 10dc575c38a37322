"""Find what the default method takes out of its selection, before all output forms.

That is what sites put between paragraphs (words of buttons and boxes, pull quotes) and headings whose section
was dropped (See also, Related articles, Sign up).
"""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter, defaultdict
from itertools import accumulate

import numpy as np

from maintext.html import Page
from maintext.html.arrays import Bool, Int, mark_rows, outermost, running_sum
from maintext.html.blocks import main_region_mask
from maintext.html.characters import letters_of
from maintext.html.tags import HEADING_LEVEL, HEADING_TAGS, tag_mask
from maintext.render.regions import class_rows, kept_texts

__all__ = [
    "INSERTIONS", "find_announcements", "find_contents", "find_hollow_headings",
    "find_interface_words", "find_pull_quotes", "find_repeated_controls",
]  # fmt: skip

_HEADING = HEADING_LEVEL > 0
_PICTURE = tag_mask(("img", "picture", "video", "audio", "iframe", "hr"))
_MAX_TITLE_CHARS = 100  # of a heading; what is longer is prose
_MANY = 3  # hollow headings of one level are the titles of a list
_LIST = tag_mask(("ul", "ol"))
_MIN_CONTENTS, _MIN_CONTENTS_SHARE = 3, 0.6  # links of a table of contents, and those that name headings
_MIN_SECTION = 80  # characters after a heading that are a section, not the words of buttons


_FIELDS = tag_mask((*HEADING_TAGS, *"td th dt dd li pre code textarea label summary".split()))
_MAX_LABEL_CHARS = 20
# Headings of links at the end of a text.
_RELATED = re.compile(
    r"\W*(?:(?:更多|往期|相关|相關|精彩|热门|熱門|推荐|推薦|延伸|扩展)+"
    r"(?:精彩|推荐|推薦|文章|阅读|閱讀|回顾|回顧|新闻|新聞|链接|連結|内容)+"
    r"|関連記事|あわせて読みたい|관련 ?기사)\W*"
)
_MAX_WORDS_CHARS = 50  # of a block of interface words
_CONTROL = tag_mask(("button", "label"))
_MIN_CONTROLS, _MAX_CONTROL_CHARS = 5, 120  # of controls with one text, and of each
_THING = re.compile(r"(?::| [-–—] ).*", re.DOTALL)  # what a control is for
_PULLED = re.compile(r"pull-?_?quote", re.IGNORECASE)
_PULLED_TAGS = tag_mask("blockquote aside figure div section p td span".split())
_MIN_PULLED, _MAX_PULLED = 12, 400  # letters and digits; below, words that a text says twice
_MAX_PULLED_ROWS = 500  # each is looked for in all of the text
# Whole blocks that say what a button or a box next to them is for.
_PHRASES = frozenset(
    phrase.strip()
    for phrase in (
        "advertisement|advertisements|advertising|ad|sponsored|sponsored content|sponsored post|paid content"
        "|promoted|article continues below advertisement|article continues after advertisement"
        "|story continues below advertisement"
        "|advertisement - continue reading below|scroll to continue|copy link|copy url|link copied|share"
        "|share this|share this article|share this story|share this page|share article|listen to this article"
        "|listen to article|read aloud|print this article|print this page|email|email this article"
        "|save article|press enter or click to view image in full size|read more|continue reading|back to top"
        "|loading|click to expand|sorted by"
        "|anzeige|werbung|gesponsert|link kopieren|teilen|artikel teilen|artikel anhören|artikel drucken"
        "|weiterlesen|mehr lesen|nach oben"
        "|publicité|la suite après cette publicité|contenu sponsorisé|copier le lien|partager"
        "|partager l'article|écouter l'article"
        "|lire la suite|publicidad|contenido patrocinado|copiar enlace|compartir|escuchar este artículo"
        "|leer más|seguir leyendo"
        "|pubblicità|contenuto sponsorizzato|copia link|condividi|ascolta l'articolo|leggi di più"
        "|publicidade|conteúdo patrocinado|copiar link|compartilhar|partilhar|ouvir este artigo|leia mais"
        "|advertentie|annons|annonse|annonce|mainos|hirdetés|publicitate|iklan|quảng cáo"
        "|reklam|إعلان|פרסומת|विज्ञापन|বিজ্ঞাপন|โฆษณา|تبلیغات"
        "|reklama|udostępnij|czytaj więcej|реклама|поделиться|скопировать ссылку|читать далее|διαφήμιση"
        "|广告|廣告|分享|分享到|复制链接|複製連結|展开全文|阅读更多|返回顶部|加载中|正在加载|复制代码|播报|编辑|編輯|收藏|举报|舉報|回复|回覆|点赞|只看该作者|只看楼主|載入中"
        "|展开阅读全文|展开剩余|阅读全文|閱讀全文|查看全文|余下全文|阅读原文|閱讀原文|查看原文|查看更多|查看全部评论|举报/反馈|听新闻|聽新聞|分享让更多人看到|看更多|請繼續往下閱讀|広告|スポンサーリンク|スポンサードリンク|シェア|共有|リンクをコピー|続きを読む|シェアする|この記事をシェア|フォローする|この記事は会員限定です|有料会員限定記事|ログインして続きを読む"
        "|광고|공유|공유하기|구독하기|링크 복사"
    ).split("|")
)
# Whole blocks of Chinese accounts and applications: what to tap, how long a text is, where it ends.
_TAP = re.compile(
    r"\W*(?:(?:点击|點擊)\W*(?:(?:[上下]方|顶部|文末|左下角)\W*)?(?:蓝字|藍字|名片|卡片|阅读原文|閱讀原文)"
    r"(?:\W*\w{0,4}(?:关注|關注|订阅|訂閱|查看|了解|阅读|閱讀)\w{0,6})?"
    r"|返回\w{2,4}\W*查看更多|(?:打开|打開|下载|下載)\w{0,8}(?:app|客户端|客戶端)\W*(?:阅读|閱讀|看|查看)\w{2,6}"
    r"|(?:本文|全文)\w{0,2}\s?\d+\s?字\W*\w{0,2}阅读\w{0,6}\s?\d+\s?分钟|(?<=\W)(?-i:END|完)(?=\W))\W*",
    re.IGNORECASE,
)
# Of the last blocks those that lead to the texts before and after: 上一篇：…
_NEIGHBOUR = re.compile(
    r"\W*(?:[上下前后後]一[篇条條则則页頁章]|[上下][条條则則页頁])(?:文章|新闻|新聞|资讯|資訊|主题|主題)?\s*[:：].{0,150}",
    re.DOTALL,
)
_LAST_TEXTS = 8  # text nodes
_DURATION = re.compile(r"\d{1,3} ?(?:min|mins|minutes?|Min\.|分钟|分)(?: (?:read|listen))?", re.IGNORECASE)
_LONE = frozenset(".,;:|·•。，、；：｜")  # a mark that a dropped neighbour leaves
_EDGES = ". \t\n\r\xa0\u3000:：|·•…-–—→›»[]()【】!"


def find_interface_words(page: Page, keep: Bool) -> Bool | None:
    """Find kept blocks that say only what a control or a box is for (Copy link, 广告), or are one mark.

    Headings, cells, items and code stay. Cost O(n_rows), plus O(1) for each short block.
    """
    kept = kept_texts(page, keep)
    blocks = page.block[kept]
    texts = kept[np.bincount(blocks, weights=page.n_chars[kept])[blocks] <= _MAX_WORDS_CHARS]
    texts = texts[~page.inside(page.tagged(_FIELDS))[texts]] if len(texts) else texts
    written = {row: page.row_text(row).strip() for row in texts.tolist()}
    words = {row: text.strip(_EDGES).casefold() for row, text in written.items()}
    named = {row for row, text in words.items() if text in _PHRASES or written[row] in _LONE}
    found: set[int] = set()
    if named:
        others = {row for row, text in words.items() if text and not _DURATION.fullmatch(text)} - named
        found.update(page.block[list(named)].tolist())
        found.difference_update(page.block[list(others)].tolist())
    if np.count_nonzero(page.n_cjk):
        found |= _blocks_that_say(page, texts, _TAP)
        found |= _blocks_that_say(page, kept[-_LAST_TEXTS:], _NEIGHBOUR)
    return keep & np.isin(page.block, list(found)) & page.is_text if found else None


def _blocks_that_say(page: Page, texts: Int, words: re.Pattern[str]) -> set[int]:
    """Return the blocks whose text, of the given text nodes, is all of a pattern."""
    whole: defaultdict[int, str] = defaultdict(str)
    for row, block in zip(texts.tolist(), page.block[texts].tolist(), strict=True):
        whole[block] += page.row_text(row).strip()
    return {block for block, text in whole.items() if words.fullmatch(text)}


def find_repeated_controls(page: Page, keep: Bool) -> Bool | None:
    """Find kept blocks of buttons and labels with one text for five things or more (Compare, Add to cart).

    Of a text with a colon or a dash what stands before it counts (Save this event: …). Headings, questions
    and what begins with a digit stay: they are about their card. Cost O(n_rows) where a page has five.
    """
    controls = page.tagged(_CONTROL)
    if np.count_nonzero(controls) < _MIN_CONTROLS:
        return None
    texts = kept_texts(page, keep)
    is_control = page.inside(controls)[texts]
    if np.count_nonzero(is_control) < _MIN_CONTROLS:
        return None
    is_control &= ~page.inside(page.tagged(_HEADING))[texts]
    rows, others = texts[is_control], set(page.block[texts[~is_control]].tolist())
    written: dict[int, str] = {}
    for row, block in zip(rows.tolist(), page.block[rows].tolist(), strict=True):
        if block not in others:
            written[block] = f"{written.get(block, '')} {page.row_text(row).strip()}".lstrip()
    named = {
        block: _THING.sub("", text).casefold()
        for block, text in written.items()
        if len(text) <= _MAX_CONTROL_CHARS and not text[:1].isdigit() and not text.endswith(("?", "？"))
    }
    n_alike = Counter(named.values())
    found = [block for block, name in named.items() if n_alike[name] >= _MIN_CONTROLS]
    return keep & np.isin(page.block, found) & page.is_text if found else None


def find_announcements(page: Page, keep: Bool) -> Bool | None:
    """Find a short text at the end that announces more.

    It ends in a colon, or is a Chinese, Japanese or Korean heading of links (往期推荐); a picture, player or
    code after it is what it announces. Cost O(n_rows).
    """
    texts = kept_texts(page, keep)
    last = int(texts[-1]) if len(texts) else 0
    text = page.row_text(last).rstrip() if 0 < page.n_chars[last] <= _MAX_LABEL_CHARS else ""
    if not (text.endswith((":", "：")) or _RELATED.fullmatch(text)):
        return None
    block = texts[page.block[texts] == page.block[last]]
    is_label = len(block) < len(texts) and page.n_chars[block].sum() <= _MAX_LABEL_CHARS
    if not is_label or (len(block) > 1 and text[-1] not in ":："):
        return None
    after = slice(last + 1, len(page))
    is_next = page.is_text[after] & (page.n_chars[after] > 0) & ~page.is_hidden[after]
    is_shown = (_PICTURE[page.tag[after]] & (np.cumsum(is_next) == 0)).any()
    return None if is_shown or page.inside(page.tagged(_FIELDS))[last] else mark_rows(len(page), block)


def find_pull_quotes(page: Page, keep: Bool) -> Bool | None:
    """Find kept elements named as pull quotes whose words stand in the text once more. Cost O(characters)."""
    rows = [row for row in class_rows(page, _PULLED.search) if _PULLED_TAGS[page.tag[row]]][:_MAX_PULLED_ROWS]
    if not rows:
        return None
    texts = kept_texts(page, keep)
    letters = [letters_of(page.row_text(text).casefold()).replace("_", "") for text in texts.tolist()]
    starts, written = [*accumulate(map(len, letters), initial=0)], "".join(letters)
    found = np.zeros(len(page), dtype=np.bool_)
    for row in rows:
        inside = slice(row, int(page.end[row]))
        first, end = (starts[text] for text in texts.searchsorted((row, page.end[row])).tolist())
        quote = written[first:end]
        if _MIN_PULLED <= len(quote) <= _MAX_PULLED and not found[inside].any():
            found[inside] = written.find(quote, 0, first) >= 0 or written.find(quote, end) >= 0
    return found & keep & (page.n_chars > 0) if found.any() else None


def find_contents(page: Page, keep: Bool) -> Bool | None:
    """Find kept tables of contents: lists of links to places on the page that are called as kept headings.

    A list that a sentence with a colon announces stays. Cost O(n_rows), plus O(1) for each link of a list.
    """
    texts = kept_texts(page, keep)
    lists = page.tagged(_LIST).nonzero()[0]
    first, end = texts.searchsorted(lists), texts.searchsorted(page.end[lists])
    is_long = end - first >= _MIN_CONTENTS
    if not is_long.any():
        return None
    n_linked = running_sum(page.is_link[texts])
    is_linked = is_long & (2 * (n_linked[end] - n_linked[first]) >= end - first)
    found = np.zeros(len(page), dtype=np.bool_)
    for row in outermost(lists[is_linked].tolist(), page.end):
        start = int(texts.searchsorted(row))
        before = page.row_text(texts[start - 1]).rstrip() if start else ""
        if not before.endswith((":", "：")):
            found[row : page.end[row]] = _is_contents(page, keep, row)
    return found & keep if found.any() else None


def _is_contents(page: Page, keep: Bool, row: int) -> bool:
    """Return True if a list is links with a fragment alone, most called as a later heading that is kept."""
    inside = slice(row, int(page.end[row]))
    anchors = (row + page.is_anchor[inside].nonzero()[0]).tolist()
    others = row + (keep[inside] & ~page.is_link[inside]).nonzero()[0]
    if any(map(str.isalpha, "".join(map(page.row_text, others.tolist())))):  # it says more
        return False
    if len(anchors) < _MIN_CONTENTS or not all("#" in (page.value(at, "href") or "") for at in anchors):
        return False
    titles = page.cached(_heading_rows)
    rows = [titles.get(_title_key(page, at), 0) for at in anchors]
    n_titles = sum(at > row and bool(keep[at : page.end[at]].any()) for at in rows)
    return n_titles >= _MIN_CONTENTS_SHARE * len(anchors)


def _heading_rows(page: Page) -> dict[str, int]:
    """Return the last heading of each title, by its letters."""
    return {_title_key(page, row): row for row in page.tagged(_HEADING).nonzero()[0].tolist()}


def _title_key(page: Page, row: int) -> str:
    """Return the letters of a title without its number; ``"#"`` for none."""
    return letters_of(page.row_text(row)).lstrip("0123456789") or "#"


def find_hollow_headings(page: Page, keep: Bool) -> Bool | None:
    """Find kept headings that no kept text follows before the next one of their level.

    After the first text, that one need not be kept. These stay: headings of the first level, with a link,
    before a picture that is shown, or of more than 100 characters; and heads of columns, items and cards: one
    right before another of its level that stays, each in an element of its own next to each other, and three
    or more of one level whose sections say nothing. Cost O(n_rows).
    """
    headings, texts = page.tagged(_HEADING).nonzero()[0], kept_texts(page, keep)
    first, end = texts.searchsorted(headings), texts.searchsorted(page.end[headings])
    spans = list(zip(headings.tolist(), first.tolist(), end.tolist(), strict=True))
    own = [span for span in spans if span[1] < span[2]]
    next_body, first_body = _find_bodies(own)
    if not own or first_body == len(texts):
        return None
    dropped = [row for row, start, stop in spans if start == stop and not page.is_hidden[row]]
    titles = {"", *(page.row_text(row).strip() for row, *_ in own)} if dropped else set()  # no copies
    found: dict[int, list[int]] = {}
    pictures = page.tagged(_PICTURE).nonzero()[0]
    shown: Bool | None = None  # most pages need not know
    following, following_row, following_level = len(texts), 0, 0  # the next heading that stays
    for (row, start, stop), text in zip(own[::-1], next_body, strict=True):
        level = int(HEADING_LEVEL[page.tag[row]])
        is_last = following <= text and following_level <= level
        # The text belongs to a heading that is not kept; before all text there may be a subtitle.
        if not is_last and first_body < start and text < len(texts):
            between = dropped[bisect(dropped, row) : bisect(dropped, int(texts[text]))]
            others = (at for at in between if page.row_text(at).strip() not in titles)
            is_last = any(HEADING_LEVEL[page.tag[at]] <= level for at in others)
        if is_last and level > 1 and _is_title(page, texts[start:stop]):
            # Pictures after the last text are not part of it.
            part = page.end[row], texts[following] if following < len(texts) else row
            near = pictures[slice(*pictures.searchsorted(part))]
            if len(near) and shown is None:
                shown = main_region_mask(page, keep)
            has_picture = shown is not None and bool(shown[near].any())
            if not (has_picture or _is_next_head(page, row, following_row)):
                found.setdefault(level, []).append(row)
                continue
        following, following_row, following_level = start, row, level
    rows = [
        row
        for some in found.values()
        for row in some
        if len(some) < _MANY or _has_dropped_text(page, keep, row, headings)
    ]
    return page.inside(mark_rows(len(page), rows)) & keep if rows else None


def _find_bodies(headings: list[tuple[int, int, int]]) -> tuple[list[int], int]:
    """Return the next text in no heading for each heading, the last one first; and the first text in none.

    Each heading has a row, and a half-open range of texts.
    """
    after: dict[int, int] = {}  # what follows the headings that begin at a text
    found = []
    ends = [*accumulate((stop for _, _, stop in headings), max)]
    for (_, start, _), stop in zip(headings[::-1], ends[::-1], strict=True):
        after[start] = after.get(stop, stop)
        found.append(after[start])
    return found, after.get(0, 0)


def _is_title(page: Page, texts: Int) -> bool:
    """Return True for the texts of a short heading without a link."""
    return page.n_chars[texts].sum() <= _MAX_TITLE_CHARS and not page.is_link[texts].any()


def _is_next_head(page: Page, row: int, other: int) -> bool:
    """Return True if two headings of one level stand in two elements of one kind, with no text in between."""
    own, next_own = int(page.parent[row]), int(page.parent[other])
    is_near = own != next_own and page.parent[own] == page.parent[next_own]
    if not is_near or page.tag[row] != page.tag[other] or page.tag[own] != page.tag[next_own]:
        return False
    between = slice(page.end[row], other)
    shown = page.is_text[between] & ~page.is_hidden[between]
    return not page.n_chars[between] @ shown


def _has_dropped_text(page: Page, keep: Bool, row: int, headings: Int) -> bool:
    """Return True if the text between a heading and the next one is dropped, links left out."""
    start = int(page.end[row])
    after = headings[headings.searchsorted(start) :]
    inside = slice(start, int(after[0]) if len(after) else len(page))
    is_said = ~keep[inside] & ~page.is_hidden[inside] & ~page.is_link[inside]
    return bool(page.n_chars[inside] @ (is_said & page.is_text[inside]) >= _MIN_SECTION)


INSERTIONS = (
    (find_pull_quotes, "a pull quote: the text has the same words"),
    (find_interface_words, "words of a button or box, or a lone mark"),
    (find_repeated_controls, "the same words in a control of each thing listed"),
    (find_announcements, "announces what was left out"),
    (find_contents, "a table of contents: its headings follow"),
    (find_hollow_headings, "heading of an empty section"),
)
"""Rules of the default method alone: what finds the texts to drop, and the reason."""
