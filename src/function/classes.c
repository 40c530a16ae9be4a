// Which class the network chooses where: decision regions, their volumes and the boundary between.
//
// The choice of the greatest form is one more layer of the network, a maxout unit; the regions of
// that network are the cells. They are joined as linear regions are, across the splits that made
// their facets, with the class in place of the map.
#include <crease/function.h>

#include "base/error.h"
#include "base/limits.h"
#include "base/memory.h"
#include "exact/enclosed_sum.h"
#include "function/curves.h"
#include "geom/domain.h"
#include "net/net.h"
#include "regions/facet_matching.h"
#include "regions/union_find.h"
#include "walk/observer.h"
#include "walk/tasks.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>

enum { DIGITS = 15, MOST_DIGITS = 10000 };

// ---- The result ----

void crease_classes_init(crease_classes *classes, const crease_domain *domain, size_t count)
{
    *classes = (crease_classes){.dimension = domain->dimension, .count = count};
    classes->of = memory_new(count, sizeof *classes->of);
    for (size_t k = 0; k < count; k++) {
        fmpq_init(classes->of[k].volume);
        fmpq_init(classes->of[k].tied_volume);
    }
    fmpq_init(classes->boundary.lo);
    fmpq_init(classes->boundary.hi);
    fmpq_one(classes->boundary.lo); // empty
}

void crease_classes_clear(crease_classes *classes)
{
    for (size_t k = 0; k < classes->count; k++) {
        fmpq_clear(classes->of[k].volume);
        fmpq_clear(classes->of[k].tied_volume);
    }
    for (size_t i = 0; i < classes->regions; i++) {
        fmpq_clear(classes->region[i].volume);
        _fmpq_vec_clear(classes->region[i].point, (slong)classes->dimension);
    }
    for (size_t i = 0; i < classes->curves; i++)
        curve_clear(classes->curve + i, classes->dimension);
    free(classes->of);
    free(classes->region);
    free(classes->curve);
    fmpq_clear(classes->boundary.lo);
    fmpq_clear(classes->boundary.hi);
}

// ---- The walk ----

typedef struct {
    uint32_t number; // of the class
    unsigned char bounded, tied;
    fmpq_t volume;
    fmpq *point; // inside, as long as no earlier cell is known to be of the same region
} decided_cell;

// The question.
typedef struct {
    size_t dimension, count, last; // last: the layer that chooses, as visitors number it
    unsigned what, digits;
} question;

// The cells of the walk, or of a range of it.
typedef struct {
    const question *asked;
    decided_cell *cell;
    size_t capacity;
    union_find regions; // of cells
    facet_matching matching;
    curve_pieces pieces;
    enclosed_sum measure; // of the boundary, in three and more dimensions
    fmpq_t term;
} decided;

static void decided_init(decided *d, const question *asked)
{
    *d = (decided){.asked = asked};
    curve_pieces_init(&d->pieces, asked->dimension);
    enclosed_sum_init(&d->measure, asked->digits);
    fmpq_init(d->term);
}

static void decided_clear(decided *d)
{
    for (size_t i = 0; i < d->regions.count; i++) {
        fmpq_clear(d->cell[i].volume);
        if (d->cell[i].point)
            _fmpq_vec_clear(d->cell[i].point, (slong)d->asked->dimension);
    }
    free(d->cell);
    union_find_clear(&d->regions);
    facet_matching_clear(&d->matching);
    curve_pieces_clear(&d->pieces);
    enclosed_sum_clear(&d->measure);
    fmpq_clear(d->term);
}

// Whether a form is equal to the greatest one on all of the cell. Doubles that see it differ at one
// generator prove that it is not.
static int is_as_great(const crease_region *region, size_t form, size_t greatest, double *scratch)
{
    walk_position *pos = region->pos;
    const size_t l = pos->maps.layers - 1;
    const unit_table *table = &pos->maps.layer[l].rounded->unit;
    const size_t tie = maxout_predicate(
        (maxout_rows){form < greatest ? form : greatest, form < greatest ? greatest : form},
        unit_rank(table, 0));
    if (pos->judge.arith != CREASE_EXACT) {
        walk_layer_approx(scratch, pos->maps.layer + l, 0, tie);
        for (size_t i = 0; i < region->cell->count; i++)
            if (space_try(&pos->space, scratch, region_point(region, i)) != SIGN_UNKNOWN)
                return 0;
    }
    fmpz *row = _fmpz_vec_init((slong)pos->maps.columns);
    walk_maps_form(&pos->maps, row, l, 0, tie);
    const int equal = _fmpz_vec_is_zero(row, (slong)pos->maps.columns);
    _fmpz_vec_clear(row, (slong)pos->maps.columns);
    return equal;
}

