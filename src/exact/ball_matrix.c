// Small matrices of balls. docs/filter.md, 19
#include "exact/ball_matrix.h"

#include "exact/versions.h"
#include <math.h>
#include <string.h>

// sum += a b, but for 10 u^2 of the sizes of all that is added, each time.
IN_LINE void add_product(dd *sum, dd a, dd b)
{
    double product = a.high * b.high;
    double error = fma(a.high, b.high, -product) + (a.high * b.low + a.low * b.high);
    double high = sum->high + product;
    sum->low += dd_sum_error(sum->high, product, high) + error;
    sum->high = high;
}

// ---- rows ----

#define SIZES(x) ((quad)((quad_bits)(x)&INT64_MAX))

IN_LINE void normalise_quads(quad *high, quad *low)
{
    const quad sum = *high + *low, part = sum - *high;
    *low = (*high - (sum - part)) + (*low - part);
    *high = sum;
}

// As ball_multiply and ball_add, lane by lane.
IN_LINE void add_multiple(quad *high, quad *low, quad *bound, const ball *factor, const quad *form,
                          const quad *form_low, const quad *form_bound)
{
    const quad one = (quad){0} + factor->value.high;
    const double left = fabs(factor->value.high) + factor->bound;
    const quad right = SIZES(*form) + *form_bound;
    quad product = one * *form, rest;
    for (size_t i = 0; i < QUAD; i++)
        rest[i] = fma(one[i], (*form)[i], -product[i]);
    rest += factor->value.high * *form_low + factor->value.low * *form;
    normalise_quads(&product, &rest);
    quad more = left * *form_bound + factor->bound * right + 16 * BALL_UNIT * left * right;
    more = (more + FILTER_TINY) * FILTER_ENLARGE;
    more += 8 * BALL_UNIT * (SIZES(*high) + SIZES(product));
    *bound = (*bound + more + FILTER_TINY) * FILTER_ENLARGE;
    const quad sum = *high + product, part = sum - *high;
    *low = ((*high - (sum - part)) + (product - part)) + (*low + rest);
    *high = sum;
    normalise_quads(high, low);
}

VERSIONS void ball_rows_add(const ball_rows *to, size_t count, const ball *factor,
                            const ball_rows *form)
{
    for (size_t c = 0; c < to->padded; c += QUAD)
        for (size_t i = 0; i < count; i++) {
            const size_t at = i * to->padded + c;
            add_multiple((quad *)(to->high + at), (quad *)(to->low + at), (quad *)(to->bound + at),
                         factor + i, (const quad *)(form->high + c), (const quad *)(form->low + c),
                         (const quad *)(form->bound + c));
        }
}

// ---- determinants ----

void ball_minors_init(ball_minors *minors, size_t n)
{
    *minors = (ball_minors){.n = n, .minor = {{1, 0}}, .size = {1}, .room = {1}};
}

// Those of the first k + 1 rows from those of k; a set of columns is the bits of a number.
IN_LINE void next_minors(dd *minor, const dd *entry, size_t row, size_t n)
{
    // Unrolled, so that which columns are in a set is known when this is compiled.
    UNROLLED
    for (unsigned set = 1; set < 1u << n; set++) {
        if ((size_t)__builtin_popcount(set) != row + 1)
            continue;
        dd sum = {0, 0};
        size_t before = row; // columns of the set before this one: how often the sign changes
        for (unsigned rest = set; rest; rest &= rest - 1, before--) {
            unsigned c = (unsigned)__builtin_ctz(rest);
            dd factor = entry[c];
            if (before % 2)
                factor = (dd){-factor.high, -factor.low};
            add_product(&sum, factor, minor[set & ~(1u << c)]);
        }
        minor[set] = dd_normalise(sum);
    }
}

// With the sizes N_i of the rows and n_i of their errors, the determinant of what the balls contain
// differs from that of their centres by prod (N_i + n_i) - prod N_i at most.
static void next_sizes(ball_minors *m, size_t row, double size, double error)
{
    m->change[row + 1] = m->change[row] * (size + error) + m->size[row] * error;
    m->size[row + 1] = m->size[row] * size;
    m->room[row + 1] = m->room[row] * (1 + size);
}

