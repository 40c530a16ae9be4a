"""Sixty modules of torch: each is its network at 100 points, or refused with a name.

By CREASE_CASES every fifth is tried, or all.
"""

import warnings

import numpy
import pytest

import crease
from conftest import cases

torch = pytest.importorskip("torch")
nn, F = torch.nn, torch.nn.functional


class Call(nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, x):
        return self.function(x)


def flat(*modules):
    return nn.Sequential(*modules, nn.Flatten())


def between(module):
    return nn.Sequential(nn.Linear(3, 6), module, nn.LazyLinear(2))


class Recurrent(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.kind = kind(3, 2, batch_first=True)

    def forward(self, x):
        return self.kind(x)[0]


class Residual(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(3, 3), nn.Linear(3, 3)

    def forward(self, x):
        return F.relu(x + self.b(F.relu(self.a(x))))


LINE, PLANE, SPACE, ROW = (1, 2, 6), (1, 2, 4, 4), (1, 1, 3, 3, 3), (1, 3)
MODULES = [
    *((between(m), ROW) for m in (
        nn.ReLU(), nn.LeakyReLU(0.2), nn.PReLU(), nn.PReLU(6), nn.RReLU(), nn.ReLU6(),
        nn.Hardtanh(-0.5, 2), nn.Hardsigmoid(), nn.Softshrink(0.3), nn.Hardshrink(0.3),
        nn.Threshold(0.0, 0.0), nn.Sigmoid(), nn.Tanh(), nn.GELU(), nn.SiLU(), nn.ELU(),
        nn.Softplus(), nn.Softsign(), nn.Hardswish(), nn.Softmax(1), nn.LayerNorm(6),
        nn.BatchNorm1d(6), nn.Dropout(), nn.Identity(), nn.GLU(), nn.Tanhshrink(), nn.Mish(),
    )),
    *((between(Call(f)), ROW) for f in (
        torch.abs, lambda z: z.clamp(-1, 0.5), lambda z: torch.maximum(z, -2 * z),
        lambda z: torch.minimum(z, 0 * z), lambda z: torch.where(z > 0, z, 0.1 * z),
        lambda z: z.sort(1)[0], lambda z: z.view(-1, 2, 3).max(1)[0], lambda z: z * z,
        lambda z: torch.cat([z, -z], 1).relu(), lambda z: z.round(), lambda z: (z > 0).float(),
        lambda z: z[:, ::2] - z[:, 1::2], lambda z: z.mean(1, keepdim=True).expand(-1, 6),
        lambda z: F.normalize(z), lambda z: z.topk(3)[0], lambda z: z.flip(1).relu(),
        lambda z: torch.relu(z) - torch.relu(-z), lambda z: F.threshold(z, 0, 0),
    )),
    (Residual(), ROW), (nn.Bilinear(3, 3, 2), ROW),
    *((flat(m, nn.ReLU()), LINE) for m in (
        nn.Conv1d(2, 3, 3), nn.Conv1d(2, 2, 3, padding=1, padding_mode="circular"),
        nn.Conv1d(2, 2, 3, padding=1, padding_mode="reflect"), nn.ConvTranspose1d(2, 2, 3, 2),
        nn.MaxPool1d(2), nn.AvgPool1d(3, 1, 1), nn.AdaptiveAvgPool1d(3),
    )),
    *((flat(m, nn.ReLU()), PLANE) for m in (
        nn.Conv2d(2, 4, 3, 2, 1, groups=2), nn.ConvTranspose2d(2, 2, 2, 2), nn.PixelShuffle(1),
        nn.Upsample(scale_factor=2, mode="bilinear"), nn.ZeroPad2d(1), nn.GroupNorm(1, 2),
        nn.BatchNorm2d(2), nn.MaxPool2d(2, ceil_mode=True),
    )),
    (flat(nn.Conv3d(1, 1, 2), nn.ReLU()), SPACE), (flat(nn.MaxPool3d(2, 1)), SPACE),
]  # fmt: skip
STEP = -(-5 // cases(5))


@pytest.mark.parametrize("number", range(0, len(MODULES), STEP))
def test_module(number):
    torch.manual_seed(number)
    module, shape = MODULES[number]
    module.eval()
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        try:
            module(torch.zeros(shape))
            net = crease.from_torch(module, torch.zeros(shape))
        except Exception as error:
            message = str(error).splitlines()[0]
            assert any(c.isupper() for c in message) and "--" not in message, message
            return
        points = torch.randn(100, *shape)
        for x in points:
            wanted = module(x).double().numpy().ravel()
            found = net(x.double().numpy().ravel())
            assert numpy.abs(found - wanted).max() < 1e-4 * (1 + numpy.abs(wanted).max()), module


@pytest.mark.parametrize("kind", [nn.LSTM, nn.GRU, nn.RNN])
def test_recurrent(kind):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(crease.Error, match=f'{kind.__name__} ".*": is not piecewise linear'):
            crease.from_torch(Recurrent(kind), torch.zeros(1, 4, 3))
