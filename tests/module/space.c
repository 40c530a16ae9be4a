// Lines and points of the plane: how they are made, where they lie, when they are released.
#include "domain/space.h"
#include "base/random.h"
#include "domain/border.h"
#include "unit.h"

#include <flint/fmpz_vec.h>
#include <math.h>

enum { COLUMNS = 3 };

typedef struct {
    sign_judge judge;
    geom_space space;
    size_t fetched; // rows of lines that were asked for
} fixture;

// The line that split number k made is (k, -1, k + 7).
static void fetch(void *from, fmpz *row, const plane_origin *origin)
{
    ((fixture *)from)->fetched++;
    fmpz_set_ui(row, origin->split);
    fmpz_set_si(row + 1, -1);
    fmpz_set_ui(row + 2, origin->split + 7);
}

static void fixture_init(fixture *f, crease_arith arith)
{
    *f = (fixture){0};
    sign_judge_init(&f->judge, arith, 0);
    space_init(&f->space, 2, &f->judge);
    f->space.fetch = fetch;
    f->space.fetch_from = f;
}

static void fixture_clear(fixture *f)
{
    space_clear(&f->space);
    sign_judge_clear(&f->judge);
}

static uint32_t line_of(geom_space *space, slong a, slong b, slong c)
{
    fmpz *form = _fmpz_vec_init(COLUMNS);
    fmpz_set_si(form, a);
    fmpz_set_si(form + 1, b);
    fmpz_set_si(form + 2, c);
    uint32_t line = space_add_border(space, form);
    _fmpz_vec_clear(form, COLUMNS);
    return line;
}

static uint32_t point_of(geom_space *space, slong x, slong y, slong w)
{
    fmpz *row = _fmpz_vec_init(COLUMNS);
    fmpz_set_si(row, x);
    fmpz_set_si(row + 1, y);
    fmpz_set_si(row + 2, w);
    uint32_t point = space_add_point(space, row);
    _fmpz_vec_clear(row, COLUMNS);
    return point;
}

// The point is (x, y, w) up to a positive factor.
static bool point_is(geom_space *space, uint32_t point, slong x, slong y, slong w)
{
    fmpz *row = _fmpz_vec_init(COLUMNS);
    _fmpz_vec_set(row, space_point_row(space, point), COLUMNS);
    fmpz_t content;
    fmpz_init(content);
    _fmpz_vec_content(content, row, COLUMNS);
    if (!fmpz_is_zero(content))
        _fmpz_vec_scalar_divexact_fmpz(row, row, COLUMNS, content);
    fmpz_clear(content);
    bool same = fmpz_equal_si(row, x) && fmpz_equal_si(row + 1, y) && fmpz_equal_si(row + 2, w);
    _fmpz_vec_clear(row, COLUMNS);
    return same;
}

static bool line_approx_is(const geom_space *space, uint32_t line, double a, double b, double c)
{
    const double *approx = space_line(space, line)->a;
    return approx[0] == a && approx[1] == b && approx[2] == c;
}

static bool point_approx_is(const geom_space *space, uint32_t point, double x, double y, double w)
{
    const point_approx *approx = space_point_approx(space, point);
    return approx->x == x && approx->y == y && approx->w == w;
}

// Every arithmetic, the last one of the enumeration included.
enum { ARITHS = CREASE_FLOAT + 1 };

// Given ones have both faces, whatever the arithmetic; their approximations are scaled to size 1.
static void given_lines_and_points(void)
{
    for (int arith = 0; arith < ARITHS; arith++) {
        fixture f;
        fixture_init(&f, arith);
        uint32_t line = line_of(&f.space, 2, -4, 1), infinity = line_of(&f.space, 0, 0, 1);
        CU_ASSERT_EQUAL(line, 0);
        CU_ASSERT_EQUAL(infinity, 1);
        CU_ASSERT(fmpz_equal_si(space_plane_row(&f.space, line) + 1, -4));
        CU_ASSERT(line_approx_is(&f.space, line, 0.5, -1, 0.25));
        CU_ASSERT(line_approx_is(&f.space, infinity, 0, 0, 1));
        CU_ASSERT_EQUAL(f.space.origin[line].split, NO_SPLIT);

        uint32_t finite = point_of(&f.space, 1, -3, 4), direction = point_of(&f.space, -8, 2, 0);
        CU_ASSERT_FALSE(f.space.point[finite].infinite);
        CU_ASSERT(f.space.point[direction].infinite);
        CU_ASSERT(point_approx_is(&f.space, finite, 0.25, -0.75, 1));
        CU_ASSERT(point_approx_is(&f.space, direction, -1, 0.25, 0));
        CU_ASSERT(point_is(&f.space, finite, 1, -3, 4));
        CU_ASSERT(point_is(&f.space, direction, -4, 1, 0));
        CU_ASSERT_EQUAL(f.fetched, 0);
        fixture_clear(&f);
    }
}

