"""Compile the engine: every module of ``maintext._core``, which nothing works without."""

import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

FLAGS = [] if sys.platform == "win32" else ["-O3", "-g0"]
PACKAGE = "maintext._core"
MODULES = [path for path in sorted(Path("src/maintext/_core").glob("*.py")) if path.stem != "__init__"]
EXTENSIONS = [Extension(f"{PACKAGE}.{path.stem}", [str(path)], extra_compile_args=FLAGS) for path in MODULES]
KERNEL = [path for path in sorted(Path("src/maintext/kernel").glob("*.py")) if path.stem != "__init__"]
EXTENSIONS += [
    Extension(f"maintext.kernel.{path.stem}", [str(path)], extra_compile_args=FLAGS) for path in KERNEL
]
# What Cython needs for memory views stands once, not in every module. Cython enters the module into
# sys.modules by its last name too, so that must be ours alone.
SHARED = f"{PACKAGE}._maintext_shared"
EXTENSIONS.append(Extension(SHARED, ["build/cython/_maintext_shared.c"], extra_compile_args=FLAGS))

setup(
    ext_modules=cythonize(
        EXTENSIONS, build_dir="build/cython", language_level=3, shared_utility_qualified_name=SHARED
    ),
)
