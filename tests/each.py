"""A test over many small cases: one id for all, and one message that names each case that fails."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any

import pytest

Test = Callable[..., None]


def each(names: str, values: Iterable[Any], ids: Iterable[str] | None = None) -> Callable[[Test], Test]:
    """Call a test with every value, as :func:`pytest.mark.parametrize` does, but under one id.

    For cases that cost less than an id. No case may skip; fixtures are shared by all cases.
    """
    keys = [name.strip() for name in names.split(",")]
    rows = [value if len(keys) > 1 else (value,) for value in values]
    labels = [repr(row[0] if len(keys) == 1 else row)[:200] for row in rows] if ids is None else list(ids)
    cases = list(zip(labels, rows, strict=True))
    assert cases, f"no values for {names}"

    def over_all(test: Test) -> Test:
        @functools.wraps(test)
        def over(**fixtures: Any) -> None:
            failures: list[tuple[str, BaseException]] = []
            for label, row in cases:
                try:
                    test(**fixtures, **dict(zip(keys, row, strict=True)))
                except (Exception, pytest.fail.Exception, pytest.skip.Exception) as error:  # noqa: BLE001 - all are named
                    failures.append((label, error))
            if failures:
                said = "\n".join(f"{label}: {type(error).__name__}: {error}" for label, error in failures)
                summary = f"{len(failures)} of {len(cases)} cases failed\n{said}"
                raise AssertionError(summary) from failures[0][1]

        signature = inspect.signature(test)
        left = [value for name, value in signature.parameters.items() if name not in keys]
        vars(over)["__signature__"] = signature.replace(parameters=left)
        return over

    return over_all
