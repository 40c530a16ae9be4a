// All patterns, unit by unit, each prefix kept if some open set of inputs realises it.
#include "ref.h"

#include "base/memory.h"
#include "net/net.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

// A walk through the patterns: the prefix chosen so far, with its consequences.
typedef struct {
    const crease_net *net;
    ref_result *result;
    uint32_t *pattern;
    ref_system system; // of the prefix
    mpq_t **value;     // value[l]: affine forms of the values of layer l, row by row
    mpq_t *witness;
} walk;

static mpq_t *value_row(const walk *w, size_t layer, size_t unit)
{
    return w->value[layer] + unit * (w->result->dimension + 1);
}

// form = the pre-activation of a row of weights as an affine form of the input;
// value[0] holds the inputs themselves, value[l + 1] the values of layer l.
static void row_form(mpq_t *form, const walk *w, size_t layer, size_t row)
{
    const net_layer *of = &w->net->layer[layer];
    size_t dimension = w->result->dimension;
    mpq_t weight, term;
    mpq_inits(weight, term, NULL);
    for (size_t j = 0; j <= dimension; j++)
        mpq_set_si(form[j], 0, 1);
    fmpq_get_mpq(form[dimension], of->bias + row);
    for (size_t i = 0; i < of->inputs; i++) {
        fmpq_get_mpq(weight, of->weight + row * of->inputs + i);
        for (size_t j = 0; j <= dimension; j++) {
            mpq_mul(term, weight, value_row(w, layer, i)[j]);
            mpq_add(form[j], form[j], term);
        }
    }
    mpq_clears(weight, term, NULL);
}

// The value of the unit on a piece of its activation: slope form + offset, of the form that attains
// the maximum if there are several.
static void unit_value(const walk *w, size_t layer, size_t unit, const mpq_t *form, size_t piece)
{
    const activation *act = net_layer_act(w->net->layer + layer, unit);
    size_t dimension = w->result->dimension;
    if (act->rank > 1)
        form += piece * (dimension + 1);
    mpq_t number;
    mpq_init(number);
    fmpq_get_mpq(number, act->slope + piece);
    for (size_t j = 0; j <= dimension; j++)
        mpq_mul(value_row(w, layer + 1, unit)[j], number, form[j]);
    fmpq_get_mpq(number, act->offset + piece);
    mpq_t *constant = &value_row(w, layer + 1, unit)[dimension];
    mpq_add(*constant, *constant, number);
    mpq_clear(number);
}

// Adds sign (form - breakpoint) > 0 to the system. 0 if it fails everywhere; a
// form that is identically at the breakpoint belongs to the lower piece.
static bool append_side(ref_system *system, const mpq_t *form, const fmpq *breakpoint, int sign)
{
    size_t dimension = system->variables;
    mpq_t *row = ref_system_append(system);
    fmpq_get_mpq(row[dimension], breakpoint);
    mpq_sub(row[dimension], form[dimension], row[dimension]);
    for (size_t j = 0; j < dimension; j++)
        mpq_set(row[j], form[j]);
    for (size_t j = 0; sign < 0 && j <= dimension; j++)
        mpq_neg(row[j], row[j]);
    if (ref_row_first(row, dimension) < dimension) {
        ref_row_normalise(row, dimension);
        return true;
    }
    int side = mpq_sgn(row[dimension]);
    ref_system_truncate(system, system->rows - 1);
    return side > 0 || (side == 0 && sign < 0);
}

// Adds that form number `piece` is the largest of several. Of forms that are the same
// everywhere the first is taken for the largest: append_side has zero on the lower side.
static bool append_winner(walk *w, const activation *act, const mpq_t *forms, size_t piece)
{
    size_t size = w->system.variables + 1;
    mpq_t *difference = ref_numbers_new(size);
    fmpq_t zero;
    fmpq_init(zero);
    bool possible = true;
    for (size_t other = 0; other < act->rank && possible; other++) {
        if (other == piece)
            continue;
        size_t earlier = other < piece ? other : piece, later = other < piece ? piece : other;
        for (size_t j = 0; j < size; j++)
            mpq_sub(difference[j], forms[later * size + j], forms[earlier * size + j]);
        possible = append_side(&w->system, difference, zero, piece == later ? 1 : -1);
    }
    fmpq_clear(zero);
    ref_numbers_free(difference, size);
    return possible && ref_feasible(w->witness, &w->system);
}

// Whether the piece is in force on an open part of the cell; its sides are added.
static bool append_piece(walk *w, const activation *act, const mpq_t *form, size_t piece)
{
    if (act->rank > 1)
        return append_winner(w, act, form, piece);
    if (piece > 0 && !append_side(&w->system, form, act->breakpoint + piece - 1, 1))
        return false;
    if (piece + 1 < act->pieces && !append_side(&w->system, form, act->breakpoint + piece, -1))
        return false;
    return ref_feasible(w->witness, &w->system);
}

static void keep_region(const walk *w)
{
    ref_result *result = w->result;
    size_t layers = w->net->layers, size = result->dimension + 1;
    MEMORY_RESERVE(result->region, result->capacity, result->activation_regions + 1);
    ref_region *region = &result->region[result->activation_regions++];
    region->pattern = memory_new(result->units, sizeof *region->pattern);
    memcpy(region->pattern, w->pattern, result->units * sizeof *region->pattern);
    ref_system_copy(&region->system, &w->system);
    ref_system_tidy(&region->system);
    region->witness = ref_numbers_new(result->dimension);
    int feasible = ref_feasible(region->witness, &region->system);
    assert(feasible);
    (void)feasible;
    region->map = ref_numbers_new(result->outputs * size);
    for (size_t i = 0; i < result->outputs * size; i++)
        mpq_set(region->map[i], w->value[layers][i]);
    region->bounded = ref_is_bounded(&region->system);
    result->bounded_regions += (size_t)region->bounded;
}

