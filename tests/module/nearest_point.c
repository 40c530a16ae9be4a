// Projections onto polyhedra against trying every set of inequalities.
#include "lp/nearest_point.h"
#include "base/random.h"
#include "unit.h"

#include <flint/fmpq.h>
#include <flint/fmpq_mat.h>
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>

enum { MOST_ROWS = 7, MOST_COLUMNS = 6 };

typedef struct {
    size_t d, count;
    fmpz *row; // count x (d + 1)
    fmpz *x;
    fmpq *y, *best; // places, d entries
    fmpq_t square;
    int found;
    size_t chosen[MOST_COLUMNS], size;
} brute;

static void value_at(fmpq_t value, const brute *b, size_t row, const fmpq *y)
{
    const fmpz *a = b->row + row * (b->d + 1);
    fmpq_set_fmpz(value, a + b->d);
    for (size_t c = 0; c < b->d; c++) {
        fmpq_t term;
        fmpq_init(term);
        fmpq_mul_fmpz(term, y + c, a + c);
        fmpq_add(value, value, term);
        fmpq_clear(term);
    }
}

static void place_x(fmpq *y, const brute *b)
{
    for (size_t c = 0; c < b->d; c++)
        fmpq_set_fmpz_frac(y + c, b->x + c, b->x + b->d);
}

// The point nearest to x where the chosen rows are equations; 0 if they are dependent.
static bool solve(brute *b)
{
    slong k = (slong)b->size, d = (slong)b->d;
    fmpq_mat_t gram, right;
    fmpq_mat_init(gram, k, k);
    fmpq_mat_init(right, k, 1);
    fmpz_t product;
    fmpz_init(product);
    place_x(b->y, b);
    for (slong i = 0; i < k; i++) {
        const fmpz *row = b->row + b->chosen[i] * (b->d + 1);
        for (slong j = 0; j < k; j++) {
            _fmpz_vec_dot(product, row, b->row + b->chosen[j] * (b->d + 1), d);
            fmpq_set_fmpz(fmpq_mat_entry(gram, i, j), product);
        }
        value_at(fmpq_mat_entry(right, i, 0), b, b->chosen[i], b->y);
        fmpq_neg(fmpq_mat_entry(right, i, 0), fmpq_mat_entry(right, i, 0));
    }
    bool solved = k == 0 || fmpq_mat_solve(right, gram, right);
    for (slong i = 0; i < k && solved; i++)
        for (slong c = 0; c < d; c++) {
            fmpq_t term;
            fmpq_init(term);
            fmpq_mul_fmpz(term, fmpq_mat_entry(right, i, 0),
                          b->row + b->chosen[i] * (b->d + 1) + c);
            fmpq_add(b->y + c, b->y + c, term);
            fmpq_clear(term);
        }
    fmpz_clear(product);
    fmpq_mat_clear(gram);
    fmpq_mat_clear(right);
    return solved;
}

static bool is_inside(const brute *b)
{
    bool inside = true;
    fmpq_t value;
    fmpq_init(value);
    for (size_t i = 0; i < b->count && inside; i++) {
        value_at(value, b, i, b->y);
        inside = fmpq_sgn(value) >= 0;
    }
    fmpq_clear(value);
    return inside;
}

static void offer(brute *b)
{
    fmpq_t square, step;
    fmpq_init(square);
    fmpq_init(step);
    for (size_t c = 0; c < b->d; c++) {
        fmpq_set_fmpz_frac(step, b->x + c, b->x + b->d);
        fmpq_sub(step, step, b->y + c);
        fmpq_addmul(square, step, step);
    }
    if (!b->found || fmpq_cmp(square, b->square) < 0) {
        fmpq_set(b->square, square);
        for (size_t c = 0; c < b->d; c++)
            fmpq_set(b->best + c, b->y + c);
    }
    b->found = 1;
    fmpq_clear(square);
    fmpq_clear(step);
}

