"""Hanin and Rolnick, Theorem 3: boundary and vertices for each unit of area, at finite width.

The paper: for a ReLU network with random weights and biases, the mean volume of the boundary in
codimension k is an integral over the point of the mean, over the weights, of the Jacobian of k
pre-activations times the density of their biases (section 5, formula 8). No figure shows it.

Here: two inputs, He weights N(0, 2/k), biases N(0, 1/4), the square [-1, 1]^2, 13 architectures.
Left side: 100 networks of each; lengths are enclosed to 12 digits, vertices are counted exactly
(if every vertex inside is a crossing of two creases and every one on the border the end of one,
Euler's formula says regions = 1 + inside + border/2). Right side, columns theorem: the integrand by
Monte Carlo over weights and points, crease.expected_density. Columns mean and vertices: all units,
the boundary of activation regions; columns function: "good" units only, as the theorem prints it,
the boundary of linear regions. inside: whether the two intervals allow equality.
"""

from common import ARGS, agree, chart, crease, mean, measure, seed, size, table
from models import network

WIDTHS = {1: (4, 8, 32, 64), 2: (4, 8, 16, 32), 4: (4, 8, 16, 32), 8: (8,)}  # by depth
SHAPES = [(depth, width) for depth, widths in WIDTHS.items() for width in widths]
SHAPES = size(SHAPES[:6], SHAPES)
CORNERS = [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]


def square(shape, repeat):
    net = network(2, *shape, bias_std="1/2", seed=seed(repeat))
    found = net.boundary((-1, 1), function=True, threads=1)
    sides = zip(CORNERS, CORNERS[1:])
    border = sum(net.line(*side, counted=True, threads=1).regions - 1 for side in sides)
    vertices = (found.regions - 1 - border / 2) / 4
    return float(found.density), vertices, float(found.function_density)


def theorem(shape):
    depth, width = shape
    samples = size(1000, 10000 if depth * width < 64 else 2000)
    found = crease.expected_density(
        [2, *[width] * depth], [(-1, 1)] * 2, samples=samples, seed=ARGS.seed
    )
    return found.boundary, found.crossings, found.function_boundary


found = measure(square, SHAPES, size(8, 100))
rows = []
for (depth, width), values in zip(SHAPES, found):
    row = [f"{depth} layer{'s' if depth > 1 else ''}", width, depth * width]
    for measured, right in zip(values.T, theorem((depth, width))):
        left = mean(measured)
        row += [*left, *right, agree(left, right)]
    rows.append(row)
right = "theorem,{0}theorem_low,{0}theorem_high,{0}inside"
columns = "depth,width,units,mean,low,high," + right.format("")
for name in ("vertices", "function"):
    columns += f",{name},{name}_low,{name}_high,{name}_" + right.format(f"{name}_")
made = table("hanin-density", columns, rows)
chart(
    "hanin-density", made, "units", "vertices", by="depth", xscale="log", yscale="log",
    lines={"vertices_theorem": "Theorem 3"}, title="Vertices for each unit of area",
    ylabel="vertices / area",
)
