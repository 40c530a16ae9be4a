"""Rationals between Python and FLINT."""

from __future__ import annotations

import html
import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import Any, NamedTuple, Optional, Protocol, Union, runtime_checkable

import numpy
from numpy.typing import NDArray

from crease._native import ffi, lib
from crease._run import c_text, check, new_error

#: The name of a file.
PathName = Union[str, "os.PathLike[str]"]

#: What stands for an exact number: integers, fractions, floats and NumPy's numbers at their exact
#: values, and strings as in network files ("1/3", "0.1", "1e-3", "0x1p-3").
Number = Union[int, float, Fraction, Decimal, str, numpy.generic]

#: Arrays of NumPy, and what stands for points: a sequence or an array of numbers, or of rows.
Array = NDArray[numpy.generic]
Doubles = NDArray[numpy.float64]
Numbers = Union[Sequence[Number], Array]
Rows = Union[Sequence[Numbers], Array]

_SMALL = 1 << 62  # FLINT keeps smaller integers in the word itself


@runtime_checkable
class Scalar(Protocol):
    """A number of another library, such as an array or a tensor of one entry."""

    def item(self) -> Union[int, float]: ...


def fraction(x: Union[Number, Scalar]) -> Fraction:
    """The exact value of a number; strings are read as in network files.

    >>> fraction("0.1"), fraction(0.5), fraction("0x1p-3")
    (Fraction(1, 10), Fraction(1, 2), Fraction(1, 8))
    """
    if isinstance(x, str):
        return _parsed(x)
    if isinstance(x, Rational):
        return Fraction(int(x.numerator), int(x.denominator))
    if getattr(x, "ndim", 0):
        raise TypeError(f"an array of shape {getattr(x, 'shape')} is not a number")
    if x is numpy.ma.masked:
        raise ValueError("a masked value is not a number")
    ratio = getattr(x, "as_integer_ratio", None)  # floats, decimals, NumPy's floats
    if ratio is None and isinstance(x, Scalar):
        return fraction(x.item())
    if ratio is None:
        raise TypeError(f"{x!r} is not a number")
    try:
        return Fraction(*ratio())
    except (OverflowError, ValueError):
        raise ValueError(f"{x!r} is not a finite number") from None


def _parsed(text: str) -> Fraction:
    vector, error = Vector.zeros(1), new_error()
    check(lib.crease_point_parse(vector.pointer, c_text(text), 1, error), error)
    return vector.fractions()[0]


def listed(values: Any, what: str) -> list[Any]:
    """The entries of a sequence, which has an order and leaves nothing out."""
    if isinstance(values, (str, bytes, Mapping, Set)) or not hasattr(values, "__iter__"):
        raise TypeError(f"{what}: {type(values).__name__} is not a list of numbers or rows")
    if isinstance(values, numpy.ma.MaskedArray):
        raise TypeError(f"{what}: a masked array is refused; fill it first")
    if hasattr(values, "columns"):  # iterating a DataFrame gives the names of columns, or columns
        raise TypeError(f"{what}: a table is refused; pass its .to_numpy()")
    return list(values)


def nearest_double(x: Fraction) -> float:
    """The nearest double, infinite if x is too large."""
    try:
        return float(x)
    except OverflowError:
        return math.inf if x > 0 else -math.inf


def distance_of(nearest: Any) -> float:
    """That of a crease_nearest as a double, rounded down if it is a lower bound."""
    if nearest.state == lib.CREASE_NEAREST_NONE:
        return math.inf
    return float(lib.crease_nearest_distance(ffi.addressof(nearest)))


def exact_root(squared: Optional[Fraction]) -> Optional[Fraction]:
    """The square root if it is rational; otherwise None."""
    if squared is None:
        return None
    root = Fraction(math.isqrt(squared.numerator), math.isqrt(squared.denominator))
    return root if root * root == squared else None


_NORMS = {"2": lib.CREASE_NORM_2, "1": lib.CREASE_NORM_1, "inf": lib.CREASE_NORM_MAX}


