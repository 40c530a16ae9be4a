// Region records as H-representations, as lrs (Avis) and cddlib (Fukuda) read them.
#include "out/records.h"

// Those programs have the constant first.
static void ine_row(record_file *file, const number_text *row)
{
    size_t length;
    const char *constant = number_text_entry(row, row->entries - 1, &length);
    record_char(file, ' ');
    record_put(file, constant, length);
    record_char(file, ' ');
    record_put(file, row->text, row->end[row->entries - 2]);
    record_char(file, '\n');
}

static void ine_region(record_file *file, const crease_region *region)
{
    const size_t facets = crease_region_facets(region), d = file->dimension;
    record_string(file, "region_");
    record_id(file, region);
    record_string(file, crease_net_hidden(file->net) ? "\n* pattern " : "\n* pattern");
    record_pattern(file, region, ' ', " | ");
    record_string(file, "\nH-representation\nbegin\n");
    record_count(file, facets ? facets : 1);
    record_char(file, ' ');
    record_count(file, d + 1);
    record_string(file, " rational\n");
    for (size_t i = 0; i < facets; i++)
        ine_row(file, record_row(file, region, FIELD_INEQUALITIES, i));
    if (!facets) { // lrs takes no matrix without rows: the whole space is 1 >= 0
        record_string(file, " 1");
        for (size_t i = 0; i < d; i++)
            record_string(file, " 0");
        record_char(file, '\n');
    }
    record_string(file, "end\n");
}

const record_format record_ine = {.name = "ine", .region = ine_region};
