// Writes a network in JSON; reading the text gives exactly this network.
#include "base/fatal.h"
#include "base/json_writer.h"
#include "base/out_file.h"
#include "exact/rational.h"
#include "net/net.h"

// Writes a number.
typedef void number_writer(FILE *stream, const fmpq *x);

// Integers as numbers, fractions as strings.
static void write_fraction(FILE *stream, const fmpq *x)
{
    const char *quote = fmpz_is_one(fmpq_denref(x)) ? "" : "\"";
    fputs(quote, stream);
    fmpq_fprint(stream, x);
    fputs(quote, stream);
}

static void write_binary64(FILE *stream, const fmpq *x)
{
    char text[RATIONAL_BINARY64_TEXT];
    rational_binary64_text(text, x);
    fputs(text, stream);
}

// Doubles, unless a number is not a double or all are integers.
static number_writer *choose_writer(const crease_net *net)
{
    number_writer *chosen = write_fraction;
    for (size_t l = 0; l < net->layers; l++) {
        const net_layer *layer = net->layer + l;
        size_t weights = sparsity_entries(&layer->support);
        for (size_t i = 0; i < weights + layer->rows; i++) {
            const fmpq *x = i < weights ? layer->weight + i : layer->bias + (i - weights);
            if (!rational_is_double(x))
                return write_fraction;
            if (!fmpz_is_one(fmpq_denref(x)))
                chosen = write_binary64;
        }
    }
    return chosen;
}

static void write_numbers(FILE *stream, const fmpq *numbers, size_t count, number_writer *write)
{
    putc('[', stream);
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ", " : "", stream);
        write(stream, numbers + i);
    }
    putc(']', stream);
}

// Writes a sparse row by its columns and values.
static void write_entries(FILE *stream, const net_layer *layer, sparsity_row row,
                          number_writer *write)
{
    fputs("{\"columns\": [", stream);
    for (size_t k = 0; k < row.count; k++)
        fprintf(stream, "%s%u", k ? ", " : "", row.column[k]);
    fputs("], \"values\": ", stream);
    write_numbers(stream, layer->weight + row.first, row.count, write);
    putc('}', stream);
}

static void write_row(FILE *stream, const net_layer *layer, size_t row, number_writer *write)
{
    ASSERT(row < layer->rows);
    sparsity_row entries = sparsity_row_of(&layer->support, row);
    if (entries.column && 4 * entries.count < layer->inputs) {
        write_entries(stream, layer, entries, write);
        return;
    }
    size_t k = 0;
    for (size_t i = 0; i < layer->inputs; i++) {
        fputs(i ? ", " : "[", stream);
        if (k < entries.count && row_column(&entries, k) == i)
            write(stream, layer->weight + entries.first + k++);
        else
            putc('0', stream);
    }
    putc(']', stream);
}

// Writes one string for all units, or a list.
static void write_activations(FILE *stream, const net_layer *layer)
{
    if (layer->kinds == 1) {
        json_quote(stream, layer->act->name);
        return;
    }
    for (size_t u = 0; u < layer->units; u++) {
        fputs(u ? ", " : "[", stream);
        json_quote(stream, net_layer_act(layer, u)->name);
    }
    putc(']', stream);
}

static void write_layer(FILE *stream, const net_layer *layer, number_writer *write)
{
    fputs("  {\"weights\": [", stream);
    for (size_t i = 0; i < layer->rows; i++) {
        fputs(i ? ",\n               " : "", stream);
        write_row(stream, layer, i, write);
    }
    fputs("],\n   \"bias\": ", stream);
    write_numbers(stream, layer->bias, layer->rows, write);
    fputs(",\n   \"activation\": ", stream);
    write_activations(stream, layer);
    putc('}', stream);
}

void crease_net_write(FILE *stream, const crease_net *net)
{
    number_writer *write = choose_writer(net);
    fprintf(stream, "{\"inputs\": %zu,\n \"numbers\": \"%s\",\n", net->inputs,
            write == write_binary64 ? "binary64" : "decimal");
    if (net->about[0]) {
        fputs(" \"about\": ", stream);
        json_quote(stream, net->about);
        fputs(",\n", stream);
    }
    fputs(" \"layers\": [\n", stream);
    for (size_t l = 0; l < net->layers; l++) {
        write_layer(stream, net->layer + l, write);
        fputs(l + 1 < net->layers ? ",\n" : "\n", stream);
    }
    fputs(" ]}\n", stream);
}

crease_status crease_net_save(const char *path, const crease_net *net, crease_net_text text,
                              crease_error *error)
{
    out_file file;
    if (out_file_open(&file, path, error))
        return CREASE_ERROR;
    (text == CREASE_NET_CANONICAL ? crease_net_write_canonical : crease_net_write)(file.stream,
                                                                                   net);
    return out_file_commit(&file, error);
}
