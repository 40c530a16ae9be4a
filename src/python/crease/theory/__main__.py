"""answer questions of theory about one network, or two

definitions     regions by six definitions (arXiv 2505.16716)
characteristic  the characteristic polynomial of one layer, and its regions by
                Zaslavsky's theorem
topology        faces, Euler characteristics and Betti numbers of decision
                regions and of their boundary
faces           all faces with their signs
mesh            the decision boundary of three inputs as polygons
folding         of each layer: the cells on entry, those whose image is a
                point, the distinct images of the others, and the largest
                number of cells that have one
chambers        the sets of regions that one more neuron behind the hidden
                layers cuts whose pre-activation is 0 at no vertex of them; how
                many regions any neuron adds at most, and one that adds so
                many; in a box
bounds          upper bounds on the regions of a relu network, from the exact
                cells of its first 0, 1, .. layers; and from the units that
                change their activation in the domain alone
deform          the number of regions while the weights move on a line from
                those of NET, s = 0, to those of OTHER, s = 1: all s at which
                it changes, and the numbers there and in between; in a box of
                one or two inputs, or on a slice
"""

from __future__ import annotations

import argparse
import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Optional

from crease.theory.arrangements import characteristic
from crease._command import Command, domain_of, limits_of, net_of, start
from crease.theory.chambers import chambers
from crease.theory.complexes import Complex, vectors
from crease.theory.definitions import definitions
from crease.theory.deformation import Deformation
from crease._files import out_file
from crease._network import Network, load
from crease._run import Undecided
from crease.theory.histogram import both_bounds
from crease.theory.topology import mesh, topology


def _definitions(net: Network, domain: Any, **options: Any) -> dict[str, Any]:
    results = definitions(net, domain, **options)._asdict()
    low, high = results["convex"]
    results["convex"] = low if low == high else [low, high]
    return {f"R{k + 1}_{name}": value for k, (name, value) in enumerate(results.items())}


def _certified(
    results: Any, path: str, net: Network, domain: Any, **options: Any
) -> dict[str, Any]:
    """What crease-check can establish: the proof by cases knows patterns, and walls of cells."""
    counts = net.certify(path, domain, linear=True, **options)
    if not counts.complete:
        raise Undecided("a limit stopped the certificate")
    names = {
        "R2_proper": counts.activation_regions,
        "R4_open_connected": counts.linear_regions,
        "R6_affine": counts.affine_maps,
    }
    if any(results[name] != value for name, value in names.items()):
        raise AssertionError(f"{results} are not the counts of the certificate, {counts}")
    return {
        "certificate_of": list(names),
        "no_certificate_of": [name for name in results if name not in names],
    }


def _characteristic(net: Network, domain: Any, **options: Any) -> dict[str, Any]:
    if domain is not None:
        raise ValueError("the characteristic polynomial is that of the whole space: omit domains")
    found = characteristic(net)
    return {"polynomial": found.polynomial, **found._asdict()}


def _faces(net: Network, domain: Any, **options: Any) -> dict[str, Any]:
    return {
        "faces": [
            {
                "dimension": face.dimension,
                "signs": face.signs,
                "facets": face.facets,
                "cells": face.cells,
                "on_border": face.on_border,
                "points": [[str(x) for x in point] for point in face.points],
                "rays": [[str(x) for x in ray] for ray in face.rays],
            }
            for face in Complex(net, domain, **options).faces
        ]
    }


def _columns_of_faces(faces: Sequence[dict[str, Any]]) -> str:
    """A line for each face, in columns."""
    head = ("face", "dimension", "signs", "regions", "facets", "border", "points", "rays")
    lines: list[tuple[str, ...]] = [head]
    for number, face in enumerate(faces):
        neighbours = [",".join(map(str, face[name])) or "-" for name in ("cells", "facets")]
        corners = [vectors(face[name]) or "-" for name in ("points", "rays")]
        border = "yes" if face["on_border"] else "no"
        signs = " ".join(face["signs"])
        lines.append((str(number), str(face["dimension"]), signs, *neighbours, border, *corners))
    widths = [max(map(len, column)) for column in zip(*lines)]
    return "".join(
        "  ".join(f"{word:<{width}}" for word, width in zip(line, widths)).rstrip() + "\n"
        for line in lines
    )


def _bounds(net: Network, domain: Any, **options: Any) -> dict[str, Any]:
    return {
        f"{name}after_{k}_layers": value
        for name, bounds in zip(("", "changing_"), both_bounds(net, domain, **options))
        for k, value in enumerate(bounds)
    }


def _chambers(net: Network, domain: Any, **options: Any) -> dict[str, Any]:
    found = asdict(chambers(net, domain, **options))
    return found | {"weights": [str(w) for w in found["weights"]], "bias": str(found["bias"])}


def _folding(net: Network, domain: Any, **options: Any) -> dict[str, Any]:
    layers = net.folding(domain, **options)
    names = ("cells", "points", "images", "most_of_one")
    return {name: [getattr(layer, name) for layer in layers] for name in names}


_QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    "definitions": _definitions,
    "characteristic": _characteristic,
    "topology": lambda net, domain, **options: asdict(topology(net, domain, **options)),
    "faces": _faces,
    "folding": _folding,
    "mesh": lambda net, domain, **options: mesh(net, domain, **options).as_json(),
    "chambers": _chambers,
    "bounds": _bounds,
}


