"""The table of operators by version in docs/formats.md: what the models of tests/onnx compute when
their version is changed."""

import pathlib
import tarfile
from fractions import Fraction

import pytest

import crease

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSIONS = range(6, 22)
OPTIONS = {
    "two_outputs": {"onnx_output": "y"},
    "two_inputs": {"onnx_output": "y", "onnx_input": "x"},
    "without_last": {"onnx_drop_last": True},
}


def fields(data):
    """The fields of a message: number and value, for bytes the place too."""
    at = 0

    def varint():
        nonlocal at
        value, shift = 0, 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(data):
        key = varint()
        if key & 7 == 0:
            yield key >> 3, varint(), at
        elif key & 7 == 2:
            size = varint()
            yield key >> 3, data[at : at + size], at
            at += size
        else:
            at += 8 if key & 7 == 1 else 4


def nodes(graph):
    for number, node, _ in fields(graph):
        if number == 1:
            kinds = {n: v for n, v, _ in fields(node) if n in (4, 7)}
            if 7 not in kinds:  # of the standard domain
                yield kinds[4].decode()


def with_version(data, version):
    """The model with another version of the standard operators, which takes one byte."""
    changed = bytearray(data)
    for number, entry, start in fields(data):
        if number == 8 and not any(n == 1 and v for n, v, _ in fields(entry)):
            place = next(at for n, _, at in fields(entry) if n == 2)
            changed[start + place - 1] = version
    return bytes(changed)


def models():
    text = (ROOT / "tests/onnx/expected.txt").read_text()
    expected = dict(part.split("\n", 1) for part in text.split("=== ")[1:])
    with tarfile.open(ROOT / "tests/onnx/models.tar.gz") as archive:
        for member in archive:
            name = pathlib.Path(member.name).stem
            if member.name.endswith(".onnx") and not name.startswith("bad_"):
                lines = [line.split(" = ") for line in expected[name].splitlines()]
                yield name, archive.extractfile(member).read(), lines[:2]


def computes(data, name, lines):
    try:
        net = crease.parse(data, name, **OPTIONS.get(name, {}))
        return all(net.exact(x.split(",")) == [Fraction(v) for v in y.split(",")] for x, y in lines)
    except crease.Error:
        return False


def spans(numbers):
    numbers, out = sorted(numbers), []
    for n in numbers:
        if out and out[-1][1] == n - 1:
            out[-1][1] = n
        else:
            out.append([n, n])
    return ", ".join(str(a) if a == b else f"{a} to {b}" for a, b in out)


def table():
    known = {}
    for name, data, lines in models():
        skipped = "external" in name or name in ("without_last", "unread")
        if skipped or not computes(data, name, lines):
            continue
        kinds = {kind for n, graph, _ in fields(data) if n == 7 for kind in nodes(graph)}
        kinds -= {"Sigmoid", "Softmax"}  # beside the output
        for version in VERSIONS:
            if computes(with_version(data, version), name, lines):
                for kind in kinds:
                    known.setdefault(kind, set()).add(version)
    rows = {}
    for kind, versions in known.items():
        rows.setdefault(spans(versions), []).append(f"`{kind}`")
    return "\n".join(
        ["| versions | operators |", "| --- | --- |"]
        + [f"| {key} | {', '.join(sorted(rows[key]))} |" for key in sorted(rows)]
    )


def test_the_table_of_operators_by_version():
    try:
        crease.parse(next(models())[1])
    except crease.Error as error:
        if "without ONNX" in str(error):
            pytest.skip("a build without ONNX")
    found = table()
    assert found in (ROOT / "docs/formats.md").read_text(), found
