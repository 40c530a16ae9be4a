"""Long work by executors of concurrent.futures."""

import concurrent.futures
import functools
import multiprocessing
import os
import shutil
import subprocess
import sys

import crease
import pytest

pytestmark = pytest.mark.long
BOX = (-1, 1)


@pytest.fixture(scope="module")
def net():
    return crease.random("2-16-16-2", seed=7, bias_std=0.5)


def answers(net, path, **how):
    counted = net.count(BOX, linear=True, per_neuron=True, **how)
    assert counted.complete
    net.certify(path, BOX, **how)
    found = net.classes(BOX, **how)
    return (
        counted.per_layer,
        counted.per_neuron,
        counted.linear_regions,
        counted.affine_maps,
        path.read_bytes(),
        net.range(BOX, mean=True, **how),
        net.lipschitz(BOX, norm="inf", **how).value,
        [(c.regions, c.volume) for c in found.classes],
        [c.vertices for c in found.curves],
    )


def check_executor(net, tmp_path, executor):
    whole = answers(net, tmp_path / "whole")
    found = answers(net, tmp_path / "found", executor=executor, tasks=9, task_time=0.001)
    assert found == whole


def test_process_pool(net, tmp_path):
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as executor:
        check_executor(net, tmp_path, executor)


def test_dask(net, tmp_path):
    distributed = pytest.importorskip("distributed", reason="Debian: python3-distributed")
    with distributed.LocalCluster(2, threads_per_worker=1, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            check_executor(net, tmp_path, client.get_executor())


def test_timeout(net, tmp_path):
    """A timeout is one of the whole call; what is done is kept."""
    with concurrent.futures.ThreadPoolExecutor(1) as executor:
        how = {"executor": executor, "folder": tmp_path, "tasks": 9}
        with pytest.raises(crease.Undecided, match="9 tasks have no result yet"):
            net.count(BOX, **how, timeout=1e-9)
        crease._tasks.run_task(type(net), str(tmp_path), "2", "count", (BOX,), {})
        with pytest.raises(crease.Undecided, match="8 tasks have no result yet"):
            net.count(BOX, **how, timeout=1e-9)
        result = tmp_path / "2.result"
        before = result.stat().st_mtime_ns
        found = net.count(BOX, **how, timeout=1000)
        assert found.complete and found.per_layer == net.count(BOX).per_layer
        assert result.stat().st_mtime_ns == before
        with pytest.raises(ValueError, match="timeout is -1"):
            net.count(BOX, **how, timeout=-1)


def test_a_failure_ends_the_others(net, tmp_path):
    with concurrent.futures.ThreadPoolExecutor(1) as executor:
        net.count(BOX, executor=executor, folder=tmp_path, tasks=9)
        for result in tmp_path.glob("*.result"):
            result.unlink()
        (tmp_path / "network.json").unlink()
        with pytest.raises(FileNotFoundError, match="network.json"):
            net.count(BOX, executor=executor, folder=tmp_path)


def test_a_folder_of_this_name_again(net, tmp_path):
    """A process that lives on reads the network of the new work."""
    other = crease.random("2-16-16-2", seed=8, bias_std=0.5)
    with concurrent.futures.ThreadPoolExecutor(1) as executor:
        for each in (net, other):
            found = each.count(BOX, executor=executor, folder=tmp_path / "work", tasks=9)
            assert found.per_layer == each.count(BOX).per_layer
            shutil.rmtree(tmp_path / "work")


def test_places_of_results(net, tmp_path):
    with concurrent.futures.ThreadPoolExecutor(1) as executor:
        with pytest.raises(crease.Error, match="an executor takes folder"):
            net.count(BOX, executor=executor, checkpoint=tmp_path / "work")
        for method in (net.count, functools.partial(net.certify, tmp_path / "net.cert")):
            with pytest.raises(crease.Error, match="leave out executor"):
                method(BOX, executor=executor, folder=tmp_path / "work", images="always")
    for option in ({"folder": tmp_path / "work"}, {"tasks": 3}):
        with pytest.raises(crease.Error, match="one process takes checkpoint"):
            net.count(BOX, **option)
    assert not (tmp_path / "work").exists()


def test_mpi(net, tmp_path):
    pytest.importorskip("mpi4py.futures", reason="Debian: python3-mpi4py")
    script = tmp_path / "count.py"
    script.write_text(
        "import crease\n"
        "from mpi4py.futures import MPIPoolExecutor\n"
        "if __name__ == '__main__':\n"
        f"    net = crease.load({str(tmp_path / 'net.json')!r})\n"
        "    with MPIPoolExecutor(2) as executor:\n"
        "        print(net.count((-1, 1), linear=True, executor=executor, tasks=5))\n"
    )
    net.save(tmp_path / "net.json")
    mpirun = ["mpirun", "--oversubscribe", "--allow-run-as-root", "-n", "3"]
    ran = subprocess.run(
        [*mpirun, sys.executable, "-m", "mpi4py.futures", str(script)],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    whole = net.count(BOX, linear=True)
    assert f"linear_regions={whole.linear_regions}," in ran.stdout, ran.stderr


def test_a_count_goes_on(net, tmp_path):
    folder = tmp_path / "work"
    whole = net.count(BOX)
    for timeout in [1e-6, 0.001, None]:
        part = net.count(BOX, checkpoint=folder, timeout=timeout)
    assert part.complete and part.per_layer == whole.per_layer
    with pytest.raises(crease.Error, match="other work"):
        net.count((-1, 2), checkpoint=folder)
    with pytest.raises(crease.Error, match="other work"):
        net.count(BOX, linear=True, checkpoint=folder)
