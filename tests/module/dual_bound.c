// Bounds by multipliers against rationals: the greatest value on a box, for all forms that the
// errors of the given ones allow.
#include "lp/dual_bound.h"
#include "domain/border.h"
#include "unit.h"

#include <flint/fmpq.h>
#include <flint/fmpz_vec.h>
#include <math.h>

enum { MOST_DIMENSION = 5, MOST_TERMS = 4, MOST_COLUMNS = MOST_DIMENSION + 1 };

typedef struct {
    geom_space space;
    sign_judge judge;
    size_t terms;
    dual_term term[MOST_TERMS];
    double form[2 * MOST_COLUMNS], low[MOST_DIMENSION], high[MOST_DIMENSION];
    int sign, reach; // the exponent of low and high
} bounded;

static void set_double(fmpq_t x, double value)
{
    mpq_t number;
    mpq_init(number);
    mpq_set_d(number, value);
    fmpq_set_mpq(x, number);
    mpq_clear(number);
}

static double random_entry(random_state *random, int exponent)
{
    if (random_below(random, 4) == 0)
        return 0;
    return ldexp((double)random_between(random, -(INT64_C(1) << 53), INT64_C(1) << 53),
                 exponent - 53 - (int)random_below(random, 3));
}

// An error of an entry: mostly of its rounding; also of zeros.
static double random_error(random_state *random, double entry, int exponent)
{
    const uint64_t kind = random_below(random, 8);
    return kind < 3 ? 0 : kind < 6 ? fabs(entry) * 0x1p-50 : ldexp(kind == 6, exponent - 30);
}

static void add_term(bounded *b, random_state *random, int exponent)
{
    const size_t columns = b->space.columns;
    fmpz *row = _fmpz_vec_init((slong)columns);
    fmpz_one(row);
    const uint32_t plane = space_add_border(&b->space, row);
    _fmpz_vec_clear(row, (slong)columns);
    double *form = space_form(&b->space, plane);
    for (size_t c = 0; c < columns; c++) {
        form[c] = random_entry(random, exponent);
        form[columns + c] = random_error(random, form[c], exponent);
    }
    b->term[b->terms++] =
        (dual_term){{plane, random_below(random, 2) ? 1 : -1}, fabs(random_entry(random, 1))};
}

// The form nearly cancels the others, as at the vertex where it is least.
static void set_form(bounded *b, random_state *random, int exponent)
{
    const size_t columns = b->space.columns;
    const bool cancels = random_below(random, 4) > 0;
    for (size_t c = 0; c < columns; c++) {
        double sum = 0;
        for (size_t i = 0; i < b->terms; i++)
            sum += b->term[i].facet.side * b->term[i].times *
                   space_form(&b->space, b->term[i].facet.plane)[c];
        b->form[c] = cancels ? -b->sign * sum : random_entry(random, exponent);
        b->form[columns + c] = random_error(random, b->form[c], exponent);
    }
}

static void set_box(bounded *b, random_state *random)
{
    for (size_t c = 0; c < b->space.dimension; c++) {
        const double one = random_entry(random, b->reach), other = random_entry(random, b->reach);
        const bool is_unbounded = random_below(random, 8) == 0;
        b->low[c] = is_unbounded && random_below(random, 2) ? -INFINITY : fmin(one, other);
        b->high[c] = is_unbounded ? INFINITY : fmax(one, other);
    }
}

static bool depends_on(const bounded *b, size_t c)
{
    const size_t columns = b->space.columns;
    bool depends = b->form[c] != 0 || b->form[columns + c] != 0;
    for (size_t i = 0; i < b->terms; i++) {
        const double *form = space_form((geom_space *)&b->space, b->term[i].facet.plane);
        depends |= form[c] != 0 || form[columns + c] != 0;
    }
    return depends;
}

