"""The scripts of docs/examples, and PyTorch."""

import importlib.util
import io
import json
import os
import shutil
import subprocess
import sys

import numpy
import pytest

import crease
from conftest import BUILD, ROOT

pytestmark = pytest.mark.long
EXAMPLES = ROOT / "docs" / "examples"


def torch_or_skip():
    if "LD_PRELOAD" in os.environ:
        pytest.skip("PyTorch was not built with sanitizers")
    return pytest.importorskip("torch")


def run_example(name, *words):
    return subprocess.run(
        [sys.executable, EXAMPLES / name, *words],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(BUILD / "python"), "MPLBACKEND": "Agg"},
    )


def test_the_notebook_is_the_script():
    said = subprocess.run(
        [sys.executable, EXAMPLES / "notebook.py", EXAMPLES / "two_moons.py"],
        check=True,
        capture_output=True,
        text=True,
    )
    assert (EXAMPLES / "two_moons.ipynb").read_text() == said.stdout


def test_the_notebook_shows_its_pictures(tmp_path):
    torch_or_skip()
    for name in ("nbconvert", "ipykernel"):
        pytest.importorskip(name, reason=f"Debian: python3-{name}")
    convert = [sys.executable, "-m", "nbconvert", "--to=notebook", "--execute"]
    subprocess.run(
        [*convert, f"--output-dir={tmp_path}", "two_moons.ipynb"],
        check=True,
        capture_output=True,
        cwd=shutil.copytree(EXAMPLES, tmp_path / "examples"),
        env={**os.environ, "PYTHONPATH": str(BUILD / "python")},
    )
    cells = json.loads((tmp_path / "two_moons.ipynb").read_text())["cells"]
    shown = [said for cell in cells for said in cell.get("outputs", ()) if "data" in said]
    assert sum("image/png" in said["data"] for said in shown) == 2


def test_two_moons_from_training_to_a_certificate(tmp_path):
    torch_or_skip()
    script = run_example("two_moons.py", tmp_path)
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


def test_fifteen_lines_to_a_figure(tmp_path):
    torch_or_skip()
    pytest.importorskip("matplotlib")
    script = EXAMPLES / "figure.py"
    assert len([line for line in script.read_text().splitlines()[2:] if line]) <= 15
    env = {**os.environ, "PYTHONPATH": str(BUILD / "python"), "MPLBACKEND": "Agg"}
    subprocess.run([sys.executable, script], check=True, cwd=tmp_path, env=env)
    assert (tmp_path / "figure.pdf").stat().st_size > 10000


def test_the_notebook_runs(tmp_path):
    torch_or_skip()
    pytest.importorskip("nbconvert", reason="Debian: python3-nbconvert")
    pytest.importorskip("ipykernel", reason="Debian: python3-ipykernel")
    (tmp_path / "in.ipynb").write_text((EXAMPLES / "two_moons.ipynb").read_text())
    words = ["-m", "nbconvert", "--to", "notebook", "--execute", "--output", "out.ipynb"]
    places = {"HOME": str(tmp_path), "PYTHONPATH": str(BUILD / "python")}
    subprocess.run(
        [sys.executable, *words, "in.ipynb"], check=True, capture_output=True, cwd=tmp_path,
        env={**os.environ, **places, "MPLBACKEND": "Agg"},
    )  # fmt: skip
    cells = json.loads((tmp_path / "out.ipynb").read_text())["cells"]
    said = "".join(
        line for cell in cells for out in cell.get("outputs", ()) for line in out.get("text", ())
    )
    assert "activation regions" in said and "4 bits:" in said
    assert (tmp_path / "moons_4_bits.cert").stat().st_size > 1000


def test_balls_around_pictures(tmp_path):
    torch_or_skip()
    if not os.path.isdir("/usr/share/datasets/fashion-mnist"):
        pytest.skip("dataset-fashion-mnist is not installed")
    script = run_example("fashion_ball.py", tmp_path, "--quick")
    assert "boot: " in script.stdout
    assert (tmp_path / "fashion_ball.png").stat().st_size > 10000


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


def test_a_chain_needs_no_exporter(monkeypatch):
    torch = torch_or_skip()
    from torch import nn

    def model(*last):
        return nn.Sequential(
            nn.Sequential(nn.Linear(3, 5), nn.LeakyReLU(0.1), nn.Dropout()),
            *(nn.Linear(5, 4, bias=False), nn.ReLU(), nn.Linear(4, 2), *last),
        )

    usual, softmax, other = model(), model(nn.Softmax(1)), model(nn.Tanh())
    wanted = crease.from_torch(usual), crease.from_torch(softmax, drop_last=True)

    def no_exporter(*_, **__):
        raise ImportError("Module onnx is not installed!")

    monkeypatch.setattr(torch.onnx, "export", no_exporter)
    assert crease.from_torch(usual) == wanted[0]
    assert crease.from_torch(softmax, drop_last=True) == wanted[1]
    for refused in (softmax, other, nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))):
        with pytest.raises(ImportError):
            crease.from_torch(refused)
    usual[1].register_forward_hook(lambda *_: None)
    with pytest.raises(ImportError):
        crease.from_torch(usual)


def test_a_module_without_a_linear_layer_needs_an_example():
    torch = torch_or_skip()
    with pytest.raises(ValueError, match="example"):
        crease.from_torch(torch.nn.ReLU())