static void visit(walk *w, size_t layer, size_t unit, size_t number);

// On to the next unit, or layer, or the region itself.
static void visit_next(walk *w, size_t layer, size_t unit, size_t number)
{
    if (unit + 1 < w->net->layer[layer].units) {
        visit(w, layer, unit + 1, number + 1);
        return;
    }
    if (layer < w->result->layers)
        w->result->per_layer[layer]++;
    if (layer + 1 < w->net->layers)
        visit(w, layer + 1, 0, number + 1);
    else
        keep_region(w);
}

// Tries every piece for one unit; number counts the units up to here.
//
// Where one piece alone is possible its sides need not be kept. The open cell is
// covered by the pieces and finitely many hyperplanes, so the closed sides hold on
// a dense part of it, hence on all of it; and an affine form that is not constant
// and is >= 0 on an open set is > 0 there. So the rows of a system are those of
// the domain and of the units that cut a cell, and remain few.
static void visit(walk *w, size_t layer, size_t unit, size_t number)
{
    const activation *act = net_layer_act(w->net->layer + layer, unit);
    size_t first = w->net->layer[layer].unit.row[unit];
    size_t size = w->result->dimension + 1, rows = w->system.rows, possible = 0, only = 0;
    mpq_t *form = ref_numbers_new(act->rank * size);
    int *realised = memory_new(act->pieces, sizeof *realised);
    for (size_t r = 0; r < act->rank; r++)
        row_form(form + r * size, w, layer, first + r);
    for (size_t piece = 0; piece < act->pieces; piece++) {
        realised[piece] = append_piece(w, act, form, piece);
        ref_system_truncate(&w->system, rows);
        possible += (size_t)realised[piece];
        only = realised[piece] ? piece : only;
    }
    assert(possible > 0);
    for (size_t piece = possible > 1 ? 0 : only; piece <= only; piece++) {
        if (!realised[piece])
            continue;
        if (possible > 1)
            append_piece(w, act, form, piece);
        if (number < w->result->units)
            w->pattern[number] = (uint32_t)piece;
        unit_value(w, layer, unit, form, piece);
        visit_next(w, layer, unit, number);
        ref_system_truncate(&w->system, rows);
    }
    free(realised);
    ref_numbers_free(form, act->rank * size);
}

static void append_box(ref_system *system, const fmpq *lo, const fmpq *hi)
{
    mpq_t *form = ref_numbers_new(system->variables + 1);
    for (size_t i = 0; i < system->variables; i++) {
        mpq_set_si(form[i], 1, 1);
        append_side(system, form, lo + i, 1);
        append_side(system, form, hi + i, -1);
        mpq_set_si(form[i], 0, 1);
    }
    ref_numbers_free(form, system->variables + 1);
}

static void assert_lexicographic(const ref_result *result)
{
    for (size_t r = 1; r < result->activation_regions; r++) {
        const uint32_t *a = result->region[r - 1].pattern, *b = result->region[r].pattern;
        size_t i = 0;
        while (i < result->units && a[i] == b[i])
            i++;
        assert(i < result->units && a[i] < b[i]);
    }
}

void ref_count(ref_result *result, const crease_net *net, const fmpq *lo, const fmpq *hi)
{
    size_t size = net->inputs + 1;
    *result = (ref_result){.dimension = net->inputs};
    result->outputs = net->layer[net->layers - 1].units;
    result->layers = crease_net_hidden(net);
    for (size_t l = 0; l < result->layers; l++)
        result->units += net->layer[l].units;
    result->per_layer = memory_new(result->layers, sizeof *result->per_layer);
    walk w = {.net = net, .result = result};
    w.pattern = memory_new(result->units, sizeof *w.pattern);
    w.witness = ref_numbers_new(net->inputs);
    w.value = memory_new(net->layers + 1, sizeof *w.value);
    w.value[0] = ref_numbers_new(net->inputs * size);
    for (size_t l = 0; l < net->layers; l++)
        w.value[l + 1] = ref_numbers_new(net->layer[l].units * size);
    for (size_t i = 0; i < net->inputs; i++)
        mpq_set_si(w.value[0][i * size + i], 1, 1);
    ref_system_init(&w.system, net->inputs);
    if (lo)
        append_box(&w.system, lo, hi);
    visit(&w, 0, 0, 0);
    assert_lexicographic(result);
    ref_merge(result);
    ref_system_clear(&w.system);
    ref_numbers_free(w.value[0], net->inputs * size);
    for (size_t l = 0; l < net->layers; l++)
        ref_numbers_free(w.value[l + 1], net->layer[l].units * size);
    free(w.value);
    ref_numbers_free(w.witness, net->inputs);
    free(w.pattern);
}

void ref_result_clear(ref_result *result)
{
    for (size_t r = 0; r < result->activation_regions; r++) {
        ref_region *region = &result->region[r];
        free(region->pattern);
        ref_system_clear(&region->system);
        ref_numbers_free(region->witness, result->dimension);
        ref_numbers_free(region->map, result->outputs * (result->dimension + 1));
    }
    free(result->region);
    free(result->per_layer);
}
