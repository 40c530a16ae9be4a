// A layer whose outputs sum to the support function of a zonotope.
#include "make/zonotope.h"

#include "make/binomials.h"

void stack_zonotope(stack *made, slong m)
{
    slong d = stack_coordinates(made);
    fmpq_mat_t forms, read;
    fmpq_mat_init(forms, 2 * m, d + 1);
    fmpq_mat_init(read, 1, 2 * m + 1);
    for (slong i = 0; i < m; i++)
        for (slong j = 0; j < d; j++) {
            fmpq *entry = fmpq_mat_entry(forms, 2 * i, j);
            fmpz_set_si(fmpq_numref(entry), i + 1);
            fmpz_pow_ui(fmpq_numref(entry), fmpq_numref(entry), (ulong)j);
            fmpq_neg(fmpq_mat_entry(forms, 2 * i + 1, j), entry);
        }
    for (slong i = 0; i < 2 * m; i++)
        fmpq_one(fmpq_mat_entry(read, 0, i));
    stack_layer(made, forms, "relu");
    stack_read(made, read);
    fmpq_mat_clear(read);
    fmpq_mat_clear(forms);
}

// A central arrangement has twice the regions that a hyperplane at distance 1 from the
// origin, parallel to one of it, meets: those of m - 1 hyperplanes in general position in R^(d-1).
void zonotope_cones(fmpz_t cones, const parameters *given)
{
    binomials_sum(cones, parameters_integer(given, "m") - 1, parameters_integer(given, "d") - 1, 1);
    fmpz_mul_2exp(cones, cones, 1);
}
