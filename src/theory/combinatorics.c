// Sums of products of binomials over sets of indices: Serra's over J, Xiong's over K; and of
// bundles of hyperplanes.
#include "theory/combinatorics.h"

#include "base/fatal.h"
#include "make/theorem.h"

#include <flint/fmpz_poly.h>
#include <flint/fmpz_vec.h>

static ulong lesser_index(ulong a, ulong b)
{
    return a < b ? a : b;
}

// row[j] = C(n, j) for j < count, count >= 1.
static void binomials_row(fmpz *row, ulong n, ulong count)
{
    fmpz_one(row);
    for (ulong j = 1; j < count; j++) {
        fmpz_mul_ui(row + j, row + j - 1, n < j ? 0 : n - j + 1);
        fmpz_divexact_ui(row + j, row + j, j);
    }
}

// ---- Serra's sum ----
//
// The bounds of j_l depend on j_1, .., j_(l-1) only by d = min(n_0, n_1 - j_1, ..,
// n_(l-1) - j_(l-1)). So let R(l, d) be the sum over (j_l, .., j_L) alone, with d in place of
// that minimum. Then R(L + 1, d) = 1, the sum asked for is R(1, n_0), and
//
//   R(l, d) = sum over j = 0..min(d, most) of C(m, j) R(l + 1, min(d, n - j)),  n = n_l, m = m_l.
//
// For j <= n - d the minimum is d. With i = min(d, most, m),
//
//   R(l, d) = R(l + 1, d) sum_{j = 0..min(i, n - d)} C(m, j)      (nothing if d > n)
//           + sum_{j = max(0, n - d + 1)..i} C(m, j) R(l + 1, n - j),
//
// and both sums are differences of partial sums that do not depend on d: O(1)
// multiplications for each d. Layer l is asked for d <= D_l = min(n_0, .., n_(l-1)) only.

// later: R(l + 1, .) for arguments up to min(reach, n); now: R(l, .) for 0..reach.
// most <= m.
static void step_back(fmpz *now, const fmpz *later, ulong reach, combinatorics_layer layer,
                      ulong most)
{
    ulong n = layer.units;
    ulong terms = lesser_index(reach, most) + 1, known = lesser_index(reach, n);
    fmpz *binomial = _fmpz_vec_init((slong)terms);
    fmpz *plain = _fmpz_vec_init((slong)terms + 1), *weighted = _fmpz_vec_init((slong)terms + 1);
    binomials_row(binomial, layer.creased, terms);
    for (ulong j = 0; j < terms; j++) {
        fmpz_add(plain + j + 1, plain + j, binomial + j);
        fmpz_set(weighted + j + 1, weighted + j);
        if (n - j <= known)
            fmpz_addmul(weighted + j + 1, binomial + j, later + (n - j));
    }
    for (ulong d = 0; d <= reach; d++) {
        ulong i = lesser_index(d, most), first = d > n ? 0 : n - d + 1;
        if (d <= n)
            fmpz_mul(now + d, plain + lesser_index(i, n - d) + 1, later + d);
        if (first <= i) {
            fmpz_add(now + d, now + d, weighted + i + 1);
            fmpz_sub(now + d, now + d, weighted + first);
        }
    }
    _fmpz_vec_clear(binomial, (slong)terms);
    _fmpz_vec_clear(plain, (slong)terms + 1);
    _fmpz_vec_clear(weighted, (slong)terms + 1);
}

void sum_serra(fmpz_t value, ulong inputs, const combinatorics_layer *layer, const ulong *most,
               size_t layers)
{
    ulong reach = inputs;
    for (size_t l = 0; l < layers; l++)
        reach = lesser_index(reach, layer[l].units);
    fmpz *later = _fmpz_vec_init((slong)reach + 1);
    for (ulong d = 0; d <= reach; d++)
        fmpz_one(later + d);
    ulong after = reach;
    for (size_t l = layers; l-- > 0;) {
        reach = inputs;
        for (size_t i = 0; i < l; i++)
            reach = lesser_index(reach, layer[i].units);
        // More than n_l inputs are as good as n_l: all of C(m, j) R(l + 1, n - j) are added.
        if (l == 0)
            reach = lesser_index(reach, layer->units);
        ulong limit = most ? lesser_index(most[l], layer[l].creased) : layer[l].creased;
        fmpz *now = _fmpz_vec_init((slong)reach + 1);
        step_back(now, later, reach, layer[l], limit);
        _fmpz_vec_clear(later, (slong)after + 1);
        later = now;
        after = reach;
    }
    fmpz_set(value, later + after);
    _fmpz_vec_clear(later, (slong)after + 1);
}

