// Counts regions by images, layer by layer.
//
// The cells on entry to a layer are kept as their distinct images, each with the number of cells
// that have it. The layer cuts each image once; the images of its parts are those of the next
// layer.
#include "images/count.h"

#include "base/error.h"
#include "base/limits.h"
#include "base/memory.h"
#include "exact/row_table.h"
#include "images/part.h"
#include "images/slopes.h"
#include "images/stage.h"
#include "walk/mode.h"
#include <assert.h>
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>

// Cells that have one image. A bounded region of the image comes from a bounded region of each
// faithful cell, and of no other one.
typedef struct {
    image image;
    fmpz_t cells, faithful;
} image_class;

// The cells on entry to a layer. One that is a point is not looked up.
typedef struct {
    row_table keys;
    image_class *class;
    size_t count, capacity;
    fmpz_t points, faithful_points;
} image_set;

typedef struct {
    const crease_net *net;
    crease_totals *totals;
    run_limits *limits;
    crease_options inner; // of the walk of one image
    size_t layer;         // that is entered next: its images are `next`
    image_set now, next;
    const image_class *source; // whose parts are met now; NULL: the domain
    slopes *slopes;            // NULL unless linear regions are counted
} image_run;

static void set_init(image_set *set)
{
    *set = (image_set){0};
    row_table_init(&set->keys);
    fmpz_init(set->points);
    fmpz_init(set->faithful_points);
}

static void set_clear(image_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        image_clear(&set->class[i].image);
        fmpz_clear(set->class[i].cells);
        fmpz_clear(set->class[i].faithful);
    }
    free(set->class);
    row_table_clear(&set->keys);
    fmpz_clear(set->points);
    fmpz_clear(set->faithful_points);
}

// ---- Parts of an image become images ----

// The class of an image, which it takes.
static image_class *set_enter(image_set *set, image *made)
{
    size_t entries;
    fmpz *key = image_key(made, &entries);
    const size_t number = row_table_enter(&set->keys, key, entries);
    _fmpz_vec_clear(key, (slong)entries);
    if (number < set->count) {
        image_clear(made);
        return set->class + number;
    }
    MEMORY_RESERVE(set->class, set->capacity, set->count + 1);
    image_class *class = set->class + set->count++;
    class->image = *made;
    fmpz_init(class->cells);
    fmpz_init(class->faithful);
    return class;
}

// Returns the number of the image, SIZE_MAX for a point.
static size_t add_cells(image_run *run, image *made, int keeps)
{
    image_set *next = &run->next;
    fmpz *cells = next->points, *faithful = next->faithful_points;
    size_t number = SIZE_MAX;
    if (made->dimension) {
        const size_t before = next->count;
        image_class *class = set_enter(next, made);
        run->limits->now.total += next->count - before;
        number = (size_t)(class - next->class);
        cells = class->cells;
        faithful = class->faithful;
    } else {
        image_clear(made);
    }
    if (run->source)
        fmpz_add(cells, cells, run->source->cells);
    else
        fmpz_add_ui(cells, cells, 1);
    if (keeps && run->source)
        fmpz_add(faithful, faithful, run->source->faithful);
    else if (keeps)
        fmpz_add_ui(faithful, faithful, 1);
    return number;
}

// image_init has changed the map.
static void note_slope(image_run *run, const image_part *part, image *made, int keeps)
{
    const fmpq *slope = made->dimension ? part->map + 2 * made->pivot[0] : NULL;
    const size_t number = add_cells(run, made, keeps);
    if (run->slopes && run->source)
        slopes_add(run->slopes, run->layer - 1, (size_t)(run->source - run->now.class),
                   &part->source, number, slope);
}

static crease_visit meet_part(void *data, const crease_region *region)
{
    image_run *run = data;
    const net_layer *layer = run->net->layer + run->layer;
    image_part part;
    image_part_init(&part, region, layer->rows);
    if (!run_is_cancelled()) {
        image made;
        const int keeps = image_init(&made, part.map, layer, &part.source);
        if (run_is_cancelled())
            image_clear(&made);
        else
            note_slope(run, &part, &made, keeps);
    }
    image_part_clear(&part);
    // One cell of many takes as long as thousands that are only counted.
    return run_poll_now() ? CREASE_STOP : CREASE_GO;
}

