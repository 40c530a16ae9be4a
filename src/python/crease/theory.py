"""Theory of one network: python3 -m crease.theory QUESTION NET.

definitions: regions by six definitions (arXiv 2505.16716). characteristic: the characteristic
polynomial of one layer, and its regions by Zaslavsky's theorem. topology: faces, Euler
characteristics and Betti numbers of decision regions and their boundary in a box. faces: all faces
with their signs. mesh: the decision boundary of three inputs as polygons. bounds: upper bounds on
the regions of a relu network, from the exact cells of its first 0, 1, .. layers.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
from dataclasses import asdict
from collections.abc import Callable, Sequence
from typing import Any, Optional

from crease._arrangements import characteristic
from crease._complex import Complex
from crease._definitions import definitions
from crease._network import Network, load
from crease._run import Error
from crease._theory import histogram_bounds
from crease._topology import mesh, topology


def _definitions(net: Network, box: Any) -> dict[str, Any]:
    found = definitions(net, box)
    low, high = found.convex
    names = ("activation", "proper", "convex", "open_connected", "closed_connected", "affine")
    rows: dict[str, Any] = dict(zip(names, found))
    rows["convex"] = low if low == high else [low, high]
    return {f"R{k + 1}_{name}": rows[name] for k, name in enumerate(names)}


def _characteristic(net: Network, box: Any) -> dict[str, Any]:
    if box is not None:
        raise ValueError("the characteristic polynomial is that of the whole space: omit --box")
    return characteristic(net)._asdict()


def _topology(net: Network, box: Any) -> dict[str, Any]:
    return asdict(topology(net, box))


def _faces(net: Network, box: Any) -> dict[str, Any]:
    return {
        "faces": [
            {
                "dimension": face.dimension,
                "signs": face.signs,
                "facets": face.facets,
                "cells": face.cells,
                "on_border": face.on_border,
                "points": [[str(x) for x in point] for point in face.points],
                "rays": [[str(x) for x in ray] for ray in face.rays],
            }
            for face in Complex(net, box).faces
        ]
    }


def _mesh(net: Network, box: Any) -> dict[str, Any]:
    return mesh(net, box).as_json()


def _bounds(net: Network, box: Any) -> dict[str, Any]:
    found = histogram_bounds(net, box)
    return {f"after_{k}_layers": value for k, value in enumerate(found)}


_QUESTIONS: dict[str, Callable[[Network, Any], dict[str, Any]]] = {
    "definitions": _definitions,
    "characteristic": _characteristic,
    "topology": _topology,
    "faces": _faces,
    "mesh": _mesh,
    "bounds": _bounds,
}


def _box(text: str) -> Any:
    ends = text.split(",")
    if len(ends) % 2:
        raise ValueError("--box takes LO,HI, or a pair for each input")
    pairs = list(zip(ends[::2], ends[1::2]))
    return pairs[0] if len(pairs) == 1 else pairs


def _shown(value: Any) -> str:
    if isinstance(value, list):
        nested = any(isinstance(x, list) for x in value)
        return ("; " if nested else " ").join(_shown(x) for x in value)
    return json.dumps(value) if isinstance(value, dict) else str(value)


def main(words: Optional[Sequence[str]] = None) -> int:
    """The command: prints one line for each result, and returns the exit status."""
    parser = argparse.ArgumentParser(prog="python3 -m crease.theory", description=__doc__)
    parser.add_argument("question", choices=sorted(_QUESTIONS))
    parser.add_argument("net", help="a network file in JSON, ONNX or NNet")
    parser.add_argument("--box", help="LO,HI for every input, or a pair for each")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args(words)
    try:
        box = _box(given.box) if given.box else None
        found = _QUESTIONS[given.question](load(given.net), box)
    except (Error, OSError, ValueError) as problem:
        print(f"crease.theory: {problem}", file=sys.stderr)
        return 2
    as_json = given.json or given.question in ("faces", "mesh")
    if as_json:
        print(json.dumps(found, indent=2 if given.json else None))
    for name, value in () if as_json else found.items():
        print(f"{name:<20} {_shown(value)}")
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a closed pipe ends it without a message
    sys.exit(main())
