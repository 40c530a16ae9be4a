"""Raghu et al., figure 6: accuracy if only one layer is trained.

The paper: MNIST, fully connected hard-tanh networks of width k = 100, weights of variance 2/k; one
hidden layer is trained, from the second on, so that the number of trained weights is the same; all
others stay as they were drawn. Accuracy on training and test data by epoch; the number of layers,
the optimizer and the biases are not given.

Here: scikit-learn's 8x8 digits, 8 hidden layers, 3 networks, no biases at first, Adam, 40 epochs;
the accuracy at the end. Floating point.
"""

from common import size
from models import one_layer

one_layer("raghu-6", 100, 2, size(3, 8), size(2, 3), size(2, 40))
