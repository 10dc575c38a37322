"""How a command talks to its terminal: messages, progress, and early exits.

Messages are in Chinese under a Chinese locale, from the catalogue of the workbench, ``chinese.json``.

SIGTERM and SIGHUP raise :class:`KeyboardInterrupt`, as Ctrl-C does, so one clean-up path serves all three. A
command whose work can be continued says so with :func:`set_resume_hint`.
"""

from __future__ import annotations

import errno
import io
import json
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from contextlib import contextmanager, suppress
from functools import cache
from importlib import resources
from typing import Any, Generic, NoReturn, TypeVar

import click

from maintext.errors import OptionError

__all__ = [
    "DRIFTED", "NOTHING_FOUND", "WRITE_REMEDIES", "ProgressLine", "default_signals", "echo_lines",
    "echo_note", "exit_on_interrupts", "in_users_language", "prepare_streams", "set_resume_hint",
    "translate", "usage_in_users_language", "with_flags", "with_progress",
]  # fmt: skip

# A value holds no "; ", which ends a clause, and before a ": " no other one; {n} is a number.
_VALUES = {"{}": "((?:(?!; ).)*?)", "{n}": r"(\d[\d,]*)"}
_NAME_VALUE = "((?:(?!; |: ).)*?)"
_GAP = re.compile(r"(\{n?\})")
_ONE = re.compile(
    r"(?<![\w,.])(?<!of )1 (page|record|item|error|text|URL)s\b(?! (?:are|were|have|do|lack)\b)"
)
_PLACE = re.compile(r"(.*)( \[\w+(?:, [^][]*)?\]| \[https?:[^][]*\])", re.DOTALL)  # of an error


def in_users_language(message: str) -> str:
    """Return a message in Chinese if the locale is Chinese, else with ``1 page`` for ``1 pages``."""
    # The first variable of the locale that is set counts, as gettext reads them.
    names = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((value for name in names if (value := os.environ.get(name))), "")
    return translate(message) if locale.startswith("zh") else _ONE.sub(r"1 \1", message)


def translate(message: str) -> str:
    """Return a message in Chinese, the longest known run of clauses first; what is not known stays."""
    clauses = message.split("; ")
    for n in range(len(clauses), 0, -1):
        first, rest = "; ".join(clauses[:n]), "; ".join(clauses[n:])
        chinese = _translate_clause(first)
        if chinese or n == 1:
            return (chinese or first) + (f"；{translate(rest)}" if rest else "")
    return message


def _translate_clause(clause: str) -> str:
    placed = _PLACE.fullmatch(clause)
    if placed and (chinese := _translate_clause(placed[1])):
        return f"{chinese}{placed[2]}"
    for pattern, chinese in _read_catalogue():
        if found := pattern.fullmatch(clause):
            return chinese.format(*map(_translate_value, found.groups()))
    return ""


def _translate_value(value: str) -> str:
    """Return a value of a message in Chinese, as a whole or each part of a list; what is not known stays."""
    if chinese := _translate_clause(value):
        return chinese
    parts = value.split(", ")
    translated = [_translate_clause(part) for part in parts]
    if not any(translated):
        return value
    return "，".join(chinese or part for chinese, part in zip(translated, parts, strict=True))


@contextmanager
def usage_in_users_language() -> Iterator[None]:
    """Raise what click says of a wrong command line in the language of the user."""
    try:
        yield
    except click.UsageError as error:
        message = error.format_message()
        if (shown := in_users_language(message)) == message:
            raise
        raise click.UsageError(shown, error.ctx) from error


@cache
def _read_catalogue() -> list[tuple[re.Pattern[str], str]]:
    """Return pattern and translation of each message, those with the longest fixed text first."""
    known: dict[str, str] = json.loads((resources.files("maintext") / "chinese.json").read_text("utf-8"))
    ordered = sorted(known, key=lambda english: -len(_GAP.sub("", english)))
    return [(re.compile(_pattern_of(english), re.DOTALL), known[english]) for english in ordered]


