"""Networks: made, read, refused, evaluated."""

import copy
import pickle
import re
import subprocess
from decimal import Decimal
from fractions import Fraction
from random import Random
from types import SimpleNamespace

import numpy
import pytest

import crease
from conftest import ROOT, cases


class Table(list):
    """A table, which yields the names of its columns, as pandas.DataFrame, or its columns."""

    columns = property(list)


class Module:
    """What a torch.nn.Module is told by."""

    state_dict = dict


FOLDS = [([[1, 1], [1, -1]], [0, 0], "relu"), ([[1, 1]], [0], "linear")]
MOONS = [(-2, 3), (-2, 2)]


def test_lines_of_the_docs_for_other_programs():
    """Those of docs/models.md, with what scikit-learn, Keras, Flax and PyTorch keep."""
    draw = numpy.random.default_rng(1)
    sizes = [(3, 4), (4, 4), (4, 2)]  # a square kernel, which transposed is another network
    kernels = [draw.normal(size=size) for size in sizes]
    biases = [draw.normal(size=size[1]) for size in sizes]
    names = ["relu", "relu", "linear"]
    layers = [
        SimpleNamespace(get_weights=lambda i=i: [kernels[i], biases[i]], activation=word)
        for i, word in enumerate(SimpleNamespace(__name__=name) for name in names)
    ]
    state = {f"{2 * i}.weight": W.T for i, W in enumerate(kernels)}
    state |= {f"{2 * i}.bias": b for i, b in enumerate(biases)}
    pairs = zip(kernels, biases)
    dense = {f"Dense_{i}": {"kernel": W, "bias": b} for i, (W, b) in enumerate(pairs)}
    known = {
        "crease": crease,
        "model": SimpleNamespace(coefs_=kernels, intercepts_=biases, layers=layers),
        "params": {"params": dense},
        "torch": SimpleNamespace(load=lambda path, map_location: state),
    }
    X = draw.normal(size=(20, 3))
    outputs = X
    for W, b, name in zip(kernels, biases, names):
        outputs = outputs @ W + b
        outputs = numpy.maximum(outputs, 0) if name == "relu" else outputs
    blocks = re.findall("```python\n(.*?)```", (ROOT / "docs/models.md").read_text(), re.S)
    for word in ("coefs_", "get_weights", "Dense_", "state["):
        (lines,) = [block for block in blocks if word in block]
        found = dict(known)
        exec(lines, found)
        assert abs(found["net"](X) - outputs).max() < 1e-12, word


def test_count_of_the_readme(moons):
    found = moons.count(box=MOONS, linear=True)
    assert (found.activation_regions, found.linear_regions, found.affine_maps) == (647, 647, 647)
    assert found.per_layer == (63, 259, 647)
    assert found.exact and found.complete and int(found) == 647


@pytest.mark.parametrize("how", [{}, {"linear": True}, {"threads": 1}])
def test_neuron_by_neuron(moons, how):
    found = moons.count(box=MOONS, per_neuron=True, **how)
    assert len(found.per_neuron) == 48 and list(found.per_neuron) == sorted(found.per_neuron)
    assert found.per_neuron[15::16] == found.per_layer
    assert moons.count(box=MOONS, **how).per_neuron is None


def test_what_a_network_is(moons):
    assert moons.widths == (2, 16, 16, 16, 2) and moons.hidden == (16, 16, 16)
    assert moons.activations == ("relu", "relu", "relu", "linear")
    assert moons.neurons == 48 and moons.parameters == 2 * 16 + 2 * 16 * 16 + 16 * 2 + 3 * 16 + 2
    assert moons.sha256.startswith("61a2a40957a934a2")
    assert not moons.is_homogeneous and crease.Network(FOLDS).is_homogeneous


@pytest.mark.parametrize(
    "number",
    [
        0.1,
        "0.1",
        Fraction(1, 3),
        Decimal("0.25"),
        10**40 + 1,
        -(2**70),
        "1e-30",
        numpy.float32(0.1),
        numpy.int64(7),
        5e-324,
        1.7e308,
    ],
)
def test_numbers_are_exact(number):
    net = crease.Network([([[number]], [0], "linear")])
    assert net.exact([1]) == [crease.fraction(number)]
    assert net.exact([number]) == [crease.fraction(number) ** 2]


