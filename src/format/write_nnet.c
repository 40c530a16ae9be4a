// Writes a network as an NNet file that reads back as exactly this network, if it can be one.
#include "base/error.h"
#include "exact/rational.h"
#include "format/write.h"
#include <flint/fmpz.h>
#include <stdlib.h>
#include <string.h>

// How far an exponent after e may go, as for every number that is read.
enum { MOST_EXPONENT = RATIONAL_MAX_EXPONENT };

// ---- Decimals ----

// digits and exponent of x = digits 10^exponent; 0 if x is no finite decimal.
static int to_decimal(fmpz_t digits, slong *exponent, const fmpq *x)
{
    fmpz_t rest, two, five;
    fmpz_init(rest);
    fmpz_init_set_ui(two, 2);
    fmpz_init_set_ui(five, 5);
    slong twos = fmpz_remove(rest, fmpq_denref(x), two), fives = fmpz_remove(rest, rest, five);
    slong places = twos > fives ? twos : fives;
    int finite = fmpz_is_one(rest);
    // x = numerator 2^(places - twos) 5^(places - fives) / 10^places
    fmpz_mul_2exp(digits, fmpq_numref(x), (ulong)(places - twos));
    fmpz_pow_ui(five, five, (ulong)(places - fives));
    fmpz_mul(digits, digits, five);
    *exponent = -places;
    fmpz_clear(rest);
    fmpz_clear(two);
    fmpz_clear(five);
    return finite;
}

// Numbers of usual size are written with a point, others with an exponent.
static void write_decimal(FILE *stream, const fmpz_t digits, slong exponent)
{
    char *text = fmpz_get_str(NULL, 10, digits), *first = text + (*text == '-');
    slong length = (slong)strlen(first), point = length + exponent; // digits in front of the point
    if (first > text)
        putc('-', stream);
    if (point > 21 || point < -5) {
        while (length > 1 && first[length - 1] == '0')
            first[--length] = '\0';
        fprintf(stream, "%c%s%se%ld", *first, length > 1 ? "." : "", first + 1, (long)point - 1);
    } else if (point <= 0 && !fmpz_is_zero(digits))
        fprintf(stream, "0.%.*s%s", (int)-point, "00000", first);
    else
        fprintf(stream, "%.*s%s%s", (int)(point < length ? point : length), first,
                point < length ? "." : "", point < length ? first + point : "");
    flint_free(text);
}

static void write_number(FILE *stream, const fmpq *x)
{
    fmpz_t digits;
    slong exponent;
    fmpz_init(digits);
    to_decimal(digits, &exponent, x);
    write_decimal(stream, digits, exponent);
    fputs(",", stream);
    fmpz_clear(digits);
}

// ---- What an NNet file can be ----

static crease_status check_number(const fmpq *x, size_t layer, size_t row, const char *what,
                                  crease_error *error)
{
    fmpz_t digits;
    slong exponent;
    fmpz_init(digits);
    int finite = to_decimal(digits, &exponent, x);
    slong first = (slong)fmpz_sizeinbase(digits, 10) + exponent;
    fmpz_clear(digits);
    if (finite && labs(first) < MOST_EXPONENT)
        return CREASE_OK;
    char *text = rational_text(x);
    error_set(error,
              finite ? "%.60s is too large or too small for a decimal with an exponent"
                     : "%.60s is no finite decimal, as numbers of NNet files are",
              text);
    flint_free(text);
    return error_where(error, "layer %zu, %s %zu", layer + 1, what, row + 1);
}

static crease_status check_layer(const crease_net *net, size_t l, crease_error *error)
{
    const net_layer *layer = net->layer + l;
    const char *wanted = l + 1 < net->layers ? "relu" : "linear";
    if (strcmp(layer->summary, wanted)) {
        error_set(error, "%.60s, where an NNet file has %s", layer->summary, wanted);
        return error_where(error, "layer %zu", l + 1);
    }
    for (size_t i = 0; i < layer->rows; i++) {
        sparsity_row row = sparsity_row_of(&layer->at, i);
        for (size_t k = 0; k < row.count; k++)
            if (check_number(layer->weight + row.first + k, l, i, "row", error) != CREASE_OK)
                return CREASE_ERROR;
        if (check_number(layer->bias + i, l, i, "bias", error) != CREASE_OK)
            return CREASE_ERROR;
    }
    return CREASE_OK;
}

// ---- The file ----

static void write_comments(FILE *stream, const char *about)
{
    while (*about) {
        size_t length = strcspn(about, "\r\n");
        fprintf(stream, "// %.*s\n", (int)length, about);
        about += length;
        about += *about != '\0';
    }
}

static void repeat(FILE *stream, const char *text, size_t count)
{
    while (count--)
        fputs(text, stream);
    putc('\n', stream);
}

// Bounds on inputs that no input reaches, for some readers move inputs between them; means and
// ranges that change nothing.
static void write_header(FILE *stream, const crease_net *net)
{
    size_t widest = net->inputs;
    for (size_t l = 0; l < net->layers; l++)
        widest = net->layer[l].units > widest ? net->layer[l].units : widest;
    fprintf(stream, "%zu,%zu,%zu,%zu,\n%zu,", net->layers, net->inputs, crease_net_outputs(net),
            widest, net->inputs);
    for (size_t l = 0; l < net->layers; l++)
        fprintf(stream, "%zu,", net->layer[l].units);
    fputs("\n0,\n", stream);
    repeat(stream, "-1e38,", net->inputs);
    repeat(stream, "1e38,", net->inputs);
    repeat(stream, "0,", net->inputs + 1);
    repeat(stream, "1,", net->inputs + 1);
}

static void write_row(FILE *stream, const net_layer *layer, size_t i)
{
    sparsity_row row = sparsity_row_of(&layer->at, i);
    for (size_t j = 0, k = 0; j < layer->inputs; j++)
        if (k < row.count && row_column(&row, k) == j)
            write_number(stream, layer->weight + row.first + k++);
        else
            fputs("0,", stream);
    putc('\n', stream);
}

crease_status net_write_nnet(FILE *stream, const crease_net *net, crease_error *error)
{
    for (size_t l = 0; l < net->layers; l++)
        if (check_layer(net, l, error) != CREASE_OK)
            return CREASE_ERROR;
    write_comments(stream, net->about);
    write_header(stream, net);
    for (size_t l = 0; l < net->layers; l++) {
        const net_layer *layer = net->layer + l;
        for (size_t i = 0; i < layer->rows; i++)
            write_row(stream, layer, i);
        for (size_t i = 0; i < layer->rows; i++) {
            write_number(stream, layer->bias + i);
            putc('\n', stream);
        }
    }
    return CREASE_OK;
}
