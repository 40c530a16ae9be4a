"""The old name of crease.theory.claims."""

from crease._command import start
from crease.theory.claims import *  # noqa: F403
from crease.theory.claims import main

if __name__ == "__main__":
    start(main)
