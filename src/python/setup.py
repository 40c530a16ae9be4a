"""Builds the extension module crease._native; see native_build.py for where it looks."""

import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).resolve().parent))
import native_build  # noqa: E402

setup(version=native_build.version(), cffi_modules=["native_build.py:ffi"])
