"""Programs written for other extractors, with one import line changed."""

from pathlib import Path

from maintext.compat import newspaper, trafilatura
from maintext.compat.gne import GeneralNewsExtractor
from maintext.compat.magic_html import GeneralExtractor
from maintext.compat.readability import Document

HERE = Path(__file__).parent
URL = "https://news.example.org/2024/05/01/bridge.html"
page = (HERE / "town_news.html").read_text("utf-8")

if __name__ == "__main__":
    # trafilatura
    print(trafilatura.extract(page, url=URL, include_comments=False))
    print(trafilatura.extract(page, url=URL, output_format="xml", with_metadata=True))

    # newspaper
    article = newspaper.Article(URL)
    article.download(input_html=page)
    article.parse()
    print(article.title, article.authors, article.publish_date)

    # readability-lxml
    document = Document(page)
    print(document.short_title(), len(document.summary(html_partial=True)))

    # GNE
    news = GeneralNewsExtractor().extract((HERE / "news_zh.html").read_bytes())
    print(news["title"], news["author"], news["publish_time"])

    # magic-html
    print(GeneralExtractor().extract(page, base_url=URL)["title"])
