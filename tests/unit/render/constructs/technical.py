"""Code as highlighters, editors and documentation generators write it."""

# ruff: noqa: E501 - the lines are as long as generators write them

from __future__ import annotations

from tests.unit.render.constructs import Construct

__all__ = ["CONSTRUCTS"]

_PYTHON = "```python\ndef moor(ship):\n    return ship.rope\n```"
_TWO = "moor(ship)\ncast_off(ship)"

CONSTRUCTS: tuple[Construct, ...] = (
    Construct(
        "Pygments: a block",
        '<div class="highlight-python notranslate"><div class="highlight"><pre><span></span><span class="k">def</span><span class="w"> </span><span class="nf">moor</span><span class="p">(</span><span class="n">ship</span><span class="p">):</span>\n    <span class="k">return</span> <span class="n">ship</span><span class="o">.</span><span class="n">rope</span>\n</pre></div>\n</div>',
        has=(_PYTHON,),
    ),
    Construct(
        "Pygments: line numbers in a table",
        '<div class="highlight-python notranslate"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre><span class="normal">1</span>\n<span class="normal">2</span></pre></div></td><td class="code"><div class="highlight"><pre><span></span><span class="k">def</span> <span class="nf">moor</span><span class="p">(</span><span class="n">ship</span><span class="p">):</span>\n    <span class="k">return</span> <span class="n">ship</span><span class="o">.</span><span class="n">rope</span>\n</pre></div></td></tr></table></div>',
        has=(_PYTHON,),
        lacks=("|", "1\n"),
    ),
    Construct(
        "Pygments: line numbers inline",
        '<div class="highlight-python notranslate"><div class="highlight"><pre><span></span><span class="linenos">1</span><span class="k">def</span> <span class="nf">moor</span><span class="p">(</span><span class="n">ship</span><span class="p">):</span>\n<span class="linenos">2</span>    <span class="k">return</span> <span class="n">ship</span><span class="o">.</span><span class="n">rope</span>\n</pre></div></div>',
        has=(_PYTHON,),
    ),
    Construct(
        "Pygments: line numbers in front of a single line",
        '<div class="highlight-python notranslate"><div class="highlight"><pre><span></span><span class="linenos">1</span><span class="n">moor</span><span class="p">(</span><span class="n">ship</span><span class="p">)</span>\n</pre></div></div>',
        has=("```python\nmoor(ship)\n```",),
    ),
    Construct(
        "Pygments: prompts and output",
        '<div class="highlight-pycon notranslate"><div class="highlight"><pre><span></span><span class="gp">&gt;&gt;&gt; </span><span class="n">moor</span><span class="p">(</span><span class="n">ship</span><span class="p">)</span>\n<span class="go">True</span>\n<span class="gp">&gt;&gt;&gt; </span><span class="k">for</span> <span class="n">s</span> <span class="ow">in</span> <span class="n">ships</span><span class="p">:</span>\n<span class="gp">... </span>    <span class="n">moor</span><span class="p">(</span><span class="n">s</span><span class="p">)</span>\n</pre></div></div>',
        has=("```pycon\n>>> moor(ship)\nTrue\n>>> for s in ships:\n...     moor(s)\n```",),
    ),
    Construct(
        "mkdocs-material: a title, line numbers, a copy button",
        '<div class="language-py highlight"><span class="filename">moor.py</span><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre><span></span><span class="normal"><a href="#__codelineno-0-1">1</a></span>\n<span class="normal"><a href="#__codelineno-0-2">2</a></span></pre></div></td><td class="code"><div><nav class="md-code__nav"><button class="md-code__button" title="Copy to clipboard">Copy</button></nav><pre id="__code_0"><span></span><code><a id="__codelineno-0-1" name="__codelineno-0-1"></a><span class="k">def</span> <span class="nf">moor</span><span class="p">(</span><span class="n">ship</span><span class="p">):</span>\n<a id="__codelineno-0-2" name="__codelineno-0-2"></a>    <span class="k">return</span> <span class="n">ship</span><span class="o">.</span><span class="n">rope</span>\n</code></pre></div></td></tr></table></div>',
        has=("```py\ndef moor(ship):\n    return ship.rope\n```",),
        lacks=("Copy", "|"),
    ),
    Construct(
        "mkdocs-material: tabs of the same command",
        '<div class="tabbed-set tabbed-alternate" data-tabs="1:2"><input checked="checked" id="__tabbed_1_1" name="__tabbed_1" type="radio" /><input id="__tabbed_1_2" name="__tabbed_1" type="radio" /><div class="tabbed-labels"><label for="__tabbed_1_1">Debian</label><label for="__tabbed_1_2">Fedora</label></div>\n<div class="tabbed-content">\n<div class="tabbed-block">\n<div class="highlight"><pre><span></span><code>apt<span class="w"> </span>install<span class="w"> </span>pier\n</code></pre></div>\n</div>\n<div class="tabbed-block">\n<div class="highlight"><pre><span></span><code>dnf<span class="w"> </span>install<span class="w"> </span>pier\n</code></pre></div>\n</div>\n</div>\n</div>',
        has=("```\napt install pier\n```", "```\ndnf install pier\n```", "Debian", "Fedora"),
    ),
    Construct(
        "Rouge: a Jekyll block",
        '<div class="language-ruby highlighter-rouge"><div class="highlight"><pre class="highlight"><code><span class="k">def</span> <span class="nf">moor</span><span class="p">(</span><span class="n">ship</span><span class="p">)</span>\n  <span class="n">ship</span><span class="p">.</span><span class="nf">rope</span>\n<span class="k">end</span>\n</code></pre></div></div>',
        has=("```ruby\ndef moor(ship)\n  ship.rope\nend\n```",),
    ),
    Construct(
        "Rouge: a Jekyll block with line numbers",
        '<figure class="highlight"><pre><code class="language-ruby" data-lang="ruby"><table class="rouge-table"><tbody><tr><td class="gutter gl"><pre class="lineno">1\n2\n3\n</pre></td><td class="code"><pre><span class="k">def</span> <span class="nf">moor</span><span class="p">(</span><span class="n">ship</span><span class="p">)</span>\n  <span class="n">ship</span><span class="p">.</span><span class="nf">rope</span>\n<span class="k">end</span>\n</pre></td></tr></tbody></table></code></pre></figure>',
        has=("```ruby\ndef moor(ship)\n  ship.rope\nend\n```",),
        lacks=("|",),
    ),
    Construct(
        "Hexo: a figure with a gutter",
        '<figure class="highlight js"><figcaption><span>moor.js</span></figcaption><table><tr><td class="gutter"><pre><span class="line">1</span><br><span class="line">2</span><br><span class="line">3</span><br></pre></td><td class="code"><pre><span class="line"><span class="keyword">function</span> <span class="title">moor</span>(<span class="params">ship</span>) {</span><br><span class="line">  <span class="keyword">return</span> ship.rope;</span><br><span class="line">}</span><br></pre></td></tr></table></figure>',
        has=("```js\nfunction moor(ship) {\n  return ship.rope;\n}\n```",),
        lacks=("|", "1\n"),
    ),
    Construct(
        "Prism: line numbers and a toolbar",
        '<div class="code-toolbar"><pre class="language-js line-numbers" tabindex="0"><code class="language-js"><span class="token keyword">function</span> <span class="token function">moor</span><span class="token punctuation">(</span>ship<span class="token punctuation">)</span> <span class="token punctuation">{</span>\n  <span class="token keyword">return</span> ship<span class="token punctuation">.</span>rope<span class="token punctuation">;</span>\n<span class="token punctuation">}</span><span aria-hidden="true" class="line-numbers-rows"><span></span><span></span><span></span></span></code></pre><div class="toolbar"><div class="toolbar-item"><span>JavaScript</span></div><div class="toolbar-item"><button class="copy-to-clipboard-button" type="button" data-copy-state="copy"><span>Copy</span></button></div></div></div>',
        has=("```js\nfunction moor(ship) {\n  return ship.rope;\n}\n```",),
        lacks=("Copy", "JavaScript"),
    ),
    Construct(
        "highlight.js: a table of numbered lines",
        '<pre><code class="hljs language-python"><table class="hljs-ln"><tbody><tr><td class="hljs-ln-line hljs-ln-numbers" data-line-number="1"><div class="hljs-ln-n" data-line-number="1"></div></td><td class="hljs-ln-line hljs-ln-code" data-line-number="1"><span class="hljs-keyword">def</span> <span class="hljs-title">moor</span>(<span class="hljs-params">ship</span>):</td></tr><tr><td class="hljs-ln-line hljs-ln-numbers" data-line-number="2"><div class="hljs-ln-n" data-line-number="2"></div></td><td class="hljs-ln-line hljs-ln-code" data-line-number="2">    <span class="hljs-keyword">return</span> ship.rope</td></tr></tbody></table></code></pre>',
        has=(_PYTHON,),
        lacks=("|",),
    ),
    Construct(
        "highlight.js: the language as the first word of the class",
        '<pre><code class="python hljs"><span class="hljs-keyword">def</span> <span class="hljs-title function_">moor</span>(<span class="hljs-params">ship</span>):\n    <span class="hljs-keyword">return</span> ship.rope\n</code></pre>',
        has=(_PYTHON,),
    ),
    Construct(
        "Shiki: lines without breaks between them",
        '<pre class="shiki github-dark" style="background-color:#24292e;color:#e1e4e8" tabindex="0"><code class="language-python"><span class="line"><span style="color:#F97583">def</span><span style="color:#B392F0"> moor</span><span style="color:#E1E4E8">(ship):</span></span>\n<span class="line"><span style="color:#F97583">    return</span><span style="color:#E1E4E8"> ship.rope</span></span></code></pre>',
        has=(_PYTHON,),
    ),
    Construct(
        "Shiki: grid lines that a framework joined",
        '<pre data-language="python" data-theme="min-light"><code data-language="python" style="display:grid"><span data-line=""><span style="color:#D32F2F">def</span><span> moor(ship):</span></span><span data-line="">    <span style="color:#D32F2F">return</span><span> ship.rope</span></span></code></pre>',
        has=(_PYTHON,),
    ),
    Construct(
        "Expressive Code: a terminal frame",
        '<div class="expressive-code"><figure class="frame is-terminal not-content"><figcaption class="header"><span class="title"></span><span class="sr-only">Terminal window</span></figcaption><pre data-language="sh"><code><div class="ec-line"><div class="code"><span style="--0:#82AAFF">npm</span><span> </span><span>create</span><span> </span><span>pier@latest</span></div></div><div class="ec-line"><div class="code"><span style="--0:#82AAFF">cd</span><span> </span><span>pier</span></div></div></code></pre><div class="copy"><button title="Copy to clipboard" data-copied="Copied!" data-code="npm create pier@latest\x7fcd pier"><div></div></button></div></figure></div>',
        has=("```sh\nnpm create pier@latest\ncd pier\n```",),
        lacks=("Terminal window", "Copied"),
    ),
    Construct(
        "Expressive Code: an editor frame with line numbers",
        '<div class="expressive-code"><figure class="frame has-title not-content"><figcaption class="header"><span class="title">src/moor.py</span></figcaption><pre data-language="python"><code><div class="ec-line"><div class="gutter"><div class="ln" aria-hidden="true">1</div></div><div class="code"><span>def</span><span> moor(ship):</span></div></div><div class="ec-line"><div class="gutter"><div class="ln" aria-hidden="true">2</div></div><div class="code"><span class="indent">    </span><span>return</span><span> ship.rope</span></div></div></code></pre></figure></div>',
        has=(_PYTHON,),
    ),
    Construct(
        "Docusaurus: a title and buttons",
        '<div class="language-jsx codeBlockContainer_Ckt0 theme-code-block" style="--prism-color:#393A34"><div class="codeBlockTitle_Ktv7">src/Pier.jsx</div><div class="codeBlockContent_biex"><pre tabindex="0" class="prism-code language-jsx codeBlock_bY9V thin-scrollbar"><code class="codeBlockLines_e6Vv"><span class="token-line" style="color:#393A34"><span class="token keyword">function</span><span class="token plain"> </span><span class="token function">Pier</span><span class="token punctuation">(</span><span class="token punctuation">)</span><span class="token plain"> </span><span class="token punctuation">{</span><br></span><span class="token-line" style="color:#393A34"><span class="token plain" style="display:inline-block"></span><br></span><span class="token-line" style="color:#393A34"><span class="token plain">  </span><span class="token keyword">return</span><span class="token plain"> </span><span class="token number">1</span><span class="token punctuation">;</span><br></span><span class="token-line" style="color:#393A34"><span class="token plain"></span><span class="token punctuation">}</span><br></span></code></pre><div class="buttonGroup__atx"><button type="button" aria-label="Copy code to clipboard" title="Copy" class="clean-btn"><span class="copyButtonIcons_eSgA" aria-hidden="true"><svg viewBox="0 0 24 24"><path d="M19 1"></path></svg></span></button></div></div></div>',
        has=("```jsx\nfunction Pier() {\n\n  return 1;\n}\n```",),
        lacks=("Copy",),
    ),
    Construct(
        "Docusaurus: tabs, one of them hidden",
        '<div class="theme-tabs-container tabs-container tabList__CuJ"><ul role="tablist" aria-orientation="horizontal" class="tabs"><li role="tab" tabindex="0" aria-selected="true" class="tabs__item tabItem_LNqP tabs__item--active">npm</li><li role="tab" tabindex="-1" aria-selected="false" class="tabs__item tabItem_LNqP">Yarn</li></ul><div class="margin-top--md"><div role="tabpanel" class="tabItem_Ymn6"><div class="language-bash codeBlockContainer_Ckt0 theme-code-block"><pre class="prism-code language-bash"><code><span class="token-line"><span class="token function">npm</span><span class="token plain"> </span><span class="token function">create</span><span class="token plain"> pier</span><br></span></code></pre></div></div><div role="tabpanel" class="tabItem_Ymn6" hidden=""><div class="language-bash codeBlockContainer_Ckt0 theme-code-block"><pre class="prism-code language-bash"><code><span class="token-line"><span class="token function">yarn</span><span class="token plain"> </span><span class="token function">create</span><span class="token plain"> pier</span><br></span></code></pre></div></div></div></div>',
        has=("```bash\nnpm create pier\n```", "```bash\nyarn create pier\n```", "npm\n", "Yarn"),
    ),
    Construct(
        "VitePress: a code block",
        '<div class="language-js vp-adaptive-theme line-numbers-mode"><button title="Copy Code" class="copy"></button><span class="lang">js</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0" v-pre=""><code><span class="line"><span style="--shiki-light:#D73A49">function</span><span> moor() {</span></span>\n<span class="line"><span style="--shiki-light:#D73A49">  return</span><span> 1</span></span>\n<span class="line"><span>}</span></span></code></pre><div class="line-numbers-wrapper" aria-hidden="true"><span class="line-number">1</span><br><span class="line-number">2</span><br><span class="line-number">3</span><br></div></div>',
        has=("```js\nfunction moor() {\n  return 1\n}\n```\n\nSince",),
        lacks=("\njs\n", "Copy", "1\n2"),
    ),
    Construct(
        "VitePress: a group of tabs",
        '<div class="vp-code-group vp-adaptive-theme"><div class="tabs"><input type="radio" name="group-0" id="tab-1" checked><label data-title="npm" for="tab-1">npm</label><input type="radio" name="group-0" id="tab-2"><label data-title="pnpm" for="tab-2">pnpm</label></div><div class="blocks">\n<div class="language-sh vp-adaptive-theme active"><button title="Copy Code" class="copy"></button><span class="lang">sh</span><pre class="shiki vp-code"><code><span class="line"><span>$</span><span> npm</span><span> add</span><span> -D</span><span> pier</span></span></code></pre></div>\n<div class="language-sh vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">sh</span><pre class="shiki vp-code"><code><span class="line"><span>$</span><span> pnpm</span><span> add</span><span> -D</span><span> pier</span></span></code></pre></div>\n</div></div>',
        has=("npm add -D pier\n```", "pnpm add -D pier\n```", "npm\n", "pnpm\n"),
        lacks=("\nsh\n",),
    ),
    Construct(
        "SyntaxHighlighter 3: a table of line boxes",
        '<div><div id="highlighter_731" class="syntaxhighlighter nogutter  java"><div class="toolbar"><span><a href="#" class="toolbar_item command_help help">?</a></span></div><table border="0" cellpadding="0" cellspacing="0"><tbody><tr><td class="gutter"><div class="line number1 index0 alt2">1</div><div class="line number2 index1 alt1">2</div></td><td class="code"><div class="container"><div class="line number1 index0 alt2"><code class="java plain">moor(ship);</code></div><div class="line number2 index1 alt1"><code class="java spaces">&nbsp;&nbsp;</code><code class="java keyword">return</code> <code class="java plain">rope;</code></div></div></td></tr></tbody></table></div></div>',
        has=("```java\nmoor(ship);\n  return rope;\n```",),
        lacks=("?", "|"),
    ),
    Construct(
        "SyntaxHighlighter 2: lines of code with a number each",
        '<div class="syntaxhighlighter "><div class="bar"><div class="toolbar"></div></div><div class="lines"><div class="line alt1"><table><tbody><tr><td class="number"><code>1</code></td><td class="content"><code class="plain">moor(ship);</code></td></tr></tbody></table></div><div class="line alt2"><table><tbody><tr><td class="number"><code>2</code></td><td class="content"><code class="spaces">&nbsp;&nbsp;</code><code class="plain">cast_off(ship);</code></td></tr></tbody></table></div></div></div>',
        has=("```\nmoor(ship);\n  cast_off(ship);\n```",),
        lacks=("|",),
    ),
    Construct(
        "SyntaxHighlighter: before its script runs",
        '<pre class="brush: java; gutter: true">if (moored) {\n    rope.tie();\n}</pre>',
        has=("```java\nif (moored) {\n    rope.tie();\n}\n```",),
    ),
    Construct(
        "Crayon: a table of numbers and lines",
        '<div id="crayon-61" class="crayon-syntax crayon-theme-classic" data-settings=" minimize"><div class="crayon-toolbar"><span class="crayon-title"></span><div class="crayon-tools"><span class="crayon-language">PHP</span></div></div><div class="crayon-plain-wrap"><textarea wrap="soft" class="crayon-plain print-no" readonly>moor($ship);\ncast_off($ship);</textarea></div><div class="crayon-main"><table class="crayon-table"><tr class="crayon-row"><td class="crayon-nums " data-settings="show"><div class="crayon-nums-content"><div class="crayon-num" data-line="crayon-61-1">1</div><div class="crayon-num crayon-striped-num" data-line="crayon-61-2">2</div></div></td><td class="crayon-code"><div class="crayon-pre"><div class="crayon-line" id="crayon-61-1"><span class="crayon-e">moor</span><span class="crayon-sy">(</span><span class="crayon-v">$ship</span><span class="crayon-sy">)</span><span class="crayon-sy">;</span></div><div class="crayon-line crayon-striped-line" id="crayon-61-2"><span class="crayon-e">cast_off</span><span class="crayon-sy">(</span><span class="crayon-v">$ship</span><span class="crayon-sy">)</span><span class="crayon-sy">;</span></div></div></td></tr></table></div></div>',
        has=("```\nmoor($ship);\ncast_off($ship);\n```",),
        lacks=("| ", "\nPHP"),
    ),
    Construct(
        "Enlighter: before its script runs",
        '<pre class="EnlighterJSRAW" data-enlighter-language="python" data-enlighter-theme="" data-enlighter-linenumbers="">def moor(ship):\n    return ship.rope</pre>',
        has=(_PYTHON,),
    ),
    Construct(
        "CodeMirror 5: lines in pre elements",
        '<div class="CodeMirror cm-s-default"><div class="CodeMirror-scroll"><div class="CodeMirror-sizer"><div><div class="CodeMirror-lines"><div><div class="CodeMirror-code" role="presentation"><div style="position: relative"><div class="CodeMirror-gutter-wrapper"><div class="CodeMirror-linenumber CodeMirror-gutter-elt">1</div></div><pre class=" CodeMirror-line " role="presentation"><span role="presentation" style="padding-right: 0.1px"><span class="cm-variable">moor</span>(<span class="cm-variable">ship</span>)</span></pre></div><div style="position: relative"><div class="CodeMirror-gutter-wrapper"><div class="CodeMirror-linenumber CodeMirror-gutter-elt">2</div></div><pre class=" CodeMirror-line " role="presentation"><span role="presentation" style="padding-right: 0.1px"><span class="cm-variable">cast_off</span>(<span class="cm-variable">ship</span>)</span></pre></div></div></div></div></div></div></div></div>',
        has=(f"```\n{_TWO}\n```",),
    ),
    Construct(
        "CodeMirror 6: lines in div elements",
        '<div class="cm-editor"><div class="cm-scroller"><div class="cm-gutters" aria-hidden="true"><div class="cm-gutter cm-lineNumbers"><div class="cm-gutterElement">1</div><div class="cm-gutterElement">2</div></div></div><div class="cm-content" role="textbox" data-language="python"><div class="cm-line"><span>def</span> moor(ship):</div><div class="cm-line">    <span>return</span> ship.rope</div></div></div></div>',
        has=(_PYTHON,),
        lacks=("1\n",),
    ),
    Construct(
        "an editor with its toolbar in a pre",
        '<pre><div class="w-full"><div class="sticky top-0"><div>Python</div><div><button aria-label="Copy"></button><button type="button"><div>Run</div></button></div></div><div class="flex"><div class="cm-editor"><div class="cm-scroller"><div class="cm-content"><span>def</span> moor(ship):<br>    <span>return</span> ship.rope</div></div></div></div></div></pre>',
        has=(_PYTHON.replace("python", ""),),
        lacks=("Python", "Run"),
    ),
    Construct(
        "Monaco: absolutely placed lines",
        '<div class="monaco-editor" role="code" data-uri="inmemory://model/1"><div class="overflow-guard"><div class="margin" role="presentation" aria-hidden="true"><div class="margin-view-overlays"><div style="top:0px;height:18px;"><div class="line-numbers lh-odd" style="left:0px;width:34px;">1</div></div><div style="top:18px;height:18px;"><div class="line-numbers lh-odd" style="left:0px;width:34px;">2</div></div></div></div><div class="monaco-scrollable-element editor-scrollable"><div class="lines-content"><div class="view-lines" role="presentation"><div style="top:0px;height:18px;" class="view-line"><span><span class="mtk1">moor(ship)</span></span></div><div style="top:18px;height:18px;" class="view-line"><span><span class="mtk1">cast_off(ship)</span></span></div></div></div></div></div></div>',
        has=(f"```\n{_TWO}\n```",),
        lacks=("1\n",),
    ),
    Construct(
        "Ace: a gutter and a text layer",
        '<div class="ace_editor ace-tm"><div class="ace_gutter" aria-hidden="true"><div class="ace_layer ace_gutter-layer"><div class="ace_gutter-cell">1</div><div class="ace_gutter-cell">2</div></div></div><div class="ace_scroller"><div class="ace_content"><div class="ace_layer ace_text-layer"><div class="ace_line_group"><div class="ace_line"><span class="ace_identifier">moor</span>(ship)</div></div><div class="ace_line_group"><div class="ace_line"><span class="ace_identifier">cast_off</span>(ship)</div></div></div></div></div></div>',
        has=(f"```\n{_TWO}\n```",),
        lacks=("1\n",),
    ),
    Construct(
        "GitHub: a README with a copy button",
        '<div class="highlight highlight-source-shell notranslate position-relative overflow-auto" dir="auto"><pre>pip install pier\npier build <span class="pl-c1">--all</span></pre><div class="zeroclipboard-container"><clipboard-copy aria-label="Copy" class="ClipboardButton btn" value="pip install pier"><svg class="octicon octicon-copy"><path d="M0 6"></path></svg></clipboard-copy></div></div>',
        has=("```shell\npip install pier\npier build --all\n```",),
        lacks=("Copy",),
    ),
    Construct(
        "GitHub: a file and a gist",
        '<div itemprop="text" class="blob-wrapper data type-python"><table class="highlight tab-size js-file-line-container" data-tab-size="8"><tbody><tr><td id="file-moor-py-L1" class="blob-num js-line-number js-blob-rnum" data-line-number="1"></td><td id="file-moor-py-LC1" class="blob-code blob-code-inner js-file-line"><span class="pl-k">def</span> <span class="pl-en">moor</span>(<span class="pl-s1">ship</span>):</td></tr><tr><td id="file-moor-py-L2" class="blob-num js-line-number js-blob-rnum" data-line-number="2"></td><td id="file-moor-py-LC2" class="blob-code blob-code-inner js-file-line">    <span class="pl-k">return</span> <span class="pl-s1">ship</span>.<span class="pl-c1">rope</span></td></tr></tbody></table></div>',
        has=("def moor(ship):\n    return ship.rope\n```",),
        lacks=("|",),
    ),
    Construct(
        "GitLab: lines with an anchor each",
        '<div class="gl-relative markdown-code-block js-markdown-code"><pre data-canonical-lang="python" class="code highlight js-syntax-highlight language-python" lang="python" v-pre="true"><code><span id="LC1" class="line" lang="python"><span class="k">def</span> <span class="nf">moor</span><span class="p">(</span><span class="n">ship</span><span class="p">):</span></span>\n<span id="LC2" class="line" lang="python">    <span class="k">return</span> <span class="n">ship</span><span class="p">.</span><span class="n">rope</span></span></code></pre><copy-code></copy-code></div>',
        has=(_PYTHON,),
    ),
    Construct(
        "Bitbucket: codehilite",
        '<div class="codehilite language-python"><pre><span></span><code><span class="k">def</span> <span class="nf">moor</span><span class="p">(</span><span class="n">ship</span><span class="p">):</span>\n    <span class="k">return</span> <span class="n">ship</span><span class="o">.</span><span class="n">rope</span>\n</code></pre></div>',
        has=(_PYTHON,),
    ),
    Construct(
        "Confluence: a code macro",
        '<div class="code panel pdl conf-macro output-block" style="border-width: 1px;" data-hasbody="true" data-macro-name="code"><div class="codeHeader panelHeader pdl"><b>moor.py</b></div><div class="codeContent panelContent pdl"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: py; gutter: false; theme: Confluence" data-theme="Confluence">def moor(ship):\n    return ship.rope</pre></div></div>',
        has=("```py\ndef moor(ship):\n    return ship.rope\n```",),
    ),
    Construct(
        "MediaWiki: syntaxhighlight",
        '<div class="mw-highlight mw-highlight-lang-python mw-content-ltr mw-highlight-lines" dir="ltr"><pre><span></span><span class="linenos" data-line="1"></span><span class="k">def</span> <span class="nf">moor</span><span class="p">(</span><span class="n">ship</span><span class="p">):</span>\n<span class="linenos" data-line="2"></span>    <span class="k">return</span> <span class="n">ship</span><span class="o">.</span><span class="n">rope</span>\n</pre></div>',
        has=(_PYTHON,),
    ),
    Construct(
        "Stack Overflow: an answer's code",
        '<pre class="lang-py s-code-block"><code class="hljs language-python"><span class="hljs-keyword">def</span> <span class="hljs-title function_">moor</span>(<span class="hljs-params">ship</span>):\n    <span class="hljs-keyword">return</span> ship.rope\n</code></pre>',
        has=(_PYTHON,),
    ),
    Construct(
        "MDN: a header with the language",
        '<div class="code-example"><div class="example-header"><span class="language-name">js</span><button type="button" class="icon copy-icon"><span class="visually-hidden">Copy to Clipboard</span></button></div><pre class="brush: js notranslate"><code>const rope = moor(ship);\n</code></pre></div>',
        has=("```js\nconst rope = moor(ship);\n```",),
        lacks=("\njs\n", "Copy to"),
    ),
    Construct(
        "Read the Docs: a literal include with a caption",
        '<div class="literal-block-wrapper docutils container" id="id1"><div class="code-block-caption"><span class="caption-text">moor.py</span><a class="headerlink" href="#id1" title="Permalink to this code">¶</a></div><div class="highlight-python notranslate"><div class="highlight"><pre><span></span><span class="k">def</span> <span class="nf">moor</span><span class="p">(</span><span class="n">ship</span><span class="p">):</span>\n    <span class="k">return</span> <span class="n">ship</span><span class="o">.</span><span class="n">rope</span>\n</pre></div></div></div>',
        has=("moor.py\n", _PYTHON),
        lacks=("¶",),
    ),
    Construct(
        "Chroma: a Hugo table",
        '<div class="highlight"><div class="chroma"><table class="lntable"><tr><td class="lntd"><pre tabindex="0" class="chroma"><code><span class="lnt">1\n</span><span class="lnt">2\n</span></code></pre></td><td class="lntd"><pre tabindex="0" class="chroma"><code class="language-python" data-lang="python"><span class="line"><span class="cl"><span class="k">def</span> <span class="nf">moor</span><span class="p">(</span><span class="n">ship</span><span class="p">):</span>\n</span></span><span class="line"><span class="cl">    <span class="k">return</span> <span class="n">ship</span><span class="o">.</span><span class="n">rope</span>\n</span></span></code></pre></td></tr></table></div></div>',
        has=(_PYTHON,),
        lacks=("|", "1\n"),
    ),
    Construct(
        "Chroma: inline line numbers",
        '<div class="highlight"><pre tabindex="0" class="chroma"><code class="language-python" data-lang="python"><span class="line"><span class="ln">1</span><span class="cl"><span class="k">def</span> <span class="nf">moor</span><span class="p">(</span><span class="n">ship</span><span class="p">):</span>\n</span></span><span class="line"><span class="ln">2</span><span class="cl">    <span class="k">return</span> <span class="n">ship</span><span class="o">.</span><span class="n">rope</span>\n</span></span></code></pre></div>',
        has=(_PYTHON,),
    ),
    Construct(
        "WordPress: a code block",
        '<pre class="wp-block-code"><code lang="php" class="language-php">&lt;?php\nmoor( $ship );</code></pre>',
        has=("```php\n<?php\nmoor( $ship );\n```",),
    ),
    Construct(
        "Medium: a block with breaks",
        '<pre class="kx ky kz la lb oo op oq bo or ba bj"><span id="4c1f" class="os ml hb op b bf ot ou l ov ow" data-selectable-paragraph=""><span class="hljs-keyword">def</span> <span class="hljs-title function_">moor</span>(<span class="hljs-params">ship</span>):<br>    <span class="hljs-keyword">return</span> ship.rope</span></pre>',
        has=("def moor(ship):\n    return ship.rope\n```",),
    ),
    Construct(
        "dev.to: a panel under the code",
        '<div class="highlight js-code-highlight"><pre class="highlight python"><code><span class="k">def</span> <span class="nf">moor</span><span class="p">(</span><span class="n">ship</span><span class="p">):</span>\n    <span class="k">return</span> <span class="n">ship</span><span class="p">.</span><span class="n">rope</span>\n</code></pre><div class="highlight__panel js-actions-panel"><div class="highlight__panel-action js-fullscreen-code-action"><svg class="highlight-action"><title>Enter fullscreen mode</title></svg><svg class="highlight-action"><title>Exit fullscreen mode</title></svg></div></div></div>',
        has=(_PYTHON,),
        lacks=("fullscreen",),
    ),
    Construct(
        "Notion: a code block of spans",
        '<pre id="1f2" class="code code-wrap"><code class="language-Python" style="white-space:pre-wrap;word-break:break-all"><span class="token keyword">def</span> <span class="token function">moor</span><span class="token punctuation">(</span>ship<span class="token punctuation">)</span><span class="token punctuation">:</span>\n    <span class="token keyword">return</span> ship<span class="token punctuation">.</span>rope</code></pre>',
        has=(_PYTHON,),
    ),
    Construct(
        "Substack: a highlighted block",
        '<div class="highlighted_code_block" data-attrs="{&quot;language&quot;:&quot;python&quot;,&quot;nodeId&quot;:&quot;6c2&quot;}" data-component-name="HighlightedCodeBlockToDOM"><pre class="shiki"><code class="language-python">def moor(ship):\n    return ship.rope</code></pre></div>',
        has=(_PYTHON,),
    ),
    Construct(
        "CSDN: a gutter list and a copy button",
        '<pre data-index="0" class="set-code-show prettyprint"><code class="prism language-python has-numbering" onclick="mdcp.copyCode(event)" style="position: unset;"><span class="token keyword">def</span> <span class="token function">moor</span><span class="token punctuation">(</span>ship<span class="token punctuation">)</span><span class="token punctuation">:</span>\n    <span class="token keyword">return</span> ship<span class="token punctuation">.</span>rope\n<div class="hljs-button {2}" data-title="复制" data-report-click="{}"></div></code><ul class="pre-numbering" style=""><li style="color: rgb(153, 153, 153);">1</li><li style="color: rgb(153, 153, 153);">2</li></ul></pre>',
        has=(_PYTHON,),
        lacks=("\n1", "\n- 1", "复制"),
    ),
    Construct(
        "CSDN: numbered lines of a list",
        '<pre data-index="1" class="prettyprint"><code class="language-java hljs"><ol class="hljs-ln" style="width:100%"><li><div class="hljs-ln-numbers"><div class="hljs-ln-line hljs-ln-n" data-line-number="1"></div></div><div class="hljs-ln-code"><div class="hljs-ln-line">moor(ship);</div></div></li><li><div class="hljs-ln-numbers"><div class="hljs-ln-line hljs-ln-n" data-line-number="2"></div></div><div class="hljs-ln-code"><div class="hljs-ln-line">cast_off(ship);</div></div></li></ol></code><div class="hljs-button signin active" data-title="登录复制"></div></pre>',
        has=("```java\nmoor(ship);\ncast_off(ship);\n```",),
    ),
    Construct(
        "cnblogs: a toolbar and a copy link",
        '<div class="cnblogs_code"><div class="cnblogs_code_toolbar"><span class="cnblogs_code_copy"><a href="javascript:void(0);" title="复制代码"><img src="https://images.example.com/copycode.gif" alt="复制代码"></a></span></div><pre><span style="color: #008080">1</span> <span style="color: #0000ff">def</span><span style="color: #000000"> moor(ship):\n</span><span style="color: #008080">2</span>     <span style="color: #0000ff">return</span> ship.rope</pre></div>',
        has=("```\ndef moor(ship):\n    return ship.rope\n```",),
        lacks=("复制代码",),
    ),
    Construct(
        "Juejin: a header with the language and a copy word",
        '<pre><div class="code-block-extension-header"><div class="code-block-extension-headerLeft"><div class="code-block-extension-foldBtn"></div><span class="code-block-extension-lang">python</span></div><div class="code-block-extension-headerRight"><div class="code-block-extension-copyCodeBtn">复制代码</div></div></div><code class="hljs language-python code-block-extension-codeShowNum" lang="python"><span class="code-block-extension-codeLine" data-line-num="1"><span class="hljs-keyword">def</span> <span class="hljs-title function_">moor</span>(<span class="hljs-params">ship</span>):</span>\n<span class="code-block-extension-codeLine" data-line-num="2">    <span class="hljs-keyword">return</span> ship.rope</span>\n</code></pre>',
        has=(_PYTHON,),
        lacks=("复制代码", "\npython\n"),
    ),
    Construct(
        "Jianshu: a wrapper with a button",
        '<div class="_2Uzcx_"><button class="VJbwyy" type="button" aria-label="复制代码"><i aria-label="icon: copy" class="anticon anticon-copy"></i></button><pre class="line-numbers  language-python"><code class="  language-python"><span class="token keyword">def</span> <span class="token function">moor</span><span class="token punctuation">(</span>ship<span class="token punctuation">)</span><span class="token punctuation">:</span>\n    <span class="token keyword">return</span> ship<span class="token punctuation">.</span>rope<span aria-hidden="true" class="line-numbers-rows"><span></span><span></span></span></code></pre></div>',
        has=(_PYTHON,),
    ),
    Construct(
        "prettify: a numbered list of lines",
        '<pre class="prettyprint linenums prettyprinted"><ol class="linenums"><li class="L0"><span class="kwd">def</span><span class="pln"> moor</span><span class="pun">(</span><span class="pln">ship</span><span class="pun">):</span></li><li class="L1"><span class="pln">    </span><span class="kwd">return</span><span class="pln"> ship</span><span class="pun">.</span><span class="pln">rope</span></li></ol></pre>',
        has=("```\ndef moor(ship):\n    return ship.rope\n```",),
    ),
    Construct(
        "Chat transcript: the language and a copy button above the code",
        '<pre class="overflow-visible!"><div class="contain-inline-size rounded-md"><div class="flex items-center text-xs">python</div><div class="sticky"><div class="absolute"><div class="flex"><button class="flex gap-1" aria-label="Copy"><svg></svg>Copy code</button></div></div></div><div class="overflow-y-auto p-4" dir="ltr"><code class="whitespace-pre! language-python"><span><span>def moor(ship):\n    return ship.rope\n</span></span></code></div></div></pre>',
        has=(_PYTHON,),
        lacks=("Copy code", "\npython\n"),
    ),
    Construct(
        "Copy button of a plug-in inside the pre",
        '<pre class="language-bash"><button class="btn-clipboard" type="button">Copy</button><code class="language-bash">pier build\npier serve</code></pre>',
        has=("```bash\npier build\npier serve\n```",),
        lacks=("Copy",),
    ),
    Construct(
        "Bootstrap: a label next to the code and a word to copy it",
        '<div class="code-wrapper"><div class="code-header"><span class="code-lang">bash</span><span class="copy-btn">Copy code</span></div><pre><code class="language-bash">pier build</code></pre></div>',
        has=("```bash\npier build\n```",),
        lacks=("Copy code", "\nbash\n"),
    ),
    Construct(
        "Code in a code element that keeps white space",
        '<div style="display:flex"><code style="white-space: pre">\npier build \\\n  --all\n</code></div>',
        has=("```\npier build \\\n  --all\n```",),
    ),
    Construct(
        "Lean Verso: a block of code in a code element",
        '<code class="hl lean block" data-lean-context="examples">\n  <span class="keyword token">def</span><span class="inter-text"> </span><span class="const token">pier</span><span class="inter-text"> : Nat := 1</span>\n</code>',
        has=("def pier : Nat := 1\n```",),
    ),
    Construct(
        "Blogger: code in paragraphs and no-break spaces",
        "<pre><code>moor(ship)<br />&nbsp;&nbsp;rope = 1<br />}</code></pre>",
        has=("```\nmoor(ship)\n  rope = 1\n}\n```",),
    ),
    Construct(
        "Rustdoc: an example with a run button",
        '<div class="example-wrap"><pre class="rust rust-example-rendered"><code><span class="kw">let </span>rope = moor(<span class="number">1</span>);\n<span class="macro">assert_eq!</span>(rope, <span class="number">2</span>);</code></pre><a class="test-arrow" target="_blank" href="https://play.example.org/?code=x">Run</a></div>',
        has=("```rust\nlet rope = moor(1);\nassert_eq!(rope, 2);\n```",),
    ),
    Construct(
        "Fences within the code",
        "<pre><code>```\nmoor\n```</code></pre>",
        has=("````\n```\nmoor\n```\n````",),
    ),
    Construct(
        "Inline code with a backtick and emphasis",
        "<p>Call <code>a`b</code> or <strong><code>moor()</code></strong>, then <kbd>Ctrl</kbd>+<kbd>C</kbd>.</p>",
        has=("``a`b``", "**`moor()`**"),
    ),
)
