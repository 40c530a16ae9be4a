// Region records as H-representations, as lrs (Avis) and cddlib (Fukuda) read them.
#include "out/records.h"

#include "exact/rational.h"

static void ine_number(FILE *stream, const fmpq *x)
{
    char *text = rational_text(x);
    fprintf(stream, " %s", text);
    flint_free(text);
}

// Those programs have the constant first.
static void ine_row(FILE *stream, const fmpq *row, size_t dimension)
{
    for (size_t i = 0; i <= dimension; i++)
        ine_number(stream, row + (i ? i - 1 : dimension));
    putc('\n', stream);
}

static void ine_pattern(FILE *stream, const crease_net *net, const crease_region *region)
{
    fputs("* pattern", stream);
    for (size_t layer = 0; layer < crease_net_hidden(net); layer++) {
        const uint32_t *piece = crease_region_pattern(region, layer);
        if (layer)
            fputs(" |", stream);
        for (size_t unit = 0; unit < crease_net_width(net, layer); unit++)
            fprintf(stream, " %u", (unsigned)piece[unit]);
    }
    putc('\n', stream);
}

// lrs takes no matrix without rows: the whole space is 1 >= 0.
static void ine_everything(FILE *stream, size_t dimension)
{
    fputs(" 1", stream);
    for (size_t i = 0; i < dimension; i++)
        fputs(" 0", stream);
    putc('\n', stream);
}

static crease_status ine_region(FILE *stream, record_file *file, const crease_region *region,
                                const fmpq *volume, crease_error *error)
{
    (void)volume, (void)error;
    size_t facets = crease_region_facets(region), d = file->dimension;
    fprintf(stream, "region_%llu\n", (unsigned long long)crease_region_id(region));
    ine_pattern(stream, file->net, region);
    fprintf(stream, "H-representation\nbegin\n%zu %zu rational\n", facets ? facets : 1, d + 1);
    for (size_t i = 0; i < facets; i++) {
        crease_facet facet;
        crease_region_facet(file->row, &facet, region, i);
        ine_row(stream, file->row, d);
    }
    if (!facets)
        ine_everything(stream, d);
    fputs("end\n", stream);
    return CREASE_OK;
}

const record_format record_ine = {.shape_only = 1, .region = ine_region};
