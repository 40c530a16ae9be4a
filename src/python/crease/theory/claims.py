"""compare claims in a file with counts

FILE is a JSON file of claims, as docs/formats.md describes it. NAME is the beginning of the name of
a network or source, or words of it in their order; the others are left out. The exit status is 1 if
a claim is violated, 2 if the file is wrong, and 3 if a limit left a claim undecided.
"""

from __future__ import annotations

import csv
import json
import operator
import re
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Optional, TextIO, Union, Unpack

from crease._command import Command, start
from crease._domain import Domain, read_points
from crease._files import JsonError, read_json
from crease._network import Count, Network, construct, load
from crease._numbers import PathName
from crease._options import Reading, TaskLimits

QUANTITIES = ("activation_regions", "bounded_regions", "linear_regions", "affine_maps")
VERDICTS = ("holds", "violated", "refuted", "undecided")
RELATIONS = {"=": operator.eq, ">=": operator.ge, "<=": operator.le}


@dataclass(frozen=True)
class Claim:
    """A claim about the network of some first layers (None: all), and where it comes from."""

    quantity: str
    relation: str
    value: int
    refuted: bool  # it is known to be false, and the count is to show it
    layers: Optional[int]
    source: str

    def verdict(self, count: Optional[Count]) -> str:
        if count is None or not count.complete:
            return "undecided"
        holds = RELATIONS[self.relation](getattr(count, self.quantity), self.value)
        if holds == self.refuted:
            return "violated"
        return "holds" if holds else "refuted"

    def __str__(self) -> str:
        return f"{self.quantity} {self.relation} {self.value}"


@dataclass(frozen=True)
class Subject:
    """A network on a domain, with the claims about it, and how to count it."""

    name: str
    net: Network
    domain: Domain
    claims: tuple[Claim, ...]
    images: Literal["auto", "always", "never"] = "auto"

    def part(self, layers: Optional[int]) -> Network:
        return self.net if layers is None else Network(self.net.layers[:layers])

    def count(
        self, layers: Optional[int], quantities: set[str], **options: Unpack[TaskLimits]
    ) -> Count:
        """On a line, linear regions are counted by images, if affine maps are not wanted."""
        linear = not quantities.isdisjoint(QUANTITIES[2:])
        deep = linear and self.domain.dimension == 1 and "affine_maps" not in quantities
        images: Literal["auto", "always", "never"] = "always" if deep else self.images
        return self.part(layers).count(self.domain, linear=linear, images=images, **options)


# ---- The file ----

_ROOT: dict[str, Any] = {"about": str, "networks": list}
_NETWORK: dict[str, Any] = {"file": str, "construction": str, "box": str, "slice": str}
_NETWORK |= {"polytope": str, "vnnlib": str, "claims": list}
_CLAIM: dict[str, Any] = {"quantity": str, "relation": str, "value": (int, str), "bound": str}
_CLAIM |= {"layers": int, "source": str, "refuted": bool}
_EXCLUSIVE = ("file construction", "box polytope", "box vnnlib", "polytope vnnlib", "slice vnnlib")


class ClaimError(ValueError):
    """A file of claims is wrong; the message begins with the place."""


def _fail(where: str, message: str) -> ClaimError:
    return ClaimError(f"{where}: {message}")


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ClaimError(f"repeated key among {', '.join(key for key, _ in pairs)}")
    return dict(pairs)


def _entries(value: Any, keys: dict[str, Any], where: str) -> dict[str, Any]:
    """An object that has no other keys, and values of the right types."""
    if not isinstance(value, dict):
        raise _fail(where, f"expected an object, found {json.dumps(value)[:60]}")
    for key, entry in value.items():
        if key not in keys:
            raise _fail(where, f"unknown key {json.dumps(key)}; expected {', '.join(keys)}")
        is_bool = isinstance(entry, bool)
        if not isinstance(entry, keys[key]) or is_bool != (keys[key] is bool) or entry in ("", []):
            raise _fail(f"{where}.{key}", f"unexpected value {json.dumps(entry)[:60]}")
    return value


def read(path: PathName, **options: Unpack[Reading]) -> list[Subject]:
    """Reads a file of claims with all networks and domains that it names; options as in `load`."""
    try:
        text = Path(path).read_bytes()
        content = read_json(text, str(path), object_pairs_hook=_without_repeats)
        root = _entries(content, _ROOT, "the file")
        if "networks" not in root:
            raise _fail("the file", 'the key "networks" is missing')
        return [
            subject
            for i, value in enumerate(root["networks"])
            for subject in _subjects(Path(path).parent, value, f"networks[{i}]", options)
        ]
    except JsonError as problem:
        raise ClaimError(str(problem)) from None
    except (ClaimError, RecursionError) as problem:
        raise ClaimError(f"{path}: {problem}") from None


