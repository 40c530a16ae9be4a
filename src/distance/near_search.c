// The nearest points of both boundaries, for one point after the other.
//
// The function boundary is as far as the nearest region on which the network is another affine
// function (docs/distance.md, 2). Regions are met in the order of their distance: best first down
// the tree of the units' pieces, where a node is a cell with the distance of its nearest point.
#include "distance/near_search.h"

#include "base/memory.h"
#include "distance/near_border.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>
#include <string.h>

static size_t outputs_of(const near_search *search)
{
    return search->net->layer[search->net->layers - 1].units;
}

void near_search_init(near_search *search, const crease_net *net, const scaled_net *scaled,
                      rounded_net *rounded)
{
    slong columns = (slong)crease_net_inputs(net) + 1;
    *search = (near_search){.net = scaled};
    near_cell_init(&search->cell, scaled, crease_net_hidden(net));
    near_planes_init(&search->planes, &search->cell, net, rounded);
    near_queue_init(&search->queue, (size_t)columns);
    search->x = _fmpz_vec_init(columns);
    search->own_rows = _fmpz_vec_init(columns * (slong)outputs_of(search));
    search->row = _fmpz_vec_init(columns);
    search->value = _fmpz_vec_init((slong)outputs_of(search));
    search->probe = _fmpz_vec_init(columns);
    for (slong i = 0; i < columns; i++) // nothing depends on which point it is
        fmpz_set_si(search->probe + i, 1 + (i * i * 7919 + i * 104729) % 65537);
}

static void forget_leaves(near_search *search)
{
    for (size_t i = 0; i < search->leaves; i++)
        free(search->leaf[i]);
    search->leaves = 0;
}

void near_search_clear(near_search *search)
{
    slong columns = (slong)search->cell.inputs + 1;
    forget_leaves(search);
    free(search->leaf);
    _fmpz_vec_clear(search->x, columns);
    _fmpz_vec_clear(search->own_rows, columns * (slong)outputs_of(search));
    _fmpz_vec_clear(search->row, columns);
    _fmpz_vec_clear(search->probe, columns);
    _fmpz_vec_clear(search->value, (slong)outputs_of(search));
    near_queue_clear(&search->queue);
    near_planes_clear(&search->planes);
    near_cell_clear(&search->cell);
}

static uint32_t *new_leaf(near_search *search)
{
    MEMORY_RESERVE(search->leaf, search->leaf_capacity, search->leaves + 1);
    uint32_t *piece = memory_new(search->cell.units, sizeof *piece);
    search->leaf[search->leaves++] = piece;
    return piece;
}

// ---- the map ----

// Values of the outputs at the probe, on the pieces of a region.
static void enter_probe(near_search *search, const uint32_t *piece)
{
    near_cell_visit(&search->cell, search->probe, piece);
    size_t last = search->net->layers - 1, units = search->cell.units;
    if (units == 0 || search->cell.place[units - 1].layer < last)
        branch_rise(&search->cell.at, last);
}

static void keep_own_map(near_search *search, const uint32_t *piece)
{
    enter_probe(search, piece);
    for (size_t i = 0; i < outputs_of(search); i++)
        branch_output_value(search->value + i, &search->cell.at, i);
}

static const fmpz *own_row(near_search *search, size_t output)
{
    size_t columns = search->cell.inputs + 1;
    if (!search->has_own_rows) {
        near_cell_visit(&search->cell, search->probe, search->leaf[0]);
        for (size_t i = 0; i < outputs_of(search); i++)
            branch_output_form(search->own_rows + i * columns, &search->cell.at, i);
        search->has_own_rows = 1;
    }
    return search->own_rows + output * columns;
}

// Different values prove different maps; if there are none, all coefficients are compared.
static int has_own_map(near_search *search, const uint32_t *piece)
{
    branch *at = &search->cell.at;
    int same = 1;
    fmpz_t value;
    fmpz_init(value);
    enter_probe(search, piece);
    for (size_t i = 0; i < outputs_of(search) && same; i++) {
        branch_output_value(value, at, i);
        same = fmpz_equal(value, search->value + i);
    }
    fmpz_clear(value);
    if (same)
        own_row(search, 0);
    near_cell_visit(&search->cell, search->probe, piece);
    for (size_t i = 0; i < outputs_of(search) && same; i++) {
        branch_output_form(search->row, at, i);
        same = _fmpz_vec_equal(own_row(search, i), search->row, (slong)search->cell.inputs + 1);
    }
    return same;
}

// ---- results ----

static void set_point(crease_nearest *nearest, const fmpz *point, size_t inputs)
{
    for (size_t i = 0; i < inputs; i++)
        fmpq_set_fmpz_frac(nearest->point + i, point + i, point + inputs);
}

static void set_owner(crease_nearest *nearest, const near_search *search, size_t k,
                      size_t predicate)
{
    nearest->state = CREASE_NEAREST_KNOWN;
    nearest->layer = search->cell.place[k].layer - 1;
    nearest->unit = search->cell.place[k].unit;
    nearest->breakpoint = predicate;
}

static void squared_distance(fmpq_t square, const fmpz *x, const fmpz *y, size_t inputs)
{
    fmpz_t sum, difference;
    fmpz_init(sum);
    fmpz_init(difference);
    for (size_t i = 0; i < inputs; i++) {
        fmpz_mul(difference, x + i, y + inputs);
        fmpz_submul(difference, y + i, x + inputs);
        fmpz_addmul(sum, difference, difference);
    }
    fmpz_mul(difference, x + inputs, y + inputs);
    fmpz_mul(difference, difference, difference);
    fmpq_set_fmpz_frac(square, sum, difference);
    fmpz_clear(sum);
    fmpz_clear(difference);
}

