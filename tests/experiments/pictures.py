"""Compares pictures of regions with those of their names in docs/experiments: pictures.py PNG..

The order in which regions are drawn changes their edges a little, by a root mean square below 3 of
255; one region of another colour, or a frame of another size, changes more than TOLERANCE. Prints
one line for each, as tests/tally.sh has them.
"""

import sys
from pathlib import Path

from matplotlib.testing.compare import compare_images
from matplotlib.testing.exceptions import ImageComparisonFailure

SHIPPED = Path(__file__).resolve().parents[2] / "docs" / "experiments"
TOLERANCE = 4

for path in map(Path, sys.argv[1:]):
    try:
        wrong = compare_images(str(SHIPPED / path.name), str(path), TOLERANCE)
    except (ImageComparisonFailure, OSError) as error:
        wrong = str(error)
    print("not ok" if wrong else "ok", f"{path.name} is the shipped picture")
