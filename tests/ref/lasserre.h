// The volume of a bounded polytope from its inequalities alone. No vertices, no simplices.
//
// Lasserre (1983): for P = {x : a_i.x + c_i >= 0}, d vol(P) = sum_i c_i / |a_i| vol(F_i),
// where F_i is the face on which inequality i is an equation. Projected along a coordinate
// j with a_ij != 0, F_i has |a_ij| / |a_i| of its volume, so no root is ever taken.
#ifndef LASSERRE_H
#define LASSERRE_H

#include <flint/fmpq.h>
#include <flint/fmpq_vec.h>
#include <stdbool.h>

// The volume of {x : row . (x, 1) >= 0 for each row}; count rows of d + 1 entries, d >= 1,
// which are normalised. Redundant rows do no harm. Cost: count^d.
static inline void lasserre_volume(fmpq_t volume, fmpq *system, size_t count, size_t d);

// Divides by the absolute value of the first coefficient. Returns its place, or d.
static inline size_t lasserre_normalise(fmpq *row, size_t d)
{
    size_t first = 0;
    while (first < d && fmpq_is_zero(row + first))
        first++;
    if (first == d)
        return d;
    fmpq_t size;
    fmpq_init(size);
    fmpq_abs(size, row + first);
    for (size_t j = 0; j <= d; j++)
        fmpq_div(row + j, row + j, size);
    fmpq_clear(size);
    return first;
}

static inline bool lasserre_is_repeated(const fmpq *system, size_t i, size_t d)
{
    for (size_t k = 0; k < i; k++) {
        size_t j = 0;
        while (j <= d && fmpq_equal(system + k * (d + 1) + j, system + i * (d + 1) + j))
            j++;
        if (j > d)
            return true;
    }
    return false;
}

// After normalisation, coefficients are 1 or -1.
static inline void lasserre_length(fmpq_t length, const fmpq *system, size_t count)
{
    const fmpq *low = NULL, *high = NULL; // the tightest x + c >= 0 and -x + c >= 0
    for (size_t i = 0; i < 2 * count; i += 2) {
        int sign = fmpq_sgn(system + i);
        const fmpq **bound = sign > 0 ? &low : &high;
        if (sign && (!*bound || fmpq_cmp(system + i + 1, *bound) < 0))
            *bound = system + i + 1;
    }
    fmpq_zero(length);
    if (low && high)
        fmpq_add(length, low, high);
    if (fmpq_sgn(length) < 0)
        fmpq_zero(length);
}

// The projection of face i along coordinate j.
static inline void lasserre_face(fmpq_t volume, const fmpq *system, size_t count, size_t d,
                                 size_t i, size_t j)
{
    fmpq *face = _fmpq_vec_init((slong)(count * d));
    const fmpq *pivot = system + i * (d + 1);
    fmpq_t factor;
    fmpq_init(factor);
    for (size_t k = 0, to = 0; k < count; k++) {
        const fmpq *row = system + k * (d + 1);
        fmpq_div(factor, row + j, pivot + j);
        for (size_t c = 0; c <= d; c++) {
            if (c == j)
                continue;
            fmpq_set(face + to, row + c);
            fmpq_submul(face + to++, factor, pivot + c);
        }
    }
    fmpq_clear(factor);
    lasserre_volume(volume, face, count, d - 1);
    _fmpq_vec_clear(face, (slong)(count * d));
}

static inline void lasserre_volume(fmpq_t volume, fmpq *system, size_t count, size_t d)
{
    fmpq_t part;
    fmpq_init(part);
    bool empty = false;
    for (size_t i = 0; i < count; i++)
        empty |= lasserre_normalise(system + i * (d + 1), d) == d &&
                 fmpq_sgn(system + i * (d + 1) + d) < 0;
    fmpq_zero(volume);
    if (d == 1 && !empty)
        lasserre_length(volume, system, count);
    for (size_t i = 0; i < count && d > 1 && !empty; i++) {
        const fmpq *row = system + i * (d + 1);
        size_t j = 0;
        while (j < d && fmpq_is_zero(row + j))
            j++;
        if (j == d || fmpq_is_zero(row + d) || lasserre_is_repeated(system, i, d))
            continue;
        lasserre_face(part, system, count, d, i, j);
        fmpq_addmul(volume, part, row + d); // |a_ij| = 1
    }
    if (d > 1)
        fmpq_div_fmpz(volume, volume, (fmpz[]){(slong)d});
    fmpq_clear(part);
}

#endif
