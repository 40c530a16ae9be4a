// Region records as lines of a table.
#include "out/records_table.h"

void record_table_begin(FILE *stream, const record_file *file)
{
    const char *comma = "";
    for (size_t k = 0; file->field[k].put; k++)
        if (record_has(file, k)) {
            fprintf(stream, "%s%s", comma, record_field_name(file, k));
            comma = ",";
        }
    fputs(END_OF_LINE, stream);
}

crease_status record_table_region(FILE *stream, record_file *file, const crease_region *region,
                                  const spelling *measure, crease_error *error)
{
    (void)error;
    const record_sink to = {.stream = stream, .measure = measure};
    int cells = 0;
    for (size_t k = 0; file->field[k].put; k++) {
        if (!record_has(file, k))
            continue;
        if (cells++)
            putc(',', stream);
        record_put_fields(&to, file, region, k, 1);
    }
    fputs(END_OF_LINE, stream);
    return CREASE_OK;
}

static void put_list(FILE *stream, const record_file *file)
{
    if (file->listed)
        fwrite(file->list, 1, file->listed, stream);
}

void record_table_rows(FILE *stream, record_file *file, const crease_region *region, size_t rows,
                       record_row *row)
{
    file->listed = 0;
    for (size_t i = 0; i < rows; i++) {
        const spelling *text = row(file, region, i);
        record_list(file, ";", i > 0);
        record_list(file, text->text, text->length);
    }
    put_list(stream, file);
}

void record_table_id(const record_sink *to, record_file *file, const crease_region *region)
{
    record_put_id(to->stream, file, region);
}

void record_table_pattern(const record_sink *to, record_file *file, const crease_region *region)
{
    file->listed = 0;
    record_pattern(file, region, ' ', "|");
    put_list(to->stream, file);
}

void record_table_measure(const record_sink *to, record_file *file, const crease_region *region)
{
    (void)file, (void)region;
    if (to->measure)
        fwrite(to->measure->text, 1, to->measure->length, to->stream);
}

void record_table_map(const record_sink *to, record_file *file, const crease_region *region)
{
    record_table_rows(to->stream, file, region, crease_net_outputs(file->net), record_map);
}

void record_table_digits(const record_sink *to, record_file *file, const crease_region *region)
{
    (void)region;
    fprintf(to->stream, "%u", file->digits);
}
