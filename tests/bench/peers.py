#!/usr/bin/env python3
"""Vertices or polygons of all regions in a box around 0, by a peer or by crease: number and time.

peers.py PEER NET.json HALF_WIDTH, for a relu network whose last layer is linear. PEER is
  crease    arrays of all fields in doubles (net.regions(..).to_arrays()), by one thread
  vertices  the same, vertices and patterns alone
  words     the same, vertices exactly too, as words (exact=True)
  integers  the same, as Python's integers
  subdivide edge subdivision by Berzins 2023, in float32: a clone of
            github.com/arturs-berzins/relu_edge_subdivision in PYTHONPATH, and PyTorch
  syrenn    polygons by SyReNN in float32, in the plane: the package pysyrenn, and its server
            running, whose process number is SYRENN_PID
Prints one line: processor seconds, of a server too. The peers' modules are the user's.
"""
import json
import os
import sys
import time

import numpy as np

USAGE = "usage: peers.py crease|vertices|words|integers|subdivide|syrenn NET.json HALF_WIDTH"


def by_crease(path, layers, bound, only=None, exact=False, integers=False):
    """Vertices of the complex, each once, and those of each region by index."""
    import crease
    net = crease.load(path)
    begin = time.process_time()
    arrays = net.regions(box=(-bound, bound), threads=1, only=only).to_arrays(exact=exact)
    if integers:
        arrays.integers  # made when they are read
    return time.process_time() - begin, f"{len(arrays.vertices)} vertices, {len(arrays)} regions"


def by_vertices(path, layers, bound):
    return by_crease(path, layers, bound, only=("vertices",))


def by_words(path, layers, bound):
    return by_crease(path, layers, bound, only=("vertices",), exact=True)


def by_integers(path, layers, bound):
    return by_crease(path, layers, bound, only=("vertices",), exact=True, integers=True)


def by_subdivision(path, layers, bound):
    """Vertices of the complex, each once, with their signs."""
    import torch
    from edge_subdivision import skeletal_subdivision
    from NN import Net
    hidden = layers[:-1]
    net = Net([hidden[0][0].shape[1], *(len(bias) for _, bias in hidden)])
    torch.set_num_threads(1)
    with torch.no_grad():
        for place, (weights, bias) in zip(net.fcs, hidden):
            place.weight.copy_(torch.tensor(weights, dtype=torch.float32))
            place.bias.copy_(torch.tensor(bias, dtype=torch.float32))
        begin = time.process_time()
        vertices, edges, _ = skeletal_subdivision(net, bbox=(-bound, bound), device="cpu",
                                                  verbose=False)
        return time.process_time() - begin, f"{len(vertices)} vertices, {len(edges)} edges"


def by_syrenn(path, layers, bound):
    """Polygons of the regions with their corners in the input space.

    The server returns the outputs of all corners too, so the network has its last layer: messages
    have at most 128 MB, and hidden layers have more units.
    """
    from pysyrenn import FullyConnectedLayer, Network, ReluLayer
    if layers[0][0].shape[1] != 2:
        sys.exit("peers.py: SyReNN's polygons are those of two inputs")
    if "SYRENN_PID" not in os.environ or not Network.has_connection():
        sys.exit("peers.py: start SyReNN's server first, and set SYRENN_PID")
    server = ~int(os.environ["SYRENN_PID"]) << 3 | 2  # clock_getcpuclockid of Linux
    steps = [FullyConnectedLayer(layers[0][0].T, layers[0][1])]
    for weights, bias in layers[1:]:
        steps += [ReluLayer(), FullyConnectedLayer(weights.T, bias)]
    square = bound * np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]])
    begin, served = time.process_time(), time.clock_gettime(server)
    polygons = Network(steps).transform_plane(square, True, False)
    served = time.clock_gettime(server) - served
    seconds = time.process_time() - begin + served
    return seconds, f"{len(polygons)} polygons, server {served:.3f} s"


def main():
    peers = {"crease": by_crease, "vertices": by_vertices, "words": by_words,
             "integers": by_integers, "subdivide": by_subdivision, "syrenn": by_syrenn}
    if len(sys.argv) != 4 or sys.argv[1] not in peers:
        sys.exit(USAGE)
    peer, path, bound = sys.argv[1], sys.argv[2], float(sys.argv[3])
    net = json.load(open(path))
    if any(layer["activation"] != "relu" for layer in net["layers"][:-1]):
        sys.exit("peers.py: the peers know relu layers")
    layers = [(np.array(layer["weights"], dtype=float), np.array(layer["bias"], dtype=float))
              for layer in net["layers"]]
    try:
        seconds, what = peers[peer](path, layers, bound)
    except ImportError as error:
        sys.exit(f"peers.py: {peer} is not installed: {error}")
    print(f"{peer}: {what}, {seconds:.3f} s")


main()