def _subjects(folder: Path, value: Any, where: str, options: Reading) -> Iterator[Subject]:
    """One network, or one for each number of a range such as layers=1..6."""
    given = _entries(value, _NETWORK, where)
    for pair in _EXCLUSIVE:
        if all(key in given for key in pair.split()):
            raise _fail(where, f"the keys {' and '.join(pair.split())} exclude each other")
    if "claims" not in given or not ("file" in given or "construction" in given):
        raise _fail(where, "claims and one of file and construction are needed")
    for name in _each_of_range(given.get("construction", given.get("file"))):
        try:
            parameters: dict[str, str] = {}
            if "construction" in given:
                words = re.fullmatch(r" *([^ =]+)((?: +[^ =]+=[^ =]+)*) *", name)
                if not words:
                    raise ValueError("construction: expected NAME PARAMETER=VALUE ..")
                parameters = dict(word.split("=") for word in words[2].split())
                net = construct(words[1], parameters)
            else:
                net = load(_path(folder, name), **options)
            domain = _domain(folder, given, net.inputs)
        except ValueError as problem:
            raise _fail(where, str(problem)) from None
        claims = [
            _claim(claim, f"{where}.claims[{i}]", net, domain, parameters)
            for i, claim in enumerate(given["claims"])
        ]
        yield Subject(name, net, domain, tuple(claims))


def _path(folder: Path, name: str) -> Path:
    if name == "-":
        raise ValueError("expected the name of a file, found -")
    return folder / name


def _each_of_range(text: str) -> list[str]:
    match = re.search(r"(?<![0-9])([0-9]{1,9})\.\.([0-9]{1,9})", text)
    if not match or not 0 <= int(match[2]) - int(match[1]) < 1000:
        return [text]
    numbers = range(int(match[1]), int(match[2]) + 1)
    return [f"{text[: match.start()]}{k}{text[match.end() :]}" for k in numbers]


def _domain(folder: Path, given: dict[str, Any], inputs: int) -> Domain:
    if "vnnlib" in given:
        domain = Domain.of_property(_path(folder, given["vnnlib"]))
        if domain.inputs != inputs:
            raise ValueError(f"the box has {domain.inputs} inputs, the network {inputs}")
        return domain
    polytope = _path(folder, given["polytope"]) if "polytope" in given else None
    points = read_points(_path(folder, given["slice"])) if "slice" in given else None
    return Domain(inputs, box=given.get("box"), polytope=polytope, slice=points)


def _claim(
    value: Any, where: str, net: Network, domain: Domain, parameters: dict[str, str]
) -> Claim:
    given = _entries(value, _CLAIM, where)
    quantity, relation = given.get("quantity"), given.get("relation", "=")
    layers = given.get("layers")
    if ("value" in given) == ("bound" in given):
        raise _fail(where, "one of value and bound is needed, and only one")
    if layers is not None and not 0 < layers <= len(net.hidden):
        raise _fail(where, f"layers: expected 1 to {len(net.hidden)}, found {layers}")
    source = where
    if "bound" in given:
        part = net if layers is None else Network(net.layers[:layers])
        bounds = {b.name: b for b in part.bounds(domain.dimension)}
        if given["bound"] not in bounds:
            raise _fail(where, f"unknown bound {given['bound']!r}; 'crease bounds' lists them")
        bound = bounds[given["bound"]]
        if bound.value is None:
            raise _fail(where, f"the bound {bound.name} needs {bound.needs}")
        if quantity not in (None, bound.quantity):
            raise _fail(where, f"the bound {bound.name} is about {bound.quantity}")
        quantity, number = bound.quantity, bound.value
        greatest = bound.relation == "="  # of all networks
        relation = given.get("relation", "<=" if greatest else bound.relation)
        source = f"{bound.source}, {bound.theorem}"
    else:
        number = _formula(str(given["value"]), parameters, where)
    if quantity not in QUANTITIES:
        raise _fail(where, f"quantity: expected one of {', '.join(QUANTITIES)}, found {quantity!r}")
    if relation not in RELATIONS:
        raise _fail(where, f"relation: expected one of {', '.join(RELATIONS)}, found {relation!r}")
    refuted = given.get("refuted", False)
    return Claim(quantity, relation, number, refuted, layers, given.get("source", source))


