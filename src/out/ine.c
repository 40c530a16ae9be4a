// Region records as H-representations, as lrs (Avis) and cddlib (Fukuda) read them.
#include "base/out_file.h"
#include "exact/rational.h"
#include "out/records.h"

// Those programs have the constant first.
static void ine_row(FILE *stream, const fmpq *row, size_t dimension)
{
    putc(' ', stream);
    rational_print_row(stream, row + dimension, 1);
    putc(' ', stream);
    rational_print_row(stream, row, dimension);
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
                                const number_text *measure, crease_error *error)
{
    (void)measure, (void)error;
    size_t facets = crease_region_facets(region), d = file->dimension;
    fputs("region_", stream);
    record_put_id(stream, file, region);
    putc('\n', stream);
    fputs(crease_net_hidden(file->net) ? "* pattern " : "* pattern", stream);
    file->listed = 0;
    record_pattern(file, region, ' ', " | ");
    fwrite(file->list, 1, file->listed, stream);
    fprintf(stream, "\nH-representation\nbegin\n%zu %zu rational\n", facets ? facets : 1, d + 1);
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

const record_format record_ine = {.region = ine_region};
