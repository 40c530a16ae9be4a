// The constants of src/exact/filter.md: each bound is at least what counting its operations gives,
// where true errors are too far from their bounds to show one that is ten times too small.
// tests/constants makes them so and expects these programs to notice.
#include "exact/norm.h"
#include "exact/point.h"
#include "exact/sign.h"
#include "unit.h"

#include "base/random.h"
#include <stdio.h>

// A form and a point where it is nearly zero, numbers that doubles have, and error bounds.
typedef struct {
    double slope;    // the form is slope x + constant
    double x;        // a power of two, as slope is
    double radius;   // of the point
    double bound[3]; // of the form
    double shift;    // a breakpoint
    double other[2]; // entries of another line
} numbers;

typedef struct {
    const char *section, *what;
    double (*made)(const numbers *);  // the bound as the code has it
    double (*least)(const numbers *); // what its operations ask for
} constant;

// ---- The code: the least value, in units u of the terms, that is decided. ----

typedef bool (*decision)(const numbers *, double value);

static double least_decided(const numbers *q, decision is_decided)
{
    const double step = FILTER_UNIT * q->slope * q->x;
    double open = 0, decided = 0x1p60;
    while (decided - open > 1) {
        const double middle = floor(open + (decided - open) / 2);
        if (is_decided(q, middle * step))
            decided = middle;
        else
            open = middle;
    }
    return decided * step;
}

static line_approx line_of(const numbers *q, double value)
{
    return (line_approx){{q->slope, 0, value - q->slope * q->x},
                         {q->bound[0], q->bound[1], q->bound[2]}};
}

static point_approx point_of(const numbers *q)
{
    return (point_approx){q->x, 0, 1, q->radius};
}

static corners_approx corners_of(numbers *q, double *zero)
{
    return (corners_approx){1, &q->x, zero, q->radius, {q->x + q->radius, q->radius}};
}

static bool at_point(const numbers *q, double value)
{
    sign_judge judge = {.arith = CREASE_FILTERED};
    const line_approx line = line_of(q, value);
    const point_approx at = point_of(q);
    return sign_try(&judge, &line, &at) != SIGN_UNKNOWN;
}

static double made_at_point(const numbers *q)
{
    return least_decided(q, at_point);
}

static bool among_lines(const numbers *q, double value)
{
    sign_judge judge = {.arith = CREASE_FILTERED};
    const line_approx line = line_of(q, value);
    const point_approx at = point_of(q);
    forms_limit limit = {{0}, {0}};
    unsigned char bits;
    forms_limit_raise(&limit, &line);
    sign_try_lines(&judge, &bits, &line, (const uint32_t[]){0}, 1, &limit, &at);
    return !(bits & SIGN_OPEN);
}

static double made_among_lines(const numbers *q)
{
    return least_decided(q, among_lines);
}

static bool at_corners(const numbers *q, double value)
{
    sign_judge judge = {.arith = CREASE_FILTERED};
    const line_approx line = line_of(q, value);
    numbers copy = *q;
    double zero = 0;
    const corners_approx corners = corners_of(&copy, &zero);
    unsigned char bits;
    const double error = sign_error_at_corners(&line, &corners);
    return !(sign_try_at_corners(&judge, &bits, 1, &line, &corners, error) & SIGN_OPEN);
}

static double made_at_corners(const numbers *q)
{
    return least_decided(q, at_corners);
}

static double made_width(const numbers *q)
{
    const sign_judge judge = {.arith = CREASE_FILTERED};
    const double norm[3] = {q->slope, 0, q->slope * q->x};
    numbers copy = *q;
    double zero = 0;
    const corners_approx corners = corners_of(&copy, &zero);
    return sign_width_at_corners(&judge, norm, q->bound, &corners);
}

