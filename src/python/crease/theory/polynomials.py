"""Polynomials with integer coefficients, and their real roots in the interval [0, 1].

A polynomial is the tuple of its coefficients, the constant one first, without zeros at the end.
"""

from __future__ import annotations

import math
from fractions import Fraction

Polynomial = tuple[int, ...]


def trimmed(coefficients: list[int]) -> Polynomial:
    while coefficients and not coefficients[-1]:
        coefficients.pop()
    return tuple(coefficients)


def primitive(p: Polynomial) -> Polynomial:
    """Divided by the greatest common divisor of the coefficients; the sign stays."""
    content = math.gcd(*p)
    return tuple(c // content for c in p) if content > 1 else p


def add(p: Polynomial, q: Polynomial) -> Polynomial:
    if len(p) < len(q):
        p, q = q, p
    total = list(p)
    for i, c in enumerate(q):
        total[i] += c
    return trimmed(total)


def times(p: Polynomial, factor: int) -> Polynomial:
    return tuple(factor * c for c in p) if factor else ()


def product(p: Polynomial, q: Polynomial) -> Polynomial:
    if not p or not q:
        return ()
    total = [0] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        if a:
            for j, b in enumerate(q):
                total[i + j] += a * b
    return tuple(total)


def sign_at(p: Polynomial, s: Fraction) -> int:
    """The sign of p(s)."""
    top, bottom = s.numerator, s.denominator
    value, power = 0, 1
    for c in reversed(p):  # Horner, times the denominator
        value = value * top + c * power
        power *= bottom
    return (value > 0) - (value < 0)


def _remainder(p: Polynomial, q: Polynomial) -> Polynomial:
    """A multiple of the remainder of p by q."""
    rest = list(p)
    while len(rest) >= len(q):
        lead, shift = rest[-1], len(rest) - len(q)
        rest = [c * q[-1] for c in rest]
        for i, c in enumerate(q):
            rest[i + shift] -= lead * c
        rest = list(primitive(trimmed(rest)))
    return tuple(rest)


def common(p: Polynomial, q: Polynomial) -> Polynomial:
    """The greatest common divisor, up to a constant."""
    while q:
        p, q = q, _remainder(p, q)
    return primitive(p)


def _quotient(p: Polynomial, q: Polynomial) -> Polynomial:
    """A multiple of p / q, which has no remainder."""
    rest = list(p)
    result: list[int] = []
    while len(rest) >= len(q):
        lead, shift = rest[-1], len(rest) - len(q)
        rest = [c * q[-1] for c in rest]
        result = [c * q[-1] for c in result] + [lead]
        for i, c in enumerate(q):
            rest[i + shift] -= lead * c
        rest.pop()
    return primitive(tuple(reversed(result)))


def _squarefree(p: Polynomial) -> Polynomial:
    """The polynomial with the same roots, all of them simple."""
    repeated = common(p, trimmed([k * c for k, c in enumerate(p)][1:]))
    return _quotient(p, repeated) if len(repeated) > 1 else primitive(p)


def _shifted(p: Polynomial) -> list[int]:
    """p(x + 1)."""
    coefficients = list(p)
    for low in range(len(p) - 1):
        for i in range(len(p) - 2, low - 1, -1):
            coefficients[i] += coefficients[i + 1]
    return coefficients


def _variations(p: Polynomial) -> int:
    """Descartes' bound on the roots in (0, 1) with multiplicities; exact if it is 0 or 1."""
    signs = [c > 0 for c in _shifted(p[::-1]) if c]
    return sum(a != b for a, b in zip(signs, signs[1:]))


class Root:
    """A real root of a polynomial, alone in an interval that can be refined.

    Attributes
    ----------
    polynomial
        It has this root, which is simple.
    low, high
        Rational numbers on both sides, which are no roots; or both are the root itself.
    """

    def __init__(self, polynomial: Polynomial, low: Fraction, high: Fraction):
        self.polynomial, self.low, self.high = polynomial, low, high
        self._sign_above = 0 if low == high else sign_at(polynomial, high)

    @classmethod
    def rational(cls, value: Fraction) -> Root:
        return cls((-value.numerator, value.denominator), value, value)

    @property
    def is_rational(self) -> bool:
        """Whether it is known to be: `low`."""
        return self.low == self.high

    def halve(self) -> None:
        middle = (self.low + self.high) / 2
        sign = sign_at(self.polynomial, middle)
        if not sign:
            self.low = self.high = middle
        elif sign == self._sign_above:
            self.high = middle
        else:
            self.low = middle

    def refine(self, bits: int) -> None:
        """Until the interval is shorter than 2^-bits."""
        while self.high - self.low > Fraction(1, 1 << bits):
            self.halve()

    def name(self) -> None:
        """Makes a rational root known as such, if its denominator is small."""
        if self.is_rational:
            return
        self.refine(40)
        value = simplest(self.low, self.high)
        if not sign_at(self.polynomial, value):
            self.low = self.high = value

    def compare(self, other: Root) -> int:
        """The sign of self - other."""
        if self is other:
            return 0
        is_other = None  # not known
        while self.low <= other.high and other.low <= self.high:
            if is_other is None:
                is_other = self._is(other)
            if is_other:
                self._take(other)
                return 0
            for root in (self, other):
                if not root.is_rational:
                    root.halve()
        return 1 if self.low > other.high else -1

    def _is(self, other: Root) -> bool:
        """Whether two roots whose intervals meet are one."""
        if self.is_rational and other.is_rational:
            return True
        if self.is_rational or other.is_rational:
            value, root = (self.low, other) if self.is_rational else (other.low, self)
            return root.low < value < root.high and not sign_at(root.polynomial, value)
        shared = common(self.polynomial, other.polynomial)
        if len(shared) < 2:
            return False
        low, high = max(self.low, other.low), min(self.high, other.high)
        # The polynomial is not 0 at the ends of its interval, nor then is the common divisor. This
        # has at most one root in the common part of the intervals: a simple one, of both numbers.
        return sign_at(shared, low) != sign_at(shared, high)

    def _take(self, other: Root) -> None:
        """What is known of one of two equal roots is known of the other."""
        if other.is_rational:
            self.low = self.high = other.low
        elif self.is_rational:
            other.low = other.high = self.low


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """The fraction of least denominator between two positive numbers."""
    whole = low.numerator // low.denominator
    if whole == low:
        return low
    if whole + 1 <= high:
        return Fraction(whole + 1)
    return whole + 1 / simplest(1 / (high - whole), 1 / (low - whole))


def roots(p: Polynomial) -> list[Root]:
    """The roots in [0, 1] of a polynomial that is not zero, in increasing order."""
    ends: list[Root] = []
    for end in (0, 1):
        while not sign_at(p, Fraction(end)):
            p = _quotient(p, (-end, 1))
            if not any(root.low == end for root in ends):
                ends.append(Root.rational(Fraction(end)))
    variations = _variations(p)
    if variations > 1:
        p = _squarefree(p)
        variations = _variations(p)
    inside = _isolated(p) if variations else []
    return [*(r for r in ends if not r.low), *inside, *(r for r in ends if r.low)]


def _isolated(p: Polynomial) -> list[Root]:
    """Vincent, Collins and Akritas: halves of (0, 1) until each has one variation at most."""
    isolated: list[Root] = []
    parts = [(p, Fraction(0), Fraction(1))]
    while parts:
        local, low, high = parts.pop()  # the local polynomial is p between low and high
        variations = _variations(local)
        if variations == 1 and len(p) == 2:
            isolated.append(Root.rational(Fraction(-p[0], p[1])))
        elif variations == 1:
            isolated.append(Root(p, low, high))
        elif variations:
            degree, middle = len(local) - 1, (low + high) / 2
            left = tuple(c << degree - i for i, c in enumerate(local))
            right = tuple(_shifted(left))
            if not right[0]:  # the middle is a root: without it
                rest = roots(_quotient(p, (-middle.numerator, middle.denominator)))
                above = [root for root in rest if root.compare(Root.rational(middle)) > 0]
                return [*rest[: len(rest) - len(above)], Root.rational(middle), *above]
            parts += [(right, middle, high), (left, low, middle)]
    return isolated
