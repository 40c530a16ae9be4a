#!/usr/bin/env python3
"""Networks like those of data/trained, of MNIST: train_mnist.py FOLDER [WIDTH,WIDTH,...]

FOLDER holds LeCun's files train-images-idx3-ubyte, train-labels-idx1-ubyte and
t10k-images-idx3-ubyte, each as it is or with .gz. Trains a classifier with hidden layers of these
widths (default 32,32,32) and writes checkpoints mnist_784-32-32-32-10_epochNN.json after 0, 1, 2,
5, 10, 20 and 50 epochs, and the first 20 test pictures as mnist_points.json, into the current
folder. There the figures of trained networks are made of them:

    docs/experiments: hanin-5.py --data=.

Needs PyTorch, whose version and machine decide the last bits of the weights.
"""
import gzip
import json
import os
import struct
import sys

EPOCHS = (0, 1, 2, 5, 10, 20, 50)


def read_idx(folder, name):
    """The bytes of an IDX file, and its dimensions."""
    path = os.path.join(folder, name)
    opened = open(path, "rb") if os.path.exists(path) else gzip.open(path + ".gz", "rb")
    with opened as file:
        zero, kind, count = struct.unpack(">HBB", file.read(4))
        if zero != 0 or kind != 8:
            sys.exit(f"{path}: expected an IDX file of bytes")
        shape = struct.unpack(f">{count}I", file.read(4 * count))
        return file.read(), shape


def pictures(folder, name):
    """Rows of numbers from 0 to 1."""
    data, (count, height, width) = read_idx(folder, name)
    size = height * width
    return [[byte / 255 for byte in data[i * size : (i + 1) * size]] for i in range(count)]


def dump(net, name, about, linear):
    layers = [m for m in net if isinstance(m, linear)]
    document = {
        "inputs": layers[0].in_features,
        "numbers": "binary64",
        "about": about,
        "layers": [
            {
                "weights": m.weight.detach().double().tolist(),
                "bias": m.bias.detach().double().tolist(),
                "activation": "relu" if m is not layers[-1] else "linear",
            }
            for m in layers
        ],
    }
    with open(name, "w", encoding="utf-8") as file:
        json.dump(document, file)


def train(folder, widths):
    import torch

    torch.manual_seed(0)
    x = torch.tensor(pictures(folder, "train-images-idx3-ubyte"), dtype=torch.float32)
    y = torch.tensor(list(read_idx(folder, "train-labels-idx1-ubyte")[0]))
    sizes = [x.shape[1], *widths]
    parts = []
    for inputs, units in zip(sizes, sizes[1:]):
        parts += [torch.nn.Linear(inputs, units), torch.nn.ReLU()]
    net = torch.nn.Sequential(*parts, torch.nn.Linear(sizes[-1], 10))
    adam = torch.optim.Adam(net.parameters(), lr=1e-3)
    stem = "mnist_" + "-".join(str(size) for size in [*sizes, 10])
    for epoch in range(EPOCHS[-1] + 1):
        for batch in torch.randperm(len(x)).split(128) if epoch else ():
            adam.zero_grad()
            torch.nn.functional.cross_entropy(net(x[batch]), y[batch]).backward()
            adam.step()
        if epoch in EPOCHS:
            dump(
                net,
                f"{stem}_epoch{epoch:02d}.json",
                f"MNIST scaled to [0,1], Adam 1e-3, after epoch {epoch}",
                torch.nn.Linear,
            )
            share = (net(x).argmax(1) == y).float().mean().item()
            print(f"epoch {epoch}: {share:.4f} of the training pictures right")


def main(arguments):
    if len(arguments) not in (1, 2):
        sys.exit(__doc__.split("\n", 1)[0])
    folder = arguments[0]
    with open("mnist_points.json", "w", encoding="utf-8") as file:
        # Fractions: a byte over 255 is no double.
        data, (_, height, width) = read_idx(folder, "t10k-images-idx3-ubyte")
        size = height * width
        json.dump(
            {
                "about": "the first 20 test pictures of MNIST, scaled to [0,1]",
                "points": [
                    [f"{byte}/255" for byte in data[i * size : (i + 1) * size]] for i in range(20)
                ],
            },
            file,
        )
    train(folder, [int(w) for w in (arguments[1] if arguments[1:] else "32,32,32").split(",")])


main(sys.argv[1:])