def norm_name(norm: Any) -> str:
    """1, 2 or "inf", however it was written, as the command line has it."""
    names: dict[Any, str] = {1: "1", 2: "2", math.inf: "inf"}
    name = names.get(norm, str(norm))
    if name not in _NORMS:
        raise ValueError(f"norm is {norm!r}, not 1, 2 or 'inf'")
    return name


def norm_number(norm: Any) -> int:
    """The same as a `crease_norm` of C."""
    return int(_NORMS[norm_name(norm)])


class Vector:
    """A vector of rationals that C sees; freed with the object."""

    def __init__(self, values: Iterable[Any]):
        if getattr(values, "ndim", 1) != 1:
            shape = tuple(getattr(values, "shape"))
            raise TypeError(
                f"a point is flat, not an array of shape {shape}; use its .flatten(), "
                "or .reshape(len(X), -1) of several points X"
            )
        values = [fraction(x) for x in listed(values, "point")]
        self.count = len(values)
        self.pointer = ffi.gc(lib.vector_new(self.count), lib.vector_free)
        for i, x in enumerate(values):
            if -_SMALL < x.numerator < _SMALL and x.denominator < _SMALL:
                self.pointer[i].num, self.pointer[i].den = x.numerator, x.denominator
            else:
                lib.fmpq_set_str(self.pointer + i, _spelled(x), 16)

    @classmethod
    def zeros(cls, count: int) -> "Vector":
        return cls([0] * count)

    def doubles(self) -> list[float]:
        """The nearest doubles, infinite where an entry is too large."""
        return [nearest_double(x) for x in self.fractions()]

    def fractions(self) -> list[Fraction]:
        return fractions(self.pointer, self.count)


def _spelled(x: Fraction) -> bytes:
    """In base 16, since conversion to decimals takes quadratic time and is limited in length."""
    return f"{x.numerator:x}/{x.denominator:x}".encode()


def in_decimal(x: Fraction) -> str:
    """The text of a number, of which Python refuses to print more than 4300 digits."""
    if -_SMALL < x.numerator < _SMALL and x.denominator < _SMALL:
        return str(x)
    text = lib.fmpq_get_str(ffi.NULL, 10, Vector([x]).pointer)
    try:
        return str(ffi.string(text).decode())
    finally:
        lib.flint_free(text)


def _coprime(numerator: int, denominator: int) -> Fraction:
    """A fraction of numbers without common factor, for which `Fraction` would look once more."""
    x: Any = object.__new__(Fraction)
    x._numerator, x._denominator = numerator, denominator
    return x  # type: ignore[no-any-return]


def _integers(pointer: Any, count: int) -> list[int]:
    """Numerators, each with its denominator behind it."""
    text = lib.vector_text(pointer, count)
    try:
        return [int(word, 16) for word in ffi.string(text).split()]
    finally:
        lib.free(text)


def one(x: Any) -> Fraction:
    """The value of an fmpq."""
    return Fraction(*_integers(ffi.addressof(x), 1))


def fractions(pointer: Any, count: int) -> list[Fraction]:
    """Those of a list, which are in lowest terms."""
    numbers = _integers(pointer, count)
    return list(map(_coprime, numbers[::2], numbers[1::2]))


def rows(pointer: Any, count: int, width: int) -> list[list[Fraction]]:
    flat = fractions(pointer, count * width)
    return [flat[i : i + width] for i in range(0, count * width, width)]


def new_integer() -> Any:
    """An fmpz_t, which is 0; freed with the object."""
    return ffi.gc(ffi.new("fmpz *"), lib.fmpz_clear)


def integer(x: Any) -> int:
    """The value of an fmpz_t."""
    text = lib.fmpz_get_str(ffi.NULL, 16, x)
    try:
        return int(ffi.string(text), 16)
    finally:
        lib.flint_free(text)


def digits(rel_error: Any) -> int:
    """The least number of digits with 10^-digits <= rel_error."""
    wanted = fraction(rel_error)
    if not 0 < wanted < 1:
        raise ValueError("rel_error is a number between 0 and 1")
    most = 1
    while Fraction(1, 10**most) > wanted:
        most += 1
    return most


