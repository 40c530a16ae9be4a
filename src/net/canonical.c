// The canonical text and hash of a network (docs/formats.md).
#include "base/sha256.h"

#include "base/budget.h"
#include "base/fatal.h"
#include "exact/number_text.h"
#include "net/net.h"

static void put_zeros(FILE *stream, size_t count)
{
    static const char zeros[] = "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 ";
    for (size_t most = sizeof zeros / 2, now; count > 0; count -= now) {
        now = count < most ? count : most;
        fwrite(zeros, 2, now, stream);
    }
}

// Writes the whole row, including zeros that are not stored. numbers is scratch.
static void put_row(FILE *stream, number_text *numbers, const net_layer *layer, size_t row)
{
    ASSERT(layer->rows >= layer->units);
    const sparsity_row entries = sparsity_row_of(&layer->support, row);
    const number_style exact = {0};
    size_t next = 0, length;
    number_text_set(numbers, layer->weight + entries.first, entries.count, exact);
    if (entries.count == layer->inputs) {
        fwrite(numbers->text, 1, numbers->length, stream);
        putc(' ', stream);
        next = entries.count;
    }
    for (size_t k = next; k < entries.count; k++) {
        put_zeros(stream, row_column(&entries, k) - next);
        next = row_column(&entries, k) + 1;
        const char *entry = number_text_entry(numbers, k, &length);
        fwrite(entry, 1, length, stream);
        putc(' ', stream);
    }
    put_zeros(stream, layer->inputs - next);
    number_text_set(numbers, layer->bias + row, 1, exact);
    fwrite(numbers->text, 1, numbers->length, stream);
    putc('\n', stream);
}

// Offset and slope, breakpoints each with the slope beyond it, and the row; or the rows of maxout.
static void put_unit(FILE *stream, number_text *numbers, const net_layer *layer, size_t unit)
{
    ASSERT(layer->rows >= layer->units);
    const activation *act = net_layer_act(layer, unit);
    if (act->rank > 1)
        fprintf(stream, "maxout %zu\n", act->rank);
    for (size_t p = 0; act->rank == 1 && p < act->pieces; p++) {
        fmpq_fprint(stream, p ? act->breakpoint + p - 1 : act->offset);
        putc(',', stream);
        fmpq_fprint(stream, act->slope + p);
        putc(p + 1 < act->pieces ? ';' : ' ', stream);
    }
    for (size_t row = layer->unit.row[unit]; row < layer->unit.row[unit + 1]; row++)
        put_row(stream, numbers, layer, row);
}

void crease_net_write_canonical(FILE *stream, const crease_net *net)
{
    ASSERT(net->inputs > 0);
    number_text numbers = {0};
    fprintf(stream, "crease-network 2\ninputs %zu\n", net->inputs);
    for (const net_layer *layer = net->layer; layer < net->layer + net->layers; layer++) {
        fprintf(stream, "layer %zu\n", layer->units);
        for (size_t u = 0; u < layer->units; u++)
            put_unit(stream, &numbers, layer, u);
    }
    number_text_clear(&numbers);
}

// A stream that only computes a hash.
static ssize_t write_to_hash(void *hash, const char *text, size_t size)
{
    sha256_update(hash, size, (const uint8_t *)text);
    return (ssize_t)size;
}

void net_finish(crease_net *net)
{
    ASSERT(net->inputs > 0);
    struct sha256_ctx hash;
    sha256_init(&hash);
    FILE *stream = fopencookie(&hash, "w", (cookie_io_functions_t){.write = write_to_hash});
    if (!stream)
        budget_refuse(sizeof(FILE));
    crease_net_write_canonical(stream, net);
    fclose(stream);
    sha256_end(net->sha256, &hash);
}
