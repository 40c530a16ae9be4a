"""Faults that strangers met: what is searched first, limits, coordinates, pictures."""

import os
import subprocess
import sys

import numpy
import pytest

import crease
from conftest import cases


def formula(inputs, outputs, assertions):
    names = [("X", inputs), ("Y", outputs)]
    lines = [f"(declare-const {v}_{i} Real)" for v, n in names for i in range(n)]
    lines += [f"(assert (and (>= X_{i} -1) (<= X_{i} 1)))" for i in range(inputs)]
    return "\n".join(lines + [f"(assert {a})" for a in assertions])


def random_layers(draw, widths):
    layers = []
    for k, (n, m) in enumerate(zip(widths, widths[1:])):
        weights = draw.normal(0, (2 / n) ** 0.5, (m, n))
        activation = "linear" if k == len(widths) - 2 else "relu"
        layers.append((weights, draw.normal(0, 0.5, m), activation))
    return layers


def outputs_of(layers, x):
    for weights, bias, kind in layers:
        x = x @ weights.T + bias
        x = numpy.maximum(x, 0) if kind == "relu" else x
    return x


def inequalities_of_few(draw, y, few=10):
    """Rows a . y >= c, which at most `few` of the outputs y meet: one row, two, or that one output
    is the greatest by a margin."""
    count = y.shape[1]
    kind = draw.integers(3)
    if kind == 2:
        most = draw.integers(count)
        rows = (numpy.eye(count)[most] - numpy.eye(count))[numpy.arange(count) != most]
    else:
        rows = draw.normal(size=(1 + kind, count))
    sizes = (y @ rows.T).std(axis=0)
    depth = numpy.sort((y @ rows.T / sizes).min(axis=1))[-few]
    terms = [" ".join(f"(* {a:.17f} Y_{o})" for o, a in enumerate(row)) for row in rows]
    return [f"(>= (+ {t}) {depth * size:.17f})" for t, size in zip(terms, sizes)]


def test_what_a_random_search_finds_is_found_first(tmp_path):
    """Of 10^5 points ten meet the property; no region needs to be enumerated."""
    for seed in range(cases(30)):
        draw = numpy.random.default_rng(seed)
        widths = [int(draw.integers(10, 41)), *draw.integers(8, 41, draw.integers(1, 4)), 3]
        layers = random_layers(draw, widths)
        y = outputs_of(layers, draw.uniform(-1, 1, (100_000, widths[0])))
        path = tmp_path / "p.vnnlib"
        path.write_text(formula(widths[0], 3, inequalities_of_few(draw, y)))
        verdict = crease.Network(layers).verify(path, max_regions=100)
        assert verdict.satisfiable, (seed, widths)
        assert verdict.regions == 0, (seed, widths, verdict.regions)


@pytest.mark.parametrize("seed", range(6))
def test_bounds_leave_out_what_cannot_matter(seed):
    """In integers nothing is left out. From six inputs on cells have no vertices."""
    widths, bias = ("4-9-9-2", "1/2") if seed < 3 else ("6-6-6-2", seed % 2)
    net = crease.random(widths, seed=seed, bias_std=bias)
    one = net.range(box=(-1, 1))
    two = net.range(box=(-1, 1), arith="exact")
    for k in range(2):
        for end in ("least", "greatest"):
            assert getattr(one[k], end).value == getattr(two[k], end).value, (seed, k, end)
            assert net.exact(getattr(one[k], end).point)[k] == getattr(one[k], end).value


@pytest.mark.long
def test_a_limit_holds_for_what_is_computed_in_python():
    net = crease.random("3-60-60-60-1", seed=2, bias_std=1)
    for ask in (crease.topology, crease.mesh, crease.definitions, crease.Complex):
        with pytest.raises(crease.Undecided, match="limit"):
            ask(net, box=(-1, 1), timeout=0.05)
    small = crease.random("2-3-1", seed=2, bias_std=1)
    assert crease.topology(small, box=(-1, 1), timeout=60) == crease.topology(small, box=(-1, 1))