@pytest.mark.parametrize("number", [float("nan"), float("inf"), "1/0", "x", None, 1j])
def test_what_is_no_number(number):
    with pytest.raises((ValueError, TypeError)):
        crease.Network([([[number]], [0], "linear")])


def test_arrays_of_numpy_and_lists_are_one_network():
    weights = numpy.array([[1, 1], [1, -1]], dtype=numpy.float32)
    net = crease.Network([(weights, numpy.zeros(2), "relu"), ([[1, 1]], [0], "linear")])
    assert net == crease.Network(FOLDS) and hash(net) == hash(crease.Network(FOLDS))


def test_values_are_the_nearest_doubles(moons):
    points = [[0.1, 0.2], [1, -1], [-2, 0.5]]
    values = moons(points)
    assert values.shape == (3, 2) and values.dtype == float
    for x, row in zip(points, values):
        assert row.tolist() == moons(x).tolist() == [float(y) for y in moons.exact(x)]
    huge = crease.Network([([[10**200], [-(10**200)]], None, "linear")])
    assert huge([1e200]).tolist() == [float("inf"), -float("inf")]


def test_copies_are_the_network(moons):
    for copied in (pickle.loads(pickle.dumps(moons)), copy.deepcopy(moons)):
        assert copied == moons and copied.about == moons.about


@pytest.mark.parametrize("name", ["threads", "memory_limit", "max_regions"])
@pytest.mark.parametrize("value", [-1, 2**64])
def test_limits_fit_a_word(moons, name, value):
    with pytest.raises(ValueError, match=f"{name} is {value}"):
        moons.count(**{name: value})


def test_errors_pass_between_processes():
    with pytest.raises(crease.Error) as caught:
        crease.parse('{"inputs": 1,\n"x": 2}')
    copied = pickle.loads(pickle.dumps(caught.value))
    assert str(copied) == str(caught.value) and (copied.file, copied.line) == ("text", 2)


def test_written_and_read(tmp_path, moons, tool):
    path = tmp_path / "net.json"
    moons.save(path)
    assert crease.load(path) == moons == crease.parse(path.read_bytes())
    said = subprocess.run([tool, "info", path], check=True, capture_output=True, text=True).stdout
    assert moons.sha256 in said


def test_units_of_one_layer_may_differ():
    net = crease.Network([([[1], [1]], [0, 0], ["relu", "linear"]), ([[1, 1]], [0], "linear")])
    assert net.activations == ("1 relu, 1 linear", "linear")
    assert [net.unit_activation(0, unit) for unit in (0, 1)] == ["relu", "linear"]
    assert net([-3]) == [-3] and net([3]) == [6]
    with pytest.raises(IndexError):
        net.unit_activation(0, 2)


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: crease.load("nowhere.json"), "nowhere.json: cannot open"),
        (lambda: crease.parse("{", "mine"), "mine:1"),
        (lambda: crease.Network([([[1, 2], [3]], [0, 0], "relu")]), "weights[1]"),
        (lambda: crease.Network([([[1]], [0], "sigmoid")]), "sigmoid"),
        (lambda: crease.Network([([[1, 2, 3]], [0, 0, 0], "relu")]), "transpose the weights"),
        (lambda: crease.Network([([[1, 2]], [0, 0, 0], "relu")]), "layers[0].bias: expected"),
        (lambda: crease.Network([]), "at least one layer"),
        (lambda: crease.construct("no such"), "no such"),
        (lambda: crease.random([2, 3, 1], keep_prob=2), "keep_prob"),
        (lambda: crease.bounds([2, 0, 1]), "widths"),
    ],
)
def test_refused(make, message):
    with pytest.raises((ValueError, TypeError)) as refusal:
        make()
    assert message in str(refusal.value) and not str(refusal.value).startswith("layers:")


def test_a_random_network_is_that_of_the_tool(tmp_path, tool):
    path = tmp_path / "net.json"
    subprocess.run(
        [tool, "random", "2-8-8-1", "--seed=7", "--bias-std=1/3", "-o", path], check=True
    )
    assert crease.random("2-8-8-1", seed=7, bias_std="1/3") == crease.load(path)


def test_bounds_hold(moons):
    bounds = [b for b in moons.bounds() if b.value is not None and not b.flaw]
    upper = [
        b
        for b in bounds
        if b.quantity == "activation_regions" and b.relation == "<=" and b.domain == "convex"
    ]
    count = moons.count().activation_regions
    assert upper and all(count <= b.value for b in upper)


