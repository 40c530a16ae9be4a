// The moments of a random weight on which bounds on growth rest.
#include "theory/growth.h"

#include "base/error.h"
#include "make/law.h"
#include "make/variate.h"
#include <flint/fmpq_vec.h>
#include <math.h>

// E v^2 and E |v| of a value, all equally likely.
static void average(double *square, double *size, const fmpq *value, size_t count)
{
    *square = *size = 0;
    for (size_t i = 0; i < count; i++) {
        double v = fmpq_get_d(value + i);
        *square += v * v / (double)count;
        *size += fabs(v) / (double)count;
    }
}

// The same of the integers -C..C: C (C + 1) / 3 and C (C + 1) / (2 C + 1).
static void average_integers(double *square, double *size, const fmpq_t most)
{
    double C = fmpq_get_d(most);
    *square = C * (C + 1) / 3;
    *size = C * (C + 1) / (2 * C + 1);
}

static crease_status check_symmetric(const fmpq *value, size_t count, crease_error *error)
{
    for (size_t i = 0; i < count; i++) {
        size_t same = 0, opposite = 0;
        for (size_t j = 0; j < count; j++) {
            same += (size_t)fmpq_equal(value + j, value + i);
            opposite += fmpz_cmpabs(fmpq_numref(value + j), fmpq_numref(value + i)) == 0 &&
                        fmpq_sgn(value + j) == -fmpq_sgn(value + i) &&
                        fmpz_equal(fmpq_denref(value + j), fmpq_denref(value + i));
        }
        if (same == opposite)
            continue;
        error_set(error,
                  "expected values that are symmetric about 0, found %zu of one and %zu of "
                  "its opposite",
                  same, opposite);
        error_locate(error, NULL, 0, 0, "init");
        return CREASE_ERROR;
    }
    return CREASE_OK;
}

// Lemmas 9 to 11 of Price and Tanner; docs/random.md, 3.
static crease_status set_moments(crease_weight_moments *moments, const law *weights, double scale,
                                 crease_error *error)
{
    double square = 1, size = 1;
    size_t count;
    switch (law_draws(weights)) {
    case LAW_NORMAL:
        moments->projection = scale * sqrt(2 / M_PI);
        break;
    case LAW_UNIFORM:
        square = 1.0 / 3;
        moments->projection = scale / (2 * M_SQRT2);
        break;
    case LAW_INTEGER:
        average_integers(&square, &size, law_values(&count, weights));
        moments->projection = scale * size / M_SQRT2;
        break;
    case LAW_CHOICE: {
        const fmpq *value = law_values(&count, weights);
        if (check_symmetric(value, count, error))
            return CREASE_ERROR;
        average(&square, &size, value, count);
        moments->projection = scale * size / M_SQRT2;
        break;
    }
    }
    moments->variance = scale * scale * square;
    return CREASE_OK;
}

static crease_status read_moments(crease_weight_moments *moments, const law *weights,
                                  const crease_random *how, size_t inputs, size_t rows,
                                  fmpq *number, crease_error *error)
{
    if (variate_parse_chance(number, how->alpha, error)) {
        error_locate(error, NULL, 0, 0, "alpha");
        return CREASE_ERROR;
    }
    moments->alpha = fmpq_get_d(number);
    if (law_read_bias_std(number, weights, how->bias_std, error))
        return CREASE_ERROR;
    law_bias_variance(number + 1, weights, inputs, number);
    moments->bias = fmpq_get_d(number + 1);
    law_kind kind = law_draws(weights);
    moments->normal = kind == LAW_NORMAL;
    moments->continuous =
        moments->bias > 0 || (moments->alpha >= 1 && (kind == LAW_NORMAL || kind == LAW_UNIFORM));
    law_square(number, weights, inputs, rows);
    return set_moments(moments, weights, sqrt(fmpq_get_d(number)), error);
}

crease_status crease_weight_moments_of(crease_weight_moments *moments, const crease_random *how,
                                       size_t inputs, size_t rows, crease_error *error)
{
    static const crease_random defaults;
    how = how ? how : &defaults;
    law *weights = law_read(how->init ? how->init : "he", how->unscaled, error);
    if (!weights)
        return CREASE_ERROR;
    fmpq *number = _fmpq_vec_init(2);
    crease_status status = read_moments(moments, weights, how, inputs, rows, number, error);
    _fmpq_vec_clear(number, 2);
    law_free(weights);
    return status;
}
