// Which class the network chooses where: decision regions, their volumes and the boundary between.
//
// The choice of the greatest form is one more layer of the network, a maxout unit; the regions of
// that network are the cells. They are joined to decision regions (regions/class_cells.h).
#include <crease/regions.h>

#include "base/error.h"
#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "cell/volume.h"
#include "domain/domain.h"
#include "exact/lowest_terms.h"
#include "net/net.h"
#include "regions/class_cells.h"
#include "walk/tasks.h"
#include <flint/fmpq_vec.h>
#include <stdlib.h>

enum { DIGITS = 15, MOST_DIGITS = 10000 };

// ---- The result ----

void crease_classes_init(crease_classes *classes, const crease_domain *domain, size_t count)
{
    ASSERT(classes && domain);
    *classes = (crease_classes){.dimension = domain->dimension, .count = count};
    classes->entry = memory_new(count, sizeof *classes->entry);
    for (size_t k = 0; k < count; k++) {
        fmpq_init(classes->entry[k].volume);
        fmpq_init(classes->entry[k].tied_volume);
        fmpq_init(classes->entry[k].error);
    }
    fmpq_init(classes->whole);
    fmpq_init(classes->boundary.lo);
    fmpq_init(classes->boundary.hi);
    fmpq_one(classes->boundary.lo); // empty
}

void crease_classes_clear(crease_classes *classes)
{
    for (size_t k = 0; k < classes->count; k++) {
        fmpq_clear(classes->entry[k].volume);
        fmpq_clear(classes->entry[k].tied_volume);
        fmpq_clear(classes->entry[k].error);
    }
    fmpq_clear(classes->whole);
    for (size_t i = 0; i < classes->regions; i++) {
        fmpq_clear(classes->region[i].volume);
        _fmpq_vec_clear(classes->region[i].point, (slong)classes->dimension);
    }
    for (size_t i = 0; i < classes->segments; i++)
        for (int k = 0; k < 2; k++)
            _fmpq_vec_clear(classes->segment[i].end[k], (slong)classes->dimension);
    free(classes->entry);
    free(classes->region);
    free(classes->segment);
    fmpq_clear(classes->boundary.lo);
    fmpq_clear(classes->boundary.hi);
}

// ---- The result ----

static void add_units(fmpq_t sum, const fmpz_t units, const class_frame *frame)
{
    fmpq_t term;
    fmpq_init(term);
    fmpq_set_fmpz(term, units);
    fmpq_div_2exp(term, term, frame->shift);
    fmpq_div_fmpz(term, term, frame->divisor);
    fmpq_add(sum, sum, term);
    fmpq_clear(term);
}

// The roots of the joined cells become the regions of the result, and are added to their classes.
static void set_regions(crease_classes *classes, class_cells *d)
{
    classes->region = memory_new(d->sets.sets, sizeof *classes->region);
    for (size_t k = 0; k < d->asked->count; k++)
        classes->entry[k].finite = (d->asked->what & CREASE_CLASS_VOLUMES) != 0;
    for (uint64_t i = 0; i < d->sets.count; i++) {
        if (union_find_root(&d->sets, i) != i)
            continue;
        joined_cells *from = d->joined + i;
        crease_decision_region *region = classes->region + classes->regions++;
        crease_class *class = classes->entry + from->region.number;
        if (!from->region.bounded)
            fmpq_zero(from->region.volume); // of its bounded cells
        else if (class_sums_facets(d->asked))
            fmpq_div_fmpz(from->region.volume, from->region.volume, d->asked->frame.divisor);
        class->regions++;
        class->bounded_regions += (uint64_t)from->region.bounded;
        class->finite &= from->region.bounded;
        class->cells += from->region.cells;
        class->tied_cells += from->tied_cells;
        fmpq_add(class->volume, class->volume, from->region.volume);
        if (d->asked->rounds) {
            add_units(class->volume, from->units, &d->asked->frame);
            add_units(class->error, from->error, &d->asked->frame);
        }
        fmpq_add(class->tied_volume, class->tied_volume, from->tied_volume);
        *region = from->region;
        from->region.point = NULL;
        fmpq_init(from->region.volume);
    }
}

