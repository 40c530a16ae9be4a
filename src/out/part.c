// Joins the files of shares: all are read to their ends, then once more in order.
#include "out/part.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/out_file.h"
#include "out/share_set.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const part_format *const formats[] = {&part_certificate, &part_jsonl, &part_csv};
static const char *const saying_name[PART_SAYS] = {
    [PART_NETWORK] = "network",
    [PART_DOMAIN] = "domain",
    [PART_ARITHMETIC] = "arithmetic",
    [PART_ORDER] = "order of the walk",
    [PART_NUMBER] = "number of parts",
    [PART_FORM] = "choice of fields or digits",
    [PART_LINEAR] = "number of linear regions",
};

// ---- words ----

crease_status part_take_count(size_t *count, proof_lines *lines, const char *before)
{
    if (lines_expect(lines, before) != CREASE_OK)
        return CREASE_ERROR;
    return lines_natural(count, lines);
}

void part_take_word(part_totals *found, part_saying what, proof_lines *lines, const char *ends)
{
    const size_t size = strcspn(lines->next, ends);
    free(found->says[what]);
    found->says[what] = memory_format("%.*s", (int)size, lines->next);
    lines->next += size;
}

crease_status part_take_share(part_totals *found, proof_lines *lines, const char *before,
                              const char *between, const char *order)
{
    size_t version;
    if (part_take_count(&found->part, lines, before) != CREASE_OK ||
        part_take_count(&found->parts, lines, between) != CREASE_OK)
        return CREASE_ERROR;
    if (found->part >= found->parts)
        return lines_refuse(lines, "expected a part less than %zu, found %zu", found->parts,
                            found->part);
    if (part_take_count(&version, lines, order) != CREASE_OK)
        return CREASE_ERROR;
    found->says[PART_NUMBER] = memory_format("%zu", found->parts);
    found->says[PART_ORDER] = memory_format("%zu", version);
    return CREASE_OK;
}

// ---- one file ----

static int is_regular(const char *path)
{
    struct stat is;
    return strcmp(path, "-") && !stat(path, &is) && S_ISREG(is.st_mode);
}

static void totals_clear(part_totals *found)
{
    for (size_t i = 0; i < PART_SAYS; i++)
        free(found->says[i]);
    free(found->layer);
    free(found->head);
    free(found->measure);
    free(found->tail);
    fmpq_clear(found->sum);
}

// One line of a region; its number is that in the file, and `first` more in the joined one.
static crease_status pass_line(const part_totals *found, proof_lines *lines, size_t number,
                               FILE *to, size_t first)
{
    const char *before = found->format->numbers;
    size_t is = 0;
    if (found->numbered && part_take_count(&is, lines, before) != CREASE_OK)
        return CREASE_ERROR;
    if (found->numbered && is != number)
        return lines_refuse(lines, "expected region %zu, found %zu", number, is);
    if (!to)
        return CREASE_OK;
    if (found->numbered)
        fprintf(to, "%s%zu", before, first + number);
    fputs(lines->next, to);
    putc('\n', to);
    return CREASE_OK;
}

// out: NULL, or where its lines go; with_head: those before regions too.
static crease_status pass_lines(part_totals *found, proof_lines *lines, out_file *out,
                                int with_head, size_t first)
{
    enum { LINES_PER_LOOK = 1 << 14 };
    const part_format *format = found->format;
    FILE *to = out ? out->stream : NULL;
    size_t number = 0;
    if (lines_next(lines) != CREASE_OK)
        return CREASE_ERROR;
    if (!format->begins(lines->text))
        return lines_refuse(lines,
                            "expected a file like the first, whose first line begins with "
                            "%s",
                            format->first);
    crease_status status = format->head(found, lines, with_head ? to : NULL);
    while (status == CREASE_OK && strncmp(lines->text, format->ends, strlen(format->ends))) {
        status = pass_line(found, lines, number++, to, first);
        if (status == CREASE_OK && out && number % LINES_PER_LOOK == 0)
            status = out_file_check(out, lines->error);
        if (status == CREASE_OK && lines_is_last(lines))
            status = lines_refuse(lines,
                                  "expected a line that begins with \"%s\": this file was cut "
                                  "off, or is no share",
                                  format->ends);
        else if (status == CREASE_OK)
            status = lines_next(lines);
    }
    if (status == CREASE_OK)
        status = format->end(found, lines);
    if (status == CREASE_OK && format->numbers && number != found->regions)
        status = lines_refuse(lines, "expected %zu regions, found %zu", found->regions, number);
    if (status == CREASE_OK && !lines_is_last(lines))
        status = lines_refuse(lines, "expected the end of the file after this line");
    return status;
}

static crease_status pass_file(part_totals *found, const part_format *format, const char *path,
                               out_file *out, int with_head, size_t first, crease_error *error)
{
    proof_lines lines;
    *found = (part_totals){.format = format};
    fmpq_init(found->sum);
    crease_status status = lines_open(&lines, path, error);
    if (status == CREASE_OK)
        status = pass_lines(found, &lines, out, with_head, first);
    lines_close(&lines);
    return status;
}