static int is_tied(const question *asked, const crease_region *region, uint32_t number)
{
    double *scratch = memory_new(form_doubles(asked->dimension), sizeof *scratch);
    int tied = 0;
    for (size_t k = 0; k < asked->count && !tied; k++)
        tied = k != number && is_as_great(region, k, number, scratch);
    free(scratch);
    return tied;
}

static crease_visit classes_cell(void *data, const crease_region *region)
{
    decided *d = data;
    fmpq_t volume;
    run_context limits_before = run_set_limits(NULL); // what is matched must be right
    const uint64_t number = union_find_add(&d->regions);
    MEMORY_RESERVE(d->cell, d->capacity, number + 1);
    decided_cell *cell = d->cell + number;
    *cell = (decided_cell){.number = crease_region_pattern(region, d->asked->last)[0],
                           .bounded = (unsigned char)crease_region_is_bounded(region)};
    cell->tied = (unsigned char)is_tied(d->asked, region, cell->number);
    fmpq_init(volume);
    if (cell->bounded && d->asked->what & CREASE_CLASS_VOLUMES)
        crease_region_volume(volume, region);
    *cell->volume = *volume;
    cell->point = _fmpq_vec_init((slong)d->asked->dimension);
    crease_region_interior(cell->point, region);
    facet_matching_add(&d->matching, region, number, cell->number);
    run_here = limits_before;
    return CREASE_GO;
}

static void join_cells(void *data, uint64_t a, uint64_t b)
{
    decided *d = data;
    a = union_find_root(&d->regions, a);
    b = union_find_root(&d->regions, b);
    if (a == b)
        return;
    union_find_join(&d->regions, a, b);
    decided_cell *later = d->cell + (a > b ? a : b); // the earlier one is the root
    _fmpq_vec_clear(later->point, (slong)d->asked->dimension);
    later->point = NULL;
}

static int are_one_cell(void *data, uint64_t a, uint64_t b)
{
    decided *d = data;
    return union_find_root(&d->regions, a) == union_find_root(&d->regions, b);
}

static void add_curve_piece(void *data, const facet_border *part)
{
    curve_pieces_add(data, part);
}

static void join_cells_of_split(void *data, facet_matching *matching)
{
    const facet_joiner joiner = {data, join_cells, are_one_cell};
    facet_matching_join(matching, &joiner);
}

static void close_cells(void *data, facet_matching *matching)
{
    decided *d = data;
    const size_t dimension = d->asked->dimension;
    const int with_boundary = (d->asked->what & CREASE_CLASS_BOUNDARY) != 0;
    if (with_boundary && dimension <= 2) {
        facet_matching_borders(matching, dimension, add_curve_piece, &d->pieces);
    } else if (with_boundary) {
        facet_matching_square(d->term, matching, dimension);
        enclosed_sum_add_root(&d->measure, d->term);
    }
    join_cells_of_split(d, matching);
}

static crease_visit classes_split(void *data, const crease_split *split)
{
    facet_matching_split(&((decided *)data)->matching, split);
    return CREASE_GO;
}

static void classes_leave(void *data, const crease_split *split)
{
    facet_matching_leave(&((decided *)data)->matching, split, close_cells, data);
}

// ---- By all threads ----

// All of the walk.
typedef struct {
    question asked;
    decided all;
    enclosed_sum measure; // of the boundary
} decider;

static void *classes_open(void *data)
{
    const decider *whole = data;
    decided *d = memory_new(1, sizeof *d);
    decided_init(d, &whole->asked);
    return d;
}

static void classes_close(void *data, void *buffer)
{
    (void)data;
    decided_clear(buffer);
    free(buffer);
}

static size_t classes_size(const void *buffer)
{
    enum { NUMBER = 64 }; // bytes that a coordinate or a volume takes, about
    const decided *d = buffer;
    const size_t cell = sizeof *d->cell + (d->asked->dimension + 1) * NUMBER;
    return d->regions.count * cell + facet_matching_bytes(&d->matching) +
           curve_pieces_bytes(&d->pieces);
}

static crease_visit classes_deliver(void *data, void *buffer, uint64_t first, uint64_t regions)
{
    decider *whole = data;
    decided *all = &whole->all, *d = buffer;
    (void)regions; // cells are never cancelled
    MEMORY_RESERVE(all->cell, all->capacity, first + d->regions.count);
    for (size_t i = 0; i < d->regions.count; i++)
        all->cell[first + i] = d->cell[i];
    union_find_append(&all->regions, &d->regions);
    facet_matching_append(&all->matching, &d->matching, first, NULL, close_cells, all);
    curve_pieces_append(&all->pieces, &d->pieces);
    enclosed_sum_append(&whole->measure, &all->measure);
    enclosed_sum_append(&whole->measure, &d->measure);
    return CREASE_GO;
}

