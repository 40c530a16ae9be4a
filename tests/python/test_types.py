"""The types that the module declares: mypy --strict on it and on a user's script."""

import subprocess
import sys

import pytest
from conftest import ROOT

pytest.importorskip("mypy")

SCRIPT = """import crease
net: crease.Network = crease.load("net.json")
found: crease.Count = net.count(box=(-1, 1), linear=True)
print(found.activation_regions, net([0.5, 0.5]))
print(net.regions(box=(-1, 1)).to_arrays().polygons, net.margin([0, 0]).distance)
"""


def test_module_and_script_are_strict(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    found = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path, "--config-file",
         ROOT / "pyproject.toml", ROOT / "src" / "python" / "crease", script],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert found.returncode == 0, found.stdout + found.stderr
