"""Raghu et al., figure 7: accuracy if only one layer is trained, wider networks.

The paper: as figure 6 with CIFAR-10, width k = 200 and weights of variance 1/k.

Here: as raghu-6.py, with 3000 pictures of Fashion-MNIST in place of CIFAR-10, which Debian has not.
"""

from models import one_layer

one_layer("raghu-7", 200, 1)
