"""Builds crease._native, the C library for Python.

CREASE_INCLUDE names the directory of the public headers, CREASE_ARCHIVE the static library, and
CREASE_LIBS the options that link what it uses: from setup.py or make.
"""

import os
import shlex
import sys
from pathlib import Path

from cffi import FFI

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import declarations  # noqa: E402

INCLUDE = Path(os.environ["CREASE_INCLUDE"]).resolve()


def ours(name: str) -> str:
    """The part of a header here that cffi reads."""
    return (HERE / name).read_text().split("// cdef\n")[1].split("// end\n")[0]


ffi = FFI()
ffi.cdef(declarations.declarations(INCLUDE) + ours("vector.h") + ours("batch.h"))
ffi.cdef((HERE / "callbacks.h").read_text())
ffi.set_source(
    "crease._native",
    # FLINT 3 declares vectors only there.
    '#include <crease/crease.h>\n#include <flint/fmpq_vec.h>\n'
    '#include "vector.h"\n#include "batch.h"\n',
    sources=[str(HERE / "batch.c"), str(HERE / "vector.c")],
    include_dirs=[str(INCLUDE), str(HERE)],
    libraries=["mpfr"],
    extra_objects=[str(Path(os.environ["CREASE_ARCHIVE"]).resolve())],
    extra_link_args=shlex.split(os.environ["CREASE_LIBS"]),
)
