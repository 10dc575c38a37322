"""Read and write compressed files as streams, by suffix: ``.gz``, ``.bz2``, ``.xz``, ``.zst``."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zlib
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO, Any, cast

from maintext.errors import needs_extra

__all__ = ["COMPRESSED", "DAMAGED", "decompressed", "open_writer", "stem_of", "with_zstd"]

# Suffixes of compressed files.
COMPRESSED = (".gz", ".bz2", ".xz", ".zst")

# Exceptions of reading a file that is damaged, truncated or unreadable.
DAMAGED = (OSError, EOFError, zlib.error, lzma.LZMAError)

_GZIP_LEVEL = 6  # that of the gzip program
_ZSTD_LEVEL = 3  # that of the zstd program
_ZSTD_READ_BYTES = 1 << 10  # become at most 32 MB, of zeros


class _ZstdReader(io.RawIOBase):
    """Decompress a stream of Zstandard frames; damaged data raises one of :data:`DAMAGED`."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__()
        zstd = with_zstd()
        self._stream, self._error, self._decompressor = stream, zstd.ZstdError, zstd.ZstdDecompressor()
        self._frame, self._unpacked = self._decompressor.decompressobj(), io.BytesIO()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        # The reader of the library takes a frame that breaks off for one that ends.
        while not (n_bytes := self._unpacked.readinto(buffer)):
            packed = self._frame.unused_data or self._stream.read(_ZSTD_READ_BYTES)
            if not packed and not self._frame.eof:
                raise EOFError("Compressed file ended before the end-of-stream marker was reached")
            if not packed:
                return 0
            if self._frame.eof:
                self._frame = self._decompressor.decompressobj()
            try:
                self._unpacked = io.BytesIO(self._frame.decompress(packed))
            except self._error as error:
                raise OSError(str(error)) from error
        return n_bytes


def stem_of(name: str) -> str:
    """Return a file name in lower case, without its compression suffix."""
    name = name.lower()
    return next((name.removesuffix(suffix) for suffix in COMPRESSED if name.endswith(suffix)), name)


def decompressed(stream: IO[bytes], name: str) -> IO[bytes]:
    """Return a decompressing stream, by the suffix of ``name``.

    Reading damaged data raises one of :data:`DAMAGED`.

    Raises MissingExtraError: zstandard is needed and not installed.
    """
    suffix = Path(name).suffix.lower().replace(".t", ".")  # .tgz is .tar.gz
    if suffix == ".gz":
        if hasattr(stream, "peek") and not stream.peek(1):  # which GzipFile takes for a file of no bytes
            raise EOFError("Compressed file ended before the end-of-stream marker was reached")
        return cast("IO[bytes]", gzip.GzipFile(fileobj=stream))
    if suffix == ".bz2":
        return cast("IO[bytes]", bz2.BZ2File(stream))
    if suffix == ".xz":
        return cast("IO[bytes]", lzma.LZMAFile(stream))
    return io.BufferedReader(_ZstdReader(stream)) if suffix == ".zst" else stream


def open_writer(file: IO[bytes], name: str) -> AbstractContextManager[Any]:
    """Return a stream that compresses into an open file, by the suffix of ``name``.

    Closing it leaves the file open. Output is reproducible: it holds no timestamps and no file names.

    Raises MissingExtraError: zstandard is needed and not installed.
    """
    suffix = Path(name).suffix.lower()
    if suffix == ".gz":
        return gzip.GzipFile("", "wb", compresslevel=_GZIP_LEVEL, fileobj=file, mtime=0)
    if suffix == ".zst":
        compressor = with_zstd().ZstdCompressor(level=_ZSTD_LEVEL, write_checksum=True)
        return cast("AbstractContextManager[Any]", compressor.stream_writer(file, closefd=False))
    return nullcontext(file)


def with_zstd() -> Any:
    """Return the module zstandard; MissingExtraError if it is not installed."""
    with needs_extra("zstandard", "zstd"):
        import zstandard  # noqa: PLC0415 - an extra
    return zstandard
