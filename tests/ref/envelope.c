// The maximum of several affine functions, from its vertices alone.
#include "envelope.h"

#include <flint/fmpq_mat.h>
#include <stdbool.h>
#include <string.h>

// Solves row_c . (x, 1) = y for the d + 1 chosen rows; x: d + 1 entries, the last one y. 0: no
// unique solution.
static int meeting(fmpq *x, const fmpq *row, const size_t *chosen, size_t d)
{
    slong n = (slong)d + 1;
    fmpq_mat_t system, constants, solution;
    fmpq_mat_init(system, n, n);
    fmpq_mat_init(constants, n, 1);
    fmpq_mat_init(solution, n, 1);
    for (slong i = 0; i < n; i++) {
        const fmpq *from = row + chosen[i] * (d + 1);
        for (size_t c = 0; c < d; c++)
            fmpq_set(fmpq_mat_entry(system, i, (slong)c), from + c);
        fmpq_set_si(fmpq_mat_entry(system, i, n - 1), -1, 1);
        fmpq_neg(fmpq_mat_entry(constants, i, 0), from + d);
    }
    int one = fmpq_mat_solve(solution, system, constants);
    for (slong i = 0; i < n && one; i++)
        fmpq_set(x + i, fmpq_mat_entry(solution, i, 0));
    fmpq_mat_clear(system);
    fmpq_mat_clear(constants);
    fmpq_mat_clear(solution);
    return one;
}

// Row k less y at the point: -1, 0, 1.
static int height(const fmpq *row, size_t k, const fmpq *x, size_t d)
{
    fmpq_t value;
    fmpq_init(value);
    fmpq_sub(value, row + k * (d + 1) + d, x + d);
    for (size_t c = 0; c < d; c++)
        fmpq_addmul(value, row + k * (d + 1) + c, x + c);
    int sign = fmpq_sgn(value);
    fmpq_clear(value);
    return sign;
}

// The next choice of `count` numbers below n, in lexicographic order; 0: there is none.
static bool next_choice(size_t *chosen, size_t count, size_t n)
{
    size_t i = count;
    while (i > 0 && chosen[i - 1] == n - count + i - 1)
        i--;
    if (i == 0)
        return false;
    chosen[i - 1]++;
    for (; i < count; i++)
        chosen[i] = chosen[i - 1] + 1;
    return true;
}

int envelope_vertices(size_t *vertices, const fmpq *row, size_t rows, size_t d)
{
    enum { MOST = 16 };
    size_t chosen[MOST];
    fmpq x[MOST];
    if (rows <= d || d + 1 > MOST)
        return 0;
    memset(vertices, 0, rows * sizeof *vertices);
    for (size_t i = 0; i <= d; i++) {
        chosen[i] = i;
        fmpq_init(x + i);
    }
    int generic = 1;
    do {
        generic = meeting(x, row, chosen, d);
        bool above = false;
        for (size_t k = 0, next = 0; k < rows && generic; k++) {
            if (next <= d && chosen[next] == k) {
                next++;
                continue;
            }
            int sign = height(row, k, x, d);
            generic = sign != 0;
            above |= sign > 0;
        }
        for (size_t i = 0; i <= d && !above; i++)
            vertices[chosen[i]]++;
    } while (generic && next_choice(chosen, d + 1, rows));
    for (size_t i = 0; i <= d; i++)
        fmpq_clear(x + i);
    return generic;
}
