"""Pictures, captions, players, embedded posts, threads and comments."""

# ruff: noqa: E501 - the lines are as long as generators write them

from __future__ import annotations

from tests.unit.render.constructs import Construct

__all__ = ["CONSTRUCTS"]

_GIF = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
_AFTER = "<p>The lamp is lit at nine, and not before, whatever the ferry wants.</p>"
_LAMP = ("![The lamp](https://example.org/i/lamp-1200.jpg",)

_PICTURES = (
    Construct(
        "WordPress: a figure with a caption",
        '<figure id="attachment_71" class="wp-block-image size-large"><img loading="lazy" decoding="async" width="1024" height="683" src="/i/lamp-1024.jpg" alt="The lamp" class="wp-image-71" srcset="/i/lamp-1024.jpg 1024w, /i/lamp-300.jpg 300w, /i/lamp-1200.jpg 1200w" sizes="(max-width: 1024px) 100vw, 1024px"><figcaption class="wp-element-caption">The lamp at the end, in May</figcaption></figure>',
        has=(*_LAMP, "The lamp at the end, in May"),
        lacks=("lamp-300", "<fig"),
    ),
    Construct(
        "WordPress classic: a caption in a paragraph",
        '<div id="attachment_71" style="width: 610px" class="wp-caption aligncenter"><a href="/i/lamp-full.jpg"><img class="size-full wp-image-71" src="/i/lamp-1200.jpg" alt="The lamp" width="600" height="400" /></a><p id="caption-attachment-71" class="wp-caption-text">The lamp at the end, in May</p></div>',
        has=(*_LAMP, "The lamp at the end, in May"),
    ),
    Construct(
        "Medium: a picture with sources",
        '<figure class="ml mm paragraph-image"><div role="button" tabindex="0"><picture><source srcSet="/i/lamp-640.webp 640w, /i/lamp-1200.webp 1200w" type="image/webp"/><source data-testid="og" srcSet="/i/lamp-640.jpg 640w, /i/lamp-1200.jpg 1200w"/><img alt="The lamp" class="bh" width="700" height="467" loading="eager" role="presentation"/></picture></div><figcaption class="mv mw">The lamp at the end, in May</figcaption></figure>',
        has=("![The lamp](https://example.org/i/lamp-1200", "The lamp at the end, in May"),
    ),
    Construct(
        "Lazy: data-src with a placeholder",
        f'<p><img class="lazyload" src="{_GIF}" data-src="/i/lamp-1200.jpg" alt="The lamp" width="600" height="400"></p>',
        has=_LAMP,
        lacks=("data:image",),
    ),
    Construct(
        "Lazy: a copy in noscript",
        f'<p><img class="jetpack-lazy-image" src="/i/lamp-1200.jpg?is-pending-load=1" srcset="{_GIF}" alt="The lamp" data-lazy-src="/i/lamp-1200.jpg"><noscript><img src="/i/lamp-1200.jpg" alt="The lamp"></noscript></p>',
        has=("![The lamp](https://example.org/i/lamp-1200.jpg)",),
        lacks=("data:image", "pending", "1200.jpg)\n\n![", "1200.jpg)!["),
    ),
    Construct(
        "Lazy: the picture in noscript alone",
        '<figure><div class="placeholder" style="padding-bottom:66%"></div><noscript><img src="/i/lamp-1200.jpg" alt="The lamp" width="1200" height="800"></noscript><figcaption>The lamp at the end, in May</figcaption></figure>',
        has=(*_LAMP, "The lamp at the end, in May"),
        lacks=("<noscript",),
    ),
    Construct(
        "Lazy: a small copy before the picture in noscript",
        '<figure><div class="aspect"><div class="progressive"><img src="https://cdn.example.com/max/60/lamp.png?q=20" width="1894" height="640" alt="The lamp" role="presentation"></div><img class="full" width="1894" height="640" alt="The lamp" role="presentation"><noscript><img src="https://cdn.example.com/max/3788/lamp.png" width="1894" height="640" srcset="https://cdn.example.com/max/552/lamp.png 276w, https://cdn.example.com/max/1400/lamp.png 700w" alt="The lamp" role="presentation"></noscript></div><figcaption>The lamp at the end, in May</figcaption></figure>',
        has=("![The lamp](https://cdn.example.com/max/",),
        lacks=("max/60", "max/552"),
    ),
    Construct(
        "Lazy: an empty picture before that in noscript",
        '<p><span class="media"><img src="/ball.gif" style="background-image:url(/i/lamp-1200.jpg)" alt="The lamp"><noscript><img src="/i/lamp-1200.jpg" alt="The lamp"></noscript></span></p>',
        has=_LAMP,
        lacks=("ball",),
    ),
    Construct(
        "Next.js: a picture through its server",
        f'<span style="box-sizing:border-box;display:inline-block"><img alt="The lamp" src="{_GIF}" decoding="async" data-nimg="intrinsic"/><noscript><img alt="The lamp" srcSet="/_next/image?url=%2Fi%2Flamp.jpg&amp;w=640&amp;q=75 1x, /_next/image?url=%2Fi%2Flamp.jpg&amp;w=1200&amp;q=75 2x" src="/_next/image?url=%2Fi%2Flamp.jpg&amp;w=1200&amp;q=75" decoding="async" data-nimg="intrinsic" loading="lazy"/></noscript></span>',
        has=("![The lamp](https://example.org/_next/image?url=%2Fi%2Flamp.jpg&w=1200&q=75)",),
        lacks=("data:image", "w=640"),
    ),
    Construct(
        "Gatsby: a blurred copy before the picture",
        f'<span class="gatsby-resp-image-wrapper" style="position:relative;display:block"><span class="gatsby-resp-image-background-image" style="padding-bottom:66%;background-image:url({_GIF})"></span><img aria-hidden="true" alt="" src="data:image/png;base64,iVBORw0KGgo="><picture><source srcset="/i/lamp-400.webp 400w, /i/lamp-1200.webp 1200w" type="image/webp"><img class="gatsby-resp-image-image" src="/i/lamp-1200.jpg" alt="The lamp" title="" loading="lazy"></picture></span>',
        has=("![The lamp](https://example.org/i/lamp-1200",),
        lacks=("data:image", "![]("),
    ),
    Construct(
        "WeChat: the whole text hidden until a script runs",
        '<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>码头的灯</title></head><body><div id="img-content"><h1 class="rich_media_title" id="activity-name">码头的灯</h1><div class="rich_media_content js_underline_content" id="js_content" style="visibility: hidden; opacity: 0; "><section><p><span style="font-size: 15px;">码头尽头的灯是一九六八年五月装上去的，那时候油漆还没有干，看守人也刚刚来到这里工作。</span></p><p style="text-align: center;"><img class="rich_pages wxw-img" data-ratio="0.66" data-src="https://mmbiz.example.cn/mmbiz_jpg/abc/640?wx_fmt=jpeg" data-type="jpeg" data-w="1080" style="width: 100%;"></p><p>从那以后，每天晚上九点点灯，不早也不晚，渡船上的人怎么催都没有用。</p></section></div></div></body></html>',
        has=("油漆还没有干", "](https://mmbiz.example.cn/mmbiz_jpg/abc/640?wx_fmt=jpeg", "不早也不晚"),
    ),
    Construct(
        "Zhihu: a figure with its copy in noscript",
        '<p>码头尽头的灯是一九六八年五月装上去的，那时候油漆还没有干，看守人也刚刚来到这里工作。</p><figure data-size="normal"><noscript><img src="https://pic1.example.com/v2-71_b.jpg" data-caption="" data-size="normal" data-rawwidth="1080" data-original="https://pic1.example.com/v2-71_r.jpg" class="origin_image zh-lightbox-thumb"/></noscript><img src="data:image/svg+xml;utf8,&lt;svg&gt;&lt;/svg&gt;" data-caption="" data-rawwidth="1080" class="origin_image zh-lightbox-thumb lazy" data-original="https://pic1.example.com/v2-71_r.jpg" data-actualsrc="https://pic1.example.com/v2-71_b.jpg"/><figcaption>灯下的看守人</figcaption></figure>',
        has=("](https://pic1.example.com/v2-71_", "灯下的看守人"),
        lacks=("data:image", '.jpg "灯下的看守人")\n\n![', ".jpg)\n\n!["),
    ),
    Construct(
        "AMP: a picture",
        '<amp-img alt="The lamp" src="/i/lamp-1200.jpg" width="1200" height="800" layout="responsive"></amp-img>',
        has=_LAMP,
    ),
    Construct(
        "WordPress: an emoji that is a picture",
        '<p>The ferry came at nine <img src="https://s.w.example.org/images/core/emoji/15.0.3/72x72/2693.png" alt="⚓" class="wp-smiley" style="height: 1em;" /> as it always does.</p>',
        has=("at nine ⚓ as it",),
        lacks=("![",),
    ),
    Construct(
        "XenForo: smilies that are pictures, one of them twice",
        f'<p>The ferry came at nine <img src="{_GIF}" class="smilie smilie--sprite smilie--sprite1" alt=":)" title="Smile    :)" loading="lazy" data-shortname=":)" /> and left at ten. <img src="/styles/smilies/wink.png" class="smilie" alt=";)" /> So it does <img src="{_GIF}" class="smilie smilie--sprite smilie--sprite1" alt=":)" /> in May.</p>',
        has=("at nine :) and left at ten. ;) So it does :) in May",),
        lacks=("![",),
    ),
    Construct(
        "Pixels that count readers, and spacers",
        f'<p><img src="https://count.example.com/p.gif?id=71" width="1" height="1" alt="">The lamp was new and the paint still wet when the keeper came.<img src="/spacer.gif" width="10" height="1"></p>{_AFTER}',
        has=("The lamp was new",),
        lacks=("count.example", "spacer", "![]"),
    ),
    Construct(
        "A gallery with one caption",
        '<figure class="wp-block-gallery"><figure class="wp-block-image"><img src="/i/lamp-1200.jpg" alt="The lamp"></figure><figure class="wp-block-image"><img src="/i/deck-1200.jpg" alt="The deck"></figure><figcaption class="blocks-gallery-caption">The pier in May</figcaption></figure>',
        has=(*_LAMP, "![The deck](https://example.org/i/deck-1200.jpg"),
    ),
    Construct(
        "A figure with one picture for each theme",
        '<figure><div class="flex dark:hidden"><img alt="The lamp" src="/i/lamp-1200.jpg"></div><div class="hidden dark:flex"><img alt="The lamp" src="/i/lamp-1200.dark.jpg"></div><figcaption>The lamp at the end, in May</figcaption></figure>',
        has=_LAMP,
        lacks=("dark",),
    ),
    Construct(
        "A caption with a credit",
        '<figure class="article-image"><img src="/i/lamp-1200.jpg" alt="The lamp"><figcaption><span class="caption">The lamp at the end, in May</span><span class="credit">Photograph: Anna Marsh/Harbour Pictures</span></figcaption></figure>',
        has=(*_LAMP, "The lamp at the end, in May"),
        lacks=("MayPhotograph",),
    ),
    Construct(
        "A caption of code",
        '<figure><figcaption>Listing 1: how to moor a ship</figcaption><pre><code class="language-python">moor(ship)\n</code></pre></figure>',
        has=("Listing 1: how to moor a ship", "```python\nmoor(ship)\n```"),
        lacks=("ship```",),
    ),
    Construct(
        "A drawing in the page itself",
        f'<figure><svg role="img" viewBox="0 0 8 8" aria-labelledby="t"><title id="t">A chart of piles</title><g><text x="1" y="1">1961</text><text x="2" y="2">1962</text></g></svg></figure>{_AFTER}',
        has=("The lamp is lit",),
        lacks=("<svg", "19611962"),
    ),
    Construct(
        "A picture that links to its large copy",
        '<p><a href="/i/lamp-full.jpg" data-lightbox="pier"><img src="/i/lamp-1200.jpg" alt="The lamp"></a></p>',
        has=_LAMP,
        lacks=("[]", "[ !["),
    ),
    Construct(
        "XenForo: a picture in a thread",
        f'<div class="bbImageWrapper js-lbImage" title="lamp.jpg" data-src="/i/lamp-1200.jpg"><img src="{_GIF}" data-src="/i/lamp-1200.jpg" data-url="/i/lamp-1200.jpg" class="bbImage lazyload" alt="The lamp" title="lamp.jpg"/><noscript><img src="/i/lamp-1200.jpg" class="bbImage" alt="The lamp"/></noscript></div>',
        has=_LAMP,
        lacks=("data:image", "<noscript", 'jpg")\n\n!['),
    ),
)

