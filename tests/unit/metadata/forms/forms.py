"""Read written forms: whole pages as sites have them, each with what must be found on it.

A form's head names the address and the expected fields. `-` is none, `?` is not judged; credits are none
where the head does not name them, the other fields not judged. `fails` says why a field is not right yet.
A page's charset says how it is encoded.
`{P}` in a page stands for three paragraphs of invented text, `{BR}` for three with line breaks and wide
spaces between them as pages of tables have them, `{JA}`, `{EN}` and so on for other languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import maintext

FOLDER = Path(__file__).parent
LANGUAGES = {
    "JA": "japanese", "KO": "korean", "EN": "english", "DE": "german", "FR": "french", "ES": "spanish",
    "RU": "russian", "PL": "polish", "PT": "portuguese", "TR": "turkish", "ID": "indonesian",
    "VI": "vietnamese", "EL": "greek", "AR": "arabic", "HI": "hindi",
}  # fmt: skip
FIELDS = ("title", "authors", "credits", "source", "published", "tags")


@dataclass(frozen=True)
class Form:
    name: str
    page: bytes
    head: dict[str, str]

    def misses(self) -> dict[str, tuple[str, str]]:
        """Return for each judged field that is wrong what is expected and what is found."""
        found = found_fields(maintext.extract(self.page, url=self.head["url"]))
        expected = {"credits": "-", **{name: self.head[name] for name in FIELDS if name in self.head}}
        return {
            name: (value, found[name])
            for name, value in expected.items()
            if value != "?" and value != found[name]
        }

    def judged(self) -> list[str]:
        return [name for name in FIELDS if self.head.get(name, "-" if name == "credits" else "?") != "?"]


def found_fields(document: maintext.Document) -> dict[str, str]:
    """Return the fields of a document, written as the heads of forms write them."""
    roles = {"responsible_editor": "editor"}
    people = sorted(f"{roles.get(person.role, person.role)}:{person.name}" for person in document.credits)
    published = document.published.isoformat() if document.published else "-"
    return {
        "title": document.title or "-",
        "authors": "; ".join(sorted(person.name for person in document.authors)) or "-",
        "credits": "; ".join(people) or "-",
        "source": document.source or "-",
        "published": re.sub(r"(T\d\d:\d\d)(?::00)?((?::\d\d)?).*", r"\1\2", published),
        "tags": "; ".join(sorted(document.tags)) or "-",
    }


def forms(folder: str) -> Iterator[Form]:
    """Read the forms of a folder."""
    number = 0
    for path in sorted((FOLDER / folder).glob("*.txt")):
        for part in path.read_text("utf-8").split("=== ")[1:]:
            head, _, page = part.partition("\n---\n")
            name, *lines = head.split("\n")
            values = dict(line.split(": ", 1) for line in lines)
            for several in ("authors", "credits", "tags"):
                if several in values:
                    values[several] = "; ".join(sorted(values[several].split("; ")))
            yield Form(f"{path.stem}: {name}", encoded(filled(page, number)), values)
            number += 1


def filled(page: str, number: int) -> str:
    """Put invented paragraphs into a page, other ones for each number."""

    def paragraphs(kind: re.Match[str]) -> str:
        language = LANGUAGES.get(kind[1], "chinese")
        lines = (FOLDER / "texts" / f"{language}.txt").read_text("utf-8").splitlines()
        three = [lines[(number + place) % len(lines)] for place in range(3)]
        if kind[1] == "BR":
            return "　　" + "<br>\n<br>　　".join(three)
        indent = "　　" if kind[1] == "P" and number % 2 else ""
        return "".join(f"<p>{indent}{line}</p>\n" for line in three)

    return re.sub(r"\{([A-Z]{1,2})\}", paragraphs, page)


def encoded(page: str) -> bytes:
    charset = re.search(r'charset="?([\w-]+)', page)
    name = charset[1].lower() if charset else "utf-8"
    return page.encode({"gb2312": "gbk"}.get(name, name), "xmlcharrefreplace")