def _pattern_of(english: str) -> str:
    pattern = "".join(_VALUES.get(part) or re.escape(part) for part in _GAP.split(english))
    return pattern.replace(_VALUES["{}"], _NAME_VALUE, 1) if english.startswith("{}: ") else pattern


P = TypeVar("P")
T = TypeVar("T")
NOTHING_FOUND = 6
"""Exit code where no page has main content, a list or posts."""
DRIFTED = 8
"""Exit code where pages differ from the rules of their site, or a taught field got no rule."""

# A stand-alone word with an underscore: not part of a URL, of a path or of another word.
_OPTION = re.compile(r"(?<![\w/?&=.%#\"'-])[a-z]+(?:_[a-z]+)+(?![\w/?&=%#\"'-])")

_TERMINAL_INTERVAL_S, _LOG_INTERVAL_S = 0.2, 10.0
_CLEAR_LINE = "\r\x1b[K"

_RESUME_HINT = "maintext.resume_hint"
_SIGNAL_EXIT_CODE = 128  # plus the signal number, as in a shell
_SIGNALS = ("SIGTERM", "SIGHUP")
# A terminal that is closed sends SIGHUP twice: from the shell, and from the system when the shell ends.
_REPEATED_SIGNAL_S = 2.0
_ELSEWHERE, _ROOM = "name another place", "make room"
WRITE_REMEDIES = {
    errno.ENOSPC: _ROOM, errno.EDQUOT: _ROOM, errno.EFBIG: "allow larger files", errno.EROFS: _ELSEWHERE,
    errno.EACCES: _ELSEWHERE, errno.EPERM: _ELSEWHERE, errno.EBADF: _ELSEWHERE,
}  # fmt: skip
"""What the user can do about an error of the system while something is written."""


