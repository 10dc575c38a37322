"""Haystack: files to documents with main text, in a pipeline.

Needs ``pip install 'maintext[haystack]'``. URLs can stand in the place of the files.
"""

from pathlib import Path

from haystack import Pipeline

from maintext.integrations.haystack import MaintextConverter

PAGES = Path(__file__).parent.parent

if __name__ == "__main__":
    pipeline = Pipeline()
    pipeline.add_component("pages", MaintextConverter(form="text", changes={"links": False}))
    made = pipeline.run({"pages": {"sources": [PAGES / "town_news.html", PAGES / "news_zh.html"]}})
    for document in made["pages"]["documents"]:
        print(document.meta["title"], document.meta.get("author"), document.meta["digest"])
