"""Build maintext: compile its engine, with Zig's C compiler on machines that have none.

The PEP 517 backend that pyproject.toml names, a thin layer over that of setuptools, and the command that
setup.py compiles with.
"""

from __future__ import annotations

import gzip
import io
import os
import shlex
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from setuptools import Extension, build_meta
from setuptools.build_meta import (
    build_editable,
    build_wheel,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)
from setuptools.command.build_ext import build_ext

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "BuildEngine",
    "build_editable",
    "build_sdist",
    "build_wheel",
    "extensions",
    "find_compiler",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
    "require_headers",
]

ZIG = "ziglang>=0.17"

# Values of features are compared with thresholds: they must be the same on every processor, so a product and
# a sum are not contracted into one operation of its own rounding.
_FLAGS = [] if sys.platform == "win32" else ["-g0", "-ffp-contract=off"]
# A level of optimisation in CFLAGS wins.
if _FLAGS and "-O" not in os.environ.get("CFLAGS", ""):
    _FLAGS.append("-O3")
_PACKAGES = ("maintext._core",)
# What Cython needs for memory views stands once, not in every module. Cython enters the module into
# sys.modules by its last name too, so that must be ours alone.
_SHARED = f"{_PACKAGES[0]}._maintext_shared"
_C_FOLDER = "build/cython"


# -- hooks of PEP 517 -------------------------------------------------------------------------------


def get_requires_for_build_wheel(settings: dict[str, Any] | None = None) -> list[str]:
    """Return what a wheel needs besides Cython: Zig where no C compiler works."""
    require_headers()
    return [*build_meta.get_requires_for_build_wheel(settings), *([] if find_compiler() else [ZIG])]


def get_requires_for_build_editable(settings: dict[str, Any] | None = None) -> list[str]:
    """Return what an editable install needs besides Cython: Zig where no C compiler works."""
    require_headers()
    return [*build_meta.get_requires_for_build_editable(settings), *([] if find_compiler() else [ZIG])]


def build_sdist(sdist_directory: str, config_settings: dict[str, Any] | None = None) -> str:
    """Return the name of the source archive, which is the same each time if SOURCE_DATE_EPOCH is set."""
    name: str = build_meta.build_sdist(sdist_directory, config_settings)
    if epoch := os.environ.get("SOURCE_DATE_EPOCH"):
        _set_dates(Path(sdist_directory, name), int(epoch))
    return name


