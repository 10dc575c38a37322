"""The sites: pages by path, and what a person who makes a recipe writes and wants."""

# ruff: noqa: E501, S311 - pages are long lines; luck that is the same every time is no secret

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

PLACES = "东桥 西渡 南浦 北岗 石桥 柳河 茶山 青湾".split()
SUBJECTS = "小学 菜场 渡轮 书店 医院 码头 公园 车站".split()
DEEDS = "换新灯 扩建完工 开放夜场 增设座椅 推迟开业 迎来首批客人 公布价目 招聘员工".split()
PEOPLE = "周小云 林成 吴晓梅 郑立 何思远 沈一诺".split()
WORDS = """the old ferry market baker street lamps repaired council workers evening visitors counted boats
painted wooden benches river bridge school garden opened quietly after three months neighbours asked why
nobody had told them earlier because plans hung inside town hall since spring""".split()


@dataclass(frozen=True)
class RecipeSite:
    """A site with a list of entries, and the recipe that a person asks for."""

    name: str
    pages: dict[str, str]  # by path with query
    start: str
    options: tuple[str, ...]  # of maintext learn; at most three
    entries: dict[str, dict[str, str]]  # by path: values of the taught fields
    region: str  # the class of the list
    charset: str = "utf-8"
    in_browser: bool = False


def _sentence(luck: random.Random, n: int = 14) -> str:
    return " ".join(luck.choices(WORDS, k=n)).capitalize() + "."


def _chinese(luck: random.Random) -> str:
    return (
        f"{luck.choice(PLACES)}{luck.choice(SUBJECTS)}{luck.choice(DEEDS)}，工程历时{luck.randint(2, 40)}个月，"
        f"附近居民{luck.choice(PEOPLE)}表示，这里每天有{luck.randint(60, 9000)}人经过，早就该修了。"
    )


def _frame(title: str, body: str, name: str) -> str:
    menu = "".join(
        f"<li><a href=/{k}/>{word}</a></li>" for k, word in enumerate(("首页", "要闻", "民生", "文体"))
    )
    return (
        f"<!doctype html><html><head><meta charset=utf-8><title>{title} - {name}</title></head><body>"
        f"<header><ul class=menu>{menu}</ul></header>{body}<footer><p>{name} 版权所有</p></footer></body></html>"
    )


def _news() -> RecipeSite:
    pages, entries, n_each, n_pages = {}, {}, 20, 3
    hot = "".join(f"<li><a href=/hot/{i}.html>{PLACES[i]}{SUBJECTS[i]}{DEEDS[i]}</a></li>" for i in range(8))
    rail = f"<div class=hotbox><h3>热门排行</h3><ol>{hot}</ol></div>"
    for n in range(1, n_pages + 1):
        rows = ""
        for i in range((n - 1) * n_each, n * n_each):
            luck = random.Random(i)
            title = f"{luck.choice(PLACES)}{luck.choice(SUBJECTS)}{luck.choice(DEEDS)}（第{i + 1}期）"
            editor, day = luck.choice(PEOPLE), f"2026-0{1 + i // 28}-{1 + i % 28:02}"
            path = f"/2026/c{i:04}.shtml"
            rows += f"<li><a href={path}>{title}</a><em>{day[5:]}</em></li>"
            text = "".join(f"<p>　　{_chinese(luck)}</p>" for _ in range(luck.randint(3, 7)))
            pages[path] = _frame(
                title,
                f"<div class=crumb><a href=/>首页</a> &gt; <a href=/news/>要闻</a></div><div class=detail><h1>{title}</h1>"
                f"<p class=meta>{day} 0{i % 9}:{i % 60:02} 来源：<a href=/src>{('青湾晚报', '柳河日报')[i % 2]}</a></p>"
                f"<div class=words>{text}</div><p class=duty>编辑：<span>{editor}</span></p></div>{rail}",
                "青湾新闻网",
            )
            entries[path] = {"editor": editor}
        following = f"<a href=/news/list_{n + 1}.shtml>下一页</a>" if n < n_pages else ""
        numbers = "".join(f"<a href=/news/list_{k}.shtml>{k}</a>" for k in range(1, n_pages + 1))
        pages[f"/news/list_{n}.shtml"] = _frame(
            "要闻",
            f"<div class=left><ul class=newslist>{rows}</ul><div class=fy>{numbers}{following}</div></div>{rail}",
            "青湾新闻网",
        )
    first = entries["/2026/c0000.shtml"]["editor"]
    return RecipeSite(
        "news", pages, "/news/list_1.shtml", ("--click", f"editor={first}"), entries, "newslist", "gbk"
    )


