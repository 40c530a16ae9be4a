// Comma-separated values (RFC 4180): region records, one line a region, and the labels of a sweep.
//
// No field needs quotes: there are only digits, '-', '/', words and the separators
// ' ' between numbers, ';' between points or rows, '|' between layers.
#include "out/records.h"

#include "out/file.h"
#include "path/dichotomies.h"

#include <inttypes.h>

#define END_OF_LINE "\r\n" // RFC 4180, section 2, rule 1

// Points, rays or the rows of the map: entries numbers each.
static void csv_rows(FILE *stream, const record_file *file, const crease_region *region,
                     size_t rows, size_t entries,
                     void (*row)(fmpq *, const crease_region *, size_t))
{
    for (size_t i = 0; i < rows; i++) {
        row(file->row, region, i);
        if (i)
            putc(';', stream);
        out_rationals(stream, file->row, entries);
    }
}

// Two fields: the rows, and whose they are.
static void csv_inequalities(FILE *stream, const record_file *file, const crease_region *region)
{
    crease_facet facet;
    for (size_t i = 0; i < crease_region_facets(region); i++) {
        crease_region_facet(file->row, &facet, region, i);
        if (i)
            putc(';', stream);
        out_rationals(stream, file->row, file->dimension + 1);
    }
    putc(',', stream);
    for (size_t i = 0; i < crease_region_facets(region); i++) {
        crease_region_facet(file->row, &facet, region, i);
        if (i)
            putc(';', stream);
        if (facet.on_border)
            fputs("border", stream);
        else
            fprintf(stream, "%zu %zu %zu %d", facet.layer, facet.unit, facet.breakpoint,
                    facet.side);
    }
}

static void csv_begin(FILE *stream, const record_file *file)
{
    fprintf(stream,
            "id,pattern,bounded,%s,vertices,rays,map,inequalities,owners,interior" END_OF_LINE,
            file->measure);
}

static crease_status csv_region(FILE *stream, record_file *file, const crease_region *region,
                                const fmpq *volume, crease_error *error)
{
    (void)error;
    fprintf(stream, "%llu,", (unsigned long long)crease_region_id(region));
    record_pattern(stream, file->net, region, "|");
    fputs(crease_region_is_bounded(region) ? ",true," : ",false,", stream);
    if (volume)
        out_rationals(stream, volume, 1);
    putc(',', stream);
    csv_rows(stream, file, region, crease_region_vertices(region), file->dimension,
             crease_region_vertex);
    putc(',', stream);
    csv_rows(stream, file, region, crease_region_rays(region), file->dimension, crease_region_ray);
    putc(',', stream);
    csv_rows(stream, file, region, crease_net_outputs(file->net), file->dimension + 1,
             crease_region_map);
    putc(',', stream);
    csv_inequalities(stream, file, region);
    putc(',', stream);
    crease_region_interior(file->row, region);
    out_rationals(stream, file->row, file->dimension);
    fputs(END_OF_LINE, stream);
    return CREASE_OK;
}

const record_format record_csv = {.begin = csv_begin, .region = csv_region};

static void csv_labels(FILE *stream, const crease_dichotomies *result, size_t i)
{
    if (i < result->transitions)
        fprintf(stream, "%.9f", result->place[i]);
    if (result->exact) {
        putc(',', stream);
        if (i < result->transitions)
            out_rationals(stream, result->exact + i, 1);
    }
    fprintf(stream, ",%.*s,%" PRIu64 END_OF_LINE, (int)result->points,
            result->labels + i * result->points, result->seen[i]);
}

crease_status crease_write_dichotomies(const char *path, const crease_dichotomies *result,
                                       crease_error *error)
{
    out_file file;
    if (out_file_open(&file, path, error))
        return CREASE_ERROR;
    fputs(result->exact ? "t,exact,labels,distinct" END_OF_LINE : "t,labels,distinct" END_OF_LINE,
          file.stream);
    for (size_t i = 0; i < (result->transitions ? result->transitions : 1); i++)
        csv_labels(file.stream, result, i);
    return out_file_commit(&file, error);
}
