"""Pictures by matplotlib."""

import pytest

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
pyplot = pytest.importorskip("matplotlib.pyplot")


@pytest.mark.parametrize("colour", ["map", "slope", "pattern", "area"])
def test_the_polygons_are_the_regions(moons, colour):
    figure, ax = pyplot.subplots()
    assert (
        moons.plot(
            box=[(-2, 3), (-2, 2)], ax=ax, colour=colour, points=[[0, 0], [1, 1]], classes=[0, 1]
        )
        is ax
    )
    cells, boundary, *data = ax.collections
    assert len(data) == 2  # a collection for each class
    assert len(cells.get_paths()) == 647 and len(boundary.get_paths()) > 10
    # Where the boundary is drawn the two outputs are nearly equal.
    for path in boundary.get_paths():
        a, b = moons(path.vertices.mean(axis=0))
        assert abs(a - b) < 1e-6
    pyplot.close(figure)


def test_what_cannot_be_drawn(moons):
    with pytest.raises(ValueError, match="bounded"):
        moons.plot()
    with pytest.raises(ValueError, match="colour"):
        moons.plot(box=(0, 1), colour="red")
