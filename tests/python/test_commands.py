"""The tool runs the commands of the module, with their exit status and signals."""

import csv
import io
import json
import os
import re
import resource
import subprocess
import sys
from argparse import ArgumentTypeError
from fractions import Fraction
from pathlib import Path
from unittest.mock import patch

import pytest

import crease
from conftest import BUILD
from crease._command import Command, domain_of, seconds, size
from crease.theory import __main__ as theory
from crease.theory import curves

TOOL = str(BUILD / "crease")
NET = crease.Network(
    [
        ([[1, 0], [0, 1], [0, -1]], [0, 0, 0], "relu"),
        ([[1, -1, 1], [1, 0, 0]], [0, 0], "relu"),
        ([[1, -1]], [0], "linear"),
    ]
)
COUNTS = [7, 5, 4, 3, 3, 3]


@pytest.fixture(autouse=True)
def path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHON", sys.executable)
    NET.save("net.json")


def run(*words, **how):
    done = subprocess.run([TOOL, *words], capture_output=True, text=True, **how)
    return done.returncode, done.stdout, done.stderr


def run_here(*words, text=""):
    """The same, but the command runs in this Python: to start another takes longest."""
    Path("python").write_text('#!/bin/sh\nprintf "%s\\0" "$@"\n')
    Path("python").chmod(0o755)
    status, said, _ = run(*words, env={**os.environ, "PYTHON": "./python"})
    *start, name, rest = said.split("\0", 4)
    assert status == 0 and start[0] == "-c" and start[2] == TOOL
    streams = {"stdin": io.StringIO(text), "stdout": io.StringIO(), "stderr": io.StringIO()}
    with patch.multiple(sys, **streams):
        if name in ("trajectory", "sweep", "growth"):
            status = curves._COMMANDS[name](rest.split("\0")[:-1])
        else:
            status = theory.main(rest.split("\0")[:-1])
    return status, streams["stdout"].getvalue(), streams["stderr"].getvalue()


def test_count():
    for words in (["count", "net.json", "--definitions"], ["theory", "definitions", "net.json"]):
        for more in ([], ["--box", "-1,1"], ["--around=0,0", "--radius=1/3", "-j1"]):
            status, text, _ = run_here(*words, *more, "--json")
            assert status == 0 and list(json.loads(text).values()) == COUNTS
    status, text, _ = run_here("count", "net.json", "--definitions", "--slice=0,-1;1,0")
    assert status == 0 and text.splitlines()[1].split() == ["R2_proper", "3"]
    status, text, _ = run("construct", "arrangement:braid", "n=3")
    status, text, _ = run("count", "--characteristic", "-", input=text)
    assert status == 0 and text.splitlines()[2].split() == ["regions", "6"]
    assert text.splitlines()[-1].startswith("source        Zaslavsky 1975: ")


def test_deformation():
    moved = NET.layers
    moved[0][1][0] = 1
    crease.Network(moved).save("other.json")
    words = ["theory", "deform", "net.json", "other.json", "--box=-1,1"]
    wanted = NET.deform(crease.Network(moved), (-1, 1))
    status, text, _ = run_here(*words)
    assert status == 0 and text == f"{wanted}\n"
    status, text, _ = run_here(*words, "--json")
    events = json.loads(text)["events"]
    assert [event["here"] for event in events] == [event.here for event in wanted.events]
    status, text, error = run_here("theory", "deform", "net.json")
    assert (status, text) == (2, "") and "deform needs a second network" in error


