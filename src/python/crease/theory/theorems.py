"""compare the theorems of the literature with counts

The networks are those of constructions, with what their theorems claim, random ones, and some found
by a search. Every upper bound is compared with each. NAME is the beginning of the name of a network
or theorem, or words of it in their order, such as "Montufar 2014 Theorem 4"; the others are left
out.

A claim holds if the exact count of a network agrees with it. That tests a theorem, and proves a
lower bound, but no upper one. Otherwise the claim is violated, the network is written to
violated-1.json, .., and the exit status is 1. A claim that is known to be false is refuted by the
network beside it; it would be violated if the count agreed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, Optional

from crease._command import Command, start, whole
from crease._domain import Box, Domain
from crease._native import ffi, lib
from crease._network import Network, construct
from crease._network import random as random_network
from crease._numbers import integer
from crease._run import c_text, check, new_error
from crease._bounds import bounds
from crease.theory.claims import QUANTITIES, Claim, Subject, Table
from crease.theory.claims import add_options, compare, form_of, is_wanted
from crease.theory.search import search

# The networks of constructions in the order of the table: the parameters of each.
QUICK = """
arrangement:boolean n=4
arrangement:grid n=3 d=2
arrangement:braid n=5
arrangement:coxeter-b n=3
arrangement:coxeter-d n=4
arrangement:shi n=4
arrangement:catalan n=4
arrangement:linial n=4
arrangement:resonance n=4
arrangement:threshold n=3
arrangement:generic n=10 d=4; n=12 d=5; n=4 d=1
arrangement:cube n=4 d=1
arrangement:generic n=3 d=2
arrangement:cube n=3 d=2
arrangement:generic n=4 d=2
arrangement:cube n=4 d=2
arrangement:generic n=6 d=2
arrangement:cube n=6 d=2
arrangement:generic n=4 d=3
arrangement:cube n=4 d=3
arrangement:generic n=5 d=3
arrangement:cube n=5 d=3
pascanu:tangents d=1 widths=3,4; d=2 widths=2,3; d=2 widths=4,3; d=2 widths=4,4,3
pascanu:tangents d=2 widths=6,5,4; d=3 widths=6,4; d=4 widths=8,5
pascanu:folds d=1 layers=2; d=1 layers=5; d=2 layers=2; d=2 layers=3; d=2 layers=4
pascanu:folds d=3 layers=1; d=3 layers=2; d=2 layers=3 form=literal
serra:space d=2 widths=6,4 form=literal
serra:line widths=3; widths=3,3; widths=4,3,5; widths=3,3,3,3
serra:space d=1 widths=3,2; d=1 widths=3,1; d=3 widths=9,4
montufar:folds d=1 widths=2,2; d=1 widths=3,3; d=1 widths=3,4,5; d=2 widths=2,3
montufar:folds d=2 widths=4,3; d=2 widths=4,4; d=2 widths=6,4; d=2 widths=4,4,4
montufar:folds d=2 widths=5,4; d=3 widths=6,4
serra:space d=1 widths=3,3; d=1 widths=4,3,5; d=1 widths=3,3,3,3; d=1 widths=5,4
serra:space d=2 widths=6,3; d=2 widths=6,4; d=2 widths=6,6,4; d=2 widths=8,5; d=2 widths=7,3
telgarsky:sawtooth layers=1; layers=2; layers=3; layers=6
telgarsky:blocks layers=1; layers=2; layers=3; layers=6
arora:line widths=3; widths=3,3; widths=2,2,2; widths=3,3,3; widths=5,5
arora:zonotope d=2 m=2 widths=2; d=2 m=3 widths=2; d=2 m=3 widths=3; d=2 m=3 widths=2,2
arora:zonotope d=2 m=4 widths=3,3; d=3 m=3 widths=2
serra:zonotope d=1 m=1 widths=3; d=1 m=1 widths=3,3; d=2 m=2 widths=3; d=2 m=3 widths=3
serra:zonotope d=2 m=3 widths=3,3
maxout:arrangement n=2 d=1 k=3; n=2 d=2 k=3; n=3 d=2 k=3; n=4 d=2 k=3; n=3 d=2 k=4; n=3 d=3 k=3
hardtanh:arrangement n=3 d=1; n=2 d=2; n=3 d=2; n=4 d=2; n=3 d=3
maxout:grid d=1 k=4; d=2 k=3; d=2 k=4
maxout:zigzag d=1 k=3 widths=2,2; d=1 k=3 widths=2,2,2; d=1 k=3 widths=4,3; d=2 k=2 widths=4,2
maxout:zigzag d=2 k=3 widths=4,2; d=2 k=3 widths=4,3; d=2 k=2 widths=4,4,2
maxout:fold4 layers=1; layers=2; layers=3
maxout:fold2 d=1 layers=4; d=2 layers=2; d=2 layers=3; d=3 layers=2
counterexample:maxout-line k=2 layers=4; k=3 layers=2; k=4 layers=2; k=3 layers=3
counterexample:mirrors widths=3,1; widths=3,3,2
counterexample:two-units n=1; n=3
counterexample:three-units n=1; n=5
"""

# Only with --all, and only their activation regions.
LARGE = """
arrangement:generic n=16 d=6
arrangement:resonance n=5; n=6
arrangement:threshold n=4; n=5
arrangement:coxeter-b n=5
arrangement:braid n=7
pascanu:folds d=2 layers=6; d=3 layers=3
maxout:fold4 layers=7
maxout:zigzag d=2 k=3 widths=4,4,3
telgarsky:sawtooth layers=20
serra:space d=2 widths=6,6,6,6; d=2 widths=6,6,6,6,6
telgarsky:sawtooth layers=1000
"""

# Theorems on depth, counted by images: each with these numbers of layers, all of one width.
DEPTHS = (2, 10, 50, 100)
DEEP = """
pascanu:folds d=1; d=2; d=3; d=4
montufar:folds d=1 widths=3; d=2 widths=4; d=3 widths=6; d=4 widths=8
serra:space d=1 widths=3; d=2 widths=6; d=3 widths=9; d=4 widths=12
serra:line widths=5
serra:zonotope d=2 m=2 widths=3; d=3 m=3 widths=3; d=4 m=4 widths=3
telgarsky:sawtooth
telgarsky:blocks
arora:line widths=4
arora:zonotope d=2 m=3 widths=2; d=3 m=3 widths=3; d=4 m=4 widths=2
"""

# Random networks. Small integers have many ties.
SHAPES = "1-4-3-1 1-3-3-3-1 2-5-4-1 2-3-3-3-1 2-8-2 3-5-3-1 3-4-2-2-1 4-5-4-1".split()
ACTIVATIONS = "relu leaky:1/10 abs hardtanh maxout:3".split()
FAMILIES = "he discrete:2".split()

# Networks that are searched for: small enough for many counts, and close to their bounds.
SEARCHED = [
    *("1-2-2-1 relu", "1-3-2-1 relu", "2-3-1 relu", "2-3-2-1 relu", "2-3-3-1 relu"),
    *("2-2-2-2-1 relu", "3-4-1 relu"),
    *("1-2-2-1 hardtanh", "2-2-2-1 hardtanh", "1-1-1-1 maxout:3", "2-2-1 maxout:3", "2-2-2-1 abs"),
]


def instances(text: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The constructions of a table with their parameters."""
    for line in text.split("\n"):
        name, _, networks = line.partition(" ")
        for given in networks.split("; ") if line else ():
            yield name, dict(word.split("=") for word in given.split())


