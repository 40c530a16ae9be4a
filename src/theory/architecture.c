// An architecture: the data of a network that bounds depend on.
#include "theory/architecture.h"

#include "base/error.h"
#include "base/fatal.h"
#include "base/memory.h"
#include "net/net.h"
#include <flint/fmpq_mat.h>
#include <flint/fmpz_mat.h>
#include <flint/nmod_mat.h>
#include <flint/ulong_extras.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static crease_architecture *open_architecture(size_t inputs, size_t outputs, size_t layers)
{
    crease_architecture *architecture = memory_new(1, sizeof *architecture);
    architecture->inputs = inputs;
    architecture->columns = inputs;
    architecture->outputs = outputs;
    architecture->layers = layers;
    architecture->layer = memory_new(layers, sizeof *architecture->layer);
    return architecture;
}

static void architecture_set_layer(architecture_layer *layer, size_t units, size_t kinds)
{
    layer->units = units;
    layer->kinds = kinds;
    layer->kind = memory_new(kinds, sizeof *layer->kind);
}

static architecture_kind kind_of(size_t units, const activation *act)
{
    return (architecture_kind){.units = units,
                               .pieces = act->pieces,
                               .rank = act->rank,
                               .is_relu = !strcmp(act->name, "relu")};
}

static crease_status refuse_units(uint64_t units, crease_error *error)
{
    return error_set(error, "expected hidden layers of at most %d units, found %" PRIu64,
                     ARCHITECTURE_MAX_UNITS, units);
}

static crease_status check_sizes(const crease_architecture *a, crease_error *error)
{
    ulong total = 0;
    for (size_t l = 0; l < a->layers; l++) {
        ulong units = a->layer[l].units;
        if (units > ARCHITECTURE_MAX_UNITS)
            return refuse_units(units, error);
        total += units;
        if (total > ARCHITECTURE_MAX_TOTAL)
            return error_set(error, "expected at most %d hidden units, found more",
                             ARCHITECTURE_MAX_TOTAL);
    }
    return CREASE_OK;
}

// "2-4-4-1, relu"; the activations of all layers if they differ.
static void architecture_set_text(crease_architecture *a, const char *activations)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = memory_stream(&text, &size);
    fprintf(stream, "%lu", a->inputs);
    for (size_t l = 0; l < a->layers; l++)
        fprintf(stream, "-%lu", a->layer[l].units);
    if (a->outputs)
        fprintf(stream, "-%lu", a->outputs);
    fprintf(stream, ", %s", activations);
    if (fclose(stream))
        FATAL("a text cannot be written");
    a->text = text;
}

static void fill_uniform(crease_architecture *a, const size_t *widths, const activation *act)
{
    for (size_t l = 0; l < a->layers; l++) {
        architecture_set_layer(a->layer + l, widths[l], 1);
        a->layer[l].kind[0] = kind_of(widths[l], act);
    }
    a->activation = memory_copy_text(act->name);
    architecture_set_text(a, act->name);
}

// Takes a over, or frees it after an error.
static crease_status architecture_finish(crease_architecture **architecture, crease_architecture *a,
                                         crease_error *error)
{
    crease_status status = check_sizes(a, error);
    if (status)
        crease_architecture_free(a);
    else
        *architecture = a;
    return status;
}

crease_status crease_architecture_new(crease_architecture **architecture, const size_t *widths,
                                      size_t count, const char *name, crease_error *error)
{
    crease_status status = CREASE_OK;
    activation act;
    if (count < 3)
        status = error_set(error, "expected inputs, hidden layers and outputs such as 2-32-32-1, "
                                  "found no hidden layer");
    for (size_t i = 0; i < count && status == CREASE_OK; i++)
        if (widths[i] < 1)
            status = error_set(error, "expected widths of at least 1, found 0");
    if (status == CREASE_OK && activation_parse(&act, name, error)) {
        return error_where(error, "activation");
    }
    if (status == CREASE_OK) {
        crease_architecture *result = open_architecture(widths[0], widths[count - 1], count - 2);
        fill_uniform(result, widths + 1, &act);
        activation_clear(&act);
        status = architecture_finish(architecture, result, error);
    }
    if (status)
        error_where(error, "widths");
    return status;
}

