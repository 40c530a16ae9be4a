#!/usr/bin/env python3
"""Makes a notebook of a script whose cells begin with "# %%": notebook.py SCRIPT >NOTEBOOK"""

import json
import re
import sys


def notebook(script: str) -> dict:
    """What stands in the script's docstring, then its cells, each below its title."""
    about, *cells = re.split(r"^# %% ?", script, flags=re.M)
    title = re.search('"""(.*?)"""', about, re.S)[1]
    made = [("markdown", title.strip())]
    for cell in cells:
        if re.match(r"\w", cell):  # the comment goes on as long as lines begin with #
            heading = re.match(r"[^\n]*\n(# [^\n]*\n)*", cell)[0]
            made.append(("markdown", re.sub(r"^# ", "", heading, flags=re.M).strip()))
            cell = cell[len(heading) :]
        made.append(("code", cell.strip()))
    return {
        "cells": [_cell(kind, text, f"cell-{i}") for i, (kind, text) in enumerate(made)],
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def _cell(kind: str, text: str, name: str) -> dict:
    more = {"execution_count": None, "outputs": []} if kind == "code" else {}
    return {"cell_type": kind, "id": name, "metadata": {}, **more, "source": text.splitlines(True)}


if __name__ == "__main__":
    print(json.dumps(notebook(open(sys.argv[1]).read()), indent=1))
