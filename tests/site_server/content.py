"""Pages of the test site: all are made from their number, the same every time."""

# ruff: noqa: E501, S311 - pages are long lines; luck that is the same every time is no secret

from __future__ import annotations

import datetime as dt
import html
import random
from dataclasses import dataclass
from functools import cached_property

PER_LIST, PER_FORUM = 20, 20
SECTIONS = ("world", "science", "culture", "本地")
ENGLISH = """river bridge council report season market teacher winter station garden museum weather engine harbour
village festival budget library window signal orchard railway painting concert survey island factory valley
planned opened showed carried reached described measured repaired visited followed changed gathered answered
slowly early often quietly together yesterday nearby again large narrow quiet public wooden distant careful
several different careful local new old between beyond around during after before with without""".split()
CHINESE = """河流 大桥 报告 季节 市场 教师 冬天 车站 花园 博物馆 天气 港口 村庄 节日 预算 图书馆 窗户 信号 果园 铁路
绘画 音乐会 调查 岛屿 工厂 山谷 计划 开放 显示 运送 到达 描述 测量 修理 参观 跟随 改变 聚集 回答 慢慢 早早 常常
安静 一起 昨天 附近 再次 宽阔 狭窄 公共 木制 遥远 小心 几个 不同 本地 崭新 古老 之间 之后 期间 居民 学生 工程师""".split()
NAMES = ("Ada Marsh", "Tom Reed", "Ines Vale", "Karl Brook", "Mia Stone")
CHINESE_NAMES = ("林小雨", "陈建国", "王海", "赵明月", "孙一帆")
SOURCES = ("河岸日报", "山谷新闻网", "港口晚报")


@dataclass(frozen=True)
class Article:
    """What an article page says."""

    number: int
    path: str
    title: str
    author: str
    published: str
    source: str
    section: str
    is_chinese: bool
    encoding: str
    parts: tuple[tuple[str, ...], ...]

    @property
    def paragraphs(self) -> list[str]:
        return [text for part in self.parts for text in part]


