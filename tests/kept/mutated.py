"""Results of shares that were changed, and crease merge: tests/kept/mutated.py SEED CASES

Here are 0.K and 1.K, the results of two shares of as many kinds K as there are; do_merge, a
function of the shell, merges two files. Whatever a result has become, crease joins it or refuses it
with one line and status 2, and leaves no file then. Changes are mostly to what says which share it
is; lines with a hash have no others.
"""

import json
import pathlib
import random
import re
import subprocess
import sys


def change(text: bytearray) -> None:
    """Puts in, leaves out, repeats or exchanges bytes, near the line of the share most times."""
    first, last = 0, len(text)
    share = list(re.finditer(rb'"part"|(?:^|\n)part |\n{"end"', text))
    if random.random() < 0.7 and share:
        first = max(0, share[-1].start() - 100)
        last = min(last, first + 500)
    if first >= last:
        return
    at, other = random.randrange(first, last), random.randrange(first, last)
    kind = random.randrange(6)
    if kind == 0:
        text[at] = random.randrange(256)
    elif kind == 1:
        del text[at : at + random.randint(1, 30)]
    elif kind == 2:
        text[at:at] = bytes(random.choices(b'0123456789"{}:, \n/-', k=random.randint(1, 5)))
    elif kind == 3:
        del text[at:]
    elif kind == 4:
        text[at:at] = text[other : other + random.randint(1, 60)]
    elif chr(text[at]).isdigit():
        text[at] = ord("9")


def lines_of(text: bytes) -> list | None:
    """The lines of a share that have a hash; None if there are none."""
    try:
        part = json.loads(text)["part"]
        return part.get("linear", part.get("kept"))
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def main(seed: int, cases: int) -> int:
    """Returns how many results were taken in another way than that."""
    random.seed(seed)
    bad = 0
    joined = pathlib.Path("joined")
    kinds = sorted(file.suffix for file in pathlib.Path(".").glob("0.*"))
    for case in range(cases):
        kind = kinds[case % len(kinds)]
        before = pathlib.Path(f"1{kind}").read_bytes()
        text = bytearray(before)
        for _ in range(random.choice((1, 1, 2, 4))):
            change(text)
        pathlib.Path("changed").write_bytes(text)
        joined.unlink(missing_ok=True)
        merge = ["bash", "-c", 'do_merge "$@"', "bash", f"0{kind}", "changed"]
        told = subprocess.run(merge, capture_output=True, check=False)
        left = joined.exists() and joined.stat().st_size > 0
        refused = told.returncode == 2 and told.stderr.count(b"\n") == 1 and not left
        taken = told.returncode == 0 and left and not told.stderr
        lines = lines_of(before)
        if not refused and not (taken and (lines is None or lines_of(text) == lines)):
            print(f"seed {seed}, {kind}: {told.returncode} {told.stderr!r} of {bytes(text)!r}")
            bad += 1
    return bad


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])) > 0)
