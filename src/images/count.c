// Counts regions by images, layer by layer.
//
// The cells on entry to a layer are kept as their distinct images, each with the number of cells
// that have it. The layer cuts each image once; the images of its parts are those of the next
// layer.
#include "images/count.h"

#include "base/error.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "images/parts.h"
#include "images/saved.h"
#include "images/slopes.h"
#include "images/stage.h"
#include "net/net.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>

typedef struct {
    const crease_net *net;
    const crease_domain *domain;
    image_state state;
    run_limits *limits;
    size_t threads;
    slopes *slopes;   // NULL unless linear regions are counted
    double next_save; // in seconds of the run
    double work_end;  // by the clock of this thread; 0: none
} image_run;

// The walk of all images on entry to a layer. Their parts enter the next one.
typedef struct {
    image_run *run;
    parts_layer walk;
    size_t neuron; // the first of the layer
    crease_status status;
    crease_error *error;
} layer_run;

typedef struct {
    const image_class *from;
    image_parts parts;
} image_task;

// ---- Parts of an image become images ----

// Adds a part of `from`, or of the domain. Returns the number of its image, SIZE_MAX for a point.
static size_t add_cells(image_run *run, parts_one *part, const image_class *from)
{
    image_set *next = &run->state.next;
    fmpz *cells = next->points, *faithful = next->faithful_points;
    size_t number = SIZE_MAX;
    if (part->image.dimension) {
        const size_t before = next->count;
        image_class *class = image_set_enter(next, &part->image);
        part->image = (image){0};
        run_limits_add(run->limits, &(crease_progress){.total = next->count - before});
        number = (size_t)(class - next->class);
        cells = class->cells;
        faithful = class->faithful;
    }
    if (from)
        fmpz_add(cells, cells, from->cells);
    else
        fmpz_add_ui(cells, cells, 1);
    if (part->is_faithful && from)
        fmpz_add(faithful, faithful, from->faithful);
    else if (part->is_faithful)
        fmpz_add_ui(faithful, faithful, 1);
    return number;
}

// All parts of an image count, or none, so that a state that is saved lies between two images.
static void take_parts(image_run *run, image_parts *parts, const image_class *from)
{
    for (size_t i = 0; i < parts->count; i++) {
        parts_one *part = parts->part + i;
        const fmpq *slope = part->source.map;
        size_t number = SLOPES_OUTPUTS;
        if (parts->layer->entered) {
            slope = part->image.dimension ? slope + 2 * part->image.pivot[0] : NULL;
            number = add_cells(run, part, from);
        }
        if (run->slopes && from)
            slopes_add(run->slopes, run->state.layer, run->state.image, &part->source.source,
                       number, slope);
    }
}

// ---- One layer ----

static void add_times(fmpz *sum, const fmpz_t factor, uint64_t number)
{
    fmpz_addmul_u64(sum, factor, number);
}

