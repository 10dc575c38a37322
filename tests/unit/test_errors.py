"""Errors go between processes with everything they say."""

from __future__ import annotations

import pickle

import pytest

from maintext import errors

RAISED = [
    errors.InputError("no page", url="https://example.org/", stage="parse"),
    errors.HttpStatusError("the server answered 404", status=404, url="https://example.org/"),
    errors.MissingExtraError("pandas", "pandas"),
    errors.OptionError("unknown option"),
]


@pytest.mark.parametrize("error", RAISED, ids=lambda error: type(error).__name__)
def test_pickle_keeps_an_error_whole(error: errors.MaintextError) -> None:
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)
    assert again.args == error.args
