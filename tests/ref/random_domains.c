// Random domains of all kinds.
#include "random_domains.h"
#include "../module/nets.h"

#include <flint/fmpq_vec.h>

crease_domain *random_domain(random_state *random, size_t d)
{
    crease_domain *domain = NULL;
    uint64_t kind = random_below(random, 4);
    if (kind == 0)
        return crease_domain_new_space(d);
    if (kind == 1) {
        if (crease_domain_parse_box(&domain, "-3/2,7/3", d, NULL) != CREASE_OK)
            abort();
        return domain;
    }
    // Half-spaces with the origin inside, so that there is an interior.
    size_t rows = 1 + random_below(random, 2 * d + 1);
    fmpq *row = _fmpq_vec_init((slong)(rows * (d + 1)));
    for (size_t i = 0; i < rows * (d + 1); i++)
        random_rational(row + i, random, 3);
    for (size_t i = 0; i < rows; i++) {
        fmpq *constant = row + i * (d + 1) + d;
        fmpq_abs(constant, constant);
        fmpq_add_si(constant, constant, 1);
    }
    if (crease_domain_new_polytope(&domain, row, rows, d, NULL) != CREASE_OK)
        abort();
    _fmpq_vec_clear(row, (slong)(rows * (d + 1)));
    return domain;
}

size_t random_inputs(random_state *random, crease_domain *domain, size_t d)
{
    size_t n = d + random_below(random, 3);
    if (random_below(random, 3))
        return d;
    fmpq *points = _fmpq_vec_init((slong)((d + 1) * n));
    for (size_t i = 0; i < (d + 1) * n; i++)
        random_rational(points + i, random, 3);
    if (crease_domain_set_slice(domain, points, d + 1, n, NULL) != CREASE_OK)
        n = d;
    _fmpq_vec_clear(points, (slong)((d + 1) * n));
    return n;
}