// A coefficient of the sum, exactly, and how far errors may move it.
static void coefficient(fmpq_t sum, fmpq_t error, bounded *b, size_t c)
{
    const size_t columns = b->space.columns;
    fmpq_t entry, times;
    fmpq_init(entry);
    fmpq_init(times);
    set_double(sum, b->sign * b->form[c]);
    set_double(error, b->form[columns + c]);
    for (size_t i = 0; i < b->terms; i++) {
        const double *form = space_form(&b->space, b->term[i].facet.plane);
        set_double(times, b->term[i].times);
        set_double(entry, form[columns + c]);
        fmpq_addmul(error, entry, times);
        set_double(entry, b->term[i].facet.side * form[c]);
        fmpq_addmul(sum, entry, times);
    }
    fmpq_clear(entry);
    fmpq_clear(times);
}

// most += the greatest product of a number within `error` of `sum` and one from low to high.
static void add_greatest(fmpq_t most, const fmpq_t sum, const fmpq_t error, double low, double high)
{
    fmpq_t end, product, best;
    fmpq_init(end);
    fmpq_init(product);
    fmpq_init(best);
    for (int k = 0; k < 4; k++) {
        (k & 1 ? fmpq_add : fmpq_sub)(product, sum, error);
        set_double(end, k & 2 ? high : low);
        fmpq_mul(product, product, end);
        if (k == 0 || fmpq_cmp(product, best) > 0)
            fmpq_set(best, product);
    }
    fmpq_add(most, most, best);
    fmpq_clear(end);
    fmpq_clear(product);
    fmpq_clear(best);
}

// Returns whether it is finite.
static bool greatest(fmpq_t most, bounded *b)
{
    fmpq_t sum, error;
    bool is_finite = true;
    fmpq_init(sum);
    fmpq_init(error);
    coefficient(most, error, b, b->space.dimension);
    fmpq_add(most, most, error);
    for (size_t c = 0; c < b->space.dimension; c++) {
        if (!depends_on(b, c))
            continue;
        coefficient(sum, error, b, c);
        if (b->low[c] > -INFINITY && b->high[c] < INFINITY)
            add_greatest(most, sum, error, b->low[c], b->high[c]);
        else
            is_finite = false;
    }
    fmpq_clear(sum);
    fmpq_clear(error);
    return is_finite;
}

static void against_rationals(void)
{
    fmpq_t most, found;
    size_t finite = 0, close = 0; // close: not much too large either
    fmpq_init(most);
    fmpq_init(found);
    SEEDS(seed, 4000) {
        random_state random = unit_random(seed);
        const int exponents[] = {0, 0, 0, 40, -1000, -1070};
        const int exponent = exponents[random_below(&random, 6)];
        bounded b = {.sign = random_below(&random, 2) ? 1 : -1,
                     .reach = random_below(&random, 2) ? 3 : 100};
        sign_judge_init(&b.judge, CREASE_FILTERED, 0);
        space_init(&b.space, 1 + random_below(&random, MOST_DIMENSION), &b.judge);
        for (size_t i = random_below(&random, MOST_TERMS + 1); i > 0; i--)
            add_term(&b, &random, exponent);
        set_form(&b, &random, exponent);
        set_box(&b, &random);
        const double bound = dual_bound(&b.space, b.form, b.sign, b.term, b.terms, b.low, b.high);
        const bool is_finite = greatest(most, &b);
        CU_ASSERT_EQUAL(bound < INFINITY, is_finite);
        if (is_finite && bound < INFINITY) {
            set_double(found, bound);
            CU_ASSERT(fmpq_cmp(found, most) >= 0);
            finite++;
            close += bound - fmpq_get_d(most) <= ldexp(1, exponent + b.reach - 25);
        }
        space_clear(&b.space);
        sign_judge_clear(&b.judge);
    }
    CU_ASSERT(finite > 0 && 2 * close > finite); // if numbers do not underflow
    fmpq_clear(most);
    fmpq_clear(found);
}

UNIT_MAIN("dual_bound", {"against rationals", against_rationals})
