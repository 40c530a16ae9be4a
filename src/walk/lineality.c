// The whole space modulo the directions in which no neuron changes.
#include "walk/lineality.h"

#include "base/memory.h"
#include "net/net.h"
#include <flint/fmpq_mat.h>
#include <flint/fmpq_vec.h>
#include <stdlib.h>

// Larger first layers would take longer to reduce than to enumerate.
enum { MOST_UNITS = 64 };

// The coordinates of the pivots of the first layer's weights; returns their number.
static size_t find_pivots(size_t *pivot, const net_layer *layer)
{
    fmpq_mat_t weights;
    fmpq_mat_init(weights, (slong)layer->rows, (slong)layer->inputs);
    for (size_t i = 0; i < layer->rows; i++) {
        const sparsity_row entries = sparsity_row_of(&layer->at, i);
        for (size_t k = 0; k < entries.count; k++)
            fmpq_set(fmpq_mat_entry(weights, (slong)i, (slong)row_column(&entries, k)),
                     layer->weight + entries.first + k);
    }
    const size_t rank = (size_t)fmpq_mat_rref(weights, weights);
    for (size_t i = 0, c = 0; i < rank; i++, c++) {
        while (fmpq_is_zero(fmpq_mat_entry(weights, (slong)i, (slong)c)))
            c++;
        pivot[i] = c;
    }
    fmpq_mat_clear(weights);
    return rank;
}

crease_domain *lineality_complement(const crease_net *net, const crease_domain *domain)
{
    const net_layer *first = net->layer;
    const size_t d = domain->dimension;
    if (domain->is_box || domain->inequalities || domain->parametrization || domain->general ||
        !crease_net_hidden(net) || first->rows > MOST_UNITS)
        return NULL;
    size_t *pivot = memory_new(first->rows + 1, sizeof *pivot);
    const size_t rank = find_pivots(pivot, first);
    crease_domain *complement = NULL;
    if (rank > 0 && rank < d) {
        complement = crease_domain_new_space(rank);
        fmpq *parametrization = _fmpq_vec_init((slong)(d * (rank + 1)));
        for (size_t k = 0; k < rank; k++)
            fmpq_one(parametrization + pivot[k] * (rank + 1) + k);
        domain_set_parametrization(complement, parametrization, d);
    }
    free(pivot);
    return complement;
}
