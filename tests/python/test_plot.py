"""Pictures by matplotlib."""

import re
import subprocess

import crease
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


def test_frames_of_insertion(moons, tool, tmp_path):
    """As many regions as after each neuron, with numbers that are those of crease plot."""
    box = [(-2, 3), (-2, 2)]
    regions = moons.count(box, per_neuron=True).per_neuron
    for units in (1, 5, 16, 17):
        figure, ax = pyplot.subplots()
        moons.plot(box, ax=ax, after=units, labels=True)
        (cells,) = ax.collections  # no decision boundary
        assert len(cells.get_paths()) == regions[units - 1]
        if units == 5:
            there = {int(text.get_text()): text.xy for text in ax.texts}
            assert len(there) > 5
            picture = tmp_path / "frame.svg"
            files = [tool, "plot", data_file(moons, tmp_path), "-o", picture]
            options = ["--box=-2,3,-2,2", "--after=5", "--labels", "--bare", "--width=500"]
            subprocess.run([*files, *options], check=True)
            shown = re.findall('<text [^>]*x="(.*?)" y="(.*?)"[^>]*>([0-9]+)<', picture.read_text())
            for x, y, number in shown:
                expected = 100 * (there[int(number)][0] + 2), 100 * (2 - there[int(number)][1])
                assert abs(float(x) - expected[0]) < 9 and abs(float(y) - expected[1]) < 9
            assert len(shown) == len(there)
        pyplot.close(figure)
    maxout = crease.Network([([[1, 0], [0, 1], [1, 1], [2, 0]], [0] * 4, "maxout:2")])
    assert maxout.plot(box=(-1, 1), after=1).collections
    for after, colour in ((0, "area"), (99, "area"), (1.5, "area"), (3, "class")):
        with pytest.raises(ValueError, match="after"):
            moons.plot(box, after=after, colour=colour)


def data_file(net, folder):
    net.save(folder / "net.json")
    return folder / "net.json"


def test_numbers_have_room(moons):
    """Each number is inside of its region, as the box of its text says."""
    figure, ax = pyplot.subplots(figsize=(6, 6))
    regions = moons.regions(box=(-1, 1)).to_arrays()
    regions.plot(ax=ax, labels=True)
    figure.canvas.draw()
    for text in ax.texts:
        box = text.get_window_extent().transformed(ax.transData.inverted())
        path = matplotlib.path.Path(regions.polygons[int(text.get_text())])
        middle = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2]
        assert path.contains_points([middle, (box.x0, middle[1]), (box.x1, middle[1])]).all()
    assert len(ax.texts) > 30
    pyplot.close(figure)


def test_the_outputs_over_a_line():
    net = crease.construct("telgarsky:sawtooth", layers=3)
    figure, ax = pyplot.subplots()
    assert net.plot(box=(0, 1), ax=ax) is ax
    (curve,), (breakpoints,) = ax.lines, ax.collections
    x, y = curve.get_data()
    assert len(x) == 16 and len(breakpoints.get_paths()) == 7
    assert all(abs(net([a])[0] - b) < 1e-12 for a, b in zip(x, y))
    assert sorted(set(y)) == [0, 1] and ax.get_xlabel() == "x1"
    pyplot.close(figure)


def test_the_outputs_over_a_slice(moons):
    figure, ax = pyplot.subplots()
    moons.plot(box=(0, 1), slice=[[-2, -2], [3, 2]], ax=ax)
    assert len(ax.lines) == 2 and ax.get_xlabel() == "u"
    names = [text.get_text() for text in ax.get_legend().get_texts()]
    assert names == ["output 0", "output 1"]  # as everywhere else
    for curve in ax.lines:
        x = curve.get_xdata()
        assert len(x) == 2 * moons.line([-2, -2], [3, 2]).regions and list(x) == sorted(x)
    pyplot.close(figure)


def test_what_cannot_be_drawn(moons):
    with pytest.raises(ValueError, match="bounded"):
        moons.plot()
    with pytest.raises(ValueError, match="colour"):
        moons.plot(box=(0, 1), colour="red")


def test_a_mistyped_option_is_named(moons):
    with pytest.raises(TypeError, match="'colr' .* 'color'"):
        moons.plot(box=(0, 1), colr="class")
    with pytest.raises(TypeError, match="'time_out' .* 'timeout'"):
        moons.plot(box=(0, 1), time_out=1)
    with pytest.raises(TypeError, match="'edge' .* 'edges'"):
        moons.regions(box=(0, 1)).to_arrays().plot(edge=False)


def test_a_training_run(data):
    files = str(data / "trained" / "digits_64-32-32-32-10_epoch*.json")
    how = {"slice": [[0] * 64, [1] * 64, [1, 0] * 32], "box": (0, 1)}
    found = crease.history(files, **how)
    assert len(found) > 2 and found.labels == sorted(found.labels)
    assert int(crease.load(found.labels[0]).count(**how)) == int(found[0])
    axes = found.plot()
    assert list(axes.lines[0].get_ydata()) == [int(count) for count in found]
    with pytest.raises(ValueError, match="quantity"):
        found.plot("regions")
