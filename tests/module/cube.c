// Hyperplanes inside the cube.
#include "make/cube.h"
#include "unit.h"

static void evaluate(fmpq_t value, const fmpq_mat_t forms, slong row, const fmpq_mat_t x)
{
    slong d = fmpq_mat_ncols(forms) - 1;
    fmpq_set(value, fmpq_mat_entry(forms, row, d));
    for (slong j = 0; j < d; j++)
        fmpq_addmul(value, fmpq_mat_entry(forms, row, j), fmpq_mat_entry(x, j, 0));
}

// The vertex of the chosen d hyperplanes lies in the open cube, and on no other hyperplane.
static void check_vertex(const fmpq_mat_t forms, unsigned chosen)
{
    slong n = fmpq_mat_nrows(forms), d = fmpq_mat_ncols(forms) - 1, row = 0;
    fmpq_mat_t a, b, x;
    fmpq_t value;
    fmpq_mat_init(a, d, d);
    fmpq_mat_init(b, d, 1);
    fmpq_mat_init(x, d, 1);
    fmpq_init(value);
    for (slong i = 0; i < n; i++) {
        if (!(chosen >> i & 1))
            continue;
        for (slong j = 0; j < d; j++)
            fmpq_set(fmpq_mat_entry(a, row, j), fmpq_mat_entry(forms, i, j));
        fmpq_neg(fmpq_mat_entry(b, row, 0), fmpq_mat_entry(forms, i, d));
        row++;
    }
    CU_ASSERT_FATAL(fmpq_mat_solve_fraction_free(x, a, b));
    for (slong j = 0; j < d; j++) {
        CU_ASSERT(fmpq_sgn(fmpq_mat_entry(x, j, 0)) > 0);
        CU_ASSERT(fmpq_cmp_si(fmpq_mat_entry(x, j, 0), 1) < 0);
    }
    for (slong i = 0; i < n; i++) {
        evaluate(value, forms, i, x);
        CU_ASSERT(fmpq_is_zero(value) == (int)(chosen >> i & 1));
    }
    fmpq_clear(value);
    fmpq_mat_clear(x);
    fmpq_mat_clear(b);
    fmpq_mat_clear(a);
}

static void vertices(void)
{
    for (slong d = 1; d <= 4; d++)
        for (slong n = d; n <= 7; n++) {
            fmpq_mat_t forms;
            fmpq_mat_init(forms, n, d + 1);
            cube_forms(forms, n, d, (int)(n % 2));
            for (unsigned chosen = 1; chosen < 1u << n; chosen++)
                if (__builtin_popcount(chosen) == d)
                    check_vertex(forms, chosen);
            fmpq_mat_clear(forms);
        }
}

// Four lines by hand: t = -2, -1, 1, 2, x_1 in [-5, 3] and x_2 in [-4, 4].
static void lines(void)
{
    static const int rows[4][3] = {{-8, 16, -7}, {8, -8, 0}, {-8, -8, 8}, {8, 16, -9}};
    fmpq_mat_t forms;
    fmpq_mat_init(forms, 4, 3);
    for (int literal = 0; literal < 2; literal++) {
        cube_forms(forms, 4, 2, literal);
        for (slong i = 0; i < 4; i++)
            for (slong j = 0; j < 3; j++)
                CU_ASSERT(fmpq_equal_si(fmpq_mat_entry(forms, i, j),
                                        literal && i % 2 == 0 ? -rows[i][j] : rows[i][j]));
    }
    fmpq_mat_clear(forms);
}

static void sizes(void)
{
    CU_ASSERT(cube_is_small(1000, 2));
    CU_ASSERT(cube_is_small(100, 100));
    CU_ASSERT(cube_is_small(3, 100));
    CU_ASSERT_FALSE(cube_is_small(1000, 3));
    CU_ASSERT_FALSE(cube_is_small(100, 50));
}

UNIT_MAIN("cube", {"vertices", vertices}, {"lines", lines}, {"sizes", sizes})
