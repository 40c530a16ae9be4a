// Vectors of rationals; their number of entries stands before the first one.
#include "vector.h"

#include <flint/fmpq_vec.h>

fmpq *vector_new(slong count)
{
    fmpq *all = _fmpq_vec_init(count + 1);
    fmpz_set_si(fmpq_numref(all), count);
    return all + 1;
}

void vector_free(fmpq *vector)
{
    fmpq *all = vector - 1;
    _fmpq_vec_clear(all, fmpz_get_si(fmpq_numref(all)) + 1);
}
