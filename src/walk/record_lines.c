// Lines of a record of unexplored work, and its totals.
#include "walk/record_lines.h"

#include "base/sha256.h"

#include <inttypes.h>
#include <string.h>

static const char hash_name[] = "sha256 ";

// ---- Writing ----

static void put_name(FILE *to, const char *of, const char *name)
{
    fprintf(to, "%s%s%s", of ? of : "", of ? " " : "", name);
}

void record_put_counts(FILE *to, const char *of, const char *name, const uint64_t *count,
                       size_t counts)
{
    put_name(to, of, name);
    for (size_t i = 0; i < counts; i++)
        fprintf(to, " %" PRIu64, count[i]);
    putc('\n', to);
}

void record_put_totals(FILE *to, const char *of, const crease_counts *totals)
{
    const uint64_t regions[] = {totals->activation_regions, totals->bounded_regions,
                                totals->splits};
    const uint64_t decided[] = {totals->decided_float, totals->decided_exact};
    put_name(to, of, "milliseconds");
    fprintf(to, " %.0f\n", 1000 * totals->seconds);
    record_put_counts(to, of, "regions", regions, 3);
    record_put_counts(to, of, "decided", decided, 2);
    record_put_counts(to, of, "layers", totals->per_layer, totals->layers);
}

void record_put_hash(FILE *to, char *const *text, const size_t *size)
{
    char hash[SHA256_TEXT];
    fflush(to);
    sha256_of(hash, *text, *size);
    fprintf(to, "%s%s\n", hash_name, hash);
}

// ---- Reading ----

crease_status record_take_hash(document_text *lines)
{
    char line[sizeof hash_name + SHA256_TEXT], hash[SHA256_TEXT];
    const size_t length = sizeof hash_name - 1 + SHA256_TEXT; // the end of the line for the NUL
    if (lines->size < length)
        return CREASE_ERROR;
    sha256_of(hash, lines->text, lines->size - length);
    snprintf(line, sizeof line, "%s%s\n", hash_name, hash);
    if (memcmp(line, lines->text + lines->size - length, length) != 0)
        return CREASE_ERROR;
    lines->size -= length;
    return CREASE_OK;
}

static crease_status take_word(word_scanner *scan, const char *expected, crease_error *error)
{
    const word found = word_next_in_line(scan);
    return word_is(found, expected) ? CREASE_OK
                                    : word_refuse(error, scan, found, NULL, "\"%s\"", expected);
}

crease_status record_take_name(word_scanner *scan, const char *of, const char *name,
                               crease_error *error)
{
    if (of && take_word(scan, of, error))
        return CREASE_ERROR;
    return take_word(scan, name, error);
}

crease_status record_take_number(uint64_t *number, word_scanner *scan, uint64_t most,
                                 crease_error *error)
{
    size_t count = 0;
    const word found = word_next_in_line(scan);
    if (!word_count(&count, found, most))
        return word_refuse(error, scan, found, NULL, "an integer up to %" PRIu64, most);
    *number = count;
    return CREASE_OK;
}

int record_line_goes_on(const word_scanner *scan)
{
    word_scanner ahead = *scan;
    return word_next_in_line(&ahead).length > 0;
}

crease_status record_end_line(word_scanner *scan, crease_error *error)
{
    const word found = word_next_in_line(scan);
    return found.length ? word_refuse(error, scan, found, NULL, "the end of the line") : CREASE_OK;
}

crease_status record_take_counts(uint64_t *count, size_t counts, word_scanner *scan, const char *of,
                                 const char *name, crease_error *error)
{
    crease_status status = record_take_name(scan, of, name, error);
    for (size_t i = 0; i < counts && status == CREASE_OK; i++)
        status = record_take_number(count + i, scan, UINT64_MAX, error);
    return status ? status : record_end_line(scan, error);
}

crease_status record_take_totals(crease_counts *totals, word_scanner *scan, const char *of,
                                 crease_error *error)
{
    uint64_t milliseconds, regions[3], decided[2];
    if (record_take_counts(&milliseconds, 1, scan, of, "milliseconds", error) ||
        record_take_counts(regions, 3, scan, of, "regions", error) ||
        record_take_counts(decided, 2, scan, of, "decided", error) ||
        record_take_counts(totals->per_layer, totals->layers, scan, of, "layers", error))
        return CREASE_ERROR;
    totals->seconds = (double)milliseconds / 1000;
    totals->activation_regions = regions[0];
    totals->bounded_regions = regions[1];
    totals->splits = regions[2];
    totals->decided_float = decided[0];
    totals->decided_exact = decided[1];
    return CREASE_OK;
}
