// Hyperplanes in general position, also such that all regions meet the open unit cube.
#include "make/general_position.h"

#include "base/fatal.h"
#include <flint/fmpz_vec.h>
#include <stdio.h>
#include <stdlib.h>

// 1, -1, 2, -2, ..
static slong moment(slong i)
{
    return i % 2 == 0 ? i / 2 + 1 : -(i / 2 + 1);
}

// form = P_x(t) at x = lo + u (hi - lo) as a form in u, or at x itself if lo is NULL; 0 before.
static void fill_form(fmpq *form, slong d, slong t, const fmpz *lo, const fmpz *hi)
{
    fmpz *constant = fmpq_numref(form + d);
    fmpz_t power;
    fmpz_init_set_ui(power, 1);
    for (slong j = 0; j < d; j++) {
        fmpz *weight = fmpq_numref(form + j);
        fmpz_set(weight, power);
        if (lo) {
            fmpz_addmul(constant, power, lo + j);
            fmpz_mul(weight, weight, hi + j);
            fmpz_submul(weight, power, lo + j);
        }
        fmpz_mul_si(power, power, t);
    }
    fmpz_add(constant, constant, power);
    fmpz_clear(power);
}

// They are in general position, which is twofold. At most d of them: their normals are
// the first columns of Vandermonde rows (1, t, .., t^(d-1)), of which any p <= d are
// independent, since a polynomial of degree below d that is not 0 has fewer than d roots, so that
// d rows have full rank, and so do p of them. Hence p hyperplanes meet in dimension
// d - p. Any d + 1 of them: their rows (1, t, .., t^d), constant included, are a
// Vandermonde matrix of determinant prod (t_j - t_i) != 0, so they have no common point.
void generic_forms(fmpq_mat_t forms)
{
    for (slong i = 0; i < fmpq_mat_nrows(forms); i++)
        fill_form(fmpq_mat_entry(forms, i, 0), fmpq_mat_ncols(forms) - 1, moment(i), NULL, NULL);
}

// ---- In the cube ----
//
// The t are the same, in increasing order. P_x is a monic polynomial, and the signs of x are
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

bool cube_is_small(slong n, slong d)
{
    fmpz_t vertices;
    fmpz_init(vertices);
    fmpz_bin_uiui(vertices, (ulong)n, (ulong)(n < d ? n : d));
    bool small = fmpz_cmp_si(vertices, CUBE_MOST_VERTICES) <= 0;
    fmpz_clear(vertices);
    return small;
}

// t_i of n: .., -2, -1, 1, 2, ..; as many on either side, or one more above.
static slong sorted_moment(slong i, slong n)
{
    slong below = n / 2;
    return i < below ? i - below : i - below + 1;
}

typedef struct {
    slong n, d;
    fmpz *lo, *hi; // of x, d entries
    fmpz *e;       // e + k (d + 1): the symmetric polynomials of the first k roots
    bool started;
} search;

static void cube_widen(search *in)
{
    const fmpz *e = in->e + in->d * (in->d + 1);
    fmpz_t x;
    fmpz_init(x);
    for (slong m = 1; m <= in->d; m++) {
        slong j = in->d - m;
        fmpz_set(x, e + m);
        if (m % 2)
            fmpz_neg(x, x);
        if (!in->started || fmpz_cmp(x, in->lo + j) < 0)
            fmpz_set(in->lo + j, x);
        if (!in->started || fmpz_cmp(x, in->hi + j) > 0)
            fmpz_set(in->hi + j, x);
    }
    in->started = true;
    fmpz_clear(x);
}

// Chooses roots number chosen, chosen + 1, .. among the t from `from` on.
static void visit(search *in, slong from, slong chosen)
{
    if (chosen == in->d) {
        cube_widen(in);
        return;
    }
    const fmpz *old = in->e + chosen * (in->d + 1);
    fmpz *new = in->e + (chosen + 1) * (in->d + 1);
    for (slong i = from; i <= in->n - (in->d - chosen); i++) {
        fmpz_one(new);
        for (slong m = 1; m <= in->d; m++) {
            fmpz_mul_si(new + m, old + m - 1, sorted_moment(i, in->n));
            fmpz_add(new + m, new + m, old + m);
        }
        visit(in, i + 1, chosen + 1);
    }
}

static void fill_space(fmpq_mat_t forms, slong n, slong d)
{
    // Fewer than d hyperplanes are those of d that are nearest to 0.
    search in = {.n = n < d ? d : n, .d = d, .lo = _fmpz_vec_init(d), .hi = _fmpz_vec_init(d)};
    in.e = _fmpz_vec_init((d + 1) * (d + 1));
    fmpz_one(in.e);
    visit(&in, 0, 0);
    _fmpz_vec_clear(in.e, (d + 1) * (d + 1));
    for (slong j = 0; j < d; j++) {
        fmpz_sub_ui(in.lo + j, in.lo + j, 1);
        fmpz_add_ui(in.hi + j, in.hi + j, 1);
    }
    for (slong i = 0; i < n; i++)
        fill_form(fmpq_mat_entry(forms, i, 0), d, sorted_moment(i, n), in.lo, in.hi);
    _fmpz_vec_clear(in.lo, d);
    _fmpz_vec_clear(in.hi, d);
}

