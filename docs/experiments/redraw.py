"""Draws every chart again from its table: python3 docs/experiments/redraw.py [--check] [FOLDER..]

The folders are docs/experiments and those in it unless others are named. charts.json, which the
scripts write, says how. With --check nothing is written, and a line says for each chart whether the
shipped one is the same, byte by byte; charts of another version of matplotlib are not compared.
"""

import json
import re
import sys
import tempfile
from pathlib import Path

words = [word for word in sys.argv[1:] if word != "--check"]
IS_CHECK = "--check" in sys.argv
sys.argv[1:] = []

import common  # noqa: E402


def version(svg):
    found = re.search(r"Matplotlib v([0-9.]+)", svg.read_text()) if svg.exists() else None
    return found and found[1]


def redraw(folder, where):
    """Draws into `where`; yields the name of each chart and whether the shipped one is the same."""
    common.ARGS.out = where
    looks = json.loads((folder / "charts.json").read_text())
    unknown = {path.stem for path in folder.glob("*.svg")} - set(looks) - {"sparse-1"}
    yield from ((f"{name}.svg, which charts.json does not know", False) for name in unknown)
    for name, look in looks.items():
        before = version(folder / f"{name}.svg")
        shipped = (folder / f"{name}.svg").read_bytes() if before else b""
        common.draw_chart(name, common.read_table(folder / f"{look['table']}.csv"), look)
        drawn = where / f"{name}.svg"
        if before == version(drawn):
            yield name, shipped == drawn.read_bytes()
        else:
            yield name, None if before else False


def main():
    import contextlib
    import io

    folders = [Path(word) for word in words] or [
        path.parent for path in sorted(common.HERE.glob("**/charts.json"))
    ]
    is_wrong = False
    for folder in folders:
        with tempfile.TemporaryDirectory() as kept:
            silent = io.StringIO()
            with contextlib.redirect_stdout(silent):
                found = list(redraw(folder, Path(kept) if IS_CHECK else folder))
        for name, same in found if IS_CHECK else ():
            said = "not compared: another matplotlib" if same is None else ""
            print("not ok" if same is False else "ok", f"{folder.name}/{name}", said)
            is_wrong |= same is False
    return is_wrong


sys.exit(main())
