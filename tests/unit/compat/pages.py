"""Pages for the shims, and a server that has them."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from tests.loopback import answering

if TYPE_CHECKING:
    from collections.abc import Iterator

URL = "https://walker.example.org/hills"
ARTICLE = """<!DOCTYPE html>
<html lang="en"><head><title>A walk in the hills | The Walker</title>
<meta property="og:site_name" content="The Walker"><meta name="author" content="Ann Lee">
<meta name="keywords" content="hills, rain"><meta property="og:type" content="article">
<meta name="description" content="Two days of rain."><link rel="shortcut icon" href="/walker.ico">
<meta property="og:image" content="https://walker.example.org/lead.jpg">
<meta property="article:published_time" content="2024-05-01T10:20:00+08:00"></head>
<body><nav><a href="/">Home</a> <a href="/about">About us</a></nav>
<article><h1>A walk in the hills</h1>
<p>It <b>rained</b> in the hills all day, and the paths were full of water when we came down to the
<a href="/village">village</a>.</p>
<p>Nobody had told us that the bridge was gone, so we went back, and it was dark when we arrived.</p>
<table><tr><th>Hill</th><th>Height</th></tr><tr><td>Red Knoll</td><td>312 m</td></tr></table>
<ul><li>one boot was lost</li><li>two socks were wet</li></ul>
<p><img src="/inn.jpg" alt="The inn" width="600" height="400"></p>
<p>The landlord gave us soup and bread, and said that it rains here on most days of the year.</p>
<div class="advice">Bring a coat, a map and a friend who can read it, whatever the forecast says.</div>
</article>
<div id="comments"><div class="comment"><span class="author">Bo</span>
<p>I was there too, and I liked the soup very much indeed.</p></div></div>
<footer>© 2024 The Walker</footer></body></html>"""

NEWS_ZH = """<html><head><meta charset="utf-8"><title>老桥修缮完工_城市日报</title></head><body>
<div class="nav"><a href="/">首页</a> <a href="/news">新闻</a></div>
<h1>老桥修缮完工</h1><div class="info">2024-05-01 10:20 来源：城市日报 作者：王小明</div>
<div class="text"><p>历时两年的老桥修缮工程于昨日完工，市民可以重新从桥上走过，商铺也陆续开门营业。</p>
<img src="/bridge.jpg" width="600" height="400">
<p>负责人表示，修缮中保留了原来的石板和栏杆，只更换了受损的部分，整座桥的样子没有变。</p>
<div class="advert">扫码关注我们的公众号，获取更多的优惠和活动信息，名额有限，先到先得。</div>
</div></body></html>"""

LIST = (
    "<html><body><h1>News</h1><ul class=news>"
    + "".join(
        f"<li><a href=/news/{i}>The council met for the {i}th time</a> <i>2024-05-0{i}</i></li>"
        for i in range(1, 8)
    )
    + "</ul></body></html>"
)


FRONT = """<html><head><title>The Walker</title><meta name="description" content="Walks and weather.">
<link rel="alternate" type="application/rss+xml" href="/feed.xml"></head><body>
<nav><a href="/">Home</a> <a href="/weather/">Weather</a> <a href="/logo.png">Logo</a></nav>
<a href="/2024/05/hills">A walk in the hills</a> <a href="/news/the-bridge-is-gone-again">The bridge</a>
<a href="https://elsewhere.example.org/2024/05/other">Elsewhere</a></body></html>"""
_SECTION = '<a href="/weather/rain-until-the-end-of-may">Rain</a> <a href="/2024/05/hills#top">Hills</a>'
_FEED = """<rss version="2.0"><channel><title>The Walker</title>
<item><title>Soup</title><link>http://HOST/soup</link></item></channel></rss>"""
_PAGES = {"/hills": ARTICLE, "/2024/05/hills": ARTICLE, "/": FRONT, "/weather/": _SECTION, "/feed.xml": _FEED}


@contextmanager
def serving() -> Iterator[str]:
    """Address of a server on this computer: an article at ``/hills``, a front page, a section and a feed."""

    def answer(path: str) -> str | None:
        return _PAGES[path].replace("http://HOST", server.url) if path in _PAGES else None

    with answering(answer) as server:
        yield server.url
