"""Products: price, brand, number, stock and rating from structured data, meta elements and labels."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from tests.unit.sites.recipe.test_recipe import HOST, Site

from maintext import parse
from maintext.crawl.recipe_table import RecipeTable
from maintext.net import Response
from maintext.sites.price import read_number, split_price
from maintext.sites.product import find_product, shows_other_price
from maintext.sites.recipe import RecipeVisit, learn_recipe, run_recipe


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("1.299,00 €", "1299.00", "EUR"),
        ("¥1,299.00", "1299.00", "CNY"),
        ("US$ 12", "12", "USD"),
        ("NT$1,280", "1280", "TWD"),
        ("12元", "12", "CNY"),
        ("1 299,50 zł", "1299.50", "PLN"),
        ("EUR 8,5", "8.5", "EUR"),
        ("0.125", "0.125", ""),
        ("from $5 to $9", "5", "USD"),
        ("￥１，２９９．００", "1299.00", "CNY"),
        ("2.5万元", "25000", "CNY"),
        ("₹1,29,900.00", "129900.00", "INR"),
        ("S$49.90", "49.90", "SGD"),
        ("CA$ 49.90", "49.90", "CAD"),
        ("NZ$49.90", "49.90", "NZD"),
        ("฿1,290", "1290", "THB"),
        ("sold out", "", ""),
    ],
)
def test_a_price_is_an_amount_and_a_currency(text: str, amount: str, currency: str) -> None:
    assert split_price(text) == (amount, currency)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("-11.5 °C", "-11.5"),
        ("about −3", "-3"),
        ("-US$5.00", "-5.00"),
        ("A-5", "5"),
        ("１２３４", "1234"),
        ("1.5亿", "150000000"),
        ("3千米", "3"),
        ("1.5k views", "1500"),
        ("12K+", "12000"),
        ("3.4M followers", "3400000"),
        ("5 km", "5"),
        ("5km", "5"),
        ("300 K", "300"),
        ("12m", "12"),
        ("80 m2", "80"),
        ("31.230416", "31.230416"),
        ("$10 - $20", ""),
        ("$1,299.00 $999.00", ""),
        ("2024-05-12", ""),
        ("3½", ""),
        ("面议", ""),
    ],
)
def test_a_number_is_the_only_one_of_its_text(text: str, number: str) -> None:
    assert read_number(text) == number


def linked_data(**properties: Any) -> str:
    return f'<script type="application/ld+json">{json.dumps({"@type": "Product", **properties})}</script>'


OFFER = {
    "@type": "Offer", "price": 8.5, "priceCurrency": "EUR", "availability": "https://schema.org/InStock",
}  # fmt: skip
RATING = {"@type": "AggregateRating", "ratingValue": "4.5", "reviewCount": 12}
WHOLE = {
    "price": "8.5", "currency": "EUR", "brand": "Oak & Son", "sku": "C-7", "availability": "InStock",
    "rating": "4.5", "n_ratings": "12",
}  # fmt: skip
MICRODATA = """<div itemscope itemtype="https://schema.org/Product"><h1 itemprop=name>Chair</h1>
<span itemprop=brand itemscope itemtype="https://schema.org/Brand"><b itemprop=name>Oak &amp; Son</b></span>
<i itemprop=sku>C-7</i><div itemprop=offers itemscope itemtype="https://schema.org/Offer">
<meta itemprop=priceCurrency content=EUR><span itemprop=price content="8.5">8,50 €</span>
<link itemprop=availability href="https://schema.org/InStock"></div>
<p itemprop=aggregateRating itemscope><b itemprop=ratingValue>4.5</b> of <b itemprop=reviewCount>12</b></p>
</div>"""


@pytest.mark.parametrize(
    "html",
    [
        linked_data(brand={"name": "Oak &amp; Son"}, sku="C-7", offers=OFFER, aggregateRating=RATING),
        linked_data(brand="Oak & Son", sku="C-7", offers=[OFFER], aggregateRating=RATING),
        linked_data(
            brand=[{"name": ["Oak & Son"]}], sku="C-7", aggregateRating=RATING,
            offers={"@type": "AggregateOffer", "lowPrice": 8.5, "offers": [OFFER]},
        ),
        MICRODATA,
    ],
)  # fmt: skip
def test_structured_data_says_what_is_sold(html: str) -> None:
    assert find_product(parse(f"<title>Chair</title><p>A chair.</p>{html}")) == WHOLE


def test_meta_elements_say_what_is_sold() -> None:
    stated = {"price:amount": "12.00", "price:currency": "USD"}
    meta = "".join(f'<meta property="product:{name}" content="{value}">' for name, value in stated.items())
    assert find_product(parse(f"{meta}<p>A chair.")) == {"price": "12.00", "currency": "USD"}


def test_labels_are_read_on_product_pages_only() -> None:
    page = parse(
        "<h1>红木椅</h1><ul><li>品牌：老榆木坊</li><li>货号：HM-3</li><li>价格：¥1,280.00</li></ul>"
        "<table><tr><th>库存</th><td>有货</td></tr><tr><th>颜色</th><td>红</td></tr></table>"
    )
    assert find_product(page) == {}
    assert find_product(page, is_product=True) == {
        "price": "1280.00", "currency": "CNY", "brand": "老榆木坊", "sku": "HM-3", "availability": "有货",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("html", "price"),
    [
        ("<div>价格：<span class=price>￥200.10</span></div>", "200.10"),
        ("<p>售价：<b>200</b>元</p>", "200"),
        ("<p>Price: <b>$20.50</b></p>", "20.50"),
        ("<p>Price: <s>$26</s> <b>$20.50</b></p>", "20.50"),
        ("<p>价格：￥200 ￥260</p>", "200"),
        ("<p>价格：￥200-￥260</p>", None),  # of variants
        ("<p>Note: <b>$20.50</b></p>", None),
    ],
)
def test_a_price_stands_after_its_label_in_one_element(html: str, price: str | None) -> None:
    assert find_product(parse(f"<h1>Chair</h1>{html}<p>A chair."), is_product=True).get("price") == price


def test_an_article_sells_nothing() -> None:
    article = (
        '<script type="application/ld+json">{"@type": "NewsArticle", "name": "The price of oak"}</script>'
    )
    assert find_product(parse(f"{article}<p>Brand: none. The price is 8 €.")) == {}


class Shop(Site):
    def __call__(self, visit: RecipeVisit) -> Response:
        number = visit.url.removeprefix(f"{HOST}/a/").removesuffix(".html")
        if number.isdecimal():
            data = linked_data(sku=f"C-{number}", offers={**OFFER, "price": f"{number}.50"})
            self.pages[visit.url] = self.pages[visit.url].replace("</head>", f"{data}</head>")
        return super().__call__(visit)


def test_a_recipe_of_a_shop_gives_prices_without_being_taught() -> None:
    learned = learn_recipe([f"{HOST}/list/index.html"], Shop())
    assert "product pages: they state price, currency, sku, availability" in learned.notes
    records = [record.to_dict() for record in run_recipe(learned.recipe, Shop())]
    assert [record["fields"]["price"] for record in records] == [f"{i}.50" for i in range(len(records))]
    assert {record["kind"] for record in records} == {"product"}
    row = RecipeTable.of(learned.recipe).row(records[3])
    assert (row["price"], row["currency"], row["sku"]) == ("3.50", "EUR", "C-3")


def test_properties_without_an_item_count_if_there_is_one_price() -> None:
    facts = (
        "<h1>Chair</h1><b itemprop=price content='8.50'>8,50 €</b><i itemprop=brand>Oak</i>"
        "<i itemprop=sku>C-7</i>"
        "<link itemprop=availability href='https://schema.org/InStock'>"
    )
    expected = {"price": "8.50", "currency": "EUR", "brand": "Oak", "sku": "C-7", "availability": "InStock"}
    assert find_product(parse(facts)) == expected
    assert find_product(parse(facts + "<p>Also: <b itemprop=price>9</b></p>")) == {}


@pytest.mark.parametrize(
    ("markup", "rating"),
    [
        ("<div class=r aria-label='4.5 out of 5 stars'>★★★★☆</div>", "4.5"),
        ("<span>4,5 von 5 Sternen</span>", "4.5"),
        ("<p>评分：4.6 / 5 分</p>", "4.6"),
        ("<p>3 of 5 people bought two</p>", None),
        ("<p>2024 / 5</p>", None),
        ("<div class=review><b>Ada</b> <i aria-label='3 out of 5'>★★★</i></div>", None),
        ("<div class='reviews review-box'><i aria-label='3.5 out of 5'>★★★</i></div>", "3.5"),
    ],
)
def test_a_rating_that_readers_see(markup: str, rating: str | None) -> None:
    assert find_product(parse(f"<h1>Chair</h1>{markup}"), is_product=True).get("rating") == rating
    assert find_product(parse(f"<h1>Chair</h1>{markup}")) == {}


@pytest.mark.parametrize(
    ("shown", "is_doubled"),
    [
        ("<b class=cost>€8,50</b>", False),
        ("<b class=cost>€9,50</b> <b class=cost>€8,50</b>", True),
        ("<b class=cost>8.50元</b><b class=cost>9.50元</b>", True),
        ("<b class=cost>€8,50</b> <b class=cost>€8.50</b>", False),
        ("<b class=old>€9,50</b> <b class=cost>€8,50</b>", False),
        ("<del>€9,50</del> <ins>€8,50</ins>", False),
        ("<b class=cost>€8,50</b><i class=n>12</i>", False),
        ("<p><b class=cost>€8,50</b></p><p><b class=cost>€9,50</b></p>", False),
    ],
)
def test_another_price_beside_that_of_the_product(shown: str, is_doubled: bool) -> None:
    assert shows_other_price(parse(f"<div>{shown}</div>"), "8.5") == is_doubled


def test_a_run_notices_another_price_beside_the_one_in_structured_data() -> None:
    site = Site()
    for i, url in enumerate(sorted(url for url in site.pages if "/a/" in url)):
        script = linked_data(offers={"@type": "Offer", "price": i + 3.5, "priceCurrency": "CNY"})
        cost = f"{script}<div class=buy><b class=cost>{i + 3}.50元</b></div></body>"
        site.pages[url] = (
            site.pages[url].replace("<div class=price>", "<div class=no>").replace("</body>", cost)
        )
    recipe = learn_recipe([f"{HOST}/list/index.html"], site).recipe
    first = run_recipe(recipe, site)
    assert not any(record.drift for record in first)
    recipe = replace(recipe, expected=first.seen)
    for url in site.pages:
        if "/a/4." in url:
            page = site.pages[url]
            site.pages[url] = page.replace("<b class=cost>", "<b class=cost>99.00元</b> <b class=cost>")
    drift = {record.item.url: record.drift for record in run_recipe(recipe, site) if record.drift}
    assert drift == {f"{HOST}/a/4.html": ("price: another price next to it on the page",)}
