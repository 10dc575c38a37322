"""web-poet: a page object for any article, and one for a site that knows its titles better.

Needs ``pip install 'maintext[web-poet]'``. With scrapy-poet, a callback takes the page as an argument:
``async def parse(self, response, page: MaintextPage): yield await page.to_item()``.
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from web_poet import HttpResponse, Returns, field

from maintext.integrations.web_poet import MaintextPage

PAGE = Path(__file__).parent.parent / "town_news.html"


@dataclass
class News:
    """What is wanted of a page."""

    title: str
    author: str | None
    text: str


class GazettePage(MaintextPage, Returns[News], skip_nonitem_fields=True):
    """Pages of one site."""

    @field
    def title(self) -> str:
        """Return the headline as the site sets it."""
        return str(self.css("h1::text").get())


if __name__ == "__main__":
    response = HttpResponse("https://gazette.example/ferry", PAGE.read_bytes())
    item = asyncio.run(MaintextPage(response).to_item())
    print(sorted(item), item["author"])
    news = asyncio.run(GazettePage(response).to_item())
    print(news.title, news.author, len(news.text))