def test_a_certificate_verifies(tmp_path, data, moons, tool):
    path = tmp_path / "moons.cert"
    count = moons.certify(path, box=MOONS, linear=True)
    checked = subprocess.run(
        [tool.parent / "crease-check", data / "trained/moons_q4_2-16-16-16-2.json", path],
        capture_output=True,
        text=True,
    )
    assert checked.returncode == 0 and count.linear_regions == 647, checked
    assert "VERIFIED" in checked.stdout and "647" in checked.stdout


def test_lines(moons):
    line = moons.line([-2, -2], [3, 2], linear=True)
    assert len(line.breakpoints) == len(line.transitions) == line.regions - 1
    assert list(line.breakpoints) == sorted(line.breakpoints)
    # Another route: at a breakpoint the point lies in regions of different patterns.
    for k in range(0, line.regions - 1, 7):
        assert len(moons.locate(line.point(k))) >= 2
    pattern = [list(layer) for layer in line.first_pattern]
    for changes in line.transitions:
        for t in changes:
            assert pattern[t.layer][t.unit] == t.before
            pattern[t.layer][t.unit] = t.after
    assert tuple(map(tuple, pattern)) in moons.locate([3, 2])


def test_layers_make_the_same_network(moons):
    assert crease.Network(moons.layers) == moons


def test_layers_of_doubles_have_their_exact_integers():
    large = 91498299646803968.0  # the shortest decimal that is read as it is another integer
    net = crease.Network([([[0.1, large]], [-large], "relu")])
    assert net.layers == [([[Fraction(0.1), Fraction(large)]], [Fraction(-large)], "relu")]
    assert crease.Network(net.layers) == net


def test_lines_that_are_only_counted(moons):
    located, counted = (moons.line([-2, -2], [3, 2], counted=c) for c in (False, True))
    assert counted.regions == located.regions and counted.transitions == located.transitions
    assert len(located.breakpoints) == located.regions - 1 and counted.breakpoints == ()


def test_a_sweep_of_one_layer_is_a_circle():
    # The sign of x cos s + y sin s: half of the circle each.
    net, other = (crease.Network([([row], [0], "linear")]) for row in ([1, 0], [0, 1]))
    found = net.sweep(other, [[1, 0], [-1, 0], [0, 1]])
    assert (found.distinct, found.transitions, found.flips) == (4, 4, 6)
    assert found.flips_of == (2, 2, 2) and found.on_circle and found.vertices == 4
    exact = net.sweep(other, [[1, 2], [2, 1], [-2, -4], [1, 0]], rationals=True)
    assert exact.places == (1, Fraction(4, 3), Fraction(5, 3), 3, Fraction(10, 3), Fraction(11, 3))
    assert exact.labels == ("1100", "1000", "0010", "0011", "0111", "1101")
    assert exact.seen == (1, 2, 3, 4, 5, 6)
    assert sorted(found.labels) == ["010", "011", "100", "101"] and max(found.seen) == 4
    for wrong in ({"layer": 1}, {"label": 1}, {"vertices": 2}, {"reach": -1}, {"arith": "float"}):
        with pytest.raises(ValueError):
            net.sweep(other, [[1, 0]], **wrong)


