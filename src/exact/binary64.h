// Values of the format binary64, and the decimals that spell them.
#ifndef EXACT_BINARY64_H
#define EXACT_BINARY64_H

#include <flint/fmpq.h>

// Whether x is a finite value of the format.
int binary64_holds(const fmpq_t x);

#define BINARY64_TEXT_SIZE 40

// Writes a value of the format as a decimal that, rounded to the nearest value of
// the format, is x again: with 15 significant digits if they suffice, else with 16 or
// 17, which always do. A JSON number: "0.1", "-3", "1.5e-300". The same on every
// machine and in every locale.
void binary64_text(char text[BINARY64_TEXT_SIZE], const fmpq_t x);

#endif