def claims_of(name: str, parameters: dict[str, str]) -> dict[Optional[str], list[Claim]]:
    """What theorems claim of the network of a construction, by domain: a box, or None."""
    texts = [
        tuple(ffi.new("char[]", c_text(word)) for word in pair) for pair in parameters.items()
    ]
    arguments = ffi.new("crease_argument[]", [{"name": n, "value": v} for n, v in texts])
    listed, error = ffi.new("crease_claims *"), new_error()
    given = (c_text(name), arguments, len(texts))
    check(lib.crease_construction_claims(listed, *given, error), error)
    by_domain: dict[Optional[str], list[Claim]] = {}
    for i in range(listed.count):
        claim = listed.claim[i]
        domain = None if claim.domain == ffi.NULL else ffi.string(claim.domain).decode()
        quantity = ffi.string(lib.crease_quantity_name(claim.quantity)).decode()
        relation = ffi.string(lib.crease_relation_name(claim.relation)).decode()
        value, source = integer(claim.value), ffi.string(claim.source).decode()
        by_domain.setdefault(domain, []).append(
            Claim(quantity, relation, value, bool(claim.refuted), None, source)
        )
    lib.crease_claims_clear(listed)
    return by_domain


def upper_bounds(net: Network, domain: Domain, on_space: bool) -> list[Claim]:
    """Those that apply; one that fails as printed decides nothing."""
    return [
        Claim(b.quantity, "<=", b.value, False, None, f"{b.source}, {b.theorem}")
        for b in net.bounds(domain.dimension)
        if b.value is not None
        and not b.flaw
        and b.relation != ">="
        and (b.domain == "convex" or (b.domain == "space" and on_space))
    ]