static void set_end(crease_segment *segment, int end, const fmpz *point, size_t dimension)
{
    ASSERT(dimension > 0);
    fmpq *x = segment->end[end] = _fmpq_vec_init((slong)dimension);
    segment->is_ray[end] = fmpz_is_zero(point + 2);
    for (size_t c = 0; c < dimension && segment->is_ray[end]; c++)
        fmpq_set_fmpz(x + c, point + c);
    if (segment->is_ray[end])
        return;
    const fmpz row[3] = {point[0], point[dimension < 2 ? 2 : 1], point[2]}; // borrowed
    fmpz_t common;
    fmpz_init(common);
    lowest_terms_common(common, row, dimension + 1);
    lowest_terms_set(x, row, dimension + 1, common);
    fmpz_clear(common);
}

static void set_segments(crease_classes *classes, const rows *segments)
{
    classes->segments = segments->count;
    classes->segment = memory_new(segments->count, sizeof *classes->segment);
    for (size_t i = 0; i < segments->count; i++) {
        const fmpz *row = rows_at(segments, i);
        crease_segment *segment = classes->segment + i;
        segment->left = fmpz_get_ui(row + CLASS_SEGMENT_LEFT);
        segment->right = fmpz_get_ui(row + CLASS_SEGMENT_RIGHT);
        set_end(segment, 0, row + CLASS_SEGMENT_FROM, classes->dimension);
        set_end(segment, 1, row + CLASS_SEGMENT_TO, classes->dimension);
    }
}

static void set_boundary(crease_classes *classes, const class_cells *all)
{
    fmpq_t one;
    fmpq_init(one);
    fmpq_one(one);
    set_segments(classes, &all->segments);
    classes->boundary_is_infinite = all->is_infinite;
    if (!all->is_infinite)
        enclosed_sum_get(&classes->boundary, &all->measure, one);
    fmpq_clear(one);
}

// In a bounded domain the volumes of the classes add up to its own, classes->whole. If class 0 has
// the rest, this is positive unless there is no such class, or 0.
static crease_status complete_volumes(crease_classes *classes, const class_question *asked,
                                      crease_error *error)
{
    crease_class *first = classes->entry;
    fmpq_t rest, bound;
    fmpq_init(rest);
    fmpq_init(bound);
    fmpq_set(rest, classes->whole);
    for (size_t k = 0; k < classes->count; k++) {
        fmpq_sub(rest, rest, classes->entry[k].volume);
        fmpq_add(bound, bound, classes->entry[k].error);
    }
    const int expected = asked->has_rest && first->cells;
    fmpq_add(first->error, rest, bound); // how much it may be at most
    fmpq_sub(bound, rest, bound);
    const bool is_right =
        expected ? fmpq_sgn(first->error) > 0 : fmpq_sgn(bound) <= 0 && fmpq_sgn(first->error) >= 0;
    fmpq_sub(first->error, first->error, rest);
    if (!expected)
        fmpq_zero(first->error);
    else
        fmpq_swap(first->volume, rest);
    fmpq_clear(bound);
    fmpq_clear(rest);
    return is_right ? CREASE_OK
                    : error_set(error, "the volumes of the classes do not add up to that of the "
                                       "domain: this is a defect of crease");
}

// ---- All of it ----

