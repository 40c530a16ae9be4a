// Vectors of rationals that C frees alone: a destructor in Python would be a place where an
// interrupt arrives, and is lost.
#pragma once

#include <flint/fmpq.h>

// cdef
fmpq *vector_new(slong count); // of zeros
void vector_free(fmpq *vector);
// end
