"""Raghu et al., figure 9: training lengthens trajectories if the weights are small.

The paper: hard-tanh networks trained on MNIST by ADAM, weights of variance 3/k, no biases; the
length of the trajectory after each of 12 hidden layers (the output is not shown) at several
times of training, for a circular interpolation between two data points and between two random
points. The width, the numbers of networks, steps and pictures are not given.

Here: as raghu-8.py, but 6000 pictures, 32 units, 10 networks and rate 0.002.
"""

from common import claims
from models import in_training

(pictures, random), _, accuracy = in_training("raghu-9", 3, 32, 6000, 0.002, 10)
longer, slower = (kind[:, -1] / kind[:, 0] - 1 for kind in (pictures, random))
claims(
    "raghu-9",
    {
        "arcs through pictures get longer in the last layer: share of the length": longer[:, -1],
        "random arcs get longer too in the last layer: share of the length": slower[:, -1],
        "at a slower rate: difference of the two": longer[:, -1] - slower[:, -1],
    },
    accuracy,
)
