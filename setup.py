"""Compile the engine: every module of ``maintext._core``, which nothing works without."""

import re
import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).parent / "build_backend"))

from maintext_build import BuildEngine, extensions

# An index shows the README without the files that it links to: their names stay.
readme = re.sub(
    r"!?\[([^\]]*)\]\((?!https?:)[^)]*\)", r"\1", Path(__file__).with_name("README.md").read_text("utf-8")
)

# Cython translates in processes of its own, which on some systems read this file again.
if __name__ == "__main__":
    setup(
        ext_modules=extensions(),
        cmdclass={"build_ext": BuildEngine},
        long_description=readme,
        long_description_content_type="text/markdown",
    )
