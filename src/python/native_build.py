"""Builds crease._native, the C library for Python.

Headers and library are those that pkg-config knows as "crease". CREASE_INCLUDE names the headers'
directory and CREASE_ARCHIVE a static library instead: so `make python` builds from the tree.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from cffi import FFI

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import declarations  # noqa: E402


def pkg_config(*words: str) -> list[str]:
    try:
        said = subprocess.run(["pkg-config", *words], check=True, text=True, capture_output=True)
    except FileNotFoundError:
        sys.exit("crease: pkg-config is missing (Debian: pkg-config)")
    except subprocess.CalledProcessError as error:
        sys.exit(f"crease: {error.stderr.strip() or 'the C library is not installed'}")
    return shlex.split(said.stdout)


def include() -> Path:
    if "CREASE_INCLUDE" in os.environ:
        return Path(os.environ["CREASE_INCLUDE"])
    flags = pkg_config("--keep-system-cflags", "--cflags-only-I", "crease")
    return next(p for p in (Path(f[2:]) for f in flags) if (p / "crease" / "crease.h").exists())


def version() -> str:
    text = (include() / "crease" / "crease.h").read_text()
    return re.search(r'^#define CREASE_VERSION "(.*)"', text, re.M)[1]


def linking() -> dict:
    archive = os.environ.get("CREASE_ARCHIVE")
    if archive:
        return {
            "extra_objects": [archive],
            "extra_link_args": shlex.split(os.environ["CREASE_LIBS"]),
        }
    libdir = pkg_config("--variable=libdir", "crease")[0]
    return {
        "extra_compile_args": pkg_config("--cflags", "crease"),
        "extra_link_args": [*pkg_config("--libs", "crease"), f"-Wl,-rpath,{libdir}"],
    }


def batch() -> str:
    """The part of batch.h that cffi reads."""
    return (HERE / "batch.h").read_text().split("// cdef\n")[1].split("// end\n")[0]


ffi = FFI()
ffi.cdef(declarations.declarations(include()) + batch() + (HERE / "callbacks.h").read_text())
ffi.set_source(
    "crease._native",
    # FLINT 3 declares vectors only there.
    '#include <crease/crease.h>\n#include <flint/fmpq_vec.h>\n#include <flint/fmpz_vec.h>\n'
    '#include "batch.h"\n',
    sources=["batch.c"],
    include_dirs=[str(include()), str(HERE)],
    libraries=["mpfr"],
    **linking(),
)