// ---- the activation boundary ----

// near->at is at x in its region, planes entered; crossed is the first unit with x on a border.
static void find_activation(crease_nearest *nearest, near_search *search, const uint32_t *piece,
                            size_t crossed, size_t predicate)
{
    if (crossed < search->cell.units) {
        fmpq_zero(nearest->squared);
        set_point(nearest, search->x, search->cell.inputs);
        set_owner(nearest, search, crossed, predicate);
        return;
    }
    near_border border;
    near_border_init(&border, search->cell.inputs + 1);
    if (near_border_find(&border, &search->planes, piece)) {
        fmpq_set(nearest->squared, border.square);
        near_border_foot(search->row, &border, search->x);
        set_point(nearest, search->row, search->cell.inputs);
        set_owner(nearest, search, border.k, border.predicate);
    }
    near_border_clear(&border);
}

// ---- the function boundary ----

// The cells that differ from a region in the piece of one unit, and agree before it; those of the
// first `fixed` units have been met.
static void push_siblings(near_search *search, size_t leaf, size_t fixed, const fmpq_t square)
{
    near_cell *near = &search->cell;
    const uint32_t *piece = search->leaf[leaf];
    for (size_t k = fixed; k < near->units; k++) {
        size_t pieces = search->net->layer[near->place[k].layer].pieces;
        for (uint32_t p = 0; p < pieces; p++) {
            near_entry entry = {.number = search->numbers++, .leaf = leaf, .unit = k, .piece = p};
            if (p == piece[k])
                continue;
            fmpq_init(&entry.square);
            if (!near_plane_bound(&entry.square, &search->planes, k, p)) {
                fmpq_clear(&entry.square);
                continue;
            }
            if (fmpq_cmp(&entry.square, square) < 0)
                fmpq_set(&entry.square, square);
            near_queue_push(&search->queue, entry);
        }
    }
}

// The pieces of an entry's cell in a leaf of its own.
static uint32_t *leaf_of(near_search *search, const near_entry *entry)
{
    uint32_t *piece = new_leaf(search);
    memcpy(piece, search->leaf[entry->leaf], entry->unit * sizeof *piece);
    piece[entry->unit] = entry->piece;
    return piece;
}

static void drop_leaf(near_search *search)
{
    free(search->leaf[--search->leaves]);
}

// Finds the nearest point of an entry's cell, and puts it back with that, if it has an interior.
static void resolve(near_search *search, near_entry *entry)
{
    size_t n = search->cell.inputs;
    const uint32_t *piece = leaf_of(search, entry);
    entry->nearest = _fmpz_vec_init((slong)n + 1);
    if (near_cell_project(entry->nearest, &entry->predicate, &search->cell, search->x, piece,
                          entry->unit + 1)) {
        squared_distance(&entry->square, search->x, entry->nearest, n);
        near_queue_push(&search->queue, *entry);
    } else {
        near_entry_clear(entry, n + 1);
    }
    drop_leaf(search);
}

// Goes on to a region of an entry's cell. Returns 1 if the network is another function there.
static int descend(near_search *search, const near_entry *entry)
{
    size_t crossed, predicate, leaf = search->leaves;
    uint32_t *piece = leaf_of(search, entry);
    near_cell_complete(&search->cell, entry->nearest, piece, entry->unit + 1, &crossed, &predicate);
    if (!has_own_map(search, piece))
        return 1;
    near_planes_enter(&search->planes, search->x, piece);
    push_siblings(search, leaf, entry->unit + 1, &entry->square);
    return 0;
}

// 1: found, 0: there is none, -1: to be given up.
static int find_function(crease_distance *result, near_search *search, run_limits *limits)
{
    uint64_t max_cells = limits->options->max_regions;
    size_t columns = search->cell.inputs + 1;
    near_entry entry;
    while (near_queue_pop(&entry, &search->queue)) {
        if (run_limits_passed(limits)) {
            near_entry_clear(&entry, columns);
            return -1;
        }
        if (!entry.nearest) {
            resolve(search, &entry);
            continue;
        }
        fmpq_set(result->function.squared, &entry.square);
        int beyond = max_cells && result->cells >= max_cells;
        int found = !beyond && descend(search, &entry);
        if (found) {
            set_point(&result->function, entry.nearest, search->cell.inputs);
            set_owner(&result->function, search, entry.unit, entry.predicate);
        }
        if (beyond)
            result->function.state = CREASE_NEAREST_BEYOND;
        result->cells += !beyond;
        near_entry_clear(&entry, columns);
        if (found || beyond)
            return 1;
    }
    return 0;
}

int near_search_at(crease_distance *result, near_search *search, const fmpq *point, int function,
                   run_limits *limits)
{
    size_t n = search->cell.inputs, crossed, predicate;
    _fmpq_vec_get_fmpz_vec_fmpz(search->x, search->x + n, point, (slong)n);
    near_queue_clear(&search->queue);
    forget_leaves(search);
    search->numbers = 0;
    search->has_own_rows = 0;
    result->activation.state = result->function.state = CREASE_NEAREST_NONE;
    result->cells = 1;
    uint32_t *piece = new_leaf(search);
    near_cell_complete(&search->cell, search->x, piece, 0, &crossed, &predicate);
    near_planes_enter(&search->planes, search->x, piece);
    find_activation(&result->activation, search, piece, crossed, predicate);
    if (!function)
        return !run_limits_passed(limits);
    fmpq_t zero;
    fmpq_init(zero);
    push_siblings(search, 0, 0, zero);
    fmpq_clear(zero);
    keep_own_map(search, piece);
    return find_function(result, search, limits) >= 0;
}
