// Lines and points of the plane: the truth is within the stated error of the approximation.
#include "base/random.h"
#include "bounds.h"
#include "domain/border.h"
#include "domain/space.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>

enum { COLUMNS = 3 };

typedef struct {
    sign_judge judge;
    geom_space space;
} fixture;

static void fixture_init(fixture *f)
{
    sign_judge_init(&f->judge, CREASE_FILTERED, 0);
    space_init(&f->space, 2, &f->judge);
}

static void fixture_clear(fixture *f)
{
    space_clear(&f->space);
    sign_judge_clear(&f->judge);
}

static bool line_is_within(const fmpz *row, const line_approx *approx)
{
    fmpq *truth = _fmpq_vec_init(COLUMNS);
    for (int i = 0; i < COLUMNS; i++)
        fmpq_set_fmpz(truth + i, row + i);
    bool good = is_multiple_within(truth, approx->a, approx->bound, COLUMNS);
    _fmpq_vec_clear(truth, COLUMNS);
    return good;
}

static int point_is_within(geom_space *space, uint32_t point)
{
    const fmpz *row = space_point_row(space, point);
    const point_approx *approx = space_point_approx(space, point);
    const double value[] = {approx->x, approx->y}, radius[] = {approx->radius, approx->radius};
    int finite = !fmpz_is_zero(row + 2), good = approx->w == finite;
    fmpq *truth = _fmpq_vec_init(2);
    for (int i = 0; i < 2; i++) {
        fmpq_set_fmpz(truth + i, row + i);
        if (finite)
            fmpq_div_fmpz(truth + i, truth + i, row + 2);
        good &= !finite || is_within(truth + i, value[i], radius[i]);
    }
    good &= finite || is_multiple_within(truth, value, radius, 2);
    _fmpq_vec_clear(truth, 2);
    return good;
}

// ---- Given ones. ----

static void random_big_integer(fmpz_t x, random_state *random)
{
    fmpz_set_si(x, (slong)random_between(random, -99, 99));
    if (random_below(random, 2))
        fmpz_mul_2exp(x, x, random_below(random, 1300));
    fmpz_add_si(x, x, (slong)random_between(random, -9, 9));
}

// Integers of any size, up to far beyond the doubles.
static void given_bounds(void)
{
    enum { CASES = 2000 };
    random_state random = unit_random(8);
    fixture f;
    fixture_init(&f);
    fmpz *row = _fmpz_vec_init(COLUMNS);
    int bounded = 0;
    for (int k = 0; k < CASES; k++) {
        for (int i = 0; i < COLUMNS; i++)
            random_big_integer(row + i, &random);
        if (_fmpz_vec_is_zero(row, COLUMNS))
            continue;
        uint32_t line = space_add_border(&f.space, row);
        CU_ASSERT(line_is_within(row, space_line(&f.space, line)));
        fmpz_abs(row + 2, row + 2);
        if (k % 3 == 0 && !_fmpz_vec_is_zero(row, 2))
            fmpz_zero(row + 2);
        uint32_t point = space_add_point(&f.space, row);
        CU_ASSERT(point_is_within(&f.space, point));
        bounded += space_point_approx(&f.space, point)->radius < INFINITY;
    }
    CU_ASSERT(bounded > CASES / 2);
    _fmpz_vec_clear(row, COLUMNS);
    fixture_clear(&f);
}

// ---- Points that are made. ----

static uint32_t random_line(geom_space *space, random_state *random, int size)
{
    fmpz *row = _fmpz_vec_init(COLUMNS);
    do
        for (int i = 0; i < COLUMNS; i++)
            if (size < 99)
                fmpz_set_si(row + i, (slong)random_between(random, -size, size));
            else
                random_big_integer(row + i, random);
    while (_fmpz_vec_is_zero(row, 2));
    uint32_t line = space_add_border(space, row);
    _fmpz_vec_clear(row, COLUMNS);
    return line;
}

// The bounds of a point hold for its integers.
static void made_bounds(void)
{
    random_state random = unit_random(31);
    fixture f;
    fixture_init(&f);
    geom_space *space = &f.space;
    fmpz at_infinity[COLUMNS] = {0, 0, 1};
    uint32_t infinity = space_add_border(space, at_infinity);
    int bounded = 0, meets = 0;
    CASES(k, 1000) {
        int size = k % 2 ? 9 : 99;
        uint32_t a = random_line(space, &random, size), b = random_line(space, &random, size);
        uint32_t p = space_add_meet(space, a, b, 0, 0), q = space_add_meet(space, b, a, 0, 0);
        uint32_t meet = fmpz_sgn(space_point_row(space, p) + 2) > 0 ? p : q;
        if (!fmpz_is_zero(space_point_row(space, meet) + 2)) {
            CU_ASSERT(point_is_within(space, meet));
            meets++;
            bounded += space_point_approx(space, meet)->radius < INFINITY;
        }
        CU_ASSERT(point_is_within(space, space_add_foot(space, a)));
        for (int flip = 0; flip < 2; flip++)
            CU_ASSERT(point_is_within(space, space_add_meet(space, a, infinity, flip, 1)));
    }
    CU_ASSERT(meets > 900 && bounded > 3 * meets / 4);
    fixture_clear(&f);
}

// Three planes of which one is nearly the sum of the others: the vertex is as precise as doubles
// are, and the same for each cell that makes it.
static void nearly_dependent_planes(void)
{
    enum { D = 3, FINE = 40 };
    SEEDS(seed, 100) {
        random_state random = unit_random(seed);
        sign_judge judge;
        geom_space space;
        fmpz *row = _fmpz_vec_init(D * (D + 1));
        uint32_t plane[D], turned[D];
        sign_judge_init(&judge, CREASE_FILTERED, 0);
        space_init(&space, D, &judge);
        for (int i = 0; i < 2 * (D + 1); i++)
            fmpz_set_si(row + i, (slong)random_between(&random, -9, 9));
        for (int i = 0; i <= D; i++) {
            fmpz *last = row + 2 * (D + 1) + i;
            fmpz_add(last, row + i, row + D + 1 + i);
            fmpz_mul_2exp(last, last, FINE);
            fmpz_add_si(last, last, (slong)random_between(&random, -9, 9));
        }
        for (uint32_t i = 0; i < D; i++) {
            plane[i] = turned[D - 1 - i] = space_add_border(&space, row + i * (D + 1));
            space.origin[plane[i]].unit = i;
        }
        const uint32_t point = space_add_common(&space, plane, D, 0, 0, 1);
        const uint32_t again = space_add_common(&space, turned, D, 0, 0, 1);
        const fmpz *exact = space_point_row(&space, point);
        fmpq_t truth;
        fmpq_init(truth);
        for (int c = 0; c < D && !fmpz_is_zero(exact + D); c++) {
            const double *at = space_place(&space, point);
            fmpq_set_fmpz_frac(truth, exact + c, exact + D);
            CU_ASSERT(is_within(truth, at[c], 0x1p-40 * (1 + fabs(at[c]))));
            CU_ASSERT(is_within(truth, at[c], at[D + 1]));
            CU_ASSERT_EQUAL(at[c], space_place(&space, again)[c]);
        }
        fmpq_clear(truth);
        _fmpz_vec_clear(row, D * (D + 1));
        space_clear(&space);
        sign_judge_clear(&judge);
    }
}

UNIT_MAIN("space_bounds", {"given_bounds", given_bounds}, {"made_bounds", made_bounds},
          {"nearly_dependent_planes", nearly_dependent_planes})