def subject(
    name: str, net: Network, claims: Sequence[Claim] = (), box: Optional[Box] = None
) -> Subject:
    domain = Domain(net.inputs, box=box)
    return Subject(name, net, domain, (*claims, *upper_bounds(net, domain, box is None)))


def constructions(text: str) -> Iterator[Subject]:
    for name, given in instances(text):
        title = " ".join([name, *(f"{key}={value}" for key, value in given.items())])
        net = construct(name, given)
        for box, claims in claims_of(name, given).items():
            yield subject(title, net, claims, box)


def deep_constructions(everything: bool) -> Iterator[Subject]:
    """Linear regions are counted on a line alone; the largest need seconds."""
    for (name, given), layers in product(instances(DEEP), DEPTHS):
        if name == "serra:space" and given["d"] == "4" and layers > 10 and not everything:
            continue
        title = " ".join([name, *(f"{key}={given[key]}" for key in given if key != "widths")])
        title += f", {layers} layers" + (f" of {given['widths']}" if "widths" in given else "")
        if "widths" in given:
            parameters = given | {"widths": ",".join([given["widths"]] * layers)}
        else:
            parameters = given | {"layers": str(layers)}
        net = construct(name, parameters)
        for box, claims in claims_of(name, parameters).items():
            domain = Domain(net.inputs, box=box)
            counted = QUANTITIES[: 3 if net.inputs == 1 else 2]
            known = tuple(c for c in claims if c.quantity in counted)
            yield Subject(title, net, domain, known, "always")


def subjects(everything: bool, seed: int, names: Sequence[str]) -> Iterator[Subject]:
    """All networks with their claims; random ones only if a bound or their name is asked for."""
    yield from constructions(QUICK)
    yield from deep_constructions(everything)
    for large in constructions(LARGE) if everything else ():
        claims = tuple(c for c in large.claims if c.quantity not in QUANTITIES[2:])
        yield Subject(large.name, large.net, large.domain, claims)
    known = (f"{bound.source}, {bound.theorem}" for bound in bounds("1-1-1"))
    wants_bounds = any(is_wanted(source, names) for source in known)
    drawn = product(SHAPES, ACTIVATIONS, FAMILIES, range(20 if everything else 1))
    for shape, activation, init, i in drawn:
        name = f"random {shape} init={init} activation={activation} seed={seed + i}"
        if wants_bounds or is_wanted(name, names):
            how: dict[str, Any] = {"init": init, "activation": activation, "bias_std": 1}
            yield subject(name, random_network(shape, seed=seed + i, **how))
    for text in SEARCHED:
        shape, activation = text.split()
        name = f"search {shape} activation={activation} seed={seed}"
        if wants_bounds or is_wanted(name, names):
            steps = 20000 if everything else 100
            limits: dict[str, Any] = {"climbs": 1, "steps": steps, "processes": 1}
            result = search(shape, activation=activation, weight_range=8, seed=seed, **limits)
            if result.net:
                yield subject(name, result.net)


def main(words: Optional[Sequence[str]] = None) -> int:
    """The command: prints every claim with its verdict, and returns the exit status."""
    command = Command("theorems", "[NAME...]", __doc__)
    add_options(command)
    command.option("--all", "", "Large networks too: a minute.")
    command.option("--seed", "S", "Of the random networks; default: 0.", type=whole, default=0)
    given = command.read(words)
    begun, limit = time.monotonic(), given.time_limit
    table, written = Table(form_of(command, given), given.quiet, folds=True), 0
    about = subjects(given.all, given.seed, given.names)
    options = {"threads": given.threads, "memory_limit": given.memory_limit}
    for tested, claim, count in compare(about, given.names, timeout=limit, **options):
        if limit is not None and time.monotonic() - begun >= limit:
            command.fail("time is up; further claims were not tested")
            return table.finish(complete=False) or 3
        table.add(tested, claim, count)
        if claim.verdict(count) == "violated":
            written += 1
            tested.net.save(f"violated-{written}.json")
            print(f"violated: {claim.source}; see violated-{written}.json", file=sys.stderr)
    if not any(table.tally.values()):
        wanted = " or ".join(given.names)
        return command.fail(
            f"no network or theorem is called {wanted}; names are those of 'crease construct "
            "--list' and the sources in 'crease bounds 2-4-4-1'"
        )
    return table.finish(complete=True)


if __name__ == "__main__":
    start(main)