// ---- Bundles ----

// (1 + b t)^n modulo t^terms
static void set_bundle(fmpz_poly_t power, ulong b, ulong n, ulong terms)
{
    fmpz_poly_zero(power);
    fmpz_poly_set_coeff_ui(power, 0, 1);
    fmpz_poly_set_coeff_ui(power, 1, b);
    fmpz_poly_pow_trunc(power, power, n, (slong)terms);
}

static void multiply_bundles(fmpz_t value, const ulong *units, const ulong *bundle, size_t kinds,
                             ulong terms)
{
    fmpz_poly_t product, power;
    fmpz_t one;
    fmpz_init_set_ui(one, 1);
    fmpz_poly_init(product);
    fmpz_poly_init(power);
    fmpz_poly_one(product);
    for (size_t k = 0; k < kinds; k++) {
        set_bundle(power, bundle[k], units[k], terms);
        fmpz_poly_mullow(product, product, power, (slong)terms);
    }
    fmpz_poly_evaluate_fmpz(value, product, one);
    fmpz_poly_clear(power);
    fmpz_poly_clear(product);
    fmpz_clear(one);
}

void sum_bundles(fmpz_t value, const ulong *units, const ulong *bundle, size_t kinds, ulong d)
{
    ASSERT(kinds > 0);
    size_t creased = 0, last = 0;
    ulong total = 0;
    for (size_t k = 0; k < kinds; k++)
        if (bundle[k]) {
            creased++;
            last = k;
            total += units[k];
        }
    if (!creased)
        fmpz_one(value);
    else if (creased == 1)
        binomials_sum(value, units[last], d, bundle[last]);
    else
        multiply_bundles(value, units, bundle, kinds, lesser_index(d, total) + 1);
}

// ---- Windows ----
//
// t is in K if and only if every i can be given t_i elements of S_i, no element twice (Hall).
// Both ends of the windows increase with i, so if that is possible at all, it is when the
// windows take their elements in turn, each the lowest that are left: exchanging two elements
// that are in the wrong order keeps both inside their windows. After window i the lowest ones
// taken form no gap that a later window could use, and all that matters is where the next one
// may begin: start = max(start, i step), and t_i <= i step + span - start.
void sum_windows(fmpz_t value, ulong windows, ulong span, ulong step, ulong members)
{
    ASSERT(span > 0 && step > 0);
    ulong total = windows ? (windows - 1) * step + span : 0, most = lesser_index(members, span);
    fmpz *ways = _fmpz_vec_init((slong)total + 1), *binomial = _fmpz_vec_init((slong)most + 1);
    binomials_row(binomial, members, most + 1);
    fmpz_one(ways);
    for (ulong i = 0; i < windows; i++) {
        fmpz *next = _fmpz_vec_init((slong)total + 1);
        // Where the window before i may have ended: nowhere before it began.
        ulong begin = i ? (i - 1) * step : 0, end = i ? begin + span : 0;
        for (ulong start = begin; start <= end; start++) {
            ulong from = start > i * step ? start : i * step;
            if (fmpz_is_zero(ways + start))
                continue;
            for (ulong t = 0; t <= most && from + t <= i * step + span; t++)
                fmpz_addmul(next + from + t, ways + start, binomial + t);
        }
        _fmpz_vec_clear(ways, (slong)total + 1);
        ways = next;
    }
    fmpz_zero(value);
    for (ulong start = 0; start <= total; start++)
        fmpz_add(value, value, ways + start);
    _fmpz_vec_clear(ways, (slong)total + 1);
    _fmpz_vec_clear(binomial, (slong)most + 1);
}
