"""Pages that the tests of all integrations read: what they say is known."""

from __future__ import annotations

__all__ = ["EMPTY", "ENGLISH", "ENGLISH_URL", "GBK", "PICTURE"]

ENGLISH_URL = "https://gazette.example/2026/05/04/ferry.html"
ENGLISH = """<!DOCTYPE html><html lang="en"><head><title>The ferry comes back - Gazette</title>
<meta property="og:site_name" content="Gazette"><meta name="keywords" content="ferry, river"></head><body>
<nav><ul><li><a href="/news">News</a></li><li><a href="/sport">Sport</a></li></ul></nav>
<article><h1>The ferry comes back</h1><p class="byline">By <a rel="author" href="/hale">Mira Hale</a>,
<time datetime="2026-05-04T07:40:00+01:00">4 May 2026, 07:40</time></p>
<p>After eleven winters without a crossing, the little ferry sails again from Saturday. The council signed
the contract on Monday evening, and the boat is already at the yard to have her hull painted.</p>
<p>People had got used to driving round by the bridge, said one of her two skippers. That is forty minutes.
On the water it takes six, and <a href="/birds">you can hear the oystercatchers</a>.</p></article>
<footer><a href="/about">About us</a> <a href="/contact">Contact</a></footer></body></html>"""

GBK = """<html><head><meta charset="gbk"><title>渡轮恢复通航</title></head><body>
<div class="menu"><a href="/">首页</a> <a href="/news">新闻</a></div>
<div class="content"><h1>渡轮恢复通航</h1><p class="info">2026-05-04 07:40 来源：河岸日报 作者：林小雨</p>
<p>停航十一年之后，连接两岸的小渡轮将于本周六恢复通航。镇议会周一晚上签署了合同，船只已经进入船厂重新油漆。</p>
<p>船长说，人们早已习惯绕道大桥，单程需要四十分钟，而走水路只要六分钟，途中还能听见水鸟的叫声。</p></div>
<div class="footer"><a href="/about">关于我们</a></div></body></html>""".encode("gbk")

EMPTY = '<html><head><title>Soon</title></head><body><img src="soon.png"></body></html>'
PICTURE = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
