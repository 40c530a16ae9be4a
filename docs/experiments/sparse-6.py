"""Price and Tanner, figure 6: growth of lengths in trained dense networks.

The paper: for 5 initial sigma_w, 20 dense ReLU networks each, 10 hidden layers of width 32, trained
on MNIST to a test accuracy above 95 %; sigma_w after training, computed anew; straight lines
between two points of one class and of two classes, each through all 20 networks and through 20
random networks of the same shape. Figure 6a: the average growth factor against the sigma_w after
training; figure 6b: single lines, and in black the same lines in random networks.

Here: scikit-learn's 8x8 digits; sigma_w = 1.25 to 3, no biases at first; 4 networks of each (--full
20), Adam, 60 epochs or until 96 % of the test; 6 lines of either kind between points of the test.
sigma_w after training: the root of the mean square of all hidden weights times the inputs of their
layer. Figure 6a is sparse-6.svg, 6b sparse-6b.svg; untrained networks are drawn at the initial
sigma_w. Growth: (length after the last hidden layer / length of the line)^(1/10); lengths enclosed
to 9 digits. Columns accuracy_before, accuracy: means on the test before and after training; where
the second is below 0.95 the paper's condition is not met.
"""

import math

import models
import numpy
from common import chart, claims, crease, mean, measure, size, table

training = models.training()
SIGMAS = size((1.5, 2), (1.25, 1.5, 2, 2.5, 3))
DEPTH, WIDTH, LINES = size(4, 10), 32, size(2, 6)
X, Y, TEST, LABELS = models.pictures(training, "digits", 1498, 299)


def lines():
    """Pairs of points of the test: of one class, and of two."""
    same, other = [], []
    for i in range(len(TEST) - 1):
        (same if LABELS[i] == LABELS[i + 1] else other).append((TEST[i], TEST[i + 1]))
    return [*same[:LINES], *other[:LINES]]


def network(weights, biases):
    names = ["relu"] * (len(weights) - 1) + ["linear"]
    return crease.Network([(w.T, b, name) for w, b, name in zip(weights, biases, names)])


def growth(net, line):
    found = net.trajectory(line, rel_error="1e-9", threads=1).lengths
    return (float(found[DEPTH]) / float(found[0])) ** (1 / DEPTH)


def run(sigma, repeat):
    """Accuracies, sigma_w after training, and the growth of each line: trained, then untrained."""
    rng = numpy.random.default_rng([repeat, round(100 * sigma)])
    widths = [X.shape[1], *[WIDTH] * DEPTH, 10]
    net = training.Classifier(widths, sigma**2, 0, None, "relu", rng)
    untrained, before = network(net.weights, net.biases), net.accuracy(TEST, LABELS)
    for _ in range(size(5, 60)):
        training.train(net, X, Y, 1, 0.002, True, rng)
        if (accuracy := net.accuracy(TEST, LABELS)) >= 0.96:
            break
    squares = [(w**2).mean() * len(w) for w in net.weights[:-1]]
    trained = network(net.weights, net.biases)
    of = [growth(n, line) for n in (trained, untrained) for line in lines()]
    return before, accuracy, math.sqrt(sum(squares) / len(squares)), *of


found = measure(run, SIGMAS, size(2, 4, 20))
rows, claimed, accuracies = [], {}, {}
for sigma, values in zip(SIGMAS, found):
    grown = values[:, 3:].reshape(len(values), 2, 2, LINES)
    within, across = (grown[:, 0, kind].mean(axis=1) for kind in (0, 1))
    spread = grown.std(axis=(2, 3))
    for claim, of in (
        ("lengths grow on every line: growth - 1", grown[:, 0].min(axis=(1, 2)) - 1),
        ("growth is greater between two classes: difference", across - within),
        ("it varies more with the line than before training", spread[:, 0] - spread[:, 1]),
    ):
        said = f"{claim} (sigma_w = {sigma})"
        claimed[said], accuracies[said] = of, values[:, :2].mean(axis=0)
    for k, kind in enumerate(("one class", "two classes")):
        before, *after = values[:, :3].mean(axis=0)
        about = [sigma, after[1], before, after[0], kind]
        for line in ("average", *range(1, LINES + 1)):
            part = grown[:, :, k] if line == "average" else grown[:, :, k, line - 1 : line]
            trained, untrained = (mean(part[:, when].mean(axis=1)) for when in (0, 1))
            rows.append([*about, line, *trained, *untrained])
claims("sparse-6", claimed, accuracies)
columns = "sigma_w,sigma_w_after,accuracy_before,accuracy,points,line,mean,low,high,untrained,"
made = table("sparse-6", columns + "untrained_low,untrained_high", rows)
chart(
    "sparse-6", made, "sigma_w_after", by="points", only={"line": "average"},
    lines={"untrained": "untrained, at the initial sigma_w"}, lines_x="sigma_w",
    xlabel="deviation of weights, sigma_w",
    title="Growth of a layer after training", ylabel="growth",
)
chart(
    "sparse-6b", made, "sigma_w_after", by="line", panel="points", omit={"line": "average"},
    lines={"untrained": "untrained, at the initial sigma_w"}, lines_x="sigma_w",
    xlabel="deviation of weights, sigma_w",
    title="Growth of a layer on single lines", ylabel="growth",
)
