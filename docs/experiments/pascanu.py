"""Pascanu, Montufar and Bengio, sections 4 to 6: regions for each parameter, deep and shallow.

The paper gives orders of growth: exponential in the depth, polynomial in the width of one layer.

Here: the integers of the theorems, nothing sampled; 2 inputs and layers of 4 and of 8 units, 4
inputs and 8 units, up to 12 layers; beside them one layer of as many units or of at most as many
weights and biases.
"""

from common import chart, crease, size, table

COLUMNS = "shape,network,bound,layers,units,parameters,regions,per_parameter"


def parameters(widths):
    return sum((a + 1) * b for a, b in zip(widths, widths[1:]))


rows = []
for inputs, width in ((2, 4), (2, 8), (4, 8)):
    for layers in range(1, size(6, 12) + 1):
        deep = [inputs, *[width] * layers, 1]
        same_units = [inputs, layers * width, 1]
        same_size = [inputs, (parameters(deep) - 1) // (inputs + 2), 1]
        for name, widths, bound in (
            ("deep: Pascanu et al. at least", deep, "pascanu"),
            ("deep: Montufar et al. at least", deep, "montufar-2014"),
            ("one layer of as many units: most", same_units, "zaslavsky"),
            ("one layer of as many parameters: most", same_size, "zaslavsky"),
        ):
            found = next(b for b in crease.bounds(widths) if b.name == bound)
            if found.value is None or found.flaw:
                continue
            shape, units = f"{inputs} inputs; width {width}", sum(widths[1:-1])
            count = parameters(widths)
            ratio = found.value / count
            rows.append([shape, name, bound, layers, units, count, found.value, ratio])
made = table("pascanu", COLUMNS, rows)
chart(
    "pascanu", made, "layers", "per_parameter", by="network", panel="shape", yscale="log",
    title="Regions for each weight and bias", xlabel="layers of the deep network",
    ylabel="regions for each parameter",
)