@pytest.mark.parametrize("seed", range(max(10, cases(40))))
def test_labels_of_a_sweep_by_evaluation(seed):
    """Between two places labels are those of the network with these weights, if not zero."""
    random = Random(seed)
    kinds = ["relu", "hardtanh", "abs", "leaky:1/2", "pwl:-1,0,1;0,1,-1,2;0", "maxout:2"]
    depth, kind, biases = random.randint(1, 3), random.choice(kinds), random.choice([0, 2])
    widths = [random.randint(1, 3) for _ in range(depth + 1)]

    def draw(most):
        return Fraction(random.randint(-most, most), random.randint(1, 2))

    def layers(biases):
        for n, units, last in zip(widths, widths[1:], [*[False] * (depth - 1), True]):
            rows = units * (2 if kind == "maxout:2" and not last else 1)
            weights = [[draw(2) for _ in range(n)] for _ in range(rows)]
            yield weights, [draw(biases) for _ in range(rows)], "linear" if last else kind

    net, other = crease.Network(layers(biases)), crease.Network(layers(2))
    points = [[draw(2) for _ in range(widths[0])] for _ in range(random.randint(1, 4))]
    at, label, reach = random.randrange(depth), random.randrange(widths[-1]), random.choice([0, 9])
    vertices = 0 if reach else random.randint(3, 9)
    how = {"layer": at, "label": label, "reach": reach, "vertices": vertices, "threads": 1}
    found = net.sweep(other, points, rationals=True, **how)
    corners = [(1, -reach), (1, reach)] if reach else crease.circle([1, 0], [0, 1], vertices)

    def values(t):
        start, end = corners[int(t) % len(corners)], corners[(int(t) + 1) % len(corners)]
        x, y = (a + t % 1 * (b - a) for a, b in zip(start, end))
        turned = net.layers
        pairs = zip(turned[at][0], other.layers[at][0])
        turned[at] = ([[x * a + y * b for a, b in zip(*two)] for two in pairs], *turned[at][1:])
        turned = crease.Network(turned)
        return [turned.exact(v)[label] for v in points]

    ends = [*found.places, found.places[0] + len(corners)] if found.places else [0, len(corners)]
    rows = [found.labels[-1], *found.labels]
    for before, row, start, end in zip(rows, found.labels, ends, ends[1:]):
        if found.places:
            assert row != before
            assert all(y == 0 for y, a, b in zip(values(start), before, row) if a != b)
        for _ in range(4):
            inside = values(start + (end - start) * Fraction(random.randint(1, 999), 1000))
            assert all(y == 0 or (y > 0) == (c == "1") for y, c in zip(inside, row))
    rough = net.sweep(other, points, **how)
    assert (rough.labels, rough.seen, rough.flips_of) == (found.labels, found.seen, found.flips_of)


def test_the_boundary_of_two_lines():
    found = crease.Network(FOLDS).boundary((-1, 1))
    assert found.regions == 4
    assert abs(float(found.volume) - 4 * 2**0.5) < 1e-9
    assert abs(float(found.density) - 2**0.5) < 1e-9


def test_random_points_and_paths():
    assert crease.points(2, 3, 5) == crease.points(9, 3, 5)[:2] != crease.points(2, 3, 6)
    assert all(0 <= x < 1 for row in crease.points(5, 2, 1, box=(0, 1)) for x in row)
    assert all(x * x + y * y == 1 for x, y in crease.circle([1, 0], [0, 1], 8))
    first = [Fraction(3, 5), 0, Fraction(8, 5)]
    assert crease.circle([1, 0, 0], [0, 0, 2], 8)[1:3] == [first, [0, 0, 2]]
    for p, q, count in (([1, 0], [2, 0], 5), ([0, 0], [0, 1], 3), ([1, 0], [0, 1], 2)):
        with pytest.raises(ValueError):
            crease.circle(p, q, count)
    found = crease.estimate([1, 2, 3, 4])
    assert found.mean == 2.5 and abs(found.high - 2.5 - 3.182446 * (5 / 12) ** 0.5) < 1e-5
    assert abs(crease.estimate([0] * 30 + [1]).high - 1 / 31 - 2.042272 / 31) < 1e-5


def test_distances(moons):
    one = moons.distance([1, "1/3"], function=True)
    several = moons.distance([[1, "1/3"], [0, 1]])
    assert one.activation == several[0].activation and len(several) == 2
    near = one.activation
    assert near.squared == sum((a - b) ** 2 for a, b in zip(near.point, [1, Fraction(1, 3)]))
    assert len(moons.locate(near.point)) >= 2 and float(one) == pytest.approx(
        float(near.squared) ** 0.5
    )
    for norm, size in ((1, sum), ("inf", max)):
        near = moons.distance([1, "1/3"], norm=norm).activation
        assert near.rational == size(abs(a - b) for a, b in zip(near.point, [1, Fraction(1, 3)]))
        # The ball has one region, and a larger one has more.
        if norm == "inf":
            ball = [crease.Domain.ball([1, "1/3"], near.rational * k) for k in (1, 1 + 2**-20)]
            assert moons.count(ball[0]).activation_regions == 1
            assert moons.count(ball[1]).activation_regions > 1
    with pytest.raises(ValueError, match="norm is 3"):
        moons.distance([0, 0], norm=3)


def test_trajectories(moons):
    path = moons.trajectory([[-2, -2], [3, -2], [3, 2]], rel_error="1e-12")
    assert path.lengths[0].lo == path.lengths[0].hi == 9
    assert path.growth[0] is None
    for length, before, growth in zip(path.lengths[1:], path.lengths, path.growth[1:]):
        assert length.lo <= length.hi and growth.lo * before.lo <= length.hi


