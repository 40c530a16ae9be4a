// Which class the network chooses where: decision regions, their volumes and the boundary between.
//
// The choice of the greatest form is one more layer of the network, a maxout unit; the regions of
// that network are the cells. They are joined as neighbours by signs (regions/sign_matching.h).
// What these leave over is a facet between two cells that were both found after a tie; all facets
// of such cells are matched across the splits that made them, with the class in place of the map.
#include <crease/regions.h>

#include "base/error.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "cell/volume.h"
#include "domain/domain.h"
#include "exact/enclosed_sum.h"
#include "exact/long_sum.h"
#include "exact/rows.h"
#include "exact/words64.h"
#include "net/net.h"
#include "regions/class_facets.h"
#include "regions/class_ties.h"
#include "regions/class_volume.h"
#include "regions/sign_matching.h"
#include "walk/observer.h"
#include "walk/tasks.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>
#include <string.h>

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
    }
    fmpq_init(classes->boundary.lo);
    fmpq_init(classes->boundary.hi);
    fmpq_one(classes->boundary.lo); // empty
}

void crease_classes_clear(crease_classes *classes)
{
    for (size_t k = 0; k < classes->count; k++) {
        fmpq_clear(classes->entry[k].volume);
        fmpq_clear(classes->entry[k].tied_volume);
    }
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

// ---- The walk ----

// The question.
typedef struct {
    const crease_net *net;         // the one that chooses
    size_t dimension, count, last; // last: the layer that chooses, as visitors number it
    unsigned what, digits;
    class_frame frame; // of volumes
    bool has_rest;     // class 0 has what the others leave of the domain
} question;

// Whether volumes are sums over the facets where a class ends. In more dimensions facets have so
// many simplices that Lawrence's sum over a whole cell may be shorter.
static bool sums_facets(const question *asked)
{
    enum { MOST = 5 };
    return asked->what & CREASE_CLASS_VOLUMES && asked->dimension > 1 && asked->dimension <= MOST;
}

// Cells that have been joined, at the first of them; without cells once they are added to another.
typedef struct {
    crease_decision_region region; // with a point inside the first
    uint64_t tied_cells;
    fmpq_t tied_volume;
} joined_cells;

// A segment of the boundary as a row: its ends, homogeneous, and the classes on the left and right.
enum { SEGMENT_FROM = 0, SEGMENT_TO = 3, SEGMENT_LEFT = 6, SEGMENT_RIGHT, SEGMENT_COLUMNS };

// The cells of the walk, or of a batch.
typedef struct {
    facet_matching matching, boundary; // of what signs may leave over; of facets on ties
    sign_matching signs;
    const question *asked;
    union_find sets;      // of cells
    joined_cells *joined; // by cell
    size_t capacity;
    rows segments;
    enclosed_sum measure; // of the boundary
    bool is_infinite;     // the boundary
    fmpq_t term;          // scratch, as the point inside a cell
    fmpq *point;
} decided;

static void decided_init(decided *d, const question *asked)
{
    *d = (decided){.asked = asked};
    sign_matching_init(&d->signs, asked->net);
    rows_init(&d->segments, SEGMENT_COLUMNS);
    enclosed_sum_init(&d->measure, asked->digits);
    fmpq_init(d->term);
    d->point = _fmpq_vec_init((slong)asked->dimension);
}

static void joined_init(joined_cells *set, size_t dimension)
{
    ASSERT(dimension > 0);
    *set = (joined_cells){.region.point = _fmpq_vec_init((slong)dimension)};
    fmpq_init(set->region.volume);
    fmpq_init(set->tied_volume);
}

static void joined_clear(joined_cells *set, size_t dimension)
{
    ASSERT(dimension > 0);
    if (!set->region.cells)
        return;
    if (set->region.point)
        _fmpq_vec_clear(set->region.point, (slong)dimension);
    fmpq_clear(set->region.volume);
    fmpq_clear(set->tied_volume);
    *set = (joined_cells){0};
}

static void decided_clear(decided *d)
{
    for (size_t i = 0; i < d->sets.count; i++)
        joined_clear(d->joined + i, d->asked->dimension);
    free(d->joined);
    union_find_clear(&d->sets);
    facet_matching_clear(&d->matching);
    facet_matching_clear(&d->boundary);
    sign_matching_clear(&d->signs);
    rows_clear(&d->segments);
    enclosed_sum_clear(&d->measure);
    fmpq_clear(d->term);
    _fmpq_vec_clear(d->point, (slong)d->asked->dimension);
}

// Whether a form is equal to the greatest one on all of the cell. Doubles that see it differ at one
// generator prove that it is not.
static bool is_as_great(const crease_region *region, size_t form, size_t greatest, double *scratch)
{
    ASSERT(region->pos && region->cell && region->cache);
    walk_position *pos = region->pos;
    const size_t l = pos->maps.layers - 1;
    const unit_table *table = &pos->maps.layer[l].rounded->unit;
    const size_t tie = maxout_predicate(
        (maxout_rows){form < greatest ? form : greatest, form < greatest ? greatest : form},
        unit_rows(table, 0));
    if (pos->judge.arith != CREASE_EXACT) {
        walk_layer_approx(scratch, pos->maps.layer + l, 0, tie);
        for (size_t c = 0; c < pos->maps.columns; c++)
            if (fabs(scratch[c]) > scratch[pos->maps.columns + c])
                return false;
        for (size_t i = 0; i < region->cell->count; i++)
            if (space_try(&pos->space, scratch, region_point(region, i)) != SIGN_UNKNOWN)
                return false;
    }
    fmpz *row = _fmpz_vec_init((slong)pos->maps.columns);
    walk_maps_form(&pos->maps, row, l, 0, tie);
    const int equal = _fmpz_vec_is_zero(row, (slong)pos->maps.columns);
    _fmpz_vec_clear(row, (slong)pos->maps.columns);
    return equal;
}

static bool is_tied(const question *asked, const crease_region *region, uint32_t number)
{
    ASSERT(region->pos && region->cell && region->cache);
    double *scratch = memory_new(form_doubles(asked->dimension), sizeof *scratch);
    bool tied = false;
    for (size_t k = 0; k < asked->count && !tied; k++)
        tied = k != number && is_as_great(region, k, number, scratch);
    free(scratch);
    return tied;
}

static joined_cells *decided_add(decided *d)
{
    const uint64_t number = union_find_add(&d->sets);
    MEMORY_RESERVE(d->joined, d->capacity, number + 1);
    joined_init(d->joined + number, d->asked->dimension);
    return d->joined + number;
}

// What a bounded cell adds to the volume of its class, and all of its volume if it is tied.
static void measure_cell(joined_cells *cell, const question *asked, const crease_region *region,
                         const class_ties *ties)
{
    fmpq *whole = cell->tied_cells ? cell->tied_volume : cell->region.volume;
    if (cell->tied_cells || !sums_facets(asked))
        crease_region_volume(whole, region);
    if (sums_facets(asked) && (cell->region.number || !asked->has_rest))
        class_volume(cell->region.volume, region, ties, &asked->frame);
    else if (cell->tied_cells && !sums_facets(asked))
        fmpq_set(cell->region.volume, whole);
}

static bool is_on_tie(const void *data, const crease_region *region, const plane_origin *origin)
{
    (void)region;
    return class_ties_have(data, origin->split);
}

// Files the facets that signs may leave over, and those where the class may end.
static void file_facets(decided *d, const crease_region *region, bool after_ties,
                        const class_ties *ties)
{
    const uint64_t cell = d->sets.count - 1, class = d->joined[cell].region.number;
    const facet_choice choice = {ties, is_on_tie};
    if (after_ties)
        facet_matching_add(&d->matching, region, cell, class);
    if (ties->splits && d->asked->what & CREASE_CLASS_BOUNDARY)
        facet_matching_add_some(&d->boundary, region, cell, class, &choice);
}

static void set_cell(joined_cells *cell, const question *asked, const crease_region *region,
                     const class_ties *ties)
{
    crease_decision_region *set = &cell->region;
    set->number = crease_region_pattern(region, asked->last)[0];
    set->cells = 1;
    set->bounded = crease_region_is_bounded(region);
    cell->tied_cells = is_tied(asked, region, (uint32_t)set->number);
    if (set->bounded && asked->what & CREASE_CLASS_VOLUMES)
        measure_cell(cell, asked, region, ties);
}

static crease_visit classes_cell(void *data, const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    decided *d = data;
    const bool *has_ties = &region->pos->judge.has_ties;
    const bool with_point = d->asked->what & CREASE_CLASS_POINTS;
    class_ties ties = {0};
    if ((*has_ties || with_point) && !facet_matching_prepare(region))
        return CREASE_GO;
    const bool after_ties = *has_ties;                // as signs see it
    run_context limits_before = run_set_limits(NULL); // what is matched must be right
    if (with_point) // before programs for signs move the cell's dictionary
        crease_region_interior(d->point, region);
    run_here = limits_before;
    sign_matching_add(&d->signs, region);
    if (d->signs.patterns.count == d->sets.count) // a limit has been reached
        return CREASE_GO;
    run_set_limits(NULL);
    if (d->asked->what & CREASE_CLASS_BOUNDARY || sums_facets(d->asked))
        class_ties_find(&ties, region, d->asked->last, d->asked->count);
    if (d->asked->what & CREASE_CLASS_BOUNDARY && d->asked->dimension > 2)
        class_facets_measure(&d->measure, &ties, region, d->asked->last, d->asked->count);
    joined_cells *cell = decided_add(d);
    set_cell(cell, d->asked, region, &ties);
    for (size_t c = 0; c < d->asked->dimension && with_point; c++)
        fmpq_swap(cell->region.point + c, d->point + c);
    file_facets(d, region, after_ties, &ties);
    run_here = limits_before;
    return CREASE_GO;
}

static void join_cells(void *data, uint64_t a, uint64_t b)
{
    decided *d = data;
    union_find_join(&d->sets, a, b);
}

static void join_cells_of_split(void *data, facet_matching *matching)
{
    const facet_joiner joiner = {data, join_cells, &((decided *)data)->sets};
    facet_matching_join(matching, &joiner);
}

static void join_by_signs(void *data, uint64_t below, uint64_t above, facet_crease crease)
{
    decided *d = data;
    (void)crease;
    const joined_cells *a = d->joined + union_find_root(&d->sets, below);
    const joined_cells *b = d->joined + union_find_root(&d->sets, above);
    if (a->region.number == b->region.number)
        join_cells(d, below, above);
}

// Adds the cells of a set to the first: its own numbers, and those of a chain of later cells.
static void gather_set(decided *d, uint64_t first, const uint64_t *next)
{
    joined_cells *set = d->joined + first;
    long_sum sum;
    long_sum_init(&sum, 2);
    for (uint64_t i = first; i != UINT64_MAX; i = next[i]) {
        joined_cells *cell = d->joined + i;
        if (!fmpq_is_zero(cell->region.volume) || !fmpq_is_zero(cell->tied_volume)) {
            fmpq_swap(long_sum_next(&sum), cell->region.volume);
            fmpq_swap(long_sum_next(&sum) + 1, cell->tied_volume);
            long_sum_add(&sum);
        }
        if (i == first)
            continue;
        set->region.cells += cell->region.cells;
        set->region.bounded &= cell->region.bounded;
        set->tied_cells += cell->tied_cells;
        joined_clear(cell, d->asked->dimension);
    }
    fmpq_set(set->region.volume, long_sum_total(&sum));
    fmpq_set(set->tied_volume, long_sum_total(&sum) + 1);
    long_sum_clear(&sum);
}

// Joins what signs show, and adds cells to the first ones of their sets, in the order of the tree,
// so that sums are short (exact/long_sum.h).
static void settle(decided *d)
{
    const size_t n = d->sets.count;
    uint64_t *next = memory_new(2 * n, sizeof *next), *chain = next + n;
    sign_matching_match(&d->signs, n, join_by_signs, d);
    for (size_t i = 0; i < n; i++)
        next[i] = chain[i] = UINT64_MAX;
    for (size_t i = n; i-- > 0;) {
        const uint64_t root = union_find_root(&d->sets, i);
        if (!d->joined[i].region.cells)
            continue;
        next[i] = chain[root];
        chain[root] = i;
    }
    for (size_t i = 0; i < n; i++)
        if (next[i] != UINT64_MAX && chain[i] == i)
            gather_set(d, i, next);
    free(next);
}

static void add_segment(void *data, const facet_border *part)
{
    fmpz *row = rows_at(data, rows_push(data));
    const bool is_point = _fmpz_vec_equal(part->from, part->to, 3);
    const bool turned = part->left > part->right && !is_point;
    _fmpz_vec_set(row + (turned ? SEGMENT_TO : SEGMENT_FROM), part->from, 3);
    _fmpz_vec_set(row + (turned ? SEGMENT_FROM : SEGMENT_TO), part->to, 3);
    fmpz_set_u64(row + SEGMENT_LEFT, turned ? part->right : part->left);
    fmpz_set_u64(row + SEGMENT_RIGHT, turned ? part->left : part->right);
}

static void close_boundary(void *data, facet_matching *boundary)
{
    decided *d = data;
    const size_t dimension = d->asked->dimension;
    if (dimension <= 2)
        facet_matching_borders(boundary, dimension, add_segment, &d->segments);
    if (facet_matching_square(d->term, boundary, dimension))
        enclosed_sum_add_root(&d->measure, d->term);
    else
        d->is_infinite = true;
}

static crease_visit classes_split(void *data, const crease_split *split)
{
    decided *d = data;
    facet_matching_split(&d->boundary, split);
    return facet_matching_split(&d->matching, split);
}

static void classes_leave(void *data, const crease_split *split)
{
    ASSERT(split->parts >= 2);
    decided *d = data;
    facet_matching_leave(&d->matching, split, join_cells_of_split, d);
    facet_matching_leave(&d->boundary, split, close_boundary, d);
}

// ---- By all threads ----

static void *classes_open(void *data)
{
    const decided *all = data;
    decided *d = memory_new(1, sizeof *d);
    decided_init(d, all->asked);
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
    return d->sets.count * sizeof *d->joined + d->sets.sets * (d->asked->dimension + 2) * NUMBER +
           facet_matching_bytes(&d->matching) + facet_matching_bytes(&d->boundary) +
           sign_matching_bytes(&d->signs) + d->segments.count * SEGMENT_COLUMNS * NUMBER;
}

static crease_visit classes_deliver(void *data, void *buffer, uint64_t first, uint64_t regions)
{
    decided *all = data, *d = buffer;
    (void)regions; // cells are never cancelled
    settle(d);
    MEMORY_RESERVE(all->joined, all->capacity, first + d->sets.count);
    if (d->sets.count)
        memcpy(all->joined + first, d->joined, d->sets.count * sizeof *d->joined);
    union_find_append(&all->sets, &d->sets);
    facet_matching_append(&all->matching, &d->matching, first, NULL, join_cells_of_split, all);
    facet_matching_append(&all->boundary, &d->boundary, first, NULL, close_boundary, all);
    sign_matching_append(&all->signs, &d->signs);
    for (size_t i = 0; i < d->segments.count; i++)
        _fmpz_vec_swap(rows_at(&all->segments, rows_push(&all->segments)), rows_at(&d->segments, i),
                       SEGMENT_COLUMNS);
    d->segments.count = 0;
    enclosed_sum_append(&all->measure, &d->measure);
    all->is_infinite |= d->is_infinite;
    return CREASE_GO;
}

// ---- By tasks ----

static void pack_joined(joined_cells *set, const question *asked, pack *p)
{
    set->region.number = pack_size(p, set->region.number);
    set->region.cells = pack_word(p, set->region.cells);
    set->region.bounded = (int)pack_word(p, (uint64_t)set->region.bounded);
    set->tied_cells = pack_word(p, set->tied_cells);
    pack_rationals(p, set->region.volume, 1);
    pack_rationals(p, set->tied_volume, 1);
    pack_rationals(p, set->region.point, asked->dimension);
    p->failed |= set->region.number >= asked->count || set->region.cells == 0;
    set->region.cells += set->region.cells == 0; // it has numbers to clear
}

static void pack_segments(rows *segments, const question *asked, pack *p)
{
    const size_t count = pack_count(p, segments->count, SEGMENT_COLUMNS * sizeof(uint64_t));
    for (size_t i = 0; i < count && !p->failed; i++) {
        fmpz *row = rows_at(segments, p->reads ? rows_push(segments) : i);
        pack_integers(p, row, SEGMENT_COLUMNS);
        for (size_t c = SEGMENT_LEFT; c <= SEGMENT_RIGHT; c++)
            p->failed |= fmpz_sgn(row + c) < 0 || fmpz_cmp_ui(row + c, asked->count) >= 0;
    }
}

static void pack_decided(void *data, void *buffer, pack *p)
{
    const question *asked = ((const decided *)data)->asked;
    decided *d = buffer;
    if (!p->reads)
        settle(d);
    sign_matching_pack(&d->signs, p);
    union_find_pack(&d->sets, p);
    p->failed |= p->reads && d->sets.count != p->regions;
    MEMORY_RESERVE(d->joined, d->capacity, d->sets.count);
    for (size_t i = 0; i < d->sets.count; i++) {
        const bool is_first = union_find_root(&d->sets, i) == i;
        if (p->reads && is_first)
            joined_init(d->joined + i, asked->dimension);
        else if (p->reads)
            d->joined[i] = (joined_cells){0};
        if (is_first)
            pack_joined(d->joined + i, asked, p);
    }
    p->failed |= d->signs.patterns.count != d->sets.count;
    facet_matching_pack(&d->matching, d->sets.count, asked->count, p);
    facet_matching_pack(&d->boundary, d->sets.count, asked->count, p);
    pack_segments(&d->segments, asked, p);
    enclosed_sum_pack(&d->measure, p);
    d->is_infinite = pack_word(p, d->is_infinite) != 0;
    if (p->reads)
        return;
    decided_clear(d);
    decided_init(d, asked);
}

// ---- The result ----

// The roots of the joined cells become the regions of the result, and are added to their classes.
static void set_regions(crease_classes *classes, decided *d)
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
        else if (sums_facets(d->asked))
            fmpq_div_fmpz(from->region.volume, from->region.volume, d->asked->frame.divisor);
        class->regions++;
        class->bounded_regions += (uint64_t)from->region.bounded;
        class->finite &= from->region.bounded;
        class->cells += from->region.cells;
        class->tied_cells += from->tied_cells;
        fmpq_add(class->volume, class->volume, from->region.volume);
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
    for (size_t c = 0; c < dimension; c++)
        if (segment->is_ray[end])
            fmpq_set_fmpz(x + c, point + c);
        else
            fmpq_set_fmpz_frac(x + c, point + c, point + 2);
}

