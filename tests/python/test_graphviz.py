"""The graph of a tree of splits."""

from crease.graphviz import graph

HEAD = {"network_sha256": "0", "domain": "R^1", "exact": True}


def split(number, parent, pieces, breakpoint):
    return {
        "id": number,
        "parent": parent,
        "pieces": pieces,
        "layer": 0,
        "unit": 0,
        "breakpoint": breakpoint,
    }


def test_sides_rows_and_dots():
    nodes = [
        split(0, None, None, 1),
        {"id": 1, "parent": 0, "pieces": [0, 1], "region": 0},
        split(2, 0, [2], None),
        {"id": 3, "parent": 2, "pieces": [4], "region": 1},
    ]
    tree = {**HEAD, "nodes": nodes, "complete": False, "activation_regions": 2}
    lines = [line.strip() for line in graph(tree)]
    assert r'n0 [label="layer 0 unit 0\nbreakpoint 1"]' in lines
    assert 'n2 [label="layer 0 unit 0"]' in lines and 'n3 [shape=ellipse, label="1"]' in lines
    assert [line for line in lines if "->" in line] == [
        'n0 -> n1 [label="-"]',
        'n0 -> n2 [label="+"]',
        'n2 -> n3 [label="4"]',
        "n2 -> m2 [style=dotted]",
    ]
    assert lines[-2] == r'label="0\nR^1\nactivation regions 2, not complete"'
