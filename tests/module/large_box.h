// The plane against a box around all its points.
#ifndef TESTS_LARGE_BOX_H
#define TESTS_LARGE_BOX_H

#include "atlas.h"
#include <flint/fmpq_vec.h>

// Half the side of a box around the origin that has all shown points of the plane inside.
static inline void size_of_view(fmpq_t size, const atlas *a)
{
    fmpq_t x;
    fmpq_init(x);
    fmpq_zero(size);
    for (size_t i = 0; i < a->count; i++)
        for (size_t k = 0; k < 2 * a->region[i].vertices; k++) {
            fmpq_abs(x, a->region[i].vertex + k);
            if (fmpq_cmp(x, size) > 0)
                fmpq_set(size, x);
        }
    fmpq_add_si(size, size, 1);
    fmpq_clear(x);
}

static inline crease_domain *box_around(const fmpq_t size)
{
    crease_domain *box = NULL;
    fmpq *bounds = _fmpq_vec_init(4);
    for (int i = 0; i < 2; i++) {
        fmpq_neg(bounds + i, size);
        fmpq_set(bounds + 2 + i, size);
    }
    if (crease_domain_new_box(&box, bounds, bounds + 2, 2, NULL) != CREASE_OK)
        abort();
    _fmpq_vec_clear(bounds, 4);
    return box;
}

// A box with all shown points of the plane inside.
static inline crease_domain *large_box(const atlas *whole)
{
    fmpq_t size;
    fmpq_init(size);
    size_of_view(size, whole);
    crease_domain *box = box_around(size);
    fmpq_clear(size);
    return box;
}

#endif
