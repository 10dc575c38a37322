"""A made-up news site: pages of one layout, one of a new layout, one of another site."""

from __future__ import annotations

PEOPLE = ("王小明", "李静", "赵大海", "陈晨", "周文", "吴越")
PLACES = ("北桥", "南湖", "东门", "西山", "河口", "石岭")
THINGS = ("图书馆", "渡口", "学校", "市场", "博物馆", "车站")


def title(i: int) -> str:
    """Headline of the i-th page."""
    return f"{PLACES[i % 6]}新建{THINGS[(i * 5 + 1) % 6]}"


def paragraphs(i: int) -> list[str]:
    """Paragraphs of the i-th article; no two are equal."""
    return [
        f"{PLACES[(i + k) % 6]}第{k + 1}期工程的{THINGS[(i + k * 2) % 6]}于本月开工，工期{i + k + 3}个月，"
        f"居民{PEOPLE[(i * 2 + k) % 6]}说，大家等了{i * 3 + k + 2}年，终于等到了这一天。"
        for k in range(3 + i % 3)
    ]


def gold(i: int) -> str:
    """Main text of the i-th page: the headline and the paragraphs."""
    return "\n".join([title(i), *paragraphs(i)])


def source(i: int) -> str:
    """Where the i-th article was taken from."""
    return ("河口日报", "南湖晚报")[i % 2]


def _rail(i: int) -> str:
    items = "".join(
        f"<li><a href=/{k}.html>{PLACES[(i + k) % 6]}的{THINGS[k % 6]}有了新消息</a></li>" for k in range(8)
    )
    return f"<ul class=hot>{items}</ul>"


def markup(i: int) -> str:
    """The i-th page in the layout that wrappers are learned from."""
    body = [f"<p>{text}</p>" for text in paragraphs(i)]
    also = f"{PLACES[(i + 2) % 6]}也将有{THINGS[(i + 3) % 6]}，详情见后续报道。"
    related = f"<div class=related><b>相关新闻</b><p>{also}</p></div>"
    body.insert(1 + i % 2, related)
    return (
        f"<html><head><meta charset=gbk><title>{title(i)}_石岭新闻网</title></head><body>"
        f"<div id=top><a href=/>首页</a><a href=/gn/>国内</a><a href=/sh/>社会</a></div>"
        f"<div class=main id=post-{i}12345><h1 class=headline>{title(i)}</h1>"
        f"<div class=info><span class=when>2024年5月{i + 1}日 10:2{i}</span>"
        f" <span class=from>来源：{source(i)}</span>"
        f" <span class=who>记者：{PEOPLE[i % 6]}</span></div>"
        f"<div class=text>{''.join(body)}</div>"
        f"<div class=tags><a href=/t/1>{PLACES[i % 6]}</a><a href=/t/2>{THINGS[i % 6]}</a></div>"
        f"<div class=price>{i + 3}.50元</div></div>"
        f"<div id=side>{_rail(i)}</div><div id=foot>石岭新闻网 版权所有</div></body></html>"
    )


def new_layout(i: int) -> str:
    """The i-th page after the site was made anew."""
    body = "".join(f"<div class=para>{text}</div>" for text in paragraphs(i))
    return (
        f"<html><head><meta charset=gbk><title>{title(i)}</title></head><body>"
        f"<header class=bar><a href=/>首页</a></header><main><h2 class=t>{title(i)}</h2>{body}</main>"
        f"<aside class=rail>{_rail(i)}</aside></body></html>"
    )


def other_site() -> str:
    """A page that has nothing to do with the site."""
    text = "".join(
        f"<p>The ferry crossed the river {n} times before noon, and nobody minded.</p>" for n in range(6)
    )
    return f"<title>Ferry</title><div id=page><h1>Ferry</h1><article>{text}</article></div>"
