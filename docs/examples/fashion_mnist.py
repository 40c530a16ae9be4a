#!/usr/bin/env python3
"""A convolutional network on the plane through three pictures of Fashion-MNIST.

Trains a small LeNet (LeCun et al., Gradient-based learning applied to document recognition, 1998)
for four epochs and leaves it in lenet.onnx, the square round
the first three test pictures in lenet_square.json. Needs PyTorch and Debian's package
dataset-fashion-mnist, or its files in the folder that is the argument.
"""
import gzip
import json
import pathlib
import subprocess
import sys

folder = pathlib.Path(sys.argv[1] if sys.argv[1:] else "/usr/share/datasets/fashion-mnist")
try:
    import torch
    from torch import nn
except ImportError:
    sys.exit(print("PyTorch is not installed: nothing is trained"))
if not folder.is_dir():
    sys.exit(print(f"{folder} is not there: nothing is trained"))


def read(name, header):
    with gzip.open(folder / name) as file:
        return torch.tensor(list(file.read()[header:]), dtype=torch.uint8)


def pictures(name):
    return read(name, 16).reshape(-1, 1, 28, 28)


torch.manual_seed(0)
torch.set_num_threads(1)
x, y = pictures("train-images-idx3-ubyte.gz") / 255, read("train-labels-idx1-ubyte.gz", 8).long()
test, labels = pictures("t10k-images-idx3-ubyte.gz"), read("t10k-labels-idx1-ubyte.gz", 8).long()
net = nn.Sequential(
    nn.Conv2d(1, 4, 5, stride=2), nn.ReLU(), nn.MaxPool2d(2),
    nn.Conv2d(4, 8, 3), nn.ReLU(), nn.MaxPool2d(2),
    nn.Flatten(), nn.Linear(32, 32), nn.ReLU(), nn.Linear(32, 10),
)
adam = torch.optim.Adam(net.parameters(), lr=2e-3)
for epoch in range(1, 5):
    for batch in torch.randperm(len(x)).split(64):
        adam.zero_grad()
        nn.functional.cross_entropy(net(x[batch]), y[batch]).backward()
        adam.step()
    with torch.no_grad():
        right = (net(test / 255).argmax(1) == labels).float().mean().item()
    print(f"epoch {epoch}: {right:.3f} of the test pictures right")
torch.onnx.export(net, test[:1] / 255, "lenet.onnx")

# Fractions: a byte over 255 is no double.
points = [[f"{byte}/255" for byte in picture.flatten().tolist()] for picture in test[:3]]
pathlib.Path("lenet_points.json").write_text(json.dumps({"points": points}))
square_slice = pathlib.Path(__file__).with_name("square_slice.py")
with open("lenet_square.json", "w") as file:
    subprocess.run([sys.executable, square_slice, "lenet_points.json", "0", "1", "2"],
                   stdout=file, check=True)