// The integers of a line are fetched when first asked for, and kept.
static void rows_on_demand(void)
{
    for (int arith = CREASE_FILTERED; arith <= CREASE_EXACT; arith++) {
        fixture f;
        fixture_init(&f, arith);
        space_mark mark = space_here(&f.space);
        for (uint64_t again = 0; again < 3; again++) {
            // (2 + again) x - y + (9 + again) = 0 and its like.
            double a = 2 + (double)again, c = a + 7;
            const line_approx first = {.a = {a, -1, c}}, second = {.a = {a + 1, -1, c + 1}};
            uint32_t p = space_add_plane(&f.space, (const double *)&first,
                                         (plane_origin){.split = 2 + again});
            uint32_t q = space_add_plane(&f.space, (const double *)&second,
                                         (plane_origin){.split = 3 + again});
            uint32_t meet = space_add_meet(&f.space, p, q, 0, 0);
            CU_ASSERT_EQUAL(f.fetched, 2 * again);
            for (int twice = 0; twice < 2; twice++) {
                CU_ASSERT(point_is(&f.space, meet, -1, 7, 1));
                CU_ASSERT(fmpz_equal_si(space_plane_row(&f.space, p), (slong)(2 + again)));
                CU_ASSERT_EQUAL(f.fetched, 2 * again + 2);
            }
            // Another line in the same place is fetched again.
            space_release(&f.space, mark);
        }
        fixture_clear(&f);
    }
}

static void meet_by_hand(void)
{
    for (int arith = 0; arith < ARITHS; arith++) {
        fixture f;
        fixture_init(&f, arith);
        uint32_t x = line_of(&f.space, 1, 0, 0), y = line_of(&f.space, 0, 1, 0);
        uint32_t at2 = line_of(&f.space, 1, 0, -2), slope = line_of(&f.space, 1, 1, -3);
        uint32_t infinity = line_of(&f.space, 0, 0, 1);
        // The example of cell/polygon.c: f = x rises along e = y >= 0, so it is f x e.
        CU_ASSERT(point_is(&f.space, space_add_meet(&f.space, x, y, 0, 0), 0, 0, 1));
        CU_ASSERT(point_is(&f.space, space_add_meet(&f.space, at2, slope, 0, 0), 2, 1, 1));
        CU_ASSERT(point_is(&f.space, space_add_meet(&f.space, slope, at2, 1, 0), 2, 1, 1));
        uint32_t up = space_add_meet(&f.space, x, infinity, 1, 1);
        uint32_t down = space_add_meet(&f.space, x, infinity, 0, 1);
        CU_ASSERT(f.space.point[up].infinite && f.space.point[down].infinite);
        CU_ASSERT(point_is(&f.space, up, 0, 1, 0));
        CU_ASSERT(point_is(&f.space, down, 0, -1, 0));
        CU_ASSERT(point_is(&f.space, space_add_meet(&f.space, slope, infinity, 0, 1), 1, -1, 0));
        if (arith != CREASE_FLOAT)
            CU_ASSERT(point_is(&f.space, space_add_foot(&f.space, slope), 3, 3, 2));
        CU_ASSERT(point_is(&f.space, space_add_foot(&f.space, at2), 2, 0, 1));
        CU_ASSERT(point_is(&f.space, space_add_foot(&f.space, x), 0, 0, 1));
        fixture_clear(&f);
    }
}

static slong random_coefficient(random_state *random)
{
    return (slong)random_between(random, -9, 9);
}

static uint32_t random_line(geom_space *space, random_state *random)
{
    slong a, b;
    do {
        a = random_coefficient(random);
        b = random_coefficient(random);
    } while (a == 0 && b == 0);
    return line_of(space, a, b, random_coefficient(random));
}

static bool lies_on(geom_space *space, uint32_t point, uint32_t line)
{
    fmpz_t value;
    fmpz_init(value);
    _fmpz_vec_dot(value, space_point_row(space, point), space_plane_row(space, line), COLUMNS);
    bool zero = fmpz_is_zero(value);
    fmpz_clear(value);
    return zero;
}

static bool is_opposite(geom_space *space, uint32_t p, uint32_t q)
{
    const fmpz *a = space_point_row(space, p), *b = space_point_row(space, q);
    bool opposite = true;
    for (int i = 0; i < COLUMNS; i++)
        opposite &= fmpz_cmpabs(a + i, b + i) == 0 && fmpz_sgn(a + i) == -fmpz_sgn(b + i);
    return opposite;
}

