// The affine maps of the layers on the path of the walk, in integers.
//
// A row is made when somebody asks for it, from the rows of those units of the layer before that
// are not off. Where few of these have changed when it is asked for again, it follows by these
// changes alone; where many have, it is made anew. So the rows of units that cut nothing are not
// made, and those that cut no more do not follow.
#include "tree/maps.h"

#include "base/budget.h"
#include "base/limits.h"
#include "base/memory.h"
#include "exact/kernels.h"
#include "exact/row_sum.h"
#include <flint/fmpz_vec.h>
#include <stdlib.h>
#include <string.h>

// As many operations on doubles take about as long as one on integers. After so many inputs of a
// row somebody asks whether the work is given up.
enum { PRODUCT = 32, OFTEN = ROW_SUM_TERMS };

void walk_layer_output(fmpz *row, const walk_layer *layer, size_t unit)
{
    const scaled_layer *net = layer->scaled;
    size_t piece = net->unit.piece[unit] + layer->pattern[unit];
    size_t from = unit_row(&net->unit, unit, layer->pattern[unit]);
    _fmpz_vec_scalar_mul_fmpz(row, rows_at(&layer->exact, from), (slong)layer->columns,
                              net->slope + piece);
    fmpz_add(row + layer->columns - 1, row + layer->columns - 1, net->offset + piece);
}

// ---- one row ----

// Terms of a row that are waiting to be added, at most OFTEN of them.
typedef struct {
    row_term term[OFTEN];
    fmpz factor[OFTEN]; // weights that are no number of the network
    size_t count, factors;
} row_terms;

static void add_terms(fmpz *row, size_t columns, row_terms *terms)
{
    if (terms->count)
        row_add_terms(row, columns, terms->term, terms->count);
    for (size_t k = 0; k < terms->factors; k++)
        fmpz_clear(terms->factor + k);
    terms->count = terms->factors = 0;
}

static void need_row(walk_maps *maps, size_t l, size_t j);

// The row of unit i of the layer before that is used on a piece, if there is one.
static void need_output(walk_maps *maps, size_t l, size_t i, uint32_t piece)
{
    const scaled_layer *net = maps->layer[l - 1].scaled;
    if (!fmpz_is_zero(net->slope + net->unit.piece[i] + piece))
        need_row(maps, l - 1, unit_row(&net->unit, i, piece));
}

// row += weight * (the output of unit i of the layer before, on a piece), or minus that; of this a
// multiple of a row waits among the terms. That row is there.
static void list_output(row_terms *terms, fmpz *row, int minus, const fmpz *weight,
                        const walk_layer *before, size_t i, uint32_t piece)
{
    const scaled_layer *net = before->scaled;
    size_t at = net->unit.piece[i] + piece;
    if (!fmpz_is_zero(net->slope + at)) {
        const fmpz *factor = weight;
        if (!fmpz_is_one(net->slope + at)) { // most are
            fmpz *product = terms->factor + terms->factors++;
            fmpz_init(product);
            fmpz_mul(product, weight, net->slope + at);
            factor = product;
        }
        const fmpz *term = rows_at(&before->exact, unit_row(&net->unit, i, piece));
        terms->term[terms->count++] = (row_term){factor, term, minus};
    }
    if (!fmpz_is_zero(net->offset + at))
        (minus ? fmpz_submul : fmpz_addmul)(row + before->columns - 1, weight, net->offset + at);
}

static int is_on(const walk_layer *layer, size_t unit)
{
    const scaled_layer *net = layer->scaled;
    size_t at = net->unit.piece[unit] + layer->pattern[unit];
    return !fmpz_is_zero(net->slope + at) || !fmpz_is_zero(net->offset + at);
}

static int gives_up(const walk_layer *layer, const fmpz *row)
{
    size_t words = fmpz_size(row + layer->columns - 1);
    return run_gives_up(OFTEN * layer->columns * (PRODUCT + words));
}

// What has changed of the inputs of a layer since its rows were last forgotten, in the order in
// which it has, and for each row how many of these changes it has seen.
struct exact_changes {
    struct {
        uint32_t unit, old; // the piece that it had
    } * change;             // at most as many as there are inputs
    size_t changes, *seen;
    uint64_t *met, meetings; // scratch: in which row's turn a unit was last met
};

static struct exact_changes *changes_new(const scaled_layer *net)
{
    struct exact_changes *made = memory_new(1, sizeof *made);
    made->change = memory_new(net->inputs, sizeof *made->change);
    made->seen = memory_new(net->rows, sizeof *made->seen);
    made->met = memory_new(net->inputs, sizeof *made->met);
    return made;
}

