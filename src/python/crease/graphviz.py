"""convert a tree of splits to a graph for Graphviz

    crease tree NET | crease graphviz | dot -Tsvg -o tree.svg

Boxes are splits, ellipses are regions. Edges are labelled - and + for the sides of a crease, or
with the row that attains the maximum. Dots stand for cells that were not reached. Graphviz takes
minutes for ten thousand regions: crease tree --max-regions ends the tree before.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Optional

from crease._command import Command, start
from crease._files import read_json


def graph(tree: dict[str, Any]) -> Iterator[str]:
    """The lines of a graph in the language of Graphviz, from the JSON object of `crease tree`."""
    children: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for node in tree["nodes"]:
        if node["parent"] is not None:
            children[node["parent"]].append(node)
    yield "digraph crease {"
    yield "  node [shape=box]"
    for node in tree["nodes"]:
        parts = children[node["id"]]
        if "region" in node:
            yield f'  n{node["id"]} [shape=ellipse, label="{node["region"]}"]'
        else:
            about = f'layer {node["layer"]} unit {node["unit"]}'
            pieces = sum(len(part["pieces"]) for part in parts)
            if node["breakpoint"] is not None and pieces > 2:
                about += rf'\nbreakpoint {node["breakpoint"]}'
            yield f'  n{node["id"]} [label="{about}"]'
        for k, part in enumerate(parts):
            side = part["pieces"][0] if node["breakpoint"] is None else "-+"[k]
            yield f'  n{node["id"]} -> n{part["id"]} [label="{side}"]'
        if "region" not in node and len(parts) < 2:
            yield f'  m{node["id"]} [shape=plaintext, label="..."]'
            yield f'  n{node["id"]} -> m{node["id"]} [style=dotted]'
    about = rf'{tree["network_sha256"]}\n{tree["domain"]}\nactivation regions '
    about += str(tree["activation_regions"])
    about += "" if tree["complete"] else ", not complete"
    about += "" if tree["exact"] else ", not exact"
    yield f'  label="{about}"'
    yield "}"


def main(words: Optional[Sequence[str]] = None) -> int:
    command = Command("graphviz", "[FILE]", __doc__)
    command.add_argument("file", nargs="?", metavar="FILE")
    name = command.read(words).file
    try:
        with open(name, "rb") if name not in (None, "-") else sys.stdin.buffer as source:
            lines = list(graph(read_json(source.read(), source.name)))
    except OSError as problem:
        problem.filename = problem.filename or name or "standard input"
        return command.fail(problem)
    except (ValueError, LookupError, TypeError, RecursionError) as problem:
        return command.fail(f"expected the JSON of crease tree: {problem}")
    print("\n".join(lines))
    return 0


if __name__ == "__main__":
    start(main)