static void try_all(brute *b, size_t from)
{
    if (solve(b) && is_inside(b))
        offer(b);
    for (size_t i = from; i < b->count && b->size < b->d; i++) {
        b->chosen[b->size++] = i;
        try_all(b, i + 1);
        b->size--;
    }
}

// Small integers, rows repeated, opposite or zero.
static void choose(brute *b, random_state *random)
{
    size_t columns = b->d + 1;
    for (size_t i = 0; i < b->count; i++) {
        fmpz *row = b->row + i * columns;
        uint64_t kind = random_below(random, 10);
        for (size_t c = 0; c < columns; c++)
            fmpz_set_si(row + c, (slong)random_between(random, -2, 2));
        if (kind == 0)
            _fmpz_vec_zero(row, (slong)b->d);
        if (kind <= 2 && i) {
            size_t other = random_below(random, i);
            for (size_t c = 0; c < columns; c++)
                fmpz_mul_si(row + c, b->row + other * columns + c, kind == 1 ? 3 : -1);
        }
    }
    for (size_t c = 0; c < b->d; c++)
        fmpz_set_si(b->x + c, (slong)random_between(random, -9, 9));
    fmpz_set_si(b->x + b->d, 1 + (slong)random_below(random, 3));
}

static void random_ones(void)
{
    size_t empty = 0, moved = 0;
    random_state random = unit_random(5);
    CASES(k, 3000) {
        brute b = {.d = 1 + k % 4};
        b.count = random_below(&random, MOST_ROWS);
        size_t columns = b.d + 1;
        b.row = _fmpz_vec_init((slong)(MOST_ROWS * columns));
        b.x = _fmpz_vec_init((slong)columns);
        b.y = _fmpq_vec_init((slong)b.d);
        b.best = _fmpq_vec_init((slong)b.d);
        fmpq_init(b.square);
        fmpz *nearest = _fmpz_vec_init((slong)columns);
        choose(&b, &random);
        try_all(&b, 0);
        nearest_point_rows rows = {b.row, b.count, columns};
        bool found = nearest_point(nearest, b.x, b.d, nearest_point_of_rows(&rows));
        CU_ASSERT_EQUAL(found, b.found);
        empty += !found;
        moved += found && !fmpq_is_zero(b.square);
        for (size_t c = 0; c < b.d && found; c++) {
            fmpq_t y;
            fmpq_init(y);
            fmpq_set_fmpz_frac(y, nearest + c, nearest + b.d);
            CU_ASSERT(fmpq_equal(y, b.best + c)); // the nearest point is only one
            fmpq_clear(y);
        }
        _fmpz_vec_clear(b.row, (slong)(MOST_ROWS * columns));
        _fmpz_vec_clear(b.x, (slong)columns);
        _fmpz_vec_clear(nearest, (slong)columns);
        _fmpq_vec_clear(b.y, (slong)b.d);
        _fmpq_vec_clear(b.best, (slong)b.d);
        fmpq_clear(b.square);
    }
    CU_ASSERT(empty > 100 && moved > 500);
}

// A generator of the unit square, then a wedge that only a dropped inequality leads out of.
static void by_hand(void)
{
    const slong square[] = {1, 0, 0, 0, 1, 0, -1, 0, 1, 0, -1, 1};
    fmpz *row = _fmpz_vec_init(12), *x = _fmpz_vec_init(3), *y = _fmpz_vec_init(3);
    for (size_t i = 0; i < 12; i++)
        fmpz_set_si(row + i, square[i]);
    fmpz_set_si(x, 9);
    fmpz_set_si(x + 1, -8);
    fmpz_set_si(x + 2, 4);
    nearest_point_rows rows = {row, 4, 3};
    CU_ASSERT(nearest_point(y, x, 2, nearest_point_of_rows(&rows)));
    CU_ASSERT(fmpz_equal_si(y, 1) && fmpz_is_zero(y + 1) && fmpz_is_one(y + 2));
    _fmpz_vec_clear(row, 12);
    _fmpz_vec_clear(x, 3);
    _fmpz_vec_clear(y, 3);
}

UNIT_MAIN("nearest_point", {"by hand", by_hand}, {"random", random_ones})
