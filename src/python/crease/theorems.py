"""The old name of crease.theory.theorems."""

from crease._command import start
from crease.theory.theorems import *  # noqa: F403
from crease.theory.theorems import main

if __name__ == "__main__":
    start(main)
