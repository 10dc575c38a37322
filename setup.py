"""The compiled kernel: optional, so that an install without a C compiler succeeds and runs on numpy."""

import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

FLAGS = [] if sys.platform == "win32" else ["-O3"]
KERNEL = [path for path in sorted(Path("src/maintext/kernel").glob("*.py")) if path.stem != "__init__"]

EXTENSIONS = [
    Extension(f"maintext.kernel.{path.stem}", [str(path)], optional=True, extra_compile_args=FLAGS)
    for path in KERNEL
]

setup(ext_modules=cythonize(EXTENSIONS, build_dir="build/cython", language_level=3))