// A region on a line.
static crease_visit meet_region(void *data, const crease_region *region)
{
    image_run *run = data;
    image_part part;
    image_part_init(&part, region, crease_net_outputs(run->net));
    for (size_t o = 1; o < part.outputs; o++)
        fmpq_swap(part.map + o, part.map + 2 * o);
    slopes_add(run->slopes, run->layer - 1, (size_t)(run->source - run->now.class), &part.source,
               SLOPES_OUTPUTS, part.map);
    image_part_clear(&part);
    return run_poll_now() ? CREASE_STOP : CREASE_GO;
}

// ---- One layer ----

static crease_domain *image_domain(const image *i)
{
    const size_t entries = i->rows * (i->dimension + 1);
    crease_domain *domain;
    size_t facets;
    fmpq *facet = image_facets(i, &facets), *hull = _fmpq_vec_init((slong)entries);
    const crease_status status =
        crease_domain_new_polytope(&domain, facet, facets, i->dimension, NULL);
    assert(status == CREASE_OK);
    (void)status;
    for (size_t k = 0; k < entries; k++)
        fmpq_set(hull + k, i->hull + k);
    domain_set_parametrization(domain, hull, i->rows);
    _fmpq_vec_clear(facet, (slong)(facets * (i->dimension + 1)));
    return domain;
}

static void add_times(fmpz *sum, const fmpz_t factor, uint64_t number)
{
    fmpz_addmul_u64(sum, factor, number);
}

// Adds what a layer does in all cells that have one image.
static void add_counts(image_run *run, const crease_counts *counts, size_t neuron)
{
    crease_totals *t = run->totals;
    const image_class *from = run->source;
    const size_t l = run->layer - 1;
    // A walk that was stopped early may have met no region yet, though there is one.
    const uint64_t regions = counts->activation_regions ? counts->activation_regions : 1;
    add_times(t->per_layer + l, from->cells, regions);
    add_times(t->splits, from->cells, counts->splits);
    if (run->layer == t->layers)
        add_times(t->bounded_regions, from->faithful, counts->bounded_regions);
    for (size_t i = 0; counts->per_neuron && i < counts->neurons; i++) {
        const uint64_t before = i ? counts->per_neuron[i - 1] : 1;
        add_times(t->per_neuron + neuron + i, from->cells, counts->per_neuron[i] - before);
    }
    t->folding[l].walked++;
    t->folding[l].met += counts->activation_regions;
    t->decided_float += counts->decided_float;
    t->decided_exact += counts->decided_exact;
}

// Images that were not walked contain at least one region each, and a bounded one if they are.
static void add_unwalked(image_run *run, size_t from)
{
    for (size_t i = from; i < run->now.count; i++) {
        const image_class *class = run->now.class + i;
        fmpz *regions = run->totals->per_layer + run->layer - 1;
        fmpz_add(regions, regions, class->cells);
        if (!class->image.rays)
            fmpz_add(run->totals->bounded_regions, run->totals->bounded_regions, class->faithful);
    }
}

static void note_progress(image_run *run)
{
    run_limits_add(run->limits, &(crease_progress){.done = 1});
}

// Walks layer run->layer - 1 on each image of run->now; its parts go to run->next.
static crease_status walk_layer_by_images(image_run *run, size_t neuron, crease_error *error)
{
    const size_t l = run->layer - 1;
    crease_net *stage = stage_new(run->net, l);
    rounded_net rounded;
    rounded_net_init(&rounded, stage, NULL, stage->inputs);
    const walk_mode mode = {.base = &rounded};
    const int is_last = run->layer == run->totals->layers;
    const crease_visitor visitor = {.data = run, .region = is_last ? meet_region : meet_part};
    crease_counts counts;
    crease_counts_init(&counts, stage);
    if (run->totals->per_neuron)
        crease_counts_by_neuron(&counts, stage);
    crease_status status = CREASE_OK;
    size_t i = 0;
    for (; i < run->now.count && status == CREASE_OK; i++) {
        run->source = run->now.class + i;
        crease_domain *domain = image_domain(&run->source->image);
        status = walk_in_mode(&counts, stage, domain, &mode, &run->inner,
                              is_last && !run->slopes ? NULL : &visitor, error);
        if (status != CREASE_ERROR)
            add_counts(run, &counts, neuron);
        note_progress(run);
        crease_domain_free(domain);
    }
    if (status == CREASE_STOPPED)
        add_unwalked(run, i);
    crease_counts_clear(&counts);
    rounded_net_clear(&rounded);
    crease_net_free(stage);
    return status;
}

// ---- All layers ----