def test_tables():
    """--csv and -o FILE.csv have the numbers of --json, in rows; .json and .txt what is printed."""
    moved = NET.layers
    moved[0][1][0] = 1
    crease.Network(moved).save("other.json")
    for words, rows_of in (
        (["faces", "net.json", "--box=-1,1"], lambda found: found["faces"]),
        (["folding", "net.json", "--box=-1,1"], lambda found: found["cells"]),
        (["deform", "net.json", "other.json", "--box=-1,1"], lambda found: found["events"]),
        (["topology", "net.json", "--box=-1,1"], lambda found: [found]),
        (["definitions", "net.json"], lambda found: [found]),
    ):
        found = json.loads(run_here("theory", *words, "--json")[1])
        status, text, _ = run_here("theory", *words, "--csv")
        rows = list(csv.DictReader(io.StringIO(text)))
        assert status == 0 and len(rows) == len(rows_of(found)) > 0, words
        for more in (["-o", "a.csv"], ["-o", "a.json"], ["-o", "a.txt"], ["-oa.csv", "--json"]):
            assert run_here("theory", *words, *more) == (0, "", ""), (words, more)
            form = more[-1] if more[-1] == "--json" else f"--{Path(more[-1]).suffix[1:]}"
            printed = run_here("theory", *words, *[form] * (form != "--txt"))[1]
            assert Path(more[0][2:] or more[1]).read_text() == printed, (words, more)
    text = run_here("theory", "definitions", "net.json", "--csv")[1]
    assert text.splitlines()[1] == ",".join(map(str, COUNTS))
    text = run_here("theory", "folding", "net.json", "--box=-1,1", "--csv")[1]
    assert text.splitlines() == ["layer,cells,points,images,most_of_one", "0,1,0,1,1", "1,4,1,3,1"]
    faces = crease.Complex(NET, (-1, 1)).faces
    text = run_here("theory", "faces", "net.json", "--box=-1,1", "--csv")[1]
    for face, row in zip(faces, csv.DictReader(io.StringIO(text))):
        points = [[Fraction(x) for x in point.split()] for point in row["points"].split(";")]
        assert points == [list(point) for point in face.points], row
        assert row["cells"].split() == [str(k) for k in face.cells], row
        assert row["on_border"] == str(face.on_border).lower(), row
    text = run_here("theory", "deform", "net.json", "net.json", "--box=-1,1", "--csv")[1]
    assert text.splitlines()[1:] == ["0.0,0,0,0 1,,5,5", "1.0,1,1,-1 1,5,5,"]
    for words in (["mesh", "--csv"], ["topology", "-oa.obj"], ["topology", "--json", "--csv"]):
        status, text, error = run_here("theory", words[0], "net.json", *words[1:])
        assert (status, text, error.count("\n")) == (2, "", 1), words


def test_certificate():
    status, text, _ = run_here("theory", "definitions", "net.json", "--certificate=net.cert")
    assert status == 0 and "certificate_of       R2_proper R4_open_connected R6_affine\n" in text
    found = crease.check("net.cert", NET)
    assert (found.activation_regions, found.domain, len(found.domain_sha256)) == (5, "space", 64)


def test_paths():
    """trajectory, sweep and growth print what the module returns."""
    path = [[0, 0], [1, "1/2"], [-1, 1]]
    words = ["net.json", "0,0;1,1/2;-1,1", "--closed", "--json"]
    status, text, _ = run_here("trajectory", *words)
    of, shown = NET.trajectory(path, closed=True), json.loads(text)
    assert status == 0 and shown["transitions"] == list(of.transitions)
    assert shown["lengths"] == [float(x) for x in of.lengths]
    status, text, _ = run_here("trajectory", *words[:-1], "--csv")
    table = list(csv.DictReader(io.StringIO(text)))
    assert [float(row["lengths"]) for row in table] == shown["lengths"] and not table[0]["growth"]
    other = [(weights[::-1], bias, name) for weights, bias, name in NET.layers]
    crease.Network(other).save("other.json")
    status, text, _ = run_here("sweep", "net.json", "other.json", "1,2;-1,1;2,-3", "--layer=1")
    found = NET.sweep(crease.Network(other), [[1, 2], [-1, 1], [2, -3]], layer=1)
    assert status == 0 and text.splitlines()[:2] == [
        f"distinct     {found.distinct}",
        f"transitions  {found.transitions}",
    ]
    status, text, _ = run_here("growth", "3-8-1", "3-4-4-1", "--init=gaussian:2")
    one, two = (crease.growth(widths, init="gaussian:2") for widths in ("3-8-1", "3-4-4-1"))
    tables, sources = f"3-8-1\n{one}\n\n3-4-4-1\n{two}\n\n", text.rpartition("\n\n")[2]
    assert status == 0 and text == tables + sources and "\nprinted " not in sources
    assert sources.startswith("at_least          at least: Price and Tanner 2020, Theorem 2\n")
    status, text, _ = run_here("growth", "3-8-1", "3-4-4-1", "--init=gaussian:2", "--csv")
    table = list(csv.DictReader(io.StringIO(text)))
    assert [row["widths"] for row in table] == ["3-8-1", "3-4-4-1", "3-4-4-1"]
    assert float(table[2]["mean"]) == two.layers[1].mean and table[2]["printed"] == ""
    status, text, _ = run_here("growth", "3-8-1", "--json", "--activation", "hardtanh")
    assert json.loads(text)["3-8-1"]["at_most"] == crease.growth("3-8-1", "hardtanh").at_most