def points(values: Iterable[Iterable[Any]], width: int, what: str) -> tuple[Vector, int]:
    """Rows of `width` numbers each, one after the other."""
    table = []
    for i, row in enumerate(listed(values, what)):
        if getattr(row, "ndim", 1) > 1:
            shape = tuple(getattr(row, "shape"))
            raise TypeError(f"{what}[{i}] is flat, not of shape {shape}; use .reshape(n, -1)")
        table.append(listed(row, f"{what}[{i}]"))
        if len(table[i]) != width:
            raise ValueError(f"{what}[{i}] has {len(table[i])} coordinates, not {width}")
    return Vector(x for row in table for x in row), len(table)


def is_list_of_points(x: Any) -> bool:
    """Whether x is a list of points, and not one point."""
    if isinstance(x, Iterator):
        raise TypeError(f"points: {type(x).__name__} can be read only once; make a list of it")
    rows = listed(x, "points")
    if hasattr(x, "ndim"):
        return bool(x.ndim == 2)
    return bool(rows) and is_row(rows[0])


def is_row(x: Any) -> bool:
    """Whether x has entries; strings are numbers, and so are arrays and tensors of dimension 0."""
    return not isinstance(x, str) and hasattr(x, "__len__") and getattr(x, "ndim", 1) > 0


_LONG = 200  # bits of a number; longer ones are shown rounded
_FIRST = 4  # entries of a list that are shown


def shown(x: Any, depth: int = 3) -> str:
    """The __repr__ of a result: long numbers rounded, long lists cut.

    Python itself refuses to print integers of more than 4300 digits.
    """
    if isinstance(x, (int, Fraction)) and max(map(int.bit_length, x.as_integer_ratio())) > _LONG:
        return f"~{nearest_double(Fraction(x))}"
    names = [f.name for f in fields(x)] if is_dataclass(x) else getattr(x, "_fields", None)
    if names is not None:
        parts = [f"{n}={shown(getattr(x, n), depth - 1)}" for n in names if n[0] != "_"]
        return f"{type(x).__name__}({', '.join(parts) if depth else '..'})"
    if isinstance(x, (list, tuple)):
        parts = [shown(entry, depth - 1) for entry in x[:_FIRST]] if depth > 0 else [".."][: len(x)]
        parts += [f".. {len(x)} in all"] if depth > 0 and len(x) > _FIRST else []
        one = "," if isinstance(x, tuple) and len(x) == 1 else ""
        inner = ", ".join(parts) + one
        return f"[{inner}]" if isinstance(x, list) else f"({inner})"
    return repr(x)


def table(x: Any) -> str:
    """What a notebook shows of a result: a row for each field."""
    names = [f.name for f in fields(x)] if is_dataclass(x) else x._fields
    rows = [
        f"<tr><th>{name}</th><td>{html.escape(shown(getattr(x, name)))}</td></tr>"
        for name in names
        if name[0] != "_"
    ]
    return f"<table><caption>{type(x).__name__}</caption>{''.join(rows)}</table>"


class Enclosure(NamedTuple):
    """An interval that is proved to contain a number.

    Its ends are fractions. After a limit, where only a bound is known, the other end is -math.inf
    or math.inf.
    """

    lo: Union[Fraction, float]
    hi: Union[Fraction, float]

    def __float__(self) -> float:
        """The middle; infinite if an end is."""
        return float((self.lo + self.hi) / 2)

    def __format__(self, how: str) -> str:
        """Both ends as floats, or one if they look the same.

        >>> f"{Enclosure(Fraction(1, 3), Fraction(2, 5)):.2f}"
        '[0.33, 0.40]'
        >>> f"{Enclosure(Fraction(1, 3), math.inf):.2f}"
        'at least 0.33'
        """
        if not how:
            return str(self)
        if math.inf in self or -math.inf in self:
            known = "at least" if self.hi == math.inf else "at most"
            return f"{known} {format(float(self[known == 'at most']), how)}"
        low, high = format(float(self.lo), how), format(float(self.hi), how)
        return low if low == high else f"[{low}, {high}]"


def enclosure(c: Any) -> Enclosure:
    """The value of a crease_enclosure."""
    return Enclosure(one(c.lo[0]), one(c.hi[0]))
