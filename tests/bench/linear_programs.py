#!/usr/bin/env python3
"""Counts regions by two linear programs (HiGHS) for each unit: the usual script, with a tolerance.

linear_programs.py NET.json HALF_WIDTH [SECONDS]: a relu network in a box around 0; prints the
regions found in that time (10), and how many a second. Needs SciPy.
"""
import json
import sys
import time

import numpy as np
from scipy.optimize import linprog

TOLERANCE = 1e-7
net = json.load(open(sys.argv[1]))
weights = [np.array(layer["weights"], dtype=float) for layer in net["layers"]]
biases = [np.array(layer["bias"], dtype=float) for layer in net["layers"]]
inputs, bound = weights[0].shape[1], float(sys.argv[2])
begin, limit = time.process_time(), float((sys.argv + ["10"])[3])
regions = 0


def attains(row, constant, rows, constants):
    """Whether row x + constant exceeds 0 where rows x + constants >= 0."""
    found = linprog(-row, A_ub=-rows, b_ub=constants, bounds=(-bound, bound), method="highs")
    return found.status == 0 and constant - found.fun > TOLERANCE


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
