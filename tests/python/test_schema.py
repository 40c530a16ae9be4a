"""The JSON schemas in data/schema: files of data/ and results of every command are valid."""
import json
import os
import re
import subprocess
from pathlib import Path

import pytest

jsonschema = pytest.importorskip("jsonschema")

ROOT = Path(__file__).parents[2]
PATHS = (ROOT / "data/schema").glob("*.json")
SCHEMAS = {path.name: json.loads(path.read_text()) for path in PATHS}
NET = "data/trained/moons_2-16-16-16-2.json"
TENT = "docs/examples/tent.json"
COMMANDS = {
    "count": f"{TENT} --linear --per-neuron --expect=4",
    "regions": f"{TENT} --box=-1,1",
    "adjacency": f"{TENT} --box=-1,1",
    "tree": f"{TENT} --box=-1,1",
    "locate": f"{TENT} --point=1,0",
    "eval": f"{TENT} --point=1/3,0",
    "range": f"{TENT} --mean --box=-1,1",
    "equal": f"{TENT} {TENT}",
    "lipschitz": TENT,
    "classes": f"{NET} --box=-2,3,-2,2 --regions --boundary",
    "margin": f"{NET} --point=0,1/2",
    "verify": f"{NET} --vnnlib=docs/examples/moons.vnnlib",
    "line": f"{TENT} --from=0,0 --to=1,1 --linear --patterns",
    "distance": f"{NET} --random=3 --box=-1,1",
    "info": TENT,
    "construct": "--list",
    "bounds": TENT,
}


def check(value, name, part=None):
    schema = SCHEMAS[name] if part is None else {**SCHEMAS[name], "$ref": f"#/$defs/{part}"}
    store = {other: schema for other, schema in SCHEMAS.items()}
    resolver = jsonschema.RefResolver("", schema, store=store)
    jsonschema.Draft202012Validator(schema, resolver=resolver).validate(value)


@pytest.mark.parametrize("command", COMMANDS)
def test_result(command):
    crease = Path(os.environ["CREASE_BUILD"]).absolute() / "crease"
    lines = [] if command in ("regions", "adjacency", "tree") else ["--format=jsonl"]
    words = [crease, command, *COMMANDS[command].split(), *lines]
    said = subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    results = [said] if command == "tree" else said.splitlines()
    for result in results:
        check(json.loads(result), "results.json", "region" if command == "regions" else command)


@pytest.mark.parametrize("command", ["range", "lipschitz"])
def test_result_of_a_limit(command):
    """Strict readers refuse Infinity; an end that is not known is null."""
    crease = Path(os.environ["CREASE_BUILD"]).absolute() / "crease"
    words = [crease, command, NET, "--box=-2,3,-2,2", "--max-regions=3", "--format=jsonl"]
    run = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 3 and "null" in run.stdout and "Infinity" not in run.stdout
    check(json.loads(run.stdout, parse_constant=pytest.fail), "results.json", command)


def kind(content):
    """The schema of a document that is a network, a slice or a file of claims."""
    if "layers" in content:
        return "network.json"
    if "networks" in content:
        return "claims.json"
    return "slice.json" if isinstance(content.get("points"), list) else None


def test_files():
    for path in [*(ROOT / "data").glob("*/*_*.json"), *(ROOT / "docs/examples").glob("*.json")]:
        content = json.loads(path.read_text())
        if kind(content):
            check(content, kind(content))


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*.md")), ids=lambda page: page.name)
def test_blocks(page):
    for block in re.findall(r"^```json\n(.*?)^```", page.read_text(), re.M | re.S):
        content = json.loads(block)
        if kind(content):
            check(content, kind(content))
