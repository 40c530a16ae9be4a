// The public walk: checks, sets up, walks, counts.
#include "base/error.h"

#include "base/fatal.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "domain/point_number.h"
#include "walk/mode.h"
#include "walk/sharing.h"
#include "walk/tasks.h"
#include <flint/fmpq_mat.h>
#include <flint/fmpq_vec.h>
#include <stdlib.h>
#include <string.h>

// A domain with n intervals has at least 2^n vertices.
enum { MOST_INTERVALS = 20 };
// From this dimension on cells have no vertices: lp/polyhedron.h.
enum { DICTIONARY_FROM = 6 };
// With so few predicates from one dimension less on: half of the time, with 40 of them more.
enum { FEW_PREDICATES = 20 };
// Larger first layers would take longer to reduce modulo their lineality than to enumerate.
enum { MOST_UNITS = 64 };

bool walk_has_no_vertices(size_t dimension)
{
    return dimension >= DICTIONARY_FROM;
}

static bool has_few_predicates(const crease_net *net)
{
    ASSERT(net->layers > 0);
    size_t predicates = 0;
    for (size_t l = 0; l < crease_net_hidden(net); l++)
        predicates += net->layer[l].unit.predicate[net->layer[l].units];
    return predicates <= FEW_PREDICATES;
}

static const crease_visitor *visitor_of(const walk_mode *mode)
{
    static const crease_visitor no_visitor;
    if (mode->observer)
        return &mode->observer->visitor;
    return mode->visitor ? mode->visitor : &no_visitor;
}

// In the whole space a cell has few vertices and rays, as no faces of the domain meet: there the
// integer programs of lp/program.h take twenty times as long. If callbacks do not see the cells:
// without doubles vertices are faster in one dimension more, with doubles on small networks in one
// dimension less.
static bool is_by_dictionary(const crease_net *net, const crease_domain *domain,
                             const walk_mode *mode, crease_arith arith)
{
    ASSERT(domain->dimension > 0);
    const walk_observer *observer = mode->observer;
    const crease_visitor *visitor = visitor_of(mode);
    const bool cells_unobserved =
        (!visitor->region && !visitor->split) || (observer && observer->patterns_only);
    const size_t more = cells_unobserved && arith == CREASE_EXACT;
    const size_t less = cells_unobserved && arith == CREASE_FILTERED && has_few_predicates(net);
    if (observer && !observer->any_cells)
        return false;
    if (domain->by_dictionary)
        return domain->by_dictionary > 0;
    return (domain->is_box || domain->inequalities) &&
           walk_has_no_vertices(domain->dimension + less - more);
}

// The ties of a maxout unit are cut in another order in each of its cells, and in an unbounded one
// a line gets a point that no neighbour has.
static bool has_common_edges(const walk_maps *maps, const crease_domain *domain)
{
    bool has_maxout = false;
    for (size_t l = 1; l < maps->layers; l++)
        has_maxout |= maps->layer[l].rounded->has_maxout;
    return !has_maxout || crease_domain_is_bounded(domain);
}

static void walker_init(walker *w, crease_counts *counts, rounded_net *rounded,
                        const crease_domain *domain, const walk_mode *mode, run_limits *limits)
{
    const crease_net *net = rounded->net;
    const crease_options *options = limits->options;
    const crease_visitor *visitor = visitor_of(mode);
    *w = (walker){.hidden = crease_net_hidden(net),
                  .line_order = mode->line_order,
                  .visitor = visitor,
                  .counting = !visitor->region && !visitor->split,
                  .most_regions = options->max_regions ? options->max_regions : UINT64_MAX,
                  .counts = counts,
                  .ticker = {.limits = limits}};
    const bool by_dictionary = is_by_dictionary(net, domain, mode, options->arith);
    walk_position_init(&w->pos, rounded, domain, by_dictionary, options->arith, options->tolerance);
    w->pos.focus = mode->focus;
    if (visitor->numbers_vertices) {
        point_numbers_begin(&w->pos.space);
        w->pos.space.shared.keeps = true;
        w->pos.space.has_common_edges = has_common_edges(&w->pos.maps, domain);
    }
    w->whole_size = cell_size(&w->pos.whole, &w->pos.space);
    walker_count_into(w, counts);
}