// The rank modulo a prime is at most the rank. If it is the greatest that is possible, it is the
// rank, without the rational solution that fmpz_mat_rank finds, which takes minutes for 128 x 784
// doubles.
static ulong rank_of(const fmpz_mat_t rows, ulong most)
{
    nmod_mat_t residues;
    nmod_mat_init(residues, fmpz_mat_nrows(rows), fmpz_mat_ncols(rows),
                  n_nextprime(UWORD(1) << (FLINT_BITS - 2), 1));
    fmpz_mat_get_nmod_mat(residues, rows);
    ulong rank = (ulong)nmod_mat_rank(residues);
    nmod_mat_clear(residues);
    ASSERT(rank <= most);
    return rank == most ? rank : (ulong)fmpz_mat_rank(rows);
}

// Linear units make no crease, so their rows have no part in it.
static ulong rank_of_creases(const net_layer *layer)
{
    fmpq_mat_t weights;
    fmpq_mat_init(weights, (slong)layer->rows, (slong)layer->inputs);
    ulong bent = 0;
    for (size_t unit = 0; unit < layer->units; unit++) {
        if (net_layer_act(layer, unit)->pieces == 1)
            continue;
        for (size_t i = layer->unit.row[unit]; i < layer->unit.row[unit + 1]; i++, bent++) {
            sparsity_row row = sparsity_row_of(&layer->support, i);
            for (size_t k = 0; k < row.count; k++)
                fmpq_set(fmpq_mat_entry(weights, (slong)i, (slong)row_column(&row, k)),
                         layer->weight + row.first + k);
        }
    }
    fmpz_mat_t integers;
    fmpz_mat_init(integers, (slong)layer->rows, (slong)layer->inputs);
    // Rows times a positive integer have the same rank.
    fmpq_mat_get_fmpz_mat_rowwise(integers, NULL, weights);
    ulong rank = rank_of(integers, bent < layer->inputs ? bent : (ulong)layer->inputs);
    fmpz_mat_clear(integers);
    fmpq_mat_clear(weights);
    return rank;
}

static void set_layer_of(architecture_layer *layer, const net_layer *source)
{
    architecture_set_layer(layer, source->units, source->kinds);
    for (size_t k = 0; k < source->kinds; k++)
        layer->kind[k] = kind_of(0, source->act + k);
    for (size_t unit = 0; unit < source->units; unit++)
        layer->kind[source->unit.kind[unit]].units++;
}

// "relu", or "relu, maxout:2", or "(3 relu, 1 linear), relu". Freed by the caller.
static char *activations_text(const crease_net *net, size_t hidden)
{
    char *names = NULL;
    size_t size = 0;
    FILE *stream = memory_stream(&names, &size);
    for (size_t l = 0; l < hidden; l++) {
        const net_layer *layer = net->layer + l;
        if (l > 0 && !strcmp(layer->summary, layer[-1].summary))
            continue;
        fprintf(stream, layer->kinds > 1 ? "%s(%s)" : "%s%s", l ? ", " : "", layer->summary);
    }
    if (fclose(stream))
        FATAL("a text cannot be written");
    return names;
}

crease_status crease_architecture_of_net(crease_architecture **architecture, const crease_net *net,
                                         size_t dimension, crease_error *error)
{
    size_t hidden = crease_net_hidden(net);
    if (!hidden)
        return error_set(error, "expected a network with a hidden layer, found none");
    size_t outputs = hidden < net->layers ? net->layer[hidden].units : 0;
    crease_architecture *result = open_architecture(dimension, outputs, hidden);
    result->columns = net->inputs;
    for (size_t l = 0; l < hidden; l++)
        set_layer_of(result->layer + l, net->layer + l);
    if (net->layer->kinds == 1)
        result->activation = memory_copy_text(net->layer->act->name);
    result->has_ranks = true;
    char *names = activations_text(net, hidden);
    architecture_set_text(result, names);
    free(names);
    if (check_sizes(result, error)) {
        crease_architecture_free(result);
        return CREASE_ERROR;
    }
    for (size_t l = 0; l < hidden; l++)
        result->layer[l].weight_rank = rank_of_creases(net->layer + l);
    *architecture = result;
    return CREASE_OK;
}

