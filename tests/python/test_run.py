"""How calls run: interrupts, limits, progress, threads."""

import _thread
import signal
import subprocess
import sys
import threading

import pytest

import crease
from conftest import BUILD, ROOT

LONG = dict(widths="4-64-64-64-64-64-64-1", seed=1, bias_std=1)  # days


@pytest.fixture(autouse=True)
def keyboard():
    """Whoever runs tests in the background may have told them to ignore the keyboard."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_a_timeout_leaves_a_part():
    found = crease.random(**LONG).count(timeout=0.2)
    assert not found.complete and found.activation_regions > 0


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
    assert found.arith == arith and found.certified == (arith != "float")


def test_every_public_function_is_bound():
    import declarations

    names = declarations.functions(ROOT / "include")
    assert len(names) > 100
    assert [name for name in names if not hasattr(crease.lib, name)] == []


def test_a_count_is_taken_up_again(tmp_path):
    net = crease.random("2-32-32-32-32-32-32-1", seed=7, bias_std=0.5)
    whole = net.count(box=(-1, 1))
    record = tmp_path / "run"
    part = net.count(box=(-1, 1), checkpoint=record, every=0.001, timeout=1e-6)
    assert not part.complete
    for timeout in [0.01, 0.02, None]:
        part = net.count(box=(-1, 1), checkpoint=record, resume=record, timeout=timeout)
    assert part.complete and part.per_layer == whole.per_layer
    assert net.count(box=(-1, 1), resume=str(record)).per_layer == whole.per_layer
    with pytest.raises(crease.Error, match="is there already"):
        net.count(box=(-1, 1), checkpoint=record)
    with pytest.raises(crease.Error, match="this domain"):
        net.count(box=(-1, 2), resume=record)
    with pytest.raises(crease.Error, match="this work"):
        net.count(box=(-1, 1), linear=True, resume=record)


def test_linear_regions_are_taken_up_again(tmp_path):
    net = crease.random("2-24-24-24-1", seed=7, bias_std=0.5)
    whole = net.count(box=(-1, 1), linear=True)
    record = tmp_path / "run"
    for timeout in [1e-6, 0.01, 0.02, None]:
        part = net.count(
            box=(-1, 1), linear=True, checkpoint=record, resume=record, every=0.001, timeout=timeout
        )
    assert part.complete and part.per_layer == whole.per_layer
    assert part.linear_regions == whole.linear_regions and part.affine_maps == whole.affine_maps


def test_shares_add_up():
    net = crease.random("2-32-32-32-32-32-32-1", seed=7, bias_std=0.5)
    shares = [net.count(box=(-1, 1), part=(i, 3)).activation_regions for i in range(3)]
    assert sum(shares) == net.count(box=(-1, 1)).activation_regions and min(shares) > 0
    for part in [(3, 3), (-1, 3), (0, 0)]:
        with pytest.raises(ValueError, match="part is"):
            net.count(part=part)
