// The nearest points of both boundaries, for one point after the other.
//
// The function boundary is as far as the nearest region on which the network is another affine
// function (distance.md, 2). Regions are met in the order of their distance: best first down
// the tree of the units' pieces, where a node is a cell with the distance of its nearest point.
#include "distance/boundary_search.h"

#include "base/fatal.h"
#include "base/memory.h"
#include "distance/counterexample.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>
#include <string.h>

// ---- cells waiting to be looked at ----

// The cell whose units before `unit` are on the pieces of region `leaf`, and `unit` on this one.
typedef struct queued_cell {
    fmpq square;   // no point of the cell is nearer than the root of this
    fmpz *nearest; // the point that is as near, homogeneous; NULL: not known yet
    uint64_t number;
    size_t leaf, unit, predicate;
    uint32_t piece;
} queued_cell;

static void queued_cell_clear(queued_cell *entry, size_t inputs)
{
    fmpq_clear(&entry->square);
    if (entry->nearest)
        _fmpz_vec_clear(entry->nearest, (slong)inputs + 1);
}

static void queue_clear(boundary_search *search)
{
    for (size_t i = 0; i < search->queued; i++)
        queued_cell_clear(search->queue + i, search->cell.inputs);
    search->queued = 0;
}

// Smaller squares first, of equal ones those whose points are not known, then smaller numbers: so
// what comes out with a point is nearest of all, and which of equals it is depends on nothing but
// their numbers.
static bool comes_before(const queued_cell *a, const queued_cell *b)
{
    int order = fmpq_cmp(&a->square, &b->square);
    if (order != 0)
        return order < 0;
    if (!a->nearest != !b->nearest)
        return !a->nearest;
    return a->number < b->number;
}