crease_status architecture_new_convolution(crease_architecture **architecture,
                                           const convolution_shape *shape, crease_error *error)
{
    enum { MOST = 1000000 };
    if (shape->length < 1 || shape->channels < 1 || shape->kernel < 1 || shape->filters < 1 ||
        shape->stride < 1 || shape->length > MOST || shape->channels > MOST ||
        shape->filters > MOST || shape->stride > MOST)
        return error_set(error, "expected sizes of a convolution from 1 to %d", MOST);
    if (shape->kernel > shape->length)
        return error_set(error, "expected a kernel of at most %zu places, the length, found %zu",
                         shape->length, shape->kernel);
    const uint64_t inputs = (uint64_t)shape->length * shape->channels;
    if (inputs > ARCHITECTURE_MAX_TOTAL)
        return error_set(error, "expected at most %d inputs of a convolution, found %" PRIu64,
                         ARCHITECTURE_MAX_TOTAL, inputs);
    const size_t windows = (shape->length - shape->kernel) / shape->stride + 1;
    if ((uint64_t)windows * shape->filters > ARCHITECTURE_MAX_UNITS)
        return refuse_units((uint64_t)windows * shape->filters, error);
    activation act;
    if (activation_parse(&act, "relu", error))
        return CREASE_ERROR;
    crease_architecture *result = open_architecture(shape->length * shape->channels, 0, 1);
    size_t units = windows * shape->filters;
    fill_uniform(result, &units, &act);
    activation_clear(&act);
    result->is_convolution = true;
    result->shape = *shape;
    result->windows = windows;
    free(result->text);
    result->text = memory_format(
        "convolution of %zu place%s with %zu channel%s, %zu filter%s of %zu, stride %zu, "
        "relu",
        shape->length, shape->length == 1 ? "" : "s", shape->channels,
        shape->channels == 1 ? "" : "s", shape->filters, shape->filters == 1 ? "" : "s",
        shape->kernel, shape->stride);
    return architecture_finish(architecture, result, error);
}

void crease_architecture_free(crease_architecture *architecture)
{
    if (!architecture)
        return;
    for (size_t l = 0; l < architecture->layers; l++)
        free(architecture->layer[l].kind);
    free(architecture->layer);
    free(architecture->activation);
    free(architecture->text);
    free(architecture);
}

const char *crease_architecture_text(const crease_architecture *architecture)
{
    return architecture->text;
}

size_t crease_architecture_inputs(const crease_architecture *architecture)
{
    return architecture->inputs;
}

size_t crease_architecture_units(const crease_architecture *architecture)
{
    size_t units = 0;
    for (size_t l = 0; l < architecture->layers; l++)
        units += architecture->layer[l].units;
    return units;
}

static ulong architecture_rows(const architecture_layer *layer)
{
    ulong rows = 0;
    for (size_t k = 0; k < layer->kinds; k++)
        rows += layer->kind[k].units * layer->kind[k].rank;
    return rows;
}

void crease_architecture_parameters(fmpz_t count, const crease_architecture *a)
{
    fmpz_zero(count);
    if (a->is_convolution) {
        fmpz_set_ui(count, a->shape.kernel * a->shape.channels + 1);
        fmpz_mul_ui(count, count, a->shape.filters);
        return;
    }
    fmpz_t layer;
    fmpz_init(layer);
    ulong before = a->columns;
    for (size_t l = 0; l <= a->layers; l++) {
        ulong rows = l < a->layers ? architecture_rows(a->layer + l) : a->outputs;
        fmpz_set_ui(layer, before + 1);
        fmpz_mul_ui(layer, layer, rows);
        fmpz_add(count, count, layer);
        before = l < a->layers ? a->layer[l].units : 0;
    }
    fmpz_clear(layer);
}