_PLAYERS = (
    Construct(
        "YouTube: a frame",
        '<figure class="wp-block-embed is-type-video is-provider-youtube wp-block-embed-youtube"><div class="wp-block-embed__wrapper"><iframe loading="lazy" title="The lamp is lit" width="500" height="281" src="https://www.youtube.com/embed/abc123?feature=oembed" frameborder="0" allowfullscreen></iframe></div></figure>',
        has=("[The lamp is lit](https://www.youtube.com/",),
        lacks=("<iframe",),
    ),
    Construct(
        "YouTube: a frame that a script fills",
        f'<div class="video"><iframe class="lazyload" data-src="https://www.youtube-nocookie.com/embed/abc123" src="about:blank" title="The lamp is lit" allowfullscreen></iframe></div>{_AFTER}',
        has=("[The lamp is lit](https://www.youtube-nocookie.com/embed/abc123)",),
    ),
    Construct(
        "YouTube: a custom element",
        f'<lite-youtube videoid="abc123" playlabel="The lamp is lit" style="background-image:url(/i/lamp.jpg)"></lite-youtube>{_AFTER}',
        has=("abc123",),
    ),
    Construct(
        "AMP: a video of YouTube",
        f'<amp-youtube data-videoid="abc123" layout="responsive" width="480" height="270"></amp-youtube>{_AFTER}',
        has=("abc123",),
    ),
    Construct(
        "Vimeo: a frame with a caption",
        '<figure class="wp-block-embed is-provider-vimeo"><div class="wp-block-embed__wrapper"><iframe title="The lamp is lit" src="https://player.vimeo.com/video/7171?dnt=1" width="500" height="281" allow="autoplay; fullscreen"></iframe></div><figcaption>Filmed by the keeper in May</figcaption></figure>',
        has=("[The lamp is lit](https://player.vimeo.com/video/7171", "Filmed by the keeper in May"),
    ),
    Construct(
        "Bilibili: a frame",
        f'<p><iframe src="//player.bilibili.com/player.html?bvid=BV1ab411c7de&amp;page=1" scrolling="no" border="0" frameborder="no" framespacing="0" allowfullscreen="true"></iframe></p>{_AFTER}',
        has=("https://player.bilibili.com/player.html?bvid=BV1ab411c7de&page=1",),
    ),
    Construct(
        "HTML: a video with sources",
        f'<video controls poster="/i/lamp.jpg" aria-label="The lamp is lit"><source src="/v/lamp.webm" type="video/webm"><source src="/v/lamp.mp4" type="video/mp4">Your browser does not play videos.</video>{_AFTER}',
        has=("[The lamp is lit](https://example.org/v/lamp.webm)",),
        lacks=("Your browser", "<video"),
    ),
    Construct(
        "HTML: sound",
        f'<audio controls src="/a/keeper.mp3" title="The keeper speaks"></audio>{_AFTER}',
        has=("[The keeper speaks](https://example.org/a/keeper.mp3)",),
        lacks=("<audio",),
    ),
    Construct(
        "WordPress: sound in a figure",
        '<figure class="wp-block-audio"><audio controls src="/a/keeper.mp3"></audio><figcaption>The keeper speaks of that winter</figcaption></figure>',
        has=("https://example.org/a/keeper.mp3", "The keeper speaks of that winter"),
    ),
    Construct(
        "Spotify: a frame",
        f'<iframe title="Spotify Embed: The keeper speaks" style="border-radius: 12px" width="100%" height="352" frameborder="0" allowfullscreen allow="autoplay; clipboard-write; encrypted-media" loading="lazy" src="https://open.spotify.com/embed/episode/71?utm_source=oembed"></iframe>{_AFTER}',
        has=("[Spotify Embed: The keeper speaks](https://open.spotify.com/embed/episode/71",),
    ),
    Construct(
        "Twitter: an embedded post",
        f'<blockquote class="twitter-tweet" data-width="550"><p lang="en" dir="ltr">The lamp is lit again, after two winters of dark. <a href="https://t.co/abc">pic.twitter.com/abc</a></p>&mdash; Anna Marsh (@keeper) <a href="https://twitter.com/keeper/status/7171?ref_src=twsrc%5Etfw">May 3, 1968</a></blockquote><script async src="https://platform.twitter.com/widgets.js"></script>{_AFTER}',
        has=(
            "> The lamp is lit again",
            "Anna Marsh (@keeper)",
            "[May 3, 1968](https://twitter.com/keeper/status/7171",
        ),
    ),
    Construct(
        "Instagram: an embedded post",
        f'<blockquote class="instagram-media" data-instgrm-permalink="https://www.instagram.com/p/C71/?utm_source=ig_embed" data-instgrm-version="14"><div><a href="https://www.instagram.com/p/C71/?utm_source=ig_embed" target="_blank"><div style="display: flex;"><div style="width: 40px;"></div></div><div><div style="color:#3897f0;">View this post on Instagram</div></div></a><p><a href="https://www.instagram.com/p/C71/">A post shared by Anna Marsh (@keeper)</a></p></div></blockquote>{_AFTER}',
        has=("https://www.instagram.com/p/C71/", "A post shared by Anna Marsh"),
        lacks=("<div",),
    ),
    Construct(
        "A frame that is no player",
        f'<iframe src="https://ads.example.com/slot?id=71" width="300" height="250" title="Advertisement"></iframe>{_AFTER}',
        has=("The lamp is lit",),
        lacks=("ads.example", "Advertisement"),
    ),
)

CONSTRUCTS = _PICTURES + _PLAYERS
