"""Raghu et al., figure 6: accuracy if only one layer is trained.

The paper: MNIST, fully connected hard-tanh networks of width k = 100, weights of variance 2/k; one
hidden layer is trained, from the second on, so that the number of trained weights is the same; all
others stay as they were drawn. Accuracy on training and test data by epoch; the number of layers,
the epochs and the biases are not given; ADAM.

Here: 3000 pictures of Fashion-MNIST, 3000 for the test (digits with --quick); 8 hidden layers, 4
networks, no biases at first, Adam with rate 0.001 and batches of 128, 8 epochs. Floating point.
"""

from models import one_layer

one_layer("raghu-6", 100, 2)
