"""Read and write compressed files as streams, by suffix: ``.gz``, ``.xz``, ``.zst``."""

from __future__ import annotations

import gzip
import io
import lzma
import zlib
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, cast

from maintext.errors import MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "COMPRESSED",
    "DAMAGED",
    "BytesRead",
    "blocks",
    "decompressed",
    "open_writer",
    "stem_of",
    "with_zstd",
]

COMPRESSED = (".gz", ".xz", ".zst")
"""Suffixes of compressed files."""

DAMAGED = (OSError, EOFError, zlib.error, lzma.LZMAError)
"""Exceptions of reading a file that is damaged, truncated or unreadable."""

_GZIP_LEVEL = 6  # that of the gzip program
_ZSTD_LEVEL = 3  # that of the zstd program


class BytesRead(io.RawIOBase):
    """A byte stream that counts in ``n_bytes`` what was read so far, before decompression."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__()
        self._stream = stream
        self.n_bytes = 0

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer and return the number of bytes; 0 at the end."""
        data = self._stream.read(len(buffer))
        buffer[: len(data)] = data
        self.n_bytes += len(data)
        return len(data)

    def close(self) -> None:
        """Close the underlying stream as well."""
        self._stream.close()
        super().close()


class _ZstdReader(io.RawIOBase):
    """Decompress a stream of Zstandard frames; damaged data raises one of :data:`DAMAGED`."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__()
        zstd = with_zstd()
        self._error = zstd.ZstdError
        self._reader = zstd.ZstdDecompressor().stream_reader(stream, read_across_frames=True)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            return int(self._reader.readinto(buffer))
        except self._error as error:
            raise OSError(str(error)) from error

    def close(self) -> None:
        self._reader.close()
        super().close()


class _UnclosedWriter(io.RawIOBase):
    """A writer that leaves its file open when it is closed."""

    def __init__(self, file: IO[bytes]) -> None:
        super().__init__()
        self._file = file

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        return self._file.write(data)


def stem_of(name: str) -> str:
    """Return a file name in lower case, without its compression suffix."""
    name = name.lower()
    return next((name.removesuffix(suffix) for suffix in COMPRESSED if name.endswith(suffix)), name)


def decompressed(stream: IO[bytes] | BytesRead, name: str) -> IO[bytes]:
    """Return a decompressing stream, by the suffix of ``name``.

    Reading damaged data raises one of :data:`DAMAGED`.

    Raises
    ------
    MissingExtraError
        zstandard is needed and not installed.
    """
    raw = cast("IO[bytes]", stream)
    suffix = Path(name).suffix.lower()
    if suffix == ".gz":
        return cast("IO[bytes]", gzip.GzipFile(fileobj=raw))
    if suffix == ".xz":
        return cast("IO[bytes]", lzma.LZMAFile(raw))
    if suffix == ".zst":
        return cast("IO[bytes]", io.BufferedReader(_ZstdReader(raw)))
    return cast("IO[bytes]", io.BufferedReader(stream)) if isinstance(stream, BytesRead) else raw


def open_writer(file: IO[bytes], name: str) -> IO[bytes]:
    """Return a stream that compresses into an open file, by the suffix of ``name``.

    Closing it leaves the file open. Output is reproducible: it holds no timestamps and no file names.

    Raises
    ------
    MissingExtraError
        zstandard is needed and not installed.
    """
    suffix = Path(name).suffix.lower()
    if suffix == ".gz":
        return cast("IO[bytes]", gzip.GzipFile("", "wb", compresslevel=_GZIP_LEVEL, fileobj=file, mtime=0))
    if suffix == ".zst":
        compressor = with_zstd().ZstdCompressor(level=_ZSTD_LEVEL)
        return cast("IO[bytes]", compressor.stream_writer(file, closefd=False))
    return cast("IO[bytes]", _UnclosedWriter(file))


def with_zstd() -> Any:
    """Return the module zstandard.

    Raises
    ------
    MissingExtraError
        It is not installed.
    """
    try:
        import zstandard  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtraError("zstandard", "zstd") from error
    return zstandard


def blocks(stream: IO[bytes], n_bytes: int = 1 << 20) -> Iterator[bytes]:
    """Yield the rest of a stream in blocks."""
    while block := stream.read(n_bytes):
        yield block