VERSIONS void ball_minors_row(ball_minors *minors, size_t row, const ball *to, const ball *from)
{
    const size_t n = minors->n;
    dd entry[BALL_DETERMINANT_MOST];
    double size = 0, error = 0;
    for (size_t c = 0; c < n; c++) {
        double high = to[c].value.high - from[c].value.high;
        double low = dd_sum_error(to[c].value.high, -from[c].value.high, high) +
                     (to[c].value.low - from[c].value.low);
        entry[c] = dd_normalise((dd){high, low});
        size += fabs(entry[c].high);
        error += to[c].bound + from[c].bound +
                 8 * BALL_UNIT * (fabs(to[c].value.high) + fabs(from[c].value.high));
    }
    // The low parts too.
    next_sizes(minors, row, size * FILTER_ENLARGE, error * FILTER_ENLARGE);
    if (n == 3)
        next_minors(minors->minor, entry, row, 3);
    else if (n == 4)
        next_minors(minors->minor, entry, row, 4);
    else
        next_minors(minors->minor, entry, row, n);
}

// Sums of double-doubles are off by 512 u^2 prod N_i.
ball ball_determinant(const ball_minors *minors)
{
    const size_t n = minors->n;
    double bound = minors->change[n] + 512 * BALL_UNIT * minors->size[n];
    bound += FILTER_TINY * (1 + minors->room[n]);
    return (ball){minors->minor[(1u << n) - 1], bound * FILTER_ENLARGE};
}

// ---- polygons ----

// The differences of a point from the first one.
IN_LINE void difference(dd *to, double *size, double *error, const ball *point, const ball *first)
{
    *size = *error = 0;
    for (size_t c = 0; c < 2; c++) {
        const double from = first[c].value.high, high = point[c].value.high - from;
        const double low = dd_sum_error(point[c].value.high, -from, high);
        to[c] = dd_normalise((dd){high, low + (point[c].value.low - first[c].value.low)});
        *size += fabs(to[c].high);
        *error += point[c].bound + first[c].bound +
                  8 * BALL_UNIT * (fabs(point[c].value.high) + fabs(from));
    }
}

// Triangles at the first point. Of numbers within the errors n and m of rows of the sizes N and M
// the determinant differs by at most N m + n (M + m), as above. The sum never exceeds the sizes of
// its terms; each point adds two products to it.
VERSIONS ball ball_polygon_area(const ball *const *point, size_t count)
{
    dd from[2] = {{0, 0}, {0, 0}}, sum = {0, 0};
    double size = 0, error = 0, terms = 0, bound = FILTER_TINY;
    for (size_t k = 1; k < count; k++) {
        dd to[2];
        double next, slip;
        difference(to, &next, &slip, point[k], point[0]);
        add_product(&sum, from[0], to[1]);
        add_product(&sum, (dd){-from[1].high, -from[1].low}, to[0]);
        sum = dd_normalise(sum);
        terms += size * next;
        bound += size * slip + error * (next + slip) + FILTER_TINY * (1 + next);
        from[0] = to[0];
        from[1] = to[1];
        size = next;
        error = slip;
    }
    bound += 20 * BALL_UNIT * (double)count * terms;
    const dd half = {fabs(sum.high) / 2, (sum.high < 0 ? -sum.low : sum.low) / 2};
    return (ball){half, bound * FILTER_ENLARGE};
}

// ---- means ----

// Each sum is off by less than 8 u^2 of the sizes of both. What the bounds have lost to rounding is
// far less than they are enlarged by.
void ball_mean(ball *x, const ball *const *point, size_t count, size_t d)
{
    for (size_t c = 0; c < d; c++) {
        ball sum = {{0, 0}, 0};
        for (size_t k = 0; k < count; k++) {
            const ball *p = point[k] + c;
            const double before = sum.value.high, high = before + p->value.high;
            const double low = dd_sum_error(before, p->value.high, high);
            sum.value = dd_normalise((dd){high, low + (sum.value.low + p->value.low)});
            sum.bound += p->bound + 8 * BALL_UNIT * (fabs(before) + fabs(p->value.high));
        }
        x[c] = ball_over((ball){sum.value, sum.bound * FILTER_ENLARGE}, (double)count);
    }
}

