"""A task of a cluster, without the cluster: what it is ordered to do, what it tells, and how it does it.

A task reads a piece of the input, extracts it in processes that it can stop, and stages shard by shard in the
output folder. It names nothing and notes nothing: the driver does (see :mod:`maintext.batch.ray`).
"""

from __future__ import annotations

import atexit
import pickle
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from maintext import __version__
from maintext.batch.item import Item
from maintext.batch.journal import MANIFEST, Counts, Shard
from maintext.batch.pool import Pool
from maintext.batch.record import Extractor
from maintext.batch.work import Piece, Work, written
from maintext.errors import MaintextError, MethodError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from maintext.batch.sink import Sink
    from maintext.batch.source import Source

__all__ = ["Message", "Order", "kept_pool", "staged"]


@dataclass(frozen=True, slots=True)
class Order:
    """What a task is to do."""

    version: str
    manifest: bytes
    stamp: list[str]
    piece: Piece
    done: frozenset[Shard]
    mark: str
    work: Work
    sink: Sink
    n_processes: int
    timeout_s: float
    shard_pages: int


@dataclass(frozen=True, slots=True)
class Message:
    """What a task tells: a staged shard, the number of shards of its source, or why it cannot work."""

    shard: Shard | None = None
    counts: Counts | None = None
    n_shards: int | None = None
    n_read: int = 0
    failure: str = ""


class _Told:
    """What stands in for the journal in a task: notes become messages."""

    def __init__(self, done: frozenset[Shard], source: Source) -> None:
        self.shards: Mapping[Shard, Counts] = dict.fromkeys(done, Counts())
        self._source = source
        self._messages: list[Message] = []

    def is_done(self, source: int) -> bool:  # noqa: ARG002 - only what is not done is given out
        return False

    def note_shard(self, shard: Shard, counts: Counts) -> None:
        self.tell(Message(shard=shard, counts=counts, n_read=self._source.n_read))

    def note_end(self, source: int, n_shards: int) -> None:  # noqa: ARG002 - there is one
        self.tell(Message(n_shards=n_shards, n_read=self._source.n_bytes))

    def tell(self, message: Message) -> None:
        self._messages.append(message)

    def taken(self) -> list[Message]:
        taken, self._messages = self._messages, []
        return taken


def staged(order: Order, machine: str) -> Iterator[Message]:
    """Do a piece on a machine; give messages as there is something to tell.

    Raises
    ------
    MethodError
        The processes were ended from outside: to be tried again.
    """
    failure = _unfit(order)
    if failure:
        yield Message(failure=f"{machine}: {failure}")
        return
    told = _Told(order.done, order.piece.source)

    def stage(shard: Shard, rows: Sequence[Any]) -> None:
        order.sink.stage(shard, rows, order.mark)

    pool = kept_pool(order.work, order.work.extractor, order.n_processes, order.timeout_s)
    # One by one: Ray sends values into the generator, which a list that is yielded from does not take.
    try:
        for _ in written([order.piece], pool, order.work, stage, told, order.shard_pages):
            for message in told.taken():
                yield message
    except MethodError:
        raise
    except MaintextError as error:  # a full disk, a library that is missing: trying again does not help
        told.tell(Message(failure=f"{machine}: {error.message}"))
    for message in told.taken():
        yield message


def _unfit(order: Order) -> str:
    """Why this machine cannot do it; ``""`` when it can."""
    if order.version != __version__:
        return f"has maintext {__version__}, the driver {order.version}: install the same"
    try:
        if (order.sink.folder / MANIFEST).read_bytes() != order.manifest:
            return f"{order.sink.folder} is not the folder that the driver writes to: share it"
    except OSError as error:
        return f"does not see the output ({error}): it must be in a folder that all machines share"
    try:
        if order.piece.source.stamp() != order.stamp:
            return f"{order.piece.source.name} is not the file that the driver sees"
    except OSError as error:
        return f"does not see the input ({error}): it must be in a folder that all machines share"
    return ""


_pools: dict[bytes, Pool[Item, Any]] = {}


def kept_pool(
    function: Callable[[Item], Any], extractor: Extractor, n_processes: int, timeout_s: float
) -> Pool[Item, Any]:
    """Return the processes of this one, which stay from one task or batch of rows to the next."""
    key = pickle.dumps((function, n_processes, timeout_s))
    kept = _pools.get(key)
    if kept is None or not kept.is_fit:
        _close_pools()
        kept = Pool(function, n_processes=n_processes, timeout_s=timeout_s, prepare=extractor.warm_up)
        _pools[key] = kept
    return kept


@atexit.register
def _close_pools() -> None:
    while _pools:
        _pools.popitem()[1].__exit__(None, None, None)