void exact_changes_free(struct exact_changes *changes)
{
    if (!changes)
        return;
    free(changes->change);
    free(changes->seen);
    free(changes->met);
    free(changes);
}

static void make_row(walk_maps *maps, size_t l, size_t j)
{
    walk_layer *layer = maps->layer + l;
    const scaled_layer *net = layer->scaled;
    fmpz *row = rows_at(&layer->exact, j);
    _fmpz_vec_zero(row, (slong)layer->columns);
    fmpz_set(row + layer->columns - 1, net->bias + j);
    row_terms terms;
    terms.count = terms.factors = 0;
    sparsity_row entries = sparsity_row_of(&net->at, j);
    for (size_t k = 0; k < entries.count; k++) {
        size_t i = row_column(&entries, k);
        if (k % OFTEN == 0 && gives_up(layer, row))
            break;
        const fmpz *weight = net->weight + entries.first + k;
        if (fmpz_is_zero(weight) || !is_on(layer - 1, i))
            continue;
        need_output(maps, l, i, layer[-1].pattern[i]);
        list_output(&terms, row, 0, weight, layer - 1, i, layer[-1].pattern[i]);
        if (terms.count == OFTEN)
            add_terms(row, layer->columns, &terms);
    }
    add_terms(row, layer->columns, &terms);
}

// A unit's row += weight * (what unit i gives on its present piece, less what it gave on another).
static void list_change(walk_maps *maps, size_t l, size_t j, size_t i, uint32_t old,
                        row_terms *terms)
{
    walk_layer *layer = maps->layer + l;
    const uint32_t piece = layer[-1].pattern[i];
    const size_t at = sparsity_find(&layer->scaled->at, j, i);
    if (piece == old || at == SPARSITY_NONE || fmpz_is_zero(layer->scaled->weight + at))
        return;
    fmpz *row = rows_at(&layer->exact, j);
    const fmpz *weight = layer->scaled->weight + at;
    need_output(maps, l, i, piece);
    need_output(maps, l, i, old);
    list_output(terms, row, 0, weight, layer - 1, i, piece);
    list_output(terms, row, 1, weight, layer - 1, i, old);
    if (terms->count + 2 > OFTEN)
        add_terms(row, layer->columns, terms);
}

static void follow_row(walk_maps *maps, size_t l, size_t j)
{
    walk_layer *layer = maps->layer + l;
    struct exact_changes *log = layer->exact_changes;
    const uint64_t meeting = ++log->meetings;
    fmpz *row = rows_at(&layer->exact, j);
    row_terms terms;
    terms.count = terms.factors = 0;
    for (size_t k = log->seen[j]; k < log->changes; k++) {
        const uint32_t i = log->change[k].unit;
        if (log->met[i] == meeting)
            continue; // the row was made when this unit had the first of these pieces
        log->met[i] = meeting;
        if (k % OFTEN == 0 && gives_up(layer, row))
            break;
        list_change(maps, l, j, i, log->change[k].old, &terms);
    }
    add_terms(row, layer->columns, &terms);
}

// One input that has changed costs a row what one that is not off costs a row made anew, and half
// of them are off.
static int pays(size_t changed, size_t inputs)
{
    return 2 * changed <= inputs;
}

// The layers up to this one must have followed. What is left of a row that was given up is not
// kept.
static void need_row(walk_maps *maps, size_t l, size_t j)
{
    walk_layer *layer = maps->layer + l;
    struct exact_changes *log = layer->exact_changes;
    unsigned char *known = layer->exact.known + j;
    if (*known && (!l || log->seen[j] == log->changes))
        return;
    if (*known && pays(log->changes - log->seen[j], layer->scaled->inputs))
        follow_row(maps, l, j);
    else
        make_row(maps, l, j);
    log->seen[j] = log->changes;
    *known = !run_has_given_up();
}

// ---- following changes ----

static void forget_rows(walk_layer *layer)
{
    memset(layer->exact.known, 0, layer->exact.count);
    layer->exact_changes->changes = 0;
}

// Those inputs that are listed.
static void note_changes(walk_layer *layer, size_t count)
{
    struct exact_changes *log = layer->exact_changes;
    for (size_t k = 0; k < count; k++) {
        const uint32_t i = layer->changed[k];
        log->change[log->changes].unit = i;
        log->change[log->changes++].old = layer->exact_source.pattern[i];
    }
}

// The layer before has followed.
static void follow(walk_maps *maps, size_t l)
{
    walk_layer *layer = maps->layer + l, *before = layer - 1;
    map_source *source = &layer->exact_source;
    const int fresh = source->version_before != before->exact_source.version;
    const size_t inputs = layer->scaled->inputs;
    const size_t count =
        fresh ? 0 : kernel_list_other(layer->changed, source->pattern, before->pattern, inputs);
    if (fresh || layer->exact_changes->changes + count > inputs)
        forget_rows(layer);
    else
        note_changes(layer, count);
    if (fresh || count)
        map_source_note(maps, source, &before->exact_source, before);
}

