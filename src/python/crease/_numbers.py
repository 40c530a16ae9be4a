"""Rationals between Python and FLINT."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from numbers import Rational
from typing import Any, NamedTuple, Union

from crease._native import ffi, lib

#: What stands for an exact number: integers, fractions, floats and NumPy numbers are what they are,
#: strings what they spell ("1/3", "0.1", "1e-3").
Number = Union[int, float, Fraction, str]

_SMALL = 1 << 62  # FLINT keeps smaller integers in the word itself


def fraction(x: Any) -> Fraction:
    """The exact value of a number.

    >>> fraction("0.1"), fraction(0.5), fraction(3)
    (Fraction(1, 10), Fraction(1, 2), Fraction(3, 1))
    """
    if isinstance(x, (Rational, str)):
        try:
            return (
                Fraction(x)
                if isinstance(x, str)
                else Fraction(int(x.numerator), int(x.denominator))
            )
        except ZeroDivisionError:
            raise ValueError(f"{x!r}: the denominator is zero") from None
    ratio = getattr(x, "as_integer_ratio", None)  # floats, decimals, NumPy's floats
    if ratio is None and hasattr(x, "item"):
        return fraction(x.item())
    if ratio is None:
        raise TypeError(f"{x!r} is not a number")
    try:
        return Fraction(*ratio())
    except (OverflowError, ValueError):
        raise ValueError(f"{x!r} is not a finite number") from None


class Vector:
    """A vector of rationals that C sees; freed with the object."""

    def __init__(self, values: Iterable[Any]):
        values = [fraction(x) for x in values]
        self.count = len(values)
        self.pointer = ffi.gc(
            lib._fmpq_vec_init(max(self.count, 1)),
            lambda vector, count=max(self.count, 1): lib._fmpq_vec_clear(vector, count),
        )
        for i, x in enumerate(values):
            if -_SMALL < x.numerator < _SMALL and x.denominator < _SMALL:
                self.pointer[i].num, self.pointer[i].den = x.numerator, x.denominator
            else:
                lib.fmpq_set_str(self.pointer + i, _spelled(x), 16)

    @classmethod
    def zeros(cls, count: int) -> "Vector":
        return cls([0] * count)

    def fractions(self) -> list[Fraction]:
        return fractions(self.pointer, self.count)


def _spelled(x: Fraction) -> bytes:
    """In base 16, since conversion to decimals takes quadratic time and is limited in length."""
    return f"{x.numerator:x}/{x.denominator:x}".encode()


def one(x: Any) -> Fraction:
    """The value of an fmpq."""
    if -_SMALL < x.num < _SMALL and -_SMALL < x.den < _SMALL:
        return Fraction(x.num, x.den)
    text = lib.fmpq_get_str(ffi.NULL, 16, ffi.addressof(x))
    try:
        numerator, _, denominator = ffi.string(text).decode().partition("/")
    finally:
        lib.flint_free(text)
    return Fraction(int(numerator, 16), int(denominator or "1", 16))


def fractions(pointer: Any, count: int) -> list[Fraction]:
    return [one(pointer[i]) for i in range(count)]


def rows(pointer: Any, count: int, width: int) -> list[list[Fraction]]:
    return [fractions(pointer + i * width, width) for i in range(count)]


def integer(x: Any) -> int:
    """The value of an fmpz_t."""
    text = lib.fmpz_get_str(ffi.NULL, 16, x)
    try:
        return int(ffi.string(text), 16)
    finally:
        lib.flint_free(text)


def points(values: Iterable[Sequence[Any]], width: int, what: str) -> tuple[Vector, int]:
    """Rows of `width` numbers each, one after the other."""
    listed = [list(row) for row in values]
    for i, row in enumerate(listed):
        if len(row) != width:
            raise ValueError(f"{what}[{i}] has {len(row)} coordinates, not {width}")
    return Vector(x for row in listed for x in row), len(listed)


class Enclosure(NamedTuple):
    """A closed interval that is proved to contain a number."""

    lo: Fraction
    hi: Fraction

    @classmethod
    def of(cls, c: Any) -> "Enclosure":
        return cls(one(c.lo[0]), one(c.hi[0]))

    def __float__(self) -> float:
        return float((self.lo + self.hi) / 2)