# Whose definition or theorem it is, for text.
_SOURCES = {
    "definitions": "Stargalla, Hertrich and Reichman 2025, arXiv 2505.16716: definitions 1 to 6",
    "characteristic": "Zaslavsky 1975: regions by Theorem A, bounded ones by Theorem C",
    "bounds": "Serra et al. 2018: upper bounds by Theorem 1, from exact cells of first layers",
}


def _shown(value: Any) -> str:
    if isinstance(value, list):
        nested = any(isinstance(x, list) for x in value)
        return ("; " if nested else " ").join(_shown(x) for x in value)
    return json.dumps(value) if isinstance(value, dict) else str(value)


def _records(question: str, results: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of a table: faces, layers, events, or one row with everything."""
    if question == "faces":
        return [{"face": number, **face} for number, face in enumerate(results["faces"])]
    if question == "folding":
        layers = zip(*results.values())
        return [{"layer": k, **dict(zip(results, values))} for k, values in enumerate(layers)]
    if question == "deform":
        return list(results["events"])
    return [results]


def _cell(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return "" if value is None else str(value).lower()
    return _shown(value).replace("; ", ";")


def _as_csv(question: str, results: dict[str, Any]) -> str:
    """Comma-separated values. As in tables of regions, lists have blanks, lists of them ';'."""
    rows = _records(question, results)
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(rows[0])
    for row in rows:
        table.writerow(map(_cell, row.values()))
    return text.getvalue()


def _as_text(question: str, results: dict[str, Any]) -> str:
    if question == "mesh":
        return json.dumps(results) + "\n"
    if question == "faces":
        return _columns_of_faces(results["faces"])
    if question in _SOURCES:
        results = results | {"source": _SOURCES[question]}
    width = max(map(len, results))
    return "".join(f"{name:<{width}}  {_shown(value)}\n" for name, value in results.items())


def _deform(net: Network, other: str, domain: Any, timeout: Optional[float]) -> Deformation:
    if domain is None:
        raise ValueError("a deformation needs a bounded domain, such as --box=-1,1")
    return net.deform(load(other), domain, timeout=timeout)


def _deformation_as_json(found: Deformation) -> dict[str, Any]:
    events = [
        {
            "s": float(event),
            "low": str(event.low),
            "high": str(event.high),
            "polynomial": list(event.polynomial),
            "before": event.before,
            "here": event.here,
            "after": event.after,
        }
        for event in found.events
    ]
    return {"events": events, "runs": found.runs, "polynomials": found.polynomials}


def _read(words: Optional[Sequence[str]]) -> tuple[Command, argparse.Namespace]:
    command = Command("theory", f"{'|'.join(_QUESTIONS)}|deform NET [OTHER]", __doc__)
    command.add_argument("question", metavar="QUESTION", choices=sorted([*_QUESTIONS, "deform"]))
    command.add_argument("net", metavar="NET")
    command.add_argument("other", metavar="OTHER", nargs="?")
    command.domain_options()
    command.net_options()
    command.option("--certificate", "FILE", "With definitions: certify R2, R4 and R6.")
    command.option(
        "-o --output",
        "FILE",
        "Write to FILE.json, FILE.csv or FILE.txt; a mesh to FILE.obj in doubles, or to FILE.json "
        "in fractions.",
    )
    command.limit_options()
    command.option("--json", "", "Print one JSON object.")
    command.option("--csv", "", "Print a table: a row for each face, layer or event.")
    return command, command.read(words)


def _form(given: argparse.Namespace) -> str:
    """The form of the output: an option, otherwise the extension of the file."""
    suffix = Path(given.output or "").suffix.lower()[1:]
    if given.json and given.csv:
        raise ValueError("--json cannot be combined with --csv")
    if given.certificate and given.question != "definitions":
        raise ValueError("only definitions have a certificate")
    form = "json" if given.json else "csv" if given.csv else suffix
    if form == "csv" and given.question == "mesh":
        raise ValueError("a mesh is not a table; use --json, or -o FILE.obj")
    if form == "obj" and given.question != "mesh":
        raise ValueError("only a mesh is written to FILE.obj; use .json, .csv or .txt")
    if given.question == "deform" and not given.other:
        raise ValueError("deform needs a second network")
    if given.question != "deform" and given.other:
        raise ValueError(f"unexpected \"{given.other}\"; see 'crease theory --help'")
    return form


def _answer(given: argparse.Namespace, form: str) -> Optional[str]:
    """The text of the answer; None: it has been written, as a mesh."""
    with limits_of(given) as options:
        net = net_of(given)
        domain = domain_of(net, given)
        if given.question == "deform":
            found = _deform(net, given.other, domain, options["timeout"])
            results, text = _deformation_as_json(found), f"{found}\n"
        elif given.question == "mesh" and given.output not in (None, "-"):
            mesh(net, domain, **options).save(given.output)
            return None
        else:
            results, text = _QUESTIONS[given.question](net, domain, **options), ""
        if given.certificate:
            results |= _certified(results, given.certificate, net, domain, **options)
    if form == "json":
        return json.dumps(results, indent=2) + "\n"
    if form == "csv":
        return _as_csv(given.question, results)
    return text or _as_text(given.question, results)


def main(words: Optional[Sequence[str]] = None) -> int:
    """The command: prints the answer or writes it to a file, and returns the exit status."""
    command, given = _read(words)
    try:
        text = _answer(given, _form(given))
        if text is None:
            return 0
        if given.output not in (None, "-"):
            with out_file(given.output) as file:
                file.write(text)
            return 0
    except (OSError, Undecided, ValueError) as problem:
        return command.fail(problem)
    print(text, end="")
    return 0


if __name__ == "__main__":
    start(main)
