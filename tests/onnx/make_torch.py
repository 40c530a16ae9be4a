#!/usr/bin/env python3
"""Makes the models torch_*.onnx as PyTorch exports them, and what PyTorch says that they compute.

Needs Debian's python3-torch. Weights are small integers and points multiples of 1/4, so that
binary32 holds every sum, and what PyTorch computes is the exact output: NAME.expected is as in
make.py, from another evaluation.
"""
import pathlib
import random
from fractions import Fraction

import torch
from torch import nn
from torch.nn import functional as F

HERE = pathlib.Path(".")
numbers = random.Random(13)


class Of(nn.Module):
    """What a function computes with some modules: Of(f, a, b)(x) is f(x, a, b)."""

    def __init__(self, function, *parts):
        super().__init__()
        self.function, self.parts = function, nn.ModuleList(parts)

    def forward(self, x):
        return self.function(x, *self.parts)


def integers(model):
    with torch.no_grad():
        for p in model.parameters():
            p.copy_(torch.tensor([numbers.randint(-3, 3) for _ in range(p.numel())]).view(p.shape))
        for m in model.modules():
            if isinstance(m, (nn.BatchNorm1d, nn.BatchNorm2d)):
                m.eps = 0.75  # the root of 1/4 + 3/4, or of 13/4 + 3/4
                count = m.running_var.numel()
                m.running_var.copy_(torch.tensor([3.25 if i % 2 else 0.25 for i in range(count)]))
                m.running_mean.copy_(torch.tensor([i - 1.0 for i in range(count)]))


def point(shape):
    count = int(torch.tensor(shape).prod())
    return torch.tensor([numbers.randint(-12, 12) / 4 for _ in range(count)]).view(shape)


def text(values):
    return ",".join(str(Fraction(v)) for v in values.detach().reshape(-1).double().tolist())


def export(name, shape, model, opset=13, points=4, **more):
    model = model if isinstance(model, nn.Module) else Of(model)
    integers(model)
    model.eval()
    shape = (1, *shape)
    torch.onnx.export(
        model,
        point(shape),
        str(HERE / f"torch_{name}.onnx"),
        opset_version=opset,
        input_names=["x"],
        output_names=["y"],
        **more,
    )
    with open(HERE / f"torch_{name}.expected", "w") as file:
        for x in [torch.zeros(shape)] + [point(shape) for _ in range(points - 1)]:
            print(text(x), "=", text(model(x)), file=file)


def residual(x, first, second):
    return F.relu(x + second(F.relu(first(x))))


def dense(x, first, second):
    """Each layer sees all that were before it."""
    x = torch.cat([x, F.relu(first(x))], 1)
    return second(torch.cat([x, F.leaky_relu(x, 0.25)], 1))


def halves(x, left, right):
    a, b = x.chunk(2, dim=1)
    return torch.maximum(left(a), right(b)) - torch.minimum(a[:, :1], b[:, 1:])


def windows(x):
    rows = x[:, :, 1:, ::2].permute(0, 3, 2, 1)
    return F.pad(rows, (1, 0, 0, 2), value=0.5).flatten(1).unsqueeze(1).squeeze(1)


def shapes(x):
    """Shapes as people write them: view, size, mean, amax, index_select."""
    y = x.view(x.size(0), 2, -1)
    picked = torch.index_select(y, 2, torch.tensor([3, 0, 0]))
    return torch.cat([y.mean(2), y.amax(1), picked.sum(1), -y.abs().flatten(1)], 1)


def main():
    mlp = [nn.Linear(3, 5), nn.ReLU(), nn.Linear(5, 4), nn.ReLU(), nn.Linear(4, 2)]
    export("mlp", (3,), nn.Sequential(*mlp))
    export("mlp_9", (3,), nn.Sequential(*mlp), opset=9)
    export("mlp_batch", (3,), nn.Sequential(*mlp), dynamic_axes={"x": {0: "n"}, "y": {0: "n"}})
    export("mlp_unfolded", (3,), nn.Sequential(*mlp), do_constant_folding=False)
    export(
        "dropout", (3,), nn.Sequential(nn.Linear(3, 4), nn.Dropout(), nn.ReLU(), nn.Linear(4, 1))
    )
    for name, unit in {
        "leaky": nn.LeakyReLU(0.25),
        "prelu": nn.PReLU(4),
        "hardtanh": nn.Hardtanh(),
        "hardtanh_wide": nn.Hardtanh(-0.5, 2),
        "relu6": nn.ReLU6(),
        "identity": nn.Identity(),
    }.items():
        export(name, (2,), nn.Sequential(nn.Linear(2, 4), unit, nn.Linear(4, 2)))
    export(
        "batchnorm",
        (3,),
        nn.Sequential(nn.Linear(3, 4, bias=False), nn.BatchNorm1d(4), nn.ReLU(), nn.Linear(4, 2)),
    )
    export(
        "conv",
        (2, 5, 6),
        nn.Sequential(
            nn.Conv2d(2, 3, 3, stride=2, padding=1), nn.ReLU(), nn.Flatten(), nn.Linear(27, 2)
        ),
    )
    export("conv_groups", (4, 5, 4), nn.Conv2d(4, 6, (3, 2), groups=2, dilation=(2, 1)))
    export("conv_1d", (2, 9), nn.Sequential(nn.Conv1d(2, 3, 4, stride=3, padding=2), nn.ReLU()))
    export(
        "conv_norm",
        (1, 4, 4),
        nn.Sequential(nn.Conv2d(1, 2, 2, bias=False), nn.BatchNorm2d(2), nn.ReLU()),
    )
    export("conv_reflect", (1, 4, 4), nn.Conv2d(1, 1, 3, padding=1, padding_mode="reflect"))
    export("maxpool", (2, 5, 5), nn.MaxPool2d(3, stride=2, padding=1))
    export("maxpool_ceil", (1, 6, 5), nn.MaxPool2d(2, stride=2, ceil_mode=True))
    export("maxpool_dilated", (1, 7), nn.MaxPool1d(2, stride=1, dilation=3))
    export("avgpool", (2, 4, 6), nn.AvgPool2d(2))
    export("avgpool_padded", (1, 4, 4), nn.AvgPool2d(2, stride=2, padding=1))
    export(
        "avgpool_inside", (1, 4, 4), nn.AvgPool2d(2, stride=2, padding=1, count_include_pad=False)
    )
    export("global", (3, 2, 4), nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten()))
    export(
        "lenet",
        (1, 10, 10),
        nn.Sequential(
            nn.Conv2d(1, 2, 3),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(2, 3, 3),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(12, 4),
            nn.ReLU(),
            nn.Linear(4, 3),
        ),
    )
    export("residual", (4,), Of(residual, nn.Linear(4, 5), nn.Linear(5, 4)))
    export("dense", (2,), Of(dense, nn.Linear(2, 3), nn.Linear(10, 2)))
    export("halves", (4,), Of(halves, nn.Linear(2, 3), nn.Linear(2, 3)))
    export("windows", (2, 4, 5), windows)
    export("shapes", (8,), shapes)
    export("clamp", (3,), lambda x: torch.clamp(x, min=-0.5) + torch.clamp(x, max=1.25) / 2)
    export(
        "constants",
        (3,),
        lambda x: (2 - x) * torch.tensor([1.0, -2.0, 0.5])
        - x @ torch.tensor([[1.0, 2.0], [0.0, -1.0], [3.0, 1.0]]).sum(1, keepdim=True),
    )


main()