// Adds what a layer does in all cells that have one image.
static void add_counts(image_run *run, const image_class *from, const crease_counts *counts,
                       size_t neuron)
{
    crease_totals *t = run->state.totals;
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

static parts_layer walk_of(const image_run *run, const crease_net *stage, rounded_net *rounded)
{
    return (parts_layer){.stage = stage,
                         .rounded = rounded,
                         .options = {.arith = run->limits->options->arith, .threads = 1},
                         .limits = run->limits,
                         .work_end = run->work_end};
}

static void run_image(void *data, void *state, parallel_place *place, void *task)
{
    const layer_run *layer = data;
    image_task *walk = task;
    (void)state;
    (void)place;
    image_parts_find_in(&walk->parts, &layer->walk, &walk->from->image);
}

static void drop_image(void *data, void *task)
{
    (void)data;
    image_task *walk = task;
    image_parts_clear(&walk->parts);
    free(walk);
}

// The walk of the next image has ended.
static bool deliver_image(void *data, void *state, void *task)
{
    layer_run *layer = data;
    image_run *run = layer->run;
    const image_class *from = ((image_task *)task)->from;
    image_parts *parts = &((image_task *)task)->parts;
    (void)state;
    ASSERT(from == run->state.now.class + run->state.image);
    crease_status saved = CREASE_OK;
    if (parts->status == CREASE_OK) {
        take_parts(run, parts, from);
        add_counts(run, from, &parts->counts, layer->neuron);
        run->state.image++;
        run_limits_add(run->limits, &(crease_progress){.done = 1});
        if (run_limits_seconds(run->limits) >= run->next_save)
            saved = save_state(run, layer->error);
    } else if (parts->status == CREASE_STOPPED) { // what follows is of the lower bounds alone
        saved = save_state(run, layer->error);
        add_counts(run, from, &parts->counts, layer->neuron);
        add_unwalked(run, run->state.image + 1);
    } else if (layer->error) {
        *layer->error = parts->error;
    }
    layer->status = saved == CREASE_OK ? parts->status : saved;
    drop_image(NULL, task);
    return layer->status == CREASE_OK;
}

// Divides the images of a layer, as many at a time as there are threads; delivers them in order.
static void walk_images(layer_run *layer)
{
    enum { AHEAD = 1024, FEW = 8 }; // images that wait for an earlier one; not worth a thread
    const image_state *state = &layer->run->state;
    const size_t count = state->now.count - state->image;
    void **task = memory_new(count, sizeof *task);
    for (size_t i = 0; i < count; i++) {
        image_task *walk = memory_new(1, sizeof *walk);
        walk->from = state->now.class + state->image + i;
        task[i] = walk;
    }
    const parallel_order work = {
        .data = layer,
        .run = run_image,
        .deliver = deliver_image,
        .drop = drop_image,
        .window = AHEAD,
        .each = 1,
        .threads = parallel_threads(layer->run->threads, (count + FEW - 1) / FEW),
        .stack = 1, // a walk that needs more takes a thread of its own
    };
    parallel_run_order(&work, task, count);
    if (work.threads > layer->run->state.totals->threads)
        layer->run->state.totals->threads = work.threads;
    free(task);
}

// Walks the images on entry to a layer; their parts are those on entry to the next one.
static crease_status walk_layer_by_images(image_run *run, size_t neuron, crease_error *error)
{
    const crease_totals *totals = run->state.totals;
    const size_t l = run->state.layer;
    const bool is_last = l + 1 == totals->layers;
    crease_net *stage = stage_new(run->net, l);
    rounded_net rounded;
    rounded_net_init(&rounded, stage, NULL, stage->inputs);
    layer_run layer = {
        .run = run, .walk = walk_of(run, stage, &rounded), .neuron = neuron, .error = error};
    layer.walk.entered = is_last ? NULL : run->net->layer + l + 1;
    layer.walk.only_counts = is_last && !run->slopes;
    layer.walk.by_neuron = totals->per_neuron != NULL;
    if (run->state.image < run->state.now.count)
        walk_images(&layer);
    rounded_net_clear(&rounded);
    crease_net_free(stage);
    return layer.status;
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
    crease_net *first = stage_new_before(run->net, 0);
    parts_layer walk = walk_of(run, first, NULL);
    walk.entered = run->net->layer;
    image_parts parts = {0};
    image_parts_find(&parts, &walk, run->domain);
    const crease_status status = parts.status;
    if (status == CREASE_OK)
        take_parts(run, &parts, NULL);
    else if (status == CREASE_ERROR && error)
        *error = parts.error;
    image_parts_clear(&parts);
    crease_net_free(first);
    next_becomes_now(&run->state);
    return status;
}

// Enters the first layer, or goes on from where an earlier run has ended.
static crease_status begin(image_run *run, crease_error *error)
{
    bool is_there = false;
    crease_status status = CREASE_OK;
    if (run->limits->options->folder)
        status = image_state_load(&is_there, &run->state, run->net, run->domain,
                                  run->limits->options, error);
    run->limits->now.total = run->state.now.count;
    run->limits->now.done = run->state.image;
    return is_there || status ? status : enter_first(run, error);
}

static crease_status walk_all_layers(image_run *run, crease_error *error)
{
    image_state *state = &run->state;
    crease_totals *t = state->totals;
    crease_status status = begin(run, error);
    while (state->layer < t->layers && status == CREASE_OK) {
        note_folding(t->folding + state->layer, &state->now);
        status = walk_layer_by_images(run, net_units(run->net, state->layer), error);
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

// Counts until work_end by the clock of this thread, after which it is not worth while. With
// linear_regions also those, if all images were walked.
static crease_status count_until(crease_totals *totals, fmpz *linear_regions, const crease_net *net,
                                 const crease_domain *domain, const crease_options *options,
                                 double work_end, crease_error *error)
{
    slopes collected;
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
                     .threads = limits.options->threads,
                     .work_end = work_end};
    image_set_init(&run.state.now);
    image_set_init(&run.state.next);
    slopes_init(&collected, totals->layers, crease_net_outputs(net));
    run.slopes = linear_regions ? &collected : NULL;
    totals->threads = 1; // or as many as walk the images of a layer
    const crease_status status = walk_all_layers(&run, error);
    sum_up(totals);
    if (linear_regions && status == CREASE_OK)
        slopes_count(linear_regions, &collected);
    slopes_clear(&collected);
    totals->by_images = 1;
    totals->complete = status == CREASE_OK;
    totals->seconds += run.state.seconds + run_limits_seconds(&limits);
    image_set_clear(&run.state.now);
    image_set_clear(&run.state.next);
    return run_limits_end(&limits, status, error);
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
