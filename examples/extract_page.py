"""One page: text, fields and reasons."""

from pathlib import Path

import maintext

page = Path(__file__).with_name("news_zh.html").read_bytes()
doc = maintext.extract(page, "https://news.example/2026/1018.html")

print(doc.title)
print(doc.text)
print(doc.outcome.value, doc.method)

# Why each text was kept or dropped.
for row in doc.trace():
    print("+" if row.kept else "-", row.reason, "|", row.text[:40])
