// The cells of a walk that decides where each class is, joined to decision regions.
#include "regions/class_cells.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "exact/long_sum.h"
#include "exact/words64.h"
#include "net/activation.h"
#include "regions/class_facets.h"
#include "regions/class_ties.h"
#include "tree/region.h"
#include "walk/tasks.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TOGETHER = 1 << 14 }; // bytes of cells that are delivered at a time

// The precision of W.
static mpfr_prec_t precision_of_facets(const class_cells *d)
{
    const mpfr_prec_t least = enclosed_sum_root_precision(&d->measure);
    return d->asked->rounds && least < CLASS_VOLUME_PRECISION ? CLASS_VOLUME_PRECISION : least;
}

void class_cells_init(class_cells *d, const class_question *asked)
{
    *d = (class_cells){.asked = asked};
    sign_matching_init(&d->signs, asked->net);
    rows_init(&d->segments, CLASS_SEGMENT_COLUMNS);
    enclosed_sum_init(&d->measure, asked->digits);
    class_kept_init(&d->kept, precision_of_facets(d));
    fmpq_init(d->term);
    d->point = _fmpq_vec_init((slong)asked->dimension);
}

static void joined_init(joined_cells *set, size_t dimension)
{
    ASSERT(dimension > 0);
    *set = (joined_cells){.region.point = _fmpq_vec_init((slong)dimension)};
    fmpq_init(set->region.volume);
    factored_init(&set->pyramids);
    fmpz_init(set->units);
    fmpz_init(set->error);
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
    factored_clear(&set->pyramids);
    fmpz_clear(set->units);
    fmpz_clear(set->error);
    fmpq_clear(set->tied_volume);
    *set = (joined_cells){0};
}

void class_cells_clear(class_cells *d)
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
    class_kept_clear(&d->kept);
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

static bool is_tied(const class_question *asked, const crease_region *region, uint32_t number)
{
    ASSERT(region->pos && region->cell && region->cache);
    double *scratch = memory_new(form_doubles(asked->dimension), sizeof *scratch);
    bool tied = false;
    for (size_t k = 0; k < asked->count && !tied; k++)
        tied = k != number && is_as_great(region, k, number, scratch);
    free(scratch);
    return tied;
}

static joined_cells *class_cells_add(class_cells *d)
{
    const uint64_t number = union_find_add(&d->sets);
    MEMORY_RESERVE(d->joined, d->capacity, number + 1);
    joined_init(d->joined + number, d->asked->dimension);
    return d->joined + number;
}

// Computes the volume that a bounded cell adds to its class, and its own volume if it is tied.
static void measure_cell(joined_cells *cell, class_cells *d, const crease_region *region,
                         class_ties *ties)
{
    const class_question *asked = d->asked;
    fmpq *whole = cell->tied_cells ? cell->tied_volume : cell->region.volume;
    if (cell->tied_cells || !class_sums_facets(asked))
        crease_region_volume(whole, region);
    if (asked->rounds && cell->region.number)
        class_volume_rounded(cell->units, cell->error, region, ties, &asked->frame, &d->kept);
    else if (class_sums_facets(asked) && (cell->region.number || !asked->has_rest))
        class_volume(&cell->pyramids, region, ties, &asked->frame);
    else if (cell->tied_cells && !class_sums_facets(asked))
        fmpq_set(cell->region.volume, whole);
}

static bool is_on_tie(const void *data, const crease_region *region, const plane_origin *origin)
{
    (void)region;
    return class_ties_have(data, origin->split);
}

// Files the facets that signs may leave over, and those where the class may end.
static void file_facets(class_cells *d, const crease_region *region, bool after_ties,
                        const class_ties *ties)
{
    const uint64_t cell = d->sets.count - 1, class = d->joined[cell].region.number;
    const facet_choice choice = {ties, is_on_tie};
    if (after_ties)
        facet_matching_add(&d->matching, region, cell, class);
    if (ties->splits && d->asked->what & CREASE_CLASS_BOUNDARY)
        facet_matching_add_some(&d->boundary, region, cell, class, &choice);
}

static void set_cell(joined_cells *cell, class_cells *d, const crease_region *region,
                     class_ties *ties)
{
    const class_question *asked = d->asked;
    crease_decision_region *set = &cell->region;
    set->number = crease_region_pattern(region, asked->last)[0];
    set->cells = 1;
    set->bounded = crease_region_is_bounded(region);
    cell->tied_cells = is_tied(asked, region, (uint32_t)set->number);
    if (set->bounded && asked->what & CREASE_CLASS_VOLUMES)
        measure_cell(cell, d, region, ties);
}

