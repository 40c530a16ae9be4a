// The greatest common divisor of two integers of a few to some hundred words.
//
// Euclid's quotients are nearly random, so a processor cannot predict branches on them, and most of
// the time of Lehmer's algorithm, which is GMP's, is lost there. Stein's algorithm subtracts and
// halves, which takes no branch. As many of its steps as a word has bits follow from the lowest
// words of both numbers, which tell what is odd, and the highest, which tell approximately what is
// larger (Pornin 2020, "Optimized binary GCD for modular inversion"; there each step halves once).
// Then two multiplications of each number catch up. A wrong comparison costs time only: every step
// is right for numbers of any size and sign.
#pragma once

#include <flint/fmpz.h>

// As fmpz_gcd, in about half the time.
void common_divisor(fmpz_t divisor, const fmpz_t a, const fmpz_t b);
