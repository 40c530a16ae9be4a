"""Files that the module writes: whole or not at all, as those of the tool."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import BUILD
from crease import Network
from crease._files import out_file


@pytest.mark.parametrize("old", [None, "old\n"])
@pytest.mark.parametrize("problem", [KeyboardInterrupt, OSError, ValueError])
def test_a_stopped_write_leaves_what_was_there(tmp_path, old, problem):
    path = tmp_path / "out.wkt"
    if old is not None:
        path.write_text(old)
    with pytest.raises(problem):
        with out_file(path) as file:
            file.write("half")
            file.flush()
            raise problem()
    assert [x.name for x in tmp_path.iterdir()] == ([] if old is None else ["out.wkt"])
    assert old is None or path.read_text() == old


def test_links_and_modes_are_kept(tmp_path):
    path, link = tmp_path / "out.wkt", tmp_path / "link"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to("out.wkt")
    with out_file(link) as file:
        file.write("new")
        assert path.read_text() == "old"
    assert link.is_symlink() and path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert len(list(tmp_path.iterdir())) == 2


def test_a_pipe_is_written_directly(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(["cat", tmp_path / "pipe"], stdout=subprocess.PIPE) as reader:
        with out_file(tmp_path / "pipe") as file:
            file.write("text")
        assert reader.communicate()[0] == b"text"
    assert (tmp_path / "pipe").is_fifo()


def test_errors_name_the_file_that_was_asked_for(tmp_path):
    path = str(tmp_path / "none" / "out.wkt")
    with pytest.raises(FileNotFoundError) as problem:
        with out_file(path):
            pass
    assert problem.value.filename == path


@pytest.mark.parametrize("words", ["polygons regions.jsonl", "theory definitions net.json"])
def test_commands_write_whole_files(tmp_path, monkeypatch, words):
    """A file that may not grow so far is not there afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHON", sys.executable)
    tool = BUILD / "crease"
    Network([([[1, 0], [0, 1]], [0, 0], "relu"), ([[1, -1]], [0], "linear")]).save("net.json")
    domain = "--box=-1,1" if words.startswith("theory") else "--digits=9"
    subprocess.run([tool, "regions", "net.json", "--box=-1,1", "-o", "regions.jsonl"], check=True)
    names = sorted(x.name for x in tmp_path.iterdir())
    limited = f'ulimit -f 0; exec "$0" {words} {domain} -o out.csv'
    done = subprocess.run(["sh", "-c", limited, tool], capture_output=True, text=True)
    assert done.returncode == 2 and "out.csv" in done.stderr, done
    assert sorted(x.name for x in tmp_path.iterdir()) == names
    subprocess.run([tool, *words.split(), domain, "-o", "out.csv"], check=True)
    assert Path("out.csv").stat().st_size > 20