// ---- all of them ----

static const char *difference(const part_totals *a, const part_totals *b)
{
    for (size_t i = 0; i < PART_SAYS; i++)
        if (strcmp(a->says[i] ? a->says[i] : "", b->says[i] ? b->says[i] : ""))
            return saying_name[i];
    return a->layers != b->layers || a->digits != b->digits ? saying_name[PART_FORM] : NULL;
}

static crease_status add_count(size_t *sum, size_t more)
{
    return __builtin_add_overflow(*sum, more, sum) ? CREASE_ERROR : CREASE_OK;
}

static crease_status add_totals(part_totals *all, const part_totals *more, const char *path,
                                crease_error *error)
{
    crease_status status = add_count(&all->regions, more->regions);
    if (status == CREASE_OK)
        status = add_count(&all->bounded, more->bounded);
    for (size_t l = 0; l < all->layers && status == CREASE_OK; l++)
        status = add_count(all->layer + l, more->layer[l]);
    all->measured &= more->measured;
    fmpq_add(all->sum, all->sum, more->sum);
    if (status == CREASE_OK)
        return CREASE_OK;
    error_set(error, "has more regions than can be counted");
    return error_file(error, path);
}

typedef struct {
    const char *const *path;
    size_t count;
    const part_format *format;
    part_totals all;
    size_t *regions; // of each file
    share_set shares;
} joining;

static crease_status take_file(joining *j, size_t i, crease_error *error)
{
    const char *path = j->path[i], *differs;
    part_totals found;
    crease_status status = pass_file(&found, j->format, path, NULL, 0, 0, error);
    if (status == CREASE_OK && (differs = difference(&j->all, &found))) {
        error_set(error, "has another %s than %s", differs, j->path[0]);
        status = error_file(error, path);
    }
    if (status == CREASE_OK)
        status = share_set_add(&j->shares, found.part, path, error);
    if (status == CREASE_OK)
        status = add_totals(&j->all, &found, path, error);
    j->regions[i] = found.regions;
    totals_clear(&found);
    return status;
}

static crease_status take_all(joining *j, crease_error *error)
{
    crease_status status = pass_file(&j->all, j->format, j->path[0], NULL, 0, 0, error);
    if (status == CREASE_OK)
        status = share_set_init(&j->shares, j->all.parts, j->path[0], error);
    if (status == CREASE_OK)
        status = share_set_add(&j->shares, j->all.part, j->path[0], error);
    j->regions[0] = j->all.regions;
    for (size_t i = 1; i < j->count && status == CREASE_OK; i++)
        status = take_file(j, i, error);
    return status == CREASE_OK ? share_set_check(&j->shares, error) : status;
}

static crease_status put_all(joining *j, out_file *out, crease_error *error)
{
    size_t first = 0;
    crease_status status = CREASE_OK;
    for (size_t i = 0; i < j->shares.parts && status == CREASE_OK; i++) {
        const size_t file = j->shares.at[i] - 1;
        part_totals again;
        status = pass_file(&again, j->format, j->path[file], out, i == 0, first, error);
        if (status == CREASE_OK && (again.part != i || again.regions != j->regions[file])) {
            error_set(error, "has changed while it was read");
            status = error_file(error, j->path[file]);
        }
        first += again.regions;
        totals_clear(&again);
    }
    if (status == CREASE_OK)
        j->format->put_end(out->stream, &j->all);
    return status;
}

static crease_status join(joining *j, const char *to, crease_error *error)
{
    out_file out;
    crease_status status = take_all(j, error);
    if (status == CREASE_OK)
        status = out_file_open(&out, to, error);
    if (status != CREASE_OK)
        return status;
    status = put_all(j, &out, error);
    if (status == CREASE_OK)
        return out_file_commit(&out, error);
    out_file_abort(&out);
    return status;
}

// NULL: none of these.
static const part_format *format_of(const char *path)
{
    proof_lines lines;
    const part_format *found = NULL;
    if (lines_open(&lines, path, NULL) == CREASE_OK && lines_next(&lines) == CREASE_OK)
        for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
            if (formats[i]->begins(lines.text))
                found = formats[i];
    lines_close(&lines);
    return found;
}

int part_is_one(const char *path)
{
    return is_regular(path) && format_of(path);
}

static void joining_clear(joining *j)
{
    totals_clear(&j->all);
    share_set_clear(&j->shares);
    free(j->regions);
}

crease_status crease_merge_parts(const char *path, const char *const *part, size_t count,
                                 crease_error *error)
{
    joining j = {.path = part, .count = count};
    crease_status status = CREASE_OK;
    for (size_t i = 0; i < count && status == CREASE_OK; i++)
        if (!is_regular(part[i])) {
            error_set(error, "expected a regular file: shares are read twice");
            status = error_file(error, part[i]);
        }
    if (status == CREASE_OK && (!count || !(j.format = format_of(part[0]))))
        status = error_set(error, "expected the files of shares");
    if (status != CREASE_OK)
        return status;
    j.regions = memory_new(count, sizeof *j.regions);
    status = join(&j, path, error);
    joining_clear(&j);
    return status;
}
