"""Raghu et al., figure 8: training shortens trajectories if the weights are large.

The paper: hard-tanh networks trained on MNIST by ADAM, weights of variance 16/k, no biases; the
length of the trajectory after each of 12 hidden layers (the output is not shown) at several
times of training, for a circular interpolation between two data points and between two random
points. The width, the numbers of networks, steps and pictures are not given.

Here: 50,000 pictures of Fashion-MNIST (digits with --quick), 12 layers of 64 units, 6 networks
after 0, 2 and 8 epochs of Adam with rate 0.003 and batches of 128; for each network an arc through
two pictures of the test and one through two normal points of the same norm, polygons of 32
segments. It takes 11 minutes of a processor.
Columns scale: the mean square of hidden weights times k; accuracy: on the test, the mean.
"""

import numpy
from common import claims
from models import in_training

(pictures, random), scale, accuracy = in_training("raghu-8", 16, 64, 50000, 0.003, 6)
shorter, slower = (1 - kind[:, -1] / kind[:, 0] for kind in (pictures, random))
steps = -numpy.diff(pictures[:, :, -1], axis=1) / pictures[:, :1, -1]
claims(
    "raghu-8",
    {
        "arcs through pictures get shorter in the last layer: share of the length": shorter[:, -1],
        "in the first epochs": steps[:, 0],
        "between the last two times": steps[:, -1],
        "the first layer makes them longer: share of the length": -shorter[:, 1],
        "random arcs get shorter too in the last layer: share of the length": slower[:, -1],
        "at a slower rate: difference of the two": shorter[:, -1] - slower[:, -1],
        "weights keep more than 95 % of their mean square": scale[:, -1] / scale[:, 0] - 0.95,
    },
    accuracy,
)
