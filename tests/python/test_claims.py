"""Claims of a file against counts, and files that are refused."""

import json
import re

import crease
import pytest
from crease import claims
from crease.theory.claims import is_wanted

SAWTOOTH = {"construction": "telgarsky:sawtooth layers=3", "box": "0,1"}
ABOUT = {"quantity": "activation_regions", "value": 8}


def verdicts(path, *words):
    subjects = claims.read(path)
    return [claim.verdict(count) for _, claim, count in claims.compare(subjects, *words)]


def write(folder, *networks):
    (folder / "claims.json").write_text(json.dumps({"networks": networks}))
    return folder / "claims.json"


def test_verdicts(tmp_path, capsys):
    huge, own = "99999999999999999999999", crease.construct("arrangement:generic", n=3, d=2)
    own.save(tmp_path / "net.json")
    (tmp_path / "slice.json").write_text('{"points": [[0, 0], [1, 0]]}')
    about = [
        ABOUT,
        {**ABOUT, "value": 7, "source": "one too few"},
        {**ABOUT, "relation": "<=", "value": huge},
        {**ABOUT, "relation": ">=", "value": huge},
        {"bound": "serra"},
        {**ABOUT, "value": 9, "refuted": True},
        {**ABOUT, "value": 8, "refuted": True},
        {"quantity": "linear_regions", "layers": 2, "value": 4},
        {"quantity": "affine_maps", "layers": 1, "relation": "<=", "value": 2},
    ]
    path = write(
        tmp_path,
        {**SAWTOOTH, "claims": about},
        {"file": "net.json", "claims": [{"quantity": "bounded_regions", "value": 1}]},
        {"file": "net.json", "slice": "slice.json", "claims": [{**ABOUT, "value": 3}]},
    )
    expected = ["holds", "violated", "holds", "violated", "holds", "refuted", "violated"]
    expected += ["holds"] * 2
    assert verdicts(path)[:9] == expected
    slice = int(own.count(slice=[[0, 0], [1, 0]]))
    assert verdicts(path)[9:] == ["holds", "holds" if slice == 3 else "violated"]
    assert claims.main([str(path), "-q", "one"]) == 1
    assert re.sub(r"[0-9.]+ s$", "X s", capsys.readouterr().out, flags=re.M) == (
        "telgarsky:sawtooth layers=3 on [0, 1]: 8 activation regions, X s\n"
        "  violated          activation_regions = 7, counted 8, one too few\n"
        "\n1 claim: 0 hold, 1 violated\n"
    )
    assert verdicts(path, (), 1e-9) == ["undecided"] * 11


def test_a_maximum_that_is_not_reached_holds(tmp_path):
    """As crease bounds says: the braid arrangement of R^3 has 6 regions, and 3 planes at most 8."""
    braid = {"construction": "arrangement:braid n=3", "claims": [{"bound": "zaslavsky"}]}
    assert verdicts(write(tmp_path, braid)) == ["holds"]
    braid["claims"][0]["relation"] = "="
    assert verdicts(write(tmp_path, braid)) == ["violated"]


@pytest.mark.parametrize(
    "construction, value, count",
    [("layers=1..6", "2^layers", 6), ("layers=8", "2^4*16", 1), ("layers=2..3", "2*2^layers", 2)],
)
def test_formulas(tmp_path, construction, value, count):
    network = {**SAWTOOTH, "construction": f"telgarsky:sawtooth {construction}"}
    found = verdicts(write(tmp_path, {**network, "claims": [{**ABOUT, "value": value}]}))
    assert found == ["violated" if value.startswith("2*") else "holds"] * count


@pytest.mark.parametrize(
    "network, claim, where",
    [
        ({"construction": ""}, ABOUT, "construction: unexpected value"),
        ({"construction": " "}, ABOUT, "expected NAME"),
        ({"construction": "arrangement:boolean 2"}, ABOUT, "expected NAME"),
        ({"construction": "arrangement:none n=2"}, ABOUT, "expected the name of a construction"),
        ({"construction": "arrangement:boolean n=0"}, ABOUT, "n: expected an integer"),
        ({"box": "1,0"}, ABOUT, "LO must be less than HI"),
        ({"box": [0, 1]}, ABOUT, "box: unexpected value"),
        ({"polytope": "a.ine"}, ABOUT, "exclude each other"),
        ({"file": "net.json"}, ABOUT, "exclude each other"),
        ({"slice": "none.json", "box": "0,1"}, ABOUT, "none.json: cannot open"),
        ({"slice": "-"}, ABOUT, "expected the name of a file"),
        ({"net": "net.json"}, ABOUT, "unknown key"),
        ({}, 5, "expected an object"),
        ({}, {**ABOUT, "value": 4.5}, "value: unexpected value"),
        ({}, {**ABOUT, "value": "9/2"}, "expected an integer or a formula"),
        ({}, {**ABOUT, "value": "2^-8"}, "expected at most"),
        ({}, {**ABOUT, "value": "9^99999999"}, "expected at most"),
        ({}, {**ABOUT, "value": True}, "value: unexpected value"),
        ({}, {**ABOUT, "quantity": "regions"}, "quantity: expected one of"),
        ({}, {**ABOUT, "relation": "<"}, "relation: expected one of"),
        ({}, {**ABOUT, "layers": 0}, "layers: expected 1 to"),
        ({}, {**ABOUT, "layers": 10**30}, "layers: expected 1 to"),
        ({}, {**ABOUT, "refuted": 1}, "refuted: unexpected value"),
        ({}, {**ABOUT, "bound": "serra"}, "only one"),
        ({}, {"quantity": "activation_regions"}, "only one"),
        ({}, {"bound": "sera"}, "unknown bound"),
        ({}, {"bound": "serra", "quantity": "linear_regions"}, "is about activation_regions"),
    ],
)
def test_refused(tmp_path, network, claim, where):
    path = write(tmp_path, {**SAWTOOTH, **network, "claims": [claim]})
    with pytest.raises(claims.ClaimError, match=where):
        claims.read(path)
    assert claims.main([str(path)]) == 2


@pytest.mark.parametrize(
    "text", ["[]", "{}", '{"networks": {}}', '{"networks": [], "a": 1}', "{", '{"a": 1, "a": 1}']
)
def test_no_claims(tmp_path, text):
    (tmp_path / "claims.json").write_text(text)
    with pytest.raises(claims.ClaimError):
        claims.read(tmp_path / "claims.json")


def test_names_from_a_file_do_not_reach_the_terminal(tmp_path, capsys):
    claim = {**ABOUT, "value": 7, "source": "d\x1b[2K\u202e"}
    assert claims.main([str(write(tmp_path, {**SAWTOOTH, "claims": [claim]}))]) == 1
    assert "counted 8, d?[2K?\n" in capsys.readouterr().out
    claim["quantity"] = "\x1b[2K"
    network = {**SAWTOOTH, "box": "\x1b[2K", "claims": [claim]}
    assert claims.main([str(write(tmp_path, network))]) == 2
    assert "\x1b" not in capsys.readouterr().err


def test_names():
    """The beginning of a name, or words of it in their order, the first at its beginning."""
    source = "Montufar, Pascanu, Cho and Bengio 2014, Theorem 4"
    for name in ("montufar", "Montufar, Pascanu", "Montufar 2014 Theorem 4", "MONTUFAR bengio"):
        assert is_wanted(source, ["other", name])
    for name in ("2014", "Pascanu", "Montufar Theorem 2014", "Montufar Theorem 5", "", " "):
        assert not is_wanted(source, [name])
    assert is_wanted(source, [])
