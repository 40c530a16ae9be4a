// Hyperplanes in general position all of whose regions meet the open unit cube.
//
// Hyperplane t is {x : P_x(t) = 0} with P_x(t) = x_1 + x_2 t + .. + x_d t^(d-1) + t^d, for the
// n integers t next to 0 but for 0, in increasing order; see arrangement_product.c for
// the proof that this is general position. P_x is a monic polynomial, and the signs of x are
// those of P_x at the t. Where d hyperplanes meet, P_x has their t as roots, and
// x_(d+1-m) = (-1)^m e_m(roots), e_m the elementary symmetric polynomial.
//
// If n >= d, every region has such a vertex in its closure, since its closure holds no line:
// d normals are independent. So it meets any open set around all vertices, such as the box that
// is one wider than they are to every side, and x = lo + u (hi - lo) makes that the unit cube. If
// n < d, all regions meet every neighbourhood of a point common to all: a vertex of d such
// hyperplanes.
//
// Orientation. Form i of n is multiplied by (-1)^(n-1-i), so that all are negative where
// P_x is negative at the greatest t, positive at the one before, and so on. A polynomial that
// changes sign n - 1 times and, being monic, once more beyond the last t has n roots: n <= d.
// On a line (d = 1) the kinks are i / (n + 1), and the forms are oriented alike.
#include "make/cube.h"

#include <flint/fmpz.h>
#include <flint/fmpz_vec.h>

int cube_is_small(slong n, slong d)
{
    fmpz_t vertices;
    fmpz_init(vertices);
    fmpz_bin_uiui(vertices, (ulong)n, (ulong)(n < d ? n : d));
    int small = fmpz_cmp_si(vertices, CUBE_MOST_VERTICES) <= 0;
    fmpz_clear(vertices);
    return small;
}

// t_i of n: .., -2, -1, 1, 2, ..; as many on either side, or one more above.
static slong moment(slong i, slong n)
{
    slong below = n / 2;
    return i < below ? i - below : i - below + 1;
}

typedef struct {
    slong n, d;
    fmpz *lo, *hi; // of x, d entries
    fmpz *e;       // e + k (d + 1): the symmetric polynomials of the first k roots
} search;

static void widen(search *in, int *started)
{
    const fmpz *e = in->e + in->d * (in->d + 1);
    fmpz_t x;
    fmpz_init(x);
    for (slong m = 1; m <= in->d; m++) {
        slong j = in->d - m;
        fmpz_set(x, e + m);
        if (m % 2)
            fmpz_neg(x, x);
        if (!*started || fmpz_cmp(x, in->lo + j) < 0)
            fmpz_set(in->lo + j, x);
        if (!*started || fmpz_cmp(x, in->hi + j) > 0)
            fmpz_set(in->hi + j, x);
    }
    *started = 1;
    fmpz_clear(x);
}

// Chooses roots number chosen, chosen + 1, .. among the t from `from` on.
static void visit(search *in, slong from, slong chosen, int *started)
{
    if (chosen == in->d) {
        widen(in, started);
        return;
    }
    const fmpz *old = in->e + chosen * (in->d + 1);
    fmpz *new = in->e + (chosen + 1) * (in->d + 1);
    for (slong i = from; i <= in->n - (in->d - chosen); i++) {
        fmpz_one(new);
        for (slong m = 1; m <= in->d; m++) {
            fmpz_mul_si(new + m, old + m - 1, moment(i, in->n));
            fmpz_add(new + m, new + m, old + m);
        }
        visit(in, i + 1, chosen + 1, started);
    }
}

// The box around all vertices, one wider to every side.
static void bound(search *in)
{
    int started = 0;
    in->e = _fmpz_vec_init((in->d + 1) * (in->d + 1));
    fmpz_one(in->e);
    visit(in, 0, 0, &started);
    for (slong j = 0; j < in->d; j++) {
        fmpz_sub_ui(in->lo + j, in->lo + j, 1);
        fmpz_add_ui(in->hi + j, in->hi + j, 1);
    }
    _fmpz_vec_clear(in->e, (in->d + 1) * (in->d + 1));
}

// P at x = lo + u (hi - lo), as a form in u.
static void fill_row(fmpq_mat_t forms, slong row, slong t, const search *in)
{
    fmpz_t power, part;
    fmpz_init_set_ui(power, 1);
    fmpz_init(part);
    fmpz *constant = fmpq_numref(fmpq_mat_entry(forms, row, in->d));
    for (slong j = 0; j < in->d; j++) {
        fmpz_sub(part, in->hi + j, in->lo + j);
        fmpz_mul(fmpq_numref(fmpq_mat_entry(forms, row, j)), part, power);
        fmpz_addmul(constant, in->lo + j, power);
        fmpz_mul_si(power, power, t);
    }
    fmpz_add(constant, constant, power);
    fmpz_clear(part);
    fmpz_clear(power);
}

static void fill_line(fmpq_mat_t forms, slong n)
{
    for (slong i = 0; i < n; i++) {
        fmpq_set_si(fmpq_mat_entry(forms, i, 0), n + 1, 1);
        fmpq_set_si(fmpq_mat_entry(forms, i, 1), i - n, 1);
    }
}

static void fill_space(fmpq_mat_t forms, slong n, slong d)
{
    // Fewer than d hyperplanes are those of d that are nearest to 0.
    search in = {.n = n < d ? d : n, .d = d, .lo = _fmpz_vec_init(d), .hi = _fmpz_vec_init(d)};
    bound(&in);
    for (slong i = 0; i < n; i++)
        fill_row(forms, i, moment(i, n), &in);
    _fmpz_vec_clear(in.lo, d);
    _fmpz_vec_clear(in.hi, d);
}

void cube_forms(fmpq_mat_t forms, slong n, slong d, int literal)
{
    fmpq_mat_zero(forms);
    if (d == 1)
        fill_line(forms, n);
    else
        fill_space(forms, n, d);
    for (slong i = 0; i < n; i++)
        for (slong j = 0; j <= d && !literal && (n - 1 - i) % 2; j++)
            fmpq_neg(fmpq_mat_entry(forms, i, j), fmpq_mat_entry(forms, i, j));
}