@pytest.mark.parametrize(
    "ask, message",
    [
        (lambda net: net.count(box=(1, 0)), "LO must be less"),
        (lambda net: net.count(box=[(0, 1)] * 3), "2 coordinates"),
        (lambda net: net.count(box=(0, 1), polytope=[[1, 0, 0]]), "exclude"),
        (lambda net: net.count(polytope=[[0, 0, -1]]), ""),
        (lambda net: net.count(slice=[[0, 0]]), "two points"),
        (lambda net: net.count(slice=[[0, 0], [0, 0]]), ""),
        (lambda net: net.count(arith="fast"), "arith"),
        (lambda net: net.count(timeout=-1), "timeout"),
        (lambda net: net([1]), "1 coordinates"),
        (lambda net: net([[1, 2], [1]]), "1 coordinates"),
        (lambda net: net(numpy.ma.array([1, 2], mask=[0, 1])), "masked"),
        (lambda net: net({1: 2, 3: 4}), "dict"),
        (lambda net: net.count(box=Table([0, 1])), "a table is refused"),
        (lambda net: net(Table([[1, 2], [3, 4]])), "a table is refused"),
        (lambda net: crease.Network([(numpy.ones((2, 2, 1)), None, "relu")]), "shape"),
        (lambda net: crease.Network([({0: [1], 1: [2]}, None, "relu")]), "dict"),
        (lambda net: crease.Network([([["1_000"]], None, "relu")]), "1_000"),
        (lambda net: crease.Network({"0.weight": [[1]]}), "the lines for state dicts"),
        (lambda net: crease.Network(Module()), "crease.from_torch takes a module such as Module"),
        (lambda net: net.count(treads=2), "did you mean 'threads'"),
        (lambda net: net.count(boxes=(0, 1)), "did you mean 'box'"),
        (lambda net: net.range(objective=[1, 2, 3]), "objective has 3 numbers"),
        (lambda net: net.classes(objective=[1, 2, 3]), "objective has 3 numbers"),
        (lambda net: net.locate([0, 0], box=(-1, 1)), "nor among its options, which are"),
        (lambda net: net.tree(crease.Domain(3)), "the domain has 3 coordinates"),
        (lambda net: net.count(crease.Domain(2), slice=[[0, 0], [1, 1]]), "a domain excludes"),
        (lambda net: net.count(crease.Domain(2), polytope=[[1, 0, 0]]), "a domain excludes"),
        (lambda net: crease.random([-1, 2]), "widths: expected positive"),
        (lambda net: crease.bounds([2**64, 2, 1]), "widths: expected positive"),
        (lambda net: net.count(where=3), "not a parameter of this call"),
        (lambda net: net.line([0], [1, 2]), "start"),
        (lambda net: net.line([0, 0], [0, 0]), ""),
        (lambda net: net.distance([[0, 0], [1]]), "points[1]"),
        (lambda net: net.trajectory([[0, 0]]), "two points"),
        (lambda net: net.certify("/nowhere/x.cert"), "/nowhere/x.cert"),
        (lambda net: net.regions(only=("colour",)), "colour"),
        (lambda net: net.regions(images="always"), "only count and certify go by images"),
    ],
)
def test_asked_wrongly(moons, ask, message):
    with pytest.raises((ValueError, TypeError)) as refusal:
        ask(moons)
    assert message in str(refusal.value)


