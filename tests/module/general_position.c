// Hyperplanes and bundles of them in general position.
#include "make/general_position.h"
#include "unit.h"

#include <flint/fmpq_vec.h>

// ---- Hyperplanes inside the cube ----

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
            cube_forms(forms, (int)(n % 2));
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
        fmpq_mat_zero(forms);
        cube_forms(forms, literal);
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

// ---- Bundles of parallel hyperplanes in general position ----

// The hyperplane where rows r and r + 1 of a unit are equal.
static void kink(fmpq *form, const net_layer *layer, size_t unit, size_t r)
{
    size_t d = layer->inputs, k = layer->act->rank;
    for (size_t j = 0; j <= d; j++) {
        const fmpq *low =
            j < d ? layer->weight + (unit * k + r) * d + j : layer->bias + unit * k + r;
        fmpq_sub(form + j, low + (j < d ? d : 1), low);
    }
}

// In the plane: any two kinks of different units meet inside the unit square, and no third unit
// has a kink there.
static void concurrent(void)
{
    enum { N = 5, K = 4 };
    stack made;
    stack_open(&made, 2);
    stack_maxout_bundles(&made, N, K, 1);
    crease_net *net = stack_close(&made);
    fmpq_mat_t rows;
    fmpq_mat_init(rows, 3, 3);
    fmpq_t determinant;
    fmpq_init(determinant);
    size_t triples = 0;
    for (size_t a = 0; a < N * (K - 1); a++)
        for (size_t b = 0; b < a; b++)
            for (size_t c = 0; c < b; c++) {
                size_t unit[] = {a / (K - 1), b / (K - 1), c / (K - 1)};
                if (unit[0] == unit[1] || unit[1] == unit[2])
                    continue;
                kink(fmpq_mat_entry(rows, 0, 0), net->layer, unit[0], a % (K - 1));
                kink(fmpq_mat_entry(rows, 1, 0), net->layer, unit[1], b % (K - 1));
                kink(fmpq_mat_entry(rows, 2, 0), net->layer, unit[2], c % (K - 1));
                fmpq_mat_det(determinant, rows);
                CU_ASSERT_FALSE(fmpq_is_zero(determinant));
                triples++;
            }
    CU_ASSERT_EQUAL(triples, 10 * 27);
    fmpq_clear(determinant);
    fmpq_mat_clear(rows);
    crease_net_free(net);
}

// The meeting of kinks of two units by Cramer's rule.
static void inside(void)
{
    enum { N = 4, K = 3 };
    stack made;
    stack_open(&made, 2);
    stack_maxout_bundles(&made, N, K, 1);
    crease_net *net = stack_close(&made);
    fmpq *p = _fmpq_vec_init(3), *q = _fmpq_vec_init(3);
    fmpq_t w, x, y;
    fmpq_init(w);
    fmpq_init(x);
    fmpq_init(y);
    for (size_t a = 0; a < N * (K - 1); a++)
        for (size_t b = 0; b < a / (K - 1) * (K - 1); b++) {
            kink(p, net->layer, a / (K - 1), a % (K - 1));
            kink(q, net->layer, b / (K - 1), b % (K - 1));
            fmpq_mul(w, p, q + 1);
            fmpq_submul(w, p + 1, q);
            fmpq_mul(x, p + 1, q + 2);
            fmpq_submul(x, p + 2, q + 1);
            fmpq_mul(y, p + 2, q);
            fmpq_submul(y, p, q + 2);
            fmpq_div(x, x, w);
            fmpq_div(y, y, w);
            CU_ASSERT(fmpq_sgn(x) > 0 && fmpq_cmp_si(x, 1) < 0);
            CU_ASSERT(fmpq_sgn(y) > 0 && fmpq_cmp_si(y, 1) < 0);
        }
    fmpq_clear(y);
    fmpq_clear(x);
    fmpq_clear(w);
    _fmpq_vec_clear(q, 3);
    _fmpq_vec_clear(p, 3);
    crease_net_free(net);
}

// z = 4 (x_1 + t x_2 + t^2) for t = 1, -1, 2.
static void hardtanh(void)
{
    static const int weights[] = {4, 4, 4, -4, 4, 8}, biases[] = {4, 4, 16};
    stack made;
    stack_open(&made, 2);
    stack_hardtanh_bundles(&made, 3);
    crease_net *net = stack_close(&made);
    CU_ASSERT_STRING_EQUAL(crease_net_activation(net, 0), "hardtanh");
    for (size_t i = 0; i < 6; i++)
        CU_ASSERT(fmpq_equal_si(net->layer->weight + i, weights[i]));
    for (size_t i = 0; i < 3; i++)
        CU_ASSERT(fmpq_equal_si(net->layer->bias + i, biases[i]));
    crease_net_free(net);
}

UNIT_MAIN("general_position", {"cube: vertices", vertices}, {"cube: lines", lines},
          {"cube: sizes", sizes}, {"bundles: concurrent", concurrent}, {"bundles: inside", inside},
          {"bundles: hardtanh", hardtanh})
