// Decides signs.
#include "exact/sign.h"

#include "base/fatal.h"
#include "exact/versions.h"
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

// `width` quads of forms; constant, so that the sums stay in registers.
IN_LINE void values_of_quads(quad_bits *positive, double *value, double *error_of_value,
                             const double *form, const double *error, size_t stride,
                             const double *point, size_t d, size_t width)
{
    const quad infinite = {INFINITY, INFINITY, INFINITY, INFINITY};
    quad sum[2] = {{0}}, errors[2] = {{0}};
    for (size_t c = 0; c <= d; c++) {
        const double x = point[c], size = fabs(x);
        for (size_t v = 0; v < width; v++) {
            sum[v] += *(const quad *)(const void *)(form + c * stride + QUAD * v) * x;
            errors[v] += *(const quad *)(const void *)(error + c * stride + QUAD * v) * size;
        }
    }
    for (size_t v = 0; v < width; v++) {
        const quad most = (errors[v] + 4 * FILTER_TINY) * FILTER_ENLARGE;
        *(quad *)(void *)(value + QUAD * v) = sum[v];
        *(quad *)(void *)(error_of_value + QUAD * v) = most;
        *positive -= (sum[v] > most) & (sum[v] < infinite);
    }
}

VERSIONS
size_t filter_values(double *value, double *error_of_value, const double *form, const double *error,
                     size_t stride, const double *point, size_t d)
{
    ASSERT(d > 0 && stride % QUAD == 0 && point[d] == 1);
    quad_bits positive = {0};
    size_t i = 0;
    for (; i + 2 * QUAD <= stride; i += 2 * QUAD)
        values_of_quads(&positive, value + i, error_of_value + i, form + i, error + i, stride,
                        point, d, 2);
    if (i < stride)
        values_of_quads(&positive, value + i, error_of_value + i, form + i, error + i, stride,
                        point, d, 1);
    return (size_t)(positive[0] + positive[1] + positive[2] + positive[3]);
}

IN_LINE double sum_of_quad(const quad *term)
{
    return ((*term)[0] + (*term)[1]) + ((*term)[2] + (*term)[3]);
}

// As filter_value at an exact point, with the terms in another order.
IN_LINE bool is_positive_at_double(const double *form, int side, const double *point, size_t d)
{
    const double *bound = form + d + 1;
    quad values = {0}, sizes = {0}, slips = {0}, absolute;
    size_t c = 0;
    for (; c + QUAD <= d + 1; c += QUAD) {
        const quad x = *(const quad *)(const void *)(point + c),
                   term = *(const quad *)(const void *)(form + c) * x;
        values += term;
        quad_sizes(&absolute, &term);
        sizes += absolute;
        quad_sizes(&absolute, &x);
        slips += *(const quad *)(const void *)(bound + c) * absolute;
    }
    slips += FILTER_DOT(d) * sizes;
    double value = sum_of_quad(&values), error = sum_of_quad(&slips);
    for (; c <= d; c++) {
        const double term = form[c] * point[c];
        value += term;
        error += FILTER_DOT(d) * fabs(term) + bound[c] * fabs(point[c]);
    }
    return side * value > (error + 4 * FILTER_TINY) * FILTER_ENLARGE;
}

VERSIONS
static bool is_one_positive(const double *form, int side, const double *point, size_t d)
{
    return is_positive_at_double(form, side, point, d);
}

bool filter_is_positive(const double *form, int side, const double *point, size_t d)
{
    ASSERT(d > 0 && (side == 1 || side == -1));
    if (point[d + 1] == 0)
        return is_one_positive(form, side, point, d);
    const form_value estimate = filter_value(form, point, d);
    return side * estimate.value > estimate.error;
}

VERSIONS
size_t filter_last_not_positive(const double *forms, const half_space *list, size_t count,
                                const double *point, size_t d)
{
    ASSERT(d > 0 && point[d + 1] == 0);
    size_t i = count;
    while (i > 0 && is_positive_at_double(forms + 2 * (d + 1) * list[i - 1].plane, list[i - 1].side,
                                          point, d))
        i--;
    return i;
}

int sign_exact(sign_judge *judge, const fmpz *form, const fmpz *point, size_t columns)
{
    ASSERT(columns > 0);
    ASSERT(judge->arith <= CREASE_FLOAT);
    fmpz_mul(judge->value, form, point);
    for (size_t i = 1; i < columns; i++)
        if (!fmpz_is_zero(point + i))
            fmpz_addmul(judge->value, form + i, point + i);
    return sign_exact_value(judge, judge->value);
}

int sign_exact_value(sign_judge *judge, const fmpz_t value)
{
    ASSERT(judge->arith <= CREASE_FLOAT);
    judge->decided_exact++;
    return fault_sign(fmpz_sgn(value));
}

int sign_exact_double(sign_judge *judge, double value)
{
    ASSERT(judge->arith <= CREASE_FLOAT);
    judge->decided_exact++;
    return fault_sign((value > 0) - (value < 0));
}

size_t sign_try_range(sign_judge *judge, const map_values *values, const double *bound,
                      const box_approx *box, double outermost)
{
    ASSERT(bound && box);
    ASSERT(judge->arith <= CREASE_FLOAT);
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
    kernel_range(values, box->center, spread, dimension, relative, absolute);
    fault_ranges(values->least, values->greatest, values->units);
    const size_t opened =
        kernel_verdict(values->above, values->open, values->least, values->greatest, values->units);
    judge->decided_float += values->units - opened;
    return opened;
}