@pytest.mark.long
def test_errors():
    """One line, exit status 2, and nothing on standard output."""
    for words in (
        ["theory"],
        ["theory", "nothing", "net.json"],
        ["theory", "topology", "none.json"],
        ["theory", "topology", "net.json", "--box=1"],
        ["theory", "topology", "net.json", "--around=0,0"],
        ["theory", "topology", "net.json", "--certificate=a"],
        ["count", "net.json", "--characteristic", "--box=0,1"],
        ["search", "2-3-1", "--goal=x"],
        ["growth", "2-x-1"],
        ["growth", "2-3-1", "--keep-prob=2"],
        ["trajectory", "net.json", "0,0"],
        ["trajectory", "net.json", "0,0,0;1,1,1"],
        ["sweep", "net.json", "none.json", "0,0"],
        ["sweep", "net.json", "net.json", "1,1", "--layer=9"],
        ["search", "2-3-1", "--climbs=-1"],
        ["search", "2-999999999-1"],
        ["claims", "none.json", "--time-limit=nan"],
        ["theorems", "--threads=-1"],
        ["theorems", "--threads=\u0663"],
        ["search", "2-3-1", "--seed=1_0"],
        ["claims", "none.json", "--time-limit=1_0"],
        ["claims", "none.json", "--memory-limit=+1G"],
        ["claims", "none.json"],
        ["polygons", "--digits=3"],
        ["graphviz", "net.json"],
        ["graphviz", "."],
        ["graphviz", "none.json"],
    ):
        status, text, error = run(*words)
        assert (status, text, error.count("\n")) == (2, "", 1), (words, error)
        assert error.startswith("crease "), error
    assert run("theory", "topology", "net.json", "--time-limit=1e-9")[0] == 3


@pytest.mark.parametrize("value", ["1h", "-1"])
def test_unit_of_time(value):
    """The message names it, in the tool and in the module, with the same words."""
    takes = f'--time-limit takes a positive decimal number of seconds, not "{value}"'
    for command in ("count", "verify", "claims", "search"):
        status, text, error = run(command, "net.json", f"--time-limit={value}")
        assert (status, text) == (2, "") and takes in error, error


def test_module_is_missing(monkeypatch):
    """Also, modules in the current directory are not imported."""
    with open("json.py", "w") as file:
        file.write("raise SystemExit(9)\n")
    assert run("theory", "--help")[0] == 0
    bare = Path("bare")  # a Python without the module
    bare.write_text(f"#!/bin/sh\nexec {sys.executable} -I -S \"$@\"\n")
    bare.chmod(0o755)
    Path("crease").write_bytes(Path(TOOL).read_bytes())  # without the module beside it
    Path("crease").chmod(0o755)
    for python in ("/nowhere/python", "./bare"):
        monkeypatch.setenv("PYTHON", python)
        for words in (["topology", "net.json"], ["--", "--help"]):
            done = subprocess.run(["./crease", "theory", *words], capture_output=True, text=True)
            assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
            assert "install-python" in done.stderr
        for words in (["--help"], ["topology", "-h"]):
            done = subprocess.run(["./crease", "theory", *words], capture_output=True, text=True)
            assert (done.returncode, done.stderr) == (0, "")
            assert done.stdout == run("help", "theory")[1]


