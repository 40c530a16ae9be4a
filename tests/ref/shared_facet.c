// The common part of two regions on a hyperplane that bounds both.
#include "shared_facet.h"

#include <flint/fmpq_vec.h>

bool rows_are_opposite(const fmpq *a, const fmpq *b, size_t columns)
{
    fmpq_t sum;
    bool opposite = true;
    fmpq_init(sum);
    for (size_t c = 0; c < columns && opposite; c++) {
        fmpq_add(sum, a + c, b + c);
        opposite = fmpq_is_zero(sum);
    }
    fmpq_clear(sum);
    return opposite;
}

// row, on the hyperplane, as an inequality of the coordinates other than k.
static void substitute(fmpq *to, const fmpq *row, const fmpq *plane, size_t d, size_t k)
{
    fmpq_t factor;
    fmpq_init(factor);
    fmpq_div(factor, row + k, plane + k);
    for (size_t c = 0; c <= d; c++) {
        if (c == k)
            continue;
        fmpq_set(to, row + c);
        fmpq_submul(to, factor, plane + c);
        to++;
    }
    fmpq_clear(factor);
}

fmpq *shared_facet(size_t *axis, size_t *count, const portrait_region *a, const portrait_region *b,
                   const fmpq *plane, size_t d)
{
    const portrait_region *const both[] = {a, b};
    *axis = *count = 0;
    while (fmpq_is_zero(plane + *axis))
        ++*axis;
    fmpq *rows = _fmpq_vec_init((slong)((a->facets.count + b->facets.count) * d));
    for (int s = 0; s < 2; s++)
        for (size_t f = 0; f < both[s]->facets.count; f++)
            substitute(rows + (*count)++ * d, number_row(&both[s]->facets, f), plane, d, *axis);
    return rows;
}