def test_around_a_point_on_a_slice():
    """|x - c| <= r in inputs, whatever the coordinates of the slice are."""
    net = crease.Network([([[1, 0, 0], [0, 1, 0], [1, 1, -1]], [-10, -10, 0], "relu")])
    slice = [[10, 10, 0], [12, 10, 0], [10, 14, 0]]
    near = crease.Domain.ball([10, 10, 0], 1, slice=slice)
    by_hand = net.domain(box=[("-1/2", "1/2"), ("-1/4", "1/4")], slice=slice)
    assert near.inputs == 3 and near.dimension == 2
    one, two = (sorted(cell.area for cell in net.regions(d)) for d in (near, by_hand))
    assert one == two and len(one) == 4
    with pytest.raises(crease.Error):
        crease.Domain.ball([10, 10, 5], 1, slice=slice)


def test_a_picture_without_edges_has_no_seams(moons):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure = pyplot.figure(figsize=(2, 2), dpi=100)
    ax = figure.add_axes([0, 0, 1, 1])
    box = [(-2, 3), (-2, 2)]
    count = moons.count(box=box).activation_regions
    color = numpy.ones(count)
    moons.plot(box=box, color=color, edges=False, boundary=False, legend=False, ax=ax)
    ax.axis("off")
    figure.canvas.draw()
    pixels = numpy.asarray(figure.canvas.buffer_rgba())[..., :3].reshape(-1, 3)
    assert len(numpy.unique(pixels, axis=0)) == 2  # with the white margin


def test_texts_are_utf_8_in_every_locale():
    """Pickled networks and properties pass through files."""
    script = """
import crease, pickle
net = crease.Network([([[1]], [0], "relu"), ([[1]], [0], "linear")])
net = crease.parse('{"about": "\\u00fc", ' + net._text()[1:])
assert pickle.loads(pickle.dumps(net)).about == "\\u00fc"
box = "(declare-const X_0 Real)(declare-const Y_0 Real)(assert (and (>= X_0 0) (<= X_0 1)))"
print(len(list(net.counterexamples(text="; \\u00fc\\n" + box + "(assert (<= Y_0 0.5))"))))
"""
    plain = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0",
             "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", script], env=plain, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("1\n", "")


def test_what_to_do_is_said(moons, tmp_path):
    """Images as points, a name of another format, data in the coordinates of inputs."""
    images = numpy.zeros((3, 1, 1, 2))
    for ask in (
        lambda: moons.count(slice=images[:2]),
        lambda: moons.margin(list(images)),
        lambda: moons.distance(list(images)),
    ):
        with pytest.raises(TypeError, match=r"flat, not .*shape \(1, 1, 2\)"):
            ask()
    for name in ("net.onnx", "net.nnet", "net.pt", "net.npz"):
        with pytest.raises(ValueError, match="written as JSON"):
            moons.save(tmp_path / name)
        assert not (tmp_path / name).exists()
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    wide = crease.random("3-4-1")
    with pytest.raises(ValueError, match=r"coordinates: \(0, 0\)"):
        wide.plot(slice=[[0, 0, 0], [1, 0, 0], [0, 1, 0]], box=(0, 1), points=[[0, 0, 0]])


def test_modules_are_read_as_evaluated():
    torch = pytest.importorskip("torch")
    torch.manual_seed(3)
    layers = [torch.nn.Linear(2, 4), torch.nn.BatchNorm1d(4), torch.nn.ReLU(), torch.nn.Dropout()]
    model = torch.nn.Sequential(*layers, torch.nn.Linear(4, 1))
    model(torch.randn(9, 2))  # which moves the running statistics
    trained = crease.from_torch(model)
    assert model.training and trained == crease.from_torch(model.eval())
    with pytest.raises(TypeError, match="load_state_dict"):
        crease.from_torch(model.state_dict())


def test_geometry_from_elsewhere():
    """Layers that are not triples, rows that are none, polygons of solids."""
    planes = numpy.eye(3)
    for layers in ((planes[1:], planes[0], "relu"), [(planes, planes[0])], planes):
        with pytest.raises(TypeError, match="^(weights of )?layer 0"):
            crease.Network(layers)
    with pytest.raises(TypeError, match="^bias of layer 0: int is not a list"):
        crease.Network([(planes, 0, "relu")])
    solids = crease.Network([(planes, None, "relu")]).regions(box=(-1, 1)).to_arrays()
    for export in (solids.to_geojson, solids.to_geopandas):
        with pytest.raises(ValueError, match="two dimensions, not 3"):
            export()
