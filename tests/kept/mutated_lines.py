"""Shares whose lines were changed, with a hash that fits: an error or a result.

tests/kept/mutated_lines.py CREASE SEED CASES, beside part.0 and part.1
"""

import hashlib
import json
import random
import subprocess
import sys

CREASE, SEED, CASES = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
NUMBERS = ["0", "1", "-1", "2", "7", str(2**64 - 1), "9" * 23, "1000000000", "", "-1/3", "1/0"]


def change(lines, rng):
    """One line doubled, dropped, or with other numbers."""
    few = [i for i, line in enumerate(lines) if not line.startswith("kept map")]
    at = rng.choice(few if few and rng.random() < 0.5 else range(len(lines)))
    words = lines[at].split(" ")
    what = rng.random()
    if what < 0.15:
        del lines[at]
    elif what < 0.3:
        lines.insert(rng.randrange(len(lines)), lines[at])
    elif what < 0.8 and len(words) > 2:
        word = rng.randrange(2, len(words))
        words[word] = rng.choice(NUMBERS + [words[word] + "0", "-" + words[word]])
        lines[at] = " ".join(words)
    else:
        word = rng.randrange(len(words))
        del words[word : word + rng.randrange(1, 6)]
        lines[at] = " ".join(words)


def main():
    rng = random.Random(SEED)
    parts = [json.load(open(f"part.{i}", encoding="utf-8")) for i in range(2)]
    key = "linear" if "linear" in parts[0]["part"] else "kept"
    refused = 0
    for _ in range(CASES):
        which = rng.randrange(2)
        changed = json.loads(json.dumps(parts[which]))
        lines = changed["part"][key][:-1]
        for _ in range(rng.randrange(1, 4)):
            if lines:
                change(lines, rng)
        text = "".join(line + "\n" for line in lines)
        lines.append("sha256 " + hashlib.sha256(text.encode()).hexdigest())
        changed["part"][key] = lines
        if rng.random() < 0.1:
            changed["dimension"] = rng.choice([0, 1, 2**64 - 1])
        if rng.random() < 0.1 and key == "kept":
            changed["part"]["outputs"] = rng.choice([0, 1, 3, 2**64 - 1])
        with open("changed", "w", encoding="utf-8") as file:
            json.dump(changed, file, separators=(",", ":"))
        names = ["changed" if i == which else f"part.{i}" for i in range(2)]
        run = subprocess.run([CREASE, "merge", *names], capture_output=True, check=False)
        refused += run.returncode == 2
        if run.returncode not in (0, 2) or (run.returncode == 2) != bool(run.stderr):
            sys.exit(f"seed {SEED}: status {run.returncode}: {run.stderr.decode()}")
    if not refused:
        sys.exit("none was refused")


main()
