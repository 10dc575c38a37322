"""The compiled kernel: optional, so that an install without a C compiler succeeds and runs on numpy."""

import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, CompileError

FLAGS = [] if sys.platform == "win32" else ["-O3", "-g0"]
MODULES = [path for path in sorted(Path("src/maintext/kernel").glob("*.py")) if path.stem != "__init__"]
EXTENSIONS = [
    Extension(f"maintext.kernel.{path.stem}", [str(path)], optional=True, extra_compile_args=FLAGS)
    for path in MODULES
]
# What Cython needs for views of memory stands once, not in every module. Cython enters the module into
# sys.modules by its last name too, so that must be ours alone.
SHARED = "maintext.kernel._maintext_shared"
EXTENSIONS.append(
    Extension(SHARED, ["build/cython/_maintext_shared.c"], optional=True, extra_compile_args=FLAGS)
)


class BuildWhereThereIsACompiler(build_ext):
    """A module that cannot be compiled is left out; its twin in numpy is used."""

    def build_extension(self, ext: Extension) -> None:
        """Compile one module; a compiler that is not there is no reason to fail."""
        try:
            super().build_extension(ext)
        except (CCompilerError, CompileError, OSError) as error:
            self.warn(f"{ext.name} is not compiled: {error}")


setup(
    ext_modules=cythonize(
        EXTENSIONS, build_dir="build/cython", language_level=3, shared_utility_qualified_name=SHARED
    ),
    cmdclass={"build_ext": BuildWhereThereIsACompiler},
)
