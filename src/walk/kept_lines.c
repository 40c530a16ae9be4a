// Lines of a record of unexplored work that are a listener's.
#include "walk/kept_lines.h"

#include "base/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void kept_put_counts(FILE *to, const char *name, const uint64_t *count, size_t counts)
{
    record_put_counts(to, "kept", name, count, counts);
}

void kept_put_count(FILE *to, const char *name, uint64_t count)
{
    kept_put_counts(to, name, &count, 1);
}

void kept_put_integers(FILE *to, const fmpz *x, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *text = fmpz_get_str(NULL, 10, x + i);
        fprintf(to, " %s", text);
        flint_free(text);
    }
}

void kept_put_rationals(FILE *to, const char *name, const fmpq *x, size_t count)
{
    fprintf(to, "kept %s", name);
    for (size_t i = 0; i < count; i++) {
        char *text = fmpq_get_str(NULL, 10, x + i);
        fprintf(to, " %s", text);
        flint_free(text);
    }
    putc('\n', to);
}

void kept_put_sums(FILE *to, const tree_sum *sums)
{
    for (size_t i = 0; i <= sums->open; i++)
        kept_put_rationals(to, "sum", sums->sum + i * sums->entries, sums->entries);
}

word_scanner kept_scanner(const char *kept, size_t size)
{
    return (word_scanner){.document = {kept, size}, .marks = ""};
}

crease_status kept_take_name(word_scanner *scan, const char *name, crease_error *error)
{
    return record_take_name(scan, "kept", name, error);
}

int kept_is_next(const word_scanner *scan, const char *name)
{
    word_scanner ahead = *scan;
    return word_is(word_next(&ahead), "kept") && word_is(word_next(&ahead), name);
}

crease_status kept_take_counts(uint64_t *count, size_t counts, word_scanner *scan, const char *name,
                               crease_error *error)
{
    return record_take_counts(count, counts, scan, "kept", name, error);
}

crease_status kept_take_count(uint64_t *count, word_scanner *scan, const char *name, uint64_t most,
                              crease_error *error)
{
    if (kept_take_name(scan, name, error) || record_take_number(count, scan, most, error))
        return CREASE_ERROR;
    return record_end_line(scan, error);
}

crease_status kept_take_integers(fmpz *x, size_t count, word_scanner *scan, crease_error *error)
{
    for (size_t i = 0; i < count; i++) {
        const word found = word_next_in_line(scan);
        char *text = memory_format("%.*s", (int)found.length, found.text);
        const int failed = fmpz_set_str(x + i, text, 10);
        free(text);
        if (failed)
            return word_refuse(error, scan, found, NULL, "an integer");
    }
    return CREASE_OK;
}

// Of any length: what is kept are sums.
static crease_status take_rational(fmpq *x, word_scanner *scan, crease_error *error)
{
    const word found = word_next_in_line(scan);
    char *text = memory_format("%.*s", (int)found.length, found.text);
    const int failed = fmpq_set_str(x, text, 10) || fmpz_is_zero(fmpq_denref(x));
    free(text);
    if (failed) {
        fmpq_zero(x);
        return word_refuse(error, scan, found, NULL, "a rational");
    }
    fmpq_canonicalise(x);
    return CREASE_OK;
}

crease_status kept_take_rationals(fmpq *x, size_t count, word_scanner *scan, const char *name,
                                  crease_error *error)
{
    if (kept_take_name(scan, name, error))
        return CREASE_ERROR;
    for (size_t i = 0; i < count; i++)
        if (take_rational(x + i, scan, error))
            return CREASE_ERROR;
    return record_end_line(scan, error);
}

crease_status kept_take_sums(tree_sum *sums, word_scanner *scan, crease_error *error)
{
    crease_status status =
        kept_take_rationals(tree_sum_here(sums), sums->entries, scan, "sum", error);
    while (status == CREASE_OK && kept_is_next(scan, "sum")) {
        tree_sum_open(sums);
        status = kept_take_rationals(tree_sum_here(sums), sums->entries, scan, "sum", error);
    }
    return status;
}
