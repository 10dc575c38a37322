"""The form of a page of a platform, and texts for it."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ESSAY", "NEWS", "NEWS_TITLE", "OLD_NEWS", "Platform", "around", "listed", "paragraphs"]

NEWS_TITLE = "青禾镇渡口浮桥恢复通行"
NEWS = (
    "停运四十天的青禾镇渡口浮桥昨天清晨恢复通行，首批过桥的是赶早市的菜农和上学的孩子，桥面两侧新装了护栏和照明灯。",
    "镇里介绍，浮桥在夏季洪水中有十一节桥身移位，抢修队先后换下锚链六百多米，并把桥面抬高了三十厘米。",
    "“以前绕路要一个半小时，现在十分钟就到对岸。”在渡口卖了二十年豆腐的许阿婆说，她终于不用凌晨三点起床了。",
    "按照计划，明年春天将在上游两公里处开建一座公路桥，届时浮桥会作为步行桥保留下来，供两岸居民和游客使用。",
)
ESSAY = (
    "搬到山里的第三年，我才真正学会听雨。城里的雨是路面的声音，山里的雨却先落在竹叶上，再从屋檐滴进水缸。",
    "邻居老蒋教我看云，他说云脚贴着山腰走，第二天一定放晴；云从垭口倒灌下来，就得赶紧把晒着的笋干收进屋。",
    "我把这些话记在一个旧本子里，写到第七十页的时候，忽然发现自己已经很久没有打开过天气预报了。",
    "春天快结束时，茶厂的机器又响了起来，整条溪谷都是炒青的香气，连夜里做梦也带着一点苦味。",
)
OLD_NEWS = (
    "青禾鎮渡口浮橋停駛四十天後，昨日清晨恢復通行，首批過橋的是趕早市的菜農和上學的孩子，橋面兩側新裝了護欄和照明燈。",
    "鎮公所表示，浮橋在夏季洪水中有十一節橋身移位，搶修隊先後換下錨鏈六百多公尺，並把橋面抬高三十公分。",
    "在渡口賣了二十年豆腐的許阿婆說，以前繞路要一個半小時，現在十分鐘就到對岸，終於不必凌晨三點起床。",
    "依照計畫，明年春天將在上游兩公里處興建一座公路橋，屆時浮橋會作為步行橋保留，供兩岸居民與遊客使用。",
)


@dataclass(frozen=True, slots=True)
class Platform:
    """A page, and what must be found in it.

    Attributes
    ----------
    name, url, html
        The platform, and the page.
    authors, source, published, tags, images
        Its fields; ``None`` for a field that is not looked at. ``published`` is the beginning of the timestamp,
        ``images`` are ends of their URLs.
    has, has_not
        What the text holds, and what neither it nor the comments do.
    comments
        What the texts of comments hold.
    no_images
        Ends of URLs of pictures that are none of the text's.
    """

    name: str
    url: str
    html: str
    title: str
    authors: tuple[str, ...] | None = ()
    source: str | None = None
    published: str | None = None
    tags: tuple[str, ...] | None = None
    images: tuple[str, ...] = ()
    no_images: tuple[str, ...] = ()
    has: tuple[str, ...] = ()
    has_not: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()


def paragraphs(texts: tuple[str, ...], start: str = "<p>", end: str = "</p>") -> str:
    """Return texts as elements, one each."""
    return "".join(f"{start}{text}{end}" for text in texts)


def around(body: str, head: str = "", *, title: str, lang: str = "zh-CN") -> str:
    """Return a whole page without navigation."""
    return (
        f'<!DOCTYPE html><html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title>{head}</head>'
        f"<body>{body}</body></html>"
    )


def listed(n: int = 6, *, day: str = "03-0") -> str:
    """Return items of a list of other articles with their dates."""
    names = (
        "山区新建三座气象站",
        "旧书市集周末开张",
        "河堤步道延长两公里",
        "村小迎来新校车",
        "夜市摊位统一编号",
        "灯会定于元宵举行",
    )
    return "".join(
        f'<li><a href="/x/{i}.html">{names[i % 6]}</a><span class="date">2020-{day}{i + 1}</span></li>'
        for i in range(n)
    )
