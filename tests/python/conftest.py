"""Where the module and the tool were built: CREASE_BUILD, or build; and how much is tried."""

import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = (ROOT / os.environ.get("CREASE_BUILD", "build")).resolve()
sys.path.insert(0, str(BUILD / "python"))
sys.path.insert(1, str(ROOT / "src" / "python"))


def cases(usual):
    """How many cases a random test has: CREASE_CASES is a number, or a share of the usual, 20%."""
    number = os.environ.get("CREASE_CASES", "100%")
    return -(-usual * int(number[:-1]) // 100) if number.endswith("%") else int(number)


def pytest_configure(config):
    config.addinivalue_line("markers", "long: over a second; the kind python-long")


@pytest.fixture
def tool():
    return BUILD / "crease"


@pytest.fixture
def data():
    return ROOT / "data"


@pytest.fixture
def moons(data):
    import crease

    return crease.load(data / "trained" / "moons_q4_2-16-16-16-2.json")
