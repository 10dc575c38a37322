"""LangChain: files to documents with main text, and HTML documents of another loader to the same.

Needs ``pip install 'maintext[langchain]'``. Addresses can stand in the place of the files.
"""

from pathlib import Path

from langchain_core.documents import Document

from maintext.integrations.langchain import MaintextLoader, MaintextTransformer

PAGES = Path(__file__).parent.parent

if __name__ == "__main__":
    loader = MaintextLoader([PAGES / "town_news.html", PAGES / "news_zh.html"], on_error="skip")
    for document in loader.lazy_load():
        print(document.metadata["title"], document.metadata.get("author"), len(document.page_content))

    html = (PAGES / "town_news.html").read_text("utf-8")
    given = [Document(page_content=html, metadata={"source": "https://gazette.example/ferry"})]
    (made,) = MaintextTransformer(form="text").transform_documents(given)
    print(made.metadata["source"], made.page_content.splitlines()[0])
