"""Trees: lines, cells and maps against the network itself; one neuron more."""

import pytest

import crease


def value(row, x):
    return sum(a * b for a, b in zip(row, [*x, 1]))


@pytest.mark.parametrize(
    "activation", ["relu", "leaky:1/10", "abs", "hardtanh", "pwl:-1,0,2;0,1,2,1;3", "maxout:3"]
)
def test_nodes_have_their_lines_cells_and_maps(activation):
    net = crease.random("2-4-3-2", activation=activation, bias_std=1, seed=3)
    found = net.tree(box=(-2, 2))
    cells = {cell.pattern: cell for cell in net.regions(box=(-2, 2))}
    assert len(found.regions) == len(cells)
    for region in found.regions:
        node, inside = region, cells[region.pattern].interior
        assert all(value(row, inside) > 0 for row in node.cell)
        assert [value(row, inside) for row in node.map] == net.exact(inside)
        while node.parent is not None:  # the same lines decide on the way up
            above = found.nodes[node.parent]
            z = [value(row, inside) for row in above.rows]
            layer, unit, breakpoint = above.neuron
            if z:
                assert breakpoint is None and max(z) == z[region.pattern[layer][unit]]
            else:
                assert (value(above.line, inside) > 0) == (above.children.index(node.id) == 1)
            node = above


def test_a_neuron_splits_the_regions_that_its_line_crosses(tmp_path):
    net = crease.random("2-5-4-1", bias_std=1, seed=1)
    before = net.tree(box=(-3, 3))
    after = before.insert([1, -1, "1/2", 1, 0], "-1/3")
    assert len(after.regions) == after.net.count(box=(-3, 3)).activation_regions
    for node in before.regions:
        parts = [after.regions[r] for r in after.parts[node.region]]
        assert len(parts) in (1, 2)
        for row in node.cell:
            assert all(
                sum(a * b for a, b in zip(row, x)) >= 0 for part in parts for x in part.corners
            )
        assert all(part.map == node.map for part in parts)  # no outgoing weight
    assert any(len(parts) == 2 for parts in after.parts.values())
    after.page(tmp_path / "grown.html")
    assert '"before"' in (tmp_path / "grown.html").read_text()


def test_a_neuron_that_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="no hidden layer"):
        crease.Network([([[1, 2]], [0], "linear")]).insert([1, 1])
    with pytest.raises(ValueError, match="1 weights, not 2"):
        crease.random("2-3-2").insert([1, 1], outgoing=[1])


def test_maxout_units_are_inserted():
    """Against a count of the whole network."""
    net, box = crease.random("2-3-1", activation="maxout:2", seed=1, bias_std=1), (-1, 1)
    after = net.tree(box=box).insert([[1, 2], ["1/2", -1], [0, 1]], [0, 1, "-1/3"], "maxout:3")
    assert len(after.regions) == after.net.count(box=box).activation_regions
    assert sum(map(len, after.parts.values())) == len(after.regions) > len(after.before.regions)
    grown = crease.GrowingTree(crease.Domain(2, box=box))
    weights, bias, _ = net.layers[0]
    for k in (0, 2, 4):
        grown.insert(weights[k : k + 2], bias[k : k + 2], "maxout:2")
    assert len(grown) == net.count(box=box).activation_regions
    grown.begin_layer()
    count = grown.insert([[1, -1, "1/2"], [0, 1, 1], [2, 0, -1]], [0, "1/3", -1], "maxout:3")
    assert count == grown.network().count(box=box).activation_regions > 6
    with pytest.raises(ValueError):
        grown.insert([[1, 2, 3], [3, 2, 1]], 0, "maxout:3")
