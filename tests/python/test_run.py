"""How calls run: interrupts, limits, progress, threads."""

import _thread
import math
import signal
import subprocess
import sys
import threading

import pytest

import crease
from conftest import BUILD, ROOT, cases
from crease._numbers import Vector
from crease._run import Run, limit, limited, memory_taken

LONG = dict(widths="4-64-64-64-64-64-64-1", seed=1, bias_std=1)  # days


@pytest.fixture(autouse=True)
def keyboard():
    """Whoever runs tests in the background may have told them to ignore the keyboard."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_a_timeout_leaves_a_part():
    for timeout in (0.1, 1, 10, 100, 1000):  # until the machine is fast enough
        found = crease.random(**LONG).count(timeout=timeout)
        assert not found.complete
        if found.activation_regions > 0:
            break
    assert found.activation_regions > 0


@pytest.mark.long
def test_an_interrupt_leaves_a_part():
    net = crease.random(**LONG)
    counted = []

    def progress(now):
        counted.append(now["regions"])
        _thread.interrupt_main()

    with pytest.raises(crease.Interrupted) as interrupted:
        net.count(progress=progress)
    assert isinstance(interrupted.value, KeyboardInterrupt)
    assert not interrupted.value.result.complete
    assert interrupted.value.result.activation_regions >= counted[0] > 0


def test_ctrl_c_in_a_program_of_its_own():
    script = (
        "import os, signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "sys.path.insert(0, sys.argv[1]); import crease\n"
        f"net = crease.random(**{LONG!r})\n"
        "try: net.count(progress=lambda now: os.kill(os.getpid(), signal.SIGINT))\n"
        "except KeyboardInterrupt as stop: print(stop.result.complete)\n"
    )
    said = subprocess.run(
        [sys.executable, "-c", script, BUILD / "python"], capture_output=True, text=True
    )
    assert said.stdout == "False\n", said


@pytest.mark.long
def test_an_exception_of_progress_comes_through():
    def progress(now):
        raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        crease.random(**LONG).count(progress=progress)


def test_several_threads(moons):
    found = []

    def count():
        for _ in range(20):
            found.append(moons.count(box=[(-2, 3), (-2, 2)], linear=True).linear_regions)
            found.append(len(list(moons.regions(box=[(-2, 3), (-2, 2)]))))

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [647] * 160


@pytest.mark.parametrize("arith", ["filtered", "exact", "float"])
def test_arithmetics(moons, arith):
    found = moons.count(box=[(-2, 3), (-2, 2)], arith=arith)
    assert found.arith == arith and found.exact == (arith != "float")


def test_every_public_function_is_bound():
    import declarations

    names = declarations.functions(ROOT / "include")
    assert len(names) > 100
    assert [name for name in names if not hasattr(crease.lib, name)] == []


@pytest.mark.long
def test_a_search_that_a_limit_ends_leaves_a_lower_bound():
    net = crease.random("4-64-64-64-64-3", seed=1, bias_std=1)
    found = net.margin([0, 0, 0, 0], timeout=1)
    assert found.state == "lower_bound" and 0 <= found.distance
    found = net.margin([0, 0, 0, 0], max_regions=100)
    assert found.state == "lower_bound" and 0 < found.distance
    longer = net.margin([0, 0, 0, 0], max_regions=3 * found.cells)
    assert longer.squared >= found.squared


def endless():
    """Calls that would take hours, by name."""
    plane = crease.random("2-300-300-300-300-1", seed=1, bias_std=1)
    net = crease.random("3-64-64-64-64-64-1", seed=1, bias_std=1)
    far = crease.random("8-64-64-64-2", seed=1, bias_std=1)
    box = (-1, 1)
    whole = ("count", "tree", "adjacency", "boundary", "range", "stable", "simplify", "classes")
    for name in whole:
        yield name, lambda name=name, **how: getattr(net, name)(box, **how)
    yield "lipschitz", lambda **how: net.lipschitz(box, norm="inf", **how)
    yield "linear", lambda **how: net.count(box, linear=True, **how)
    yield "folding", lambda **how: net.folding(box, **how)
    yield "regions", lambda **how: net.regions(box, **how).to_arrays()
    yield "mean", lambda **how: net.range(box, mean=True, **how)
    for norm in (1, 2, "inf"):
        yield f"margin {norm}", lambda norm=norm, **how: far.margin([0] * 8, norm=norm, **how)
    yield "plot", lambda **how: plane.plot(box, **how)
    for ask in (crease.topology, crease.mesh, crease.definitions, crease.Complex):
        yield ask.__name__, lambda ask=ask, **how: ask(net, box=box, **how)
    yield "bounds", lambda **how: crease.histogram_bounds(net, box=box, **how)


@pytest.mark.long
def test_every_call_ends_at_a_limit_or_a_signal():
    pytest.importorskip("matplotlib.pyplot")  # an interrupted import would break later tests
    for name, ask in endless():
        try:
            found = ask(timeout=0.05)
            assert not getattr(found, "complete", False), name
        except crease.Undecided:
            pass
        timer = threading.Timer(0.05, _thread.interrupt_main)
        with pytest.raises(KeyboardInterrupt):
            timer.start()
            ask()
        timer.join()


def test_what_is_freed_runs_no_python():  # where an interrupt arrives, and is lost
    net = crease.random("2-3-1", seed=1)
    kept = [Vector([1, 2]), net, net.regions((-1, 1)), net.tree((-1, 1)), crease.bounds("2-3-1")]
    called: list[str] = []
    sys.setprofile(lambda frame, event, _: event == "call" and called.append(frame.f_code.co_name))
    del net
    kept.clear()
    sys.setprofile(None)
    assert called == []


@pytest.mark.parametrize("is_begun", [False, True])
def test_an_interrupt_while_a_call_begins_does_not_leave_it(monkeypatch, is_begun):
    begin, begun = _thread.start_new_thread, []

    def start(work, arguments):
        begun.append(1)
        if is_begun or len(begun) > 1:
            begin(work, arguments)
        if len(begun) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(_thread, "start_new_thread", start)
    net = crease.random("3-64-64-64-64-64-1", seed=1, bias_std=1)
    with pytest.raises(KeyboardInterrupt) as stopped:
        net.count((-1, 1))
    assert len(begun) == 2 and not stopped.value.result.complete  # it has ended


def test_calls_inside_of_a_limit_end_with_it():
    with limit(1e6):
        assert Run(timeout=1e9)._end == Run()._end == limit.end() < float("inf")
        assert Run(timeout=1)._end < limit.end()
    assert limit.end() == float("inf")
    net = crease.random("3-60-60-1", seed=1, bias_std=1)
    with pytest.raises(crease.Undecided, match="stopped the sweep"):
        net.sweep(net, [[1, 2, 3]], timeout=1e-9)


def test_a_limit_may_be_longer_than_threads_wait(monkeypatch):
    failed = []
    monkeypatch.setattr(threading, "excepthook", failed.append)
    net = crease.Network([([[1]], [0], "relu"), ([[1]], [0], "linear")])
    assert crease.topology(net, box=(0, 1), timeout=1e12).euler == 1
    for thread in threading.enumerate():
        if thread.name == "crease limit":
            thread.join()
    assert not failed


def test_what_fails_at_a_limit_is_undecided():
    """The exception of a limit may arrive while a thread is started, which then raises another."""
    with pytest.raises(crease.Undecided, match="the time limit was reached"):
        with limit(0.01):
            try:
                while True:
                    pass
            except BaseException:
                raise KeyError("a thread") from None


def test_python_ends_at_a_limit_of_memory():
    kept = []

    def fill():  # Python 3.13 leaves a block by an exception in a loop that begins it, without exit
        while len(kept) < 1 << 14:  # a gigabyte
            kept.append(bytes(1 << 16))

    with pytest.raises(crease.Undecided, match="the memory limit was reached"):
        with limit(None, memory_taken() + (16 << 20)):
            fill()
    with limit(None, memory_taken() + (1 << 30)):
        kept.clear()


def test_what_a_function_does_in_python_ends_at_its_limit_of_memory():
    @limited
    def fill(memory_limit=None):
        kept = []
        while len(kept) < 1 << 14:  # a gigabyte
            kept.append(bytes(1 << 16))
        return len(kept)

    with pytest.raises(crease.Undecided, match="the memory limit was reached"):
        fill(memory_limit=memory_taken() + (16 << 20))
    for method in (crease.Network.adjacency, crease.Network.tree):  # many objects in Python
        assert method.__wrapped__


def test_calls_leave_no_memory_behind():
    """Each is a thread of its own, and FLINT keeps memory for the numbers of each thread."""
    net = crease.random("2-8-8-1", seed=1, bias_std=1)
    for call in (net.lipschitz, lambda box: list(net.regions(box))):
        for _ in range(3):
            call((-1, 1))
        before = memory_taken()
        for _ in range(40):  # 8 MB then
            call((-1, 1))
        assert memory_taken() < before + (3 << 20), call


@pytest.mark.parametrize("widths", ["2-4-1", "3-64-64-64-64-64-1"])
def test_every_call_ends_at_a_limit_of_memory(widths):
    """Also those that take less time than from one measurement to the next."""
    net = crease.random(widths, seed=1, bias_std=1)
    for name in ("count", "tree", "adjacency", "range", "stable", "classes", "regions"):
        try:
            found = getattr(net, name)((-1, 1), memory_limit=1 << 20)
            found = found.to_arrays() if name == "regions" else found
            assert not getattr(found, "complete", False), name
        except (crease.Undecided, crease.Error) as stopped:
            assert "memory" in str(stopped) or "limit" in str(stopped), (name, stopped)


def test_a_limit_that_is_reached_while_it_begins(monkeypatch):
    """As on a machine so busy that threads wait for longer than from one look to the next."""
    start = threading.Thread.start

    def start_slowly(thread):
        start(thread)
        for _ in range(100):
            threading.Event().wait(0.002)

    monkeypatch.setattr(threading.Thread, "start", start_slowly)
    with pytest.raises(crease.Undecided, match="memory limit"):
        with limit(None, 1):
            for _ in range(100):
                threading.Event().wait(0.1)
    assert limit.end() == math.inf


def test_a_limit_leaves_true_bounds():
    """Each enclosure of a run that a limit stopped contains that of the whole run."""
    for seed in range(cases(20)):
        net = crease.random("2-9-9-1", seed=seed, bias_std=1)
        for most in (1, 3, 10):
            for norm in (1, 2, "inf"):
                whole = net.lipschitz((-1, 1), norm=norm)
                part = net.lipschitz((-1, 1), norm=norm, max_regions=most)
                assert whole.complete and not part.complete, (seed, most)
                assert 0 <= part.value.lo <= whole.value.hi < part.value.hi, (seed, most)
                if norm == 2:
                    assert part.squared.lo <= whole.squared.hi < part.squared.hi, (seed, most)
            for objective in ([1], [-2]):
                wholes = net.range((-1, 1), objective=objective)
                parts = net.range((-1, 1), objective=objective, max_regions=most, arith="exact")
                assert not parts.complete, (seed, most)
                for end, side in ((wholes.least, -math.inf), (wholes.greatest, math.inf)):
                    assert end.enclosure == (end.value, end.value), (seed, most)
                    known = (parts.least if side < 0 else parts.greatest).enclosure
                    assert side in known, (seed, most, known)
                    assert known.lo <= end.value <= known.hi, (seed, most, known, end)
                assert f"{parts.greatest.enclosure:.1f}".startswith("at least"), (seed, most)
                assert f"{parts.least.enclosure:.1f}".startswith("at most"), (seed, most)


def test_what_a_limit_leaves_open_is_undecided():
    net = crease.random("2-9-9-1", seed=1, bias_std=1)
    with pytest.raises(crease.Undecided, match="before all regions were met"):
        net.boundary((-1, 1), max_regions=3)
    large = crease.random("3-64-64-64-64-64-1", seed=1, bias_std=1)
    for milliseconds in (10, 20, 30, 40, 50, 60):
        with pytest.raises(crease.Undecided, match="before all regions were met"):
            large.boundary((-1, 1), timeout=milliseconds / 1000)
    with pytest.raises(crease.Undecided, match="stopped the path"):
        net.trajectory([[0, 0], [1, 1]], timeout=1e-9)
    known = net.range((-1, 1), timeout=1e-9)[0]
    words = [BUILD / "crease", "range", "-", "--box=-1,1", "--time-limit=1e-9"]
    said = subprocess.run(words, input=net._text(), capture_output=True, text=True).stdout
    assert not known.complete and "greatest          0" not in said and "complete" in said
    with pytest.raises(crease.Undecided, match="before a region was met"):
        net.lipschitz((-1, 1), timeout=1e-9)
    with pytest.raises(crease.Undecided, match="neighbours"):
        net.adjacency((-1, 1), max_regions=3)