static double made_range(const numbers *q)
{
    sign_judge judge = {.arith = CREASE_FILTERED};
    double map[24] = {q->slope}, low[8], high[8], shift[8] = {0}, memory[BOX_DOUBLES(3)];
    uint32_t above[8] = {0}, open[8] = {0};
    map[16] = -q->slope * q->x;
    box_approx box = box_approx_in(memory, 2);
    box.radius = q->radius;
    for (int c = 0; c < 2; c++) {
        box.center[c] = c ? 0 : q->x;
        box.half[c] = 0;
        box.reach[c] = fabs(box.center[c]) + q->radius;
    }
    const map_values values = {.above = above,
                               .open = open,
                               .least = low,
                               .greatest = high,
                               .map = map,
                               .shift = shift,
                               .stride = 8,
                               .units = 1};
    sign_try_range(&judge, &values, q->bound, &box, 0);
    return (high[0] - low[0]) / 2;
}

static bool beyond_shift(const numbers *q, double value)
{
    const sign_judge judge = {.arith = CREASE_FILTERED};
    const double size = q->slope * q->x;
    return sign_of_corners(&judge, size - value, size - value, 0, size, size) != SIGN_UNKNOWN;
}

static double made_shift(const numbers *q)
{
    return least_decided(q, beyond_shift);
}

// For forms that lose a breakpoint as large as their terms.
static double made_of_rows(const numbers *q)
{
    return sign_error_of_rows(0, q->slope * q->x);
}

static double made_of_constants(const numbers *q)
{
    return forms_limit_of_rows((double[3]){0}, q->bound, q->slope * q->x).bound[2];
}

static double made_value(const numbers *q)
{
    const double form[12] = {q->slope,    0, 0, 0, 0, -q->slope * q->x,
                             q->bound[0], 0, 0, 0, 0, q->bound[2]};
    const double point[7] = {q->x, 0, 0, 0, 0, 1, q->radius};
    return filter_value(form, point, 5).error;
}

// ---- By counting: d + 1 products, d sums, a breakpoint, a weight. ----

static double terms(const numbers *q)
{
    return 2 * q->slope * q->x;
}

static double given_errors(const numbers *q)
{
    return q->slope * q->radius + q->bound[0] * (q->x + q->radius) + q->bound[2];
}

static double least_in_plane(const numbers *q)
{
    return 5 * FILTER_UNIT * terms(q) + given_errors(q);
}

static double least_in_five(const numbers *q)
{
    return 8 * FILTER_UNIT * terms(q) + given_errors(q);
}

// The second bound is not asked: y is 0 there, but for the radius.
static double least_of_corners(const numbers *q)
{
    return least_in_plane(q) + q->bound[1] * q->radius;
}

// The true breakpoint may be u below: a value there must not be decided, but the next may.
static double least_of_shift(const numbers *q)
{
    return 2 * FILTER_UNIT * q->slope * q->x;
}

// The breakpoint's own rounding, and seven of it in the sum, which the width does not have.
static double least_of_rows(const numbers *q)
{
    return 8 * FILTER_UNIT * q->slope * q->x;
}

// The same, and one of the difference.
static double least_of_constants(const numbers *q)
{
    return 2 * FILTER_UNIT * q->slope * q->x + q->bound[2];
}

// ---- Where lines meet: two roundings of each product, one of the quotient. ----

static double made_meet(const numbers *q)
{
    const line_approx first = {{q->slope, q->other[0], 1}, {0}};
    const line_approx second = {{q->other[1], -q->x, 1}, {0}};
    point_approx point;
    filter_meet(&point, &first, &second);
    return point.radius;
}

static double least_of_quotient(double numerator, double sizes, double divisor, double sizes_below)
{
    const double value = fabs(numerator / divisor), lost = 2 * FILTER_UNIT * sizes_below;
    return (2 * FILTER_UNIT * sizes + value * lost) / fabs(divisor) + FILTER_UNIT * value;
}

static double least_of_meet(const numbers *q)
{
    const double w = -q->slope * q->x - q->other[0] * q->other[1];
    const double below = q->slope * q->x + fabs(q->other[0] * q->other[1]);
    const double x = least_of_quotient(q->other[0] + q->x, fabs(q->other[0]) + q->x, w, below);
    const double y =
        least_of_quotient(q->other[1] - q->slope, fabs(q->other[1]) + q->slope, w, below);
    return x > y ? x : y;
}

// One rounding of the numerator's product, two of the divisor's, one of the quotient.
static double made_foot(const numbers *q)
{
    const line_approx line = {{q->slope, q->other[0], q->x}, {0}};
    point_approx point;
    filter_foot(&point, &line);
    return point.radius;
}

