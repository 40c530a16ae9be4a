// Region records as lines of a table.
#include "out/records_table.h"

#include "base/text.h"

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
                                  const number_text *measure, crease_error *error)
{
    (void)error;
    const record_sink to = {.stream = stream, .measure = measure};
    int cells = 0;
    file->listed = 0;
    for (size_t k = 0; file->field[k].put; k++) {
        if (!record_has(file, k))
            continue;
        record_char(file, ',', cells++ > 0);
        file->field[k].put(&to, file, region);
    }
    record_list(file, END_OF_LINE, sizeof END_OF_LINE - 1);
    record_table_flush(stream, file);
    return CREASE_OK;
}

void record_table_flush(FILE *stream, record_file *file)
{
    if (file->listed)
        fwrite(file->list, 1, file->listed, stream);
    file->listed = 0;
}

void record_table_rows(record_file *file, const crease_region *region, size_t rows, record_row *row)
{
    for (size_t i = 0; i < rows; i++) {
        const number_text *text = row(file, region, i);
        record_char(file, ';', i > 0);
        record_text(file, text);
    }
}

void record_table_id(const record_sink *to, record_file *file, const crease_region *region)
{
    record_table_flush(to->stream, file);
    record_put_id(to->stream, file, region);
}

void record_table_pattern(const record_sink *to, record_file *file, const crease_region *region)
{
    (void)to;
    record_pattern(file, region, ' ', "|");
}

void record_table_measure(const record_sink *to, record_file *file, const crease_region *region)
{
    (void)region;
    if (to->measure)
        record_text(file, to->measure);
}

void record_table_map(const record_sink *to, record_file *file, const crease_region *region)
{
    (void)to;
    record_table_rows(file, region, crease_net_outputs(file->net), record_map);
}

void record_table_digits(const record_sink *to, record_file *file, const crease_region *region)
{
    (void)to, (void)region;
    record_listed(file, text_put_number(record_room(file, TEXT_NUMBER), file->digits));
}
