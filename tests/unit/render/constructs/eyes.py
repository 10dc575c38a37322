"""What was wrong on pages read next to their picture, and in what editors and generators write."""

# ruff: noqa: E501 - the lines are as long as generators write them

from __future__ import annotations

from tests.unit.render.constructs import Construct

__all__ = ["CONSTRUCTS"]

CONSTRUCTS: tuple[Construct, ...] = (
    Construct(
        "Gatsby: highlighted lines, and no line breaks next to them",
        '<div class="gatsby-highlight has-highlighted-lines" data-language="jsx"><pre class="language-jsx"><code class="language-jsx"><span class="gatsby-highlight-code-line"><span class="token keyword">function</span> rope() {</span>  <span class="token keyword">const</span> a = 1;\n\n<span class="gatsby-highlight-code-line">  use(a);</span>}</code></pre></div>',
        has=("```jsx\nfunction rope() {\n  const a = 1;\n\n  use(a);\n}\n```",),
    ),
    Construct(
        "Rustdoc: a link that runs the code, before it",
        '<pre class="rust rust-example-rendered"><a class="test-arrow" target="_blank" href="https://play.example.org/?code=fn">Run</a><code>let plank = 1;\nnail(plank);</code></pre>',
        has=("```rust\nlet plank = 1;\nnail(plank);\n```",),
    ),
    Construct(
        "Icon fonts: signs for private use",
        '<p><i class="iconfont">&#xe621;</i> The pier is open from nine to five, in summer until eight.</p><p><span class="fa">&#xf007;</span>Everybody may walk on it, and nobody pays for it.</p>',
        has=("\n\nThe pier is open", "\n\nEverybody may walk"),
        lacks=("\ue621", "\uf007"),
    ),
)