@pytest.mark.long
def test_help():
    for name in ("theory", "search", "theorems", "claims", "polygons", "graphviz"):
        status, text, _ = run(name, "--help")
        first, usage, *_ = run("help", name)[1].splitlines()
        lines = text.splitlines()
        assert status == 0 and lines[:2] == [first, usage]
        assert all(len(line) < 80 for line in lines[2:])


def test_options_that_the_tool_has_too_read_the_same():
    command = Command("test", "", None)
    command.domain_options()
    command.net_options()
    command.limit_options()
    rows = re.split(r"\n(?=  -)", command.format_help().partition("Options:")[2].rstrip())
    theirs = run("certify", "--help")[1]
    shared = [row for row in rows if row and "--help" not in row]
    assert len(shared) > 12 and [row for row in shared if f"{row}\n" not in theirs] == []


def test_faces_are_a_table():
    status, text, _ = run("theory", "faces", "net.json", "--box=-1,1")
    head, *lines = text.splitlines()
    assert status == 0 and head.split()[:3] == ["face", "dimension", "signs"]
    faces = json.loads(run("theory", "faces", "net.json", "--box=-1,1", "--json")[1])["faces"]
    assert len(lines) == len(faces) > 3
    for line, face in zip(lines, faces):
        cells = re.split("  +", line)
        assert cells[1:3] == [str(face["dimension"]), " ".join(face["signs"])], line
        points = [re.findall(r"[-\d/]+", point) for point in re.findall(r"\(.*?\)", cells[6])]
        assert points == face["points"], line


def test_closed_pipe():
    with subprocess.Popen([TOOL, "theory", "faces", "net.json"], stdout=subprocess.PIPE) as work:
        work.stdout.close()
    assert work.returncode in (0, -13)


def test_domains():
    def domain(*words):
        command = Command("test", "", None)
        command.domain_options()
        return domain_of(NET, command.read(words))

    assert domain() is None
    assert str(domain("--box", "-1,1")) == "[-1, 1] x [-1, 1]"
    assert str(domain("--around=0,1", "--radius=2", "--box=0,9")) == "[0, 2] x [0, 3]"
    with open("points.json", "w") as file:
        file.write('{"points": [[0, 0.1], [1, 0]]}')
    found = domain("--slice=points.json")
    assert found.dimension == 1 and [str(x) for x in found.point([2])] == ["2", "-1/10"]
    with open("points.csv", "w") as file:
        file.write("x,y\n0,0.1\n1,0\n")
    assert domain("--slice=points.csv").point([2]) == found.point([2])


@pytest.mark.long
def test_errors_in_the_words_of_the_tool():
    for words, message in (
        ("theory topology net.json --bxo=1", "unknown option '--bxo'; did you mean '--box'?"),
        ("theory topology net.json --box", "--box needs a value; see 'crease theory --help'"),
        (
            "theory topology net.json net.json",
            "unexpected \"net.json\"; see 'crease theory --help'",
        ),
        ("theory topology", "needs NET; usage: crease theory "),
        ("theory topology net.json --json=1", '--json takes no value, not "1"; see'),
        ("search 2-3-1 --maximize=x", '--maximize is one of activation, linear, not "x"; see'),
        ("search 2-3-1 --seed=x", '--seed takes an integer, not "x"; see'),
        ("claims", "needs FILE; usage: crease claims FILE [NAME...] [options]"),
        ("claims none.json", "none.json: No such file or directory"),
        ("polygons net.json --format=wkt", "expected the JSON lines of crease regions: "),
    ):
        status, text, error = run(*words.split())
        assert (status, text) == (2, "") and f": {message}" in error, (words, error)
    # The module may be of another commit.
    status, text, error = run("theory", "--version")
    assert (status, text.split()[:2], error) == (0, run("--version")[1].split()[:2], "")