def prepare_streams() -> None:
    """Let stdout take any text in UTF-8, and open the null device for standard streams that are closed.

    Other files would get the numbers of closed ones. Reading stdin and writing stdout fail then, as no input
    is not an empty one. Messages get lost.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            number = os.open(os.devnull, os.O_RDONLY if name == "stdout" else os.O_WRONLY)
            os.set_inheritable(number, True)
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(number, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - no path
    # Extracted text is always written in UTF-8, and Windows gives a pipe an encoding without Chinese.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")


def with_flags(message: str, command: click.Command) -> str:
    """Replace option names in a message by the flags of a command.

    ``raise timeout_s`` becomes ``raise --timeout`` if the command has that flag. A group has the flags of all
    its commands.
    """
    flags = dict(_option_flags(command))
    return _OPTION.sub(lambda found: flags.get(found[0], found[0]), message)


def echo_note(message: str, command: click.Command | None = None) -> None:
    """Print a message to stderr, as :func:`echo_lines` does, with the name of the program before it."""
    click.echo(f"maintext: {_in_words_of(command, message)}", err=True)


def echo_lines(lines: Iterable[str]) -> None:
    """Print lines, perhaps indented, to stderr in the words of the command and the language of the user."""
    for line in lines:
        words = line.lstrip()
        click.echo(f"{line[: -len(words)]}{_in_words_of(None, words)}", err=True)


def _in_words_of(command: click.Command | None, message: str) -> str:
    return in_users_language(with_flags(message, command or click.get_current_context().command))


def _option_flags(command: click.Command) -> Iterator[tuple[str, str]]:
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            yield from _option_flags(inner)
    for parameter in command.params:
        if isinstance(parameter, click.Option) and parameter.name:
            yield parameter.name, parameter.opts[-1]


class ProgressLine(Generic[P]):
    """A progress line on stderr, rewritten in place on a terminal and appended now and then to a log.

    ``line`` formats the progress value that the object is called with. A bar of click would need a length,
    and a crawl has none.
    """

    def __init__(self, line: Callable[[P], str]) -> None:
        self._line = line
        self._is_terminal = sys.stderr.isatty()
        self._interval_s = _TERMINAL_INTERVAL_S if self._is_terminal else _LOG_INTERVAL_S
        self._next = time.monotonic() + self._interval_s

    def __call__(self, progress: P) -> None:
        """Write the line, unless the last one is too recent."""
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + self._interval_s
        line = in_users_language(self._line(progress))
        click.echo(f"{_CLEAR_LINE}{line}" if self._is_terminal else line, err=True, nl=not self._is_terminal)

    def end(self) -> None:
        """Remove the line from a terminal."""
        if self._is_terminal:
            click.echo(_CLEAR_LINE, err=True, nl=False)


def with_progress(items: Iterable[T], done: str) -> Iterator[T]:
    """Yield items, and show on stderr how many pages are done."""
    total = f" of {len(items)}" if isinstance(items, Sized) else ""
    progress = ProgressLine[int](lambda n: f"{n}{total} pages {done}")
    for number, item in enumerate(items):
        progress(number)
        yield item
    progress.end()


def set_resume_hint(hint: str) -> None:
    """Set what the user is told if the command ends early, such as "the same command goes on"."""
    click.get_current_context().meta[_RESUME_HINT] = hint


@contextmanager
def exit_on_interrupts() -> Iterator[None]:
    """Turn an interrupt or a refused write in a block into one message and an exit code.

    Raises click.exceptions.Exit: 128 plus the signal number; 2 if something cannot be written; 0 if nobody
    reads stdout.
    """
    received: list[int] = []
    last = 0.0

    def interrupt(number: int, _frame: Any) -> None:
        nonlocal last
        if received and time.monotonic() - last < _REPEATED_SIGNAL_S:
            return
        last = time.monotonic()
        received.append(number)
        raise KeyboardInterrupt

    with _handle_signals(_SIGNALS, interrupt):
        try:
            yield
        except KeyboardInterrupt:
            number = received[-1] if received else signal.SIGINT
            _exit_with_message(_SIGNAL_EXIT_CODE + number, f"stopped by {signal.Signals(number).name}")
        except BrokenPipeError:
            _discard_unwritable_output()
            raise click.exceptions.Exit(0) from None
        except OSError as error:
            if error.errno not in WRITE_REMEDIES:  # a defect of ours
                raise
            said = f"{error.filename or 'cannot write'}: {error.strerror}"
            _exit_with_message(OptionError.exit_code, said, WRITE_REMEDIES[error.errno])


@contextmanager
def default_signals() -> Iterator[None]:
    """Let signals end the process at once in a block that needs no clean-up.

    A server that reads stdin in a thread needs this: after an interrupt it would wait until stdin ends.
    """
    with _handle_signals(("SIGINT", *_SIGNALS), signal.SIG_DFL):
        yield


@contextmanager
def _handle_signals(
    names: Sequence[str], handler: Callable[[int, Any], None] | signal.Handlers
) -> Iterator[None]:
    """Install a signal handler in a block; ignored signals, as under nohup, stay ignored."""
    known = [getattr(signal, name) for name in names if hasattr(signal, name)]
    is_main = threading.current_thread() is threading.main_thread()
    handled = [number for number in known if is_main and signal.getsignal(number) is not signal.SIG_IGN]
    previous = {number: signal.signal(number, handler) for number in handled}
    try:
        yield
    finally:
        for number, other in previous.items():
            signal.signal(number, other)


def _exit_with_message(code: int, *parts: str) -> NoReturn:
    """Print the message with the hint of the command, and exit."""
    context = click.get_current_context(silent=True)
    hint = context.meta.get(_RESUME_HINT) if context else None
    message = "; ".join((*parts, hint) if hint else parts)
    # The progress line of a terminal has no line end.
    line_end = "\n" if sys.stderr.isatty() else ""
    with suppress(OSError):
        click.echo(f"{line_end}maintext: {in_users_language(message)}", err=True)
    _discard_unwritable_output()
    raise click.exceptions.Exit(code)


def _discard_unwritable_output() -> None:
    """Redirect blocked streams to the null device: a failing flush at exit would change the exit code."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with open(os.devnull, "wb") as null_device:  # noqa: PTH123 - no path of ours
                os.dup2(null_device.fileno(), stream.fileno())
