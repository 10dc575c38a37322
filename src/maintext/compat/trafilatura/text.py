"""trafilatura's Markdown, plain text and TEI, written from its tree of the main content."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET  # writes only; nothing is parsed here

from maintext import __version__
from maintext.compat.trafilatura.settings import TrafilaturaDocument

__all__ = ["tei_element", "write_text"]

_MARKS = {
    "#b": ("**", "**"), "#i": ("*", "*"), "#sup": ("<sup>", "</sup>"), "#sub": ("<sub>", "</sub>"),
    "#u": ("<u>", "</u>"), "overstrike": ("~~", "~~"),
}  # fmt: skip
_MERGED = frozenset({"#b", "#i", "#u"})  # two of these in a row are one; two exponents may be two notes
_INLINE = frozenset({*_MARKS, "#t", "p", "head", "ref", "code"})  # what stands in them stays on their line
_MANY_PARAGRAPHS = 3  # in one cell
_MAX_INDENT = 20  # lists in lists
# Noncharacters of Unicode, for what the last step writes: an empty line, a space between blocks, a line of
# code, a space that stays at the ends of a line. The bar stands for a cell that is written between bars.
_GAP, _JOINT, _CODE_LINE, _SPACE, _BAR = "\ufdd0", "\ufdd1", "\ufdd2", "\ufdd3", "|"
_JOINTS, _GAPS = re.compile(rf"(?<! ) *{_JOINT}[ {_JOINT}]*"), re.compile(rf"\n?{_GAP}[\n{_GAP}]*")
_SIGNS = re.compile(r"(?<!\\)(\\*)([*_`~\[\]<])")
_BLOCK_SIGN = re.compile(r"\s*(?:\d{1,9}(?=[.)](?:\s|$))|(?=(?:#{1,6}|[-+])(?:\s|$)|>))")
_FORMULA = re.compile(r"((?<!\S)\\\[.{1,2000}?\\\]|\\\(.{1,500}?\\\))", re.DOTALL)
_BRACKET = re.compile(r"[\[\]]")


def write_text(body: ET.Element, *, formatting: bool) -> str:
    """Return a ``body`` of trafilatura's elements as Markdown, or as plain text without empty lines.

    Links and pictures are written as in Markdown, a table that only arranges the page cell by cell.
    """
    _merge_marks(body)
    lines = _Writer(body, formatting).texts[body].split("\n")
    text = "\n".join(line.strip(f" {_JOINT}") for line in lines if line.strip(f" \xa0{_JOINT}"))
    text = _GAPS.sub("\n\n", _JOINTS.sub(" ", text)).strip(f"\n {_SPACE}")
    return text.replace(_CODE_LINE, "\n").replace(_SPACE, " ")


def _merge_marks(body: ET.Element) -> None:
    for above in body.iter():
        kept: list[ET.Element] = []
        for child in above:
            if kept and _is_same_mark(kept[-1], child):
                kept[-1].text = f"{kept[-1].text or ''}{kept[-1].tail or ''}{child.text or ''}"
                kept[-1].tail = child.tail
            else:
                kept.append(child)
        if len(kept) < len(above):
            above[:] = kept


def _is_same_mark(first: ET.Element, second: ET.Element) -> bool:
    is_same = first.tag == second.tag == "hi" and first.get("rend") == second.get("rend")
    is_plain = first.get("rend") in _MERGED and not (len(first) or len(second))
    return is_same and is_plain and not (first.tail or "").strip()


class _Writer:
    """Writes elements as text, from the leaves up; ``above`` are the names of those around one."""

    def __init__(self, body: ET.Element, formatting: bool) -> None:
        self.formatting, self.end = formatting, f"\n{_GAP}\n" if formatting else "\n"
        self.texts: dict[ET.Element, str] = {}
        self.numbers: dict[ET.Element, int] = {}
        for listed in body.iter("list"):
            self.numbers.update((item, number) for number, item in enumerate(listed.iterfind("item"), 1))
        places: list[tuple[ET.Element, ET.Element, tuple[str, ...]]] = [(body, body, ())]
        for element, _, above in places:
            inside = (*above, _name_of(element))
            places += ((child, element, inside) for child in element)
        for element, parent, above in reversed(places):
            self.texts[element] = self._write_element(element, parent, above)

    def _write_inside(self, element: ET.Element, above: tuple[str, ...]) -> str:
        """Return the text and the children of an element."""
        parts = [self._escape_prose(element.text, above)]
        for child in element:
            tail = self._escape_prose(child.tail, above)
            if child.tag == "list" and element.tag == "item" and self.formatting and tail.strip():
                tail = f"{_GAP}\n{_make_indent(above.count('list'))}{tail.strip()}"
            parts += self.texts[child], tail
        return "".join(parts)

    def _escape_prose(self, text: str | None, above: tuple[str, ...]) -> str:
        """Return text with Markdown's signs escaped, in plain text a link's brackets."""
        if not text or "code" in above or "#t" in above:
            return text or ""
        if not self.formatting:
            return _BRACKET.sub(r"\\\g<0>", text) if "ref" in above else text
        parts = _FORMULA.split(text)
        parts[::2] = [_SIGNS.sub(r"\1\1\\\2", part) for part in parts[::2]]
        parts[1::2] = map(_write_formula, parts[1::2])
        return "".join(parts)

    def _write_element(self, element: ET.Element, parent: ET.Element, above: tuple[str, ...]) -> str:
        tag = element.tag
        if tag == "lb":
            return self._break_line(above)
        if tag == "graphic":
            title, alt = element.get("title", ""), element.get("alt", "")
            label = max(title, alt, key=len) if title in alt or alt in title else f"{title} {alt}"
            label = self._escape_prose(label.strip(), ("ref",))
            return f"{_JOINT}!{_write_link(label, element.get('src', ''))}{_JOINT}"
        text = self._write_inside(element, (*above, _name_of(element)))
        if tag in {"hi", "del", "code", "ref"}:
            return self._write_mark(element, text, above)
        if tag in {"row", "cell"} and _BAR in above:
            return self._write_row(element, parent) if tag == "row" else _write_cell(text)
        write = self._write_item if tag == "item" else self._write_block
        return write(element, parent, text, above)

    def _break_line(self, above: tuple[str, ...]) -> str:
        if "code" in above:
            return _CODE_LINE
        if _BAR in above or above[-1] == "ref" or above[-1] in _MARKS:
            return " "
        return "\n" if "item" in above else self.end

    def _write_block(self, element: ET.Element, _: ET.Element, text: str, above: tuple[str, ...]) -> str:
        tag = element.tag
        if not _INLINE.isdisjoint(above) and tag == "quote":
            return text
        if tag == "list" and _BAR not in above:
            return f"\n{text}" + ("\n" if "item" in above else self.end)
        if not _INLINE.isdisjoint(above) or (tag != "table" and not {_BAR, "item"}.isdisjoint(above)):
            return f"{_JOINT}{text}{_JOINT}"
        text = text.strip(f" {_JOINT}")
        if self.formatting and tag == "head":
            text = f"{'#' * int(element.get('rend', 'h2')[1:])} {text}"
        elif tag in {"p", "quote"}:
            text = self._escape_start(text)
        start = self.end if tag == "table" else "\n"  # GitHub reads a table after a line as text
        return f"{start}{text}{self.end}"

    def _write_item(self, item: ET.Element, parent: ET.Element, text: str, above: tuple[str, ...]) -> str:
        if _BAR in above:
            return f"{_JOINT}{text}{_JOINT}"
        text = text.strip(f" \n{_JOINT}")
        if text.startswith(_SPACE):  # a list alone, whose items have signs of their own
            return f"\n{text}\n"
        sign = f"{self.numbers[item]}. " if self.formatting and parent.get("rend") == "ol" else "- "
        text = self._escape_start(text)
        return f"\n{_make_indent(above.count('list') - 1)}{sign}{text}\n"

    def _escape_start(self, text: str) -> str:
        """Return a block with a backslash at what would make it a heading, a quote or an item of a list."""
        found = _BLOCK_SIGN.match(text) if self.formatting else None
        return f"{found[0]}\\{text[found.end() :]}" if found else text

    def _write_mark(self, element: ET.Element, text: str, above: tuple[str, ...]) -> str:
        """Return the text of a mark, with the spaces at its ends outside of it."""
        if element.tag == "code" and not {"\n", _CODE_LINE}.isdisjoint(text):
            return self._write_code(text, above)
        core, kind = text.strip(f" \n{_JOINT}"), element.get("rend", "")
        if element.tag == "ref":
            marked = _write_link(core, element.get("target")) if core else ""
        elif not self.formatting or not core or kind in above or "code" in above:
            return text
        elif element.tag == "code" or kind == "#t":
            fence = _make_fence(core, 1)
            space = " " if "`" in {core[0], core[-1]} else ""
            marked = f"{fence}{space}{core}{space}{fence}"
        else:
            before, after = _MARKS.get(kind, ("", ""))
            marked = f"{before}{core}{after}"
        text = text.replace(core, marked, 1) if core else text
        return f"\n{text}{self.end}" if element.tag == "code" and above == ("body",) else text

    def _write_code(self, text: str, above: tuple[str, ...]) -> str:
        lines = text.replace(_CODE_LINE, "\n").strip("\n").split("\n")
        if not any(map(str.strip, lines)):
            return ""
        if _BAR in above:
            return " ".join(lines)
        if self.formatting:
            fence = _make_fence(text, 3)
            lines = [fence, *lines, fence]
        else:
            lines = [line for line in lines if line.strip()]
        indent = len(lines[0]) - len(lines[0].lstrip(" "))
        return f"\n{_SPACE * indent}{_CODE_LINE.join(lines)[indent:]}{self.end}"

    def _write_row(self, row: ET.Element, table: ET.Element) -> str:
        """Return a row as a line between bars, with a line below if it is the first and has headings."""
        lines = f"\n| {' | '.join(self.texts[cell] for cell in row)} |{_SPACE}\n"
        is_head = row is table.find("row") and any(cell.get("role") for cell in row)
        return f"{lines}|{'---|' * len(row)}\n" if is_head else lines


def _write_cell(text: str) -> str:
    words = text.translate(dict.fromkeys(map(ord, (_JOINT, _GAP, _CODE_LINE)), " ")).split()
    return " ".join(words).replace("|", "\\|")


def _write_link(label: str, target: str | None) -> str:
    """Return a link; its target is between angles where it has signs that end one."""
    if not target:
        return f"[{label}]" if target is None else f"[{label}]()"
    if any(sign in target for sign in " <>()"):
        target = "<" + target.replace("\\", "\\\\").replace("<", "\\<").replace(">", "\\>") + ">"
    return f"[{label}]({target})"


def _make_indent(n_lists: int) -> str:
    return _SPACE * 2 * min(n_lists, _MAX_INDENT)


def _make_fence(text: str, n_least: int) -> str:
    """Return backticks, more in a row than the text has."""
    return "`" * max(n_least, *(len(run) + 1 for run in re.findall("`+", text)), 1)


def _write_formula(formula: str) -> str:
    """Return the TeX between the brackets of a formula between dollar signs."""
    tex = formula[2:-2]
    return f"\n$$\n{tex.strip()}\n$$\n" if formula[1] == "[" else f"${tex}$"


def _name_of(element: ET.Element) -> str:
    """Return what stands for an element in the names above another: for a mark its kind, for data a bar."""
    if element.tag == "table" and not any(map(_arranges_page, element.iter("cell"))):
        return _BAR
    return element.get("rend", "") if element.tag in {"hi", "del"} else element.tag


def _arranges_page(cell: ET.Element) -> bool:
    """Tell a cell that arranges the page from one of data."""
    return len(cell.findall("p")) >= _MANY_PARAGRAPHS or cell.find(".//table") is not None


_IN_PARAGRAPHS = frozenset({"code", "graphic", "hi", "del", "ref"})  # no children of a division


def tei_element(found: TrafilaturaDocument, main: ET.Element, comments: ET.Element) -> ET.Element:
    """Return a TEI document of trafilatura's form, with the trees of main content and comments in it."""
    root = ET.Element("TEI", xmlns="http://www.tei-c.org/ns/1.0")
    _add_header(ET.SubElement(root, "teiHeader"), found)
    body = ET.SubElement(ET.SubElement(root, "text"), "body")
    for division, kind in ((main, "entry"), (comments, "comments")):
        division.tag = "div"
        division.set("type", kind)
        body.append(division)
        for head in [*division.iter("head")]:
            _turn_head(head)
        for place, child in enumerate(division):
            if child.tag in _IN_PARAGRAPHS:
                division[place] = ET.Element("p")
                division[place].append(child)
        for graphic in division.iter("graphic"):
            graphic.attrib = {"url": graphic.get("src", "")}
    return root