static crease_status classes_check(const crease_domain *domain, size_t count, unsigned what,
                                   unsigned digits, const crease_options *options,
                                   crease_error *error)
{
    ASSERT(domain->dimension > 0);
    if (options && options->arith == CREASE_FLOAT)
        return error_set(error, "classes are exact: arithmetic \"float\" has none");
    if (count < 2 || count > DECISION_MOST)
        return error_set(error, "a class is the greatest of 2 to %d forms, and these are %zu",
                         DECISION_MOST, count);
    if (digits > MOST_DIGITS)
        return error_set(error, "expected at most %d digits, found %u", MOST_DIGITS, digits);
    if (what & CREASE_CLASS_BOUNDARY && domain->dimension > 2 && !crease_domain_is_bounded(domain))
        return error_set(error,
                         "in three and more dimensions the decision boundary is measured in a "
                         "bounded domain, and this is %s",
                         domain->text);
    return CREASE_OK;
}

// The counts of the walk, without the layer that chooses.
static void set_counts(crease_counts *counts, const crease_counts *walk_counts)
{
    crease_counts own = *counts;
    *counts = *walk_counts;
    counts->per_layer = own.per_layer;
    counts->layers = own.layers;
    counts->per_neuron = own.per_neuron;
    counts->neurons = own.neurons;
    for (size_t l = 0; l < counts->layers; l++)
        counts->per_layer[l] = walk_counts->per_layer[l];
}

crease_status crease_classes_find(crease_classes *classes, crease_counts *counts,
                                  const crease_net *net, const crease_domain *domain,
                                  const fmpq *forms, size_t count, unsigned what, unsigned digits,
                                  const crease_options *options, crease_error *error)
{
    ASSERT(net->inputs > 0);
    ASSERT(domain->dimension > 0);
    if (classes_check(domain, count, what, digits, options, error))
        return CREASE_ERROR;
    crease_net *deciding = net_deciding(net, forms, count);
    if (options && options->folder) // tasks depend on its hash
        net_finish(deciding);
    crease_counts walk_counts;
    class_question asked = {.net = deciding,
                            .dimension = domain->dimension,
                            .count = count,
                            .last = crease_net_hidden(deciding) - 1,
                            .what = what,
                            .digits = digits ? digits : DIGITS};
    class_frame_init(&asked.frame, domain);
    asked.has_rest = class_sums_facets(&asked) && !(what & CREASE_CLASS_POINTS) &&
                     crease_domain_is_bounded(domain);
    asked.rounds = what & CREASE_CLASS_ROUNDED && asked.has_rest && asked.frame.is_box &&
                   !(options && options->folder);
    class_cells all;
    class_cells_init(&all, &asked);
    run_limits limits; // of the walk, and of the sums after it
    run_limits_init(&limits, options);
    crease_counts_init(&walk_counts, deciding);
    const walk_observer observer = class_cells_observer(&all);
    crease_status status = walk_observe(&walk_counts, deciding, domain, options, &observer, error);
    class_cells_end(&all, status == CREASE_OK);
    const bool adds_up = status == CREASE_OK && walk_has_results(options) &&
                         class_sums_facets(&asked) && crease_domain_is_bounded(domain);
    if (adds_up)
        domain_volume(classes->whole, domain, CREASE_EXACT);
    if (status == CREASE_OK && run_is_cancelled()) {
        status = CREASE_STOPPED;
        walk_counts.complete = 0;
    }
    if (status != CREASE_ERROR && walk_has_results(options)) {
        if (status == CREASE_STOPPED)
            asked.what = 0;
        set_regions(classes, &all);
        if (status == CREASE_OK && what & CREASE_CLASS_BOUNDARY)
            set_boundary(classes, &all);
        if (status == CREASE_OK && adds_up)
            status = complete_volumes(classes, &asked, error);
        for (size_t k = 0; k < classes->count && !adds_up; k++)
            fmpq_add(classes->whole, classes->whole, classes->entry[k].volume);
        set_counts(counts, &walk_counts);
    }
    crease_counts_clear(&walk_counts);
    class_cells_clear(&all);
    class_frame_clear(&asked.frame);
    crease_net_free(deciding);
    return run_limits_end(&limits, status, error);
}
