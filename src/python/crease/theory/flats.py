"""The Whitney numbers of an arrangement with symmetry, from orbits of its flats.

Let n(X) be the number of hyperplanes that contain a flat X, and m(X) the absolute value of its
Moebius function. Weisner's theorem, summed over these hyperplanes, is

    n(X) m(X) = sum of m(Y) (n(X) - n(Y)) over the flats Y that X is a hyperplane of.

The Whitney number w_k is the sum of m(X) over the flats of codimension k. Flats in one orbit of a
group of symmetries have equal contributions, so one of each orbit is enough, with the sum of m over
the orbit. Two flats are merged only if a permutation of coordinates maps one to the other: their
matrices (the sum of h h^T over their hyperplanes h) are then equal after the permutation. If an
orbit is not recognised and has two representatives, the sums are the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy

_LARGEST = 1 << 30  # products of two such numbers do not overflow


class _Orbit(NamedTuple):
    cuts: tuple[int, ...]  # hyperplanes whose intersection is one of its flats
    weight: Fraction  # the sum of m over the orbit
    hyperplanes: int
    matrix: Any


def _small(numbers: Any) -> Any:
    if numbers.size and numpy.abs(numbers).max() >= _LARGEST:
        raise OverflowError("the numbers of the arrangement are too large for machine integers")
    return numbers


def _primitive(rows: Any) -> Any:
    """Without zero rows; the others without a common factor, the first entry positive."""
    content = numpy.gcd.reduce(rows, axis=1)
    rows = rows[content > 0] // content[content > 0][:, None]
    first = numpy.take_along_axis(rows, (rows != 0).argmax(axis=1)[:, None], 1)
    return rows * numpy.sign(first)


def _grouped(rows: Any) -> tuple[Any, Any]:
    """Of equal rows: the first of each, and for each row the number of its group."""
    base = 2 * int(numpy.abs(rows).max()) + 1
    if base ** rows.shape[1] >= 1 << 62:
        raise OverflowError("the numbers of the arrangement are too large for machine integers")
    keys = numpy.zeros(len(rows), numpy.int64)
    for column in rows.T:
        keys = keys * base + column
    _, first, group = numpy.unique(keys, return_index=True, return_inverse=True)
    return first, group


def _restricted(forms: Any, normal: Any) -> Any:
    """The forms on the hyperplane where one of them is 0, with one coordinate less."""
    pivot = int(numpy.where(normal != 0, numpy.abs(normal), _LARGEST).argmin())
    kept = [j for j in range(len(normal)) if j != pivot]
    rows = normal[pivot] * forms[:, kept] - numpy.outer(forms[:, pivot], normal[kept])
    return _small(rows // numpy.maximum(numpy.gcd.reduce(rows, axis=0), 1))


# ---- Permutations of coordinates ----


def symmetric_classes(rows: Any) -> Any:
    """For each coordinate the least one that it can change places with: the set stays the same."""
    lines = {tuple(row) for row in _primitive(rows).tolist()}
    classes = list(range(rows.shape[1]))
    for j in range(rows.shape[1]):
        for i in range(j):
            if classes[i] == i:
                moved = rows.copy()
                moved[:, [i, j]] = rows[:, [j, i]]
                if {tuple(row) for row in _primitive(moved).tolist()} == lines:
                    classes[j] = i
                    break
    return numpy.array(classes)


def _mixed(x: Any) -> Any:
    x = (x ^ (x >> numpy.uint64(31))) * numpy.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> numpy.uint64(29))) * numpy.uint64(0xBF58476D1CE4E5B9)
    return x ^ (x >> numpy.uint64(32))


def _refined(mixed: Any, colours: Any) -> Any:
    sums = _mixed(mixed + colours[:, None, :]).sum(axis=2, dtype=numpy.uint64)
    return _mixed(colours * numpy.uint64(3) + sums)


def _arranged(matrices: Any, classes: Any) -> Any:
    """The matrices with permuted coordinates, each within its class: by colours that depend on the
    matrix only, or on the choice of one of several coordinates of equal colour."""
    count, size, _ = matrices.shape
    mixed = _mixed(matrices.view(numpy.uint64))
    colours = _mixed(mixed[:, range(size), range(size)] + classes.astype(numpy.uint64))
    colours = _refined(mixed, _refined(mixed, colours))
    for _ in range(size):
        ordered = numpy.sort(colours, axis=1)
        tied = ordered[:, 1:] == ordered[:, :-1]
        left = numpy.nonzero(tied.any(axis=1))[0]
        if not len(left):
            break
        shared = ordered[left, tied[left].argmax(axis=1)]
        colours[left, (colours[left] == shared[:, None]).argmax(axis=1)] += numpy.uint64(1)
        colours[left] = _refined(mixed[left], colours[left])
    order = numpy.lexsort((colours, numpy.broadcast_to(classes, (count, size))), axis=1)
    rows = numpy.take_along_axis(matrices, order[:, :, None], 1)
    return numpy.take_along_axis(rows, order[:, None, :], 2)


# ---- Levels ----


def _next_level(orbits: Sequence[_Orbit], forms: Any, squares: Any, classes: Any) -> list[_Orbit]:
    sums: dict[bytes, Fraction] = {}
    merged: dict[bytes, _Orbit] = {}
    size = len(classes)
    for orbit in orbits:
        on = forms
        for cut in orbit.cuts:
            on = _restricted(on, on[cut])
        across = numpy.nonzero(on.any(axis=1))[0]
        first, group = _grouped(_primitive(on))
        order = group.argsort(kind="stable")
        starts = numpy.searchsorted(group[order], numpy.arange(len(first)))
        matrices = orbit.matrix + numpy.add.reduceat(squares[across[order]], starts, axis=0)
        arranged = _arranged(matrices.reshape(-1, size, size), classes)
        for k, more in enumerate(numpy.bincount(group).tolist()):
            key = arranged[k].tobytes()
            if key not in merged:
                cuts = (*orbit.cuts, int(across[first[k]]))
                sums[key] = Fraction(0)
                merged[key] = _Orbit(cuts, sums[key], orbit.hyperplanes + more, matrices[k])
            sums[key] += orbit.weight * more / merged[key].hyperplanes
    return [orbit._replace(weight=sums[key]) for key, orbit in merged.items()]


def _last_levels(orbits: Sequence[_Orbit], forms: Any) -> tuple[Fraction, Fraction]:
    """The next two Whitney numbers, from flats on which three coordinates are left."""
    one, two = Fraction(0), Fraction(0)
    for orbit in orbits:
        on, n = forms, orbit.hyperplanes
        for cut in orbit.cuts:
            on = _restricted(on, on[cut])
        rows = _primitive(on)
        first, group = _grouped(rows)
        lines, more = rows[first], numpy.bincount(group)
        i, j = numpy.triu_indices(len(lines), 1)
        _, meet = _grouped(_primitive(numpy.cross(lines[i], lines[j])))
        pairs = numpy.unique(numpy.concatenate([meet, meet]) * len(lines) + numpy.append(i, j))
        flat, line = pairs // len(lines), pairs % len(lines)
        below = n + more[line]
        above = n + numpy.bincount(flat, weights=more[line]).astype(numpy.int64)[flat]
        for x in more.tolist():
            one += orbit.weight * Fraction(x, n + x)
        for (x, z), count in Counter(zip(below.tolist(), above.tolist())).items():
            two += orbit.weight * Fraction(count * (x - n) * (z - x), x * z)
    return one, two


def whitney_numbers(normals: Any, vectors: Any) -> list[int]:
    """The absolute Whitney numbers w_0, .., w_r of the first kind of a central arrangement.

    normals: linearly independent columns. vectors: the same normals in coordinates that symmetries
    permute. Raises OverflowError if machine integers do not suffice.
    """
    rank = normals.shape[1]
    numbers = [Fraction(1)]
    if rank > 2:
        classes, size = symmetric_classes(_small(vectors)), vectors.shape[1]
        squares = vectors[:, :, None] * vectors[:, None, :]
        squares = squares.reshape(-1, size * size)
        _small(numpy.abs(squares).sum(axis=0))
        level = [_Orbit((), Fraction(1), 0, numpy.zeros(size * size, numpy.int64))]
        for _ in range(rank - 3):
            level = _next_level(level, _small(normals), squares, classes)
            numbers.append(sum((orbit.weight for orbit in level), Fraction(0)))
        numbers += _last_levels(level, _small(normals))
    elif rank == 2:
        numbers.append(Fraction(len(normals)))
    if rank:  # the characteristic polynomial is 0 at 1
        numbers.append(abs(sum((x * (-1) ** k for k, x in enumerate(numbers)), Fraction(0))))
    return [int(x) for x in numbers]
