"""Compile the engine: every module of ``maintext._core``, which nothing works without."""

import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).parent / "build_backend"))

from maintext_build import BuildEngine, extensions

# Cython translates in processes of its own, which on some systems read this file again.
if __name__ == "__main__":
    setup(ext_modules=extensions(), cmdclass={"build_ext": BuildEngine})
