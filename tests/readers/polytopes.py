#!/usr/bin/env python3
"""Random .ine files against lrs: tests/readers/polytopes.py CREASE [CASES [SEED]]

The rows are random, some of them redundant or doubled. Options of lrs and cddlib stand in any
place. crease must find the vertices and rays of lrs, or refuse the file if it has equations or
points, or if lrs finds the polytope empty or flat. Needs the package lrslib.
"""
import json
import random
import shutil
import subprocess
import sys
import tempfile
from fractions import Fraction

HARMLESS = ["H-representation", "* a comment with linearity 1 1\n", "digits 50", "a_name",
            "*hull\n"]
FLAT = ["linearity 1 1", "equality 1 2", "partial_enum 1 1", "V-representation", "hull"]
BEHIND = ["printcobasis 1", "cache 10", "verbose", "* linearity 1 1\n", "allbases"]


def words(rng, several, space):
    return "".join(w if w.endswith("\n") else w + rng.choice(space)
                   for w in rng.sample(several, rng.randint(0, 2)))


def make(rng):
    """The text of a file, its dimension, and whether it must be refused."""
    d = rng.randint(1, 4)
    rows = [[rng.randint(-1, 5)] + [rng.randint(-3, 3) for _ in range(d)]
            for _ in range(rng.randint(d, 3 * d + 2))]
    if rng.random() < 0.6:  # bounded
        rows += [[3] + [s * (i == k) for i in range(d)] for k in range(d) for s in (1, -1)]
    rows += [[2 * x for x in rng.choice(rows)], [x + (i == 0) for i, x in enumerate(rows[0])]]
    rng.shuffle(rows)
    flat = rng.random() < 0.3
    text = words(rng, HARMLESS, " \n")
    if flat:
        text += rng.choice(FLAT) + rng.choice(" \n") + words(rng, HARMLESS, " \n")
    numbers = [f"{x}/{rng.randint(1, 3)}" if i == 0 and x and rng.random() < 0.2 else str(x)
               for row in rows for i, x in enumerate(row)]
    text += f"begin{rng.choice(chr(10) + ' ')}{len(rows)} {d + 1} rational\n"
    text += "".join(n + rng.choice("\n ") for n in numbers) + "end" + rng.choice(" \n")
    return text + words(rng, BEHIND, "\n"), d, flat


def primitive(ray):
    x = [Fraction(c) for c in ray]
    scale = max(map(abs, x))
    return tuple(c / scale for c in x)


def by_lrs(path):
    """Vertices, rays and whether there are lines; None: empty."""
    out = subprocess.run(["lrs", path], capture_output=True, text=True).stdout
    vertices, rays, lines, inside = set(), set(), "linearity" in out, False
    for line in out.splitlines():
        fields = line.split()
        if fields[:1] in (["begin"], ["end"]):
            inside = fields[0] == "begin"
        elif inside and fields and fields[0] in "01" and "rational" not in line:
            x = tuple(map(Fraction, fields[1:]))
            vertices.add(x) if fields[0] == "1" else rays.add(primitive(x))
    return vertices, rays, lines


def rank(rows):
    rows, found = [list(r) for r in rows], 0
    for k in range(len(rows[0]) if rows else 0):
        at = next((i for i in range(found, len(rows)) if rows[i][k]), None)
        if at is None:
            continue
        rows[found], rows[at] = rows[at], rows[found]
        for i in range(found + 1, len(rows)):
            f = rows[i][k] / rows[found][k]
            rows[i] = [a - f * b for a, b in zip(rows[i], rows[found])]
        found += 1
    return found


def problem(crease, text, d, refused, folder):
    path, net = f"{folder}/a.ine", f"{folder}/net.json"
    with open(path, "w") as file:
        file.write(text)
    with open(net, "w") as file:
        json.dump({"inputs": d, "layers": [{"weights": [[1] * d], "bias": [0],
                                            "activation": "linear"}]}, file)
    run = subprocess.run([crease, "regions", net, f"--polytope={path}"], capture_output=True,
                         text=True)
    if refused:
        return None if run.returncode == 2 and ".ine:" in run.stderr else "was not refused"
    vertices, rays, lines = by_lrs(path)
    origin = next(iter(vertices), None)
    across = [[a - b for a, b in zip(v, origin)] for v in vertices] + [list(r) for r in rays]
    if origin is None or (not lines and rank(across) < d):
        kinds = ("is flat",) if origin else ("is empty", "no point satisfies this inequality")
        said = run.returncode == 2 and any(kind in run.stderr for kind in kinds)
        return None if said else f"{kinds[0]}: {run.stderr}"
    if run.returncode:
        return run.stderr
    region = json.loads(run.stdout.splitlines()[0])
    if lines:
        return "is bounded, but has lines" if region["bounded"] else None
    found = {tuple(map(Fraction, v)) for v in region["vertices"]}
    found_rays = {primitive(r) for r in region.get("rays", [])}
    if found != vertices or found_rays != rays:
        return f"expected {vertices} and {rays}, found {found} and {found_rays}"
    return None


def main():
    crease, cases, seed = (sys.argv[1:] + ["1000", "1"][len(sys.argv) - 2:])[:3]
    if not shutil.which("lrs"):
        print("ok polytopes: lrs is not installed")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        for case in range(int(cases)):
            text, d, refused = make(random.Random(f"{seed} {case}"))
            wrong = problem(crease, text, d, refused, folder)
            if wrong:
                print(f"not ok polytopes: seed {seed}, case {case}: {wrong}\n{text}")
                return 1
    print(f"ok {cases} polytopes are as lrs has them, or refused")
    return 0


sys.exit(main())
