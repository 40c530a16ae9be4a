#!/usr/bin/env python3
"""From scikit-learn to a certified picture: trains a classifier of two moons, and leaves it in
moons.json, its regions in moons.svg and their certificate in moons.cert."""
import json
import subprocess
import sys

try:
    from sklearn.datasets import make_moons
    from sklearn.neural_network import MLPClassifier
except ImportError:
    sys.exit(print("scikit-learn is not installed: nothing is trained"))

points, labels = make_moons(200, noise=0.1, random_state=1)
model = MLPClassifier((8, 8), max_iter=2000, random_state=1).fit(points, labels)
layers = [{"weights": weights.T.tolist(), "bias": bias.tolist(), "activation": "relu"}
          for weights, bias in zip(model.coefs_, model.intercepts_)]
layers[-1]["activation"] = "linear"  # the sigmoid after it moves no region
with open("moons.json", "w") as file:
    json.dump({"inputs": 2, "numbers": "binary64", "layers": layers}, file)
for command in ("crease plot moons.json --box=-2,3,-2,2 -o moons.svg",
                "crease certify moons.json --box=-2,3,-2,2 --linear -o moons.cert",
                "crease-check moons.json moons.cert"):
    try:
        subprocess.run(command.split(), check=True)
    except FileNotFoundError:
        sys.exit(f"{command.split()[0]} is not on PATH; make install puts it into PREFIX/bin")
    except subprocess.CalledProcessError as problem:
        sys.exit(problem.returncode)
