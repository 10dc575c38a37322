"""Buttons of records, and the counts on them: 回复, 赞(12), Reply, 3 likes.

Patterns are for lines that are texts of one element each; white space in them is plain spaces.
"""

from __future__ import annotations

import re

__all__ = ["BUTTON", "BUTTONS", "COUNT"]

_LINES = re.IGNORECASE | re.MULTILINE


def _any(*words: str) -> str:
    return "|".join(words)


COUNT = r"(?>\d[\d,.]* ?(?:[万萬億亿]|[km](?![a-z]))?\+?)"
"""Pattern of a number as counts are written: 12, 1,204, 1.2万, 3.4K. Atomic: long digits cost no more."""

BUTTONS = {
    "n_reposts": _any(
        r"转发|轉發|转推|轉推", r"reposts?|retweets?|boosts?|shares?", r"リポスト|リツイート|シェア|공유"
    ),
    "n_comments": _any(
        r"(?:条|則|个|篇)?(?:评论|評論|回复|回覆|留言|回應|回应|讨论|討論)",
        r"comments?|repl(?:y|ies)|kommentare?|antworten|返信|コメント|댓글|답글",
        r"commentaires?|comentarios?|respuestas?|commenti|комментари\w{0,3}|odpowiedzi",
    ),
    "n_likes": _any(
        r"顶|頂|(?:点|點)?赞(?:同)?|(?:按)?讚|喜欢|喜歡|有用|推荐|いいね[!！]?|좋아요|추천",
        r"likes?|points?|(?:up ?)?votes?|favou?rites?|people found this (?:\w+ )?helpful|helpful|thanks?",
        r"leser empfehlen(?: diesen kommentar)?|hilfreich|nützlich|utile|útil|полезно|przydatne|нравится",
        r"me gusta|mi piace|役に立った",
        r"gefällt mir|j['’]aime|(?:[❤♥👍]|\U0001f90d)\ufe0f?",
    ),
}
"""Texts of the buttons that show a count, by field."""

_OTHERS = _any(
    r"收藏|分享|举报|舉報|檢舉|引用|关注|添加(?:评论|評論)|只看该作者|楼主|更多|展开|收起|删除",
    r"编辑|编辑于|发布于|发表于|來自|来自|推|噓|嘘|踩|沙发|板凳|通報|保存|シェアする",
    r"quote|report|permalink|link|edit|flag|delete|save|follow|improve|improve this \w+|more|hide|next|prev",
    r"parent|root|context|share ?›?|add (?:a )?comment|(?:dis|un)likes?|down ?votes?|expand|see translation",
    r"show more|read more|reply to this|\[[–+-]\]|asked|answered|modified|edited:?|last edited|says:?|said:?",
    r"submitted|posted(?: by| on)?|by|messages?|members?|reactions|more answers below|discussion starter",
    r"commenter|signaler|commentar|cytuj|zgłoś|цитата|пожаловаться|ответить|citar|compartir|partager|cita|segnala"
    r"|joined|like x|lv\.? ?\d+|level \d+|\d+ posts|zitieren|melden|teilen|répondre|responder",
)
BUTTON = re.compile(
    rf"^[ |·•|/,.:：(（\[]*(?:(?:{_any(*BUTTONS.values())}|{_OTHERS}|{COUNT})[ ()（）\[\]|·•:：]*){{1,8}}$"
    r"|^ *[#№]?\d{1,6}[#楼樓]? *$|^[^\w\n]+$",
    _LINES,
)
"""A line that is a button, a count, the number of a post, or only leads in; up to eight of them."""
