// The affine function of a network with prescribed pieces.
#include "net/branch.h"

#include "base/fatal.h"
#include "base/memory.h"
#include <flint/fmpz_vec.h>
#include <stdlib.h>

static size_t widest(const scaled_net *net)
{
    ASSERT(net->layers > 0);
    size_t most = 0;
    for (size_t l = 0; l < net->layers; l++)
        most = net->layer[l].rows > most ? net->layer[l].rows : most;
    return most;
}

void branch_init(branch *b, const scaled_net *net)
{
    *b = (branch){.net = net};
    b->pattern = memory_new(net->layers, sizeof *b->pattern);
    b->z = memory_new(net->layers, sizeof *b->z);
    for (size_t l = 1; l < net->layers; l++) {
        b->pattern[l] = memory_new(net->layer[l].units, sizeof **b->pattern);
        b->z[l] = _fmpz_vec_init((slong)net->layer[l].rows);
    }
    b->weight = _fmpz_vec_init((slong)widest(net));
    b->next = _fmpz_vec_init((slong)widest(net));
}

void branch_clear(branch *b)
{
    for (size_t l = 1; l < b->net->layers; l++) {
        free(b->pattern[l]);
        _fmpz_vec_clear(b->z[l], (slong)b->net->layer[l].rows);
    }
    _fmpz_vec_clear(b->weight, (slong)widest(b->net));
    _fmpz_vec_clear(b->next, (slong)widest(b->net));
    free(b->pattern);
    free(b->z);
}

// The last entry of the point.
static const fmpz *denominator(const branch *b)
{
    return b->point + b->net->dimension;
}

// y = the output of a unit at the point.
static void output(fmpz_t y, const branch *b, size_t l, size_t unit)
{
    const scaled_layer *layer = b->net->layer + l;
    if (l == 0) {
        fmpz_set(y, b->point + unit);
        return;
    }
    uint32_t piece = b->pattern[l][unit];
    size_t index = layer->unit.piece[unit] + piece;
    fmpz_mul(y, layer->slope + index, b->z[l] + unit_row(&layer->unit, unit, piece));
    fmpz_addmul(y, layer->offset + index, denominator(b));
}

void branch_rise(branch *b, size_t l)
{
    const scaled_layer *layer = b->net->layer + l;
    for (size_t i = 0; i < layer->inputs; i++)
        output(b->next + i, b, l - 1, i);
    for (size_t r = 0; r < layer->rows; r++) {
        sparsity_row row = sparsity_row_of(&layer->support, r);
        fmpz_zero(b->z[l] + r);
        for (size_t k = 0; k < row.count; k++)
            fmpz_addmul(b->z[l] + r, layer->weight + row.first + k, b->next + row_column(&row, k));
        fmpz_addmul(b->z[l] + r, layer->bias + r, denominator(b));
    }
}

void branch_value(fmpz_t value, const branch *b, size_t l, size_t unit, size_t predicate)
{
    const scaled_layer *layer = b->net->layer + l;
    size_t rank = unit_rows(&layer->unit, unit);
    const fmpz *z = b->z[l] + layer->unit.row[unit];
    if (rank == 1) {
        fmpz_set(value, z);
        fmpz_submul(value, layer->breakpoint + layer->unit.piece[unit] + predicate, denominator(b));
        return;
    }
    maxout_rows pair = maxout_pair(predicate, rank);
    fmpz_sub(value, z + pair.later, z + pair.earlier);
}

// form += factor times the weights of a row.
static void add_row(fmpz *form, const scaled_layer *layer, size_t r, const fmpz_t factor)
{
    ASSERT(layer->rows >= layer->units);
    sparsity_row row = sparsity_row_of(&layer->support, r);
    for (size_t k = 0; k < row.count; k++)
        fmpz_addmul(form + row_column(&row, k), layer->weight + row.first + k, factor);
}

// Turns a form on the inputs of layer l, given by weight and the constant in row, into a form on
// the inputs of the network.
static void descend(fmpz *row, branch *b, size_t l)
{
    fmpz *sum = row + b->net->dimension;
    for (size_t k = l - 1; k > 0; k--) {
        const scaled_layer *layer = b->net->layer + k;
        _fmpz_vec_zero(b->next, (slong)layer->inputs);
        for (size_t i = 0; i < layer->units; i++) {
            size_t index = layer->unit.piece[i] + b->pattern[k][i];
            size_t r = unit_row(&layer->unit, i, b->pattern[k][i]);
            fmpz_addmul(sum, b->weight + i, layer->offset + index);
            fmpz_mul(b->weight + i, b->weight + i, layer->slope + index);
            if (fmpz_is_zero(b->weight + i))
                continue;
            fmpz_addmul(sum, b->weight + i, layer->bias + r);
            add_row(b->next, layer, r, b->weight + i);
        }
        fmpz *swap = b->weight;
        b->weight = b->next;
        b->next = swap;
    }
    _fmpz_vec_set(row, b->weight, (slong)b->net->dimension);
}

void branch_form(fmpz *row, branch *b, size_t l, size_t unit, size_t predicate)
{
    ASSERT(row && b);
    const scaled_layer *layer = b->net->layer + l;
    size_t rank = unit_rows(&layer->unit, unit), first = layer->unit.row[unit];
    fmpz *constant = row + b->net->dimension;
    const fmpz one = 1, minus_one = -1;
    _fmpz_vec_zero(b->weight, (slong)layer->inputs);
    if (rank == 1) {
        add_row(b->weight, layer, first, &one);
        fmpz_sub(constant, layer->bias + first,
                 layer->breakpoint + layer->unit.piece[unit] + predicate);
    } else {
        maxout_rows pair = maxout_pair(predicate, rank);
        size_t later = first + pair.later, earlier = first + pair.earlier;
        add_row(b->weight, layer, later, &one);
        add_row(b->weight, layer, earlier, &minus_one);
        fmpz_sub(constant, layer->bias + later, layer->bias + earlier);
    }
    descend(row, b, l);
}

void branch_output_form(fmpz *row, branch *b, size_t unit)
{
    size_t last = b->net->layers - 1;
    for (size_t i = 0; i < b->net->layer[last].units; i++)
        fmpz_set_si(b->weight + i, i == unit);
    fmpz_zero(row + b->net->dimension);
    descend(row, b, last + 1);
}