// ---- the integers of the network ----

// The parametrization never changes.
static void first_rows(walk_layer *first)
{
    const scaled_layer *net = first->scaled;
    for (size_t j = 0; j < net->units; j++) {
        fmpz *row = rows_at(&first->exact, j);
        sparsity_row entries = sparsity_row_of(&net->at, j);
        for (size_t k = 0; k < entries.count; k++)
            fmpz_set(row + row_column(&entries, k), net->weight + entries.first + k);
        fmpz_set(row + net->inputs, net->bias + j);
        first->exact.known[j] = 1;
    }
    first->exact_current = 1;
}

// A walk on which doubles decide everything does without.
static void make_integers(walk_maps *maps)
{
    maps->scaled = rounded_net_integers(maps->rounded);
    for (size_t l = 0; l < maps->layers; l++) {
        walk_layer *layer = maps->layer + l;
        layer->scaled = maps->scaled->layer + l;
        for (size_t j = 0; j < layer->scaled->rows; j++)
            rows_push(&layer->exact);
        layer->exact_changes = changes_new(layer->scaled);
    }
    first_rows(maps->layer);
}

// Whatever the rows of layers 1 .. l are, those that are known can follow after this.
static void bring_up(walk_maps *maps, size_t l)
{
    if (!maps->scaled)
        make_integers(maps);
    for (size_t i = 1; i <= l; i++)
        if (!maps->layer[i].exact_current) {
            follow(maps, i);
            maps->layer[i].exact_current = 1;
        }
}

static const char integers[] = "integers of the maps";

void walk_maps_need_exact(walk_maps *maps, size_t l)
{
    const char *purpose = budget_for(integers);
    bring_up(maps, l);
    for (size_t i = 1; i <= l; i++)
        for (size_t j = 0; j < maps->layer[i].scaled->rows; j++)
            need_row(maps, i, j);
    budget_for(purpose);
}

void walk_maps_need_unit(walk_maps *maps, size_t l, size_t unit)
{
    const char *purpose = budget_for(integers);
    bring_up(maps, l);
    const unit_table *table = &maps->layer[l].scaled->unit;
    for (size_t j = table->row[unit]; j < table->row[unit + 1]; j++)
        need_row(maps, l, j);
    budget_for(purpose);
}

const fmpz *walk_maps_known_row(const walk_maps *maps, size_t l, size_t row)
{
    const walk_layer *layer = maps->layer + l;
    int current = maps->scaled != NULL;
    for (size_t i = 1; i <= l && current; i++)
        current = maps->layer[i].exact_current;
    if (!current || !layer->exact.known[row])
        return NULL;
    const struct exact_changes *log = layer->exact_changes;
    return !l || log->seen[row] == log->changes ? rows_at(&layer->exact, row) : NULL;
}

void walk_maps_need_output(walk_maps *maps)
{
    const size_t last = maps->layers - 1;
    const char *purpose = budget_for(integers);
    maps->layer[last].exact_current = 0;
    bring_up(maps, last);
    for (size_t j = 0; j < maps->layer[last].scaled->rows; j++)
        need_row(maps, last, j);
    budget_for(purpose);
}

// ---- forms ----

// A maxout unit's: by itself, so that the usual form needs no registers for it.
static __attribute__((noinline)) void difference_exact(fmpz *row, const walk_layer *layer,
                                                       size_t unit, size_t predicate)
{
    const unit_table *table = &layer->scaled->unit;
    size_t first = table->row[unit];
    maxout_rows pair = maxout_pair(predicate, unit_rank(table, unit));
    _fmpz_vec_sub(row, rows_at(&layer->exact, first + pair.later),
                  rows_at(&layer->exact, first + pair.earlier), (slong)layer->columns);
}

void walk_maps_form(walk_maps *maps, fmpz *row, size_t l, size_t unit, size_t breakpoint)
{
    walk_maps_need_unit(maps, l, unit);
    const walk_layer *layer = maps->layer + l;
    const scaled_layer *net = layer->scaled;
    if (unit_rank(&net->unit, unit) > 1) {
        difference_exact(row, layer, unit, breakpoint);
        return;
    }
    size_t last = layer->columns - 1;
    row_copy(row, rows_at(&layer->exact, net->unit.row[unit]), layer->columns);
    fmpz_sub(row + last, row + last, net->breakpoint + net->unit.piece[unit] + breakpoint);
}
