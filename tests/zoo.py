"""Small pages for every oddity of HTML that the package has to read, by name."""

from __future__ import annotations

from maintext.html.tags import NAMES

PREFIXES = [name[:n] for name in NAMES[3:] if name != "plaintext" for n in (1, 2, 7, 8, 9)]

ARTICLE_ZH = """<!DOCTYPE html>
<html lang="zh-CN"><head><meta charset="gb2312"><title>朱镕基同志在京出席座谈会－新华网</title>
<script>var 广告 = "<p>不是正文</p>";</script><style>p { color: red }</style></head>
<body><div class="nav"><a href="/">首页</a>｜<a href="/gn/">国内</a>｜<a href="/gj/">国际</a></div>
<div id="content"><h1>座谈会在京举行</h1>
<p>　　新华网北京３月１５日电（记者 王小明）“会议指出，改革开放四十年来……”与会者认为：
《纲要》是好的。</p><p>　　据统计，今年GDP增长6.5%，进出口总额达１２３４亿元！同比呢？</p>
<p>　　负责人表示，下一步要“稳中求进”、狠抓落实。<br><br>　　（完）</p></div>
<div class="footer">版权所有 &copy; 2018&nbsp;京ICP备12345号</div></body></html>"""

ARTICLE_EN = """<!doctype html><html lang="en"><head><title>A walk in the hills</title></head><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/about">About us</a></li></ul></nav>
<main><article><h1>A walk in the hills</h1>
<p>By <a rel="author" href="/ann">Ann O&#39;Neill</a>, 3 May 2019.</p>
<p>It wasn't raining when we left; by noon &mdash; of course &mdash; it was.
<em>Never</em> trust a forecast.</p>
<blockquote><p>&ldquo;There is no bad weather.&rdquo;</p></blockquote>
<figure><img src="hill.jpg" alt="A hill"><figcaption>The hill.</figcaption></figure>
<pre><code>if a &lt; b &amp;&amp; c &gt; d:\n    walk()</code></pre></article></main>
<aside hidden>Read more</aside><footer><small>&copy; 2019</small></footer></body></html>"""

