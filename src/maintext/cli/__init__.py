"""The command line: one file per command, no logic of its own.

Results go to stdout, everything else to stderr. Exit codes (also ``docs/cli.md``):

===  ==========================================================================
0    done
1    another error of ours
2    an option or argument is not allowed; a file or stdout cannot be written (a full disk)
3    the input is not a web page we can use; a source was not read to its end (``batch``); the store is in use
     (``crawl``)
4    the page could not be fetched; none of the start pages (``crawl``)
5    an optional dependency is missing
6    the page has no main content (``extract``), list (``items``) or posts (``posts``)
7    an evaluation corpus is missing or malformed
129  stopped by SIGHUP, as when its terminal is closed
130  stopped by SIGINT, as with Ctrl-C
143  stopped by SIGTERM
===  ==========================================================================
"""

from __future__ import annotations

from typing import Any

import click

from maintext import __version__
from maintext.cli.batch import batch_command
from maintext.cli.compare import compare_command
from maintext.cli.crawl import crawl_command
from maintext.cli.ending import ended_early
from maintext.cli.evaluate import evaluate_command
from maintext.cli.explain import explain_command
from maintext.cli.extract import extract_command
from maintext.cli.filter import filter_group
from maintext.cli.flags import in_flags
from maintext.cli.items import items_command
from maintext.cli.mcp import mcp_command
from maintext.cli.methods import methods_command
from maintext.cli.posts import posts_command
from maintext.cli.recipe import learn_command, run_command
from maintext.cli.render import render_command
from maintext.cli.serve import serve_command
from maintext.cli.site import site_group
from maintext.cli.train import train_command
from maintext.cli.wrapper import wrapper_command
from maintext.errors import MaintextError

__all__ = ["main"]


class _Group(click.Group):
    """A group that says in one line why a command ended early, and ends with the exit code for it."""

    def make_context(self, *args: Any, **given: Any) -> click.Context:
        with ended_early():  # --help and --version are written here
            return super().make_context(*args, **given)

    def invoke(self, ctx: click.Context) -> Any:
        with ended_early():
            try:
                return super().invoke(ctx)
            except MaintextError as error:
                command = self.commands.get(ctx.invoked_subcommand or "", self)
                click.echo(f"maintext: {in_flags(str(error), command)}", err=True)
                ctx.exit(error.exit_code)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="maintext %(version)s")
def main() -> None:
    """Find the main text of web pages, with the reason for every decision (网页正文提取)."""


main.add_command(extract_command)
main.add_command(compare_command)
main.add_command(explain_command)
main.add_command(methods_command)
main.add_command(evaluate_command)
main.add_command(train_command)
main.add_command(batch_command)
main.add_command(items_command)
main.add_command(posts_command)
main.add_command(wrapper_command)
main.add_command(learn_command)
main.add_command(run_command)
main.add_command(site_group)
main.add_command(render_command)
main.add_command(crawl_command)
main.add_command(serve_command)
main.add_command(mcp_command)
main.add_command(filter_group)
