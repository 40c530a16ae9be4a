"""Trees: lines, cells and maps against the network itself; one neuron more."""

import pytest

import crease


def value(row, x):
    return sum(a * b for a, b in zip(row, [*x, 1]))


@pytest.mark.parametrize(
    "activation", ["relu", "leaky:1/10", "abs", "hardtanh", "pwl:-1,0,2;0,1,2,1;3"]
)
def test_nodes_have_their_lines_cells_and_maps(activation):
    net = crease.random("2-4-3-2", activation=activation, bias_std=1, seed=3)
    found = net.tree(box=(-2, 2))
    cells = {cell.pattern: cell for cell in net.regions(box=(-2, 2))}
    assert len(found.regions) == len(cells)
    for node in found.regions:
        inside = cells[node.pattern].interior
        assert all(value(row, inside) > 0 for row in node.cell)
        assert [value(row, inside) for row in node.map] == net.exact(inside)
        while node.parent is not None:  # the same lines decide on the way up
            above = found.nodes[node.parent]
            side = above.children.index(node.id)
            assert (value(above.line, inside) > 0) == (side == 1)
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


def test_maxout_has_no_cells():
    with pytest.raises(ValueError, match="takes no maxout"):
        crease.random("2-3-1", activation="maxout:2").tree(box=(-1, 1))
