"""Builds the extension module crease._native; see native_build.py for where it looks."""

from setuptools import setup

import native_build

setup(version=native_build.version(), cffi_modules=["native_build.py:ffi"])
