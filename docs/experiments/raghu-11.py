"""Raghu et al., figure 11: changes of sign during training, weights of variance 16.

The paper: hard-tanh networks trained on MNIST by ADAM, weights of variance 16/k, no biases; the
number of transitions after each of 12 hidden layers (the output is not shown) at several
times of training, for a circular interpolation between two data points and between two random
points. The width, the numbers of networks, steps and pictures are not given.

Here: as raghu-8.py, the same networks and arcs; the changes of sign of the units of each layer.
"""

from common import claims
from models import in_training

(pictures, random), _, accuracy = in_training("raghu-11", 16, 64, 50000, 0.003, 6, signs=True)
fewer, slower = (1 - kind[:, -1, 1:] / kind[:, 0, 1:] for kind in (pictures, random))
last = fewer[:, -1]
claims(
    "raghu-11",
    {
        "fewer changes of sign on arcs through pictures in the last layer: share of all": last,
        "fewer on random arcs in the last layer: share of all": slower[:, -1],
        "at a slower rate: difference of the two": last - slower[:, -1],
        "more in the first layer on arcs through pictures: share of all": -fewer[:, 0],
    },
    accuracy,
)
