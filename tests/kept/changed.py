"""Records in which one byte was changed: tests/kept/changed.py SEED CASES WHOLE WORK NET OPTIONS..

Here are a record `run` and what is kept beside it, of a walk that was stopped. do_work, a function
of the shell, goes on from them. A record is refused, whichever byte it is; so is any file that it
speaks of, unless the byte lies behind what it knows, and then the result is that of WHOLE.
"""

import pathlib
import random
import re
import subprocess
import sys

KEPT = ["run", "run.maps", "run.maps.unfinished", "result.unfinished"]


def without_times(text: bytes) -> bytes:
    """The bytes of a result but for what differs from run to run."""
    return re.sub(rb'"seconds".*', b"", text)


def take_up(words: list[str]) -> subprocess.CompletedProcess:
    """Goes on from what is here."""
    work = ["bash", "-c", 'do_work "$@"', "bash", *words, "--resume", "run"]
    return subprocess.run(work, capture_output=True, check=False)


def main() -> str:
    """Returns what was taken in another way."""
    seed, cases, whole, words = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4:]
    rng = random.Random(seed)
    expected = without_times(pathlib.Path(whole).read_bytes())
    files = {name: pathlib.Path(name).read_bytes() for name in KEPT if pathlib.Path(name).exists()}
    others = [name for name in files if name != "run" and files[name]]
    result = pathlib.Path("result")
    for case in range(cases):
        name = rng.choice(others) if others and case % 3 == 2 else "run"
        text = bytearray(files[name])
        # The first and the last bytes too.
        at = {0: 0, 1: len(text) - 1}.get(case, rng.randrange(len(text)))
        text[at] ^= rng.randrange(1, 256)
        for other, content in files.items():
            pathlib.Path(other).write_bytes(content)
        for new in set(KEPT) - set(files):
            pathlib.Path(new).unlink(missing_ok=True)
        result.unlink(missing_ok=True)
        pathlib.Path(name).write_bytes(text)
        told = take_up(words)
        left = result.read_bytes() if result.exists() else b""
        refused = told.returncode == 2 and told.stderr.count(b"\n") == 1 and not left
        unharmed = name != "run" and told.returncode == 0 and without_times(left) == expected
        if not refused and not unharmed:
            return f"seed {seed}, byte {at} of {name}: {told.returncode} {told.stderr!r}"
    return ""


sys.exit(main() or 0)