// ---- By tasks ----

static void pack_cell(decided_cell *cell, const question *asked, pack *p)
{
    cell->number = (uint32_t)pack_word(p, cell->number);
    cell->bounded = (unsigned char)pack_word(p, cell->bounded);
    cell->tied = (unsigned char)pack_word(p, cell->tied);
    pack_rationals(p, cell->volume, 1);
    if (pack_word(p, cell->point != NULL)) {
        if (p->reads)
            cell->point = _fmpq_vec_init((slong)asked->dimension);
        pack_rationals(p, cell->point, asked->dimension);
    }
    p->failed |= cell->number >= asked->count;
}

static void pack_decided(void *data, void *buffer, pack *p)
{
    const question *asked = &((const decider *)data)->asked;
    decided *d = buffer;
    union_find_pack(&d->regions, p);
    MEMORY_RESERVE(d->cell, d->capacity, d->regions.count);
    for (size_t i = 0; i < d->regions.count; i++) {
        if (p->reads) {
            d->cell[i] = (decided_cell){.number = 0};
            fmpq_init(d->cell[i].volume);
        }
        pack_cell(d->cell + i, asked, p);
    }
    facet_matching_pack(&d->matching, d->regions.count, asked->count, p);
    curve_pieces_pack(&d->pieces, p);
    enclosed_sum_pack(&d->measure, p);
    if (p->reads)
        return;
    decided_clear(d);
    decided_init(d, asked);
}

// ---- Sums ----

// Neighbours in the list are neighbours in the tree, so its halves have short sums
// (exact/long_sum.h). which: the cells of one region, or of one class.
static void sum_volumes(fmpq_t sum, const decided *d, const uint64_t *which, size_t count)
{
    fmpq_t rest;
    if (count == 0)
        fmpq_zero(sum);
    else if (count == 1)
        fmpq_set(sum, d->cell[which[0]].volume);
    if (count < 2)
        return;
    fmpq_init(rest);
    sum_volumes(sum, d, which, count / 2);
    sum_volumes(rest, d, which + count / 2, count - count / 2);
    fmpq_add(sum, sum, rest);
    fmpq_clear(rest);
}

// The cells in the order of their regions, and in each in that of the walk.
static uint64_t *cells_by_region(decided *d, uint64_t *place)
{
    const size_t cells = d->regions.count;
    uint64_t *list = memory_new(cells, sizeof *list);
    for (size_t i = 0; i < cells; i++)
        place[union_find_root(&d->regions, i) + 1]++;
    for (size_t i = 0; i < cells; i++)
        place[i + 1] += place[i];
    for (size_t i = 0; i < cells; i++)
        list[place[union_find_root(&d->regions, i)]++] = i;
    return list; // place[r] is where the region of root r ends
}

static void count_cells(crease_class *of, const decided *d, const uint64_t *which, size_t count,
                        crease_decision_region *region)
{
    for (size_t i = 0; i < count; i++) {
        const decided_cell *cell = d->cell + which[i];
        of->tied_cells += cell->tied;
        region->bounded &= cell->bounded;
        if (cell->tied)
            fmpq_add(of->tied_volume, of->tied_volume, cell->volume);
    }
    of->cells += count;
    of->regions++;
    of->bounded_regions += (uint64_t)region->bounded;
    of->finite &= region->bounded;
}

static void set_regions(crease_classes *classes, decided *d)
{
    uint64_t *place = memory_new(d->regions.count + 1, sizeof *place), begin = 0;
    uint64_t *list = cells_by_region(d, place);
    classes->region = memory_new(d->regions.sets, sizeof *classes->region);
    for (size_t k = 0; k < d->asked->count; k++)
        classes->of[k].finite = (d->asked->what & CREASE_CLASS_VOLUMES) != 0;
    for (uint64_t root = 0; root < d->regions.count; root++) {
        const size_t count = place[root] - begin;
        if (union_find_root(&d->regions, root) != root)
            continue;
        crease_decision_region *region = classes->region + classes->regions++;
        *region =
            (crease_decision_region){.number = d->cell[root].number, .cells = count, .bounded = 1};
        fmpq_init(region->volume);
        region->point = d->cell[root].point;
        d->cell[root].point = NULL;
        crease_class *of = classes->of + region->number;
        count_cells(of, d, list + begin, count, region);
        if (region->bounded)
            sum_volumes(region->volume, d, list + begin, count);
        fmpq_add(of->volume, of->volume, region->volume);
        begin = place[root];
    }
    free(place);
    free(list);
}

// ---- The boundary ----

static void add_edge(enclosed_sum *measure, const fmpq *from, const fmpq *to)
{
    fmpq_t step, square;
    fmpq_init(step);
    fmpq_init(square);
    for (size_t i = 0; i < 2; i++) {
        fmpq_sub(step, to + i, from + i);
        fmpq_addmul(square, step, step);
    }
    enclosed_sum_add_root(measure, square);
    fmpq_clear(step);
    fmpq_clear(square);
}

