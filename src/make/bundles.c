// Bundles of parallel hyperplanes, each the kinks of one unit.
//
// Bundle t is {x : P_x(t) = e} for k - 1 values e with |e| < 1/(d+1), where P_x(t) =
// x_1 + x_2 t + .. + x_d t^(d-1) + t^d, for n integers t = 1, -1, 2, -2, ..
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
// vertices inside; cube.c says why all regions meet it then, and what to do if n < d.
#include "make/bundles.h"

#include <flint/fmpz_vec.h>
#include <stdio.h>
#include <stdlib.h>

static slong moment(slong i)
{
    return i % 2 == 0 ? i / 2 + 1 : -(i / 2 + 1);
}

// e[m] for m = 0..count: the symmetric polynomials of the |t| from number `from` on.
static void symmetric(fmpz *e, slong from, slong count)
{
    fmpz_one(e);
    for (slong i = 0; i < count; i++)
        for (slong m = i + 1; m > 0; m--)
            fmpz_addmul_ui(e + m, e + m - 1, (ulong)labs(moment(from + i)));
}

// half[j]: the box is |x_j| <= half[j].
static void bound(fmpz *half, slong n, slong d)
{
    slong all = n < d ? d : n;
    fmpz *all_e = _fmpz_vec_init(d + 1), *fewer = _fmpz_vec_init(d + 1);
    symmetric(all_e, all - d, d);
    symmetric(fewer, all - d + 1, d - 1);
    for (slong m = 1; m <= d; m++)
        fmpz_add(half + d - m, all_e + m, fewer + m - 1);
    _fmpz_vec_clear(all_e, d + 1);
    _fmpz_vec_clear(fewer, d + 1);
}

// form = P_x(t) at x = half (2 u - 1), or at x itself.
static void fill_form(fmpq_mat_t form, slong t, const fmpz *half)
{
    slong d = fmpq_mat_ncols(form) - 1;
    fmpz_t power;
    fmpz_init_set_ui(power, 1);
    fmpq_mat_zero(form);
    fmpz *constant = fmpq_numref(fmpq_mat_entry(form, 0, d));
    for (slong j = 0; j < d; j++) {
        fmpz *weight = fmpq_numref(fmpq_mat_entry(form, 0, j));
        fmpz_set(weight, power);
        if (half) {
            fmpz_submul(constant, power, half + j);
            fmpz_mul(weight, weight, half + j);
            fmpz_mul_ui(weight, weight, 2);
        }
        fmpz_mul_si(power, power, t);
    }
    fmpz_add(constant, constant, power);
    fmpz_clear(power);
}

// Rows r = 0..k-1 of a unit: (r+1) form - (0 + 1 + .. + (r-1)) / ((d+1)(k-1)), of which rows r-1
// and r are equal where form = (r-1) / ((d+1)(k-1)), r = 1..k-1.
static void fill_unit(fmpq_mat_t forms, slong unit, slong k, const fmpq_mat_t form)
{
    slong d = fmpq_mat_ncols(form) - 1;
    fmpq_t offset, times;
    fmpq_init(offset);
    fmpq_init(times);
    for (slong r = 0; r < k; r++) {
        fmpq_set_si(times, r + 1, 1);
        for (slong j = 0; j <= d; j++)
            fmpq_mul(fmpq_mat_entry(forms, unit * k + r, j), times, fmpq_mat_entry(form, 0, j));
        fmpq_set_si(offset, r * (r - 1) / 2, (ulong)((d + 1) * (k - 1)));
        fmpq_sub(fmpq_mat_entry(forms, unit * k + r, d), fmpq_mat_entry(forms, unit * k + r, d),
                 offset);
    }
    fmpq_clear(times);
    fmpq_clear(offset);
}

void stack_maxout_bundles(stack *made, slong n, slong k, int in_cube)
{
    slong d = stack_coordinates(made);
    char name[32];
    snprintf(name, sizeof name, "maxout:%ld", (long)k);
    fmpq_mat_t forms, form;
    fmpq_mat_init(forms, n * k, d + 1);
    fmpq_mat_init(form, 1, d + 1);
    fmpz *half = _fmpz_vec_init(d);
    bound(half, n, d);
    for (slong i = 0; i < n; i++) {
        fill_form(form, moment(i), in_cube ? half : NULL);
        fill_unit(forms, i, k, form);
    }
    stack_integers(made, forms, name);
    _fmpz_vec_clear(half, d);
    fmpq_mat_clear(form);
    fmpq_mat_clear(forms);
}

// z = (d+2) P_x(t), whose kinks at z = -1 and 1 are at P_x(t) = e with |e| = 1/(d+2) < 1/(d+1).
void stack_hardtanh_bundles(stack *made, slong n)
{
    slong d = stack_coordinates(made);
    fmpq_mat_t forms, form;
    fmpq_mat_init(forms, n, d + 1);
    fmpq_mat_init(form, 1, d + 1);
    for (slong i = 0; i < n; i++) {
        fill_form(form, moment(i), NULL);
        for (slong j = 0; j <= d; j++)
            fmpq_mul_si(fmpq_mat_entry(forms, i, j), fmpq_mat_entry(form, 0, j), d + 2);
    }
    stack_layer(made, forms, "hardtanh");
    fmpq_mat_clear(form);
    fmpq_mat_clear(forms);
}
