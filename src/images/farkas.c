// Farkas' lemma: why an affine form is nowhere negative where others are not.
#include "images/farkas.h"

#include "base/bits.h"
#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include <flint/fmpq_mat.h>
#include <flint/fmpz_mat.h>
#include <stdlib.h>

typedef struct {
    const fmpz *form;
    const rows *all;
    const uint32_t *candidate;
    size_t candidates;
    bool directions;
} farkas_question;

// Whether the form is a sum of these rows as is asked.
static bool is_sum(const farkas_question *q, const uint32_t *chosen, size_t count)
{
    const size_t d = q->all->columns - 1;
    fmpq_mat_t normals, form, times;
    fmpq_mat_init(normals, (slong)d, (slong)count);
    fmpq_mat_init(form, (slong)d, 1);
    fmpq_mat_init(times, (slong)count, 1);
    for (size_t c = 0; c < d; c++) {
        for (size_t k = 0; k < count; k++)
            fmpz_set(fmpq_mat_entry_num(normals, (slong)c, (slong)k),
                     rows_at(q->all, chosen[k]) + c);
        fmpz_set(fmpq_mat_entry_num(form, (slong)c, 0), q->form + c);
    }
    bool holds = fmpq_mat_can_solve(times, normals, form);
    fmpq_t constant, product;
    fmpq_init(constant);
    fmpq_init(product);
    fmpz_set(fmpq_numref(constant), q->form + d);
    for (size_t k = 0; k < count && holds; k++) {
        const fmpq *factor = fmpq_mat_entry(times, (slong)k, 0);
        fmpq_mul_fmpz(product, factor, rows_at(q->all, chosen[k]) + d);
        fmpq_sub(constant, constant, product);
        holds = fmpq_sgn(factor) >= 0;
    }
    holds = holds && (q->directions || fmpq_sgn(constant) >= 0);
    fmpq_clear(constant);
    fmpq_clear(product);
    fmpq_mat_clear(normals);
    fmpq_mat_clear(form);
    fmpq_mat_clear(times);
    return holds;
}

// Chooses the rest of `count` rows among the candidates from `next` on.
static bool choose(uint32_t *chosen, size_t length, size_t count, size_t next,
                   const farkas_question *q)
{
    if (length == count)
        return is_sum(q, chosen, count);
    for (size_t i = next; i < q->candidates && !run_poll(1000); i++) {
        chosen[length] = q->candidate[i];
        if (choose(chosen, length + 1, count, i + 1, q))
            return true;
    }
    return false;
}

bool farkas_find(uint32_t *chosen, size_t *count, const fmpz *form, const rows *all,
                 const uint64_t *among, bool directions)
{
    ASSERT(all->columns > 1);
    uint32_t *candidate = memory_new(all->count + 1, sizeof *candidate);
    farkas_question q = {form, all, candidate, 0, directions};
    for (size_t i = 0; i < all->count; i++)
        if (!among || bits_have(among, i))
            candidate[q.candidates++] = (uint32_t)i;
    bool has_sum = false;
    for (*count = 0; !has_sum && *count < all->columns; ++*count)
        has_sum = choose(chosen, 0, *count, 0, &q);
    *count -= has_sum ? 1 : 0;
    free(candidate);
    return has_sum;
}

bool farkas_independent(uint32_t *chosen, const rows *all)
{
    ASSERT(all->columns > 1);
    const size_t d = all->columns - 1;
    size_t count = 0;
    fmpz_mat_t normals, part;
    fmpz_mat_init(normals, (slong)d, (slong)d);
    for (size_t i = 0; i < all->count && count < d; i++) {
        for (size_t c = 0; c < d; c++)
            fmpz_set(fmpz_mat_entry(normals, (slong)count, (slong)c), rows_at(all, i) + c);
        fmpz_mat_window_init(part, normals, 0, 0, (slong)count + 1, (slong)d);
        if (fmpz_mat_rank(part) == (slong)count + 1)
            chosen[count++] = (uint32_t)i;
        fmpz_mat_window_clear(part);
    }
    fmpz_mat_clear(normals);
    return count == d;
}