def _formula(text: str, parameters: dict[str, str], where: str) -> int:
    """An integer, or a product of powers such as "2^4*11" or "2^layers"."""
    product = 1
    for factor in text.split("*"):
        words = [parameters.get(word, word) for word in factor.split("^")]
        if len(words) > 2 or not all(re.fullmatch("-?[0-9]{1,100000}", word) for word in words):
            raise _fail(f"{where}.value", f"expected an integer or a formula, found {text[:60]!r}")
        base, exponent = int(words[0]), int(words[1]) if len(words) > 1 else 1
        if exponent < 0 or exponent * base.bit_length() > 10**6:
            raise _fail(f"{where}.value", f"expected at most 10^6 bits, found {text[:60]!r}")
        product *= base**exponent
    return product


# ---- Counting ----


def is_wanted(text: str, names: Sequence[str]) -> bool:
    """Whether a text begins as one of the names, and has its other words in their order.

    >>> is_wanted("Montufar, Pascanu, Cho and Bengio 2014, Theorem 4", ["montufar 2014 theorem"])
    True
    """
    return not names or any(_has_words(text.lower(), name.lower().split()) for name in names)


def _has_words(text: str, words: list[str]) -> bool:
    end = 0
    for word in words:
        begin = text.find(word, end)
        if begin < 0 or (end == 0 and begin > 0):
            return False
        end = begin + len(word)
    return bool(words)


def compare(
    subjects: Iterable[Subject],
    names: Sequence[str] = (),
    timeout: Optional[float] = None,
    **options: Any,
) -> Iterator[tuple[Subject, Claim, Optional[Count]]]:
    """Each claim with its count; None: the time was up before.

    Every network is counted once for each number of layers, and only if a claim is wanted.

    Parameters
    ----------
    names
        Only claims whose network or source is wanted, see `is_wanted`.
    timeout
        Seconds for all counts together. Other options as in `Run`.
    """
    begun = time.monotonic()
    for subject in subjects:
        claims = [
            claim
            for claim in subject.claims
            if is_wanted(subject.name, names) or is_wanted(claim.source, names)
        ]
        for layers in dict.fromkeys(claim.layers for claim in claims):
            about = [claim for claim in claims if claim.layers == layers]
            quantities = {claim.quantity for claim in about}
            left = None if timeout is None else timeout - (time.monotonic() - begun)
            count = None
            if left is None or left > 0:
                count = subject.count(layers, quantities, timeout=left, **options)
            for claim in about:
                yield subject, claim, count


def _heading(subject: Subject, claim: Claim, count: Optional[Count]) -> str:
    layers = "" if claim.layers is None else f", first {claim.layers} of its layers,"
    if count is None or not count.complete:
        return f"{subject.name}{layers} on {subject.domain}: not counted"
    numbers = f"{count.activation_regions} activation regions"
    if count.linear_regions is not None:
        numbers += f", {count.linear_regions} linear regions"
    if count.affine_maps is not None:
        numbers += f", {count.affine_maps} affine maps"
    return f"{subject.name}{layers} on {subject.domain}: {numbers}, {count.seconds:.3f} s"


def _stated(net: Network) -> str:
    """What a theorem says of a construction, if it says a number."""
    found = re.search("; (at least )?[0-9]+ activation regions( on the box .*?)?: (.*)", net.about)
    return f"{found[1] or ''}activation regions: {found[3]}" if found else ""


def _line(claim: Claim, count: Optional[Count], verdict: str) -> str:
    counted = ""
    if verdict == "violated":
        counted = f", counted {getattr(count, claim.quantity)}"
        counted += ", so it is not false" if claim.refuted else ""
    return f"  {verdict:17} {claim}{counted}, {claim.source}"


def _exact(number: Optional[int]) -> Union[None, int, str]:
    """Text beyond 2^53, where readers of JSON have doubles."""
    return str(number) if number is not None and number > 2**53 else number


def _row(subject: Subject, claim: Claim, count: Optional[Count], verdict: str) -> dict[str, Any]:
    row = {
        "theorem": claim.source,
        "network": subject.name,
        "network_sha256": subject.part(claim.layers).sha256,
        "domain": str(subject.domain),
        "layers": claim.layers,
        "quantity": claim.quantity,
        "relation": claim.relation,
        "claimed": str(claim.value),
        "counted": _exact(getattr(count, claim.quantity)) if verdict != "undecided" else None,
        **{quantity: _exact(getattr(count, quantity, None)) for quantity in QUANTITIES},
        "verdict": verdict,
        "seconds": None if count is None else count.seconds,
    }
    return {key: value for key, value in row.items() if value is not None or key == "counted"}


COLUMNS = (
    *("theorem", "network", "network_sha256", "domain", "layers", "quantity", "relation"),
    *("claimed", "counted", *QUANTITIES, "verdict", "seconds"),
)


def _printable(text: str) -> str:
    """Names come from a file, which may have characters that a terminal obeys."""
    return "".join(c if c.isprintable() else "?" for c in text)