static double least_of_foot(const numbers *q)
{
    const double along = fmax(q->slope, fabs(q->other[0])) * q->x;
    return 4 * FILTER_UNIT * along / (q->slope * q->slope + q->other[0] * q->other[0]);
}

// The quotient's own rounding shows where all else is exact.
static double made_quotient(const numbers *q)
{
    const line_approx line = {{q->slope, q->other[0], 0}, {q->bound[0], q->bound[0], 0}};
    point_approx point;
    filter_meet_infinity(&point, &line, 0);
    return point.radius;
}

static double least_of_direction(const numbers *q)
{
    const double size = fmax(q->slope, fabs(q->other[0]));
    return q->bound[0] / size + FILTER_UNIT;
}

// ---- Between two points: half the way, so each entry has four roundings of its half. ----

static double made_between(const numbers *q)
{
    const double form[8] = {1, 0, 0, 0}, from[5] = {-q->x, q->x, q->x, 1, 0};
    const double to[5] = {q->x, -q->x, q->x / 2, 1, 0};
    double point[5];
    return filter_between(point, form, from, to, 3) ? point[4] : 0;
}

static double least_between(const numbers *q)
{
    return 4 * FILTER_UNIT * q->x;
}

// ---- Norms: squares below 2^-1075 are lost. ----

static double made_norm(const numbers *q)
{
    (void)q;
    return filter_norm((const double[8]){0x1p-538, 0x1p-538}, 8);
}

static double least_norm(const numbers *q)
{
    (void)q;
    return 1.5 * 0x1p-538;
}

// ---- The table. ----

static const constant table[] = {
    {"2", "a form at a point of the plane", made_at_point, least_in_plane},
    {"2", "a form in five dimensions", made_value, least_in_five},
    {"3", "where two lines meet", made_meet, least_of_meet},
    {"4", "a line's direction", made_quotient, least_of_direction},
    {"5", "the foot of a line", made_foot, least_of_foot},
    {"6", "norms of small numbers", made_norm, least_norm},
    {"7", "units on a box", made_range, least_in_plane},
    {"7", "units at the corners of a polygon", made_width, least_of_corners},
    {"7", "a breakpoint", made_shift, least_of_shift},
    {"7", "breakpoints of forms of all rows", made_of_rows, least_of_rows},
    {"7", "constants of forms of all rows", made_of_constants, least_of_constants},
    {"7", "one form at corners", made_at_corners, least_of_corners},
    {"7", "many forms at a point", made_among_lines, least_in_plane},
    {"17", "between two points", made_between, least_between},
};

static double power_of_two(random_state *random, int most)
{
    return ldexp(1, (int)random_between(random, -most, most));
}

static numbers random_numbers(random_state *random)
{
    numbers q = {.slope = power_of_two(random, 40), .x = power_of_two(random, 40)};
    // Each is sometimes larger than the others, or 0.
    const double u = FILTER_UNIT;
    if (random_below(random, 2))
        q.radius = u * q.x * power_of_two(random, 8);
    for (int c = 0; c < 3; c++)
        if (random_below(random, 3) == 0)
            q.bound[c] = u * q.slope * (c < 2 ? 1 : q.x) * power_of_two(random, 8);
    for (int i = 0; i < 2; i++)
        q.other[i] = (double)random_between(random, -1000, 1000) * 0x1p-8;
    return q;
}

static void counted(void)
{
    enum { CASES = 200, ROWS = sizeof table / sizeof *table };
    random_state random = unit_random(87);
    for (int k = 0; k < CASES; k++) {
        const numbers q = random_numbers(&random);
        for (size_t i = 0; i < ROWS; i++) {
            const double made = table[i].made(&q), least = table[i].least(&q);
            const bool good = made >= least * (1 - 1e-5);
            if (!good)
                fprintf(stderr, "\n%s, section %s: %g, but %g at least\n", table[i].what,
                        table[i].section, made, least);
            CU_ASSERT(good);
            CU_ASSERT(made < 1e4 * least);
        }
    }
}

UNIT_MAIN("constants", {"counted", counted})
