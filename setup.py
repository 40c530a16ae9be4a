"""Builds the Python module with the C library inside: see src/python/native_build.py.

`make python` passes the library that it has built; pip has it built here, into build/wheel, and
installs the tools beside it.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

from setuptools import setup

ROOT = Path(__file__).resolve().parent
PYTHON = Path("src", "python")
sys.path.insert(0, str(ROOT / PYTHON))


def build_library() -> list[str]:
    make = ["make", "--no-print-directory", f"-j{os.cpu_count()}", "BUILD=build/wheel"]
    archive, *tools = (f"build/wheel/{name}" for name in ("libcrease.a", "crease", "crease-check"))
    try:
        subprocess.run([*make, archive, *tools], cwd=ROOT, check=True)
        libs = subprocess.run([*make, "libs"], cwd=ROOT, check=True, text=True, capture_output=True)
    except FileNotFoundError:
        sys.exit("crease: make is missing (Debian: make)")
    except subprocess.CalledProcessError:
        sys.exit("crease: the C library did not build: see above")
    os.environ["CREASE_ARCHIVE"] = str(ROOT / archive)
    os.environ["CREASE_INCLUDE"] = str(ROOT / "include")
    os.environ["CREASE_LIBS"] = libs.stdout.strip()
    return tools


def version() -> str:
    text = (ROOT / "include" / "crease" / "crease.h").read_text()
    return re.search(r'^#define CREASE_VERSION "(.*)"', text, re.M)[1]


native: dict = {}
if not {"clean", "dist_info", "egg_info", "sdist"} & set(sys.argv):  # these compile nothing
    built = "CREASE_ARCHIVE" in os.environ
    tools = os.environ.get("CREASE_TOOLS", "").split() if built else build_library()
    native["data_files"] = [("bin", [*tools, "src/check/crease-canonical"])] if tools else []
    native["cffi_modules"] = [str(PYTHON / "native_build.py") + ":ffi"]
    native["options"] = {"bdist_wheel": {"py_limited_api": "cp311"}}
setup(version=version(), **native)
