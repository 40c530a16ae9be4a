// The result of crease count: what it says, and reading that of a share back.
#ifndef TOOL_COUNTED_H
#define TOOL_COUNTED_H

#include "regions/joining.h"
#include "tool/results.h"

typedef struct {
    const char *network, *network_sha256, *domain, *domain_sha256; // the last: of a share
    size_t inputs, dimension;
    const uint64_t *hidden; // counts.layers widths
    crease_arith arith;
    crease_counts counts;
    const crease_linear_counts *linear; // or NULL
    size_t part, parts;                 // 0 parts: it is no share
    uint64_t order;                     // of the walk of a share
    joining *joined;                    // of a share of linear regions; else NULL
} counted;

void counted_put(results *r, const counted *c);

// Neurons of a layer, layers and all neurons are counted from 1 here.
typedef void counted_neuron(void *data, size_t layer, size_t unit, size_t neuron, uint64_t regions);
void counted_each_neuron(const counted *c, counted_neuron *visit, void *data);

// A share from the file of `count --part --json`; what it has is freed by counted_free.
crease_status counted_read(counted **share, const char *path, crease_error *error);
void counted_free(counted *share);

#endif