class Site:
    """A news site with a forum.

    Parameters
    ----------
    n_articles
        Size.
    traps
        Link to what has no end and to what fails.
    """

    def __init__(self, n_articles: int, *, traps: bool = True) -> None:
        self.n_articles, self.traps = n_articles, traps
        self.changed: dict[int, str] = {}  # paragraphs put into articles later

    def article(self, number: int) -> Article:
        luck = random.Random(number)
        is_chinese = number % 3 == 0
        day = dt.date(2024, 1, 1) + dt.timedelta(days=number % 700)
        words = CHINESE if is_chinese else ENGLISH
        title = ("" if is_chinese else " ").join(luck.choices(words, k=6))
        n_parts = 3 if number % 50 == 7 else 1
        parts = tuple(
            tuple(_paragraph(luck, is_chinese) for _ in range(luck.randint(4, 8))) for _ in range(n_parts)
        )
        if number in self.changed:
            parts = ((*parts[0], self.changed[number]), *parts[1:])
        return Article(
            number=number,
            path=f"/news/{day:%Y/%m}/{number}.html",
            title=f"{title}{number}号" if is_chinese else f"{title.capitalize()} no. {number}",
            author=(CHINESE_NAMES if is_chinese else NAMES)[number % 5],
            published=f"{day.isoformat()} {number % 24:02}:30",
            source=SOURCES[number % 3] if is_chinese else "",
            section=SECTIONS[number % 4],
            is_chinese=is_chinese,
            encoding="gbk" if number % 6 == 0 else "utf-8",
            parts=parts,
        )

    @cached_property
    def paths(self) -> dict[str, int]:
        """Paths of articles to their numbers."""
        return {self.article(number).path: number for number in range(self.n_articles)}

    @property
    def n_threads(self) -> int:
        return max(self.n_articles // 20, 1)

    # -- pages ----------------------------------------------------------------------------------------

    def article_page(self, number: int, part: int = 1) -> bytes:
        article = self.article(number)
        body = "\n".join(f"<p>{html.escape(text)}</p>" for text in article.parts[part - 1])
        strip = _strip(article, part)
        related = "".join(
            f'<li><a href="{one.path}">{one.title}</a></li>'
            for one in (self.article((number + step) % self.n_articles) for step in (1, 5))
        )
        by = f'<span class="author">作者：{article.author}</span> <span>来源：{article.source}</span>'
        if not article.is_chinese:
            by = f'<span class="byline">By {article.author}</span>'
        main = f"""<article><h1>{article.title}</h1>
<p class="info"><time datetime="{article.published.replace(" ", "T")}:00+00:00">{article.published}</time> {by}</p>
<div class="content">{body}</div>{strip}</article>
<aside><h3>Related</h3><ul>{related}</ul></aside>"""
        head = f'<link rel="canonical" href="{article.path}">' if part == 1 else ""
        return self._page(article.title, main, article.encoding, head, "zh" if article.is_chinese else "en")

    def list_page(self, section: str, page: int) -> bytes | None:
        at = SECTIONS.index(section)
        numbers = range(at, self.n_articles, len(SECTIONS))[(page - 1) * PER_LIST : page * PER_LIST]
        if not numbers:
            return None
        items = "".join(self._item(number) for number in numbers)
        last = -(-len(range(at, self.n_articles, len(SECTIONS))) // PER_LIST)
        return self._page(f"{section} - page {page}", f"<h1>{section}</h1><ul class=list>{items}</ul>"
                          + _pager(f"/list/{at}", page, last))  # fmt: skip

    def _item(self, number: int) -> str:
        article = self.article(number)
        return (
            f'<li class="item"><h2><a href="{article.path}">{article.title}</a></h2>'
            f"<span>{article.published[:10]}</span><p>{html.escape(article.paragraphs[0][:60])}…</p></li>"
        )

    def home(self) -> bytes:
        sections = "".join(f'<li><a href="/list/{at}/1">{name}</a></li>' for at, name in enumerate(SECTIONS))
        items = "".join(self._item(number) for number in range(min(10, self.n_articles)))
        traps = " ".join(f'<a href="{path}">{path}</a>' for path in TRAPS) if self.traps else ""
        main = f"<h1>Valley News</h1><ul>{sections}</ul><ul class=list>{items}</ul><p>{traps}</p>"
        return self._page(
            "Valley News", main, head='<link rel="alternate" type="application/rss+xml" href="/feed.xml">'
        )

    def forum(self, page: int) -> bytes | None:
        threads = range(self.n_threads)[(page - 1) * PER_FORUM : page * PER_FORUM]
        if not threads:
            return None
        rows = "".join(f'<tr><td><a href="/forum/thread-{n}.html">{self.thread_title(n)}</a></td><td>{n % 9}</td></tr>'
                       for n in threads)  # fmt: skip
        last = -(-self.n_threads // PER_FORUM)
        return self._page("Forum", f"<h1>Forum</h1><table>{rows}</table>" + _pager("/forum", page, last))

    def thread_title(self, number: int) -> str:
        luck = random.Random(f"thread {number}")
        return f"Question {number} about the {luck.choice(ENGLISH)}"

    def thread(self, number: int) -> bytes:
        luck = random.Random(f"thread {number}")
        posts = "".join(
            f'<div class="post" id="p{n}"><div class="author"><a href="/user/{n}">user{n}</a></div>'
            f'<div class="date">2025-03-{n + 1:02} 10:{n:02}</div><div class="message">{_paragraph(luck, False)}</div></div>'
            for n in range(4)
        )
        return self._page(self.thread_title(number), f"<h1>{self.thread_title(number)}</h1>{posts}")

    def calendar(self, year: int, month: int) -> bytes:
        days = "".join(f'<td><a href="/calendar/{year}/{month}/{day}">{day}</a></td>' for day in range(1, 29))
        after = year * 12 + month
        later = f"/calendar/{after // 12}/{after % 12 + 1}"
        return self._page(f"Calendar {year}-{month:02}", f"<h1>{year}-{month:02}</h1><table><tr>{days}</tr></table>"
                          f'<a href="{later}">next month</a>')  # fmt: skip

    def day(self, year: int, month: int, day: int) -> bytes:
        following = dt.date(2000, month, day) + dt.timedelta(days=1)
        link = f"/calendar/{year + (following.month < month)}/{following.month}/{following.day}"
        return self._page(
            "Day", f"<h1>{year}-{month:02}-{day:02}</h1><p>No events.</p><a href='{link}'>tomorrow</a>"
        )

    def sitemap(self, page: int) -> str:
        """Every other article, in files of 1,000."""
        paths = [self.article(number).path for number in range(0, self.n_articles, 2)]
        urls = "".join(f"<url><loc>HOST{path}</loc></url>" for path in paths[page * 1000 : (page + 1) * 1000])
        return f'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>'

    def sitemap_index(self) -> str:
        files = range(-(-self.n_articles // 2000))
        inner = "".join(f"<sitemap><loc>HOST/sitemaps/{n}.xml.gz</loc></sitemap>" for n in files)
        return f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{inner}</sitemapindex>'

    def feed(self) -> str:
        items = "".join(f"<item><title>x</title><link>HOST{self.article(n).path}</link></item>"
                        for n in range(max(self.n_articles - 10, 0), self.n_articles))  # fmt: skip
        return f'<rss version="2.0"><channel>{items}</channel></rss>'

    def _page(
        self, title: str, main: str, encoding: str = "utf-8", head: str = "", language: str = "en"
    ) -> bytes:
        menu = '<a href="/">Home</a> <a href="/forum/1">Forum</a> <a href="/about.html">About</a>'
        page = f"""<!DOCTYPE html><html lang="{language}"><head><meta charset="{encoding}"><title>{title} - Valley News</title>
{head}</head><body><nav>{menu}</nav><main>{main}</main>
<footer><p>Valley News, made for tests. <a href="/private/notes.html">Notes</a></p></footer></body></html>"""
        return page.encode(encoding, "xmlcharrefreplace")


TRAPS = (
    "/loop/a", "/self", "/missing.html", "/broken", "/slow", "/endless", "/bomb", "/bomb.gz.html", "/calendar/2026/1",
    "/redirect/private", "/redirect/outside", "/redirect/0", "/picture", "/empty", "/private/more.html",
    "http://OTHER/elsewhere.html", "/login?next=/login?next=/login", "/refresh", "/cookies",
)  # fmt: skip
"""Links of the home page that are no articles."""


def _paragraph(luck: random.Random, is_chinese: bool) -> str:
    sentences = []
    for _ in range(luck.randint(2, 4)):
        words = luck.choices(CHINESE if is_chinese else ENGLISH, k=luck.randint(9, 16))
        sentences.append("".join(words) + "。" if is_chinese else " ".join(words).capitalize() + ". ")
    return "".join(sentences).strip()


def _strip(article: Article, part: int) -> str:
    if len(article.parts) == 1:
        return ""
    stem = article.path.removesuffix(".html")
    path = [f"{stem}.html", *(f"{stem}_{n}.html" for n in range(2, len(article.parts) + 1))]
    numbers = "".join(
        f"<span class=current>{n}</span> " if n == part else f'<a href="{url}">{n}</a> '
        for n, url in enumerate(path, 1)
    )
    following = f'<a class="next" href="{path[part]}">下一页</a>' if part < len(path) else ""
    return f'<div class="pages">{numbers}{following}</div>'


def _pager(stem: str, page: int, last: int) -> str:
    links = "".join(
        f'<a href="{stem}/{n}">{n}</a> '
        for n in range(max(1, page - 2), min(last, page + 2) + 1)
        if n != page
    )
    following = f'<a href="{stem}/{page + 1}">下一页</a>' if page < last else ""
    return f'<div class="pager"><span>{page}</span> {links}{following}</div>'