@pytest.mark.parametrize(
    "call",
    [
        lambda net: net.count(box="-1,1\0,2"),
        lambda net: net.exact(["1\0", 2]),
        lambda net: net.save("net\0.json"),
        lambda net: net.certify("net\0.cert"),
        lambda net: net.count(checkpoint="folder\0"),
        lambda net: net.count(polytope="net\0.ine"),
        lambda net: net.verify("net\0.vnnlib"),
        lambda net: crease.page("net\0.html", net, box=(-1, 1)),
        lambda net: crease.load("net\0.json"),
        lambda net: crease.parse("{}", "net\0"),
        lambda net: crease.construct("telgarsky:sawtooth\0", layers=3),
        lambda net: crease.construct("telgarsky:sawtooth", layers="3\0"),
        lambda net: crease.random([2, 3, 1], init="he\0"),
        lambda net: crease.load("net.onnx", onnx_output="y\0"),
        lambda net: crease.bounds([2, 3, 1], "relu\0"),
    ],
)
def test_a_nul_character_ends_no_text(moons, call, tmp_path, monkeypatch):
    """C would read what stands before it: another box, another file."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match="has a NUL character"):
        call(moons)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("inputs", [0, -1, 2**70])
@pytest.mark.parametrize("box", [None, (-1, 1), "-1,1"])
def test_domains_have_inputs(inputs, box):
    with pytest.raises(ValueError, match="not a positive number of inputs"):
        crease.Domain(inputs, box=box)


def test_ranges_are_those_of_the_vertices(moons):
    found = moons.range(box=MOONS)
    values = [moons.exact(v) for cell in moons.regions(box=MOONS) for v in cell.exact_vertices]
    for output, one in enumerate(found):
        assert one.complete and one.mean is None
        assert one.least.value == min(v[output] for v in values)
        assert one.greatest.value == max(v[output] for v in values)
        assert moons.exact(one.greatest.point)[output] == one.greatest.value
    difference = moons.range(box=MOONS, objective=[1, -1], mean=True)
    assert difference.greatest.value == max(a - b for a, b in values)
    assert difference.least.value < difference.mean < difference.greatest.value
    assert moons.range()[0].greatest.value is None
    with pytest.raises(ValueError, match="objective"):
        moons.range(objective=[1])


def test_the_greatest_slope_is_that_of_a_map(moons):
    maps = [cell.map for cell in moons.regions(box=MOONS)]
    found = moons.lipschitz(box=MOONS, norm="inf")
    assert found.value.lo == max(sum(abs(a) for a in row[:-1]) for m in maps for row in m)
    assert found.map in maps
    singular = max(numpy.linalg.norm([[float(a) for a in r[:-1]] for r in m], 2) for m in maps)
    assert float(moons.lipschitz(box=MOONS).value) == pytest.approx(singular)
    with pytest.raises(ValueError, match="norm"):
        moons.lipschitz(norm=3)


def test_layers_of_sparse_networks_are_dense():
    net = crease.random("60-40-1", keep_prob="1/50", seed=1)
    assert {len(row) for row in net.layers[0][0]} == {60}
    assert crease.Network(net.layers) == net


def test_points_come_as_tensors_and_arrays_of_any_kind(moons):
    torch = pytest.importorskip("torch")
    point = torch.tensor([0.5, 0.25], requires_grad=True)
    assert (moons(point) == moons([0.5, 0.25])).all()
    assert (moons(list(point)) == moons([0.5, 0.25])).all()
    assert moons(numpy.zeros((0, 2))).shape == (0, 2)
    assert (
        moons.distance(point).activation.squared == moons.distance([0.5, 0.25]).activation.squared
    )
    with pytest.raises(TypeError, match=r"not an array of shape \(1, 2\)"):
        moons.line(point.reshape(1, 2), [0, 0])
    with pytest.raises(TypeError, match=r"\.reshape\(len\(X\), -1\) of several points"):
        moons(numpy.zeros((5, 1, 2)))
    with pytest.raises(TypeError, match="only once"):
        moons(x for x in (1, 2))


def test_a_module_with_a_batch_or_without_linear_layers():
    torch = pytest.importorskip("torch")
    model = torch.nn.Sequential(
        torch.nn.Conv2d(1, 1, 2), torch.nn.Flatten(), torch.nn.ReLU(), torch.nn.Linear(4, 1)
    )
    with pytest.raises(ValueError, match="example="):
        crease.from_torch(model)
    with pytest.raises(ValueError, match="batch of 3"):
        crease.from_torch(model, torch.zeros(3, 1, 3, 3))
    assert crease.from_torch(model, numpy.zeros((1, 1, 3, 3))).inputs == 9
    with pytest.raises(TypeError, match="str, not"):
        crease.from_torch("model.pt")


def test_what_is_pickled_and_what_is_not(moons):
    for domain in (moons.domain(MOONS), crease.Domain.ball([0, 0], "1/3", box=(-1, 1))):
        again = pickle.loads(pickle.dumps(moons.regions(domain)))
        assert str(again.domain) == str(domain)
        assert len(list(again)) == moons.count(domain).activation_regions
    cell = next(iter(moons.regions(MOONS)))
    assert copy.deepcopy(cell) is cell
    with pytest.raises(TypeError, match="to_arrays"):
        pickle.dumps(cell)


def test_results_with_long_numbers_are_shown():
    net = crease.Network([([[1, 0], [0, 1]], [0, 0], "relu"), ([["1e-5000", 1]], [0], "linear")])
    found = net.range(box=(0, 1))[0]
    assert "value=~1.0," in repr(found)
    assert crease.Network(net.layers) == net
    line = net.line([-1, -2], [2, 1])
    assert repr(line).startswith("Line(regions=3, linear_regions=None, breakpoints=(Fraction(1, 3)")
    huge = crease.Network([([[2**20000]], None, "relu")])
    assert crease.Network(huge.layers) == huge


def test_limits_of_the_wrong_type_are_named(moons):
    wrong = {"threads": "2", "timeout": "1s", "max_regions": 2.5, "memory_limit": "1M"}
    for name, value in wrong.items():
        with pytest.raises(TypeError, match=f"^{name} is {value!r}, not "):
            moons.count(**{name: value})


def test_a_wrong_weight_is_named():
    with pytest.raises(ValueError, match="layer 0, unit 1: nan is not"):
        crease.Network([([[0], [float("nan")]], None, "relu")])


def test_a_point_inside_a_small_region_far_from_the_first():
    """The means of vertices are exact enough behind a million other vertices."""
    from crease._regions import _row_sums

    rows = numpy.array([[2.0**52], [1.0], [1.0 + 2**-40]])
    assert _row_sums(rows, numpy.array([0, 1, 1, 3]), mean=True).tolist() == [
        [2.0**52],
        [0.0],
        [1.0 + 2**-41],
    ]


@pytest.mark.parametrize(
    "wrong, message",
    [
        (lambda net: net.equals("net.json"), "the other is a str, not a crease.Network"),
        (lambda net: net.count(slice=3), "slice: int is not a list"),
        (lambda net: crease.random([2, 3.5, 1]), "expected integers"),
        (lambda net: crease.random("2-3-1", seed=-1), "seed is -1"),
        (lambda net: crease.points(3, 2, seed=1.5), "seed is 1.5"),
        (lambda net: net.sweep(net, [[0, 0]], reach=0.5), "reach is 0.5"),
    ],
)
def test_arguments_of_the_wrong_kind(moons, wrong, message):
    with pytest.raises((TypeError, ValueError), match=message):
        wrong(moons)


def test_norms_as_numbers(moons):
    assert moons.lipschitz(MOONS, norm=2.0) == moons.lipschitz(MOONS, norm="2")


def test_folding_and_its_certificate(tmp_path):
    net = crease.construct("telgarsky:sawtooth", layers=100)
    last = net.folding(box=(0, 1))[-1]
    assert (last.cells, last.images, last.points, last.most_of_one) == (2**99, 1, 0, 2**99)
    pieces = net.count(box=(0, 1), linear=True, images="always")
    assert (pieces.linear_regions, pieces.affine_maps) == (2**100, None)
    net = crease.construct("pascanu:folds", d=2, layers=3)
    net.folding(box=(-1, 1), picture=tmp_path / "folds.svg")
    assert (tmp_path / "folds.svg").read_text().startswith("<?xml")
    found = net.certify(tmp_path / "folds.cert", images="always")
    assert found.per_layer == net.count(images="never").per_layer
    assert (tmp_path / "folds.cert").read_text().count("lemma") == found.images - 1
    for options in ({"images": "auto"}, {"images": "always", "linear": True}):
        with pytest.raises(ValueError):
            net.certify(tmp_path / "none.cert", **options)


def test_domains_and_results_are_readable():
    assert str(crease.Domain(2, box=(-1.2, 0.5))) == "[float(-1.2), 1/2] x [float(-1.2), 1/2]"
    assert str(crease.Domain(2, box=("-1.2", 1e-300))).count("[-6/5, float(1e-300)]") == 2
    assert str(crease.Domain(1, box=(0, "1e400"))) == f"[0, 1{'0' * 400}]"
    assert str(crease.Domain(784, box=(0, 1))) == "[0, 1]^784"
    found = crease.random("2-3-1", seed=1).lipschitz((-1, 1))
    assert f"{found.value:.1f}" == f"{float(found.value):.1f}"
    assert "<th>value</th>" in found._repr_html_()
    expected = crease.expected_density([2, 3], (-1, 1), bias_std=1, samples=4)
    assert "<th>crossings</th>" in expected._repr_html_()
