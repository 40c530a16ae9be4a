// The ranks of the affine maps of the first layers.
#include "base/fatal.h"
#include "base/memory.h"
#include "net/net.h"
#include "tree/region.h"
#include "walk/observer.h"
#include <crease/regions.h>
#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>

typedef struct {
    size_t dimension, outputs, most; // most: the largest rank that is possible
    uint64_t *regions;               // of each rank
} rank_count;

// The regions of a part of the walk.
typedef struct {
    const rank_count *whole;
    uint64_t *regions;
    fmpz *row;         // of a map
    fmpz_mat_t slopes; // of rows that are independent
} rank_buffer;

static void *ranks_open(void *data)
{
    const rank_count *whole = data;
    rank_buffer *part = memory_new(1, sizeof *part);
    part->whole = whole;
    part->regions = memory_new(whole->most + 1, sizeof *part->regions);
    part->row = _fmpz_vec_init((slong)whole->dimension + 1);
    fmpz_mat_init(part->slopes, (slong)whole->most, (slong)whole->dimension);
    return part;
}

static void ranks_close(void *data, void *buffer)
{
    const rank_count *whole = data;
    rank_buffer *part = buffer;
    free(part->regions);
    _fmpz_vec_clear(part->row, (slong)whole->dimension + 1);
    fmpz_mat_clear(part->slopes);
    free(part);
}

static size_t ranks_size(const void *buffer)
{
    const rank_buffer *part = buffer;
    return (part->whole->most + 1) * sizeof *part->regions;
}

// Keeps independent rows; the first few outputs mostly are enough.
static crease_visit ranks_region(void *buffer, const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    rank_buffer *part = buffer;
    const rank_count *whole = part->whole;
    size_t rank = 0;
    for (size_t o = 0; o < whole->outputs && rank < whole->most; o++) {
        fmpz_mat_t kept;
        region_integer_row(part->row, region, o);
        if (_fmpz_vec_is_zero(part->row, (slong)whole->dimension)) // a unit that is off
            continue;
        _fmpz_vec_set(fmpz_mat_entry(part->slopes, (slong)rank, 0), part->row,
                      (slong)whole->dimension);
        fmpz_mat_window_init(kept, part->slopes, 0, 0, (slong)rank + 1, (slong)whole->dimension);
        rank = (size_t)fmpz_mat_rank(kept);
        fmpz_mat_window_clear(kept);
    }
    part->regions[rank]++;
    return CREASE_GO;
}

static crease_visit ranks_deliver(void *data, void *buffer, uint64_t first, uint64_t regions)
{
    rank_count *whole = data;
    rank_buffer *part = buffer;
    (void)first;
    (void)regions; // of a walk that is ended early nothing is used
    for (size_t r = 0; r <= whole->most; r++) {
        whole->regions[r] += part->regions[r];
        part->regions[r] = 0;
    }
    return CREASE_GO;
}

crease_status crease_count_ranks(uint64_t *regions, size_t layers, const crease_net *net,
                                 const crease_domain *domain, const crease_options *options,
                                 crease_error *error)
{
    ASSERT(regions && layers > 0 && layers <= net->layers);
    crease_net first = *net; // borrows its layers
    first.layers = layers;
    const size_t d = crease_domain_dimension(domain), outputs = crease_net_outputs(&first);
    rank_count whole = {d, outputs, d < outputs ? d : outputs, regions};
    const walk_observer observer = {.data = &whole,
                                    .any_cells = 1,
                                    .patterns_only = 1,
                                    .visitor = {.region = ranks_region},
                                    .open = ranks_open,
                                    .close = ranks_close,
                                    .size = ranks_size,
                                    .deliver = ranks_deliver};
    for (size_t r = 0; r <= whole.most; r++)
        regions[r] = 0;
    crease_counts counts;
    crease_counts_init(&counts, &first);
    const crease_status status = walk_observe(&counts, &first, domain, options, &observer, error);
    crease_counts_clear(&counts);
    return status;
}
