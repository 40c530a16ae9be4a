"""What editors, help() and type checkers see of the module."""

import inspect
import re

import pytest

import crease
import typed_script
from crease import _options, _plot, _run, _tasks


def own_functions(public):
    """The functions of a public name with their place: itself, or its public methods."""
    parts = {"": public}
    if inspect.isclass(public):
        parts = {f".{name}": x for name, x in vars(public).items()}
        parts = {n: x for n, x in parts.items() if n[1] != "_" or n in (".__init__", ".__call__")}
    for name, part in parts.items():
        part = getattr(part, "__func__", getattr(part, "fget", getattr(part, "func", part)))
        if inspect.isfunction(part) and part.__module__.startswith("crease"):
            yield name, part


def public_annotations():
    for name in crease.__all__:
        public = getattr(crease, name)
        if inspect.isclass(public) and public.__module__.startswith("crease"):
            for field, kind in vars(public).get("__annotations__", {}).items():
                if field[0] != "_":
                    yield f"{name}.{field}", str(kind)
        for place, function in own_functions(public):
            signature = inspect.signature(function)
            named = list(signature.parameters.values())[place.startswith(".") :]
            for parameter in named:
                yield f"{name}{place}({parameter.name})", str(parameter.annotation)
            if not place.endswith("__init__"):
                yield f"{name}{place} ->", str(signature.return_annotation)


def test_no_any():
    places = dict(public_annotations())
    assert len(places) > 700, len(places)
    assert "Network.count(timeout)" in places and "Network.layers ->" in places
    for place, kind in places.items():
        assert not re.search(r"\bAny\b|_empty|Unpack", kind), (place, kind)


def test_options_are_those_of_the_calls():
    sources = {
        "Limits": _run.Run.__init__,
        "TaskLimits": _run.Run.__init__,
        "CountOptions": crease.Network.count,
        "Drawing": _plot.plot_arrays,
        "Reading": crease.load,
    }
    tasks = inspect.signature(_tasks.by_tasks(lambda: None), follow_wrapped=False).parameters
    for name, source in sources.items():
        parameters = {**tasks, **inspect.signature(source).parameters}
        for option in getattr(_options, name).__annotations__:
            assert option in parameters, (name, option)
            usual = parameters[option].default
            assert usual == _options.DEFAULTS.get(option), (name, option, usual)
    assert set(_run.OPTIONS) == set(_options.Limits.__annotations__)
    assert set(inspect.signature(crease.load).parameters) - {"path"} == set(
        _options.Reading.__annotations__
    )


WITH_LIMITS = [
    (name, place)
    for name in crease.__all__
    for place, function in own_functions(getattr(crease, name))
    if {"timeout", "arith"} <= set(inspect.signature(function).parameters) and name != "Run"
]


@pytest.mark.parametrize("name, place", WITH_LIMITS)
def test_wrong_option(name, place, tmp_path):
    """Each call with limits refuses time_limit, and says what it is called here."""
    net = typed_script.network()
    text = "(declare-const X_0 Real) (declare-const X_1 Real) (declare-const Y_0 Real)"
    text += "".join(f"(assert (>= X_{i} 0)) (assert (<= X_{i} 1))" for i in (0, 1))
    box, zero = (-1, 1), [0, 0]
    given = {"history": ([net],), "page": (tmp_path / "x.html", net)}
    given |= {"boundary": (box,), "locate": (zero,), "line": (zero, [1, 1]), "equals": (net,)}
    given |= {"sweep": (net, [zero]), "trajectory": ([zero, [1, 1]],), "distance": (zero,)}
    given |= {"margin": (zero,), "certify": (tmp_path / "x",)}
    method = place.removeprefix(".")
    if name == "Network":
        call, first = getattr(net, method), given.get(method, ())
    elif name == "Tree":
        call, first = net.tree(box).page, (tmp_path / "x.html",)
    else:
        call, first = getattr(crease, name), given.get(name, (net,))
    more = {"text": text} if method in ("verify", "counterexamples") else {}
    with pytest.raises(TypeError, match="'time_limit' is not a parameter .* options; .*'timeout'"):
        call(*first, **more, time_limit=1)


def test_all_calls_are_tried():
    assert len(WITH_LIMITS) >= 30, WITH_LIMITS


def test_every_public_object_has_html():
    """But errors, which are raised, and the options of a call."""
    without = {crease.Error, crease.Interrupted, crease.Refused, crease.Run, crease.Undecided}
    public = [getattr(crease, name) for name in crease.__all__]
    for kind in filter(inspect.isclass, public):
        assert hasattr(kind, "_repr_html_") == (kind not in without), kind
    net, box = typed_script.network(), (-1, 1)
    tables = {
        net: "<td>relu</td>",
        crease.Domain(2, box): "<td>[-1, 1] x [-1, 1]</td>",
        net.regions(box): "<td>&lt;crease.Network 2-2-1, relu&gt;</td>",
        next(iter(net.regions(box))): "<tr><th>pattern</th><td>((0, 0),)</td></tr>",
        crease.Complex(net, box): "<td>euler</td><td>1</td>",
        crease.GrowingTree(2): "<tr><th>regions</th><td>1</td></tr>",
    }
    texts = [(thing._repr_html_(), cell) for thing, cell in tables.items()]
    texts.append((crease.history([net, net], box=box)._repr_html_(), "<td>1</td><td>4</td>"))
    texts.append((net.margin([[1, 2]] * 99)._repr_html_(), "<td>exact</td>"))
    for text, cell in texts:
        assert text.startswith("<table><caption>") and cell in text, (text, cell)
    assert texts[-1][0].count("<tr>") == 52 and "<td>..</td>" in texts[-1][0]


def test_typed_script_runs(tmp_path, capsys):
    pytest.importorskip("matplotlib").use("agg")
    typed_script.main(tmp_path)
