// Counts regions by images, layer by layer.
//
// The cells on entry to a layer are kept as their distinct images, each with the number of cells
// that have it. The layer cuts each image once; the images of its parts are those of the next
// layer.
#include "images/count.h"

#include "base/error.h"
#include "base/limits.h"
#include "base/memory.h"
#include "images/part.h"
#include "images/saved.h"
#include "images/slopes.h"
#include "images/stage.h"
#include "walk/mode.h"
#include <assert.h>
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>

// A part of an image, or of the domain, and the image of this part.
typedef struct {
    image_part part;
    image made;
    int keeps;       // faithful cells are
    int has_outputs; // it is a region, and has no image
} met_part;

typedef struct {
    const crease_net *net;
    const crease_domain *domain;
    image_state state;
    run_limits *limits;
    crease_options inner;      // of the walk of one image
    size_t entered;            // the layer that parts enter, by the images `next` of the state
    const image_class *source; // whose parts are met now; NULL: the domain
    met_part *met;             // its parts, which count when all are met
    size_t count, capacity;
    slopes *slopes;   // NULL unless linear regions are counted
    double next_save; // in seconds of the run
    double work_end;  // by the clock of this thread; 0: none
} image_run;

// ---- Parts of an image become images ----

// Returns the number of the image, SIZE_MAX for a point.
static size_t add_cells(image_run *run, image *made, int keeps)
{
    image_set *next = &run->state.next;
    fmpz *cells = next->points, *faithful = next->faithful_points;
    size_t number = SIZE_MAX;
    if (made->dimension) {
        const size_t before = next->count;
        image_class *class = image_set_enter(next, made);
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

// All parts of an image count, or none, so that a state that is saved lies between two images.
static void take_parts(image_run *run)
{
    for (size_t i = 0; i < run->count; i++) {
        met_part *met = run->met + i;
        const fmpq *slope = met->part.map; // image_init has changed the map
        size_t number = SLOPES_OUTPUTS;
        if (!met->has_outputs) {
            slope = met->made.dimension ? slope + 2 * met->made.pivot[0] : NULL;
            number = add_cells(run, &met->made, met->keeps);
        }
        if (run->slopes && run->source)
            slopes_add(run->slopes, run->state.layer, run->state.image, &met->part.source, number,
                       slope);
        image_part_clear(&met->part);
    }
    run->count = 0;
}

static void drop_parts(image_run *run)
{
    for (size_t i = 0; i < run->count; i++) {
        image_clear(&run->met[i].made);
        image_part_clear(&run->met[i].part);
    }
    run->count = 0;
}

// One cell of many takes as long as thousands that are only counted.
static crease_visit go_on(image_run *run)
{
    if (run->work_end > 0 && run_clock(CLOCK_THREAD_CPUTIME_ID) >= run->work_end)
        run_limits_stop(run->limits);
    return run_poll_now() ? CREASE_STOP : CREASE_GO;
}

static met_part *add_part(image_run *run, const crease_region *region, size_t outputs)
{
    MEMORY_RESERVE(run->met, run->capacity, run->count + 1);
    met_part *met = run->met + run->count++;
    *met = (met_part){.has_outputs = 0};
    image_part_init(&met->part, region, outputs);
    return met;
}

static crease_visit meet_part(void *data, const crease_region *region)
{
    image_run *run = data;
    const net_layer *layer = run->net->layer + run->entered;
    met_part *met = add_part(run, region, layer->rows);
    if (!run_is_cancelled())
        met->keeps = image_init(&met->made, met->part.map, layer, &met->part.source);
    return go_on(run);
}

// A region on a line.
static crease_visit meet_region(void *data, const crease_region *region)
{
    image_run *run = data;
    met_part *met = add_part(run, region, crease_net_outputs(run->net));
    met->has_outputs = 1;
    for (size_t o = 1; o < met->part.outputs; o++)
        fmpq_swap(met->part.map + o, met->part.map + 2 * o);
    return go_on(run);
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
    crease_totals *t = run->state.totals;
    const image_class *from = run->source;
    const size_t l = run->state.layer;
    // A walk that was stopped early may have met no region yet, though there is one.
    const uint64_t regions = counts->activation_regions ? counts->activation_regions : 1;
    add_times(t->per_layer + l, from->cells, regions);
    add_times(t->splits, from->cells, counts->splits);
    if (l + 1 == t->layers)
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
    crease_totals *t = run->state.totals;
    for (size_t i = from; i < run->state.now.count; i++) {
        const image_class *class = run->state.now.class + i;
        fmpz *regions = t->per_layer + run->state.layer;
        fmpz_add(regions, regions, class->cells);
        if (!class->image.rays)
            fmpz_add(t->bounded_regions, t->bounded_regions, class->faithful);
    }
}

static crease_status save_state(image_run *run, crease_error *error)
{
    // Saving takes a tenth of the time at most.
    static const double usual = 1, rest = 9;
    const crease_options *options = run->limits->options;
    if (!options->folder)
        return CREASE_OK;
    const double earlier = run->state.seconds, begun = run_limits_seconds(run->limits);
    run->state.seconds = earlier + begun;
    const crease_status status =
        image_state_save(&run->state, run->net, run->domain, options, error);
    run->state.seconds = earlier;
    const double now = run_limits_seconds(run->limits);
    run->next_save =
        now + fmax(options->task_time > 0 ? options->task_time : usual, rest * (now - begun));
    return status;
}

// The walk of one image has ended.
static crease_status end_image(image_run *run, const crease_counts *counts, size_t neuron,
                               crease_status walked, crease_error *error)
{
    crease_status saved = CREASE_OK;
    if (walked == CREASE_OK) {
        take_parts(run);
        add_counts(run, counts, neuron);
        run->state.image++;
        run_limits_add(run->limits, &(crease_progress){.done = 1});
        if (run_limits_seconds(run->limits) >= run->next_save)
            saved = save_state(run, error);
    } else {
        drop_parts(run);
    }
    if (walked == CREASE_STOPPED) { // what follows is of the lower bounds alone
        saved = save_state(run, error);
        add_counts(run, counts, neuron);
        add_unwalked(run, run->state.image + 1);
    }
    return saved == CREASE_OK ? walked : saved;
}

// Walks the images on entry to a layer; their parts are those on entry to the next one.
static crease_status walk_layer_by_images(image_run *run, size_t neuron, crease_error *error)
{
    const image_state *state = &run->state;
    crease_net *stage = stage_new(run->net, state->layer);
    rounded_net rounded;
    rounded_net_init(&rounded, stage, NULL, stage->inputs);
    const walk_mode mode = {.base = &rounded};
    const int is_last = state->layer + 1 == state->totals->layers;
    const crease_visitor visitor = {.data = run, .region = is_last ? meet_region : meet_part};
    crease_counts counts;
    crease_counts_init(&counts, stage);
    if (state->totals->per_neuron)
        crease_counts_by_neuron(&counts, stage);
    run->entered = state->layer + 1;
    crease_status status = CREASE_OK;
    while (state->image < state->now.count && status == CREASE_OK) {
        run->source = state->now.class + state->image;
        crease_domain *domain = image_domain(&run->source->image);
        status = walk_in_mode(&counts, stage, domain, &mode, &run->inner,
                              is_last && !run->slopes ? NULL : &visitor, error);
        status = end_image(run, &counts, neuron, status, error);
        crease_domain_free(domain);
    }
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

static void next_becomes_now(image_state *state)
{
    image_set_clear(&state->now);
    state->now = state->next;
    image_set_init(&state->next);
    state->image = 0;
}

// All images of a layer have been walked. From points come no more.
static void end_layer(image_state *state)
{
    crease_totals *t = state->totals;
    const size_t l = state->layer++;
    fmpz_add(t->per_layer + l, t->per_layer + l, state->now.points);
    if (l + 1 == t->layers)
        fmpz_add(t->bounded_regions, t->bounded_regions, state->now.faithful_points);
    fmpz_add(state->next.points, state->next.points, state->now.points);
    fmpz_add(state->next.faithful_points, state->next.faithful_points, state->now.faithful_points);
    t->images += t->folding[l].walked;
    t->images_met += l ? t->folding[l - 1].met : 1;
    next_becomes_now(state);
}

// The image of the domain on entry to layer 0.
static crease_status enter_first(image_run *run, crease_error *error)
{
    static const walk_mode default_mode;
    crease_net *first = stage_new_before(run->net, 0);
    const crease_visitor visitor = {.data = run, .region = meet_part};
    crease_counts counts;
    crease_counts_init(&counts, first);
    const crease_status status =
        walk_in_mode(&counts, first, run->domain, &default_mode, &run->inner, &visitor, error);
    crease_counts_clear(&counts);
    if (status == CREASE_OK)
        take_parts(run);
    else
        drop_parts(run);
    crease_net_free(first);
    next_becomes_now(&run->state);
    return status;
}

// Enters the first layer, or goes on from where an earlier run has ended.
static crease_status begin(image_run *run, crease_error *error)
{
    int is_there = 0;
    crease_status status = CREASE_OK;
    if (run->limits->options->folder)
        status = image_state_load(&is_there, &run->state, run->net, run->domain,
                                  run->limits->options, error);
    run->limits->now.total = run->state.now.count;
    run->limits->now.done = run->state.image;
    return is_there || status ? status : enter_first(run, error);
}

static size_t neurons_before(const crease_net *net, size_t layer)
{
    size_t neurons = 0;
    for (size_t l = 0; l < layer; l++)
        neurons += crease_net_width(net, l);
    return neurons;
}

static crease_status walk_all_layers(image_run *run, crease_error *error)
{
    image_state *state = &run->state;
    crease_totals *t = state->totals;
    crease_status status = begin(run, error);
    while (state->layer < t->layers && status == CREASE_OK) {
        note_folding(t->folding + state->layer, &state->now);
        status = walk_layer_by_images(run, neurons_before(run->net, state->layer), error);
        if (status != CREASE_ERROR)
            end_layer(state);
    }
    if (status == CREASE_OK)
        status = save_state(run, error);
    // Below, there are at least as many regions.
    for (size_t l = state->layer; l && l < t->layers; l++)
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

static crease_status count_until(crease_totals *totals, fmpz *linear_regions, const crease_net *net,
                                 const crease_domain *domain, const crease_options *options,
                                 double work_end, crease_error *error)
{
    slopes found;
    if (images_refuse(options, error))
        return CREASE_ERROR;
    if (linear_regions && options && options->folder)
        return error_set(error, "a count of linear regions by images keeps no checkpoint");
    run_limits limits;
    run_limits_init(&limits, options);
    image_run run = {.net = net,
                     .domain = domain,
                     .state.totals = totals,
                     .limits = &limits,
                     .work_end = work_end};
    run.inner.arith = limits.options->arith;
    run.inner.threads = 1;
    image_set_init(&run.state.now);
    image_set_init(&run.state.next);
    slopes_init(&found, totals->layers, crease_net_outputs(net));
    run.slopes = linear_regions ? &found : NULL;
    const crease_status status = walk_all_layers(&run, error);
    sum_up(totals);
    if (linear_regions && status == CREASE_OK)
        slopes_count(linear_regions, &found);
    slopes_clear(&found);
    totals->by_images = 1;
    totals->threads = 1;
    totals->complete = status == CREASE_OK;
    totals->seconds += run.state.seconds + run_limits_seconds(&limits);
    image_set_clear(&run.state.now);
    image_set_clear(&run.state.next);
    free(run.met);
    run_limits_clear(&limits);
    return status;
}

crease_status images_count(crease_totals *totals, fmpz *linear_regions, const crease_net *net,
                           const crease_domain *domain, const crease_options *options,
                           crease_error *error)
{
    return count_until(totals, linear_regions, net, domain, options, 0, error);
}

crease_status images_try(crease_totals *totals, const crease_net *net, const crease_domain *domain,
                         const crease_options *options, double seconds, crease_error *error)
{
    return count_until(totals, NULL, net, domain, options,
                       run_clock(CLOCK_THREAD_CPUTIME_ID) + seconds, error);
}
