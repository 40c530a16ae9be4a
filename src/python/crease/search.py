"""The old name of crease.theory.search."""

from crease._command import start
from crease.theory.search import *  # noqa: F403
from crease.theory.search import main

if __name__ == "__main__":
    start(main)