// Notes how the cells on entry to layer l are folded.
static void note_folding(crease_folding *folding, const image_set *set)
{
    fmpz_set(folding->points, set->points);
    fmpz_set(folding->cells, set->points);
    folding->images = set->count;
    for (size_t i = 0; i < set->count; i++) {
        const fmpz *cells = set->class[i].cells;
        fmpz_add(folding->cells, folding->cells, cells);
        if (fmpz_cmp(cells, folding->most_of_one) > 0)
            fmpz_set(folding->most_of_one, cells);
    }
}

// The layer l of the network has added its parts. From points come no more.
static void end_layer(image_run *run, size_t l)
{
    crease_totals *t = run->totals;
    fmpz_add(t->per_layer + l, t->per_layer + l, run->now.points);
    if (l + 1 == t->layers)
        fmpz_add(t->bounded_regions, t->bounded_regions, run->now.faithful_points);
    fmpz_add(run->next.points, run->next.points, run->now.points);
    fmpz_add(run->next.faithful_points, run->next.faithful_points, run->now.faithful_points);
    set_clear(&run->now);
    run->now = run->next;
    set_init(&run->next);
}

// The image of the domain on entry to layer 0.
static crease_status enter_first(image_run *run, const crease_domain *domain, crease_error *error)
{
    static const walk_mode usual;
    crease_net *first = stage_new_before(run->net, 0);
    const crease_visitor visitor = {.data = run, .region = meet_part};
    crease_counts counts;
    crease_counts_init(&counts, first);
    const crease_status status =
        walk_in_mode(&counts, first, domain, &usual, &run->inner, &visitor, error);
    crease_counts_clear(&counts);
    crease_net_free(first);
    set_clear(&run->now);
    run->now = run->next;
    set_init(&run->next);
    return status;
}

static crease_status walk_all_layers(image_run *run, const crease_domain *domain,
                                     crease_error *error)
{
    crease_totals *t = run->totals;
    crease_status status = enter_first(run, domain, error);
    size_t l = 0;
    for (size_t neuron = 0; l < t->layers && status == CREASE_OK; l++) {
        note_folding(t->folding + l, &run->now);
        run->layer = l + 1;
        status = walk_layer_by_images(run, neuron, error);
        end_layer(run, l);
        neuron += crease_net_width(run->net, l);
        t->images += t->folding[l].walked;
        t->images_met += l ? t->folding[l - 1].met : 1;
    }
    // Below, there are at least as many regions.
    for (; l && l < t->layers; l++)
        fmpz_set(t->per_layer + l, t->per_layer + l - 1);
    return status;
}

static void sum_up(crease_totals *t)
{
    if (t->layers)
        fmpz_set(t->activation_regions, t->per_layer + t->layers - 1);
    fmpz_t regions;
    fmpz_init_set_ui(regions, 1);
    for (size_t k = 0; t->per_neuron && k < t->neurons; k++) {
        fmpz_add(regions, regions, t->per_neuron + k);
        fmpz_set(t->per_neuron + k, regions);
    }
    fmpz_clear(regions);
}

crease_status images_refuse(const crease_options *options, crease_error *error)
{
    if (options && options->arith == CREASE_FLOAT)
        return error_set(error, "images are compared exactly, which float arithmetic cannot do");
    if (options && options->max_regions)
        return error_set(error, "a limit on regions needs one region after another, "
                                "which counting by images does not visit");
    if (options && options->folder && options->tasks_step != CREASE_TASKS_ALL)
        return error_set(error, "counting by images cannot be cut into tasks");
    return CREASE_OK;
}

crease_status images_count(crease_totals *totals, fmpz *linear_regions, const crease_net *net,
                           const crease_domain *domain, const crease_options *options,
                           crease_error *error)
{
    slopes found;
    if (images_refuse(options, error))
        return CREASE_ERROR;
    run_limits limits;
    run_limits_init(&limits, options);
    image_run run = {.net = net, .totals = totals, .limits = &limits};
    run.inner.arith = limits.options->arith;
    run.inner.threads = 1;
    set_init(&run.now);
    set_init(&run.next);
    slopes_init(&found, totals->layers, crease_net_outputs(net));
    run.slopes = linear_regions ? &found : NULL;
    const crease_status status = walk_all_layers(&run, domain, error);
    sum_up(totals);
    if (linear_regions && status == CREASE_OK)
        slopes_count(linear_regions, &found);
    slopes_clear(&found);
    totals->by_images = 1;
    totals->threads = 1;
    totals->complete = status == CREASE_OK;
    totals->seconds += run_limits_seconds(&limits);
    set_clear(&run.now);
    set_clear(&run.next);
    run_limits_clear(&limits);
    return status;
}