static void add_curve(crease_classes *classes, enclosed_sum *measure, const crease_curve *curve)
{
    classes->boundary_is_infinite |= curve->has_ray[0] || curve->has_ray[1];
    for (size_t i = 0; i + 1 < curve->vertices; i++)
        add_edge(measure, curve->vertex + 2 * i, curve->vertex + 2 * i + 2);
    if (curve->closed)
        add_edge(measure, curve->vertex + 2 * (curve->vertices - 1), curve->vertex);
}

static void set_boundary(crease_classes *classes, decider *whole)
{
    fmpq_t one;
    fmpq_init(one);
    fmpq_one(one);
    if (whole->asked.dimension <= 2)
        curve_pieces_chain(classes, &whole->all.pieces);
    for (size_t i = 0; i < classes->curves && whole->asked.dimension == 2; i++)
        add_curve(classes, &whole->measure, classes->curve + i);
    for (size_t i = 0; i < classes->curves && whole->asked.dimension == 1; i++)
        enclosed_sum_add_root(&whole->measure, one);
    if (!classes->boundary_is_infinite)
        enclosed_sum_get(&classes->boundary, &whole->measure, one);
    fmpq_clear(one);
}

// ---- All of it ----

static crease_status classes_check(const crease_domain *domain, size_t count, unsigned what,
                                   unsigned digits, const crease_options *options,
                                   crease_error *error)
{
    if (options && options->arith == CREASE_FLOAT)
        return error_set(error, "classes are exact: arithmetic \"float\" has none");
    if (count < 2 || count > DECISION_MOST)
        return error_set(error, "a class is the greatest of 2 to %d forms, and these are %zu",
                         DECISION_MOST, count);
    if (digits > MOST_DIGITS)
        return error_set(error, "at most %d digits can be asked for, and these are %u", MOST_DIGITS,
                         digits);
    if (what & CREASE_CLASS_BOUNDARY && domain->dimension > 2 && !crease_domain_is_bounded(domain))
        return error_set(error,
                         "in three and more dimensions the decision boundary is measured in a "
                         "bounded domain, and this is %s",
                         domain->text);
    return CREASE_OK;
}

// The counts of the walk, without the layer that chooses.
static void set_counts(crease_counts *counts, const crease_counts *made)
{
    crease_counts own = *counts;
    *counts = *made;
    counts->per_layer = own.per_layer;
    counts->layers = own.layers;
    counts->per_neuron = own.per_neuron;
    counts->neurons = own.neurons;
    for (size_t l = 0; l < counts->layers; l++)
        counts->per_layer[l] = made->per_layer[l];
}

crease_status crease_classes_find(crease_classes *classes, crease_counts *counts,
                                  const crease_net *net, const crease_domain *domain,
                                  const fmpq *forms, size_t count, unsigned what, unsigned digits,
                                  const crease_options *options, crease_error *error)
{
    if (classes_check(domain, count, what, digits, options, error))
        return CREASE_ERROR;
    crease_net *deciding = net_deciding(net, forms, count);
    net_finish(deciding); // tasks depend on its hash
    crease_counts made;
    decider whole = {.asked = {.dimension = domain->dimension,
                               .count = count,
                               .last = crease_net_hidden(deciding) - 1,
                               .what = what,
                               .digits = digits ? digits : DIGITS}};
    decided_init(&whole.all, &whole.asked);
    enclosed_sum_init(&whole.measure, whole.asked.digits);
    crease_counts_init(&made, deciding);
    const walk_observer observer = {
        .data = &whole,
        .any_cells = !(what & CREASE_CLASS_BOUNDARY), // of which the vertices are needed
        .visitor = {.split = classes_split, .region = classes_cell, .leave = classes_leave},
        .open = classes_open,
        .close = classes_close,
        .size = classes_size,
        .deliver = classes_deliver,
        .pack = pack_decided};
    const crease_status status = walk_observe(&made, deciding, domain, options, &observer, error);
    facet_matching_end(&whole.all.matching, join_cells_of_split, &whole.all); // if stopped
    if (status != CREASE_ERROR && walk_has_results(options)) {
        if (status == CREASE_STOPPED)
            whole.asked.what = 0;
        set_regions(classes, &whole.all);
        if (status == CREASE_OK && what & CREASE_CLASS_BOUNDARY)
            set_boundary(classes, &whole);
        set_counts(counts, &made);
    }
    crease_counts_clear(&made);
    enclosed_sum_clear(&whole.measure);
    decided_clear(&whole.all);
    crease_net_free(deciding);
    return status;
}
