// The parts into which a layer cuts an image, found by a walk of the image.
#include "images/parts.h"

#include "base/fatal.h"
#include "base/memory.h"
#include "domain/domain.h"
#include <flint/fmpq_vec.h>
#include <stdlib.h>

// One cell of many takes as long as thousands that are only counted.
static crease_visit go_on(const parts_layer *layer)
{
    if (layer->work_end > 0 && run_clock(CLOCK_THREAD_CPUTIME_ID) >= layer->work_end)
        run_limits_stop(layer->limits, RUN_STOPPED_BY_CALL);
    return run_poll_now() ? CREASE_STOP : CREASE_GO;
}

static parts_one *add_part(image_parts *parts, const crease_region *region, size_t outputs)
{
    MEMORY_RESERVE(parts->part, parts->capacity, parts->count + 1);
    parts_one *part = parts->part + parts->count++;
    *part = (parts_one){.is_faithful = false};
    image_part_init(&part->source, region, outputs);
    return part;
}

static crease_visit meet_part(void *data, const crease_region *region)
{
    image_parts *parts = data;
    const net_layer *entered = parts->layer->entered;
    parts_one *part = add_part(parts, region, entered->rows);
    image_part *source = &part->source;
    if (!run_is_cancelled())
        part->is_faithful = image_init(&part->image, source->map, entered, &source->source);
    return go_on(parts->layer);
}

// A region on a line.
static crease_visit meet_region(void *data, const crease_region *region)
{
    image_parts *parts = data;
    parts_one *part = add_part(parts, region, crease_net_outputs(parts->layer->stage));
    for (size_t o = 1; o < part->source.outputs; o++) // slopes come first
        fmpq_swap(part->source.map + o, part->source.map + 2 * o);
    return go_on(parts->layer);
}

void image_parts_find(image_parts *parts, const parts_layer *layer, const crease_domain *domain)
{
    parts->layer = layer;
    crease_counts_init(&parts->counts, layer->stage);
    if (layer->by_neuron)
        crease_counts_by_neuron(&parts->counts, layer->stage);
    const crease_visitor visitor = {.data = parts,
                                    .region = layer->entered ? meet_part : meet_region};
    const walk_mode mode = {.base = layer->rounded,
                            .visitor = layer->only_counts ? NULL : &visitor};
    parts->status =
        walk_in_mode(&parts->counts, layer->stage, domain, &mode, &layer->options, &parts->error);
}

static crease_domain *image_domain(const image *i)
{
    const size_t entries = i->rows * (i->dimension + 1);
    crease_domain *domain;
    size_t facets;
    fmpq *facet = image_facets(i, &facets), *hull = _fmpq_vec_init((slong)entries);
    const crease_status status =
        crease_domain_new_polytope(&domain, facet, facets, i->dimension, NULL);
    ASSERT(status == CREASE_OK);
    (void)status;
    for (size_t k = 0; k < entries; k++)
        fmpq_set(hull + k, i->hull + k);
    domain_set_parametrization(domain, hull, i->rows);
    _fmpq_vec_clear(facet, (slong)(facets * (i->dimension + 1)));
    return domain;
}

void image_parts_find_in(image_parts *parts, const parts_layer *layer, const image *from)
{
    crease_domain *domain = image_domain(from);
    image_parts_find(parts, layer, domain);
    crease_domain_free(domain);
}

void image_parts_clear(image_parts *parts)
{
    for (size_t i = 0; i < parts->count; i++) {
        image_clear(&parts->part[i].image);
        image_part_clear(&parts->part[i].source);
    }
    free(parts->part);
    crease_counts_clear(&parts->counts);
}