// The foot's direction from the origin is along the normal (a, b) of the line.
static bool is_foot(geom_space *space, uint32_t foot, uint32_t line)
{
    const fmpz *p = space_point_row(space, foot), *l = space_plane_row(space, line);
    fmpz_t cross;
    fmpz_init(cross);
    fmpz_mul(cross, p, l + 1);
    fmpz_submul(cross, p + 1, l);
    bool good = fmpz_is_zero(cross) && fmpz_sgn(p + 2) > 0 && lies_on(space, foot, line);
    fmpz_clear(cross);
    return good;
}

static void random_meets(void)
{
    for (int arith = CREASE_FILTERED; arith <= CREASE_EXACT; arith++) {
        random_state random = unit_random(9);
        fixture f;
        fixture_init(&f, arith);
        geom_space *space = &f.space;
        CASES(k, 500) {
            uint32_t a = random_line(space, &random), b = random_line(space, &random);
            uint32_t p = space_add_meet(space, a, b, 0, 0), q = space_add_meet(space, b, a, 0, 0);
            uint32_t r = space_add_meet(space, a, b, 1, 0);
            CU_ASSERT(lies_on(space, p, a) && lies_on(space, p, b));
            CU_ASSERT(is_opposite(space, p, q) && is_opposite(space, p, r));
            CU_ASSERT(is_foot(space, space_add_foot(space, a), a));
        }
        fixture_clear(&f);
    }
}

// Marks nest; what is older than a mark is still there after its release.
static void marks(void)
{
    fixture f;
    fixture_init(&f, CREASE_EXACT);
    geom_space *space = &f.space;
    uint32_t line = line_of(space, 1, 2, 3), point = point_of(space, 4, 5, 6);
    char *cell = arena_take(&space->cells, 100);
    space_mark outer = space_here(space);
    for (int again = 0; again < 3; again++) {
        CU_ASSERT_EQUAL(line_of(space, 7, 8, 9), line + 1);
        space_mark inner = space_here(space);
        CASES(k, 100) {
            CU_ASSERT_EQUAL(line_of(space, 1, k, k), line + 2 + (uint32_t)k);
            CU_ASSERT_EQUAL(point_of(space, k + 1, k, k % 2), point + 1 + (uint32_t)k);
            CU_ASSERT_EQUAL(space->point[point + 1 + (uint32_t)k].infinite, k % 2 == 0);
            arena_take(&space->cells, 5000);
        }
        space_release(space, inner);
        CU_ASSERT(fmpz_equal_si(space_plane_row(space, line + 1), 7));
        space_release(space, outer);
    }
    CU_ASSERT_EQUAL(line_of(space, 1, 1, 1), line + 1);
    CU_ASSERT_EQUAL(point_of(space, 1, 1, 1), point + 1);
    CU_ASSERT(fmpz_equal_si(space_plane_row(space, line), 1));
    CU_ASSERT(point_is(space, point, 4, 5, 6));
    CU_ASSERT_PTR_EQUAL(arena_take(&space->cells, 100), cell + 112); // next multiple of 16
    fixture_clear(&f);
}

// The plane of a bound is that of its inequality.
static void bounds(void)
{
    fixture f;
    fmpq_t bound;
    fixture_init(&f, CREASE_FILTERED);
    fmpq_init(bound);
    for (slong numerator = -3; numerator <= 3; numerator++) {
        for (size_t number = 0; number < 4; number++) {
            fmpq_set_si(bound, numerator, 7);
            const slong side = number % 2 ? -1 : 1,
                        denominator = side * fmpz_get_si(fmpq_denref(bound)),
                        constant = -side * fmpz_get_si(fmpq_numref(bound));
            const uint32_t plane = space_add_bound(&f.space, number, bound);
            const uint32_t other = line_of(&f.space, number < 2 ? denominator : 0,
                                           number < 2 ? 0 : denominator, constant);
            const double *form = space_form(&f.space, plane),
                         *other_form = space_form(&f.space, other);
            CU_ASSERT(_fmpz_vec_equal(space_plane_row(&f.space, plane),
                                      space_plane_row(&f.space, other), COLUMNS));
            for (size_t i = 0; i < 2 * (size_t)COLUMNS; i++)
                CU_ASSERT(form[i] == other_form[i] && signbit(form[i]) == signbit(other_form[i]));
        }
    }
    fmpq_clear(bound);
    fixture_clear(&f);
}

UNIT_MAIN("space", {"given_lines_and_points", given_lines_and_points}, {"bounds", bounds},
          {"rows_on_demand", rows_on_demand}, {"meet_by_hand", meet_by_hand},
          {"random_meets", random_meets}, {"marks", marks})
