"""The rows of crease.theorems are complete, and all hold."""

import csv
import io
import json

import pytest

import crease
from crease.theory import theorems


def rows(capsys, *words):
    status = theorems.main([*words, "--json"])
    return status, json.loads(capsys.readouterr().out)


@pytest.mark.long
def test_chosen(capsys):
    status, result = rows(capsys, "telgarsky:")
    assert status == 0 and result["complete"] and result["violated"] == 0
    assert result["claims"] == len(result["rows"]) > 50
    assert all(row["network"].startswith("telgarsky:") for row in result["rows"])
    _, result = rows(capsys, "Serra, Tjandraatmadja")
    assert len({row["network"].split()[0] for row in result["rows"]}) > 3
    assert theorems.main(["nothing"]) == 2


def test_a_table_has_the_rows_of_json(capsys):
    _, result = rows(capsys, "arrangement:boolean")
    assert theorems.main(["arrangement:boolean", "--csv"]) == 0
    text = capsys.readouterr().out
    assert text.count("\r\n") == text.count("\n") == len(result["rows"]) + 1
    table = list(csv.DictReader(io.StringIO(text)))
    for row, cells in zip(result["rows"], table, strict=True):
        given = {key: str(value) for key, value in row.items() if key != "seconds"}
        assert {key: cell for key, cell in cells.items() if cell and key != "seconds"} == given
    with pytest.raises(SystemExit):
        theorems.main(["--json", "--csv"])
    assert "--json cannot be combined with --csv" in capsys.readouterr().err


def test_deep(capsys):
    """All digits at 100 layers, and on a line those of linear regions."""
    _, result = rows(capsys, "serra:line")
    deep = [row for row in result["rows"] if "100 layers" in row["network"]]
    assert {row["quantity"] for row in deep} == {"activation_regions", "linear_regions"}
    assert {row["claimed"] for row in deep} == {str(6**100)}
    assert all(row["verdict"] == "holds" for row in deep)


def test_refuted(capsys):
    status, result = rows(capsys, "counterexample:")
    assert status == 0 and result["violated"] == 0 and result["refuted"] == 11


@pytest.mark.long
def test_drawn(capsys):
    """Networks that are random or searched for: the same for the same seed."""
    for kind in ("random ", "search "):
        first, same, other = (rows(capsys, kind, f"--seed={seed}")[1] for seed in (1, 1, 2))
        for result in (first, same, other):
            assert result["violated"] == 0
            for row in result["rows"]:
                del row["seconds"]
        assert len(first["rows"]) > 50 and first == same and first != other


def test_text(capsys):
    assert theorems.main(["counterexample:maxout-line", "--time-limit=1e6"]) == 0
    text = capsys.readouterr().out
    assert "\n  refuted           linear_regions >= 9, Montufar" in text
    formula = "activation regions: 1 + (k-1)(2^layers - 1)"
    assert text.count(f"\n  claimed           {formula}\n") == 1
    assert "the lowest of 4 upper bounds\n" in text
    assert theorems.main(["Hanin and Rolnick"]) == 0
    first = capsys.readouterr().out.splitlines()[1]
    bound = "linear_regions <= 16, Hanin and Rolnick 2019, Complexity, equation (1)"
    assert first == f"  holds             {bound}"
    assert theorems.main(["--time-limit=1e-9"]) == 3


def test_violated(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    claim = theorems.Claim("activation_regions", "=", 9, False, None, "one too many")
    wrong = theorems.subject("wrong", crease.construct("telgarsky:sawtooth", layers=3), [claim])
    monkeypatch.setattr(theorems, "subjects", lambda *given: iter([wrong]))
    assert theorems.main(["wrong"]) == 1
    assert crease.load("violated-1.json") == wrong.net


def test_instances():
    """No network is counted twice."""
    listed = [str(found) for found in theorems.instances(theorems.QUICK + theorems.LARGE)]
    assert len(listed) == len(set(listed)) > 100
