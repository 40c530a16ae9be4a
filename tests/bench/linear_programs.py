#!/usr/bin/env python3
"""Counts regions by two linear programs for each unit: the usual script, with a tolerance.

linear_programs.py NET.json HALF_WIDTH [SECONDS [clp]]: a relu network in a box around 0; prints the
regions found in that time (10), and how many a second. By HiGHS, which needs SciPy, or by CLP's C
library.
"""
import ctypes
import json
import sys
import time

import numpy as np

TOLERANCE = 1e-7
net = json.load(open(sys.argv[1]))
weights = [np.array(layer["weights"], dtype=float) for layer in net["layers"]]
biases = [np.array(layer["bias"], dtype=float) for layer in net["layers"]]
inputs, bound = weights[0].shape[1], float(sys.argv[2])
begin, limit = time.process_time(), float((sys.argv + ["10"])[3])
regions = 0


def greatest_by_highs(row, rows, constants):
    """The greatest value of row x where rows x + constants >= 0, or minus infinity."""
    found = linprog(-row, A_ub=-rows, b_ub=constants, bounds=(-bound, bound), method="highs")
    return -found.fun if found.status == 0 else -np.inf


def greatest_by_clp(row, rows, constants):
    """The same."""
    count, model = len(rows), clp.Clp_newModel()
    starts = count * np.arange(inputs + 1, dtype=np.int32)
    index = np.tile(np.arange(count, dtype=np.int32), inputs)
    ends = np.full(inputs, bound)
    numbers = np.ascontiguousarray(rows.T), -ends, ends, -row, -constants
    clp.Clp_setLogLevel(model, 0)
    clp.Clp_loadProblem(model, inputs, count, starts.ctypes, index.ctypes,
                        *[n.ctypes for n in numbers], None)
    clp.Clp_primal(model, 0)
    value = -clp.Clp_objectiveValue(model) if clp.Clp_status(model) == 0 else -np.inf
    clp.Clp_deleteModel(model)
    return value


if "clp" in sys.argv:
    clp = ctypes.CDLL("libClp.so.1")
    clp.Clp_newModel.restype = ctypes.c_void_p
    clp.Clp_objectiveValue.restype = ctypes.c_double
    for name in "setLogLevel", "loadProblem", "primal", "objectiveValue", "status", "deleteModel":
        getattr(clp, f"Clp_{name}").argtypes = (ctypes.c_void_p,)
    greatest = greatest_by_clp
else:
    from scipy.optimize import linprog
    greatest = greatest_by_highs


def attains(row, constant, rows, constants):
    """Whether row x + constant exceeds 0 where rows x + constants >= 0."""
    return constant + greatest(row, rows, constants) > TOLERANCE


def visit(layer, unit, matrix, offset, active, rows, constants):
    """matrix x + offset: the pre-activations of the layer in the cell of rows and constants."""
    global regions
    if time.process_time() - begin > limit:
        return
    if unit == len(offset):
        layer, unit = layer + 1, 0
        if layer + 1 == len(weights):
            regions += 1
            return
        matrix = weights[layer] @ (active[:, None] * matrix)
        offset = weights[layer] @ (active * offset) + biases[layer]
        active = np.zeros(len(offset))
    for side in (-1, 1):
        row, constant = side * matrix[unit], side * offset[unit]
        if attains(row, constant, rows, constants):
            chosen = active.copy()
            chosen[unit] = side > 0
            cell = np.vstack([rows, row]), np.append(constants, constant)
            visit(layer, unit + 1, matrix, offset, chosen, *cell)


visit(0, 0, weights[0], biases[0], np.zeros(len(biases[0])), np.zeros((0, inputs)), np.zeros(0))
seconds = time.process_time() - begin
print(f"{regions} regions{'' if seconds < limit else ' so far'}, {regions / seconds:.0f} a second")
