// Writes a network as JSON that reads back as exactly this network.
#include "exact/rational.h"
#include "net/net.h"

static void write_string(FILE *stream, const char *text)
{
    putc('"', stream);
    for (const char *at = text; *at; at++) {
        unsigned char c = (unsigned char)*at;
        if (c == '"' || c == '\\')
            fprintf(stream, "\\%c", c);
        else if (c == '\n')
            fputs("\\n", stream);
        else if (c == '\t')
            fputs("\\t", stream);
        else if (c < ' ')
            fprintf(stream, "\\u%04x", c);
        else
            putc(c, stream);
    }
    putc('"', stream);
}

// Integers as numbers, fractions as strings, on one line.
static void write_row(FILE *stream, const fmpq *row, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *text = rational_text(row + i);
        const char *quote = fmpz_is_one(fmpq_denref(row + i)) ? "" : "\"";
        fprintf(stream, "%s%s%s%s", i ? ", " : "[", quote, text, quote);
        flint_free(text);
    }
    putc(']', stream);
}

static void write_layer(FILE *stream, const net_layer *layer)
{
    fputs("  {\"weights\": [", stream);
    for (size_t i = 0; i < layer->units; i++) {
        fputs(i ? ",\n               " : "", stream);
        write_row(stream, layer->weight + i * layer->inputs, layer->inputs);
    }
    fputs("],\n   \"bias\": ", stream);
    write_row(stream, layer->bias, layer->units);
    fputs(",\n   \"activation\": ", stream);
    write_string(stream, layer->act.name);
    putc('}', stream);
}

void crease_net_write(FILE *stream, const crease_net *net)
{
    fprintf(stream, "{\"inputs\": %zu,\n \"numbers\": \"decimal\",\n", net->inputs);
    if (net->about[0]) {
        fputs(" \"about\": ", stream);
        write_string(stream, net->about);
        fputs(",\n", stream);
    }
    fputs(" \"layers\": [\n", stream);
    for (size_t l = 0; l < net->layers; l++) {
        write_layer(stream, net->layer + l);
        fputs(l + 1 < net->layers ? ",\n" : "\n", stream);
    }
    fputs(" ]}\n", stream);
}
