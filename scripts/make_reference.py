"""The reference of the Python interface: every public name of a package with types, defaults and docstring.

Used by scripts/site_hooks.py while the site is built; nothing of it is kept in docs/.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator
from typing import Any

from scripts.make_docs import code, docstring_of, inline, options_table, unwrapped

from maintext.options import CheckedOptions, Options, option_rows

_RULE = re.compile(r"-{3,}")


def reference(title: str, packages: tuple[str, ...]) -> str:
    """Return a page in Markdown with the names in ``__all__`` of packages."""
    parts = [f"# {title}"]
    for package in packages:
        module = importlib.import_module(package)
        parts += [f"## `{package}`", *docstring(module)]
        for name in module.__all__:
            parts += list(_described(name, getattr(module, name)))
    return "\n\n".join(parts) + "\n"


def _described(name: str, value: Any) -> Iterator[str]:
    if not (inspect.isclass(value) or inspect.isroutine(value)):
        if not name.startswith("__"):
            yield f"### {name}"
            yield code(f"{name} = {value!r}"[:400], "python")
        return
    yield f"### {name}"
    yield code(_signature(name, value), "python")
    yield from docstring(value)
    if inspect.isclass(value):
        yield from _members(value)


def _signature(name: str, value: Any) -> str:
    word = "class" if inspect.isclass(value) else "async def" if inspect.iscoroutinefunction(value) else "def"
    if inspect.isclass(value) and issubclass(value, BaseException):
        return f"class {name}({', '.join(base.__name__ for base in value.__bases__)})"
    try:
        signature = inspect.signature(value)
    except ValueError:  # an enumeration
        return f"class {name}"
    parts = [re.sub(r": '([^']+)'", r": \1", str(one)) for one in signature.parameters.values()]
    returns = signature.return_annotation
    arrow = "" if returns is signature.empty or inspect.isclass(value) else f" -> {returns}"
    one_line = f"{word} {name}({', '.join(parts)}){arrow}"
    if len(one_line) < 90:
        return one_line
    return f"{word} {name}(\n" + "".join(f"    {part},\n" for part in parts) + f"){arrow}"


def _members(kind: type) -> Iterator[str]:
    """Options as a table; public methods and properties with the first line of their docstring."""
    if issubclass(kind, (Options, CheckedOptions)) and all("unit" in row for row in option_rows(kind())):
        yield options_table(kind())
        return
    lines = []
    for name, member in vars(kind).items():
        text = inspect.getdoc(member) if not name.startswith("_") else None
        if text and (inspect.isroutine(member) or hasattr(member, "__get__")):
            call = "()" if inspect.isroutine(member) else ""
            lines.append(f"- `{name}{call}`: {inline(' '.join(text.partition(chr(10) * 2)[0].split()))}")
    if lines:
        yield "\n".join(lines)


def docstring(thing: object) -> Iterator[str]:
    """Give the paragraphs of a docstring as Markdown; names of a section with their texts as a list."""
    for group in re.split(r"\n\s*\n", docstring_of(thing)):
        lines = group.splitlines()
        if len(lines) > 1 and _RULE.fullmatch(lines[1].strip()):
            yield f"**{lines[0].strip()}**"
            del lines[:2]
        if lines and lines[0].startswith((">>>", "    ", "::")):
            yield code("\n".join(lines), "python")
        elif lines and lines[0].startswith("- "):
            yield "\n".join(map(inline, unwrapped(lines)))
        elif any(line.startswith("    ") for line in lines):
            yield _listed(lines)
        elif lines:
            yield inline(" ".join(line.strip() for line in lines))


def _listed(lines: list[str]) -> str:
    """Join each name with the indented text below it."""
    items: list[str] = []
    for line in lines:
        if not line.startswith("    "):
            items.append(f"- **{line.strip().replace('*', chr(92) + '*')}**:")
        elif items:
            items[-1] += f" {inline(line.strip())}"
    return "\n".join(items)
