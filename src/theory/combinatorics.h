// Sums of products of binomials over sets of indices: Serra's over J, Xiong's over K.
#pragma once

#include <flint/fmpz.h>
#include <stddef.h>

// A layer of n_l units, of which m_l make creases.
typedef struct {
    ulong units, creased;
} combinatorics_layer;

// The sum over all (j_1, .., j_L) with
//   0 <= j_l <= min(n_0, n_1 - j_1, .., n_(l-1) - j_(l-1), most_l)
// of C(m_1, j_1) .. C(m_L, j_L). m_l <= n_l; most NULL: no limit. Cost: O(L n) multiplications.
void sum_serra(fmpz_t value, ulong inputs, const combinatorics_layer *layer, const ulong *most,
               size_t layers);

// The coefficients up to t^d of the product over k of (1 + bundle[k] t)^units[k], added up: the
// regions of bundles of parallel hyperplanes in R^d, in general position but for that. Cost:
// min(n, d) multiplications if one bundle[k] is not zero, products of polynomials of degree
// min(n, d) if more are, n = the number of units.
void sum_bundles(fmpz_t value, const ulong *units, const ulong *bundle, size_t kinds, ulong d);

// The sum over all (t_1, .., t_p) in K of C(m, t_1) .. C(m, t_p), where K has those with
//   sum of t_i over J <= size of the union of S_i over J, for all sets J,
// and S_i = {i step, .., i step + span - 1} for i = 0..p-1. Cost: O(p span min(m, span)).
void sum_windows(fmpz_t value, ulong windows, ulong span, ulong step, ulong members);
