// The only place where a sign is decided.
#include "exact/sign.h"

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

static int exact_at(sign_judge *judge, const fmpz *form, const fmpz *point, size_t columns)
{
    judge->decided_exact++;
    fmpz_mul(judge->value, form, point);
    for (size_t i = 1; i < columns; i++)
        if (!fmpz_is_zero(point + i))
            fmpz_addmul(judge->value, form + i, point + i);
    return fmpz_sgn(judge->value);
}

static int float_at(sign_judge *judge, const double *form, const double *point, size_t columns)
{
    judge->decided_float++;
    double value = 0, size = 0;
    for (size_t i = 0; i < columns; i++) {
        double term = form[i] * point[i];
        value += term;
        size += fabs(term);
    }
    double slack = judge->tolerance * size;
    return (value > slack) - (value < -slack);
}

int sign_at(sign_judge *judge, const rows *forms, size_t form, const rows *points, size_t point)
{
    if (judge->arith == CREASE_FLOAT)
        return float_at(judge, rows_shadow(forms, form), rows_shadow(points, point),
                        forms->columns);
    return exact_at(judge, rows_exact(forms, form), rows_exact(points, point), forms->columns);
}

int sign_of_constant(sign_judge *judge, const rows *forms, size_t form)
{
    size_t last = forms->columns - 1;
    if (judge->arith == CREASE_FLOAT) {
        judge->decided_float++;
        double value = rows_shadow(forms, form)[last];
        return (value > 0) - (value < 0);
    }
    judge->decided_exact++;
    return fmpz_sgn(rows_exact(forms, form) + last);
}
