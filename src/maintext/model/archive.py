"""What files of models have in common: what can go wrong when they are read."""

from __future__ import annotations

import struct
import zipfile
import zlib

from maintext.errors import ModelError

__all__ = ["UNREADABLE", "no_model"]

# What numpy and zipfile raise for bytes that are no archive of arrays, or a damaged one.
UNREADABLE = (
    EOFError, IndexError, KeyError, NotImplementedError, OSError, RuntimeError, TypeError, ValueError,
    struct.error, zipfile.BadZipFile, zlib.error,
)  # fmt: skip


def no_model(why: str) -> ModelError:
    """Return the error for bytes that are no model."""
    return ModelError(f"not a model file ({why}); train one with maintext train", stage="model")
