"""What a benchmark ran on: processor, Python, versions, how busy the machine was."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

__all__ = ["facts", "load_average", "sentence"]

_PACKAGES = ("maintext", "turbohtml", "numpy", "resiliparse", "trafilatura", "readability-lxml", "lxml")


def facts() -> dict[str, str]:
    """Return the machine by name of the fact; packages that are not installed are left out."""
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        **_versions(),
    }


def sentence(machine: dict[str, str]) -> str:
    """Return the facts in one line."""
    packages = ", ".join(f"{name} {machine[name]}" for name in _PACKAGES if name in machine)
    return (
        f"{machine['processor']}, {machine['cores']} cores, {machine['system']}, {machine['python']}; "
        f"{packages}"
    )


def load_average() -> float | None:
    """Return how many processes wanted to run in the last minute; ``None`` where the system does not say."""
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None


def _processor() -> str:
    """Name of the processor; on Linux Python does not know it."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text("utf-8").splitlines() if cpuinfo.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or "unknown"


def _versions() -> dict[str, str]:
    found = {}
    for name in _PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