static crease_visit classes_cell(void *data, const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    class_cells *d = data;
    const bool *has_ties = &region->pos->judge.has_ties;
    const bool with_point = d->asked->what & CREASE_CLASS_POINTS;
    class_ties ties = {.precision = precision_of_facets(d)};
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
    if (d->asked->what & CREASE_CLASS_BOUNDARY || class_sums_facets(d->asked))
        class_ties_find(&ties, region, d->asked->last, d->asked->count);
    if (d->asked->what & CREASE_CLASS_BOUNDARY && d->asked->dimension > 2)
        class_facets_measure(&d->measure, &ties, region, d->asked->last, d->asked->count,
                             class_sums_facets(d->asked) && !d->asked->rounds ? NULL : &d->kept);
    joined_cells *cell = class_cells_add(d);
    set_cell(cell, d, region, &ties);
    for (size_t c = 0; c < d->asked->dimension && with_point; c++)
        fmpq_swap(cell->region.point + c, d->point + c);
    class_facets_clear(&ties);
    file_facets(d, region, after_ties, &ties);
    run_here = limits_before;
    return CREASE_GO;
}

static void join_cells(void *data, uint64_t a, uint64_t b)
{
    class_cells *d = data;
    union_find_join(&d->sets, a, b);
}

static void join_cells_of_split(void *data, facet_matching *matching)
{
    const facet_joiner joiner = {data, join_cells, &((class_cells *)data)->sets};
    facet_matching_join(matching, &joiner);
}

static void join_by_signs(void *data, uint64_t below, uint64_t above, facet_crease crease)
{
    class_cells *d = data;
    (void)crease;
    const joined_cells *a = d->joined + union_find_root(&d->sets, below);
    const joined_cells *b = d->joined + union_find_root(&d->sets, above);
    if (a->region.number == b->region.number)
        join_cells(d, below, above);
}

// Adds the pyramids of the cells of a chain to the first.
static void gather_pyramids(class_cells *d, uint64_t first, const uint64_t *next, factored **term,
                            bool may_stop)
{
    size_t terms = 1;
    *term = &d->joined[first].pyramids;
    for (uint64_t i = next[first]; i != UINT64_MAX; i = next[i])
        if (!fmpz_is_zero(d->joined[i].pyramids.numerator))
            term[terms++] = &d->joined[i].pyramids;
    factored_sum(term, terms, may_stop);
}

// Adds the cells of a set to the first: its own numbers, and those of a chain of later cells.
static void gather_set(class_cells *d, uint64_t first, const uint64_t *next, bool with_volumes)
{
    joined_cells *set = d->joined + first;
    long_sum sum;
    long_sum_init(&sum, 2);
    for (uint64_t i = first; i != UINT64_MAX; i = next[i]) {
        joined_cells *cell = d->joined + i;
        if (with_volumes &&
            (!fmpq_is_zero(cell->region.volume) || !fmpq_is_zero(cell->tied_volume))) {
            fmpq_swap(long_sum_next(&sum), cell->region.volume);
            fmpq_swap(long_sum_next(&sum) + 1, cell->tied_volume);
            long_sum_add(&sum);
        }
        if (i == first)
            continue;
        set->region.cells += cell->region.cells;
        set->region.bounded &= cell->region.bounded;
        set->tied_cells += cell->tied_cells;
        fmpz_add(set->units, set->units, cell->units);
        fmpz_add(set->error, set->error, cell->error);
        joined_clear(cell, d->asked->dimension);
    }
    fmpq_set(set->region.volume, long_sum_total(&sum));
    fmpq_set(set->tied_volume, long_sum_total(&sum) + 1);
    long_sum_clear(&sum);
}

// Joins what signs show, and adds cells to the first ones of their sets, in the order of the tree,
// so that sums have short denominators (exact/long_sum.h).
static void settle(class_cells *d, bool with_volumes, bool may_stop)
{
    const size_t n = d->sets.count;
    if (n < 2) // most batches of one thread
        return;
    uint64_t *next = memory_new(2 * n, sizeof *next), *chain = next + n;
    factored **term = memory_new(n, sizeof *term);
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
        if (next[i] != UINT64_MAX && chain[i] == i) {
            if (with_volumes)
                gather_pyramids(d, i, next, term, may_stop);
            gather_set(d, i, next, with_volumes);
        }
    free(term);
    free(next);
}

// Adds the pyramids of a set to its volume.
static void close_volume(joined_cells *set)
{
    fmpq_t sum;
    fmpq_init(sum);
    factored_get(sum, &set->pyramids);
    fmpq_add(set->region.volume, set->region.volume, sum);
    factored_clear(&set->pyramids);
    factored_init(&set->pyramids);
    fmpq_clear(sum);
}

static void add_segment(void *data, const facet_border *part)
{
    fmpz *row = rows_at(data, rows_push(data));
    const bool is_point = _fmpz_vec_equal(part->from, part->to, 3);
    const bool turned = part->left > part->right && !is_point;
    _fmpz_vec_set(row + (turned ? CLASS_SEGMENT_TO : CLASS_SEGMENT_FROM), part->from, 3);
    _fmpz_vec_set(row + (turned ? CLASS_SEGMENT_FROM : CLASS_SEGMENT_TO), part->to, 3);
    fmpz_set_u64(row + CLASS_SEGMENT_LEFT, turned ? part->right : part->left);
    fmpz_set_u64(row + CLASS_SEGMENT_RIGHT, turned ? part->left : part->right);
}