// The queue takes over what the entry holds.
static void queue_push(boundary_search *search, queued_cell entry)
{
    MEMORY_RESERVE(search->queue, search->queue_capacity, search->queued + 1);
    queued_cell *heap = search->queue;
    size_t i = search->queued++;
    for (; i > 0 && comes_before(&entry, heap + (i - 1) / 2); i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = entry;
}

static bool queue_pop(queued_cell *entry, boundary_search *search)
{
    queued_cell *heap = search->queue;
    if (search->queued == 0)
        return false;
    *entry = heap[0];
    const queued_cell last = heap[--search->queued];
    size_t i = 0;
    for (size_t child; (child = 2 * i + 1) < search->queued; i = child) {
        if (child + 1 < search->queued && comes_before(heap + child + 1, heap + child))
            child++;
        if (!comes_before(heap + child, &last))
            break;
        heap[i] = heap[child];
    }
    heap[i] = last;
    return true;
}

// ---- the search ----

static size_t search_outputs(const boundary_search *search)
{
    return search->net->layer[search->net->layers - 1].units;
}

void boundary_search_init(boundary_search *search, const crease_net *net, const scaled_net *scaled,
                          rounded_net *rounded, crease_norm norm)
{
    slong columns = (slong)crease_net_inputs(net) + 1;
    *search = (boundary_search){.net = scaled};
    pattern_cell_init(&search->cell, scaled, crease_net_hidden(net));
    search->cell.norm = norm;
    borders_init(&search->planes, &search->cell, rounded);
    search->x = _fmpz_vec_init(columns);
    search->own_rows = _fmpz_vec_init(columns * (slong)search_outputs(search));
    search->row = _fmpz_vec_init(columns);
}

static void forget_leaves(boundary_search *search)
{
    for (size_t i = 0; i < search->leaves; i++)
        free(search->leaf[i]);
    search->leaves = 0;
}

void boundary_search_clear(boundary_search *search)
{
    slong columns = (slong)search->cell.inputs + 1;
    forget_leaves(search);
    free(search->leaf);
    _fmpz_vec_clear(search->x, columns);
    _fmpz_vec_clear(search->own_rows, columns * (slong)search_outputs(search));
    _fmpz_vec_clear(search->row, columns);
    queue_clear(search);
    free(search->queue);
    borders_clear(&search->planes);
    pattern_cell_clear(&search->cell);
}

static uint32_t *new_leaf(boundary_search *search)
{
    MEMORY_RESERVE(search->leaf, search->leaf_capacity, search->leaves + 1);
    uint32_t *piece = memory_new(search->cell.units, sizeof *piece);
    search->leaf[search->leaves++] = piece;
    return piece;
}

// ---- the map ----

// Compares the map of the region whose pieces the cell is at.
static bool has_own_map(boundary_search *search)
{
    const size_t columns = search->cell.inputs + 1;
    bool same = true;
    for (size_t i = 0; i < search_outputs(search) && same; i++) {
        branch_output_form(search->row, &search->cell.branch, i);
        same = _fmpz_vec_equal(search->own_rows + i * columns, search->row, (slong)columns);
    }
    return same;
}

// ---- results ----

static void set_point(crease_nearest *nearest, const fmpz *point, size_t inputs)
{
    for (size_t i = 0; i < inputs; i++)
        fmpq_set_fmpz_frac(nearest->point + i, point + i, point + inputs);
}

static void set_owner(crease_nearest *nearest, const boundary_search *search, size_t k,
                      size_t predicate)
{
    nearest->state = CREASE_NEAREST_KNOWN;
    nearest->layer = search->cell.place[k].layer - 1;
    nearest->unit = search->cell.place[k].unit;
    nearest->breakpoint = predicate;
}

// The square of the distance of two points in homogeneous coordinates, x and y of inputs + 1
// entries.
static void squared_distance(fmpq_t square, const fmpz *x, const fmpz *y, size_t inputs,
                             crease_norm norm)
{
    fmpz_t sum, difference;
    fmpz_init(sum);
    fmpz_init(difference);
    for (size_t i = 0; i < inputs; i++) {
        fmpz_mul(difference, x + i, y + inputs);
        fmpz_submul(difference, y + i, x + inputs);
        if (norm == CREASE_NORM_2)
            fmpz_addmul(sum, difference, difference);
        fmpz_abs(difference, difference);
        if (norm == CREASE_NORM_1)
            fmpz_add(sum, sum, difference);
        if (norm == CREASE_NORM_MAX && fmpz_cmp(difference, sum) > 0)
            fmpz_set(sum, difference);
    }
    if (norm != CREASE_NORM_2)
        fmpz_mul(sum, sum, sum);
    fmpz_mul(difference, x + inputs, y + inputs);
    fmpz_mul(difference, difference, difference);
    fmpq_set_fmpz_frac(square, sum, difference);
    fmpz_clear(sum);
    fmpz_clear(difference);
}

// ---- the activation boundary ----

// cell->at is at x in its region, planes entered; crossed is the first unit with x on a border.
static void find_activation(crease_nearest *nearest, boundary_search *search, const uint32_t *piece,
                            size_t crossed, size_t predicate)
{
    if (crossed < search->cell.units) {
        fmpq_zero(nearest->squared);
        set_point(nearest, search->x, search->cell.inputs);
        set_owner(nearest, search, crossed, predicate);
        return;
    }
    if (borders_nearest(nearest->squared, search->row, &crossed, &predicate, &search->planes,
                        piece)) {
        set_point(nearest, search->row, search->cell.inputs);
        set_owner(nearest, search, crossed, predicate);
    }
}

// ---- the function boundary ----

// The cells that differ from a region in the piece of one unit, and agree before it; those of the
// first `fixed` units have been met.
static void push_siblings(boundary_search *search, size_t leaf, size_t fixed, const fmpq_t square)
{
    pattern_cell *cell = &search->cell;
    const uint32_t *piece = search->leaf[leaf];
    for (size_t k = fixed; k < cell->units; k++) {
        const unit_table *table = &search->net->layer[cell->place[k].layer].unit;
        size_t pieces = unit_pieces(table, cell->place[k].unit);
        for (uint32_t p = 0; p < pieces; p++) {
            queued_cell entry = {.number = search->numbers++, .leaf = leaf, .unit = k, .piece = p};
            if (p == piece[k])
                continue;
            fmpq_init(&entry.square);
            if (!border_bound(&entry.square, &search->planes, k, p)) {
                fmpq_clear(&entry.square);
                continue;
            }
            if (fmpq_cmp(&entry.square, square) < 0)
                fmpq_set(&entry.square, square);
            queue_push(search, entry);
        }
    }
}

// The pieces of an entry's cell in a leaf of its own.
static uint32_t *leaf_of(boundary_search *search, const queued_cell *entry)
{
    uint32_t *piece = new_leaf(search);
    memcpy(piece, search->leaf[entry->leaf], entry->unit * sizeof *piece);
    piece[entry->unit] = entry->piece;
    return piece;
}

// The part of a region where the last unit is on another piece: where it chooses another class.
static bool is_of_class(const boundary_search *search, const queued_cell *entry)
{
    return search->goal == SEARCH_CLASS && entry->unit + 1 == search->cell.units;
}

// Finds the nearest point of an entry's cell, and puts it back with that, if it has an interior.
static void resolve(boundary_search *search, queued_cell *entry)
{
    size_t n = search->cell.inputs;
    const uint32_t *piece = leaf_of(search, entry);
    entry->nearest = _fmpz_vec_init((slong)n + 1);
    // Another class needs one point only.
    if (is_of_class(search, entry)
            ? pattern_cell_project_closed(entry->nearest, &search->cell, search->x, piece,
                                          entry->unit + 1)
            : pattern_cell_project(entry->nearest, &entry->predicate, &search->cell, search->x,
                                   piece, entry->unit + 1)) {
        squared_distance(&entry->square, search->x, entry->nearest, n, search->cell.norm);
        queue_push(search, *entry);
    } else {
        queued_cell_clear(entry, n);
    }
    free(search->leaf[--search->leaves]);
}

// Whether a region, whose pieces are those that the cell is at, is what is looked for.
static bool is_found(boundary_search *search, const uint32_t *piece)
{
    if (search->goal != SEARCH_CLASS)
        return !has_own_map(search);
    const size_t last = search->cell.units - 1;
    search->rival = piece[last];
    return piece[last] != search->leaf[0][last];
}

// Goes on to a region of an entry's cell. Returns 1 if it is what is looked for.
static bool search_descend(boundary_search *search, const queued_cell *entry)
{
    search->rival = entry->piece;
    if (is_of_class(search, entry))
        return true;
    size_t crossed, predicate, leaf = search->leaves;
    uint32_t *piece = leaf_of(search, entry);
    if (!pattern_cell_complete(&search->cell, entry->nearest, piece, entry->unit + 1, &crossed,
                               &predicate))
        return false;
    if (is_found(search, piece))
        return true;
    borders_enter(&search->planes, search->x, piece);
    push_siblings(search, leaf, entry->unit + 1, &entry->square);
    return false;
}

// In place of the activation boundary: a point of another class.
static void find_counterexample(crease_distance *result, boundary_search *search)
{
    const size_t n = search->cell.inputs, last = search->cell.units - 1;
    size_t rival;
    search->is_long = true;
    if (search->goal != SEARCH_CLASS || result->activation.state == CREASE_NEAREST_KNOWN ||
        !counterexample_find(search->row, &rival, &search->cell, search->x, search->leaf[0][last]))
        return;
    set_point(&result->activation, search->row, n);
    set_owner(&result->activation, search, last, rival);
    squared_distance(result->activation.squared, search->x, search->row, n, search->cell.norm);
}

// It is found early, since nothing is after a limit of time, but not in searches that soon end.
static void find_counterexample_in_long(crease_distance *result, boundary_search *search,
                                        const run_limits *limits)
{
    static const double SHARE = 0.25; // of the time that was left at the start
    enum { CELLS_OF_SHORT_SEARCH = 16 };
    const double limit = limits->options->time_limit;
    const bool is_long =
        result->cells > CELLS_OF_SHORT_SEARCH ||
        (limit > 0 && run_limits_seconds(limits) - search->begun > SHARE * (limit - search->begun));
    if (is_long && !search->is_long)
        find_counterexample(result, search);
}

// 1: found, 0: there is none, -1: a limit ended the search, with a lower bound.
static int find_function(crease_distance *result, boundary_search *search, run_limits *limits)
{
    uint64_t max_cells = limits->options->max_regions;
    queued_cell entry;
    while (queue_pop(&entry, search)) {
        // Points that a cancelled step dropped are not nearer than the square before.
        if (run_limits_passed(limits)) {
            result->function.state = CREASE_NEAREST_AT_LEAST;
            queued_cell_clear(&entry, search->cell.inputs);
            return -1;
        }
        find_counterexample_in_long(result, search, limits);
        fmpq_set(result->function.squared, &entry.square);
        if (!entry.nearest) {
            resolve(search, &entry);
            continue;
        }
        bool beyond = max_cells && result->cells >= max_cells;
        bool is_found = !beyond && search_descend(search, &entry);
        if (is_found) {
            set_point(&result->function, entry.nearest, search->cell.inputs);
            set_owner(&result->function, search, entry.unit,
                      search->goal == SEARCH_CLASS ? search->rival : entry.predicate);
        }
        if (beyond) {
            result->function.state = CREASE_NEAREST_AT_LEAST;
            find_counterexample(result, search);
        }
        result->cells += !beyond;
        queued_cell_clear(&entry, search->cell.inputs);
        if (is_found || beyond)
            return 1;
    }
    if (run_is_cancelled()) { // the last cells may have been dropped
        result->function.state = CREASE_NEAREST_AT_LEAST;
        return -1;
    }
    return 0;
}

// The result if the limits ended the search in the region of the point itself.
static void set_unknown(crease_distance *result, search_goal goal)
{
    fmpq_zero(result->activation.squared);
    fmpq_zero(result->function.squared);
    if (goal != SEARCH_ACTIVATION)
        result->activation.state = result->function.state = CREASE_NEAREST_AT_LEAST;
}

bool boundary_search_at(crease_distance *result, boundary_search *search, const fmpq *point,
                        search_goal goal, run_limits *limits)
{
    ASSERT(goal <= SEARCH_CLASS);
    search->goal = goal;
    size_t n = search->cell.inputs, crossed, predicate;
    _fmpq_vec_get_fmpz_vec_fmpz(search->x, search->x + n, point, (slong)n);
    queue_clear(search);
    forget_leaves(search);
    search->numbers = 0;
    search->begun = run_limits_seconds(limits);
    search->is_long = false;
    result->activation.state = result->function.state = CREASE_NEAREST_NONE;
    fmpq_zero(result->function.squared); // until a region has been searched
    result->cells = 1;
    uint32_t *piece = new_leaf(search);
    if (!pattern_cell_complete(&search->cell, search->x, piece, 0, &crossed, &predicate)) {
        set_unknown(result, goal);
        return false;
    }
    borders_enter(&search->planes, search->x, piece);
    if (goal != SEARCH_CLASS)
        find_activation(&result->activation, search, piece, crossed, predicate);
    if (goal == SEARCH_ACTIVATION)
        return !run_limits_passed(limits);
    fmpq_t zero;
    fmpq_init(zero);
    push_siblings(search, 0, 0, zero);
    fmpq_clear(zero);
    if (goal == SEARCH_FUNCTION)
        for (size_t i = 0; i < search_outputs(search); i++)
            branch_output_form(search->own_rows + i * (search->cell.inputs + 1),
                               &search->cell.branch, i);
    return find_function(result, search, limits) >= 0;
}
