"""Modules of PyTorch: the network is the module's function, at points, or the module is refused."""

import warnings
from fractions import Fraction

import numpy
import pytest

import crease

torch = pytest.importorskip("torch")
warnings.filterwarnings("ignore", module="torch")
nn = torch.nn


class Of(nn.Module):
    """A function behind a linear layer, and a linear layer behind it."""

    def __init__(self, function, width=6, after=6):
        super().__init__()
        self.first, self.last, self.function = nn.Linear(2, width), nn.Linear(after, 2), function

    def forward(self, x):
        return self.last(self.function(self.first(x)))


class Product(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(2, 3, 4))

    def forward(self, x):
        return torch.einsum("bi,ijk->bkj", x, self.weight).relu().flatten(1)


def scaled(mode, **how):
    return lambda z: nn.functional.interpolate(z, mode=mode, **how).relu().flatten(1)


PLANE = (1, 2, 3, 3)
GOOD = {
    "where": (Of(lambda z: torch.where(z > 0, z, 0.1 * z)), (1, 2), (2, 6, 2)),
    "softshrink": (Of(nn.Softshrink(0.25)), (1, 2), (2, 12, 2)),
    "maxmin": (Of(lambda z: torch.sort(z.view(-1, 3, 2), 2)[0].view(-1, 6)), (1, 2), (2, 6, 2)),
    "groupsort": (
        Of(lambda z: torch.sort(z.view(-1, 2, 4), 2, descending=True)[0].view(-1, 8), 8, 8),
        (1, 2),
        None,
    ),
    "topk": (Of(lambda z: torch.topk(z, 2, dim=1)[0], 6, 2), (1, 2), None),
    "einsum": (Product(), (1, 2), (2, 12)),
    "transposed": (
        nn.Sequential(
            nn.ConvTranspose2d(2, 4, 3, stride=2, padding=1, output_padding=1, groups=2),
            nn.ReLU(),
            nn.Flatten(),
        ),
        PLANE,
        (18, 144),
    ),
    "linear": (scaled("bilinear", scale_factor=2.0, align_corners=False), PLANE, (18, 72)),
    "corners": (scaled("bilinear", size=(2, 5), align_corners=True), PLANE, (18, 20)),
    "softplus": (Of(lambda z: z * nn.functional.softplus(torch.ones(6))), (1, 2), None),
}


class Plain(nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, x):
        return self.function(x)


@pytest.mark.parametrize("name", GOOD)
def test_it_is_the_function_of_the_module(name):
    torch.manual_seed(5)
    module, shape, widths = GOOD[name]
    module = (module if isinstance(module, nn.Module) else Plain(module)).double()
    net = crease.from_torch(module, torch.zeros(shape))
    assert widths is None or net.widths == widths
    with torch.no_grad():
        for _ in range(20):
            x = torch.randn(shape).double()
            wanted = module(x).numpy().ravel()
            assert numpy.allclose(net(x.numpy().ravel()), wanted, rtol=1e-5, atol=1e-6), name


def refused(module, match, example=None):
    with pytest.raises(Exception, match=match) as caught:
        crease.from_torch(module, example)
    assert "--" not in str(caught.value).splitlines()[0], "an option of the tool"
    return caught.value


def test_models_and_domains_name_parameters_too(tmp_path):
    class Two(nn.Module):
        def forward(self, x):
            return x, torch.sigmoid(x)

    path = tmp_path / "two.onnx"
    torch.onnx.export(Two(), torch.zeros(1, 2), path, output_names=["y", "z"])
    with pytest.raises(crease.Error, match="outputs, .*: onnx_output chooses one"):
        crease.load(path)
    with pytest.raises(crease.Error, match="Sigmoid.*; onnx_drop_last leaves it off"):
        crease.load(path, onnx_output="z")


def test_what_is_not_continuous_is_refused():
    refused(nn.Sequential(nn.Linear(2, 4), nn.Hardshrink()), "not continuous")
    refused(Of(lambda z: torch.where(z > 0, z, z - 1)), "Where.*not continuous")
    refused(nn.Sequential(nn.Linear(2, 4), nn.Sigmoid()), "Sigmoid.*drop_last=True")


class Tests(nn.Module):
    def forward(self, x):
        return x if x.sum() > 0.5 else -2 * x


def test_another_function_is_refused(monkeypatch):
    refused(Tests(), "Tests: .*not the function of the module", torch.zeros(1, 2))

    class Exported(nn.Module):  # as by a fault of the exporter
        def forward(self, x):
            return x.relu() if torch.onnx.is_in_onnx_export() else x.abs()

    module = nn.Sequential(nn.Linear(2, 3), Exported(), nn.Linear(3, 1))
    refused(module, "from its layer '1' on, a Exported")


def test_one_of_several_outputs():
    class Two(nn.Module):
        def __init__(self):
            super().__init__()
            self.a, self.b = nn.Linear(2, 6), nn.Linear(6, 1)

        def forward(self, x):
            h = self.a(x).relu()
            return self.b(h), h

    with pytest.raises(ValueError, match=r"returns 2 outputs: output= is one of \[0, 1\]"):
        crease.from_torch(Two())
    assert crease.from_torch(Two(), output=0).widths == (2, 6, 1)
    assert crease.from_torch(Two(), output=1).widths == (2, 6)
    with pytest.raises(ValueError, match="output is 2"):
        crease.from_torch(Two(), output=2)


def test_a_pruned_module_keeps_its_units():
    torch.manual_seed(2)
    linear = [nn.Linear(2, 8), nn.Linear(8, 5), nn.Linear(5, 1)]
    with torch.no_grad():
        linear[0].weight[2] = linear[0].weight[5] = linear[1].weight[1] = 0
        linear[0].bias[5] = -1
        linear[1].weight[:, 3] = 0
        linear[0].weight[6], linear[0].bias[6] = linear[0].weight[7], linear[0].bias[7]
    module = nn.Sequential(linear[0], nn.ReLU(), linear[1], nn.ReLU(), linear[2])
    layers = [
        (m.weight.detach().numpy(), m.bias.detach().numpy(), act)
        for m, act in zip(linear, ("relu", "relu", "linear"))
    ]
    assert crease.from_torch(module) == crease.Network(layers)


def test_half_precision_is_read_or_refused_with_the_way():
    torch.manual_seed(3)
    module = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 1)).half()
    weights = [[Fraction(x) for x in row] for row in module[0].weight.tolist()]
    try:
        net = crease.from_torch(module)
    except crease.Error as refusal:  # PyTorch 1.13 has no half on processors
        assert "pass model.float()" in str(refusal)
        net = crease.from_torch(module.float())
    assert net.layers[0][0] == weights


def test_a_convolution_needs_an_example():
    with pytest.raises(ValueError, match="such as torch.zeros"):
        crease.from_torch(nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU()))