# ---- train_layers.py ----


def trainer():
    pytest.importorskip("numpy")
    spec = importlib.util.spec_from_file_location("train_layers", EXAMPLES / "train_layers.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run_trainer(*arguments):
    return subprocess.run(
        [sys.executable, EXAMPLES / "train_layers.py", *map(str, arguments)],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    ).stdout.splitlines()


@pytest.mark.parametrize("activation", ["relu", "hardtanh"])
def test_gradients_are_differences(activation):
    module = trainer()
    np = module.np
    rng = np.random.default_rng(5)
    net = module.Classifier([3, 4, 5, 2], 2, 0.5, 0.75, activation, rng)
    assert any((w == 0).any() for w in net.weights)
    x, y = rng.normal(size=(6, 3)), rng.integers(0, 2, 6)

    def loss():
        z = net.images(x)[-1]
        return np.mean(np.log(np.exp(z).sum(1)) - z[np.arange(6), y])

    for layer, (weights, biases) in net.gradients(x, y).items():
        for parameter, gradient in ((net.weights[layer], weights), (net.biases[layer], biases)):
            for at in np.ndindex(parameter.shape):
                if parameter is net.weights[layer] and parameter[at] == 0:
                    assert gradient[at] == 0  # what was left out stays so
                    continue
                old = parameter[at]
                parameter[at] = old + 1e-6
                above = loss()
                parameter[at] = old - 1e-6
                difference = (above - loss()) / 2e-6
                parameter[at] = old
                assert gradient[at] == pytest.approx(difference, abs=1e-6)


def check_training(tmp_path, least, *arguments):
    said = run_trainer(*arguments, "--points", 3, "--save", tmp_path)
    assert said[0] == "network,layer,epoch,train,test"
    shares = [float(line.split(",")[4]) for line in said[1:]]
    assert shares[0] < 0.3 and shares[-1] > least
    name = next(tmp_path.glob("*_accuracy.json"))
    known = json.loads(name.read_text())["points"]
    assert [row[2] for row in known] == shares
    assert len(json.loads(next(tmp_path.glob("*_points.json")).read_text())["points"]) == 3


@pytest.mark.parametrize("optimizer", ["adam", "sgd"])
def test_relu_on_digits_is_trained_and_looked_at(tmp_path, optimizer):
    pytest.importorskip("sklearn")
    rate = {"adam": 0.005, "sgd": 0.1}[optimizer]
    how = ["--activation", "relu", "--variance", 2, "--bias", 0.1, "--width", 16, "--depth", 2]
    how += ["--epochs", 10, "--checkpoints", "0,10", "--optimizer", optimizer, "--rate", rate]
    check_training(tmp_path, 0.8, *how, "--networks", 2)
    assert len(list(tmp_path.glob("*_epoch10.json.gz"))) == 2


def test_fashion_mnist(tmp_path):
    module = trainer()
    how = ["--data", "fashion", "--activation", "relu", "--optimizer", "adam", "--variance", 2]
    how += ["--pictures", 3000, "--epochs", 2, "--checkpoints", "0,2", "--depth", 1]
    if not os.path.isdir(module.FASHION):
        with pytest.raises(subprocess.CalledProcessError) as missing:
            run_trainer(*how)
        assert "apt install dataset-fashion-mnist" in missing.value.stderr
        return
    check_training(tmp_path, 0.6, *how)


def test_solids_of_three_inputs(tmp_path):
    net = crease.random("3-4-3-1", bias_std="1/2", seed=3)
    net.save(tmp_path / "net.json")
    text = run_example("cells_obj.py", tmp_path / "net.json", "-1", "1").stdout
    points = [tuple(map(float, x.split()[1:])) for x in text.splitlines() if x[0] == "v"]
    solids = text.split("o region_")[1:]
    found = list(net.regions(box=(-1, 1)))
    assert len(solids) == len(found) > 4
    for solid, cell in zip(solids, found):
        lines = [line.split() for line in solid.splitlines()[1:]]
        faces = [[int(i) - 1 for i in line[1:]] for line in lines if line[0] == "f"]
        edges = sum(map(len, faces)) // 2
        assert len(cell.vertices) - edges + len(faces) == 2
        # Positive if faces are counterclockwise from outside.
        six = sum(
            numpy.linalg.det([points[i] for i in (face[0], face[k], face[k + 1])])
            for face in faces
            for k in range(1, len(face) - 1)
        )
        assert six / 6 == pytest.approx(float(cell.volume), rel=1e-9)


@pytest.mark.skipif(not importlib.util.find_spec("sklearn"), reason="needs scikit-learn")
def test_sklearn_moons_needs_the_tool(tmp_path):
    """Without it the script says so in one line, and with it ends well."""
    script = [sys.executable, EXAMPLES / "sklearn_moons.py"]
    how = {"cwd": tmp_path, "capture_output": True, "text": True}
    done = subprocess.run(script, env={**os.environ, "PATH": str(tmp_path)}, **how)
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert done.stderr.startswith("crease is not on PATH")
    with_tool = {**os.environ, "PATH": f"{BUILD}:{os.environ['PATH']}"}
    assert subprocess.run(script, env=with_tool, **how).returncode == 0
    assert (tmp_path / "moons.cert").stat().st_size > 1000
