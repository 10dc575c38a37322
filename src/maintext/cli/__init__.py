"""The command line: all logic is in the other rooms.

Results go to stdout, everything else to stderr. Exit codes (also ``docs/cli.md``):

===  ==========================================================================
0    done
1    another error of ours; some of several pages could not be read (``extract``)
2    an option or argument is not allowed; a file or stdout cannot be written (full, closed)
3    the input is not a usable web page; a source was truncated, or every page is an error (``batch``); the
     store is in use (``crawl``)
4    the page could not be fetched; for ``run``, any page; for ``crawl``, no start page or most of the pages
5    an optional dependency is missing
6    no page has main content (``extract``, ``site``), a list (``items``) or posts (``posts``)
7    an evaluation corpus is missing or malformed
8    pages differ from the rules of their site, or have no record (``run``, ``crawl``)
129  stopped by SIGHUP, as when its terminal is closed
130  stopped by SIGINT, as with Ctrl-C
143  stopped by SIGTERM
===  ==========================================================================
"""

from __future__ import annotations

from collections import UserDict
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from maintext import __version__
from maintext.cli.terminal import echo_note, exit_on_interrupts, prepare_streams, usage_in_users_language
from maintext.errors import MaintextError

__all__ = ["main"]


class _Group(click.Group):
    """A group that reports a failed command in one line and sets its exit code."""

    def make_context(self, *args: Any, **given: Any) -> click.Context:
        prepare_streams()
        with exit_on_interrupts(), usage_in_users_language():  # --help and --version are written here
            return super().make_context(*args, **given)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            if ctx.parent is None and ("://" in args[0] or Path(args[0]).exists()):
                message = f"{error.message} To extract that page:  maintext extract {args[0]}"
                raise click.UsageError(message, ctx) from error
            raise

    def invoke(self, ctx: click.Context) -> Any:
        with exit_on_interrupts(), usage_in_users_language():
            try:
                return super().invoke(ctx)
            except MaintextError as error:
                echo_note(str(error), self.commands.get(ctx.invoked_subcommand or "", self))
                ctx.exit(error.exit_code)


@click.command("help")
@click.argument("command", nargs=-1)
def help_command(command: tuple[str, ...]) -> None:
    """Show the help of a command: maintext help site extract."""
    main.main([*command, "--help"], prog_name="maintext", standalone_mode=False)


class _Commands(UserDict[str, Any]):
    """Commands by name; one that is given as the name of its module is imported when it is used."""

    def __getitem__(self, name: str) -> click.Command:
        found: click.Command | str = self.data[name]
        if not isinstance(found, str):
            return found
        module = vars(import_module(f"maintext.cli.{found}"))
        command: click.Command = module.get(f"{name}_command") or module[f"{name}_group"]
        return command


_MODULES = {
    "extract": "extract", "compare": "methods", "explain": "methods", "methods": "methods", "evaluate": "lab",
    "train": "lab", "batch": "batch", "items": "records", "posts": "records", "wrapper": "recipe",
    "learn": "recipe", "run": "recipe", "site": "site", "render": "render", "crawl": "crawl",
    "serve": "servers", "mcp": "servers", "filter": "filter",
}  # fmt: skip

# Earlier spellings of options.
_SPELLINGS = {
    "URL": "url", "output-file": "output", "out": "output", "jobs": "processes", "no-robots": "ignore-robots",
}  # fmt: skip


@click.group(
    cls=_Group,
    commands=_Commands({"help": help_command, **_MODULES}),
    context_settings={
        "help_option_names": ["-h", "--help"],
        "token_normalize_func": lambda word: _SPELLINGS.get(word, word),
    },
)
@click.version_option(__version__, "-V", "--version", message="maintext %(version)s")
def main() -> None:
    """Extract the main text of web pages, with a reason for every decision (网页正文提取)."""
