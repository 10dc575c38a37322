"""Train models from gold texts (extra ``train``)."""

from __future__ import annotations

from maintext.lab.train.cross_validation import CrossValidated, cross_validate, leave_out
from maintext.lab.train.dataset import Example, build_examples, make_example
from maintext.lab.train.fit import TrainOptions, fit
from maintext.lab.train.kind import fit_kind

__all__ = [
    "CrossValidated", "Example", "TrainOptions", "build_examples", "cross_validate", "fit", "fit_kind",
    "leave_out", "make_example",
]  # fmt: skip