static void set_segments(crease_classes *classes, const rows *segments)
{
    classes->segments = segments->count;
    classes->segment = memory_new(segments->count, sizeof *classes->segment);
    for (size_t i = 0; i < segments->count; i++) {
        const fmpz *row = rows_at(segments, i);
        crease_segment *segment = classes->segment + i;
        segment->left = fmpz_get_ui(row + SEGMENT_LEFT);
        segment->right = fmpz_get_ui(row + SEGMENT_RIGHT);
        set_end(segment, 0, row + SEGMENT_FROM, classes->dimension);
        set_end(segment, 1, row + SEGMENT_TO, classes->dimension);
    }
}

static void set_boundary(crease_classes *classes, const decided *all)
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

// In a bounded domain the volumes of the classes add up to its own. If class 0 has the rest, this
// is positive unless there is no such class, or 0.
static crease_status complete_volumes(crease_classes *classes, const question *asked,
                                      const crease_domain *domain, crease_error *error)
{
    fmpq_t rest;
    fmpq_init(rest);
    domain_volume(rest, domain, CREASE_EXACT);
    for (size_t k = 0; k < classes->count; k++)
        fmpq_sub(rest, rest, classes->entry[k].volume);
    const int expected = asked->has_rest && classes->entry[0].cells;
    const bool is_right = fmpq_sgn(rest) == expected;
    if (asked->has_rest)
        fmpq_swap(classes->entry[0].volume, rest);
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
    question asked = {.net = deciding,
                      .dimension = domain->dimension,
                      .count = count,
                      .last = crease_net_hidden(deciding) - 1,
                      .what = what,
                      .digits = digits ? digits : DIGITS};
    class_frame_init(&asked.frame, domain);
    asked.has_rest =
        sums_facets(&asked) && !(what & CREASE_CLASS_POINTS) && crease_domain_is_bounded(domain);
    decided all;
    decided_init(&all, &asked);
    crease_counts_init(&walk_counts, deciding);
    const walk_observer observer = {
        .data = &all,
        .any_cells = !(what & CREASE_CLASS_BOUNDARY), // of which the vertices are needed
        .visitor = {.split = classes_split, .region = classes_cell, .leave = classes_leave},
        .open = classes_open,
        .close = classes_close,
        .size = classes_size,
        .deliver = classes_deliver,
        .pack = pack_decided};
    crease_status status = walk_observe(&walk_counts, deciding, domain, options, &observer, error);
    facet_matching_end(&all.matching, join_cells_of_split, &all); // if stopped
    facet_matching_end(&all.boundary, close_boundary, &all);
    settle(&all);
    if (status != CREASE_ERROR && walk_has_results(options)) {
        if (status == CREASE_STOPPED)
            asked.what = 0;
        set_regions(classes, &all);
        if (status == CREASE_OK && what & CREASE_CLASS_BOUNDARY)
            set_boundary(classes, &all);
        if (status == CREASE_OK && sums_facets(&asked) && crease_domain_is_bounded(domain))
            status = complete_volumes(classes, &asked, domain, error);
        set_counts(counts, &walk_counts);
    }
    crease_counts_clear(&walk_counts);
    decided_clear(&all);
    class_frame_clear(&asked.frame);
    crease_net_free(deciding);
    return status;
}
