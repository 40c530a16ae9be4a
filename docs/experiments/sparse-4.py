"""Price and Tanner, figure 4: the mean norm of a random part of a unit vector.

The paper: each entry of a unit vector of R^k is in J with probability alpha; E |u_J| against alpha
for several k, (a) for u uniform on the sphere, (b) for the first unit vector; between alpha and
sqrt(alpha).

Here: k = 10 and 784; the mean over all subsets by a formula, relative error below 1e-9, for 50
vectors, for the mean over the sphere and for (1, .., 1)/sqrt(k).
"""

import math

import numpy
from common import chart, crease, mean, measure, seed, size, table

WIDTHS, SHARES, VECTORS = (10, 784), [i / 10 for i in range(11)], size(4, 50)


def mean_norm(u, alpha):
    """E |u_J|, from E sqrt S = int_0^inf (1 - E exp(-x S)) x^(-3/2) dx / (2 sqrt pi), x = e^t."""
    largest = abs(u).max()
    t = numpy.arange(-320, 321) / 4
    inside = alpha * numpy.expm1(-numpy.exp(t)[:, None] * (u / largest) ** 2)
    with numpy.errstate(divide="ignore"):
        product = numpy.log1p(inside).sum(axis=1)
    return -largest * (numpy.expm1(product) * numpy.exp(-t / 2)).sum() / (8 * math.sqrt(math.pi))


def on_sphere(k, alpha):
    """The sum over j of P(Bin(k, alpha) = j) E chi_j / E chi_k."""

    def chi(j):
        return math.exp(math.lgamma((j + 1) / 2) - math.lgamma(j / 2))

    if alpha in (0, 1):
        return alpha
    heads, tails = math.log(alpha), math.log1p(-alpha)
    return sum(
        math.exp(math.log(math.comb(k, j)) + j * heads + (k - j) * tails) * chi(j) / chi(k)
        for j in range(1, k + 1)
    )


def norms(k, repeat):
    of = seed(WIDTHS.index(k) * VECTORS + repeat)
    drawn = crease.random([k, 1], init="gaussian:1", unscaled=True, seed=of).layers[0][0][0]
    u = numpy.array([float(x) for x in drawn])
    return [mean_norm(u / math.sqrt((u**2).sum()), alpha) for alpha in SHARES]


rows = []
for k, values in zip(WIDTHS, measure(norms, WIDTHS, VECTORS)):
    flat = numpy.full(k, 1 / math.sqrt(k))
    for alpha, these in zip(SHARES, values.T):
        exact = [alpha, float(mean_norm(flat, alpha)), on_sphere(k, alpha)]
        rows.append([f"k = {k}", alpha, *exact, *mean(these), alpha, math.sqrt(alpha)])
made = table("sparse-4", "k,alpha,axis,flat,sphere,mean,low,high,lower,upper", rows)
lines = {"axis": "first unit vector, alpha", "flat": "(1, .., 1)/sqrt(k)"}
lines |= {"sphere": "uniform on the sphere", "upper": "sqrt(alpha)"}
chart("sparse-4", made, "alpha", panel="k", lines=lines, title="Mean norm of u_J", ylabel="E |u_J|")