static void close_boundary(void *data, facet_matching *boundary)
{
    class_cells *d = data;
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
    class_cells *d = data;
    facet_matching_split(&d->boundary, split);
    return facet_matching_split(&d->matching, split);
}

static void classes_leave(void *data, const crease_split *split)
{
    ASSERT(split->parts >= 2);
    class_cells *d = data;
    facet_matching_leave(&d->matching, split, join_cells_of_split, d);
    facet_matching_leave(&d->boundary, split, close_boundary, d);
}

// ---- By all threads ----

static void *classes_open(void *data)
{
    const class_cells *all = data;
    class_cells *d = memory_new(1, sizeof *d);
    class_cells_init(d, all->asked);
    return d;
}

static void classes_close(void *data, void *buffer)
{
    (void)data;
    class_cells_clear(buffer);
    free(buffer);
}

static size_t classes_size(const void *buffer)
{
    enum { NUMBER = 64 }; // bytes that a coordinate or a volume takes, about
    const class_cells *d = buffer;
    return d->sets.count * sizeof *d->joined + d->sets.sets * (d->asked->dimension + 2) * NUMBER +
           facet_matching_bytes(&d->matching) + facet_matching_bytes(&d->boundary) +
           sign_matching_bytes(&d->signs) + d->segments.count * CLASS_SEGMENT_COLUMNS * NUMBER;
}

static crease_visit classes_deliver(void *data, void *buffer, uint64_t first, uint64_t regions)
{
    class_cells *all = data, *d = buffer;
    (void)regions;          // cells are never cancelled
    settle(d, true, false); // a task is finished
    MEMORY_RESERVE(all->joined, all->capacity, first + d->sets.count);
    if (d->sets.count)
        memcpy(all->joined + first, d->joined, d->sets.count * sizeof *d->joined);
    union_find_append(&all->sets, &d->sets);
    facet_matching_append(&all->matching, &d->matching, first, NULL, join_cells_of_split, all);
    facet_matching_append(&all->boundary, &d->boundary, first, NULL, close_boundary, all);
    sign_matching_append(&all->signs, &d->signs);
    for (size_t i = 0; i < d->segments.count; i++)
        _fmpz_vec_swap(rows_at(&all->segments, rows_push(&all->segments)), rows_at(&d->segments, i),
                       CLASS_SEGMENT_COLUMNS);
    d->segments.count = 0;
    enclosed_sum_append(&all->measure, &d->measure);
    all->is_infinite |= d->is_infinite;
    return CREASE_GO;
}

// ---- By tasks ----

static void pack_joined(joined_cells *set, const class_question *asked, pack *p)
{
    set->region.number = pack_size(p, set->region.number);
    set->region.cells = pack_word(p, set->region.cells);
    set->region.bounded = (int)pack_word(p, (uint64_t)set->region.bounded);
    set->tied_cells = pack_word(p, set->tied_cells);
    ASSERT(!asked->rounds);
    close_volume(set);
    pack_rationals(p, set->region.volume, 1);
    pack_rationals(p, set->tied_volume, 1);
    pack_rationals(p, set->region.point, asked->dimension);
    p->failed |= set->region.number >= asked->count || set->region.cells == 0;
    set->region.cells += set->region.cells == 0; // it has numbers to clear
}

static void pack_segments(rows *segments, const class_question *asked, pack *p)
{
    const size_t count = pack_count(p, segments->count, CLASS_SEGMENT_COLUMNS * sizeof(uint64_t));
    for (size_t i = 0; i < count && !p->failed; i++) {
        fmpz *row = rows_at(segments, p->reads ? rows_push(segments) : i);
        pack_integers(p, row, CLASS_SEGMENT_COLUMNS);
        for (size_t c = CLASS_SEGMENT_LEFT; c <= CLASS_SEGMENT_RIGHT; c++)
            p->failed |= fmpz_sgn(row + c) < 0 || fmpz_cmp_ui(row + c, asked->count) >= 0;
    }
}

static void pack_cells(void *data, void *buffer, pack *p)
{
    const class_question *asked = ((const class_cells *)data)->asked;
    class_cells *d = buffer;
    if (!p->reads)
        settle(d, true, false);
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
    class_cells_clear(d);
    class_cells_init(d, asked);
}

walk_observer class_cells_observer(class_cells *cells)
{
    return (walk_observer){
        .data = cells,
        // The boundary needs vertices.
        .any_cells = !(cells->asked->what & CREASE_CLASS_BOUNDARY),
        .visitor = {.split = classes_split, .region = classes_cell, .leave = classes_leave},
        .open = classes_open,
        .close = classes_close,
        .size = classes_size,
        .together = TOGETHER,
        .deliver = classes_deliver,
        .pack = pack_cells};
}

void class_cells_end(class_cells *cells, bool with_volumes)
{
    facet_matching_end(&cells->matching, join_cells_of_split, cells);
    facet_matching_end(&cells->boundary, close_boundary, cells);
    settle(cells, with_volumes, true);
    for (size_t i = 0; i < cells->sets.count && with_volumes && !run_is_cancelled(); i++)
        if (cells->joined[i].region.cells)
            close_volume(cells->joined + i);
}