@pytest.mark.long
@pytest.mark.parametrize("command", ["graphviz", "polygons --format=wkt", "claims"])
@pytest.mark.parametrize(
    "text",
    [
        "[" * 5000,
        '{"nodes": [{"id": 0, "parent": 5, "region": 0}]}',
        '{"nodes": [{"id": 0, "parent": null, "layer": 0, "unit": 0, "breakpoint": null}, '
        '{"id": 1, "parent": 0, "pieces": [], "region": 0}]}',
        '{"map": [["1", "2"]], "vertices": [["1/0"]]}',
        '{"map": [["1"]], "vertices": []}',
    ],
)
def test_malformed_json_is_one_line(command, text):
    with open("malformed.json", "w") as file:
        file.write(text)
    words = command.split()
    done = subprocess.run([TOOL, *words, "malformed.json"], capture_output=True, text=True)
    assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1, done


@pytest.mark.parametrize("command", ["graphviz", "polygons --format=wkt", "claims"])
def test_files_that_are_not_json(command):
    """Messages name the place, as those of the tool do."""
    part = "line" if command.startswith("polygons") else "file"
    for text, message in (
        (b"", "bad.json:1:1: the file is empty\n"),
        (b"\n \n", f"bad.json:1:1: the {part} is empty\n"),
        (b'{"nodes": [1,', f"bad.json:1:14: the {part} ends before its JSON is complete\n"),
        (b'{"nodes": 1 2}', "bad.json:1:13: expected ',' delimiter\n"),
        (b"\xff", f"bad.json: the {part} is not text in UTF-8\n"),
    ):
        Path("bad.json").write_bytes(text)
        status, out, error = run(*command.split(), "bad.json")
        assert (status, out, error.count("\n")) == (2, "", 1) and message in error, error
        assert error.startswith(f"crease {command.split()[0]}: "), error
    if command != "claims":
        assert "<stdin>:1:1: the file is empty" in run(*command.split(), input="")[2]


def test_graphviz_reads_a_file_or_standard_input():
    tree = run("tree", "net.json", "--box=-1,1")[1]
    Path("tree.json").write_text(tree)
    of_file = run("graphviz", "tree.json")
    assert of_file[0] == 0 and of_file[1].startswith("digraph crease {")
    assert of_file == run("graphviz", input=tree) == run("graphviz", "-", input=tree)


def test_around_takes_what_the_tool_takes():
    with open("points.json", "w") as file:
        file.write('{"points": [[0, 0]]}')
    for domain in (
        ["--around=points.json", "--radius=1"],
        ["--slice=0,0;1,2;0,1", "--around=0,0", "--radius=1"],
        ["--slice=0,0;1,2", "--around=0,0", "--radius=1"],
    ):
        status, text, error = run_here("theory", "definitions", "net.json", "--json", *domain)
        assert status == 0, error
        _, counted, _ = run("count", "net.json", "--json", *domain)
        assert json.loads(text)["R2_proper"] == json.loads(counted)["activation_regions"]
    assert run_here("theory", "faces", "net.json", "--around=none.json", "--radius=1")[0] == 2


INTERRUPTED = """#!%s
import os, signal, sys


class Finder:
    def find_spec(self, name, *_):
        if name == "crease._network":
            os.kill(os.getpid(), signal.SIGINT)


sys.meta_path.insert(0, Finder())
if %r == "before":
    os.kill(os.getpid(), signal.SIGINT)
text, sys.argv = sys.argv[2], ["-c", *sys.argv[3:]]
exec(text)
"""


@pytest.mark.parametrize("when", ["before", "during"])
def test_an_interrupt_while_the_module_is_imported(tmp_path, when):
    (python := tmp_path / "python").write_text(INTERRUPTED % (sys.executable, when))
    python.chmod(0o755)
    status, said, problem = run("growth", "2-3-1", env={**os.environ, "PYTHON": str(python)})
    assert (status, said, problem) == (3, "", "crease: interrupted: no result\n")