ZOO: dict[str, str] = {
    # -- little or nothing
    "empty": "",
    "one space": " ",
    "one character": "x",
    "one node": "<p>",
    "text only": "no markup here",
    "no body": "<!doctype html><title>no body</title>",
    "head only": "<html><head><title>a</title></head></html>",
    "end tags only": "</p></div></body></html></br>",
    "comment only": "<!-- nothing -->",
    "white space only": " \n\t\r\n <p> \n </p>\u3000<p>\u00a0</p>",
    # -- structure
    "flat": "<p>a</p>" * 300,
    "deep nesting": "<div>" * 2000 + "text",
    "deep and closed": "<div>a" * 400 + "b</div>" * 400,
    "inline nesting": "<b>1<i>2<u>3<s>4</s>5</u>6</i>7</b>",
    "bad nesting": "<b><p>1</b>2<i>3</p>4</i><a href=1>x<a href=2>y</a><p><table><p>z</table></b>",
    "formatting through blocks": "<p><b><b><b><b>a<p>b<p>c</b>d<div>e</font>",
    "wrong end tags": "<div></span><p></div></p></p></em>x</h1></br></img></form>",
    "unclosed everything": "<table><tr><td><ul><li><a href=x><b>text",
    "foster parenting": "<table>a<tr>b<td>c</td>d</tr><p>e</p><div>f</div>g</table>h",
    "table": "<table><caption>c</caption><colgroup><col><col span=2></colgroup><thead><tr><th>1<th>2</thead>"
    "<tbody><tr><td>3<td>4<tr><td colspan=2>5<table><td>6</table></tbody><tfoot><tr><td>7</table>",
    "lists": "<ul><li>1<li>2<ol><li>3</ol><li>4</ul><dl><dt>5<dd>6<dt>7</dl>",
    "form": "<form><fieldset><legend>l</legend><label>a<input value='v'></label><select><option>1"
    "<option selected>2"
    "<optgroup label=g><option>3</select><button>go</button></fieldset><form>nested</form><isindex>",
    "after body": "<body>a</body>b</html>c<!-- d --><p>e",
    "two bodies": "<body class=a>1<body class=b id=c>2<html lang=en>3<head>4",
    "frameset": "<html><head><title>t</title></head><frameset cols=1><frame src=a>"
    "<noframes><body>none</noframes></frameset></html>",
    "void elements": "a<br>b<hr>c<img src=x>d<input>e<wbr>f<area>g<col>h<embed>i<source>j<track>k<base>l"
    "<link>m",
    "self-closed": "<div/>a<br/>b<p/>c<span />d<x-y/>e<img/>f",
    # -- blocks and lines
    "br br": "a<br><br>b<br> \n <br/>c<br>d<br><i> </i><br>e<br><br><br>f",
    "br with comment between": "a<br><!-- x --><br>b",
    "br between blocks": "<div>a<br></div><br><p><br>b</p>",
    "leading br": "<br>a<br>",
    "br at space": "a<br> b <br>\u200b<br>c<br>&nbsp;<br>d",
    "inline in blocks": "<p>one <b>two</b> <i>three</i></p> loose <span>text</span><div>four</div> five",
    "custom elements are blocks": "a<x-y>b</x-y>c<unknown>d</unknown>e<font-face>f</font-face>",
    # -- characters
    "entities": "a &amp; b &lt;c&gt; &quot;d&quot; &apos;e&apos; &nbsp; &copy; &#13; &#x41; &#65; &#0; &#128;"
    " &#x110000; &#xD800; &bogus; &ampx &notin; &NotEqualTilde; & &; &# &#; &#x; &lt",
    "many entities": "&amp;&lt;&gt;&#13;" * 50,
    "only an entity": "<p>&amp;</p><p>&#13;</p><p>x&lt;</p>&gt;",
    "text like entities": "&amp;amp; &amp;lt; &amp;#13; &amp;#x41; a&#38;b",
    "carriage returns": "a\rb\r\nc&#13;d&#13;&#10;e<pre>\r\nf\r</pre>",
    "form feed and tab": "a\fb\tc\vd&#12;e<p\fclass=x\ty=z>f",
    "NUL": "a\x00b<p\x00>c</p><div a\x00=b\x00>\x00</div><textarea>\x00d</textarea>",
    "control characters": "".join(map(chr, range(32))) + "<p title='\x01\x1f\x7f'>\x7f\x80\x9f</p>",
    "lone surrogates": "a\ud800b\udfffc<p title='\udc00'>\ud83d</p>\ud83d\ude00",
    "non-characters": "a\ufffeb\uffffc\ufdd0d\U0001ffffe\ufffdf\U0010ffffg",
    "zero width": "\ufeffa\u200bb\u200cc\u200dd\u2060e\u00adf\ufeff",
    "only zero width": "<p>\u200b\u200c\u200d</p><p>\ufeff</p><p>\u00ad</p>",
    "spaces of Unicode": "a\u00a0b\u1680c\u2003d\u2028e\u2029f\u202fg\u205fh\u3000i\x85j\x1ck",
    "emoji": "😀 👩‍👩‍👧 🇨🇳 ok 👍🏽x",
    "supplementary Han": "𠀀𠮷野家 𪚥 𰻞麺 a𠮷b 𝒳𝟙 𐍈",
    "combining marks": "e\u0301te\u0301 n\u0303 \u0bb8\u0bcd \u0e01\u0e33",
    "CJK": "中文和English混排，２０２４年。<p>日本語のテキスト、カタカナ・ﾊﾝｶｸ</p><p>한국어 텍스트입니다."
    "</p>",
    "full width": "ＡＢＣ１２３，。！？；：（）［］｛｝＿～｜＂＃＄％＆＇＊＋－／＜＝＞＠＼＾｀ﾞ",
    "punctuation": "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ ¡¿«»·§ ‘’“”…—–‽⁂ 「」『』【】〈〉《》〔〕、。〜"
    " ﹁﹂﹏﹐﹪",
    "other scripts": "Привет, мир! Γειά σου; שלום עולם׃ سلام، دنیا؟ नमस्ते। ไทย မြန်မာ။ አማርኛ። Հայերեն։",
    "bidi marks": "a\u200eb\u200fc\u202ad\u202ce\u2066f\u2069",
    "words across tags": "in<b>side</b> a<i>b</i>中<u>文</u>x<br>y",
    "underscores and digits": "snake_case _x_ 1_000 3.14 12:30 ２０ १२ ² ½ Ⅷ",
    "one long line": "word " * 20_000,
    "article in Chinese": ARTICLE_ZH,
    "article in English": ARTICLE_EN,
    # -- not elements
    "comments": "a<!-- x -->b<!----><!--> --><!-- <p> --><p>c<!--d-->e<!-- \" > ' --!>f<!doctype x>g",
    "unclosed comment": "a<!-- b <p>c",
    "comment around everything": "<!-- a --><html><!-- b --><head><!-- c --></head><!-- d --><body>e</body>"
    "<!-- f -->",
    "conditional comment": "<!--[if IE]><p>old</p><![endif]-->a<![if !IE]>b<![endif]>",
    "processing instruction": "<?xml version='1.0'?>a<?php echo '<p>'; ?>b<?>c<?import x>d",
    "CDATA": "a<![CDATA[ b > c ]]>d<svg><![CDATA[ e ]]></svg><math><mi><![CDATA[<f>&]]>g</mi></math>h",
    "doctype": "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01//EN' 'http://www.w3.org/TR/html4/strict.dtd'>a",
    "declarations in text": "a <!x> b <! > c </ > d </> e < f <1> g <",
    # -- foreign content
    "svg": "a<svg viewBox='0 0 1 1'><title>t</title><text>b</text><foreignObject><p>c</p></foreignObject>"
    "</svg>d",
    "math": "a<math><mfrac><mi>x</mi><mn>2</mn></mfrac><annotation-xml encoding='text/html'><p>b</p>"
    "</annotation-xml><annotation>tex</annotation><mtext><b>c</b></mtext></math>d",
    "math broken out of": "<math><mi>a<p>b</math>c<math definitionurl=x><mglyph/>",
    "svg in math": "<math><mi><svg><circle/></svg>a</mi></math>b",
    "xlink": "<math xlink:href='a' xml:lang='en'><mi xlink:href='b'>c</mi></math>"
    "<p xml:lang='de' xlink:href='d'>e",
    "xmlns": "<html xmlns='http://www.w3.org/1999/xhtml' xmlns:og='http://ogp.me/ns#'>"
    "<p og:x='1' xmlns='a'>b",
    # -- elements with rules of their own
    "scripts and styles": "a<script>b<p>c</p></script>d<style>e { }</style>f"
    "<script type='application/ld+json'>{ 1 }</script>h<noscript><p>i</p></noscript>j",
    "unclosed script": "a<script>b<p>c",
    "noscript in head": "<head><noscript><link href=x><p>a</p></noscript><title>b</title></head>c",
    "template": "a<template><p>b</p><tr><td>c</td></tr><template>d</template></template>e",
    "template at the end": "<p>a<template>b",
    "declarative shadow root": "<div><template shadowrootmode=open><p>a <slot></slot></p></template>b</div>",
    "nested shadow roots": "<x-a><template shadowrootmode=open><x-b><template shadowrootmode=closed>a"
    "</template></x-b></template></x-a><template shadowrootmode=open hidden>b</template>",
    "iframe": "a<iframe src=x>b <p>c</p></iframe>d<object>e</object>f<video>g</video>h<canvas>i</canvas>",
    "textarea": "<textarea>\n\na <p>b</p> &amp; c</textarea>d<title>e <b>f</b></title>",
    "pre": "<pre>\n\n  a\n\tb  \n</pre><listing>\nc</listing>",
    "drawn as blocks": '<p>a<span style="display:block">b</span><b style="Color:red;DISPLAY:\tFlex ">c</b>d'
    '<i style="display:inline-block">e</i><img src=i style="display:table">f<u style="x-display:block">g</u>'
    '<s style="display:block-x">h</s>i &#60;u style="display:block"&#62;j'
    ' <em style="display:table-row!important">',
    "code of drawn lines": '<pre><span style="display:block">a\n</span><span style="display:block">b</span>'
    'c\n<span style="display:grid">d</span>e<br style="display:block">f</pre><p>\n'
    '<span style="display:block">g<textarea>h\n<b style="display:block">',
    "xmp": "<xmp><p>a</p> &amp; b</xmp>c",
    "plaintext": "<p>a<plaintext></plaintext><b>b</b> &amp; c",
    "noembed": "<noembed><p>a</p></noembed><noframes><p>b</p></noframes>c",
    "ruby": "<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp>字<rp>(<rt>ji<rp>)</ruby><ruby><rb>a<rtc>b</ruby>",
    "select with other tags": "<select><p>a</p><option>b<b>c</b><table><tr><td>d</select>e",
    "headings": "<h1>a<h2>b</h1>c</h3>d<h6>e",
    "anchors": "<a>a</a><a href>b</a><a href=''>c<b>d</b></a><a name=x href=y>e</a><area href=z>f"
    "<A HREF=g>h</A>",
    "nobr and marquee": "<nobr>a<nobr>b<marquee>c</nobr>d</marquee>",
    # -- hidden in every way
    "hidden": "<p hidden>a</p><p hidden=''>b</p><p hidden=hidden>c</p><p hidden=until-found>d</p>"
    "<p hidden=false>e</p>",
    "aria-hidden": "<p aria-hidden=true>a</p><p aria-hidden=false>b</p><p aria-hidden>c</p>"
    "<p aria-hidden=TRUE>d</p>",
    "hidden by style": "<p style='display:none'>a</p><p style='color:red; DISPLAY : none !important'>b</p>"
    "<p style='visibility:hidden'>c</p><p style='visibility: collapse'>d</p><p style='display:block'>e</p>"
    "<p style='background:url(&quot;x&quot;);display:\nnone'>f</p><p style>g</p>"
    "<p STYLE='display&#58;none'>h</p>",
    "dialog": "<dialog>a</dialog><dialog open>b</dialog><dialog open=''><dialog>c</dialog>d</dialog>",
    "hidden inside hidden": "<div hidden>a<p style='display:none'>b</p>c</div>d"
    "<noscript hidden>e</noscript>f",
    "hidden-like names": "<p data-hidden>a</p><p data-style='display:none'>b</p><p x:hidden=1>c</p>"
    "<dialog opens>d",
    # -- names
    "odd tag names": "<a<b>1</a<b><x:y>2</x:y><a:b:c>3</a:b:c><é>4</é><p@q>5</p@q><x-é>6</x-é>"
    "<x_y.z>7</x_y.z><a\"b>8</a\"b><a'b=c>9<a=b>10<x-\U00020000>11<o:p>12</o:p><x->13<-x>14<x-:y>15<中文>16<x中>17",
    "odd attribute names": "<p @click=1 :x=2 é=3 a:b:c=4 #id=5 (x)=6 [y]=7 *z=8 a.b=9 _c=10 -d=11 1=12 中=13"
    " a:b=14 x\"y=15 'z=16 =17 <b=18 xml:lang=19 : a:=20 {{x}} v-on:click.prevent=21>text",
    "names like known ones": "<blockquotex>1</blockquotex><blockquot>2</blockquot><blockquote>3</blockquote>"
    "<figcaptio>4</figcaptio><figcaptions>5</figcaptions><annotationx>6</annotationx><mmultiscripts>7"
    "</mmultiscripts><aa>8</aa><bb>9</bb><ps>10</ps><divv>11</divv><text>12</text><h7>13</h7><munderoverr>14",
    "prefixes of names": "".join(f"<{p}x>{i}</{p}x><{p}>y</{p}>" for i, p in enumerate(PREFIXES)),
    "every known tag": "".join(f"<{name} a=b>{name}</{name}>\n" for name in NAMES[3:] if name != "plaintext"),
    "long tag names": f"<{'a' * 15}>1<{'a' * 16}>2<{'b' * 17}>3<{'c' * 40}>4<{'x-' * 40}>5<{'d' * 5000}>6",
    "upper case": "<DIV CLASS=A><P>a</P><X-Y>b</X-Y><MATH><MI DEFINITIONURL=x>c</MI></MATH></DIV>",
    "custom lines": "<p>a <x-y>b</x-y> c<x-y><p-q>d</p-q></x-y><pre>e\n<x-y>f\n</x-y>g</pre><a><x-y>h",
    "custom elements": "<my-app><my-header>a</my-header><x-y-z>b</x-y-z><a-b/>c</my-app><h1-x>d<p-q>",
    # -- attributes
    "duplicated attributes": "<p class=a class=b CLASS=c id=x ID=y>text",
    "attribute quotes": """<p a="x'y" b='x"y' c=x d e="" f='' g=&quot; h="a=&quot;b" i = j k="<>">1</p>""",
    "attribute like attributes": """<p a=' b="c" hidden="" ' title='x="y" href="z"' c="= = &quot;">1</p>""",
    "attribute entities": "<p a='&amp;&lt;&gt;&quot;&#39;&nbsp;&copy;&#13;&#10;&#9;' b='&amp;amp;'"
    " c=a&b=c&copy=d>1</p>",
    "attribute white space": "<p a='x\ny\tz\r\n' b='  ' c='\u3000中\u3000'>1</p>",
    "attribute tags": "<p title='<b>bold</b>' data-x='<!-- c -->' onclick='if (a<b && c>d) e()'>1</p>",
    "attribute comment-like": "<p a='<?x?>' b='-->' c='<!--'>1</p><p d='?>'>2</p>",
    "broken attributes": "<p a=1 b=\"2>3<p c='4'd=\"5\"e=6/f=7 / g>8<p =h i==j>9<p k=`l m`>10",
    "cut-off tag": "<p>a<div class='b",
    "cut-off tag name": "<p>a<di",
    "many attributes": "<p " + " ".join(f"a{i}={i}" for i in range(500)) + ">text",
    "long attribute": f"<p a='{'x' * 10_000}'>b",
    "empty element with attributes": "<br class=a><img src='a/b' alt='/'><hr a=/><p b=c/>d",
}  # fmt: skip
"""Markup by name; every page has something that another page has not."""
