// The canonical text and hash of a network (docs/formats.md).
#include "base/sha256.h"
#include "base/text.h"
#include "exact/rational.h"
#include "net/net.h"

#include <flint/fmpz.h>

static void put_word(FILE *stream, slong x)
{
    char text[TEXT_NUMBER];
    if (x < 0)
        putc('-', stream);
    fwrite(text, 1, (size_t)(text_put_number(text, x < 0 ? -(ulong)x : (ulong)x) - text), stream);
}

static void put_number(FILE *stream, const fmpq_t x)
{
    if (!rational_is_word(x)) {
        rational_print_row(stream, x, 1);
        return;
    }
    put_word(stream, *fmpq_numref(x));
    if (*fmpq_denref(x) != 1) {
        putc('/', stream);
        put_word(stream, *fmpq_denref(x));
    }
}

static void put_zeros(FILE *stream, size_t count)
{
    static const char zeros[] = "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 ";
    for (size_t most = sizeof zeros / 2, now; count > 0; count -= now) {
        now = count < most ? count : most;
        fwrite(zeros, 2, now, stream);
    }
}

// Writes the whole row, including zeros that are not stored.
static void put_row(FILE *stream, const net_layer *layer, size_t row)
{
    sparsity_row entries = sparsity_row_of(&layer->at, row);
    size_t next = 0;
    for (size_t k = 0; k < entries.count; k++) {
        put_zeros(stream, row_column(&entries, k) - next);
        next = row_column(&entries, k) + 1;
        put_number(stream, layer->weight + entries.first + k);
        putc(' ', stream);
    }
    put_zeros(stream, layer->inputs - next);
    put_number(stream, layer->bias + row);
    putc('\n', stream);
}

void crease_net_write_canonical(FILE *stream, const crease_net *net)
{
    fprintf(stream, "crease-network 1\ninputs %zu\n", net->inputs);
    for (const net_layer *layer = net->layer; layer < net->layer + net->layers; layer++) {
        fprintf(stream, "layer %zu", layer->units);
        for (size_t u = 0; u < (layer->kinds == 1 ? 1 : layer->units); u++)
            fprintf(stream, " %s", net_layer_act(layer, u)->name);
        putc('\n', stream);
        for (size_t i = 0; i < layer->rows; i++)
            put_row(stream, layer, i);
    }
}

// A stream that only computes a hash.
static ssize_t write_to_hash(void *hash, const char *text, size_t size)
{
    sha256_update(hash, size, (const uint8_t *)text);
    return (ssize_t)size;
}

void net_finish(crease_net *net)
{
    struct sha256_ctx hash;
    sha256_init(&hash);
    FILE *stream = fopencookie(&hash, "w", (cookie_io_functions_t){.write = write_to_hash});
    crease_net_write_canonical(stream, net);
    fclose(stream);
    sha256_end(net->sha256, &hash);
}