def test_a_full_disk():
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [TOOL, "theory", "definitions", "net.json"], stdout=full, stderr=subprocess.PIPE
        )
    assert (
        done.returncode == 2 and b"No space left" in done.stderr and done.stderr.count(b"\n") == 1
    )


def test_a_limit_counts_from_the_start_of_the_program():
    assert 0 < seconds("1e-9") <= 1e-9
    assert 9e5 < seconds("1e6") < 1e6


def test_a_limit_of_memory():
    texts = ("none", "500M", "1.5GiB", "2kB", "7", "7B")
    assert [size(text) for text in texts] == [None, 500 << 20, 3 << 29, 2000, 7, 7]
    for text in ("", "0", "x", "1X", "M", "-1", "nan", "1e99", "1MiBB"):
        with pytest.raises(ArgumentTypeError, match="takes a size like"):
            size(text)
    command = Command("test", "", None)
    command.limit_options()
    pages, bytes_each = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
    assert 0 < command.read([]).memory_limit <= pages * bytes_each * 3 // 4
    assert command.read(["--memory-limit=none"]).memory_limit is None
    assert command.read(["--memory-limit=1T"]).memory_limit == 1 << 40
    with pytest.raises(SystemExit, match="2"):  # less than the command itself takes
        command.read(["--memory-limit=1M"])
    assert run_here("theory", "faces", "net.json", "--memory-limit=1T")[0] == 0


@pytest.mark.long
def test_every_command_ends_at_its_limit():
    """At work that no machine does in the time or memory: one line, and status 3."""
    crease.random("3-200-200-200-1", seed=1, bias_std=1).save("large.json")
    crease.random("3-200-200-200-1", seed=2, bias_std=1).save("other.json")
    crease.random("16-60-1", seed=1, bias_std=1).save("layer.json")
    with open("points.csv", "w") as file:
        file.write("x,y,z\n" + "".join(f"{k / 7},{1 - k / 5},{k % 3}\n" for k in range(9999)))
    for words in (
        *(f"theory {q} large.json --box=-1,1" for q in ("definitions", "topology", "faces")),
        *(f"theory {q} large.json --box=-1,1" for q in ("mesh", "folding", "bounds")),
        "theory characteristic layer.json",
        f"sweep large.json other.json points.csv",
        f"trajectory large.json points.csv",
        "theorems --all",
    ):
        status, _, error = run(*words.split(), "--time-limit=0.8")
        assert (status, error.count("\n")) == (3, 1), (words, status, error)
    words = "theory faces large.json --box=-1,1 --memory-limit=90M"
    status, text, error = run(*words.split())
    assert (status, text, error.count("\n")) == (3, "", 1), error


@pytest.mark.long
def test_progress_on_a_terminal():
    """And the limit holds after the enumeration too: all faces take 30 seconds, the regions 7."""
    crease.random("4-24-24-24-2", bias_std=0.1).save("large.json")
    words = [TOOL, "theory", "topology", "large.json", "--box=-1,1"]
    terminal, theirs = os.openpty()
    done = subprocess.run(
        [*words, "--time-limit=9", "--threads=1"],
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (16, 16)),
    )
    assert done.returncode == 3
    os.close(theirs)
    said = os.read(terminal, 10**6).decode()
    os.close(terminal)
    line = r"\r\d+ regions, \d\.\d s\x1b\[K"
    assert re.fullmatch(f"({line})+\r\x1b\\[Kcrease theory: .*limit.*\r\n", said), said
    error = run(*words[1:], "--time-limit=2")[2]
    assert re.fullmatch("crease theory: .*limit.*\n", error), error


def test_no_file_that_is_read_is_written_over():
    before = Path("net.json").read_bytes()
    with pytest.raises(SystemExit) as ended, patch("sys.stderr", io.StringIO()) as said:
        theory.main(["definitions", "net.json", "--certificate=./net.json"])
    assert ended.value.code == 2 and "is read, and would be written over" in said.getvalue()
    assert Path("net.json").read_bytes() == before