def _print(line: str, stream: Optional[TextIO] = None) -> None:
    print(_printable(line), file=stream)


class Table:
    """The rows as they are printed, and how many there are of each verdict.

    Parameters
    ----------
    form
        "text"; "json", one object; "csv", a line for each claim.
    folds
        In text, upper bounds that hold are one line for each network: the lowest of them, and
        their number. What a theorem says of a construction precedes its networks, as a formula.
    """

    def __init__(self, form: str, quiet: bool, folds: bool = False):
        self.form, self.quiet, self.folds = form, quiet, folds
        self.lines = csv.writer(sys.stdout, lineterminator="\r\n")
        if form == "csv":
            self.lines.writerow(COLUMNS)
        self.tally = dict.fromkeys(VERDICTS, 0)
        self.rows: list[dict[str, Any]] = []
        self.heading = self.stated = ""
        self.bounds: list[Claim] = []

    def add(self, subject: Subject, claim: Claim, count: Optional[Count]) -> None:
        verdict = claim.verdict(count)
        self.tally[verdict] += 1
        if self.quiet and verdict != "violated":
            return
        row = _row(subject, claim, count, verdict) if self.form != "text" else {}
        if self.form == "csv":
            cells = (row.get(column) for column in COLUMNS)
            self.lines.writerow("" if cell is None else _printable(str(cell)) for cell in cells)
        if self.form == "json":
            self.rows.append(row)
        if self.form != "text":
            return
        heading = _heading(subject, claim, count)
        if self.heading != heading:
            self.flush()
            self.heading = heading
            _print(heading)
        if self.folds and claim.relation == "<=" and verdict == "holds":
            self.bounds.append(claim)
        else:
            self.state(subject.net)
            _print(_line(claim, count, verdict))

    def state(self, net: Network) -> None:
        """Prints what a theorem says of a construction, above its first claim."""
        stated = _stated(net) if self.folds else ""
        if stated and self.stated != stated:
            self.stated = stated
            _print(f"  {'claimed':17} {stated}")

    def flush(self) -> None:
        """Prints the upper bounds of the network before."""
        about = [bound for bound in self.bounds if bound.quantity == "activation_regions"]
        if self.bounds:
            lowest = min(about or self.bounds, key=lambda bound: bound.value)
            text = f"{lowest}, {lowest.source}"
            if len(self.bounds) > 1:
                text += f", the lowest of {len(self.bounds)} upper bounds"
            _print(f"  {'holds':17} {text}")
        self.bounds = []

    def finish(self, **more: Any) -> int:
        """Prints the sums, and returns the exit status."""
        self.flush()
        claims = sum(self.tally.values())
        if self.form == "json":
            counts = {verdict: self.tally[verdict] for verdict in VERDICTS[1:]}
            print(json.dumps({"rows": self.rows, "claims": claims, **counts, **more}, indent=2))
        if self.form == "text":
            known = [f"{self.tally['holds']} hold", f"{self.tally['violated']} violated"]
            known += [f"{self.tally[word]} {word}" for word in VERDICTS[2:] if self.tally[word]]
            line = "\n" if self.heading else ""
            print(f"{line}{claims} claim{'' if claims == 1 else 's'}: {', '.join(known)}")
        return 1 if self.tally["violated"] else 3 if self.tally["undecided"] else 0


def add_options(command: Command) -> None:
    command.add_argument("names", nargs="*", metavar="NAME")
    command.option("-q --quiet", "", "Print only violated claims.")
    command.option("--json", "", "Print one JSON object.")
    command.option("--csv", "", "Print a line of comma-separated values for each claim.")
    command.limit_options()


def form_of(command: Command, given: Any) -> str:
    if given.json and given.csv:
        command.error("--json cannot be combined with --csv")
    return "json" if given.json else "csv" if given.csv else "text"


def main(words: Optional[Sequence[str]] = None) -> int:
    """The command: prints every claim with its verdict, and returns the exit status."""
    command = Command("claims", "FILE [NAME...]", __doc__)
    command.add_argument("file", metavar="FILE")
    add_options(command)
    given = command.read(words)
    try:
        subjects = read(given.file)
    except (OSError, ValueError) as problem:
        return command.fail(problem)
    limits = {
        "timeout": given.time_limit,
        "memory_limit": given.memory_limit,
        "threads": given.threads,
    }
    table = Table(form_of(command, given), given.quiet)
    for subject, claim, count in compare(subjects, given.names, **limits):
        table.add(subject, claim, count)
    if not any(table.tally.values()):
        return command.fail(f"no network or source is called {' or '.join(given.names)}")
    return table.finish()


if __name__ == "__main__":
    start(main)
