"""Numbers in docs/experiments.md and docs/theorems.md that follow from docs/experiments/*.csv.

Each is computed from its table; the page must say it. Prints one line for each, as tests/tally.sh
has them, and ends with status 1 if a page says something else.
"""

import csv
import sys
from collections import defaultdict
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"


def rows(name):
    with open(DOCS / "experiments" / f"{name}.csv", newline="") as file:
        return list(csv.DictReader(file))


def factors_between_layers():
    """Raghu, figure 2: sign changes per unit of length, the greatest layer over the least."""
    ratios = defaultdict(list)
    for row in rows("raghu-2"):
        ratios[row["network"]].append(float(row["ratio"]))
    spread = {name: f"{max(r) / min(r):.2f}" for name, r in ratios.items()}
    narrow = [spread[f"width 8; variance {V}"] for V in (2, 8, 32)]
    wide = [spread[f"width 64; variance {V}"] for V in (2, 8, 32)]
    yield "experiments.md", f"{', '.join(narrow)} at width 8 and variances 2, 8, 32"
    yield "experiments.md", f"{', '.join(wide)} at width 64"


def regions_of_one_map():
    """Raghu, Theorem 3: the networks in which two regions share a map."""
    of = {}
    for row in rows("lemmas"):
        if row["item"] == "Raghu Theorem 3 as printed":
            widths = row["statement"].split()[-1].rstrip(")")
            of[widths] = round((1 - float(row["share"])) * int(row["cases"]))
    yield "theorems.md", f"{of['2-4-4-1']} of 2-4-4-1, {of['2-4-4-4-1']} of 2-4-4-4-1"
    yield "theorems.md", f"and {of['2-8-8-8-1']} of 2-8-8-8-1"
    yield "experiments.md", f"in {of['2-4-4-4-1'] / 2:.0f} % of networks of widths 2-4-4-4-1"


def remaining_is_that_of_the_paper():
    """Raghu, section 3: d_r = n - d, where W^(0) are the weights of the first of n layers."""
    names = ["raghu-4", "raghu-4b", "raghu-5", "raghu-weight", "full/raghu-4b", "full/raghu-5"]
    return all(
        int(row["remaining"]) == int(row["depth"]) - (int(row["turning"]) - 1)
        for name in names
        for row in rows(name)
    )


right = remaining_is_that_of_the_paper()
print("ok" if right else "not ok", "the remaining depth is the paper's")
wrong = not right
for found in (factors_between_layers, regions_of_one_map):
    for page, words in found():
        said = words in " ".join((DOCS / page).read_text().split())
        print("ok" if said else "not ok", f"{page} says: {words}")
        wrong += not said
sys.exit(wrong > 0)
