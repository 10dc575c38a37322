"""Read and write models: arrays and a card in a compressed ``.npz``, without pickle."""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext.errors import ModelError, OptionError

__all__ = ["model_bytes", "model_digests", "no_model", "parts_of", "read_archive", "write_archive"]

# What numpy and zipfile raise for bytes that are no archive of arrays, or a damaged one.
_UNREADABLE = (
    EOFError, IndexError, KeyError, NotImplementedError, OSError, RuntimeError, TypeError, ValueError,
    struct.error, zipfile.BadZipFile, zlib.error,
)  # fmt: skip


def no_model(why: str) -> ModelError:
    """Return the error for bytes that are not a model."""
    known = "train one with maintext train, a page filter with maintext filter train"
    return ModelError(f"not a model file ({why}); {known}", stage="model")


def model_bytes(shipped: str, path: str = "") -> bytes:
    """Return the bytes of a model file; the shipped one for the path ``""``.

    Raises
    ------
    OptionError
        The file cannot be read.
    """
    try:
        file = resources.files("maintext.classify.model") / shipped
        return Path(path).read_bytes() if path else file.read_bytes()
    except OSError as error:
        raise OptionError(f"cannot read the model {path!r}: {error.strerror}") from error


def write_archive(path: Path, card: Mapping[str, Any], **arrays: NDArray[Any]) -> None:
    """Write named arrays and a card of JSON values."""
    text = json.dumps(dict(card), ensure_ascii=False)
    np.savez_compressed(path, allow_pickle=False, card=np.frombuffer(text.encode(), dtype=np.uint8), **arrays)


def model_digests() -> dict[str, str]:
    """Return the first 16 digits of the SHA-256 of each model file that comes with the package."""
    files = [file for file in resources.files(__package__).iterdir() if file.name.endswith(".npz")]
    return {
        file.name.removesuffix(".npz"): sha256(file.read_bytes()).hexdigest()[:16]
        for file in sorted(files, key=lambda file: file.name)
    }


def read_archive(data: bytes) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Return the arrays by name, and the card.

    Raises
    ------
    ModelError
        The bytes are not such a file.
    """
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
            card = json.loads(arrays.pop("card").tobytes())
    except _UNREADABLE as error:
        raise no_model("it is damaged, or another kind of file") from error
    if not isinstance(card, dict):
        raise no_model("its parts do not fit together: the card is no record")
    return arrays, card


def parts_of(arrays: Mapping[str, NDArray[Any]], names: Sequence[str]) -> list[NDArray[Any]]:
    """Return the arrays of these names, in order; each as compiled code reads it, whoever wrote it.

    Raises
    ------
    ModelError
        One is missing.
    """
    if missing := [name for name in names if name not in arrays]:
        raise no_model(f"it has no {missing[0]}")
    parts = [arrays[name] for name in names]
    return [np.asarray(part, part.dtype.newbyteorder("="), order="C") for part in parts]
