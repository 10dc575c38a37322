"""``maintext methods``: the catalogue."""

from __future__ import annotations

import json
from typing import Any

import click

from maintext.methods import METHODS, Method
from maintext.options import DEFAULT_METHOD, option_rows

__all__ = ["methods_command"]


@click.command("methods")
@click.option("--json", "as_json", is_flag=True, help="As JSON, with every option of every method.")
def methods_command(as_json: bool) -> None:
    """List the methods that find main content, with their sources."""
    if as_json:
        rows = [_record(method) for method in METHODS.values()]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    for method in METHODS.values():
        default = "  (default)" if method.id == DEFAULT_METHOD else ""
        click.echo(f"{method.id}{default}")
        for line in (f"{method.title} · {method.title_zh}", method.idea, method.source):
            click.echo(f"    {line}")


def _record(method: Method) -> dict[str, Any]:
    fields = ("id", "title", "title_zh", "source", "idea")
    record: dict[str, Any] = {name: getattr(method, name) for name in fields}
    record["default"] = method.id == DEFAULT_METHOD
    record["options"] = option_rows(method.defaults)
    return record
