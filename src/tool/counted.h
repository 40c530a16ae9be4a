// The result of crease count: what it says, and reading that of a share back, or that of a share of
// a question about all of a domain.
#ifndef TOOL_COUNTED_H
#define TOOL_COUNTED_H

#include "base/sha256.h"
#include "regions/joining.h"
#include "tool/job.h"
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
    // Of a share of other work, which has only the number of regions among its counts: a word that
    // says what work, the row that was asked for (or NULL), the outputs of the network, and what
    // has been found, as lines.
    const char *work, *row, *kept;
    size_t outputs, kept_size;
    const char *path; // of its file
    uint64_t regions; // of the share alone, while the counts become those of all
} counted;

// What is said of a job, but its widths, linear regions, and other work. domain: room for the hash.
counted counted_of(const job *work, char domain[SHA256_TEXT]);

void counted_put(results *r, const counted *c);
// The result of a share of other work.
void counted_put_kept(results *r, const counted *c);
work_summary counted_summary(const counted *c);

// Neurons of a layer, layers and all neurons are counted from 1 here.
typedef void counted_neuron(void *data, size_t layer, size_t unit, size_t neuron, uint64_t regions);
void counted_each_neuron(const counted *c, counted_neuron *visit, void *data);

// A share from the file of `count --part --json`; what it has is freed by counted_free.
crease_status counted_read(counted **share, const char *path, crease_error *error);
void counted_free(counted *share);

#endif