// A unit of rounding of the sizes is more than the low parts, another one than each sum and than
// the quotient.
void ball_mean_high(ball *x, const ball *const *point, size_t count, size_t d)
{
    const double n = (double)count, rounding = (n + 2) * FILTER_UNIT;
    for (size_t c = 0; c < d; c++) {
        double sum = 0, sizes = 0, bound = 0;
        for (size_t k = 0; k < count; k++) {
            const ball *p = point[k] + c;
            sum += p->value.high;
            sizes += fabs(p->value.high);
            bound += p->bound;
        }
        x[c] = ball_enlarged((dd){sum / n, 0}, (bound + rounding * sizes) / n * FILTER_ENLARGE);
    }
}

// ---- where hyperplanes meet ----

// More than so many forms through a point are left to integers.
enum { FORMS_MOST = 16 };

// d of the forms, in doubles, and an approximate inverse of their linear parts.
typedef struct {
    size_t d;
    const ball *form[BALL_MEET_MOST];
    double inverse[BALL_MEET_MOST][BALL_MEET_MOST];
} meeting;

static double size_of(const double *row, size_t d)
{
    double most = 0;
    for (size_t j = 0; j < d; j++)
        most = fmax(most, fabs(row[j]));
    return most;
}

// Gauss and Jordan, on d of the rows: of those that are left the one that is best for a column. In
// place: what is eliminated from column k makes room for the share of the row chosen for it.
// Returns 0 if no rows do.
IN_LINE int choose_and_invert(meeting *m, const ball *const *form, size_t count, size_t d)
{
    double rest[FORMS_MOST][BALL_MEET_MOST], scale[FORMS_MOST];
    size_t row_of[FORMS_MOST];
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < d; j++)
            rest[i][j] = form[i][j].value.high;
        scale[i] = 1 / size_of(rest[i], d);
        row_of[i] = i;
    }
    for (size_t k = 0; k < d; k++) {
        size_t best = k;
        double most = 0, line[BALL_MEET_MOST];
        for (size_t i = k; i < count; i++)
            if (fabs(rest[row_of[i]][k]) * scale[row_of[i]] > most) {
                best = i;
                most = fabs(rest[row_of[i]][k]) * scale[row_of[i]];
            }
        if (!(most > 0) || !(most <= HUGE_VAL))
            return 0;
        size_t chosen = row_of[best];
        row_of[best] = row_of[k];
        row_of[k] = chosen;
        m->form[k] = form[chosen];
        double pivot = 1 / rest[chosen][k];
        rest[chosen][k] = 1;
        for (size_t j = 0; j < d; j++)
            rest[chosen][j] *= pivot;
        memcpy(line, rest[chosen], sizeof line);
        for (size_t i = 0; i < count; i++) {
            double factor = rest[row_of[i]][k];
            if (i == k)
                continue;
            rest[row_of[i]][k] = 0;
            for (size_t j = 0; j < d; j++)
                rest[row_of[i]][j] -= factor * line[j];
        }
    }
    for (size_t i = 0; i < d; i++)
        memcpy(m->inverse[i], rest[row_of[i]], sizeof m->inverse[i]);
    return 1;
}

// The value of a form at a point, and how far it is from the truth at most.
IN_LINE double value_at(double *error, const ball *form, const double *x, size_t d)
{
    dd sum = form[d].value;
    double size = fabs(sum.high), bound = form[d].bound, reach = 1;
    for (size_t j = 0; j < d; j++) {
        add_product(&sum, form[j].value, (dd){x[j], 0});
        size += fabs(form[j].value.high * x[j]);
        bound += form[j].bound * fabs(x[j]);
        reach += fabs(x[j]);
    }
    double n = (double)d + 3, value = sum.high + sum.low;
    bound += 4 * n * n * BALL_UNIT * size + 2 * FILTER_UNIT * fabs(value) + FILTER_TINY * reach;
    *error = bound * FILTER_ENLARGE;
    return value;
}

// How far the inverse times the linear parts is from the identity, row i: the sum of the sizes.
IN_LINE double defect(const meeting *m, size_t i, const double *size, const double *slip, size_t d)
{
    double sum = 0, scale = 1, error = 0;
    for (size_t j = 0; j < d; j++) {
        double entry = i == j;
        for (size_t k = 0; k < d; k++)
            entry -= m->inverse[i][k] * m->form[k][j].value.high;
        sum += fabs(entry);
    }
    for (size_t k = 0; k < d; k++) {
        scale += fabs(m->inverse[i][k]) * size[k];
        error += fabs(m->inverse[i][k]) * slip[k];
    }
    sum += ((double)d + 4) * FILTER_UNIT * scale + error;
    return (sum + FILTER_TINY) * FILTER_ENLARGE;
}

