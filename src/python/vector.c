// Vectors of rationals; their number of entries stands before the first one.
#include <Python.h>
#include <mpfr.h> // before FLINT 3, which declares what has to do with it only then

#include "vector.h"

#include <flint/fmpq_vec.h>
#include <stdlib.h>
#include <string.h>

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

enum { BASE = 16, MORE = 3 }; // a sign, a blank and the end

static char *put(char *text, const fmpz_t x)
{
    fmpz_get_str(text, BASE, x);
    text += strlen(text);
    *text++ = ' ';
    return text;
}

char *vector_text(const fmpq *entry, slong count)
{
    size_t size = 1;
    for (slong i = 0; i < count; i++)
        size += fmpz_sizeinbase(&entry[i].num, BASE) + fmpz_sizeinbase(&entry[i].den, BASE) +
                2 * (size_t)MORE;
    char *text = malloc(size), *end = text;
    if (!text)
        Py_FatalError("crease: no memory for the text of rationals");
    for (slong i = 0; i < count; i++)
        end = put(put(end, &entry[i].num), &entry[i].den);
    *end = 0;
    return text;
}

void vector_end_thread(void)
{
    mpfr_free_cache();
    flint_cleanup();
}