static void walker_clear(walker *w)
{
    walk_position_clear(&w->pos);
    walk_path_clear(&w->path);
    free(w->shared.waiting);
    free(w->added);
}

// ---- The whole space modulo the directions in which no neuron changes ----

// The coordinates of the pivots of the first layer's weights; returns their number.
static size_t find_pivots(size_t *pivot, const net_layer *layer)
{
    ASSERT(layer->rows >= layer->units);
    fmpq_mat_t weights;
    fmpq_mat_init(weights, (slong)layer->rows, (slong)layer->inputs);
    for (size_t i = 0; i < layer->rows; i++) {
        const sparsity_row entries = sparsity_row_of(&layer->support, i);
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

// If the weights of the first layer do not span the space: a linear subspace on which they have the
// same rank, as a domain on a slice. Every region of the network is the sum of its part in the
// subspace and of the kernel of these weights, so there are as many regions, and none is bounded.
// Else, or if the domain is not the whole space, NULL. The caller frees it.
static crease_domain *lineality_complement(const crease_net *net, const crease_domain *domain)
{
    ASSERT(net->inputs > 0);
    ASSERT(domain->dimension > 0);
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

// ---- All of it ----

static void sum_neurons(crease_counts *counts)
{
    uint64_t regions = 1;
    for (size_t k = 0; counts->per_neuron && k < counts->neurons; k++)
        counts->per_neuron[k] = regions += counts->per_neuron[k];
}

// A visitor is called in order by one thread; and a limit on regions means the first regions in
// order, which only an observer's walk delivers.
static bool can_share(const crease_net *net, const crease_options *options, const walk_mode *mode)
{
    ASSERT(net->inputs > 0);
    const crease_visitor *visitor = visitor_of(mode);
    return mode->observer ||
           (!visitor->region && !visitor->split && !options->max_regions && crease_net_hidden(net));
}

// Only a polytope can lack an interior.
static crease_status refuse_domain(const crease_domain *domain, crease_error *error)
{
    ASSERT(domain->dimension > 0);
    error_set(error, "expected a domain with interior points, but the %s is %s", domain->text,
              polyhedron_is_empty(domain) ? "empty"
                                          : "flat: name the plane that it lies in with --slice");
    return domain->file ? error_file(error, domain->file) : CREASE_ERROR;
}

typedef struct {
    walker *w;
    crease_status status;
} lone_walk;

static void walk_alone(void *data)
{
    lone_walk *walk = data;
    walk->status = walk_tree(walk->w) ? CREASE_OK : CREASE_STOPPED;
}

static crease_status walk_all(crease_counts *counts, const crease_net *net,
                              const crease_domain *domain, const walk_mode *mode,
                              run_limits *limits, crease_error *error)
{
    ASSERT(net->inputs > 0);
    ASSERT(domain->dimension > 0);
    bool shared = can_share(net, limits->options, mode);
    size_t count = shared ? parallel_threads(limits->options->threads, SIZE_MAX) : 1;
    rounded_net rounded;
    if (mode->base)
        rounded_net_init_on(&rounded, mode->base, domain->parametrization, domain->dimension);
    else
        rounded_net_init(&rounded, net, domain->parametrization, domain->dimension);
    ASSERT(rounded.net == net);
    walker *walkers = memory_new(count, sizeof *walkers);
    for (size_t i = 0; i < count; i++)
        walker_init(walkers + i, counts, &rounded, domain, mode, limits);
    crease_status status = CREASE_OK;
    // After a limit the walkers may be unfinished.
    if (run_poll_now())
        status = CREASE_STOPPED;
    else if (!walkers->pos.has_interior && !run_is_cancelled())
        status = refuse_domain(domain, error);
    else if (limits->options->folder)
        status = walk_in_tasks(counts, walkers, count, domain, mode, error);
    else if (shared)
        status = walk_observed(counts, walkers, count, mode);
    else {
        lone_walk walk = {walkers, CREASE_STOPPED}; // if there are no threads
        parallel_call(walk_alone, &walk, walk_stack(&walkers->pos));
        status = walk.status;
        counts->decided_float += walkers->pos.judge.decided_float;
        counts->decided_exact += walkers->pos.judge.decided_exact;
    }
    sum_neurons(counts);
    if (!limits->options->folder)
        counts->threads = count;
    for (size_t i = 0; i < count; i++)
        walker_clear(walkers + i);
    rounded_net_clear(&rounded);
    free(walkers);
    return status;
}

crease_status walk_in_mode(crease_counts *counts, const crease_net *net,
                           const crease_domain *domain, const walk_mode *mode,
                           const crease_options *options, crease_error *error)
{
    ASSERT(net->inputs > 0);
    ASSERT(domain->dimension > 0);
    walk_counts_reset(counts);
    if (domain->inputs != crease_net_inputs(net))
        return error_set(error, "expected a domain in R^%zu, the network's inputs, found R^%zu",
                         crease_net_inputs(net), domain->inputs);
    if (domain_intervals(domain) > MOST_INTERVALS &&
        !is_by_dictionary(net, domain, mode, options ? options->arith : CREASE_FILTERED))
        return error_set(error,
                         "a domain with 2^%zu vertices is too large to enumerate (2^%d at most): "
                         "look at a slice of it (--slice), or at points and lines (locate, line, "
                         "distance), which need no vertices",
                         domain_intervals(domain), MOST_INTERVALS);

    run_limits limits;
    run_limits_init(&limits, options);
    run_limits_watch(&limits, mode->watch);
    crease_status status = walk_all(counts, net, domain, mode, &limits, error);
    counts->complete = status == CREASE_OK;
    counts->seconds += run_limits_seconds(&limits); // of this run
    limits.now.regions = counts->activation_regions;
    if (!counts->complete && limits.now.regions == limits.options->max_regions)
        run_limits_stop(&limits, RUN_STOPPED_BY_REGIONS);
    return run_limits_end(&limits, status, error);
}

crease_status walk_watched(crease_counts *counts, const crease_net *net,
                           const crease_domain *domain, const crease_options *options,
                           run_watch watch, crease_error *error)
{
    ASSERT(net->inputs > 0);
    ASSERT(domain->dimension > 0);
    const walk_mode mode = {.watch = watch};
    crease_domain *part = options && options->folder ? NULL : lineality_complement(net, domain);
    const crease_status status =
        walk_in_mode(counts, net, part ? part : domain, &mode, options, error);
    if (part)
        counts->bounded_regions = 0;
    crease_domain_free(part);
    return status;
}

crease_status crease_walk(crease_counts *counts, const crease_net *net, const crease_domain *domain,
                          const crease_options *options, const crease_visitor *visitor,
                          crease_error *error)
{
    ASSERT(net->inputs > 0);
    ASSERT(domain->dimension > 0);
    const walk_mode mode = {.visitor = visitor};
    return visitor ? walk_in_mode(counts, net, domain, &mode, options, error)
                   : walk_watched(counts, net, domain, options, (run_watch){0}, error);
}

crease_status walk_observe(crease_counts *counts, const crease_net *net,
                           const crease_domain *domain, const crease_options *options,
                           const walk_observer *observer, crease_error *error)
{
    ASSERT(net->inputs > 0);
    ASSERT(domain->dimension > 0);
    const walk_mode mode = {.observer = observer};
    return walk_in_mode(counts, net, domain, &mode, options, error);
}
