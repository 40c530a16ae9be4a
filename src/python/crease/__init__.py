"""The regions into which a piecewise-linear network cuts its inputs, exactly.

>>> import crease
>>> net = crease.Network([([[1, 1], [1, -1]], [0, 0], "relu"), ([[1, 1]], [0], "linear")])
>>> net.count(linear=True).linear_regions
4

Numbers are exact: integers, fractions, and floats as the rationals that they are. The C library
itself is at hand as `crease.lib` and `crease.ffi`, of cffi, with every function of its headers.
"""

import importlib.util as _util
import sys as _sys

for _name, _package in (("numpy", "python3-numpy"), ("_cffi_backend", "python3-cffi-backend")):
    if _util.find_spec(_name) is None:
        raise ImportError(f"crease: {_sys.executable} has no {_name} (Debian: {_package})")
if _util.find_spec("crease._native") is None:
    raise ImportError("crease: these are its sources; make python builds it into build/python")

from crease._bounds import Bound, bounds
from crease._check import Refused, Verified, check
from crease._classes import Class, Classes, Curve, Decision, DecisionRegion, Margin, Margins
from crease._domain import Domain
from crease._function import Extreme, Range, Slope
from crease._growing import GrowingTree, Leaf
from crease._history import History, history
from crease._native import ffi, lib
from crease._network import Count, LayerFolding, Network, construct, load, parse, random
from crease._numbers import Enclosure, fraction
from crease._numbers import table as _table
from crease._options import spell_out as _spell_out
from crease._page import page
from crease._paths import Distance, Line, Nearest, Trajectory, Transition
from crease._plot import plot
from crease._regions import Arrays, Boundary, Cell, Facet, Neighbour, Regions
from crease._run import Error, Interrupted, Run, Undecided
from crease._samples import Estimate, arc, circle, estimate, points
from crease._sweep import Sweep
from crease._torch import from_torch
from crease._tree import Node, Tree
from crease.theory.arrangements import Characteristic, characteristic
from crease.theory.chambers import Chambers, chambers
from crease.theory.complexes import Complex, Face
from crease.theory.definitions import Definitions, definitions
from crease.theory.density import Density, expected_density
from crease.theory.expectation import ExactMean, exact_growth
from crease.theory.growth import Growth, LayerGrowth, growth
from crease.theory.histogram import histogram_bounds
from crease.theory.topology import Mesh, Topology, mesh, topology

#: The version of the C library and those of the libraries that it uses.
library_version: str = ffi.string(lib.crease_version()).decode()
__version__ = library_version.split()[1]

__all__ = [
    "Arrays",
    "Bound",
    "Boundary",
    "Cell",
    "Characteristic",
    "Class",
    "Classes",
    "Complex",
    "Count",
    "Curve",
    "Decision",
    "DecisionRegion",
    "Definitions",
    "Density",
    "Distance",
    "Domain",
    "Enclosure",
    "Error",
    "Estimate",
    "ExactMean",
    "Extreme",
    "Face",
    "Facet",
    "GrowingTree",
    "Growth",
    "History",
    "Interrupted",
    "LayerFolding",
    "LayerGrowth",
    "Leaf",
    "Line",
    "Margin",
    "Margins",
    "Mesh",
    "Nearest",
    "Neighbour",
    "Network",
    "Node",
    "Range",
    "Refused",
    "Regions",
    "Run",
    "Slope",
    "Sweep",
    "Topology",
    "Trajectory",
    "Transition",
    "Tree",
    "Undecided",
    "Verified",
    "arc",
    "bounds",
    "chambers",
    "characteristic",
    "check",
    "circle",
    "construct",
    "definitions",
    "estimate",
    "exact_growth",
    "expected_density",
    "ffi",
    "fraction",
    "from_torch",
    "growth",
    "histogram_bounds",
    "history",
    "lib",
    "load",
    "mesh",
    "page",
    "parse",
    "plot",
    "points",
    "random",
    "topology",
]

# Signatures name all options. In a notebook every result with fields is a table.
for _result in [globals()[_name] for _name in __all__]:
    _spell_out(_result)
    if hasattr(_result, "_fields") or hasattr(_result, "__dataclass_fields__"):
        if not hasattr(_result, "_repr_html_"):
            setattr(_result, "_repr_html_", _table)
