// Where the last unit of a network of one input changes its piece.
//
// Regions come in the order of their patterns, not of their places. But on a line every split
// of the tree makes one point, so it is enough to remember for each split which split the
// region to its right ends with: following these from the lower end leads along the line
// without comparing any two numbers.
#include "study/flips.h"

#include "base/memory.h"
#include "walk/region.h"
#include <flint/fmpq_vec.h>
#include <stdlib.h>

enum { LOWER, UPPER };
enum { LEFT_KNOWN = 1, LEFT_ONE = 2, RIGHT_KNOWN = 4, RIGHT_ONE = 8 };

// Split NO_SPLIT is the border.
typedef struct {
    uint64_t split;
    span at;
} found_flip;

typedef struct {
    uint64_t *next; // by split: the one at the upper end of the region to its right
    size_t next_capacity;
    unsigned char *labels; // by split: the labels on both sides
    size_t labels_capacity, known;
    uint64_t first;
    int first_label, last_label, exact;
    size_t label_layer;
    found_flip *flip;
    size_t flips, capacity;
} chain;

static uint64_t split_at(const crease_region *region, int end)
{
    return region->w->space.origin[region->cell->corner[end].plane].split;
}

static void note(chain *c, const crease_region *region, int end, int label)
{
    uint64_t split = split_at(region, end);
    if (split == NO_SPLIT) {
        *(end == LOWER ? &c->first_label : &c->last_label) = label;
        return;
    }
    MEMORY_RESERVE(c->labels, c->labels_capacity, split + 1);
    MEMORY_RESERVE(c->next, c->next_capacity, split + 1);
    for (; c->known <= split; c->known++)
        c->labels[c->known] = 0;
    unsigned char both = c->labels[split];
    both |=
        end == UPPER ? LEFT_KNOWN | (label ? LEFT_ONE : 0) : RIGHT_KNOWN | (label ? RIGHT_ONE : 0);
    c->labels[split] = both;
    if (!(both & LEFT_KNOWN && both & RIGHT_KNOWN) || !(both & LEFT_ONE) == !(both & RIGHT_ONE))
        return;
    MEMORY_RESERVE(c->flip, c->capacity, c->flips + 1);
    const geom_space *space = &region->w->space;
    c->flip[c->flips++] = (found_flip){
        split, c->exact ? span_whole()
                        : span_of_point(space_place(space, region_point(region, (size_t)end)))};
}

static crease_visit see_region(void *data, const crease_region *region)
{
    chain *c = data;
    int label = crease_region_pattern(region, c->label_layer)[0] > 0;
    note(c, region, LOWER, label);
    note(c, region, UPPER, label);
    uint64_t lower = split_at(region, LOWER), upper = split_at(region, UPPER);
    *(lower == NO_SPLIT ? &c->first : c->next + lower) = upper;
    return CREASE_GO;
}

static int compare_splits(const void *a, const void *b)
{
    uint64_t x = ((const found_flip *)a)->split, y = ((const found_flip *)b)->split;
    return (x > y) - (x < y);
}

static crease_status walk(uint64_t *pieces, const crease_net *net, size_t length,
                          const crease_options *options, const crease_visitor *visitor,
                          crease_error *error)
{
    fmpq end[2];
    crease_counts counts;
    crease_domain *segment;
    fmpq_init(end);
    fmpq_init(end + 1);
    fmpq_set_ui(end + 1, length, 1);
    crease_counts_init(&counts, net);
    crease_status status = crease_domain_new_box(&segment, end, end + 1, 1, error);
    if (status == CREASE_OK) {
        status = crease_walk(&counts, net, segment, options, visitor, error);
        *pieces = counts.activation_regions;
        crease_domain_free(segment);
    }
    crease_counts_clear(&counts);
    fmpq_clear(end);
    fmpq_clear(end + 1);
    return status;
}

// The flips from left to right, before them one at 0 if the ends differ.
static void put_in_order(flip_list *flips, chain *c)
{
    size_t closing = c->first_label != c->last_label;
    flips->last = c->last_label;
    flips->at = memory_new(c->flips + closing, sizeof *flips->at);
    flips->split = memory_new(c->flips + closing, sizeof *flips->split);
    if (closing) {
        flips->at[0] = (span){0, 0};
        flips->split[0] = NO_SPLIT;
    }
    flips->count = closing;
    if (c->flips)
        qsort(c->flip, c->flips, sizeof *c->flip, compare_splits);
    for (uint64_t split = c->first; split != NO_SPLIT; split = c->next[split]) {
        found_flip key = {.split = split};
        const found_flip *flip =
            c->flips ? bsearch(&key, c->flip, c->flips, sizeof key, compare_splits) : NULL;
        if (!flip)
            continue;
        flips->at[flips->count] = flip->at;
        flips->split[flips->count++] = split;
    }
}

crease_status flips_find(flip_list *flips, const crease_net *net, size_t length,
                         const crease_options *options, crease_error *error)
{
    *flips = (flip_list){0};
    chain c = {.first = NO_SPLIT,
               .exact = options->arith == CREASE_EXACT,
               .label_layer = crease_net_hidden(net) - 1};
    crease_visitor visitor = {.data = &c, .region = see_region};
    crease_status status = walk(&flips->pieces, net, length, options, &visitor, error);
    if (status == CREASE_OK)
        put_in_order(flips, &c);
    free(c.next);
    free(c.labels);
    free(c.flip);
    return status;
}

// ---- Places as rationals ----

typedef struct {
    uint64_t split;
    size_t index;
} place;

typedef struct {
    flip_list *flips;
    place *of; // by split
} refinement;

static int compare_places(const void *a, const void *b)
{
    uint64_t x = ((const place *)a)->split, y = ((const place *)b)->split;
    return (x > y) - (x < y);
}

// The region to the right of a flip knows its place.
static crease_visit see_flip(void *data, const crease_region *region)
{
    refinement *r = data;
    place key = {.split = split_at(region, LOWER)};
    const place *found = bsearch(&key, r->of, r->flips->count, sizeof key, compare_places);
    if (found && key.split != NO_SPLIT)
        crease_region_vertex(r->flips->exact + found->index, region, LOWER);
    return CREASE_GO;
}

crease_status flips_refine(flip_list *flips, const crease_net *net, size_t length,
                           const crease_options *options, crease_error *error)
{
    if (flips->exact || !flips->count)
        return CREASE_OK;
    refinement r = {flips, memory_new(flips->count, sizeof *r.of)};
    flips->exact = _fmpq_vec_init((slong)flips->count);
    for (size_t i = 0; i < flips->count; i++)
        r.of[i] = (place){flips->split[i], i};
    qsort(r.of, flips->count, sizeof *r.of, compare_places);
    crease_visitor visitor = {.data = &r, .region = see_flip};
    uint64_t pieces;
    crease_status status = walk(&pieces, net, length, options, &visitor, error);
    free(r.of);
    return status;
}

void flips_clear(flip_list *flips)
{
    if (flips->exact)
        _fmpq_vec_clear(flips->exact, (slong)flips->count);
    free(flips->at);
    free(flips->split);
    *flips = (flip_list){0};
}