// With A the linear parts, R the inverse and r the values of the forms at the start x0, the zero
// x0 + y has A y = -r, so y = -R r + (I - R A) y, and |y| <= |R r| / (1 - |I - R A|).
IN_LINE int correct_by(ball *x, const meeting *m, const double *start, size_t d)
{
    double value[BALL_MEET_MOST], error[BALL_MEET_MOST], size[BALL_MEET_MOST], slip[BALL_MEET_MOST];
    double step[BALL_MEET_MOST], slack[BALL_MEET_MOST], share[BALL_MEET_MOST];
    double most = 0, worst = 0;
    for (size_t k = 0; k < d; k++) {
        value[k] = value_at(error + k, m->form[k], start, d);
        size[k] = slip[k] = 0;
        for (size_t j = 0; j < d; j++) {
            size[k] += fabs(m->form[k][j].value.high);
            slip[k] += m->form[k][j].bound;
        }
    }
    for (size_t i = 0; i < d; i++) {
        double sum = 0, terms = 0, lost = 0;
        for (size_t k = 0; k < d; k++) {
            double term = m->inverse[i][k] * value[k];
            sum -= term;
            terms += fabs(term);
            lost += fabs(m->inverse[i][k]) * error[k];
        }
        step[i] = sum;
        slack[i] = (lost + ((double)d + 2) * FILTER_UNIT * terms + FILTER_TINY) * FILTER_ENLARGE;
        share[i] = defect(m, i, size, slip, d);
        most = fmax(most, fabs(sum) + slack[i]);
        worst = fmax(worst, share[i]);
        if (!(share[i] < 0.5) || !(slack[i] < HUGE_VAL))
            return 0;
    }
    double far = most / (1 - worst) * FILTER_ENLARGE;
    for (size_t i = 0; i < d; i++) {
        double high = start[i] + step[i];
        double bound = share[i] * far + slack[i] + FILTER_TINY;
        x[i] = (ball){{high, dd_sum_error(start[i], step[i], high)}, bound * FILTER_ENLARGE};
    }
    return far < HUGE_VAL;
}

// Both in few dimensions with loops of a known length.
VERSIONS static int correct(ball *x, const meeting *m, const double *start)
{
    size_t d = m->d;
    return d == 2   ? correct_by(x, m, start, 2)
           : d == 3 ? correct_by(x, m, start, 3)
           : d == 4 ? correct_by(x, m, start, 4)
                    : correct_by(x, m, start, d);
}

VERSIONS static int invert(meeting *m, const ball *const *form, size_t count)
{
    size_t d = m->d;
    return d == 2   ? choose_and_invert(m, form, count, 2)
           : d == 3 ? choose_and_invert(m, form, count, 3)
           : d == 4 ? choose_and_invert(m, form, count, 4)
                    : choose_and_invert(m, form, count, d);
}

// The three entries of a line, or what is computed of each, side by side; the fourth lane is the
// third one again.
typedef struct {
    quad high, low, bound;
} ball_lanes;

IN_LINE void load_line(ball_lanes *to, const ball *line)
{
    const ball *a = line, *b = line + 1, *c = line + 2;
    to->high = (quad){a->value.high, b->value.high, c->value.high, c->value.high};
    to->low = (quad){a->value.low, b->value.low, c->value.low, c->value.low};
    to->bound = (quad){a->bound, b->bound, c->bound, c->bound};
}

// Entries 1, 2, 0 and 2, 0, 1.
IN_LINE void turn(ball_lanes *once, ball_lanes *twice, const ball_lanes *of)
{
    once->high = __builtin_shufflevector(of->high, of->high, 1, 2, 0, 3);
    once->low = __builtin_shufflevector(of->low, of->low, 1, 2, 0, 3);
    once->bound = __builtin_shufflevector(of->bound, of->bound, 1, 2, 0, 3);
    twice->high = __builtin_shufflevector(of->high, of->high, 2, 0, 1, 3);
    twice->low = __builtin_shufflevector(of->low, of->low, 2, 0, 1, 3);
    twice->bound = __builtin_shufflevector(of->bound, of->bound, 2, 0, 1, 3);
}

