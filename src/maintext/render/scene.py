"""What the modules that edit markup for Markdown share about one selection."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Scene"]

_LIKE_A_TAG = re.compile(r"<(?=[A-Za-z/!?])")


@dataclass(frozen=True, slots=True)
class Scene:
    r"""One selection of a page, and the texts that the renderer must not touch.

    Attributes
    ----------
    kept
        Bool of shape (n_rows,): kept text rows that are not blank.
    n_kept
        int64 of shape (n_rows,): how many of them are in each subtree.
    in_main
        Bool of shape (n_rows,): see :func:`maintext.metadata.region.in_main_content`.
    opaque_texts
        What stands for ``\\x04number\\x05``.
    """

    kept: NDArray[np.bool_]
    n_kept: NDArray[np.int64]
    in_main: NDArray[np.bool_]
    opaque_texts: list[str] = field(default_factory=list)

    def opaque(self, text: str) -> str:
        """Return what stands for a text until the renderer has done its work."""
        self.opaque_texts.append(text)
        return f"\x04{len(self.opaque_texts) - 1}\x05"

    def formula(self, latex: str, *, display: bool = False) -> str:
        """Return what stands for LaTeX; set apart by a block when it is displayed."""
        # Markdown would read a tag where a letter follows the sign.
        latex = _LIKE_A_TAG.sub("< ", latex)
        return f"<div>{self.opaque(f'$${latex}$$')}</div>" if display else self.opaque(f"${latex}$")
