// Regions that contain lines, with the lines divided out.
#include "versus_lines.h"

#include "base/memory.h"
#include <stdlib.h>

// The row space of a matrix in reduced row echelon form; returns its dimension.
static size_t reduce(fmpq_mat_t matrix, size_t *pivot)
{
    size_t rank = (size_t)fmpq_mat_rref(matrix, matrix), column = 0;
    for (size_t i = 0; i < rank; i++) {
        while (fmpq_is_zero(fmpq_mat_entry(matrix, (slong)i, (slong)column)))
            column++;
        pivot[i] = column;
    }
    return rank;
}

static bool is_pivot(const size_t *pivot, size_t count, size_t column)
{
    for (size_t i = 0; i < count; i++)
        if (pivot[i] == column)
            return true;
    return false;
}

void versus_lines_init(versus_lines *lines, const ref_system *system)
{
    size_t d = system->variables, next = 0;
    fmpq_mat_t rows;
    fmpq_mat_init(rows, (slong)system->rows, (slong)d);
    for (size_t r = 0; r < system->rows; r++)
        for (size_t j = 0; j < d; j++)
            fmpq_set_mpq(fmpq_mat_entry(rows, (slong)r, (slong)j), ref_system_row(system, r)[j]);
    size_t *pivot = memory_new(d, sizeof *pivot), rank = reduce(rows, pivot);
    *lines = (versus_lines){.dimension = d, .count = d - rank};
    fmpq_mat_init(lines->basis, (slong)lines->count, (slong)d);
    for (size_t j = 0; j < d; j++) {
        if (is_pivot(pivot, rank, j))
            continue;
        fmpq_one(fmpq_mat_entry(lines->basis, (slong)next, (slong)j));
        for (size_t i = 0; i < rank; i++)
            fmpq_neg(fmpq_mat_entry(lines->basis, (slong)next, (slong)pivot[i]),
                     fmpq_mat_entry(rows, (slong)i, (slong)j));
        next++;
    }
    lines->pivot = pivot;
    reduce(lines->basis, pivot);
    fmpq_mat_clear(rows);
}

void versus_lines_clear(versus_lines *lines)
{
    fmpq_mat_clear(lines->basis);
    free(lines->pivot);
}

static void move_row(mpq_t *row, const versus_lines *lines)
{
    mpq_t entry, times;
    mpq_inits(entry, times, NULL);
    for (size_t i = 0; i < lines->count; i++) {
        mpq_set(times, row[lines->pivot[i]]);
        for (size_t j = 0; j < lines->dimension; j++) {
            fmpq_get_mpq(entry, fmpq_mat_entry(lines->basis, (slong)i, (slong)j));
            mpq_mul(entry, entry, times);
            mpq_sub(row[j], row[j], entry);
        }
    }
    mpq_clears(entry, times, NULL);
}

void versus_lines_drop(ref_system *without, const versus_lines *lines, const ref_system *from,
                       bool moves)
{
    size_t d = lines->dimension;
    ref_system copy;
    ref_system_copy(&copy, from);
    ref_system_init(without, d - lines->count);
    for (size_t r = 0; r < copy.rows; r++) {
        mpq_t *row = ref_system_row(&copy, r), *to = ref_system_append(without);
        if (moves)
            move_row(row, lines);
        for (size_t j = 0, k = 0; j <= d; j++)
            if (j == d || !is_pivot(lines->pivot, lines->count, j))
                mpq_set(to[k++], row[j]);
    }
    ref_system_clear(&copy);
}

static bool are_opposite(const mpq_t *a, const mpq_t *b, size_t count)
{
    mpq_t sum;
    mpq_init(sum);
    bool opposite = true;
    for (size_t j = 0; j < count; j++) {
        mpq_add(sum, a[j], b[j]);
        opposite &= mpq_sgn(sum) == 0;
    }
    mpq_clear(sum);
    return opposite;
}

static bool has_opposite(const ref_system *rays, size_t r)
{
    for (size_t k = 0; k < rays->rows; k++)
        if (are_opposite(ref_system_row(rays, r), ref_system_row(rays, k), rays->variables))
            return true;
    return false;
}

static bool is_new(const ref_system *list, const mpq_t *row)
{
    for (size_t r = 0; r < list->rows; r++)
        if (ref_numbers_equal(ref_system_row(list, r), row, list->variables + 1))
            return false;
    return true;
}

bool versus_lines_span(ref_system *without, const versus_lines *lines, const ref_system *rays)
{
    bool both_ways = true;
    slong along = 0;
    fmpq_mat_t found;
    fmpq_mat_init(found, (slong)rays->rows, (slong)lines->dimension);
    ref_system kept;
    ref_system_init(&kept, without->variables);
    for (size_t r = 0; r < rays->rows; r++) {
        mpq_t *row = ref_system_row(without, r);
        ref_row_normalise(row, without->variables);
        if (ref_row_first(row, without->variables) < without->variables) {
            if (is_new(&kept, row))
                ref_system_append_copy(&kept, row);
            continue;
        }
        both_ways &= has_opposite(rays, r);
        for (size_t j = 0; j < lines->dimension; j++)
            fmpq_set_mpq(fmpq_mat_entry(found, along, (slong)j), ref_system_row(rays, r)[j]);
        along++;
    }
    bool spans = (size_t)fmpq_mat_rref(found, found) == lines->count;
    fmpq_mat_clear(found);
    ref_system_clear(without);
    *without = kept;
    return both_ways && spans;
}
