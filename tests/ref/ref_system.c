// Rows and systems of strict inequalities: storage, and removal of idle rows.
#include "ref_system.h"

#include "base/memory.h"
#include <assert.h>
#include <stdlib.h>

mpq_t *ref_numbers_new(size_t count)
{
    mpq_t *numbers = memory_new(count, sizeof *numbers);
    for (size_t i = 0; i < count; i++)
        mpq_init(numbers[i]);
    return numbers;
}

void ref_numbers_free(mpq_t *numbers, size_t count)
{
    for (size_t i = 0; numbers && i < count; i++)
        mpq_clear(numbers[i]);
    free(numbers);
}

bool ref_numbers_equal(const mpq_t *left, const mpq_t *right, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!mpq_equal(left[i], right[i]))
            return false;
    return true;
}

void ref_row_value(mpq_t value, const mpq_t *row, const mpq_t *x, size_t variables)
{
    mpq_t sum, term;
    mpq_inits(sum, term, NULL);
    mpq_set(sum, row[variables]);
    for (size_t j = 0; j < variables; j++) {
        mpq_mul(term, row[j], x[j]);
        mpq_add(sum, sum, term);
    }
    mpq_swap(value, sum);
    mpq_clears(sum, term, NULL);
}

size_t ref_row_first(const mpq_t *row, size_t variables)
{
    size_t first = 0;
    while (first < variables && mpq_sgn(row[first]) == 0)
        first++;
    return first;
}

void ref_row_normalise(mpq_t *row, size_t variables)
{
    size_t first = ref_row_first(row, variables);
    if (first == variables)
        return;
    mpq_t scale;
    mpq_init(scale);
    mpq_abs(scale, row[first]);
    for (size_t j = 0; j <= variables; j++)
        mpq_div(row[j], row[j], scale);
    mpq_clear(scale);
}

void ref_system_init(ref_system *system, size_t variables)
{
    *system = (ref_system){.variables = variables};
}

void ref_system_clear(ref_system *system)
{
    ref_numbers_free(system->entry, system->rows * (system->variables + 1));
    *system = (ref_system){.variables = system->variables};
}

void ref_system_copy(ref_system *to, const ref_system *from)
{
    ref_system_init(to, from->variables);
    for (size_t r = 0; r < from->rows; r++)
        ref_system_append_copy(to, ref_system_row(from, r));
}

mpq_t *ref_system_row(const ref_system *system, size_t row)
{
    assert(row < system->rows);
    return system->entry + row * (system->variables + 1);
}

mpq_t *ref_system_append(ref_system *system)
{
    size_t size = system->variables + 1;
    MEMORY_RESERVE(system->entry, system->capacity, (system->rows + 1) * size);
    for (size_t j = 0; j < size; j++)
        mpq_init(system->entry[system->rows * size + j]);
    return ref_system_row(system, system->rows++);
}

void ref_system_append_copy(ref_system *system, const mpq_t *row)
{
    mpq_t *copy = ref_system_append(system);
    for (size_t j = 0; j <= system->variables; j++)
        mpq_set(copy[j], row[j]);
}

void ref_system_truncate(ref_system *system, size_t rows)
{
    size_t size = system->variables + 1;
    for (size_t i = rows * size; i < system->rows * size; i++)
        mpq_clear(system->entry[i]);
    system->rows = rows;
}

// The key of a row for qsort.
typedef struct {
    const mpq_t *row;
    size_t variables;
} keyed_row;

// By linear part, then by constant: of parallel rows the tightest comes first.
static int compare(const void *left, const void *right)
{
    const keyed_row *l = left, *r = right;
    for (size_t j = 0; j <= l->variables; j++) {
        int order = mpq_cmp(l->row[j], r->row[j]);
        if (order)
            return order;
    }
    return 0;
}

bool ref_system_tidy(ref_system *system)
{
    size_t variables = system->variables;
    keyed_row *order = memory_new(system->rows, sizeof *order);
    for (size_t r = 0; r < system->rows; r++) {
        ref_row_normalise(ref_system_row(system, r), variables);
        order[r] = (keyed_row){ref_system_row(system, r), variables};
    }
    qsort(order, system->rows, sizeof *order, compare);
    ref_system tidy;
    ref_system_init(&tidy, variables);
    bool consistent = true;
    for (size_t r = 0; r < system->rows; r++) {
        if (r > 0 && ref_numbers_equal(order[r - 1].row, order[r].row, variables))
            continue;
        if (ref_row_first(order[r].row, variables) < variables)
            ref_system_append_copy(&tidy, order[r].row);
        else if (mpq_sgn(order[r].row[variables]) <= 0)
            consistent = false;
    }
    free(order);
    ref_system_clear(system);
    *system = tidy;
    return consistent;
}
