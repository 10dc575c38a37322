"""LlamaIndex: files to documents with main text; and in a pipeline, HTML to main text to pieces.

Needs ``pip install 'maintext[llamaindex]'``. Addresses can stand in the place of the files.
"""

from pathlib import Path

from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.node_parser import SentenceSplitter
from llama_index.core.schema import Document

from maintext.integrations.llamaindex import MaintextReader, MaintextTransformation

PAGES = Path(__file__).parent.parent

if __name__ == "__main__":
    for document in MaintextReader().load_data([PAGES / "town_news.html", PAGES / "news_zh.html"]):
        print(document.metadata["title"], document.metadata.get("author"), len(document.text))

    pipeline = IngestionPipeline(
        transformations=[
            MaintextTransformation(form="text"),
            SentenceSplitter(chunk_size=256, chunk_overlap=0),
        ]
    )
    html = (PAGES / "town_news.html").read_text("utf-8")
    for node in pipeline.run(documents=[Document(text=html, metadata={"url": "https://gazette.example/"})]):
        print(node.metadata["title"], len(node.get_content()))
