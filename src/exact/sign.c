// The only place where a sign is decided.
#include "exact/sign.h"

#include "exact/kernels.h"
#include <math.h>

static const double default_tolerance = 1e-10;

void sign_judge_init(sign_judge *judge, crease_arith arith, double tolerance)
{
    *judge =
        (sign_judge){.arith = arith, .tolerance = tolerance > 0 ? tolerance : default_tolerance};
    fmpz_init(judge->value);
}

void sign_judge_clear(sign_judge *judge)
{
    fmpz_clear(judge->value);
}

int sign_exact(sign_judge *judge, const fmpz *form, const fmpz *point, size_t columns)
{
    fmpz_mul(judge->value, form, point);
    for (size_t i = 1; i < columns; i++)
        if (!fmpz_is_zero(point + i))
            fmpz_addmul(judge->value, form + i, point + i);
    return sign_exact_value(judge, judge->value);
}

int sign_exact_value(sign_judge *judge, const fmpz_t value)
{
    judge->decided_exact++;
    return fault_sign(fmpz_sgn(value));
}

size_t sign_try_range(sign_judge *judge, double *low, double *high, uint32_t *above, uint32_t *open,
                      const double *map, size_t stride, size_t units, const double *bound,
                      const box_approx *box, const double *shift, double outermost)
{
    size_t dimension = box->dimension;
    double *spread = box->spread, relative = 0, absolute = 0;
    for (size_t c = 0; c < dimension; c++)
        spread[c] = box->half[c] * FILTER_ENLARGE;
    if (judge->arith == CREASE_FILTERED) {
        relative = FILTER_DOT(dimension) * FILTER_ENLARGE;
        absolute = bound[dimension] + FILTER_UNIT * outermost + 8 * FILTER_TINY;
        for (size_t c = 0; c < dimension; c++) {
            spread[c] += (box->radius + relative * box->reach[c]) * FILTER_ENLARGE;
            absolute += bound[c] * box->reach[c];
        }
        absolute *= FILTER_ENLARGE;
    }
    kernel_range(low, high, map, stride, units, dimension, box->center, spread, relative, absolute,
                 shift);
    fault_ranges(low, high, units);
    size_t opened = kernel_verdict(above, open, low, high, units);
    judge->decided_float += units - opened;
    return opened;
}
