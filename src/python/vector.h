// Vectors of rationals that C frees alone: a destructor in Python would be a place where an
// interrupt arrives, and is lost. And lists of rationals as text.
#pragma once

#include <flint/fmpq.h>

// cdef
fmpq *vector_new(slong count); // of zeros
void vector_free(fmpq *vector);
// The numerator and denominator of each entry in base 16, a blank behind each; the caller frees it.
char *vector_text(const fmpq *entry, slong count);
// end
