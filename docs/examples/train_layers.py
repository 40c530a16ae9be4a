#!/usr/bin/env python3
"""Trains classifiers with random Gaussian weights, by NumPy alone; all layers or one of them.

    train_layers.py --variance 16 --networks 3 --save DIR   checkpoints of all layers
    train_layers.py --variance 3 --networks 5 --only        accuracy if only one layer is trained
    train_layers.py --data fashion --activation relu --optimizer adam --variance 2 --bias 0.001 \\
        --depth 3 --networks 5 --epochs 20 --checkpoints 0,1,2,5,10,20 --bits 16 --save DIR
                                                            for the experiment hanin-5 --data=DIR

Hidden layers are --depth of --width units, hard-tanh or --activation relu, weights N(0, V/n),
biases 0 or --bias their deviation at first; --keep the share of weights that are not 0 and stay so;
--optimizer sgd (the default) or adam on batches of 128. The pictures are scikit-learn's 8x8 digits,
or --data fashion: Fashion-MNIST from Debian's package dataset-fashion-mnist, of which --pictures
are taken. The last sixth of them, shuffled, is for the test. Saved weights are rounded to multiples
of 2^-10, or --bits, which changes nothing that is shown; with them go the accuracies on the test
and its first --points pictures. The seed fixes everything but the last bits, which depend on
NumPy and the machine.
"""
import argparse
import gzip
import json
import os
import struct
import sys

import numpy as np

FASHION = "/usr/share/datasets/fashion-mnist"


def digits():
    """Grey values, their greatest, and labels."""
    from sklearn.datasets import load_digits

    found = load_digits()
    return found.data, 16, found.target


def fashion():
    def read(name):
        with gzip.open(os.path.join(FASHION, name)) as file:
            _, _, count = struct.unpack(">HBB", file.read(4))
            shape = struct.unpack(f">{count}I", file.read(4 * count))
            return np.frombuffer(file.read(), np.uint8).reshape(shape[0], -1)

    if not os.path.isdir(FASHION):
        sys.exit(f"{FASHION} is not there: apt install dataset-fashion-mnist")
    return read("train-images-idx3-ubyte.gz"), 255, read("train-labels-idx1-ubyte.gz")[:, 0]


ACTIVATIONS = {  # the function, and its derivative from what it has computed
    "hardtanh": (lambda z: np.clip(z, -1, 1), lambda y: np.abs(y) < 1),
    "relu": (lambda z: np.maximum(z, 0), lambda y: y > 0),
}


class Classifier:
    def __init__(self, widths, variance, bias, keep, activation, rng):
        self.f, self.slope = ACTIVATIONS[activation]
        self.weights = [
            rng.normal(0, np.sqrt(variance / n), (n, m)) for n, m in zip(widths, widths[1:])
        ]
        self.biases = [rng.normal(0, bias, m) if bias else np.zeros(m) for m in widths[1:]]
        self.kept = [rng.random(w.shape) < keep if keep else 1 for w in self.weights]
        for w, kept in zip(self.weights, self.kept):
            w *= kept

    def images(self, x):
        """The inputs of every layer, and the outputs of the last."""
        found = [x]
        for i, (w, b) in enumerate(zip(self.weights, self.biases)):
            z = found[-1] @ w + b
            found.append(self.f(z) if i + 1 < len(self.weights) else z)
        return found

    def accuracy(self, x, y):
        return float((self.images(x)[-1].argmax(1) == y).mean())

    def gradients(self, x, y, only=None):
        """Of the mean cross entropy, by layer: those of its weights and biases; or of one layer."""
        images = self.images(x)
        e = np.exp(images[-1] - images[-1].max(1, keepdims=True))
        back = e / e.sum(1, keepdims=True)
        back[np.arange(len(y)), y] -= 1
        back /= len(y)
        found = {}
        for l in reversed(range(only or 0, len(self.weights))):
            before = images[l]
            if only in (None, l):
                found[l] = before.T @ back * self.kept[l], back.sum(0)
            if l > 0:
                back = (back @ self.weights[l].T) * self.slope(before)
        return found


