"""The scripts of docs/examples, and PyTorch."""

import io
import os
import subprocess
import sys

import pytest

import crease
from conftest import BUILD, ROOT

EXAMPLES = ROOT / "docs" / "examples"


def torch_or_skip():
    if "LD_PRELOAD" in os.environ:
        pytest.skip("PyTorch was not built with sanitizers")
    return pytest.importorskip("torch")


def test_the_notebook_is_the_script():
    said = subprocess.run(
        [sys.executable, EXAMPLES / "notebook.py", EXAMPLES / "two_moons.py"],
        check=True,
        capture_output=True,
        text=True,
    )
    assert (EXAMPLES / "two_moons.ipynb").read_text() == said.stdout


def test_two_moons_from_training_to_a_certificate(tmp_path):
    torch_or_skip()
    script = subprocess.run(
        [sys.executable, EXAMPLES / "two_moons.py", tmp_path],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(BUILD / "python"), "MPLBACKEND": "Agg"},
    )
    assert "activation regions" in script.stdout
    assert (tmp_path / "moons.png").stat().st_size > 10000
    checked = subprocess.run(
        [BUILD / "crease-check", tmp_path / "moons_4_bits.json", tmp_path / "moons_4_bits.cert"],
        check=True,
        capture_output=True,
        text=True,
    )
    counted = script.stdout.split("4 bits: ")[1].split()[0]
    assert checked.stdout.startswith(f"VERIFIED {counted} activation_regions")


def test_a_module_of_torch_has_one_identity(tmp_path):
    torch = torch_or_skip()
    torch.manual_seed(3)
    model = torch.nn.Sequential(
        torch.nn.Linear(3, 5), torch.nn.LeakyReLU(0.1), torch.nn.Linear(5, 2), torch.nn.ReLU()
    )
    net = crease.from_torch(model)
    file = io.BytesIO()
    torch.onnx.export(model, torch.zeros(1, 3), file)
    path = tmp_path / "net.onnx"
    path.write_bytes(file.getvalue())
    assert net == crease.load(path)
    # By another route: its arrays, and the slope as the float32 that it is.
    slope = crease.fraction(torch.tensor(0.1).item())
    layers = [
        (layer.weight.detach().numpy(), layer.bias.detach().numpy(), activation)
        for layer, activation in ((model[0], f"leaky:{slope}"), (model[2], "relu"))
    ]
    assert net == crease.Network(layers)


def test_a_module_without_a_linear_layer_needs_an_example():
    torch = torch_or_skip()
    with pytest.raises(ValueError, match="example"):
        crease.from_torch(torch.nn.ReLU())