def _forum() -> RecipeSite:
    pages, entries, n_each, n_pages = {}, {}, 15, 2
    for n in range(1, n_pages + 1):
        rows = ""
        for i in range((n - 1) * n_each, n * n_each):
            luck = random.Random(1000 + i)
            title, views = f"{_sentence(luck, 6)[:-1]}?", str(100 + 37 * i)
            path = f"/thread-{4000 + i}-1.html"
            rows += (
                f"<tr class=thread><td class=icon></td><th><a href={path} class=xst>{title}</a></th><td class=by><cite>"
                f"<a href=/u/{i % 5}>member{i % 5}</a></cite></td><td class=num>{i % 12}</td></tr>"
            )
            posts = "".join(
                f"<div class=post id=p{i}{k}><div class=side><a href=/u/{k}>member{k}</a></div><div class=postdate>2026-03-{1 + k:02} 10:0{k}</div>"
                f"<div class=message>{_sentence(luck)} {_sentence(luck)}</div></div>"
                for k in range(1 + i % 5)
            )
            pages[path] = _frame(
                title,
                f"<div class=wp><h1 class=subject>{title}</h1><div class=stat>Views: <b class=views>{views}</b></div>{posts}</div>",
                "Ferry Forum",
            )
            entries[path] = {"views": views}
        following = f"<a class=nxt href=/forum-7-{n + 1}.html>Next</a>" if n < n_pages else ""
        pages[f"/forum-7-{n}.html"] = _frame(
            "Boats",
            f"<table class=threadlist><tbody>{rows}</tbody></table><div class=pg>{following}</div>",
            "Ferry Forum",
        )
    return RecipeSite("forum", pages, "/forum-7-1.html", ("--click", "views=100"), entries, "threadlist")


def _shop() -> RecipeSite:
    pages, entries, n_each, n_pages = {}, {}, 12, 3
    for n in range(1, n_pages + 1):
        cards = ""
        for i in range((n - 1) * n_each, n * n_each):
            luck = random.Random(2000 + i)
            title = f"{luck.choice(('Oak', 'Beech', 'Steel', 'Cane'))} {luck.choice(('chair', 'stool', 'bench', 'shelf'))} {luck.choice(WORDS)} {i}"
            price, weight = f"{20 + i}.50", f"{2 + i % 9}.{i % 10} kg"
            path = f"/p/{7000 + i}"
            cards += (
                f"<div class=card><a href={path}><img src=/i/{i}.jpg alt=''></a><h3><a href={path}>{title}</a></h3>"
                f"<span class=cost>€{price}</span><button>Add to basket</button></div>"
            )
            pages[path] = _frame(
                title,
                f"<div class=prod><img src=/i/{i}.jpg alt=''><h1>{title}</h1><div class=buy><span class=cost>€{price}</span><button>Add to basket</button></div>"
                f"<div class=about><p>{_sentence(luck)} {_sentence(luck)}</p><p>{_sentence(luck)}</p></div>"
                f"<table class=spec><tr><th>Weight</th><td>{weight}</td></tr><tr><th>Brand</th><td>{luck.choice(('Nord', 'Vale'))}</td></tr></table></div>"
                "<div class=also><h2>Customers also bought</h2>"
                + "".join(
                    f"<div class=mini><a href=/p/{7000 + (i + k) % 36}>{luck.choice(WORDS)} bench {k}</a><span>€{9 + k}.00</span></div>"
                    for k in range(1, 5)
                )
                + "</div>",
                "Vale Chairs",
            )
            entries[path] = {"price": price, "weight": weight}
        following = f'<a rel=next href="/chairs?page={n + 1}">Next</a>' if n < n_pages else ""
        pages["/chairs" + (f"?page={n}" if n > 1 else "")] = _frame(
            "Chairs",
            f"<h1>Chairs</h1><div class=grid>{cards}</div><nav class=pages>{following}</nav>",
            "Vale Chairs",
        )
    return RecipeSite(
        "shop", pages, "/chairs", ("--click", "price=20.50", "--click", "weight=2.0 kg"), entries, "grid"
    )


_SCRIPT = """<div class=feed></div><button class=more onclick="more()">加载更多</button><script>
var shown = 0;
function more() { fetch("/data/" + shown).then(r => r.json()).then(d => { shown += 10;
  document.querySelector(".feed").insertAdjacentHTML("beforeend", d.html);
  if (d.last) document.querySelector(".more").remove(); }); }
more();</script>"""


def _script() -> RecipeSite:
    pages, entries = {"/latest": _frame("最新", _SCRIPT, "柳河在线")}, {}
    for first in range(0, 30, 10):
        cards = ""
        for i in range(first, first + 10):
            luck = random.Random(3000 + i)
            title, path = (
                f"{luck.choice(PLACES)}{luck.choice(SUBJECTS)}{luck.choice(DEEDS)}之{i + 1}",
                f"/s/{i}",
            )
            cards += f"<div class=item><h4><a href={path}>{title}</a></h4><span class=t>2026-05-{i + 1:02}</span></div>"
            text = "".join(f"<p>{_chinese(luck)}</p>" for _ in range(4))
            reader = str(50 + i * 3)
            pages[path] = _frame(
                title,
                f"<article><h1>{title}</h1><div class=i>2026-05-{i + 1:02} 阅读 <i class=n>{reader}</i></div>{text}</article>",
                "柳河在线",
            )
            entries[path] = {"readers": reader}
        pages[f"/data/{first}"] = json.dumps({"html": cards, "last": first == 20})
    return RecipeSite(
        "script",
        pages,
        "/latest",
        ("--render", "auto", "--click", "readers=50"),
        entries,
        "feed",
        in_browser=True,
    )


