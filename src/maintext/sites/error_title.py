"""The titles of error pages, and of pages that ask for a login."""

from __future__ import annotations

import re

__all__ = ["is_error_title"]

# All of a title, with single spaces for marks.
_ERROR_TITLE = re.compile(
    r"""(?:(?:error|oops|sorry|http|40[134]|410|50[0-4])\s?)+(?:not\sfound|forbidden|gone|bad\sgateway)?
    |(?:(?:this|that|the|error|404|oops|sorry)\s)*(?:page|article|content|file|story|product|document)
        (?=.*\s(?:not|no|t|cannot|unavailable|removed|deleted|missing)\b)
        (?:\s(?:you|requested|were|are|looking|for|was|is|isn|could|can|t|cannot|has|does|doesn|been|not|no
        |longer|be|found|exist|available|unavailable|removed|deleted|missing))+
    |not\sfound|access\sdenied|forbidden|service\s(?:temporarily\s)?unavailable|internal\sserver\serror
    |(?:(?:down|closed)\sfor\s|under\s|site\s|scheduled\s)?maintenance|we\s(?:will|ll)\sbe\s(?:right\s)?back(?:\ssoon)?
    |just\sa\smoment|attention\srequired(?:\scloudflare)?|(?:security|browser)\scheck|(?:please\s)?(?:sign|log)\sin|login
    |seite\snicht\sgefunden|page\s(?:introuvable|non\strouvée)|página\sn(?:o|ão)\sencontrada|pagina\snon\strovata
    |страница\sне\sнайдена|ページが見つかりません(?:でした)?|페이지를\s찾을\s수\s없습니다
    |(?:\S{0,12}\s)?[您你我所要想正在访问查看浏览请求寻找打开当前的该此本这个篇条]{0,12}
        (?:页面|网页|文章|内容|信息|帖子|商品)\S{0,4}(?:不存在|找不到|未找到|删除|下架|失效|走丢)[了或已被不存在删除下架失效]{0,6}
    |(?:系统|网站)(?:正在)?维护中?|(?:请先?|用户)登[录陆]|安全验证|访问(?:被拒绝|出错|受限)|出错了|错误(?:提示|页面)?""",
    re.IGNORECASE | re.VERBOSE,
)
_MARKS = re.compile(r"[\W_]+")


def is_error_title(title: str | None) -> bool:
    """Return True for the title of an error page or a login; the page of an article may have it too."""
    return _ERROR_TITLE.fullmatch(_MARKS.sub(" ", title or "").strip()) is not None