def _set_dates(path: Path, epoch: int) -> None:
    """Write an archive again in the order of its names, with one date and no owner."""
    with tarfile.open(path) as archive:
        members = sorted(archive.getmembers(), key=lambda one: one.name)
        files = [(one, archive.extractfile(one)) for one in members]
        contents = [(one, b"" if file is None else file.read()) for one, file in files]
    with (
        path.open("wb") as raw,
        gzip.GzipFile("", "wb", 9, raw, epoch) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for one, content in contents:
            one.mtime, one.uid, one.gid, one.uname, one.gname, one.pax_headers = epoch, 0, 0, "", "", {}
            one.mode = 0o755 if one.isdir() or one.mode & 0o100 else 0o644
            archive.addfile(one, io.BytesIO(content))


# -- what the machine has ---------------------------------------------------------------------------


def find_compiler() -> str | None:
    """Return the command of a C compiler that works, None where there is none.

    ``CC`` alone counts where it is set; else the compiler of this Python comes first. On Windows setuptools
    looks for Microsoft's compiler itself and says where to get it.
    """
    if sys.platform == "win32":
        return "cl"
    given = os.environ.get("CC")
    commands = [given] if given else [sysconfig.get_config_var("CC") or "cc", "cc", "gcc", "clang"]
    return next(filter(_makes_programs, commands), None)


def _makes_programs(command: str) -> bool:
    """Return True if a compiler is there, and the C library's headers with it."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "program.c")
        source.write_text("#include <stdlib.h>\nint main(void) { return EXIT_SUCCESS; }\n", "ascii")
        call = [*shlex.split(command), source.name]
        try:
            return subprocess.run(call, cwd=folder, capture_output=True, check=False).returncode == 0
        except OSError:
            return False


def require_headers(folders: Iterable[str] = ()) -> None:
    """Exit with a sentence that names the package to install where Python's headers are missing.

    Parameters
    ----------
    folders
        Where to look besides Python's own folder and those of ``CPATH`` and ``C_INCLUDE_PATH``.
    """
    own = sysconfig.get_path("include")
    given = os.pathsep.join(os.environ.get(name, "") for name in ("CPATH", "C_INCLUDE_PATH"))
    if not any(Path(folder, "Python.h").is_file() for folder in (own, *folders, *given.split(os.pathsep))):
        python = f"{sys.version_info.major}.{sys.version_info.minor}"
        raise SystemExit(
            f"maintext cannot be compiled without Python's header files ({own}/Python.h): install the "
            f"package python3-dev (Debian, Ubuntu, Alpine; for another Python, python{python}-dev) or "
            "python3-devel (Fedora, RHEL, openSUSE) and run the command again."
        )


# -- compiling --------------------------------------------------------------------------------------


def extensions() -> list[Extension]:
    """Return one extension for each module of the engine, and the one they share."""
    made = [
        _extension(f"{package}.{path.stem}", [path.as_posix()])
        for package in _PACKAGES
        for path in sorted(Path("src", *package.split(".")).glob("*.py"))
        if path.stem != "__init__"
    ]
    return [*made, _extension(_SHARED, [])]


def _extension(name: str, sources: list[str]) -> Extension:
    return Extension(name, sources, depends=["build_backend/maintext_build.py"], extra_compile_args=_FLAGS)


class BuildEngine(build_ext):
    """Translate the engine to C and compile it, on all cores, only what changed."""

    build_lib: str
    parallel: int | None

    def finalize_options(self) -> None:
        """Compile on all cores unless told how many."""
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        """Compile into a folder that stays, and take the modules from there.

        Wheels and editable installs are put together in folders that do not stay; without this, each would
        compile everything again.
        """
        wanted, self.build_lib = self.build_lib, f"build/engine-{self.plat_name}"
        if compiler := find_compiler():
            os.environ["CC"] = compiler
        super().run()
        for extension in [] if self.inplace else self.extensions:
            name = self.get_ext_filename(extension.name)
            target = Path(wanted, name)
            target.parent.mkdir(parents=True, exist_ok=True)
            self.copy_file(str(Path(self.build_lib, name)), str(target))
        self.build_lib = wanted

    def build_extensions(self) -> None:
        """Compile with the machine's compiler, or with Zig's where none works."""
        require_headers(self.include_dirs)
        if not find_compiler():
            self._use_zig()
        self._translate()
        super().build_extensions()

    def _translate(self) -> None:
        """Have Cython write C where a source is newer, and let the extensions be made from that.

        Cython alone would also look at the dates of its own files, which are new in each isolated build.
        """
        from Cython.Build import cythonize  # noqa: PLC0415 - not there when metadata alone is asked for

        stamp = Path(_C_FOLDER, f"translated-by-{version('cython')}")
        sources = [path for one in _PACKAGES for path in Path("src", *one.split(".")).glob("*.p[yx]*")]
        newest = max(path.stat().st_mtime for path in (*sources, Path(__file__)))
        self.extensions[-1].sources = [f"{_SHARED.rpartition('.')[2]}.c"]
        if not stamp.exists() or stamp.stat().st_mtime < newest:
            cythonize(
                self.extensions,
                build_dir=_C_FOLDER,
                # No module keeps state: threads of a Python without its global lock need none either.
                compiler_directives={"language_level": 3, "freethreading_compatible": True},
                nthreads=self.parallel,
                shared_utility_qualified_name=_SHARED,
                quiet=True,
            )
            stamp.touch()
        for extension in self.extensions:
            extension.sources = [Path(_C_FOLDER, extension.sources[0]).with_suffix(".c").as_posix()]

    def _use_zig(self) -> None:
        """Compile by the PyPI package ziglang, for any processor of this machine's architecture.

        Nothing of how this Python was compiled is taken over: other compilers' flags may be unknown to Zig.
        """
        zig = [sys.executable, "-m", "ziglang", "cc", "-mcpu=baseline"]
        for name in ("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR"):
            os.environ.setdefault(name, str(Path("build/zig").absolute()))
        shared = ["-shared", "-s"]
        if sys.platform == "darwin":
            shared += ["-undefined", "dynamic_lookup"]
        given = shlex.split(os.environ.get("CFLAGS", ""))
        self.compiler.set_executables(
            preprocessor=[*zig, "-E"],
            compiler=[*zig, "-DNDEBUG", "-fwrapv", *given],
            compiler_so=[*zig, "-DNDEBUG", "-fwrapv", "-fPIC", *given],
            linker_so=[*zig, *shared, *shlex.split(os.environ.get("LDFLAGS", ""))],
        )