// sum += a b, as add_product, but for the bounds.
IN_LINE void add_products(ball_lanes *sum, const ball_lanes *a, const ball_lanes *b)
{
    const quad product = a->high * b->high, before = sum->high, after = before + product;
    const quad part = after - before;
    quad error;
    for (size_t k = 0; k < QUAD; k++)
        error[k] = fma(a->high[k], b->high[k], -product[k]);
    error += a->high * b->low + a->low * b->high;
    sum->low += ((before - (after - part)) + (product - part)) + error;
    sum->high = after;
}

// p s - q r of entries that follow one another: the sums of products are off by less than 100 u^2
// of their sizes.
IN_LINE void cross_lanes(ball_lanes *to, const ball *first, const ball *second)
{
    ball_lanes a, b, p, q, r, s;
    quad p_size, q_size, r_size, s_size;
    load_line(&a, first);
    load_line(&b, second);
    turn(&p, &q, &a);
    turn(&r, &s, &b);
    quad_sizes(&p_size, &p.high);
    quad_sizes(&q_size, &q.high);
    quad_sizes(&r_size, &r.high);
    quad_sizes(&s_size, &s.high);
    *to =
        (ball_lanes){.bound = 100 * BALL_UNIT * (p_size * s_size + q_size * r_size) + FILTER_TINY};
    to->bound += p.bound * (s_size + s.bound) + p_size * s.bound;
    to->bound += q.bound * (r_size + r.bound) + q_size * r.bound;
    to->bound *= FILTER_ENLARGE;
    add_products(to, &p, &s);
    q.high = -q.high;
    q.low = -q.low;
    add_products(to, &q, &r);
    quads_normalise(&to->high, &to->low);
}

// All entries over the third, which is more than twice its bound: with q what is computed, and
// |above - q below| at most 64 u^2 (|above| + |q below|), each rounding but of parts u the size.
IN_LINE void over_third(ball_lanes *to, const ball_lanes *above)
{
    const quad high = above->high, low = above->low, bound = above->bound;
    const ball_lanes below = {.high = __builtin_shufflevector(high, high, 2, 2, 2, 2),
                              .low = __builtin_shufflevector(low, low, 2, 2, 2, 2),
                              .bound = __builtin_shufflevector(bound, bound, 2, 2, 2, 2)};
    const quad first = high / below.high;
    const ball_lanes minus = {.high = -first};
    ball_lanes rest = *above;
    quad size, divisor, whole;
    quad_sizes(&size, &high);
    quad_sizes(&divisor, &below.high);
    quad_sizes(&whole, &first);
    add_products(&rest, &minus, &below);
    *to = (ball_lanes){.high = first, .low = (rest.high + rest.low) / below.high};
    quads_normalise(&to->high, &to->low);
    to->bound = bound + whole * below.bound * 1.0001 + FILTER_TINY;
    to->bound += 64 * BALL_UNIT * (size + whole * divisor);
    to->bound = to->bound / (divisor * 0.9999 - below.bound) * FILTER_ENLARGE + FILTER_TINY;
}

// Cramer's rule, for two lines.
VERSIONS static int meet_lines(ball *x, const ball *a, const ball *b)
{
    ball_lanes met, point;
    cross_lanes(&met, a, b);
    const double below = fabs(met.high[2]);
    if (!(below > 4 * met.bound[2]) || !(below < 0x1p800))
        return 0;
    over_third(&point, &met);
    for (size_t c = 0; c < 2; c++)
        x[c] = (ball){{point.high[c], point.low[c]}, point.bound[c]};
    return x[0].bound < HUGE_VAL && x[1].bound < HUGE_VAL;
}

int ball_meet(ball *x, const ball *const *form, size_t count, size_t d, const double *start)
{
    meeting m;
    if (d == 2 && count == 2)
        return meet_lines(x, form[0], form[1]);
    m.d = d;
    return d > 0 && d <= BALL_MEET_MOST && count >= d && count <= FORMS_MOST &&
           invert(&m, form, count) && correct(x, &m, start);
}