def train(net, x, y, epochs, rate, adam, rng, only=None, after=lambda epoch: None):
    """Calls `after` at first and after each batch of 128, with the epochs so far, a fraction."""
    parameters = list(zip(net.weights, net.biases))
    moments = [[(np.zeros_like(p), np.zeros_like(p)) for p in pair] for pair in parameters]
    step, batches = 0, -(-len(x) // 128)
    after(0)
    for _ in range(epochs):
        order = rng.permutation(len(x))
        for batch in np.split(order, range(128, len(x), 128)):
            step += 1
            for l, gradient in net.gradients(x[batch], y[batch], only).items():
                for p, g, (m, v) in zip(parameters[l], gradient, moments[l]):
                    if adam:
                        m += 0.1 * (g - m)
                        v += 0.001 * (g * g - v)
                        g = m / (1 - 0.9**step) / (np.sqrt(v / (1 - 0.999**step)) + 1e-8)
                    p -= rate * g
            after(step / batches)


def save(net, name, about, activation, bits):
    unit = 2.0**bits
    layers = [
        {
            "weights": (np.round(w.T * unit) / unit).tolist(),
            "bias": (np.round(b * unit) / unit).tolist(),
            "activation": activation if i + 1 < len(net.weights) else "linear",
        }
        for i, (w, b) in enumerate(zip(net.weights, net.biases))
    ]
    text = json.dumps(
        {"inputs": len(net.weights[0]), "about": about, "layers": layers}, separators=(",", ":")
    )
    with open(name, "wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
        packed.write(text.replace(".0,", ",").replace(".0]", "]").encode())


def save_rows(rows, about, name):
    with open(name, "w", encoding="ascii") as file:
        json.dump({"about": about, "points": rows}, file)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--data", choices=("digits", "fashion"), default="digits")
    parser.add_argument("--activation", choices=ACTIVATIONS, default="hardtanh")
    parser.add_argument("--optimizer", choices=("sgd", "adam"), default="sgd")
    parser.add_argument("--rate", type=float, help="default 0.02, Adam 0.001")
    parser.add_argument("--variance", type=float, default=16)
    parser.add_argument("--bias", type=float, default=0, metavar="DEVIATION")
    parser.add_argument("--keep", type=float, metavar="SHARE")
    parser.add_argument("--width", type=int, default=32)
    parser.add_argument("--depth", type=int, default=6)
    parser.add_argument("--networks", type=int, default=1)
    parser.add_argument("--epochs", type=int, default=100)
    parser.add_argument("--checkpoints", default="0,5,20,100", metavar="EPOCH,..",
                        help="0.1: after a tenth of the first epoch")  # fmt: skip
    parser.add_argument("--pictures", type=int, metavar="N", help="the first N; default all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", action="store_true", help="train each layer by itself")
    parser.add_argument("--save", metavar="DIR")
    parser.add_argument("--points", type=int, default=100, help="saved of the test")
    parser.add_argument("--bits", type=int, default=10, help="after the binary point")
    args = parser.parse_args()
    grey, most, y = fashion() if args.data == "fashion" else digits()
    x, y = grey[: args.pictures] / most, y[: args.pictures]
    order = np.random.default_rng(0).permutation(len(x))
    split = len(x) - len(x) // 6
    (x, tx), (y, ty) = np.split(x[order], [split]), np.split(y[order].astype(int), [split])
    batches = -(-split // 128)
    checkpoints = {round(float(c) * batches) / batches: c for c in args.checkpoints.split(",")}
    checkpoints[args.epochs] = str(args.epochs)
    if args.save:
        os.makedirs(args.save, exist_ok=True)
        # Fractions: a byte over 255 is no double.
        shown = grey[order[split : split + args.points]].tolist()
        points = [[f"{value:g}/{most}" for value in row] for row in shown]
        save_rows(
            points, "pictures of the test", os.path.join(args.save, f"{args.data}_points.json")
        )
        labels = [[int(label)] for label in ty[: args.points]]
        name = os.path.join(args.save, f"{args.data}_labels.json")
        save_rows(labels, f"labels of {args.data}_points.json", name)
        name = os.path.join(args.save, f"{args.data}_moments.json")
        about = "pictures for training, by component: mean, standard deviation"
        save_rows([x.mean(0).tolist(), x.std(0).tolist()], about, name)
    kind = f"{args.data}_v{args.variance:g}" + (f"_k{100 * args.keep:g}" if args.keep else "")
    widths = [x.shape[1], *[args.width] * args.depth, 10]
    rate = args.rate or (0.001 if args.optimizer == "adam" else 0.02)
    print("network,layer,epoch,train,test")
    shares = []
    for index in range(args.networks):
        for only in range(args.depth + 1) if args.only else (None,):
            rng = np.random.default_rng([args.seed, index])
            net = Classifier(widths, args.variance, args.bias, args.keep, args.activation, rng)

            def after(epoch):
                if epoch not in checkpoints:
                    return
                epoch = checkpoints[epoch]
                train_share, test_share = net.accuracy(x, y), net.accuracy(tx, ty)
                layer = "all" if only is None else only + 1
                print(f"{index},{layer},{epoch},{train_share:.4f},{test_share:.4f}", flush=True)
                shares.append([index, float(epoch), round(test_share, 4)])
                if args.save and only is None:
                    name = f"{kind}_net{index}_epoch{epoch:0>2}.json.gz"
                    about = f"{args.data}, {args.optimizer}, accuracy on the test {test_share:.4f}"
                    save(net, os.path.join(args.save, name), about, args.activation, args.bits)

            train(net, x, y, args.epochs, rate, args.optimizer == "adam", rng, only, after)
    if args.save and not args.only:
        name = os.path.join(args.save, f"{args.data}_accuracy.json")
        save_rows(shares, "network, epoch, share of the test that is classified right", name)


if __name__ == "__main__":
    main()