_TURNING = """<ul class=board></ul><a href="javascript:void(0)" class=turn onclick="turn()">下一页</a><script>
var at = 0, rows = ROWS;
function turn() { var ul = document.querySelector(".board"); ul.innerHTML = rows[at]; at += 1;
  if (at == rows.length) document.querySelector(".turn").classList.add("disabled"); }
turn();</script>"""


def _board() -> RecipeSite:
    rows, entries, pages = [], {}, {}
    for n in range(3):
        items = ""
        for i in range(n * 8, n * 8 + 8):
            luck = random.Random(5000 + i)
            title, path, desk = (
                f"关于{luck.choice(PLACES)}{luck.choice(SUBJECTS)}{luck.choice(DEEDS)}的通告{i + 1}",
                f"/t/{i}",
                f"{luck.choice(PLACES)}办{i}",
            )
            items += f"<li><a href={path}>{title}</a><b>2026-06-{i + 1:02}</b></li>"
            text = "".join(f"<p>{_chinese(luck)}</p>" for _ in range(3))
            pages[path] = _frame(
                title,
                f"<div class=doc><h1>{title}</h1>{text}<table class=head><tr><td>发文单位</td><td>{desk}</td></tr><tr><td>日期</td><td>2026-06-{i + 1:02}</td></tr></table></div>",
                "柳河公告",
            )
            entries[path] = {"desk": desk}
        rows.append(items)
    pages["/board"] = _frame("公告", _TURNING.replace("ROWS", json.dumps(rows)), "柳河公告")
    options = ("--render", "auto", "--click", f"desk={entries['/t/0']['desk']}")
    return RecipeSite("board", pages, "/board", options, entries, "board", in_browser=True)


_FORM = """<form action=/find><label>What <input name=q></label> <button>Search</button></form>"""


def _search() -> RecipeSite:
    pages, entries, n_each = {"/find": _frame("Find", _FORM, "Notices")}, {}, 10
    for n in (1, 2):
        rows = ""
        for i in range((n - 1) * n_each, n * n_each):
            luck = random.Random(4000 + i)
            title, path, room = f"Notice on {_sentence(luck, 5)[:-1].lower()}", f"/notice/{i}", f"{100 + i}"
            rows += f"<li><a href={path}>{title}</a><p>{_sentence(luck, 8)}</p></li>"
            text = "".join(f"<p>{_sentence(luck)} {_sentence(luck)}</p>" for _ in range(3))
            pages[path] = _frame(
                title, f"<main><h1>{title}</h1>{text}<p>Room <b class=room>{room}</b></p></main>", "Notices"
            )
            entries[path] = {"room": room}
        following = '<a href="/find?q=ferry&amp;page=2">Next</a>' if n == 1 else ""
        pages["/find?q=ferry" + ("&page=2" if n == 2 else "")] = _frame(
            "Results", f"{_FORM}<ol class=results>{rows}</ol>{following}", "Notices"
        )
    options = ("--step", "fill [name=q] = ferry", "--step", "press Enter", "--click", "room=100")
    return RecipeSite("search", pages, "/find", options, entries, "results", in_browser=True)


def two_templates() -> RecipeSite:
    """Return a site whose entries have one of two templates: reports, and interviews from the sixth on."""
    pages, entries, rows = {}, {}, ""
    for i in range(16):
        luck = random.Random(6000 + i)
        title, desk = (
            f"{luck.choice(PLACES)}{luck.choice(SUBJECTS)}{luck.choice(DEEDS)}（{i + 1}）",
            f"{luck.choice(PEOPLE)}{i}",
        )
        path = f"/r/{i}"
        rows += f"<li><a href={path}>{title}</a><em>2026-07-{i + 1:02}</em></li>"
        text = "".join(f"<p>{_chinese(luck)}</p>" for _ in range(4))
        body = (
            f"<div class=report><h1 class=head>{title}</h1><div class=by>记者：<b class=writer>{desk}</b></div><div class=copy>{text}</div></div>"
            if i < 6
            else f"<section id=talk><h2 class=big>{title}</h2><section class=lines>{text}</section><footer class=foot>采访 <i class=asked>{desk}</i></footer></section>"
        )
        pages[path] = _frame(title, body, "青湾访谈")
        entries[path] = {"desk": desk}
    pages["/all"] = _frame("全部", f"<ul class=all>{rows}</ul>", "青湾访谈")
    return RecipeSite("two templates", pages, "/all", (), entries, "all")


_MAKERS: tuple[Callable[[], RecipeSite], ...] = (_news, _forum, _shop, _script, _search, _board)
SITES = {site.name: site for site in (make() for make in _MAKERS)}