def _turn_head(head: ET.Element) -> None:
    """Turn a heading into a block of its kind, with line breaks between its paragraphs."""
    head.tag = "ab"
    head.set("type", "header")
    for child in head.findall("p"):
        text = "".join(child.itertext()) + (child.tail or "")
        if child is head[0] and not head.text:
            head.text = text
            head.remove(child)
        else:
            del child[:]
            child.tag, child.text, child.tail = "lb", None, text


def _add_element(above: ET.Element, tag: str, text: str | None = None, **values: str) -> ET.Element:
    element = ET.SubElement(above, tag, values)
    element.text = text
    return element


def _add_header(header: ET.Element, found: TrafilaturaDocument) -> None:
    publisher = found.hostname or found.sitename or "N/A"
    if found.hostname and found.sitename:
        publisher = f"{found.sitename.strip()} ({found.hostname})"
    file = _add_element(header, "fileDesc")
    _add_titles(file, found)
    statement = _add_element(file, "publicationStmt")
    if found.license:
        _add_element(statement, "publisher", publisher)
        statement = _add_element(statement, "availability")
    _add_element(statement, "p", found.license)
    notes = _add_element(file, "notesStmt")
    if found.id:
        _add_element(notes, "note", found.id, type="id")
    _add_element(notes, "note", found.fingerprint, type="fingerprint")
    source = _add_element(file, "sourceDesc")
    sigle = ", ".join(filter(None, (found.sitename, found.date)))
    _add_element(source, "bibl", ", ".join(filter(None, (found.title, sigle))))
    _add_element(source, "bibl", sigle, type="sigle")
    full = _add_element(source, "biblFull")
    _add_titles(full, found)
    statement = _add_element(full, "publicationStmt")
    _add_element(statement, "publisher", publisher)
    if found.url:
        _add_element(statement, "ptr", type="URL", target=found.url)
    _add_element(statement, "date", found.date)
    _add_profile(_add_element(header, "profileDesc"), found)
    information = _add_element(_add_element(header, "encodingDesc"), "appInfo")
    program = _add_element(information, "application", version=__version__, ident="maintext")
    _add_element(program, "label", "maintext")


def _add_titles(above: ET.Element, found: TrafilaturaDocument) -> None:
    statement = _add_element(above, "titleStmt")
    _add_element(statement, "title", found.title, type="main")
    if found.author:
        _add_element(statement, "author", found.author)


def _add_profile(profile: ET.Element, found: TrafilaturaDocument) -> None:
    _add_element(_add_element(profile, "abstract"), "p", found.description)
    terms = [("categories", found.categories), ("tags", found.tags)]
    if any(texts for _, texts in terms):
        keywords = _add_element(_add_element(profile, "textClass"), "keywords")
        for kind, texts in terms:
            if texts:
                _add_element(keywords, "term", ",".join(texts), type=kind)
    _add_element(_add_element(profile, "creation"), "date", found.filedate, type="download")
