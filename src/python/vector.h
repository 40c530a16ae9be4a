// Vectors of rationals that C frees alone: a destructor in Python would be a place where an
// interrupt arrives, and is lost. Lists of rationals as text. The end of a thread.
#pragma once

#include <flint/fmpq.h>

// cdef
fmpq *vector_new(slong count); // of zeros
void vector_free(fmpq *vector);
// The numerator and denominator of each entry in base 16, a blank behind each; the caller frees it.
char *vector_text(const fmpq *entry, slong count);
// Frees the memory that FLINT and MPFR keep for the numbers of this thread.
void vector_end_thread(void);
// end