void cube_forms(fmpq_mat_t forms, bool literal)
{
    ASSERT(cube_is_small(fmpq_mat_nrows(forms), fmpq_mat_ncols(forms) - 1));
    slong n = fmpq_mat_nrows(forms), d = fmpq_mat_ncols(forms) - 1;
    if (d > 1)
        fill_space(forms, n, d);
    for (slong i = 0; i < n && d == 1; i++) {
        fmpq_set_si(fmpq_mat_entry(forms, i, 0), n + 1, 1);
        fmpq_set_si(fmpq_mat_entry(forms, i, 1), i - n, 1);
    }
    for (slong i = 0; i < n; i++)
        for (slong j = 0; j <= d && !literal && (n - 1 - i) % 2; j++)
            fmpq_neg(fmpq_mat_entry(forms, i, j), fmpq_mat_entry(forms, i, j));
}

// ---- Bundles ----
//
// Bundle t is {x : P_x(t) = e} for k - 1 values e with |e| < 1/(d+1), t = 1, -1, 2, -2, ..
//
// They are in general position: d hyperplanes of different bundles meet in a point, by
// Vandermonde. d + 1 have none in common: the divided difference of P_x, which is monic
// of degree d, at the d + 1 values of t is 1, but that of values e is a sum of d + 1 terms
// e / prod (t - t'), each of them below 1/(d+1) in size.
//
// Where d of them meet, P_x is the polynomial with roots at their t plus one of degree below
// d with values e there, sum_i e_i prod_{j != i} (t - t_j) / (t_i - t_j). So x_(d+1-m) is no
// larger than E_m + d/(d+1) F_(m-1), with E_m the elementary symmetric polynomial of the d
// largest |t| and F of the d - 1 largest. The box |x_(d+1-m)| <= E_m + F_(m-1) has all
// vertices inside; all regions meet it then, as above, where it also says what to do if n < d.

// e[m] for m = 0..count: the symmetric polynomials of the |t| from number `from` on.
static void symmetric(fmpz *e, slong from, slong count)
{
    fmpz_one(e);
    for (slong i = 0; i < count; i++)
        for (slong m = i + 1; m > 0; m--)
            fmpz_addmul_ui(e + m, e + m - 1, (ulong)labs(moment(from + i)));
}

// The box that has all vertices inside.
static void bound(fmpz *lo, fmpz *hi, slong n, slong d)
{
    slong all = n < d ? d : n;
    fmpz *all_e = _fmpz_vec_init(d + 1), *fewer = _fmpz_vec_init(d + 1);
    symmetric(all_e, all - d, d);
    symmetric(fewer, all - d + 1, d - 1);
    for (slong m = 1; m <= d; m++) {
        fmpz_add(hi + d - m, all_e + m, fewer + m - 1);
        fmpz_neg(lo + d - m, hi + d - m);
    }
    _fmpz_vec_clear(all_e, d + 1);
    _fmpz_vec_clear(fewer, d + 1);
}

// Rows r = 0..k-1 of a unit: (r+1) form - (0 + 1 + .. + (r-1)) / ((d+1)(k-1)), of which rows r-1
// and r are equal where form = (r-1) / ((d+1)(k-1)), r = 1..k-1. Row 0 has the form already.
static void fill_unit(fmpq_mat_t forms, slong unit, slong k)
{
    slong d = fmpq_mat_ncols(forms) - 1;
    const fmpq *form = fmpq_mat_entry(forms, unit * k, 0);
    fmpq_t offset;
    fmpq_init(offset);
    for (slong r = 1; r < k; r++) {
        fmpq *row = fmpq_mat_entry(forms, unit * k + r, 0);
        for (slong j = 0; j <= d; j++)
            fmpq_mul_si(row + j, form + j, r + 1);
        fmpq_set_si(offset, r * (r - 1) / 2, (ulong)((d + 1) * (k - 1)));
        fmpq_sub(row + d, row + d, offset);
    }
    fmpq_clear(offset);
}

void stack_maxout_bundles(stack *network, slong n, slong k, bool in_cube)
{
    ASSERT(n > 0 && k > 1);
    slong d = stack_coordinates(network);
    char name[32];
    snprintf(name, sizeof name, "maxout:%ld", (long)k);
    fmpq_mat_t forms;
    fmpq_mat_init(forms, n * k, d + 1);
    fmpz *lo = _fmpz_vec_init(d), *hi = _fmpz_vec_init(d);
    bound(lo, hi, n, d);
    for (slong i = 0; i < n; i++) {
        fill_form(fmpq_mat_entry(forms, i * k, 0), d, moment(i), in_cube ? lo : NULL, hi);
        fill_unit(forms, i, k);
    }
    stack_integers(network, forms, name);
    _fmpz_vec_clear(lo, d);
    _fmpz_vec_clear(hi, d);
    fmpq_mat_clear(forms);
}

// z = (d+2) P_x(t), whose kinks at z = -1 and 1 are at P_x(t) = e with |e| = 1/(d+2) < 1/(d+1).
void stack_hardtanh_bundles(stack *network, slong n)
{
    ASSERT(n > 0);
    slong d = stack_coordinates(network);
    fmpz_t scale = {d + 2};
    fmpq_mat_t forms;
    fmpq_mat_init(forms, n, d + 1);
    generic_forms(forms);
    fmpq_mat_scalar_mul_fmpz(forms, forms, scale);
    stack_layer(network, forms, "hardtanh");
    fmpq_mat_clear(forms);
}