// An upper bound of the error at corners of a form whose entries have at most these absolute
// values. Signs wait for it, so its chain of operations is short.
static double width_at_corners(const double size[3], const double bound[3],
                               const corners_approx *corners)
{
    ASSERT(corners->count > 0);
    const double *reach = corners->reach, relative = FILTER_DOT(2);
    const double still = bound[2] + size[2] * relative + 8 * FILTER_TINY;
    double along[2];
    UNROLLED
    for (size_t c = 0; c < 2; c++)
        along[c] = bound[c] * reach[c] + size[c] * (corners->radius + relative * reach[c]);
    return (still + (along[0] + along[1])) * (FILTER_ENLARGE * KERNEL_OVERFLOW) *
           (1 / KERNEL_OVERFLOW);
}

double sign_width_at_corners(const sign_judge *judge, const double *norm, const double *bound,
                             const corners_approx *corners)
{
    ASSERT(judge->arith <= CREASE_FLOAT);
    ASSERT(corners->count > 0);
    return judge->arith == CREASE_FILTERED ? width_at_corners(norm, bound, corners) : 0;
}

// The increase of a width by a shift: its own rounding, and that of the difference.
static double shift_error(const sign_judge *judge, double size)
{
    ASSERT(judge->arith <= CREASE_FLOAT);
    return judge->arith == CREASE_FILTERED ? 2 * FILTER_UNIT * size : 0;
}

// If nothing is known the padding was counted too.
static size_t note_decided(sign_judge *judge, size_t units, size_t opened)
{
    ASSERT(judge->arith <= CREASE_FLOAT);
    opened = opened < units ? opened : units;
    judge->decided_float += units - opened;
    return opened;
}

size_t sign_try_corners(sign_judge *judge, map_values *values, double width, double outermost)
{
    ASSERT(judge->arith <= CREASE_FLOAT);
    ASSERT(values->units <= values->stride);
    values->width = width + shift_error(judge, outermost);
    const size_t opened = plane_corners(values);
    fault_verdicts(values->above, values->open, values->units);
    return note_decided(judge, values->units, opened);
}

size_t sign_try_shift(sign_judge *judge, map_values *values, double width, double outermost)
{
    ASSERT(judge->arith <= CREASE_FLOAT);
    values->width = width + shift_error(judge, outermost);
    const size_t opened = kernel_sides(values);
    fault_verdicts(values->above, values->open, values->units);
    return note_decided(judge, values->units, opened);
}

int sign_of_corners(const sign_judge *judge, double least, double greatest, double width,
                    double shift, double outermost)
{
    ASSERT(judge->arith <= CREASE_FLOAT);
    const double around = width + shift_error(judge, outermost);
    return least - shift > around ? 1 : shift - greatest > around ? -1 : SIGN_UNKNOWN;
}

// The bits of a value; branch-free, since the sign is unpredictable.
static inline int bits_of_value(double value, double error)
{
    const int below = value<-error, above = value> error;
    return SIGN_OPEN - (SIGN_OPEN - SIGN_BELOW) * below - (SIGN_OPEN - SIGN_ABOVE) * above;
}

double sign_error_at_corners(const line_approx *form, const corners_approx *corners)
{
    ASSERT(corners->count > 0);
    const double size[3] = {fabs(form->a[0]), fabs(form->a[1]), fabs(form->a[2])};
    return width_at_corners(size, form->bound, corners);
}

int sign_try_at_corners(sign_judge *judge, unsigned char *bits, size_t step,
                        const line_approx *form, const corners_approx *corners, double error)
{
    ASSERT(bits && form);
    ASSERT(judge->arith <= CREASE_FLOAT);
    ASSERT(corners->count > 0);
    const double a = form->a[0], b = form->a[1], c = form->a[2];
    const double *x = corners->x, *y = corners->y;
    const size_t count = corners->count;
    int all = 0, any = 0;
    for (size_t i = 0; i < count; i++) {
        const int signs = bits_of_value(a * x[i] + b * y[i] + c, error), faulty = fault_bits(signs);
        bits[step * i] = (unsigned char)faulty;
        any |= signs;
        all |= faulty;
    }
    judge->decided_float += count;
    for (size_t i = 0; i < count && any & SIGN_OPEN; i++)
        judge->decided_float -= bits[step * i] == SIGN_OPEN;
    return all;
}

void sign_try_lines(sign_judge *judge, unsigned char *bits, const line_approx *form,
                    const uint32_t *list, size_t count, const forms_limit *limit,
                    const point_approx *point)
{
    ASSERT(bits && form && list && limit && point);
    ASSERT(judge->arith <= CREASE_FLOAT);
    const double x = point->x, y = point->y, w = point->w, far[2] = {fabs(x), fabs(y)};
    // The radius is known last.
    double still = (limit->a[2] * FILTER_DOT(2) + limit->bound[2]) * w + 4 * FILTER_TINY;
    double per_radius = 0;
    UNROLLED
    for (size_t i = 0; i < 2; i++) {
        still += far[i] * (limit->a[i] * FILTER_DOT(2) + limit->bound[i]);
        per_radius += limit->a[i] + limit->bound[i];
    }
    const double error = (still + point->radius * per_radius) * (FILTER_ENLARGE * KERNEL_OVERFLOW) *
                         (1 / KERNEL_OVERFLOW);
    int any = 0;
    for (size_t i = 0; i < count; i++) {
        const double *a = form[list[i]].a, value = a[0] * x + a[1] * y + a[2] * w;
        const int signs = bits_of_value(value, error);
        bits[list[i]] = (unsigned char)fault_bits(signs);
        any |= signs;
    }
    judge->decided_float += count;
    for (size_t i = 0; i < count && any & SIGN_OPEN; i++)
        judge->decided_float -= bits[list[i]] == SIGN_OPEN;
}
